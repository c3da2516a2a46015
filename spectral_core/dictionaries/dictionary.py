"""What a dictionary is, whatever file it comes from: a title, and what it says under a headword."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LONGEST = 60  # characters of a meaning under a word
_SIGNS = re.compile(r"[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0591-\u05c7]")  # vowels that few write
_NUMBER = re.compile(r"_\d+$")  # tells lemmas apart that are spelt alike
_BREAK = re.compile(r"(?i)<br\s*/?>|</(?:p|div|li|tr|h\d|def|ar|blockquote)>")
_TAG = re.compile(r"<[^<>]{0,400}>")
_HIDDEN = re.compile(r"(?is)<(style|script|k)\b[^<>]{0,400}>.{0,20000}?</\1\s*>")  # of xdxf, k is the headword
_SOUNDS = re.compile(r"^(?:/[^/]{1,80}/|\[[^]]{1,80}\])\s*")  # how a word is pronounced
_FIRST = re.compile(r"^(?:[\s\d.()\[\]•◦▪*:;,–—-]|[ivx]+[.)]\s)+")
_PARTS = re.compile(r"^(?:(?:n|v|vt|vi|adj|adv|prep|conj|pron|interj|art|num|aux|pl)\.\s*)+", re.IGNORECASE)


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
        """What is said of the first of these words that is known, an entry each, as plain text."""
        for name in names_of(*words):
            if places := self.entries.get(name):
                yield from filter(None, (plain(self.read(place)) for place in places))
                return

    def gloss(self, *words: str) -> str:
        """The first meaning in a few words; "" where none of the words is known."""
        return next(filter(None, map(gloss_of, self.meanings(*words))), "")

    def share_known(self, words: Sequence[str]) -> float:
        """How many of these words it has, as a share."""
        known = sum(any(name in self.entries for name in names_of(word)) for word in words)
        return known / len(words) if words else 0.0


def names_of(*words: str) -> Iterator[str]:
    """The spellings under which words are looked up: as they stand, in lower case, and without signs for vowels."""
    seen: set[str] = set()
    for word in words:
        whole = unicodedata.normalize("NFC", " ".join(_NUMBER.sub("", word).split()))
        for name in (whole, whole.lower(), _SIGNS.sub("", whole).lower()):
            if name and name not in seen:
                seen.add(name)
                yield name


def plain(text: str) -> str:
    """An entry without its marks of layout, a line each for what stood on lines of its own."""
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub("\n", _HIDDEN.sub("", text)))
    lines = (" ".join(line.split()) for line in html.unescape(text).split("\n"))
    return "\n".join(filter(None, lines))


def gloss_of(entry: str) -> str:
    """The first meaning of an entry, short enough to stand under a word."""
    for line in entry.split("\n"):
        said = _PARTS.sub("", _FIRST.sub("", _SOUNDS.sub("", line.strip()))).strip()
        if said:
            said = re.split(r"[;；。]|\s\d[.)]\s|,\s(?=\S+,\s)", said)[0].strip(" ,.")
            return said if len(said) <= _LONGEST else said[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
    return ""
