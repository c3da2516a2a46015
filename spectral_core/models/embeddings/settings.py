"""The settings of embeddings."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, setting, validate_settings


@validate_settings("embeddings")
@dataclass(frozen=True, slots=True)
class EmbeddingsSettings:
    """Settings embeddings are learnt with."""

    estimator: str = setting(
        "cca",
        "Estimator",
        "cca: canonical correlations of words with their neighbours to the left and to the right. "
        "svd: singular values of the counts as they are.",
        choices=("cca", "svd"),
    )
    dimensions: int = setting(50, "Dimensions", "Of the space; few words support fewer.", low=1, high=1000)
    window: int = setting(1, "Neighbours", "How many words to each side count as neighbours.", low=1, high=10)
    column: str = setting("form", "Column", "What is read as words.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2, "Rarest known word", "Words seen fewer times are one unknown word, which others have as neighbour.", low=1
    )
    power: float = setting(
        0.5,
        "Power of counts",
        "Counts are raised to it: 1 leaves them; 0.5 keeps frequent words from drowning the others.",
        low=0.1,
        high=1.0,
    )
    smoothing: float = setting(
        10.0, "Smoothing", "Of cca: added to how often a word was seen, so that rare words weigh less.", low=0.0
    )
    unit: bool = setting(True, "Length 1", "Every point is as far from the origin, so that only directions count.")
