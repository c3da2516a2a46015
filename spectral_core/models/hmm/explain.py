"""Traces of hidden Markov models: the forward recursion, and one EM iteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, quote_words
from spectral_core.errors import DataError
from spectral_core.progress import ignore_progress
from spectral_core.structured import forward_backward
from spectral_core.structured.forward_backward import Sequences

if TYPE_CHECKING:
    from spectral_core.models.hmm.estimators import InterpolatedHmm
    from spectral_core.models.hmm.model import Hmm
    from spectral_core.models.hmm.moments import HmmVocabulary
    from spectral_core.structured.forward_backward import ChainExpectations

FORWARD = "forward"
_FORWARD_STATES = 12  # states shown, those with the largest absolute values
EM = "em step"
_EM_SENTENCES, _EM_STATES, _EM_SYMBOLS = 300, 8, 12  # limits
_POSTERIORS, _SCORES, _EMISSIONS_BEFORE, _EXPECTED_COUNTS, _EMISSIONS_AFTER = range(5)  # tables


def trace_forward(model: Hmm, sentence: Sentence) -> Trace:
    """Trace the state after each word, the conditional score of each word, and the sum of logs."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    parameters, symbol_ids = model.parameters, model.vocabulary.encode(words)
    block = next(forward_backward.make_batches(Sequences.from_lists([tuple(symbol_ids)])))
    forward = forward_backward.forward(
        block, parameters.operators, parameters.start, parameters.prefix, model.fallback_states, batch_invariant=True
    )
    states = np.concatenate((forward.states, forward.final_states))  # (words + 1, states)
    largest = np.sort(np.argsort(-np.abs(states).max(axis=0), kind="stable")[:_FORWARD_STATES])
    shown_states = states[:, largest]
    steps = [
        TraceStep(
            "The state before the first word: the start", ("state(0) = start",), _to_column_cells(0, shown_states[0])
        )
    ]
    logs, is_known = model.log_conditionals(block, forward)
    total = 0.0
    for position, word in enumerate(words):
        log, replaced = float(logs[position]), bool(forward.replaced[position])
        total += log
        title = f"{quote_words([word])} moves the state on"
        lines = ["state(t) = A[word] · state(t − 1) / score,   score = prefix · A[word] · state(t − 1)"]
        lines.append(f"score({quote_words([word])} | preceding words) = {forward.conditionals[position]:.6g}")
        if not is_known[position]:
            title += ": an unknown word, which counts for nothing else"
        elif replaced:
            title += ", to that of an unknown context: its score has no meaning"
            lines[-1] += f", raised to {np.exp(log):.3g}"
        lines.append(f"log = {log:.3f}; the words so far {total:.3f}")
        cells_read = tuple(TableCell(0, row, position) for row in range(len(largest)))
        steps.append(
            TraceStep(title, tuple(lines), _to_column_cells(position + 1, shown_states[position + 1]), cells_read)
        )
    (sentence_score,) = model.scores([sentence])
    steps.append(
        TraceStep(
            "The end: the score of the sentence",
            (
                "score(end | words) = stop · state",
                f"log = {sentence_score.log - total:.3f}; the sentence {sentence_score.log:.3f}",
            ),
            read_cells=tuple(TableCell(0, row, len(words)) for row in range(len(largest))),
        )
    )
    names = tuple(f"state {number + 1}" for number in largest.tolist())
    remark = "" if len(largest) == states.shape[1] else f", the {_FORWARD_STATES} largest of {states.shape[1]}"
    table = TraceTable(f"State after each word{remark}", names, ("START", *words))
    points = tuple((float(x), float(y)) for x, y in project_to_plane(states))
    return Trace(FORWARD, "Forward vector", tuple(words), (table,), tuple(steps), points)


def _to_column_cells(column: int, values: Floats) -> tuple[tuple[TableCell, float], ...]:
    """Return the values of one table column with their cells."""
    return tuple((TableCell(0, row, column), value) for row, value in enumerate(values.tolist()))


def project_to_plane(points: Floats) -> Floats:
    """Return (points, 2) coordinates along the two principal directions."""
    centred = points - points.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    plane: Floats = np.zeros((len(points), 2))
    coordinates = centred @ directions[:2].T
    plane[:, : coordinates.shape[1]] = coordinates
    return plane


def trace_em_step(model: Hmm, sentence: Sentence, document: Sequence[Sentence]) -> Trace:
    """Trace the state posteriors before the iteration, the expected counts, the parameters after it, and the sentence's
    scores before, after, and by the closed form."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    treebank = Treebank.of(
        islice((candidate for candidate in (document or [sentence]) if candidate.readable), _EM_SENTENCES)
    )
    iteration = _EmIteration.run(model, treebank)
    vocabulary, names = iteration.vocabulary, (*words, "END")
    symbols = np.argsort(-iteration.counts[: len(vocabulary.symbols)], kind="stable")[:_EM_SYMBOLS]
    states = tuple(f"state {number + 1}" for number in range(len(iteration.start.start)))
    columns = tuple(vocabulary.symbols[symbol] for symbol in symbols.tolist())
    steps = [
        *_trace_expectation(iteration, words, symbols, len(treebank)),
        *_trace_scores(iteration.models, words, sentence),
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
        from spectral_core.models.hmm.estimators import EmCorpus, HmmEmTrainer, learn
        from spectral_core.models.hmm.model import Hmm as Learnt
        from spectral_core.models.hmm.moments import HmmVocabulary, count

        states = min(model.settings.states, _EM_STATES)
        settings = replace(model.settings, estimator="em", states=states, restarts=1, iterations=1, tolerance=0.0)
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
            "before": Learnt.from_parameters(settings, vocabulary, trainer.to_parameters(start)),
            "after": Learnt.from_parameters(settings, vocabulary, trainer.to_parameters(after)),
            "closed form": learn(treebank, replace(settings, estimator="spectral"), ignore_progress),
        }
        log_likelihood = expected_after.log_likelihood
        return cls(vocabulary, corpus.counts, start, operators, expected, after, log_likelihood, models)


def _trace_expectation(
    iteration: _EmIteration, words: Sequence[str], symbols: Integers, sentences: int
) -> list[TraceStep]:
    """Trace the start, the state posteriors of the sentence, the counts of all sentences, and the maximisation."""
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


def _trace_scores(models: Mapping[str, Hmm], words: Sequence[str], sentence: Sentence) -> list[TraceStep]:
    """Trace the scores of the words of a sentence by each model."""
    steps = []
    for row, (name, model) in enumerate(models.items()):
        logs = word_log_scores(model, words, sentence)
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


def word_log_scores(model: Hmm, words: Sequence[str], sentence: Sentence) -> list[float]:
    """Return the conditional log score of each word, and of the end."""
    parameters = model.parameters
    block = next(forward_backward.make_batches(Sequences.from_lists([tuple(model.vocabulary.encode(words))])))
    forward = forward_backward.forward(
        block, parameters.operators, parameters.start, parameters.prefix, model.fallback_states, batch_invariant=True
    )
    logs: list[float] = model.log_conditionals(block, forward)[0].tolist()
    (sentence_score,) = model.scores([sentence])
    return [*logs, sentence_score.log - sum(logs)]


def _to_table_cells(table: int, values: Floats) -> tuple[tuple[TableCell, float], ...]:
    """Return the values of a matrix with their table cells."""
    return tuple((TableCell(table, *cell), float(value)) for cell, value in np.ndenumerate(values))
