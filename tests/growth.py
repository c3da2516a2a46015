"""How the time that something takes grows with the size of what it is given."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_MORE_ATTEMPTS = 3  # times as many at the larger size, which other processes disturb more
LINEAR = 9.0  # four times as much takes 4 times as long in linear time, 4.5 in n log n, and 16 in n squared


def measure_growth(make: Callable[[int], T], act: Callable[[T], object], size: int, attempts: int = 3) -> float:
    """Return how many times as long `act` takes on four times `size`: the best attempts in CPU time of this thread.
    Where an attempt at the larger size is soon enough for `LINEAR`, it is not made again: others could only be sooner.
    """
    small, large = make(size), make(4 * size)
    gc.collect()
    gc.disable()  # a collection takes the time of all that the process holds
    try:
        seconds = min(_clock(act, small) for _ in range(attempts))
        growths = (_clock(act, large) / seconds for _ in range(_MORE_ATTEMPTS * attempts))
        least = next(growths)
        while least >= LINEAR and (growth := next(growths, None)) is not None:
            least = min(least, growth)
    finally:
        gc.enable()
    return least


def _clock(act: Callable[[T], object], value: T) -> float:
    begun = time.thread_time()
    act(value)
    return time.thread_time() - begun
