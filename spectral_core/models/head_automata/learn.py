"""Training of head automata: estimation from counts, and the auxiliary labeller, tagger and arc calibration."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import eq
from typing import Protocol

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.deprecated import old_keywords
from spectral_core.maths.em import EmIteration
from spectral_core.models.head_automata import estimators, tables
from spectral_core.models.head_automata.estimators import EmAutomata, estimate_by_em
from spectral_core.models.head_automata.lexicon import make_lexicon
from spectral_core.models.head_automata.model import HeadAutomata, check_decoding
from spectral_core.models.head_automata.moments import ModifierSequences, Moments, count, select_automaton_tags
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, HeadAutomataParameters
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.tables import SiblingWeights, TransitionTable, score_sequences
from spectral_core.models.parsing.calibration import Outcomes, pair_arcs_with_gold
from spectral_core.models.parsing.companions import train_companions
from spectral_core.models.parsing.sentences import has_tree, sample_evenly
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.eisner import Automata

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
    counts = tables.count_transitions(sequences, size)
    scale = np.append(_smooth_relative_frequencies(counts[..., :-1].sum(axis=(0, 1, 2)) + roots), 1.0)
    one_state_table = tables.make_one_state_table(counts)
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
        automata = _make_first_modifier_automata(tables.make_first_modifier_table(counts), scale)
    elif settings.estimator == "sibling":
        automata, table = _make_unit_automata(size), SiblingWeights.from_table(tables.make_sibling_table(counts), scale)
    elif settings.estimator == "em":
        automata, learning = _estimate_em(sequences, one_state_table, scale, settings, report, measure_automata)
    else:
        automata, learning = _estimate_spectral(sequences, one_state_table, scale, settings)
    model = make_model(automata, learning)
    if settings.estimator != "em":
        report(Progress("solve", 1, 1, {} if measure is None else measure(model)))
    return model


def _smooth_relative_frequencies(counts: Floats) -> Floats:
    """Return additively smoothed relative frequencies."""
    frequencies: Floats = (counts + tables.PSEUDO_COUNT) / (counts + tables.PSEUDO_COUNT).sum()
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


def _estimate_spectral(
    sequences: ModifierSequences, one_state_table: TransitionTable, scale: Floats, settings: HeadAutomataSettings
) -> tuple[Automata, HeadAutomataLearning]:
    """Estimate the automata by SVD, and mix in the one-state automata; `spectral-paper` omits the corrections."""
    size = len(scale) - 1
    is_repaired = settings.estimator == "spectral"
    estimate = estimators.estimate_spectral_automata(
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


def _estimate_em(
    sequences: ModifierSequences,
    one_state_table: TransitionTable,
    scale: Floats,
    settings: HeadAutomataSettings,
    report: Report,
    measure: Callable[[Automata], dict[str, float]],
) -> tuple[Automata, HeadAutomataLearning]:
    """Estimate the automata by EM, and mix in the one-state automata."""
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

    em = estimate_by_em(sequences, size, settings, on_iteration)
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
