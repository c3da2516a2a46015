"""Settings of split head automata."""

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings

ESTIMATORS = ("det", "det-first", "sibling", "spectral", "spectral-paper", "em")
LEXICAL = ("none", "lex", "lex-first", "lex-first-coord")


@validate_settings("head-automata")
@dataclass(frozen=True, slots=True)
class HeadAutomataSettings:
    """Training settings of split head automata."""

    estimator: str = setting(
        "spectral",
        "Estimator",
        "det: one state. det-first: the first modifier apart from the rest. sibling: the last modifier is the state. "
        "spectral: hidden states in closed form, repaired. spectral-paper: the same as published, without repairs. "
        "em: hidden states by expectation and maximisation from a random start.",
        choices=ESTIMATORS,
    )
    states: int = setting(
        11,
        "Hidden states",
        "Of spectral, spectral-paper and em, for each head tag and direction. From a state comes the next modifier, or "
        "the end of the modifiers.",
        low=1,
        high=100,
    )
    column: str = setting("xpos", "Tags", "The column whose tags the automata read.", choices=("xpos", "upos"))
    lexical: str = setting(
        "lex-first-coord",
        "Words",
        "Multiplies the automata with preferences between words, backed off to tags: lex with one state, lex-first "
        "with the first modifier apart, lex-first-coord also after coordinators and after punctuation.",
        choices=LEXICAL,
    )
    alone: bool = setting(False, "Words alone", "Leaves the automata over tags out where there is a model of words.")
    discount: float = setting(
        0.8,
        "Tag discount",
        "Where words are multiplied with automata over tags, both score the tags: what the words' model says of tags "
        "alone is divided out, to this power. 0 is the plain product, as published.",
        low=0.0,
        high=1.0,
    )
    decoding: str = setting(
        "mbr",
        "Decoding",
        "mbr: the tree with the largest sum of arc posteriors. viterbi: the tree with the best single derivation; "
        "not for spectral estimates, which may be negative.",
        choices=("mbr", "viterbi"),
    )
    scaling: str = setting(
        "cca",
        "Scaling",
        "Of spectral: the singular values are those of the bigram counts, or of the counts scaled by the frequencies "
        "of their symbols as in canonical correlation analysis.",
        choices=("cca", "bigram"),
    )
    threshold: float = setting(
        1.0,
        "Threshold",
        "Of spectral: directions whose singular value is below this times the largest, divided by the square root of "
        "the number of sequences, are dropped. 0 keeps all.",
        low=0.0,
    )
    shrinkage: float = setting(
        10.0,
        "Shrinkage",
        "Of spectral: what follows two neighbours is counted as if it had been seen this many times more in the shares "
        "in which it follows the nearer one. 0 trusts every trigram.",
        low=0.0,
    )
    clipping: bool = setting(
        True,
        "Clip stopping scores",
        "Of spectral: a stopping score below a hundredth of the size of its parts is raised to that, and counted.",
    )
    floor: float = setting(
        0.1, "Mixture floor",
        "Of spectral and em: the share of the one-state automaton that is mixed in, so that nothing is impossible.",
        low=0.0, high=0.99,
    )  # fmt: skip
    iterations: int = setting(100, "Most iterations", "Of em; 0 keeps the start.", low=0, high=10_000)
    tolerance: float = setting(
        0.0,
        "Tolerance",
        "em stops when five iterations together raise the mean log score of a modifier by less than this; "
        "0 is for all iterations.",
        low=0.0,
    )
    crossing: str = setting(
        "lifted",
        "Crossing arcs",
        "What becomes of sentences whose arcs cross: lifted to the nearest heads where nothing crosses, and put back "
        "in what is parsed as far as relations tell, or left out and counted.",
        choices=("lifted", "left-out"),
    )
    relations: bool = setting(
        True,
        "Name relations",
        "Trains a labeller that names the relation of every arc, where the treebank has relations. It is not trained "
        "again when sentences are added.",
    )
    tagger: bool = setting(
        True,
        "Learn a tagger",
        "Trains a tagger for the column that the automata read, so that text without tags can be parsed. It is not "
        "trained again when sentences are added.",
    )
    calibration: bool = setting(
        True,
        "Calibrate arcs",
        "Measures on a held-out tenth how often arcs of each posterior are right, so that they have probabilities. It "
        "is not measured again when sentences are added.",
    )
    seed: int = setting(0, "Seed", "Of everything random.", low=0, high=MAX_SEED)
