"""Trained hidden Markov models: scores of sequences, hidden states, and the trace of the forward algorithm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, NamedArrays, project_to_principal_plane
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Sentence
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, quote_words
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import DataError
from spectral_core.model import (
    Arrays,
    LogScore,
    Settings,
    choose_algorithm,
    pack_counter,
    pack_strings,
    unpack_counter,
    unpack_strings,
)
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary
from spectral_core.models.hmm.settings import HmmSettings
from spectral_core.structured import forward_backward
from spectral_core.structured.forward_backward import Sequences

MIN_SCORE = 1e-6  # relative to a symbol's frequency; smaller conditional scores are rounding errors
FLOOR_SCORE = 1e-3  # relative to a symbol's frequency: replaces these scores

FORWARD = "forward"
_FORWARD_STATES = 12  # states shown, those with the largest absolute values


@dataclass(frozen=True, slots=True, eq=False)
class HmmTrainingRecord:
    """Training record of a model."""

    clipped: int = 0  # invalid estimates replaced
    iterations: Floats = field(default_factory=lambda: np.zeros((0, 2)))  # log-likelihood before, score after
    skipped: tuple[tuple[str, int], ...] = ()  # sentences left out, by reason
    sentences: int = 0
    __repr__ = brief_repr

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        names, columns = ("log-likelihood", "held out"), self.iterations.T.tolist()
        return charts_html({name: list(enumerate(column)) for name, column in zip(names, columns, strict=True)})


@dataclass(frozen=True, slots=True, eq=False)
class HmmParameters:
    """Observable operators: score(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start, computed as a product of
    conditional scores."""

    operators: Floats  # (symbols + unknown word, to, from)
    start: Floats  # (states,)
    stop: Floats  # (states,)
    prefix: Floats  # (states,) prefix @ state: score summed over all continuations
    unknown_context_state: Floats  # (states,) the state in an unknown context; prefix @ this state is 1
    frequencies: Floats  # (symbols + unknown word + STOP,) relative frequencies in the corpus
    __repr__ = brief_repr

    def make_fallback_states(self, share: float = 0.0, min_score: float = MIN_SCORE) -> forward_backward.FallbackStates:
        """Make the states that replace those after a symbol with a score of at most `min_score` of its frequency: the
        states after that symbol in an unknown context."""
        states = self.operators @ self.unknown_context_state
        scores = states @ self.prefix
        sound = scores > MIN_SCORE * self.frequencies[:-1]  # smaller values are rounding errors and must not divide
        states[sound] /= scores[sound, None]
        states[~sound] = self.unknown_context_state
        return forward_backward.FallbackStates(min_score * self.frequencies[:-1], states, share)


@dataclass(frozen=True, slots=True, eq=False)
class SequenceScores:
    """Scores of several sequences, one entry each."""

    logs: Floats  # natural log of the score of the scored symbols
    symbols: Floats  # number of scored symbols: known words, and the end unless a prefix is scored
    unknown: Floats
    clipped: Floats
    __repr__ = brief_repr


@old_members(
    repairs="fallback_states",
    probabilistic="is_probabilistic",
    totals="score_sequences",
    logs="log_conditionals",
    step_through="trace_algorithm",
    following="score_next_symbols",
    learning="training_record",
    of="from_parameters",
    sentences="sentence_count",
)
@dataclass(frozen=True, slots=True, eq=False)
class Hmm:
    """Hidden Markov model with words emitted on transitions: A[x, i, j] is the score of going from state j to state i
    with word x. EM gives probabilities; the spectral closed form gives estimates in an arbitrary basis, which may be
    negative."""

    method: ClassVar[str] = "hmm"
    settings: HmmSettings
    vocabulary: HmmVocabulary
    parameters: HmmParameters
    fallback_states: forward_backward.FallbackStates
    singular_values: Floats
    training_record: HmmTrainingRecord
    moments: HmmMoments | None = None  # only of the closed form, so that sentences can be added
    __repr__ = brief_repr

    @classmethod
    @old_keywords(learning="training_record")
    def from_parameters(
        cls, settings: HmmSettings, vocabulary: HmmVocabulary, parameters: HmmParameters,
        singular_values: Floats | None = None, training_record: HmmTrainingRecord | None = None,
        moments: HmmMoments | None = None,
    ) -> Self:  # fmt: skip
        """Make the model of these parameters."""
        values = np.zeros(0) if singular_values is None else singular_values
        return cls(
            settings,
            vocabulary,
            parameters,
            parameters.make_fallback_states(),
            values,
            training_record or HmmTrainingRecord(),
            moments,
        )

    @property
    def symbols(self) -> tuple[str, ...]:
        """Known words or tags, sorted; the id after the last one is the unknown word."""
        return self.vocabulary.symbols

    @property
    def is_probabilistic(self) -> bool:
        """True if the parameters are probabilities of hidden states."""
        return self.settings.estimator != "spectral"

    @property
    def clipped(self) -> int:
        """Number of invalid estimates replaced during training."""
        return self.training_record.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.training_record.skipped)

    @property
    def sentence_count(self) -> int:
        """Number of training sentences."""
        return self.training_record.sentences

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - it has one part
        """Return the singular values of the closed form or the projected start; empty after a random start."""
        return self.singular_values

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[LogScore]:
        """Return the natural log of each sentence's score: of its words and its end, or with `prefix` summed over all
        continuations. An unknown word updates the state and is not scored. A nonpositive conditional score is replaced
        by a small floor and counted."""
        columns = (sentence.column(self.settings.column) for sentence in sentences)
        totals = self.score_sequences(
            Sequences.from_lists([tuple(self.vocabulary.encode(words)) for words in columns]), prefix
        )
        return [
            LogScore(float(log), int(symbols), int(unknown), int(clipped))
            for log, symbols, unknown, clipped in zip(
                totals.logs, totals.symbols, totals.unknown, totals.clipped, strict=True
            )
        ]

    @old_keywords(numbers="symbol_ids")
    def score(self, symbol_ids: Sequence[int], prefix: bool = False) -> float:
        """Return the natural log of the score of one sequence of symbol ids."""
        return float(self.score_sequences(Sequences.from_lists([tuple(symbol_ids)]), prefix).logs[0])

    def score_sequences(self, sequences: Sequences, prefix: bool = False) -> SequenceScores:
        """Return the scores of many sequences of symbol ids."""
        parameters = self.parameters
        totals = SequenceScores(*(np.zeros(len(sequences)) for _ in range(4)))
        for block in forward_backward.make_batches(sequences):
            forward = self._run_forward_on_batch(block)
            logs, is_known = self.log_conditionals(block, forward)
            clipped = forward.replaced & is_known
            rows = len(block.sequence_indices)
            parts = (logs, is_known, ~is_known, clipped)
            sums = [np.bincount(block.rows, part, rows).astype(np.float64) for part in parts]
            if not prefix:
                ends, ends_clipped = _apply_score_floor(
                    (forward.final_states * parameters.stop).sum(axis=1), parameters.frequencies[-1]
                )
                sums[0] += np.log(ends)
                sums[1] += 1
                sums[3] += ends_clipped
            else:  # an empty sequence has the score of all sequences, which an estimate may get wrong
                empty = sums[1] + sums[2] == 0
                score, is_clipped = _apply_score_floor((parameters.start * parameters.prefix).sum(), 1.0)
                sums[0][empty], sums[3][empty] = np.log(score), is_clipped
            for total, part in zip((totals.logs, totals.symbols, totals.unknown, totals.clipped), sums, strict=True):
                total[block.sequence_indices] = part
        return totals

    def _run_forward_on_batch(self, block: forward_backward.SequenceBatch) -> forward_backward.ForwardPass:
        """Run the forward pass over a batch of sequences."""
        parameters = self.parameters
        return forward_backward.forward(
            block, parameters.operators, parameters.start, parameters.prefix, self.fallback_states, batch_invariant=True
        )

    def run_forward(
        self, symbol_ids: Sequence[int]
    ) -> tuple[forward_backward.SequenceBatch, forward_backward.ForwardPass]:
        """Return one sequence of symbol ids as a batch, and the forward pass over it."""
        block = next(forward_backward.make_batches(Sequences.from_lists([tuple(symbol_ids)])))
        return block, self._run_forward_on_batch(block)

    def log_conditionals(
        self, block: forward_backward.SequenceBatch, forward: forward_backward.ForwardPass
    ) -> tuple[Floats, Flags]:
        """Return (tokens,) the conditional log score of each symbol, and which symbols are known."""
        floors = FLOOR_SCORE * self.parameters.frequencies[block.symbols]
        is_known = block.symbols != len(self.symbols)
        scores = np.where(forward.replaced, floors, forward.conditionals)
        return np.log(scores, out=np.zeros(len(is_known)), where=is_known), is_known

    @old_keywords(among="document")
    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),
    ) -> Trace:
        """Trace the forward recursion over the sentence, or one EM iteration."""
        from spectral_core.models.hmm.em import EM, trace_em_step

        selected, algorithms = choose_algorithm(algorithm, (FORWARD, EM)), (FORWARD, EM)
        self._encode(sentence)
        trace = trace_forward(self, sentence) if selected == FORWARD else trace_em_step(self, sentence, document)
        return replace(trace, algorithms=algorithms)

    def _encode(self, words: Sentence | Sequence[str]) -> list[int]:
        """Return the symbol ids of words; for a sentence, of the column that the model reads."""
        column = self.settings.column
        if isinstance(words, str):
            raise DataError(f"{words!r} is one string; give a sentence, or a list of values of the column {column}")
        if isinstance(words, Sentence):
            if words.column(column).count(EMPTY) == len(words) > 0:
                raise DataError(f"the model reads the column {column}, and that is empty in this sentence; fill it in")
            words = words.column(column)
        return self.vocabulary.encode(words)

    def states(self, words: Sentence | Sequence[str]) -> Floats:
        """Return (words + 1, states): the state before each word and at the end, given the words before it."""
        _, forward = self.run_forward(self._encode(words))
        return np.concatenate((forward.states, forward.final_states))

    def posteriors(self, words: Sentence | Sequence[str]) -> Floats | None:
        """Return (words + 1, states): the posterior of each state given the whole sentence; None for a closed form."""
        if not self.is_probabilistic:
            return None
        parameters = self.parameters
        return forward_backward.state_posteriors(
            self._encode(words), parameters.operators, parameters.start, parameters.stop
        )

    def score_next_symbols(self, words: Sentence | Sequence[str]) -> Floats:
        """Return (words + 1, symbols + unknown word + end): the scores of the next symbol, at the start and after each
        word. Those of the unknown word are 0 if no word was rare in training."""
        parameters = self.parameters
        emissions = np.concatenate((parameters.prefix @ parameters.operators, parameters.stop[None]))
        if parameters.frequencies[-2] == 0:
            emissions[-2] = 0.0
        return self.states(words) @ emissions.T

    def arrays(self) -> NamedArrays:
        params, learning = self.parameters, self.training_record
        return {
            "symbols": pack_strings(self.symbols), "operators": params.operators, "start": params.start,
            "stop": params.stop, "prefix": params.prefix, "mean": params.unknown_context_state,
            "frequencies": params.frequencies, "singular_values": self.singular_values,
            "clipped": np.array(learning.clipped), "iterations": learning.iterations,
            "sentences": np.array(learning.sentences),
            **pack_counter("skipped", dict(learning.skipped)),
            **({} if self.moments is None else self.moments.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore the model from its settings and arrays; ValueError if these are inconsistent."""
        if not isinstance(settings, HmmSettings):
            raise TypeError("these are not the settings of a hidden Markov model")
        parts = ("operators", "start", "stop", "prefix", "mean", "frequencies")
        parameters = HmmParameters(*(arrays[part].astype(np.float64) for part in parts))
        symbols = unpack_strings(arrays["symbols"])
        states = len(parameters.start)
        shapes = {
            "operators": (len(symbols) + 1, states, states), "start": (states,), "stop": (states,),
            "prefix": (states,), "mean": (states,),
            "frequencies": (len(symbols) + 2,),
        }  # fmt: skip
        for part, shape in shapes.items():
            if arrays[part].shape != shape:
                raise ValueError(f"{part} has shape {arrays[part].shape} and should have {shape}")
        skipped = unpack_counter(arrays, "skipped")
        training_record = HmmTrainingRecord(
            int(arrays["clipped"]),
            arrays["iterations"].astype(np.float64).reshape(-1, 2),
            tuple(sorted(skipped.items())),
            int(arrays["sentences"]),
        )
        moments = HmmMoments.from_arrays(arrays, skipped) if "counted_symbols" in arrays else None
        spectrum = arrays["singular_values"].astype(np.float64).reshape(-1)
        return cls.from_parameters(
            settings, HmmVocabulary.from_symbols(symbols), parameters, spectrum, training_record, moments
        )


def _apply_score_floor(scores: Floats, frequency: np.float64 | float) -> tuple[Floats, Flags]:
    """Replace scores at or below the minimum by the floor, and return which were replaced."""
    below = ~(scores > MIN_SCORE * frequency)
    return np.where(below, FLOOR_SCORE * frequency, scores), below


def trace_forward(model: Hmm, sentence: Sentence) -> Trace:
    """Trace the state after each word, the conditional score of each word, and the sum of logs."""
    words = sentence.column(model.settings.column)
    if not words:
        raise DataError("there is nothing to step through: the sentence has no words")
    block, forward = model.run_forward(model.vocabulary.encode(words))
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
            title += ": an unknown word, which is not scored"
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
    points = tuple((float(x), float(y)) for x, y in project_to_principal_plane(states)[0])
    return Trace(FORWARD, "Forward vector", tuple(words), (table,), tuple(steps), points)


def _to_column_cells(column: int, values: Floats) -> tuple[tuple[TableCell, float], ...]:
    """Return the values of one table column with their cells."""
    return tuple((TableCell(0, row, column), value) for row, value in enumerate(values.tolist()))


def word_log_scores(model: Hmm, sentence: Sentence) -> list[float]:
    """Return the conditional log score of each word of a sentence, and of the end."""
    block, forward = model.run_forward(model.vocabulary.encode(sentence.column(model.settings.column)))
    logs: list[float] = model.log_conditionals(block, forward)[0].tolist()
    (sentence_score,) = model.scores([sentence])
    return [*logs, sentence_score.log - sum(logs)]
