"""Orders of the queue that models give: how uncertain one is of each sentence, how far two of them differ."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.project import Run
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.parsers import Parsers
from spectral_gui.session.work import when_ended


class Orders(Parsers):
    """A number for each sentence of the document, found by the engine; -1 where a model has no opinion. What was
    found of another document or by another model is dropped."""

    uncertainty_changed = Signal()  # it is known of every sentence, or no longer
    disagreement_changed = Signal()  # likewise
    second_changed = Signal()  # another model is compared with the one that proposes, or none can be

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.uncertainty: array[float] | None = None  # (sentences,) as `find_uncertainty` found it
        self.disagreement: array[float] | None = None  # (sentences,) as `find_disagreement` found it
        self._second = ""  # the name of the run that was chosen; "" for the newest other one
        self._second_in_use = ""  # the one that was the newest when it was needed
        self._judge: Path | None = None  # the run's model whose uncertainty it is
        self._judges: tuple[Path | None, Path | None] = (None, None)  # the two whose disagreement it is
        self._ordering: Job | None = None
        self._comparing: Job | None = None
        self.model_changed.connect(self._follow_judges)
        self.runs_changed.connect(self._follow_judges)

    @property
    def seconds(self) -> tuple[Run, ...]:
        """The runs whose models can be compared with the one that proposes."""
        active = self.active
        return () if active is None else tuple(run for run in self.parsers if run.name != active.name)

    @property
    def second(self) -> Run | None:
        """The run whose model is compared with the one that proposes: the one chosen, or else the newest other one,
        which stays it when another is learnt."""
        rows = self.seconds
        wanted = (self._second, self._second_in_use)
        found = (run for name in wanted for run in rows if run.name == name)
        return next(found, rows[-1] if rows else None)

    @property
    def why_no_disagreement(self) -> str:
        """Why two models cannot be compared; "" where they can."""
        if self.second is not None:
            return ""
        if self.active is not None:
            return self.tr("Only one model that parses has been learnt; learn another in Train.")
        return self.why_no_model

    def compare_with(self, name: str) -> None:
        """Compares the model of another run with the one that proposes; "" for the newest other one."""
        self._second, self._second_in_use = name, ""
        self._follow_judges()

    def find_uncertainty(self) -> Job | None:
        """Finds how uncertain the active model is of every sentence; `uncertainty_changed` when it is known."""
        self._fall_back()
        model = self._model
        if model is None:
            self.refused.emit(self.why_no_model)
            return None
        if self._ordering is None:
            self._ordering = self._working(self.tr("Parsing all sentences"), LEARNING, "order", model, self.document)

            def take(found: array[float]) -> None:
                self.uncertainty = found
                self.uncertainty_changed.emit()

            def ended() -> None:
                self._ordering = None

            self._await(self._ordering, lambda job: job is self._ordering, take, ended)
        return self._ordering

    def find_disagreement(self) -> Job | None:
        """Finds how far the active model and the second differ in every sentence: the share of its words that their
        best trees hang elsewhere; `disagreement_changed` when it is known."""
        self._fall_back()
        model, other = self._model, self._second_model
        if model is None or other is None:
            self.refused.emit(self.why_no_disagreement)
            return None
        if self._comparing is None:
            doing = self.tr("Comparing two models")
            self._comparing = self._working(doing, LEARNING, "disagreement", model, other, self.document)

            def take(found: array[float]) -> None:
                self.disagreement = found
                self.disagreement_changed.emit()

            def ended() -> None:
                self._comparing = None

            self._await(self._comparing, lambda job: job is self._comparing, take, ended)
        return self._comparing

    def shuffled(self) -> list[int]:
        """(sentences,) the place of every sentence in an order that is random, and always the same."""
        places = list(range(len(self.treebank)))
        random.Random(0).shuffle(places)
        return places

    @property
    def _second_model(self) -> Path | None:
        run, project = self.second, self.project
        return None if run is None or project is None else project.model_path(run.name).with_name(run.model)

    def _await(
        self,
        job: Job,
        is_wanted: Callable[[Job], bool],
        take: Callable[[array[float]], None],
        ended: Callable[[], None],
    ) -> None:
        """Takes the answer of a job that is still wanted when it comes."""
        generation = self._generation

        def arrive(found: array[float]) -> None:
            if is_wanted(job) and generation == self._generation:
                ended()
                take(found)

        job.finished.connect(arrive)
        when_ended(job, lambda *_: ended() if is_wanted(job) else None)

    def _follow_judges(self) -> None:
        """Forgets what other models than those of now have found."""
        second = self.second
        self._second_in_use = "" if second is None else second.name
        if self._judge != self._active:
            self._judge, self.uncertainty = self._active, None
            if self._ordering is not None:
                self._ordering.cancel()
                self._ordering = None
        judges = (self._active, self._second_model)
        if self._judges != judges:
            self._judges, self.disagreement = judges, None
            self._stop_comparing()
            self.second_changed.emit()

    def _forget_orders(self) -> None:
        """Another document is shown."""
        if self._ordering is not None:
            self._ordering.cancel()
            self._ordering = None
        self._stop_comparing()
        self.uncertainty = self.disagreement = None

    def _stop_comparing(self) -> None:
        if self._comparing is not None:
            self._comparing.cancel()
            self._comparing = None
