from __future__ import annotations

import gc
import threading
import time

import pytest

from gdgnn.loader.background import prepared_ahead
from tests.loader.checks import background_threads


@pytest.mark.parametrize("ahead", [0, 1, 2, 100])
def test_products_come_in_order_however_many_are_prepared_ahead(ahead: int) -> None:
    assert list(prepared_ahead(lambda item: item * item, range(20), ahead)) == [i * i for i in range(20)]
    assert list(prepared_ahead(str, [], ahead)) == []
    assert not background_threads()


def test_so_many_are_prepared_ahead_and_no_more() -> None:
    made: list[int] = []
    products = prepared_ahead(made.append, range(50), 3)
    next(products)
    deadline = time.monotonic() + 5
    while len(made) < 4 and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(0.02)
    assert made == [0, 1, 2, 3]


def test_preparing_happens_while_the_consumer_works() -> None:
    second_began = threading.Event()
    products = prepared_ahead(lambda item: item and second_began.set(), [0, 1], 1)
    next(products)
    assert second_began.wait(5)


@pytest.mark.parametrize("ahead", [0, 1, 4])
def test_an_exception_reaches_the_consumer_after_what_came_before(ahead: int) -> None:
    products = prepared_ahead(lambda item: 12 // item, [3, 2, 0, 1], ahead)
    assert (next(products), next(products)) == (4, 6)
    with pytest.raises(ZeroDivisionError):
        next(products)
    assert list(products) == []
    assert not background_threads()


def test_a_broken_loop_leaves_no_thread() -> None:
    for _ in prepared_ahead(str, range(100), 4):
        break
    assert not background_threads()


def test_an_iterator_that_is_closed_or_forgotten_leaves_no_thread() -> None:
    products = prepared_ahead(str, range(100), 4)
    next(products)
    assert background_threads()
    products.close()
    assert not background_threads()
    loop: list[object] = [prepared_ahead(str, range(100), 4)]
    next(loop[0])
    loop.append(loop)
    del loop
    gc.collect()
    assert not background_threads()


def test_an_iterator_collected_on_its_own_thread_does_not_wait_for_itself() -> None:
    collected = threading.Event()
    holder: list[object] = []

    def prepare(item: int) -> int:
        if item == 1:
            while not holder:
                time.sleep(0.001)
            holder.pop().close()
            collected.set()
        return item

    products = prepared_ahead(prepare, range(3), 1)
    next(products)
    holder.append(products)
    assert collected.wait(5)
