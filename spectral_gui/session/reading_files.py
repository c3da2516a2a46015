"""Reading and writing projects and documents, for threads; plain values, nothing of the session's state."""

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
from spectral_core.errors import DataError
from spectral_core.progress import Progress, Report
from spectral_core.project import ChangedOutsideError, Opened, Project, Taken
from spectral_core.project.history import CONFIRMED, Word
from spectral_gui.jobs import load_file

_NUMBER = re.compile(r" \(\d+\)(?=\.|$)")  # of a file whose plain name was taken
_MOST_STEPS = 5000  # of a journal that are looked through: the window may wait for it meanwhile


@dataclass(frozen=True, slots=True)
class Ready:
    """A document of a project, read."""

    project: Project
    name: str
    found: Opened
    decided: dict[int, str]  # as `Project.decided` gives it
    locks: dict[int, tuple[tuple[str, ...], Constraints]]  # as `Project.locks` gives it
    taken: tuple[tuple[Word, Taken], ...]  # as `Project.taken` gives it
    elsewhere: dict[str, int]  # how many sentences of each other document its file does not hold

    def renewed(self) -> Ready:
        """The same with what was decided since it was read."""
        project, name = self.project, self.name
        return replace(self, decided=project.decided(name), locks=project.locks(name), taken=project.taken())


def document_at(project: Project | None, store: Path | None, path: Path) -> str | None:
    """The document of an open project around a single file, a text and what it became, that stands in a file."""
    if project is None or store is None or project.folder.parent != store.resolve():
        return None
    wanted = path.resolve()
    return next((name for name in project.documents if project.path_of(name).resolve() == wanted), None)


def opened_path(path: Path, store: Path | None, annotator: str, document: str | None, report: Report) -> Ready:
    """One document of the project in a folder or around a treebank, which is held from now on."""
    report(Progress("opening", 0))
    if path.is_dir() or path.name == "project.json":
        project = Project.open(path, annotator, load_file)
    else:
        if store is None:
            raise DataError(f"{path}: there is no folder to keep its changes in; make a project for it")
        project = Project.around(path, store, annotator, load_file, report)
    try:
        if not project.documents:
            raise DataError(f"{path}: this project has no documents; add a treebank to it")
        name = document if document in project.documents else project.documents[0]
        return opened_document(project, name, report)
    except BaseException:
        project.close()
        raise


def opened_document(project: Project, name: str, report: Report) -> Ready:
    """One document of an open project."""
    found = project.open_document(name, report)
    elsewhere = {other: project.unsaved(other) for other in project.documents if other != name}
    ready = Ready(project, name, found, project.decided(name), project.locks(name), project.taken(), elsewhere)
    report(Progress("opening", 1))  # which ends it where something else was asked for meanwhile
    return ready


def saved_document(project: Project, name: str, treebank: Treebank, report: Report) -> bool:
    """Whether a document was written to its file; not where another program has written that meanwhile."""
    report(Progress("saving", 0))
    if project.unsettled(name):
        raise DataError(f"{name}: it was changed outside as well; decide first which changes stand")
    try:
        project.save(name, treebank)
    except ChangedOutsideError:
        return False
    return True


def saved_documents(project: Project, names: tuple[str, ...], report: Report) -> dict[str, int]:
    """How many sentences of each document its file does not hold after these were written; one with conflicts waits."""
    for done, name in enumerate(names):
        report(Progress("saving", done, len(names)))
        found = project.open_document(name)
        if not found.conflicts:
            saved_document(project, name, found.treebank, report)
    return {name: project.unsaved(name) for name in names}


def decided_since(
    project: Project, name: str, moment: str, columns: AbstractSet[str], report: Report
) -> tuple[int, ...]:
    """The sentences of a document that lacked something in these columns at a moment (ISO) and are accepted now, by
    the newest of the journal."""
    report(Progress("reading", 0))
    began = datetime.fromisoformat(moment)
    first: dict[tuple[int, int], str] = {}  # of each word, what stood there then
    for step in project.steps(_MOST_STEPS, name):
        if datetime.fromisoformat(step.time) < began:
            break
        first.update({(step.index, cell.word): cell.before for cell in step.cells if cell.column in columns})
    lacked = {at for (at, _), before in first.items() if before == EMPTY}
    return tuple(sorted(at for at, where in project.decided(name).items() if where == CONFIRMED and at in lacked))


def holds(project: Project | None, opened_as: Path | None, path: Path) -> bool:
    """Whether what is at a path is open and may be changed here: opened beside it, that could only be looked at."""
    if project is None or project.read_only or opened_as is None:
        return False
    place = (path.parent if path.name == "project.json" else path).resolve()
    return place in {project.folder.resolve(), opened_as.resolve()}


def companion_of(document: str, documents: Sequence[str], format: str) -> str | None:
    """The document with the other kind of tree over the same sentences, by its name; None where there is none."""
    stem = _stem(document)
    for name in documents:
        other = _stem(name)
        same = other[: len(stem)] == stem[: len(other)]
        has_phrases = CONSTITUENTS.name in formats.format_of(Path(name)).holds
        if name != document and same and has_phrases != formats.holds(format, CONSTITUENTS.name):
            return name
    return None


def _stem(name: str) -> list[str]:
    """The parts of a file's name without the endings that say its format and packing."""
    endings = {ending.lstrip(".") for row in formats.FORMATS.values() for ending in row.suffixes} | {"gz", "xz"}
    parts = _NUMBER.sub("", Path(name).name).split(".")
    while len(parts) > 1 and parts[-1].lower() in endings:
        parts.pop()
    return parts
