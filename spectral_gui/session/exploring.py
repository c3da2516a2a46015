"""What is asked about the inside of models: head tags, automata, singular values, fewer hidden states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.engine import AskAutomaton, AskHeads, AskRanks, AskSpectrum, AskWord, AskWords, Cut, Cutting, Request
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui.jobs import ANSWERS
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

# (head tag, direction, modifiers in the text shown or, where it has no heads, in what the model was learnt from), most
# modifiers first
Heads = tuple[tuple[str, str, int], ...]


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


T = TypeVar("T")
Q = TypeVar("Q", AutomatonQuestion, CutQuestion)


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

    words_known = Signal(str, object)  # the name of a run, and the WordPlane of its model
    words_refused = Signal(str, str)  # and why there is none
    word_known = Signal(str, object)  # the name of a run, and the AlikeWords of a word that was asked for
    word_refused = Signal(str, str)  # and why there is none

    def __init__(self, session: Session, runs: Runs, work: Work):
        super().__init__()
        self._session, self._runs, self._work = session, runs, work
        self._automata = Newest[AutomatonQuestion](
            session, work, self._model_of, self.automaton_known.emit, self.automaton_refused.emit
        )
        self._cuts = Newest[CutQuestion](session, work, self._model_of, self.cut_known.emit, self.cut_refused.emit)

    def explained(self) -> tuple[Run, ...]:
        """The runs whose models can be asked for automata, newest first."""
        return tuple(run for run in self._finished() if METHODS[run.method].explains)

    def knowing_words(self) -> tuple[Run, ...]:
        """The runs whose models say which words are alike, newest first."""
        return tuple(run for run in self._finished() if METHODS[run.method].knows_words)

    def _finished(self) -> Iterator[Run]:
        rows = reversed(self._runs.rows)
        return (run for run in rows if run.method in METHODS and run.model and run.status == "finished")

    def ask_words(self, run: str) -> None:
        """`words_known` or `words_refused` follows."""
        self._ask(run, AskWords, self.words_known, self.words_refused)

    def ask_word(self, run: str, word: str) -> None:
        """`word_known` or `word_refused` follows."""
        self._ask(run, lambda path: AskWord(path, word), self.word_known, self.word_refused)

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
        return self._runs.model_of(next((one for one in self._finished() if one.name == run), None))
