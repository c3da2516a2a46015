"""Compiled training and inference of the arc parser: the pruner's head classifier, pruning, marginals, and gradient
steps of both."""

import math

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.arc_parser import (
    MAX_HEADS,
    ROLE_COUNT,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    StepSize,
    Templates,
    TreeParts,
)
from spectral_core.structured.arc_parser.hashed_features import (
    fill_role_keys,
    score_pruner_arcs,
    score_tree_parts,
    update_part_weights,
    update_pruner_weights,
)
from spectral_core.structured.arc_parser.inference import compute_marginals
from spectral_core.structured.arc_parser.pruner import get_sibling_arc, index_arcs, make_zero_parts
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.eisner.inside_outside_kernels import best_tree

_TINY = 1e-30
_PRUNER_ROLE_COUNT = 2
_MAX_HALVINGS = 12  # scores are halved at most this often
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
        sums = np.empty((_PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
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
def score_sentence_arcs(coded: CodedSentences, sentence: int, templates: Templates, weights: HashedWeights) -> Floats:
    """Return (words + 1, words) the pruner's scores of all arcs of a sentence."""
    begin = coded.starts[sentence]
    size = coded.starts[sentence + 1] - begin
    sums = np.empty((_PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
    fill_role_keys(coded, begin, size, templates, sums)
    return score_pruner_arcs(weights, templates, coded, begin, size, sums)


@inner_kernel
def select_heads(
    scores: Floats, tree: Integers, gold: Integers, threshold: float, limit: int, selected: Indexes
) -> None:
    """Fill `selected` (words, MAX_HEADS) with each word's heads within `threshold` nats of its best, at most `limit`,
    plus the head in `tree` and the gold head if known; ascending, padded with -1."""
    for word in range(scores.shape[1]):
        is_selected = np.zeros(scores.shape[0], dtype=np.bool_)
        is_selected[tree[word]] = True
        if gold[word] >= 0:
            is_selected[gold[word]] = True
        min_score = scores[:, word].max() - threshold
        for _ in range(limit):
            best, best_head = -np.inf, -1
            for head in range(scores.shape[0]):
                if not is_selected[head] and scores[head, word] > best:
                    best, best_head = scores[head, word], head
            if best_head < 0 or best < min_score:
                break
            is_selected[best_head] = True
        index = 0
        for head in range(scores.shape[0]):
            if is_selected[head]:
                selected[word, index] = head
                index += 1


@kernel
def select_heads_of_sentence(scores: Floats, tree: Integers, threshold: float, limit: int) -> Indexes:
    """Prune one sentence by given arc scores: return (words, MAX_HEADS) the heads of each word, padded with -1; arcs at
    -inf are dropped."""
    selected = np.full((scores.shape[1], MAX_HEADS), -1, dtype=np.int32)
    select_heads(scores, tree, np.full(scores.shape[1], -1, dtype=np.int64), threshold, limit, selected)
    return selected


@kernel
def prune_sentences(
    coded: CodedSentences, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights,
    threshold: float, limit: int, selected: Indexes,
) -> None:  # fmt: skip
    """Fill `selected` (words, MAX_HEADS) with the heads that survive pruning, for the sentences in `order`. Heads in
    the pruner's best tree, and gold heads that are not -1, are never pruned."""
    for sentence in order:
        begin, end = coded.starts[sentence], coded.starts[sentence + 1]
        size = end - begin
        if size == 0:
            continue
        sums = np.empty((_PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
        fill_role_keys(coded, begin, size, templates, sums)
        scores = score_pruner_arcs(weights, templates, coded, begin, size, sums)
        tree = np.zeros(size, dtype=np.int64)
        best_tree(scores, tree)
        select_heads(scores, tree, gold[begin:end], threshold, limit, selected[begin:end])


@inner_kernel
def add_to_parts_of_tree(pruned: PrunedArcs, size: int, heads: Integers, change: float, parts: TreeParts) -> bool:
    """Add `change` to every part (arc, grandparent, sibling) of a tree; return whether all its arcs survived
    pruning."""
    arc_count = 0
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.modifiers[arc]
        if heads[word - 1] != head:
            continue
        arc_count += 1
        parts.arcs[arc] += change
        if head == 0:
            continue
        for head_arc in range(pruned.modifier_bounds[head], pruned.modifier_bounds[head + 1]):
            if pruned.heads[head_arc] == heads[head - 1]:
                parts.grandparents[pruned.grandparent_bounds[arc] + head_arc - pruned.modifier_bounds[head]] += change
        tree_triple = pruned.sibling_bounds[arc]
        for triple in range(pruned.sibling_bounds[arc + 1] - 1, tree_triple, -1):
            if heads[pruned.modifiers[get_sibling_arc(pruned, arc, triple)] - 1] == head:
                tree_triple = triple
                break
        parts.siblings[tree_triple] += change
    for head in range(1, size + 1):
        for side in range(2):
            last = _find_outermost_arc(pruned, head, side, heads)
            if last < 0:
                parts.childless[side, head] += change
            else:
                parts.outermost[last] += change
    return arc_count == size


@leaf_kernel
def _find_outermost_arc(pruned: PrunedArcs, head: int, side: int, heads: Integers) -> int:
    """Return the arc to a head's outermost modifier on a side; -1 if it has none."""
    if side:
        for index in range(pruned.head_bounds[head + 1] - 1, pruned.first_right[head] - 1, -1):
            if heads[pruned.modifiers[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    else:
        for index in range(pruned.head_bounds[head], pruned.first_right[head]):
            if heads[pruned.modifiers[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    return -1


@inner_kernel
def _to_arc_matrix(pruned: PrunedArcs, size: int, numbers: Floats) -> Floats:
    """Return (words + 1, words) the values of arcs as a matrix [head, modifier], 0 for pruned arcs."""
    matrix = np.zeros((size + 1, size))
    for arc in range(len(pruned.heads)):
        matrix[pruned.heads[arc], pruned.modifiers[arc] - 1] = numbers[arc]
    return matrix


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
        best_tree(_to_arc_matrix(pruned, size, marginal_parts.arcs), tree)
        gold_parts = make_zero_parts(pruned, size)
        if not add_to_parts_of_tree(pruned, size, gold[begin:end], 1.0, gold_parts):
            continue
        errors = 0
        for word in range(size):
            errors += tree[word] != gold[begin + word]
        correct += size - errors
        likelihood += _sum_part_scores(scores, gold_parts) - total
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


@inner_kernel
def _sum_part_scores(scores: TreeParts, indicators: TreeParts) -> float:
    """Return the score of a tree: the sum over its parts, which `indicators` marks."""
    total = 0.0
    for numbers, counts in (
        (scores.arcs, indicators.arcs),
        (scores.grandparents, indicators.grandparents),
        (scores.siblings, indicators.siblings),
        (scores.outermost, indicators.outermost),
        (scores.childless[0], indicators.childless[0]),
        (scores.childless[1], indicators.childless[1]),
    ):
        for index in range(len(numbers)):
            if counts[index] != 0.0:
                total += numbers[index] * counts[index]
    return total


@kernel
def arc_posteriors(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights, half_trees: Flags
) -> tuple[Floats, Floats, Integers]:
    """Return the arc marginals, (words + 1) * words per sentence, concatenated; the log of the sum over all trees; and
    1 for each sentence where that is finite. If scores overflow, they are halved until it is."""
    count = len(coded.starts) - 1
    sizes = np.diff(coded.starts)
    flat = np.zeros(int((sizes * (sizes + 1)).sum()))
    logs, signs = np.zeros(count), np.ones(count, dtype=np.int64)
    offset = 0
    for sentence in range(count):
        size = sizes[sentence]
        if size == 0:
            continue
        pruned, scores = _score_pruned_parts(coded, heads, sentence, templates, weights)
        parts = make_zero_parts(pruned, size)
        logs[sentence] = compute_marginals(pruned, size, scores, half_trees, parts)
        for _ in range(_MAX_HALVINGS):
            if np.isfinite(logs[sentence]):
                break
            for numbers in (
                scores.arcs,
                scores.grandparents,
                scores.siblings,
                scores.outermost,
                scores.childless[0],
                scores.childless[1],
            ):
                for index in range(len(numbers)):
                    numbers[index] *= 0.5
            logs[sentence] = compute_marginals(pruned, size, scores, half_trees, parts)
        if np.isfinite(logs[sentence]):
            flat[offset : offset + size * (size + 1)] = _to_arc_matrix(pruned, size, parts.arcs).ravel()
        else:
            signs[sentence] = 0
        offset += size * (size + 1)
    return flat, logs, signs


@inner_kernel
def _score_pruned_parts(
    coded: CodedSentences, heads: Indexes, sentence: int, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of a sentence and the log scores of all parts."""
    begin, end = coded.starts[sentence], coded.starts[sentence + 1]
    size = end - begin
    sums = np.empty((ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
    fill_role_keys(coded, begin, size, templates, sums)
    pruned = index_arcs(heads[begin:end], size)
    scores = make_zero_parts(pruned, size)
    score_tree_parts(weights, templates, coded, begin, size, sums, pruned, scores)
    return pruned, scores


@kernel
def score_parts_of_first_sentence(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of the first sentence and the log scores of all parts."""
    return _score_pruned_parts(coded, heads, 0, templates, weights)


@kernel
def part_marginals(pruned: PrunedArcs, size: int, scores: TreeParts, half_trees: Flags) -> tuple[float, TreeParts]:
    """Return the log of the sum over all trees, and the marginals of all parts, by inside-outside."""
    parts = make_zero_parts(pruned, size)
    return compute_marginals(pruned, size, scores, half_trees, parts), parts


@kernel
def tree_log_scores(pruned: PrunedArcs, size: int, scores: TreeParts, trees: Integers) -> Floats:
    """Return (trees,) the log scores of the trees (trees, words); -inf if one of the arcs was pruned."""
    log_scores = np.full(len(trees), -np.inf)
    for tree in range(len(trees)):
        indicators = make_zero_parts(pruned, size)
        if add_to_parts_of_tree(pruned, size, trees[tree], 1.0, indicators):
            log_scores[tree] = _sum_part_scores(scores, indicators)
    return log_scores
