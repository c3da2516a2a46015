"""The methods as rows of two lines: the title, and below it the paper or why the method cannot learn."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from spectral_core.methods import METHODS

_NAME = Qt.ItemDataRole.UserRole
_SECOND = Qt.ItemDataRole.UserRole + 1  # the second line of a row
_MISSING = Qt.ItemDataRole.UserRole + 2  # why a method cannot learn


class MethodList(QListWidget):
    """All methods, those greyed that cannot learn; they can be chosen nonetheless, so that their settings are seen."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Methods"))
        self.setItemDelegate(_MethodDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        for method in METHODS.values():
            item = QListWidgetItem(method.title)
            item.setData(_NAME, method.name)
            self.addItem(item)
        self.grey({})
        self.setCurrentRow(0)

    @property
    def chosen(self) -> str:
        """The name of the method in the current row."""
        return str(self.currentItem().data(_NAME))

    def grey(self, reasons: Mapping[str, str | None]) -> None:
        """Greys the methods for which there is a reason, and says it."""
        for row in range(self.count()):
            item = self.item(row)
            _describe(item, reasons.get(item.data(_NAME)))


class _MethodDelegate(QStyledItemDelegate):
    """A title over a second line: the paper, or why the method cannot learn; greys are those of the palette in use."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        style = option.widget.style()
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        missing = bool(index.data(_MISSING))
        palette = option.palette
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        text = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        area = option.rect.adjusted(8, 4, -8, -4)
        upper, lower = _fonts(option.font)
        painter.save()
        painter.setFont(upper)
        painter.setPen(faint if missing and not selected else text)
        metrics = QFontMetrics(upper)
        title = metrics.elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(lower)
        painter.setPen(text if selected else faint)
        second = QFontMetrics(lower).elidedText(index.data(_SECOND), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, second)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        upper, lower = _fonts(option.font)
        return QSize(120, QFontMetrics(upper).height() + QFontMetrics(lower).height() + 10)


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    lower = QFont(font)
    lower.setPointSizeF(max(7.0, font.pointSizeF() - 1))
    return font, lower


def _describe(item: QListWidgetItem, reason: str | None) -> None:
    """Gives a row its second line, its tool tip and what a screen reader says."""
    method = METHODS[item.data(_NAME)]
    second = f"{method.name}  ·  {method.paper}" if reason is None else f"{method.name}  ·  {reason}"
    item.setData(_SECOND, second)
    item.setData(_MISSING, reason)
    item.setToolTip(reason or method.paper)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{method.title}, {second}")
