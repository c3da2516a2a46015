"""How well the numbers of parsers were found to be what they say, by the run that a parser comes from."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.project import Run
from spectral_gui.jobs import LEARNING, Calibrated, Job
from spectral_gui.session.orders import Orders
from spectral_gui.session.work import when_ended


class Calibrating(Orders):
    """Has parsers measured on the document that their run was measured on; kept until the project is closed."""

    calibration_changed = Signal(str)  # of a run: it is known, or why it cannot be

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._calibrations: dict[str, Calibrated] = {}
        self._uncalibrated: dict[str, str] = {}  # why a run could not be measured
        self._measuring: dict[str, Job] = {}

    def calibration(self, run: str) -> Calibrated | None:
        """What was measured of the parser of a run."""
        return self._calibrations.get(run)

    def why_no_calibration(self, run: str) -> str:
        """Why the parser of a run could not be measured when that was last asked for; "" where it could."""
        return self._uncalibrated.get(run, "")

    def calibrate(self, name: str) -> Job | None:
        """Measures the parser of a run anew; `calibration_changed` when that has ended. None where it cannot be."""
        run = next((one for one in self.parsers if one.name == name), None)
        project = self.project
        if run is None or project is None:
            self.refused.emit(self.tr("Choose a run of a method that parses; its model must still be there."))
            return None
        if name in self._measuring:
            return self._measuring[name]
        documents = self.measured_documents(run)
        if not documents:
            self._uncalibrated[name] = self.tr("What this run was measured on is no longer in the project: {0}").format(
                run.measured_on or run.document
            )
            self.calibration_changed.emit(name)
            return None
        self._tell_unopened(set(documents))
        path = project.model_path(run.name).with_name(run.model)
        job = self._working(self.tr("Measuring calibration"), LEARNING, "calibration", path, documents)
        self._measuring[name] = job

        def take(found: Calibrated) -> None:
            if project is self.project:
                self._calibrations[name] = found
                self._uncalibrated.pop(name, None)

        def refuse(why: str) -> None:
            if project is self.project:
                self._uncalibrated[name] = why

        def ended(_: object = None) -> None:
            if self._measuring.get(name) is job:
                del self._measuring[name]
                self.calibration_changed.emit(name)

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(lambda _: refuse(self.tr("This run could not be measured.")))
        job.cancelled.connect(lambda: refuse(self.tr("Measuring was stopped.")))
        when_ended(job, ended)
        return job

    def measured_documents(self, run: Run) -> tuple[str, ...]:
        """The documents of the project that a run was measured on."""
        wanted = run.measured_on or run.document
        if wanted in self.documents:
            return (wanted,)
        return tuple(name for name in self.documents if name in wanted.split(", "))

    def _forget_calibrations(self) -> None:
        for job in tuple(self._measuring.values()):
            job.cancel()
        for held in (self._measuring, self._calibrations, self._uncalibrated):
            held.clear()
