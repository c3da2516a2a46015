"""Layout of a token table: the meaning of its columns, and the ranges of its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data.problem import quote
from spectral_core.errors import FormatError
from spectral_core.formats.token_table.profiles import BLANK_LINE, COLUMNS, TABLE, TableProfile

_MAX_HEADER_BYTES = 1 << 16  # a longer first line is not a header
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*+\n)*(?:[ \t\r]*+\Z)?")
_GAP = re.compile(rb"\n(?:[ \t\r]*+(?:\n|\Z))+")  # end of a row and the blank lines after it
BOM = b"\xef\xbb\xbf"

SentenceRange = tuple[int, int, int]  # (begin, end, number of the first line) of a sentence in a file


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The columns of one file and their meanings."""

    profile: TableProfile
    names: tuple[str, ...]  # column names of the table, in order
    column_index: Mapping[str, int]  # index of each of `COLUMNS` that the table has
    extra_columns: tuple[int, ...]  # columns that no field of a sentence stands for; shown in MISC
    boundary_columns: tuple[int, ...]  # columns whose change begins a sentence
    status_column: int | None  # column that says whether a person has analysed the word
    stand_in_column: int | None  # column with the word where the cell of its form is empty

    def is_comment(self, line: str) -> bool:
        """Return whether a line is a comment, and not a word that begins with a number sign."""
        return line.startswith("#") and (line.startswith("# ") or (len(self.names) > 1 and "\t" not in line))


def make_table_layout(
    profile: TableProfile, names: Sequence[str], path: Path | None = None, line: int = 1
) -> TableLayout:
    """Return the layout of a table with these column names; FormatError if the header does not fit the profile."""
    normalised = [name.strip().lower() for name in names]
    seen_names: set[str] = set()
    for number, name in enumerate(normalised, 1):
        if not name:
            remedy = "Give each column a name, and end the header with its last one"
            raise FormatError(path, line, f"column {number} of the header has no name", remedy)
        if name in seen_names:
            raise FormatError(
                path, line, f"the header names the column {quote(name[:40])} twice", "Rename one of the two"
            )
        seen_names.add(name)

    def find_column(column: str) -> int | None:
        return normalised.index(column.lower()) if column.lower() in normalised else None

    for column in (profile.column_name("form"), *profile.changing):
        if find_column(column) is None:
            message = f"the header has no column {column!r}, which the profile {profile.name} needs"
            listed_names = ", ".join(names[:20])[:200]
            raise FormatError(
                path, line, message, f"It names {listed_names}; rename a column, or choose another profile"
            )
    column_index = {meaning: index for meaning, column in profile.columns if (index := find_column(column)) is not None}
    status = find_column(profile.status) if profile.status else None
    used_columns = {*column_index.values(), status}
    stripped_names = tuple(name.strip() for name in names)
    extras = tuple(index for index in range(len(names)) if index not in used_columns)
    boundary_columns = tuple(index for column in profile.changing if (index := find_column(column)) is not None)
    stand_in = find_column(profile.stand_in) if profile.stand_in else None
    return TableLayout(profile, stripped_names, column_index, extras, boundary_columns, status, stand_in)


NEW_LAYOUT = make_table_layout(TABLE, COLUMNS)  # layout of new tables


def find_first_content_line(content: bytes) -> tuple[int, int, int]:
    """Return begin, end and number of the first line that is neither blank nor a comment."""
    begin = len(BOM) if content.startswith(BOM) else 0
    number = 1
    while begin < len(content):
        if (blank := _BLANK_LINES.match(content, begin)) is not None and blank.end() > begin:
            number += content.count(b"\n", begin, blank.end())
            begin = blank.end()
            continue
        end = content.find(b"\n", begin)
        end = len(content) if end < 0 else end
        if not content.startswith(b"#", begin) or (content.find(b"\t", begin, end) >= 0 and content[begin + 1] != 0x20):
            return begin, end, number
        begin, number = end + 1, number + 1
    return len(content), len(content), number


