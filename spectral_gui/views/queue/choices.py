"""The boxes of the queue: side by side where both can be read, otherwise one above the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QStyle, QStyleOptionComboBox, QWidget

_GAP = 4  # pixels between two boxes
_SPARE = 4  # pixels: a style draws the text in a little less than its field, and shares are rounded


class Choices(QWidget):
    """Gives each box the room that its text needs before any of them gets more."""

    def __init__(self, *boxes: QComboBox):
        super().__init__()
        self._boxes = boxes
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(_GAP)
        for box in boxes:
            self._row.addWidget(box, 1)
            box.currentIndexChanged.connect(self._arrange)

    def _arrange(self, _: int = 0) -> None:
        needs = [max(_needed(box), box.minimumSizeHint().width()) for box in self._boxes]
        fits = sum(needs) + _GAP * (len(needs) - 1) <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(direction)
        for place, need in enumerate(needs):
            self._row.setStretch(place, need if fits else 0)

    def minimumSizeHint(self) -> QSize:
        """As wide as both boxes side by side, also where they are not: a panel is not to be squeezed further then."""
        widths = [box.minimumSizeHint().width() for box in self._boxes]
        return QSize(sum(widths) + _GAP * (len(widths) - 1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()


def chooser(choices: dict[str, str], name: str) -> QComboBox:
    """A box to choose from, as wide as the panel lets it be."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    for key, text in choices.items():
        box.addItem(text, key)
    return box


def _needed(box: QComboBox) -> int:
    """The width in which the text chosen is not cut."""
    option = QStyleOptionComboBox()
    option.initFrom(box)
    text = QSize(box.fontMetrics().horizontalAdvance(box.currentText()), box.fontMetrics().height())
    return box.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, text, box).width() + _SPARE
