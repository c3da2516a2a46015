"""Runs tests in forks of a process that holds numpy, scipy, numba and pytest, and records which lines they reach.

`tests/benchmarks/mutants.py` uses it. Kernels run as Python, so that a line of a kernel counts as any other.
"""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

PACKAGES = ("models", "maths", "structured", "evaluate")
PATIENCE = 8.0  # times as long by the clock as on a processor, since others may be at work beside
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
UNTESTED = "untested"  # all its tests fail without it as well
_OPTIONS = ("-n", "0", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=0")
_OPTIONS += ("--hypothesis-seed=0",)


class TooSlowError(Exception):
    """A test, or a fork, took longer than it may."""


@contextmanager
def alarm(seconds: float, of_processor: bool) -> Iterator[None]:
    """Raises TooSlowError in the block after so many seconds, of the clock or of this process on a processor."""
    number, timer = (signal.SIGPROF, signal.ITIMER_PROF) if of_processor else (signal.SIGALRM, signal.ITIMER_REAL)

    def ring(signal_number: int, frame: FrameType | None) -> None:
        raise TooSlowError(f"more than {seconds:g} s")

    before = signal.signal(number, ring)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)


def spent() -> float:
    """Seconds that this process and those it has waited for were on a processor."""
    return sum(os.times()[:4])


class Recorder:
    """A pytest plug-in that writes a JSON line a test: its seconds, whether it passed, the lines it reached."""

    def __init__(self, target: Path, root: Path, most_seconds: float) -> None:
        import reached

        self._target, self._root, self._most = target, root, most_seconds
        self._seen = reached._seen
        self._passed = True

    def _take(self) -> dict[str, list[int]]:
        """The lines of the packages that ran since this was called last."""
        lines: dict[str, list[int]] = {}
        for path, (blocks, cells) in list(self._seen.items()):
            name = Path(path).relative_to(self._root)
            if any(cells) and name.parts[1] in PACKAGES:
                ran = [line for block, did in zip(blocks, cells, strict=True) if did for line in block]
                lines[name.as_posix()] = sorted(ran)
            cells[:] = [False] * len(cells)
        return lines

    def pytest_collection_finish(self) -> None:
        self._take()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        begun, self._passed = spent(), True
        with alarm(self._most, of_processor=True):
            result = yield
        seconds = round(spent() - begun, 3)
        row = {"test": item.nodeid, "seconds": seconds, "passed": self._passed, "lines": self._take()}
        with self._target.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._passed &= report.outcome == "passed"


class FirstFailure:
    """A pytest plug-in that writes which test failed first."""

    def __init__(self, target: Path) -> None:
        self._target = target

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._target.exists():
            self._target.write_text(report.nodeid, encoding="utf-8")


def run_forked(work: Callable[[], int], seconds: float) -> int | None:
    """The exit code of a fork that does this work; None where it was killed because it took longer: on a processor, or
    several times as long by the clock."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            code = work()
        finally:
            os._exit(code)
    try:
        with alarm(PATIENCE * seconds, of_processor=False):
            _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        return None if code in (-signal.SIGXCPU, -signal.SIGKILL) else code
    except TooSlowError:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return None


def load_libraries() -> None:
    """Loads what all forks need; kernels of forks are not compiled, and tests that want real treebanks are skipped."""
    os.environ.update(NUMBA_DISABLE_JIT="1", SPECTRAL_DATA=os.devnull)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):  # read when numpy is imported
        os.environ[name] = "1"
    import numba  # noqa: F401
    import scipy.optimize
    import scipy.sparse.linalg  # noqa: F401


def enter(root: Path) -> None:
    """Makes this process one that imports the packages and the tests of a checkout."""
    os.chdir(root)
    os.environ["PYTHONPATH"] = str(root)
    sys.path[:0] = [str(root), str(root / "tests")]


def record(file: str, target: Path, root: Path, most_seconds: float, seconds: float) -> bool:
    """Records which lines the tests of a file reach; whether it came to its end in time."""

    def work() -> int:
        os.environ["SPECTRAL_REACHED"] = str(target.parent / "reached")
        enter(root)
        return int(pytest.main([*_OPTIONS, file], plugins=[Recorder(target, root, most_seconds)]))

    return run_forked(work, seconds) is not None


def run_tests(tests: Sequence[str], root: Path, seconds: float, compiled: bool = False) -> tuple[str, str]:
    """What these tests say of the checkout at `root`, and which of them failed first; `compiled` takes an interpreter
    of its own, in which kernels are compiled, as tests need that start processes."""
    failure = root / "failure.txt"
    failure.unlink(missing_ok=True)

    def work() -> int:
        enter(root)
        if compiled:
            del os.environ["NUMBA_DISABLE_JIT"]
            os.execv(sys.executable, [sys.executable, "-m", "pytest", *_OPTIONS, "-x", *tests])
        return int(pytest.main([*_OPTIONS, "-x", *tests], plugins=[FirstFailure(failure)]))

    code = run_forked(work, seconds)
    failed = failure.read_text(encoding="utf-8") if failure.exists() else ""
    return (TIMEOUT if code is None else SURVIVED if code == 0 else KILLED), failed
