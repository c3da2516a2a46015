"""Conditions on a whole sentence, combined by "and", "or" and "not"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from spectral_core.query.node_tests import SentenceView, combine_prefilters
from spectral_core.query.patterns import NodePattern, SequencePattern

Proofs = list[tuple[int, ...]]  # as in `patterns.ProofMap`; () for the sentence as a whole


class Condition(Protocol):
    """A condition that is tested on each sentence."""

    @property
    def cost(self) -> int: ...  # the cheapest are tested first
    def find_proofs(self, view: SentenceView) -> Proofs | None: ...  # None for no match
    def prefilter(self) -> list[bytes]:
        """Return regular expressions that the bytes of a matching sentence match."""
        return []


@dataclass(frozen=True, slots=True)
class PatternOccurrence:
    """A pattern that occurs in the sentence; unreadable sentences never match."""

    pattern: NodePattern | SequencePattern
    cost: int = 2

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        return (view.sentence.readable and self.pattern.find_matches(view)) or None

    def prefilter(self) -> list[bytes]:
        return self.pattern.prefilter()


@dataclass(frozen=True, slots=True)
class SentenceProperty(Condition):
    """A property of the sentence as a whole."""

    holds: Callable[[SentenceView], bool]
    cost: int = 1

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        return [()] if self.holds(view) else None


@dataclass(frozen=True, slots=True)
class _CompoundCondition(Condition):
    parts: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max(part.cost for part in self.parts)


@dataclass(frozen=True, slots=True)
class Conjunction(_CompoundCondition):
    """The conjunction of several conditions."""

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        proofs_by_part: dict[int, Proofs] = {}
        for index in sorted(range(len(self.parts)), key=lambda part: self.parts[part].cost):
            if (proofs := self.parts[index].find_proofs(view)) is None:
                return None
            proofs_by_part[index] = proofs
        return _merge_proofs([proofs_by_part[index] for index in range(len(self.parts))])

    def prefilter(self) -> list[bytes]:
        return [pattern for part in self.parts for pattern in part.prefilter()]


@dataclass(frozen=True, slots=True)
class Disjunction(_CompoundCondition):
    """The disjunction of several conditions."""

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        matching = [proofs for proofs in (part.find_proofs(view) for part in self.parts) if proofs is not None]
        return _merge_proofs(matching) if matching else None

    def prefilter(self) -> list[bytes]:
        return combine_prefilters(part.prefilter() for part in self.parts)


@dataclass(frozen=True, slots=True)
class Negation(Condition):
    """The negation of a condition."""

    part: Condition

    @property
    def cost(self) -> int:
        return self.part.cost

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        return [()] if self.part.find_proofs(view) is None else None


def _merge_proofs(proof_lists: list[Proofs]) -> Proofs:
    """Return all distinct proofs that include a word or node; one empty proof if there are none."""
    return list(dict.fromkeys(proof for proofs in proof_lists for proof in proofs if proof)) or [()]
