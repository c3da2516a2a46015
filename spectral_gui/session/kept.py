"""How much of a reading the columns of a token table keep: asked once for words that stand alike."""

from __future__ import annotations

from collections.abc import Callable

from spectral_core.data import Analysis, Sentence
from spectral_core.data.readings import with_reading_beside
from spectral_core.errors import SpectralError

_MOST = 1_000  # answers that are remembered
_COLUMNS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")


class KeptColumns:
    """What one table keeps of readings. To ask is to write the sentence once a column."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], Analysis] = {}  # the newest last

    def of(self, write: Callable[[Sentence], str], sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
        """The reading without what `write` refuses to put at a word, counted from 1."""
        alike = _stands(sentence, word, analysis)
        if alike not in self._answers:
            if len(self._answers) >= _MOST:
                del self._answers[next(iter(self._answers))]
            self._answers[alike] = _asked(write, sentence, word, analysis)
        return self._answers[alike]

    def clear(self) -> None:
        self._answers.clear()


def _asked(write: Callable[[Sentence], str], sentence: Sentence, word: int, analysis: Analysis) -> Analysis:
    nothing, kept = Analysis(), analysis
    for name in _COLUMNS:
        if getattr(analysis, name) != getattr(nothing, name):
            alone = nothing._replace(**{name: getattr(analysis, name)})
            try:
                write(with_reading_beside(sentence, word, alone))
            except SpectralError:
                kept = kept._replace(**{name: getattr(nothing, name)})
    return kept


def _stands(sentence: Sentence, word: int, analysis: Analysis) -> tuple[object, ...]:
    """What a table is asked when a reading is to stand at a word: where it is alike, so is the answer."""
    at, one = word - 1, sentence
    columns = (one.forms, one.lemmas, one.upos, one.xpos, one.feats, one.misc)
    whole = (one.tree is None, not one.ranges, not one.empty_nodes)
    return (analysis, *(column[at] for column in columns), one.analyses[at] if one.analyses else None, whole)
