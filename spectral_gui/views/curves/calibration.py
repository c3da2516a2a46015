"""The diagram that says whether the numbers of a parser's arcs are what they claim, and what underlining is worth."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import HELD_OUT, CalibrationResult
from spectral_core.progress import Progress
from spectral_core.project import Run
from spectral_gui.jobs import Job
from spectral_gui.plots import Draw, flags_text, reliability_diagram
from spectral_gui.resources import counted
from spectral_gui.session import Calibrations, Suggestions


class Calibration(QObject):
    """Draws what the engine has measured of a run, asks for it where it is not known, and says what is missing."""

    progressed = Signal()  # the engine is further

    def __init__(self, calibrations: Calibrations, proposals: Suggestions, parent: QObject):
        super().__init__(parent)
        self._calibrations, self._proposals = calibrations, proposals
        self._progress = ""
        self._job: Job[CalibrationResult] | None = None

    def of(self, run: Run) -> CalibrationResult | None:
        """What was measured of a run; where nothing was and nothing forbids it, the engine is asked."""
        found = self._calibrations.get(run.name)
        if found is None and not self._calibrations.complaint(run.name):
            self.measure(run)
        return found

    def measure(self, run: Run) -> None:
        job = self._calibrations.calibrate(run.name)
        if job is not None and job is not self._job:
            self._job, self._progress = job, ""
            job.progressed.connect(self._keep)

    def why_nothing(self, run: Run) -> str:
        """What is shown instead of a diagram."""
        why = self._calibrations.complaint(run.name)
        return why or self.tr("The calibration of {0} is being measured. {1}").format(run.name, self._progress)

    def draw(self, run: Run, found: CalibrationResult, number: int) -> tuple[Draw, str]:
        """The diagram, and the same in words."""
        error = self.tr("expected calibration error {0:.3f}").format(found.error)
        where = ", ".join(Path(name).name for name in self._calibrations.select_measured_documents(run))
        if run.measured_documents == (HELD_OUT,):
            where = self.tr("sentences held out of {0}").format(where)
        words = counted(self.tr("%Ln word(s)", "", found.parts), found.parts)
        title = self.tr("{0} on {1}, {2}: {3}").format(run.name, where, words, error)
        if not found.calibrated:
            title += "\n" + self.tr("The model is not calibrated: these are scores and not probabilities.")
        caption = self.caption(run, found)
        score, sure = self.tr("uncalibrated score of the arc that is chosen"), self.tr("as right as they claim")
        x = self.tr("probability of the arc that is chosen") if found.calibrated else score
        y, words = self.tr("share of right heads"), self.tr("words")
        drawn = reliability_diagram(found.bins, x, y, words, sure, title, caption, number)
        said = self.tr("{0:.2f}: {1:.0%} right of {2}")
        rows = "; ".join(said.format(row.confidence, row.accuracy, row.count) for row in found.bins)
        return drawn, f"{title}\n{rows}\n{caption}"

    def caption(self, run: Run, found: CalibrationResult) -> str:
        """What underlining words in doubt finds, and what cannot be relied on."""
        said = [flags_text(self._proposals.uncertain_below, *found.flag_quality(self._proposals.uncertain_below))]
        held_out = run.measured_documents == (HELD_OUT,)
        learnt = not held_out and set(run.documents) & set(self._calibrations.select_measured_documents(run))
        if learnt:
            said.append(self.tr("Measured on what it was learnt from; on other sentences it is worth less."))
        if found.left_out:
            said.append(counted(self.tr("%Ln sentence(s) could not be parsed.", "", found.left_out), found.left_out))
        return " ".join(said)

    def _keep(self, progress: Progress) -> None:
        if progress.total:
            self._progress = self.tr("{0} of {1} sentences").format(progress.done, progress.total)
            self.progressed.emit()
