"""What a session asks the engine about the inside of models: head tags, automata, singular values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data.automaton import Automaton
from spectral_core.project import Run
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.starts import Starts

Heads = tuple[tuple[str, str, int], ...]  # (head tag, direction, modifiers in the text shown), most modifiers first

_EXPLAINED = frozenset(("head-automata",))  # the methods whose models can be asked for automata


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


class Exploring(Starts):
    """Questions about models. Each place asks one thing at a time, and what it asks meanwhile takes its turn, the
    newest alone; answers about another document or another model are dropped."""

    heads_known = Signal(str, object)  # the name of a run, and the Heads of its model
    heads_refused = Signal(str, str)  # the name of a run, and why its model has none
    automaton_known = Signal(int, object, object)  # the place that asked, its Question, the Automaton
    automaton_refused = Signal(int, object, str)  # and why there is none
    spectrum_known = Signal(str, str, object)  # the name of a run, a head tag with its direction, singular values

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._wanted: dict[int, Question] = {}  # the newest of each place
        self._asking: dict[int, Job] = {}

    def explained(self) -> tuple[Run, ...]:
        """The runs whose models can be asked for automata, newest first."""
        return tuple(
            run for run in reversed(self.runs) if run.method in _EXPLAINED and run.model and run.status == "finished"
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

    def ask_automaton(self, place: int, question: Question) -> None:
        """`automaton_known` or `automaton_refused` follows; answers on the way to the newest may come before."""
        self._wanted[place] = question
        if place not in self._asking:
            self._ask(place)

    def _ask(self, place: int) -> None:
        question = self._wanted[place]
        path = self._model_of(question.run)
        if path is None:
            return
        arguments = (self.document, question.head, question.direction, question.clusters, question.minimum)
        job = self._asking[place] = self._jobs.start(ANSWERS, "automaton", path, *arguments)
        generation = self._generation

        def is_wanted() -> bool:
            return generation == self._generation and self._wanted[place].is_near(question)

        def ended() -> None:
            del self._asking[place]
            if self._wanted[place] != question or generation != self._generation:
                self._ask(place)

        def take(found: Automaton) -> None:
            if is_wanted():
                self.automaton_known.emit(place, question, found)
            ended()

        def refuse(why: str) -> None:
            if is_wanted():
                self.automaton_refused.emit(place, question, why)
            ended()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(self.broke.emit)
        job.broke.connect(lambda _: ended())
        job.cancelled.connect(lambda: self._asking.pop(place, None))

    def _model_of(self, run: str) -> Path | None:
        """The file of the model of a run that can be explained."""
        found = next((one for one in self.explained() if one.name == run), None)
        return None if found is None or self.project is None else self.project.model_path(run).with_name(found.model)
