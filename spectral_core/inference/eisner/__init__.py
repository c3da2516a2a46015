"""Projective parsing with split head automata: sums over trees, best trees, lists of trees, under locks.

There is one recursion for each family of algebras: sums and their derivatives (`inside_kernels`, `outside_kernels`),
maxima of sums of arcs (`best_kernels`), lists (`ranked_kernels`). Each fills a `Chart` of half trees, closed halves and
arcs, and does not depend on where the numbers of an arc come from. Other parsers share it by what they put in:

- scores of arcs: `best_trees`; their sums by automata of one state that say 1, and the scores in `Lattice.weights`;
- scores of neighbouring modifiers (second order): one state, and `following` gives each word a deterministic state of
  its own, so that `weights[head, modifier, state]` sees the modifier before; time grows as words^4, memory as words^3;
- hidden states of a head along its modifiers (latent grammars of split heads): the automata themselves;
- hidden states that both sides of a word share: `closed` and `arcs` need an axis more, and whatever multiplies by a
  closed half (`_attach`, `_fill_half`, their derivatives, the roots) a loop over it, outside that over the states.
"""

from spectral_core.inference.eisner.arrays import Automata
from spectral_core.inference.eisner.charts import (
    ArcSums,
    Posteriors,
    best_derivations,
    best_heads,
    best_tree_heads,
    best_trees,
    sums,
)
from spectral_core.inference.eisner.lattices import Batch, Lattice
from spectral_core.inference.locks.projective import Locks

__all__ = [
    "ArcSums",
    "Automata",
    "Batch",
    "Lattice",
    "Locks",
    "Posteriors",
    "best_derivations",
    "best_heads",
    "best_tree_heads",
    "best_trees",
    "sums",
]  # fmt: skip
