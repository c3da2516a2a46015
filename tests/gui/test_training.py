"""The Train workspace with the real engine: methods, settings, starting, watching, stopping, and the log."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import ENDLESS, keep, learn, wait_for
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot
from seen import labels

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import HELD_OUT, MEASURING_STAGE
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.project import Project
from spectral_core.registry import METHODS
from spectral_gui.plots import summarise_run
from spectral_gui.state import AppContext
from spectral_gui.views.compare.comparison import ComparisonView
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.train.runs import RunsView
from spectral_gui.views.train.training_view import TrainingView
from spectral_gui.views.train.training_widgets import DocumentList, format_training_title
from spectral_gui.widgets.settings_form import SettingsForm


@pytest.fixture
def desk(qapp: QApplication) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(tiny_treebank())
    yield made
    made.close()


def shown(desk: AppContext, qtbot: QtBot) -> TrainingView:
    view = TrainingView(desk.session, desk.notices, desk.survey, desk.runs)
    keep(qtbot, view)
    view.resize(420, 760)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    choose(view, "hmm")
    return view


def button(view: QWidget, text: str) -> QPushButton:
    return next(one for one in view.findChildren(QPushButton) if one.text() == text)


def methods_of(view: QWidget) -> QListWidget:
    return next(one for one in view.findChildren(QListWidget) if one.accessibleName() == "Methods")


def documents_of(view: QWidget) -> QListWidget:
    return next(one for one in view.findChildren(QListWidget) if one.accessibleName() == "Train on")


def form_of(view: QWidget) -> SettingsForm:
    form = view.findChild(SettingsForm)
    assert form is not None
    return form


def log_of(view: QWidget) -> str:
    log = view.findChild(QPlainTextEdit)
    assert log is not None
    return log.toPlainText()


def choose(view: QWidget, method: str) -> None:
    methods_of(view).setCurrentRow(list(METHODS).index(method))


def test_a_method_is_chosen_set_started_and_measured_with_keys_alone(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    methods = methods_of(view)
    methods.setFocus()
    qtbot.keyClick(methods, Qt.Key.Key_Down)
    assert form_of(view).values()["order"] == 3
    qtbot.keyClick(methods, Qt.Key.Key_Tab)
    assert QApplication.focusWidget().objectName() == "order"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    start = button(view, "Train")
    for _ in range(20):
        if QApplication.focusWidget() is start:
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is start
    qtbot.keyClick(start, Qt.Key.Key_Space)
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[0].status != "measuring")
    run = desk.runs.recorded_runs[0]
    assert (run.method, run.settings["order"], run.status) == ("ngram", 2, "finished")
    assert run.measures["perplexity"] > 1
    lines = log_of(view).splitlines()
    assert all(re.match(r"\d\d:\d\d:\d\d  ", line) for line in lines)
    assert re.search(r"ngram 1 was trained in [\d.]+ s CPU time", lines[-1])
    assert "on training data" in lines[-1]


def test_expectation_and_maximisation_leaves_a_curve_that_climbs(desk: AppContext, qtbot: QtBot) -> None:
    shown(desk, qtbot)
    run = learn(desk, "hmm", {**ENDLESS, "iterations": 12})
    assert [row[1] for row in run.curve] == list(range(1, 13))
    likelihoods = [row[3]["log_likelihood"] for row in run.curve]
    assert likelihoods == sorted(likelihoods)


def test_learning_shows_where_it_stands_and_stops_by_its_button(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    wait_for(lambda: desk.survey.is_complete)
    start, cancel = button(view, "Train"), button(view, "Stop")
    assert start.isEnabled()
    assert not cancel.isEnabled()
    form_of(view).set_values(ENDLESS)
    qtbot.mouseClick(start, Qt.MouseButton.LeftButton)
    assert not start.isEnabled()
    assert cancel.isEnabled()
    bar = view.findChild(QProgressBar)
    assert bar is not None
    wait_for(lambda: bar.maximum() == 10_000 and bar.value() > 3)
    assert "solve" in bar.text()
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert not cancel.isEnabled()
    wait_for(lambda: not desk.runs.is_training_for_user)
    assert [run.status for run in desk.runs.recorded_runs] == ["cancelled"]
    assert start.isEnabled()
    assert not bar.isVisible()
    assert "hmm 1 was cancelled; nothing was saved" in log_of(view)


def test_a_run_that_is_being_stopped_says_so_until_it_has_ended(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    wait_for(lambda: desk.survey.is_complete)
    form_of(view).set_values(ENDLESS)
    view.start()
    heard: list[object] = []
    desk.runs.progressed.connect(heard.append)
    wait_for(lambda: len(heard) > 2)
    assert re.search(r"^hmm 1: \d+ s", labels(view), re.MULTILINE)
    view.cancel()
    form_of(view).set_values({**ENDLESS, "states": 3})  # which updates the buttons
    view._update_status()  # as every half second
    assert "Stopping …" in labels(view)
    assert not button(view, "Stop").isEnabled()
    wait_for(lambda: not desk.runs.is_training_for_user)
    assert "Stopping …" not in labels(view)
    view.start()
    assert button(view, "Stop").isEnabled()
    view.cancel()


def test_the_seconds_of_a_run_that_was_stopped_are_those_that_it_took_itself(desk: AppContext) -> None:
    wait_for(lambda: desk.survey.is_complete)
    first, heard = desk.runs.train("hmm", ENDLESS), []
    first.progressed.connect(heard.append)
    second = desk.runs.train("hmm", ENDLESS)
    wait_for(lambda: len(heard) > 2)
    second.cancel()  # it has only waited
    first.cancel()
    wait_for(lambda: len(desk.runs.recorded_runs) == 2 and desk.runs.recorded_runs[-1].status != "measuring")
    waited, learnt = desk.runs.recorded_runs
    assert (waited.status, waited.seconds) == ("cancelled", 0.0)
    assert learnt.seconds == first.seconds > 0.0


def test_a_run_that_fails_is_kept_with_its_sentence_and_the_next_can_start(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    run = learn(desk, "hmm", {"states": 900, "column": "xpos", "minimum": 1})
    assert run.status == "failed"
    assert "support only 12" in run.complaint
    assert "hmm 1 failed: 900 hidden states were requested" in log_of(view)
    assert button(view, "Train").isEnabled()


def test_a_number_outside_its_bounds_keeps_learning_from_starting_and_says_why(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    states = form_of(view).findChild(QSpinBox, "states")
    assert states is not None
    states.setFocus()
    states.selectAll()
    qtbot.keyClicks(states, "5000")
    assert not button(view, "Train").isEnabled()
    assert any(label.isVisible() and "between 1 and 1000" in label.text() for label in view.findChildren(QLabel))
    qtbot.mouseClick(button(view, "Reset to defaults"), Qt.MouseButton.LeftButton)
    assert button(view, "Train").isEnabled()
    assert states.value() == 4
    assert not button(view, "Reset to defaults").isEnabled()


def test_the_explanation_follows_the_field_with_the_focus(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    estimator = form_of(view).findChild(QComboBox, "estimator")
    assert estimator is not None
    estimator.setFocus()
    assert any(
        "Estimator: Training algorithm. spectral: closed form" in label.text() for label in view.findChildren(QLabel)
    )


def test_what_was_set_for_a_method_is_there_again_when_it_is_chosen_again(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    form_of(view).set_values({"states": 7, "tolerance": 0.25})
    choose(view, "ngram")
    choose(view, "hmm")
    assert form_of(view).values()["states"] == 7
    assert form_of(view).values()["tolerance"] == 0.25


def test_a_method_that_cannot_learn_is_grey_and_says_why(qtbot: QtBot) -> None:
    desk = AppContext()
    view = shown(desk, qtbot)
    assert not button(view, "Train").isEnabled()
    assert any(label.isVisible() and label.text() == "Open a treebank first." for label in view.findChildren(QLabel))
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of([])]))
    wait_for(lambda: desk.survey.is_complete)
    item = methods_of(view).item(0)
    assert "has no words" in item.toolTip()
    assert "has no words" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert not button(view, "Train").isEnabled()
    desk.session.show_unsaved_treebank(tiny_treebank())
    wait_for(lambda: desk.survey.is_complete)
    assert item.toolTip() == METHODS["hmm"].paper
    assert button(view, "Train").isEnabled()
    desk.close()


def test_documents_that_were_never_shown_are_learnt_from_and_measured_on(qtbot: QtBot, tmp_path: Path) -> None:
    sentences = list(tiny_treebank())
    for name, part in (("one", sentences[:4]), ("two", sentences[4:8]), ("three", sentences[8:])):
        formats.save(Treebank.of(part), tmp_path / f"{name}.conllu", drop=True)
    paths = [tmp_path / f"{name}.conllu" for name in ("one", "two", "three")]
    Project.create(tmp_path / "project", paths).close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.survey.is_complete)
    view = shown(desk, qtbot)
    one, two, three = desk.session.documents
    documents = documents_of(view)
    ticked = [documents.item(row).checkState() == Qt.CheckState.Checked for row in range(3)]
    assert ticked == [True, False, False]
    documents.item(1).setCheckState(Qt.CheckState.Checked)
    measured = next(box for box in view.findChildren(QComboBox) if box.accessibleName() == "Evaluate on")
    measured.setCurrentIndex(measured.findData(three))
    choose(view, "ngram")
    form_of(view).set_values({"column": "xpos"})
    view.start()
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[0].status != "measuring")
    run = desk.runs.recorded_runs[0]
    assert run.status == "finished", run.complaint
    assert run.documents == (one, two)
    assert run.measured_documents == (three,)
    for row in range(2):
        documents.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert not button(view, "Train").isEnabled()
    desk.close()
    again = Project.open(tmp_path / "project")
    assert again.list_runs() == (run,)
    again.close()


def test_a_document_with_a_comma_in_its_name_is_learnt_from_measured_compared_and_explored(
    qtbot: QtBot, tmp_path: Path
) -> None:
    names = ("a, b.conllu", "c.conllu")
    (tmp_path / "project").mkdir()
    for name, part in zip(names, (list(tiny_treebank())[:8], list(tiny_treebank())[8:]), strict=True):
        formats.save(Treebank.of(part), tmp_path / "project" / name, drop=True)
    Project.create(tmp_path / "project", [tmp_path / "project" / name for name in names]).close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.survey.is_complete)
    view = shown(desk, qtbot)
    documents_of(view).item(1).setCheckState(Qt.CheckState.Checked)
    choose(view, "head-automata")
    form_of(view).set_values({**form_of(view).values(), "estimator": "det", "tagger": False})
    view.start()
    wait_for(lambda: len(desk.runs.recorded_runs) == 1 and desk.runs.recorded_runs[0].status != "measuring")
    run = desk.runs.recorded_runs[0]
    assert (run.status, run.complaint) == ("finished", "")
    assert (run.documents, run.measured_documents) == (names, names)
    assert desk.calibrations.select_measured_documents(run) == names
    assert "on training data" in summarise_run(run)
    assert view.fill_reranker_settings(run)
    ticked = [documents_of(view).item(row).checkState() == Qt.CheckState.Checked for row in range(2)]
    assert ticked == [True, True]
    comparing = ComparisonView(desk.session, desk.document_search, desk.runs, desk.auto_trainer)
    keep(qtbot, comparing)
    model = desk.runs.find_model_file(run)
    assert model is not None
    with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
        comparing.compare_with(model)
    said = " ".join(label.text() for label in comparing.findChildren(QLabel))
    assert f"Trained on this document, so its scores are optimistic: {run.name}" in said
    exploring = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, exploring)
    assert any(label.text() == "a, b.conllu, c.conllu" for label in exploring.findChildren(QLabel))
    desk.close()
    with Project.open(tmp_path / "project") as again:
        assert again.list_runs() == (run,)


def test_nothing_heavy_is_loaded_before_a_workspace_is_seen() -> None:
    code = """
