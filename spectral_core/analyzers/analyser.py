"""What every morphological analyser is, several as one, and the candidates that one gives the words of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from spectral_core.analyzers.transliteration import is_arabic, is_buckwalter
from spectral_core.analyzers.vowels import fitting
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Sentence


class Analyser(Protocol):
    """Whatever offers analyses of a word."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """The analyses of a word, () where it is unknown; `transliterated` says how Latin letters are meant."""


@dataclass(frozen=True, slots=True)
class Given:
    """The candidates that stand in the file: nothing is known of a word by itself."""

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Nothing: what is offered stands with the words of the file."""
        return ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Several analysers as one; what an earlier one offers stands first, and nothing is offered twice. What a later one
    says of lemma, tags and features alone is left out where an earlier one says the same and more."""

    analysers: tuple[Analyser, ...]
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """What any of them offers, nothing twice."""
        return _distinct(analyser.analyse(word, transliterated) for analyser in self.analysers)


def is_transliterated(forms: Sequence[str], analyser: Analyser) -> bool:
    """Whether the words of a sentence are Arabic in Buckwalter's transliteration; otherwise Latin letters are foreign.
    No word has an Arabic letter, every word with letters can be transliteration, and the analyser knows more than half
    of these words as such."""
    if not _transliterates(analyser) or any(map(is_arabic, forms)):
        return False
    words = [form for form in forms if any(map(str.isalpha, form))]
    if not all(map(is_buckwalter, words)):
        return False
    # what an analyser says of a word it does not know as transliteration does not depend on how the word is meant
    known = sum(analyser.analyse(word, True) != analyser.analyse(word, False) for word in words)
    return 2 * known > len(words)


def _transliterates(analyser: Analyser) -> bool:
    """Whether it matters to an analyser how Latin letters are meant: such a one says so, and others need not."""
    if isinstance(analyser, Joined):
        return any(map(_transliterates, analyser.analysers))
    return bool(getattr(analyser, "transliterates", False))


def candidates(sentence: Sentence, analyser: Analyser) -> tuple[tuple[Analysis, ...], ...]:
    """The analyses that the analyser offers for each word of the sentence, but for those that its written vowels
    contradict; `is_transliterated` says how Latin letters are meant."""
    offered = _offered(sentence, analyser, is_transliterated(sentence.forms, analyser))
    return tuple(map(fitting, sentence.forms, offered))


def _offered(sentence: Sentence, analyser: Analyser, transliterated: bool) -> tuple[tuple[Analysis, ...], ...]:
    match analyser:
        case Given():
            return sentence.candidates or ((),) * len(sentence)
        case Joined(analysers):
            columns = [_offered(sentence, each, transliterated) for each in analysers]
            return tuple(map(_distinct, zip(*columns, strict=True))) if columns else ((),) * len(sentence)
        case _:
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
