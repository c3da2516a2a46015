"""Append-only journal of a project: edits with their changes of sentences, states of files, runs.

The file keeps the words of its first version: an edit is a row of `acts`, an external text is in the column `theirs`,
and the digest of a sentence in its file is in `raw`.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from spectral_core.data import Constraints
from spectral_core.errors import FormatError
from spectral_core.files import replace_atomically
from spectral_core.project import journal_file, journal_tables
from spectral_core.project.errors import (
    DamagedJournalError,
    ProjectError,
    make_encoding_error,
    make_journal_error,
    translate_journal_errors,
)
from spectral_core.project.journal_tables import EffortRow, Forms, LockEntry, MergeBase
from spectral_core.project.sentence_merge import Cell
from spectral_core.project.stored_texts import StoredText, make_stored_text

EDIT, UNDO, REDO, MERGE, REFUSED = "act", "undo", "redo", "merge", "refused"
EDIT_COLUMNS = "id, time, annotator, step, kind, undoes, provenance, milliseconds, rank"
_BLOCK_SIZE = 400  # ids in one query


class EditOrigin(NamedTuple):
    """Source of an edit and the annotation effort."""

    provenance: str = "human"
    milliseconds: int = 0
    rank: int | None = None


_HUMAN_ORIGIN = EditOrigin()


class EditRow(NamedTuple):
    """An edit as stored in the journal, in the columns EDIT_COLUMNS."""

    id: int
    time: str  # ISO, UTC
    annotator: str
    step: str
    kind: str
    undoes: int | None  # id of the edit that this one undoes, redoes or gives up
    provenance: str
    milliseconds: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """Change of one sentence by an edit; the sentence keeps its id when it moves in its document."""

    document: str
    sentence: int  # permanent id
    position: int  # its index at that time
    cells: tuple[Cell, ...]
    before: StoredText | None
    after: StoredText | None  # None if removed
    external: StoredText | None = None  # the version of an outside change

    @property
    def texts(self) -> tuple[StoredText | None, ...]:
        """The texts before and after, and the external one."""
        return self.before, self.after, self.external


class Journal:
    """Connection to the file of a journal; its methods may be called from several threads."""

    def __init__(self, path: Path, connection: sqlite3.Connection, annotator: str) -> None:
        self.path, self.annotator = path, annotator
        self._connection = connection
        self._file_identity = _read_file_identity(path)
        self._lock = threading.RLock()
        self._bases: dict[str, journal_tables.StoredMergeBase] = {}  # the newest of each document
        with self.connection_for_reading("The journal was not read"):
            if wrong_row := journal_file.find_mistyped_row(connection):
                remedy = "Restore it from a backup, or give it another name, and a new one is started"
                raise ProjectError(f"{path} is damaged: {wrong_row} holds what does not belong there. {remedy}")
            newest_row = connection.execute("SELECT id, seal FROM acts ORDER BY id DESC LIMIT 1").fetchone()
        self._last_edit_id: int = 0 if newest_row is None else int(newest_row[0])
        self._last_seal: bytes = b"" if newest_row is None else bytes(newest_row[1])

    @property
    def last_edit_id(self) -> int:
        """The id of the newest edit."""
        return self._last_edit_id

    def close(self) -> None:
        """Close the connection to the file."""
        with self._lock:
            self._connection.close()

    def restore_file(self, permissions: int) -> None:
        """Write the journal file again if it was removed while open: the connection still holds all of it."""
        with self._lock, translate_journal_errors(self.path, "The journal was not put back"):
            if self._file_identity is not None and _read_file_identity(self.path) is None:
                with contextlib.suppress(FormatError):  # the folder may be gone as well
                    replace_atomically(self.path, [self._connection.serialize()], permissions=permissions)

    @contextmanager
    def connection_for_reading(self, failure: str) -> Iterator[sqlite3.Connection]:
        """Yield the connection to the database for reading; its errors become a ProjectError that begins with
        `failure`."""
        with self._lock, translate_journal_errors(self.path, failure):
            yield self._connection

    @contextmanager
    def _transaction(self, failure: str) -> Iterator[None]:
        """Run a transaction: at its end everything is on disk, or nothing."""
        if _read_file_identity(self.path) != self._file_identity:  # SQLite would write to a deleted file
            reason = f"the journal {self.path} was taken away or replaced by another program"
            raise ProjectError(
                f"{failure}: {reason}. Close the project and open it again: one that is gone is put back then"
            )
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:  # a full disk ends the transaction
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise make_journal_error(self.path, failure, error) from None
            if isinstance(error, UnicodeEncodeError):
                raise make_encoding_error(failure, error) from None
            raise

    def record(
        self,
        step: str,
        entries: Sequence[JournalEntry],
        kind: str = EDIT,
        undoes: int | None = None,
        origin: EditOrigin = _HUMAN_ORIGIN,
        bases: Sequence[MergeBase] = (),
        lock_entries: Sequence[LockEntry] = (),
        effort_rows: Sequence[EffortRow] = (),
    ) -> int:
        """Record a new edit, or an undo, redo or merge, with its merge bases; return its id. It is then on disk."""
        with self._lock:
            with self._transaction(f"{step!r} was not recorded"):
                row = EditRow(self._last_edit_id + 1, _now(), self.annotator, step, kind, undoes, *origin)
                effort_values = journal_tables.effort_seal_values(effort_rows) if effort_rows else ()
                seal = compute_edit_seal(self._last_seal, row, entries, lock_entries, effort_values)
                self._connection.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, seal))
                for entry in entries:
                    self._insert_entry(row.id, entry)
                for lock_entry in lock_entries:
                    journal_tables.insert_lock_entry(self._connection, row.id, lock_entry)
                if effort_rows:
                    journal_tables.insert_efforts(self._connection, row.id, effort_rows)
                stored_bases = [self._insert_merge_base(replace(base, edit_id=row.id)) for base in bases]
            self._last_edit_id, self._last_seal = row.id, seal
            self._bases.update((stored.base.document, stored) for stored in stored_bases)
        return row.id

    def _insert_entry(self, edit_id: int, entry: JournalEntry) -> None:
        """Insert the change of a sentence by an edit, with its texts."""
        columns = (entry.document, entry.sentence, entry.position, msgspec.json.encode(entry.cells).decode())
        texts = [None if text is None else self._store_text(text) for text in entry.texts]
        self._connection.execute(
            "INSERT INTO changes (act, document, sentence, position, cells, before, after, theirs) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (edit_id, *columns, *texts),
        )

    def _store_text(self, text: StoredText) -> int:
        """Insert a text unless the journal has it; return its id."""
        digest = text.digest
        existing = self._connection.execute("SELECT id FROM texts WHERE digest = ?", (digest,)).fetchone()
        if existing is not None:
            return int(existing[0])
        row = (digest, text.format, text.content, text.file_digest)
        cursor = self._connection.execute("INSERT INTO texts (digest, format, content, raw) VALUES (?, ?, ?, ?)", row)
        return int(cursor.lastrowid or 0)

    def read_edit(self, edit_id: int) -> EditRow:
        """Return an edit by its id; DamagedJournalError if the journal has no such edit."""
        query = f"SELECT {EDIT_COLUMNS} FROM acts WHERE id = ?"
        with self.connection_for_reading("The history was not read"):
            row = self._connection.execute(query, (edit_id,)).fetchone()
        if row is None:
            raise DamagedJournalError(f"the journal {self.path} is damaged: the edit {edit_id} is not in it")
        return EditRow(*row)

    def read_undo_outline(self) -> list[tuple[int, str, int | None, str]]:
        """Return (id, kind, id of the undone edit, step) of all edits relevant to undo, oldest first."""
        query = (
            "SELECT id, kind, undoes, step FROM acts WHERE kind <> 'merge' OR EXISTS "
            "(SELECT 1 FROM changes WHERE act = acts.id AND before IS NOT after) ORDER BY id"
        )
        with self.connection_for_reading("The history was not read"):
            return self._connection.execute(query).fetchall()

    def read_lock_entries(self, edit_id: int) -> tuple[LockEntry, ...]:
        """Return the lock changes of an edit."""
        with self.connection_for_reading("The history was not read"):
            return journal_tables.read_lock_entries(self._connection, edit_id)

    def read_efforts_of_edit(self, edit_id: int) -> tuple[EffortRow, ...]:
        """Return the annotation effort of an edit."""
        with self.connection_for_reading("The history was not read"):
            return journal_tables.read_efforts_of_edit(self._connection, edit_id)

    def read_efforts(self, edit_ids: Container[int]) -> tuple[EffortRow, ...]:
        """Return the annotation effort of these edits, oldest first."""
        with self.connection_for_reading("The history was not read"):
            return journal_tables.read_efforts_of_edits(self._connection, edit_ids)

    def read_locks(self, document: str, sentence: int | None = None) -> dict[int, tuple[Forms, Constraints]]:
        """Return the current locks of a document's sentences, or of one sentence, with the words they apply to."""
        with self.connection_for_reading("The locks were not read"):
            return journal_tables.read_locks(self._connection, document, sentence)

    def count_entries(self, edit_id: int) -> int:
        """Return the number of sentences that an edit changed."""
        with self.connection_for_reading("The history was not read"):
            return int(self._connection.execute("SELECT count(*) FROM changes WHERE act = ?", (edit_id,)).fetchone()[0])

    def list_documents(self, edit_id: int) -> tuple[str, ...]:
        """Return the documents in which an edit changed sentences."""
        with self.connection_for_reading("The history was not read"):
            rows = self._connection.execute(
                "SELECT DISTINCT document FROM changes WHERE act = ?", (edit_id,)
            ).fetchall()
        return tuple(document for (document,) in rows)

    def read_entries(self, edit_id: int) -> tuple[JournalEntry, ...]:
        """Return the changes of an edit."""
        names = "document, sentence, position, cells, before, after, theirs"
        query = f"SELECT {names} FROM changes WHERE act = ? ORDER BY id"
        with self.connection_for_reading("The history was not read"):
            rows = self._connection.execute(query, (edit_id,)).fetchall()
            texts = self.read_texts({number for row in rows for number in row[4:] if number is not None})
        return tuple(
            JournalEntry(document, sentence, position, decode_cells(cells), *map(texts.get, numbers))
            for document, sentence, position, cells, *numbers in rows
        )

    def read_texts(self, text_ids: Iterable[int]) -> dict[int, StoredText]:
        """Return the texts with these ids; DamagedJournalError if the journal lacks one."""
        ordered_ids = sorted(set(text_ids))
        texts: dict[int, StoredText] = {}
        with self.connection_for_reading("The sentences were not read"):
            for start in range(0, len(ordered_ids), _BLOCK_SIZE):
                block = ordered_ids[start : start + _BLOCK_SIZE]
                placeholders = ",".join("?" * len(block))
                query = f"SELECT id, format, content, raw FROM texts WHERE id IN ({placeholders})"
                for text_id, format, content, file_digest in self._connection.execute(query, block):
                    texts[text_id] = make_stored_text(format, content, file_digest)
        if len(texts) < len(ordered_ids):
            raise DamagedJournalError(f"the journal {self.path} is damaged: a sentence that an edit names is not in it")
        return texts

    def read_unsaved_edits(self, document: str, base: MergeBase) -> dict[int, tuple[int, StoredText | None]]:
        """Return the newest edit and current text of each sentence with edits that its file does not hold."""
        newest_query = (
            "SELECT sentence, act, after FROM changes WHERE id IN "
            "(SELECT max(id) FROM changes WHERE document = ? AND act > ? GROUP BY sentence)"
        )
        with self.connection_for_reading("The decisions were not read"):
            rows = {row[0]: row for row in self._connection.execute(newest_query, (document, base.edit_id))}
            for number in base.unsaved_ids:
                if number not in rows:
                    older_query = (
                        "SELECT sentence, act, after FROM changes WHERE document = ? AND sentence = ? "
                        "ORDER BY id DESC LIMIT 1"
                    )
                    row = self._connection.execute(older_query, (document, number)).fetchone()
                    if row is not None:
                        rows[number] = row
            texts = self.read_texts({row[2] for row in rows.values() if row[2] is not None})
        return {number: (edit_id, texts.get(after)) for number, (_, edit_id, after) in sorted(rows.items())}

    def read_sentence_text(self, document: str, sentence: int, file_digest: bytes | None = None) -> StoredText | None:
        """Return the text of a sentence that had the digest `file_digest` in its file, or its newest text if that
        is None; None if unknown."""
        filters = " AND texts.raw = ?" if file_digest is not None else ""
        query = (
            "SELECT format, content, raw FROM texts, changes WHERE document = ? AND sentence = ? "
            f"AND texts.id IN (before, after, theirs){filters} ORDER BY changes.id DESC, texts.id = after DESC LIMIT 1"
        )
        values = (document, sentence) if file_digest is None else (document, sentence, file_digest)
        with self.connection_for_reading("The decisions were not read"):
            row = self._connection.execute(query, values).fetchone()
        return None if row is None else make_stored_text(*row)

    def read_sentence_texts_since(self, document: str, sentence: int, edit_id: int) -> list[StoredText]:
        """Return the distinct texts of a sentence before and after its edits since `edit_id`."""
        query = (
            "SELECT DISTINCT format, content, raw FROM texts, changes "
            "WHERE document = ? AND sentence = ? AND act > ? AND texts.id IN (before, after)"
        )
        with self.connection_for_reading("The decisions were not read"):
            rows = self._connection.execute(query, (document, sentence, edit_id)).fetchall()
        return [make_stored_text(*row) for row in rows]

    def read_provenance(self, document: str, sentence: int | None = None) -> dict[int, str]:
        """Return the provenance of each sentence's current annotation; undone edits do not count."""
        condition, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
        query = (
            "SELECT acts.id, kind, undoes, provenance, sentence FROM changes JOIN acts ON acts.id = changes.act "
            f"WHERE document = ?{condition} ORDER BY changes.id"
        )
        with self.connection_for_reading("The decisions were not read"):
            rows = self._connection.execute(query, values).fetchall()
        is_undone: dict[int, bool] = {}
        for _, kind, undoes, _, _ in rows:
            if kind in (UNDO, REDO):
                is_undone[undoes] = kind == UNDO
        valid_rows = [row for row in rows if row[1] in (EDIT, MERGE) and not is_undone.get(row[0], False)]
        return {number: provenance for _, _, _, provenance, number in valid_rows}

    def read_merge_base(self, document: str) -> MergeBase | None:
        """Return the merge base of a document: the state of its file when last opened or saved; None if it never
        was."""
        with self.connection_for_reading("The decisions were not read"):
            base_id = self.read_newest_merge_base_id(document)
            if base_id == 0:
                return None
            if (stored := self._bases.get(document)) is None or stored.id != base_id:
                stored = self._bases[document] = journal_tables.read_merge_base(self._connection, base_id)
        return stored.base

    def read_newest_merge_base_id(self, document: str) -> int:
        """Return the id of a document's newest merge base; 0 if there is none."""
        with self.connection_for_reading("The decisions were not read"):
            return journal_tables.read_newest_merge_base_id(self._connection, document)

    def read_possible_merge_bases(self, document: str) -> tuple[MergeBase, ...]:
        """Return the possible states of a file that was not changed outside: its merge base, then those of saves
        announced since, newest first."""
        with self.connection_for_reading("The decisions were not read"):
            base = self.read_merge_base(document)
            return (
                () if base is None else (base, *journal_tables.read_announced_merge_bases(self._connection, document))
            )

    def announce_save(self, base: MergeBase) -> None:
        """Record the state that a save will give to a file, before it is replaced; `record_merge_base` confirms it."""
        with self._lock, self._transaction(f"{base.document} was not saved"):
            stored = self._insert_merge_base(replace(base, edit_id=self._last_edit_id))
            journal_tables.insert_announced_save(
                self._connection, stored.id, journal_tables.compute_save_seal(self._last_seal, stored.base)
            )

    def record_merge_base(self, base: MergeBase) -> None:
        """Record the current state of a file as the merge base of its document."""
        with self._lock:
            with self._transaction(f"{base.document}: what the file holds was not recorded"):
                stored = self._insert_merge_base(base)
            self._bases[base.document] = stored

    def _insert_merge_base(self, base: MergeBase) -> journal_tables.StoredMergeBase:
        """Insert a merge base in the open transaction."""
        return journal_tables.insert_merge_base(self._connection, base, self._bases.get(base.document), _now())

    def add_run(self, name: str, body: bytes) -> None:
        """Record a run; its name must be new."""
        with self._lock, self._transaction(f"The run {name!r} was not recorded"):
            if self._connection.execute("SELECT 1 FROM runs WHERE name = ?", (name,)).fetchone():
                raise ProjectError(f"there is a run called {name!r} already. Give this one another name")
            self._connection.execute("INSERT INTO runs (name, time, body) VALUES (?, ?, ?)", (name, _now(), body))

    def read_runs(self) -> list[bytes]:
        """Return all runs, oldest first."""
        with self.connection_for_reading("The runs were not read"):
            return [bytes(row[0]) for row in self._connection.execute("SELECT body FROM runs ORDER BY id")]


