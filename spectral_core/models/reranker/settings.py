"""Settings of re-rankers."""

from dataclasses import dataclass

from spectral_core.errors import SettingsError
from spectral_core.model import AUTO_COLUMN, MAX_SEED, TAG_COLUMN_CHOICES, setting, validate_settings

BASE_METHODS = ("arc-parser", "head-automata", "latent-dependencies")  # dependency parsers that can be re-ranked


@validate_settings("reranker")
@dataclass(frozen=True, slots=True)
class RerankerSettings:
    """Training settings of a re-ranker."""

    base: str = setting(BASE_METHODS[0], "Base parser", "Parser whose best trees are re-ranked.", choices=BASE_METHODS)
    base_settings: str = setting(
        "",
        "Settings of the base parser",
        "Settings of the base parser that differ from its defaults, as key=value separated by spaces. Its tagger, "
        "labeller and calibration are trained with it.",
    )
    column: str = setting(
        AUTO_COLUMN,
        "Tag column",
        "Column from which tags are read. auto: xpos, or upos where most words have no XPOS.",
        choices=TAG_COLUMN_CHOICES,
    )
    candidates: int = setting(
        50,
        "Trees per sentence",
        "Number of the base parser's best trees to re-rank for each sentence. Larger values are slower.",
        low=2,
        high=500,
    )
    features: str = setting(
        "paper",
        "Features",
        "Features of whole trees. none: no features. paper: tags of a head and its innermost modifiers on both sides, "
        "and of a word, its head and its grandparent. rich: also siblings, words of arcs, distances and numbers of "
        "modifiers.",
        choices=("none", "paper", "rich"),
    )
    scorers: str = setting(
        "latent-dependencies members=3 latent-pcfg estimator=em-smoothed states=8 members=3",
        "Additional models",
        "Methods whose models also score the trees, separated by spaces, each followed by its settings as key=value. "
        "latent-pcfg scores the phrases that words form with their modifiers. The sum of their scores gets one "
        "weight. Leave empty to use features alone.",
    )
    mixing: bool = setting(
        True,
        "Mix posteriors",
        "Interpolate the arc posteriors of the base parser with those of additional models that have them, such as "
        "latent-dependencies, and re-rank the best trees of the mixture. The weight is chosen on held-out trees.",
    )
    folds: int = setting(
        3,
        "Folds",
        "Number of folds; the training trees of each fold come from a base parser trained on the other folds.",
        low=2,
        high=20,
    )
    epochs: int = setting(
        6, "Training epochs", "Number of passes of the perceptron over the training sentences.", low=1, high=100
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)

    @property
    def scorer_methods(self) -> list[tuple[str, dict[str, str]]]:
        """Methods of the models that score trees, with their settings."""
        methods: list[tuple[str, dict[str, str]]] = []
        for part in self.scorers.split():
            name, equals, value = part.partition("=")
            if not equals:
                methods.append((name, {}))
            elif methods:
                methods[-1][1][name] = value
            else:
                raise SettingsError(f"reranker: in scorers, {part} must follow its method")
        return methods
