"""What was done, newest first, with what undo would take back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractTableModel, QDate, QLocale, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QHeaderView, QTableView

from spectral_core.project import Step
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import INVALID, Index, as_tip
from spectral_gui.session import Notices, Session

_SOON = 60  # milliseconds


class StepTable(QAbstractTableModel):
    """The steps of the journal."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.steps: Sequence[Step] = ()
        self._next: int | None = None  # the step that undo would take back
        self._taken: set[int] = set()
        self._titles = (self.tr("When"), self.tr("What"), self.tr("Sentence"), self.tr("Who"), self.tr("From"))
        self._kinds = {
            "undo": self.tr("Undo: {0}"),
            "redo": self.tr("Redo: {0}"),
            "merge": self.tr("Put together: {0}"),
            "refused": self.tr("Could not be undone: {0}"),
        }
        self._provenance = {
            "human": self.tr("by hand"),
            "confirmed": self.tr("accepted"),
            "model": self.tr("a model"),
            "outside": self.tr("another program"),
        }

    def show_steps(self, steps: Sequence[Step], undone_next: str | None) -> None:
        """Lists steps, newest first; `undone_next` is what the menu says that undo would take back."""
        self.beginResetModel()
        self.steps = steps
        self._next, self._taken = standing(steps, undone_next)
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.steps)

    def columnCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        step = self.steps[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            where = str(step.index + 1) if step.index >= 0 else "–"
            source = self._provenance.get(step.provenance, step.provenance)
            return (_when(step.time), self._said(step), where, step.annotator, source)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip("\n".join(filter(None, (self._said(step), step.document, self._spent(step)))))
        return None

    def _said(self, step: Step) -> str:
        said = self._kinds.get(step.kind, "{0}").format(step.step)
        if step.id == self._next:
            return f"↶ {said}  " + self.tr("(undo takes this back)")
        return f"✗ {said}  " + self.tr("(taken back)") if step.id in self._taken else said

    def _spent(self, step: Step) -> str:
        if not step.milliseconds:
            return ""
        return self.tr("{0} s on the sentence").format(f"{step.milliseconds / 1000:.1f}")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None


def standing(steps: Sequence[Step], undone_next: str | None) -> tuple[int | None, set[int]]:
    """The step that undo would take back, and those that were taken back and not done again."""
    taken: set[int] = set()
    for step in reversed(steps):
        if step.kind == "undo" and step.undoes is not None:
            taken.add(step.undoes)
        elif step.kind == "redo" and step.undoes is not None:
            taken.discard(step.undoes)
    if undone_next is None:
        return None, taken
    for step in steps:
        if step.kind in ("act", "merge") and step.id not in taken and step.step == undone_next:
            return step.id, taken
    return None, taken


class HistoryView(widgets.Panel):
    """Lists the steps; activating one goes to its sentence."""

    def __init__(self, session: Session, notices: Notices):
        super().__init__()
        self._session, self._notices = session, notices
        self._stale = True
        self._soon = widgets.pause(self, self._show, _SOON)  # the journal is read after the edit is on screen
        self._model = StepTable(self)
        self._table = widgets.named(QTableView(), self.tr("What was done"))
        self._table.setModel(self._model)
        widgets.of_rows(self._table)
        self._table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        header = self._table.horizontalHeader()
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(20)
        for column in range(self._model.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._table.activated.connect(self._go_to)
        self._nothing = Absence("history")
        widgets.column(self._nothing, self._table, on=self, margins=0)
        widgets.hear(self._age, session.history_changed, session.project_changed, session.treebank_changed)
        self.seen.connect(self._arrive)
        self._show()

    def _age(self) -> None:
        self._stale = True
        if self.isVisible():
            self._soon.start()

    def _show(self) -> None:
        self._stale = False
        project = self._session.project
        steps = () if project is None else project.list_steps()
        self._model.show_steps(steps, self._session.undo_step)
        self._table.setVisible(bool(steps))
        self._nothing.setVisible(not steps)
        if project is None:
            self._nothing.say(self.tr("Steps are listed here when a file or a project is open."), "window.open_file")
        else:
            none = self.tr("Nothing was done in this project yet. What you decide is listed here, and can be gone to.")
            self._nothing.say(none, "window.show_annotate")

    def _go_to(self, index: QModelIndex) -> None:
        step = self._model.steps[index.row()]
        session = self._session
        if step.index < 0:
            self._notices.notify(self.tr("This sentence is no longer in the document"))
        elif step.document == session.document:
            session.select(step.index)
        elif step.document in session.documents:
            job = session.open_document(step.document)
            if job is not None:
                job.finished.connect(
                    lambda _: session.select(step.index) if session.document == step.document else None
                )

    def _arrive(self) -> None:
        if self._stale:
            self._show()


def _when(time: str) -> str:
    """The time of a step on this machine's clock: without the date, where it is today's."""
    try:
        moment = datetime.fromisoformat(time).astimezone()
    except ValueError:
        return time
    clock = moment.strftime("%H:%M:%S")
    if moment.date() == datetime.now().astimezone().date():
        return clock
    return f"{QLocale().toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)} {clock}"
