"""What is known of the whole document shown: its labels, which sentences have problems, which methods can learn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Problem, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.data.validation import problems_in
from spectral_core.engine import Survey, Surveyed
from spectral_gui.jobs import ANSWERS, LEARNING, Job
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_MOST_KEPT = 64  # sentences whose problems are remembered


class Surveying(QObject):
    """Has each document read as a whole once, and keeps what was found up with every edit."""

    changed = Signal()  # the inventory and the problems of the whole document are there, or were mended
    methods_changed = Signal(object)  # why each method cannot learn from it; None where it can

    def __init__(self, session: Session, runs: Runs, work: Work):
        super().__init__()
        self._session, self._runs, self._work = session, runs, work
        self.inventory = Inventory.of(())
        self.flagged: set[int] = set()  # sentences with problems, once the document was surveyed
        self.surveyed = False
        self._is_excused: Callable[[int, Problem], bool] = lambda _index, _problem: False
        self._known: dict[int, tuple[Sentence, tuple[Problem, ...]]] = {}  # the newest last
        self._changed: set[int] = set()  # sentences that were changed since the survey was asked for
        self._running: Job[Surveyed] | None = None
        session.treebank_changed.connect(self._forget)
        session.opened.connect(lambda _: self._begin())
        session.sentence_changed.connect(self.mend)
        session.project_left.connect(self._stop)
        work.engine_returned.connect(self._begin_again)

    def excuse(self, is_excused: Callable[[int, Problem], bool]) -> None:
        """Lets somebody say which problems of a sentence are none, because they are being seen to."""
        self._is_excused = is_excused

    def problems(self, index: int) -> tuple[Problem, ...]:
        found = self._problems(index)
        return tuple(one for one in found if not self._is_excused(index, one)) if found else found

    @property
    def problems_here(self) -> tuple[Problem, ...]:
        at = self._session.selection.sentence
        return self.problems(at) if 0 <= at < len(self._session.treebank) else ()

    def mend(self, at: int) -> None:
        """Keeps what was found up with a sentence that was changed, or whose problems are excused no longer."""
        if self.surveyed:
            (self.flagged.add if self.problems(at) else self.flagged.discard)(at)
        else:
            self._changed.add(at)

    def _problems(self, index: int) -> tuple[Problem, ...]:
        """Asked once of a sentence, however many want to know."""
        sentence = self._session.treebank[index]
        known = self._known.pop(index, None)
        if known is None or (known[0] is not sentence and known[0] != sentence):
            known = (sentence, problems_in(sentence, self.inventory if self.surveyed else None))
        self._known[index] = known
        while len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]
        return known[1]

    def _begin_again(self) -> None:
        """Has the document read where the engine could not be started for that, or was restarted meanwhile."""
        if not self.surveyed and (self._running is None or self._running.ended):
            self._begin()

    def _begin(self) -> None:
        session = self._session
        if not len(session.treebank):
            return
        lane = ANSWERS if self._runs.occupied else LEARNING  # where nobody has to wait for it
        job = self._work.ask(lane, Survey(session.document), self.tr("Reading all sentences"))
        self._running = job
        job.finished.connect(session.while_shown(self._take))

    def _take(self, survey: Surveyed) -> None:
        self._running = None
        self.inventory, self.surveyed = survey.inventory, True
        self.flagged = set(survey.problems)
        self._known.clear()
        for at in self._changed:  # while the engine was reading
            self.mend(at)
        self._changed.clear()
        self.changed.emit()
        self.methods_changed.emit(survey.reasons)

    def _forget(self) -> None:
        self._stop()
        self.inventory, self.flagged, self.surveyed = Inventory.of(()), set(), False
        self._known.clear()
        self._changed.clear()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None
