"""Dictionary of any format: a title, and entries by headword."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

MAX_ENTRY_CHARACTERS = 4_000  # displayed of an entry
MAX_ENTRIES = 20  # of one headword
_MAX_KEY_CHARACTERS = 1_000  # of a headword
_MAX_MARK_RUN = 30  # maximum run of combining marks in a headword
_MAX_GLOSS_CHARACTERS = 60  # of a gloss under a word
# vowel signs that are rarely written
_VOWEL_SIGNS = re.compile(r"[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05c7]")
_NUMBER = re.compile(r"_\d+$")  # distinguishes homographs
_TAG = re.compile(r"<([^<>]{0,400})>")
_CUT_TAG = re.compile(r"<[^<>]{0,400}\Z")
_TAG_NAME = re.compile(r"(/?)([A-Za-z]{1,20}\d?)\b")
_BREAKS_BEFORE = {"br"}
_BREAKS_AFTER = {"p", "div", "li", "tr", "def", "ar", "blockquote", *(f"h{level}" for level in range(10))}
_HIDDEN = {"style", "script", "k"}  # elements hidden with their content; in xdxf, k is the headword
_PRONUNCIATION = re.compile(r"^(?:/[^/]{1,80}/|\[[^]]{1,80}\])\s*")  # phonetic transcription
_LIST_MARKERS = re.compile(r"^(?:[\s\d.()\[\]•◦▪*:;,–—-]|[ivx]+[.)]\s)+")
_PARTS_OF_SPEECH = re.compile(r"^(?:(?:n|v|vt|vi|adj|adv|prep|conj|pron|interj|art|num|aux|pl)\.\s*)+", re.IGNORECASE)
_END_OF_MEANING = re.compile(r"[;；。]|\s\d[.)]\s|,\s(?=\S+,\s)")


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    """Entries by the `make_lookup_keys` of their headwords; an entry is read on access."""

    path: Path
    title: str
    entries: Mapping[str, Sequence[object]]  # locations of a headword's entries, for `read_entry`
    read_entry: Callable[[object], str]
    word_count: int  # words with an entry
    has_markup: bool = True  # entries may have HTML tags and entities

    def __len__(self) -> int:
        return self.word_count

    def __repr__(self) -> str:
        return f"<Dictionary {self.title}: {len(self):,} words>"

    def find_meanings(self, *words: str) -> Iterator[str]:
        """Yield the entries of the first of these words that has any, without markup; at most MAX_ENTRIES."""
        for name in make_lookup_keys(*words):
            if entries := self.entries.get(name):
                texts = map(self.read_entry, entries[:MAX_ENTRIES])
                yield from filter(None, map(strip_markup if self.has_markup else normalise_lines, texts))
                return

    def find_gloss(self, *words: str) -> str:
        """Return the first meaning of these words, in a few words; "" if none of them has an entry."""
        return next(filter(None, map(extract_gloss, self.find_meanings(*words))), "")

    def compute_coverage(self, words: Sequence[str]) -> float:
        """Return the share of these words that have an entry."""
        known_count = sum(any(name in self.entries for name in make_lookup_keys(word)) for word in words)
        return known_count / len(words) if words else 0.0


def make_lookup_keys(*words: str) -> Iterator[str]:
    """Yield the spellings under which words are looked up: unchanged, in lower case, and without vowel signs; none for
    words far longer than a headword."""
    yielded: set[str] = set()
    for word in words:
        if len(word) > _MAX_KEY_CHARACTERS or _has_long_run_of_marks(word):
            continue
        normalised = unicodedata.normalize("NFC", " ".join(_NUMBER.sub("", word).split()))
        for key in (normalised, normalised.lower(), _VOWEL_SIGNS.sub("", normalised).lower()):
            if key and key not in yielded:
                yielded.add(key)
                yield key


def _has_long_run_of_marks(word: str) -> bool:
    """Return whether a word has a very long run of combining marks: normalising it (NFC) takes quadratic time."""
    if len(word) <= _MAX_MARK_RUN or word.isascii():
        return False
    length = 0
    for character in word:
        length = length + 1 if unicodedata.category(character).startswith("M") else 0
        if length > _MAX_MARK_RUN:
            return True
    return False


def add_entry(entries: dict[str, list[object]], words: Sequence[str], entry: object) -> None:
    """Add an entry under all spellings of its headwords; at most MAX_ENTRIES each."""
    for key in make_lookup_keys(*words):
        key_entries = entries.setdefault(key, [])
        if len(key_entries) < MAX_ENTRIES:
            key_entries.append(entry)


def strip_markup(text: str) -> str:
    """Return the beginning of an entry as plain text, with its line breaks."""
    if len(text) > MAX_ENTRY_CHARACTERS:
        text = _CUT_TAG.sub("", text[:MAX_ENTRY_CHARACTERS])
    if "<" in text:
        text = _strip_tags(text)
    # short enough that no number in `&#...;` exceeds Python's digit limit
    return normalise_lines(html.unescape(text))


def normalise_lines(text: str) -> str:
    """Return the beginning of a text without empty lines and runs of blanks."""
    lines = (" ".join(line.split()) for line in text[:MAX_ENTRY_CHARACTERS].split("\n"))
    return "\n".join(filter(None, lines))


def _strip_tags(text: str) -> str:
    """Remove tags and hidden elements from a text, with a line break for each block tag. Runs in linear time; an
    unclosed element is not hidden."""
    pieces = _TAG.split(text)  # text, content of a tag, text, and so on
    names = [_parse_tag(inside) for inside in pieces[1::2]]
    ends = [0] * len(names)  # index of the closing tag of each hidden element
    next_end: dict[str, int] = {}
    for position in range(len(names) - 1, -1, -1):
        closes, name = names[position]
        if closes:
            next_end[name] = position
        elif name in _HIDDEN:
            ends[position] = next_end.get(name, 0)
    visible = [pieces[0]]
    position = 0
    while position < len(names):
        closes, name = names[position]
        if ends[position]:
            position = ends[position]
        elif name in (_BREAKS_AFTER if closes else _BREAKS_BEFORE):
            visible.append("\n")
        visible.append(pieces[2 * position + 2])
        position += 1
    return "".join(visible)


def _parse_tag(inside: str) -> tuple[bool, str]:
    """Parse a tag: whether it is a closing one, and its lower-case element name."""
    match = _TAG_NAME.match(inside)
    return (False, "") if match is None else (bool(match[1]), match[2].lower())


def extract_gloss(entry: str) -> str:
    """Return the first meaning of an entry, short enough to be displayed under a word."""
    for line in entry.split("\n"):
        meaning = _PARTS_OF_SPEECH.sub("", _LIST_MARKERS.sub("", _PRONUNCIATION.sub("", line.strip()))).strip()
        if meaning := _END_OF_MEANING.split(meaning.lstrip("；。"), maxsplit=1)[0].strip(" ,."):
            return (
                meaning
                if len(meaning) <= _MAX_GLOSS_CHARACTERS
                else meaning[: _MAX_GLOSS_CHARACTERS - 1].rsplit(" ", 1)[0] + "…"
            )
    return ""
