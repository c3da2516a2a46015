"""Settings of bracket inducers: each stage can be left out."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.model import setting, validate_settings
from spectral_core.models.bracketing.classes import SOURCES

SEEDS = ("auto", "clauses", "chunks", "metric", "vote", "flat")


@validate_settings("bracket-inducer")
@dataclass(frozen=True, slots=True)
class InducerSettings:
    """Settings a bracket inducer is learnt with, tuned on dev portions."""

    tags: str = setting(
        "auto", "Classes of words", "Tags, or classes that are found in the words; auto takes tags where most have one",
        choices=SOURCES,
    )  # fmt: skip
    seeds: str = setting(
        "auto", "First trees",
        "clauses divide at verbs around chunks, chunks branch right around them, metric joins the least tree in a "
        "metric and a cascade of chunks, vote is of five, flat are chunks between marks alone; auto is metric where "
        "text has no marks, else clauses, or by tags the vote if it crosses fewer of the parts between hidden marks",
        choices=SEEDS,
    )  # fmt: skip
    regression: bool = setting(
        True, "Regression", "Whether spans are learnt from the first trees, of at least 50 sentences"
    )
    rounds: int = setting(1, "Rounds", "Of a grammar with spectral states, which needs the regression", low=0, high=20)
    grammars: int = setting(1, "Grammars", "Whose mean is taken in each round", low=1, high=3)
    states: int = setting(24, "Hidden states", "Of brackets, in the first grammar", low=1, high=200)
    threshold: float = setting(-0.3, "Threshold", "Log odds from which a span is a bracket", low=-10.0, high=10.0)
    agreement: float = setting(
        0.5, "Agreement", "Share of first trees from which a span is a bracket where nothing is learnt from them",
        low=0.0, high=1.0,
    )  # fmt: skip
    epochs: int = setting(3, "Epochs", "Of the regression", low=1, high=100)
    classes: int = setting(10, "Coarse classes", "Of words, where no tags are read", low=2, high=200)
    fine: int = setting(45, "Fine classes", "Of words, where no tags are read", low=2, high=500)
    dimensions: int = setting(50, "Dimensions", "Of the vectors of words", low=1, high=400)
    longest: int = setting(40, "Longest sentence", "Words, of those that spans are learnt from", low=2, high=200)
    seed: int = setting(0, "Seed", "Of classes, states and the order of learning", low=0, high=2**31 - 1)
