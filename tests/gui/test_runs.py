"""The table of runs: its order, what is selected in it, and what is copied and saved of it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning import keep, some_runs, wait_for
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project, Run
from spectral_gui.plots import format_measure, summarise_run
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.views.train.runs import RunsView, RunTableModel

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def table(qapp: QApplication) -> RunTableModel:
    made = RunTableModel()
    made.set_runs(some_runs())
    return made


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    """A project with runs, opened as after a restart."""
    path = tmp_path / "a.conllu"
    formats.save(Treebank.of([Sentence.of(["dogs", "bark"])]), path)
    project = Project.create(tmp_path / "project", [path])
    for run in some_runs():
        project.add_run(run)
    project.close()
    made = AppContext()
    made.session.open(tmp_path / "project")
    wait_for(lambda: made.session.project is not None)
    yield made
    made.close()


def column(table: RunTableModel, title: str) -> int:
    return next(at for at, one in enumerate(table.header) if title in one)


def names(table: RunTableModel) -> list[str]:
    return [table.get_run(row).name for row in range(table.rowCount())]


def choose(view: RunsView, rows: list[int]) -> None:
    table = view.findChild(QTableView)
    assert table is not None
    selection = table.selectionModel()
    selection.clear()
    for row in rows:
        flags = selection.SelectionFlag.Select | selection.SelectionFlag.Rows
        selection.select(table.model().index(row, 0), flags)


def test_the_model_keeps_the_rules_of_its_kind_while_it_is_sorted(table: RunTableModel) -> None:
    tester = QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for at in range(table.columnCount()):
        table.sort(at, DESCENDING)
    table.set_runs(some_runs()[:2])
    table.set_runs([])
    assert tester.model() is table
    assert table.rowCount() == 0


def test_rows_are_sorted_by_the_numbers_in_names_and_unmeasured_runs_stand_last(table: RunTableModel) -> None:
    table.sort(column(table, "run"), ASCENDING)
    assert names(table) == ["hmm 2", "hmm 10", "hmm 11", "hmm 12", "ngram 1"]
    table.sort(column(table, "perplexity"), ASCENDING)
    assert names(table) == ["ngram 1", "hmm 2", "hmm 10", "hmm 11", "hmm 12"]
    table.sort(column(table, "perplexity"), DESCENDING)
    assert names(table) == ["hmm 10", "hmm 2", "ngram 1", "hmm 11", "hmm 12"]
    table.sort(-1, ASCENDING)
    assert names(table) == [run.name for run in some_runs()]


def test_the_order_and_persistent_places_outlast_new_runs_and_sorting(table: RunTableModel) -> None:
    kept = QPersistentModelIndex(table.index(0, 0))
    table.sort(column(table, "perplexity"), DESCENDING)
    assert kept.data() == "hmm 2"
    assert kept.row() == 1
    table.set_runs(some_runs()[1:])  # fewer measures may move the column
    assert names(table)[0] == "hmm 10"
    assert table.sorted_column == (column(table, "perplexity"), True)


def test_settings_other_than_the_defaults_are_shown_and_failures_with_their_reason(table: RunTableModel) -> None:
    settings, status = column(table, "settings"), column(table, "status")
    assert table.index(0, settings).data() == "estimator em"
    assert table.index(1, settings).data() == "states 8"
    assert table.index(2, settings).data() == ""
    assert table.index(0, status).data() == "✓ finished"
    assert table.index(3, status).data() == "✗ failed: 900 hidden states were requested; set states to 12 or fewer"
    assert table.index(4, status).data() == "◼ cancelled"
    assert table.index(3, column(table, "perplexity")).data() == "–"
    assert table.data(QModelIndex()) is None


def test_measures_stand_right_after_the_settings_and_documents_by_the_names_of_their_files(qapp: QApplication) -> None:
    table = RunTableModel()
    table.set_runs(
        [
            replace(
                some_runs()[0], documents=("/far/away/a.conllu", "b.conllu"), measured_documents=("/far/away/c.conllu",)
            )
        ]
    )
    titles = ["run", "method", "settings", "perplexity (per word)", "unknown words (%)"]
    assert table.header == [*titles, "trained on", "evaluated on", "CPU (s)", "status"]
    row = {title: table.index(0, at) for at, title in enumerate(table.header)}
    assert row["trained on"].data() == "a.conllu, b.conllu"
    assert row["trained on"].data(Qt.ItemDataRole.ToolTipRole) == "/far/away/a.conllu\nb.conllu"
    assert row["evaluated on"].data() == "c.conllu"
    assert "away" not in summarise_run(table.get_run(0))


def test_numbers_of_one_measure_have_one_style() -> None:
    assert [format_measure("perplexity", value) for value in (9.5, 20.25, 1234.5678, 7.0)] == [
        "9.50",
        "20.25",
        "1234.57",
        "7.00",
    ]
    assert [format_measure("ece", value) for value in (0.0, 0.012345)] == ["0.0000", "0.0123"]
    assert format_measure("clipped", 12.0) == "12"
    assert format_measure("e1", float("nan")) == "–"


def test_the_newest_run_is_scrolled_into_sight(desk: AppContext, qtbot: QtBot) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    view.resize(500, 160)
    view.show()
    for number in range(30):
        desk.runs.add_run(Run(f"ngram {number + 2}", "ngram"), desk.session.project)
    table = view.findChild(QTableView)
    assert table is not None
    last = table.model().index(table.model().rowCount() - 1, 0)
    assert table.viewport().rect().contains(table.visualRect(last).center())


def test_runs_of_a_project_are_there_again_and_those_selected_are_chosen(desk: AppContext, qtbot: QtBot) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    assert list(desk.runs.recorded_runs) == some_runs()
    with qtbot.waitSignal(view.runs_selected, check_params_cb=lambda chosen: chosen == ["hmm 2", "ngram 1"]):
        choose(view, [0, 2])
    choose(view, [3])
    assert any("set states to 12 or fewer" in label.text() for label in view.findChildren(QLabel))
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert view.selected_names == ["hmm 11"], "the table was made anew and nothing is lost"


def test_selected_runs_are_copied_with_their_header(desk: AppContext, qtbot: QtBot) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    choose(view, [1])
    table = view.findChild(QTableView)
    assert table is not None
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    header, row, *rest = QGuiApplication.clipboard().text().splitlines()
    assert not rest
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert cells["run"] == "hmm 10"
    assert float(cells["perplexity (per word)"]) == 21.125
    assert cells["status"] == "finished"


def test_a_cell_with_a_line_break_or_tab_stays_one_cell_when_copied(desk: AppContext, qtbot: QtBot) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    view.show()
    keep(qtbot, view)
    run = Run("hmm 13", "hmm", status="failed", complaint="Memory is full.\nUse\tfewer states.")
    desk.runs.add_run(run, desk.session.project)
    choose(view, [len(some_runs())])
    view.copy()
    header, row, *rest = QGuiApplication.clipboard().text().splitlines()
    assert not rest
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert cells["status"] == "failed: Memory is full. Use fewer states."


def test_columns_are_fitted_again_if_their_titles_change(
    desk: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    view.show()
    keep(qtbot, view)
    table = view.findChild(QTableView)
    assert table is not None
    at = next(column for column in range(table.model().columnCount()) if "erplexity" in title(table, column))
    table.setColumnWidth(at, 45)
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert table.columnWidth(at) == 45
    runs = [replace(run, measures=dict.fromkeys(("uas", "las")[: 2 * bool(run.measures)], 0.5)) for run in some_runs()]
    monkeypatch.setattr(desk.runs, "recorded_runs", tuple(runs))
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert "erplexity" not in title(table, at)
    assert table.columnWidth(at) != 45


def title(table: QTableView, column: int) -> str:
    return str(table.model().headerData(column, Qt.Orientation.Horizontal))


def test_a_selection_is_told_once_when_the_table_is_made_anew(desk: AppContext, qtbot: QtBot) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    view.show()
    keep(qtbot, view)
    choose(view, [1])
    told: list[list[str]] = []
    view.runs_selected.connect(told.append)
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert told == [["hmm 10"]]


def test_the_whole_table_is_saved_as_csv_and_as_latex(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    view.export(tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["run"] for row in rows] == [run.name for run in some_runs()]
    assert [row["perplexity (per word)"] for row in rows] == ["20.25", "21.125", "9.5", "", ""]
    view.export(tmp_path / "runs.tex")
    text = (tmp_path / "runs.tex").read_text(encoding="utf-8")
    assert re.search(r"^\\begin\{tabular\}\{lllrrllrl\}$", text, re.MULTILINE)
    lines = text.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    assert [line.split(" & ")[0] for line in lines] == [run.name for run in some_runs()]
    assert all(len(line.removesuffix(r" \\").split(" & ")) == len(rows[0]) for line in lines)
    assert r"a\_\symbol{38}\_b.conllu" in lines[3]


def test_an_ending_that_is_no_table_and_a_folder_that_is_none_are_told(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    for path, told in ((tmp_path / "runs.xls", ".csv or .tex"), (tmp_path / "no" / "runs.csv", "could not be written")):
        with qtbot.waitSignal(desk.notices.failed, check_params_cb=lambda said, told=told: told in said):
            view.export(path)
        assert not path.exists()


def test_the_button_asks_for_a_name_and_writes(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    view.show()
    button = next(one for one in view.findChildren(QPushButton) if one.text() == "Save table…")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = view.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectFile(str(tmp_path / "mine"))
    dialog.accept()
    qtbot.waitUntil(lambda: (tmp_path / "mine.csv").exists())
    first = next(csv.reader(io.StringIO((tmp_path / "mine.csv").read_text(encoding="utf-8"))))
    assert first[0] == "run"


def test_without_runs_the_table_says_what_will_be_in_it(qtbot: QtBot) -> None:
    desk = AppContext()
    view = RunsView(desk.session, desk.notices, desk.runs)
    keep(qtbot, view)
    view.show()
    table = view.findChild(QTableView)
    assert table is not None
    assert not table.isVisible()
    assert any(label.isVisible() and "No runs yet" in label.text() for label in view.findChildren(QLabel))
    desk.close()
