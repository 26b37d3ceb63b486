"""A training that is stopped, killed or out of disk ends, resumed, with the model of an uninterrupted one."""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gdgnn.cli.main import main
from tests.cli.small import FAST

Capture = pytest.CaptureFixture[str]


def command(tables: Path, out: Path, *flags: str) -> list[str]:
    longer = ["--epochs", "12", "--trials", "2"]
    return ["train", "link", f"{tables}/edges.csv", *FAST, *longer, "--out", str(out), *flags]


@pytest.fixture(scope="module")
def uninterrupted(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("uninterrupted") / "model"
    assert main(command(tables, out)) == 0
    return out


def assert_same(out: Path, expected: Path) -> None:
    """All but how long it took."""
    name = "tensors.safetensors"
    assert (out / name).read_bytes() == (expected / name).read_bytes()
    found, wanted = (json.loads((folder / "predictor.json").read_text()) for folder in (out, expected))
    for report in (found["report"], wanted["report"]):
        report["seconds"] = 0
        for candidate in report["candidates"]:
            candidate["seconds"] = 0
    assert found == wanted
    assert (out / "config.toml").is_file()
    assert [entry.name for entry in out.parent.iterdir()] == [out.name]


def started(tables: Path, out: Path) -> subprocess.Popen[bytes]:
    """A training in a process of its own, from where the last one left off, when it has begun to write."""
    state = out.with_name(f"{out.name}.training")
    before = _newest(state)
    call = [sys.executable, "-m", "gdgnn.cli", *command(tables, out, "--resume")]
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while _newest(state) == before and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    return process


def _newest(folder: Path) -> int:
    times = [0]
    for path in folder.rglob("*"):
        try:
            times.append(path.stat().st_mtime_ns)
        except FileNotFoundError:
            # It was renamed in the meantime.
            continue
    return max(times)


def test_killed_at_random_moments(uninterrupted: Path, tables: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    for _ in range(2):
        process = started(tables, out)
        time.sleep(random.uniform(0, 0.3))
        process.kill()
        process.communicate()
    assert main(command(tables, out, "--resume")) == 0
    assert_same(out, uninterrupted)


def test_ctrl_c_says_how_to_go_on(uninterrupted: Path, tables: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    process = started(tables, out)
    state = out.with_name("model.training")
    while not list(state.rglob("last.ckpt")) and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130, told
    assert "Traceback" not in told
    assert "--resume goes on" in told
    assert not out.exists()
    assert main(command(tables, out, "--resume")) == 0
    assert_same(out, uninterrupted)


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("room", [100, 1_500, 9_000])
def test_a_full_disk(uninterrupted: Path, tables: Path, tmp_path: Path, capsys: Capture, room: int) -> None:
    out = tmp_path / "model"
    with full_disk(room):
        code = main(command(tables, out))
    told = capsys.readouterr().err
    assert code == 2, told
    assert "File too large" in told
    assert not out.exists()
    assert main(command(tables, out, "--resume")) == 0
    assert_same(out, uninterrupted)


def test_an_interrupted_training_is_not_begun_anew_by_mistake(
    tables: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gdgnn.estimators import LinkPredictor

    def interrupted(self: LinkPredictor, **given: object) -> None:
        Path(str(given["checkpoint_dir"])).mkdir()
        raise KeyboardInterrupt

    out = tmp_path / "model"
    with monkeypatch.context() as patch:
        patch.setattr(LinkPredictor, "fit", interrupted)
        assert main(command(tables, out)) == 130
        assert "--resume goes on" in capsys.readouterr().err
    assert main(command(tables, out)) == 2
    assert "--resume goes on, --overwrite starts anew" in capsys.readouterr().err
    assert main(command(tables, out, "--resume", "--seed", "7")) == 2
    assert "was begun with --seed 0" in capsys.readouterr().err
    assert main(command(tables, out, "--overwrite", "--model", "instant")) == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["model"]


@pytest.mark.parametrize("left", [".model.saving-x", ".model.previous", ".model.training.done"])
def test_what_a_killed_process_has_left_is_cleared_away(
    uninterrupted: Path, tables: Path, tmp_path: Path, left: str
) -> None:
    (tmp_path / left).mkdir()
    assert main(command(tables, tmp_path / "model", "--resume")) == 0
    assert_same(tmp_path / "model", uninterrupted)


def test_a_folder_of_somebody_else_beside_the_model_is_kept(
    tables: Path, tmp_path: Path, capsys: Capture
) -> None:
    thesis = tmp_path / "model.training" / "thesis.txt"
    thesis.parent.mkdir()
    thesis.write_text("all my work")
    for flag in ("--resume", "--overwrite"):
        assert main(command(tables, tmp_path / "model", flag)) == 2
        assert "in the way" in capsys.readouterr().err
    assert thesis.read_text() == "all my work"
