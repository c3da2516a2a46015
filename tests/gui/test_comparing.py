"""Comparing two treebanks over the same sentences, with the real engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank, tree_of
from learning import learn
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.progress import Progress, Report
from spectral_core.project import Project
from spectral_gui import theme
from spectral_gui.state import AppContext
from spectral_gui.views.compare.comparison import ComparisonView
from spectral_gui.views.compare.comparison_tables import fill_phrase_rows
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import SentenceListModel, UniformRowView

WORDS = Treebank.of(
    [
        Sentence.of(
            ["The", "dog", "sleeps"], upos=["DET", "NOUN", "VERB"], heads=[2, 3, 0], deprels=["det", "nsubj", "root"]
        ),
        Sentence.of(["كتب", "الولد"], upos=["VERB", "NOUN"], heads=[0, 1], deprels=["root", "nsubj"]),
        Sentence.of(["הכלב", "ישן"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"]),
    ]
)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    yield made
    made.close()


@pytest.fixture
def view(desk: AppContext, qtbot: QtBot) -> ComparisonView:
    made = ComparisonView(desk.session, desk.document_search, desk.runs, desk.auto_trainer)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


def compare(view: ComparisonView, desk: AppContext, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        view.compare_with(path)


def tree_named(view: ComparisonView, name: str) -> QTreeWidget:
    found = view.findChild(QTreeWidget, name)
    assert found is not None
    return found


def texts(tree: QTreeWidget) -> list[list[str]]:
    found: list[list[str]] = []

    def walk(item: QTreeWidgetItem) -> None:
        found.append([item.text(column) for column in range(tree.columnCount())])
        for place in range(item.childCount()):
            walk(item.child(place))

    for place in range(tree.topLevelItemCount()):
        walk(tree.topLevelItem(place))
    return found


def test_sentences_that_differ_are_listed_with_the_words_that_differ(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(WORDS)
    rows = view.findChild(UniformRowView)
    assert rows is not None
    tester = QAbstractItemModelTester(rows.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    other = WORDS.with_sentence(1, WORDS[1].with_value("upos", 2, "PROPN"))
    other = other.with_sentence(2, WORDS[2].with_heads([0, 1]))
    formats.save(other, tmp_path / "other.conllu")
    compare(view, desk, qtbot, tmp_path / "other.conllu")
    assert rows.model().rowCount() == 2
    assert desk.session.selection.sentence == 1
    measures, ours, theirs = (tree_named(view, name) for name in ("measures", "ours", "theirs"))
    assert ["Unlabelled attachment score (UAS)", "71.43"] in texts(measures)
    assert texts(ours)[1] == ["2", "الولد", "≠ NOUN", "nsubj", "1 \u2068كتب\u2069"]
    assert texts(theirs)[1] == ["2", "الولد", "≠ PROPN", "nsubj", "1 \u2068كتب\u2069"]
    view.select_next_difference(1)
    assert desk.session.selection.sentence == 2
    assert [row[4] for row in texts(ours)] == ["≠ 2 \u2068ישן\u2069", "≠ 0"]
    view.select_next_difference(1)
    assert desk.session.selection.sentence == 1
    view.select_next_difference(-1)
    assert desk.session.selection.sentence == 2
    theirs.setCurrentItem(theirs.topLevelItem(1))
    theirs.itemActivated.emit(theirs.topLevelItem(1), 0)
    assert desk.session.selection.word == 2
    assert ours.currentItem() is ours.topLevelItem(1)
    desk.session.edit("Mend", lambda sentence: sentence.with_heads([0, 1]))
    assert any("No differences." in label.text() for label in view.findChildren(QLabel))
    assert tester is not None


def test_phrases_without_a_counterpart_are_marked(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    gold = tree_of("(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat))))")
    other = tree_of("(S (NP (DT the) (NN dog)) (VP (VBD saw)) (PP (DT a) (NN cat)))")
    treebanks = [
        Treebank.of([Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), tree=tree)]) for tree in (gold, other)
    ]
    formats.save(treebanks[1], tmp_path / "other.mrg")
    desk.session.show_unsaved_treebank(treebanks[0])
    compare(view, desk, qtbot, tmp_path / "other.mrg")
    ours, theirs = tree_named(view, "ours"), tree_named(view, "theirs")
    assert [row[0] for row in texts(ours) if row[0].startswith("≠")] == ["≠ VP", "≠ NP"]
    assert [row[0] for row in texts(theirs) if row[0].startswith("≠")] == ["≠ VP", "≠ PP"]


def test_outlines_hold_traces_bare_words_and_deep_trees(qtbot: QtBot) -> None:
    outline = QTreeWidget()
    qtbot.addWidget(outline)
    gold = tree_of("(S (NP (-NONE- *)) (VP (VBD saw) them (NP (-NONE- *T*) (NN cats))) now)")
    other = tree_of("(S (VP (VBD saw) them (NP (NNS cats))) now)")
    ours, theirs = (Sentence.of(tuple(tree.words()), tree=tree) for tree in (gold, other))
    assert fill_phrase_rows(outline, ours, [theirs]) == 0
    assert [tuple(row) for row in texts(outline)] == [
        ("S", "saw them cats now"),
        ("NP", ""),
        ("-NONE-", "*"),
        ("VP", "saw them cats"),
        ("VBD", "saw"),
        ("", "them"),
        ("NP", "cats"),
        ("-NONE-", "*T*"),
        ("≠ NN", "cats"),
        ("", "now"),
    ]
    deep = Tree("NN", ("cat",))
    for _ in range(3000):
        deep = Tree("NP", (deep,))
    outline.clear()
    assert (
        fill_phrase_rows(outline, Sentence.of(["cat"], tree=deep), [Sentence.of(["cat"], tree=Tree("NN", ("cat",)))])
        == 3000
    )


def test_files_over_other_words_are_refused_with_a_sentence(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(WORDS)
    formats.save(Treebank.of([Sentence.of(["other"], heads=[0])]), tmp_path / "other.conllu")
    with qtbot.waitSignal(desk.notices.failed, timeout=60_000):
        view.compare_with(tmp_path / "other.conllu")
    assert any(label.text().startswith("⚠") and label.isVisible() for label in view.findChildren(QLabel))


def test_before_anything_is_compared_the_view_says_what_it_is_for(view: ComparisonView, desk: AppContext) -> None:
    page = view.findChild(EmptyState)
    assert page is not None
    assert "Open a treebank to compare it" in page.text
    desk.session.show_unsaved_treebank(WORDS)
    assert "Choose another file with the same sentences" in page.text
    assert page.button.isVisible()
    assert page.button.text() == "Another file…"


def test_a_comparison_is_stopped_while_its_file_is_read(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, may_end = threading.Event(), threading.Event()

    def load_slowly(path: Path, report: Report) -> Treebank:
        reading.set()
        may_end.wait(30)
        report(Progress("reading", 0))
        return formats.load(path)

    monkeypatch.setattr("spectral_gui.state.document_survey.load_treebank_file", load_slowly)
    formats.save(WORDS, tmp_path / "other.conllu")
    desk.session.show_unsaved_treebank(WORDS)
    heard: list[object] = []
    desk.document_search.compared.connect(lambda *answer: heard.append(answer))
    view.compare_with(tmp_path / "other.conllu")
    qtbot.waitUntil(reading.is_set, timeout=60_000)
    stop = next(one for one in view.findChildren(QPushButton) if one.text() == "Stop")
    stop.click()
    may_end.set()
    qtbot.wait(300)
    assert not heard
    assert not stop.isVisible()
    compare(view, desk, qtbot, tmp_path / "other.conllu")  # again
    assert len(heard) == 1


def test_a_third_is_measured_too_and_how_far_the_two_are_apart(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(Treebank.of(list(WORDS) * 20))
    better = Treebank.of([*list(WORDS) * 19, WORDS[0], WORDS[1], WORDS[2].with_heads([0, 1])])
    worse = Treebank.of([one if len(one) == 3 else one.with_heads([0, 1]) for one in WORDS] * 20)
    for name, treebank in (("better", better), ("worse", worse)):
        formats.save(treebank, tmp_path / f"{name}.conllu")
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        view.compare_with(tmp_path / "better.conllu", tmp_path / "worse.conllu")
    measures = tree_named(view, "measures")
    header = measures.headerItem()
    assert [header.text(column) for column in range(5)] == ["Measure", "better", "worse", "difference", "95 % interval"]
    row = next(row for row in texts(measures) if row[0] == "Unlabelled attachment score (UAS)")
    assert row[1:4] == ["98.57", "71.43", "+27.14"]
    low, high = map(float, row[4].split(" to "))
    assert 15 < low < 27.14 < high < 40
    assert measures.topLevelItem(0).font(3).bold()
    assert measures.topLevelItem(0).toolTip(3).endswith("; significant")
    assert any("better minus worse" in label.text() for label in view.findChildren(QLabel))
    compare(view, desk, qtbot, tmp_path / "worse.conllu")
    assert measures.columnCount() == 2


def test_what_differs_is_marked_in_the_colours_of_the_paper(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(WORDS)
    formats.save(WORDS.with_sentence(0, WORDS[0].with_value("upos", 2, "PROPN")), tmp_path / "other.conllu")
    compare(view, desk, qtbot, tmp_path / "other.conllu")
    application = QApplication.instance()
    assert isinstance(application, QApplication)

    def colour() -> QColor:
        return tree_named(view, "ours").topLevelItem(1).foreground(2).color()

    try:
        for dark in (True, False):
            theme.apply_theme(application, dark)
            qtbot.waitUntil(lambda dark=dark: colour() == theme.get_colours(dark).changed)
    finally:
        theme.apply_theme(application, dark=False)


def test_models_of_the_project_are_compared_by_what_they_make_of_the_document(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    formats.save(tiny_treebank(), tmp_path / "tiny.conllu", drop=True)
    Project.create(tmp_path / "project", [tmp_path / "tiny.conllu"]).close()
    desk.session.open(tmp_path / "project")
    qtbot.waitUntil(lambda: desk.session.project is not None, timeout=20_000)
    for estimator in ("det", "spectral"):
        learn(desk, "head-automata", {"estimator": estimator, "states": 2, "tagger": False, "calibration": False})
    view = ComparisonView(desk.session, desk.document_search, desk.runs, desk.auto_trainer)
    qtbot.addWidget(view)
    view.show()
    with_, rival = (
        next(box for box in view.findChildren(QComboBox) if box.accessibleName() == name)
        for name in ("Compare with", "Second comparison")
    )
    assert [with_.itemText(row) for row in range(with_.count())] == ["model head-automata 2", "model head-automata 1"]
    page = view.findChild(EmptyState)
    assert page is not None
    assert "Choose a document above" in page.text
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):  # at once, when it is chosen
        qtbot.keyClick(rival, Qt.Key.Key_End)
    assert rival.currentText() == "model head-automata 1"
    header = tree_named(view, "measures").headerItem()
    assert [header.text(column) for column in (1, 2)] == ["head-automata 2", "head-automata 1"]
    titles = {tree_named(view, name).accessibleName() for name in ("theirs", "rival")}
    assert titles == {"head-automata 1", "head-automata 2"}
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        qtbot.keyClick(next(one for one in view.findChildren(QPushButton) if one.text() == "Compare"), Qt.Key.Key_Space)
    names = [row[0] for row in texts(tree_named(view, "measures"))]
    assert "Unlabelled attachment score (UAS)" in names
    assert "UPOS accuracy" not in names
    told = next(label.text() for label in view.findChildren(QLabel) if "optimistic" in label.text())
    assert told.endswith("head-automata 1, head-automata 2.")
    assert len(texts(tree_named(view, "theirs"))) == len(desk.session.treebank[desk.session.selection.sentence])


def test_a_file_that_was_compared_stands_in_the_lists(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(WORDS)
    for name in ("one", "two"):
        formats.save(WORDS.with_sentence(2, WORDS[2].with_heads([0, 1])), tmp_path / f"{name}.conllu")
    compare(view, desk, qtbot, tmp_path / "one.conllu")
    compare(view, desk, qtbot, tmp_path / "two.conllu")
    boxes = {box.accessibleName(): box for box in view.findChildren(QComboBox)}
    assert boxes["Compare with"].isVisible()
    assert boxes["Compare with"].currentText() == "two.conllu"
    assert boxes["Second comparison"].currentText() == "nothing"
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        qtbot.keyClick(boxes["Compare with"], Qt.Key.Key_Home)
    assert tree_named(view, "theirs").accessibleName() == "one.conllu"
    desk.session.show_unsaved_treebank(WORDS.with_sentence(0, WORDS[0].with_heads([3, 3, 0])))
    assert not boxes["Compare with"].isVisible()


def test_names_from_right_to_left_do_not_turn_what_is_said_of_them(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    formats.save(WORDS, tmp_path / "كتاب.conllu")
    with Project.open_for_file(tmp_path / "كتاب.conllu", tmp_path / "store") as project:
        folder = project.folder
    desk.session.open(folder)
    qtbot.waitUntil(lambda: len(desk.session.treebank) == 3, timeout=30_000)
    formats.save(WORDS.with_sentence(1, WORDS[1].with_value("upos", 2, "PROPN")), tmp_path / "ثان.conllu")
    compare(view, desk, qtbot, tmp_path / "ثان.conllu")
    said = [label.text() for label in view.findChildren(QLabel)]
    assert "\u2068كتاب.conllu\u2069: open document" in said
    assert any("Compared with \u2068ثان.conllu\u2069:" in text for text in said)


def test_three_stand_side_by_side_and_who_stands_alone_is_marked(
    view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.session.show_unsaved_treebank(WORDS)
    one = WORDS.with_sentence(0, WORDS[0].with_heads([3, 3, 0])).with_sentence(2, WORDS[2].with_heads([0, 1]))
    two = WORDS.with_sentence(0, WORDS[0].with_heads([3, 0, 2]))
    for name, treebank in (("one", one), ("two", two)):
        formats.save(treebank, tmp_path / f"{name}.conllu")
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        view.compare_with(tmp_path / "one.conllu", tmp_path / "two.conllu")
    rows = view.findChild(UniformRowView)
    assert rows is not None
    marks = [rows.model().index(row, 0).data(SentenceListModel.MARKS)[0] for row in range(rows.model().rowCount())]
    assert marks == [("≠ 3", "3 with a majority of two"), ("≠ 2", "2 with a majority of two")]
    assert desk.session.selection.sentence == 0
    assert [[row[4] for row in texts(tree_named(view, name))] for name in ("ours", "theirs", "rival")] == [
        ["≠ 2 \u2068dog\u2069", "3 \u2068sleeps\u2069", "0"],
        ["3 \u2068sleeps\u2069", "3 \u2068sleeps\u2069", "0"],
        ["3 \u2068sleeps\u2069", "≠ 0", "≠ 2 \u2068dog\u2069"],
    ]
    assert any("3 words differ: 3 with a majority of two" in label.text() for label in view.findChildren(QLabel))
    hidden = [tree_named(view, name).isColumnHidden(1) for name in ("ours", "theirs", "rival")]
    assert hidden == [False, True, True]  # the words stand once
    view.select_next_difference(1)
    assert desk.session.selection.sentence == 2
    assert [row[4] for row in texts(tree_named(view, "theirs"))] == ["≠ 0", "≠ 1 \u2068הכלב\u2069"]
    tree_named(view, "rival").itemActivated.emit(tree_named(view, "rival").topLevelItem(1), 0)
    assert desk.session.selection.word == 2
    assert tree_named(view, "ours").currentItem() is tree_named(view, "ours").topLevelItem(1)
    compare(view, desk, qtbot, tmp_path / "one.conllu")
    assert not tree_named(view, "rival").isVisible()
    assert not tree_named(view, "theirs").isColumnHidden(1)


def test_two_are_compared_over_bare_text(view: ComparisonView, desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    formats.save(WORDS, tmp_path / "one.conllu")
    formats.save(WORDS.with_sentence(2, WORDS[2].with_heads([0, 1])), tmp_path / "two.conllu")
    bare = Treebank.of([Sentence.of(one.forms) for one in WORDS])
    desk.session.show_unsaved_treebank(bare)
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        view.compare_with(tmp_path / "one.conllu", tmp_path / "two.conllu")
    rows = view.findChild(UniformRowView)
    assert rows is not None
    assert rows.model().rowCount() == 1
    assert desk.session.selection.sentence == 2
    assert [tree_named(view, name).isVisible() for name in ("ours", "theirs", "rival")] == [False, True, True]
    assert [row[4] for row in texts(tree_named(view, "rival"))] == ["≠ 0", "≠ 1 \u2068הכלב\u2069"]
    assert not tree_named(view, "measures").isVisible()
