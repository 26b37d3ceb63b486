"""The README's table of speeds, from the last full benchmark run: `python docs/figures.py` writes it anew."""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "results" / "engine.json"
BLOCK = re.compile(r"(?<=<!-- engine figures: begin -->\n).*?(?=<!-- engine figures: end -->)", re.DOTALL)

# What each measured step is, in words that need no table of workloads.
STEPS = {
    "W1-vertical-2": ("236,000 nodes, 1.1 million edges", "vertical, `max_dist=2`"),
    "W1-vertical-3": ("the same", "vertical, `max_dist=3`"),
    "W1-vertical-4": ("the same", "vertical, `max_dist=4`"),
    "W2-vertical-2": ("576,000 nodes, 20 million edges", "vertical, `max_dist=2`"),
    "W2-vertical-3": ("the same", "vertical, `max_dist=3`"),
    "W3-FB15k-237-distances": ("FB15k-237, one entity against all", "distances, `max_dist=3`"),
    "W4-neighborhoods-4": ("41,127 molecules, all atoms", "neighborhoods, `max_dist=4`"),
}
PEERS = ("naive C++", "research style")


def table(results: dict[str, Any]) -> str:
    """The block between the markers, from the content of engine.json."""
    lines = [
        "| Graph | Question | A second, one thread | To naive C++ | To Python as in research code |",
        "|---|---|--:|--:|--:|",
    ]
    for name, (graph, question) in STEPS.items():
        step = results["steps"].get(name)
        if step is None:
            continue
        rate = step["rates"]["engine, 1 thread"]["per_second"]
        ratios = [f"{step['ratios'][peer]:,.1f}×" if peer in step["ratios"] else "" for peer in PEERS]
        lines.append(f"| {graph} | {question} | {rate:,.0f} | {' | '.join(ratios)} |")
    machine = results["machine"]
    note = (
        f"By `make bench` on {machine['cpu']}; ratios are to peers timed in the same run.\n"
        "What bounds each, and its memory: [benchmarks/results/engine.md](benchmarks/results/engine.md)."
    )
    return "\n".join(["", *lines, "", note, "", ""])


def refreshed(readme: str) -> str:
    """The README with its figures brought up to date; without a measurement it has none."""
    block = table(json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.exists() else ""
    return BLOCK.sub(lambda _: block, readme)


if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
