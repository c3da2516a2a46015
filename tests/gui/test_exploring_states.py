"""Hidden states in the Explore workspace: those of a label, of a node that is clicked, and the same state elsewhere."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import keep, wait_for
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.data.tree import walk_paths
from spectral_core.evaluate import strip_annotation
from spectral_core.files import locate_assets
from spectral_core.model import HasStates, Value
from spectral_core.models.latent_pcfg import LatentPcfg
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui import theme
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.state import AppContext
from spectral_gui.text_display import MAX_DRAWN_WORDS
from spectral_gui.views.explore.canvases import NodeCanvas
from spectral_gui.views.explore.states import StatesView
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.widgets.canvas import Canvas

SENTENCES = 200
SETTINGS: dict[str, Value] = {"states": 4, "lexicon": "paper", "potentials": False}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a grammar of sentences of the sample, beside which their true states stand."""
    folder = tmp_path_factory.mktemp("made")
    for name in ("sampled.mrg", "sampled.states.mrg"):
        sample = formats.load(locate_assets() / "sample" / "english" / name)
        formats.save(Treebank.of([sample[at] for at in range(SENTENCES)]), folder / name, drop=True)
    project = Project.create(folder / "project", [folder / "sampled.mrg"])
    row = METHODS["latent-pcfg"]
    path = project.prepare_model_path("latent-pcfg 1")
    store.save(row.learn(formats.load(folder / "sampled.mrg"), make_settings(row, SETTINGS)), path)
    name = project.documents[0]
    project.add_run(Run("latent-pcfg 1", "latent-pcfg", SETTINGS, (name,), (name,), model=path.name))
    project.close()
    return folder


@pytest.fixture
def desk(qapp: QApplication, made: Path) -> Iterator[AppContext]:
    desk = AppContext()
    desk.session.open(made / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


def shown(desk: AppContext, qtbot: QtBot) -> StatesView:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1000, 700)
    view.show()
    wait_for(lambda: view.states.states.topLevelItemCount() > 0)
    assert view.states.isVisible(), "the states are what this project has to show"
    return view.states


def test_sentences_that_cannot_be_drawn_leave_the_canvas_empty_and_wrong_heads_lead_nowhere(qtbot: QtBot) -> None:
    canvas, chosen = NodeCanvas(), []
    qtbot.addWidget(canvas)
    canvas.chosen.connect(chosen.append)
    long_sentence = Sentence.of(["word"] * (MAX_DRAWN_WORDS + 1), heads=[0] + [1] * MAX_DRAWN_WORDS)
    canvas.show_sentence(Sentence.of(["a", "dog"], heads=[9, 0]), None, 1)
    assert canvas.drawing is not None
    keypad = Qt.KeyboardModifier.KeypadModifier  # which macOS reports for every arrow key
    qtbot.keyClick(canvas, Qt.Key.Key_Up, keypad)
    qtbot.keyClick(canvas, Qt.Key.Key_Right, keypad)
    assert chosen == [1, 2]
    canvas.show_sentence(long_sentence, None, 1)
    assert canvas.drawing is None
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert chosen == [1, 2]


def test_a_wheel_without_distance_does_not_zoom(qtbot: QtBot) -> None:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    for distance, bigger in ((0, False), (120, True)):
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(),
            QPoint(0, distance),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.ControlModifier,
            Qt.ScrollPhase.ScrollBegin,
            False,
        )
        canvas.wheelEvent(event)
        assert (canvas.transform().m11() > 1) == bigger
        assert canvas.transform().m11() >= 1


def test_the_states_of_the_most_frequent_label_are_shown_and_held_against_the_true_ones(
    desk: AppContext, qtbot: QtBot, made: Path
) -> None:
    view = shown(desk, qtbot)
    assert view.part.currentText().startswith("NP  (")
    assert view.reference.currentText() == "sampled.states.mrg"
    assert view.summary.text().endswith(f"in the first {SENTENCES} sentences")
    assert view.states.topLevelItemCount() == 4
    shares = [float(view.states.topLevelItem(row).text(1)) for row in range(4)]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(100, abs=0.3)
    assert all(view.states.topLevelItem(row).text(3) for row in range(4))
    known = {view.attributes.topLevelItem(row).text(0): row for row in range(view.attributes.topLevelItemCount())}
    number = view.attributes.topLevelItem(next(row for text, row in known.items() if text.startswith("3sg / pl")))
    right, without, told = (float(number.text(column)) for column in (1, 2, 3))
    assert right >= without > 40
    assert 0 < told < 100
    view.reference.setCurrentIndex(0)
    view.reference.activated.emit(0)
    wait_for(lambda: view.attributes.empty_note.isVisible())
    assert not view.attributes.isVisible()
    nothing = view.attributes.empty_note
    nothing.setFixedWidth(200)
    QTest.qWait(0)
    assert nothing.height() >= nothing.heightForWidth(200) > 2 * nothing.fontMetrics().height()  # whole, on lines


def test_a_sentence_without_a_tree_shows_in_pencil_the_one_that_its_states_are_of(
    desk: AppContext, qtbot: QtBot, made: Path
) -> None:
    view = shown(desk, qtbot)
    desk.session.edit("Begin anew", lambda sentence: strip_annotation(sentence, CONSTITUENTS), index=3)
    desk.session.select(3)
    assert not view.canvas.has_tree
    wait_for(lambda: view.canvas.has_tree)
    drawing = view.canvas.drawing
    assert drawing is not None
    view.canvas.chosen.emit(drawing.top)
    wait_for(lambda: "state" in view.node_summary.text())
    desk.session.undo_without_selecting()


