"""The walk: open, learn, show, correct trees of both kinds, take back, close, open again, save; with keys alone too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, tree_edits
from spectral_core.errors import EditError
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind

SAMPLE = locate_assets() / "sample" / "english"
EACH = 10  # sentences that are changed, of either kind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of two documents over the same sentences: dependencies, and constituents."""
    place = tmp_path / "garden"
    place.mkdir()
    for name in ("written.conllu", "written.mrg"):
        (place / name).write_bytes((SAMPLE / name).read_bytes())
    Project.create(place, [place / "written.conllu", place / "written.mrg"], "Garden").close()
    return place


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    yield made
    made.close()


def shown(qtbot: QtBot, desk: AppContext, what: Path | str) -> None:
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        if isinstance(what, Path):
            desk.session.open(what)
        else:
            desk.session.open_document(what)


def with_other_head(sentence: Sentence) -> Sentence:
    """The last word that can be attached to the first word without a circle, attached to it."""
    for word in range(len(sentence), 1, -1):
        if sentence.heads[word - 1] not in (0, 1) and sentence.heads[0] != word:
            try:
                return sentence.with_head(word, 1)
            except EditError:
                continue
    raise AssertionError("no word of this sentence can be attached elsewhere")


def relabelled(sentence: Sentence) -> Sentence:
    assert sentence.tree is not None
    return sentence.with_tree(tree_edits.relabel_node(sentence.tree, (0,), "FRAG")[0])


def test_the_walk_through_the_session(desk: AppContext, folder: Path, qtbot: QtBot) -> None:
    shown(qtbot, desk, folder)
    desk.runs.train("hmm", {"estimator": "em", "states": 3, "column": "xpos", "iterations": 5})
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
    assert desk.runs.recorded_runs[-1].status == "finished", desk.runs.recorded_runs[-1].complaint
    before = {name: list(load(folder / name)) for name in desk.session.documents}
    long_enough = [at for at, sentence in enumerate(desk.session.treebank) if len(sentence) > 4][:EACH]
    for at in long_enough:
        assert desk.session.edit(f"Attach in {at}", with_other_head, index=at)
    shown(qtbot, desk, "written.mrg")
    for at in long_enough:
        assert desk.session.edit(f"Relabel in {at}", relabelled, index=at)
    kept = {
        "written.mrg": [],  # the ten acts taken back are the newest: all those on trees
        "written.conllu": long_enough,
    }
    for _ in range(EACH):
        desk.session.undo()
    assert desk.session.undo_text == f"Attach in {long_enough[-1]}"
    assert desk.session.redo_text == f"Relabel in {long_enough[0]}"
    desk.session.redo()
    kept["written.mrg"] = long_enough[:1]
    desk.close()

    again = AppContext()
    try:
        shown(qtbot, again, folder)
        assert [run.method for run in again.runs.recorded_runs] == ["hmm"]
        assert again.session.undo_text == f"Relabel in {long_enough[0]}"
        assert again.session.redo_text == f"Relabel in {long_enough[1]}"
        for name in ("written.conllu", "written.mrg"):
            if again.session.document != name:
                shown(qtbot, again, name)
            assert sorted(again.session.unsaved_sentences) == sorted(kept[name])
            with qtbot.waitSignal(again.document_saver.saved, timeout=30_000):
                again.document_saver.save()
            assert not again.session.unsaved_sentences
    finally:
        again.close()
    for name, change in (("written.conllu", with_other_head), ("written.mrg", relabelled)):
        for at, (was, now) in enumerate(zip(before[name], load(folder / name), strict=True)):
            assert now == (change(was) if at in kept[name] else was)
            if at not in kept[name]:
                assert now.source == was.source


class Keyboard:
    """Types into whatever has the focus, as a person does."""

    def __init__(self, qtbot: QtBot):
        self._qtbot = qtbot

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        widget = QApplication.focusWidget() or QApplication.activeWindow()
        assert widget is not None
        self._qtbot.keyClick(widget, key, modifier)

    def type(self, text: str) -> None:
        for letter in text:
            widget = QApplication.focusWidget() or QApplication.activeWindow()
            assert widget is not None
            self._qtbot.keyClick(widget, letter)


