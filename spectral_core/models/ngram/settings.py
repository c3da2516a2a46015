"""Settings of n-gram models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, setting, validate_settings


@validate_settings("ngram")
@dataclass(frozen=True, slots=True)
class NgramSettings:
    """Settings an n-gram model is learnt with."""

    order: int = setting(3, "Order", "How many words an n-gram has; 2 is a bigram model", low=2, high=5)
    smoothing: str = setting(
        "modified",
        "Smoothing",
        "Kneser and Ney's one discount for each order, or the three of Chen and Goodman",
        choices=("interpolated", "modified"),
    )
    column: str = setting("form", "Column", "What the model is a model of", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2, "Rarest known word", "Forms and lemmas seen fewer times become the unknown word; tags are always kept", low=1
    )
