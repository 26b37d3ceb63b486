from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gdgnn.data import UniformNegatives
from gdgnn.inputs import PairGeodesics, with_inner_edges
from gdgnn.loader import LinkGeodesicLoader
from gdgnn.tasks.orders import coins, turned
from tests.loader.checks import assert_equal
from tests.tasks.small import small_graph

GRAPH = small_graph()
PAIRS = UniformNegatives(GRAPH).sample(30, seed=1)


def geodesics_of(pairs: np.ndarray) -> PairGeodesics:
    (batch,) = LinkGeodesicLoader(GRAPH, pairs, max_dist=4, horizontal=True, num_paths=True)
    return batch.geodesics


def test_turned_pairs_have_the_geodesics_of_the_pairs_the_other_way_round() -> None:
    """But for the path, which may be another one of the shortest."""
    found, expected = turned(geodesics_of(PAIRS)), geodesics_of(PAIRS[::-1])
    assert_equal(replace(found, path=None), replace(expected, path=None))


def test_paths_are_walked_back() -> None:
    given = geodesics_of(PAIRS)
    found = turned(given).path
    assert found is not None
    assert given.path is not None
    for at in range(30):
        there, back = given.path.slice(at, at + 1), found.slice(at, at + 1)
        assert back.node.tolist() == there.node.tolist()[::-1]
        assert back.position is not None
        assert back.position.tolist() == list(range(len(back.node)))


def test_some_are_turned_and_the_others_left() -> None:
    given = geodesics_of(PAIRS)
    which = coins(given.pairs, seed=3)
    assert 0 < which.sum() < 30
    mixed = turned(given, which)
    for at in range(30):
        source = turned(given) if which[at] else given
        assert_equal(mixed.slice(at, at + 1), source.slice(at, at + 1))


def test_turning_twice_changes_nothing() -> None:
    given = geodesics_of(PAIRS)
    which = coins(given.pairs, seed=3)
    assert_equal(turned(turned(given, which), which), given)


def test_coins_are_fair_differ_by_seed_and_belong_to_the_pair() -> None:
    pairs = torch.stack(torch.meshgrid(torch.arange(60), torch.arange(60), indexing="ij")).flatten(1)
    first, second = coins(pairs, seed=0), coins(pairs, seed=1)
    for share in (first, second, first ^ second, first[1:] ^ first[:-1], first[60:] ^ first[:-60]):
        assert abs(share.float().mean() - 0.5) < 4 * 0.5 / 3600**0.5
    order = torch.randperm(3600)
    assert torch.equal(coins(pairs[:, order], seed=0), first[order])


def test_edges_within_sides_come_after_turning() -> None:
    given = geodesics_of(PAIRS)
    assert given.head is not None
    inner = replace(given, head=with_inner_edges(given.head, GRAPH))
    with pytest.raises(ValueError, match="after turning"):
        turned(inner, coins(given.pairs, seed=3))
