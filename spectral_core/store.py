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
from enum import StrEnum
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
from spectral_core.model import Arrays, KeepsText, Model, Value
from spectral_core.model.provenance import Provenance
from spectral_core.registry import get_method, make_settings

_logger = logging.getLogger(__name__)
VERSION = 2  # the newest format that is read
_VERSION_WITHOUT_TEXT = 2  # of models without their training text, which older programs cannot restore
_VERSION_OF_OTHERS = 1
_KIND = "spectral-workbench model"
_HEADER = "header"
EXTRA_PREFIX = "beside_"  # name prefix of extra arrays stored with a model
# arrays that hold the training text in files whose header does not list them, also of models inside a model
_OLDER_TEXT_ARRAYS = ("trees_words", "tree_symbols", "counts_nodes")
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
    provenance: dict[str, object]  # as `Provenance.to_json` returns it
    text: str  # a TextState, if the model keeps its training text or could
    text_arrays: list[str]  # arrays that hold the training text, without which the model can be restored


class TextState(StrEnum):
    """Whether a model file holds the sentences that the model was trained on."""

    NOT_NEEDED = "not needed"  # the method keeps counts at most
    INCLUDED = "included"
    LEFT_OUT = "left out"  # sentences cannot be added to the model


@old_keywords(beside="extra_arrays")
def save(
    model: Model,
    path: Location,
    compress: bool = True,
    extra_arrays: Arrays | None = None,
    permissions: int = DEFAULT_MODE,
    provenance: Provenance | None = None,
    keep_text: bool = False,
) -> None:
    """Write a model atomically: a crash leaves the previous file intact.

    Args:
        model: The model.
        path: Its file, which is replaced.
        compress: An uncompressed file is at least 1.5 times as large, and written in a tenth of the time or less.
        extra_arrays: Arrays that are stored in the file but are not part of the model; `read_arrays` reads them.
        permissions: Limits those of a new file.
        provenance: What the model was trained on; `read_provenance` reads it.
        keep_text: Store the sentences that the model was trained on, where adding more needs them.
    """
    path = Path(path)
    header: _Header = {
        "kind": _KIND, "version": _VERSION_OF_OTHERS, "method": model.method,
        "settings": dataclasses.asdict(model.settings),
    }  # fmt: skip
    if provenance is not None:
        header["provenance"] = provenance.to_json()
    arrays = _select_arrays(model, keep_text, header)
    if _HEADER in arrays:
        raise ValueError(f"an array of a model cannot be called {_HEADER!r}")
    arrays = {**arrays, **{f"{EXTRA_PREFIX}{name}": array for name, array in (extra_arrays or {}).items()}}
    content = _compose_file(header, arrays, compress)
    replace_atomically(path, [content], permissions=permissions)
    _logger.info("stored a model of %s in %s: %d bytes", model.method, path, len(content))


def _select_arrays(model: Model, keep_text: bool, header: _Header) -> Arrays:
    """Return the arrays of a model that are stored, and note in the header whether its training text is among them."""
    if not isinstance(model, KeepsText):
        return model.arrays()
    if model.has_text and keep_text and get_method(model.method).can_add(model.settings):
        arrays = model.arrays()
        header["text"], header["text_arrays"] = TextState.INCLUDED, sorted({*arrays} - {*model.without_text().arrays()})
        return arrays
    header["text"], header["version"] = TextState.LEFT_OUT, _VERSION_WITHOUT_TEXT
    return model.without_text().arrays()


def _compose_file(header: _Header, arrays: Arrays, compress: bool = True) -> bytes:
    """Return the content of a model file."""
    # the path of a setting may not be a string
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode(errors="surrogatepass")
    buffer = io.BytesIO()
    write = np.savez_compressed if compress else np.savez
    write(buffer, allow_pickle=False, **{**arrays, _HEADER: np.frombuffer(text, dtype=np.uint8)})
    return buffer.getvalue()


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


def read_provenance(path: Location) -> Provenance:
    """Return what the file of a model says of its training; nothing is known of a model of an older version."""
    header = _parse_header(Path(path), _load_arrays(Path(path), (_HEADER,)).get(_HEADER))
    return Provenance.from_json(header.get("provenance"))


def read_text_state(path: Location) -> TextState:
    """Return whether a model file holds the training text of the model."""
    names: list[str] = []
    header = _parse_header(Path(path), _load_arrays(Path(path), (_HEADER,), names).get(_HEADER))
    if header.get("text") in list(TextState):
        return TextState(header["text"])
    return TextState.INCLUDED if any(name.endswith(_OLDER_TEXT_ARRAYS) for name in names) else TextState.NOT_NEEDED


def can_add(path: Location) -> bool:
    """Test whether sentences can be added to the model in a file: its method can, and what it needs is in the file."""
    method, settings = read_description(path)
    entry = get_method(method)
    return entry.can_add(make_settings(entry, settings)) and read_text_state(path) is not TextState.LEFT_OUT


def _compose_without_text(path: Path) -> bytes:
    """Return the content of a model file without the training text of the model."""
    arrays = _load_arrays(path)
    header = _parse_header(path, arrays.pop(_HEADER, None))
    if "text_arrays" in header:
        kept_arrays = {name: array for name, array in arrays.items() if name not in header["text_arrays"]}
    else:  # written by an older version
        model = load(path)
        bare_model = model.without_text() if isinstance(model, KeepsText) else model
        extra_arrays = {name: array for name, array in arrays.items() if name.startswith(EXTRA_PREFIX)}
        kept_arrays = {**bare_model.arrays(), **extra_arrays}
    header = {**header, "text": TextState.LEFT_OUT, "version": _VERSION_WITHOUT_TEXT}
    header.pop("text_arrays", None)
    return _compose_file(header, kept_arrays)


@old_keywords(beside="extra_arrays")
def copy(path: Location, target: Location, extra_arrays: Arrays, keep_text: bool = False) -> None:
    """Copy a model file and store more arrays in the copy, for `read_arrays`. The copy has the file permissions of the
    original, and the training text of the model only with `keep_text`."""
    drop_text = not keep_text and read_text_state(path) is TextState.INCLUDED
    try:
        buffer = io.BytesIO(_compose_without_text(Path(path)) if drop_text else read_raw(Path(path)))
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


def _load_arrays(
    path: Path, names: Collection[str] | None = None, listed_names: list[str] | None = None
) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a model file by name, only these if `names` is given; StoreError for a file that is missing,
    damaged, too large or no model. The names of all arrays are added to `listed_names`."""
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
                if listed_names is not None:
                    listed_names += arrays.files
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
    except (ValueError, OverflowError, RecursionError):
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
