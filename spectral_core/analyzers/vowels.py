"""Vowels that stand on the page as evidence: which readings of an Arabic word they contradict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from spectral_core.analyzers.features import named
from spectral_core.analyzers.transliteration import (
    MARKS,
    SUN_LETTERS,
    is_arabic,
    to_arabic,
    to_buckwalter,
    without_marks,
)
from spectral_core.data import EMPTY, Analysis

_VOWELS = frozenset("aiuFNK")
_SUKUN, _SHADDA, _DAGGER, _NONE = "o", "~", "`", ""
_SIGNS = frozenset(to_arabic(mark) for mark in MARKS)
_FOLDED = str.maketrans("><|{Yp", "AAAAyh", "_")  # spellings of one letter that analysers take for each other
_LONG = frozenset("Awy")
_UNKNOWN = "X"  # the tag of words that nobody has analysed
_CASES = {"N": ("Nom",), "u": ("Nom",), "K": ("Gen", "Acc"), "i": ("Gen", "Acc"), "F": ("Acc",), "a": ("Acc", "Gen")}
_ENDS = frozenset("nhkmyAw")  # letters that may end a pronoun or a number, whose vowels are not those of a case
_TANWIN = frozenset("FNK")


class _Letter(NamedTuple):
    name: str  # hamzas off
    doubled: bool
    vowel: str


def has_vowels(word: str) -> bool:
    """Whether a word of Arabic letters has a mark above or below one of them."""
    return not _SIGNS.isdisjoint(word) and any(sign not in _SIGNS for sign in word)


def as_printed(word: str) -> str:
    """The word as newspapers print it: what rankers count, so that vowelled text and bare text know each other."""
    return without_marks(word) if has_vowels(word) else word


def mostly_vowelled(words: Iterable[str]) -> bool:
    """Whether more than half of the words of Arabic letters have vowels."""
    arabic = vowelled = 0
    for word in words:
        if is_arabic(word) and any(map(str.isalpha, word)):
            arabic += 1
            vowelled += has_vowels(word)
    return 2 * vowelled > arabic


def with_vowels(word: str, analysis: Analysis) -> Analysis:
    """The reading of a word with the word's own vowels, where it has none."""
    return analysis._replace(vocalised=word) if analysis.vocalised == EMPTY and has_vowels(word) else analysis


def fitting(word: str, analyses: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Those that the vowels of the word do not contradict; where all are contradicted, those that are least."""
    if not analyses or not has_vowels(word):
        return tuple(analyses)
    flags = least([contradictions(word, each) for each in analyses])
    return tuple(each for each, fits in zip(analyses, flags, strict=True) if fits)


def least(counts: Sequence[int | None]) -> list[bool]:
    """Which counts of contradictions are the lowest; None, of what says nothing, always is."""
    lowest = min((count for count in counts if count is not None), default=0)
    return [count in (None, lowest) for count in counts]


def contradictions(word: str, analysis: Analysis) -> int | None:
    """How many of the signs written on the word the reading does not have; None for a reading as an unknown word. A
    sign that is not written says nothing, nor does a letter whose vowel the reading leaves open; before a liaison the
    last letter has a vowel of its own."""
    if analysis.upos == _UNKNOWN:
        return None
    written = _letters(word)
    if analysis.vocalised == EMPTY or not has_vowels(analysis.vocalised):
        return int(_wrong_case(written, analysis))
    read = _letters(analysis.vocalised)
    if [letter.name for letter in written] != [letter.name for letter in read]:
        return 0  # another spelling: what stands where cannot be told
    last = _last(read)
    whole = _is_whole(read)
    return sum(_differ(written, read, at, at >= last, whole) for at in range(len(read)))


@lru_cache(maxsize=1 << 14)
def _letters(word: str) -> tuple[_Letter, ...]:
    """The letters with their signs; nunation stands on the letter that is heard before it."""
    found: list[_Letter] = []
    for sign in to_buckwalter(word).translate(_FOLDED):
        if sign not in MARKS:
            found.append(_Letter(sign, False, _NONE))
        elif not found:
            continue
        elif sign == _SHADDA:
            found[-1] = found[-1]._replace(doubled=True)
        elif sign == "F" and found[-1].name in "Ay" and len(found) > 1 and found[-1].vowel == _NONE:
            found[-2] = found[-2]._replace(vowel=sign)
        elif sign == _DAGGER:
            if found[-1].vowel == _NONE:
                found[-1] = found[-1]._replace(vowel="a")
        else:
            found[-1] = found[-1]._replace(vowel=sign)
    return tuple(found)


def _last(letters: Sequence[_Letter]) -> int:
    """The place of the letter that carries the word's ending."""
    last = len(letters) - 1
    return last - 1 if last and letters[last - 1].vowel == "F" and letters[last].name in "Ay" else last


def _is_whole(letters: Sequence[_Letter]) -> bool:
    """Whether a reading writes all its vowels, so that a letter without one has none: nowhere do two such meet."""
    silent = [letter.vowel == _NONE and letter.name not in _LONG for letter in letters[:-1]]
    return not any(one and other for one, other in pairwise(silent))


def _opens(letters: Sequence[_Letter], at: int) -> bool:
    """Whether an alif behind a letter says its vowel."""
    return at + 1 < len(letters) and letters[at + 1].name == "A" and letters[at + 1].vowel == _NONE


def _differ(written: Sequence[_Letter], read: Sequence[_Letter], at: int, is_last: bool, whole: bool) -> bool:
    own, other = written[at], read[at]
    if own.doubled and not other.doubled and at and whole and not _behind_article(read, at):
        return True
    heard = other.vowel
    if heard == _NONE and _opens(read, at):
        heard = "a"
    if own.vowel in (_NONE, heard):
        return False
    if heard == _NONE:
        return whole and not is_last and other.name != "A" and own.vowel in _VOWELS
    if is_last and heard == _SUKUN:
        return not _links(other.name, own.vowel, at)
    if is_last and own.vowel == _SUKUN and not other.doubled:
        return True
    return at > 0 or own.name != "A"


def _links(letter: str, vowel: str, at: int) -> bool:
    """Whether a letter without a vowel takes this one before a word that begins with two consonants."""
    return vowel == "i" or (vowel == "u" and letter in "mw") or (vowel == "a" and letter == "n" and at <= 2)


def _behind_article(letters: Sequence[_Letter], at: int) -> bool:
    before = "".join(letter.name for letter in letters[:at])
    return letters[at].name in SUN_LETTERS and before.endswith(("Al", "ll"))


def _wrong_case(written: Sequence[_Letter], analysis: Analysis) -> bool:
    """Whether the last vowel is of another case than the features of a reading that has no vowels of its own."""
    if not written:
        return False
    letter = written[_last(written)]
    case = named(analysis.feats).get("Case", "")
    if not case or letter.vowel not in _CASES or (letter.name in _ENDS and letter.vowel not in _TANWIN):
        return False
    return case not in _CASES[letter.vowel]
