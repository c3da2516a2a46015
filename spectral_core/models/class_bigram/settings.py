"""Settings of latent class bigram models."""

from dataclasses import dataclass

from spectral_core.model import COLUMN_CHOICES, MAX_SEED, setting, validate_settings


@validate_settings("class-bigram")
@dataclass(frozen=True, slots=True)
class ClassBigramSettings:
    """Training settings of a latent class bigram model."""

    classes: int = setting(
        256, "Classes", "Between a word and the next; fewer where the text supports only those.", low=1, high=2000
    )
    estimator: str = setting(
        "pivot-em",
        "Estimator",
        "em: expectation and maximisation from a random start. "
        "pivot: the words of each class from words that only it has; then the classes after each word, which has one "
        "best answer. pivot-em: em from there.",
        choices=("em", "pivot", "pivot-em"),
    )
    column: str = setting("form", "Column", "What the model is a model of", choices=COLUMN_CHOICES)
    minimum: int = setting(
        2, "Rarest known word", "Forms and lemmas seen fewer times become the unknown word; tags are always kept", low=1
    )
    context_smoothing: float = setting(
        10.0,
        "Smoothing of contexts",
        "How many occurrences of a word outweigh what others say of its classes.",
        low=0.0,
    )
    word_smoothing: float = setting(
        0.4,
        "Smoothing of words",
        "So many occurrences are spread over the classes, for each different word that a word was seen after.",
        low=0.0,
    )
    spelling: bool = setting(
        True, "Spelling", "Whether forms and lemmas are smoothed by those that are spelt like them, or by all alike."
    )
    bigrams: float = setting(
        0.4,
        "Share of bigrams",
        "Of Kneser and Ney's bigrams in the score of each word; 0 is the class model alone, as in the papers.",
        low=0.0,
        high=1.0,
    )
    iterations: int = setting(
        0,
        "Iterations",
        "Of em, of pivot-em, and of the classes after each word in pivot; 0 is for what suits each on running text: "
        "13, 1 and 3. With a dev portion the best of so many on it; 0 is then for as many as it takes.",
        low=0,
        high=10_000,
    )
    seed: int = setting(0, "Seed", "Of the random start of em.", low=0, high=MAX_SEED)
