"""The arc of the tree in a cell of DEPS: it follows a word to another head or relation, whatever else stands there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import getitem

_NOTHING = "_"
_MOST_DIGITS = 9  # of the number of a word
Ends = tuple[int | None, str]  # the head of a word, and the relation to it


class _FollowingCell(dict[Ends, str]):
    """The cell of one word by the arc that it has in the tree: the trees of a list have most of their arcs in common"""

    def __init__(self, cell: str, before: Ends):
        self[before] = self._cell = cell
        self._before = before

    def __missing__(self, after: Ends) -> str:
        made = self[after] = _followed(self._cell, self._before, after)
        return made


def following(deps: tuple[str, ...], before: Iterable[Ends], trees: Sequence[Iterable[Ends]]) -> list[tuple[str, ...]]:
    """The cells of DEPS once the arcs of the tree are those of each of some others: in each, the arc that stood for the
    one before stands for the one now. Where words have no graph, none is begun; where they have one, a word that hung
    nowhere gets its arc with its head."""
    if deps.count(_NOTHING) == len(deps):
        return [deps] * len(trees)
    cells = list(map(_FollowingCell, deps, before))
    return [tuple(map(getitem, cells, after)) for after in trees]


def _followed(cell: str, before: Ends, after: Ends) -> str:
    arcs = [] if cell == _NOTHING else cell.split("|")
    place = next((at for at, arc in enumerate(arcs) if _stands_for(arc, before)), None)
    hung = before[0] is not None and before[1] != _NOTHING
    if place is None and (hung or arcs):
        return cell  # the graph has another arc in its place, and that was meant
    head, relation = after
    if place is not None:
        own = arcs.pop(place).partition(":")[2]
        if before[1] != own and before[1].partition(":")[0] == relation.partition(":")[0]:
            relation = own if before[1] == relation else relation + own[len(before[1]) :]  # with the case that it names
    if head is not None and relation != _NOTHING and (arc := f"{head}:{relation}") not in arcs:
        arcs.append(arc)
    return "|".join(sorted(arcs, key=_order)) or _NOTHING


def _stands_for(arc: str, ends: Ends) -> bool:
    """Whether an arc of the graph is that of the tree, with more in its label or not: 3:obl:in for obl to 3."""
    head, _, relation = arc.partition(":")
    return head == str(ends[0]) and (relation == ends[1] or relation.startswith(f"{ends[1]}:"))


def _order(arc: str) -> tuple[float, ...]:
    head = arc.partition(":")[0]
    word, _, node = head.partition(".")
    is_node = all(part.isdecimal() and len(part) <= _MOST_DIGITS for part in (word, node or "0"))
    return (int(word), int(node or 0)) if is_node else (float("inf"),)
