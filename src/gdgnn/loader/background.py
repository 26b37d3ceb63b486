"""Work done ahead of who needs it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Product = TypeVar("Product")

THREAD_NAME = "gdgnn-loader"


def prepared_ahead(
    prepare: Callable[[Item], Product], items: Iterable[Item], ahead: int
) -> Iterator[Product]:
    """``map(prepare, items)``, with up to `ahead` products prepared on a background thread; 0: without one.

    One thread is enough, as the engine spreads each search over the cores by itself. What `prepare` raises
    is raised where its product would have come. The thread ends with the iterator: when it is exhausted,
    fails, is closed or is no longer referred to.

    Example:
        >>> list(prepared_ahead(str, [1, 2, 3], ahead=2))
        ['1', '2', '3']
    """
    if ahead == 0:
        yield from map(prepare, items)
        return
    waiting = iter(items)
    pool = ThreadPoolExecutor(1, thread_name_prefix=THREAD_NAME)
    running: deque[Future[Product]] = deque()
    try:
        running.extend(pool.submit(prepare, item) for item in islice(waiting, ahead))
        while running:
            product = running.popleft().result()
            # Before the consumer takes over, so that the thread is busy meanwhile.
            running.extend(pool.submit(prepare, item) for item in islice(waiting, 1))
            yield product
    finally:
        # The garbage collector may close this iterator on the background thread, which cannot await itself.
        on_own_thread = threading.current_thread().name.startswith(THREAD_NAME)
        pool.shutdown(wait=not on_own_thread, cancel_futures=True)
