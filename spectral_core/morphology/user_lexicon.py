"""User lexicon: analyses that users add to a project, one per line in a text file that can be edited by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.deprecated import keep_old_names
from spectral_core.errors import EditError, FormatError
from spectral_core.files import DEFAULT_MODE, ChangedMeanwhileError, Location, read_file, replace_atomically

FILE_NAME = "lexicon.tsv"  # file name within the project folder
COLUMNS = ("word", "lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_HEADER = "\t".join(COLUMNS)
_SEGMENT_DELIMITERS = re.compile(r"[%/+\s]")


@dataclass(frozen=True, slots=True)
class UserLexicon:
    """Analyses of each word in the order in which they were added; load with `read`."""

    path: Path
    entries: Mapping[str, tuple[Analysis, ...]]
    __repr__ = brief_repr

    @classmethod
    def read(cls, path: Location) -> UserLexicon:
        """Read the lexicon in a file, empty if there is no such file.

        Raises:
            FormatError: if a line is malformed; the error has its number.
        """
        path = Path(path)
        entries: dict[str, dict[Analysis, None]] = {}
        if _may_exist(path):
            for number, line in enumerate(_read_text(path).split("\n"), 1):
                row = line.removesuffix("\r")
                if row.strip() and row != _HEADER and not (row.startswith("#") and "\t" not in row):
                    word, analysis = _parse_lexicon_line(row, path, number)
                    entries.setdefault(word, {})[analysis] = None
        return cls(path, {word: tuple(analyses) for word, analyses in entries.items()})

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the analyses added for the word, latest first."""
        return self.entries.get(word, ())[::-1]

    def add(self, word: str, analysis: Analysis, permissions: int = DEFAULT_MODE) -> UserLexicon:
        """Append an analysis to the file and return the new lexicon; the file is unchanged if it already has the
        analysis."""
        row = _format_lexicon_line(word, analysis)
        current = UserLexicon.read(self.path)
        if analysis in current.entries.get(word, ()):
            return current
        previous_text = _read_text(self.path) if _may_exist(self.path) else None
        text = previous_text if previous_text is not None and previous_text.strip() else _HEADER + "\n"
        if not text.endswith("\n"):
            text += "\n"
        try:
            content = f"{text}{row}\n".encode()
        except UnicodeEncodeError as error:
            message = f"{error.object[error.start]!a} is no sign of Unicode text, and cannot be kept"
            raise EditError(f"{message}; type the analysis again") from None

        def is_unchanged(file: Path) -> bool:
            return _read_text(file) == previous_text

        try:
            replace_atomically(self.path, [content], None if previous_text is None else is_unchanged, permissions)
        except ChangedMeanwhileError:  # edited by hand meanwhile
            return self.add(word, analysis, permissions)
        return UserLexicon(self.path, {**current.entries, word: (*current.entries.get(word, ()), analysis)})


def _may_exist(path: Path) -> bool:
    """Test whether the path exists; True if that cannot be determined, so that reading it reports why."""
    try:
        return path.exists()
    except OSError:  # no access or an invalid name: reading reports it
        return True


def _read_text(path: Path) -> str:
    """Read a lexicon file as UTF-8; FormatError with the line number for anything else."""
    content = read_file(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content[: error.start].count(b"\n")
        raise FormatError(path, line, "this is not in UTF-8", "Save the file as plain text in UTF-8") from None


def _format_lexicon_line(word: str, analysis: Analysis) -> str:
    """Format a word and its analysis as a line; EditError if a cell cannot be stored."""
    cells = (word, analysis.lemma, analysis.vocalised, analysis.upos, analysis.xpos, analysis.feats, analysis.gloss)
    for name, cell in zip(COLUMNS, cells, strict=False):
        if not cell or any(delimiter in cell for delimiter in "\t\n\r"):
            raise EditError(f"{cell!r} cannot be the {name} of a lexicon's entry: no tabs, no line breaks, _ for none")
    parts = (f"{_escape_segment(part.form)}/{_escape_segment(part.tag)}" for part in analysis.segments)
    return "\t".join((*cells, "+".join(parts) or EMPTY))


def _parse_lexicon_line(row: str, path: Path, number: int) -> tuple[str, Analysis]:
    """Parse a line into a word and its analysis; FormatError with the line number if it is malformed."""
    cells = row.split("\t")
    if len(cells) != len(COLUMNS) or not all(cells):
        filled_count = sum(map(bool, cells))
        message = f"this line has {filled_count} filled cells between tabs, where an entry has {len(COLUMNS)}"
        raise FormatError(path, number, message, f"Write {', '.join(COLUMNS)} with tabs between them, _ for nothing")
    word, lemma, vocalised, upos, xpos, feats, gloss, segment_text = cells
    segments: list[Segment] = []
    for part in segment_text.split("+") if segment_text != EMPTY else ():
        form, slash, tag = part.partition("/")
        if not slash or "/" in tag:
            message = f"the segment {part!r} is not a form and a tag"
            raise FormatError(
                path, number, message, "Write form/TAG+form/TAG, with %2F for / and %2B for + inside a form"
            )
        segments.append(Segment(unquote(form), unquote(tag)))
    return word, Analysis(lemma, vocalised, upos, xpos, feats, gloss, tuple(segments))


def _escape_segment(text: str) -> str:
    """Return the text with segment separators and white space percent-encoded."""
    return _SEGMENT_DELIMITERS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), text)


keep_old_names(__name__)
