"""`Budget`: how long a search may take."""

from __future__ import annotations

import time

# Candidates differ in cost, and whatever is chosen is trained once more in the end.
_MARGIN = 1.5
_SHARE_OF_ONE = 0.4


class Budget:
    """Seconds to spend on several trainings, the last of which must still fit.

    Args:
        seconds: all of them; None: any number.
        spent: before an interruption.

    Example:
        >>> budget = Budget(100, spent=50)
        >>> budget.allows(10), budget.allows(30), Budget(None).allows(1e9)
        (True, False, True)
    """

    def __init__(self, seconds: float | None, *, spent: float = 0.0) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"time_budget is {seconds}; give seconds above 0, or None for any time")
        self.seconds = seconds
        self._start = time.perf_counter() - spent

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._start

    def allows(self, longest: float) -> bool:
        """Whether one more candidate and the final training fit, if each takes as long as the longest yet."""
        return self.seconds is None or self.spent + longest + _MARGIN * longest < self.seconds

    def epochs(self, seconds_per_epoch: float, wanted: int, fewest: int = 3) -> int:
        """How many of the wanted epochs fit into one training's share."""
        if self.seconds is None:
            return wanted
        fit = int(_SHARE_OF_ONE * self.seconds / max(seconds_per_epoch, 1e-9))
        return min(wanted, max(fit, fewest))
