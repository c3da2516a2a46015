"""Settings of metric bracketers."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.model import setting, validate_settings
from spectral_core.models.bracketing.classes import SOURCES

METRICS = ("spectral", "distance", "constant")


@validate_settings("bracketer")
@dataclass(frozen=True, slots=True)
class BracketerSettings:
    """Settings a metric bracketer is learnt with, tuned on dev portions."""

    tags: str = setting(
        "auto", "Classes of words",
        "What distances depend on: tags, in coarse classes, or classes that are found in the words; auto takes tags "
        "where most words have one",
        choices=SOURCES,
    )  # fmt: skip
    metric: str = setting(
        "spectral",
        "Metric",
        "The others are controls: how far apart words stand, and the same for all",
        choices=METRICS,
    )
    states: int = setting(20, "Hidden states", "Singular values that a distance is made of", low=1, high=200)
    dimensions: int = setting(50, "Dimensions", "Of the vectors of words", low=1, high=400)
    bandwidth: float = setting(
        0.4, "Bandwidth", "How unlike two distances between words may be for their covariances to be one", low=0.01
    )
    shrinkage: float = setting(
        0.0, "Share of distance", "How many standard deviations of the log of how far apart words stand are added",
        low=0.0,
    )  # fmt: skip
    top: str = setting(
        "heuristic", "Top bracket",
        "At a comma or before the first verb, or none: the tree then hangs from the last word; a locked span goes "
        "before both",
        choices=("heuristic", "none"),
    )  # fmt: skip
    fragments: bool = setting(True, "Fragments", "Whether what stands between marks is bracketed by itself")
    classes: int = setting(10, "Classes", "Of words, where no tags are read", low=2, high=200)
    longest: int = setting(39, "Longest distance", "Words that stand further apart count as this far", low=2, high=200)
    seed: int = setting(0, "Seed", "Of ties between trees and of classes", low=0, high=2**31 - 1)
