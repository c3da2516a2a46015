"""What the user is told: a bar for what can be mended, and for a bug a text to copy; the program goes on."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QSizePolicy,
    QTextBrowser,
    QWidget,
)

from spectral_core.files import locate_assets
from spectral_core.logs import log_path
from spectral_core.machine import package_version
from spectral_gui import theme, widgets
from spectral_gui.resources import translating
from spectral_gui.session import Notices

_tr = translating("messages")

_PACKAGES = ("spectral-workbench", "PySide6-Essentials", "numpy", "scipy", "numba", "matplotlib", "networkx")
_LINES = 4  # of a message in the bar; a longer one is shown by its button
_MOST_KEPT = 20  # messages; the oldest goes
_LOOK, _AT_LEAST, _A_LETTER = 500, 4_000, 70  # milliseconds: between two looks; to notice a message, and to read it


@dataclass(slots=True)
class _Message:
    text: str
    seen: int = 0  # milliseconds on screen, in a window that is used
    over: bool = False  # what it is about

    @property
    def may_go(self) -> bool:
        return self.over and self.seen >= _AT_LEAST + _A_LETTER * len(self.text)


class MessageBar(QFrame):
    """Sentences above the work, the newest first to be read; it takes no keys away. A message goes when it is closed,
    or when what it is about is over, but not before it can be read."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("messages")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._waiting: list[_Message] = []
        self._look = QTimer(self)
        self._look.setInterval(_LOOK)
        self._look.timeout.connect(self._count)
        self._mark = widgets.label("⚠", name=self.tr("Message"))
        self._text = widgets.label(wraps=True, selectable=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._more = widgets.label()
        self._all = widgets.button(
            self.tr("Show &all of it"),
            lambda: TextDialog(self.tr("Message"), "", self.text, self.window()).open(),
            self.tr("The whole message, to read and to copy"),
        )
        self._shut = widgets.tool_button("✕", self.tr("Close the message"), self.dismiss)
        self._shut.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        parts = (self._mark, (self._text, 1), self._more, self._all, self._shut)
        widgets.row(*parts, on=self, margins=(10, 4, 6, 4))
        self.hide()

    @property
    def text(self) -> str:
        """The message on screen; "" for none."""
        return self._waiting[-1].text if self._waiting else ""

    def complain(self, sentence: str) -> None:
        self._waiting = [waiting for waiting in self._waiting if waiting.text != sentence][-_MOST_KEPT + 1 :]
        self._waiting.append(_Message(sentence))
        self._show()

    def settle(self, sentence: str | None = None) -> None:
        """Says that what a message is about is over, or what all are about: they go as soon as they could be read."""
        for waiting in self._waiting:
            waiting.over = waiting.over or sentence in (None, waiting.text)
        self._clear()

    def dismiss(self) -> None:
        """Closes the message on screen; the one before it comes back."""
        if self._waiting:
            self._waiting.pop()
        self._show()

    def _count(self) -> None:
        if self._waiting and self.isVisible() and self.window().isActiveWindow():
            self._waiting[-1].seen += _LOOK
        self._clear()

    def _clear(self) -> None:
        staying = [waiting for waiting in self._waiting if not waiting.may_go]
        if len(staying) < len(self._waiting):
            self._waiting = staying
            self._show()

    def _show(self) -> None:
        if not self._waiting:
            self._look.stop()
            self.hide()
            return
        if not self._look.isActive():
            self._look.start()
        sentence = self.text
        lines = sentence.split("\n")
        short = "\n".join(lines[:_LINES])
        self._text.setText(short if len(short) <= 600 else short[:600] + " …")
        self._text.setAccessibleName(sentence)
        self._all.setVisible(len(lines) > _LINES or len(short) > 600)
        others = len(self._waiting) - 1
        self._more.setText(self.tr("+{0}").format(others))
        self._more.setToolTip(self.tr("Messages that wait behind this one"))
        self._more.setVisible(others > 0)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


class TextDialog(QDialog):
    """A sentence and a longer text below it, to be read and copied."""

    def __init__(self, title: str, sentence: str, text: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        said = widgets.label(sentence, wraps=True)
        said.setVisible(bool(sentence))
        self._text = QPlainTextEdit(text)
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(self.tr("Details"))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(self.font().pointSizeF())
        self._text.setFont(fixed)
        buttons = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Close)
        role, tip = QDialogButtonBox.ButtonRole.ActionRole, self.tr("Copy the text to paste it elsewhere")
        self._copy = widgets.add_button(buttons, self.tr("&Copy"), role, tip, self.copy)
        buttons.rejected.connect(self.reject)
        widgets.column(said, self._text, buttons, on=self)

    @property
    def text(self) -> str:
        return self._text.toPlainText()

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
        self._copy.setText(self.tr("Copied"))

    def add(self, text: str) -> None:
        self._text.appendPlainText(text)

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, 90, 24)


