"""The tagger that head automata carry, so that words without tags can be parsed."""

from __future__ import annotations

from dataclasses import replace

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.model import Arrays
from spectral_core.models import tagger
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.progress import Progress, Report, silent

_UNCALIBRATED = Treebank.of(())  # only its best tags are wanted, so that nothing is held out


def own_tagger(treebank: Treebank, settings: HeadAutomataSettings, report: Report = silent) -> ChainTagger | None:
    """The tagger of a treebank, or None where it is not wanted or no sentence has a tag for every word.

    It learns from all tagged sentences, also from those whose arcs the automata leave out. The automata themselves are
    learnt on the tags that stand there.
    """
    if not settings.tagger:
        return None

    def told(progress: Progress) -> None:
        stage = "read tags" if progress.stage == "count" else "tag"
        right = progress.measures.get("accuracy")
        report(replace(progress, stage=stage, measures={} if right is None else {"tag_accuracy": right}))

    try:
        return tagger.learn(treebank, _settings(settings), told, _UNCALIBRATED)
    except DataError:
        return None


def restored(settings: HeadAutomataSettings, arrays: Arrays) -> ChainTagger:
    """The tagger that `arrays` were taken from."""
    return ChainTagger.from_arrays(_settings(settings), arrays)


def _settings(settings: HeadAutomataSettings) -> TaggerSettings:
    return TaggerSettings(column=settings.column, seed=settings.seed)
