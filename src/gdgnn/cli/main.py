"""Where the `gdgnn` command begins."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

NEEDED = ("rich", "tomlkit", "typer")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `gdgnn` with these arguments (those of the process if left out) and return its exit code.

    0: all is well. 1: the answer is bad news (a leak was found, two engines disagree). 2: the call
    or what it was given is wrong. 3: a fault of gdgnn itself. 130: stopped by Ctrl-C.

    Example:
        >>> main(["no-such-command"])
        2
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(
            f"gdgnn: the command line needs {', '.join(missing)}; run pip install 'gdgnn[all]'",
            file=sys.stderr,
        )
        return 2
    from gdgnn.cli.commands import app

    try:
        app(args=None if arguments is None else list(arguments), prog_name="gdgnn")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0
