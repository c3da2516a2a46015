"""Reader of the tables of a Buckwalter lexicon: entries by written form, compatible categories, meanings of tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.analyzers.transliteration import to_arabic
from spectral_core.data import EMPTY
from spectral_core.errors import FormatError
from spectral_core.files import read

DICTIONARIES = ("dictPrefixes", "dictStems", "dictSuffixes")
TABLES = ("tableAB", "tableAC", "tableBC")
TAGS = "tags"  # optional extension: UPOS and features of each tag

ALIFS = str.maketrans("><|{", "AAAA")
_STEM_VOWEL = re.compile(r"-[a-z]*(?=_\d+$|$)")  # of the imperfect, in the identifier of a verb
_LEMMA = re.compile(r";;\s++(?:(\S+)|.*\s(\S+_\d+))\s*")  # the identifier alone, or after a remark
_MAX_DIGITS = 9  # of the number of a sense
_SENSE_MARK = re.compile("[-_]")
TAGGED = re.compile(r"<pos>((?:(?!<pos>).)*?)</pos>")  # the first, where an entry has them twice


@dataclass(frozen=True, slots=True, eq=False)  # equal only to itself: a key that costs nothing to hash
class TableEntry:
    """Line of a dictionary, in Buckwalter's transliteration."""

    written: str
    vocalised: str
    category: str
    rest: str  # gloss and tags, as they stand
    lemma: str


Dictionary = dict[str, list[TableEntry]]  # by the written form with the hamzas taken off its alifs
Table = dict[str, frozenset[str]]  # a category: those that may follow it


def _read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Iterate over the lines of a table with their numbers. Latin-1, as published; a table edited since may be in
    UTF-8."""
    content = read(path)
    if b"\0" in content:
        remedy = "Save the table as plain text in UTF-8 or Latin-1"
        raise FormatError(path, 1 + content[: content.index(b"\0")].count(b"\n"), "this is not plain text", remedy)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    for number, line in enumerate(text.split("\n"), 1):
        yield number, line.removesuffix("\r")


def read_dictionary(path: Path) -> Dictionary:
    """Return the entries of a dictionary; FormatError with the number of a malformed line."""
    entries: Dictionary = {}
    lemma = EMPTY
    lines = list(_read_lines(path))
    identifiers = _make_identifiers(line for _, line in lines)
    for number, line in lines:
        if line.startswith(";"):
            if (match := _LEMMA.fullmatch(line)) is not None:
                identifier = identifiers[match[1] or match[2]]
                word = _SENSE_MARK.split(identifier, maxsplit=1)[0]
                lemma = to_arabic(word) + identifier[len(word) :]  # the sense and its vowels stay as they are
            continue
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) != 4:
            message = f"there are {len(fields)} fields between tabs, where an entry has 4"
            remedy = "Write: unvocalised form, vocalised form, category, gloss with <pos>part/TAG+part/TAG</pos>"
            raise FormatError(path, number, message, remedy)
        written, vocalised, category, rest = fields
        if not category or " " in category:
            raise FormatError(path, number, f"{category!r} is no category", "Use one word without spaces")
        entry = TableEntry(written, vocalised, category, rest.strip(), lemma)
        if "pos>" in rest:
            if TAGGED.search(rest) is None:
                raise FormatError(path, number, "the tags are not closed", "Write <pos>part/TAG+part/TAG</pos>")
        elif infer_tag(entry) is None:
            message = f"the entry has no tags, and its category {category!r} does not tell them"
            raise FormatError(path, number, message, "Add <pos>part/TAG</pos> after the gloss")
        entries.setdefault(written.translate(ALIFS), []).append(entry)
    if not entries:
        raise FormatError(path, None, "there are no entries in this dictionary", "Copy the whole lexicon again")
    return entries


def _make_identifiers(lines: Iterable[str]) -> dict[str, str]:
    """Return the identifier of each lemma without the vowel of its imperfect; the number of the sense is increased if
    another lemma has the same letters and number."""
    names = dict.fromkeys(match[1] or match[2] for line in lines if (match := _LEMMA.fullmatch(line)) is not None)
    identifiers = {name: name for name in names if not _STEM_VOWEL.search(name)}
    used = set(identifiers)
    for name in names:
        if name not in identifiers:
            identifier = _STEM_VOWEL.sub("", name)
            word, mark, sense = identifier.rpartition("_")
            while mark and sense.isdecimal() and len(sense) <= _MAX_DIGITS and identifier in used:
                sense = str(int(sense) + 1)
                identifier = f"{word}_{sense}"
            identifiers[name] = identifier
            used.add(identifier)
    return identifiers


def read_table(path: Path) -> Table:
    """Return the categories that may follow each; FormatError with the number of a malformed line."""
    pairs: dict[str, set[str]] = {}
    for number, line in _read_lines(path):
        if line.startswith(";") or not line.strip():
            continue
        match line.split():
            case [left, right]:
                pairs.setdefault(left, set()).add(right)
            case words:
                message = f"there are {len(words)} words, where a pair of categories has 2"
                raise FormatError(path, number, message, "Write the two categories with a space between them")
    if not pairs:
        raise FormatError(path, None, "there are no pairs in this table", "Copy the whole lexicon again")
    return {left: frozenset(rights) for left, rights in pairs.items()}


def read_tags(path: Path) -> dict[str, tuple[str, str]]:
    """Return the universal tag and features of each tag or part of one."""
    tags: dict[str, tuple[str, str]] = {}
    for number, line in _read_lines(path):
        if line.startswith(";") or not line.strip():
            continue
        match line.rstrip().split("\t"):
            case [tag, universal, features] if tag and universal and features:
                tags[tag] = (universal, features)
            case _:
                remedy = "Write tag, universal tag and features with tabs between them, _ for nothing"
                raise FormatError(path, number, "this line does not say what a tag means", remedy)
    return tags


def infer_tag(entry: TableEntry) -> str | None:
    """Return the tag of an entry that names none, by its category in BAMA; '' for the empty affix, else None."""
    category = entry.category
    if not entry.written and not entry.vocalised:
        return ""
    if category.startswith("N"):
        return "NOUN_PROP" if entry.rest[:1].isupper() else "NOUN"
    verb_tags = {"PV": "VERB_PERFECT", "IV": "VERB_IMPERFECT", "CV": "VERB_IMPERATIVE"}
    return verb_tags.get(category[:2], "FUNC_WORD" if category.startswith("F") else None)
