"""Questions, other subtrees, required and forbidden phrases: by keys, over a grammar and over head automata."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from event_loop import turn
from fixtures import tiny_treebank
from learning import learn, wait_for
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import EMPTY, UNCONSTRAINED, Sentence, Tree, Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, ArcPart, SpanPart
from spectral_core.data.tree import walk_paths
from spectral_core.engine import PartQuestion
from spectral_core.files import locate_assets
from spectral_core.project import Project
from spectral_core.project.history import CONFIRMED
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.state.active_model import TakeoverRule
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.annotate.trees import question_card
from spectral_gui.views.annotate.trees.question_card import QuestionCard

AT_ONCE = TakeoverRule(1, 0.0)  # an update takes over without a comparison
TEXT = (
    "Ruth saw the old man in the garden.\nThe dogs slept.\nA girl found the horse under the roses.\n"
    "What old dogs found Ruth?\n"
)
LEARNT_FROM = 250  # trees of the sample
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def one_window(qapp: QApplication) -> Iterator[Window]:
    load_bundled_fonts()
    assert qapp is not None
    made = Window(AppContext())
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


@pytest.fixture(scope="module")
def phrases(one_window: Window, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of a raw text and a treebank, with a grammar learnt from that."""
    room = tmp_path_factory.mktemp("asked") / "garden"
    room.mkdir()
    (room / "garden.txt").write_text(TEXT, encoding="utf-8")
    trees = formats.load(locate_assets() / "sample" / "english" / "sampled.mrg")
    formats.save(Treebank.of(islice(trees, LEARNT_FROM)), room / "trees.mrg")
    Project.create(room, [room / "garden.txt", room / "trees.mrg"], "Garden").close()
    desk = one_window.context
    opened(desk, room)
    desk.runs.train("latent-pcfg", {"states": 4}, ("trees.mrg",))
    wait_for(lambda: bool(desk.runs.recorded_runs) and desk.runs.recorded_runs[0].status != "measuring", 240)
    assert desk.runs.recorded_runs[0].status == "finished", desk.runs.recorded_runs[0].complaint
    desk.session.show_unsaved_treebank(Treebank.of(()))
    return room


