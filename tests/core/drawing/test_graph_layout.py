"""Graphs in layers: what holds for any graph, and for automata; and that Graphviz reads the DOT that we write."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from drawn_graphs import Faults, faults
from hypothesis import given, settings
from hypothesis import strategies as st
from known_automata import NOUNS, STRANGE

from spectral_core.data.automaton import Automaton
from spectral_core.drawing.graph_layout import GraphLayout, GraphLink, Node, lay_out_graph
from spectral_core.formats.export.automata import automaton_to_dot, describe_edge, describe_state

SLACK = 1.5  # of a rounded number, and of a node's own line
NODES = [Node(0, 80, 50), Node(1, 120, 70), Node(2, 60, 60), Node(-1, 0, 0)]
LINKS = [
    GraphLink(-1, 0),
    GraphLink(0, 1, 40, 30),
    GraphLink(1, 0, 20, 16),
    GraphLink(1, 1, 30, 20),
    GraphLink(0, 2, 70, 48),
    GraphLink(2, 1),
    GraphLink(0, 1),
]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Node], list[GraphLink]]:
    size = draw(st.integers(1, 7))
    side = st.floats(10, 150)
    nodes = [Node(name, draw(side), draw(side)) for name in range(size)]
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    links = [
        GraphLink(*draw(ends), draw(side), draw(side), draw(st.integers(1, 9))) for _ in range(draw(st.integers(0, 9)))
    ]
    return nodes, links


def beyond(node: Node, centre: tuple[float, float], point: tuple[float, float]) -> float:
    """How far a point is from the line of an ellipse, roughly."""
    x, y = point[0] - centre[0], point[1] - centre[1]
    reach = hypot(2 * x / node.width, 2 * y / node.height)
    return abs(reach - 1) * min(node.width, node.height) / 2


def inside(layout: GraphLayout, x: float, y: float, wide: float, high: float) -> bool:
    left, top = x - wide / 2, y - high / 2
    return (
        left >= -SLACK and top >= -SLACK and left + wide <= layout.width + SLACK and top + high <= layout.height + SLACK
    )


@settings(max_examples=25)
@given(graphs())
def test_nodes_stand_apart_and_lines_join_them(graph: tuple[list[Node], list[GraphLink]]) -> None:
    nodes, links = graph
    layout = lay_out_graph(nodes, links)
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
    layout = lay_out_graph(NODES, LINKS)
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


def test_a_chain_runs_from_left_to_right_on_one_line() -> None:
    layout = lay_out_graph([Node(at, 40, 30) for at in range(3)], [GraphLink(0, 1), GraphLink(1, 2)])
    across = [x for x, _ in layout.nodes]
    assert across == sorted(across)
    assert {round(y, 6) for _, y in layout.nodes} == {15}
    assert layout.height == pytest.approx(30)


@settings(max_examples=25, deadline=None)
@given(graphs())
def test_without_cycles_nothing_leads_back(graph: tuple[list[Node], list[GraphLink]]) -> None:
    nodes, links = graph
    onwards = [GraphLink(*sorted((link.source, link.target)), 20, 16) for link in links if link.source != link.target]
    layout = lay_out_graph(nodes, onwards)
    assert all(layout.nodes[link.source][0] < layout.nodes[link.target][0] for link in onwards)


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_no_line_passes_a_node_or_a_label_that_is_not_its_own(graph: tuple[list[Node], list[GraphLink]]) -> None:
    nodes, links = graph
    found = faults(nodes, links, lay_out_graph(nodes, links))
    assert (found.nodes_over_nodes, found.labels_over_nodes, found.labels_over_labels) == (0, 0, 0)


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.after_merges(0), STRANGE], ids=["last", "first", "strange"])
def test_what_can_be_drawn_without_crossings_is(automaton: Automaton) -> None:
    nodes = [Node(state.number, 90, 60) for state in automaton.states]
    links = [GraphLink(edge.source, edge.target, 40, 20 * len(describe_edge(edge)), 1) for edge in automaton.edges]
    assert faults(nodes, links, lay_out_graph(nodes, links)) == Faults(0, 0, 0, 0, 0, 0)


def test_a_planar_grid_is_untangled() -> None:
    """Three rows of five, whose links are given in an order that says nothing."""
    nodes = [Node(at, 30, 30) for at in range(15)]
    links = [GraphLink(at, at + 1, 30, 16) for at in range(15) if at % 5 < 4]
    links += [GraphLink(5 * row + at, 5 * (row + 1) + at + 1, 30, 16) for row in range(2) for at in range(4)]
    links.sort(key=lambda link: (link.source * 7 + link.target * 3) % 11)
    assert faults(nodes, links, lay_out_graph(nodes, links)).crossings == 0


def test_links_without_weight_are_drawn_like_any() -> None:
    weightless = [GraphLink(link.source, link.target, link.width, link.height, 0) for link in LINKS]
    assert len(lay_out_graph(NODES, weightless).links) == len(LINKS)


def test_the_same_graph_is_placed_alike() -> None:
    assert lay_out_graph(NODES, LINKS) == lay_out_graph(NODES, LINKS)


def test_nothing_takes_no_room() -> None:
    assert lay_out_graph([], []) == GraphLayout((), (), 0.0, 0.0)


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.after_merges(0), STRANGE], ids=["last", "first", "strange"])
def test_graphviz_reads_the_labels_that_were_written(automaton: Automaton) -> None:
    pygraphviz = pytest.importorskip("pygraphviz")
    graph = pygraphviz.AGraph(automaton_to_dot(automaton))
    try:
        for state in automaton.states:
            assert shown(graph.get_node(state.number).attr["label"]) == describe_state(automaton, state)
        for edge in automaton.edges:
            assert shown(graph.get_edge(edge.source, edge.target).attr["label"]) == describe_edge(edge)
        assert len(graph.edges()) == len(automaton.edges) + len(automaton.leaving_edges) + 1
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
