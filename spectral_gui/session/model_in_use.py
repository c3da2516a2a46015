"""The model in use: chosen among the runs, grown with what was decided since, swapped between sentences, given up."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence
from spectral_core.engine import Add
from spectral_core.errors import SettingsError
from spectral_core.methods import METHODS, Method, settings_of
from spectral_core.project import Project, Run
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.notices import Notices
from spectral_gui.session.reading_files import decided_since
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

NEWEST = "*"  # for the name of a run: the newest when one is needed, and then as long as it is there
_Learnt = dict[tuple[str, int], Sentence]  # sentences, by document and place


@dataclass(frozen=True, slots=True)
class Use:
    """What a model is used for, and what it learns from."""

    serves: Callable[[Method], bool]
    is_decided: Callable[[Sentence], bool]  # whether all that such models propose is decided in a sentence
    columns: frozenset[str]  # of the journal: a cell that was empty in them was for such a model to propose
    relearn_after: int  # decided sentences
    learning: str  # what the user is told meanwhile
    learnt: str  # {0} has learnt {1} sentences; "" where it is not told
    stays: str  # {0} is learnt, {1} stays in use


Fitting = Callable[[tuple[Run, ...]], tuple[Run, ...]]  # those that fit the document shown


@dataclass(frozen=True, slots=True)
class Shared:
    """The models of the library, and which of them fit."""

    library: ModelLibrary
    fitting: Fitting


class ModelInUse(QObject):
    """The model of a run, with the sentences that were decided since and were open when it proposed. The grown model is
    kept until the program ends and takes over between two sentences; what was taken back is learnt no longer."""

    changed = Signal()  # another model is in use, or it was learnt again

    def __init__(
        self, use: Use, session: Session, runs: Runs, work: Work, notices: Notices, shared: Shared,
        fitting: Fitting,
    ):  # fmt: skip
        super().__init__()
        self._fitting, self._shared = fitting, shared
        self.relearn_after = use.relearn_after  # 0 for never
        self._use, self._session, self._runs, self._work, self._notices = use, session, runs, work, notices
        self._chosen = NEWEST
        self._in_use = ""  # the name of the run in use where none was chosen
        self._project: Project | None = None  # that it is of
        self._known: frozenset[str] = frozenset()  # the names of its runs that can serve
        self.base: Path | None = None  # the file of the run in use, whatever was learnt since
        self._grown: Path | None = None  # the same model with what is `learnt`
        self.learnt: _Learnt = {}  # what it has learnt beside its run
        self._next: tuple[Path | None, _Learnt] | None = None  # has learnt again, and takes over at the next sentence
        self.growing: Job[int] | None = None  # it is being learnt again
        self._growths = 0
        self._room: tempfile.TemporaryDirectory[str] | None = None  # for grown models
        self._seen_open: set[tuple[str, int]] = set()  # sentences that were open under this model
        self.to_learn: _Learnt = {}  # of those, the ones decided since
        runs.changed.connect(self._follow_runs)
        shared.library.changed.connect(self._follow_runs)
        session.treebank_changed.connect(self._follow_treebank)

    @property
    def candidates(self) -> tuple[Run, ...]:
        """All that can be chosen: models of the library, and after them those of the project."""
        return (*self.shared, *self.own)

    @property
    def own(self) -> tuple[Run, ...]:
        return self._serving(self._runs.rows)

    @property
    def shared(self) -> tuple[Run, ...]:
        """Models of the library."""
        return self._serving(self._shared.library.rows)

    @property
    def run(self) -> Run | None:
        """The run in use: the one chosen, or of those that fit the document the one that was the newest when the first
        was needed; another that is learnt later does not take its place. Where none of the project fits, it is the
        model of the library that fits best."""
        wanted = self._in_use if self._chosen == NEWEST else self._chosen
        rows = self._serving_here() if self._chosen == NEWEST else self.candidates
        found = next((run for run in rows if run.name == wanted), None)
        return rows[-1] if found is None and rows and self._chosen == NEWEST else found

    @property
    def file(self) -> Path | None:
        """The file of the model as it is to be asked now."""
        return self._grown or self.base

    @property
    def added(self) -> int:
        """How many decided sentences the model in use has learnt beside its run."""
        return len(self.learnt)

    @property
    def chosen_by_nobody(self) -> bool:
        """Whether the newest that fits is used, and not one that the user chose, or none."""
        return self._chosen == NEWEST

    @property
    def ready(self) -> bool:
        """Whether one that has learnt again waits to take over."""
        return self._next is not None

    def choose(self, name: str | None = None) -> None:
        """Lets the model of another run be used: "" for none, None for the newest there is or will be."""
        before = self.base
        self._chosen, self._in_use = NEWEST if name is None else name, ""
        self._follow_runs()
        if self.base == before:  # chosen once more, because it did not answer
            self.changed.emit()

    def see(self, index: int) -> None:
        """Takes note that a sentence was open when this model was asked about it."""
        self._seen_open.add((self._session.document, index))

    def keep_up(self, index: int) -> None:
        """Learns from a sentence that was decided, where enough were; no longer from one that is open again."""
        place = (self._session.document, index)
        if place in self._seen_open:
            if self._is_decided(index):
                self.to_learn[place] = self._session.treebank[index]
            else:
                self.to_learn.pop(place, None)
        self._grow()

    def swap(self) -> None:
        """Lets the model that has learnt again take over, if there is one."""
        self.fall_back()
        if self._next is not None:
            self._grown, self.learnt = self._next
            self._next = None
            self._drop_older()
            self.changed.emit()

    def fall_back(self) -> bool:
        """Whether the model that has learnt again was lost, as when temporary files are cleared away: that of the run
        takes over, and learns anew what was decided."""
        coming = None if self._next is None else self._next[0]
        if coming is not None and not coming.exists():
            self._next = None
            self._grow()
        run = self.run
        if self._grown is None or run is None or self._grown.exists():
            return False
        self._grown, self.learnt = None, {}
        said = self.tr("What {0} had learnt beside its run was cleared away with temporary files; it is learnt anew.")
        self._notices.note(said.format(run.name))
        self.changed.emit()
        self._grow()
        return True

    def close(self) -> None:
        if self._room is not None:
            self._room.cleanup()
            self._room = None

    def _is_decided(self, index: int) -> bool:
        confirmed = self._session.decided.get(index) == CONFIRMED
        return confirmed and self._use.is_decided(self._session.treebank[index])

    def _follow_runs(self) -> None:
        run = self._settle()
        base = self._runs.model_of(run)
        if base == self.base:
            return
        self.base, self._grown, self._next, self.learnt = base, None, None, {}
        self._seen_open.clear()
        self.to_learn.clear()
        if self.growing is not None:
            self.growing.cancel()
            self.growing = None
        self._recall()
        self.changed.emit()

    def _serving(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        known = (run for run in runs if run.model and run.method in METHODS)
        return tuple(run for run in known if self._use.serves(METHODS[run.method]))

    def _serving_here(self) -> tuple[Run, ...]:
        """Those that fit the document shown."""
        return self._fitting(self.own) or (self._shared.fitting(self.shared) if len(self._session.treebank) else ())

    def _settle(self) -> Run | None:
        """The run that is used from now on; that a newer one is not is said."""
        rows, project = self.candidates, self._session.project
        names = frozenset(run.name for run in rows)
        if self._chosen and self._chosen not in names:
            self._chosen = NEWEST  # it was one of another project
        if self._project is not project:
            self._project, self._in_use, self._known = project, "", frozenset()
        run = self.run
        if self._chosen == NEWEST:
            self._in_use = "" if run is None else run.name
        new = names - self._known
        newest = self.own[-1:]
        told = newest == self._fitting(self.own)[-1:] and not any(one.name in self._runs.unasked for one in newest)
        if self._known and new and run is not None and run.name not in new and told:
            self._notices.note(self._use.stays.format(newest[0].name, run.name))
        self._known = names
        return run

    def _follow_treebank(self) -> None:
        """Keeps up with what was taken back in a document while another was shown, and with what was decided there
        before; another document may need another model."""
        self._follow_runs()
        for name, index in tuple(self.to_learn):
            if name == self._session.document and index < len(self._session.treebank):
                self.keep_up(index)
        self._recall()

    def _recall(self) -> None:
        """Counts what was decided in the document shown since the run in use was learnt, by the journal: before the
        project was closed, or while another run was used."""
        session = self._session
        run, project, base, name = self.run, session.project, self.base, session.document
        if run is None or project is None or base is None or not run.started:
            return
        columns, started = self._use.columns, run.started
        job = self._work.read(lambda report: decided_since(project, name, started, columns, report))

        def take(found: tuple[int, ...]) -> None:
            if base != self.base:
                return
            for at in found:
                self._seen_open.add((name, at))
                if self._is_decided(at):
                    self.to_learn[name, at] = session.treebank[at]
            self._grow()

        job.finished.connect(session.while_shown(take))
        job.failed.connect(self._notices.fail)

    def _grow(self) -> None:
        """Learns the model again from its run and what was decided since, where that differs enough from what it
        knows; one growth at a time."""
        run, base = self.run, self.base
        if run is None or base is None or self.growing is not None or self._runs.learning or not self.relearn_after:
            return
        known = self.learnt if self._next is None else self._next[1]
        changed = sum(known.get(place) != sentence for place, sentence in self.to_learn.items())
        lost = len(known.keys() - self.to_learn.keys())
        if changed + lost < self.relearn_after and not (lost and not self.to_learn):
            return
        if not can_grow(run):
            return
        if not self.to_learn:
            self._next = (None, {})
            return
        learnt = dict(self.to_learn)
        path = self._free_path()
        self._runs.make_way()
        job = self._work.ask(LEARNING, Add(base, path, tuple(learnt.values())), self._use.learning)
        self.growing = job

        def take(count: int) -> None:
            if job is self.growing:
                self.growing, self._next = None, (path, learnt)
                if self._use.learnt:
                    self._notices.note(self._use.learnt.format(run.name, count))
                self._grow()  # what was decided meanwhile

        def give_up() -> None:
            if job is self.growing:
                self.growing = None

        job.finished.connect(take)
        job.when_lost(give_up)

    def _free_path(self) -> Path:
        """A new file for a grown model: the one in use is never written over."""
        if self._room is not None and not Path(self._room.name).is_dir():
            self.close()
        if self._room is None:
            self._room = tempfile.TemporaryDirectory(prefix="spectral-")
        self._growths += 1
        return Path(self._room.name) / f"{self._growths}.npz"

    def _drop_older(self) -> None:
        """Removes what nobody asks for any more: all but the one in use and the one before, which a job may read."""
        if self._room is not None and self._grown is not None:
            number = int(self._grown.stem)
            for path in Path(self._room.name).glob("*.npz"):
                if int(path.stem) < number - 1:
                    path.unlink(missing_ok=True)


def can_grow(run: Run) -> bool:
    """Whether sentences can be added to the model of a run."""
    method = METHODS[run.method]
    try:
        return method.can_add(settings_of(method, run.settings))
    except SettingsError:  # learnt by a version that had other settings
        return False
