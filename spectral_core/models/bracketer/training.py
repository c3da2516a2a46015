"""Training of the bracketer: distances between words by class and gap, from covariances of their vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.models.bracketer.model import Bracketer, BracketerSettings
from spectral_core.models.bracketing.sentences import collect_training_sentences
from spectral_core.models.bracketing.word_classes import WordClassifier
from spectral_core.progress import Progress, Report, ignore_progress

_MIN_RELATIVE_VALUE = 1e-3  # relative to the largest singular value
_UNSEEN_PERCENTILE = 95  # of all distances, used for unseen pairs
_BLOCK_SIZE = 1 << 15  # pairs of words per matrix product
_FINE_CLASSES = 45  # fine classes, not used by the metric


def learn(
    treebank: Treebank,
    settings: BracketerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Bracketer:
    """Train on the words of `treebank`, not on its trees."""
    sentences = collect_training_sentences(treebank, report)
    report(Progress("vectors", 0, 1))
    sizes = (settings.dimensions, settings.classes, _FINE_CLASSES)
    word_classifier = WordClassifier.learn(sentences, settings.tags, sizes, settings.seed)
    report(Progress("vectors", 1, 1))
    return train_on_classified_sentences(sentences, settings, word_classifier, report)


def train_on_classified_sentences(
    sentences: list[Sentence], settings: BracketerSettings, word_classifier: WordClassifier, report: Report
) -> Bracketer:
    """Train on sentences with words already classified."""
    bare_sentences = [word_classifier.strip_punctuation(sentence) for sentence in sentences]
    class_names = [
        word_classifier.class_names(sentence, words)[1]
        for sentence, words in zip(sentences, bare_sentences, strict=True)
    ]
    names = tuple(sorted({name for sentence_classes in class_names for name in sentence_classes}))
    class_ids = {name: number for number, name in enumerate(names)}
    classes = np.array(
        [class_ids[name] for sentence_classes in class_names for name in sentence_classes], dtype=np.int64
    )
    vector_rows = np.concatenate(
        [
            word_classifier.vectors.find_rows([sentence.forms[position] for position in words.positions])
            for sentence, words in zip(sentences, bare_sentences, strict=True)
        ]
    )
    starts = np.append(0, np.cumsum([len(sentence_classes) for sentence_classes in class_names])).astype(np.int64)
    tables = estimate_distance_tables(
        classes, vector_rows, starts, word_classifier.vectors.vectors, len(names), settings, report
    )
    return Bracketer(settings, word_classifier, names, tables)


def gap_kernel_weights(longest: int, bandwidth: float) -> Floats:
    """Return (longest, longest) the kernel weights between gaps (Parikh, Cohen and Xing 2014, section 4.1)."""
    gaps = np.arange(1, longest + 1)
    relative_differences = np.abs(gaps[:, None] - gaps) / (gaps[:, None] + gaps)
    weights: Floats = np.maximum(0.0, 1.0 - relative_differences / bandwidth)
    return weights


def estimate_distance_tables(
    classes: Integers, vector_rows: Integers, starts: Integers, vectors: Floats, class_count: int,
    settings: BracketerSettings, report: Report,
) -> Floats:  # fmt: skip
    """Estimate (metrics, classes + 1, classes + 1, longest) the distance of two words by their classes and their gap.

    The last class stands for unseen classes. The first metric is that of the settings, the others are alternatives.

    `classes` and `vector_rows` (words,) are the class of each word and the row of its vector, `starts` (sentences + 1,)
    the offset of each sentence.
    """
    longest = settings.longest
    log_gaps = np.log(np.arange(1, longest + 1))
    zeros = np.zeros((class_count + 1, class_count + 1, longest))
    if settings.metric != "spectral":
        return (zeros + (log_gaps if settings.metric == "distance" else 0.0))[None]
    ranks = sorted({settings.states, max(1, settings.states // 2)}, reverse=True)
    spectral_tables = _estimate_spectral_distances(
        classes, vector_rows, starts, vectors, class_count, settings, ranks, report
    )
    tables = np.zeros((len(ranks), class_count + 1, class_count + 1, longest))
    tables[:, :-1, :-1] = spectral_tables
    mean = spectral_tables.mean(axis=(1, 2))  # (kinds, longest)
    tables[:, -1, :, :] = tables[:, :, -1, :] = mean[:, None]
    spread = tables[:, :-1, :-1].std(axis=(1, 2, 3))[:, None, None, None] / log_gaps.std()
    # with much linear distance, the alternative has none: the same metric twice would count twice in the marginals
    alternative_weight = 1.0 if settings.shrinkage < 1.0 else 0.0
    shrunk = tables + alternative_weight * spread * log_gaps
    return np.concatenate((tables + settings.shrinkage * spread * log_gaps, shrunk[:1]))


def _estimate_spectral_distances(
    classes: Integers, vector_rows: Integers, starts: Integers, vectors: Floats, class_count: int,
    settings: BracketerSettings, ranks: Sequence[int], report: Report,
) -> Floats:  # fmt: skip
    """Return (kinds, classes, classes, longest) the distances for each number of singular values (Parikh, Cohen and
    Xing 2014, equation 5)."""
    longest, size = settings.longest, vectors.shape[1]
    first, second, codes = _collect_word_pairs(classes, starts, class_count, longest)
    bounds = np.searchsorted(codes, np.arange(class_count * class_count * longest + 1))
    weights = gap_kernel_weights(longest, settings.bandwidth)
    class_volumes = np.full((len(ranks), class_count), np.nan)
    for class_number in range(class_count):
        members = vectors[vector_rows[classes == class_number]]
        if len(members):
            class_volumes[:, class_number] = _log_pseudo_determinants(
                (members.T @ members / len(members))[None], ranks
            )[:, 0]
    tables = np.full((len(ranks), class_count, class_count, longest), np.nan)
    for pair in range(class_count * class_count):
        report(Progress("covariances", pair, class_count * class_count))
        pair_bounds = bounds[pair * longest : (pair + 1) * longest + 1]
        pair_counts = np.diff(pair_bounds).astype(np.float64)
        if not pair_counts.any():
            continue
        sums = np.zeros((longest, size, size))
        for gap in np.flatnonzero(pair_counts):
            for low in range(pair_bounds[gap], pair_bounds[gap + 1], _BLOCK_SIZE):
                part = slice(low, min(low + _BLOCK_SIZE, pair_bounds[gap + 1]))
                sums[gap] += vectors[vector_rows[first[part]]].T @ vectors[vector_rows[second[part]]]
        smoothed_counts = weights @ pair_counts
        is_known = smoothed_counts > 0
        smoothed = (weights[is_known] @ sums.reshape(longest, -1)).reshape(-1, size, size) / smoothed_counts[
            is_known, None, None
        ]
        first_class, second_class = divmod(pair, class_count)
        tables[:, first_class, second_class, is_known] = (
            0.5 * (class_volumes[:, first_class] + class_volumes[:, second_class])[:, None]
            - _log_pseudo_determinants(smoothed, ranks)
        ).T.T
    report(Progress("covariances", class_count * class_count, class_count * class_count))
    for table in tables:
        is_estimated: Flags = np.isfinite(table)
        table[~is_estimated] = np.percentile(table[is_estimated], _UNSEEN_PERCENTILE) if is_estimated.any() else 0.0
    return tables


def _collect_word_pairs(
    classes: Integers, starts: Integers, class_count: int, longest: int
) -> tuple[Integers, Integers, Integers]:
    """Return the first words, the second words and the codes of all word pairs within sentences, sorted by code: the
    classes of both and their gap."""
    firsts, seconds = [], []
    for low, high in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        rows, columns = np.triu_indices(high - low, 1)
        firsts.append(rows + low)
        seconds.append(columns + low)
    first = np.concatenate(firsts) if firsts else np.zeros(0, dtype=np.int64)
    second = np.concatenate(seconds) if seconds else np.zeros(0, dtype=np.int64)
    gap = np.minimum(second - first, longest) - 1
    codes = (classes[first] * class_count + classes[second]) * longest + gap
    order = np.argsort(codes, kind="stable")
    return first[order], second[order], codes[order]


def _log_pseudo_determinants(matrices: Floats, ranks: Sequence[int]) -> Floats:
    """Return (ranks, matrices) the log of the product of the leading singular values of each matrix."""
    values = np.linalg.svd(matrices, compute_uv=False)
    largest = np.maximum(values[:, :1], 1e-12)
    logs = np.cumsum(np.log(np.maximum(values, _MIN_RELATIVE_VALUE * largest)), axis=1)
    return np.stack([logs[:, min(rank, logs.shape[1]) - 1] for rank in ranks])
