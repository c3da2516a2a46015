"""Arrays that kernels make; nothing imports this module at start."""

from typing import cast

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.inference.compiling import inner
from spectral_core.inference.guessing.model import Rows

# Where a literal would have a kernel compiled once more for it.
NOTHING, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
_FULL = 0.6  # of the slots of a table


@inner
def slots_for(keys: int) -> int:
    """How many slots a table for so many keys has."""
    slots = 16
    while keys > _FULL * slots:
        slots *= 2
    return slots


@inner
def numbers_for(size: int) -> Integers:
    """So many zeros. Arrays are made in few places, because each of them costs compile time."""
    return np.zeros(size, dtype=np.int64)


@inner
def pairs_for(size: int) -> Rows:
    return np.zeros((size, 2), dtype=np.int64)


@inner
def keys_for(size: int) -> Keys:
    return np.empty(size, dtype=np.uint64)


@inner
def floats_for(size: int) -> Floats:
    return np.zeros(size, dtype=np.float64)
