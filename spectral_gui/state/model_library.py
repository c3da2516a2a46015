"""Library of models kept for all projects, and the models in it and in the project that fit a document."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core import formats, library, store
from spectral_core.errors import SpectralError
from spectral_core.library import read_training_profile
from spectral_core.morphology.text_profile import LANGUAGE, MIN_COVERAGE_RATIO, RELATIONS, SCRIPT, WORDS, TextProfile
from spectral_core.progress import Progress, Report
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_core.training_text import find_sharing_limits
from spectral_gui.jobs.jobs import Job
from spectral_gui.state.changes import ChangeKind
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs
from spectral_gui.text_display import make_translator

_tr = make_translator("Session")
CompatibleRunSelector = Callable[[tuple[Run, ...]], tuple[Run, ...]]  # selects the runs that fit the open document
_MAX_PROFILED_SENTENCES = 3000  # of a training document, for its profile


class ModelCompatibility:
    """Compares the training text of runs with the open document; caches the text profiles of both."""

    def __init__(self, session: Session, runs: Runs, library: ModelLibrary):
        self._session, self._runs = session, runs
        self._document_profiles: dict[str, TextProfile] = {}  # of the document, by the tag column that a model reads
        self._columns: dict[Path, str] = {}  # that models read, by file; "" for the most fine-grained tags there are
        self._compatible_runs: dict[tuple[str, ...], tuple[Run, ...]] = {}  # by the names of the candidate runs
        self._training_profiles: dict[Path, tuple[int, TextProfile]] = {}  # by model file, with its modification time
        session.changes.add_part("compatibility", lambda _: self._on_treebank_changed(), ChangeKind.DOCUMENT)
        for models in (runs, library):
            models.changed.connect(self._on_models_changed)

    def select_compatible(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Return the runs that fit the document, without those whose word coverage is below half of the best."""
        names = ("", *(run.name for run in runs))
        if names not in self._compatible_runs:
            candidates = [run for run in runs if not self.find_mismatch(run)]
            coverages = {
                run.name: self._get_document_profile(run).measure_coverage(self._get_training_profile(run))
                for run in candidates
            }
            best = max(coverages.values(), default=0.0)
            self._compatible_runs[names] = tuple(
                run for run in candidates if coverages[run.name] >= MIN_COVERAGE_RATIO * best
            )
        return self._compatible_runs[names]

    def find_mismatch(self, run: Run) -> str:
        """Return the kind of the first mismatch (script, language, words, relations or tagset) between a run's training
        text and the document; "" if the run fits."""
        return self._get_document_profile(run).find_mismatch(self._get_training_profile(run))

    def explain_mismatch(self, run: Run) -> str:
        """Return a sentence that explains why a run does not fit this text; "" if it fits."""
        mismatch, text, training = (
            self.find_mismatch(run),
            self._get_document_profile(run),
            self._get_training_profile(run),
        )
        if not mismatch:
            return ""
        if mismatch == SCRIPT:
            message = _tr("{0} was trained on {1} script; this text is in {2} script.")
            return message.format(run.name, training.script.title(), text.script.title())
        if mismatch == LANGUAGE:
            names = (_get_language_name(profile.language or "") for profile in (training, text))
            return _tr("{0} was trained on {1}; this text is {2}.").format(run.name, *names)
        if mismatch == WORDS:
            coverage = text.measure_coverage(training)
            message = _tr("{0} knows only {1:.0%} of the words of this text. It may be for another language.")
            return message.format(run.name, coverage)
        if mismatch == RELATIONS:
            return _tr("{0} uses other relations than this text.").format(run.name)
        return _tr("{0} was trained with another tagset.").format(run.name)

    def sort_compatible_by_coverage(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Return the runs of the library that fit the document, by ascending word coverage. A model without a profile
        of its training text, or with zero coverage of the document, never fits."""
        names = tuple(run.name for run in runs)
        if names not in self._compatible_runs:  # cached, as this is called after every edit
            candidates = [run for run in runs if self._get_training_profile(run).script and not self.find_mismatch(run)]
            coverages = {
                run.name: self._get_document_profile(run).measure_coverage(self._get_training_profile(run))
                for run in candidates
            }
            covering = [run for run in candidates if coverages[run.name]]
            self._compatible_runs[names] = tuple(sorted(covering, key=lambda run: coverages[run.name]))
        return self._compatible_runs[names]

    def _get_document_profile(self, run: Run) -> TextProfile:
        path = self._runs.find_model_file(run)
        column = self._columns.get(path) if path is not None else ""
        if column is None and path is not None:
            column = self._columns[path] = "" if METHODS[run.method].structure is None else _read_tag_column(path)
        column = column or ""
        if column not in self._document_profiles:
            self._document_profiles[column] = TextProfile.from_sentences(self._session.treebank, column)
        return self._document_profiles[column]

    def _get_training_profile(self, run: Run) -> TextProfile:
        """Return the cached profile of a run's training text; an empty one if its model file cannot be read."""
        path = self._runs.find_model_file(run)
        try:
            modified_at = -1 if path is None else path.stat().st_mtime_ns
            if path is None:
                return TextProfile.from_tagged_words((), ())
            cached = self._training_profiles.get(path)
            if cached is None or cached[0] != modified_at:
                cached = self._training_profiles[path] = (
                    modified_at,
                    read_training_profile(path) or TextProfile.from_tagged_words((), ()),
                )
        except (OSError, SpectralError, ValueError, IndexError):  # reported when the model is used
            return TextProfile.from_tagged_words((), ())
        return cached[1]

    def _on_treebank_changed(self) -> None:
        self._document_profiles.clear()
        self._compatible_runs.clear()

    def _on_models_changed(self) -> None:
        self._columns.clear()
        self._compatible_runs.clear()


def _get_language_name(code: str) -> str:
    """Return the name of a language that text profiles detect, in the user's language; "" for any other code."""
    names = {
        "ar": _tr("Arabic"),
        "ru": _tr("Russian"),
        "uk": _tr("Ukrainian"),
        "pl": _tr("Polish"),
        "tr": _tr("Turkish"),
    }
    return names.get(code, "")


def _read_tag_column(file: Path) -> str:
    """Return the column that the model in a file reads; "" if its method has none, or the file cannot be read."""
    try:
        column = store.read_description(file)[1].get("column")
    except (OSError, SpectralError):  # reported when the model is used
        return ""
    return column if isinstance(column, str) else ""


class ModelLibrary(QObject):
    """Library of models, as runs with unique names; files are written in threads."""

    changed = Signal()

    def __init__(self, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._work, self._notices = work, notices
        self.folder: Path | None = None
        self._files: dict[str, Path] = {}  # by run name
        self.runs: tuple[Run, ...] = ()  # oldest first

    def set_folder(self, folder: Path) -> None:
        """Set the folder of the library, and read its models."""
        self.folder = folder
        self.reload_folder()

    def reload_folder(self) -> None:
        """Read the models of the folder again."""
        stored_models = () if self.folder is None else library.list_models(self.folder)
        models_by_name = {self.tr("{0} — library").format(stored.name): stored for stored in stored_models}
        self._files = {name: stored.path for name, stored in models_by_name.items()}
        self.runs = tuple(
            Run(
                name=name,
                method=stored.method,
                settings=stored.settings,
                documents=tuple(source.name for source in stored.provenance.sources),
                started=stored.provenance.date,
                model=stored.path.name,
            )
            for name, stored in models_by_name.items()
        )
        self.changed.emit()

    def find_file(self, run: Run | None) -> Path | None:
        """Return the file of a model of the library; None for any other run."""
        return None if run is None else self._files.get(run.name)

    def add_model_of_run(self, run: Run, file: Path, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Copy the model of a run into the library, with a profile of its training texts. Return None if there is no
        library folder."""
        folder = self.folder
        if folder is None:
            return None
        stem = documents[0].name.partition(".")[0] if documents else ""

        def copy_to_library(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(
                file, folder, f"{stem} {run.method}".strip(), profile_training_text(file, documents)
            ).path

        return self._start_copy(copy_to_library, self.tr("{0} is available in all projects"))

    def replace_model(self, file: Path, name: str, documents: tuple[Path, ...]) -> Job[Path] | None:
        """Replace a model of the library, by name, with the model of a run."""
        folder = self.folder
        if folder is None:
            return None

        def copy_to_library(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(file, folder, name, profile_training_text(file, documents), replaces=True).path

        return self._start_copy(copy_to_library, self.tr("{0} is now used for all texts in this language"))

    def import_model(self, file: Path) -> Job[Path] | None:
        """Import a model file into the library."""
        folder = self.folder
        if folder is None:
            return None

        def copy_to_library(report: Report) -> Path:
            report(Progress("keeping", 0))
            return library.add_model(file, folder).path

        return self._start_copy(copy_to_library, self.tr("{0} was added to the library for all projects"))

    def has_training_text(self, file: Path) -> bool:
        """Return whether a model file includes the text that the model was trained on."""
        return store.read_text_state(file) is store.TextState.INCLUDED

    def export_model(self, file: Path, target: Path, documents: tuple[Path, ...], keep_text: bool = False) -> Job[Path]:
        """Export a model to a file for another machine, with a profile of its training texts; with `keep_text` also
        with the text itself, if its file has it."""
        limits = ", ".join(find_sharing_limits(store.read_provenance(file).sources))
        message = self.tr("Exported {0}")
        if keep_text and limits:
            message = self.tr("Exported {0} with its training text. The licence of {1} restricts sharing.")
        elif keep_text:
            message = self.tr("Exported {0} with its training text. Share it only where you may share the text.")

        def copy_to_target(report: Report) -> Path:
            report(Progress("keeping", 0))
            profile = profile_training_text(file, documents)
            store.copy(file, target, {} if profile is None else library.pack_profile(profile), keep_text)
            return target

        return self._start_copy(copy_to_target, message, limits)

    def _start_copy(self, work: Callable[[Report], Path], message: str, *values: str) -> Job[Path]:
        """Run `work`, which copies a model file, in a thread; reload the library and show `message`, filled with the
        name of the file and `values`, at the end."""
        job = self._work.run_in_thread(work, self.tr("Copying a model"))

        def on_copied(path: Path) -> None:
            self.reload_folder()
            self._notices.notify(message.format(path.stem, *values))

        job.finished.connect(on_copied)
        return job


def profile_training_text(file: Path, documents: tuple[Path, ...]) -> TextProfile | None:
    """Return a profile of the training data of the model in a file, from the first sentences of its documents; None if
    none can be read."""
    column = _read_tag_column(file)
    for path in documents:
        try:
            treebank = formats.load(path)
        except SpectralError:  # the file was moved since
            continue
        return TextProfile.from_sentences(treebank, column, _MAX_PROFILED_SENTENCES)
    return None
