"""A damaged, foreign or hostile saved graph is refused with a clean error, and never runs code."""

import hashlib
import json
import os
import pickle
import re
import shutil

import numpy as np
import pytest

from gdgnn.graph import Graph, folder

KNOWLEDGE = Graph.from_names(
    ["ann", "bob", "bob", 7, 7, "ann"],
    ["bob", "ann", "zoë", "bob", 7, "bob"],
    relation=["knows", "knows", "owns", "knows", "owns", "owns"],
    directed=True,
)


@pytest.fixture
def saved(tmp_path):
    KNOWLEDGE.save(tmp_path / "graph")
    return tmp_path / "graph"


def refused(path, *, verify=True):
    """The message with which a folder is refused; only clean errors that name the path are let through."""
    with pytest.raises((ValueError, FileNotFoundError)) as caught:
        Graph.load(path, verify=verify)
    assert type(caught.value) in (ValueError, FileNotFoundError)
    assert str(path) in str(caught.value)
    return str(caught.value)


def rewrite(path, change):
    """Change the index as someone would who can compute its checksum."""
    index = json.loads((path / "graph.json").read_text())
    del index["sha256"]
    change(index)
    index["sha256"] = folder._digest_of(index)
    (path / "graph.json").write_text(json.dumps(index))


def replace_array(path, name, array, **save):
    """Put in another array with all its checksums right."""
    np.save(path / f"{name}.npy", array, **save)
    content = (path / f"{name}.npy").read_bytes()
    entry = {"dtype": array.dtype.str, "shape": list(array.shape), "bytes": len(content)}
    rewrite(path, lambda index: index["files"].update({f"{name}.npy": {**entry, "sha256": sha(content)}}))


def sha(content):
    return hashlib.sha256(content).hexdigest()


