"""Truncated singular values against the dense routine."""

from __future__ import annotations

import numpy as np
import pytest

from spectral_core.errors import RankError
from spectral_core.maths.linalg import (
    MAX_DENSE_SIZE,
    SparseMatrix,
    compute_svd_of_rank,
    compute_truncated_svd,
    multiply_in_blocks,
    numerical_rank,
)


def sparse(dense: np.ndarray) -> SparseMatrix:
    rows, columns = np.nonzero(dense)
    return SparseMatrix(rows.astype(np.int64), columns.astype(np.int64), dense[rows, columns], dense.shape)


def low_rank(rows: int, columns: int, rank: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.standard_normal((rows, rank)) @ random.standard_normal((rank, columns))


@pytest.mark.parametrize("shape", [(7, 5), (MAX_DENSE_SIZE + 60, MAX_DENSE_SIZE + 40)], ids=["dense", "sparse"])
def test_the_leading_part_is_that_of_the_dense_routine(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(0)
    matrix = random.standard_normal(shape) * (random.random(shape) < 0.1 + 4 / shape[0])
    found = compute_truncated_svd(sparse(matrix), 4)
    left, values, right = np.linalg.svd(matrix)
    best = left[:, :4] * values[:4] @ right[:4]
    assert found.values == pytest.approx(values[:4])
    assert np.allclose(found.left * found.values @ found.right.T, best, atol=1e-9)
    assert np.allclose(found.left.T @ found.left, np.eye(4), atol=1e-9)
    assert found.spectrum[:4] == pytest.approx(found.values)
    assert len(found.spectrum) > 4


@pytest.mark.parametrize("size", [6, MAX_DENSE_SIZE + 20])
def test_signs_are_the_same_on_every_run_and_the_largest_entry_is_positive(size: int) -> None:
    matrix = sparse(low_rank(size, size, 5, 1))
    first, second = compute_truncated_svd(matrix, 3), compute_truncated_svd(matrix, 3)
    assert np.array_equal(first.left, second.left)
    assert np.array_equal(first.right, second.right)
    assert (first.left[np.abs(first.left).argmax(axis=0), range(3)] > 0).all()
    negated = compute_truncated_svd(SparseMatrix(matrix.rows, matrix.columns, -matrix.values, matrix.shape), 3)
    assert np.allclose(negated.left, first.left, atol=1e-9)
    assert np.allclose(negated.right, -first.right, atol=1e-9)


@pytest.mark.parametrize("size", [8, MAX_DENSE_SIZE + 20])
def test_more_directions_than_the_matrix_has_are_refused(size: int) -> None:
    matrix = sparse(low_rank(size, size, 3, 2))
    assert len(compute_svd_of_rank(matrix, 3).values) == 3
    with pytest.raises(RankError, match="5 hidden states were requested, but these counts support only 3") as caught:
        compute_svd_of_rank(matrix, 5)
    assert (caught.value.requested, caught.value.supported) == (5, 3)
    assert len(compute_truncated_svd(matrix, 5).values) == 3


def test_a_matrix_of_zeros_has_no_direction() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert len(compute_truncated_svd(SparseMatrix(nothing, nothing, np.zeros(0), (3, 3)), 2).values) == 0
    assert numerical_rank(np.zeros(3)) == 0
    assert numerical_rank(np.zeros(0)) == 0


def test_rounding_is_not_counted_as_rank() -> None:
    assert numerical_rank(np.array([2.0, 1e-3, 1e-12])) == 2


def test_a_product_in_parts_is_the_product() -> None:
    random = np.random.default_rng(4)
    rows, matrix = random.standard_normal((5000, 30)), random.standard_normal((30, 20))
    assert np.allclose(multiply_in_blocks(rows, matrix), rows @ matrix)
    assert multiply_in_blocks(rows[:0], matrix).shape == (0, 20)


def test_scaling_and_sums_are_those_of_the_full_matrix() -> None:
    matrix = low_rank(4, 3, 2, 3)
    rows, columns = np.arange(1.0, 5.0), np.arange(2.0, 5.0)
    assert np.allclose(sparse(matrix).scale(rows, columns).to_dense(), np.diag(rows) @ matrix @ np.diag(columns))
    assert np.allclose(sparse(matrix).row_sums(), matrix.sum(axis=1))
    assert np.allclose(sparse(matrix).column_sums(), matrix.sum(axis=0))
