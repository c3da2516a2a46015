"""How a dependency parser learns what it carries beside its estimator: calibration, labeller, tagger."""

from __future__ import annotations

from typing import Protocol

from spectral_core.data import Sentence, Treebank
from spectral_core.models.neighbour_classes import NeighbourClasses
from spectral_core.models.parsing.certainty import Held, calibrated
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.relations import own_labeller
from spectral_core.models.parsing.sentences import has_tree
from spectral_core.models.parsing.tagging import own_tagger
from spectral_core.progress import CALIBRATION, Report, beside


class ParserSettings(Protocol):
    """What the settings of a dependency parser say of its companions."""

    @property
    def column(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def crossing(self) -> str: ...
    @property
    def calibration(self) -> bool: ...
    @property
    def relations(self) -> bool: ...
    @property
    def tagger(self) -> bool: ...


def companions_of(
    treebank: Treebank, settings: ParserSettings, outcomes: Held, report: Report, dev: Treebank | None,
    tagged: Treebank | None = None, classes: NeighbourClasses | None = None,
) -> Companions:  # fmt: skip
    """Those that the settings ask for: arcs calibrated by `outcomes`, on `dev` or on a tenth held out; the tagger of
    `tagged` and of these classes of words, where the parser reads other labels than stand in the treebank."""

    def usable(sentence: Sentence) -> bool:
        return has_tree(sentence, settings.column)

    column, seed, lifted = settings.column, settings.seed, settings.crossing == "lifted"
    calibration = labeller = tagger = None
    if settings.calibration:
        with beside(report, CALIBRATION) as told:
            calibration = calibrated(treebank, usable, outcomes, seed, told, dev)
    if settings.relations:
        with beside(report, "labeller") as told:
            labeller = own_labeller(treebank, column, seed, lifted, told)
    if settings.tagger:
        with beside(report, "tagger") as told:
            if tagged is None:
                tagged, classes = treebank, NeighbourClasses.learn(treebank, told)
            tagger = own_tagger(tagged, column, seed, told, classes)
    return Companions(calibration=calibration, labeller=labeller, tagger=tagger)
