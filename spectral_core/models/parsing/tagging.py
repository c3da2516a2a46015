"""The tagger that a parser carries, so that words without tags can be parsed."""

from dataclasses import replace

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.models import tagger
from spectral_core.models.neighbour_classes import NeighbourClasses
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.progress import Progress, Report, silent

_UNCALIBRATED = Treebank.of(())  # only its best tags are wanted, so that nothing is held out


def own_tagger(
    treebank: Treebank, column: str, seed: int, report: Report = silent, classes: NeighbourClasses | None = None
) -> ChainTagger | None:
    """The tagger of a treebank, or None where no sentence has a tag for every word. It learns from all tagged
    sentences, also from those that the parser leaves out. The parser itself is learnt on the tags that stand there."""

    def told(progress: Progress) -> None:
        stage = "read tags" if progress.stage == "count" else "tag"
        right = progress.measures.get("accuracy")
        report(replace(progress, stage=stage, measures={} if right is None else {"tag_accuracy": right}))

    try:
        return tagger.learn_with(classes, treebank, settings_of_own(column, seed), told, _UNCALIBRATED)
    except DataError:
        return None


def settings_of_own(column: str, seed: int) -> TaggerSettings:
    """What the tagger of a parser that reads this column is learnt with, and restored with."""
    return TaggerSettings(column=column, seed=seed)
