"""Why, asked and answered: for the marked reading, and for its lead over another, as far as a model can tell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from spectral_core.data import Analysis
from spectral_gui.session import Session, Why
from spectral_gui.views.candidates.rows import Reading
from spectral_gui.views.candidates.why import Bars, WhyView

_Pair = tuple[Analysis, Analysis | None]  # why the first, or why it leads the second


class Explaining(QObject):
    """Asks the session about what is marked while its bars are shown; answers about anything else are dropped."""

    def __init__(self, session: Session, parent: QObject):
        super().__init__(parent)
        self.bars = WhyView()
        self.bars.hide()
        self.shown = False
        self._session = session
        self._at = (-1, 0)
        self._asked: list[_Pair] = []
        self._answers: dict[_Pair, Why] = {}
        self._ranks: dict[Analysis, int] = {}
        session.why_known.connect(self._take)

    def flip(self) -> None:
        """Shows the bars, or no longer."""
        self.shown = not self.shown
        self.bars.setVisible(self.shown)

    def ask(self, at: tuple[int, int], reading: Reading | None, readings: Sequence[Reading]) -> None:
        """Asks about a reading of a word: its lead over the next below it, or the lead that the first has."""
        if not self.shown or reading is None:
            return
        self._at, self._answers = at, {}
        self._ranks = {one.value: one.rank for one in readings}
        self._asked = [(reading.value, None)]
        first = min(readings, key=lambda one: one.rank)
        behind = (one for one in sorted(readings, key=lambda one: one.rank) if one.ranked.score != first.ranked.score)
        second = next(behind, None) if reading.rank == 1 else reading
        if second is not None:
            self._asked.insert(0, (first.value, second.value))
        for one, over in tuple(self._asked):
            self._session.why(*at, one, over)

    def _take(self, why: Why) -> None:
        pair = (why.first, why.second)
        if not self.shown or (why.sentence, why.word) != self._at or pair not in self._asked:
            return
        if why.complaint:
            self.bars.show_groups((), why.complaint)
            return
        self._answers[pair] = why
        groups = []
        for first, second in self._asked:
            answer = self._answers.get((first, second))
            if answer is None or not answer.parts:
                continue
            title = self.tr("Reading {0} over the mean of all").format(self._ranks.get(first, "?"))
            if second is not None:
                ranks = self._ranks.get(first, "?"), self._ranks.get(second, "?")
                title = self.tr("Reading {0} over {1}").format(*ranks)
            groups.append(Bars.of(title, answer.parts, self.tr("{0} others")))
        self.bars.show_groups(tuple(groups), "" if groups else self.tr("Nothing tells these readings apart."))
