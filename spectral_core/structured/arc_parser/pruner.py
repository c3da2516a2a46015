"""Compiled arc pruner: the heads kept for each word, and the index of the pruned arcs by head and by modifier.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.structured.arc_parser import (
    MAX_HEADS,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    Templates,
)
from spectral_core.structured.arc_parser.hashed_features import fill_role_keys, score_pruner_arcs
from spectral_core.structured.compilation import inner_kernel, kernel
from spectral_core.structured.eisner.inside_outside_kernels import best_tree

PRUNER_ROLE_COUNT = 2


@kernel
def index_arcs(heads: Indexes, size: int) -> PrunedArcs:
    """Index the pruned arcs by modifier and by head, with the offsets of grandparent and sibling parts; -1 pads
    `heads`."""
    total = 0
    for word in range(size):
        for index in range(heads.shape[1]):
            if heads[word, index] >= 0:
                total += 1
    arc_heads, words = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int32)
    first, bounds = np.zeros(size + 2, dtype=np.int32), np.zeros(size + 3, dtype=np.int32)
    arc_count = 0
    for word in range(1, size + 1):
        first[word] = arc_count
        for index in range(heads.shape[1]):
            if heads[word - 1, index] >= 0:
                arc_heads[arc_count], words[arc_count] = heads[word - 1, index], word
                bounds[arc_heads[arc_count] + 2] += 1
                arc_count += 1
    first[size + 1] = arc_count
    for head in range(2, size + 3):
        bounds[head] += bounds[head - 1]
    by_head, first_right = np.empty(total, dtype=np.int32), bounds[1 : size + 2].copy()
    for arc in range(total):  # arcs are sorted by modifier, so each head's are too
        head = arc_heads[arc]
        by_head[bounds[head + 1]] = arc
        bounds[head + 1] += 1
        if words[arc] < head:
            first_right[head] += 1
    pairs, triples = np.zeros(total + 1, dtype=np.int32), np.zeros(total + 1, dtype=np.int32)
    ranks = np.zeros(total, dtype=np.int32)
    for head in range(1, size + 1):
        for index in range(bounds[head], bounds[head + 1]):
            ranks[by_head[index]] = (
                index - first_right[head] if index >= first_right[head] else first_right[head] - 1 - index
            )
    for arc in range(total):
        head = arc_heads[arc]
        pairs[arc + 1] = pairs[arc] + (first[head + 1] - first[head] if head else 0)
        triples[arc + 1] = triples[arc] + (1 + ranks[arc] if head else 0)
    return PrunedArcs(arc_heads, words, first, by_head, bounds[: size + 2], first_right, pairs, triples)


@kernel
def score_sentence_arcs(coded: CodedSentences, sentence: int, templates: Templates, weights: HashedWeights) -> Floats:
    """Return (words + 1, words) the pruner's scores of all arcs of a sentence."""
    begin = coded.starts[sentence]
    size = coded.starts[sentence + 1] - begin
    sums = np.empty((PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
    fill_role_keys(coded, begin, size, templates, sums)
    return score_pruner_arcs(weights, templates, coded, begin, size, sums)


@inner_kernel
def select_candidate_heads(
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
def prune_arcs_by_scores(scores: Floats, tree: Integers, threshold: float, limit: int) -> Indexes:
    """Prune one sentence by given arc scores: return (words, MAX_HEADS) the heads of each word, padded with -1; arcs at
    -inf are dropped."""
    selected = np.full((scores.shape[1], MAX_HEADS), -1, dtype=np.int32)
    select_candidate_heads(scores, tree, np.full(scores.shape[1], -1, dtype=np.int64), threshold, limit, selected)
    return selected


@kernel
def prune_arcs(
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
        sums = np.empty((PRUNER_ROLE_COUNT, size + 3, templates.initial_keys.shape[1]), dtype=np.uint64)
        fill_role_keys(coded, begin, size, templates, sums)
        scores = score_pruner_arcs(weights, templates, coded, begin, size, sums)
        tree = np.zeros(size, dtype=np.int64)
        best_tree(scores, tree)
        select_candidate_heads(scores, tree, gold[begin:end], threshold, limit, selected[begin:end])
