"""Edit scripts from a word to its lemma: characters cut and added at either end, and letter case; for any language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

REPLACE_ALL = -1  # value of `cut_after`: the whole word is replaced
LOWER, TITLE, UPPER, AS_WRITTEN = "small", "title", "capital", "written"
_TURKIC_LOWER = str.maketrans({"İ": "i", "I": "ı"})


@dataclass(frozen=True, slots=True)
class EditScript:
    """Edit script that turns a word into its lemma."""

    cut_before: int
    add_before: str
    cut_after: int  # number of characters, or REPLACE_ALL
    add_after: str
    letter_case: str  # of the lemma; AS_WRITTEN keeps the case of the word

    def __str__(self) -> str:
        """Format the script as a label element."""
        return f"{self.cut_before}{self.add_before}<{self.cut_after}{self.add_after}>{self.letter_case}"

    def apply(self, word: str, lower: str, turkic: bool = False) -> str | None:
        """Return the lemma of the word, whose lower case is `lower`; None if the script cuts more characters than there
        are."""
        if self.cut_after == REPLACE_ALL:
            lemma = self.add_after
        else:
            letters = word if self.letter_case == AS_WRITTEN else lower
            end = len(letters) - self.cut_after
            if self.cut_before >= end:
                return None
            lemma = self.add_before + letters[self.cut_before : end] + self.add_after
        if self.letter_case == TITLE:
            return _capitalise(lemma, turkic)
        return to_upper(lemma, turkic) if self.letter_case == UPPER else lemma


def to_lower(word: str, turkic: bool = False) -> str:
    """Return the word in lower case; `turkic` distinguishes i and ı."""
    return (word.translate(_TURKIC_LOWER) if turkic else word).lower()


@lru_cache(maxsize=1 << 16)
def compute_edit_script(word: str, lemma: str, turkic: bool = False) -> EditScript:
    """Return the edit script around the longest common substring of a word and its lemma (the first, if several). A
    lemma that is not in lower case keeps the word's letter case if the common substring is then as long."""
    source, target = to_lower(word, turkic), to_lower(lemma, turkic)
    common = _find_longest_common_substring(source, target)
    if lemma == target:
        letter_case = LOWER
    else:
        cased_common = _find_longest_common_substring(word, lemma)
        if cased_common[0] < common[0] and lemma == _capitalise(target, turkic):
            letter_case = TITLE
        elif cased_common[0] < common[0] and lemma == to_upper(target, turkic):
            letter_case = UPPER
        else:
            letter_case, source, target, common = AS_WRITTEN, word, lemma, cased_common
    size, word_begin, lemma_begin = common
    if size == 0:
        return EditScript(0, "", REPLACE_ALL, lemma, AS_WRITTEN)
    return EditScript(
        word_begin, target[:lemma_begin], len(source) - word_begin - size, target[lemma_begin + size :], letter_case
    )


def _capitalise(word: str, turkic: bool) -> str:
    return to_upper(word[:1], turkic) + word[1:]


def to_upper(letters: str, turkic: bool = False) -> str:
    """Return the letters in upper case; `turkic` distinguishes i and ı."""
    return (letters.replace("i", "İ") if turkic else letters).upper()


def _find_longest_common_substring(first: str, second: str) -> tuple[int, int, int]:
    """Return the length of the longest common substring and its start in both strings (the first, if several)."""
    size = begin = 0
    for start in range(len(first)):
        while start + size < len(first) and first[start : start + size + 1] in second:
            size += 1
            begin = start
    return (size, begin, second.find(first[begin : begin + size])) if size else (0, 0, 0)
