"""Display units of running text: words and multiword tokens with their annotation lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.readings import CompletedReading, complete_reading, vocalise_token
from spectral_core.data.vocabulary import SentenceCandidates, format_lemma, has_letters, vocabulary_lemma
from spectral_gui import label_descriptions
from spectral_gui.text_display import is_right_to_left

VOWELS, TRANSLITERATION, GLOSS, LEMMA, PART_OF_SPEECH = "vowels", "sounds", "gloss", "lemma", "kind"
ANNOTATION_LINES = (VOWELS, TRANSLITERATION, GLOSS, LEMMA, PART_OF_SPEECH)  # that can be shown under words
TEXT_SCRIPT_LINES = (VOWELS, LEMMA)  # those in the script of the text
_FIELDS = {VOWELS: "vocalised", GLOSS: "gloss", LEMMA: "lemma", PART_OF_SPEECH: "upos"}
_NO_LINES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """A word, or the words of a multiword token, with the annotation shown under it."""

    text: str
    sentence: int
    first: int  # first word, counted from 1
    last: int
    line_texts: tuple[str, ...]  # one for each of ANNOTATION_LINES
    space_after: bool
    starts_paragraph: bool
    right_to_left: bool
    suggested_lines: frozenset[str] = frozenset()  # annotation lines whose values are not confirmed
    vocalised: str = ""  # with its vowels; "" if unknown or the same as the text
    is_uncertain: bool = False  # its first reading is uncertain
    lemmas: tuple[str, ...] = ()  # the unit counts as known if the reader knows all of these


def make_display_units(
    index: int, sentence: Sentence, candidates: SentenceCandidates = (), uncertain_words: Collection[int] = frozenset()
) -> list[DisplayUnit]:
    """Return the display units of a sentence in reading order; `candidates` are the readings of its words, the most
    probable first."""
    units: list[DisplayUnit] = []
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
        candidates_by_word = {number: candidates[number - 1] if number <= len(candidates) else () for number in words}
        readings = {number: complete_reading(sentence, number, candidates_by_word[number]) for number in words}
        line_texts = _format_annotation_lines(sentence, readings)
        vocalised = vocalise_token(sentence, word, last, text, lambda number: readings[number].get_value("vocalised"))  # noqa: B023
        space_after = "SpaceAfter=No" not in misc.split("|") or last == len(sentence)
        starts_unit_paragraph, suggested_lines = (
            starts_paragraph and word == 1,
            _find_suggested_lines(readings.values()),
        )
        is_uncertain = any(number in uncertain_words and readings[number].suggested_fields for number in words)
        lemmas = tuple(
            filter(None, (vocabulary_lemma(sentence, number, candidates_by_word[number]) for number in words))
        )
        optional_fields = (suggested_lines, vocalised, is_uncertain, lemmas)
        units.append(
            DisplayUnit(
                text, index, word, last, line_texts, space_after, starts_unit_paragraph, right_to_left, *optional_fields
            )
        )
        word = last + 1
    return units


def _format_annotation_lines(sentence: Sentence, readings: Mapping[int, CompletedReading]) -> tuple[str, ...]:
    """Return the annotation lines of a unit, in the order of ANNOTATION_LINES."""
    if len(readings) == 1:
        ((word, reading),) = readings.items()
        return tuple(format_annotation_line(sentence, word, line, reading) for line in ANNOTATION_LINES)
    lines = []
    for line in ANNOTATION_LINES:
        texts = {word: format_annotation_line(sentence, word, line, reading) for word, reading in readings.items()}
        if line == VOWELS and any(texts.values()):  # fully vocalised words count as well
            texts = {
                word: text or _get_form_if_vocalised(sentence, word, readings[word]) for word, text in texts.items()
            }
        lines.append(" ".join(filter(None, texts.values())))
    return tuple(lines)


def format_annotation_line(sentence: Sentence, word: int, line: str, reading: CompletedReading) -> str:
    """Return an annotation line of a word; "" if there is none, or if the form is already written with its vowels."""
    if line == TRANSLITERATION:
        misc = sentence.misc[word - 1]
        if "Translit=" not in misc:
            return ""
        pairs = (pair.partition("=") for pair in misc.split("|"))
        return next((value for key, _, value in pairs if key == "Translit"), "")
    upos = reading.analysis.upos
    if upos == "PUNCT":
        return ""
    if line == PART_OF_SPEECH:
        return label_descriptions.abbreviate_tag_description(upos if upos != EMPTY else "")
    value = reading.get_value(_FIELDS[line])
    if not value or line == GLOSS:
        return value
    if not has_letters(sentence.forms[word - 1]):
        return ""
    if line == VOWELS:
        return "" if value == sentence.forms[word - 1] else value
    return format_lemma(value)


def _get_form_if_vocalised(sentence: Sentence, word: int, reading: CompletedReading) -> str:
    """Return the form of a word that is written with all its vowels; "" for others."""
    form = sentence.forms[word - 1]
    return form if has_letters(form) and reading.get_value("vocalised") == form else ""


def _find_suggested_lines(readings: Collection[CompletedReading]) -> frozenset[str]:
    """Return the annotation lines that show suggested rather than confirmed values."""
    if not any(reading.suggested_fields for reading in readings):
        return _NO_LINES
    return frozenset(
        line for line, field in _FIELDS.items() if any(field in reading.suggested_fields for reading in readings)
    )


def is_punctuation(unit: DisplayUnit) -> bool:
    """Return whether a unit is punctuation or a symbol: it has no lemma and no annotation lines."""
    return not unit.lemmas and not any(unit.line_texts)
