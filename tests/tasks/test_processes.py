from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from gdgnn.tasks.processes import average_buffers, gathered, sum_gradients, this_process
from tests.tasks.small import assert_same_tensors
from tests.tasks.two_processes import GRAPH, JOINT_BATCH, everything

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def of_two(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What two processes find that torchrun started."""
    folder = tmp_path_factory.mktemp("two")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    done = subprocess.run(
        [*command, str(ROOT / "tests" / "tasks" / "two_processes.py"), str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "checkpoint" / "last.ckpt").exists()
    return [torch.load(folder / f"{rank}.pt", weights_only=True) for rank in (0, 1)]


@pytest.fixture(scope="module")
def of_one() -> dict[str, Any]:
    return everything()


@pytest.mark.parametrize("kind", ["full", "receptive-field", "graphs"])
def test_two_processes_train_as_one_with_the_joint_batch(
    of_two: list[dict[str, Any]], of_one: dict[str, Any], kind: str
) -> None:
    first, second = (found[kind] for found in of_two)
    assert_same_tensors(first["weights"], second["weights"])
    assert_same_tensors(first["weights"], of_one[kind]["weights"], 1e-5)
    assert first["loss"] == pytest.approx(of_one[kind]["loss"], rel=1e-5)
    assert first["loss"] == second["loss"]


def test_two_processes_evaluate_as_one(of_two: list[dict[str, Any]], of_one: dict[str, Any]) -> None:
    first, second = (found["full"] for found in of_two)
    assert torch.equal(first["score"], second["score"])
    torch.testing.assert_close(first["score"], of_one["full"]["score"], rtol=1e-4, atol=1e-5)
    assert first["metric"] == second["metric"] == pytest.approx(of_one["full"]["metric"])


def test_one_of_the_two_had_a_step_without_targets() -> None:
    assert GRAPH.num_edges % JOINT_BATCH == 1


def test_a_process_alone_exchanges_nothing() -> None:
    layer = torch.nn.Linear(2, 2)
    sum_gradients(layer.parameters())
    average_buffers(layer)
    assert layer.weight.grad is None
    assert gathered(3) == [3]


def test_torchrun_says_which_process_this_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "2")
    monkeypatch.setenv("WORLD_SIZE", "4")
    assert this_process()._asdict() == {"rank": 2, "world_size": 4}
