"""Automata in the Explore workspace: sliders, merges, what is chosen and what passes it, two side by side, files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from learning import keep, wait_for
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.files import locate_assets
from spectral_core.formats.export.automata import automaton_to_dot, automaton_to_latex
from spectral_core.model import ExtractsAutomata, Value
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.window import Window
from spectral_gui.scenes.automaton_drawing import AutomatonHit as Hit
from spectral_gui.state import AppContext, AutomatonQuestion
from spectral_gui.text_display import load_bundled_fonts
from spectral_gui.views.explore.automata import AutomatonPanel
from spectral_gui.views.explore.view import ExploreView

SENTENCES = 600
LEARNT: tuple[tuple[str, dict[str, Value]], ...] = (
    (
        "head-automata 1",
        {"estimator": "spectral", "states": 4, "relations": False, "calibration": False, "tagger": False},
    ),
    (
        "head-automata 2",
        {"estimator": "em", "states": 3, "iterations": 4, "relations": False, "calibration": False, "tagger": False},
    ),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a spectral model and one of em, learnt from sentences of the sample."""
    folder = tmp_path_factory.mktemp("made")
    source = folder / "sentences.conllu"
    sample = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    formats.save(Treebank.of([sample[at] for at in range(SENTENCES)]), source)
    project = Project.create(folder / "project", [source])
    row = METHODS["head-automata"]
    for name, settings in LEARNT:
        path = project.prepare_model_path(name)
        store.save(row.learn(formats.load(source), make_settings(row, settings)), path)
        project.add_run(Run(name=name, method=row.name, settings=settings, documents=(str(source),), model=path.name))
    project.close()
    return folder


@pytest.fixture
def desk(qapp: QApplication, made: Path, tmp_path: Path) -> Iterator[AppContext]:
    load_bundled_fonts()
    shutil.copytree(made / "project", tmp_path / "project")
    desk = AppContext()
    desk.session.open(tmp_path / "project")
    wait_for(lambda: desk.session.project is not None)
    yield desk
    desk.close()


@pytest.fixture
def view(desk: AppContext, qtbot: QtBot) -> ExploreView:
    view = ExploreView(desk.session, desk.notices, desk.runs, desk.model_explorer)
    keep(qtbot, view)
    view.resize(1100, 760)
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    panel = view.automata.panel
    wait_for(lambda: panel.canvas.drawing is not None)
    return view


@pytest.fixture
def panel(view: ExploreView) -> AutomatonPanel:
    return view.automata.panel


def shown(panel: AutomatonPanel) -> Automaton:
    assert panel.automaton is not None
    return panel.automaton


def drawn(panel: AutomatonPanel) -> None:
    """Waits until what was asked for is answered and drawn."""

    def holds() -> bool:
        question, automaton, drawing = panel.controls.requested_automaton, panel.automaton, panel.canvas.drawing
        return (
            question is not None
            and automaton is not None
            and drawing is not None
            and (automaton.head, automaton.direction) == (question.head, question.direction)
            and question.min_count in (None, automaton.minimum)
            and automaton.evidence == question.min_evidence
            and automaton.clusters == min(question.clusters, len(automaton.prefixes))
            and drawing.automaton == automaton
        )

    wait_for(holds)


def merging(panel: AutomatonPanel) -> Automaton:
    """An automaton that several merges made deterministic, at its last step."""
    panel.controls.head.setCurrentIndex(panel.controls.head.findData("VBD"))
    panel.controls.direction.setCurrentIndex(panel.controls.direction.findData("right"))
    panel.controls.minimum.setValue(1)
    panel.controls.evidence.setValue(0)
    panel.controls.clusters.setValue(8)
    drawn(panel)
    assert len(shown(panel).merges) > 1
    return shown(panel)


def asked(automaton: Automaton, run: int, clusters: int, desk: AppContext) -> Automaton:
    """The same automaton, asked of the model itself."""
    assert desk.session.project is not None
    model = store.load(desk.session.project.prepare_model_path(LEARNT[run][0]))
    assert isinstance(model, ExtractsAutomata)
    return model.automaton(
        automaton.head,
        automaton.direction,
        clusters,
        automaton.minimum,
        list(desk.session.treebank),
        automaton.evidence,
    )


