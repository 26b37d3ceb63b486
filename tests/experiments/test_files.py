"""The files of the cells themselves."""

from __future__ import annotations

import re

import pytest

from gdgnn.experiments.cell import Cell, find_cells
from gdgnn.experiments.ours import mean_of, std_of

CELLS = find_cells()
MEASURED = [cell for cell in CELLS if cell.ours is not None]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_a_cell_says_where_it_stands_in_the_paper(cell: Cell) -> None:
    assert re.match(r"Table \d+, .+: .+|not in the paper", cell.paper)
    assert (cell.published is not None) == cell.paper.startswith("Table")
    assert cell.study.protocol.in_words().endswith(".")


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_the_epoch_is_chosen_on_validation_or_not_at_all(cell: Cell) -> None:
    selects = getattr(cell.study.training, "select", "nothing")  # type: ignore[attr-defined]
    chosen = cell.study.protocol.selection  # type: ignore[attr-defined]
    assert (selects == "best") == (chosen != "nothing")


@pytest.mark.parametrize("cell", MEASURED, ids=lambda cell: cell.name)
def test_our_figures_agree_with_their_seeds(cell: Cell) -> None:
    ours = cell.ours
    assert ours is not None
    assert set(ours.values) == set(ours.mean) == set(ours.std) == set(cell.study.metrics)
    assert set(ours.seeds) <= set(range(cell.seeds))
    for metric, figures in ours.values.items():
        assert len(figures) == len(ours.seeds)
        assert all(0 <= figure <= 100 for figure in figures)
        assert ours.mean[metric] == mean_of(figures)
        assert ours.std[metric] == std_of(figures)


def test_methods_of_one_table_are_judged_alike() -> None:
    for cell in CELLS:
        for other in CELLS:
            if (cell.block, cell.dataset) == (other.block, other.dataset):
                assert cell.study.protocol.in_words() == other.study.protocol.in_words()
