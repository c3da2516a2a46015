"""The queue: the sentences of the document in an order, behind a filter, with what is known of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QProgressBar

from spectral_core.engine import Found
from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import Marks, RowList, SentenceList, Slices, as_tip, points_of
from spectral_gui.resources import counted
from spectral_gui.session import Notices, Orders, Proposals, Readings, Runs, Searching, Selection, Session, Surveying
from spectral_gui.views.queue.filters import ALL, EDITED, FOUND, PROBLEMS, Choices, Filters, chooser, holding
from spectral_gui.views.queue.orders import DISAGREEMENT, DOCUMENT, RANDOM, UNCERTAIN, OrderChoice
from spectral_gui.views.queue.rows import QueueDelegate, RowState

_TYPING = 250  # milliseconds without a key until the text is looked for
_AHEAD = 5  # sentences after the selected one whose proposals are asked for


class QueueView(widgets.Panel):
    """Lists the sentences that pass the filter; the selected one is the session's."""

    query_used = Signal(bool)  # whether only what the query found is listed
    files_dropped = Signal(list)  # paths, to be added to the project
    pointed = Signal()  # a row was clicked: keys are for what it shows

    def __init__(
        self,
        session: Session,
        notices: Notices,
        surveying: Surveying,
        searching: Searching,
        runs: Runs,
        proposals: Proposals,
        readings: Readings,
        orders: Orders,
    ):
        super().__init__()
        self._session, self._notices, self._surveying = session, notices, surveying
        self._proposals, self._readings = proposals, readings
        self._searching = searching
        self._following = self._stale = False
        self._seen: dict[int, tuple[int, Marks, str]] = {}  # what rows on screen said after the last step
        self._holding: Sequence[int] | None = None  # the sentences with the text typed; None where none is typed
        self._documents = chooser({}, self.tr("Document"))
        self._filters = Filters(session, surveying, searching, self)
        self._order_choice = OrderChoice(session, notices, runs, proposals, orders, self)
        self._text = widgets.field(self.tr("With these words"), self.tr("List only sentences with these words"))
        self._progress = widgets.named(QProgressBar(), self.tr("Sentences accepted"))
        self._model = SentenceList(self._marks, self)
        self._row = QueueDelegate(points_of(self), self.state, self)
        self._list = widgets.named(RowList(self._model, self._row, self._row.row_height), self.tr("Sentences"))
        self._list.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves keys where they are
        self._list.clicked.connect(lambda _: self.pointed.emit())
        self._nothing = Absence("list-filter")
        self._counted = widgets.label()
        boxes = Choices(self._filters.box, self._order_choice.box)
        above = (self._documents, boxes, self._order_choice.second, self._text)
        listed = ((self._list, 1), (self._nothing, 1))
        widgets.column(*above, *listed, self._counted, self._progress, on=self, margins=4, spacing=4)
        self._looking = Slices(self)
        self._pause = widgets.pause(self, self._look_for_text, _TYPING)
        self._text.textChanged.connect(lambda _: self._pause.start())
        self._text.returnPressed.connect(self._enter_list)
        self._documents.activated.connect(self._open_document)
        self._filters.changed.connect(self._change_filter)
        self._order_choice.changed.connect(self._list_sentences)
        self._order_choice.told.connect(self._counted.setText)
        self._list.selectionModel().currentChanged.connect(self._select)
        widgets.hear(self._show_documents, session.project_changed, session.documents_changed)
        session.treebank_changed.connect(self._show_treebank)
        session.sentence_changed.connect(self._show_changed)
        session.selection_changed.connect(self._follow)
        session.history_changed.connect(self._show_history)
        surveying.changed.connect(self._show_survey)
        searching.found.connect(self._show_found)
        self.font_changed.connect(self._suit_font)
        self.setAcceptDrops(True)
        self._show_documents()
        self._show_treebank()

    def next_open(self) -> None:
        """Selects the next sentence that is not accepted, from the top again after the last; where none of the queue is
        left, the sentence after the selected one."""
        session, rows = self._session, self._model.rowCount()
        row = self._model.row_of(session.selection.sentence)
        if row >= 0:
            for step in range(1, rows):
                wanted = self._model.sentence_at((row + step) % rows)
                if session.decided.get(wanted) != CONFIRMED:
                    if row + step >= rows:
                        self._notices.note(self.tr("From the top again: sentences that were passed over"))
                    session.select(wanted)
                    return
        self._move(1)

    def next_problem(self) -> None:
        session = self._session
        at = session.selection.sentence
        if at < 0:
            return
        later = [problem.word for problem in self._surveying.problems(at) if problem.word > session.selection.word]
        if later:
            session.select(word=min(later))
            return
        rows, row = self._model.rowCount(), self._model.row_of(at)
        for step in range(1, rows + 1):
            after = self._model.sentence_at((row + step) % rows)
            if after in self._surveying.flagged:
                words = [problem.word for problem in self._surveying.problems(after) if problem.word]
                session.select(after)
                if words:
                    session.select(word=min(words))
                return
        if self._surveying.surveyed:
            self._notices.note(self.tr("No sentence of the queue has a problem"))
        else:
            self._notices.note(self.tr("The sentences are still being checked"))

    def focus_filter(self) -> None:
        widgets.type_in(self._text)

    def filter_by(self, name: str) -> None:
        """Lists the sentences that pass a filter: `ALL`, `PROBLEMS`, `OPEN`, `ACCEPTED`, `EDITED` or `FOUND`."""
        self._filters.choose(name)

    def order_by(self, name: str) -> None:
        self._order_choice.choose(name)

    order_by_document = partialmethod(order_by, DOCUMENT)
    order_by_uncertainty = partialmethod(order_by, UNCERTAIN)
    order_by_disagreement = partialmethod(order_by, DISAGREEMENT)
    order_at_random = partialmethod(order_by, RANDOM)

    def use_query(self, wanted: bool) -> None:
        if wanted:
            self.filter_by(FOUND)
        elif self._filters.name == FOUND:
            self.filter_by(ALL)

    @property
    def listed(self) -> list[int]:
        return [self._model.sentence_at(row) for row in range(self._model.rowCount())]

    def _marks(self, at: int) -> Marks:
        session = self._session
        return (
            ("⚠" if at in self._surveying.flagged else "", self.tr("has problems")),
            ("✓" if session.decided.get(at) == CONFIRMED else "", self.tr("accepted")),
            ("✎" if at in session.edited else "", self.tr("changed, not saved")),
            self._order_choice.figure(at),
        )

    def state(self, at: int) -> RowState:
        """How far a sentence is."""
        sentence, found = self._session.treebank[at], self._proposals.proposal(at)
        return RowState(
            len(sentence),
            len(sentence.heads) - sentence.heads.count(None),
            self._session.decided.get(at) == CONFIRMED,
            at in self._surveying.flagged,
            0 if found is None else len(found.doubtful(0, self._proposals.doubt)),
        )

    def _change_filter(self) -> None:
        self._list_sentences()
        self.query_used.emit(self._filters.name == FOUND)

    def _show_documents(self) -> None:
        names = self._session.documents
        self._documents.clear()
        for name in names:
            self._documents.addItem(Path(name).name, name)
            self._documents.setItemData(self._documents.count() - 1, as_tip(name), Qt.ItemDataRole.ToolTipRole)
        self._documents.setVisible(len(names) > 1)
        if self._session.document in names:
            self._documents.setCurrentIndex(names.index(self._session.document))

    def _open_document(self, place: int) -> None:
        name = str(self._documents.itemData(place))
        if name != self._session.document:
            self._session.open_document(name)

    def _show_treebank(self) -> None:
        self._looking.stop()
        self._holding = None
        names = self._session.documents
        if self._session.document in names and self._documents.count() == len(names):
            self._documents.setCurrentIndex(names.index(self._session.document))
        treebank = self._session.treebank
        if len(treebank):
            self._row.suit(treebank[0].text)
            self._list.set_height(self._row.row_height)
        if self._text.text():
            self._pause.start()
        self._order_choice.show_treebank()
        self._list_sentences()

    def _list_sentences(self) -> None:
        self._stale = False
        treebank = self._session.treebank
        rows: Sequence[int] = self._filters.passing()
        if self._holding is not None:
            kept = set(self._holding)
            rows = [at for at in rows if at in kept]
        rows = self._order_choice.arranged(rows)
        self._following = True
        self._model.show_treebank(treebank, rows)
        self._following = False
        self._show_count(len(rows))
        self._show_progress()
        self._mark_selected()

    def _show_count(self, rows: int) -> None:
        size = len(self._session.treebank)
        self._list.setVisible(rows > 0)
        self._nothing.setVisible(rows == 0)
        if self._looking.busy:
            said = self.tr("Looking for the words…")
        elif self._order_choice.counting:
            said = self.tr("Counting the words of all sentences…")
        elif rows == size:
            said = counted(self.tr("%Ln sentence(s)", "", size), size)
        else:
            said = self.tr("{0} of {1}").format(rows, counted(self.tr("%Ln sentence(s)", "", size), size))
        self._counted.setText(said)
        if not rows:
            self._say_why_nothing()

    def _say_why_nothing(self) -> None:
        why, name = self._filters.why_nothing(self._holding is not None), self._filters.name
        if not len(self._session.treebank):
            self._nothing.say(why, "window.open_file")
        elif name == FOUND and self._searching.query is None:
            self._nothing.say(why, "window.show_find")
        else:
            tip = self.tr("List them all again, without a filter")
            self._nothing.offer(why, self.tr("All sentences"), tip, self._list_all)

    def _list_all(self) -> None:
        self._text.clear()
        self._filters.choose(ALL)
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_progress(self) -> None:
        size = len(self._session.treebank)
        accepted = list(self._session.decided.values()).count(CONFIRMED)
        self._progress.setRange(0, max(size, 1))
        self._progress.setValue(accepted)
        self._progress.setFormat(self.tr("{0} of {1} accepted").format(accepted, size))

    def _show_changed(self, at: int) -> None:
        self._model.refresh(at, self._session.treebank)
        self._stale = self._stale or self._filters.name not in (ALL, FOUND)

    def _show_history(self) -> None:
        self._show_progress()
        self._draw_changed()
        if self._filters.name == EDITED:
            self._stale = True

    def _draw_changed(self) -> None:
        """Draws anew those rows on screen that say something else than they did."""
        top, bottom = self._list.rowAt(0), self._list.rowAt(self._list.viewport().height() - 1)
        last = bottom if bottom >= 0 else self._model.rowCount() - 1
        seen = {row: self._model.seen(row) for row in range(max(top, 0), last + 1)}
        for row, told in seen.items():
            if self._seen.get(row) != told:
                self._list.update(self._model.index(row))
        self._seen = seen

    def _show_survey(self) -> None:
        self._list.viewport().update()
        if self._filters.name == PROBLEMS:
            self._list_sentences()

    def _show_found(self, _found: Found | None) -> None:
        if self._filters.name == FOUND:
            self._list_sentences()

    def _select(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self._session.select(self._model.sentence_at(current.row()))

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence == before.sentence:
            return
        if self._stale and len(self._session.treebank):  # what no longer passes stays until one goes on
            self._list_sentences()
        else:
            self._mark_selected()

    def _mark_selected(self) -> None:
        row = self._model.row_of(self._session.selection.sentence)
        self._following = True
        if row < 0:
            self._list.selectionModel().clear()
        else:
            index = self._model.index(row)
            self._list.setAutoScroll(False)
            self._list.setCurrentIndex(index)
            self._list.setAutoScroll(True)
            if not self._list.viewport().rect().contains(self._list.visualRect(index)):
                self._list.scrollTo(index, RowList.ScrollHint.PositionAtCenter)  # or each step would paint all rows
        self._following = False
        last = min(row + 1 + _AHEAD, self._model.rowCount())
        expected = [self._model.sentence_at(one) for one in range(row + 1, last)] if row >= 0 else []
        self._proposals.expect(expected)
        self._readings.expect(expected)

    def _move(self, step: int) -> None:
        rows = self._model.rowCount()
        at = self._session.selection.sentence
        row = self._model.row_of(at)
        if row >= 0:
            wanted = row + step
        else:  # not listed: go on from where it would stand in the document
            beyond = [row for row in range(rows) if (self._model.sentence_at(row) - at) * step > 0]
            wanted = min(beyond, key=lambda row: abs(self._model.sentence_at(row) - at), default=rows)
        if 0 <= wanted < rows:
            self._session.select(self._model.sentence_at(wanted))
        elif step > 0:
            self._notices.note(self.tr("This is the last sentence of the queue"))
        else:
            self._notices.note(self.tr("This is the first sentence of the queue"))

    next_sentence, previous_sentence = partialmethod(_move, 1), partialmethod(_move, -1)

    def _enter_list(self) -> None:
        if self._model.rowCount():
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)
            if self._model.row_of(self._session.selection.sentence) < 0:
                self._session.select(self._model.sentence_at(0))

    def _look_for_text(self) -> None:
        self._looking.stop()
        wanted = self._text.text().strip()
        if not wanted:
            self._holding = None
            self._list_sentences()
            return
        self._looking.start(holding(self._session.treebank, wanted), self._take_holding)
        self._show_count(self._model.rowCount())

    def _take_holding(self, found: object) -> None:
        assert isinstance(found, list)
        self._holding = found
        self._list_sentences()

    def _suit_font(self) -> None:
        self._row.set_points(points_of(self))
        self._list.set_height(self._row.row_height)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)
