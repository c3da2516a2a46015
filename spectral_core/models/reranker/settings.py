"""Settings of re-rankers."""

from dataclasses import dataclass

from spectral_core.errors import SettingsError
from spectral_core.model import MAX_SEED, setting, validate_settings

BASE_METHODS = ("arc-parser", "head-automata", "latent-dependencies")  # dependency parsers that can be re-ranked


@validate_settings("reranker")
@dataclass(frozen=True, slots=True)
class RerankerSettings:
    """Training settings of a re-ranker."""

    base: str = setting(
        BASE_METHODS[0], "Base parser", "Whose best trees are put into another order.", choices=BASE_METHODS
    )
    base_settings: str = setting(
        "",
        "Settings of the base parser",
        "As key=value with blanks between, where they are not its usual ones; learnt with it are its tagger, its "
        "relations and its calibration.",
    )
    column: str = setting("xpos", "Tags", "The column whose tags are read.", choices=("xpos", "upos"))
    candidates: int = setting(
        50, "Trees a sentence", "How many of the base parser's trees are compared.", low=2, high=500
    )
    features: str = setting(
        "paper",
        "Features",
        "Of whole trees. paper: the tags of a head and of its inmost modifiers on both sides, and those of a word, its "
        "head and the head of that. rich: also siblings, words of arcs, distances and numbers of modifiers.",
        choices=("none", "paper", "rich"),
    )
    scorers: str = setting(
        "latent-dependencies members=3 latent-pcfg estimator=em-smoothed states=8 members=3",
        "Scores of other models",
        "Names of methods with blanks between, each with its settings as key=value where they are not its usual ones. "
        "Their models score given dependency trees, latent-pcfg by the phrases that words make with their modifiers; "
        "the sum has one weight. None for features alone.",
    )
    mixing: bool = setting(
        True,
        "Mix posteriors",
        "Those of other models that sum over trees themselves, as latent-dependencies does, are mixed with the base "
        "parser's, by the weight with which held-out trees are best; the trees are then those that the mixture finds.",
    )
    folds: int = setting(
        3,
        "Folds",
        "The trees to learn from are those of base parsers that were learnt from the other folds.",
        low=2,
        high=20,
    )
    epochs: int = setting(6, "Epochs", "How often the perceptron goes through all sentences.", low=1, high=100)
    seed: int = setting(0, "Seed", "Of the order of sentences, of folds and of what is held out.", low=0, high=MAX_SEED)

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
                raise SettingsError(f"reranker: in scorers {part} stands before the method that it is for")
        return methods
