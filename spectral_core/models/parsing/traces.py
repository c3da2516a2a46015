"""Traces of parsing algorithms: Eisner's search for the best tree, and merging of the states of a head automaton."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton, AutomatonEdge
from spectral_core.data.trace import (
    TableCell,
    Trace,
    TraceEdge,
    TraceGraph,
    TraceNode,
    TraceStep,
    TraceTable,
    WordLink,
    quote_words,
)
from spectral_core.errors import DataError
from spectral_core.models.automaton_extraction import DEFAULT_CLUSTERS, DEFAULT_EVIDENCE, PrefixClustering

if TYPE_CHECKING:
    from spectral_core.models.parsing.auxiliary_models import CompanionSettings
    from spectral_core.structured.kernel_tracer import ArrayWrite

EISNER = "eisner"
_HALF_TABLE, _ARC_TABLE = range(2)  # indexes of the tables of a trace
_TRACED_ARRAYS = ("arc_right", "arc_left", "half_right", "half_left", "heads")
MERGING = "merging"
_MAX_HEADS = 6  # most frequent automata among which the one to trace is chosen
_MAX_SYMBOLS = 3  # shown on an edge
_MIN_DRAWN_SHARE = 0.01  # share of sequences below which edges are hidden, except the busiest into each state


def trace_eisner(arcs: Floats, words: Sequence[str]) -> Trace:
    """Trace the search for the tree with the largest sum of `arcs` (words + 1, words) [head, modifier] (Eisner
    1996)."""
    from spectral_core.structured.eisner.inside_outside_kernels import best_tree
    from spectral_core.structured.kernel_tracer import KernelTracer

    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    forms, heads = tuple(words), np.zeros(len(words), dtype=np.int64)
    uncompiled = KernelTracer(*(("best_tree", name) for name in _TRACED_ARRAYS))
    uncompiled.as_python(best_tree)(np.ascontiguousarray(arcs), heads)
    steps = [TraceStep("The scores of all arcs, from their heads (rows) to their modifiers: posteriors over all trees")]
    links: list[WordLink] = []
    for write in uncompiled.take_writes():
        if write.array == "heads":
            steps.append(_record_chosen_arc(write, forms, arcs, links))
        else:
            steps.append(
                _describe_incomplete_span(write, forms)
                if write.array.startswith("arc")
                else _describe_complete_span(write, forms)
            )
    size = len(forms)
    initial = tuple(tuple(0.0 if row == column else None for column in range(size)) for row in range(size))
    tables = (
        TraceTable("Best half tree, from its head (row) to its edge", forms, forms, initial),
        TraceTable("Scores of arcs", ("ROOT", *forms), forms, tuple(map(tuple, arcs.tolist())), is_heat_map=True),
    )
    return Trace(EISNER, "Eisner's search", forms, tables, tuple(steps))


def _describe_incomplete_span(write: ArrayWrite, forms: Sequence[str]) -> TraceStep:
    """Describe an incomplete span: an arc over two adjacent half trees."""
    head, word = write.index
    low, high, split = *sorted(write.index), int(write.local_numbers["split"])
    halves_score = write.local_numbers["value"]
    arc = write.value - halves_score
    halves = (WordLink("half", low, split), WordLink("half", high, split + 1))
    return TraceStep(
        f"An arc from {quote_words([forms[head]])} to {quote_words([forms[word]])}: their half trees meet best behind "
        f"{quote_words([forms[split]])}",
        (
            f"open({head + 1}, {word + 1}) = max over k of half({low + 1}, k) + half({high + 1}, k + 1) + arc",
            f"= {halves_score:.3f} + {arc:.3f} = {write.value:.3f}",
        ),
        read_cells=(
            TableCell(_HALF_TABLE, low, split),
            TableCell(_HALF_TABLE, high, split + 1),
            TableCell(_ARC_TABLE, head + 1, word),
        ),
        links=(*halves, WordLink("open", head, word, True)),
    )


def _describe_complete_span(write: ArrayWrite, forms: Sequence[str]) -> TraceStep:
    """Describe a complete span, a half tree: its outermost arc, and the half tree beyond it."""
    head, edge = write.index
    last = int(write.local_numbers["split"])
    behind = quote_words(forms[min(last, edge) : max(last, edge) + 1])
    head_word, edge_word, last_word = (quote_words([forms[word]]) for word in (head, edge, last))
    return TraceStep(
        f"{head_word} as far as {edge_word}: its last arc goes best to {last_word}",
        (
            f"half({head + 1}, {edge + 1}) = max over k of open({head + 1}, k) + half(k, {edge + 1})",
            f"= {write.value:.3f}, where k = {last + 1} has {behind}",
        ),
        ((TableCell(_HALF_TABLE, head, edge), write.value),),
        (TableCell(_HALF_TABLE, last, edge),) if last != edge else (),
        (WordLink("open", head, last), WordLink("half", last, edge), WordLink("half", head, edge, True)),
    )


def _record_chosen_arc(write: ArrayWrite, forms: Sequence[str], arcs: Floats, links: list[WordLink]) -> TraceStep:
    """Add a chosen arc of the best tree to `links`, and return the step that shows it with those chosen before."""
    (word,), head = write.index, int(write.value)
    before = tuple(links)
    links.append(WordLink("arc", head - 1, word))
    head_text = "the root" if head == 0 else quote_words([forms[head - 1]])
    return TraceStep(
        f"Chosen: {head_text} is the head of {quote_words([forms[word]])}",
        (f"score of the arc = {arcs[head, word]:.3f}",),
        read_cells=(TableCell(_ARC_TABLE, head, word),),
        links=(*before, WordLink("arc", head - 1, word, True)),
    )


class HasPrefixClusterings(Protocol):
    """Clusters the prefixes of modifier sequences, as split head automata do."""

    @property
    def settings(self) -> CompanionSettings: ...

    @property
    def heads(self) -> tuple[tuple[str, str, int], ...]: ...

    def cluster_prefixes(
        self, head: str, direction: str, minimum: int | None, sentences: Sequence[Sentence] | None
    ) -> PrefixClustering: ...


def trace_state_merging(model: HasPrefixClusterings, sentence: Sentence, document: Sequence[Sentence]) -> Trace:
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


def choose_automaton_with_merges(
    model: HasPrefixClusterings, sentence: Sentence, document: Sequence[Sentence]
) -> Automaton:
    """Return the automaton with the most merges among the frequent heads of the sentence, or else of the whole
    document; sequences are those of the document, or of the training text if that has too few. It has at most the
    default number of clusters, and the default evidence or else none."""
    tags = set(sentence.column(model.settings.column))
    heads_in_sentence = [candidate for candidate in model.heads if candidate[0] in tags][:_MAX_HEADS]
    other_heads = [candidate for candidate in model.heads[:_MAX_HEADS] if candidate not in heads_in_sentence]
    has_document_heads = any(counted.is_readable and counted.has_heads for counted in document)
    groups: list[list[PrefixClustering]] = []
    for counted_sentences in (document, None) if has_document_heads else (None,):
        groups = [
            _cluster_frequent_prefixes(model, heads, counted_sentences) for heads in (heads_in_sentence, other_heads)
        ]
        if any(groups):
            break
    if not any(groups):
        raise DataError(
            "there is nothing to step through: no head has enough sequences of modifiers; open a longer document, or "
            "learn from more text"
        )
    for evidence in (DEFAULT_EVIDENCE, 0.0):
        for group in groups:
            cuts = [
                hierarchy.extract_automaton(clusters, evidence)
                for hierarchy in group
                for clusters in range(DEFAULT_CLUSTERS, 1, -1)
            ]
            best = max(cuts, key=lambda automaton: len(automaton.merges), default=None)
            if best is not None and best.merges:
                return best
    first = next(hierarchy for group in groups for hierarchy in group)
    return first.extract_automaton(DEFAULT_CLUSTERS, DEFAULT_EVIDENCE)


def _cluster_frequent_prefixes(
    model: HasPrefixClusterings, heads: Sequence[tuple[str, str, int]], sentences: Sequence[Sentence] | None
) -> list[PrefixClustering]:
    """Return the clusterings of the heads that have enough sequences in these sentences, or in the training text."""
    hierarchies = []
    for head, side, _ in heads:
        try:
            hierarchies.append(model.cluster_prefixes(head, side, None, sentences))
        except DataError:  # too few sequences of this head
            continue
    return hierarchies


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
    current = automaton.after_merges(step)
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
