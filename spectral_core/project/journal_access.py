"""Access to the journal of a project: integrity checks, replacement of a damaged journal."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.files import DEFAULT_MODE, read_raw
from spectral_core.project import journal_file, journal_tables
from spectral_core.project.errors import DamagedJournalError, ProjectError, make_disk_error
from spectral_core.project.journal import EDIT_COLUMNS, EditRow, Journal, compute_edit_seal
from spectral_core.project.project_file import JOURNAL_FILE
from spectral_core.project.stored_texts import make_stored_text

_logger = logging.getLogger(__name__)
_FILES_ONLY_NOTICE = "You see the content of the text files, without the decisions that were not saved in them"
_NEW_JOURNAL_NOTICE = (
    "a new one was started. Decisions that were not saved in the text files are lost with it, and so are undo, locks, "
    "the list of runs, and which sentences were accepted. If you have a backup, close the project and restore "
    f"{JOURNAL_FILE} from it before you go on"
)
_REOPEN_REMEDY = "open the project to change it, and it is put back"
_MAX_ALWAYS_CHECKED = 1 << 26  # bytes; a larger journal is checked page by page only after an unclean close
CHECK_FAILURE = "The journal was not checked"


@dataclass(frozen=True, slots=True)
class JournalAccess:
    """A project's journal, if it is readable; why it is read-only, and a notice for the user."""

    journal: Journal | None
    read_only: str
    notice: str = ""


def open_journal(
    folder: Path, annotator: str, read_only: str, permissions: int = DEFAULT_MODE, existed_before: bool = False
) -> JournalAccess:
    """Open a project's journal for writing, or for reading if `read_only` has a reason. `permissions` limits those of a
    new journal. If one existed before and is gone, the notice says what is lost."""
    path = folder / JOURNAL_FILE
    loss = f"The journal of this project, {path}, is gone" if existed_before and not path.exists() else ""
    if loss:
        _logger.info("journal %s is gone", path)
    is_emptied = existed_before and not loss and journal_file.is_without_tables(path)
    if read_only:
        if is_emptied:
            return JournalAccess(None, read_only, f"{path} is gone or empty. {_FILES_ONLY_NOTICE}")
        access = _open_journal_to_read(path, annotator, read_only)
        if not loss or access.journal is not None or access.notice:
            return access
        remedy = f"Restore {JOURNAL_FILE} from a backup, or open the project to change it, and a new one is started"
        return replace(access, notice=f"{loss}. {_FILES_ONLY_NOTICE}. {remedy}")
    try:
        if is_emptied:
            return _replace_damaged_journal(path, annotator, permissions)
        return JournalAccess(
            _open_journal_to_write(path, annotator, permissions),
            "",
            f"{loss}, and {_NEW_JOURNAL_NOTICE}" if loss else "",
        )
    except DamagedJournalError:
        try:
            return _replace_damaged_journal(path, annotator, permissions)
        except ProjectError as error:
            return _open_journal_to_read(path, annotator, str(error), str(error))
    except ProjectError as error:
        return _open_journal_to_read(path, annotator, str(error), str(error))


def _open_journal_to_read(path: Path, annotator: str, read_only: str, notice: str = "") -> JournalAccess:
    """Open a project's journal for reading; if that fails too, the notice says what is displayed."""
    try:
        connection = journal_file.connect_to_read(path)
        return JournalAccess(None if connection is None else Journal(path, connection, annotator), read_only, notice)
    except DamagedJournalError as error:
        reason: ProjectError = error
        recovered = _recover_from_log(path, path)
        if recovered is not None:
            journal = Journal(path, recovered, annotator)
            _logger.info("journal %s is damaged: %d edits are read from its log", path, journal.last_edit_id)
            message = f"{error}. All {journal.last_edit_id:,} edits were read from its log; {_REOPEN_REMEDY}"
            return JournalAccess(journal, read_only, f"{notice} {message}".strip())
    except ProjectError as error:
        reason = error
    prefix = "" if notice in ("", str(reason)) else f"{notice}. "
    return JournalAccess(None, read_only, f"{prefix}{reason}. {_FILES_ONLY_NOTICE}")


