"""The words of the document: how often each stands there and where, which are known; for spreadsheets and for Anki."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QTableView

from spectral_core.data import Treebank
from spectral_core.data.vocabulary import VocabularyEntry, display_lemma, strip_diacritics
from spectral_core.engine import SearchResult
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.concordance import Concordance, FoundList
from spectral_gui.lists import INVALID, Index, RowList, Slices, TextDelegate, as_tip, points_of
from spectral_gui.plots import ask_for_file
from spectral_gui.session import Notices, Reader, Readings, Session

KNOWN, LEMMA, COUNT, MEANING = range(4)
ALL, UNKNOWN, LEARNT = "all", "unknown", "known"
_SOON, _LATEST = 400, 60_000  # milliseconds after news until the words are counted anew
_MEASURED = 60  # of the words with most letters: where there are many, the widest is among them, or hardly wider
_BESIDE = 12  # pixels beside a text in its cell
_MOST_OF = 0.75  # of the table, that words may have
_RATHER = 10  # times as long as it takes: in a large document that is not done after every change


class WordTable(QAbstractTableModel):
    """Lists the entries that pass a filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.entries: tuple[VocabularyEntry, ...] = ()
        self.rows: list[VocabularyEntry] = []  # those that are listed
        self._known: frozenset[str] = frozenset()
        self._which, self._text = ALL, ""
        self._order, self._down = COUNT, False

    def show_entries(self, entries: Sequence[VocabularyEntry], known: frozenset[str]) -> None:
        self.entries, self._known = tuple(entries), known
        self._list()

    def show_known(self, known: frozenset[str]) -> None:
        """Shows which are known now; what is listed stays until it is listed anew."""
        self._known = known
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.columnCount() - 1))

    def filter(self, which: str, text: str) -> None:
        """Lists ALL, UNKNOWN or LEARNT words that have a text in their lemma, form or meaning."""
        self._which, self._text = which, strip_diacritics(text.strip()).lower()
        self._list()

    def is_known(self, row: int) -> bool:
        return self.rows[row].lemma in self._known

    def row_of(self, lemma: str) -> int:
        return next((row for row, entry in enumerate(self.rows) if entry.lemma == lemma), -1)

    def _passes(self, entry: VocabularyEntry) -> bool:
        if self._which != ALL and (entry.lemma in self._known) != (self._which == LEARNT):
            return False
        if not self._text:
            return True
        reading = entry.reading
        said = (entry.lemma, reading.value("vocalised"), reading.value("gloss"))
        return any(self._text in strip_diacritics(part).lower() for part in said)

    def _list(self) -> None:
        self.beginResetModel()
        self.rows = [entry for entry in self.entries if self._passes(entry)]
        keys = {
            KNOWN: lambda entry: (entry.lemma in self._known, -entry.count),
            LEMMA: lambda entry: strip_diacritics(entry.lemma).lower(),
            COUNT: lambda entry: -entry.count,
            MEANING: lambda entry: entry.reading.value("gloss").lower() or "\U0010ffff",
        }
        self.rows.sort(key=keys[self._order], reverse=self._down)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order, self._down = column, order == Qt.SortOrder.DescendingOrder
        self._list()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        titles = ("✓", self.tr("Word"), self.tr("Times"), self.tr("Meaning"))
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole) and section == KNOWN:
            return self.tr("Known")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self.rows[index.row()], index.column()
        known = entry.lemma in self._known
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text_of(entry, column, known)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column == KNOWN:
                return self.tr("known") if known else self.tr("not known")
            return self._text_of(entry, column, known)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (KNOWN, COUNT):
            side = Qt.AlignmentFlag.AlignHCenter if column == KNOWN else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column in (LEMMA, MEANING):
            said = [self._text_of(entry, column, known)]
            if column == MEANING and "gloss" in entry.reading.suggested:
                said.append(self.tr("The likeliest meaning; nobody has decided it"))
            return as_tip("\n".join(filter(None, said)))
        return None

    def _text_of(self, entry: VocabularyEntry, column: int, known: bool) -> str:
        if column == KNOWN:
            return "✓" if known else ""
        if column == LEMMA:
            return display_lemma(entry.lemma)
        if column == COUNT:
            return f"{entry.count:,}"
        gloss = entry.reading.value("gloss")
        return f"≈ {gloss}" if gloss and "gloss" in entry.reading.suggested else gloss


class WordsView(QTableView):
    """The table, in which letters are commands and not what is looked for."""

    def keyboardSearch(self, _search: str) -> None:
        """Nothing."""


