"""Re-ranking (Collins 2002; Dhillon et al. 2012): the trees that a parser finds best, put into another order by
features of whole trees and by the scores of models that cannot parse."""

from spectral_core.data import Treebank
from spectral_core.model import Family
from spectral_core.models.reranker.learn import Methods, learn
from spectral_core.models.reranker.model import Reranker, restore
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.progress import Report

__all__ = ["Reranker", "RerankerSettings", "family", "learn", "restore"]


def family(methods: Methods) -> Family:
    """What re-rankers offer whose inner models are of these methods."""

    def learnt(treebank: Treebank, settings: RerankerSettings, report: Report, dev: Treebank | None) -> Reranker:
        return learn(treebank, settings, methods, report, dev)

    return Family.of(RerankerSettings, learnt, lambda settings, arrays: restore(settings, arrays, methods.restore))
