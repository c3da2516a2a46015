"""Errors of projects: ProjectError, and messages for failures of disk and journal."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spectral_core.errors import SpectralError

_REASONS_AND_REMEDIES = {
    errno.ENOSPC: ("the disk is full", "Free some space, then do it again"),
    errno.EDQUOT: ("your share of the disk is used up", "Free some space, then do it again"),
    errno.EFBIG: ("files may not grow so large here", "Raise the limit, or move the project to another disk"),
    errno.EROFS: ("the disk is read-only", "Copy the project to a disk you may write to"),
    errno.EACCES: ("you may not write there", "Ask for the right to write, or copy the project to a folder of yours"),
    errno.EPERM: ("you may not write there", "Ask for the right to write, or copy the project to a folder of yours"),
}


class ProjectError(SpectralError):
    """Raised if a project cannot be opened or changed as requested; nothing was recorded."""


class ChangedOutsideError(ProjectError):
    """Raised if another program has written a text file that saving would overwrite."""


class DamagedJournalError(ProjectError):
    """Raised for a journal that is damaged, or a file that is no journal."""


def make_disk_error(failure: str, error: OSError, reading: bool = False) -> ProjectError:
    """Make the error of a disk failure: the failed action, the cause and a remedy."""
    reason, remedy = _REASONS_AND_REMEDIES.get(error.errno or 0, (error.strerror or str(error), "Check the disk"))
    if reading and error.errno in (errno.EACCES, errno.EPERM):
        reason, remedy = "you may not read it", "Ask its owner for the right to read it"
    return ProjectError(f"{failure}: {reason}. {remedy}")


@contextmanager
def translate_journal_errors(path: Path, failure: str) -> Iterator[None]:
    """Translate journal failures at `path` inside the block to a ProjectError."""
    try:
        yield
    except sqlite3.Error as error:
        raise make_journal_error(path, failure, error) from None
    except UnicodeEncodeError as error:
        raise make_encoding_error(failure, error) from None


def make_encoding_error(failure: str, error: UnicodeEncodeError) -> ProjectError:
    """Make the error for a text that UTF-8 cannot encode: the failed action, the cause and a remedy."""
    character = ascii(error.object[error.start])
    return ProjectError(
        f"{failure}: {error.object[:80]!a} holds {character}, which is no sign of Unicode text. Type it again"
    )


def make_journal_error(path: Path, failure: str, error: sqlite3.Error) -> ProjectError:
    """Make the error of a journal failure at `path`: the failed action, the cause and a remedy."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        remedy = "Close the project and open it again: the damaged journal is then set aside, and the texts stay"
        return DamagedJournalError(f"{failure}: the journal {path} is damaged. {remedy}")
    if name.startswith("SQLITE_FULL"):
        reason, remedy = _REASONS_AND_REMEDIES[errno.ENOSPC]
    elif name.startswith("SQLITE_READONLY"):
        reason, remedy = f"the journal {path} may not be written", "Ask for the right to write, or copy the project"
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        reason, remedy = f"another program has locked {path}", "Close it there, then do it again"
    elif name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")):
        reason = f"the journal {path} could not be read or written"
        remedy = "Look whether the disk is full or was taken away, then do it again"
    else:
        reason, remedy = f"the journal {path} refused it ({error})", "Run `spectral project verify` on the project"
    return ProjectError(f"{failure}: {reason}. {remedy}")
