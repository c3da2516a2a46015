"""Orders of the queue that models give: how uncertain one is of each sentence, how far two of them differ."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import OrderByDisagreement, OrderByDoubt, Request
from spectral_core.project import Run
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Order(QObject):
    """A number for each sentence of the document, found by the engine; -1 where a model has no opinion. What was found
    of another document or by another model is dropped."""

    changed = Signal()  # it is known of every sentence, or no longer

    def __init__(self, session: Session, work: Work):
        super().__init__()
        self._session, self._work = session, work
        self.numbers: array[float] | None = None  # (sentences,)
        self._judges: tuple[Path | None, ...] = ()  # the models whose order it is
        self._asking: Job[array[float]] | None = None
        session.treebank_changed.connect(self._forget)

    def find(self, request: Request[array[float]], doing: str) -> Job[array[float]]:
        """Finds the numbers; `changed` when they are known."""
        if self._asking is None:
            job = self._work.ask(LEARNING, request, doing)
            self._asking = job
            job.finished.connect(lambda found: self._take(found) if job is self._asking else None)
            job.when_lost(lambda: self._rest() if job is self._asking else None)
        return self._asking

    def follow(self, judges: tuple[Path | None, ...]) -> bool:
        """Whether other models are to give the order now; what those before have found is forgotten."""
        if judges == self._judges:
            return False
        self._judges = judges
        self._forget()
        return True

    def _take(self, found: array[float]) -> None:
        self._asking, self.numbers = None, found
        self.changed.emit()

    def _rest(self) -> None:
        self._asking = None

    def _forget(self) -> None:
        job, self._asking, self.numbers = self._asking, None, None
        if job is not None:
            job.cancel()


class Orders(QObject):
    """The order by the doubt of the model that proposes, and by its disagreement with a second one."""

    second_changed = Signal()  # another model is compared with the one that proposes, or none can be

    def __init__(
        self,
        session: Session,
        runs: Runs,
        proposals: Proposals,
        work: Work,
        notices: Notices,
    ):
        super().__init__()
        self._session, self._runs, self._proposals, self._notices = session, runs, proposals, notices
        self.doubt = Order(session, work)
        self.disagreement = Order(session, work)
        self._second = ""  # the name of the run that was chosen; "" for the newest other one
        self._second_in_use = ""  # the one that was the newest when it was needed
        proposals.model_changed.connect(self._follow)
        runs.changed.connect(self._follow)

    @property
    def seconds(self) -> tuple[Run, ...]:
        """The runs whose models can be compared with the one that proposes."""
        model = self._proposals.model
        run = model.run
        return () if run is None else tuple(one for one in model.candidates if one.name != run.name)

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
        if self._proposals.model.run is not None:
            return self.tr("Only one model that parses has been learnt; learn another in Train.")
        return self._proposals.why_not.no_model

    def compare_with(self, name: str) -> None:
        """Compares the model of another run with the one that proposes; "" for the newest other one."""
        self._second, self._second_in_use = name, ""
        self._follow()

    def find_doubt(self) -> Job[array[float]] | None:
        """Finds how uncertain the model that proposes is of every sentence."""
        self._proposals.model.fall_back()
        file = self._proposals.model.file
        if file is None:
            self._notices.refuse(self._proposals.why_not.no_model)
            return None
        return self.doubt.find(OrderByDoubt(file, self._session.document), self.tr("Parsing all sentences"))

    def find_disagreement(self) -> Job[array[float]] | None:
        """Finds how far the model that proposes and the second differ in every sentence: the share of the parts of
        their best trees that are not in both."""
        self._proposals.model.fall_back()
        file, other = self._proposals.model.file, self._runs.model_of(self.second)
        if file is None or other is None:
            self._notices.refuse(self.why_no_disagreement)
            return None
        request = OrderByDisagreement(file, other, self._session.document)
        return self.disagreement.find(request, self.tr("Comparing two models"))

    def shuffled(self) -> list[int]:
        """(sentences,) the place of every sentence in an order that is random, and always the same."""
        places = list(range(len(self._session.treebank)))
        random.Random(0).shuffle(places)
        return places

    def _follow(self) -> None:
        """Forgets what other models than those of now have found."""
        second, base = self.second, self._proposals.model.base
        self._second_in_use = "" if second is None else second.name
        self.doubt.follow((base,))
        if self.disagreement.follow((base, self._runs.model_of(second))):
            self.second_changed.emit()
