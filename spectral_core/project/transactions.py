"""One connection to the file of a journal: who reads waits, what is written is written whole, faults are told."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spectral_core.project.complaints import ProjectError, journal_complaint


class Transactions:
    """Readings and transactions on one connection, from several threads."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = _file_at(path)
        self._lock = threading.RLock()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise journal_complaint(self.path, what, error) from None

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        """One transaction: all that is written in it is on the disk at its end, or nothing."""
        if _file_at(self.path) != self._file:  # SQLite would write into a file that has no name any more
            why = f"the journal {self.path} was taken away or replaced by another program"
            raise ProjectError(f"{what}: {why}. Put it back and open the project again")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction:  # a full disk ends it by itself
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise journal_complaint(self.path, what, error) from None
            raise


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file has this name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino)
