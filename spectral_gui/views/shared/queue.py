"""Queue: the sentences of the document, sorted and filtered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QProgressBar

from spectral_core.engine import SearchResult
from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.state import (
    ANNOTATION,
    ChangeKind,
    Changes,
    DocumentSearch,
    DocumentSurvey,
    Notices,
    QueueOrders,
    ReadingRankings,
    Runs,
    Session,
    Suggestions,
    find_sentences_with_text,
)
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.shared.queue_controls import (
    ACCEPTED,
    ALL,
    EDITED,
    FLAGGED,
    PROBLEMS,
    QUERY_MATCHES,
    OrderChoice,
    QueueFilter,
    make_narrow_combo_box,
)
from spectral_gui.views.shared.queue_rows import AnnotationStatus, QueueDelegate, QueueRow
from spectral_gui.widgets import TimeSlicer
from spectral_gui.widgets.adaptive_layout import AdaptiveBoxRow
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import (
    Marks,
    SentenceListModel,
    UniformRowView,
    get_text_font_size,
    to_tooltip,
)

_TYPING_PAUSE = 250  # milliseconds without a key until the search begins
_PREFETCHED = 5  # sentences after the selected one whose suggestions are requested


class QueueView(widgets.Panel):
    """List of the sentences that pass the filter; the current row is the session's selection."""

    query_filter_changed = Signal(bool)  # whether only the matches of the query are listed
    files_dropped = Signal(list)  # paths to add to the project
    row_clicked = Signal()  # the keyboard focus goes to the sentence

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        document_search: DocumentSearch,
        runs: Runs,
        suggestions: Suggestions,
        readings: ReadingRankings,
        orders: QueueOrders,
    ):
        super().__init__()
        self._session, self._notices, self._survey = session, notices, survey
        self._suggestions, self._readings = suggestions, readings
        self._document_search = document_search
        self._is_syncing = self._stale = False
        self._painted_margin = suggestions.uncertain_below  # of the uncertain words when rows were painted
        self._text_matches: Sequence[int] | None = None  # sentences with the text typed; None without a text
        self._document_box = make_narrow_combo_box({}, self.tr("Document"))
        self._filter = QueueFilter(session, survey, document_search, self)
        self._order_choice = OrderChoice(session, notices, runs, suggestions, orders, self)
        self._search_field = widgets.make_line_edit(
            self.tr("With these words"), self.tr("List only sentences with these words")
        )
        self._progress_bar = widgets.set_accessible_name(QProgressBar(), self.tr("Sentences accepted"))
        self._model = SentenceListModel(self._make_marks, self)
        self._delegate = QueueDelegate(get_text_font_size(self), self.make_row, self)
        self._list = widgets.set_accessible_name(
            UniformRowView(self._model, self._delegate, self._delegate.row_height), self.tr("Sentences")
        )
        self._list.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does not move the focus
        self._list.clicked.connect(lambda _: self.row_clicked.emit())
        self._empty_state = EmptyState("list-filter")
        self._count_label = widgets.make_label()
        self._acceptance_label = widgets.make_label(wraps=True)  # shown if accepted sentences have problems
        self._acceptance_label.hide()
        boxes = AdaptiveBoxRow(self._filter.box, self._order_choice.box)
        controls = (self._document_box, boxes, self._order_choice.second_model_row, self._search_field)
        content = ((self._list, 1), (self._empty_state, 1))
        progress = (self._count_label, self._acceptance_label, self._progress_bar)
        widgets.make_column(*controls, *content, *progress, on=self, margins=4, spacing=4)
        self._text_search = TimeSlicer(self)
        self._search_timer = widgets.make_timer(self, self._search_text, _TYPING_PAUSE)
        self._search_field.textChanged.connect(lambda _: self._search_timer.start())
        self._search_field.returnPressed.connect(self._focus_list)
        self._document_box.activated.connect(self._on_document_activated)
        self._filter.changed.connect(self._on_filter_changed)
        self._order_choice.changed.connect(self._show_sentences)
        self._order_choice.progress_changed.connect(self._count_label.setText)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)
        kinds = ANNOTATION | ChangeKind.DECISIONS | ChangeKind.HISTORY | ChangeKind.SURVEY | ChangeKind.SELECTION
        kinds |= ChangeKind.DOCUMENT | ChangeKind.DOCUMENTS | ChangeKind.PROJECT
        kinds |= ChangeKind.SUGGESTIONS | ChangeKind.MODELS
        # also while hidden: the queue decides which sentence comes next
        ViewUpdates("queue", self, session, self._on_changes, kinds, is_always_updated=True)
        document_search.searched.connect(self._on_query_found)
        self.font_changed.connect(self._on_font_changed)
        self.setAcceptDrops(True)
        self._show_documents()
        self._show_treebank()

    def select_next_unaccepted(self) -> None:
        """Select the next sentence that is not accepted, wrapping round at the end; if all are, the next sentence."""
        session, rows = self._session, self._model.rowCount()
        row = self._model.find_row(session.selection.sentence)
        if row >= 0:
            for step in range(1, rows):
                candidate = self._model.sentence_at((row + step) % rows)
                if session.provenances.get(candidate) != CONFIRMED:
                    if row + step >= rows:
                        self._notices.notify(self.tr("Back to the top: sentences you skipped"))
                    session.select(candidate)
                    return
        self.move_selection(1)

    def select_next_problem(self) -> None:
        """Select the next word with a problem, in this sentence or in a later one of the queue."""
        session = self._session
        index = session.selection.sentence
        if index < 0:
            return
        later_words = [
            problem.word for problem in self._survey.find_problems(index) if problem.word > session.selection.word
        ]
        if later_words:
            session.select(word=min(later_words))
            return
        rows, row = self._model.rowCount(), self._model.find_row(index)
        for step in range(1, rows + 1):
            candidate = self._model.sentence_at((row + step) % rows)
            if candidate in self._survey.problem_sentences:
                words = [problem.word for problem in self._survey.find_problems(candidate) if problem.word]
                session.select(candidate)
                if words:
                    session.select(word=min(words))
                return
        if self._survey.is_complete:
            self._notices.notify(self.tr("No sentence of the queue has a problem"))
        else:
            self._notices.notify(self.tr("Sentences are still being checked"))

    def select_next_flagged(self) -> None:
        """Select the next accepted sentence of the queue with problems, and the word of its first one; start again at
        the top after the last."""
        session, flagged, rows = self._session, self._survey.accepted.flagged, self._model.rowCount()
        row = self._model.find_row(session.selection.sentence)
        for step in range(1, rows + 1):
            candidate = self._model.sentence_at((row + step) % rows)
            if candidate in flagged:
                errors = [problem for problem in self._survey.find_problems(candidate) if not problem.warning]
                session.select(candidate)
                if words := [problem.word for problem in errors if problem.word]:
                    session.select(word=min(words))
                return
        if self._survey.is_complete:
            self._notices.notify(self.tr("No accepted sentence of the queue has a problem"))
        else:
            self._notices.notify(self.tr("Sentences are still being checked"))

    def focus_search_field(self) -> None:
        """Focus the field that restricts the list to sentences with the typed words."""
        widgets.focus_and_select_text(self._search_field)

    def filter_by(self, name: str) -> None:
        """Select a filter by its name, a constant of `queue_controls`."""
        self._filter.choose(name)

    def order_by(self, name: str) -> None:
        """Choose an order by its name, a constant of `queue_controls`."""
        self._order_choice.choose(name)

    def set_query_filter(self, enabled: bool) -> None:
        """List only the matches of the query, or all sentences again."""
        if enabled:
            self.filter_by(QUERY_MATCHES)
        elif self._filter.selected_filter == QUERY_MATCHES:
            self.filter_by(ALL)

    @property
    def listed_sentences(self) -> list[int]:
        """Indexes of the sentences in the queue, in its order."""
        return [self._model.sentence_at(row) for row in range(self._model.rowCount())]

    def _make_marks(self, index: int) -> Marks:
        """Return the marks of a sentence: problems, accepted, unsaved, and the score that it is sorted by."""
        session, acceptance = self._session, self._survey.get_acceptance(index)
        has_problems = index in self._survey.problem_sentences and not acceptance.is_flagged
        return (
            ("⚠" if has_problems else "", self.tr("has problems")),
            (
                ("⚠" if acceptance.is_flagged else "✓") if acceptance.is_accepted else "",
                self._survey.accepted.describe_status(acceptance),
            ),
            ("✎" if index in session.unsaved_sentences else "", self.tr("changed, not saved")),
            self._order_choice.format_score(index),
        )

    def make_row(self, index: int) -> QueueRow:
        """Return the row of a sentence as it is now."""
        is_unsaved = index in self._session.unsaved_sentences
        marks = ("✎" if is_unsaved else "", self._order_choice.format_score(index)[0])
        text, status = self._model.get_text(index), self.make_annotation_status(index)
        note = self._survey.accepted.describe_status(status.acceptance) if status.acceptance.is_flagged else ""
        return self._delegate.compose_row(index, text, status, is_unsaved, marks, note)

    def make_annotation_status(self, index: int) -> AnnotationStatus:
        """Return the annotation status of a sentence."""
        sentence, suggestion = self._session.treebank[index], self._suggestions.get(index)
        return AnnotationStatus(
            len(sentence),
            len(sentence.heads) - sentence.heads.count(None),
            self._survey.get_acceptance(index),
            index in self._survey.problem_sentences,
            0 if suggestion is None else len(suggestion.find_underlined_positions(self._suggestions.uncertain_below)),
        )

    def _on_filter_changed(self) -> None:
        self._show_sentences()
        self.query_filter_changed.emit(self._filter.selected_filter == QUERY_MATCHES)

    def _show_documents(self) -> None:
        """Offer the documents of the project; hide the box if there is only one."""
        names = self._session.documents
        self._document_box.clear()
        for name in names:
            self._document_box.addItem(Path(name).name, name)
            self._document_box.setItemData(
                self._document_box.count() - 1, to_tooltip(name), Qt.ItemDataRole.ToolTipRole
            )
        self._document_box.setVisible(len(names) > 1)
        if self._session.document in names:
            self._document_box.setCurrentIndex(names.index(self._session.document))

    def _on_document_activated(self, position: int) -> None:
        name = str(self._document_box.itemData(position))
        if name != self._session.document:
            self._session.open_document(name)

    def _show_treebank(self) -> None:
        """Show the sentences of a newly opened document, and search it again for the typed text."""
        self._text_search.stop()
        self._text_matches = None
        self.set_query_filter(False)  # its matches were in another document
        names = self._session.documents
        if self._session.document in names and self._document_box.count() == len(names):
            self._document_box.setCurrentIndex(names.index(self._session.document))
        treebank = self._session.treebank
        if len(treebank):
            self._delegate.adapt_to_text(treebank[0].text)
            self._list.set_row_height(self._delegate.row_height)
        if self._search_field.text():
            self._search_timer.start()
        self._order_choice.reset_for_treebank()
        self._show_sentences()

    def _show_sentences(self) -> None:
        """List the sentences that pass the filter and contain the typed text, in the chosen order."""
        self._stale = False
        treebank = self._session.treebank
        rows: Sequence[int] = self._filter.list_matching_sentences()
        if self._text_matches is not None:
            matches = set(self._text_matches)
            rows = [index for index in rows if index in matches]
        rows = self._order_choice.sort_sentences(rows)
        self._is_syncing = True
        self._delegate.painted.clear()
        self._delegate.sentences = rows
        self._model.show_treebank(treebank, rows)
        self._is_syncing = False
        self._show_sentence_count(len(rows))
        self._show_progress()
        self._select_current_row()

    def _show_sentence_count(self, listed_count: int) -> None:
        """Show how many sentences are listed, or why there are none."""
        size = len(self._session.treebank)
        self._list.setVisible(listed_count > 0)
        self._empty_state.setVisible(listed_count == 0)
        if self._text_search.is_busy:
            text = self.tr("Searching…")
        elif self._order_choice.is_counting_words:
            text = self.tr("Counting the words of all sentences…")
        elif listed_count == size:
            text = resolve_plural(self.tr("%Ln sentence(s)", "", size), size)
        else:
            text = self.tr("{0} of {1}").format(
                listed_count, resolve_plural(self.tr("%Ln sentence(s)", "", size), size)
            )
        self._count_label.setText(text)
        if not listed_count:
            self._show_empty_reason()

    def _show_empty_reason(self) -> None:
        """Show why no sentence is listed, with a button that helps."""
        reason, name = self._filter.explain_empty_queue(self._text_matches is not None), self._filter.selected_filter
        if not len(self._session.treebank):
            self._empty_state.set_message(reason, "window.open_file")
        elif name == QUERY_MATCHES and self._document_search.result is None:
            self._empty_state.set_message(reason, "window.show_find")
        else:
            tip = self.tr("Clear the filter and show all sentences")
            self._empty_state.set_message_with_button(reason, self.tr("All sentences"), tip, self._clear_filters)

    def _clear_filters(self) -> None:
        """List all sentences again."""
        self._search_field.clear()
        self._filter.choose(ALL)
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_progress(self) -> None:
        """Show the share of accepted sentences in the progress bar."""
        size = len(self._session.treebank)
        accepted = self._survey.accepted
        self._progress_bar.setRange(0, max(size, 1))
        self._progress_bar.setValue(accepted.count - len(accepted.flagged))
        text = accepted.describe_progress(size)
        self._progress_bar.setFormat(text)
        self._progress_bar.setToolTip(to_tooltip(text))
        self._acceptance_label.setText(text)
        self._acceptance_label.setVisible(bool(accepted.flagged))

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.PROJECT | ChangeKind.DOCUMENTS):
            self._show_documents()
        if changes.has(ChangeKind.DOCUMENT):
            self._show_treebank()
        elif changes.moves_to_sentence(self._session.selection):
            self._show_selection()
        self._forget_painted_rows(changes)
        for index in sorted(changes.sentences):
            self._model.refresh_sentence(index, self._session.treebank)
        if changes.sentences:
            self._stale = self._stale or self._filter.selected_filter not in (ALL, QUERY_MATCHES)
        if changes.has(ChangeKind.HISTORY):
            self._on_history_changed()
        if changes.has(ChangeKind.SURVEY):
            self._on_survey_changed()

    def _on_history_changed(self) -> None:
        self._show_progress()
        if self._filter.selected_filter == EDITED:
            self._stale = True

    def _forget_painted_rows(self, changes: Changes) -> None:
        """Paint rows again whose content may have changed: their sentence, its suggestion, or its status."""
        painted, session = self._delegate.painted, self._session
        if (
            changes.has(ChangeKind.MODELS | ChangeKind.SURVEY)
            or self._painted_margin != self._suggestions.uncertain_below
        ):
            self._painted_margin = self._suggestions.uncertain_below
            painted.clear()
            self._list.viewport().update()
        problems, unsaved, provenances = self._survey.problem_sentences, session.unsaved_sentences, session.provenances
        flagged = self._survey.accepted.flagged
        concerned = changes.sentences | changes.suggested
        if changes.previous_selection is not None and changes.moves_to_sentence(session.selection):
            concerned |= {changes.previous_selection.sentence, session.selection.sentence}  # painted again anyway
        outdated = [
            index
            for index, row in painted.items()
            if index in concerned
            or row.is_unsaved != (index in unsaved)
            or row.status.has_problems != (index in problems)
            or row.status.acceptance.is_accepted != (provenances.get(index) == CONFIRMED)
            or row.status.acceptance.is_flagged != (index in flagged)
        ]
        for index in outdated:
            del painted[index]
            if (row := self._model.find_row(index)) >= 0:
                self._list.update(self._model.index(row))

    def _on_survey_changed(self) -> None:
        self._show_progress()
        if self._filter.selected_filter in (PROBLEMS, ACCEPTED, FLAGGED):
            self._show_sentences()

    def _on_query_found(self, _matches: SearchResult | None) -> None:
        if self._filter.selected_filter == QUERY_MATCHES:
            self._show_sentences()

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and not self._is_syncing:
            self._session.select(self._model.sentence_at(current.row()))

    def _show_selection(self) -> None:
        """Highlight the selected sentence in the list, which is brought up to date first."""
        if self._stale and len(self._session.treebank):  # drop sentences that no longer pass only now
            self._show_sentences()
        else:
            self._select_current_row()

    def _select_current_row(self) -> None:
        """Highlight the row of the selected sentence, and prefetch the suggestions for the next ones."""
        row = self._model.find_row(self._session.selection.sentence)
        self._is_syncing = True
        if row < 0:
            self._list.selectionModel().clear()
        else:
            index = self._model.index(row)
            self._list.setAutoScroll(False)
            self._list.setCurrentIndex(index)
            self._list.setAutoScroll(True)
            if not self._list.viewport().rect().contains(self._list.visualRect(index)):
                self._list.scrollTo(
                    index, UniformRowView.ScrollHint.PositionAtCenter
                )  # or each step would repaint all rows
        self._is_syncing = False
        last = min(row + 1 + _PREFETCHED, self._model.rowCount())
        upcoming = [self._model.sentence_at(next_row) for next_row in range(row + 1, last)] if row >= 0 else []
        self._suggestions.prefetch_suggestions(upcoming)
        self._readings.prefetch_rankings(upcoming)

    def move_selection(self, step: int) -> None:
        """Select the next sentence of the queue for `step` 1, or the previous one for -1."""
        rows = self._model.rowCount()
        index = self._session.selection.sentence
        row = self._model.find_row(index)
        if row >= 0:
            target_row = row + step
        else:  # not listed: continue from its position in the document
            rows_beyond = [row for row in range(rows) if (self._model.sentence_at(row) - index) * step > 0]
            target_row = min(rows_beyond, key=lambda row: abs(self._model.sentence_at(row) - index), default=rows)
        if 0 <= target_row < rows:
            self._session.select(self._model.sentence_at(target_row))
        elif step > 0:
            self._notices.notify(self.tr("This is the last sentence of the queue"))
        else:
            self._notices.notify(self.tr("This is the first sentence of the queue"))

    def _focus_list(self) -> None:
        """Focus the list; if the selected sentence is not in it, select the first one that is."""
        if self._model.rowCount():
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
            if self._model.find_row(self._session.selection.sentence) < 0:
                self._session.select(self._model.sentence_at(0))

    def _search_text(self) -> None:
        """Search for the typed text in the background; without a text, list the sentences again."""
        self._text_search.stop()
        query = self._search_field.text().strip()
        if not query:
            self._text_matches = None
            self._show_sentences()
            return
        self._text_search.start(find_sentences_with_text(self._session.treebank, query), self._on_text_searched)
        self._show_sentence_count(self._model.rowCount())

    def _on_text_searched(self, matches: object) -> None:
        assert isinstance(matches, list)
        self._text_matches = matches
        self._show_sentences()

    def _on_font_changed(self) -> None:
        self._delegate.set_font_size(get_text_font_size(self))
        self._list.set_row_height(self._delegate.row_height)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)