import sys
from PySide6.QtWidgets import QApplication
from spectral_gui.state import AppContext
from spectral_gui.views.train.curves import CurvesView
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.compare.comparison import ComparisonView
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.train.runs import RunsView
from spectral_gui.views.train.training_view import TrainingView
application = QApplication([])
desk = AppContext()
session, notices, runs = desk.session, desk.notices, desk.runs
views = [
    TrainingView(session, notices, desk.survey, runs),
    CurvesView(session, notices, runs, desk.calibrations, desk.suggestions),
    RunsView(session, notices, runs),
    ExploreView(session, notices, runs, desk.model_explorer),
]
application.processEvents()
heavy = {"matplotlib", "scipy", "numba", "sklearn", "networkx", "pygraphviz"}
print(sorted({name.split(".")[0] for name in sys.modules} & heavy), "spectral_core.models" in sys.modules)
desk.close()
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[] False\n"


def several(folder: Path) -> AppContext:
    """A session over a project of three documents, the second of which has no heads and no tags."""
    sentences = list(tiny_treebank())
    bare = [Sentence.of(one.forms) for one in sentences[4:8]]
    for name, part in (("one", sentences[:4]), ("two", bare), ("three", sentences[8:])):
        formats.save(Treebank.of(part), folder / f"{name}.conllu", drop=True)
    Project.create(folder / "project", [folder / f"{name}.conllu" for name in ("one", "two", "three")]).close()
    desk = AppContext()
    desk.session.open(folder / "project")
    wait_for(lambda: desk.survey.is_complete)
    return desk


