"""Proposals of a real learnt model: shown, walked through, locked, forbidden, accepted, ordered and learnt from."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank
from learning import change_locks, learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMenu
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import EMPTY, UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.data.structure import ArcPart
from spectral_core.engine import Engine, Parse
from spectral_core.errors import DataError
from spectral_core.model import Parser
from spectral_core.progress import ignore_progress
from spectral_core.project import Project
from spectral_core.project.history import CONFIRMED
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.state.active_model import TakeoverRule
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.shared.queue_controls import DOCUMENT, RANDOM, UNCERTAIN
from spectral_gui.widgets.lists import UniformRowView

AT_ONCE = TakeoverRule(1, 0.0)  # an update takes over without a comparison
SHIFT = Qt.KeyboardModifier.ShiftModifier


def dependencies() -> list[Sentence]:
    return [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()]


def bare(sentence: Sentence) -> Sentence:
    return sentence.with_heads([None] * len(sentence), [EMPTY] * len(sentence))


ANNOTATED = [*dependencies(), *dependencies()]
OPEN = len(ANNOTATED)  # the first sentence without heads
ROWS = [*ANNOTATED, *(bare(one) for one in dependencies())]


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[Window]:
    """One window with one engine for all tests here; each opens a project of its own."""
    load_bundled_fonts()
    assert qapp is not None
    made = Window(AppContext())
    made.show()
    yield made
    made.close()


@pytest.fixture(scope="module")
def learnt(one_window: Window, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a treebank and a model that was learnt from it."""
    desk, room = one_window.context, tmp_path_factory.mktemp("learnt") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    open_project(desk, room)
    run = learn(desk, "head-automata", {"estimator": "spectral", "states": 2, "tagger": False})
    assert run.status == "finished", run.complaint
    desk.session.show_unsaved_treebank(Treebank.of(()))
    return room


@pytest.fixture
def window(qtbot: QtBot, one_window: Window, learnt: Path, tmp_path: Path) -> Window:
    """The window at the first sentence without heads, whose proposal is known."""
    made, desk = one_window, one_window.context
    shutil.copytree(learnt, tmp_path / "garden")
    desk.suggestions.model.retrain_after, desk.suggestions.model.rule = 20, AT_ONCE
    desk.suggestions.set_uncertain_below(0.5)
    desk.suggestions.model.choose_run()
    made.views.queue.order_by(DOCUMENT)
    open_project(desk, tmp_path / "garden")
    desk.session.select(OPEN)
    answered(desk)
    made.activateWindow()
    made.views.dependency.canvas.setFocus()
    qtbot.waitUntil(made.views.dependency.canvas.hasFocus)
    return made


@pytest.fixture
def desk(window: Window) -> AppContext:
    return window.context


def open_project(desk: AppContext, folder: Path) -> None:
    desk.session.open(folder)
    wait_for(lambda: desk.session.opened_path == folder and desk.survey.is_complete)


def model_of(desk: AppContext) -> Parser:
    assert desk.session.project is not None
    model = store.load(desk.session.project.prepare_model_path(desk.runs.recorded_runs[-1].name))
    assert isinstance(model, Parser)
    return model


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A key into whatever has the focus."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def answered(desk: AppContext) -> None:
    """Waits for the proposal for the sentence as it is now."""
    wait_for(lambda: desk.suggestions.current is not None)


def here(desk: AppContext) -> Sentence:
    sentence = desk.session.sentence
    assert sentence is not None
    return sentence


def heads_offered(desk: AppContext) -> tuple[int | None, ...]:
    assert desk.suggestions.current_tree is not None
    return desk.suggestions.current_tree.heads


def test_a_sentence_without_heads_shows_the_best_tree_as_ghosts(window: Window, desk: AppContext) -> None:
    best = model_of(desk).parse(here(desk), 1)[0].value
    view = window.views.dependency
    wait_for(lambda: len(view.current_drawing.arcs) == len(here(desk)))
    assert view.current_drawing.sentence.heads == best.heads
    assert all(arc.suggested_part is not None for arcs in view.current_drawing.arcs.values() for arc in arcs)
    assert here(desk).heads == (None,) * len(here(desk))
    assert "suggested" in view.outline.word_model.describe_word(1)


