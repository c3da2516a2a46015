"""Dialog of the dictionaries used for glosses, with the installation of the Arabic tables."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QListWidget, QPushButton, QWidget

from spectral_core.morphology.arabic.buckwalter_tables import INSTALL_COMMAND, TABLES_PACKAGE, find_install_command
from spectral_gui import widgets
from spectral_gui.state import Dictionaries


class DictionariesDialog(QDialog):
    """List of the user's dictionaries; changes apply at once."""

    file_requested = Signal()

    def __init__(self, dictionaries: Dictionaries, table_advice: str, parent: QWidget):
        super().__init__(parent)
        self._dictionaries = dictionaries
        self.setWindowTitle(self.tr("Dictionaries"))
        introduction = self.tr(
            "Meanings are looked up by the most probable lemma, in the dictionary that covers most words of the "
            "text. You can open StarDict (.ifo) and Yomitan (.zip) files in any language."
        )
        self._list = widgets.set_accessible_name(QListWidget(), self.tr("Dictionaries"))
        self._open_button = QPushButton(self.tr("&Open a dictionary…"))
        self._remove_button = QPushButton(self.tr("&Remove"))
        self._open_button.setToolTip(self.tr("Copy a dictionary to your data folder and use it."))
        self._remove_button.setToolTip(self.tr("Remove the copy of the selected dictionary."))
        close_button = QPushButton(self.tr("&Close"))
        close_button.setToolTip(self.tr("Close the list"))
        advice_label = widgets.make_label(wraps=True)
        advice_label.setText(table_advice)
        advice_label.setVisible(
            bool(table_advice) and "[arabic]" not in table_advice
        )  # the label of the tables says that
        self._tables_label = widgets.make_label(wraps=True, selectable=True, name=self.tr("Tables for Arabic"))
        install_tip = self.tr("Runs this command, which installs the package from the Python package index.")
        self._install_button = widgets.make_button(self.tr("&Install the tables"), self._install_tables, install_tip)
        self._install_button.setAutoDefault(False)
        tables_row = widgets.make_row((self._tables_label, 1), self._install_button, margins=0)
        buttons = widgets.make_row(self._open_button, self._remove_button, widgets.STRETCH, close_button, margins=0)
        introduction_label = widgets.make_label(wraps=True)
        introduction_label.setText(introduction)
        self._empty_label = widgets.make_label(self.tr("No dictionaries yet."), faint=True, centred=True)
        widgets.make_column(self._empty_label, on=self._list.viewport())
        widgets.make_column(introduction_label, (self._list, 1), advice_label, tables_row, buttons, on=self, margins=12)
        self._open_button.clicked.connect(self.file_requested)
        self._remove_button.clicked.connect(self._remove_selected)
        close_button.clicked.connect(self.accept)
        dictionaries.changed.connect(self._refresh)
        dictionaries.arabic_installation_ended.connect(self._on_install_ended)
        self._refresh()
        self.resize(560, 380)

    def _refresh(self) -> None:
        """List the installed dictionaries, and show the status of the Arabic tables."""
        self._list.clear()
        current = self._dictionaries.active_dictionary
        for dictionary in self._dictionaries.available:
            suffix = self.tr(" — used for this text") if dictionary is current else ""
            self._list.addItem(self.tr("{0} ({1} words)").format(dictionary.title, f"{len(dictionary):n}") + suffix)
        self._show_table_status()
        self._empty_label.setVisible(not self._dictionaries.available)
        self._list.setCurrentRow(0)
        self._remove_button.setEnabled(bool(self._dictionaries.available))

    def _show_table_status(self) -> None:
        """Show whether the Arabic tables are installed, and the button that installs them if they are not."""
        lacks_tables = self._dictionaries.lacks_arabic_tables
        missing_text = self.tr("To see readings of Arabic words, install {0} (GPL):").format(TABLES_PACKAGE)
        installed_text = self.tr("Readings of Arabic words come from {0}.").format(TABLES_PACKAGE)
        self._tables_label.setText(f"{missing_text}\n{INSTALL_COMMAND}" if lacks_tables else installed_text)
        self._install_button.setVisible(lacks_tables and bool(find_install_command()))

    def _install_tables(self) -> None:
        self._install_button.setEnabled(False)
        self._dictionaries.install_arabic_tables()

    def _on_install_ended(self) -> None:
        self._install_button.setEnabled(True)
        self._show_table_status()

    def _remove_selected(self) -> None:
        """Remove the selected dictionary and its copy in the data folder."""
        row = self._list.currentRow()
        if 0 <= row < len(self._dictionaries.available):
            self._dictionaries.remove_dictionary(self._dictionaries.available[row])
