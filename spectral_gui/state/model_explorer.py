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
    MEASURING_STAGE,
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
from spectral_gui.jobs.jobs import QUERIES
from spectral_gui.state.notices import ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs
from spectral_gui.text_display import make_translator

# (head tag, direction, number of modifiers), most frequent first; counted in the open text or, if it has no heads,
# in the training data
HeadTagCounts = tuple[tuple[str, str, int], ...]

_USABLE_STATUSES = ("finished", MEASURING_STAGE)  # a model can be used while it is being evaluated
_SAMPLED_SENTENCES = 50  # to detect the kind of their trees
_TRACE_SLOT = 0  # one panel shows traces
_tr = make_translator("ModelExplorer")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AutomatonQuestion:
    """Request for one automaton of a run's model."""

    run: str
    head: str
    direction: str
    clusters: int
    min_count: int | None = None  # None: chosen by the number of sequences
    min_evidence: float = 0.1

    def can_show_answer_to(self, question: AutomatonQuestion) -> bool:
        """Return whether the answer to an earlier question may be shown while this one is pending: both are about the
        same automaton and differ at most in their parameters."""
        return (self.run, self.head, self.direction) == (question.run, question.head, question.direction)

    def to_request(self, model: Path, document: str) -> Request[Automaton]:
        """Return the engine's request for the automaton."""
        return AskAutomaton(
            model, document, self.head, self.direction, self.clusters, self.min_count, self.min_evidence
        )


@dataclass(frozen=True, slots=True)
class TruncationQuestion:
    """Request to parse a sentence with a rank-truncated model (fewer hidden states)."""

    run: str
    index: int
    sentence: Sentence
    states: int

    def can_show_answer_to(self, question: TruncationQuestion) -> bool:
        """Return whether the answer to an earlier question may be shown while this one is pending: both are about the
        same sentence and differ at most in the number of states."""
        return (self.run, self.index, self.sentence) == (question.run, question.index, question.sentence)

    def to_request(self, model: Path, document: str) -> Request[TruncatedParse]:  # noqa: ARG002 - every question is given one
        """Return the engine's request for the parse."""
        return ParseTruncated(model, self.sentence, self.states)


@dataclass(frozen=True, slots=True)
class TraceQuestion:
    """Request for the trace of an algorithm of a run's model on one sentence."""

    run: str
    sentence: Sentence
    algorithm: str = ""  # "" for the first algorithm of the model

    def can_show_answer_to(self, question: TraceQuestion) -> bool:
        """Return whether the answer to an earlier question may be shown while this one is pending: only if both are
        equal."""
        return self == question

    def to_request(self, model: Path, document: str) -> Request[Trace]:
        """Return the engine's request for the trace."""
        return AskTrace(model, self.sentence, self.algorithm, document)


@dataclass(frozen=True, slots=True)
class StateQuestion:
    """Request for the hidden states of a run's model, with a reference to compare them with."""

    run: str
    reference: Path | None = None  # None for the features of words


Q = TypeVar("Q", AutomatonQuestion, TruncationQuestion, TraceQuestion)


class ModelRequests:
    """Sends requests about the models of runs. Each ends once: with its answer, with the reason why there is none, or
    cancelled."""

    def __init__(self, runs: Runs, work: ReportingJobs) -> None:
        self._runs, self._work = runs, work

    def find_model_file(self, run: str) -> Path | None:
        """Return the model file of the run with this name; None without one."""
        return self._runs.find_model_file(
            next((candidate for candidate in self._runs.runs_with_library if candidate.name == run), None)
        )

    def send(
        self,
        run: str,
        make_request: Callable[[Path], Request[T]],
        on_answer: Callable[[T], object],
        on_failure: Callable[[str], object],
        on_cancelled: Callable[[], object] = lambda: None,
    ) -> None:
        """Send a request made from the path of a run's model. If there is no model, `on_failure` is called at once."""
        path = self.find_model_file(run)
        if path is None:
            on_failure(_tr("The model of this run was not found."))
            return
        job = self._work.send(QUERIES, make_request(path))
        job.finished.connect(on_answer)
        job.failed.connect(on_failure)
        job.crashed.connect(lambda _: on_failure(_tr("This could not be computed because of a bug.")))
        job.cancelled.connect(lambda _: on_cancelled())