def test_enter_takes_the_proposal_journals_its_rank_and_goes_on(window: Window, desk: AppContext) -> None:
    expected = desk.suggestions.current_tree
    assert expected is not None
    press(Qt.Key.Key_Return)
    assert desk.session.selection.sentence == OPEN + 1
    assert desk.session.treebank[OPEN].heads == expected.heads
    assert desk.session.treebank[OPEN].deprels == expected.deprels
    assert desk.session.provenances[OPEN] == CONFIRMED
    newest = desk.session.project.list_history()[0]
    assert (newest.provenance, newest.rank) == (CONFIRMED, 1)
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.treebank[OPEN] == ROWS[OPEN]
    assert OPEN not in desk.session.provenances
    assert window.views.dependency.current_drawing.sentence.heads == expected.heads


def test_n_walks_the_trees_and_marks_what_differs_from_the_first(window: Window, desk: AppContext) -> None:
    trees = [one.value.heads for one in model_of(desk).parse(here(desk), 10)]
    assert len(trees) > 2
    for rank in (1, 2):
        press(Qt.Key.Key_N)
        assert heads_offered(desk) == trees[rank]
        assert window.views.dependency.current_drawing.sentence.heads == trees[rank]
        differ = {word for word, pair in enumerate(zip(trees[rank], trees[0], strict=True), 1) if pair[0] != pair[1]}
        marked = {
            word
            for word, arcs in window.views.dependency.current_drawing.arcs.items()
            if arcs[0].suggested_part and arcs[0].suggested_part.is_changed
        }
        assert marked == differ
    press(Qt.Key.Key_N, SHIFT)
    assert heads_offered(desk) == trees[1]
    press(Qt.Key.Key_Return)
    assert desk.session.treebank[OPEN].heads == trees[1]
    assert desk.session.project.list_history()[0].rank == 2


def test_forbidding_and_locking_are_honoured_exactly(window: Window, desk: AppContext) -> None:
    model, sentence = model_of(desk), here(desk)
    for word in range(1, len(sentence) + 1):
        desk.session.select(word=word)
        head = heads_offered(desk)[word - 1]
        assert head is not None
        press(Qt.Key.Key_X)
        answered(desk)
        offer = desk.suggestions.current
        assert offer is not None
        wanted = model.parse(sentence, 10, Constraints(forbidden_arcs=frozenset({(head, word)})))
        assert [one.value.heads for one in offer.trees] == [one.value.heads for one in wanted]
        assert all(one.value.heads[word - 1] != head for one in offer.trees)
        assert word in offer.find_changed_positions(0)
        other = heads_offered(desk)[word - 1]
        press(Qt.Key.Key_X, SHIFT)
        answered(desk)
        press(Qt.Key.Key_N)
        kept = heads_offered(desk)[word - 1]
        press(Qt.Key.Key_L)
        answered(desk)
        offer = desk.suggestions.current
        assert offer is not None
        assert all(one.value.heads[word - 1] == kept for one in offer.trees)
        labels = window.views.dependency.current_drawing.labels[word]
        assert labels[0].locked
        assert other != head
        press(Qt.Key.Key_L)
        answered(desk)
        assert desk.session.get_locks(OPEN) == Constraints()


def test_own_arcs_hold_while_the_rest_is_parsed(window: Window, desk: AppContext) -> None:
    assert window is not None
    head = heads_offered(desk)[0]
    other = next(number for number in range(2, len(here(desk)) + 1) if number != head)
    assert desk.session.edit("Attach", lambda one: one.with_head(1, other, "dep"))
    assert desk.suggestions.current is None
    answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    assert {one.value.heads[0] for one in offer.trees} == {other}
    assert {one.value.deprels[0] for one in offer.trees} == {"dep"}


def test_a_proposal_for_what_has_changed_is_dropped(desk: AppContext) -> None:
    wait_for(lambda: desk.suggestions.get(OPEN + 5) is not None)
    desk.session.select(OPEN + 8)  # beyond those that were asked for ahead
    assert desk.suggestions.is_waiting
    assert desk.session.edit("Tag", lambda one: one.with_value("lemma", 1, "other"))
    answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    assert offer.question.sentence == desk.session.treebank[OPEN + 8]
    assert offer.trees[0].value.lemmas[0] == "other"
    desk.suggestions.model.choose_run("")
    assert desk.suggestions.current is None
    desk.suggestions.model.choose_run()
    answered(desk)


