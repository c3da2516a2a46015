"""Settings of hidden Markov models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings

OPEN_VOCABULARY = ("form", "lemma")  # columns in which rare symbols are mapped to the unknown word


@validate_settings("hmm")
@dataclass(frozen=True, slots=True)
class HmmSettings:
    """Training settings of a hidden Markov model."""

    states: int = setting(
        4,
        "Hidden states",
        "How many kinds of context the model tells apart. From a state comes a word, or the end of the sentence: a "
        "chain of k states that may stop after any word has its end as one more here, k + 1.",
        low=1,
        high=1000,
    )
    estimator: str = setting(
        "spectral",
        "Estimator",
        "spectral: the closed form; its scores are not probabilities and may have to be clipped. "
        "em: expectation and maximisation from a random start. "
        "spectral-em: the same from a start projected from the spectral solution, which needs fewer iterations.",
        choices=("spectral", "em", "spectral-em"),
    )
    emission: str = setting(
        "state",
        "Words depend on",
        "For em and spectral-em. state: a state emits a word and goes on, whatever the word was, as in the textbook. "
        "arc: where it goes depends on the word as well, as in the closed form; more parameters, a closer fit.",
        choices=("state", "arc"),
    )
    scaling: str = setting(
        "cca",
        "Scaling",
        "What the singular values are taken of, in spectral and in the start of spectral-em: the bigram counts, or the "
        "counts scaled by the frequencies of their words as in canonical correlation analysis.",
        choices=("bigram", "cca"),
    )
    column: str = setting("form", "Column", "What is read as the sequence.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Rarest known word",
        "Forms and lemmas seen fewer times become the unknown word; tags are always kept.",
        low=1,
    )
    smoothing: float = setting(
        100.0,
        "Smoothing",
        "For em and spectral-em: how many occurrences outweigh what all states share. 0 fits the text alone.",
        low=0.0,
    )
    iterations: int = setting(100, "Most iterations", "Of em and spectral-em; 0 keeps the start.", low=0, high=10_000)
    tolerance: float = setting(
        0.003,
        "Tolerance",
        "em and spectral-em stop when five iterations together raise the mean log score of a held-out word "
        "by less than this; 0 is for all iterations over all sentences.",
        low=0.0,
    )
    restarts: int = setting(
        1, "Starts tried", "Of em and spectral-em: how many are tried for ten iterations; the likeliest goes on.",
        low=1, high=100,
    )  # fmt: skip
    seed: int = setting(0, "Seed", "Of everything random.", low=0, high=MAX_SEED)
