"""Dialog for merge conflicts of sentences changed both here and by another program: both versions, and a choice for
each."""

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
    QLayout,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from spectral_core.data import EMPTY, Sentence, Token
from spectral_gui import theme, widgets
from spectral_gui.text_display import is_arabic, is_right_to_left, make_treebank_font

if TYPE_CHECKING:
    from spectral_core.project import Conflict

BOTH, LOCAL, EXTERNAL = "both", "mine", "theirs"
_CHOICE_SIGNS = {BOTH: "⊕", LOCAL: "◀", EXTERNAL: "▶"}
_COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_DIFFERENCE_SIGN = "≠ "
_MAX_LETTERS = 60  # letters of a sentence in the list


@dataclass(frozen=True, slots=True)
class SentenceComparison:
    """Two versions of a sentence: the differing columns, and the words aligned in pairs."""

    columns: tuple[str, ...]
    pairs: tuple[tuple[Token | None, Token | None], ...]  # local, external; None if a version has no such word

    @classmethod
    def from_versions(cls, local: Sentence, external: Sentence | None) -> SentenceComparison:
        """Compare the version here with the one in the file, which is None if the sentence was deleted there."""
        if external is None:
            return cls((), tuple((token, None) for token in local.tokens))
        pairs = _align_words(local, external)
        columns = tuple(
            name
            for name in _COLUMNS
            if any(
                local_token and external_token and _format_cell(local_token, name) != _format_cell(external_token, name)
                for local_token, external_token in pairs
            )
        )
        return cls(columns, pairs)


