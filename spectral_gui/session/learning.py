"""What a session learns: models in the engine, and the runs of a project."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Value
from spectral_core.project import Project, Run
from spectral_gui.jobs import LEARNING, Job, Learnt, Shown
from spectral_gui.session.questions import Questions


class Learning(Questions):
    """Learns models from the documents of the project, and keeps the runs."""

    runs_changed = Signal()
    reasons_known = Signal(object, object)  # documents, and why each method cannot learn from them; None where it can
    learning_progressed = Signal(object)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.running: Run | None = None  # what is being learnt, without what is known only at its end
        self._runs: list[Run] = []
        self._learning: Job | None = None

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(self._runs)

    @property
    def learning(self) -> bool:
        return self._learning is not None

    def learn(
        self, method: str, settings: Mapping[str, Value], documents: Sequence[str] = (), measured_on: str = ""
    ) -> Job:
        """Learns a model in the engine; `learning_progressed` on the way and `runs_changed` at the end.

        Documents are those of the project, by default the one shown; what the model is worth is measured on
        `measured_on`, by default on what it was learnt from.
        """
        if not len(self.treebank):
            raise DataError(self.tr("Open a treebank first."))
        names = tuple(documents) or (self.document,)
        taken = {run.name for run in (*self._runs, *((self.running,) if self.running else ()))}
        name = next(made for n in range(1, len(taken) + 2) if (made := f"{method} {n}") not in taken)
        path = None if self.project is None or self.read_only else self.project.model_path(name)
        self._tell_unopened({*names, measured_on} - {""})
        arguments = (names, measured_on, method, dict(settings), path)
        job = self._working(self.tr("Learning {0}").format(method), LEARNING, "learn", *arguments)
        self._learning = job
        started = datetime.now(UTC).isoformat(timespec="seconds")
        run = Run(
            name=name,
            method=method,
            settings=dict(settings),
            document=", ".join(names),
            measured_on=measured_on or ", ".join(names),
            started=started,
        )
        begun, project = time.monotonic(), self.project
        self.running = run

        def ended(status: str, complaint: str = "") -> None:
            spent = time.monotonic() - begun
            keep(dataclasses.replace(run, status=status, seconds=spent, complaint=complaint))

        def keep(done: Run) -> None:
            if job is self._learning:
                self._learning = self.running = None
            self._keep_run(done, project)

        job.progressed.connect(self.learning_progressed.emit)
        job.finished.connect(lambda learnt: keep(_with_result(run, learnt, path)))
        job.cancelled.connect(lambda: ended("cancelled"))
        job.failed.connect(lambda why: ended("failed", why))
        job.broke.connect(lambda _: ended("failed", self.tr("a bug")))
        self.runs_changed.emit()
        return job

    def ask_reasons(self, documents: Sequence[str]) -> None:
        """Asks which methods cannot learn from documents of the project; `reasons_known` with the answer."""
        names, project = tuple(documents), self.project
        self._tell_unopened(set(names))
        job = self._jobs.start(LEARNING, "reasons", names)  # which reads them to learn from them, too

        def take(reasons: Mapping[str, str | None]) -> None:
            if project is self.project:
                self.reasons_known.emit(names, reasons)

        job.finished.connect(take)
        job.broke.connect(self.broke.emit)

    def stop_learning(self) -> None:
        """Asks the engine to stop; nothing half-learnt is kept."""
        if self._learning is not None:
            self._learning.cancel()

    def _keep_run(self, run: Run, project: Project | None) -> None:
        """Adds a run to the project that it was learnt for, if that is still open."""
        if project is self.project:
            self._runs.append(run)
            try:
                if project is not None and not self.read_only:
                    project.add_run(run)
            except SpectralError as error:
                self.failed.emit(str(error))
        self.runs_changed.emit()

    def _tell_unopened(self, names: Collection[str]) -> None:
        """Makes documents of the project known to the engine as they are now in their files and in the journal."""
        if self.project is None:
            return
        for name in names:
            if name in self.project.documents and name != self.document:
                self._jobs.tell(name, Shown(self.project.path_of(name), "", {}, project=self.project.folder))


def _with_result(run: Run, learnt: Learnt, path: Path | None) -> Run:
    return dataclasses.replace(
        run,
        seconds=learnt.seconds,
        status="finished",
        measures=dict(learnt.measures),
        curve=learnt.curve,
        spectrum=learnt.spectrum,
        cut=learnt.cut,
        model=path.name if path is not None and learnt.saved else "",
    )
