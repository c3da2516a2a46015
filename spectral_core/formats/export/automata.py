"""Export of automata to GraphML, Graphviz DOT and TikZ, and the labels shared by all drawings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from math import sqrt

from spectral_core.data.automaton import OUTSIDE, START, Automaton, AutomatonEdge, Prefix, State
from spectral_core.deprecated import keep_old_names, old_keywords
from spectral_core.formats.export.markup import compose_latex_figure, escape_tex, replace_non_xml

STOP_LABEL, AFTER_LABEL, LEAVE_LABEL = "STOP", "after", "leave"

_MAX_EDGE_SYMBOLS = 5  # listed on an edge; rarer ones are only counted
_MAX_INCOMING_SYMBOLS = 3  # listed in a state
_MIN_INCOMING_SHARE = 0.05  # of the sequences that enter a state: rarer symbols are only counted
_THIN, _THICK = 0.5, 3.5  # line widths in points
_ACROSS, _DOWN = 4.2, 2.6  # centimetres between neighbouring states
_OUT_OFFSET = (0.9, -1.1)  # end point of edges to OUTSIDE, relative to the state
_MAX_PREFIX_CHARACTERS = 40  # of a prefix in a state
_DOT_ATTRIBUTES = ("visits", "mass", "stop", "lost")  # of a state in DOT


def format_share(frequency: float) -> str:
    """Format a frequency with two digits and without the leading zero: .52, 1, <.01, 0."""
    if frequency >= 0.995 or frequency == 0:
        return f"{frequency:.0f}"
    return f"{frequency:.2f}"[1:] if frequency >= 0.005 else "<.01"


def format_prefix(prefix: Prefix) -> str:
    """Join the symbols of a prefix, head-outwards; a long one is shortened in the middle."""
    name = prefix.name
    return (
        name
        if len(name) <= _MAX_PREFIX_CHARACTERS
        else f"{name[: _MAX_PREFIX_CHARACTERS // 2]} … {name[-(_MAX_PREFIX_CHARACTERS // 4) :]}"
    )


def count_incoming_symbols(automaton: Automaton, state: State) -> tuple[tuple[str, int], ...]:
    """Return the symbols by which sequences enter a state, with their counts, most frequent first."""
    return _count_symbols(edge for edge in automaton.edges if edge.target == state.number)


def _count_symbols(incoming: Iterable[AutomatonEdge]) -> tuple[tuple[str, int], ...]:
    """Sum the counts of each symbol over these edges, most frequent first."""
    counts: dict[str, int] = {}
    for edge in incoming:
        for transition in edge.moves:
            counts[transition.symbol] = counts.get(transition.symbol, 0) + transition.count
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def describe_incoming_symbols(automaton: Automaton, state: State) -> str:
    """Describe by which symbols sequences enter a state, as in `after DT, PRP$ +1`; rare ones are only counted. START
    for the start state; "" if no sequence enters."""
    return _format_incoming_symbols(state, count_incoming_symbols(automaton, state))


def _format_incoming_symbols(state: State, counts: Sequence[tuple[str, int]]) -> str:
    """Return `describe_incoming_symbols` of a state from the counts of its incoming symbols."""
    if state.number == 0:
        return START
    min_count = _MIN_INCOMING_SHARE * sum(count for _, count in counts)
    names = [
        f'"{symbol}"' if "," in symbol else symbol
        for symbol, count in counts[:_MAX_INCOMING_SYMBOLS]
        if count >= min_count
    ]
    remainder = f" +{len(counts) - len(names)}" if len(counts) > len(names) else ""
    return f"{AFTER_LABEL} {', '.join(names)}{remainder}" if names else ""


def describe_state(automaton: Automaton, state: State) -> tuple[str, ...]:
    """Return the text lines of a state: number, stop probability, and the symbols by which it is entered."""
    return _format_state_lines(state, describe_incoming_symbols(automaton, state))


def describe_states(automaton: Automaton) -> list[tuple[str, ...]]:
    """Return `describe_state` of each state, in one pass over the edges."""
    incoming: defaultdict[int, list[AutomatonEdge]] = defaultdict(list)
    for edge in automaton.edges:
        incoming[edge.target].append(edge)
    return [
        _format_state_lines(state, _format_incoming_symbols(state, _count_symbols(incoming[state.number])))
        for state in automaton.states
    ]


def _format_state_lines(state: State, incoming: str) -> tuple[str, ...]:
    """Return `describe_state` of a state from the description of its incoming symbols."""
    return (str(state.number), f"{STOP_LABEL} {format_share(state.stop)}", *([incoming] if incoming else []))


def describe_edge(edge: AutomatonEdge) -> tuple[str, ...]:
    """Return the text lines of an edge: its symbols with their frequencies and the sum of the rarest; on an edge to
    OUTSIDE, the share of the visits that leave."""
    if edge.target == OUTSIDE:
        return (f"{LEAVE_LABEL} {format_share(edge.frequency)}",)
    lines = [f"{transition.symbol} {format_share(transition.frequency)}" for transition in edge.moves]
    if len(lines) <= _MAX_EDGE_SYMBOLS + 1:
        return tuple(lines)
    rest = sum(transition.frequency for transition in edge.moves[_MAX_EDGE_SYMBOLS:])
    return (*lines[:_MAX_EDGE_SYMBOLS], f"+{len(lines) - _MAX_EDGE_SYMBOLS} {format_share(rest)}")


def is_mostly_final(state: State) -> bool:
    """Return whether at least half of the sequences that arrive stop here: such a state has a double outline."""
    return state.stop >= 0.5


@old_keywords(least="min_share")
def select_edges(automaton: Automaton, min_share: float) -> tuple[AutomatonEdge, ...]:
    """Return the edges taken by at least this share of the sequences, and for each state its most frequent incoming
    edge and, if most sequences continue, its most frequent outgoing one; a self-loop only if no other edge goes out.
    Edges to OUTSIDE come last."""
    edges = (*automaton.edges, *automaton.leaving_edges)
    main_incoming: dict[int, AutomatonEdge] = {}
    main_outgoing: dict[int, AutomatonEdge] = {}
    continuing = {state.number for state in automaton.states if not is_mostly_final(state)}
    for edge in sorted(edges, key=lambda edge: (edge.source == edge.target, -edge.count)):
        if edge.target not in (edge.source, OUTSIDE):
            main_incoming.setdefault(edge.target, edge)
        if edge.source in continuing:
            main_outgoing.setdefault(edge.source, edge)
    min_count = min_share * automaton.total
    main_edges = {id(edge) for edge in (*main_incoming.values(), *main_outgoing.values())}
    return tuple(edge for edge in edges if edge.count >= min_count or id(edge) in main_edges)


@old_keywords(least="min_share")
def compose_automaton_caption(automaton: Automaton, min_share: float = 0.0) -> str:
    """Return the caption of an automaton's drawing in one line: head, step, share that leaves, omitted edges."""
    parts = [f"({automaton.head}, {automaton.direction})"] if automaton.head else []
    clusters = f"{automaton.clusters} cluster{'' if automaton.clusters == 1 else 's'}"
    parts.append(f"{clusters}, {automaton.step} of {len(automaton.merges)} merges")
    parts.append(f"{automaton.total:,} sequences, {100 * automaton.lost_share:.1f} % leave")
    if hidden := len(automaton.edges) + len(automaton.leaving_edges) - len(select_edges(automaton, min_share)):
        parts.append(f"{hidden} rare edge{'' if hidden == 1 else 's'} not drawn")
    return "; ".join(parts)


