from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

import gdgnn
from gdgnn.cli import main as main_module
from gdgnn.cli.commands import app
from gdgnn.cli.main import main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"gdgnn {gdgnn.__version__}\n"


def commands() -> Iterator[tuple[list[str], Any]]:
    """All sub-commands, with what it takes to call them."""
    groups: list[tuple[list[str], Any]] = [([], typer.main.get_command(app))]
    while groups:
        words, group = groups.pop()
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                groups.append(([*words, name], command))
            else:
                yield [*words, name], command


def test_all_commands_are_there() -> None:
    names = {" ".join(words) for words, _ in commands()}
    trained = {f"train {what}" for what in ("link", "node", "graph")}
    asked = {"predict", "recommend", "explain", "evaluate", "report", "check"}
    assert names >= trained | asked | {"datasets", "reproduce", "bench", "demo", "info"}


@pytest.mark.parametrize("words", [words for words, _ in commands()], ids=" ".join)
def test_every_command_explains_itself_with_an_example(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--help"]) == 0
    assert f"Example: gdgnn {' '.join(words)}" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "command"), list(commands()), ids=lambda one: str(one))
def test_every_flag_is_documented_and_every_example_can_be_called(words: list[str], command: Any) -> None:
    undocumented = [one.name for one in command.params if not getattr(one, "help", None)]
    assert undocumented == []
    known = {flag for one in command.params for flag in (*one.opts, *one.secondary_opts)}
    examples = re.findall(r"Example: gdgnn (.*)", command.help or "")
    for example in examples:
        given = shlex.split(example.partition(" > ")[0])
        assert given[: len(words)] == words
        assert {word for word in given if re.fullmatch(r"--?[a-z][a-z-]*", word)} <= known, example


@pytest.mark.parametrize(("words", "command"), list(commands()), ids=lambda one: str(one))
def test_every_flag_that_takes_a_value_is_shown_with_one(words: list[str], command: Any) -> None:
    examples = "\n".join(re.findall(r"Example: gdgnn .*", command.help or ""))
    context = typer.Context(command)
    # A choice lists its values, as in --encoder [gcn|gin].
    shown = {one.opts[0]: (one.get_help_record(context) or ("",))[0] for one in command.params}
    bare = [
        one.opts[0]
        for one in command.params
        if one.param_type_name == "option"
        and not one.is_flag
        and "|" not in shown[one.opts[0]]
        and "e.g. " not in (one.help or "")
        and f" {one.opts[0]} " not in examples
    ]
    assert bare == [], words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str) -> None:
    asked = {"COMP_WORDS": "gdgnn re", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "gdgnn re"}
    environment = {**os.environ, **asked, "_GDGNN_COMPLETE": f"complete_{shell}"}
    environment["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    script = "from gdgnn.cli.main import main; main([])"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert all(name in done.stdout for name in ("recommend", "report", "reproduce")), done


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
