"""Second-order arc-factored dependency parser: array types of its kernels (arc pruner, part scores, marginals,
training)."""

from __future__ import annotations

from typing import NamedTuple

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles

WEIGHTS_PER_ROW = 16  # weights per hashed row: slot 0 is always read, the others by direction and distance
MAX_HEADS = 12  # heads kept per word at most
PRUNER, ARC, GRANDPARENT, SIBLING, IN_BETWEEN = range(5)  # feature kinds
FIRST_ROLE = (0, 2, 4, 7, 10)  # first role of each kind
ROLE_COUNT = 13


class Templates(NamedTuple):
    """Feature templates. A piece is a code of a word, or of one near it, times an odd number; the key of a feature is
    the sum of the contributions of its roles (head, modifier, ...)."""

    roles: Integers  # (pieces,)
    columns: Integers  # (pieces,) index of the feature within its kind
    attributes: Integers  # (pieces,) column of `codes`
    offsets: Integers  # (pieces,) from the word in that role
    factors: Keys  # (pieces,)
    initial_keys: Keys  # (roles, features) initial value of each key
    counts: Integers  # (kinds,)


class CodedSentences(NamedTuple):
    """Sentences as codes of their words, concatenated."""

    starts: Integers  # (sentences + 1,)
    codes: Keys  # (words, attributes)
    word_kinds: Integers  # (words,) 1 for punctuation, 2 for words that are often the root, else 0


class HashedWeights(NamedTuple):
    """Hashed weight table, with one training accumulator per weight."""

    rows: Singles  # (a power of two, WEIGHTS_PER_ROW)
    accumulators: Singles  # same shape, or (0, WEIGHTS_PER_ROW): sums of squared gradients, or of updates times clock
    key_shift: int  # number of low key bits that are dropped


class StepSize(NamedTuple):
    """Learning rate and clock of the gradient steps."""

    rate: float
    clock: float  # for averaged plain SGD; below 0: AdaGrad


class PrunedArcs(NamedTuple):
    """Arcs of a sentence that survived pruning, by modifier, then head."""

    heads: Indexes  # (arcs,) 0 is the root
    modifiers: Indexes  # (arcs,) from 1
    modifier_bounds: Indexes  # (words + 2,) first arc of each modifier
    by_head: Indexes  # (arcs,) arc indices by head, then modifier
    head_bounds: Indexes  # (words + 2,) offsets of each head's arcs in `by_head`
    first_right: Indexes  # (words + 1,) offset of each head's first right arc in `by_head`
    grandparent_bounds: Indexes  # (arcs + 1,) first grandparent part of each arc: one for each arc to its head
    sibling_bounds: Indexes  # (arcs + 1,) first sibling part of each arc: without sibling, then one for each nearer arc


class TreeParts(NamedTuple):
    """One value for each part of a tree: a log score, a potential, or a marginal."""

    arcs: Floats  # (arcs,)
    grandparents: Floats  # grandparent parts: an arc and the arc to its head
    siblings: Floats  # sibling parts: an arc and the previous one on the same side
    outermost: Floats  # (arcs,) the arc is the outermost on its side
    childless: Floats  # (2, words + 1) no modifiers on this side, left and right
