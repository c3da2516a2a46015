"""What can go wrong with a project, as sentences: ProjectError, and failures of disk and journal in words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spectral_core.errors import SpectralError


class ProjectError(SpectralError):
    """A project that cannot be opened or changed as asked; nothing was recorded."""


class ChangedOutsideError(ProjectError):
    """A text file that another program has written: saving would write over that."""


class DamagedError(ProjectError):
    """A journal that is not one, or not whole."""


_REASONS = {
    errno.ENOSPC: ("the disk is full", "Free some space, then do it again"),
    errno.EDQUOT: ("your share of the disk is used up", "Free some space, then do it again"),
    errno.EFBIG: ("files may not grow so large here", "Raise the limit, or move the project to another disk"),
    errno.EROFS: ("the disk is read-only", "Copy the project to a disk you may write to"),
    errno.EACCES: ("you may not write there", "Ask for the right to write, or copy the project to a folder of yours"),
    errno.EPERM: ("you may not write there", "Ask for the right to write, or copy the project to a folder of yours"),
}


def disk_complaint(what: str, error: OSError, reading: bool = False) -> ProjectError:
    """A sentence for a failure of the disk: `what` was not done, why, and what helps."""
    reason, remedy = _REASONS.get(error.errno or 0, (error.strerror or str(error), "Check the disk"))
    if reading and error.errno in (errno.EACCES, errno.EPERM):
        reason, remedy = "you may not read it", "Ask its owner for the right to read it"
    return ProjectError(f"{what}: {reason}. {remedy}")


@contextmanager
def asking(path: Path, what: str) -> Iterator[None]:
    """Tells of failures of the journal at `path` that come meanwhile."""
    try:
        yield
    except sqlite3.Error as error:
        raise journal_complaint(path, what, error) from None
    except UnicodeEncodeError as error:
        raise text_complaint(what, error) from None


def text_complaint(what: str, error: UnicodeEncodeError) -> ProjectError:
    """A sentence for a text that no file can hold: `what` was not done, why, and what helps."""
    sign = ascii(error.object[error.start])
    return ProjectError(f"{what}: {error.object[:80]!a} holds {sign}, which is no sign of Unicode text. Type it again")


def journal_complaint(path: Path, what: str, error: sqlite3.Error) -> ProjectError:
    """A sentence for a failure of the journal at `path`: `what` was not done, why, and what helps."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        remedy = "Close the project and open it again: the damaged journal is then set aside, and the texts stay"
        return DamagedError(f"{what}: the journal {path} is damaged. {remedy}")
    if name.startswith("SQLITE_FULL"):
        reason, remedy = _REASONS[errno.ENOSPC]
    elif name.startswith("SQLITE_READONLY"):
        reason, remedy = f"the journal {path} may not be written", "Ask for the right to write, or copy the project"
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        reason, remedy = f"another program has locked {path}", "Close it there, then do it again"
    elif name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")):
        reason = f"the journal {path} could not be read or written"
        remedy = "Look whether the disk is full or was taken away, then do it again"
    else:
        reason, remedy = f"the journal {path} refused it ({error})", "Run `spectral project verify` on the project"
    return ProjectError(f"{what}: {reason}. {remedy}")
