"""Allocation of arrays inside kernels.

Nothing imports this module at start.
"""

from typing import cast

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.inference.guessing.model import Rows
from spectral_core.structured.compilation import inner

# Where a literal would have a kernel compiled once more for it.
ZERO, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
_MAX_LOAD = 0.6  # of the slots of a table


@inner
def choose_table_size(keys: int) -> int:
    """Return the number of slots of a hash table for so many keys."""
    slots = 16
    while keys > _MAX_LOAD * slots:
        slots *= 2
    return slots


@inner
def make_integers(size: int) -> Integers:
    """Return an array of zeros. Arrays are made in few functions, because each allocation costs compile time."""
    return np.zeros(size, dtype=np.int64)


@inner
def make_pairs(size: int) -> Rows:
    return np.zeros((size, 2), dtype=np.int64)


@inner
def make_keys(size: int) -> Keys:
    return np.empty(size, dtype=np.uint64)


@inner
def make_floats(size: int) -> Floats:
    return np.zeros(size, dtype=np.float64)
