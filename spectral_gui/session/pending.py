"""Changes of locks that no answer of the engine has honoured yet, by sentence; what was tried, not what stands."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.project import LockChange


@dataclass(frozen=True, slots=True)
class Tried:
    """One change of the locks of a sentence."""

    change: LockChange
    step: str  # of its act
    acts: int  # that were recorded, undone and done again once it was: as long as that holds, it is the newest


class Pending:
    """The changes of each sentence since its locks were last honoured, oldest first, one following the other."""

    def __init__(self) -> None:
        self._tried: dict[int, list[Tried]] = {}

    def add(self, tried: Tried) -> None:
        rows = self._tried.setdefault(tried.change.index, [])
        if rows and rows[-1].change.forms != tried.change.forms:
            rows.clear()
        rows.append(tried)

    def undo(self, change: LockChange) -> None:
        """A change was undone. Where it is none of these, its sentence is as it was once before, be that as it may:
        the user asked for it, and nothing of it is taken back."""
        rows = self._tried.get(change.index, [])
        if rows and rows[-1].change == change:
            rows.pop()
        else:
            rows.clear()

    @property
    def sentences(self) -> tuple[int, ...]:
        """Those whose locks were changed since they were honoured."""
        return tuple(index for index, rows in self._tried.items() if rows)

    def of(self, index: int, forms: tuple[str, ...]) -> tuple[Tried, ...]:
        return tuple(tried for tried in self._tried.get(index, ()) if tried.change.forms == forms)

    def forget(self, index: int) -> None:
        """The locks of a sentence are honoured as they are."""
        self._tried.pop(index, None)

    def clear(self) -> None:
        self._tried.clear()
