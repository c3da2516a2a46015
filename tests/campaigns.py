"""Campaigns of damaged inputs: each case runs in a fork of this process that can be ended, and is watched for what no
input may bring about; failing inputs are made smaller and left in files. For systems that can fork."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from spectral_core.cli.input_output import print_table
from spectral_core.errors import SpectralError

SECONDS, MEGABYTES = 2.0, 500  # what a case may take
_WAIT = 15.0  # seconds without a word after which a process is ended
_ROOM = 6 << 30  # bytes of addresses, to keep a case from taking the machine down
_MOST = 3_000  # attempts to make a failing input smaller
_SLOW_MOST = 40  # the same where each attempt takes seconds


@dataclass(frozen=True, slots=True)
class Target:
    """A way in: what is made for it, and what reads that."""

    name: str
    made: Callable[[Random], bytes]
    run: Callable[[bytes], object]


@dataclass(slots=True)
class Tally:
    """What became of the cases of a target."""

    cases: int = 0
    read: int = 0  # without a complaint
    refused: int = 0  # in a sentence
    slowest: float = 0.0  # CPU seconds
    most: float = 0.0  # megabytes more than before
    failures: dict[str, tuple[int, bytes]] = field(default_factory=dict)  # what happened: case, input


Outcome = tuple[str, float, float]  # what happened ("" read, "-" refused), CPU seconds, megabytes more than before


def content_of(target: Target, seed: int, case: int) -> bytes:
    """The input of a case, the same on every machine."""
    return target.made(Random(f"{seed} {target.name} {case}"))


def happened(target: Target, content: bytes) -> str:
    """Nothing where the input was read, "-" where it was refused in a sentence, else the exception and its place."""
    try:
        target.run(content)
    except SpectralError:
        return "-"
    except (Exception, SystemExit) as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "spectral_" in frame.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        return f"{type(error).__name__} at {where}: {str(error)[:100]}"
    return ""


def outcome(target: Target, content: bytes) -> Outcome:
    """What happened, and what it took."""
    before, cpu = _peak(), time.process_time()
    what = happened(target, content)
    spent, more = time.process_time() - cpu, _peak() - before
    if not what.strip("-"):
        if spent > SECONDS:
            what = f"it took more than {SECONDS:g} s"
        elif more > MEGABYTES + len(content) / 1e6:
            what = f"it took more than {MEGABYTES} MB"
    return what, spent, more


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class _Process:
    """A fork that works through inputs and says of each what happened."""

    def __init__(self, target: Target, inputs: Callable[[], Iterator[tuple[int, bytes]]]) -> None:
        self._read, write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._read)
            self._serve(target, inputs, write)
        os.close(write)

    @staticmethod
    def _serve(target: Target, inputs: Callable[[], Iterator[tuple[int, bytes]]], write: int) -> None:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (_ROOM, _ROOM))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for case, content in inputs():
                row = pickle.dumps((case, outcome(target, content)))
                os.write(write, len(row).to_bytes(4, "big") + row)
        except BaseException:  # of the making of an input
            traceback.print_exc()
        finally:
            os._exit(0)

    def rows(self) -> Iterator[tuple[int, Outcome]]:
        """What it says, until it ends or is silent for too long; then it is ended."""
        held = b""
        while select.select([self._read], [], [], _WAIT)[0]:
            piece = os.read(self._read, 1 << 16)
            if not piece:
                break
            held += piece
            while len(held) >= 4 and len(held) >= 4 + (size := int.from_bytes(held[:4], "big")):
                yield pickle.loads(held[4 : 4 + size])
                held = held[4 + size :]

    def end(self) -> str:
        """Waits for its end; how that came about where nobody asked for it."""
        os.close(self._read)
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        if not ended:
            for _ in range(20):
                time.sleep(0.01)
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    return ""
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return f"nothing was heard for {_WAIT:g} s"
        return f"the process ended: {signal.strsignal(status & 0x7F)}" if status & 0x7F else ""


def watched(target: Target, content: bytes) -> str:
    """What happens with one input in a process of its own."""
    process = _Process(target, lambda: iter([(0, content)]))
    found = [what for _, (what, _, _) in process.rows()]
    why = process.end()
    return found[0] if found else why or "the process ended"


def campaign(target: Target, seed: int, count: int) -> Tally:
    """What becomes of so many cases, or of those that were done when it was interrupted."""
    tally = Tally()
    with suppress(KeyboardInterrupt):
        _go_on(tally, target, seed, count)
    return tally


def _go_on(tally: Tally, target: Target, seed: int, count: int) -> None:
    at = 0
    while at < count:
        begin = at
        process = _Process(target, partial(_inputs, target, seed, range(at, count)))
        for case, (what, spent, more) in process.rows():
            at = case + 1
            _count(tally, target, seed, case, what)
            tally.slowest, tally.most = max(tally.slowest, spent), max(tally.most, more)
            if more > MEGABYTES:
                break  # so that the peak is that of the next case again
        why = process.end()
        if at < count and why:
            _count(tally, target, seed, at, why)
            at += 1
        elif at == begin:
            raise RuntimeError(f"{target.name}: no case was done")


def _inputs(target: Target, seed: int, cases: range) -> Iterator[tuple[int, bytes]]:
    return ((case, content_of(target, seed, case)) for case in cases)


def _count(tally: Tally, target: Target, seed: int, case: int, what: str) -> None:
    tally.cases += 1
    tally.read += not what
    tally.refused += what == "-"
    key = what.split(": ", 1)[0]
    if what.strip("-") and key not in tally.failures:
        print(f"{target.name} {case}: {what}", file=sys.stderr, flush=True)
        tally.failures[key] = (case, content_of(target, seed, case))


def shrunk(target: Target, what: str, content: bytes) -> bytes:
    """A smaller input with which the same happens: pieces are left out as long as that can be done."""
    slow = "at " not in what
    left = _SLOW_MOST if slow else _MOST

    def same(smaller: bytes) -> bool:
        return (watched if slow else happened)(target, smaller).startswith(what)

    size = max(1, len(content) // 2)
    while size and left:
        at = 0
        while at < len(content) and left:
            left -= 1
            smaller = content[:at] + content[at + size :]
            if same(smaller):
                content = smaller
            else:
                at += size
        size //= 2
    return content


def report(title: str, targets: list[Target], seed: int, counts: list[int], leave: Path) -> int:
    """Runs the campaigns, prints their table, leaves the smallest failing inputs; how many kinds of failure there
    were."""
    rows, failures = [], 0
    for target, count in zip(targets, counts, strict=True):
        begun = time.monotonic()
        print(f"{target.name}: {count:,} cases", file=sys.stderr, flush=True)
        tally = campaign(target, seed, count)
        failures += len(tally.failures)
        rows.append(
            [
                target.name,
                *(f"{number:,}" for number in (tally.cases, tally.read, tally.refused, len(tally.failures))),
                f"{tally.slowest:.2f}",
                f"{tally.most:.0f}",
                f"{time.monotonic() - begun:.0f}",
            ]
        )
        for number, (what, (case, content)) in enumerate(tally.failures.items(), 1):
            leave.mkdir(parents=True, exist_ok=True)
            small = shrunk(target, what, content)
            path = leave / f"{target.name.replace(' ', '-')}-{number}"
            path.write_bytes(small)
            print(f"{target.name} {case}: {what}; {len(small):,} bytes in {path}", file=sys.stderr, flush=True)
    columns = ["way in", "cases", "read", "refused", "kinds of failure", "slowest (CPU s)", "most (MB)", "seconds"]
    print_table(title, columns, rows)
    return failures
