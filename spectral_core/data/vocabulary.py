"""Vocabulary of a text for a language learner: the reading of each word, and lemmas with frequency and occurrences."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data import readings
from spectral_core.data.sentence import EMPTY, Analysis, Sentence

MAX_OCCURRENCES = 50  # stored for each lemma
_NO_LEMMA_TAGS = {"PUNCT", "SYM", "NUM"}
_COMPLETED_FIELDS = ("vocalised", "gloss")  # fields that a candidate may fill
_FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_NO_READING = Analysis()

SentenceCandidates = Sequence[Sequence[Analysis]]  # of every word, most probable first
CandidateLookup = Callable[[int], SentenceCandidates]  # by index of the sentence


@dataclass(frozen=True, slots=True)
class CompletedReading:
    """The reading of a word, with the names of the fields that are only suggested."""

    analysis: Analysis
    suggested_fields: frozenset[str] = frozenset()
    __repr__ = brief_repr

    def get_value(self, field: str) -> str:
        """Return a field, or "" where it is empty."""
        value: str = getattr(self.analysis, field)
        return "" if value == EMPTY else value


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """A lemma of a text with its first occurrences, as (sentence from 0, word from 1)."""

    lemma: str  # the form in lower case where no lemma is known
    count: int
    occurrences: tuple[tuple[int, int], ...]
    reading: CompletedReading  # of the first occurrence
    __repr__ = brief_repr


def get_file_reading(sentence: Sentence, word: int) -> Analysis:
    """Return a word's reading from the file; the columns complete a chosen reading."""
    index = word - 1
    reading = readings.reading_of(sentence, word)
    if reading is None:  # MISC may still have the vowels or the gloss
        misc = sentence.misc[index]
        if misc == EMPTY:
            return _NO_READING
        items = dict(pair.partition("=")[::2] for pair in misc.split("|"))
        vocalised, gloss = (items.get(name, EMPTY) or EMPTY for name in (readings.VOCALISED, readings.GLOSS))
        return Analysis(vocalised=vocalised, gloss=gloss)
    if not sentence.analyses or EMPTY not in readings.standard_columns(reading):
        return reading
    columns = (sentence.lemmas[index], sentence.upos[index], sentence.xpos[index], sentence.feats[index])
    pairs = zip(readings.standard_columns(reading), columns, strict=True)
    lemma, upos, xpos, feats = (column_value if value == EMPTY else value for value, column_value in pairs)
    return reading._replace(lemma=lemma, upos=upos, xpos=xpos, feats=feats)


def complete_reading(sentence: Sentence, word: int, candidates: Sequence[Analysis] = ()) -> CompletedReading:
    """Return the reading of a word: from the file, or else the first of `candidates`.

    Vowels and gloss missing from the file are taken from the first candidate with the same lemma.
    """
    reading = get_file_reading(sentence, word)
    if _is_empty(reading):
        if not candidates or is_uninformative(sentence.forms[word - 1], candidates[0]):
            return CompletedReading(reading)
        return CompletedReading(candidates[0], frozenset(_FIELDS))
    missing = [field for field in _COMPLETED_FIELDS if getattr(reading, field) == EMPTY]
    match = (
        next((candidate for candidate in candidates if _has_same_lemma_and_tag(candidate, reading)), None)
        if missing
        else None
    )
    if match is None:
        return CompletedReading(reading)
    suggested = {field: getattr(match, field) for field in missing if getattr(match, field) != EMPTY}
    return CompletedReading(reading._replace(**suggested), frozenset(suggested))


def normalise_lemma(lemma: str) -> str:
    """Collapse the white space of a lemma to single spaces, as in a list of known words."""
    return " ".join(lemma.replace("\ufeff", "").split())


def vocabulary_lemma(sentence: Sentence, word: int, candidates: Sequence[Analysis] = ()) -> str:
    """Return the normalised lemma of a word as in the list of known words, or its form in lower case.

    "" for punctuation and numbers.
    """
    index = word - 1
    form, upos = sentence.forms[index], sentence.upos[index]
    if upos in _NO_LEMMA_TAGS or not has_letters(form):
        return ""
    lemma = sentence.lemmas[index]
    if lemma == EMPTY and sentence.analyses:
        chosen = sentence.analyses[index]
        lemma = EMPTY if chosen is None else chosen.lemma
    if lemma == EMPTY and candidates and _is_empty(get_file_reading(sentence, word)):
        if candidates[0].upos in _NO_LEMMA_TAGS:
            return ""
        lemma = candidates[0].lemma
    return normalise_lemma(form.lower() if lemma == EMPTY else lemma)


def split_context(sentence: Sentence, word: int) -> tuple[str, str, str]:
    """Return the text before the surface token of a word, that token, and the text after it."""
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


def strip_diacritics(text: str) -> str:
    """Remove vowel signs, other combining marks and the tatweel."""
    return "".join(letter for letter in text if not unicodedata.combining(letter) and letter != "\u0640")


def vocalise_token(sentence: Sentence, first: int, last: int, text: str, vocalised_of: Callable[[int], str]) -> str:
    """Join the vocalised words of a surface token; "" where they do not spell `text`."""
    words = [vocalised_of(word) or sentence.forms[word - 1] for word in range(first, last + 1)]
    if first == last:
        return words[0] if words[0] != text else ""
    vocalised = "".join(words)
    return vocalised if vocalised != text and strip_diacritics(vocalised) == strip_diacritics(text) else ""


def _is_empty(reading: Analysis) -> bool:
    return reading.lemma == reading.vocalised == reading.upos == reading.xpos == reading.feats == EMPTY


def is_uninformative(form: str, candidate: Analysis) -> bool:
    """Return whether a reading has no tag and no gloss, and the form of its word as lemma."""
    return (
        candidate.upos in ("X", EMPTY)
        and candidate.gloss == EMPTY
        and strip_diacritics(candidate.lemma).lower() == strip_diacritics(form).lower()
    )


def _has_same_lemma_and_tag(candidate: Analysis, reading: Analysis) -> bool:
    """Return whether a candidate has the lemma and UPOS of a reading, as far as both have them."""
    same_lemma = EMPTY in (reading.lemma, candidate.lemma) or strip_diacritics(candidate.lemma) == strip_diacritics(
        reading.lemma
    )
    return same_lemma and (reading.upos == EMPTY or candidate.upos in (EMPTY, reading.upos))
