"""`Turn`: which targets a batch is about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Turn:
    """One step of an epoch.

    Attributes:
        epoch, step: both from 0.
        joint: positions of the targets of this step over all processes.
        rank, world_size: this process has every `world_size`-th of them, from `rank` on.
    """

    epoch: int
    step: int
    joint: npt.NDArray[np.int64]
    rank: int
    world_size: int

    @property
    def own(self) -> npt.NDArray[np.int64]:
        """Positions of the targets of this process."""
        return self.joint[self.rank :: self.world_size]
