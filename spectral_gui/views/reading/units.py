"""Units of a page: words and multiword tokens, with the annotation shown under them, vowels and guesses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.vocabulary import (
    CompletedReading,
    SentenceCandidates,
    complete_reading,
    display_lemma,
    has_letters,
    vocabulary_lemma,
    vocalise_token,
)
from spectral_gui import plain
from spectral_gui.resources import is_right_to_left

VOWELS, SOUNDS, GLOSS, LEMMA, KIND = "vowels", "sounds", "gloss", "lemma", "kind"
LINES = (VOWELS, SOUNDS, GLOSS, LEMMA, KIND)  # lines that can be shown under words
ARABIC_LINES = (VOWELS, LEMMA)  # those in the script of the text
_FIELDS = {VOWELS: "vocalised", GLOSS: "gloss", LEMMA: "lemma", KIND: "upos"}
_NO_LINES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unit:
    """A word, or the words of a multiword token, with the annotation shown under it."""

    text: str
    sentence: int
    first: int  # first word, counted from 1
    last: int
    line_texts: tuple[str, ...]  # one for each of LINES
    space_after: bool  # after it
    starts_paragraph: bool  # a paragraph
    right_to_left: bool
    guessed_lines: frozenset[str] = frozenset()  # those of LINES that nobody has decided
    vocalised: str = ""  # with its vowels; "" if unknown or the same as the text
    is_unsure: bool = False  # whether the guess is doubtful
    lemmas: tuple[str, ...] = ()  # known if all of these are


def make_units(
    index: int, sentence: Sentence, offers: SentenceCandidates = (), unsure: Collection[int] = frozenset()
) -> list[Unit]:
    """Return the units of a sentence in reading order; `offers` are the readings of its words, the likeliest first."""
    units: list[Unit] = []
    starts_paragraph = any(line.lstrip("# ").startswith(("newpar", "newdoc")) for line in sentence.comments)
    right_to_left = bool(is_right_to_left(sentence.text))
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    word = 1
    while word <= len(sentence):
        range_ = ranges.get(word)
        last = word if range_ is None else min(max(range_.last, word), len(sentence))
        misc = sentence.misc[word - 1] if range_ is None else range_.misc
        text = sentence.forms[word - 1] if range_ is None else range_.form
        words = range(word, last + 1)
        offers_by_word = {number: offers[number - 1] if number <= len(offers) else () for number in words}
        readings = {number: complete_reading(sentence, number, offers_by_word[number]) for number in words}
        line_texts = _format_lines(sentence, readings)
        vocalised = vocalise_token(sentence, word, last, text, lambda number: readings[number].value("vocalised"))  # noqa: B023
        space_after = "SpaceAfter=No" not in misc.split("|") or last == len(sentence)
        first, guessed_lines = starts_paragraph and word == 1, _find_guessed_lines(readings.values())
        is_unsure = any(number in unsure and readings[number].suggested for number in words)
        lemmas = tuple(filter(None, (vocabulary_lemma(sentence, number, offers_by_word[number]) for number in words)))
        optional_fields = (guessed_lines, vocalised, is_unsure, lemmas)
        units.append(Unit(text, index, word, last, line_texts, space_after, first, right_to_left, *optional_fields))
        word = last + 1
    return units


def _format_lines(sentence: Sentence, readings: Mapping[int, CompletedReading]) -> tuple[str, ...]:
    """Return the texts under words, in the order of LINES."""
    if len(readings) == 1:
        ((word, reading),) = readings.items()
        return tuple(format_line(sentence, word, line, reading) for line in LINES)
    lines = []
    for line in LINES:
        texts = {word: format_line(sentence, word, line, reading) for word, reading in readings.items()}
        if line == VOWELS and any(texts.values()):  # words written with all their vowels belong to it, too
            texts = {word: text or _form_if_vocalised(sentence, word, readings[word]) for word, text in texts.items()}
        lines.append(" ".join(filter(None, texts.values())))
    return tuple(lines)


def format_line(sentence: Sentence, word: int, line: str, reading: CompletedReading) -> str:
    """Return the text of a word in one of LINES; "" if there is none, and for vowels that the form has already."""
    if line == SOUNDS:
        misc = sentence.misc[word - 1]
        if "Translit=" not in misc:
            return ""
        pairs = (pair.partition("=") for pair in misc.split("|"))
        return next((value for key, _, value in pairs if key == "Translit"), "")
    upos = reading.analysis.upos
    if upos == "PUNCT":
        return ""
    if line == KIND:
        return plain.abbreviate_tag(upos if upos != EMPTY else "")
    value = reading.value(_FIELDS[line])
    if not value or line == GLOSS:
        return value
    if not has_letters(sentence.forms[word - 1]):
        return ""
    if line == VOWELS:
        return "" if value == sentence.forms[word - 1] else value
    return display_lemma(value)


def _form_if_vocalised(sentence: Sentence, word: int, reading: CompletedReading) -> str:
    """Return the form of a word that is written with all its vowels; "" for others."""
    form = sentence.forms[word - 1]
    return form if has_letters(form) and reading.value("vocalised") == form else ""


def _find_guessed_lines(readings: Collection[CompletedReading]) -> frozenset[str]:
    if not any(reading.suggested for reading in readings):
        return _NO_LINES
    return frozenset(line for line, field in _FIELDS.items() if any(field in reading.suggested for reading in readings))
