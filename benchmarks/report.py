"""From the JSON of a run: the tables as markdown and the growth plot as SVG and PNG."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.subjects import ALL_CORES, ENGINE, NAIVE, NAIVE_COUNTS, NO_DEGREES, RESEARCH

Steps = dict[str, dict[str, Any]]
UNDISTURBED = 0.9


def write_report(results: dict[str, Any], folder: Path) -> Path:
    """Writes engine.json, engine.md and, when growth was measured, engine-growth.svg and .png."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engine.json").write_text(json.dumps(results, indent=1) + "\n")
    steps: Steps = results["steps"]
    parts = [
        f"# The engine, measured on {results['machine']['date']}",
        "Made by `python -m benchmarks.engine`; do not edit. Compare ratios, which are taken within one run, "
        "not rates, which depend on the machine and its mood. Seconds of one thread are seconds of processor "
        "time, which others on the machine cannot take; the gain of two threads is by the clock on the wall.",
        _machine(results["machine"]),
        _crowd(steps),
        _speed(steps, results["owed"]),
        _missed(steps, results["owed"]),
        _slower(steps),
        _libraries(steps),
        _bounds(steps),
        _memory(steps),
    ]
    if "growth" in steps:
        plot_growth(steps["growth"], folder)
        parts.append(
            "## Growth\n\n![Nanoseconds a pair against edges, degree and max_dist](engine-growth.svg)"
        )
    target = folder / "engine.md"
    target.write_text("\n\n".join(part for part in parts if part) + "\n")
    return target


def _machine(machine: dict[str, Any]) -> str:
    caches = ", ".join(f"{name} {size}" for name, size in machine["caches"].items())
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    return (
        f"{machine['cpu']}, {machine['cores']} cores ({caches}), {machine['memory_gib']} GiB, "
        f"{machine['compiler']}, Python {machine['python']}, {packages}."
    )


def _processors(step: dict[str, Any]) -> float:
    return float(step["rates"][ENGINE]["processors"])


def _crowd(steps: Steps) -> str:
    """What a reader must know of a machine that did other work meanwhile."""
    shares = [_processors(step) for step in steps.values() if "rates" in step]
    if not shares or median(shares) > UNDISTURBED:
        return ""
    return (
        f"The machine was shared while this was measured: one thread had {median(shares):.0%} of a processor "
        "(median over the steps), and found its caches emptied each time it came back. Rates are lower "
        "than on a machine of one's own; ratios to peers, who were disturbed likewise, hold better. The "
        "gain of two threads is left out where one thread had no processor of its own."
    )


