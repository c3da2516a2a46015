"""Kernels run as Python, line by line, with all that they write into arrays told. Nothing imports this at start."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FrameType, FunctionType, ModuleType
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from spectral_core.brief import brief

P = ParamSpec("P")
R = TypeVar("R")

_PUT = cast("Callable[[object, object, object], None]", np.ndarray.__setitem__)
_MADE = ("zeros", "empty", "full", "ones")  # what kernels make arrays with


@dataclass(frozen=True, slots=True)
class Writing:
    """One number that a kernel wrote."""

    kernel: str
    array: str  # as the kernel calls it; "" where it is a part of something
    at: tuple[int, ...]
    value: float
    names: Mapping[str, float]  # the numbers that the kernel had under its own names then
    __repr__ = brief


class ToldArray(np.ndarray[tuple[int, ...], np.dtype[np.generic]]):
    """An array that tells what is written into it, element by element."""

    tell: Callable[[ToldArray, object, object, FrameType], None] | None

    def __array_finalize__(self, other: NDArray[np.generic] | None) -> None:
        self.tell = getattr(other, "tell", None)

    def __setitem__(self, at: object, value: object) -> None:
        _PUT(self, at, value)
        here = inspect.currentframe()
        if self.tell is not None and here is not None and here.f_back is not None:
            self.tell(self, at, value, here.f_back)


class Uncompiled:
    """Runs kernels, and all that they call, as the Python functions that they are compiled from. What they write into
    arrays of these names, each by its kernel, is kept in order; those that are `made` there are not watched where that
    is not wanted, which takes less time."""

    def __init__(self, *watched: tuple[str, str], made: bool = True):
        self._watched = frozenset(watched)
        self._kernels: dict[object, FunctionType] = {}
        self._numpy = ModuleType("numpy")
        vars(self._numpy).update(vars(np))
        for name in _MADE if made else ():
            setattr(self._numpy, name, self._telling(getattr(np, name)))
        self.writings: list[Writing] = []

    def python(self, kernel: Callable[P, R]) -> Callable[P, R]:
        """The function that a kernel is compiled from, which calls such functions alone."""
        function = cast("Callable[P, R]", self._python(kernel))

        def run(*given: P.args, **named: P.kwargs) -> R:
            told = [self._told(one) if isinstance(one, np.ndarray) else one for one in given]
            with np.errstate(all="ignore"):  # machine code warns of nothing either
                return function(*told, **named)  # type: ignore[arg-type]

        return run

    def taken(self) -> list[Writing]:
        """What was written since this was asked last."""
        found, self.writings = self.writings, []
        return found

    def _python(self, kernel: object) -> FunctionType:
        if kernel not in self._kernels:
            source = inspect.unwrap(getattr(kernel, "py_func", kernel))  # type: ignore[arg-type]
            assert isinstance(source, FunctionType)
            names = dict(source.__globals__)
            made = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
            self._kernels[kernel] = made
            for name in source.__code__.co_names:
                if name == "np":
                    names[name] = self._numpy
                elif _is_kernel(names.get(name)):
                    names[name] = self._python(names[name])
        return self._kernels[kernel]

    def _told(self, array: NDArray[np.generic]) -> NDArray[np.generic]:
        made = array.view(ToldArray)
        made.tell = self._tell
        return made

    def _telling(self, make: Callable[..., NDArray[np.generic]]) -> Callable[..., NDArray[np.generic]]:
        return lambda *given, **named: self._told(make(*given, **named))

    def _tell(self, array: ToldArray, at: object, value: object, where: FrameType) -> None:
        kernel, inside = where.f_code.co_name, where.f_locals
        name = next((name for name, one in inside.items() if one is array), "")
        if (kernel, name) in self._watched and np.ndim(value) == 0:  # type: ignore[arg-type]
            place = tuple(map(int, at)) if isinstance(at, tuple) else (int(cast("int", at)),)
            numbers = {key: float(one) for key, one in inside.items() if isinstance(one, int | float | np.number)}
            self.writings.append(Writing(kernel, name, place, float(cast("float", value)), numbers))


def _is_kernel(named: object) -> bool:
    """Whether this is a function of ours that is compiled, or would be."""
    if hasattr(named, "py_func"):
        return True
    return isinstance(named, FunctionType) and hasattr(named, "__wrapped__")
