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
        "Model that ranks the readings. context: from the surrounding words and their readings. most-frequent, "
        "perceptron, unranked: baselines. All others: models of Shah et al. 2010.",
        choices=MODELS,
    )
    analyser: str = setting(
        "auto",
        "Analyser",
        "Source of the candidates. auto: those in the file, otherwise the best analyser available. given: only those "
        "in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.",
    )
    elements: str = setting(
        "auto",
        "Label elements",
        "Scheme by which labels are split into elements. auto: the one that suits the treebank.",
        choices=("auto", "arabic", "universal"),
    )
    passes: int = setting(
        3,
        "Passes",
        "Number of passes over each sentence (context). The second and third pass also use the labels that the "
        "previous one chose for the neighbouring words.",
        low=1,
        high=3,
    )
    pairs: int = setting(
        300,
        "Selected features",
        "Number of pairs of a label element and a statistic to keep, by their effect on the scores (context). Larger "
        "values are slower.",
        low=10,
        high=2000,
    )
    words: int = setting(
        40000,
        "Words for the weights",
        "Approximate number of words from which the weights are trained (context). Counts come from all words.",
        low=100,
    )
    penalty: float = setting(
        0.003,
        "L2 penalty",
        "Penalty on the squares of the weights (context and softmax). Larger values keep the weights smaller.",
        low=0,
    )
    weights: bool = setting(
        True,
        "Trained weights",
        "Train the weights of the statistics (context). Without this, all have the same weight and only the counts "
        "matter.",
    )
    learner: str = setting(
        "svr",
        "Weight estimation",
        "Estimator of the weights in the models of Shah et al. svr: support vector regression. ridge: ridge "
        "regression. softmax: log-linear model.",
        choices=("svr", "ridge", "softmax"),
    )
    statistic: str = setting(
        "log",
        "Statistic",
        "Form in which counts enter the models of Shah et al. raw: count. fraction: relative frequency. log: "
        "logarithm of the count. ratio: logarithm of the ratio to the overall frequency.",
        choices=("raw", "fraction", "log", "ratio"),
    )
    affixes: bool = setting(
        False,
        "Affixes as contexts",
        "Use the first and last letters of the word itself as contexts, in the models of Shah et al.",
    )
    documents: bool = setting(
        True,
        "Document features",
        "Use features of how well a lemma fits the surrounding text, in the models of Shah et al.",
    )
    element: str = setting(
        "lemma", "Element to rank by", "Element of the label by which the model called element ranks."
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
