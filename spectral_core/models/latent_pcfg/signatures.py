"""Signatures of rare words, learnt for any language: capitals, digits, hyphens, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_MAX_ENDING = 3  # letters of an ending
_COARSE_SHARE, _FINE_SHARE = 0.03, 0.01  # share of the rare words that an ending must have


@dataclass(frozen=True, slots=True)
class Signatures:
    """The endings that signatures distinguish."""

    endings: frozenset[str]

    @classmethod
    def of(cls, rare: Iterable[str], fine: bool = False) -> Signatures:
        """Select the endings from the rare words of a corpus, each as often as it occurs; fine ones are more."""
        endings: Counter[str] = Counter()
        total = 0
        for form in rare:
            total += 1
            lowered = form.lower()
            endings.update(lowered[-length:] for length in range(1, min(_MAX_ENDING, len(lowered) - 2) + 1))
        threshold = max(3.0, (_FINE_SHARE if fine else _COARSE_SHARE) * total)
        return cls(
            frozenset(ending for ending, frequency in endings.items() if frequency >= threshold and ending.isalpha())
        )

    def classify(self, form: str, first: bool) -> str:
        """Return the signature of a word; `first`: it begins its sentence, where a capital says little."""
        capital = form[:1].isupper()
        upper = capital and not any(character.islower() for character in form) and len(form) > 1
        kind = "A" if upper else "F" if capital and first else "C" if capital else "l" if form.lower() == form else "m"
        digits = any(character.isdigit() for character in form)
        letters = any(character.isalpha() for character in form)
        kind += "n" if digits and letters else "N" if digits else "" if letters else "p"
        kind += "-" if "-" in form[1:] else ""
        lowered = form.lower()
        for length in range(min(_MAX_ENDING, len(lowered) - 2), 0, -1):
            if lowered[-length:] in self.endings:
                return f"{kind}~{lowered[-length:]}"
        return kind
