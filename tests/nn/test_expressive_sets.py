"""Public sets of graphs that plain networks cannot tell apart: untrained networks reach the exact ceilings.

Ceilings are counted by exact colors, with no network at all. ReLU is linear on ranges; where all that occurs
in two graphs falls into one range, sums hide differences from a network of that kind, and another draw may
not help. The networks here are therefore the very same with a smooth function in ReLU's place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from gdgnn import Graph
from gdgnn.experiments.expressive import sets
from gdgnn.experiments.expressive.ceilings import told_apart
from gdgnn.experiments.expressive.hashing import Colored
from gdgnn.inputs import RaggedNodes
from gdgnn.nn import GDGNN, GIN, with_neighbor_edges
from tests.nn.graphs import edge_index_of, node_geodesics, relabeled

DIFFERENCE = 1e-9


class Smooth(TorchFunctionMode):
    """SiLU instead of ReLU."""

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return (torch.nn.functional.silu if func is Tensor.relu else func)(*args, **(kwargs or {}))


@torch.no_grad()
def embeddings(
    graphs: Sequence[Graph], x: Tensor, context: str, max_dist: int, depth: int, pair_layers: int = 0
) -> Tensor:
    """One row for each graph, from an untrained network that runs over all of them at once."""
    torch.manual_seed(0)
    encoder = GIN(x.shape[1], 16, depth, batch_norm=False)
    model = GDGNN.for_subgraphs(
        encoder,
        max_dist=max_dist,
        context=context,
        hidden_channels=16,
        pair_layers=pair_layers,
        exchange=pair_layers > 0,
    ).double()
    union = Graph.union(graphs)
    batch = torch.from_numpy(np.repeat(np.arange(len(graphs)), np.diff(union.graph_ptr)))
    seen = node_geodesics(union, max_dist)
    seen = with_neighbor_edges(seen, union) if pair_layers else seen
    with Smooth(), patch("gdgnn.nn.gathered._is_for_engine", lambda _: False):
        h = model.encode(x.double(), edge_index_of(union), batch=batch)
        return model.represent(h, seen, RaggedNodes.from_batch(batch, len(graphs)))


def differ(first: Tensor, second: Tensor) -> Tensor:
    return (first - second).norm(dim=1) > DIFFERENCE * first.norm(dim=1)


def brec(data_root: Path) -> list[sets.GraphPair]:
    try:
        return sets.brec(data_root)
    except FileNotFoundError as error:
        pytest.skip(str(error))


def told(pairs: Sequence[sets.GraphPair], context: str, max_dist: int, pair_layers: int = 0) -> Tensor:
    """Which pairs a network tells apart; it tells no graph from itself renumbered."""
    ones, others = [pair.first for pair in pairs], [pair.second for pair in pairs]
    shuffle = np.random.default_rng(0).permutation
    again = [relabeled(graph, shuffle(graph.num_nodes)) for graph in ones[::8]]
    x = torch.ones(sum(graph.num_nodes for graph in (*ones, *others, *again)), 1)
    found = embeddings([*ones, *others, *again], x, context, max_dist, 4, pair_layers)
    first, second, turned = found.split([len(ones), len(others), len(again)])
    assert not differ(first[::8], turned).any()
    return differ(first, second)


@pytest.mark.parametrize(("context", "count"), [("none", 0), ("vertical", 179), ("vertical+degree", 271)])
def test_brec_pairs_are_told_apart_up_to_the_ceiling(context: str, count: int, data_root: Path) -> None:
    assert int(told(brec(data_root), context, max_dist=4).sum()) == count


def small(data_root: Path) -> list[sets.GraphPair]:
    """A sample of each category, without the largest graphs."""
    pairs = [pair for pair in brec(data_root) if pair.first.num_nodes <= 45]
    return pairs[::4]


def test_each_context_tells_apart_the_pairs_that_exact_colors_do(data_root: Path) -> None:
    pairs = small(data_root)
    exact = [told_apart(pair, max_dist=4) for pair in pairs]
    for context, part in (("neighbors+distance", "distance"), ("vertical", "vertical")):
        assert told(pairs, context, max_dist=4).tolist() == [found[part] for found in exact]
    degree = [found["vertical+degree"] for found in exact]
    assert told(pairs, "vertical+degree", max_dist=4).tolist() == degree


def test_pair_layers_tell_apart_more_and_nothing_that_exact_colors_do_not(data_root: Path) -> None:
    pairs = small(data_root)
    exact = torch.tensor([told_apart(pair, max_dist=6)["4 pair layers, exchange"] for pair in pairs])
    without = told(pairs, "vertical+degree", max_dist=6)
    found = told(pairs, "vertical+degree", max_dist=6, pair_layers=4)
    assert not (found & ~exact).any()
    assert int(found.sum()) > int(without.sum())


@pytest.mark.parametrize(("max_dist", "count"), [(2, 0), (3, 600)])
def test_exp_pairs_are_told_apart_from_distance_three_on(max_dist: int, count: int, data_root: Path) -> None:
    try:
        graphs, features, _ = sets.exp(data_root)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    x = torch.nn.functional.one_hot(torch.tensor(list(chain.from_iterable(features))), 2)
    found = embeddings(graphs, x, "vertical+degree", max_dist, depth=2)
    assert int(differ(found[0::2], found[1::2]).sum()) == count
    seen = Colored(graphs[:2], max_dist, 4, features[:2])
    first, second = seen.graphs(seen.pairs("vertical+degree"))
    assert (first != second) == (count > 0)
