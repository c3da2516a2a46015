"""Training of head automata: spectral estimation and EM from counts, the learning curve, and the auxiliary models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Protocol, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.deprecated import old_keywords
from spectral_core.maths.em import EmIteration, EmRun, run_em
from spectral_core.maths.linalg import RANK_TOLERANCE, compute_column_signs
from spectral_core.models.head_automata import modifier_probabilities
from spectral_core.models.head_automata.model import HeadAutomata, check_decoding
from spectral_core.models.head_automata.modifier_probabilities import (
    SiblingWeights,
    TransitionTable,
    make_lexicon,
    score_sequences,
)
from spectral_core.models.head_automata.moments import ModifierSequences, Moments, count, select_automaton_tags
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, HeadAutomataParameters
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.parsing.auxiliary_models import Outcomes, pair_arcs_with_gold, train_companions
from spectral_core.models.parsing.training_sentences import has_tree, sample_evenly
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.eisner import Automata
from spectral_core.structured.forward_backward import automaton_expectations

MEASURED_ITERATIONS = frozenset((5, 10, 25, 50, 100))  # iterations at which accuracy is measured
MONITORED_UAS = "uas_watched"  # not named "uas", because so small a sample does not measure the model's UAS


class ParsesHeads(Protocol):
    """Predicts the heads of many sentences at once."""

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]: ...


UasMeasure = Callable[[ParsesHeads], dict[str, float]]


@old_keywords(watched="monitor")
def learn(
    treebank: Treebank, settings: HeadAutomataSettings, report: Report = ignore_progress, dev: Treebank | None = None,
    monitor: Treebank | None = None,
) -> HeadAutomata:  # fmt: skip
    """Train on the dependency trees of a treebank. Arc posteriors are calibrated on `dev`, or on a held-out tenth. The
    learning curve is measured on a sample of `monitor`, or of `dev`, and does not influence training."""
    check_decoding(settings)
    moments = count(treebank, settings, report)
    model = solve(moments, settings, report, make_uas_measure(dev if monitor is None else monitor, settings.column))

    def score_held_out(source: Treebank, sentences: Sequence[Sentence], on_progress: Report) -> Iterator[Outcomes]:
        """Score the arcs of held-out sentences with a model of the given treebank."""
        parser = model if source is treebank else solve(count(source, settings, on_progress), settings, on_progress)
        return pair_arcs_with_gold(sentences, parser.all_posteriors(sentences))

    return replace(model, companions=train_companions(treebank, settings, score_held_out, report, dev))


def add(model: HeadAutomata, treebank: Treebank, report: Report = ignore_progress) -> HeadAutomata:
    """Return the model retrained on its own sentences and those of `treebank`, of which only the latter are counted; EM
    restarts. Labeller, tagger and arc calibration are kept."""
    moments = model.moments.merge(count(treebank, model.settings, report))
    return replace(solve(moments, model.settings, report), companions=model.companions)


@old_keywords(watch="measure")
def solve(
    moments: Moments,
    settings: HeadAutomataSettings,
    report: Report = ignore_progress,
    measure: UasMeasure | None = None,
) -> HeadAutomata:
    """Estimate the model from counts, sampled or exact."""
    report(Progress("solve", 0, None))
    symbols, symbol_ids = select_automaton_tags(moments)
    sequences, roots = moments.sequences, moments.roots
    if len(symbols) != len(moments.symbols):
        sequences = sequences.renumber(symbol_ids)
        roots = np.bincount(symbol_ids, roots, len(symbols)).astype(np.float64)
    size = len(symbols)
    counts = modifier_probabilities.count_transitions(sequences, size)
    scale = np.append(_smooth_relative_frequencies(counts[..., :-1].sum(axis=(0, 1, 2)) + roots), 1.0)
    one_state_table = modifier_probabilities.make_one_state_transition_table(counts)
    operators = (one_state_table.modifiers[:, :, 0] / scale)[..., None, None]
    fallback = Automata.from_operators(operators, np.ones((len(scale), 2, 1)), one_state_table.stop)
    root_frequencies = _smooth_relative_frequencies(roots)
    root_scores = np.append(root_frequencies, root_frequencies.sum() / size) / scale
    is_lexical = settings.lexical != "none" and moments.words is not None
    table = None
    learning = HeadAutomataLearning()
    lexicon = make_lexicon(moments, symbols, settings.lexical) if is_lexical else None

    def make_model(automata: Automata, learning: HeadAutomataLearning = learning) -> HeadAutomata:
        """Make the model with these automata."""
        parameters = HeadAutomataParameters(automata, fallback, root_scores, scale, table, lexicon)
        return HeadAutomata.from_parameters(settings, symbols, parameters, moments, learning)

    def measure_automata(automata: Automata) -> dict[str, float]:
        """Measure the model with these automata, if a learning curve is wanted."""
        return {} if measure is None else measure(make_model(automata))

    if is_lexical and settings.alone:
        automata = _make_unit_automata(size)
    elif settings.estimator == "det":
        automata = fallback
    elif settings.estimator == "det-first":
        first_modifier_table = modifier_probabilities.make_first_modifier_transition_table(counts)
        automata = _make_first_modifier_automata(first_modifier_table, scale)
    elif settings.estimator == "sibling":
        automata, table = (
            _make_unit_automata(size),
            SiblingWeights.from_table(modifier_probabilities.make_sibling_transition_table(counts), scale),
        )
    elif settings.estimator == "em":
        automata, learning = _estimate_smoothed_em_automata(
            sequences, one_state_table, scale, settings, report, measure_automata
        )
    else:
        automata, learning = _estimate_smoothed_spectral_automata(sequences, one_state_table, scale, settings)
    model = make_model(automata, learning)
    if settings.estimator != "em":
        report(Progress("solve", 1, 1, {} if measure is None else measure(model)))
    return model


def _smooth_relative_frequencies(counts: Floats) -> Floats:
    """Return additively smoothed relative frequencies."""
    frequencies: Floats = (counts + modifier_probabilities.PSEUDO_COUNT) / (
        counts + modifier_probabilities.PSEUDO_COUNT
    ).sum()
    return frequencies


def _make_first_modifier_automata(table: TransitionTable, scale: Floats) -> Automata:
    """Make automata with one state before the first modifier, and one after it."""
    size = len(scale)
    operators = np.zeros((size, 2, size, 2, 2))
    operators[..., 1, :] = (table.modifiers / scale).swapaxes(2, 3)
    start = np.zeros((size, 2, 2))
    start[..., 0] = 1.0
    return Automata.from_operators(operators, start, table.stop)


def _make_unit_automata(size: int) -> Automata:
    """Make one-state automata whose weights are all 1, for models without automata over tags."""
    neutral = np.ones((size + 1, 2, 1))
    return Automata(np.ones((size + 1, 2, size + 1, 1, 1)), neutral, neutral)


def _estimate_smoothed_spectral_automata(
    sequences: ModifierSequences, one_state_table: TransitionTable, scale: Floats, settings: HeadAutomataSettings
) -> tuple[Automata, HeadAutomataLearning]:
    """Estimate the automata by SVD, and smooth them with the one-state automata; `spectral-paper` omits the
    repairs for small samples."""
    size = len(scale) - 1
    is_repaired = settings.estimator == "spectral"
    estimate = estimate_spectral_automata(
        sequences, size, settings.states, settings.scaling if is_repaired else "bigram",
        settings.threshold if is_repaired else 0.0, settings.shrinkage if is_repaired else 0.0,
    )  # fmt: skip
    clipped = int(
        np.count_nonzero(~(score_sequences(sequences, estimate.operators, estimate.start, estimate.stop) > 0))
    )
    kept_states = max(1, int(estimate.ranks.max(initial=1)))
    automata = _mix_with_one_state_automata(
        estimate.operators[..., :kept_states, :kept_states],
        estimate.start[:, :kept_states],
        estimate.stop[:, :kept_states],
        estimate.ranks > 0,
        one_state_table,
        scale,
        settings.floor if is_repaired else 0.0,
    )
    return automata, HeadAutomataLearning(clipped, spectra=estimate.spectra, ranks=estimate.ranks)


def _estimate_smoothed_em_automata(
    sequences: ModifierSequences,
    one_state_table: TransitionTable,
    scale: Floats,
    settings: HeadAutomataSettings,
    report: Report,
    measure: Callable[[Automata], dict[str, float]],
) -> tuple[Automata, HeadAutomataLearning]:
    """Estimate the automata by EM, and smooth them with the one-state automata."""
    size = len(scale) - 1
    is_seen = np.bincount(sequences.owners, minlength=2 * size) > 0

    def mix_with_one_state(hidden: EmAutomata) -> Automata:
        """Convert EM automata for parsing, with the one-state automata mixed in."""
        operators = hidden.operators.swapaxes(2, 3)
        operators = np.concatenate((operators, operators.sum(axis=1, keepdims=True)), axis=1)
        return _mix_with_one_state_automata(
            operators, hidden.start, hidden.stop, is_seen, one_state_table, scale, settings.floor
        )

    def on_iteration(number: int, iteration: EmIteration, hidden: EmAutomata) -> None:
        """Report the log-likelihood of an iteration, and the UAS of some."""
        measures = {"log_likelihood": iteration.log_likelihood}
        if number in MEASURED_ITERATIONS:
            measures.update(measure(mix_with_one_state(hidden)))
        report(Progress("iterate", number, settings.iterations, measures))

    em = estimate_em_automata(sequences, size, settings, on_iteration)
    automata = mix_with_one_state(em.best)
    ranks = np.where(is_seen, settings.states, 0).astype(np.int64)
    likelihoods = np.array([em_iteration.log_likelihood for em_iteration in em.iterations], dtype=np.float64)
    return automata, HeadAutomataLearning(iterations=likelihoods, ranks=ranks)


def _mix_with_one_state_automata(
    operators: Floats,
    start: Floats,
    stop: Floats,
    is_seen: Flags,
    one_state_table: TransitionTable,
    scale: Floats,
    floor: float,
) -> Automata:
    """Mix in the one-state automata as an additional state, with weight `floor`; with weight 1 where an owner has no
    training data."""
    size, states = len(scale), start.shape[1]
    mixed_operators = np.zeros((size, 2, size, states + 1, states + 1))
    mixed_operators[:-1, ..., :-1, :-1] = operators.reshape(size - 1, 2, size, states, states)
    mixed_operators[..., -1, -1] = one_state_table.modifiers[:, :, 0]
    mixed_operators /= scale[:, None, None]
    mixed_start, mixed_stop = np.zeros((size, 2, states + 1)), np.zeros((size, 2, states + 1))
    one_state_share = np.ones((size, 2))
    one_state_share[:-1] = np.where(is_seen, floor, 1.0).reshape(size - 1, 2)
    mixed_start[:-1, :, :-1] = start.reshape(size - 1, 2, states) * (1 - one_state_share[:-1, :, None])
    mixed_start[..., -1] = one_state_share
    mixed_stop[:-1, :, :-1] = stop.reshape(size - 1, 2, states)
    mixed_stop[..., -1] = one_state_table.stop[..., 0]
    return Automata.from_operators(mixed_operators, mixed_start, mixed_stop)


def make_uas_measure(sentences: Iterable[Sentence] | None, column: str) -> UasMeasure | None:
    """Return a function that measures the UAS of a model on an evenly spaced sample of these sentences; None if none
    has a tree."""
    sample = sample_evenly([sentence for sentence in sentences or () if has_tree(sentence, column)])
    if not sample:
        return None
    gold = [head for sentence in sample for head in sentence.heads]

    def measure(model: ParsesHeads) -> dict[str, float]:
        """Parse the sample and return its UAS."""
        predicted = [head for heads in model.all_heads(sample) for head in heads]
        return {MONITORED_UAS: 100 * sum(map(eq, gold, predicted)) / len(gold)}

    return measure


@dataclass(frozen=True, slots=True, eq=False)
class EmAutomata:
    """Probabilistic automata, estimated by EM: the probabilities of all (symbol, next state) pairs and of stopping in a
    state sum to 1."""

    operators: Floats  # (owners, symbols, from, to)
    start: Floats  # (owners, states)
    stop: Floats  # (owners, states)

    @classmethod
    def make_random(cls, sequences: ModifierSequences, symbols: int, states: int, random: np.random.Generator) -> Self:
        """Initialise each automaton with the relative frequencies of its symbols and stops, perturbed at random for
        each state."""
        owners = 2 * symbols
        outcome_indexes = np.repeat(sequences.owners, sequences.lengths()) * symbols + sequences.symbols
        counts = np.bincount(outcome_indexes, np.repeat(sequences.weights, sequences.lengths()), owners * symbols)
        outcomes = np.empty((owners, symbols + 1))
        outcomes[:, :-1] = counts.reshape(owners, symbols)
        outcomes[:, -1] = np.bincount(sequences.owners, sequences.weights, owners)
        outcomes /= np.maximum(outcomes.sum(axis=1, keepdims=True), 1.0)
        start = random.dirichlet(np.ones(states), owners)
        transitions = random.dirichlet(np.ones(states), (owners, states))  # (owners, from, to)
        emissions = outcomes[:, :, None] * random.uniform(0.5, 1.5, (owners, symbols + 1, states))
        emissions /= np.maximum(emissions.sum(axis=1, keepdims=True), 1e-300)
        return cls(emissions[:, :-1, :, None] * transitions[:, None], start, np.ascontiguousarray(emissions[:, -1]))

    def run_em_iteration(self, sequences: ModifierSequences) -> tuple[EmAutomata, float]:
        """Run one EM iteration; return the new automata, and the log-likelihood under the current ones."""
        expected = automaton_expectations(
            sequences.owners, sequences.symbols, sequences.starts, sequences.weights, self.operators, self.start,
            self.stop,
        )  # fmt: skip
        totals = expected.transitions.sum(axis=(1, 3)) + expected.stops  # (owners, from)
        totals[totals == 0.0] = 1.0
        starts = np.maximum(expected.starts.sum(axis=1, keepdims=True), 1e-300)
        maximised = EmAutomata(
            expected.transitions / totals[:, None, :, None], expected.starts / starts, expected.stops / totals
        )
        return maximised, expected.log_likelihood


def estimate_em_automata(
    sequences: ModifierSequences,
    symbols: int,
    settings: HeadAutomataSettings,
    on_iteration: Callable[[int, EmIteration, EmAutomata], None],
) -> EmRun[EmAutomata]:
    """Estimate the automata of all heads and sides by EM from a random start; `on_iteration` receives each iteration
    and the automata after it."""
    start = EmAutomata.make_random(sequences, symbols, settings.states, np.random.default_rng(settings.seed))
    step_count = float(sequences.weights @ (sequences.lengths() + 1))
    latest = [start]

    def run_iteration(current: EmAutomata, number: int) -> tuple[EmAutomata, float]:  # noqa: ARG001 - run_em counts
        """Run one EM iteration and keep its automata for the report."""
        latest[0], log_likelihood = current.run_em_iteration(sequences)
        return latest[0], log_likelihood

    def report_iteration(number: int, iteration: EmIteration) -> None:
        """Report an iteration together with its automata."""
        on_iteration(number, iteration, latest[0])

    return run_em(start, run_iteration, None, step_count, settings.iterations, settings.tolerance, report_iteration)


@dataclass(frozen=True, slots=True, eq=False)
class SpectralEstimates:
    """Spectral estimates of all automata: the score of x1..xT is stop @ operators[xT] .. operators[x1] @ start; unused
    states are zero."""

    operators: Floats  # (symbols * 2, symbols + 1, to, from); the last modifier is the sum of all
    start: Floats  # (symbols * 2, states)
    stop: Floats  # (symbols * 2, states)
    spectra: dict[int, Floats]  # singular values by owner (head and side), if the owner has training data
    ranks: Integers  # (symbols * 2,) number of states kept


def estimate_spectral_automata(
    sequences: ModifierSequences, symbols: int, states: int, scaling: str = "bigram", threshold: float = 0.0,
    shrinkage: float = 0.0,
) -> SpectralEstimates:  # fmt: skip
    """Estimate in closed form for every head and side (Luque et al. 2012, section 3.2) with START and STOP absorbed
    into the vectors: with P = U S V' over bigrams, A_x = U' T_x V S^-1, start = U' P[:, START], stop = U[STOP, :].
    Scaling `cca` decomposes P divided by the square roots of its row and column sums. Singular values at or below
    `threshold` times the first, divided by the square root of the number of sequences, are dropped. The distribution
    after two neighbours is that of trigrams, with `shrinkage` pseudo-counts from bigrams: trigrams seen once or twice
    are unreliable, and the smallest singular values amplify them."""
    operators = np.zeros((2 * symbols, symbols + 1, states, states))
    start, stop = np.zeros((2 * symbols, states)), np.zeros((2 * symbols, states))
    spectra: dict[int, Floats] = {}
    ranks = np.zeros(2 * symbols, dtype=np.int64)
    bounds = np.searchsorted(sequences.owners, np.arange(2 * symbols + 1)).tolist()
    for owner in range(2 * symbols):
        low, high = bounds[owner], bounds[owner + 1]
        if low == high:
            continue
        sequence_starts = sequences.starts[low : high + 1]
        symbol_ids, ngram_counts = _count_mean_ngrams(
            sequences.symbols[sequence_starts[0] : sequence_starts[-1]],
            sequence_starts - sequence_starts[0],
            sequences.weights[low:high],
        )
        automaton = estimate_spectral_automaton(ngram_counts, states, scaling, threshold, shrinkage)
        rank = automaton.stop.shape[0]
        operators[owner, symbol_ids, :rank, :rank] = automaton.operators
        start[owner, :rank], stop[owner, :rank] = automaton.start, automaton.stop
        spectra[owner], ranks[owner] = automaton.spectrum, rank
    operators[:, -1] = operators[:, :-1].sum(axis=1)
    return SpectralEstimates(operators, start, stop, spectra, ranks)


@dataclass(frozen=True, slots=True, eq=False)
class MeanNgramCounts:
    """Mean bigram and trigram counts per modifier sequence; the symbol after the last is START before a sequence, and
    STOP after it."""

    bigram_means: Floats  # (symbols + STOP, symbols + START) [next, previous]
    symbols: Integers  # (trigrams,) sorted
    previous: Integers
    following: Integers
    trigram_means: Floats  # (trigrams,)
    sequences: float  # number of sequences


@dataclass(frozen=True, slots=True, eq=False)
class SpectralAutomaton:
    """Spectral estimate of one automaton, with at most as many states as its counts support."""

    operators: Floats  # (symbols, to, from)
    start: Floats
    stop: Floats
    spectrum: Floats  # all singular values


def estimate_spectral_automaton(
    ngram_counts: MeanNgramCounts, states: int, scaling: str = "bigram", threshold: float = 0.0, shrinkage: float = 0.0
) -> SpectralAutomaton:
    """Estimate one automaton from bigram and trigram moments, sampled or exact; see `estimate_spectral_automata`."""
    bigrams, size = ngram_counts.bigram_means, len(ngram_counts.bigram_means)
    row_scale = column_scale = np.ones(size)
    if scaling == "cca":
        pseudo = 1 / ngram_counts.sequences
        row_scale, column_scale = np.sqrt(bigrams.sum(axis=1) + pseudo), np.sqrt(bigrams.sum(axis=0) + pseudo)
    left, values, right = np.linalg.svd(bigrams / row_scale[:, None] / column_scale, full_matrices=False)
    min_ratio = max(RANK_TOLERANCE, threshold / np.sqrt(ngram_counts.sequences))
    rank = max(1, min(states, int(np.count_nonzero(values > min_ratio * values[0]))))
    signs = compute_column_signs(left[:, :rank])
    left_projection = left[:, :rank] * signs / row_scale[:, None]  # (symbols + STOP, rank)
    right_projection = right[:rank].T * signs / column_scale[:, None] / values[:rank]  # (symbols + START, rank)
    operators = np.zeros((size - 1, rank, rank))
    blocks = np.searchsorted(ngram_counts.symbols, np.arange(size)).tolist()
    trigram_weights = np.ones((size, size))
    if shrinkage:
        trigram_weights -= shrinkage / (bigrams * ngram_counts.sequences + shrinkage)
    means = ngram_counts.trigram_means * trigram_weights[ngram_counts.symbols, ngram_counts.previous]
    projected_next, projected_previous = (
        left_projection[ngram_counts.following],
        means[:, None] * right_projection[ngram_counts.previous],
    )
    for symbol in range(size - 1):
        part = slice(blocks[symbol], blocks[symbol + 1])
        np.matmul(projected_next[part].T, projected_previous[part], out=operators[symbol])
    if shrinkage:
        next_projection = left_projection.T @ (bigrams[:, :-1] / bigrams[:, :-1].sum(axis=0))  # (rank, symbols)
        shrunk_mass = ((1 - trigram_weights) * bigrams)[:-1] @ right_projection  # (symbols, rank)
        operators += next_projection.T[:, :, None] * shrunk_mass[:, None, :]
    return SpectralAutomaton(operators, left_projection.T @ bigrams[:, -1], bigrams[-1] @ right_projection, values)


def _count_mean_ngrams(symbols: Integers, starts: Integers, weights: Floats) -> tuple[Integers, MeanNgramCounts]:
    """Return the symbols that occur, and the mean n-gram counts over these symbols, renumbered in order."""
    distinct, local_ids = np.unique(symbols, return_inverse=True)
    size = len(distinct) + 1
    lengths = np.diff(starts)
    padded = np.full(len(symbols) + len(lengths) + 1, size - 1, dtype=np.int64)
    is_symbol = np.ones(len(padded), dtype=bool)
    is_symbol[starts + np.arange(len(starts))] = False
    padded[is_symbol] = local_ids
    total = float(weights.sum())
    pairs = padded[1:] * size + padded[:-1]
    bigrams = np.bincount(pairs, np.repeat(weights, lengths + 1), size * size).reshape(size, size) / total
    middle = np.flatnonzero(is_symbol)
    keys = (padded[middle] * size + padded[middle - 1]) * size + padded[middle + 1]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.append(len(keys) > 0, keys[1:] != keys[:-1]))
    means = np.add.reduceat(np.repeat(weights, lengths)[order], first) / total if len(first) else np.zeros(0)
    keys = keys[first]
    return distinct, MeanNgramCounts(bigrams, keys // size // size, keys // size % size, keys % size, means, total)
