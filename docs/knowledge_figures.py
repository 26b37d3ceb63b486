"""The speeds on the page about knowledge graphs: `python docs/knowledge_figures.py` writes them anew."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "guide" / "knowledge-graphs.md"
RESULTS = ROOT / "benchmarks" / "results" / "knowledge.json"
BLOCK = re.compile(
    r"(?<=<!-- knowledge figures: begin -->\n).*?(?=<!-- knowledge figures: end -->)", re.DOTALL
)
OURS = "gdgnn"


def table(results: dict[str, Any]) -> str:
    """The block between the markers, from the content of knowledge.json."""
    lines = ["| | | gdgnn | peer | |", "|---|---|--:|--:|---|"]
    for name, measured in results["sets"].items():
        lines += [f"| {' | '.join(cells)} |" for cells in _rows(name, measured)]
    machine = results["machine"]
    note = (
        f"By `python -m benchmarks.knowledge` on {machine['cores']} cores of {machine['cpu']}, states of 32 "
        "channels. The encoder is run forward and backward; a training step scores 128 facts with 100 "
        "negatives each, whose geodesics are there; ranking is timed end to end, with weights as they are "
        'drawn. "Gather and scatter" is RGCN as written by hand, `RGCNConv` that of PyTorch Geometric, '
        "Bellman–Ford a small NBFNet of six layers, which it is compared with by processor time: the two are "
        "not run turn by turn."
    )
    return "\n".join(["", *lines, "", note, "", ""])


def _rows(name: str, measured: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for step, what in (("encoders", "encoder, runs a second"), ("training", "training, facts a second")):
        if step not in measured:
            continue
        rates, ratios = measured[step]["rates"], measured[step]["ratios"]
        for peer, ratio in ratios.items():
            yield name, what, _rate(rates[OURS]), f"{_rate(rates[peer])} ({peer})", f"{ratio:.1f}×"
    ranking, peer = measured.get("ranking"), measured.get("bellman_ford")
    if ranking is None:
        return
    asked = f"{ranking['queries']:,} of {ranking['of_queries']:,} queries"
    if ranking["queries"] == ranking["of_queries"]:
        asked = f"all {ranking['queries']:,} queries"
    what = f"ranking, pairs a second: {asked}, `max_dist={measured['max_dist']}`"
    ours = f"{ranking['pairs_per_second']:,.0f}"
    theirs = ratio = ""
    if peer is not None:
        theirs = f"{peer['pairs_per_second']:,.0f} (Bellman–Ford, {peer['queries']} of the queries)"
        ratio = f"{ranking['pairs_per_processor_second'] / peer['pairs_per_processor_second']:.0f}×"
    yield name, what, ours, theirs, ratio
    yield (
        name,
        "the same, seconds in all; memory at its peak",
        f"{ranking['seconds']:,.0f}",
        "",
        (f"{ranking['peak_gib']:.1f} GiB"),
    )


def _rate(rate: dict[str, Any]) -> str:
    return f"{rate['per_second']:,.3g}" if rate["per_second"] < 1000 else f"{rate['per_second']:,.0f}"


def refreshed(page: str) -> str:
    """The page with its figures brought up to date; without a measurement it has none."""
    block = table(json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.exists() else ""
    return BLOCK.sub(lambda _: block, page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
