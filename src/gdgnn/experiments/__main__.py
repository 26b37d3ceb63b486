"""`python -m gdgnn.experiments list|run|update|restore PATTERN...`.

``list`` tells what there is, ``run`` measures, ``update`` writes what was measured into the cells'
files, ``restore`` takes it out of them, so that ``run`` goes on where another machine has ended.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from gdgnn.experiments.commands import list_cells, restore_cells, run_cells, update_cells
from gdgnn.experiments.runner import OUT


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(prog="python -m gdgnn.experiments", description=__doc__)
    parser.add_argument("command", choices=("list", "run", "update", "restore"))
    parser.add_argument("pattern", nargs="*", help='names of cells, such as "links/cora/*"; all by default')
    parser.add_argument("--out", type=Path, default=OUT, help="where results of seeds are saved")
    parser.add_argument("--data-dir", type=Path, help="where data sets are; by default GDGNN_DATA")
    parser.add_argument("--seeds", type=int, help="run only the first so many seeds")
    given = parser.parse_args(arguments)
    console = Console()
    if given.command == "list":
        list_cells(console, *given.pattern, out=given.out)
    elif given.command == "update":
        update_cells(console, *given.pattern, out=given.out)
    elif given.command == "restore":
        restore_cells(console, *given.pattern, out=given.out)
    else:
        run_cells(console, *given.pattern, seeds=given.seeds, out=given.out, root=given.data_dir)


if __name__ == "__main__":
    main()