@pytest.fixture(scope="module")
def arcs(one_window: Window, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of sentences of which half have no heads, with automata learnt from the others."""
    room = tmp_path_factory.mktemp("asked") / "boats"
    room.mkdir()
    annotated = [replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank()] * 2
    bare = [one.with_heads([None] * len(one), [EMPTY] * len(one)) for one in annotated]
    formats.save(Treebank.of([*bare, *annotated]), room / "boats.conllu")
    Project.create(room, [room / "boats.conllu"], "Boats").close()
    desk = one_window.context
    opened(desk, room)
    assert learn(desk, "head-automata", {"estimator": "det", "column": "xpos"}).status == "finished"
    desk.session.show_unsaved_treebank(Treebank.of(()))
    return room


@pytest.fixture
def desk(one_window: Window) -> Iterator[AppContext]:
    yield one_window.context
    one_window.context.questions.stop()


def opened(desk: AppContext, folder: Path) -> None:
    desk.session.open(folder)
    wait_for(lambda: desk.session.opened_path == folder and desk.survey.is_complete)


def begin(window: Window, made: Path, folder: Path, kind: str, qtbot: QtBot) -> QuestionCard:
    """Opens a copy of a project at its first sentence, with the keys on its tree."""
    shutil.copytree(made, folder)
    opened(window.context, folder)
    window.panels.show_workspace("annotate")
    window.activateWindow()
    window.context.suggestions.model.choose_run()
    if window.panels.tree_kind != kind:
        window.panels.toggle_tree_kind()
    view = window.views.constituency if kind == CONSTITUENTS.name else window.views.dependency
    wait_for(lambda: window.context.suggestions.current_tree is not None)
    view.canvas.setFocus()
    qtbot.waitUntil(view.canvas.hasFocus)
    return window.views.question_card


@pytest.fixture
def card(one_window: Window, phrases: Path, tmp_path: Path, qtbot: QtBot, desk: AppContext) -> QuestionCard:
    assert desk is one_window.context
    return begin(one_window, phrases, tmp_path / "garden", CONSTITUENTS.name, qtbot)


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifiers)


def typed(text: str) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClicks(widget, text)


def answered(desk: AppContext) -> Sentence:
    wait_for(lambda: not desk.suggestions.is_waiting and desk.suggestions.current_tree is not None)
    offered = desk.suggestions.current_tree
    assert offered is not None
    return offered


def settled(desk: AppContext) -> PartQuestion | None:
    """The question that is asked, once it is known whether there is one."""
    wait_for(lambda: not desk.questions.is_waiting)
    return desk.questions.question


def asked(desk: AppContext) -> PartQuestion:
    question = settled(desk)
    assert question is not None
    return question


def spans(sentence: Sentence) -> set[SpanPart]:
    return {part for part in CONSTITUENTS.parts(sentence) if isinstance(part, SpanPart)}


def select(desk: AppContext, tree: Sentence, place: tuple[int, int]) -> None:
    """Selects the highest phrase over these words."""
    assert tree.tree is not None
    nodes = (path for path, node in walk_paths(tree.tree) if not node.is_tag)
    desk.session.select(
        node=next(path for path in nodes if CONSTITUENTS.positions_in_selection(tree, range(0), path) == {place})
    )


def test_from_a_raw_text_to_accepted_trees_by_keys_alone(
    one_window: Window, desk: AppContext, card: QuestionCard
) -> None:
    view = one_window.views.constituency
    desk.suggestions.model.retrain_after, desk.suggestions.model.rule = 2, AT_ONCE
    done: list[int] = []
    while len(done) < len(desk.session.treebank):
        at = desk.session.selection.sentence
        assert at not in done
        answered(desk)
        press(Qt.Key.Key_Q)
        while settled(desk) is not None:
            assert card.hasFocus()
            press(Qt.Key.Key_Y)
            answered(desk)
        press(Qt.Key.Key_Escape)
        assert view.canvas.hasFocus()
        for _ in desk.suggestions.find_uncertain_positions():
            press(Qt.Key.Key_J)
        press(Qt.Key.Key_Return)
        assert desk.session.provenances[at] == CONFIRMED
        assert desk.session.treebank[at].tree is not None
        done.append(at)
    wait_for(lambda: desk.suggestions.model.retraining_job is None and desk.suggestions.model.added_sentence_count, 120)
    assert len(desk.suggestions.model.newly_decided_sentences) == 4
    desk.suggestions.model.retrain_after = 20


def test_the_card_says_what_is_asked_below_the_tree_with_its_keys(
    one_window: Window, desk: AppContext, card: QuestionCard
) -> None:
    assert not card.isVisible()
    press(Qt.Key.Key_Q)
    question = asked(desk)
    assert isinstance(question.part, SpanPart)
    turn()
    assert card.isVisible()
    assert card.hasFocus()
    forms = question.yes.forms
    words = " ".join(forms[question.part.start : question.part.end])
    assert card.title.text().startswith(f"Is “\u2068{words}\u2069” a")
    assert question.part.label in card.title.text()
    for button, number in ((card.yes_button, question.score), (card.no_button, 1 - question.score)):
        assert f"score {number:.2f}" in button.text() or f"{number:.0%}" in button.text()
        assert not button.icon().isNull()
    canvas = one_window.views.constituency.canvas
    above = canvas.mapTo(one_window, QPoint(0, canvas.height())).y()
    assert card.card.mapTo(one_window, QPoint(0, 0)).y() >= above
    drawing = one_window.views.constituency.drawing
    assert drawing is not None
    assert drawing.question_frame.isVisible()
    press(Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert canvas.hasFocus()
    assert not drawing.question_frame.isVisible()


def test_an_answer_is_a_lock_that_undo_takes_back_with_its_question(desk: AppContext, card: QuestionCard) -> None:
    before = answered(desk)
    press(Qt.Key.Key_Q)
    first = asked(desk)
    assert isinstance(first.part, SpanPart)
    press(Qt.Key.Key_N)
    assert desk.session.get_locks(0) == CONSTITUENTS.forbid(UNCONSTRAINED, first.part)
    assert (desk.session.undo_text or "").startswith("No: ")
    assert first.part not in spans(answered(desk))
    second = settled(desk)
    assert second is None or second.part != first.part
    press(Qt.Key.Key_Z, CONTROL)
    assert desk.session.get_locks(0) == UNCONSTRAINED
    assert answered(desk) == before
    assert asked(desk) == first
    assert card.hasFocus()
    press(Qt.Key.Key_Y)
    assert desk.session.get_locks(0) == CONSTITUENTS.lock(UNCONSTRAINED, first.part)
    assert first.part in spans(answered(desk))


def test_a_question_left_for_later_comes_again_when_it_is_asked_for(desk: AppContext, card: QuestionCard) -> None:
    press(Qt.Key.Key_Q)
    first = asked(desk)
    seen = {first.part}
    press(Qt.Key.Key_S)
    while (question := settled(desk)) is not None:
        assert question.part not in seen
        seen.add(question.part)
        press(Qt.Key.Key_S)
    assert desk.session.get_locks(0) == UNCONSTRAINED
    assert not card.isVisible()
    press(Qt.Key.Key_Q)
    assert asked(desk).part == first.part


def test_what_is_below_a_phrase_is_turned_to_the_next_best_and_back(desk: AppContext, card: QuestionCard) -> None:
    assert not card.isVisible()
    shown = answered(desk)
    largest = max(spans(shown), key=lambda part: (len(part.words) < len(shown) - 1) * len(part.words))
    place = largest.start, largest.end
    select(desk, shown, place)
    seen = [shown]

    def press_below(modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Sentence:
        before = desk.session.edit_count
        press(Qt.Key.Key_B, modifiers)
        wait_for(lambda: desk.session.edit_count > before)
        return answered(desk)

    while (tree := press_below()) != shown:
        moved = CONSTITUENTS.changed_positions(tree, shown) | CONSTITUENTS.changed_positions(shown, tree)
        assert moved
        assert all(place[0] <= other[0] and other[1] <= place[1] for other in moved if isinstance(other, tuple))
        assert tree not in seen
        seen.append(tree)
    assert len(seen) > 1
    assert desk.session.get_locks(0) == UNCONSTRAINED
    assert press_below(SHIFT) == seen[-1]
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == shown
    for tree in reversed(seen):
        press(Qt.Key.Key_Z, CONTROL)
        assert answered(desk) == tree
    assert desk.session.get_locks(0) == UNCONSTRAINED


def test_words_that_cut_a_proposed_phrase_in_two_are_required_as_a_phrase(
    one_window: Window, desk: AppContext, card: QuestionCard
) -> None:
    assert not card.isVisible()
    tree = answered(desk)
    cut = next(part for part in sorted(spans(tree)) if part.start > 0 and len(part.words) > 1)
    wanted = (cut.start - 1, cut.start + 1)
    desk.session.select(word=wanted[0] + 1)
    press(Qt.Key.Key_Right, SHIFT)
    assert list(desk.session.selection.words) == [wanted[0] + 1, wanted[1]]
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    press(Qt.Key.Key_G)
    assert not said
    assert one_window.views.constituency.prompt.isVisible()
    typed("NP")
    press(Qt.Key.Key_Return)
    assert desk.session.get_locks(0).required_spans == {(*wanted, "NP")}
    assert SpanPart(*wanted, "NP") in spans(answered(desk))
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == tree


def test_a_phrase_is_forbidden_and_other_trees_are_shown_by_keys(desk: AppContext, card: QuestionCard) -> None:
    assert not card.isVisible()
    tree = answered(desk)
    press(Qt.Key.Key_N)
    assert answered(desk) != tree
    press(Qt.Key.Key_N, SHIFT)
    assert answered(desk) == tree
    part = next(part for part in sorted(spans(tree)) if 1 < len(part.words) < len(tree))
    select(desk, tree, (part.start, part.end))
    press(Qt.Key.Key_X)
    assert part not in spans(answered(desk))
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == tree


def test_labels_of_a_proposed_phrase_are_listed_likeliest_first(
    one_window: Window, desk: AppContext, card: QuestionCard
) -> None:
    assert not card.isVisible()
    at = len(desk.session.treebank) - 1
    desk.session.select(at)
    tree = answered(desk)
    offer = desk.suggestions.current
    assert offer is not None
    by_place: dict[tuple[int, int], list[str]] = {}
    for part in spans(tree):
        rows = [
            one
            for one in offer.list_alternatives(part.position)
            if one[0].position == part.position and one[1] >= 0.001
        ]
        by_place[part.start, part.end] = [one.label for one, _ in rows if one.label != part.label]
    place = max(by_place, key=lambda one: len(by_place[one]))
    assert by_place[place]
    select(desk, tree, place)
    press(Qt.Key.Key_R)
    rows = one_window.views.constituency.prompt.findChild(QListWidget)
    assert rows is not None
    texts = [rows.item(row).text() for row in range(rows.count())]
    likely = [text.split()[0] for text in texts[: len(by_place[place])]]
    assert likely == by_place[place]
    assert all("score" in text or "%" in text for text in texts[: len(likely)])
    press(Qt.Key.Key_1)
    assert (*place, likely[0]) in desk.session.get_locks(at).required_spans
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == tree


def test_heads_are_asked_about_in_the_same_way(
    one_window: Window, desk: AppContext, arcs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    card = begin(one_window, arcs, tmp_path / "boats", DEPENDENCIES.name, qtbot)
    before = answered(desk)
    press(Qt.Key.Key_Q)
    question = asked(desk)
    assert isinstance(question.part, ArcPart)
    assert card.hasFocus()
    named = "the root?" if not question.part.head else "the head of"
    assert named in card.title.text()
    drawing = one_window.views.dependency.drawing
    assert drawing is not None
    assert drawing.has_preview
    press(Qt.Key.Key_Y)
    assert desk.session.get_locks(0) == DEPENDENCIES.lock(UNCONSTRAINED, question.part)
    assert answered(desk).heads[question.part.word - 1] == question.part.head
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == before
    while (left := settled(desk)) is not None:
        press(Qt.Key.Key_N)
        assert isinstance(left.part, ArcPart)
        assert answered(desk).heads[left.part.word - 1] != left.part.head
    assert not card.isVisible()
    assert one_window.views.dependency.canvas.hasFocus()


def test_other_heads_below_a_word_leave_the_rest_as_it_is(
    one_window: Window, desk: AppContext, arcs: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    begin(one_window, arcs, tmp_path / "boats", DEPENDENCIES.name, qtbot)
    shown = answered(desk)
    root = shown.heads.index(0) + 1
    desk.session.select(word=root)
    press(Qt.Key.Key_B)
    wait_for(lambda: answered(desk) != shown)
    tree = answered(desk)
    assert tree.heads[root - 1] == 0
    assert tree.heads != shown.heads
    press(Qt.Key.Key_Z, CONTROL)
    assert answered(desk) == shown


def phrase(label: str, *children: Tree) -> Tree:
    return Tree(label, children)


def word(form: str) -> Tree:
    return Tree("T", (form,))


MAN, PARK = phrase("NP", word("the"), word("man")), phrase("PP", word("in"), phrase("NP", word("the"), word("park")))
LOW = Sentence.of(["saw", "the", "man", "in", "the", "park"], tree=phrase("VP", word("saw"), phrase("NP", MAN, PARK)))
HIGH = replace(LOW, tree=phrase("VP", word("saw"), MAN, PARK))
OTHER_LABEL = replace(LOW, tree=phrase("VP", word("saw"), phrase("S", MAN, PARK)))
CROSSING = replace(
    LOW, tree=phrase("VP", phrase("VP", word("saw"), MAN, word("in")), phrase("NP", word("the"), word("park")))
)
WHOLE = SpanPart(1, 6, "NP")


@pytest.mark.parametrize(
    ("question", "title", "text"),
    [
        (
            PartQuestion(WHOLE, 0.6, False, 0.5, LOW, HIGH, SpanPart(0, 6, "VP")),
            "Is “the man in the park” an NP under the VP “saw the man in the park”?",
            "If not, “in the park” is inside the VP “saw the man in the park”.",
        ),
        (
            PartQuestion(WHOLE, 0.6, False, 0.5, LOW, OTHER_LABEL),
            "Is “the man in the park” an NP?",
            "If not, it is an S.",
        ),
        (
            PartQuestion(SpanPart(3, 6, "PP"), 0.6, False, 0.5, LOW, CROSSING),
            "Is “in the park” a PP?",
            "If not, “saw the man in” is a VP.",
        ),
        (
            PartQuestion(ArcPart(3, 1), 0.6, False, 0.5, *(LOW.with_heads([0, 3, head, 6, 6, 1]) for head in (1, 6))),
            "Is “saw” the head of “man”?",
            "If not, “park” is its head.",
        ),
        (
            PartQuestion(ArcPart(2, 0), 0.6, False, 0.5, *(LOW.with_heads([0, head, 1, 6, 6, 1]) for head in (0, 3))),
            "Is “the” 2 the root?",
            "If not, “man” is its head.",
        ),
    ],
    ids=["attachment", "label", "crossing", "head", "root"],
)
def test_what_is_asked_is_a_sentence_and_so_is_what_follows_from_no(
    question: PartQuestion, title: str, text: str
) -> None:
    marks = {ord("\u2068"): None, ord("\u2069"): None}
    assert question_card.format_question(question).translate(marks) == title
    assert question_card.describe_alternative_analysis(question).translate(marks) == text
