"""Saved predictors: read back as they were, refused when they are not what they say."""

from __future__ import annotations

import hashlib
import json
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import torch
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors

from gdgnn.estimators import GraphClassifier, LinkPredictor, NodeClassifier, load
from gdgnn.estimators import folder as folders
from tests.estimators.small import EDGES, NODES, small

PAIRS = [("p0", "p4"), ("p1", "p30")]
DATA = Path(__file__).parent / "data"


@pytest.fixture
def saved(network: LinkPredictor, tmp_path: Path) -> Path:
    network.save(tmp_path / "model")
    return tmp_path / "model"


def edit(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the index, and keep its checksums right: damage that somebody made on purpose."""
    index = folder / folders.INDEX
    content = json.loads(index.read_text())
    change(content)
    index.write_text(json.dumps(content))


def put_tensors(folder: Path, data: bytes) -> None:
    (folder / folders.TENSORS).write_bytes(data)
    edit(folder, lambda content: content.update(tensors=hashlib.sha256(data).hexdigest()))


def retensor(folder: Path, change: Callable[[dict[str, torch.Tensor]], None]) -> None:
    tensors = load_tensors((folder / folders.TENSORS).read_bytes())
    change(tensors)
    put_tensors(folder, save_tensors(tensors))


def test_what_is_loaded_answers_as_what_was_saved(predictor: LinkPredictor, tmp_path: Path) -> None:
    predictor.save(tmp_path / "model")
    back = load(tmp_path / "model")
    assert isinstance(back, LinkPredictor)
    assert back.get_params() == predictor.get_params()
    assert back.report_ == predictor.report_
    assert str(back.report_) == str(predictor.report_)
    assert back.graph_ == predictor.graph_
    np.testing.assert_array_equal(back.decision_function(PAIRS), predictor.decision_function(PAIRS))
    assert back.recommend("p3", 4) == predictor.recommend("p3", 4)
    assert back.explain("p0", "p4") == predictor.explain("p0", "p4")


def test_features_are_saved_too(tmp_path: Path) -> None:
    fitted = small(model="network").fit(EDGES, x=np.eye(NODES))
    fitted.save(tmp_path / "model")
    back = LinkPredictor.load(tmp_path / "model")
    np.testing.assert_array_equal(back.decision_function([(0, 4)]), fitted.decision_function([(0, 4)]))


def test_what_is_loaded_may_be_saved_and_fitted_again(saved: Path, tmp_path: Path) -> None:
    back = LinkPredictor.load(saved)
    back.save(tmp_path / "again")
    assert (tmp_path / "again" / folders.TENSORS).read_bytes() == (saved / folders.TENSORS).read_bytes()
    assert back.fit(EDGES).graph_.node_names is None


@pytest.mark.parametrize("name", ["link-network-1", "link-instant-1"])
def test_models_of_earlier_versions_load_for_ever(name: str) -> None:
    """These folders are never written again: each is what a released version wrote."""
    expected = json.loads((DATA / f"{name}.json").read_text())
    back = load(DATA / name)
    assert isinstance(back, LinkPredictor)
    np.testing.assert_allclose(
        back.decision_function([tuple(pair) for pair in expected["pairs"]]), expected["scores"], atol=1e-4
    )
    assert back.report_.test is not None


@pytest.mark.parametrize("name", ["node-1", "graph-1"])
def test_classifiers_of_earlier_versions_load_for_ever(name: str) -> None:
    """As above."""
    expected = json.loads((DATA / f"{name}.json").read_text())
    back = load(DATA / name)
    assert isinstance(back, (NodeClassifier, GraphClassifier))
    asked = (
        expected["asked"] if isinstance(back, NodeClassifier) else [nx.Graph(e) for e in expected["asked"]]
    )
    np.testing.assert_allclose(back.predict_proba(asked), expected["probabilities"], atol=1e-4)
    assert back.classes_.tolist() == expected["classes"]


def test_a_model_of_a_machine_with_a_gpu_answers_without_one(
    saved: Path, network: LinkPredictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    edit(saved, lambda content: content["params"].update(device="cuda"))
    back = LinkPredictor.load(saved)
    assert back.device == "auto"
    np.testing.assert_array_equal(back.decision_function(PAIRS), network.decision_function(PAIRS))


def test_a_folder_in_use_is_not_touched(network: LinkPredictor, saved: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError, match="overwrite=True"):
        network.save(saved)
    network.save(saved, overwrite=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["model"]
    (saved / "thesis.tex").write_text("years of work")
    with pytest.raises(FileExistsError, match=r"thesis\.tex"):
        network.save(saved, overwrite=True)
    with pytest.raises(FileExistsError, match="is a file"):
        network.save(saved / "thesis.tex")
    assert (saved / "thesis.tex").read_text() == "years of work"


def test_a_save_that_fails_leaves_nothing_and_what_was_there(
    network: LinkPredictor, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = load(saved).report_
    monkeypatch.setattr(folders, "write_flushed", full_disk)
    with pytest.raises(OSError, match="No space"):
        network.save(saved, overwrite=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["model"]
    assert load(saved).report_ == before


def test_names_that_cannot_be_saved_are_named(tmp_path: Path) -> None:
    fitted = small(model="instant").fit([((u, "x"), (v, "x")) for u, v in EDGES.T.tolist()])
    with pytest.raises(TypeError, match="only strings and integers"):
        fitted.save(tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_a_later_format_is_refused_with_the_remedy(saved: Path) -> None:
    edit(saved, lambda content: content.update(format=folders.FORMAT + 1, gdgnn="9.9"))
    with pytest.raises(ValueError, match=r"format 2, but gdgnn .* reads formats up to 1.*'9\.9'"):
        load(saved)


def test_a_folder_of_an_earlier_format_is_migrated(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(content: dict[str, Any]) -> dict[str, Any]:
        return {**content, "kind": content["sort"]}

    monkeypatch.setitem(folders.MIGRATIONS, 0, renamed)
    edit(saved, lambda content: content.update(format=0, sort=content.pop("kind")))
    assert isinstance(load(saved), LinkPredictor)


def deep(content: dict[str, Any]) -> None:
    content["config"] = {"settings": {"kind": "network", "layers": 10**9}}


BAD_INDEX: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("no format", lambda c: c.pop("format"), "names no format"),
    ("format is a bool", lambda c: c.update(format=True), "names no format"),
    ("format zero", lambda c: c.update(format=0), "never was a format 0"),
    ("unknown kind", lambda c: c.update(kind="os.system"), "its kind is 'os.system'"),
    ("kind is a list", lambda c: c.update(kind=["LinkPredictor"]), "damaged"),
    ("no kind", lambda c: c.pop("kind"), "'kind' is missing"),
    ("params is a list", lambda c: c.update(params=[1]), "no objects"),
    ("unknown param", lambda c: c["params"].update(__class__="x"), "no parameter '__class__'"),
    ("param is an object", lambda c: c["params"].update(seed={}), "parameter seed is {}"),
    ("param makes no sense", lambda c: c["params"].update(trials=-1), "trials is -1"),
    ("config is null", lambda c: c.update(config=None), "no objects"),
    ("no settings", lambda c: c.update(config={}), "'settings' is missing"),
    ("settings is a string", lambda c: c.update(config={"settings": "x"}), "expected an object"),
    ("unknown setting", lambda c: c["config"]["settings"].update(code="x"), "has no 'code'"),
    ("setting of a wrong type", lambda c: c["config"]["settings"].update(hidden="8"), "hidden is '8'"),
    ("huge width", lambda c: c["config"]["settings"].update(hidden=10**12), "hidden is 1000000000000"),
    ("a billion layers", deep, "layers is 1000000000"),
    ("another width", lambda c: c["config"]["settings"].update(hidden=4096), "expected torch.float32"),
    ("report is a number", lambda c: c.update(report=3), "damaged"),
    ("report lacks a part", lambda c: c["report"].pop("why"), "why"),
    ("report chose none", lambda c: c["report"].update(chosen=7), "chosen is 7"),
    ("no graph", lambda c: c.update(graph=False), "the graph is missing"),
    ("checksum is a number", lambda c: c.update(tensors=3), "checksum"),
]


@pytest.mark.parametrize(
    ("change", "problem"), [case[1:] for case in BAD_INDEX], ids=[c[0] for c in BAD_INDEX]
)
def test_a_malformed_index_is_refused(
    saved: Path, change: Callable[[dict[str, Any]], None], problem: str
) -> None:
    edit(saved, change)
    with pytest.raises(ValueError, match=problem):
        load(saved)


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"null", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": NaN}', b'{"format": 1e999}'],
    ids=["empty", "list", "null", "cut", "bytes", "deep", "NaN", "infinite"],
)
def test_an_index_that_is_no_index_is_refused(saved: Path, text: bytes) -> None:
    (saved / folders.INDEX).write_bytes(text)
    with pytest.raises(ValueError, match="save the predictor again"):
        load(saved)


def missing(tensors: dict[str, torch.Tensor]) -> None:
    tensors.pop(next(iter(tensors)))


def extra(tensors: dict[str, torch.Tensor]) -> None:
    tensors["model.code"] = torch.zeros(1)


def not_finite(tensors: dict[str, torch.Tensor]) -> None:
    name = next(name for name, value in tensors.items() if value.is_floating_point())
    tensors[name].view(-1)[0] = float("nan")


def transposed(tensors: dict[str, torch.Tensor]) -> None:
    name = next(name for name, value in tensors.items() if value.ndim == 2 and len(value) != value.shape[1])
    tensors[name] = tensors[name].T.contiguous()


def doubled(tensors: dict[str, torch.Tensor]) -> None:
    name = next(name for name, value in tensors.items() if value.is_floating_point())
    tensors[name] = tensors[name].double()


def misfit_features(tensors: dict[str, torch.Tensor]) -> None:
    tensors["x"] = torch.zeros(3, 1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (missing, "is missing"),
        (extra, "does not belong here"),
        (not_finite, "not finite"),
        (transposed, "expected torch.float32"),
        (doubled, "is torch.float64"),
        (misfit_features, "x has shape"),
    ],
)
def test_tensors_that_do_not_fit_are_refused(
    saved: Path, change: Callable[[dict[str, torch.Tensor]], None], problem: str
) -> None:
    retensor(saved, change)
    with pytest.raises(ValueError, match=problem):
        load(saved)


def claims(shape: list[int]) -> bytes:
    header = json.dumps({"model.x": {"dtype": "F32", "shape": shape, "data_offsets": [0, 4]}}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(4)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x80\x04}.", claims([10**9, 10**9]), claims([-1]), struct.pack("<Q", 2**60)],
    ids=["empty", "pickle", "huge shape", "negative shape", "huge header"],
)
def test_tensor_files_that_lie_are_refused(saved: Path, data: bytes) -> None:
    put_tensors(saved, data)
    with pytest.raises(ValueError, match="is not of safetensors"):
        load(saved)


def test_a_flipped_bit_is_noticed(saved: Path) -> None:
    path = saved / folders.TENSORS
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="checksum"):
        load(saved)


@pytest.mark.parametrize("name", [folders.INDEX, folders.TENSORS, f"{folders.GRAPH}/graph.json"])
def test_a_missing_file_is_named(saved: Path, name: str) -> None:
    (saved / name).unlink()
    with pytest.raises(FileNotFoundError, match=Path(name).name):
        load(saved)


def test_no_folder_at_all_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        load(tmp_path / "nowhere")


def test_the_graph_of_another_model_is_noticed(saved: Path, tmp_path: Path) -> None:
    fitted = small(model="network").fit(EDGES, x=np.ones((NODES, 1)))
    fitted.save(tmp_path / "other")
    bigger = small(model="instant").fit(np.concatenate([EDGES, [[40], [0]]], axis=1))
    bigger.save(tmp_path / "bigger")
    shutil.rmtree(tmp_path / "other" / folders.GRAPH)
    shutil.copytree(tmp_path / "bigger" / folders.GRAPH, tmp_path / "other" / folders.GRAPH)
    with pytest.raises(ValueError, match="x has shape"):
        load(tmp_path / "other")


def lost(tensors: dict[str, torch.Tensor]) -> None:
    tensors["trees.left"][0] = 0


def far(tensors: dict[str, torch.Tensor]) -> None:
    tensors["trees.right"][0] = 10**12


def unknown_column(tensors: dict[str, torch.Tensor]) -> None:
    tensors["trees.feature"][0] = 99


@pytest.mark.parametrize("change", [lost, far, unknown_column])
def test_trees_that_lead_nowhere_are_refused(
    instant: LinkPredictor, tmp_path: Path, change: Callable[[dict[str, torch.Tensor]], None]
) -> None:
    instant.save(tmp_path / "model")
    retensor(tmp_path / "model", change)
    with pytest.raises(ValueError, match="the trees lead nowhere"):
        load(tmp_path / "model")
