"""The library: models that are kept for all projects, as runs that any project can use; none is used unsuited."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core import formats, library, store
from spectral_core.analyzers.reads import Reads
from spectral_core.errors import SpectralError
from spectral_core.methods import METHODS
from spectral_core.progress import Progress, Report
from spectral_core.project import Run
from spectral_gui.jobs import Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.work import Work

_READ = 3000  # sentences of a document that tell what a model was learnt from


class ModelLibrary(QObject):
    """Its models are runs with names of their own; files are written in threads."""

    changed = Signal()

    def __init__(self, work: Work, notices: Notices):
        super().__init__()
        self._work, self._notices = work, notices
        self.folder: Path | None = None
        self._files: dict[str, Path] = {}  # by the name of a run
        self.rows: tuple[Run, ...] = ()  # the oldest first

    def use(self, folder: Path) -> None:
        """Has its models in a folder from now on."""
        self.folder = folder
        self.look()

    def look(self) -> None:
        """Sees which models there are now."""
        found = () if self.folder is None else library.kept_in(self.folder)
        names = {self.tr("{0} — library").format(one.name): one for one in found}
        self._files = {name: one.path for name, one in names.items()}
        self.rows = tuple(
            Run(name=name, method=one.method, settings=one.settings, model=one.path.name) for name, one in names.items()
        )
        self.changed.emit()

    def file_of(self, run: Run | None) -> Path | None:
        """The file of a model of the library; None for any other run."""
        return None if run is None else self._files.get(run.name)

    def keep(self, run: Run, file: Path, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Keeps the model of a run for all projects, with what tells which texts it fits."""
        folder = self.folder
        if folder is None:
            return None
        first = documents[0].name.partition(".")[0] if documents else ""

        def kept(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.keep(file, folder, f"{first} {run.method}".strip(), reads_of(run, documents)).path

        return self._copied(kept, self.tr("{0} is kept for all projects"))

    def share(self, run: Run, file: Path, name: str, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Keeps the model of a run for all projects, in the place of one that was kept under the same name."""
        folder = self.folder
        if folder is None:
            return None

        def shared(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.keep(file, folder, name, reads_of(run, documents), replaces=True).path

        return self._copied(shared, self.tr("{0} proposes for all texts of this language from now on"))

    def take(self, file: Path) -> Job[Path] | None:
        """Takes a model from a file into the library."""
        folder = self.folder
        if folder is None:
            return None

        def taken(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.keep(file, folder).path

        return self._copied(taken, self.tr("{0} is in the library now, for all projects"))

    def give(self, run: Run, file: Path, target: Path, documents: tuple[Path, ...]) -> Job[Path]:
        """Writes a model to a file for another machine, with what tells which texts it fits."""

        def given(report: Report) -> Path:
            report(Progress("keeping", 0))
            reads = reads_of(run, documents)
            store.copy(file, target, {} if reads is None else library.label(reads))
            return target

        return self._copied(given, self.tr("{0} is written"))

    def _copied(self, work: Callable[[Report], Path], said: str) -> Job[Path]:
        job = self._work.read(work, self.tr("Copying a model"))

        def told(path: Path) -> None:
            self.look()
            self._notices.note(said.format(path.stem))

        job.finished.connect(told)
        return job


def reads_of(run: Run, documents: tuple[Path, ...]) -> Reads | None:
    """What the model of a run was learnt from, by the first sentences of its documents; None where none can be read."""
    column = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}.get("column")
    for path in documents:
        try:
            treebank = formats.load(path)
        except SpectralError:  # moved since
            continue
        return Reads.of(treebank, column if isinstance(column, str) else "", _READ)
    return None
