from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.data.tables import read_split
from tests.data.tables.test_edges import write


def test_parts_share_their_nodes_and_keep_their_rows(tmp_path: Path) -> None:
    tables = read_split(
        train=write(tmp_path, "src,dst\na,b\nb,c\nb,c\n", "train.csv"),
        valid=write(tmp_path, "dst,src\nd,c\n", "valid.csv"),
        test={"src": ["a"], "dst": ["d"]},
        test_negatives={"src": ["a"], "dst": ["c"]},
    )
    assert {part: rows.tolist() for part, rows in tables.rows.items()} == {
        "train": [[0, 1, 1], [1, 2, 2]],
        "valid": [[2], [3]],
        "test": [[0], [3]],
        "test_negatives": [[0], [2]],
    }
    assert (tables.whole.num_edges, tables.reports["train"].rows) == (4, 3)
    split = tables.split()
    assert (split.train_pairs.tolist(), split.test_pairs.tolist()) == ([[0, 1], [1, 2]], [[0], [3]])
    report = tables.check_leaks()
    assert report.ok
    assert [leak.kind for leak in report] == ["unseen_node", "unseen_node", "duplicate_target"]


def test_leaks_between_files_are_found_and_the_split_is_refused(tmp_path: Path) -> None:
    tables = read_split(
        train={"src": [1, 2], "dst": [2, 3]},
        test={"src": [3, 1], "dst": [2, 3]},
        test_negatives={"src": [2], "dst": [1]},
    )
    kinds = {(leak.kind, leak.count) for leak in tables.check_leaks().errors}
    assert kinds == {("reversed_in_graph", 1), ("reversed_target", 1), ("negative_is_positive", 1)}
    with pytest.raises(ValueError, match=r"edge 1, \(1, 2\), is in train and in test, as are 0 more"):
        tables.split()


def test_facts_keep_their_relations() -> None:
    columns = {"head": ["a"], "relation": ["r"], "tail": ["b"]}
    tables = read_split(
        train=columns,
        test={"head": ["a", "b"], "relation": ["s", "r"], "tail": ["b", "a"]},
        relation="relation",
        directed=True,
    )
    assert tables.rows["test"].tolist() == [[0, 1], [1, 0], [1, 0]]
    report = tables.check_leaks()
    assert report.ok
    assert {leak.kind for leak in report} == {
        "other_relation_in_graph",
        "reversed_in_graph",
        "reversed_target",
    }
    assert tables.split().test.size == 2


def test_parts_of_different_types_are_named_by_text() -> None:
    tables = read_split(train={"src": [1], "dst": [2]}, test={"src": ["2"], "dst": ["x"]})
    assert list(tables.whole.node_names) == ["1", "2", "x"]
