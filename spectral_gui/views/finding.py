"""Find: a query, what it found with the words around it, and help on how to ask."""

from __future__ import annotations

from functools import partialmethod

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QLineEdit, QTextBrowser, QToolButton

from spectral_core.engine import SearchResult
from spectral_core.errors import QueryError
from spectral_core.files import locate_assets
from spectral_core.query import parse
from spectral_gui import theme, widgets
from spectral_gui.concordance import Concordance, FoundList
from spectral_gui.lists import RowList, points_of
from spectral_gui.resources import counted
from spectral_gui.session import DocumentSearch, Notices, Session, Work

_MOST_HISTORY = 50
_LATE = 500  # milliseconds that a search takes before it can be stopped by hand


class QueryLine(QLineEdit):
    """A line with its own history under Up and Down, and a mark under the column where a query went wrong."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.history: list[str] = []  # newest last
        self._place = 0
        self.wrong = 0  # the column, counted from 1; 0 for none
        self._x = 0  # where that is on screen
        self.textEdited.connect(self._forget)

    def keep(self, query: str) -> None:
        self.history = [*(one for one in self.history if one != query), query][-_MOST_HISTORY:]
        self._place = len(self.history)

    def mark(self, column: int) -> None:
        """Shows where it went wrong; 0 for nowhere."""
        self.wrong = column
        if column:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.setCursorPosition(min(column - 1, len(self.text())))
            self._x = self.cursorRect().center().x()
        self.update()

    def _forget(self) -> None:
        self.wrong = 0
        self._place = len(self.history)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            place = self._place + step
            if 0 <= place < len(self.history):
                self._place = place
                self.setText(self.history[place])
            elif place == len(self.history):
                self._place = place
                self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.wrong:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().brightText().color(), 2))
        x, y = self._x, self.height() - 3
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y - 5), QPointF(x + 4, y)])


class FindView(widgets.Panel):
    """Asks the session, lists what was found, and goes there."""

    filter_asked = Signal(bool)  # whether the queue shall list only what was found

    def __init__(self, session: Session, notices: Notices, work: Work, searching: DocumentSearch):
        super().__init__()
        self._session, self._searching = session, searching
        self._asked = ""
        self._line = widgets.named(QueryLine(), self.tr("Query"))
        self._line.setPlaceholderText(self.tr("Words, tags or structure: dog, upos=VERB, NOUN > DET, NP over VP"))
        widgets.clearable(self._line)
        self._go = widgets.button(self.tr("Find"), self.ask, self.tr("Look through all sentences (Return)"))
        self._stop = widgets.button(self.tr("Stop"), self._end_search, self.tr("End the search (Esc in the line)"))
        self._stop.setVisible(False)
        self._late = widgets.pause(self, lambda: self._stop.setVisible(True), _LATE)
        self._help = widgets.named(QToolButton(), self.tr("How to ask"))
        self._help.setObjectName("help")
        self._help.setText("?")
        self._help.setCheckable(True)
        self._help.setToolTip(self.tr("How to ask"))
        self._complaint = widgets.label(wraps=True)
        self._complaint.setVisible(False)
        self._page = widgets.named(QTextBrowser(), self.tr("How to ask"))
        self._page.setOpenLinks(False)
        self._page.setVisible(False)
        self._counted = widgets.label(self.tr("Nothing was looked for yet."))
        self._filter = QCheckBox(self.tr("List only these in the &queue"))
        self._filter.setToolTip(self.tr("The queue has what was found and nothing else, until this is off"))
        self._filter.toggled.connect(self.filter_asked)
        self._model = FoundList(self)
        self._rows = Concordance(points_of(self), self)
        self._list = widgets.named(RowList(self._model, self._rows, self._rows.height), self.tr("What was found"))
        asking = widgets.row((self._line, 1), self._go, self._stop, self._help)
        answering = widgets.row((self._counted, 1), self._filter)
        parts = (asking, self._complaint, answering, (self._page, 1), (self._list, 2))
        widgets.column(*parts, on=self, margins=6, spacing=4)
        self._line.returnPressed.connect(self.ask)
        self._line.left.connect(self._leave)
        self._help.toggled.connect(self._show_help)
        self._list.activated.connect(lambda index: self._go_to(index.row()))
        self._list.clicked.connect(lambda index: self._go_to(index.row()))
        searching.searched.connect(self._show_found)
        session.sentence_changed.connect(self._show_changed)
        session.treebank_changed.connect(self._show_treebank)
        work.busy_changed.connect(self._show_busy)
        notices.failed.connect(self._show_failed)
        self.font_changed.connect(self._suit_font)

    @property
    def history(self) -> tuple[str, ...]:
        """What was asked, newest last; kept by the window between two starts."""
        return tuple(self._line.history)

    def set_history(self, queries: tuple[str, ...]) -> None:
        for query in queries:
            self._line.keep(query)

    def focus_query(self) -> None:
        widgets.type_in(self._line)

    def show_filtered(self, used: bool) -> None:
        self._filter.setChecked(used)

    def ask(self) -> None:
        """Asks what is typed; a query that cannot be understood is explained below the line."""
        text = self._line.text().strip()
        self._complain("", 0)
        if text:
            try:
                parse(text)
            except QueryError as error:
                shift = len(self._line.text()) - len(self._line.text().lstrip())
                said = self.tr("Column {0}: {1}. {2}").format(error.column, error.message, error.remedy)
                self._complain(said, error.column + shift)
                return
            self._line.keep(text)
            self._counted.setText(self.tr("Searching…"))
        self._show_asked(text)
        self._searching.find(text)

    def _show_asked(self, text: str) -> None:
        """Offer to stop a search that has no answer after a while."""
        self._asked = text
        if text:
            self._late.start()
        else:
            self._late.stop()
            self._stop.setVisible(False)

    def _end_search(self) -> None:
        self._searching.find("")
        self._line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _complain(self, sentence: str, column: int) -> None:
        self._complaint.setText(f"⚠ {sentence}" if sentence else "")
        self._complaint.setVisible(bool(sentence))
        self._line.setAccessibleDescription(sentence)
        self._line.mark(column)

    def _show_found(self, found: SearchResult | None) -> None:
        self._model.show_found(self._session.treebank, found)
        self._show_asked("")
        if found is None:
            self._counted.setText(self.tr("Nothing was looked for yet."))
            return
        self._rows.numbers = len(self._session.treebank)
        size = len(found.sentences)
        if size:
            self._rows.suit(self._session.treebank[found.sentences[0]].text)
        self._list.set_height(self._rows.height)
        in_all = counted(self.tr("%Ln sentence(s)", "", len(self._session.treebank)), len(self._session.treebank))
        if not size:
            said = self.tr("Found nowhere in {0}.").format(in_all)
        elif found.has_more:
            said = self.tr("Found in the first {0} of {1}; there are more.").format(size, in_all)
        else:
            said = self.tr("Found in {0} of {1}.").format(size, in_all)
        self._counted.setText(said)
        self._list.setAccessibleDescription(said)

    def _show_changed(self, _at: int) -> None:
        self._model.refresh(self._session.treebank)
        self._list.viewport().update()

    def _show_treebank(self) -> None:
        self._filter.setChecked(False)

    def _show_busy(self, doing: str) -> None:
        if not doing and self._asked:  # the search ended without an answer
            self._show_asked("")
            self._counted.setText(self.tr("The search did not end."))

    def _show_failed(self, why: str) -> None:
        if self._asked:
            self._complain(why, 0)

    def _go_to(self, row: int) -> None:
        found = self._model.found
        if found is None or not 0 <= row < self._model.rowCount():
            return
        self._list.setCurrentIndex(self._model.index(row))
        words, nodes = self._model.words_at(row), found.nodes[row]
        session = self._session
        session.select(self._model.sentence_at(row))
        ordered = sorted(words)
        if nodes:
            session.select(node=nodes[0])
        elif len(ordered) > 1 and ordered == list(range(ordered[0], ordered[-1] + 1)):
            session.select(word=ordered[-1], anchor=ordered[0])
        elif words:
            session.select(word=words[0])

    def _move(self, step: int) -> None:
        rows = self._model.rowCount()
        if rows:
            current = self._list.currentIndex()
            row = current.row() + step if current.isValid() else (0 if step > 0 else rows - 1)
            self._go_to(row % rows)

    next_result, previous_result = partialmethod(_move, 1), partialmethod(_move, -1)

    def _leave(self) -> None:
        if self._asked:
            self._end_search()
        elif self._model.rowCount():
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_help(self, wanted: bool) -> None:
        if wanted and self._page.document().isEmpty():
            theme.show_page(self._page, _help_text() or _SHORT_HELP)
        self._page.setVisible(wanted)

    def _suit_font(self) -> None:
        self._rows.set_points(points_of(self))
        self._list.set_height(self._rows.height)


_SHORT_HELP = """
`dog` a word · `lemma=run` `upos=VERB` a column · `the * dog` words in a row · `NOUN > DET` a word over its dependent ·
`NP over VP` a phrase over another · `and` `or` `not ( )` join conditions
"""


def _help_text() -> str:
    path = locate_assets() / "help" / "find.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""
