"""Learning: the closed form from counts, and EM from the sequences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.inference import chain
from spectral_core.inference.chain import Sequences
from spectral_core.maths.em import Iteration, climb
from spectral_core.maths.moments import Windows, windows
from spectral_core.maths.operators import estimate
from spectral_core.models.hmm.arcs import Arcs, Backoff, random_arcs
from spectral_core.models.hmm.model import LEAST, Hmm, HmmLearning, HmmParameters
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary, count
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.models.hmm.start import Contexts, projected
from spectral_core.progress import Progress, Report, silent

HELD_OUT = 10  # one sequence in so many is held out for stopping
FEWEST = 20  # different sequences; with fewer, none is held out
TRIAL = 10  # iterations after which starts are compared


def learn(treebank: Treebank, settings: HmmSettings, report: Report = silent, dev: Treebank | None = None) -> Hmm:
    """A model of the sentences of a treebank. EM stops by `dev`, or by a seeded tenth where there is none."""
    moments = count(treebank, settings, report)
    if dev is None or settings.estimator == "spectral":
        return solve(moments, settings, report)
    return solve(
        moments, settings, report, count(dev, settings, lambda at: report(replace(at, stage="count held-out")))
    )


def can_add(settings: HmmSettings) -> bool:
    """Whether a model keeps its counts: EM climbs on the sequences themselves, which are not kept."""
    return settings.estimator == "spectral"


def add(model: Hmm, treebank: Treebank, report: Report = silent) -> Hmm:
    """The model of the sentences that it was learnt from and of these, in the time these take; closed form only."""
    if model.moments is None:
        raise DataError("only the spectral estimator can take in more sentences; learn this model again from all")
    return solve(model.moments.joined(count(treebank, model.settings, report)), model.settings, report)


def solve(moments: HmmMoments, settings: HmmSettings, report: Report = silent, dev: HmmMoments | None = None) -> Hmm:
    """The model of these counts, sampled or exact."""
    vocabulary = HmmVocabulary.frequent(moments, settings)
    counted = moments.windows.renamed(vocabulary.names(moments), len(vocabulary.symbols) + 1)
    if not counted.sequences > 0:
        raise DataError("there is nothing to learn from: no sentence here has a word in the chosen column")
    learning = HmmLearning(skipped=tuple(sorted(moments.skipped.items())), sentences=round(counted.sequences))
    if settings.estimator == "spectral":
        return _closed_form(moments, counted, vocabulary, settings, learning, report)
    if moments.sequences is None:
        raise DataError(f"the estimator {settings.estimator} needs the sequences; count them with that estimator")
    corpus = EmCorpus.of(moments, vocabulary, settings, dev)
    return Ascent(corpus, list(chain.blocks(corpus.fitted)), vocabulary, settings, report).run(learning)


def _closed_form(
    moments: HmmMoments, counted: Windows, vocabulary: HmmVocabulary, settings: HmmSettings, learning: HmmLearning,
    report: Report,
) -> Hmm:  # fmt: skip
    report(Progress("solve", 0, 1))
    found = estimate(counted, settings.states, settings.scaling)
    counts = counted.symbol_counts()
    parameters = HmmParameters(
        _with_unknown(found.operators, counts), found.start, found.stop, found.prefix, found.mean, counts / counts.sum()
    )
    clipped = _meaningless(counted, parameters)
    report(Progress("solve", 1, 1))
    return Hmm.of(settings, vocabulary, parameters, found.spectrum, replace(learning, clipped=clipped), moments)


def _with_unknown(operators: Floats, counts: Floats) -> Floats:
    """The operators, the last of them that of an unknown word: where none was seen, any word may stand there."""
    if counts[len(operators) - 1] == 0:
        operators = operators.copy()
        operators[-1] = operators[:-1].sum(axis=0)
    return operators


def _meaningless(counted: Windows, parameters: HmmParameters) -> int:
    """How many of the bigrams seen get a score without meaning in the context of their first word alone."""
    previous, following = counted.bigrams.T
    first = np.concatenate((parameters.repair().states, parameters.start[None]))
    emitted = np.concatenate((parameters.prefix @ parameters.operators, parameters.stop[None]))
    scores = np.einsum("ki,ki->k", first[previous], emitted[following])
    return int(np.count_nonzero(~(scores > LEAST * parameters.frequencies[following])))


@dataclass(frozen=True, slots=True, eq=False)
class EmCorpus:
    """The sequences that EM climbs on, those that tell it when to stop, and all it ends with."""

    fitted: Sequences
    held_out: Sequences | None
    everything: Sequences
    counts: Floats  # (symbols + unknown word + STOP,) in everything

    @classmethod
    def of(cls, moments: HmmMoments, vocabulary: HmmVocabulary, settings: HmmSettings, dev: HmmMoments | None) -> Self:
        everything = _renamed(moments, vocabulary)
        counts = moments.windows.renamed(vocabulary.names(moments), len(vocabulary.symbols) + 1).symbol_counts()
        if dev is not None and len(dev.symbols):
            return cls(everything, _renamed(dev, vocabulary), everything, counts)
        if len(everything) < FEWEST or not settings.iterations or not settings.tolerance:
            return cls(everything, None, everything, counts)
        order = np.random.default_rng(settings.seed).permutation(len(everything))
        cut = len(everything) // HELD_OUT
        held_out, fitted = (everything.select(np.sort(part)) for part in (order[:cut], order[cut:]))
        return cls(fitted, held_out, everything, counts)


def _renamed(moments: HmmMoments, vocabulary: HmmVocabulary) -> Sequences:
    if moments.sequences is None:
        raise DataError("these counts hold no sequences; count them with the estimator that needs them")
    names, found = vocabulary.names(moments), moments.sequences
    return Sequences(names[found.symbols], found.starts, found.weights)


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """One run of EM over one corpus."""

    corpus: EmCorpus
    laid_out: list[chain.Block]
    vocabulary: HmmVocabulary
    settings: HmmSettings
    report: Report

    def run(self, learning: HmmLearning) -> Hmm:
        settings, corpus = self.settings, self.corpus
        start, spectrum, clipped = self.start()
        symbols = float(corpus.fitted.weights @ (corpus.fitted.lengths() + 1))
        watched = None if corpus.held_out is None else partial(self.gauge, corpus.held_out)
        found = climb(start, self.step, watched, symbols, settings.iterations, settings.tolerance, self.told)
        seen = np.array([(one.log_likelihood, one.gauge) for one in found.iterations]).reshape(-1, 2)
        last = found.best
        if corpus.everything is not corpus.fitted:  # one more step, over all: the held-out ones have done their work
            last = last.maximised(*self.expected(last, list(chain.blocks(corpus.everything)), len(seen)))
        learning = replace(learning, clipped=clipped, iterations=seen)
        return Hmm.of(settings, self.vocabulary, self.parameters(last), spectrum, learning)

    def start(self) -> tuple[Arcs, Floats, int]:
        """The likeliest of some starts, the singular values it was projected from, and how much was clipped."""
        settings, fitted = self.settings, self.corpus.fitted
        rng = np.random.default_rng(settings.seed)
        size, tied = len(self.vocabulary.symbols) + 1, settings.emission == "state"
        counted = windows(fitted.symbols, fitted.starts, fitted.weights, size)
        backoff = Backoff.of(self.corpus.counts, settings.states, settings.smoothing, tied)
        contexts = None
        if settings.estimator == "spectral-em":
            self.report(Progress("solve", 0, settings.iterations))
            contexts = Contexts.of(counted, settings.states, settings.scaling)
        best: tuple[float, Arcs, int] | None = None
        for _ in range(settings.restarts):
            self.report(Progress("solve", 0, settings.iterations))
            if contexts is None:
                arcs, clipped = random_arcs(settings.states, backoff, tied, rng), 0
            else:
                arcs, clipped = projected(contexts, fitted, self.laid_out, settings.states, backoff, tied, rng)
            likelihood = 0.0
            for _ in range(TRIAL if settings.restarts > 1 else 0):
                arcs, likelihood = self.step(arcs, 1)
            if best is None or likelihood > best[0]:
                best = likelihood, arcs, clipped
        assert best is not None
        return best[1], np.zeros(0) if contexts is None else contexts.spectrum, best[2]

    def step(self, arcs: Arcs, number: int) -> tuple[Arcs, float]:
        """The parameters after one more iteration, and the log-likelihood of those before."""
        expected, operators = self.expected(arcs, self.laid_out, number - 1)
        return arcs.maximised(expected, operators), expected.log_likelihood

    def expected(self, arcs: Arcs, laid_out: list[chain.Block], done: int) -> tuple[chain.Expected, Floats]:
        operators = arcs.operators()

        def passed() -> None:
            self.report(Progress("solve", done, self.settings.iterations))

        return chain.expectations(laid_out, operators, arcs.start, arcs.stop(), passed), operators

    def gauge(self, held_out: Sequences, arcs: Arcs) -> float:
        """The mean log score of a known held-out word, ends included."""
        totals = Hmm.of(self.settings, self.vocabulary, self.parameters(arcs)).totals(held_out)
        return float(held_out.weights @ totals.logs / (held_out.weights @ totals.symbols))

    def parameters(self, arcs: Arcs) -> HmmParameters:
        counts = self.corpus.counts
        operators = _with_unknown(arcs.operators(), counts)
        mean = (arcs.shared_arcs * (counts[:-1, None] / counts[:-1].sum())).sum(axis=0)
        return HmmParameters(operators, arcs.start, arcs.stop(), np.ones(len(mean)), mean, counts / counts.sum())

    def told(self, number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.gauge))}
        self.report(Progress("solve", number, self.settings.iterations, measures))
