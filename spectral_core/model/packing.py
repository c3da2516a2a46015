"""Strings, and the parts of a model, as named arrays."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import NamedArrays

Arrays = Mapping[str, NDArray[np.generic]]


def pack(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Encode strings without line breaks as one array of bytes, for `arrays`; `unpack` decodes them."""
    if any("\n" in string for string in strings):
        raise ValueError("a string with a line break cannot be packed")
    return np.frombuffer("\n".join(strings).encode("utf-8", "surrogatepass"), dtype=np.uint8).copy()


def unpack(packed: NDArray[np.generic]) -> tuple[str, ...]:
    """Return the strings given to `pack`; none for an empty array, which `pack` makes of no or one empty string."""
    if packed.size == 0:
        return ()
    if packed.dtype != np.uint8:
        raise ValueError("packed strings are bytes")
    return tuple(packed.tobytes().decode("utf-8", "surrogatepass").split("\n"))


def add_prefix(prefix: str, arrays: Arrays) -> NamedArrays:
    """Return the arrays of a part of a model under prefixed names, to be stored among those of the model; `part_in`
    selects them."""
    return {prefix + name: array for name, array in arrays.items()}


def select_part(arrays: Arrays, prefix: str) -> NamedArrays:
    """Return the arrays of a part among those of a model, without their prefix; none if it has no such part."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
