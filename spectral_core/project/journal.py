"""Rows in and out of the journal: acts, the texts before and after, what files held when, runs. Nothing is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from spectral_core.data import Constraints
from spectral_core.project import bases, efforts, locks
from spectral_core.project.acts import ACT, MERGE, NAMES, REDO, UNDO, Row, Turn, cells_of, columns, seal_of
from spectral_core.project.bases import Base, now
from spectral_core.project.cells import Cell
from spectral_core.project.complaints import DamagedError, ProjectError
from spectral_core.project.efforts import Effort
from spectral_core.project.locks import Forms, LockTurn
from spectral_core.project.texts import Text, sentence_of, text_in_row, without_readings
from spectral_core.project.transactions import Transactions

_BLOCK = 400  # numbers in one query


class Journal(Transactions):
    """One connection to a journal; its methods may be called from several threads."""

    def __init__(self, path: Path, connection: sqlite3.Connection, annotator: str) -> None:
        super().__init__(path, connection)
        self.annotator = annotator
        self._bases: dict[str, bases.Kept] = {}  # the newest of each document
        with self._reading("The journal was not read"):
            last = connection.execute("SELECT id, seal FROM acts ORDER BY id DESC LIMIT 1").fetchone()
        self._last: int = 0 if last is None else int(last[0])
        self._seal: bytes = b"" if last is None else bytes(last[1])

    @property
    def last(self) -> int:
        """The number of the newest act."""
        return self._last

    # acts

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
            row = Row(self._last + 1, now(), self.annotator, step, kind, undoes, provenance, milliseconds, rank)
            seal = seal_of(self._seal, row, turns, locked, efforts.sealed(spent))
            self._connection.execute(
                "INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*columns(row), seal),
            )
            for turn in turns:
                self._connection.execute(
                    "INSERT INTO changes (act, document, sentence, position, cells, before, after, theirs) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        row.id,
                        turn.document,
                        turn.sentence,
                        turn.position,
                        msgspec.json.encode(turn.cells).decode(),
                        *(
                            None if text is None else self._text(text)
                            for text in (turn.before, turn.after, turn.theirs)
                        ),
                    ),
                )
            for lock in locked:
                locks.insert(self._connection, row.id, lock)
            efforts.insert(self._connection, row.id, spent)
            marked = [
                bases.insert(self._connection, replace(base, act=row.id), self._bases.get(base.document))
                for base in held
            ]
        self._last, self._seal = row.id, seal
        self._bases.update((kept.base.document, kept) for kept in marked)
        return row.id

    def _text(self, text: Text) -> int:
        digest = text.digest
        found = self._connection.execute("SELECT id FROM texts WHERE digest = ?", (digest,)).fetchone()
        if found is not None:
            return int(found[0])
        row = (digest, text.format, text.content, text.raw)
        made = self._connection.execute("INSERT INTO texts (digest, format, content, raw) VALUES (?, ?, ?, ?)", row)
        return int(made.lastrowid or 0)

    def rows(self, limit: int | None = None, document: str | None = None, sentence: int | None = None) -> list[Row]:
        """The acts, newest first; those of one document or of one of its sentences where that is asked."""
        wanted = ""
        values: list[str | int] = []
        if document is not None:
            of_sentence = "" if sentence is None else " AND sentence = ?"
            parts = [f"SELECT act FROM {table} WHERE document = ?{of_sentence}" for table in ("changes", "locks")]
            wanted = f" WHERE id IN ({' UNION '.join(parts)})"
            values = [document] if sentence is None else [document, sentence]
            values *= 2
        query = f"SELECT {NAMES} FROM acts{wanted} ORDER BY id DESC LIMIT ?"
        with self._reading("The history was not read"):
            found = self._connection.execute(query, (*values, -1 if limit is None else limit)).fetchall()
        return [Row(*one) for one in found]

    def row(self, act: int) -> Row:
        """One act by its number."""
        with self._reading("The history was not read"):
            return Row(*self._connection.execute(f"SELECT {NAMES} FROM acts WHERE id = ?", (act,)).fetchone())

    def outline(self) -> list[tuple[int, str, int | None, str]]:
        """(number, kind, what it undoes, step) of all acts that undo can meet, oldest first."""
        query = (
            "SELECT id, kind, undoes, step FROM acts WHERE kind <> 'merge' OR EXISTS "
            "(SELECT 1 FROM changes WHERE act = acts.id AND before IS NOT after) ORDER BY id"
        )
        with self._reading("The history was not read"):
            return self._connection.execute(query).fetchall()

    def first_changes(
        self, acts: Sequence[int], document: str | None = None, sentence: int | None = None
    ) -> dict[int, tuple[str, int, int, tuple[Cell, ...], int]]:
        """For each act (document, sentence, position, cells) of its first change, and how many changes it has."""
        wanted = "" if document is None else " AND document = ?"
        values: list[str | int] = [] if document is None else [document]
        if sentence is not None:
            wanted += " AND sentence = ?"
            values.append(sentence)
        query = (
            "SELECT act, document, sentence, position, cells, "
            "(SELECT count(*) FROM changes AS others WHERE others.act = changes.act) FROM changes "
            f"WHERE id IN (SELECT min(id) FROM changes WHERE act BETWEEN ? AND ?{wanted} GROUP BY act)"
        )
        if not acts:
            return {}
        with self._reading("The history was not read"):
            rows = self._connection.execute(query, (min(acts), max(acts), *values)).fetchall()
        return {
            act: (name, number, position, cells_of(cells), count) for act, name, number, position, cells, count in rows
        }

    def first_locks(
        self, acts: Sequence[int], document: str | None = None, sentence: int | None = None
    ) -> dict[int, tuple[str, int, int]]:
        """For each act (document, sentence, position) of the first sentence in which it locked something."""
        with self._reading("The history was not read"):
            return locks.firsts(self._connection, acts, document, sentence)

    def lock_turns(self, act: int) -> tuple[LockTurn, ...]:
        """What an act did to locks."""
        with self._reading("The history was not read"):
            return locks.of_act(self._connection, act)

    def efforts_of(self, act: int) -> tuple[Effort, ...]:
        """What the decisions of an act cost."""
        with self._reading("The history was not read"):
            return efforts.of_act(self._connection, act)

    def efforts(self, acts: Container[int]) -> tuple[Effort, ...]:
        """What the decisions of these acts cost, oldest first."""
        with self._reading("The history was not read"):
            return efforts.of_acts(self._connection, acts)

    def locks(self, document: str, sentence: int | None = None) -> dict[int, tuple[Forms, Constraints]]:
        """What is locked now in each sentence of a document, or in one, with the words that it is about."""
        with self._reading("The locks were not read"):
            return locks.held(self._connection, document, sentence)

    def turns(self, act: int) -> tuple[Turn, ...]:
        """What an act did."""
        query = (
            "SELECT document, sentence, position, cells, before, after, theirs FROM changes WHERE act = ? ORDER BY id"
        )
        with self._reading("The history was not read"):
            found = self._connection.execute(query, (act,)).fetchall()
            texts = self._texts({number for row in found for number in row[4:] if number is not None})
        return tuple(
            Turn(
                document,
                sentence,
                position,
                cells_of(cells),
                *(None if number is None else texts[number] for number in numbers),
            )
            for document, sentence, position, cells, *numbers in found
        )

    def _texts(self, numbers: Iterable[int]) -> dict[int, Text]:
        wanted = sorted(numbers)
        found: dict[int, Text] = {}
        for start in range(0, len(wanted), _BLOCK):
            block = wanted[start : start + _BLOCK]
            marks = ",".join("?" * len(block))
            query = f"SELECT id, format, content, raw FROM texts WHERE id IN ({marks})"
            for number, format, content, raw in self._connection.execute(query, block):
                found[number] = text_in_row(format, content, raw)
        if len(found) < len(wanted):
            raise DamagedError(f"the journal {self.path} is damaged: a sentence that an act names is not in it")
        return found

    def latest(self, document: str, base: Base) -> dict[int, tuple[int, Text | None]]:
        """For each sentence with decisions that its file does not hold: the newest act on it, and what it is now."""
        newer = (
            "SELECT sentence, act, after FROM changes WHERE id IN "
            "(SELECT max(id) FROM changes WHERE document = ? AND act > ? GROUP BY sentence)"
        )
        with self._reading("The decisions were not read"):
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
            texts = self._texts({row[2] for row in rows.values() if row[2] is not None})
        return {
            number: (act, None if after is None else texts[after]) for number, (_, act, after) in sorted(rows.items())
        }

    def known(self, document: str, sentence: int, raw: bytes | None = None) -> Text | None:
        """A text of the sentence that stood in its file with the digest `raw`, or its newest text; None if unknown."""
        wanted = " AND texts.raw = ?" if raw is not None else ""
        query = (
            "SELECT format, content, raw FROM texts, changes WHERE document = ? AND sentence = ? "
            f"AND texts.id IN (before, after, theirs){wanted} ORDER BY changes.id DESC, texts.id = after DESC LIMIT 1"
        )
        values = (document, sentence) if raw is None else (document, sentence, raw)
        with self._reading("The decisions were not read"):
            found = self._connection.execute(query, values).fetchone()
        return None if found is None else text_in_row(*found)

    def texts(self, document: str, sentence: int, after: int) -> list[Text]:
        """What acts behind the act `after` made of a sentence, and what stood before them."""
        query = (
            "SELECT DISTINCT format, content, raw FROM texts, changes "
            "WHERE document = ? AND sentence = ? AND act > ? AND texts.id IN (before, after)"
        )
        with self._reading("The decisions were not read"):
            rows = self._connection.execute(query, (document, sentence, after)).fetchall()
        return [text_in_row(*row) for row in rows]

    def decided(self, document: str, sentence: int | None = None) -> dict[int, str]:
        """Where the decision that now holds about each sentence came from; acts that were taken back do not count."""
        wanted, values = ("", [document]) if sentence is None else (" AND sentence = ?", [document, sentence])
        query = (
            "SELECT acts.id, kind, undoes, provenance, sentence FROM changes JOIN acts ON acts.id = changes.act "
            f"WHERE document = ?{wanted} ORDER BY changes.id"
        )
        with self._reading("The decisions were not read"):
            rows = self._connection.execute(query, values).fetchall()
        gone: dict[int, bool] = {}
        for _, kind, undoes, _, _ in rows:
            if kind in (UNDO, REDO):
                gone[undoes] = kind == UNDO
        return {
            number: provenance
            for act, kind, _, provenance, number in rows
            if kind in (ACT, MERGE) and not gone.get(act, False)
        }

    # what files held

    def base(self, document: str) -> Base | None:
        """What the file held when it was last opened or saved; None where it never was."""
        with self._reading("The decisions were not read"):
            newest = self.newest_base(document)
            if newest == 0:
                return None
            kept = self._bases.get(document)
            if kept is None or kept.id != newest:
                kept = self._bases[document] = bases.at_row(self._connection, newest)
        return kept.base

    def newest_base(self, document: str) -> int:
        """The number of the newest base; 0 where there is none."""
        query = "SELECT coalesce(max(id), 0) FROM bases WHERE document = ?"
        with self._reading("The decisions were not read"):
            return int(self._connection.execute(query, (document,)).fetchone()[0])

    def mark(self, base: Base) -> None:
        """Writes down what a file holds now."""
        with self._lock:
            with self._writing(f"{base.document}: what the file holds was not recorded"):
                kept = bases.insert(self._connection, base, self._bases.get(base.document))
            self._bases[base.document] = kept

    # runs

    def add_run(self, name: str, body: bytes) -> None:
        """Keeps a run; its name must be new."""
        with self._lock, self._writing(f"The run {name!r} was not recorded"):
            if self._connection.execute("SELECT 1 FROM runs WHERE name = ?", (name,)).fetchone():
                raise ProjectError(f"there is a run called {name!r} already. Give this one another name")
            self._connection.execute("INSERT INTO runs (name, time, body) VALUES (?, ?, ?)", (name, now(), body))

    def runs(self) -> list[bytes]:
        """All runs, oldest first."""
        with self._reading("The runs were not read"):
            return [bytes(row[0]) for row in self._connection.execute("SELECT body FROM runs ORDER BY id")]

    # for checking

    def check(self) -> Iterator[str]:
        """What is wrong with the pages of the file, with the texts, and with the order of the acts."""
        with self._reading("The journal was not checked"):
            for (found,) in self._connection.execute("PRAGMA integrity_check(20)").fetchall():
                if found != "ok":
                    yield f"{self.path}: {found}"
            for number, digest, format, content, raw in self._connection.execute(
                "SELECT id, digest, format, content, raw FROM texts"
            ):
                if text_in_row(format, content, raw).digest != digest:
                    yield f"{self.path}: the text {number} is not what was recorded"
            astray = efforts.without_act(self._connection)
            if astray:
                yield f"{self.path}: {astray} rows of effort belong to no act"
            seal = b""
            sealed = self._connection.execute(f"SELECT {NAMES}, seal FROM acts ORDER BY id").fetchall()
        for expected, (*values, found) in enumerate(sealed, 1):
            row = Row(*values)
            with self._reading("The journal was not checked"):
                spent = efforts.rows_of_act(self._connection, row.id)
            seal = seal_of(seal, row, self.turns(row.id), self.lock_turns(row.id), spent)
            if row.id != expected or seal != bytes(found):
                yield f"{self.path}: the act {row.id} ({row.step!r}) is not what was recorded, or one before it is gone"
                seal = bytes(found)

    def chain(self, document: str) -> list[tuple[int, int, int | None, int | None, int]]:
        """(sentence, act, before, after, the newest base before it) of every change, oldest first."""
        query = (
            "SELECT sentence, act, before, after, (SELECT coalesce(max(id), 0) FROM bases "
            "WHERE bases.document = changes.document AND bases.act < changes.act) "
            "FROM changes WHERE document = ? ORDER BY id"
        )
        with self._reading("The journal was not checked"):
            return self._connection.execute(query, (document,)).fetchall()

    def documents(self) -> list[str]:
        """The documents that decisions were made on."""
        with self._reading("The journal was not checked"):
            return [row[0] for row in self._connection.execute("SELECT DISTINCT document FROM changes")]

    def all_texts(self) -> Iterator[Text]:
        """Every sentence in the journal."""
        at = 0
        while True:
            with self._reading("The journal was not checked"):
                query = "SELECT id FROM texts WHERE id > ? ORDER BY id LIMIT ?"
                numbers = [row[0] for row in self._connection.execute(query, (at, _BLOCK))]
                texts = self._texts(numbers)
            if not numbers:
                return
            yield from texts.values()
            at = numbers[-1]

    def alike(self, one: int | None, two: int | None) -> bool:
        """Whether two texts say the same, however they are written."""
        if one is None or two is None:
            return one == two
        with self._reading("The journal was not checked"):
            texts = self._texts((one, two))
        return without_readings(sentence_of(texts[one])) == without_readings(sentence_of(texts[two]))
