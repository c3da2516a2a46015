"""Accepted sentences with errors: their marks, their count, the way to them, and what mends them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListView, QProgressBar
from pytestqt.qtbot import QtBot

from spectral_core.data import EMPTY
from spectral_gui.app.window import Window
from spectral_gui.views.shared.queue_controls import ACCEPTED, FLAGGED

GOOD = "1\tDogs\tdog\tNOUN\t_\tNumber=Plur\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
FAULTS = {
    "an invalid UPOS": ("NOUN", "NAME"),
    "an invalid FEATS": ("Number=Plur", "Plur"),
    "a missing lemma": ("dog\t", "_\t"),
    "a missing UPOS": ("NOUN", "_"),
    "two roots": ("2\tnsubj", "0\troot"),
    "no root": ("0\troot", "1\tdep"),
}


def write_text(*faults: str) -> str:
    """Six sentences without faults, and then one with each of these faults."""
    return GOOD * 6 + "".join(GOOD.replace(*FAULTS[fault], 1) for fault in faults)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_sentence_with_an_error_is_not_shown_as_done_when_it_is_accepted(
    opened: Callable[..., Window], fault: str
) -> None:
    window = opened(write_text(fault))
    context, queue = window.context, window.views.queue
    for index in (0, 6):
        context.session.select(index)
        assert context.acceptance.accept_sentence(index, force=True)
    assert context.survey.get_acceptance(0).is_done
    status = queue.make_annotation_status(6).acceptance
    assert status.is_flagged
    assert status.icon == ("circle-alert", "uncertain")
    count = status.error_count
    words = f"accepted, {count} problem{'s' if count > 1 else ''}"
    assert words in queue.make_row(6).progress
    assert window.top_bar.acceptance_label.text() == window.status_line.acceptance_label.text() == words
    context.session.select(0)
    assert window.top_bar.acceptance_label.text() == "accepted"
    assert "accepted" not in queue.make_row(0).progress  # its sign says so


def test_sentences_accepted_with_problems_are_counted_and_listed_apart(opened: Callable[..., Window]) -> None:
    window = opened(write_text("a missing lemma", "an invalid UPOS"))
    queue, bar = window.views.queue, window.views.queue.findChild(QProgressBar)
    assert bar is not None
    for index in (0, 1, 6, 7):
        window.context.acceptance.accept_sentence(index)
    assert (bar.value(), bar.format()) == (2, "2 of 8 accepted, 2 more with problems")
    assert [one.text() for one in queue.findChildren(QLabel) if one.isVisible()][-1] == bar.format()
    queue.filter_by(FLAGGED)
    assert queue.listed_sentences == [6, 7]
    queue.filter_by(ACCEPTED)
    assert queue.listed_sentences == [0, 1]


def test_a_key_goes_to_the_next_sentence_accepted_with_problems(opened: Callable[..., Window], qtbot: QtBot) -> None:
    window = opened(write_text("a missing lemma", "an invalid UPOS"))
    session, shift = window.context.session, Qt.KeyboardModifier.ShiftModifier
    window.context.acceptance.accept_sentence(7)
    qtbot.keyClick(window, Qt.Key.Key_F8, shift)
    assert (session.selection.sentence, session.selection.word) == (7, 1)  # the other one is not accepted
    assert "NAME" in window.statusBar().currentMessage()
    window.context.acceptance.accept_sentence(6)
    qtbot.keyClick(window, Qt.Key.Key_F8, shift)
    assert session.selection.sentence == 6


def test_a_mended_sentence_is_done_without_being_accepted_again(opened: Callable[..., Window]) -> None:
    window = opened(write_text("a missing lemma"))
    session, survey = window.context.session, window.context.survey
    session.edit("Spoil", lambda old: old.with_value("feats", 1, "Plur"), index=6)
    window.context.acceptance.accept_sentence(6)
    assert survey.get_acceptance(6).error_count == 2
    session.edit("Set lemma", lambda old: old.with_value("lemma", 1, "dog"), index=6)
    assert survey.get_acceptance(6).error_count == 1
    session.edit("Set features", lambda old: old.with_value("feats", 1, EMPTY), index=6)
    assert survey.get_acceptance(6).is_done
    assert 6 not in survey.accepted.flagged
    session.undo()
    assert survey.get_acceptance(6).is_flagged  # still accepted
    session.redo()
    session.edit("Set lemma", lambda old: old.with_value("lemma", 1, "hound"), index=6)
    assert not survey.get_acceptance(6).is_accepted  # what was done is open again, as before


def test_a_sentence_mended_or_not_stays_accepted_when_the_file_is_opened_again(
    opened: Callable[..., Window], qtbot: QtBot
) -> None:
    window = opened(write_text("a missing lemma", "a missing lemma"))
    session, survey = window.context.session, window.context.survey
    for index in (6, 7):
        window.context.acceptance.accept_sentence(index)
    session.edit("Set lemma", lambda old: old.with_value("lemma", 1, "dog"), index=6)
    with qtbot.waitSignal(survey.changed, timeout=60_000):
        session.reload_document()
    assert survey.get_acceptance(6).is_done
    assert survey.get_acceptance(7).is_flagged
    assert survey.accepted.flagged == {7}


def test_an_empty_lemma_is_an_error_only_where_the_document_has_lemmas(opened: Callable[..., Window]) -> None:
    bare = GOOD.replace("dog\t", "_\t").replace("bark\tbark", "bark\t_")
    window = opened(bare * 3)
    session, survey, queue = window.context.session, window.context.survey, window.views.queue
    window.context.acceptance.accept_sentence(0)
    queue.grab()
    window.panels.show_dock("problems")
    listed = window.views.problems.findChild(QListView)
    assert listed is not None
    assert survey.get_acceptance(0).is_done
    session.edit("Fill in", lambda old: replace(old, lemmas=("dog", "bark"), source=None), index=1)  # as later ones are
    assert survey.get_acceptance(0).error_count == 2
    assert survey.accepted.flagged == {0}
    assert survey.problem_sentences == {0}
    assert listed.model().rowCount() == 2
    session.undo()
    assert survey.get_acceptance(0).is_done
    assert not survey.accepted.flagged | survey.problem_sentences
