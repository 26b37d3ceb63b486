"""`Targets`: what is scored in a step, in slices of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from gdgnn.inputs import NodeGeodesics, PairGeodesics, RaggedNodes


@dataclass(frozen=True, eq=False)
class Targets:
    """``k`` targets: their geodesics, and for subgraphs which nodes each of them has.

    Attributes:
        geodesics: of ``k`` pairs or nodes, or of the nodes of all subgraphs, one subgraph after the other.
        label: ``(k, ...)``, or None.
        subsets: for subgraphs: rows of positions in ``geodesics.targets``, which are ``0, 1, 2, ...``.

    Example:
        >>> pairs = PairGeodesics(torch.zeros(2, 5).long(), torch.zeros(5).long(), max_dist=2)
        >>> [len(part) for part in Targets(pairs, torch.zeros(5)).slices(2)]
        [2, 2, 1]
    """

    geodesics: PairGeodesics | NodeGeodesics
    label: Tensor | None = None
    subsets: RaggedNodes | None = None

    def __len__(self) -> int:
        if self.subsets is not None:
            return self.subsets.num_rows
        given = self.geodesics
        return given.num_pairs if isinstance(given, PairGeodesics) else given.num_targets

    def slices(self, size: int | None) -> Iterator[Targets]:
        """Slices of ``size`` targets, of which the last may be smaller; none where there are no targets."""
        count = len(self)
        if size is None or count <= size:
            yield from [self] if count else []
            return
        for start in range(0, count, size):
            yield self.slice(start, min(start + size, count))

    def slice(self, start: int, stop: int) -> Targets:
        """Targets ``start`` to ``stop``: views wherever possible."""
        label = None if self.label is None else self.label[start:stop]
        if self.subsets is None:
            return Targets(self.geodesics.slice(start, stop), label)
        ends = torch.tensor([start, stop], device=self.subsets.row.device)
        first, last = torch.searchsorted(self.subsets.row, ends).tolist()
        row = self.subsets.row[first:last] - start
        subsets = RaggedNodes(torch.arange(last - first, device=row.device), row, stop - start)
        return Targets(self.geodesics.slice(first, last), label, subsets)


def without_single_column(label: Tensor | None) -> Tensor | None:
    """``(k,)`` for ``(k, 1)``, as a model with one score for each target returns; anything else as it is.

    Example:
        >>> without_single_column(torch.zeros(3, 1)).shape
        torch.Size([3])
    """
    return label.squeeze(1) if label is not None and label.ndim == 2 and label.shape[1] == 1 else label
