"""Opening the journal of a project: sound, damaged, newer, or held by another; and the undo stack that is in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.project import schema
from spectral_core.project.complaints import DamagedError, ProjectError
from spectral_core.project.folder import JOURNAL
from spectral_core.project.history import History
from spectral_core.project.journal import ACT, MERGE, REDO, REFUSED, Journal

_CHECKED_ALWAYS = 1 << 26  # bytes; the pages of a larger journal are checked when it was not closed in order


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """An act in the undo stack: what it did is read when it is taken back."""

    id: int
    step: str


@dataclass(frozen=True, slots=True)
class Access:
    """A journal, if there is one that can be read; why it cannot be written, and what the user must be told."""

    journal: Journal | None
    read_only: str
    notice: str = ""


def access(folder: Path, annotator: str, read_only: str) -> Access:
    """The journal of a project, to be written unless `read_only` says why not."""
    path = folder / JOURNAL
    try:
        if read_only:
            reading = schema.connect_to_read(path)
            return Access(None if reading is None else Journal(path, reading, annotator), read_only)
        try:
            return Access(_to_write(path, annotator), "")
        except DamagedError:
            aside = schema.set_aside(path)
            notice = (
                f"The journal of this project was damaged. It was set aside as {aside.name}, and a new one was begun: "
                "what was saved in the text files is whole; later decisions are only in the damaged file. Restore "
                f"{JOURNAL} from a backup if you have one"
            )
            return Access(_to_write(path, annotator), "", notice)
    except ProjectError as error:
        return Access(None, read_only or str(error), str(error))


def _to_write(path: Path, annotator: str) -> Journal:
    unclean = path.with_name(path.name + "-wal").exists()
    if unclean and not path.exists():  # SQLite would throw away a log whose journal is gone
        raise DamagedError(f"{path} is missing, but not its log")
    connection = schema.connect(path)
    try:
        if unclean or path.stat().st_size <= _CHECKED_ALWAYS:
            schema.check_quickly(connection, path)
        return Journal(path, connection, annotator)
    except ProjectError:
        connection.close()
        raise


def restored(journal: Journal | None) -> History[UndoEntry]:
    """The undo stack as it was when the project was closed."""
    done: list[UndoEntry] = []
    undone: list[UndoEntry] = []
    for id, kind, undoes, step in () if journal is None else journal.outline():
        if kind in (ACT, MERGE):
            done.append(UndoEntry(id, step))
            undone.clear()
            continue
        source, target = (undone, done) if kind == REDO else (done, undone)
        if kind == REFUSED and undone and undone[-1].id == undoes:
            source = undone
        if source and source[-1].id == undoes:
            entry = source.pop()
            if kind != REFUSED:
                target.append(entry)
    return History(done, undone)
