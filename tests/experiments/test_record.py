from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdgnn.experiments.record import SeedFolder, SeedResult, replace_file


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    result = SeedResult(3, {"auc": 91.25}, {"accuracy": [50.0, 60.0]}).signed(1.234)
    SeedFolder(tmp_path / "new", {}).save(result)
    assert SeedFolder(tmp_path / "new", {}).load(3) == result
    assert result.seconds == 1.23
    assert all([result.version, result.date, result.machine])


def test_a_seed_that_was_not_run_has_no_result(tmp_path: Path) -> None:
    assert SeedFolder(tmp_path, {}).load(0) is None


def test_the_configuration_lies_beside_the_results(tmp_path: Path) -> None:
    SeedFolder(tmp_path, {"model": {"layers": 3}}).save(SeedResult(0, {"auc": 1.0}))
    assert json.loads((tmp_path / "configuration.json").read_text()) == {"model": {"layers": 3}}


def test_a_write_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    replace_file(file, "old")

    def no_rename(self: Path, target: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", no_rename)
    with pytest.raises(OSError, match="disk full"):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