def read_header(content: bytes, path: Path | None = None) -> tuple[tuple[str, ...], int, int]:
    """Return the column names in the header of a table, and the offset and line number of its first row."""
    begin, end, number = find_first_content_line(content)
    if end - begin > _MAX_HEADER_BYTES:
        message = f"the first line is {end - begin:,} bytes long, too long for a header"
        remedy = "Name the columns in the first line, separated by tabs; below it, one word per line"
        raise FormatError(path, number, message, remedy)
    try:
        names = content[begin:end].decode().removesuffix("\r").split("\t")
    except UnicodeDecodeError as error:
        message = f"the byte 0x{error.object[error.start]:02x} in the header is not UTF-8"
        raise FormatError(path, number, message, "Save the file as UTF-8") from None
    if any("\0" in name or "\r" in name for name in names):
        message = "the header contains a control character"
        raise FormatError(path, number, message, "Save the table as plain text in UTF-8")
    return tuple(names), min(end + 1, len(content)), number + 1


def find_first_row(content: bytes, layout: TableLayout, path: Path | None = None) -> tuple[int, int]:
    """Return the offset and line number of the first row of a table, with or without a header."""
    if layout.profile.header:
        _, begin, number = read_header(content, path)
        return begin, number
    return (len(BOM) if content.startswith(BOM) else 0), 1


def find_sentence_ranges(
    content: bytes, begin: int, number: int, layout: TableLayout
) -> Iterator[tuple[SentenceRange, bool]]:
    """Yield the range of each sentence from `begin` on, and whether it has rows; without rows it is stray comments."""
    if (blank := _BLANK_LINES.match(content, begin)) is not None:
        number += content.count(b"\n", begin, blank.end())
        begin = blank.end()
    size = len(content)
    while begin < size:
        gap = _GAP.search(content, begin)
        end = size if gap is None else gap.start()
        stop = end - 1 if content.endswith(b"\r", begin, end) else end
        if layout.profile.sentences != BLANK_LINE:
            yield from _split_block_into_sentences(content, (begin, stop, number), layout)
        elif content.startswith(b"#", begin):
            lines = content[begin:stop].decode("latin-1").split("\n")  # only ASCII characters matter
            yield (begin, stop, number), not all(map(layout.is_comment, lines))
        else:
            yield (begin, stop, number), True
        if gap is None:
            return
        number += content.count(b"\n", begin, gap.end())
        begin = gap.end()


def _split_block_into_sentences(
    content: bytes, block: SentenceRange, layout: TableLayout
) -> Iterator[tuple[SentenceRange, bool]]:
    """Yield the sentences in rows without blank lines between them, as `find_sentence_ranges` does: each begins at a
    comment, or where a boundary column changes."""
    begin, stop, number = block
    boundary_columns = layout.boundary_columns
    width = max(boundary_columns, default=-1) + 1
    key: Sequence[bytes] = ()
    line_start, first, has_rows = begin, number, False
    while line_start <= stop:
        end = content.find(b"\n", line_start, stop)
        end = stop if end < 0 else end
        line = content[line_start:end].removesuffix(b"\r")
        if line.startswith(b"#") and layout.is_comment(line.decode("latin-1")):
            ends_here, is_row = has_rows, False
        else:
            ends_here, is_row = False, True
            if width:
                cells = line.split(b"\t", width)
                if len(cells) >= width:  # otherwise the row is malformed and stays in the current sentence
                    row_key = [cells[index] for index in boundary_columns]
                    ends_here, key = has_rows and row_key != key and bool(key), row_key
        if ends_here:
            line_break = line_start - 1
            yield (begin, line_break - 1 if content.endswith(b"\r", begin, line_break) else line_break, first), True
            begin, first, has_rows = line_start, number, False
            if not is_row:
                key = ()
        has_rows = has_rows or is_row
        line_start, number = end + 1, number + 1
    yield (begin, stop, first), has_rows
