"""Atomic replacement of files by exchanging names, never overwriting another program's edit; file locks."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Self

from spectral_core.errors import FormatError
from spectral_core.files.permissions import DEFAULT_MODE, PRIVATE_MODE

_AT_FDCWD, _RENAME_EXCHANGE, _RENAME_SWAP = -100, 2, 2  # constants of Linux's renameat2 and macOS's renamex_np
_UNFINISHED, _EXCHANGED = ".unfinished", ".exchanged"
_LEFTOVER = re.compile(r"\.(.+)\.[a-z0-9_]{8}(\.unfinished)?", re.DOTALL)
_EXCHANGE_NAME = re.compile(r"\.(.+)\.[a-z0-9_]{8}\.([0-9a-f]{16})-([0-9a-f]{16})\.exchanged", re.DOTALL)
_DIGEST, _RANDOM = 8, 4  # bytes, each written as two hex digits
_LONGEST_ADDITION = len("..") + 2 * _RANDOM + len(".-") + 4 * _DIGEST + len(_EXCHANGED)
_LONGEST_NAME = 143 - _LONGEST_ADDITION  # bytes of a name before the addition; some file systems allow 143
_PIECE_SIZE = 1 << 20  # bytes read at a time
_DAY = 86_400 * 10**9  # nanoseconds after which a temporary file counts as abandoned if locks cannot tell
_OPEN_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
Expectation = Callable[[Path], bool]  # whether a file is still as its replacer read it


def exchange_files(first: Path, second: Path) -> None:
    """Exchange the names of two files atomically; an OSError if the system or the file system cannot."""
    import ctypes  # imported here: most processes never replace a file

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
    except AttributeError:  # a system or C library without such a call
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), str(first)) from None
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(first), None, str(second))


if sys.platform == "win32":

    def try_lock_file(handle: int) -> bool | None:  # noqa: ARG001 - as it is called on the other systems
        """Lock an open file until it is closed: True if acquired, False if another process holds it, None if
        unknown."""
        return None  # an open file cannot be removed on this system

else:
    import fcntl

    def try_lock_file(handle: int) -> bool | None:
        """Lock an open file until it is closed: True if acquired, False if another process holds it, None if
        unknown."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # some network file systems have no locks
            return None
        return True


class ChangedMeanwhileError(FormatError):
    """Raised if another program wrote a file while it was being replaced: that program's content stays."""


def replace_atomically(
    path: Path, pieces: Iterable[bytes], is_expected: Expectation | None = None, permissions: int = DEFAULT_MODE
) -> os.stat_result | None:
    """Write a file atomically: a crash at any moment leaves the old one or the new one.

    A device or a pipe is written into: it must not be replaced by a file.

    Args:
        path: The file. An existing one keeps its permissions, and a link keeps pointing to it.
        pieces: Its new content.
        is_expected: Says whether the file is as the caller knows it. It must exist then, and is not written over where
            another program changed it, at whatever moment.
        permissions: Upper limit of a new file's permissions, before the umask.

    Returns:
        The status of the written file, which identifies it; None where it was written into.

    Raises:
        ChangedMeanwhileError: The file is not as expected; another program's content is in its place.
        FormatError: The file cannot be written; nothing was changed.
    """
    target = path.resolve()  # a link keeps its target
    if target.exists() and not target.is_file() and not target.is_dir():
        _write_in_place(target, pieces)
        return None
    try:
        with _TemporaryFile(target, permissions, is_expected is not None) as draft:
            for piece in pieces:
                draft.write(piece)
            written = draft.complete()
            if is_expected is None:
                draft.replace_target()
            else:
                draft.replace_if_expected(is_expected)
        _sync_folder(target.parent)
        return written
    except OSError as error:
        problem = f"the file could not be written: {error.strerror or error}"
        remedy = "Nothing was changed; choose a folder you may write to, with room on its disk"
        raise FormatError(path, None, problem, remedy) from None


