"""`gdgnn demo`: a made-up social graph, friendships that are missing in it, and the reason for one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gdgnn.cli.fit_progress import fit_progress
from gdgnn.cli.output import Json, print_json, print_table

if TYPE_CHECKING:
    from gdgnn.cli.hidden_friends import HiddenFriends
    from gdgnn.estimators import Explanation, LinkPredictor, Recommendation


def demo(
    nodes: Annotated[int, typer.Option(help="People of the graph, e.g. --nodes 10000.", min=100)] = 2000,
    epochs: Annotated[int, typer.Option(help="How long both networks are trained, e.g. 20.", min=1)] = 12,
    seed: Annotated[int, typer.Option(help="Another seed, another graph, e.g. 1.", min=0)] = 0,
    threads: Annotated[
        int | None, typer.Option(help="For searches of geodesics, e.g. 2; all cores by default.", min=1)
    ] = (None),
    device: Annotated[
        str, typer.Option(help="Where the network runs, e.g. cpu, cuda or cuda:1; auto chooses.")
    ] = "auto",
    out: Annotated[Path, typer.Option(help="Folder for tables, model and picture.")] = Path("demo-output"),
    as_json: Json = False,
) -> None:
    """Make up a social graph, find friendships that are hidden in it, and say why, in less than a minute.

    A tenth of all friendships is hidden. A network that sees geodesics, the same network without them, and
    Adamic-Adar tell them from pairs of strangers. Then friends are recommended to somebody many of whose
    friends are hidden, and one of these is explained. Tables, model and picture are written to a folder.

    Example: gdgnn demo

    Example: gdgnn demo --nodes 10000 --out big-demo
    """
    from gdgnn.cli.hidden_friends import HiddenFriends
    from gdgnn.cli.tables import name_of

    if out.exists() and not out.is_dir():
        raise FileExistsError(f"{out} is a file; give a folder as --out")
    asked = HiddenFriends.of(nodes, seed=seed)
    out.mkdir(parents=True, exist_ok=True)
    edges, pairs = asked.write(out)
    counts = f"{asked.seen.num_nodes:,} people, {asked.seen.num_edges:,} friendships"
    _say(f"{counts}, and {asked.hidden.shape[1]:,} more that are hidden: {edges}, {pairs}")
    with fit_progress() as hear:

        def fitted(context: Any) -> LinkPredictor:
            return _fitted(asked, context, epochs, seed, threads, device, hear)

        rows, predictor = _compare(asked, fitted)
    predictor.save(out / "model", overwrite=True)
    person = name_of(asked.seen, asked.most_hidden())
    links = predictor.recommend(person, 8)
    were_hidden = _were_hidden(asked, links)
    found = [link for link, hidden in zip(links, were_hidden, strict=True) if hidden]
    why = _telling(predictor, found or links)
    picture = _drawn(why, out / "why.png")
    if as_json:
        print_json(
            {
                "graph": {"people": asked.seen.num_nodes, "friendships": asked.seen.num_edges},
                "figures": rows,
                "recommended": [
                    asdict(link) | {"hidden": hidden} for link, hidden in zip(links, were_hidden, strict=True)
                ],
                "explanation": asdict(why),
                "model": str(out / "model"),
                "picture": None if picture is None else str(picture),
            }
        )
    else:
        _tell(asked, rows, links, were_hidden, why)
    _say(_next(out, person, picture))


def _fitted(
    asked: HiddenFriends,
    context: Any,
    epochs: int,
    seed: int,
    threads: int | None,
    device: str,
    hear: Callable[[Any], None],
) -> LinkPredictor:
    from gdgnn.estimators import LinkPredictor

    # What is hidden takes the place of test edges.
    predictor = LinkPredictor(
        model="network",
        context=context,
        epochs=epochs,
        valid=0.05,
        test=0.0,
        trials=1,
        time_budget=None,
        seed=seed,
        threads=threads,
        device=device,
    )
    return predictor.fit(asked.seen, on_progress=hear)


def _compare(
    asked: HiddenFriends, fitted: Callable[[Any], LinkPredictor]
) -> tuple[list[dict[str, Any]], LinkPredictor]:
    """Each method's figures on the same pairs, and the predictor that sees geodesics."""
    from gdgnn.cli.tables import names_of
    from gdgnn.heuristics import adamic_adar

    rows = []
    predictors = []
    for name, context in (("GNN with geodesics", None), ("plain GNN", "none")):
        _say(name)
        start = time.perf_counter()
        predictors.append(fitted(context))
        score = predictors[-1].decision_function(names_of(asked.seen, asked.pairs))
        rows.append(_figures(name, score, asked, start))
    start = time.perf_counter()
    rows.append(_figures("Adamic-Adar", adamic_adar(asked.seen, asked.pairs), asked, start))
    return rows, predictors[0]


def _figures(name: str, score: Any, asked: HiddenFriends, start: float) -> dict[str, Any]:
    from gdgnn.tasks.metrics import auc, average_precision

    return {
        "method": name,
        "auc": auc(score, asked.friends),
        "average_precision": average_precision(score, asked.friends),
        "seconds": time.perf_counter() - start,
    }


def _were_hidden(asked: HiddenFriends, links: tuple[Recommendation, ...]) -> list[bool]:
    import numpy as np

    names = asked.seen.node_names
    assert names is not None
    ends = [names.ids([getattr(link, end) for link in links], end) for end in ("head", "tail")]
    found: list[bool] = asked.are_hidden(np.stack(ends)).tolist()
    return found


def _telling(predictor: LinkPredictor, links: Sequence[Recommendation]) -> Explanation:
    """The reasons for the link for which what lies between speaks most."""
    reasons = [predictor.explain(link.head, link.tail) for link in links]
    return max(reasons, key=lambda one: one.score - one.without_nodes)


def _drawn(why: Explanation, picture: Path) -> Path | None:
    try:
        why.plot(picture)
    except ImportError:
        _say("no picture: pip install 'gdgnn[plot]'")
        return None
    return picture


def _tell(
    asked: HiddenFriends,
    rows: list[dict[str, Any]],
    links: tuple[Recommendation, ...],
    were_hidden: list[bool],
    why: Explanation,
) -> None:
    links_asked = int(asked.friends.sum())
    print(
        f"{links_asked:,} hidden friendships among {asked.friends.size - links_asked:,} pairs of strangers:\n"
    )
    print_table(
        ["method", "AUC", "average precision", "seconds"],
        [
            [row["method"], f"{row['auc']:.4f}", f"{row['average_precision']:.4f}", f"{row['seconds']:.1f}"]
            for row in rows
        ],
    )
    print(f"\nWhom {links[0].head} may know:\n")
    print_table(
        ["person", "probability", "distance", "is a hidden friend"],
        [
            [link.tail, f"{link.probability:.3f}", link.distance or "no path", "yes" if hidden else "-"]
            for link, hidden in zip(links, were_hidden, strict=True)
        ],
    )
    print(f"\nWhy {why.tail}:\n\n{why}")


def _next(out: Path, person: Any, picture: Path | None) -> str:
    model = out / "model"
    lines = [] if picture is None else [f"picture: {picture}"]
    lines += [
        "now try:",
        f"  gdgnn recommend {model} --all -k 20",
        f'  gdgnn recommend {model} --node "{person}"',
        f"  gdgnn evaluate {model} {out / 'pairs.csv'} --label friends",
        f"  gdgnn train link {out / 'edges.csv'} --out my-model",
    ]
    return "\n".join(["", *lines])


def _say(line: str) -> None:
    print(line, file=sys.stderr)
