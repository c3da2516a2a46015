"""Descriptions of automata and of rank-truncated models, for cards, lists and screen readers."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.data.automaton import OUTSIDE, Automaton, AutomatonEdge, Merge, State
from spectral_core.data.structure import CONSTITUENTS, STRUCTURES
from spectral_core.engine import TruncatedParse
from spectral_core.formats.export.automata import (
    count_incoming_symbols,
    describe_incoming_symbols,
    format_prefix,
    format_share,
)
from spectral_gui.text_display import make_translator, resolve_plural

_tr = make_translator("exploring")

_MAX_LISTED = 30  # prefixes or symbols on a card
_MAX_INCOMING_SYMBOLS = 6


def describe_state(automaton: Automaton, state: State) -> str:
    """Describe a state in a line: the symbols or prefixes that lead to it, and its stopping probability."""
    prefixes = [format_prefix(automaton.prefixes[index]) for index in state.prefixes]
    more = f" +{len(prefixes) - 2}" if len(prefixes) > 2 else ""
    listed = f"{', '.join(prefixes[:2])}{more}"
    incoming_symbols = describe_incoming_symbols(automaton, state)
    parts = [incoming_symbols, f"({listed})" if listed and listed != incoming_symbols else ""]
    stop = _tr("; stop {0}").format(format_share(state.stop))
    return _tr("State {0}: {1}{2}").format(state.number, " ".join(filter(None, parts)), stop)


def describe_edge(edge: AutomatonEdge) -> str:
    """Describe an edge in a line, with its most frequent symbols."""
    symbols = ", ".join(f"{move.symbol} {format_share(move.frequency)}" for move in edge.moves[:3])
    more = f" +{len(edge.moves) - 3}" if len(edge.moves) > 3 else ""
    if edge.target == OUTSIDE:
        return _tr("Out of {0}: {1}{2}").format(edge.source, symbols, more)
    return _tr("Edge {0} → {1}: {2}{3}").format(edge.source, edge.target, symbols, more)


def format_state_card(automaton: Automaton, state: State) -> str:
    """Return the details of a state as lines of text: visits, stopping probability, incoming symbols and prefixes."""
    lines = [
        _tr("State {0}").format(state.number),
        resolve_plural(_tr("{0} visit(s)").format(f"{state.visits:,}"), state.visits),
        _tr("{0} of all visits").format(format_share(state.mass)),
        _tr("Stop: {0}").format(format_share(state.stop)),
        _tr("{0} leave the automaton here").format(f"{state.lost:,}"),
        *_format_incoming_symbols(automaton, state),
        "",
        _tr("Prefixes with their counts ({0}):").format(len(state.prefixes)),
    ]
    prefixes = [automaton.prefixes[index] for index in state.prefixes]
    lines += [f"{format_prefix(prefix)}  {prefix.count:,}" for prefix in prefixes[:_MAX_LISTED]]
    return "\n".join(_append_omitted_count(lines, len(prefixes)))


def format_edge_card(edge: AutomatonEdge) -> str:
    """Return the details of an edge as lines of text: passages, frequency and symbols."""
    exit_title = _tr("No edge for the next symbol from state {0}").format(edge.source)
    lines = [
        exit_title if edge.target == OUTSIDE else _tr("Edge {0} → {1}").format(edge.source, edge.target),
        resolve_plural(_tr("{0} passage(s)").format(f"{edge.count:,}"), edge.count),
        _tr("{0} of the visits to state {1}").format(format_share(edge.frequency), edge.source),
        "",
        _tr("Symbols, with frequencies and counts:"),
    ]
    lines += [f"{move.symbol}  {format_share(move.frequency)}  {move.count:,}" for move in edge.moves[:_MAX_LISTED]]
    return "\n".join(_append_omitted_count(lines, len(edge.moves)))


def describe_merge(automaton: Automaton, number: int) -> str:
    """Describe in a line the merge that leads to step `number`; for step 0, the initial clusters."""
    if not number:
        return _tr("0: the {0} initial clusters").format(automaton.clusters)
    merge: Merge = automaton.merges[number - 1]
    examples = [format_prefix(automaton.prefixes[index]) for index in merge.examples]
    return _tr("{0}: merge {1} into {2}, since {3} leads from {4} to both ({5}: {6}; {7}: {8})").format(
        number, merge.gone, merge.kept, merge.symbol, merge.source, examples[0], merge.counts[0], examples[1],
        merge.counts[1],
    )  # fmt: skip


def describe_automaton(automaton: Automaton) -> str:
    """Describe an automaton in a line: its size, its losses, and states that are unreachable or dead ends."""
    parts = [
        resolve_plural(_tr("{0} state(s)").format(len(automaton.states)), len(automaton.states)),
        resolve_plural(_tr("{0} edge(s)").format(len(automaton.edges)), len(automaton.edges)),
        resolve_plural(_tr("{0} sequence(s)").format(f"{automaton.total:,}"), automaton.total),
        _tr("{0} % of them leave").format(f"{100 * automaton.lost_share:.1f}"),
        _tr("deterministic") if automaton.is_deterministic else _tr("not deterministic yet"),
    ]
    if automaton.unreachable:
        parts.append(_tr("not reached from the start: {0}").format(" ".join(map(str, automaton.unreachable))))
    if automaton.dead_ends:
        parts.append(_tr("no sequence ends after: {0}").format(" ".join(map(str, automaton.dead_ends))))
    return ", ".join(parts)


def describe_truncated_parse(truncated: TruncatedParse, annotated: Sentence) -> str:
    """Describe in a line a parse at lower rank: its difference from full rank, and its agreement with the
    annotation."""
    structure = STRUCTURES[truncated.structure]
    template = _tr("rank {0} of {1}: {2} of {3} heads differ from rank {1}")
    if structure is CONSTITUENTS:
        template = _tr("rank {0} of {1}: {2} of {3} phrases differ from rank {1}")
    parts = [
        template.format(
            truncated.states, truncated.max_states, len(truncated.changed_parts), len(structure.parts(truncated.tree))
        )
    ]
    judgements = structure.compare_to_gold(truncated.tree, annotated)
    if judgements:
        correct = sum(right for _, right in judgements)
        parts.append(_tr("{0} of {1} agree with the annotation").format(correct, len(judgements)))
    return "; ".join(parts)


def describe_clipping(truncated: TruncatedParse) -> str:
    """Describe in a line how many invalid scores of the spectral estimate were clipped."""
    if truncated.structure == CONSTITUENTS.name:
        template = _tr("{0} invalid sum(s) in this sentence").format(f"{truncated.clipped:,}")
        return resolve_plural(template, truncated.clipped) if truncated.clipped else ""
    clipped = _tr("{0} stopping score(s) clipped in this sentence").format(f"{truncated.clipped:,}")
    without_score = _tr("{0} training sequence(s) of modifiers without a positive score")
    without_score = without_score.format(f"{truncated.unscored_sequences:,}")
    return (
        f"{resolve_plural(clipped, truncated.clipped)}; {resolve_plural(without_score, truncated.unscored_sequences)}"
    )


def format_parse_as_text(truncated: TruncatedParse) -> str:
    """Return the parse of a truncated model as text, one word per line, for screen readers."""
    if truncated.structure == CONSTITUENTS.name:
        return str(truncated.tree.tree)
    lines = []
    for word, (form, head) in enumerate(zip(truncated.tree.forms, truncated.tree.heads, strict=True), 1):
        head_text = _tr("the root") if not head else f"{head} {truncated.tree.forms[head - 1]}"
        difference = _tr("; differs") if word in truncated.changed_parts else ""
        lines.append(_tr("{0} {1} below {2}{3}").format(word, form, head_text, difference))
    return "\n".join(lines)


def _format_incoming_symbols(automaton: Automaton, state: State) -> list[str]:
    """Return a line with the most frequent symbols that lead to a state; no line if none does."""
    symbol_counts = count_incoming_symbols(automaton, state)
    if not symbol_counts:
        return []
    listed = ", ".join(f"{symbol} {count:,}" for symbol, count in symbol_counts[:_MAX_INCOMING_SYMBOLS])
    more = f" +{len(symbol_counts) - _MAX_INCOMING_SYMBOLS}" if len(symbol_counts) > _MAX_INCOMING_SYMBOLS else ""
    return [_tr("after {0}{1}").format(listed, more)]


def _append_omitted_count(lines: list[str], total: int) -> list[str]:
    """Append a line that says how many of `total` items a card does not list, if any."""
    more = total - _MAX_LISTED
    return [*lines, _tr("and {0} more").format(more)] if more > 0 else lines
