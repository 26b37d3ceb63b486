"""The page of the command line, from what each command says under --help; `make docs` runs this."""

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path

import typer

from gdgnn.cli import main as cli
from gdgnn.cli.commands import app

PAGE = Path(__file__).resolve().parent / "reference" / "command-line.md"

INTRODUCTION = """\
# Command line

What `gdgnn` and its commands say under `--help`. The [tutorial](../tutorials/command-line.md) shows them
at work. Exit codes: 0 all is well, 1 the answer is bad news, 2 the call or what it was given is wrong, 3 a
fault of gdgnn itself, 130 stopped by Ctrl-C.
"""


def commands(group: typer.core.TyperGroup, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All commands, those of groups in place of the groups."""
    for name, command in group.commands.items():
        if isinstance(command, typer.core.TyperGroup):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name)


def help_of(command: tuple[str, ...]) -> str:
    """What it says under --help."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = cli.main([*command, "--help"])
    assert code == 0, command
    return said.getvalue().strip()


def page() -> str:
    """The whole page."""
    group = typer.main.get_command(app)
    parts = [INTRODUCTION, f"```text\n{help_of(())}\n```\n"]
    parts += [f"## gdgnn {' '.join(name)}\n\n```text\n{help_of(name)}\n```\n" for name in commands(group)]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
