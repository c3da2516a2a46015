"""What a session asks the engine about the inside of models: head tags, automata, singular values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence
from spectral_core.data.automaton import Automaton
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui.jobs import ANSWERS, Cut, Job
from spectral_gui.session.starts import Starts

# (head tag, direction, modifiers in the text shown or, where it has no heads, in what the model was learnt from), most
# modifiers first
Heads = tuple[tuple[str, str, int], ...]
_AUTOMATON, _CUT = "automaton", "cut"  # works that are asked for as fast as a slider moves


@dataclass(frozen=True, slots=True)
class Question:
    """Which automaton is wanted, of the model that a run has learnt."""

    run: str
    head: str
    direction: str
    clusters: int
    minimum: int

    def is_near(self, other: Question) -> bool:
        """Whether the other differs in numbers only, so that its answer is worth a look on the way to this one."""
        return (self.run, self.head, self.direction) == (other.run, other.head, other.direction)


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """Which sentence is wanted parsed, by how many hidden states of the model that a run has learnt."""

    run: str
    index: int
    sentence: Sentence  # as it stood then
    states: int

    def is_near(self, other: CutQuestion) -> bool:
        """Whether the other differs in the number of states only."""
        return (self.run, self.index, self.sentence) == (other.run, other.index, other.sentence)


class Exploring(Starts):
    """Questions about models. Each place asks one thing at a time, and what it asks meanwhile takes its turn, the
    newest alone; answers about another document or another model are dropped."""

    heads_known = Signal(str, object)  # the name of a run, and the Heads of its model
    heads_refused = Signal(str, str)  # the name of a run, and why its model has none
    automaton_known = Signal(int, object, object)  # the place that asked, its Question, the Automaton
    automaton_refused = Signal(int, object, str)  # and why there is none
    spectrum_known = Signal(str, str, object)  # the name of a run, a head tag with its direction, singular values

    ranks_known = Signal(str, int)  # the name of a run, and how many hidden states its model can be cut to
    ranks_refused = Signal(str, str)  # and why it cannot be cut
    cut_known = Signal(int, object, object)  # the place that asked, its CutQuestion, the Cut
    cut_refused = Signal(int, object, str)  # and why there is none

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._wanted: dict[tuple[str, int], Question | CutQuestion] = {}  # the newest of each work and place
        self._asking: dict[tuple[str, int], Job] = {}

    def explained(self) -> tuple[Run, ...]:
        """The runs whose models can be asked for automata, newest first."""
        return tuple(
            run
            for run in reversed(self.runs)
            if run.method in METHODS and METHODS[run.method].explains and run.model and run.status == "finished"
        )

    def ask_heads(self, run: str) -> None:
        """`heads_known` or `heads_refused` follows."""
        path = self._model_of(run)
        if path is not None:
            project = self.project
            job = self._jobs.start(ANSWERS, "heads", path, self.document)
            job.finished.connect(lambda found: self.heads_known.emit(run, found) if project is self.project else None)
            job.failed.connect(lambda why: self.heads_refused.emit(run, why) if project is self.project else None)
            job.broke.connect(self.broke.emit)

    def ask_spectrum(self, run: str, head: str, direction: str) -> None:
        """`spectrum_known` follows, where the model can be read."""
        path = self._model_of(run)
        if path is not None:
            part = f"{head} {direction}"
            job = self._jobs.start(ANSWERS, "spectrum", path, part)
            job.finished.connect(lambda found: self.spectrum_known.emit(run, part, found))
            job.failed.connect(lambda _: self.spectrum_known.emit(run, part, ()))
            job.broke.connect(self.broke.emit)

    def ask_ranks(self, run: str) -> None:
        """`ranks_known` or `ranks_refused` follows."""
        path = self._model_of(run)
        if path is not None:
            project = self.project
            job = self._jobs.start(ANSWERS, "ranks", path)
            job.finished.connect(lambda most: self.ranks_known.emit(run, most) if project is self.project else None)
            job.failed.connect(lambda why: self.ranks_refused.emit(run, why) if project is self.project else None)
            job.broke.connect(self.broke.emit)

    def ask_automaton(self, place: int, question: Question) -> None:
        """`automaton_known` or `automaton_refused` follows; answers on the way to the newest may come before."""
        self._ask_newest((_AUTOMATON, place), question)

    def ask_cut(self, place: int, question: CutQuestion) -> None:
        """`cut_known` or `cut_refused` follows; answers on the way to the newest may come before."""
        self._ask_newest((_CUT, place), question)

    def _ask_newest(self, asker: tuple[str, int], question: Question | CutQuestion) -> None:
        self._wanted[asker] = question
        if asker not in self._asking:
            self._ask(asker)

    def _ask(self, asker: tuple[str, int]) -> None:
        question = self._wanted[asker]
        path = self._model_of(question.run)
        if path is None:
            return
        if isinstance(question, CutQuestion):
            job = self._jobs.start(ANSWERS, _CUT, path, question.sentence, question.states)
        else:
            arguments = (self.document, question.head, question.direction, question.clusters, question.minimum)
            job = self._jobs.start(ANSWERS, _AUTOMATON, path, *arguments)
        self._asking[asker] = job
        generation = self._generation

        def is_wanted() -> bool:
            wanted = self._wanted[asker]
            if isinstance(question, CutQuestion):
                near = isinstance(wanted, CutQuestion) and wanted.is_near(question)
            else:
                near = isinstance(wanted, Question) and wanted.is_near(question)
            return near and generation == self._generation

        def ended() -> None:
            del self._asking[asker]
            if self._wanted[asker] != question or generation != self._generation:
                self._ask(asker)

        def take(found: Automaton | Cut) -> None:
            if is_wanted():
                known = self.cut_known if isinstance(question, CutQuestion) else self.automaton_known
                known.emit(asker[1], question, found)
            ended()

        def refuse(why: str) -> None:
            if is_wanted():
                refused = self.cut_refused if isinstance(question, CutQuestion) else self.automaton_refused
                refused.emit(asker[1], question, why)
            ended()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(self.broke.emit)
        job.broke.connect(lambda _: ended())
        job.cancelled.connect(lambda: self._asking.pop(asker, None))

    def _model_of(self, run: str) -> Path | None:
        """The file of the model of a run that can be explained."""
        found = next((one for one in self.explained() if one.name == run), None)
        return None if found is None or self.project is None else self.project.model_path(run).with_name(found.model)
