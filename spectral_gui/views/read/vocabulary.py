"""Vocabulary panel: the lemmas of the document with frequency, occurrences and known state; export for spreadsheets and
Anki."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QTableView

from spectral_core.data import Treebank
from spectral_core.data.readings import strip_diacritics
from spectral_core.data.vocabulary import VocabularyEntry, format_lemma
from spectral_core.engine import SearchResult
from spectral_gui import widgets
from spectral_gui.state import ANNOTATION, ChangeKind, Notices, Reader, Session
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets import TimeSlicer
from spectral_gui.widgets.concordance import ConcordanceDelegate, MatchListModel
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import (
    INVALID_INDEX,
    Index,
    TextDelegate,
    UniformRowView,
    get_text_font_size,
    to_tooltip,
)

KNOWN_COLUMN, LEMMA_COLUMN, COUNT_COLUMN, MEANING_COLUMN = range(4)
ALL_WORDS, UNKNOWN_WORDS, KNOWN_WORDS = "all", "unknown", "known"
_COUNT_DELAY, _MAX_COUNT_DELAY = 400, 60_000  # milliseconds from a change to a new count
_MEASURED_WORDS = 60  # longest words whose widths are measured; the widest word is among them, or hardly wider
_CELL_MARGIN = 12  # pixels left and right of the text of a cell
_MAX_WORD_SHARE = 0.75  # maximum share of the table's width for the column of words
_DELAY_FACTOR = 10  # times the duration of the last count: a large document is not counted after every change


class VocabularyModel(QAbstractTableModel):
    """Table model of the vocabulary entries that pass the filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.entries: tuple[VocabularyEntry, ...] = ()
        self.listed_entries: list[VocabularyEntry] = []  # those that pass the filter, sorted
        self._known_lemmas: frozenset[str] = frozenset()
        self._filter_name, self._filter_text = ALL_WORDS, ""
        self._sort_column, self._is_descending = COUNT_COLUMN, False

    def show_entries(self, entries: Sequence[VocabularyEntry], known_lemmas: frozenset[str]) -> None:
        """List entries of the vocabulary that pass the filter, sorted as before."""
        self.entries, self._known_lemmas = tuple(entries), known_lemmas
        self._update_rows()

    def update_known_lemmas(self, known_lemmas: frozenset[str]) -> None:
        """Show which words are known; the listed rows stay until the next update."""
        self._known_lemmas = known_lemmas
        if self.listed_entries:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.listed_entries) - 1, self.columnCount() - 1))

    def set_filter(self, filter_name: str, text: str) -> None:
        """List ALL_WORDS, UNKNOWN_WORDS or KNOWN_WORDS that have a text in their lemma, form or meaning."""
        self._filter_name, self._filter_text = filter_name, strip_diacritics(text.strip()).lower()
        self._update_rows()

    def is_known(self, row: int) -> bool:
        return self.listed_entries[row].lemma in self._known_lemmas

    def find_row(self, lemma: str) -> int:
        """Return the row of a lemma; -1 if it is not listed."""
        return next((row for row, entry in enumerate(self.listed_entries) if entry.lemma == lemma), -1)

    def _passes_filter(self, entry: VocabularyEntry) -> bool:
        if self._filter_name != ALL_WORDS and (entry.lemma in self._known_lemmas) != (self._filter_name == KNOWN_WORDS):
            return False
        if not self._filter_text:
            return True
        reading = entry.reading
        field_values = (entry.lemma, reading.get_value("vocalised"), reading.get_value("gloss"))
        return any(self._filter_text in strip_diacritics(value).lower() for value in field_values)

    def _update_rows(self) -> None:
        """Filter and sort the entries again."""
        self.beginResetModel()
        self.listed_entries = self._sort_entries(entry for entry in self.entries if self._passes_filter(entry))
        self.endResetModel()

    def _sort_entries(self, entries: Iterable[VocabularyEntry]) -> list[VocabularyEntry]:
        """Return the entries in the order of the column that was chosen."""
        keys = {
            KNOWN_COLUMN: lambda entry: (entry.lemma in self._known_lemmas, -entry.count),
            LEMMA_COLUMN: lambda entry: strip_diacritics(entry.lemma).lower(),
            COUNT_COLUMN: lambda entry: -entry.count,
            MEANING_COLUMN: lambda entry: entry.reading.get_value("gloss").lower() or "\U0010ffff",
        }
        return sorted(entries, key=keys[self._sort_column], reverse=self._is_descending)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the selected words stay selected."""
        self._sort_column, self._is_descending = column, order == Qt.SortOrder.DescendingOrder
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        lemmas = [self.listed_entries[index.row()].lemma for index in before]
        self.listed_entries = self._sort_entries(self.listed_entries)
        rows = {entry.lemma: row for row, entry in enumerate(self.listed_entries)}
        after = [self.index(rows[lemma], index.column()) for lemma, index in zip(lemmas, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.listed_entries)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        titles = ("✓", self.tr("Word"), self.tr("Count"), self.tr("Meaning"))
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole) and section == KNOWN_COLUMN:
            return self.tr("Known")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self.listed_entries[index.row()], index.column()
        is_known = entry.lemma in self._known_lemmas
        if role == Qt.ItemDataRole.DisplayRole:
            return self._format_cell(entry, column, is_known)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column == KNOWN_COLUMN:
                return self.tr("known") if is_known else self.tr("not known")
            return self._format_cell(entry, column, is_known)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (KNOWN_COLUMN, COUNT_COLUMN):
            alignment = Qt.AlignmentFlag.AlignHCenter if column == KNOWN_COLUMN else Qt.AlignmentFlag.AlignRight
            return alignment | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column in (LEMMA_COLUMN, MEANING_COLUMN):
            lines = [self._format_cell(entry, column, is_known)]
            if column == MEANING_COLUMN and "gloss" in entry.reading.suggested_fields:
                lines.append(self.tr("Most probable meaning; not confirmed"))
            return to_tooltip("\n".join(filter(None, lines)))
        return None

    def _format_cell(self, entry: VocabularyEntry, column: int, is_known: bool) -> str:
        """Return the text of an entry in a column."""
        if column == KNOWN_COLUMN:
            return "✓" if is_known else ""
        if column == LEMMA_COLUMN:
            return format_lemma(entry.lemma)
        if column == COUNT_COLUMN:
            return f"{entry.count:,}"
        gloss = entry.reading.get_value("gloss")
        return f"≈ {gloss}" if gloss and "gloss" in entry.reading.suggested_fields else gloss


class VocabularyTable(QTableView):
    """Table in which letters are commands, not a search."""

    def keyboardSearch(self, _search: str) -> None:
        """Ignore typed letters: they are commands."""


class VocabularyView(widgets.Panel):
    """Table of the lemmas of the document, with the occurrences of the selected one below."""

    def __init__(self, session: Session, notices: Notices, reader: Reader):
        super().__init__()
        self._session, self._notices, self._reader = session, notices, reader
        self._stale = True
        self._count_start = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        filters = {
            ALL_WORDS: self.tr("All words"),
            UNKNOWN_WORDS: self.tr("Not known yet"),
            KNOWN_WORDS: self.tr("✓ Known"),
        }
        self._filter_box = widgets.make_combo_box(filters, self.tr("Filter of words"))
        filter_tip = self.tr("Show only words that match, in form or meaning")
        self._filter_line = widgets.make_line_edit(self.tr("Word or meaning"), filter_tip)
        self._model = VocabularyModel(self)
        self._word_delegate = TextDelegate(get_text_font_size(self), self)
        self._table = self._make_table()
        self._match_model = MatchListModel(self)
        self._match_delegate = ConcordanceDelegate(get_text_font_size(self), self)
        self._match_list = UniformRowView(self._match_model, self._match_delegate, self._match_delegate.height)
        self._match_list.setAccessibleName(self.tr("Occurrences of the word"))
        self._summary_label = widgets.make_label(wraps=True)
        self._table_tip = self.tr("Export the listed words as CSV")
        self._cards_tip = self.tr("Export the listed words as Anki cards")
        self._table_button = widgets.make_button(self.tr("Table…"), self.export_table, self._table_tip)
        self._cards_button = widgets.make_button(self.tr("Anki…"), self.export_cards, self._cards_tip)
        filter_row = widgets.make_row((self._filter_box, 1), (self._filter_line, 1))
        button_row = widgets.make_row((self._summary_label, 1), self._table_button, self._cards_button)
        self._empty_state = EmptyState("book-open")
        self._pages = widgets.make_stack(self._table, self._empty_state)
        parts = widgets.make_splitter(
            self._pages, self._match_list, is_vertical=True, stretch_factors=(3, 1), is_rigid=False
        )
        widgets.make_column(filter_row, (parts, 1), button_row, on=self, margins=(4, 2, 4, 2), spacing=3)
        self.setFocusProxy(self._table)
        self._slicer = TimeSlicer(self)
        self._count_timer = widgets.make_timer(self, self._start_counting, _COUNT_DELAY)
        self._filter_box.currentIndexChanged.connect(lambda _: self._apply_filter())
        self._filter_line.textChanged.connect(lambda _: self._apply_filter())
        self._filter_line.returnPressed.connect(lambda: self._table.setFocus(Qt.FocusReason.OtherFocusReason))
        self._table.selectionModel().currentRowChanged.connect(lambda current, _: self._show_occurrences(current.row()))
        self._table.activated.connect(lambda index: self._go_to_first_occurrence(index.row()))
        widgets.connect_signals(self._go_to_occurrence, self._match_list.activated, self._match_list.clicked)
        clear = self._on_treebank_changed
        ViewUpdates("word-list", self, session, lambda _: clear(), ChangeKind.DOCUMENT, is_always_updated=True)
        ViewUpdates("words", self, session, lambda _: self._schedule_count(), ANNOTATION | ChangeKind.READINGS)
        widgets.connect_signals(self._schedule_count, reader.dictionary_changed, reader.glosses_found)
        reader.known_changed.connect(self._on_known_changed)
        self.became_visible.connect(self._on_became_visible)
        self.font_changed.connect(self._on_font_changed)
        self._on_treebank_changed()

    def _make_table(self) -> VocabularyTable:
        table = widgets.set_accessible_name(VocabularyTable(), self.tr("Words"))
        table.setModel(self._model)
        table.setItemDelegateForColumn(LEMMA_COLUMN, self._word_delegate)
        widgets.configure_read_only_table(table)
        table.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        table.setSortingEnabled(True)
        table.sortByColumn(COUNT_COLUMN, Qt.SortOrder.AscendingOrder)
        table.verticalHeader().setDefaultSectionSize(self._word_delegate.height)
        header = table.horizontalHeader()
        # a meaning may be cut short, words and counts may not
        header.setSectionResizeMode(MEANING_COLUMN, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(24)
        for column in (KNOWN_COLUMN, LEMMA_COLUMN, COUNT_COLUMN):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        return table

    def toggle_known(self) -> None:
        """Mark the selected words as known, or as unknown if all of them are known."""
        rows = sorted({index.row() for index in self._table.selectionModel().selectedRows()})
        lemmas = [self._model.listed_entries[row].lemma for row in rows]
        if lemmas:
            self._reader.mark_known(lemmas, not all(map(self._model.is_known, rows)))

    def cycle_filter(self) -> None:
        """Cycle through the filters: all words, unknown words, known words."""
        self._filter_box.setCurrentIndex((self._filter_box.currentIndex() + 1) % self._filter_box.count())

    def focus_search_field(self) -> None:
        """Focus the line edit of the filter, with its text selected."""
        widgets.focus_and_select_text(self._filter_line)

    def export_table(self) -> None:
        """Ask for a file, and write the listed words to it as CSV."""
        self._ask_and_export(self.tr("Save the words as a table"), ".csv", self.tr("CSV table"))

    def export_cards(self) -> None:
        """Ask for a file, and write the listed words to it as Anki cards."""
        self._ask_and_export(self.tr("Save the words as cards for Anki"), ".txt", self.tr("Text for Anki"))

    def export(self, path: Path) -> None:
        """Write the listed words to a file, as a table or as Anki cards by its suffix."""
        self._reader.export_vocabulary(self._model.listed_entries, path)

    @property
    def listed_entries(self) -> tuple[VocabularyEntry, ...]:
        """Entries that pass the filter, in the order of the table."""
        return tuple(self._model.listed_entries)

    @property
    def is_counting(self) -> bool:
        """Whether the words are being counted, or will be soon."""
        return self._slicer.is_busy or self._count_timer.isActive() or self._stale

    def _ask_and_export(self, title: str, suffix: str, kind: str) -> None:
        """Ask for a file with this suffix, and write the listed words to it; without words, say so."""
        if not self._model.listed_entries:
            self._notices.notify(self.tr("No words are listed."))
            return
        stem = Path(self._session.document).name.split(".")[0] or "words"
        folder = self._session.treebank.path.parent if self._session.treebank.path is not None else Path()
        open_save_dialog(self, title, str(folder / f"{stem}-words{suffix}"), {suffix: kind}, self.export)

    def _on_treebank_changed(self) -> None:
        self._slicer.stop()
        self._model.show_entries((), self._reader.known_lemmas)
        self._match_model.show_matches(Treebank.of(()), None)
        self._stale = True
        self._update_summary()
        self._schedule_count()

    def _schedule_count(self, _: object = None) -> None:
        """Count the words again soon, if the panel is visible."""
        self._stale = True
        if self.isVisible() and not self._count_timer.isActive():
            self._count_timer.start()

    def _start_counting(self) -> None:
        """Start counting the words of the document in slices of time."""
        if self.isVisible():
            self._stale = False
            self._count_start = perf_counter()
            self._slicer.start(self._reader.collect_vocabulary(), self._on_counted)
            self._update_summary()

    def _on_counted(self, entries: object) -> None:
        """Show the counted entries, and wait the longer before the next count, the longer this one took."""
        assert isinstance(entries, tuple)
        self._count_timer.setInterval(
            min(max(_COUNT_DELAY, _DELAY_FACTOR * round(1000 * (perf_counter() - self._count_start))), _MAX_COUNT_DELAY)
        )
        selected = self._get_selected_entry()
        lemma = "" if selected is None else selected.lemma
        self._word_delegate.adapt_to_text(" ".join(entry.lemma for entry in entries[:40]))
        self._table.verticalHeader().setDefaultSectionSize(self._word_delegate.height)
        self._model.show_entries(entries, self._reader.known_lemmas)
        self._fit_columns()
        self._select_row(max(self._model.find_row(lemma), 0))
        self._update_summary()

    def _fit_columns(self) -> None:
        """Fit the columns of words and counts to their widest cells; words take at most three quarters of the table."""
        table, header = self._table, self._table.horizontalHeader()
        margin = 2 * table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, table) + _CELL_MARGIN
        words = sorted((format_lemma(entry.lemma) for entry in self._model.entries), key=len)[-_MEASURED_WORDS:]
        word_width = max(
            (QFontMetrics(self._word_delegate.get_font(word)).horizontalAdvance(word) for word in words), default=0
        )
        max_count = max((entry.count for entry in self._model.entries), default=0)
        count_width = table.fontMetrics().horizontalAdvance(f"{max_count:,}")
        for column, text_width in ((KNOWN_COLUMN, 0), (LEMMA_COLUMN, word_width), (COUNT_COLUMN, count_width)):
            header.resizeSection(column, max(text_width + margin, header.sectionSizeHint(column)))
        max_width = round(_MAX_WORD_SHARE * table.viewport().width())
        header.resizeSection(
            LEMMA_COLUMN, max(min(header.sectionSize(LEMMA_COLUMN), max_width), header.sectionSizeHint(LEMMA_COLUMN))
        )

    def _apply_filter(self) -> None:
        """Filter the table by the box and the line edit, keeping the selected word if it is still listed."""
        selected = self._get_selected_entry()
        self._model.set_filter(str(self._filter_box.currentData()), self._filter_line.text())
        self._select_row(max(self._model.find_row("" if selected is None else selected.lemma), 0))
        self._update_summary()

    def _select_row(self, row: int) -> None:
        """Select a row; in an empty table, clear the occurrences."""
        if self._model.listed_entries:
            self._table.setCurrentIndex(self._model.index(row, 0))
        else:
            self._show_occurrences(-1)

    def _get_selected_entry(self) -> VocabularyEntry | None:
        row = self._table.currentIndex().row()
        return self._model.listed_entries[row] if 0 <= row < len(self._model.listed_entries) else None

    def _on_known_changed(self) -> None:
        self._model.update_known_lemmas(self._reader.known_lemmas)
        self._update_summary()

    def _update_summary(self) -> None:
        """Show how many words are known, and the empty state if none is listed."""
        known_lemmas, entries = self._reader.known_lemmas, self._model.entries
        if self._slicer.is_busy:
            self._summary_label.setText(self.tr("Counting words …"))
            return
        known_count = sum(entry.lemma in known_lemmas for entry in entries)
        share = known_count / len(entries) if entries else 0.0
        text = self.tr("{0} words, {1} known ({2:.0%})").format(f"{len(entries):,}", f"{known_count:,}", share)
        self._summary_label.setText(text if entries else "")
        has_rows = bool(self._model.listed_entries)
        self._pages.setCurrentWidget(self._table if has_rows else self._empty_state)
        if entries:
            tip = self.tr("Show all words, known or not")
            self._empty_state.set_message_with_button(
                self.tr("No matches."), self.tr("All words"), tip, self._clear_filter
            )
        else:
            empty_text = self.tr("Words appear here when readings are available for the text.")
            self._empty_state.set_message(empty_text, "window.read_pasted")
        reason = "" if has_rows else self.tr(" (no words are listed)")
        for button, base_tip in ((self._table_button, self._table_tip), (self._cards_button, self._cards_tip)):
            button.setEnabled(has_rows)
            button.setToolTip(base_tip + reason)

    def _clear_filter(self) -> None:
        self._filter_line.clear()
        self._filter_box.setCurrentIndex(0)

    def _show_occurrences(self, row: int) -> None:
        """List the occurrences of the word in a row; none for a row outside the table."""
        entry = self._model.listed_entries[row] if 0 <= row < len(self._model.listed_entries) else None
        matches = None
        if entry is not None:
            sentences = array("q", [sentence for sentence, _ in entry.occurrences])
            words = tuple((word,) for _, word in entry.occurrences)
            matches = SearchResult(self._session.document, entry.lemma, sentences, words, ((),) * len(words), False)
            self._match_delegate.max_number = len(self._session.treebank)
            self._match_delegate.adapt_to_text(entry.lemma)
            self._match_list.set_row_height(self._match_delegate.height)
        self._match_model.show_matches(self._session.treebank, matches)

    def _go_to_occurrence(self, index: QModelIndex) -> None:
        words = self._match_model.matched_words_at(index.row())
        self._session.select(self._match_model.sentence_at(index.row()))
        if words:
            self._session.select(word=words[0])

    def _go_to_first_occurrence(self, row: int) -> None:
        sentence, word = self._model.listed_entries[row].occurrences[0]
        self._session.select(sentence)
        self._session.select(word=word)

    def _on_became_visible(self) -> None:
        if self._stale:
            QTimer.singleShot(0, self, self._start_counting)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _on_font_changed(self) -> None:
        self._word_delegate.set_font_size(get_text_font_size(self))
        self._match_delegate.set_font_size(get_text_font_size(self))
        self._show_occurrences(self._table.currentIndex().row())
        self._table.verticalHeader().setDefaultSectionSize(self._word_delegate.height)
        self._fit_columns()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._count_timer.stop()
        if self._slicer.is_busy:
            self._slicer.stop()
            self._stale = True
