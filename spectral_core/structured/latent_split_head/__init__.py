"""Arrays of the recursions over hidden states of halves; each set of them travels in one value."""

from __future__ import annotations

from typing import NamedTuple

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.eisner import ArcSums

__all__ = ["GivenTrees", "StateTensors", "TreeVectors", "Uses", "WordBatch", "sums"]


class StateTensors(NamedTuple):
    """A tensor for each rule and kind of word; side 0 is the left, 1 the right. Entries may be negative."""

    roots: Floats  # (tags, node states)
    starts: Floats  # (tags, 2, states) of a head without modifiers
    halves: Floats  # (tags, 2, half states, states)
    nodes: Floats  # (kinds, 2, node states, half states, half states) [side of its head, , facing it, turned away]
    rules: Floats  # (rules, states after, node states of the modifier, states before)


class WordBatch(NamedTuple):
    """Several sentences, one after the other in flat arrays."""

    offsets: Integers  # (sentences + 1,)
    tags: Integers  # (words,)
    kinds: Integers  # (words,) indices in `StateTensors.nodes`
    scales: Floats  # (words,) what the rule of each modifier is multiplied by
    rules: Indexes  # words * words a sentence [head, modifier]: indices in `StateTensors.rules`; -1 where no arc may be
    root_words: Flags  # (words,) which may hang from the root
    reach: Flags  # 2 * words * words a sentence: which half trees may be; nothing where all may


class HalvesChart(NamedTuple):
    """The inside vector of each part of a tree, or the derivative of the log of the sum over all trees by it."""

    half: Floats  # (2, words, words, states) [side, head, edge]
    closed: Floats  # (2, words, words, half states) [side, head, edge]
    arcs: Floats  # (words, words, states, half states) [head, modifier]: the half of the modifier turned away


class GivenTrees(NamedTuple):
    """Given trees, each word with its modifiers on either side from the head outwards. A word's head has one more
    vector on a side than modifiers there: they begin at `starts[slot] + slot`, where slot is word * 2 + side."""

    order: Integers  # (words,) those below before those above
    starts: Integers  # (2 * words + 1,) of the modifiers of each slot
    modifiers: Integers  # words
    rules: Integers  # (modifiers,) indices in `StateTensors.rules`
    tags: Integers  # (words,)
    kinds: Integers  # (words,) indices in `StateTensors.nodes`
    forms: Integers  # (words,) rows of the weights of forms
    root_words: Flags  # (words,) which hang from the root


class TreeVectors(NamedTuple):
    """The inside vectors of trees, each divided by its largest entry, or the derivatives of the log score by them."""

    heads: Floats  # (modifiers + 2 * words, states)
    halves: Floats  # (2 * words, half states)
    nodes: Floats  # (words, node states)
    head_scales: Floats  # what was divided out
    node_scales: Floats


class Uses(NamedTuple):
    """Expected counts of each use of each hidden state."""

    roots: Floats
    starts: Floats
    halves: Floats
    nodes: Floats  # (tags, node states, left, right)
    rules: Floats
    forms: Floats  # (forms, node states)


def sums(grammar: StateTensors, batch: WordBatch) -> ArcSums:
    """Return the exact posteriors of all arcs that may be, by inside sums and their derivatives: of each arc in
    O(states^4 + states^2 words), and where none is left out O(states^4 words^2 + states^2 words^3) in all."""
    from spectral_core.structured.latent_split_head import kernels

    return ArcSums(batch.offsets, *kernels.sums(grammar, batch))