def test_choosing_a_head_and_a_side_draws_the_automaton_that_the_model_gives(
    desk: AppContext, panel: AutomatonPanel
) -> None:
    assert panel.controls.model.currentData() == "head-automata 2", "the newest comes first"
    panel.controls.model.setCurrentIndex(panel.controls.model.findData("head-automata 1"))
    panel.controls.head.setCurrentIndex(panel.controls.head.findData("VBD"))
    panel.controls.direction.setCurrentIndex(panel.controls.direction.findData("right"))
    wait_for(lambda: shown(panel).head == "VBD" and shown(panel).direction == "right")
    drawn(panel)
    assert shown(panel) == asked(shown(panel), 0, 10, desk)
    assert panel.details.ranks.plot.accessibleDescription().startswith("head-automata 1: VBD right: ")
    states = len(shown(panel).prefixes[0].vector)
    wait_for(lambda: panel.details.ranks.plot.accessibleDescription().endswith(f"rank {states}"))


def test_heads_come_with_how_often_they_are_modified_in_the_text(desk: AppContext, panel: AutomatonPanel) -> None:
    counts: dict[str, int] = {}
    for sentence in desk.session.treebank:
        for head in sentence.heads:
            if head:
                tag = sentence.xpos[head - 1]
                counts[tag] = counts.get(tag, 0) + 1
    box = panel.controls.head
    listed = {box.itemData(row): box.itemText(row) for row in range(box.count())}
    tag = max(counts, key=lambda one: counts[one])
    assert listed[tag] == f"{tag}  ({counts[tag]} modifiers)"
    assert listed.keys() == counts.keys()


