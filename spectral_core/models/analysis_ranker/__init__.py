"""Rank the morphological readings of every word of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spectral_core.data import Treebank
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, Counting, Family, Model, Settings
from spectral_core.models.analysis_ranker.settings import MODELS, RankerSettings
from spectral_core.progress import Report, ignore_progress

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.context_estimators import ContextCounts

CONTEXT = "context"
__all__ = ["FAMILY", "MODELS", "RankerSettings", "add", "can_add", "count", "learn", "restore", "solve"]


def learn(
    treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> Model:
    """Train the ranker named in the settings on the chosen readings of a treebank."""
    if settings.model == CONTEXT:
        from spectral_core.models.analysis_ranker import context_estimators

        return context_estimators.learn(treebank, settings, report)
    from spectral_core.models.analysis_ranker import paper

    return paper.learn(treebank, settings, report, dev)


def restore(settings: Settings, arrays: Arrays) -> Model:
    """Restore the model stored in `arrays`."""
    if isinstance(settings, RankerSettings) and settings.model == CONTEXT:
        from spectral_core.models.analysis_ranker.context_model import ContextRanker

        return ContextRanker.from_arrays(settings, arrays)
    from spectral_core.models.analysis_ranker.paper import PaperRanker

    return PaperRanker.from_arrays(settings, arrays)


def can_add(settings: RankerSettings) -> bool:
    """Return whether sentences can be added to the model's counts later; not for the models of Shah et al. 2010 and the
    baselines."""
    return settings.model == CONTEXT


def count(treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> ContextCounts:
    """Count a treebank for the context ranker."""
    if not can_add(settings):
        raise SettingsError(f"the model {settings.model} cannot be trained from corpus counts; set model to {CONTEXT}")
    from spectral_core.models.analysis_ranker.context_estimators import ContextCounts

    return ContextCounts.from_treebank(treebank, settings, report)


def solve(counts: object, settings: RankerSettings, report: Report = ignore_progress) -> Model:
    """Estimate the context ranker from counts alone."""
    from spectral_core.models.analysis_ranker import context_estimators

    if not isinstance(counts, context_estimators.ContextCounts):
        raise TypeError(f"{type(counts).__name__} is not what rankers are counted in")
    return context_estimators.solve(counts, settings, report)


def add(model: Model, treebank: Treebank, report: Report = ignore_progress) -> Model:
    """Add the sentences of a treebank to the model's counts; weights and uncertainty threshold are kept."""
    from spectral_core.models.analysis_ranker.context_model import ContextRanker

    if isinstance(model, ContextRanker):
        return model.add_treebank(treebank, report)
    raise SettingsError("only the counts of the model context add up; learn this one again")


FAMILY = Family.from_functions(RankerSettings, learn, restore, Counting(count, solve, add, can_add))
