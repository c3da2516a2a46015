"""The journal of a project: acts, what they did to sentences, what files held when, runs. Nothing in it is changed."""

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
from spectral_core.project import bases, efforts, locks, saves, schema
from spectral_core.project.bases import Base
from spectral_core.project.cells import Cell
from spectral_core.project.complaints import DamagedError, ProjectError, asking, journal_complaint, text_complaint
from spectral_core.project.efforts import Effort
from spectral_core.project.locks import Forms, LockTurn
from spectral_core.project.texts import StoredText, text_in_row

ACT, UNDO, REDO, MERGE, REFUSED = "act", "undo", "redo", "merge", "refused"
NAMES = "id, time, annotator, step, kind, undoes, provenance, milliseconds, rank"
_BLOCK = 400  # numbers in one query


class ActRow(NamedTuple):
    """One act as the journal keeps it, in the columns NAMES."""

    id: int
    time: str  # ISO, UTC
    annotator: str
    step: str
    kind: str
    undoes: int | None  # the act that was taken back, done again or given up
    provenance: str
    milliseconds: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What an act did to one sentence, which keeps its number wherever it moves in its document."""

    document: str
    sentence: int  # its number for good
    position: int  # where it stood then
    cells: tuple[Cell, ...]
    before: StoredText | None
    after: StoredText | None  # None where it was taken out
    theirs: StoredText | None = None  # what an outside change had made of it

    @property
    def texts(self) -> tuple[StoredText | None, ...]:
        return self.before, self.after, self.theirs


class Journal:
    """One connection to the file of a journal; its methods may be called from several threads."""

    def __init__(self, path: Path, connection: sqlite3.Connection, annotator: str) -> None:
        self.path, self.annotator = path, annotator
        self._connection = connection
        self._file = _file_at(path)
        self._lock = threading.RLock()
        self._bases: dict[str, bases.KeptBase] = {}  # the newest of each document
        with self.reading("The journal was not read"):
            if wrong := schema.wrong_row(connection):
                remedy = "Restore it from a backup, or give it another name, and a new one is begun"
                raise ProjectError(f"{path} is damaged: {wrong} holds what does not belong there. {remedy}")
            last = connection.execute("SELECT id, seal FROM acts ORDER BY id DESC LIMIT 1").fetchone()
        self._last: int = 0 if last is None else int(last[0])
        self._seal: bytes = b"" if last is None else bytes(last[1])

    @property
    def last(self) -> int:
        """The number of the newest act."""
        return self._last

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def put_back(self, rights: int) -> None:
        """Writes the journal again where somebody took it away while it was open: what is open still has all of it."""
        with self._lock, asking(self.path, "The journal was not put back"):
            if self._file is not None and _file_at(self.path) is None:
                with contextlib.suppress(FormatError):  # the folder may be gone as well
                    replace_atomically(self.path, [self._connection.serialize()], rights=rights)

    @contextmanager
    def reading(self, what: str) -> Iterator[sqlite3.Connection]:
        """The connection, for whoever reads rows; `what` was not done where that fails."""
        with self._lock, asking(self.path, what):
            yield self._connection

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        """One transaction: all that is written in it is on the disk at its end, or nothing."""
        if _file_at(self.path) != self._file:  # SQLite would write into a file that has no name any more
            why = f"the journal {self.path} was taken away or replaced by another program"
            raise ProjectError(f"{what}: {why}. Close the project and open it again: one that is gone is put back then")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:  # a full disk ends it by itself
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise journal_complaint(self.path, what, error) from None
            if isinstance(error, UnicodeEncodeError):
                raise text_complaint(what, error) from None
            raise

    def record(
        self,
        step: str,
        turns: Sequence[Turn],
        kind: str = ACT,
        undoes: int | None = None,
        provenance: str = "human",
        milliseconds: int = 0,
        rank: int | None = None,
        held: Sequence[Base] = (),
        locked: Sequence[LockTurn] = (),
        spent: Sequence[Effort] = (),
    ) -> int:
        """The number of a new act, which is on the disk when this returns, with the bases that go with it."""
        with self._lock, self._writing(f"{step!r} was not recorded"):
            row = ActRow(self._last + 1, _now(), self.annotator, step, kind, undoes, provenance, milliseconds, rank)
            seal = seal_of(self._seal, row, turns, locked, efforts.sealed(spent) if spent else ())
            self._connection.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, seal))
            for turn in turns:
                named = (turn.document, turn.sentence, turn.position, msgspec.json.encode(turn.cells).decode())
                texts = [None if text is None else self._text(text) for text in turn.texts]
                self._connection.execute(
                    "INSERT INTO changes (act, document, sentence, position, cells, before, after, theirs) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (row.id, *named, *texts),
                )
            for lock in locked:
                locks.insert(self._connection, row.id, lock)
            if spent:
                efforts.insert(self._connection, row.id, spent)
            marked = [self._insert(replace(base, act=row.id)) for base in held]
        self._last, self._seal = row.id, seal
        self._bases.update((kept.base.document, kept) for kept in marked)
        return row.id

    def _text(self, text: StoredText) -> int:
        digest = text.digest
        found = self._connection.execute("SELECT id FROM texts WHERE digest = ?", (digest,)).fetchone()
        if found is not None:
            return int(found[0])
        row = (digest, text.format, text.content, text.raw)
        made = self._connection.execute("INSERT INTO texts (digest, format, content, raw) VALUES (?, ?, ?, ?)", row)
        return int(made.lastrowid or 0)

    def row(self, act: int) -> ActRow:
        """One act by its number."""
        with self.reading("The history was not read"):
            return ActRow(*self._connection.execute(f"SELECT {NAMES} FROM acts WHERE id = ?", (act,)).fetchone())

    def outline(self) -> list[tuple[int, str, int | None, str]]:
        """(number, kind, what it undoes, step) of all acts that undo can meet, oldest first."""
        query = (
            "SELECT id, kind, undoes, step FROM acts WHERE kind <> 'merge' OR EXISTS "
            "(SELECT 1 FROM changes WHERE act = acts.id AND before IS NOT after) ORDER BY id"
        )
        with self.reading("The history was not read"):
            return self._connection.execute(query).fetchall()

    def lock_turns(self, act: int) -> tuple[LockTurn, ...]:
        """What an act did to locks."""
        with self.reading("The history was not read"):
            return locks.of_act(self._connection, act)

    def efforts_of(self, act: int) -> tuple[Effort, ...]:
        """What the decisions of an act cost."""
        with self.reading("The history was not read"):
            return efforts.of_act(self._connection, act)

    def efforts(self, acts: Container[int]) -> tuple[Effort, ...]:
        """What the decisions of these acts cost, oldest first."""
        with self.reading("The history was not read"):
            return efforts.of_acts(self._connection, acts)

    def locks(self, document: str, sentence: int | None = None) -> dict[int, tuple[Forms, Constraints]]:
        """What is locked now in each sentence of a document, or in one, with the words that it is about."""
        with self.reading("The locks were not read"):
            return locks.held(self._connection, document, sentence)

    def turns(self, act: int) -> tuple[Turn, ...]:
        """What an act did."""
        names = "document, sentence, position, cells, before, after, theirs"
        query = f"SELECT {names} FROM changes WHERE act = ? ORDER BY id"
        with self.reading("The history was not read"):
            found = self._connection.execute(query, (act,)).fetchall()
            texts = self.texts_numbered({number for row in found for number in row[4:] if number is not None})
        return tuple(
            Turn(document, sentence, position, cells_of(cells), *map(texts.get, numbers))
            for document, sentence, position, cells, *numbers in found
        )

    def texts_numbered(self, numbers: Iterable[int]) -> dict[int, StoredText]:
        """The texts with these numbers in the journal."""
        wanted = sorted(numbers)
        found: dict[int, StoredText] = {}
        for start in range(0, len(wanted), _BLOCK):
            block = wanted[start : start + _BLOCK]
            marks = ",".join("?" * len(block))
            query = f"SELECT id, format, content, raw FROM texts WHERE id IN ({marks})"
            for number, format, content, raw in self._connection.execute(query, block):
                found[number] = text_in_row(format, content, raw)
        if len(found) < len(wanted):
            raise DamagedError(f"the journal {self.path} is damaged: a sentence that an act names is not in it")
        return found

    def latest(self, document: str, base: Base) -> dict[int, tuple[int, StoredText | None]]:
        """For each sentence with decisions that its file does not hold: the newest act on it, and what it is now."""
        newer = (
            "SELECT sentence, act, after FROM changes WHERE id IN "
            "(SELECT max(id) FROM changes WHERE document = ? AND act > ? GROUP BY sentence)"
        )
        with self.reading("The decisions were not read"):
            rows = {row[0]: row for row in self._connection.execute(newer, (document, base.act))}
            for number in base.pending:
                if number not in rows:
                    older = (
                        "SELECT sentence, act, after FROM changes WHERE document = ? AND sentence = ? "
                        "ORDER BY id DESC LIMIT 1"
                    )
                    row = self._connection.execute(older, (document, number)).fetchone()
                    if row is not None:
                        rows[number] = row
            texts = self.texts_numbered({row[2] for row in rows.values() if row[2] is not None})
        return {number: (act, texts.get(after)) for number, (_, act, after) in sorted(rows.items())}

    def known(self, document: str, sentence: int, raw: bytes | None = None) -> StoredText | None:
        """A text of the sentence that stood in its file with the digest `raw`, or its newest text; None if unknown."""
        wanted = " AND texts.raw = ?" if raw is not None else ""
        query = (
            "SELECT format, content, raw FROM texts, changes WHERE document = ? AND sentence = ? "
            f"AND texts.id IN (before, after, theirs){wanted} ORDER BY changes.id DESC, texts.id = after DESC LIMIT 1"
        )
        values = (document, sentence) if raw is None else (document, sentence, raw)
        with self.reading("The decisions were not read"):
            found = self._connection.execute(query, values).fetchone()
        return None if found is None else text_in_row(*found)

    def texts(self, document: str, sentence: int, after: int) -> list[StoredText]:
        """What acts behind the act `after` made of a sentence, and what stood before them."""
        query = (
            "SELECT DISTINCT format, content, raw FROM texts, changes "
            "WHERE document = ? AND sentence = ? AND act > ? AND texts.id IN (before, after)"
        )
        with self.reading("The decisions were not read"):
            rows = self._connection.execute(query, (document, sentence, after)).fetchall()
        return [text_in_row(*row) for row in rows]

    def decided(self, document: str, sentence: int | None = None) -> dict[int, str]:
        """Where the decision that now holds about each sentence came from; acts that were taken back do not count."""
        wanted, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
        query = (
            "SELECT acts.id, kind, undoes, provenance, sentence FROM changes JOIN acts ON acts.id = changes.act "
            f"WHERE document = ?{wanted} ORDER BY changes.id"
        )
        with self.reading("The decisions were not read"):
            rows = self._connection.execute(query, values).fetchall()
        gone: dict[int, bool] = {}
        for _, kind, undoes, _, _ in rows:
            if kind in (UNDO, REDO):
                gone[undoes] = kind == UNDO
        held = [row for row in rows if row[1] in (ACT, MERGE) and not gone.get(row[0], False)]
        return {number: provenance for _, _, _, provenance, number in held}

    def base(self, document: str) -> Base | None:
        """What the file held when it was last opened or saved; None where it never was."""
        with self.reading("The decisions were not read"):
            newest = self.newest_base(document)
            if newest == 0:
                return None
            if (kept := self._bases.get(document)) is None or kept.id != newest:
                kept = self._bases[document] = bases.at_row(self._connection, newest)
        return kept.base

    def newest_base(self, document: str) -> int:
        """The number of the newest base; 0 where there is none."""
        with self.reading("The decisions were not read"):
            return saves.newest_base(self._connection, document)

    def held(self, document: str) -> tuple[Base, ...]:
        """What the file may hold unless it was changed outside: its base, and saves announced since, newest first."""
        with self.reading("The decisions were not read"):
            base = self.base(document)
            return () if base is None else (base, *saves.announced(self._connection, document))

    def announce(self, base: Base) -> None:
        """Writes down what a file will hold, before it is replaced; `mark` says afterwards that it does."""
        with self._lock, self._writing(f"{base.document} was not saved"):
            kept = self._insert(replace(base, act=self._last))
            saves.insert(self._connection, kept.id, saves.sealed(self._seal, kept.base))

    def mark(self, base: Base) -> None:
        """Writes down what a file holds now."""
        with self._lock:
            with self._writing(f"{base.document}: what the file holds was not recorded"):
                kept = self._insert(base)
            self._bases[base.document] = kept

    def _insert(self, base: Base) -> bases.KeptBase:
        return bases.insert(self._connection, base, self._bases.get(base.document), _now())

    def add_run(self, name: str, body: bytes) -> None:
        """Keeps a run; its name must be new."""
        with self._lock, self._writing(f"The run {name!r} was not recorded"):
            if self._connection.execute("SELECT 1 FROM runs WHERE name = ?", (name,)).fetchone():
                raise ProjectError(f"there is a run called {name!r} already. Give this one another name")
            self._connection.execute("INSERT INTO runs (name, time, body) VALUES (?, ?, ?)", (name, _now(), body))

    def runs(self) -> list[bytes]:
        """All runs, oldest first."""
        with self.reading("The runs were not read"):
            return [bytes(row[0]) for row in self._connection.execute("SELECT body FROM runs ORDER BY id")]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file has this name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def cells_of(text: str) -> tuple[Cell, ...]:
    """The cells that a row names."""
    try:
        return msgspec.json.decode(text, type=tuple[Cell, ...])
    except (msgspec.DecodeError, RecursionError) as error:
        raise DamagedError(f"the journal is damaged: the cells of a change cannot be read ({error})") from None


def seal_of(
    before: bytes, row: ActRow, turns: Sequence[Turn], locked: Sequence[LockTurn], spent: Sequence[tuple[object, ...]]
) -> bytes:
    """A digest of an act and, by the seal before it, of all acts before it; acts without locks, or without what they
    cost, are sealed as they were before there was any of that."""
    digests = [[None if text is None else text.digest for text in turn.texts] for turn in turns]
    changes = [
        (turn.document, turn.sentence, turn.position, turn.cells, *texts)
        for turn, texts in zip(turns, digests, strict=True)
    ]
    whole: tuple[object, ...] = (row, changes)
    if locked or spent:
        whole = (*whole, locks.sealed(locked))
    if spent:
        whole = (*whole, spent)
    return blake2b(before + msgspec.json.encode(whole), digest_size=16).digest()
