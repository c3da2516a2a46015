"""Why, asked and answered: for the marked reading, and for its lead over another, as far as a model can tell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy

from spectral_core.data import Analysis
from spectral_gui.reasons.grounds import lines
from spectral_gui.session import Readings, Why
from spectral_gui.views.candidates.rows import RankedReading
from spectral_gui.views.candidates.why import Bars, WhyView

_MOST, _MOST_BELOW = 11, 0  # lines of the first group of bars, and of the one below it: elements alone
_LEAST = 60  # pixels, for bars
_Pair = tuple[Analysis, Analysis | None]  # why the first, or why it leads the second


class Bounded(QScrollArea):
    """The bars, as high as they are, but never so high that the readings themselves have no room."""

    def __init__(self, bars: WhyView):
        super().__init__()
        self._bars = bars
        self.setWidget(bars)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.viewport().setAutoFillBackground(False)
        bars.setAutoFillBackground(False)
        bars.resized.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self._bars.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._bars.sizeHint().width(), min(self._bars.sizeHint().height(), _LEAST))


class Explaining(QObject):
    """Asks the session about what is marked while its bars are shown; answers about anything else are dropped."""

    def __init__(self, readings: Readings, parent: QObject):
        super().__init__(parent)
        self.bars = WhyView()
        self.area = Bounded(self.bars)
        self.area.hide()
        self.shown = False
        self._readings = readings
        self._at = (-1, 0)
        self._asked: list[_Pair] = []
        self._answers: dict[_Pair, Why] = {}
        self._names: dict[Analysis, str] = {}
        readings.why_known.connect(self._take)

    def flip(self) -> None:
        """Shows the bars, or no longer."""
        self.shown = not self.shown
        self.area.setVisible(self.shown)

    def ask(
        self,
        at: tuple[int, int],
        reading: RankedReading | None,
        readings: Sequence[RankedReading],
        shown: Sequence[RankedReading],
    ) -> None:
        """Asks about a reading of a word: its lead over the next below it, or the lead that the first has.

        A reading is named by its row in `shown`, which is its key, or by its word where it is not among those. Without
        a reading, nothing is told.
        """
        self._at, self._answers, self._asked = at, {}, []
        if reading is None:
            self.bars.show_groups(())
        if not self.shown or reading is None:
            return
        self._names = {one.value: f"\u2068{one.headline}\u2069" for one in readings}
        self._names |= {one.value: str(row) for row, one in enumerate(shown, 1)}
        self._asked = [(reading.value, None)]
        first = min(readings, key=lambda one: one.rank)
        behind = (one for one in sorted(readings, key=lambda one: one.rank) if one.ranked.score != first.ranked.score)
        second = next(behind, None) if reading.rank == 1 else reading
        if second is not None:
            self._asked.insert(0, (first.value, second.value))
        for one, over in tuple(self._asked):
            self._readings.why(*at, one, over)

    def _take(self, why: Why) -> None:
        pair = (why.first, why.second)
        if not self.shown or (why.sentence, why.word) != self._at or pair not in self._asked:
            return
        if why.complaint:
            self.bars.show_groups((), why.complaint)
            return
        self._answers[pair] = why
        groups: list[Bars] = []
        for first, second in self._asked:
            answer = self._answers.get((first, second))
            if answer is None or not answer.parts:
                continue
            title = self.tr("Reading {0} over the mean of all").format(self._names[first])
            if second is not None:
                title = self.tr("Reading {0} over {1}").format(self._names[first], self._names[second])
            most = _MOST_BELOW if groups else _MOST
            groups.append(Bars(title, lines(answer.parts, most)))
        self.bars.show_groups(tuple(groups), "" if groups else self.tr("Nothing tells these readings apart."))
