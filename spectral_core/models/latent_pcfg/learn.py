"""Learning: counts, and the grammar from counts."""

from __future__ import annotations

from spectral_core.data import Treebank
from spectral_core.models.latent_pcfg.counts import TreeCounts, count
from spectral_core.models.latent_pcfg.model import LatentPcfg
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.progress import Progress, Report, silent


def learn(
    treebank: Treebank,
    settings: LatentPcfgSettings,
    report: Report = silent,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> LatentPcfg:
    """A grammar of the trees of a treebank."""
    return solve(count(treebank, settings, report), settings, report)


def solve(counts: TreeCounts, settings: LatentPcfgSettings, report: Report = silent) -> LatentPcfg:
    """The grammar of these trees."""
    report(Progress("solve", 0, 1))
    return LatentPcfg.of(settings, counts)


def add(model: LatentPcfg, treebank: Treebank, report: Report = silent) -> LatentPcfg:
    """The grammar of the trees that it was learnt from and of these."""
    return solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)


def can_add(settings: LatentPcfgSettings) -> bool:  # noqa: ARG001 - it is asked about settings
    """Whether sentences can be added to a model with these settings."""
    return True
