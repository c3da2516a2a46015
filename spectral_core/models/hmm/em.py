"""Expectation maximisation of hidden Markov models: parameters, random and projected starts, and its trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, quote_words
from spectral_core.errors import DataError, RankError
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.em import EmIteration, normalise_counts, run_em
from spectral_core.maths.linalg import multiply_in_blocks
from spectral_core.maths.observable_operators import WindowCounts, count_windows, estimate_operators, normalise_state
from spectral_core.models.hmm.model import Hmm, HmmParameters, HmmTrainingRecord, word_log_scores
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary, count
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured import forward_backward
from spectral_core.structured.forward_backward import ChainExpectations, SequenceBatch, Sequences

_MAX_PSEUDO_COUNTS = 1e300  # so that sums with counts stay finite
UNIFORM_SHARE = 0.1  # share of a projected start's counts, spread evenly over all pairs of states
DIRECTIONS_PER_STATE = 2  # spectral directions for each hidden state
MIN_RELATIVE_SINGULAR_VALUE = 0.02  # relative to the largest singular value; smaller ones are noise
SHRINKAGE = 0.1  # interpolation weight of the unknown context in every state, so that noise decays
MIN_NOISY_SCORE = 0.03  # relative to a symbol's frequency; smaller estimates are noise
PREDICTED_SYMBOLS = 200  # most frequent symbols, whose predictions represent contexts
SAMPLED_SYMBOLS = 40_000  # symbols in the sequences sampled for clustering
HELD_OUT_RATIO = 10  # 1 / HELD_OUT_RATIO of the sequences is held out for early stopping
MIN_SEQUENCES = 20  # distinct sequences; with fewer, none is held out
TRIAL_ITERATIONS = 10  # iterations before starts are compared
EM = "em step"
_EM_SENTENCES, _EM_STATES, _EM_SYMBOLS = 300, 8, 12  # limits of a trace of EM
_POSTERIORS, _SCORES, _EMISSIONS_BEFORE, _EXPECTED_COUNTS, _EMISSIONS_AFTER = range(5)  # trace tables


@dataclass(frozen=True, slots=True, eq=False)
class Backoff:
    """State-independent distributions and their interpolation weights, fixed during EM so that the likelihood increases
    monotonically."""

    frequencies: Floats  # (symbols + 1,) relative frequencies of the symbols and STOP
    emission_weight: float  # interpolation weight of the frequencies in emissions
    transition_weights: Floats  # (symbols,) interpolation weight of transitions independent of the source state

    @classmethod
    def from_counts(cls, counts: Floats, states: int, smoothing: float, tied: bool) -> Backoff:
        """Return interpolation weights equivalent to `smoothing` pseudo-counts of the shared distribution for each
        state, or word. Tied transitions (the same for all words) have enough counts and are not interpolated."""
        total = counts.sum()
        transition_weights = (
            np.zeros(len(counts) - 1) if tied else smoothing / np.maximum(counts[:-1] + smoothing, 1e-300)
        )
        pseudo_counts = min(smoothing * states, _MAX_PSEUDO_COUNTS)
        return cls(counts / total, float(pseudo_counts / (total + pseudo_counts)), transition_weights)


@dataclass(frozen=True, slots=True, eq=False)
class InterpolatedHmm:
    """Hidden Markov model as a mixture of state-specific and shared distributions. State j emits word x, or stops, with
    probability (1 - emission_weight) state_emissions[x, j] + emission_weight frequencies[x], and x takes it to state i
    with probability (1 - transition_weights[x]) state_transitions[x, i, j] + transition_weights[x]
    shared_transitions[x, i]; tied transitions are the same for all words."""

    start: Floats  # (states,)
    state_emissions: Floats  # (symbols + STOP, states)
    state_transitions: Floats  # (symbols, to, from), or (1, to, from) if tied
    shared_transitions: Floats  # (symbols, to)
    backoff: Backoff

    @property
    def is_tied(self) -> bool:
        """True if transitions do not depend on the word."""
        return len(self.state_transitions) == 1

    def emissions(self) -> Floats:
        """Return (symbols + STOP, states) the interpolated emission probabilities."""
        backoff = self.backoff
        return (1 - backoff.emission_weight) * self.state_emissions + backoff.emission_weight * backoff.frequencies[
            :, None
        ]

    def operators(self) -> Floats:
        """Return A[x, i, j], the probability of emitting x and going from j to i; with `stop`, each j sums to 1."""
        emissions = self.emissions()[:-1, None, :]
        if self.is_tied:
            return np.ascontiguousarray(emissions * self.state_transitions)
        weight = self.backoff.transition_weights[:, None, None]
        operators = (1 - weight) * self.state_transitions
        operators += weight * self.shared_transitions[:, :, None]
        operators *= emissions
        return operators

    def stop(self) -> Floats:
        """Return (states,) the stopping probabilities."""
        stop: Floats = self.emissions()[-1]
        return stop

    def maximise(self, expected: ChainExpectations, operators: Floats) -> InterpolatedHmm:
        """Return the parameters that maximise the likelihood of the expected counts (M step); states and words without
        counts are unchanged."""
        backoff, emissions = self.backoff, self.emissions()
        counts = np.concatenate((expected.transitions.sum(axis=1), expected.stops[None]))  # (symbols + STOP, states)
        emission_counts = counts * _divide_or_zero((1 - backoff.emission_weight) * self.state_emissions, emissions)
        if self.is_tied:
            shared_counts, state_counts = expected.transitions, expected.transitions.sum(axis=0, keepdims=True)
        else:  # the share of each arc's count that belongs to the shared transitions
            shared_part = (
                backoff.transition_weights[:, None, None]
                * self.shared_transitions[:, :, None]
                * emissions[:-1, None, :]
            )
            shared_counts = expected.transitions * _divide_or_zero(shared_part, operators)
            state_counts = expected.transitions - shared_counts
            np.maximum(state_counts, 0.0, out=state_counts)
        return replace(
            self,
            start=normalise_counts(expected.starts, self.start, 0),
            state_emissions=normalise_counts(emission_counts, self.state_emissions, 0),
            state_transitions=normalise_counts(state_counts, self.state_transitions, 1),
            shared_transitions=normalise_counts(shared_counts.sum(axis=2), self.shared_transitions, 1),
        )


def make_random_start(states: int, backoff: Backoff, tied: bool, rng: np.random.Generator) -> InterpolatedHmm:
    """Make a random start: emissions near the word frequencies, transitions unrestricted."""
    symbols = len(backoff.transition_weights)
    transitions = rng.standard_exponential((1 if tied else symbols, states, states))
    transitions /= transitions.sum(axis=1, keepdims=True)
    emissions = backoff.frequencies[:, None] * np.exp(rng.standard_normal((symbols + 1, states)))
    start = rng.standard_exponential(states)
    shared = np.broadcast_to(transitions.mean(axis=2), (symbols, states)).copy()
    return InterpolatedHmm(start / start.sum(), emissions / emissions.sum(axis=0), transitions, shared, backoff)


def make_labelled_start(
    blocks: list[SequenceBatch], labels: list[Integers], states: int, backoff: Backoff, tied: bool
) -> InterpolatedHmm:
    """Make the model from sequences labelled with hidden states, ordered as in `blocks`; `UNIFORM_SHARE` of the counts
    is spread evenly."""
    symbols = len(backoff.transition_weights)
    transition_counts, start_counts, stop_counts = (
        np.zeros(symbols * states * states),
        np.zeros(states),
        np.zeros(states),
    )
    for block, block_labels in zip(blocks, labels, strict=True):
        tokens = len(block.symbols)
        states_before, states_after, last_states = (
            block_labels[:tokens],
            block_labels[block.next_state_indices()],
            block_labels[tokens:],
        )
        cells = (block.symbols * states + states_after) * states + states_before
        transition_counts += np.bincount(cells, block.weights[block.rows], len(transition_counts))
        stop_counts += np.bincount(last_states, block.weights, states)
        first_states = last_states.copy()  # for rows without symbols
        first_tokens = block.step_offsets[1] if len(block.step_offsets) > 1 else 0
        first_states[block.rows[:first_tokens]] = states_before[:first_tokens]
        start_counts += np.bincount(first_states, block.weights, states)
    arc_counts = _add_uniform_share(transition_counts.reshape(symbols, states, states), (1, 2))
    emission_counts = np.concatenate((arc_counts.sum(axis=1), _add_uniform_share(stop_counts, (0,))[None]))
    state_counts = (
        _add_uniform_share(transition_counts.reshape(symbols, states, states).sum(axis=0, keepdims=True), (1, 2))
        if tied
        else arc_counts
    )
    return InterpolatedHmm(
        normalise_counts(_add_uniform_share(start_counts, (0,)), start_counts, 0),
        normalise_counts(emission_counts, emission_counts, 0),
        normalise_counts(state_counts, np.full_like(state_counts, 1 / states), 1),
        normalise_counts(arc_counts.sum(axis=2), np.full((symbols, states), 1 / states), 1), backoff,
    )  # fmt: skip


def _add_uniform_share(counts: Floats, axes: tuple[int, ...]) -> Floats:
    """Spread `UNIFORM_SHARE` of the counts evenly over these axes."""
    smoothed: Floats = (1 - UNIFORM_SHARE) * counts + UNIFORM_SHARE * counts.mean(axis=axes, keepdims=True)
    return smoothed


def _divide_or_zero(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, with 0 where the denominator is 0."""
    return np.divide(numerator, denominator, out=np.zeros_like(denominator), where=denominator > 0)


