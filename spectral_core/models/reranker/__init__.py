"""Re-ranking (Collins 2002; Dhillon et al. 2012): the trees that a parser finds best, put into another order by
features of whole trees and by the scores of models that cannot parse."""

from spectral_core.models.reranker.learn import learn
from spectral_core.models.reranker.model import Reranker, restore
from spectral_core.models.reranker.settings import RerankerSettings

__all__ = ["Reranker", "RerankerSettings", "learn", "restore"]
