"""Yomitan dictionaries: an archive with index.json and term banks, each a list of rows."""

from __future__ import annotations

import codecs
import json
import lzma
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from spectral_core.dictionaries.dictionary import MAX_ENTRY_CHARACTERS, Dictionary, add_entry, normalise_lines
from spectral_core.errors import FormatError
from spectral_core.files import compute_unpack_limit, describe_oversize, open_regular_file

_BANK = re.compile(r"term_bank_([0-9]+)\.json")
_SPACE = re.compile(r"[ \t\n\r]*")
_PIECE_SIZE = 1 << 18  # bytes decompressed at a time
_MAX_ROW_CHARACTERS = 1 << 20  # limits the memory of a row before it is parsed
_MAX_DIGITS = 9  # digits of a bank's number
_MAX_TITLE_CHARACTERS = 200
_MAX_DEPTH = 40  # of nested content
_MAX_WORDS = 5_000_000
_REMEDY = "Download the dictionary again"
_FAILURES = (  # raised by the standard library for a damaged, encrypted or unknown archive
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError),
    *(NotImplementedError, RuntimeError, KeyError, ValueError, OverflowError, OSError),
)
_DECODER = json.JSONDecoder()
_RUBY_TAGS = ("rt", "rp")  # elements of structured content for the reading above a text, left out
# what separates the text of an element from that around it; other elements join it
_SEPARATORS = {"td": " ", "th": " "} | dict.fromkeys(("br", "div", "li", "p", "summary", "tr"), "\n")


def open_yomitan(path: Path) -> Dictionary:
    """Open a Yomitan dictionary, an archive; FormatError if it is damaged."""
    with open_regular_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if not zipfile.is_zipfile(file):
            raise FormatError(path, None, "this is no zip archive, or it was cut short", _REMEDY)
        try:
            archive = zipfile.ZipFile(file)
        except _FAILURES as error:
            raise _make_damage_error(path, error) from None
        with archive:
            return _read_dictionary(_Archive(path, archive, size, compute_unpack_limit(size)))


def _make_damage_error(path: Path, error: Exception) -> FormatError:
    """Make the error for an archive that cannot be decompressed."""
    message = str(error).strip("'\"") or "it could not be unpacked"
    return FormatError(path, None, f"the archive is damaged or incomplete ({message[:80]})", _REMEDY)


