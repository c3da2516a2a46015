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
        "spectral: hidden states in closed form. spectral-em: some iterations of expectation and maximisation from "
        "clusters of these. em: the same from a random start, which needs a hundred.",
        choices=ESTIMATORS,
    )
    states: int = setting(
        16, "Head states", "Of a head along its modifiers on one side; tags seen seldom get fewer.", low=1, high=64
    )
    half_states: int = setting(12, "Half states", "Of one side of a word with all below it.", low=1, high=64)
    node_states: int = setting(
        16, "Node states", "Of a word with all below it: what its head sees of it.", low=1, high=64
    )
    column: str = setting("xpos", "Tags", "The column whose tags are read.", choices=("xpos", "upos"))
    words: bool = setting(True, "Words", "Frequent words, and the shapes of others, tell of the states of their nodes.")
    backoff: float = setting(
        15.0, "Back-off",
        "Of spectral: how much simpler moments count against the root of how often a rule was seen. 0 leaves them out.",
        low=0.0,
    )  # fmt: skip
    word_backoff: float = setting(
        20.0, "Back-off of words", "Of spectral: how often a word must be seen to count as much as its tag.", low=0.0
    )
    smoothing: float = setting(
        2.0, "Smoothing", "How often each head is thought to have had modifiers as others have them.", low=0.0
    )
    iterations: int = setting(12, "Iterations", "Of spectral-em and em; 0 keeps the start.", low=0, high=10_000)
    members: int = setting(
        1, "Grammars",
        "Combines so many grammars by the mean of their posteriors: the second is by the other of spectral and "
        "spectral-em, the rest are spectral-em from other clusters; those of em start elsewhere.",
        low=1, high=8,
    )  # fmt: skip
    pruning: float = setting(
        0.001, "Pruning",
        "Arcs are left out whose posterior by head automata is below this share of their word's best; 0 keeps all.",
        low=0.0, high=1.0,
    )  # fmt: skip
    crossing: str = setting(
        "lifted", "Crossing arcs",
        "What becomes of sentences whose arcs cross: lifted to the nearest heads where nothing crosses, and put back "
        "in what is parsed as far as relations tell, or left out and counted.",
        choices=("lifted", "left-out"),
    )  # fmt: skip
    relations: bool = setting(
        True, "Name relations",
        "Trains a labeller that names the relation of every arc, where the treebank has relations. It is not trained "
        "again when sentences are added.",
    )  # fmt: skip
    tagger: bool = setting(
        True, "Learn a tagger",
        "Trains a tagger for the column that is read, so that text without tags can be parsed. It is not trained again "
        "when sentences are added.",
    )  # fmt: skip
    calibration: bool = setting(
        True, "Calibrate arcs",
        "Measures on a held-out tenth how often arcs of each posterior are right, so that they have probabilities. It "
        "is not measured again when sentences are added.",
    )  # fmt: skip
    seed: int = setting(0, "Seed", "Of everything random.", low=0, high=MAX_SEED)
