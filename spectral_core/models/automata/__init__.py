"""Deterministic automata from head automata: clusters of forward vectors, merged (Luque et al. 2012, section 5.3)."""

from spectral_core.models.automata.clusters import CLUSTERS, EVIDENCE, Hierarchy, cluster_prefixes, default_minimum
from spectral_core.models.automata.prefixes import Symbols
from spectral_core.models.automata.sequences import collect_modifier_sequences

__all__ = [
    "CLUSTERS",
    "EVIDENCE",
    "Hierarchy",
    "Symbols",
    "cluster_prefixes",
    "collect_modifier_sequences",
    "default_minimum",
]