def _table(title: str, columns: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return ""
    lines = [f"| {' | '.join(row)} |" for row in (columns, ["---"] + ["--:"] * (len(columns) - 1), *rows)]
    return f"## {title}\n\n" + "\n".join(lines)


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    for unit, factor in (("M", 1e6), ("k", 1e3)):
        if abs(value) >= factor:
            return f"{value / factor:.3g}{unit}"
    return f"{value:.3g}"


def _times(value: float | None) -> str:
    return "–" if value is None else f"{_number(value)}×"


def _speed(steps: Steps, owed: dict[str, float]) -> str:
    rows = []
    for name, step in steps.items():
        if "ratios" not in step:
            continue
        rate, ratios = _rate(step), step["ratios"]
        gain = 1 / ratios[ALL_CORES] if ALL_CORES in ratios and _processors(step) > UNDISTURBED else None
        rest = {k: v for k, v in ratios.items() if k not in (NAIVE, NAIVE_COUNTS, RESEARCH, ALL_CORES)}
        aside = "; ".join(f"{peer} {_times(1 / ratio)}" for peer, ratio in rest.items())
        rows.append(
            [
                step["workload"],
                f"{_number(rate)} {step['unit']}/s",
                _number(owed.get(name)),
                *(_times(ratios.get(peer)) for peer in (NAIVE, NAIVE_COUNTS, RESEARCH)),
                _times(gain),
                aside or "–",
            ]
        )
    columns = [
        "workload",
        "engine, 1 thread",
        "owed",
        "to naive C++",
        "to naive C++ that only counts",
        "to research style",
        "gain of 2 threads",
    ]
    return _table("Speed", [*columns, "beside it, as a ratio to the engine"], rows)


def _rate(step: dict[str, Any]) -> float:
    return float(step["rates"][ENGINE]["per_processor_second"])


def _missed(steps: Steps, owed: dict[str, float]) -> str:
    """What was set as a goal and not reached, and where the time goes."""
    lines = [
        f"- {step['workload']}: {_number(_rate(step))} of {_number(owed[name])}. {_where_time_goes(step)}"
        for name, step in steps.items()
        if "ratios" in step and _rate(step) < owed.get(name, 0)
    ]
    return "## Owed and not reached\n\n" + "\n".join(lines) if lines else ""


def _slower(steps: Steps) -> str:
    """Where a simpler program that returns the same is faster, and what it is spared."""
    lines = [
        f"- {step['workload']}: {_times(step['ratios'][NAIVE])}. {_what_naive_is_spared(step)}"
        for step in steps.values()
        if step.get("ratios", {}).get(NAIVE, 1) < 1
    ]
    return "## Slower than naive C++\n\n" + "\n".join(lines) if lines else ""


def _what_naive_is_spared(step: dict[str, Any]) -> str:
    if "reached" not in step:
        return ""
    spared = (
        "the engine looks at every node at every step, for 64 sources at once, whatever is reached, and "
        "writes into fresh pages from the system, where the naive search has its buffer back from before"
        if "distances" in step["workload"]
        else "the engine takes any pairs in any order, checks and looks up each, and returns it with its ids"
    )
    return (
        f"Only {step['reached']:.1%} of the pairs are within reach. The naive search visits those and writes "
        f"the others off in one sweep; {spared}: {1e9 / _rate(step):.2g} ns a pair."
    )


def _where_time_goes(step: dict[str, Any]) -> str:
    said = []
    without = step["ratios"].get(NO_DEGREES)
    if without is not None:
        said.append(
            f"Geodesic degrees take {1 - without:.0%} of the time: without them it is "
            f"{_number(_rate(step) / without)}."
        )
    bound = step.get("bound")
    counting = step["ratios"].get(NAIVE_COUNTS)
    if not bound and counting:
        said.append(
            f"A pair takes {_number(1e9 / _rate(step))} ns, the naive search {_times(counting)} that only to "
            "count the nodes of its sides: to find them among many paths takes the time, not to return them."
        )
    if bound:
        nanoseconds, entries = bound["ns_per_pair"], bound["entries_per_pair"]
        memory = bound["ns_if_lines_are_scattered"] / nanoseconds
        said.append(
            f"A pair reads {_number(entries)} adjacency entries, {_number(nanoseconds / entries)} ns each; "
            f"were memory all that counted, it would take {memory:.0%} of the time. The rest is arithmetic "
            "on the entries, and jumps the processor cannot foretell."
        )
    return " ".join(said)


def _libraries(steps: Steps) -> str:
    rows = [
        [step["workload"], library, f"{_number(found['per_second'])}/s", _times(found["engine_ratio"])]
        for step in steps.values()
        for library, found in step.get("libraries", {}).items()
    ]
    return _table(
        "Against libraries, on pairs none of which is hidden",
        ["question", "library", "its rate", "engine"],
        rows,
    )


def _bounds(steps: Steps) -> str:
    rows = [
        [
            step["workload"],
            _number(bound["entries_per_pair"]),
            _number(bound["line_bytes_per_pair"]),
            _number(bound.get("line_bytes_for_degrees")),
            _number(bound["result_bytes_per_pair"]),
            _number(bound["ns_per_pair"]),
            _number(bound["ns_if_lines_are_scattered"]),
            _number(bound["ns_if_lines_stream"]),
        ]
        for step in steps.values()
        if (bound := step.get("bound"))
    ]
    columns = ["workload", "adjacency entries a pair", "bytes of lines", "for degrees", "bytes of result"]
    note = (
        "\n\nEstimated reads of the cheaper end's rows, and of those that degrees need. The last two columns "
        "are what these lines would take if every one came from memory: scattered, and in order, at the "
        "bandwidth measured in the same step."
    )
    table = _table(
        "What bounds it", [*columns, "ns measured", "ns, lines scattered", "ns, lines in order"], rows
    )
    return table and table + note


def _memory(steps: Steps) -> str:
    keys = ("graph_and_pairs_mib", "result_mib", "beyond_mib", "beyond_mib_per_thread")
    rows = [
        [name.removeprefix("memory-"), *(_number(step[key]) for key in keys)]
        for name, step in steps.items()
        if "beyond_mib" in step
    ]
    columns = ["call", "process before", "result", "peak beyond both", "beyond, a thread"]
    return _table("Peak memory, MiB", columns, rows)


def plot_growth(growth: dict[str, Any], folder: Path) -> None:
    """Three panels: nanoseconds a pair against edges, degree and max_dist, engine and naive."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gdgnn"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 3, figsize=(12, 3.8), sharey=True, layout="constrained")
    for panel, (series, label) in zip(
        panels, (("edges", "edges"), ("degree", "mean degree"), ("max_dist", "max_dist")), strict=True
    ):
        points = growth[series]
        lines = [0] if series == "max_dist" else sorted({point["max_dist"] for point in points})
        for color, d in enumerate(lines):
            chosen = [point for point in points if not d or point["max_dist"] == d]
            suffix = f", max_dist {d}" if d else ""
            for peer, style in ((ENGINE, "o-"), (NAIVE, "x:")):
                panel.plot(
                    [point["x"] for point in chosen],
                    [point[peer] for point in chosen],
                    style,
                    color=f"C{color}",
                    markersize=4,
                    label=peer + suffix,
                )
        panel.set(xlabel=label, yscale="log", xscale="linear" if series == "max_dist" else "log")
        panel.grid(alpha=0.3)
        panel.legend(fontsize=7)
    panels[0].set_ylabel("nanoseconds a pair")
    figure.savefig(folder / "engine-growth.svg", metadata={"Date": None})
    figure.savefig(folder / "engine-growth.png", dpi=120)
    pyplot.close(figure)
