"""Starts the program: checks what Qt needs before it is imported, then fonts, theme, exceptions and the window."""

from __future__ import annotations

import argparse
import logging
import signal
import socket
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from spectral_core import files, logs, machine
from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
    from PySide6.QtWidgets import QApplication

_logger = logging.getLogger(__name__)


def main() -> None:
    """Opens the window and ends with it, or draws without one."""
    reader = argparse.ArgumentParser(prog="spectral-gui", description="The window of Spectral Workbench.")
    reader.add_argument("path", nargs="?", type=Path, help="a treebank or a project to open")
    reader.add_argument("--sample", action="store_true", help="open the sample project")
    reader.add_argument("--pictures", type=Path, metavar="DIR", help="write pictures of every workspace, and end")
    reader.add_argument("--figure", type=Path, metavar="FILE", help="draw one sentence of a treebank, and end")
    reader.add_argument("--sentence", type=int, default=1, metavar="N", help="which one, from 1")
    reader.add_argument("--kind", default="", help="dependencies or constituents")
    reader.add_argument("--automaton", type=Path, metavar="FILE", help="draw an automaton stored as JSON, and end")
    reader.add_argument("--least", type=float, default=0.0, metavar="SHARE", help="of the sequences, for an edge")
    reader.add_argument("--sweep", type=Path, metavar="FILE", help="draw a sweep as `spectral sweep` kept it, and end")
    reader.add_argument("--measure", default="", help="what is drawn of it")
    reader.add_argument("--translations", action="store_true", help="renew the phrasebooks of translations, and end")
    reader.add_argument("--scale", type=float, default=2.0, help="pixels a point, of a PNG")
    reader.add_argument("-o", "--output", type=Path, help="the figure: .svg, .pdf or .png")
    reader.add_argument("-v", "--verbose", action="count", default=0, help="write the log to stderr; twice for more")
    given = reader.parse_args()
    logs.start_logging("window", logs.LogSetup(None, given.verbose))
    missing = machine.missing_libraries(display=machine.has_display())
    if missing:
        print(machine.explain_missing(missing), file=sys.stderr)
        sys.exit(1)
    try:
        if given.translations:
            sys.exit(_renew_translations())
        if given.pictures is not None:
            sys.exit(_draw_pictures(given.pictures, given.path))
        asked = next((name for name in ("figure", "automaton", "sweep") if getattr(given, name)), None)
        if given.output is None and asked:
            reader.error(f"--{asked} needs -o FILE")
        if given.figure is not None:
            sys.exit(_draw_figure(given.figure, given.sentence, given.kind, given.output, given.scale))
        if given.automaton is not None:
            sys.exit(_draw_automaton(given.automaton, given.output, given.least, given.scale))
        if given.sweep is not None:
            from spectral_gui.plots import draw_sweep

            draw_sweep(given.sweep, given.measure, given.output)
            sys.exit(0)
    except SpectralError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    logs.start_logging("window", logs.LogSetup(logs.log_folder(), given.verbose))
    logs.record_faults("window")
    sys.exit(run(given.path, given.sample))


def _draw_pictures(folder: Path, path: Path | None) -> int:
    from spectral_gui.pictures import write_pictures

    for picture in write_pictures(make_application(), folder, path):
        print(picture)
    return 0


def _renew_translations() -> int:
    from spectral_gui import preferences, translations

    for language in preferences.LANGUAGES:
        if language != "en":
            phrasebook = translations.renew(language)
            print(f"{translations.path_of(language)}: {phrasebook.done():.0%} of {len(phrasebook.texts):,} texts")
    return 0


def _draw_figure(path: Path, number: int, kind: str, output: Path, scale: float) -> int:
    from spectral_core.errors import DataError
    from spectral_core.formats import load
    from spectral_gui import sheets

    treebank = load(path)
    if not 1 <= number <= len(treebank):
        raise DataError(f"{path}: there is no sentence {number}; there are {len(treebank):,}, counted from 1")
    sentence = treebank[number - 1]
    application = make_application()
    sheets.write(sentence, kind, output, scale, path)
    del application
    return 0


def _draw_automaton(source: Path, output: Path, least: float, scale: float) -> int:
    from spectral_gui import automata

    application = make_application()
    automata.draw_file(source, output, least=least, scale=scale)
    del application
    return 0


def run(path: Path | None, sample: bool = False) -> int:
    """Shows the window on `path`; the exit code of the event loop."""
    from PySide6.QtCore import QSettings

    from spectral_core.files import make_private_folder
    from spectral_gui import preferences, theme, translations
    from spectral_gui.messages import show_bug
    from spectral_gui.placement import fit_to_screen
    from spectral_gui.session import AppContext
    from spectral_gui.window import Window

    version = machine.package_version("spectral-workbench") or "from a checkout"
    _logger.info("Spectral Workbench %s starts on Python %s, %s", version, sys.version.split()[0], sys.platform)
    application = make_application()
    _log_qt_messages()
    logs.log_thread_exceptions()
    places = preferences.folders()
    make_private_folder(places.data)
    preferred, complaint = preferences.read(places.config)
    translations.install(application, preferred.language)
    settings = QSettings(str(preferences.window_file(places.config)), QSettings.Format.IniFormat)
    desk = AppContext(places.data / "treebanks", auto_trains=True)
    desk.library.use_folder(places.data / "models")
    desk.downloader.folder = places.data / preferences.BROUGHT
    desk.dictionaries.use_folder(places.data / "dictionaries")
    window = Window(desk, preferred, settings)

    def excepthook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(kind, error, trace))
        if not isinstance(error, Cancelled | KeyboardInterrupt | SpectralError):
            _logger.error("unexpected exception", exc_info=(kind, error, trace))
        print(text, file=sys.stderr)
        if isinstance(error, SpectralError):
            window.bar.complain(str(error))
        elif not isinstance(error, Cancelled | KeyboardInterrupt):
            show_bug(window, text)

    sys.excepthook = excepthook
    _end_on_signals(application)
    fit_to_screen(window)
    window.show()
    theme.heed_system(application)
    if complaint:
        window.bar.complain(complaint)
    if path is not None:
        window.documents.open(path)
    elif sample:
        window.documents.open_sample()
    code = application.exec()
    desk.close()
    _logger.info("the window is closed, exit code %d", code)
    return code


def _log_qt_messages() -> None:
    """Log what Qt complains about; it stays on stderr."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO}
    qt_logger = logging.getLogger("spectral_gui.qt")

    def handle(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        qt_logger.log(levels.get(kind, logging.WARNING), "%s: %s", context.category or "Qt", message)
        if sys.stderr is not None and not logs.active_setup().verbosity:
            print(message, file=sys.stderr)

    qInstallMessageHandler(handle)


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


def make_application() -> QApplication:
    """The application with its name, its fonts and its theme."""
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from spectral_gui import resources, theme

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Spectral Workbench")
    application.setDesktopFileName("spectral-workbench")
    application.setWindowIcon(QIcon(str(files.locate_assets() / "icons" / "spectral-workbench.svg")))
    application.setOrganizationName("spectral-workbench")
    resources.load_fonts()
    application.setFont(theme.interface_font(application))
    theme.apply(application)
    theme.undress(application)  # until the window is made
    return application
