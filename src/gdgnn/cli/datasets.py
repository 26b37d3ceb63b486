"""`gdgnn datasets`: public data sets by name."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from gdgnn.cli.output import Json, print_json, print_table

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder of data sets, e.g. ~/data; $GDGNN_DATA, or a cache, by default."),
]


def datasets(
    name: Annotated[
        str | None, typer.Argument(help="A data set, e.g. cora; all of them if left out.")
    ] = None,
    data_dir: DataDir = None,
    download: Annotated[bool, typer.Option("--download", help="Fetch and check the named data set.")] = False,
    as_json: Json = False,
) -> None:
    """List the public data sets that go by a name, or tell about one.

    Example: gdgnn datasets cora --download
    """
    from gdgnn.data import datasets as known

    if name is None and download:
        raise ValueError("--download needs a name, such as gdgnn datasets cora --download")
    if name is not None and download:
        known.load(name, root=data_dir)
    asked = known.names() if name is None else [name]
    about = [asdict(known.info(one)) | {"there": known.is_there(one, root=data_dir)} for one in asked]
    if as_json:
        print_json(about)
    elif name is None:
        print_table(
            ["name", "task", "there", "what it is"],
            [[one["name"], one["task"], "yes" if one["there"] else "-", one["summary"]] for one in about],
        )
        print(f"\nFolder: {known.data_root(data_dir)}")
    else:
        (one,) = about
        counts = ", ".join(f"{count:,} {what.replace('_', ' ')}" for what, count in one["facts"].items())
        there = "yes" if one["there"] else "no; --download fetches it"
        rows = [("what it is", one["summary"]), ("task", one["task"]), ("counts", counts)]
        rows += [("source", one["source"]), ("licence", one["licence"]), ("there", there)]
        print_table(["name", one["name"]], rows)
