"""Help: dialogs with the pages, reports and version, and the guided tour of the window in nine stops."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QListWidget,
    QMainWindow,
    QMessageBox,
    QTextBrowser,
    QWidget,
)

from spectral_core.files import locate_assets
from spectral_core.logs import get_log_path
from spectral_core.machine import package_version
from spectral_gui import theme, widgets
from spectral_gui.app.panels import Panels
from spectral_gui.state import ChangeKind, Notices, Session
from spectral_gui.text_display import isolate_text, make_translator
from spectral_gui.widgets.dialogs import TextDialog

_tr = make_translator("messages")

# for each stop: a workspace, and the dock, page or part of the window to highlight
TOUR_STOPS = (
    ("annotate", "queue"),
    ("annotate", "annotate"),
    ("annotate", "word"),
    ("annotate", "status"),
    ("read", "reading"),
    ("explore", "exploring"),
    ("compare", "comparing"),
    ("train", "training"),
    ("annotate", "search"),
)
_CARD_WIDTH, _GAP = 360, 12  # pixels: the width of the card, and its distance to the target
_MODIFIER_KEYS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
_NEXT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down)
_PREVIOUS_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace)
_HEADING = re.compile(r"^## ", re.MULTILINE)
_PACKAGES = ("spectral-workbench", "PySide6-Essentials", "numpy", "scipy", "numba", "matplotlib", "networkx")


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
        """Count an error, and add its traceback unless it is there already."""
        self._trace_counts[trace] = self._trace_counts.get(trace, 0) + 1
        if self._trace_counts[trace] == 1:
            super().append_text(f"\n{trace}")
        self.setWindowTitle(_tr("A bug, {0} times").format(sum(self._trace_counts.values())))


class HelpDialog(QDialog):
    """Help dialog: a list of pages and the text; it may stay open next to the window."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setWindowTitle(_tr("Help"))
        self._pages = sorted((_read_page_title(path), path) for path in (locate_assets() / "help").glob("*.md"))
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
    def page_titles(self) -> list[str]:
        """Titles of the pages, in the order of the list."""
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
        """Show the version and the licence."""
        show_about(self._window)

    def copy_diagnosis(self) -> None:
        """Copy the diagnostic information for a bug report to the clipboard."""
        QGuiApplication.clipboard().setText(collect_diagnostics(self._get_processes()))
        self._notices.notify(self.tr("Copied"))


def _read_page_title(path: Path) -> str:
    """Return the heading of a page, its first line."""
    with path.open(encoding="utf-8") as page:
        return page.readline().lstrip("# ").strip()


def show_bug_report(parent: QWidget, trace: str) -> None:
    """Show an unexpected error in a dialog; if one is open already, add the error to that."""
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
    lines.append(f"log {get_log_path()}")
    return "\n".join(lines)


def read_tour_texts() -> list[tuple[str, str]]:
    """Return the title and the text of each stop of the tour, from the sections of its help page."""
    page = (locate_assets() / "help" / "tour.md").read_text(encoding="utf-8")
    parts = _HEADING.split(page)[1:]
    return [(title.strip(), text.strip()) for title, _, text in (part.partition("\n") for part in parts)]