class MergeDialog(QDialog):
    """Dialog of conflicts: both versions of each sentence, and the choice between them; both are kept by default, so
    that closing it loses nothing."""

    resolved = Signal(object)  # {index of the conflict: choice}

    def __init__(self, conflicts: Sequence[Conflict], parent: QWidget | None = None):
        super().__init__(parent)
        self._conflicts = tuple(conflicts)
        self._choices = dict.fromkeys(range(len(self._conflicts)), BOTH)
        self.setWindowTitle(self.tr("Changed here and by another program"))
        count = len(self._conflicts)
        singular = self.tr("1 sentence was changed here and in the file. Nothing is lost, whatever you choose.")
        plural = self.tr("{0} sentences were changed here and in the file. Nothing is lost, whatever you choose.")
        count_label = widgets.make_label(singular if count == 1 else plural.format(count), wraps=True)
        self._list = widgets.set_accessible_name(QListWidget(), self.tr("Sentences"))
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for _ in self._conflicts:
            self._list.addItem(QListWidgetItem())
        details = self._make_details()
        buttons = self._make_buttons()
        self._list.currentRowChanged.connect(self._on_row_changed)
        parts = widgets.make_splitter(self._list, details, sizes=(240, 680), stretch_factors=(0, 1))
        self._list.setVisible(count > 1)
        widgets.make_column(count_label, (parts, 1), buttons, on=self)
        for index in range(count):
            self._update_list_item(index)
        self._list.setCurrentRow(0)
        (self._list if count > 1 else self._radios[BOTH]).setFocus()

    def _make_details(self) -> QWidget:
        """Make the view of both versions of a sentence, and the choice between them."""
        self._facts_label = widgets.make_label(wraps=True)
        self._table = widgets.set_accessible_name(QTableWidget(), self.tr("Words of both versions"))
        self._table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self._table.verticalHeader().hide()
        self._table.setTabKeyNavigation(False)
        self._local_tree = widgets.make_text_view(self.tr("Your tree"))
        self._external_tree = widgets.make_text_view(self.tr("The tree in the file"))
        self._tree_box = QWidget()
        local_column = widgets.make_column(widgets.make_label(self.tr("Here")), self._local_tree)
        widgets.make_row(
            local_column,
            widgets.make_column(widgets.make_label(self.tr("In the file")), self._external_tree),
            on=self._tree_box,
            margins=0,
        )
        radio_row = self._make_radio_row()
        self._outcome_label = widgets.make_label(wraps=True)
        self._outcome_label.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        details = QWidget()
        widgets.make_column(
            self._facts_label,
            (self._table, 2),
            (self._tree_box, 1),
            radio_row,
            self._outcome_label,
            on=details,
            margins=0,
        )
        return details

    def _make_radio_row(self) -> QLayout:
        """Make the row of radio buttons and keys that choose a version."""
        self._radio_group = QButtonGroup(self)
        self._radios: dict[str, QRadioButton] = {}
        radio_row = widgets.make_row()
        for choice, text, key in (
            (BOTH, self.tr("{0} &Both (B)"), "B"),
            (LOCAL, self.tr("{0} As it is &here (M)"), "M"),
            (EXTERNAL, self.tr("{0} As it is in the &file (T)"), "T"),
        ):
            radio = QRadioButton(text.format(_CHOICE_SIGNS[choice]))
            radio.setToolTip(self.tr("Version of this sentence to keep ({0})").format(key))
            radio.clicked.connect(lambda _=False, choice=choice: self.choose(choice))
            QShortcut(QKeySequence(key), self, lambda choice=choice: self.choose(choice))
            self._radio_group.addButton(radio)
            self._radios[choice] = radio
            radio_row.addWidget(radio)
        radio_row.addStretch(1)
        return radio_row

    def _make_buttons(self) -> QDialogButtonBox:
        buttons, role = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Ok), QDialogButtonBox.ButtonRole
        tip = self.tr("Use this choice for all sentences (A)")
        all_button = widgets.add_dialog_button(
            buttons, self.tr("This for &all"), role.ActionRole, tip, self.choose_for_all
        )
        all_button.setVisible(len(self._conflicts) > 1)
        QShortcut(QKeySequence("A"), self, self.choose_for_all)
        tip = self.tr("Keep both versions of every sentence (Esc)")
        keep_button = widgets.add_dialog_button(buttons, self.tr("&Keep both everywhere"), role.RejectRole, tip)
        for button in (all_button, keep_button):
            button.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    @property
    def choices(self) -> dict[int, str]:
        """Choice for each conflict, by its index: "both", "mine" or "theirs"."""
        return dict(self._choices)

    def choose(self, choice: str) -> None:
        """Choose a version of the sentence on screen."""
        index = self._list.currentRow()
        if index >= 0:
            self._choices[index] = choice
            self._radios[choice].setChecked(True)
            self._show_outcome()
            self._update_list_item(index)

    def choose_for_all(self) -> None:
        """Choose the same version for all sentences as for the one on screen."""
        choice = self._choices.get(self._list.currentRow(), BOTH)
        for index in self._choices:
            self._choices[index] = choice
            self._update_list_item(index)

    def accept(self) -> None:
        super().accept()
        self.resolved.emit(self.choices)

    def reject(self) -> None:
        """Choose both for all: closing the dialog discards nothing."""
        self._choices = dict.fromkeys(self._choices, BOTH)
        super().reject()
        self.resolved.emit(self.choices)

    def _update_list_item(self, index: int) -> None:
        """Show the number, the choice and the text of a conflict in the list."""
        conflict, choice = self._conflicts[index], self._choices[index]
        number_text = self.tr("deleted") if conflict.external is None else str(conflict.index + 1)
        text = conflict.local.text
        item = self._list.item(index)
        shown_text = text[:_MAX_LETTERS] + (" …" if len(text) > _MAX_LETTERS else "")
        item.setText(f"{_CHOICE_SIGNS[choice]} {number_text}  \u2068{shown_text}\u2069")
        choice_text = {BOTH: self.tr("both"), LOCAL: self.tr("as it is here"), EXTERNAL: self.tr("as in the file")}[
            choice
        ]
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{number_text}, {choice_text}: {text}")

    def _on_row_changed(self, index: int) -> None:
        if index < 0:
            return
        conflict = self._conflicts[index]
        local, external = conflict.local, conflict.external
        self._radios[self._choices[index]].setChecked(True)
        self._fill_table(
            SentenceComparison.from_versions(local, external), bool(is_right_to_left(local.text)), is_arabic(local.text)
        )
        self._tree_box.setVisible(external is not None and local.tree != external.tree)
        if external is not None:
            self._local_tree.setPlainText(str(local.tree or ""))
            self._external_tree.setPlainText(str(external.tree or ""))
        self._facts_label.setText(self._describe_conflict(conflict))
        self._show_outcome()

    def _describe_conflict(self, conflict: Conflict) -> str:
        """Return the differences of the two versions outside their words: position, comments, multiword tokens."""
        local, external = conflict.local, conflict.external
        if external is None:
            return self.tr("{0}: this sentence was deleted from the file and changed here.").format(conflict.document)
        lines = [self.tr("{0}, sentence {1}").format(conflict.document, conflict.index + 1)]
        if len(local) != len(external):
            lines.append(self.tr("{0} words here, {1} in the file").format(len(local), len(external)))
        if local.comments != external.comments:
            only_local, only_external = self.tr("only here"), self.tr("only in the file")
            lines += [
                f"{_DIFFERENCE_SIGN}{only_local}: {comment}"
                for comment in local.comments
                if comment not in external.comments
            ]
            lines += [
                f"{_DIFFERENCE_SIGN}{only_external}: {comment}"
                for comment in external.comments
                if comment not in local.comments
            ]
        if (local.ranges, local.empty_nodes) != (external.ranges, external.empty_nodes):
            lines.append(_DIFFERENCE_SIGN + self.tr("multiword or empty nodes"))
        return "\n".join(lines)

    def _fill_table(self, comparison: SentenceComparison, right_to_left: bool, arabic: bool) -> None:
        """List the words of both versions with the columns that differ, and select the first that differs."""
        local_title, external_title = self.tr("here"), self.tr("in the file")
        titles = ["", self.tr("WORD")]
        for name in comparison.columns:
            titles += [f"{name.upper()}\n{local_title}", f"{name.upper()}\n{external_title}"]
        has_unpaired = any(
            local_token is None or external_token is None for local_token, external_token in comparison.pairs
        )
        if has_unpaired:
            titles.append(self.tr("ONLY IN"))
        table = self._table
        table.clear()
        table.setColumnCount(len(titles))
        table.setHorizontalHeaderLabels(titles)
        table.setRowCount(len(comparison.pairs))
        changed_brush = QBrush(theme.get_colours(theme.is_dark_palette(self.palette())).changed)
        word_font = make_treebank_font(self.font().pointSizeF() * (1.5 if arabic else 1.1), arabic)
        alignment = Qt.AlignmentFlag.AlignRight if right_to_left else Qt.AlignmentFlag.AlignLeft
        for row, (local_token, external_token) in enumerate(comparison.pairs):
            present_token = local_token or external_token
            assert present_token is not None
            cells = [QTableWidgetItem(str(present_token.index)), QTableWidgetItem(present_token.form)]
            cells[0].setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            cells[1].setFont(word_font)
            cells[1].setTextAlignment(alignment | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
            for name in comparison.columns:
                values = [
                    _format_cell(token, name) if token is not None else "" for token in (local_token, external_token)
                ]
                differs = local_token is not None and external_token is not None and values[0] != values[1]
                for value in values:
                    cell = QTableWidgetItem((_DIFFERENCE_SIGN if differs else "") + value)
                    if differs:
                        cell.setForeground(changed_brush)
                        cell.setFont(widgets.make_bold(cell.font()))
                    cells.append(cell)
            if has_unpaired:
                side_text = _DIFFERENCE_SIGN + self.tr("only {0}").format(
                    local_title if local_token else external_title
                )
                cells.append(QTableWidgetItem("" if local_token and external_token else side_text))
            for column, cell in enumerate(cells):
                table.setItem(row, column, cell)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.resizeRowsToContents()
        differing_rows = (
            row
            for row, (local_token, external_token) in enumerate(comparison.pairs)
            if not local_token or not external_token or _has_differences(local_token, external_token)
        )
        if comparison.pairs:
            table.setCurrentCell(next(differing_rows, 0), 1)

    def _show_outcome(self) -> None:
        """Show what the choice for the sentence on screen will do."""
        index = self._list.currentRow()
        conflict = self._conflicts[index]
        match self._choices[index]:
            case "both" if conflict.external is None:
                text = self.tr("The sentence is restored at the end of the text.")
            case "both" if conflict.merged is None:
                text = self.tr("These changes cannot be merged: the file's version is kept, and undo restores yours.")
            case "both" if conflict.clashes:
                text = self.tr(
                    "The changes are merged. Where both changed the same cell, the file's value is kept; undo "
                    "restores yours."
                )
            case "both":
                text = self.tr("The changes are merged; they affect different cells.")
            case "mine":
                text = self.tr("Your version is kept; saving writes it to the file.")
            case _ if conflict.external is None:
                text = self.tr("The sentence stays deleted; your edits remain in the history.")
            case _:
                text = self.tr("The file's version is kept; undo restores yours.")
        self._outcome_label.setText(text)

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, 120, 34)


