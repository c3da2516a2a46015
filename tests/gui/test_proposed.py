"""What is seen and said of proposals: relations, tags, keys of heads, locks, problems, who proposes, what is learnt."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import learn, wait_for
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import is_descendant
from spectral_core.data.inventory import Inventory
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.state.active_model import TakeoverRule
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.annotate.problems import ProblemListModel
from spectral_gui.views.annotate.prompt_choices import rank_relations
from spectral_gui.views.annotate.trees.alternatives_bar import MIN_SHOWN_SCORE, ArcChoice, list_arc_choices
from spectral_gui.views.annotate.word_edits import attach_words, choose_relation, make_head_edit, set_relations

AT_ONCE = TakeoverRule(1, 0.0)  # an update takes over without a comparison
ANNOTATED = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 2
OPEN = len(ANNOTATED)  # the first sentence without heads and tags
OTHER = "garden:other"  # a relation that no model knows


def bare(sentence: Sentence) -> Sentence:
    none = (EMPTY,) * len(sentence)
    return replace(sentence.with_heads([None] * len(sentence), none), upos=none, xpos=none, source=None)


ROWS = [*ANNOTATED, *(bare(one) for one in ANNOTATED[: len(ANNOTATED) // 2])]


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
    """A project with one model that brings its own tagger and names relations."""
    desk, room = one_window.context, tmp_path_factory.mktemp("proposed") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    opened(desk, room)
    run = learn(desk, "head-automata", {"estimator": "det", "column": "xpos"})
    assert run.status == "finished", run.complaint
    desk.session.show_unsaved_treebank(Treebank.of(()))
    return room


@pytest.fixture
def window(qtbot: QtBot, one_window: Window, learnt: Path, tmp_path: Path) -> Window:
    desk = one_window.context
    shutil.copytree(learnt, tmp_path / "garden")
    desk.suggestions.model.retrain_after, desk.suggestions.model.rule = 20, AT_ONCE
    desk.suggestions.model.choose_run()
    opened(desk, tmp_path / "garden")
    desk.session.select(OPEN)
    answered(desk)
    one_window.activateWindow()
    one_window.views.dependency.canvas.setFocus()
    qtbot.waitUntil(one_window.views.dependency.canvas.hasFocus)
    return one_window


@pytest.fixture
def desk(window: Window) -> AppContext:
    return window.context


def opened(desk: AppContext, folder: Path) -> None:
    desk.session.open(folder)
    wait_for(lambda: desk.session.opened_path == folder and desk.survey.is_complete)


def answered(desk: AppContext) -> None:
    wait_for(lambda: desk.suggestions.current is not None)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def typed(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def here(desk: AppContext) -> Sentence:
    sentence = desk.session.sentence
    assert sentence is not None
    return sentence


def tree(desk: AppContext) -> Sentence:
    assert desk.suggestions.current_tree is not None
    return desk.suggestions.current_tree


def plain(text: str) -> str:
    return text.translate({0x2066: None, 0x2067: None, 0x2068: None, 0x2069: None})


def heard(desk: AppContext) -> list[str]:
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    desk.notices.refused.connect(said.append)
    return said


def test_a_head_that_is_taken_brings_the_relation_that_is_shown(window: Window, desk: AppContext) -> None:
    offered = tree(desk)
    for word in range(1, len(offered) + 1):
        desk.session.select(word=word)
        press(Qt.Key.Key_H)
        typed(str(offered.heads[word - 1]))
        if window.views.dependency.prompt.is_open:  # a further digit could make another number
            press(Qt.Key.Key_Return)
        assert here(desk).heads[word - 1] == offered.heads[word - 1]
        assert here(desk).deprels[word - 1] == offered.deprels[word - 1] != EMPTY
        press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        answered(desk)
    assert window.views.dependency.current_drawing.sentence == offered


def test_a_head_of_no_proposed_tree_leaves_the_relation_to_the_model(window: Window, desk: AppContext) -> None:
    offer = desk.suggestions.current
    assert offer is not None
    shown = [one.value for one in offer.trees]
    pairs = (
        (arc.head, word) for word in range(1, len(shown[0]) + 1) for arc, _ in reversed(offer.list_alternatives(word))
    )
    head, word = next((h, w) for h, w in pairs if h and all(one.heads[w - 1] != h for one in shown))
    desk.session.select(word=word)
    window.views.dependency.editor.attach_to(OPEN, [word], head)
    assert here(desk).heads[word - 1] == head
    assert here(desk).deprels[word - 1] == EMPTY
    answered(desk)
    relation = tree(desk).deprels[word - 1]
    assert relation != EMPTY
    label = window.views.dependency.current_drawing.labels[word][0]
    assert (label.text, label.is_suggested) == (relation, True)
    assert window.views.dependency.current_drawing.arcs[word][0].suggested_part is None
    assert "relation suggested" in window.views.dependency.outline.word_model.describe_word(word)
    press(Qt.Key.Key_Return)
    assert desk.session.treebank[OPEN].deprels[word - 1] == relation


def test_a_choice_of_the_bar_brings_the_relation_that_it_names(window: Window, desk: AppContext) -> None:
    desk.session.select(0)
    view, size = window.views.dependency, len(here(desk))
    assert desk.session.edit("Label", lambda one: set_relations(one, range(1, size + 1), OTHER), index=0)
    desk.suggestions.show_next_tree(1)
    answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    choices = [one for word in range(1, size + 1) for one in list_arc_choices(offer, tree(desk), word)]
    choice = next(
        one
        for one in choices
        if one.changes_head and one.relation != EMPTY and not is_descendant(here(desk).heads, one.head, one.word)
    )
    view.editor.apply_choice([choice], 1)
    assert (here(desk).heads[choice.word - 1], here(desk).deprels[choice.word - 1]) == (choice.head, choice.relation)


def test_the_last_arc_by_hand_has_a_relation_too(window: Window, desk: AppContext) -> None:
    """A model suggests no relations for a sentence whose words all have heads."""
    attach = window.views.dependency.editor.attach_to
    offer = desk.suggestions.current
    assert offer is not None
    shown = {one.value.heads[0] for one in offer.trees}
    attach(OPEN, [1], next(arc.head for arc, _ in offer.list_alternatives(1) if arc.head not in {*shown, 0}))
    assert here(desk).deprels[0] == EMPTY  # the model predicts it
    answered(desk)
    predicted = tree(desk).deprels[0]
    assert predicted != EMPTY
    last = max(word for word in range(2, len(here(desk))) if word not in tree(desk).heads)
    for word in range(2, len(here(desk)) + 1):
        if word != last:
            attach(OPEN, [word], tree(desk).heads[word - 1] or 0)
            answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    shown = {one.value.heads[last - 1] for one in offer.trees}
    attach(OPEN, [last], next(head for head in range(len(here(desk)), 0, -1) if head not in {*shown, last}))
    assert here(desk).has_heads
    assert here(desk).deprels[0] == predicted
    assert EMPTY not in here(desk).deprels
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (here(desk).heads[last - 1], here(desk).deprels[0]) == (None, EMPTY)


def test_without_evidence_no_relation_is_invented() -> None:
    inventory = Inventory.of(ANNOTATED)
    untagged = bare(ANNOTATED[0])
    assert inventory.rank_relations(untagged, 1, 2)  # there would be something to take
    assert choose_relation(untagged, 1, 2, inventory) == EMPTY
    assert attach_words(untagged, [1], 2, inventory).deprels[0] == EMPTY
    loose = ANNOTATED[0].with_head(1, None, EMPTY)
    best = inventory.rank_relations(loose, 1, 2)[0]
    assert choose_relation(loose, 1, 2, inventory) == best
    assert make_head_edit(1, "2", inventory)(loose).deprels[0] == best
    assert make_head_edit(1, "2", inventory)(loose.with_value("deprel", 1, OTHER)).deprels[0] == OTHER


def test_the_relation_of_the_proposal_is_the_first_of_the_list(window: Window, desk: AppContext) -> None:
    for word in range(1, len(here(desk)) + 1):
        desk.session.select(word=word)
        press(Qt.Key.Key_R)
        rows = window.views.dependency.prompt.findChild(QListWidget)
        assert rows is not None
        assert rows.item(0).data(Qt.ItemDataRole.UserRole) == tree(desk).deprels[word - 1]
        assert "suggested" in rows.item(0).text()
        press(Qt.Key.Key_Escape)


def test_proposed_tags_of_the_other_column_rank_the_rest_of_the_list() -> None:
    inventory, tagged = Inventory.of(ANNOTATED), ANNOTATED[0]
    assert (tagged.upos[1],) in inventory.relations_by_context
    loose = tagged.with_value("deprel", 2, EMPTY)
    other = replace(loose, upos=(EMPTY,) * len(tagged), source=None)
    assert [one.value for one in rank_relations(other, 2, inventory)] == [
        one.value for one in rank_relations(loose, 2, inventory)
    ]
    assert choose_relation(other, 2, tagged.heads[1] or 0, inventory) == tagged.deprels[1]


def test_relations_that_a_proposal_would_change_are_drawn_as_proposed(window: Window, desk: AppContext) -> None:
    desk.session.select(0)
    desk.suggestions.show_next_tree(1)
    answered(desk)
    best = tree(desk)
    desk.suggestions.hide_requested_suggestion()
    assert desk.session.edit("Take it", lambda _: best.with_value("deprel", 1, OTHER), index=0)
    said = heard(desk)
    press(Qt.Key.Key_N)
    answered(desk)
    assert tree(desk).deprels[0] == best.deprels[0] != OTHER
    view = window.views.dependency
    wait_for(lambda: view.current_drawing.labels[1][0].is_suggested)
    assert view.current_drawing.arcs[1][0].suggested_part is None
    assert [word for word, labels in view.current_drawing.labels.items() if labels[0].is_suggested] == [1]
    assert f"instead of {OTHER}" in view.current_drawing.labels[1][0].toolTip()
    assert f"relation suggested instead of {OTHER}" in view.outline.word_model.describe_word(1)
    wait_for(lambda: said[-1].endswith("differs from the annotation: 1 relation(s)"))


def test_tags_that_a_proposal_would_fill_in_are_said(window: Window, desk: AppContext) -> None:
    assert tree(desk).xpos[0] != here(desk).xpos[0]
    assert f"tag {tree(desk).xpos[0]} suggested" in window.views.dependency.outline.word_model.describe_word(1)


def test_n_on_an_annotated_sentence_says_that_it_asks_and_that_nothing_differs(
    window: Window, desk: AppContext
) -> None:
    assert window is not None
    desk.session.select(1)
    said = heard(desk)
    press(Qt.Key.Key_N)
    assert "Parsing this sentence" in said[-1]
    wait_for(lambda: "Tree 1 of" in said[-1])
    best = tree(desk)
    desk.suggestions.hide_requested_suggestion()
    desk.session.edit("Take it", lambda _: best, index=1)
    said.clear()
    press(Qt.Key.Key_N)
    wait_for(lambda: bool(said) and said[-1].endswith("same as the annotation"))


def test_another_model_that_is_learnt_does_not_take_over(window: Window, desk: AppContext) -> None:
    first, said = desk.suggestions.model.active_run, heard(desk)
    assert first is not None
    learn(desk, "head-automata", {"estimator": "det", "column": "xpos", "tagger": False})
    assert desk.suggestions.model.active_run == first
    second = desk.runs.recorded_runs[-1].name
    assert any(second in one and first.name in one and "Suggest trees with" in one for one in said)
    assert window.status_line.model_label.text().startswith(f"model: {first.name}")
    learn(desk, "head-automata", {"estimator": "det", "column": "xpos", "tagger": False})
    assert desk.queue_orders.compared_run is not None
    assert desk.queue_orders.compared_run.name == second
    said.clear()
    desk.suggestions.model.choose_run(second)  # which needs tags that are not there
    wait_for(lambda: any(first.name in one and "Suggest trees with" in one for one in said))
    assert first.name in desk.suggestions.diagnostics.why_no_suggestion


def test_what_was_accepted_is_learnt_after_switching_and_after_reopening(
    window: Window, desk: AppContext, tmp_path: Path
) -> None:
    active = desk.suggestions.model.active_run
    assert active is not None
    for _ in range(3):
        answered(desk)
        press(Qt.Key.Key_Return)
    desk.session.select(0)
    press(Qt.Key.Key_Return)  # it had heads when the model was learnt
    desk.suggestions.model.choose_run("")
    desk.suggestions.model.choose_run(active.name)
    wait_for(lambda: len(desk.suggestions.model.newly_decided_sentences) == 3)
    desk.session.show_unsaved_treebank(Treebank.of(()))
    desk.suggestions.model.retrain_after = 3
    opened(desk, tmp_path / "garden")
    assert set(desk.session.provenances) == {0, OPEN, OPEN + 1, OPEN + 2}
    wait_for(lambda: desk.suggestions.model.added_sentence_count == 3)
    assert "3" in window.status_line.model_label.text()


def test_words_that_still_have_no_head_are_no_problem_under_a_proposal(window: Window, desk: AppContext) -> None:
    window.panels.focus_dock("problems")
    desk.session.select(word=1)
    window.views.dependency.editor.attach_to(OPEN, [1], tree(desk).heads[0] or 0)
    assert not desk.survey.find_problems(OPEN)
    answered(desk)
    assert not any(item.is_underlined for item in window.views.dependency.current_drawing.words.values())
    model = window.findChild(ProblemListModel)
    assert model is not None
    assert not model.problems
    assert OPEN not in desk.survey.problem_sentences
    desk.suggestions.model.choose_run("")
    assert len(desk.survey.find_problems(OPEN)) >= len(here(desk)) - 1
    assert model.problems
    desk.suggestions.model.choose_run()
    answered(desk)


def test_heads_are_asked_for_by_the_numbers_of_words_and_the_likeliest_other_one_is_marked(
    window: Window, desk: AppContext
) -> None:
    offer = desk.suggestions.current
    assert offer is not None
    ranked = [part.head for part, _ in offer.list_alternatives(1)]
    other = next(head for head in ranked if head != tree(desk).heads[0])
    desk.session.select(word=1)
    press(Qt.Key.Key_H)
    prompt = window.views.dependency.prompt
    rows = prompt.findChild(QListWidget)
    assert rows is not None
    assert [rows.item(row).text().split()[0] for row in range(rows.count())] == [str(head) for head in ranked]
    assert rows.currentItem().data(Qt.ItemDataRole.UserRole) == str(other)
    press(Qt.Key.Key_Return)
    assert here(desk).heads[0] == other


def test_return_after_a_number_that_ended_by_itself_accepts_nothing(window: Window, desk: AppContext) -> None:
    last = len(here(desk))
    desk.session.select(word=1)
    press(Qt.Key.Key_H)
    typed(str(last))
    assert here(desk).heads[0] == last
    assert not window.views.dependency.prompt.is_open
    answered(desk)
    press(Qt.Key.Key_Return)  # as somebody does who ends every number so
    assert desk.session.provenances.get(OPEN) != "confirmed"
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert desk.session.provenances.get(OPEN) == "confirmed"


def test_a_digit_takes_what_else_may_stand_at_the_word_and_goes_to_the_next_in_doubt(
    window: Window, desk: AppContext
) -> None:
    desk.suggestions.set_uncertain_below(1.1)  # every word
    view, session = window.views.dependency, desk.session
    session.select(word=2)
    assert view.alternatives_bar.isVisible()
    own = [choice for choice in view.alternatives_bar.visible_choices if choice.word == 2]
    assert len(own) > 2
    assert view.alternatives_bar.visible_choices[: len(own)] == tuple(own)
    numbers = [choice.score or 0.0 for choice in own]
    assert numbers == sorted(numbers, reverse=True)
    now = (tree(desk).heads[1], tree(desk).deprels[1])
    assert now not in [(choice.head, choice.relation) for choice in own]
    row, wanted = next((row, one) for row, one in enumerate(own, 1) if one.changes_head)
    typed(str(row))
    assert here(desk).heads[1] == wanted.head
    assert session.project.list_history()[0].rank == row
    assert session.selection.word == 3
    answered(desk)
    row, wanted = next(
        (row, one) for row, one in enumerate(view.alternatives_bar.visible_choices, 1) if not one.changes_head
    )
    assert wanted.word == 3
    typed(str(row))
    assert (here(desk).heads[2], here(desk).deprels[2]) == (wanted.head, wanted.relation)
    desk.suggestions.set_uncertain_below(0.5)


def test_a_correction_of_the_second_tree_leaves_the_rest_of_it_on_screen(window: Window, desk: AppContext) -> None:
    press(Qt.Key.Key_N)
    assert desk.suggestions.current is not None
    first, second = desk.suggestions.current.trees[0].value, tree(desk)
    assert first.heads != second.heads
    word = next(word for word, pair in enumerate(zip(first.heads, second.heads, strict=True), 1) if pair[0] == pair[1])
    desk.session.select(word=word)
    press(Qt.Key.Key_H)
    typed(str(second.heads[word - 1]))
    if window.views.dependency.prompt.is_open:
        press(Qt.Key.Key_Return)
    assert here(desk).heads[word - 1] == second.heads[word - 1]
    answered(desk)
    assert tree(desk).heads == second.heads


def elsewhere(window: Window) -> tuple[int, ArcChoice]:
    """A row of the line that is of another word than the selected, and what it offers."""
    word, shown = window.context.session.selection.word, window.views.dependency.alternatives_bar.visible_choices
    found = [(row, one) for row, one in enumerate(shown, 1) if one.word != word and one.changes_head]
    assert found
    assert all((shown[row - 1].score or 0.0) >= MIN_SHOWN_SCORE for row, _ in found)
    return found[0]


def test_a_digit_takes_what_else_may_stand_at_another_word_from_where_one_is(window: Window, desk: AppContext) -> None:
    desk.suggestions.set_uncertain_below(0.0)
    desk.session.select(word=1)
    row, wanted = elsewhere(window)
    assert f"{row} {here(desk).forms[wanted.word - 1]}" in plain(
        window.views.dependency.alternatives_bar.accessibleDescription()
    )
    typed(str(row))
    assert here(desk).heads[wanted.word - 1] == wanted.head
    assert desk.session.selection.word == wanted.word  # where what else it may have stands first now
    answered(desk)
    assert window.views.dependency.alternatives_bar.visible_choices[0].word == wanted.word
    desk.suggestions.set_uncertain_below(0.5)


def test_letters_take_what_else_may_stand_while_digits_take_readings(window: Window, desk: AppContext) -> None:
    view = window.views.dependency
    desk.session.select(word=1)
    assert view.alternatives_bar.get_key(1) == "1"
    window.panels.show_dock("candidates")
    view.canvas.setFocus()
    assert desk.readings.are_visible
    answered(desk)  # the tree is found with the readings on screen
    assert view.alternatives_bar.get_key(1) == "J"
    wanted = view.alternatives_bar.visible_choices[0]
    press(Qt.Key.Key_J)
    assert here(desk).heads[0] == wanted.head
    window.panels.show_dock("word")
    answered(desk)
    assert view.alternatives_bar.get_key(1) == "1"
    wanted = view.alternatives_bar.visible_choices[0]
    press(Qt.Key.Key_J)  # what it takes is the same
    assert (here(desk).heads[0], here(desk).deprels[0]) == (wanted.head, wanted.relation)


def test_a_click_takes_a_choice_and_a_digit_without_one_is_refused(window: Window, desk: AppContext) -> None:
    said = heard(desk)
    view = window.views.dependency
    desk.session.select(word=1)
    bar = view.alternatives_bar
    wanted = bar.visible_choices[0]
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar._placed_choices[0].area.center().toPoint())
    assert here(desk).heads[0] == wanted.head
    press(Qt.Key.Key_9)
    assert "parsing" in said[-1] or "No other suggestions" in said[-1]


def test_a_lock_is_a_padlock_and_a_forbidden_arc_a_crossed_stub(window: Window, desk: AppContext) -> None:
    word = next(word for word, head in enumerate(tree(desk).heads, 1) if head)
    head = tree(desk).heads[word - 1]
    relation = tree(desk).deprels[word - 1]
    desk.suggestions.tree_locks.toggle_lock(word)
    answered(desk)
    drawn = window.views.dependency.current_drawing
    assert (drawn.labels[word][0].text, drawn.labels[word][0].locked) == (relation, True)
    assert "locked" in drawn.labels[word][0].toolTip()
    assert not any(labels[0].locked for other, labels in drawn.labels.items() if other != word)
    desk.suggestions.tree_locks.forbid_part(word)
    answered(desk)
    drawn = window.views.dependency.current_drawing
    assert list(drawn.stubs) == [word]
    form = here(desk).forms[(head or 0) - 1]
    assert form in drawn.stubs[word][0].toolTip()
    assert f"forbidden below {head} {form}" in window.views.dependency.outline.word_model.describe_word(word)
    assert drawn.stubs[word][0].sceneBoundingRect().bottom() <= drawn.get_area(word).top() + 3
    desk.suggestions.tree_locks.remove_locks(word)
    answered(desk)
    assert not window.views.dependency.current_drawing.stubs


def test_accepting_goes_to_the_next_sentence_that_is_not_accepted(window: Window, desk: AppContext) -> None:
    assert window is not None
    for at in (1, 2):
        desk.session.select(at)
        press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    desk.session.select(0)
    press(Qt.Key.Key_Return)
    assert desk.session.selection.sentence == 3
    said = heard(desk)
    desk.session.select(len(desk.session.treebank) - 1)
    answered(desk)
    press(Qt.Key.Key_Return)
    assert desk.session.selection.sentence == 3
    assert any("Back to the top" in one for one in said)


def test_the_word_s_form_shows_in_grey_what_is_proposed(window: Window, desk: AppContext) -> None:
    offer = desk.suggestions.current
    assert offer is not None
    window.panels.edit_word()
    desk.session.select(word=1)
    answered(desk)
    offered, form = tree(desk), window.views.word
    head = offered.heads[0]
    assert form.fields["deprel"].line.placeholderText() == offered.deprels[0]
    assert form.fields["head"].line.placeholderText() == str(head)
    assert form.fields["xpos"].line.placeholderText() == offered.xpos[0]
    assert form.fields["deprel"].line.text() == ""
    said = next(label for label in form.findChildren(QLabel) if label.text().startswith("suggested: "))
    assert said.text().rstrip("\u2069")[-1] in "%0123456789"
    assert said.foregroundRole() == QPalette.ColorRole.PlaceholderText
    assert form.commit()
    assert here(desk) == ROWS[OPEN]
    desk.acceptance.accept_sentence()
    assert form.fields["deprel"].line.placeholderText() == ""
    assert form.fields["deprel"].line.text() == offered.deprels[0]
