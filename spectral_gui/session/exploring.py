"""What is asked about the inside of models: head tags, automata, singular values, fewer hidden states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.data.structure import CONSTITUENTS, Place
from spectral_core.data.trace import Trace
from spectral_core.engine import (
    MEASURING,
    AskAutomaton,
    AskHeads,
    AskNode,
    AskRanks,
    AskSameState,
    AskSpectrum,
    AskStateParts,
    AskStates,
    AskSteps,
    AskStructure,
    AskWord,
    AskWordMap,
    Cut,
    Cutting,
    Request,
)
from spectral_core.methods import METHODS, Method
from spectral_core.project import Run
from spectral_gui.jobs import ANSWERS
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

# (head tag, direction, modifiers in the text shown or, where it has no heads, in what the model was learnt from), most
# modifiers first
Heads = tuple[tuple[str, str, int], ...]

_USABLE = ("finished", MEASURING)  # a model that is measured is there already
_LOOKED_AT = 50  # sentences, for the kind of their trees


@dataclass(frozen=True, slots=True)
class AutomatonQuestion:
    """Which automaton is wanted, of the model that a run has learnt."""

    run: str
    head: str
    direction: str
    clusters: int
    minimum: int | None = None  # None for what suits the number of sequences
    evidence: float = 0.1

    def is_near(self, other: AutomatonQuestion) -> bool:
        """Whether the other differs in numbers only, so that its answer is worth a look on the way to this one."""
        return (self.run, self.head, self.direction) == (other.run, other.head, other.direction)

    def request(self, model: Path, document: str) -> Request[Automaton]:
        return AskAutomaton(model, document, self.head, self.direction, self.clusters, self.minimum, self.evidence)


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """Which sentence is wanted parsed, by how many hidden states of the model that a run has learnt."""

    run: str
    index: int
    sentence: Sentence
    states: int

    def is_near(self, other: CutQuestion) -> bool:
        """Whether the other differs in the number of states only."""
        return (self.run, self.index, self.sentence) == (other.run, other.index, other.sentence)

    def request(self, model: Path, document: str) -> Request[Cut]:  # noqa: ARG002 - every question is given one
        return Cutting(model, self.sentence, self.states)


@dataclass(frozen=True, slots=True)
class StepsQuestion:
    """Which algorithm of the model that a run has learnt is to be stepped through, on which sentence."""

    run: str
    sentence: Sentence
    algorithm: str = ""  # "" for the first that the model has

    def is_near(self, other: StepsQuestion) -> bool:
        """Whether the answer is the one that is wanted: none on the way to it is."""
        return self == other

    def request(self, model: Path, document: str) -> Request[Trace]:
        return AskSteps(model, self.sentence, self.algorithm, document)


@dataclass(frozen=True, slots=True)
class StateQuestion:
    """Of the model of which run the hidden states are wanted, and what they are held against."""

    run: str
    truth: Path | None = None  # None for the features of words


T = TypeVar("T")
Q = TypeVar("Q", AutomatonQuestion, CutQuestion, StepsQuestion)


class Newest(Generic[Q]):
    """Asks one thing at a time for each place, and what is asked meanwhile takes its turn, the newest alone; answers
    about another document or another model are dropped."""

    def __init__(
        self,
        session: Session,
        work: Work,
        model_of: Callable[[str], Path | None],
        known: Callable[[int, Q, object], object],
        refused: Callable[[int, Q, str], object],
    ) -> None:
        self._session, self._work, self._model_of = session, work, model_of
        self._tell: Callable[[int, Q, object], object] = known
        self._refuse: Callable[[int, Q, str], object] = refused
        self._wanted: dict[int, Q] = {}  # by place
        self._asking: set[int] = set()

    def ask(self, place: int, question: Q) -> None:
        """Answers on the way to the newest may come before."""
        self._wanted[place] = question
        if place not in self._asking:
            self._begin(place)

    def _begin(self, place: int) -> None:
        question = self._wanted[place]
        path = self._model_of(question.run)
        if path is None:
            return
        job = self._work.ask(ANSWERS, question.request(path, self._session.document))
        self._asking.add(place)
        generation = self._session.generation

        def is_wanted() -> bool:
            return self._wanted[place].is_near(question) and generation == self._session.generation

        def ended() -> None:
            self._asking.discard(place)
            if self._wanted[place] != question or generation != self._session.generation:
                self._begin(place)

        def take(found: object) -> None:
            if is_wanted():
                self._tell(place, question, found)
            ended()

        def refuse(why: str) -> None:
            if is_wanted():
                self._refuse(place, question, why)
            ended()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(lambda _: ended())
        job.cancelled.connect(lambda _: self._asking.discard(place))


class Exploring(QObject):
    """Questions about models."""

    heads_known = Signal(str, object)  # the name of a run, and the Heads of its model
    heads_refused = Signal(str, str)  # the name of a run, and why its model has none
    automaton_known = Signal(int, object, object)  # the place that asked, its AutomatonQuestion, the Automaton
    automaton_refused = Signal(int, object, str)  # and why there is none
    spectrum_known = Signal(str, str, object)  # the name of a run, a head tag with its direction, singular values

    ranks_known = Signal(str, int)  # the name of a run, and how many hidden states its model can be cut to
    ranks_refused = Signal(str, str)  # and why it cannot be cut
    cut_known = Signal(int, object, object)  # the place that asked, its CutQuestion, the Cut
    cut_refused = Signal(int, object, str)  # and why there is none

    steps_known = Signal(int, object, object)  # the place that asked, its StepsQuestion, the Trace
    steps_refused = Signal(int, object, str)  # and why there is none

    changed = Signal()  # there are other models
    state_parts_known = Signal(object, object)  # the StateQuestion, and the StateParts of the text shown
    states_known = Signal(object, object)  # the StateQuestion, and the PartStates of a label
    node_known = Signal(object, int, object)  # the StateQuestion, the sentence, and the NodeStates of a node
    structure_known = Signal(object, object, object)  # the StateQuestion, a Sentence, it with its structure
    same_state_known = Signal(object, str, int, object)  # the StateQuestion, a label, its state, where it is Found
    states_refused = Signal(object, str)  # the StateQuestion, and why there is no answer
    words_known = Signal(str, object)  # the name of a run, and the WordMap of its model
    word_known = Signal(str, object)  # the name of a run, and the KnownWord of a word
    word_refused = Signal(str, str)  # the name of a run, and why there is no answer

    def __init__(self, session: Session, runs: Runs, work: Work):
        super().__init__()
        self._session, self._runs, self._work = session, runs, work
        self._automata = Newest[AutomatonQuestion](
            session, work, self._model_of, self.automaton_known.emit, self.automaton_refused.emit
        )
        self._cuts = Newest[CutQuestion](session, work, self._model_of, self.cut_known.emit, self.cut_refused.emit)
        self._steps = Newest[StepsQuestion](
            session, work, self._model_of, self.steps_known.emit, self.steps_refused.emit
        )
        self._runs.changed.connect(self.changed.emit)

    def explained(self) -> tuple[Run, ...]:
        """The runs whose models can be asked for automata, newest first."""
        return self._learnt(lambda method: method.explains)

    def _learnt(self, serves: Callable[[Method], bool]) -> tuple[Run, ...]:
        """The runs that have a model of a method that serves, newest first."""
        return tuple(
            run
            for run in reversed(self._runs.rows)
            if run.method in METHODS and serves(METHODS[run.method]) and run.model and run.status in _USABLE
        )

    @property
    def learning(self) -> bool:
        """Whether somebody waits for a model that is not there yet; one that is measured is."""
        running = self._runs.running
        return self._runs.learning and (running is None or running.name not in {run.name for run in self._runs.rows})

    def learn(self, method: str) -> None:
        """Learns a model to look into from the document shown; what forbids it is told."""
        self._runs.learn_shown(method)

    @property
    def method_with_states(self) -> str:
        """A method whose models have hidden states at the nodes of the trees that this text has."""
        begun = any(CONSTITUENTS.is_begun(one) for one in self._session.treebank[:_LOOKED_AT])
        return "latent-pcfg" if begun else "latent-dependencies"

    def with_states(self) -> tuple[Run, ...]:
        """The runs whose models have hidden states at nodes, newest first."""
        return self._learnt(lambda method: method.has_states)

    def with_words(self) -> tuple[Run, ...]:
        """The runs whose models say which words go together, newest first."""
        return self._learnt(lambda method: method.knows_words)

    def stepped(self) -> tuple[Run, ...]:
        """The runs whose models can be stepped through, newest first."""
        return self._learnt(lambda method: method.can_be_stepped)

    def ask_steps(self, question: StepsQuestion) -> None:
        """`steps_known` or `steps_refused` follows."""
        self._steps.ask(0, question)

    def ask_words(self, run: str) -> None:
        """`words_known` or `word_refused` follows."""
        self._ask(run, AskWordMap, self.words_known, self.word_refused)

    def ask_word(self, run: str, word: str) -> None:
        """`word_known` or `word_refused` follows."""
        self._ask(run, lambda path: AskWord(path, word), self.word_known, self.word_refused)

    def ask_state_parts(self, question: StateQuestion) -> None:
        """`state_parts_known` or `states_refused` follows."""
        self._ask_states(
            question,
            lambda path: AskStateParts(path, self._session.document, question.truth),
            lambda found: self.state_parts_known.emit(question, found),
        )

    def ask_states(self, question: StateQuestion, part: str, kind: str) -> None:
        """`states_known` or `states_refused` follows."""
        self._ask_states(
            question,
            lambda path: AskStates(path, self._session.document, part, kind, question.truth),
            lambda found: self.states_known.emit(question, found),
        )

    def ask_node(self, question: StateQuestion, index: int, sentence: Sentence, place: Place) -> None:
        """`node_known` or `states_refused` follows."""
        self._ask_states(
            question,
            lambda path: AskNode(path, self._session.document, index, sentence, place, question.truth),
            lambda found: self.node_known.emit(question, index, found),
        )

    def ask_structure(self, question: StateQuestion, sentence: Sentence) -> None:
        """`structure_known` or `states_refused` follows."""
        self._ask_states(
            question,
            lambda path: AskStructure(path, sentence),
            lambda found: self.structure_known.emit(question, sentence, found),
        )

    def ask_same_state(self, question: StateQuestion, part: str, kind: str, state: int) -> None:
        """`same_state_known` or `states_refused` follows."""
        self._ask_states(
            question,
            lambda path: AskSameState(path, self._session.document, part, kind, state, question.truth),
            lambda found: self.same_state_known.emit(question, part, state, found),
        )

    def _ask_states(
        self, question: StateQuestion, request: Callable[[Path], Request[T]], known: Callable[[T], object]
    ) -> None:
        path = self._model_of(question.run)
        if path is not None:
            job = self._work.ask(ANSWERS, request(path))
            job.finished.connect(self._session.while_shown(known))
            job.failed.connect(self._session.while_shown(lambda why: self.states_refused.emit(question, why)))

    def ask_heads(self, run: str) -> None:
        """`heads_known` or `heads_refused` follows."""
        self._ask(run, lambda path: AskHeads(path, self._session.document), self.heads_known, self.heads_refused)

    def ask_spectrum(self, run: str, head: str, direction: str) -> None:
        """`spectrum_known` follows, where the model can be read."""
        path, part = self._model_of(run), f"{head} {direction}"
        if path is not None:
            job = self._work.ask(ANSWERS, AskSpectrum(path, part))
            job.finished.connect(lambda found: self.spectrum_known.emit(run, part, found))
            job.failed.connect(lambda _: self.spectrum_known.emit(run, part, ()))

    def ask_ranks(self, run: str) -> None:
        """`ranks_known` or `ranks_refused` follows."""
        self._ask(run, AskRanks, self.ranks_known, self.ranks_refused)

    def _ask(
        self, run: str, request: Callable[[Path], Request[T]], known: SignalInstance, refused: SignalInstance
    ) -> None:
        path = self._model_of(run)
        if path is not None:
            job = self._work.ask(ANSWERS, request(path))
            job.finished.connect(self._session.while_open(lambda found: known.emit(run, found)))
            job.failed.connect(self._session.while_open(lambda why: refused.emit(run, why)))

    def ask_automaton(self, place: int, question: AutomatonQuestion) -> None:
        """`automaton_known` or `automaton_refused` follows; answers on the way to the newest may come before."""
        self._automata.ask(place, question)

    def ask_cut(self, place: int, question: CutQuestion) -> None:
        """`cut_known` or `cut_refused` follows; answers on the way to the newest may come before."""
        self._cuts.ask(place, question)

    def _model_of(self, run: str) -> Path | None:
        return self._runs.model_of(next((one for one in self._runs.rows if one.name == run), None))