class Tour(QObject):
    """Tour from stop to stop, during which the window stays usable. It opens the sample if nothing is open."""

    def __init__(
        self, window: QMainWindow, session: Session, panels: Panels, parts: Mapping[str, QWidget],
        open_sample: Callable[[], object],
    ):  # fmt: skip
        super().__init__(window)
        self._window, self._session, self._panels, self._open_sample = window, session, panels, open_sample
        self._parts = parts  # of the window, by name, other than docks and pages
        self._stop_index = 0
        self._awaits_sample = False  # waiting for the sample to open
        self._initial_workspace = ""  # workspace to return to
        self._card: TourCard | None = None
        self._target_frame: _TargetFrame | None = None
        self._target: QWidget | None = None
        self._place_timer = widgets.make_timer(self, self._place_card)
        self._start_timer = widgets.make_timer(self, lambda: self._show_stop(0))  # after the sample is shown
        session.changes.add_view("tour", lambda _: self._on_treebank_changed(), ChangeKind.DOCUMENT)

    @property
    def card(self) -> TourCard | None:
        """Card in the window while the tour is on."""
        return self._card

    def show_tour(self) -> None:
        """Begin at the first stop, opening the sample if nothing is open."""
        self._initial_workspace = self._panels.workspace.name
        if len(self._session.treebank):
            self._show_stop(0)
        else:
            self._awaits_sample = True
            self._open_sample()

    def _on_treebank_changed(self) -> None:
        if self._awaits_sample:
            self._awaits_sample = False
            self._start_timer.start()

    def _show_stop(self, index: int) -> None:
        """Show a stop: its workspace and panel, and the card next to the target."""
        if self._card is None:
            self._target_frame, self._card = _TargetFrame(self._window), TourCard(self._window)
            self._card.step_requested.connect(self._on_step_requested)
            self._card.cancelled.connect(self.end_tour)
            self._window.installEventFilter(self)
        self._stop_index = index
        workspace, name = TOUR_STOPS[index]
        if self._panels.workspace.name != workspace:
            self._panels.show_workspace(workspace)
        if name in self._panels.docks:
            self._panels.show_dock(name)
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = self._parts.get(name) or self._panels.pages.get(name) or self._panels.docks[name].widget()
        self._target.installEventFilter(self)
        self._card.show_stop(index, *read_tour_texts()[index])
        self._place_card()
        self._card.setFocus(Qt.FocusReason.PopupFocusReason)
        self._place_timer.start()

    def _on_step_requested(self, step: int) -> None:
        if 0 <= self._stop_index + step < len(TOUR_STOPS):
            self._show_stop(self._stop_index + step)
        elif step > 0:
            self.end_tour()

    def end_tour(self) -> None:
        """End the tour and return to the workspace where it began."""
        if self._card is None or self._target_frame is None:
            return
        self._window.removeEventFilter(self)
        if self._target is not None:
            self._target.removeEventFilter(self)
        for widget in (self._card, self._target_frame):
            widget.hide()
            widget.deleteLater()
        self._card = self._target_frame = self._target = None
        if self._panels.workspace.name != self._initial_workspace:
            self._panels.show_workspace(self._initial_workspace)
        self._panels.focus_page()

    def _place_card(self) -> None:
        """Frame the target, and place the card next to it, or in its lower corner if the target fills the window."""
        card, frame, target = self._card, self._target_frame, self._target
        if card is None or frame is None or target is None:
            return
        window = self._window.rect()
        area = QRect(target.mapTo(self._window, QPoint()), target.size()).intersected(window)
        frame.setGeometry(area)
        frame.setVisible(target.isVisible())
        card.setFixedWidth(min(_CARD_WIDTH * card.fontMetrics().height() // 16, window.width() - 2 * _GAP))
        size = card.sizeHint().boundedTo(window.size())
        size.setHeight(max(size.height(), card.heightForWidth(card.width())))
        size.setWidth(card.width())
        card_area = next(
            (
                candidate
                for candidate in _list_candidate_card_areas(area, size.width(), size.height())
                if window.contains(candidate)
            ),
            QRect(area.right() - size.width() - 2 * _GAP, area.bottom() - size.height() - 2 * _GAP, *size.toTuple()),
        )
        card_area.moveLeft(max(_GAP, min(card_area.left(), window.right() - card_area.width() - _GAP)))
        card_area.moveTop(max(_GAP, min(card_area.top(), window.bottom() - card_area.height() - _GAP)))
        card.setGeometry(card_area)
        frame.raise_()
        card.show()
        card.raise_()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place_timer.start()
        return False


def _list_candidate_card_areas(area: QRect, width: int, height: int) -> tuple[QRect, ...]:
    """Return the candidate areas of a card: after, before, below or above its target."""
    return (
        QRect(area.right() + _GAP, area.top() + _GAP, width, height),
        QRect(area.left() - _GAP - width, area.top() + _GAP, width, height),
        QRect(area.right() - width, area.bottom() + _GAP, width, height),
        QRect(area.right() - width, area.top() - _GAP - height, width, height),
    )


class _TargetFrame(QWidget):
    """Frame around the part of the window that a stop is about, transparent to mouse events."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.get_colours(theme.is_dark_palette(self.palette())).selected, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.end()


class TourCard(QFrame):
    """Card with the text of a stop. Return and the arrow keys step, any other key ends the tour."""

    step_requested = Signal(int)
    cancelled = Signal()

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setObjectName("tour")
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title, self.text = widgets.make_label(wraps=True), widgets.make_label(wraps=True)
        self.title.setProperty("kind", "title")
        self.text.setTextFormat(Qt.TextFormat.MarkdownText)
        self._count_label = widgets.make_label(faint=True)
        self.back_button = widgets.make_button(
            self.tr("Back"), lambda: self.step_requested.emit(-1), self.tr("Previous stop (Left)")
        )
        self.next_button = widgets.make_button("", lambda: self.step_requested.emit(1), self.tr("Next stop (Return)"))
        self.leave_button = widgets.make_button(
            self.tr("Leave"), self.cancelled, self.tr("End the tour (Esc, or any other key)")
        )
        self.next_button.setProperty("kind", "primary")
        for button in (self.back_button, self.leave_button):
            button.setProperty("kind", "quiet")
        for button in (self.back_button, self.next_button, self.leave_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        foot = widgets.make_row(
            self._count_label, widgets.STRETCH, self.leave_button, self.back_button, self.next_button, spacing=4
        )
        widgets.make_column(self.title, self.text, 4, foot, on=self, margins=(16, 12, 16, 12), spacing=6)

    def show_stop(self, index: int, title: str, text: str) -> None:
        """Show the text of a stop, and adapt the buttons to its number."""
        self.title.setText(title)
        self.text.setText(text)
        self._count_label.setText(self.tr("{0} of {1}").format(index + 1, len(TOUR_STOPS)))
        self.back_button.setEnabled(index > 0)
        self.next_button.setText(self.tr("Next") if index + 1 < len(TOUR_STOPS) else self.tr("Done"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.setAccessibleName(f"{isolate_text(title)}, {self._count_label.text()}")
        self.setAccessibleDescription(text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # every key belongs to the tour
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _MODIFIER_KEYS:
            return
        if event.key() in _NEXT_KEYS:
            self.step_requested.emit(1)
        elif event.key() in _PREVIOUS_KEYS:
            self.step_requested.emit(-1)
        else:
            self.cancelled.emit()
