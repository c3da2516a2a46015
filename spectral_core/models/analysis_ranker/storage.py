"""Wordbooks from treebanks or stored models, and training labels as arrays."""

import re

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.data import Analysis, Segment, Treebank
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.analysis_ranker.corpus import Wordbook
from spectral_core.models.analysis_ranker.labels import TrainingLabels
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.morphology.arabic import expansion
from spectral_core.morphology.arabic.spelling import is_mostly_vowelled
from spectral_core.morphology.catalogue import (
    as_new,
    open_analyser,
    restore_analyser,
    serialise_analyser,
    suggest_analyser,
)
from spectral_core.morphology.label_schemes import (
    Scheme,
    detect_tagset,
    make_universal_scheme,
    parse_scheme,
    scheme_for,
)

_TABLE_ANALYSER = "buckwalter"  # catalogue name: the installed tables, or those of the sample
_PART_SEPARATOR, _SEGMENT_SEPARATOR = "\x1f", "\x1e"  # between parts, and within segments
_LINE_BREAK, _ESCAPE = "\x1d", "\x1c"  # stands for a line break; escapes these characters
_ESCAPES = str.maketrans(
    {"\n": _LINE_BREAK}
    | {
        sign: f"{_ESCAPE}{letter}"
        for sign, letter in zip((_PART_SEPARATOR, _SEGMENT_SEPARATOR, _LINE_BREAK, _ESCAPE), "pibe", strict=True)
    }
)
_UNESCAPES = {
    f"{_ESCAPE}{letter}": sign
    for sign, letter in zip((_PART_SEPARATOR, _SEGMENT_SEPARATOR, _LINE_BREAK, _ESCAPE), "pibe", strict=True)
}
_MAX_NUMBER = 1e12
_ESCAPED = re.compile(f"{_ESCAPE}[pibe]|{_LINE_BREAK}")


def check_readings(treebank: Treebank) -> str | None:
    """Return why a treebank without readings, lemmas and tags cannot be learnt from; None if it has some."""
    if any(sentence.readable and any(sentence.with_readings().analyses) for sentence in treebank):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank that has some."


def choose_scheme(settings: RankerSettings, treebank: Treebank) -> Scheme:
    """Return the scheme of label elements for the settings and the treebank."""
    if settings.elements == "arabic":
        return parse_scheme("arabic")
    if settings.elements == "universal":
        return make_universal_scheme(treebank)
    return scheme_for(treebank)


def open_wordbook(settings: RankerSettings, treebank: Treebank) -> tuple[Wordbook, tuple[str, ...]]:
    """Return a wordbook for the treebank, and the configuration from which `reopen_wordbook` restores its analyser."""
    reason = check_readings(treebank)
    if reason is not None:
        raise DataError(reason[0].lower() + reason[1:].rstrip("."))
    readable = Treebank.of(sentence for sentence in treebank if sentence.readable)
    name = suggest_analyser(readable) if settings.analyser == "auto" else settings.analyser
    if (
        settings.analyser == "auto"
        and name == _TABLE_ANALYSER
        and detect_tagset(readable) == "other"
        and expansion.find_installed_tables()
    ):
        name = "treebank"  # tags unknown to the tables: a dictionary's are translated when ranking
    analyser = open_analyser(name, readable)
    book = Wordbook(choose_scheme(settings, readable), as_new(analyser))
    book.vowelled = is_mostly_vowelled(form for sentence in readable for form in sentence.forms)
    return book, serialise_analyser(analyser, name)


def reopen_wordbook(scheme: str, analyser_config: tuple[str, ...]) -> Wordbook:
    """Return an empty wordbook with a stored scheme and analyser."""
    analyser = restore_analyser(analyser_config)
    return Wordbook(parse_scheme(scheme), analyser if isinstance(analyser, FileCandidates) else as_new(analyser))


