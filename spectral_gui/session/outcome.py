"""What became of an edit, as a value: whoever asked for it need not listen to anybody."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """It was journaled, and is shown."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Nothing:
    """There was nothing to do: what was asked for stands there already."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not done; the reason was told to the user."""

    why: str

    def __bool__(self) -> bool:
        return False


Outcome = Done | Nothing | Refused
