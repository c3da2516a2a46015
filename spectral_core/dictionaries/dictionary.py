"""What a dictionary is, whatever file it comes from: a title, and what it says under a headword."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LONGEST_ENTRY = 4_000  # characters of an entry that are shown
MOST_ENTRIES = 20  # of one headword
_LONGEST_NAME = 1_000  # characters of a headword
_MOST_MARKS = 30  # combining marks in a row in a headword
_LONGEST = 60  # characters of a meaning under a word
_SIGNS = re.compile(r"[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05c7]")  # vowels that few write
_NUMBER = re.compile(r"_\d+$")  # tells lemmas apart that are spelt alike
_TAG = re.compile(r"<([^<>]{0,400})>")
_CUT_TAG = re.compile(r"<[^<>]{0,400}\Z")
_TAG_NAME = re.compile(r"(/?)([A-Za-z]{1,20}\d?)\b")
_BREAKS_BEFORE = {"br"}
_BREAKS_BEHIND = {"p", "div", "li", "tr", "def", "ar", "blockquote", *(f"h{level}" for level in range(10))}
_HIDDEN = {"style", "script", "k"}  # elements without their content; of xdxf, k is the headword
_SOUNDS = re.compile(r"^(?:/[^/]{1,80}/|\[[^]]{1,80}\])\s*")  # how a word is pronounced
_FIRST = re.compile(r"^(?:[\s\d.()\[\]•◦▪*:;,–—-]|[ivx]+[.)]\s)+")
_PARTS = re.compile(r"^(?:(?:n|v|vt|vi|adj|adv|prep|conj|pron|interj|art|num|aux|pl)\.\s*)+", re.IGNORECASE)
_END_OF_FIRST = re.compile(r"[;；。]|\s\d[.)]\s|,\s(?=\S+,\s)")


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    """Entries by the `names_of` their headwords; what stands there is read when it is asked for."""

    path: Path
    title: str
    entries: Mapping[str, Sequence[object]]  # where the entries of a headword are, for `read`
    read: Callable[[object], str]
    words: int  # that have an entry

    def __len__(self) -> int:
        return self.words

    def __repr__(self) -> str:
        return f"<Dictionary {self.title}: {len(self):,} words>"

    def meanings(self, *words: str) -> Iterator[str]:
        """What is said of the first of these words that is known, an entry each, as plain text; the first of them
        where there are very many."""
        for name in names_of(*words):
            if places := self.entries.get(name):
                yield from filter(None, (plain(self.read(place)) for place in places[:MOST_ENTRIES]))
                return

    def gloss(self, *words: str) -> str:
        """The first meaning in a few words; "" where none of the words is known."""
        return next(filter(None, map(gloss_of, self.meanings(*words))), "")

    def share_known(self, words: Sequence[str]) -> float:
        """How many of these words it has, as a share."""
        known = sum(any(name in self.entries for name in names_of(word)) for word in words)
        return known / len(words) if words else 0.0


def names_of(*words: str) -> Iterator[str]:
    """The spellings under which words are looked up: as they stand, in lower case, and without signs for vowels; none
    of what is far longer than a headword, or has very many combining marks in a row."""
    seen: set[str] = set()
    for word in words:
        if len(word) > _LONGEST_NAME or _has_long_run_of_marks(word):
            continue
        whole = unicodedata.normalize("NFC", " ".join(_NUMBER.sub("", word).split()))
        for name in (whole, whole.lower(), _SIGNS.sub("", whole).lower()):
            if name and name not in seen:
                seen.add(name)
                yield name


def _has_long_run_of_marks(word: str) -> bool:
    """Return whether very many combining marks follow one another: sorting them (NFC) takes quadratic time."""
    if len(word) <= _MOST_MARKS or word.isascii():
        return False
    length = 0
    for character in word:
        length = length + 1 if unicodedata.category(character).startswith("M") else 0
        if length > _MOST_MARKS:
            return True
    return False


def add_entry(entries: dict[str, list[object]], words: Sequence[str], place: object) -> None:
    """Add an entry under all spellings of its headwords; no more than are shown under any of them."""
    for name in names_of(*words):
        places = entries.setdefault(name, [])
        if len(places) < MOST_ENTRIES:
            places.append(place)


def plain(text: str) -> str:
    """Return the beginning of an entry without its markup, a line each for what stood on lines of its own."""
    if len(text) > LONGEST_ENTRY:
        text = _CUT_TAG.sub("", text[:LONGEST_ENTRY])
    if "<" in text:
        text = _without_tags(text)
    # which is short enough that no number in `&#...;` has more digits than Python reads
    lines = (" ".join(line.split()) for line in html.unescape(text).split("\n"))
    return "\n".join(filter(None, lines))


def _without_tags(text: str) -> str:
    """Return a text without tags and without hidden elements, with a line break for each tag that ends a line. Every
    character is looked at a fixed number of times; an element that is not closed is not hidden."""
    pieces = _TAG.split(text)  # a text, what is inside a tag, a text, and so on
    names = [_tag_name(inside) for inside in pieces[1::2]]
    ends = [0] * len(names)  # for each tag that hides what follows: the tag where that ends
    next_end: dict[str, int] = {}
    for at in range(len(names) - 1, -1, -1):
        closes, name = names[at]
        if closes:
            next_end[name] = at
        elif name in _HIDDEN:
            ends[at] = next_end.get(name, 0)
    shown = [pieces[0]]
    at = 0
    while at < len(names):
        closes, name = names[at]
        if ends[at]:
            at = ends[at]
        elif name in (_BREAKS_BEHIND if closes else _BREAKS_BEFORE):
            shown.append("\n")
        shown.append(pieces[2 * at + 2])
        at += 1
    return "".join(shown)


def _tag_name(inside: str) -> tuple[bool, str]:
    """Return whether a tag closes an element, and the element's name in lower case."""
    match = _TAG_NAME.match(inside)
    return (False, "") if match is None else (bool(match[1]), match[2].lower())


def gloss_of(entry: str) -> str:
    """The first meaning of an entry, short enough to stand under a word."""
    for line in entry.split("\n"):
        said = _PARTS.sub("", _FIRST.sub("", _SOUNDS.sub("", line.strip()))).strip()
        if said:
            said = _END_OF_FIRST.split(said, maxsplit=1)[0].strip(" ,.")
            return said if len(said) <= _LONGEST else said[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return ""
