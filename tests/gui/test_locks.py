"""Locks as acts: undone and done again, there after reopening; and why no tree is proposed where none is."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from spectral_core import formats
from spectral_core.data import EMPTY, FREE, Constraints, Sentence, Treebank
from spectral_core.project import Project
from spectral_core.project.checking import verify
from spectral_gui.resources import load_fonts
from spectral_gui.session import Session
from spectral_gui.window import Window

ANNOTATED = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 2
OPEN = len(ANNOTATED)
LONG = Sentence.of([f"w{n}" for n in range(201)], xpos=["NN"] * 201)
NONE = [None] * 400


def bare(sentence: Sentence) -> Sentence:
    return sentence.with_heads(NONE[: len(sentence)], [EMPTY] * len(sentence))


ROWS = [*ANNOTATED, *(bare(one) for one in ANNOTATED[:8]), LONG]


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[Window]:
    load_fonts()
    assert qapp is not None
    made = Window(Session())
    made.show()
    yield made
    made.close()


@pytest.fixture(scope="module")
def learnt(one_window: Window, tmp_path_factory: pytest.TempPathFactory) -> Path:
    session, room = one_window._session, tmp_path_factory.mktemp("locked") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    shutil.copytree(room, room.with_name("unlearnt"))
    opened(session, room)
    run = learn(session, "head-automata", {"estimator": "spectral", "states": 2, "tagger": False})
    assert run.status == "finished", run.complaint
    session.show(Treebank.of(()))
    return room


@pytest.fixture
def window(one_window: Window, learnt: Path, tmp_path: Path) -> Window:
    """The window at the first sentence without heads, whose proposal is known."""
    session = one_window._session
    shutil.copytree(learnt, tmp_path / "garden")
    opened(session, tmp_path / "garden")
    session.select(OPEN)
    wait_for(lambda: session.offer is not None)
    one_window.activateWindow()
    one_window.dependency.canvas.setFocus()
    wait_for(one_window.dependency.canvas.hasFocus)
    return one_window


@pytest.fixture
def session(window: Window) -> Session:
    return window._session


def opened(session: Session, folder: Path) -> None:
    session.open(folder)
    wait_for(lambda: session.opened_as == folder and session.surveyed)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def answered(session: Session) -> None:
    wait_for(lambda: session.offer is not None)


CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_lock_is_undone_and_done_again_by_the_keys_for_every_act(window: Window, session: Session) -> None:
    offered = session.offered
    assert offered is not None
    head = offered.heads[0]
    form = offered.forms[0]
    session.select(word=1)
    press(Qt.Key.Key_L)
    assert session.locks(OPEN).required_arcs == {(head, 1)}
    assert session.undo_step is not None
    assert session.undo_step.replace("\u2068", "").replace("\u2069", "").startswith(f"Lock '{form}'")
    newest = session.steps()[0]
    assert (newest.step, newest.index) == (session.undo_step, OPEN)
    assert OPEN not in session.decided
    answered(session)
    press(Qt.Key.Key_X)
    answered(session)
    assert session.locks(OPEN) == Constraints(forbidden_arcs=frozenset({(head, 1)}))
    press(Qt.Key.Key_Z, CONTROL)
    assert session.locks(OPEN).required_arcs == {(head, 1)}
    answered(session)
    assert session.offer is not None
    assert all(tree.value.heads[0] == head for tree in session.offer.trees)
    press(Qt.Key.Key_Z, CONTROL)
    assert session.locks(OPEN) == FREE
    session.select(OPEN + 3)
    press(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert session.selection.sentence == OPEN
    assert session.locks(OPEN).required_arcs == {(head, 1)}
    answered(session)
    assert window.dependency.drawn.labels[1][0].locked


def test_locks_are_honoured_again_when_the_project_is_opened_again(window: Window, session: Session) -> None:
    session.select(word=1)
    press(Qt.Key.Key_X)
    answered(session)
    press(Qt.Key.Key_L)
    answered(session)
    held, folder = session.locks(OPEN), session.opened_as
    assert held.required_arcs
    assert held.forbidden_arcs
    assert folder is not None
    session.show(Treebank.of(()))
    opened(session, folder)
    assert session.locks(OPEN) == held
    session.select(OPEN)
    answered(session)
    assert session.offer is not None
    (arc,) = held.required_arcs
    assert all(tree.value.heads[arc[1] - 1] == arc[0] for tree in session.offer.trees)
    assert not window.isWindowModified()  # text files have no place for locks
    session.show(Treebank.of(()))
    with Project.look(folder) as project:
        assert not verify(project).faults


def test_a_lock_that_cannot_hold_is_taken_back_in_the_journal_too(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    steps = len(session.steps())
    for tried in range(len(ROWS[OPEN]) + 1):
        before, done = session.locks(OPEN), session.undo_step
        session.forbid(1)
        answered(session)
        if said:
            break
        assert len(session.locks(OPEN).forbidden_arcs) == tried + 1
    assert said
    assert session.locks(OPEN) == before
    assert session.undo_step == done
    assert session.steps()[0].kind == "undo"
    assert len(session.steps()) == steps + tried + 2
    folder = session.opened_as
    assert folder is not None
    session.show(Treebank.of(()))
    opened(session, folder)
    assert session.locks(OPEN) == before


def forbid(session: Session, *arcs: tuple[int, int]) -> None:
    """Forbids arcs of the selected sentence in one act, as a key does one, without waiting for an answer."""
    locks = session.locks(session.selection.sentence)
    assert session._relock(replace(locks, forbidden_arcs=locks.forbidden_arcs | set(arcs)), "Forbid {0}", arcs[0][1])


def leave_one_head(session: Session) -> tuple[int, int]:
    """Forbids all heads but one of the first word of the selected sentence; the arc that is left."""
    heads = [head for head in range(len(session.treebank[session.selection.sentence]) + 1) if head != 1]
    forbid(session, *((head, 1) for head in heads[:-1]))
    answered(session)
    return heads[-1], 1


def after_reopening(session: Session) -> dict[int, Constraints]:
    """What is locked by sentence, which must be the same before the project is opened again."""

    def locked() -> dict[int, Constraints]:
        return {at: session.locks(at) for at in range(len(session.treebank)) if session.locks(at)}

    before, folder = locked(), session.opened_as
    assert folder is not None
    session.show(Treebank.of(()))
    opened(session, folder)
    assert locked() == before
    return before


def test_a_lock_that_cannot_hold_is_taken_back_although_another_sentence_was_locked_since(session: Session) -> None:
    wait_for(lambda: session.proposal(OPEN + 1) is not None)
    said: list[str] = []
    session.refused.connect(said.append)
    last = leave_one_head(session)
    before = session.locks(OPEN)
    forbid(session, last)
    session.select(OPEN + 1)
    session.lock(2)  # before there was an answer
    locked = session.locks(OPEN + 1)
    wait_for(lambda: bool(said))
    assert said[0].startswith(f"Sentence {OPEN + 1}: Taken back: no tree")
    assert session.locks(OPEN) == before
    assert session.locks(OPEN + 1) == locked
    assert session.steps()[0].step.startswith("Take back what cannot hold: Forbid")
    assert after_reopening(session) == {OPEN: before, OPEN + 1: locked}


def test_of_two_locks_before_an_answer_only_the_impossible_one_is_taken_back(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    last = leave_one_head(session)
    before = session.locks(OPEN)
    forbid(session, last)
    forbid(session, (0, 2))
    wait_for(lambda: bool(said))
    wanted = replace(before, forbidden_arcs=before.forbidden_arcs | {(0, 2)})
    assert session.locks(OPEN) == wanted
    answered(session)
    assert session.offer is not None
    assert all(tree.value.heads[1] != 0 for tree in session.offer.trees)
    assert after_reopening(session) == {OPEN: wanted}


def test_undo_goes_back_over_what_was_taken_back_and_takes_nothing_back_itself(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    last = leave_one_head(session)
    before = session.locks(OPEN)
    forbid(session, last)
    forbid(session, (0, 2))
    wait_for(lambda: bool(said))
    answered(session)
    steps = len(session.steps())
    session.undo()
    wait_for(lambda: len(said) == 2 and not session.waiting)
    assert last in session.locks(OPEN).forbidden_arcs  # as the user asked
    assert session.why_nothing_proposed == said[1]
    session.undo()
    session.undo()
    assert session.locks(OPEN) == before
    answered(session)
    assert len(session.steps()) == steps + 3
    for _ in range(3):
        session.redo()
    answered(session)
    assert session.locks(OPEN).forbidden_arcs == before.forbidden_arcs | {(0, 2)}
    assert after_reopening(session)


def test_a_lock_stays_when_the_engine_dies(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    number = session.engines()["answers"]
    assert number is not None
    wait_for(lambda: session._parsing is None)  # so that it dies over the lock
    os.kill(number, signal.SIGSTOP)
    session.lock(1)
    held, step, asked = session.locks(OPEN), session.undo_step, session._parsing
    assert held
    assert asked is not None
    wait_for(lambda: session._jobs._lanes["answers"].running is asked)
    os.kill(number, signal.SIGKILL)
    wait_for(lambda: bool(said))
    assert "engine stopped" in said[0]
    assert session.locks(OPEN) == held
    assert session.undo_step == step
    session.turn(1)
    answered(session)
    assert after_reopening(session) == {OPEN: held}


def test_a_lock_stays_when_the_file_of_the_model_is_gone(session: Session) -> None:
    said: list[str] = []
    session.refused.connect(said.append)
    assert session.active is not None
    assert session.project is not None
    session.project.model_path(session.active.name).unlink()
    session.lock(1)
    held = session.locks(OPEN)
    wait_for(lambda: bool(said))
    assert "no such file" in said[0]
    assert session.locks(OPEN) == held
    assert held


def test_locks_of_other_words_hold_no_longer(session: Session) -> None:
    session.lock(1)
    assert session.locks(OPEN)
    held = session.locks(OPEN)
    assert session.edit("Change", lambda one: one.with_value("form", 1, "Another"))
    assert session.locks(OPEN) == FREE
    session.undo()
    assert session.locks(OPEN) == held


def test_locks_in_memory_are_undone_too(qapp: QApplication, learnt: Path) -> None:
    assert qapp is not None
    session = Session()
    try:
        session.open(learnt)
        wait_for(lambda: session.opened_as == learnt and session.active is not None)
        session.show(Treebank.of([bare(ROWS[0])]))
        said: list[str] = []
        session.refused.connect(said.append)
        session.lock(1)
        session.turn(1)
        assert session.locks(0) == FREE
        assert "memory only" in said[-1]
    finally:
        session.close()


def test_a_sentence_that_is_too_long_says_so_beside_the_tree_and_below(window: Window, session: Session) -> None:
    session.select(len(ROWS) - 1)
    said = window.dependency.nothing
    assert said.isVisible()
    assert "201 words" in said.text()
    assert "up to 200" in said.text()
    assert window.statusBar().currentMessage() == said.text()
    assert not session.waiting
    session.select(OPEN + 1)
    answered(session)
    assert not said.isVisible()
    session.select(0)  # it has heads: nothing is missing
    assert not said.isVisible()


def test_without_a_model_the_tree_says_how_to_get_one(window: Window, session: Session, learnt: Path) -> None:
    session.use_model("")
    said = window.dependency.nothing
    assert said.isVisible()
    assert "menu Model" in said.text()
    session.use_model()
    opened(session, learnt.with_name("unlearnt"))
    session.select(OPEN)
    assert said.isVisible()
    assert "learn head automata in Train (Ctrl+5)" in said.text()


def test_sentences_in_memory_say_where_models_are_kept(window: Window, session: Session) -> None:
    session.show(Treebank.of([bare(ROWS[0])]))
    said = window.dependency.nothing
    assert said.isVisible()
    assert "memory only" in said.text()
    assert "Train" in said.text()
