"""Find: queries with keys, their answers with context, their mistakes with a place; problems and history beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QTableView,
    QTextBrowser,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from spectral_core.data import MultiwordToken, Sentence, Treebank
from spectral_core.project import Step
from spectral_gui.jobs.jobs import QUERIES
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.annotate.history import HistoryModel, HistoryView, find_undo_state
from spectral_gui.views.annotate.problems import ProblemListModel, ProblemsView
from spectral_gui.views.shared.find import FindView
from spectral_gui.widgets.concordance import MatchListModel, make_concordance_line
from spectral_gui.widgets.lists import UniformRowView

TREEBANK = Treebank.of(
    [
        Sentence.of(["The", "dog", "sleeps"], upos=["DET", "NOUN", "VERB"], heads=[2, 3, 0]),
        Sentence.of(["رأى", "الولد", "الكلب"], upos=["VERB", "NOUN", "NOUN"], heads=[0, 1, 1]),
        Sentence.of(
            ["Two", "dogs", "and", "a", "dog"], upos=["NUM", "NOUN", "CCONJ", "DET", "NOUN"], heads=[2, 0, 5, 5, 2]
        ),
        Sentence.of(["הכלב", "ישן"], upos=["NOUN", "VERB"], heads=[2, 0]),
    ]
)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(TREEBANK)
    yield made
    made.close()


@pytest.fixture
def find(desk: AppContext, qtbot: QtBot) -> FindView:
    made = FindView(desk.session, desk.notices, desk.work, desk.document_search)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def ask(find: FindView, desk: AppContext, qtbot: QtBot, query: str) -> None:
    find.focus_query()
    line = find.findChild(QLineEdit)
    assert line is not None
    line.setText(query)
    with qtbot.waitSignal(desk.document_search.searched, timeout=60_000):
        qtbot.keyClick(line, Qt.Key.Key_Return)


def said(find: FindView) -> list[str]:
    return [label.text() for label in find.findChildren(QLabel) if label.isVisible()]


def test_a_query_lists_what_it_found_and_goes_there(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    rows = find.findChild(UniformRowView)
    assert rows is not None
    tester = QAbstractItemModelTester(rows.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    ask(find, desk, qtbot, "dog")
    assert "Found in 2 of 4 sentences." in said(find)
    find.go_to_next_match(1)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (0, 2)
    find.go_to_next_match(1)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (2, 5)
    find.go_to_next_match(1)
    assert desk.session.selection.sentence == 0
    find.go_to_next_match(-1)
    assert desk.session.selection.sentence == 2
    ask(find, desk, qtbot, "zebra")
    assert "No matches in 4 sentences." in said(find)
    assert tester is not None


def test_the_list_is_gone_through_with_keys(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    ask(find, desk, qtbot, "upos=NOUN")
    line, rows = find.findChild(QLineEdit), find.findChild(UniformRowView)
    assert line is not None
    assert rows is not None
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert rows.hasFocus()
    rows.setCurrentIndex(rows.model().index(1, 0))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (1, 2)


def test_a_mistake_is_explained_below_the_line_at_its_column(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    line = find.findChild(QLineEdit)
    assert line is not None
    line.setText("dog and (")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    complaint = next(text for text in said(find) if text.startswith("⚠"))
    assert "Column" in complaint
    assert line.hasFocus()
    column = int(complaint.split("Column ")[1].split(":")[0])
    assert line.cursorPosition() == column - 1
    assert desk.document_search.result is None
    ask(find, desk, qtbot, "dog")
    assert not any(text.startswith("⚠") for text in said(find))


def test_a_regular_expression_that_never_ends_leaves_the_window_free_and_can_be_stopped(
    find: FindView, desk: AppContext, qtbot: QtBot
) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["a" * 60 + "!", "dog"])]))
    line = find.findChild(QLineEdit)
    stop = next(one for one in find.findChildren(QPushButton) if one.text() == "Stop")
    assert line is not None
    for end in (stop.click, lambda: qtbot.keyClick(line, Qt.Key.Key_Escape)):
        line.setText("form=/^(a+)+$/")
        qtbot.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: desk.work.is_running(QUERIES) and stop.isVisible(), timeout=60_000)
        end()
        assert not stop.isVisible()
        assert "No search yet." in said(find)
        qtbot.waitUntil(lambda: not desk.work.is_running(QUERIES), timeout=60_000)
    ask(find, desk, qtbot, "dog")  # of an engine that is there again
    assert "Found in 1 of 1 sentence." in said(find)
    assert not stop.isVisible()


def test_a_query_is_searched_for_in_the_next_document_too(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    ask(find, desk, qtbot, "dog")
    desk.session.show_unsaved_treebank(Treebank.of([TREEBANK[0], TREEBANK[0], TREEBANK[1]]))
    qtbot.waitUntil(lambda: "Found in 2 of 3 sentences." in said(find), timeout=60_000)
    find.hide()
    desk.session.show_unsaved_treebank(TREEBANK)
    assert desk.document_search.result is None
    find.show()
    qtbot.waitUntil(lambda: "Found in 2 of 4 sentences." in said(find), timeout=60_000)
    line = find.findChild(QLineEdit)
    assert line is not None
    line.setText("cat")  # not searched for yet
    desk.session.show_unsaved_treebank(Treebank.of([TREEBANK[0]]))
    assert "No search yet." in said(find)


def test_queries_are_remembered(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    find.restore_history(("older",))
    ask(find, desk, qtbot, "dog")
    line = find.findChild(QLineEdit)
    assert line is not None
    qtbot.keyClick(line, Qt.Key.Key_Up)
    assert line.text() == "dog"
    qtbot.keyClick(line, Qt.Key.Key_Up)
    assert line.text() == "older"
    qtbot.keyClick(line, Qt.Key.Key_Down)
    qtbot.keyClick(line, Qt.Key.Key_Down)
    assert line.text() == ""
    assert find.history == ("older", "dog")


def test_the_check_box_asks_for_a_queue_of_what_was_found(find: FindView, qtbot: QtBot) -> None:
    box = find.findChild(QCheckBox)
    assert box is not None
    asked: list[bool] = []
    find.filter_requested.connect(asked.append)
    box.click()
    box.click()
    assert asked == [True, False]
    find.set_queue_filtered(True)
    assert box.isChecked()


def test_help_opens_beside_the_answers(find: FindView, qtbot: QtBot) -> None:
    page, button = find.findChild(QTextBrowser), find.findChild(QToolButton, "help")
    assert page is not None
    assert button is not None
    assert not page.isVisible()
    button.click()
    assert page.isVisible()
    assert "over" in page.toPlainText()


def test_a_line_of_context_marks_the_words_found() -> None:
    text, spans, right_to_left = make_concordance_line(TREEBANK[2], (5, 2))
    assert text == "Two dogs and a dog"
    assert [text[start : start + length] for start, length in spans] == ["dogs", "dog"]
    assert not right_to_left
    text, spans, right_to_left = make_concordance_line(TREEBANK[1], (2, 3))
    assert [text[start : start + length] for start, length in spans] == ["الولد الكلب"]
    assert right_to_left


def test_words_written_as_one_are_marked_as_one() -> None:
    sentence = Sentence.of(
        ["I", "do", "n't", "."], misc=["_", "_", "SpaceAfter=No", "_"], ranges=[MultiwordToken(2, 3, "don't")]
    )
    text, spans, _ = make_concordance_line(sentence, (3,))
    assert text == "I don't ."
    assert [text[start : start + length] for start, length in spans] == ["don't"]


def test_context_is_kept_short_around_the_match() -> None:
    sentence = Sentence.of([f"w{n}" for n in range(1000)])
    text, spans, _ = make_concordance_line(sentence, (500,))
    assert len(text.split()) == 81
    assert text[spans[0][0] :].startswith("w499")


def test_the_match_stands_in_the_middle_of_its_row(find: FindView, desk: AppContext, qtbot: QtBot) -> None:
    ask(find, desk, qtbot, "upos=NOUN")
    rows = find.findChild(UniformRowView)
    assert rows is not None
    model = rows.model()
    assert isinstance(model, MatchListModel)
    image = rows.viewport().grab().toImage()
    paper = image.pixelColor(image.width() - 3, image.height() - 3)
    for row in range(model.rowCount()):
        area = rows.visualRect(model.index(row, 0))
        middle = range(area.center().x() - 60, area.center().x() + 60)
        lines = range(area.top(), area.bottom())
        assert any(image.pixelColor(x, y) != paper for x in middle for y in lines)


def test_a_problem_leads_to_its_word(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(["a", "b", "c"], heads=[0, None, 9]), Sentence.of(["ok"], heads=[0])])
    )
    view = ProblemsView(desk.session, desk.survey)
    qtbot.addWidget(view)
    view.show()
    rows = view.findChild(QListView)
    assert rows is not None
    model = rows.model()
    assert isinstance(model, ProblemListModel)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert [problem.word for problem in model.problems] == [2, 3]
    rows.setCurrentIndex(model.index(1))
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert desk.session.selection.word == 3
    desk.session.edit("Mend", lambda sentence: sentence.with_head(3, 1))
    assert [problem.word for problem in model.problems] == [2]
    desk.session.select(1)
    assert any("No problems found" in label.text() for label in view.findChildren(QLabel))
    assert desk.session.selection.word == 0
    assert tester is not None


def test_the_history_says_what_undo_would_take_back(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    path.write_text("1\tكتاب\t_\t_\t_\t_\t0\troot\t_\t_\n\n" * 2, encoding="utf-8")
    desk = AppContext(tmp_path / "store")
    view = HistoryView(desk.session, desk.notices)
    qtbot.addWidget(view)
    view.show()
    table = view.findChild(QTableView)
    assert table is not None
    tester = QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    try:
        with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.PROJECT)):
            desk.session.open(path)
        for at, value in enumerate(("A", "B")):
            desk.session.select(at)
            desk.session.edit(f"Set {value}", lambda sentence, value=value: sentence.with_value("upos", 1, value))
        desk.session.undo()
        model = table.model()
        qtbot.waitUntil(lambda: model.rowCount() == 3, timeout=30_000)
        said = [str(model.data(model.index(row, 1))) for row in range(3)]
        assert said[0].startswith("Undo: Set B")
        assert said[1].startswith("✗ Set B")
        assert said[2].startswith("↶ Set A")
        letter = table.fontMetrics().averageCharWidth()
        for width in (table.horizontalHeader().length() - table.columnWidth(1) + 4 * letter, 200, 900):
            view.resize(width, 300)
            QApplication.processEvents()  # the columns are laid out later
            assert table.columnWidth(1) >= 20 * letter
        assert table.horizontalHeader().length() == table.viewport().width()
        desk.session.select(1)
        table.setCurrentIndex(model.index(2, 0))
        qtbot.keyClick(table, Qt.Key.Key_Return)
        assert desk.session.selection.sentence == 0
    finally:
        desk.close()
    assert tester is not None


def test_what_was_done_again_can_be_taken_back_again() -> None:
    def step(number: int, kind: str = "act", undoes: int | None = None) -> Step:
        return Step(number, "2026-01-01T00:00:00+00:00", "me", "Set A", kind, "d", 0, "human", undoes=undoes)

    steps = (step(4, "undo", 2), step(3, "redo", 1), step(2), step(1))
    assert find_undo_state(steps, "Set A") == (1, {2})
    assert find_undo_state(steps, None) == (None, {2})


def test_a_step_in_a_document_that_is_gone_says_so(qtbot: QtBot, desk: AppContext) -> None:
    view = HistoryView(desk.session, desk.notices)
    qtbot.addWidget(view)
    table = view.findChild(QTableView)
    assert table is not None
    model = table.model()
    assert isinstance(model, HistoryModel)
    model.show_steps([Step(1, "2026-01-01T00:00:00+00:00", "me", "Set A", "act", "gone.mrg", 0, "human")], None)
    told: list[str] = []
    desk.notices.notified.connect(told.append)
    table.activated.emit(model.index(0, 0))
    assert told == ["gone.mrg is no longer in the project"]


def test_an_empty_history_says_why(qtbot: QtBot, desk: AppContext) -> None:
    view = HistoryView(desk.session, desk.notices)
    qtbot.addWidget(view)
    view.show()
    assert isinstance(view.findChild(QTableView).model(), HistoryModel)  # type: ignore[union-attr]
    assert any("Open a file or a project" in label.text() for label in view.findChildren(QLabel))
