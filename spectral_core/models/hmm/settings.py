"""Settings of hidden Markov models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings


@validate_settings("hmm")
@dataclass(frozen=True, slots=True)
class HmmSettings:
    """Training settings of a hidden Markov model."""

    states: int = setting(
        4,
        "Hidden states",
        "Number of hidden states. A state generates a word or the end of the sentence. A chain of k states that may "
        "stop after any word therefore needs k + 1 states here.",
        low=1,
        high=1000,
    )
    estimator: str = setting(
        "spectral",
        "Estimator",
        "Training algorithm. spectral: closed form; scores are not probabilities and may have to be clipped. em: EM "
        "from a random start. spectral-em: EM from the projected spectral solution, which needs fewer iterations.",
        choices=("spectral", "em", "spectral-em"),
    )
    emission: str = setting(
        "state",
        "Emissions",
        "Dependence of the next state (em and spectral-em). state: on the current state only, as in textbooks. arc: "
        "also on the word, as in the closed form; this has more parameters and fits more closely.",
        choices=("state", "arc"),
    )
    scaling: str = setting(
        "cca",
        "Scaling",
        "Matrix that is decomposed (spectral, and the initial model of spectral-em). bigram: bigram counts. cca: "
        "counts scaled by the frequencies of their words, as in canonical correlation analysis.",
        choices=("bigram", "cca"),
    )
    column: str = setting("form", "Column", "Column whose values are modelled.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Minimum word count",
        "Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.",
        low=1,
    )
    smoothing: float = setting(
        100.0,
        "Smoothing",
        "Pseudo-counts of the distributions that all states share (em and spectral-em). Larger values smooth more; 0 "
        "turns this off.",
        low=0.0,
    )
    iterations: int = setting(
        100,
        "Iterations",
        "Maximum number of EM iterations (em and spectral-em); 0 keeps the initial model.",
        low=0,
        high=10_000,
    )
    tolerance: float = setting(
        0.003,
        "Tolerance",
        "EM stops when five iterations together raise the mean log score of a held-out word by less than this (em and "
        "spectral-em); 0 runs all iterations on all sentences.",
        low=0.0,
    )
    restarts: int = setting(
        1,
        "Random starts",
        "Number of initial models (em and spectral-em). Each is trained for ten iterations, and training continues "
        "from the one with the highest likelihood.",
        low=1,
        high=100,
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
