"""Storage of models as named arrays: strings, parts of a model, and nested models."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import NamedArrays

if TYPE_CHECKING:
    from spectral_core.model.protocols import Model
    from spectral_core.model.settings import Value

Arrays = Mapping[str, NDArray[np.generic]]
_HEADER = "header"


def pack_strings(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Encode strings without line breaks as one array of bytes, for `arrays`; `unpack_strings` decodes them."""
    if any("\n" in string for string in strings):
        raise ValueError("a string with a line break cannot be packed")
    return np.frombuffer("\n".join(strings).encode("utf-8", "surrogatepass"), dtype=np.uint8).copy()


def unpack_strings(packed: NDArray[np.generic]) -> tuple[str, ...]:
    """Return the strings that `pack_strings` encoded. An empty array gives no strings, although a single empty string
    is also packed as an empty array."""
    if packed.size == 0:
        return ()
    if packed.dtype != np.uint8:
        raise ValueError("packed strings are bytes")
    return tuple(packed.tobytes().decode("utf-8", "surrogatepass").split("\n"))


def pack_counter(name: str, counter: Mapping[str, int]) -> NamedArrays:
    """Return a counter as two arrays, `name` and `name`_reasons, for `arrays`; `unpack_counter` is the inverse."""
    keys = sorted(counter)
    return {f"{name}_reasons": pack_strings(keys), name: np.array([counter[key] for key in keys], dtype=np.int64)}


def unpack_counter(arrays: Arrays, name: str) -> Counter[str]:
    """Return the counter that `pack_counter` stored under this name."""
    counts = arrays[name].astype(np.int64).tolist()
    return Counter(dict(zip(unpack_strings(arrays[f"{name}_reasons"]), counts, strict=True)))


def add_prefix(prefix: str, arrays: Arrays) -> NamedArrays:
    """Return the arrays of a part of a model under prefixed names, to be stored with those of the model; `select_part`
    is the inverse."""
    return {prefix + name: array for name, array in arrays.items()}


def select_part(arrays: Arrays, prefix: str) -> NamedArrays:
    """Return the arrays whose names begin with `prefix`, under their names without it: those of one part of a model.
    Empty if there is no such part."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def add_header(model: Model) -> NamedArrays:
    """Return the arrays of a model together with its method and settings; `split_header` is the inverse."""
    text = json.dumps({"method": model.method, "settings": dataclasses.asdict(model.settings)}, sort_keys=True)
    return {**model.arrays(), _HEADER: np.frombuffer(text.encode(), dtype=np.uint8).copy()}


def split_header(arrays: Arrays) -> tuple[str, dict[str, Value], NamedArrays]:
    """Return the method, the settings and the arrays of a model stored by `add_header`; ValueError if there is none."""
    if _HEADER not in arrays:
        raise ValueError("a model inside this one is missing")
    header = json.loads(arrays[_HEADER].astype(np.uint8).tobytes())
    method, settings = (header.get("method"), header.get("settings")) if isinstance(header, dict) else (None, None)
    if not isinstance(method, str) or not isinstance(settings, dict):
        raise ValueError("a model inside this one is no model")
    values = {str(name): value for name, value in settings.items() if isinstance(value, bool | int | float | str)}
    return method, values, {name: array for name, array in arrays.items() if name != _HEADER}
