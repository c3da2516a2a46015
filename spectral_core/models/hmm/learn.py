"""Training: the closed form from counts, and EM from the sequences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.maths.em import Iteration, run_em
from spectral_core.maths.moments import Windows, count_windows
from spectral_core.maths.operators import estimate_operators
from spectral_core.models.hmm.arcs import Backoff, InterpolatedHmm, make_random_start
from spectral_core.models.hmm.model import MIN_SCORE, Hmm, HmmLearning, HmmParameters
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary, count
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.models.hmm.start import ContextPredictions, make_projected_start
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured import chain
from spectral_core.structured.chain import Sequences

HELD_OUT_RATIO = 10  # one sequence of so many is held out for early stopping
MIN_SEQUENCES = 20  # different sequences; with fewer, none is held out
TRIAL_ITERATIONS = 10  # iterations after which starts are compared


def learn(
    treebank: Treebank, settings: HmmSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> Hmm:
    """Train a model on a treebank. EM stops by `dev`, or by a seeded tenth where there is none."""
    moments = count(treebank, settings, report)
    if dev is None or settings.estimator == "spectral":
        return solve(moments, settings, report)
    return solve(
        moments,
        settings,
        report,
        count(dev, settings, lambda progress: report(replace(progress, stage="count held-out"))),
    )


def can_add(settings: HmmSettings) -> bool:
    """Return whether a model keeps its counts: EM trains on the sequences themselves, which are not kept."""
    return settings.estimator == "spectral"


def add(model: Hmm, treebank: Treebank, report: Report = ignore_progress) -> Hmm:
    """Train the model on its training sentences and on these, in the time these take; closed form only."""
    if model.moments is None:
        raise DataError("only the spectral estimator can take in more sentences; learn this model again from all")
    return solve(model.moments.merge(count(treebank, model.settings, report)), model.settings, report)


def solve(
    moments: HmmMoments, settings: HmmSettings, report: Report = ignore_progress, dev: HmmMoments | None = None
) -> Hmm:
    """Train a model on these counts, sampled or exact."""
    vocabulary = HmmVocabulary.from_moments(moments, settings)
    ngrams = moments.windows.relabel(vocabulary.map_symbols(moments), len(vocabulary.symbols) + 1)
    if not ngrams.sequences > 0:
        raise DataError("there is nothing to learn from: no sentence here has a word in the chosen column")
    learning = HmmLearning(skipped=tuple(sorted(moments.skipped.items())), sentences=round(ngrams.sequences))
    if settings.estimator == "spectral":
        return _solve_closed_form(moments, ngrams, vocabulary, settings, learning, report)
    if moments.sequences is None:
        raise DataError(f"the estimator {settings.estimator} needs the sequences; count them with that estimator")
    corpus = EmCorpus.of(moments, vocabulary, settings, dev)
    return HmmEmTrainer(corpus, list(chain.make_blocks(corpus.train)), vocabulary, settings, report).train(learning)


def _solve_closed_form(
    moments: HmmMoments, ngrams: Windows, vocabulary: HmmVocabulary, settings: HmmSettings, learning: HmmLearning,
    report: Report,
) -> Hmm:  # fmt: skip
    """Estimate the observable operators of a corpus (Hsu, Kakade and Zhang 2009)."""
    report(Progress("solve", 0, 1))
    estimated = estimate_operators(ngrams, settings.states, settings.scaling)
    counts = ngrams.symbol_counts()
    parameters = HmmParameters(
        _fill_unknown_operator(estimated.operators, counts),
        estimated.start,
        estimated.stop,
        estimated.prefix,
        estimated.mean,
        counts / counts.sum(),
    )
    clipped = _count_meaningless(ngrams, parameters)
    report(Progress("solve", 1, 1))
    return Hmm.of(settings, vocabulary, parameters, estimated.spectrum, replace(learning, clipped=clipped), moments)


def _fill_unknown_operator(operators: Floats, counts: Floats) -> Floats:
    """Return the operators with one for the unknown word: where none was seen, the sum of all others."""
    if counts[len(operators) - 1] == 0:
        operators = operators.copy()
        operators[-1] = operators[:-1].sum(axis=0)
    return operators


def _count_meaningless(ngrams: Windows, parameters: HmmParameters) -> int:
    """Count the seen bigrams whose score in the context of their first word alone is not above the minimum."""
    previous_symbols, following_symbols = ngrams.bigrams.T
    states = np.concatenate((parameters.make_fallback_states().states, parameters.start[None]))
    emissions = np.concatenate((parameters.prefix @ parameters.operators, parameters.stop[None]))
    scores = np.einsum("ki,ki->k", states[previous_symbols], emissions[following_symbols])
    return int(np.count_nonzero(~(scores > MIN_SCORE * parameters.frequencies[following_symbols])))


@dataclass(frozen=True, slots=True, eq=False)
class EmCorpus:
    """Sequences for training and for early stopping, and all of them for the last iteration."""

    train: Sequences
    held_out: Sequences | None
    all_sequences: Sequences
    counts: Floats  # (symbols + unknown word + STOP,) in everything

    @classmethod
    def of(cls, moments: HmmMoments, vocabulary: HmmVocabulary, settings: HmmSettings, dev: HmmMoments | None) -> Self:
        """Split the sequences: `dev` decides when to stop, or a seeded tenth where there is none."""
        all_sequences = _encode_sequences(moments, vocabulary)
        counts = moments.windows.relabel(vocabulary.map_symbols(moments), len(vocabulary.symbols) + 1).symbol_counts()
        if dev is not None and len(dev.symbols):
            return cls(all_sequences, _encode_sequences(dev, vocabulary), all_sequences, counts)
        if len(all_sequences) < MIN_SEQUENCES or not settings.iterations or not settings.tolerance:
            return cls(all_sequences, None, all_sequences, counts)
        order = np.random.default_rng(settings.seed).permutation(len(all_sequences))
        held_out_size = len(all_sequences) // HELD_OUT_RATIO
        held_out, train = (
            all_sequences.select(np.sort(part)) for part in (order[:held_out_size], order[held_out_size:])
        )
        return cls(train, held_out, all_sequences, counts)


def _encode_sequences(moments: HmmMoments, vocabulary: HmmVocabulary) -> Sequences:
    """Return the sequences of the moments in the numbers of the vocabulary."""
    if moments.sequences is None:
        raise DataError("these counts hold no sequences; count them with the estimator that needs them")
    new_numbers, sequences = vocabulary.map_symbols(moments), moments.sequences
    return Sequences(new_numbers[sequences.symbols], sequences.starts, sequences.weights)


@dataclass(frozen=True, slots=True, eq=False)
class HmmEmTrainer:
    """One EM run over one corpus."""

    corpus: EmCorpus
    blocks: list[chain.Block]
    vocabulary: HmmVocabulary
    settings: HmmSettings
    report: Report

    def train(self, learning: HmmLearning) -> Hmm:
        """Train from the chosen start until held-out scores stop rising."""
        settings, corpus = self.settings, self.corpus
        start, spectrum, clipped = self.choose_start()
        symbols = float(corpus.train.weights @ (corpus.train.lengths() + 1))
        gauge = None if corpus.held_out is None else partial(self.score_held_out, corpus.held_out)
        em = run_em(
            start, self.run_iteration, gauge, symbols, settings.iterations, settings.tolerance, self._report_iteration
        )
        history = np.array(
            [(iteration.log_likelihood, iteration.stopping_score) for iteration in em.iterations]
        ).reshape(-1, 2)
        best = em.best
        if corpus.all_sequences is not corpus.train:  # one more iteration, held-out sequences included
            best = best.maximise(
                *self.compute_expectations(best, list(chain.make_blocks(corpus.all_sequences)), len(history))
            )
        learning = replace(learning, clipped=clipped, iterations=history)
        return Hmm.of(settings, self.vocabulary, self.to_parameters(best), spectrum, learning)

    def choose_start(self) -> tuple[InterpolatedHmm, Floats, int]:
        """Return the likeliest of some starts, the singular values it was projected from, and the number of clipped
        estimates."""
        settings, train = self.settings, self.corpus.train
        rng = np.random.default_rng(settings.seed)
        size, tied = len(self.vocabulary.symbols) + 1, settings.emission == "state"
        ngrams = count_windows(train.symbols, train.starts, train.weights, size)
        backoff = Backoff.of(self.corpus.counts, settings.states, settings.smoothing, tied)
        contexts = None
        if settings.estimator == "spectral-em":
            self.report(Progress("solve", 0, settings.iterations))
            contexts = ContextPredictions.of(ngrams, settings.states, settings.scaling)
        best: tuple[float, InterpolatedHmm, int] | None = None
        for _ in range(settings.restarts):
            self.report(Progress("solve", 0, settings.iterations))
            if contexts is None:
                parameters, clipped = make_random_start(settings.states, backoff, tied, rng), 0
            else:
                parameters, clipped = make_projected_start(
                    contexts, train, self.blocks, settings.states, backoff, tied, rng
                )
            likelihood = 0.0
            for _ in range(TRIAL_ITERATIONS if settings.restarts > 1 else 0):
                parameters, likelihood = self.run_iteration(parameters, 1)
            if best is None or likelihood > best[0]:
                best = likelihood, parameters, clipped
        assert best is not None
        return best[1], np.zeros(0) if contexts is None else contexts.spectrum, best[2]

    def run_iteration(self, parameters: InterpolatedHmm, number: int) -> tuple[InterpolatedHmm, float]:
        """Return the parameters after one more iteration, and the log-likelihood of those before."""
        expected, operators = self.compute_expectations(parameters, self.blocks, number - 1)
        return parameters.maximise(expected, operators), expected.log_likelihood

    def compute_expectations(
        self, parameters: InterpolatedHmm, blocks: list[chain.Block], iterations_done: int
    ) -> tuple[chain.ChainExpectations, Floats]:
        """Return the expected counts over blocks (E step), and the operators they were computed with."""
        operators = parameters.operators()

        def on_block() -> None:
            self.report(Progress("solve", iterations_done, self.settings.iterations))

        return chain.expectations(blocks, operators, parameters.start, parameters.stop(), on_block), operators

    def score_held_out(self, held_out: Sequences, parameters: InterpolatedHmm) -> float:
        """Return the mean log score of a known held-out symbol, ends included."""
        scores = Hmm.of(self.settings, self.vocabulary, self.to_parameters(parameters)).score_sequences(held_out)
        return float(held_out.weights @ scores.logs / (held_out.weights @ scores.symbols))

    def to_parameters(self, interpolated: InterpolatedHmm) -> HmmParameters:
        """Return the parameters as observable operators."""
        counts = self.corpus.counts
        operators = _fill_unknown_operator(interpolated.operators(), counts)
        mean = (interpolated.shared_transitions * (counts[:-1, None] / counts[:-1].sum())).sum(axis=0)
        return HmmParameters(
            operators, interpolated.start, interpolated.stop(), np.ones(len(mean)), mean, counts / counts.sum()
        )

    def _report_iteration(self, number: int, iteration: Iteration) -> None:
        """Report the measures of an iteration."""
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.stopping_score))}
        self.report(Progress("solve", number, self.settings.iterations, measures))
