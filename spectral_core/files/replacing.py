"""Replace files atomically, and never over what another program wrote meanwhile; remove what killed writes left.

A file is written under a name of its own beside its target (`.NAME.12345678.unfinished`, a draft) and then takes the
target's name. Where the caller says what the target is expected to hold, the two exchange names in one step, and what
came out is looked at: another program's edit goes back to its place. Meanwhile the draft's name tells digests of what
is new and of what was expected (`….NEW-OLD.exchanged`): whatever the moment of a crash, `remove_leftovers` knows whose
content has that name. A draft is locked as long as the process that writes it lives.
"""

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
from spectral_core.files.rights import PRIVATE, USUAL
from spectral_core.files.system import exchange, lock

_UNFINISHED, _EXCHANGED = ".unfinished", ".exchanged"
_LEFTOVER = re.compile(r"\.(.+)\.[a-z0-9_]{8}(\.unfinished)?", re.DOTALL)
_EXCHANGE_NAME = re.compile(r"\.(.+)\.[a-z0-9_]{8}\.([0-9a-f]{16})-([0-9a-f]{16})\.exchanged", re.DOTALL)
_LONGEST_NAME = 90  # bytes of a name that is made longer; file systems have room for 143 or 255
_DIGEST = 8  # bytes
_PIECE = 1 << 20  # bytes read at a time
_DAY = 86_400 * 10**9  # nanoseconds after which nobody writes a draft any more, where locks cannot tell
_OWN = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Expectation = Callable[[Path], bool]  # whether a file still is what whoever replaces it has read


class ChangedMeanwhileError(FormatError):
    """A file that another program wrote while it was being replaced: what that program wrote stands there."""


def replace_atomically(
    path: Path, pieces: Iterable[bytes], expects: Expectation | None = None, rights: int = USUAL
) -> os.stat_result | None:
    """Write a file so that a crash at any moment leaves the old one or the new one, never a part; which file that is.

    What is no file, such as a device or a pipe, is written into: it must not be replaced by one.

    Args:
        path: The file. One that is there keeps its rights, and a link goes on pointing to it.
        pieces: What it will hold.
        expects: Says whether the file is as the caller knows it. It must be there then, and is not written over where
            another program changed it, at whatever moment.
        rights: What a new file gives at most, before the user's mask.

    Raises:
        ChangedMeanwhileError: The file is not as expected; another program's content is in its place.
        FormatError: The file cannot be written; nothing was changed.
    """
    target = path.resolve()  # a link goes on pointing to what it pointed to
    if target.exists() and not target.is_file() and not target.is_dir():
        _write_into(target, pieces)
        return None
    try:
        with _Draft(target, rights, expects is not None) as draft:
            for piece in pieces:
                draft.write(piece)
            written = draft.complete()
            if expects is None:
                draft.put()
            else:
                draft.put_where(expects)
        _sync_folder(target.parent)
        return written
    except OSError as error:
        what = f"the file could not be written: {error.strerror or error}"
        remedy = "Nothing was changed; choose a folder you may write to, with room on its disk"
        raise FormatError(path, None, what, remedy) from None


class _Draft:
    """A file that is being written beside its target, and is removed unless it took the target's place."""

    def __init__(self, target: Path, rights: int, hashed: bool) -> None:
        self._target = target
        self._mode = _mode_of(target)  # of the file to be replaced
        self._path, handle = _begin(target, rights if self._mode is None else PRIVATE)
        self._file = os.fdopen(handle, "wb")
        self._digest = blake2b(digest_size=_DIGEST) if hashed else None
        self._removable = True  # what has the draft's name is not another program's

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
        """Bring it to the disk, with the rights of what it replaces; the file that it is."""
        self._file.flush()
        os.fsync(self._file.fileno())
        written = os.fstat(self._file.fileno())
        mode = _mode_of(self._target)
        if (mode := self._mode if mode is None else mode) is not None:
            self._path.chmod(mode)
        if os.name != "posix":  # an open file cannot be renamed
            self._file.close()
        return written

    def put(self) -> None:
        """Take the target's place, whatever is there."""
        self._path.replace(self._target)
        self._removable = False

    def put_where(self, expects: Expectation) -> None:
        """Take the target's place where that is as expected; otherwise what another program wrote stands there."""
        assert self._digest is not None
        new, old = self._digest.hexdigest(), _digest_of(self._target)
        if not old or not expects(self._target):
            raise _changed(self._target)
        if sys.platform == "win32":  # which can exchange nothing: the file was looked at just now
            self.put()
            return
        exchanged = self._path.with_name(f"{self._path.name.removesuffix(_UNFINISHED)}.{new}-{old}{_EXCHANGED}")
        self._path = self._path.rename(exchanged)
        self._removable = False
        try:
            exchange(self._path, self._target)
        except OSError as error:
            self._removable = True
            if error.errno == errno.ENOENT:
                raise _changed(self._target) from None
            self.put()  # a file system that can exchange nothing
            return
        if _digest_of(self._path) not in (old, None):
            self._give_back(new)
        self._removable = True

    def _give_back(self, new: str) -> None:
        """Put another program's edit back in its place, and say so. Where it was written once more meanwhile, that
        stays, and the first is kept beside it."""
        try:
            exchange(self._path, self._target)
            if _digest_of(self._path) == new:
                self._removable = True
                raise _changed(self._target)
            exchange(self._path, self._target)
        except OSError:  # the target was taken away
            pass
        raise _changed(self._target, _keep_beside(self._path, self._target))


