"""Arabic dictionaries as one: a project's lexicon, that of the sample project and Buckwalter's tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.analyser import Analyser, get_or_compute_analyses
from spectral_core.morphology.arabic.reading_preference import order_by_preference
from spectral_core.morphology.arabic.spelling import (
    is_arabic,
    is_buckwalter,
    make_dictionary_lemma_key,
    to_arabic,
    to_buckwalter,
)
from spectral_core.morphology.arabic.spelling_agreement import select_closest_spellings

_UNKNOWN = "X"
_NO_WORDS = frozenset({"X", "PUNCT", "SYM"})
_SIMPLE_SPELLING = str.maketrans("><|{`", "AAAAA", "o_")
_UPOS_CLASSES = {
    "AUX": "VERB",
    "CCONJ": "PART",
    "SCONJ": "PART",
    "DET": "PRON",
}  # dictionaries divide these differently


@dataclass(frozen=True, slots=True)
class UntaggedDictionary:
    """Dictionary beside another one: its readings without their tags, and none by default."""

    dictionary: Analyser
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the readings of a word that name a word, with UPOS and features alone."""
        readings = self.dictionary.analyse(word, transliterated)
        return tuple(
            reading._replace(xpos=EMPTY, feats=reading.feats.replace("Definite=Red", "Definite=Cons"))
            for reading in readings
            if reading.upos not in _NO_WORDS
        )


@dataclass(frozen=True, slots=True)
class UnitedDictionary:
    """Readings of several Arabic dictionaries, the preferred first. A reading that an earlier dictionary has too is
    listed once, and a default reading of an unknown word only where no dictionary knows the word."""

    dictionaries: tuple[Analyser, ...]
    _cache: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    accepts_transliteration: ClassVar[bool] = True  # Latin letters may be transliterated Arabic
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the readings of a word in all dictionaries, the preferred first."""
        return get_or_compute_analyses(self._cache, (word, transliterated), lambda: self._unite(word, transliterated))

    def _unite(self, word: str, transliterated: bool | None) -> tuple[Analysis, ...]:
        """Return the readings of a word, not cached."""
        if not is_arabic(word):
            return self._unite_latin(word, transliterated)
        united = select_closest_spellings(word, tuple(self._iterate_distinct_readings(word, transliterated)))
        is_known = any(reading.upos != _UNKNOWN for reading in united)
        return order_by_preference(reading for reading in united if reading.upos != _UNKNOWN or not is_known)

    def _unite_latin(self, word: str, transliterated: bool | None) -> tuple[Analysis, ...]:
        """Return the readings of a word without Arabic letters: as transliteration, as a foreign word, or as both."""
        readings: tuple[Analysis, ...] = ()
        if transliterated is not False and is_buckwalter(word):
            united = self._unite(to_arabic(word), None)
            readings = tuple(reading for reading in united if reading.upos != _UNKNOWN)
        if readings and transliterated:
            return readings
        defaults = (each for part in self.dictionaries for each in part.analyse(word, False))
        return tuple(dict.fromkeys((*readings, *defaults)))

    def _iterate_distinct_readings(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        """Iterate over the readings of each dictionary that no earlier dictionary has."""
        earlier_keys: set[tuple[str, str, str]] = set()
        for dictionary in self.dictionaries:
            keys = {reading: _make_reading_key(reading) for reading in dictionary.analyse(word, transliterated)}
            yield from (reading for reading, key in keys.items() if key not in earlier_keys)
            earlier_keys.update(keys.values())


def _make_reading_key(reading: Analysis) -> tuple[str, str, str]:
    """Return the key by which readings of different dictionaries are the same: lemma, part of speech and vowels."""
    vowels = EMPTY if reading.vocalised == EMPTY else to_buckwalter(reading.vocalised).translate(_SIMPLE_SPELLING)
    upos = _UPOS_CLASSES.get(reading.upos, reading.upos)
    return make_dictionary_lemma_key(reading.lemma), upos, vowels.replace("aA", "A").replace("Ail", "Al")
