"""Dictionaries of Yomitan: an archive with index.json and banks of terms, each a list of rows."""

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

from spectral_core.dictionaries.dictionary import LONGEST_ENTRY, Dictionary, add_entry
from spectral_core.errors import FormatError
from spectral_core.files import describe_oversize, open_regular, unpack_limit

_BANK = re.compile(r"term_bank_([0-9]+)\.json")
_SPACE = re.compile(r"[ \t\n\r]*")
_PIECE = 1 << 18  # bytes that are unpacked at a time
_LONGEST_ROW = 1 << 20  # characters: what a row takes in memory is bounded before it is read
_LONGEST_NUMBER = 9  # digits of the number of a bank
_LONGEST_TITLE = 200
_DEEPEST = 40  # of content within content
_MOST_WORDS = 5_000_000
_AGAIN = "Download the dictionary again"
_DAMAGES = (  # what the standard library raises for an archive that is damaged, encrypted or packed in an unknown way
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError),
    *(NotImplementedError, RuntimeError, KeyError, ValueError, OverflowError, OSError),
)
_DECODER = json.JSONDecoder()


def opened(path: Path) -> Dictionary:
    """The dictionary in an archive."""
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if not zipfile.is_zipfile(file):
            raise FormatError(path, None, "this is no zip archive, or it was cut short", _AGAIN)
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGES as error:
            raise _damage(path, error) from None
        with archive:
            return _dictionary(_Archive(path, archive, size, unpack_limit(size)))


def _damage(path: Path, error: Exception) -> FormatError:
    what = str(error).strip("'\"") or "it could not be unpacked"
    return FormatError(path, None, f"the archive is damaged or incomplete ({what[:80]})", _AGAIN)


