"""A file that is read in a process of its own, which can be ended whatever it does; small ones are read here."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError
from spectral_core.formats import load
from spectral_core.progress import Progress, Report
from spectral_gui.jobs.lane import reason_not_started
from spectral_gui.resources import translating
from spectral_gui.worker import read_file

_LARGE = 16 << 20  # bytes; less than that is read before a process has started
_PACKED = (b"\xfd7zXZ\x00", b"\x1f\x8b")  # how a file begins that may hold any amount
_tr = translating("Jobs")
_PAUSE = 0.05  # seconds between two looks


def load_file(path: Path, report: Report) -> Treebank:
    """The treebank in a file; a report that raises ends the reading at once."""
    if not _may_be_long(path):
        return load(path)
    context = multiprocessing.get_context("spawn")
    try:
        receiving, sending = context.Pipe(duplex=False)
    except OSError as error:
        raise _not_started(path, error) from None
    process = context.Process(target=read_file, args=(sending, path), daemon=True)
    try:
        process.start()
    except OSError as error:
        receiving.close()
        raise _not_started(path, error) from None
    finally:
        sending.close()
    try:
        while not receiving.poll(_PAUSE):
            report(Progress(f"reading {path.name}", 0, None))
        found = receiving.recv()
    except EOFError:
        what = "reading it ended unexpectedly"
        raise FormatError(path, None, what, "Try again; split it where it is larger than the memory") from None
    finally:
        process.kill()
        process.join()
        receiving.close()
    if isinstance(found, SpectralError):
        raise found
    assert isinstance(found, Treebank)
    return found


def _not_started(path: Path, error: OSError) -> FormatError:
    what = _tr("the process that reads it could not be started: {0}").format(reason_not_started(error))
    return FormatError(path, None, what, _tr("Close other programs, then try again"))


def _may_be_long(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _LARGE:
            return path.is_file()
        with path.open("rb") as file:
            return file.read(6).startswith(_PACKED)
    except OSError:
        return False  # which reading it tells
