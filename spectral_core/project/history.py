"""Undo history of edits over all sentences of a project, in order; plain values, no disk access."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from spectral_core.data import Constraints, Sentence
from spectral_core.deprecated import old_members

HUMAN, CONFIRMED, MODEL, OUTSIDE = "human", "confirmed", "model", "outside"  # source of an annotation
WordPosition = tuple[str, int, int]  # document name, sentence from 0, word from 1


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence before and after an edit."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    before: Sentence
    after: Sentence


@dataclass(frozen=True, slots=True)
class LockChange:
    """The locks of a sentence before and after an edit; valid as long as the sentence has these words."""

    document: str  # its name in the project
    index: int  # of the sentence in its document
    forms: tuple[str, ...]
    before: Constraints
    after: Constraints


@dataclass(frozen=True, slots=True)
class WordEffort:
    """Annotation effort for a word that was offered ranked readings."""

    rank: int | None  # from 1; None if no listed reading was right
    keys: int
    milliseconds: int


@old_members(taken="efforts")
@dataclass(frozen=True, slots=True)
class Edit:
    """An edit by the user, with its name in the menu: changes of one or several sentences, undone and redone as one."""

    step: str  # "Attach 'dog' to 'ran'"
    changes: tuple[Change, ...]
    provenance: str = HUMAN
    milliseconds: int = 0  # spent on the sentence since the previous edit
    rank: int | None = None  # of the chosen value, if it was offered in a ranked list
    locks: tuple[LockChange, ...] = ()
    efforts: tuple[tuple[WordPosition, WordEffort], ...] = ()  # effort for words whose reading was chosen


class HasStep(Protocol):
    """An entry of a history: an edit, or the id of one in a journal."""

    @property
    def step(self) -> str:
        """The name of the edit, as menus show it after Undo or Redo: "Attach 'dog' to 'ran'"."""


Item = TypeVar("Item", bound=HasStep)


@old_members(
    give_up_undo="discard_undo",
    give_up_redo="discard_redo",
    undo_step="undo_text",
    redo_step="redo_text",
    done="done_edits",
)
class History(Generic[Item]):
    """Undo and redo stacks of edits; newest last."""

    def __init__(self, done: Iterable[Item] = (), undone: Iterable[Item] = ()) -> None:
        self._done: list[Item] = list(done)
        self._undone: list[Item] = list(undone)

    @property
    def undo_text(self) -> str | None:
        """The name of the edit that `undo` would undo, for the menu; None if there is none."""
        return self.next_undo.step if self.next_undo else None

    @property
    def redo_text(self) -> str | None:
        """The name of the edit that `redo` would redo, for the menu; None if there is none."""
        return self.next_redo.step if self.next_redo else None

    @property
    def next_undo(self) -> Item | None:
        """The edit that `undo` would return; None if there is none."""
        return self._done[-1] if self._done else None

    @property
    def next_redo(self) -> Item | None:
        """The edit that `redo` would return; None if there is none."""
        return self._undone[-1] if self._undone else None

    @property
    def done_edits(self) -> tuple[Item, ...]:
        """All edits that are not undone, oldest first."""
        return tuple(self._done)

    def record(self, edit: Item) -> None:
        """Push an edit and clear the redo stack."""
        self._done.append(edit)
        self._undone.clear()

    def undo(self) -> Item | None:
        """Undo the newest edit and return it: each change's `before` holds again."""
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Item | None:
        """Redo the last undone edit and return it: each change's `after` holds again."""
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def discard_undo(self) -> None:
        """Make the newest edit permanent; the one before it is the next to be undone."""
        del self._done[-1:]

    def discard_redo(self) -> None:
        """Discard the edit that was undone last."""
        del self._undone[-1:]
