"""Latent dependency grammars: every word has a hidden state, on which both its attachment to a head and its own
modifiers depend."""

from spectral_core.model import Counting, Family
from spectral_core.models.latent_dependencies.model import LatentDependencies
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.training import add, learn, solve
from spectral_core.models.latent_dependencies.training_trees import HeadedTrees, count

__all__ = [
    "FAMILY", "HeadedTrees", "LatentDependencies", "LatentDependenciesSettings", "add", "count", "learn", "restore",
    "solve",
]  # fmt: skip

restore = LatentDependencies.from_arrays

FAMILY = Family.from_functions(
    LatentDependenciesSettings, learn, LatentDependencies.from_arrays,
    Counting.from_functions(HeadedTrees, LatentDependencies, count, solve, add),
)  # fmt: skip