def ticks(view: QWidget) -> list[bool]:
    documents = documents_of(view)
    return [documents.item(row).checkState() == Qt.CheckState.Checked for row in range(documents.count())]


def test_what_is_ticked_stays_so_when_another_document_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    desk = several(tmp_path)
    view = shown(desk, qtbot)
    documents = documents_of(view)
    assert [documents.item(row).text() for row in range(3)] == ["one.conllu", "two.conllu", "three.conllu"]
    assert documents.item(0).toolTip() == desk.session.documents[0]
    documents.item(0).setCheckState(Qt.CheckState.Unchecked)
    documents.item(2).setCheckState(Qt.CheckState.Checked)
    desk.session.open_document(desk.session.documents[1])
    wait_for(lambda: desk.session.document == desk.session.documents[1] and desk.survey.is_complete)
    assert ticks(view) == [False, False, True]
    desk.close()


def test_until_somebody_ticks_another_what_is_shown_is_learnt_from(qtbot: QtBot, tmp_path: Path) -> None:
    desk = several(tmp_path)
    view = shown(desk, qtbot)
    for place, expected in ((1, [False, True, False]), (2, [False, False, True])):
        desk.session.open_document(desk.session.documents[place])
        wait_for(lambda place=place: desk.session.document == desk.session.documents[place] and desk.survey.is_complete)
        assert ticks(view) == expected
    desk.close()


