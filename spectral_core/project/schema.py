"""The tables of a journal and how an older journal becomes a newer one; opening and setting aside its file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from spectral_core.project import efforts, locks
from spectral_core.project.complaints import DamagedError, ProjectError, asking, disk_complaint

APPLICATION = 0x53706A6E  # in the header of the file: that this database is one of ours
_WAIT = 5.0  # seconds for another process that reads or has just begun

_FIRST = (
    """CREATE TABLE texts (
        id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, format TEXT NOT NULL, content BLOB NOT NULL,
        raw BLOB
    )""",
    """CREATE TABLE acts (
        id INTEGER PRIMARY KEY, time TEXT NOT NULL, annotator TEXT NOT NULL, step TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('act', 'undo', 'redo', 'merge', 'refused')),
        undoes INTEGER REFERENCES acts (id), provenance TEXT NOT NULL, milliseconds INTEGER NOT NULL,
        rank INTEGER, seal BLOB NOT NULL
    )""",
    """CREATE TABLE changes (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, position INTEGER NOT NULL, cells TEXT NOT NULL,
        before INTEGER REFERENCES texts (id), after INTEGER REFERENCES texts (id),
        theirs INTEGER REFERENCES texts (id)
    )""",
    "CREATE INDEX changes_of_act ON changes (act)",
    "CREATE INDEX changes_of_sentence ON changes (document, sentence, id)",
    """CREATE TABLE bases (
        id INTEGER PRIMARY KEY, document TEXT NOT NULL, act INTEGER NOT NULL, time TEXT NOT NULL,
        reason TEXT NOT NULL CHECK (reason IN ('opened', 'saved', 'merged')), digest BLOB NOT NULL,
        sentences INTEGER NOT NULL, follows INTEGER REFERENCES bases (id), marks BLOB NOT NULL, numbers BLOB,
        next INTEGER NOT NULL, pending BLOB NOT NULL, appended BLOB NOT NULL
    )""",
    "CREATE INDEX bases_of_document ON bases (document, id)",
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time TEXT NOT NULL, body BLOB NOT NULL)",
)


def _create(connection: sqlite3.Connection, statements: Sequence[str], *tables: str) -> None:
    """Makes tables whose rows stay as they are."""
    for statement in statements:
        connection.execute(statement)
    for table in tables:
        for deed in ("UPDATE", "DELETE"):
            connection.execute(
                f"CREATE TRIGGER {table}_keeps_{deed.lower()} BEFORE {deed} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )


def _begin(connection: sqlite3.Connection) -> None:
    _create(connection, _FIRST, "texts", "acts", "changes", "bases", "runs")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")


Migration = Callable[[sqlite3.Connection], None]
MIGRATIONS: tuple[Migration, ...] = (  # the step at n makes a journal of version n one of version n + 1
    _begin,
    lambda connection: _create(connection, locks.TABLES, "locks"),
    lambda connection: _create(connection, efforts.TABLES, "efforts"),
)


def connect(path: Path, steps: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection:
    """A connection that writes, to a journal of the newest version: begun or brought up to date where it is not. What
    is no journal of ours is a DamagedError, and one of a newer version is refused; neither is changed."""
    with asking(path, "The project was not opened"):
        connection = _opened(str(path), uri=False)
        try:
            version = _version(connection, path, len(steps))
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            if version < len(steps):
                connection.execute("BEGIN IMMEDIATE")
                for step in steps[version:]:
                    step(connection)
                connection.execute(f"PRAGMA user_version = {len(steps)}")
                connection.execute("COMMIT")
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    return connection


def connect_to_read(path: Path, steps: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection | None:
    """A connection that only reads; None where there is no journal yet. Nothing is written, a newer one is refused."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    with asking(path, "The journal was not read"):
        connection = _opened(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            version = _version(connection, path, len(steps))
        except sqlite3.OperationalError:  # a journal in WAL mode needs a folder that can be written to
            connection.close()
            return _copied(path, steps)
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    if version == len(steps):
        return connection
    connection.close()
    return _copied(path, steps) if version else None


def _copied(path: Path, steps: Sequence[Migration]) -> sqlite3.Connection | None:
    """A connection to a copy in memory, of a journal where nothing may be written or that is of an older version."""
    import shutil
    import tempfile

    try:
        with asking(path, "The journal was not read"), tempfile.TemporaryDirectory(prefix="spectral-") as folder:
            copy = Path(folder) / path.name
            for name in (path, path.with_name(path.name + "-wal")):
                if name.exists():
                    shutil.copyfile(name, copy.with_name(name.name))
            source = connect(copy, steps)
            memory = _opened(":memory:", uri=False)
            source.backup(memory)
            source.close()
            return memory
    except OSError as error:
        raise disk_complaint(f"The journal {path} was not read", error) from None


def _opened(name: str, uri: bool) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=_WAIT, isolation_level=None, check_same_thread=False, uri=uri)


def _version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The version of a sound journal; 0 for an empty file. Reads the header and the list of tables."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and application == 0 and not tables:
        return 0
    if application != APPLICATION:
        raise DamagedError(f"{path} is a database, but not the journal of a project")
    if version > newest:
        what = f"it was written by a newer version (journal {version}; this program reads up to {newest})"
        raise ProjectError(f"{path}: {what}. Update the program; until then nothing can be changed here")
    return version


def check_quickly(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses a journal whose pages are damaged."""
    with asking(path, "The project was not opened"):
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise DamagedError(f"{path} is damaged ({'' if found is None else found[0]})")


def set_aside(path: Path) -> Path:
    """Gives a damaged journal another name, its log with it, so that nothing of it is lost; the new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    try:
        for ending in ("-wal", "-shm", ""):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.rename(name.with_name(name.name + ending))
    except OSError as error:
        raise disk_complaint(f"The damaged journal {path} was not set aside", error) from None
    return name
