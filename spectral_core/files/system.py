"""Operating system calls beyond the standard library: exchange the names of two files in one step, and lock a file
until its process ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

_AT_FDCWD, _RENAME_EXCHANGE, _RENAME_SWAP = -100, 2, 2  # of Linux's renameat2, and of macOS's renamex_np


def exchange(first: Path, second: Path) -> None:
    """Exchange the names of two files in one step; an OSError where the system or the file system cannot do that."""
    import ctypes  # here, for most processes never replace a file

    first_name, second_name = os.fsencode(first), os.fsencode(second)
    try:
        if sys.platform == "linux":
            libc = ctypes.CDLL(None, use_errno=True)
            failed = libc.renameat2(_AT_FDCWD, first_name, _AT_FDCWD, second_name, ctypes.c_uint(_RENAME_EXCHANGE))
        elif sys.platform == "darwin":
            libc = ctypes.CDLL(None, use_errno=True)
            failed = libc.renamex_np(first_name, second_name, ctypes.c_uint(_RENAME_SWAP))
        else:
            raise AttributeError
    except AttributeError:  # a system, or a C library, without such a call
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), str(first)) from None
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(first), None, str(second))


if sys.platform == "win32":

    def lock(handle: int) -> bool | None:  # noqa: ARG001 - as it is called on the other systems
        """Lock an open file until it is closed: True where that was done, False where another process has it locked,
        None where the system cannot tell."""
        return None  # an open file cannot be removed on this system

else:
    import fcntl

    def lock(handle: int) -> bool | None:
        """Lock an open file until it is closed: True where that was done, False where another process has it locked,
        None where the system cannot tell."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # some network file systems have no locks
            return None
        return True
