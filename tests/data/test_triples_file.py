from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gdgnn.data.triples_file import read_split, read_triples


def write(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def test_a_split_shares_its_vocabulary(tmp_path: Path) -> None:
    folder = write(tmp_path / "kg", train="a\tr\tb\n\nb\ts\tc\n", valid="a\ts\tc\n", test="d\tr\ta\n")
    split = read_split(folder)
    assert split.train.named() == [("a", "r", "b"), ("b", "s", "c")]
    assert split.test.ids.tolist() == [[3], [0], [0]]
    assert {part.num_entities for part in (split.train, split.valid, split.test)} == {4}


def test_an_unseen_relation_is_named_with_file_and_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "kg", train="a\tr\tb\n", valid="", test="\na\tnew\tb\n")
    with pytest.raises(KeyError, match=r"test.txt, line 2: relation 'new' is not among the 1"):
        read_split(folder, relations=["r"])


def test_an_unseen_entity_is_named_with_file_and_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "kg", train="a\tr\tb\n")
    with pytest.raises(KeyError, match=r"train.txt, line 1: entity 'b' is not among the 1"):
        read_triples(folder / "train.txt", entities=["a"])


@pytest.mark.parametrize("line", ["a\tr", "a\tr\tb\tc", "a\t\tb", "a r b"])
def test_a_line_without_three_columns_is_named(tmp_path: Path, line: str) -> None:
    folder = write(tmp_path / "kg", train=f"a\tr\tb\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        read_triples(folder / "train.txt")


def test_inductive_sets_have_entities_of_their_own(data_root: Path) -> None:
    folder = data_root / "kg" / "inductive"
    trained = read_split(folder / "WN18RR_v1")
    asked = read_split(folder / "WN18RR_v1_ind", relations=trained.train.relations)
    assert trained.train.num_triples == 5410
    assert asked.train.num_triples == 1618
    assert asked.test.num_triples == 188
    assert asked.train.relations == trained.train.relations
    assert not set(asked.train.entities or ()) & set(trained.train.entities or ())


def test_fb15k_237_has_its_published_size(data_root: Path) -> None:
    split = read_split(data_root / "kg" / "transductive" / "FB15k-237" / "raw")
    assert (split.train.num_entities, split.train.num_relations) == (14_541, 237)
    assert [part.num_triples for part in (split.train, split.valid, split.test)] == [272_115, 17_535, 20_466]
    graph = split.train.graph()
    assert graph.num_edges == np.unique(split.train.ids, axis=1).shape[1] - graph.cleaning.loops
