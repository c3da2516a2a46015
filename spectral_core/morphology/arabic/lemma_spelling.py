"""Spelling conventions of Arabic lemmas in a treebank: sense numbers, vowels, sukun, short a before alif."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from spectral_core.morphology.arabic.spelling import is_arabic, strip_diacritics, to_arabic, to_buckwalter
from spectral_core.morphology.label_schemes import normalise_arabic_lemma

_SENSE_NUMBER = re.compile(r"(?<=.)_\d+$")
_BARE_ALIF = re.compile(r"(?<=[^aAFNK~'|>&<}wy])A")  # after an unvowelled consonant
_SHORT_A = re.compile(r"aA")


@dataclass(slots=True)
class LemmaSpellingConventions:
    """Counted lemma spellings of a treebank, and the conventions that most of them follow."""

    spellings: dict[str, Counter[str]] = field(default_factory=dict)  # by lemma key
    conventions: Counter[str] = field(
        default_factory=Counter
    )  # number of lemmas with a sense, a sukun, vowels, an alif

    def count(self, lemma: str, times: int = 1) -> None:
        """Count a lemma; a negative number removes it."""
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
    """Return the conventions that a spelling follows."""
    name = to_buckwalter(_SENSE_NUMBER.sub("", lemma))
    follows = {
        "any": True,
        "sense": bool(_SENSE_NUMBER.search(lemma)),
        "vowels": strip_diacritics(lemma) != lemma,
        "sukun": "o" in name,
    }
    follows |= {"aA": "aA" in name[1:], "alif": "aA" in name[1:] or bool(_BARE_ALIF.search(name))}
    return [convention for convention, is_followed in follows.items() if is_followed]
