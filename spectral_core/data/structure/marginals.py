"""What all trees of a sentence together say of each part: its number, its margin, its alternatives, the doubt left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief
from spectral_core.data.structure.parts import ArcPart, Part, Place, SpanPart
from spectral_core.data.tree import category


@dataclass(frozen=True, slots=True)
class ArcMarginals:
    """A number for each head of each word; those of a word sum to 1. They are probabilities only where calibrated."""

    rows: Sequence[Sequence[float]]  # (words + 1, words) [head, modifier]
    calibrated: bool = False
    clipped: int = 0  # estimates without meaning that were raised to a floor
    __repr__ = brief

    def number(self, part: Part) -> float | None:
        """The number of an arc, whatever its label; None for a head that is not in the sentence."""
        assert isinstance(part, ArcPart)
        return self.rows[part.head][part.word - 1] if 0 <= part.head < len(self.rows) else None

    def alternatives(self, place: Place) -> list[tuple[Part, float]]:
        """Every arc that a word may have with its number, the likeliest first."""
        assert isinstance(place, int)
        rows = [(ArcPart(place, head), row[place - 1]) for head, row in enumerate(self.rows) if head != place]
        return sorted(rows, key=lambda row: -row[1])

    def margin(self, place: Place) -> float:
        """How far the likeliest head of a word is before the next; 1 where there is no other."""
        assert isinstance(place, int)
        if len(self.rows) <= 2:
            return 1.0
        numbers = sorted((row[place - 1] for row in self.rows), reverse=True)
        return numbers[0] - numbers[1]

    def numbered(self) -> Iterator[tuple[Part, float]]:
        """Every arc with its number."""
        for head, row in enumerate(self.rows):
            yield from ((ArcPart(word, head), number) for word, number in enumerate(row, 1) if word != head)

    @property
    def entropy(self) -> float:
        """The mean entropy of a word's heads, in nats."""
        words = len(self.rows) - 1
        return -sum(number * math.log(number) for row in self.rows for number in row if number > 0) / max(words, 1)


@dataclass(frozen=True, slots=True)
class SpanMarginals:
    """A number for each labelled bracket that may be in the tree; others have none. A probability where calibrated."""

    numbers: Mapping[SpanPart, float]
    words: int
    calibrated: bool = False
    clipped: int = 0  # sums over all trees without meaning, or over none, that something simpler stands in for
    __repr__ = brief

    def number(self, part: Part) -> float | None:
        """The number of a bracket under its label, or under that without functions; 0 for one that no tree has."""
        assert isinstance(part, SpanPart)
        plain = part._replace(label=category(part.label))
        return self.numbers.get(part, self.numbers.get(plain, 0.0))

    def alternatives(self, place: Place) -> list[tuple[Part, float]]:
        """The brackets over these words under every label, and those that cross them, the likeliest first."""
        assert isinstance(place, tuple)
        parts = (part for part in self.numbers if part.place == place or _cross(part, place))
        rows: list[tuple[Part, float]] = [(part, self.numbers[part]) for part in parts]
        return sorted(rows, key=lambda row: -row[1])

    def margin(self, place: Place) -> float:
        """How far the likeliest bracket over these words is before the likeliest that crosses it, and, where they
        exclude each other, before the next label."""
        assert isinstance(place, tuple)
        labels = sorted((number for part, number in self.numbers.items() if part.place == place), reverse=True)
        if not labels:
            return 0.0
        rival = max((number for part, number in self.numbers.items() if _cross(part, place)), default=0.0)
        if len(labels) > 1 and sum(labels) <= 1.0 + _ROUNDING:  # more than 1: they stand over each other
            rival = max(rival, labels[1])
        return labels[0] - rival

    def numbered(self) -> Iterator[tuple[Part, float]]:
        """Every bracket that may be in the tree with its number."""
        yield from self.numbers.items()

    @property
    def entropy(self) -> float:
        """The entropy of whether each bracket is in the tree, added up and divided by the words, in nats."""
        return sum(map(doubt, self.numbers.values())) / max(self.words, 1)


Marginals = ArcMarginals | SpanMarginals
_ROUNDING = 1e-9


def _cross(part: SpanPart, place: tuple[int, int]) -> bool:
    start, end = place
    return part.start < start < part.end < end or start < part.start < end < part.end


def doubt(number: float) -> float:
    """The entropy of whether a part is in the tree, in nats."""
    rest = 1.0 - number
    return -number * math.log(number) - rest * math.log(rest) if number > 0.0 and rest > 0.0 else 0.0
