"""Screenshots of every workspace on the sample project, or of a file, taken without a screen."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QCoreApplication,
    QEvent,
    QEventLoop,
    QIODevice,
    QMessageLogContext,
    Qt,
    QTimer,
    QtMsgType,
    SignalInstance,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication, QToolButton

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.errors import EditError, SpectralError
from spectral_core.files import compute_copy_permissions, replace_atomically
from spectral_core.formats import save
from spectral_core.model import Value
from spectral_gui.app.window import Window
from spectral_gui.app.window_actions import ensure_sample_project
from spectral_gui.plots import Plot
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext

_TIMEOUT_MILLISECONDS = 120_000  # the first start of the engine compiles its kernels
_WINDOW_SIZE = (1440, 900)
_ANNOTATED_WORDS = 4  # in the sentence of the Annotate screenshot
_SETTLING_MILLISECONDS = 400  # for timers of views before a screenshot
_TRAINED_METHODS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("hmm", {"estimator": "em", "states": 8, "column": "xpos", "iterations": 40}),
    ("hmm", {"estimator": "spectral-em", "states": 8, "column": "xpos", "iterations": 40}),
    ("hmm", {"estimator": "spectral", "states": 8, "column": "xpos"}),
    ("ngram", {"column": "xpos", "minimum": 1}),
)


class _ScreenshotSession:
    """Window of which screenshots are taken, with methods that operate it."""

    def __init__(self, application: QApplication, folder: Path, storage_folder: Path):
        self.application, self.folder = application, folder
        self.context = AppContext(storage_folder)
        self.window = Window(self.context, Preferences(theme="light", less_motion=True))
        self.window.resize(*_WINDOW_SIZE)
        self.window.show()
        self.paths: list[Path] = []

    def wait_for_signal(self, signal: SignalInstance, operation: Callable[[], object]) -> None:
        """Run `operation` and wait for a signal; raise an error reported meanwhile."""
        loop = QEventLoop()
        outcomes: list[Exception | None] = []

        def finish(error: Exception | None) -> None:
            outcomes.append(error)
            loop.quit()

        finished_connection = signal.connect(lambda *_: finish(None))
        failed_connection = self.context.notices.failed.connect(lambda reason: finish(SpectralError(reason)))
        crashed_connection = self.context.notices.crashed.connect(lambda trace: finish(RuntimeError(trace)))
        QTimer.singleShot(
            _TIMEOUT_MILLISECONDS, loop, lambda: finish(SpectralError("The engine did not answer in time."))
        )
        operation()
        if not outcomes:
            loop.exec()
        for connection, emitter in (
            (finished_connection, signal),
            (failed_connection, self.context.notices.failed),
            (crashed_connection, self.context.notices.crashed),
        ):
            emitter.disconnect(connection)
        if outcomes[0] is not None:
            raise outcomes[0]

    def train_model(self, method: str, settings: Mapping[str, Value]) -> None:
        """Train a model on the open document and wait for it; raise an error if that fails."""
        self.context.runs.train(method, settings)
        while self.context.runs.is_training_for_user:
            self.process_events(50)
        run = self.context.runs.recorded_runs[-1]
        if run.status != "finished":
            raise SpectralError(run.complaint)

    def process_events(self, milliseconds: int) -> None:
        """Process events for a while."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop, loop.quit)
        loop.exec()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Process events until a condition holds; raise an error after the timeout."""
        deadline = time.monotonic() + _TIMEOUT_MILLISECONDS / 1000
        while not condition():
            if time.monotonic() > deadline:
                raise SpectralError("The window did not get ready in time.")
            self.process_events(_SETTLING_MILLISECONDS)

    def take_screenshot(self, name: str) -> None:
        """Write a screenshot once all plots are drawn."""
        self.process_events(_SETTLING_MILLISECONDS)
        self.wait_until(lambda: not any(plot.is_pending for plot in self.window.findChildren(Plot)))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # remove tabs of the previous layout
        for button in self.window.findChildren(QToolButton):  # without a screen the mouse is in the corner
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        path = self.folder / f"{name}.png"
        content = QBuffer()
        content.open(QIODevice.OpenModeFlag.WriteOnly)
        self.window.grab().save(content, "PNG")
        permissions = compute_copy_permissions(path, self.context.session.source_files)
        replace_atomically(path, [bytes(content.data().data())], permissions=permissions)
        self.paths.append(path)

    def open_document(self, name: str) -> None:
        """Show another document of the project and wait for its survey."""
        self.wait_for_signal(self.context.survey.changed, lambda: self.context.session.open_document(name))

    def take_dark_screenshot(self, name: str) -> None:
        """Take a screenshot in the dark theme."""
        self.set_theme("dark")
        self.take_screenshot(name)
        self.set_theme("light")

    def set_theme(self, name: str) -> None:
        self.window.preferences_controller.set_preferences(
            self.window.preferences_controller.preferences.with_changes(theme=name)
        )

    def close(self) -> None:
        self.context.close()
        self.window.close()


def write_screenshots(application: QApplication, folder: Path, path: Path | None = None) -> list[Path]:
    """Write screenshots to `folder` and return their paths: of `path`, light and dark; without one, of every workspace
    on the sample."""
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(_print_qt_message)
    with tempfile.TemporaryDirectory() as temporary_folder:
        driver = _ScreenshotSession(application, folder, Path(temporary_folder))
        try:
            if path is None:
                _take_sample_screenshots(driver, Path(temporary_folder))
            else:
                driver.wait_for_signal(driver.context.survey.changed, lambda: driver.context.session.open(path))
                driver.take_screenshot("window")
                driver.set_theme("dark")
                driver.take_screenshot("window-dark")
        finally:
            driver.close()
    return driver.paths


def _take_sample_screenshots(driver: _ScreenshotSession, work_folder: Path) -> None:
    """Take the screenshots of every workspace on the sample project."""
    context, window = driver.context, driver.window
    driver.take_screenshot("welcome")
    folder = ensure_sample_project(work_folder)
    driver.wait_for_signal(context.survey.changed, lambda: context.session.open(folder))
    driver.train_model("arc-parser", {})
    context.session.select(3)
    context.session.edit("Keep the first heads", _keep_first_heads)
    context.session.select(word=10)
    driver.wait_until(lambda: context.suggestions.current is not None)
    driver.take_screenshot("annotate")
    driver.take_dark_screenshot("annotate-dark")
    context.session.undo_without_selecting()
    driver.wait_for_signal(context.document_search.searched, lambda: context.document_search.find("NN > DT"))
    window.panels.show_find()
    driver.take_screenshot("find")
    window.panels.docks["find"].close()
    driver.open_document("english.mrg")
    context.session.select(3)
    context.session.select(node=(0, 2))
    driver.take_screenshot("annotate-constituents")
    driver.open_document("arabic.conllu")
    context.session.select(2)
    context.session.select(word=2)
    driver.take_screenshot("annotate-arabic")
    window.panels.show_workspace("read")
    context.reader.mark_known(("إِلَى", "فِي", "مِنْ", "مَعَ", "قَالَ", "لَيْلَى"))
    window.views.reading.show_lines("gloss", "kind")
    driver.process_events(1_500)  # for the readings from the engine
    driver.take_screenshot("read")
    driver.open_document("sampled.conllu")
    window.panels.show_workspace("train")
    for method, settings in _TRAINED_METHODS:
        driver.train_model(method, settings)
    window.views.curves.show_runs([run.name for run in context.runs.recorded_runs if run.method != "arc-parser"])
    driver.take_screenshot("train")
    driver.take_dark_screenshot("train-dark")
    driver.train_model("head-automata", {"states": 6, "calibration": False, "tagger": False})
    window.panels.show_workspace("explore")
    panel = window.views.explore.automata.panel
    driver.wait_until(lambda: panel.canvas.drawing is not None)  # for clustering and the layout of the automaton
    panel.details.parts.setCurrentRow(panel.details.parts.count() // 3)
    driver.take_screenshot("explore")
    driver.open_document("english.conllu")
    second_path = work_folder / "second annotator.conllu"
    save(_make_second_annotation(context.session.treebank), second_path)
    window.panels.show_workspace("compare")
    driver.wait_for_signal(context.document_search.compared, lambda: window.views.comparison.compare_with(second_path))
    driver.take_screenshot("compare")


def _keep_first_heads(sentence: Sentence) -> Sentence:
    """Return a sentence in which only the first words have heads."""
    heads = [head if word <= _ANNOTATED_WORDS else None for word, head in enumerate(sentence.heads, 1)]
    relations = [relation if word <= _ANNOTATED_WORDS else EMPTY for word, relation in enumerate(sentence.deprels, 1)]
    return sentence.with_heads(heads, relations)


def _make_second_annotation(treebank: Treebank) -> Treebank:
    """Simulate a second annotator: return the treebank with some words attached one word further left."""
    for index in range(3, 30, 4):
        sentence = treebank[index]
        for word in range(len(sentence) - 1, 1, -5):
            head = sentence.heads[word - 1]
            if head and head > 1 and head - 1 != word:
                with contextlib.suppress(EditError):
                    sentence = sentence.with_head(word, head - 1, "dep")
        treebank = treebank.with_sentence(index, sentence)
    return treebank


def _print_qt_message(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    if "propagateSizeHints" not in message:  # warning of the offscreen platform for every window
        print(message, file=sys.stderr)