class BugReport(TextDialog):
    """An unexpected error: one sentence, and all that a report needs; later errors join the one that is open."""

    def __init__(self, trace: str, parent: QWidget | None = None):
        sentence = _tr(
            "Something unexpected happened. This is a bug; your decisions are kept and the program goes on. "
            "Please report it with the text below."
        )
        super().__init__(_tr("A bug"), sentence, f"{diagnosis()}\n\n{trace}", parent)
        self._traces = {trace: 1}

    def add(self, text: str) -> None:
        self._traces[text] = self._traces.get(text, 0) + 1
        if self._traces[text] == 1:
            super().add(f"\n{text}")
        self.setWindowTitle(_tr("A bug, {0} times").format(sum(self._traces.values())))


class HelpDialog(QDialog):
    """The pages of help, beside a list of them; it may stay open beside the window."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(_tr("Help"))
        self._pages = sorted((_title_of(path), path) for path in (locate_assets() / "help").glob("*.md"))
        self._list = QListWidget()
        self._list.setAccessibleName(_tr("Pages"))
        self._list.setProperty("kind", "pages")
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._list.addItems([title for title, _ in self._pages])
        for row, (title, _) in enumerate(self._pages):
            self._list.item(row).setToolTip(title)
        self._list.currentRowChanged.connect(self._show)
        self._text = QTextBrowser()
        self._text.setAccessibleName(_tr("Page"))
        self._text.setOpenLinks(False)  # a page links to nothing outside
        parts = widgets.splitter(self._list, self._text, sizes=(270, 620), shares=(0, 1))
        buttons = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        widgets.column((parts, 1), buttons, on=self)
        self._list.setCurrentRow(0)
        self.resize(self.sizeHint())  # where nobody says, Qt gives two thirds of the screen at most

    def open_page(self, name: str) -> None:
        """Shows the page in the file of this name."""
        row = next((row for row, (_, path) in enumerate(self._pages) if path.stem == name), -1)
        if row >= 0:
            self._list.setCurrentRow(row)

    @property
    def titles(self) -> list[str]:
        return [title for title, _ in self._pages]

    def _show(self, row: int) -> None:
        if row >= 0:
            theme.show_page(self._text, self._pages[row][1].read_text(encoding="utf-8"))
            self._text.setAccessibleName(self._pages[row][0])

    def sizeHint(self) -> QSize:
        return widgets.room_for_text(self, 110, 34)


class Help(QObject):
    """What a window says of the program, and of itself for a report."""

    def __init__(
        self,
        window: QWidget,
        notices: Notices,
        engines: Callable[[], Mapping[str, int | None]],
        page: Callable[[], str] = str,
    ):
        super().__init__(window)
        self._window, self._notices, self._engines, self._page = window, notices, engines, page

    def show_help(self) -> None:
        """The page of help about where one is, in one dialogue however often it is asked for."""
        page = self._page()
        dialog = self._window.findChild(HelpDialog)
        if dialog is None:
            dialog = HelpDialog(self._window)
        dialog.open_page(page)
        dialog.show()
        dialog.activateWindow()

    def show_about(self) -> None:
        show_about(self._window)

    def copy_diagnosis(self) -> None:
        QGuiApplication.clipboard().setText(diagnosis(self._engines()))
        self._notices.notify(self.tr("Copied"))


def _title_of(path: Path) -> str:
    """The heading of a page, which is its first line."""
    with path.open(encoding="utf-8") as page:
        return page.readline().lstrip("# ").strip()


def show_bug(parent: QWidget, trace: str) -> None:
    """An unexpected error; a second one joins the report that is open."""
    report = next((one for one in parent.findChildren(BugReport) if one.isVisible()), None)
    if report is not None:
        report.add(trace)
    else:
        BugReport(trace, parent).open()


def show_about(parent: QWidget) -> None:
    """What the program is, its version and its licence, and whose work is in it."""
    version = package_version("spectral-workbench") or _tr("from source")
    text = _tr("Spectral Workbench, {0}").format(version)
    box = QMessageBox(QMessageBox.Icon.NoIcon, _tr("About"), text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(
        _tr(
            "Annotate, read and look inside: a treebank workbench with spectral models in the same program.\n\n"
            "Under the MIT licence. With Qt (LGPL) and the font Noto Naskh Arabic (OFL)."
        )
    )
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def diagnosis(engines: Mapping[str, int | None] | None = None) -> str:
    """Versions of the program and of what it stands on, a line each; nothing heavy is loaded to know them. With
    `engines`, whether its processes run."""
    lines = [f"Python {platform.python_version()} ({sys.implementation.name})", f"Qt {qVersion()}"]
    for package in _PACKAGES:
        version = package_version(package)
        lines.append(f"{package} {version}" if version else f"{package}: not installed")
    screen = QGuiApplication.primaryScreen()
    lines.append(f"{platform.system()} {platform.release()} {platform.machine()}, {QGuiApplication.platformName()}")
    if screen is not None:
        size = screen.size()
        lines.append(f"screen {size.width()} x {size.height()}, scale {screen.devicePixelRatio():g}")
    for name, process in (engines or {}).items():
        lines.append(f"engine for {name}: " + ("not started" if process is None else f"process {process}"))
    lines.append(f"log {log_path()}")
    return "\n".join(lines)
