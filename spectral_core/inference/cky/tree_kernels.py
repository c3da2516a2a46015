"""Compiled walks over the nodes of many binary trees at once, each node before those below it.

Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.inference.cky.arrays import Integers, Places
from spectral_core.inference.compiling import entry


class Structure(NamedTuple):
    """Where the nodes of trees stand; -1 for what there is not."""

    lefts: Integers  # (nodes,)
    rights: Integers
    parents: Integers
    starts: Integers  # first word below it, counted in its sentence
    ends: Integers


@entry
def structure(words: Places, offsets: Integers) -> Structure:
    """The structure of binary trees whose leaves are the nodes with a word."""
    size = len(words)
    lefts, rights, parents = np.full(size, -1), np.full(size, -1), np.full(size, -1)
    starts, ends = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    stack = np.empty(size + 1, dtype=np.int64)
    for tree in range(len(offsets) - 1):
        depth, word = 0, 0
        for node in range(offsets[tree], offsets[tree + 1]):
            if depth:
                above = stack[depth - 1]
                parents[node] = above
                if lefts[above] < 0:
                    lefts[above] = node
                else:
                    rights[above] = node
                    depth -= 1
            starts[node] = word
            if words[node] < 0:
                stack[depth] = node
                depth += 1
            else:
                word += 1
        for node in range(offsets[tree + 1] - 1, offsets[tree] - 1, -1):
            ends[node] = starts[node] + 1 if words[node] >= 0 else ends[rights[node]]
    return Structure(lefts, rights, parents, starts, ends)
