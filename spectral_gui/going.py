"""Navigation from problem to problem and from word to word, with decisions on the way."""

from __future__ import annotations

from functools import partialmethod

from PySide6.QtCore import QObject

from spectral_gui.state import AppContext
from spectral_gui.views.annotate.dependency.view import DependencyView
from spectral_gui.views.annotate.readings.view import CandidatesView
from spectral_gui.views.shared.queue import QueueView


class Navigation(QObject):
    """Actions that move through problems, words and decisions."""

    def __init__(
        self,
        context: AppContext,
        queue: QueueView,
        candidates: CandidatesView,
        dependency: DependencyView,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._survey = context.session, context.notices, context.survey
        self._acceptance, self._readings, self._queue = context.acceptance, context.readings, queue
        self._candidates, self._dependency = candidates, dependency

    def choose_alternative(self, row: int) -> None:
        """Choose the reading in a row; where readings are not on screen, the alternative for the word in the tree."""
        if self._readings.are_visible or not self._dependency.isVisible():
            self._candidates.choose_reading(row)
        else:
            self._dependency.take_choice(row)

    take_1, take_2, take_3 = (
        partialmethod(choose_alternative, 1),
        partialmethod(choose_alternative, 2),
        partialmethod(choose_alternative, 3),
    )
    take_4, take_5, take_6 = (
        partialmethod(choose_alternative, 4),
        partialmethod(choose_alternative, 5),
        partialmethod(choose_alternative, 6),
    )
    take_7, take_8, take_9 = (
        partialmethod(choose_alternative, 7),
        partialmethod(choose_alternative, 8),
        partialmethod(choose_alternative, 9),
    )

    def next_problem(self) -> None:
        """Go to the next sentence with a problem, and show what it is."""
        self._queue.next_problem()
        word = self._session.selection.word
        problem = next((candidate for candidate in self._survey.selected_problems if candidate.word in (word, 0)), None)
        if problem is not None:
            self._notices.notify(problem.message)

    def next_word(self) -> None:
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is not None and word < len(sentence):
            self._session.select(word=word + 1)

    def previous_word(self) -> None:
        if self._session.selection.word > 1:
            self._session.select(word=self._session.selection.word - 1)

    def accept(self) -> None:
        """Accept the sentence, and go to the next open one."""
        if self._acceptance.accept():
            self._queue.select_next_unaccepted()

    def insist(self) -> None:
        """Accept the sentence whatever it lacks, and go on."""
        if self._acceptance.accept(insist=True):
            self._queue.select_next_unaccepted()

    def accept_and_stay(self) -> None:
        self._acceptance.accept()
