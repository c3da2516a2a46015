"""Compiled walks over given trees, up and down: their scores, their states, and how often each is used."""

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.compiling import entry, summing_leaf
from spectral_core.inference.latent_halves.arrays import GrownTrees, StateTensors, TreeVectors, Uses


@summing_leaf
def _normal(vector: Floats) -> float:
    """Divides a vector by its largest entry, which it gives; 1 where it is nothing."""
    high = 0.0
    for at in range(len(vector)):
        high = max(high, abs(vector[at]))
    if not (high > 0.0 and high < np.inf):
        return 1.0
    for at in range(len(vector)):
        vector[at] /= high
    return high


@summing_leaf
def _halves_of(word: int, trees: GrownTrees, grammar: StateTensors, inside: TreeVectors) -> None:
    tag = trees.tags[word]
    states = grammar.starts.shape[2]
    for side in range(2):
        slot = 2 * word + side
        at = trees.starts[slot] + slot
        for a in range(states):
            inside.heads[at, a] = grammar.starts[tag, side, a]
        inside.head_scales[at] = _normal(inside.heads[at])
        for place in range(trees.starts[slot], trees.starts[slot + 1]):
            rule, node = grammar.rules[trees.rules[place]], inside.nodes[trees.modifiers[place]]
            for a in range(states):
                total = 0.0
                for z in range(len(node)):
                    value = 0.0
                    for b in range(states):
                        value += rule[a, z, b] * inside.heads[at, b]
                    total += value * node[z]
                inside.heads[at + 1, a] = total
            at += 1
            inside.head_scales[at] = _normal(inside.heads[at])
        for of in range(inside.halves.shape[1]):
            total = 0.0
            for a in range(states):
                total += grammar.halves[tag, side, of, a] * inside.heads[at, a]
            inside.halves[slot, of] = total


@entry
def upward(trees: GrownTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors) -> None:
    """Fills the inside vectors of all words; `forms` multiplies the node states of each form."""
    facing = inside.halves.shape[1]
    for at in range(len(trees.order)):
        word = trees.order[at]
        _halves_of(word, trees, grammar, inside)
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(inside.nodes.shape[1]):
            total = 0.0
            for of in range(facing):
                value = 0.0
                for away in range(facing):
                    value += node[z, of, away] * right[away]
                total += value * left[of]
            inside.nodes[word, z] = total * forms[trees.forms[word], z]
        inside.node_scales[word] = _normal(inside.nodes[word])


@entry
def downward(
    trees: GrownTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors, slopes: TreeVectors, uses: Uses,
    counting: bool,
) -> float:  # fmt: skip
    """Fills the slopes, and adds to `uses` where these are counted; the log of the absolute scores of all trees. The
    slopes of a tree whose score is nothing stay 0."""
    states, facing, nodes = slopes.heads.shape[1], slopes.halves.shape[1], slopes.nodes.shape[1]
    slopes.heads[:] = 0.0
    slopes.halves[:] = 0.0
    slopes.nodes[:] = 0.0
    likelihood = 0.0
    for back in range(len(trees.order)):
        word = trees.order[len(trees.order) - 1 - back]
        tag = trees.tags[word]
        slope, vector = slopes.nodes[word], inside.nodes[word]
        likelihood += np.log(inside.node_scales[word])
        if trees.tops[word]:
            total = 0.0
            for z in range(nodes):
                total += grammar.roots[tag, z] * vector[z]
            if total != 0.0 and np.isfinite(total):
                likelihood += np.log(abs(total))
                for z in range(nodes):
                    slope[z] = grammar.roots[tag, z] / total
                    if counting:
                        uses.roots[tag, z] += slope[z] * vector[z]
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(nodes):
            if counting:
                uses.forms[trees.forms[word], z] += slope[z] * vector[z]
            share = slope[z] * forms[trees.forms[word], z] / inside.node_scales[word]
            for of in range(facing):
                sum_right = 0.0
                for away in range(facing):
                    value = share * node[z, of, away]
                    sum_right += value * right[away]
                    slopes.halves[2 * word + 1, away] += value * left[of]
                    if counting:
                        uses.nodes[tag, z, of, away] += value * left[of] * right[away]
                slopes.halves[2 * word, of] += sum_right
        for side in range(2):
            slot = 2 * word + side
            at = trees.starts[slot + 1] + slot
            for of in range(facing):
                for a in range(states):
                    value = grammar.halves[tag, side, of, a] * slopes.halves[slot, of]
                    slopes.heads[at, a] += value
                    if counting:
                        uses.halves[tag, side, of, a] += value * inside.heads[at, a]
            for place in range(trees.starts[slot + 1] - 1, trees.starts[slot] - 1, -1):
                likelihood += np.log(inside.head_scales[at])
                _stepped_back(trees, place, at, grammar, inside, slopes, uses, counting)
                at -= 1
            likelihood += np.log(inside.head_scales[at])
            if counting:
                for a in range(states):
                    uses.starts[tag, side, a] += slopes.heads[at, a] * inside.heads[at, a]
    return likelihood


@summing_leaf
def _stepped_back(
    trees: GrownTrees, place: int, at: int, grammar: StateTensors, inside: TreeVectors, slopes: TreeVectors, uses: Uses,
    counting: bool,
) -> None:  # fmt: skip
    """From the head after a modifier to the head before it, and to the modifier."""
    rule, number, word = grammar.rules[trees.rules[place]], trees.rules[place], trees.modifiers[place]
    node, before = inside.nodes[word], inside.heads[at - 1]
    states = len(before)
    for a in range(states):
        share = slopes.heads[at, a] / inside.head_scales[at]
        for z in range(len(node)):
            total = 0.0
            for b in range(states):
                value = share * rule[a, z, b]
                total += value * before[b]
                slopes.heads[at - 1, b] += value * node[z]
                if counting:
                    uses.rules[number, a, z, b] += value * node[z] * before[b]
            slopes.nodes[word, z] += total
