"""Settings of word clusters."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings


@validate_settings("clusters")
@dataclass(frozen=True, slots=True)
class ClustersSettings:
    """Training settings of word clusters."""

    estimator: str = setting(
        "brown",
        "Estimator",
        "brown: agglomerative clustering by the mutual information of adjacent clusters. cca: k-means of word vectors "
        "from canonical correlations, faster for many clusters.",
        choices=("brown", "cca"),
    )
    clusters: int = setting(
        500, "Clusters", "Number of clusters; the time that brown takes grows with its square.", low=2, high=5000
    )
    minimum: int = setting(
        3, "Minimum word count", "Words that occur less often have no cluster, and count as one context.", low=1
    )
    exchanges: int = setting(
        2,
        "Exchanges",
        "Number of passes, after clustering, in which each word moves to the cluster that suits it best (brown).",
        low=0,
        high=100,
    )
    lower: bool = setting(True, "Ignore case", "Merge words that differ only in case or in digits.")
    language: str = setting(
        "", "Language", "Code of the language, such as en; empty to take it from the names of the files."
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator (cca).", low=0, high=MAX_SEED)
