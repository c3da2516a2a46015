"""Lock changes that no answer of the engine has honoured yet, by sentence."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.project import LockChange


@dataclass(frozen=True, slots=True)
class LockAttempt:
    """One change of the locks of a sentence."""

    change: LockChange
    step: str  # undo text of its edit
    edit_count: int  # of the session when it was made: it is the newest edit while that is unchanged


class PendingLocks:
    """The changes of each sentence since its locks were last honoured, oldest first, each following the one before."""

    def __init__(self) -> None:
        self._attempts: dict[int, list[LockAttempt]] = {}

    def add(self, attempt: LockAttempt) -> None:
        """Record a change; those about other words of the same sentence are dropped."""
        attempts = self._attempts.setdefault(attempt.change.index, [])
        if attempts and attempts[-1].change.forms != attempt.change.forms:
            attempts.clear()
        attempts.append(attempt)

    def undo(self, change: LockChange) -> None:
        """Remove a change that was undone. Where it is not the newest, the sentence is as it was once before, at the
        user's request: nothing of it is to be undone automatically."""
        attempts = self._attempts.get(change.index, [])
        if attempts and attempts[-1].change == change:
            attempts.pop()
        else:
            attempts.clear()

    @property
    def sentences(self) -> tuple[int, ...]:
        """Indexes of the sentences whose locks were changed since they were honoured."""
        return tuple(index for index, attempts in self._attempts.items() if attempts)

    def get(self, index: int, forms: tuple[str, ...]) -> tuple[LockAttempt, ...]:
        """Return the changes of a sentence that are about these words."""
        return tuple(attempt for attempt in self._attempts.get(index, ()) if attempt.change.forms == forms)

    def remove(self, index: int) -> None:
        """Drop the changes of a sentence: its locks are honoured as they are."""
        self._attempts.pop(index, None)

    def clear(self) -> None:
        self._attempts.clear()
