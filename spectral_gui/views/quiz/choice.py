"""Answer button of the quiz, whose text wraps at the width of the panel."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton

from spectral_gui import theme
from spectral_gui.lists import to_tooltip
from spectral_gui.resources import compute_row_height, is_arabic, make_text_font

_PADDING = 9
_TEXT_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


class AnswerButton(QPushButton):
    """Button with its number, a sign once the question is answered, and the text of the choice."""

    def __init__(self, number: int):
        super().__init__()
        self._number, self._text, self._sign = number, "", ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(str(number))
        self.setToolTip(str(number))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def label(self) -> str:
        return f"{self._sign} {self._number}  {self._text}".strip()

    def show_choice(self, text: str, points: float, sign: str = "", enabled: bool = True) -> None:
        self._text, self._sign = text, sign
        arabic = is_arabic(text.lstrip("\u2068"))
        self.setFont(make_text_font(points + (3 if arabic else 0), arabic))
        self._line_height = compute_row_height(self.font(), arabic)
        self.setEnabled(enabled)
        self.setAccessibleName(self.label)
        self.setToolTip(to_tooltip(self.label))
        self.updateGeometry()
        self.update()

    def _margin(self) -> int:
        return _PADDING + QFontMetrics(self.font()).horizontalAdvance("✓ 1   ")

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        available = QRect(0, 0, max(width - self._margin() - _PADDING, 20), 10_000)
        return (
            max(
                QFontMetrics(self.font()).boundingRect(available, _TEXT_FLAGS, self._text or " ").height(),
                self._line_height,
            )
            + 8
        )

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._line_height + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter.setPen(colours.text if self.isEnabled() else colours.faint)
        area = self.rect()
        number = QRect(_PADDING, 0, self._margin(), area.height())
        sign = f"{self._sign} {self._number}" if self._sign else str(self._number)
        painter.drawText(number, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, sign)
        painter.drawText(area.adjusted(self._margin(), 2, -_PADDING, -2), _TEXT_FLAGS, f"\u200e{self._text}")
        if self.hasFocus():
            option.rect = area.adjusted(3, 3, -3, -3)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)

    _line_height = 24
