"""The dialogue about sentences changed both here and by another program: both sides, and a choice for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QBrush, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from spectral_core.data import EMPTY, Sentence, Token
from spectral_gui import theme, widgets
from spectral_gui.resources import is_arabic, is_right_to_left, text_font

if TYPE_CHECKING:
    from spectral_core.project import Conflict

BOTH, MINE, THEIRS = "both", "mine", "theirs"
_MARKS = {BOTH: "⊕", MINE: "◀", THEIRS: "▶"}
_COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_DIFFERENT = "≠ "
_SHOWN = 60  # letters of a sentence in the list


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions of a sentence beside each other: which columns differ, and which word stands across from which."""

    columns: tuple[str, ...]
    pairs: tuple[tuple[Token | None, Token | None], ...]  # mine, theirs; None where a side has no such word

    @classmethod
    def of(cls, mine: Sentence, theirs: Sentence | None) -> Comparison:
        if theirs is None:
            return cls((), tuple((token, None) for token in mine.tokens))
        pairs = _aligned(mine, theirs)
        columns = tuple(
            name for name in _COLUMNS if any(one and two and _cell(one, name) != _cell(two, name) for one, two in pairs)
        )
        return cls(columns, pairs)


class MergeDialog(QDialog):
    """Both versions of each sentence, and which is to stand: both by default, so that leaving it loses nothing."""

    settled = Signal(object)  # {place in the conflicts: choice}

    def __init__(self, conflicts: Sequence[Conflict], parent: QWidget | None = None):
        super().__init__(parent)
        self._conflicts = tuple(conflicts)
        self._choices = dict.fromkeys(range(len(self._conflicts)), BOTH)
        self.setWindowTitle(self.tr("Changed here and by another program"))
        count = len(self._conflicts)
        one = self.tr("1 sentence was changed both here and in its file. Nothing is lost whatever you choose.")
        many = self.tr("{0} sentences were changed both here and in their file. Nothing is lost whatever you choose.")
        said = widgets.label(one if count == 1 else many.format(count), wraps=True)
        self._list = widgets.named(QListWidget(), self.tr("Sentences"))
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for _ in self._conflicts:
            self._list.addItem(QListWidgetItem())
        self._list.currentRowChanged.connect(self._show)
        self._facts = widgets.label(wraps=True)
        self._table = widgets.named(QTableWidget(), self.tr("Words of both versions"))
        self._table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self._table.verticalHeader().hide()
        self._table.setTabKeyNavigation(False)
        self._mine = widgets.text_box(self.tr("The tree here"))
        self._theirs = widgets.text_box(self.tr("The tree in the file"))
        self._trees = QWidget()
        mine = widgets.column(widgets.label(self.tr("Here")), self._mine)
        widgets.row(
            mine, widgets.column(widgets.label(self.tr("In the file")), self._theirs), on=self._trees, margins=0
        )
        self._group = QButtonGroup(self)
        self._radios: dict[str, QRadioButton] = {}
        choose = widgets.row()
        for choice, text, key in (
            (BOTH, self.tr("{0} &Both (B)"), "B"),
            (MINE, self.tr("{0} As it is &here (M)"), "M"),
            (THEIRS, self.tr("{0} As it is in the &file (T)"), "T"),
        ):
            radio = QRadioButton(text.format(_MARKS[choice]))
            radio.setToolTip(self.tr("What is to stand of this sentence ({0})").format(key))
            radio.clicked.connect(lambda _=False, choice=choice: self.choose(choice))
            QShortcut(QKeySequence(key), self, lambda choice=choice: self.choose(choice))
            self._group.addButton(radio)
            self._radios[choice] = radio
            choose.addWidget(radio)
        choose.addStretch(1)
        self._explained = widgets.label(wraps=True)
        self._explained.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        buttons, role = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Ok), QDialogButtonBox.ButtonRole
        tip = self.tr("The choice for this sentence is taken for all of them (A)")
        every = widgets.add_button(buttons, self.tr("This for &all"), role.ActionRole, tip, self.choose_for_all)
        every.setVisible(count > 1)
        QShortcut(QKeySequence("A"), self, self.choose_for_all)
        tip = self.tr("Every sentence stays in both versions (Esc)")
        keep = widgets.add_button(buttons, self.tr("&Keep both everywhere"), role.RejectRole, tip)
        for button in (every, keep):
            button.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        beside = QWidget()
        widgets.column(self._facts, (self._table, 2), (self._trees, 1), choose, self._explained, on=beside, margins=0)
        parts = widgets.splitter(self._list, beside, sizes=(240, 680), shares=(0, 1))
        self._list.setVisible(count > 1)
        widgets.column(said, (parts, 1), buttons, on=self)
        for place in range(count):
            self._name(place)
        self._list.setCurrentRow(0)
        (self._list if count > 1 else self._radios[BOTH]).setFocus()

    @property
    def choices(self) -> dict[int, str]:
        """For each conflict, by its place: "both", "mine" or "theirs"."""
        return dict(self._choices)

    def choose(self, choice: str) -> None:
        place = self._list.currentRow()
        if place >= 0:
            self._choices[place] = choice
            self._radios[choice].setChecked(True)
            self._explain()
            self._name(place)

    def choose_for_all(self) -> None:
        """Takes the choice for the sentence on screen for all of them."""
        choice = self._choices.get(self._list.currentRow(), BOTH)
        for place in self._choices:
            self._choices[place] = choice
            self._name(place)

    def accept(self) -> None:
        super().accept()
        self.settled.emit(self.choices)

    def reject(self) -> None:
        """Both for all: leaving decides nothing away."""
        self._choices = dict.fromkeys(self._choices, BOTH)
        super().reject()
        self.settled.emit(self.choices)

    def _name(self, place: int) -> None:
        conflict, choice = self._conflicts[place], self._choices[place]
        where = self.tr("taken out") if conflict.external is None else str(conflict.index + 1)
        text = conflict.local.text
        item = self._list.item(place)
        item.setText(f"{_MARKS[choice]} {where}  \u2068{text[:_SHOWN]}{' …' if len(text) > _SHOWN else ''}\u2069")
        spoken = {BOTH: self.tr("both"), MINE: self.tr("as it is here"), THEIRS: self.tr("as in the file")}[choice]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{where}, {spoken}: {text}")

    def _show(self, place: int) -> None:
        if place < 0:
            return
        conflict = self._conflicts[place]
        mine, theirs = conflict.local, conflict.external
        self._radios[self._choices[place]].setChecked(True)
        self._fill(Comparison.of(mine, theirs), bool(is_right_to_left(mine.text)), is_arabic(mine.text))
        self._trees.setVisible(theirs is not None and mine.tree != theirs.tree)
        if theirs is not None:
            self._mine.setPlainText(str(mine.tree or ""))
            self._theirs.setPlainText(str(theirs.tree or ""))
        self._facts.setText(self._facts_of(conflict))
        self._explain()

    def _facts_of(self, conflict: Conflict) -> str:
        mine, theirs = conflict.local, conflict.external
        if theirs is None:
            return self.tr("{0}: this sentence was taken out of the file, and changed here.").format(conflict.document)
        lines = [self.tr("{0}, sentence {1}").format(conflict.document, conflict.index + 1)]
        if len(mine) != len(theirs):
            lines.append(self.tr("{0} words here, {1} in the file").format(len(mine), len(theirs)))
        if mine.comments != theirs.comments:
            here, there = self.tr("only here"), self.tr("only in the file")
            lines += [f"{_DIFFERENT}{here}: {one}" for one in mine.comments if one not in theirs.comments]
            lines += [f"{_DIFFERENT}{there}: {one}" for one in theirs.comments if one not in mine.comments]
        if (mine.ranges, mine.empty_nodes) != (theirs.ranges, theirs.empty_nodes):
            lines.append(_DIFFERENT + self.tr("multiword or empty nodes"))
        return "\n".join(lines)

    def _fill(self, comparison: Comparison, right_to_left: bool, arabic: bool) -> None:
        here, there = self.tr("here"), self.tr("in the file")
        titles = ["", self.tr("WORD")]
        for name in comparison.columns:
            titles += [f"{name.upper()}\n{here}", f"{name.upper()}\n{there}"]
        lone = any(one is None or two is None for one, two in comparison.pairs)
        if lone:
            titles.append(self.tr("STANDS"))
        table = self._table
        table.clear()
        table.setColumnCount(len(titles))
        table.setHorizontalHeaderLabels(titles)
        table.setRowCount(len(comparison.pairs))
        changed = QBrush(theme.colours(theme.is_dark_palette(self.palette())).changed)
        words = text_font(self.font().pointSizeF() * (1.5 if arabic else 1.1), arabic)
        side = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        for row, (one, two) in enumerate(comparison.pairs):
            known = one or two
            assert known is not None
            cells = [QTableWidgetItem(str(known.index)), QTableWidgetItem(known.form)]
            cells[0].setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            cells[1].setFont(words)
            cells[1].setTextAlignment(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
            for name in comparison.columns:
                values = [_cell(token, name) if token is not None else "" for token in (one, two)]
                different = one is not None and two is not None and values[0] != values[1]
                for value in values:
                    cell = QTableWidgetItem((_DIFFERENT if different else "") + value)
                    if different:
                        cell.setForeground(changed)
                        cell.setFont(widgets.bold(cell.font()))
                    cells.append(cell)
            if lone:
                only = _DIFFERENT + self.tr("only {0}").format(here if one else there)
                cells.append(QTableWidgetItem("" if one and two else only))
            for column, cell in enumerate(cells):
                table.setItem(row, column, cell)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.resizeRowsToContents()
        apart = (row for row, (one, two) in enumerate(comparison.pairs) if not one or not two or _differ(one, two))
        if comparison.pairs:
            table.setCurrentCell(next(apart, 0), 1)

    def _explain(self) -> None:
        place = self._list.currentRow()
        conflict = self._conflicts[place]
        match self._choices[place]:
            case "both" if conflict.external is None:
                text = self.tr("The sentence comes back, at the end of the text.")
            case "both" if conflict.merged is None:
                text = self.tr(
                    "The two cannot be put together: the version in the file stands, and undo brings back the one here."
                )
            case "both" if conflict.clashes:
                text = self.tr(
                    "Both changes are put together. Where both changed the same cell, that in the file stands, "
                    "and undo brings back the one here."
                )
            case "both":
                text = self.tr("Both changes are put together; they touch different cells.")
            case "mine":
                text = self.tr("The version here stands; saving writes it into the file.")
            case _ if conflict.external is None:
                text = self.tr("The sentence stays out; the history keeps what was decided here.")
            case _:
                text = self.tr("The version in the file stands; undo brings back the one here.")
        self._explained.setText(text)

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, 120, 34)


def _aligned(mine: Sentence, theirs: Sentence) -> tuple[tuple[Token | None, Token | None], ...]:
    ours, others = mine.tokens, theirs.tokens
    if len(ours) == len(others):
        return tuple(zip(ours, others, strict=True))
    pairs: list[tuple[Token | None, Token | None]] = []
    for _, a, b, c, d in SequenceMatcher(None, mine.forms, theirs.forms, autojunk=False).get_opcodes():
        for step in range(max(b - a, d - c)):
            one = ours[a + step] if a + step < b else None
            two = others[c + step] if c + step < d else None
            pairs.append((one, two))
    return tuple(pairs)


def _cell(token: Token, name: str) -> str:
    if name == "head":
        return EMPTY if token.head is None else str(token.head)
    return str(getattr(token, name))


def _differ(one: Token, two: Token) -> bool:
    return any(_cell(one, name) != _cell(two, name) for name in _COLUMNS)
