"""Latent-variable PCFGs (L-PCFGs): constituency grammars with hidden states on their labels."""

from spectral_core.model import Counting, Family
from spectral_core.models.latent_pcfg.grammar import TreeCounts, count
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.latent_pcfg.scoring import score_dependency_trees
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.training import add, learn, solve

restore = LatentPcfg.from_arrays

__all__ = [
    "FAMILY",
    "LatentPcfg",
    "LatentPcfgSettings",
    "TreeCounts",
    "add",
    "count",
    "learn",
    "restore",
    "score_dependency_trees",
    "solve",
]

FAMILY = Family.from_functions(
    LatentPcfgSettings,
    learn,
    LatentPcfg.from_arrays,
    Counting.from_functions(TreeCounts, LatentPcfg, count, solve, add),
    learn,
)
