"""Requests to inspect models: head tags, automata, hidden states, singular values, rank truncation, word maps,
algorithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import CONSTITUENTS, Position
from spectral_core.data.trace import Trace
from spectral_core.engine import (
    MEASURING,
    AskAutomaton,
    AskHeadTags,
    AskMaxStates,
    AskNodeStates,
    AskSpectrum,
    AskStateParts,
    AskStates,
    AskStructure,
    AskTrace,
    AskWord,
    AskWordMap,
    FindNodesInState,
    ParseTruncated,
    Request,
    TruncatedParse,
)
from spectral_core.project import Run
from spectral_core.registry import METHODS, Method
from spectral_gui.jobs.jobs import ANSWERS
from spectral_gui.state.notices import Work
from spectral_gui.state.runs import Runs
from spectral_gui.state.session import Session

# (head tag, direction, number of modifiers), most frequent first; counted in the open text or, if it has no heads,
# in the training data
HeadCounts = tuple[tuple[str, str, int], ...]

_USABLE = ("finished", MEASURING)  # a model can be used while it is being evaluated
_SAMPLED_SENTENCES = 50  # to detect the kind of their trees
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AutomatonQuestion:
    """Request for one automaton of a run's model."""

    run: str
    head: str
    direction: str
    clusters: int
    minimum: int | None = None  # None: chosen by the number of sequences
    evidence: float = 0.1

    def is_near(self, question: AutomatonQuestion) -> bool:
        """Return whether another question differs only in its parameters, so that its answer may be shown meanwhile."""
        return (self.run, self.head, self.direction) == (question.run, question.head, question.direction)

    def to_request(self, model: Path, document: str) -> Request[Automaton]:
        return AskAutomaton(model, document, self.head, self.direction, self.clusters, self.minimum, self.evidence)


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """Request to parse a sentence with a rank-truncated model (fewer hidden states)."""

    run: str
    index: int
    sentence: Sentence
    states: int

    def is_near(self, question: CutQuestion) -> bool:
        """Return whether another question differs in the number of states only."""
        return (self.run, self.index, self.sentence) == (question.run, question.index, question.sentence)

    def to_request(self, model: Path, document: str) -> Request[TruncatedParse]:  # noqa: ARG002 - every question is given one
        return ParseTruncated(model, self.sentence, self.states)


@dataclass(frozen=True, slots=True)
class StepsQuestion:
    """Request for the trace of an algorithm of a run's model on one sentence."""

    run: str
    sentence: Sentence
    algorithm: str = ""  # "" for the first algorithm of the model

    def is_near(self, question: StepsQuestion) -> bool:
        """Return whether another question is the same: no other answer may be shown meanwhile."""
        return self == question

    def to_request(self, model: Path, document: str) -> Request[Trace]:
        return AskTrace(model, self.sentence, self.algorithm, document)


@dataclass(frozen=True, slots=True)
class StateQuestion:
    """Request for the hidden states of a run's model, with a reference to compare them with."""

    run: str
    reference: Path | None = None  # None for the features of words


Q = TypeVar("Q", AutomatonQuestion, CutQuestion, StepsQuestion)


class LatestRequests(Generic[Q]):
    """Sends one request at a time per slot; later requests replace the pending one (coalescing). Drops answers about
    another document or model."""

    def __init__(
        self,
        session: Session,
        work: Work,
        model_of: Callable[[str], Path | None],
        on_answer: Callable[[int, Q, object], object],
        on_refusal: Callable[[int, Q, str], object],
    ) -> None:
        self._session, self._work, self._model_of = session, work, model_of
        self._on_answer: Callable[[int, Q, object], object] = on_answer
        self._on_refusal: Callable[[int, Q, str], object] = on_refusal
        self._latest: dict[int, Q] = {}  # by slot
        self._busy_slots: set[int] = set()

    def ask(self, slot: int, question: Q) -> None:
        """Request an answer; answers to similar earlier questions may arrive first."""
        self._latest[slot] = question
        if slot not in self._busy_slots:
            self._send(slot)

    def _send(self, slot: int) -> None:
        """Send the latest question of a slot; send again at the end if it was replaced."""
        question = self._latest[slot]
        path = self._model_of(question.run)
        if path is None:
            return
        job = self._work.send(ANSWERS, question.to_request(path, self._session.document))
        self._busy_slots.add(slot)
        generation = self._session.generation

        def is_still_near() -> bool:
            return self._latest[slot].is_near(question) and generation == self._session.generation

        def on_ended() -> None:
            self._busy_slots.discard(slot)
            if self._latest[slot] != question or generation != self._session.generation:
                self._send(slot)

        def on_finished(answer: object) -> None:
            if is_still_near():
                self._on_answer(slot, question, answer)
            on_ended()

        def on_failed(reason: str) -> None:
            if is_still_near():
                self._on_refusal(slot, question, reason)
            on_ended()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.crashed.connect(lambda _: on_ended())
        job.cancelled.connect(lambda _: self._busy_slots.discard(slot))