def scale_line_widths(edges: Sequence[AutomatonEdge]) -> list[float]:
    """Return the line widths of edges in points, proportional to the square roots of their counts."""
    counts = [edge.count for edge in edges]
    largest = max(counts, default=0)
    return [_THIN + (_THICK - _THIN) * sqrt(count / largest) for count in counts]


def automaton_to_graphml(automaton: Automaton) -> str:
    """Convert an automaton to GraphML with typed numbers, for Gephi, yEd and networkx."""
    import networkx as nx

    graph = automaton.to_graph()
    attribute_sets = (
        graph.graph,
        *(attributes for _, attributes in graph.nodes.data()),
        *(attributes for *_, attributes in graph.edges.data()),
    )
    for attributes in attribute_sets:
        for name, value in attributes.items():
            if isinstance(value, str):
                attributes[name] = replace_non_xml(value)
    buffer = BytesIO()
    nx.write_graphml_xml(graph, buffer)
    return buffer.getvalue().decode()


@old_keywords(least="min_share")
def automaton_to_dot(automaton: Automaton, *, min_share: float = 0.0) -> str:
    """Convert an automaton to the DOT language of Graphviz; edges between the same states are joined. Numbers are also
    stored as attributes, which Graphviz ignores and other programs read."""
    edges = select_edges(automaton, min_share)
    node_attributes = automaton.to_graph().nodes
    lines = [
        "digraph automaton {",
        f"  graph [rankdir=LR, label={_quote_dot(compose_automaton_caption(automaton, min_share))}];",
        '  node [shape=ellipse, fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=10];',
        '  start [shape=point, width=0.05, label=""];',
    ]
    for state, text in zip(automaton.states, describe_states(automaton), strict=True):
        attributes = {name: value for name, value in node_attributes[state.number].items() if name in _DOT_ATTRIBUTES}
        peripheries = ", peripheries=2" if is_mostly_final(state) else ""
        lines.append(f"  {state.number} [label={_quote_dot(*text)}{peripheries}{_format_dot_attributes(attributes)}];")
    lines.append("  start -> 0;")
    for edge, width in zip(edges, scale_line_widths(edges), strict=True):
        label = _quote_dot(*describe_edge(edge))
        attributes = {"count": edge.count, "frequency": edge.frequency}
        pen = f"penwidth={width:.2f}"
        target = str(edge.target)
        if edge.target == OUTSIDE:
            target, pen = f"out{edge.source}", "style=dashed"
            lines.append(f'  {target} [shape=none, width=0.1, height=0.1, label="\N{MULTIPLICATION SIGN}"];')
        lines.append(f"  {edge.source} -> {target} [label={label}, {pen}{_format_dot_attributes(attributes)}];")
    return "\n".join((*lines, "}")) + "\n"


