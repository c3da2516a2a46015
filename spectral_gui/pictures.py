"""Pictures of the window on the sample project or on a file, made without a screen."""

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

from spectral_core.errors import SpectralError
from spectral_core.files import assets
from spectral_gui import theme
from spectral_gui.session import Session
from spectral_gui.window import Window

_PATIENCE = 120_000  # milliseconds; the first start of the engine compiles its kernels


def write_pictures(application: QApplication, folder: Path, path: Path | None = None) -> list[Path]:
    """The pictures written to `folder`: of `path`, light and dark; without one, of the sample project in use."""
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(_without_noise)
    session = Session()
    window = Window(session)
    window.show()
    sample = assets() / "sample"
    written = []

    def show(file: Path) -> None:
        _after(session, session.methods_changed, lambda: session.open(file))

    def take(name: str, dark: bool = False) -> None:
        theme.apply(application, dark)
        written.append(_grab(application, window, folder / name))

    try:
        show(path or sample / "english" / "written.conllu")
        if path is None:
            session.select(3)
            _after(session, session.models_changed, lambda: session.learn("ngram", {"column": "xpos", "minimum": 1}))
        take("window.png")
        take("window-dark.png", dark=True)
        if path is None:
            show(sample / "arabic" / "written.conllu")
            take("window-arabic.png")
    finally:
        session.close()
        window.close()
    return written


def _without_noise(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    if "propagateSizeHints" not in message:  # which the offscreen platform says of every window
        print(message, file=sys.stderr)


def _after(session: Session, signal: SignalInstance, act: Callable[[], QObject]) -> None:
    """Does `act` and waits for what it brings about; a complaint is raised as the expected failure that it is."""
    loop = QEventLoop()
    ends: list[Exception | None] = []

    def end(error: Exception | None) -> None:
        ends.append(error)
        loop.quit()

    signal.connect(lambda *_: end(None))
    session.failed.connect(lambda complaint: end(SpectralError(complaint)))
    session.broke.connect(lambda trace: end(RuntimeError(trace)))
    QTimer.singleShot(_PATIENCE, loop, lambda: end(SpectralError("The engine did not answer in time.")))
    act()
    if not ends:
        loop.exec()
    if ends[0] is not None:
        raise ends[0]


def _grab(application: QApplication, window: Window, path: Path) -> Path:
    for _ in range(3):  # a layout settles in a few rounds
        application.processEvents()
    window.grab().save(str(path))
    return path
