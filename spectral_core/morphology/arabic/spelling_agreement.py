"""Spelling as evidence: forms that Arabic spelling excludes, and readings that spell a word as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.arabic.spelling import (
    has_diacritics,
    is_arabic,
    strip_buckwalter_diacritics,
    to_buckwalter,
)

ARTICLE_TAGS = frozenset({"DET", "ART"})  # of the tables of BAMA and SAMA, of the sample
# tanwin stands at the end of a word; that of the accusative before or on an alif, on ta marbuta, alif maqsura, a hamza
# on alif or one after alif
_TANWIN = re.compile(r"[FNK]")
_POSSIBLE_TANWIN = re.compile(r"[^FNK]*(?:[^aiuo`FNK](?:[NK]|F[AY])|(?:[pYA>]|A')~?F)")
_TWO_VOWELS = re.compile(r"[aiuoFNK][aiuoFNK]|^[aiuoFNK~]")
_HAMZA_FORMS = frozenset("A><|")  # letters that writers confuse; tables list a word under any of them
_FINAL_VARIANTS = frozenset({"yY", "Yy", "hp", "ph"})
_UNKNOWN = "X"  # UPOS of readings that name no word of a dictionary
_WASLA = str.maketrans("{", "A")


def is_possible_form(vocalised: str, has_article: bool = False) -> bool:
    """Test whether a vocalised word can be written: tanwin stands at its end and not with the article, that of the
    accusative has its alif, and no letter has two vowels.

    Args:
        vocalised: The word in Buckwalter transliteration.
        has_article: Whether the word has the article.
    """
    if _TWO_VOWELS.search(vocalised) is not None:
        return False
    if _TANWIN.search(vocalised) is None:
        return True
    return not has_article and _POSSIBLE_TANWIN.fullmatch(vocalised) is not None


def count_spelling_differences(written: str, vocalised: str) -> int | None:
    """Return the number of letters by which a vocalised word differs from the word as it is written; None if they
    cannot be two spellings of the same word.

    The hamza of an alif may differ, and the last letter by the dots of ya and ta marbuta.

    Args:
        written: The word in Buckwalter transliteration, without diacritics.
        vocalised: The vocalised word in Buckwalter transliteration.
    """
    letters = strip_buckwalter_diacritics(vocalised).translate(_WASLA)
    if letters == written:
        return 0
    if len(letters) != len(written):
        return None
    differences = 0
    for position, (letter, spoken) in enumerate(zip(written, letters, strict=True), 1):
        if letter == spoken:
            continue
        is_variant = (letter in _HAMZA_FORMS and spoken in _HAMZA_FORMS) or (
            position == len(written) and letter + spoken in _FINAL_VARIANTS
        )
        if not is_variant:
            return None
        differences += 1
    return differences


def to_letters(word: str) -> str:
    """Return an Arabic word in Buckwalter transliteration without diacritics, alif wasla as a bare alif."""
    return strip_buckwalter_diacritics(to_buckwalter(word)).translate(_WASLA)


def keep_possible_readings(analyses: Iterable[Analysis]) -> Iterable[Analysis]:
    """Iterate over the readings whose vocalised form can be written."""
    for analysis in analyses:
        has_article = any(segment.tag in ARTICLE_TAGS for segment in analysis.segments)
        if analysis.vocalised == EMPTY or is_possible_form(to_buckwalter(analysis.vocalised), has_article):
            yield analysis


def select_closest_spellings(word: str, analyses: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings that spell a word as it is written; if there are none, all spelling variants of it.
    Readings without a vocalised form, and default readings of unknown words, are no evidence and always kept."""
    if not is_arabic(word):
        return tuple(analyses)
    letters = to_letters(word)
    differences = [_count_differences(letters, analysis) for analysis in analyses]
    exact = any(count == 0 for count in differences)
    limit = 0 if exact else len(letters)
    return tuple(
        analysis
        for analysis, count in zip(analyses, differences, strict=True)
        if count == _NO_EVIDENCE or (count is not None and count <= limit)
    )


_NO_EVIDENCE = -1


def _count_differences(letters: str, analysis: Analysis) -> int | None:
    """Return the spelling differences of a reading from the letters of a word; _NO_EVIDENCE if it shows no
    spelling."""
    if analysis.upos == _UNKNOWN or analysis.vocalised == EMPTY or not has_diacritics(analysis.vocalised):
        return _NO_EVIDENCE
    return count_spelling_differences(letters, to_buckwalter(analysis.vocalised))
