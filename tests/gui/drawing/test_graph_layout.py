"""Graphs laid out by Graphviz: what holds for any graph, and that what we write as DOT is what it reads."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_automata import NOUNS, STRANGE

from spectral_core.data.automaton import Automaton
from spectral_core.formats.export.automata import dot_automaton, edge_lines, state_lines
from spectral_gui.drawing.graph_layout import Layout, Link, Node, place

SLACK = 1.5  # of a rounded number, and of a node's own line
NODES = [Node(0, 80, 50), Node(1, 120, 70), Node(2, 60, 60), Node(-1, 0, 0)]
LINKS = [
    Link(-1, 0),
    Link(0, 1, 40, 30),
    Link(1, 0, 20, 16),
    Link(1, 1, 30, 20),
    Link(0, 2, 70, 48),
    Link(2, 1),
    Link(0, 1),
]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Node], list[Link]]:
    size = draw(st.integers(1, 7))
    side = st.floats(10, 150)
    nodes = [Node(name, draw(side), draw(side)) for name in range(size)]
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    links = [Link(*draw(ends), draw(side), draw(side), draw(st.integers(1, 9))) for _ in range(draw(st.integers(0, 9)))]
    return nodes, links


def beyond(node: Node, centre: tuple[float, float], point: tuple[float, float]) -> float:
    """How far a point is from the line of an ellipse, roughly."""
    x, y = point[0] - centre[0], point[1] - centre[1]
    reach = hypot(2 * x / node.width, 2 * y / node.height)
    return abs(reach - 1) * min(node.width, node.height) / 2


def inside(layout: Layout, x: float, y: float, wide: float, high: float) -> bool:
    left, top = x - wide / 2, y - high / 2
    return (
        left >= -SLACK and top >= -SLACK and left + wide <= layout.width + SLACK and top + high <= layout.height + SLACK
    )


@settings(max_examples=25)
@given(graphs())
def test_nodes_stand_apart_and_lines_join_them(graph: tuple[list[Node], list[Link]]) -> None:
    nodes, links = graph
    layout = place(nodes, links)
    assert (len(layout.nodes), len(layout.links)) == (len(nodes), len(links))
    for node, (x, y) in zip(nodes, layout.nodes, strict=True):
        assert inside(layout, x, y, node.width, node.height)
    for (one, (x, y)), (two, (other_x, other_y)) in combinations(zip(nodes, layout.nodes, strict=True), 2):
        apart_x = abs(x - other_x) - (one.width + two.width) / 2
        apart_y = abs(y - other_y) - (one.height + two.height) / 2
        assert max(apart_x, apart_y) > -SLACK
    for link, curve in zip(links, layout.links, strict=True):
        assert len(curve.points) % 3 == 1
        assert beyond(nodes[link.source], layout.nodes[link.source], curve.points[0]) < 4 * SLACK
        assert beyond(nodes[link.target], layout.nodes[link.target], curve.tip) < 4 * SLACK


def test_labels_have_the_room_they_ask_for() -> None:
    layout = place(NODES, LINKS)
    areas = []
    for link, curve in zip(LINKS, layout.links, strict=True):
        assert (curve.label is None) == (link.width == 0)
        if curve.label is not None:
            assert inside(layout, *curve.label, link.width, link.height)
            areas.append((*curve.label, link.width, link.height))
    for node, (x, y) in zip(NODES, layout.nodes, strict=True):
        areas.append((x, y, node.width * 0.7, node.height * 0.7))  # what is written in the ellipse
    for (x, y, wide, high), (other_x, other_y, other_wide, other_high) in combinations(areas, 2):
        apart = max(abs(x - other_x) - (wide + other_wide) / 2, abs(y - other_y) - (high + other_high) / 2)
        assert apart > -SLACK


def test_a_chain_runs_in_the_direction_that_is_asked_for() -> None:
    nodes, links = [Node(at, 40, 30) for at in range(3)], [Link(0, 1), Link(1, 2)]
    right = [x for x, _ in place(nodes, links).nodes]
    left = [x for x, _ in place(nodes, links, direction="RL").nodes]
    down = [y for _, y in place(nodes, links, direction="TB").nodes]
    assert right == sorted(right)
    assert left == sorted(left, reverse=True)
    assert down == sorted(down)


def test_the_same_graph_is_placed_alike() -> None:
    assert place(NODES, LINKS) == place(NODES, LINKS)


def test_nothing_takes_no_room() -> None:
    assert place([], []) == Layout((), (), 0.0, 0.0)


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.at(0), STRANGE], ids=["last", "first", "strange"])
def test_graphviz_reads_the_labels_that_were_written(automaton: Automaton) -> None:
    import pygraphviz

    graph = pygraphviz.AGraph(dot_automaton(automaton))
    try:
        for state in automaton.states:
            assert shown(graph.get_node(state.number).attr["label"]) == state_lines(automaton, state)
        for edge in automaton.edges:
            assert shown(graph.get_edge(edge.source, edge.target).attr["label"]) == edge_lines(edge)
        assert len(graph.edges()) == len(automaton.edges) + 1
    finally:
        graph.close()


def shown(label: str) -> tuple[str, ...]:
    """The lines that Graphviz makes of a label, in which a backslash still escapes."""
    lines, at = [""], 0
    while at < len(label):
        if label.startswith("\\n", at):
            lines.append("")
            at += 1
        else:
            at += label[at] == "\\"
            lines[-1] += label[at]
        at += 1
    return tuple(lines)
