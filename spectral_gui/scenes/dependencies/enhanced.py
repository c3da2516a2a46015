"""Layout of the arcs of the enhanced graph below the words; those that the basic tree has as well are left out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from spectral_core.data import EMPTY, Sentence
from spectral_core.drawing.arc_layout import ArcLayout

Node = tuple[int, int]  # (word, 0), or an empty node: (word before it, its number)
ROOT: Node = (0, 0)
_FOOT_GAP = 6.0  # between the feet of two lines at one word
_NODE_PATTERN = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Edge:
    """Arc of the enhanced graph as it is written in DEPS."""

    head: Node
    node: Node
    label: str


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """Line below the words from a head to a node; cut if the two are in different rows."""

    edge: Edge
    row: int
    start: float
    end: float
    text: str  # its label; if it is cut, with the number of the node at the other end
    level: int = 0  # from 1, the nearest to the words
    leaves: bool = True
    arrives: bool = True


def read_enhanced_edges(sentence: Sentence) -> list[Edge]:
    """Return the arcs in DEPS that differ from the basic ones; unreadable ones are left out."""
    edges = []
    cells: list[tuple[Node, str]] = [((word, 0), cell) for word, cell in enumerate(sentence.deps, 1) if cell != EMPTY]
    cells += [((node.after, node.number), node.columns[7]) for node in sentence.empty_nodes]
    for node, cell in cells:
        basic = None if node[1] else (sentence.heads[node[0] - 1], sentence.deprels[node[0] - 1])
        for part in cell.split("|"):
            head, colon, label = part.partition(":")
            match = _NODE_PATTERN.match(head)
            if not match or not colon:
                continue
            head_node = (int(match[1]), int(match[2] or 0))
            if head_node[1] or (head_node[0], label) != basic:
                edges.append(Edge(head_node, node, label))
    return edges


def format_node(node: Node) -> str:
    """Return the number of a node as it is written in its file."""
    return f"{node[0]}.{node[1]}" if node[1] else str(node[0])


def lay_out_edges(
    layout: ArcLayout, edges: Sequence[Edge], measure: Callable[[str], float], right_to_left: bool = False
) -> list[EdgeLine]:
    """Return the lines below the words of a layout, short ones nearest; edges of absent nodes are left out."""
    columns = {(column.word, column.empty): column for column in layout.columns}
    order = {node: index for index, node in enumerate(columns)}
    lines: list[EdgeLine] = []
    for edge in edges:
        node_column, head_column = columns.get(edge.node), columns.get(edge.head)
        if node_column is None or edge.head == edge.node:
            continue
        if edge.head == ROOT:
            lines.append(
                EdgeLine(edge, node_column.row, node_column.centre, node_column.centre, edge.label, leaves=False)
            )
        elif head_column is not None and head_column.row == node_column.row:
            lines.append(EdgeLine(edge, node_column.row, head_column.centre, node_column.centre, edge.label))
        elif head_column is not None:
            is_forward = (order[edge.node] > order[edge.head]) != right_to_left
            for column, other_node, leaves in ((head_column, edge.node, True), (node_column, edge.head, False)):
                text = f"{edge.label} {format_node(other_node)}"
                length = (measure(text) + 16) * (1 if is_forward else -1)
                centre = column.centre
                start, end = (centre, centre + length) if leaves else (centre - length, centre)
                lines.append(EdgeLine(edge, column.row, start, end, text, leaves=leaves, arrives=not leaves))
    return _assign_levels(_spread_feet(lines), measure)


def _spread_feet(lines: Sequence[EdgeLine]) -> list[EdgeLine]:
    """Give each line its own foot at its word: lines to the left on the left, longer ones outside."""
    feet: defaultdict[tuple[int, float], list[tuple[bool, float, int, bool]]] = defaultdict(list)
    for number, line in enumerate(lines):
        reach = line.end - line.start
        if line.leaves:
            feet[line.row, line.start].append((reach > 0, -reach, number, True))
        if line.arrives:
            feet[line.row, line.end].append((reach < 0, reach, number, False))
    spread_lines = list(lines)
    for line_ends in feet.values():
        line_ends.sort()
        for rank, (_, _, number, is_start) in enumerate(line_ends):
            shift = _FOOT_GAP * (rank - (len(line_ends) - 1) / 2)
            line = spread_lines[number]
            if line.start == line.end:
                spread_lines[number] = replace(line, start=line.start + shift, end=line.end + shift)
            elif is_start:
                spread_lines[number] = replace(line, start=line.start + shift)
            else:
                spread_lines[number] = replace(line, end=line.end + shift)
    return spread_lines


def _assign_levels(lines: Sequence[EdgeLine], measure: Callable[[str], float]) -> list[EdgeLine]:
    """Put each line one level below everything that it or its label would touch, the shortest lines first."""
    spans_by_row: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)  # by row: (from, to, level)
    levelled_lines = []
    for line in sorted(lines, key=lambda line: (abs(line.end - line.start), line.start)):
        middle, half_label = (line.start + line.end) / 2, measure(line.text) / 2 + 4
        left = min(line.start, line.end, middle - half_label)
        right = max(line.start, line.end, middle + half_label)
        levels_above = [level for first, last, level in spans_by_row[line.row] if first <= right and left <= last]
        level = max(levels_above, default=0) + 1
        spans_by_row[line.row].append((left, right, level))
        levelled_lines.append(replace(line, level=level))
    return levelled_lines
