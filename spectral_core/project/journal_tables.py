"""Tables of the journal other than edits: bases of files, announced saves, locks and efforts."""

from __future__ import annotations

import dataclasses
import sqlite3
import sys
import zlib
from array import array
from collections.abc import Container, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

import msgspec

from spectral_core.data import UNCONSTRAINED, Constraints
from spectral_core.project.errors import DamagedJournalError
from spectral_core.project.history import WordEffort

T = TypeVar("T")

_MAX_CHAIN_LENGTH = 32  # maximum length of a base's delta chain
_MAX_BASE_BYTES = 1 << 28  # maximum size of a base: twenty million sentences
EffortRow = tuple[str, int, int, WordEffort]  # document, permanent sentence id, word from 1, effort
EFFORT_TABLES = (
    """CREATE TABLE efforts (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, word INTEGER NOT NULL, rank INTEGER, keys INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL
    )""",
    "CREATE INDEX efforts_of_act ON efforts (act)",
)
_EFFORT_COLUMNS = "document, sentence, word, rank, keys, milliseconds"
_EFFORT_SELECT_LIST = (
    f"CAST(document AS BLOB), {_EFFORT_COLUMNS.partition(', ')[2]}"  # SQLite does not return text that is not UTF-8
)
_EFFORT_TYPE_CONDITION = " AND ".join(
    [f"typeof({name}) = 'integer'" for name in ("sentence", "word", "keys", "milliseconds")]
    + ["typeof(document) = 'text'", "typeof(rank) IN ('integer', 'null')"]
)
Forms = tuple[str, ...]
LOCK_TABLES = (
    """CREATE TABLE locks (
        id INTEGER PRIMARY KEY, act INTEGER NOT NULL REFERENCES acts (id), document TEXT NOT NULL,
        sentence INTEGER NOT NULL, position INTEGER NOT NULL, forms TEXT NOT NULL, before TEXT NOT NULL,
        after TEXT NOT NULL
    )""",
    "CREATE INDEX locks_of_act ON locks (act)",
    "CREATE INDEX locks_of_sentence ON locks (document, sentence, id)",
)
_LOCK_COLUMNS = "document, sentence, position, forms, before, after"
SAVE_TABLES = (
    """CREATE TABLE saves (
        id INTEGER PRIMARY KEY,
        base INTEGER NOT NULL UNIQUE REFERENCES bases (id),
        seal BLOB NOT NULL
    )""",
)


@dataclass(frozen=True, slots=True)
class MergeBase:
    """Merge base: the state of a text file when last opened or saved, which edits apply to."""

    document: str
    edit_id: int  # id of the newest edit at that time
    reason: str  # opened, saved, merged
    digest: bytes  # of the whole file
    sentence_digests: bytes  # digests of the sentences, eight bytes each
    permanent_ids: array[int] | None  # (sentences,) permanent ids; None for 0, 1, 2, ...
    next_id: int  # id of the next new sentence
    unsaved_ids: tuple[int, ...] = ()  # sentences with edits up to `edit_id` that the file does not hold
    appended_ids: tuple[int, ...] = ()  # sentences kept after those of the file, and not in it

    def permanent_id_of(self, index: int) -> int | None:
        """Return the permanent id of the sentence at `index`; None if there is none."""
        if not 0 <= index < len(self.sentence_digests) // 8:
            return None
        return index if self.permanent_ids is None else self.permanent_ids[index]

    def index_by_id(self) -> dict[int, int] | None:
        """Return the index of each permanent id; None if ids equal indices."""
        return (
            None if self.permanent_ids is None else {number: index for index, number in enumerate(self.permanent_ids)}
        )

    def rekey_by_index(self, values: dict[int, T]) -> dict[int, T]:
        """Convert values by permanent id to values by index."""
        if self.permanent_ids is None:
            return values
        return {index: values[number] for index, number in enumerate(self.permanent_ids) if number in values}


@dataclass(frozen=True, slots=True)
class StoredMergeBase:
    """A merge base with its row id and the length of its delta chain."""

    id: int
    base: MergeBase
    chain_length: int