class CoalescedRequests(Generic[Q]):
    """Sends one request at a time per slot; later requests replace the pending one (coalescing). Drops answers about
    another document or model.

    A slot is a number that the asking panel chooses and finds again in the answer: panels side by side ask the same
    kind of question, and each must get its own answers.
    """

    def __init__(
        self,
        session: Session,
        requests: ModelRequests,
        on_answer: Callable[[int, Q, object], object],
        on_failure: Callable[[int, Q, str], object],
    ) -> None:
        self._session, self._requests = session, requests
        self._on_answer: Callable[[int, Q, object], object] = on_answer
        self._on_failure: Callable[[int, Q, str], object] = on_failure
        self._generation = session.generation  # of the session when the latest questions were asked
        self._latest_questions: dict[int, Q] = {}  # by slot
        self._busy_slots: set[int] = set()

    def request(self, slot: int, question: Q) -> None:
        """Request an answer; answers to similar earlier questions may arrive first."""
        self._forget_outdated_questions()
        self._latest_questions[slot] = question
        if slot not in self._busy_slots:
            self._send_latest(slot)

    def _forget_outdated_questions(self) -> None:
        """Forget the questions that were asked about another document."""
        if self._generation != self._session.generation:
            self._generation = self._session.generation
            self._latest_questions.clear()

    def _send_latest(self, slot: int) -> None:
        """Send the latest question of a slot; when its job has ended, send the question that replaced it, if any."""
        question, generation = self._latest_questions[slot], self._session.generation
        self._busy_slots.add(slot)

        def is_answer_wanted() -> bool:
            return generation == self._session.generation and self._latest_questions[slot].can_show_answer_to(question)

        def on_ended() -> None:
            self._busy_slots.discard(slot)
            self._forget_outdated_questions()
            latest = self._latest_questions.get(slot)
            if latest is not None and (latest != question or generation != self._session.generation):
                self._send_latest(slot)

        def on_finished(answer: object) -> None:
            if is_answer_wanted():
                self._on_answer(slot, question, answer)
            on_ended()

        def on_failed(reason: str) -> None:
            if is_answer_wanted():
                self._on_failure(slot, question, reason)
            on_ended()

        def make_request(path: Path) -> Request[object]:
            return question.to_request(path, self._session.document)

        self._requests.send(question.run, make_request, on_finished, on_failed, on_ended)


