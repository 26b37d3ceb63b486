"""All sub-commands in one application. Modules are light: what is slow to import waits until it is needed."""

from __future__ import annotations

from typing import Annotated

import typer
from typer.core import TyperGroup

import gdgnn
from gdgnn.cli import (
    bench,
    check,
    datasets,
    demo,
    evaluate,
    explain,
    info,
    predict,
    recommend,
    report,
    reproduce,
    train_graph,
    train_kg,
    train_link,
    train_node,
)
from gdgnn.cli.group import Commands
from gdgnn.cli.names import TakesNames

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
train = typer.Typer(
    cls=TyperGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Learn from a table of edges, or of facts.",
)
train.command("link")(train_link.link)
train.command("node")(train_node.node)
train.command("graph")(train_graph.graph)
train.command("kg")(train_kg.kg)
app.add_typer(train, name="train")
app.command("demo")(demo.demo)
app.command("predict")(predict.predict)
app.command("recommend")(recommend.recommend)
app.command("explain", cls=TakesNames)(explain.explain)
app.command("evaluate")(evaluate.evaluate)
app.command("report")(report.report)
app.command("check")(check.check)
app.command("datasets")(datasets.datasets)
app.command("bench")(bench.bench)
app.command("reproduce")(reproduce.reproduce)
app.command("info")(info.info)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gdgnn {gdgnn.__version__}")
        raise typer.Exit


@app.callback()
def gdgnn_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """What lies between these nodes? Predict links, facts, nodes and graphs from shortest paths.

    Begin with `gdgnn demo`. Then, with edges of your own, one "source,target" a row:

      gdgnn train link edges.csv --out model      learn from a table of edges

      gdgnn recommend model --node alice          the links that are most likely missing

      gdgnn explain model alice bob               why: what lies between the two

    Each sub-command has examples under --help. Answers go to standard output, progress and messages to
    standard error; --json makes answers readable by programs.
    """
