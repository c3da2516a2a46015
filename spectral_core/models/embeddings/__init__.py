"""Word embeddings: words with the same neighbours have similar vectors. Also word classes for other models."""

from spectral_core.data import Treebank
from spectral_core.model import Counting, Family
from spectral_core.models.embeddings.counts import NeighbourCounts, count
from spectral_core.models.embeddings.model import Embeddings, solve
from spectral_core.models.embeddings.settings import EmbeddingsSettings
from spectral_core.progress import Report, ignore_progress

restore = Embeddings.from_arrays
__all__ = ["FAMILY", "Embeddings", "EmbeddingsSettings", "NeighbourCounts", "add", "count", "learn", "restore", "solve"]


def learn(
    treebank: Treebank,
    settings: EmbeddingsSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
) -> Embeddings:
    """Learn vectors of the words of a treebank or text."""
    return solve(count(treebank, settings, report), settings, report)


def add(model: Embeddings, treebank: Treebank, report: Report = ignore_progress) -> Embeddings:
    """Return the model of the sentences it was learnt from and of these."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.from_functions(
    EmbeddingsSettings, learn, restore, Counting.from_functions(NeighbourCounts, Embeddings, count, solve, add)
)
