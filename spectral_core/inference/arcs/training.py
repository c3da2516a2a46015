"""Compiled training and use of the arc parser: the pruner's local choices, the sums over trees, and steps of both."""

import math

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Places
from spectral_core.inference.arcs.arrays import (
    ROLES,
    WIDTH,
    CodedSentences,
    HashedWeights,
    KeptArcs,
    Movement,
    Templates,
    TreeParts,
)
from spectral_core.inference.arcs.chart import empty_parts, kept_of, marginals
from spectral_core.inference.arcs.features import learn_all, learn_parts, nearer, roles_of, weigh, weigh_all
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.eisner.best_kernels import best_of_sums

_TINY = 1e-30
_PRUNER_ROLES = 2
_SOFTER = 12  # times at most that scores are halved
NO_LOCKS = np.zeros((2, 0, 0), dtype=np.bool_)


@entry
def train_pruner(
    given: CodedSentences, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights, step: Movement
) -> float:
    """One pass over the sentences in `order`; the log-likelihood of the gold heads, each chosen by itself."""
    likelihood = 0.0
    for sentence in order:
        begin = given.starts[sentence]
        size = given.starts[sentence + 1] - begin
        sums = np.empty((_PRUNER_ROLES, size + 3, templates.begun.shape[1]), dtype=np.uint64)
        roles_of(given, begin, size, templates, sums)
        scores = weigh_all(weights, templates, given, begin, size, sums)
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
        learn_all(weights, templates, given, begin, size, sums, scores, step)
    return likelihood


@entry
def pruner_scores(given: CodedSentences, sentence: int, templates: Templates, weights: HashedWeights) -> Floats:
    """(words + 1, words) what the pruner says of all arcs of a sentence."""
    begin = given.starts[sentence]
    size = given.starts[sentence + 1] - begin
    sums = np.empty((_PRUNER_ROLES, size + 3, templates.begun.shape[1]), dtype=np.uint64)
    roles_of(given, begin, size, templates, sums)
    return weigh_all(weights, templates, given, begin, size, sums)


@inner
def keep(scores: Floats, tree: Integers, gold: Integers, threshold: float, most: int, found: Places) -> None:
    """Fills `found` (words, WIDTH) with the heads of each word that come within `threshold` nats of its best, at most
    so many, with those of the tree, and the gold one where there is one; rising, then -1."""
    for word in range(scores.shape[1]):
        taken = np.zeros(scores.shape[0], dtype=np.bool_)
        taken[tree[word]] = True
        if gold[word] >= 0:
            taken[gold[word]] = True
        least = scores[:, word].max() - threshold
        for _ in range(most):
            best, at = -np.inf, -1
            for head in range(scores.shape[0]):
                if not taken[head] and scores[head, word] > best:
                    best, at = scores[head, word], head
            if at < 0 or best < least:
                break
            taken[at] = True
        place = 0
        for head in range(scores.shape[0]):
            if taken[head]:
                found[word, place] = head
                place += 1


@entry
def prune_locked(scores: Floats, tree: Integers, threshold: float, most: int) -> Places:
    """(words, WIDTH) the heads that are kept of each word of a sentence, -1 after them; those at -inf are not."""
    found = np.full((scores.shape[1], WIDTH), -1, dtype=np.int32)
    keep(scores, tree, np.full(scores.shape[1], -1, dtype=np.int64), threshold, most, found)
    return found


@entry
def prune(
    given: CodedSentences, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights,
    threshold: float, most: int, found: Places,
) -> None:  # fmt: skip
    """Fills `found` (words, WIDTH) for the sentences in `order`; the best tree of the pruner, and what is gold, where
    that is not -1, are kept too."""
    for sentence in order:
        begin, end = given.starts[sentence], given.starts[sentence + 1]
        size = end - begin
        if size == 0:
            continue
        sums = np.empty((_PRUNER_ROLES, size + 3, templates.begun.shape[1]), dtype=np.uint64)
        roles_of(given, begin, size, templates, sums)
        scores = weigh_all(weights, templates, given, begin, size, sums)
        tree = np.zeros(size, dtype=np.int64)
        best_of_sums(scores, tree)
        keep(scores, tree, gold[begin:end], threshold, most, found[begin:end])


