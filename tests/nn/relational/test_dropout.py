from __future__ import annotations

import pytest
import torch

from gdgnn.nn.relational.dropout import byte_dropout


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_the_share_is_dropped_and_the_mean_is_kept(share: float) -> None:
    x = torch.ones(401, 503)
    dropped = byte_dropout(x, share, training=True)
    assert (dropped == 0).float().mean().item() == pytest.approx(share, abs=0.005)
    assert dropped.mean().item() == pytest.approx(1, abs=0.01)


def test_neighboring_values_are_dropped_independently() -> None:
    dropped = (byte_dropout(torch.ones(80_000), 0.5, training=True) == 0).float()
    for lag in range(1, 9):
        together = (dropped[lag:] * dropped[:-lag]).mean().item()
        assert together == pytest.approx(0.25, abs=0.01)


def test_the_seed_decides_and_evaluation_drops_nothing() -> None:
    x = torch.randn(100)
    torch.manual_seed(3)
    first = byte_dropout(x, 0.3, training=True)
    torch.manual_seed(3)
    assert torch.equal(first, byte_dropout(x, 0.3, training=True))
    assert byte_dropout(x, 0.3, training=False) is x
    assert byte_dropout(x, 0.0, training=True) is x


def test_no_values_are_no_problem() -> None:
    assert byte_dropout(torch.empty(0, 4), 0.5, training=True).shape == (0, 4)
