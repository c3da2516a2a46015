"""How a treebank spells Arabic lemmas: with the number of a sense or without it, sukun, a short a before alif."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from spectral_core.analyzers.elements import lemma_key
from spectral_core.analyzers.transliteration import is_arabic, to_arabic, to_buckwalter, without_marks

_SENSE = re.compile(r"(?<=.)_\d+$")
_BARE_ALIF = re.compile(r"(?<=[^aAFNK~'|>&<}wy])A")  # behind a consonant without a vowel of its own
_SHORT_A = re.compile(r"aA")


@dataclass(slots=True)
class LemmaSpelling:
    """The spellings of the lemmas of a treebank, counted, and what most of them have in common."""

    spelt: dict[str, Counter[str]] = field(default_factory=dict)  # by what all spellings of a lemma have in common
    manners: Counter[str] = field(default_factory=Counter)  # how many have a sense, a sukun, vowels, an alif

    def note(self, lemma: str, times: int = 1) -> None:
        """Counts a lemma, or with `times` below 0 takes it out again."""
        if is_arabic(lemma):
            self.spelt.setdefault(lemma_key(lemma), Counter())[lemma] += times
            self.manners.update(dict.fromkeys(_manners(lemma), times))

    def of(self, lemma: str) -> str:
        """The lemma as this treebank spells it, or would."""
        if not is_arabic(lemma) or not self.manners["any"]:
            return lemma
        known = self.spelt.get(lemma_key(lemma)) or Counter()
        if known[lemma] > 0:
            return lemma
        best = max(
            (spelling for spelling in known if known[spelling] > 0), key=lambda one: (known[one], one), default=""
        )
        return best or self._as_all(lemma)

    def _as_all(self, lemma: str) -> str:
        found = lemma if self._most("sense") else _SENSE.sub("", lemma)
        if not self._most("vowels"):
            return without_marks(found)
        sense = _SENSE.search(found)
        name = to_buckwalter(_SENSE.sub("", found))
        if not self.manners["sukun"]:
            name = name.replace("o", "")
        if 2 * self.manners["aA"] > self.manners["alif"]:
            name = _BARE_ALIF.sub("aA", name)
        elif self.manners["alif"]:
            name = _SHORT_A.sub("A", name)
        return to_arabic(name) + (sense[0] if sense else "")

    def _most(self, manner: str) -> bool:
        return 2 * self.manners[manner] > self.manners["any"]


def _manners(lemma: str) -> list[str]:
    """What can be said of one spelling."""
    name = to_buckwalter(_SENSE.sub("", lemma))
    told = {
        "any": True,
        "sense": bool(_SENSE.search(lemma)),
        "vowels": without_marks(lemma) != lemma,
        "sukun": "o" in name,
    }
    told |= {"aA": "aA" in name[1:], "alif": "aA" in name[1:] or bool(_BARE_ALIF.search(name))}
    return [manner for manner, has in told.items() if has]
