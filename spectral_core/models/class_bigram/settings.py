"""Settings of latent class bigram models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings


@validate_settings("class-bigram")
@dataclass(frozen=True, slots=True)
class ClassBigramSettings:
    """Training settings of a latent class bigram model."""

    classes: int = setting(
        256,
        "Classes",
        "Number of latent classes between a word and the next; fewer if the text does not support as many.",
        low=1,
        high=2000,
    )
    estimator: str = setting(
        "pivot-em",
        "Estimator",
        "Training algorithm. em: EM from a random start. pivot: the words of each class from anchor words that occur "
        "in no other class, then the class distribution after each word, which has a unique optimum. pivot-em: EM "
        "starting from pivot.",
        choices=("em", "pivot", "pivot-em"),
    )
    column: str = setting("form", "Column", "Column whose values are modelled.", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2,
        "Minimum word count",
        "Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.",
        low=1,
    )
    context_smoothing: float = setting(
        10.0,
        "Smoothing of contexts",
        "Pseudo-counts of similar words in the class distribution of each word. Larger values smooth rare words more; "
        "0 turns this off.",
        low=0.0,
    )
    word_smoothing: float = setting(
        0.4,
        "Smoothing of words",
        "Pseudo-counts of each word that are spread over the classes, for each distinct word before it. Larger values "
        "smooth more; 0 turns this off.",
        low=0.0,
    )
    spelling: bool = setting(
        True, "Spelling", "Smooth forms and lemmas with words of similar spelling; otherwise with all words."
    )
    bigrams: float = setting(
        0.4,
        "Bigram weight",
        "Weight of Kneser-Ney bigrams in the probability of each word; 0 uses the class model alone, as in the papers.",
        low=0.0,
        high=1.0,
    )
    iterations: int = setting(
        0,
        "Iterations",
        "Number of EM iterations; 0 uses a default: 13 for em, 1 for pivot-em, 3 for pivot. With development data, "
        "the best iteration on it is kept, and 0 continues until there is no improvement.",
        low=0,
        high=10_000,
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