def test_nothing_there_is_told_with_what_to_give(tmp_path):
    assert "is not there; give the folder that Graph.save wrote" in refused(tmp_path / "none")
    (tmp_path / "file").write_text("")
    assert "file is a file; give the folder" in refused(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    assert "empty holds no graph.json" in refused(tmp_path / "empty")


def test_every_flipped_bit_in_any_file_is_noticed(saved):
    rng = np.random.default_rng(0)
    for file in sorted(saved.iterdir()):
        content = file.read_bytes()
        for at in rng.choice(len(content), size=min(len(content), 25), replace=False):
            flipped = bytearray(content)
            flipped[at] ^= 1 << rng.integers(8)
            if file.name == "graph.json" and bytes(flipped).split() == content.split():
                continue  # blank space between the words
            file.write_bytes(flipped)
            assert file.name in refused(saved)
        file.write_bytes(content)
    assert Graph.load(saved) == KNOWLEDGE


def test_every_truncated_file_is_noticed_even_without_verifying(saved):
    for file in sorted(saved.iterdir()):
        content = file.read_bytes()
        for keep in (0, 1, len(content) // 2, len(content) - 1):
            file.write_bytes(content[:keep])
            assert file.name in refused(saved, verify=False)
        file.write_bytes(content)
    assert Graph.load(saved) == KNOWLEDGE


def test_every_missing_file_is_named(saved):
    for file in sorted(saved.iterdir()):
        content = file.read_bytes()
        file.unlink()
        assert file.name in refused(saved)
        file.mkdir()
        assert file.name in refused(saved)
        file.rmdir()
        file.write_bytes(content)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        (b"\x80\x04K\x01.", "it is not JSON"),
        ("[]", "its format is not 'gdgnn.graph'"),
        ("{}", "its format is not 'gdgnn.graph'"),
        ('{"format": "other"}', "its format is not 'gdgnn.graph'"),
        ('{"format": "gdgnn.graph"}', "its version is None, but this gdgnn reads version 1"),
        ('{"format": "gdgnn.graph", "version": 2}', "its version is 2, but this gdgnn reads version 1"),
        ('{"format": "gdgnn.graph", "version": [[]]}', "its version is [[]]"),
        ('{"format": "gdgnn.graph", "version": 1}', "its checksum does not match"),
        ('{"format": "gdgnn.graph", "version": 1, "sha256": {}}', "its checksum does not match"),
        (" " * (2 << 20), "it is far too large"),
    ],
)  # fmt: skip
def test_a_foreign_index_is_refused(saved, text, words):
    (saved / "graph.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in refused(saved)


@pytest.mark.parametrize(
    "change",
    [
        lambda index: index.pop("facts"),
        lambda index: index.update(files=[]),
        lambda index: index.update(facts=None),
        lambda index: index["facts"].update(num_nodes=-1),
        lambda index: index["facts"].update(num_nodes=2**80),
        lambda index: index["facts"].update(num_nodes=4.0),
        lambda index: index["facts"].update(num_nodes=10**9),
        lambda index: index["facts"].update(num_relations=True),
        lambda index: index["facts"].update(num_relations=1),
        lambda index: index["facts"].update(directed="yes"),
        lambda index: index["facts"].update(directed=False),
        lambda index: index["facts"].update(cleaning=[1, 2]),
        lambda index: index["facts"].update(cleaning=7),
        lambda index: index["facts"].update(cleaning=[6, 3, 1, 0, 0]),
        lambda index: index["files"].pop("indices.npy"),
        lambda index: index["files"].pop("in_indptr.npy"),
        lambda index: index["files"].pop("slot_ptr.npy"),
        lambda index: index["files"].pop("node_names_ptr.npy"),
        lambda index: index["files"].pop("row_edge.npy"),
        lambda index: index["files"].update({"../outside.npy": index["files"]["indices.npy"]}),
        lambda index: index["files"].update({"/dev/zero": index["files"]["indices.npy"]}),
        lambda index: index["files"].update({"extra.npy": index["files"]["indices.npy"]}),
        lambda index: index["files"].update({"indices.npy": None}),
        lambda index: index["files"].update({"indices.npy": {}}),
        lambda index: index["files"]["indices.npy"].update(shape=[[3]]),
        lambda index: index["files"]["indices.npy"].update(dtype="|O"),
        lambda index: index["files"]["indices.npy"].update(bytes="many"),
    ],
)
@pytest.mark.parametrize("verify", [True, False])
def test_a_lying_index_is_refused(saved, change, verify):
    rewrite(saved, change)
    refused(saved, verify=verify)


class Bomb:
    def __reduce__(self):
        return os.mkdir, ("exploded",)


@pytest.mark.parametrize("verify", [True, False])
def test_pickles_are_never_opened(saved, verify, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    original = dict(Graph.load(saved).__dict__)
    assert original["num_nodes"] == 4
    replace_array(saved, "indices", np.array([Bomb()] * 5, dtype=object), allow_pickle=True)
    assert "indices.npy: it is not an array" in refused(saved, verify=verify)
    bomb = pickle.dumps(Bomb())
    (saved / "indices.npy").write_bytes(bomb)
    rewrite(
        saved,
        lambda index: index["files"]["indices.npy"].update(bytes=len(bomb), sha256=sha(bomb), dtype="|O"),
    )
    assert "indices.npy: it is not an array" in refused(saved, verify=verify)
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize(
    ("name", "array", "words"),
    [
        ("indices", np.arange(5.0), "indices.npy: it holds float64"),
        ("indices", np.arange(5, dtype=np.int64), "indices.npy: it holds int64"),
        ("indices", np.zeros((5, 1), np.int32), "indices.npy: it holds int32 (5, 1)"),
        ("indices", np.full(4, 99, np.int32), "indices[0] is 99"),
        ("indices", np.full(4, -1, np.int32), "indices[0] is -1"),
        ("indptr", np.array([0, 9, -9, 0, 4]), "indptr["),
        ("indptr", np.zeros(5, np.int64), "indptr[4] is 0"),
        ("in_indices", np.full(4, 99, np.int32), "in_indices[0] is 99"),
        ("edge_index", np.full((2, 5), 4, np.int32), "edge_index.npy: entry 0 leads outside the graph"),
        ("edge_index", np.full((2, 5), -1, np.int32), "edge_index.npy: entry 0 leads outside the graph"),
        ("edge_index", np.zeros((2, 5), np.int32, order="F"), "edge_index.npy: it is not an array in row"),
        ("edge_index", np.zeros((2, 4), np.int32), "edge_index.npy: it holds int32 (2, 4)"),
        ("relation", np.array([0, 1, 2, 0, 0]), "relation.npy: entry 2 leads outside the graph"),
        ("row_edge", np.array([0, 1, 2, 3, -2, 4]), "row_edge.npy: entry 4 leads outside the graph"),
        ("edge_rows", np.array([0, 1, 2, 3, 6]), "edge_rows.npy: entry 4 leads outside the graph"),
        ("node_names", np.frombuffer(b"abc", np.uint8), "node_names_ptr.npy: its offsets do not rise"),
        ("node_names_ptr", np.array([0, 30, 2, 3, 18]), "node_names_ptr.npy: its offsets do not rise"),
        ("node_names_ptr", np.array([0, 18]), "node_names_ptr.npy: it holds int64 (2,)"),
        ("graph_ptr", np.array([0, 3]), "graph_ptr.npy: its offsets do not rise from 0 to 4"),
        ("graph_ptr", np.array([], np.int64), "graph_ptr.npy: its offsets do not rise from 0 to 4"),
        ("slot_ptr", np.array([0, 1, 2, 3, 4, 5]), "slot_ptr"),
    ],
)  # fmt: skip
def test_arrays_that_lead_astray_are_refused_although_their_checksums_are_right(saved, name, array, words):
    replace_array(saved, name, array)
    assert words in refused(saved)


def test_a_header_that_promises_more_than_the_file_holds_is_refused(saved):
    content = bytearray((saved / "indptr.npy").read_bytes())
    at = content.index(b"(5,)")
    content[at : at + 12] = b"(9000000000,"
    content[at + 12 : at + 14] = b")}"
    (saved / "indptr.npy").write_bytes(content)
    rewrite(
        saved, lambda index: index["files"]["indptr.npy"].update(sha256=sha(content), shape=[9_000_000_000])
    )
    assert "indptr.npy: it is not an array" in refused(saved)


def test_without_verifying_damage_is_found_when_a_search_begins(saved):
    replace_array(saved, "indices", np.full(4, 99, np.int32))
    graph = Graph.load(saved, verify=False)
    with pytest.raises(ValueError, match=r"indices\[0\] is 99"):
        _ = graph.handle


def test_a_fifo_in_the_place_of_a_file_does_not_hang(saved):
    for name in ("indices.npy", "graph.json"):
        (saved / name).unlink()
        os.mkfifo(saved / name)
        refused(saved)


def test_moved_and_copied_folders_open(saved, tmp_path):
    shutil.copytree(saved, tmp_path / "copy")
    shutil.move(saved, tmp_path / "moved")
    assert Graph.load(tmp_path / "copy") == Graph.load(tmp_path / "moved") == KNOWLEDGE


def test_names_whose_bytes_were_altered_raise_when_looked_at(saved):
    size = np.load(saved / "node_names.npy").size
    replace_array(saved, "node_names", np.full(size, ord("{"), np.uint8))
    graph = Graph.load(saved)
    with pytest.raises(ValueError, match=re.escape(f"{saved / 'node_names.npy'}: name 0 is damaged")):
        graph.node_names[0]
