"""Analyses from a folder of tables in the format of Buckwalter's analyser: BAMA 1 and 2, SAMA 3.1, a user's own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple

from spectral_core.analyzers.analyser import with_candidates as with_candidates  # known by this name here, too
from spectral_core.analyzers.buckwalter_tables import (
    ALIFS,
    TAGGED,
    TAGS,
    Dictionary,
    Table,
    TableEntry,
    implied_tag,
    read_dictionary,
    read_table,
    read_tags,
)
from spectral_core.analyzers.buckwalter_tables import DICTIONARIES as DICTIONARIES  # known by this name here, too
from spectral_core.analyzers.buckwalter_tables import TABLES as TABLES
from spectral_core.analyzers.features import REMEMBERED as REMEMBERED
from spectral_core.analyzers.features import named, remembered, rows_by_word, written
from spectral_core.analyzers.transliteration import (
    SUN_LETTERS,
    is_arabic,
    is_buckwalter,
    skeleton,
    to_arabic,
    to_buckwalter,
)
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.errors import FormatError
from spectral_core.files import Location

# Universal tags of the tags in BAMA and SAMA tables, for folders without a file `tags`.
_STANDARD_TAGS = rows_by_word(
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

_FINALS = {"y": "Y", "Y": "y", "h": "p", "p": "h"}
_NOTHING: frozenset[str] = frozenset()
_WORD_IN_GLOSS = re.compile(r"<[a-z]+>")


class _EntryPart(NamedTuple):
    """What an entry adds to an analysis."""

    segments: tuple[Segment, ...]
    tags: tuple[str, ...]
    gloss: str


class TableReading(NamedTuple):
    """An analysis with the places of its stem among its segments, and what the tables say of stem and suffix."""

    analysis: Analysis
    begin: int  # of the stem's segments
    end: int
    category: str  # of the stem
    head: str  # prefix and stem with their vowels, in Buckwalter's transliteration
    stem: str
    suffix: str
    gloss: str  # of the stem alone
    around: str  # glosses of prefix and suffix; … stands for the stem between them


@dataclass(frozen=True, slots=True)
class BuckwalterAnalyser:
    """Prefixes, stems and suffixes with the pairs of their categories that go together; make one with `open`."""

    folder: Path
    prefixes: Dictionary
    stems: Dictionary
    suffixes: Dictionary
    prefix_stem: Table
    prefix_suffix: Table
    stem_suffix: Table
    tags: Mapping[str, tuple[str, str]] | None  # tag or part of a tag: universal tag, features
    longest_prefix: int
    longest_suffix: int
    _parts: dict[TableEntry, _EntryPart] = field(default_factory=dict, repr=False, compare=False)
    _known: dict[tuple[str, bool | None], tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)
    transliterates: ClassVar[bool] = True  # Latin letters may be Arabic ones
    __repr__ = brief_repr

    @classmethod
    def open(cls, folder: Location) -> BuckwalterAnalyser:
        """The analyser in `folder`; missing files are named, a malformed line is told with its file and number."""
        folder, names = Path(folder), DICTIONARIES + TABLES
        try:
            if not folder.is_dir():
                what = "this is a file, not a folder" if folder.exists() else "there is no such folder"
                raise FormatError(folder, None, what, f"Name the folder that holds {', '.join(names)}")
            missing = [name for name in names if not (folder / name).is_file()]
            tagged = (folder / TAGS).is_file()
        except PermissionError:
            what = "you may not look into this folder"
            raise FormatError(folder, None, what, "Ask its owner for the right to enter and read it") from None
        except OSError as error:
            what = f"this folder cannot be looked into: {error.strerror or error}"
            raise FormatError(folder, None, what, f"Name the folder that holds {', '.join(names)}") from None
        if missing:
            remedy = f"A Buckwalter lexicon is a folder with {', '.join(names)}"
            raise FormatError(folder, None, f"the lexicon lacks {' and '.join(missing)}", remedy)
        prefixes, stems, suffixes = (read_dictionary(folder / name) for name in DICTIONARIES)
        first, second, third = (read_table(folder / name) for name in TABLES)
        tags = read_tags(folder / TAGS) if tagged else None
        longest_prefix, longest_suffix = max(map(len, prefixes)), max(map(len, suffixes))
        return cls(folder, prefixes, stems, suffixes, first, second, third, tags, longest_prefix, longest_suffix)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:
        """The analyses of a word in Arabic script or in Buckwalter's transliteration; () where it is not known. Vowel
        marks, wasla and tatweel are passed over. Numbers, punctuation and words in other scripts have one default
        analysis. Latin letters are taken as transliteration where `transliterated` is True and the lexicon knows the
        word, as a foreign word where it is False, as both where it is None. Where a word as it is written has no
        analysis, all spellings that differ in these are tried together: the hamza on an alif (A > < |), and at the end
        of the word y for Y, Y for y, h for p, p for h."""
        return remembered(self._known, (word, transliterated), lambda: self._readings(word, transliterated))

    def _readings(self, word: str, transliterated: bool | None) -> Iterator[Analysis]:
        if is_arabic(word):
            bare = _bare(to_buckwalter(word))
            yield from self._analyses(bare) if bare else default_analyses(word)
            return
        known: tuple[Analysis, ...] = ()
        if transliterated is not False and is_buckwalter(word):
            known = tuple(self._analyses(_bare(to_buckwalter(to_arabic(word)))))
        yield from known
        if not (known and transliterated):
            yield from default_analyses(word)

    def _analyses(self, bare: str) -> Iterator[Analysis]:
        return (self._analysis(*parts) for parts in self._matching(bare))

    def readings(self, word: str) -> Iterator[TableReading]:
        """The analyses of a word in Arabic script, as `analyse` finds them, with what the tables say besides."""
        for prefix, stem, suffix in self._matching(_bare(to_buckwalter(word))):
            begin, middle = len(self._part(prefix).segments), self._part(stem)
            end, head = begin + len(middle.segments), _with_article(prefix.vocalised, stem.vocalised)
            analysis, ending = self._analysis(prefix, stem, suffix), suffix.vocalised
            around = " ".join(filter(None, (self._part(prefix).gloss, _outside(self._part(suffix).gloss))))
            yield TableReading(analysis, begin, end, stem.category, head, stem.vocalised, ending, middle.gloss, around)

    def _matching(self, bare: str) -> list[tuple[TableEntry, TableEntry, TableEntry]]:
        """Those of the word as it is written, or, where there are none, those of its other spellings."""
        if not bare:
            return []
        fits = list(self._fits(bare))
        literal = [parts for parts in fits if "".join(part.written for part in parts) == bare]
        if not literal and bare[-1:] in _FINALS:
            fits.extend(self._fits(bare[:-1] + _FINALS[bare[-1]]))
        return literal or fits

    def _fits(self, bare: str) -> Iterator[tuple[TableEntry, TableEntry, TableEntry]]:
        """Prefix, stem and suffix that make the word, hamzas on alif apart, and go together pair by pair."""
        folded = bare.translate(ALIFS)
        size = len(folded)
        starts = [at for at in range(min(self.longest_prefix + 1, size)) if folded[:at] in self.prefixes]
        ends = [at for at in range(size, max(size - self.longest_suffix - 1, 0), -1) if folded[at:] in self.suffixes]
        for start in starts:
            for end in ends:
                if (stems := self.stems.get(folded[start:end])) is None or end <= start:
                    continue
                for prefix in self.prefixes[folded[:start]]:
                    stems_after = self.prefix_stem.get(prefix.category, _NOTHING)
                    suffixes_after = self.prefix_suffix.get(prefix.category, _NOTHING)
                    for stem in stems:
                        if stem.category in stems_after:
                            fitting = suffixes_after & self.stem_suffix.get(stem.category, _NOTHING)
                            for suffix in self.suffixes[folded[end:]]:
                                if suffix.category in fitting:
                                    yield prefix, stem, suffix

    def _analysis(self, prefix: TableEntry, stem: TableEntry, suffix: TableEntry) -> Analysis:
        before, middle, after = self._part(prefix), self._part(stem), self._part(suffix)
        tags = before.tags + middle.tags + after.tags
        words = [before.gloss, middle.gloss, after.gloss]
        if "<" in after.gloss and _WORD_IN_GLOSS.search(after.gloss):
            words[1:] = [_WORD_IN_GLOSS.sub(lambda _: middle.gloss, after.gloss)]
        form = to_arabic(_with_article(prefix.vocalised, stem.vocalised) + suffix.vocalised)
        tag, gloss = "+".join(tags) or EMPTY, " ".join(filter(None, words)) or EMPTY
        segments = before.segments + middle.segments + after.segments
        return Analysis(stem.lemma, form, self._universal_tag(middle.tags), tag, self._features(tags), gloss, segments)

    def _part(self, entry: TableEntry) -> _EntryPart:
        if (part := self._parts.get(entry)) is None:
            segments = tuple(_segments(entry))
            tags = tuple(segment.tag for segment in segments if segment.tag != EMPTY)
            part = self._parts[entry] = _EntryPart(segments, tags, " ".join(TAGGED.sub("", entry.rest).split()))
        return part

    def _universal_tag(self, tags: tuple[str, ...]) -> str:
        """That of the first tag of the stem which has one; in a folder with `tags`, of its part before a full stop."""
        for tag in tags:
            first = tag.partition(".")[0]
            universal = _standard_tag(first) if self.tags is None else self.tags.get(first, (EMPTY, EMPTY))[0]
            if universal != EMPTY:
                return universal
        return EMPTY

    def _features(self, tags: tuple[str, ...]) -> str:
        """Those of all parts of all tags; a later part overrides an earlier one."""
        if self.tags is None:
            return EMPTY
        features: dict[str, str] = {}
        for part in ".".join(tags).split("."):
            features.update(named(self.tags.get(part, (EMPTY, EMPTY))[1]))
        return written(features)


def default_analyses(word: str) -> tuple[Analysis, ...]:
    """The one reading of a number, a punctuation mark, a symbol or a word in another script; () for Arabic letters."""
    if any(sign.isalpha() and is_arabic(sign) for sign in word) or not word:
        return ()
    if any(map(str.isalpha, word)):
        universal, tag, features = "X", "FOREIGN", "Foreign=Yes"
    elif any(map(str.isdigit, word)):
        universal, tag, features = "NUM", "DIGITS", "NumForm=Digit"
    elif all(unicodedata.category(sign)[0] == "S" for sign in word):
        universal, tag, features = "SYM", "SYMBOL", EMPTY
    else:
        universal, tag, features = "PUNCT", "PUNCT", EMPTY
    return (Analysis(word, word, universal, tag, features, EMPTY, (Segment(word, tag),)),)


def _bare(word: str) -> str:
    """The letters that the dictionaries write."""
    return skeleton(word).replace("{", "A")


def _outside(gloss: str) -> str:
    """The gloss of a suffix, with … where that of the stem goes between its words."""
    return _WORD_IN_GLOSS.sub("…", gloss).strip("… ") if gloss.endswith(">") else _WORD_IN_GLOSS.sub("…", gloss)


def _with_article(prefix: str, stem: str) -> str:
    """Prefix and stem run together; the lam of an article at the prefix's end is spelt as it is spoken. A sun letter
    takes its shadda, a moon letter leaves the lam a sukun, and before a bare alif (hamzat al-wasl) the lam has i.
    Buckwalter's own program leaves all three unwritten."""
    if not prefix.endswith(("Al", "lil")) or not stem:
        return prefix + stem
    first, second = stem[0], stem[1:2]
    if first in SUN_LETTERS:
        return prefix + stem if second == "~" else f"{prefix}{first}~{stem[1:]}"
    return f"{prefix}{'i' if first in 'A{' else 'o'}{stem}"


def _segments(entry: TableEntry) -> Iterator[Segment]:
    """The entry's parts with their tags; a part that is not written has the form ''."""
    if (tagged := TAGGED.search(entry.rest)) is None:
        if tag := implied_tag(entry):
            yield Segment(to_arabic(entry.vocalised), tag)
        return
    for piece in tagged[1].split("+"):
        form, slash, tag = piece.strip().rpartition("/")
        if slash:
            yield Segment("" if form == "(null)" else to_arabic(form), tag)
        elif tag:
            yield Segment(to_arabic(tag))


def _standard_tag(tag: str) -> str:
    """The universal tag of the longest beginning of a BAMA or SAMA tag that is known: PRON_3MS is a PRON."""
    while tag:
        if tag in _STANDARD_TAGS:
            return _STANDARD_TAGS[tag]
        tag = tag[: max(tag.rfind("_"), tag.rfind(":"), 0)]
    return EMPTY
