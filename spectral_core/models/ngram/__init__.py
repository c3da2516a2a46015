"""N-gram models of words, tags or lemmas, smoothed as Kneser and Ney do."""

import math

from spectral_core.data import Treebank
from spectral_core.model import Counting, Family
from spectral_core.models.ngram.counts import END, FIRST, START, UNKNOWN, NgramCounts, count
from spectral_core.models.ngram.model import NgramModel, solve
from spectral_core.models.ngram.settings import NgramSettings
from spectral_core.progress import Progress, Report, silent

__all__ = [
    "END", "FAMILY", "FIRST", "START", "UNKNOWN", "NgramCounts", "NgramModel", "NgramSettings", "add", "count", "learn",
    "restore", "solve",
]  # fmt: skip  # fmt: skip


restore = NgramModel.from_arrays


def learn(
    treebank: Treebank, settings: NgramSettings, report: Report = silent, dev: Treebank | None = None
) -> NgramModel:
    """The counts of `treebank`, smoothed; with `dev`, the last report has its perplexity."""
    model = solve(count(treebank, settings, report), settings, report)
    if dev is not None:
        scored = model.scores([sentence for sentence in dev if sentence.readable])
        symbols = sum(one.symbols for one in scored)
        measures = {"perplexity": math.exp(-sum(one.log for one in scored) / symbols)} if symbols else {}
        report(Progress("measure", 1, 1, measures))
    return model


def add(model: NgramModel, treebank: Treebank, report: Report = silent) -> NgramModel:
    """The model of the sentences that it was learnt from and of these."""
    return solve(model.counts.joined(count(treebank, model.settings, report)), model.settings, report)


FAMILY = Family.of(NgramSettings, learn, restore, Counting.of(NgramCounts, NgramModel, count, solve, add))
