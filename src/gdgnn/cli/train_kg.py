"""`gdgnn train kg`: learn which facts are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gdgnn.cli.config import effective
from gdgnn.cli.fact_flags import FactSearchFlags, KnowledgeFlags
from gdgnn.cli.facts import read_parts
from gdgnn.cli.fit_flags import params, use_threads
from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import FactFlags, FactsArgument, TableFlags, flat
from gdgnn.cli.model_folder import ModelFolder, RunFlags
from gdgnn.cli.trained import tell_complete, tell_trained


@flat
def kg(
    call: typer.Context,
    facts: FactsArgument,
    columns: FactFlags,
    table: TableFlags,
    network: KnowledgeFlags,
    search: FactSearchFlags,
    run: RunFlags,
    valid_facts: Annotated[
        str | None,
        typer.Option(help="Table of facts held back already, e.g. valid.tsv, in place of --valid."),
    ] = None,
    test_facts: Annotated[
        str | None, typer.Option(help="Table of facts held back already, e.g. test.tsv, in place of --test.")
    ] = None,
) -> None:
    """Learn from facts (head, relation, tail) which facts are missing.

    Facts are held back at random, looked over for leaks, and used to choose the epoch and to measure the
    result: the filtered rank of the true entity among all. A file without a header is head, relation, tail;
    of a folder, train.txt is learned from, valid.txt and test.txt are held back.

    Example: gdgnn train kg facts.tsv --out model

    Example: gdgnn train kg facts.csv --head who --relation does --tail what --time-budget 600

    Example: gdgnn train kg WN18RR_v1 --preset paper-vertical --time-budget inf --out model
    """
    values = effective(call)
    if Path(facts).is_dir():
        values["facts"] = str(Path(facts).resolve())
    folder = ModelFolder(run, values)
    if folder.complete:
        tell_complete(run)
        return
    from gdgnn.estimators import KnowledgeGraphCompleter

    use_threads(search)
    completer = KnowledgeGraphCompleter(**params(network, search))
    with folder.training():
        given = read_parts(facts, columns, table, valid=valid_facts, test=test_facts)
        with fit_progress() as hear:
            completer.fit(
                given["train"],
                valid=given.get("valid"),
                test=given.get("test"),
                checkpoint_dir=folder.checkpoints,
                resume=run.resume,
                on_progress=hear,
            )
        folder.finish(completer)
    tell_trained(completer, run)