@inner
def mark(kept: KeptArcs, size: int, heads: Integers, change: float, found: TreeParts) -> bool:
    """Adds `change` to the parts of a tree; whether all its arcs were kept."""
    seen = 0
    for arc in range(len(kept.heads)):
        head, word = kept.heads[arc], kept.words[arc]
        if heads[word - 1] != head:
            continue
        seen += 1
        found.arcs[arc] += change
        if head == 0:
            continue
        for other in range(kept.first[head], kept.first[head + 1]):
            if kept.heads[other] == heads[head - 1]:
                found.pairs[kept.pairs[arc] + other - kept.first[head]] += change
        at = kept.triples[arc]
        for triple in range(kept.triples[arc + 1] - 1, at, -1):
            if heads[kept.words[nearer(kept, arc, triple)] - 1] == head:
                at = triple
                break
        found.triples[at] += change
    for head in range(1, size + 1):
        for side in range(2):
            last = _outermost(kept, head, side, heads)
            if last < 0:
                found.bare[side, head] += change
            else:
                found.ends[last] += change
    return seen == size


@leaf
def _outermost(kept: KeptArcs, head: int, side: int, heads: Integers) -> int:
    """The arc to the last modifier of a head on a side; -1 where it has none there."""
    if side:
        for place in range(kept.bounds[head + 1] - 1, kept.turns[head] - 1, -1):
            if heads[kept.words[kept.fans[place]] - 1] == head:
                return int(kept.fans[place])
    else:
        for place in range(kept.bounds[head], kept.turns[head]):
            if heads[kept.words[kept.fans[place]] - 1] == head:
                return int(kept.fans[place])
    return -1


@inner
def _dense(kept: KeptArcs, size: int, numbers: Floats) -> Floats:
    found = np.zeros((size + 1, size))
    for arc in range(len(kept.heads)):
        found[kept.heads[arc], kept.words[arc] - 1] = numbers[arc]
    return found


@entry
def train(
    given: CodedSentences, heads: Places, gold: Integers, order: Integers, templates: Templates, weights: HashedWeights,
    step: Movement, counted: bool,
) -> tuple[float, int]:  # fmt: skip
    """One pass over the sentences in `order`: the log-likelihood of the gold trees, and how many words got their heads.
    Slopes are those of the likelihood, or where `counted` the gold tree less the one that was found (perceptron)."""
    likelihood, right = 0.0, 0
    clock = step.clock
    for sentence in order:
        begin, end = given.starts[sentence], given.starts[sentence + 1]
        size = end - begin
        if size == 0:
            continue
        if counted:
            clock += 1.0
        sums = np.empty((ROLES, size + 3, templates.begun.shape[1]), dtype=np.uint64)
        roles_of(given, begin, size, templates, sums)
        kept = kept_of(heads[begin:end], size)
        scores, slopes = empty_parts(kept, size), empty_parts(kept, size)
        weigh(weights, templates, given, begin, size, sums, kept, scores)
        total = marginals(kept, size, scores, NO_LOCKS, slopes)
        if not np.isfinite(total):
            continue
        tree = np.zeros(size, dtype=np.int64)
        best_of_sums(_dense(kept, size, slopes.arcs), tree)
        true = empty_parts(kept, size)
        if not mark(kept, size, gold[begin:end], 1.0, true):
            continue
        wrong = 0
        for word in range(size):
            wrong += tree[word] != gold[begin + word]
        right += size - wrong
        likelihood += _log(scores, true) - total
        if counted:
            if wrong:
                mark(kept, size, tree, -1.0, true)
                learn_parts(weights, templates, given, begin, size, sums, kept, true, Movement(step.rate, clock))
            continue
        true.arcs[:] -= slopes.arcs
        true.pairs[:] -= slopes.pairs
        true.triples[:] -= slopes.triples
        true.ends[:] -= slopes.ends
        true.bare[:] -= slopes.bare
        learn_parts(weights, templates, given, begin, size, sums, kept, true, step)
    return likelihood, right


