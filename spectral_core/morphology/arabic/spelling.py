"""Arabic script: Buckwalter transliteration, and written vowels as evidence against readings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.features import parse_features

_LETTERS = dict(
    zip(
        "'|>&<}AbptvjHxd*rzs$SDTZEg_fqklmnhwYyFNKaui~o`{PJVG", "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْٰٱپچڤگ", strict=True
    )
)
_XML_NAMES = {"O": ">", "I": "<", "W": "&"}  # of the XML-safe variant, which avoids < > &
DIACRITICS = "aiuo~FKN`"  # omitted in running text: short vowels, nunation, sukun, shadda, dagger alif
TATWEEL = "_"
SUN_LETTERS = frozenset("tvd*rzs$SDTZln")  # assimilate the lam of the article

_TO_ARABIC = str.maketrans(_LETTERS | {other: _LETTERS[name] for other, name in _XML_NAMES.items()})
_TO_BUCKWALTER = str.maketrans({arabic: latin for latin, arabic in _LETTERS.items()})
_BUCKWALTER_DIACRITICS = str.maketrans("", "", DIACRITICS + TATWEEL)
_ARABIC_DIACRITICS = str.maketrans("", "", "".join(_LETTERS[mark] for mark in DIACRITICS + TATWEEL))
_ARABIC = frozenset(_LETTERS.values())
_BUCKWALTER = frozenset(_LETTERS) | frozenset(_XML_NAMES)
_MAX_LENGTH = 2_000  # characters
_VOWELS = frozenset("aiuFNK")
_SUKUN, _SHADDA, _DAGGER, _NONE = "o", "~", "`", ""
_NORMALISED_LETTERS = str.maketrans("><|{Yp", "AAAAyh", "_")  # spelling variants that analysers do not distinguish
_LONG_VOWELS = frozenset("Awy")
_UNKNOWN = "X"  # UPOS of unanalysed words
_CASES = {"N": ("Nom",), "u": ("Nom",), "K": ("Gen", "Acc"), "i": ("Gen", "Acc"), "F": ("Acc",), "a": ("Acc", "Gen")}
_PRONOUN_LETTERS = frozenset(
    "nhkmyAw"
)  # letters that may end a pronoun or a numeral, whose final vowel does not mark case
_TANWIN = frozenset("FNK")


def _normalise_to_nfc(text: str) -> str:
    """Normalise a text to NFC. Sorting adjacent marks takes quadratic time, so a text far longer than a word is
    returned unchanged."""
    return unicodedata.normalize("NFC", text) if len(text) <= _MAX_LENGTH else text


def to_arabic(text: str) -> str:
    """Return the text in Arabic script and NFC; characters outside the transliteration are unchanged."""
    return _normalise_to_nfc(text.translate(_TO_ARABIC))


def to_buckwalter(text: str) -> str:
    """Return the text in Buckwalter transliteration, shadda before its vowel; non-Arabic characters are unchanged."""
    latin = _normalise_to_nfc(text).translate(_TO_BUCKWALTER)
    if "~" not in latin:
        return latin
    # Unicode's canonical order puts a vowel before its shadda; Buckwalter writes shadda first, as pronounced
    for vowel in "FNKaui":
        latin = latin.replace(vowel + "~", "~" + vowel)
    return latin


def strip_diacritics(text: str) -> str:
    """Remove vowel marks, shadda, sukun and tatweel from a text in Arabic script, as newspapers do."""
    return text.translate(_ARABIC_DIACRITICS)


def strip_buckwalter_diacritics(text: str) -> str:
    """Remove diacritics and tatweel from a text in Buckwalter transliteration."""
    return text.translate(_BUCKWALTER_DIACRITICS)


def is_arabic(text: str) -> bool:
    """Test whether the text has an Arabic letter or mark."""
    return not _ARABIC.isdisjoint(text)


def is_buckwalter(text: str) -> bool:
    """Test whether the text can be a word in Buckwalter transliteration: only its characters, at least one letter."""
    return _BUCKWALTER.issuperset(text) and any(character.isalpha() for character in text)


_ARABIC_MARKS = frozenset(to_arabic(mark) for mark in DIACRITICS)


class _Letter(NamedTuple):
    name: str  # normalised, without hamza
    doubled: bool
    vowel: str


def has_diacritics(word: str) -> bool:
    """Test whether a word in Arabic letters has a diacritic."""
    return not _ARABIC_MARKS.isdisjoint(word) and any(character not in _ARABIC_MARKS for character in word)


def to_unvowelled(word: str) -> str:
    """Return the unvowelled word, the form that rankers count, identical in vowelled and unvowelled text."""
    return strip_diacritics(word) if has_diacritics(word) else word


def is_mostly_vowelled(words: Iterable[str]) -> bool:
    """Test whether more than half of the words in Arabic letters are vowelled."""
    arabic_count = vowelled_count = 0
    for word in words:
        if is_arabic(word) and any(map(str.isalpha, word)):
            arabic_count += 1
            vowelled_count += has_diacritics(word)
    return 2 * vowelled_count > arabic_count


def add_written_vowels(word: str, analysis: Analysis) -> Analysis:
    """Return the reading with the word as its vocalised form if it has none and the word has diacritics."""
    return analysis._replace(vocalised=word) if analysis.vocalised == EMPTY and has_diacritics(word) else analysis


def filter_by_vowels(word: str, analyses: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings consistent with the vowels of the word; if there are none, those with the fewest
    contradictions."""
    if not analyses or not has_diacritics(word):
        return tuple(analyses)
    flags = flag_minima([count_contradictions(word, analysis) for analysis in analyses])
    return tuple(analysis for analysis, is_lowest in zip(analyses, flags, strict=True) if is_lowest)


