"""What a ranker keeps of the words that it was learnt from, as arrays: their labels and the analyses behind them."""

import re

import numpy as np

from spectral_core.analyzers.vowels import is_mostly_vowelled
from spectral_core.arrays import Floats, Integers, Keys, Named
from spectral_core.data import Analysis, Segment
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.analysis_ranker.corpus import Seen, Wordbook

_PART, _INNER = "\x1f", "\x1e"  # between parts, between parts of segments
_BREAK, _ESCAPE = "\x1d", "\x1c"  # for a line break in a text, and before a letter for one of these signs in it
_WRITTEN = str.maketrans(
    {"\n": _BREAK}
    | {sign: f"{_ESCAPE}{letter}" for sign, letter in zip((_PART, _INNER, _BREAK, _ESCAPE), "pibe", strict=True)}
)
_READ = {f"{_ESCAPE}{letter}": sign for sign, letter in zip((_PART, _INNER, _BREAK, _ESCAPE), "pibe", strict=True)}
_LARGEST = 1e12
_ESCAPED = re.compile(f"{_ESCAPE}[pibe]|{_BREAK}")


def pack_seen(book: Wordbook, seen: Seen) -> Named:
    """The forms, labels, analyses and counts of what was seen, in the order of the alphabet."""
    rows = sorted(
        (
            _cell(book.forms.strings[form]),
            _PART.join(map(_cell, book.labels[label])),
            _written(book.reading(form, label)),
            times,
        )
        for form, label, times in seen.rows()
    )
    forms, labels, analyses, times = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "seen_forms": pack(forms),
        "seen_labels": pack(labels),
        "seen_analyses": pack(analyses),
        "seen_times": np.array(times, dtype=np.int64),
    }


def unpack_seen(book: Wordbook, arrays: Arrays) -> Seen:
    """What `pack_seen` wrote, with forms, labels and analyses in the wordbook; ValueError where it is not whole."""
    found = []
    columns = (unpack(arrays[f"seen_{name}"]) for name in ("forms", "labels", "analyses"))
    times = integers(arrays, "seen_times")
    if len(times) and times.min() <= 0:
        raise ValueError("what was seen was seen at least once")
    size = len(book.scheme.elements)
    book.vowelled = is_mostly_vowelled(map(_text, unpack(arrays["seen_forms"])))
    for form, label, analysis, count in zip(*columns, times.tolist(), strict=True):
        values = tuple(map(_text, label.split(_PART)))
        if len(values) != size:
            raise ValueError(f"a label has {size} elements, not {len(values)}")
        at, label_at = book.forms.place(_text(form)), book.labels.place(values)
        book.note_reading(at, label_at, _read(analysis), count)
        found.append((at, label_at, count))
    return Seen.counted(found)


def seen_words(arrays: Arrays) -> tuple[list[str], list[tuple[str, str]]]:
    """The words that a ranker was learnt from, and UPOS and XPOS of each; none for what is no ranker."""
    if "seen_forms" not in arrays or "seen_analyses" not in arrays:
        return [], []
    forms, analyses = unpack(arrays["seen_forms"]), unpack(arrays["seen_analyses"])
    return list(map(_text, forms)), [(cells[2], cells[3]) for cells in (each.split(_PART) for each in analyses)]


def integers(arrays: Arrays, name: str) -> Integers:
    """The whole numbers in an array of one dimension; ValueError where it has others."""
    found = arrays[name]
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a row of whole numbers")
    return found.astype(np.int64)


def keys(arrays: Arrays, name: str) -> Keys:
    """The keys of 64 bits in an array, which rise; ValueError where it has something else."""
    found = arrays[name]
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise ValueError(f"{name} is not a row of keys")
    made = found.astype(np.uint64)
    if (made[1:] <= made[:-1]).any():
        raise ValueError(f"{name} do not rise")
    return made


def numbers(arrays: Arrays, name: str, dimensions: int = 1) -> Floats:
    """The numbers in an array, of a size that sums of them stay finite; ValueError where it has others."""
    found = arrays[name]
    if found.ndim != dimensions or found.dtype.kind not in "iuf" or not (np.abs(found) < _LARGEST).all():
        raise ValueError(f"{name} does not hold numbers below {_LARGEST:.0e} in {dimensions} dimensions")
    return found.astype(np.float64)


def _written(analysis: Analysis) -> str:
    columns = (analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    segments = (f"{_cell(part.form)}{_INNER}{_cell(part.tag)}" for part in analysis.segments)
    return _PART.join((*map(_cell, columns), *segments))


def _read(text: str) -> Analysis:
    columns = text.split(_PART)
    lemma, vocalised, upos, xpos, feats, gloss = map(_text, columns[:6])
    segments = tuple(Segment(*map(_text, part.split(_INNER))) for part in columns[6:])
    return Analysis(lemma, vocalised, upos, xpos, feats, gloss, segments)


def _cell(text: str) -> str:
    """A text without line breaks and without the signs that part texts."""
    return text if text.isprintable() else text.translate(_WRITTEN)


def _text(cell: str) -> str:
    """The text that `_cell` was given."""
    return cell if cell.isprintable() else _ESCAPED.sub(lambda found: _READ.get(found[0], "\n"), cell)
