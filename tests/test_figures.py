"""The README's table of speeds."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FIGURES = runpy.run_path(str(Path(__file__).resolve().parents[1] / "docs" / "figures.py"))


def test_the_readme_shows_the_figures_of_the_last_benchmark() -> None:
    readme = FIGURES["README"].read_text(encoding="utf-8")
    assert FIGURES["BLOCK"].search(readme)
    assert FIGURES["refreshed"](readme) == readme, "run: .venv/bin/python docs/figures.py"


def test_a_row_tells_rate_and_ratios_and_leaves_out_what_was_not_measured() -> None:
    step = {
        "rates": {"engine, 1 thread": {"per_second": 4.5e6}},
        "ratios": {"naive C++": 2.0, "research style": 1400.25, "engine, 2 threads": 0.6},
    }
    found = FIGURES["table"]({"machine": {"cpu": "some processor"}, "steps": {"W1-vertical-2": step}})
    rows = [line for line in found.splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert rows[2].endswith("| 4,500,000 | 2.0× | 1,400.2× |")
    assert "some processor" in found


@pytest.mark.parametrize("missing", ["naive C++", "research style"])
def test_a_peer_that_was_not_measured_leaves_its_cell_empty(missing: str) -> None:
    ratios = {"naive C++": 2.0, "research style": 1400.0}
    del ratios[missing]
    step = {"rates": {"engine, 1 thread": {"per_second": 10.0}}, "ratios": ratios}
    found = FIGURES["table"]({"machine": {"cpu": "x"}, "steps": {"W4-neighborhoods-4": step}})
    assert found.splitlines()[3].count("×") == 1