def test_a_node_chosen_with_keys_shows_its_posterior_and_the_nearest_nodes(
    desk: AppContext, qtbot: QtBot, made: Path
) -> None:
    view = shown(desk, qtbot)
    desk.session.select(3)
    tree = desk.session.treebank[3].tree
    assert tree is not None
    view.canvas.setFocus()
    for key in ("Down", "Down", "Right", "Down", "Right", "Up"):  # clause, WHNP, SQ, its verb, the next word, its NP
        qtbot.keyClick(view.canvas, getattr(Qt.Key, f"Key_{key}"))
    path = desk.session.selection.node
    assert path is not None
    assert dict(walk_paths(tree))[path].label == "NP"
    wait_for(lambda: view.node_summary.text().startswith("NP"))
    model = store.load(next((made / "project" / "models").glob("*.npz")))
    assert isinstance(model, HasStates)
    place = view.canvas.find_span_or_word(desk.session.selection.node)
    (state,) = [one for one in model.states(desk.session.treebank[3]) if one.position == place and one.part == "NP"]
    likeliest = int(state.posterior.argmax())
    assert f"state {likeliest}: {100 * state.posterior[likeliest]:.0f} %" in view.node_summary.text()
    wait_for(lambda: view.summary.text().startswith("NP: ") and view.states.selected_state == likeliest)
    assert view.states.currentItem().text(2) == f"{100 * state.posterior[likeliest]:.0f}"
    rows = view.nearest.model().rowCount()
    assert rows == 12
    view.nearest.setCurrentIndex(view.nearest.model().index(0, 0))
    view.nearest.activated.emit(view.nearest.currentIndex())
    assert desk.session.selection.words


def test_a_click_on_a_tag_chooses_the_word_and_its_label(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    desk.session.select(1)
    tree = desk.session.treebank[1].tree
    assert tree is not None
    path = next(path for path, node in walk_paths(tree) if node.label == "NN")
    wait_for(lambda: view.canvas.drawing is not None)
    drawing = view.canvas.drawing
    assert drawing is not None
    at = view.canvas.mapFromScene(drawing.get_area(path).center())
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert desk.session.selection.node == path
    wait_for(lambda: view.part.currentText().startswith("NN  ("))
    wait_for(lambda: view.summary.text().startswith("NN: "))


def test_the_same_state_is_listed_elsewhere_with_its_words(desk: AppContext, qtbot: QtBot) -> None:
    view = shown(desk, qtbot)
    last = view.states.topLevelItem(3)
    view.states.setCurrentItem(last)
    state = view.states.selected_state
    wait_for(lambda: view.same_state_summary.text().startswith(f"NP in state {state}, most probable first: "))
    assert view.same_state_list.model().rowCount() > 0
    view.same_state_list.activated.emit(view.same_state_list.model().index(0, 0))
    assert desk.session.selection.words


def test_the_grammar_is_cut_to_fewer_states_and_the_tree_drawn_by_what_is_left(
    desk: AppContext, qtbot: QtBot, made: Path
) -> None:
    view = shown(desk, qtbot)
    desk.session.select(7)
    view.pages.setCurrentWidget(view.ranks)
    ranks = view.ranks
    wait_for(ranks.slider.isEnabled)
    assert ranks.slider.maximum() == 4
    ranks.slider.setFocus()
    qtbot.keyClick(ranks.slider, Qt.Key.Key_Home)
    wait_for(lambda: ranks.truncated_parse is not None and ranks.truncated_parse.states == 1)
    model = store.load(next((made / "project" / "models").glob("*.npz")))
    assert isinstance(model, LatentPcfg)
    bare = strip_annotation(desk.session.treebank[7])
    whole, part = (one.parse(bare)[0].value for one in (model, model.truncate(1)))
    assert ranks.truncated_parse is not None
    assert ranks.truncated_parse.tree.tree == part.tree
    moved = CONSTITUENTS.changed_positions(part, whole)
    assert ranks.truncated_parse.changed_parts == moved
    phrases = len(CONSTITUENTS.parts(part))
    assert ranks.summary.text().startswith(f"rank 1 of 4: {len(moved)} of {phrases} phrases differ from rank 4; ")
    assert isinstance(ranks.drawing, TreeDrawing)
    wait_for(lambda: ranks.plot.accessibleDescription().endswith("rank 1"))


def test_the_table_and_the_plane_are_written_to_files(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    view = shown(desk, qtbot)
    view.export(tmp_path / "states.csv")
    rows = list(csv.DictReader((tmp_path / "states.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["state"] for row in rows] == [view.states.topLevelItem(at).text(0) for at in range(4)]
    assert "NP → " in rows[0]["rules"]
    view.export(tmp_path / "plane.svg")
    assert "state 0" in (tmp_path / "plane.svg").read_text(encoding="utf-8")
    failed: list[str] = []
    desk.notices.failed.connect(failed.append)
    view.export(tmp_path / "plane.doc")
    assert "this is not a figure format" in failed[0]


def test_the_tree_is_drawn_in_the_colours_of_the_paper(desk: AppContext, qtbot: QtBot, qapp: QApplication) -> None:
    view = shown(desk, qtbot)
    desk.session.select(2)
    before = view.canvas.drawing
    try:
        theme.apply_theme(qapp, dark=True)
        wait_for(lambda: view.canvas.drawing is not before)
    finally:
        theme.apply_theme(qapp, dark=False)


def test_without_a_grammar_the_page_cannot_be_chosen(qapp: QApplication, qtbot: QtBot) -> None:
    desk = AppContext()
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.show()
    assert not view.states.isVisible()
    assert view.automata.isVisible()
    desk.close()