def _align_words(local: Sentence, external: Sentence) -> tuple[tuple[Token | None, Token | None], ...]:
    """Pair the words of two versions of a sentence: by position if there are equally many, otherwise by their forms.
    None stands for a word that one version lacks."""
    local_tokens, external_tokens = local.tokens, external.tokens
    if len(local_tokens) == len(external_tokens):
        return tuple(zip(local_tokens, external_tokens, strict=True))
    pairs: list[tuple[Token | None, Token | None]] = []
    for _, local_start, local_end, external_start, external_end in SequenceMatcher(
        None, local.forms, external.forms, autojunk=False
    ).get_opcodes():
        for offset in range(max(local_end - local_start, external_end - external_start)):
            local_token = local_tokens[local_start + offset] if local_start + offset < local_end else None
            external_token = (
                external_tokens[external_start + offset] if external_start + offset < external_end else None
            )
            pairs.append((local_token, external_token))
    return tuple(pairs)


def _format_cell(token: Token, name: str) -> str:
    """Return the value of a column of a word as text."""
    if name == "head":
        return EMPTY if token.head is None else str(token.head)
    return str(getattr(token, name))


def _has_differences(local_token: Token, external_token: Token) -> bool:
    """Return whether two versions of a word differ in any column."""
    return any(_format_cell(local_token, name) != _format_cell(external_token, name) for name in _COLUMNS)