def _format_dot_attributes(attributes: Mapping[str, int | float]) -> str:
    """Format node or edge attributes in DOT; numbers are quoted, since DOT has no exponents such as 6e-05."""
    values = {name: f"{value:.6g}" if isinstance(value, float) else str(value) for name, value in attributes.items()}
    return "".join(f', {name}="{value}"' for name, value in values.items())


def _quote_dot(*lines: str) -> str:
    r"""Quote lines as one DOT string, in which \n is a line break and a doubled backslash is a backslash."""
    plain = (" ".join(line.split()).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(plain) + '"'


@old_keywords(least="min_share")
def automaton_to_latex(automaton: Automaton, *, standalone: bool = False, min_share: float = 0.0) -> str:
    """Draw an automaton as a `tikzpicture` with the library automata: states in columns by their distance from the
    start. Their coordinates are in centimetres and easily adjusted by hand. `standalone` makes a document that
    compiles."""
    edges = select_edges(automaton, min_share)
    positions = _lay_out_states(automaton, edges)
    lines = [
        r"\usetikzlibrary{automata, arrows.meta, shapes.geometric}",
        r"\begin{tikzpicture}[",
        r"    >={Stealth[length=5pt, width=4pt]}, initial text={},",
        r"    every state/.style={ellipse, align=center, inner sep=1pt, minimum size=0pt, font=\scriptsize},",
        r"    move/.style={auto, align=center, inner sep=1.5pt, font=\tiny},",
        r"  ]",
    ]
    for state, texts in zip(automaton.states, describe_states(automaton), strict=True):
        options = ["state"] + ["initial"] * (state.number == 0) + ["accepting"] * is_mostly_final(state)
        x, y = positions[state.number]
        text = _join_tex_lines(texts)
        lines.append(rf"  \node[{', '.join(options)}] ({state.number}) at ({x:.1f},{y:.1f}) {{{text}}};")
    pairs = {(edge.source, edge.target) for edge in edges}
    for edge, width in zip(edges, scale_line_widths(edges), strict=True):
        if edge.target == OUTSIDE:
            x, y = positions[edge.source]
            path = rf"({edge.source}) edge[dashed] node[move] {{{_join_tex_lines(describe_edge(edge))}}}"
            lines.append(rf"  \path[->] {path} ({x + _OUT_OFFSET[0]:.1f},{y + _OUT_OFFSET[1]:.1f});")
            continue
        options = [f"line width={width:.2f}pt", *_choose_bend(edge, pairs, positions)]
        text = _join_tex_lines(describe_edge(edge))
        path = rf"({edge.source}) edge[{', '.join(options)}] node[move] {{{text}}} ({edge.target})"
        lines.append(rf"  \path[->] {path};")
    lines.append(r"\end{tikzpicture}")
    symbols = [symbol for prefix in automaton.prefixes for symbol in prefix.symbols]
    symbols += [transition.symbol for edge in edges for transition in edge.moves]
    return compose_latex_figure("tikz", lines, compose_automaton_caption(automaton, min_share), symbols, standalone)


def _join_tex_lines(lines: Sequence[str]) -> str:
    r"""Stack lines in TeX; a star at the beginning of one would be parsed as part of the \\ before it."""
    return r"\\".join("{}" * line.startswith("*") + escape_tex(line) for line in lines)


def _choose_bend(
    edge: AutomatonEdge, pairs: set[tuple[int, int]], positions: dict[int, tuple[float, float]]
) -> tuple[str, ...]:
    """Return the TikZ options that keep an edge away from its reverse and from states between its ends."""
    if edge.source == edge.target:
        return ("loop above",)
    (x, y), (to_x, to_y) = positions[edge.source], positions[edge.target]
    if (edge.target, edge.source) in pairs:
        return ("bend left=18",)
    if x == to_x or (y == to_y and abs(to_x - x) > _ACROSS + 0.1):  # there may be states between them
        return ("bend left=28",)
    return ()


def _lay_out_states(automaton: Automaton, edges: Sequence[AutomatonEdge]) -> dict[int, tuple[float, float]]:
    """Return the coordinates of each state in centimetres: columns by distance from the start, each ordered by the
    states' main predecessors."""
    import networkx as nx

    edges = [edge for edge in edges if edge.target != OUTSIDE]
    graph = nx.DiGraph([(edge.source, edge.target) for edge in edges])
    graph.add_nodes_from([0])
    outgoing = defaultdict[int, list[AutomatonEdge]](list)
    for edge in edges:
        outgoing[edge.source].append(edge)
    columns: list[list[int]] = []
    for layer in nx.bfs_layers(graph, 0):
        layer_states = set(layer)
        # by state: minus the count of its most frequent incoming edge, and the row which that comes from
        main_predecessors: dict[int, tuple[int, int]] = {}
        for row, source in enumerate(columns[-1] if columns else ()):
            for edge in outgoing[source]:
                if edge.target in layer_states:
                    predecessor = (-edge.count, row)
                    main_predecessors[edge.target] = min(main_predecessors.get(edge.target, (0, 0)), predecessor)
        columns.append(sorted(layer, key=lambda state: (main_predecessors.get(state, (0, 0))[1], state)))
    reached = {state for column in columns for state in column}
    columns.append([state.number for state in automaton.states if state.number not in reached])
    return {
        state: (column_index * _ACROSS, ((len(column) - 1) / 2 - row) * _DOWN)
        for column_index, column in enumerate(columns)
        for row, state in enumerate(column)
    }


keep_old_names(__name__)
