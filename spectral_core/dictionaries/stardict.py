"""StarDict dictionaries: .ifo describes the dictionary, .idx lists the words, .dict or .dict.dz has the entries."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from spectral_core.dictionaries.dictionary import MAX_ENTRY_CHARACTERS, Dictionary, add_entry
from spectral_core.errors import FormatError
from spectral_core.files import read_file

_FIRST_LINE = "StarDict's dict ifo file"
_MAX_WORDS = 5_000_000
_MAX_WORD_BYTES = 1024
_MAX_DIGITS = 18  # of a number in the .ifo file
_MAX_INFO_BYTES = 1 << 20  # of an .ifo file
_MAX_FIELDS = 26  # of an entry
_MAX_FIELD_BYTES = 4 * (MAX_ENTRY_CHARACTERS + 1)  # more than the displayed characters
_REMEDY = "Download the dictionary again; its files belong together"
_TEXT_KINDS, _DATA_KINDS = "mlgtxykwhn", "WPX"  # field types: NUL-terminated texts, data with a length prefix
_MEANING_KINDS = "mlgxwhnk"  # text fields with a word's meaning


@dataclass(frozen=True, slots=True)
class _EntryReader:
    """Reader of entries: returns the text at an offset of the uncompressed .dict file."""

    content: bytes
    kinds: str  # field types of every entry; "" if each entry has its own

    def __call__(self, entry: object) -> str:
        """Return the displayed beginning of an entry."""
        assert isinstance(entry, tuple)
        offset, size = entry
        content, kinds, end = self.content, self.kinds, offset + size
        texts: list[str] = []
        length = 0
        for field in range(len(kinds) or _MAX_FIELDS):
            if offset >= end or length >= MAX_ENTRY_CHARACTERS:
                break
            kind = kinds[field] if kinds else chr(content[offset])
            offset += 0 if kinds else 1
            is_last = field == len(kinds) - 1
            if kind in _DATA_KINDS:
                offset = end if is_last else offset + 4 + int.from_bytes(content[offset : offset + 4], "big")
                continue
            field_end = -1 if is_last else content.find(b"\0", offset, end)
            field_end = end if field_end < 0 else field_end
            if kind in _MEANING_KINDS:
                text = content[offset : min(field_end, offset + _MAX_FIELD_BYTES)].decode("utf-8", "replace")
                texts.append(text)
                length += len(text)
            offset = field_end + 1
        return "\n".join(texts)


def open_stardict(path: Path) -> Dictionary:
    """Open a StarDict dictionary by its .ifo file; FormatError if one of its files is missing or damaged."""
    info = _read_info_file(path)
    stem = path.with_suffix("")
    index = _find_companion_file(path, stem, (".idx", ".idx.gz"))
    data = _find_companion_file(path, stem, (".dict.dz", ".dict"))
    texts = read_file(data)
    has_wide_offsets = info.get("idxoffsetbits") == "64"
    words = _parse_word_index(index, read_file(index), has_wide_offsets, len(texts), data)
    word_count = info.get("wordcount", "")
    if word_count and int(word_count) != len(words):
        message = f"it has {len(words):,} words, but {path.name} says {int(word_count):,}"
        raise FormatError(index, None, message, _REMEDY)
    entries: dict[str, list[object]] = {}
    for word, offset, size in words:
        add_entry(entries, (word,), (offset, size))
    synonyms = stem.with_name(stem.name + ".syn")
    if synonyms.exists():
        for word, number in _parse_synonyms(synonyms, read_file(synonyms), len(words)):
            add_entry(entries, (word,), words[number][1:])
    kinds = info.get("sametypesequence", "")
    if len(kinds) > _MAX_FIELDS or set(kinds) - set(_TEXT_KINDS + _DATA_KINDS + "r"):
        raise FormatError(path, None, f"its entries are of an unknown kind ({kinds[:20]!r})", "Use another dictionary")
    return Dictionary(path, info.get("bookname", "") or stem.name, entries, _EntryReader(texts, kinds), len(words))


def _read_info_file(path: Path) -> dict[str, str]:
    """Read the .ifo file of a dictionary and return its fields as name: value; FormatError if it is malformed."""
    content = read_file(path)
    if len(content) > _MAX_INFO_BYTES:
        raise FormatError(
            path, None, f"this is no file of StarDict: it has more than {_MAX_INFO_BYTES:,} bytes", _REMEDY
        )
    lines = content.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")
    if lines[0].strip() != _FIRST_LINE:
        raise FormatError(path, 1, f"this is no file of StarDict: it should begin with {_FIRST_LINE!r}", _REMEDY)
    info: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        name, equals, value = line.partition("=")
        if line.strip() and not equals:
            raise FormatError(path, number, f"{line[:40]!r} is no line `name=value`", _REMEDY)
        info[name.strip()] = value.strip()
    for name in ("idxoffsetbits", "wordcount"):
        value = info.get(name, "0")
        if not value.isdecimal():
            raise FormatError(path, None, f"{name} is {value[:20]!r}, which is no number", _REMEDY)
        if len(value) > _MAX_DIGITS:
            raise FormatError(path, None, f"{name} is a number of {len(value):,} digits, too large for a file", _REMEDY)
    return info


def _find_companion_file(path: Path, stem: Path, suffixes: tuple[str, ...]) -> Path:
    """Return the first existing file with this stem and one of these suffixes; FormatError if there is none."""
    for suffix in suffixes:
        if (companion := stem.with_name(stem.name + suffix)).exists():
            return companion
    message = f"the file {stem.name}{suffixes[-1]} is not in the same folder"
    raise FormatError(path, None, message, "Put all files of the dictionary into one folder")


def _parse_word_index(
    path: Path, content: bytes, has_wide_offsets: bool, size: int, data: Path
) -> list[tuple[str, int, int]]:
    """Parse the .idx file: return (word, offset, length) of all entries."""
    entries: list[tuple[str, int, int]] = []
    layout = struct.Struct(">QI" if has_wide_offsets else ">II")
    offset = 0
    while offset < len(content):
        number, end = len(entries) + 1, content.find(b"\0", offset, offset + _MAX_WORD_BYTES)
        if end < 0 or end + 1 + layout.size > len(content):
            raise FormatError(path, None, f"it is cut short or damaged at entry {number:,}", _REMEDY)
        begin, length = layout.unpack_from(content, end + 1)
        if begin + length > size:
            message = f"entry {number:,} is beyond the end of {data.name}"
            raise FormatError(path, None, message, _REMEDY)
        entries.append((content[offset:end].decode("utf-8", "replace"), begin, length))
        if len(entries) > _MAX_WORDS:
            raise FormatError(path, None, f"it has more than {_MAX_WORDS:,} words", "Use a smaller dictionary")
        offset = end + 1 + layout.size
    return entries


def _parse_synonyms(path: Path, content: bytes, words: int) -> list[tuple[str, int]]:
    """Parse the .syn file: return (word, number of its entry) of all synonyms."""
    synonyms: list[tuple[str, int]] = []
    offset = 0
    while offset < len(content):
        end = content.find(b"\0", offset, offset + _MAX_WORD_BYTES)
        number = int.from_bytes(content[end + 1 : end + 5], "big")
        if end < 0 or end + 5 > len(content) or number >= words:
            raise FormatError(path, None, f"it is cut short or damaged at entry {len(synonyms) + 1:,}", _REMEDY)
        synonyms.append((content[offset:end].decode("utf-8", "replace"), number))
        if len(synonyms) > _MAX_WORDS:
            raise FormatError(path, None, f"it has more than {_MAX_WORDS:,} words", "Use a smaller dictionary")
        offset = end + 5
    return synonyms
