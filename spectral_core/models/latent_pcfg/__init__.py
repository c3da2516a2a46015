"""Latent-variable PCFGs (L-PCFGs): constituency grammars with hidden states on their labels."""

from __future__ import annotations

from spectral_core.model import Arrays, Counting, Family, Settings
from spectral_core.models.latent_pcfg.grammar import TreeCounts, count
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.latent_pcfg.scoring import score_dependency_trees
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.training import add, learn, solve

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


def restore(settings: Settings, arrays: Arrays) -> LatentPcfg:
    """Restore a model from its settings and arrays."""
    return LatentPcfg.from_arrays(settings, arrays)


FAMILY = Family.from_functions(
    LatentPcfgSettings, learn, restore, Counting.from_functions(TreeCounts, LatentPcfg, count, solve, add), learn
)
