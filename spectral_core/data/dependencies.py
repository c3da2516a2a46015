"""Dependency structures as tuples of heads: word i (from 1) has head `heads[i - 1]`; 0 is the root, None is open."""

from __future__ import annotations

from collections.abc import Sequence

Heads = Sequence[int | None]


def cycle(heads: Heads) -> tuple[int, ...]:
    """The words of one cycle, in order from its smallest, or () where there is none."""
    state = bytearray(len(heads) + 1)  # 0 unseen, 1 on the current path, 2 known to end
    for start in range(1, len(heads) + 1):
        path = []
        word: int | None = start
        while word and 0 < word <= len(heads) and not state[word]:
            state[word] = 1
            path.append(word)
            word = heads[word - 1]
        if word and 0 < word <= len(heads) and state[word] == 1:
            found = path[path.index(word) :]
            first = found.index(min(found))
            return tuple(found[first:] + found[:first])
        for passed in path:
            state[passed] = 2
    return ()


def roots(heads: Heads) -> tuple[int, ...]:
    """The words that hang from the root, counted from 1."""
    return tuple(word for word, head in enumerate(heads, 1) if head == 0)


def is_tree(heads: Heads) -> bool:
    """Whether every word has a head inside the sentence, exactly one is the root, and there is no cycle."""
    inside = all(head is not None and 0 <= head <= len(heads) for head in heads)
    return inside and len(roots(heads)) == 1 and not cycle(heads)


def crossing(heads: Heads) -> tuple[int, int] | None:
    """Two words whose arcs cross, or None: the structure is projective. The root stands to the left of all words."""
    arcs = sorted((min(head, word), max(head, word), word) for word, head in enumerate(heads, 1) if head is not None)
    arcs.sort(key=lambda arc: (arc[0], -arc[1]))
    open_arcs: list[tuple[int, int, int]] = []
    for left, right, word in arcs:
        while open_arcs and open_arcs[-1][1] <= left:
            open_arcs.pop()
        # until a crossing is found the open arcs are nested, so that the innermost is the only one to ask
        if open_arcs and open_arcs[-1][0] < left < open_arcs[-1][1] < right:
            return (open_arcs[-1][2], word)
        open_arcs.append((left, right, word))
    return None


def is_projective(heads: Heads) -> bool:
    """Whether no two arcs cross, the arc from the root included."""
    return crossing(heads) is None


def all_below(heads: Heads, above: int) -> set[int]:
    """The words that hang from `above` through one arc or more."""
    under = dependents(heads)
    found: set[int] = set()
    waiting = [above]
    while waiting:
        for word in under[waiting.pop()]:
            if word not in found:
                found.add(word)
                waiting.append(word)
    return found


def dependents(heads: Heads) -> list[list[int]]:
    """The modifiers of each word in order; entry 0 holds those of the root."""
    found: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads, 1):
        if head is not None and 0 <= head <= len(heads):
            found[head].append(word)
    return found


def hangs_below(heads: Heads, word: int, above: int) -> bool:
    """Whether `word` hangs from `above` through one arc or more."""
    seen = set()
    here = heads[word - 1]
    while here is not None and 0 < here <= len(heads) and here not in seen:
        if here == above:
            return True
        seen.add(here)
        here = heads[here - 1]
    return False


def swapped(heads: Heads, word: int, head: int) -> tuple[int | None, ...]:
    """The structure with `word` under `head`, which gets the head of `word` where it hung below it. All other words
    keep their heads, so that there is no new cycle; where `head` is not below `word`, it keeps its too."""
    size = len(heads)
    if not (1 <= word <= size and 0 <= head <= size) or word == head:
        raise ValueError(f"word {word} of {size} cannot be swapped with {head}")
    made = list(heads)
    if head and hangs_below(heads, head, word):
        made[head - 1] = heads[word - 1]
    made[word - 1] = head
    return tuple(made)
