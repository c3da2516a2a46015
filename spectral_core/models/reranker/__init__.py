"""Re-ranking (Collins 2002; Dhillon et al. 2012): reorders a parser's k-best trees by features of whole trees and by
the scores of models that cannot parse."""

from spectral_core.data import Treebank
from spectral_core.model import Family
from spectral_core.models.reranker.model import Reranker, restore
from spectral_core.models.reranker.settings import RerankerSettings
from spectral_core.models.reranker.training import ComponentTrainer, learn
from spectral_core.progress import Report

__all__ = ["Reranker", "RerankerSettings", "learn", "make_family", "restore"]


def make_family(methods: ComponentTrainer) -> Family:
    """Return the family of re-rankers with component models of these methods."""

    def learn_reranker(
        treebank: Treebank, settings: RerankerSettings, report: Report, dev: Treebank | None
    ) -> Reranker:
        return learn(treebank, settings, methods, report, dev)

    return Family.from_functions(
        RerankerSettings, learn_reranker, lambda settings, arrays: restore(settings, arrays, methods.restore)
    )
