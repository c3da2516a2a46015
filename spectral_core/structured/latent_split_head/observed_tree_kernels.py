"""Compiled inside-outside passes over observed trees for EM, and feature moments for spectral estimation.

Never imported at start-up.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Singles
from spectral_core.structured.compilation import fastmath_kernel, fastmath_leaf_kernel, kernel
from spectral_core.structured.latent_split_head import (
    ExpectedStateCounts,
    ObservedDependencyTrees,
    StateTensors,
    TreeVectors,
)


@fastmath_leaf_kernel
def _divide_by_largest_entry(vector: Floats) -> float:
    """Divide a vector by its largest entry; return the divisor, 1 if it is 0 or not finite."""
    largest = 0.0
    for state in range(len(vector)):
        largest = max(largest, abs(vector[state]))
    if not (largest > 0.0 and largest < np.inf):
        return 1.0
    for state in range(len(vector)):
        vector[state] /= largest
    return largest


@fastmath_leaf_kernel
def _fill_inside_halves(word: int, trees: ObservedDependencyTrees, grammar: StateTensors, inside: TreeVectors) -> None:
    """Fill the inside vectors of both halves of a word, from the head outwards."""
    tag = trees.tags[word]
    states = grammar.starts.shape[2]
    for side in range(2):
        slot = 2 * word + side
        vector = trees.starts[slot] + slot
        for a in range(states):
            inside.heads[vector, a] = grammar.starts[tag, side, a]
        inside.head_scales[vector] = _divide_by_largest_entry(inside.heads[vector])
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
            inside.head_scales[vector] = _divide_by_largest_entry(inside.heads[vector])
        for half_state in range(inside.halves.shape[1]):
            total = 0.0
            for a in range(states):
                total += grammar.halves[tag, side, half_state, a] * inside.heads[vector, a]
            inside.halves[slot, half_state] = total


@kernel
def inside_pass(trees: ObservedDependencyTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors) -> None:
    """Inside pass: fill the inside vectors of all words; `forms` multiplies the node states of each form."""
    facing = inside.halves.shape[1]
    for position in range(len(trees.order)):
        word = trees.order[position]
        _fill_inside_halves(word, trees, grammar, inside)
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(inside.nodes.shape[1]):
            total = 0.0
            for left_state in range(facing):
                value = 0.0
                for right_state in range(facing):
                    value += node[z, left_state, right_state] * right[right_state]
                total += value * left[left_state]
            inside.nodes[word, z] = total * forms[trees.forms[word], z]
        inside.node_scales[word] = _divide_by_largest_entry(inside.nodes[word])


@kernel
def outside_pass(
    trees: ObservedDependencyTrees, grammar: StateTensors, forms: Floats, inside: TreeVectors, gradients: TreeVectors,
    expected_counts: ExpectedStateCounts, with_counts: bool,
) -> float:  # fmt: skip
    """Outside pass: fill the gradients, and with `with_counts` add to the expected counts; return the summed log of the
    absolute tree scores. The gradients of a tree with score 0 stay 0."""
    states, facing, nodes = gradients.heads.shape[1], gradients.halves.shape[1], gradients.nodes.shape[1]
    gradients.heads[:] = 0.0
    gradients.halves[:] = 0.0
    gradients.nodes[:] = 0.0
    likelihood = 0.0
    for position_from_end in range(len(trees.order)):
        word = trees.order[len(trees.order) - 1 - position_from_end]
        tag = trees.tags[word]
        gradient, node_vector = gradients.nodes[word], inside.nodes[word]
        likelihood += np.log(inside.node_scales[word])
        if trees.root_words[word]:
            total = 0.0
            for z in range(nodes):
                total += grammar.roots[tag, z] * node_vector[z]
            if total != 0.0 and np.isfinite(total):
                likelihood += np.log(abs(total))
                for z in range(nodes):
                    gradient[z] = grammar.roots[tag, z] / total
                    if with_counts:
                        expected_counts.roots[tag, z] += gradient[z] * node_vector[z]
        node, left, right = grammar.nodes[trees.kinds[word], 1], inside.halves[2 * word], inside.halves[2 * word + 1]
        for z in range(nodes):
            if with_counts:
                expected_counts.forms[trees.forms[word], z] += gradient[z] * node_vector[z]
            share = gradient[z] * forms[trees.forms[word], z] / inside.node_scales[word]
            for left_state in range(facing):
                sum_right = 0.0
                for right_state in range(facing):
                    value = share * node[z, left_state, right_state]
                    sum_right += value * right[right_state]
                    gradients.halves[2 * word + 1, right_state] += value * left[left_state]
                    if with_counts:
                        expected_counts.nodes[tag, z, left_state, right_state] += (
                            value * left[left_state] * right[right_state]
                        )
                gradients.halves[2 * word, left_state] += sum_right
        for side in range(2):
            slot = 2 * word + side
            vector = trees.starts[slot + 1] + slot
            for left_state in range(facing):
                for a in range(states):
                    value = grammar.halves[tag, side, left_state, a] * gradients.halves[slot, left_state]
                    gradients.heads[vector, a] += value
                    if with_counts:
                        expected_counts.halves[tag, side, left_state, a] += value * inside.heads[vector, a]
            for index in range(trees.starts[slot + 1] - 1, trees.starts[slot] - 1, -1):
                likelihood += np.log(inside.head_scales[vector])
                _backpropagate_modifier(trees, index, vector, grammar, inside, gradients, expected_counts, with_counts)
                vector -= 1
            likelihood += np.log(inside.head_scales[vector])
            if with_counts:
                for a in range(states):
                    expected_counts.starts[tag, side, a] += gradients.heads[vector, a] * inside.heads[vector, a]
    return likelihood


@fastmath_leaf_kernel
def _backpropagate_modifier(
    trees: ObservedDependencyTrees, m: int, vector: int, grammar: StateTensors, inside: TreeVectors,
    gradients: TreeVectors, expected_counts: ExpectedStateCounts, with_counts: bool,
) -> None:  # fmt: skip
    """Back-propagate from the head after taking a modifier to the head before it, and to the modifier."""
    rule, rule_index, word = grammar.rules[trees.rules[m]], trees.rules[m], trees.modifiers[m]
    node, before = inside.nodes[word], inside.heads[vector - 1]
    states = len(before)
    for a in range(states):
        share = gradients.heads[vector, a] / inside.head_scales[vector]
        for z in range(len(node)):
            total = 0.0
            for b in range(states):
                value = share * rule[a, z, b]
                total += value * before[b]
                gradients.heads[vector - 1, b] += value * node[z]
                if with_counts:
                    expected_counts.rules[rule_index, a, z, b] += value * node[z] * before[b]
            gradients.nodes[word, z] += total


class TripleSums(NamedTuple):
    """By group, the sums over its members of the triple products of three vectors, of their pairwise products, and of
    each vector: third-, second- and first-order moments."""

    counts: Floats  # (groups,)
    triple: Floats  # (groups, a, b, c)
    first: Floats  # (groups, a)
    second: Floats
    third: Floats
    without_first: Floats  # (groups, b, c)
    without_second: Floats  # (groups, a, c)
    without_third: Floats  # (groups, a, b)


@fastmath_kernel
def sum_table_rows(columns: Indexes, table: Singles) -> Singles:
    """Return (rows, rank) the sum of the table rows named by each row's columns: a sparse binary matrix times
    `table`."""
    rows, width = columns.shape
    rank = table.shape[1]
    sums = np.zeros((rows, rank), dtype=np.float32)
    for row in range(rows):
        for slot in range(width):
            column = columns[row, slot]
            for component in range(rank):
                sums[row, component] += table[column, component]
    return sums


@fastmath_kernel
def sum_rows_by_column(columns: Indexes, values: Singles, size: int) -> Singles:
    """Return (size, rank) the sum of the values of all rows that have a column; the transpose of `sum_table_rows`."""
    rows, width = columns.shape
    rank = values.shape[1]
    sums = np.zeros((size, rank), dtype=np.float32)
    for row in range(rows):
        for slot in range(width):
            column = columns[row, slot]
            for component in range(rank):
                sums[column, component] += values[row, component]
    return sums


@fastmath_kernel
def sum_by_target(values: Singles, sources: Indexes, targets: Indexes, size: int) -> Singles:
    """Return (size, rank) the sum of the values of the sources of each target."""
    rank = values.shape[1]
    sums = np.zeros((size, rank), dtype=np.float32)
    for pair in range(len(sources)):
        source, target = sources[pair], targets[pair]
        for component in range(rank):
            sums[target, component] += values[source, component]
    return sums


@fastmath_kernel
def triple_moments(groups: Integers, count: int, first: Floats, second: Floats, third: Floats) -> TripleSums:
    """Return the moment sums of `count` groups, to which the rows belong."""
    dim_a, dim_b, dim_c = first.shape[1], second.shape[1], third.shape[1]
    sums = TripleSums(
        np.zeros(count), np.zeros((count, dim_a, dim_b, dim_c)), np.zeros((count, dim_a)), np.zeros((count, dim_b)),
        np.zeros((count, dim_c)), np.zeros((count, dim_b, dim_c)), np.zeros((count, dim_a, dim_c)),
        np.zeros((count, dim_a, dim_b)),
    )  # fmt: skip
    for row in range(len(groups)):
        group = groups[row]
        sums.counts[group] += 1.0
        for b in range(dim_b):
            sums.second[group, b] += second[row, b]
            for c in range(dim_c):
                sums.without_first[group, b, c] += second[row, b] * third[row, c]
        for c in range(dim_c):
            sums.third[group, c] += third[row, c]
        for a in range(dim_a):
            value = first[row, a]
            sums.first[group, a] += value
            for c in range(dim_c):
                sums.without_second[group, a, c] += value * third[row, c]
            for b in range(dim_b):
                product = value * second[row, b]
                sums.without_third[group, a, b] += product
                for c in range(dim_c):
                    sums.triple[group, a, b, c] += product * third[row, c]
    return sums


@fastmath_kernel
def back_off_triple_means(sums: TripleSums, shares: Floats, fallback: Floats, fallback_rows: Integers) -> None:
    """Turn the triple sums in place into means with back-off: `shares` (groups, 4) are the interpolation weights of the
    triple mean, of pair means times single means, of single means, and of `fallback`, with the rows `fallback_rows` for
    each group."""
    count, dim_a, dim_b, dim_c = sums.triple.shape
    for group in range(count):
        occurrences = max(sums.counts[group], 1.0)
        mean_share, pair_share = shares[group, 0] / occurrences, shares[group, 1] / (3.0 * occurrences * occurrences)
        single_share, fallback_share = shares[group, 2] / occurrences**3, shares[group, 3]
        fallback_row = fallback_rows[group]
        for a in range(dim_a):
            x = sums.first[group, a]
            for b in range(dim_b):
                y, pair = sums.second[group, b], sums.without_third[group, a, b]
                for c in range(dim_c):
                    z = sums.third[group, c]
                    two_of_three = pair * z + sums.without_second[group, a, c] * y + sums.without_first[group, b, c] * x
                    sums.triple[group, a, b, c] = (
                        mean_share * sums.triple[group, a, b, c] + pair_share * two_of_three + single_share * x * y * z
                        + fallback_share * fallback[fallback_row, a, b, c]
                    )  # fmt: skip
