"""Save and load models as .npz files with arrays and a JSON header; pickle is never used."""

from __future__ import annotations

import dataclasses
import io
import json
import logging
import lzma
import os
import time
import tokenize
import zipfile
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from spectral_core.deprecated import keep_old_names, old_keywords
from spectral_core.errors import SettingsError, SpectralError, StoreError
from spectral_core.files import (
    DEFAULT_MODE,
    Location,
    compute_shared_permissions,
    compute_unpack_limit,
    describe_oversize,
    open_regular_file,
    read_raw,
    replace_atomically,
    restrict_permissions,
)
from spectral_core.model import Arrays, Model, Value
from spectral_core.registry import get_method, make_settings

_logger = logging.getLogger(__name__)
VERSION = 1
_KIND = "spectral-workbench model"
_HEADER = "header"
EXTRA_PREFIX = "beside_"  # name prefix of extra arrays stored with a model
_ALLOWED_DTYPE_KINDS = "biufU"  # numbers and strings
_FAILURES = (  # raised by numpy and the decompressors
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, tokenize.TokenError, EOFError),
    *(ValueError, KeyError, NotImplementedError, RuntimeError),
)


class _Header(TypedDict, total=False):
    kind: str
    version: int
    method: str
    settings: dict[str, Value]


@old_keywords(beside="extra_arrays")
def save(
    model: Model,
    path: Location,
    compress: bool = True,
    extra_arrays: Arrays | None = None,
    permissions: int = DEFAULT_MODE,
) -> None:
    """Write a model atomically: a crash leaves the previous file intact. An uncompressed file is at least 1.5 times as
    large, and written in a tenth of the time or less. The `extra_arrays` are stored in the file but are not part of
    the model; `read_arrays` reads them. `permissions` limits those of a new file."""
    path = Path(path)
    header = {"kind": _KIND, "version": VERSION, "method": model.method, "settings": dataclasses.asdict(model.settings)}
    arrays = model.arrays()
    if _HEADER in arrays:
        raise ValueError(f"an array of a model cannot be called {_HEADER!r}")
    # the path may not be a string
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode(errors="surrogatepass")
    buffer = io.BytesIO()
    write = np.savez_compressed if compress else np.savez
    arrays = {**arrays, **{f"{EXTRA_PREFIX}{name}": array for name, array in (extra_arrays or {}).items()}}
    write(buffer, allow_pickle=False, **{**arrays, _HEADER: np.frombuffer(text, dtype=np.uint8)})
    replace_atomically(path, [buffer.getvalue()], permissions=permissions)
    _logger.info("stored a model of %s in %s: %d bytes", model.method, path, buffer.tell())


def load(path: Location) -> Model:
    """Read the model in a file; StoreError for a damaged, foreign or newer one."""
    path, started = Path(path), time.perf_counter()
    arrays = {name: array for name, array in _load_arrays(path).items() if not name.startswith(EXTRA_PREFIX)}
    header = _parse_header(path, arrays.pop(_HEADER, None))
    try:
        method = get_method(header["method"])
        settings = make_settings(method, header["settings"])
    except SettingsError as error:
        message = f"this model is of a kind that this version does not know ({error})"
        raise StoreError(path, message, "Learn it again, or update the program") from None
    try:
        model = method.restore(settings, arrays)
    except SpectralError:
        raise
    except MemoryError:
        raise _make_memory_error(path) from None
    except (LookupError, ArithmeticError, ValueError, TypeError, AttributeError) as error:
        message = f"the model in this file is incomplete or of another version ({type(error).__name__}: {error})"
        raise StoreError(path, message, "Learn it again") from None
    _logger.info("loaded a model of %s from %s: %.2f s", method.name, path, time.perf_counter() - started)
    return model


def read_description(path: Location) -> tuple[str, dict[str, Value]]:
    """Return the method and the settings of the model in a file without reading its arrays."""
    header = _parse_header(Path(path), _load_arrays(Path(path), (_HEADER,)).get(_HEADER))
    return header["method"], header["settings"]