class ModelExplorer(QObject):
    """Queries the engine about models and emits its answers, grouped by the panels that ask for them. Each request is
    answered by one of two signals; a missing model and a bug are failures too."""

    # head automata
    head_tags_received = Signal(str, object)  # name of a run, HeadTagCounts
    head_tags_failed = Signal(str, str)  # name of a run, reason why its model has no head tags
    automaton_received = Signal(int, object, object)  # slot, AutomatonQuestion, Automaton
    automaton_failed = Signal(int, object, str)  # slot, AutomatonQuestion, reason for the failure
    singular_values_received = Signal(str, str, object)  # name of a run, head tag with direction, singular values

    # rank truncation
    max_states_received = Signal(str, int)  # name of a run, maximum number of hidden states for truncation
    max_states_failed = Signal(str, str)  # name of a run, reason why its model cannot be truncated
    truncated_parse_received = Signal(int, object, object)  # slot, TruncationQuestion, TruncatedParse
    truncated_parse_failed = Signal(int, object, str)  # slot, TruncationQuestion, reason for the failure

    # algorithms
    trace_received = Signal(int, object, object)  # slot, TraceQuestion, Trace
    trace_failed = Signal(int, object, str)  # slot, TraceQuestion, reason for the failure

    # hidden states
    state_labels_received = Signal(object, object)  # StateQuestion, StateParts of the open text
    states_received = Signal(object, object)  # StateQuestion, PartStates of a label
    node_states_received = Signal(object, int, object)  # StateQuestion, sentence index, NodeStates of a node
    # StateQuestion, a Sentence, the same sentence with its structure
    structure_received = Signal(object, object, object)
    same_state_nodes_received = Signal(object, str, int, object)  # StateQuestion, label, state, matching nodes
    states_failed = Signal(object, str)  # StateQuestion, reason for the failure

    # words
    word_map_received = Signal(str, object)  # name of a run, WordMap of its model
    word_received = Signal(str, object)  # name of a run, KnownWord
    word_failed = Signal(str, str)  # name of a run, reason for the failure

    def __init__(self, session: Session, runs: Runs, work: ReportingJobs):
        super().__init__()
        self._session, self._runs = session, runs
        self._requests = requests = ModelRequests(runs, work)
        self._automaton_requests = CoalescedRequests[AutomatonQuestion](
            session, requests, self.automaton_received.emit, self.automaton_failed.emit
        )
        self._truncation_requests = CoalescedRequests[TruncationQuestion](
            session, requests, self.truncated_parse_received.emit, self.truncated_parse_failed.emit
        )
        self._trace_requests = CoalescedRequests[TraceQuestion](
            session, requests, self.trace_received.emit, self.trace_failed.emit
        )

    @property
    def is_training(self) -> bool:
        """Whether the user is waiting for a model; one that is being evaluated does not count."""
        running = self._runs.current_run
        return self._runs.is_training_for_user and (
            running is None or running.name not in {run.name for run in self._runs.recorded_runs}
        )

    def train(self, method: str) -> None:
        """Train a model to explore on the open document; report the error if that fails."""
        self._runs.train_on_open_document(method)

    def list_source_files(self, run: str) -> tuple[Path, ...]:
        """Return the files whose sentences a figure or table exported from a run's model may contain: those of the
        project, and the model file."""
        model = self._requests.find_model_file(run)
        return (*self._session.source_files, *([] if model is None else [model]))

    def _select_runs(self, serves: Callable[[Method], bool]) -> tuple[Run, ...]:
        """Return the runs trained by a method that satisfies `serves`, newest first, and then such models of the
        library."""
        return tuple(
            run
            for run in reversed(self._runs.runs_with_library)
            if run.method in METHODS and serves(METHODS[run.method]) and run.model and run.status in _USABLE_STATUSES
        )

    def _send_run_request(
        self,
        run: str,
        make_request: Callable[[Path], Request[T]],
        answer_signal: SignalInstance,
        failure_signal: SignalInstance,
    ) -> None:
        """Send a request about a run's model, and emit the answer or the reason for the failure."""
        guard = self._session.guard_by_project
        self._requests.send(
            run,
            make_request,
            guard(lambda answer: answer_signal.emit(run, answer)),
            guard(lambda reason: failure_signal.emit(run, reason)),
        )

    # Head automata

    def list_runs_with_automata(self) -> tuple[Run, ...]:
        """Return the runs whose models provide automata, newest first."""
        return self._select_runs(lambda method: method.has_automata)

    def request_head_tags(self, run: str) -> None:
        """Request the head tags of a model; emit `head_tags_received` or `head_tags_failed`."""
        self._send_run_request(
            run, lambda path: AskHeadTags(path, self._session.document), self.head_tags_received, self.head_tags_failed
        )

    def request_automaton(self, slot: int, question: AutomatonQuestion) -> None:
        """Request an automaton for a slot; emit `automaton_received` or `automaton_failed`. Answers to similar
        questions may arrive first."""
        self._automaton_requests.request(slot, question)

    def request_singular_values(self, run: str, head: str, direction: str) -> None:
        """Request the singular values of a head tag and direction; emit `singular_values_received`, without values if
        there are none."""
        part = f"{head} {direction}"

        def emit_values(singular_values: tuple[float, ...]) -> None:
            self.singular_values_received.emit(run, part, singular_values)

        on_answer = self._session.guard_by_project(emit_values)
        self._requests.send(run, lambda path: AskSpectrum(path, part), on_answer, lambda _: on_answer(()))

    def request_spectrum(self, run: str) -> None:
        """Request the singular values of a whole model; emit `singular_values_received` with an empty part."""
        on_answer = self._session.guard_by_project(
            lambda singular_values: self.singular_values_received.emit(run, "", singular_values)
        )
        self._requests.send(run, lambda path: AskSpectrum(path, ""), on_answer, lambda _: on_answer(()))

    # Rank truncation

    def request_max_states(self, run: str) -> None:
        """Request the number of states to which a model can be truncated; emit `max_states_received` or
        `max_states_failed`."""
        self._send_run_request(run, AskMaxStates, self.max_states_received, self.max_states_failed)

    def request_truncated_parse(self, slot: int, question: TruncationQuestion) -> None:
        """Request a parse with fewer states for a slot; emit `truncated_parse_received` or `truncated_parse_failed`.
        Answers to similar questions may arrive first."""
        self._truncation_requests.request(slot, question)

    # Algorithms

    def list_runs_with_traces(self) -> tuple[Run, ...]:
        """Return the runs whose models can be stepped through, newest first."""
        return self._select_runs(lambda method: method.has_traces)

    def request_trace(self, question: TraceQuestion) -> None:
        """Request the trace of an algorithm; emit `trace_received` or `trace_failed`."""
        self._trace_requests.request(_TRACE_SLOT, question)

    # Hidden states

    @property
    def hidden_state_method(self) -> str:
        """Name of the training method whose models have hidden states at the tree nodes of the open text."""
        has_constituents = any(
            CONSTITUENTS.has_annotation(sentence) for sentence in self._session.treebank[:_SAMPLED_SENTENCES]
        )
        return "latent-pcfg" if has_constituents else "latent-dependencies"

    def list_runs_with_states(self) -> tuple[Run, ...]:
        """Return the runs whose models have hidden states at nodes, newest first."""
        return self._select_runs(lambda method: method.has_states)

    def request_state_labels(self, question: StateQuestion) -> None:
        """Request the labels with hidden states; emit `state_labels_received` or `states_failed`."""
        self._send_states_request(
            question,
            lambda path: AskStateParts(path, self._session.document, question.reference),
            lambda parts: self.state_labels_received.emit(question, parts),
        )

    def request_states(self, question: StateQuestion, part: str, kind: str) -> None:
        """Request the hidden states of a label; emit `states_received` or `states_failed`."""
        self._send_states_request(
            question,
            lambda path: AskStates(path, self._session.document, part, kind, question.reference),
            lambda states: self.states_received.emit(question, states),
        )

    def request_node_states(self, question: StateQuestion, index: int, sentence: Sentence, position: Position) -> None:
        """Request the hidden states of a tree node; emit `node_states_received` or `states_failed`."""
        self._send_states_request(
            question,
            lambda path: AskNodeStates(path, self._session.document, index, sentence, position, question.reference),
            lambda node_states: self.node_states_received.emit(question, index, node_states),
        )

    def request_structure(self, question: StateQuestion, sentence: Sentence) -> None:
        """Request a sentence with the structure that its hidden states belong to: its own or, if it has none, the best
        parse; emit `structure_received` or `states_failed`."""
        self._send_states_request(
            question,
            lambda path: AskStructure(path, sentence),
            lambda completed: self.structure_received.emit(question, sentence, completed),
        )

    def request_same_state_nodes(self, question: StateQuestion, part: str, kind: str, state: int) -> None:
        """Request other nodes in the same state; emit `same_state_nodes_received` or `states_failed`."""
        self._send_states_request(
            question,
            lambda path: FindNodesInState(path, self._session.document, part, kind, state, question.reference),
            lambda occurrences: self.same_state_nodes_received.emit(question, part, state, occurrences),
        )

    def _send_states_request(
        self, question: StateQuestion, make_request: Callable[[Path], Request[T]], on_answer: Callable[[T], object]
    ) -> None:
        """Send a request about hidden states; emit `states_failed` if there is no answer."""
        guard = self._session.guard_by_document
        self._requests.send(
            question.run,
            make_request,
            guard(on_answer),
            guard(lambda reason: self.states_failed.emit(question, reason)),
        )

    # Words

    def list_runs_with_word_similarities(self) -> tuple[Run, ...]:
        """Return the runs whose models cluster words, newest first."""
        return self._select_runs(lambda method: method.has_word_similarities)

    def request_word_map(self, run: str) -> None:
        """Request the two-dimensional word map of a model; emit `word_map_received` or `word_failed`."""
        self._send_run_request(run, AskWordMap, self.word_map_received, self.word_failed)

    def request_word(self, run: str, word: str) -> None:
        """Request the classes, neighbours and contexts of a word in a model; emit `word_received` or `word_failed`."""
        self._send_run_request(run, lambda path: AskWord(path, word), self.word_received, self.word_failed)
