"""Where the arcs of the enhanced graph go below the words, in numbers: those that the tree above them does not have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from spectral_core.data import EMPTY, Sentence
from spectral_core.drawing.arc_layout import ArcLayout

Node = tuple[int, int]  # a word and 0, or an empty node: the word before it and its number
ROOT: Node = (0, 0)
_STEP = 6.0  # between two feet at one word
_NODE = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Edge:
    """An arc of the enhanced graph as it is written."""

    head: Node
    node: Node
    label: str


@dataclass(frozen=True, slots=True)
class Below:
    """A line below the words from a head to a node; cut where the two stand in different rows."""

    edge: Edge
    row: int
    start: float
    end: float
    text: str  # its label, with the name of the node at the other end where it is cut
    level: int = 0  # from 1, the nearest to the words
    leaves: bool = True
    arrives: bool = True


def edges(sentence: Sentence) -> list[Edge]:
    """The arcs of DEPS that differ from the basic ones; what cannot be read is left out."""
    found = []
    written: list[tuple[Node, str]] = [((word, 0), cell) for word, cell in enumerate(sentence.deps, 1) if cell != EMPTY]
    written += [((node.after, node.number), node.columns[7]) for node in sentence.empty_nodes]
    for node, cell in written:
        basic = None if node[1] else (sentence.heads[node[0] - 1], sentence.deprels[node[0] - 1])
        for part in cell.split("|"):
            head, colon, label = part.partition(":")
            match = _NODE.match(head)
            if not match or not colon:
                continue
            above = (int(match[1]), int(match[2] or 0))
            if above[1] or (above[0], label) != basic:
                found.append(Edge(above, node, label))
    return found


def name_of(node: Node) -> str:
    """The number of a node as it is written in its file."""
    return f"{node[0]}.{node[1]}" if node[1] else str(node[0])


def place_below(
    layout: ArcLayout, found: Sequence[Edge], width_of: Callable[[str], float], right_to_left: bool = False
) -> list[Below]:
    """Lines below the words of a layout, short ones near; those to nodes that are not there are left out."""
    columns = {(column.word, column.empty): column for column in layout.columns}
    order = {node: at for at, node in enumerate(columns)}
    lines: list[Below] = []
    for edge in found:
        here, there = columns.get(edge.node), columns.get(edge.head)
        if here is None or edge.head == edge.node:
            continue
        if edge.head == ROOT:
            lines.append(Below(edge, here.row, here.centre, here.centre, edge.label, leaves=False))
        elif there is not None and there.row == here.row:
            lines.append(Below(edge, here.row, there.centre, here.centre, edge.label))
        elif there is not None:
            forwards = (order[edge.node] > order[edge.head]) != right_to_left
            for column, other, leaves in ((there, edge.node, True), (here, edge.head, False)):
                text = f"{edge.label} {name_of(other)}"
                length = (width_of(text) + 16) * (1 if forwards else -1)
                at = column.centre
                start, end = (at, at + length) if leaves else (at - length, at)
                lines.append(Below(edge, column.row, start, end, text, leaves=leaves, arrives=not leaves))
    return _with_levels(_fanned(lines), width_of)


def _fanned(lines: Sequence[Below]) -> list[Below]:
    """Gives each line its own foot at its word: those to the left on the left, the longer ones outside."""
    feet: defaultdict[tuple[int, float], list[tuple[bool, float, int, bool]]] = defaultdict(list)
    for number, line in enumerate(lines):
        reach = line.end - line.start
        if line.leaves:
            feet[line.row, line.start].append((reach > 0, -reach, number, True))
        if line.arrives:
            feet[line.row, line.end].append((reach < 0, reach, number, False))
    moved = list(lines)
    for points in feet.values():
        points.sort()
        for place, (_, _, number, starts) in enumerate(points):
            shift = _STEP * (place - (len(points) - 1) / 2)
            line = moved[number]
            if line.start == line.end:
                moved[number] = replace(line, start=line.start + shift, end=line.end + shift)
            elif starts:
                moved[number] = replace(line, start=line.start + shift)
            else:
                moved[number] = replace(line, end=line.end + shift)
    return moved


def _with_levels(lines: Sequence[Below], width_of: Callable[[str], float]) -> list[Below]:
    """One level below everything that a line or its label would touch, the shortest lines first."""
    taken: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)  # (rows) from, to, level
    made = []
    for line in sorted(lines, key=lambda line: (abs(line.end - line.start), line.start)):
        middle, half = (line.start + line.end) / 2, width_of(line.text) / 2 + 4
        left = min(line.start, line.end, middle - half)
        right = max(line.start, line.end, middle + half)
        under = [level for first, last, level in taken[line.row] if first <= right and left <= last]
        level = max(under, default=0) + 1
        taken[line.row].append((left, right, level))
        made.append(replace(line, level=level))
    return made
