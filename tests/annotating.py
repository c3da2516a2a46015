"""A scripted annotator in a process of its own, which is killed at a random moment, and a check of what is left.

As a program: python tests/annotating.py FOLDER SEED. It says what it will do, does it, and then says `done NUMBER`.
A save stops at gates, before it is announced, before the file is replaced and before that is marked, until the deed
`step` lets it go on: whatever is done meanwhile is done while a document is saved.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TextIO
from unittest import mock

from spectral_core.data import UNCONSTRAINED, Constraints, Sentence
from spectral_core.formats import load
from spectral_core.project import Change, Edit, LockChange, Project, document_files
from spectral_core.project import project as projects
from spectral_core.project.verification import verify_project

WORDS = ("boats", "leak", "slowly", "near", "old", "piers")
LOCKS = "#locks"  # behind the name of a document: what is locked in it
COLUMN = {".conllu": "lemma", ".mrg": "xpos"}  # what the annotator changes, at the first word
FIRST = {".conllu": "_", ".mrg": "NN"}  # and what stood there


def write_documents(folder: Path, sentences: int = 30) -> list[Path]:
    """A treebank of dependencies and one of trees."""
    folder.mkdir(parents=True, exist_ok=True)
    one, two = folder / "arcs.conllu", folder / "trees.mrg"
    blocks = []
    for number in range(sentences):
        rows = [f"# sent_id = s{number}"]
        for word in range(1, 4):
            form = WORDS[(number + word) % len(WORDS)]
            rows.append(f"{word}\t{form}\t_\tNOUN\tNN\t_\t{word - 1}\tdep\t_\t_")
        blocks.append("\n".join(rows) + "\n\n")
    one.write_text("".join(blocks))
    two.write_text("".join(f"(S (NN {WORDS[n % 6]})\n   (VP (VB {WORDS[n % 5]})))\n" for n in range(sentences)))
    return [one, two]


def value(document: str, sentence: Sentence) -> str:
    """What the annotator changes in a sentence."""
    return sentence.column(COLUMN[Path(document).suffix])[0]


def locked(project: Project, document: str) -> dict[int, str]:
    """What the annotator has locked in each sentence: the number of the act, after a letter."""
    held = project.read_locks(document)
    return {index: f"l{next(iter(locks.forbidden_arcs))[0]}" for index, (_, locks) in held.items()}


def lock(project: Project, document: str, index: int, sentence: Sentence, number: int) -> None:
    """Locks something else in a sentence than was locked before."""
    _, before = project.read_locks(document).get(index, ((), UNCONSTRAINED))
    after = Constraints(forbidden_arcs=frozenset({(number, 1)}))
    project.record(Edit(f"Set l{number}", (), locks=(LockChange(document, index, sentence.forms, before, after),)))


class Annotator:
    """Does deeds that are written as lines: `act NAME INDEX VALUE`, `undo`, `redo`, `save NAME`, `step`."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.treebanks = {name: project.open_document(name).treebank for name in project.documents}
        newest = project.list_history(1)
        self.number = newest[0].id if newest else 0
        self.waits = True  # for what a step sets free
        self.saving: threading.Thread | None = None
        self._gate, self._arrived = threading.Semaphore(0), threading.Semaphore(0)

    def do(self, deed: str) -> None:
        kind, *rest = deed.split()
        if kind == "save" and self.saving is None:
            self._save(rest[0])
        elif kind == "step" and self.saving is not None:
            self._gate.release()
            if self.waits:
                self._arrived.acquire()
        elif kind == "act":
            name, _, locks = rest[0].partition("#")
            self._decide(name, int(rest[1]), rest[2], bool(locks))
        elif kind in ("undo", "redo"):
            act = self.project.undo() if kind == "undo" else self.project.redo()
            for change in act.changes if act is not None else ():
                sentence = change.before if kind == "undo" else change.after
                self._show(change.document, change.index, sentence)
            self.number += act is not None
        if self.saving is not None and not self.saving.is_alive():
            self.saving.join()
            self.saving = None
            self.treebanks = {name: self.project.current_treebank(name) for name in self.treebanks}

    def _decide(self, name: str, index: int, new: str, locks: bool) -> None:
        before = self.treebanks[name][index]
        if locks:
            if locked(self.project, name).get(index) == new:
                return
            lock(self.project, name, index, before, int(new[1:]))
        else:
            after = before.with_value(COLUMN[Path(name).suffix], 1, new)
            if after == before:
                return
            self.project.record(Edit(f"Set {new}", (Change(name, index, before, after),)))
            self._show(name, index, after)
        self.number += 1

    def _show(self, name: str, index: int, sentence: Sentence) -> None:
        self.treebanks[name] = self.treebanks[name].with_sentence(index, sentence)

    def _save(self, name: str) -> None:
        self._gate, self._arrived = threading.Semaphore(0), threading.Semaphore(0)
        treebank = self.treebanks[name]

        def run() -> None:
            try:
                self.project.save(name, treebank)
            finally:
                self._arrived.release()

        self.saving = threading.Thread(target=run, daemon=True)
        self.saving.start()
        self._arrived.acquire()

    def gated(self, work: Callable[..., object], before: bool) -> Callable[..., object]:
        """`work` with a gate behind it, and one before it where that is asked."""

        def run(*values: object) -> object:
            if before:
                self._wait()
            answer = work(*values)
            self._wait()
            return answer

        return run

    def _wait(self) -> None:
        self._arrived.release()
        self._gate.acquire()


