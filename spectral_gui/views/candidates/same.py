"""Everywhere in the document: the places where a word is written alike, to be looked at before one act changes them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import label_of
from spectral_gui import widgets
from spectral_gui.lists import TextDelegate, points_of
from spectral_gui.resources import counted, is_right_to_left
from spectral_gui.session import Notices, SameWords, Taking
from spectral_gui.views.candidates.rows import RankedReading

_CONTEXT = 40  # letters at each side


class SameDialog(QDialog):
    """A row a place with a check mark; those that are decided already are left alone unless they are asked for."""

    applied = Signal(object, object)  # the reading, and the places (sentence, word)

    def __init__(self, found: SameWords, analysis: Analysis, here: tuple[int, int], parent: QWidget | None = None):
        super().__init__(parent)
        self._analysis = analysis
        self._places = [place for place in found.places if (place.sentence, place.word) != here]
        self.setWindowTitle(self.tr("Everywhere in this document"))
        said = widgets.label(self._said(found, analysis), wraps=True)
        self._decided = QCheckBox(self.tr("Also words that are &decided otherwise"))
        others = sum(not self._is_open(row) and not self._has(row) for row in range(len(self._places)))
        self._decided.setText(f"{self._decided.text()} ({others})")
        self._decided.setToolTip(self.tr("Check them too, where there are any"))
        self._decided.setEnabled(others > 0)
        self._decided.toggled.connect(self._check_decided)
        self.table = widgets.named(QTableWidget(len(self._places), 3), self.tr("Places"))
        self.table.setHorizontalHeaderLabels([self.tr("Sentence"), self.tr("Place"), self.tr("Decided as")])
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        delegate = TextDelegate(points_of(self, 0.5), self.table)
        delegate.suit(found.form)
        self.table.setItemDelegateForColumn(1, delegate)
        self.table.verticalHeader().setDefaultSectionSize(delegate.height)
        for row, place in enumerate(self._places):
            number = QTableWidgetItem(str(place.sentence + 1))
            number.setCheckState(Qt.CheckState.Checked if self._is_open(row) else Qt.CheckState.Unchecked)
            context = f"{_end(place.before)} \u2067⟦{found.form}⟧\u2069 {_start(place.after)}"
            if not is_right_to_left(found.form):
                context = context.replace("\u2067", "\u2068")
            reading = "" if place.reading is None else _named(place.reading)
            if self._has(row):
                reading = self.tr("so already")
            cells = (number, QTableWidgetItem(context.strip()), QTableWidgetItem(reading))
            for column, item in enumerate(cells):
                if self._has(row):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.table.setItem(row, column, item)
        self.table.resizeColumnToContents(0)
        self.table.resizeColumnToContents(2)
        self.table.itemChanged.connect(self._count)
        buttons = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        tip = self.tr("Give this reading at every checked place; one undo takes all of it back")
        self._apply = widgets.add_button(buttons, "", QDialogButtonBox.ButtonRole.AcceptRole, tip)
        self._apply.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        widgets.column(said, self.table, self._decided, buttons, on=self)
        self.resize(640, 420)
        self._count()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._places:
            self.table.setCurrentCell(0, 0)

    @property
    def chosen(self) -> tuple[tuple[int, int], ...]:
        rows = range(len(self._places))
        return tuple((self._places[row].sentence, self._places[row].word) for row in rows if self._is_checked(row))

    def accept(self) -> None:
        places = self.chosen
        super().accept()
        if places:
            self.applied.emit(self._analysis, places)

    def _said(self, found: SameWords, analysis: Analysis) -> str:
        text = self.tr("\u2068{0}\u2069 as {1}, at the checked places:").format(found.form, _named(analysis))
        if not self._places:
            text = self.tr("\u2068{0}\u2069 stands nowhere else in this document.").format(found.form)
        if found.more:
            more = self.tr("There are more; these are {0}, undecided ones first: apply, then ask once more.")
            text += " " + more.format(len(found.places))
        return text

    def _is_open(self, row: int) -> bool:
        return self._places[row].reading is None

    def _has(self, row: int) -> bool:
        reading = self._places[row].reading
        return reading is not None and label_of(reading) == label_of(self._analysis)

    def _is_checked(self, row: int) -> bool:
        item = self.table.item(row, 0)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def _check_decided(self, wanted: bool) -> None:
        for row in range(len(self._places)):
            item = self.table.item(row, 0)
            if item is not None and not self._is_open(row) and not self._has(row):
                item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)

    def _count(self) -> None:
        count = len(self.chosen)
        self._apply.setText(counted(self.tr("&Apply to %Ln place(s)", "", count), count))
        self._apply.setEnabled(count > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._apply.isEnabled():
            self.accept()
        else:
            super().keyPressEvent(event)


class Everywhere(QObject):
    """Looks for the same word, and shows where it stands before anything is changed."""

    def __init__(self, notices: Notices, taking: Taking, parent: QWidget):
        super().__init__(parent)
        self._notices, self._taking = notices, taking
        self._view = parent
        self._asked: tuple[RankedReading, tuple[int, int], int] | None = None
        taking.same_found.connect(self._show)

    def ask(self, reading: RankedReading, at: tuple[int, int], keys: int = 2) -> None:
        """Asks where the word at a place (sentence, word) stands as well, to give it this reading there too; `keys` are
        those pressed for it, with the one that will apply it."""
        self._asked = (reading, at, keys)
        self._taking.find_same(*at)

    def _show(self, found: SameWords) -> None:
        if self._asked is None:
            return
        reading, here, keys = self._asked
        self._asked = None
        if all((place.sentence, place.word) == here for place in found.places):
            self._notices.note(self.tr("\u2068{0}\u2069 stands nowhere else in this document").format(found.form))
            return
        dialog = SameDialog(found, reading.value, here, self._view.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.applied.connect(lambda analysis, places: self._apply(analysis, (here, *places), reading.rank, keys))
        dialog.open()

    def _apply(self, analysis: Analysis, places: tuple[tuple[int, int], ...], rank: int, keys: int) -> None:
        if self._taking.take_everywhere(analysis, places, rank, keys):
            count = len(places)
            said = self.tr("Applied in %Ln place(s); one undo takes all of it back", "", count)
            self._notices.note(counted(said, count))


def _named(analysis: Analysis) -> str:
    """A reading in few words, each kept in its own direction."""
    tag = analysis.xpos if analysis.xpos != EMPTY else analysis.upos
    word = analysis.vocalised if analysis.vocalised != EMPTY else analysis.lemma
    return " ".join(f"\u2068{one}\u2069" for one in (word, tag) if one != EMPTY)


def _end(text: str) -> str:
    return text if len(text) <= _CONTEXT else "… " + text[-_CONTEXT:].partition(" ")[2]


def _start(text: str) -> str:
    return text if len(text) <= _CONTEXT else text[:_CONTEXT].rpartition(" ")[0] + " …"
