"""What training costs, in the guide, from the last benchmark: `python docs/training_figures.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "guide" / "training.md"
RESULTS = ROOT / "benchmarks" / "results" / "training.json"
BLOCK = re.compile(r"(?<=<!-- training figures: begin -->\n).*?(?=<!-- training figures: end -->)", re.DOTALL)


def steps(found: dict[str, Any]) -> Iterator[str]:
    """Each contender's step, and the time of an epoch."""
    yield from (f"{found['workload']}:", "")
    yield "| One step | seconds | to the plain GNN | processor seconds | to the plain GNN |"
    yield "|---|--:|--:|--:|--:|"
    for name, seconds in found["seconds_a_step"].items():
        spent, ratio = found["processor_seconds_a_step"][name], found["times_plain"][name]
        in_processor_time = spent / found["processor_seconds_a_step"]["plain GNN"]
        yield f"| {name} | {seconds:.2f} | {ratio:.2f}× | {spent:.2f} | {in_processor_time:.2f}× |"
    processors = median(contender["processors"] for contender in found["rates"].values())
    epoch = f"{found['seconds_an_epoch']:.0f} seconds"
    if "processor_seconds_an_epoch" in found:
        epoch += f", {found['processor_seconds_an_epoch']:.0f} of a processor"
    yield ""
    yield f"An epoch of `vertical+degree`, {found['steps_an_epoch']} steps: {epoch}. The run was given"
    yield f"{processors:.1f} processors on average: where that is below 2, others were at work, and processor"
    yield "time compares better."


def molecules(found: dict[str, Any]) -> Iterator[str]:
    """Epochs; the first one searches."""
    yield from (f"{found['workload']}; the first epoch searches the whole set:", "")
    epochs = range(1, len(found["over_plain_by_epoch"]) + 1)
    yield f"| Seconds | {' | '.join(f'epoch {number}' for number in epochs)} |"
    yield "|---|" + "--:|" * len(epochs)
    for name, seconds in found["seconds_an_epoch"].items():
        yield f"| {name} | {' | '.join(f'{value:.1f}' for value in seconds)} |"
    yield f"| ratio | {' | '.join(f'{ratio:.2f}×' for ratio in found['over_plain_by_epoch'])} |"


def scoring(found: dict[str, Any]) -> Iterator[str]:
    """Pairs a second from embeddings that are there."""
    yield from (f"Scoring from cached embeddings, {found['workload']}:", "")
    yield "| Pairs scored | a second | a second of a processor |"
    yield "|---|--:|--:|"
    for name, rate in found["pairs_per_second"].items():
        yield f"| {name} | {rate:,} | {found['pairs_per_processor_second'][name]:,} |"


def memory(found: dict[str, Any]) -> Iterator[str]:
    """Peaks by the number of targets."""
    policies = list(next(iter(found["peak_mib_by_targets"].values())))
    yield from (f"Peak memory of {found['workload']}, beyond what is held between steps:", "")
    yield f"| Positives a step | {' | '.join(policies)} |"
    yield "|---|" + "--:|" * len(policies)
    for targets, peaks in found["peak_mib_by_targets"].items():
        yield f"| {int(targets):,} | {' | '.join(f'{peaks[name]:,.0f} MiB' for name in policies)} |"


def block(results: dict[str, Any]) -> str:
    """What stands between the markers, from the content of training.json."""
    lines = [""]
    for name, write in (("steps", steps), ("molecules", molecules), ("scoring", scoring), ("memory", memory)):
        if name in results:
            lines += [*write(results[name]), ""]
    machine = results["machine"]
    return "\n".join([*lines, f"On {machine['cores']} cores of {machine['cpu']}, {machine['date']}.", "", ""])


def refreshed(page: str) -> str:
    """The page with its figures brought up to date."""
    found = block(json.loads(RESULTS.read_text(encoding="utf-8")))
    return BLOCK.sub(lambda _: found, page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
