"""Vocabulary of a text for a language learner: lemmas with frequency and occurrences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spectral_core.brief import brief_repr
from spectral_core.data.readings import complete_reading, get_file_reading, is_empty_reading
from spectral_core.data.sentence import EMPTY, Analysis, Sentence

if TYPE_CHECKING:
    from spectral_core.data.readings import CompletedReading


MAX_OCCURRENCES = 50  # stored for each lemma
_NO_LEMMA_TAGS = {"PUNCT", "SYM", "NUM"}

SentenceCandidates = Sequence[Sequence[Analysis]]  # of every word, most probable first
CandidateLookup = Callable[[int], SentenceCandidates]  # by index of the sentence


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """A lemma of a text with its first occurrences, as (sentence from 0, word from 1)."""

    lemma: str  # the form in lower case where no lemma is known
    count: int
    occurrences: tuple[tuple[int, int], ...]
    reading: CompletedReading  # of the first occurrence
    __repr__ = brief_repr


def normalise_lemma(lemma: str) -> str:
    """Collapse the white space of a lemma to single spaces, as in a list of known words."""
    return " ".join(lemma.replace("\ufeff", "").split())


def vocabulary_lemma(sentence: Sentence, word: int, candidates: Sequence[Analysis] = ()) -> str:
    """Return the lemma under which a word is counted and listed as known, or its form in lower case if it has none.

    The lemma is that of the columns, the chosen reading or else the first candidate, normalised; "" for punctuation,
    symbols and numbers.
    """
    index = word - 1
    form, upos = sentence.forms[index], sentence.upos[index]
    if upos in _NO_LEMMA_TAGS or not has_letters(form):
        return ""
    lemma = sentence.lemmas[index]
    if lemma == EMPTY and sentence.analyses:
        chosen = sentence.analyses[index]
        lemma = EMPTY if chosen is None else chosen.lemma
    if lemma == EMPTY and candidates and is_empty_reading(get_file_reading(sentence, word)):
        if candidates[0].upos in _NO_LEMMA_TAGS:
            return ""
        lemma = candidates[0].lemma
    return normalise_lemma(form.lower() if lemma == EMPTY else lemma)


def split_text_at_word(sentence: Sentence, word: int) -> tuple[str, str, str]:
    """Return the text of a sentence before a word's surface token, that token, and the text after it."""
    parts = ["", "", ""]
    for first, last, form, misc in sentence.surface_tokens():
        part = 0 if last < word else 1 if first <= word else 2
        parts[part] += form
        if last < len(sentence) and "SpaceAfter=No" not in misc.split("|"):
            parts[2 if part == 1 else part] += " "
    return parts[0], parts[1], parts[2]


def has_letters(form: str) -> bool:
    """Return whether a form has a letter."""
    return form.isalpha() or any(map(str.isalpha, form))


def format_lemma(lemma: str) -> str:
    """Return a lemma for display, without the number that distinguishes homographs."""
    name, _, number = lemma.rpartition("_")
    return name if name and number.isdecimal() else lemma


def collect_vocabulary(
    sentences: Sequence[Sentence], candidates_of: CandidateLookup = lambda _: ()
) -> Generator[None, None, tuple[VocabularyEntry, ...]]:
    """Collect the lemmas of a text, most frequent first; a generator that yields after each sentence, to run in
    slices."""
    counts: dict[str, int] = {}
    occurrences: dict[str, list[tuple[int, int]]] = {}
    first_readings: dict[str, CompletedReading] = {}
    for index, sentence in enumerate(sentences):
        sentence_candidates = candidates_of(index)
        for word in range(1, len(sentence) + 1):
            candidates = sentence_candidates[word - 1] if word <= len(sentence_candidates) else ()
            lemma = vocabulary_lemma(sentence, word, candidates)
            if not lemma:
                continue
            if lemma not in counts:
                counts[lemma], occurrences[lemma] = 0, []
                first_readings[lemma] = complete_reading(sentence, word, candidates)
            counts[lemma] += 1
            if len(occurrences[lemma]) < MAX_OCCURRENCES:
                occurrences[lemma].append((index, word))
        yield
    order = sorted(counts, key=lambda lemma: -counts[lemma])  # stable sort: ties stay in text order
    return tuple(
        VocabularyEntry(lemma, counts[lemma], tuple(occurrences[lemma]), first_readings[lemma]) for lemma in order
    )