def _changed(target: Path, kept: Path | None = None) -> ChangedMeanwhileError:
    what = "another program wrote this file while it was being saved"
    if kept is not None:
        what += f", twice: what it wrote first is in {kept.name}"
    return ChangedMeanwhileError(target, None, what, "Open it again, so that both changes are put together")


def _begin(target: Path, rights: int) -> tuple[Path, int]:
    """A new draft, open and locked; whoever removes leftovers may have taken one away before it was locked."""
    while True:
        path = target.parent / f".{_short(target.name)}.{secrets.token_hex(4)}{_UNFINISHED}"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OWN, rights)
        except FileExistsError:
            continue
        if lock(handle) is not False and path.exists():
            return path, handle
        os.close(handle)


def remove_leftovers(folder: Path, names: Collection[str] | None = None) -> tuple[Path, ...]:
    """Remove what writes that were killed left beside files with these names, or beside all in a folder; what it was.

    What a living process writes stays. Another program's edit that was taken out of its place and not put back is put
    back, or where that place is taken gets a name of its own.
    """
    removed: list[Path] = []
    with contextlib.suppress(OSError), os.scandir(folder) as scanned:
        entries = list(scanned)
        known = [entry.name for entry in entries] if names is None else names
        full = {key: name for name in known for key in (_short(name), name)}
        for entry in entries:
            found = _LEFTOVER.fullmatch(entry.name) or _EXCHANGE_NAME.fullmatch(entry.name)
            if found is None or (names is not None and found[1] not in full):
                continue
            target = folder / full.get(found[1], found[1])
            with contextlib.suppress(OSError):
                digests = found.groups()[1:]
                if len(digests) == 2:
                    settled = _settle(Path(entry.path), target, *digests)
                else:
                    settled = _remove_draft(entry, target, bool(digests[0]))
                if settled:
                    removed.append(Path(entry.path))
    return tuple(removed)


def _remove_draft(entry: os.DirEntry[str], target: Path, named: bool) -> bool:
    """Whether a draft was removed; `named` says that it has our ending, which came later than drafts."""
    status = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(status.st_mode) or (os.name == "posix" and status.st_uid != os.getuid()):
        return False
    written = _changed_at(target)
    older = written is not None and status.st_mtime_ns < written
    if not named:
        if not older or stat.S_IMODE(status.st_mode) != PRIVATE:  # as it is begun
            return False
        Path(entry.path).unlink()
        return True
    with _locked(Path(entry.path)) as locked:
        if locked is False or (locked is None and not older and time.time_ns() - status.st_mtime_ns < _DAY):
            return False
        Path(entry.path).unlink()  # Windows refuses that while it is being written
    return True


def _settle(path: Path, target: Path, new: str, old: str) -> bool:
    """Whether a file that was exchanged with its target, or was to be, is gone from its name: what is ours, or was
    expected, is removed, and what another program wrote is put back."""
    with _locked(path) as locked:
        if locked is False:
            return False
        with _locked(target) as at_target:
            if at_target is False:  # the process that exchanged them lives, and looks at it
                return False
        if _digest_of(path) in (new, old):
            path.unlink()
            return True
        if _digest_of(target) == new:
            with contextlib.suppress(OSError):
                exchange(path, target)
                if _digest_of(path) == new:
                    path.unlink()
                    return True
                exchange(path, target)  # another program has written there just now
        _keep_beside(path, target)
    return True


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[bool | None]:
    """Whether a file could be locked, until it is left; None where that cannot be told."""
    try:
        handle = os.open(path, os.O_RDONLY | _OWN) if os.name == "posix" else None
    except OSError:
        handle = None
    if handle is None:
        yield None
        return
    try:
        yield lock(handle)
    finally:
        os.close(handle)


def _keep_beside(path: Path, target: Path) -> Path:
    """Give another program's edit a name that a user sees; the name."""
    stem, number = _short(target.stem), 1
    while True:
        more = "" if number == 1 else f" {number}"
        beside = target.with_name(f"{stem} (other version{more}){target.suffix}")
        number += 1
        try:
            os.link(path, beside)  # which replaces nothing
        except FileExistsError:
            if not beside.samefile(path):  # which a process did that was killed before its next step
                continue
        except OSError:  # a file system without links
            if beside.exists():
                continue
            return path.rename(beside)
        path.unlink()
        return beside


def _digest_of(path: Path) -> str | None:
    """A digest of the bytes in a file; None where there is none, and "" where it cannot be read."""
    digest = blake2b(digest_size=_DIGEST)
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _OWN), "rb") as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
    except FileNotFoundError:
        return None
    except OSError:
        return ""
    return digest.hexdigest()


def _mode_of(path: Path) -> int | None:
    with contextlib.suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    return None


def _changed_at(path: Path) -> int | None:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime_ns
    return None


def _short(name: str) -> str:
    """A name that leaves room for more behind it."""
    content = name.encode(errors="surrogateescape")
    if len(content) <= _LONGEST_NAME:
        return name
    digest = blake2b(content, digest_size=6).hexdigest()
    return f"{content[: _LONGEST_NAME - 16].decode(errors='ignore')}~{digest}"


def _write_into(target: Path, pieces: Iterable[bytes]) -> None:
    try:
        with target.open("wb") as file:
            file.writelines(pieces)
    except OSError as error:
        what = f"it could not be written: {error.strerror or error}"
        raise FormatError(target, None, what, "Write to a file") from None


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":  # elsewhere a folder cannot be opened; the rename is in the file system's own journal
        return
    with contextlib.suppress(OSError):  # some network file systems refuse to sync a folder
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
