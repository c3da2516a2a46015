"""Going from problem to problem and from word to word, and deciding on the way."""

from __future__ import annotations

from functools import partialmethod

from PySide6.QtCore import QObject

from spectral_gui.session import AppContext
from spectral_gui.views.candidates import CandidatesView
from spectral_gui.views.dependency import DependencyView
from spectral_gui.views.queue import QueueView


class Going(QObject):
    """Goes where problems, words and decisions lead."""

    def __init__(
        self,
        desk: AppContext,
        queue: QueueView,
        candidates: CandidatesView,
        dependency: DependencyView,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._surveying = desk.session, desk.notices, desk.survey
        self._accepting, self._readings, self._queue = desk.acceptance, desk.readings, queue
        self._candidates, self._dependency = candidates, dependency

    def take(self, row: int) -> None:
        """Takes the reading in a row, or where readings are not on screen what else may stand at the word."""
        if self._readings.are_visible or not self._dependency.isVisible():
            self._candidates.choose_reading(row)
        else:
            self._dependency.take_choice(row)

    take_1, take_2, take_3 = partialmethod(take, 1), partialmethod(take, 2), partialmethod(take, 3)
    take_4, take_5, take_6 = partialmethod(take, 4), partialmethod(take, 5), partialmethod(take, 6)
    take_7, take_8, take_9 = partialmethod(take, 7), partialmethod(take, 8), partialmethod(take, 9)

    def next_problem(self) -> None:
        """Goes to the next sentence with a problem, and says what it is."""
        self._queue.next_problem()
        word = self._session.selection.word
        problem = next((one for one in self._surveying.selected_problems if one.word in (word, 0)), None)
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
        """Accepts the sentence, and goes on to the next that is open."""
        if self._accepting.accept():
            self._queue.select_next_unaccepted()

    def insist(self) -> None:
        """Accepts the sentence whatever it lacks, and goes on."""
        if self._accepting.accept(insist=True):
            self._queue.select_next_unaccepted()

    def accept_and_stay(self) -> None:
        self._accepting.accept()
