"""How the time that something takes grows with the size of what it is given."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LINEAR = 9.0  # four times as much takes 4 times as long in linear time, 4.5 in n log n, and 16 in n squared


def measure_growth(make: Callable[[int], T], act: Callable[[T], object], size: int, attempts: int = 3) -> float:
    """Return how many times as long `act` takes on four times `size`: the best attempts in CPU time of this thread."""
    small, large = make(size), make(4 * size)
    gc.collect()
    gc.disable()  # a collection takes the time of all that the process holds
    try:
        seconds = [min(_clock(act, value) for _ in range(attempts)) for value in (small, large)]
    finally:
        gc.enable()
    return seconds[1] / seconds[0]


def _clock(act: Callable[[T], object], value: T) -> float:
    begun = time.thread_time()
    act(value)
    return time.thread_time() - begun
