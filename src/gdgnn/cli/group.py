"""What goes wrong in any sub-command ends as one line and an exit code, not as a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

from typer.core import TyperGroup

EXPECTED = (ValueError, TypeError, LookupError, OSError, ImportError, FloatingPointError, MemoryError)
"""What the library raises when what it is given is wrong; anything else is a fault of its own."""


class Commands(TyperGroup):
    """All sub-commands; a wrong input is told in one line, and Ctrl-C ends quietly."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen sub-command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print("gdgnn: stopped", file=sys.stderr)
            sys.exit(130)
        except BrokenPipeError:
            # Whoever read the output (head, less) has seen enough; nothing more can be written to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except EXPECTED as failure:
            if os.environ.get("GDGNN_DEBUG"):
                raise
            print(f"gdgnn: {_told(failure)}", file=sys.stderr)
            sys.exit(2)
        except Exception as fault:
            # How click ends a command, and what it says about wrong flags, are no faults.
            if os.environ.get("GDGNN_DEBUG") or type(fault).__module__.startswith(("click", "typer")):
                raise
            traceback.print_exc()
            print(
                "gdgnn: this is a fault of gdgnn itself; report it, with what is above and `gdgnn info`",
                file=sys.stderr,
            )
            sys.exit(3)


def _told(failure: BaseException) -> str:
    if isinstance(failure, MemoryError) and not str(failure):
        return "there is not enough memory; take a smaller graph, or a machine with more"
    # What the system says has a number in front that helps nobody.
    if isinstance(failure, OSError) and failure.errno and failure.strerror and failure.filename:
        return f"{failure.filename}: {failure.strerror}"
    # A KeyError's text is the repr of its message.
    text = str(failure.args[0]) if isinstance(failure, KeyError) and failure.args else str(failure)
    return text or type(failure).__name__
