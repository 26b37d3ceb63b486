"""What can be said of a completer: what its training went through, where its test facts stand, and why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gdgnn.estimators.kg import KnowledgeGraphCompleter
from gdgnn.estimators.kg_evaluation import Group
from gdgnn.estimators.kg_explanation import FactExplanation
from gdgnn.estimators.kg_stored import Trace
from gdgnn.estimators.page.columns import Column, column_chart
from gdgnn.estimators.page.drawing import explained, left_out
from gdgnn.estimators.page.frame import figure
from gdgnn.estimators.page.lines import Line, line_chart
from gdgnn.estimators.page.markup import Markup, isolated, join, tag
from gdgnn.estimators.page.section import Section, note, section, side_by_side
from gdgnn.estimators.page.table import number, table
from gdgnn.estimators.page.written import counted

_DRAWN_GROUPS = 12
_TOLD_FACTS = 3
_NODES_IN_A_TABLE = 6


def of_facts(completer: KnowledgeGraphCompleter) -> list[Section]:
    """All that its fit has left: nothing is trained again."""
    trace = completer._trace
    tested = completer.report_.test is not None
    found = [_curves(trace)]
    if tested:
        found += [
            _apart("relations", "By relation", "relation", trace.by_relation),
            _apart("distances", "By distance", "distance", trace.by_distance),
        ]
    return [*found, _told(completer)]


def _curves(trace: Trace) -> Section:
    loss = [(float(at), value) for at, value in enumerate(trace.loss, start=1)]
    metric = [(float(at + 1), value) for at, value in sorted(trace.metric.items())]
    return section(
        "curves",
        "Training",
        note("Of the training on training facts alone, which was validated and tested."),
        side_by_side(
            figure(_line(loss, "loss"), "The mean loss of each epoch."),
            figure(
                _line(metric, "validation MRR"),
                "The filtered MRR of the validation facts; the epoch with the best one was kept.",
            ),
        ),
    )


def _line(points: Sequence[tuple[float, float]], what: str) -> Markup:
    alt = f"{what} from {points[0][1]:.3f} to {points[-1][1]:.3f} over {len(points)} epochs."
    return line_chart([Line(points, "first", what)], x="epoch", y=what, alt=alt)


def _apart(name: str, title: str, by: str, groups: Sequence[Group]) -> Section:
    shown = groups[:_DRAWN_GROUPS]
    alt = f"The MRR of test facts by {by}; the table has the numbers."
    names = [one.name if by == "distance" else str(at) for at, one in enumerate(shown, start=1)]
    columns = [Column(of, (one.mrr,)) for of, one in zip(names, shown, strict=True)]
    rows = [
        ([] if by == "distance" else [at]) + [isolated(one.name), one.facts, number(one.mrr)]
        for at, one in enumerate(groups, start=1)
    ]
    headings = [] if by == "distance" else ["number"]
    caption = f"Test facts by {by}. Few facts make rough figures."
    return section(
        name,
        title,
        side_by_side(
            figure(column_chart(columns, ["first"], x=by, y="MRR", alt=alt), caption),
            table(f"MRR by {by}", [*headings, by, "facts", "MRR"], rows),
        ),
    )


def _told(completer: KnowledgeGraphCompleter) -> Section:
    facts = completer.facts_
    joins = np.flatnonzero(facts.ids[0] != facts.ids[2])
    held = joins[completer._part[joins] == 2]
    some = np.random.default_rng(0).permutation(held if held.size else joins)[:_TOLD_FACTS]
    articles = [_article(completer.explain(*fact)) for fact in facts.take(np.sort(some)).named()]
    return section(
        "why",
        "A few facts, explained",
        note(
            "By the saved predictor, which knows these facts; their own edges were hidden. Blue nodes speak "
            "for a fact, orange ones against it, the larger the more. The parts add up to the score."
        ),
        *articles,
    )


def _article(one: FactExplanation) -> Markup:
    out = left_out(one)
    crowd = f" {counted(out, 'node')} of less weight not drawn." if out else ""
    caption = join(isolated(one.headline), ".", crowd)
    rows: list[tuple[object, object, float]] = [("ends and distance alone", "", one.without_nodes)]
    rows += [(isolated(part.node), part.role, part.value) for part in one.contributions[:_NODES_IN_A_TABLE]]
    rest = one.contributions[_NODES_IN_A_TABLE:]
    rows += [(counted(len(rest), "other node"), "", sum(part.value for part in rest))] if rest else []
    rows += [("nodes together", "", one.interaction), ("score", "", one.score)]
    paths = [tag("li", isolated(path)) for path in one.fact_paths]
    return tag(
        "article",
        tag("h3", isolated(one.relation)),
        side_by_side(
            figure(explained(one), caption),
            table(f"Parts of the score; {one.method}", ["node", "where", "part"], rows),
        ),
        tag("ul", *paths) if paths else None,
    )
