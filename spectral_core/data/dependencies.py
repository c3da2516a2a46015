"""Dependency trees as tuples of heads: word i (from 1) has head `heads[i - 1]`; 0 is the root, None is no head."""

from __future__ import annotations

from collections.abc import Sequence

Heads = Sequence[int | None]


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
    """Return two words whose arcs cross, or None for a projective tree. The root stands left of all words."""
    arcs = sorted((min(head, word), max(head, word), word) for word, head in enumerate(heads, 1) if head is not None)
    arcs.sort(key=lambda arc: (arc[0], -arc[1]))
    open_arcs: list[tuple[int, int, int]] = []
    for low, high, word in arcs:
        while open_arcs and open_arcs[-1][1] <= low:
            open_arcs.pop()
        # open arcs are nested until two cross, so that only the innermost needs a test
        if open_arcs and open_arcs[-1][0] < low < open_arcs[-1][1] < high:
            return (open_arcs[-1][2], word)
        open_arcs.append((low, high, word))
    return None


def is_projective(heads: Heads) -> bool:
    """Return whether no two arcs cross, the arc from the root included."""
    return find_crossing(heads) is None


def find_descendants(heads: Heads, ancestor: int) -> set[int]:
    """Return all descendants of a word."""
    dependents_of = dependents(heads)
    reached: set[int] = set()
    stack = [ancestor]
    while stack:
        for word in dependents_of[stack.pop()]:
            if word not in reached:
                reached.add(word)
                stack.append(word)
    return reached


def dependents(heads: Heads) -> list[list[int]]:
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
