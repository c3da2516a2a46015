"""Opening the journal of a project: sound, damaged, newer, or held by another; and the undo stack that is in it."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.files import USUAL
from spectral_core.files import whole as file_content
from spectral_core.project import log, schema
from spectral_core.project.complaints import DamagedError, ProjectError, disk_complaint
from spectral_core.project.folder import JOURNAL
from spectral_core.project.history import History
from spectral_core.project.journal import ACT, MERGE, REDO, REFUSED, Journal
from spectral_core.project.sealing import broken_rows

_WITHOUT = "What is shown is what the text files hold, without the decisions that were not saved in them"
_BEGUN = (
    "a new one was begun. Decisions that were not saved in the text files are lost with it, and so are undo, locks and "
    f"the list of runs. If you have a backup, close the project and restore {JOURNAL} from it before you go on"
)
_REOPEN = "open the project to change it, and it is put back"
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


def access(folder: Path, annotator: str, read_only: str, rights: int = USUAL, begun: bool = False) -> Access:
    """The journal of a project, to be written unless `read_only` says why not; what cannot be written is read. A new
    one gives these rights at most. Where one was `begun` before and is gone, the notice says what is lost."""
    path = folder / JOURNAL
    gone = f"The journal of this project, {path}, is gone" if begun and not path.exists() else ""
    if read_only:
        found = _reading(path, annotator, read_only)
        if not gone or found.journal is not None or found.notice:
            return found
        remedy = f"Restore {JOURNAL} from a backup, or open the project to change it, and a new one is begun"
        return replace(found, notice=f"{gone}. {_WITHOUT}. {remedy}")
    try:
        return Access(_to_write(path, annotator, rights), "", f"{gone}, and {_BEGUN}" if gone else "")
    except DamagedError:
        try:
            return _begun_again(path, annotator, rights)
        except ProjectError as error:
            return _reading(path, annotator, str(error), str(error))
    except ProjectError as error:
        return _reading(path, annotator, str(error), str(error))


def _reading(path: Path, annotator: str, read_only: str, notice: str = "") -> Access:
    """The journal of a project that is only read; where even that cannot be, it is said what is on screen then."""
    try:
        reading = schema.connect_to_read(path)
        return Access(None if reading is None else Journal(path, reading, annotator), read_only, notice)
    except DamagedError as error:
        why: ProjectError = error
        found = _in_log(path, path)
        if found is not None:
            journal = Journal(path, found, annotator)
            said = f"{error}. All {journal.last:,} acts were read from its log; {_REOPEN}"
            return Access(journal, read_only, f"{notice} {said}".strip())
    except ProjectError as error:
        why = error
    known = "" if notice in ("", str(why)) else f"{notice}. "
    return Access(None, read_only, f"{known}{why}. {_WITHOUT}")


def _begun_again(path: Path, annotator: str, rights: int) -> Access:
    """A damaged journal set aside: what its log holds in its place if that is all of it, or else a new one."""
    what = "gone or empty" if log.is_lost(path) else "damaged"
    aside = schema.set_aside(path)
    told = f"The journal of this project was {what}. It was set aside as {aside.name}"
    found = _in_log(path, aside)
    if found is not None:
        schema.put(path, found.serialize(), rights)
        found.close()
        journal = _to_write(path, annotator, rights)
        return Access(journal, "", f"{told}, and all {journal.last:,} acts were read from its log: nothing is lost")
    notice = (
        f"{told}, and a new one was begun: what was saved in the text files is whole; later decisions are only in what "
        f"was set aside. Restore {JOURNAL} from a backup if you have one"
    )
    return Access(_to_write(path, annotator, rights), "", notice)


def _in_log(path: Path, aside: Path) -> sqlite3.Connection | None:
    """A sound journal from the log beside `aside`, if every page of it is there: no other was ever written."""
    try:
        whole = log.merged(b"", file_content(log.log_of(aside)))
    except OSError:
        return None
    if whole is None:
        return None
    with contextlib.suppress(ProjectError):
        found = schema.in_memory(whole, path)
        if not any(broken_rows(Journal(path, found, ""))):
            return found
        found.close()
    return None


def _to_write(path: Path, annotator: str, rights: int) -> Journal:
    unclean = log.log_of(path).exists()
    if log.is_lost(path):  # SQLite would throw away a log whose journal is gone
        raise DamagedError(f"{path} is gone or empty")
    small = not path.exists() or path.stat().st_size <= _CHECKED_ALWAYS
    if unclean and small:  # in a copy: SQLite puts the log into a damaged journal, and it is gone
        with contextlib.closing(schema.in_memory(_whole(path), path)) as copy:
            schema.check_quickly(copy, path)
    connection = schema.connect(path, rights=rights)
    try:
        if unclean or small:
            schema.check_quickly(connection, path)
        return Journal(path, connection, annotator)
    except ProjectError:
        connection.close()
        raise


def _whole(path: Path) -> bytes:
    try:
        return log.whole(path)
    except OSError as error:
        raise disk_complaint(f"{path.parent} can be read, but not changed", error, reading=True) from None


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
