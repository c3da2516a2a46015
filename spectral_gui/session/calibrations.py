"""How well the numbers of parsers were found to be what they say, by the run that a parser comes from."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import HELD_OUT, Calibrate, Calibrated
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Calibrations(QObject):
    """Has parsers measured on the document that their run was measured on; kept until the project is closed."""

    changed = Signal(str)  # of a run: it is known, or why it cannot be

    def __init__(self, session: Session, runs: Runs, work: Work, notices: Notices):
        super().__init__()
        self._session, self._runs, self._work, self._notices = session, runs, work, notices
        self._known: dict[str, Calibrated] = {}
        self._complaints: dict[str, str] = {}  # why a run could not be measured
        self._measuring: dict[str, Job[Calibrated]] = {}
        session.project_left.connect(self._forget)

    @property
    def parsers(self) -> tuple[Run, ...]:
        known = (run for run in self._runs.rows if run.model and run.method in METHODS)
        return tuple(run for run in known if METHODS[run.method].structure is not None)

    def of(self, run: str) -> Calibrated | None:
        return self._known.get(run)

    def complaint(self, run: str) -> str:
        """Why the parser of a run could not be measured when that was last asked for; "" where it could."""
        return self._complaints.get(run, "")

    def calibrate(self, name: str) -> Job[Calibrated] | None:
        """Measures the parser of a run anew; `changed` when that has ended. None where it cannot be."""
        run = next((one for one in self.parsers if one.name == name), None)
        model = self._runs.model_of(run)
        if run is None or model is None:
            self._notices.refuse(self.tr("Choose a run of a method that parses; its model must still be there."))
            return None
        if name in self._measuring:
            return self._measuring[name]
        documents = self.measured_documents(run)
        if not documents:
            gone = self.tr("What this run was measured on is no longer in the project: {0}")
            self._complaints[name] = gone.format(", ".join(run.measured_documents or run.documents))
            self.changed.emit(name)
            return None
        self._runs.tell_unopened(set(documents))
        job = self._work.ask(
            LEARNING,
            Calibrate(model, documents, run.measured_documents == (HELD_OUT,)),
            self.tr("Measuring calibration"),
            aloud=False,
        )
        self._measuring[name] = job

        def end(found: Calibrated | str) -> None:
            if self._measuring.get(name) is not job:  # another project is open
                return
            del self._measuring[name]
            if isinstance(found, str):
                self._complaints[name] = found
            else:
                self._known[name] = found
                self._complaints.pop(name, None)
            self.changed.emit(name)

        job.finished.connect(end)
        job.failed.connect(end)
        job.broke.connect(lambda _: end(self.tr("This run could not be measured.")))
        job.cancelled.connect(lambda _: end(self.tr("Measuring was stopped.")))
        return job

    def measured_documents(self, run: Run) -> tuple[str, ...]:
        wanted = run.documents if run.measured_documents in ((), (HELD_OUT,)) else run.measured_documents
        return tuple(name for name in self._session.documents if name in wanted)

    def _forget(self) -> None:
        jobs = tuple(self._measuring.values())
        for held in (self._measuring, self._known, self._complaints):
            held.clear()
        for job in jobs:
            job.cancel()
