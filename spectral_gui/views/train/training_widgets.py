"""Widgets of the Train view: list of methods, training documents, choice of test data, and the log."""

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
from spectral_core.model import Value, list_settings
from spectral_core.project import Run
from spectral_core.registry import METHODS, default_parser
from spectral_gui.text_display import is_right_to_left, make_translator
from spectral_gui.widgets.lists import Index, to_tooltip

_NAME_ROLE = Qt.ItemDataRole.UserRole  # of a method or a document; a placeholder has none
_SECOND_LINE_ROLE = Qt.ItemDataRole.UserRole + 1
_REASON_ROLE = Qt.ItemDataRole.UserRole + 2  # why a method cannot learn
_MAX_LOG_LINES = 5000
_INSPECTED_SENTENCES = 200  # sentences inspected to find a suitable method
_tr = make_translator("Training")
translate_method = make_translator("methods")
_RERANKER_SETTINGS = ("column", "seed")  # settings of the re-ranker itself


class MethodList(QListWidget):
    """List of all methods; those that cannot learn from the text are grey, but their settings can be seen."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Methods"))
        self.setItemDelegate(_MethodDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        for method in METHODS.values():
            method_item = QListWidgetItem(translate_method(method.title))
            method_item.setData(_NAME_ROLE, method.name)
            self.addItem(method_item)
        self.set_ineligibility_reasons({})
        self.setCurrentRow(0)

    @property
    def selected_method(self) -> str:
        """Name of the selected method."""
        return str(self.currentItem().data(_NAME_ROLE))

    def select(self, name: str) -> None:
        """Select the method of this name."""
        self.setCurrentRow(next(row for row in range(self.count()) if self.item(row).data(_NAME_ROLE) == name))

    def set_ineligibility_reasons(self, reasons: Mapping[str, str | None]) -> None:
        """Show why methods cannot be trained, by name, and grey these out; None or no entry means that a method can."""
        for item in map(self.item, range(self.count())):
            _set_method_description(item, reasons.get(item.data(_NAME_ROLE)))


def make_reranker_settings(run: Run) -> dict[str, Value]:
    """Return the settings of a re-ranker for a run's model; {} if its trees cannot be re-ranked."""
    bases = next(setting.choices for setting in list_settings(METHODS["reranker"].settings) if setting.name == "base")
    if run.method not in bases:
        return {}
    defaults = {setting.name: setting.default for setting in list_settings(METHODS[run.method].settings)}
    changed = [
        f"{name}={value}"
        for name, value in run.settings.items()
        if name not in _RERANKER_SETTINGS and defaults.get(name) != value
    ]
    run_values = {
        name: value for name, value in run.settings.items() if name in _RERANKER_SETTINGS and value is not None
    }
    reranker_defaults = {name: defaults[name] for name in _RERANKER_SETTINGS}
    return {**reranker_defaults, **run_values, "base": run.method, "base_settings": " ".join(changed)}


