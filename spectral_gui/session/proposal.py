"""A proposal: what a model says of one sentence, and what it was asked; plain values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_gui.jobs import Parsed


@dataclass(frozen=True, slots=True)
class Asked:
    """What a proposal is made from; it holds as long as all of this does."""

    sentence: Sentence
    model: Path
    constraints: Constraints


@dataclass(frozen=True)
class Proposal:
    """The trees of one sentence, best first, with how likely each arc is as far as the model says."""

    index: int
    asked: Asked
    parsed: Parsed
    before: Sentence | None = None  # the tree that was shown before the locks were changed

    @property
    def trees(self) -> tuple[Ranked[Sentence], ...]:
        return self.parsed.trees

    @property
    def calibrated(self) -> bool:
        """Whether the numbers of its arcs are probabilities, or else scores."""
        return self.parsed.calibrated

    @property
    def uncertainty(self) -> float | None:
        """The mean entropy of a word's heads, in nats."""
        return self.parsed.uncertainty

    @cached_property
    def margins(self) -> tuple[float, ...]:
        """(words,) how far the likeliest head of each word is before the next; () where the model does not say."""
        columns = [sorted(column, reverse=True) for column in zip(*self.parsed.arcs, strict=True)]
        return tuple(column[0] - column[1] if len(column) > 2 else 1.0 for column in columns)

    def likelihood(self, head: int | None, word: int) -> float | None:
        """The number of an arc; None where the model has none."""
        arcs = self.parsed.arcs
        return arcs[head][word - 1] if head is not None and head < len(arcs) else None

    def heads_of(self, word: int) -> list[tuple[int, float]]:
        """Every possible head of a word with its number, the likeliest first."""
        rows = [(head, row[word - 1]) for head, row in enumerate(self.parsed.arcs) if head != word]
        return sorted(rows, key=lambda row: -row[1])

    def moved(self, rank: int) -> frozenset[int]:
        """The words that hang elsewhere than in the first tree; in the first, than before the locks were changed."""
        other = self.trees[0].value if rank else self.before
        if other is None:
            return frozenset()
        pairs = zip(self.trees[rank].value.heads, other.heads, strict=True)
        return frozenset(word for word, (here, there) in enumerate(pairs, 1) if here != there)
