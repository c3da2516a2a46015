"""Explanation of a reading's rank: requested from the model, and drawn as a diverging bar chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from spectral_core.data import Analysis
from spectral_gui import theme, widgets
from spectral_gui.rank_explanation import ExplanationLine, make_explanation_lines
from spectral_gui.state import ReadingRankings, ScoreExplanation
from spectral_gui.text_display import isolate_any_text, make_treebank_font
from spectral_gui.views.annotate.readings.reading_list import RankedReading
from spectral_gui.widgets.lists import to_tooltip

_PADDING = 8
_INDENT = 14  # indentation of a statistic under its element
_NAME_SHARE = 0.6  # share of the width for names
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_MAX_MESSAGE_HEIGHT = 10_000  # pixels
_MAX_FIRST_LINES, _MAX_LATER_LINES = 11, 0  # of the first group, and of later ones: elements only
_MIN_HEIGHT = 60  # pixels, height of the chart
_ReadingPair = tuple[Analysis, Analysis | None]  # the first reading alone, or compared with the second


@dataclass(frozen=True, slots=True)
class ContributionGroup:
    """Titled group of score contributions: elements by size, each followed by its statistics."""

    title: str
    lines: tuple[ExplanationLine, ...]

    @property
    def total(self) -> float:
        """Sum of the contributions of the elements; statistics are parts of these."""
        return sum(line.value for line in self.lines if not line.is_statistic)


class ExplanationView(QWidget):
    """Diverging bar chart of the score contributions of elements and statistics; described as text too."""

    size_hint_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[ContributionGroup, ...] = ()
        self._message = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Why"))
        self.set_font_size(11.0)

    def set_font_size(self, points: float) -> None:
        self._font = make_treebank_font(max(points - 1.5, 6.0))
        self._line_height = QFontMetrics(self._font).height() + 3
        self.updateGeometry()
        self.size_hint_changed.emit()

    def show_groups(self, groups: tuple[ContributionGroup, ...], message: str = "") -> None:
        """Show groups of contributions, or the message if there are none."""
        self._groups, self._message = groups, message
        self.setAccessibleDescription(self.describe())
        self.updateGeometry()
        self.size_hint_changed.emit()
        self.update()

    def describe(self) -> str:
        """Return the chart as text for screen readers: each title and name with its number."""
        if not self._groups:
            return self._message
        texts = []
        for group in self._groups:
            texts.append(f"{group.title}: {group.total:+.2f}")
            for line in group.lines:
                if line.is_statistic:
                    texts[-1] += f", {line.name} {line.value:+.2f}"
                else:
                    texts.append(f"{line.name} {line.value:+.2f}")
        return "; ".join(texts)

    def sizeHint(self) -> QSize:
        if not self._groups:
            area = QRect(0, 0, max(self.width(), 200) - 2 * _PADDING, _MAX_MESSAGE_HEIGHT)
            return QSize(200, QFontMetrics(self._font).boundingRect(area, _WRAPPED, self._message).height() + 8)
        line_count = sum(len(group.lines) + 1 for group in self._groups)
        return QSize(200, line_count * self._line_height + 8 * len(self._groups) + 8)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._groups and event.size().width() != event.oldSize().width():  # the message may need more lines
            self.updateGeometry()
            self.size_hint_changed.emit()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter.setFont(self._font)
        if not self._groups:
            painter.setPen(colours.faint)
            painter.drawText(self.rect().adjusted(_PADDING, 4, -_PADDING, 0), _WRAPPED, self._message)
            return
        metrics = QFontMetrics(self._font)
        number_width = metrics.horizontalAdvance("+00.00") + 4
        name_width = round(self.width() * _NAME_SHARE)
        bars_left = _PADDING + name_width + 6
        half_width = max(10, (self.width() - _PADDING - number_width - bars_left) // 2)
        centre = bars_left + half_width
        y = 4
        bold_font = widgets.make_bold(self._font)
        bold_metrics = QFontMetrics(bold_font)
        for group in self._groups:
            painter.setPen(colours.text)
            painter.setFont(bold_font)
            total_area = QRect(self.width() - _PADDING - 2 * number_width, y, 2 * number_width, self._line_height)
            title_area = QRect(_PADDING, y, total_area.left() - 2 * _PADDING, self._line_height)
            title = bold_metrics.elidedText(group.title, Qt.TextElideMode.ElideRight, title_area.width())
            painter.drawText(title_area, _LEFT, title)
            painter.drawText(total_area, _RIGHT, f"{group.total:+.2f}")
            painter.setFont(self._font)
            y += self._line_height
            top = y
            largest = max(abs(line.value) for line in group.lines) or 1.0
            for line in group.lines:
                pen = colours.faint if line.is_statistic else colours.text
                painter.setPen(pen)
                name_left = _PADDING + _INDENT * line.is_statistic
                max_name_width = name_width - _INDENT * line.is_statistic
                name = metrics.elidedText(line.name, Qt.TextElideMode.ElideRight, max_name_width)
                painter.drawText(QRect(name_left, y, max_name_width, self._line_height), _LEFT, name)
                length = max(1, round(half_width * abs(line.value) / largest))
                inset = self._line_height // 4 if line.is_statistic else 0
                bar = QRect(centre, y + 3 + inset, length, self._line_height - 7 - 2 * inset)
                if line.value < 0:
                    bar.moveRight(centre - 1)
                    painter.setPen(QPen(colours.error, 1.2, Qt.PenStyle.DashLine))  # distinguishable without colour
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(bar)
                else:
                    painter.fillRect(bar, colours.selected)
                painter.setPen(pen)
                number_area = QRect(self.width() - _PADDING - number_width, y, number_width, self._line_height)
                painter.drawText(number_area, _RIGHT, f"{line.value:+.2f}")
                y += self._line_height
            painter.setPen(QPen(colours.line, 1))
            painter.drawLine(QPoint(centre, top), QPoint(centre, y - 2))
            y += 8

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            line = self._find_line(event.pos().y())
            QToolTip.showText(event.globalPos(), to_tooltip("" if line is None else line.description))
            return True
        return super().event(event)

    def _find_line(self, y: int) -> ExplanationLine | None:
        """Return the line of the chart at a vertical position in pixels; None for a title or a gap."""
        top = 4
        for group in self._groups:
            top += self._line_height
            number = (y - top) // self._line_height
            if 0 <= number < len(group.lines):
                return group.lines[number]
            top += len(group.lines) * self._line_height + 8
        return None


class ExplanationScrollArea(QScrollArea):
    """Scroll area as high as its chart, but smaller if the list of readings needs the space."""

    def __init__(self, bars: ExplanationView):
        super().__init__()
        self._bars = bars
        self.setWidget(bars)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.viewport().setAutoFillBackground(False)
        bars.setAutoFillBackground(False)
        bars.size_hint_changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self._bars.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._bars.sizeHint().width(), min(self._bars.sizeHint().height(), _MIN_HEIGHT))


class RankingExplainer(QObject):
    """Requests explanations of the highlighted reading while they are shown; late answers are dropped."""

    def __init__(self, readings: ReadingRankings, parent: QObject):
        super().__init__(parent)
        self.view = ExplanationView()
        self.scroll_area = ExplanationScrollArea(self.view)
        self.scroll_area.hide()
        self.is_shown = False
        self._readings = readings
        self._position = (-1, 0)
        self._requested_pairs: list[_ReadingPair] = []
        self._answers: dict[_ReadingPair, ScoreExplanation] = {}
        self._names: dict[Analysis, str] = {}
        readings.score_explained.connect(self._on_score_explained)

    def toggle(self) -> None:
        """Show or hide the chart."""
        self.is_shown = not self.is_shown
        self.scroll_area.setVisible(self.is_shown)

    def request(
        self,
        position: tuple[int, int],
        reading: RankedReading | None,
        readings: Sequence[RankedReading],
        visible: Sequence[RankedReading],
    ) -> None:
        """Request why a reading has its score, and why it ranks below the first one or, if it is the first, above the
        next one. Titles name a reading by its visible row, or else by its form. Without a reading, clear the chart."""
        self._position, self._answers, self._requested_pairs = position, {}, []
        if reading is None:
            self.view.show_groups(())
        if not self.is_shown or reading is None:
            return
        self._names = {candidate.analysis: isolate_any_text(candidate.headline) for candidate in readings}
        self._names |= {candidate.analysis: str(row) for row, candidate in enumerate(visible, 1)}
        self._requested_pairs = [(reading.analysis, None)]
        first = min(readings, key=lambda candidate: candidate.rank)
        lower_scored = (
            candidate
            for candidate in sorted(readings, key=lambda candidate: candidate.rank)
            if candidate.ranked.score != first.ranked.score
        )
        second = next(lower_scored, None) if reading.rank == 1 else reading
        if second is not None:
            self._requested_pairs.insert(0, (first.analysis, second.analysis))
        for analysis, rival in tuple(self._requested_pairs):
            self._readings.explain_score(*position, analysis, rival)

    def _on_score_explained(self, explanation: ScoreExplanation) -> None:
        pair = (explanation.first, explanation.second)
        if (
            not self.is_shown
            or (explanation.sentence, explanation.word) != self._position
            or pair not in self._requested_pairs
        ):
            return
        if explanation.failure_reason:
            self.view.show_groups((), explanation.failure_reason)
            return
        self._answers[pair] = explanation
        groups: list[ContributionGroup] = []
        for first, second in self._requested_pairs:
            answer = self._answers.get((first, second))
            if answer is None or not answer.contributions:
                continue
            title = self.tr("Reading {0} compared with the mean of all").format(self._names[first])
            if second is not None:
                title = self.tr("Reading {0} compared with {1}").format(self._names[first], self._names[second])
            limit = _MAX_LATER_LINES if groups else _MAX_FIRST_LINES
            groups.append(ContributionGroup(title, make_explanation_lines(answer.contributions, limit)))
        self.view.show_groups(tuple(groups), "" if groups else self.tr("The model scores these readings alike."))
