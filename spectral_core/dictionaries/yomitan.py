"""Dictionaries of Yomitan: an archive with index.json and banks of terms, each a list of rows."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from spectral_core.dictionaries.dictionary import Dictionary, names_of
from spectral_core.errors import FormatError
from spectral_core.files import most_unpacked, too_large_unpacked

_BANK = re.compile(r"term_bank_(\d+)\.json")
_PIECE = 1 << 20
_DEEPEST = 40  # of content within content
_MOST_WORDS = 5_000_000
_MOST_LISTS = 4_000_000  # and objects in a bank, which take far more room than their letters
_AGAIN = "Download the dictionary again"


def opened(path: Path) -> Dictionary:
    """The dictionary in an archive."""
    read_bytes = path.stat().st_size
    if not zipfile.is_zipfile(path):
        raise FormatError(path, None, "this is no zip archive, or it was cut short", _AGAIN)
    entries: dict[str, list[object]] = {}
    left, count = most_unpacked(read_bytes), 0
    try:
        with zipfile.ZipFile(path) as archive:
            banks = sorted(
                (int(found[1]), name) for name in archive.namelist() if (found := _BANK.fullmatch(name)) is not None
            )
            said, left = _json(path, archive, "index.json", left, read_bytes)
            if not isinstance(said, dict) or not banks:
                what = "it has no banks of terms" if isinstance(said, dict) else "index.json is no object"
                raise FormatError(path, None, f"this is no dictionary of terms for Yomitan: {what}", "Choose another")
            version = said.get("format", said.get("version"))
            if version not in (1, 2, 3):
                what = f"its format is {str(version)[:20]!r}, and 1 to 3 can be read"
                raise FormatError(path, None, what, "Get the dictionary in one of these")
            for _, name in banks:
                rows, left = _json(path, archive, name, left, read_bytes)
                if not isinstance(rows, list):
                    raise FormatError(path, None, f"{name} is no list of terms", _AGAIN)
                count += len(rows)
                for number, row in enumerate(rows, 1):
                    _take(path, name, number, row, version == 1, entries)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, KeyError, OSError) as error:
        what = str(error).strip("'\"") or "it could not be unpacked"
        raise FormatError(path, None, f"the archive is damaged or incomplete ({what[:80]})", _AGAIN) from None
    title = said.get("title")
    return Dictionary(path, title if isinstance(title, str) and title else path.stem, entries, str, count)


def _json(path: Path, archive: zipfile.ZipFile, name: str, left: int, packed: int) -> tuple[object, int]:
    """What a file of the archive says, and how many bytes may still be unpacked."""
    pieces: list[bytes] = []
    lists = 0
    with archive.open(name) as file:
        while piece := file.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise FormatError(path, None, *too_large_unpacked(packed))
            lists += piece.count(b"[") + piece.count(b"{")
            if lists > _MOST_LISTS:
                raise FormatError(path, None, f"{name} has more than {_MOST_LISTS:,} lists: no dictionary does", _AGAIN)
            pieces.append(piece)
    try:
        return json.loads(b"".join(pieces)), left
    except json.JSONDecodeError as error:
        raise FormatError(path, error.lineno, f"{name} is no JSON ({error.msg})", _AGAIN) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise FormatError(path, None, f"{name} cannot be read ({str(error)[:80]})", _AGAIN) from None


def _take(path: Path, bank: str, number: int, row: object, old: bool, entries: dict[str, list[object]]) -> None:
    """Adds a term: its word, how it is read, and what it means."""
    if not isinstance(row, list) or len(row) < 6 or not all(isinstance(cell, str) for cell in row[:2]):
        raise FormatError(path, None, f"row {number:,} of {bank} is no term", _AGAIN)
    said = row[5:] if old else row[5]
    text = (
        "\n".join(filter(None, (" ".join("".join(_texts(one)).split()) for one in said)))
        if (isinstance(said, list))
        else ""
    )
    if not text:
        return
    for name in names_of(row[0], row[1]):
        entries.setdefault(name, []).append(text)
    if len(entries) > _MOST_WORDS:
        raise FormatError(path, None, f"it has more than {_MOST_WORDS:,} words", "Use a smaller dictionary")


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
