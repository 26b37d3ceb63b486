"""Each study measures something on a small public set, the same each time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gdgnn.experiments.cell import find_cells
from gdgnn.experiments.studies import STUDIES, read_study

SHORT = {"epochs": 2}


def shortened(name: str, **changes: Any) -> Any:
    """The study of a cell, trained for two epochs."""
    (cell,) = find_cells(name)
    tables: Mapping[str, Any] = cell.configuration
    training = {**tables["training"], **(SHORT if "epochs" in tables["training"] else {})}
    return read_study(cell.task, {**tables, "training": training, "model": {**tables["model"], **changes}})


@pytest.mark.parametrize(
    "name",
    [
        "links/celegans/both",
        "links/celegans/none",
        "links/celegans/boosted-trees",
        "links/celegans/katz",
        "links/celegans/resource-allocation",
        "nodes/brazil/gdgin",
        "nodes/brazil/forest",
        "nodes/brazil/log-degree-regression",
        "graphs/mutag/gdgin",
    ],
)
def test_a_seed_yields_the_same_figures_each_time(name: str, data_root: Path) -> None:
    study = shortened(name)
    first, again = study.run(1, data_root), study.run(1, data_root)
    assert (first.values, first.curves) == (again.values, again.curves)
    for metric in study.metrics:
        figures = [first.values[metric]] if metric in first.values else first.curves[metric]
        assert all(0 < figure <= 100 for figure in figures)


def test_features_that_are_not_there_are_asked_for_in_vain(data_root: Path) -> None:
    with pytest.raises(ValueError, match="celegans has no node features"):
        shortened("links/celegans/none", input="features").run(0, data_root)


def test_every_kind_of_study_is_used_by_a_cell() -> None:
    used = {(cell.task, cell.configuration["model"]["kind"]) for cell in find_cells()}
    assert used == set(STUDIES)
