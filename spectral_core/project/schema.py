"""The tables of a journal and how an older journal becomes a newer one; opening and setting aside its file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from spectral_core.errors import FormatError
from spectral_core.files import USUAL, replace_atomically
from spectral_core.project import efforts, locks, log, saves
from spectral_core.project.complaints import DamagedError, ProjectError, asking, disk_complaint

APPLICATION = 0x53706A6E  # in the header of the file: that this database is one of ours
_SQLITE = b"SQLite format 3\0"
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
    lambda connection: _create(connection, saves.TABLES, "saves"),
)


def connect(path: Path, steps: Sequence[Migration] = MIGRATIONS, rights: int = USUAL) -> sqlite3.Connection:
    """A connection that writes, to a journal of the newest version: begun or brought up to date where it is not.

    What is no journal of ours is a DamagedError, and one of a newer version is refused; neither is changed. A new one,
    and what SQLite keeps beside it, gives these rights at most.
    """
    _check_parts(path)
    with asking(path, f"{path.parent} can be read, but not changed"):
        if not path.exists():
            put(path, _nothing(), rights)  # one without content was lost, and not just begun
        connection = _opened(str(path), uri=False)
        try:
            version = _version(connection, path, len(steps))
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            _bring_up_to_date(connection, version, steps)
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    return connection


def _nothing() -> bytes:
    """A database without tables that keeps a log: what is done to it from the first table on is in that."""
    memory = _opened(":memory:", uri=False)
    memory.execute("VACUUM")  # which makes the first page
    content = bytearray(memory.serialize())
    memory.close()
    content[log.MODES] = log.WITH_LOG
    return bytes(content)


def put(path: Path, content: bytes, rights: int) -> None:
    """Writes the file of a journal."""
    try:
        replace_atomically(path, [content], rights=rights)
    except FormatError as error:
        raise ProjectError(f"{path.parent} can be read, but not changed: {error}") from None


def _bring_up_to_date(connection: sqlite3.Connection, version: int, steps: Sequence[Migration]) -> None:
    if version < len(steps):
        connection.execute("BEGIN IMMEDIATE")
        for step in steps[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")


def connect_to_read(path: Path, steps: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection | None:
    """A connection that only reads; None where there is no journal yet. Nothing is written, a newer one is refused."""
    _check_parts(path)
    if log.is_lost(path):
        raise DamagedError(f"{path} is gone or empty")
    if not path.exists():
        return None
    with asking(path, "The journal was not read"):
        connection = _opened(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            version = _version(connection, path, len(steps))
        except sqlite3.OperationalError:  # beside a log there must be room for more, in a folder that can be written to
            connection.close()
            return _copied(path, steps)
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    if version == len(steps):
        return connection
    connection.close()
    return _copied(path, steps)


def _copied(path: Path, steps: Sequence[Migration]) -> sqlite3.Connection:
    """A connection to a copy in memory, of a journal where nothing may be written or that is of an older version."""
    try:
        content = log.whole(path)
    except OSError as error:
        raise disk_complaint(f"The journal {path} was not read", error, reading=True) from None
    return in_memory(content, path, steps)


def in_memory(content: bytes, path: Path, steps: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection:
    """A connection to what the file of a journal holds; `path` is for messages."""
    with asking(path, "The journal was not read"):
        memory = _opened(":memory:", uri=False)
        try:
            if not content.startswith(_SQLITE):
                raise DamagedError(f"{path} is damaged (it is not a database)")
            memory.deserialize(content)
            _bring_up_to_date(memory, _version(memory, path, len(steps)), steps)
        except (sqlite3.Error, ProjectError):
            memory.close()
            raise
        return memory


def _opened(name: str, uri: bool) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=_WAIT, isolation_level=None, check_same_thread=False, uri=uri)


def _version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The version of a sound journal; 0 for an empty file. Reads the header and the list of tables."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    kinds = {str(name): str(kind) for name, kind in connection.execute("SELECT name, type FROM sqlite_master")}
    tables = {name for name, kind in kinds.items() if kind == "table"}
    if version == 0 and application == 0 and not tables:
        return 0
    if application != APPLICATION:
        raise DamagedError(f"{path} is a database, but not the journal of a project")
    ours = _own_parts()
    deeds = {name for name, kind in kinds.items() if kind == "trigger"}
    if deeds - ours.keys() or any(kinds[name] != kind for name, kind in ours.items() if name in kinds):
        raise DamagedError(f"{path} is a database in which others have laid down what is to be done")
    if version > newest:
        what = f"it was written by a newer version (journal {version}; this program reads up to {newest})"
        raise ProjectError(f"{path}: {what}. Update the program; until then nothing can be changed here")
    return version


def _check_parts(path: Path) -> None:
    """Refuses what SQLite would wait for: a device or a pipe in the place of a journal, or of what it keeps beside."""
    for ending in ("", "-wal", "-shm", "-journal"):
        part = path.with_name(path.name + ending)
        if part.exists() and not part.is_file():
            raise ProjectError(f"{part}: this is not a file. Restore it from a backup, or take it away")


@cache
def _own_parts() -> dict[str, str]:
    """The kinds of tables, indexes and triggers by their names."""
    with contextlib.closing(_opened(":memory:", uri=False)) as fresh:
        _bring_up_to_date(fresh, 0, MIGRATIONS)
        return dict(fresh.execute("SELECT name, type FROM sqlite_master").fetchall())


def wrong_row(connection: sqlite3.Connection) -> str:
    """A row that holds something else than its table asks for, where SQLite itself would take anything; "" where there
    is none. What was said of decisions may be wrong: it is passed over where it is read, and so are texts."""
    for table, condition in _typed_otherwise().items():
        row = connection.execute(f"SELECT id FROM {table} WHERE {condition} LIMIT 1").fetchone()
        if row is not None:
            return f"the row {row[0]} of its table {table}"
    return ""


@cache
def _typed_otherwise() -> dict[str, str]:
    """For each table, the condition that a row holds a value of a type that its column does not have."""
    with contextlib.closing(_opened(":memory:", uri=False)) as fresh:
        _bring_up_to_date(fresh, 0, MIGRATIONS)
        found = {}
        for table in ("acts", "changes", "bases", "runs", "locks", "saves"):
            columns = fresh.execute(f"SELECT name, type, \"notnull\" FROM pragma_table_info('{table}')").fetchall()
            kinds = [(name, kind.lower() + ("" if always else "', 'null")) for name, kind, always in columns]
            found[table] = " OR ".join(f"typeof({name}) NOT IN ('{kind}')" for name, kind in kinds if name != "id")
        return found


def check_quickly(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses a journal whose pages are damaged."""
    with asking(path, f"{path.parent} can be read, but not changed"):
        found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise DamagedError(f"{path} is damaged ({'' if found is None else found[0]})")


def set_aside(path: Path) -> Path:
    """Gives a damaged journal another name, its log with it, so that nothing of it is lost; the new name."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while name.exists() or log.log_of(name).exists():
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
