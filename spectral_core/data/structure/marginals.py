"""Marginals of arcs and brackets over all trees of a sentence: margins, alternatives and entropy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data.structure.parts import ArcPart, Part, Position, SpanPart
from spectral_core.data.tree import category


@dataclass(frozen=True, slots=True)
class ArcMarginals:
    """Marginal of each head of each word; those of a word sum to 1. Probabilities only where calibrated."""

    matrix: Sequence[Sequence[float]]  # (words + 1, words) [head, modifier]
    calibrated: bool = False
    clipped: int = 0  # invalid estimates that were raised to a floor
    __repr__ = brief_repr

    def marginal(self, part: Part) -> float | None:
        """Return the marginal of an arc, whatever its label; None for a head that is not in the sentence."""
        assert isinstance(part, ArcPart)
        return self.matrix[part.head][part.word - 1] if 0 <= part.head < len(self.matrix) else None

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return every possible arc of a word with its marginal, the likeliest first."""
        assert isinstance(position, int)
        arcs = [
            (ArcPart(position, head), by_word[position - 1])
            for head, by_word in enumerate(self.matrix)
            if head != position
        ]
        return sorted(arcs, key=lambda pair: -pair[1])

    def margin(self, position: Position) -> float:
        """Return the lead of a word's likeliest head over the second; 1 where there is no other."""
        assert isinstance(position, int)
        if len(self.matrix) <= 2:
            return 1.0
        marginals = sorted((by_word[position - 1] for by_word in self.matrix), reverse=True)
        return marginals[0] - marginals[1]

    def items(self) -> Iterator[tuple[Part, float]]:
        """Iterate over all arcs with their marginals."""
        for head, by_word in enumerate(self.matrix):
            yield from ((ArcPart(word, head), marginal) for word, marginal in enumerate(by_word, 1) if word != head)

    @property
    def entropy(self) -> float:
        """The mean entropy of a word's heads, in nats."""
        words = len(self.matrix) - 1
        return -sum(
            marginal * math.log(marginal) for by_word in self.matrix for marginal in by_word if marginal > 0
        ) / max(words, 1)


@dataclass(frozen=True, slots=True)
class SpanMarginals:
    """Marginal of each labelled bracket that some tree has. Probabilities only where calibrated."""

    marginals: Mapping[SpanPart, float]
    words: int
    calibrated: bool = False
    clipped: int = 0  # invalid or empty sums over all trees that a simpler estimate replaces
    __repr__ = brief_repr

    def marginal(self, part: Part) -> float | None:
        """Return the marginal of a bracket with or without its functions; 0 for one that no tree has."""
        assert isinstance(part, SpanPart)
        plain = part._replace(label=category(part.label))
        return self.marginals.get(part, self.marginals.get(plain, 0.0))

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return the brackets over these words under every label, and those that cross them, likeliest first."""
        assert isinstance(position, tuple)
        parts = (part for part in self.marginals if part.position == position or _is_crossing(part, position))
        brackets: list[tuple[Part, float]] = [(part, self.marginals[part]) for part in parts]
        return sorted(brackets, key=lambda pair: -pair[1])

    def margin(self, position: Position) -> float:
        """Return by how much the likeliest bracket over these words exceeds the likeliest that crosses it, and the next
        label where the two exclude each other.
        """
        assert isinstance(position, tuple)
        by_label = sorted(
            (marginal for part, marginal in self.marginals.items() if part.position == position), reverse=True
        )
        if not by_label:
            return 0.0
        runner_up = max(
            (marginal for part, marginal in self.marginals.items() if _is_crossing(part, position)), default=0.0
        )
        if len(by_label) > 1 and sum(by_label) <= 1.0 + _ROUNDING:  # more than 1: labels of a unary chain
            runner_up = max(runner_up, by_label[1])
        return by_label[0] - runner_up

    def items(self) -> Iterator[tuple[Part, float]]:
        """Iterate over all brackets with their marginals."""
        yield from self.marginals.items()

    @property
    def entropy(self) -> float:
        """The entropy of each bracket being in the tree or not, summed and divided by the words, in nats."""
        return sum(map(binary_entropy, self.marginals.values())) / max(self.words, 1)


Marginals = ArcMarginals | SpanMarginals
_ROUNDING = 1e-9


def _is_crossing(part: SpanPart, position: tuple[int, int]) -> bool:
    start, end = position
    return part.start < start < part.end < end or start < part.start < end < part.end


def binary_entropy(probability: float) -> float:
    """Return the entropy of a part being in the tree or not, in nats."""
    complement = 1.0 - probability
    return (
        -probability * math.log(probability) - complement * math.log(complement)
        if probability > 0.0 and complement > 0.0
        else 0.0
    )
