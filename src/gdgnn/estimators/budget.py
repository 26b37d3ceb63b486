"""`Budget`: how long a search may take."""

from __future__ import annotations

import time

# Of all seconds: one training as it is planned, and the first one when it must end.
_SHARE_OF_ONE, _SHARE_OF_FIRST = 0.4, 0.5
# The same where none follows it.
_SHARE_OF_ONLY = 0.85
# The final training learns from more targets than a candidate does, but is not validated.
_FINAL = 1.25
# Beyond the budget, the final training is not even finished.
_BEYOND = 1.15


class Budget:
    """Seconds to spend on several trainings, the last of which must still fit.

    Args:
        seconds: all of them; None: any number.
        spent: before an interruption, and before the clock was started.

    Example:
        >>> budget = Budget(100, spent=50)
        >>> budget.allows(10), budget.allows(30), Budget(None).allows(1e9)
        (True, False, True)
        >>> budget.took(45)
        >>> budget.late()
        True
    """

    def __init__(self, seconds: float | None, *, spent: float = 0.0) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"time_budget is {seconds}; give seconds above 0, or None for any time")
        self.seconds = seconds
        self._start = time.perf_counter() - spent
        self._longest = 0.0

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._start

    def took(self, seconds: float) -> None:
        """Take down how long a candidate took."""
        self._longest = max(self._longest, seconds)

    def allows(self, longest: float) -> bool:
        """Whether one more candidate and the final training fit, if the candidate takes so long."""
        return (
            self.seconds is None or self.spent + longest + _FINAL * max(longest, self._longest) < self.seconds
        )

    def late(self, epochs: int = 0) -> bool:
        """Whether a candidate must end now, whatever its epochs, to leave time for the final training."""
        if self.seconds is None:
            return False
        if not self._longest:
            return self.spent > _SHARE_OF_FIRST * self.seconds
        return self.spent + _FINAL * self._longest > self.seconds

    def over(self, epochs: int = 0) -> bool:
        """Whether the final training must end now, whatever its epochs."""
        return self.seconds is not None and self.spent > _BEYOND * self.seconds

    def nearly_over(self) -> bool:
        """Whether the only training must end now, to leave time for a test."""
        return self.seconds is not None and self.spent > _SHARE_OF_ONLY * self.seconds

    def fits(self, seconds_per_epoch: float, fewest: int = 3) -> bool:
        """Whether a candidate and the final training of the fewest epochs fit into what is left."""
        return self.seconds is None or self.spent + (1 + _FINAL) * fewest * seconds_per_epoch < self.seconds

    def epochs(self, seconds_per_epoch: float, wanted: int, fewest: int = 3) -> int:
        """How many of the wanted epochs fit into one training's share."""
        if self.seconds is None:
            return wanted
        return _fitting(_SHARE_OF_ONE * self.seconds, seconds_per_epoch, wanted, fewest)

    def final_epochs(self, seconds_per_epoch: float, wanted: int, fewest: int = 3) -> int:
        """How many of the wanted epochs fit into what is left, if they take `_FINAL` times as long."""
        if self.seconds is None:
            return wanted
        return _fitting(self.seconds - self.spent, _FINAL * seconds_per_epoch, wanted, fewest)


def _fitting(seconds: float, each: float, wanted: int, fewest: int) -> int:
    return min(wanted, max(int(seconds / max(each, 1e-9)), fewest))
