"""A profile meeting a file: which of its columns is which, and where its sentences begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spectral_core.errors import FormatError
from spectral_core.formats.analyses.profiles import BLANK_LINE, COLUMNS, TABLE, Profile

_LONGEST_HEADER = 1 << 16  # bytes; a longer first line names no columns
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*+\n)*(?:[ \t\r]*+\Z)?")
_GAP = re.compile(rb"\n(?:[ \t\r]*+(?:\n|\Z))+")  # the end of a row, and the blank lines after it
BOM = b"\xef\xbb\xbf"

Place = tuple[int, int, int]  # a sentence in a file: where it begins and ends, and the number of its first line


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one file, and what each of them means."""

    profile: Profile
    names: tuple[str, ...]  # of the table's columns, in order
    at: Mapping[str, int]  # where each of `COLUMNS` is that the table has
    extras: tuple[int, ...]  # the columns that have no meaning for us; they are shown in MISC
    changing: tuple[int, ...]  # the columns whose change begins a sentence
    status: int | None
    stand_in: int | None

    def is_comment(self, line: str) -> bool:
        """Whether a line, not a word that begins with a number sign, stands here."""
        return line.startswith("#") and (line.startswith("# ") or (len(self.names) > 1 and "\t" not in line))


def layout_of(profile: Profile, names: Sequence[str], path: Path | None = None, line: int = 1) -> Layout:
    """The layout of a table with columns of these names; a header that does not fit is refused with the reason."""
    plain = [name.strip().lower() for name in names]
    for number, name in enumerate(plain, 1):
        if not name:
            remedy = "Give each column a name, and end the header with its last one"
            raise FormatError(path, line, f"column {number} of the header has no name", remedy)
        if name in plain[: number - 1]:
            raise FormatError(path, line, f"the header names the column {name[:40]!r} twice", "Rename one of the two")

    def place(theirs: str) -> int | None:
        return plain.index(theirs.lower()) if theirs.lower() in plain else None

    for theirs in (profile.their("form"), *profile.changing):
        if place(theirs) is None:
            what = f"the header has no column {theirs!r}, which the profile {profile.name} needs"
            shown = ", ".join(names[:20])[:200]
            raise FormatError(path, line, what, f"It names {shown}; rename a column, or choose another profile")
    at = {ours: where for ours, theirs in profile.columns if (where := place(theirs)) is not None}
    status = place(profile.status) if profile.status else None
    known, stripped = {*at.values(), status}, tuple(name.strip() for name in names)
    extras = tuple(where for where in range(len(names)) if where not in known)
    changing = tuple(where for theirs in profile.changing if (where := place(theirs)) is not None)
    stand_in = place(profile.stand_in) if profile.stand_in else None
    return Layout(profile, stripped, at, extras, changing, status, stand_in)


NEW = layout_of(TABLE, COLUMNS)  # the layout of tables that are written anew


def first_line(content: bytes) -> tuple[int, int, int]:
    """Where the first line that is neither blank nor a comment begins and ends, and its number."""
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


def header_of(content: bytes, path: Path | None = None) -> tuple[tuple[str, ...], int, int]:
    """The names in the first line, where the rows begin, and the number of the first line there."""
    begin, end, number = first_line(content)
    if end - begin > _LONGEST_HEADER:
        what = f"the first line is {end - begin:,} bytes long, too long for a header"
        remedy = "Name the columns in the first line, parted by tabs, one row a word below it"
        raise FormatError(path, number, what, remedy)
    try:
        names = content[begin:end].decode().removesuffix("\r").split("\t")
    except UnicodeDecodeError as error:
        what = f"the byte 0x{error.object[error.start]:02x} in the header is not UTF-8"
        raise FormatError(path, number, what, "Save the file as UTF-8") from None
    if any("\0" in name or "\r" in name for name in names):
        what = "the header holds a sign that is not text"
        raise FormatError(path, number, what, "Save the table as plain text in UTF-8")
    return tuple(names), min(end + 1, len(content)), number + 1


def rows_begin(content: bytes, layout: Layout, path: Path | None = None) -> tuple[int, int]:
    """Where the rows begin, and the number of the first line there."""
    if layout.profile.header:
        _, begin, number = header_of(content, path)
        return begin, number
    return (len(BOM) if content.startswith(BOM) else 0), 1


def ranges(content: bytes, begin: int, number: int, layout: Layout) -> Iterator[tuple[Place, bool]]:
    """Each sentence from `begin` on, and whether it has rows; those without are comments that belong to none."""
    if (blank := _BLANK_LINES.match(content, begin)) is not None:
        number += content.count(b"\n", begin, blank.end())
        begin = blank.end()
    size = len(content)
    while begin < size:
        gap = _GAP.search(content, begin)
        end = size if gap is None else gap.start()
        stop = end - 1 if content.endswith(b"\r", begin, end) else end
        if layout.profile.sentences != BLANK_LINE:
            yield from _cut(content, (begin, stop, number), layout)
        elif content.startswith(b"#", begin):
            lines = content[begin:stop].split(b"\n")
            yield (begin, stop, number), not all(_is_comment(line, layout) for line in lines)
        else:
            yield (begin, stop, number), True
        if gap is None:
            return
        number += content.count(b"\n", begin, gap.end())
        begin = gap.end()


def _is_comment(line: bytes, layout: Layout) -> bool:
    if not line.startswith(b"#"):
        return False
    return line.startswith(b"# ") or (len(layout.names) > 1 and b"\t" not in line)


def _cut(content: bytes, block: Place, layout: Layout) -> Iterator[tuple[Place, bool]]:
    """The sentences of rows without a blank line between them."""
    begin, stop, number = block
    changing = layout.changing
    width = max(changing, default=-1) + 1
    leading = changing == tuple(range(width))
    key: Sequence[bytes] = ()
    at, first, has_rows = begin, number, False
    while at <= stop:
        end = content.find(b"\n", at, stop)
        end = stop if end < 0 else end
        line = content[at:end].removesuffix(b"\r")
        if line.startswith(b"#") and _is_comment(line, layout):
            ends_here, found = has_rows, False
        else:
            ends_here, found = False, True
            if width:
                cells = line.split(b"\t", width)
                if len(cells) >= width:  # otherwise the row is malformed, and a part of the sentence it stands in
                    new = cells[:width] if leading else [cells[where] for where in changing]
                    ends_here, key = has_rows and new != key and bool(key), new
        if ends_here:
            last = at - 1
            yield (begin, last - 1 if content.endswith(b"\r", begin, last) else last, first), True
            begin, first, has_rows = at, number, False
            if not found:
                key = ()
        has_rows = has_rows or found
        at, number = end + 1, number + 1
    yield (begin, stop, first), has_rows
