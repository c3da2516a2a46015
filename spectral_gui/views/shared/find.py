"""Find panel: a query, its matches in context, and help on the query language."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QLineEdit, QTextBrowser, QToolButton

from spectral_core.engine import SearchResult
from spectral_core.errors import QueryError
from spectral_core.files import locate_assets
from spectral_core.query import parse_query
from spectral_gui import theme, widgets
from spectral_gui.state import ANNOTATION, ChangeKind, Changes, DocumentSearch, Notices, ReportingJobs, Session
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.concordance import ConcordanceDelegate, MatchListModel
from spectral_gui.widgets.lists import UniformRowView, get_text_font_size

_MAX_HISTORY = 50
_STOP_DELAY = 500  # milliseconds until a running search can be stopped
_SHORT_HELP = """
`dog` a word · `lemma=run` `upos=VERB` a column · `the * dog` words in a row · `NOUN > DET` a word over its dependent ·
`NP over VP` a phrase over another · `and` `or` `not ( )` join conditions
"""


class QueryLineEdit(QLineEdit):
    """Line edit with a history under Up and Down, and a mark under the column of a query error."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.history: list[str] = []  # newest last
        self._history_index = 0
        self.error_column = 0  # counted from 1; 0 for none
        self._error_x = 0  # pixels from the left edge
        self.textEdited.connect(self._on_text_edited)

    def add_to_history(self, query: str) -> None:
        """Add a query as the newest entry of the history; the oldest of too many is dropped."""
        self.history = [*(entry for entry in self.history if entry != query), query][-_MAX_HISTORY:]
        self._history_index = len(self.history)

    def mark_error(self, column: int) -> None:
        """Mark the column of an error, from 1, by a sign below it, and put the cursor there; 0 removes the mark."""
        self.error_column = column
        if column:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.setCursorPosition(min(column - 1, len(self.text())))
            self._error_x = self.cursorRect().center().x()
        self.update()

    def _on_text_edited(self) -> None:
        self.error_column = 0
        self._history_index = len(self.history)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            history_index = self._history_index + step
            if 0 <= history_index <= len(self.history):
                self.setText("" if history_index == len(self.history) else self.history[history_index])
                self._history_index = history_index
                self.mark_error(0)  # it was in another query
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.error_column:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().brightText().color(), 2))
        x, y = self._error_x, self.height() - 3
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y - 5), QPointF(x + 4, y)])


