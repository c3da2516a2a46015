"""Project lock: a lock of the operating system, released when its process ends, and a file that names its holder."""

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

from spectral_core.files import NotAFileError, path_to_display_text, read_raw
from spectral_core.project.errors import make_disk_error

_HOLDER_TIMEOUT = 0.2  # seconds in which a new holder writes its name
_LOCKED_BYTE = 1 << 30  # Windows forbids reading a locked byte: lock one after the file's content


@dataclass(frozen=True, slots=True)
class LockHolder:
    """The process that has a project open for writing."""

    user: str
    host: str
    process: int
    since: str  # ISO, UTC

    def __str__(self) -> str:
        return f"{self.user} on {self.host} (process {self.process}, since {self.since[:16].replace('T', ' ')} UTC)"


class ProjectLock:
    """Write lock of a project until `release`; `reason` says why it was not acquired."""

    def __init__(self, path: Path) -> None:
        self.reason = ""
        self.holder: LockHolder | None = None  # the other process that holds it
        self._handle: int | None = None
        try:
            handle = _open_lock_file(path, os.O_CREAT)
        except OSError as error:
            self.reason = str(make_disk_error(f"{path.parent} can be read, but not changed", error))
            return
        try:
            if is_acquired := _acquire_with_retries(handle):
                now = datetime.now(UTC).isoformat(timespec="seconds")
                holder = LockHolder(current_user(), path_to_display_text(platform.node()), os.getpid(), now)
                content = msgspec.json.encode(holder)
                os.lseek(handle, 0, os.SEEK_SET)
                os.write(handle, content)
                os.ftruncate(handle, len(content))
        except OSError as error:
            os.close(handle)
            self.reason = str(make_disk_error(f"{path.parent} can be read, but not changed", error))
            return
        if is_acquired:
            self._handle = handle
            return
        os.close(handle)
        self.holder = _read_lock_file(path)
        holder_name = "another process" if self.holder is None else str(self.holder)
        self.reason = f"{path.parent} is held by {holder_name}: it can be read, but not changed. Close it there first"

    def release(self) -> None:
        """Release the lock; no effect if it was not acquired."""
        if self._handle is not None:
            os.close(self._handle)  # releases the lock
            self._handle = None


def read_lock_holder(path: Path) -> LockHolder | None:
    """Return the holder of the lock at `path`; None if there is none or it cannot be determined."""
    try:
        handle = _open_lock_file(path)
    except OSError:
        return None
    try:
        return None if _try_lock(handle) else _read_lock_file(path)
    except OSError:
        return None
    finally:
        os.close(handle)


def _open_lock_file(path: Path, extra_flags: int = 0) -> int:
    """Open a lock file and return its handle; an OSError if it is a link or a device."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_RDWR | flags | extra_flags, 0o666)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotAFileError(errno.EINVAL, f"{path.name} is a device or a pipe, not a file", str(path))
    return handle


def _acquire_with_retries(handle: int) -> bool:
    """Try several times to acquire a lock; return whether it was acquired. Processes that only look for the holder
    release it within moments."""
    for pause in (0.005, 0.01, 0.02, 0.0):
        if _try_lock(handle):
            return True
        time.sleep(pause)
    return False


def current_user() -> str:
    """Return the name of the user who runs this process."""
    try:
        return path_to_display_text(getpass.getuser())  # an environment variable may be invalid Unicode
    except (OSError, KeyError):  # the user id has no name on this machine
        return "somebody"


def _read_lock_file(path: Path) -> LockHolder | None:
    """Return the holder named in a lock file; waits a moment for a new holder to write its name, None if it does
    not."""
    deadline = time.monotonic() + _HOLDER_TIMEOUT
    while True:
        try:
            return msgspec.json.decode(read_raw(path), type=LockHolder)
        except (OSError, msgspec.DecodeError):
            if time.monotonic() > deadline:
                return None
            time.sleep(0.01)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