def test_sliders_change_the_automaton_as_they_move_and_what_is_asked_meanwhile_is_coalesced(
    desk: AppContext, panel: AutomatonPanel
) -> None:
    answers: list[AutomatonQuestion] = []
    desk.model_explorer.automaton_received.connect(lambda _place, question, _found: answers.append(question))
    for clusters in range(2, 9):
        panel.controls.clusters.setValue(clusters - 1)
    wait_for(lambda: bool(answers) and answers[-1].clusters == 8)
    drawn(panel)
    assert [question.clusters for question in answers] == [2, 8]
    assert shown(panel) == asked(shown(panel), 1, 8, desk)
    panel.controls.minimum.setValue(panel.controls.minimum.maximum() // 2)
    drawn(panel)
    assert min(prefix.count for prefix in shown(panel).prefixes) >= shown(panel).minimum > 5
    assert panel.controls.minimum.accessibleDescription() == f"Minimum prefix count: {shown(panel).minimum}"


def test_rare_edges_are_drawn_or_not_without_asking_the_engine(desk: AppContext, panel: AutomatonPanel) -> None:
    merging(panel)
    asked_for: list[object] = []
    desk.model_explorer.automaton_received.connect(lambda *_: asked_for.append(1))
    panel.controls.edge_share.setValue(0)
    assert panel.canvas.drawing is not None
    wait_for(lambda: len(panel.canvas.drawing.edges) == len(shown(panel).edges))  # type: ignore[union-attr]
    panel.controls.edge_share.setValue(panel.controls.edge_share.maximum())
    wait_for(lambda: len(panel.canvas.drawing.edges) < len(shown(panel).edges))  # type: ignore[union-attr]
    assert not asked_for


def test_merges_are_gone_through_by_buttons_list_and_keys(view: ExploreView, panel: AutomatonPanel) -> None:
    last = len(merging(panel).merges)
    assert not panel.next_button.isEnabled()
    panel.previous_button.click()
    drawn(panel)
    merge = shown(panel).merges[last - 1]
    assert shown(panel).step == last - 1
    drawing = panel.canvas.drawing
    assert drawing is not None
    assert [number for number, item in drawing.states.items() if item.is_marked] == sorted((merge.kept, merge.gone))
    assert panel.details.merges.count() == last + 1
    assert panel.details.merges.currentRow() == last - 1
    panel.details.merges.setCurrentRow(0)
    assert shown(panel).step == 0
    assert len(shown(panel).states) == shown(panel).clusters
    view.show_next_merge()
    assert shown(panel).step == 1
    view.show_previous_merge()
    panel.last_button.click()
    assert shown(panel).step == last
    assert shown(panel).is_deterministic
    view.show_next_merge()
    assert shown(panel).step == last, "there is none after the last"
    panel.first_button.click()
    drawn(panel)
    assert not panel.previous_button.isEnabled()


def test_a_state_that_is_merged_hands_its_being_chosen_on(panel: AutomatonPanel) -> None:
    merge = merging(panel).merges[0]
    panel.go_to_step(0)
    drawn(panel)
    panel.canvas.select_state_or_edge(Hit(state=merge.gone))
    panel.move_by_steps(1)
    drawn(panel)
    assert panel.canvas.hit == Hit(state=merge.kept)


def test_a_click_on_a_state_or_an_edge_lists_the_sentences_that_pass(desk: AppContext, panel: AutomatonPanel) -> None:
    drawing = panel.canvas.drawing
    assert drawing is not None
    number = next(state.number for state in shown(panel).states if state.number)
    click(panel, panel.canvas.mapFromScene(drawing.states[number].pos()))
    passing = shown(panel).occurrences_in_state(number)
    assert panel.canvas.hit == Hit(state=number)
    assert panel.details.sentences.model().rowCount() == len(passing) > 0
    assert panel.details.matches_caption.text() == f"{len(passing)} head word{'' if len(passing) == 1 else 's'}"
    assert panel.details.card.toPlainText().startswith(f"State {number}\n")
    sentence, word = passing[-1]
    index = panel.details.sentences.model().index(len(passing) - 1, 0)
    panel.details.sentences.activated.emit(index)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (sentence, word)
    assert desk.session.treebank[sentence].xpos[word - 1] == shown(panel).head
    key = max(drawing.edges, key=lambda edge: shown(panel).edge(*edge).count)
    label = drawing.edges[key].label
    assert label is not None
    click(panel, panel.canvas.mapFromScene(label.pos()))
    assert panel.canvas.hit == Hit(edge=key)
    assert panel.details.sentences.model().rowCount() == shown(panel).edge(*key).count
    click(panel, QPoint(3, 3))
    assert panel.details.sentences.model().rowCount() == 0


def click(panel: AutomatonPanel, point: QPoint) -> None:
    QTest.mouseClick(panel.canvas.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)


def test_all_is_reached_by_keys(panel: AutomatonPanel) -> None:
    panel.canvas.setFocus()
    drawing = panel.canvas.drawing
    assert drawing is not None
    QTest.keyClick(panel.canvas, Qt.Key.Key_Home)
    assert panel.canvas.hit == Hit(state=0)
    QTest.keyClick(panel.canvas, Qt.Key.Key_Right)
    reached = panel.canvas.hit
    assert reached is not None
    assert reached.state is not None
    assert drawing.states[reached.state].x() > drawing.states[0].x()
    QTest.keyClick(panel.canvas, Qt.Key.Key_Space)
    edge = panel.canvas.hit
    assert edge is not None
    assert edge.edge is not None
    assert reached.state in edge.edge
    QTest.keyClick(panel.canvas, Qt.Key.Key_Return)
    assert panel.details.sentences.hasFocus()
    assert panel.details.sentences.currentIndex().row() == 0


def test_the_list_of_states_and_edges_says_all_and_chooses(panel: AutomatonPanel) -> None:
    automaton = shown(panel)
    parts = panel.details.parts
    assert parts.count() == len(automaton.states) + len(automaton.edges) + len(automaton.leaving_edges)
    said = [parts.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(parts.count())]
    assert said[0].startswith("State 0: START")
    assert all(one.startswith(("State ", "Edge ", "Out of ")) for one in said)
    parts.setCurrentRow(1)
    hit = panel.canvas.hit
    assert hit is not None
    assert hit.edge is not None
    assert panel.details.sentences.model().rowCount() == automaton.edge(*hit.edge).count


def test_prefixes_are_points_in_the_plane(panel: AutomatonPanel) -> None:
    panel.details.setCurrentWidget(panel.details.plane)
    wait_for(lambda: panel.details.plane.is_up_to_date)
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg

    canvas = panel.details.plane.findChild(FigureCanvasQTAgg)
    assert canvas is not None
    points = [tuple(point) for cloud in canvas.figure.axes[0].collections for point in cloud.get_offsets().tolist()]
    assert sorted(points) == sorted(prefix.point for prefix in shown(panel).prefixes)


def test_two_automata_stand_side_by_side_each_with_its_own_settings(
    desk: AppContext, view: ExploreView, panel: AutomatonPanel
) -> None:
    view.toggle_comparison()
    other = view.automata.panels[1]
    drawn(other)
    assert shown(other) == shown(panel)
    other.controls.model.setCurrentIndex(other.controls.model.findData("head-automata 1"))
    other.controls.clusters.setValue(5)
    wait_for(lambda: shown(other).clusters == 6 and len(shown(other).prefixes[0].vector) != 3)
    drawn(other)
    assert shown(other) == asked(shown(other), 0, 6, desk)
    assert shown(panel) == asked(shown(panel), 1, 10, desk)
    other.canvas.setFocus()
    wait_for(other.canvas.hasFocus)
    assert view.canvas is other.canvas, "what was used last is zoomed, stepped and saved"
    view.toggle_comparison()
    assert not other.isVisible()
    assert view.canvas is panel.canvas


def whole(panel: AutomatonPanel) -> bool:
    """Whether all of an automaton is in sight."""
    canvas = panel.canvas
    area = canvas.mapFromScene(canvas.scene().itemsBoundingRect()).boundingRect()
    return canvas.viewport().rect().adjusted(-2, -2, 2, 2).contains(area)


def test_two_automata_are_seen_whole_side_by_side_at_any_width(view: ExploreView, panel: AutomatonPanel) -> None:
    merging(panel)
    view.toggle_comparison()
    other = view.automata.panels[1]
    drawn(other)
    for width in (1100, 820, 1400):
        view.resize(width, 760)
        wait_for(lambda: whole(panel) and whole(other), 5)


def test_every_kind_of_file_holds_the_step_that_is_shown(panel: AutomatonPanel, tmp_path: Path) -> None:
    merging(panel)
    panel.go_to_step(0)
    least = panel.controls.min_share
    for ending in (".svg", ".pdf", ".dot", ".graphml", ".tex"):
        panel.export(tmp_path / f"figure{ending}")
    root = ET.parse(tmp_path / "figure.svg").getroot()
    texts = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {str(state.number) for state in shown(panel).states} <= texts
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "figure.tex").read_text() == automaton_to_latex(shown(panel), standalone=True, min_share=least)
    assert sorted(nx.read_graphml(tmp_path / "figure.graphml", node_type=int)) == sorted(shown(panel).to_graph())
    assert (tmp_path / "figure.dot").read_text() == automaton_to_dot(shown(panel), min_share=least)


