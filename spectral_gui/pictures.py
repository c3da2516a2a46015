"""Pictures of every workspace on the sample project, or of a file, made without a screen."""

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
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats import save
from spectral_core.model import Value
from spectral_gui.documents import sample_project
from spectral_gui.plots import Plot
from spectral_gui.preferences import Preferences
from spectral_gui.session import AppContext
from spectral_gui.window import Window

_PATIENCE = 120_000  # milliseconds; the first start of the engine compiles its kernels
_SIZE = (1440, 900)
_DECIDED = 4  # words of the sentence in the picture of Annotate
_SETTLING = 400  # milliseconds that timers of views are given before a picture
_RUNS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("hmm", {"estimator": "em", "states": 8, "column": "xpos", "iterations": 40}),
    ("hmm", {"estimator": "spectral-em", "states": 8, "column": "xpos", "iterations": 40}),
    ("hmm", {"estimator": "spectral", "states": 8, "column": "xpos"}),
    ("ngram", {"column": "xpos", "minimum": 1}),
)


class _Drawing:
    """A window that is driven from here and grabbed."""

    def __init__(self, application: QApplication, folder: Path, store: Path):
        self.application, self.folder = application, folder
        self.desk = AppContext(store)
        self.window = Window(self.desk, Preferences(theme="light", less_motion=True))
        self.window.resize(*_SIZE)
        self.window.show()
        self.written: list[Path] = []

    def after(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        """Does `act` and waits for what it brings about; a complaint is raised as the expected failure that it is."""
        loop = QEventLoop()
        ends: list[Exception | None] = []

        def end(error: Exception | None) -> None:
            ends.append(error)
            loop.quit()

        done = signal.connect(lambda *_: end(None))
        failed = self.desk.notices.failed.connect(lambda complaint: end(SpectralError(complaint)))
        broke = self.desk.notices.crashed.connect(lambda trace: end(RuntimeError(trace)))
        QTimer.singleShot(_PATIENCE, loop, lambda: end(SpectralError("The engine did not answer in time.")))
        act()
        if not ends:
            loop.exec()
        for connected, one in ((done, signal), (failed, self.desk.notices.failed), (broke, self.desk.notices.crashed)):
            one.disconnect(connected)
        if ends[0] is not None:
            raise ends[0]

    def learn(self, method: str, settings: Mapping[str, Value]) -> None:
        self.desk.runs.learn(method, settings)
        while self.desk.runs.is_learning:
            self.rest(50)
        run = self.desk.runs.recorded[-1]
        if run.status != "finished":
            raise SpectralError(run.complaint)

    def rest(self, milliseconds: int) -> None:
        """Lets the engine and the window go on by themselves for a while."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop, loop.quit)
        loop.exec()

    def wait(self, holds: Callable[[], bool]) -> None:
        """Lets the engine and the window go on until something holds, or for as long as there is patience."""
        end = time.monotonic() + _PATIENCE / 1000
        while not holds() and time.monotonic() < end:
            self.rest(_SETTLING)

    def take(self, name: str) -> None:
        self.rest(_SETTLING)
        while any(plot.waiting for plot in self.window.findChildren(Plot)):
            self.rest(_SETTLING)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # tabs of before
        for button in self.window.findChildren(QToolButton):  # without a screen the mouse is in the corner
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
        path = self.folder / f"{name}.png"
        content = QBuffer()
        content.open(QIODevice.OpenModeFlag.WriteOnly)
        self.window.grab().save(content, "PNG")
        rights = rights_of_copy(path, self.desk.session.sources)
        replace_atomically(path, [bytes(content.data().data())], rights=rights)
        self.written.append(path)

    def open_document(self, name: str) -> None:
        """Shows another document of the project and waits until it is surveyed."""
        self.after(self.desk.survey.changed, lambda: self.desk.session.open_document(name))

    def take_dark(self, name: str) -> None:
        """The same on dark paper."""
        self.theme("dark")
        self.take(name)
        self.theme("light")

    def theme(self, name: str) -> None:
        self.window.preferred.prefer(self.window.preferred.preferences.changed(theme=name))

    def close(self) -> None:
        self.desk.close()
        self.window.close()


def write_pictures(application: QApplication, folder: Path, path: Path | None = None) -> list[Path]:
    """The pictures written to `folder`: of `path`, light and dark; without one, of every workspace on the sample."""
    folder.mkdir(parents=True, exist_ok=True)
    qInstallMessageHandler(_without_noise)
    with tempfile.TemporaryDirectory() as room:
        drawing = _Drawing(application, folder, Path(room))
        try:
            if path is None:
                _draw_sample(drawing, Path(room))
            else:
                drawing.after(drawing.desk.survey.changed, lambda: drawing.desk.session.open(path))
                drawing.take("window")
                drawing.theme("dark")
                drawing.take("window-dark")
        finally:
            drawing.close()
    return drawing.written


def _draw_sample(drawing: _Drawing, room: Path) -> None:
    desk, window = drawing.desk, drawing.window
    drawing.take("welcome")
    folder = sample_project(room)
    drawing.after(desk.survey.changed, lambda: desk.session.open(folder))
    drawing.learn("arc-parser", {})
    desk.session.select(3)
    desk.session.edit("Begin anew", _with_few_heads)
    desk.session.select(word=10)
    drawing.wait(lambda: desk.suggestions.current is not None)
    drawing.take("annotate")
    drawing.take_dark("annotate-dark")
    desk.session.undo_in_place()
    drawing.after(desk.document_search.searched, lambda: desk.document_search.find("NN > DT"))
    window.panels.show_find()
    drawing.take("find")
    window.panels.docks["find"].close()
    drawing.open_document("english.mrg")
    desk.session.select(3)
    desk.session.select(node=(0, 2))
    drawing.take("annotate-constituents")
    drawing.open_document("arabic.conllu")
    desk.session.select(2)
    desk.session.select(word=2)
    drawing.take("annotate-arabic")
    window.panels.show_read()
    desk.reader.mark_known(("إِلَى", "فِي", "مِنْ", "مَعَ", "قَالَ", "لَيْلَى"))
    window.views.reading.show_lines("gloss", "kind")
    drawing.rest(1_500)  # the readings come from the engine
    drawing.take("read")
    drawing.open_document("sampled.conllu")
    window.panels.show_train()
    for method, settings in _RUNS:
        drawing.learn(method, settings)
    window.views.curves.show_runs([run.name for run in desk.runs.recorded if run.method != "arc-parser"])
    drawing.take("train")
    drawing.take_dark("train-dark")
    drawing.learn("head-automata", {"states": 6, "calibration": False, "tagger": False})
    window.panels.show_explore()
    panel = window.views.exploring.automata.panel
    drawing.wait(lambda: panel.canvas.drawing is not None)  # the engine clusters, and the automaton is laid out
    panel.details.parts.setCurrentRow(panel.details.parts.count() // 3)
    drawing.take("explore")
    drawing.open_document("english.conllu")
    other = room / "second annotator.conllu"
    save(_second(desk.session.treebank), other)
    window.panels.show_compare()
    drawing.after(desk.document_search.compared, lambda: window.views.comparing.compare_with(other))
    drawing.take("compare")


def _with_few_heads(sentence: Sentence) -> Sentence:
    """The sentence as somebody has it who has decided its first words."""
    heads = [head if word <= _DECIDED else None for word, head in enumerate(sentence.heads, 1)]
    relations = [relation if word <= _DECIDED else EMPTY for word, relation in enumerate(sentence.deprels, 1)]
    return sentence.with_heads(heads, relations)


def _second(treebank: Treebank) -> Treebank:
    """The treebank as another annotator might have it: some words attached one word further left."""
    for at in range(3, 30, 4):
        sentence = treebank[at]
        for word in range(len(sentence) - 1, 1, -5):
            head = sentence.heads[word - 1]
            if head and head > 1 and head - 1 != word:
                with contextlib.suppress(EditError):
                    sentence = sentence.with_head(word, head - 1, "dep")
        treebank = treebank.with_sentence(at, sentence)
    return treebank


def _without_noise(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    if "propagateSizeHints" not in message:  # which the offscreen platform says of every window
        print(message, file=sys.stderr)
