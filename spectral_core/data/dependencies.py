"""Dependency trees as tuples of heads: cycles, projectivity, and pseudo-projective lifting."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from spectral_core.errors import DataError

Heads = Sequence[int | None]
LIFTED_MARK, PATH_MARK = "↑", "↓"
_Dependents = Sequence[Sequence[int]]


def find_cycle(heads: Heads) -> tuple[int, ...]:
    """Return the words of one cycle, in order from its smallest, or () where there is none."""
    state = bytearray(len(heads) + 1)  # 0 unvisited, 1 on the current path, 2 without a cycle
    for start in range(1, len(heads) + 1):
        path = []
        word: int | None = start
        while word and 0 < word <= len(heads) and not state[word]:
            state[word] = 1
            path.append(word)
            word = heads[word - 1]
        if word and 0 < word <= len(heads) and state[word] == 1:
            words = path[path.index(word) :]
            first = words.index(min(words))
            return tuple(words[first:] + words[:first])
        for visited in path:
            state[visited] = 2
    return ()


def find_roots(heads: Heads) -> tuple[int, ...]:
    """Return the words attached to the root, counted from 1."""
    return tuple(word for word, head in enumerate(heads, 1) if head == 0)


def is_tree(heads: Heads) -> bool:
    """Return whether each word has a head in the sentence, exactly one is the root, and there is no cycle."""
    in_range = all(head is not None and 0 <= head <= len(heads) for head in heads)
    return in_range and len(find_roots(heads)) == 1 and not find_cycle(heads)


def find_crossing(heads: Heads) -> tuple[int, int] | None:
    """Return two words whose arcs cross, None for a projective tree. The root is to the left of all words."""
    arcs = sorted((min(head, word), max(head, word), word) for word, head in enumerate(heads, 1) if head is not None)
    arcs.sort(key=lambda arc: (arc[0], -arc[1]))
    open_arcs: list[tuple[int, int, int]] = []
    for low, high, word in arcs:
        while open_arcs and open_arcs[-1][1] <= low:
            open_arcs.pop()
        # open arcs are nested until two cross, so only the innermost needs a test
        if open_arcs and open_arcs[-1][0] < low < open_arcs[-1][1] < high:
            return (open_arcs[-1][2], word)
        open_arcs.append((low, high, word))
    return None


def is_projective(heads: Heads) -> bool:
    """Return whether no two arcs cross, the arc from the root included."""
    return find_crossing(heads) is None


def find_descendants(heads: Heads, ancestor: int) -> set[int]:
    """Return all descendants of a word."""
    dependents_of = dependents_by_head(heads)
    reached: set[int] = set()
    stack = [ancestor]
    while stack:
        for word in dependents_of[stack.pop()]:
            if word not in reached:
                reached.add(word)
                stack.append(word)
    return reached


def dependents_by_head(heads: Heads) -> list[list[int]]:
    """Return the dependents of each word in order; entry 0 holds those of the root."""
    by_head: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads, 1):
        if head is not None and 0 <= head <= len(heads):
            by_head[head].append(word)
    return by_head


def is_descendant(heads: Heads, word: int, ancestor: int) -> bool:
    """Return whether `word` is a descendant of `ancestor`."""
    visited = set()
    current = heads[word - 1]
    while current is not None and 0 < current <= len(heads) and current not in visited:
        if current == ancestor:
            return True
        visited.add(current)
        current = heads[current - 1]
    return False


def swap_heads(heads: Heads, word: int, head: int) -> tuple[int | None, ...]:
    """Attach `word` to `head`, which gets the head of `word` if it was its descendant.

    All other words keep their heads, so that no new cycle appears; a `head` that is no descendant keeps its own too.
    """
    size = len(heads)
    if not (1 <= word <= size and 0 <= head <= size) or word == head:
        raise ValueError(f"word {word} of {size} cannot be swapped with {head}")
    new_heads = list(heads)
    if head and is_descendant(heads, head, word):
        new_heads[head - 1] = heads[word - 1]
    new_heads[word - 1] = head
    return tuple(new_heads)


def projectivise(
    heads: Sequence[int | None], deprels: Sequence[str], paths: bool = True
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Lift crossing arcs and mark the lifted words in their relations (Nivre and Nilsson 2005, section 2).

    Repeatedly lift the shortest non-projective arc (one over a word that is no descendant of its head) to the head of
    its head, until there is none. The encoding is Head+Path, or Head without `paths`.
    """
    new_heads = [_require_head(head) for head in heads]
    _check_tree(new_heads, deprels)
    for label in deprels:
        if LIFTED_MARK in label or PATH_MARK in label:
            raise DataError(f"the relation {label!r} holds an arrow, with which lifted words are marked; rename it")
    descendants = _make_descendant_bit_sets(new_heads)
    lifted: set[int] = set()
    on_path: set[int] = set()
    while (word := _find_shortest_nonprojective_arc(new_heads, descendants)) is not None:
        head = new_heads[word - 1]
        lifted.add(word)
        on_path.add(head)
        descendants[head] &= ~descendants[word]
        new_heads[word - 1] = new_heads[head - 1]
    labels = list(deprels)
    for word in lifted:
        original_head = heads[word - 1]
        assert original_head
        labels[word - 1] = f"{deprels[word - 1]}{LIFTED_MARK}{deprels[original_head - 1]}"
    for word in on_path if paths else ():
        labels[word - 1] += PATH_MARK
    return tuple(new_heads), tuple(labels)


