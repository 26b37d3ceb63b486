"""A saved graph is whole or absent, and is read back exactly."""

import hashlib
import json
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gdgnn.graph import Graph, folder

SMALL = Graph.from_edges([[0, 1, 2], [1, 2, 3]])
KNOWLEDGE = Graph.from_names(
    ["ann", "bob", "bob", 7, 7, "ann"],
    ["bob", "ann", "zoë", "bob", 7, "bob"],
    relation=["knows", "knows", "owns", "knows", "owns", "owns"],
    directed=True,
)
GRAPHS = {
    "empty": Graph.from_edges([]),
    "no edges": Graph.from_edges([], num_nodes=3),
    "undirected": SMALL,
    "directed": Graph.from_edges([[0, 1, 2], [1, 2, 0]], directed=True),
    "rows merged": Graph.from_edges([[0, 1, 2, 2], [1, 0, 2, 1]]),
    "64 bits": Graph.from_edges([[0, 1], [1, 2]], id_dtype=np.int64),
    "relations": Graph.from_edges([[0, 0], [1, 1]], relation=[0, 3], num_relations=9),
    "names": KNOWLEDGE,
    "arrows ignored": KNOWLEDGE.as_undirected(),
    "union": Graph.union([SMALL, SMALL]),
    "int names": Graph.from_names([10**20, -5], [3, 4]),
}
ARRAYS = ("edge_index", "relation", "row_edge", "edge_rows", "graph_ptr", "indptr", "indices", "slot_ptr",
          "slot_edges", "in_indptr", "in_indices", "in_slot_ptr", "in_slot_edges")  # fmt: skip


def listing(path):
    return [entry.name for entry in path.iterdir()]


def assert_identical(first, second):
    assert first == second
    assert first.cleaning == second.cleaning
    assert (first.out is first.into) == (second.out is second.into)
    for name in ARRAYS:
        ours, theirs = getattr(first, name), getattr(second, name)
        assert (ours is None) == (theirs is None), name
        if ours is not None:
            assert ours.dtype == theirs.dtype, name
            assert np.array_equal(ours, theirs), name
            assert not ours.flags.writeable, name


@pytest.mark.parametrize("verify", [True, False])
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_what_is_saved_is_loaded(graph, verify, tmp_path):
    graph.save(tmp_path / "graph")
    loaded = Graph.load(str(tmp_path / "graph"), verify=verify)
    assert_identical(loaded, graph)
    assert loaded.handle is not None
    assert_identical(pickle.loads(pickle.dumps(loaded)), graph)


def test_names_keep_their_types_and_lead_back(tmp_path):
    KNOWLEDGE.save(tmp_path / "graph")
    loaded = Graph.load(tmp_path / "graph")
    assert list(loaded.node_names) == ["ann", "bob", "zoë", 7]
    assert (loaded.node_id(7), loaded.node_id("zoë"), loaded.relation_id("owns")) == (3, 2, 1)
    assert repr(loaded) == repr(KNOWLEDGE)


def test_arrays_stay_on_disk(tmp_path):
    SMALL.save(tmp_path / "graph")
    loaded = Graph.load(tmp_path / "graph")
    assert all(
        isinstance(array.base, np.memmap) for array in (loaded.edge_index, loaded.indptr, loaded.indices)
    )


def test_names_that_json_cannot_tell_apart_are_refused_before_anything_is_written(tmp_path):
    graph = Graph.from_names(["a", (0, 1)], ["b", "c"])
    with pytest.raises(
        TypeError, match=r"node_names\[2\] is \(0, 1\) of type tuple; only strings and integers"
    ):
        graph.save(tmp_path / "graph")
    assert listing(tmp_path) == []


def test_folders_above_are_made(tmp_path):
    SMALL.save(tmp_path / "a" / "b" / "graph")
    assert Graph.load(tmp_path / "a" / "b" / "graph") == SMALL


def test_an_empty_folder_is_filled(tmp_path):
    SMALL.save(tmp_path)
    assert Graph.load(tmp_path) == SMALL


def test_odd_folder_names_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("[a]*?", "ü b", ".hidden"):
        SMALL.save(name)
        SMALL.save(name, overwrite=True)
        assert Graph.load(name) == SMALL
    assert len(listing(Path())) == 3


def test_the_index_is_readable_and_its_checksums_are_those_of_sha256sum(tmp_path):
    SMALL.save(tmp_path / "graph")
    index = json.loads((tmp_path / "graph" / "graph.json").read_text())
    assert (index["format"], index["version"], index["facts"]["num_nodes"]) == ("gdgnn.graph", 1, 4)
    for name, entry in index["files"].items():
        content = (tmp_path / "graph" / name).read_bytes()
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
        assert entry["bytes"] == len(content)


