"""Item models over treebanks: they read a sentence when a row is shown, so that a million words open at once."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from spectral_core.data import EMPTY, Sentence, Treebank

_INVALID = QModelIndex()
_COLUMNS = ("", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "MISC")

Index = QModelIndex | QPersistentModelIndex


class SentenceList(QAbstractListModel):
    """The sentences of a treebank, each by its number and its text."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())

    def show_treebank(self, treebank: Treebank) -> None:
        """Lists another treebank."""
        self.beginResetModel()
        self._treebank = treebank
        self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self._treebank)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        sentence = self._treebank[index.row()]
        text = sentence.text
        if role == Qt.ItemDataRole.DisplayRole:
            shown = text if len(text) <= 200 else text[:200] + " …"
            # the isolate keeps the end of a right-to-left sentence where it belongs
            return f"{index.row() + 1}  {'' if sentence.readable else '⚠ '}\u2068{shown}\u2069"
        if role == Qt.ItemDataRole.ToolTipRole:
            problems = [*sentence.problems, *sentence.structural_problems()]
            return "\n".join(map(str, problems)) or text[:1000]
        return None


class WordTable(QAbstractTableModel):
    """The words of one sentence in the columns of CoNLL-U."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._rows: list[tuple[str, ...]] = []

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Shows another sentence, or none."""
        self.beginResetModel()
        self._rows = []
        for token in sentence or ():
            head = EMPTY if token.head is None else str(token.head)
            cells = (token.form, token.lemma, token.upos, token.xpos, token.feats, head, token.deprel, token.misc)
            self._rows.append((str(token.index), *("" if cell == EMPTY else cell for cell in cells)))
        self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.isValid() and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._rows[index.row()][index.column()]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return _COLUMNS[section]
        return None
