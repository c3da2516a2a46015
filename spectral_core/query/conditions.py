"""Questions about a whole sentence, and how they are joined by and, or and not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from spectral_core.query.cells import alternatives
from spectral_core.query.patterns import Sequence, Structure
from spectral_core.query.view import View

Proofs = list[tuple[int, ...]]  # as in `patterns.Found`; () where the whole sentence is meant


class Condition(Protocol):
    """A question with an answer in each sentence."""

    @property
    def cost(self) -> int: ...  # the cheapest are asked first
    def proofs(self, view: View) -> Proofs | None: ...  # None where it does not hold
    def needed(self) -> list[bytes]:
        """Patterns that the bytes of a sentence must hold."""
        return []


@dataclass(frozen=True, slots=True)
class Occurs:
    """Whether a pattern is anywhere in the sentence; nothing is found in one that could not be read."""

    pattern: Structure | Sequence
    cost: int = 2

    def proofs(self, view: View) -> Proofs | None:
        return (view.sentence.readable and self.pattern.matches(view)) or None

    def needed(self) -> list[bytes]:
        return self.pattern.needed()


@dataclass(frozen=True, slots=True)
class Whole(Condition):
    """A property of the sentence as a whole."""

    holds: Callable[[View], bool]
    cost: int = 1

    def proofs(self, view: View) -> Proofs | None:
        return [()] if self.holds(view) else None


@dataclass(frozen=True, slots=True)
class _Compound(Condition):
    parts: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max(part.cost for part in self.parts)


@dataclass(frozen=True, slots=True)
class And(_Compound):
    """Both, or all of several."""

    def proofs(self, view: View) -> Proofs | None:
        found: dict[int, Proofs] = {}
        for at in sorted(range(len(self.parts)), key=lambda number: self.parts[number].cost):
            if (proofs := self.parts[at].proofs(view)) is None:
                return None
            found[at] = proofs
        return _joined([found[at] for at in range(len(self.parts))])

    def needed(self) -> list[bytes]:
        return [piece for part in self.parts for piece in part.needed()]


@dataclass(frozen=True, slots=True)
class Or(_Compound):
    """At least one of several."""

    def proofs(self, view: View) -> Proofs | None:
        found = [proofs for proofs in (part.proofs(view) for part in self.parts) if proofs is not None]
        return _joined(found) if found else None

    def needed(self) -> list[bytes]:
        return alternatives(part.needed() for part in self.parts)


@dataclass(frozen=True, slots=True)
class Without(Condition):
    """What does not hold."""

    part: Condition

    @property
    def cost(self) -> int:
        return self.part.cost

    def proofs(self, view: View) -> Proofs | None:
        return [()] if self.part.proofs(view) is None else None


def _joined(found: list[Proofs]) -> Proofs:
    """All proofs once each, those that name a place before the bare fact that something holds."""
    return list(dict.fromkeys(proof for proofs in found for proof in proofs if proof)) or [()]
