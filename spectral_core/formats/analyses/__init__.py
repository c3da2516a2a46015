"""Token tables: one word a row, with the analysis chosen for it and those offered; laid out as a profile says."""

from __future__ import annotations

from array import array
from functools import partial
from pathlib import Path

from spectral_core.data import Problem, Sentence
from spectral_core.errors import FormatError
from spectral_core.formats.analyses.layout import BOM, NEW, Layout, first_line, header_of, layout_of, ranges, rows_begin
from spectral_core.formats.analyses.profiles import COLUMNS, PROFILES, TABLE, Profile, profile_named, read_profile
from spectral_core.formats.analyses.rows import parse
from spectral_core.formats.analyses.writing import Origin, settle
from spectral_core.formats.analyses.writing import write as write_into
from spectral_core.formats.chunks import Chunks, Cut

__all__ = ["HEADER", "Profile", "index", "profile_for", "profile_named", "read_profile", "write"]

HEADER = "\t".join(COLUMNS)  # the first line of a table that is written anew
_SAMPLE = 1 << 16  # bytes in which the shape of a table without a header is looked for
_SAMPLE_ROWS = 20


def index(
    content: bytes, path: Path | None = None, profile: Profile | str | None = None
) -> tuple[Chunks, tuple[Problem, ...]]:
    """Where the sentences stand; they are read when they are asked for. Without a profile, the table's own is found."""
    if not content[:_SAMPLE].removeprefix(BOM).strip() and not content.removeprefix(BOM).strip():
        reading = partial(parse, layout=NEW)
        return Chunks(content, array("Q"), array("Q"), array("Q"), reading, write, _cutter(NEW)), ()
    if profile is None:
        profile = profile_for(content, path)
    elif isinstance(profile, str):
        profile = profile_named(profile)
    layout = _layout(content, profile, path)
    chunks, problems = _indexed(content, rows_begin(content, layout, path), layout, path)
    if not chunks and not problems:
        what = "the table has a header but no rows"
        return chunks, (Problem(1 + content.count(b"\n"), what, "Write one row a word below it", path=path),)
    return chunks, problems


def _indexed(
    content: bytes, begin: tuple[int, int], layout: Layout, path: Path | None
) -> tuple[Chunks, tuple[Problem, ...]]:
    """The sentences of the rows from a byte on, the first line there having this number, and comments without any."""
    starts, ends, lines = array("Q"), array("Q"), array("Q")
    problems: list[Problem] = []
    for (start, end, line), has_rows in ranges(content, *begin, layout):
        if has_rows:
            starts.append(start)
            ends.append(end)
            lines.append(line)
        else:
            what = "these comments stand without a sentence"
            problems.append(Problem(line, what, "Move them above the first row of their sentence", path=path))
    origin = Origin(content, starts, ends, lines, path)
    reading, writing = partial(parse, layout=layout), partial(write_into, layout=layout, origin=origin)
    settling = partial(settle, layout=layout)
    return Chunks(content, starts, ends, lines, reading, writing, _cutter(layout), settling), tuple(problems)


def _cutter(layout: Layout) -> Cut:
    """Cuts a part of a table of this layout; it is sent by the profile's name, where that says enough."""
    known = PROFILES.get(layout.profile.name) == layout.profile
    return partial(_cut, profile=layout.profile.name if known else layout.profile, names=layout.names)


def _cut(content: bytes, line: int, profile: Profile | str, names: tuple[str, ...]) -> Chunks:
    """The sentences of a part of a table without its header, whose first line has the number `line` there."""
    layout = layout_of(PROFILES[profile] if isinstance(profile, str) else profile, names)
    return _indexed(content, (0, line), layout, None)[0]


def write(sentence: Sentence) -> str:
    """The sentence as rows below `HEADER`, without a last line break."""
    return write_into(sentence)


def profile_for(content: bytes, path: Path | None = None) -> Profile:
    """The profile that the header of a table names by its columns, or its first rows by their shape."""
    begin, end, line = first_line(content)
    first = content[begin : min(end, begin + _SAMPLE)].decode(errors="replace").rstrip("\r")
    names = {name.strip().lower() for name in first.split("\t")}
    headed = [profile for profile in PROFILES.values() if profile.header]
    needed = {one.name: (*dict(one.columns).values(), *one.changing) for one in headed}
    named = [profile for profile in headed if names.issuperset(map(str.lower, needed[profile.name]))]
    if named:
        return max(named, key=lambda profile: len(profile.columns))
    if TABLE.their("form") in names:
        return TABLE
    for profile in PROFILES.values():
        if not profile.header and _fits(content, profile):
            return profile
    what = f"the first line ({first[:60]!r}{' ...' if len(first) > 60 else ''}) is no header with a column form"
    known = ", ".join(PROFILES)
    remedy = f"Name the columns there, parted by tabs (form, lemma, xpos, ...), or name a profile ({known})"
    if first.count("\t") == 9 and first[:1].isdigit():
        remedy = "These look like the ten columns of CoNLL-U: open it in the format conllu"
    raise FormatError(path, line, what, remedy)


def _fits(content: bytes, profile: Profile) -> bool:
    """Whether most of the first rows can be read with a profile for tables without a header."""
    layout = layout_of(profile, profile.order)
    start = content[:_SAMPLE]
    if len(content) > _SAMPLE:
        start = start[: start.rfind(b"\n") + 1]
    rows = [row.removesuffix(b"\r") for row in start.removeprefix(BOM).split(b"\n")]
    rows = [row for row in rows if row.strip() and not layout.is_comment(row.decode(errors="replace"))][:_SAMPLE_ROWS]
    return 2 * sum(parse(row, 1, layout).readable for row in rows) > len(rows)


def _layout(content: bytes, profile: Profile, path: Path | None) -> Layout:
    if not profile.header:
        return layout_of(profile, profile.order, path)
    names, _, below = header_of(content, path)
    return layout_of(profile, names, path, below - 1)
