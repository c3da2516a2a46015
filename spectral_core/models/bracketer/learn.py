"""How a metric bracketer is learnt: word vectors, classes, then the distances between classes."""

from __future__ import annotations

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models.bracketer.metric import distance_tables
from spectral_core.models.bracketer.model import Bracketer
from spectral_core.models.bracketer.settings import BracketerSettings
from spectral_core.models.bracketing.classes import ReadClasses
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

_BLOCK = 1000  # sentences between two reports
_FINE = 45  # classes that a metric does not look at


def learn(
    treebank: Treebank,
    settings: BracketerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Bracketer:
    """The model of the words of `treebank`, whose trees are not looked at."""
    sentences = [
        one for one in track_progress(treebank, "count", len(treebank), report, _BLOCK) if one.readable and one.forms
    ]
    report(Progress("count", len(treebank), len(treebank)))
    if not sentences:
        raise DataError("there is nothing to learn brackets from: no sentence has words")
    report(Progress("vectors", 0, 1))
    numbers = (settings.dimensions, settings.classes, _FINE)
    read = ReadClasses.learn(sentences, settings.tags, numbers, settings.seed)
    report(Progress("vectors", 1, 1))
    return of_words(sentences, settings, read, report)


def of_words(sentences: list[Sentence], settings: BracketerSettings, read: ReadClasses, report: Report) -> Bracketer:
    """The model of sentences whose words are read so."""
    bare = [read.bare(one) for one in sentences]
    named = [read.names(one, words)[1] for one, words in zip(sentences, bare, strict=True)]
    names = tuple(sorted({name for row in named for name in row}))
    places = {name: place for place, name in enumerate(names)}
    classes = np.array([places[name] for row in named for name in row], dtype=np.int64)
    rows = np.concatenate(
        [read.vectors.rows([one.forms[at] for at in words.places]) for one, words in zip(sentences, bare, strict=True)]
    )
    starts = np.append(0, np.cumsum([len(row) for row in named])).astype(np.int64)
    tables = distance_tables(classes, rows, starts, read.vectors.vectors, len(names), settings, report)
    return Bracketer(settings, read, names, tables)
