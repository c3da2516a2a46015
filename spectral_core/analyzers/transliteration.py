"""Arabic script and Buckwalter's transliteration, letter by letter, with vowel marks in a fixed order."""

from __future__ import annotations

import unicodedata

_LETTERS = dict(
    zip(
        "'|>&<}AbptvjHxd*rzs$SDTZEg_fqklmnhwYyFNKaui~o`{PJVG", "ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيًٌٍَُِّْٰٱپچڤگ", strict=True
    )
)
_XML_NAMES = {"O": ">", "I": "<", "W": "&"}  # of the variant for XML, where < > & are taken
MARKS = "aiuo~FKN`"  # omitted in running text: short vowels, nunation, sukun, shadda, dagger alif
TATWEEL = "_"
SUN_LETTERS = frozenset("tvd*rzs$SDTZln")  # they assimilate the lam of the article

_TO_ARABIC = str.maketrans(_LETTERS | {other: _LETTERS[name] for other, name in _XML_NAMES.items()})
_TO_BUCKWALTER = str.maketrans({arabic: latin for latin, arabic in _LETTERS.items()})
_WITHOUT_MARKS = str.maketrans("", "", MARKS + TATWEEL)
_BARE_ARABIC = str.maketrans("", "", "".join(_LETTERS[mark] for mark in MARKS + TATWEEL))
_ARABIC = frozenset(_LETTERS.values())
_BUCKWALTER = frozenset(_LETTERS) | frozenset(_XML_NAMES)
_MAX_LENGTH = 2_000  # characters


def _normalise(text: str) -> str:
    """Return a text in NFC, which sorts adjacent marks and takes quadratic time for them; what is far longer than a
    word is returned unchanged."""
    return unicodedata.normalize("NFC", text) if len(text) <= _MAX_LENGTH else text


def to_arabic(text: str) -> str:
    """Return the text in Arabic script and NFC; signs outside the transliteration are unchanged."""
    return _normalise(text.translate(_TO_ARABIC))


def to_buckwalter(text: str) -> str:
    """Return the text in Buckwalter's transliteration, shadda before its vowel; what is not Arabic is unchanged."""
    latin = _normalise(text).translate(_TO_BUCKWALTER)
    if "~" not in latin:
        return latin
    # Unicode's normal order puts a vowel before the shadda it is spoken after; Buckwalter writes as one speaks
    for vowel in "FNKaui":
        latin = latin.replace(vowel + "~", "~" + vowel)
    return latin


def strip_marks(text: str) -> str:
    """Return an Arabic text as newspapers print it: without vowel marks, shadda, sukun and tatweel."""
    return text.translate(_BARE_ARABIC)


def to_skeleton(text: str) -> str:
    """Return a text in Buckwalter's transliteration without its marks, as `strip_marks` does for Arabic script."""
    return text.translate(_WITHOUT_MARKS)


def is_arabic(text: str) -> bool:
    """Test whether the text has an Arabic letter or mark."""
    return not _ARABIC.isdisjoint(text)


def is_buckwalter(text: str) -> bool:
    """Test whether the text can be a word in Buckwalter's transliteration: only its signs, at least one letter."""
    return _BUCKWALTER.issuperset(text) and any(sign.isalpha() for sign in text)
