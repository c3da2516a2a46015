"""Sums over trees whose halves have hidden states, against the sum over all trees one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.data import Constraints
from spectral_core.structured import eisner, latent_split_head
from spectral_core.structured.latent_split_head import StateTensors, WordBatch

Floats = NDArray[np.float64]
STATES, HALVES, NODES, TAGS = 3, 2, 4, 2


def random_grammar(random: np.random.Generator, kinds: int, rules: int) -> StateTensors:
    nodes = random.standard_normal((kinds, NODES, HALVES, HALVES))
    return StateTensors(
        random.standard_normal((TAGS, NODES)),
        random.standard_normal((TAGS, 2, STATES)),
        random.standard_normal((TAGS, 2, HALVES, STATES)),
        np.ascontiguousarray(np.stack((nodes.swapaxes(2, 3), nodes), axis=1)),
        random.standard_normal((rules, STATES, NODES, STATES)),
    )


def score(grammar: StateTensors, batch: WordBatch, rules: NDArray[np.int32], heads: tuple[int, ...]) -> float:
    """The score of one tree, as its formula has it."""

    def node(word: int) -> Floats:
        halves = []
        for side, below in enumerate((range(word - 1, -1, -1), range(word + 1, len(heads)))):
            vector = grammar.starts[batch.tags[word], side]
            for other in below:
                if heads[other] == word + 1:
                    tensor = grammar.rules[rules[word, other]] * batch.scales[other]
                    vector = np.einsum("azb,z,b->a", tensor, node(other), vector)
            halves.append(grammar.halves[batch.tags[word], side] @ vector)
        return np.asarray(np.einsum("zlr,l,r->z", grammar.nodes[batch.kinds[word], 1], *halves))

    root = heads.index(0)
    return float(grammar.roots[batch.tags[root]] @ node(root) * batch.scales[root])


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_sums_are_those_over_all_trees(size: int) -> None:
    random = np.random.default_rng(size)
    rules = random.integers(0, 6, (size, size)).astype(np.int32)
    grammar = random_grammar(random, 3, 6)
    whole = WordBatch(
        np.array([0, size]), random.integers(0, TAGS, size), random.integers(0, 3, size), random.random(size) + 0.5,
        rules.ravel(), np.ones(size, dtype=bool), np.zeros(0, dtype=bool),
    )  # fmt: skip
    pruned = np.where(random.random((size, size)) < 0.3, -1, rules).astype(np.int32)
    tops = random.random(size) < 0.7
    tops[0] = True
    span = Constraints(required_spans=frozenset({(0, 2, "")}))
    locks = eisner.Locks.from_constraints(span, "w" * size) if size > 2 else None
    cases = [(whole, rules, np.ones(size, dtype=bool), None)]
    cases.append((whole._replace(rules=pruned.ravel(), root_words=tops), pruned, tops, None))
    if locks is not None:
        locked = np.where(locks.arcs[1:], rules, -1).astype(np.int32)
        batch = whole._replace(rules=locked.ravel(), root_words=locks.arcs[0], half_trees=locks.half_trees.ravel())
        cases.append((batch, locked, locks.arcs[0], locks))
    words = np.arange(size)
    for batch, allowed, roots, held in cases:
        total, arcs = 0.0, np.zeros((size + 1, size))
        for heads in all_projective_trees(size):
            above = np.array(heads)
            inner = above > 0
            if not (roots[~inner].all() and (allowed[above[inner] - 1, words[inner]] >= 0).all()):
                continue
            below = {0, 1} if held is not None else set()
            entered = [head for word, head in enumerate(heads) if word in below and head - 1 not in below]
            if below and (len(entered) != 1 or any(h - 1 in below and w not in below for w, h in enumerate(heads))):
                continue
            own = score(grammar, batch, allowed, heads)
            total += own
            arcs[above, words] += own
        found = latent_split_head.arc_posteriors(grammar, batch)[0]
        assert found.sign * np.exp(found.log_score) == pytest.approx(total, rel=1e-10)
        np.testing.assert_allclose(found.arcs, arcs / total, rtol=0, atol=1e-10)


def test_scores_far_out_of_range_are_found_all_the_same() -> None:
    random = np.random.default_rng(0)
    size = 12
    grammar = random_grammar(random, 2, 3)
    batch = WordBatch(
        np.array([0, size]), random.integers(0, TAGS, size), random.integers(0, 2, size), np.ones(size),
        random.integers(0, 3, size * size).astype(np.int32), np.ones(size, dtype=bool), np.zeros(0, dtype=bool),
    )  # fmt: skip
    plain = latent_split_head.arc_posteriors(grammar, batch)[0]
    for scale in (1e-60, 1e60):
        scaled = latent_split_head.arc_posteriors(grammar, batch._replace(scales=np.full(size, scale)))[0]
        assert scaled.log_score == pytest.approx(plain.log_score + size * np.log(scale))
        np.testing.assert_allclose(scaled.arcs, plain.arcs, rtol=0, atol=1e-9)


@pytest.mark.parametrize(("exponent", "sign"), [(340, 1), (343, 0)])
def test_scores_that_overflow_are_rescaled_eleven_times_by_a_thousand(exponent: int, sign: int) -> None:
    ones = np.ones((1, 2, 1, 1))
    grammar = StateTensors(np.ones((1, 1)), np.ones((1, 2, 1)), ones, ones[..., None], np.full((1, 1, 1, 1), 1e300))
    batch = WordBatch(
        np.array([0, 2]), np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64),
        np.array([1.0, 10.0 ** (exponent - 300)]), np.array([0, 0, -1, 0], dtype=np.int32),
        np.array([True, False]), np.zeros(0, dtype=bool),
    )  # fmt: skip
    total = latent_split_head.arc_posteriors(grammar, batch)[0]
    assert total.sign == sign
    assert total.log_score == pytest.approx(exponent * np.log(10.0) if sign else -np.inf)


def test_sentences_that_are_summed_together_have_the_sums_of_each_alone() -> None:
    random = np.random.default_rng(3)
    grammar = random_grammar(random, 3, 6)
    batches = [
        WordBatch(
            np.array([0, size]), random.integers(0, TAGS, size), random.integers(0, 3, size), random.random(size) + 0.5,
            random.integers(0, 6, size * size).astype(np.int32), np.ones(size, dtype=bool), np.zeros(0, dtype=bool),
        )
        for size in (3, 1, 4, 2)
    ]  # fmt: skip
    columns = [np.concatenate(parts) for parts in zip(*(batch[1:] for batch in batches), strict=True)]
    together = latent_split_head.arc_posteriors(grammar, WordBatch(np.array([0, 3, 4, 8, 10]), *columns))
    for batch, found in zip(batches, together, strict=True):
        alone = latent_split_head.arc_posteriors(grammar, batch)[0]
        assert (found.sign, found.log_score) == (alone.sign, pytest.approx(alone.log_score, rel=1e-12))
        np.testing.assert_allclose(found.arcs, alone.arcs, rtol=0, atol=1e-12)
