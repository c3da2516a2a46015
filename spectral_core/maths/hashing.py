"""Numbers that stand for tuples of numbers, of whole arrays at once."""

import numpy as np

from spectral_core.arrays import Integers, Keys

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def mixed(*values: Integers | int) -> Keys:
    """Keys of tuples of numbers; different tuples have different ones but for chance."""
    key = np.zeros(1, dtype=np.uint64)  # numbers alone would warn where they overflow
    for value in values:
        number = np.asarray(value, dtype=np.int64).astype(np.uint64)
        key = (key ^ number) * _FACTOR
        key = key ^ (key >> _SHIFT)
    return np.asarray(key * _FACTOR, dtype=np.uint64)
