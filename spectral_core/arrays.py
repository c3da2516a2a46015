"""Types of arrays, and hash keys of tuples of integers."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]  # single precision
Integers = NDArray[np.int64]
Indexes = NDArray[np.int32]
CodePoints = NDArray[np.uint32]
Keys = NDArray[np.uint64]
Flags = NDArray[np.bool_]
NamedArrays = dict[str, NDArray[np.generic]]


_HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(29)


def hash_tuples(*values: Integers | int) -> Keys:
    """Return 64-bit keys of tuples of integers; different tuples rarely share one."""
    key = np.zeros(1, dtype=np.uint64)  # an array: scalars would warn about overflow
    for value in values:
        number = np.asarray(value, dtype=np.int64).astype(np.uint64)
        key = (key ^ number) * _HASH_MULTIPLIER
        key = key ^ (key >> _HASH_SHIFT)
    return np.asarray(key * _HASH_MULTIPLIER, dtype=np.uint64)