@dataclass(frozen=True, slots=True, eq=False)
class ContextPredictions:
    """Predictions of the next symbol by a spectral estimate, in every context of a corpus."""

    parameters: HmmParameters
    fallback_states: forward_backward.FallbackStates
    predictors: Floats  # (outcomes, directions): expected frequent symbols, STOP, and the rest
    spectrum: Floats

    @classmethod
    def from_windows(cls, windows: WindowCounts, states: int, scaling: str) -> ContextPredictions:
        """Estimate the predictions from the bigram and trigram counts of a corpus."""
        estimate_of_corpus = estimate_operators(
            windows, DIRECTIONS_PER_STATE * states, scaling, MIN_RELATIVE_SINGULAR_VALUE
        )
        counts = windows.symbol_counts()
        prefix = estimate_of_corpus.prefix
        parameters = HmmParameters(
            estimate_of_corpus.operators,
            normalise_state(estimate_of_corpus.start, prefix),
            estimate_of_corpus.stop,
            prefix,
            estimate_of_corpus.mean,
            counts / counts.sum(),
        )
        frequent = np.argsort(-counts[:-1], kind="stable")[:PREDICTED_SYMBOLS]
        rows = np.concatenate((prefix @ estimate_of_corpus.operators[frequent], estimate_of_corpus.stop[None]))
        rest = prefix - rows.sum(axis=0)
        return cls(
            parameters,
            parameters.make_fallback_states(SHRINKAGE, MIN_NOISY_SCORE),
            np.vstack((rows, rest)),
            estimate_of_corpus.spectrum,
        )

    def embed_contexts(self, block: SequenceBatch) -> tuple[Floats, int]:
        """Return (positions, outcomes): square roots of the predictions in contexts, for the Hellinger distance; and
        the number of states replaced."""
        parameters = self.parameters
        forward = forward_backward.forward(
            block, parameters.operators, parameters.start, parameters.prefix, self.fallback_states
        )
        predictions = multiply_in_blocks(np.concatenate((forward.states, forward.final_states)), self.predictors.T)
        np.maximum(predictions, 0.0, out=predictions)
        predictions /= np.maximum(predictions.sum(axis=1, keepdims=True), 1e-300)
        return np.sqrt(predictions, out=predictions), int(forward.replaced.sum())


