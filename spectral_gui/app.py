"""Starts the program: checks what Qt needs before it is imported, then fonts, theme, exceptions and the window."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from spectral_core import machine
from spectral_core.progress import Cancelled

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def main() -> None:
    """Opens the window and ends with it."""
    reader = argparse.ArgumentParser(prog="spectral-gui", description="The window of Spectral Workbench.")
    reader.add_argument("path", nargs="?", type=Path, help="a treebank to open")
    reader.add_argument(
        "--pictures", type=Path, metavar="DIR", help="write pictures of the window to a folder, and end"
    )
    given = reader.parse_args()
    missing = machine.missing_libraries(display=machine.has_display())
    if missing:
        print(machine.explain_missing(missing), file=sys.stderr)
        sys.exit(1)
    sys.exit(run(given.path) if given.pictures is None else draw(given.pictures))


def draw(folder: Path) -> int:
    """Writes pictures of the window to `folder` and prints their names."""
    from spectral_gui.pictures import write_pictures

    for path in write_pictures(_application(), folder):
        print(path)
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
    window.show()
    if path is not None:
        session.open(path)
    code = application.exec()
    session.close()
    return code


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    from spectral_gui import resources, theme

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Spectral Workbench")
    application.setOrganizationName("spectral-workbench")
    resources.load_fonts()
    theme.apply(application)
    return application
