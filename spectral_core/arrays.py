"""Types of arrays, hash keys of tuples of integers, and the principal plane of vectors: for every zone."""

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


def project_to_principal_plane(vectors: Floats) -> tuple[Floats, tuple[float, float]]:
    """PCA: project vectors onto their first two principal components; return (vectors, 2) and the explained variance
    ratio of each. The largest coordinate along each component is positive."""
    left, values, _ = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    points: Floats = np.zeros((len(vectors), 2))
    width = min(2, len(values))
    points[:, :width] = left[:, :width] * values[:width]
    signs = np.sign(points[np.abs(points).argmax(axis=0), np.arange(2)])
    variances = values**2
    total = max(float(variances.sum()), 1e-300)
    first, second, *_ = (*(float(variance) / total for variance in variances[:2]), 0.0, 0.0)
    return points * np.where(signs == 0, 1.0, signs), (first, second)