def flag_minima(counts: Sequence[int | None]) -> list[bool]:
    """Flag the lowest counts of contradictions; None, for readings without evidence, is always flagged."""
    lowest = min((count for count in counts if count is not None), default=0)
    return [count in (None, lowest) for count in counts]


def count_contradictions(word: str, analysis: Analysis) -> int | None:
    """Return the number of diacritics on the word that contradict the reading; None for default readings of unknown
    words. An unwritten diacritic is no evidence, nor is a letter whose vowel the reading leaves open; before a liaison
    the last letter has a helping vowel."""
    if analysis.upos == _UNKNOWN:
        return None
    written = _split_letters(word)
    if analysis.vocalised == EMPTY or not has_diacritics(analysis.vocalised):
        return int(_contradicts_case(written, analysis))
    spoken = _split_letters(analysis.vocalised)
    if [letter.name for letter in written] != [letter.name for letter in spoken]:
        return 0  # different spelling: the letters cannot be aligned
    ending = _find_inflected_letter(spoken)
    is_full = _is_fully_vowelled(spoken)
    return sum(
        _contradicts_letter(written, spoken, position, position >= ending, is_full) for position in range(len(spoken))
    )


@lru_cache(maxsize=1 << 14)
def _split_letters(word: str) -> tuple[_Letter, ...]:
    """Return the letters with their diacritics; nunation belongs to the letter it is pronounced after."""
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


def _contradicts_letter(
    written: Sequence[_Letter], spoken: Sequence[_Letter], position: int, is_last: bool, is_full: bool
) -> bool:
    """Test whether the diacritics of one letter contradict those of the reading."""
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


def _contradicts_case(written: Sequence[_Letter], analysis: Analysis) -> bool:
    """Test whether the final vowel contradicts the case feature of an unvowelled reading."""
    if not written:
        return False
    letter = written[_find_inflected_letter(written)]
    case = parse_features(analysis.feats).get("Case", "")
    if not case or letter.vowel not in _CASES or (letter.name in _PRONOUN_LETTERS and letter.vowel not in _TANWIN):
        return False
    return case not in _CASES[letter.vowel]
