"""Settings of hidden tree Markov models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings

OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare symbols are mapped to the unknown word


@validate_settings("tree-hmm")
@dataclass(frozen=True, slots=True)
class TreeHmmSettings:
    """Training settings of a hidden tree Markov model."""

    states: int = setting(10, "Hidden states", "How many kinds of words the model tells apart.", low=1, high=200)
    estimator: str = setting(
        "spectral-em",
        "Estimator",
        "spectral: the closed form, consistent for any root; spectral-paper: the same as Dhillon et al. print it. "
        "Their scores are not probabilities and may be negative. em: expectation and maximisation from a random start. "
        "spectral-em: the same from words that lie together in the spectral solution.",
        choices=("spectral", "spectral-paper", "em", "spectral-em"),
    )
    column: str = setting("form", "Column", "What is read as words.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Rarest known word",
        "Forms and lemmas seen fewer times become the unknown word; tags are always kept.",
        low=1,
    )
    points: str = setting(
        "trees",
        "Points of words",
        "What says where words lie, in all but em: canonical correlations with heads and modifiers, or with the words "
        "beside them, or the singular values of how often they are heads and modifiers.",
        choices=("trees", "neighbours", "svd"),
    )
    prior: float = setting(
        100.0, "Smoothing of points", "Added to how often a word was seen, so that rare words weigh less.", low=0.0
    )
    smoothing: float = setting(
        1.0,
        "Smoothing of words",
        "Of em and spectral-em: words, as frequent as they are, added to each state.",
        low=0.0,
    )
    iterations: int = setting(40, "Most iterations", "Of em and spectral-em; 0 keeps the start.", low=0, high=10_000)
    tolerance: float = setting(
        0.0005,
        "Tolerance",
        "em and spectral-em stop when five iterations together raise the mean log score of a word by less than this, "
        "in held-out trees where there are any; 0 is for all iterations.",
        low=0.0,
    )
    seed: int = setting(0, "Seed", "Of everything random.", low=0, high=MAX_SEED)
