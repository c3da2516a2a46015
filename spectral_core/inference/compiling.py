"""How kernels are compiled, and where machine code is kept from run to run. Nothing imports this module at start."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from typing import TypeVar, cast

import numba
import numpy as np
from numba.core import event

from spectral_core.progress import Progress, mention

_Function = TypeVar("_Function", bound=Callable[..., object])
_OURS = re.compile("spectral-[0-9a-f]{16}")
_ANY_ORDER = {"reassoc", "contract", "nsz"}


class _Told(event.Listener):
    """Says that machine code is being made, which takes seconds where none is kept yet; the outermost kernel says it
    for those that it calls."""

    def __init__(self) -> None:
        self._depth = 0

    def on_start(self, _event: event.Event) -> None:
        if self._depth == 0:
            mention(Progress("compiling", 0))  # which may raise Cancelled: no kernel is begun then
        self._depth += 1

    def on_end(self, _event: event.Event) -> None:
        self._depth = max(self._depth - 1, 0)


event.register("numba:compile", _Told())  # type: ignore[no-untyped-call]


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


def summing_leaf(function: _Function) -> _Function:
    """Such a leaf, whose sums may be taken in any order. It becomes a part of its caller: to hand over a value that
    carries many arrays takes longer than a short function."""
    return _compiled(function, {"no_cpython_wrapper": True, "_nrt": False, "fastmath": _ANY_ORDER, "forceinline": True})


def _compiled(function: _Function, more: dict[str, object]) -> _Function:
    config = vars(numba.config)
    if config["DISABLE_JIT"]:  # NUMBA_DISABLE_JIT=1 runs kernels as Python, line by line
        return np.errstate(all="ignore")(function)  # machine code warns of nothing either
    wanted = config["CACHE_DIR"]
    folder = code_folder(str(wanted))
    options = {"cache": folder is not None, "nogil": True, "no_cfunc_wrapper": True, **more}
    compile_it = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)  # whose types lack some options
    config["CACHE_DIR"] = folder or wanted  # which is looked at when a function is decorated
    try:
        return compile_it(**options)(function)
    finally:
        config["CACHE_DIR"] = wanted


@cache
def code_folder(wanted: str) -> str | None:
    """Where the machine code of these sources is kept: in the folder that the user wants for that, or beside them, or
    among what else is kept for the user; None where nothing can be written. Kernels hold the code of others that they
    call, and numba asks whether a kernel's own file has changed, but not whether theirs have: the name tells the
    sources of all."""
    here = Path(__file__).parent
    digest = blake2b(digest_size=8)
    for source in sorted(here.rglob("*.py")):
        digest.update(source.read_bytes())
    name, beside = f"spectral-{digest.hexdigest()}", here / "__pycache__"
    for parent in (*([Path(wanted)] if wanted else []), beside, *_of_user()):
        folder = parent / name
        try:
            new = not folder.exists()
            parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_own(folder):  # whoever may write there says what this process does
                continue
            TemporaryFile(dir=folder).close()
        except OSError:
            continue
        if new and parent == beside:
            for older in beside.iterdir():
                if older != folder and _OURS.fullmatch(older.name):
                    rmtree(older, ignore_errors=True)
        return str(folder)
    return None


def _is_own(folder: Path) -> bool:
    """Whether a folder belongs to the user, who alone may write there."""
    if not hasattr(os, "geteuid"):  # the system's own places are the user's there
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & stat.S_IWOTH


def _of_user() -> Iterator[Path]:
    """The folder in which the system keeps what can be made again."""
    kept = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if kept:
        yield Path(kept) / "spectral-workbench"
    else:
        with suppress(RuntimeError):  # there is no home
            yield Path.home() / ".cache" / "spectral-workbench"
