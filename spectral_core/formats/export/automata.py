"""An automaton in GraphML, in Graphviz's DOT and as a figure of TikZ; and the short texts that every drawing has."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from math import sqrt

from spectral_core.data.automaton import OUT, START, Automaton, AutomatonEdge, Prefix, State
from spectral_core.formats.export.tex import escaped, figure

STOP, AFTER, LEAVE = "STOP", "after", "leave"

_SYMBOLS = 5  # on an edge; what is rarer is counted
_ARRIVALS = 3  # in a state
_SELDOM = 0.05  # of what arrives: a symbol below that is only counted
_THIN, _THICK = 0.5, 3.5  # points
_ACROSS, _DOWN = 4.2, 2.6  # centimetres between two states of a figure
_OUT = (0.9, -1.1)  # from a state to where its sequences leave
_WIDEST = 40  # letters of a prefix in a state
_TOLD = ("visits", "mass", "stop", "lost")  # of a state, in DOT
_NOT_XML = re.compile("[^\\t\\n -\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def share(frequency: float) -> str:
    """A frequency with two digits and without its zero: .52, 1, <.01, 0."""
    if frequency >= 0.995 or frequency == 0:
        return f"{frequency:.0f}"
    return f"{frequency:.2f}"[1:] if frequency >= 0.005 else "<.01"


def prefix_name(prefix: Prefix) -> str:
    """The symbols of a prefix, head-outwards; a long one is cut in the middle."""
    name = prefix.name
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST // 2]} … {name[-_WIDEST // 4 :]}"


def arrivals(automaton: Automaton, state: State) -> tuple[tuple[str, int], ...]:
    """The symbols after which sequences are in a state, with how many passed, most first."""
    return _count_arrivals(edge for edge in automaton.edges if edge.target == state.number)


def _count_arrivals(into: Iterable[AutomatonEdge]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for edge in into:
        for move in edge.moves:
            counts[move.symbol] = counts.get(move.symbol, 0) + move.count
    return tuple(sorted(counts.items(), key=lambda row: (-row[1], row[0])))


def arrival_name(automaton: Automaton, state: State) -> str:
    """When a sequence is in a state, as in `after DT, PRP$ +1`: its last symbols, of which seldom ones are counted.
    Before anything was generated START; "" where nothing comes."""
    return _name_arrivals(state, arrivals(automaton, state))


def _name_arrivals(state: State, rows: Sequence[tuple[str, int]]) -> str:
    if state.number == 0:
        return START
    seldom = _SELDOM * sum(count for _, count in rows)
    named = [f'"{symbol}"' if "," in symbol else symbol for symbol, count in rows[:_ARRIVALS] if count >= seldom]
    more = f" +{len(rows) - len(named)}" if len(rows) > len(named) else ""
    return f"{AFTER} {', '.join(named)}{more}" if named else ""


def state_lines(automaton: Automaton, state: State) -> tuple[str, ...]:
    """What stands in a state: its number, how often sequences stop there, the symbols after which they are there."""
    return _list_lines(state, arrival_name(automaton, state))


def lines_of_states(automaton: Automaton) -> list[tuple[str, ...]]:
    """Return `state_lines` of each state, in one pass over the edges."""
    into: defaultdict[int, list[AutomatonEdge]] = defaultdict(list)
    for edge in automaton.edges:
        into[edge.target].append(edge)
    return [
        _list_lines(state, _name_arrivals(state, _count_arrivals(into[state.number]))) for state in automaton.states
    ]


def _list_lines(state: State, arrival: str) -> tuple[str, ...]:
    return (str(state.number), f"{STOP} {share(state.stop)}", *([arrival] if arrival else []))


def edge_lines(edge: AutomatonEdge) -> tuple[str, ...]:
    """What stands at an edge: its symbols with their frequencies, and how much the rarest have together; where it leads
    out, how much leaves."""
    if edge.target == OUT:
        return (f"{LEAVE} {share(edge.frequency)}",)
    lines = [f"{move.symbol} {share(move.frequency)}" for move in edge.moves]
    if len(lines) <= _SYMBOLS + 1:
        return tuple(lines)
    rest = sum(move.frequency for move in edge.moves[_SYMBOLS:])
    return (*lines[:_SYMBOLS], f"+{len(lines) - _SYMBOLS} {share(rest)}")


def stops_mostly(state: State) -> bool:
    """Whether at least half of the sequences that come here end: such a state has a double line."""
    return state.stop >= 0.5


def drawn_edges(automaton: Automaton, least: float) -> tuple[AutomatonEdge, ...]:
    """The edges that at least this share of the sequences passes, and of each state that by which most arrive and that
    by which most go on where most do; those by which sequences leave the automaton come last."""
    every = (*automaton.edges, *automaton.leaving)
    into: dict[int, AutomatonEdge] = {}
    onwards: dict[int, AutomatonEdge] = {}
    going = {state.number for state in automaton.states if not stops_mostly(state)}
    for edge in every:
        if edge.source != edge.target and edge.count > getattr(into.get(edge.target), "count", 0):
            into[edge.target] = edge
        if edge.source in going and edge.count > getattr(onwards.get(edge.source), "count", 0):
            onwards[edge.source] = edge
    into.pop(OUT, None)
    least *= automaton.total
    busy = {id(edge) for edge in (*into.values(), *onwards.values())}
    return tuple(edge for edge in every if edge.count >= least or id(edge) in busy)


def caption(automaton: Automaton, least: float = 0.0) -> str:
    """What was drawn, in a line: the head, the step, the mass that leaves, what was left out."""
    parts = [f"({automaton.head}, {automaton.direction})"] if automaton.head else []
    parts.append(f"{automaton.clusters} clusters, {automaton.step} of {len(automaton.merges)} merges")
    parts.append(f"{automaton.total:,} sequences, {100 * automaton.lost:.1f} % leave")
    if hidden := len(automaton.edges) + len(automaton.leaving) - len(drawn_edges(automaton, least)):
        parts.append(f"{hidden} rare edge{'' if hidden == 1 else 's'} not drawn")
    return "; ".join(parts)


def line_widths(edges: Sequence[AutomatonEdge]) -> list[float]:
    """The widths of the lines of edges in points: their roots grow with how many sequences pass."""
    counts = [edge.count for edge in edges]
    most = max(counts, default=0)
    return [_THIN + (_THICK - _THIN) * sqrt(count / most) for count in counts]


def graphml_automaton(automaton: Automaton) -> str:
    """The graph of an automaton in GraphML, whole and with its numbers as numbers: for Gephi, yEd and networkx."""
    import networkx as nx

    graph = automaton.to_graph()
    every = (graph.graph, *(facts for _, facts in graph.nodes.data()), *(facts for *_, facts in graph.edges.data()))
    for facts in every:
        for name, value in facts.items():
            if isinstance(value, str):
                facts[name] = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", value)
    written = BytesIO()
    nx.write_graphml_xml(graph, written)
    return written.getvalue().decode()


def dot_automaton(automaton: Automaton, *, least: float = 0.0) -> str:
    """The graph of an automaton in the DOT language, to be laid out by Graphviz: edges between the same states are one.
    The numbers are attributes too, which Graphviz passes over and other programs read."""
    edges = drawn_edges(automaton, least)
    facts = automaton.to_graph().nodes
    lines = [
        "digraph automaton {",
        f"  graph [rankdir=LR, label={_quoted(caption(automaton, least))}];",
        '  node [shape=ellipse, fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=10];',
        '  start [shape=point, width=0.05, label=""];',
    ]
    for state, text in zip(automaton.states, lines_of_states(automaton), strict=True):
        told = {name: value for name, value in facts[state.number].items() if name in _TOLD}
        double = ", peripheries=2" if stops_mostly(state) else ""
        lines.append(f"  {state.number} [label={_quoted(*text)}{double}{_numbers(told)}];")
    lines.append("  start -> 0;")
    for edge, width in zip(edges, line_widths(edges), strict=True):
        label = _quoted(*edge_lines(edge))
        told = {"count": edge.count, "frequency": edge.frequency}
        pen = f"penwidth={width:.2f}"
        target = str(edge.target)
        if edge.target == OUT:
            target, pen = f"out{edge.source}", "style=dashed"
            lines.append(f'  {target} [shape=none, width=0.1, height=0.1, label="\N{MULTIPLICATION SIGN}"];')
        lines.append(f"  {edge.source} -> {target} [label={label}, {pen}{_numbers(told)}];")
    return "\n".join((*lines, "}")) + "\n"


def _numbers(facts: Mapping[str, int | float]) -> str:
    shown = {name: f"{value:.6g}" if isinstance(value, float) else str(value) for name, value in facts.items()}
    return "".join(f", {name}={value}" for name, value in shown.items())


def _quoted(*lines: str) -> str:
    r"""Lines as one string of DOT, in which \n is a line break and a doubled backslash is one."""
    plain = (" ".join(line.split()).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(plain) + '"'


def latex_automaton(automaton: Automaton, *, standalone: bool = False, least: float = 0.0) -> str:
    r"""A `tikzpicture` with the library automata: states stand in columns by how many edges from the start lead there.
    Their places are plain numbers in centimetres, to be moved by hand. `standalone` gives a document that compiles."""
    edges = drawn_edges(automaton, least)
    places = _places(automaton, edges)
    lines = [
        r"\usetikzlibrary{automata, arrows.meta, shapes.geometric}",
        r"\begin{tikzpicture}[",
        r"    >={Stealth[length=5pt, width=4pt]}, initial text={},",
        r"    every state/.style={ellipse, align=center, inner sep=1pt, minimum size=0pt, font=\scriptsize},",
        r"    move/.style={auto, align=center, inner sep=1.5pt, font=\tiny},",
        r"  ]",
    ]
    for state, texts in zip(automaton.states, lines_of_states(automaton), strict=True):
        options = ["state"] + ["initial"] * (state.number == 0) + ["accepting"] * stops_mostly(state)
        x, y = places[state.number]
        text = _stacked(texts)
        lines.append(rf"  \node[{', '.join(options)}] ({state.number}) at ({x:.1f},{y:.1f}) {{{text}}};")
    pairs = {(edge.source, edge.target) for edge in edges}
    for edge, width in zip(edges, line_widths(edges), strict=True):
        if edge.target == OUT:
            x, y = places[edge.source]
            path = rf"({edge.source}) edge[dashed] node[move] {{{_stacked(edge_lines(edge))}}}"
            lines.append(rf"  \path[->] {path} ({x + _OUT[0]:.1f},{y + _OUT[1]:.1f});")
            continue
        options = [f"line width={width:.2f}pt", *_bend(edge, pairs, places)]
        text = _stacked(edge_lines(edge))
        path = rf"({edge.source}) edge[{', '.join(options)}] node[move] {{{text}}} ({edge.target})"
        lines.append(rf"  \path[->] {path};")
    lines.append(r"\end{tikzpicture}")
    symbols = [symbol for prefix in automaton.prefixes for symbol in prefix.symbols]
    symbols += [move.symbol for edge in edges for move in edge.moves]
    return figure("tikz", lines, caption(automaton, least), symbols, standalone)


def _stacked(lines: Sequence[str]) -> str:
    r"""Lines of TeX below each other; a star at the beginning of one would belong to the \\ before it."""
    return r"\\".join("{}" * line.startswith("*") + escaped(line) for line in lines)


def _bend(edge: AutomatonEdge, pairs: set[tuple[int, int]], places: dict[int, tuple[float, float]]) -> tuple[str, ...]:
    if edge.source == edge.target:
        return ("loop above",)
    (x, y), (to_x, to_y) = places[edge.source], places[edge.target]
    if (edge.target, edge.source) in pairs:
        return ("bend left=18",)
    if x == to_x or (y == to_y and abs(to_x - x) > _ACROSS + 0.1):  # there may be states between
        return ("bend left=28",)
    return ()


def _places(automaton: Automaton, edges: Sequence[AutomatonEdge]) -> dict[int, tuple[float, float]]:
    """Columns by the number of edges from the start, each in the order of where its states are mostly reached from."""
    import networkx as nx

    edges = [edge for edge in edges if edge.target != OUT]
    graph = nx.DiGraph([(edge.source, edge.target) for edge in edges])
    graph.add_nodes_from([0])
    going = defaultdict[int, list[AutomatonEdge]](list)
    for edge in edges:
        going[edge.source].append(edge)
    columns: list[list[int]] = []
    for layer in nx.bfs_layers(graph, 0):
        own = set(layer)
        busiest: dict[int, tuple[int, int]] = {}  # of each state, by which edge and from which row it is mostly reached
        for row, source in enumerate(columns[-1] if columns else ()):
            for edge in going[source]:
                if edge.target in own:
                    busiest[edge.target] = min(busiest.get(edge.target, (0, 0)), (-edge.count, row))
        columns.append(sorted(layer, key=lambda state: (busiest.get(state, (0, 0))[1], state)))
    reached = {state for column in columns for state in column}
    columns.append([state.number for state in automaton.states if state.number not in reached])
    return {
        state: (at * _ACROSS, ((len(column) - 1) / 2 - row) * _DOWN)
        for at, column in enumerate(columns)
        for row, state in enumerate(column)
    }
