"""Library of models that are kept for all projects, as runs that any project can use where they fit."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core import formats, library, store
from spectral_core.errors import SpectralError
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.progress import Progress, Report
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.jobs import Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.work import Work

_PROFILED_SENTENCES = 3000  # of a training document


class ModelLibrary(QObject):
    """Lists its models as runs with names of their own; files are written in threads."""

    changed = Signal()

    def __init__(self, work: Work, notices: Notices):
        super().__init__()
        self._work, self._notices = work, notices
        self.folder: Path | None = None
        self._files: dict[str, Path] = {}  # by the name of a run
        self.runs: tuple[Run, ...] = ()  # the oldest first

    def use_folder(self, folder: Path) -> None:
        """Keep models in a folder from now on."""
        self.folder = folder
        self.refresh()

    def refresh(self) -> None:
        """List the models that are in the folder now."""
        stored_models = () if self.folder is None else library.list_models(self.folder)
        models_by_name = {self.tr("{0} — library").format(stored.name): stored for stored in stored_models}
        self._files = {name: stored.path for name, stored in models_by_name.items()}
        self.runs = tuple(
            Run(name=name, method=stored.method, settings=stored.settings, model=stored.path.name)
            for name, stored in models_by_name.items()
        )
        self.changed.emit()

    def find_file(self, run: Run | None) -> Path | None:
        """Return the file of a model of the library; None for any other run."""
        return None if run is None else self._files.get(run.name)

    def add_run(self, run: Run, file: Path, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Copy the model of a run into the library, with a profile of the texts it fits."""
        folder = self.folder
        if folder is None:
            return None
        stem = documents[0].name.partition(".")[0] if documents else ""

        def copy(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(
                file, folder, f"{stem} {run.method}".strip(), profile_training(run, documents)
            ).path

        return self._start_copy(copy, self.tr("{0} is kept for all projects"))

    def replace_run(self, run: Run, file: Path, name: str, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Copy the model of a run into the library, in place of one that was kept under the same name."""
        folder = self.folder
        if folder is None:
            return None

        def copy(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(file, folder, name, profile_training(run, documents), replaces=True).path

        return self._start_copy(copy, self.tr("{0} proposes for all texts of this language from now on"))

    def import_file(self, file: Path) -> Job[Path] | None:
        """Copy a model from a file into the library."""
        folder = self.folder
        if folder is None:
            return None

        def copy(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(file, folder).path

        return self._start_copy(copy, self.tr("{0} is in the library now, for all projects"))

    def export_run(self, run: Run, file: Path, target: Path, documents: tuple[Path, ...]) -> Job[Path]:
        """Write a model to a file for another machine, with a profile of the texts it fits."""

        def copy(report: Report) -> Path:
            report(Progress("keeping", 0))
            profile = profile_training(run, documents)
            store.copy(file, target, {} if profile is None else library.pack_profile(profile))
            return target

        return self._start_copy(copy, self.tr("{0} is written"))

    def _start_copy(self, work: Callable[[Report], Path], message: str) -> Job[Path]:
        job = self._work.run_in_thread(work, self.tr("Copying a model"))

        def on_copied(path: Path) -> None:
            self.refresh()
            self._notices.notify(message.format(path.stem))

        job.finished.connect(on_copied)
        return job


def profile_training(run: Run, documents: tuple[Path, ...]) -> TextProfile | None:
    """Return a profile of what the model of a run was trained on, from the first sentences of its documents; None where
    none can be read."""
    column = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}.get("column")
    for path in documents:
        try:
            treebank = formats.load(path)
        except SpectralError:  # moved since
            continue
        return TextProfile.from_sentences(treebank, column if isinstance(column, str) else "", _PROFILED_SENTENCES)
    return None
