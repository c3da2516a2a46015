"""Learning: counts, and the automata from counts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.inference.eisner import Automata
from spectral_core.maths.em import Iteration
from spectral_core.models.head_automata import spectral, tables
from spectral_core.models.head_automata.climbing import HiddenAutomata, climbed
from spectral_core.models.head_automata.lattices import TagWeights
from spectral_core.models.head_automata.model import HeadAutomata, refuse_negative
from spectral_core.models.head_automata.moments import ModifierSequences, Moments, count
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, Parameters
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.tables import Table
from spectral_core.models.head_automata.vocabulary import known_symbols, lexicon_of
from spectral_core.models.parsing.beside import companions_of
from spectral_core.models.parsing.certainty import Outcomes, arc_outcomes
from spectral_core.models.parsing.watching import STEPS, Watch, attachment_on
from spectral_core.progress import Progress, Report, silent


def learn(
    treebank: Treebank, settings: HeadAutomataSettings, report: Report = silent, dev: Treebank | None = None,
    watched: Treebank | None = None,
) -> HeadAutomata:  # fmt: skip
    """A model of the dependency trees of a treebank, its arcs calibrated on `dev`, or on a tenth held out for that.
    What it is worth on the way is measured on some sentences of `watched`, or of `dev`; nothing is chosen by it."""
    refuse_negative(settings)
    moments = count(treebank, settings, report)
    model = solve(moments, settings, report, attachment_on(dev if watched is None else watched, settings.column))

    def outcomes(source: Treebank, sentences: Sequence[Sentence], told: Report) -> Iterator[Outcomes]:
        judged = model if source is treebank else solve(count(source, settings, told), settings, told)
        return arc_outcomes(sentences, judged.all_posteriors(sentences))

    return replace(model, companions=companions_of(treebank, settings, outcomes, report, dev))


def add(model: HeadAutomata, treebank: Treebank, report: Report = silent) -> HeadAutomata:
    """The model of the sentences that it was learnt from and of these; only these are counted, and automata of em climb
    again from their start. Its labeller, its tagger and the calibration of its arcs stay as they are."""
    moments = model.moments.joined(count(treebank, model.settings, report))
    return replace(solve(moments, model.settings, report), companions=model.companions)


def solve(
    moments: Moments, settings: HeadAutomataSettings, report: Report = silent, watch: Watch | None = None
) -> HeadAutomata:
    """The model of these counts, sampled or exact."""
    report(Progress("solve", 0, None))
    symbols, names = known_symbols(moments)
    sequences, roots = moments.sequences, moments.roots
    if len(symbols) != len(moments.symbols):
        sequences = sequences.renamed(names)
        roots = np.bincount(names, roots, len(symbols)).astype(np.float64)
    size = len(symbols)
    counts = tables.step_counts(sequences, size)
    scale = np.append(_shares(counts[..., :-1].sum(axis=(0, 1, 2)) + roots), 1.0)
    single = tables.one_state(counts)
    operators = (single.modifiers[:, :, 0] / scale)[..., None, None]
    fallback = Automata.of(operators, np.ones((len(scale), 2, 1)), single.stop)
    shares = _shares(roots)
    hanging = np.append(shares, shares.sum() / size) / scale
    words = settings.lexical != "none" and moments.words is not None
    table = None
    learning = HeadAutomataLearning()
    lexicon = lexicon_of(moments, symbols, settings.lexical) if words else None

    def model_of(automata: Automata, learning: HeadAutomataLearning = learning) -> HeadAutomata:
        parameters = Parameters(automata, fallback, hanging, scale, table, lexicon)
        return HeadAutomata.of(settings, symbols, parameters, moments, learning)

    def measured(automata: Automata) -> dict[str, float]:
        return {} if watch is None else watch(model_of(automata))

    if words and settings.alone:
        automata = _empty(size)
    elif settings.estimator == "det":
        automata = fallback
    elif settings.estimator == "det-first":
        automata = _of_first(tables.first_apart(counts), scale)
    elif settings.estimator == "sibling":
        automata, table = _empty(size), TagWeights.of(tables.by_sibling(counts), scale)
    elif settings.estimator == "em":
        automata, learning = _em(sequences, single, scale, settings, report, measured)
    else:
        automata, learning = _spectral(sequences, single, scale, settings)
    model = model_of(automata, learning)
    if settings.estimator != "em":
        report(Progress("solve", 1, 1, {} if watch is None else watch(model)))
    return model


def _shares(counts: Floats) -> Floats:
    found: Floats = (counts + tables.SPREAD) / (counts + tables.SPREAD).sum()
    return found


def _of_first(table: Table, scale: Floats) -> Automata:
    """Automata with one state before the first modifier, and one after it."""
    size = len(scale)
    operators = np.zeros((size, 2, size, 2, 2))
    operators[..., 1, :] = (table.modifiers / scale).swapaxes(2, 3)
    start = np.zeros((size, 2, 2))
    start[..., 0] = 1.0
    return Automata.of(operators, start, table.stop)


def _empty(size: int) -> Automata:
    ones = np.ones((size + 1, 2, 1))
    return Automata(np.ones((size + 1, 2, size + 1, 1, 1)), ones, ones)


def _spectral(
    sequences: ModifierSequences, single: Table, scale: Floats, settings: HeadAutomataSettings
) -> tuple[Automata, HeadAutomataLearning]:
    size = len(scale) - 1
    repaired = settings.estimator == "spectral"
    found = spectral.estimate(
        sequences, size, settings.states, settings.scaling if repaired else "bigram",
        settings.threshold if repaired else 0.0, settings.shrinkage if repaired else 0.0,
    )  # fmt: skip
    clipped = int(np.count_nonzero(~(spectral.scores(sequences, found.operators, found.start, found.stop) > 0)))
    kept = max(1, int(found.ranks.max(initial=1)))
    automata = _mixed(
        found.operators[..., :kept, :kept], found.start[:, :kept], found.stop[:, :kept], found.ranks > 0, single, scale,
        settings.floor if repaired else 0.0,
    )  # fmt: skip
    return automata, HeadAutomataLearning(clipped, spectra=found.spectra, ranks=found.ranks)


def _em(
    sequences: ModifierSequences, single: Table, scale: Floats, settings: HeadAutomataSettings, report: Report,
    measured: Callable[[Automata], dict[str, float]],
) -> tuple[Automata, HeadAutomataLearning]:  # fmt: skip
    size = len(scale) - 1
    seen = np.bincount(sequences.owners, minlength=2 * size) > 0

    def mixed(made: HiddenAutomata) -> Automata:
        operators = made.operators.swapaxes(2, 3)
        operators = np.concatenate((operators, operators.sum(axis=1, keepdims=True)), axis=1)
        return _mixed(operators, made.start, made.stop, seen, single, scale, settings.floor)

    def passed(number: int, iteration: Iteration, made: HiddenAutomata) -> None:
        measures = {"log_likelihood": iteration.log_likelihood}
        if number in STEPS:
            measures.update(measured(mixed(made)))
        report(Progress("iterate", number, settings.iterations, measures))

    found = climbed(sequences, size, settings, passed)
    automata = mixed(found.best)
    ranks = np.where(seen, settings.states, 0).astype(np.int64)
    likelihoods = np.array([one.log_likelihood for one in found.iterations], dtype=np.float64)
    return automata, HeadAutomataLearning(iterations=likelihoods, ranks=ranks)


def _mixed(
    operators: Floats, start: Floats, stop: Floats, seen: Flags, single: Table, scale: Floats, floor: float
) -> Automata:
    """The automata with the one-state automaton as one more state: `floor` of it, or all of an unseen owner."""
    size, states = len(scale), start.shape[1]
    made = np.zeros((size, 2, size, states + 1, states + 1))
    made[:-1, ..., :-1, :-1] = operators.reshape(size - 1, 2, size, states, states)
    made[..., -1, -1] = single.modifiers[:, :, 0]
    made /= scale[:, None, None]
    begun, ended = np.zeros((size, 2, states + 1)), np.zeros((size, 2, states + 1))
    shares = np.ones((size, 2))
    shares[:-1] = np.where(seen, floor, 1.0).reshape(size - 1, 2)
    begun[:-1, :, :-1] = start.reshape(size - 1, 2, states) * (1 - shares[:-1, :, None])
    begun[..., -1] = shares
    ended[:-1, :, :-1] = stop.reshape(size - 1, 2, states)
    ended[..., -1] = single.stop[..., 0]
    return Automata.of(made, begun, ended)
