"""A proposal: what a model says of one sentence, and what it was asked; plain values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.structure import Marginals, Part, Place, Structure
from spectral_core.engine import Parsed


@dataclass(frozen=True, slots=True)
class ProposalQuestion:
    """What a proposal is made from; it holds as long as all of this does."""

    sentence: Sentence
    model: Path
    constraints: Constraints
    structure: Structure


@dataclass(frozen=True, slots=True)
class Proposal:
    """The trees of one sentence, best first, with how likely each part is as far as the model says."""

    index: int
    asked: ProposalQuestion
    parsed: Parsed
    before: Sentence | None = None  # the tree that was shown before the locks were changed

    @property
    def trees(self) -> tuple[Ranked[Sentence], ...]:
        return self.parsed.trees

    def tree(self, rank: int) -> Sentence:
        """The tree of a rank, or the last."""
        return self.trees[min(rank, len(self.trees) - 1)].value

    @property
    def marginals(self) -> Marginals | None:
        return self.parsed.marginals

    @property
    def calibrated(self) -> bool:
        """Whether the numbers of its parts are probabilities, or else scores."""
        return self.marginals is not None and self.marginals.calibrated

    def number(self, part: Part | None) -> float | None:
        return None if self.marginals is None or part is None else self.marginals.number(part)

    def margin(self, place: Place) -> float | None:
        """How far the likeliest part at a place is before the next; None where the model does not say."""
        return None if self.marginals is None else self.marginals.margin(place)

    def alternatives(self, place: Place) -> list[tuple[Part, float]]:
        """What may stand at a place with its number, the likeliest first; nothing where the model does not say."""
        return [] if self.marginals is None else self.marginals.alternatives(place)

    def doubtful(self, rank: int, margin: float) -> tuple[Place, ...]:
        """The places of a tree whose margin is smaller, without those that are locked."""
        structure, locks = self.asked.structure, self.asked.constraints
        if self.marginals is None:
            return ()
        places = dict.fromkeys(part.place for part in structure.parts(self.trees[rank].value))
        margin_of = self.marginals.margin
        return tuple(place for place in places if margin_of(place) < margin and not structure.is_locked(locks, place))

    def moved(self, rank: int) -> frozenset[Place]:
        """Where the tree is otherwise than the first; the first, than what was shown before the locks were changed."""
        other = self.trees[0].value if rank else self.before
        return frozenset() if other is None else self.asked.structure.moved(self.trees[rank].value, other)
