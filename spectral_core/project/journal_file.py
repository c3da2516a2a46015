"""SQLite file of a journal: tables and migrations, write-ahead log, opening, and setting aside."""

from __future__ import annotations

import contextlib
import sqlite3
import struct
from array import array
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from spectral_core.errors import FormatError
from spectral_core.files import DEFAULT_MODE, read_raw, replace_atomically
from spectral_core.project import journal_tables
from spectral_core.project.errors import DamagedJournalError, ProjectError, make_disk_error, translate_journal_errors

APPLICATION_ID = 0x53706A6E  # identifies our databases in the SQLite header
_SQLITE_MAGIC = b"SQLite format 3\0"
_MAX_EMPTY_SIZE = 1 << 16  # bytes of a page: maximum size of a database without tables
_LOCK_TIMEOUT = 5.0  # seconds to wait for another process that reads or starts

_FIRST_VERSION_STATEMENTS = (
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
Migration = Callable[[sqlite3.Connection], None]
_LOG_HEADER_SIZE, _FRAME_HEADER_SIZE = 32, 24  # bytes of the headers of the write-ahead log and of a frame in it
_LOG_MAGIC = 0x377F0682  # plus 1 if checksums are big-endian
FORMAT_VERSION_BYTES = slice(18, 20)  # bytes of the SQLite header: whether the file uses a write-ahead log
WAL_FORMAT_VERSIONS, _ROLLBACK_FORMAT_VERSIONS = b"\2\2", b"\1\1"
_READ_ATTEMPTS = 5  # to read both files while another program writes them


def _create_append_only_tables(connection: sqlite3.Connection, statements: Sequence[str], *tables: str) -> None:
    """Create tables whose rows are append-only."""
    for statement in statements:
        connection.execute(statement)
    for table in tables:
        for operation in ("UPDATE", "DELETE"):
            connection.execute(
                f"CREATE TRIGGER {table}_keeps_{operation.lower()} BEFORE {operation} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
            )


def _create_first_schema_version(connection: sqlite3.Connection) -> None:
    """Create the tables of the first schema version, and mark the database as ours."""
    _create_append_only_tables(connection, _FIRST_VERSION_STATEMENTS, "texts", "acts", "changes", "bases", "runs")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


MIGRATIONS: tuple[Migration, ...] = (  # migration n updates a journal of version n to version n + 1
    _create_first_schema_version,
    lambda connection: _create_append_only_tables(connection, journal_tables.LOCK_TABLES, "locks"),
    lambda connection: _create_append_only_tables(connection, journal_tables.EFFORT_TABLES, "efforts"),
    lambda connection: _create_append_only_tables(connection, journal_tables.SAVE_TABLES, "saves"),
)


def connect_to_write(
    path: Path, migrations: Sequence[Migration] = MIGRATIONS, permissions: int = DEFAULT_MODE
) -> sqlite3.Connection:
    """Connect to a journal for writing; create it or migrate it to the newest version if necessary.

    DamagedJournalError if the file is not a journal; a newer version raises an error too; neither is changed.
    `permissions` limits those of a new journal and of SQLite's files next to it.
    """
    _check_regular_files(path)
    with translate_journal_errors(path, f"{path.parent} can be read, but not changed"):
        if not path.exists():
            write_journal_file(
                path, _make_empty_database(), permissions
            )  # an empty file was truncated, not newly created
        connection = _open_connection(str(path), uri=False)
        try:
            version = _read_schema_version(connection, path, len(migrations))
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            _migrate(connection, version, migrations)
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    return connection


def _make_empty_database() -> bytes:
    """Return a database without tables in WAL mode: everything from the first table on is in the log."""
    memory = _open_connection(":memory:", uri=False)
    memory.execute("VACUUM")  # creates the first page
    content = bytearray(memory.serialize())
    memory.close()
    content[FORMAT_VERSION_BYTES] = WAL_FORMAT_VERSIONS
    return bytes(content)


def write_journal_file(path: Path, content: bytes, permissions: int) -> None:
    """Write the file of a journal."""
    try:
        replace_atomically(path, [content], permissions=permissions)
    except FormatError as error:
        raise ProjectError(f"{path.parent} can be read, but not changed: {error}") from None


def _migrate(connection: sqlite3.Connection, version: int, migrations: Sequence[Migration]) -> None:
    """Apply the migrations that a journal of this version lacks, in one transaction."""
    if version < len(migrations):
        connection.execute("BEGIN IMMEDIATE")
        for migration in migrations[version:]:
            migration(connection)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")


def connect_to_read(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection | None:
    """Connect for reading; None if there is no journal yet. Nothing is written; a newer version raises an error."""
    _check_regular_files(path)
    if is_journal_missing_or_empty(path):
        raise DamagedJournalError(f"{path} is gone or empty")
    if not path.exists():
        return None
    with translate_journal_errors(path, "The journal was not read"):
        connection = _open_connection(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            version = _read_schema_version(connection, path, len(migrations))
        except sqlite3.OperationalError:  # to open a journal with a log, SQLite needs a writable folder
            connection.close()
            return _connect_to_copy(path, migrations)
        except (sqlite3.Error, ProjectError):
            connection.close()
            raise
    if version == len(migrations):
        return connection
    connection.close()
    return _connect_to_copy(path, migrations)


def _connect_to_copy(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    """Connect to an in-memory copy of a journal that cannot be written or has an older version."""
    try:
        content = read_journal_with_log(path)
    except OSError as error:
        raise make_disk_error(f"The journal {path} was not read", error, reading=True) from None
    return connect_in_memory(content, path, migrations)


def connect_in_memory(content: bytes, path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection:
    """Connect to a journal's content in memory; `path` is for messages."""
    with translate_journal_errors(path, "The journal was not read"):
        memory = _open_connection(":memory:", uri=False)
        try:
            if not content.startswith(_SQLITE_MAGIC):
                raise DamagedJournalError(f"{path} is damaged (it is not a database)")
            memory.deserialize(content)
            _migrate(memory, _read_schema_version(memory, path, len(migrations)), migrations)
        except (sqlite3.Error, ProjectError):
            memory.close()
            raise
        return memory


def _open_connection(name: str, uri: bool) -> sqlite3.Connection:
    """Connect to a database without implicit transactions; any thread may use the connection."""
    return sqlite3.connect(name, timeout=_LOCK_TIMEOUT, isolation_level=None, check_same_thread=False, uri=uri)


def _read_schema_version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return the version of an intact journal, 0 for an empty file; reads only the header and the list of tables."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    kinds = {str(name): str(kind) for name, kind in connection.execute("SELECT name, type FROM sqlite_master")}
    tables = {name for name, kind in kinds.items() if kind == "table"}
    if version == 0 and application == 0 and not tables:
        return 0
    if application != APPLICATION_ID:
        raise DamagedJournalError(f"{path} is a database, but not the journal of a project")
    expected = _list_schema_objects()
    triggers = {name for name, kind in kinds.items() if kind == "trigger"}
    if triggers - expected.keys() or any(kinds[name] != kind for name, kind in expected.items() if name in kinds):
        raise DamagedJournalError(f"{path} is a database with unexpected triggers or tables")
    if version > newest:
        problem = f"it was written by a newer version (journal {version}; this program reads up to {newest})"
        raise ProjectError(f"{path}: {problem}. Update the program; until then nothing can be changed here")
    return version


def is_without_tables(path: Path) -> bool:
    """Return whether a file without a log is an intact database without tables: a journal in use never is."""
    log_file = write_ahead_log_path(path)
    try:
        if log_file.exists() and log_file.stat().st_size:
            return False
        if is_journal_missing_or_empty(path) or not path.is_file() or path.stat().st_size > _MAX_EMPTY_SIZE:
            return False
        with contextlib.closing(_open_connection(":memory:", uri=False)) as memory:
            memory.deserialize(read_journal_with_log(path))
            return _read_schema_version(memory, path, 0) == 0
    except (OSError, sqlite3.Error, ProjectError):
        return False


def _check_regular_files(path: Path) -> None:
    """Raise an error for a device or pipe in place of a journal or its companion files: SQLite would block on it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        part = path.with_name(path.name + suffix)
        if part.exists() and not part.is_file():
            raise ProjectError(f"{part}: this is not a file. Restore it from a backup, or take it away")


@cache
def _list_schema_objects() -> dict[str, str]:
    """Return the type of each table, index and trigger of the newest schema by name."""
    with contextlib.closing(_open_connection(":memory:", uri=False)) as connection:
        _migrate(connection, 0, MIGRATIONS)
        return dict(connection.execute("SELECT name, type FROM sqlite_master").fetchall())


def find_mistyped_row(connection: sqlite3.Connection) -> str:
    """Return the description of a row with a value of another type than its column, which SQLite itself allows; "" if
    there is none. Malformed efforts and texts are skipped when read."""
    for table, condition in _make_type_mismatch_conditions().items():
        row = connection.execute(f"SELECT id FROM {table} WHERE {condition} LIMIT 1").fetchone()
        if row is not None:
            return f"the row {row[0]} of its table {table}"
    return ""


@cache
def _make_type_mismatch_conditions() -> dict[str, str]:
    """Return for each table an SQL condition for rows with a value of the wrong type."""
    with contextlib.closing(_open_connection(":memory:", uri=False)) as connection:
        _migrate(connection, 0, MIGRATIONS)
        conditions = {}
        for table in ("acts", "changes", "bases", "runs", "locks", "saves"):
            columns = connection.execute(f"SELECT name, type, \"notnull\" FROM pragma_table_info('{table}')").fetchall()
            kinds = [(name, kind.lower() + ("" if is_required else "', 'null")) for name, kind, is_required in columns]
            conditions[table] = " OR ".join(f"typeof({name}) NOT IN ('{kind}')" for name, kind in kinds if name != "id")
        return conditions


def check_journal_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Raise an error if pages of a journal are damaged."""
    with translate_journal_errors(path, f"{path.parent} can be read, but not changed"):
        row = connection.execute("PRAGMA quick_check(1)").fetchone()
    if row is None or row[0] != "ok":
        raise DamagedJournalError(f"{path} is damaged ({'' if row is None else row[0]})")


def rename_damaged_journal(path: Path) -> Path:
    """Rename a damaged journal together with its log, so that nothing is lost; return the new path."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while name.exists() or write_ahead_log_path(name).exists():
        number += 1
        name = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    try:
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(path.name + suffix)
            if part.exists():
                part.rename(name.with_name(name.name + suffix))
    except OSError as error:
        raise make_disk_error(f"The damaged journal {path} was not set aside", error) from None
    return name


def write_ahead_log_path(path: Path) -> Path:
    """Return the path of a journal's write-ahead log."""
    return path.with_name(f"{path.name}-wal")


def is_journal_missing_or_empty(path: Path) -> bool:
    """Return whether a journal is empty, or missing while its log exists: one created by this program never is."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return write_ahead_log_path(path).exists()


def read_journal_with_log(path: Path) -> bytes:
    """Return the content of a journal with its write-ahead log applied; a DamagedJournalError if pages are missing."""
    for _ in range(_READ_ATTEMPTS):
        before = _read_stamps(path)
        parts = [read_raw(part) if part.exists() else b"" for part in (path, write_ahead_log_path(path))]
        if _read_stamps(path) == before:
            break
    content = apply_write_ahead_log(*parts)
    if content is None:
        raise DamagedJournalError(f"{path} is incomplete, and its log does not contain the missing part")
    return content


def apply_write_ahead_log(journal: bytes, log: bytes) -> bytes | None:
    """Return the journal after all committed transactions of its log; None if a page is in neither."""
    size, count, pages = _read_committed_pages(log)
    content = bytearray(journal)
    if count is not None:
        present = len(journal) // size
        if any(number not in pages for number in range(present + 1, count + 1)):
            return None
        content = bytearray(journal[: count * size].ljust(count * size, b"\0"))
        for number, page in pages.items():
            if number <= count:
                content[(number - 1) * size : number * size] = page
    if len(content) < 100:  # incomplete header
        return None
    content[FORMAT_VERSION_BYTES] = _ROLLBACK_FORMAT_VERSIONS
    return bytes(content)


def _read_committed_pages(log: bytes) -> tuple[int, int | None, dict[int, bytes]]:
    """Return (page size, pages of the journal, newest committed version of each page in the log). Without a committed
    transaction the number of pages is None, and there are no pages."""
    if len(log) < _LOG_HEADER_SIZE:
        return 0, None, {}
    magic, _, size, _, *salts, first_sum, second_sum = struct.unpack(">8I", log[:_LOG_HEADER_SIZE])
    is_big_endian = magic == _LOG_MAGIC + 1
    if (
        magic not in (_LOG_MAGIC, _LOG_MAGIC + 1)
        or not size
        or _update_log_checksum(log[: _LOG_HEADER_SIZE - 8], (0, 0), is_big_endian) != (first_sum, second_sum)
    ):
        return 0, None, {}
    sums: tuple[int, int] = (first_sum, second_sum)
    count: int | None = None
    pages: dict[int, bytes] = {}
    open_pages: dict[int, bytes] = {}
    for start in range(_LOG_HEADER_SIZE, len(log) - _FRAME_HEADER_SIZE - size + 1, _FRAME_HEADER_SIZE + size):
        number, size_after_commit, *frame_salts, first_sum, second_sum = struct.unpack(
            ">6I", log[start : start + _FRAME_HEADER_SIZE]
        )
        page = log[start + _FRAME_HEADER_SIZE : start + _FRAME_HEADER_SIZE + size]
        sums = _update_log_checksum(
            page, _update_log_checksum(log[start : start + 8], sums, is_big_endian), is_big_endian
        )
        if frame_salts != salts or sums != (first_sum, second_sum):  # the frames after it are older than the log
            break
        open_pages[number] = page
        if size_after_commit:  # commit frame
            count = size_after_commit
            pages.update(open_pages)
            open_pages.clear()
    return size, count, pages


def _update_log_checksum(content: bytes, sums: tuple[int, int], is_big_endian: bool) -> tuple[int, int]:
    """Update the cumulative checksum of a write-ahead log with more bytes (SQLite file format, section 4.2)."""
    words = array("I", content)
    if is_big_endian == (array("I", b"\0\0\0\1")[0] != 1):
        words.byteswap()
    first_sum, second_sum = sums
    for position in range(0, len(words), 2):
        first_sum = (first_sum + words[position] + second_sum) & 0xFFFFFFFF
        second_sum = (second_sum + words[position + 1] + first_sum) & 0xFFFFFFFF
    return first_sum, second_sum


def _read_stamps(path: Path) -> list[tuple[int, int] | None]:
    """Return size and modification time of a journal and of its log; None for a missing file."""
    stamps: list[tuple[int, int] | None] = []
    for part in (path, write_ahead_log_path(path)):
        try:
            status = part.stat()
        except OSError:
            stamps.append(None)
        else:
            stamps.append((status.st_size, status.st_mtime_ns))
    return stamps
