"""Arrays of the recursions of split head automata; each set of them travels in one value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers

Pointers = Indexes


class Automata(NamedTuple):
    """Operator automata for modifiers on the left (0) and on the right (1) of each group of heads. p(x1..xT | group,
    side) = stop @ operators[xT] .. operators[x1] @ start, where operators lie transposed."""

    operators: Floats  # (groups, 2, symbols, from, to)
    start: Floats  # (groups, 2, states)
    stop: Floats  # (groups, 2, states)

    @classmethod
    def from_operators(cls, operators: Floats, start: Floats, stop: Floats) -> Automata:
        """Return the automata from operators (groups, 2, symbols, to, from), as formulas have them."""
        return cls(np.ascontiguousarray(operators.swapaxes(-1, -2)), start, stop)

    def to_logs(self) -> Automata:
        """Return the logarithms, for the search of a best derivation; impossible is -inf. ValueError where an entry is
        negative."""
        if any((part < 0).any() for part in self):
            raise ValueError("operators with negative entries have no best derivation")
        with np.errstate(divide="ignore"):
            return Automata(*(np.log(part) for part in self))


class WordArrays(NamedTuple):
    """The words of one sentence as the kernels see them; words count from 0 here."""

    groups: Integers  # (words,)
    symbols: Integers  # (words,)
    following: Integers  # (words,)
    roots: Floats  # (words,)
    weights: Floats  # (words, words, deterministic states) [head, modifier]
    ends: Floats  # (words, 2, deterministic states)
    reach: Flags  # (2, words, words) [side, head, edge]: which half trees may be; (2, 0, 0) where all may


class Chart(NamedTuple):
    """A number for each part of a tree, or the derivative of the log of the sum over all trees by that number. A half
    tree of a head that reaches to an edge is open while its automaton may go on (a vector over deterministic state x
    hidden state) and closed once it stopped. An arc is the head's half tree as far as the arc, after it."""

    half: Floats  # (2, words, words, deterministic states * states) [side, head, edge]
    closed: Floats  # (2, words, words) [side, head, edge]
    arcs: Floats  # (words, words, states) [head, modifier]
    sums: Floats  # (deterministic states * states,) scratch: one arc's sums over splits
    state_sums: Floats  # (states,) scratch: the same without the deterministic states


class RankedLists(NamedTuple):
    """Falling lists of scores with their backpointers, as long as `counts` says."""

    scores: Floats  # (.., k)
    backpointers: Pointers  # (.., k, parts of a backpointer)
    counts: Pointers  # (..)


class RankedChart(NamedTuple):
    """The lists of each part of a tree, with the axes of a chart."""

    half: RankedLists
    closed: RankedLists
    arcs: RankedLists  # backpointers: split, state before, its rank, rank of the modifier's half
    sums: RankedLists
