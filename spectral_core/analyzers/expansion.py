"""Analyses of Arabic words with case, mood, state and voice, where the analyser's tables leave them open."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import ClassVar

from spectral_core.analyzers.analyser import Analyser
from spectral_core.analyzers.buckwalter import DICTIONARIES, TABLES, BuckwalterAnalyser, TableReading
from spectral_core.analyzers.elements import lemma_key
from spectral_core.analyzers.features import remembered
from spectral_core.analyzers.installing import PACKAGE as PACKAGE
from spectral_core.analyzers.padt import features, positional, universal_tag
from spectral_core.analyzers.paradigms import Shape, passive, shapes
from spectral_core.analyzers.transliteration import (
    SUN_LETTERS,
    is_arabic,
    is_buckwalter,
    skeleton,
    to_arabic,
    to_buckwalter,
)
from spectral_core.analyzers.vowels import as_printed
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment

_GLOSS_PARTS = re.compile(r"(?<!\s)\s*+[;/,]\s*+")
_GLOSSES = re.compile(r";(?=\S)")
_REMARK = re.compile(r"(?<!\s)\s*+[\[(][^\])\n]{0,400}[\])]")
_TATWEEL = to_arabic("_")
_LEADING = frozenset({"CONJ", "PREP", "DET", "EMPHATIC_PARTICLE", "FUT", "SUBJUNC", "RESULT_CLAUSE_PARTICLE"})
_PRONOUN = ("POSS_PRON", "PRON_")


@dataclass(frozen=True, slots=True)
class ExpandedAnalyser:
    """The analyses of Buckwalter's tables with the tags of PADT, one for each case, mood, state and voice they allow.
    Every word also gets the readings of a word that was not analysed: unknown, foreign, abbreviation."""

    analyser: BuckwalterAnalyser
    _known: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    transliterates: ClassVar[bool] = True  # Latin letters may be Arabic ones
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """The analyses of a word in Arabic script or in Buckwalter's transliteration, those of the tables first."""
        return remembered(self._known, (word, transliterated), lambda: self._analyses(word, transliterated))

    def _analyses(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        if any(sign.isalpha() and is_arabic(sign) for sign in word):
            yield from self._expanded(word)
            yield from default_analyses(word)
            return
        known: tuple[Analysis, ...] = ()
        if transliterated is not False and is_buckwalter(word):
            known = tuple(self._expanded(to_arabic(word)))
        yield from known
        if not (known and transliterated):
            yield from default_analyses(word)

    def _expanded(self, word: str) -> Iterator[Analysis]:
        return chain.from_iterable(map(_expanded, self.analyser.readings(word)))


def expanded(analyser: BuckwalterAnalyser) -> Analyser:
    if analyser.tags is not None:
        return analyser
    told = (entry.rest for entries in analyser.suffixes.values() for entry in entries)
    return analyser if any("/CASE_" in rest for rest in told) else ExpandedAnalyser(analyser)


def installed_tables(package: str = PACKAGE) -> Path | None:
    """The folder of an installed package that holds Buckwalter's tables; nothing of the package is run."""
    found = find_spec(package)
    for location in (found.submodule_search_locations or ()) if found else ():
        if all((Path(location) / name).is_file() for name in DICTIONARIES + TABLES):
            return Path(location)
    return None


def default_analyses(word: str) -> Iterator[Analysis]:
    """What a word may be that nobody has analysed, in the tags of PADT."""
    if not word:
        return
    if not any(sign.isalpha() and sign != _TATWEEL for sign in word):
        tag = positional("Q" if any(map(str.isdigit, word)) else "G")
        symbol = all(unicodedata.category(sign)[0] == "S" for sign in word)
        upos = "SYM" if symbol else universal_tag(tag)
        yield Analysis(word, word, upos, tag, features(tag), EMPTY, (Segment(word, tag),))
        return
    yield _default(as_printed(word), "U")
    if not is_arabic(word):
        yield _default(word, "X")
        yield _default(word, "Y")
        return
    bare = skeleton(to_buckwalter(word))
    for rest in (bare, bare[1:]) if bare[:1] in ("w", "f", "b", "l", "k") and len(bare) > 1 else (bare,):
        before = "" if rest == bare else bare[0]
        yield _default(to_arabic(_long_vowels(rest)), "X", before)
        if rest.startswith("Al") and len(rest) > 4:
            first = f"{rest[2]}~" if rest[2] in SUN_LETTERS else rest[2]
            yield _default(to_arabic("Aal" + _long_vowels(first + rest[3:])), "X", before)
        if len(rest) <= 3:
            yield _default(to_arabic(rest), "Y", before)


def _default(lemma: str, kind: str, before: str = "") -> Analysis:
    tag = positional(kind)
    leading = (Segment(to_arabic(before), "CONJ" if before in "wf" else "PREP"),) if before else ()
    form = "".join(part.form for part in leading) + lemma
    segments = (*leading, Segment(lemma, {"U": "UNKNOWN", "X": "FOREIGN", "Y": "ABBREV"}[kind]))
    return Analysis(lemma, form, universal_tag(tag), tag, features(tag), EMPTY, segments)


def _long_vowels(bare: str) -> str:
    """A foreign name with the short vowels that its long ones imply: w after a consonant is uw, y is iy."""
    spelt = ""
    for at, sign in enumerate(bare):
        if at and sign in "wy" and bare[at - 1] not in "Awy><|'" and bare[at + 1 : at + 2] != "A":
            spelt += "u" if sign == "w" else "i"
        elif at and sign == "A":
            spelt += "a"
        spelt += sign
    return spelt


def _expanded(reading: TableReading) -> Iterator[Analysis]:
    """The analyses that one reading of the tables stands for."""
    analysis = reading.analysis
    segments = analysis.segments
    tags = tuple(segment.tag for segment in segments)
    first = reading.begin
    while first < reading.end - 1 and tags[first] in _LEADING and not tags[first + 1].startswith(_PRONOUN):
        first += 1
    stem_tag = tags[first] if first < len(tags) else EMPTY
    after = tags[first + 1 :]
    lemma = analysis.lemma
    if first > reading.begin and stem_tag != EMPTY:
        lemma = segments[first].form  # that of the tables has the preposition in it
    key = lemma_key(lemma)
    numbers = _numbers(reading.stem, key, reading.gloss)
    pronoun = len(tags) - bool(after and ("PRON_" in after[-1] or "DO:" in after[-1]))
    gloss = _stem_first(reading.gloss, reading.around)
    words: dict[tuple[str, str, bool], tuple[str, tuple[Segment, ...]] | None] = {}
    for shape in shapes(tags[:first], stem_tag, after, reading.category, reading.stem, key, numbers):
        way = (shape.ending, shape.ending_tag, shape.passive)
        if way not in words:
            words[way] = _written(reading, shape, first, pronoun)
        if (written := words[way]) is not None:
            own, tag = _arabic(shape.lemma) if shape.lemma else lemma, shape.tag
            yield Analysis(own, written[0], universal_tag(tag), tag, features(tag), gloss, written[1])


def _stem_first(stem: str, around: str) -> str:
    """The meaning of the stem, and behind it what prefixes and suffixes add."""
    said = [_GLOSSES.sub("; ", stem), around.replace(" + ", ", ")]
    return " · ".join(filter(None, said)) or EMPTY


@lru_cache(maxsize=1 << 14)
def _arabic(text: str) -> str:
    """A lemma or an ending, of which there are few, in Arabic script."""
    return to_arabic(text)


def _numbers(stem: str, key: str, gloss: str) -> str:
    """Singular (S), plural (P) or either, as far as a stem without a suffix tells it. A stem that is its own lemma is
    singular; another one is a broken plural where its gloss has a plural."""
    own = lemma_key(to_arabic(stem))
    if key in (own, f"{own}ap", f"{own}iy"):
        return "S"
    words = _GLOSS_PARTS.split(_REMARK.sub("", gloss))
    return "P" if any(word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")) for word in words) else "SP"


def _written(reading: TableReading, shape: Shape, stem: int, pronoun: int) -> tuple[str, tuple[Segment, ...]] | None:
    """The word with its ending, and its segments; None where the passive would be spelt otherwise."""
    segments = reading.analysis.segments
    head, suffix = reading.head, reading.suffix
    if shape.passive and "Pass" not in reading.category:
        found = passive(head.removesuffix(reading.stem), reading.stem, shape.tag[1] == "P")
        if found is None:
            return None
        head = "".join(found)
        changed = [Segment(to_arabic(found[1]), segments[stem].tag)]
        if stem and segments[stem - 1].tag.startswith("IV"):
            consonant = to_buckwalter(segments[stem - 1].form).rstrip("aiu")
            changed.insert(0, Segment(to_arabic(consonant + "u"), segments[stem - 1].tag))
        segments = (*segments[: stem + 1 - len(changed)], *changed, *segments[stem + 1 :])
    if head.endswith("A") and suffix.startswith(("ap", "at")):
        suffix = suffix[1:]  # a long vowel swallows the short one
    if not shape.ending:
        return to_arabic(head + suffix), segments
    attached = ""
    if pronoun < len(segments):
        attached = to_buckwalter(segments[pronoun].form)
        if (own := _tail(suffix, attached)) is None:
            return to_arabic(head + suffix), segments
        suffix = suffix[: len(suffix) - len(own)]
        if shape.ending.endswith("i") and attached.startswith(("hu", "hun")):
            attached = "hi" + attached[2:]
    vocalised = to_arabic(head + suffix + shape.ending + attached)
    return vocalised, (*segments[:pronoun], Segment(_arabic(shape.ending), shape.ending_tag), *segments[pronoun:])


def _tail(suffix: str, pronoun: str) -> str | None:
    """The pronoun as it stands at the end of a suffix, where the tables may leave out its vowels."""
    shortened = "hi" + pronoun[2:] if pronoun.startswith("hu") else pronoun
    bare = skeleton(pronoun)
    found = next((form for form in (pronoun, shortened, bare) if suffix.endswith(form)), None)
    ends = (suffix[at:] for at in range(len(suffix)))
    return next((end for end in ends if skeleton(end) == bare), None) if found is None else found
