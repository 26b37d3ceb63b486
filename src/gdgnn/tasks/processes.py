"""What several processes that train together tell each other; alone, each function does nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor, distributed, nn

Item = TypeVar("Item")


class ThisProcess(NamedTuple):
    """Which process this is of how many."""

    rank: int
    world_size: int


def this_process() -> ThisProcess:
    """Its `rank` and the `world_size`, which the loaders of each process need: as `torchrun` tells them.

    Example:
        >>> this_process()
        ThisProcess(rank=0, world_size=1)
    """
    if process_count() > 1:
        return ThisProcess(distributed.get_rank(), distributed.get_world_size())
    return ThisProcess(int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1)))


def process_count() -> int:
    """How many processes are joined by now; before they are, each is alone.

    Example:
        >>> process_count()
        1
    """
    together = distributed.is_available() and distributed.is_initialized()
    return distributed.get_world_size() if together else 1


def sum_gradients(parameters: Iterable[nn.Parameter]) -> None:
    """Add up each parameter's gradient over all processes, in one exchange.

    Torch's own `DistributedDataParallel` exchanges gradients as soon as a backward pass reaches a parameter,
    and so allows one backward pass a step. Here there is one for each slice of targets, and one for the
    encoder.
    """
    if process_count() == 1:
        return
    trained = [parameter for parameter in parameters if parameter.requires_grad]
    for parameter in trained:
        # A process without targets has no gradients, but its share in the exchange.
        if parameter.grad is None:
            parameter.grad = torch.zeros_like(parameter)
    _reduce_in_one([parameter.grad for parameter in trained if parameter.grad is not None])


def average_buffers(module: nn.Module) -> None:
    """Let all processes have the mean of their running statistics, so that all evaluate the same network."""
    if process_count() == 1:
        return
    buffers = [buffer for buffer in module.buffers() if buffer.is_floating_point()]
    _reduce_in_one(buffers)
    for buffer in buffers:
        buffer /= process_count()


def gathered(item: Item) -> list[Item]:
    """What each process has, in the order of their ranks."""
    if process_count() == 1:
        return [item]
    everyones: list[Item] = [item] * process_count()
    distributed.all_gather_object(everyones, item)
    return everyones


def _reduce_in_one(tensors: list[Tensor]) -> None:
    for dtype in dict.fromkeys(tensor.dtype for tensor in tensors):
        alike = [tensor for tensor in tensors if tensor.dtype == dtype]
        flat = torch.cat([tensor.flatten() for tensor in alike])
        distributed.all_reduce(flat)
        for tensor, part in zip(alike, torch.split(flat, [tensor.numel() for tensor in alike]), strict=True):
            tensor.copy_(part.view_as(tensor))
