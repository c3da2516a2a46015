"""Logging: rotating private files, one for each process, and stderr on request. Logs hold names and counts, never words
of a treebank."""

from __future__ import annotations

import faulthandler
import io
import logging
import signal
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO

from spectral_core import files, machine

# loggers that are written; other libraries may log words of a treebank
LOGGED_PACKAGES = ("spectral_core", "spectral_gui")
MAX_BYTES, BACKUPS = 1 << 20, 3  # of one log file; rotated files that are kept
_FORMAT = "%(asctime)s %(levelname)-7s %(name)s [%(process)d]: %(message)s"
_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)  # by how often --verbose was given
_fault_files: list[IO[str]] = []  # kept open until exit: faulthandler writes to the descriptor in a crash

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


@dataclass(frozen=True, slots=True)
class LogSetup:
    """Log folder and verbosity of a process, passed on to the processes it starts."""

    folder: Path | None = None  # None for no log file
    verbosity: int = 0  # how often --verbose was given; 0 for nothing on stderr


_active_setup = LogSetup()


def get_log_folder() -> Path:
    """Return the folder of the log files."""
    return machine.user_folder("data") / "logs"


def get_log_path(process: str = "window", folder: Path | None = None) -> Path:
    """Return the path of the log file of a process of the program: the window, one of its engines, or the command
    line."""
    return (folder or get_log_folder()) / f"{process}.log"


def get_active_log_setup() -> LogSetup:
    """Return the log setup of this process."""
    return _active_setup


def start_logging(process: str, setup: LogSetup) -> None:
    """Start the log of this process. If its file cannot be written, the program runs without one.

    Args:
        process: Names the file; two processes of the same name may share it.
        setup: The folder of the file, and what goes to stderr.
    """
    global _active_setup
    stop_logging()
    _active_setup = setup
    console_level = _LEVELS[min(setup.verbosity, len(_LEVELS) - 1)]
    handlers: list[logging.Handler] = []
    if setup.verbosity and sys.stderr is not None:
        console = logging.StreamHandler()
        console.setLevel(console_level)
        handlers.append(console)
    if setup.folder is not None:
        with suppress(OSError):
            files.make_private_folder(setup.folder)
            log_file = RotatingLogFile(get_log_path(process, setup.folder))
            log_file.setLevel(min(logging.INFO, console_level))
            handlers.append(log_file)
    for handler in handlers:
        handler.setFormatter(PrivateFormatter(_FORMAT))
        for package in LOGGED_PACKAGES:
            logging.getLogger(package).addHandler(handler)
    for package in LOGGED_PACKAGES:
        logging.getLogger(package).setLevel(min((handler.level for handler in handlers), default=logging.NOTSET))


def stop_logging() -> None:
    """Close the log of this process and remove its handlers."""
    global _active_setup
    _active_setup = LogSetup()
    for package in LOGGED_PACKAGES:
        logger = logging.getLogger(package)
        for handler in tuple(logger.handlers):
            if isinstance(handler.formatter, PrivateFormatter):
                logger.removeHandler(handler)
                handler.close()
        logger.setLevel(logging.NOTSET)


def enable_fault_log(process: str) -> None:
    """From now on, write the stack of each thread to `PROCESS-faults.log` when native code crashes and, where the
    system has it, at SIGUSR1; to stderr if there is no log file."""
    fault_file: IO[str] | None = sys.stderr
    folder = _active_setup.folder
    if folder is not None:
        path = get_log_path(f"{process}-faults", folder)
        with suppress(OSError):
            if path.is_file() and path.stat().st_size > MAX_BYTES:
                path.unlink()
            fault_file = _open_private_file(path)
            _fault_files.append(fault_file)
    if fault_file is None:
        return
    faulthandler.enable(fault_file)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, fault_file)


def log_thread_exceptions() -> None:
    """Install a hook that logs exceptions that end a thread; they are still printed."""
    print_exception = threading.excepthook

    def log_exception(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            info = (args.exc_type, args.exc_value, args.exc_traceback)
            logging.getLogger(__name__).error("unexpected exception in a thread", exc_info=info)
        print_exception(args)

    threading.excepthook = log_exception


class PrivateFormatter(logging.Formatter):
    """Formats exceptions as their types and the program's lines in the traceback: their messages may hold words of a
    treebank."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Format a record on one line: file names may hold line breaks, which would look like further records."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def formatException(self, ei: ExceptionInfo) -> str:
        lines: list[str] = []
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            lines += traceback.format_tb(error.__traceback__)
            reason = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
            lines.append(f"{type(error).__module__}.{type(error).__qualname__}{reason}\n")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines).rstrip()


class RotatingLogFile(RotatingFileHandler):
    """Log file readable by its user only. If it cannot be rotated or written, the program continues."""

    def __init__(self, path: Path, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(path, maxBytes=max_bytes, backupCount=BACKUPS, encoding="utf-8", errors="backslashreplace")

    def _open(self) -> io.TextIOWrapper:
        return _open_private_file(Path(self.baseFilename))

    def rotate(self, source: str, dest: str) -> None:
        """Rename a file. If another process has it open, which Windows does not allow, it grows on instead."""
        with suppress(OSError):
            super().rotate(source, dest)

    def handleError(self, record: logging.LogRecord) -> None:
        """Drop a record that could not be written: the disk may be full."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)


def _open_private_file(path: Path) -> io.TextIOWrapper:
    """Open a file, which only its user may read, for appending."""
    files.make_private_file(path)
    return path.open("a", encoding="utf-8", errors="backslashreplace")
