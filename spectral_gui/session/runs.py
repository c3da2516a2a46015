"""What is learnt: models in the engine, one or several in a row, and the runs of the open project."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.engine import HELD_OUT, MEASURING, AskReasons, Axis, DocumentShown, Learn, Learnt, Request, Sweep
from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Value
from spectral_core.progress import Progress
from spectral_core.project import Project, Run, SweptPoint
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.notices import Notices
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

T = TypeVar("T")
SEED = "seed"  # the setting that sets two starts apart


class Runs(QObject):
    """Learns models from the documents of the project, and keeps the runs."""

    changed = Signal()
    progressed = Signal(object)  # where the learning stands
    reasons_known = Signal(object, object)  # documents, and why each method cannot learn from them; None where it can

    def __init__(self, session: Session, work: Work, notices: Notices, library: ModelLibrary):
        super().__init__()
        self._session, self._work, self._notices, self._library = session, work, notices, library
        self.running: Run | None = None  # what is being learnt, without what is known only at its end
        self.starts_left = 0  # runs that are still to begin
        self.rows: tuple[Run, ...] = ()  # of the project, oldest first
        self._project: Project | None = None  # that they are of
        self._stop: Callable[[], None] | None = None  # what is being learnt
        self._quiet = self._firm = False  # it is learnt unasked; it makes way for nothing but the user
        self._tried: set[str] = set()  # names of runs that are on trial, or were
        self.unasked: set[str] = set()  # of those that nobody asked for
        session.project_left.connect(self._leave)
        session.project_changed.connect(self._read)

    @property
    def learning(self) -> bool:
        """Whether somebody waits for a model; what is learnt unasked makes way."""
        return self._stop is not None and not self._quiet

    @property
    def occupied(self) -> bool:
        """Whether the process that learns is at work, also unasked: what is quick need not wait behind it."""
        return self._stop is not None

    def model_of(self, run: Run | None) -> Path | None:
        """The file of the model of a run, also of the library; None where it has none, or is of no open project."""
        project, shared = self._session.project, self._library.file_of(run)
        if shared is not None:
            return shared
        if run is None or not run.model or project is None:
            return None
        return project.model_file(run.model)

    def learn(
        self, method: str, settings: Mapping[str, Value], documents: Sequence[str] = (), measured_on: str = ""
    ) -> Job[Learnt]:
        """Learns a model in the engine; `progressed` on the way and `changed` at the end. Documents are those of the
        project, by default the one shown; what the model is worth is measured on `measured_on`, by default on what it
        was learnt from."""
        session, project = self._session, self._session.project
        names, run = self._planned(method, settings, documents, measured_on)
        path = None if project is None or session.read_only else project.model_path(run.name)
        request = Learn(names, measured_on, method, dict(settings), path)
        early = None if path is None else dataclasses.replace(run, model=path.name, status=MEASURING)
        return self._begin(request, run, lambda learnt: _with_result(run, learnt, path), early=early)

    def learn_shown(self, method: str) -> None:
        """Learns from the document shown, with the settings as they come; what forbids it is told."""
        try:
            self.learn(method, {})
        except SpectralError as error:
            self._notices.fail(str(error))

    def learn_unasked(
        self,
        method: str,
        documents: Sequence[str],
        most: int = 0,
        firm: bool = False,
        on_trial: Callable[[Run], object] | None = None,
    ) -> Job[Learnt]:
        """Learns with the settings as they come, from at most so many sentences, measures nothing, and makes way for
        what somebody asks for, and unless it is firm for models that grow. A run on trial is given to who tries it,
        and kept by nobody else."""
        session, project = self._session, self._session.project
        names, run = self._planned(method, {}, documents, "")
        run = dataclasses.replace(run, measured_documents=())
        path = None if project is None or session.read_only else project.model_path(run.name)
        request = Learn(names, "", method, {}, path, measured=False, most=most)
        self.unasked.add(run.name)
        if on_trial is not None:
            self._tried.add(run.name)
        job = self._begin(request, run, lambda learnt: _with_result(run, learnt, path), quiet=True, give=on_trial)
        self._firm = firm
        return job

    def make_way(self) -> None:
        """Stops what is learnt unasked, for something that somebody waits for; it is begun again later."""
        if self._quiet and not self._firm and self._stop is not None:
            self._stop()

    def sweep(
        self,
        method: str,
        settings: Mapping[str, Value],
        over: tuple[Axis, ...],
        starts: int = 1,
        documents: Sequence[str] = (),
        measured_on: str = "",
    ) -> Job[tuple[SweptPoint, ...]]:
        """Learns with every combination of the values, as one run that keeps no model; otherwise as `learn`."""
        fixed = {name: value for name, value in settings.items() if name not in dict(over)}
        names, run = self._planned(method, fixed, documents, measured_on)
        request = Sweep(names, measured_on, method, fixed, over, starts)
        run = dataclasses.replace(run, over=tuple(name for name, _ in over), points=request.plan())

        def done(points: tuple[SweptPoint, ...]) -> Run:
            return dataclasses.replace(run, points=points, seconds=job.seconds)

        job = self._begin(request, run, done)
        return job

    def _planned(
        self, method: str, settings: Mapping[str, Value], documents: Sequence[str], measured_on: str
    ) -> tuple[tuple[str, ...], Run]:
        """The documents to learn from, known to the engine, and the run without what is known only at its end."""
        session = self._session
        if not len(session.treebank):
            raise DataError(self.tr("Open a treebank first."))
        names = tuple(documents) or (session.document,)
        taken = self._tried | {run.name for run in (*self.rows, *((self.running,) if self.running else ()))}
        name = next(made for n in range(1, len(taken) + 2) if (made := f"{method} {n}") not in taken)
        self.tell_unopened({*names, measured_on} - {"", HELD_OUT})
        return names, Run(
            name=name,
            method=method,
            settings=dict(settings),
            documents=names,
            measured_documents=(measured_on,) if measured_on else names,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _begin(
        self,
        request: Request[T],
        run: Run,
        done: Callable[[T], Run],
        quiet: bool = False,
        early: Run | None = None,
        give: Callable[[Run], object] | None = None,
    ) -> Job[T]:
        """Has the engine learn; the run is kept however that ends, as `done` says where it ends well, and shown `early`
        as soon as there is a model, which is then measured. Of what is learnt unasked only what ends well is kept."""
        project = self._session.project
        if self._quiet and self._stop is not None:
            self._stop()
        job = self._work.ask(LEARNING, request, self.tr("Learning {0}").format(run.method), aloud=not quiet)
        self._stop, self.running, self._quiet = job.cancel, run, quiet

        def ended(status: str, complaint: str = "") -> None:
            if quiet:
                forget()
                self.changed.emit()
                return
            usable = early is not None and early in self.rows  # it is measured no further, and stays
            lost = run if early is None or not usable else dataclasses.replace(early, measured_documents=())
            status = "finished" if usable else status
            keep(dataclasses.replace(lost, points=(), status=status, seconds=job.seconds, complaint=complaint))

        def go_on(progress: Progress) -> None:
            self.progressed.emit(progress)
            if progress.stage == MEASURING and early is not None and early not in self.rows and self.running is run:
                self.rows = (*self.rows, early)
                self.changed.emit()

        def forget() -> None:
            if run is self.running:
                self._stop = self.running = None
                self._quiet = self._firm = False

        def keep(done: Run) -> None:
            forget()
            if give is None:
                self.keep(done, project)
            else:
                give(done)
                self.changed.emit()

        job.progressed.connect(go_on)
        job.finished.connect(lambda found: keep(done(found)))
        job.cancelled.connect(lambda _: ended("cancelled"))
        job.failed.connect(lambda why: ended("failed", why))
        job.broke.connect(lambda _: ended("failed", self.tr("a bug")))
        self.changed.emit()
        return job

    def learn_starts(
        self,
        method: str,
        settings: Mapping[str, Value],
        starts: int,
        documents: Sequence[str] = (),
        measured_on: str = "",
    ) -> Job[Learnt]:
        """Learns `starts` models whose seeds count up from that of the settings. Stopping one stops those after it,
        and so does one that fails, for the next would fail alike."""
        session, seed = self._session, settings.get(SEED, 0)
        first = seed if isinstance(seed, int) else 0
        names = tuple(documents) or (session.document,)
        project, generation = session.project, session.generation

        def begin(number: int) -> Job[Learnt]:
            self.starts_left = starts - number - 1
            job = self.learn(method, {**settings, SEED: first + number}, names, measured_on)
            job.finished.connect(lambda _: go_on(number + 1))
            job.when_lost(stop)
            return job

        def go_on(number: int) -> None:
            same = project is session.project and (project is not None or generation == session.generation)
            if number < starts and same and not self.learning:
                begin(number)
            else:
                stop()

        def stop() -> None:
            self.starts_left = 0

        return begin(0)

    def ask_reasons(self, documents: Sequence[str]) -> None:
        """Asks which methods cannot learn from documents of the project; `reasons_known` with the answer."""
        names = tuple(documents)
        self.tell_unopened(set(names))
        job = self._work.ask(LEARNING, AskReasons(names))  # which reads them to learn from them, too
        job.finished.connect(self._session.while_open(lambda reasons: self.reasons_known.emit(names, reasons)))

    def stop(self) -> None:
        """Asks the engine to stop; nothing half-learnt is kept."""
        if self._stop is not None:
            self._stop()

    def tell_unopened(self, names: Collection[str]) -> None:
        """Makes documents of the project known to the engine as they are now in their files and in the journal."""
        project = self._session.project
        if project is None:
            return
        for name in names:
            if name in project.documents and name != self._session.document:
                self._work.tell(name, DocumentShown(project.path_of(name), "", {}, project=project.folder))

    def keep(self, run: Run, project: Project | None) -> None:
        """Adds a run to the project that it was learnt for, if that is still open."""
        if project is self._session.project:
            self.rows = (*(row for row in self.rows if row.name != run.name), run)
            try:
                if project is not None and not self._session.read_only:
                    project.add_run(run)
            except SpectralError as error:
                self._notices.fail(str(error))
        self.changed.emit()

    def _read(self) -> None:
        project = self._session.project
        if project is not self._project:
            self._project = project
            self.rows = () if project is None else tuple(project.runs())
            self._leave_out_removed()
        self.changed.emit()

    def look(self) -> None:
        """Sees which models are in their files still."""
        self._leave_out_removed()
        self.changed.emit()

    def _leave_out_removed(self) -> None:
        """A model that was removed, of which an empty file is left, is none that could be used."""

        def removed(run: Run) -> bool:
            path = self.model_of(run)
            return path is not None and path.is_file() and not path.stat().st_size

        self.rows = tuple(dataclasses.replace(run, model="") if removed(run) else run for run in self.rows)

    def _leave(self) -> None:
        self.stop()
        self._project, self.rows = None, ()
        self.changed.emit()


def _with_result(run: Run, learnt: Learnt, path: Path | None) -> Run:
    none_held_out = run.measured_documents == (HELD_OUT,) and not learnt.held_out
    return dataclasses.replace(
        run,
        measured_documents=run.documents if none_held_out else run.measured_documents,
        seconds=learnt.seconds,
        parts=dict(learnt.parts),
        status="finished",
        measures=dict(learnt.measures),
        curve=learnt.curve,
        spectrum=learnt.spectrum,
        cut=learnt.cut,
        model=path.name if path is not None and learnt.saved else "",
    )