class _TemporaryFile:
    """Temporary file next to its target, removed unless it has replaced the target."""

    def __init__(self, target: Path, permissions: int, hashed: bool) -> None:
        self._target = target
        self._mode = _get_mode(target)  # of the file to be replaced; the new one gets it
        self._path, handle = _create_temporary_file(target, permissions if self._mode is None else PRIVATE_MODE)
        self._file = os.fdopen(handle, "wb")
        self._digest = blake2b(digest_size=_DIGEST) if hashed else None
        self._removable = True  # the file under the temporary name is not another program's

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if os.name != "posix":  # an open file cannot be removed
            self._file.close()
        if self._removable:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        self._file.close()

    def write(self, piece: bytes) -> None:
        self._file.write(piece)
        if self._digest is not None:
            self._digest.update(piece)

    def complete(self) -> os.stat_result:
        """Flush the temporary file to disk with the permissions of its target; return its status."""
        self._file.flush()
        os.fsync(self._file.fileno())
        written = os.fstat(self._file.fileno())
        mode = _get_mode(self._target)
        self._mode = self._mode if mode is None else mode
        if self._mode is not None:
            self._path.chmod(self._mode)
        if os.name != "posix":  # an open file cannot be renamed
            self._file.close()
        return written

    def replace_target(self) -> None:
        """Replace the target unconditionally."""
        self._path.replace(self._target)
        self._removable = False

    def replace_if_expected(self, expects: Expectation) -> None:
        """Replace the target if it is as expected; otherwise leave it as another program wrote it, and raise
        ChangedMeanwhileError."""
        assert self._digest is not None
        new, old = self._digest.hexdigest(), _digest_file(self._target)
        if not old or not expects(self._target):
            raise _make_conflict_error(self._target)
        if sys.platform == "win32":  # no exchange on Windows: the file was checked just now
            self.replace_target()
            return
        exchanged = self._path.with_name(f"{self._path.name.removesuffix(_UNFINISHED)}.{new}-{old}{_EXCHANGED}")
        self._path = self._path.rename(exchanged)
        self._removable = False
        try:
            exchange_files(self._path, self._target)
        except OSError as error:
            self._removable = True
            if error.errno == errno.ENOENT or not self._target.exists() or not expects(self._target):
                raise _make_conflict_error(self._target) from None
            self._restrict_permissions_like(self._target)
            self.replace_target()  # a file system without exchange
            return
        self._restrict_permissions_like(self._path)
        if _digest_file(self._path) not in (old, None):
            self._restore_target_and_raise(new)
        self._removable = True

    def _restrict_permissions_like(self, replaced: Path) -> None:
        """Remove from the new file the permissions that the replaced file lost after they were copied from it."""
        if os.name != "posix":
            return
        mode = _get_mode(replaced)
        if self._mode is not None and mode is not None and self._mode & ~mode:
            self._mode &= mode
            os.fchmod(self._file.fileno(), self._mode)

    def _restore_target_and_raise(self, new: str) -> None:
        """Restore another program's content, displaced by the exchange, to the target, and raise ChangedMeanwhileError.
        If the target was written again meanwhile, that version stays, and the displaced one is kept next to it."""
        try:
            exchange_files(self._path, self._target)
            if _digest_file(self._path) == new:
                self._removable = True
                raise _make_conflict_error(self._target)
            exchange_files(self._path, self._target)
        except OSError:  # the target was removed
            pass
        raise _make_conflict_error(self._target, _keep_other_version(self._path, self._target))


def _make_conflict_error(target: Path, kept_path: Path | None = None) -> ChangedMeanwhileError:
    """Make the error for a file that another program has changed."""
    problem = "another program wrote this file while it was being saved"
    if kept_path is not None:
        problem += f", twice: its first version is in {kept_path.name}"
    return ChangedMeanwhileError(target, None, problem, "Open it again to merge both changes")


def _create_temporary_file(target: Path, permissions: int) -> tuple[Path, int]:
    """Create a temporary file next to its target and lock it; return its path and handle. Retries if a cleanup
    removed it before it was locked."""
    while True:
        path = target.parent / f".{_shorten_file_name(target.name)}.{secrets.token_hex(_RANDOM)}{_UNFINISHED}"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN_FLAGS, permissions)
        except FileExistsError:
            continue
        if try_lock_file(handle) is not False and path.exists():
            return path, handle
        os.close(handle)


def remove_stale_files(folder: Path, names: Collection[str] | None = None) -> tuple[Path, ...]:
    """Remove temporary files that killed processes left next to files with these names, or all in a folder; return
    their paths.

    Those of running processes stay. Another program's content that an interrupted exchange displaced is restored or, if
    the target was written again, renamed.
    """
    removed: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(folder) as scanned:
        entries = list(scanned)
        file_names = [entry.name for entry in entries] if names is None else names
        full_names = {short_name: name for name in file_names for short_name in (_shorten_file_name(name), name)}
        for entry in entries:
            match = _LEFTOVER.fullmatch(entry.name) or _EXCHANGE_NAME.fullmatch(entry.name)
            if match is None or (names is not None and match[1] not in full_names):
                continue
            target = folder / full_names.get(match[1], match[1])
            with contextlib.suppress(OSError):
                digests = match.groups()[1:]
                if len(digests) == 2:
                    is_removed = _resolve_interrupted_exchange(Path(entry.path), target, *digests)
                else:
                    is_removed = _remove_stale_file(entry, target, bool(digests[0]))
                if is_removed:
                    removed.append(Path(entry.path))
    return tuple(removed)


