"""Rankers of morphological readings: training, restoring and counting, dispatched on the model in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spectral_core.data import Treebank
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, Counting, Family, Model, Settings
from spectral_core.models.analysis_ranker.settings import MODELS, RankerSettings
from spectral_core.progress import Report, ignore_progress

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.context_counts import ContextCounts

CONTEXT_MODEL = "context"
__all__ = ["FAMILY", "MODELS", "RankerSettings", "add", "can_add", "count", "learn", "restore", "solve"]


def learn(
    treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> Model:
    """Train the ranker that the settings name on the readings of a treebank."""
    if settings.model == CONTEXT_MODEL:
        from spectral_core.models.analysis_ranker import context_trainer

        return context_trainer.train_context_ranker(treebank, settings, report)
    from spectral_core.models.analysis_ranker import regression_ranker

    return regression_ranker.train_regression_ranker(treebank, settings, report, dev)


def restore(settings: Settings, arrays: Arrays) -> Model:
    """Restore the trained ranker stored in `arrays`."""
    if isinstance(settings, RankerSettings) and settings.model == CONTEXT_MODEL:
        from spectral_core.models.analysis_ranker.context_ranker import ContextRanker

        return ContextRanker.from_arrays(settings, arrays)
    from spectral_core.models.analysis_ranker.regression_ranker import RegressionRanker

    return RegressionRanker.from_arrays(settings, arrays)


def can_add(settings: RankerSettings) -> bool:
    """Return whether sentences can be added to a trained model: only to the context ranker, which is a function of
    counts."""
    return settings.model == CONTEXT_MODEL


def count(treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> ContextCounts:
    """Count label elements in context in a treebank, for the context ranker."""
    if not can_add(settings):
        raise SettingsError(
            f"the model {settings.model} cannot be trained from corpus counts; set model to {CONTEXT_MODEL}"
        )
    from spectral_core.models.analysis_ranker.context_counts import ContextCounts

    return ContextCounts.from_treebank(treebank, settings, report)


def solve(counts: object, settings: RankerSettings, report: Report = ignore_progress) -> Model:
    """Estimate the context ranker, with equal weights, from counts, which it shares."""
    from spectral_core.models.analysis_ranker import context_counts, context_trainer

    if not isinstance(counts, context_counts.ContextCounts):
        raise TypeError(f"{type(counts).__name__} are not counts of the context ranker")
    return context_trainer.make_ranker_from_counts(counts, settings, report)


def add(model: Model, treebank: Treebank, report: Report = ignore_progress) -> Model:
    """Add the counts of a treebank to the context ranker; its weights and uncertainty threshold are kept."""
    from spectral_core.models.analysis_ranker.context_ranker import ContextRanker

    if isinstance(model, ContextRanker):
        return model.add_treebank(treebank, report)
    raise SettingsError("only the counts of the model context add up; learn this one again")


FAMILY = Family.from_functions(RankerSettings, learn, restore, Counting(count, solve, add, can_add))
