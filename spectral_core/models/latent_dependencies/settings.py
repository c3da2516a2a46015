"""Settings of latent dependency grammars."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings

ESTIMATORS = ("spectral", "spectral-em", "em")


@validate_settings("latent-dependencies")
@dataclass(frozen=True, slots=True)
class LatentDependenciesSettings:
    """Settings for training latent dependency grammars."""

    estimator: str = setting(
        "spectral",
        "Estimator",
        "Training algorithm. spectral: closed form. spectral-em: a few EM iterations from clusters of the spectral "
        "solution. em: EM from a random start, which needs about a hundred iterations.",
        choices=ESTIMATORS,
    )
    states: int = setting(
        16,
        "Head states",
        "Number of hidden states of a head as it generates the modifiers on one side; rare tags have fewer.",
        low=1,
        high=64,
    )
    half_states: int = setting(
        12, "Half states", "Number of hidden states of a word with all its descendants on one side.", low=1, high=64
    )
    node_states: int = setting(
        16,
        "Node states",
        "Number of hidden states of a word with all its descendants; its head depends on the word only through these.",
        low=1,
        high=64,
    )
    column: str = setting("xpos", "Tag column", "Column from which tags are read.", choices=("xpos", "upos"))
    words: bool = setting(
        True, "Word features", "Use frequent words, and the shapes of other words, as evidence for hidden states."
    )
    backoff: float = setting(
        15.0,
        "Back-off of rules",
        "Weight of simpler moments, relative to the square root of a rule's count (spectral). Larger values smooth "
        "more; 0 turns this off.",
        low=0.0,
    )
    word_backoff: float = setting(
        20.0,
        "Back-off of words",
        "Number of occurrences at which a word weighs as much as its tag (spectral). Larger values rely more on the "
        "tag.",
        low=0.0,
    )
    smoothing: float = setting(
        2.0,
        "Smoothing",
        "Pseudo-counts of the average modifiers, added to those of each head. Larger values smooth more; 0 turns this "
        "off.",
        low=0.0,
    )
    iterations: int = setting(
        12, "Iterations", "Number of EM iterations (em and spectral-em); 0 keeps the initial model.", low=0, high=10_000
    )
    members: int = setting(
        1,
        "Combined grammars",
        "Number of grammars whose posteriors are averaged. With spectral or spectral-em, the second grammar uses the "
        "other of the two, and all further ones use spectral-em with other clusters. With em, they differ in their "
        "random start.",
        low=1,
        high=8,
    )
    pruning: float = setting(
        0.001,
        "Pruning threshold",
        "Arcs are pruned if their posterior under head automata is below this fraction of that of the best arc of the "
        "word. Larger values are faster; 0 keeps all arcs.",
        low=0.0,
        high=1.0,
    )
    crossing: str = setting(
        "lifted",
        "Crossing arcs",
        "Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without "
        "crossings, and restore them in parses where the relations tell how. left-out: skip these sentences and "
        "report their number.",
        choices=("lifted", "left-out"),
    )
    relations: bool = setting(
        True,
        "Relation labeller",
        "Train a labeller that predicts the relation of every arc, if the treebank has relations. It is not retrained "
        "when sentences are added.",
    )
    tagger: bool = setting(
        True,
        "Tagger",
        "Train a tagger for the tag column, so that text without tags can be parsed. It is not retrained when "
        "sentences are added.",
    )
    calibration: bool = setting(
        True,
        "Arc calibration",
        "Calibrate the posteriors of arcs on a held-out tenth of the sentences, so that they can be shown as "
        "probabilities. This is not repeated when sentences are added.",
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
