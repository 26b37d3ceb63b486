"""The small modules that others are made of."""

from __future__ import annotations

import pytest
import torch

from gdgnn.nn import MLP, BatchNorm, DistanceEncoding, GatheredLinear, Scorer
from gdgnn.nn.mlp import reset
from tests.nn.graphs import assert_close


def test_batch_norm_is_torchs_except_on_batches_it_refuses() -> None:
    own, theirs = BatchNorm(3), torch.nn.BatchNorm1d(3)
    x = torch.randn(5, 3)
    assert_close(own(x), theirs(x))
    assert_close(own.eval()(x), theirs.eval()(x))
    own.train()
    assert own(x[:1]).isfinite().all()
    assert own(x[:0]).shape == (0, 3)


def test_resetting_draws_weights_anew() -> None:
    for module in (MLP([3, 4, 2], batch_norm=True), Scorer(3), torch.nn.Sequential(torch.nn.Linear(2, 2))):
        before = next(module.parameters()).clone()
        reset(module)
        assert not torch.equal(before, next(module.parameters()))


def test_an_mlp_needs_an_input_and_an_output() -> None:
    with pytest.raises(ValueError, match="input and the output"):
        MLP([3])
    with pytest.raises(ValueError, match="at least one"):
        Scorer(3, num_layers=0)


@pytest.mark.parametrize("extra_channels", [0, 2])
def test_a_gathered_linear_layer_is_the_same_before_and_after_gathering(extra_channels: int) -> None:
    layer = GatheredLinear(3, extra_channels, 4)
    table, index = torch.randn(5, 3), torch.randint(5, (12,))
    extra = torch.randn(12, extra_channels) if extra_channels else None
    parts = [table[index]] if extra is None else [table[index], extra]
    expected = layer.linear(torch.cat(parts, dim=1))
    assert_close(layer(table, index, extra), expected, 1e-6)
    assert_close(layer(table, index[:4], None if extra is None else extra[:4]), expected[:4], 1e-6)


@pytest.mark.parametrize("max_dist", [0, 1, 4])
@pytest.mark.parametrize("kind", ["scalar", "one-hot", "learned"])
def test_every_distance_has_a_code_of_its_own_and_so_has_infinity(kind: str, max_dist: int) -> None:
    encoding = DistanceEncoding(max_dist, kind)
    codes = encoding(torch.arange(max_dist + 2), torch.get_default_dtype())
    assert codes.shape == (max_dist + 2, encoding.out_channels)
    assert codes.isfinite().all()
    assert len(codes.unique(dim=0)) == max_dist + 2


def test_infinity_is_no_large_distance_on_the_scalar_channel() -> None:
    assert DistanceEncoding(4, "scalar")(torch.tensor([5])).tolist() == [[0.0, 1.0]]


def test_an_unknown_kind_of_distance_is_named() -> None:
    with pytest.raises(ValueError, match="'one-hot'"):
        DistanceEncoding(4, "onehot")