class ModelExplorer(QObject):
    """Queries the engine about models and emits its answers."""

    heads_known = Signal(str, object)  # name of a run, HeadCounts
    heads_refused = Signal(str, str)  # name of a run, reason why its model has no head tags
    automaton_known = Signal(int, object, object)  # slot, AutomatonQuestion, Automaton
    automaton_refused = Signal(int, object, str)  # slot, AutomatonQuestion, reason for the failure
    spectrum_known = Signal(str, str, object)  # name of a run, head tag with direction, singular values

    ranks_known = Signal(str, int)  # name of a run, maximum number of hidden states for truncation
    ranks_refused = Signal(str, str)  # name of a run, reason why its model cannot be truncated
    cut_known = Signal(int, object, object)  # slot, question, TruncatedParse
    cut_refused = Signal(int, object, str)  # slot, CutQuestion, reason for the failure

    steps_known = Signal(int, object, object)  # slot, StepsQuestion, Trace
    steps_refused = Signal(int, object, str)  # slot, StepsQuestion, reason for the failure

    changed = Signal()  # the set of models changed
    state_parts_known = Signal(object, object)  # StateQuestion, StateParts of the open text
    states_known = Signal(object, object)  # StateQuestion, PartStates of a label
    node_known = Signal(object, int, object)  # StateQuestion, sentence index, NodeStates of a node
    structure_known = Signal(object, object, object)  # StateQuestion, a Sentence, the same sentence with its structure
    same_state_known = Signal(object, str, int, object)  # StateQuestion, label, state, matching nodes
    states_refused = Signal(object, str)  # StateQuestion, reason for the failure
    words_known = Signal(str, object)  # name of a run, WordMap of its model
    word_known = Signal(str, object)  # name of a run, KnownWord
    word_refused = Signal(str, str)  # name of a run, reason for the failure

    def __init__(self, session: Session, runs: Runs, work: Work):
        super().__init__()
        self._session, self._runs, self._work = session, runs, work
        self._automata = LatestRequests[AutomatonQuestion](
            session, work, self._find_model, self.automaton_known.emit, self.automaton_refused.emit
        )
        self._cuts = LatestRequests[CutQuestion](
            session, work, self._find_model, self.cut_known.emit, self.cut_refused.emit
        )
        self._steps = LatestRequests[StepsQuestion](
            session, work, self._find_model, self.steps_known.emit, self.steps_refused.emit
        )
        self._runs.changed.connect(self.changed.emit)

    def list_runs_with_automata(self) -> tuple[Run, ...]:
        """Return the runs whose models provide automata, newest first."""
        return self._select_runs(lambda method: method.explains)

    def _select_runs(self, serves: Callable[[Method], bool]) -> tuple[Run, ...]:
        """Return the runs trained by a method that satisfies `serves`, newest first."""
        return tuple(
            run
            for run in reversed(self._runs.recorded)
            if run.method in METHODS and serves(METHODS[run.method]) and run.model and run.status in _USABLE
        )

    @property
    def is_learning(self) -> bool:
        """Whether the user is waiting for a model; one that is being evaluated does not count."""
        running = self._runs.running
        return self._runs.is_learning and (
            running is None or running.name not in {run.name for run in self._runs.recorded}
        )

    def learn(self, method: str) -> None:
        """Train a model to explore on the open document; report the error if that fails."""
        self._runs.learn_shown(method)

    @property
    def method_with_states(self) -> str:
        """Name of a method whose models have hidden states at the tree nodes of this text."""
        has_constituents = any(
            CONSTITUENTS.has_decisions(sentence) for sentence in self._session.treebank[:_SAMPLED_SENTENCES]
        )
        return "latent-pcfg" if has_constituents else "latent-dependencies"

    def list_runs_with_states(self) -> tuple[Run, ...]:
        """Return the runs whose models have hidden states at nodes, newest first."""
        return self._select_runs(lambda method: method.has_states)

    def list_runs_with_words(self) -> tuple[Run, ...]:
        """Return the runs whose models cluster words, newest first."""
        return self._select_runs(lambda method: method.knows_words)

    def list_runs_with_steps(self) -> tuple[Run, ...]:
        """Return the runs whose models can be stepped through, newest first."""
        return self._select_runs(lambda method: method.can_be_stepped)

    def ask_steps(self, question: StepsQuestion) -> None:
        """Request the trace of an algorithm; emit `steps_known` or `steps_refused`."""
        self._steps.ask(0, question)

    def ask_words(self, run: str) -> None:
        """Request the two-dimensional word map of a model; emit `words_known` or `word_refused`."""
        self._request(run, AskWordMap, self.words_known, self.word_refused)

    def ask_word(self, run: str, word: str) -> None:
        """Request the model's information on a word; emit `word_known` or `word_refused`."""
        self._request(run, lambda path: AskWord(path, word), self.word_known, self.word_refused)

    def ask_state_parts(self, question: StateQuestion) -> None:
        """Request the labels with hidden states; emit `state_parts_known` or `states_refused`."""
        self._request_states(
            question,
            lambda path: AskStateParts(path, self._session.document, question.reference),
            lambda parts: self.state_parts_known.emit(question, parts),
        )

    def ask_states(self, question: StateQuestion, part: str, kind: str) -> None:
        """Request the states of a label; emit `states_known` or `states_refused`."""
        self._request_states(
            question,
            lambda path: AskStates(path, self._session.document, part, kind, question.reference),
            lambda states: self.states_known.emit(question, states),
        )

    def ask_node(self, question: StateQuestion, index: int, sentence: Sentence, position: Position) -> None:
        """Request the states of a tree node; emit `node_known` or `states_refused`."""
        self._request_states(
            question,
            lambda path: AskNodeStates(path, self._session.document, index, sentence, position, question.reference),
            lambda node_states: self.node_known.emit(question, index, node_states),
        )

    def ask_structure(self, question: StateQuestion, sentence: Sentence) -> None:
        """Request the structure of a sentence; emit `structure_known` or `states_refused`."""
        self._request_states(
            question,
            lambda path: AskStructure(path, sentence),
            lambda completed: self.structure_known.emit(question, sentence, completed),
        )

    def ask_same_state(self, question: StateQuestion, part: str, kind: str, state: int) -> None:
        """Request other nodes in the same state; emit `same_state_known` or `states_refused`."""
        self._request_states(
            question,
            lambda path: FindNodesInState(path, self._session.document, part, kind, state, question.reference),
            lambda occurrences: self.same_state_known.emit(question, part, state, occurrences),
        )

    def _request_states(
        self, question: StateQuestion, request: Callable[[Path], Request[T]], on_answer: Callable[[T], object]
    ) -> None:
        """Send a request about hidden states; `states_refused` is emitted if it fails."""
        path = self._find_model(question.run)
        if path is not None:
            job = self._work.send(ANSWERS, request(path))
            job.finished.connect(self._session.guard_document(on_answer))
            job.failed.connect(self._session.guard_document(lambda reason: self.states_refused.emit(question, reason)))

    def ask_heads(self, run: str) -> None:
        """Request the head tags of a model; emit `heads_known` or `heads_refused`."""
        self._request(run, lambda path: AskHeadTags(path, self._session.document), self.heads_known, self.heads_refused)

    def ask_spectrum(self, run: str, head: str, direction: str) -> None:
        """Request singular values; emit `spectrum_known` if the model can be read."""
        path, part = self._find_model(run), f"{head} {direction}"
        if path is not None:
            job = self._work.send(ANSWERS, AskSpectrum(path, part))
            job.finished.connect(lambda singular_values: self.spectrum_known.emit(run, part, singular_values))
            job.failed.connect(lambda _: self.spectrum_known.emit(run, part, ()))

    def ask_ranks(self, run: str) -> None:
        """Request the number of states to which a model can be truncated; emit `ranks_known` or `ranks_refused`."""
        self._request(run, AskMaxStates, self.ranks_known, self.ranks_refused)

    def _request(
        self,
        run: str,
        request: Callable[[Path], Request[T]],
        answer_signal: SignalInstance,
        refusal_signal: SignalInstance,
    ) -> None:
        """Send a request about a run's model, and emit the answer or the reason for the failure."""
        path = self._find_model(run)
        if path is not None:
            job = self._work.send(ANSWERS, request(path))
            job.finished.connect(self._session.guard_project(lambda answer: answer_signal.emit(run, answer)))
            job.failed.connect(self._session.guard_project(lambda reason: refusal_signal.emit(run, reason)))

    def ask_automaton(self, slot: int, question: AutomatonQuestion) -> None:
        """Request an automaton for a slot; emit `automaton_known` or `automaton_refused`. Answers to similar questions
        may arrive first."""
        self._automata.ask(slot, question)

    def ask_cut(self, slot: int, question: CutQuestion) -> None:
        """Request a parse with fewer states for a slot; emit `cut_known` or `cut_refused`. Answers to similar questions
        may arrive first."""
        self._cuts.ask(slot, question)

    def list_sources(self, run: str) -> tuple[Path, ...]:
        """Return the files whose sentences an export of a run's model may contain."""
        model = self._find_model(run)
        return (*self._session.sources, *([] if model is None else [model]))

    def _find_model(self, run: str) -> Path | None:
        return self._runs.find_model(
            next((candidate for candidate in self._runs.recorded if candidate.name == run), None)
        )
