"""Which dictionaries say what words mean: those that there are, opening another, and the tables for Arabic."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QListWidget, QPushButton, QWidget

from spectral_core.analyzers.installing import INSTALL_COMMAND, PACKAGE, find_installer
from spectral_gui import widgets
from spectral_gui.session import Dictionaries


class DictionariesDialog(QDialog):
    """Lists the user's dictionaries; what is chosen here holds at once."""

    file_asked = Signal()

    def __init__(self, dictionaries: Dictionaries, lacking: str, parent: QWidget):
        super().__init__(parent)
        self._dictionaries = dictionaries
        self.setWindowTitle(self.tr("Dictionaries"))
        said = self.tr(
            "What a word means is looked up by its likeliest lemma, in the dictionary that knows most words of the "
            "text. Files of StarDict (.ifo) and Yomitan (.zip) can be opened, of any language."
        )
        self._list = widgets.named(QListWidget(), self.tr("Dictionaries"))
        self._open = QPushButton(self.tr("&Open a dictionary…"))
        self._remove = QPushButton(self.tr("&Remove"))
        self._open.setToolTip(self.tr("Copy a dictionary into your data folder, and use it."))
        self._remove.setToolTip(self.tr("Remove the copy of the one selected."))
        close = QPushButton(self.tr("&Close"))
        close.setToolTip(self.tr("Close the list; dictionaries stay."))
        advice = widgets.label(wraps=True)
        advice.setText(lacking)
        advice.setVisible(bool(lacking) and "[arabic]" not in lacking)  # which is said below
        self._tables = widgets.label(wraps=True, selectable=True, name=self.tr("Tables for Arabic"))
        what = self.tr("Runs this line, which brings the package from the Python package index.")
        self._install = widgets.button(self.tr("&Install the tables"), self._install_tables, what)
        self._install.setAutoDefault(False)
        tables = widgets.row((self._tables, 1), self._install, margins=0)
        buttons = widgets.row(self._open, self._remove, widgets.REST, close, margins=0)
        text = widgets.label(wraps=True)
        text.setText(said)
        self._empty = widgets.label(self.tr("No dictionary is here yet."), faint=True, centred=True)
        widgets.column(self._empty, on=self._list.viewport())
        widgets.column(text, (self._list, 1), advice, tables, buttons, on=self, margins=12)
        self._open.clicked.connect(self.file_asked)
        self._remove.clicked.connect(self._remove_selected)
        close.clicked.connect(self.accept)
        dictionaries.changed.connect(self._show)
        dictionaries.tables_install_ended.connect(self._end_installing)
        self._show()
        self.resize(560, 380)

    def _show(self) -> None:
        self._list.clear()
        used = self._dictionaries.current
        for one in self._dictionaries.available:
            mark = self.tr(" — serves this text") if one is used else ""
            self._list.addItem(self.tr("{0} ({1} words)").format(one.title, f"{len(one):n}") + mark)
        self._show_tables()
        self._empty.setVisible(not self._dictionaries.available)
        self._list.setCurrentRow(0)
        self._remove.setEnabled(bool(self._dictionaries.available))

    def _show_tables(self) -> None:
        """What is said of the tables for Arabic, and the button that brings them, where they are not here."""
        lacking = self._dictionaries.lacks_tables
        said = self.tr("Readings of Arabic words come from the tables of {0} (GPL), not yet here:").format(PACKAGE)
        here = self.tr("Arabic words are looked up in the tables of {0}.").format(PACKAGE)
        self._tables.setText(f"{said}\n{INSTALL_COMMAND}" if lacking else here)
        self._install.setVisible(lacking and bool(find_installer()))

    def _install_tables(self) -> None:
        self._install.setEnabled(False)
        self._dictionaries.install_tables()

    def _end_installing(self) -> None:
        self._install.setEnabled(True)
        self._show_tables()

    def _remove_selected(self) -> None:
        row = self._list.currentRow()
        if 0 <= row < len(self._dictionaries.available):
            self._dictionaries.remove(self._dictionaries.available[row])
