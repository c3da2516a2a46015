"""Words in the Explore workspace: the classes of a model, points of words, and what a word is most like."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from learning import keep, learn, wait_for
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.engine import MEASURING_STAGE
from spectral_core.project import Project
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.explore.word_map import WordMapView


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[AppContext]:
    formats.save(Treebank.of(list(tiny_treebank()) * 5), tmp_path / "tiny.conllu", drop=True)
    Project.create(tmp_path / "project", [tmp_path / "tiny.conllu"]).close()
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


def shown(desk: AppContext, qtbot: QtBot) -> WordMapView:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1000, 640)
    view.show()
    wait_for(lambda: view.words.summary.text() != "")
    assert view.words.isVisible()
    return view.words


def test_classes_are_listed_and_a_word_is_looked_up_with_keys(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    learn(desk, "class-bigram", {"classes": 3, "minimum": 1, "estimator": "em", "iterations": 20})
    view = shown(desk, qtbot)
    shares = [float(view.classes.topLevelItem(row).text(1)) for row in range(view.classes.topLevelItemCount())]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(100, abs=0.1)
    qtbot.keyClicks(view.word, "boat")
    qtbot.keyClick(view.word, Qt.Key.Key_Return)
    wait_for(lambda: view.nearest.topLevelItemCount() > 0)
    assert "boat" in view.card.text()
    assert " is in class " in view.card.text()
    likeliest = view.card.text().split(" is in class ")[1].split(":")[0]
    assert view.classes.currentItem().text(0) == likeliest
    first = view.nearest.topLevelItem(0)
    nearest = first.text(0)
    assert nearest != "boat"
    view.nearest.setCurrentItem(first)
    view.nearest.itemActivated.emit(first, 0)
    wait_for(lambda: nearest in view.card.text())
    view.show_word("hippopotamus")
    wait_for(lambda: "is not among the" in view.card.text())
    assert view.nearest.topLevelItemCount() == 0
    view.export(tmp_path / "classes.csv")
    rows = list(csv.DictReader((tmp_path / "classes.csv").read_text(encoding="utf-8").splitlines()))
    assert [float(row["share"]) for row in rows] == pytest.approx([share / 100 for share in shares], abs=1e-4)


def test_points_of_words_are_drawn_and_say_what_stands_beside_a_word(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    learn(desk, "embeddings", {"dimensions": 4, "minimum": 1})
    view = shown(desk, qtbot)
    wait_for(lambda: view.plane.is_up_to_date)
    assert view.plane.accessibleDescription().startswith("The most frequent words: ")
    canvas = view.plane.findChild(FigureCanvasQTAgg)
    assert canvas is not None
    assert len(canvas.figure.axes[0].texts) >= 15, "as many words are named as there is room for"
    view.show_word("the")
    wait_for(lambda: view.nearest.topLevelItemCount() > 0)
    assert view.contexts.isVisible()
    behind = [view.contexts.topLevelItem(row).text(2) for row in range(view.contexts.topLevelItemCount())]
    assert "can" in behind
    view.export(tmp_path / "words.svg")
    assert "principal" in (tmp_path / "words.svg").read_text(encoding="utf-8")


def test_a_click_on_a_word_of_the_plane_looks_it_up(desk: AppContext, qtbot: QtBot) -> None:
    learn(desk, "embeddings", {"dimensions": 4, "minimum": 1})
    view = shown(desk, qtbot)
    wait_for(lambda: view.plane.is_up_to_date)
    canvas = view.plane.findChild(FigureCanvasQTAgg)
    assert canvas is not None
    axes = canvas.figure.axes[0]
    known = desk.model_explorer.list_runs_with_word_similarities()[-1]
    assert view.model.currentData() == known.name
    drawn = axes.collections[0].get_offsets()
    x, y = axes.transData.transform(drawn[0]).tolist()
    ratio = canvas.devicePixelRatioF()
    spot = QPoint(round(x / ratio), round(canvas.height() - y / ratio))
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=spot)
    assert view.word.text() in view.plane.accessibleDescription()
    wait_for(lambda: view.nearest.topLevelItemCount() > 0)
    assert view.contexts.topLevelItemCount() > 0


def test_a_model_can_be_looked_into_while_it_is_measured(desk: AppContext) -> None:
    seen: list[tuple[bool, bool, list[str]]] = []

    def look() -> None:
        if desk.runs.recorded_runs and desk.runs.recorded_runs[-1].status == MEASURING_STAGE:
            usable = [run.name for run in desk.model_explorer.list_runs_with_automata()]
            seen.append((desk.runs.is_training_for_user, desk.model_explorer.is_training, usable))

    desk.runs.changed.connect(look)
    run = learn(desk, "head-automata", {"estimator": "det", "states": 2, "tagger": False, "calibration": False})
    assert seen
    assert seen[0] == (True, False, [run.name])


@pytest.mark.parametrize("choose", ["key", "command"])
def test_a_page_that_was_chosen_stays_when_runs_change(desk: AppContext, qtbot: QtBot, choose: str) -> None:
    learn(desk, "class-bigram", {"classes": 3, "minimum": 1, "estimator": "em", "iterations": 2})
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.show()
    assert view.words.isVisible()  # what the newest model supports
    if choose == "key":
        qtbot.keyClick(view._pages.tabBar(), Qt.Key.Key_Right)
        assert view.steps.isVisible()
    else:
        view.show_next_merge()
        assert view.automata.isVisible()
    chosen = view._pages.currentWidget()
    desk.session.changes.dispatch(Changes(ChangeKind.RUNS))
    assert view._pages.currentWidget() is chosen


def test_pages_without_a_drawing_have_nothing_to_zoom(desk: AppContext, qtbot: QtBot) -> None:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    for page, canvas in ((view.words, None), (view.models, None), (view.states, view.states.canvas)):
        view._pages.setCurrentWidget(page)
        assert view.canvas is canvas