def deeds(annotator: Annotator, seed: int) -> Iterable[str]:
    """Decisions, locks, undo, redo and saves, without end."""
    chance = random.Random(seed)
    annotator.waits = seed % 3 > 0
    number = annotator.number
    kinds, often = ("act", "old", "lock", "undo", "redo", "save", "step"), (40, 10, 10, 18, 8, 6, 18)
    while True:
        kind = chance.choices(kinds, often)[0]
        name = chance.choice(annotator.project.documents)
        index = chance.randrange(len(annotator.treebanks[name]))
        number = max(number, annotator.number) + 1
        match kind:
            case "act":
                yield f"act {name} {index} v{number}"
            case "old":  # as the sentence was at first
                index = chance.randrange(3)
                yield f"act {name} {index} {FIRST[Path(name).suffix]}"
            case "lock":
                yield f"act {name}{LOCKS} {index} l{number}"
            case "save":
                yield f"save {name}"
            case _:
                yield kind


def annotate(folder: Path, said: Callable[[Annotator], Iterable[str]]) -> None:
    """Does what is said, and says so."""
    with Project.open(folder, "robot") as project:
        assert not project.read_only, project.read_only
        assert not project.notice, project.notice
        annotator = Annotator(project)
        with (
            mock.patch.object(projects, "compose_document", annotator.gated(projects.compose_document, False)),
            mock.patch.object(
                document_files, "replace_atomically", annotator.gated(document_files.replace_atomically, True)
            ),
        ):
            print("ready", flush=True)
            for deed in said(annotator):
                print(f"will {deed}", flush=True)
                annotator.do(deed)
                print(f"done {annotator.number}", flush=True)


@dataclass
class Ledger:
    """What must be found: the state of every sentence and of the undo stack, kept in plain lists."""

    state: dict[tuple[str, int], str]
    done: list[tuple[str, int, str, str]] = field(default_factory=list)  # (document, index, before, after)
    undone: list[tuple[str, int, str, str]] = field(default_factory=list)
    number: int = 0

    def apply(self, deed: str) -> None:
        """Does what a line `will ...` says."""
        kind, *rest = deed.split()
        if kind == "act":
            place = (rest[0], int(rest[1]))
            if self.state[place] == rest[2]:
                return
            self.done.append((*place, self.state[place], rest[2]))
            self.undone.clear()
            self.state[place] = rest[2]
        elif kind == "undo" and self.done:
            document, index, before, _ = self.done[-1]
            self.undone.append(self.done.pop())
            self.state[document, index] = before
        elif kind == "redo" and self.undone:
            document, index, _, after = self.undone[-1]
            self.done.append(self.undone.pop())
            self.state[document, index] = after
        else:
            return
        self.number += 1


