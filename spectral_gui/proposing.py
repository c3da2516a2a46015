"""What keys do with the tree that is proposed, whatever it is made of: ranks, locks, doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject

from spectral_core.data.structure import Position
from spectral_gui.session import Acceptance, Questions, SubtreeReplacement, Suggestions

T = TypeVar("T", int, tuple[int, ...])


class Proposing(QObject):
    """Acts on the proposal at the `place` that is selected; None for no place, which is said already. `step` goes to
    the next place in doubt, or by -1 to the one before."""

    def __init__(
        self,
        proposals: Suggestions,
        accepting: Acceptance,
        questions: Questions,
        replacing: SubtreeReplacement,
        place: Callable[[], Position | None],
        step: Callable[[int], object],
        parent: QObject,
    ):
        super().__init__(parent)
        self._proposals, self._accepting, self._place, self._step = proposals, accepting, place, step
        self._questions, self._replacing = questions, replacing

    def next_tree(self) -> None:
        self._proposals.show_next_tree(1)

    def previous_tree(self) -> None:
        self._proposals.show_next_tree(-1)

    def next_below(self) -> None:
        """Replaces what is below the place by the next best."""
        self._at_place(lambda place: self._replacing.show_next(place, 1))

    def previous_below(self) -> None:
        self._at_place(lambda place: self._replacing.show_next(place, -1))

    def ask(self) -> None:
        """Asks what would settle most, and on until nothing is left to ask."""
        self._questions.start()

    def lock(self) -> None:
        self._at_place(self._proposals.tree_locks.lock)

    def forbid(self) -> None:
        self._at_place(self._proposals.tree_locks.forbid)

    def free(self) -> None:
        self._at_place(self._proposals.tree_locks.free)

    def accept_rest(self) -> None:
        """Accepts the sentence with the tree that is proposed, once all that is in doubt was looked at."""
        self._accepting.accept_rest()

    def next_doubtful(self) -> None:
        self._step(1)

    def previous_doubtful(self) -> None:
        self._step(-1)

    def _at_place(self, act: Callable[[Position], object]) -> None:
        place = self._place()
        if place is not None:
            act(place)


def beside(places: Sequence[T], here: T, by: int) -> T:
    """The place after `here`, of places in order, or by -1 the one before; from one end to the other again."""
    if by > 0:
        return next((place for place in places if place > here), places[0])
    return next((place for place in reversed(places) if place < here), places[-1])
