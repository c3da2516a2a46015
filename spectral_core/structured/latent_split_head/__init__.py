"""Split-head dependency grammars with latent states of halves and nodes: array types of the kernels, and arc
posteriors."""

from __future__ import annotations

from typing import NamedTuple

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.eisner import ArcPosteriorBatch

__all__ = [
    "ExpectedStateCounts",
    "ObservedDependencyTrees",
    "StateTensors",
    "TreeVectors",
    "WordBatch",
    "arc_posteriors",
]


class StateTensors(NamedTuple):
    """Tensors for each rule and kind of word; side 0 is left, 1 is right. Entries may be negative."""

    roots: Floats  # (tags, node states)
    starts: Floats  # (tags, 2, states) head without modifiers
    halves: Floats  # (tags, 2, half states, states)
    # (kinds, 2, node states, half states, half states) [kind, side of the head, node, half facing the head, other half]
    nodes: Floats
    rules: Floats  # (rules, states after, node states of the modifier, states before)


class WordBatch(NamedTuple):
    """Several sentences concatenated in flat arrays."""

    offsets: Integers  # (sentences + 1,)
    tags: Integers  # (words,)
    kinds: Integers  # (words,) indices into `StateTensors.nodes`
    scales: Floats  # (words,) factor of the rule that attaches each modifier
    rules: Indexes  # words * words per sentence [head, modifier]: index into `StateTensors.rules`; -1 if forbidden
    root_words: Flags  # (words,) which may be the root
    half_trees: Flags  # 2 * words * words per sentence: allowed half trees; empty if all are


class HalvesChart(NamedTuple):
    """Inside vectors of the parts of a tree, or the derivatives of the log of the sum over all trees with respect to
    them."""

    half: Floats  # (2, words, words, states) [side, head, edge]
    closed: Floats  # (2, words, words, half states) [side, head, edge]
    arcs: Floats  # (words, words, states, half states) [head, modifier]: the modifier's half away from the head


class ObservedDependencyTrees(NamedTuple):
    """Observed trees: the modifiers of each word on either side, from the head outwards. A word's head has one more
    vector on a side than modifiers there: they begin at `starts[slot] + slot`, where slot is word * 2 + side."""

    order: Integers  # (words,) bottom-up: modifiers before heads
    starts: Integers  # (2 * words + 1,) offsets of each slot's modifiers
    modifiers: Integers  # words
    rules: Integers  # (modifiers,) indices into `StateTensors.rules`
    tags: Integers  # (words,)
    kinds: Integers  # (words,) indices into `StateTensors.nodes`
    forms: Integers  # (words,) rows of the form weights
    root_words: Flags  # (words,) which are the root


class TreeVectors(NamedTuple):
    """Inside vectors of trees, each divided by its largest entry, or the derivatives of the log score with respect to
    them."""

    heads: Floats  # (modifiers + 2 * words, states)
    halves: Floats  # (2 * words, half states)
    nodes: Floats  # (words, node states)
    head_scales: Floats  # the divisors
    node_scales: Floats


class ExpectedStateCounts(NamedTuple):
    """Expected counts of the latent states in each kind of rule, as in `StateTensors`, and of the forms by node
    state."""

    roots: Floats
    starts: Floats
    halves: Floats
    nodes: Floats  # (tags, node states, left, right)
    rules: Floats
    forms: Floats  # (forms, node states)


def arc_posteriors(grammar: StateTensors, batch: WordBatch) -> ArcPosteriorBatch:
    """Return the exact posteriors of all allowed arcs of a batch by inside-outside: O(states^4 + states^2 words) per
    arc, hence O(states^4 words^2 + states^2 words^3) without pruning."""
    from spectral_core.structured.latent_split_head import inside_outside_kernels

    return ArcPosteriorBatch(batch.offsets, *inside_outside_kernels.arc_posteriors(grammar, batch))
