"""What a method learns from and what it is measured on: the documents of the project, to be ticked and to be chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem

_NAME = Qt.ItemDataRole.UserRole  # of a document; an item without one stands for no file


class DocumentList(QListWidget):
    """The documents to learn from, with a box to tick each."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Learn from"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def ticked(self) -> tuple[str, ...]:
        """The documents of the project to learn from; none where there is no project."""
        items = [self.item(row) for row in range(self.count())]
        return tuple(
            str(item.data(_NAME)) for item in items if item.data(_NAME) and item.checkState() == Qt.CheckState.Checked
        )

    def offer(self, names: Sequence[str], ticked: Collection[str], otherwise: str) -> None:
        """Lists documents, some of them ticked; where there are none, what stands in their place."""
        with QSignalBlocker(self):
            self.clear()
            for name, title in zip(names, _titles(names), strict=True):
                item = QListWidgetItem(title)
                item.setData(_NAME, name)
                item.setToolTip(name)
                chosen = name in ticked
                item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
                self.addItem(item)
            if not names:
                self.addItem(otherwise)
        self.setEnabled(len(names) > 1)

    def suit_font(self, line: int) -> None:
        """Takes the room of up to four lines of this height."""
        lines = min(4, max(1, self.count())) * max(line + 4, self.sizeHintForRow(0))
        self.setFixedHeight(lines + 2 * self.frameWidth())

    def suit_palette(self, palette: QPalette) -> None:
        """Fusion outlines boxes to tick in a darker shade of the window, which is not seen on dark paper."""
        palette.setColor(QPalette.ColorRole.Window, palette.color(QPalette.ColorRole.PlaceholderText))
        self.setPalette(palette)


class MeasuredOn(QComboBox):
    """The document that a model is measured on: what it learns from, unless another one is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Measure on"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    @property
    def chosen(self) -> str:
        """The document's name; "" for what it learns from."""
        return self.currentData() or ""

    def offer(self, names: Sequence[str]) -> None:
        """Offers documents; the one that is chosen stays so where it is among them."""
        chosen = self.currentData()
        self.clear()
        self.addItem(self.tr("what it learns from"), "")
        for name, title in zip(names, _titles(names), strict=True):
            self.addItem(title, name)
            self.setItemData(self.count() - 1, name, Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.setEnabled(len(names) > 1)


def _titles(names: Sequence[str]) -> list[str]:
    """The names of files without their folders, where they differ."""
    titles = [Path(name).name for name in names]
    return [title if titles.count(title) == 1 else name for name, title in zip(names, titles, strict=True)]
