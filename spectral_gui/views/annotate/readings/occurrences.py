"""Dialog that lists the occurrences of a word in the document, to give those checked the same reading in one edit."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import standard_columns
from spectral_gui import widgets
from spectral_gui.state import Notices, ReadingSelection, WordOccurrences
from spectral_gui.text_display import is_right_to_left, resolve_plural
from spectral_gui.views.annotate.readings.reading_list import RankedReading
from spectral_gui.widgets.lists import TextDelegate, get_text_font_size

_MAX_CONTEXT = 40  # letters of context on each side


class OccurrencesDialog(QDialog):
    """Dialog with a checkbox for each occurrence; occurrences with another reading are initially unchecked."""

    applied = Signal(object, object)  # the reading, and the positions (sentence, word)

    def __init__(
        self, occurrences: WordOccurrences, analysis: Analysis, origin: tuple[int, int], parent: QWidget | None = None
    ):
        super().__init__(parent)
        self._analysis = analysis
        self._matches = [match for match in occurrences.positions if (match.sentence, match.word) != origin]
        self.setWindowTitle(self.tr("Everywhere in this document"))
        intro = widgets.make_label(self._format_introduction(occurrences, analysis), wraps=True)
        self._include_decided = QCheckBox(self.tr("Also words with a &different reading"))
        differing = sum(
            not self._is_undecided(row) and not self._has_same_reading(row) for row in range(len(self._matches))
        )
        self._include_decided.setText(f"{self._include_decided.text()} ({differing})")
        self._include_decided.setToolTip(self.tr("Include these words"))
        self._include_decided.setEnabled(differing > 0)
        self._include_decided.toggled.connect(self._on_include_decided_toggled)
        self.table = widgets.set_accessible_name(QTableWidget(len(self._matches), 3), self.tr("Occurrences"))
        self.table.setHorizontalHeaderLabels([self.tr("Sentence"), self.tr("Occurrence"), self.tr("Current reading")])
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        delegate = TextDelegate(get_text_font_size(self, 0.5), self.table)
        delegate.adapt_to_text(occurrences.form)
        self.table.setItemDelegateForColumn(1, delegate)
        self.table.verticalHeader().setDefaultSectionSize(delegate.height)
        for row, match in enumerate(self._matches):
            number_item = QTableWidgetItem(str(match.sentence + 1))
            number_item.setCheckState(Qt.CheckState.Checked if self._is_undecided(row) else Qt.CheckState.Unchecked)
            context = f"{_elide_start(match.before)} \u2067⟦{occurrences.form}⟧\u2069 {_elide_end(match.after)}"
            if not is_right_to_left(occurrences.form):
                context = context.replace("\u2067", "\u2068")
            reading_text = "" if match.reading is None else _summarize_reading(match.reading)
            if self._has_same_reading(row):
                reading_text = self.tr("same reading")
            cells = (number_item, QTableWidgetItem(context.strip()), QTableWidgetItem(reading_text))
            for column, item in enumerate(cells):
                if self._has_same_reading(row):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.table.setItem(row, column, item)
        self.table.resizeColumnToContents(0)
        self.table.resizeColumnToContents(2)
        self.table.itemChanged.connect(self._update_apply_button)
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        tip = self.tr("Use this reading for all checked occurrences; one undo reverts all")
        self._apply_button = widgets.add_dialog_button(buttons, "", QDialogButtonBox.ButtonRole.AcceptRole, tip)
        self._apply_button.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        widgets.make_column(intro, self.table, self._include_decided, buttons, on=self)
        self.resize(640, 420)
        self._update_apply_button()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._matches:
            self.table.setCurrentCell(0, 0)

    @property
    def checked_positions(self) -> tuple[tuple[int, int], ...]:
        rows = range(len(self._matches))
        return tuple((self._matches[row].sentence, self._matches[row].word) for row in rows if self._is_checked(row))

    def accept(self) -> None:
        positions = self.checked_positions
        super().accept()
        if positions:
            self.applied.emit(self._analysis, positions)

    def _format_introduction(self, occurrences: WordOccurrences, analysis: Analysis) -> str:
        text = self.tr("⁨{0}⁩ as {1}, for the checked occurrences:").format(
            occurrences.form, _summarize_reading(analysis)
        )
        if not self._matches:
            text = self.tr("No other occurrences of ⁨{0}⁩ in this document.").format(occurrences.form)
        if occurrences.is_truncated:
            more_format = self.tr(
                "The first {0} occurrences, unannotated ones first. Apply, then open this again for more."
            )
            text += " " + more_format.format(len(occurrences.positions))
        return text

    def _is_undecided(self, row: int) -> bool:
        return self._matches[row].reading is None

    def _has_same_reading(self, row: int) -> bool:
        reading = self._matches[row].reading
        return reading is not None and standard_columns(reading) == standard_columns(self._analysis)

    def _is_checked(self, row: int) -> bool:
        item = self.table.item(row, 0)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def _on_include_decided_toggled(self, checked: bool) -> None:
        for row in range(len(self._matches)):
            item = self.table.item(row, 0)
            if item is not None and not self._is_undecided(row) and not self._has_same_reading(row):
                item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)

    def _update_apply_button(self) -> None:
        count = len(self.checked_positions)
        self._apply_button.setText(resolve_plural(self.tr("&Apply to %Ln occurrence(s)", "", count), count))
        self._apply_button.setEnabled(count > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._apply_button.isEnabled():
            self.accept()
        else:
            super().keyPressEvent(event)


class OccurrenceApplier(QObject):
    """Finds the other occurrences of a word, asks which to change, and applies the reading to them."""

    def __init__(self, notices: Notices, reading_selection: ReadingSelection, parent: QWidget):
        super().__init__(parent)
        self._notices, self._reading_selection = notices, reading_selection
        self._view = parent
        self._request: tuple[RankedReading, tuple[int, int], int] | None = None
        reading_selection.occurrences_found.connect(self._on_occurrences_found)

    def request_occurrences(self, reading: RankedReading, position: tuple[int, int], key_count: int = 2) -> None:
        """Find other occurrences of the word at a position (sentence, word), to give them this reading; `key_count`
        includes the key that will apply it."""
        self._request = (reading, position, key_count)
        self._reading_selection.find_occurrences(*position)

    def _on_occurrences_found(self, occurrences: WordOccurrences) -> None:
        if self._request is None:
            return
        reading, origin, key_count = self._request
        self._request = None
        if all((match.sentence, match.word) == origin for match in occurrences.positions):
            self._notices.notify(self.tr("No other occurrences of ⁨{0}⁩ in this document").format(occurrences.form))
            return
        dialog = OccurrencesDialog(occurrences, reading.value, origin, self._view.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.applied.connect(
            lambda analysis, positions: self._apply(analysis, (origin, *positions), reading.rank, key_count)
        )
        dialog.open()

    def _apply(self, analysis: Analysis, positions: tuple[tuple[int, int], ...], rank: int, key_count: int) -> None:
        if self._reading_selection.assign_to_occurrences(analysis, positions, rank, key_count):
            count = len(positions)
            message = self.tr("Applied to %Ln occurrence(s); one undo reverts all", "", count)
            self._notices.notify(resolve_plural(message, count))


def _summarize_reading(analysis: Analysis) -> str:
    """Return the vocalised form or lemma of a reading and its tag, each isolated in its direction."""
    tag = analysis.xpos if analysis.xpos != EMPTY else analysis.upos
    word = analysis.vocalised if analysis.vocalised != EMPTY else analysis.lemma
    return " ".join(f"\u2068{text}\u2069" for text in (word, tag) if text != EMPTY)


def _elide_start(text: str) -> str:
    return text if len(text) <= _MAX_CONTEXT else "… " + text[-_MAX_CONTEXT:].partition(" ")[2]


def _elide_end(text: str) -> str:
    return text if len(text) <= _MAX_CONTEXT else text[:_MAX_CONTEXT].rpartition(" ")[0] + " …"
