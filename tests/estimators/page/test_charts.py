"""Charts show what they are given, inside their frame."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gdgnn.estimators.page.columns import Column, column_chart
from gdgnn.estimators.page.dots import Dot, dot_chart
from gdgnn.estimators.page.frame import HEIGHT, WIDTH, figure
from gdgnn.estimators.page.histogram import Sample, histogram
from gdgnn.estimators.page.lines import Line, line_chart
from gdgnn.estimators.page.markup import tag
from tests.estimators.page.parsed import Element, parsed


def heights(drawing: Element, look: str) -> list[float]:
    return [bar.number("height") for bar in drawing.all("rect", look=look)]


def test_columns_are_as_high_as_their_values() -> None:
    columns = [Column("near", (1.0, 0.5)), Column("far", (0.25, None))]
    drawing = parsed(column_chart(columns, ["first", "second"], x="distance", y="share", alt="Falls."))
    first, second = heights(drawing, "first"), heights(drawing, "second")
    assert first[1] == pytest.approx(first[0] / 4, abs=0.02)
    assert second == [pytest.approx(first[0] / 2, abs=0.02)]
    for bar in drawing.all("rect"):
        assert 0 <= bar.number("x") <= bar.number("x") + bar.number("width") <= WIDTH
        assert 0 <= bar.number("y") <= bar.number("y") + bar.number("height") <= HEIGHT


def test_dots_lie_higher_the_more_they_say() -> None:
    drawing = parsed(dot_chart([Dot("a", 0.8, 0.1), Dot("b", 0.9), Dot("c", 0.7)], x="", y="", alt=""))
    ys = [dot.number("cy") for dot in drawing.all("circle")]
    assert ys[1] < ys[0] < ys[2]
    assert len(drawing.all("path", look="error")) == 1


def test_an_outline_of_a_histogram_covers_all_of_its_kind() -> None:
    values = np.random.default_rng(0).normal(size=500)
    drawing = parsed(histogram([Sample(values, "first", "links")], x="score", alt=""))
    path = drawing.all("path")[0].attributes["d"]
    (ticks,) = [[one.number("y1") for one in drawing.all("line", look="grid")]]
    percent = (ticks[0] - ticks[1]) / float(drawing.all("text", look="end")[1].text)
    steps = [float(one) for one in re.findall(r"V([\d.]+) H", path)]
    assert sum((ticks[0] - step) / percent for step in steps) == pytest.approx(100, abs=2)


def test_a_histogram_may_be_told_where_its_axis_ends() -> None:
    drawing = parsed(histogram([Sample(np.array([0.999]), "first", "")], x="", alt="", span=(0.0, 1.0)))
    assert [one.text for one in drawing.all("text", look="middle")][:6] == [
        "0",
        "0.2",
        "0.4",
        "0.6",
        "0.8",
        "1.0",
    ]


def test_a_line_goes_through_its_points_and_one_point_is_a_dot() -> None:
    falling = Line([(1, 0.9), (2, 0.5), (3, 0.1)], "first", "loss")
    drawing = parsed(line_chart([falling, Line([(2, 0.5)], "second", "one")], x="", y="", alt=""))
    points = [
        tuple(map(float, one.split(","))) for one in drawing.all("polyline")[0].attributes["points"].split()
    ]
    assert points == sorted(points)
    dot = drawing.all("circle")[0]
    assert (dot.number("cx"), dot.number("cy")) == pytest.approx(points[1], abs=0.1)


def test_a_figure_says_what_its_marks_are() -> None:
    drawing = parsed(figure(tag("svg"), "All of it.", [("first", "links")]))
    assert drawing.all("figcaption")[0].text == "All of it."
    assert drawing.all("span", look="legend")[0].text == "links"
