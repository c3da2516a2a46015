"""Settings of latent-variable PCFGs."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.model import MAX_SEED, setting, validate_settings

ESTIMATORS = ("pcfg", "em", "em-smoothed", "spectral", "pivot", "pivot-em")


@validate_settings("latent-pcfg")
@dataclass(frozen=True, slots=True)
class LatentPcfgSettings:
    """Training settings of a latent-variable PCFG."""

    estimator: str = setting(
        "spectral",
        "Estimator",
        "Training algorithm. pcfg: relative frequencies of rules, without hidden states. em: EM from a random start. "
        "em-smoothed: the same with smoothed states. spectral: closed form. pivot: anchor features, which occur with "
        "one state only. pivot-em: a few iterations of em-smoothed starting from pivot.",
        choices=ESTIMATORS,
    )
    states: int = setting(
        16, "Hidden states", "Maximum number of hidden states of a label; rare labels have fewer.", low=1, high=64
    )
    members: int = setting(
        1,
        "Combined grammars",
        "Number of grammars with different seeds whose span posteriors are averaged. Larger values are slower.",
        low=1,
        high=8,
    )
    lexicon: str = setting(
        "rich",
        "Lexicon",
        "Model of words. paper: the words themselves, with signatures for rare ones. rich: a tagger, trained with the "
        "grammar, that scores the tags of each word in context.",
        choices=("paper", "rich"),
    )
    potentials: bool = setting(
        True,
        "Span boundary features",
        "Combine the rules with a regression on the words and tags at and around the boundaries of spans. It is "
        "retrained on all trees when sentences are added.",
    )
    decoding: str = setting(
        "recall",
        "Decoding",
        "Choice of the best trees. recall: largest expected number of correct labelled spans. rule: largest product "
        "of rule posteriors. tree: the 50 best by recall, ranked by the score of the whole tree.",
        choices=("recall", "rule", "tree"),
    )
    calibration: bool = setting(
        True,
        "Calibration",
        "Calibrate the posteriors of labelled spans, so that they can be shown as probabilities. Without development "
        "data, the grammar is trained once more without held-out sentences for this.",
    )
    functions: bool = setting(
        True, "Function tags", "Add the function tags of the treebank, such as -SBJ, to phrases after parsing."
    )
    traces: bool = setting(
        False,
        "Empty elements",
        "Insert traces and other empty elements (-NONE-) after parsing by patterns of labels, if the treebank has "
        "them. Phrases that traces refer to get the same index.",
    )
    tags: bool = setting(False, "Given tags", "Parse words with the tags given in the XPOS column.")
    binarisation: str = setting(
        "head",
        "Binarisation",
        "Order in which phrases with more than two children are binarised. head: from the head outwards. left, right: "
        "from that side.",
        choices=("head", "left", "right"),
    )
    vertical: int = setting(
        1,
        "Vertical context",
        "1 uses the labels as they are; 2 adds the label of the parent to that of each phrase.",
        low=1,
        high=2,
    )
    horizontal: int = setting(
        0, "Horizontal context", "Number of siblings recorded in the label of a partial phrase.", low=0, high=3
    )
    backoff: float = setting(
        20.0,
        "Back-off of rules",
        "Strength with which moments of rare rules are shrunk towards products of simpler ones (spectral); 0 turns "
        "this off.",
        low=0.0,
    )
    lexical_backoff: float = setting(
        5.0,
        "Back-off of words",
        "Strength with which the states of rare words are shrunk towards the mean of their label (spectral); 0 turns "
        "this off.",
        low=0.0,
    )
    objective: str = setting(
        "nodes",
        "Objective of pivots",
        "Likelihood that pivot and pivot-em maximise. nodes: that of the nodes of each rule. triples: that of all "
        "triples of single features at the nodes, as in the paper; much slower.",
        choices=("nodes", "triples"),
    )
    scaling: bool = setting(
        True, "Feature scaling", "Scale features so that frequent ones count less (spectral, pivot and pivot-em)."
    )
    iterations: int = setting(
        20,
        "Iterations",
        "Number of EM iterations (em, em-smoothed and pivot-em); 0 keeps the initial model. pivot-em runs at most 3.",
        low=0,
        high=1000,
    )
    single: bool = setting(
        True, "Single precision", "Use 32-bit numbers for sums over hidden states. This takes about half the time."
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)
