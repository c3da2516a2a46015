"""Training runs of the project, and measured calibration of their parsers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import (
    HELD_OUT,
    MEASURING_STAGE,
    Axis,
    CalibrationResult,
    CheckTrainability,
    DocumentState,
    MeasureCalibration,
    Request,
    Sweep,
    Train,
    TrainingResult,
)
from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Value
from spectral_core.progress import Progress
from spectral_core.project import Project, Run, SweepPoint
from spectral_core.registry import METHODS
from spectral_gui.jobs.jobs import TRAINING, Job
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session

if TYPE_CHECKING:
    from spectral_gui.state.model_library import ModelLibrary

T = TypeVar("T")
SEED_SETTING = "seed"  # setting that differs between restarts


class Runs(QObject):
    """Trains models on documents of the project, and records the runs."""

    changed = Signal()
    progressed = Signal(object)  # Progress
    # documents; by method, the reason why it cannot be trained on them, or None
    training_obstacles_found = Signal(object, object)

    def __init__(self, session: Session, work: ReportingJobs, notices: Notices, library: ModelLibrary):
        super().__init__()
        self._session, self._work, self._notices, self._library = session, work, notices, library
        self.current_run: Run | None = None  # current run, without the fields known only at its end
        self.remaining_restarts = 0  # restarts that are still to be trained
        self.recorded_runs: tuple[Run, ...] = ()  # runs of the project, oldest first
        self._recorded_project: Project | None = None  # project of the recorded runs
        self._cancel_training: Callable[[], None] | None = None  # cancels the training
        self._is_background_run = self._is_uninterruptible = (
            False  # flags of the current run; only the user interrupts an uninterruptible one
        )
        self.background_names: set[str] = set()  # names of runs trained in the background
        session.project_closed.connect(self._on_project_closed)
        library.changed.connect(self._announce)
        session.changes.add_part("runs", lambda _: self._on_project_changed(), ChangeKind.PROJECT)

    @property
    def runs_with_library(self) -> tuple[Run, ...]:
        """The models of the library, as runs, and then the runs of the project; oldest first."""
        return (*self._library.runs, *self.recorded_runs)

    @property
    def is_training_for_user(self) -> bool:
        """Whether the user is waiting for a model; background training does not count."""
        return self._cancel_training is not None and not self._is_background_run

    @property
    def is_busy(self) -> bool:
        """Whether the training process is busy, also in the background: quick requests then go to the other process."""
        return self._cancel_training is not None

    def find_model_file(self, run: Run | None) -> Path | None:
        """Return the model file of a run, also of the library; None if it has none or belongs to no project."""
        project, library_file = self._session.project, self._library.find_file(run)
        if library_file is not None:
            return library_file
        if run is None or not run.model or project is None:
            return None
        return project.model_file(run.model)

    def train(
        self, method: str, settings: Mapping[str, Value], documents: Sequence[str] = (), measured_on: str = ""
    ) -> Job[TrainingResult]:
        """Train a model in the engine; emit `progressed` meanwhile and `changed` at the end.

        Args:
            documents: training documents of the project, by default the open one.
            measured_on: document to evaluate the model on, by default the training documents.
        """
        session, project = self._session, self._session.project
        names, run = self._plan_run(method, settings, documents, measured_on)
        path = None if project is None or session.read_only_reason else project.prepare_model_path(run.name)
        request = Train(names, measured_on, method, dict(settings), path)
        early_run = None if path is None else dataclasses.replace(run, model=path.name, status=MEASURING_STAGE)
        return self._start_run(request, run, lambda learnt: _complete_run(run, learnt, path), early_run=early_run)

    def train_on_open_document(self, method: str) -> None:
        """Train on the open document with default settings; report the error if that fails."""
        try:
            self.train(method, {})
        except SpectralError as error:
            self._notices.report_error(str(error))

    def train_in_background(
        self,
        method: str,
        documents: Sequence[str],
        max_sentences: int = 0,
        is_uninterruptible: bool = False,
    ) -> Job[TrainingResult]:
        """Train with default settings and without evaluation; yield to requests of the user and, unless
        `is_uninterruptible`, to retraining.

        Args:
            max_sentences: limit of the training sentences; 0 for none.
        """
        session, project = self._session, self._session.project
        names, run = self._plan_run(method, {}, documents, "")
        run = dataclasses.replace(run, measured_documents=())
        path = None if project is None or session.read_only_reason else project.prepare_model_path(run.name)
        request = Train(names, "", method, {}, path, is_measured=False, max_sentences=max_sentences)
        self.background_names.add(run.name)
        job = self._start_run(request, run, lambda learnt: _complete_run(run, learnt, path), background=True)
        self._is_uninterruptible = is_uninterruptible
        return job

    def interrupt_background_training(self) -> None:
        """Interrupt background training for a request that the user is waiting for; it is restarted later."""
        if self._is_background_run and not self._is_uninterruptible and self._cancel_training is not None:
            self._cancel_training()

    def run_sweep(
        self,
        method: str,
        settings: Mapping[str, Value],
        swept_settings: tuple[Axis, ...],
        restart_count: int = 1,
        documents: Sequence[str] = (),
        measured_on: str = "",
    ) -> Job[tuple[SweepPoint, ...]]:
        """Train with every combination of the values (grid search) in one run that keeps no model; otherwise as
        `train`."""
        fixed_settings = {name: value for name, value in settings.items() if name not in dict(swept_settings)}
        names, run = self._plan_run(method, fixed_settings, documents, measured_on)
        request = Sweep(names, measured_on, method, fixed_settings, swept_settings, restart_count)
        run = dataclasses.replace(run, over=tuple(name for name, _ in swept_settings), points=request.plan_points())

        def make_run(points: tuple[SweepPoint, ...]) -> Run:
            return dataclasses.replace(run, points=points, seconds=job.seconds)

        job = self._start_run(request, run, make_run)
        return job

    def _plan_run(
        self, method: str, settings: Mapping[str, Value], documents: Sequence[str], measured_on: str
    ) -> tuple[tuple[str, ...], Run]:
        """Send the closed documents of a run to the engine; return its training documents, and the run without the
        fields known only at its end."""
        session = self._session
        if not len(session.treebank):
            raise DataError(self.tr("Open a treebank first."))
        names = tuple(documents) or (session.document,)
        used_names = {run.name for run in (*self.recorded_runs, *((self.current_run,) if self.current_run else ()))}
        name = next(
            candidate for n in range(1, len(used_names) + 2) if (candidate := f"{method} {n}") not in used_names
        )
        self.send_closed_documents({*names, measured_on} - {"", HELD_OUT})
        return names, Run(
            name=name,
            method=method,
            settings=dict(settings),
            documents=names,
            measured_documents=(measured_on,) if measured_on else names,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _start_run(
        self, request: Request[T], run: Run, make_run: Callable[[T], Run], background: bool = False,
        early_run: Run | None = None
    ) -> Job[T]:  # fmt: skip
        """Start a request and record its run at the end; a background run only if it finishes. `early_run` is shown
        as soon as it has a model, which is then evaluated."""
        project = self._session.project
        if self._is_background_run and self._cancel_training is not None:
            self._cancel_training()
        job = self._work.send(
            TRAINING, request, self.tr("Training {0}").format(run.method), report_errors=not background
        )
        self._cancel_training, self.current_run, self._is_background_run = job.cancel, run, background

        def on_unsuccessful(status: str, complaint: str = "") -> None:
            if background:
                clear_running()
                self._announce()
                return
            # its evaluation stops, but the model stays
            has_model = early_run is not None and early_run in self.recorded_runs
            ended_run = (
                run if early_run is None or not has_model else dataclasses.replace(early_run, measured_documents=())
            )
            status = "finished" if has_model else status
            finish(dataclasses.replace(ended_run, points=(), status=status, seconds=job.seconds, complaint=complaint))

        def on_progress(progress: Progress) -> None:
            self.progressed.emit(progress)
            if (
                progress.stage == MEASURING_STAGE
                and early_run is not None
                and early_run not in self.recorded_runs
                and self.current_run is run
            ):
                self.recorded_runs = (*self.recorded_runs, early_run)
                self._announce()

        def clear_running() -> None:
            if run is self.current_run:
                self._cancel_training = self.current_run = None
                self._is_background_run = self._is_uninterruptible = False

        def finish(finished_run: Run) -> None:
            clear_running()
            self.add_run(finished_run, project)

        job.progressed.connect(on_progress)
        job.finished.connect(lambda answer: finish(make_run(answer)))
        job.cancelled.connect(lambda _: on_unsuccessful("cancelled"))
        job.failed.connect(lambda reason: on_unsuccessful("failed", reason))
        job.crashed.connect(lambda _: on_unsuccessful("failed", self.tr("a bug")))
        self._announce()
        return job

    def train_with_restarts(
        self,
        method: str,
        settings: Mapping[str, Value],
        restart_count: int,
        documents: Sequence[str] = (),
        measured_on: str = "",
    ) -> Job[TrainingResult]:
        """Train `restart_count` models with consecutive seeds (random restarts). The series ends when one is stopped or
        fails, as the next would fail alike."""
        session, seed = self._session, settings.get(SEED_SETTING, 0)
        first = seed if isinstance(seed, int) else 0
        names = tuple(documents) or (session.document,)
        project, generation = session.project, session.generation

        def start(number: int) -> Job[TrainingResult]:
            self.remaining_restarts = restart_count - number - 1
            job = self.train(method, {**settings, SEED_SETTING: first + number}, names, measured_on)
            job.finished.connect(lambda _: continue_series(number + 1))
            job.when_unsuccessful(end_series)
            return job

        def continue_series(number: int) -> None:
            is_same_project = project is session.project and (project is not None or generation == session.generation)
            if number < restart_count and is_same_project and not self.is_training_for_user:
                start(number)
            else:
                end_series()

        def end_series() -> None:
            self.remaining_restarts = 0

        return start(0)

    def request_training_obstacles(self, documents: Sequence[str]) -> None:
        """Request the reasons why methods cannot be trained on documents of the project; emit
        `training_obstacles_found` with them."""
        names = tuple(documents)
        self.send_closed_documents(set(names))
        job = self._work.send(TRAINING, CheckTrainability(names))  # sent to the process that would train on them
        job.finished.connect(
            self._session.guard_by_project(lambda reasons: self.training_obstacles_found.emit(names, reasons))
        )

    def stop_training(self) -> None:
        """Ask the engine to stop; unfinished models are discarded."""
        if self._cancel_training is not None:
            self._cancel_training()

    def send_closed_documents(self, names: Collection[str]) -> None:
        """Send documents of the project, except the open one, to the engine with the current state of their files and
        the journal."""
        project = self._session.project
        if project is None:
            return
        for name in names:
            if name in project.documents and name != self._session.document:
                self._work.update_document(name, DocumentState(project.path_of(name), "", {}, project=project.folder))

    def add_run(self, run: Run, project: Project | None) -> None:
        """Add a run to the project that it was trained for, if that is still open."""
        if project is self._session.project:
            self.recorded_runs = (
                *(recorded_run for recorded_run in self.recorded_runs if recorded_run.name != run.name),
                run,
            )
            try:
                if project is not None and not self._session.read_only_reason:
                    project.add_run(run)
            except SpectralError as error:
                self._notices.report_error(str(error))
        self._announce()

    def _on_project_changed(self) -> None:
        project = self._session.project
        if project is not self._recorded_project:
            self._recorded_project = project
            self.recorded_runs = () if project is None else tuple(project.list_runs())
            self._clear_removed_models()
        self._announce()

    def _announce(self) -> None:
        """Tell that runs began, ended or changed."""
        self._session.changes.dispatch(Changes(ChangeKind.RUNS))
        self.changed.emit()

    def refresh_models(self) -> None:
        """Clear the models of runs whose files were removed, and emit `changed`."""
        self._clear_removed_models()
        self._announce()

    def _clear_removed_models(self) -> None:
        """Clear the model of runs whose file is empty, the mark of a removed model."""

        def is_removed(run: Run) -> bool:
            path = self.find_model_file(run)
            return path is not None and path.is_file() and not path.stat().st_size

        self.recorded_runs = tuple(
            dataclasses.replace(run, model="") if is_removed(run) else run for run in self.recorded_runs
        )

    def _on_project_closed(self) -> None:
        self.stop_training()
        self._recorded_project, self.recorded_runs = None, ()
        self._announce()


def _complete_run(run: Run, result: TrainingResult, path: Path | None) -> Run:
    """Return a run with the results of its training."""
    lacks_held_out = run.measured_documents == (HELD_OUT,) and not result.held_out
    return dataclasses.replace(
        run,
        measured_documents=run.documents if lacks_held_out else run.measured_documents,
        seconds=result.seconds,
        parts=dict(result.part_seconds),
        status="finished",
        measures=dict(result.measures),
        curve=result.curve,
        spectrum=result.spectrum,
        cut=result.kept_singular_values,
        model=path.name if path is not None and result.saved else "",
    )


class Calibrations(QObject):
    """Measures the calibration of parsers on the documents that their runs were evaluated on; results are kept until
    the project is closed."""

    changed = Signal(str)  # name of a run whose measurement ended

    def __init__(self, session: Session, runs: Runs, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._runs, self._work, self._notices = session, runs, work, notices
        self._calibrations: dict[str, CalibrationResult] = {}
        self._failure_reasons: dict[str, str] = {}  # reasons for failed measurements, by run name
        self._jobs: dict[str, Job[CalibrationResult]] = {}
        session.project_closed.connect(self._on_project_closed)

    @property
    def parser_runs(self) -> tuple[Run, ...]:
        """Runs with a parser model."""
        modelled = (run for run in self._runs.recorded_runs if run.model and run.method in METHODS)
        return tuple(run for run in modelled if METHODS[run.method].structure is not None)

    def get_calibration(self, run: str) -> CalibrationResult | None:
        """Return the calibration of a run's parser; None if it was not measured."""
        return self._calibrations.get(run)

    def get_failure_reason(self, run: str) -> str:
        """Return the reason why the last measurement of a run's parser failed; "" if it did not."""
        return self._failure_reasons.get(run, "")

    def measure_calibration(self, name: str) -> Job[CalibrationResult] | None:
        """Measure the calibration of a run's parser; emit `changed` at the end. Return None if it cannot be
        measured."""
        run = next((parser for parser in self.parser_runs if parser.name == name), None)
        model = self._runs.find_model_file(run)
        if run is None or model is None:
            self._notices.report_refusal(self.tr("Choose a parser run whose model still exists."))
            return None
        if name in self._jobs:
            return self._jobs[name]
        documents = self.select_measured_documents(run)
        if not documents:
            message = self.tr("The test data of this run is no longer in the project: {0}")
            self._failure_reasons[name] = message.format(", ".join(run.measured_documents or run.documents))
            self.changed.emit(name)
            return None
        self._runs.send_closed_documents(set(documents))
        job = self._work.send(
            TRAINING,
            MeasureCalibration(model, documents, run.measured_documents == (HELD_OUT,)),
            self.tr("Measuring calibration"),
            report_errors=False,
        )
        self._jobs[name] = job

        def on_ended(outcome: CalibrationResult | str) -> None:
            """Record the result, or the reason for the failure."""
            if self._jobs.get(name) is not job:  # another project was opened meanwhile
                return
            del self._jobs[name]
            if isinstance(outcome, str):
                self._failure_reasons[name] = outcome
            else:
                self._calibrations[name] = outcome
                self._failure_reasons.pop(name, None)
            self.changed.emit(name)

        job.finished.connect(on_ended)
        job.failed.connect(on_ended)
        job.crashed.connect(lambda _: on_ended(self.tr("Could not measure the calibration of this run.")))
        job.cancelled.connect(lambda _: on_ended(self.tr("Measuring was stopped.")))
        return job

    def select_measured_documents(self, run: Run) -> tuple[str, ...]:
        """Return the documents of the project that a run was evaluated on."""
        measured_names = run.documents if run.measured_documents in ((), (HELD_OUT,)) else run.measured_documents
        return tuple(name for name in self._session.documents if name in measured_names)

    def _on_project_closed(self) -> None:
        jobs = tuple(self._jobs.values())
        for cache in (self._jobs, self._calibrations, self._failure_reasons):
            cache.clear()
        for job in jobs:
            job.cancel()
