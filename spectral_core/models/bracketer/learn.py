"""Training of a metric bracketer: word vectors, classes, then the distances between classes."""

from __future__ import annotations

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models.bracketer.metric import distance_tables
from spectral_core.models.bracketer.model import Bracketer
from spectral_core.models.bracketer.settings import BracketerSettings
from spectral_core.models.bracketing.classes import ClassReader
from spectral_core.progress import Progress, Report, ignore_progress, track_progress

_REPORT_INTERVAL = 1000  # sentences between two reports
_FINE_CLASSES = 45  # fine classes, which the metric does not use


def learn(
    treebank: Treebank,
    settings: BracketerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Bracketer:
    """Learn from the words of `treebank`, not from its trees."""
    sentences = [
        sentence
        for sentence in track_progress(treebank, "count", len(treebank), report, _REPORT_INTERVAL)
        if sentence.readable and sentence.forms
    ]
    report(Progress("count", len(treebank), len(treebank)))
    if not sentences:
        raise DataError("there is nothing to learn brackets from: no sentence has words")
    report(Progress("vectors", 0, 1))
    sizes = (settings.dimensions, settings.classes, _FINE_CLASSES)
    class_reader = ClassReader.learn(sentences, settings.tags, sizes, settings.seed)
    report(Progress("vectors", 1, 1))
    return learn_from_sentences(sentences, settings, class_reader, report)


def learn_from_sentences(
    sentences: list[Sentence], settings: BracketerSettings, class_reader: ClassReader, report: Report
) -> Bracketer:
    """Learn from sentences whose words have classes already."""
    bare_sentences = [class_reader.strip_punctuation(sentence) for sentence in sentences]
    class_names = [
        class_reader.class_names(sentence, words)[1] for sentence, words in zip(sentences, bare_sentences, strict=True)
    ]
    names = tuple(sorted({name for sentence_classes in class_names for name in sentence_classes}))
    numbers = {name: number for number, name in enumerate(names)}
    classes = np.array([numbers[name] for sentence_classes in class_names for name in sentence_classes], dtype=np.int64)
    vector_rows = np.concatenate(
        [
            class_reader.vectors.find_rows([sentence.forms[position] for position in words.positions])
            for sentence, words in zip(sentences, bare_sentences, strict=True)
        ]
    )
    starts = np.append(0, np.cumsum([len(sentence_classes) for sentence_classes in class_names])).astype(np.int64)
    tables = distance_tables(classes, vector_rows, starts, class_reader.vectors.vectors, len(names), settings, report)
    return Bracketer(settings, class_reader, names, tables)
