"""What happened while learning, line by line, each under its time."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

_MOST_LINES = 5000


class Log(QPlainTextEdit):
    """A text that only grows; it stays in sight at its end unless something in it is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setMaximumBlockCount(_MOST_LINES)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Log"))
        self.setPlaceholderText(self.tr("What happens while learning is written here."))

    def write(self, text: str) -> None:
        """Appends to the log, each line under the time of now."""
        now = datetime.now().astimezone().strftime("%H:%M:%S")
        for line in text.split("\n"):
            self.appendPlainText(f"{now}  {line}")
        if not self.textCursor().hasSelection():
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
