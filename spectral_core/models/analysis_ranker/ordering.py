"""Order of candidates by their scores: ties are broken at random, never by their position in a list."""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.corpus import ABSENT

_TIE_STEP = 1e-9  # far smaller than differences between counts
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MANTISSA_SHIFT = np.uint64(11)  # leaves the 53 bits of a float's mantissa


def random_fractions(keys: Keys, seed: int) -> Floats:
    """Return a number from 0 to 1 for each key, always the same for a key and a seed."""
    mixed = (
        keys ^ (np.array([seed + 1], dtype=np.uint64) * _HASH_FACTOR)
    ) * _HASH_FACTOR  # numpy warns of scalar overflow
    return _to_fractions((mixed ^ (mixed >> np.uint64(29))) * _HASH_FACTOR)


def break_ties(scores: Floats, keys: Keys, seed: int) -> Floats:
    """Return the scores with equal ones a little apart by the keys of their labels; all must be finite."""
    if not np.isfinite(scores).all():
        raise DataError("the score of a reading is no number: this model was damaged. Learn it again")
    return scores + _TIE_STEP * random_fractions(keys, seed)


def break_ties_by(scores: Floats, jitter: Keys) -> Floats:
    """Return the scores with equal ones a little apart: the row with the lower jitter comes first."""
    return scores - _TIE_STEP * _to_fractions(jitter)


def _to_fractions(keys: Keys) -> Floats:
    return (keys >> _MANTISSA_SHIFT).astype(np.float64) * 2.0**-53


def best_rows(scores: Floats, firsts: Integers) -> Integers:
    """Return (words,) the row of the highest score of each word, ABSENT for a word without rows."""
    sizes = np.diff(firsts)
    best = np.full(len(sizes), ABSENT, dtype=np.int64)
    nonempty = np.flatnonzero(sizes)
    if len(nonempty):
        top = np.maximum.reduceat(scores, firsts[:-1][nonempty])
        hits = np.flatnonzero(scores == np.repeat(top, sizes[nonempty]))
        word = np.repeat(nonempty, sizes[nonempty])[hits]
        best[word[::-1]] = hits[::-1]  # the first of equal ones
    return best
