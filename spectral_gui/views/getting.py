"""Asks which treebank is to be had: a list to search, what is known of each, and its licence before anything comes."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QProgressBar, QTableView, QWidget

from spectral_core.progress import Progress
from spectral_core.treebanks.catalogue import Offered
from spectral_core.treebanks.getting import SOURCE, address
from spectral_gui import widgets
from spectral_gui.lists import INVALID, Index
from spectral_gui.session import TreebankDownloader

_WIDE, _HIGH = 100, 32  # letters and lines
_ROWS = 5  # that are seen whatever else is
_NUMBER = 2  # the column of sentences
_UNKNOWN = "—"
_MEGABYTE = 1_000_000
_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class OfferedList(QAbstractTableModel):
    """Treebanks that can be had, a row each."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.rows: Sequence[Offered] = ()
        self._titles: tuple[str, ...] = (
            self.tr("Language"), self.tr("Treebank"), self.tr("Sentences"), self.tr("Genre"), self.tr("Licence"),
        )  # fmt: skip

    def show_rows(self, rows: Sequence[Offered]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells(self.rows[index.row()])[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return ", ".join(self._cells(self.rows[index.row()]))
        return self._side(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _cells(self, one: Offered) -> tuple[str, ...]:
        number = _UNKNOWN if one.sentences is None else f"{one.sentences:,}"
        genres = ", ".join(one.genres) or _UNKNOWN
        return one.language, one.treebank, number, genres, one.licence or _UNKNOWN

    def _side(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column == _NUMBER else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class GetDialog(QDialog):
    """Return brings the treebank that is marked, Escape stops that, and then closes."""

    opened = Signal(object)  # the Path of a project that was brought

    def __init__(self, bringing: TreebankDownloader, parent: QWidget | None = None):
        super().__init__(parent)
        self._bringing = bringing
        self.setWindowTitle(self.tr("Get a treebank"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._search = widgets.field(self.tr("Language, name or genre"))
        self._search.installEventFilter(self)
        self._model = OfferedList(self)
        self._table = widgets.named(QTableView(), self.tr("Treebanks that can be had"))
        self._table.setModel(self._model)
        widgets.of_rows(self._table)
        self._table.setMinimumHeight(_ROWS * self._table.verticalHeader().defaultSectionSize())
        self._table.setAlternatingRowColors(False)
        self._table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self._nothing = widgets.label(self.tr("No treebank has all these words. Try fewer."), faint=True, centred=True)
        self._name = widgets.label(selectable=True)
        self._name.setProperty("kind", "title")
        self._facts = widgets.label(wraps=True, selectable=True)
        self._terms = widgets.label(wraps=True, selectable=True)
        self._wrong = widgets.label(wraps=True, selectable=True)
        self._wrong.setProperty("kind", "wrong")
        self._bar = widgets.named(QProgressBar(), self.tr("Progress"))
        self._came = widgets.label(faint=True)
        self._mirror = widgets.field(SOURCE, self.tr("Address of a mirror"))
        self._mirror.setText(bringing.mirror)
        self._list = widgets.field(self.tr("Address of a newer list"))
        self._renew = widgets.button(
            self.tr("&Renew the list"), self._renew_list, self.tr("Have the list at this address")
        )
        self._about = widgets.label(faint=True, wraps=True)
        self._source = QWidget()
        source = self.tr("Name a mirror, or the address of a newer list")
        self._more = widgets.button(self.tr("S&ource…"), self._flip_source, source)
        self._get = widgets.button(self.tr("&Download"), self._bring, self.tr("Bring it here, and open it (Return)"))
        self._close = widgets.button(self.tr("&Close"), self.reject, self.tr("Stop what is under way, or close (Esc)"))
        self._lay_out()
        self._search.textChanged.connect(self._narrow)
        self._table.selectionModel().currentRowChanged.connect(lambda *_: self._tell())
        self._table.doubleClicked.connect(lambda _: self._bring())
        self._mirror.textChanged.connect(lambda _: self._tell())
        bringing.progressed.connect(self._show_progress)
        bringing.downloaded.connect(self._open)
        bringing.failed.connect(self._complain)
        bringing.catalogue_updated.connect(self._show_list)
        bringing.ended.connect(self._settle)
        self._narrow("")
        self._settle()
        self._search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.resize(self.sizeHint())

    def _lay_out(self) -> None:
        self._get.setDefault(True)
        for button in (self._close, self._renew, self._more):
            button.setAutoDefault(False)
        self._more.setProperty("kind", "quiet")
        form = widgets.form(self._source, margins=(0, 0, 0, 0), spacing=8)
        form.addRow(self.tr("&Mirror"), self._mirror)
        form.addRow(widgets.label(self.tr("&List"), of=self._list), widgets.row((self._list, 1), self._renew))
        form.addRow("", self._about)
        self._source.hide()
        told = widgets.column(self._name, self._facts, self._terms, spacing=4)
        below = widgets.row(self._more, self._came, widgets.REST, self._close, self._get, spacing=8)
        widgets.column(
            self._search, (self._table, 1), (self._nothing, 1), told, self._source, self._wrong, self._bar, below,
            on=self, margins=16, spacing=12,
        )  # fmt: skip
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)

    @property
    def chosen(self) -> Offered | None:
        """The treebank that is marked."""
        row = self._table.currentIndex().row()
        return self._model.rows[row] if 0 <= row < len(self._model.rows) else None

    def _show_list(self) -> None:
        self._narrow(self._search.text())

    def _narrow(self, typed: str) -> None:
        catalogue = self._bringing.catalogue
        self._model.show_rows(catalogue.found(typed))
        self._about.setText(catalogue.about)
        found = bool(self._model.rows)
        self._table.setVisible(found)
        self._nothing.setVisible(not found)
        if found:
            self._table.selectRow(0)
        self._tell()

    def _tell(self) -> None:
        """Says what is known of the treebank that is marked, its terms and where it would come from."""
        one = self.chosen
        self._get.setEnabled(one is not None and not self._bringing.is_busy)
        if one is None:
            for line in (self._name, self._facts, self._terms):
                line.clear()
            return
        self._name.setText(f"{one.language} — {one.treebank}")
        learnt = self.tr("{0} sentences to learn from").format(f"{one.train:,}") if one.train else ""
        place = self._place(one)
        self._facts.setToolTip(place)
        files = self.tr("{0} files from {1}").format(len(one.files), urlsplit(place).hostname or place)
        known = bool(one.pins) and one.release == self._bringing.catalogue.release and all(one.pins)
        checked = self.tr("checked against the list") if known else self.tr("not checked against the list")
        self._facts.setText("; ".join(filter(None, (learnt, files, checked))))
        self._terms.setText(self._said_terms(one.licence))

    def _place(self, one: Offered) -> str:
        return address(one, self._bringing.catalogue.release, "", self._mirror.text().strip())

    def _said_terms(self, licence: str) -> str:
        if not licence:
            return self.tr("Licence not known: read LICENSE.txt beside the files before you use them")
        if licence in ("PD", "CC0 1.0"):
            return self.tr("Licence {0}: free for every use").format(licence)
        wanted = {
            "BY": self.tr("name its makers"),
            "NC": self.tr("no commercial use"),
            "SA": self.tr("pass on what you make of it under the same terms"),
            "ND": self.tr("pass on nothing that you changed"),
        }
        parts = licence.replace("-", " ").split()
        said = ", ".join(text for sign, text in wanted.items() if sign in parts and parts[0] == "CC")
        said = said or self.tr("its terms come with the files, as LICENSE.txt")
        return self.tr("Licence {0}: {1}").format(licence, said)

    def _flip_source(self) -> None:
        self._source.setVisible(self._source.isHidden())
        self._grow()
        if not self._source.isHidden():
            widgets.type_in(self._mirror)

    def _renew_list(self) -> None:
        url = self._list.text().strip()
        if url:
            self._wrong.hide()
            self._bringing.update_catalogue(url)
            self._settle()

    def _bring(self) -> None:
        one = self.chosen
        if one is None or self._bringing.is_busy:
            return
        self._wrong.hide()
        self._bringing.choose_mirror(self._mirror.text().strip())
        self._bringing.download(one)
        self._settle()

    def _settle(self) -> None:
        """Shows whether something is on its way."""
        busy = self._bringing.is_busy
        self._bar.setVisible(busy)
        self._bar.setRange(0, 0)
        stopping = self._bringing.is_stopping
        self._came.setText(self.tr("Asking…") if busy and not stopping else "")
        self._close.setText(self.tr("Stopping…") if stopping else self.tr("&Stop") if busy else self.tr("&Close"))
        self._close.setEnabled(not stopping)
        if not self._wrong.text():
            self._wrong.hide()
        self._tell()

    def _show_progress(self, progress: Progress) -> None:
        is_waiting = not (progress.done or progress.total or progress.stage == "opening")
        if self._bringing.is_stopping or is_waiting:  # what was said last is still so
            return
        total = progress.total or 0
        self._bar.setRange(0, 1000 if total else 0)
        if total:
            self._bar.setValue(1000 * progress.done // total)
        came = self.tr("{0}: {1} MB").format(progress.stage, f"{progress.done / _MEGABYTE:.1f}")
        if total:
            came = self.tr("{0}: {1} of {2} MB").format(
                progress.stage, f"{progress.done / _MEGABYTE:.1f}", f"{total / _MEGABYTE:.1f}"
            )
        self._came.setText(self.tr("Reading it…") if progress.stage == "opening" else came)

    def _complain(self, why: str) -> None:
        self._wrong.setText(why)
        self._wrong.show()
        self._grow()

    def _grow(self) -> None:
        """Makes room for what is shown now."""
        layout = self.layout()
        assert layout is not None
        self.resize(self.width(), max(self.height(), layout.minimumHeightForWidth(self.width())))

    def _open(self, folder: object) -> None:
        self.opened.emit(folder)
        self.accept()

    def reject(self) -> None:
        """The first time stops what is on its way."""
        if self._bringing.is_busy and not self._bringing.is_stopping:
            self._bringing.stop()
            self._settle()
        else:
            super().reject()

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, _WIDE, _HIGH)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """The arrows go through the table while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and Qt.Key(event.key()) in _KEYS:
            at, count = self._table.currentIndex().row(), len(self._model.rows)
            steps = dict(zip(_KEYS, (1, -1, 10, -10), strict=True))
            if count:
                self._table.selectRow(max(0, min(count - 1, at + steps[Qt.Key(event.key())])))
            return True
        return False