def read_merge_base(connection: sqlite3.Connection, base_id: int) -> StoredMergeBase:
    """Read the merge base with this id: the oldest one of its delta chain, with all later deltas applied."""
    query = (
        "SELECT document, act, reason, digest, sentences, follows, marks, numbers, next, pending, appended "
        "FROM bases WHERE id = ?"
    )
    rows = []
    older_id: int | None = base_id
    while older_id is not None:
        row = connection.execute(query, (older_id,)).fetchone()
        if row is None:
            raise DamagedJournalError("the journal is damaged: a state of a file is not in it")
        if row[5] is not None and row[5] >= older_id:  # each builds on an older one, so the chain ends
            raise DamagedJournalError("the journal is damaged: the states of a file follow one another in a circle")
        rows.append(row)
        older_id = row[5]
    oldest = rows[-1]
    sentence_digests = bytearray(_decompress(oldest[6]))
    for row in reversed(rows[:-1]):
        changed = _decompress(row[6])
        for offset in range(0, len(changed), 12):
            start = int.from_bytes(changed[offset : offset + 4], "little") * 8
            sentence_digests[start : start + 8] = changed[offset + 4 : offset + 12]
    document, act, reason, digest, sentences, _, _, _, next_number, pending, appended = rows[0]
    if len(sentence_digests) != 8 * sentences:
        raise DamagedJournalError("the journal is damaged: a file state is incomplete")
    numbers = None if oldest[7] is None else _unpack_ids(oldest[7])
    if numbers is not None and len(numbers) != sentences:
        raise DamagedJournalError("the journal is damaged: sentences of a state of a file have no numbers in it")
    last_fields = (next_number, tuple(_unpack_ids(pending)), tuple(_unpack_ids(appended)))
    base = MergeBase(document, act, reason, bytes(digest), bytes(sentence_digests), numbers, *last_fields)
    return StoredMergeBase(base_id, base, len(rows))


