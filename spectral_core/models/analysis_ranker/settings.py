"""Settings of the rankers of readings."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings

MODELS = (
    "context", "full", "baseline", "uni", "ind", "element", "two-pass", "cheat", "most-frequent", "perceptron",
    "unranked",
)  # fmt: skip


@validate_settings("analysis-ranker")
@dataclass(frozen=True, slots=True)
class RankerSettings:
    """Training settings of a ranker of readings."""

    model: str = setting(
        "context",
        "Model",
        "context reads the words around and their analyses; the others are those of Shah et al. 2010, and baselines",
        choices=MODELS,
    )
    analyser: str = setting(
        "auto",
        "Analyser",
        "Where candidates come from: auto (those in the file, else the best one here), given, treebank, buckwalter, "
        "buckwalter=FOLDER, or another analyser by name",
    )
    elements: str = setting(
        "auto", "Label elements", "What a label is taken apart into", choices=("auto", "arabic", "universal")
    )
    passes: int = setting(
        3, "Passes", "context: the second and third pass look at the labels that the one before gave the neighbours",
        low=1, high=3,
    )  # fmt: skip
    pairs: int = setting(
        300, "Statistics kept", "context: of all pairs of an element and a statistic, those that matter most", low=10,
        high=2000,
    )  # fmt: skip
    words: int = setting(
        16000, "Words for the weights", "context: counts come from all words, weights from about so many", low=100
    )
    penalty: float = setting(0.003, "Penalty", "context and softmax: how far squares of weights are held down", low=0)
    weights: bool = setting(
        True, "Learnt weights", "context: without, every statistic counts the same, and counts alone decide"
    )
    learner: str = setting("svr", "Learner", "The paper's: how weights are found", choices=("svr", "ridge", "softmax"))
    statistic: str = setting(
        "log", "Statistic", "The paper's models: what is made of a count", choices=("raw", "fraction", "log", "ratio")
    )
    affixes: bool = setting(False, "Own affixes", "The paper's models: contexts of a word's own first and last letters")
    documents: bool = setting(True, "Document features", "The paper's models: how a lemma fits the text around")
    element: str = setting("lemma", "Element", "The model element: which part of the label it ranks by")
    seed: int = setting(0, "Seed", "Of what is held out, and of the order among equals", low=0, high=MAX_SEED)
