"""The strip of the likeliest trees, and the rows of the queue beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning import keep, learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTabWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.annotate.trees.tree_strip import TreeCard

DOG = Sentence.of(("a", "dog", "ran", "home"), xpos=("DT", "NN", "VB", "RB"), heads=(2, 3, 0, 3))
OPEN = Sentence.of(("a", "dog", "ran", "home"), xpos=("DT", "NN", "VB", "RB"))


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    formats.save(Treebank.of([*[DOG] * 12, OPEN, DOG.with_head(4, None)]), tmp_path / "dogs.conllu")
    Project.create(tmp_path / "project", [tmp_path / "dogs.conllu"]).close()
    made = Window(AppContext(tmp_path / "store"), Preferences(theme="light", trains_in_background=False))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=30_000)
    made.document_actions.open(tmp_path / "project")
    wait_for(lambda: made.context.survey.is_complete)
    learn(made.context, "head-automata", {"estimator": "det", "column": "xpos", "calibration": False, "tagger": False})
    yield made
    made.close()
    made.deleteLater()


def test_cards_show_the_likeliest_trees_and_are_taken_by_alt_and_a_digit(window: Window, qtbot: QtBot) -> None:
    strip, proposals = window.views.tree_strip, window.context.suggestions
    assert strip.isVisible()
    window.context.session.select(0)
    assert not [card for card in strip.cards if card.isVisible()]  # decided: the strip keeps its room
    window.context.session.select(12)
    wait_for(lambda: proposals.current is not None, 300)
    offer = proposals.current
    assert offer is not None
    shown = [card for card in strip.cards if card.isVisible()]
    assert len(shown) == min(4, len(offer.trees)) > 1
    assert shown[0].isChecked()
    doubted = replace(offer, parse_result=replace(offer.parse_result, doubtful_words=frozenset({1, 4})))
    assert doubted.find_underlined_positions(0.0) == {1, 4}
    assert shown[0].accessibleName().startswith("Tree 1: Best")
    rank, (word,) = next(
        (rank, changed)
        for rank in range(1, len(offer.trees))
        if len(changed := offer.find_changed_positions(rank)) == 1
    )
    assert isinstance(word, int)
    trees = [replace(one, value=one.value.with_value("deprel", word, "prep_of")) for one in offer.trees]
    labelled = replace(offer, parse_result=replace(offer.parse_result, trees=tuple(trees)))
    assert strip._describe_differences(labelled, rank, frozenset({word}))[0].startswith("prep_of of ")
    canvas = window.views.dependency.canvas
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert proposals.rank == 1
    assert [card.isChecked() for card in shown][:2] == [False, True]
    assert proposals.current_tree == offer.trees[1].value
    qtbot.mouseClick(shown[0], Qt.MouseButton.LeftButton)
    assert proposals.rank == 0
    assert strip.cards[0].isChecked()
    strip.grab()  # all of it can be drawn


def test_small_trees_of_words_from_right_to_left_are_mirrored(qtbot: QtBot) -> None:
    drawn = []
    for forms in (("a", "b", "c"), ("كتب", "الولد", "رسالة")):
        card = TreeCard(1)
        keep(qtbot, card)
        card.resize(140, 92)
        sentence = Sentence.of(forms, heads=(0, 1, 1))
        card.show_tree(("",), "", None, sentence, frozenset(), DEPENDENCIES, False)
        image = card.grab().toImage()
        drawn.append(image.copy(4, 34, 132, 50))
    assert drawn[0] != drawn[1]
    assert count_dark(drawn[0], left=True) > count_dark(drawn[0], left=False)
    assert count_dark(drawn[1], left=True) < count_dark(drawn[1], left=False)


def count_dark(image: QImage, left: bool) -> int:
    """The pixels drawn in one half of an image."""
    half, paper = image.width() // 2, image.pixelColor(0, 0).lightness()
    columns = range(half) if left else range(image.width() - half, image.width())
    return sum(abs(image.pixelColor(x, y).lightness() - paper) > 20 for x in columns for y in range(image.height()))


def test_rows_of_the_queue_say_how_far_a_sentence_is(window: Window) -> None:
    state = window.views.queue.make_annotation_status
    assert (state(12).word_count, state(12).decided_count, state(12).acceptance.is_accepted) == (4, 0, False)
    assert (state(13).word_count, state(13).decided_count) == (4, 3)
    window.context.session.select(0)
    window.context.acceptance.accept_sentence()
    assert state(0).acceptance.is_accepted
    window.views.queue.grab()


def test_the_status_line_says_what_one_is_in_and_its_keys(window: Window, qtbot: QtBot) -> None:
    window.resize(1600, 900)
    window.views.dependency.canvas.setFocus()
    qtbot.waitUntil(lambda: window.key_hints.scope == "dependency", timeout=30_000)
    assert window.status_line.keys_label.text().startswith("Dependency tree   H Attach to a head   R Relation")
    assert window.status_line.keys_label.text().endswith("? Keys")
    window.panels.show_workspace("read")
    qtbot.waitUntil(lambda: window.key_hints.scope == "reading", timeout=30_000)
    assert "K I know this word" in window.status_line.keys_label.text()
    before = len(window.status_line.keys_label.text())
    window.resize(900, 600)
    assert len(window.status_line.keys_label.text()) < before  # what there is no room for is left out


def test_the_status_line_names_keys_of_merges_only_where_there_are_merges(window: Window, qtbot: QtBot) -> None:
    window.resize(1600, 900)
    window.panels.show_workspace("explore")
    exploring = window.views.explore
    (pages,) = (one for one in exploring.findChildren(QTabWidget) if one.isAncestorOf(exploring.steps))
    for page, inside, scope in (
        (exploring.steps, exploring.steps.model, "steps"),
        (exploring.automata, exploring.automata.panel.canvas, "exploring"),
        (exploring.models, pages, ""),
    ):
        pages.setCurrentWidget(page)
        inside.setFocus()
        qtbot.waitUntil(lambda scope=scope: window.key_hints.scope == scope, timeout=30_000)
        said = window.status_line.keys_label.toolTip()
        assert ("merge" in said) == (scope == "exploring")
        assert ("Left, Right Back, forward" in said) == (scope == "steps")
    pages.setCurrentWidget(exploring.steps)
    wait_for(lambda: exploring.steps.trace is not None)
    window.menus.actions["exploring.next_merge"].trigger()
    assert exploring.steps.step_index == 1  # and nothing that is hidden moves
    assert exploring.steps.isVisible()


def test_full_screen_has_the_tree_alone_whatever_is_proposed(window: Window) -> None:
    strip, choices, proposals = (
        window.views.tree_strip,
        window.views.dependency.alternatives_bar,
        window.context.suggestions,
    )
    window.context.session.select(12)
    wait_for(lambda: proposals.current is not None, 300)
    assert strip.isVisible()
    assert choices.isVisible()
    window.toggle_full_screen()
    window.context.session.select(0)
    window.context.session.select(12)
    assert not strip.isVisible()
    assert not choices.isVisible()
    window.toggle_full_screen()
    assert strip.isVisible()
    assert choices.isVisible()
