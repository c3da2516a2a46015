"""Profiles of token tables: built-in ones by name, and those that users describe in TOML files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import Location, read_file

COLUMNS = (
    *("form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"),
    *("vocalised", "gloss", "segments", "candidates"),
)
BLANK_LINE, COMMENT_LINE, CHANGE = "blank line", "comment line", "change"  # sentence boundary
_SENTENCE_RULES = (BLANK_LINE, COMMENT_LINE, CHANGE)
_SEGMENT_PARTS = (("form",), ("form", "tag"), ("form", "lemma", "tag"))
_MAIN_SEGMENTS = ("", "first", "last", "longest")


@dataclass(frozen=True, slots=True)
class SegmentNotation:
    """Notation of the segments of a word in one cell."""

    between: str = "+"  # separator of segments
    inside: str = "/"  # separator of the parts of a segment
    parts: tuple[str, ...] = ("form", "tag")  # or ("form",), or ("form", "lemma", "tag")
    escapes: bool = True  # whether %2B is a plus sign; otherwise every character is literal
    vocalised: bool = False  # whether the forms, joined, are the vocalised word
    main: str = ""  # segment that gives the word its lemma and xpos: first, last, longest, or none of them
    enclitics: tuple[str, ...] = ()  # tags of segments that are the main one only if they come first
    values: str = ""  # separator of the values of a tag, where their order is irrelevant


@dataclass(frozen=True, slots=True)
class TableProfile:
    """Layout of a table: the meaning of its columns, and the boundaries of its sentences."""

    name: str
    title: str
    columns: tuple[tuple[str, str], ...]  # (one of COLUMNS, its name in the table)
    header: bool = True  # whether the first line names the columns
    order: tuple[str, ...] = ()  # column names of a table without a header
    sentences: str = BLANK_LINE
    changing: tuple[str, ...] = ()  # columns of the table whose change begins a sentence
    segments: SegmentNotation = SegmentNotation()
    stand_in: str = ""  # column of the table with the word if the cell of its form is empty
    features: str = "|"  # separator of the features of a word
    status: str = ""  # column of the table that says whether a person has analysed the word
    unanalysed: str = "unanalysed"  # its value for a word without a chosen reading
    analysed: str = "ok"  # its value for a word with a chosen reading

    def column_name(self, column: str) -> str:
        """Return the table's name for one of `COLUMNS`; "" if it has no such column."""
        return next((name for meaning, name in self.columns if meaning == column), "")


def _parse_columns(names: str) -> tuple[tuple[str, str], ...]:
    """Parse pairs `column:name in the table` separated by white space."""
    pairs = (pair.partition(":") for pair in names.split())
    return tuple((meaning, name) for meaning, _, name in pairs)


TABLE = TableProfile("table", "Token table", tuple((name, name) for name in COLUMNS))
PROFILES = {
    profile.name: profile
    for profile in (
        TABLE,
        TableProfile(
            "padt-tokens",
            "PADT words with vocalised segments",
            _parse_columns("form:surface lemma:lemma xpos:xpos feats:feats segments:vocalised_segments"),
            sentences=COMMENT_LINE,
            segments=SegmentNotation(parts=("form",), escapes=False, vocalised=True),
            stand_in="vocalised_segments",  # a word of tatweels alone has an empty surface
            status="gold_status",
        ),
        TableProfile(
            "sigmorphon-segments",
            "Words with their segments as form/lemma/features",
            (("form", "surface"), ("segments", "segments")),
            header=False,
            order=("surface", "segments"),
            sentences=COMMENT_LINE,
            segments=SegmentNotation(
                between=" ",
                parts=("form", "lemma", "tag"),
                escapes=False,
                main="longest",
                enclitics=("PRO;GEN", "PRO;ACC"),  # in a preposition with a pronoun, the preposition is main
                values=";",
            ),
        ),
        TableProfile(
            "quran-morphology",
            "Quranic words with lemma and morphology, a sentence an aya",
            _parse_columns(
                "form:surface_normalised vocalised:uthmani xpos:pos lemma:lemma_qac_buckwalter feats:morphology_qac"
            ),
            sentences=CHANGE,
            changing=("sura", "aya"),
            features=" ",
        ),
    )
}


def get_table_profile(name: str) -> TableProfile:
    """Return the profile of this name, or the one that the TOML file of this name describes."""
    if name in PROFILES:
        return PROFILES[name]
    if name.lower().endswith(".toml"):
        return read_table_profile(Path(name))
    message = f"there is no table profile {name!r}; there are {', '.join(PROFILES)}"
    raise SettingsError(f"{message}, or name a .toml file that describes one")


