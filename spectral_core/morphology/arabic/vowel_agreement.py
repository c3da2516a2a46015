"""Written vowels of Arabic words as evidence against readings that contradict them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.arabic.spelling import DIACRITICS, SUN_LETTERS, has_diacritics, to_buckwalter
from spectral_core.morphology.features import parse_features

_VOWELS = frozenset("aiuFNK")
_SUKUN, _SHADDA, _DAGGER, _NONE = "o", "~", "`", ""
_NORMALISED_LETTERS = str.maketrans("><|{Yp", "AAAAyh", "_")  # spelling variants that analysers do not distinguish
_LONG_VOWELS = frozenset("Awy")
_UNKNOWN = "X"  # UPOS of unanalysed words
_CASES = {"N": ("Nom",), "u": ("Nom",), "K": ("Gen", "Acc"), "i": ("Gen", "Acc"), "F": ("Acc",), "a": ("Acc", "Gen")}
# letters that may end a pronoun or a numeral, whose final vowel does not mark case
_PRONOUN_LETTERS = frozenset("nhkmyAw")
_TANWIN = frozenset("FNK")


class _Letter(NamedTuple):
    name: str  # normalised, without hamza
    doubled: bool
    vowel: str


def filter_by_vowels(word: str, analyses: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings consistent with the vowels of the word; if there are none, those with the fewest
    contradictions."""
    if not analyses or not has_diacritics(word):
        return tuple(analyses)
    flags = flag_minima([count_contradictions(word, analysis) for analysis in analyses])
    return tuple(analysis for analysis, is_lowest in zip(analyses, flags, strict=True) if is_lowest)


def flag_minima(counts: Sequence[int | None]) -> list[bool]:
    """Return for each number of contradictions whether it is the lowest; None, for readings without evidence, always
    counts as lowest."""
    lowest = min((count for count in counts if count is not None), default=0)
    return [count in (None, lowest) for count in counts]


def count_contradictions(word: str, analysis: Analysis) -> int | None:
    """Return the number of diacritics on the word that contradict the reading; None for default readings of unknown
    words. An unwritten diacritic is no evidence, nor is one on a letter whose vowel the reading leaves open; the last
    letter may have the helping vowel of a liaison with the next word."""
    if analysis.upos == _UNKNOWN:
        return None
    written = _split_letters(word)
    if analysis.vocalised == EMPTY or not has_diacritics(analysis.vocalised):
        return int(_final_vowel_contradicts_case(written, analysis))
    spoken = _split_letters(analysis.vocalised)
    if [letter.name for letter in written] != [letter.name for letter in spoken]:
        return 0  # different spelling: the letters cannot be aligned
    ending = _find_inflected_letter(spoken)
    is_full = _is_fully_vowelled(spoken)
    return sum(
        _letter_contradicts_reading(written, spoken, position, position >= ending, is_full)
        for position in range(len(spoken))
    )


@lru_cache(maxsize=1 << 14)
def _split_letters(word: str) -> tuple[_Letter, ...]:
    """Return the letters of a word with their diacritics; nunation belongs to the letter after which it is
    pronounced."""
    letters: list[_Letter] = []
    for character in to_buckwalter(word).translate(_NORMALISED_LETTERS):
        if character not in DIACRITICS:
            letters.append(_Letter(character, False, _NONE))
        elif not letters:
            continue
        elif character == _SHADDA:
            letters[-1] = letters[-1]._replace(doubled=True)
        elif character == "F" and letters[-1].name in "Ay" and len(letters) > 1 and letters[-1].vowel == _NONE:
            letters[-2] = letters[-2]._replace(vowel=character)
        elif character == _DAGGER:
            if letters[-1].vowel == _NONE:
                letters[-1] = letters[-1]._replace(vowel="a")
        else:
            letters[-1] = letters[-1]._replace(vowel=character)
    return tuple(letters)


def _find_inflected_letter(letters: Sequence[_Letter]) -> int:
    """Return the index of the letter that carries the inflectional ending."""
    last = len(letters) - 1
    return last - 1 if last and letters[last - 1].vowel == "F" and letters[last].name in "Ay" else last


def _is_fully_vowelled(letters: Sequence[_Letter]) -> bool:
    """Test whether a reading is fully vowelled, so that letters without a vowel have none: no two of those are
    adjacent."""
    silent = [letter.vowel == _NONE and letter.name not in _LONG_VOWELS for letter in letters[:-1]]
    return not any(is_silent and is_next_silent for is_silent, is_next_silent in pairwise(silent))


def _has_long_a(letters: Sequence[_Letter], position: int) -> bool:
    """Test whether an alif after a letter implies its vowel."""
    return position + 1 < len(letters) and letters[position + 1].name == "A" and letters[position + 1].vowel == _NONE


def _letter_contradicts_reading(
    written: Sequence[_Letter], spoken: Sequence[_Letter], position: int, is_last: bool, is_full: bool
) -> bool:
    """Test whether the diacritics of the letter at `position` of a word contradict those of the reading."""
    letter, spoken_letter = written[position], spoken[position]
    if letter.doubled and not spoken_letter.doubled and position and is_full and not _follows_article(spoken, position):
        return True
    spoken_vowel = spoken_letter.vowel
    if spoken_vowel == _NONE and _has_long_a(spoken, position):
        spoken_vowel = "a"
    if letter.vowel in (_NONE, spoken_vowel):
        return False
    if spoken_vowel == _NONE:
        return is_full and not is_last and spoken_letter.name != "A" and letter.vowel in _VOWELS
    if is_last and spoken_vowel == _SUKUN:
        return not _is_liaison_vowel(spoken_letter.name, letter.vowel, position)
    if is_last and letter.vowel == _SUKUN and not spoken_letter.doubled:
        return True
    return position > 0 or letter.name != "A"


def _is_liaison_vowel(letter: str, vowel: str, position: int) -> bool:
    """Test whether a letter without a vowel takes this helping vowel before a word with an initial consonant
    cluster."""
    return vowel == "i" or (vowel == "u" and letter in "mw") or (vowel == "a" and letter == "n" and position <= 2)


def _follows_article(letters: Sequence[_Letter], position: int) -> bool:
    """Test whether a sun letter follows the article, which doubles it."""
    before = "".join(letter.name for letter in letters[:position])
    return letters[position].name in SUN_LETTERS and before.endswith(("Al", "ll"))


def _final_vowel_contradicts_case(written: Sequence[_Letter], analysis: Analysis) -> bool:
    """Test whether the final vowel of a word contradicts the case feature of a reading without vowels."""
    if not written:
        return False
    letter = written[_find_inflected_letter(written)]
    case = parse_features(analysis.feats).get("Case", "")
    if not case or letter.vowel not in _CASES or (letter.name in _PRONOUN_LETTERS and letter.vowel not in _TANWIN):
        return False
    return case not in _CASES[letter.vowel]
