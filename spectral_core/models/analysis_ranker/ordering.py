"""The order of candidates by their scores: equals are parted by chance, never by their place in a list."""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.corpus import NOTHING

_JITTER = 1e-9  # far below any difference that counts make
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_TOP = np.uint64(11)  # what is left of 64 bits fills the digits of a float


def chances(keys: Keys, seed: int) -> Floats:
    """A number from 0 to 1 for each key, always the same for a key and a seed."""
    mixed = (keys ^ (np.array([seed + 1], dtype=np.uint64) * _FACTOR)) * _FACTOR  # of one alone, numpy complains
    return _fractions((mixed ^ (mixed >> np.uint64(29))) * _FACTOR)


def parted(scores: Floats, keys: Keys, seed: int) -> Floats:
    """The scores, equal ones a little apart by their labels' keys; all must be finite."""
    if not np.isfinite(scores).all():
        raise DataError("the score of a reading is no number: this model was damaged. Learn it again")
    return scores + _JITTER * chances(keys, seed)


def parted_by(scores: Floats, jitter: Keys) -> Floats:
    """The scores, equal ones a little apart by what decides among them: the lower comes first."""
    return scores - _JITTER * _fractions(jitter)


def _fractions(keys: Keys) -> Floats:
    return (keys >> _TOP).astype(np.float64) * 2.0**-53


def best_rows(scores: Floats, firsts: Integers) -> Integers:
    """(words,) the row of the highest score of each word, NOTHING for a word without rows."""
    sizes = np.diff(firsts)
    found = np.full(len(sizes), NOTHING, dtype=np.int64)
    filled = np.flatnonzero(sizes)
    if len(filled):
        top = np.maximum.reduceat(scores, firsts[:-1][filled])
        hits = np.flatnonzero(scores == np.repeat(top, sizes[filled]))
        word = np.repeat(filled, sizes[filled])[hits]
        found[word[::-1]] = hits[::-1]  # the first of several that are equal
    return found
