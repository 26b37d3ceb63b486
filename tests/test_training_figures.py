"""The guide's figures of what training costs."""

from __future__ import annotations

import runpy
from pathlib import Path

FIGURES = runpy.run_path(str(Path(__file__).resolve().parents[1] / "docs" / "training_figures.py"))


def test_the_guide_shows_the_figures_of_the_last_benchmark() -> None:
    page = FIGURES["PAGE"].read_text(encoding="utf-8")
    assert FIGURES["BLOCK"].search(page)
    assert FIGURES["refreshed"](page) == page, "run: .venv/bin/python docs/training_figures.py"


def test_what_was_not_measured_is_left_out() -> None:
    scoring = {"workload": "some pairs", "pairs_per_second": {"kept": 1_500_000}} | {
        "pairs_per_processor_second": {"kept": 800_000}
    }
    machine = {"cpu": "some processor", "cores": 3, "date": "today"}
    found = FIGURES["block"]({"machine": machine, "scoring": scoring})
    assert "| kept | 1,500,000 | 800,000 |" in found
    assert "3 cores of some processor" in found
    assert "plain" not in found
    assert "MiB" not in found