def make_projected_start(
    contexts: ContextPredictions, sequences: Sequences, blocks: list[SequenceBatch], states: int, backoff: Backoff,
    tied: bool, rng: np.random.Generator,
) -> tuple[InterpolatedHmm, int]:  # fmt: skip
    """Make positive parameters whose hidden states are clusters of contexts, and count the estimates replaced. With arc
    emission, the state before a word is the cluster of its left context. In a textbook HMM the state generates its own
    word: it is the cluster of the context up to and including the word."""
    clusters = max(states - 1, 1) if tied else states
    centres = kmeans(_sample_contexts(contexts, sequences, rng), clusters, rng)
    labels: list[Integers] = []
    clipped = 0
    for block in blocks:
        predictions, replaced = contexts.embed_contexts(block)
        block_labels = assign_clusters(predictions, centres)
        if tied:
            ends = np.full(len(block_labels) - len(block.symbols), states - 1)
            block_labels = np.concatenate((block_labels[block.next_state_indices()], ends))
        labels.append(block_labels)
        clipped += replaced
    return make_labelled_start(blocks, labels, states, backoff, tied), clipped


def _sample_contexts(contexts: ContextPredictions, sequences: Sequences, rng: np.random.Generator) -> Floats:
    """Return the predictions in the contexts of a random sample of sequences."""
    order = rng.permutation(len(sequences))
    sampled = int(np.searchsorted(np.cumsum(sequences.lengths()[order]), SAMPLED_SYMBOLS)) + 1
    return np.concatenate(
        [
            contexts.embed_contexts(block)[0]
            for block in forward_backward.make_batches(sequences.select(order[:sampled]))
        ]
    )


