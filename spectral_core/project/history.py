"""What was done and can be undone: acts in order, over all sentences of a project; plain values, no disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from spectral_core.data import Constraints, Sentence

HUMAN, CONFIRMED, MODEL, OUTSIDE = "human", "confirmed", "model", "outside"  # where a decision came from


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence before and after."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    before: Sentence
    after: Sentence


@dataclass(frozen=True, slots=True)
class LockChange:
    """What is locked by hand in one sentence before and after; it holds as long as the sentence has these words."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    forms: tuple[str, ...]
    before: Constraints
    after: Constraints


@dataclass(frozen=True, slots=True)
class Taken:
    """What one decision cost about a word that was offered readings in an order before it was made."""

    rank: int | None  # from 1; None where none in the list was right
    keys: int
    milliseconds: int


Word = tuple[str, int, int]  # the name of a document, its sentence from 0, and the word in that from 1


@dataclass(frozen=True, slots=True)
class Act:
    """What one gesture of the user did, as the menu names it: one or several sentences, done and undone as one."""

    step: str  # "Attach 'dog' to 'ran'"
    changes: tuple[Change, ...]
    provenance: str = HUMAN
    milliseconds: int = 0  # spent on the sentence since the act before
    rank: int | None = None  # of the value that was taken, where it was offered in a ranked list
    locks: tuple[LockChange, ...] = ()
    taken: tuple[tuple[Word, Taken], ...] = ()  # of words decided from their readings, what that cost


class Named(Protocol):
    """Whatever stands in a history: an act, or the number of one in a journal."""

    @property
    def step(self) -> str: ...


Item = TypeVar("Item", bound=Named)


class History(Generic[Item]):
    """The acts that undo and redo would take back or do again; newest last."""

    def __init__(self, done: Iterable[Item] = (), undone: Iterable[Item] = ()) -> None:
        self._done: list[Item] = list(done)
        self._undone: list[Item] = list(undone)

    @property
    def undo_step(self) -> str | None:
        """What undo would take back; None where there is nothing."""
        return self.next_undo.step if self.next_undo else None

    @property
    def redo_step(self) -> str | None:
        """What redo would do again; None where there is nothing."""
        return self.next_redo.step if self.next_redo else None

    @property
    def next_undo(self) -> Item | None:
        """What `undo` would give."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Item | None:
        """What `redo` would give."""
        return self._undone[-1] if self._undone else None

    @property
    def done(self) -> tuple[Item, ...]:
        """All that is done and not undone, oldest first."""
        return tuple(self._done)

    def record(self, act: Item) -> None:
        """Puts an act on top; what was undone before can no longer be done again."""
        self._done.append(act)
        self._undone.clear()

    def undo(self) -> Item | None:
        """The act that is now taken back: each change's `before` holds again."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Item | None:
        """The act that is done again: each change's `after` holds again."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def give_up_undo(self) -> None:
        """Leaves the newest act as it is done for good; the one before it can be undone then."""
        del self._done[-1:]

    def give_up_redo(self) -> None:
        """Leaves what was undone last as it is."""
        del self._undone[-1:]
