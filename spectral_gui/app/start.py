"""Program start: check Qt's requirements before importing it, then set up fonts, theme, error handling and the
window."""

from __future__ import annotations

import argparse
import logging
import math
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
    """Open the window and run until it is closed, or draw figures without a window."""
    parser = argparse.ArgumentParser(prog="spectral-gui", description="The window of Spectral Workbench.")
    parser.add_argument("path", nargs="?", type=Path, help="a treebank or a project to open")
    parser.add_argument("--sample", action="store_true", help="open the sample project")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="write pictures of every workspace, and end")
    parser.add_argument("--figure", type=Path, metavar="FILE", help="draw one sentence of a treebank, and end")
    parser.add_argument("--sentence", type=int, default=1, metavar="N", help="which one, from 1")
    parser.add_argument("--kind", default="", help="dependencies or constituents")
    parser.add_argument("--automaton", type=Path, metavar="FILE", help="draw an automaton stored as JSON, and end")
    parser.add_argument("--least", type=float, default=0.0, metavar="SHARE", help="of the sequences, for an edge")
    parser.add_argument("--sweep", type=Path, metavar="FILE", help="draw a sweep as `spectral sweep` kept it, and end")
    parser.add_argument("--measure", default="", help="measure to draw")
    parser.add_argument("--translations", action="store_true", help="update the translation files, and end")
    parser.add_argument("--scale", type=float, default=2.0, help="pixels a point, of a PNG")
    parser.add_argument("-o", "--output", type=Path, help="the figure: .svg, .pdf or .png")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="write the log to stderr; twice for more")
    arguments = parser.parse_args()
    logs.start_logging("window", logs.LogSetup(None, arguments.verbose))
    missing = machine.find_missing_libraries(display=machine.has_display())
    if missing:
        print(machine.describe_missing_libraries(missing), file=sys.stderr)
        sys.exit(1)
    try:
        if arguments.translations:
            sys.exit(_update_message_catalogues())
        if arguments.pictures is not None:
            sys.exit(_write_screenshots(arguments.pictures, arguments.path))
        figure_option = next((name for name in ("figure", "automaton", "sweep") if getattr(arguments, name)), None)
        if arguments.output is None and figure_option:
            parser.error(f"--{figure_option} needs -o FILE")
        if arguments.figure is not None:
            sys.exit(
                _write_sentence_figure(
                    arguments.figure, arguments.sentence, arguments.kind, arguments.output, arguments.scale
                )
            )
        if arguments.automaton is not None:
            sys.exit(_write_automaton_figure(arguments.automaton, arguments.output, arguments.least, arguments.scale))
        if arguments.sweep is not None:
            from spectral_gui.plots import draw_sweep_file

            draw_sweep_file(arguments.sweep, arguments.measure, arguments.output)
            sys.exit(0)
    except SpectralError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    logs.start_logging("window", logs.LogSetup(logs.get_log_folder(), arguments.verbose))
    logs.enable_fault_log("window")
    sys.exit(run_window(arguments.path, arguments.sample))


def _write_screenshots(folder: Path, path: Path | None) -> int:
    """Write screenshots, print their paths, and return the exit code."""
    from spectral_gui.app.screenshots import write_screenshots

    for picture in write_screenshots(make_application(), folder, path):
        print(picture)
    return 0


def _update_message_catalogues() -> int:
    """Update the message catalogues of all languages, print the share translated, and return the exit code."""
    from spectral_gui import message_catalogues, preferences

    for language in preferences.LANGUAGES:
        if language != "en":
            catalogue = message_catalogues.update_catalogue(language)
            coverage = f"{math.floor(100 * catalogue.compute_coverage())}% of {len(catalogue.translations):,} texts"
            print(f"{message_catalogues.get_catalogue_path(language)}: {coverage}")
    return 0


def _write_sentence_figure(path: Path, number: int, kind: str, output: Path, scale: float) -> int:
    """Draw the tree of a sentence, counted from 1, and return the exit code."""
    from spectral_core.errors import DataError
    from spectral_core.formats import load
    from spectral_gui.scenes import figure_export

    treebank = load(path)
    if not 1 <= number <= len(treebank):
        raise DataError(f"{path}: there is no sentence {number}; there are {len(treebank):,}, counted from 1")
    sentence = treebank[number - 1]
    application = make_application()
    figure_export.write_sentence_figure(sentence, kind, output, scale, path)
    del application
    return 0


