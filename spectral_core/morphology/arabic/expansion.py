"""Expansion of Arabic analyses by case, mood, state and voice, which Buckwalter's tables leave open."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import ClassVar

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.morphology.analyser import Analyser, get_or_compute_analyses
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser, TableReading
from spectral_core.morphology.arabic.padt import make_positional_tag, to_feats, to_upos
from spectral_core.morphology.arabic.paradigms import Inflection, list_inflections, make_passive
from spectral_core.morphology.arabic.spelling import (
    SUN_LETTERS,
    is_arabic,
    is_buckwalter,
    normalise_arabic_lemma,
    strip_buckwalter_diacritics,
    to_arabic,
    to_buckwalter,
    to_unvowelled,
)
from spectral_core.morphology.arabic.spelling_agreement import (
    ARTICLE_TAGS,
    is_possible_form,
    select_closest_spellings,
)

_GLOSS_PARTS = re.compile(r"(?<!\s)\s*+[;/,]\s*+")
_GLOSSES = re.compile(r";(?=\S)")
_REMARK = re.compile(r"(?<!\s)\s*+[\[(][^\])\n]{0,400}[\])]")
_TATWEEL = to_arabic("_")
_PROCLITIC_TAGS = frozenset({"CONJ", "PREP", "DET", "EMPHATIC_PARTICLE", "FUT", "SUBJUNC", "RESULT_CLAUSE_PARTICLE"})
_PRONOUN_TAG_PREFIXES = ("POSS_PRON", "PRON_")
_SHORT_VOWELS = ("a", "i", "u")
_ENDINGS = (*_SHORT_VOWELS, "F", "N", "K")
_VERB_CATEGORY = re.compile("[PIC]V")


@dataclass(frozen=True, slots=True)
class ExpandedAnalyser:
    """Analyses of Buckwalter's tables in PADT tags, one for each case, mood, state and voice they allow. Each word also
    has default readings: unknown, foreign, abbreviation."""

    analyser: BuckwalterAnalyser
    _cache: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    accepts_transliteration: ClassVar[bool] = True  # Latin letters may be transliterated Arabic
    __repr__ = brief_repr

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of a word in Arabic script or Buckwalter transliteration, those of the tables first."""
        return get_or_compute_analyses(
            self._cache, (word, transliterated), lambda: self._analyse_word(word, transliterated)
        )

    def _analyse_word(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        """Iterate over the analyses of a word, not cached, default readings last. If `transliterated` is False, Latin
        letters are foreign; if True, they are Buckwalter transliteration, or foreign where that gives no analysis; if
        None, both."""
        if any(character.isalpha() and is_arabic(character) for character in word):
            yield from self._analyse_arabic(word)
            yield from make_padt_default_analyses(word)
            return
        transliterations: tuple[Analysis, ...] = ()
        if transliterated is not False and is_buckwalter(word):
            transliterations = self._analyse_arabic(to_arabic(word))
        yield from transliterations
        if not (transliterations and transliterated):
            yield from make_padt_default_analyses(word)

    def _analyse_arabic(self, word: str) -> tuple[Analysis, ...]:
        """Return the analyses of a word in Arabic script, without default readings."""
        readings = chain.from_iterable(map(_expand_reading, self.analyser.find_readings(word)))
        return select_closest_spellings(word, tuple(readings))


def expand_underspecified_analyser(analyser: BuckwalterAnalyser) -> Analyser:
    """Return an analyser that adds the cases and moods that the tables leave open; the same analyser if its tables mark
    them."""
    if analyser.tags is not None:
        return analyser
    suffix_texts = (entry.rest for entries in analyser.suffixes.values() for entry in entries)
    return analyser if any("/CASE_" in rest for rest in suffix_texts) else ExpandedAnalyser(analyser)


def make_padt_default_analyses(word: str) -> Iterator[Analysis]:
    """Iterate over the default readings of an unanalysed word, in PADT tags."""
    if not word:
        return
    if not any(character.isalpha() and character != _TATWEEL for character in word):
        tag = make_positional_tag("Q" if any(map(str.isdigit, word)) else "G")
        is_symbol = all(unicodedata.category(character)[0] == "S" for character in word)
        upos = "SYM" if is_symbol else to_upos(tag)
        yield Analysis(word, word, upos, tag, to_feats(tag), EMPTY, (Segment(word, tag),))
        return
    yield _make_default_analysis(to_unvowelled(word), "U")
    if not is_arabic(word):
        yield _make_default_analysis(word, "X")
        yield _make_default_analysis(word, "Y")
        return
    bare = strip_buckwalter_diacritics(to_buckwalter(word))
    for stem in (bare, bare[1:]) if bare[:1] in ("w", "f", "b", "l", "k") and len(bare) > 1 else (bare,):
        clitic = "" if stem == bare else bare[0]
        yield _make_default_analysis(to_arabic(_add_implied_vowels(stem)), "X", clitic)
        if stem.startswith("Al") and len(stem) > 4:
            first = f"{stem[2]}~" if stem[2] in SUN_LETTERS else stem[2]
            yield _make_default_analysis(to_arabic("Aal" + _add_implied_vowels(first + stem[3:])), "X", clitic)
        if len(stem) <= 3:
            yield _make_default_analysis(to_arabic(stem), "Y", clitic)


def _make_default_analysis(lemma: str, pos: str, clitic: str = "") -> Analysis:
    """Make a default reading: unknown (U), foreign (X) or abbreviation (Y), with a proclitic if there is one."""
    tag = make_positional_tag(pos)
    proclitics = (Segment(to_arabic(clitic), "CONJ" if clitic in "wf" else "PREP"),) if clitic else ()
    form = "".join(part.form for part in proclitics) + lemma
    segments = (*proclitics, Segment(lemma, {"U": "UNKNOWN", "X": "FOREIGN", "Y": "ABBREV"}[pos]))
    return Analysis(lemma, form, to_upos(tag), tag, to_feats(tag), EMPTY, segments)


def _add_implied_vowels(bare: str) -> str:
    """Return a foreign name with the short vowels implied by its long ones: w after a consonant becomes uw, y becomes
    iy."""
    spelt = ""
    for index, character in enumerate(bare):
        if index and character in "wy" and bare[index - 1] not in "Awy><|'" and bare[index + 1 : index + 2] != "A":
            spelt += "u" if character == "w" else "i"
        elif index and character == "A":
            spelt += "a"
        spelt += character
    return spelt


def _expand_reading(reading: TableReading) -> Iterator[Analysis]:
    """Iterate over the analyses that one reading of the tables expands to."""
    analysis = reading.analysis
    segments = analysis.segments
    tags = tuple(segment.tag for segment in segments)
    stem_index = reading.stem_begin
    while (
        stem_index < reading.stem_end - 1
        and tags[stem_index] in _PROCLITIC_TAGS
        and not tags[stem_index + 1].startswith(_PRONOUN_TAG_PREFIXES)
    ):
        stem_index += 1
    stem_tag = tags[stem_index] if stem_index < len(tags) else EMPTY
    tags_after = tags[stem_index + 1 :]
    lemma = analysis.lemma
    if stem_index > reading.stem_begin and stem_tag != EMPTY:
        lemma = segments[stem_index].form  # the tables' lemma includes the preposition
    key = normalise_arabic_lemma(lemma)
    numbers = _infer_grammatical_numbers(reading.stem, key, reading.gloss)
    pronoun = len(tags) - bool(tags_after and ("PRON_" in tags_after[-1] or "DO:" in tags_after[-1]))
    gloss = _join_glosses(reading.gloss, reading.affix_gloss)
    spelt_words: dict[tuple[str, str, bool], tuple[str, tuple[Segment, ...]] | None] = {}
    for inflection in list_inflections(
        tags[:stem_index], stem_tag, tags_after, reading.category, reading.stem, key, numbers
    ):
        ending_key = (inflection.ending, inflection.ending_tag, inflection.passive)
        if ending_key not in spelt_words:
            spelt_words[ending_key] = _spell_inflected_word(reading, inflection, stem_index, pronoun)
        if (spelt := spelt_words[ending_key]) is not None:
            inflected_lemma, tag = _to_arabic_cached(inflection.lemma) if inflection.lemma else lemma, inflection.tag
            yield Analysis(inflected_lemma, spelt[0], to_upos(tag), tag, to_feats(tag), gloss, spelt[1])


def _join_glosses(stem: str, affix_gloss: str) -> str:
    """Return the gloss of the stem, followed by those of prefixes and suffixes; EMPTY if there are none."""
    glosses = [_GLOSSES.sub("; ", stem), affix_gloss.replace(" + ", ", ")]
    return " · ".join(filter(None, glosses)) or EMPTY


@lru_cache(maxsize=1 << 14)
def _to_arabic_cached(text: str) -> str:
    """Return a lemma or an ending in Arabic script, cached because there are few."""
    return to_arabic(text)


def _infer_grammatical_numbers(stem: str, key: str, gloss: str) -> str:
    """Return the numbers, singular (S) and plural (P), that a stem without a suffix may have. A stem identical to its
    lemma is singular; any other is a broken plural if its gloss is plural."""
    stem_key = normalise_arabic_lemma(to_arabic(stem))
    if key in (stem_key, f"{stem_key}ap", f"{stem_key}iy"):
        return "S"
    words = _GLOSS_PARTS.split(_REMARK.sub("", gloss))
    return "P" if any(word.endswith("s") and not word.endswith(("ss", "us", "is", "ics")) for word in words) else "SP"


def _spell_inflected_word(
    reading: TableReading, inflection: Inflection, stem: int, pronoun: int
) -> tuple[str, tuple[Segment, ...]] | None:
    """Return the word with its ending, and its segments; None if it would be spelt differently or cannot be."""
    spelt = _join_inflected_word(reading, inflection, stem, pronoun)
    if spelt is None:
        return None
    vocalised, segments = spelt
    has_article = any(segment.tag in ARTICLE_TAGS for segment in segments)
    return (to_arabic(vocalised), segments) if is_possible_form(vocalised, has_article) else None


def _join_inflected_word(
    reading: TableReading, inflection: Inflection, stem: int, pronoun: int
) -> tuple[str, tuple[Segment, ...]] | None:
    """Return the word with its ending, in Buckwalter transliteration, and its segments; None if the passive would be
    spelt differently, or if the tables give the word another ending."""
    segments = reading.analysis.segments
    prefixed_stem, suffix = reading.prefixed_stem, reading.suffix
    if inflection.passive and "Pass" not in reading.category:
        passive_parts = make_passive(prefixed_stem.removesuffix(reading.stem), reading.stem, inflection.tag[1] == "P")
        if passive_parts is None:
            return None
        prefixed_stem = "".join(passive_parts)
        changed = [Segment(to_arabic(passive_parts[1]), segments[stem].tag)]
        if stem and segments[stem - 1].tag.startswith("IV"):
            consonant = to_buckwalter(segments[stem - 1].form).rstrip("aiu")
            changed.insert(0, Segment(to_arabic(consonant + "u"), segments[stem - 1].tag))
        segments = (*segments[: stem + 1 - len(changed)], *changed, *segments[stem + 1 :])
    if prefixed_stem.endswith("A") and suffix.startswith(("ap", "at")):
        suffix = suffix[1:]  # a long vowel absorbs the short one
    if suffix.startswith("iy") and prefixed_stem.endswith(_SHORT_VOWELS) and not _VERB_CATEGORY.match(reading.category):
        prefixed_stem = prefixed_stem[:-1]  # so does the pronoun of the first person
    if not inflection.ending:
        return prefixed_stem + suffix, segments
    attached = ""
    if pronoun < len(segments):
        attached = to_buckwalter(segments[pronoun].form)
        if (written_pronoun := _find_written_pronoun(suffix, attached)) is None:
            return prefixed_stem + suffix, segments
        suffix = suffix[: len(suffix) - len(written_pronoun)]
        if inflection.ending.endswith("i") and attached.startswith("hu"):
            attached = "hi" + attached[2:]
    base = prefixed_stem + suffix
    if base.endswith(_ENDINGS):  # the tables write the ending: it is this one, or the word does not have it
        return (base + attached, segments) if _is_same_ending(base, inflection) else None
    return base + inflection.ending + attached, (
        *segments[:pronoun],
        Segment(_to_arabic_cached(inflection.ending), inflection.ending_tag),
        *segments[pronoun:],
    )


def _is_same_ending(base: str, inflection: Inflection) -> bool:
    """Test whether a word that ends in a vowel has the ending of this inflection; adverbs in -an are accusative."""
    return base.endswith(inflection.ending) or (base.endswith("F") and inflection.ending == "a")


def _find_written_pronoun(suffix: str, pronoun: str) -> str | None:
    """Return the pronoun as spelt at the end of a suffix, where the tables may omit its vowels; None if the suffix does
    not end in it."""
    shortened = "hi" + pronoun[2:] if pronoun.startswith("hu") else pronoun
    bare = strip_buckwalter_diacritics(pronoun)
    match = next((form for form in (pronoun, shortened, bare) if suffix.endswith(form)), None)
    ends = (suffix[index:] for index in range(len(suffix)))
    return next((end for end in ends if strip_buckwalter_diacritics(end) == bare), None) if match is None else match
