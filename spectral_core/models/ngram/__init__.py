"""N-gram models of words, tags or lemmas with Kneser-Ney smoothing."""

import math

from spectral_core.data import Treebank
from spectral_core.model import Counting, Family
from spectral_core.models.ngram.counts import END, FIRST, START, UNKNOWN, NgramCounts, count
from spectral_core.models.ngram.model import NgramModel, solve
from spectral_core.models.ngram.settings import NgramSettings
from spectral_core.progress import Progress, Report, ignore_progress

__all__ = [
    "END", "FAMILY", "FIRST", "START", "UNKNOWN", "NgramCounts", "NgramModel", "NgramSettings", "add", "count", "learn",
    "restore", "solve",
]  # fmt: skip  # fmt: skip


restore = NgramModel.from_arrays


def learn(
    treebank: Treebank, settings: NgramSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> NgramModel:
    """Learn a smoothed model from the counts of `treebank`; with `dev`, the last report has its perplexity."""
    model = solve(count(treebank, settings, report), settings, report)
    if dev is not None:
        sentence_scores = model.scores([sentence for sentence in dev if sentence.readable])
        symbols = sum(score.symbols for score in sentence_scores)
        measures = {"perplexity": math.exp(-sum(score.log for score in sentence_scores) / symbols)} if symbols else {}
        report(Progress("measure", 1, 1, measures))
    return model


def add(model: NgramModel, treebank: Treebank, report: Report = ignore_progress) -> NgramModel:
    """Return the model of the sentences it was learnt from and of these."""
    return solve(model.counts.merge(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.from_functions(
    NgramSettings, learn, restore, Counting.from_functions(NgramCounts, NgramModel, count, solve, add)
)