@dataclass(slots=True)
class _Archive:
    """An archive of which a bounded number of bytes may be unpacked."""

    path: Path
    archive: zipfile.ZipFile
    size: int  # bytes of the file
    left: int  # bytes that may still be unpacked

    def text(self, name: str) -> Iterator[str]:
        """Yield the text of a file of the archive piece by piece."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        try:
            with self.archive.open(name) as file:
                while piece := file.read(_PIECE):
                    self.left -= len(piece)
                    if self.left < 0:
                        raise FormatError(self.path, None, *describe_oversize(self.size))
                    if text := decoder.decode(piece):
                        yield text
        except UnicodeDecodeError:
            raise self.refusal(f"{name} cannot be read: it is not written in UTF-8") from None
        except _DAMAGES as error:
            raise _damage(self.path, error) from None

    def refusal(self, what: str, line: int | None = None) -> FormatError:
        return FormatError(self.path, line, what, _AGAIN)


def _dictionary(archive: _Archive) -> Dictionary:
    path = archive.path
    said, banks = _index(archive), _banks(archive)
    if not banks:
        what = "this is no dictionary of terms for Yomitan: it has no banks of terms"
        raise FormatError(path, None, what, "Choose another")
    version = said.get("format", said.get("version"))
    if not isinstance(version, str | int | float | None) or version not in (1, 2, 3):
        shown = repr(str(version)[:20]) if isinstance(version, str | int | float | None) else "no number"
        what = f"its format is {shown}, and 1 to 3 can be read"
        raise FormatError(path, None, what, "Get the dictionary in one of these")
    entries: dict[str, list[object]] = {}
    count = 0
    for bank in banks:
        for number, row in enumerate(_BankRows(archive, bank), 1):
            _take(archive, bank, number, row, version == 1, entries)
            count += 1
            if max(count, len(entries)) > _MOST_WORDS:
                raise FormatError(path, None, f"it has more than {_MOST_WORDS:,} words", "Use a smaller dictionary")
    title = said.get("title")
    title = " ".join(_without_surrogates(title[:_LONGEST_TITLE]).split()) if isinstance(title, str) else ""
    return Dictionary(path, title or path.stem, entries, str, count)


def _index(archive: _Archive) -> dict[str, object]:
    """Return what index.json says."""
    name, text = "index.json", ""
    for piece in archive.text(name):
        text += piece
        if len(text) > _LONGEST_ROW:
            raise archive.refusal(f"{name} has more than {_LONGEST_ROW:,} characters")
    try:
        said = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise archive.refusal(f"{name} is no JSON ({error.msg})", error.lineno) from None
    except (RecursionError, ValueError) as error:
        raise archive.refusal(f"{name} cannot be read: {_reason(error)}") from None
    if not isinstance(said, dict):
        what = "this is no dictionary of terms for Yomitan: index.json is no object"
        raise FormatError(archive.path, None, what, "Choose another")
    return said


def _banks(archive: _Archive) -> list[str]:
    """Return the names of the banks of terms in the order of their numbers."""
    banks: list[tuple[int, str]] = []
    for name in archive.archive.namelist():
        if (match := _BANK.fullmatch(name)) is None:
            continue
        if len(match[1]) > _LONGEST_NUMBER:
            raise archive.refusal(f"the number of the bank {name[:40]!r} has {len(match[1]):,} digits")
        banks.append((int(match[1]), name))
    return [name for _, name in sorted(banks)]


class _BankRows:
    """The rows of a bank, each parsed by itself: neither the text of the bank nor what it would become in memory is
    ever there as a whole, and no call of the parser is long."""

    def __init__(self, archive: _Archive, name: str) -> None:
        self._archive, self._name = archive, name
        self._pieces = archive.text(name)
        self._text, self._at = "", 0  # what was unpacked last, and how much of it was read
        self._lines = 0  # before that
        self._number = 1  # of the row that comes

    def __iter__(self) -> Iterator[object]:
        if self._next_sign() != "[":
            raise self._archive.refusal(f"{self._name} is no list of terms")
        self._at += 1
        if self._next_sign() == "]":
            self._at += 1
            return self._end()
        while True:
            yield self._row()
            self._number += 1
            sign = self._next_sign()
            if sign not in (",", "]"):
                self._refuse_json("Expecting ',' delimiter")
            self._at += 1
            if sign == "]":
                return self._end()

    def _row(self) -> object:
        self._next_sign()
        while True:
            try:
                row, self._at = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._read_more():
                    self._refuse_json(error.msg, error.pos)
            except (RecursionError, ValueError) as error:
                what = f"row {self._number:,} of {self._name} cannot be read: {_reason(error)}"
                raise self._archive.refusal(what) from None
            else:
                return row

    def _next_sign(self) -> str:
        """Return the next character that is no white space, "" at the end."""
        while True:
            match = _SPACE.match(self._text, self._at)
            assert match is not None
            self._at = match.end()
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._read_more():
                return ""

    def _read_more(self) -> bool:
        """Append at least as much as there is of the row that is cut off, so that what is read again stays little."""
        rest = len(self._text) - self._at
        pieces = [self._text[self._at :]]
        if rest > _LONGEST_ROW:
            what = f"row {self._number:,} of {self._name} has more than {_LONGEST_ROW:,} characters: no entry has"
            raise self._archive.refusal(what)
        more = 0
        while more <= rest and (piece := next(self._pieces, "")):
            pieces.append(piece)
            more += len(piece)
        if more:
            self._lines += self._text.count("\n", 0, self._at)
            self._text, self._at = "".join(pieces), 0
        return more > 0

    def _end(self) -> None:
        if self._next_sign():
            self._refuse_json("Extra data")

    def _refuse_json(self, message: str, at: int | None = None) -> NoReturn:
        line = self._lines + self._text.count("\n", 0, self._at if at is None else at) + 1
        raise self._archive.refusal(f"{self._name} is no JSON ({message})", line)


def _reason(error: RecursionError | ValueError) -> str:
    """Return what cannot be read: the parser raises no other ValueError than that of a number without end."""
    if isinstance(error, RecursionError):
        return "lists are nested too deeply in it"
    return "there is a number in it that has too many digits"


def _take(archive: _Archive, bank: str, number: int, row: object, old: bool, entries: dict[str, list[object]]) -> None:
    """Adds a term: its word, how it is read, and what it means."""
    if not isinstance(row, list) or len(row) < 6 or not all(isinstance(cell, str) for cell in row[:2]):
        raise archive.refusal(f"row {number:,} of {bank} is no term")
    said = row[5:] if old else row[5]
    if not isinstance(said, list):
        return
    text = "\n".join(filter(None, (" ".join("".join(_texts(meaning)).split()) for meaning in said)))
    if text:
        words = [_without_surrogates(cell) for cell in row[:2]]
        add_entry(entries, words, _without_surrogates(text[: LONGEST_ENTRY + 1]))


def _without_surrogates(text: str) -> str:
    """Return a text that can be written and shown: half a character, which JSON may name, is replaced."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _texts(said: object, depth: int = 0) -> Iterator[str]:
    """The texts in structured content, in order; of pictures nothing."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, list) and depth < _DEEPEST:
        for one in said:
            yield from _texts(one, depth + 1)
    elif isinstance(said, dict) and depth < _DEEPEST and said.get("type") != "image" and said.get("tag") != "rt":
        yield from _texts(said.get("text", said.get("content", "")), depth + 1)
        if said.get("tag") in ("li", "div", "p", "br"):
            yield " "
