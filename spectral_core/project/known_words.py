"""Known words of a reader: a text file in the project's folder, one lemma per line, readable by other programs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Sequence
from pathlib import Path

from spectral_core.data.vocabulary import normalise_lemma
from spectral_core.errors import SpectralError
from spectral_core.files import ChangedMeanwhileError, Location, read_raw, replace_atomically, restrict_permissions
from spectral_core.project.errors import ProjectError, make_disk_error
from spectral_core.project.project_file import KNOWN_WORDS_FILE
from spectral_core.project.project_folder import compute_new_file_permissions

_Stamp = tuple[int, int, int]  # identity, size and modification time of a file

_CACHED_LEMMAS: dict[Path, tuple[_Stamp, frozenset[str]]] = {}  # last list read or written, with its file's stamp


def read_known_words(folder: Location) -> frozenset[str]:
    """Read the project's known lemmas, normalised by `normalise_lemma`; empty without a file."""
    path = Path(folder) / KNOWN_WORDS_FILE
    try:
        stamp = _make_stamp(path.stat())
        if (cached := _CACHED_LEMMAS.get(path)) is not None and cached[0] == stamp:
            return cached[1]
        lemmas = _read_lemmas(path)
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise make_disk_error(f"The words you know could not be read from {path}", error, reading=True) from None
    except UnicodeDecodeError as error:
        problem = f"{path}: this list of known words is no UTF-8 text (byte {error.start + 1})"
        raise ProjectError(f"{problem}. Save it as UTF-8, a lemma a line") from None
    _cache_lemmas(path, stamp, lemmas)
    return lemmas


def mark_known_words(folder: Location, lemmas: Collection[str], is_known: bool) -> frozenset[str]:
    """Mark lemmas as known or unknown and return the list, which is then on disk. A changed file is read again first,
    so that additions by another window or program stay. New lemmas are appended; removals replace the file."""
    folder = Path(folder)
    before = read_known_words(folder)
    keys = {normalise_lemma(lemma) for lemma in lemmas} - {""}
    changed = keys - before if is_known else keys & before
    if not changed:
        return before
    path = folder / KNOWN_WORDS_FILE
    try:
        if is_known:
            after = before | changed
            folder.mkdir(parents=True, exist_ok=True)
            _append_lemmas(path, sorted(changed), after)
        else:
            after = before - changed
            content = "".join(f"{lemma}\n" for lemma in sorted(after)).encode()
            replace_atomically(path, [content], lambda file: _has_exactly_these_lemmas(file, before))
            status = path.stat()
            if status.st_size == len(content):
                _cache_lemmas(path, _make_stamp(status), after)
    except ChangedMeanwhileError:  # another program has just written it
        _CACHED_LEMMAS.clear()
        return mark_known_words(folder, lemmas, is_known)
    except OSError as error:
        raise make_disk_error(f"The words you know were not written to {path}", error) from None
    except UnicodeEncodeError:
        raise ProjectError("This word holds a sign that is no Unicode text, and cannot be kept") from None
    except SpectralError as error:
        raise ProjectError(str(error)) from None
    return after


def _read_lemmas(path: Path) -> frozenset[str]:
    """Read the normalised lemmas of a file, without empty lines."""
    return frozenset(map(normalise_lemma, read_raw(path).decode("utf-8-sig").split("\n"))) - {""}


def _has_exactly_these_lemmas(path: Path, lemmas: frozenset[str]) -> bool:
    """Return whether a file has exactly these lemmas; False if it cannot be read."""
    try:
        return _read_lemmas(path) == lemmas
    except (OSError, UnicodeDecodeError):
        return False


def _append_lemmas(path: Path, lemmas: Sequence[str], after: frozenset[str]) -> None:
    """Append lines to a file, all or none if the disk is full; `after` is the resulting list."""
    content = "".join(f"{lemma}\n" for lemma in lemmas).encode()
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    permissions = compute_new_file_permissions(path.parent)
    restrict_permissions(path, permissions)
    handle = os.open(path, flags, permissions)
    with os.fdopen(handle, "a+b", buffering=0) as file:  # a buffer would be written again on close
        before = os.fstat(file.fileno())
        if before.st_size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":  # edited by hand
                content = b"\n" + content
        written = 0
        try:
            while written < len(content):
                written += file.write(content[written:])
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                if os.fstat(file.fileno()).st_size == before.st_size + written:  # no other program has appended
                    file.truncate(before.st_size)
            raise
        status = os.fstat(file.fileno())
    cached = _CACHED_LEMMAS.get(path)
    is_unchanged = before.st_size == 0 or (cached is not None and cached[0] == _make_stamp(before))
    if is_unchanged and status.st_size == before.st_size + len(content):
        _cache_lemmas(path, _make_stamp(status), after)


def _make_stamp(status: os.stat_result) -> _Stamp:
    """Return identity, size and modification time of a file."""
    return status.st_ino, status.st_size, status.st_mtime_ns


def _cache_lemmas(path: Path, stamp: _Stamp, lemmas: frozenset[str]) -> None:
    """Remember the lemmas of this file only, with its stamp."""
    _CACHED_LEMMAS.clear()
    _CACHED_LEMMAS[path] = stamp, lemmas
