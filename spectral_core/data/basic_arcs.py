"""The copy of a basic dependency in a cell of DEPS: it follows a word to another head or relation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import getitem

_EMPTY = "_"
_MOST_DIGITS = 9  # of the number of a word
BasicArc = tuple[int | None, str]  # the head of a word, and the relation to it


class _UpdatedCells(dict[BasicArc, str]):
    """Cells of one word by its basic arc, computed once: the trees of a list have most arcs in common."""

    def __init__(self, cell: str, old_arc: BasicArc):
        self[old_arc] = self._cell = cell
        self._old_arc = old_arc

    def __missing__(self, new_arc: BasicArc) -> str:
        updated = self[new_arc] = _update_cell(self._cell, self._old_arc, new_arc)
        return updated


def update_deps(
    deps: tuple[str, ...], old_arcs: Iterable[BasicArc], trees: Sequence[Iterable[BasicArc]]
) -> list[tuple[str, ...]]:
    """Return the cells of DEPS for each of several trees: the copy of the old basic arc becomes one of the new arc.

    Where words have no graph, none is begun; where they have one, a word that had no head gets its arc with its head.
    """
    if deps.count(_EMPTY) == len(deps):
        return [deps] * len(trees)
    cells = list(map(_UpdatedCells, deps, old_arcs))
    return [tuple(map(getitem, cells, new_arcs)) for new_arcs in trees]


def _update_cell(cell: str, old_arc: BasicArc, new_arc: BasicArc) -> str:
    arcs = [] if cell == _EMPTY else cell.split("|")
    copy_index = next((index for index, arc in enumerate(arcs) if _is_copy_of(arc, old_arc)), None)
    was_attached = old_arc[0] is not None and old_arc[1] != _EMPTY
    if copy_index is None and (was_attached or arcs):
        return cell  # the graph deliberately has another arc
    head, relation = new_arc
    if copy_index is not None:
        enhanced_relation = arcs.pop(copy_index).partition(":")[2]
        if old_arc[1] != enhanced_relation and old_arc[1].partition(":")[0] == relation.partition(":")[0]:
            # keep the case in the label
            relation = enhanced_relation if old_arc[1] == relation else relation + enhanced_relation[len(old_arc[1]) :]
    if head is not None and relation != _EMPTY and (arc := f"{head}:{relation}") not in arcs:
        arcs.append(arc)
    return "|".join(sorted(arcs, key=_arc_order)) or _EMPTY


def _is_copy_of(arc: str, basic_arc: BasicArc) -> bool:
    """Return whether an arc of the graph is that of the tree, maybe with more in its label: 3:obl:in for obl to 3."""
    head, _, relation = arc.partition(":")
    return head == str(basic_arc[0]) and (relation == basic_arc[1] or relation.startswith(f"{basic_arc[1]}:"))


def _arc_order(arc: str) -> tuple[float, ...]:
    head = arc.partition(":")[0]
    word, _, node = head.partition(".")
    is_node = all(part.isdecimal() and len(part) <= _MOST_DIGITS for part in (word, node or "0"))
    return (int(word), int(node or 0)) if is_node else (float("inf"),)
