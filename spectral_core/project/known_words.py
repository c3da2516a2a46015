"""Words that a reader knows: a text file in the project's folder, a lemma a line, that other programs can read too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Sequence
from pathlib import Path

from spectral_core.data.vocabulary import normalise_lemma
from spectral_core.errors import SpectralError
from spectral_core.files import ChangedMeanwhileError, Location, read_raw, replace_atomically, restrict
from spectral_core.project.errors import ProjectError, make_disk_error
from spectral_core.project.folder import KNOWN as KNOWN
from spectral_core.project.folder import rights_beside

_Stamp = tuple[int, int, int]  # which file it was, its size, and when it was changed

_CACHE: dict[Path, tuple[_Stamp, frozenset[str]]] = {}  # the list last read or written, with its file as it was then


def read_known(folder: Location) -> frozenset[str]:
    """Return the known lemmas of the project in this folder, as `key` spells them; none where it has no list yet."""
    path = Path(folder) / KNOWN
    try:
        stamp = _make_stamp(path.stat())
        if (cached := _CACHE.get(path)) is not None and cached[0] == stamp:
            return cached[1]
        lemmas = _read_lemmas(path)
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise make_disk_error(f"The words you know could not be read from {path}", error, reading=True) from None
    except UnicodeDecodeError as error:
        problem = f"{path}: this list of known words is no UTF-8 text (byte {error.start + 1})"
        raise ProjectError(f"{problem}. Save it as UTF-8, a lemma a line") from None
    _remember(path, stamp, lemmas)
    return lemmas


def change_known(folder: Location, lemmas: Collection[str], is_known: bool) -> frozenset[str]:
    """Mark lemmas as known, or as unknown, and return the list, which is on the disk then. The file is read again first
    where it was changed, so that what another window or program has added stays. New lemmas are appended; where some
    are removed, the file is replaced."""
    folder = Path(folder)
    before = read_known(folder)
    keys = {normalise_lemma(lemma) for lemma in lemmas} - {""}
    changed = keys - before if is_known else keys & before
    if not changed:
        return before
    path = folder / KNOWN
    try:
        if is_known:
            after = before | changed
            folder.mkdir(parents=True, exist_ok=True)
            _append_lemmas(path, sorted(changed), after)
        else:
            after = before - changed
            content = "".join(f"{lemma}\n" for lemma in sorted(after)).encode()
            replace_atomically(path, [content], lambda file: _holds(file, before))
            status = path.stat()
            if status.st_size == len(content):
                _remember(path, _make_stamp(status), after)
    except ChangedMeanwhileError:  # this very moment
        _CACHE.clear()
        return change_known(folder, lemmas, is_known)
    except OSError as error:
        raise make_disk_error(f"The words you know were not written to {path}", error) from None
    except UnicodeEncodeError:
        raise ProjectError("This word holds a sign that is no Unicode text, and cannot be kept") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None
    return after


def _read_lemmas(path: Path) -> frozenset[str]:
    return frozenset(map(normalise_lemma, read_raw(path).decode("utf-8-sig").split("\n"))) - {""}


def _holds(path: Path, lemmas: frozenset[str]) -> bool:
    try:
        return _read_lemmas(path) == lemmas
    except (OSError, UnicodeDecodeError):
        return False


def _append_lemmas(path: Path, lemmas: Sequence[str], after: frozenset[str]) -> None:
    """Append lines to a file, all of them or none where the disk refuses one; `after` is what it then holds."""
    content = "".join(f"{lemma}\n" for lemma in lemmas).encode()
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    rights = rights_beside(path.parent)
    restrict(path, rights)
    handle = os.open(path, flags, rights)
    with os.fdopen(handle, "a+b", buffering=0) as file:  # a buffer would be written once more when it is closed
        before = os.fstat(file.fileno())
        if before.st_size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # written by hand
                content = b"\n" + content
        written = 0
        try:
            while written < len(content):
                written += file.write(content[written:])
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                if os.fstat(file.fileno()).st_size == before.st_size + written:  # nobody has added to it meanwhile
                    file.truncate(before.st_size)
            raise
        status = os.fstat(file.fileno())
    cached = _CACHE.get(path)
    is_unchanged = before.st_size == 0 or (cached is not None and cached[0] == _make_stamp(before))
    if is_unchanged and status.st_size == before.st_size + len(content):
        _remember(path, _make_stamp(status), after)


def _make_stamp(status: os.stat_result) -> _Stamp:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _remember(path: Path, stamp: _Stamp, lemmas: frozenset[str]) -> None:
    _CACHE.clear()
    _CACHE[path] = stamp, lemmas