def read_table_profile(path: Location) -> TableProfile:
    """Return the profile that a TOML file describes; a FormatError names the key of a fault."""
    path = Path(path)
    return _make_profile(path, read_toml(path))


def _make_profile(path: Path, table: Mapping[str, object]) -> TableProfile:
    """Make a profile from the content of a TOML file."""
    keys = {"name": str, "title": str, "header": bool, "order": list, "sentences": str, "changing": list}
    keys |= {"stand_in": str, "features": str, "columns": dict, "segments": dict, "status": dict}
    _check_keys(path, table, keys, "")
    name = _get_text_value(path, table, "name", "")
    if not name or name in PROFILES:
        message = "the profile has no name" if not name else f"the name {name!r} belongs to a profile of the program"
        raise FormatError(path, None, message, 'Give it one of its own: name = "my-table"')
    columns = table.get("columns")
    if not isinstance(columns, dict) or "form" not in columns:
        message = "the profile does not say which column holds the words"
        raise FormatError(path, None, message, 'Add a part [columns] with form = "the table\'s name for it"')
    _check_keys(path, columns, dict.fromkeys(COLUMNS, str), "columns.")
    segments = table.get("segments", {})
    status = table.get("status", {})
    assert isinstance(segments, dict)
    assert isinstance(status, dict)
    _check_keys(path, status, dict.fromkeys(("column", "unanalysed", "analysed"), str), "status.")
    profile = TableProfile(
        name,
        _get_text_value(path, table, "title", name),
        tuple((meaning, _get_text_value(path, columns, meaning, "")) for meaning in columns),
        bool(table.get("header", True)),
        _get_text_list(path, table, "order", ()),
        _get_text_value(path, table, "sentences", CHANGE if "changing" in table else BLANK_LINE),
        _get_text_list(path, table, "changing", ()),
        _read_segment_notation(path, segments),
        _get_text_value(path, table, "stand_in", ""),
        _get_text_value(path, table, "features", "|"),
        _get_text_value(path, status, "column", ""),
        _get_text_value(path, status, "unanalysed", "unanalysed"),
        _get_text_value(path, status, "analysed", "ok"),
    )
    _check_profile_consistency(path, profile)
    return profile


def _read_segment_notation(path: Path, table: Mapping[str, object]) -> SegmentNotation:
    """Read from the TOML table `segments` how the morphological segments of a word are written in a column; FormatError
    if signs clash."""
    keys = {"between": str, "inside": str, "parts": list, "escapes": bool, "vocalised": bool}
    keys |= {"main": str, "enclitics": list, "values": str}
    _check_keys(path, table, keys, "segments.")
    defaults = SegmentNotation()
    notation = SegmentNotation(
        _get_text_value(path, table, "between", defaults.between),
        _get_text_value(path, table, "inside", defaults.inside),
        _get_text_list(path, table, "parts", defaults.parts),
        bool(table.get("escapes", defaults.escapes)),
        bool(table.get("vocalised", defaults.vocalised)),
        _get_text_value(path, table, "main", defaults.main),
        _get_text_list(path, table, "enclitics", defaults.enclitics),
        _get_text_value(path, table, "values", defaults.values),
    )
    if notation.parts not in _SEGMENT_PARTS:
        alternatives = " or ".join(str(list(parts)).replace("'", '"') for parts in _SEGMENT_PARTS)
        raise FormatError(path, None, f"segments.parts is {list(notation.parts)}", f"It may be {alternatives}")
    if notation.main not in _MAIN_SEGMENTS:
        raise FormatError(path, None, f"segments.main is {notation.main!r}", "It may be first, last or longest")
    marks = (notation.between, notation.inside)
    if marks[0] == marks[1] or any(len(mark) != 1 or not " " <= mark <= "~" or mark in "%_" for mark in marks):
        message = f"segments.between {marks[0]!r} and segments.inside {marks[1]!r} do not tell segments apart"
        raise FormatError(path, None, message, "Use two different ASCII signs, neither of them % or _")
    if notation.values and notation.values in (*marks, "\t"):
        raise FormatError(path, None, f"segments.values is {notation.values!r}", "Use a sign of its own")
    return notation