def test_a_file_that_cannot_be_written_is_complained_of(
    desk: AppContext, panel: AutomatonPanel, tmp_path: Path
) -> None:
    said: list[str] = []
    desk.notices.failed.connect(said.append)
    panel.export(tmp_path / "figure.gif")
    assert len(said) == 1
    assert ".gif is not a figure format" in said[0]


def test_answers_to_what_is_wanted_no_longer_are_dropped(desk: AppContext, panel: AutomatonPanel) -> None:
    answers: list[AutomatonQuestion] = []
    desk.model_explorer.automaton_received.connect(lambda _place, question, _found: answers.append(question))
    heads = [panel.controls.head.itemData(row) for row in range(3)]
    for row in (1, 2):
        panel.controls.head.setCurrentIndex(row)
    wait_for(lambda: shown(panel).head == heads[2])
    drawn(panel)
    assert {question.head for question in answers} == {heads[2]}


def test_an_edit_is_seen_in_the_automaton(desk: AppContext, panel: AutomatonPanel) -> None:
    before = shown(panel).total
    sentence, word = shown(panel).occurrences_in_state(0)[0]
    desk.session.edit("another tag", lambda one: one.with_value("xpos", word, "FW"), index=sentence)
    wait_for(lambda: shown(panel).total == before - 1)


def test_what_cannot_be_drawn_is_told_in_a_sentence(panel: AutomatonPanel) -> None:
    box = panel.controls.head
    box.setCurrentIndex(box.count() - 1)
    panel.controls.minimum.setValue(panel.controls.minimum.maximum())
    wait_for(lambda: panel.automaton is None)
    assert "lower the minimum from 1000" in panel.empty_text
    panel.controls.minimum.setValue(0)
    wait_for(lambda: panel.automaton is not None)


