"""What a human has locked in a sentence, which every parser must honour exactly."""

from __future__ import annotations

from dataclasses import dataclass, fields

from spectral_core.brief import brief


@dataclass(frozen=True, slots=True)
class Constraints:
    """Locked and forbidden parts. Words count from 1 and 0 is the root; spans are half-open and count from 0."""

    required_arcs: frozenset[tuple[int, int]] = frozenset()  # (head, modifier)
    forbidden_arcs: frozenset[tuple[int, int]] = frozenset()
    required_labels: frozenset[tuple[int, str]] = frozenset()  # (modifier, label of its arc)
    required_spans: frozenset[tuple[int, int, str]] = frozenset()  # (start, end, label; "" for any)
    forbidden_spans: frozenset[tuple[int, int, str]] = frozenset()
    __repr__ = brief

    def __bool__(self) -> bool:
        return self != FREE

    def joined(self, other: Constraints) -> Constraints:
        """All that is locked here or there."""
        return Constraints(*(getattr(self, row.name) | getattr(other, row.name) for row in fields(self)))

    def without(self, other: Constraints) -> Constraints:
        """What is locked here and not there."""
        return Constraints(*(getattr(self, row.name) - getattr(other, row.name) for row in fields(self)))


FREE = Constraints()
