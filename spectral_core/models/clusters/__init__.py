"""Word clusters with bit paths: Brown clusters, or k-means clusters of word vectors; learnt from text or read."""

from spectral_core.model import Counting, Family
from spectral_core.models.clusters.model import WordClusters
from spectral_core.models.clusters.settings import ClustersSettings
from spectral_core.models.clusters.training import add, count, learn, learn_stream, solve
from spectral_core.models.embeddings import NeighbourCounts

restore = WordClusters.from_arrays

__all__ = ["FAMILY", "ClustersSettings", "WordClusters", "learn", "restore"]

FAMILY = Family.from_functions(
    ClustersSettings,
    learn,
    WordClusters.from_arrays,
    Counting.from_functions(NeighbourCounts, WordClusters, count, solve, add, lambda _: False),
    learn_stream=learn_stream,
)
