"""The queue: order, filters, marks and progress, and going through it with keys."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QStyle,
    QStyleOptionComboBox,
)
from pytestqt.qtbot import QtBot
from walks import record_walk

from spectral_core.data import Sentence, Treebank
from spectral_core.engine import SearchResult
from spectral_core.project import Project
from spectral_core.project.history import CONFIRMED
from spectral_gui import theme
from spectral_gui.state import AppContext, ChangeKind, make_text_matcher
from spectral_gui.views.shared.queue import QueueView
from spectral_gui.views.shared.queue_controls import (
    ACCEPTED,
    DOCUMENT,
    EDITED,
    LONGEST,
    NOT_ACCEPTED,
    PROBLEMS,
    QUERY_MATCHES,
    REVERSE,
    SHORTEST,
)
from spectral_gui.views.shared.queue_rows import QueueDelegate
from spectral_gui.widgets.lists import UniformRowView

SENTENCES = [
    ["Dogs", "bark"],
    ["كِتَابٌ", "جديد", "هنا"],
    ["הכלב", "ישן", "על", "השטיח"],
    ["Cats"],
    ["The", "dogs", "sleep", "all", "day", "long"],
]


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(
        Treebank.of(Sentence.of(forms, heads=[0, *[1] * (len(forms) - 1)]) for forms in SENTENCES)
    )
    yield made
    made.close()


@pytest.fixture
def queue(desk: AppContext, qtbot: QtBot) -> QueueView:
    made = QueueView(
        desk.session,
        desk.notices,
        desk.survey,
        desk.document_search,
        desk.runs,
        desk.suggestions,
        desk.readings,
        desk.queue_orders,
    )
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.show()
    return made


def rows_of(queue: QueueView) -> UniformRowView:
    found = queue.findChild(UniformRowView)
    assert found is not None
    return found


def text_on_screen(queue: QueueView) -> list[str]:
    return [label.text() for label in queue.findChildren(QLabel) if label.isVisible()]


def check_painted_rows(queue: QueueView) -> None:
    """Paint the queue, and check that its rows are what would be painted afresh."""
    QApplication.processEvents()
    queue.grab()
    delegate = rows_of(queue).itemDelegate()
    assert isinstance(delegate, QueueDelegate)
    assert set(delegate.painted) == set(queue.listed_sentences)  # all fit on screen
    assert delegate.painted == {index: queue.make_row(index) for index in delegate.painted}


def act_at_random(chance: random.Random, queue: QueueView, desk: AppContext) -> None:
    """Select, edit, accept, undo, sort, save, or change what counts as uncertain."""
    session, index = desk.session, chance.randrange(len(SENTENCES))
    size = len(SENTENCES[index])
    acts: list[Callable[[], object]] = [
        lambda: session.select(index),
        lambda: session.edit("Detach", lambda old: old.with_head(size, None), index=index),
        lambda: session.edit("Attach", lambda old: old.with_head(size, 0), index=index, provenance=CONFIRMED),
        lambda: session.edit("Form", lambda old: replace(old, forms=("x", *old.forms[1:])), index=index),
        session.undo,
        session.redo,
        lambda: queue.order_by(chance.choice([REVERSE, SHORTEST, DOCUMENT])),
        lambda: session.show_saved_document(session.treebank),
        lambda: desk.suggestions.set_uncertain_below(chance.random()),
    ]
    chance.choice(acts)()


def test_rows_are_painted_as_sentences_are_now_whatever_was_done(queue: QueueView, desk: AppContext) -> None:
    chance = random.Random(0)
    check_painted_rows(queue)
    before = queue.make_row(2)
    for _ in range(60):
        act_at_random(chance, queue, desk)
        check_painted_rows(queue)
    desk.session.edit("Form", lambda old: replace(old, forms=("y", *old.forms[1:])), index=2)
    assert queue.make_row(2) != before


def test_only_rows_left_and_reached_are_composed_again(queue: QueueView, desk: AppContext) -> None:
    check_painted_rows(queue)
    with record_walk() as walk:
        queue.grab()
        desk.session.select(2)
        queue.grab()
    assert walk.count("QueueDelegate.paint") >= 2 * len(SENTENCES)
    assert walk.count("QueueView.make_row") <= 2


def test_the_model_passes_qt_s_checks_through_all_filters(queue: QueueView) -> None:
    tester = QAbstractItemModelTester(rows_of(queue).model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    for name in (NOT_ACCEPTED, ACCEPTED, EDITED, QUERY_MATCHES, PROBLEMS):
        queue.filter_by(name)
    assert tester is not None


def test_sentences_are_gone_through_in_the_order_of_the_queue(queue: QueueView, desk: AppContext) -> None:
    queue.order_by(REVERSE)
    assert queue.listed_sentences == [4, 3, 2, 1, 0]
    desk.session.select(3)
    queue.move_selection(1)
    assert desk.session.selection.sentence == 2
    queue.move_selection(-1)
    queue.move_selection(-1)
    assert desk.session.selection.sentence == 4
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    queue.move_selection(-1)
    assert desk.session.selection.sentence == 4
    assert said == ["This is the first sentence of the queue"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("café", [1, 2]),  # however it is composed
        ("cafe\u0301", [1, 2]),
        ("قرأ", [0]),  # without vowel signs
        ("قَرأ", []),  # with one, all count
        ("قَرَأَ", [0]),
        ("CAFÉ", [1, 2]),
        ("\u0316\u0301" * 20_000, []),  # composing many marks takes long
    ],
)
def test_a_text_is_looked_for_in_sentences(query: str, found: list[int]) -> None:
    sentences = [Sentence.of([word]) for word in ("قَرَأَ", "cafe\u0301", "café")]
    contains = make_text_matcher(query)
    assert [index for index, sentence in enumerate(sentences) if contains(sentence)] == found


def test_arrow_keys_in_the_list_select_sentences(queue: QueueView, desk: AppContext, qtbot: QtBot) -> None:
    rows = rows_of(queue)
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    assert desk.session.selection.sentence == 2
    desk.session.select(4)
    assert rows.currentIndex().row() == 4


def test_the_list_is_ordered_by_length_once_the_words_are_counted(queue: QueueView, qtbot: QtBot) -> None:
    queue.order_by(SHORTEST)
    qtbot.waitUntil(lambda: queue.listed_sentences == [3, 0, 1, 2, 4], timeout=30_000)
    queue.order_by(LONGEST)
    assert queue.listed_sentences == [4, 2, 1, 0, 3]


def test_accepted_and_open_sentences_are_told_apart(queue: QueueView, desk: AppContext) -> None:
    desk.acceptance.accept_sentence(1)
    desk.acceptance.accept_sentence(3)
    bar = queue.findChild(QProgressBar)
    assert bar is not None
    assert bar.text() == "2 of 5 accepted"
    queue.filter_by(ACCEPTED)
    assert queue.listed_sentences == [1, 3]
    queue.filter_by(NOT_ACCEPTED)
    assert queue.listed_sentences == [0, 2, 4]
    desk.session.undo()
    assert bar.text() == "1 of 5 accepted"


def test_what_no_longer_passes_stays_until_one_goes_on(queue: QueueView, desk: AppContext) -> None:
    queue.filter_by(NOT_ACCEPTED)
    desk.session.select(2)
    desk.acceptance.accept_sentence()
    assert queue.listed_sentences == [0, 1, 2, 3, 4]
    queue.move_selection(1)
    assert desk.session.selection.sentence == 3
    assert queue.listed_sentences == [0, 1, 3, 4]


def test_a_sentence_that_is_not_listed_is_gone_on_from_where_it_stands(queue: QueueView, desk: AppContext) -> None:
    for at in (0, 4):
        desk.acceptance.accept_sentence(at)
    queue.filter_by(ACCEPTED)
    desk.session.select(2)
    queue.move_selection(1)
    assert desk.session.selection.sentence == 4
    desk.session.select(2)
    queue.move_selection(-1)
    assert desk.session.selection.sentence == 0


def test_marks_say_what_is_known_of_a_sentence(queue: QueueView, desk: AppContext, tmp_path: Path) -> None:
    desk.acceptance.accept_sentence(0)
    desk.session.edit("Tag", lambda sentence: sentence.with_value("upos", 1, "NOUN"), index=1)
    desk.survey.problem_sentences = {1}
    desk.survey.changed.emit()
    model = rows_of(queue).model()
    said = [model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert said[0] == "1, accepted: \u2068Dogs bark\u2069"
    assert str(said[1]).startswith("2, has problems, changed, not saved: ")
    queue.filter_by(EDITED)
    assert queue.listed_sentences == [1]
    queue.filter_by(PROBLEMS)
    assert queue.listed_sentences == [1]


def test_what_has_no_room_in_the_second_line_of_a_row_is_left_out_and_not_cut(queue: QueueView) -> None:
    delegate = rows_of(queue).itemDelegate()
    assert isinstance(delegate, QueueDelegate)
    line = "123 · accepted, 36 problems · 18 words"
    assert delegate.shorten_progress(line, 1_000) == line
    width = delegate.measure_small(line) - 1
    assert delegate.shorten_progress(line, width) == "123 · accepted, 36 problems"
    assert delegate.shorten_progress("7 · 18 words", 10) == "7 · 18 words"


def test_words_typed_filter_the_list_without_regard_to_case_and_vowels(
    queue: QueueView, desk: AppContext, qtbot: QtBot
) -> None:
    queue.focus_search_field()
    line = queue.findChild(QLineEdit)
    assert line is not None
    for typed, expected in (("DOGS", [0, 4]), ("كتاب", [1]), ("כלב", [2]), ("nowhere", [])):
        line.setText(typed)
        qtbot.waitUntil(lambda expected=expected: queue.listed_sentences == expected, timeout=30_000)
    assert any("No sentences with these words" in text for text in text_on_screen(queue))
    line.clear()
    qtbot.waitUntil(lambda: len(queue.listed_sentences) == 5, timeout=30_000)
    line.setText("sleep")
    qtbot.waitUntil(lambda: queue.listed_sentences == [4], timeout=30_000)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert desk.session.selection.sentence == 4


def test_what_the_query_found_can_be_the_queue(queue: QueueView, desk: AppContext) -> None:
    queue.set_query_filter(True)
    assert queue.listed_sentences == []
    assert any("No search yet" in text for text in text_on_screen(queue))
    desk.document_search.result = SearchResult("", "dogs", array("Q", [0, 4]), ((1,), (2,)), ((), ()), False)
    desk.document_search.searched.emit(desk.document_search.result)
    assert queue.listed_sentences == [0, 4]
    told: list[bool] = []
    queue.query_filter_changed.connect(told.append)
    queue.set_query_filter(False)
    assert len(queue.listed_sentences) == 5
    queue.filter_by(QUERY_MATCHES)
    assert told == [False, True]


def test_the_next_problem_is_looked_for_here_and_then_further_on(desk: AppContext, qtbot: QtBot) -> None:
    sound = Sentence.of(["a", "b", "c"], heads=[0, 1, 1])
    broken = Sentence.of(["a", "b", "c"], heads=[0, None, 9])
    desk.session.show_unsaved_treebank(Treebank.of([sound, broken, sound, broken]))
    queue = QueueView(
        desk.session,
        desk.notices,
        desk.survey,
        desk.document_search,
        desk.runs,
        desk.suggestions,
        desk.readings,
        desk.queue_orders,
    )
    qtbot.addWidget(queue)
    desk.survey.problem_sentences, desk.survey.is_complete = {1, 3}, True
    seen = []
    for _ in range(5):
        queue.select_next_problem()
        seen.append((desk.session.selection.sentence, desk.session.selection.word))
    assert seen == [(1, 2), (1, 3), (3, 2), (3, 3), (1, 2)]


def test_several_documents_can_be_chosen_from(queue: QueueView, desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    for name, word in (("one", "first"), ("two", "second")):
        (tmp_path / f"{name}.conllu").write_text(f"1\t{word}\t_\t_\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    Project.create(tmp_path / "project", [tmp_path / "one.conllu", tmp_path / "two.conllu"]).close()
    chooser = queue.findChild(QComboBox)
    assert chooser is not None
    assert not chooser.isVisible()
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.PROJECT)):
        desk.session.open(tmp_path / "project")
    assert chooser.isVisible()
    assert chooser.count() == 2
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        chooser.setCurrentIndex(1)
        chooser.activated.emit(1)
    assert desk.session.treebank[0].forms == ("second",)
    assert chooser.currentIndex() == 1


@pytest.mark.parametrize("per_cent", [100, 125, 150])
@pytest.mark.parametrize("width", [250, 300, 375])
def test_the_boxes_of_the_queue_cut_nothing_off_what_is_chosen(
    queue: QueueView, qtbot: QtBot, per_cent: int, width: int
) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.set_interface_scale(application, per_cent)
    try:
        queue.resize(width, 500)
        for order in (DOCUMENT, REVERSE, LONGEST):
            queue.order_by(order)
            QApplication.processEvents()
            for box in queue.findChildren(QComboBox):
                if not box.isVisible():
                    continue
                option = QStyleOptionComboBox()
                option.initFrom(box)
                field = box.style().subControlRect(
                    QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
                )
                drawn = field.width() - 2  # as Fusion draws it
                assert drawn >= box.fontMetrics().horizontalAdvance(box.currentText())
    finally:
        theme.set_interface_scale(application, 100)
