"""Hash keys of tuples of integers, for whole arrays at once."""

import numpy as np

from spectral_core.arrays import Integers, Keys

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def hash_tuples(*values: Integers | int) -> Keys:
    """Return 64-bit keys of tuples of integers; different tuples rarely share one."""
    key = np.zeros(1, dtype=np.uint64)  # an array: scalars would warn about overflow
    for value in values:
        number = np.asarray(value, dtype=np.int64).astype(np.uint64)
        key = (key ^ number) * _FACTOR
        key = key ^ (key >> _SHIFT)
    return np.asarray(key * _FACTOR, dtype=np.uint64)
