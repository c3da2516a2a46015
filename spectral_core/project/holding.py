"""Who holds a project: a lock of the operating system, which ends with its process, and the facts of the holder."""

from __future__ import annotations

import errno
import getpass
import os
import platform
import stat
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from spectral_core.files import NotAFileError, shown_path, whole
from spectral_core.project.complaints import disk_complaint

_FACTS_WAIT = 0.2  # seconds in which one who has just taken the lock writes who it is
_LOCKED_BYTE = 1 << 30  # on Windows a locked byte cannot be read: one behind the facts is locked


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a project open for changing."""

    user: str
    host: str
    process: int
    since: str  # ISO, UTC

    def __str__(self) -> str:
        return f"{self.user} on {self.host} (process {self.process}, since {self.since[:16].replace('T', ' ')} UTC)"


class Hold:
    """The right to change a project, for as long as it is kept; `reason` says why it was not given."""

    def __init__(self, path: Path) -> None:
        self.reason = ""
        self.holder: Holder | None = None  # another, where it is held
        self._handle: int | None = None
        try:
            handle = _opened(path, os.O_CREAT)
        except OSError as error:
            self.reason = str(disk_complaint(f"{path.parent} can be read, but not changed", error))
            return
        try:
            if taken := _taken(handle):
                now = datetime.now(UTC).isoformat(timespec="seconds")
                facts = Holder(user(), shown_path(platform.node()), os.getpid(), now)
                content = msgspec.json.encode(facts)
                os.lseek(handle, 0, os.SEEK_SET)
                os.write(handle, content)
                os.ftruncate(handle, len(content))
        except OSError as error:
            os.close(handle)
            self.reason = str(disk_complaint(f"{path.parent} can be read, but not changed", error))
            return
        if taken:
            self._handle = handle
            return
        os.close(handle)
        self.holder = _holder(path)
        who = "another process" if self.holder is None else str(self.holder)
        self.reason = f"{path.parent} is held by {who}: it can be read, but not changed. Close it there first"

    def free(self) -> None:
        """Gives the right back; without effect where it was not given."""
        if self._handle is not None:
            os.close(self._handle)  # which frees the lock
            self._handle = None


def holder_of(path: Path) -> Holder | None:
    """Who holds the project whose lock is at `path`; None where nobody does, or where that cannot be found out."""
    try:
        handle = _opened(path)
    except OSError:
        return None
    try:
        return None if _lock(handle) else _holder(path)
    except OSError:
        return None
    finally:
        os.close(handle)


def _opened(path: Path, more: int = 0) -> int:
    """The file of a lock: what is written into it must not go through a link to another, or into a device."""
    own = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_RDWR | own | more, 0o666)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotAFileError(errno.EINVAL, f"{path.name} is a device or a pipe, not a file", str(path))
    return handle


def _taken(handle: int) -> bool:
    """Whether the lock was got; a moment is left to those who only look who holds it."""
    for pause in (0.005, 0.01, 0.02, 0.0):
        if _lock(handle):
            return True
        time.sleep(pause)
    return False


def user() -> str:
    """The name of whoever runs this process."""
    try:
        return shown_path(getpass.getuser())  # a variable may hold what is no text
    except (OSError, KeyError):  # no name for this number on the machine
        return "somebody"


def _holder(path: Path) -> Holder | None:
    """Who says to hold the lock; a moment is left to one who has just taken it."""
    end = time.monotonic() + _FACTS_WAIT
    while True:
        try:
            return msgspec.json.decode(whole(path), type=Holder)
        except (OSError, msgspec.DecodeError):
            if time.monotonic() > end:
                return None
            time.sleep(0.01)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