def test_another_project_with_runs_of_the_same_names_has_automata_of_its_own(
    desk: AppContext, panel: AutomatonPanel, made: Path, tmp_path: Path
) -> None:
    before = shown(panel)
    source = tmp_path / "fewer.conllu"
    formats.save(Treebank.of([desk.session.treebank[at] for at in range(200)]), source)
    project = Project.create(tmp_path / "other", [source])
    for name, settings in LEARNT:
        path = project.prepare_model_path(name)
        shutil.copy(made / "project" / "models" / path.name, path)
        project.add_run(Run(name=name, method="head-automata", settings=settings, model=path.name))
    project.close()
    desk.session.open(tmp_path / "other")
    wait_for(lambda: len(desk.session.treebank) == 200)
    wait_for(lambda: panel.automaton is not None and panel.automaton.total < before.total)
    drawn(panel)
    assert shown(panel) == asked(shown(panel), 1, 10, desk)


def test_keys_step_through_the_merges_and_open_the_comparison_in_the_window(desk: AppContext, qtbot: QtBot) -> None:
    window = Window(desk)
    keep(qtbot, window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    window.panels.show_workspace("explore")
    panel = window.views.explore.automata.panel
    wait_for(lambda: panel.canvas.drawing is not None)
    last = len(merging(panel).merges)
    panel.canvas.setFocus()
    wait_for(panel.canvas.hasFocus)
    QTest.keyClick(panel.canvas, Qt.Key.Key_P)
    assert shown(panel).step == last - 1
    QTest.keyClick(panel.canvas, Qt.Key.Key_N)
    assert shown(panel).step == last
    before = panel.canvas.transform().m11()
    window.panels.zoom_in()
    assert panel.canvas.transform().m11() > before
    QTest.keyClick(panel.canvas, Qt.Key.Key_C)
    assert window.views.explore.automata.panels[1].isVisible()
    QTest.keyClick(panel.canvas, Qt.Key.Key_C)
    assert not window.views.explore.automata.panels[1].isVisible()


def test_the_engine_keeps_the_clusters_so_that_another_number_is_only_a_cut(made: Path) -> None:
    from spectral_core.engine import AskAutomaton, DocumentState, Engine
    from spectral_core.progress import Progress

    engine, said = Engine(), []
    engine.set_document("a", DocumentState(made / "sentences.conllu", "conllu", {}))
    model = next((made / "project" / "models").glob("*_1.*"))

    def report(progress: Progress) -> None:
        said.append(progress.stage)

    first = AskAutomaton(model, "a", "NN", "left", 10, 5).run(engine, report)
    assert said == ["reading", "clustering"]
    second = AskAutomaton(model, "a", "NN", "left", 4, 5).run(engine, report)
    assert said == ["reading", "clustering"]
    assert (first.clusters, second.clusters) == (min(10, len(first.prefixes)), 4)
    sentence = engine.load_treebank("a")[0]
    engine.apply_edits("a", {0: sentence})
    AskAutomaton(model, "a", "NN", "left", 4, 5).run(engine, report)
    assert said == ["reading", "clustering"] * 2


def test_the_least_count_suits_the_text_until_another_one_is_chosen(panel: AutomatonPanel) -> None:
    slider = panel.controls.minimum
    drawn(panel)
    assert shown(panel).minimum == 3
    assert slider.accessibleDescription() == "Minimum prefix count: 3 (automatic)"
    slider.setValue(slider.value() + 2)
    drawn(panel)
    assert (shown(panel).minimum, slider.accessibleDescription()) == (2, "Minimum prefix count: 2")


def test_a_click_on_what_leaves_lists_the_sentences_that_leave_there(panel: AutomatonPanel) -> None:
    panel.controls.minimum.setValue(panel.controls.minimum.maximum() // 2)
    drawn(panel)
    drawing = panel.canvas.drawing
    assert drawing is not None
    key = next(key for key, edge in drawing.edges.items() if edge.is_exit)
    label = drawing.edges[key].label
    assert label is not None
    QTest.mouseClick(panel.canvas.viewport(), Qt.MouseButton.LeftButton, pos=panel.canvas.mapFromScene(label.pos()))
    assert panel.canvas.hit == Hit(edge=key)
    assert panel.details.sentences.model().rowCount() == len(shown(panel).occurrences_on_edge(*key)) > 0


def test_merge_lines_name_what_they_joined(panel: AutomatonPanel) -> None:
    automaton = merging(panel)
    lines = [panel.details.merges.item(row).text() for row in range(panel.details.merges.count())]
    for merge, line in zip(automaton.merges, lines[1:], strict=True):
        assert f"merge {merge.gone} into {merge.kept}, since {merge.symbol} leads from {merge.source} to both" in line
    assert all(before != after for before, after in pairwise(lines))
