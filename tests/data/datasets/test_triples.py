from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.data.datasets.triples import read_inductive, read_triples_dataset


def write(folder: Path, train: str, valid: str, test: str) -> None:
    folder.mkdir()
    for part, text in (("train", train), ("valid", valid), ("test", test)):
        (folder / f"{part}.txt").write_text(text)


def test_three_files_share_their_entities_and_relations(tmp_path: Path) -> None:
    write(tmp_path / "kg", "a\tr\tb\n", "b\ts\tc\n", "d\tr\ta\n")
    found = read_triples_dataset("small", tmp_path / "kg")
    assert tuple(found.test.entities) == ("a", "b", "c", "d")
    assert found.test.ids.tolist() == [[3], [0], [0]]
    assert found.valid.ids.tolist() == [[1], [1], [2]]


def test_an_inductive_pair_shares_its_relations_only(tmp_path: Path) -> None:
    write(tmp_path / "kg", "a\tr\tb\nb\ts\ta\n", "", "")
    write(tmp_path / "kg_ind", "x\ts\ty\n", "", "y\tr\tx\n")
    found = read_inductive("small", tmp_path / "kg")
    assert found.test.train.ids.tolist() == [[0], [1], [1]]
    assert tuple(found.test.train.relations) == tuple(found.train.train.relations) == ("r", "s")
    assert tuple(found.test.train.entities) == ("x", "y")


def test_a_relation_that_was_never_trained_is_named(tmp_path: Path) -> None:
    write(tmp_path / "kg", "a\tr\tb\n", "", "")
    write(tmp_path / "kg_ind", "x\tnew\ty\n", "", "")
    with pytest.raises(KeyError, match="new"):
        read_inductive("small", tmp_path / "kg")


@pytest.mark.parametrize(("version", "shared"), [(1, 0), (3, 8)])
def test_the_names_that_both_graphs_use_are_known(version: int, shared: int, data_root: Path) -> None:
    folder = data_root / "kg" / "inductive" / f"WN18RR_v{version}"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    found = read_inductive("wn18rr", folder)
    assert len(set(found.train.train.entities) & set(found.test.train.entities)) == shared
