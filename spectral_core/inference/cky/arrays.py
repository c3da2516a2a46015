"""Arrays of the recursions over constituent trees; each set of them travels in one value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, Integers

Numbers = NDArray[np.floating]  # of single or double precision

OPEN, CLOSED = -1, -2  # cells with all labels, and with none; others name a row of masks


class BinaryRules(NamedTuple):
    """Binary rules, sorted by their children and then by their parent, with the pairs of children that they share."""

    parents: Integers  # (rules,)
    pairs: Integers  # (rules,) the pair that each rewrites to
    weights: Floats  # (rules,)
    lefts: Integers  # (pairs,)
    rights: Integers  # (pairs,)
    of_left: Integers  # (labels + 1,) the first pair with each left child
    of_pair: Integers  # (pairs + 1,) the first rule of each pair
    of_parent: Integers  # (labels + 1,) where the rules of each parent begin in `by_parent`
    by_parent: Integers  # (rules,)

    @classmethod
    def from_rules(
        cls, parents: Integers, lefts: Integers, rights: Integers, weights: Floats, labels: int
    ) -> BinaryRules:
        """Return indexed rules from distinct ones, sorted by left child, right child and parent."""
        codes = lefts * labels + rights
        pairs, firsts, of_rule = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(parents, kind="stable")
        return cls(
            parents,
            of_rule.astype(np.int64),
            weights,
            pairs // labels,
            pairs % labels,
            np.searchsorted(pairs // labels, np.arange(labels + 1)),
            np.append(firsts, len(parents)).astype(np.int64),
            np.searchsorted(parents[order], np.arange(labels + 1)),
            order,
        )


class LabelledWords(NamedTuple):
    """The words of a batch of sentences, with the labels that may stand over each alone."""

    offsets: Integers  # (sentences + 1,)
    bounds: Integers  # (words + 1,) of the entries of each word
    labels: Integers  # (entries,)
    weights: Floats  # (entries,)


class Cells(NamedTuple):
    """The labels that may stand over each span."""

    starts: Flags  # (words,) whether a phrase of several words may begin there
    ends: Flags  # (words,) or end there
    locks: Indexes  # (words, words + 1) OPEN, CLOSED or a row of masks; (0, 0) where nothing is locked
    masks: Flags  # (rows, labels)


class Items(NamedTuple):
    """Labelled spans that pruning kept, by sentence, then by length and start, then by label."""

    bounds: Integers  # (sentences + 1,) those of each sentence
    starts: Indexes
    ends: Indexes
    labels: Indexes
    posteriors: Floats
    scales: Floats  # (items,) natural log by which inside numbers of the span are divided
    sums: Floats  # (sentences,) natural log of the sum over all trees; -inf for none, NaN where it was too much work


class SpanChart(NamedTuple):
    """All derivations of items from two others, in the order in which they can be summed: by length, then by rule. A
    slot is a span under a pair of children; an event fills it by one split of the span; an application takes it to a
    parent."""

    offsets: Integers  # (sentences + 1,) words
    bounds: Integers  # (sentences + 1,) items
    starts: Indexes  # (items,)
    ends: Indexes
    labels: Indexes
    scales: Floats
    slots: Integers  # (lengths + 1,) the first slot of each length; lengths from 2
    events: Integers  # (slots + 1,) the first event of each slot
    lefts: Indexes  # (events,) items
    rights: Indexes
    factors: Floats  # (events,) exp of what the scales of the children have more than the parent's
    applications: Integers  # (groups + 1,) the first application of each length and rule
    groups: Integers  # (lengths + 1,) the first group of each length
    rules: Indexes  # (groups,)
    sources: Indexes  # (applications,) slots
    parents: Indexes  # (applications,) items
