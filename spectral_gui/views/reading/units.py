"""What is written on a page as one, and what is known of it: what stands under it, its vowels, and what is a guess."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.vocabulary import Offers, Reading, is_word, lemma_of, reading_of, shown_lemma, vocalised_token
from spectral_gui import plain
from spectral_gui.resources import is_right_to_left

VOWELS, SOUNDS, GLOSS, LEMMA, KIND = "vowels", "sounds", "gloss", "lemma", "kind"
LINES = (VOWELS, SOUNDS, GLOSS, LEMMA, KIND)  # that can stand under words
ARABIC_LINES = (VOWELS, LEMMA)  # those in the script of the text
_FIELDS = {VOWELS: "vocalised", GLOSS: "gloss", LEMMA: "lemma", KIND: "upos"}
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unit:
    """What is written as one: a word, or several of a multiword token, with what stands under it."""

    text: str
    sentence: int
    first: int  # its words, counted from 1
    last: int
    under: tuple[str, ...]  # as many as there are LINES
    space: bool  # after it
    begins: bool  # a paragraph
    right_to_left: bool
    guessed: frozenset[str] = frozenset()  # the LINES that nobody has decided
    vowelled: str = ""  # with its vowels; "" where that is not known, or nothing else than the text
    unsure: bool = False  # whether the guess may well be wrong
    lemmas: tuple[str, ...] = ()  # by which it is known or not


def units_of(index: int, sentence: Sentence, offers: Offers = (), unsure: Collection[int] = frozenset()) -> list[Unit]:
    """The units of a sentence in reading order; `offers` are the readings of its words, the likeliest first."""
    found: list[Unit] = []
    begins = any(line.lstrip("# ").startswith(("newpar", "newdoc")) for line in sentence.comments)
    right_to_left = bool(is_right_to_left(sentence.text))
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    word = 1
    while word <= len(sentence):
        range_ = ranges.get(word)
        last = word if range_ is None else min(max(range_.last, word), len(sentence))
        misc = sentence.misc[word - 1] if range_ is None else range_.misc
        text = sentence.forms[word - 1] if range_ is None else range_.form
        words = range(word, last + 1)
        here = {one: offers[one - 1] if one <= len(offers) else () for one in words}
        readings = {one: reading_of(sentence, one, here[one]) for one in words}
        under = _under(sentence, readings)
        vowelled = vocalised_token(sentence, word, last, text, lambda one: readings[one].says("vocalised"))  # noqa: B023
        space = "SpaceAfter=No" not in misc.split("|") or last == len(sentence)
        first, guessed = begins and word == 1, _guessed(readings.values())
        doubtful = any(one in unsure and readings[one].guessed for one in words)
        lemmas = tuple(filter(None, (lemma_of(sentence, one, here[one]) for one in words)))
        known = (guessed, vowelled, doubtful, lemmas)
        found.append(Unit(text, index, word, last, under, space, first, right_to_left, *known))
        word = last + 1
    return found


def _under(sentence: Sentence, readings: Mapping[int, Reading]) -> tuple[str, ...]:
    """What stands under words, in the order of LINES."""
    if len(readings) == 1:
        ((word, reading),) = readings.items()
        return tuple(said(sentence, word, line, reading) for line in LINES)
    found = []
    for line in LINES:
        texts = {word: said(sentence, word, line, reading) for word, reading in readings.items()}
        if line == VOWELS and any(texts.values()):  # those that look as they are written belong to it, too
            texts = {word: text or _as_written(sentence, word, readings[word]) for word, text in texts.items()}
        found.append(" ".join(filter(None, texts.values())))
    return tuple(found)


def said(sentence: Sentence, word: int, line: str, reading: Reading) -> str:
    """What is said of a word in one of LINES; "" where nothing, and for vowels that the word is written with."""
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
        return plain.short_tag(upos if upos != EMPTY else "")
    value = reading.says(_FIELDS[line])
    if not value or line == GLOSS:
        return value
    if not is_word(sentence.forms[word - 1]):
        return ""
    if line == VOWELS:
        return "" if value == sentence.forms[word - 1] else value
    return shown_lemma(value)


def _as_written(sentence: Sentence, word: int, reading: Reading) -> str:
    """The form of a word whose vowels are no more than that; "" for others."""
    form = sentence.forms[word - 1]
    return form if is_word(form) and reading.says("vocalised") == form else ""


def _guessed(readings: Collection[Reading]) -> frozenset[str]:
    if not any(reading.guessed for reading in readings):
        return _NOTHING
    return frozenset(line for line, field in _FIELDS.items() if any(field in reading.guessed for reading in readings))
