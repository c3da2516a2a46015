"""Rights of new files that hold what other files hold: whoever may not read all of those may not read the new file."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

PRIVATE, USUAL = 0o600, 0o666  # the rights of files of one user, and those that a system's mask is taken from
_GROUP, _OTHERS = 0o060, 0o006  # reading and writing of each: who may read a text may have what is made of it


def shared_rights(texts: Iterable[Path], folder: Path, reachable: bool = True) -> int:
    """Return the rights that a file in `folder` may have at most when it holds sentences of these texts: none for those
    who may not read one of them or, where it must be `reachable`, may not enter its folder. A missing text counts for
    nothing."""
    rights = USUAL
    for text in texts if os.name == "posix" else ():
        try:
            rights &= _rights_like(text, folder, reachable)
        except FileNotFoundError:
            continue
        except OSError:  # who may read it cannot be seen
            return PRIVATE
    return rights


def rights_of_copy(path: Path, texts: Iterable[Path | None]) -> int:
    """Return the rights that a new file may have at most which holds sentences of these texts, where they are known."""
    return shared_rights([text for text in texts if text is not None], path.resolve().parent, reachable=False)


def folder_rights(rights: int) -> int:
    """Return the rights of a folder whose files have these: who may read them may enter it."""
    return rights | (rights & 0o444) >> 2


def restrict(path: Path, rights: int) -> None:
    """Take from a file, or from a folder, what these rights do not give; what belongs to another user stays."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        status = path.lstat()
        mode = status.st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            if status.st_gid != _group_of_new(path.parent):  # which the rights do not speak of
                rights &= ~_GROUP | (rights & _OTHERS) << 3
            allowed = folder_rights(rights)
            if mode & 0o777 & ~allowed:
                path.chmod(stat.S_IMODE(mode) & (allowed | 0o7000))


def make_private_folder(folder: Path) -> None:
    """Make a folder that nobody else may enter, where it is not there; whoever writes into it says what is wrong."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Make an empty file that nobody else may read, or take from one that is there what others may; whoever writes into
    it says what is wrong."""
    make_private_folder(path.parent)
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE))
    restrict(path, PRIVATE)


def _rights_like(text: Path, folder: Path, reachable: bool) -> int:
    """Return who may read a text, as the rights of a file in `folder`, which may belong to another group."""
    resolved = text.resolve()
    status = resolved.stat()
    group, other_users = bool(status.st_mode & stat.S_IRGRP), bool(status.st_mode & stat.S_IROTH)
    groups = {status.st_gid}
    for parent in resolved.parents if reachable else ():
        if folder.is_relative_to(parent):  # whoever reaches the new file comes through it as well
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
