"""Rankers of analyses: for every word of a sentence its candidates, the one that fits best there first."""

from __future__ import annotations

from spectral_core.data import Treebank
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays, Model, Settings
from spectral_core.models.analysis_ranker.settings import MODELS, RankerSettings
from spectral_core.progress import Report, silent

CONTEXT = "context"


def learn(treebank: Treebank, settings: RankerSettings, report: Report = silent, dev: Treebank | None = None) -> Model:
    """The ranker that the settings name, learnt from the chosen analyses of a treebank."""
    if settings.model == CONTEXT:
        from spectral_core.models.analysis_ranker import context_learning

        return context_learning.learn(treebank, settings, report, dev)
    from spectral_core.models.analysis_ranker import paper

    return paper.learn(treebank, settings, report, dev)


def restore(settings: Settings, arrays: Arrays) -> Model:
    """The model that `arrays` were taken from."""
    if not isinstance(settings, RankerSettings):
        raise TypeError("these are the settings of another method")
    if settings.model == CONTEXT:
        from spectral_core.models.analysis_ranker.context_model import ContextRanker

        return ContextRanker.from_arrays(settings, arrays)
    from spectral_core.models.analysis_ranker import paper

    return paper.restore(settings, arrays)


def add(model: Model, treebank: Treebank, report: Report = silent) -> Model:
    """The model with the sentences of a treebank counted too; only counts of the context model add up."""
    from spectral_core.models.analysis_ranker.context_model import ContextRanker

    if isinstance(model, ContextRanker):
        return model.added(treebank, report)
    raise SettingsError("only the counts of the model context add up; learn this one again")


__all__ = ["MODELS", "RankerSettings", "add", "learn", "restore"]
