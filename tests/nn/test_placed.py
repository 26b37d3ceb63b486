"""Linear layers over parts: the same as over the parts side by side, whatever is left out."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from gdgnn.nn import GCN, GDGNN, LinkContext
from gdgnn.nn.placed import Placed, linear_of_parts, side_by_side
from tests.nn.graphs import assert_close, pair_geodesics, random_graph, random_pairs

CONTEXTS: list[LinkContext] = [
    "none",
    "distance",
    "partial",
    "horizontal",
    "vertical",
    "vertical+degree",
    "both",
]


def placed(rows: list[int], num_rows: int) -> Placed:
    return Placed(torch.randn(len(rows), 4), torch.tensor(rows, dtype=torch.long), num_rows, nn.Linear(4, 3))


@pytest.mark.parametrize("rows", [[], [0], [1, 3, 4], [0, 1, 2, 3, 4]])
def test_rows_that_are_not_placed_are_zero_and_cost_nothing(rows: list[int]) -> None:
    part = placed(rows, 5)
    dense = part.rows()
    assert_close(dense[rows], part.linear(part.values))
    assert not dense[[row for row in range(5) if row not in rows]].any()
    layer, beside = nn.Linear(2 + 3 + 1, 6), [torch.randn(5, 2), part, torch.randn(5, 1)]
    assert_close(linear_of_parts(layer, beside), layer(side_by_side(beside)), 1e-6)


@pytest.mark.parametrize("at", [0, 2, 3, 5])
def test_splitting_numbers_both_parts_from_zero(at: int) -> None:
    part = placed([1, 2, 4], 5)
    first, second = part.split(at)
    assert_close(torch.cat([first.rows(), second.rows()]), part.rows())


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("symmetric", [False, True])
def test_scores_and_gradients_are_those_of_the_whole_representation(
    context: LinkContext, symmetric: bool
) -> None:
    graph = random_graph(40, 70, 0)
    given = pair_geodesics(graph, random_pairs(graph, 60, 1), 3)
    model = GDGNN.for_links(GCN(1, 8, 2), max_dist=3, context=context, symmetric=symmetric).double()
    h = torch.randn(40, 8, dtype=torch.float64, requires_grad=True)

    def with_gradients(score: Tensor) -> list[Tensor]:
        wanted = [h, *model.representation.parameters(), *model.scorer.parameters()]
        return [score, *torch.autograd.grad(score.sin().sum(), wanted)]

    found = with_gradients(model.score(h, given))
    expected = with_gradients(model.scorer(model.represent(h, given)))
    for one, other in zip(found, expected, strict=True):
        assert_close(one, other, 1e-12)
