from __future__ import annotations

import pytest
import torch
from torch import nn

from gdgnn.tasks.embedding_cache import EmbeddingCache


@pytest.mark.parametrize("fused", [False, True])
def test_a_step_of_any_optimizer_is_noticed(fused: bool) -> None:
    layer, cache, inputs = nn.Linear(1, 1), EmbeddingCache(), torch.ones(1, 1)
    optimizer = torch.optim.Adam(layer.parameters(), fused=fused)

    def found() -> torch.Tensor:
        return cache.get(layer, inputs, lambda: layer(inputs).detach())

    first = found()
    assert found() is first
    layer(inputs).sum().backward()
    optimizer.step()
    assert not torch.equal(found(), first)


def test_other_inputs_running_statistics_and_types_are_noticed() -> None:
    norm, cache, inputs = nn.BatchNorm1d(1), EmbeddingCache(), torch.ones(3, 1)
    calls: list[int] = []

    def found(inputs: torch.Tensor) -> None:
        cache.get(norm, inputs, lambda: calls.append(1) or inputs)

    found(inputs)
    found(inputs)
    assert len(calls) == 1
    found(inputs.clone())
    assert len(calls) == 2
    norm(inputs)
    found(inputs)
    assert len(calls) == 3
    norm.double()
    found(inputs)
    assert len(calls) == 4