class TestOverwriting:
    other = Graph.from_edges([[0], [1]], directed=True)

    def test_is_refused_unless_asked_for(self, tmp_path):
        SMALL.save(tmp_path / "graph")
        with pytest.raises(FileExistsError, match="graph is not empty; give overwrite=True"):
            self.other.save(tmp_path / "graph")
        assert Graph.load(tmp_path / "graph") == SMALL

    def test_replaces_and_leaves_nothing_behind(self, tmp_path):
        SMALL.save(tmp_path / "graph")
        self.other.save(tmp_path / "graph", overwrite=True)
        assert Graph.load(tmp_path / "graph") == self.other
        assert listing(tmp_path) == ["graph"]

    def test_spares_graphs_that_are_open(self, tmp_path):
        SMALL.save(tmp_path / "graph")
        loaded = Graph.load(tmp_path / "graph")
        self.other.save(tmp_path / "graph", overwrite=True)
        assert_identical(loaded, SMALL)
        loaded.save(tmp_path / "graph", overwrite=True)
        assert Graph.load(tmp_path / "graph") == SMALL

    def test_replaces_a_damaged_graph(self, tmp_path):
        SMALL.save(tmp_path / "graph")
        (tmp_path / "graph" / "graph.json").write_text("{")
        SMALL.save(tmp_path / "graph", overwrite=True)
        assert Graph.load(tmp_path / "graph") == SMALL

    def test_never_deletes_what_is_no_graph(self, tmp_path):
        (tmp_path / "home").mkdir()
        (tmp_path / "home" / "letter.txt").write_text("dear")
        with pytest.raises(FileExistsError, match=r"home is not a saved graph \(it holds letter.txt\)"):
            SMALL.save(tmp_path / "home", overwrite=True)
        SMALL.save(tmp_path / "graph")
        (tmp_path / "graph" / "notes").mkdir()
        with pytest.raises(
            FileExistsError, match=r"not a saved graph \(it holds notes\) and will not be replaced"
        ):
            SMALL.save(tmp_path / "graph", overwrite=True)
        (tmp_path / "arrays").mkdir()
        np.save(tmp_path / "arrays" / "x.npy", np.zeros(3))
        with pytest.raises(FileExistsError, match=r"it has no graph\.json"):
            SMALL.save(tmp_path / "arrays", overwrite=True)
        (tmp_path / "file").write_text("")
        with pytest.raises(FileExistsError, match="is a file; give"):
            SMALL.save(tmp_path / "file", overwrite=True)
        assert (tmp_path / "home" / "letter.txt").read_text() == "dear"

    def test_restores_the_old_graph_when_the_new_one_cannot_take_its_place(self, tmp_path, monkeypatch):
        SMALL.save(tmp_path / "graph")
        rename = folder.Path.rename

        def fail_on_the_new(source, target):
            if ".saving-" in str(source):
                raise OSError("disk full")
            return rename(source, target)

        monkeypatch.setattr(folder.Path, "rename", fail_on_the_new)
        with pytest.raises(OSError, match="disk full"):
            self.other.save(tmp_path / "graph", overwrite=True)
        assert Graph.load(tmp_path / "graph") == SMALL
        assert listing(tmp_path) == ["graph"]

    def test_killed_between_the_renames_is_told_with_the_way_back(self, tmp_path):
        SMALL.save(tmp_path / "graph")
        (tmp_path / "graph").rename(tmp_path / ".graph.previous")
        with pytest.raises(FileNotFoundError, match=r"was killed; rename .*\.graph\.previous to it"):
            Graph.load(tmp_path / "graph")
        self.other.save(tmp_path / "graph")
        assert listing(tmp_path) == ["graph"]


KILLED_SAVE = """
import os, signal, sys
from gdgnn.graph import Graph, folder
graph = Graph.from_edges([[0, 1, 2], [1, 2, 0]], directed=True)
write = folder._write_array
left = int(sys.argv[2])
def write_some(path, array):
    global left
    left -= 1
    if left < 0:
        path.write_bytes(b"half")
        os.kill(os.getpid(), signal.SIGKILL)
    return write(path, array)
folder._write_array = write_some
graph.save(sys.argv[1], overwrite=True)
"""


@pytest.mark.parametrize("files", [0, 3])
@pytest.mark.parametrize("replaces", [False, True])
def test_a_save_killed_after_some_files_leaves_what_was_there_before(files, replaces, tmp_path):
    target = tmp_path / "graph"
    if replaces:
        SMALL.save(target)
    done = subprocess.run([sys.executable, "-c", KILLED_SAVE, str(target), str(files)])
    assert done.returncode == -signal.SIGKILL
    if replaces:
        assert Graph.load(target) == SMALL
    else:
        with pytest.raises(FileNotFoundError, match="graph is not there"):
            Graph.load(target)
    assert len(listing(tmp_path)) == 1 + replaces  # the half-written folder, hidden
    SMALL.save(target, overwrite=True)
    assert Graph.load(target) == SMALL
    assert listing(tmp_path) == ["graph"]


ENDLESS_SAVES = """
import sys
import numpy as np
from gdgnn.graph import Graph
graph = Graph.from_edges(np.random.default_rng(0).integers(0, 50_000, (2, 200_000)))
print("ready", flush=True)
while True:
    graph.save(sys.argv[1], overwrite=True)
"""


def test_saves_killed_at_any_moment_never_leave_half_a_graph(tmp_path):
    target = tmp_path / "graph"
    for delay in (0.01, 0.03, 0.07):
        with subprocess.Popen(
            [sys.executable, "-c", ENDLESS_SAVES, str(target)], stdout=subprocess.PIPE
        ) as saver:
            saver.stdout.readline()
            time.sleep(delay)
            saver.kill()
        previous = tmp_path / ".graph.previous"
        whole = target if target.exists() else previous
        if whole.exists():
            assert Graph.load(whole).cleaning.rows == 200_000


def test_a_save_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def fail(path, array):
        raise OSError("disk full")

    monkeypatch.setattr(folder, "_write_array", fail)
    with pytest.raises(OSError, match="disk full"):
        SMALL.save(tmp_path / "graph")
    assert listing(tmp_path) == []


def test_a_save_in_progress_is_not_taken_for_an_abandoned_one(tmp_path):
    busy = tmp_path / ".graph.saving-0123"
    busy.mkdir()
    with folder._locked(busy):
        SMALL.save(tmp_path / "graph")
    assert busy.exists()