def fill_unknown_operator(operators: Floats, counts: Floats) -> Floats:
    """Return the operators with one for the unknown word: if it was unseen, the sum of all others."""
    if counts[len(operators) - 1] == 0:
        operators = operators.copy()
        operators[-1] = operators[:-1].sum(axis=0)
    return operators


@dataclass(frozen=True, slots=True, eq=False)
class EmCorpus:
    """Training sequences, held-out sequences for early stopping, and all of them for the final iteration."""

    train: Sequences
    held_out: Sequences | None
    all_sequences: Sequences
    counts: Floats  # (symbols + unknown word + STOP,) over all sequences

    @classmethod
    def from_moments(
        cls, moments: HmmMoments, vocabulary: HmmVocabulary, settings: HmmSettings, dev: HmmMoments | None
    ) -> Self:
        """Split the sequences into training and held-out: `dev` for early stopping, or a seeded tenth."""
        all_sequences = _encode_sequences(moments, vocabulary)
        counts = moments.windows.relabel(
            vocabulary.encode_counted_symbols(moments), len(vocabulary.symbols) + 1
        ).symbol_counts()
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
    """Return the sequences of the moments, encoded with the vocabulary."""
    if moments.sequences is None:
        raise DataError("EM needs the sequences, which these counts lack; count them with estimator em or spectral-em")
    new_ids, sequences = vocabulary.encode_counted_symbols(moments), moments.sequences
    return Sequences(new_ids[sequences.symbols], sequences.starts, sequences.weights)


@dataclass(frozen=True, slots=True, eq=False)
class HmmEmTrainer:
    """One EM run on one corpus."""

    corpus: EmCorpus
    blocks: list[forward_backward.SequenceBatch]
    vocabulary: HmmVocabulary
    settings: HmmSettings
    report: Report

    def train(self, training_record: HmmTrainingRecord) -> Hmm:
        """Train from the chosen start until the held-out score stops improving."""
        settings, corpus = self.settings, self.corpus
        start, spectrum, clipped = self.choose_start()
        symbols = float(corpus.train.weights @ (corpus.train.lengths() + 1))
        score_function = None if corpus.held_out is None else partial(self.score_held_out, corpus.held_out)
        em = run_em(
            start,
            self.run_iteration,
            score_function,
            symbols,
            settings.iterations,
            settings.tolerance,
            self._report_iteration,
        )
        history = np.array(
            [(iteration.log_likelihood, iteration.stopping_score) for iteration in em.iterations]
        ).reshape(-1, 2)
        best = em.best
        if corpus.all_sequences is not corpus.train:  # one more iteration, including the held-out sequences
            best = best.maximise(
                *self.compute_expectations(
                    best, list(forward_backward.make_batches(corpus.all_sequences)), len(history)
                )
            )
        training_record = replace(training_record, clipped=clipped, iterations=history)
        return Hmm.from_parameters(settings, self.vocabulary, self.to_parameters(best), spectrum, training_record)

    def choose_start(self) -> tuple[InterpolatedHmm, Floats, int]:
        """Return the best of several starts by likelihood, the singular values it was projected from, and the number of
        clipped estimates."""
        settings, train = self.settings, self.corpus.train
        rng = np.random.default_rng(settings.seed)
        size, tied = len(self.vocabulary.symbols) + 1, settings.emission == "state"
        backoff = Backoff.from_counts(self.corpus.counts, settings.states, settings.smoothing, tied)
        contexts = None
        if settings.estimator == "spectral-em":
            self.report(Progress("solve", 0, settings.iterations))
            windows = count_windows(train.symbols, train.starts, train.weights, size)
            contexts = ContextPredictions.from_windows(windows, settings.states, settings.scaling)
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
        """Run one EM iteration; return the new parameters, and the log-likelihood of the given ones."""
        expected, operators = self.compute_expectations(parameters, self.blocks, number - 1)
        return parameters.maximise(expected, operators), expected.log_likelihood

    def compute_expectations(
        self, parameters: InterpolatedHmm, blocks: list[forward_backward.SequenceBatch], iterations_done: int
    ) -> tuple[forward_backward.ChainExpectations, Floats]:
        """Return the expected counts over blocks (E step), and the operators they were computed with."""
        operators = parameters.operators()

        def on_block() -> None:
            self.report(Progress("solve", iterations_done, self.settings.iterations))

        return forward_backward.expected_counts(
            blocks, operators, parameters.start, parameters.stop(), on_block
        ), operators

    def score_held_out(self, held_out: Sequences, parameters: InterpolatedHmm) -> float:
        """Return the mean log score per known held-out symbol, ends included."""
        scores = Hmm.from_parameters(self.settings, self.vocabulary, self.to_parameters(parameters)).score_sequences(
            held_out
        )
        return float(held_out.weights @ scores.logs / (held_out.weights @ scores.symbols))

    def to_parameters(self, interpolated: InterpolatedHmm) -> HmmParameters:
        """Convert the parameters to observable operators."""
        counts = self.corpus.counts
        operators = fill_unknown_operator(interpolated.operators(), counts)
        mean = (interpolated.shared_transitions * (counts[:-1, None] / counts[:-1].sum())).sum(axis=0)
        return HmmParameters(
            operators, interpolated.start, interpolated.stop(), np.ones(len(mean)), mean, counts / counts.sum()
        )

    def _report_iteration(self, number: int, iteration: EmIteration) -> None:
        """Report the measures of an iteration."""
        measures = {"log_likelihood": iteration.log_likelihood, "perplexity": float(np.exp(-iteration.stopping_score))}
        self.report(Progress("solve", number, self.settings.iterations, measures))


