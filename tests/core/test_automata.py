"""Automata out of state spaces: a known one is found again, frequencies add up, merges end, passages are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from fixtures import tiny_treebank
from hypothesis import given
from hypothesis import strategies as st
from known_automata import NOUNS, STRANGE

from spectral_core.arrays import Floats
from spectral_core.data.automaton import OUTSIDE, Automaton, AutomatonEdge, Transition
from spectral_core.errors import DataError, SettingsError
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.models.automaton_extraction import (
    Symbols,
    cluster_prefixes,
    collect_modifier_sequences,
    compute_default_min_count,
)

# A noun from right to left: after a determiner nothing but a preposition follows.
KNOWN = {(0, "JJ"): 0, (0, "DT"): 1, (0, "IN"): 2, (1, "IN"): 2, (2, "RB"): 2}
SEQUENCES = {
    (): 30,
    ("DT",): 40,
    ("JJ", "DT"): 20,
    ("JJ",): 5,
    ("JJ", "JJ", "DT"): 6,
    ("DT", "IN"): 12,
    ("IN",): 7,
    ("DT", "IN", "RB"): 5,
}


def known_operators(turn: int = 0) -> tuple[dict[str, Floats], Floats]:
    """The known automaton with its states as separate directions, in a basis turned at random."""
    basis = np.linalg.qr(np.random.default_rng(turn).standard_normal((3, 3)))[0]
    made = {symbol: np.zeros((3, 3)) for _, symbol in KNOWN}
    for (source, symbol), target in KNOWN.items():
        made[symbol][target, source] = 0.3
    return {symbol: basis @ matrix @ basis.T for symbol, matrix in made.items()}, basis[:, 0]


def random_operators(states: int, symbols: str, seed: int) -> tuple[dict[str, Floats], Floats]:
    rng = np.random.default_rng(seed)
    return {symbol: rng.standard_normal((states, states)) for symbol in symbols}, rng.standard_normal(states)


def spectral(sequences: Mapping[Symbols, int], states: int) -> tuple[dict[str, Floats], Floats]:
    """Operators in the basis of the singular vectors of neighbouring symbols (Luque et al. 2012, section 3.2)."""
    names = sorted({symbol for symbols in sequences for symbol in symbols})
    index = {name: at for at, name in enumerate(names)}
    edge, total = len(names), sum(sequences.values())
    pairs, triples = np.zeros((edge + 1, edge + 1)), np.zeros((edge, edge + 1, edge + 1))
    for symbols, count in sequences.items():
        line = [edge, *(index[symbol] for symbol in symbols), edge]
        for before, after in pairwise(line):
            pairs[after, before] += count / total
        for before, middle, after in zip(line, line[1:], line[2:], strict=False):
            triples[middle, after, before] += count / total
    left, values, right = np.linalg.svd(pairs)
    left, inverse = left[:, :states], right[:states].T / values[:states]
    return {name: left.T @ triples[at] @ inverse for name, at in index.items()}, left.T @ pairs[:, edge]


def extract(*given: object, clusters: int = 10, evidence: float = 0.1, **named: object) -> Automaton:
    """One cut of a hierarchy."""
    return cluster_prefixes(*given, **named).extract_automaton(clusters, evidence)


def moves_of(automaton: Automaton) -> dict[tuple[int, str], int]:
    return {(edge.source, move.symbol): edge.target for edge in automaton.edges for move in edge.moves}


@pytest.mark.parametrize("turn", range(4))
def test_a_known_automaton_is_found_again(turn: int) -> None:
    found = extract(*known_operators(turn), SEQUENCES, clusters=3, minimum=1)
    assert not found.merges
    assert found.is_deterministic
    assert moves_of(found) == KNOWN
    assert found.lost_share == 0


def test_frequencies_are_counts_of_how_sequences_pass() -> None:
    found = extract(*known_operators(), SEQUENCES, clusters=3, minimum=1)
    start, after_determiner, last = found.states
    # 125 sequences begin; 20 + 5 + 6 return once to the start and 6 of them twice
    assert start.visits == 125 + 31 + 6
    assert start.stop == (30 + 5) / start.visits
    assert after_determiner.visits == 40 + 20 + 6 + 12 + 5
    assert after_determiner.stop == (40 + 20 + 6) / after_determiner.visits
    assert last.visits == 12 + 7 + 5 + 5
    edge = found.edge(0, 0)
    assert [(move.symbol, move.count) for move in edge.moves] == [("JJ", 37)]
    assert edge.frequency == 37 / start.visits
    assert sum(state.mass for state in found.states) == pytest.approx(1)


def test_a_sequence_that_no_edge_follows_is_lost_and_counted() -> None:
    found = extract(*known_operators(), {**SEQUENCES, ("RB", "DT"): 4, ("DT", "RB"): 3}, clusters=3, minimum=5)
    assert found.total == 132
    assert found.lost_share == 7 / 132
    assert [state.lost for state in found.states] == [4, 3, 0]
    assert found.states[1].stop == 66 / (66 + 17 + 3)  # of all that come here
    assert [(edge.source, edge.target) for edge in found.leaving_edges] == [(0, OUTSIDE), (1, OUTSIDE)]
    assert [(move.symbol, move.count) for edge in found.leaving_edges for move in edge.moves] == [("RB", 4), ("RB", 3)]


def test_a_state_where_most_leave_does_not_say_that_all_stop() -> None:
    operators, start = known_operators()
    del operators["IN"]
    found = extract(operators, start, {("DT",): 5, ("DT", "IN"): 45}, clusters=2, minimum=5)
    assert (found.states[1].stop, found.edge(1, OUTSIDE).frequency) == (0.1, 0.9)
    assert found.occurrences_on_edge(1, OUTSIDE) == ()  # it is not known where they stand


def test_few_sequences_that_go_elsewhere_are_no_reason_to_merge_two_states() -> None:
    start, one, two = np.eye(3)
    operators = {
        "a": np.outer(one, start),
        "b": np.outer(two, start),
        "d": np.outer(one + 0.2 * two, start),  # where a leads, all but
        "e": np.outer(two, one) + np.outer(50 * one, two),  # so that ae is where b leads, and de is not
    }
    sequences = {("a",): 500, ("a", "e"): 200, ("b",): 400, ("d",): 20, ("d", "e"): 6}
    told = extract(operators, start, sequences, clusters=3, minimum=1)
    assert (told.evidence, told.merges, told.is_deterministic) == (0.1, (), True)
    assert {(edge.source, edge.target): edge.count for edge in told.edges} == {(0, 1): 726, (0, 2): 400, (1, 2): 206}
    assert moves_of(told)[1, "e"] == 2  # de follows ae
    (merge,) = extract(operators, start, sequences, clusters=3, minimum=1, evidence=0.0).merges
    assert (merge.symbol, merge.counts) == ("e", (6, 200))
    with pytest.raises(SettingsError, match=r"a share from 0 to 0\.5, not 0\.7"):
        extract(operators, start, sequences, evidence=0.7)


@pytest.mark.parametrize(("sequences", "least"), [(0, 3), (900, 3), (11_267, 6), (26_919, 13), (1_000_000, 500)])
def test_the_least_count_of_a_prefix_grows_with_the_text(sequences: int, least: int) -> None:
    assert compute_default_min_count(sequences) == least
    if sequences:
        operators, start = known_operators()
        assert extract(operators, start, {("DT",): sequences}).minimum == least


def test_rare_prefixes_make_no_states_but_follow_the_edges_there_are() -> None:
    many = ("JJ", "JJ", "JJ", "JJ", "DT")
    found = extract(*known_operators(), {**SEQUENCES, many: 1}, clusters=3, minimum=5)
    assert many[:3] not in {prefix.symbols for prefix in found.prefixes}
    assert found.lost_share == 0
    assert found.states[0].visits == 162 + 5


def test_a_symbol_that_leads_to_two_clusters_merges_them_and_the_log_says_why() -> None:
    start, near, one, two, aside = np.eye(5)
    operators = {
        "a": np.outer(near, start),
        "b": np.outer(near + 0.1 * aside, start),  # a cosine of .995 from what a leads to
        "c": np.outer(one, near) + np.outer(30 * two, aside),  # so that one of .32 is between ac and bc
    }
    sequences = {("a",): 3, ("b",): 2, ("a", "c"): 5, ("b", "c"): 4}
    found = extract(operators, start, sequences, clusters=4, minimum=1)
    names = ["".join(prefix.symbols) for prefix in found.prefixes]
    (merge,) = found.merges
    assert (merge.kept, merge.gone, merge.source, merge.symbol, merge.counts) == (2, 3, 1, "c", (5, 4))
    assert [names[at] for at in merge.examples] == ["ac", "bc"]
    before = found.after_merges(0)
    assert not before.is_deterministic
    assert [[names[at] for at in state.prefixes] for state in before.states] == [[""], ["a", "b"], ["ac"], ["bc"]]
    assert {(edge.source, edge.target): edge.frequency for edge in before.edges} == pytest.approx(
        {(0, 1): 1, (1, 2): 5 / 14, (1, 3): 4 / 14}
    )
    assert found.is_deterministic
    rare = {**sequences, ("d",): 3, ("d", "c"): 1}  # dc is not frequent: it goes where most do, until there is one
    found = extract({**operators, "d": operators["a"]}, start, rare, clusters=4, minimum=2)
    assert [found.after_merges(step).edge(1, 2).count for step in (0, 1)] == [6, 10]
    found = extract(operators, start, sequences, clusters=4, minimum=1)
    assert found.after_merges(1) == found
    assert [state.number for state in found.states] == [0, 1, 2]
    assert found.edge(1, 2).count == 9
    with pytest.raises(IndexError):
        found.after_merges(2)


def test_a_merge_shows_the_most_frequent_prefix_that_leads_to_each_cluster() -> None:
    start, near, one, two, aside = np.eye(5)
    operators = {
        "a": np.outer(near, start) + np.outer(near, near),  # a and aa are one state
        "b": np.outer(near + 0.1 * aside, start),
        "c": np.outer(one, near) + np.outer(30 * two, aside),  # so that one of .32 is between ac and bc
    }
    sequences = {("a",): 3, ("b",): 2, ("a", "c"): 5, ("a", "a", "c"): 9, ("b", "c"): 4}
    found = extract(operators, start, sequences, clusters=4, minimum=1)
    (merge,) = found.merges
    assert merge.counts == (14, 4)
    assert ["".join(found.prefixes[at].symbols) for at in merge.examples] == ["aac", "bc"]


def sequences_of(symbols: str) -> st.SearchStrategy[dict[Symbols, int]]:
    sequence = st.lists(st.sampled_from(symbols), max_size=5).map(tuple)
    return st.dictionaries(sequence, st.integers(1, 9), min_size=1, max_size=25)


@given(
    sequences_of("abcd"),
    st.integers(0, 50),
    st.integers(1, 12),
    st.integers(1, 4),
    st.sampled_from((0.0, 0.1, 0.3, 0.5)),
)
def test_any_operators_give_a_deterministic_automaton_whose_frequencies_add_up(
    sequences: dict[Symbols, int], seed: int, clusters: int, minimum: int, evidence: float
) -> None:
    total = sum(sequences.values())
    if total < minimum:
        return
    operators, start = random_operators(3, "abc", seed)  # d is a symbol that the model does not know
    found = extract(operators, start, sequences, clusters=clusters, minimum=minimum, evidence=evidence)
    assert found == extract(operators, start, sequences, clusters=clusters, minimum=minimum, evidence=evidence)
    assert found.total == total
    assert len(found.merges) < max(found.clusters, 1)
    assert found.is_deterministic
    for step in range(len(found.merges) + 1):
        shown = found.after_merges(step)
        assert len(shown.states) <= found.clusters - step
        assert sorted(at for state in shown.states for at in state.prefixes) == list(range(len(found.prefixes)))
        assert 0 <= shown.lost_share <= 1
        assert shown.lost_share == pytest.approx(sum(state.lost for state in shown.states) / total)
        for state in shown.states:
            onwards = [edge for edge in (*shown.edges, *shown.leaving_edges) if edge.source == state.number]
            assert state.stop + sum(edge.frequency for edge in onwards) == pytest.approx(1)
            assert state.lost == sum(edge.count for edge in onwards if edge.target == OUTSIDE)
        arriving = sum(edge.count for edge in shown.edges)
        assert sum(state.visits for state in shown.states) == arriving + total
        assert sum(state.mass for state in shown.states) == pytest.approx(1)


@given(sequences_of("abc"), st.integers(0, 50))
def test_all_prefixes_as_clusters_lose_nothing(sequences: dict[Symbols, int], seed: int) -> None:
    operators, start = random_operators(3, "abc", seed)
    found = extract(operators, start, sequences, clusters=1000, minimum=1)
    assert found.after_merges(0).lost_share == found.lost_share == 0
    assert not found.merges  # of different prefixes, no two are reached by one symbol from one
    assert all(len(state.prefixes) == 1 for state in found.states)


@given(sequences_of("abc"), st.integers(0, 20), st.integers(1, 6))
def test_another_number_of_clusters_is_a_cut_of_the_same_hierarchy(
    sequences: dict[Symbols, int], seed: int, clusters: int
) -> None:
    operators, start = random_operators(3, "abc", seed)
    kept = cluster_prefixes(operators, start, sequences, minimum=1)
    assert kept.extract_automaton(clusters) == extract(operators, start, sequences, clusters=clusters, minimum=1)


@given(sequences_of("abc"), st.integers(0, 20), st.integers(1, 6))
def test_the_passages_of_states_and_edges_are_those_of_walking_the_automaton(
    sequences: dict[Symbols, int], seed: int, clusters: int
) -> None:
    operators, start = random_operators(2, "abc", seed)
    passages: dict[Symbols, list[tuple[int, int]]] = {}
    for sentence, symbols in enumerate(sequences):
        passages[symbols] = [(sentence, word) for word in range(1, sequences[symbols] + 1)]
    found = extract(
        operators,
        start,
        sequences,
        clusters=clusters,
        minimum=2 if sum(sequences.values()) > 1 else 1,
        occurrences=passages,
    )
    moves = moves_of(found)
    states: dict[int, set[tuple[int, int]]] = {state.number: set() for state in found.states}
    edges: dict[tuple[int, str], set[tuple[int, int]]] = {key: set() for key in moves}
    for symbols, places in passages.items():
        here: int | None = 0
        states[0].update(places)
        for symbol in symbols:
            before, here = here, moves.get((here, symbol)) if here is not None else None
            if here is not None and before is not None:
                states[here].update(places)
                edges[before, symbol].update(places)
    for number, places in states.items():
        assert set(found.occurrences_in_state(number)) == places
    for (source, symbol), places in edges.items():
        assert set(found.occurrences_on_edge(source, moves[source, symbol], symbol)) == places
    for edge in found.edges:
        together = set().union(*(edges[edge.source, move.symbol] for move in edge.moves))
        assert set(found.occurrences_on_edge(edge.source, edge.target)) == together


def test_an_automaton_is_a_graph_with_an_edge_for_each_symbol() -> None:
    graph = STRANGE.to_graph()
    assert graph.is_directed()
    assert sorted(graph) == [0, 1, 2]
    assert graph.number_of_edges(0, 1) == len(STRANGE.edge(0, 1).moves)
    assert {facts["label"] for facts in graph[0][1].values()} == {move.symbol for move in STRANGE.edge(0, 1).moves}
    assert graph.nodes[0] == {
        "label": "START",
        "visits": 90,
        "mass": 0.5,
        "lost": 0,
        "prefixes": "START",
        "start": True,
        "stop": 0.104,
    }
    assert graph.nodes[1]["prefixes"] == '"; * \\n'
    assert graph.nodes[1]["stop"] == 0.0
    assert graph.out_degree(0, weight="weight") == sum(edge.count for edge in STRANGE.edges if edge.source == 0)
    assert len({key for *_, key in graph.edges(keys=True)}) == graph.number_of_edges()


def test_determinism_reachability_and_dead_ends_are_those_of_the_graph() -> None:
    assert (NOUNS.is_deterministic, NOUNS.unreachable, NOUNS.dead_ends) == (True, (), ())
    assert (STRANGE.is_deterministic, STRANGE.unreachable, STRANGE.dead_ends) == (
        False,
        (2,),
        (2,),
    )  # * leads to 0 and 1
    (step,) = STRANGE.steps
    cut = replace(STRANGE, steps=(replace(step, edges=step.edges[:2]),))
    assert cut.dead_ends == (1, 2)  # 1 stops nowhere, and nothing leads on from it
    joined = replace(
        STRANGE, steps=(replace(step, edges=(*step.edges[:1], AutomatonEdge(0, 2, (Transition("a", 1, 0.1),)))),)
    )
    assert (joined.is_deterministic, joined.unreachable) == (True, (1,))


@given(sequences_of("abc"), st.integers(0, 20), st.integers(1, 6))
def test_what_is_reached_is_what_walking_finds(sequences: dict[Symbols, int], seed: int, clusters: int) -> None:
    operators, start = random_operators(2, "abc", seed)
    found = extract(operators, start, sequences, clusters=clusters, minimum=1)
    for step in range(len(found.merges) + 1):
        shown = found.after_merges(step)
        reached, ahead = {0}, [0]
        for number in ahead:
            fresh = {edge.target for edge in shown.edges if edge.source == number} - reached
            reached |= fresh
            ahead += fresh
        assert shown.unreachable == tuple(sorted({state.number for state in shown.states} - reached))


def test_zero_vectors_and_unknown_symbols_are_dropped_and_counted() -> None:
    operators, start = known_operators()
    del operators["IN"]
    found = extract(operators, start, {**SEQUENCES, ("RB",): 9, ("RB", "JJ"): 9}, clusters=3, minimum=1)
    # DT IN, DT IN RB and IN have an unknown symbol; RB and RB JJ are zero, because RB follows only prepositions
    assert found.dropped == 5
    assert all(np.isfinite(prefix.vector).all() for prefix in found.prefixes)
    assert found.lost_share == (12 + 5 + 7 + 18) / found.total


def test_prefixes_have_vectors_of_length_1_and_points_along_two_directions() -> None:
    operators, start = random_operators(4, "abc", 2)
    sequences = {tuple(line): 2 for size in range(4) for line in product("abc", repeat=size)}
    found = extract(operators, start, sequences, minimum=1)
    vectors = np.array([prefix.vector for prefix in found.prefixes])
    points = np.array([prefix.point for prefix in found.prefixes])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert points.mean(axis=0) == pytest.approx(0, abs=1e-9)
    values = np.linalg.svd(vectors - vectors.mean(axis=0), compute_uv=False)
    assert np.sqrt((points**2).sum(axis=0)) == pytest.approx(values[:2])
    assert found.prefixes[0].symbols == ()
    assert found.prefixes[0].count == 2 * len(sequences)


def test_one_empty_sequence_is_one_state_that_stops() -> None:
    found = extract({}, np.array([0.5, 0.5]), {(): 7}, minimum=1)
    (state,) = found.states
    assert (state.stop, state.visits, found.edges, found.lost_share) == (1.0, 7, (), 0.0)


def test_what_cannot_be_clustered_is_said() -> None:
    operators, start = known_operators()
    with pytest.raises(DataError, match="no word here is tagged NN; choose a tag that occurs"):
        extract(operators, start, {}, head="NN")
    with pytest.raises(DataError, match="there are no sequences here"):
        extract(operators, start, {})
    with pytest.raises(DataError, match="only 125 sequences here; lower the minimum from 1000"):
        extract(operators, start, SEQUENCES, minimum=1000)
    with pytest.raises(DataError, match="no state at the start"):
        extract(operators, 0 * start, SEQUENCES, minimum=1)
    with pytest.raises(SettingsError, match="at least 1 cluster"):
        extract(operators, start, SEQUENCES, clusters=0)
    with pytest.raises(SettingsError, match="must be at least 1, not 0"):
        extract(operators, start, SEQUENCES, minimum=0)


def test_modifiers_are_read_head_outwards_with_where_they_stand() -> None:
    found = collect_modifier_sequences(tiny_treebank(), "NN", "left", "xpos")
    assert found["JJ", "DT"] == [(2, 3), (7, 3), (9, 6)]
    assert (0, 5) in found["DT",]
    assert collect_modifier_sequences(tiny_treebank(), "VBD", "right", "xpos")["NN", "."][0] == (0, 3)
    assert not collect_modifier_sequences(tiny_treebank(), "XX", "left", "xpos")
    with pytest.raises(SettingsError, match="left or right"):
        collect_modifier_sequences(tiny_treebank(), "NN", "up", "xpos")


def test_the_states_of_the_sample_s_nouns_tell_determiners_from_adjectives() -> None:
    treebank = load(locate_assets() / "sample" / "english" / "sampled.conllu")
    passages = collect_modifier_sequences(treebank, "NN", "left", "xpos")
    sequences = {symbols: len(places) for symbols, places in passages.items()}
    found = extract(*spectral(sequences, 4), sequences, head="NN", direction="left", clusters=4, occurrences=passages)
    stops = {found.prefixes[at].symbols: state.stop for state in found.states for at in state.prefixes}
    assert stops["DT",] is not None
    assert stops["JJ",] is not None
    assert stops["DT",] > 0.6 > 0.3 > stops["JJ",]
    sentence, word = found.occurrences_on_edge(
        0, next(e.target for e in found.edges if any(m.symbol == "DT" for m in e.moves))
    )[0]
    assert treebank[sentence].xpos[word - 1] == "NN"
