"""What the user is told: a sentence for what can be mended, and for a bug a text to copy; the program goes on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def show_complaint(parent: QWidget, sentence: str) -> None:
    """A sentence about something that can be mended."""
    box = QMessageBox(QMessageBox.Icon.Warning, parent.windowTitle(), sentence, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def show_bug(parent: QWidget, trace: str) -> None:
    """An unexpected error: one sentence, with the traceback behind a button."""
    text = QCoreApplication.translate("messages", "Something unexpected happened. This is a bug; your work goes on.")
    box = QMessageBox(QMessageBox.Icon.Critical, parent.windowTitle(), text, parent=parent)
    box.setInformativeText(QCoreApplication.translate("messages", "Please report it with the details below."))
    box.setDetailedText(trace)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
