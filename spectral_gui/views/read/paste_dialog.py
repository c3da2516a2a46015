"""Dialog for a text to read: pasted, typed, or from a file."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPlainTextEdit, QWidget

from spectral_gui import widgets
from spectral_gui.text_display import get_layout_direction, is_arabic, is_right_to_left, make_treebank_font
from spectral_gui.widgets.lists import get_text_font_size

_MAX_CHARACTERS = 5_000_000  # longer texts must be opened as a file
_MAX_SHOWN = 30_000  # characters in the field, which lays out its whole text at once
_MAX_WORD_LETTERS = 300  # longer words take seconds to lay out
_LONG_WORD = re.compile(rf"\S{{{_MAX_WORD_LETTERS + 1},}}")


class _PasteField(QPlainTextEdit):
    """Text field that emits texts too long for it instead of inserting them."""

    long_text_pasted = Signal(str)  # the whole text after the paste

    def insertFromMimeData(self, source: QMimeData) -> None:
        pasted = source.text()
        if len(pasted) <= _MAX_SHOWN and not _LONG_WORD.search(pasted):
            super().insertFromMimeData(source)
            return
        cursor = self.textCursor()
        content = self.toPlainText().encode("utf-16-le", "surrogatepass")  # a cursor counts in these units
        before, after = content[: 2 * cursor.selectionStart()], content[2 * cursor.selectionEnd() :]
        parts = (before.decode("utf-16-le", "surrogatepass"), pasted, after.decode("utf-16-le", "surrogatepass"))
        self.long_text_pasted.emit("".join(parts))


class PasteDialog(QDialog):
    """Dialog whose field begins with the text on the clipboard."""

    text_entered = Signal(str)
    file_chosen = Signal(object)  # the Path of a text

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(self.tr("Read a text"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        introduction = self.tr(
            "The text is split into sentences and words, the words are looked up, and it opens as a document."
        )
        self._note = widgets.make_label(introduction, wraps=True)
        self._field = widgets.set_accessible_name(_PasteField(), self.tr("Text"))
        self._field.long_text_pasted.connect(self._set_text)
        self._field.setPlaceholderText(self.tr("Paste or type a text here"))
        self._field.setTabChangesFocus(True)
        self._field.textChanged.connect(self._update_font_and_direction)
        buttons, role = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel), QDialogButtonBox.ButtonRole
        tips = self.tr("Create a document from this text and read it"), self.tr("Read a file instead")
        self._read_button = widgets.add_dialog_button(buttons, self.tr("&Read"), role.AcceptRole, tips[0])
        widgets.add_dialog_button(buttons, self.tr("&Open a text file…"), role.ActionRole, tips[1], self._choose_file)
        self._read_button.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        widgets.make_column(self._note, self._field, buttons, on=self)
        self.resize(640, 420)
        pasted = QGuiApplication.clipboard().text()
        self._long_text = ""  # text that is too long for the field
        self._set_text(pasted)
        self._update_font_and_direction()
        (self._read_button if pasted.strip() else self._field).setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_text(self, text: str) -> None:
        """Show a text; one that is too long to lay out at once is shown shortened and read-only."""
        preview = _LONG_WORD.sub(lambda word: word[0][:_MAX_WORD_LETTERS] + "…", text[:_MAX_SHOWN])
        if preview == text:
            self._field.setPlainText(text)
            return
        self._long_text = text[:_MAX_CHARACTERS]
        self._field.setReadOnly(True)
        self._field.setPlainText(preview)
        template = self.tr("Words longer than {1} letters are shortened on screen; all {0} characters will be read.")
        if len(text) > _MAX_CHARACTERS:
            template = self.tr(
                "This text is too long: only the first {0} of {2} characters are read. To read all of it, save "
                "it to a file and open that."
            )
        elif len(text) > _MAX_SHOWN:
            template = self.tr("Only the beginning is shown; all {0} characters will be read.")
        self._note.setText(template.format(f"{len(self._long_text):,}", _MAX_WORD_LETTERS, f"{len(text):,}"))

    def _update_font_and_direction(self) -> None:
        """Set the font, the direction and the alignment of the field by the beginning of its text."""
        text = self._field.toPlainText()[:200]
        arabic = is_arabic(text)
        font = make_treebank_font(get_text_font_size(self) + (4 if arabic else 1), arabic)
        if font != self._field.font():
            self._field.setFont(font)
        direction = get_layout_direction(is_right_to_left(text))
        document = self._field.document()
        option = document.defaultTextOption()
        if option.textDirection() != direction:  # mirroring the field does not change the direction of its text
            self._field.setLayoutDirection(direction)
            option.setTextDirection(direction)
            side = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
            option.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)
            document.setDefaultTextOption(option)
        self._read_button.setEnabled(bool(text.strip()))

    def _on_accepted(self) -> None:
        self.text_entered.emit(self._long_text or self._field.toPlainText())
        self.accept()

    def _choose_file(self) -> None:
        """Ask for a text file, emit its path and close the dialog."""
        kinds = self.tr("Texts (*.txt *.txt.gz *.txt.xz *.txt.bz2)")
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a text"), "", kinds)
        if name:
            self.file_chosen.emit(Path(name))
            self.accept()
