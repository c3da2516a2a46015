"""Dialog that downloads a treebank: a searchable list, facts about each, and its licence before the download."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHeaderView, QProgressBar, QTableView, QWidget

from spectral_core.progress import Progress
from spectral_core.treebanks.catalogue import CatalogueEntry
from spectral_core.treebanks.treebank_download import SOURCE, make_file_url
from spectral_gui import widgets
from spectral_gui.state import TreebankDownloader
from spectral_gui.widgets.lists import INVALID_INDEX, Index

_WIDTH_IN_LETTERS, _HEIGHT_IN_LINES = 100, 32
_MIN_VISIBLE_ROWS = 5  # even if everything else is shown
_SENTENCES_COLUMN = 2
_UNKNOWN = "—"
_MEGABYTE = 1_000_000
_NAVIGATION_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class CatalogueModel(QAbstractTableModel):
    """Table model of the catalogue's treebanks, one per row."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.rows: Sequence[CatalogueEntry] = ()
        self._titles: tuple[str, ...] = (
            self.tr("Language"), self.tr("Treebank"), self.tr("Sentences"), self.tr("Genre"), self.tr("Licence"),
        )  # fmt: skip

    def show_rows(self, rows: Sequence[CatalogueEntry]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._format_cells(self.rows[index.row()])[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return ", ".join(self._format_cells(self.rows[index.row()]))
        return self._get_alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._get_alignment(section)
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _format_cells(self, entry: CatalogueEntry) -> tuple[str, ...]:
        """Return the texts of a treebank's row, one for each column."""
        sentence_count = _UNKNOWN if entry.sentences is None else f"{entry.sentences:,}"
        genres = ", ".join(entry.genres) or _UNKNOWN
        return entry.language, entry.treebank, sentence_count, genres, entry.licence or _UNKNOWN

    def _get_alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column == _SENTENCES_COLUMN else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class DownloadDialog(QDialog):
    """Dialog to download a treebank: Return starts it, Escape stops it, and then closes."""

    downloaded = Signal(object)  # the Path of the downloaded project

    def __init__(self, downloader: TreebankDownloader, parent: QWidget | None = None):
        super().__init__(parent)
        self._downloader = downloader
        self.setWindowTitle(self.tr("Get a treebank"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._search = widgets.make_line_edit(self.tr("Language, name or genre"))
        self._search.installEventFilter(self)
        self._releases: tuple[str, ...] = ()  # of the highlighted treebank
        self._model = CatalogueModel(self)
        self._table = widgets.set_accessible_name(QTableView(), self.tr("Available treebanks"))
        self._table.setModel(self._model)
        widgets.configure_read_only_table(self._table)
        self._table.setMinimumHeight(_MIN_VISIBLE_ROWS * self._table.verticalHeader().defaultSectionSize())
        self._table.setAlternatingRowColors(False)
        self._table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self._no_match_label = widgets.make_label(self.tr("No matches. Try fewer words."), faint=True, centred=True)
        self._name_label = widgets.make_label(selectable=True)
        self._name_label.setProperty("kind", "title")
        self._facts_label = widgets.make_label(wraps=True, selectable=True)
        self._terms_label = widgets.make_label(wraps=True, selectable=True)
        self._release_box = widgets.set_accessible_name(QComboBox(), self.tr("Release"))
        self._error_label = widgets.make_label(wraps=True, selectable=True)
        self._error_label.setProperty("kind", "wrong")
        self._progress_bar = widgets.set_accessible_name(QProgressBar(), self.tr("Progress"))
        self._progress_label = widgets.make_label(faint=True)
        self._mirror_line = widgets.make_line_edit(SOURCE, self.tr("Address of a mirror"))
        self._mirror_line.setText(downloader.mirror)
        self._address_line = widgets.make_line_edit(self.tr("Address of a newer list"))
        self._update_button = widgets.make_button(
            self.tr("&Renew the list"), self._update_catalogue, self.tr("Download the list from this address")
        )
        self._about_label = widgets.make_label(faint=True, wraps=True)
        self._source_box = QWidget()
        source_tip = self.tr("Set a mirror or the address of a newer list")
        self._source_button = widgets.make_button(self.tr("S&ource…"), self._toggle_source, source_tip)
        self._download_button = widgets.make_button(
            self.tr("&Download"), self._start_download, self.tr("Download and open (Return)")
        )
        self._close_button = widgets.make_button(
            self.tr("&Close"), self.reject, self.tr("Stop the download, or close (Esc)")
        )
        self._lay_out()
        self._search.textChanged.connect(self._filter)
        self._table.selectionModel().currentRowChanged.connect(lambda *_: self._show_details())
        self._table.doubleClicked.connect(lambda _: self._start_download())
        self._mirror_line.textChanged.connect(lambda _: self._show_facts())
        self._release_box.currentIndexChanged.connect(lambda _: self._show_facts())
        downloader.progressed.connect(self._on_progressed)
        downloader.downloaded.connect(self._on_downloaded)
        downloader.failed.connect(self._on_failed)
        downloader.catalogue_updated.connect(self._on_catalogue_updated)
        downloader.ended.connect(self._update_controls)
        self._filter("")
        self._update_controls()
        self._search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.resize(self.sizeHint())

    def _lay_out(self) -> None:
        self._download_button.setDefault(True)
        for button in (self._close_button, self._update_button, self._source_button):
            button.setAutoDefault(False)
        self._source_button.setProperty("kind", "quiet")
        form = widgets.make_form(self._source_box, margins=(0, 0, 0, 0), spacing=8)
        form.addRow(self.tr("&Mirror"), self._mirror_line)
        form.addRow(
            widgets.make_label(self.tr("&List"), buddy=self._address_line),
            widgets.make_row((self._address_line, 1), self._update_button),
        )
        form.addRow("", self._about_label)
        self._source_box.hide()
        release_label = widgets.make_label(self.tr("R&elease"), buddy=self._release_box)
        release_row = widgets.make_row(release_label, self._release_box, widgets.STRETCH, spacing=8)
        details = widgets.make_column(self._name_label, self._facts_label, self._terms_label, release_row, spacing=4)
        button_row = widgets.make_row(
            self._source_button,
            self._progress_label,
            widgets.STRETCH,
            self._close_button,
            self._download_button,
            spacing=8,
        )
        widgets.make_column(
            self._search, (self._table, 1), (self._no_match_label, 1), details, self._source_box, self._error_label,
            self._progress_bar, button_row, on=self, margins=16, spacing=12,
        )  # fmt: skip
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)

    @property
    def chosen_entry(self) -> CatalogueEntry | None:
        """The highlighted treebank; None if none matches."""
        row = self._table.currentIndex().row()
        return self._model.rows[row] if 0 <= row < len(self._model.rows) else None

    def _on_catalogue_updated(self) -> None:
        self._filter(self._search.text())

    def _filter(self, query: str) -> None:
        """List the treebanks that match a query, and show the details of the first."""
        catalogue = self._downloader.catalogue
        self._model.show_rows(catalogue.search(query))
        self._about_label.setText(catalogue.about)
        has_matches = bool(self._model.rows)
        self._table.setVisible(has_matches)
        self._no_match_label.setVisible(not has_matches)
        if has_matches:
            self._table.selectRow(0)
        self._show_details()

    def _show_details(self) -> None:
        """Show the licence and the releases of the highlighted treebank, and the facts about the first release."""
        entry = self.chosen_entry
        self._download_button.setEnabled(entry is not None and not self._downloader.is_busy)
        releases = self._downloader.catalogue.list_releases(entry) if entry is not None else ()
        if releases != self._releases or entry is None:
            self._releases = releases
            with QSignalBlocker(self._release_box):
                self._release_box.clear()
                self._release_box.addItems([self._describe_release(release) for release in releases])
        self._release_box.setEnabled(len(releases) > 1 and not self._downloader.is_busy)
        self._show_facts()

    def _describe_release(self, release: str) -> str:
        """Return the name of a release with a note: the newest, or one whose files are checked."""
        if release == self._downloader.catalogue.release:
            return self.tr("{0} (newest)").format(release)
        return self.tr("{0} (files checked)").format(release)

    def _show_facts(self) -> None:
        """Show the size, licence and address of the highlighted treebank, and whether its files have checksums."""
        entry = self.chosen_entry
        if entry is None:
            for label in (self._name_label, self._facts_label, self._terms_label):
                label.clear()
            return
        self._name_label.setText(f"{entry.language} — {entry.treebank}")
        training_text = self.tr("{0} training sentences").format(f"{entry.train:,}") if entry.train else ""
        url = make_file_url(entry, self._chosen_release, "", self._mirror_line.text().strip())
        self._facts_label.setToolTip(url)
        files_text = self.tr("{0} files from {1}").format(len(entry.file_names), urlsplit(url).hostname or url)
        is_checked = entry.has_checksums(self._chosen_release)
        checked_text = self.tr("with checksum") if is_checked else self.tr("without checksum")
        self._facts_label.setText("; ".join(filter(None, (training_text, files_text, checked_text))))
        self._terms_label.setText(self._describe_licence(entry.licence))

    @property
    def _chosen_release(self) -> str:
        """The release chosen in the list of releases."""
        return self._releases[max(self._release_box.currentIndex(), 0)]

    def _describe_licence(self, licence: str) -> str:
        """Return a licence with its conditions in words."""
        if not licence:
            return self.tr("Unknown licence. Read LICENSE.txt in the folder before you use the files.")
        if licence in ("PD", "CC0 1.0"):
            return self.tr("Licence {0}: free for any use").format(licence)
        conditions = {
            "BY": self.tr("attribution required"),
            "NC": self.tr("non-commercial use only"),
            "SA": self.tr("share changed versions under the same licence"),
            "ND": self.tr("no sharing of changed versions"),
        }
        parts = licence.replace("-", " ").split()
        terms = ", ".join(text for code, text in conditions.items() if code in parts and parts[0] == "CC")
        terms = terms or self.tr("see LICENSE.txt in the download")
        return self.tr("Licence {0}: {1}").format(licence, terms)

    def _toggle_source(self) -> None:
        """Show or hide the fields for a mirror and for the address of a newer list."""
        self._source_box.setVisible(self._source_box.isHidden())
        self._grow_to_fit()
        if not self._source_box.isHidden():
            widgets.focus_and_select_text(self._mirror_line)

    def _update_catalogue(self) -> None:
        """Download a newer list of treebanks from the typed address."""
        url = self._address_line.text().strip()
        if url:
            self._error_label.hide()
            self._downloader.update_catalogue(url)
            self._update_controls()

    def _start_download(self) -> None:
        """Download the chosen release of the highlighted treebank from the typed mirror."""
        entry = self.chosen_entry
        if entry is None or self._downloader.is_busy:
            return
        self._error_label.hide()
        self._downloader.choose_mirror(self._mirror_line.text().strip())
        self._downloader.download(entry, self._chosen_release)
        self._update_controls()

    def _update_controls(self) -> None:
        """Show buttons and progress for a download that is running or not."""
        busy = self._downloader.is_busy
        self._progress_bar.setVisible(busy)
        self._progress_bar.setRange(0, 0)
        stopping = self._downloader.is_stopping
        self._progress_label.setText(self.tr("Connecting…") if busy and not stopping else "")
        self._close_button.setText(
            self.tr("Stopping…") if stopping else self.tr("&Stop") if busy else self.tr("&Close")
        )
        self._close_button.setEnabled(not stopping)
        if not self._error_label.text():
            self._error_label.hide()
        self._show_details()

    def _on_progressed(self, progress: Progress) -> None:
        is_waiting = not (progress.done or progress.total or progress.stage == "opening")
        if self._downloader.is_stopping or is_waiting:  # the last message still applies
            return
        total = progress.total or 0
        self._progress_bar.setRange(0, 1000 if total else 0)
        if total:
            self._progress_bar.setValue(1000 * progress.done // total)
        progress_text = self.tr("{0}: {1} MB").format(progress.stage, f"{progress.done / _MEGABYTE:.1f}")
        if total:
            progress_text = self.tr("{0}: {1} of {2} MB").format(
                progress.stage, f"{progress.done / _MEGABYTE:.1f}", f"{total / _MEGABYTE:.1f}"
            )
        self._progress_label.setText(self.tr("Opening…") if progress.stage == "opening" else progress_text)

    def _on_failed(self, reason: str) -> None:
        self._error_label.setText(reason)
        self._error_label.show()
        self._grow_to_fit()

    def _grow_to_fit(self) -> None:
        """Make the dialog high enough for its content."""
        layout = self.layout()
        assert layout is not None
        self.resize(self.width(), max(self.height(), layout.minimumHeightForWidth(self.width())))

    def _on_downloaded(self, folder: object) -> None:
        self.downloaded.emit(folder)
        self.accept()

    def reject(self) -> None:
        """Stop a running download; otherwise close."""
        if self._downloader.is_busy and not self._downloader.is_stopping:
            self._downloader.stop()
            self._update_controls()
        else:
            super().reject()

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, _WIDTH_IN_LETTERS, _HEIGHT_IN_LINES)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Move through the table with the arrow keys while the search line has the focus."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and Qt.Key(event.key()) in _NAVIGATION_KEYS
        ):
            row, count = self._table.currentIndex().row(), len(self._model.rows)
            steps = dict(zip(_NAVIGATION_KEYS, (1, -1, 10, -10), strict=True))
            if count:
                self._table.selectRow(max(0, min(count - 1, row + steps[Qt.Key(event.key())])))
            return True
        return False
