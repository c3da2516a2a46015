"""Settings of the arc parser."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings

ORDERS = ("first", "siblings", "grandparents", "second")


@validate_settings("arc-parser")
@dataclass(frozen=True, slots=True)
class ArcParserSettings:
    """Training settings of an arc parser."""

    order: str = setting(
        "second",
        "Order",
        "What is scored of a tree. first: its arcs. siblings: also neighbouring modifiers of a head, and where they "
        "end. grandparents: also an arc with the one above it. second: all of these.",
        choices=ORDERS,
    )
    estimator: str = setting(
        "crf",
        "Estimator",
        "crf: the likelihood of the trees is climbed, so that posteriors mean something. perceptron: weights are moved "
        "where a wrong tree is found, and averaged.",
        choices=("crf", "perceptron"),
    )
    column: str = setting("xpos", "Tags", "The column whose tags are read.", choices=("xpos", "upos"))
    epochs: int = setting(
        0, "Epochs", "How many times training goes through the sentences; 0: more often the fewer there are.", low=0,
        high=200,
    )  # fmt: skip
    threshold: float = setting(
        1e-3,
        "Pruning threshold",
        "Arcs that are less probable than this times the best of their word, each word by itself, are left out of "
        "learning; in use, those below three times as much.",
        low=1e-9,
        high=0.5,
    )
    decoding: str = setting(
        "mbr",
        "Decoding",
        "mbr: the trees with the largest sums of arc posteriors. trees: those of the highest scores as wholes.",
        choices=("mbr", "trees"),
    )
    crossing: str = setting(
        "lifted",
        "Crossing arcs",
        "What becomes of sentences whose arcs cross: lifted to the nearest heads where nothing crosses, and put back "
        "in what is parsed as far as relations tell, or left out and counted.",
        choices=("lifted", "left-out"),
    )
    classes: bool = setting(
        True, "Classes of words", "Reads words also as classes of those that stand among the same neighbours, in all "
        "sentences that are given, also without trees; where they have at least 1,000 words, and twice as many as "
        "have tags where those are more than 50,000.",
    )  # fmt: skip
    relations: bool = setting(
        True, "Name relations", "Trains a labeller that names the relation of every arc, where there are relations."
    )
    tagger: bool = setting(
        True, "Learn a tagger", "Trains a tagger for the column that is read, so that bare words can be parsed."
    )
    calibration: bool = setting(
        True,
        "Calibrate arcs",
        "Measures on held-out sentences how often arcs of each posterior are right, so that they have probabilities.",
    )
    seed: int = setting(0, "Seed", "Of the order of sentences, and of what is held out.", low=0, high=MAX_SEED)