@old_keywords(beside="extra_arrays")
def copy(path: Location, target: Location, extra_arrays: Arrays) -> None:
    """Copy a model file and store more arrays in the copy, for `read_arrays`. The copy has the file permissions of the
    original."""
    read_description(path)
    try:
        buffer = io.BytesIO(read_raw(Path(path)))
        with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
            stored_names = set(archive.namelist())
            for name, array in extra_arrays.items():
                if f"{EXTRA_PREFIX}{name}.npy" not in stored_names:
                    with archive.open(f"{EXTRA_PREFIX}{name}.npy", "w") as entry:
                        np.lib.format.write_array(entry, np.asarray(array), allow_pickle=False)
    except _FAILURES:
        raise _make_damage_error(Path(path)) from None
    except OSError as error:
        raise StoreError(
            Path(path), f"the file could not be read: {error.strerror or error}", "Check the disk"
        ) from None
    target = Path(target)
    permissions = compute_shared_permissions([Path(path)], target.parent)
    restrict_permissions(target, permissions)
    replace_atomically(target, [buffer.getvalue()], permissions=permissions)


def read_arrays(path: Location, names: Collection[str]) -> dict[str, NDArray[np.generic]]:
    """Return the arrays with these names from a model file; the others are not decompressed."""
    return _load_arrays(Path(path), names)


def verify(path: Location) -> None:
    """Read all of a model file once, so that damage is reported now and not later in use."""
    _load_arrays(Path(path))


def _load_arrays(path: Path, names: Collection[str] | None = None) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a model file by name, only these if `names` is given; StoreError for a file that is missing,
    damaged, too large or no model."""
    try:
        with open_regular_file(path) as file:  # opened here, because numpy leaves a damaged file open
            arrays = np.load(file, allow_pickle=False)
            if not isinstance(arrays, np.lib.npyio.NpzFile):
                raise StoreError(path, "this is an array, not a model", "Choose a file that `spectral learn` wrote")
            packed_size, archive = os.fstat(file.fileno()).st_size, arrays.zip
            if archive is not None and sum([member.file_size for member in archive.infolist()]) > compute_unpack_limit(
                packed_size
            ):
                raise StoreError(path, *describe_oversize(packed_size))
            with arrays:
                selected = [name for name in arrays.files if names is None or name in names]
                loaded = {name: np.asarray(arrays[name]) for name in selected}
            if any(array.dtype.kind not in _ALLOWED_DTYPE_KINDS for array in loaded.values()):
                raise _make_damage_error(path)
            return loaded
    except FileNotFoundError:
        raise StoreError(path, "there is no such file", "Check the name, or learn the model first") from None
    except IsADirectoryError:
        raise StoreError(path, "this is a folder, not a model", "Name a file in it") from None
    except _FAILURES:
        raise _make_damage_error(path) from None
    except OSError as error:
        if error.errno is None:  # raised by a decompressor, not by the disk
            raise _make_damage_error(path) from None
        raise StoreError(path, f"the file could not be read: {error.strerror or error}", "Check the disk") from None
    except MemoryError:
        raise _make_memory_error(path) from None


def _make_memory_error(path: Path) -> StoreError:
    message = "this model does not fit in memory"
    return StoreError(path, message, "Close other programs, or learn a smaller one")


def _make_damage_error(path: Path) -> StoreError:
    message = "this is not a model, or it was damaged or cut short"
    return StoreError(path, message, "Choose a file that `spectral learn` wrote, or learn it again")


def _parse_header(path: Path, header_bytes: NDArray[np.generic] | None) -> _Header:
    """Return the header of a model file from its bytes; StoreError if it is foreign or of a newer version."""
    message = "this is an archive of arrays, but not a model"
    foreign = StoreError(path, message, "Choose a file that `spectral learn` wrote")
    if header_bytes is None:
        raise foreign
    try:
        header = json.loads(header_bytes.astype(np.uint8).tobytes())
    except (ValueError, RecursionError):
        raise foreign from None
    if not isinstance(header, dict) or header.get("kind") != _KIND:
        raise foreign
    version = header.get("version")
    if not isinstance(version, int) or version > VERSION:
        message = f"this model was written by a newer version (format {version}; this program reads up to {VERSION})"
        raise StoreError(path, message, "Update the program")
    if not isinstance(header.get("settings"), dict) or not isinstance(header.get("method"), str):
        raise foreign
    return cast(_Header, header)


keep_old_names(__name__)
