from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from gdgnn.data.datasets import load
from gdgnn.experiments.studies.link_protocol import LinkProtocol, link_figures, seed_of

PROTOCOL = LinkProtocol("ns", 0.1, 0.1, "uniform", 1, "training edges", "epoch", ("auc", "ap"))


def keys(pairs: np.ndarray) -> set[tuple[int, int]]:
    return {(min(u, v), max(u, v)) for u, v in pairs.T.tolist()}


def test_no_pair_is_in_two_parts_and_negatives_are_no_edges(data_root: Path) -> None:
    data, whole = PROTOCOL.data(3, data_root), keys(load("ns", root=data_root).graph.edge_index)
    parts = [keys(data.train_pairs)]
    for judged in (data.valid, data.test):
        positive, negative = (
            keys(judged.pairs[:, judged.label == 1]),
            keys(judged.pairs[:, judged.label == 0]),
        )
        assert len(positive) == len(negative) == round(0.1 * len(whole))
        assert positive <= whole
        assert not negative & whole
        parts += [positive, negative]
    assert sum(map(len, parts)) == len(set.union(*parts))
    assert keys(data.graph.edge_index) == parts[0]


def test_a_seed_is_a_split(data_root: Path) -> None:
    first, again, other = (PROTOCOL.data(seed, data_root).test.pairs for seed in (0, 0, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_figures_are_those_of_scikit_learn_in_percent() -> None:
    random = np.random.default_rng(0)
    score, label = random.normal(size=200).round(1), random.integers(2, size=200)
    found = link_figures(("auc", "ap"), score, label)
    assert found["auc"] == pytest.approx(100 * roc_auc_score(label, score))
    assert found["ap"] == pytest.approx(100 * average_precision_score(label, score))


def test_each_purpose_has_a_seed_of_its_own() -> None:
    assert len({seed_of(seed, purpose) for seed in range(5) for purpose in ("training", "evaluation")}) == 10
