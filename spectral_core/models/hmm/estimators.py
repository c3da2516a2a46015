"""Training of hidden Markov models: spectral closed form, or EM."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.maths.observable_operators import WindowCounts, estimate_operators
from spectral_core.models.hmm.em import EmCorpus, HmmEmTrainer, fill_unknown_operator
from spectral_core.models.hmm.model import MIN_SCORE, Hmm, HmmParameters, HmmTrainingRecord
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary, count
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured import forward_backward


def learn(
    treebank: Treebank, settings: HmmSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> Hmm:
    """Train a model on a treebank. EM stops early by the score on `dev`, or on a seeded held-out tenth."""
    moments = count(treebank, settings, report)
    if dev is None or settings.estimator == "spectral":
        return solve(moments, settings, report)
    try:
        held_out = count(dev, settings, lambda progress: report(replace(progress, stage="count held-out")))
    except DataError:
        message = f"the column {settings.column} is empty in the development data; give another --dev, or none"
        raise DataError(message) from None
    return solve(moments, settings, report, held_out)


def can_add(settings: HmmSettings) -> bool:
    """Return whether a model keeps its counts: EM needs the sequences themselves, which are not stored."""
    return settings.estimator == "spectral"


def add(model: Hmm, treebank: Treebank, report: Report = ignore_progress) -> Hmm:
    """Retrain the model with these sentences added, in time proportional to the addition; closed form only."""
    if model.moments is None:
        raise DataError("only the spectral estimator can take in more sentences; learn this model again from all")
    return solve(model.moments.merge(count(treebank, model.settings, report)), model.settings, report)


def solve(
    moments: HmmMoments, settings: HmmSettings, report: Report = ignore_progress, dev: HmmMoments | None = None
) -> Hmm:
    """Estimate a model from these counts, sampled or exact."""
    vocabulary = HmmVocabulary.from_moments(moments, settings)
    ngrams = moments.windows.relabel(vocabulary.encode_counted_symbols(moments), len(vocabulary.symbols) + 1)
    if not ngrams.sequences > 0:
        raise DataError("there is nothing to learn from: no sentence here has a word in the chosen column")
    training_record = HmmTrainingRecord(
        skipped=tuple(sorted(moments.skipped.items())), sentences=round(ngrams.sequences)
    )
    if settings.estimator == "spectral":
        return _solve_closed_form(moments, ngrams, vocabulary, settings, training_record, report)
    corpus = EmCorpus.from_moments(moments, vocabulary, settings, dev)
    return HmmEmTrainer(corpus, list(forward_backward.make_batches(corpus.train)), vocabulary, settings, report).train(
        training_record
    )


def _solve_closed_form(
    moments: HmmMoments, ngrams: WindowCounts, vocabulary: HmmVocabulary, settings: HmmSettings,
    training_record: HmmTrainingRecord, report: Report,
) -> Hmm:  # fmt: skip
    """Estimate the observable operators of a corpus (Hsu, Kakade and Zhang 2009)."""
    report(Progress("solve", 0, 1))
    estimated = estimate_operators(ngrams, settings.states, settings.scaling)
    counts = ngrams.symbol_counts()
    parameters = HmmParameters(
        fill_unknown_operator(estimated.operators, counts),
        estimated.start,
        estimated.stop,
        estimated.prefix,
        estimated.mean,
        counts / counts.sum(),
    )
    clipped = _count_invalid_bigram_scores(ngrams, parameters)
    report(Progress("solve", 1, 1))
    return Hmm.from_parameters(
        settings, vocabulary, parameters, estimated.spectrum, replace(training_record, clipped=clipped), moments
    )


def _count_invalid_bigram_scores(ngrams: WindowCounts, parameters: HmmParameters) -> int:
    """Count the bigrams of the corpus whose score, given their first word alone, is at or below the minimum."""
    previous_symbols, following_symbols = ngrams.bigrams.T
    states = np.concatenate((parameters.make_fallback_states().states, parameters.start[None]))
    emissions = np.concatenate((parameters.prefix @ parameters.operators, parameters.stop[None]))
    scores = np.einsum("ki,ki->k", states[previous_symbols], emissions[following_symbols])
    return int(np.count_nonzero(~(scores > MIN_SCORE * parameters.frequencies[following_symbols])))
