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
        "Kind of automaton. det: one state. det-first: an extra state for the first modifier. sibling: the last "
        "modifier is the state. spectral: hidden states in closed form, with repairs for small samples. "
        "spectral-paper: the same as published, without repairs. em: hidden states by EM from a random start.",
        choices=ESTIMATORS,
    )
    states: int = setting(
        11,
        "Hidden states",
        "Number of hidden states for each head tag and direction (spectral, spectral-paper and em). A state generates "
        "the next modifier or the end.",
        low=1,
        high=100,
    )
    column: str = setting("xpos", "Tag column", "Column from which tags are read.", choices=("xpos", "upos"))
    lexical: str = setting(
        "lex-first-coord",
        "Word model",
        "Word model that is multiplied with the tag automata, with back-off to tags. none: no word model. lex: one "
        "state. lex-first: an extra state for the first modifier. lex-first-coord: also extra states after "
        "coordinators and after punctuation.",
        choices=LEXICAL,
    )
    alone: bool = setting(False, "Word model only", "Use the word model without the tag automata.")
    discount: float = setting(
        0.8,
        "Tag discount",
        "Power to which the word model's probability of tags is divided out, since the tag automata score the tags as "
        "well; 0 is the plain product, as published.",
        low=0.0,
        high=1.0,
    )
    decoding: str = setting(
        "mbr",
        "Decoding",
        "Choice of the best tree. mbr: largest sum of arc posteriors. viterbi: best single derivation; not for "
        "spectral estimates, whose scores may be negative.",
        choices=("mbr", "viterbi"),
    )
    scaling: str = setting(
        "cca",
        "Scaling",
        "Matrix that is decomposed (spectral). bigram: bigram counts. cca: counts scaled by the frequencies of their "
        "symbols, as in canonical correlation analysis.",
        choices=("cca", "bigram"),
    )
    threshold: float = setting(
        1.0,
        "Rank threshold",
        "Singular values below this fraction of the largest one, divided by the square root of the number of "
        "sequences, are dropped (spectral). Larger values keep fewer states; 0 keeps all.",
        low=0.0,
    )
    shrinkage: float = setting(
        10.0,
        "Shrinkage",
        "Pseudo-counts that shrink trigram estimates towards bigrams (spectral). Larger values rely less on rare "
        "trigrams; 0 turns this off.",
        low=0.0,
    )
    clipping: bool = setting(
        True,
        "Clip stopping scores",
        "Raise a stopping score that is below a hundredth of the size of its terms to that value, and count the cases "
        "(spectral).",
    )
    floor: float = setting(
        0.1,
        "Smoothing weight",
        "Interpolation weight of the one-state automaton (spectral and em), so that no sequence is impossible.",
        low=0.0,
        high=0.99,
    )
    iterations: int = setting(
        100, "Iterations", "Maximum number of EM iterations (em); 0 keeps the initial model.", low=0, high=10_000
    )
    tolerance: float = setting(
        0.0,
        "Tolerance",
        "EM stops when five iterations together raise the mean log score of a modifier by less than this (em); 0 runs "
        "all iterations.",
        low=0.0,
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
