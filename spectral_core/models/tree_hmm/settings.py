"""Settings of hidden tree Markov models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings


@validate_settings("tree-hmm")
@dataclass(frozen=True, slots=True)
class TreeHmmSettings:
    """Training settings of a hidden tree Markov model."""

    states: int = setting(10, "Hidden states", "Number of hidden states.", low=1, high=200)
    estimator: str = setting(
        "spectral-em",
        "Estimator",
        "Training algorithm. spectral: closed form, consistent for any root. spectral-paper: the same as printed by "
        "Dhillon et al. The scores of both are not probabilities and may be negative. em: EM from a random start. "
        "spectral-em: EM from clusters of words in the spectral solution.",
        choices=("spectral", "spectral-paper", "em", "spectral-em"),
    )
    column: str = setting("form", "Column", "Column whose values are read as words.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Minimum word count",
        "Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.",
        low=1,
    )
    points: str = setting(
        "trees",
        "Word vectors",
        "Contexts that define the word vectors (all estimators except em). trees: canonical correlations with heads "
        "and modifiers. neighbours: canonical correlations with adjacent words. svd: singular values of the counts of "
        "heads and modifiers.",
        choices=("trees", "neighbours", "svd"),
    )
    prior: float = setting(
        100.0,
        "Smoothing of vectors",
        "Pseudo-count added to the frequency of each word. Larger values reduce the influence of rare words.",
        low=0.0,
    )
    smoothing: float = setting(
        1.0,
        "Smoothing of words",
        "Pseudo-counts of the overall word frequencies, added to each state (em and spectral-em). Larger values "
        "smooth more; 0 turns this off.",
        low=0.0,
    )
    iterations: int = setting(
        40,
        "Iterations",
        "Maximum number of EM iterations (em and spectral-em); 0 keeps the initial model.",
        low=0,
        high=10_000,
    )
    tolerance: float = setting(
        0.0005,
        "Tolerance",
        "EM stops when five iterations together raise the mean log score of a word by less than this, on held-out "
        "trees if there are any (em and spectral-em); 0 runs all iterations.",
        low=0.0,
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
