"""`NegativeSampler`: what a loader asks negatives of."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt


class NegativeSampler(Protocol):
    """Anything that draws negatives; `gdgnn.data` has several."""

    def draw(self, positives: npt.NDArray[np.int64], *, seed: int) -> npt.NDArray[np.integer[Any]]:
        """As many negatives for each of the ``(2, p)`` positives: ``(2, p * n)``, those of one together.

        The draw depends on `positives` and `seed` alone. It is called on a background thread.
        """
        ...
