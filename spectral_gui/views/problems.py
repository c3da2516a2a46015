"""What is wrong with the selected sentence, and how many sentences of the document have problems."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QListView, QWidget

from spectral_core.data.problem import Problem
from spectral_gui import widgets
from spectral_gui.lists import INVALID, Index, as_tip
from spectral_gui.resources import counted
from spectral_gui.session import DocumentSurvey, Selection, Session, Suggestions


class ProblemList(QAbstractListModel):
    """The problems of one sentence."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        self.beginResetModel()
        self.problems = problems
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.problems)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        problem = self.problems[index.row()]
        said = f"{problem.message[:1].upper()}{problem.message[1:]}. {problem.remedy}"
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'•' if problem.warning else '⚠'} {said}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = self.tr("worth a look") if problem.warning else self.tr("problem")
            return f"{kind}: {said}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(self.tr("{0}\nLine {1} of the file").format(said, problem.line))
        return None


class ProblemsView(QWidget):
    """Lists them; activating one selects its word."""

    def __init__(self, session: Session, surveying: DocumentSurvey, proposals: Suggestions):
        super().__init__()
        self._session, self._surveying = session, surveying
        self._model = ProblemList(self)
        self._list = widgets.named(QListView(), self.tr("Problems of the sentence"))
        self._list.setModel(self._model)
        self._list.setWordWrap(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setAlternatingRowColors(True)
        widgets.hear(self._go_to, self._list.activated, self._list.clicked)
        self._here, self._everywhere = widgets.label(), widgets.label()
        self._here.setWordWrap(True)
        self._everywhere.setWordWrap(True)
        widgets.column(self._here, (self._list, 1), self._everywhere, widgets.REST, on=self, margins=6, spacing=4)
        session.selection_changed.connect(self._follow)
        widgets.hear(self._show_changed, session.sentence_changed, proposals.changed)
        widgets.hear(self._show, session.treebank_changed, surveying.changed)
        self._show()

    def _go_to(self, index: QModelIndex) -> None:
        word = self._model.problems[index.row()].word
        if word:
            self._session.select(word=word)

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._show()

    def _show_changed(self, at: int) -> None:
        if at == self._session.selection.sentence:
            self._show()
        else:
            self._count()

    def _show(self) -> None:
        session = self._session
        problems = self._surveying.find_problems(session.selection.sentence) if session.sentence is not None else ()
        if problems != self._model.problems:
            self._model.show_problems(problems)
        self._list.setVisible(bool(problems))
        if session.sentence is None:
            self._here.setText(self.tr("No sentence is selected."))
        elif problems:
            self._here.setText(counted(self.tr("%Ln problem(s) in this sentence", "", len(problems)), len(problems)))
        else:
            self._here.setText(self.tr("✓ Nothing is wrong with this sentence as far as can be checked."))
        self._count()

    def _count(self) -> None:
        size = len(self._session.treebank)
        if not size:
            self._everywhere.setText("")
        elif not self._surveying.is_complete:
            self._everywhere.setText(self.tr("The other sentences are being checked."))
        else:
            flagged = len(self._surveying.flagged)
            in_all = counted(self.tr("%Ln sentence(s)", "", size), size)
            self._everywhere.setText(self.tr("In the document: {0} of {1} with problems.").format(flagged, in_all))
