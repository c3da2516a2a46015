"""Token tables: one word per row, with its chosen reading and its candidates; a profile describes the layout."""

from __future__ import annotations

from array import array
from functools import partial
from pathlib import Path

from spectral_core.data import Problem, Sentence
from spectral_core.data.problem import quote
from spectral_core.errors import FormatError
from spectral_core.formats.lazy_sentences import LazySentences, PartIndexer
from spectral_core.formats.token_table.layout import (
    BOM,
    NEW_LAYOUT,
    TableLayout,
    find_first_content_line,
    find_first_row,
    find_sentence_ranges,
    make_table_layout,
    read_header,
)
from spectral_core.formats.token_table.profiles import (
    COLUMNS,
    PROFILES,
    TABLE,
    TableProfile,
    get_table_profile,
    read_table_profile,
)
from spectral_core.formats.token_table.rows import parse_table_sentence
from spectral_core.formats.token_table.writer import SourceFile, reconcile_readings
from spectral_core.formats.token_table.writer import format_rows as write_into

__all__ = [
    "HEADER",
    "TableProfile",
    "detect_table_profile",
    "format_sentence",
    "get_table_profile",
    "index_sentences",
    "read_table_profile",
]

HEADER = "\t".join(COLUMNS)  # first line of a new table
_SAMPLE = 1 << 16  # bytes in which the layout of a table without a header is detected
_SAMPLE_ROWS = 20


def index_sentences(
    content: bytes, path: Path | None = None, profile: TableProfile | str | None = None
) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences by byte ranges, parsed on access; without a profile, it is detected."""
    if not content[:_SAMPLE].removeprefix(BOM).strip() and not content.removeprefix(BOM).strip():
        parse_rows = partial(parse_table_sentence, layout=NEW_LAYOUT)
        return LazySentences(
            content, array("Q"), array("Q"), array("Q"), parse_rows, format_sentence, _make_part_indexer(NEW_LAYOUT)
        ), ()
    if profile is None:
        profile = detect_table_profile(content, path)
    elif isinstance(profile, str):
        profile = get_table_profile(profile)
    layout = _make_file_layout(content, profile, path)
    chunks, problems = _index_sentences(content, find_first_row(content, layout, path), layout, path)
    if not chunks and not problems:
        message = "the table has a header but no rows"
        return chunks, (Problem(1 + content.count(b"\n"), message, "Write one row a word below it", path=path),)
    return chunks, problems


def _index_sentences(
    content: bytes, begin: tuple[int, int], layout: TableLayout, path: Path | None
) -> tuple[LazySentences, tuple[Problem, ...]]:
    """Index the sentences by byte ranges, from `begin` (byte offset and line number) on; return comments without a
    sentence as problems."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    for (start, end, line), has_rows in find_sentence_ranges(content, *begin, layout):
        if has_rows:
            starts.append(start)
            ends.append(end)
            lines.append(line)
        else:
            message = "these comments belong to no sentence"
            problems.append(Problem(line, message, "Move them above the first row of their sentence", path=path))
    origin = SourceFile(content, starts, ends, lines, path)
    parse_rows, write_rows = (
        partial(parse_table_sentence, layout=layout),
        partial(write_into, layout=layout, origin=origin),
    )
    reconcile_sentence = partial(reconcile_readings, layout=layout)
    return LazySentences(
        content, starts, ends, lines, parse_rows, write_rows, _make_part_indexer(layout), reconcile_sentence
    ), tuple(problems)


def _make_part_indexer(layout: TableLayout) -> PartIndexer:
    """Return the indexer for a part of a table with this layout; it is pickled by the profile's name where possible."""
    is_builtin = PROFILES.get(layout.profile.name) == layout.profile
    return partial(_index_part, profile=layout.profile.name if is_builtin else layout.profile, names=layout.names)


def _index_part(content: bytes, line: int, profile: TableProfile | str, names: tuple[str, ...]) -> LazySentences:
    """Index the sentences of a part of a table without header; `line` is the line number of its beginning."""
    layout = make_table_layout(PROFILES[profile] if isinstance(profile, str) else profile, names)
    return _index_sentences(content, (0, line), layout, None)[0]


def format_sentence(sentence: Sentence) -> str:
    """Format the sentence as rows below `HEADER`, without a final line break."""
    return write_into(sentence)


def detect_table_profile(content: bytes, path: Path | None = None) -> TableProfile:
    """Detect the profile of a table by the columns in its header, or by the shape of its first rows."""
    begin, end, line = find_first_content_line(content)
    first = content[begin : min(end, begin + _SAMPLE)].decode(errors="replace").rstrip("\r")
    names = {name.strip().lower() for name in first.split("\t")}
    profiles_with_header = [profile for profile in PROFILES.values() if profile.header]
    required_columns = {
        headed_profile.name: (*dict(headed_profile.columns).values(), *headed_profile.changing)
        for headed_profile in profiles_with_header
    }
    candidates = [
        profile for profile in profiles_with_header if names.issuperset(map(str.lower, required_columns[profile.name]))
    ]
    if candidates:
        return max(candidates, key=lambda profile: len(profile.columns))
    if TABLE.column_name("form") in names:
        return TABLE
    for profile in PROFILES.values():
        if not profile.header and _matches_profile(content, profile):
            return profile
    message = f"the first line ({quote(first[:60])}{' ...' if len(first) > 60 else ''}) is no header with a column form"
    profile_names = ", ".join(PROFILES)
    remedy = f"Name the columns there, parted by tabs (form, lemma, xpos, ...), or name a profile ({profile_names})"
    if first.count("\t") == 9 and first[:1].isdigit():
        remedy = "These look like the ten columns of CoNLL-U: open it in the format conllu"
    raise FormatError(path, line, message, remedy)


def _matches_profile(content: bytes, profile: TableProfile) -> bool:
    """Return whether most of the first rows can be read with a profile for tables without a header."""
    layout = make_table_layout(profile, profile.order)
    start = content[:_SAMPLE]
    if len(content) > _SAMPLE:
        start = start[: start.rfind(b"\n") + 1]
    rows = [row.removesuffix(b"\r") for row in start.removeprefix(BOM).split(b"\n")]
    rows = [row for row in rows if row.strip() and not layout.is_comment(row.decode(errors="replace"))][:_SAMPLE_ROWS]
    return 2 * sum(parse_table_sentence(row, 1, layout).is_readable for row in rows) > len(rows)


def _make_file_layout(content: bytes, profile: TableProfile, path: Path | None) -> TableLayout:
    """Return the layout of a table, from its header or its profile."""
    if not profile.header:
        return make_table_layout(profile, profile.order, path)
    names, _, first_row_line = read_header(content, path)
    return make_table_layout(profile, names, path, first_row_line - 1)