def _replace_damaged_journal(path: Path, annotator: str, permissions: int) -> JournalAccess:
    """Set a damaged journal aside and open one recovered from its write-ahead log, if the log is complete, or else a
    new one."""
    state = (
        "gone or empty"
        if journal_file.is_journal_missing_or_empty(path) or journal_file.is_without_tables(path)
        else "damaged"
    )
    renamed_path = journal_file.rename_damaged_journal(path)
    text = f"The journal of this project was {state}. It was set aside as {renamed_path.name}"
    recovered = _recover_from_log(path, renamed_path)
    if recovered is not None:
        journal_file.write_journal_file(path, recovered.serialize(), permissions)
        recovered.close()
        journal = _open_journal_to_write(path, annotator, permissions)
        _logger.info(
            "journal %s was %s: set aside as %s, recovered %d edits",
            path,
            state,
            renamed_path.name,
            journal.last_edit_id,
        )
        return JournalAccess(
            journal, "", f"{text}, and all {journal.last_edit_id:,} edits were read from its log: nothing is lost"
        )
    _logger.info("journal %s was %s: set aside as %s, a new one is begun", path, state, renamed_path.name)
    notice = (
        f"{text}, and a new one was started. Everything saved in the text files is intact; later decisions are only in "
        f"the old file. Restore {JOURNAL_FILE} from a backup if you have one"
    )
    return JournalAccess(_open_journal_to_write(path, annotator, permissions), "", notice)


def _recover_from_log(path: Path, renamed_path: Path) -> sqlite3.Connection | None:
    """Recover the journal from the log next to `renamed_path`, if it has every page; None otherwise."""
    try:
        content = journal_file.apply_write_ahead_log(b"", read_raw(journal_file.write_ahead_log_path(renamed_path)))
    except OSError:
        return None
    if content is None:
        return None
    with contextlib.suppress(ProjectError):
        connection = journal_file.connect_in_memory(content, path)
        if not any(find_journal_faults(Journal(path, connection, ""))):
            return connection
        connection.close()
    return None


def _open_journal_to_write(path: Path, annotator: str, permissions: int) -> Journal:
    """Open a journal for writing, created or migrated if necessary; DamagedJournalError if its pages are damaged, which
    are checked in a small journal or after an unclean close."""
    has_log = journal_file.write_ahead_log_path(path).exists()
    if journal_file.is_journal_missing_or_empty(path):  # SQLite would delete a log without its journal
        raise DamagedJournalError(f"{path} is gone or empty")
    is_small = not path.exists() or path.stat().st_size <= _MAX_ALWAYS_CHECKED
    if has_log and is_small:  # in a copy: SQLite would merge the log into the damaged journal and delete it
        with contextlib.closing(journal_file.connect_in_memory(_read_journal_with_log(path), path)) as copy:
            journal_file.check_journal_pages(copy, path)
    connection = journal_file.connect_to_write(path, permissions=permissions)
    try:
        if has_log or is_small:
            journal_file.check_journal_pages(connection, path)
        return Journal(path, connection, annotator)
    except ProjectError:
        connection.close()
        raise


def _read_journal_with_log(path: Path) -> bytes:
    """Return a journal with its write-ahead log applied; ProjectError if it cannot be read."""
    try:
        return journal_file.read_journal_with_log(path)
    except OSError as error:
        raise make_disk_error(f"{path.parent} can be read, but not changed", error, reading=True) from None


def find_journal_faults(journal: Journal) -> Iterator[str]:
    """Yield the faults of the database pages, stored texts, efforts and announced saves, and of the chain of seals."""
    path = journal.path
    with journal.connection_for_reading(CHECK_FAILURE) as connection:
        for (stored,) in connection.execute("PRAGMA integrity_check(20)").fetchall():
            if stored != "ok":
                yield f"{path}: {stored}"
        for number, digest, format, content, raw in connection.execute(
            "SELECT id, digest, format, content, raw FROM texts"
        ):
            if make_stored_text(format, content, raw).digest != digest:
                yield f"{path}: the text {number} is not what was recorded"
        orphans = journal_tables.count_orphaned_efforts(connection)
        if orphans:
            yield f"{path}: {orphans} rows of effort belong to no edit"
        for number in journal_tables.find_broken_saves(connection):
            yield f"{path}: the announced save {number} is not what was recorded"
        seal = b""
        sealed_rows = connection.execute(f"SELECT {EDIT_COLUMNS}, seal FROM acts ORDER BY id").fetchall()
    for expected_id, (*values, stored) in enumerate(sealed_rows, 1):
        row = EditRow(*values)
        with journal.connection_for_reading(CHECK_FAILURE) as connection:
            effort_values = journal_tables.read_raw_efforts(connection, row.id)
        seal = compute_edit_seal(
            seal, row, journal.read_entries(row.id), journal.read_lock_entries(row.id), effort_values
        )
        if row.id != expected_id or seal != bytes(stored):
            yield f"{path}: the edit {row.id} ({row.step!r}) is not what was recorded, or one before it is gone"
            seal = bytes(stored)
