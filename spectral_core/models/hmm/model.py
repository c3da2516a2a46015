"""A learnt hidden Markov model: scores of sequences, hidden states along them, and where it came from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Sentence
from spectral_core.data.trace import Trace
from spectral_core.errors import DataError
from spectral_core.inference import chain
from spectral_core.inference.chain import Sequences
from spectral_core.model import Arrays, Scored, Settings, algorithm_among, pack, unpack
from spectral_core.models.hmm.moments import HmmMoments, HmmVocabulary
from spectral_core.models.hmm.settings import HmmSettings

LEAST = 1e-6  # of a symbol's frequency: conditional scores up to this say nothing
FLOOR = 1e-3  # of a symbol's frequency: what is put in their place


@dataclass(frozen=True, slots=True, eq=False)
class HmmLearning:
    """How a model was learnt."""

    clipped: int = 0  # estimates without meaning that were replaced on the way
    iterations: Floats = field(default_factory=lambda: np.zeros((0, 2)))  # log-likelihood before each, gauge after it
    skipped: tuple[tuple[str, int], ...] = ()  # sentences left out, by reason
    sentences: int = 0
    __repr__ = brief

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        names, columns = ("log-likelihood", "held out"), self.iterations.T.tolist()
        return charts_html({name: list(enumerate(column)) for name, column in zip(names, columns, strict=True)})


@dataclass(frozen=True, slots=True, eq=False)
class HmmParameters:
    """score(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start, telescoped into conditional scores."""

    operators: Floats  # (symbols + unknown word, to, from)
    start: Floats  # (states,)
    stop: Floats  # (states,)
    prefix: Floats  # (states,) prefix @ state: the score of all that may follow
    mean: Floats  # (states,) the state in an unknown context; prefix @ mean is 1
    frequencies: Floats  # (symbols + unknown word + STOP,) their shares in the corpus
    __repr__ = brief

    def repair(self, share: float = 0.0, least: float = LEAST) -> chain.Repair:
        """States after a symbol in an unknown context, for scores that are not above `least` of its frequency."""
        states = self.operators @ self.mean
        scores = states @ self.prefix
        sound = scores > LEAST * self.frequencies[:-1]  # below it is rounding, which nothing may be divided by
        states[sound] /= scores[sound, None]
        states[~sound] = self.mean
        return chain.Repair(least * self.frequencies[:-1], states, share)


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """What scoring gives for each of some sequences."""

    logs: Floats  # natural log of the score of the counted symbols
    symbols: Floats  # how many those are: known words, and the end unless a prefix is scored
    unknown: Floats
    clipped: Floats
    __repr__ = brief


@dataclass(frozen=True, slots=True, eq=False)
class Hmm:
    """A hidden Markov model whose words are emitted on the way from one state to the next: A[x, i, j] is the score of
    going from state j to state i with word x. Those learnt by EM are probabilities; those of the closed form are
    estimates in an arbitrary basis and may be negative."""

    method: ClassVar[str] = "hmm"
    settings: HmmSettings
    vocabulary: HmmVocabulary
    parameters: HmmParameters
    repairs: chain.Repair
    singular_values: Floats
    learning: HmmLearning
    moments: HmmMoments | None = None  # of the closed form: what further sentences can be added to
    __repr__ = brief

    @classmethod
    def of(
        cls, settings: HmmSettings, vocabulary: HmmVocabulary, parameters: HmmParameters,
        singular_values: Floats | None = None, learning: HmmLearning | None = None, moments: HmmMoments | None = None,
    ) -> Self:  # fmt: skip
        """The model of these parameters."""
        values = np.zeros(0) if singular_values is None else singular_values
        return cls(settings, vocabulary, parameters, parameters.repair(), values, learning or HmmLearning(), moments)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The words, or tags, that it knows; the number after the last one stands for the unknown word."""
        return self.vocabulary.symbols

    @property
    def probabilistic(self) -> bool:
        """Whether its parameters are probabilities of hidden states."""
        return self.settings.estimator != "spectral"

    @property
    def clipped(self) -> int:
        """How many estimates without meaning were replaced while it was learnt."""
        return self.learning.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.learning.skipped)

    @property
    def sentences(self) -> int:
        """How many sentences it was learnt from."""
        return self.learning.sentences

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - it has one part
        """The singular values that the closed form, or the projected start, was cut from; none after a random start."""
        return self.singular_values

    def scores(self, sentences: Sequence[Sentence], prefix: bool = False) -> list[Scored]:
        """The natural log of each sentence's score: of its words and its end, or of all sentences that begin with it.
        An unknown word moves the state on and counts for nothing else. A conditional score that is not positive is
        replaced by a small floor and counted."""
        columns = (sentence.column(self.settings.column) for sentence in sentences)
        totals = self.totals(Sequences.of([tuple(self.vocabulary.numbers(words)) for words in columns]), prefix)
        return [
            Scored(float(log), int(counted), int(unknown), int(clipped))
            for log, counted, unknown, clipped in zip(
                totals.logs, totals.symbols, totals.unknown, totals.clipped, strict=True
            )
        ]

    def score(self, numbers: Sequence[int], prefix: bool = False) -> float:
        """The natural log of the score of one sequence of symbol numbers."""
        return float(self.totals(Sequences.of([tuple(numbers)]), prefix).logs[0])

    def totals(self, sequences: Sequences, prefix: bool = False) -> Totals:
        """The scores of many sequences of symbol numbers."""
        mine = self.parameters
        totals = Totals(*(np.zeros(len(sequences)) for _ in range(4)))
        for block in chain.blocks(sequences):
            found = chain.forward(block, mine.operators, mine.start, mine.prefix, self.repairs, alone=True)
            logs, known = self.logs(block, found)
            lost = found.replaced & known
            rows = len(block.owners)
            parts = (logs, known, ~known, lost)
            sums = [np.bincount(block.rows, part, rows).astype(np.float64) for part in parts]
            if not prefix:
                ends, bad = _floored((found.last * mine.stop).sum(axis=1), mine.frequencies[-1])
                sums[0] += np.log(ends)
                sums[1] += 1
                sums[3] += bad
            else:  # of nothing, the score is that of all sequences, which an estimate may miss
                empty = sums[1] + sums[2] == 0
                sums[0][empty] = np.log(_floored((mine.start * mine.prefix).sum(), 1.0)[0])
            for whole, part in zip((totals.logs, totals.symbols, totals.unknown, totals.clipped), sums, strict=True):
                whole[block.owners] = part
        return totals

    def logs(self, block: chain.Block, found: chain.Forward) -> tuple[Floats, Flags]:
        """(tokens,) the log of the score of each symbol after those before it, and whether it is known."""
        floors = FLOOR * self.parameters.frequencies[block.symbols]
        known = block.symbols != len(self.symbols)
        scores = np.where(found.replaced, floors, found.conditionals)
        return np.log(scores, out=np.zeros(len(known)), where=known), known

    def step_through(
        self,
        sentence: Sentence,
        algorithm: str = "",
        among: Sequence[Sentence] = (),
    ) -> Trace:
        """The forward vector on its way through the sentence, or one step of EM."""
        from spectral_core.models.hmm.em_steps import EM, em_steps
        from spectral_core.models.hmm.steps import FORWARD, forward_steps

        chosen, others = algorithm_among(algorithm, (FORWARD, EM)), (FORWARD, EM)
        self._numbers(sentence)
        found = forward_steps(self, sentence) if chosen == FORWARD else em_steps(self, sentence, among)
        return replace(found, others=others)

    def _numbers(self, words: Sentence | Sequence[str]) -> list[int]:
        """The symbols of what was given: of a sentence, those of the column that the model reads."""
        column = self.settings.column
        if isinstance(words, str):
            raise DataError(
                f"{words!r} is one string; give a sentence, or a list of what stands in the column {column}"
            )
        if isinstance(words, Sentence):
            if words.column(column).count(EMPTY) == len(words) > 0:
                raise DataError(f"the model reads the column {column}, and that is empty in this sentence; fill it in")
            words = words.column(column)
        return self.vocabulary.numbers(words)

    def states(self, words: Sentence | Sequence[str]) -> Floats:
        """(words + 1, states): the state before each word and at the end, given what stands before it."""
        mine = self.parameters
        block = next(chain.blocks(Sequences.of([tuple(self._numbers(words))])))
        found = chain.forward(block, mine.operators, mine.start, mine.prefix, self.repairs, alone=True)
        return np.concatenate((found.states, found.last))

    def posteriors(self, words: Sentence | Sequence[str]) -> Floats | None:
        """(words + 1, states): how probable each state is, given the whole sentence; None of estimates."""
        if not self.probabilistic:
            return None
        mine = self.parameters
        return chain.posteriors(self._numbers(words), mine.operators, mine.start, mine.stop)

    def following(self, words: Sentence | Sequence[str]) -> Floats:
        """(words + 1, symbols + unknown word + end): the scores of what may come next, at first and after each word.
        Those of the unknown word are 0 where no word was rare when the model was learnt."""
        mine = self.parameters
        emitted = np.concatenate((mine.prefix @ mine.operators, mine.stop[None]))
        if mine.frequencies[-2] == 0:
            emitted[-2] = 0.0
        return self.states(words) @ emitted.T

    def arrays(self) -> Named:
        mine, learning = self.parameters, self.learning
        return {
            "symbols": pack(self.symbols), "operators": mine.operators, "start": mine.start, "stop": mine.stop,
            "prefix": mine.prefix, "mean": mine.mean, "frequencies": mine.frequencies,
            "singular_values": self.singular_values, "clipped": np.array(learning.clipped),
            "iterations": learning.iterations, "sentences": np.array(learning.sentences),
            "skipped": np.array([seen for _, seen in learning.skipped], dtype=np.int64),
            "skipped_reasons": pack([reason for reason, _ in learning.skipped]),
            **({} if self.moments is None else self.moments.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that `arrays` were taken from; ValueError where they do not fit together."""
        if not isinstance(settings, HmmSettings):
            raise TypeError("these are not the settings of a hidden Markov model")
        parts = ("operators", "start", "stop", "prefix", "mean", "frequencies")
        parameters = HmmParameters(*(arrays[part].astype(np.float64) for part in parts))
        symbols = unpack(arrays["symbols"])
        states = len(parameters.start)
        shapes = {
            "operators": (len(symbols) + 1, states, states), "start": (states,), "stop": (states,),
            "prefix": (states,), "mean": (states,),
            "frequencies": (len(symbols) + 2,),
        }  # fmt: skip
        for part, shape in shapes.items():
            if arrays[part].shape != shape:
                raise ValueError(f"{part} has shape {arrays[part].shape} and should have {shape}")
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        skipped = Counter(dict(reasons))
        learning = HmmLearning(
            int(arrays["clipped"]),
            arrays["iterations"].astype(np.float64).reshape(-1, 2),
            tuple(sorted(skipped.items())),
            int(arrays["sentences"]),
        )
        moments = HmmMoments.from_arrays(arrays, skipped) if "counted_symbols" in arrays else None
        spectrum = arrays["singular_values"].astype(np.float64).reshape(-1)
        return cls.of(settings, HmmVocabulary.of(symbols), parameters, spectrum, learning, moments)


def _floored(scores: Floats, frequency: np.float64 | float) -> tuple[Floats, Flags]:
    bad = ~(scores > LEAST * frequency)
    return np.where(bad, FLOOR * frequency, scores), bad
