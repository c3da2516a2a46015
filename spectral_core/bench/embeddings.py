"""Points of words from two million words of English: seconds, and whether nearest words have one tag."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.bench.rows import Row
from spectral_core.data import Treebank
from spectral_core.formats import load
from spectral_core.maths.canonical import unit_rows
from spectral_core.models import embeddings
from spectral_core.models.embeddings import Embeddings, EmbeddingsSettings
from spectral_core.progress import Progress, Report

_TEXTS = (
    *(f"brown/brown.{part}.txt.xz" for part in ("train", "dev", "test")),
    *(f"craft_dep/craft_dep-{part}.conllu.xz" for part in ("train", "dev")),
    "ud_english_ewt/ud_english_ewt-train.conllu.xz",
)
_TAGGED = "ud_english_ewt/ud_english_ewt-train.conllu.xz"
_OFTEN = 5  # times that a word is tagged whose tag is looked at
_RUNS = (
    EmbeddingsSettings(),
    EmbeddingsSettings(estimator="svd"),
    EmbeddingsSettings(power=1.0),
    EmbeddingsSettings(estimator="svd", power=1.0),
    EmbeddingsSettings(smoothing=0.0),
    EmbeddingsSettings(window=2),
    EmbeddingsSettings(dimensions=200),
)


def table(data: Path, report: Report) -> list[Row]:
    """One row a setting, all from the same text: Brown, CRAFT and the training part of EWT, one after the other, as
    they are read. `same_tag` is in how many of a hundred words that EWT tags at least five times the nearest of these
    words has the same most frequent tag; `by_chance`, any other of them; `of_ten` the same of the ten nearest."""
    text = Treebank.concatenate([load(data / name) for name in _TEXTS])
    tags = _majority(load(data / _TAGGED))
    rows: list[Row] = []
    counted: dict[int, tuple[embeddings.NeighbourCounts, float]] = {}
    for done, settings in enumerate(_RUNS):
        report(Progress("measuring", done, len(_RUNS)))
        if settings.window not in counted:
            begun = time.process_time()
            counted[settings.window] = embeddings.count(text, settings), time.process_time() - begun
        counts, count_cpu = counted[settings.window]
        begun = time.process_time()
        model = embeddings.solve(counts, settings)
        solve_cpu = time.process_time() - begun
        rows.append(
            {
                "estimator": settings.estimator,
                "power": settings.power,
                "smoothing": settings.smoothing if settings.estimator == "cca" else None,
                "window": settings.window,
                "dimensions": settings.dimensions,
                "words": int(counts.times[1:].sum()),
                "known": len(model.words),
                "pairs": len(counts.counts),
                **_judged(model, tags),
                "count_cpu": round(count_cpu, 2),
                "solve_cpu": round(solve_cpu, 2),
                "cpu": round(count_cpu + solve_cpu, 2),
            }
        )
    return rows


def _majority(treebank: Treebank) -> Mapping[str, str]:
    """The most frequent tag of each word that was tagged often enough."""
    seen: dict[str, Counter[str]] = {}
    for sentence in treebank:
        for form, tag in zip(sentence.forms, sentence.xpos, strict=True):
            seen.setdefault(form, Counter())[tag] += 1
    return {form: min(tags, key=lambda tag: (-tags[tag], tag)) for form, tags in seen.items() if tags.total() >= _OFTEN}


def _judged(model: Embeddings, tags: Mapping[str, str]) -> Row:
    known = [place for place, word in enumerate(model.words) if word in tags]
    kinds = np.unique([tags[model.words[place]] for place in known], return_inverse=True)[1]
    unit: Floats = unit_rows(model.points[known])
    first = ten = 0.0
    for low in range(0, len(unit), 1000):
        part = np.arange(low, min(low + 1000, len(unit)))
        cosines = unit[part] @ unit.T
        cosines[np.arange(len(part)), part] = -np.inf
        nearest = np.argsort(-cosines, axis=1, kind="stable")[:, :10]
        same = kinds[nearest] == kinds[part, None]
        first += float(same[:, 0].sum())
        ten += float(same.mean(axis=1).sum())
    shares = np.bincount(kinds) / len(kinds)
    return {
        "judged": len(known),
        "same_tag": round(100 * first / len(known), 2),
        "of_ten": round(100 * ten / len(known), 2),
        "by_chance": round(100 * float(shares @ shares), 2),
    }
