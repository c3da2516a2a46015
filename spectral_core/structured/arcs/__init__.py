"""Arrays of the kernels of the arc parser; each set of them travels in one value."""

from __future__ import annotations

from typing import NamedTuple

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles

SLOTS = 16  # weights of a row: one always read, one for direction and distance
MAX_HEADS = 12  # heads that are kept of a word at most
PRUNER, ARC, GRAND, SIBLING, BETWEEN = range(5)  # kinds of features
FIRST_ROLE = (0, 2, 4, 7, 10)  # of each kind
ROLES = 13


class Templates(NamedTuple):
    """Templates of the keys of features: a piece is a code of a word, or of one near it, times an odd number. The key
    of a feature is the sum of the contributions of its roles."""

    roles: Integers  # (pieces,)
    columns: Integers  # (pieces,) the feature, counted in its kind
    attributes: Integers  # (pieces,) the column of the codes
    offsets: Integers  # (pieces,) from the word in the role
    factors: Keys  # (pieces,)
    initial: Keys  # (roles, features) what each key begins with
    counts: Integers  # (kinds,)


class CodedSentences(NamedTuple):
    """Sentences as codes of words, laid end to end."""

    starts: Integers  # (sentences + 1,)
    codes: Keys  # (words, attributes)
    kinds: Integers  # (words,) 1 for punctuation, 2 for what often hangs from the root, else 0


class HashedWeights(NamedTuple):
    """Rows of weights that features are hashed to, and the accumulator beside each weight in training."""

    rows: Singles  # (a power of two, SLOTS)
    accumulators: Singles  # the same, or (0, SLOTS): sums of squared slopes, or of changes by time
    shift: int  # the bits of a key that are left out


class StepSize(NamedTuple):
    """Rate and clock of the steps of weights along a gradient."""

    rate: float
    clock: float  # for averages of plain steps; below 0, steps shrink with the slopes that were seen


class PrunedArcs(NamedTuple):
    """Arcs of a sentence that pruning kept, by modifier and then by head."""

    heads: Indexes  # (arcs,) 0 is the root
    words: Indexes  # (arcs,) from 1
    first: Indexes  # (words + 2,) the first arc of each modifier
    by_head: Indexes  # (arcs,) arcs by head, then by modifier
    bounds: Indexes  # (words + 2,) where each head's begin in `by_head`
    first_right: Indexes  # (words + 1,) where those on its right begin
    pairs: Indexes  # (arcs + 1,) the first pair of each arc: one for each arc above its head
    triples: Indexes  # (arcs + 1,) the first triple of each: without a sibling, then with each arc nearer the head


class TreeParts(NamedTuple):
    """A number for every part of a tree: a log score, a potential, or a marginal."""

    arcs: Floats  # (arcs,)
    pairs: Floats  # an arc and the one above its head
    triples: Floats  # an arc and the one before it on its side
    ends: Floats  # (arcs,) an arc that is the last on its side
    childless: Floats  # (2, words + 1) a side without modifiers, left and right
