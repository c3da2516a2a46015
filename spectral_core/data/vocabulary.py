"""The words of a text as a learner meets them: what each one is, which lemma it belongs to, how often and where."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief
from spectral_core.data import readings
from spectral_core.data.sentence import EMPTY, Analysis, Sentence

MOST_PLACES = 50  # of a lemma, that are kept
_NO_WORDS = {"PUNCT", "SYM", "NUM"}
_FILLED = ("vocalised", "gloss")  # what a guess may add to what the file says
_FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_SILENT = Analysis()

Offers = Sequence[Sequence[Analysis]]  # the readings of every word, the likeliest first; () where there are none
Asked = Callable[[int], Offers]  # those of a sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word is, as far as it is known, and which fields of it nobody has decided."""

    analysis: Analysis
    guessed: frozenset[str] = frozenset()
    __repr__ = brief

    def says(self, field: str) -> str:
        """A field, or "" where it is empty."""
        value: str = getattr(self.analysis, field)
        return "" if value == EMPTY else value


@dataclass(frozen=True, slots=True)
class Entry:
    """A lemma of a text with its first places, as (sentence from 0, word from 1)."""

    lemma: str  # the written form in lower case where no lemma is known
    count: int
    places: tuple[tuple[int, int], ...]
    reading: Reading  # of the first place
    __repr__ = brief


def written_reading(sentence: Sentence, word: int) -> Analysis:
    """What the file says of a word: its reading, and what the columns say where a chosen reading is silent."""
    at = word - 1
    own = readings.reading_of(sentence, word)
    if own is None:  # the vowels or the meaning may still stand in MISC
        misc = sentence.misc[at]
        if misc == EMPTY:
            return _SILENT
        named = dict(pair.partition("=")[::2] for pair in misc.split("|"))
        vocalised, gloss = (named.get(name, EMPTY) or EMPTY for name in (readings.VOCALISED, readings.GLOSS))
        return Analysis(vocalised=vocalised, gloss=gloss)
    if not sentence.analyses or EMPTY not in readings.label_of(own):
        return own
    said = (sentence.lemmas[at], sentence.upos[at], sentence.xpos[at], sentence.feats[at])
    pairs = zip(readings.label_of(own), said, strict=True)
    lemma, upos, xpos, feats = (other if value == EMPTY else value for value, other in pairs)
    return own._replace(lemma=lemma, upos=upos, xpos=xpos, feats=feats)


def reading_of(sentence: Sentence, word: int, offers: Sequence[Analysis] = ()) -> Reading:
    """What a word is: as the file says, and else as the first of `offers` has it. A word that the file says something
    of gets its vowels and its meaning from the first offer of the same lemma."""
    own = written_reading(sentence, word)
    if _is_silent(own):
        if not offers or is_echo(sentence.forms[word - 1], offers[0]):
            return Reading(own)
        return Reading(offers[0], frozenset(_FIELDS))
    wanted = [field for field in _FILLED if getattr(own, field) == EMPTY]
    like = next((offer for offer in offers if _agrees(offer, own)), None) if wanted else None
    if like is None:
        return Reading(own)
    added = {field: getattr(like, field) for field in wanted if getattr(like, field) != EMPTY}
    return Reading(own._replace(**added), frozenset(added))


def key(lemma: str) -> str:
    """A lemma as a list of known words spells it, a line each: white space of any kind is one space."""
    return " ".join(lemma.replace("\ufeff", "").split())


def lemma_of(sentence: Sentence, word: int, offers: Sequence[Analysis] = ()) -> str:
    """The name by which a word is known or not: the `key` of its lemma, or of the form in lower case; "" for marks and
    numbers."""
    at = word - 1
    form, upos = sentence.forms[at], sentence.upos[at]
    if upos in _NO_WORDS or not is_word(form):
        return ""
    lemma = sentence.lemmas[at]
    if lemma == EMPTY and sentence.analyses:
        chosen = sentence.analyses[at]
        lemma = EMPTY if chosen is None else chosen.lemma
    if lemma == EMPTY and offers and _is_silent(written_reading(sentence, word)):
        if offers[0].upos in _NO_WORDS:
            return ""
        lemma = offers[0].lemma
    return key(form.lower() if lemma == EMPTY else lemma)


def context_of(sentence: Sentence, word: int) -> tuple[str, str, str]:
    """What stands before a word, the word as it is written (with those it is written with), and what stands after."""
    parts = ["", "", ""]
    for first, last, form, misc in sentence.units():
        place = 0 if last < word else 1 if first <= word else 2
        parts[place] += form
        if last < len(sentence) and "SpaceAfter=No" not in misc.split("|"):
            parts[2 if place == 1 else place] += " "
    return parts[0], parts[1], parts[2]


def is_word(form: str) -> bool:
    """Whether there is a letter in it."""
    return form.isalpha() or any(map(str.isalpha, form))


def shown_lemma(lemma: str) -> str:
    """A lemma as it is shown: without the number that tells it from others spelt alike."""
    name, _, number = lemma.rpartition("_")
    return name if name and number.isdecimal() else lemma


def vocabulary(sentences: Sequence[Sentence], offers: Asked = lambda _: ()) -> Generator[None, None, tuple[Entry, ...]]:
    """The lemmas of a text, the most frequent first; it pauses after each sentence, to be read in slices."""
    counts: dict[str, int] = {}
    places: dict[str, list[tuple[int, int]]] = {}
    first: dict[str, Reading] = {}
    for index, sentence in enumerate(sentences):
        offered = offers(index)
        for word in range(1, len(sentence) + 1):
            here = offered[word - 1] if word <= len(offered) else ()
            lemma = lemma_of(sentence, word, here)
            if not lemma:
                continue
            if lemma not in counts:
                counts[lemma], places[lemma] = 0, []
                first[lemma] = reading_of(sentence, word, here)
            counts[lemma] += 1
            if len(places[lemma]) < MOST_PLACES:
                places[lemma].append((index, word))
        yield
    order = sorted(counts, key=lambda lemma: -counts[lemma])  # stable: those as frequent stay in the text's order
    return tuple(Entry(lemma, counts[lemma], tuple(places[lemma]), first[lemma]) for lemma in order)


def bare(text: str) -> str:
    """A word without its vowel signs and other marks above and below the letters, and without what lengthens it."""
    return "".join(letter for letter in text if not unicodedata.combining(letter) and letter != "\u0640")


def vocalised_token(sentence: Sentence, first: int, last: int, text: str, says: Callable[[int], str]) -> str:
    """What is written as one, with its vowels: `says` of each word put together; "" where that is another word."""
    words = [says(word) or sentence.forms[word - 1] for word in range(first, last + 1)]
    if first == last:
        return words[0] if words[0] != text else ""
    whole = "".join(words)
    return whole if whole != text and bare(whole) == bare(text) else ""


def _is_silent(reading: Analysis) -> bool:
    return reading.lemma == reading.vocalised == reading.upos == reading.xpos == reading.feats == EMPTY


def is_echo(form: str, offer: Analysis) -> bool:
    """Whether a reading says no more of a word than how it is written."""
    return offer.upos in ("X", EMPTY) and offer.gloss == EMPTY and bare(offer.lemma).lower() == bare(form).lower()


def _agrees(offer: Analysis, own: Analysis) -> bool:
    same_lemma = EMPTY in (own.lemma, offer.lemma) or bare(offer.lemma) == bare(own.lemma)
    return same_lemma and (own.upos == EMPTY or offer.upos in (EMPTY, own.upos))
