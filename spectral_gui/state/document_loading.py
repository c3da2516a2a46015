"""Loading of documents, and conversion of plain texts to treebanks, in jobs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from spectral_core import formats
from spectral_core.data import EMPTY, Constraints, Treebank
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.engine import DocumentState
from spectral_core.errors import DataError
from spectral_core.progress import Progress, Report
from spectral_core.project import (
    TEXT,
    OpenedDocument,
    Project,
    TextConversion,
    WordEffort,
    convert_text,
    is_split_by_model,
)
from spectral_core.project.history import CONFIRMED, WordPosition
from spectral_gui.jobs.jobs import Job, load_treebank_file
from spectral_gui.state.notices import ReportingJobs
from spectral_gui.text_display import make_translator

_NUMBER_SUFFIX = re.compile(r" \(\d+\)(?=\.|$)")  # suffix of a file whose plain name was taken
_MAX_JOURNAL_STEPS = 5000  # journal steps to search: the user may be waiting
_tr = make_translator("Session")

_MAX_SYNCHRONOUS_SENTENCES = 400  # sentences that may be converted on the window's thread


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """A document of a project, read from its file and journal."""

    project: Project
    name: str
    opened: OpenedDocument
    provenances: dict[int, str]  # as returned by `Project.read_provenance`
    locks: dict[int, tuple[tuple[str, ...], Constraints]]  # as returned by `Project.read_locks`
    efforts: tuple[tuple[WordPosition, WordEffort], ...]  # as returned by `Project.collect_efforts`
    unsaved_elsewhere: dict[str, int]  # number of unsaved sentences of each other document

    def with_later_decisions(self) -> LoadedDocument:
        """Return the document with the provenance, locks and efforts recorded since it was read."""
        project, name = self.project, self.name
        return replace(
            self,
            provenances=project.read_provenance(name),
            locks=project.read_locks(name),
            efforts=project.collect_efforts(),
        )


def make_document_state(treebank: Treebank) -> DocumentState:
    """Return the state of a document for the engine: its file and edits, or its sentences if these are in no file."""
    is_in_file = treebank.path is not None and not is_split_by_model(treebank)
    return DocumentState(treebank.path, treebank.format, dict(treebank.edits), None if is_in_file else treebank)


def find_document_of_path(project: Project | None, store: Path | None, path: Path) -> str | None:
    """Return the document stored in a file, if the open project was created for a single file; None otherwise."""
    if project is None or store is None or project.folder.parent != store.resolve():
        return None
    resolved = path.resolve()
    return next((name for name in project.documents if project.path_of(name).resolve() == resolved), None)


def open_project_at(
    path: Path, store: Path | None, annotator: str, document: str | None, report: Report
) -> LoadedDocument:
    """Open the project in a folder, or the one created for a treebank file, and lock it; return its open document:
    `document`, or else the first."""
    report(Progress("opening", 0))
    if path.is_dir() or path.name == "project.json":
        project = Project.open(path, annotator, load_treebank_file)
    else:
        if store is None:
            raise DataError(f"{path}: there is no folder to keep its changes in; make a project for it")
        project = Project.open_for_file(path, store, annotator, load_treebank_file, report)
    try:
        if not project.documents:
            raise DataError(f"{path}: this project has no documents; add a treebank to it")
        name = document if document in project.documents else project.documents[0]
        return open_document(project, name, report)
    except BaseException:
        project.close()
        raise


def open_document(project: Project, name: str, report: Report) -> LoadedDocument:
    """Open one document of an open project."""
    opened = project.open_document(name, report)
    elsewhere = {
        other_name: project.count_unsaved(other_name) for other_name in project.documents if other_name != name
    }
    loaded = LoadedDocument(
        project,
        name,
        opened,
        project.read_provenance(name),
        project.read_locks(name),
        project.collect_efforts(),
        elsewhere,
    )
    report(Progress("opening", 1))  # raises if the user has opened something else meanwhile
    return loaded


def find_sentences_decided_since(
    project: Project, name: str, since: str, columns: AbstractSet[str], report: Report
) -> tuple[int, ...]:
    """Return the indexes of the sentences that lacked values in these columns at the time `since` (ISO 8601) and are
    confirmed now, according to the newest 5000 journal steps."""
    report(Progress("reading", 0))
    start_time = datetime.fromisoformat(since)
    initial_values: dict[tuple[int, int], str] = {}  # by (sentence, word): the value at that moment
    for journal_step in project.list_history(_MAX_JOURNAL_STEPS, name):
        if datetime.fromisoformat(journal_step.time) < start_time:
            break
        initial_values.update(
            {(journal_step.index, cell.word): cell.before for cell in journal_step.cells if cell.column in columns}
        )
    incomplete = {index for (index, _), value in initial_values.items() if value == EMPTY}
    return tuple(
        sorted(
            index
            for index, provenance in project.read_provenance(name).items()
            if provenance == CONFIRMED and index in incomplete
        )
    )


def find_companion_document(document: str, documents: Sequence[str], format: str) -> str | None:
    """Return the document of the project that, judged by its name, has the other kind of tree over the same sentences;
    None if there is none."""
    stem = _split_name_without_suffixes(document)
    for name in documents:
        other_stem = _split_name_without_suffixes(name)
        shares_stem = other_stem[: len(stem)] == stem[: len(other_stem)]
        has_phrases = CONSTITUENTS.name in formats.detect_format(Path(name)).contents
        if name != document and shares_stem and has_phrases != formats.can_hold(format, CONSTITUENTS.name):
            return name
    return None


def _split_name_without_suffixes(name: str) -> list[str]:
    """Return the dot-separated parts of a file name without the suffixes of its format and compression."""
    endings = {ending.lstrip(".") for format in formats.FORMATS.values() for ending in format.suffixes} | {"gz", "xz"}
    parts = _NUMBER_SUFFIX.sub("", Path(name).name).split(".")
    while len(parts) > 1 and parts[-1].lower() in endings:
        parts.pop()
    return parts


class TextConverter:
    """Converts the open plain text to a treebank in the background."""

    def __init__(self, work: ReportingJobs) -> None:
        self._work = work
        self._job: Job[TextConversion] | None = None
        self._conversion: TextConversion | None = None

    def start_conversion(self, treebank: Treebank) -> None:
        """Convert a text in a thread; drop the result of a previous text."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._conversion = None
        if treebank.format == TEXT and treebank.path is not None:
            job = self._job = self._work.run_in_thread(lambda report: convert_text(treebank, report))
            job.finished.connect(lambda prepared: self._on_finished(job, prepared))

    def get_conversion(self, treebank: Treebank) -> TextConversion:
        """Return the conversion of a text, which is computed at once if it is not finished; raise DataError while a
        long text is still being converted in a thread."""
        if self._conversion is not None and self._conversion.treebank is treebank:
            return self._conversion
        if len(treebank) > _MAX_SYNCHRONOUS_SENTENCES and self._job is not None and not self._job.has_ended:
            raise DataError(_tr("this long text is still being tokenised. Try again in a moment"))
        return convert_text(treebank)

    def _on_finished(self, job: Job[TextConversion], conversion: TextConversion) -> None:
        if job is self._job:
            self._conversion = conversion
