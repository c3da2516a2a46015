"""The arc parser: its chart against all trees, its slopes against differences, its lists, locks and what it learns."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.inference.arcs.arrays import WIDTH, KeptArcs, TreeParts
from spectral_core.inference.arcs.chart import empty_parts, kept_of
from spectral_core.inference.arcs.training import sums_of, tree_logs

FREE = np.zeros((2, 0, 0), dtype=np.bool_)


def random_parts(size: int, seed: int, share: float = 0.75) -> tuple[KeptArcs, TreeParts]:
    """Some arcs of a sentence, always those of a chain from the root, and a log score for every part."""
    random = np.random.default_rng(seed)
    heads = np.full((size, WIDTH), -1, dtype=np.int32)
    for word in range(1, size + 1):
        chosen = [head for head in range(size + 1) if head != word and (head == word - 1 or random.random() < share)]
        heads[word - 1, : len(chosen)] = chosen
    kept = kept_of(heads, size)
    parts = empty_parts(kept, size)
    for numbers in parts:
        numbers[:] = random.normal(0, 2, numbers.shape)
    for arc in range(len(kept.heads)):
        head, word = int(kept.heads[arc]), int(kept.words[arc])
        if head == 0:
            continue
        for other in range(kept.first[head], kept.first[head + 1]):
            above = int(kept.heads[other])
            if above and min(head, word) <= above <= max(head, word):
                parts.pairs[kept.pairs[arc] + other - kept.first[head]] = -np.inf
    return kept, parts


def arcs_of(kept: KeptArcs) -> dict[tuple[int, int], int]:
    return {(int(head), int(word)): arc for arc, (head, word) in enumerate(zip(kept.heads, kept.words, strict=True))}


def parts_of(kept: KeptArcs, heads: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]] | None:
    """The parts of a tree by their places, reckoned from the tree; None where an arc of it was not kept."""
    arcs = arcs_of(kept)
    if any((head, word) not in arcs for word, head in enumerate(heads, 1)):
        return None
    found: list[tuple[str, tuple[int, ...]]] = []
    for word, head in enumerate(heads, 1):
        arc = arcs[head, word]
        found.append(("arcs", (arc,)))
        if head:
            above = arcs[heads[head - 1], head]
            found.append(("pairs", (int(kept.pairs[arc]) + above - int(kept.first[head]),)))
    for head in range(1, len(heads) + 1):
        children = [word for word, above in enumerate(heads, 1) if above == head]
        for side, ordered in enumerate(
            ([word for word in children if word < head][::-1], [word for word in children if word > head])
        ):
            for before, word in zip([None, *ordered], ordered, strict=False):
                arc = arcs[head, word]
                others = [other for other in range(1, len(heads) + 1) if (head, other) in arcs]
                others = [other for other in others if min(head, word) < other < max(head, word)]
                others.sort(key=lambda other: abs(other - head))
                rank = 0 if before is None else 1 + others.index(before)
                found.append(("triples", (int(kept.triples[arc]) + rank,)))
            found.append(("ends", (arcs[head, ordered[-1]],)) if ordered else ("bare", (side, head)))
    return found


def listed(kept: KeptArcs, parts: TreeParts, size: int) -> tuple[dict[tuple[int, ...], float], TreeParts]:
    """The log score of every tree, and the marginals of all parts by adding up trees."""
    scores: dict[tuple[int, ...], float] = {}
    found = empty_parts(kept, size)
    for heads in all_projective_trees(size):
        places = parts_of(kept, heads)
        if places is not None:
            scores[heads] = sum(float(getattr(parts, kind)[place]) for kind, place in places)
    total = math.log(sum(map(math.exp, scores.values())))
    for heads, score in scores.items():
        for kind, place in parts_of(kept, heads) or ():
            getattr(found, kind)[place] += math.exp(score - total)
    return scores, found


def total_of(scores: dict[tuple[int, ...], float]) -> float:
    return math.log(sum(map(math.exp, scores.values())))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_the_chart_sums_over_all_projective_trees_with_second_order_parts(size: int, share: float) -> None:
    for seed in range(3):
        kept, parts = random_parts(size, seed, share)
        scores, wanted = listed(kept, parts, size)
        total, found = sums_of(kept, size, parts, FREE)
        assert total == pytest.approx(total_of(scores), abs=1e-10)
        for name in TreeParts._fields:
            np.testing.assert_allclose(getattr(found, name), getattr(wanted, name), atol=1e-10, err_msg=name)


def test_the_score_of_a_tree_is_that_of_its_parts() -> None:
    kept, parts = random_parts(5, 7)
    scores, _ = listed(kept, parts, 5)
    trees = list(all_projective_trees(5))
    found = tree_logs(kept, 5, parts, np.array(trees))
    for heads, log in zip(trees, found.tolist(), strict=True):
        assert log == pytest.approx(scores.get(heads, -math.inf), abs=1e-10)


def moved(parts: TreeParts, kind: str, place: int, change: float) -> TreeParts:
    numbers: NDArray[np.float64] = getattr(parts, kind).copy()
    numbers.flat[place] += change
    return parts._replace(**{kind: numbers})


def test_marginals_are_the_slopes_of_the_log_of_the_sum() -> None:
    kept, parts = random_parts(7, 3)
    _, found = sums_of(kept, 7, parts, FREE)
    random = np.random.default_rng(0)
    for kind in TreeParts._fields:
        numbers = getattr(found, kind)
        for place in random.permutation(numbers.size)[:12].tolist():
            high, low = (sums_of(kept, 7, moved(parts, kind, place, change), FREE)[0] for change in (1e-5, -1e-5))
            assert (high - low) / 2e-5 == pytest.approx(numbers.flat[place], abs=1e-7), (kind, place)


def test_scores_far_apart_neither_vanish_nor_run_over() -> None:
    kept, parts = random_parts(6, 5)
    _, usual = sums_of(kept, 6, parts, FREE)
    for word in range(1, 7):  # each word is a modifier once: every tree gains the same
        parts.arcs[kept.words == word] += 900.0 * (-1) ** word
    total, found = sums_of(kept, 6, parts, FREE)
    assert math.isfinite(total)
    np.testing.assert_allclose(found.arcs, usual.arcs, atol=1e-10)
    long, steep = random_parts(60, 1, 0.05)
    for numbers in steep:
        numbers *= 4.0
    total, found = sums_of(long, 60, steep, FREE)
    assert math.isfinite(total)
    assert [float(found.arcs[long.words == word].sum()) for word in range(1, 61)] == pytest.approx([1.0] * 60)
