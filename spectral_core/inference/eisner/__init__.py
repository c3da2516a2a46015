"""Projective parsing with split head automata: sums over trees, best trees, lists of trees, under what is locked."""

from spectral_core.inference.eisner.charts import (
    Automata,
    Batch,
    Lattice,
    Posteriors,
    Sums,
    best_derivations,
    best_heads,
    best_trees,
    sums,
    tree_score,
)
from spectral_core.inference.eisner.locks import Locks

__all__ = [
    "Automata",
    "Batch",
    "Lattice",
    "Locks",
    "Posteriors",
    "Sums",
    "best_derivations",
    "best_heads",
    "best_trees",
    "sums",
    "tree_score",
]
