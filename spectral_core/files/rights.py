"""File permissions of derived files: readable only by those who may read all files they derive from."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

PRIVATE, USUAL = 0o600, 0o666  # permissions of private files, and of ordinary ones before the umask
_GROUP, _OTHERS = 0o060, 0o006  # read and write bits: readers of a text may have what is derived from it


def shared_rights(texts: Iterable[Path], folder: Path, reachable: bool = True) -> int:
    """Return the upper limit of the permissions of a file in `folder` with sentences of these texts: only users who may
    read all texts may read it. With `reachable`, they must also be able to enter the folders of the texts. Missing
    texts are ignored."""
    rights = USUAL
    for text in texts if os.name == "posix" else ():
        try:
            rights &= _rights_like(text, folder, reachable)
        except FileNotFoundError:
            continue
        except OSError:  # its permissions cannot be read
            return PRIVATE
    return rights


def rights_of_copy(path: Path, texts: Iterable[Path | None]) -> int:
    """Return the upper limit of the permissions of a new file with sentences of these texts; None is a text without a
    file."""
    return shared_rights([text for text in texts if text is not None], path.resolve().parent, reachable=False)


def folder_rights(rights: int) -> int:
    """Return the permissions of a folder for files with these permissions: who may read the files may enter it."""
    return rights | (rights & 0o444) >> 2


def restrict(path: Path, rights: int) -> None:
    """Remove permissions of a file or folder beyond these; files of other users are left alone."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        status = path.lstat()
        mode = status.st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            if status.st_gid != _group_of_new(path.parent):  # a different group, which the mode bits do not cover
                rights &= ~_GROUP | (rights & _OTHERS) << 3
            allowed = folder_rights(rights)
            if mode & 0o777 & ~allowed:
                path.chmod(stat.S_IMODE(mode) & (allowed | 0o7000))


def make_private_folder(folder: Path) -> None:
    """Create a folder that only the user may enter, if it is missing; errors surface on writing into it."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Create an empty file that only the user may read, or make an existing one private; errors surface on writing to
    it."""
    make_private_folder(path.parent)
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE))
    restrict(path, PRIVATE)


def _rights_like(text: Path, folder: Path, reachable: bool) -> int:
    """Return permissions of a file in `folder` that give access to the readers of a text only; the folder may belong to
    another group."""
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
    if groups != {_group_of_new(folder)}:
        group = group and other_users
    return PRIVATE | (_GROUP if group else 0) | (_OTHERS if other_users else 0)


def _group_of_new(folder: Path) -> int:
    """Return the group that a new file in a folder belongs to."""
    status = folder.stat()
    inherited = status.st_mode & stat.S_ISGID or sys.platform == "darwin"
    return status.st_gid if inherited else os.getegid()
