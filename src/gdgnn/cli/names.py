"""Names of nodes among the words of a command line."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand


class TakesNames(TyperCommand):
    """A command with names of nodes as arguments: -5 is a node then, not a flag."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words, in which numbers below 0 are no flags."""
        ctx.ignore_unknown_options = any(re.fullmatch(r"-\d+", word) for word in args)
        return super().parse_args(ctx, args)
