from __future__ import annotations

import json
import subprocess
import sys

import pytest

import gdgnn
from gdgnn.cli import main as main_module
from gdgnn.cli.commands import app
from gdgnn.cli.main import main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"gdgnn {gdgnn.__version__}\n"


def test_every_command_explains_itself_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in app.registered_commands:
        assert main([command.name or "", "--help"]) == 0
        assert "Example" in capsys.readouterr().out, command.name


def test_what_is_wrong_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["datasets", "corra"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("gdgnn: ")
    assert told.err.count("\n") == 1
    assert "cora" in told.err


def test_the_place_of_a_failure_is_shown_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDGNN_DEBUG", "1")
    with pytest.raises(ValueError, match="corra"):
        main(["datasets", "corra"])


def test_a_wrong_call_has_exit_code_2() -> None:
    assert main(["no-such-command"]) == 2
    assert main(["bench", "--nodes", "many"]) == 2


def test_missing_packages_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main_module, "NEEDED", ("no_such_package",))
    assert main(["info"]) == 2
    assert "no_such_package" in capsys.readouterr().err


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gdgnn.data.datasets.names", interrupted)
    assert main(["datasets"]) == 130
    assert capsys.readouterr().err == "gdgnn: stopped\n"


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    script = f"{sys.executable} -m gdgnn.cli datasets | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_help_does_not_load_torch() -> None:
    script = "import sys; from gdgnn.cli.main import main; main(['--help']); sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_info_is_readable_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["gdgnn"] == gdgnn.__version__
    assert told["packages"]["numpy"]


def test_datasets_are_listed_and_told_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["datasets", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"cora", "fb15k-237", "csl"} <= {one["name"] for one in listed}
    assert main(["datasets", "cora"]) == 0
    assert "5,278 edges" in capsys.readouterr().out
