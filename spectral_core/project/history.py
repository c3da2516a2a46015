"""History of edits that can be undone, in order, over all sentences of a project; plain values, no disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from spectral_core.data import Constraints, Sentence
from spectral_core.deprecated import old_members

HUMAN, CONFIRMED, MODEL, OUTSIDE = "human", "confirmed", "model", "outside"  # where a decision came from
Word = tuple[str, int, int]  # the name of a document, its sentence from 0, and the word in that from 1


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence before and after."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    before: Sentence
    after: Sentence


@dataclass(frozen=True, slots=True)
class LockChange:
    """The locks of a sentence before and after; they hold as long as the sentence has these words."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    forms: tuple[str, ...]
    before: Constraints
    after: Constraints


@dataclass(frozen=True, slots=True)
class WordEffort:
    """Cost of a decision about a word that was offered ranked readings."""

    rank: int | None  # from 1; None where none in the list was right
    keys: int
    milliseconds: int


@old_members(taken="efforts")
@dataclass(frozen=True, slots=True)
class Edit:
    """A gesture of the user, as the menu names it: changes of one or several sentences, done and undone as one."""

    step: str  # "Attach 'dog' to 'ran'"
    changes: tuple[Change, ...]
    provenance: str = HUMAN
    milliseconds: int = 0  # spent on the sentence since the act before
    rank: int | None = None  # of the value that was taken, where it was offered in a ranked list
    locks: tuple[LockChange, ...] = ()
    efforts: tuple[tuple[Word, WordEffort], ...] = ()  # of words decided from their readings, what that cost


class HasStep(Protocol):
    """An entry of a history: an edit, or the number of one in a journal."""

    @property
    def step(self) -> str: ...


Item = TypeVar("Item", bound=HasStep)


@old_members(give_up_undo="discard_undo", give_up_redo="discard_redo")
class History(Generic[Item]):
    """The edits that undo and redo would revert or repeat; newest last."""

    def __init__(self, done: Iterable[Item] = (), undone: Iterable[Item] = ()) -> None:
        self._done: list[Item] = list(done)
        self._undone: list[Item] = list(undone)

    @property
    def undo_step(self) -> str | None:
        """Description of what undo would revert; None where there is nothing."""
        return self.next_undo.step if self.next_undo else None

    @property
    def redo_step(self) -> str | None:
        """Description of what redo would repeat; None where there is nothing."""
        return self.next_redo.step if self.next_redo else None

    @property
    def next_undo(self) -> Item | None:
        """The edit that `undo` would return."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Item | None:
        """The edit that `redo` would return."""
        return self._undone[-1] if self._undone else None

    @property
    def done(self) -> tuple[Item, ...]:
        """All edits that are done and not undone, oldest first."""
        return tuple(self._done)

    def record(self, edit: Item) -> None:
        """Push an edit; what was undone before can no longer be redone."""
        self._done.append(edit)
        self._undone.clear()

    def undo(self) -> Item | None:
        """Return the edit that is now undone: each change's `before` holds again."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Item | None:
        """Return the edit that is now redone: each change's `after` holds again."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def discard_undo(self) -> None:
        """Make the newest edit permanent; the one before it can be undone then."""
        del self._done[-1:]

    def discard_redo(self) -> None:
        """Discard the edit that was undone last."""
        del self._undone[-1:]