def deprojectivise(heads: Sequence[int | None], deprels: Sequence[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Undo `projectivise` as far as the marks in the relations allow, and remove them.

    A lifted word is attached to the nearest word below its head that has the relation named in its mark, from left to
    right: along marked paths where there are any, and where its arc then crosses another. If there is no such word, it
    keeps its head.
    """
    new_heads = [_require_head(head) for head in heads]
    _check_tree(new_heads, deprels)
    marked = {word for word, label in enumerate(deprels, 1) if label.endswith(PATH_MARK)}
    encoded = [label.removesuffix(PATH_MARK).partition(LIFTED_MARK) for label in deprels]
    labels = [label for label, _, _ in encoded]
    head_relation = {word: relation for word, (_, arrow, relation) in enumerate(encoded, 1) if arrow}
    has_moved = True
    while head_relation and has_moved:  # the original head may have to be restored first
        has_moved = False
        children = dependents_by_head(new_heads)
        for word in _traverse_breadth_first(0, 0, children, None):
            target = (
                _find_original_head(word, head_relation[word], new_heads, labels, children, marked)
                if word in head_relation
                else None
            )
            if target is not None:
                children[new_heads[word - 1]].remove(word)
                children[target].append(word)
                children[target].sort()
                new_heads[word - 1] = target
                del head_relation[word]
                has_moved = True
    return tuple(new_heads), tuple(labels)


def _find_original_head(
    word: int, relation: str, heads: Sequence[int], labels: Sequence[str], children: _Dependents, marked: set[int]
) -> int | None:
    """Return the word to which a lifted word is reattached, a descendant of its head; None if none has the relation."""
    descendants = _make_descendant_bit_sets(heads)
    for allowed in (marked, None):
        nearest = None
        for candidate in _traverse_breadth_first(heads[word - 1], word, children, allowed):
            if labels[candidate - 1] != relation:
                continue
            if _make_bit_set_between(candidate, word) & ~(descendants[candidate] | descendants[word]):
                return candidate
            nearest = nearest or candidate
        if nearest is not None:
            return nearest
    return None


def _traverse_breadth_first(top: int, excluded: int, children: _Dependents, allowed: set[int] | None) -> list[int]:
    """Return the descendants of `top` in breadth-first order without the subtree of `excluded`; with `allowed`, only
    through these words.
    """
    reached: list[int] = []
    queue = deque([top])
    while queue:
        children_here = [
            word for word in children[queue.popleft()] if word != excluded and (allowed is None or word in allowed)
        ]
        reached.extend(children_here)
        queue.extend(children_here)
    return reached


def _make_descendant_bit_sets(heads: Sequence[int]) -> list[int]:
    """Return for each word, and 0, the set of itself and its descendants as a bit set."""
    descendants = [1 << word for word in range(len(heads) + 1)]
    for word in reversed(_traverse_breadth_first(0, 0, dependents_by_head(heads), None)):
        descendants[heads[word - 1]] |= descendants[word]
    return descendants


def _find_shortest_nonprojective_arc(heads: Sequence[int], descendants: Sequence[int]) -> int | None:
    """Return the dependent of the shortest non-projective arc; of equal ones, the leftmost."""
    dependent, shortest = None, len(heads) + 1
    for word, head in enumerate(heads, 1):
        length = abs(word - head)
        if 1 < length < shortest and head and _make_bit_set_between(word, head) & ~descendants[head]:
            dependent, shortest = word, length
    return dependent


def _make_bit_set_between(first: int, second: int) -> int:
    """Return the words between two words as a bit set."""
    low, high = min(first, second), max(first, second)
    return (1 << high) - (1 << (low + 1))


def _require_head(head: int | None) -> int:
    """Return the head; ValueError if it is missing."""
    if head is None:
        raise ValueError("a word without a head cannot be lifted")
    return head


def _check_tree(heads: Sequence[int], deprels: Sequence[str]) -> None:
    """Raise ValueError unless the heads form a tree and each has a relation."""
    if len(heads) != len(deprels):
        raise ValueError("every head needs one relation")
    if heads and not is_tree(heads):
        raise ValueError("only a tree can be lifted: one word under the root, and no circle")
