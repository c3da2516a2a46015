"""What learns, from what, and what came of it: the methods in two lines each, documents to be ticked, and the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from spectral_core.data import Treebank
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine import HELD_OUT
from spectral_core.methods import METHODS, default_parser
from spectral_core.model import Value, list_settings
from spectral_core.project import Run
from spectral_gui.lists import Index, as_tip
from spectral_gui.resources import translating

_NAME = Qt.ItemDataRole.UserRole  # of a method or a document; an item without one stands for no file
_SECOND = Qt.ItemDataRole.UserRole + 1  # the second line of a row
_MISSING = Qt.ItemDataRole.UserRole + 2  # why a method cannot learn
_MOST_LINES = 5000
_LOOKED_AT = 200  # sentences, for what one would learn from them
_tr = translating("Training")
_OWN = ("column", "seed")  # settings that a re-ranker has itself


class MethodList(QListWidget):
    """All methods, those greyed that cannot learn; they can be chosen nonetheless, so that their settings are seen."""

    def __init__(self) -> None:
        super().__init__()
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
        return str(self.currentItem().data(_NAME))

    def choose(self, name: str) -> None:
        self.setCurrentRow(next(row for row in range(self.count()) if self.item(row).data(_NAME) == name))

    def grey(self, reasons: Mapping[str, str | None]) -> None:
        for item in map(self.item, range(self.count())):
            _describe(item, reasons.get(item.data(_NAME)))


def reranking(run: Run) -> dict[str, Value]:
    """The settings of a re-ranker of the model of a run; none where its trees cannot be put into another order."""
    bases = next(row.choices for row in list_settings(METHODS["reranker"].settings) if row.name == "base")
    if run.method not in bases:
        return {}
    plain = {row.name: row.default for row in list_settings(METHODS[run.method].settings)}
    told = [f"{name}={value}" for name, value in run.settings.items() if name not in _OWN and plain.get(name) != value]
    given = {name: value for name, value in run.settings.items() if name in _OWN and value is not None}
    own = {name: plain[name] for name in _OWN}
    return {**own, **given, "base": run.method, "base_settings": " ".join(told)}


class _MethodDelegate(QStyledItemDelegate):
    """A title over a second line: the paper, or why the method cannot learn; greys are those of the palette in use."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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
        title = QFontMetrics(upper).elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(lower)
        painter.setPen(text if selected else faint)
        second = QFontMetrics(lower).elidedText(index.data(_SECOND), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, second)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
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
    item.setToolTip(as_tip(reason or method.paper))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{method.title}, {second}")


def suiting(treebank: Treebank) -> str:
    """The method that one would learn from a text like this."""
    begun = [one for one in treebank[:_LOOKED_AT] if one.readable and len(one)]
    for structure in STRUCTURES.values():
        if any(map(structure.is_complete, begun)):
            return default_parser(structure).name
    if any(any(one.with_readings().analyses) for one in begun):
        return "analysis-ranker"
    return "bracket-inducer"


def purpose(name: str, where: str) -> str:
    """What is learnt with a method, in a title."""
    method = METHODS[name]
    if method.structure is not None:
        return _tr("Learn to parse from {0}").format(where)
    told = {"analysis-ranker": _tr("Learn to rank readings from {0}"), "tagger": _tr("Learn to tag from {0}")}
    return told.get(name, _tr("Learn what words follow one another from {0}")).format(where)


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

    def tick(self, names: Collection[str]) -> None:
        """Ticks these documents and no others."""
        for item in map(self.item, range(self.count())):
            item.setCheckState(Qt.CheckState.Checked if item.data(_NAME) in names else Qt.CheckState.Unchecked)

    def offer(self, names: Sequence[str], ticked: Collection[str], otherwise: str) -> None:
        """Lists documents, some of them ticked; where there are none, what stands in their place. Those that are listed
        already stay where they are."""
        listed = [self.item(row) for row in range(self.count())]
        if names and [item.data(_NAME) for item in listed] == list(names):
            with QSignalBlocker(self):
                for item in listed:
                    wanted = item.data(_NAME) in ticked
                    item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)
            return
        with QSignalBlocker(self):
            self.clear()
            for name, title in zip(names, _titles(names), strict=True):
                item = QListWidgetItem(title)
                item.setData(_NAME, name)
                item.setToolTip(as_tip(name))
                item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
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
    """What a model is measured on: a part of what it learns from that is held out, unless another is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Measure on"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    @property
    def chosen(self) -> str:
        """The document's name, HELD_OUT, or "" for all that it learns from."""
        return self.currentData() or ""

    def offer(self, names: Sequence[str]) -> None:
        chosen = self.currentData()
        self.clear()
        self.addItem(self.tr("sentences held out"), HELD_OUT)
        held = self.tr("Every tenth sentence of what it would learn from, 300 at most; of less than 20 sentences, none")
        self.setItemData(0, as_tip(held), Qt.ItemDataRole.ToolTipRole)
        self.addItem(self.tr("what it learns from"), "")
        for name, title in zip(names, _titles(names), strict=True):
            self.addItem(title, name)
            self.setItemData(self.count() - 1, as_tip(name), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(max(0, self.findData(chosen)))


def _titles(names: Sequence[str]) -> list[str]:
    """The names of files without their folders, where they differ."""
    titles = [Path(name).name for name in names]
    return [title if titles.count(title) == 1 else name for name, title in zip(names, titles, strict=True)]


class Log(QPlainTextEdit):
    """A text that only grows; it stays in sight at its end unless something in it is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setMaximumBlockCount(_MOST_LINES)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Log"))
        self.setPlaceholderText(self.tr("What happens while learning is written here."))

    def write(self, text: str) -> None:
        """Appends to the log, each line under the time of now."""
        now = datetime.now().astimezone().strftime("%H:%M:%S")
        for line in text.split("\n"):
            self.appendPlainText(f"{now}  {line}")
        if not self.textCursor().hasSelection():
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
