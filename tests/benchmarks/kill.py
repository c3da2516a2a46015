"""Kills an annotator while it decides, undoes and saves, and counts what is lost or damaged.

python tests/benchmarks/kill.py [--kills 200] [--seed 0] [--leave FOLDER]. After each kill the project is verified, and
each sentence, lock and undo step is compared with what was shown. What fails is done again with fewer and fewer deeds;
the shortest list of deeds that still fails is left in a file.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from annotating import Ledger, annotate, begin, check, deeds, enter, run_and_kill

from spectral_core.project import Project

_ROUNDS = 40  # kills of one project, before another is begun
_MOST = 300  # attempts to make a failing list of deeds shorter
KILL = "kill"


class Forked:
    """An annotator in a copy of this process, which starts at once; it does what is listed, or what a seed says."""

    def __init__(self, folder: Path, seed: int, listed: list[str] | None = None) -> None:
        read, write = os.pipe()
        self._errors = folder.with_name(f"{folder.name}.errors")
        self._process = os.fork()
        if self._process == 0:
            os.close(read)
            with self._errors.open("w") as errors:
                os.dup2(errors.fileno(), 2)
            os.dup2(write, 1)
            try:
                annotate(folder, lambda annotator: deeds(annotator, seed) if listed is None else listed)
                os.kill(os.getpid(), signal.SIGKILL)
            except BaseException as error:
                sys.excepthook(type(error), error, error.__traceback__)
                sys.stderr.flush()
            finally:
                os._exit(1)
        os.close(write)
        self.stdout: TextIO = os.fdopen(read)

    def kill(self) -> str:
        """Ends it at once; what it complained of."""
        os.kill(self._process, signal.SIGKILL)
        return self.wait()

    def wait(self) -> str:
        """Waits for its end; what it complained of."""
        os.waitpid(self._process, 0)
        return self._errors.read_text() if self._errors.exists() else ""


def finished(folder: Path, ledger: Ledger) -> list[str]:
    """What is wrong after everything is saved, and the project opened once more."""
    with Project.open(folder) as project:
        for name in project.documents:
            project.save(name, project.open_document(name).treebank)
    with Project.open(folder) as project:
        for name in project.documents:
            project.open_document(name)
        unsaved = sum(map(project.count_unsaved, project.documents))
    left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
    faults = [f"{unsaved} sentences are unsaved after saving"] if unsaved else []
    return [*check(folder, ledger, ""), *faults, *(f"{name} was left there" for name in left)]


def failing(listed: list[str]) -> list[str]:
    """What is wrong in a new project after these deeds and kills."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "project"
        ledger = begin(folder)
        for part in parts(listed):
            writer = Forked(folder, 0, part)
            with writer.stdout as stdout:
                lines = stdout.read().split("\n")
            complaint = writer.wait()
            if complaint:
                return [complaint.strip().split("\n")[-1]]
            faults = check(folder, ledger, enter(lines, ledger)[-1])
            if faults:
                return faults
    return []


def parts(listed: list[str]) -> Iterator[list[str]]:
    """The deeds between two kills."""
    part: list[str] = []
    for deed in listed:
        if deed == KILL:
            yield part
            part = []
        else:
            part.append(deed)


def shortest(listed: list[str]) -> list[str]:
    """A list that fails, and fails no more where any stretch that was tried is left out."""
    attempts, size = 0, len(listed) // 2
    while size:
        at = 0
        while at < len(listed) and attempts < _MOST:
            fewer = [*listed[:at], *listed[at + size :]]
            attempts += 1
            if fewer[-1:] == [KILL] and failing(fewer):
                listed = fewer
            else:
                at += size
        size //= 2
    return listed


def campaign(kills: int, seed: int, leave: Path) -> int:
    """Kills so often, prints a table, and gives the number of kills after which something was wrong."""
    began = time.perf_counter()
    moments: Counter[str] = Counter()
    faults: list[str] = []
    wrong = damaged = acts = 0
    for first in range(0, kills, _ROUNDS):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "project"
            ledger, listed = begin(folder), list[str]()
            for kill in range(first, min(first + _ROUNDS, kills)):
                done, found = _round(folder, seed + kill, ledger)
                listed += [*filter(None, done), KILL]
                moments[_moment(listed, done[-1])] += 1
                if found:
                    wrong += 1
                    faults += [f"kill {kill}: {fault}" for fault in found[:3]]
                    _leave(leave, kill, listed)
                    break
            else:
                if found := finished(folder, ledger):
                    wrong += 1
                    faults += [f"after kill {kill}: {fault}" for fault in found[:3]]
            acts += ledger.number
            damaged += len(list(folder.glob("*damaged*")))
    for fault in faults[:40]:
        print(fault)
    print(f"{'killed':<28} {'times':>7}")
    for name, count in moments.most_common():
        print(f"{name:<28} {count:>7,}")
    took = time.perf_counter() - began
    print(f"{sum(moments.values()):,} kills, {acts:,} acts, {wrong} lost, {damaged} damaged, {took:.0f} s")
    return wrong + damaged


def _round(folder: Path, seed: int, ledger: Ledger) -> tuple[list[str], list[str]]:
    """What was done until a kill, and what is wrong after it."""
    try:
        done = run_and_kill(folder, seed, ledger, Forked)
    except AssertionError as error:
        return [""], [str(error)]
    return done, check(folder, ledger, done[-1])


def _moment(listed: list[str], open_deed: str) -> str:
    """In what an annotator was killed, and how far its save had come."""
    stage = ""
    for deed in listed[: -1 if listed else None]:
        if deed == KILL:
            stage = ""
        elif deed.startswith("save ") and not stage:
            stage = "to be announced"
        elif deed == "step" and stage:
            stage = {"to be announced": "announced", "announced": "replaced"}.get(stage, "")
    kind = open_deed.partition(" ")[0] or "between two deeds"
    return f"{kind}, a save {stage}" if stage else kind


def _leave(leave: Path, kill: int, listed: list[str]) -> None:
    """The shortest list of deeds that fails, in a file; the whole one where it does not fail again."""
    again = shortest(listed) if failing(listed) else listed
    leave.mkdir(parents=True, exist_ok=True)
    before = [len(path.read_text().split("\n")) for path in leave.glob("*.txt")]
    if not before or len(again) < min(before):
        path = leave / f"kill-{kill}.txt"
        path.write_text("\n".join(again) + "\n")
        print(f"{len(again)} deeds that fail: {path}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--leave", type=Path, default=Path("failing-deeds"), help="where a failing list of deeds is left"
    )
    parser.add_argument("--again", type=Path, help="do the deeds of such a file instead")
    asked = parser.parse_args()
    if asked.again is not None:
        found = failing(asked.again.read_text().split("\n")[:-1])
        print("\n".join(found) or "nothing is wrong")
        sys.exit(bool(found))
    sys.exit(bool(campaign(asked.kills, asked.seed, asked.leave)))


if __name__ == "__main__":
    main()
