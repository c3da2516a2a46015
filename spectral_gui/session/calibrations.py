"""Measured calibration of parsers, by the run that a parser comes from."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import HELD_OUT, CalibrationResult, MeasureCalibration
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Calibrations(QObject):
    """Measures parsers on the document that their run was measured on; results are kept until the project is closed."""

    changed = Signal(str)  # run whose calibration, or error, is known

    def __init__(self, session: Session, runs: Runs, work: Work, notices: Notices):
        super().__init__()
        self._session, self._runs, self._work, self._notices = session, runs, work, notices
        self._calibrations: dict[str, CalibrationResult] = {}
        self._complaints: dict[str, str] = {}  # why a run could not be measured
        self._measuring: dict[str, Job[CalibrationResult]] = {}
        session.project_closed.connect(self._on_project_closed)

    @property
    def parsers(self) -> tuple[Run, ...]:
        """Runs with a model of a parser."""
        modelled = (run for run in self._runs.recorded if run.model and run.method in METHODS)
        return tuple(run for run in modelled if METHODS[run.method].structure is not None)

    def get(self, run: str) -> CalibrationResult | None:
        """Return the calibration of a run's parser; None where it was not measured."""
        return self._calibrations.get(run)

    def complaint(self, run: str) -> str:
        """Return why the last measurement of a run's parser failed; "" where it did not."""
        return self._complaints.get(run, "")

    def calibrate(self, name: str) -> Job[CalibrationResult] | None:
        """Measure the parser of a run; emit `changed` when that has ended. None where it cannot be measured."""
        run = next((parser for parser in self.parsers if parser.name == name), None)
        model = self._runs.find_model(run)
        if run is None or model is None:
            self._notices.refuse(self.tr("Choose a run of a method that parses; its model must still be there."))
            return None
        if name in self._measuring:
            return self._measuring[name]
        documents = self.select_measured_documents(run)
        if not documents:
            message = self.tr("What this run was measured on is no longer in the project: {0}")
            self._complaints[name] = message.format(", ".join(run.measured_documents or run.documents))
            self.changed.emit(name)
            return None
        self._runs.send_unopened(set(documents))
        job = self._work.send(
            LEARNING,
            MeasureCalibration(model, documents, run.measured_documents == (HELD_OUT,)),
            self.tr("Measuring calibration"),
            report_errors=False,
        )
        self._measuring[name] = job

        def end(outcome: CalibrationResult | str) -> None:
            if self._measuring.get(name) is not job:  # another project is open
                return
            del self._measuring[name]
            if isinstance(outcome, str):
                self._complaints[name] = outcome
            else:
                self._calibrations[name] = outcome
                self._complaints.pop(name, None)
            self.changed.emit(name)

        job.finished.connect(end)
        job.failed.connect(end)
        job.crashed.connect(lambda _: end(self.tr("This run could not be measured.")))
        job.cancelled.connect(lambda _: end(self.tr("Measuring was stopped.")))
        return job

    def select_measured_documents(self, run: Run) -> tuple[str, ...]:
        """Return the documents of the project that a run was measured on."""
        measured_names = run.documents if run.measured_documents in ((), (HELD_OUT,)) else run.measured_documents
        return tuple(name for name in self._session.documents if name in measured_names)

    def _on_project_closed(self) -> None:
        jobs = tuple(self._measuring.values())
        for cache in (self._measuring, self._calibrations, self._complaints):
            cache.clear()
        for job in jobs:
            job.cancel()