@inner
def _log(scores: TreeParts, marks: TreeParts) -> float:
    """The sum of the scores of the parts that are marked."""
    total = 0.0
    for numbers, marked in ((scores.arcs, marks.arcs), (scores.pairs, marks.pairs), (scores.triples, marks.triples),
                            (scores.ends, marks.ends), (scores.bare[0], marks.bare[0]),
                            (scores.bare[1], marks.bare[1])):  # fmt: skip
        for at in range(len(numbers)):
            if marked[at] != 0.0:
                total += numbers[at] * marked[at]
    return total


@entry
def posteriors(
    given: CodedSentences, heads: Places, templates: Templates, weights: HashedWeights, reach: Flags
) -> tuple[Floats, Floats, Integers]:
    """The marginals of all arcs, (words + 1) * words a sentence laid end to end; the log of the sum over all trees; and
    1 for each sentence whose sum is a number. Scores that lie too far apart for that are halved until it is one."""
    count = len(given.starts) - 1
    sizes = np.diff(given.starts)
    flat = np.zeros(int((sizes * (sizes + 1)).sum()))
    logs, signs = np.zeros(count), np.ones(count, dtype=np.int64)
    at = 0
    for sentence in range(count):
        size = sizes[sentence]
        if size == 0:
            continue
        kept, scores = _scored(given, heads, sentence, templates, weights)
        found = empty_parts(kept, size)
        logs[sentence] = marginals(kept, size, scores, reach, found)
        for _ in range(_SOFTER):
            if np.isfinite(logs[sentence]):
                break
            for numbers in (scores.arcs, scores.pairs, scores.triples, scores.ends, scores.bare[0], scores.bare[1]):
                for place in range(len(numbers)):
                    numbers[place] *= 0.5
            logs[sentence] = marginals(kept, size, scores, reach, found)
        if np.isfinite(logs[sentence]):
            flat[at : at + size * (size + 1)] = _dense(kept, size, found.arcs).ravel()
        else:
            signs[sentence] = 0
        at += size * (size + 1)
    return flat, logs, signs


@inner
def _scored(
    given: CodedSentences, heads: Places, sentence: int, templates: Templates, weights: HashedWeights
) -> tuple[KeptArcs, TreeParts]:
    begin, end = given.starts[sentence], given.starts[sentence + 1]
    size = end - begin
    sums = np.empty((ROLES, size + 3, templates.begun.shape[1]), dtype=np.uint64)
    roles_of(given, begin, size, templates, sums)
    kept = kept_of(heads[begin:end], size)
    scores = empty_parts(kept, size)
    weigh(weights, templates, given, begin, size, sums, kept, scores)
    return kept, scores


@entry
def scores_of(
    given: CodedSentences, heads: Places, templates: Templates, weights: HashedWeights
) -> tuple[KeptArcs, TreeParts]:
    """The arcs that were kept of the first sentence, and the log scores of all parts."""
    return _scored(given, heads, 0, templates, weights)


@entry
def sums_of(kept: KeptArcs, size: int, scores: TreeParts, reach: Flags) -> tuple[float, TreeParts]:
    """The log of the sum over all trees of given scores, and the marginals of all parts."""
    found = empty_parts(kept, size)
    return marginals(kept, size, scores, reach, found), found


@entry
def tree_logs(kept: KeptArcs, size: int, scores: TreeParts, trees: Integers) -> Floats:
    """(trees,) the log score of each of some trees (trees, words); -inf where an arc was not kept."""
    found = np.full(len(trees), -np.inf)
    for place in range(len(trees)):
        marks = empty_parts(kept, size)
        if mark(kept, size, trees[place], 1.0, marks):
            found[place] = _log(scores, marks)
    return found