def test_impossible_arcs_are_said_in_a_sentence(window: Window, desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    desk.session.select(word=1)
    window.views.dependency.editor.make_root()
    desk.session.select(word=2)
    window.views.dependency.editor.make_root()
    wait_for(lambda: bool(said))
    assert "both locked to the root" in said[0]
    assert window.statusBar().currentMessage() == said[0]
    assert desk.suggestions.current is None
    assert not desk.suggestions.is_waiting
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    answered(desk)


def test_a_lock_that_cannot_be_honoured_is_taken_back(desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    for tried in range(len(here(desk)) + 1):
        before = desk.session.get_locks(OPEN)
        desk.suggestions.tree_locks.forbid_part(1)
        answered(desk)
        if said:
            break
        assert len(desk.session.get_locks(OPEN).forbidden_arcs) == tried + 1
    assert said
    assert desk.session.get_locks(OPEN) == before
    assert heads_offered(desk)[0] is not None


def test_a_sentence_with_heads_keeps_them_until_n_asks(window: Window, desk: AppContext) -> None:
    desk.session.select(0)
    own = here(desk)
    wait_for(lambda: not desk.suggestions.is_parsing)
    assert desk.suggestions.current is None
    assert not any(arc.suggested_part for arcs in window.views.dependency.current_drawing.arcs.values() for arc in arcs)
    press(Qt.Key.Key_N)
    answered(desk)
    press(Qt.Key.Key_N)
    assert heads_offered(desk) != own.heads
    press(Qt.Key.Key_Escape)
    assert desk.suggestions.current is None
    assert window.views.dependency.current_drawing.sentence == own
    press(Qt.Key.Key_Return)
    assert desk.session.treebank[0] == own
    assert desk.session.provenances[0] == CONFIRMED
    desk.session.select(1)
    press(Qt.Key.Key_N)
    answered(desk)
    press(Qt.Key.Key_N)
    other = heads_offered(desk)
    assert other != desk.session.treebank[1].heads
    press(Qt.Key.Key_Return)
    assert desk.session.treebank[1].heads == other


def test_the_next_five_of_the_queue_are_asked_for_ahead(window: Window, desk: AppContext) -> None:
    assert window is not None
    wait_for(lambda: all(desk.suggestions.get(OPEN + ahead) is not None for ahead in range(6)))
    wait_for(lambda: not desk.suggestions.is_parsing)
    assert desk.suggestions.get(OPEN + 6) is None
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    wait_for(lambda: desk.suggestions.get(OPEN + 6) is not None)


def test_heads_are_listed_by_probability_and_return_takes_the_likeliest_other_one(
    window: Window, desk: AppContext
) -> None:
    offer = desk.suggestions.current
    assert offer is not None
    assert offer.is_calibrated
    ranked = offer.list_alternatives(1)
    numbers = [offer.get_part_score(ArcPart(1, head)) for head in range(len(here(desk)) + 1) if head != 1]
    assert [number for _, number in ranked] == sorted(numbers, reverse=True)
    desk.session.select(word=1)
    press(Qt.Key.Key_H)
    choices = window.views.dependency.prompt.findChild(QListWidget)
    assert choices is not None
    shown = [choices.item(row).text() for row in range(choices.count())]
    for text, (_, number) in zip(shown, ranked, strict=True):
        assert (">99%" if number > 0.99 else "<1%" if number < 0.01 else f"{number:.0%}") in text
    press(Qt.Key.Key_Return)
    assert here(desk).heads[0] == ranked[1][0].head
    assert desk.session.project.list_history()[0].rank == 2


def test_without_calibration_numbers_are_called_scores(window: Window, desk: AppContext) -> None:
    learn(desk, "head-automata", {"estimator": "det", "calibration": False, "tagger": False})
    desk.suggestions.model.choose_run()
    answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    assert not offer.is_calibrated
    spoken = window.views.dependency.outline.word_model.describe_word(1)
    assert "score" in spoken
    assert "%" not in spoken


def test_the_rest_is_accepted_only_after_a_look_at_every_doubtful_word(window: Window, desk: AppContext) -> None:
    desk.suggestions.set_uncertain_below(1.0)
    words = desk.suggestions.find_uncertain_positions()
    assert words
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    underlined = {word for word, item in window.views.dependency.current_drawing.words.items() if item.is_uncertain}
    assert underlined == set(words)
    QApplication.processEvents()
    rows = {
        index: row
        for view in window.views.queue.findChildren(UniformRowView)
        for index, row in view.itemDelegate().painted.items()  # type: ignore[attr-defined]
    }
    assert rows[OPEN].status.uncertain_count == len(words)  # in the row of the queue as well
    press(Qt.Key.Key_A)
    left = [word for word in words if word != desk.session.selection.word]
    assert all(f"{word} " in said[-1] for word in left[:4])  # the others in three dots
    assert here(desk).heads == (None,) * len(here(desk))
    for _ in words:
        press(Qt.Key.Key_U)
    wanted = heads_offered(desk)
    press(Qt.Key.Key_A)
    assert here(desk).heads == wanted
    assert desk.session.provenances[OPEN] == CONFIRMED
    assert desk.session.selection.sentence == OPEN


def test_the_queue_is_ordered_by_what_the_model_says(window: Window, desk: AppContext) -> None:
    window.views.queue.order_by(UNCERTAIN)
    wait_for(lambda: desk.queue_orders.uncertainty_scores.scores is not None)
    model = model_of(desk)
    entropies = []
    for sentence in desk.session.treebank:
        chances = model.probabilities(sentence)  # type: ignore[attr-defined]
        logs = np.log(np.where(chances > 0, chances, 1.0))
        entropies.append(float(-(chances * logs).sum(axis=0).mean()))
    assert desk.queue_orders.uncertainty_scores.scores is not None
    assert list(desk.queue_orders.uncertainty_scores.scores) == pytest.approx(entropies)
    listed = [entropies[at] for at in window.views.queue.listed_sentences]
    assert listed == pytest.approx(sorted(entropies, reverse=True))
    window.views.queue.order_by(RANDOM)
    shuffled = window.views.queue.listed_sentences
    assert sorted(shuffled) == list(range(len(desk.session.treebank)))
    assert shuffled != sorted(shuffled)
    window.views.queue.order_by(UNCERTAIN)
    window.views.queue.order_by(RANDOM)
    assert window.views.queue.listed_sentences == shuffled


def test_accepted_sentences_are_added_to_the_model_between_sentences(window: Window, desk: AppContext) -> None:
    desk.suggestions.model.retrain_after = 3
    base = desk.suggestions.model.active_run
    assert base is not None
    for _ in range(3):
        answered(desk)
        press(Qt.Key.Key_Return)
    shown = desk.suggestions.model.get_file(desk.session.selection.sentence)
    wait_for(lambda: desk.suggestions.model.added_sentence_count == 3)
    assert desk.suggestions.model.get_file(desk.session.selection.sentence) == shown  # while it is being decided on
    answered(desk)
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert desk.suggestions.model.get_file(desk.session.selection.sentence) == desk.suggestions.model.model_file
    assert desk.suggestions.model.model_file != shown
    assert "3" in window.status_line.model_label.text()
    answered(desk)
    accepted = Treebank.of(desk.session.treebank[OPEN + at] for at in range(3))
    grown = METHODS["head-automata"].add(model_of(desk), accepted)  # type: ignore[arg-type]
    assert isinstance(grown, Parser)
    offer = desk.suggestions.current
    assert offer is not None
    assert [one.score for one in offer.trees] == [one.score for one in grown.parse(here(desk), 10)]


def test_a_model_is_chosen_in_the_menu(window: Window, desk: AppContext) -> None:
    assert desk.suggestions.model.active_run is not None
    assert desk.suggestions.model.active_run.name in window.status_line.model_label.text()
    menu = next(menu for menu in window.findChildren(QMenu) if menu.title() == "Suggest trees &with")
    menu.aboutToShow.emit()
    none, *runs = menu.actions()
    assert [action.isChecked() for action in runs] == [True]
    none.trigger()
    assert desk.suggestions.model.active_run is None
    assert desk.suggestions.current is None
    assert not window.views.dependency.current_drawing.arcs
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    answered(desk)


def test_after_another_head_the_ghosts_say_what_else_has_moved(window: Window, desk: AppContext) -> None:
    desk.session.select(OPEN + 3)  # they saw the boat near the pier
    answered(desk)
    shown = heads_offered(desk)
    top = next(word for word, head in enumerate(shown, 1) if head == 0)
    other = next(word for word in range(1, len(shown) + 1) if word != top)
    desk.session.select(word=other)
    window.views.dependency.editor.make_root()  # another root: the one before must go somewhere
    answered(desk)
    now = heads_offered(desk)
    moved = {word for word, pair in enumerate(zip(shown, now, strict=True), 1) if pair[0] != pair[1]}
    assert top in moved
    arcs = window.views.dependency.current_drawing.arcs
    assert {
        word for word in arcs if (ghost := arcs[word][0].suggested_part) is not None and ghost.is_changed
    } == moved - {other}
    assert arcs[other][0].suggested_part is None


def test_locks_pressed_before_the_answer_are_all_honoured(window: Window, desk: AppContext) -> None:
    shown = heads_offered(desk)
    for word in (1, 2):
        desk.session.select(word=word)
    wanted = set()
    for word in (1, 2):
        desk.session.select(word=word)
        head = shown[word - 1]
        assert head is not None
        arcs = desk.session.get_locks(OPEN).forbidden_arcs | {(head, word)}
        change_locks(desk, Constraints(forbidden_arcs=arcs), "Forbid")  # two keys before an answer
        wanted.add((head, word))
    assert desk.suggestions.current is None
    answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    assert offer.question.constraints.forbidden_arcs == wanted
    assert all((tree.value.heads[word - 1], word) not in wanted for tree in offer.trees for word in (1, 2))
    press(Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    press(Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    answered(desk)
    assert desk.session.get_locks(OPEN).forbidden_arcs == wanted
    assert window.views.dependency.current_drawing.sentence.heads == heads_offered(desk)


def test_the_cursor_stands_on_the_first_word_in_doubt(window: Window, desk: AppContext) -> None:
    desk.suggestions.set_uncertain_below(1.0)
    for _ in range(2):
        press(Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
        answered(desk)
        wait_for(lambda: desk.session.selection.word > 0)
        assert desk.session.selection.word == desk.suggestions.find_uncertain_positions()[0]
    assert window.views.dependency.outline.currentIndex().row() + 1 == desk.session.selection.word


def test_what_was_taken_back_is_not_learnt(window: Window, desk: AppContext) -> None:
    assert window is not None
    desk.suggestions.model.retrain_after = 3
    for _ in range(2):
        answered(desk)
        press(Qt.Key.Key_Return)
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    answered(desk)
    desk.session.select(0)
    press(Qt.Key.Key_Return)  # it had heads: the model has learnt it already
    desk.session.select(OPEN + 2)
    answered(desk)
    press(Qt.Key.Key_Return)
    assert not desk.suggestions.model.retraining_job
    answered(desk)
    press(Qt.Key.Key_Return)
    assert desk.suggestions.model.retraining_job
    wait_for(lambda: desk.suggestions.model.added_sentence_count == 3)


def test_a_sentence_without_the_tags_that_the_model_reads_is_not_parsed(window: Window, desk: AppContext) -> None:
    said: list[str] = []
    desk.notices.refused.connect(said.append)

    def without_tags(one: Sentence) -> Sentence:
        return replace(one, xpos=(EMPTY,) * len(one), source=None)

    assert desk.session.edit("Clear", without_tags)
    wait_for(lambda: bool(said))
    assert "xpos" in said[0]
    assert desk.suggestions.current is None
    assert not window.views.dependency.current_drawing.arcs


def test_a_relation_of_a_ghost_is_kept_while_its_head_is_proposed(window: Window, desk: AppContext) -> None:
    desk.session.select(word=1)
    head = heads_offered(desk)[0]
    press(Qt.Key.Key_R)
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, "other")
    press(Qt.Key.Key_Return, SHIFT)
    press(Qt.Key.Key_Up)  # nobody used it so far: the last choice is to take it
    press(Qt.Key.Key_Return)
    assert here(desk).deprels[0] == "other"
    answered(desk)
    assert heads_offered(desk)[0] == head
    assert window.views.dependency.current_drawing.arcs[1][0].suggested_part is not None
    press(Qt.Key.Key_Return)
    assert (desk.session.treebank[OPEN].heads[0], desk.session.treebank[OPEN].deprels[0]) == (head, "other")


def test_a_dead_engine_is_started_anew(window: Window, desk: AppContext) -> None:
    assert window is not None
    number = desk.work.get_process_ids()["answers"]
    assert number is not None
    os.kill(number, signal.SIGKILL)
    desk.suggestions.tree_locks.forbid_part(1)
    wait_for(lambda: desk.suggestions.current is not None or not desk.suggestions.is_waiting)
    if desk.suggestions.current is None:  # it was asked before anybody knew; N asks again
        press(Qt.Key.Key_N)
    answered(desk)
    assert desk.work.get_process_ids()["answers"] not in (None, number)


def test_without_the_file_of_what_was_learnt_beside_it_the_run_proposes_and_learns_anew(desk: AppContext) -> None:
    desk.suggestions.model.retrain_after = 2
    noted: list[str] = []
    desk.notices.notified.connect(noted.append)
    for _ in range(2):
        answered(desk)
        press(Qt.Key.Key_Return)
    wait_for(lambda: desk.suggestions.model.added_sentence_count == 2)
    desk.session.select(OPEN + 6)
    answered(desk)
    assert desk.suggestions.model.model_file is not None
    shutil.rmtree(desk.suggestions.model.model_file.parent)
    desk.session.select(OPEN + 7)
    answered(desk)
    assert any("was deleted with temporary files" in one for one in noted)
    wait_for(lambda: desk.suggestions.model.added_sentence_count == 2)


def test_a_model_without_its_training_text_says_that_it_cannot_learn_from_sentences(desk: AppContext) -> None:
    settings = {"states": 2, "relations": False, "tagger": False, "calibration": False}
    run = learn(desk, "latent-dependencies", settings)
    file = desk.runs.find_model_file(run)
    assert file is not None
    assert store.read_text_state(file) is store.TextState.INCLUDED  # the window keeps it in the project
    store.copy(file, file, {})
    desk.suggestions.model.choose_run(run.name)
    desk.suggestions.model.retrain_after = 1
    noted: list[str] = []
    desk.notices.notified.connect(noted.append)
    for _ in range(2):
        answered(desk)
        press(Qt.Key.Key_Return)
    wait_for(lambda: any("its file has no training text" in one for one in noted))
    answered(desk)
    assert sum("no training text" in one for one in noted) == 1
    assert desk.suggestions.model.retraining_job is None


def test_a_model_that_does_not_answer_gives_way_to_another(desk: AppContext) -> None:
    first = desk.suggestions.model.active_run
    assert first is not None
    other = learn(desk, "head-automata", {"estimator": "det", "tagger": False})
    desk.suggestions.model.choose_run(other.name)
    answered(desk)
    number = desk.work.get_process_ids()["answers"]
    assert number is not None
    wait_for(lambda: not desk.suggestions.is_parsing)
    os.kill(number, signal.SIGSTOP)
    desk.session.select(OPEN + 8)
    assert desk.suggestions.is_parsing
    wait_for(lambda: desk.work.is_running("answers"))
    desk.suggestions.model.choose_run(first.name)
    wait_for(lambda: desk.suggestions.current is not None, 30.0)
    assert desk.work.get_process_ids()["answers"] != number
    assert desk.suggestions.current is not None
    assert desk.suggestions.current.question.model.name == first.model


def test_the_preferences_say_when_words_are_in_doubt_and_when_to_learn(window: Window, desk: AppContext) -> None:
    before = window.preferences_controller.preferences
    try:
        window.preferences_controller.set_preferences(before.with_changes(doubt=0.0, relearn_after=7))
        assert desk.suggestions.model.retrain_after == 7
        assert desk.suggestions.find_uncertain_positions() == ()
        assert not any(item.is_uncertain for item in window.views.dependency.current_drawing.words.values())
        window.preferences_controller.set_preferences(before.with_changes(doubt=1.0))
        assert desk.suggestions.find_uncertain_positions()
        assert any(item.is_uncertain for item in window.views.dependency.current_drawing.words.values())
    finally:
        window.preferences_controller.set_preferences(before)


def test_a_sentence_without_tags_is_parsed_with_the_model_s_own(tmp_path: Path) -> None:
    method = METHODS["head-automata"]
    model = method.learn(tiny_treebank(), make_settings(method, {"estimator": "det", "calibration": False}))
    store.save(model, tmp_path / "m.npz")
    bare = Sentence.of(("the", "cook", "opened", "a", "can", "."))
    parsed = Parse(tmp_path / "m.npz", bare, 1, UNCONSTRAINED).run(Engine(), ignore_progress)
    assert parsed.trees[0].value.has_heads
    untagged = method.learn(tiny_treebank(), make_settings(method, {"estimator": "det", "tagger": False}))
    store.save(untagged, tmp_path / "u.npz")
    with pytest.raises(DataError, match="empty in this sentence"):
        Parse(tmp_path / "u.npz", bare, 1, UNCONSTRAINED).run(Engine(), ignore_progress)