CONTROL = Qt.KeyboardModifier.ControlModifier


def opened(qtbot: QtBot, folder: Path) -> Window:
    window = Window(AppContext(), Preferences(theme="light"))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
        window.document_actions.open(folder)
    return window


def closed(window: Window) -> None:
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_walk_through_the_window_with_keys_alone(folder: Path, qtbot: QtBot) -> None:
    keys = Keyboard(qtbot)
    window = opened(qtbot, folder)
    desk = window.context
    assert desk.session.document == "written.conllu"
    keys.press(Qt.Key.Key_5, CONTROL)
    keys.press(Qt.Key.Key_Return, CONTROL)
    assert desk.runs.is_training_for_user
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
    assert desk.runs.recorded_runs[-1].status == "finished", desk.runs.recorded_runs[-1].complaint

    keys.press(Qt.Key.Key_1, CONTROL)
    decided: list[str] = []
    done = 0
    while done < EACH:  # attach the last word to the first by its number, and take back each second one
        keys.press(Qt.Key.Key_Down, CONTROL)
        sentence = desk.session.sentence
        assert sentence is not None
        if len(sentence) < 5 or sentence.heads[-1] in (0, 1) or sentence.heads[0] == len(sentence):
            continue
        keys.press(Qt.Key.Key_End)
        assert desk.session.selection.word == len(sentence)
        keys.type("h1")
        if desk.session.sentence == sentence:  # 1 might have become 10
            keys.press(Qt.Key.Key_Return)
        assert desk.session.sentence is not None
        assert desk.session.sentence.heads[-1] == 1
        decided.append(f"{desk.session.selection.sentence}")
        if done % 2:
            keys.press(Qt.Key.Key_Z, CONTROL)
            assert desk.session.sentence == sentence
            decided.pop()
        done += 1
    attached = list(map(int, decided))

    with qtbot.waitSignal(desk.survey.changed, timeout=60_000):
        keys.press(Qt.Key.Key_F6)
    assert desk.session.document == "written.mrg"
    relabelled_in: list[int] = []
    done = 0
    while done < EACH:
        keys.press(Qt.Key.Key_Down, CONTROL)
        sentence = desk.session.sentence
        assert sentence is not None
        assert sentence.tree is not None
        keys.press(Qt.Key.Key_Home)
        keys.type("r")
        keys.type("FRAG")
        keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert desk.session.sentence is not None
        assert desk.session.sentence.tree is not None
        assert desk.session.sentence.tree.without_root().label == "FRAG"
        relabelled_in.append(desk.session.selection.sentence)
        if done % 2:
            keys.press(Qt.Key.Key_Z, CONTROL)
            assert desk.session.sentence == sentence
            relabelled_in.pop()
        done += 1
    closed(window)

    window = opened(qtbot, folder)
    desk = window.context
    assert [run.method for run in desk.runs.recorded_runs] == ["pipeline"]
    assert sorted(desk.session.unsaved_sentences) == attached
    with qtbot.waitSignal(desk.document_saver.saved, timeout=30_000):
        keys.press(Qt.Key.Key_S, CONTROL)
    with qtbot.waitSignal(desk.survey.changed, timeout=60_000):
        keys.press(Qt.Key.Key_F6)
    assert sorted(desk.session.unsaved_sentences) == relabelled_in
    with qtbot.waitSignal(desk.document_saver.saved, timeout=30_000):
        keys.press(Qt.Key.Key_S, CONTROL)
    closed(window)
    for at, sentence in enumerate(load(folder / "written.conllu")):
        was = load(SAMPLE / "written.conllu")[at]
        assert sentence == (was.with_head(len(was), 1) if at in attached else was)
    for at, sentence in enumerate(load(folder / "written.mrg")):
        was = load(SAMPLE / "written.mrg")[at]
        assert (sentence != was) == (at in relabelled_in)
