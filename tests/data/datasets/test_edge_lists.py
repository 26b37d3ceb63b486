from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.data.datasets.edge_lists import read_airports, read_links


def test_nodes_are_those_with_an_edge_named_by_their_ids(tmp_path: Path) -> None:
    (tmp_path / "edges.txt").write_text("7 2 0.5\n2\t9\n\n9 7 1\n7 7\n2 7\n")
    found = read_links("small", tmp_path)
    assert tuple(found.graph.node_names) == (2, 7, 9)
    assert found.graph.edge_index.T.tolist() == [[1, 0], [0, 2], [2, 1]]
    assert (found.graph.cleaning.loops, found.graph.cleaning.reversed) == (1, 1)


@pytest.mark.parametrize("line", ["5", "5 a", "a b", "1.5 2"])
def test_a_line_that_is_no_edge_is_shown(line: str, tmp_path: Path) -> None:
    (tmp_path / "edges.txt").write_text(f"1 2\n{line}\n")
    with pytest.raises(ValueError, match=f"edges.txt is damaged: '{line}' "):
        read_links("small", tmp_path)


def test_airports_are_numbered_as_their_labels_are_listed(tmp_path: Path) -> None:
    (tmp_path / "labels.txt").write_text("30 1\n10 0\n20 3\n")
    (tmp_path / "edges.txt").write_text("10 20\n20 10\n30 20\n")
    found = read_airports("small", tmp_path)
    assert found.y.tolist() == [1, 0, 3]
    assert found.graph.edge_index.tolist() == [[1, 0], [2, 2]]


def test_an_airport_without_a_label_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.txt").write_text("10 0\n")
    (tmp_path / "edges.txt").write_text("10 20\n")
    with pytest.raises(ValueError, match=r"edges.txt is damaged: tails\[0\] is 20, .* labels.txt"):
        read_airports("small", tmp_path)
