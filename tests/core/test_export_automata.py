"""Automata as text: golden files of two made by hand, and JSON that gives back what was written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import networkx as nx
import pytest
from growth import LINEAR, measure_growth
from hypothesis import given
from hypothesis import strategies as st
from known_automata import NOUNS, STRANGE

from spectral_core.data.automaton import OUTSIDE, Automaton, AutomatonEdge, MergeStep, State, Transition
from spectral_core.errors import FormatError
from spectral_core.formats import automata
from spectral_core.formats.export.automata import (
    automaton_to_dot,
    automaton_to_graphml,
    automaton_to_latex,
    compose_automaton_caption,
    count_incoming_symbols,
    describe_edge,
    describe_incoming_symbols,
    describe_state,
    describe_states,
    format_share,
    scale_line_widths,
    select_edges,
)

GOLDEN = Path(__file__).resolve().parent.parent / "data" / "figures"
FIGURES = {
    "nouns.automaton.dot": lambda: automaton_to_dot(NOUNS),
    "nouns.clusters.dot": lambda: automaton_to_dot(NOUNS.after_merges(0)),
    "nouns.automaton.tex": lambda: automaton_to_latex(NOUNS, standalone=True),
    "strange.automaton.dot": lambda: automaton_to_dot(STRANGE),
    "strange.automaton.tex": lambda: automaton_to_latex(STRANGE),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_the_one_that_was_kept(name: str) -> None:
    assert FIGURES[name]() == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("frequency", "text"),
    [
        (0.523, ".52"),
        (1.0, "1"),
        (0.996, "1"),
        (0.994, ".99"),
        (0.005, ".01"),
        (0.0049, "<.01"),
        (1e-9, "<.01"),
        (0.0, "0"),
    ],
)
def test_frequencies_have_two_digits(frequency: float, text: str) -> None:
    assert format_share(frequency) == text


def test_the_rarest_symbols_of_an_edge_are_counted_together() -> None:
    assert describe_edge(STRANGE.edge(0, 1))[-1] == "+3 .04"
    assert len(describe_edge(STRANGE.edge(0, 1))) == 6
    assert describe_edge(STRANGE.edge(0, 0)) == ("* .10",)


def test_states_say_their_number_stops_and_what_they_come_after() -> None:
    assert describe_state(NOUNS, NOUNS.state(0)) == ("0", "STOP .40", "START")
    assert describe_state(NOUNS, NOUNS.state(1)) == ("1", "STOP 1", "after DT")
    assert describe_state(STRANGE, STRANGE.state(2)) == ("2", "STOP 0")


def test_what_leaves_is_drawn() -> None:
    (edge,) = STRANGE.leaving_edges
    assert describe_edge(edge) == ("leave .99",)
    assert edge in select_edges(STRANGE, 0.5)
    assert '1 -> out1 [label="leave .99", style=dashed, count="79"' in automaton_to_dot(STRANGE)
    assert r"(2) edge[dashed] node[move] {leave .33}" in automaton_to_latex(NOUNS)


def test_symbols_that_a_state_seldom_comes_after_are_counted() -> None:
    moves = (
        Transition("DT", 60, 0.6),
        Transition("PRP$", 30, 0.3),
        Transition(",", 7, 0.07),
        Transition("PDT", 3, 0.03),
    )
    automaton = replace(NOUNS, steps=(replace(NOUNS.steps[1], edges=(AutomatonEdge(0, 1, moves),)),), merges=(), step=0)
    assert count_incoming_symbols(automaton, automaton.state(1)) == (("DT", 60), ("PRP$", 30), (",", 7), ("PDT", 3))
    assert describe_incoming_symbols(automaton, automaton.state(1)) == 'after DT, PRP$, "," +1'
    assert describe_incoming_symbols(automaton, automaton.state(2)) == ""


def test_rare_edges_are_left_out_but_for_one_to_each_state_and_one_from_it() -> None:
    kept = [(edge.source, edge.target) for edge in select_edges(STRANGE, 0.5)]
    assert kept == [(0, 1), (1, 0), (1, OUTSIDE)]
    assert [(edge.source, edge.target) for edge in select_edges(NOUNS, 1.0)] == [(0, 1), (0, 2), (2, 1)]
    assert compose_automaton_caption(STRANGE, 0.5).endswith("1 rare edge not drawn")
    assert "rare" not in compose_automaton_caption(STRANGE)
    assert "0 -> 0" not in automaton_to_dot(STRANGE, min_share=0.5)


def make_automaton(*edges: AutomatonEdge, total: int) -> Automaton:
    """An automaton of three states with these edges, in which most sequences continue."""
    states = tuple(State(number, (), 10, 1 / 3, 0.1, 0) for number in range(3))
    return Automaton("NN", "left", 3, 1, (), (), (MergeStep(states, edges, 0.0),), 0, total)


def test_a_self_loop_is_not_the_way_on_from_a_state() -> None:
    onwards = AutomatonEdge(1, 2, (Transition("b", 4, 0.08),))
    automaton = make_automaton(
        AutomatonEdge(0, 1, (Transition("a", 50, 0.5),)),
        AutomatonEdge(0, 2, (Transition("c", 5, 0.05),)),
        AutomatonEdge(1, 1, (Transition("a", 40, 0.8),)),
        onwards,
        total=1000,
    )
    assert onwards in select_edges(automaton, 1.0)
    assert [(edge.source, edge.target) for edge in select_edges(automaton, 1.0)] == [(0, 1), (0, 2), (1, 2)]


def test_a_self_loop_is_drawn_if_it_is_the_only_way_on() -> None:
    loop = AutomatonEdge(1, 1, (Transition("a", 40, 0.8),))
    automaton = make_automaton(AutomatonEdge(0, 1, (Transition("a", 50, 0.5),)), loop, total=1000)
    assert loop in select_edges(automaton, 1.0)


def test_numbers_in_dot_have_no_exponent_outside_quotes() -> None:
    counts = (50_000, 3)
    moves = [Transition(symbol, count, count / sum(counts)) for symbol, count in zip("ab", counts, strict=True)]
    edges = [AutomatonEdge(0, target, (move,)) for target, move in enumerate(moves, 1)]
    dot = automaton_to_dot(make_automaton(*edges, total=sum(counts)))
    assert "5.99964e-05" in dot
    assert not re.search(r"\de[-+]?\d", re.sub(r'"[^"]*"', "", dot))


def test_one_cluster_is_singular_in_the_caption() -> None:
    assert "; 1 cluster, " in compose_automaton_caption(replace(NOUNS, clusters=1))


def test_more_frequent_edges_are_wider() -> None:
    widths = scale_line_widths(sorted(NOUNS.edges, key=lambda edge: edge.count))
    assert widths == sorted(widths)
    assert widths[0] < widths[-1] == 3.5


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.after_merges(0), STRANGE], ids=["last", "first", "strange"])
def test_the_lines_of_all_states_are_those_of_each(automaton: Automaton) -> None:
    assert describe_states(automaton) == [describe_state(automaton, state) for state in automaton.states]


@pytest.mark.parametrize("write", [automaton_to_dot, automaton_to_latex, automaton_to_graphml])
def test_time_to_write_an_automaton_grows_with_its_states(write: Callable[[Automaton], str]) -> None:
    def make(size: int) -> Automaton:
        states = tuple(State(number, (), 10, 1 / size, 0.1, 0) for number in range(size))
        edges = tuple(AutomatonEdge(at, at + 1, (Transition("a", 9, 0.9),)) for at in range(size - 1))
        step = MergeStep(states, edges, 0.0)
        return Automaton("NN", "left", size, 1, (), (), (step,), 0, 10)

    assert measure_growth(make, write, 1_500) < LINEAR


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.after_merges(0), STRANGE], ids=["last", "first", "strange"])
def test_graphml_gives_back_the_graph(automaton: Automaton) -> None:
    found = read_graphml(automaton_to_graphml(automaton))
    graph = automaton.to_graph()
    assert dict(found.nodes.data()) == dict(graph.nodes.data())
    assert sorted(found.edges(keys=True, data=True)) == sorted(graph.edges(keys=True, data=True))
    assert {name: found.graph[name] for name in graph.graph} == graph.graph
    for (*_, facts), (*_, same) in zip(found.edges.data(), graph.edges.data(), strict=True):
        assert {name: type(value) for name, value in facts.items()} == {name: type(same[name]) for name in facts}


@given(st.text(max_size=8))
def test_any_symbol_can_stand_in_graphml(symbol: str) -> None:
    step = replace(NOUNS.steps[1], edges=(AutomatonEdge(0, 1, (Transition(symbol, 3, 0.3),)),))
    found = read_graphml(automaton_to_graphml(replace(NOUNS, steps=(step, step))))
    ((*_, label),) = found.edges.data("label")
    assert len(label or "") == len(symbol)
    assert all(one in (other, "\N{REPLACEMENT CHARACTER}") for one, other in zip(label or "", symbol, strict=True))


def read_graphml(text: str) -> nx.MultiDiGraph:
    return nx.read_graphml(BytesIO(text.encode()), node_type=int, edge_key_type=int, force_multigraph=True)


@given(st.text(st.characters(codec="utf-8"), max_size=8))
def test_no_symbol_ends_a_string_of_dot(symbol: str) -> None:
    step = replace(NOUNS.steps[1], edges=(AutomatonEdge(0, 1, (Transition(symbol, 3, 0.3),)),))
    (line,) = [line for line in automaton_to_dot(replace(NOUNS, steps=(step, step))).split("\n") if "0 -> 1" in line]
    inner = line.split('label="', 1)[1].rsplit('", penwidth', 1)[0]
    unescaped = inner.replace("\\\\", "").replace('\\"', "")
    assert '"' not in unescaped
    assert "\\" not in unescaped


@pytest.mark.parametrize("automaton", [NOUNS, NOUNS.after_merges(0), STRANGE], ids=["last", "first", "strange"])
def test_json_gives_back_what_was_written(tmp_path: Path, automaton: Automaton) -> None:
    path = tmp_path / "a.json"
    path.write_text(automata.automaton_to_json(automaton), encoding="utf-8")
    assert automata.load_automaton(path) == automaton


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-40],
        lambda _: "[]",
        lambda _: "{}",
        lambda text: text.replace('"version": 2', '"version": 3'),
        lambda text: text.replace('"step": 1', '"step": 7'),
        lambda text: text.replace('"step": 1', '"step": "1"'),
        lambda text: text.replace('"merges"', '"Merges"'),
        lambda text: text.replace('"total": 10, ', ""),
        lambda text: json.dumps({**json.loads(text), "steps": []}),
        lambda text: text.replace('"point": [0.5, 0.25]', '"point": [0.5]'),
        lambda _: "[" * 100_000,
    ],
)
def test_a_damaged_or_foreign_file_is_one_sentence(tmp_path: Path, damage: object) -> None:
    path = tmp_path / "a.json"
    assert callable(damage)
    path.write_text(damage(automata.automaton_to_json(NOUNS)), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        automata.load_automaton(path)
    assert str(caught.value).startswith(f"{path}: this")


def test_an_automaton_counts_who_passes() -> None:
    assert NOUNS.occurrences_in_state(0) == tuple(
        sorted(zip(NOUNS.passages.sentences, NOUNS.passages.words, strict=True))
    )
    assert NOUNS.occurrences_in_state(1) == ((1, 5), (2, 6), (3, 2), (3, 7), (4, 1))
    assert NOUNS.occurrences_on_edge(0, 2) == ((2, 6), (4, 1), (5, 9))
    assert NOUNS.after_merges(0).occurrences_in_state(3) == ((2, 6), (4, 1))
