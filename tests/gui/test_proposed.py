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
from spectral_core.data.inventory import Inventory
from spectral_core.project import Project
from spectral_gui.resources import load_fonts
from spectral_gui.session import Session
from spectral_gui.views.dependency.choices import attached, relation_after, relation_choices
from spectral_gui.views.problems import ProblemList
from spectral_gui.window import Window

ANNOTATED = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 2
OPEN = len(ANNOTATED)  # the first sentence without heads and tags
OTHER = "garden:other"  # a relation that no model knows


def bare(sentence: Sentence) -> Sentence:
    none = (EMPTY,) * len(sentence)
    return replace(sentence.with_heads([None] * len(sentence), none), upos=none, xpos=none, source=None)


ROWS = [*ANNOTATED, *(bare(one) for one in ANNOTATED[: len(ANNOTATED) // 2])]


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
    """A project with one model that brings its own tagger and names relations."""
    session, room = one_window._session, tmp_path_factory.mktemp("proposed") / "garden"
    room.mkdir()
    formats.save(Treebank.of(ROWS), room / "garden.conllu")
    Project.create(room, [room / "garden.conllu"], "Garden").close()
    opened(session, room)
    run = learn(session, "head-automata", {"estimator": "det", "column": "xpos"})
    assert run.status == "finished", run.complaint
    session.show(Treebank.of(()))
    return room


@pytest.fixture
def window(qtbot: QtBot, one_window: Window, learnt: Path, tmp_path: Path) -> Window:
    session = one_window._session
    shutil.copytree(learnt, tmp_path / "garden")
    session.relearn_after = 20
    session.use_model()
    opened(session, tmp_path / "garden")
    session.select(OPEN)
    answered(session)
    one_window.activateWindow()
    one_window.dependency.canvas.setFocus()
    qtbot.waitUntil(one_window.dependency.canvas.hasFocus)
    return one_window


@pytest.fixture
def session(window: Window) -> Session:
    return window._session


def opened(session: Session, folder: Path) -> None:
    session.open(folder)
    wait_for(lambda: session.opened_as == folder and session.surveyed)


def answered(session: Session) -> None:
    wait_for(lambda: session.offer is not None)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def typed(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def here(session: Session) -> Sentence:
    sentence = session.sentence
    assert sentence is not None
    return sentence


def tree(session: Session) -> Sentence:
    assert session.offered is not None
    return session.offered


def heard(session: Session) -> list[str]:
    said: list[str] = []
    session.noted.connect(said.append)
    session.refused.connect(said.append)
    return said


def test_a_head_that_is_taken_brings_the_relation_that_is_shown(window: Window, session: Session) -> None:
    offered, offer = tree(session), session.offer
    assert offer is not None
    for word in range(1, len(offered) + 1):
        session.select(word=word)
        press(Qt.Key.Key_H)
        digit = [head for head, _ in offer.heads_of(word)].index(offered.heads[word - 1] or 0) + 1
        assert digit <= 9
        typed(str(digit))
        assert here(session).heads[word - 1] == offered.heads[word - 1]
        assert here(session).deprels[word - 1] == offered.deprels[word - 1] != EMPTY
        press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        answered(session)
    assert window.dependency.drawn.sentence == offered


def test_a_head_of_no_proposed_tree_leaves_the_relation_to_the_model(window: Window, session: Session) -> None:
    offer = session.offer
    assert offer is not None
    shown = [one.value for one in offer.trees]
    pairs = ((head, word) for word in range(1, len(shown[0]) + 1) for head, _ in reversed(offer.heads_of(word)))
    head, word = next((h, w) for h, w in pairs if h and all(one.heads[w - 1] != h for one in shown))
    session.select(word=word)
    window.dependency._editing.attach(OPEN, [word], head)
    assert here(session).heads[word - 1] == head
    assert here(session).deprels[word - 1] == EMPTY
    answered(session)
    relation = tree(session).deprels[word - 1]
    assert relation != EMPTY
    label = window.dependency.drawn.labels[word][0]
    assert (label.text, label.proposed) == (relation, True)
    assert window.dependency.drawn.arcs[word][0].ghost is None
    assert "relation proposed" in window.dependency.outline.rows.spoken(word)
    press(Qt.Key.Key_Return)
    assert session.treebank[OPEN].deprels[word - 1] == relation


def test_without_evidence_no_relation_is_invented() -> None:
    inventory = Inventory.of(ANNOTATED)
    untagged = bare(ANNOTATED[0])
    assert inventory.relations_for(untagged, 1, 2)  # there would be something to take
    assert relation_after(untagged, 1, 2, inventory) == EMPTY
    assert attached(untagged, [1], 2, inventory).deprels[0] == EMPTY
    loose = ANNOTATED[0].with_head(1, None, EMPTY)
    assert relation_after(loose, 1, 2, inventory) == inventory.relations_for(loose, 1, 2)[0]


def test_the_relation_of_the_proposal_is_the_first_of_the_list(window: Window, session: Session) -> None:
    for word in range(1, len(here(session)) + 1):
        session.select(word=word)
        press(Qt.Key.Key_R)
        rows = window.dependency.prompt.findChild(QListWidget)
        assert rows is not None
        assert rows.item(0).data(Qt.ItemDataRole.UserRole) == tree(session).deprels[word - 1]
        assert "proposed" in rows.item(0).text()
        press(Qt.Key.Key_Escape)


def test_proposed_tags_of_the_other_column_rank_the_rest_of_the_list() -> None:
    inventory, tagged = Inventory.of(ANNOTATED), ANNOTATED[0]
    assert (tagged.upos[1],) in inventory.relations
    loose = tagged.with_value("deprel", 2, EMPTY)
    other = replace(loose, upos=(EMPTY,) * len(tagged), source=None)
    assert [one.value for one in relation_choices(other, 2, inventory)] == [
        one.value for one in relation_choices(loose, 2, inventory)
    ]
    assert relation_after(other, 2, tagged.heads[1] or 0, inventory) == tagged.deprels[1]


def test_relations_that_a_proposal_would_change_are_drawn_as_proposed(window: Window, session: Session) -> None:
    session.select(0)
    session.turn(1)
    answered(session)
    best = tree(session)
    session.decline()
    assert session.edit("Take it", lambda _: best.with_value("deprel", 1, OTHER), index=0)
    said = heard(session)
    press(Qt.Key.Key_N)
    answered(session)
    assert tree(session).deprels[0] == best.deprels[0] != OTHER
    view = window.dependency
    wait_for(lambda: view.drawn.labels[1][0].proposed)
    assert view.drawn.arcs[1][0].ghost is None
    assert [word for word, labels in view.drawn.labels.items() if labels[0].proposed] == [1]
    assert f"instead of {OTHER}" in view.drawn.labels[1][0].toolTip()
    assert f"relation proposed instead of {OTHER}" in view.outline.rows.spoken(1)
    wait_for(lambda: said[-1].endswith("other than what stands here: 1 relation(s)"))


def test_tags_that_a_proposal_would_fill_in_are_said(window: Window, session: Session) -> None:
    assert tree(session).xpos[0] != here(session).xpos[0]
    assert f"tag {tree(session).xpos[0]} proposed" in window.dependency.outline.rows.spoken(1)


def test_n_on_an_annotated_sentence_says_that_it_asks_and_that_nothing_differs(
    window: Window, session: Session
) -> None:
    assert window is not None
    session.select(1)
    said = heard(session)
    press(Qt.Key.Key_N)
    assert "was asked" in said[-1]
    wait_for(lambda: "Tree 1 of" in said[-1])
    best = tree(session)
    session.decline()
    session.edit("Take it", lambda _: best, index=1)
    said.clear()
    press(Qt.Key.Key_N)
    wait_for(lambda: bool(said) and said[-1].endswith("it is what stands here"))


def test_another_model_that_is_learnt_does_not_take_over(window: Window, session: Session) -> None:
    first, said = session.active, heard(session)
    assert first is not None
    learn(session, "head-automata", {"estimator": "det", "column": "xpos", "tagger": False})
    assert session.active == first
    second = session.runs[-1].name
    assert any(second in one and first.name in one and "Proposed trees by" in one for one in said)
    assert window._status.model.text() == f"proposes: {first.name}"
    learn(session, "head-automata", {"estimator": "det", "column": "xpos", "tagger": False})
    assert session.second is not None
    assert session.second.name == second
    said.clear()
    session.use_model(second)  # which needs tags that are not there
    wait_for(lambda: any(first.name in one and "Proposed trees by" in one for one in said))
    assert first.name in session.why_nothing_proposed


def test_what_was_accepted_is_learnt_after_switching_and_after_reopening(
    window: Window, session: Session, tmp_path: Path
) -> None:
    active = session.active
    assert active is not None
    for _ in range(3):
        answered(session)
        press(Qt.Key.Key_Return)
    session.select(0)
    press(Qt.Key.Key_Return)  # it had heads when the model was learnt
    session.use_model("")
    session.use_model(active.name)
    wait_for(lambda: len(session._accepted) == 3)
    session.show(Treebank.of(()))
    session.relearn_after = 3
    opened(session, tmp_path / "garden")
    assert set(session.decided) == {0, OPEN, OPEN + 1, OPEN + 2}
    wait_for(lambda: session._next_grown is not None)
    session.select(1)
    assert session.added == 3
    assert "3" in window._status.model.text()


def test_words_that_still_have_no_head_are_no_problem_under_a_proposal(window: Window, session: Session) -> None:
    session.select(word=1)
    window.dependency._editing.attach(OPEN, [1], tree(session).heads[0] or 0)
    assert not session.problems(OPEN)
    answered(session)
    assert not any(item.marked for item in window.dependency.drawn.words.values())
    model = window.findChild(ProblemList)
    assert model is not None
    assert not model.problems
    assert OPEN not in session.flagged
    session.use_model("")
    assert len(session.problems(OPEN)) >= len(here(session)) - 1
    assert model.problems
    session.use_model()
    answered(session)


def test_digits_are_keys_of_rows_and_a_sign_is_before_the_number_of_a_word(window: Window, session: Session) -> None:
    offer = session.offer
    assert offer is not None
    wanted = next(head for head, _ in offer.heads_of(1)[1:] if head)
    session.select(word=1)
    press(Qt.Key.Key_H)
    prompt = window.dependency.prompt
    rows = prompt.findChild(QListWidget)
    assert rows is not None
    for row, (head, _) in enumerate(offer.heads_of(1)[:9]):
        item = rows.item(row)
        assert not item.text()[0].isdigit()
        assert not item.icon().isNull()
        assert f"key {row + 1}" in item.data(Qt.ItemDataRole.AccessibleTextRole)
        assert (f"#{head}" in item.text()) == (head > 0)
    assert any("#12" in label.text() for label in prompt.findChildren(QLabel) if label.isVisible())
    typed(f"#{wanted}")
    if prompt.asking:  # a further digit could make another number
        press(Qt.Key.Key_Return)
    assert here(session).heads[0] == wanted


def test_a_lock_is_a_padlock_and_a_forbidden_arc_a_crossed_stub(window: Window, session: Session) -> None:
    word = next(word for word, head in enumerate(tree(session).heads, 1) if head)
    head = tree(session).heads[word - 1]
    relation = tree(session).deprels[word - 1]
    session.lock(word)
    answered(session)
    drawn = window.dependency.drawn
    assert (drawn.labels[word][0].text, drawn.labels[word][0].locked) == (relation, True)
    assert "locked" in drawn.labels[word][0].toolTip()
    assert not any(labels[0].locked for other, labels in drawn.labels.items() if other != word)
    session.forbid(word)
    answered(session)
    drawn = window.dependency.drawn
    assert list(drawn.stubs) == [word]
    form = here(session).forms[(head or 0) - 1]
    assert form in drawn.stubs[word][0].toolTip()
    assert f"forbidden below {head} {form}" in window.dependency.outline.rows.spoken(word)
    assert drawn.stubs[word][0].sceneBoundingRect().bottom() <= drawn.area_of(word).top() + 3
    session.free(word)
    answered(session)
    assert not window.dependency.drawn.stubs


def test_accepting_goes_to_the_next_sentence_that_is_not_accepted(window: Window, session: Session) -> None:
    assert window is not None
    for at in (1, 2):
        session.select(at)
        press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    session.select(0)
    press(Qt.Key.Key_Return)
    assert session.selection.sentence == 3
    said = heard(session)
    session.select(len(session.treebank) - 1)
    answered(session)
    press(Qt.Key.Key_Return)
    assert session.selection.sentence == 3
    assert any("From the top" in one for one in said)


def test_the_word_s_form_shows_in_grey_what_is_proposed(window: Window, session: Session) -> None:
    offer = session.offer
    assert offer is not None
    window.edit_word()
    session.select(word=1)
    offered, form = tree(session), window.word
    head = offered.heads[0]
    assert form._fields["deprel"].line.placeholderText() == offered.deprels[0]
    assert form._fields["head"].line.placeholderText() == str(head)
    assert form._fields["xpos"].line.placeholderText() == offered.xpos[0]
    assert form._fields["deprel"].line.text() == ""
    assert form._of_head.text().startswith("proposed: ")
    assert form._of_head.text()[-1] in "%0123456789"
    assert form._of_head.foregroundRole() == QPalette.ColorRole.PlaceholderText
    assert form.commit()
    assert here(session) == ROWS[OPEN]
    session.accept()
    assert form._fields["deprel"].line.placeholderText() == ""
    assert form._fields["deprel"].line.text() == offered.deprels[0]
