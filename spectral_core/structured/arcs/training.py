"""Compiled training and inference of the arc parser: the pruner's head classifier, pruning, marginals, and gradient
steps of both."""

import math

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.arcs import (
    MAX_HEADS,
    ROLES,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    StepSize,
    Templates,
    TreeParts,
)
from spectral_core.structured.arcs.marginals import marginals
from spectral_core.structured.arcs.part_scores import fill_roles, score_arcs, score_parts, update_arcs, update_parts
from spectral_core.structured.arcs.pruned_arcs import empty_parts, index_arcs, sibling_of_triple
from spectral_core.structured.compilation import entry, inner, leaf
from spectral_core.structured.eisner.kernels import best_tree

_TINY = 1e-30
_PRUNER_ROLES = 2
_MAX_HALVINGS = 12  # scores are halved at most this often
NO_LOCKS = np.zeros((2, 0, 0), dtype=np.bool_)


@entry
def train_pruner(
    coded: CodedSentences, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights, step: StepSize
) -> float:
    """Make one SGD pass of the head classifier over the sentences in `order`; return the log-likelihood of the gold
    heads, each word on its own."""
    likelihood = 0.0
    for sentence in order:
        begin = coded.starts[sentence]
        size = coded.starts[sentence + 1] - begin
        sums = np.empty((_PRUNER_ROLES, size + 3, templates.initial.shape[1]), dtype=np.uint64)
        fill_roles(coded, begin, size, templates, sums)
        scores = score_arcs(weights, templates, coded, begin, size, sums)
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
        update_arcs(weights, templates, coded, begin, size, sums, scores, step)
    return likelihood


@entry
def pruner_scores(coded: CodedSentences, sentence: int, templates: Templates, weights: HashedWeights) -> Floats:
    """Return (words + 1, words) the pruner's scores of all arcs of a sentence."""
    begin = coded.starts[sentence]
    size = coded.starts[sentence + 1] - begin
    sums = np.empty((_PRUNER_ROLES, size + 3, templates.initial.shape[1]), dtype=np.uint64)
    fill_roles(coded, begin, size, templates, sums)
    return score_arcs(weights, templates, coded, begin, size, sums)


@inner
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


@entry
def prune_locked(scores: Floats, tree: Integers, threshold: float, limit: int) -> Indexes:
    """Prune one sentence by given arc scores: return (words, MAX_HEADS) the heads of each word, padded with -1; arcs at
    -inf are dropped."""
    selected = np.full((scores.shape[1], MAX_HEADS), -1, dtype=np.int32)
    select_heads(scores, tree, np.full(scores.shape[1], -1, dtype=np.int64), threshold, limit, selected)
    return selected


