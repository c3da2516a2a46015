"""Cycles, roots and crossing arcs, against their definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from oracles import all_dependency_trees, all_projective_trees

from spectral_core.data.dependencies import (
    dependents_by_head,
    find_crossing,
    find_cycle,
    find_roots,
    is_descendant,
    is_projective,
    is_tree,
    swap_heads,
)

HEADS = st.integers(0, 9).flatmap(
    lambda size: st.lists(st.none() | st.integers(0, size), min_size=size, max_size=size).map(tuple)
)


def crossing_pairs(heads: tuple[int | None, ...]) -> set[frozenset[int]]:
    """The pairs of words whose arcs cross: exactly one end of the one lies strictly inside the other."""
    arcs = [(min(head, word), max(head, word), word) for word, head in enumerate(heads, 1) if head is not None]
    return {
        frozenset((one, two)) for left, right, one in arcs for start, end, two in arcs if left < start < right < end
    }


def on_a_cycle(heads: tuple[int | None, ...], word: int) -> bool:
    above: int | None = word
    for _ in heads:
        above = heads[above - 1] if above else None
        if above == word:
            return True
    return False


@given(HEADS)
def test_crossing_names_two_words_whose_arcs_cross_wherever_there_are_any(heads: tuple[int | None, ...]) -> None:
    pairs = crossing_pairs(heads)
    found = find_crossing(heads)
    assert is_projective(heads) == (not pairs)
    assert (found is None) == (not pairs)
    assert found is None or frozenset(found) in pairs


@given(HEADS)
def test_a_cycle_is_found_wherever_there_is_one(heads: tuple[int | None, ...]) -> None:
    found = find_cycle(heads)
    assert bool(found) == any(on_a_cycle(heads, word) for word in range(1, len(heads) + 1))
    for word, above in zip(found, (*found[1:], *found[:1]), strict=True):
        assert heads[word - 1] == above
    assert not found or found[0] == min(found)
    assert len(set(found)) == len(found)


@given(HEADS)
def test_dependents_and_roots_are_the_heads_turned_round(heads: tuple[int | None, ...]) -> None:
    assert find_roots(heads) == tuple(word for word, head in enumerate(heads, 1) if head == 0)
    assert dependents_by_head(heads) == [
        [word for word, above in enumerate(heads, 1) if above == head] for head in range(len(heads) + 1)
    ]


def test_a_tree_has_one_root_and_no_cycle() -> None:
    for size in range(1, 6):
        known = set(all_dependency_trees(size))
        count = 0
        for heads in all_heads(size):
            assert is_tree(heads) == (heads in known)
            count += is_tree(heads)
        assert count == size ** (size - 1)  # Cayley's formula for rooted trees


def all_heads(size: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*heads, head) for heads in found for head in range(size + 1)]
    return found


def test_heads_outside_the_sentence_or_open_make_no_tree() -> None:
    assert not is_tree((0, 3))
    assert not is_tree((0, -1))
    assert not is_tree((0, None))
    assert not is_tree(())
    assert find_cycle((7, 1)) == ()
    assert dependents_by_head((7, None)) == [[], [], []]


def test_projective_trees_are_those_whose_arcs_span_their_own_words() -> None:
    for size in range(1, 6):
        projective = set(all_projective_trees(size))
        assert {heads for heads in all_dependency_trees(size) if is_projective(heads)} == projective


def test_long_chains_and_long_sentences_are_no_trouble() -> None:
    size = 50_000
    assert is_tree(tuple(range(size)))
    assert is_projective(tuple(range(size)))
    assert len(find_cycle((*range(2, size + 1), 1))) == size
    assert is_projective((0, *(1,) * (size - 1)))
    assert find_crossing((0, *(1,) * (size - 2), size - 1)) is None
    assert find_crossing((0, *(1,) * (size - 2), size - 2)) == (size - 1, size)
    assert find_crossing((0, 1, 2, 2, 3)) == (4, 5)


def test_a_head_that_is_no_word_is_in_no_circle() -> None:
    assert find_cycle((-1,)) == find_cycle((2, 9)) == find_cycle((None, 1)) == ()
    assert find_cycle((-1, 3, 2)) == (2, 3)


@given(HEADS.filter(len), st.data())
def test_a_swap_attaches_a_word_to_one_below_it_without_a_new_cycle(
    heads: tuple[int | None, ...], data: st.DataObject
) -> None:
    word = data.draw(st.integers(1, len(heads)))
    head = data.draw(st.integers(0, len(heads)).filter(lambda other: other != word))
    made = swap_heads(heads, word, head)
    assert made[word - 1] == head
    changed = {at for at, (old, new) in enumerate(zip(heads, made, strict=True), 1) if old != new}
    assert changed <= {word, head}
    if head and is_descendant(heads, head, word):
        assert made[head - 1] == heads[word - 1]
    if not find_cycle(heads):
        assert not find_cycle(made)


def test_a_swap_turns_a_chain_round() -> None:
    assert swap_heads((0, 1, 2), 1, 3) == (3, 1, 0)
    assert swap_heads((0, 1, 1), 2, 3) == (0, 3, 1)  # 3 is not below 2 and keeps its head
    for heads in all_dependency_trees(4):
        for word in range(1, 5):
            for head in range(1, 5):
                if head != word:
                    assert is_tree(swap_heads(heads, word, head))
