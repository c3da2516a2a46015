"""Arabic spelling: Buckwalter transliteration, diacritics, and the spellings of a lemma."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from spectral_core.data import EMPTY, Analysis

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

_SENSE_SUFFIX = re.compile(r"(?<=.)[-_].*")
_HAMZA_TO_ALIF = str.maketrans("><|{`", "AAAAA", "o")
_SENSE_NUMBER = re.compile(r"(?<=.)_\d+$")
_BARE_ALIF = re.compile(r"(?<=[^aAFNK~'|>&<}wy])A")  # after an unvowelled consonant
_SHORT_A = re.compile(r"aA")
_LONG_ALIF = str.maketrans("{`", "AA")
_HELPING_VOWEL = re.compile(r"^Ai(?=[^y])")
_FINAL_VOWEL = re.compile(r"(?<=.)[aiu]$")


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


@lru_cache(maxsize=1 << 16)
def normalise_arabic_lemma(lemma: str) -> str:
    """Return a normalised lemma, equal for all spellings, in Buckwalter transliteration: without sense number, sukun,
    the kind of hamza on an alif, and short a before an alif; the an of an adverb is written before its alif."""
    if not is_arabic(lemma):
        return lemma
    key = _SENSE_SUFFIX.sub("", to_buckwalter(lemma)).translate(_HAMZA_TO_ALIF)
    return key.replace("aA", "A").replace("AF", "FA") or lemma


@lru_cache(maxsize=1 << 16)
def make_dictionary_lemma_key(lemma: str) -> str:
    """Return a key of a lemma that is the same in all dictionaries, in Buckwalter transliteration: as
    `normalise_arabic_lemma`, without the helping vowel of an initial alif and the vowel of an ending."""
    key = normalise_arabic_lemma(lemma).translate(_LONG_ALIF).replace("aA", "A")
    return _FINAL_VOWEL.sub("", _HELPING_VOWEL.sub("A", key))


@dataclass(slots=True)
class LemmaSpellingConventions:
    """Counted lemma spellings of a treebank, and the conventions that most of them follow."""

    spellings: dict[str, Counter[str]] = field(default_factory=dict)  # by lemma key
    # number of lemmas with a sense, a sukun, vowels, an alif
    conventions: Counter[str] = field(default_factory=Counter)

    def count_lemma(self, lemma: str, times: int = 1) -> None:
        """Add a lemma to the counts `times` times; a negative number removes it."""
        if is_arabic(lemma):
            self.spellings.setdefault(normalise_arabic_lemma(lemma), Counter())[lemma] += times
            self.conventions.update(dict.fromkeys(_find_conventions(lemma), times))

    def respell(self, lemma: str) -> str:
        """Return the lemma in the treebank's spelling, or by its conventions if it does not occur there."""
        if not is_arabic(lemma) or not self.conventions["any"]:
            return lemma
        lemma_spellings = self.spellings.get(normalise_arabic_lemma(lemma)) or Counter()
        if lemma_spellings[lemma] > 0:
            return lemma
        best = max(
            (spelling for spelling in lemma_spellings if lemma_spellings[spelling] > 0),
            key=lambda candidate: (lemma_spellings[candidate], candidate),
            default="",
        )
        return best or self._apply_conventions(lemma)

    def _apply_conventions(self, lemma: str) -> str:
        """Respell a lemma that does not occur in the treebank."""
        spelling = lemma if self._is_majority_convention("sense") else _SENSE_NUMBER.sub("", lemma)
        if not self._is_majority_convention("vowels"):
            return strip_diacritics(spelling)
        sense = _SENSE_NUMBER.search(spelling)
        name = to_buckwalter(_SENSE_NUMBER.sub("", spelling))
        if not self.conventions["sukun"]:
            name = name.replace("o", "")
        if 2 * self.conventions["aA"] > self.conventions["alif"]:
            name = _BARE_ALIF.sub("aA", name)
        elif self.conventions["alif"]:
            name = _SHORT_A.sub("A", name)
        return to_arabic(name) + (sense[0] if sense else "")

    def _is_majority_convention(self, convention: str) -> bool:
        """Test whether most lemmas of the treebank follow a convention."""
        return 2 * self.conventions[convention] > self.conventions["any"]


def _find_conventions(lemma: str) -> list[str]:
    """Return the names of the spelling conventions that a lemma follows."""
    name = to_buckwalter(_SENSE_NUMBER.sub("", lemma))
    follows = {
        "any": True,
        "sense": bool(_SENSE_NUMBER.search(lemma)),
        "vowels": strip_diacritics(lemma) != lemma,
        "sukun": "o" in name,
    }
    follows |= {"aA": "aA" in name[1:], "alif": "aA" in name[1:] or bool(_BARE_ALIF.search(name))}
    return [convention for convention, is_followed in follows.items() if is_followed]
