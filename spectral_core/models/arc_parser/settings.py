"""Settings of the arc parser."""

from dataclasses import dataclass

from spectral_core.model import AUTO_COLUMN, MAX_SEED, TAG_COLUMN_CHOICES, setting, validate_settings

ORDERS = ("first", "siblings", "grandparents", "second")


@validate_settings("arc-parser")
@dataclass(frozen=True, slots=True)
class ArcParserSettings:
    """Training settings of an arc parser."""

    order: str = setting(
        "second",
        "Order",
        "Parts of a tree that are scored. first: arcs. siblings: also adjacent modifiers of a head, and the end of "
        "its modifiers. grandparents: also pairs of an arc and the arc above it. second: all of these. The more "
        "parts, the slower.",
        choices=ORDERS,
    )
    estimator: str = setting(
        "crf",
        "Estimator",
        "Training objective. crf: likelihood of the trees, which gives meaningful posteriors. perceptron: averaged "
        "perceptron.",
        choices=("crf", "perceptron"),
    )
    column: str = setting(
        AUTO_COLUMN,
        "Tag column",
        "Column from which tags are read; the other one is read beside it if it is filled. auto: upos, or xpos where "
        "most words have no UPOS.",
        choices=TAG_COLUMN_CHOICES,
    )
    epochs: int = setting(
        0,
        "Training epochs",
        "Number of passes over the training sentences; 0 chooses it by their size, with more passes for fewer words.",
        low=0,
        high=200,
    )
    threshold: float = setting(
        1e-3,
        "Pruning threshold",
        "In training, an arc is pruned if its probability is below this fraction of that of the best arc of the word. "
        "In parsing, the threshold is three times as high. Larger values are faster but lose more correct arcs.",
        low=1e-9,
        high=0.5,
    )
    decoding: str = setting(
        "mbr",
        "Decoding",
        "Choice of the best trees. mbr: largest sum of arc posteriors. trees: highest score of the whole tree.",
        choices=("mbr", "trees"),
    )
    crossing: str = setting(
        "lifted",
        "Crossing arcs",
        "Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without "
        "crossings, and restore them in parses where the relations tell how. left-out: skip these sentences and "
        "report their number.",
        choices=("lifted", "left-out"),
    )
    classes: str = setting(
        "auto",
        "Word clusters",
        "Clusters of words with similar contexts as features. auto: clusters of the language in the library, if there "
        "are any, else own. own: clusters of all training sentences, annotated or not, of at least 1,000 words; beyond "
        "50,000 annotated words, of twice as many. none: no clusters. Anything else is the path of a file of clusters "
        "or vectors.",
        booleans=("none", "own"),
    )
    relations: bool = setting(
        True,
        "Relation labeller",
        "Train a labeller that predicts the relation of every arc, if the treebank has relations.",
    )
    tagger: bool = setting(
        True, "Tagger", "Train a tagger for the tag column, so that text without tags can be parsed."
    )
    calibration: bool = setting(
        True,
        "Arc calibration",
        "Calibrate the posteriors of arcs on held-out sentences, so that they can be shown as probabilities.",
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
