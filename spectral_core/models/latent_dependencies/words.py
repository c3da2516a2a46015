"""What forms are to a latent dependency grammar: frequent ones themselves, others by their looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.brief import brief

_FEWEST = 3  # times from which a form is itself


@dataclass(frozen=True, slots=True, eq=False)
class FormClasses:
    """Numbers of forms; 0 is for looks that were never seen."""

    names: tuple[str, ...]  # sorted; those of looks begin with a line of their own
    places: dict[str, int]
    __repr__ = brief

    @classmethod
    def of(cls, forms: Sequence[str], times: Integers) -> Self:
        """Of different forms, and how often each was seen."""
        lowered: dict[str, int] = {}
        for form, count in zip(forms, times.tolist(), strict=True):
            lowered[form.lower()] = lowered.get(form.lower(), 0) + count
        names = {form for form, count in lowered.items() if count >= _FEWEST}
        names |= {_looks(form) for form in forms if form.lower() not in names}
        return cls.named(sorted(names))

    @classmethod
    def named(cls, names: Iterable[str]) -> Self:
        """With these names."""
        kept = tuple(names)
        return cls(kept, {name: place for place, name in enumerate(kept, 1)})

    def __len__(self) -> int:
        return len(self.names) + 1

    def numbers(self, forms: Sequence[str]) -> Integers:
        """(forms,) the number of each."""
        places = self.places
        return np.array([places.get(form.lower()) or places.get(_looks(form), 0) for form in forms], dtype=np.int64)


def _looks(form: str) -> str:
    """Whether a form has a capital, a digit, a hyphen, and its last two letters; no form is spelt so."""
    marks = "X" if form[:1].isupper() else "x"
    marks += "9" * any(letter.isdigit() for letter in form) + "-" * ("-" in form)
    return f" {marks} {form[-2:].lower()}"
