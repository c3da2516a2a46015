"""Constraints on the trees of a sentence: the user's locks, which every parser honours exactly."""

from __future__ import annotations

from dataclasses import dataclass, fields

from spectral_core.brief import brief_repr
from spectral_core.deprecated import old_members


@old_members(joined="union", without="difference")
@dataclass(frozen=True, slots=True)
class Constraints:
    """Locked and forbidden parts. Words count from 1 and 0 is the root; spans are half-open and count from 0."""

    required_arcs: frozenset[tuple[int, int]] = frozenset()  # (head, modifier)
    forbidden_arcs: frozenset[tuple[int, int]] = frozenset()
    required_labels: frozenset[tuple[int, str]] = frozenset()  # (modifier, label of its arc)
    required_spans: frozenset[tuple[int, int, str]] = frozenset()  # (start, end, label; "" for any)
    forbidden_spans: frozenset[tuple[int, int, str]] = frozenset()
    __repr__ = brief_repr

    def __bool__(self) -> bool:
        return self != UNCONSTRAINED

    def union(self, second: Constraints) -> Constraints:
        """Return the locks of this set and of `second`."""
        return Constraints(*(getattr(self, field.name) | getattr(second, field.name) for field in fields(self)))

    def difference(self, second: Constraints) -> Constraints:
        """Return the locks of this set that are not in `second`."""
        return Constraints(*(getattr(self, field.name) - getattr(second, field.name) for field in fields(self)))


UNCONSTRAINED = Constraints()
