"""Deterministic automata of head automata: clusters of forward vectors, merged (Luque et al. 2012, section 5.3)."""

from spectral_core.models.automata.clusters import CLUSTERS, EVIDENCE, Hierarchy, hierarchy, least_count
from spectral_core.models.automata.prefixes import Symbols
from spectral_core.models.automata.sequences import modifier_sequences

__all__ = ["CLUSTERS", "EVIDENCE", "Hierarchy", "Symbols", "hierarchy", "least_count", "modifier_sequences"]
