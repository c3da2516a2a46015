"""The methods, the settings of the chosen one, and what was learnt with it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from spectral_core.methods import METHODS
from spectral_core.progress import Progress
from spectral_gui.forms import SettingsForm
from spectral_gui.jobs import Learnt
from spectral_gui.session import Session

_MISSING = Qt.ItemDataRole.UserRole + 1  # why a method cannot learn
_PERCENTAGES = ("unknown",)  # the measures that are rates


class TrainingView(QWidget):
    """Starts, watches and stops learning."""

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._methods = QListWidget()
        self._methods.setAccessibleName(self.tr("Methods"))
        self._methods.setItemDelegate(_MethodDelegate(self._methods))
        for method in METHODS.values():
            item = QListWidgetItem(f"{method.title}  ({method.name})")
            item.setData(Qt.ItemDataRole.UserRole, method.name)
            item.setToolTip(method.paper)
            self._methods.addItem(item)
        self._methods.setMaximumHeight(self._methods.sizeHintForRow(0) * max(4, len(METHODS) + 1))
        self._why_not = QLabel()
        self._why_not.setWordWrap(True)
        self._start = QPushButton(self.tr("Learn"))
        self._stop = QPushButton(self.tr("Stop"))
        self._bar = QProgressBar()
        self._bar.setVisible(False)
        self._log = QPlainTextEdit()
        self._log.setReadOnly(True)
        self._log.setAccessibleName(self.tr("What was learnt"))
        self._log.setPlaceholderText(self.tr("What a method finds is written here."))
        buttons = QHBoxLayout()
        buttons.addWidget(self._start)
        buttons.addWidget(self._stop)
        self._layout = QVBoxLayout(self)
        self._methods.setCurrentRow(0)
        self._form = SettingsForm(METHODS[self._name()].settings)
        self._layout.addWidget(self._methods)
        self._layout.addWidget(self._form)
        self._layout.addWidget(self._why_not)
        self._layout.addLayout(buttons)
        self._layout.addWidget(self._bar)
        self._layout.addWidget(self._log, 1)
        self._reasons: dict[str, str | None] = {}
        self._methods.currentRowChanged.connect(self._choose)
        self._start.clicked.connect(self._learn)
        self._stop.clicked.connect(session.stop_learning)
        session.methods_changed.connect(self._grey)
        session.learning_progressed.connect(self._progress)
        session.models_changed.connect(self._learnt)
        session.busy_changed.connect(self._refresh)
        self._refresh()

    def _name(self) -> str:
        return str(self._methods.currentItem().data(Qt.ItemDataRole.UserRole))

    def _choose(self, _row: int) -> None:
        self._layout.removeWidget(self._form)
        self._form.deleteLater()
        self._form = SettingsForm(METHODS[self._name()].settings)
        self._layout.insertWidget(1, self._form)
        self._refresh()

    def _grey(self, reasons: dict[str, str | None]) -> None:
        self._reasons = reasons
        for row in range(self._methods.count()):
            item = self._methods.item(row)
            reason = reasons.get(item.data(Qt.ItemDataRole.UserRole))
            item.setToolTip(reason or METHODS[item.data(Qt.ItemDataRole.UserRole)].paper)
            item.setData(_MISSING, reason)
        self._refresh()

    def _learn(self) -> None:
        self._session.learn(self._name(), self._form.values())
        self._refresh()

    def _progress(self, progress: Progress) -> None:
        self._bar.setRange(0, progress.total or 0)
        self._bar.setValue(progress.done)
        self._bar.setFormat(f"{progress.stage} %v / %m" if progress.total else progress.stage)

    def _learnt(self, learnt: Learnt) -> None:
        measures = ", ".join(
            f"{name} {value:.4g}{' %' if name in _PERCENTAGES else ''}" for name, value in learnt.measures.items()
        )
        lines = [f"{learnt.name}: {measures or self.tr('learnt')}"]
        if measures:
            lines.append(self.tr("  measured on the text it was learnt from"))
        if learnt.spectrum:
            shown = "  ".join(f"{value:.3g}" for value in learnt.spectrum[:12])
            lines.append(self.tr("  singular values {0}").format(shown))
        self._log.appendPlainText("\n".join(lines))

    def _refresh(self, _doing: str = "") -> None:
        reason = self._reasons.get(self._name())
        nothing = not len(self._session.treebank)
        self._why_not.setText(reason or (self.tr("Open a treebank first.") if nothing else ""))
        self._why_not.setVisible(bool(self._why_not.text()))
        self._start.setEnabled(not reason and not nothing and not self._session.learning)
        self._stop.setEnabled(self._session.learning)
        self._bar.setVisible(self._session.learning)


class _MethodDelegate(QStyledItemDelegate):
    """Greys the methods that cannot learn, in the palette of the moment: a colour kept would outlive its theme."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.data(_MISSING):
            grey = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, grey)
