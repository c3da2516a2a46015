"""An automaton in words: what a state or an edge is, what a merge joined; for cards, lists and screen readers."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.data.automaton import OUT, Automaton, AutomatonEdge, Merge, State
from spectral_core.data.structure import CONSTITUENTS, STRUCTURES
from spectral_core.engine import Cut
from spectral_core.formats.export.automata import arrival_name, arrivals, prefix_name, share
from spectral_gui.resources import counted, translating

_tr = translating("exploring")

_LISTED = 30  # prefixes or symbols on a card
_ARRIVALS = 6


def state_title(automaton: Automaton, state: State) -> str:
    prefixes = [prefix_name(automaton.prefixes[at]) for at in state.prefixes]
    more = f" +{len(prefixes) - 2}" if len(prefixes) > 2 else ""
    listed = f"{', '.join(prefixes[:2])}{more}"
    arrival = arrival_name(automaton, state)
    parts = [arrival, f"({listed})" if listed and listed != arrival else ""]
    stop = _tr("; stop {0}").format(share(state.stop))
    return _tr("State {0}: {1}{2}").format(state.number, " ".join(filter(None, parts)), stop)


def edge_title(edge: AutomatonEdge) -> str:
    symbols = ", ".join(f"{move.symbol} {share(move.frequency)}" for move in edge.moves[:3])
    more = f" +{len(edge.moves) - 3}" if len(edge.moves) > 3 else ""
    if edge.target == OUT:
        return _tr("Out of {0}: {1}{2}").format(edge.source, symbols, more)
    return _tr("Edge {0} → {1}: {2}{3}").format(edge.source, edge.target, symbols, more)


def state_card(automaton: Automaton, state: State) -> str:
    lines = [
        _tr("State {0}").format(state.number),
        counted(_tr("{0} visit(s)").format(f"{state.visits:,}"), state.visits),
        _tr("{0} of all visits").format(share(state.mass)),
        _tr("Stop: {0}").format(share(state.stop)),
        _tr("{0} leave the automaton here").format(f"{state.lost:,}"),
        *_arrival_lines(automaton, state),
        "",
        _tr("Prefixes with their counts ({0}):").format(len(state.prefixes)),
    ]
    prefixes = [automaton.prefixes[at] for at in state.prefixes]
    lines += [f"{prefix_name(prefix)}  {prefix.count:,}" for prefix in prefixes[:_LISTED]]
    return "\n".join(_cut(lines, len(prefixes)))


def edge_card(edge: AutomatonEdge) -> str:
    out = _tr("Out of state {0}: no edge carries what comes next").format(edge.source)
    lines = [
        out if edge.target == OUT else _tr("Edge {0} → {1}").format(edge.source, edge.target),
        counted(_tr("{0} passage(s)").format(f"{edge.count:,}"), edge.count),
        _tr("{0} of the visits to state {1}").format(share(edge.frequency), edge.source),
        "",
        _tr("Symbols, with frequencies and counts:"),
    ]
    lines += [f"{move.symbol}  {share(move.frequency)}  {move.count:,}" for move in edge.moves[:_LISTED]]
    return "\n".join(_cut(lines, len(edge.moves)))


def merge_title(automaton: Automaton, number: int) -> str:
    """A line on the merge that leads to step `number`; 0 is before the first."""
    if not number:
        return _tr("0: {0} clusters as they were found").format(automaton.clusters)
    merge: Merge = automaton.merges[number - 1]
    examples = [prefix_name(automaton.prefixes[at]) for at in merge.examples]
    return _tr("{0}: {1} joins {2}, for {3} leads from {4} to both ({5}: {6}; {7}: {8})").format(
        number, merge.gone, merge.kept, merge.symbol, merge.source, examples[0], merge.counts[0], examples[1],
        merge.counts[1],
    )  # fmt: skip


def automaton_title(automaton: Automaton) -> str:
    parts = [
        counted(_tr("{0} state(s)").format(len(automaton.states)), len(automaton.states)),
        counted(_tr("{0} edge(s)").format(len(automaton.edges)), len(automaton.edges)),
        counted(_tr("{0} sequence(s)").format(f"{automaton.total:,}"), automaton.total),
        _tr("{0} % of them leave").format(f"{100 * automaton.lost:.1f}"),
        _tr("deterministic") if automaton.deterministic else _tr("not deterministic yet"),
    ]
    if automaton.unreachable:
        parts.append(_tr("not reached from the start: {0}").format(" ".join(map(str, automaton.unreachable))))
    if automaton.dead_ends:
        parts.append(_tr("no sequence ends after: {0}").format(" ".join(map(str, automaton.dead_ends))))
    return ", ".join(parts)


def cut_line(cut: Cut, annotated: Sentence) -> str:
    """A line on a tree by fewer states: how far it differs from that by all, and agrees with the annotation."""
    structure = STRUCTURES[cut.structure]
    differ = _tr("rank {0} of {1}: {2} of {3} heads differ from rank {1}")
    if structure is CONSTITUENTS:
        differ = _tr("rank {0} of {1}: {2} of {3} phrases differ from rank {1}")
    parts = [differ.format(cut.states, cut.most, len(cut.moved), len(structure.parts(cut.tree)))]
    judged = structure.judged(cut.tree, annotated)
    if judged:
        agreeing = sum(right for _, right in judged)
        parts.append(_tr("{0} of {1} agree with the annotation").format(agreeing, len(judged)))
    return "; ".join(parts)


def clipped_line(cut: Cut) -> str:
    """A line on what of the estimate had to be clipped."""
    if cut.structure == CONSTITUENTS.name:
        told = _tr("{0} sum(s) without meaning in this sentence").format(f"{cut.clipped:,}")
        return counted(told, cut.clipped) if cut.clipped else ""
    clipped = _tr("{0} stopping score(s) clipped in this sentence").format(f"{cut.clipped:,}")
    without = _tr("{0} modifier sequence(s) that it was learnt from without a positive score")
    without = without.format(f"{cut.meaningless:,}")
    return f"{counted(clipped, cut.clipped)}; {counted(without, cut.meaningless)}"


def cut_outline(cut: Cut) -> str:
    """The tree of a cut model a word a line, for those who do not see it."""
    if cut.structure == CONSTITUENTS.name:
        return str(cut.tree.tree)
    rows = []
    for word, (form, head) in enumerate(zip(cut.tree.forms, cut.tree.heads, strict=True), 1):
        above = _tr("the root") if not head else f"{head} {cut.tree.forms[head - 1]}"
        differs = _tr("; differs") if word in cut.moved else ""
        rows.append(_tr("{0} {1} below {2}{3}").format(word, form, above, differs))
    return "\n".join(rows)


def _arrival_lines(automaton: Automaton, state: State) -> list[str]:
    rows = arrivals(automaton, state)
    if not rows:
        return []
    named = ", ".join(f"{symbol} {count:,}" for symbol, count in rows[:_ARRIVALS])
    more = f" +{len(rows) - _ARRIVALS}" if len(rows) > _ARRIVALS else ""
    return [_tr("after {0}{1}").format(named, more)]


def _cut(lines: list[str], all_of_them: int) -> list[str]:
    more = all_of_them - _LISTED
    return [*lines, _tr("and {0} more").format(more)] if more > 0 else lines
