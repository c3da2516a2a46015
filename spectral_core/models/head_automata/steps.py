"""The merging of an automaton's states, merge by merge, as the automaton of a head keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton, AutomatonEdge
from spectral_core.data.trace import Trace, TraceEdge, TraceGraph, TraceNode, TraceStep
from spectral_core.models.automata import CLUSTERS, EVIDENCE

if TYPE_CHECKING:
    from spectral_core.models.head_automata.model import HeadAutomata

MERGING = "merging"
_HEADS = 6  # whose automata are looked at
_SYMBOLS = 3  # on an edge
_LEAST = 0.01  # of the sequences: rarer edges are not drawn, but for the busiest to each state


def merging_steps(model: HeadAutomata, sentence: Sentence, among: Sequence[Sentence]) -> Trace:
    """How clusters of prefixes become a deterministic automaton."""
    found = most_merged(model, sentence, among)
    done = "" if found.merges else ": each symbol leads to one of them only, and none are merged"
    first = TraceStep(
        f"The {found.clusters} clusters of {len(found.prefixes)} prefixes, as their forward vectors lie together{done}",
        (f"{found.total:,} sequences of modifiers of {found.head}, to the {found.direction}, go through them",),
        graph=_graph(found, 0),
    )
    made = (first, *(_merged(found, step) for step in range(1, len(found.steps))))
    return Trace(MERGING, f"Merging of the states of ({found.head}, {found.direction})", sentence.forms, (), made)


def most_merged(model: HeadAutomata, sentence: Sentence, among: Sequence[Sentence]) -> Automaton:
    """Of the automata of the frequent heads of the sentence, or where nothing is merged in these, of its document, with
    so many clusters at most as are usual, the one with the most merges; with the evidence that is usual, or none."""
    tags = set(sentence.column(model.settings.column))
    own = [row for row in model.heads if row[0] in tags][:_HEADS]
    rows = own + [row for row in model.heads[:_HEADS] if row not in own]  # of which one may have merges
    followed = among if any(one.readable and one.has_heads for one in among) else None
    hierarchies = [model.hierarchy(head, side, None, followed) for head, side, _ in rows]
    for evidence in (EVIDENCE, 0.0):
        for part in (hierarchies[: len(own)], hierarchies[len(own) :]):
            cuts = [one.cut(clusters, evidence) for one in part for clusters in range(CLUSTERS, 1, -1)]
            best = max(cuts, key=lambda one: len(one.merges), default=None)
            if best is not None and best.merges:
                return best
    return hierarchies[0].cut(CLUSTERS, EVIDENCE)


def _merged(found: Automaton, step: int) -> TraceStep:
    merge = found.merges[step - 1]
    one, other = (found.prefixes[at].name for at in merge.examples)
    stays, goes = merge.counts
    left = len(found.steps[step].states)
    last = step == len(found.merges)
    return TraceStep(
        f"{merge.symbol} leads from {merge.source} to {merge.kept} and {merge.gone}: {merge.gone} joins {merge.kept}",
        (
            f"to {merge.kept}: {stays:,} sequences, such as {one}; to {merge.gone}: {goes:,}, such as {other}",
            f"the smaller share is {100 * min(stays, goes) / (stays + goes):.1f} %; "
            f"a merge needs {100 * found.evidence:g} %",
            f"{left} states are left" + ("; each symbol now leads to one state only" if last else ""),
        ),
        graph=_graph(found, step),
    )


def _graph(found: Automaton, step: int) -> TraceGraph:
    now = found.at(step)
    made = {found.merges[step - 1].kept} if step else set[int]()
    following = found.merges[step] if step < len(found.merges) else None
    ahead = set[int]() if following is None else {following.kept, following.gone}
    nodes = tuple(
        TraceNode(
            one.number, (str(one.number), f"STOP {_share(one.stop)}"), one.stop >= 0.5, one.number in made,
            one.number in ahead,
        )
        for one in now.states
    )  # fmt: skip
    busiest = {edge.target: edge for edge in sorted(now.edges, key=lambda one: one.count) if edge.source != edge.target}
    drawn = [edge for edge in now.edges if edge.count >= _LEAST * now.total or edge is busiest.get(edge.target)]
    return TraceGraph(nodes, tuple(TraceEdge(one.source, one.target, _lines(one), one.count) for one in drawn))


def _lines(edge: AutomatonEdge) -> tuple[str, ...]:
    shown = tuple(f"{move.symbol} {_share(move.frequency)}" for move in edge.moves[:_SYMBOLS])
    return shown if len(edge.moves) <= _SYMBOLS else (*shown, f"+{len(edge.moves) - _SYMBOLS}")


def _share(frequency: float) -> str:
    return f"{100 * frequency:.0f} %"
