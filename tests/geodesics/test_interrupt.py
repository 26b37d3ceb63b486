"""A long call answers Ctrl-C, lets other threads run, and survives fork and concurrent use."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gdgnn import geodesics
from tests.geodesics.checks import assert_same
from tests.strategies import cycle, grid, plain

LONG_CALL = """
import sys
import numpy as np
from gdgnn import geodesics
from gdgnn.graph import Graph

count = 300_000
around = np.arange(count)
graph = Graph.from_edges(np.stack([around, (around + 1) % count]))
pairs = np.random.default_rng(0).integers(0, count, (2, 1_000_000))
nodes = around[::3]
union = Graph.union([graph, Graph.from_edges(np.stack([around[:1000], around[1:1001]]))])
graph.handle, union.handle
print("started", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    assert geodesics.distances(graph, pairs[:, :1], max_dist=2).shape == (1,)
    sys.exit(0)
print("finished", flush=True)
"""

LONG_CALLS = {
    "distances": "geodesics.distances(graph, pairs, max_dist=32766, threads={threads})",
    "vertical": "geodesics.vertical(graph, pairs, max_dist=32766, threads={threads})",
    "horizontal": "geodesics.horizontal(graph, pairs, max_dist=32766, threads={threads})",
    "dag": "geodesics.dag(graph, pairs, max_dist=32766, threads={threads})",
    "neighborhoods": "geodesics.neighborhoods(graph, nodes, max_dist=32766, threads={threads})",
    "rank": "list(geodesics.rank(graph, nodes, nodes, max_dist=32766, threads={threads}))",
    "shared ends": "geodesics.distances(graph, pairs // [[300], [1]], max_dist=32766, threads={threads})",
}


def assert_interrupted(call: str, *, after: float = 0.5) -> None:
    """Ctrl-C so many seconds into the call ends it as KeyboardInterrupt, long before it would have ended."""
    script = LONG_CALL.format(call=call)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        time.sleep(after)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=5)
    finally:
        child.kill()
        child.wait()
    assert output == "interrupted\n"
    assert child.returncode == 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_stops_a_long_call_and_leaves_the_engine_usable(name: str, threads: int) -> None:
    assert_interrupted(LONG_CALLS[name].format(threads=threads))


def test_ctrl_c_is_answered_when_the_calling_thread_has_no_work_left() -> None:
    """64 sources that see little, then 64 that see the whole cycle: one thread waits for the other."""
    few_then_all = "geodesics.rank(union, np.r_[count : count + 64, :64], max_memory=1 << 33, threads=2, {})"
    assert_interrupted(f"list({few_then_all.format('max_dist=32766')})", after=2)


def test_other_threads_run_while_the_engine_works() -> None:
    """Holding the GIL through the call would stop this thread from counting."""
    count = 40_000
    graph = plain(count, cycle(count)).graph
    assert graph.handle is not None
    pairs = np.random.default_rng(0).integers(0, count, (2, 10_000))
    started, ended = threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        geodesics.distances(graph, pairs, max_dist=32_766, threads=1)
        ended.set()

    worker = threading.Thread(target=work)
    worker.start()
    started.wait()
    ticks = 0
    while not ended.is_set():
        time.sleep(0.001)
        ticks += 1
    worker.join()
    assert ticks >= 20


GRID_NODES = 900
PAIRS = np.random.default_rng(1).integers(0, GRID_NODES, (2, 4000))


def all_answers(graph: Any) -> list[Any]:
    asked: dict[str, Any] = {"max_dist": 12, "threads": 2}
    return [
        geodesics.distances(graph, PAIRS, **asked),
        geodesics.vertical(graph, PAIRS, **asked),
        geodesics.horizontal(graph, PAIRS, edges=True, **asked),
        geodesics.neighborhoods(graph, np.arange(50), max_dist=4, threads=2),
        geodesics.random_walks(graph, PAIRS[0], 5, threads=2),
        geodesics.walk_weights(graph, PAIRS, 4, threads=2),
    ]


def test_many_threads_may_ask_at_once() -> None:
    graph = plain(GRID_NODES, grid(GRID_NODES, width=30)).graph
    expected = all_answers(graph)
    fresh = plain(GRID_NODES, grid(GRID_NODES, width=30)).graph
    with ThreadPoolExecutor(8) as pool:
        for answers in pool.map(lambda _: all_answers(fresh), range(16)):
            for answer, one in zip(answers, expected, strict=True):
                assert_same(answer, one)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_can_ask_after_its_parent_did() -> None:
    """Threads do not survive a fork: a pool kept from before must not be waited for."""
    graph = plain(GRID_NODES, grid(GRID_NODES, width=30)).graph
    expected = all_answers(graph)
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()

    def child() -> None:
        again = all_answers(graph)
        answers.put([answer.tolist() if isinstance(answer, np.ndarray) else None for answer in again])

    processes = [context.Process(target=child) for _ in range(2)]
    for process in processes:
        process.start()
    deadline = time.monotonic() + 60
    try:
        while answers.empty() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not answers.empty(), "the forked child did not answer"
        for _ in processes:
            distance, *_, walks = answers.get()
            assert distance == expected[0].tolist()
            assert walks == expected[-1].tolist()
        for process in processes:
            process.join(60)
            assert process.exitcode == 0
    finally:
        for process in processes:
            process.kill()
    for answer, one in zip(all_answers(graph), expected, strict=True):
        assert_same(answer, one)


TOO_FEW_RESOURCES = """
import resource
import numpy as np
from gdgnn import geodesics
from gdgnn.graph import Graph

around = np.arange(20_000)
graph = Graph.from_edges(np.stack([around, (around + 1) % 20_000]))
pairs = np.random.default_rng(0).integers(0, 20_000, (2, 200_000))
expected = geodesics.distances(graph, pairs, max_dist=9, threads=1)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (100 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    found = geodesics.distances(graph, pairs, max_dist=9, threads=500)
except (MemoryError, OSError, RuntimeError) as error:
    assert type(error) is not RuntimeError or "thread" in str(error)
else:
    np.testing.assert_array_equal(found, expected)
print("alive")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_threads_that_the_system_refuses_are_done_without_or_reported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TOO_FEW_RESOURCES], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "alive\n", done.stderr
