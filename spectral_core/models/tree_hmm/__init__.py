"""Hidden tree Markov models (Dhillon et al. 2012): every word of a dependency tree has a hidden state that depends on
its head's state; they score given trees."""

from spectral_core.model import Counting, Family
from spectral_core.models.tree_hmm.counts import EncodedTrees, TreeHmmCounts, count
from spectral_core.models.tree_hmm.estimators import add, learn, solve
from spectral_core.models.tree_hmm.model import TreeHmm
from spectral_core.models.tree_hmm.settings import TreeHmmSettings

restore = TreeHmm.from_arrays
__all__ = [
    "FAMILY",
    "EncodedTrees",
    "TreeHmm",
    "TreeHmmCounts",
    "TreeHmmSettings",
    "add",
    "count",
    "learn",
    "restore",
    "solve",
]

FAMILY = Family.from_functions(
    TreeHmmSettings, learn, TreeHmm.from_arrays, Counting.from_functions(TreeHmmCounts, TreeHmm, count, solve, add)
)