class VocabularyView(widgets.Panel):
    """Lists the lemmas of the document; the places of the selected one are below, and lead there."""

    def __init__(self, session: Session, notices: Notices, readings: Readings, reader: Reader):
        super().__init__()
        self._session, self._notices, self._reader = session, notices, reader
        self._stale = True
        self._begun = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        filters = {ALL: self.tr("All words"), UNKNOWN: self.tr("Not known yet"), LEARNT: self.tr("✓ Known")}
        self._which = widgets.chooser(filters, self.tr("Which words are listed"))
        listed = self.tr("List only words with this in them or in their meaning")
        self._text = widgets.field(self.tr("Word or meaning"), listed)
        self._model = WordTable(self)
        self._rows = TextDelegate(points_of(self), self)
        self._table = widgets.named(WordsView(), self.tr("Words"))
        self._table.setModel(self._model)
        self._table.setItemDelegateForColumn(LEMMA, self._rows)
        widgets.of_rows(self._table)
        self._table.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(COUNT, Qt.SortOrder.AscendingOrder)
        self._table.verticalHeader().setDefaultSectionSize(self._rows.height)
        header = self._table.horizontalHeader()
        # a meaning may be cut short, words and counts may not
        header.setSectionResizeMode(MEANING, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        for column in (KNOWN, LEMMA, COUNT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._found = FoundList(self)
        self._lines = Concordance(points_of(self), self)
        self._places = RowList(self._found, self._lines, self._lines.height)
        self._places.setAccessibleName(self.tr("Where the word stands"))
        self._counted = widgets.label(wraps=True)
        self._as_table = self.tr("Write the words listed as CSV")
        self._as_cards = self.tr("Write the words listed as cards that Anki imports")
        self._csv = widgets.button(self.tr("Table…"), self.export_table, self._as_table)
        self._anki = widgets.button(self.tr("Anki…"), self.export_cards, self._as_cards)
        top = widgets.row((self._which, 1), (self._text, 1))
        foot = widgets.row((self._counted, 1), self._csv, self._anki)
        self._none = Absence("book-open")
        self._pages = widgets.stack(self._table, self._none)
        parts = widgets.splitter(self._pages, self._places, upright=True, shares=(3, 1), keeps=False)
        widgets.column(top, (parts, 1), foot, on=self, margins=(4, 2, 4, 2), spacing=3)
        self.setFocusProxy(self._table)
        self._counting = Slices(self)
        self._soon = widgets.pause(self, self._count, _SOON)
        self._which.currentIndexChanged.connect(lambda _: self._filter())
        self._text.textChanged.connect(lambda _: self._filter())
        self._text.returnPressed.connect(lambda: self._table.setFocus(Qt.FocusReason.OtherFocusReason))
        self._table.selectionModel().currentRowChanged.connect(lambda now, _: self._show_places(now.row()))
        self._table.activated.connect(lambda index: self._go_to_first(index.row()))
        widgets.hear(self._go_to, self._places.activated, self._places.clicked)
        session.treebank_changed.connect(self._show_treebank)
        widgets.hear(self._come_soon, session.sentence_changed, readings.changed)
        widgets.hear(self._come_soon, reader.meanings_changed, reader.meanings_found)
        reader.known_changed.connect(self._show_known)
        self.seen.connect(self._arrive)
        self.font_changed.connect(self._suit_font)
        self._show_treebank()

    def flip_known(self) -> None:
        """Marks the selected words as known, or as unknown where all of them are known."""
        rows = sorted({index.row() for index in self._table.selectionModel().selectedRows()})
        lemmas = [self._model.rows[row].lemma for row in rows]
        if lemmas:
            self._reader.mark_known(lemmas, not all(map(self._model.is_known, rows)))

    def turn_filter(self) -> None:
        self._which.setCurrentIndex((self._which.currentIndex() + 1) % self._which.count())

    def focus_text(self) -> None:
        widgets.type_in(self._text)

    def export_table(self) -> None:
        self._export(self.tr("Save the words as a table"), ".csv", self.tr("CSV table"))

    def export_cards(self) -> None:
        self._export(self.tr("Save the words as cards for Anki"), ".txt", self.tr("Text for Anki"))

    def export(self, path: Path) -> None:
        self._reader.export_words(self._model.rows, path)

    @property
    def listed(self) -> tuple[VocabularyEntry, ...]:
        return tuple(self._model.rows)

    @property
    def counting(self) -> bool:
        """Whether the words are being counted, or soon will be."""
        return self._counting.busy or self._soon.isActive() or self._stale

    def _export(self, title: str, suffix: str, kind: str) -> None:
        if not self._model.rows:
            self._notices.notify(self.tr("No words are listed."))
            return
        stem = Path(self._session.document).name.split(".")[0] or "words"
        folder = self._session.treebank.path.parent if self._session.treebank.path is not None else Path()
        ask_for_file(self, title, str(folder / f"{stem}-words{suffix}"), {suffix: kind}, self.export)

    def _show_treebank(self) -> None:
        self._counting.stop()
        self._model.show_entries((), self._reader.known)
        self._found.show_found(Treebank.of(()), None)
        self._stale = True
        self._say()
        self._come_soon()

    def _come_soon(self, _: object = None) -> None:
        self._stale = True
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _count(self) -> None:
        if self.isVisible():
            self._stale = False
            self._begun = perf_counter()
            self._counting.start(self._reader.collect_vocabulary(), self._take)
            self._say()

    def _take(self, found: object) -> None:
        assert isinstance(found, tuple)
        self._soon.setInterval(min(max(_SOON, _RATHER * round(1000 * (perf_counter() - self._begun))), _LATEST))
        chosen = self._chosen()
        lemma = "" if chosen is None else chosen.lemma
        self._rows.suit(" ".join(entry.lemma for entry in found[:40]))
        self._table.verticalHeader().setDefaultSectionSize(self._rows.height)
        self._model.show_entries(found, self._reader.known)
        self._fit_columns()
        self._select(max(self._model.row_of(lemma), 0))
        self._say()

    def _fit_columns(self) -> None:
        """Makes the columns of words and of counts as wide as their widest cell; a word alone does not fill it all."""
        table, header = self._table, self._table.horizontalHeader()
        beside = 2 * table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, table) + _BESIDE
        words = sorted((display_lemma(entry.lemma) for entry in self._model.entries), key=len)[-_MEASURED:]
        wide = max((QFontMetrics(self._rows.font_of(word)).horizontalAdvance(word) for word in words), default=0)
        counts = max((entry.count for entry in self._model.entries), default=0)
        count = table.fontMetrics().horizontalAdvance(f"{counts:,}")
        for column, room in ((KNOWN, 0), (LEMMA, wide), (COUNT, count)):
            header.resizeSection(column, max(room + beside, header.sectionSizeHint(column)))
        most = round(_MOST_OF * table.viewport().width())
        header.resizeSection(LEMMA, max(min(header.sectionSize(LEMMA), most), header.sectionSizeHint(LEMMA)))

    def _filter(self) -> None:
        chosen = self._chosen()
        self._model.filter(str(self._which.currentData()), self._text.text())
        self._select(max(self._model.row_of("" if chosen is None else chosen.lemma), 0))
        self._say()

    def _select(self, row: int) -> None:
        if self._model.rows:
            self._table.setCurrentIndex(self._model.index(row, 0))
        else:
            self._show_places(-1)

    def _chosen(self) -> VocabularyEntry | None:
        row = self._table.currentIndex().row()
        return self._model.rows[row] if 0 <= row < len(self._model.rows) else None

    def _show_known(self) -> None:
        self._model.show_known(self._reader.known)
        self._say()

    def _say(self) -> None:
        known, entries = self._reader.known, self._model.entries
        if self._counting.busy:
            self._counted.setText(self.tr("The words are being counted …"))
            return
        count = sum(entry.lemma in known for entry in entries)
        share = count / len(entries) if entries else 0.0
        text = self.tr("{0} words, {1} known ({2:.0%})").format(f"{len(entries):,}", f"{count:,}", share)
        self._counted.setText(text if entries else "")
        listed = bool(self._model.rows)
        self._pages.setCurrentWidget(self._table if listed else self._none)
        if entries:
            tip = self.tr("List them all, known or not")
            self._none.offer(self.tr("No word is like that."), self.tr("All words"), tip, self._list_all)
        else:
            none = self.tr("Words are listed here as soon as something is known of those of the text.")
            self._none.say(none, "window.read_pasted")
        why = "" if listed else self.tr(" (no words are listed)")
        for button, does in ((self._csv, self._as_table), (self._anki, self._as_cards)):
            button.setEnabled(listed)
            button.setToolTip(does + why)

    def _list_all(self) -> None:
        self._text.clear()
        self._which.setCurrentIndex(0)

    def _show_places(self, row: int) -> None:
        entry = self._model.rows[row] if 0 <= row < len(self._model.rows) else None
        found = None
        if entry is not None:
            sentences = array("q", [sentence for sentence, _ in entry.occurrences])
            words = tuple((word,) for _, word in entry.occurrences)
            found = SearchResult(self._session.document, entry.lemma, sentences, words, ((),) * len(words), False)
            self._lines.numbers = len(self._session.treebank)
            self._lines.suit(entry.lemma)
            self._places.set_height(self._lines.height)
        self._found.show_found(self._session.treebank, found)

    def _go_to(self, index: QModelIndex) -> None:
        words = self._found.words_at(index.row())
        self._session.select(self._found.sentence_at(index.row()))
        if words:
            self._session.select(word=words[0])

    def _go_to_first(self, row: int) -> None:
        sentence, word = self._model.rows[row].occurrences[0]
        self._session.select(sentence)
        self._session.select(word=word)

    def _arrive(self) -> None:
        if self._stale:
            QTimer.singleShot(0, self, self._count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _suit_font(self) -> None:
        self._rows.set_points(points_of(self))
        self._lines.set_points(points_of(self))
        self._show_places(self._table.currentIndex().row())
        self._table.verticalHeader().setDefaultSectionSize(self._rows.height)
        self._fit_columns()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()
        if self._counting.busy:
            self._counting.stop()
            self._stale = True
