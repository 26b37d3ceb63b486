"""Scores of all entities are those of the facts they would make."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gdgnn.data.triples import Triples
from gdgnn.loader.triple import TripleLoader
from gdgnn.nn.relational import KnowledgeGDGNN, RelationalEncoder, TripleScorer
from gdgnn.tasks.entity_scores import Side, score_entities
from gdgnn.tasks.knowledge import KnowledgeTask

FACTS = Triples.from_ids([[0, 1, 2, 3, 0, 4], [0, 0, 1, 1, 1, 0], [1, 2, 3, 0, 2, 4]], num_entities=6)


@pytest.mark.parametrize("condition", ["none", "film"])
@pytest.mark.parametrize("side", ["head", "tail"])
def test_each_entity_is_scored_as_the_fact_it_makes(condition: str, side: Side) -> None:
    torch.manual_seed(0)
    encoder = RelationalEncoder(2, 8, 2, condition=condition)  # type: ignore[arg-type]
    model = KnowledgeGDGNN(encoder, TripleScorer(8, 2, max_dist=3))
    graph, place = FACTS.graph(), 0 if side == "head" else 2
    seen = []
    for asked, query, scores in score_entities(model, graph, FACTS.ids, sides=(side,)):
        assert asked == side
        seen += query.facts.tolist()
        made = np.repeat(FACTS.ids[:, query.facts[:1]], 6, axis=1)
        made[place] = np.arange(6)
        assert query.relation == made[1, 0]
        loader = TripleLoader(graph, made, max_dist=3, hide="never")
        task = KnowledgeTask(model.eval(), graph)
        plain = torch.cat([task.score_batch(batch) for batch in loader]).numpy()
        np.testing.assert_allclose(scores, plain, atol=1e-5)
    assert sorted(seen) == list(range(6))


def test_the_model_is_put_back_into_its_mode() -> None:
    model = KnowledgeGDGNN(RelationalEncoder(2, 8, 2), TripleScorer(8, 2, max_dist=3)).train()
    modes = [model.training for _ in score_entities(model, FACTS.graph(), FACTS.ids)]
    assert set(modes) == {False}
    assert model.training
