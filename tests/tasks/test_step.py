from __future__ import annotations

import pytest
import torch

from gdgnn.loader import LinkBatch
from gdgnn.nn import GDGNN
from gdgnn.tasks import LinkTask, Recipe, backward_in_slices
from gdgnn.tasks.encoder_inputs import EncoderInputs
from tests.tasks.small import assert_same_tensors, gradients, link_model, small_graph, train_links

GRAPH = small_graph()


def batch_and_model(dtype: torch.dtype) -> tuple[LinkBatch, GDGNN, EncoderInputs]:
    (batch,) = train_links(GRAPH, batch_size=GRAPH.num_edges, horizontal=True)
    inputs = EncoderInputs.of(GRAPH, torch.randn(GRAPH.num_nodes, 1, dtype=dtype))
    return batch, link_model(context="both").to(dtype), inputs


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-6), (torch.float64, 1e-14)])
@pytest.mark.parametrize("size", [1, 7, 50, 1000])
def test_the_gradient_of_micro_batches_is_that_of_one_big_batch(
    size: int, dtype: torch.dtype, tolerance: float
) -> None:
    batch, model, inputs = batch_and_model(dtype)
    visible = torch.ones(GRAPH.num_edges, dtype=torch.bool)
    visible[batch.hidden_edges] = False
    h = model.encode(inputs.x, inputs.edge_index, edge_mask=visible[inputs.edge_id])
    score = model.score(h, batch.geodesics)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(score, batch.label.to(dtype))
    loss.backward()
    whole = gradients(model)
    model.zero_grad()

    task = LinkTask(model, inputs, Recipe(micro_batch=size), both_orders=False)
    torch.testing.assert_close(task.backward_of(batch), loss.detach(), rtol=tolerance, atol=tolerance)
    assert_same_tensors(gradients(model), whole, tolerance)
    assert all(gradient.abs().sum() > 0 for name, gradient in whole.items() if name.endswith("weight"))


def test_the_encoder_runs_backward_once() -> None:
    passes = []
    weight = torch.ones(1, requires_grad=True)
    h = weight * torch.arange(6.0)[:, None]
    h.register_hook(lambda gradient: passes.append(gradient))
    backward_in_slices(h, range(6), lambda h, row: h[row].sum() * row)
    assert len(passes) == 1
    assert passes[0].flatten().tolist() == [0, 1, 2, 3, 4, 5]


def test_no_slices_are_a_loss_of_zero_without_gradients() -> None:
    weight = torch.ones(1, requires_grad=True)
    assert backward_in_slices(weight * torch.ones(3, 1), [], lambda h, part: h.sum()).item() == 0
    assert weight.grad is None


def test_an_encoder_without_weights_is_no_obstacle() -> None:
    scale = torch.ones(1, requires_grad=True)
    backward_in_slices(torch.ones(3, 1), [0, 1], lambda h, row: (h[row] * scale).sum())
    assert scale.grad is not None
    assert scale.grad.item() == 2


def test_a_loss_without_gradient_is_counted() -> None:
    assert backward_in_slices(torch.ones(3, 1), [0, 1], lambda h, row: torch.tensor(2.0)).item() == 4
