"""Compiled training of the arc parser: gradient steps of the pruner's head classifier and of the part scores.

Never imported at start-up.
"""

import math

import numpy as np

from spectral_core.arrays import Indexes, Integers
from spectral_core.structured.arc_parser import (
    ROLE_COUNT,
    CodedSentences,
    HashedWeights,
    StepSize,
    Templates,
)
from spectral_core.structured.arc_parser.hashed_features import (
    fill_role_keys,
    score_pruner_arcs,
    score_tree_parts,
    update_part_weights,
    update_pruner_weights,
)
from spectral_core.structured.arc_parser.inference import (
    add_to_parts_of_tree,
    compute_marginals,
    make_zero_parts,
    sum_part_scores,
    to_arc_matrix,
)
from spectral_core.structured.arc_parser.pruner import PRUNER_ROLE_COUNT, index_arcs
from spectral_core.structured.compilation import kernel
from spectral_core.structured.eisner.inside_outside_kernels import best_tree

_TINY = 1e-30
NO_LOCKS = np.zeros((2, 0, 0), dtype=np.bool_)


@kernel
def train_pruner_epoch(
    coded: CodedSentences, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights, step: StepSize
) -> float:
    """Make one SGD pass of the head classifier over the sentences in `order`; return the log-likelihood of the gold
    heads, each word on its own."""
    likelihood = 0.0
    for sentence in order:
        begin = coded.starts[sentence]
        size = coded.starts[sentence + 1] - begin
        sums = np.empty((PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
        fill_role_keys(coded, begin, size, templates, sums)
        scores = score_pruner_arcs(weights, templates, coded, begin, size, sums)
        for word in range(size):
            high, total = scores[:, word].max(), 0.0
            for head in range(size + 1):
                scores[head, word] = math.exp(scores[head, word] - high)
                total += scores[head, word]
            for head in range(size + 1):
                scores[head, word] /= -total
            head = gold[begin + word]
            likelihood += math.log(max(-scores[head, word], _TINY))
            scores[head, word] += 1.0
        update_pruner_weights(weights, templates, coded, begin, size, sums, scores, step)
    return likelihood


@kernel
def train_epoch(
    coded: CodedSentences, heads: Indexes, gold: Integers, order: Integers, templates: Templates,
    weights: HashedWeights, step: StepSize, perceptron: bool,
) -> tuple[float, int]:  # fmt: skip
    """Make one SGD pass over the sentences in `order`; return the log-likelihood of the gold trees and the number of
    correct heads. The gradient is that of the log-likelihood, or with `perceptron` gold tree minus best tree."""
    likelihood, correct = 0.0, 0
    clock = step.clock
    for sentence in order:
        begin, end = coded.starts[sentence], coded.starts[sentence + 1]
        size = end - begin
        if size == 0:
            continue
        if perceptron:
            clock += 1.0
        sums = np.empty((ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
        fill_role_keys(coded, begin, size, templates, sums)
        pruned = index_arcs(heads[begin:end], size)
        scores, marginal_parts = make_zero_parts(pruned, size), make_zero_parts(pruned, size)
        score_tree_parts(weights, templates, coded, begin, size, sums, pruned, scores)
        total = compute_marginals(pruned, size, scores, NO_LOCKS, marginal_parts)
        if not np.isfinite(total):
            continue
        tree = np.zeros(size, dtype=np.int64)
        best_tree(to_arc_matrix(pruned, size, marginal_parts.arcs), tree)
        gold_parts = make_zero_parts(pruned, size)
        if not add_to_parts_of_tree(pruned, size, gold[begin:end], 1.0, gold_parts):
            continue
        errors = 0
        for word in range(size):
            errors += tree[word] != gold[begin + word]
        correct += size - errors
        likelihood += sum_part_scores(scores, gold_parts) - total
        if perceptron:
            if errors:
                add_to_parts_of_tree(pruned, size, tree, -1.0, gold_parts)
                update_part_weights(
                    weights, templates, coded, begin, size, sums, pruned, gold_parts, StepSize(step.rate, clock)
                )
            continue
        gold_parts.arcs[:] -= marginal_parts.arcs
        gold_parts.grandparents[:] -= marginal_parts.grandparents
        gold_parts.siblings[:] -= marginal_parts.siblings
        gold_parts.outermost[:] -= marginal_parts.outermost
        gold_parts.childless[:] -= marginal_parts.childless
        update_part_weights(weights, templates, coded, begin, size, sums, pruned, gold_parts, step)
    return likelihood, correct