def pack_training_labels(book: Wordbook, training_labels: TrainingLabels) -> NamedArrays:
    """Return the forms, labels, readings and counts of training as arrays, in alphabetical order."""
    rows = sorted(
        (
            _escape(book.forms.strings[form]),
            _PART_SEPARATOR.join(map(_escape, book.labels[label])),
            _format_analysis(book.first_reading(form, label)),
            times,
        )
        for form, label, times in training_labels.list_counts()
    )
    forms, labels, analyses, times = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "seen_forms": pack(forms),
        "seen_labels": pack(labels),
        "seen_analyses": pack(analyses),
        "seen_times": np.array(times, dtype=np.int64),
    }


def unpack_training_labels(book: Wordbook, arrays: Arrays) -> TrainingLabels:
    """Restore what `pack_training_labels` stored, with forms, labels and readings in the wordbook; ValueError if it is
    invalid."""
    counts = []
    columns = (unpack(arrays[f"seen_{name}"]) for name in ("forms", "labels", "analyses"))
    times = read_integers(arrays, "seen_times")
    if len(times) and times.min() <= 0:
        raise ValueError("what was seen was seen at least once")
    size = len(book.scheme.elements)
    book.vowelled = is_mostly_vowelled(map(_unescape, unpack(arrays["seen_forms"])))
    for form, label, analysis, count in zip(*columns, times.tolist(), strict=True):
        values = tuple(map(_unescape, label.split(_PART_SEPARATOR)))
        if len(values) != size:
            raise ValueError(f"a label has {size} elements, not {len(values)}")
        form_number, label_number = book.forms.add(_unescape(form)), book.labels.add(values)
        book.count_reading(form_number, label_number, _parse_analysis(analysis), count)
        counts.append((form_number, label_number, count))
    return TrainingLabels.from_counts(counts)


def read_training_tags(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the training words of a ranker, and UPOS and XPOS of each; none if the arrays are not a ranker's."""
    if "seen_forms" not in arrays or "seen_analyses" not in arrays:
        return [], []
    forms, analyses = unpack(arrays["seen_forms"]), unpack(arrays["seen_analyses"])
    return list(map(_unescape, forms)), [
        (cells[2], cells[3]) for cells in (row.split(_PART_SEPARATOR) for row in analyses)
    ]


def read_integers(arrays: Arrays, name: str) -> Integers:
    """Return the integers in an array of one dimension; ValueError if it has others."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a row of whole numbers")
    return array.astype(np.int64)


def read_keys(arrays: Arrays, name: str) -> Keys:
    """Return the rising 64-bit keys in an array; ValueError if it has others."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a row of keys")
    rising_keys = array.astype(np.uint64)
    if (rising_keys[1:] <= rising_keys[:-1]).any():
        raise ValueError(f"{name} do not rise")
    return rising_keys


def read_numbers(arrays: Arrays, name: str, dimensions: int = 1) -> Floats:
    """Return the numbers in an array, small enough for finite sums; ValueError if it has others."""
    array = arrays[name]
    if array.ndim != dimensions or array.dtype.kind not in "iuf" or not (np.abs(array) < _MAX_NUMBER).all():
        raise ValueError(f"{name} does not hold numbers below {_MAX_NUMBER:.0e} in {dimensions} dimensions")
    return array.astype(np.float64)


def _format_analysis(analysis: Analysis) -> str:
    columns = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    segments = (f"{_escape(part.form)}{_SEGMENT_SEPARATOR}{_escape(part.tag)}" for part in analysis.segments)
    return _PART_SEPARATOR.join((*map(_escape, columns), *segments))


def _parse_analysis(text: str) -> Analysis:
    columns = text.split(_PART_SEPARATOR)
    lemma, vocalised, upos, xpos, feats, gloss = map(_unescape, columns[:6])
    segments = tuple(Segment(*map(_unescape, part.split(_SEGMENT_SEPARATOR))) for part in columns[6:])
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _escape(text: str) -> str:
    """Escape line breaks and separators in a text."""
    return text if text.isprintable() else text.translate(_ESCAPES)


def _unescape(cell: str) -> str:
    """Undo `_escape`."""
    return cell if cell.isprintable() else _ESCAPED.sub(lambda match: _UNESCAPES.get(match[0], "\n"), cell)
