"""The words a reader knows: a text file in the project's folder, a lemma a line, that other programs can read too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Sequence
from pathlib import Path

from spectral_core.data.vocabulary import key
from spectral_core.errors import SpectralError
from spectral_core.files import ChangedMeanwhileError, Location, replace_atomically, restrict, whole
from spectral_core.project.complaints import ProjectError, disk_complaint
from spectral_core.project.folder import KNOWN as KNOWN
from spectral_core.project.privacy import rights_beside

_Stamp = tuple[int, int, int]  # which file it was, its size, and when it was changed

_LAST: dict[Path, tuple[_Stamp, frozenset[str]]] = {}  # the list last read or written, with its file as it was then


def read_known(folder: Location) -> frozenset[str]:
    """The lemmas that are known in the project of this folder, as `key` spells them; none where it has no list yet."""
    path = Path(folder) / KNOWN
    try:
        stamp = _stamp(path.stat())
        if (last := _LAST.get(path)) is not None and last[0] == stamp:
            return last[1]
        found = _lemmas_in(path)
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise disk_complaint(f"The words you know could not be read from {path}", error, reading=True) from None
    except UnicodeDecodeError as error:
        what = f"{path}: this list of known words is no UTF-8 text (byte {error.start + 1})"
        raise ProjectError(f"{what}. Save it as UTF-8, a lemma a line") from None
    _keep(path, stamp, found)
    return found


def change_known(folder: Location, lemmas: Collection[str], known: bool) -> frozenset[str]:
    """The list after lemmas were marked as known, or as unknown; it is on the disk when this returns. The file is read
    anew first where it was changed since, so that what another window or program has added stays. New lemmas are added
    at its end; where some are taken out, it is replaced."""
    folder = Path(folder)
    before = read_known(folder)
    wanted = {key(lemma) for lemma in lemmas} - {""}
    changed = wanted - before if known else wanted & before
    if not changed:
        return before
    path = folder / KNOWN
    try:
        if known:
            after = before | changed
            folder.mkdir(parents=True, exist_ok=True)
            _add(path, sorted(changed), after)
        else:
            after = before - changed
            content = "".join(f"{lemma}\n" for lemma in sorted(after)).encode()
            replace_atomically(path, [content], lambda file: _holds(file, before))
            now = path.stat()
            if now.st_size == len(content):
                _keep(path, _stamp(now), after)
    except ChangedMeanwhileError:  # this very moment
        _LAST.clear()
        return change_known(folder, lemmas, known)
    except OSError as error:
        raise disk_complaint(f"The words you know were not written to {path}", error) from None
    except UnicodeEncodeError:
        raise ProjectError("This word holds a sign that is no Unicode text, and cannot be kept") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None
    return after


def _lemmas_in(path: Path) -> frozenset[str]:
    return frozenset(map(key, whole(path).decode("utf-8-sig").split("\n"))) - {""}


def _holds(path: Path, lemmas: frozenset[str]) -> bool:
    try:
        return _lemmas_in(path) == lemmas
    except (OSError, UnicodeDecodeError):
        return False


def _add(path: Path, lemmas: Sequence[str], after: frozenset[str]) -> None:
    """Adds lines to a file, all of them or none where the disk refuses one; `after` is what it then holds."""
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
        done = 0
        try:
            while done < len(content):
                done += file.write(content[done:])
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                if os.fstat(file.fileno()).st_size == before.st_size + done:  # nobody has added to it meanwhile
                    file.truncate(before.st_size)
            raise
        now = os.fstat(file.fileno())
    last = _LAST.get(path)
    as_known = before.st_size == 0 or (last is not None and last[0] == _stamp(before))
    if as_known and now.st_size == before.st_size + len(content):
        _keep(path, _stamp(now), after)


def _stamp(found: os.stat_result) -> _Stamp:
    return found.st_ino, found.st_size, found.st_mtime_ns


def _keep(path: Path, stamp: _Stamp, found: frozenset[str]) -> None:
    _LAST.clear()
    _LAST[path] = stamp, found
