"""Integrity of a journal: its pages, its texts, and the seals from the first edit on."""

from __future__ import annotations

from collections.abc import Iterator

from spectral_core.project import efforts, saves
from spectral_core.project.journal import EDIT_COLUMNS, EditRow, Journal, compute_seal
from spectral_core.project.texts import make_text

CHECKING = "The journal was not checked"


def find_broken_rows(journal: Journal) -> Iterator[str]:
    """Yield what is wrong with the pages of the file, with the texts, and with the order of the edits."""
    path = journal.path
    with journal.reading(CHECKING) as connection:
        for (stored,) in connection.execute("PRAGMA integrity_check(20)").fetchall():
            if stored != "ok":
                yield f"{path}: {stored}"
        for number, digest, format, content, raw in connection.execute(
            "SELECT id, digest, format, content, raw FROM texts"
        ):
            if make_text(format, content, raw).digest != digest:
                yield f"{path}: the text {number} is not what was recorded"
        orphans = efforts.count_orphans(connection)
        if orphans:
            yield f"{path}: {orphans} rows of effort belong to no act"
        for number in saves.find_broken_saves(connection):
            yield f"{path}: the announced save {number} is not what was recorded"
        seal = b""
        sealed_rows = connection.execute(f"SELECT {EDIT_COLUMNS}, seal FROM acts ORDER BY id").fetchall()
    for expected_id, (*values, stored) in enumerate(sealed_rows, 1):
        row = EditRow(*values)
        with journal.reading(CHECKING) as connection:
            effort_values = efforts.read_raw_efforts(connection, row.id)
        seal = compute_seal(seal, row, journal.read_entries(row.id), journal.read_lock_entries(row.id), effort_values)
        if row.id != expected_id or seal != bytes(stored):
            yield f"{path}: the act {row.id} ({row.step!r}) is not what was recorded, or one before it is gone"
            seal = bytes(stored)
