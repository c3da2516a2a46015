"""Classes of word forms: frequent ones by themselves, others by their shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.brief import brief_repr

_MIN_COUNT = 3  # frequency from which a form is its own class


@dataclass(frozen=True, slots=True, eq=False)
class FormClasses:
    """Numbers of forms; 0 is for shapes that were never seen."""

    names: tuple[str, ...]  # sorted; those of shapes begin with a space
    index: dict[str, int]
    __repr__ = brief_repr

    @classmethod
    def of(cls, forms: Sequence[str], frequencies: Integers) -> Self:
        """Make the classes of different forms, from how often each was seen."""
        lowered: dict[str, int] = {}
        for form, count in zip(forms, frequencies.tolist(), strict=True):
            lowered[form.lower()] = lowered.get(form.lower(), 0) + count
        names = {form for form, count in lowered.items() if count >= _MIN_COUNT}
        names |= {_shape_name(form) for form in forms if form.lower() not in names}
        return cls.from_names(sorted(names))

    @classmethod
    def from_names(cls, names: Iterable[str]) -> Self:
        """Make the classes with these names."""
        class_names = tuple(names)
        return cls(class_names, {name: number for number, name in enumerate(class_names, 1)})

    def __len__(self) -> int:
        return len(self.names) + 1

    def encode(self, forms: Sequence[str]) -> Integers:
        """Return (forms,) the number of each."""
        index = self.index
        return np.array([index.get(form.lower()) or index.get(_shape_name(form), 0) for form in forms], dtype=np.int64)


def _shape_name(form: str) -> str:
    """Name the shape of a form: capital, digit, hyphen, and its last two letters; no form is spelt like a shape."""
    marks = "X" if form[:1].isupper() else "x"
    marks += "9" * any(letter.isdigit() for letter in form) + "-" * ("-" in form)
    return f" {marks} {form[-2:].lower()}"
