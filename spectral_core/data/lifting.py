"""Pseudo-projective lifting: structures with crossing arcs as ones without, the rest in the relations, and back. A
lifted word has a relation like `obj↑acl`: `obj` of the first word below its head whose own relation is `acl`. With
paths, the words between its head and there have the mark `↓` behind their relations."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from spectral_core.data.dependencies import dependents, is_tree
from spectral_core.errors import DataError

UP, DOWN = "↑", "↓"
_Lists = Sequence[Sequence[int]]


def projectivised(
    heads: Sequence[int | None], deprels: Sequence[str], paths: bool = True
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The structure made free of crossing arcs by lifting, and relations that say from where. The shortest arc over a
    word that is not below its head is lifted to the head of its head, until there is none (Nivre and Nilsson 2005,
    section 2; the encoding Head+Path, or Head without `paths`)."""
    made = [_checked(head) for head in heads]
    _check(made, deprels)
    for label in deprels:
        if UP in label or DOWN in label:
            raise DataError(f"the relation {label!r} holds an arrow, with which lifted words are marked; rename it")
    below = _descendants(made)
    lifted: set[int] = set()
    passed: set[int] = set()
    while (word := _shortest_crossing(made, below)) is not None:
        head = made[word - 1]
        lifted.add(word)
        passed.add(head)
        below[head] &= ~below[word]
        made[word - 1] = made[head - 1]
    labels = list(deprels)
    for word in lifted:
        original = heads[word - 1]
        assert original
        labels[word - 1] = f"{deprels[word - 1]}{UP}{deprels[original - 1]}"
    for word in passed if paths else ():
        labels[word - 1] += DOWN
    return tuple(made), tuple(labels)


def deprojectivised(heads: Sequence[int | None], deprels: Sequence[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The structure that `projectivised` was given, as far as the relations tell; no mark stays in them. A lifted word
    goes to the nearest word below its head with the relation it names, from left to right: along marked paths where
    there are any, and where its arc then crosses another, as it did once. Where there is no such word it stays."""
    made = [_checked(head) for head in heads]
    _check(made, deprels)
    marked = {word for word, label in enumerate(deprels, 1) if label.endswith(DOWN)}
    parts = [label.removesuffix(DOWN).partition(UP) for label in deprels]
    labels = [label for label, _, _ in parts]
    wanted = {word: name for word, (_, arrow, name) in enumerate(parts, 1) if arrow}
    moved = True
    while wanted and moved:  # a word may have to wait until the one it goes to is back in its place
        moved = False
        children = dependents(made)
        for word in _breadth_first(0, 0, children, None):
            target = _target(word, wanted[word], made, labels, children, marked) if word in wanted else None
            if target is not None:
                children[made[word - 1]].remove(word)
                children[target].append(word)
                children[target].sort()
                made[word - 1] = target
                del wanted[word]
                moved = True
    return tuple(made), tuple(labels)


def _target(
    word: int, name: str, heads: Sequence[int], labels: Sequence[str], children: _Lists, marked: set[int]
) -> int | None:
    """The word below the head of `word` to which it goes back."""
    below = _descendants(heads)
    for along in (marked, None):
        first = None
        for other in _breadth_first(heads[word - 1], word, children, along):
            if labels[other - 1] != name:
                continue
            if _between(other, word) & ~(below[other] | below[word]):
                return other
            first = first or other
        if first is not None:
            return first
    return None


def _breadth_first(top: int, without: int, children: _Lists, along: set[int] | None) -> list[int]:
    """The words below `top` but for those at and below `without`, nearest first; with `along`, through these only."""
    found: list[int] = []
    waiting = deque([top])
    while waiting:
        here = [word for word in children[waiting.popleft()] if word != without and (along is None or word in along)]
        found.extend(here)
        waiting.extend(here)
    return found


def _descendants(heads: Sequence[int]) -> list[int]:
    """For each word, and 0, the set of words at and below it, as the bits of a number."""
    below = [1 << word for word in range(len(heads) + 1)]
    for word in reversed(_breadth_first(0, 0, dependents(heads), None)):
        below[heads[word - 1]] |= below[word]
    return below


def _shortest_crossing(heads: Sequence[int], below: Sequence[int]) -> int | None:
    """The modifier of the shortest arc over a word that is not below its head; of equal ones, the leftmost."""
    found, shortest = None, len(heads) + 1
    for word, head in enumerate(heads, 1):
        length = abs(word - head)
        if 1 < length < shortest and head and _between(word, head) & ~below[head]:
            found, shortest = word, length
    return found


def _between(first: int, second: int) -> int:
    low, high = min(first, second), max(first, second)
    return (1 << high) - (1 << (low + 1))


def _checked(head: int | None) -> int:
    if head is None:
        raise ValueError("a word without a head cannot be lifted")
    return head


def _check(heads: Sequence[int], deprels: Sequence[str]) -> None:
    if len(heads) != len(deprels):
        raise ValueError("every head needs one relation")
    if heads and not is_tree(heads):
        raise ValueError("only a tree can be lifted: one word under the root, and no circle")
