"""The walk: open, learn, show, correct trees of both kinds, take back, close, open again, save; with keys alone too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, tree_edits
from spectral_core.errors import EditError
from spectral_core.files import assets
from spectral_core.formats import load
from spectral_core.project import Project
from spectral_gui.preferences import Preferences
from spectral_gui.session import Session
from spectral_gui.window import Window

SAMPLE = assets() / "sample" / "english"
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
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


def shown(qtbot: QtBot, session: Session, what: Path | str) -> None:
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        if isinstance(what, Path):
            session.open(what)
        else:
            session.open_document(what)


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
    return sentence.with_tree(tree_edits.relabel(sentence.tree, (0,), "FRAG")[0])


def test_the_walk_through_the_session(session: Session, folder: Path, qtbot: QtBot) -> None:
    shown(qtbot, session, folder)
    session.learn("hmm", {"estimator": "em", "states": 3, "column": "xpos", "iterations": 5})
    qtbot.waitUntil(lambda: not session.learning, timeout=60_000)
    assert session.runs[-1].status == "finished", session.runs[-1].complaint
    before = {name: list(load(folder / name)) for name in session.documents}
    long_enough = [at for at, sentence in enumerate(session.treebank) if len(sentence) > 4][:EACH]
    for at in long_enough:
        assert session.edit(f"Attach in {at}", with_other_head, index=at)
    shown(qtbot, session, "written.mrg")
    for at in long_enough:
        assert session.edit(f"Relabel in {at}", relabelled, index=at)
    kept = {
        "written.mrg": [],  # the ten acts taken back are the newest: all those on trees
        "written.conllu": long_enough,
    }
    for _ in range(EACH):
        session.undo()
    assert session.undo_step == f"Attach in {long_enough[-1]}"
    assert session.redo_step == f"Relabel in {long_enough[0]}"
    session.redo()
    kept["written.mrg"] = long_enough[:1]
    session.close()

    again = Session()
    try:
        shown(qtbot, again, folder)
        assert [run.method for run in again.runs] == ["hmm"]
        assert again.undo_step == f"Relabel in {long_enough[0]}"
        assert again.redo_step == f"Relabel in {long_enough[1]}"
        for name in ("written.conllu", "written.mrg"):
            if again.document != name:
                shown(qtbot, again, name)
            assert sorted(again.edited) == sorted(kept[name])
            with qtbot.waitSignal(again.saved, timeout=10_000):
                again.save()
            assert again.unsaved == 0
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
    window = Window(Session(), Preferences(theme="light"))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5_000)
    with qtbot.waitSignal(window._session.survey_changed, timeout=60_000):
        window.open_path(folder)
    return window


def closed(window: Window) -> None:
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_walk_through_the_window_with_keys_alone(folder: Path, qtbot: QtBot) -> None:
    keys = Keyboard(qtbot)
    window = opened(qtbot, folder)
    session = window._session
    assert session.document == "written.conllu"
    keys.press(Qt.Key.Key_5, CONTROL)
    keys.press(Qt.Key.Key_Return, CONTROL)
    assert session.learning
    qtbot.waitUntil(lambda: not session.learning, timeout=60_000)
    assert session.runs[-1].status == "finished", session.runs[-1].complaint

    keys.press(Qt.Key.Key_1, CONTROL)
    decided: list[str] = []
    done = 0
    while done < EACH:  # attach the last word to the first by its number, and take back each second one
        keys.press(Qt.Key.Key_Down, CONTROL)
        sentence = session.sentence
        assert sentence is not None
        if len(sentence) < 5 or sentence.heads[-1] in (0, 1) or sentence.heads[0] == len(sentence):
            continue
        keys.press(Qt.Key.Key_End)
        assert session.selection.word == len(sentence)
        keys.type("h1")
        if session.sentence == sentence:  # 1 might have become 10
            keys.press(Qt.Key.Key_Return)
        assert session.sentence is not None
        assert session.sentence.heads[-1] == 1
        decided.append(f"{session.selection.sentence}")
        if done % 2:
            keys.press(Qt.Key.Key_Z, CONTROL)
            assert session.sentence == sentence
            decided.pop()
        done += 1
    attached = list(map(int, decided))

    with qtbot.waitSignal(session.survey_changed, timeout=60_000):
        keys.press(Qt.Key.Key_F6)
    assert session.document == "written.mrg"
    relabelled_in: list[int] = []
    done = 0
    while done < EACH:
        keys.press(Qt.Key.Key_Down, CONTROL)
        sentence = session.sentence
        assert sentence is not None
        assert sentence.tree is not None
        keys.press(Qt.Key.Key_Home)
        keys.type("r")
        keys.type("FRAG")
        keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert session.sentence is not None
        assert session.sentence.tree is not None
        assert session.sentence.tree.without_root().label == "FRAG"
        relabelled_in.append(session.selection.sentence)
        if done % 2:
            keys.press(Qt.Key.Key_Z, CONTROL)
            assert session.sentence == sentence
            relabelled_in.pop()
        done += 1
    closed(window)

    window = opened(qtbot, folder)
    session = window._session
    assert [run.method for run in session.runs] == ["hmm"]
    assert sorted(session.edited) == attached
    with qtbot.waitSignal(session.saved, timeout=10_000):
        keys.press(Qt.Key.Key_S, CONTROL)
    with qtbot.waitSignal(session.survey_changed, timeout=60_000):
        keys.press(Qt.Key.Key_F6)
    assert sorted(session.edited) == relabelled_in
    with qtbot.waitSignal(session.saved, timeout=10_000):
        keys.press(Qt.Key.Key_S, CONTROL)
    closed(window)
    for at, sentence in enumerate(load(folder / "written.conllu")):
        was = load(SAMPLE / "written.conllu")[at]
        assert sentence == (was.with_head(len(was), 1) if at in attached else was)
    for at, sentence in enumerate(load(folder / "written.mrg")):
        was = load(SAMPLE / "written.mrg")[at]
        assert (sentence != was) == (at in relabelled_in)
