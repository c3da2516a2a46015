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
        "pcfg: rules as they were counted, without hidden states. em: hidden states by expectation and maximisation "
        "from a random start; em-smoothed: the same with states drawn together. spectral: hidden states in closed "
        "form. pivot: by features that only one state has; pivot-em: the same, then em-smoothed for a few iterations.",
        choices=ESTIMATORS,
    )
    states: int = setting(16, "Hidden states", "The most that a label has; rare labels have fewer.", low=1, high=64)
    members: int = setting(
        1,
        "Combined models",
        "So many grammars from other random numbers speak together, by the mean of what they say of labelled spans.",
        low=1,
        high=8,
    )
    lexicon: str = setting(
        "rich",
        "Words",
        "paper: words stand for themselves, rare ones for their signatures. rich: a tagger that is trained beside the "
        "grammar says what words may be where they stand.",
        choices=("paper", "rich"),
    )
    potentials: bool = setting(
        True,
        "Look at the ends of spans",
        "A regression on the words and tags at and around the ends of spans speaks with the rules. It is learnt again "
        "from all trees when sentences are added.",
    )
    decoding: str = setting(
        "recall",
        "Best trees",
        "recall: those with the most labelled spans that are expected to be right. rule: those whose rules are the "
        "likeliest together. tree: the fifty best by recall, put in order by the scores of whole trees.",
        choices=("recall", "rule", "tree"),
    )
    calibration: bool = setting(
        True,
        "Calibrated probabilities",
        "What is said of labelled spans is made probabilities on sentences that are held out: the grammar is learnt "
        "once more without them, unless a dev portion is given.",
    )
    functions: bool = setting(
        True,
        "Function tags",
        "Phrases get the functions that they have in the treebank, such as -SBJ, after parsing.",
    )
    traces: bool = setting(
        False,
        "Empty elements",
        "Traces and other empty elements (-NONE-) are put back after parsing, where the treebank has them, by patterns "
        "of labels; what they stand for gets their number.",
    )
    tags: bool = setting(False, "Given tags", "Words are parsed under the tags that stand in the column XPOS.")
    binarisation: str = setting(
        "head",
        "Binarisation",
        "How phrases of many parts grow: from their head outwards, from the left or from the right.",
        choices=("head", "left", "right"),
    )
    vertical: int = setting(1, "Vertical memory", "2: phrases know the label above them.", low=1, high=2)
    horizontal: int = setting(0, "Horizontal memory", "Siblings that a growing phrase remembers.", low=0, high=3)
    backoff: float = setting(
        20.0,
        "Back-off of rules",
        "Of spectral: how strongly moments of rare rules are drawn towards products of simpler ones; 0 trusts all.",
        low=0.0,
    )
    lexical_backoff: float = setting(
        5.0,
        "Back-off of words",
        "Of spectral: how strongly the states of rare words are drawn towards the mean of their label; 0 trusts all.",
        low=0.0,
    )
    objective: str = setting(
        "nodes",
        "Objective of pivots",
        "Of pivot and pivot-em: the likelihood of the nodes of each rule, or, as in the paper, that of all triples of "
        "single features at them, which takes far longer.",
        choices=("nodes", "triples"),
    )
    scaling: bool = setting(True, "Scale features", "Of spectral: frequent features count less.")
    iterations: int = setting(20, "Iterations", "Of em, em-smoothed and pivot-em; 0 keeps the start.", low=0, high=1000)
    single: bool = setting(
        True, "Single precision", "Sums over hidden states are taken in numbers of 32 bits, in about half the time."
    )
    seed: int = setting(0, "Seed", "Of everything random.", low=0, high=MAX_SEED)