def _write_automaton_figure(source: Path, output: Path, min_share: float, scale: float) -> int:
    """Draw an automaton stored as JSON, and return the exit code."""
    from spectral_gui.scenes import figure_export

    application = make_application()
    figure_export.convert_automaton_file(source, output, min_share=min_share, scale=scale)
    del application
    return 0


def run_window(path: Path | None, opens_sample: bool = False) -> int:
    """Show the window on `path` and return the exit code of the event loop."""
    from PySide6.QtCore import QSettings

    from spectral_core.files import make_private_folder
    from spectral_gui import message_catalogues, preferences, theme
    from spectral_gui.app.help import show_bug_report
    from spectral_gui.app.window import Window
    from spectral_gui.app.window_state import fit_to_screen
    from spectral_gui.state import AppContext

    version = machine.package_version("spectral-workbench") or "from a checkout"
    _logger.info("Spectral Workbench %s starts on Python %s, %s", version, sys.version.split()[0], sys.platform)
    application = make_application()
    _log_qt_messages()
    logs.log_thread_exceptions()
    user_folders = preferences.get_user_folders()
    make_private_folder(user_folders.data)
    user_preferences, error_message = preferences.read_preferences(user_folders.config)
    message_catalogues.install_translators(application, user_preferences.language)
    settings = QSettings(str(preferences.prepare_window_state_file(user_folders.config)), QSettings.Format.IniFormat)
    context = AppContext(user_folders.data / "treebanks", auto_trains=True)
    context.library.set_folder(user_folders.data / "models")
    context.downloader.folder = user_folders.data / preferences.DOWNLOADS_FOLDER
    context.dictionaries.set_folder(user_folders.data / "dictionaries")
    window = Window(context, user_preferences, settings)

    def excepthook(error_type: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Show an expected error in the message bar, and any other as a bug report."""
        text = "".join(traceback.format_exception(error_type, error, trace))
        if not isinstance(error, Cancelled | KeyboardInterrupt | SpectralError):
            _logger.error("unexpected exception", exc_info=(error_type, error, trace))
        print(text, file=sys.stderr)
        if isinstance(error, SpectralError):
            window.message_bar.show_error(str(error))
        elif not isinstance(error, Cancelled | KeyboardInterrupt):
            show_bug_report(window, text)

    sys.excepthook = excepthook
    _quit_on_signals(application)
    fit_to_screen(window)
    window.show()
    theme.query_reduced_motion(application)
    if error_message:
        window.message_bar.show_error(error_message)
    if path is not None:
        window.document_actions.open(path)
    elif opens_sample:
        window.document_actions.open_sample()
    exit_code = application.exec()
    for signal_number in (signal.SIGINT, signal.SIGTERM):  # the program is ending already
        signal.signal(signal_number, signal.SIG_IGN)
    context.close()
    _logger.info("the window is closed, exit code %d", exit_code)
    return exit_code


def _log_qt_messages() -> None:
    """Send Qt's warnings to the log and to stderr."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO}
    qt_logger = logging.getLogger("spectral_gui.qt")

    def handle(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        qt_logger.log(levels.get(kind, logging.WARNING), "%s: %s", context.category or "Qt", message)
        if sys.stderr is not None and not logs.get_active_log_setup().verbosity:
            print(message, file=sys.stderr)

    qInstallMessageHandler(handle)


def _quit_on_signals(application: QApplication) -> None:
    """Close the window on SIGTERM and Ctrl+C: while Qt waits, Python does not run its signal handlers."""
    from PySide6.QtCore import QSocketNotifier, QTimer

    receiver, sender = socket.socketpair()
    for endpoint in (receiver, sender):
        endpoint.setblocking(False)
    signal.set_wakeup_fd(sender.detach())
    notifier = QSocketNotifier(receiver.fileno(), QSocketNotifier.Type.Read, application)
    notifier.activated.connect(lambda: receiver.recv(64))  # returning to Python runs the handlers
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # deferred: the engine may still be starting
        signal.signal(signal_number, lambda *_: QTimer.singleShot(0, application.quit))


def make_application() -> QApplication:
    """Create the application with its name, fonts and theme."""
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from spectral_gui import text_display, theme

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Spectral Workbench")
    application.setDesktopFileName("spectral-workbench")
    application.setWindowIcon(QIcon(str(files.locate_assets() / "icons" / "spectral-workbench.svg")))
    application.setOrganizationName("spectral-workbench")
    text_display.load_bundled_fonts()
    application.setFont(theme.make_interface_font(application))
    theme.apply_theme(application)
    theme.remove_style_sheet(application)  # until the window is created
    return application
