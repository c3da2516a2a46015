"""The analyses that a user added to a project: one line each in a text file that can be read and mended by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.errors import EditError, FormatError
from spectral_core.files import USUAL, ChangedMeanwhileError, Location, read, replace_atomically

FILE = "lexicon.tsv"  # its name in the folder of a project
COLUMNS = ("word", "lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_HEADER = "\t".join(COLUMNS)
_IN_SEGMENTS = re.compile(r"[%/+\s]")


@dataclass(frozen=True, slots=True)
class OwnLexicon:
    """The analyses of each word in the order they were added; make one with `read`."""

    path: Path
    entries: Mapping[str, tuple[Analysis, ...]]
    __repr__ = brief_repr

    @classmethod
    def read(cls, path: Location) -> OwnLexicon:
        """The lexicon in a file, empty where there is no such file; a malformed line is told with its number."""
        path = Path(path)
        entries: dict[str, dict[Analysis, None]] = {}
        if _exists(path):
            for number, line in enumerate(_text(path).split("\n"), 1):
                row = line.removesuffix("\r")
                if row.strip() and row != _HEADER and not (row.startswith("#") and "\t" not in row):
                    word, analysis = _entry(row, path, number)
                    entries.setdefault(word, {})[analysis] = None
        return cls(path, {word: tuple(analyses) for word, analyses in entries.items()})

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """What was added for the word, the latest first."""
        return self.entries.get(word, ())[::-1]

    def add(self, word: str, analysis: Analysis, rights: int = USUAL) -> OwnLexicon:
        """The lexicon with one more analysis, which is on the disk when this returns; the same one where it has it. The
        file is read again before the line goes to its end, so that what was mended by hand meanwhile stays. A new file
        gives these rights at most."""
        row = _row(word, analysis)
        current = OwnLexicon.read(self.path)
        if analysis in current.entries.get(word, ()):
            return current
        before = _text(self.path) if _exists(self.path) else None
        text = before if before is not None and before.strip() else _HEADER + "\n"
        if not text.endswith("\n"):
            text += "\n"
        try:
            content = f"{text}{row}\n".encode()
        except UnicodeEncodeError as error:
            what = f"{error.object[error.start]!a} is no sign of Unicode text, and cannot be kept"
            raise EditError(f"{what}; type the analysis again") from None

        def is_as_read(file: Path) -> bool:
            return _text(file) == before

        try:
            replace_atomically(self.path, [content], None if before is None else is_as_read, rights)
        except ChangedMeanwhileError:  # mended by hand this very moment
            return self.add(word, analysis, rights)
        return OwnLexicon(self.path, {**current.entries, word: (*current.entries.get(word, ()), analysis)})


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # its folder may not be entered, or the name is none: reading it says so
        return True


def _text(path: Path) -> str:
    content = read(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        raise FormatError(path, line, "this is not in UTF-8", "Save the file as plain text in UTF-8") from None


def _row(word: str, analysis: Analysis) -> str:
    cells = (word, analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    for name, cell in zip(COLUMNS, cells, strict=False):
        if not cell or any(mark in cell for mark in "\t\n\r"):
            raise EditError(f"{cell!r} cannot be the {name} of a lexicon's entry: no tabs, no line breaks, _ for none")
    parts = (f"{_escaped(part.form)}/{_escaped(part.tag)}" for part in analysis.segments)
    return "\t".join((*cells, "+".join(parts) or EMPTY))


def _entry(row: str, path: Path, number: int) -> tuple[str, Analysis]:
    cells = row.split("\t")
    if len(cells) != len(COLUMNS) or not all(cells):
        filled = sum(map(bool, cells))
        what = f"this line has {filled} filled cells between tabs, where an entry has {len(COLUMNS)}"
        raise FormatError(path, number, what, f"Write {', '.join(COLUMNS)} with tabs between them, _ for nothing")
    word, lemma, vocalised, upos, xpos, feats, gloss, written = cells
    segments: list[Segment] = []
    for part in written.split("+") if written != EMPTY else ():
        form, slash, tag = part.partition("/")
        if not slash or "/" in tag or not tag:
            what = f"the segment {part!r} is not a form and a tag"
            raise FormatError(path, number, what, "Write form/TAG+form/TAG, with %2F for / and %2B for + inside a form")
        segments.append(Segment(unquote(form), unquote(tag)))
    return word, Analysis(lemma, vocalised, upos, xpos, feats, gloss, tuple(segments))


def _escaped(text: str) -> str:
    """The text with the signs that divide segments, and white space, as %XX of its bytes."""
    return _IN_SEGMENTS.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), text)
