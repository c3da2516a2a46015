"""What a human has locked in a sentence, which every parser must honour exactly."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Constraints:
    """Locked and forbidden parts. Words count from 1 and 0 is the root; spans are half-open and count from 0."""

    required_arcs: frozenset[tuple[int, int]] = frozenset()  # (head, modifier)
    forbidden_arcs: frozenset[tuple[int, int]] = frozenset()
    required_labels: frozenset[tuple[int, str]] = frozenset()  # (modifier, label of its arc)
    required_spans: frozenset[tuple[int, int, str]] = frozenset()  # (start, end, label; "" for any)
    forbidden_spans: frozenset[tuple[int, int, str]] = frozenset()

    def __bool__(self) -> bool:
        return bool(
            self.required_arcs
            or self.forbidden_arcs
            or self.required_labels
            or self.required_spans
            or self.forbidden_spans
        )


FREE = Constraints()