@dataclass(slots=True)
class _Archive:
    """An archive with a limit on decompressed bytes."""

    path: Path
    archive: zipfile.ZipFile
    size: int  # bytes of the file
    remaining: int  # bytes that may still be decompressed

    def read_text(self, name: str) -> Iterator[str]:
        """Yield the text of a file of the archive piece by piece."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        try:
            with self.archive.open(name) as file:
                while piece := file.read(_PIECE_SIZE):
                    self.remaining -= len(piece)
                    if self.remaining < 0:
                        raise FormatError(self.path, None, *describe_oversize(self.size))
                    if text := decoder.decode(piece):
                        yield text
        except UnicodeDecodeError:
            raise self.make_error(f"{name} cannot be read: it is not written in UTF-8") from None
        except _FAILURES as error:
            raise _make_damage_error(self.path, error) from None

    def make_error(self, message: str, line: int | None = None) -> FormatError:
        """Make the error for malformed content of the archive."""
        return FormatError(self.path, line, message, _REMEDY)


def _read_dictionary(archive: _Archive) -> Dictionary:
    """Read a dictionary from its archive: the title and all term banks."""
    path = archive.path
    info, banks = _read_index_json(archive), _list_term_banks(archive)
    if not banks:
        message = "this is no dictionary of terms for Yomitan: it has no banks of terms"
        raise FormatError(path, None, message, "Choose another")
    version = info.get("format", info.get("version"))
    if not isinstance(version, str | int | float | None) or version not in (1, 2, 3):
        version_text = repr(str(version)[:20]) if isinstance(version, str | int | float | None) else "no number"
        message = f"its format is {version_text}, and 1 to 3 can be read"
        raise FormatError(path, None, message, "Get the dictionary in one of these")
    entries: dict[str, list[object]] = {}
    count = 0
    for bank in banks:
        for number, row in enumerate(_TermBankReader(archive, bank), 1):
            _add_term(archive, bank, number, row, version == 1, entries)
            count += 1
            if max(count, len(entries)) > _MAX_WORDS:
                raise FormatError(path, None, f"it has more than {_MAX_WORDS:,} words", "Use a smaller dictionary")
    title = info.get("title")
    title = " ".join(_replace_surrogates(title[:_MAX_TITLE_CHARACTERS]).split()) if isinstance(title, str) else ""
    return Dictionary(path, title or path.stem, entries, str, count, has_markup=False)


def _read_index_json(archive: _Archive) -> dict[str, object]:
    """Return the content of index.json."""
    name, text = "index.json", ""
    for piece in archive.read_text(name):
        text += piece
        if len(text) > _MAX_ROW_CHARACTERS:
            raise archive.make_error(f"{name} has more than {_MAX_ROW_CHARACTERS:,} characters")
    try:
        info = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise archive.make_error(f"{name} is no JSON ({error.msg})", error.lineno) from None
    except (RecursionError, ValueError) as error:
        raise archive.make_error(f"{name} cannot be read: {_describe_parser_error(error)}") from None
    if not isinstance(info, dict):
        message = "this is no dictionary of terms for Yomitan: index.json is no object"
        raise FormatError(archive.path, None, message, "Choose another")
    return info


def _list_term_banks(archive: _Archive) -> list[str]:
    """Return the names of the term banks in numerical order."""
    banks: list[tuple[int, str]] = []
    for name in archive.archive.namelist():
        if (match := _BANK.fullmatch(name)) is None:
            continue
        if len(match[1]) > _MAX_DIGITS:
            raise archive.make_error(f"the number of the bank {name[:40]!r} has {len(match[1]):,} digits")
        banks.append((int(match[1]), name))
    return [name for _, name in sorted(banks)]


class _TermBankReader:
    """Rows of a bank, each parsed by itself: neither the bank's text nor its objects are ever completely in memory, and
    every parser call is short."""

    def __init__(self, archive: _Archive, name: str) -> None:
        self._archive, self._name = archive, name
        self._pieces = archive.read_text(name)
        self._text, self._position = "", 0  # text decompressed last, and the position in it
        self._lines = 0  # lines before that text
        self._number = 1  # of the next row

    def __iter__(self) -> Iterator[object]:
        if self._peek_character() != "[":
            raise self._archive.make_error(f"{self._name} is no list of terms")
        self._position += 1
        if self._peek_character() == "]":
            self._position += 1
            return self._check_end()
        while True:
            yield self._read_row()
            self._number += 1
            sign = self._peek_character()
            if sign not in (",", "]"):
                self._raise_json_error("Expecting ',' delimiter")
            self._position += 1
            if sign == "]":
                return self._check_end()

    def _read_row(self) -> object:
        """Parse the next row, reading more text as needed."""
        self._peek_character()
        while True:
            try:
                row, self._position = _DECODER.raw_decode(self._text, self._position)
            except json.JSONDecodeError as error:
                if not self._read_more():
                    self._raise_json_error(error.msg, error.pos)
            except (RecursionError, ValueError) as error:
                message = f"row {self._number:,} of {self._name} cannot be read: {_describe_parser_error(error)}"
                raise self._archive.make_error(message) from None
            else:
                return row

    def _peek_character(self) -> str:
        """Return the next character that is not white space, "" at the end."""
        while True:
            match = _SPACE.match(self._text, self._position)
            assert match is not None
            self._position = match.end()
            if self._position < len(self._text):
                return self._text[self._position]
            if not self._read_more():
                return ""

    def _read_more(self) -> bool:
        """Read more text, at least as much as the incomplete row has, so that little is parsed repeatedly; return
        whether there was any."""
        rest = len(self._text) - self._position
        pieces = [self._text[self._position :]]
        if rest > _MAX_ROW_CHARACTERS:
            message = f"row {self._number:,} of {self._name} does not end within {_MAX_ROW_CHARACTERS:,} characters"
            raise self._archive.make_error(message)
        added = 0
        while added <= rest and (piece := next(self._pieces, "")):
            pieces.append(piece)
            added += len(piece)
        if added:
            self._lines += self._text.count("\n", 0, self._position)
            self._text, self._position = "".join(pieces), 0
        return added > 0

    def _check_end(self) -> None:
        """Raise an error if text follows the list of rows."""
        if self._peek_character():
            self._raise_json_error("Extra data")

    def _raise_json_error(self, message: str, position: int | None = None) -> NoReturn:
        """Raise an error for malformed JSON, with its line."""
        line = self._lines + self._text.count("\n", 0, self._position if position is None else position) + 1
        raise self._archive.make_error(f"{self._name} is no JSON ({message})", line)


def _describe_parser_error(error: RecursionError | ValueError) -> str:
    """Return what is wrong with JSON that the parser refused: too deep, or a number with too many digits, the only
    other ValueError."""
    if isinstance(error, RecursionError):
        return "lists are nested too deeply in it"
    return "there is a number in it that has too many digits"


def _add_term(
    archive: _Archive, bank: str, number: int, row: object, is_version_1: bool, entries: dict[str, list[object]]
) -> None:
    """Add a term to the entries: word, reading, and meanings."""
    if not isinstance(row, list) or len(row) < 6 or not all(isinstance(cell, str) for cell in row[:2]):
        raise archive.make_error(f"row {number:,} of {bank} is no term")
    meanings = row[5:] if is_version_1 else row[5]
    if not isinstance(meanings, list):
        return
    text = normalise_lines("\n".join(map(_format_meaning, meanings)))
    if text:
        words = [_replace_surrogates(cell) for cell in row[:2]]
        add_entry(entries, words, _replace_surrogates(text[: MAX_ENTRY_CHARACTERS + 1]))


def _format_meaning(meaning: object) -> str:
    """Return a meaning as text, a sense a line; for an inflected form, the word that it is a form of."""
    if isinstance(meaning, list) and len(meaning) == 2 and isinstance(meaning[0], str) and isinstance(meaning[1], list):
        rules = ", ".join(rule for rule in meaning[1] if isinstance(rule, str))
        return f"→ {meaning[0]} ({rules})" if rules else f"→ {meaning[0]}"
    return "".join(_extract_texts(meaning))


def _replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which JSON allows, so that a text can be encoded."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _extract_texts(content: object, depth: int = 0) -> Iterator[str]:
    """Yield the texts of structured content in order, without images and readings above the text."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list) and depth < _MAX_DEPTH:
        for part in content:
            yield from _extract_texts(part, depth + 1)
    elif (
        isinstance(content, dict)
        and depth < _MAX_DEPTH
        and content.get("type") != "image"
        and content.get("tag") not in _RUBY_TAGS
    ):
        separator = _SEPARATORS.get(str(content.get("tag")), "")
        yield separator
        yield from _extract_texts(content.get("text", content.get("content", "")), depth + 1)
        yield separator
