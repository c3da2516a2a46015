"""Suggestion: trees that a model offers for one sentence, with the input that they were parsed from; plain values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.structure import Marginals, Part, Position, Structure
from spectral_core.engine import ParseResult


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """Input that a suggestion is made from; the suggestion is valid as long as all of it is unchanged."""

    sentence: Sentence
    model: Path
    constraints: Constraints
    structure: Structure


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggested trees of one sentence, best first, with the probability of each part as far as the model has one."""

    index: int
    question: ParseQuestion
    parsed: ParseResult
    previous_tree: Sentence | None = None  # the tree that was shown before the locks were changed

    @property
    def trees(self) -> tuple[Ranked[Sentence], ...]:
        return self.parsed.trees

    def tree(self, rank: int) -> Sentence:
        """Return the tree of a rank, or the last."""
        return self.trees[min(rank, len(self.trees) - 1)].value

    @property
    def marginals(self) -> Marginals | None:
        return self.parsed.marginals

    @property
    def is_calibrated(self) -> bool:
        """Whether the numbers of its parts are probabilities rather than scores."""
        return self.marginals is not None and self.marginals.calibrated

    def score_of(self, part: Part | None) -> float | None:
        """Return the number of a part; None where the model has none."""
        return None if self.marginals is None or part is None else self.marginals.marginal(part)

    def margin(self, position: Position) -> float | None:
        """Return how far the likeliest part at a position is before the next; None where the model does not say."""
        return None if self.marginals is None else self.marginals.margin(position)

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return the possible parts at a position with their numbers, the likeliest first; none where the model does
        not say."""
        return [] if self.marginals is None else self.marginals.alternatives(position)

    def find_uncertain(self, rank: int, margin: float) -> tuple[Position, ...]:
        """Return the positions of a tree whose margin is smaller, without those that are locked."""
        structure, locks = self.question.structure, self.question.constraints
        if self.marginals is None:
            return ()
        positions = dict.fromkeys(part.position for part in structure.parts(self.trees[rank].value))
        margin_of = self.marginals.margin
        return tuple(
            position
            for position in positions
            if margin_of(position) < margin and not structure.is_locked(locks, position)
        )

    def find_changed_parts(self, rank: int) -> frozenset[Position]:
        """Return the positions at which a tree differs from the best one; for the best, from the tree shown before the
        locks were changed."""
        reference = self.trees[0].value if rank else self.previous_tree
        return (
            frozenset()
            if reference is None
            else self.question.structure.changed_parts(self.trees[rank].value, reference)
        )
