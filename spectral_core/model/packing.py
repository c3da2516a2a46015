"""Strings, and the parts of a model, as arrays with names."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Named

Arrays = Mapping[str, NDArray[np.generic]]


def pack(strings: Sequence[str]) -> NDArray[np.uint8]:
    """Strings as one array of bytes, for `arrays`; `unpack` gives them back. Line breaks cannot stand in them."""
    if any("\n" in string for string in strings):
        raise ValueError("a string with a line break cannot be packed")
    return np.frombuffer("\n".join(strings).encode("utf-8", "surrogatepass"), dtype=np.uint8).copy()


def unpack(packed: NDArray[np.generic]) -> tuple[str, ...]:
    """The strings that `pack` was given; none for an empty array, which `pack` makes of no string or one empty one."""
    if packed.size == 0:
        return ()
    if packed.dtype != np.uint8:
        raise ValueError("packed strings are bytes")
    return tuple(packed.tobytes().decode("utf-8", "surrogatepass").split("\n"))


def prefixed(prefix: str, arrays: Arrays) -> Named:
    """The arrays of a part of a model under names that can stand among those of the whole; `part_in` gives them."""
    return {prefix + name: array for name, array in arrays.items()}


def part_in(arrays: Arrays, prefix: str) -> Named:
    """The arrays of a part among those of the whole, under their own names; none where it has no such part."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
