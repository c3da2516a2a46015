"""The words of a document as rows: known or not, the lemma, how often, what it means."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from spectral_core.data.vocabulary import Entry, bare, shown_lemma
from spectral_gui.lists import Index, as_tip

_INVALID = QModelIndex()
KNOWN, LEMMA, COUNT, MEANING = range(4)
ALL, UNKNOWN, LEARNT = "all", "unknown", "known"


class WordTable(QAbstractTableModel):
    """Lists the entries that pass a filter."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self.rows: list[Entry] = []  # those that are listed
        self._known: frozenset[str] = frozenset()
        self._which, self._text = ALL, ""
        self._order, self._down = COUNT, False

    def show_entries(self, entries: Sequence[Entry], known: frozenset[str]) -> None:
        """Lists other words."""
        self.entries, self._known = tuple(entries), known
        self._list()

    def show_known(self, known: frozenset[str]) -> None:
        """Shows which are known now; what is listed stays until it is listed anew."""
        self._known = known
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.columnCount() - 1))

    def filter(self, which: str, text: str) -> None:
        """Lists ALL, UNKNOWN or LEARNT words that have a text in their lemma, form or meaning."""
        self._which, self._text = which, bare(text.strip()).lower()
        self._list()

    def is_known(self, row: int) -> bool:
        return self.rows[row].lemma in self._known

    def row_of(self, lemma: str) -> int:
        """The row of a lemma, -1 where it is not listed."""
        return next((row for row, entry in enumerate(self.rows) if entry.lemma == lemma), -1)

    def _passes(self, entry: Entry) -> bool:
        if self._which != ALL and (entry.lemma in self._known) != (self._which == LEARNT):
            return False
        if not self._text:
            return True
        reading = entry.reading
        said = (entry.lemma, reading.says("vocalised"), reading.says("gloss"))
        return any(self._text in bare(part).lower() for part in said)

    def _list(self) -> None:
        self.beginResetModel()
        self.rows = [entry for entry in self.entries if self._passes(entry)]
        keys = {
            KNOWN: lambda entry: (entry.lemma in self._known, -entry.count),
            LEMMA: lambda entry: bare(entry.lemma).lower(),
            COUNT: lambda entry: -entry.count,
            MEANING: lambda entry: entry.reading.says("gloss").lower() or "\U0010ffff",
        }
        self.rows.sort(key=keys[self._order], reverse=self._down)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order, self._down = column, order == Qt.SortOrder.DescendingOrder
        self._list()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        titles = ("✓", self.tr("Word"), self.tr("Times"), self.tr("Meaning"))
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole) and section == KNOWN:
            return self.tr("Known")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self.rows[index.row()], index.column()
        known = entry.lemma in self._known
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text_of(entry, column, known)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column == KNOWN:
                return self.tr("known") if known else self.tr("not known")
            return self._text_of(entry, column, known)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in (KNOWN, COUNT):
            side = Qt.AlignmentFlag.AlignHCenter if column == KNOWN else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column in (LEMMA, MEANING):
            said = [self._text_of(entry, column, known)]
            if column == MEANING and "gloss" in entry.reading.guessed:
                said.append(self.tr("The likeliest meaning; nobody has decided it"))
            return as_tip("\n".join(filter(None, said)))
        return None

    def _text_of(self, entry: Entry, column: int, known: bool) -> str:
        if column == KNOWN:
            return "✓" if known else ""
        if column == LEMMA:
            return shown_lemma(entry.lemma)
        if column == COUNT:
            return f"{entry.count:,}"
        gloss = entry.reading.says("gloss")
        return f"≈ {gloss}" if gloss and "gloss" in entry.reading.guessed else gloss
