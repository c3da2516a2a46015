"""Compilation of kernels by numba, with an on-disk cache of the machine code. Never imported at start-up."""

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

from spectral_core.progress import Progress, notify

_Function = TypeVar("_Function", bound=Callable[..., object])
_PACKAGE_ROOT = Path(__file__).parent.parent
_KERNEL_FOLDERS = (_PACKAGE_ROOT / "structured", _PACKAGE_ROOT / "morphology" / "guesser")
_CACHE_FOLDER_NAME = re.compile("spectral-[0-9a-f]{16}")
_IDENTIFIER = re.compile(r"\w+")
_IMPORT_STATEMENT = re.compile(r"^[ \t]*from (spectral_core[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_MAX_UNUSED_SECONDS = 30 * 86400.0
_REORDERING_FLAGS = {"reassoc", "contract", "nsz"}


class _CompileListener(event.Listener):
    """Reports compilation, which takes seconds without a cache; the outermost kernel reports for those it calls."""

    def __init__(self) -> None:
        self._depth = 0

    def on_start(self, _event: event.Event) -> None:
        if self._depth == 0:
            notify(Progress("compiling", 0))  # may raise Cancelled, before compilation starts
        self._depth += 1

    def on_end(self, _event: event.Event) -> None:
        self._depth = max(self._depth - 1, 0)


event.register("numba:compile", _CompileListener())  # type: ignore[no-untyped-call]


def kernel(function: _Function) -> _Function:
    """Compile a kernel that Python and other kernels may call."""
    return _compile_with_cache(function, {})


def fastmath_kernel(function: _Function) -> _Function:
    """Compile like `kernel`, but let sums be reordered; no other fast-math flags."""
    return _compile_with_cache(function, {"fastmath": _REORDERING_FLAGS})


def inner_kernel(function: _Function) -> _Function:
    """Compile a kernel that only kernels call; without the Python wrapper, compilation is much faster."""
    return _compile_with_cache(function, {"no_cpython_wrapper": True})


def leaf_kernel(function: _Function) -> _Function:
    """Compile like `inner_kernel`, without reference counting, which dominates short functions. The function must
    neither allocate nor return an array."""
    return _compile_with_cache(function, {"no_cpython_wrapper": True, "_nrt": False})


def fastmath_leaf_kernel(function: _Function) -> _Function:
    """Compile like `leaf_kernel`, with reordered sums and inlining: passing a tuple of many arrays costs more than a
    short function."""
    return _compile_with_cache(
        function, {"no_cpython_wrapper": True, "_nrt": False, "fastmath": _REORDERING_FLAGS, "forceinline": True}
    )


def _compile_with_cache(function: _Function, extra_options: dict[str, object]) -> _Function:
    """Compile a function by numba with these extra options and the on-disk cache."""
    config = vars(numba.config)
    if config["DISABLE_JIT"]:  # NUMBA_DISABLE_JIT=1 runs kernels as plain Python
        return np.errstate(all="ignore")(function)  # compiled code does not warn either
    folder = prepare_kernel_cache_folder(str(config["CACHE_DIR"]))
    options = {"cache": folder is not None, "nogil": True, "no_cfunc_wrapper": True, **extra_options}
    njit = cast("Callable[..., Callable[[_Function], _Function]]", numba.njit)  # its stubs lack some options
    user_locators = config["CACHE_LOCATOR_CLASSES"]  # read when a function is decorated
    config["CACHE_LOCATOR_CLASSES"] = ",".join(
        filter(None, (f"{__name__}.{SourceDigestLocator.__name__}", user_locators))
    )
    try:
        return njit(**options)(function)
    finally:
        config["CACHE_LOCATOR_CLASSES"] = user_locators


@cache
def prepare_kernel_cache_folder(preferred: str) -> str | None:
    """Return the folder of the machine code cache, created if it is missing: in `preferred`, in the user's cache
    (shared by installations), or next to these sources; None if none is writable. The name is a digest of the sources
    of all kernels; a new folder starts with the entries of an older one whose sources have not changed."""
    sources = [source for kernel_folder in _KERNEL_FOLDERS for source in kernel_folder.rglob("*.py")]
    digests = {_digest_sources(source.relative_to(_PACKAGE_ROOT).as_posix()) for source in sources}
    name = f"spectral-{blake2b(''.join(sorted(digests)).encode(), digest_size=8).hexdigest()}"
    for parent in (
        *([Path(preferred)] if preferred else []),
        *_user_cache_folders(),
        Path(__file__).parent / "__pycache__",
    ):
        folder = parent / name
        try:
            new = not folder.exists()
            parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_private_to_user(folder):  # whoever can write here controls this process
                continue
            TemporaryFile(dir=folder).close()  # also updates the folder's modification time
        except OSError:
            continue
        if new:
            _reuse_previous_cache(folder, digests, remove_unused=str(parent) != preferred)
        return str(folder)
    return None


def _reuse_previous_cache(folder: Path, digests: set[str], remove_unused: bool) -> None:
    """Copy unchanged entries from the most recently used folder into a new one, and remove folders unused for a
    month."""
    with suppress(OSError):
        old_folders = [
            candidate
            for candidate in folder.parent.iterdir()
            if _CACHE_FOLDER_NAME.fullmatch(candidate.name) and candidate != folder
        ]
        old_folders = sorted(
            (candidate for candidate in old_folders if _is_private_to_user(candidate)),
            key=lambda candidate: candidate.stat().st_mtime,
        )
        for file in old_folders[-1].iterdir() if old_folders else ():
            if digests & set(file.name.split(".")[-3 if file.suffix == ".nbi" else -4].split("-")):
                with suppress(OSError):
                    copyfile(file, folder / file.name)
        for old_folder in old_folders if remove_unused else ():
            if time() - old_folder.stat().st_mtime > _MAX_UNUSED_SECONDS:
                rmtree(old_folder, ignore_errors=True)


def _is_kernel_source(source: Path) -> bool:
    """Return whether a source file is in a folder of kernels."""
    return any(source.is_relative_to(folder) for folder in _KERNEL_FOLDERS)


@cache
def _digest_sources(module: str) -> str:
    """Return a digest of a kernel file and of the files it imports, recursively: kernels inline code from other files,
    but numba checks only whether a kernel's own file has changed."""
    digest, visited, pending = blake2b(digest_size=8), set[Path](), [_PACKAGE_ROOT / module]
    while pending:
        source = pending.pop(0)
        if source in visited or not source.is_file():
            continue
        visited.add(source)
        text = source.read_text(encoding="utf-8")
        digest.update(text.encode())
        if _is_kernel_source(source):
            for match in _IMPORT_STATEMENT.finditer(text):
                path = _PACKAGE_ROOT.joinpath(*match[1].split(".")[1:])
                names = [path / f"{name}.py" for name in _IDENTIFIER.findall(match[2])]
                pending += [path.with_suffix(".py"), path / "__init__.py", *names]
    return digest.hexdigest()


class SourceDigestLocator(caching._CacheLocator):
    """Cache location of one kernel, named by its file within the package and a digest of its sources, so that
    installations in different folders share it."""

    def __init__(self, folder: str, function: Callable[..., object], module: str) -> None:
        self._folder, self._module = folder, module
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return _digest_sources(self._module)

    def get_disambiguator(self) -> str:
        return f"{self._module.removesuffix('.py').replace('/', '-')}-{self._line}-{_digest_sources(self._module)}"

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> "SourceDigestLocator | None":
        """Return the locator of a kernel; None for a function outside the folders of kernels, or without a cache
        folder."""
        folder = prepare_kernel_cache_folder(str(vars(numba.config)["CACHE_DIR"]))
        path = Path(file)
        if folder is None or not _is_kernel_source(path):
            return None
        return cls(folder, function, path.relative_to(_PACKAGE_ROOT).as_posix())


def _is_private_to_user(folder: Path) -> bool:
    """Return whether a folder belongs to the user and nobody else may write in it."""
    if not hasattr(os, "geteuid"):  # Windows: the cache folder is the user's own
        return True
    status = folder.lstat()
    is_shared = bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not is_shared


def _user_cache_folders() -> Iterator[Path]:
    """Yield the folder of this program in the user's cache; nothing without a home directory."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if cache_home:
        yield Path(cache_home) / "spectral-workbench"
    else:
        with suppress(RuntimeError):  # no home directory
            yield Path.home() / ".cache" / "spectral-workbench"
