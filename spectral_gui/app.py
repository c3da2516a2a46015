"""Starts the program: checks what Qt needs before it is imported, then fonts, theme, exceptions and the window."""

from __future__ import annotations

import argparse
import signal
import socket
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from spectral_core import machine
from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def main() -> None:
    """Opens the window and ends with it."""
    reader = argparse.ArgumentParser(prog="spectral-gui", description="The window of Spectral Workbench.")
    reader.add_argument("path", nargs="?", type=Path, help="a treebank to open")
    reader.add_argument(
        "--pictures",
        type=Path,
        metavar="DIR",
        help="write pictures of the window to a folder, and end: on PATH, otherwise on the sample project",
    )
    given = reader.parse_args()
    missing = machine.missing_libraries(display=machine.has_display())
    if missing:
        print(machine.explain_missing(missing), file=sys.stderr)
        sys.exit(1)
    sys.exit(run(given.path) if given.pictures is None else draw(given.pictures, given.path))


def draw(folder: Path, path: Path | None) -> int:
    """Writes pictures of the window to `folder` and prints their names; 1 where `path` cannot be opened."""
    from spectral_gui.pictures import write_pictures

    try:
        written = write_pictures(_application(), folder, path)
    except SpectralError as error:
        print(error, file=sys.stderr)
        return 1
    for picture in written:
        print(picture)
    return 0


def run(path: Path | None) -> int:
    """Shows the window on `path`; the exit code of the event loop."""
    from spectral_gui.messages import show_bug
    from spectral_gui.session import Session
    from spectral_gui.window import Window

    application = _application()
    session = Session()
    window = Window(session)

    def excepthook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not isinstance(error, Cancelled | KeyboardInterrupt):
            show_bug(window, "".join(traceback.format_exception(kind, error, trace)))

    sys.excepthook = excepthook
    _end_on_signals(application)
    window.show()
    if path is not None:
        session.open(path)
    code = application.exec()
    session.close()
    return code


def _end_on_signals(application: QApplication) -> None:
    """Makes SIGTERM and Ctrl+C close the window: while Qt waits, Python cannot look at a signal by itself."""
    from PySide6.QtCore import QSocketNotifier, QTimer

    here, there = socket.socketpair()
    for end in (here, there):
        end.setblocking(False)
    signal.set_wakeup_fd(there.detach())
    notifier = QSocketNotifier(here.fileno(), QSocketNotifier.Type.Read, application)
    notifier.activated.connect(lambda: here.recv(64))  # on the way back into Python the handlers are called
    for number in (signal.SIGINT, signal.SIGTERM):
        # not at once: the signal may come while the engine is half started
        signal.signal(number, lambda *_: QTimer.singleShot(0, application.quit))


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    from spectral_gui import resources, theme

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Spectral Workbench")
    application.setOrganizationName("spectral-workbench")
    resources.load_fonts()
    theme.apply(application)
    return application