class _MethodDelegate(QStyledItemDelegate):
    """Draws a title above a second line (the paper, or the reason why the method cannot learn) in the greys of the
    palette."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        style = option.widget.style()
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        cannot_learn = bool(index.data(_REASON_ROLE))
        palette = option.palette
        faint = palette.color(QPalette.ColorRole.PlaceholderText)
        text = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        area = option.rect.adjusted(8, 4, -8, -4)
        upper, lower = _make_fonts(option.font)
        painter.save()
        painter.setFont(upper)
        painter.setPen(faint if cannot_learn and not selected else text)
        title = QFontMetrics(upper).elidedText(index.data(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, title)
        painter.setFont(lower)
        painter.setPen(text if selected else faint)
        second_line = QFontMetrics(lower).elidedText(
            index.data(_SECOND_LINE_ROLE), Qt.TextElideMode.ElideRight, area.width()
        )
        if not is_right_to_left(second_line):  # the ellipsis after Latin letters, in a mirrored window too
            second_line = f"\u2066{second_line}\u2069"
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, second_line)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        upper, lower = _make_fonts(option.font)
        return QSize(120, QFontMetrics(upper).height() + QFontMetrics(lower).height() + 10)


def _make_fonts(font: QFont) -> tuple[QFont, QFont]:
    """Return the fonts of the title and of the second line of a method."""
    lower = QFont(font)
    lower.setPointSizeF(max(7.0, font.pointSizeF() - 1))
    return font, lower


def _set_method_description(item: QListWidgetItem, reason: str | None) -> None:
    """Set the second line of an item, its tool tip and its accessible text."""
    method = METHODS[item.data(_NAME_ROLE)]
    second_line = f"{method.name}  ·  {method.paper}" if reason is None else f"{method.name}  ·  {reason}"
    item.setData(_SECOND_LINE_ROLE, second_line)
    item.setData(_REASON_ROLE, reason)
    item.setToolTip(to_tooltip(reason or method.paper))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{translate_method(method.title)}, {second_line}")


def find_suitable_method(treebank: Treebank) -> str:
    """Return the name of the method that suits a text: a parser for trees, a ranker for readings, else a bracket
    inducer."""
    sentences = [sentence for sentence in treebank[:_INSPECTED_SENTENCES] if sentence.is_readable and len(sentence)]
    for structure in STRUCTURES.values():
        if any(map(structure.is_complete, sentences)):
            return default_parser(structure).name
    if any(any(sentence.with_readings_from_columns().analyses) for sentence in sentences):
        return "analysis-ranker"
    return "bracket-inducer"


def format_training_title(name: str, source: str) -> str:
    """Return the title of a training task, such as "Train a parser on" the source, by the name of the method."""
    if name != "pipeline" and METHODS[name].structure is not None:
        return _tr("Train a parser on {0}").format(source)
    templates = {
        "pipeline": _tr("Train a pipeline on {0}"),
        "clusters": _tr("Train word clusters on {0}"),
        "embeddings": _tr("Train word embeddings on {0}"),
        "analysis-ranker": _tr("Train a ranker on {0}"),
        "tagger": _tr("Train a tagger on {0}"),
        "tokeniser": _tr("Train a tokeniser on {0}"),
    }
    return templates.get(name, _tr("Train a language model on {0}")).format(source)


class DocumentList(QListWidget):
    """List of training documents, each with a check box."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Train on"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def ticked_documents(self) -> tuple[str, ...]:
        """Names of the ticked documents; () without a project."""
        items = [self.item(row) for row in range(self.count())]
        return tuple(
            str(item.data(_NAME_ROLE))
            for item in items
            if item.data(_NAME_ROLE) and item.checkState() == Qt.CheckState.Checked
        )

    def tick(self, names: Collection[str]) -> None:
        """Tick the documents of these names and no others."""
        for item in map(self.item, range(self.count())):
            item.setCheckState(Qt.CheckState.Checked if item.data(_NAME_ROLE) in names else Qt.CheckState.Unchecked)

    def set_documents(self, names: Sequence[str], ticked: Collection[str], placeholder: str) -> None:
        """List documents, some of them ticked, or a placeholder if there are none; if the same documents are listed
        already, change only the ticks."""
        items = [self.item(row) for row in range(self.count())]
        if names and [item.data(_NAME_ROLE) for item in items] == list(names):
            with QSignalBlocker(self):
                for item in items:
                    is_ticked = item.data(_NAME_ROLE) in ticked
                    item.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
            return
        with QSignalBlocker(self):
            self.clear()
            for name, title in zip(names, _shorten_paths(names), strict=True):
                item = QListWidgetItem(title)
                item.setData(_NAME_ROLE, name)
                item.setToolTip(to_tooltip(name))
                item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
                self.addItem(item)
            if not names:
                self.addItem(placeholder)
        self.setEnabled(len(names) > 1)

    def adapt_height(self, line_height: int) -> None:
        """Set the height of the list: up to four lines of this height."""
        height = min(4, max(1, self.count())) * max(line_height + 4, self.sizeHintForRow(0))
        self.setFixedHeight(height + 2 * self.frameWidth())

    def adapt_palette(self, palette: QPalette) -> None:
        """Outline the check boxes in a visible colour: Fusion uses a darker shade of the window colour, which is
        invisible in a dark theme."""
        palette.setColor(QPalette.ColorRole.Window, palette.color(QPalette.ColorRole.PlaceholderText))
        self.setPalette(palette)


class EvaluationChoice(QComboBox):
    """Box to choose the test data: held-out sentences, the training data, or a document."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Evaluate on"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    @property
    def selected_test_data(self) -> str:
        """Name of a document, HELD_OUT for held-out sentences, or "" for the training data."""
        return self.currentData() or ""

    def set_documents(self, names: Sequence[str]) -> None:
        """List the held-out sentences, the training data and the documents, keeping the choice."""
        previous = self.currentData()
        self.clear()
        self.addItem(self.tr("held-out sentences"), HELD_OUT)
        tip = self.tr("Every tenth training sentence, at most 300; none if there are fewer than 20")
        self.setItemData(0, to_tooltip(tip), Qt.ItemDataRole.ToolTipRole)
        self.addItem(self.tr("training data"), "")
        for name, title in zip(names, _shorten_paths(names), strict=True):
            self.addItem(title, name)
            self.setItemData(self.count() - 1, to_tooltip(name), Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(max(0, self.findData(previous)))


def _shorten_paths(names: Sequence[str]) -> list[str]:
    """Return the names of files without their folders; with them if several files share a name."""
    titles = [Path(name).name for name in names]
    return [title if titles.count(title) == 1 else name for name, title in zip(names, titles, strict=True)]


class TrainingLog(QPlainTextEdit):
    """Append-only log, scrolled to its end unless text is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setMaximumBlockCount(_MAX_LOG_LINES)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Log"))
        self.setPlaceholderText(self.tr("The training log appears here."))

    def write(self, text: str) -> None:
        """Append a text, each line with the current time."""
        now = datetime.now().astimezone().strftime("%H:%M:%S")
        for line in text.split("\n"):
            self.appendPlainText(f"{now}  {line}")
        if not self.textCursor().hasSelection():
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