def _check_profile_consistency(path: Path, profile: TableProfile) -> None:
    """Raise FormatError if keys of the profile contradict each other."""
    if profile.sentences not in _SENTENCE_RULES:
        message = f"sentences is {profile.sentences!r}"
        raise FormatError(path, None, message, f"It may be {', '.join(repr(rule) for rule in _SENTENCE_RULES)}")
    if (profile.sentences == CHANGE) != bool(profile.changing):
        message = "sentences that end where a column changes need the key changing, and only they"
        raise FormatError(
            path, None, message, 'Write both: sentences = "change" and changing = ["document", "sentence"]'
        )
    if not profile.features or any(mark in profile.features for mark in "%_\t"):
        message = f"features is {profile.features!r}, which does not tell features apart"
        raise FormatError(path, None, message, 'Use another sign: features = "|"')
    used = [table_name for _, table_name in profile.columns] + [*profile.changing]
    used += [name for name in (profile.stand_in, profile.status) if name]
    if profile.header:
        if profile.order:
            raise FormatError(path, None, "order is for tables without a header", "Remove it, or write header = false")
        return
    if len(set(profile.order)) != len(profile.order) or not profile.order or "" in profile.order:
        message = "a table without a header needs the key order with a name for each column, no two alike"
        raise FormatError(path, None, message, 'For instance: order = ["word", "lemma", "tag"]')
    if missing := [name for name in used if name not in profile.order]:
        remedy = f"It names {', '.join(profile.order)}"
        raise FormatError(path, None, f"there is no column {missing[0]!r} in order", remedy)


def _check_keys(path: Path, table: Mapping[str, object], keys: Mapping[str, type], prefix: str) -> None:
    """Raise a FormatError for an unknown key or a value of the wrong type."""
    descriptions = {
        str: "a text in quotation marks",
        bool: "true or false",
        list: "a list in brackets",
        dict: "a part of its own",
    }
    for key, value in table.items():
        if key not in keys:
            raise FormatError(path, None, f"there is no key {prefix}{key}", f"There are {', '.join(keys)}")
        if not isinstance(value, keys[key]):
            raise FormatError(path, None, f"{prefix}{key} is {value!r:.60}", f"It has to be {descriptions[keys[key]]}")


def _get_text_value(path: Path, table: Mapping[str, object], key: str, default: str) -> str:
    """Return the text that a TOML table has for a key, or the default; FormatError if it is no text on one line."""
    value = table.get(key, default)
    if not isinstance(value, str) or any(mark in value for mark in "\t\n\r\0"):
        raise FormatError(path, None, f"{key} is {value!r:.60}", "It has to be a text without tabs and line breaks")
    return value


def _get_text_list(path: Path, table: Mapping[str, object], key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the list of texts that a TOML table has for a key, or the default; FormatError if it is no such list."""
    values = table.get(key, default)
    if not isinstance(values, list | tuple):
        raise FormatError(path, None, f"{key} is {values!r:.60}", "It has to be a list in brackets")
    return tuple(_get_text_value(path, {key: value}, key, "") for value in values)


_MAX_BYTES = 1 << 18
_MAX_DOTS = 200  # in a line: tomllib takes quadratic time over the parts of a key
_MAX_DIGITS = 1000  # of a number: Python converts at most 4,300 digits, in quadratic time
_LONG_NUMBER = re.compile(rf"\b(?:0[xob])?[0-9A-Fa-f_]{{{_MAX_DIGITS + 1},}}")


def read_toml(path: Path) -> dict[str, object]:
    """Return the content of a TOML file; a FormatError names the fault, its line and a remedy."""
    content = read_file(path)
    if len(content) > _MAX_BYTES:
        message = f"this file has {len(content):,} bytes; a TOML file may have {_MAX_BYTES:,}"
        raise FormatError(path, None, message, "Name a file of settings, or shorten this one")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise FormatError(path, None, "this file is not in UTF-8", "Save it as UTF-8") from None
    _reject_slow_lines(path, text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, None, f"this is not TOML: {error}", "Write lines such as: header = false") from None
    except ValueError as error:  # a date or a number that TOML allows and Python does not
        raise FormatError(path, None, f"this TOML holds a value that cannot be read: {error}", "Correct it") from None
    except RecursionError:
        raise FormatError(path, None, "this TOML is nested too deeply", "Write tables of one level") from None


def _reject_slow_lines(path: Path, text: str) -> None:
    """Reject lines on which tomllib would take very long or fail. A key and a number end with their line."""
    for number, line in enumerate(text.split("\n"), 1):
        if (dots := line.count(".")) > _MAX_DOTS:
            message = f"this line has {dots:,} dots; it may have {_MAX_DOTS}"
            raise FormatError(path, number, message, "Shorten its key, or split the line")
        if _LONG_NUMBER.search(line):
            message = f"a number in this line has over {_MAX_DIGITS:,} digits"
            raise FormatError(path, number, message, "Write a shorter number, or put a text in quotation marks")
