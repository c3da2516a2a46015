"""Reading of a file in a process of its own, which can be ended whatever it does; small files are read here."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError
from spectral_core.formats import load
from spectral_core.progress import Progress, Report
from spectral_gui.jobs.lane import describe_start_error
from spectral_gui.resources import make_translator
from spectral_gui.worker import send_treebank

_MAX_DIRECT_BYTES = 16 << 20  # bytes; less than that is read before a process has started
_COMPRESSED_PREFIXES = (b"\xfd7zXZ\x00", b"\x1f\x8b")  # of xz and gzip, which may hold any amount
_tr = make_translator("Jobs")
_POLL_SECONDS = 0.05  # seconds


def load_file(path: Path, report: Report) -> Treebank:
    """Load the treebank in a file; a report that raises ends the reading at once."""
    if not _may_take_long(path):
        return load(path)
    context = multiprocessing.get_context("spawn")
    try:
        receiver, sender = context.Pipe(duplex=False)
    except OSError as error:
        raise _make_start_error(path, error) from None
    process = context.Process(target=send_treebank, args=(sender, path), daemon=True)
    try:
        process.start()
    except OSError as error:
        receiver.close()
        raise _make_start_error(path, error) from None
    finally:
        sender.close()
    try:
        while not receiver.poll(_POLL_SECONDS):
            report(Progress(f"reading {path.name}", 0, None))
        loaded = receiver.recv()
    except EOFError:
        problem = "reading it ended unexpectedly"
        raise FormatError(path, None, problem, "Try again; split it where it is larger than the memory") from None
    finally:
        process.kill()
        process.join()
        receiver.close()
    if isinstance(loaded, SpectralError):
        raise loaded
    assert isinstance(loaded, Treebank)
    return loaded


def _make_start_error(path: Path, error: OSError) -> FormatError:
    problem = _tr("the process that reads it could not be started: {0}").format(describe_start_error(error))
    return FormatError(path, None, problem, _tr("Close other programs, then try again"))


def _may_take_long(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _MAX_DIRECT_BYTES:
            return path.is_file()
        with path.open("rb") as file:
            return file.read(6).startswith(_COMPRESSED_PREFIXES)
    except OSError:
        return False  # reported when it is read
