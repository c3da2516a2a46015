"""History panel: the journal, newest first, with the step that undo would revert."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView

from spectral_core.project import Step
from spectral_gui import widgets
from spectral_gui.state import ChangeKind, Notices, Session
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import INVALID_INDEX, Index, format_local_time, to_tooltip

_READ_DELAY = 60  # milliseconds
_EDIT_COLUMN = 1
_MIN_EDIT_LETTERS = 24  # minimum width of the column of edits


class HistoryModel(QAbstractTableModel):
    """Steps of the journal, newest first."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.steps: Sequence[Step] = ()
        self._undo_id: int | None = None  # id of the step that undo would revert
        self._undone_ids: set[int] = set()
        self._titles = (self.tr("When"), self.tr("Edit"), self.tr("Sentence"), self.tr("Annotator"), self.tr("Source"))
        self._kind_templates = {
            "undo": self.tr("Undo: {0}"),
            "redo": self.tr("Redo: {0}"),
            "merge": self.tr("Merged: {0}"),
            "refused": self.tr("Could not be undone: {0}"),
        }
        self._provenance = {
            "human": self.tr("by hand"),
            "confirmed": self.tr("accepted"),
            "model": self.tr("a model"),
            "outside": self.tr("another program"),
        }

    def show_steps(self, steps: Sequence[Step], next_undo: str | None) -> None:
        """List steps, newest first; `next_undo` is the text of the step that undo would revert."""
        self.beginResetModel()
        self.steps = steps
        self._undo_id, self._undone_ids = find_undo_state(steps, next_undo)
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.steps)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        step = self.steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            sentence_number = str(step.index + 1) if step.index >= 0 else "–"
            source = self._provenance.get(step.provenance, step.provenance)
            time = format_local_time(step.time, "%H:%M:%S")
            cells = (time, self._describe_step(step), sentence_number, step.annotator, source)
            return cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return to_tooltip(
                "\n".join(filter(None, (self._describe_step(step), step.document, self._format_duration(step))))
            )
        return None

    def _describe_step(self, step: Step) -> str:
        """Return the text of a step's edit, with a sign if it is undone or the one that undo would revert."""
        text = self._kind_templates.get(step.kind, "{0}").format(step.step)
        if step.id == self._undo_id:
            return f"↶ {text}  " + self.tr("(next undo)")
        return f"✗ {text}  " + self.tr("(undone)") if step.id in self._undone_ids else text

    def _format_duration(self, step: Step) -> str:
        """Return the time spent on the sentence before a step, as text; "" if it was not measured."""
        if not step.milliseconds:
            return ""
        return self.tr("{0} s on the sentence").format(f"{step.milliseconds / 1000:.1f}")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None


def find_undo_state(steps: Sequence[Step], next_undo: str | None) -> tuple[int | None, set[int]]:
    """Return the id of the step that undo would revert, or None, and the ids of the steps that are undone; `next_undo`
    is the text of the next step to undo."""
    undone_ids: set[int] = set()
    for step in reversed(steps):
        if step.kind == "undo" and step.undoes is not None:
            undone_ids.add(step.undoes)
        elif step.kind == "redo" and step.undoes is not None:
            undone_ids.discard(step.undoes)
    if next_undo is None:
        return None, undone_ids
    for step in steps:
        if step.kind in ("act", "merge") and step.id not in undone_ids and step.step == next_undo:
            return step.id, undone_ids
    return None, undone_ids


class HistoryTable(QTableView):
    """Table of steps. The column of edits takes the remaining width, and is never too narrow to be read: in a narrow
    panel, the table is scrolled instead."""

    def __init__(self, model: HistoryModel):
        super().__init__()
        self.setModel(model)
        widgets.configure_read_only_table(self)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_EDIT_COLUMN, QHeaderView.ResizeMode.Fixed)
        header.sectionResized.connect(lambda column, *_: self._fit_edits() if column != _EDIT_COLUMN else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_edits()

    def _fit_edits(self) -> None:
        header = self.horizontalHeader()
        other_width = header.length() - header.sectionSize(_EDIT_COLUMN)
        min_width = _MIN_EDIT_LETTERS * self.fontMetrics().averageCharWidth()
        header.resizeSection(_EDIT_COLUMN, max(self.viewport().width() - other_width, min_width))


class HistoryView(widgets.Panel):
    """Table of steps; activating one goes to its sentence."""

    def __init__(self, session: Session, notices: Notices):
        super().__init__()
        self._session, self._notices = session, notices
        # the journal is read after the edit is on screen
        self._read_timer = widgets.make_timer(self, self._show_steps, _READ_DELAY)
        self._model = HistoryModel(self)
        self._table = widgets.set_accessible_name(HistoryTable(self._model), self.tr("History"))
        self._table.activated.connect(self._go_to_step)
        self._empty_state = EmptyState("history")
        widgets.make_column(self._empty_state, self._table, on=self, margins=0)
        kinds = ChangeKind.HISTORY | ChangeKind.PROJECT | ChangeKind.DOCUMENT
        ViewUpdates("history", self, session, lambda _: self._read_timer.start(), kinds)
        self._show_steps()

    def _show_steps(self) -> None:
        """Read the steps from the journal of the project and list them."""
        project = self._session.project
        steps = () if project is None else project.list_history()
        self._model.show_steps(steps, self._session.undo_text)
        self._table.setVisible(bool(steps))
        self._empty_state.setVisible(not steps)
        if project is None:
            self._empty_state.set_message(self.tr("Open a file or a project to see its history."), "window.open_file")
        else:
            empty_text = self.tr(
                "No edits in this project yet. Your edits appear here; activate one to go to its sentence."
            )
            self._empty_state.set_message(empty_text, "window.show_annotate")

    def _go_to_step(self, index: QModelIndex) -> None:
        """Select the sentence of a step; open its document first if it is another one."""
        step = self._model.steps[index.row()]
        session = self._session
        if step.index < 0:
            self._notices.notify(self.tr("This sentence is no longer in the document"))
        elif step.document == session.document:
            session.select(step.index)
        elif step.document not in session.documents:
            self._notices.notify(self.tr("{0} is no longer in the project").format(step.document))
        else:
            job = session.open_document(step.document)
            if job is not None:
                job.finished.connect(
                    lambda _: session.select(step.index) if session.document == step.document else None
                )
