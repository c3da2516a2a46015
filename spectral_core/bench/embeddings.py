"""Benchmark of word embeddings from two million words of English: CPU time, and tag agreement of nearest neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.bench.measurement import Row, time_cpu
from spectral_core.data import Treebank
from spectral_core.formats import load
from spectral_core.maths.linalg import normalise_rows
from spectral_core.models import embeddings
from spectral_core.models.embeddings import Embeddings, EmbeddingsSettings
from spectral_core.progress import Progress, Report

_TRAINING_TEXTS = (
    *(f"brown/brown.{part}.txt.xz" for part in ("train", "dev", "test")),
    *(f"craft_dep/craft_dep-{part}.conllu.xz" for part in ("train", "dev")),
    "ud_english_ewt/ud_english_ewt-train.conllu.xz",
)
_TAGGED_TREEBANK = "ud_english_ewt/ud_english_ewt-train.conllu.xz"
_MIN_TAGGED_COUNT = 5  # minimum count of a word in the tagged treebank
_EMBEDDING_SETTINGS = (
    EmbeddingsSettings(),
    EmbeddingsSettings(estimator="svd"),
    EmbeddingsSettings(power=1.0),
    EmbeddingsSettings(estimator="svd", power=1.0),
    EmbeddingsSettings(smoothing=0.0),
    EmbeddingsSettings(window=2),
    EmbeddingsSettings(dimensions=200),
)


def measure_embeddings(data: Path, report: Report) -> list[Row]:
    """Return a row for each setting, all trained on Brown, CRAFT and the train part of EWT in this order.

    `same_tag` is the percentage of words, tagged at least five times in EWT, whose nearest neighbour among these
    words has the same most frequent tag; `of_ten` is the same of the ten nearest, `by_chance` of any other word.
    """
    text = Treebank.concatenate([load(data / name) for name in _TRAINING_TEXTS])
    tags = _find_most_frequent_tags(load(data / _TAGGED_TREEBANK))
    rows: list[Row] = []
    counts_by_window: dict[int, tuple[embeddings.NeighbourCounts, float]] = {}
    for done, settings in enumerate(_EMBEDDING_SETTINGS):
        report(Progress("measuring", done, len(_EMBEDDING_SETTINGS)))
        if settings.window not in counts_by_window:
            counts_by_window[settings.window] = time_cpu(embeddings.count, text, settings)
        counts, count_cpu = counts_by_window[settings.window]
        model, solve_cpu = time_cpu(embeddings.solve, counts, settings)
        rows.append(
            {
                "estimator": settings.estimator,
                "power": settings.power,
                "smoothing": settings.smoothing if settings.estimator == "cca" else None,
                "window": settings.window,
                "dimensions": settings.dimensions,
                "words": int(counts.word_counts[1:].sum()),
                "known": len(model.words),
                "pairs": len(counts.counts),
                **_measure_neighbours(model, tags),
                "count_cpu": round(count_cpu, 2),
                "solve_cpu": round(solve_cpu, 2),
                "cpu": round(count_cpu + solve_cpu, 2),
            }
        )
    return rows


def _find_most_frequent_tags(treebank: Treebank) -> Mapping[str, str]:
    """Return the most frequent tag of each word that is tagged often enough."""
    tag_counts: dict[str, Counter[str]] = {}
    for sentence in treebank:
        for form, tag in zip(sentence.forms, sentence.xpos, strict=True):
            tag_counts.setdefault(form, Counter())[tag] += 1
    return {
        form: min(tags, key=lambda tag: (-tags[tag], tag))
        for form, tags in tag_counts.items()
        if tags.total() >= _MIN_TAGGED_COUNT
    }


def _measure_neighbours(model: Embeddings, tags: Mapping[str, str]) -> Row:
    """Return the percentages of nearest neighbours by cosine that have the same tag, and the chance level."""
    indexes = [index for index, word in enumerate(model.words) if word in tags]
    tag_numbers = np.unique([tags[model.words[index]] for index in indexes], return_inverse=True)[1]
    unit_points: Floats = normalise_rows(model.points[indexes])
    first_matches = ten_matches = 0.0
    for batch_start in range(0, len(unit_points), 1000):
        batch = np.arange(batch_start, min(batch_start + 1000, len(unit_points)))
        cosines = unit_points[batch] @ unit_points.T
        cosines[np.arange(len(batch)), batch] = -np.inf
        nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :10]
        has_same_tag = tag_numbers[nearest] == tag_numbers[batch, None]
        first_matches += float(has_same_tag[:, 0].sum())
        ten_matches += float(has_same_tag.mean(axis=1).sum())
    tag_shares = np.bincount(tag_numbers) / len(tag_numbers)
    return {
        "judged": len(indexes),
        "same_tag": round(100 * first_matches / len(indexes), 2),
        "of_ten": round(100 * ten_matches / len(indexes), 2),
        "by_chance": round(100 * float(tag_shares @ tag_shares), 2),
    }
