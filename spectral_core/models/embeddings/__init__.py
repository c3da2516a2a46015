"""Words as points in space: those that stand among the same neighbours lie together. Word classes for other models."""

from spectral_core.data import Treebank
from spectral_core.model import Counting, Family
from spectral_core.models.embeddings.counts import NeighbourCounts, count
from spectral_core.models.embeddings.model import Embeddings, solve
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Report, silent

restore = Embeddings.from_arrays
__all__ = ["FAMILY", "Embeddings", "EmbeddingsSettings", "NeighbourCounts", "add", "count", "learn", "restore", "solve"]


def learn(
    treebank: Treebank,
    settings: EmbeddingsSettings,
    report: Report = silent,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Embeddings:
    """The points of the words of a treebank or text."""
    return solve(count(treebank, settings, report), settings, report)


def add(model: Embeddings, treebank: Treebank, report: Report = silent) -> Embeddings:
    """The model of the sentences that it was learnt from and of these."""
    return solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.of(EmbeddingsSettings, learn, restore, Counting.of(NeighbourCounts, Embeddings, count, solve, add))
