"""Widgets that adapt to the width they get: rows that are stacked in narrow panels, and labels that are elided."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QBoxLayout, QComboBox, QLabel, QSizePolicy, QStyle, QStyleOptionComboBox, QWidget

from spectral_gui import widgets
from spectral_gui.widgets.lists import to_tooltip

_GAP = 4  # pixels between two boxes
_SPARE = 4  # pixels, as styles draw text in slightly less than its field, and stretch is rounded
_MIN_CHARACTERS = 12  # minimum width, in characters
_MAX_LINES = 2


class WrappingRow(QWidget):
    """Row of two groups of controls, stacked if they do not fit side by side."""

    def __init__(self, first: QBoxLayout, last: QBoxLayout):
        super().__init__()
        self._groups = (first, last)
        self._layout = widgets.make_row((first, 1), last, on=self, margins=0)
        self._layout.setAlignment(last, Qt.AlignmentFlag.AlignLeft)  # where lines begin

    def minimumSizeHint(self) -> QSize:
        minimum_sizes = [group.minimumSize() for group in self._groups]
        return QSize(max(size.width() for size in minimum_sizes), self._layout.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row_width = sum(group.sizeHint().width() for group in self._groups) + self._layout.spacing()
        is_narrow = event.size().width() < row_width
        self._layout.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)


class AdaptiveBoxRow(QWidget):
    """Row of combo boxes, stacked if their texts do not fit side by side."""

    def __init__(self, *boxes: QComboBox):
        super().__init__()
        self._boxes = boxes
        self._layout = widgets.make_row(*((box, 1) for box in boxes), on=self, margins=0, spacing=_GAP)
        widgets.connect_signals(self._update_direction, *(box.currentIndexChanged for box in boxes))

    def _update_direction(self, _: int = 0) -> None:
        """Put the boxes side by side if their texts fit, or else stack them."""
        widths = [max(_measure_combo_box_width(box), box.minimumSizeHint().width()) for box in self._boxes]
        fits = sum(widths) + _GAP * (len(widths) - 1) <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        self._layout.setDirection(direction)
        for position, width in enumerate(widths):
            self._layout.setStretch(position, width if fits else 0)

    def minimumSizeHint(self) -> QSize:
        """Return the width of all boxes side by side even while they are stacked, so that a panel is not squeezed
        further."""
        widths = [box.minimumSizeHint().width() for box in self._boxes]
        return QSize(sum(widths) + _GAP * (len(widths) - 1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_direction()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._update_direction()


def _measure_combo_box_width(box: QComboBox) -> int:
    """Return the width at which the chosen text of a box is not cut."""
    option = QStyleOptionComboBox()
    option.initFrom(box)
    text = QSize(box.fontMetrics().horizontalAdvance(box.currentText()), box.fontMetrics().height())
    return box.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, text, box).width() + _SPARE


class ElidedLabel(QLabel):
    """Label of at most two lines, elided at the end; the full sentence is in its tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_message(self, message: str) -> None:
        """Show a message, and set it as tool tip and accessible name."""
        self.setText(message)
        self.setToolTip(to_tooltip(message))
        self.setAccessibleName(message)
        self.updateGeometry()

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of the text as they are drawn, the last one elided if the text does not fit."""
        return self._break_lines(self.width())

    def _break_lines(self, width: int) -> tuple[str, ...]:
        """Break the text into lines for a width in pixels; elide the last one if the text does not fit."""
        metrics, text = QFontMetrics(self.font()), self.text()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = QTextLayout(text, self.font())
        layout.setTextOption(option)
        layout.beginLayout()
        line_starts: list[int] = []
        while len(line_starts) < _MAX_LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line_starts.append(line.textStart())
        layout.endLayout()
        lines = [text[start:end].strip() for start, end in zip(line_starts, [*line_starts[1:], len(text)], strict=True)]
        return (
            *lines[:-1],
            *(metrics.elidedText(last_line, Qt.TextElideMode.ElideRight, width) for last_line in lines[-1:]),
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(len(self._break_lines(width)), 1) * QFontMetrics(self.font()).height()

    def minimumSizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(_MIN_CHARACTERS * metrics.averageCharWidth(), metrics.height())

    def sizeHint(self) -> QSize:
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self.text()), self.minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        lines = self.lines
        line_height = QFontMetrics(self.font()).height()
        top = (self.height() - line_height * len(lines)) // 2
        for number, line in enumerate(lines):
            line_area = QRect(0, top + number * line_height, self.width(), line_height)
            painter.drawText(line_area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
