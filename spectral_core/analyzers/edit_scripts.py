"""How a lemma is made of its word: what is cut and added at either end, and its capitals; for words of any language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

WHOLE = -1  # cut at the end: nothing of the word is in the lemma
SMALL, TITLE, CAPITAL, AS_WRITTEN = "small", "title", "capital", "written"
_DOTTED = str.maketrans({"İ": "i", "I": "ı"})


@dataclass(frozen=True, slots=True)
class Script:
    """What turns a word into its lemma."""

    cut_before: int
    add_before: str
    cut_after: int  # characters, or WHOLE
    add_after: str
    capitals: str  # of the lemma: SMALL, TITLE, CAPITAL, or AS_WRITTEN, which edits the word with the capitals it has

    def __str__(self) -> str:
        """A name for the script as a value of a label's element."""
        return f"{self.cut_before}{self.add_before}<{self.cut_after}{self.add_after}>{self.capitals}"

    def apply(self, word: str, small: str, dotted: bool = False) -> str | None:
        """The lemma of the word, whose small letters are `small`; None where more is cut than there is."""
        if self.cut_after == WHOLE:
            lemma = self.add_after
        else:
            letters = word if self.capitals == AS_WRITTEN else small
            end = len(letters) - self.cut_after
            if self.cut_before >= end:
                return None
            lemma = self.add_before + letters[self.cut_before : end] + self.add_after
        if self.capitals == TITLE:
            return _title(lemma, dotted)
        return capital_letters(lemma, dotted) if self.capitals == CAPITAL else lemma


def small_letters(word: str, dotted: bool = False) -> str:
    """The word in small letters; `dotted` tells i and ı apart, as Turkish does."""
    return (word.translate(_DOTTED) if dotted else word).lower()


@lru_cache(maxsize=1 << 16)
def script_of(word: str, lemma: str, dotted: bool = False) -> Script:
    """The script that keeps the longest common part of a word and its lemma, the first of several. The lemma's capitals
    are those of the word wherever that explains as much of it as small letters do."""
    letters, small = small_letters(word, dotted), small_letters(lemma, dotted)
    common = _common(letters, small)
    if lemma == small:
        capitals = SMALL
    else:
        written = _common(word, lemma)
        if written[0] < common[0] and lemma == _title(small, dotted):
            capitals = TITLE
        elif written[0] < common[0] and lemma == capital_letters(small, dotted):
            capitals = CAPITAL
        else:
            capitals, letters, small, common = AS_WRITTEN, word, lemma, written
    size, at, of = common
    if size == 0:
        return Script(0, "", WHOLE, lemma, AS_WRITTEN)
    return Script(at, small[:of], len(letters) - at - size, small[of + size :], capitals)


def _title(word: str, dotted: bool) -> str:
    return capital_letters(word[:1], dotted) + word[1:]


def capital_letters(letters: str, dotted: bool = False) -> str:
    """The letters as capitals; `dotted` tells i and ı apart."""
    return (letters.replace("i", "İ") if dotted else letters).upper()


def _common(first: str, second: str) -> tuple[int, int, int]:
    """The length of the longest common part and where it begins in either; of several, the first."""
    size = begin = 0
    for at in range(len(first)):
        while at + size < len(first) and first[at : at + size + 1] in second:
            size += 1
            begin = at
    return (size, begin, second.find(first[begin : begin + size])) if size else (0, 0, 0)
