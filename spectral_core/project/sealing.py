"""Whether the rows of a journal are what was recorded: its pages, its texts, and the seals from the first act on."""

from __future__ import annotations

from collections.abc import Iterator

from spectral_core.project import efforts, saves
from spectral_core.project.journal import NAMES, ActRow, Journal, seal_of
from spectral_core.project.texts import text_in_row

CHECKING = "The journal was not checked"


def broken_rows(journal: Journal) -> Iterator[str]:
    """What is wrong with the pages of the file, with the texts, and with the order of the acts."""
    path = journal.path
    with journal.reading(CHECKING) as connection:
        for (found,) in connection.execute("PRAGMA integrity_check(20)").fetchall():
            if found != "ok":
                yield f"{path}: {found}"
        for number, digest, format, content, raw in connection.execute(
            "SELECT id, digest, format, content, raw FROM texts"
        ):
            if text_in_row(format, content, raw).digest != digest:
                yield f"{path}: the text {number} is not what was recorded"
        astray = efforts.without_act(connection)
        if astray:
            yield f"{path}: {astray} rows of effort belong to no act"
        for number in saves.broken(connection):
            yield f"{path}: the announced save {number} is not what was recorded"
        seal = b""
        sealed = connection.execute(f"SELECT {NAMES}, seal FROM acts ORDER BY id").fetchall()
    for expected, (*values, found) in enumerate(sealed, 1):
        row = ActRow(*values)
        with journal.reading(CHECKING) as connection:
            spent = efforts.rows_of_act(connection, row.id)
        seal = seal_of(seal, row, journal.turns(row.id), journal.lock_turns(row.id), spent)
        if row.id != expected or seal != bytes(found):
            yield f"{path}: the act {row.id} ({row.step!r}) is not what was recorded, or one before it is gone"
            seal = bytes(found)
