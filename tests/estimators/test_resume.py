"""Interrupted training ends with the model of an uninterrupted one."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gdgnn.estimators import LinkPredictor, Progress
from tests.estimators.small import EDGES, StoppedError, small, stop_after

PAIRS = [(0, 4), (1, 30), (2, 5)]
OPTIONS: dict[str, Any] = {"model": "auto", "trials": 3, "epochs": 4}

# Slowed down, so that there is time to kill it anywhere.
SCRIPT = """
import sys, time
from tests.estimators.small import EDGES, StoppedError, small, stop_after
from tests.estimators.test_resume import OPTIONS
small(**OPTIONS).fit(EDGES, checkpoint_dir=sys.argv[1], on_progress=lambda _: time.sleep(0.05))
"""


def assert_same(one: LinkPredictor, other: LinkPredictor) -> None:
    np.testing.assert_array_equal(one.decision_function(PAIRS), other.decision_function(PAIRS))
    ours, theirs = one._scores.tensors(), other._scores.tensors()
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert one.report_.chosen == other.report_.chosen
    assert [c.settings for c in one.report_.candidates] == [c.settings for c in other.report_.candidates]
    assert (one.report_.valid, one.report_.test) == (other.report_.valid, other.report_.test)


@pytest.fixture(scope="module")
def uninterrupted() -> LinkPredictor:
    return small(**OPTIONS).fit(EDGES)


@pytest.mark.parametrize("epochs", [1, 3, 4, 6, 9, 11])
def test_a_fit_that_is_stopped_after_any_epoch_resumes_to_the_same_model(
    uninterrupted: LinkPredictor, tmp_path: Path, epochs: int
) -> None:
    with pytest.raises(StoppedError):
        small(**OPTIONS).fit(EDGES, checkpoint_dir=tmp_path, on_progress=stop_after(epochs))
    resumed = small(**OPTIONS).fit(EDGES, checkpoint_dir=tmp_path, resume=True)
    assert_same(resumed, uninterrupted)


def test_a_killed_process_resumes_to_the_same_model(uninterrupted: LinkPredictor, tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], env={**os.environ, "PYTHONPATH": path}
    )
    deadline = time.monotonic() + 180
    while not list(tmp_path.glob("*/last.ckpt")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    began = list(tmp_path.glob("*/last.ckpt"))
    time.sleep(random.uniform(0, 1.2))
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert began, "the training did not begin"
    resumed = small(**OPTIONS).fit(EDGES, checkpoint_dir=tmp_path, resume=True)
    assert_same(resumed, uninterrupted)
    # A fit that has ended is not made again.
    heard: list[Progress] = []
    again = small(**OPTIONS).fit(EDGES, checkpoint_dir=tmp_path, resume=True, on_progress=heard.append)
    assert_same(again, uninterrupted)
    assert heard == []


def test_without_refit_the_chosen_weights_come_back(tmp_path: Path) -> None:
    options = {"model": "network", "refit": False}
    fitted = small(**options).fit(EDGES, checkpoint_dir=tmp_path)
    assert_same(small(**options).fit(EDGES, checkpoint_dir=tmp_path, resume=True), fitted)


def test_the_state_of_other_data_or_parameters_is_not_taken(tmp_path: Path) -> None:
    small(model="instant").fit(EDGES, checkpoint_dir=tmp_path)
    with pytest.raises(FileExistsError, match="resume=True"):
        small(model="instant").fit(EDGES, checkpoint_dir=tmp_path)
    for other, edges in ((small(model="instant", seed=1), EDGES), (small(model="instant"), EDGES[:, 1:])):
        with pytest.raises(ValueError, match="other data or parameters"):
            other.fit(edges, checkpoint_dir=tmp_path, resume=True)


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_a_damaged_journal_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "fit.json").write_text(text)
    with pytest.raises(ValueError, match=r"fit\.json is damaged"):
        small(model="instant").fit(EDGES, checkpoint_dir=tmp_path, resume=True)


def test_resuming_from_nowhere_is_refused_and_from_nothing_begins(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs checkpoint_dir"):
        small(model="instant").fit(EDGES, resume=True)
    small(model="instant").fit(EDGES, checkpoint_dir=tmp_path / "new", resume=True)
    assert json.loads((tmp_path / "new" / "fit.json").read_text())["tried"]
