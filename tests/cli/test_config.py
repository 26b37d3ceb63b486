"""Files in place of flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdgnn.cli.config import config_text, read_config
from gdgnn.cli.main import main
from tests.cli.small import FAST

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("name", "text"),
    [("flags.toml", "max-dist = 3\nhidden = 8\n"), ("flags.yaml", "max_dist: 3\nhidden: 8\n")],
)
def test_a_file_stands_in_for_flags_and_flags_win(tables: Path, tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text + ("model = 'instant'\n" if name.endswith("toml") else "model: instant\n"))
    out = tmp_path / "model"
    flags = ["--config", str(file), "--max-dist", "4", "--time-budget", "inf", "--trials", "1"]
    assert main(["train", "link", f"{tables}/edges.csv", "--out", str(out), *flags]) == 0
    written = read_config(out / "config.toml")
    assert (written["max_dist"], written["hidden"], written["model"]) == (4, 8, "instant")
    assert written["edges"] == str(tables / "edges.csv")
    assert "config" not in written


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("flags.toml", "epoch = 3", "no flag is called 'epoch'; did you mean epochs?"),
        ("flags.toml", "epochs = ", "flags.toml is not TOML"),
        ("flags.toml", "[training]\nepochs = 3", "training is"),
        ("flags.toml", "epochs = [3]", "epochs is [3]"),
        ("flags.yaml", "epochs: [", "flags.yaml is not YAML"),
        ("flags.yaml", "!!python/object/apply:os.abort []", "flags.yaml is not YAML"),
        ("flags.yaml", "- epochs", "holds no keys"),
        ("flags.toml", "epochs = 'many'", "--epochs"),
        ("flags.toml", "resume = true", "no flag is called 'resume'"),
    ],
)
def test_a_wrong_file_is_told(
    tables: Path, tmp_path: Path, capsys: Capture, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text)
    call = ["train", "link", f"{tables}/edges.csv", "--out", str(tmp_path / "model"), *FAST[2:4]]
    if "many" in text:
        call = call[:-2]
    assert main([*call, "--config", str(tmp_path / name)]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "model").exists()


def test_a_missing_file_is_told(tmp_path: Path, capsys: Capture) -> None:
    assert main(["train", "link", "edges.csv", "--config", str(tmp_path / "no.toml")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_passwords_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gdgnn.cli import train_link

    seen: dict[str, object] = {}

    def kept(_: object, values: dict[str, object]) -> None:
        seen.update(values)
        raise ValueError("enough")

    monkeypatch.setattr(train_link, "ModelFolder", kept)
    main(["train", "link", "postgresql://ann:secret@host/db", "--table", "follows"])
    assert seen["edges"] == "postgresql://ann@host/db"
    assert "secret" not in config_text(seen)
