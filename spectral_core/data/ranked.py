"""Values in order of preference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ranked(Generic[V]):
    """A value and its natural-log score; lists of these are best first. A score is not a probability."""

    value: V
    score: float
    probability: float | None = None  # only where the model was calibrated on held-out data
