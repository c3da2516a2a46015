"""How kernels are compiled, and where machine code is kept from run to run. Nothing imports this module at start."""

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryFile
from time import time
from typing import TypeVar, cast

import numba
import numpy as np
from numba.core import caching, event

from spectral_core.progress import Progress, mention

_Function = TypeVar("_Function", bound=Callable[..., object])
_HERE = Path(__file__).parent
_OURS = re.compile("spectral-[0-9a-f]{16}")
_NAME = re.compile(r"\w+")
_IMPORTED = re.compile(r"^[ \t]*from (spectral_core[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_UNUSED = 30 * 86400.0
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
    folder = code_folder(str(config["CACHE_DIR"]))
    options = {"cache": folder is not None, "nogil": True, "no_cfunc_wrapper": True, **more}
    compile_it = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)  # whose types lack some options
    theirs = config["CACHE_LOCATOR_CLASSES"]  # which is looked at when a function is decorated
    config["CACHE_LOCATOR_CLASSES"] = ",".join(filter(None, (f"{__name__}.{OfTheseSources.__name__}", theirs)))
    try:
        return compile_it(**options)(function)
    finally:
        config["CACHE_LOCATOR_CLASSES"] = theirs


@cache
def code_folder(wanted: str) -> str | None:
    """Where machine code is kept: in the folder that the user wants for that, or among what else is kept for the user,
    whichever installation it was made by, or beside these sources; None where nothing can be written. The name tells
    the sources of all kernels; of a folder with others, what was made of files that are the same here is taken over."""
    digests = {_digest_of(source.relative_to(_HERE).as_posix()) for source in _HERE.rglob("*.py")}
    name = f"spectral-{blake2b(''.join(sorted(digests)).encode(), digest_size=8).hexdigest()}"
    for parent in (*([Path(wanted)] if wanted else []), *_of_user(), _HERE / "__pycache__"):
        folder = parent / name
        try:
            new = not folder.exists()
            parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_own(folder):  # whoever may write there says what this process does
                continue
            TemporaryFile(dir=folder).close()  # which says as well when the folder was used last
        except OSError:
            continue
        if new:
            _take_over(folder, digests, remove=str(parent) != wanted)
        return str(folder)
    return None


def _take_over(folder: Path, digests: set[str], remove: bool) -> None:
    """Fills a new folder from the one used last, and removes those that nobody has used for a month."""
    with suppress(OSError):
        others = [each for each in folder.parent.iterdir() if _OURS.fullmatch(each.name) and each != folder]
        others = sorted((each for each in others if _is_own(each)), key=lambda each: each.stat().st_mtime)
        for file in others[-1].iterdir() if others else ():
            if digests & set(file.name.split(".")[-3 if file.suffix == ".nbi" else -4].split("-")):
                with suppress(OSError):
                    copyfile(file, folder / file.name)
        for each in others if remove else ():
            if time() - each.stat().st_mtime > _UNUSED:
                rmtree(each, ignore_errors=True)


@cache
def _digest_of(module: str) -> str:
    """Tells a file of kernels, and those whose kernels they may hold, from any other: its own imports, and theirs.
    Kernels hold the code of others that they call, and numba asks only whether a kernel's own file has changed."""
    digest, seen, left = blake2b(digest_size=8), set[Path](), [_HERE / module]
    while left:
        source = left.pop(0)
        if source in seen or not source.is_file():
            continue
        seen.add(source)
        text = source.read_text(encoding="utf-8")
        digest.update(text.encode())
        if source.is_relative_to(_HERE):
            for found in _IMPORTED.finditer(text):
                path = _HERE.parent.joinpath(*found[1].split(".")[1:])
                names = [path / f"{name}.py" for name in _NAME.findall(found[2])]
                left += [path.with_suffix(".py"), path / "__init__.py", *names]
    return digest.hexdigest()


class OfTheseSources(caching._CacheLocator):
    """Where the code of one kernel is: named by its file within the package and by the sources that it was made of, so
    that installations in different folders share it."""

    def __init__(self, folder: str, function: Callable[..., object], module: str) -> None:
        self._folder, self._module = folder, module
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return _digest_of(self._module)

    def get_disambiguator(self) -> str:
        return f"{self._module.removesuffix('.py').replace('/', '-')}-{self._line}-{_digest_of(self._module)}"

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> "OfTheseSources | None":
        """A place for the function; None where there is no folder."""
        folder = code_folder(str(vars(numba.config)["CACHE_DIR"]))
        path = Path(file)
        if folder is None or not path.is_relative_to(_HERE):
            return None
        return cls(folder, function, path.relative_to(_HERE).as_posix())


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
