"""Dialogs: a text to read and copy, and the choice of a file to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPlainTextEdit, QWidget

from spectral_gui import widgets


class TextDialog(QDialog):
    """Dialog with a message and a longer text below it, to be read and copied."""

    def __init__(self, title: str, sentence: str, text: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        message_label = widgets.make_label(sentence, wraps=True)
        message_label.setVisible(bool(sentence))
        self._text = QPlainTextEdit(text)
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(self.tr("Details"))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(self.font().pointSizeF())
        self._text.setFont(fixed)
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Close)
        role, tip = QDialogButtonBox.ButtonRole.ActionRole, self.tr("Copy the text to paste it elsewhere")
        self._copy_button = widgets.add_dialog_button(buttons, self.tr("&Copy"), role, tip, self.copy_text)
        buttons.rejected.connect(self.reject)
        widgets.make_column(message_label, self._text, buttons, on=self)

    @property
    def text(self) -> str:
        return self._text.toPlainText()

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
        self._copy_button.setText(self.tr("Copied"))

    def append_text(self, text: str) -> None:
        self._text.appendPlainText(text)

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, 90, 24)


def open_save_dialog(
    parent: QWidget, title: str, suggested_name: str, descriptions: dict[str, str], on_chosen: Callable[[Path], None]
) -> None:
    """Ask where to write a file, and call `on_chosen` with its path; `descriptions` are those of the file types, by
    ending."""
    dialog = _SaveDialog(parent, title, descriptions)
    dialog.selectFile(suggested_name)
    dialog.fileSelected.connect(lambda path: on_chosen(Path(path)))
    dialog.open()


class _SaveDialog(QFileDialog):
    """Dialog for a file to write, in which the chosen format sets the ending."""

    def __init__(self, parent: QWidget, title: str, kinds: dict[str, str]):
        super().__init__(parent, title)
        self._endings = {f"{kind} (*{ending})": ending for ending, kind in kinds.items()}
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setNameFilters(list(self._endings))
        self.setDefaultSuffix(next(iter(kinds))[1:])
        self.filterSelected.connect(lambda kind: self.setDefaultSuffix(self._endings.get(kind, "")[1:]))
        self.finished.connect(self.deleteLater)
