"""Tagger inside a parser, so that untagged words can be parsed."""

from dataclasses import replace

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.models import tagger
from spectral_core.models.neighbour_classes import DistributionalClusters
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.progress import Progress, Report, ignore_progress

_UNCALIBRATED = Treebank.of(())  # only its best tags are wanted, so that nothing is held out


def train_tagger(
    treebank: Treebank,
    column: str,
    seed: int,
    report: Report = ignore_progress,
    classes: DistributionalClusters | None = None,
) -> ChainTagger | None:
    """Train a tagger on a treebank, or return None where no sentence has a tag for every word. It learns from all
    tagged sentences, also from those that the parser leaves out. The parser itself is learnt from the tags of the
    treebank."""

    def report_stage(progress: Progress) -> None:
        stage = "read tags" if progress.stage == "count" else "tag"
        accuracy = progress.measures.get("accuracy")
        report(replace(progress, stage=stage, measures={} if accuracy is None else {"tag_accuracy": accuracy}))

    try:
        return tagger.learn_with(classes, treebank, make_tagger_settings(column, seed), report_stage, _UNCALIBRATED)
    except DataError:
        return None


def make_tagger_settings(column: str, seed: int) -> TaggerSettings:
    """Make the settings of the tagger of a parser that reads this column."""
    return TaggerSettings(column=column, seed=seed)
