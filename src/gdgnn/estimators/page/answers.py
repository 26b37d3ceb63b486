"""What the saved predictor answers: links that may be missing, and why."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gdgnn.estimators.explanation import Explanation
from gdgnn.estimators.link import LinkPredictor
from gdgnn.estimators.page.drawing import explained, left_out
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.held_out import Floats, HeldOut
from gdgnn.estimators.page.markup import Markup, isolated, join, tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.page.written import counted
from gdgnn.estimators.recommendations import Recommendations

_TOLD_OF_RECOMMENDED = 2
_NODES_IN_A_TABLE = 6


def recommended(found: Recommendations) -> Section:
    """The likeliest missing links."""
    rows = [
        (
            at,
            isolated(one.head),
            isolated(one.tail),
            number(one.probability),
            "no path" if one.distance is None else number(one.distance, 0),
        )
        for at, one in enumerate(found, start=1)
    ]
    reach = f"{found.scored:,} pairs were scored. {str(found.skipped)[:1].upper()}{str(found.skipped)[1:]}."
    return section(
        "links",
        "Links that may be missing",
        note(
            "By the saved predictor. These pairs are no edges, and whether they are true is not known. "
            "Probabilities are as if links were as many as other pairs: use them to compare."
        ),
        table("The likeliest missing links", ["rank", "from", "to", "probability", "distance"], rows),
        note(reach),
    )


def told(predictor: LinkPredictor, found: Recommendations, held_out: HeldOut | None) -> Section:
    """A few answers with their reasons."""
    articles = [
        _article(
            f"Recommended, number {rank}",
            predictor.explain(one.head, one.tail),
            "by the saved predictor, on all edges",
        )
        for rank, one in enumerate(found.links[:_TOLD_OF_RECOMMENDED], start=1)
    ]
    if held_out is not None:
        who = "by the settings trained again, which have not seen these pairs"
        articles += [_article(title, held_out.explain(at), who) for title, at in _telling(held_out)]
    return section(
        "why",
        "A few answers, explained",
        note(
            "Blue nodes speak for a link, orange ones against it, the larger the more; gray ones are passed "
            "but not looked at. A node's part is what the score would lose without it; what nodes are worth "
            "together is more or less than the sum of these. All parts add up to the score."
        ),
        *articles,
    )


def _telling(held_out: HeldOut) -> Iterator[tuple[str, int]]:
    """Targets worth a look: the best found link, the link missed most clearly, and the worst false alarm."""
    link = held_out.label == 1
    joined = held_out.distance > 0
    if (link & joined).any():
        yield "The held-out link with the highest score", _highest(held_out.score, link & joined)
        worst = _highest(-held_out.score, link & joined)
        if held_out.score[worst] < 0:
            yield "A held-out link that was missed", worst
    if (~link & joined).any():
        false = _highest(held_out.score, ~link & joined)
        if held_out.score[false] > 0:
            yield "No edge, but taken for one", false


def _highest(score: Floats, among: npt.NDArray[np.bool_]) -> int:
    return int(np.argmax(np.where(among, score, -np.inf)))


def _article(title: str, explanation: Explanation, who: str) -> Markup:
    one = explanation
    far = (
        f"no path of at most {counted(one.max_dist, 'step')}"
        if one.distance is None
        else f"distance {one.distance}, {counted(one.num_paths, 'shortest path')}"
    )
    out = left_out(one)
    crowd = f" {counted(out, 'node')} of less weight not drawn." if out else ""
    caption = join(
        isolated(one.head),
        " – ",
        isolated(one.tail),
        f": probability {one.probability:.3f}, {far}; {who}.{crowd}",
    )
    rows: list[tuple[object, object, float]] = [("ends and distance alone", "", one.without_nodes)]
    rows += [(isolated(part.node), part.role, part.value) for part in one.contributions[:_NODES_IN_A_TABLE]]
    rest = one.contributions[_NODES_IN_A_TABLE:]
    others = counted(len(rest), "other node")
    rows += [(others, "", sum(part.value for part in rest))] if rest else []
    rows += [("nodes together", "", one.interaction), ("score", "", one.score)]
    return tag(
        "article",
        tag("h3", title),
        side_by_side(
            figure(explained(one), caption),
            table(f"Parts of the score; {one.method}", ["node", "where", "part"], rows),
        ),
    )
