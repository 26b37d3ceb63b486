"""`GeodesicLoader`: what all loaders share."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from gdgnn.geodesics._arguments import whole_number
from gdgnn.loader.background import prepared_ahead
from gdgnn.loader.turn import Turn

Batch = TypeVar("Batch")

_MOST = 2**62


class GeodesicLoader(ABC, Generic[Batch]):
    """Batches of targets with their geodesics, prepared on a background thread while the last one is used.

    Each iteration is an epoch. What it yields depends on the seed and the number of the epoch alone, not on
    threads, `prefetch` or earlier epochs.

    A loader whose epochs are all alike is static: its batches are made in the first epoch and kept for
    the others.

    Args:
        num_targets: how many targets there are.
        batch_size: targets of one batch, for each process.
        shuffle: draw a new order each epoch.
        static: every epoch is the same.
        keep: whether a static loader keeps its batches.
        drop_last: leave out a last batch that is not full.
        seed: of everything that is drawn.
        prefetch: how many batches to prepare ahead; 0: none, and without a thread.
        rank, world_size: of `world_size` processes, each of which makes the loader with its own rank, this
            one gets every `world_size`-th target of each step. All have equally many steps and together each
            target once, so that on some the last batch may be smaller by one target than on others, or empty.
    """

    def __init__(
        self,
        num_targets: int,
        *,
        batch_size: int,
        shuffle: bool,
        static: bool,
        keep: bool,
        drop_last: bool,
        seed: int,
        prefetch: int,
        rank: int,
        world_size: int,
    ) -> None:
        self.num_targets = num_targets
        self.batch_size = whole_number("batch_size", batch_size, 1, _MOST)
        self.shuffle = shuffle
        self.static = static
        self.drop_last = drop_last
        self.seed = operator.index(seed)
        self.prefetch = whole_number("prefetch", prefetch, 0, _MOST)
        self.world_size = whole_number("world_size", world_size, 1, _MOST)
        self.rank = whole_number("rank", rank, 0, self.world_size - 1)
        self._kept: dict[int, Batch] | None = {} if static and keep else None
        self._epoch = 0
        self._first_step = 0

    @property
    def epoch(self) -> int:
        """The number of the next epoch, from 0."""
        return self._epoch

    def set_epoch(self, epoch: int, step: int = 0) -> None:
        """Resume training after `epoch` epochs and `step` batches of the next one."""
        self._epoch = whole_number("epoch", epoch, 0, _MOST)
        self._first_step = whole_number("step", step, 0, len(self))

    def __len__(self) -> int:
        """Batches of an epoch."""
        joint_size = self.batch_size * self.world_size
        return self.num_targets // joint_size if self.drop_last else -(-self.num_targets // joint_size)

    def __iter__(self) -> Iterator[Batch]:
        """The batches of the next epoch."""
        epoch, first_step = self._epoch, self._first_step
        self._epoch, self._first_step = epoch + 1, 0
        return self._batches(epoch, first_step)

    def _batches(self, epoch: int, first_step: int) -> Iterator[Batch]:
        kept = self._kept
        if kept is not None and len(kept) == len(self):
            yield from (kept[step] for step in range(first_step, len(self)))
            return
        yield from prepared_ahead(self._kept_or_made, self._turns(epoch, first_step), self.prefetch)

    def _kept_or_made(self, turn: Turn) -> Batch:
        if self._kept is None:
            return self._make(turn)
        if turn.step in self._kept:
            return self._kept[turn.step]
        # Where two iterators make the same batch at a time, both get the one that was kept.
        return self._kept.setdefault(turn.step, self._make(turn))

    def _turns(self, epoch: int, first_step: int) -> Iterator[Turn]:
        order = self._order(epoch)
        joint_size = self.batch_size * self.world_size
        for step in range(first_step, len(self)):
            joint = order[step * joint_size : (step + 1) * joint_size]
            yield Turn(epoch, step, joint, self.rank, self.world_size)

    def _order(self, epoch: int) -> npt.NDArray[np.int64]:
        if not self.shuffle:
            return np.arange(self.num_targets)
        return np.random.default_rng(self._seed_of(epoch, "order")).permutation(self.num_targets)

    def _seed_of(self, epoch: int, *what: str | int) -> int:
        """A seed for one purpose in one epoch, unlike any other."""
        words = [self.seed & 0xFFFF_FFFF_FFFF_FFFF, epoch]
        words += [int.from_bytes(part.encode(), "big") if isinstance(part, str) else part for part in what]
        return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0])

    @abstractmethod
    def _make(self, turn: Turn) -> Batch:
        """The batch of a step; called on the background thread."""