def _now() -> str:
    """Return the current time in UTC, in ISO format with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _read_file_identity(path: Path) -> tuple[int, int] | None:
    """Return an identity of the file at this path; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def decode_cells(text: str) -> tuple[Cell, ...]:
    """Decode the changed cells of a journal entry; DamagedJournalError if they are malformed."""
    try:
        return msgspec.json.decode(text, type=tuple[Cell, ...])
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedJournalError(f"the journal is damaged: the cells of a change cannot be read ({error})") from None


def compute_edit_seal(
    previous_seal: bytes,
    row: EditRow,
    entries: Sequence[JournalEntry],
    lock_entries: Sequence[LockEntry],
    effort_values: Sequence[tuple[object, ...]],
) -> bytes:
    """Return a hash of an edit chained to all previous edits through `previous_seal`. Edits without locks or efforts
    have the same seal as before the journal stored these."""
    digests = [[None if text is None else text.digest for text in entry.texts] for entry in entries]
    changes = [
        (entry.document, entry.sentence, entry.position, entry.cells, *texts)
        for entry, texts in zip(entries, digests, strict=True)
    ]
    sealed_values: tuple[object, ...] = (row, changes)
    if lock_entries or effort_values:
        sealed_values = (*sealed_values, journal_tables.lock_seal_values(lock_entries))
    if effort_values:
        sealed_values = (*sealed_values, effort_values)
    return blake2b(previous_seal + msgspec.json.encode(sealed_values), digest_size=16).digest()
