"""Storage of the training labels of rankers, and checked reading of stored arrays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.data import Analysis, Segment
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.models.analysis_ranker.labels_and_candidates import TrainingLabels
from spectral_core.morphology.arabic.spelling import has_diacritics

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary


_PART_SEPARATOR, _SEGMENT_SEPARATOR = "\x1f", "\x1e"  # between parts, and within segments
_LINE_BREAK, _ESCAPE = "\x1d", "\x1c"  # replaces a line break; escapes these characters
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
_MAX_VALUE = 1e12
_ESCAPED = re.compile(f"{_ESCAPE}[pibe]|{_LINE_BREAK}")


def pack_training_labels(vocabulary: RankerVocabulary, training_labels: TrainingLabels) -> NamedArrays:
    """Return the forms of the training data with their labels, readings and frequencies as arrays, in alphabetical
    order."""
    rows = sorted(
        (
            _escape(vocabulary.forms.strings[form]),
            _PART_SEPARATOR.join(map(_escape, vocabulary.labels[label])),
            _format_analysis(vocabulary.find_training_reading(form, label)),
            frequencies,
        )
        for form, label, frequencies in training_labels.list_counts()
    )
    forms, labels, analyses, frequencies = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "seen_forms": pack_strings(forms),
        "seen_labels": pack_strings(labels),
        "seen_analyses": pack_strings(analyses),
        "seen_times": np.array(frequencies, dtype=np.int64),
    }


def unpack_training_labels(vocabulary: RankerVocabulary, arrays: Arrays) -> TrainingLabels:
    """Restore the frequencies stored by `pack_training_labels`, adding the forms, labels and readings to the
    vocabulary; ValueError if the arrays are invalid."""
    counts = []
    columns = (unpack_strings(arrays[f"seen_{name}"]) for name in ("forms", "labels", "analyses"))
    times = read_integers(arrays, "seen_times")
    if len(times) and times.min() <= 0:
        raise ValueError("every training frequency is at least 1")
    element_count = len(vocabulary.scheme.element_names)
    for form, label, analysis, count in zip(*columns, times.tolist(), strict=True):
        values = tuple(map(_unescape, label.split(_PART_SEPARATOR)))
        if len(values) != element_count:
            raise ValueError(f"a label has {element_count} elements, not {len(values)}")
        word = _unescape(form)
        vocabulary.keeps_diacritics |= has_diacritics(word)  # other vocabularies strip diacritics from all forms
        form_id, label_id = vocabulary.forms.add(word), vocabulary.labels.add(values)
        vocabulary.add_reading_count(form_id, label_id, _parse_analysis(analysis), count)
        counts.append((form_id, label_id, count))
    return TrainingLabels.from_counts(counts)


def read_training_tags(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the training words of a ranker with the UPOS and XPOS of each; empty if the arrays are not from a
    ranker."""
    if "seen_forms" not in arrays or "seen_analyses" not in arrays:
        return [], []
    forms, analyses = unpack_strings(arrays["seen_forms"]), unpack_strings(arrays["seen_analyses"])
    return list(map(_unescape, forms)), [
        (_unescape(cells[2]), _unescape(cells[3])) for cells in (row.split(_PART_SEPARATOR) for row in analyses)
    ]


def read_integers(arrays: Arrays, name: str) -> Integers:
    """Return a one-dimensional array of integers; ValueError for any other array."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a one-dimensional array of integers")
    return array.astype(np.int64)


def read_keys(arrays: Arrays, name: str) -> Keys:
    """Return a strictly increasing array of 64-bit hashes; ValueError for any other array."""
    array = arrays[name]
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a one-dimensional array of keys")
    increasing_keys = array.astype(np.uint64)
    if (increasing_keys[1:] <= increasing_keys[:-1]).any():
        raise ValueError(f"{name} is not strictly increasing")
    return increasing_keys


def read_floats(arrays: Arrays, name: str, dimensions: int = 1) -> Floats:
    """Return an array of floats, bounded so that their sums stay finite; ValueError for any other array."""
    array = arrays[name]
    if array.ndim != dimensions or array.dtype.kind not in "iuf" or not (np.abs(array) < _MAX_VALUE).all():
        raise ValueError(f"{name} does not hold numbers below {_MAX_VALUE:.0e} in {dimensions} dimensions")
    return array.astype(np.float64)


def _format_analysis(analysis: Analysis) -> str:
    """Serialise a reading as one line."""
    columns = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    segments = (f"{_escape(part.form)}{_SEGMENT_SEPARATOR}{_escape(part.tag)}" for part in analysis.segments)
    return _PART_SEPARATOR.join((*map(_escape, columns), *segments))


def _parse_analysis(text: str) -> Analysis:
    """Parse a reading serialised by `_format_analysis`."""
    columns = text.split(_PART_SEPARATOR)
    lemma, vocalised, upos, xpos, feats, gloss = map(_unescape, columns[:6])
    segments = tuple(Segment(*map(_unescape, part.split(_SEGMENT_SEPARATOR))) for part in columns[6:])
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _escape(text: str) -> str:
    """Escape the characters that separate the parts of a serialised reading."""
    return text if text.isprintable() else text.translate(_ESCAPES)


def _unescape(cell: str) -> str:
    """Undo `_escape`."""
    return cell if cell.isprintable() else _ESCAPED.sub(lambda match: _UNESCAPES.get(match[0], "\n"), cell)