@entry
def prune(
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
        sums = np.empty((_PRUNER_ROLES, size + 3, templates.initial.shape[1]), dtype=np.uint64)
        fill_roles(coded, begin, size, templates, sums)
        scores = score_arcs(weights, templates, coded, begin, size, sums)
        tree = np.zeros(size, dtype=np.int64)
        best_tree(scores, tree)
        select_heads(scores, tree, gold[begin:end], threshold, limit, selected[begin:end])


@inner
def add_tree(pruned: PrunedArcs, size: int, heads: Integers, change: float, parts: TreeParts) -> bool:
    """Add `change` to every part (arc, grandparent, sibling) of a tree; return whether all its arcs survived
    pruning."""
    arc_count = 0
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.words[arc]
        if heads[word - 1] != head:
            continue
        arc_count += 1
        parts.arcs[arc] += change
        if head == 0:
            continue
        for head_arc in range(pruned.first[head], pruned.first[head + 1]):
            if pruned.heads[head_arc] == heads[head - 1]:
                parts.pairs[pruned.pairs[arc] + head_arc - pruned.first[head]] += change
        tree_triple = pruned.triples[arc]
        for triple in range(pruned.triples[arc + 1] - 1, tree_triple, -1):
            if heads[pruned.words[sibling_of_triple(pruned, arc, triple)] - 1] == head:
                tree_triple = triple
                break
        parts.triples[tree_triple] += change
    for head in range(1, size + 1):
        for side in range(2):
            last = _outermost_arc(pruned, head, side, heads)
            if last < 0:
                parts.childless[side, head] += change
            else:
                parts.ends[last] += change
    return arc_count == size


@leaf
def _outermost_arc(pruned: PrunedArcs, head: int, side: int, heads: Integers) -> int:
    """Return the arc to a head's outermost modifier on a side; -1 if it has none."""
    if side:
        for index in range(pruned.bounds[head + 1] - 1, pruned.first_right[head] - 1, -1):
            if heads[pruned.words[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    else:
        for index in range(pruned.bounds[head], pruned.first_right[head]):
            if heads[pruned.words[pruned.by_head[index]] - 1] == head:
                return int(pruned.by_head[index])
    return -1


@inner
def _to_matrix(pruned: PrunedArcs, size: int, numbers: Floats) -> Floats:
    """Return (words + 1, words) the values of arcs as a matrix [head, modifier], 0 for pruned arcs."""
    matrix = np.zeros((size + 1, size))
    for arc in range(len(pruned.heads)):
        matrix[pruned.heads[arc], pruned.words[arc] - 1] = numbers[arc]
    return matrix


@entry
def train(
    coded: CodedSentences, heads: Indexes, gold: Integers, order: Integers, templates: Templates, weights:
    HashedWeights, step: StepSize, perceptron: bool,
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
        sums = np.empty((ROLES, size + 3, templates.initial.shape[1]), dtype=np.uint64)
        fill_roles(coded, begin, size, templates, sums)
        pruned = index_arcs(heads[begin:end], size)
        scores, marginal_parts = empty_parts(pruned, size), empty_parts(pruned, size)
        score_parts(weights, templates, coded, begin, size, sums, pruned, scores)
        total = marginals(pruned, size, scores, NO_LOCKS, marginal_parts)
        if not np.isfinite(total):
            continue
        tree = np.zeros(size, dtype=np.int64)
        best_tree(_to_matrix(pruned, size, marginal_parts.arcs), tree)
        gold_parts = empty_parts(pruned, size)
        if not add_tree(pruned, size, gold[begin:end], 1.0, gold_parts):
            continue
        errors = 0
        for word in range(size):
            errors += tree[word] != gold[begin + word]
        correct += size - errors
        likelihood += _tree_score(scores, gold_parts) - total
        if perceptron:
            if errors:
                add_tree(pruned, size, tree, -1.0, gold_parts)
                update_parts(
                    weights, templates, coded, begin, size, sums, pruned, gold_parts, StepSize(step.rate, clock)
                )
            continue
        gold_parts.arcs[:] -= marginal_parts.arcs
        gold_parts.pairs[:] -= marginal_parts.pairs
        gold_parts.triples[:] -= marginal_parts.triples
        gold_parts.ends[:] -= marginal_parts.ends
        gold_parts.childless[:] -= marginal_parts.childless
        update_parts(weights, templates, coded, begin, size, sums, pruned, gold_parts, step)
    return likelihood, correct


@inner
def _tree_score(scores: TreeParts, marks: TreeParts) -> float:
    """Return the score of a tree: the sum over its parts, which `indicators` marks."""
    total = 0.0
    for numbers, counts in ((scores.arcs, marks.arcs), (scores.pairs, marks.pairs), (scores.triples, marks.triples),
                            (scores.ends, marks.ends), (scores.childless[0], marks.childless[0]),
                            (scores.childless[1], marks.childless[1])):  # fmt: skip
        for index in range(len(numbers)):
            if counts[index] != 0.0:
                total += numbers[index] * counts[index]
    return total


@entry
def posteriors(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights, reach: Flags
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
        pruned, scores = _score_sentence(coded, heads, sentence, templates, weights)
        parts = empty_parts(pruned, size)
        logs[sentence] = marginals(pruned, size, scores, reach, parts)
        for _ in range(_MAX_HALVINGS):
            if np.isfinite(logs[sentence]):
                break
            for numbers in (
                scores.arcs,
                scores.pairs,
                scores.triples,
                scores.ends,
                scores.childless[0],
                scores.childless[1],
            ):
                for index in range(len(numbers)):
                    numbers[index] *= 0.5
            logs[sentence] = marginals(pruned, size, scores, reach, parts)
        if np.isfinite(logs[sentence]):
            flat[offset : offset + size * (size + 1)] = _to_matrix(pruned, size, parts.arcs).ravel()
        else:
            signs[sentence] = 0
        offset += size * (size + 1)
    return flat, logs, signs


@inner
def _score_sentence(
    coded: CodedSentences, heads: Indexes, sentence: int, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of a sentence and the log scores of all parts."""
    begin, end = coded.starts[sentence], coded.starts[sentence + 1]
    size = end - begin
    sums = np.empty((ROLES, size + 3, templates.initial.shape[1]), dtype=np.uint64)
    fill_roles(coded, begin, size, templates, sums)
    pruned = index_arcs(heads[begin:end], size)
    scores = empty_parts(pruned, size)
    score_parts(weights, templates, coded, begin, size, sums, pruned, scores)
    return pruned, scores


@entry
def score_first_sentence(
    coded: CodedSentences, heads: Indexes, templates: Templates, weights: HashedWeights
) -> tuple[PrunedArcs, TreeParts]:
    """Return the pruned arcs of the first sentence and the log scores of all parts."""
    return _score_sentence(coded, heads, 0, templates, weights)


@entry
def sum_trees(pruned: PrunedArcs, size: int, scores: TreeParts, reach: Flags) -> tuple[float, TreeParts]:
    """Return the log of the sum over all trees, and the marginals of all parts, by inside-outside."""
    parts = empty_parts(pruned, size)
    return marginals(pruned, size, scores, reach, parts), parts


@entry
def tree_logs(pruned: PrunedArcs, size: int, scores: TreeParts, trees: Integers) -> Floats:
    """Return (trees,) the log scores of the trees (trees, words); -inf if one of the arcs was pruned."""
    log_scores = np.full(len(trees), -np.inf)
    for tree in range(len(trees)):
        marks = empty_parts(pruned, size)
        if add_tree(pruned, size, trees[tree], 1.0, marks):
            log_scores[tree] = _tree_score(scores, marks)
    return log_scores
