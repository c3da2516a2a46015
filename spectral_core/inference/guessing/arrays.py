"""Arrays and tables that kernels make, and larger ones in their place; nothing imports this module at start."""

from __future__ import annotations

from typing import cast

import numpy as np

from spectral_core.inference.compiling import inner
from spectral_core.inference.count_table import change
from spectral_core.inference.guessing.model import Cells, Codes, Floats, Integers, Keys, Rows

# Where a literal would have a kernel compiled once more for it.
NOTHING, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
FEW = cast("int", np.int64(1 << 10))  # at first, in what grows
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
    """So many rows of two zeros."""
    return np.zeros((size, 2), dtype=np.int64)


@inner
def triples_for(size: int) -> Rows:
    """So many rows of three zeros."""
    return np.zeros((size, 3), dtype=np.int64)


@inner
def keys_for(size: int) -> Keys:
    """Room for so many keys."""
    return np.empty(size, dtype=np.uint64)


@inner
def floats_for(size: int) -> Floats:
    """So many zeros."""
    return np.zeros(size, dtype=np.float64)


@inner
def with_room(cells: Cells, used: int, more: int) -> Cells:
    """The table, or a larger one with the same keys, in which so many more fit."""
    if used + more <= _FULL * len(cells):
        return cells
    made = pairs_for(slots_for(2 * (used + more)))
    for at in range(len(cells)):
        if cells[at, 0] != 0:
            change(made, np.uint64(cells[at, 0]), cells[at, 1])
    return made


@inner
def larger(numbers: Integers, size: int) -> Integers:
    """The numbers, or as many and more, so that there are so many."""
    if size <= len(numbers):
        return numbers
    made = numbers_for(2 * size)
    for at in range(len(numbers)):
        made[at] = numbers[at]
    return made


@inner
def letters_for(letters: Codes, size: int) -> Codes:
    """The letters, or as many and more, so that there is room for so many."""
    if size <= len(letters):
        return letters
    made = np.empty(2 * size, dtype=np.uint32)
    for at in range(len(letters)):
        made[at] = letters[at]
    return made