def begin(folder: Path) -> Ledger:
    """A new project and the ledger that goes with it."""
    with Project.create(folder, write_documents(folder)) as project:
        state = {}
        for name in project.documents:
            for index, sentence in enumerate(project.open_document(name).treebank):
                state[name, index] = value(name, sentence)
                state[name + LOCKS, index] = ""
        return Ledger(state)


class Writer(Protocol):
    """A process that annotates."""

    stdout: TextIO

    def kill(self) -> str:
        """Ends it at once; what it complained of."""


class Spawned:
    """An annotator in an interpreter of its own."""

    def __init__(self, folder: Path, seed: int) -> None:
        command = [sys.executable, str(Path(__file__)), str(folder), str(seed)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.stdout: TextIO = self._process.stdout

    def kill(self) -> str:
        assert self._process.stderr is not None
        self._process.send_signal(signal.SIGKILL)
        with self._process.stderr as stderr:
            complaint = stderr.read()
        self._process.wait()
        return complaint


def run_and_kill(folder: Path, seed: int, ledger: Ledger, start: Callable[[Path, int], Writer] = Spawned) -> list[str]:
    """Lets the annotator work, kills it at a random moment, and enters what it said; its deeds, "" behind those that
    were done."""
    chance = random.Random(seed)
    writer = start(folder, seed)
    lines = []
    if seed % 8 == 0:  # while it starts
        time.sleep(chance.uniform(0.0, 0.4 if start is Spawned else 0.03))
    else:
        lines = [writer.stdout.readline() for _ in range(chance.randrange(1, 120))]
        time.sleep(chance.uniform(0.0, 0.01))
    complaint = writer.kill()
    with writer.stdout as stdout:  # not `communicate`, which knows nothing of what `readline` holds back
        lines += stdout.read().split("\n")
    assert not complaint, complaint
    return enter(lines, ledger)


def enter(lines: Iterable[str], ledger: Ledger) -> list[str]:
    """Enters what an annotator said; its deeds, and "" at the end where the last of them was done."""
    found = [""]
    for line in lines:
        word, _, what = line.strip().partition(" ")
        if word == "will":
            found[-1:] = [what]
        elif word == "done":
            ledger.apply(found[-1])
            assert ledger.number == int(what), (found[-1], ledger.number, what)
            found.append("")
    return found


def check(folder: Path, ledger: Ledger, open_deed: str) -> list[str]:
    """What was lost or spoilt, as sentences; a deed that was not said to be done may have happened or not."""
    faults = []
    with Project.open_read_only(folder) as project:
        faults += verify_project(project).faults
        newest = project.list_history(1)
        number = newest[0].id if newest else 0
        if number == ledger.number + 1 and open_deed:
            ledger.apply(open_deed)
        if number != ledger.number:
            faults.append(f"{ledger.number} acts were shown as done, the journal has {number}")
        for name in project.documents:
            opened = project.open_document(name)
            if opened.conflicts:
                faults.append(f"{name} has conflicts")
            locks = locked(project, name)
            for index, sentence in enumerate(opened.treebank):
                if locks.get(index, "") != ledger.state[name + LOCKS, index]:
                    expected = ledger.state[name + LOCKS, index] or "nothing"
                    faults.append(f"{name} {index} has {locks.get(index)} locked and was shown with {expected}")
                found, expected = value(name, sentence), ledger.state[name, index]
                if found != expected:
                    faults.append(f"{name} {index} is {found} and was shown as {expected}")
            in_file = load(project.path_of(name))
            apart = sum(one != two for one, two in zip(in_file, opened.treebank, strict=True))
            if project.count_unsaved(name) != apart:
                faults.append(
                    f"{name} is said to have {project.count_unsaved(name)} unsaved sentences, and has {apart}"
                )
        expected_step = f"Set {ledger.done[-1][3]}" if ledger.done else None
        if project.undo_text != expected_step:
            faults.append(f"undo would take {project.undo_text!r} back, not {expected_step!r}")
    return faults


if __name__ == "__main__":
    annotate(Path(sys.argv[1]), lambda annotator: deeds(annotator, int(sys.argv[2])))
