"""Ranks and figures are those of PyKEEN's evaluator."""

from __future__ import annotations

import warnings
from typing import Any, get_args

import numpy as np
import pytest
import torch

from gdgnn.data.triples import Triples
from gdgnn.data.triples_known import KnownTriples
from gdgnn.nn.relational import KnowledgeGDGNN, RelationalEncoder, TripleScorer
from gdgnn.tasks.entity_scores import score_entities
from gdgnn.tasks.metrics import Ties
from gdgnn.tasks.ranking import rank_triples

NAMES = {"MRR": "inverse_harmonic_mean_rank"} | {f"Hits@{k}": f"hits_at_{k}" for k in (1, 3, 10)}


@pytest.fixture(scope="module")
def peer(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """PyKEEN's own ranks and filters; it makes a folder of its own when it is imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSTOW_HOME", str(tmp_path_factory.mktemp("pystow")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return pytest.importorskip("pykeen.evaluation", exc_type=ImportError)


def facts_of(seed: int) -> Triples:
    """Random facts over few entities, so that there are many known answers and equal scores."""
    random = np.random.default_rng(seed)
    ids = np.stack([random.integers(0, high, 150) for high in (30, 4, 30)])
    return Triples.from_ids(np.unique(ids, axis=1), num_entities=32, num_relations=4)


@pytest.mark.parametrize("seed", range(3))
def test_figures_are_those_of_pykeen(peer: Any, seed: int) -> None:
    every = facts_of(seed)
    held = np.random.default_rng(seed).random(every.num_triples) < 0.25
    graph, asked = every.take(~held), every.take(held)
    torch.manual_seed(seed)
    scorer = TripleScorer(8, 4, max_dist=2, context="distance")
    model = KnowledgeGDGNN(RelationalEncoder(4, 8, 0 if seed == 2 else 2), scorer)
    ranking = rank_triples(model, graph.graph(), asked, KnownTriples(every))
    evaluator = peer.RankBasedEvaluator(clear_on_finalize=True)
    triples, known = (torch.from_numpy(facts.ids.T.copy()) for facts in (asked, every))
    for side, query, found in score_entities(model, graph.graph(), asked.ids):
        for fact in query.facts.tolist():
            column = 0 if side == "head" else 2
            scores, one = torch.from_numpy(found.copy())[None], triples[fact : fact + 1]
            true = scores[0, one[0, column]].clone()
            some, _ = peer.evaluator.create_sparse_positive_filter_(one, known, filter_col=column)
            peer.evaluator.filter_scores_(scores, some)
            scores[0, one[0, column]] = true
            evaluator.process_scores_(one, side, scores, true.view(1, 1))
    result = evaluator.finalize()
    for ties in get_args(Ties):
        for figure in ranking.figures("test", ties=ties):
            theirs = result.get_metric(f"both.{ties}.{NAMES[figure.name]}")
            assert figure.value == pytest.approx(theirs, abs=1e-6), (figure.name, ties)
    assert seed != 2 or ranking.ties.sum() > 100
