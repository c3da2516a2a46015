"""Trace of state merging: how clusters of prefixes become a deterministic automaton, merge by merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton, AutomatonEdge
from spectral_core.data.trace import Trace, TraceEdge, TraceGraph, TraceNode, TraceStep
from spectral_core.models.automaton_extraction import DEFAULT_CLUSTERS, DEFAULT_EVIDENCE

if TYPE_CHECKING:
    from spectral_core.models.head_automata.model import HeadAutomata

MERGING = "merging"
_MAX_HEADS = 6  # heads considered
_MAX_SYMBOLS = 3  # shown on an edge
_MIN_DRAWN_SHARE = 0.01  # share of sequences below which edges are hidden, except the busiest into each state


def trace_merging(model: HeadAutomata, sentence: Sentence, document: Sequence[Sentence]) -> Trace:
    """Trace the merging of clusters of prefixes into a deterministic automaton."""
    automaton = choose_automaton_with_merges(model, sentence, document)
    note = "" if automaton.merges else ": each symbol leads to one of them only, and none are merged"
    count, head, direction = automaton.total, automaton.head, automaton.direction
    first = TraceStep(
        f"The {automaton.clusters} clusters of {len(automaton.prefixes)} prefixes, by their forward vectors{note}",
        (f"{count:,} sequences of modifiers of {head}, to the {direction}, go through them",),
        graph=_make_trace_graph(automaton, 0),
    )
    steps = (first, *(_trace_merge(automaton, step) for step in range(1, len(automaton.steps))))
    return Trace(
        MERGING, f"Merging of the states of ({automaton.head}, {automaton.direction})", sentence.forms, (), steps
    )


def choose_automaton_with_merges(model: HeadAutomata, sentence: Sentence, document: Sequence[Sentence]) -> Automaton:
    """Return the automaton with the most merges among the frequent heads of the sentence, or else of the whole
    document. It has at most the default number of clusters, and the default evidence or else none."""
    tags = set(sentence.column(model.settings.column))
    heads_in_sentence = [candidate_head for candidate_head in model.heads if candidate_head[0] in tags][:_MAX_HEADS]
    candidates = heads_in_sentence + [
        candidate_head for candidate_head in model.heads[:_MAX_HEADS] if candidate_head not in heads_in_sentence
    ]  # candidates that may have merges
    counted_sentences = (
        document
        if any(document_sentence.readable and document_sentence.has_heads for document_sentence in document)
        else None
    )
    hierarchies = [model.cluster_prefixes(head, side, None, counted_sentences) for head, side, _ in candidates]
    for evidence in (DEFAULT_EVIDENCE, 0.0):
        for group in (hierarchies[: len(heads_in_sentence)], hierarchies[len(heads_in_sentence) :]):
            cuts = [
                hierarchy.extract_automaton(clusters, evidence)
                for hierarchy in group
                for clusters in range(DEFAULT_CLUSTERS, 1, -1)
            ]
            best = max(cuts, key=lambda automaton: len(automaton.merges), default=None)
            if best is not None and best.merges:
                return best
    return hierarchies[0].extract_automaton(DEFAULT_CLUSTERS, DEFAULT_EVIDENCE)


def _trace_merge(automaton: Automaton, step: int) -> TraceStep:
    """Describe one merge of two states."""
    merge = automaton.merges[step - 1]
    kept_example, absorbed_example = (automaton.prefixes[prefix].name for prefix in merge.examples)
    kept_count, absorbed_count = merge.counts
    states_left = len(automaton.steps[step].states)
    is_last = step == len(automaton.merges)
    return TraceStep(
        f"{merge.symbol} leads from {merge.source} to {merge.kept} and {merge.gone}: {merge.gone} joins {merge.kept}",
        (
            f"to {merge.kept}: {kept_count:,} sequences, such as {kept_example}; "
            f"to {merge.gone}: {absorbed_count:,}, such as {absorbed_example}",
            f"the smaller share is {100 * min(kept_count, absorbed_count) / (kept_count + absorbed_count):.1f} %; "
            f"a merge needs {100 * automaton.evidence:g} %",
            f"{states_left} states are left" + ("; each symbol now leads to one state only" if is_last else ""),
        ),
        graph=_make_trace_graph(automaton, step),
    )


def _make_trace_graph(automaton: Automaton, step: int) -> TraceGraph:
    """Draw the automaton after `step` merges, without rare edges; the states of the last and the next merge are
    marked."""
    current = automaton.at_step(step)
    just_merged = {automaton.merges[step - 1].kept} if step else set[int]()
    following = automaton.merges[step] if step < len(automaton.merges) else None
    about_to_merge = set[int]() if following is None else {following.kept, following.gone}
    nodes = tuple(
        TraceNode(
            state.number,
            (str(state.number), f"STOP {_format_percent(state.stop)}"),
            state.stop >= 0.5,
            state.number in just_merged,
            state.number in about_to_merge,
        )
        for state in current.states
    )
    busiest = {
        edge.target: edge
        for edge in sorted(current.edges, key=lambda candidate_edge: candidate_edge.count)
        if edge.source != edge.target
    }
    drawn_edges = [
        edge
        for edge in current.edges
        if edge.count >= _MIN_DRAWN_SHARE * current.total or edge is busiest.get(edge.target)
    ]
    return TraceGraph(
        nodes,
        tuple(
            TraceEdge(drawn_edge.source, drawn_edge.target, _format_edge_labels(drawn_edge), drawn_edge.count)
            for drawn_edge in drawn_edges
        ),
    )


def _format_edge_labels(edge: AutomatonEdge) -> tuple[str, ...]:
    """Return the labels of an edge: its most frequent symbols, and the number of others."""
    labels = tuple(f"{move.symbol} {_format_percent(move.frequency)}" for move in edge.moves[:_MAX_SYMBOLS])
    return labels if len(edge.moves) <= _MAX_SYMBOLS else (*labels, f"+{len(edge.moves) - _MAX_SYMBOLS}")


def _format_percent(frequency: float) -> str:
    return f"{100 * frequency:.0f} %"
