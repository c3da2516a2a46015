"""Asks for a text to be read: pasted, typed, or from a file."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPlainTextEdit, QWidget

from spectral_gui import widgets
from spectral_gui.lists import points_of
from spectral_gui.resources import direction_of, is_arabic, is_right_to_left, text_font

_MOST = 5_000_000  # characters: more is opened as a file
_SHOWN = 30_000  # of them: a field lays out all of its text before anything else is done
_LONGEST = 300  # letters of a word: one without an end is laid out for seconds
_ENDLESS = re.compile(rf"\S{{{_LONGEST + 1},}}")


class _Field(QPlainTextEdit):
    """A field that hands over texts which are too long for it."""

    long_pasted = Signal(str)  # what would stand in it

    def insertFromMimeData(self, source: QMimeData) -> None:
        pasted = source.text()
        if len(pasted) <= _SHOWN and not _ENDLESS.search(pasted):
            super().insertFromMimeData(source)
            return
        cursor = self.textCursor()
        held = self.toPlainText().encode("utf-16-le", "surrogatepass")  # a cursor counts in these units
        before, after = held[: 2 * cursor.selectionStart()], held[2 * cursor.selectionEnd() :]
        parts = (before.decode("utf-16-le", "surrogatepass"), pasted, after.decode("utf-16-le", "surrogatepass"))
        self.long_pasted.emit("".join(parts))


class PasteDialog(QDialog):
    """A field with what the clipboard holds; Enter on its button reads it."""

    text_given = Signal(str)
    file_given = Signal(object)  # the Path of a text

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(self.tr("Read a text"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        said = self.tr(
            "The text is split into sentences and words, looked up and shown to be read; it becomes a document."
        )
        self._note = widgets.label(said, wraps=True)
        self._field = widgets.named(_Field(), self.tr("Text"))
        self._field.long_pasted.connect(self._hold)
        self._field.setPlaceholderText(self.tr("Paste or type a text here"))
        self._field.setTabChangesFocus(True)
        self._field.textChanged.connect(self._suit)
        buttons, role = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Cancel), QDialogButtonBox.ButtonRole
        tips = self.tr("Make a document of this text, and read it"), self.tr("Read what a file holds instead")
        self._read = widgets.add_button(buttons, self.tr("&Read"), role.AcceptRole, tips[0])
        widgets.add_button(buttons, self.tr("&Open a text file…"), role.ActionRole, tips[1], self._choose_file)
        self._read.setDefault(True)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        widgets.column(self._note, self._field, buttons, on=self)
        self.resize(640, 420)
        pasted = QGuiApplication.clipboard().text()
        self._whole = ""  # a text that is too long for the field
        self._hold(pasted)
        self._suit()
        (self._read if pasted.strip() else self._field).setFocus(Qt.FocusReason.OtherFocusReason)

    def _hold(self, text: str) -> None:
        """Takes a text: shown whole where the field can lay it out at once, else shortened, and not to be changed."""
        shown = _ENDLESS.sub(lambda word: word[0][:_LONGEST] + "…", text[:_SHOWN])
        if shown == text:
            self._field.setPlainText(text)
            return
        self._whole = text[:_MOST]
        self._field.setReadOnly(True)
        self._field.setPlainText(shown)
        said = self.tr("Words of more than {1} letters are shown cut; all {0} characters are read.")
        if len(text) > _MOST:
            said = self.tr(
                "The beginning of a text that is too long: of its {2} characters the first {0} are read. "
                "Save it to a file and open that to read all."
            )
        elif len(text) > _SHOWN:
            said = self.tr("The beginning of a long text; all {0} characters are read.")
        self._note.setText(said.format(f"{len(self._whole):,}", _LONGEST, f"{len(text):,}"))

    def _suit(self) -> None:
        text = self._field.toPlainText()[:200]
        arabic = is_arabic(text)
        font = text_font(points_of(self) + (4 if arabic else 1), arabic)
        if font != self._field.font():
            self._field.setFont(font)
        direction = direction_of(is_right_to_left(text))
        document = self._field.document()
        option = document.defaultTextOption()
        if option.textDirection() != direction:  # a field that is mirrored would still write from the left
            self._field.setLayoutDirection(direction)
            option.setTextDirection(direction)
            side = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
            option.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)
            document.setDefaultTextOption(option)
        self._read.setEnabled(bool(text.strip()))

    def _give(self) -> None:
        self.text_given.emit(self._whole or self._field.toPlainText())
        self.accept()

    def _choose_file(self) -> None:
        kinds = self.tr("Texts (*.txt *.txt.gz *.txt.xz)")
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a text"), "", kinds)
        if name:
            self.file_given.emit(Path(name))
            self.accept()
