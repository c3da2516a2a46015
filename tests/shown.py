"""What a window shows of the selected sentence, cell by cell, and what a file holds of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from learning import wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from spectral_core import formats, library, store
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.progress import ignore_progress
from spectral_core.project import Project
from spectral_core.registry import METHODS
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.widgets import is_dock_on_screen

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
READING_COLUMNS = ("lemma", "upos", "xpos", "feats")
_NO_MODIFIER, _SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Cell(NamedTuple):
    """A cell as a part of the window shows it."""

    part: str
    word: int
    column: str
    text: str


def strip_all(sentence: Sentence) -> Sentence:
    """The sentence as a file without annotation holds it."""
    nothing = (EMPTY,) * len(sentence)
    spaces = tuple("SpaceAfter=No" if "SpaceAfter=No" in misc else EMPTY for misc in sentence.misc)
    bare = replace(sentence.with_heads([None] * len(sentence), nothing), lemmas=nothing, upos=nothing, xpos=nothing)
    return replace(
        bare, feats=nothing, deps=nothing, misc=spaces, empty_nodes=(), analyses=(), candidates=(), tree=None,
        source=None,
    )  # fmt: skip


def fill_shelf(folder: Path, treebank: Treebank, methods: Sequence[str]) -> Path:
    """A library with models of these methods, learnt from a treebank."""
    for method in methods:
        path = folder / f"{method}.npz"
        store.save(METHODS[method].learn(treebank, METHODS[method].settings(), ignore_progress), path)
        column = "upos" if METHODS[method].structure is not None else ""
        library.add_model(path, folder / "shelf", f"my {method}", TextProfile.from_sentences(treebank, column))
    return folder / "shelf"


def open_text(context: AppContext, folder: Path, treebank: Treebank) -> Path:
    """Opens a project over a treebank; returns the file of its document."""
    folder.mkdir(parents=True)
    path = folder / "text.conllu"
    formats.save(treebank, path)
    Project.create(folder, [path], "Text").close()
    context.session.open(folder)
    wait_for(lambda: context.session.opened_path == folder and context.survey.is_complete)
    return path


def settle(context: AppContext) -> None:
    """Waits until everything that is shown of the selected sentence is there."""
    index = context.session.selection.sentence
    wait_for(
        lambda: (
            not context.suggestions.is_waiting
            and not (context.readings.are_visible and context.readings.is_ranking_due(index))
        )
    )
    QTest.qWait(1)


def read_tree(window: Window) -> Iterator[Cell]:
    """The cells of the drawn tree: words, tags, heads and relations."""
    view = window.views.dependency
    drawing = view.current_drawing
    sentence = drawing.sentence
    shown = {
        "lemma": sentence.lemmas if view.interlinear_shown or view.lemmas_shown else (),
        "upos": sentence.upos,
        "xpos": sentence.xpos if view.interlinear_shown and sentence.xpos != sentence.upos else (),
    }
    names = [name for name, column in shown.items() if any(value != EMPTY for value in column)]
    heights = sorted({line.y for item in drawing.words.values() for line in item.lines})
    for word, item in drawing.words.items():
        yield Cell("tree", word, "form", item.lines[0].text)
        texts = {line.y: line.text for line in item.lines}
        for name, y in zip(names, heights[1:-1], strict=False):
            yield Cell("tree", word, name, texts.get(y, EMPTY))
    heads = [(arc.word, arc.head) for arc in drawing.layout.arcs] + [(arrow.word, 0) for arrow in drawing.layout.roots]
    yield from (Cell("tree", word, "head", str(head)) for word, head in heads)
    cut_words = {arc.word for arc in drawing.layout.arcs if arc.continued_at}  # whose labels also name another word
    for word in {word for word, _ in heads} - cut_words:
        texts_of_labels = [label.content[0] for label in drawing.labels.get(word, ())]
        yield Cell("tree", word, "deprel", str((texts_of_labels or [EMPTY])[0]).removesuffix(" *"))
    model = view.outline.word_model
    for row in range(model.rowCount()):
        texts_of_row = [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
        head = texts_of_row[4].partition(" (")[0]
        yield Cell("outline", row + 1, "form", texts_of_row[1])
        has_upos = sentence.upos[row] != EMPTY  # otherwise XPOS stands in its place
        yield Cell("outline", row + 1, "upos" if has_upos else "xpos", texts_of_row[2] or EMPTY)
        yield Cell("outline", row + 1, "deprel", texts_of_row[3] or EMPTY)
        yield Cell("outline", row + 1, "head", head.partition(" ")[0] or EMPTY)


def read_word_panel(window: Window, word: int) -> Iterator[Cell]:
    """The fields of the selected word, or what is grey in them or below them, if the panel is on screen."""
    if is_dock_on_screen(window.panels.docks["word"]):
        for name, field in window.views.word.fields.items():
            text = field.line.text() or field.line.placeholderText() or EMPTY
            yield Cell("word", word, name, field.suggestion_label.text().removeprefix("suggested: ") or text)


def read_first_reading(window: Window, word: int) -> Iterator[Cell]:
    """The first reading of the selected word that the readings pane lists; if one is chosen, what that has."""
    if not window.views.candidates.has_readings_on_screen:
        return
    readings = window.views.candidates.reading_list.reading_model.visible_readings
    for reading in [reading for reading in readings if reading.is_chosen][:1] or readings[:1]:
        for name in READING_COLUMNS:
            value = getattr(reading.analysis, name)
            if value != EMPTY or not reading.is_chosen:
                yield Cell("readings", word, name, value)


def show_panels(window: Window, *names: str) -> None:
    """Shows these panels with the tree, all but the first in windows of their own."""
    window.panels.show_workspace("annotate")
    for name, dock in window.panels.docks.items():
        dock.setFloating(name in names[1:])
        dock.setVisible(name in names)
    QTest.qWait(50)  # another panel may come to the front after a document was opened
    window.panels.show_dock(names[0])
    wait_for(lambda: all(is_dock_on_screen(window.panels.docks[name]) for name in names))
    settle(window.context)


def read_screen(window: Window) -> list[Cell]:
    """All cells of the selected sentence that the window shows, with each word selected in turn."""
    context = window.context
    sentence = context.session.sentence
    assert sentence is not None
    QApplication.processEvents()
    settle(context)
    cells = list(read_tree(window))
    for word in range(1, len(sentence) + 1):
        context.session.select(word=word)
        QApplication.processEvents()
        cells += read_word_panel(window, word)
        cells += read_first_reading(window, word)
    view = window.views.dependency
    view.toggle_interlinear()
    QApplication.processEvents()
    cells += read_tree(window)
    view.toggle_interlinear()
    QApplication.processEvents()
    return cells


def accept(window: Window) -> None:
    """Accepts the selected sentence with Return, or with Shift+Return where that is refused."""
    context = window.context
    index = context.session.selection.sentence
    canvas = window.views.dependency.canvas
    window.activateWindow()
    canvas.setFocus()
    wait_for(lambda: window.isActiveWindow() and canvas.hasFocus())
    for modifier in (_NO_MODIFIER, _SHIFT):
        if context.session.provenances.get(index) != "confirmed":
            QTest.keyClick(canvas, Qt.Key.Key_Return, modifier)
    assert context.session.provenances.get(index) == "confirmed"


def save(context: AppContext) -> None:
    """Writes the document."""
    job = context.document_saver.save()
    assert job is not None
    wait_for(lambda: job.has_ended and not context.session.unsaved_sentences)


def read_file(path: Path, index: int) -> dict[tuple[int, str], str]:
    """The cells of a sentence as the bytes of a file give them."""
    block = path.read_bytes().decode().split("\n\n")[index]
    rows = [line.split("\t") for line in block.split("\n") if line and not line.startswith("#")]
    words = [row for row in rows if row[0].isdecimal()]
    return {(int(row[0]), name): value for row in words for name, value in zip(COLUMNS, row, strict=True)}


def find_differences(cells: Sequence[Cell], written: dict[tuple[int, str], str]) -> list[tuple[Cell, str]]:
    """The cells that are shown otherwise than they are written; what is shortened must begin alike."""
    differences = []
    for cell in cells:
        value = written[cell.word, cell.column]
        if cell.text != value and not (cell.text.endswith("…") and value.startswith(cell.text.removesuffix("…"))):
            differences.append((cell, value))
    return differences
