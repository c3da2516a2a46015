"""Commands on the suggested dependency or constituency tree: rank, locks, uncertain parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject

from spectral_core.data.structure import Position
from spectral_gui.state import Acceptance, PartQuestions, SubtreeReplacement, Suggestions

T = TypeVar("T", int, tuple[int, ...])


class SuggestionCommands(QObject):
    """Commands on the suggestion at the selected position; `get_position` shows a message and returns None if there is
    none. `go_to_uncertain` goes to the next uncertain position, or with -1 to the previous one."""

    def __init__(
        self,
        suggestions: Suggestions,
        acceptance: Acceptance,
        questions: PartQuestions,
        subtree_replacement: SubtreeReplacement,
        get_position: Callable[[], Position | None],
        go_to_uncertain: Callable[[int], object],
        parent: QObject,
    ):
        super().__init__(parent)
        self._suggestions, self._acceptance, self._get_position, self._go_to_uncertain = (
            suggestions,
            acceptance,
            get_position,
            go_to_uncertain,
        )
        self._questions, self._subtree_replacement = questions, subtree_replacement

    def next_tree(self) -> None:
        self._suggestions.show_next_tree(1)

    def previous_tree(self) -> None:
        self._suggestions.show_next_tree(-1)

    def next_below(self) -> None:
        """Replace the subtree at the position by the next best."""
        self._run_at_position(lambda position: self._subtree_replacement.show_next_subtree(position, 1))

    def previous_below(self) -> None:
        self._run_at_position(lambda position: self._subtree_replacement.show_next_subtree(position, -1))

    def ask(self) -> None:
        """Ask the most informative questions until none is left."""
        self._questions.start()

    def lock(self) -> None:
        self._run_at_position(self._suggestions.tree_locks.toggle_lock)

    def forbid(self) -> None:
        self._run_at_position(self._suggestions.tree_locks.forbid_part)

    def free(self) -> None:
        self._run_at_position(self._suggestions.tree_locks.remove_locks)

    def accept_rest(self) -> None:
        """Accept the sentence with the suggested tree, once every uncertain part was visited."""
        self._acceptance.accept_remaining_suggestions()

    def next_doubtful(self) -> None:
        self._go_to_uncertain(1)

    def previous_doubtful(self) -> None:
        self._go_to_uncertain(-1)

    def _run_at_position(self, operation: Callable[[Position], object]) -> None:
        position = self._get_position()
        if position is not None:
            operation(position)


def find_adjacent_position(positions: Sequence[T], current: T, step: int) -> T:
    """Return the position after the current one among sorted positions, or the one before for step -1; wraps around."""
    if step > 0:
        return next((position for position in positions if position > current), positions[0])
    return next((position for position in reversed(positions) if position < current), positions[-1])
