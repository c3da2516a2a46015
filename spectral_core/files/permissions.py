"""File permissions of derived files: readable only by those who may read all files they derive from."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

PRIVATE_MODE, DEFAULT_MODE = 0o600, 0o666  # permissions of private files, and of ordinary ones before the umask
# read and write bits: readers of a text may have what is derived from it
_GROUP_READ_WRITE, _OTHERS_READ_WRITE = 0o060, 0o006


def compute_shared_permissions(texts: Iterable[Path], folder: Path, reachable: bool = True) -> int:
    """Return the upper limit of the permissions of a file in `folder` with sentences of these texts: only users who may
    read all texts may read it. With `reachable`, they must also be able to enter the folders of the texts. Missing
    texts are ignored."""
    permissions = DEFAULT_MODE
    for text in texts if os.name == "posix" else ():
        try:
            permissions &= _compute_reader_permissions(text, folder, reachable)
        except FileNotFoundError:
            continue
        except OSError:  # its permissions cannot be read
            return PRIVATE_MODE
    return permissions


def compute_copy_permissions(path: Path, texts: Iterable[Path | None]) -> int:
    """Return the upper limit of the permissions of a new file with sentences of these texts; None is a text without a
    file."""
    return compute_shared_permissions(
        [text for text in texts if text is not None], path.resolve().parent, reachable=False
    )


def to_folder_permissions(permissions: int) -> int:
    """Return the permissions of a folder for files with these permissions: who may read the files may enter it."""
    return permissions | (permissions & 0o444) >> 2


def restrict_permissions(path: Path, permissions: int) -> None:
    """Remove permissions of a file or folder beyond these; files of other users are left alone."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        status = path.lstat()
        mode = status.st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            if status.st_gid != _get_group_of_new_file(
                path.parent
            ):  # a different group, which the mode bits do not cover
                permissions &= ~_GROUP_READ_WRITE | (permissions & _OTHERS_READ_WRITE) << 3
            allowed = to_folder_permissions(permissions)
            if mode & 0o777 & ~allowed:
                path.chmod(stat.S_IMODE(mode) & (allowed | 0o7000))


def make_private_folder(folder: Path) -> None:
    """Create a folder that only the user may enter, if it is missing. A failure is ignored: writing into it
    will fail."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Create an empty file that only the user may read, or make an existing one private. A failure is ignored: writing
    to it will fail."""
    make_private_folder(path.parent)
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE_MODE))
    restrict_permissions(path, PRIVATE_MODE)


def _compute_reader_permissions(text: Path, folder: Path, reachable: bool) -> int:
    """Return the permissions of a file in `folder` that give access only to those who may read a text; the folder may
    belong to another group."""
    resolved = text.resolve()
    status = resolved.stat()
    group, other_users = bool(status.st_mode & stat.S_IRGRP), bool(status.st_mode & stat.S_IROTH)
    groups = {status.st_gid}
    for parent in resolved.parents if reachable else ():
        if folder.is_relative_to(parent):  # also passed on the way to the new file
            break
        parent_status = parent.stat()
        if not parent_status.st_mode & stat.S_IXOTH:
            group, other_users = group and bool(parent_status.st_mode & stat.S_IXGRP), False
            groups.add(parent_status.st_gid)
    if groups != {_get_group_of_new_file(folder)}:
        group = group and other_users
    return PRIVATE_MODE | (_GROUP_READ_WRITE if group else 0) | (_OTHERS_READ_WRITE if other_users else 0)


def _get_group_of_new_file(folder: Path) -> int:
    """Return the group that a new file in a folder belongs to."""
    status = folder.stat()
    inherited = status.st_mode & stat.S_ISGID or sys.platform == "darwin"
    return status.st_gid if inherited else os.getegid()
