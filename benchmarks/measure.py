"""Interleaved timing: everything compared is run turn by turn in one process, on fresh inputs each time."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

Contender = Callable[[int], tuple[int, Callable[[], Any]]]
"""repetition -> (how many items, the call that does them); making the input is not timed"""


@dataclass
class Race:
    """Items per second of every contender, repetition by repetition, and how many processors it had.

    One thread's work is compared by processor time, which others on the machine cannot take away from it.
    """

    rates: dict[str, list[float]] = field(default_factory=dict)
    cpu_share: dict[str, list[float]] = field(default_factory=dict)

    def rate(self, name: str) -> float:
        return statistics.median(self.rates[name])

    def ratio(self, name: str, peer: str) -> float:
        """Median of the ratios within each repetition, where both met the machine in the same mood."""
        return statistics.median(a / b for a, b in zip(self.rates[name], self.rates[peer], strict=True))

    def processor_rate(self, name: str) -> float:
        """Items per second of processor time."""
        return statistics.median(self._by_processor(name))

    def processor_ratio(self, name: str, peer: str) -> float:
        ours, theirs = self._by_processor(name), self._by_processor(peer)
        return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))

    def _by_processor(self, name: str) -> list[float]:
        return [rate / share for rate, share in zip(self.rates[name], self.cpu_share[name], strict=True)]

    def as_json(self) -> dict[str, Any]:
        return {
            name: {
                "per_second": float(f"{self.rate(name):.4g}"),
                "per_processor_second": float(f"{self.processor_rate(name):.4g}"),
                "all": [float(f"{rate:.4g}") for rate in rates],
                "processors": round(statistics.median(self.cpu_share[name]), 2),
            }
            for name, rates in self.rates.items()
        }


def race(contenders: dict[str, Contender], repetitions: int) -> Race:
    """Run every contender ``repetitions`` times, in an order that rotates."""
    result = Race({name: [] for name in contenders}, {name: [] for name in contenders})
    names = list(contenders)
    gc.collect()
    for repetition in range(repetitions):
        shift = repetition % len(names)
        for name in names[shift:] + names[:shift]:
            items, call = contenders[name](repetition)
            gc.disable()
            cpu, wall = time.process_time(), time.perf_counter()
            answer = call()
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            gc.enable()
            result.rates[name].append(items / wall)
            result.cpu_share[name].append(cpu / wall)
            del answer, call
    return result


def within(
    seconds: float, ask: Callable[[Item], Answer], items: Iterable[Item]
) -> tuple[float, list[Answer]]:
    """Ask one item after another until the time is up; items per second of one processor, and the answers."""
    answers: list[Answer] = []
    start, cpu = time.perf_counter(), time.process_time()
    for item in items:
        answers.append(ask(item))
        if time.perf_counter() - start > seconds:
            break
    return len(answers) / (time.process_time() - cpu), answers


def arrays_of(value: Any) -> Iterator[Any]:
    """Every numpy array inside nested frozen dataclasses and tuples."""
    if hasattr(value, "nbytes"):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from arrays_of(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from arrays_of(getattr(value, name))


def nbytes(value: Any) -> int:
    """Bytes of a result, arrays it holds twice counted once."""
    return sum({id(array): int(array.nbytes) for array in arrays_of(value)}.values())
