"""One tree turns into the next in less than a blink: arcs and phrases glide, words stay; nothing does where less motion
is wanted, nor while a key repeats."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication, QGraphicsSimpleTextItem
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Tree, Treebank
from spectral_gui import theme
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.state import AppContext
from spectral_gui.views.annotate.trees.constituency_view import ConstituencyView
from spectral_gui.views.annotate.trees.dependency_view import DependencyView

WORDS = ["the", "old", "cook", "opened", "a", "can", "near", "the", "pier", "and", "she", "saw", "it"]
CHAIN = [0, *range(1, len(WORDS))]


@pytest.fixture(params=[False, True], ids=["moving", "still"])
def window(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Window]:
    made = Window(AppContext(), Preferences(theme="light", less_motion=request.param, trains_in_background=False))
    made.resize(1300, 800)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()
    lessen(False)


moving = pytest.mark.parametrize("window", [False], indirect=True, ids=["moving"])


def is_still(window: Window) -> bool:
    return window.preferences_controller.preferences.less_motion


def areas(view: DependencyView) -> dict[int, QRectF]:
    drawing = view.current_drawing
    return {word: item.scene_bounds for word, (item, *_) in drawing.arcs.items()}


def words(drawing: ArcDrawing) -> dict[int, QRectF]:
    return {word: item.scene_bounds for word, item in drawing.words.items()}


def attach(window: Window, word: int, head: int) -> None:
    assert window.context.session.edit("Attach", lambda one: one.with_head(word, head))


def test_an_arc_glides_to_its_new_head_and_the_words_stay(window: Window, qtbot: QtBot) -> None:
    view = window.views.dependency
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(WORDS, heads=CHAIN)]))
    window.panels.show_workspace("annotate")
    before, places = areas(view)[6], words(view.current_drawing)
    attach(window, 6, 2)
    at_once = areas(view)[6]
    assert at_once != before  # the first picture shows that something was done
    qtbot.waitUntil(lambda: areas(view)[6] == final(view, 6), timeout=30_000)
    assert (at_once == final(view, 6)) is is_still(window)
    now = words(view.current_drawing)
    assert all(abs(now[word].x() - places[word].x()) < 9 and now[word].y() == places[word].y() for word in places)
    assert theme.DURATION_MILLISECONDS < 150


def final(view: DependencyView, word: int) -> QRectF:
    """Where an arc stands once nothing moves."""
    item = view.current_drawing.arcs[word][0]
    path, tip = item.final_shape
    bounds = path.boundingRect() if tip is None else path.boundingRect().united(tip.boundingRect())
    return bounds.adjusted(-3, -3, 3, 3).translated(*item.place)


@moving
def test_while_a_key_repeats_every_tree_stands_at_once(window: Window, qtbot: QtBot) -> None:
    view = window.views.dependency
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(WORDS, heads=CHAIN)]))
    window.panels.show_workspace("annotate")
    attach(window, 6, 2)
    assert areas(view)[6] != final(view, 6)
    for head in (1, 3, 2):
        attach(window, 6, head)
        assert areas(view)[6] == final(view, 6)


@moving
def test_another_sentence_stands_at_once(window: Window) -> None:
    view = window.views.dependency
    window.context.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(WORDS, heads=CHAIN), Sentence.of(WORDS[::-1], heads=CHAIN)])
    )
    window.panels.show_workspace("annotate")
    window.context.session.select(1)
    assert all(areas(view)[word] == final(view, word) for word in range(1, len(WORDS) + 1))


def flat(text: str) -> Tree:
    return Tree("S", tuple(Tree("X", (word,)) for word in text.split()))


@moving
def test_phrases_glide_to_where_they_would_stand_at_once(window: Window, qtbot: QtBot) -> None:
    text = "the old cook opened a can"
    one = Tree("S", (Tree("NP", flat("the old cook").children), Tree("VP", flat("opened a can").children)))
    other = Tree("S", (*flat("the old").children, Tree("VP", flat("cook opened a can").children)))
    session, view = window.context.session, window.views.constituency
    session.show_unsaved_treebank(Treebank.of([Sentence.of(text.split(), tree=one)]))
    window.panels.show_workspace("annotate")
    if view.drawing is None:
        window.panels.toggle_tree_kind()
    before = places(view)
    pictures = []
    for still in (True, False):
        lessen(still)
        assert session.edit("Attach", lambda sentence: sentence.with_tree(other))
        pictures.append(places(view))
        session.undo()
        lessen(True)  # which is not to be seen
    at_once, on_its_way = pictures
    assert before != on_its_way != at_once
    lessen(False)
    qtbot.waitUntil(lambda: places(view) == before, timeout=30_000)
    assert sum(before[word][0] == at_once[word][0] for word in text.split()) == len(text.split())


def lessen(wanted: bool) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.set_motion_reduced(application, wanted)


def places(view: ConstituencyView) -> dict[str, tuple[float, float]]:
    """Where the words and the labels of phrases are."""
    found = [item for item in view.canvas.items() if isinstance(item, QGraphicsSimpleTextItem)]
    return {item.text(): (round(item.x()), round(item.y())) for item in found if item.text() != "X"}


@pytest.mark.parametrize(("answer", "less"), [("false", True), ("true", False)])
def test_what_the_desktop_is_asked_for_holds_here(
    answer: str, less: bool, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "gsettings"
    program.write_text(f'#!/bin/sh\ntest "$3" = enable-animations && echo {answer}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path), os.environ["PATH"])))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    asked = theme.query_reduced_motion(application)
    assert asked is not None
    with qtbot.waitSignal(asked.finished, timeout=30_000):
        pass
    assert theme.is_motion_reduced() is less
