"""What every morphological analyser is, several as one, and the candidates that one gives the words of a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from spectral_core.analyzers.transliteration import is_arabic
from spectral_core.data import EMPTY, Analysis, Sentence


class Analyser(Protocol):
    """Whatever offers analyses of a word."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """The analyses of a word, () where it is unknown; `transliterated` says how Latin letters are meant."""


@dataclass(frozen=True, slots=True)
class Given:
    """The candidates that stand in the file: nothing is known of a word by itself."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        return ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Several analysers as one; what an earlier one offers stands first, and nothing is offered twice.

    What a later one says of lemma, tags and features alone is left out where an earlier one says the same and more.
    """

    analysers: tuple[Analyser, ...]

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        return _distinct(analyser.analyse(word, transliterated) for analyser in self.analysers)


def candidates(sentence: Sentence, analyser: Analyser) -> tuple[tuple[Analysis, ...], ...]:
    """The analyses that the analyser offers for each word of the sentence.

    Latin letters are transliteration where no word of the sentence is in Arabic script.
    """
    match analyser:
        case Given():
            return sentence.candidates or ((),) * len(sentence)
        case Joined(analysers):
            columns = [candidates(sentence, each) for each in analysers]
            return tuple(map(_distinct, zip(*columns, strict=True))) if columns else ((),) * len(sentence)
        case _:
            transliterated = not any(map(is_arabic, sentence.forms))
            return tuple(analyser.analyse(form, transliterated) for form in sentence.forms)


def with_candidates(sentence: Sentence, analyser: Analyser) -> Sentence:
    """The sentence with the analyser's analyses of each word as its candidates."""
    return replace(sentence, candidates=candidates(sentence, analyser))


def _distinct(offers: Iterable[tuple[Analysis, ...]]) -> tuple[Analysis, ...]:
    found: dict[Analysis, None] = {}
    labels: set[tuple[str, str, str, str]] = set()
    for offer in offers:
        new: list[tuple[str, str, str, str]] = []
        for each in offer:
            label = (each.lemma, each.upos, each.xpos, each.feats)
            if label not in labels or each.segments or each.vocalised != EMPTY or each.gloss != EMPTY:
                found[each] = None
                new.append(label)
        labels.update(new)
    return tuple(found)
