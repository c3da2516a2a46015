"""Buckwalter's morphological analyser, from the tables of BAMA 1 and 2, SAMA 3.1, or a user's own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.deprecated import keep_old_names, old_members
from spectral_core.errors import FormatError
from spectral_core.files import Location
from spectral_core.morphology.analyser import get_or_compute_analyses
from spectral_core.morphology.arabic.buckwalter_tables import (
    DICTIONARY_FILES,
    HAMZA_TO_ALIF,
    POS_FIELD,
    TABLE_FILES,
    TAG_FILE,
    infer_tag,
    read_compatibility_table,
    read_dictionary,
    read_tag_mapping,
)
from spectral_core.morphology.arabic.spelling import (
    SUN_LETTERS,
    is_arabic,
    is_buckwalter,
    strip_buckwalter_diacritics,
    to_arabic,
    to_buckwalter,
)
from spectral_core.morphology.arabic.spelling_agreement import keep_possible_readings, select_closest_spellings
from spectral_core.morphology.features import format_features, invert_mapping, parse_features

if TYPE_CHECKING:
    from spectral_core.morphology.arabic.buckwalter_tables import CompatibilityTable, DictionaryEntries, TableEntry


# Universal tags of the tags in BAMA and SAMA tables, for folders without a file `tags`.
_UPOS_BY_TAG = invert_mapping(
    {
        "NOUN": "NOUN",
        "PROPN": "NOUN_PROP ADJ_PROP",
        "NUM": "NUM NOUN_NUM",
        "ADJ": "ADJ",
        "ADV": "ADV REL_ADV INTERROG_ADV",
        "VERB": "VERB PV IV CV",
        "ADP": "PREP",
        "CCONJ": "CONJ",
        "SCONJ": "SUB_CONJ PSEUDO_VERB",
        "PRON": "PRON REL_PRON INTERROG_PRON EXCLAM_PRON DEM_PRON",
        "DET": "DET",
        "PART": "PART FUNC_WORD INTERROG INTERROG_PART NEG_PART FUT_PART FOCUS_PART RESTRIC_PART EXCEPT_PART VOC_PART "
        "RC_PART CONNEC_PART VERB_PART EMPHATIC RESULT_CLAUSE",
        "INTJ": "INTERJ",
        "X": "ABBREV FOREIGN LATIN",
        "PUNCT": "PUNC",
    }
)
_FINAL_VARIANTS = {"y": "Y", "Y": "y", "h": "p", "p": "h"}
_NO_CATEGORIES: frozenset[str] = frozenset()
_WORD_IN_GLOSS = re.compile(r"<[a-z]+>")


class _ParsedEntry(NamedTuple):
    """Parsed table entry: its segments, their tags, and its gloss."""

    segments: tuple[Segment, ...]
    tags: tuple[str, ...]
    gloss: str


@old_members(around="affix_gloss", head="prefixed_stem", begin="stem_begin", end="stem_end")
class TableReading(NamedTuple):
    """Analysis with the segment range of its stem, and what the tables have on stem and suffix."""

    analysis: Analysis
    stem_begin: int  # first segment of the stem
    stem_end: int
    category: str  # of the stem
    prefixed_stem: str  # vowelled prefix and stem, in Buckwalter transliteration
    stem: str
    suffix: str
    gloss: str  # of the stem alone
    affix_gloss: str  # glosses of prefix and suffix, with … in place of the stem


@old_members(readings="find_readings", transliterates="accepts_transliteration")
@dataclass(frozen=True, slots=True)
class BuckwalterAnalyser:
    """Analyser from tables of prefixes, stems and suffixes with their compatible categories; load with `open`."""

    folder: Path
    prefixes: DictionaryEntries
    stems: DictionaryEntries
    suffixes: DictionaryEntries
    prefix_stem: CompatibilityTable
    prefix_suffix: CompatibilityTable
    stem_suffix: CompatibilityTable
    tags: Mapping[str, tuple[str, str]] | None  # tag or part of a tag -> universal tag, features
    longest_prefix: int
    longest_suffix: int
    _parsed_entries: dict[TableEntry, _ParsedEntry] = field(default_factory=dict, repr=False, compare=False)
    _cache: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    accepts_transliteration: ClassVar[bool] = True  # Latin letters may be transliterated Arabic
    __repr__ = brief_repr

    @classmethod
    def open(cls, folder: Location) -> BuckwalterAnalyser:
        """Read the tables in `folder`.

        Raises:
            FormatError: if files are missing or a line is malformed.
        """
        folder, names = Path(folder), DICTIONARY_FILES + TABLE_FILES
        try:
            if not folder.is_dir():
                message = "this is a file, not a folder" if folder.exists() else "there is no such folder"
                raise FormatError(folder, None, message, f"Name the folder that holds {', '.join(names)}")
            missing = [name for name in names if not (folder / name).is_file()]
            has_tags = (folder / TAG_FILE).is_file()
        except PermissionError:
            message = "you may not look into this folder"
            raise FormatError(folder, None, message, "Ask its owner for the right to enter and read it") from None
        except OSError as error:
            message = f"this folder cannot be looked into: {error.strerror or error}"
            raise FormatError(folder, None, message, f"Name the folder that holds {', '.join(names)}") from None
        if missing:
            remedy = f"A Buckwalter lexicon is a folder with {', '.join(names)}"
            raise FormatError(folder, None, f"the lexicon lacks {' and '.join(missing)}", remedy)
        prefixes, stems, suffixes = (read_dictionary(folder / name) for name in DICTIONARY_FILES)
        first, second, third = (read_compatibility_table(folder / name) for name in TABLE_FILES)
        tags = read_tag_mapping(folder / TAG_FILE) if has_tags else None
        longest_prefix, longest_suffix = max(map(len, prefixes)), max(map(len, suffixes))
        return cls(folder, prefixes, stems, suffixes, first, second, third, tags, longest_prefix, longest_suffix)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """Return the analyses of a word in Arabic script or in Buckwalter's transliteration; () if it is unknown.

        Vowel marks, wasla and tatweel are ignored. Numbers, punctuation and words in other scripts have one default
        analysis. If a word has no analysis as written, all spelling variants are tried together: the hamza on an alif
        (A > < |), and word-finally y and Y, h and p.

        Args:
            word: The word form.
            transliterated: Latin letters are taken as transliteration if True and the lexicon knows the word, as a
                foreign word if False, as both if None.
        """
        return get_or_compute_analyses(
            self._cache, (word, transliterated), lambda: self._analyse_word(word, transliterated)
        )

    def _analyse_word(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        """Iterate over the analyses of a word, not cached. If `transliterated` is False, Latin letters are foreign; if
        True, they are Buckwalter transliteration, or foreign where that gives no analysis; if None, both."""
        if is_arabic(word):
            bare = _to_dictionary_form(to_buckwalter(word))
            yield from self._analyse_unvowelled(bare) if bare else make_default_analyses(word)
            return
        transliterations: tuple[Analysis, ...] = ()
        if transliterated is not False and is_buckwalter(word):
            transliterations = tuple(self._analyse_unvowelled(_to_dictionary_form(to_buckwalter(to_arabic(word)))))
        yield from transliterations
        if not (transliterations and transliterated):
            yield from make_default_analyses(word)

    def _analyse_unvowelled(self, bare: str) -> Iterator[Analysis]:
        """Iterate over the possible analyses of a word in transliteration without diacritics."""
        readings = keep_possible_readings(self._make_analysis(*parts) for parts in self._find_segmentations(bare))
        return iter(select_closest_spellings(to_arabic(bare), tuple(readings)))

    def find_readings(self, word: str) -> Iterator[TableReading]:
        """Iterate over the analyses of a word in Arabic script, as `analyse` finds them, with their table entries."""
        for prefix, stem, suffix in self._find_segmentations(_to_dictionary_form(to_buckwalter(word))):
            begin, middle = len(self._get_parsed_entry(prefix).segments), self._get_parsed_entry(stem)
            end, head = begin + len(middle.segments), _join_article(prefix.vocalised, stem.vocalised)
            analysis, ending = self._make_analysis(prefix, stem, suffix), suffix.vocalised
            affix_gloss = " ".join(
                filter(
                    None,
                    (self._get_parsed_entry(prefix).gloss, _mark_stem_in_gloss(self._get_parsed_entry(suffix).gloss)),
                )
            )
            yield TableReading(
                analysis, begin, end, stem.category, head, stem.vocalised, ending, middle.gloss, affix_gloss
            )

    def _find_segmentations(self, bare: str) -> list[tuple[TableEntry, TableEntry, TableEntry]]:
        """Return the segmentations into prefix, stem and suffix of the word as written or, if there are none, of its
        spelling variants."""
        if not bare:
            return []
        matches = list(self._iterate_segmentations(bare))
        literal = [parts for parts in matches if "".join(part.written for part in parts) == bare]
        if not literal and bare[-1:] in _FINAL_VARIANTS:
            matches.extend(self._iterate_segmentations(bare[:-1] + _FINAL_VARIANTS[bare[-1]]))
        return literal or matches

    def _iterate_segmentations(self, bare: str) -> Iterator[tuple[TableEntry, TableEntry, TableEntry]]:
        """Iterate over the segmentations of a word into compatible prefix, stem and suffix, ignoring hamzas on alif."""
        folded = bare.translate(HAMZA_TO_ALIF)
        size = len(folded)
        starts = [split for split in range(min(self.longest_prefix + 1, size)) if folded[:split] in self.prefixes]
        ends = [
            split
            for split in range(size, max(size - self.longest_suffix - 1, 0), -1)
            if folded[split:] in self.suffixes
        ]
        for start in starts:
            for end in ends:
                if (stems := self.stems.get(folded[start:end])) is None or end <= start:
                    continue
                for prefix in self.prefixes[folded[:start]]:
                    stems_after = self.prefix_stem.get(prefix.category, _NO_CATEGORIES)
                    suffixes_after = self.prefix_suffix.get(prefix.category, _NO_CATEGORIES)
                    for stem in stems:
                        if stem.category in stems_after:
                            compatible = suffixes_after & self.stem_suffix.get(stem.category, _NO_CATEGORIES)
                            for suffix in self.suffixes[folded[end:]]:
                                if suffix.category in compatible:
                                    yield prefix, stem, suffix

    def _make_analysis(self, prefix: TableEntry, stem: TableEntry, suffix: TableEntry) -> Analysis:
        """Make the analysis of a prefix, a stem and a suffix."""
        prefix_part, stem_part, suffix_part = (
            self._get_parsed_entry(prefix),
            self._get_parsed_entry(stem),
            self._get_parsed_entry(suffix),
        )
        tags = prefix_part.tags + stem_part.tags + suffix_part.tags
        words = [prefix_part.gloss, stem_part.gloss, suffix_part.gloss]
        if "<" in suffix_part.gloss and _WORD_IN_GLOSS.search(suffix_part.gloss):
            words[1:] = [_WORD_IN_GLOSS.sub(lambda _: stem_part.gloss, suffix_part.gloss)]
        form = to_arabic(_join_article(prefix.vocalised, stem.vocalised) + suffix.vocalised)
        tag, gloss = "+".join(tags) or EMPTY, " ".join(filter(None, words)) or EMPTY
        segments = prefix_part.segments + stem_part.segments + suffix_part.segments
        return Analysis(
            stem.lemma, form, self._find_upos(stem_part.tags), tag, self._find_features(tags), gloss, segments
        )

    def _get_parsed_entry(self, entry: TableEntry) -> _ParsedEntry:
        """Return a table entry with its segments, tags and gloss parsed; cached."""
        if (part := self._parsed_entries.get(entry)) is None:
            segments = tuple(_parse_segments(entry))
            tags = tuple(segment.tag for segment in segments if segment.tag != EMPTY)
            part = self._parsed_entries[entry] = _ParsedEntry(
                segments, tags, " ".join(POS_FIELD.sub("", entry.rest).split())
            )
        return part

    def _find_upos(self, tags: tuple[str, ...]) -> str:
        """Return the UPOS of the first stem tag that has one, EMPTY if none has; with a `tags` file, the part before a
        full stop is looked up."""
        for tag in tags:
            first = tag.partition(".")[0]
            universal = _infer_upos(first) if self.tags is None else self.tags.get(first, (EMPTY, EMPTY))[0]
            if universal != EMPTY:
                return universal
        return EMPTY

    def _find_features(self, tags: tuple[str, ...]) -> str:
        """Return the FEATS of all tags of a word, by the `tags` file; later parts of tags override earlier ones."""
        if self.tags is None:
            return EMPTY
        features: dict[str, str] = {}
        for part in ".".join(tags).split("."):
            features.update(parse_features(self.tags.get(part, (EMPTY, EMPTY))[1]))
        return format_features(features)


def make_default_analyses(word: str) -> tuple[Analysis, ...]:
    """Return the default reading of a number, a punctuation mark, a symbol or a word in another script; () for Arabic
    letters."""
    if any(character.isalpha() and is_arabic(character) for character in word) or not word:
        return ()
    if any(map(str.isalpha, word)):
        universal, tag, features = "X", "FOREIGN", "Foreign=Yes"
    elif any(map(str.isdigit, word)):
        universal, tag, features = "NUM", "DIGITS", "NumForm=Digit"
    elif all(unicodedata.category(character)[0] == "S" for character in word):
        universal, tag, features = "SYM", "SYMBOL", EMPTY
    else:
        universal, tag, features = "PUNCT", "PUNCT", EMPTY
    return (Analysis(word, word, universal, tag, features, EMPTY, (Segment(word, tag),)),)


def _to_dictionary_form(word: str) -> str:
    """Return the word as spelt in the dictionaries: without diacritics, alif wasla as a bare alif."""
    return strip_buckwalter_diacritics(word).replace("{", "A")


def _mark_stem_in_gloss(gloss: str) -> str:
    """Return the gloss of a suffix, with … in place of the stem."""
    return _WORD_IN_GLOSS.sub("…", gloss).strip("… ") if gloss.endswith(">") else _WORD_IN_GLOSS.sub("…", gloss)


def _join_article(prefix: str, stem: str) -> str:
    """Join prefix and stem, spelling the article's lam as pronounced: a sun letter takes shadda, lam has sukun before a
    moon letter, and i before a bare alif (hamzat al-wasl). Buckwalter's own program leaves all three unwritten."""
    if not prefix.endswith(("Al", "lil")) or not stem:
        return prefix + stem
    first, second = stem[0], stem[1:2]
    if first in SUN_LETTERS:
        return prefix + stem if second == "~" else f"{prefix}{first}~{stem[1:]}"
    return f"{prefix}{'i' if first in 'A{' else 'o'}{stem}"


def _parse_segments(entry: TableEntry) -> Iterator[Segment]:
    """Iterate over the segments of a table entry with their tags; an unwritten part has the form ''."""
    if (match := POS_FIELD.search(entry.rest)) is None:
        if tag := infer_tag(entry):
            yield Segment(to_arabic(entry.vocalised), tag)
        return
    for piece in match[1].split("+"):
        form, slash, tag = piece.strip().rpartition("/")
        if slash:
            yield Segment("" if form == "(null)" else to_arabic(form), tag)
        elif tag:
            yield Segment(to_arabic(tag))


def _infer_upos(tag: str) -> str:
    """Return the UPOS of the longest known prefix of a BAMA or SAMA tag: PRON_3MS is a PRON."""
    while tag:
        if tag in _UPOS_BY_TAG:
            return _UPOS_BY_TAG[tag]
        tag = tag[: max(tag.rfind("_"), tag.rfind(":"), 0)]
    return EMPTY


keep_old_names(__name__)
