"""Training of the companions of a dependency parser: calibration, labeller, tagger."""

from __future__ import annotations

from typing import Protocol

from spectral_core.data import Sentence, Treebank
from spectral_core.models.neighbour_classes import DistributionalClusters
from spectral_core.models.parsing.certainty import HeldOutOutcomes, calibrate_on_held_out
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.relations import train_labeller
from spectral_core.models.parsing.sentences import has_tree
from spectral_core.models.parsing.tagging import train_tagger
from spectral_core.progress import CALIBRATION, Report, report_part


class ParserSettings(Protocol):
    """Settings of a dependency parser that its companions depend on."""

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


def train_companions(
    treebank: Treebank, settings: ParserSettings, outcomes: HeldOutOutcomes, report: Report, dev: Treebank | None,
    tagged: Treebank | None = None, classes: DistributionalClusters | None = None,
) -> Companions:  # fmt: skip
    """Train the companions that the settings request: arcs calibrated by `outcomes`, on `dev` or on a held-out tenth;
    the tagger on `tagged` with these clusters of words, where the parser reads other labels than those of the treebank.
    """

    def is_usable(sentence: Sentence) -> bool:
        return has_tree(sentence, settings.column)

    column, seed, lifted = settings.column, settings.seed, settings.crossing == "lifted"
    calibration = labeller = tagger = None
    if settings.calibration:
        with report_part(report, CALIBRATION) as report_stage:
            calibration = calibrate_on_held_out(treebank, is_usable, outcomes, seed, report_stage, dev)
    if settings.relations:
        with report_part(report, "labeller") as report_stage:
            labeller = train_labeller(treebank, column, seed, lifted, report_stage)
    if settings.tagger:
        with report_part(report, "tagger") as report_stage:
            if tagged is None:
                tagged, classes = treebank, DistributionalClusters.learn(treebank, report_stage)
            tagger = train_tagger(tagged, column, seed, report_stage, classes)
    return Companions(calibration=calibration, labeller=labeller, tagger=tagger)