def trace_em_step(model: Hmm, sentence: Sentence, document: Sequence[Sentence]) -> Trace:
    """Trace the state posteriors before the iteration, the expected counts, the parameters after it, and the sentence's
    scores before, after, and by the closed form."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    treebank = Treebank.of(
        islice((candidate for candidate in (document or [sentence]) if candidate.is_readable), _EM_SENTENCES)
    )
    iteration = _EmIteration.run(model, treebank)
    vocabulary, names = iteration.vocabulary, (*words, "END")
    symbols = np.argsort(-iteration.counts[: len(vocabulary.symbols)], kind="stable")[:_EM_SYMBOLS]
    states = tuple(f"state {number + 1}" for number in range(len(iteration.start.start)))
    columns = tuple(vocabulary.symbols[symbol] for symbol in symbols.tolist())
    steps = [
        *_trace_expectation(iteration, words, symbols, len(treebank)),
        *_trace_scores(iteration.models, sentence),
    ]
    tables = (
        TraceTable("Share of each state", states, names),
        TraceTable("Log score of each word", tuple(iteration.models), names),
        TraceTable("p(word | state), before", states, columns, is_heat_map=True),
        TraceTable("Expected counts", states, columns, is_heat_map=True),
        TraceTable("p(word | state), after", states, columns, is_heat_map=True),
    )
    return Trace(EM, "One step of EM", tuple(words), tables, tuple(steps))


@dataclass(frozen=True, slots=True, eq=False)
class _EmIteration:
    """One EM iteration from a random start, with the models before and after it and the closed form."""

    vocabulary: HmmVocabulary
    counts: Floats  # (symbols + unknown word + STOP,)
    start: InterpolatedHmm
    operators: Floats  # before the iteration
    expected: ChainExpectations
    after: InterpolatedHmm
    log_likelihood_after: float
    models: dict[str, Hmm]

    @classmethod
    def run(cls, model: Hmm, treebank: Treebank) -> Self:
        """Run an iteration on a treebank, with the settings of a model but fewer states."""
        states = min(model.settings.states, _EM_STATES)
        settings = replace(model.settings, estimator="em", states=states, restarts=1, iterations=1, tolerance=0.0)
        closed_form = _learn_closed_form(treebank, settings)
        moments = count(treebank, settings, ignore_progress)
        vocabulary = HmmVocabulary.from_moments(moments, settings)
        corpus = EmCorpus.from_moments(moments, vocabulary, settings, None)
        blocks = list(forward_backward.make_batches(corpus.train))
        trainer = HmmEmTrainer(corpus, blocks, vocabulary, settings, ignore_progress)
        start, _, _ = trainer.choose_start()
        expected, operators = trainer.compute_expectations(start, blocks, 0)
        after = start.maximise(expected, operators)
        expected_after, _ = trainer.compute_expectations(after, blocks, 0)
        models = {
            "before": Hmm.from_parameters(settings, vocabulary, trainer.to_parameters(start)),
            "after": Hmm.from_parameters(settings, vocabulary, trainer.to_parameters(after)),
            "closed form": closed_form,
        }
        log_likelihood = expected_after.log_likelihood
        return cls(vocabulary, corpus.counts, start, operators, expected, after, log_likelihood, models)


def _learn_closed_form(treebank: Treebank, settings: HmmSettings) -> Hmm:
    """Train the closed form on a treebank, with fewer states if its counts do not support as many."""
    from spectral_core.models.hmm.estimators import learn

    spectral_settings = replace(settings, estimator="spectral")
    try:
        return learn(treebank, spectral_settings, ignore_progress)
    except RankError as error:
        return learn(treebank, replace(spectral_settings, states=error.supported), ignore_progress)


def _trace_expectation(
    iteration: _EmIteration, words: Sequence[str], symbols: Integers, sentences: int
) -> list[TraceStep]:
    """Trace the random start, the E step (state posteriors of the sentence, expected counts of all sentences), and the
    M step."""
    start, expected, operators = iteration.start, iteration.expected, iteration.operators
    encoded = iteration.vocabulary.encode(words)
    posteriors = forward_backward.state_posteriors(encoded, operators, start.start, start.stop())  # (words + 1, states)
    return [
        TraceStep(
            f"Before: a random start, {len(start.start)} states; the frequent words that each emits",
            (f"{sentences} sentences; log-likelihood {expected.log_likelihood:.2f}",),
            _to_table_cells(_EMISSIONS_BEFORE, operators.sum(axis=1).T[:, symbols]),
        ),
        *(
            TraceStep(
                f"E step: the state that {quote_words([name]) if t < len(words) else 'the end'} comes from",
                ("share(state) ∝ forward · backward, given the sentence",),
                tuple((TableCell(_POSTERIORS, row, t), share) for row, share in enumerate(posteriors[t].tolist())),
            )
            for t, name in enumerate((*words, "END"))
        ),
        TraceStep(
            "E step: such shares are added up over all sentences: expected counts",
            ("count(state, word) = sum of the shares of the state at all occurrences of the word",),
            _to_table_cells(_EXPECTED_COUNTS, expected.transitions.sum(axis=1).T[:, symbols]),
        ),
        TraceStep(
            "M step: counts divided by their sums are the parameters after",
            (
                "p(word | state) = count(state, word) / count(state), smoothed with what all states share",
                f"log-likelihood {expected.log_likelihood:.2f} before, {iteration.log_likelihood_after:.2f} after",
            ),
            _to_table_cells(_EMISSIONS_AFTER, iteration.after.operators().sum(axis=1).T[:, symbols]),
        ),
    ]


def _trace_scores(models: Mapping[str, Hmm], sentence: Sentence) -> list[TraceStep]:
    """Trace the scores of the words of a sentence by each model."""
    steps = []
    for row, (name, model) in enumerate(models.items()):
        logs = word_log_scores(model, sentence)
        title = "The closed form of the same sentences" if row == 2 else f"The parameters {name}"
        remark = (
            "one decomposition, no start and no steps; its scores are estimates" if row == 2 else "one of many steps"
        )
        steps.append(
            TraceStep(
                f"{title}: the score of each word after those before it",
                (remark, f"log score of the sentence: {sum(logs):.3f}"),
                tuple((TableCell(_SCORES, row, t), log) for t, log in enumerate(logs)),
            )
        )
    return steps


def _to_table_cells(table: int, values: Floats) -> tuple[tuple[TableCell, float], ...]:
    """Return the values of a matrix with their table cells."""
    return tuple((TableCell(table, *cell), float(value)) for cell, value in np.ndenumerate(values))
