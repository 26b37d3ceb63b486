from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gdgnn.data import UniformNegatives, split_edges
from gdgnn.graph import Graph
from gdgnn.heuristics import BoostedGeodesics, adamic_adar
from tests.strategies import clique, path, plain


def communities(seed: int, *, directed: bool = False) -> Graph:
    """Four groups of 30 nodes; joined often inside, seldom across."""
    random = np.random.default_rng(seed)
    group = np.arange(120) // 30
    chance = np.where(group[:, None] == group, 0.3, 0.01)
    heads, tails = np.nonzero(random.random((120, 120)) < chance)
    return Graph.from_edges([heads, tails], num_nodes=120, directed=directed)


def auc_of(chance: np.ndarray, num_positives: int) -> float:
    positive, negative = chance[:num_positives, None], chance[None, num_positives:]
    return float(((positive > negative) + 0.5 * (positive == negative)).mean())


@pytest.mark.parametrize("directed", [False, True])
def test_held_back_links_are_told_from_other_pairs(directed: bool) -> None:
    split = split_edges(communities(0, directed=directed), valid=0, test=0.2, seed=1)
    draw = UniformNegatives(split.graph, also_known=split.test_pairs)
    asked = np.concatenate([split.test_pairs, draw.sample(split.test.size, seed=2)], axis=1)
    negatives = UniformNegatives(split.graph).sample(split.train.size, seed=3)
    model = BoostedGeodesics(max_dist=4).fit(split.graph, split.train_pairs, negatives)
    found = auc_of(model.predict(split.graph, asked), split.test.size)
    assert found > 0.75
    assert found > auc_of(adamic_adar(split.graph, asked), split.test.size) - 0.02


def test_trees_do_not_learn_which_edges_were_hidden_from_them() -> None:
    # Hiding from each positive its own edge alone gives 0.94 here: the trees know every degree by heart.
    random = np.random.default_rng(0)
    graph = Graph.from_edges(random.integers(0, 40, (2, 300)), num_nodes=40)
    split = split_edges(graph, valid=0, test=0.3, seed=0)
    known = UniformNegatives(split.graph, also_known=split.test_pairs)
    unseen = np.concatenate([split.test_pairs, known.sample(split.test.size, seed=1)], axis=1)
    negatives = UniformNegatives(split.graph).sample(3 * split.train.size, seed=2, distinct=False)
    model = BoostedGeodesics(max_dist=3).fit(split.graph, split.train_pairs, negatives)
    again = np.concatenate([split.train_pairs, negatives[:, : split.train.size]], axis=1)
    on_training = model.predict(split.graph, again, exclude_targets=True)
    assert 0.35 < auc_of(model.predict(split.graph, unseen), split.test.size) < 0.65
    assert auc_of(on_training, split.train.size) < 0.85


def test_the_pairs_of_a_fold_are_searched_without_any_positive_of_it() -> None:
    graph = plain(12, clique(12)).graph
    positives = np.concatenate([graph.edge_index, graph.edge_index[::-1]], axis=1).astype(np.int64)
    negatives = np.zeros((2, 33), dtype=np.int64)
    model = BoostedGeodesics(folds=5)
    seen_positives, seen_negatives = [], 0
    for rest, asked, label in model._dealt(graph, positives, negatives):
        kept = {tuple(sorted(edge)) for edge in rest.edge_index.T.tolist()}
        dealt = {tuple(sorted(pair)) for pair in asked[:, label == 1].T.tolist()}
        assert not kept & dealt
        assert len(kept) + len(dealt) == graph.num_edges
        seen_positives += asked[:, label == 1].T.tolist()
        seen_negatives += int((label == 0).sum())
    assert sorted(seen_positives) == sorted(positives.T.tolist())
    assert seen_negatives == 33


def test_a_seed_decides_the_model() -> None:
    graph = communities(1)
    negatives = UniformNegatives(graph).sample(300, seed=0)
    models = [
        BoostedGeodesics(trees=20, seed=seed).fit(graph, graph.edge_index, negatives) for seed in (1, 1, 2)
    ]
    first, again, other = (model.predict(graph, negatives) for model in models)
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_heads_and_tails_of_undirected_pairs_may_be_swapped() -> None:
    graph = communities(2)
    negatives = UniformNegatives(graph).sample(300, seed=0)
    model = BoostedGeodesics(trees=20).fit(graph, graph.edge_index, negatives)
    np.testing.assert_array_equal(model.predict(graph, negatives), model.predict(graph, negatives[::-1]))


def test_what_cannot_be_learned_or_asked_is_an_error() -> None:
    graph = plain(5, path(5)).graph
    model = BoostedGeodesics(trees=2)
    with pytest.raises(RuntimeError, match="nothing was learned yet; call fit first"):
        model.predict(graph, [[0], [1]])
    with pytest.raises(ValueError, match="4 positives and 0 negatives; give both"):
        model.fit(graph, graph.edge_index, [])
    with pytest.raises(IndexError, match=r"pairs\[1, 0\] is 9"):
        model.fit(graph, graph.edge_index, [[0], [9]])
    with pytest.raises(ValueError, match="folds is 1; give a whole number from 2"):
        BoostedGeodesics(folds=1)
    model.fit(graph, graph.edge_index, [[0, 0], [2, 3]])
    assert model.predict(graph, []).shape == (0,)
    arrows = plain(5, path(5), "directed").graph
    with pytest.raises(ValueError, match="graph is a directed graph, but an undirected one was learned from"):
        model.predict(arrows, [[0], [1]])


def test_trees_beat_adamic_adar_on_real_coauthors(data_root: Path) -> None:
    rows = np.loadtxt(data_root / "link" / "ns" / "edges.txt", usecols=(0, 1), dtype=np.int64)
    split = split_edges(Graph.from_names(*rows.T.tolist()), valid=0.1, test=0.1, seed=0)
    held_back = np.concatenate([split.valid_pairs, split.test_pairs], axis=1)
    others = UniformNegatives(split.graph, also_known=held_back).sample(split.test.size, seed=1)
    asked = np.concatenate([split.test_pairs, others], axis=1)
    negatives = UniformNegatives(split.graph).sample(split.train.size, seed=2)
    model = BoostedGeodesics(max_dist=12).fit(split.graph, split.train_pairs, negatives)
    assert auc_of(model.predict(split.graph, asked), split.test.size) > 0.96
    assert auc_of(adamic_adar(split.graph, asked), split.test.size) < 0.94
