"""Compiled inside and outside passes over given trees: their scores, and the expected counts of their states."""

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.compiling import entry, fastmath_leaf
from spectral_core.inference.latent_halves.arrays import GivenTrees, StateTensors, TreeVectors, Uses


@fastmath_leaf
def _normalise(vector: Floats) -> float:
    """Divide a vector by its largest entry, and return that; 1 where it is 0 or not finite."""
    largest = 0.0
    for state in range(len(vector)):
        largest = max(largest, abs(vector[state]))
    if not (largest > 0.0 and largest < np.inf):
        return 1.0
    for state in range(len(vector)):
        vector[state] /= largest
    return largest


@fastmath_leaf
def _fill_halves(word: int, trees: GivenTrees, grammar: StateTensors, inside: TreeVectors) -> None:
    """Fill the vectors of both halves of a word, from the head outwards."""
    tag = trees.tags[word]
    states = grammar.starts.shape[2]
    for side in range(2):
        slot = 2 * word + side
        vector = trees.starts[slot] + slot
        for a in range(states):
            inside.heads[vector, a] = grammar.starts[tag, side, a]
        inside.head_scales[vector] = _normalise(inside.heads[vector])
        for index in range(trees.starts[slot], trees.starts[slot + 1]):
            rule, node = grammar.rules[trees.rules[index]], inside.nodes[trees.modifiers[index]]
            for a in range(states):
                total = 0.0
                for z in range(len(node)):
                    value = 0.0
                    for b in range(states):
                        value += rule[a, z, b] * inside.heads[vector, b]
                    total += value * node[z]
                inside.heads[vector + 1, a] = total
            vector += 1
            inside.head_scales[vector] = _normalise(inside.heads[vector])
        for half_state in range(inside.halves.shape[1]):
            total = 0.0
            for a in range(states):
                total += grammar.halves[tag, side, half_state, a] * inside.heads[vector, a]
            inside.halves[slot, half_state] = total


@entry
def inside_pass(trees: GivenTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors) -> None:
    """Fill the inside vectors of all words; `forms` multiplies the node states of each form."""
    facing = inside.halves.shape[1]
    for position in range(len(trees.order)):
        word = trees.order[position]
        _fill_halves(word, trees, grammar, inside)
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(inside.nodes.shape[1]):
            total = 0.0
            for left_state in range(facing):
                value = 0.0
                for right_state in range(facing):
                    value += node[z, left_state, right_state] * right[right_state]
                total += value * left[left_state]
            inside.nodes[word, z] = total * forms[trees.forms[word], z]
        inside.node_scales[word] = _normalise(inside.nodes[word])


@entry
def outside_pass(
    trees: GivenTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors, slopes: TreeVectors, uses: Uses,
    counting: bool,
) -> float:  # fmt: skip
    """Fill the derivatives, and add to `uses` where `counting`; return the log of the absolute scores of all trees. The
    derivatives of a tree whose score is 0 stay 0."""
    states, facing, nodes = slopes.heads.shape[1], slopes.halves.shape[1], slopes.nodes.shape[1]
    slopes.heads[:] = 0.0
    slopes.halves[:] = 0.0
    slopes.nodes[:] = 0.0
    likelihood = 0.0
    for position_from_end in range(len(trees.order)):
        word = trees.order[len(trees.order) - 1 - position_from_end]
        tag = trees.tags[word]
        slope, node_vector = slopes.nodes[word], inside.nodes[word]
        likelihood += np.log(inside.node_scales[word])
        if trees.root_words[word]:
            total = 0.0
            for z in range(nodes):
                total += grammar.roots[tag, z] * node_vector[z]
            if total != 0.0 and np.isfinite(total):
                likelihood += np.log(abs(total))
                for z in range(nodes):
                    slope[z] = grammar.roots[tag, z] / total
                    if counting:
                        uses.roots[tag, z] += slope[z] * node_vector[z]
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(nodes):
            if counting:
                uses.forms[trees.forms[word], z] += slope[z] * node_vector[z]
            share = slope[z] * forms[trees.forms[word], z] / inside.node_scales[word]
            for left_state in range(facing):
                sum_right = 0.0
                for right_state in range(facing):
                    value = share * node[z, left_state, right_state]
                    sum_right += value * right[right_state]
                    slopes.halves[2 * word + 1, right_state] += value * left[left_state]
                    if counting:
                        uses.nodes[tag, z, left_state, right_state] += value * left[left_state] * right[right_state]
                slopes.halves[2 * word, left_state] += sum_right
        for side in range(2):
            slot = 2 * word + side
            vector = trees.starts[slot + 1] + slot
            for left_state in range(facing):
                for a in range(states):
                    value = grammar.halves[tag, side, left_state, a] * slopes.halves[slot, left_state]
                    slopes.heads[vector, a] += value
                    if counting:
                        uses.halves[tag, side, left_state, a] += value * inside.heads[vector, a]
            for index in range(trees.starts[slot + 1] - 1, trees.starts[slot] - 1, -1):
                likelihood += np.log(inside.head_scales[vector])
                _outside_modifier(trees, index, vector, grammar, inside, slopes, uses, counting)
                vector -= 1
            likelihood += np.log(inside.head_scales[vector])
            if counting:
                for a in range(states):
                    uses.starts[tag, side, a] += slopes.heads[vector, a] * inside.heads[vector, a]
    return likelihood


@fastmath_leaf
def _outside_modifier(
    trees: GivenTrees, m: int, vector: int, grammar: StateTensors, inside: TreeVectors, slopes: TreeVectors, uses: Uses,
    counting: bool,
) -> None:  # fmt: skip
    """Pass derivatives from the head after a modifier to the head before it, and to the modifier."""
    rule, rule_index, word = grammar.rules[trees.rules[m]], trees.rules[m], trees.modifiers[m]
    node, before = inside.nodes[word], inside.heads[vector - 1]
    states = len(before)
    for a in range(states):
        share = slopes.heads[vector, a] / inside.head_scales[vector]
        for z in range(len(node)):
            total = 0.0
            for b in range(states):
                value = share * rule[a, z, b]
                total += value * before[b]
                slopes.heads[vector - 1, b] += value * node[z]
                if counting:
                    uses.rules[rule_index, a, z, b] += value * node[z] * before[b]
            slopes.nodes[word, z] += total
