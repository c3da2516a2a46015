"""The settings of grammars with hidden states."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.model import setting

ESTIMATORS = ("pcfg",)


@dataclass(frozen=True, slots=True)
class LatentPcfgSettings:
    """What a grammar over constituent trees is learnt with."""

    estimator: str = setting(
        "pcfg", "Estimator", "pcfg: rules as they were counted, without hidden states.", choices=ESTIMATORS
    )
    binarisation: str = setting(
        "head",
        "Binarisation",
        "How phrases of many parts grow: from their head outwards, from the left or from the right.",
        choices=("head", "left", "right"),
    )
    vertical: int = setting(1, "Vertical memory", "2: phrases know the label above them.", low=1, high=2)
    horizontal: int = setting(0, "Horizontal memory", "Siblings that a growing phrase remembers.", low=0, high=3)