def _remove_stale_file(entry: os.DirEntry[str], target: Path, named: bool) -> bool:
    """Remove a temporary file if its process is gone; return whether it was removed. `named`: it has the suffix
    .unfinished, which older versions did not write."""
    status = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(status.st_mode) or (os.name == "posix" and status.st_uid != os.getuid()):
        return False
    target_time = _get_modification_time(target)
    is_older = target_time is not None and status.st_mtime_ns < target_time
    if not named:
        if not is_older or stat.S_IMODE(status.st_mode) != PRIVATE_MODE:  # as at its creation
            return False
        Path(entry.path).unlink()
        return True
    with _hold_file_lock(Path(entry.path)) as locked:
        if locked is False or (locked is None and not is_older and time.time_ns() - status.st_mtime_ns < _DAY):
            return False
        Path(entry.path).unlink()  # Windows refuses that while it is being written
    return True


def _resolve_interrupted_exchange(path: Path, target: Path, new: str, old: str) -> bool:
    """Finish an interrupted exchange of `path` with its target: remove our new content or the one it replaced, restore
    that of another program. Return whether `path` is gone; False while the process that exchanged them runs."""
    with _hold_file_lock(path) as locked:
        if locked is False:
            return False
        with _hold_file_lock(target) as at_target:
            if at_target is False:  # the process that exchanged them still runs and will check it
                return False
        if _digest_file(path) in (new, old):
            path.unlink()
            return True
        if _digest_file(target) == new:
            with contextlib.suppress(OSError):
                exchange_files(path, target)
                if _digest_file(path) == new:
                    path.unlink()
                    return True
                exchange_files(path, target)  # another program has just written there
        _keep_other_version(path, target)
    return True


@contextlib.contextmanager
def _hold_file_lock(path: Path) -> Iterator[bool | None]:
    """Hold the lock of a file inside the block; yield whether it was acquired, None if the system cannot tell."""
    try:
        handle = os.open(path, os.O_RDONLY | _OPEN_FLAGS) if os.name == "posix" else None
    except OSError:
        handle = None
    if handle is None:
        yield None
        return
    try:
        yield try_lock_file(handle)
    finally:
        os.close(handle)


def _keep_other_version(path: Path, target: Path) -> Path:
    """Rename a file with another program's content to `NAME (other version)` next to the target; return that path."""
    stem, number = _shorten_file_name(target.stem), 1
    while True:
        suffix = "" if number == 1 else f" {number}"
        beside = target.with_name(f"{stem} (other version{suffix}){target.suffix}")
        number += 1
        try:
            os.link(path, beside)  # never replaces a file
        except FileExistsError:
            if not beside.samefile(path):  # linked by a process that was killed before its next step
                continue
        except OSError:  # a file system without links
            if beside.exists():
                continue
            return path.rename(beside)
        path.unlink()
        return beside


def _digest_file(path: Path) -> str | None:
    """Return a digest of a file; None if it does not exist, "" if it cannot be read."""
    digest = blake2b(digest_size=_DIGEST)
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _OPEN_FLAGS), "rb") as file:
            while piece := file.read(_PIECE_SIZE):
                digest.update(piece)
    except FileNotFoundError:
        return None
    except OSError:
        return ""
    return digest.hexdigest()


def _get_mode(path: Path) -> int | None:
    """Return the permissions of a file; None if there is no such file."""
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    return None


def _get_modification_time(path: Path) -> int | None:
    """Return the modification time in nanoseconds; None if it is unknown."""
    with contextlib.suppress(OSError):
        return path.stat().st_mtime_ns
    return None


def _shorten_file_name(name: str) -> str:
    """Return a name short enough for the suffixes of temporary files; a shortened name ends with a digest."""
    content = name.encode(errors="surrogateescape")
    if len(content) <= _LONGEST_NAME:
        return name
    digest = blake2b(content, digest_size=6).hexdigest()
    return f"{content[: _LONGEST_NAME - 16].decode(errors='ignore')}~{digest}"


def _write_in_place(target: Path, pieces: Iterable[bytes]) -> None:
    """Write to a device or a pipe, which must not be replaced."""
    try:
        with target.open("wb") as file:
            file.writelines(pieces)
    except OSError as error:
        problem = f"it could not be written: {error.strerror or error}"
        raise FormatError(target, None, problem, "Write to a file") from None


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk, so that a renamed file survives a crash."""
    if os.name != "posix":  # elsewhere folders cannot be opened, and the file system journals the rename
        return
    with contextlib.suppress(OSError):  # some network file systems refuse to sync a folder
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
