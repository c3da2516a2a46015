"""Dictionaries of StarDict: .ifo says what there is, .idx where each word stands, .dict or .dict.dz what it says."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from spectral_core.dictionaries.dictionary import Dictionary, names_of
from spectral_core.errors import FormatError
from spectral_core.files import read

_FIRST_LINE = "StarDict's dict ifo file"
_MOST_WORDS = 5_000_000
_LONGEST_WORD = 1024  # bytes
_AGAIN = "Download the dictionary again; its files belong together"
_TEXTS, _HELD = "mlgtxykwhn", "WPX"  # kinds of fields: texts that end in NUL, data that say their length
_SHOWN = "mlgxwhnk"  # texts that say what a word means


@dataclass(frozen=True, slots=True)
class _Content:
    """The texts of all entries, with what kind of fields each has."""

    content: bytes
    kinds: str  # of the fields of every entry; "" where each entry says so itself

    def __call__(self, place: object) -> str:
        assert isinstance(place, tuple)
        offset, size = place
        data, kinds = self.content[offset : offset + size], self.kinds
        found = []
        at = 0
        while at < len(data) and (kinds or not self.kinds):
            if self.kinds:
                kind, kinds = kinds[0], kinds[1:]
                last = not kinds
            else:
                kind, last, at = chr(data[at]), False, at + 1
            if kind in _HELD:
                at += (len(data) - at) if last else 4 + int.from_bytes(data[at : at + 4], "big")
                continue
            end = -1 if last else data.find(b"\0", at)
            end = len(data) if end < 0 else end
            if kind in _SHOWN:
                found.append(data[at:end].decode("utf-8", "replace"))
            at = end + 1
        return "\n".join(found)


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
        for name in names_of(word):
            entries.setdefault(name, []).append((offset, size))
    synonyms = stem.with_name(stem.name + ".syn")
    if synonyms.exists():
        for word, at in _synonyms(synonyms, read(synonyms), len(words)):
            for name in names_of(word):
                entries.setdefault(name, []).append(words[at][1:])
    kinds = said.get("sametypesequence", "")
    if set(kinds) - set(_TEXTS + _HELD + "r"):
        raise FormatError(path, None, f"its entries are of an unknown kind ({kinds[:20]!r})", "Use another dictionary")
    return Dictionary(path, said.get("bookname", "") or stem.name, entries, _Content(texts, kinds), len(words))


def _said(path: Path) -> dict[str, str]:
    lines = read(path).decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != _FIRST_LINE:
        raise FormatError(path, 1, f"this is no file of StarDict: it should begin with {_FIRST_LINE!r}", _AGAIN)
    said: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        name, equals, value = line.partition("=")
        if line.strip() and not equals:
            raise FormatError(path, number, f"{line[:40]!r} is no line `name=value`", _AGAIN)
        said[name.strip()] = value.strip()
    for name in ("idxoffsetbits", "wordcount"):
        if not said.get(name, "0").isdecimal():
            raise FormatError(path, None, f"{name} is {said[name][:20]!r}, which is no number", _AGAIN)
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
        at = end + 5
    return found
