"""Training of word clusters: counts of adjacent words, Brown clustering or k-means, and the tree of the clusters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Treebank
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import normalise_rows
from spectral_core.maths.projections import count_neighbours, project_rows
from spectral_core.models import embeddings
from spectral_core.models.clusters.model import WordClusters, normalise_word
from spectral_core.models.clusters.settings import ClustersSettings
from spectral_core.models.embeddings import EmbeddingsSettings, NeighbourCounts
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.brown_clusters import (
    FIXED,
    NO_SLOT,
    AdjacentWords,
    ClusterPairs,
    build_tree,
    exchange_words,
    insert_first_words,
    insert_words,
    make_cluster_pairs,
)

_EDGE, _RARE = 0, 1  # words of `AdjacentWords` that are contexts alone
_BLOCK_SIZE = 500  # words clustered between progress reports
_ADJACENT = EmbeddingsSettings(window=1)
_DIMENSIONS, _SMOOTHING, _POWER = 50, 30.0, 0.5  # of the word vectors of cca
_MAX_FITTED = 10_000  # most frequent words that k-means is fitted to


def count(treebank: Treebank, settings: ClustersSettings, report: Report = ignore_progress) -> NeighbourCounts:  # noqa: ARG001
    """Count the pairs of adjacent words in all readable sentences."""
    return embeddings.count(treebank, _ADJACENT, report)


def learn(
    treebank: Treebank,
    settings: ClustersSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> WordClusters:
    """Cluster the words of a treebank or text."""
    return solve(count(treebank, settings, report), settings, report)


def learn_stream(
    texts: Iterable[Sequence[str]], settings: ClustersSettings, report: Report = ignore_progress
) -> WordClusters:
    """Cluster the words of sentences that are read one after the other."""
    return solve(embeddings.count_stream(texts, _ADJACENT, report), settings, report)


def add(model: WordClusters, treebank: Treebank, report: Report = ignore_progress) -> NoReturn:  # noqa: ARG001
    """Refuse to add sentences: clusters do not keep the counts that they come from."""
    raise SettingsError("sentences cannot be added to word clusters; learn them again from all text")


def solve(counts: NeighbourCounts, settings: ClustersSettings, report: Report = ignore_progress) -> WordClusters:
    """Cluster the words above the frequency threshold."""
    if not counts.words:
        raise DataError("there is nothing to learn from: no sentence here has a word")
    words, pairs = _select_words(counts, settings)
    if not words:
        raise DataError("no word here is frequent enough to have a cluster; set minimum to 1")
    size = min(settings.clusters, len(words))
    slot_of = (
        _cluster_by_information(pairs, size, settings.exchanges, report)
        if settings.estimator == "brown"
        else _cluster_by_vectors(pairs, size, settings.seed, report)
    )
    clusters, paths = _find_paths(pairs, slot_of, report)
    report(Progress("tree", 1, 1))
    return WordClusters.from_words(
        settings, words, pairs.frequencies[FIXED:], clusters, paths, counts.skipped
    )  # fmt: skip


def _select_words(counts: NeighbourCounts, settings: ClustersSettings) -> tuple[list[str], AdjacentWords]:
    """Return the words that are clustered, most frequent first, and the pairs of these, of sentence boundaries and of
    all other words as one."""
    forms = [normalise_word(word) for word in counts.words] if settings.lower else list(counts.words)
    forms = ["".join(" " if letter == "\n" else letter for letter in form) for form in forms]
    distinct, ids = np.unique(np.array(forms, dtype=object), return_inverse=True)
    totals = np.bincount(ids, counts.word_counts[1:]).astype(np.int64)
    order = np.argsort(-totals, kind="stable")
    order = order[totals[order] >= settings.minimum]
    symbol_of = np.full(len(distinct), _RARE, dtype=np.int64)
    symbol_of[order] = np.arange(len(order)) + FIXED
    symbols = np.concatenate(([_EDGE], symbol_of[ids]))
    frequencies = np.bincount(symbols, counts.word_counts, len(order) + FIXED).astype(np.int64)
    return [str(word) for word in distinct[order]], _make_word_pairs(frequencies, symbols[counts.pairs], counts.counts)


def _make_word_pairs(frequencies: Integers, pairs: Integers, counts: Integers) -> AdjacentWords:
    """Sum the counts of equal pairs (pairs, 2), and list them by the first and by the second word."""
    size = len(frequencies)
    keys, rows = np.unique(pairs[:, 0] * size + pairs[:, 1], return_inverse=True)
    sums = np.bincount(rows, counts).astype(np.int64)
    first, second = keys // size, keys % size
    order = np.lexsort((first, second))
    starts = np.arange(size + 1)
    return AdjacentWords(
        frequencies, np.searchsorted(first, starts), second, sums,
        np.searchsorted(second[order], starts), first[order], sums[order],
    )  # fmt: skip


def _cluster_by_information(pairs: AdjacentWords, size: int, exchanges: int, report: Report) -> Integers:
    """Return (words,) the clusters of Brown et al. (1992): the most frequent words are clusters at first; each other
    word joins them, and the two whose merge loses least mutual information become one. Then words are exchanged."""
    total = len(pairs.frequencies)
    table, slot_of, next_members = make_cluster_pairs(size), np.full(total, NO_SLOT), np.arange(total)
    free = FIXED + size
    report(Progress("cluster", 0, total))
    insert_first_words(table, pairs, slot_of, free)
    for begin in range(free, total, _BLOCK_SIZE):
        report(Progress("cluster", begin, total))
        free = insert_words(table, pairs, slot_of, next_members, begin, min(begin + _BLOCK_SIZE, total), free)
    report(Progress("cluster", total, total))
    for number in range(exchanges):
        members, moved = np.bincount(slot_of, minlength=len(table.is_active)), 0
        for begin in range(FIXED, total, 10 * _BLOCK_SIZE):
            report(Progress("exchange", number * total + begin, exchanges * total))
            end = min(begin + 10 * _BLOCK_SIZE, total)
            moved += exchange_words(table, pairs, slot_of, members, begin, end)
        if not moved:
            break
    report(Progress("exchange", exchanges * total, exchanges * total))
    return slot_of


def _cluster_by_vectors(pairs: AdjacentWords, size: int, seed: int, report: Report) -> Integers:
    """Return (words,) k-means clusters of word vectors from canonical correlations of neighbours."""
    report(Progress("cluster", 0, 1))
    total = len(pairs.frequencies)
    first = np.repeat(np.arange(total), np.diff(pairs.bounds))
    correlations = count_neighbours(first, pairs.followers, pairs.counts, total - FIXED)
    decomposition = project_rows(correlations, _DIMENSIONS, "cca", _SMOOTHING, _POWER)
    clusters = cluster_vectors(normalise_rows(decomposition.points * decomposition.values), size, seed)
    report(Progress("cluster", 1, 1))
    return np.concatenate((np.arange(FIXED), clusters + FIXED))


def cluster_vectors(points: Floats, size: int, seed: int) -> Integers:
    """Return (words,) the k-means cluster of each vector, from 0; the first vectors are of the most frequent words."""
    centres = kmeans(points[:_MAX_FITTED], min(size, len(points)), np.random.default_rng(seed))
    return assign_clusters(points, centres)


def _find_paths(pairs: AdjacentWords, slot_of: Integers, report: Report) -> tuple[Integers, list[str]]:
    """Return (words,) the clusters of the words, numbered in the order of their paths, and the path of each cluster in
    the tree in which those whose merge loses least mutual information are merged first."""
    report(Progress("tree", 0, 1))
    slots, slot_of = np.unique(slot_of, return_inverse=True)  # without empty ones; the contexts stay first
    table = _sum_pairs(pairs, slot_of, len(slots) - FIXED)
    merges = np.zeros((len(slots), 2), dtype=np.int64)
    count = build_tree(table, merges)
    paths = dict.fromkeys(range(FIXED, len(slots)), "")
    members = {slot: [slot] for slot in paths}
    for kept, gone in merges[:count].tolist():
        for slot in members[kept]:
            paths[slot] = "0" + paths[slot]
        for slot in members[gone]:
            paths[slot] = "1" + paths[slot]
        members[kept] += members.pop(gone)
    order = sorted(paths, key=paths.__getitem__)
    number_of = np.zeros(len(slots), dtype=np.int64)
    number_of[order] = np.arange(len(order))
    return number_of[slot_of[FIXED:]], [paths[slot] for slot in order]


def _sum_pairs(pairs: AdjacentWords, slot_of: Integers, size: int) -> ClusterPairs:
    """Return the counts of pairs of clusters."""
    table = make_cluster_pairs(size)
    first = slot_of[np.repeat(np.arange(len(pairs.frequencies)), np.diff(pairs.bounds))]
    second = slot_of[pairs.followers]
    np.add.at(table.after, (first, second), pairs.counts)
    table.before[:] = table.after.T
    np.add.at(table.frequencies, slot_of, pairs.frequencies)
    table.firsts[:], table.seconds[:] = table.after.sum(axis=1), table.before.sum(axis=1)
    table.is_active[FIXED : FIXED + size] = True
    return table
