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
from learning import change_locks, learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from spectral_core import formats
from spectral_core.data import EMPTY, UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.project import Project
from spectral_core.project.verification import verify_project
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.text_display import load_bundled_fonts

ANNOTATED = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 2
OPEN = len(ANNOTATED)
LONG = Sentence.of([f"w{n}" for n in range(201)], xpos=["NN"] * 201)
NONE = [None] * 400


def bare(sentence: Sentence) -> Sentence:
    return sentence.with_heads(NONE[: len(sentence)], [EMPTY] * len(sentence))


ROWS = [*ANNOTATED, *(bare(one) for one in ANNOTATED[:8]), LONG]


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[Window]:
    load_bundled_fonts()
    assert qapp is not None
    made = Window(AppContext())
    made.show()
    yield made
    made.close()


@pytest.fixture(scope="module")
def learnt(one_window: Window, tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk, room = one_window.context, tmp_path_factory.mktemp("locked") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    shutil.copytree(room, room.with_name("unlearnt"))
    opened(desk, room)
    run = learn(desk, "head-automata", {"estimator": "spectral", "states": 2, "tagger": False})
    assert run.status == "finished", run.complaint
    desk.session.show_unsaved_treebank(Treebank.of(()))
    return room


@pytest.fixture
def window(one_window: Window, learnt: Path, tmp_path: Path) -> Window:
    """The window at the first sentence without heads, whose proposal is known."""
    desk = one_window.context
    shutil.copytree(learnt, tmp_path / "garden")
    opened(desk, tmp_path / "garden")
    desk.session.select(OPEN)
    wait_for(lambda: desk.suggestions.current is not None)
    one_window.activateWindow()
    one_window.views.dependency.canvas.setFocus()
    wait_for(one_window.views.dependency.canvas.hasFocus)
    return one_window


@pytest.fixture
def desk(window: Window) -> AppContext:
    return window.context


def opened(desk: AppContext, folder: Path) -> None:
    desk.session.open(folder)
    wait_for(lambda: desk.session.opened_path == folder and desk.survey.is_complete)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def answered(desk: AppContext) -> None:
    wait_for(lambda: desk.suggestions.current is not None)


CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_lock_is_undone_and_done_again_by_the_keys_for_every_act(window: Window, desk: AppContext) -> None:
    offered = desk.suggestions.current_tree
    assert offered is not None
    head = offered.heads[0]
    form = offered.forms[0]
    desk.session.select(word=1)
    press(Qt.Key.Key_L)
    assert desk.session.get_locks(OPEN).required_arcs == {(head, 1)}
    assert desk.session.undo_text is not None
    assert desk.session.undo_text.replace("\u2068", "").replace("\u2069", "").startswith(f"Lock '{form}'")
    newest = desk.session.project.list_history()[0]
    assert (newest.step, newest.index) == (desk.session.undo_text, OPEN)
    assert OPEN not in desk.session.provenances
    answered(desk)
    press(Qt.Key.Key_X)
    answered(desk)
    assert desk.session.get_locks(OPEN) == Constraints(forbidden_arcs=frozenset({(head, 1)}))
    press(Qt.Key.Key_Z, CONTROL)
    assert desk.session.get_locks(OPEN).required_arcs == {(head, 1)}
    answered(desk)
    assert desk.suggestions.current is not None
    assert all(tree.value.heads[0] == head for tree in desk.suggestions.current.trees)
    press(Qt.Key.Key_Z, CONTROL)
    assert desk.session.get_locks(OPEN) == UNCONSTRAINED
    desk.session.select(OPEN + 3)
    press(Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert desk.session.selection.sentence == OPEN
    assert desk.session.get_locks(OPEN).required_arcs == {(head, 1)}
    answered(desk)
    assert window.views.dependency.current_drawing.labels[1][0].locked


def test_a_word_without_a_head_is_named_when_it_is_freed(window: Window, desk: AppContext) -> None:
    change_locks(desk, Constraints(forbidden_arcs=frozenset({(2, 1)})), "Forbid")
    desk.suggestions._previous_trees.clear()  # no tree is shown until the sentence is parsed again
    assert desk.suggestions.last_shown_tree is None
    assert desk.suggestions.tree_locks.remove_locks(1)
    assert desk.session.undo_text == f"Free 1 \u2068{desk.session.treebank[OPEN].forms[0]}\u2069"


def test_locks_are_honoured_again_when_the_project_is_opened_again(window: Window, desk: AppContext) -> None:
    desk.session.select(word=1)
    press(Qt.Key.Key_X)
    answered(desk)
    press(Qt.Key.Key_L)
    answered(desk)
    held, folder = desk.session.get_locks(OPEN), desk.session.opened_path
    assert held.required_arcs
    assert held.forbidden_arcs
    assert folder is not None
    desk.session.show_unsaved_treebank(Treebank.of(()))
    opened(desk, folder)
    assert desk.session.get_locks(OPEN) == held
    desk.session.select(OPEN)
    answered(desk)
    assert desk.suggestions.current is not None
    (arc,) = held.required_arcs
    assert all(tree.value.heads[arc[1] - 1] == arc[0] for tree in desk.suggestions.current.trees)
    assert not window.isWindowModified()  # text files have no place for locks
    desk.session.show_unsaved_treebank(Treebank.of(()))
    with Project.open_read_only(folder) as project:
        assert not verify_project(project).faults


def test_a_lock_that_cannot_hold_is_taken_back_in_the_journal_too(desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    steps = len(desk.session.project.list_history())
    for tried in range(len(ROWS[OPEN]) + 1):
        before, done = desk.session.get_locks(OPEN), desk.session.undo_text
        desk.suggestions.tree_locks.forbid_part(1)
        answered(desk)
        if said:
            break
        assert len(desk.session.get_locks(OPEN).forbidden_arcs) == tried + 1
    assert said
    assert desk.session.get_locks(OPEN) == before
    assert desk.session.undo_text == done
    assert desk.session.project.list_history()[0].kind == "undo"
    assert len(desk.session.project.list_history()) == steps + tried + 2
    folder = desk.session.opened_path
    assert folder is not None
    desk.session.show_unsaved_treebank(Treebank.of(()))
    opened(desk, folder)
    assert desk.session.get_locks(OPEN) == before


def forbid(desk: AppContext, *arcs: tuple[int, int]) -> None:
    """Forbids arcs of the selected sentence in one act, as a key does one, without waiting for an answer."""
    locks = desk.session.get_locks(desk.session.selection.sentence)
    assert change_locks(desk, replace(locks, forbidden_arcs=locks.forbidden_arcs | set(arcs)), "Forbid")


def leave_one_head(desk: AppContext) -> tuple[int, int]:
    """Forbids all heads but one of the first word of the selected sentence; the arc that is left."""
    heads = [head for head in range(len(desk.session.treebank[desk.session.selection.sentence]) + 1) if head != 1]
    forbid(desk, *((head, 1) for head in heads[:-1]))
    answered(desk)
    return heads[-1], 1


def after_reopening(desk: AppContext) -> dict[int, Constraints]:
    """What is locked by sentence, which must be the same before the project is opened again."""

    def locked() -> dict[int, Constraints]:
        return {
            at: desk.session.get_locks(at) for at in range(len(desk.session.treebank)) if desk.session.get_locks(at)
        }

    before, folder = locked(), desk.session.opened_path
    assert folder is not None
    desk.session.show_unsaved_treebank(Treebank.of(()))
    opened(desk, folder)
    assert locked() == before
    return before


def test_a_lock_that_cannot_hold_is_taken_back_although_another_sentence_was_locked_since(desk: AppContext) -> None:
    wait_for(lambda: desk.suggestions.get(OPEN + 1) is not None)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    last = leave_one_head(desk)
    before = desk.session.get_locks(OPEN)
    forbid(desk, last)
    desk.session.select(OPEN + 1)
    desk.suggestions.tree_locks.toggle_lock(2)  # before there was an answer
    locked = desk.session.get_locks(OPEN + 1)
    wait_for(lambda: bool(said))
    assert said[0].startswith(f"Sentence {OPEN + 1}: Undone: no tree")
    assert desk.session.get_locks(OPEN) == before
    assert desk.session.get_locks(OPEN + 1) == locked
    assert desk.session.project.list_history()[0].step.startswith("Undo conflicting locks: Forbid")
    assert after_reopening(desk) == {OPEN: before, OPEN + 1: locked}


def test_of_two_locks_before_an_answer_only_the_impossible_one_is_taken_back(desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    last = leave_one_head(desk)
    before = desk.session.get_locks(OPEN)
    forbid(desk, last)
    forbid(desk, (0, 2))
    wait_for(lambda: bool(said))
    wanted = replace(before, forbidden_arcs=before.forbidden_arcs | {(0, 2)})
    assert desk.session.get_locks(OPEN) == wanted
    answered(desk)
    assert desk.suggestions.current is not None
    assert all(tree.value.heads[1] != 0 for tree in desk.suggestions.current.trees)
    assert after_reopening(desk) == {OPEN: wanted}


def test_undo_goes_back_over_what_was_taken_back_and_takes_nothing_back_itself(desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    last = leave_one_head(desk)
    before = desk.session.get_locks(OPEN)
    forbid(desk, last)
    forbid(desk, (0, 2))
    wait_for(lambda: bool(said))
    answered(desk)
    steps = len(desk.session.project.list_history())
    desk.session.undo()
    wait_for(lambda: len(said) == 2 and not desk.suggestions.is_waiting)
    assert last in desk.session.get_locks(OPEN).forbidden_arcs  # as the user asked
    assert desk.suggestions.diagnostics.why_no_suggestion == said[1]
    desk.session.undo()
    desk.session.undo()
    assert desk.session.get_locks(OPEN) == before
    answered(desk)
    assert len(desk.session.project.list_history()) == steps + 3
    for _ in range(3):
        desk.session.redo()
    answered(desk)
    assert desk.session.get_locks(OPEN).forbidden_arcs == before.forbidden_arcs | {(0, 2)}
    assert after_reopening(desk)


@pytest.mark.parametrize("dying", [0.0, 60.0])
def test_a_lock_stays_when_the_engine_dies(desk: AppContext, dying: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails with a sentence, or is asked of the next engine where it died soon after."""
    monkeypatch.setattr("spectral_gui.jobs.job_queue.RESEND_SECONDS", dying)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    number = desk.work.get_process_ids()["answers"]
    assert number is not None
    wait_for(lambda: not desk.suggestions.is_parsing)  # so that it dies over the lock
    os.kill(number, signal.SIGSTOP)
    desk.suggestions.tree_locks.toggle_lock(1)
    held, step = desk.session.get_locks(OPEN), desk.session.undo_text
    assert held
    assert desk.suggestions.is_parsing
    wait_for(lambda: desk.work.is_running("answers"))
    os.kill(number, signal.SIGKILL)
    if dying:
        answered(desk)
        assert not said
    else:
        wait_for(lambda: bool(said))
        assert "engine stopped" in said[0]
    assert desk.session.get_locks(OPEN) == held
    assert desk.session.undo_text == step
    desk.suggestions.show_next_tree(1)
    answered(desk)
    assert after_reopening(desk) == {OPEN: held}


def test_a_lock_stays_when_the_file_of_the_model_is_gone(desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    assert desk.suggestions.model.active_run is not None
    assert desk.session.project is not None
    desk.session.project.prepare_model_path(desk.suggestions.model.active_run.name).unlink()
    desk.suggestions.tree_locks.toggle_lock(1)
    held = desk.session.get_locks(OPEN)
    wait_for(lambda: bool(said))
    assert "no such file" in said[0]
    assert desk.session.get_locks(OPEN) == held
    assert held


def test_locks_of_other_words_hold_no_longer(desk: AppContext) -> None:
    desk.suggestions.tree_locks.toggle_lock(1)
    assert desk.session.get_locks(OPEN)
    held = desk.session.get_locks(OPEN)
    assert desk.session.edit("Change", lambda one: one.with_value("form", 1, "Another"))
    assert desk.session.get_locks(OPEN) == UNCONSTRAINED
    desk.session.undo()
    assert desk.session.get_locks(OPEN) == held


def test_locks_in_memory_are_undone_too(qapp: QApplication, learnt: Path) -> None:
    assert qapp is not None
    desk = AppContext()
    try:
        desk.session.open(learnt)
        wait_for(lambda: desk.session.opened_path == learnt and desk.suggestions.model.active_run is not None)
        desk.session.show_unsaved_treebank(Treebank.of([bare(ROWS[0])]))
        said: list[str] = []
        desk.notices.refused.connect(said.append)
        desk.suggestions.tree_locks.toggle_lock(1)
        desk.suggestions.show_next_tree(1)
        assert desk.session.get_locks(0) == UNCONSTRAINED
        assert "stored in a project" in said[-1]
    finally:
        desk.close()


def test_a_sentence_that_is_too_long_says_so_beside_the_tree_and_below(window: Window, desk: AppContext) -> None:
    desk.session.select(len(ROWS) - 1)
    said = window.views.dependency.no_suggestion_label
    assert said.isVisible()
    assert "201 words" in said.text()
    assert "stop at 200" in said.text()
    assert window.statusBar().currentMessage() == said.text()
    assert not desk.suggestions.is_waiting
    desk.session.select(OPEN + 1)
    answered(desk)
    assert not said.isVisible()
    desk.session.select(0)  # it has heads: nothing is missing
    assert not said.isVisible()


def test_without_a_model_the_tree_says_how_to_get_one(window: Window, desk: AppContext, learnt: Path) -> None:
    desk.suggestions.model.choose_run("")
    said = window.views.dependency.no_suggestion_label
    assert said.isVisible()
    assert "Model menu" in said.text()
    desk.suggestions.model.choose_run()
    opened(desk, learnt.with_name("unlearnt"))
    desk.session.select(OPEN)
    assert said.isVisible()
    assert "Get a treebank of this language, or accept 20 trees" in said.text()


def test_sentences_in_memory_say_where_models_are_kept(window: Window, desk: AppContext) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([bare(ROWS[0])]))
    said = window.views.dependency.no_suggestion_label
    assert said.isVisible()
    assert "stored in a project" in said.text()
    assert "save the sentences to a file" in said.text()
