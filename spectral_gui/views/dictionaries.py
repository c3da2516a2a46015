"""Which dictionaries say what words mean: those that there are, opening another, and the tables for Arabic."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QListWidget, QPushButton, QWidget

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
        advice.setVisible(bool(lacking))
        buttons = widgets.row(self._open, self._remove, widgets.REST, close, margins=0)
        text = widgets.label(wraps=True)
        text.setText(said)
        widgets.column(text, (self._list, 1), advice, buttons, on=self, margins=12)
        self._open.clicked.connect(self.file_asked)
        self._remove.clicked.connect(self._remove_selected)
        close.clicked.connect(self.accept)
        dictionaries.changed.connect(self._show)
        self._show()
        self.resize(560, 380)

    def _show(self) -> None:
        self._list.clear()
        used = self._dictionaries.used
        for one in self._dictionaries.rows:
            mark = self.tr(" — serves this text") if one is used else ""
            self._list.addItem(self.tr("{0} ({1} words)").format(one.title, f"{len(one):n}") + mark)
        self._list.setCurrentRow(0)
        self._remove.setEnabled(bool(self._dictionaries.rows))

    def _remove_selected(self) -> None:
        row = self._list.currentRow()
        if 0 <= row < len(self._dictionaries.rows):
            self._dictionaries.remove(self._dictionaries.rows[row])
