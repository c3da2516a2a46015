"""Arabic script and Buckwalter's transliteration, letter by letter; hides the order of vowel marks in Unicode."""

from __future__ import annotations

import unicodedata

_LETTERS = dict(
    zip(
        "'|>&<}AbptvjHxd*rzs$SDTZEg_fqklmnhwYyFNKaui~o`{PJVG", "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْٰٱپچڤگ", strict=True
    )
)
_OTHER_NAMES = {"O": ">", "I": "<", "W": "&"}  # of the variant for XML, where < > & are taken
MARKS = "aiuo~FKN`"  # what running text leaves out: short vowels, nunation, sukun, shadda, dagger alif
TATWEEL = "_"
SUN_LETTERS = frozenset("tvd*rzs$SDTZln")  # before which the lam of the article is not heard

_TO_ARABIC = str.maketrans(_LETTERS | {other: _LETTERS[name] for other, name in _OTHER_NAMES.items()})
_TO_BUCKWALTER = str.maketrans({arabic: latin for latin, arabic in _LETTERS.items()})
_WITHOUT_MARKS = str.maketrans("", "", MARKS + TATWEEL)
_BARE_ARABIC = str.maketrans("", "", "".join(_LETTERS[mark] for mark in MARKS + TATWEEL))
_ARABIC = frozenset(_LETTERS.values())
_BUCKWALTER = frozenset(_LETTERS) | frozenset(_OTHER_NAMES)
_LONGEST = 2_000  # characters


def _normalise(text: str) -> str:
    """Return a text in NFC, which puts marks that follow one another in order and takes quadratic time for them; what
    is far longer than a word stays as it is."""
    return unicodedata.normalize("NFC", text) if len(text) <= _LONGEST else text


def to_arabic(text: str) -> str:
    """The text in Arabic script, normalised (NFC); what is no sign of the transliteration stays as it is."""
    return _normalise(text.translate(_TO_ARABIC))


def to_buckwalter(text: str) -> str:
    """The text in Buckwalter's transliteration, shadda before its vowel; what is not Arabic stays as it is."""
    latin = _normalise(text).translate(_TO_BUCKWALTER)
    if "~" not in latin:
        return latin
    # Unicode's normal order puts a vowel before the shadda it is spoken after; Buckwalter writes as one speaks
    for vowel in "FNKaui":
        latin = latin.replace(vowel + "~", "~" + vowel)
    return latin


def without_marks(text: str) -> str:
    """An Arabic text as newspapers print it: vowel marks, shadda, sukun and tatweel taken out."""
    return text.translate(_BARE_ARABIC)


def skeleton(text: str) -> str:
    """What `without_marks` does, to a text in Buckwalter's transliteration."""
    return text.translate(_WITHOUT_MARKS)


def is_arabic(text: str) -> bool:
    """Whether there is an Arabic letter or mark in the text."""
    return not _ARABIC.isdisjoint(text)


def is_buckwalter(text: str) -> bool:
    """Whether the text can be a word in Buckwalter's transliteration: only its signs, and a letter of a to z."""
    return _BUCKWALTER.issuperset(text) and any(sign.isalpha() for sign in text)
