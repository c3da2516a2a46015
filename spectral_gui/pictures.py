"""Pictures of the window on the sample project, made without a screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QEventLoop,
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    SignalInstance,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from spectral_core.files import assets
from spectral_gui import theme
from spectral_gui.session import Session
from spectral_gui.window import Window

_PATIENCE = 120_000  # milliseconds; the first start of the engine compiles its kernels


def write_pictures(application: QApplication, folder: Path) -> list[Path]:
    """The pictures of the window, in light and dark and right to left, written to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(_without_noise)
    session = Session()
    window = Window(session)
    window.show()
    sample = assets() / "sample"
    written = []
    try:
        _after(session, session.methods_changed, lambda: session.open(sample / "english" / "written.conllu"))
        session.select(3)
        _after(session, session.models_changed, lambda: session.learn("ngram", {"column": "xpos", "minimum": 1}))
        written.append(_grab(application, window, folder / "window.png"))
        theme.apply(application, dark=True)
        written.append(_grab(application, window, folder / "window-dark.png"))
        theme.apply(application, dark=False)
        _after(session, session.methods_changed, lambda: session.open(sample / "arabic" / "written.conllu"))
        written.append(_grab(application, window, folder / "window-arabic.png"))
    finally:
        session.close()
        window.close()
    return written


def _without_noise(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    if "propagateSizeHints" not in message:  # which the offscreen platform says of every window
        print(message, file=sys.stderr)


def _after(session: Session, signal: SignalInstance, act: Callable[[], QObject]) -> None:
    """Does `act` and waits for what it brings about."""
    loop = QEventLoop()
    complaints: list[str] = []
    signal.connect(loop.quit)
    for trouble in (session.failed, session.broke):
        trouble.connect(complaints.append)
        trouble.connect(loop.quit)
    QTimer.singleShot(_PATIENCE, loop.quit)
    act()
    loop.exec()
    if complaints:
        raise RuntimeError(complaints[0])


def _grab(application: QApplication, window: Window, path: Path) -> Path:
    for _ in range(3):  # a layout settles in a few rounds
        application.processEvents()
    window.grab().save(str(path))
    return path
