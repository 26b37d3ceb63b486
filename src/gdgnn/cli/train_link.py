"""`gdgnn train link`: learn which links are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gdgnn.cli.config import effective
from gdgnn.cli.fit_flags import LinkContext, NetworkFlags, SearchFlags, params, use_threads
from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.flags import EdgesArgument, EndFlags, NodeFlags, TableFlags, flat
from gdgnn.cli.model_folder import ModelFolder, RunFlags
from gdgnn.cli.tables import named_pairs, read_edges, read_nodes
from gdgnn.cli.trained import tell_complete, tell_trained

if TYPE_CHECKING:
    from gdgnn.data.tables import EdgeTable


@flat
def link(
    call: typer.Context,
    edges: EdgesArgument,
    ends: EndFlags,
    table: TableFlags,
    network: NetworkFlags,
    search: SearchFlags,
    nodes: NodeFlags,
    run: RunFlags,
    directed: Annotated[bool, typer.Option("--directed", help="Arrows lead from the first end.")] = False,
    time: Annotated[
        str | None,
        typer.Option(help="Column of numbers or dates, e.g. since: the latest edges are held back."),
    ] = None,
    weight: Annotated[
        str | None,
        typer.Option(help="Column of weights, e.g. times: looked over, but searches count steps."),
    ] = None,
    valid_pairs: Annotated[
        str | None,
        typer.Option(help="Table of edges held back already, e.g. valid.csv, in place of --valid."),
    ] = None,
    test_pairs: Annotated[
        str | None, typer.Option(help="Table of edges held back already, e.g. test.csv, in place of --test.")
    ] = None,
    model: Annotated[
        Literal["auto", "network", "instant"],
        typer.Option(help="A network, boosted trees (instant), or whichever is better."),
    ] = "auto",
    context: Annotated[LinkContext | None, typer.Option(help="What is seen between two nodes.")] = None,
    walks: Annotated[
        int | None,
        typer.Option(help="Weigh walks of up to so many steps, e.g. 8, or 0; by default as far as is cheap."),
    ] = None,
) -> None:
    """Learn from a table of edges which links are missing.

    Edges are held back at random (or the latest, with --time), looked over for leaks, and used to choose
    among settings and to measure the result. What is left out is guessed or chosen, and the report says how.

    Example: gdgnn train link edges.csv --out model

    Example: gdgnn train link follows.parquet --src who --dst whom --directed --out follows --time-budget 600

    Example: gdgnn train link --config model/config.toml --out again
    """
    folder = ModelFolder(run, effective(call))
    if folder.complete:
        tell_complete(run)
        return
    from gdgnn.estimators import LinkPredictor

    use_threads(search)
    predictor = LinkPredictor(
        directed=directed, model=model, context=context, walks=walks, **params(network, search)
    )
    with folder.training():
        x = read_nodes(nodes)
        rows = read_edges(edges, ends, table, directed=directed, time=time, weight=weight, nodes=x)
        if time is None:
            given: dict[str, Any] = {"edges": rows}
        elif valid_pairs or test_pairs:
            raise ValueError("--time says what is held back; leave out --valid-pairs and --test-pairs")
        else:
            given = _latest_held_back(rows, search)
        given |= {
            name: named_pairs(file, rows.graph, ends)
            for name, file in (("valid", valid_pairs), ("test", test_pairs))
            if file is not None
        }
        with fit_progress() as hear:
            predictor.fit(
                **given, x=x, checkpoint_dir=folder.checkpoints, resume=run.resume, on_progress=hear
            )
        folder.finish(predictor)
    tell_trained(predictor, run)


def _latest_held_back(rows: EdgeTable, search: SearchFlags) -> dict[str, Any]:
    from gdgnn.cli.tables import names_of
    from gdgnn.data import split_by_time

    assert rows.time is not None
    split = split_by_time(rows.graph, rows.time, valid=search.valid, test=search.test, seed=search.seed)
    return {
        "edges": split.graph,
        "valid": names_of(rows.graph, split.valid_pairs),
        "test": names_of(rows.graph, split.test_pairs),
    }
