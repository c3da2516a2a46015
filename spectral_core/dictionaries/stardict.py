"""Dictionaries of StarDict: .ifo says what there is, .idx where each word stands, .dict or .dict.dz what it says."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from spectral_core.dictionaries.dictionary import LONGEST_ENTRY, Dictionary, add_entry
from spectral_core.errors import FormatError
from spectral_core.files import read

_FIRST_LINE = "StarDict's dict ifo file"
_MOST_WORDS = 5_000_000
_LONGEST_WORD = 1024  # bytes
_LONGEST_NUMBER = 18  # digits
_LONGEST_INFO = 1 << 20  # bytes of an .ifo file
_MOST_KINDS = 26  # fields of an entry
_LONGEST_FIELD = 4 * (LONGEST_ENTRY + 1)  # bytes, which are more characters than are shown
_AGAIN = "Download the dictionary again; its files belong together"
_TEXTS, _HELD = "mlgtxykwhn", "WPX"  # kinds of fields: texts that end in NUL, data that say their length
_SHOWN = "mlgxwhnk"  # texts that say what a word means


@dataclass(frozen=True, slots=True)
class _Content:
    """The texts of all entries, with what kind of fields each has."""

    content: bytes
    kinds: str  # of the fields of every entry; "" where each entry says so itself

    def __call__(self, place: object) -> str:
        """Return the beginning of an entry, as much as is shown of one."""
        assert isinstance(place, tuple)
        at, size = place
        content, kinds, end = self.content, self.kinds, at + size
        texts: list[str] = []
        shown = 0
        for field in range(len(kinds) or _MOST_KINDS):
            if at >= end or shown >= LONGEST_ENTRY:
                break
            kind = kinds[field] if kinds else chr(content[at])
            at += 0 if kinds else 1
            is_last = field == len(kinds) - 1
            if kind in _HELD:
                at = end if is_last else at + 4 + int.from_bytes(content[at : at + 4], "big")
                continue
            field_end = -1 if is_last else content.find(b"\0", at, end)
            field_end = end if field_end < 0 else field_end
            if kind in _SHOWN:
                text = content[at : min(field_end, at + _LONGEST_FIELD)].decode("utf-8", "replace")
                texts.append(text)
                shown += len(text)
            at = field_end + 1
        return "\n".join(texts)


def opened(path: Path) -> Dictionary:
    """The dictionary whose .ifo file this is."""
    said = _said(path)
    stem = path.with_suffix("")
    index = _beside(path, stem, (".idx", ".idx.gz"))
    data = _beside(path, stem, (".dict.dz", ".dict"))
    texts = read(data)
    wide = said.get("idxoffsetbits") == "64"
    words = _words(index, read(index), wide, len(texts), data)
    wanted = said.get("wordcount", "")
    if wanted.isdecimal() and int(wanted) != len(words):
        what = f"it has {len(words):,} words, but {path.name} says {int(wanted):,}"
        raise FormatError(index, None, what, _AGAIN)
    entries: dict[str, list[object]] = {}
    for word, offset, size in words:
        add_entry(entries, (word,), (offset, size))
    synonyms = stem.with_name(stem.name + ".syn")
    if synonyms.exists():
        for word, at in _synonyms(synonyms, read(synonyms), len(words)):
            add_entry(entries, (word,), words[at][1:])
    kinds = said.get("sametypesequence", "")
    if len(kinds) > _MOST_KINDS or set(kinds) - set(_TEXTS + _HELD + "r"):
        raise FormatError(path, None, f"its entries are of an unknown kind ({kinds[:20]!r})", "Use another dictionary")
    return Dictionary(path, said.get("bookname", "") or stem.name, entries, _Content(texts, kinds), len(words))


def _said(path: Path) -> dict[str, str]:
    content = read(path)
    if len(content) > _LONGEST_INFO:
        raise FormatError(path, None, f"this is no file of StarDict: it has more than {_LONGEST_INFO:,} bytes", _AGAIN)
    lines = content.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != _FIRST_LINE:
        raise FormatError(path, 1, f"this is no file of StarDict: it should begin with {_FIRST_LINE!r}", _AGAIN)
    said: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        name, equals, value = line.partition("=")
        if line.strip() and not equals:
            raise FormatError(path, number, f"{line[:40]!r} is no line `name=value`", _AGAIN)
        said[name.strip()] = value.strip()
    for name in ("idxoffsetbits", "wordcount"):
        value = said.get(name, "0")
        if not value.isdecimal():
            raise FormatError(path, None, f"{name} is {value[:20]!r}, which is no number", _AGAIN)
        if len(value) > _LONGEST_NUMBER:
            raise FormatError(path, None, f"{name} is a number of {len(value):,} digits, too large for a file", _AGAIN)
    return said


def _beside(path: Path, stem: Path, endings: tuple[str, ...]) -> Path:
    for ending in endings:
        if (found := stem.with_name(stem.name + ending)).exists():
            return found
    what = f"the file {stem.name}{endings[-1]} is not beside it"
    raise FormatError(path, None, what, "Put all files of the dictionary into one folder")


def _words(path: Path, content: bytes, wide: bool, size: int, data: Path) -> list[tuple[str, int, int]]:
    """(word, where its entry begins, how long that is) of all entries."""
    found: list[tuple[str, int, int]] = []
    layout = struct.Struct(">QI" if wide else ">II")
    at = 0
    while at < len(content):
        number, end = len(found) + 1, content.find(b"\0", at, at + _LONGEST_WORD)
        if end < 0 or end + 1 + layout.size > len(content):
            raise FormatError(path, None, f"it is cut short or damaged at entry {number:,}", _AGAIN)
        begin, length = layout.unpack_from(content, end + 1)
        if begin + length > size:
            what = f"entry {number:,} stands behind the end of {data.name}"
            raise FormatError(path, None, what, _AGAIN)
        found.append((content[at:end].decode("utf-8", "replace"), begin, length))
        if len(found) > _MOST_WORDS:
            raise FormatError(path, None, f"it has more than {_MOST_WORDS:,} words", "Use a smaller dictionary")
        at = end + 1 + layout.size
    return found


def _synonyms(path: Path, content: bytes, words: int) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    at = 0
    while at < len(content):
        end = content.find(b"\0", at, at + _LONGEST_WORD)
        number = int.from_bytes(content[end + 1 : end + 5], "big")
        if end < 0 or end + 5 > len(content) or number >= words:
            raise FormatError(path, None, f"it is cut short or damaged at entry {len(found) + 1:,}", _AGAIN)
        found.append((content[at:end].decode("utf-8", "replace"), number))
        if len(found) > _MOST_WORDS:
            raise FormatError(path, None, f"it has more than {_MOST_WORDS:,} words", "Use a smaller dictionary")
        at = end + 5
    return found
