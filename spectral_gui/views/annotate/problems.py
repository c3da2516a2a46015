"""Problems panel: problems of the selected sentence, and the number of sentences with problems."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtWidgets import QListView, QWidget

from spectral_core.data.problem import Problem
from spectral_gui import widgets
from spectral_gui.state import ANNOTATION, ChangeKind, Changes, DocumentSurvey, Session
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.lists import INVALID_INDEX, Index, to_tooltip


class ProblemListModel(QAbstractListModel):
    """Problems of one sentence."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        self.beginResetModel()
        self.problems = problems
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.problems)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        problem = self.problems[index.row()]
        text = f"{problem.message[:1].upper()}{problem.message[1:]}. {problem.remedy}"
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'•' if problem.warning else '⚠'} {text}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = self.tr("warning") if problem.warning else self.tr("problem")
            return f"{kind}: {text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return to_tooltip(self.tr("{0}\nLine {1} of the file").format(text, problem.line))
        return None


class ProblemsView(QWidget):
    """List of problems; activating one selects its word."""

    def __init__(self, session: Session, survey: DocumentSurvey):
        super().__init__()
        self._session, self._survey = session, survey
        self._model = ProblemListModel(self)
        self._list = widgets.set_accessible_name(QListView(), self.tr("Problems of the sentence"))
        self._list.setModel(self._model)
        self._list.setWordWrap(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setAlternatingRowColors(True)
        widgets.connect_signals(self._go_to_word, self._list.activated, self._list.clicked)
        self._sentence_label, self._document_label = widgets.make_label(), widgets.make_label()
        self._sentence_label.setWordWrap(True)
        self._document_label.setWordWrap(True)
        widgets.make_column(
            self._sentence_label, (self._list, 1), self._document_label, widgets.STRETCH, on=self, margins=6, spacing=4
        )
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.SURVEY | ChangeKind.SUGGESTIONS
        kinds |= ChangeKind.DECISIONS  # an accepted sentence has more problems
        ViewUpdates("problems", self, session, self._on_changes, kinds)
        self._show_problems()

    def _go_to_word(self, index: QModelIndex) -> None:
        """Select the word of the problem in a row, if the problem is about a word."""
        word = self._model.problems[index.row()].word
        if word:
            self._session.select(word=word)

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        is_new = changes.has(ChangeKind.DOCUMENT | ChangeKind.SURVEY) or changes.moves_to_sentence(selection)
        if is_new or selection.sentence in changes.sentences | changes.suggested:
            self._show_problems()
        elif changes.sentences or changes.suggested:
            self._show_problem_sentence_count()

    def _show_problems(self) -> None:
        """List the problems of the selected sentence, and show how many sentences have problems."""
        session = self._session
        problems = self._survey.find_problems(session.selection.sentence) if session.sentence is not None else ()
        if problems != self._model.problems:
            self._model.show_problems(problems)
        self._list.setVisible(bool(problems))
        if session.sentence is None:
            self._sentence_label.setText(self.tr("No sentence is selected."))
        elif problems:
            self._sentence_label.setText(
                resolve_plural(self.tr("%Ln problem(s) in this sentence", "", len(problems)), len(problems))
            )
        else:
            self._sentence_label.setText(self.tr("✓ No problems found in this sentence."))
        self._show_problem_sentence_count()

    def _show_problem_sentence_count(self) -> None:
        """Show how many sentences of the document have problems."""
        size = len(self._session.treebank)
        if not size:
            self._document_label.setText("")
        elif not self._survey.is_complete:
            self._document_label.setText(self.tr("Checking the other sentences…"))
        else:
            flagged_count = len(self._survey.problem_sentences)
            in_all = resolve_plural(self.tr("%Ln sentence(s)", "", size), size)
            self._document_label.setText(
                self.tr("{0} of {1} in the document with problems.").format(flagged_count, in_all)
            )
