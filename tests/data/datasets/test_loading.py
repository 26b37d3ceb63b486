"""Data sets are found by name, below the right folder, and are what their entry says."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from gdgnn.data.datasets import (
    GraphsDataset,
    InductiveDataset,
    LinkDataset,
    NodeDataset,
    PairsDataset,
    TriplesDataset,
    data_root,
    info,
    is_there,
    known_names,
    load,
    names,
)
from gdgnn.data.datasets.values import Dataset

TOO_BIG = {"ogbg-molpcba"}
KIND_OF_NAME = {
    known_names.LinkName: LinkDataset,
    known_names.NodeName: NodeDataset,
    known_names.GraphsName: GraphsDataset,
    known_names.TriplesName: TriplesDataset,
    known_names.InductiveName: InductiveDataset,
    known_names.PairsName: PairsDataset,
}


def counts(dataset: Dataset) -> dict[str, int]:
    """What can be counted in a data set."""
    if isinstance(dataset, PairsDataset):
        return {"pairs": len(dataset)}
    if isinstance(dataset, TriplesDataset):
        parts = {part: getattr(dataset, part).num_triples for part in ("train", "valid", "test")}
        return parts | {
            "entities": dataset.train.num_entities,
            "relations": dataset.train.num_relations,
        }
    if isinstance(dataset, InductiveDataset):
        return {
            "relations": dataset.test.train.num_relations,
            "training triples": dataset.train.train.num_triples,
            "known triples": dataset.test.train.num_triples,
            "test triples": dataset.test.test.num_triples,
        }
    graph = dataset.graph
    found = {"nodes": graph.num_nodes, "edges": graph.num_edges}
    if isinstance(dataset, LinkDataset):
        pairs = {} if dataset.split is None else {"training pairs": dataset.split.train_pairs.shape[1]}
        return found | pairs
    found["classes"] = np.unique(dataset.y).size
    if isinstance(dataset, GraphsDataset):
        found["graphs"] = len(dataset)
        found["tasks"] = dataset.y.shape[1] if dataset.y.ndim == 2 else 1
    elif dataset.x is not None:
        found["features"] = dataset.x.shape[1]
    return found


@pytest.mark.parametrize("name", [name for name in names() if name not in TOO_BIG])
def test_a_data_set_is_what_its_entry_says(name: str, data_root: Path) -> None:
    if not is_there(name, root=data_root):
        pytest.skip(f"no {name} in {data_root}")
    dataset = load(name, root=data_root, download=False)
    (kind,) = (kind for literal, kind in KIND_OF_NAME.items() if name in get_args(literal))
    assert type(dataset) is kind
    assert dataset.name == name
    assert info(name).facts.items() <= counts(dataset).items()


def test_type_checkers_know_every_name() -> None:
    listed = [name for literal in KIND_OF_NAME for name in get_args(literal)]
    assert sorted(listed) == sorted(names())


def test_every_entry_says_what_it_is_and_where_from() -> None:
    for name in names():
        entry = info(name)
        assert entry.name == name
        assert entry.summary
        assert entry.facts
        assert entry.licence
        assert entry.source == "generated" or entry.source.startswith("https://")


@pytest.mark.parametrize("name", ["PTC_MR", "ptc_mr", "Ptc-MR"])
def test_capitals_and_underscores_do_not_matter(name: str) -> None:
    assert info(name).name == "ptc-mr"


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="no data set 'corra'; did you mean 'cora'"):
        load("corra")


def test_the_root_is_the_argument_then_the_variable_then_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDGNN_DATA", "/of/the/variable")
    monkeypatch.setenv("XDG_CACHE_HOME", "/of/the/cache")
    assert data_root(tmp_path) == tmp_path
    assert data_root() == Path("/of/the/variable")
    monkeypatch.delenv("GDGNN_DATA")
    assert data_root() == Path("/of/the/cache/gdgnn")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert data_root() == Path.home() / ".cache" / "gdgnn"


def test_what_is_missing_and_may_not_be_downloaded_is_named(tmp_path: Path) -> None:
    assert not is_there("ns", root=tmp_path)
    with pytest.raises(FileNotFoundError, match=r"ns is not in .*: link/ns/edges.txt is missing"):
        load("ns", root=tmp_path, download=False)
    assert list(tmp_path.iterdir()) == []


def test_reading_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "link" / "ns" / "edges.txt"
    file.parent.mkdir(parents=True)
    file.write_text("1 2 0.5\n")
    assert load("ns", root=tmp_path).graph.num_edges == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]
