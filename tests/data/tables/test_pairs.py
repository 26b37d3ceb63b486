from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn import Graph
from gdgnn.data.tables import BadRowError, read_pairs
from tests.data.tables.test_edges import write

FRIENDS = Graph.from_names(["ann", "bob"], ["bob", "eve"])


def test_pairs_are_ids_of_the_graph_in_the_order_of_their_rows(tmp_path: Path) -> None:
    file = write(tmp_path, "who,whom\neve,ann\nann,bob\neve,ann\nann,ann\n")
    assert read_pairs(file, FRIENDS).pairs.tolist() == [[2, 0, 2, 0], [0, 1, 0, 0]]


def test_names_that_are_numbers_are_found_however_they_are_written(tmp_path: Path) -> None:
    graph = Graph.from_names([10, 20], [20, 30])
    assert read_pairs(write(tmp_path, "src,dst\n30,10\n"), graph).pairs.tolist() == [[2], [0]]
    unnamed = Graph.from_edges([[0], [1]])
    assert read_pairs(write(tmp_path, "src,dst\n1,0\n"), unnamed).pairs.tolist() == [[1], [0]]


def test_an_unknown_node_is_a_bad_row(tmp_path: Path) -> None:
    file = write(tmp_path, "src,dst\nann,bob\n\nann,zoe\n")
    with pytest.raises(
        BadRowError, match=r'line 4: "dst" is "zoe", which is no node of the graph; mend it or drop'
    ):
        read_pairs(file, FRIENDS)
    table = read_pairs(file, FRIENDS, skip_bad=True)
    assert (table.pairs.tolist(), table.report.bad) == ([[0], [1]], 1)