def test_keys_begin_at_the_methods(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    view.setFocus()
    assert methods_of(view).hasFocus()


def test_methods_are_greyed_by_what_is_ticked_and_not_by_what_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    desk = several(tmp_path)
    view = shown(desk, qtbot)
    choose(view, "head-automata")
    assert button(view, "Train").isEnabled()
    documents = documents_of(view)
    documents.item(0).setCheckState(Qt.CheckState.Unchecked)
    documents.item(1).setCheckState(Qt.CheckState.Checked)
    wait_for(lambda: not button(view, "Train").isEnabled())
    said = next(line for line in labels(view).split("\n") if line.startswith("No sentence here has dependency heads"))
    assert said.endswith("Or tick another file.")
    documents.item(2).setCheckState(Qt.CheckState.Checked)
    wait_for(lambda: button(view, "Train").isEnabled())
    desk.close()


def test_measuring_on_what_is_learnt_from_is_warned_of_and_possible(qtbot: QtBot, tmp_path: Path) -> None:
    desk = several(tmp_path)
    view = shown(desk, qtbot)
    measured = next(box for box in view.findChildren(QComboBox) if box.accessibleName() == "Evaluate on")
    assert measured.currentData() == HELD_OUT
    assert "are optimistic" not in labels(view)
    for name, warned in (("", True), (desk.session.documents[2], False), (desk.session.documents[0], True)):
        measured.setCurrentIndex(measured.findData(name))
        measured.activated.emit(measured.currentIndex())
        assert ("are optimistic" in labels(view)) == warned
        assert button(view, "Train").isEnabled()
    desk.close()


def test_nothing_in_train_moves_under_the_pointer_while_boxes_are_ticked(qtbot: QtBot, tmp_path: Path) -> None:
    desk = several(tmp_path)
    view = shown(desk, qtbot)
    documents, methods = documents_of(view), methods_of(view)
    measured = next(box for box in view.findChildren(QComboBox) if box.accessibleName() == "Evaluate on")
    still = (methods, documents, measured, button(view, "Train"))
    where = [(one.mapTo(view, QPoint()), one.size()) for one in still]
    told = set()

    def tick(row: int) -> None:
        area = documents.visualItemRect(documents.item(row))
        qtbot.mouseClick(
            documents.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(area.left() + 10, area.center().y())
        )
        QApplication.processEvents()

    choose(view, "head-automata")
    for row in (1, 0, 1, 2, 0):  # both, the one without heads, none, another one, both with heads
        before = ticks(view)
        tick(row)
        assert ticks(view)[row] != before[row]
        wait_for(lambda: not desk.runs.is_training_for_user)
        told.add(next((line for line in labels(view).split("\n") if "Choose training" in line or "optim" in line), ""))
        assert [(one.mapTo(view, QPoint()), one.size()) for one in still] == where
    assert len(told) > 1
    desk.close()


def test_the_document_that_was_chosen_stays_so_when_another_one_is_shown(qtbot: QtBot) -> None:
    documents = DocumentList()
    qtbot.addWidget(documents)
    names = [f"{number}.conllu" for number in range(30)]
    documents.set_documents(names, names[:1], "")
    documents.setCurrentRow(12)
    documents.set_documents(names, names[1:3], "")
    assert documents.currentRow() == 12
    assert documents.ticked_documents == tuple(names[1:3])


def test_a_ranker_is_measured_by_the_readings_that_stand_there_and_one_that_sees_them_is_not(qtbot: QtBot) -> None:
    desk = AppContext()
    desk.session.show_unsaved_treebank(load(locate_assets() / "sample" / "arabic" / "written.conllu"))
    run = learn(desk, "analysis-ranker", {"model": "most-frequent"})
    assert run.status == "finished", run.complaint
    assert 0 < run.measures["e1"] < 100
    assert run.measures["e2"] <= run.measures["e1"]
    assert run.measures["oracle"] <= 100
    assert run.measures["mean_rank"] >= 1
    assert "E1, first reading wrong" in summarise_run(run)
    assert not learn(desk, "analysis-ranker", {"model": "cheat"}).measures
    desk.close()


def test_what_is_learnt_at_first_suits_the_document_and_is_measured_on_what_is_held_out(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    formats.save(Treebank.of(list(tiny_treebank()) * 12), tmp_path / "tiny.conllu", drop=True)
    Project.create(tmp_path / "project", [tmp_path / "tiny.conllu"]).close()
    desk.session.open(tmp_path / "project")
    qtbot.waitUntil(lambda: desk.session.project is not None, timeout=60_000)
    view = TrainingView(desk.session, desk.notices, desk.survey, desk.runs)
    keep(qtbot, view)
    view.show()
    title = next(one for one in view.findChildren(QLabel) if one.accessibleName() == "Training data and settings")
    assert title.text() == "Train a pipeline on tiny.conllu"
    assert methods_of(view).currentItem().text() == METHODS["pipeline"].title
    choose(view, "ngram")
    assert title.text() == "Train a language model on tiny.conllu"
    assert format_training_title("clusters", "a.conllu") == "Train word clusters on a.conllu"
    assert format_training_title("embeddings", "a.conllu") == "Train word embeddings on a.conllu"
    assert format_training_title("arc-parser", "a.conllu") == "Train a parser on a.conllu"
    usable = []
    table = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, table)
    named: list[list[str]] = []
    desk.runs.changed.connect(lambda: named.append(names_in(table)))
    desk.runs.changed.connect(
        lambda: usable.extend(run for run in desk.runs.recorded_runs if run.status == MEASURING_STAGE)
    )
    view.start()
    wait_for(lambda: bool(desk.runs.recorded_runs) and desk.runs.recorded_runs[-1].status == "finished")
    run = desk.runs.recorded_runs[-1]
    assert run.measured_documents == (HELD_OUT,)
    assert "on held-out sentences" in log_of(view)
    assert usable[0].model == run.model != ""  # before it was measured
    assert not usable[0].measures
    assert len(desk.runs.recorded_runs) == 1
    assert named
    assert all(len(rows) <= 1 for rows in named)  # also while it is measured


def names_in(view: RunsView) -> list[str]:
    model = view.findChild(QTableView).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_a_single_folded_setting_is_named_in_the_singular_and_numbers_are_indented(qtbot: QtBot) -> None:
    form = SettingsForm(METHODS["tokeniser"].settings, visible_count=3)
    keep(qtbot, form)
    assert form.advanced_button.text() == "Advanced: 1 setting, all default"
    boxes = form.findChildren(QAbstractSpinBox)
    assert boxes
    assert all(box.lineEdit().textMargins().left() > 0 for box in boxes)


def test_forms_of_a_mirrored_window_begin_on_the_right(qapp: QApplication, qtbot: QtBot) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        form = SettingsForm(METHODS["tokeniser"].settings, visible_count=3)
        keep(qtbot, form)
        assert all(box.alignment() & Qt.AlignmentFlag.AlignRight for box in form.findChildren(QAbstractSpinBox))
        assert form.advanced_button.arrowType() == Qt.ArrowType.NoArrow
        mirrored = form.advanced_button.icon().pixmap(16).toImage()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    form = SettingsForm(METHODS["tokeniser"].settings, visible_count=3)
    keep(qtbot, form)
    assert not any(box.alignment() & Qt.AlignmentFlag.AlignRight for box in form.findChildren(QAbstractSpinBox))
    assert form.advanced_button.icon().pixmap(16).toImage() != mirrored


def test_settings_that_one_seldom_changes_are_folded_away(desk: AppContext, qtbot: QtBot) -> None:
    form = form_of(shown(desk, qtbot))
    seen = [field for field in form.editor_widgets if field.isVisible()]
    assert len(seen) == 3
    assert form.advanced_button.text() == f"Advanced: {len(form.editor_widgets) - 3} settings, all default"
    form.advanced_button.click()
    assert all(field.isVisible() for field in form.editor_widgets)
    form.advanced_button.click()
    form.set_values({"seed": 7})  # what is not as it comes is seen
    assert "1 changed" in form.advanced_button.text()
    assert all(field.isVisible() for field in form.editor_widgets)


def test_methods_are_greyed_although_the_document_was_surveyed_before_they_were_shown(qtbot: QtBot) -> None:
    desk = AppContext()
    view = TrainingView(desk.session, desk.notices, desk.survey, desk.runs)
    qtbot.addWidget(view)
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["no", "tags"])] * 3))
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=60_000)
    view.show()
    qtbot.waitUntil(lambda: any(view._ineligibility_reasons.values()), timeout=30_000)
    assert view._ineligibility_reasons == desk.survey.training_obstacles
    desk.close()
