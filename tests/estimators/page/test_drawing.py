from __future__ import annotations

import pytest

from gdgnn.estimators import Contribution, Explanation, LinkPredictor
from gdgnn.estimators.page.drawing import explained, left_out
from tests.estimators.page.parsed import Element, parsed


def explanation(middle: int, name: str = "node {}", distance: int | None = 2) -> Explanation:
    """A pair with so many common neighbors, the later ones of less weight."""
    names = [name.format(at) for at in range(middle)]
    parts = [Contribution(one, "both sides", (-1) ** at / (at + 1)) for at, one in enumerate(names)]
    links = [link for one in names for link in (("u", one), (one, "v"))]
    return Explanation(
        "u", "v", 0.5, 0.6, distance, 4, middle, False, 0.1, tuple(parts), 0.0, "", (), tuple(links)
    )  # fmt: skip


def circles(drawing: Element) -> dict[str, Element]:
    return {one.all("title")[0].text: one for one in drawing.all("circle")}


def test_all_nodes_on_shortest_paths_are_drawn_once_from_left_to_right(network: LinkPredictor) -> None:
    found = network.explain("p0", "p7")
    drawn = circles(parsed(explained(found)))
    assert set(drawn) == {node for link in found.links for node in link}
    assert left_out(found) == 0
    assert all(drawn[u].number("cx") < drawn[v].number("cx") for u, v in found.links)
    assert len(parsed(explained(found)).all("line")) == len(found.links)


def test_in_a_crowd_those_that_count_most_are_drawn() -> None:
    found = explanation(30)
    assert set(circles(parsed(explained(found)))) == {"u", "v", *(f"node {at}" for at in range(7))}
    assert left_out(found) == 23


def test_what_counts_more_is_larger_and_color_says_which_way() -> None:
    drawn = circles(parsed(explained(explanation(3))))
    sizes = [drawn[f"node {at}"].number("r") for at in range(3)]
    assert sizes == sorted(sizes, reverse=True)
    looks = [drawn[f"node {at}"].attributes["class"] for at in range(3)]
    assert looks == ["node for", "node against", "node for"]


@pytest.mark.parametrize("name", ["{}", "a name of rather many letters, number {}"])
def test_labels_of_a_row_have_room(name: str) -> None:
    drawing = parsed(explained(explanation(5, name)))
    assert all(len(one.text) <= 26 for one in drawing.all("text", look="name"))
    # Names differ at their ends.
    assert len({one.text for one in drawing.all("text", look="name")}) == 7


def test_without_a_path_the_two_ends_stand_alone() -> None:
    drawing = parsed(explained(explanation(0, distance=None)))
    assert list(circles(drawing)) == ["u", "v"]
    assert "No path" in drawing.all("svg")[0].attributes["aria-label"]
