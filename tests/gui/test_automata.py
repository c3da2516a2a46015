"""The drawing of an automaton: what is drawn and where, what a click hits, what is shown as selected, files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from known_automata import NOUNS, STRANGE
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from spectral_core.data.automaton import OUTSIDE, Automaton
from spectral_core.errors import FormatError
from spectral_core.formats.automata import automaton_to_json as as_json
from spectral_core.formats.export.automata import (
    automaton_to_dot,
    compose_automaton_caption,
    describe_edge,
    describe_state,
)
from spectral_gui import theme
from spectral_gui.scenes import figure_export
from spectral_gui.scenes.automaton_drawing import AutomatonDrawing, AutomatonHit, EdgeLabelItem
from spectral_gui.scenes.drawing_parts import get_tag_font
from spectral_gui.text_display import load_bundled_fonts

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def scene(qtbot: QtBot) -> QGraphicsScene:
    load_bundled_fonts()
    return QGraphicsScene()


def drawn(
    scene: QGraphicsScene, automaton: Automaton = NOUNS, dark: bool = False, least: float = 0.0
) -> AutomatonDrawing:
    scene.clear()
    return AutomatonDrawing(scene, automaton, theme.get_colours(dark), min_share=least)


def painted(scene: QGraphicsScene) -> QImage:
    area = scene.itemsBoundingRect()
    image = QImage(round(area.width()), round(area.height()), QImage.Format.Format_ARGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def test_every_state_and_edge_is_drawn_and_can_be_hit(scene: QGraphicsScene) -> None:
    for automaton in (NOUNS, NOUNS.after_merges(0), STRANGE):
        drawing = drawn(scene, automaton)
        assert set(drawing.states) == {state.number for state in automaton.states}
        assert set(drawing.edges) == {
            (edge.source, edge.target) for edge in (*automaton.edges, *automaton.leaving_edges)
        }
        for number, state in drawing.states.items():
            assert drawing.hit_test(state.pos()) == AutomatonHit(state=number)
        for key, edge in drawing.edges.items():
            assert edge.label is not None
            assert drawing.hit_test(edge.label.pos()) == AutomatonHit(edge=key)


def test_a_click_beside_a_line_hits_the_nearest_edge_and_far_away_nothing(scene: QGraphicsScene) -> None:
    drawing = drawn(scene)
    for key, edge in drawing.edges.items():
        middle = edge.path.pointAtPercent(0.5)
        assert drawing.hit_test(middle + QPointF(0, 2)) == AutomatonHit(edge=key)
    assert drawing.hit_test(QPointF(-500, -500)) is None


def test_a_label_covers_no_more_than_its_letters(scene: QGraphicsScene) -> None:
    face = get_tag_font(12)
    wide, narrow = "a long modifier .50", "a"
    label = EdgeLabelItem((wide, narrow), face, theme.get_colours(False))
    scene.addItem(label)
    background = scene.addRect(label.scene_bounds, QPen(Qt.PenStyle.NoPen), QColor("red"))
    background.setZValue(-1)
    image = painted(scene)
    beside = (
        QPointF(label.scene_bounds.left() + 6, label.scene_bounds.bottom() - face.height / 2)
        - scene.itemsBoundingRect().topLeft()
    )
    above = (
        QPointF(label.scene_bounds.left() + 6, label.scene_bounds.top() + face.height / 2)
        - scene.itemsBoundingRect().topLeft()
    )
    assert image.pixelColor(beside.toPoint()) == QColor("red")
    assert image.pixelColor(above.toPoint()) != QColor("red")


def test_a_merge_takes_a_state_from_the_drawing(scene: QGraphicsScene) -> None:
    (merge,) = NOUNS.merges
    before = drawn(scene, NOUNS.after_merges(0))
    before.mark_states((merge.kept, merge.gone))
    assert [number for number, state in before.states.items() if state.is_marked] == [1, 3]
    assert merge.gone not in drawn(scene, NOUNS.after_merges(1)).states


def test_more_frequent_edges_have_wider_lines(scene: QGraphicsScene) -> None:
    drawing = drawn(scene, STRANGE)
    widths = [drawing.edges[key].width for key in ((1, 0), (0, 0), (0, 1))]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_what_leaves_has_a_dashed_line_of_its_own_from_each_state(scene: QGraphicsScene) -> None:
    drawing = drawn(scene)
    assert [key for key, edge in drawing.edges.items() if edge.is_exit] == [(2, OUTSIDE)]
    assert "1 leave the automaton from 2" in drawing.edges[2, OUTSIDE].toolTip()
    drawing.select(AutomatonHit(edge=(2, OUTSIDE)))
    assert [number for number, state in drawing.states.items() if state.is_edge_end] == [2]


def test_selecting_a_state_shows_it_and_its_edges_and_nothing_else(scene: QGraphicsScene) -> None:
    drawing = drawn(scene)
    drawing.select(AutomatonHit(state=2))
    assert [number for number, state in drawing.states.items() if state.is_selected] == [2]
    assert [key for key, edge in drawing.edges.items() if edge.is_selected] == [(0, 2), (2, 1), (2, OUTSIDE)]
    drawing.select(AutomatonHit(edge=(0, 1)))
    assert not any(state.is_selected for state in drawing.states.values())
    assert [number for number, state in drawing.states.items() if state.is_edge_end] == [0, 1]
    assert [key for key, edge in drawing.edges.items() if edge.is_selected] == [(0, 1)]
    drawing.select(None)
    assert not any(item.is_selected for item in (*drawing.states.values(), *drawing.edges.values()))
    assert not any(state.is_edge_end for state in drawing.states.values())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_selection_and_marks_are_seen(scene: QGraphicsScene, dark: bool) -> None:
    drawing = drawn(scene, dark=dark)
    plain = painted(scene)
    seen = [plain]
    for show in (
        lambda: drawing.select(AutomatonHit(state=1)),
        lambda: drawing.select(AutomatonHit(edge=(0, 2))),
        lambda: drawing.mark_states((0,)),
    ):
        show()
        assert all(painted(scene) != other for other in seen)
        seen.append(painted(scene))
    drawing.select(None)
    drawing.mark_states(())
    assert painted(scene) == plain


def test_texts_stand_inside_their_states(scene: QGraphicsScene) -> None:
    for automaton in (NOUNS, STRANGE):
        for state in drawn(scene, automaton).states.values():
            assert all(state.shape().contains(corner) for corner in state.get_text_corners())


def test_states_and_edges_say_all_in_their_tool_tips(scene: QGraphicsScene) -> None:
    drawing = drawn(scene, STRANGE)
    about = drawing.edges[0, 1].toolTip()
    assert about.count("<br>") == 8
    assert "&quot; " in about
    assert "79 leave the automaton here" in drawing.states[1].toolTip()
    assert "* \\n: 1" in drawing.states[1].toolTip()


def test_an_area_covers_what_was_hit(scene: QGraphicsScene) -> None:
    drawing = drawn(scene)
    assert drawing.get_hit_area(AutomatonHit(state=1)).contains(drawing.states[1].pos())
    label = drawing.edges[0, 2].label
    assert label is not None
    assert drawing.get_hit_area(AutomatonHit(edge=(0, 2))).contains(label.scene_bounds)


def test_an_svg_has_all_texts(scene: QGraphicsScene, tmp_path: Path) -> None:
    figure_export.write_automaton_figure(STRANGE, tmp_path / "a.svg")
    root = ET.parse(tmp_path / "a.svg").getroot()
    found = {text.text for text in root.iter(f"{SVG}text")}
    wanted = {line for state in STRANGE.states for line in describe_state(STRANGE, state)}
    wanted |= {line for edge in STRANGE.edges for line in describe_edge(edge)}
    assert wanted | {compose_automaton_caption(STRANGE)} <= found
    assert root.findtext(f"{SVG}title") == compose_automaton_caption(STRANGE)


def test_a_stored_automaton_is_drawn_in_every_kind_of_file(scene: QGraphicsScene, tmp_path: Path) -> None:
    source = tmp_path / "a.json"
    source.write_text(as_json(NOUNS), encoding="utf-8")
    begin: Mapping[str, bytes] = {
        ".svg": b"<?xml",
        ".pdf": b"%PDF",
        ".png": b"\x89PNG",
        ".tex": b"% (NN",
        ".dot": b"digraph",
        ".graphml": b"<?xml",
    }
    for ending, first in begin.items():
        figure_export.convert_automaton_file(source, tmp_path / f"a{ending}", scale=2.0)
        assert (tmp_path / f"a{ending}").read_bytes().startswith(first)
    assert (tmp_path / "a.dot").read_text() == automaton_to_dot(NOUNS)
    with pytest.raises(FormatError, match=re.escape(".gif is not a figure format")):
        figure_export.convert_automaton_file(source, tmp_path / "a.gif")
