"""The protocol of morphological analysers, their combination, and candidate readings for the words of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_core.deprecated import keep_old_names
from spectral_core.morphology.arabic.spelling import is_arabic, is_buckwalter
from spectral_core.morphology.arabic.vowel_agreement import filter_by_vowels

CACHE_SIZE = 1 << 16  # words; most others occur once, so a larger cache gains little
_Key = TypeVar("_Key", bound=Hashable)


class Analyser(Protocol):
    """Morphological analyser: returns the possible analyses of a word."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of a word, () if it is unknown.

        Args:
            word: The word form.
            transliterated: Whether Latin letters are Arabic in transliteration (True), foreign (False), or either
                (None).
        """


@dataclass(frozen=True, slots=True)
class FileCandidates:
    """Analyser that returns nothing: the candidates are those stored in the file."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return no analyses: the candidates come with the words of the file."""
        return ()


@dataclass(frozen=True, slots=True)
class CombinedAnalyser:
    """Combination of analysers: their analyses in order, without duplicates. An analysis that consists of lemma, tags
    and features only is dropped if an earlier analyser has the same lemma, tags and features."""

    analysers: tuple[Analyser, ...]
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of all analysers without duplicates."""
        return _merge_analyses(analyser.analyse(word, transliterated) for analyser in self.analysers)


def is_transliterated(forms: Sequence[str], analyser: Analyser) -> bool:
    """Test whether the words of a sentence are Arabic in Buckwalter transliteration rather than foreign. True if no
    word has an Arabic letter, every word with letters can be transliteration, and the analyser knows more than half of
    these words as such."""
    if not _accepts_transliteration(analyser) or any(map(is_arabic, forms)):
        return False
    words = [form for form in forms if any(map(str.isalpha, form))]
    if not all(map(is_buckwalter, words)):
        return False
    # readings of a word that is not a known transliteration do not depend on this argument
    known_count = sum(analyser.analyse(word, True) != analyser.analyse(word, False) for word in words)
    return 2 * known_count > len(words)


def _accepts_transliteration(analyser: Analyser) -> bool:
    """Test whether an analyser distinguishes transliteration from foreign words (its attribute
    `accepts_transliteration`)."""
    if isinstance(analyser, CombinedAnalyser):
        return any(map(_accepts_transliteration, analyser.analysers))
    return bool(getattr(analyser, "accepts_transliteration", False))


def find_candidates(sentence: Sentence, analyser: Analyser) -> tuple[tuple[Analysis, ...], ...]:
    """Return the analyser's analyses of each word of the sentence, without those that contradict the written vowels;
    `is_transliterated` decides how Latin letters are read."""
    all_candidates = _analyse_words(sentence, analyser, is_transliterated(sentence.forms, analyser))
    return tuple(map(filter_by_vowels, sentence.forms, all_candidates))


def _analyse_words(sentence: Sentence, analyser: Analyser, transliterated: bool) -> tuple[tuple[Analysis, ...], ...]:
    """Return the analyses of each word of a sentence, not yet filtered by the written vowels."""
    match analyser:
        case FileCandidates():
            return sentence.candidates or ((),) * len(sentence)
        case CombinedAnalyser(analysers):
            columns = [_analyse_words(sentence, part, transliterated) for part in analysers]
            return tuple(map(_merge_analyses, zip(*columns, strict=True))) if columns else ((),) * len(sentence)
        case _:
            return tuple(analyser.analyse(form, transliterated) for form in sentence.forms)


def add_candidates(sentence: Sentence, analyser: Analyser) -> Sentence:
    """Return the sentence with the analyser's analyses as candidates of each word."""
    return replace(sentence, candidates=find_candidates(sentence, analyser))


def _merge_analyses(analysis_lists: Iterable[tuple[Analysis, ...]]) -> tuple[Analysis, ...]:
    """Concatenate lists of analyses without duplicates, and without label-only analyses whose label an earlier list
    has."""
    merged: dict[Analysis, None] = {}
    known_labels: set[tuple[str, str, str, str]] = set()
    for analyses in analysis_lists:
        new_labels: list[tuple[str, str, str, str]] = []
        for analysis in analyses:
            label = (analysis.lemma, analysis.upos, analysis.xpos, analysis.feats)
            if label not in known_labels or analysis.segments or analysis.vocalised != EMPTY or analysis.gloss != EMPTY:
                merged[analysis] = None
                new_labels.append(label)
        known_labels.update(new_labels)
    return tuple(merged)


def get_or_compute_analyses(
    cache: dict[_Key, tuple[Analysis, ...]], key: _Key, compute_analyses: Callable[[], Iterable[Analysis]]
) -> tuple[Analysis, ...]:
    """Return the cached analyses of a key; compute them, without duplicates, on the first call (memoisation)."""
    if (analyses := cache.get(key)) is None:
        analyses = tuple(dict.fromkeys(compute_analyses()))
        if len(cache) >= CACHE_SIZE:
            cache.clear()
        cache[key] = analyses
    return analyses


keep_old_names(__name__)
