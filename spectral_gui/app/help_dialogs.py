"""Dialogs with texts: help pages, a bug report to copy, a long message, and the version."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QUrl, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QTextBrowser,
    QWidget,
)

from spectral_core.files import locate_assets
from spectral_core.logs import log_path
from spectral_core.machine import package_version
from spectral_gui import theme, widgets
from spectral_gui.state import Notices
from spectral_gui.text_display import make_translator

_tr = make_translator("messages")

_PACKAGES = ("spectral-workbench", "PySide6-Essentials", "numpy", "scipy", "numba", "matplotlib", "networkx")


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


class BugReportDialog(TextDialog):
    """Dialog for an unexpected error: a message, and the text of a bug report; later errors are added to the open
    dialog."""

    def __init__(self, trace: str, parent: QWidget | None = None):
        sentence = _tr(
            "An unexpected error occurred. This is a bug; your edits are safe and you can go on working. Please "
            "report it with the text below."
        )
        super().__init__(_tr("A bug"), sentence, f"{collect_diagnostics()}\n\n{trace}", parent)
        self._trace_counts = {trace: 1}

    def append_text(self, trace: str) -> None:
        self._trace_counts[trace] = self._trace_counts.get(trace, 0) + 1
        if self._trace_counts[trace] == 1:
            super().append_text(f"\n{trace}")
        self.setWindowTitle(_tr("A bug, {0} times").format(sum(self._trace_counts.values())))


class HelpDialog(QDialog):
    """Help dialog: a list of pages and the text; it may stay open next to the window."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(_tr("Help"))
        self._pages = sorted((_read_title(path), path) for path in (locate_assets() / "help").glob("*.md"))
        self._page_list = QListWidget()
        self._page_list.setAccessibleName(_tr("Pages"))
        self._page_list.setProperty("kind", "pages")
        self._page_list.setWordWrap(True)
        self._page_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page_list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._page_list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._page_list.addItems([title for title, _ in self._pages])
        for row, (title, _) in enumerate(self._pages):
            self._page_list.item(row).setToolTip(title)
        self._page_list.currentRowChanged.connect(self._on_page_selected)
        self._text = QTextBrowser()
        self._text.setAccessibleName(_tr("Page"))
        self._text.setOpenLinks(False)  # pages link only to each other
        self._text.anchorClicked.connect(self._on_link_clicked)
        parts = widgets.make_splitter(self._page_list, self._text, sizes=(270, 620), stretch_factors=(0, 1))
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        widgets.make_column((parts, 1), buttons, on=self)
        self._page_list.setCurrentRow(0)
        self.resize(self.sizeHint())  # otherwise Qt limits it to two thirds of the screen

    def open_page(self, name: str) -> None:
        """Show the page with this file name."""
        row = next((row for row, (_, path) in enumerate(self._pages) if path.stem == name), -1)
        if row >= 0:
            self._page_list.setCurrentRow(row)

    @property
    def titles(self) -> list[str]:
        return [title for title, _ in self._pages]

    def _on_page_selected(self, row: int) -> None:
        if row >= 0:
            theme.show_markdown(self._text, self._pages[row][1].read_text(encoding="utf-8"))
            self._text.setAccessibleName(self._pages[row][0])

    def _on_link_clicked(self, link: QUrl) -> None:
        self.open_page(link.path().removesuffix(".md"))

    def sizeHint(self) -> QSize:
        return widgets.compute_dialog_size(self, 110, 34)


class HelpActions(QObject):
    """Actions that show help, and diagnostic information for a report."""

    def __init__(
        self,
        window: QWidget,
        notices: Notices,
        get_process_ids: Callable[[], Mapping[str, int | None]],
        get_page: Callable[[], str] = str,
    ):
        super().__init__(window)
        self._window, self._notices, self._get_processes, self._get_page = window, notices, get_process_ids, get_page

    def show_help(self) -> None:
        """Show the help page of the focused part, always in the same dialog."""
        page = self._get_page()
        dialog = self._window.findChild(HelpDialog)
        if dialog is None:
            dialog = HelpDialog(self._window)
        dialog.open_page(page)
        dialog.show()
        dialog.activateWindow()

    def show_about(self) -> None:
        show_about(self._window)

    def copy_diagnosis(self) -> None:
        QGuiApplication.clipboard().setText(collect_diagnostics(self._get_processes()))
        self._notices.notify(self.tr("Copied"))


def _read_title(path: Path) -> str:
    """Return the heading of a page, its first line."""
    with path.open(encoding="utf-8") as page:
        return page.readline().lstrip("# ").strip()


def show_bug_report(parent: QWidget, trace: str) -> None:
    """Show an unexpected error; a second one joins the open report."""
    report = next((dialog for dialog in parent.findChildren(BugReportDialog) if dialog.isVisible()), None)
    if report is not None:
        report.append_text(trace)
    else:
        BugReportDialog(trace, parent).open()


def show_about(parent: QWidget) -> None:
    """Show the name of the program, its version, its licence and third-party credits."""
    version = package_version("spectral-workbench") or _tr("from source")
    text = _tr("Spectral Workbench, {0}").format(version)
    box = QMessageBox(QMessageBox.Icon.NoIcon, _tr("About"), text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(
        _tr(
            "A workbench to annotate and read treebanks and to explore spectral models.\n\nUnder the MIT licence. "
            "With Qt (LGPL) and the font Noto Naskh Arabic (OFL)."
        )
    )
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def collect_diagnostics(process_ids: Mapping[str, int | None] | None = None) -> str:
    """Return the versions of the program and of its dependencies, one per line, without loading anything heavy; with
    `process_ids`, the state of the engine's processes."""
    lines = [f"Python {platform.python_version()} ({sys.implementation.name})", f"Qt {qVersion()}"]
    for package in _PACKAGES:
        version = package_version(package)
        lines.append(f"{package} {version}" if version else f"{package}: not installed")
    screen = QGuiApplication.primaryScreen()
    lines.append(f"{platform.system()} {platform.release()} {platform.machine()}, {QGuiApplication.platformName()}")
    if screen is not None:
        size = screen.size()
        lines.append(f"screen {size.width()} x {size.height()}, scale {screen.devicePixelRatio():g}")
    for name, process in (process_ids or {}).items():
        lines.append(f"engine for {name}: " + ("not started" if process is None else f"process {process}"))
    lines.append(f"log {log_path()}")
    return "\n".join(lines)
