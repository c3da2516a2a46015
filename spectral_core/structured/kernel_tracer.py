"""Kernels run as plain Python with a record of their array writes, to show how an algorithm works step by step. Never
imported at start-up."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FrameType, FunctionType, ModuleType
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from spectral_core.brief import brief_repr

P = ParamSpec("P")
R = TypeVar("R")

_SET_ITEM = cast("Callable[[object, object, object], None]", np.ndarray.__setitem__)
_ALLOCATORS = ("zeros", "empty", "full", "ones")  # functions by which kernels allocate arrays


@dataclass(frozen=True, slots=True)
class ArrayWrite:
    """One array element written by a kernel."""

    kernel: str
    array: str  # the kernel's name for it; "" for a view of another array
    index: tuple[int, ...]
    value: float
    local_numbers: Mapping[str, float]  # the kernel's local numbers at that moment
    __repr__ = brief_repr


class WatchedArray(np.ndarray[tuple[int, ...], np.dtype[np.generic]]):
    """Array that reports each element written into it."""

    on_write: Callable[[WatchedArray, object, object, FrameType], None] | None

    def __array_finalize__(self, source: NDArray[np.generic] | None) -> None:
        self.on_write = getattr(source, "on_write", None)

    def __setitem__(self, index: object, value: object) -> None:
        _SET_ITEM(self, index, value)
        frame = inspect.currentframe()
        if self.on_write is not None and frame is not None and frame.f_back is not None:
            self.on_write(self, index, value, frame.f_back)


class KernelTracer:
    """Runs kernels, and all kernels they call, as the Python functions they are compiled from, and records in order the
    writes to watched arrays, each named with its kernel. Without `watch_created`, arrays that kernels allocate are not
    watched, which is faster."""

    def __init__(self, *watched: tuple[str, str], watch_created: bool = True):
        self._watched = frozenset(watched)
        self._traced_functions: dict[object, FunctionType] = {}
        self._watched_numpy = ModuleType("numpy")
        vars(self._watched_numpy).update(vars(np))
        for name in _ALLOCATORS if watch_created else ():
            setattr(self._watched_numpy, name, self._wrap_allocator(getattr(np, name)))
        self.writes: list[ArrayWrite] = []

    def as_python(self, kernel: Callable[P, R]) -> Callable[P, R]:
        """Return a kernel as a plain Python function, in which the kernels that it calls are plain Python too."""
        function = cast("Callable[P, R]", self._get_traced_function(kernel))

        def run(*arguments: P.args, **named: P.kwargs) -> R:
            watched = [
                self._make_watched_view(argument) if isinstance(argument, np.ndarray) else argument
                for argument in arguments
            ]
            with np.errstate(all="ignore"):  # compiled code does not warn either
                return function(*watched, **named)  # type: ignore[arg-type]

        return run

    def take_writes(self) -> list[ArrayWrite]:
        """Return the writes since the last call."""
        writes, self.writes = self.writes, []
        return writes

    def _get_traced_function(self, kernel: object) -> FunctionType:
        """Return the Python function of a kernel, in which the kernels it calls are traced functions too; cached."""
        if kernel not in self._traced_functions:
            source = inspect.unwrap(getattr(kernel, "py_func", kernel))  # type: ignore[arg-type]
            assert isinstance(source, FunctionType)
            names = dict(source.__globals__)
            function = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
            self._traced_functions[kernel] = function
            for name in source.__code__.co_names:
                if name == "np":
                    names[name] = self._watched_numpy
                elif _is_kernel(names.get(name)):
                    names[name] = self._get_traced_function(names[name])
        return self._traced_functions[kernel]

    def _make_watched_view(self, array: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return a view of the array that reports writes."""
        watched = array.view(WatchedArray)
        watched.on_write = self._record_write
        return watched

    def _wrap_allocator(self, make: Callable[..., NDArray[np.generic]]) -> Callable[..., NDArray[np.generic]]:
        """Wrap an array constructor so that its results are watched."""
        return lambda *arguments, **named: self._make_watched_view(make(*arguments, **named))

    def _record_write(self, array: WatchedArray, index: object, value: object, frame: FrameType) -> None:
        """Record an element written by a traced kernel."""
        kernel, frame_locals = frame.f_code.co_name, frame.f_locals
        name = next((name for name, local in frame_locals.items() if local is array), "")
        if (kernel, name) in self._watched and np.ndim(value) == 0:  # type: ignore[arg-type]
            position = tuple(map(int, index)) if isinstance(index, tuple) else (int(cast("int", index)),)
            numbers = {
                key: float(number)
                for key, number in frame_locals.items()
                if isinstance(number, int | float | np.number)
            }
            self.writes.append(ArrayWrite(kernel, name, position, float(cast("float", value)), numbers))


def _is_kernel(candidate: object) -> bool:
    """Return whether this is one of our functions that is compiled, or would be without NUMBA_DISABLE_JIT."""
    if hasattr(candidate, "py_func"):
        return True
    return isinstance(candidate, FunctionType) and hasattr(candidate, "__wrapped__")
