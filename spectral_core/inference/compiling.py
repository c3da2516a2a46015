"""How kernels are compiled, and where machine code is kept from run to run. Nothing imports this module at start."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from typing import TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., object])

_ANY_ORDER = {"reassoc", "contract", "nsz"}


def entry(function: _Function) -> _Function:
    """The function compiled for Python and for kernels to call."""
    return _compiled(function, {})


def summing(function: _Function) -> _Function:
    """The same for one whose sums may be taken in any order; nothing else of its arithmetic is loosened."""
    return _compiled(function, {"fastmath": _ANY_ORDER})


def inner(function: _Function) -> _Function:
    """The function compiled for kernels to call: what Python would need takes most of the time of compiling."""
    return _compiled(function, {"no_cpython_wrapper": True})


def leaf(function: _Function) -> _Function:
    """The same for one that makes no arrays: it need not count who holds those it is given, which takes most of the
    time of a short function. It must not give back an array."""
    return _compiled(function, {"no_cpython_wrapper": True, "_nrt": False})


def _compiled(function: _Function, more: dict[str, object]) -> _Function:
    options = {"cache": True, "nogil": True, "no_cfunc_wrapper": True, **more}
    compile_it = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)  # whose types lack some options
    config = vars(numba.config)
    before = config["CACHE_DIR"]
    config["CACHE_DIR"] = _folder(str(before))  # which is looked at when a function is decorated
    try:
        return compile_it(**options)(function)
    finally:
        config["CACHE_DIR"] = before


@cache
def _folder(wanted: str) -> str:
    """Where the machine code of these sources is kept: in the folder that the user wants for that, or beside them.

    Kernels hold the code of others that they call, and numba asks whether a kernel's own file has changed, but not
    whether theirs have: the name tells the sources of all. Where it cannot be written to, numba finds another place.
    """
    here = Path(__file__).parent
    digest = blake2b(digest_size=8)
    for source in sorted(here.rglob("*.py")):
        digest.update(source.read_bytes())
    folder = (Path(wanted) if wanted else here / "__pycache__") / f"spectral-{digest.hexdigest()}"
    if not folder.exists():
        for older in folder.parent.glob("spectral-*"):
            rmtree(older, ignore_errors=True)
    return str(folder)
