"""Latent class bigram models (aggregate Markov models, Saul and Pereira 1997), trained by EM, by anchor (pivot) words,
or by EM from those."""

from spectral_core.model import Counting, Family
from spectral_core.models.class_bigram.estimators import add, count, learn, solve
from spectral_core.models.class_bigram.model import ClassBigram
from spectral_core.models.class_bigram.settings import ClassBigramSettings
from spectral_core.models.ngram import NgramCounts

restore = ClassBigram.from_arrays
__all__ = ["FAMILY", "ClassBigram", "ClassBigramSettings", "NgramCounts", "add", "count", "learn", "restore", "solve"]

FAMILY = Family.from_functions(
    ClassBigramSettings,
    learn,
    ClassBigram.from_arrays,
    Counting.from_functions(NgramCounts, ClassBigram, count, solve, add),
)
