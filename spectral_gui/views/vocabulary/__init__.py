"""The words of the document: how often each stands there and where, which are known; for spreadsheets and for Anki."""

from __future__ import annotations

from array import array
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent, QModelIndex, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHeaderView, QSplitter, QStyle, QTableView, QWidget

from spectral_core.data import Treebank
from spectral_core.data.vocabulary import Entry, shown_lemma
from spectral_core.engine import Found
from spectral_gui import widgets
from spectral_gui.concordance import Concordance, FoundList
from spectral_gui.lists import RowList, Slices, TextDelegate, points_of
from spectral_gui.plots import ask_for_file
from spectral_gui.session import Notices, Reader, Readings, Session
from spectral_gui.views.vocabulary.words import ALL, COUNT, KNOWN, LEARNT, LEMMA, MEANING, UNKNOWN, WordTable

__all__ = ["ALL", "LEARNT", "UNKNOWN", "VocabularyView", "WordsView"]

_SOON, _LATEST = 400, 60_000  # milliseconds after news until the words are counted anew
_MEASURED = 60  # of the words with most letters: where there are many, the widest is among them, or hardly wider
_BESIDE = 12  # pixels beside a text in its cell
_MOST_OF = 0.75  # of the table, that words may have
_RATHER = 10  # times as long as it takes: in a large document that is not done after every change


class WordsView(QTableView):
    """The table, in which letters are commands and not what is looked for."""

    def keyboardSearch(self, _search: str) -> None:
        """Nothing."""


class VocabularyView(QWidget):
    """Lists the lemmas of the document; the places of the selected one are below, and lead there."""

    def __init__(
        self, session: Session, notices: Notices, readings: Readings, reader: Reader, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self._session, self._notices, self._readings, self._reader = session, notices, readings, reader
        self._stale = True
        self._begun = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._which = QComboBox()
        for name, text in (
            (ALL, self.tr("All words")),
            (UNKNOWN, self.tr("Not known yet")),
            (LEARNT, self.tr("✓ Known")),
        ):
            self._which.addItem(text, name)
        self._which.setAccessibleName(self.tr("Which words are listed"))
        self._text = widgets.field(
            self.tr("Word or meaning"), self.tr("List only words with this in them or in their meaning")
        )
        self._model = WordTable(self)
        self._rows = TextDelegate(points_of(self), self)
        self._table = WordsView()
        self._table.setModel(self._model)
        self._table.setItemDelegateForColumn(LEMMA, self._rows)
        self._table.setAccessibleName(self.tr("Words"))
        widgets.of_rows(self._table)
        self._table.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(COUNT, Qt.SortOrder.AscendingOrder)
        self._table.verticalHeader().setDefaultSectionSize(self._rows.height)
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(
            MEANING, QHeaderView.ResizeMode.Stretch
        )  # may be cut short, words and counts may not
        header.setMinimumSectionSize(24)
        for column in (KNOWN, LEMMA, COUNT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._found = FoundList(self)
        self._lines = Concordance(points_of(self), self)
        self._places = RowList(self._found, self._lines, self._lines.height)
        self._places.setAccessibleName(self.tr("Where the word stands"))
        self._counted = widgets.label(wraps=True)
        self._csv = widgets.button(self.tr("Table…"), self.export_table, self.tr("Write the words listed as CSV"))
        self._anki = widgets.button(
            self.tr("Anki…"), self.export_cards, self.tr("Write the words listed as cards that Anki imports")
        )
        top = widgets.row((self._which, 1), (self._text, 1))
        foot = widgets.row(widgets.REST, self._csv, self._anki)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self._table)
        parts.addWidget(self._places)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 1)
        widgets.column(top, (parts, 1), self._counted, foot, on=self, margins=4, spacing=4)
        self.setFocusProxy(self._table)
        self._counting = Slices(self)
        self._soon = widgets.pause(self, self._count, _SOON)
        self._which.currentIndexChanged.connect(lambda _: self._filter())
        self._text.textChanged.connect(lambda _: self._filter())
        self._text.returnPressed.connect(lambda: self._table.setFocus(Qt.FocusReason.OtherFocusReason))
        self._table.selectionModel().currentRowChanged.connect(lambda now, _: self._show_places(now.row()))
        self._table.activated.connect(lambda index: self._go_to_first(index.row()))
        self._places.activated.connect(self._go_to)
        self._places.clicked.connect(self._go_to)
        session.treebank_changed.connect(self._show_treebank)
        session.sentence_changed.connect(self._come_soon)
        readings.changed.connect(self._come_soon)
        reader.known_changed.connect(self._show_known)
        self._show_treebank()

    # What the keys do

    def flip_known(self) -> None:
        """Marks the selected words as known, or as unknown where all of them are known."""
        rows = sorted({index.row() for index in self._table.selectionModel().selectedRows()})
        lemmas = [self._model.rows[row].lemma for row in rows]
        if lemmas:
            self._reader.know(lemmas, not all(map(self._model.is_known, rows)))

    def turn_filter(self) -> None:
        """Lists all words, those that are not known, those that are, and all again."""
        self._which.setCurrentIndex((self._which.currentIndex() + 1) % self._which.count())

    def focus_text(self) -> None:
        """Goes to where a word to look for is typed."""
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._text.selectAll()

    def export_table(self) -> None:
        """Asks for a file and writes the words listed to it as CSV."""
        self._export(self.tr("Save the words as a table"), ".csv", self.tr("CSV table"))

    def export_cards(self) -> None:
        """Asks for a file and writes the words listed to it as text for Anki."""
        self._export(self.tr("Save the words as cards for Anki"), ".txt", self.tr("Text for Anki"))

    def export(self, path: Path) -> None:
        """Writes the words listed: as CSV where the name ends so, else as text for Anki."""
        self._reader.save_words(self._model.rows, path)

    @property
    def listed(self) -> tuple[Entry, ...]:
        """The words listed, in their order."""
        return tuple(self._model.rows)

    @property
    def counting(self) -> bool:
        """Whether the words are being counted, or soon will be."""
        return self._counting.busy or self._soon.isActive() or self._stale

    # How it is done

    def _export(self, title: str, suffix: str, kind: str) -> None:
        if not self._model.rows:
            self._notices.note(self.tr("No words are listed."))
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

    def _come_soon(self, _: int = 0) -> None:
        self._stale = True
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _count(self) -> None:
        if not self.isVisible():
            return
        self._stale = False
        self._begun = perf_counter()
        self._counting.start(self._reader.vocabulary(), self._take)
        self._say()

    def _take(self, found: object) -> None:
        assert isinstance(found, tuple)
        took = round(1000 * (perf_counter() - self._begun))
        self._soon.setInterval(min(max(_SOON, _RATHER * took), _LATEST))
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
        words = sorted((shown_lemma(entry.lemma) for entry in self._model.entries), key=len)[-_MEASURED:]
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

    def _chosen(self) -> Entry | None:
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
        for button in (self._csv, self._anki):
            button.setEnabled(bool(self._model.rows))

    def _show_places(self, row: int) -> None:
        entry = self._model.rows[row] if 0 <= row < len(self._model.rows) else None
        found = None
        if entry is not None:
            sentences = array("q", [sentence for sentence, _ in entry.places])
            words = tuple((word,) for _, word in entry.places)
            found = Found(self._session.document, entry.lemma, sentences, words, ((),) * len(words), False)
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
        sentence, word = self._model.rows[row].places[0]
        self._session.select(sentence)
        self._session.select(word=word)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            QTimer.singleShot(0, self, self._count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_counting"):
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