class FindView(widgets.Panel):
    """Panel that searches the document for a query, lists the matches, and goes to them."""

    filter_requested = Signal(bool)  # whether the queue lists matches only

    def __init__(self, session: Session, notices: Notices, work: ReportingJobs, document_search: DocumentSearch):
        super().__init__()
        self._session, self._document_search = session, document_search
        self._pending_query = ""  # being searched for
        self._last_query = ""  # searched for last; searched for again in the next document
        self._line = widgets.set_accessible_name(QueryLineEdit(), self.tr("Query"))
        self._line.setPlaceholderText(self.tr("Words, tags or structure: dog, upos=VERB, NOUN > DET, NP over VP"))
        widgets.add_clear_button(self._line)
        self._find_button = widgets.make_button(self.tr("Find"), self.search, self.tr("Search all sentences (Return)"))
        self._stop_button = widgets.make_button(
            self.tr("Stop"), self._end_search, self.tr("End the search (Esc in the line)")
        )
        self._stop_button.setVisible(False)
        self._stop_timer = widgets.make_timer(self, lambda: self._stop_button.setVisible(True), _STOP_DELAY)
        self._help_button = widgets.set_accessible_name(QToolButton(), self.tr("Query help"))
        self._help_button.setObjectName("help")
        self._help_button.setText("?")
        self._help_button.setCheckable(True)
        self._help_button.setToolTip(self.tr("Query help"))
        self._error_label = widgets.make_label(wraps=True)
        self._error_label.setVisible(False)
        self._help_page = widgets.set_accessible_name(QTextBrowser(), self.tr("Query help"))
        self._help_page.setOpenLinks(False)
        self._help_page.setVisible(False)
        self._summary_label = widgets.make_label(self.tr("No search yet."))
        self._filter_box = QCheckBox(self.tr("Show only matches in the &queue"))
        self._filter_box.setToolTip(self.tr("Show only matching sentences in the queue"))
        self._filter_box.toggled.connect(self.filter_requested)
        self._model = MatchListModel(self)
        self._delegate = ConcordanceDelegate(get_text_font_size(self), self)
        self._list = widgets.set_accessible_name(
            UniformRowView(self._model, self._delegate, self._delegate.height), self.tr("Matches")
        )
        query_row = widgets.make_row((self._line, 1), self._find_button, self._stop_button, self._help_button)
        result_row = widgets.make_row((self._summary_label, 1), self._filter_box)
        parts = (query_row, self._error_label, result_row, (self._help_page, 1), (self._list, 2))
        widgets.make_column(*parts, on=self, margins=6, spacing=4)
        self._line.returnPressed.connect(self.search)
        self._line.cancelled.connect(self._on_cancelled)
        self._help_button.toggled.connect(self._on_help_toggled)
        self._list.activated.connect(lambda index: self._go_to_match(index.row()))
        self._list.clicked.connect(lambda index: self._go_to_match(index.row()))
        document_search.searched.connect(self._on_searched)
        ViewUpdates("find", self, session, self._on_changes, ANNOTATION | ChangeKind.DOCUMENT)
        work.busy_changed.connect(self._on_busy_changed)
        notices.failed.connect(self._on_failed)
        self.font_changed.connect(self._on_font_changed)

    @property
    def history(self) -> tuple[str, ...]:
        """Queries of this window, newest last; kept between starts."""
        return tuple(self._line.history)

    def restore_history(self, queries: tuple[str, ...]) -> None:
        """Add the queries of the last start to the history, oldest first."""
        for query in queries:
            self._line.add_to_history(query)

    def focus_query(self) -> None:
        """Focus the query line and select its text."""
        widgets.focus_and_select_text(self._line)

    def set_queue_filtered(self, is_filtered: bool) -> None:
        """Check or uncheck the box that restricts the queue to the matches."""
        self._filter_box.setChecked(is_filtered)

    def search(self) -> None:
        """Search for the typed query; if it cannot be parsed, explain its error below the line."""
        query = self._line.text().strip()
        self._show_error("", 0)
        if query:
            try:
                parse_query(query)
            except QueryError as error:
                shift = len(self._line.text()) - len(self._line.text().lstrip())
                message = self.tr("Column {0}: {1}. {2}").format(error.column, error.message, error.remedy)
                self._show_error(message, error.column + shift)
                return
            self._line.add_to_history(query)
        self._start_search(query)

    def _start_search(self, query: str) -> None:
        """Search for a valid query; an empty one clears the results."""
        self._last_query = query
        if query:
            self._summary_label.setText(self.tr("Searching…"))
        self._set_pending_query(query)
        self._document_search.find(query)

    def _set_pending_query(self, query: str) -> None:
        """Set the query that is being searched for; its Stop button appears after a delay."""
        self._pending_query = query
        if query:
            self._stop_timer.start()
        else:
            self._stop_timer.stop()
            self._stop_button.setVisible(False)

    def _end_search(self) -> None:
        """Stop the search, and clear the results."""
        self._start_search("")
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_error(self, message: str, column: int) -> None:
        """Show an error below the query and mark its column; "" clears the error."""
        self._error_label.setText(f"⚠ {message}" if message else "")
        self._error_label.setVisible(bool(message))
        self._line.setAccessibleDescription(message)
        self._line.mark_error(column)

    def _on_searched(self, result: SearchResult | None) -> None:
        self._model.show_matches(self._session.treebank, result)
        self._set_pending_query("")
        if result is None:
            self._summary_label.setText(self.tr("No search yet."))
            return
        self._delegate.max_number = len(self._session.treebank)
        match_count = len(result.sentences)
        if match_count:
            self._delegate.adapt_to_text(self._session.treebank[result.sentences[0]].text)
        self._list.set_row_height(self._delegate.height)
        in_all = resolve_plural(
            self.tr("%Ln sentence(s)", "", len(self._session.treebank)), len(self._session.treebank)
        )
        if not match_count:
            summary = self.tr("No matches in {0}.").format(in_all)
        elif result.has_more:
            summary = self.tr("Found in the first {0} of {1}; there are more.").format(match_count, in_all)
        else:
            summary = self.tr("Found in {0} of {1}.").format(match_count, in_all)
        self._summary_label.setText(summary)
        self._list.setAccessibleDescription(summary)

    def _on_changes(self, changes: Changes) -> None:
        """Show changed sentences as they are now; in another document, search for the query in the line again."""
        if changes.has(ChangeKind.DOCUMENT) and self._last_query == self._line.text().strip() != "":
            self._start_search(self._last_query)
        self._model.refresh(self._session.treebank)
        self._list.viewport().update()

    def _on_busy_changed(self, activity: str) -> None:
        if not activity and self._pending_query:  # the search ended without a result
            self._set_pending_query("")
            self._summary_label.setText(self.tr("The search was stopped."))

    def _on_failed(self, reason: str) -> None:
        if self._pending_query:
            self._show_error(reason, 0)

    def _go_to_match(self, row: int) -> None:
        """Select the sentence of the match in a row, and the words or the node that match."""
        result = self._model.matches
        if result is None or not 0 <= row < self._model.rowCount():
            return
        self._list.setCurrentIndex(self._model.index(row))
        words, nodes = self._model.matched_words_at(row), result.nodes[row]
        session = self._session
        session.select(self._model.sentence_at(row))
        ordered = sorted(words)
        if nodes:
            session.select(node=nodes[0])
        elif len(ordered) > 1 and ordered == list(range(ordered[0], ordered[-1] + 1)):
            session.select(word=ordered[-1], anchor=ordered[0])
        elif words:
            session.select(word=words[0])

    def go_to_next_match(self, step: int) -> None:
        """Go to the next match for `step` 1, or to the previous one for -1; wraps around."""
        rows = self._model.rowCount()
        if rows:
            current = self._list.currentIndex()
            row = current.row() + step if current.isValid() else (0 if step > 0 else rows - 1)
            self._go_to_match(row % rows)

    def _on_cancelled(self) -> None:
        if self._pending_query:
            self._end_search()
        elif self._model.rowCount():
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_help_toggled(self, is_visible: bool) -> None:
        if is_visible and self._help_page.document().isEmpty():
            theme.show_markdown(self._help_page, _read_query_help() or _SHORT_HELP)
        self._help_page.setVisible(is_visible)

    def _on_font_changed(self) -> None:
        self._delegate.set_font_size(get_text_font_size(self))
        self._list.set_row_height(self._delegate.height)


def _read_query_help() -> str:
    """Return the help page on queries in Markdown; an empty text if it is not installed."""
    path = locate_assets() / "help" / "find.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""
