"""Scores of batches, put in the order in which a loader was given its targets."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from gdgnn.loader import GeodesicLoader
from gdgnn.tasks.processes import gathered, process_count


def in_target_order(
    parts: list[tuple[Tensor, Tensor | None]], loader: GeodesicLoader[Any]
) -> tuple[Tensor, Tensor | None]:
    """The scores and labels of all targets, of whichever process.

    Args:
        parts: scores, and labels if there are any, of each batch that the loader yielded in this process.
        loader: where the batches are from.

    Raises:
        ValueError: the loader shuffles, leaves out or adds targets, or shares them among other processes.

    Example:
        >>> from gdgnn import Graph
        >>> from gdgnn.loader import NodeGeodesicLoader
        >>> loader = NodeGeodesicLoader(Graph.from_edges([[0, 1], [1, 2]]), max_dist=1, batch_size=2)
        >>> in_target_order([(torch.tensor([5, 6]), None), (torch.tensor([7]), None)], loader)[0].tolist()
        [5, 6, 7]
    """
    if loader.shuffle or loader.drop_last or getattr(loader, "negatives", None) is not None:
        raise ValueError(
            "scores are wanted for the targets of the loader as they are; make it without shuffle, drop_last "
            "and negatives, and give negatives as targets with label 0"
        )
    if loader.world_size > 1 and loader.world_size != process_count():
        raise ValueError(
            f"the loader has world_size={loader.world_size}, but {process_count()} process(es) evaluate; "
            "give it as many, or leave rank and world_size out"
        )
    everyones = gathered(parts) if loader.world_size > 1 else [parts]
    steps = [[of_process[step] for of_process in everyones] for step in range(len(parts))]
    score = _joined([[score for score, _ in step] for step in steps])
    if not parts or parts[0][1] is None:
        return score, None
    return score, _joined([[label for _, label in step if label is not None] for step in steps])


def _joined(steps: list[list[Tensor]]) -> Tensor:
    return torch.cat([_interleaved(parts) for parts in steps]) if steps else torch.empty(0)


def _interleaved(parts: list[Tensor]) -> Tensor:
    """One of each part in turn, as loaders share out the targets of a step."""
    result = parts[0].new_empty(sum(map(len, parts)), *parts[0].shape[1:])
    for rank, part in enumerate(parts):
        result[rank :: len(parts)] = part
    return result