def insert_merge_base(
    connection: sqlite3.Connection, base: MergeBase, previous: StoredMergeBase | None, time: str
) -> StoredMergeBase:
    """Insert a merge base in the open transaction: in full, or as a delta to the previous one."""
    follows, depth, stored_digests = None, 1, base.sentence_digests
    if (
        previous is not None
        and previous.chain_length < _MAX_CHAIN_LENGTH
        and previous.base.permanent_ids == base.permanent_ids
    ):
        changed_digests = (
            _diff_sentence_digests(previous.base.sentence_digests, stored_digests)
            if len(previous.base.sentence_digests) == len(stored_digests)
            else stored_digests
        )
        if len(changed_digests) * 4 < len(stored_digests):
            follows, depth, stored_digests = previous.id, previous.chain_length + 1, changed_digests
    numbers = None if base.permanent_ids is None or follows is not None else _pack_ids(base.permanent_ids)
    state = (base.digest, len(base.sentence_digests) // 8, follows, zlib.compress(stored_digests, 1), numbers)
    last_fields = (base.next_id, _pack_ids(base.unsaved_ids), _pack_ids(base.appended_ids))
    cursor = connection.execute(
        "INSERT INTO bases (document, act, time, reason, digest, sentences, follows, marks, numbers, next, pending,"
        " appended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (base.document, base.edit_id, time, base.reason, *state, *last_fields),
    )
    return StoredMergeBase(int(cursor.lastrowid or 0), base, depth)


def _pack_ids(numbers: Sequence[int]) -> bytes:
    """Pack ids in a byte order that `_unpack_ids` reads on every machine."""
    integers = array("I", numbers)
    if sys.byteorder == "big":
        integers.byteswap()
    return zlib.compress(integers.tobytes(), 1)


def _unpack_ids(content: bytes) -> array[int]:
    """Unpack ids packed by `_pack_ids`; DamagedJournalError for incomplete content."""
    integers = array("I")
    decompressed = _decompress(content)
    if len(decompressed) % integers.itemsize:
        raise DamagedJournalError("the journal is damaged: a list of numbers is incomplete")
    integers.frombytes(decompressed)
    if sys.byteorder == "big":
        integers.byteswap()
    return integers


def _decompress(content: bytes) -> bytes:
    """Decompress a column of a base; DamagedJournalError if it is incomplete or larger than any base."""
    decompressor = zlib.decompressobj()
    try:
        decompressed = decompressor.decompress(content, _MAX_BASE_BYTES)
    except zlib.error as error:
        raise DamagedJournalError(f"the journal is damaged: a state of a file cannot be read ({error})") from None
    if not decompressor.eof:
        raise DamagedJournalError("the journal is damaged: a file state is incomplete or too large")
    return decompressed


def _diff_sentence_digests(old: bytes, new: bytes) -> bytes:
    """Return the delta between sentence digests: (index in four bytes, new digest in eight) for each change."""
    difference = bytearray()
    for offset in range(0, len(new), 8):
        if old[offset : offset + 8] != new[offset : offset + 8]:
            difference += (offset // 8).to_bytes(4, "little") + new[offset : offset + 8]
    return bytes(difference)


def insert_efforts(connection: sqlite3.Connection, edit_id: int, efforts: Sequence[EffortRow]) -> None:
    """Insert the efforts of an edit in the open transaction."""
    rows = [(edit_id, *_effort_values(effort)) for effort in efforts]
    connection.executemany(f"INSERT INTO efforts (act, {_EFFORT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def read_efforts_of_edit(connection: sqlite3.Connection, edit_id: int) -> tuple[EffortRow, ...]:
    """Read the efforts of an edit. Rows with wrong types are skipped: they must not block undo."""
    rows = connection.execute(
        f"SELECT {_EFFORT_SELECT_LIST} FROM efforts WHERE act = ? AND {_EFFORT_TYPE_CONDITION} ORDER BY id", (edit_id,)
    )
    return tuple(map(_parse_effort, rows))


def read_efforts_of_edits(connection: sqlite3.Connection, edit_ids: Container[int]) -> tuple[EffortRow, ...]:
    """Read the efforts of these edits in chronological order; rows with wrong types are skipped."""
    rows = connection.execute(
        f"SELECT act, {_EFFORT_SELECT_LIST} FROM efforts WHERE {_EFFORT_TYPE_CONDITION} ORDER BY id"
    )
    return tuple(_parse_effort(row) for edit_id, *row in rows if edit_id in edit_ids)


def read_raw_efforts(connection: sqlite3.Connection, edit_id: int) -> list[tuple[object, ...]]:
    """Read the efforts of an edit as stored, for its seal."""
    rows = connection.execute(f"SELECT {_EFFORT_SELECT_LIST} FROM efforts WHERE act = ? ORDER BY id", (edit_id,))
    return [(_decode_document_name(document), *values) for document, *values in rows]


def count_orphaned_efforts(connection: sqlite3.Connection) -> int:
    """Count the rows of efforts that belong to no edit."""
    rows = connection.execute("SELECT count(*) FROM efforts WHERE act NOT IN (SELECT id FROM acts)")
    return int(rows.fetchone()[0])


def effort_seal_values(efforts: Sequence[EffortRow]) -> list[tuple[object, ...]]:
    """Return the values of an edit's efforts that its seal covers."""
    return [_effort_values(effort) for effort in efforts]


def _effort_values(effort: EffortRow) -> tuple[object, ...]:
    """Return the values of an effort in the order of _EFFORT_COLUMNS."""
    document, sentence, word, cost = effort
    return document, sentence, word, cost.rank, cost.keys, cost.milliseconds


def _parse_effort(row: Sequence[object]) -> EffortRow:
    """Return the effort in a row with the columns _EFFORT_COLUMNS."""
    document, sentence, word, rank, keys, milliseconds = row
    return _decode_document_name(document), sentence, word, WordEffort(rank, keys, milliseconds)  # type: ignore[return-value,arg-type]


def _decode_document_name(content: object) -> str:
    """Return a document name that may not be valid UTF-8 as text, with escapes for invalid bytes."""
    return content.decode("utf-8", "backslashreplace") if isinstance(content, bytes) else str(content)


@dataclass(frozen=True, slots=True)
class LockEntry:
    """Change of a sentence's locks; the sentence keeps its id when it moves in its document."""

    document: str
    sentence: int  # permanent id
    position: int  # its index at that time
    forms: Forms  # the words that the locks apply to
    before: Constraints
    after: Constraints


def insert_lock_entry(connection: sqlite3.Connection, edit_id: int, entry: LockEntry) -> None:
    """Insert a lock change in the open transaction."""
    connection.execute(
        f"INSERT INTO locks (act, {_LOCK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", (edit_id, *_lock_values(entry))
    )


def read_lock_entries(connection: sqlite3.Connection, edit_id: int) -> tuple[LockEntry, ...]:
    """Read the lock changes of an edit."""
    rows = connection.execute(f"SELECT {_LOCK_COLUMNS} FROM locks WHERE act = ? ORDER BY id", (edit_id,)).fetchall()
    return tuple(_parse_lock_entry(row) for row in rows)


def read_locks(
    connection: sqlite3.Connection, document: str, sentence: int | None = None
) -> dict[int, tuple[Forms, Constraints]]:
    """Read the current locks of a document's sentences, or of one sentence, with the words they apply to."""
    condition, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
    query = (
        f"SELECT {_LOCK_COLUMNS} FROM locks WHERE id IN "
        f"(SELECT max(id) FROM locks WHERE document = ?{condition} GROUP BY sentence)"
    )
    entries = [_parse_lock_entry(row) for row in connection.execute(query, values)]
    return {entry.sentence: (entry.forms, entry.after) for entry in entries if entry.after}


def read_first_lock_change_of_edits(
    connection: sqlite3.Connection, edit_ids: Sequence[int], document: str | None, sentence: int | None
) -> dict[int, tuple[str, int, int]]:
    """Return for each edit (document, sentence, position) of the first sentence whose locks it changed."""
    conditions = ""
    parameters: list[str | int] = [min(edit_ids, default=0), max(edit_ids, default=0)]
    for column, value in (("document", document), ("sentence", sentence)):
        if value is not None:
            conditions += f" AND {column} = ?"
            parameters.append(value)
    query = (
        "SELECT act, document, sentence, position FROM locks WHERE id IN "
        f"(SELECT min(id) FROM locks WHERE act BETWEEN ? AND ?{conditions} GROUP BY act)"
    )
    return {
        edit_id: (name, number, position) for edit_id, name, number, position in connection.execute(query, parameters)
    }


def lock_seal_values(entries: Sequence[LockEntry]) -> list[tuple[str | int, ...]]:
    """Return the values of an edit's lock changes that its seal covers."""
    return [_lock_values(entry) for entry in entries]


def _lock_values(entry: LockEntry) -> tuple[str | int, ...]:
    """Return the values of a lock change in the order of _LOCK_COLUMNS."""
    forms = msgspec.json.encode(entry.forms).decode()
    return (
        entry.document,
        entry.sentence,
        entry.position,
        forms,
        _encode_locks(entry.before),
        _encode_locks(entry.after),
    )


def _encode_locks(locks: Constraints) -> str:
    """Encode locks as text in canonical order, without empty fields."""
    parts = {field.name: sorted(getattr(locks, field.name)) for field in dataclasses.fields(locks)}
    return msgspec.json.encode({name: part for name, part in parts.items() if part}).decode()


def _parse_lock_entry(row: tuple[str, int, int, str, str, str]) -> LockEntry:
    """Return the lock change in a row with the columns _LOCK_COLUMNS; DamagedJournalError if it is malformed."""
    document, sentence, position, forms, before, after = row
    try:
        words = msgspec.json.decode(forms, type=Forms)
        return LockEntry(document, sentence, position, words, _decode_locks(before), _decode_locks(after))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedJournalError(f"the journal is damaged: locks of {document} cannot be read ({error})") from None


def _decode_locks(text: str) -> Constraints:
    """Decode locks encoded by `_encode_locks`."""
    return UNCONSTRAINED if text == "{}" else msgspec.json.decode(text, type=Constraints)


def insert_announced_save(connection: sqlite3.Connection, base_id: int, seal: bytes) -> None:
    """Record in the open transaction that a save will bring a file into the state of this merge base."""
    connection.execute("INSERT INTO saves (base, seal) VALUES (?, ?)", (base_id, seal))


def read_newest_merge_base_id(connection: sqlite3.Connection, document: str) -> int:
    """Return the id of a document's newest confirmed merge base, announced saves excepted; 0 if there is none."""
    query = (
        "SELECT id FROM bases WHERE document = ? AND NOT EXISTS (SELECT 1 FROM saves WHERE base = bases.id) "
        "ORDER BY id DESC LIMIT 1"
    )
    row = connection.execute(query, (document,)).fetchone()
    return 0 if row is None else int(row[0])


def read_announced_merge_bases(connection: sqlite3.Connection, document: str) -> tuple[MergeBase, ...]:
    """Return the merge bases announced by saves since the newest confirmed one, newest first: the file may be in any of
    these states."""
    query = (
        "SELECT saves.base FROM saves JOIN bases ON bases.id = saves.base WHERE document = ? AND bases.id > ? "
        "ORDER BY saves.id DESC"
    )
    rows = connection.execute(query, (document, read_newest_merge_base_id(connection, document))).fetchall()
    return tuple(read_merge_base(connection, number).base for (number,) in rows)


def compute_save_seal(edit_seal: bytes, base: MergeBase) -> bytes:
    """Return a hash of a save chained to the seal of the newest edit before it."""
    numbers = None if base.permanent_ids is None else list(base.permanent_ids)
    sealed_values = (
        base.document,
        base.edit_id,
        base.digest,
        base.sentence_digests,
        numbers,
        base.next_id,
        base.unsaved_ids,
        base.appended_ids,
    )
    return blake2b(edit_seal + msgspec.json.encode(sealed_values), digest_size=16).digest()


def find_broken_saves(connection: sqlite3.Connection) -> list[int]:
    """Return the ids of announced saves that do not match their seal."""
    seals = {0: b"", **dict(connection.execute("SELECT id, seal FROM acts"))}
    broken_ids = []
    for save_id, base_id, seal in connection.execute("SELECT id, base, seal FROM saves ORDER BY id").fetchall():
        try:
            base = read_merge_base(connection, base_id).base
        except DamagedJournalError:
            broken_ids.append(save_id)
            continue
        if base.edit_id not in seals or compute_save_seal(bytes(seals[base.edit_id]), base) != bytes(seal):
            broken_ids.append(save_id)
    return broken_ids
