"""Reliability diagram of a parser's arcs, and what underlining uncertain words is worth."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import HELD_OUT, CalibrationResult
from spectral_core.progress import Progress
from spectral_core.project import Run
from spectral_gui.jobs import Job
from spectral_gui.plots import PlotRenderer, describe_flags, plot_reliability
from spectral_gui.resources import resolve_plural
from spectral_gui.state import Calibrations, Suggestions


class CalibrationDiagram(QObject):
    """Diagram of the calibration of a run; requests it from the engine if it is not known yet."""

    progressed = Signal()  # the engine reported progress

    def __init__(self, calibrations: Calibrations, suggestions: Suggestions, parent: QObject):
        super().__init__(parent)
        self._calibrations, self._suggestions = calibrations, suggestions
        self._progress = ""
        self._job: Job[CalibrationResult] | None = None

    def find_result(self, run: Run) -> CalibrationResult | None:
        """Return the calibration of a run; if it is not known and nothing prevents it, request it."""
        result = self._calibrations.get(run.name)
        if result is None and not self._calibrations.complaint(run.name):
            self.measure(run)
        return result

    def measure(self, run: Run) -> None:
        job = self._calibrations.calibrate(run.name)
        if job is not None and job is not self._job:
            self._job, self._progress = job, ""
            job.progressed.connect(self._on_progressed)

    def explain_missing(self, run: Run) -> str:
        """Return the sentence to show without a diagram."""
        problem = self._calibrations.complaint(run.name)
        return problem or self.tr("The calibration of {0} is being measured. {1}").format(run.name, self._progress)

    def plot(self, run: Run, result: CalibrationResult, number: int) -> tuple[PlotRenderer, str]:
        """Return the diagram and its description."""
        error = self.tr("expected calibration error {0:.3f}").format(result.error)
        measured_on = ", ".join(Path(name).name for name in self._calibrations.select_measured_documents(run))
        if run.measured_documents == (HELD_OUT,):
            measured_on = self.tr("sentences held out of {0}").format(measured_on)
        word_count = resolve_plural(self.tr("%Ln word(s)", "", result.parts), result.parts)
        title = self.tr("{0} on {1}, {2}: {3}").format(run.name, measured_on, word_count, error)
        if not result.calibrated:
            title += "\n" + self.tr("The model is not calibrated: these are scores and not probabilities.")
        caption = self.format_caption(run, result)
        score, ideal = self.tr("uncalibrated score of the arc that is chosen"), self.tr("as right as they claim")
        x = self.tr("probability of the arc that is chosen") if result.calibrated else score
        y, word_count = self.tr("share of right heads"), self.tr("words")
        renderer = plot_reliability(result.bins, x, y, word_count, ideal, title, caption, number)
        template = self.tr("{0:.2f}: {1:.0%} right of {2}")
        bin_texts = "; ".join(
            template.format(confidence_bin.confidence, confidence_bin.accuracy, confidence_bin.count)
            for confidence_bin in result.bins
        )
        return renderer, f"{title}\n{bin_texts}\n{caption}"

    def format_caption(self, run: Run, result: CalibrationResult) -> str:
        """Return what underlining uncertain words finds, and the limits of the measurement."""
        sentences = [
            describe_flags(self._suggestions.uncertain_below, *result.flag_quality(self._suggestions.uncertain_below))
        ]
        held_out = run.measured_documents == (HELD_OUT,)
        is_training_text = not held_out and set(run.documents) & set(self._calibrations.select_measured_documents(run))
        if is_training_text:
            sentences.append(self.tr("Measured on what it was learnt from; on other sentences it is worth less."))
        if result.left_out:
            sentences.append(
                resolve_plural(self.tr("%Ln sentence(s) could not be parsed.", "", result.left_out), result.left_out)
            )
        return " ".join(sentences)

    def _on_progressed(self, progress: Progress) -> None:
        if progress.total:
            self._progress = self.tr("{0} of {1} sentences").format(progress.done, progress.total)
            self.progressed.emit()
