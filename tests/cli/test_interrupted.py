"""A training that is stopped, killed or out of disk ends, resumed, with the model of an uninterrupted one."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdgnn.cli.main import main
from tests.cli.interrupted import assert_same, command, full_disk, started

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def uninterrupted(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("uninterrupted") / "model"
    assert main(command(tables, out)) == 0
    return out


def test_killed_at_random_moments(uninterrupted: Path, tables: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    for _ in range(2):
        process = started(command(tables, out), out)
        time.sleep(random.uniform(0, 0.3))
        process.kill()
        process.communicate()
    assert main(command(tables, out, "--resume")) == 0
    assert_same(out, uninterrupted)


def test_ctrl_c_says_how_to_go_on(uninterrupted: Path, tables: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    process = started(command(tables, out), out)
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


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 40 KiB."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", str(place)], capture_output=True, check=False
    ).returncode:
        pytest.skip("only root can make a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_really_full(uninterrupted: Path, tables: Path, disk: Path, capsys: Capture) -> None:
    call = command(tables, disk / "model")
    assert main(call) == 2
    assert "No space left on device" in capsys.readouterr().err
    subprocess.run(["mount", "-o", "remount,size=10m", str(disk)], check=True)
    assert main([*call, "--resume"]) == 0
    assert_same(disk / "model", uninterrupted)


@pytest.mark.parametrize("kind", ["node", "graph"])
def test_classifiers_are_resumed_too(tables: Path, tmp_path: Path, kind: str, capsys: Capture) -> None:
    whole, out = tmp_path / "whole" / "model", tmp_path / "cut" / "model"
    assert main(command(tables, whole, kind=kind)) == 0
    out.parent.mkdir()
    process = started(command(tables, out, kind=kind), out)
    time.sleep(random.uniform(0, 0.3))
    process.kill()
    process.communicate()
    with full_disk(9_000):
        code = main(command(tables, out, "--resume", kind=kind))
    assert (code, "File too large" in capsys.readouterr().err) == (2, True)
    assert main(command(tables, out, "--resume", kind=kind)) == 0
    assert_same(out, whole)


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
