"""Classes of rare words by how they are spelt, learnt for any language: capitals, digits, hyphens, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_LONGEST = 3  # letters of an ending
_FREQUENT, _FINE = 0.03, 0.01  # share of the rare words that an ending must have


@dataclass(frozen=True, slots=True)
class Signatures:
    """The endings that are told apart."""

    endings: frozenset[str]

    @classmethod
    def of(cls, rare: Iterable[str], fine: bool = False) -> Signatures:
        """From the rare words of a corpus, each as often as it occurs; fine ones tell more endings apart."""
        seen: Counter[str] = Counter()
        total = 0
        for form in rare:
            total += 1
            plain = form.lower()
            seen.update(plain[-length:] for length in range(1, min(_LONGEST, len(plain) - 2) + 1))
        least = max(3.0, (_FINE if fine else _FREQUENT) * total)
        return cls(frozenset(ending for ending, times in seen.items() if times >= least and ending.isalpha()))

    def of_form(self, form: str, first: bool) -> str:
        """The class of a word; `first`: it begins its sentence, where a capital says little."""
        capital = form[:1].isupper()
        upper = capital and not any(character.islower() for character in form) and len(form) > 1
        kind = "A" if upper else "F" if capital and first else "C" if capital else "l" if form.lower() == form else "m"
        digits = any(character.isdigit() for character in form)
        letters = any(character.isalpha() for character in form)
        kind += "n" if digits and letters else "N" if digits else "" if letters else "p"
        kind += "-" if "-" in form[1:] else ""
        low = form.lower()
        for length in range(min(_LONGEST, len(low) - 2), 0, -1):
            if low[-length:] in self.endings:
                return f"{kind}~{low[-length:]}"
        return kind
