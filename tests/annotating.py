"""A scripted annotator in a process of its own, which is killed at a random moment, and a check of what is left.

As a program: python tests/annotating.py FOLDER SEED. It says what it will do, does it, and then says `done NUMBER`.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import FREE, Constraints, Sentence
from spectral_core.project import Act, Change, LockChange, Project
from spectral_core.project.checking import verify

WORDS = ("boats", "leak", "slowly", "near", "old", "piers")
LOCKS = "#locks"  # behind the name of a document: what is locked in it
COLUMN = {".conllu": "lemma", ".mrg": "xpos"}  # what the annotator changes, at the first word


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
    held = project.locks(document)
    return {index: f"l{next(iter(locks.forbidden_arcs))[0]}" for index, (_, locks) in held.items()}


def lock(project: Project, document: str, index: int, sentence: Sentence, number: int) -> None:
    """Locks something else in a sentence than was locked before."""
    _, before = project.locks(document).get(index, ((), FREE))
    after = Constraints(forbidden_arcs=frozenset({(number, 1)}))
    project.record(Act(f"Set l{number}", (), locks=(LockChange(document, index, sentence.forms, before, after),)))


def annotate(folder: Path, seed: int) -> None:
    """Decides, locks, undoes, does again and saves, without end."""
    chance = random.Random(seed)
    with Project.open(folder, "robot") as project:
        assert not project.read_only, project.read_only
        treebanks = {name: project.open_document(name).treebank for name in project.documents}
        newest = project.steps(1)
        number = newest[0].id if newest else 0
        print("ready", flush=True)
        while True:
            kind = chance.choices(("act", "lock", "undo", "redo", "save"), (55, 15, 12, 8, 10))[0]
            name = chance.choice(project.documents)
            if kind == "save":
                print(f"will save {name}", flush=True)
                treebanks[name] = project.save(name, treebanks[name])
                print(f"done {number}", flush=True)
                continue
            if kind == "lock":
                index = chance.randrange(len(treebanks[name]))
                print(f"will act {name}{LOCKS} {index} l{number + 1}", flush=True)
                lock(project, name, index, treebanks[name][index], number + 1)
            elif kind == "act":
                index = chance.randrange(len(treebanks[name]))
                before = treebanks[name][index]
                new = f"v{number + 1}"
                after = before.with_value(COLUMN[Path(name).suffix], 1, new)
                print(f"will act {name} {index} {new}", flush=True)
                project.record(Act(f"Set {new}", (Change(name, index, before, after),)))
                treebanks[name] = treebanks[name].with_sentence(index, after)
            else:
                print(f"will {kind}", flush=True)
                act = project.undo() if kind == "undo" else project.redo()
                for change in act.changes if act is not None else ():
                    sentence = change.before if kind == "undo" else change.after
                    treebanks[change.document] = treebanks[change.document].with_sentence(change.index, sentence)
                if act is None:
                    print(f"done {number}", flush=True)
                    continue
            number += 1
            print(f"done {number}", flush=True)


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


def run_and_kill(folder: Path, seed: int, ledger: Ledger) -> str:
    """Lets the annotator work, kills it at a random moment, and enters what it said; the deed it was killed in."""
    chance = random.Random(seed)
    command = [sys.executable, str(Path(__file__)), str(folder), str(seed)]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stderr is not None
    if seed % 8 == 0:  # while it starts
        time.sleep(chance.uniform(0.05, 0.4))
        lines = []
    else:
        lines = [writer.stdout.readline() for _ in range(chance.randrange(1, 120))]
        time.sleep(chance.uniform(0.0, 0.01))
    writer.send_signal(signal.SIGKILL)
    with writer.stdout, writer.stderr:  # not `communicate`, which knows nothing of what `readline` holds back
        lines += writer.stdout.read().split("\n")
        complaint = writer.stderr.read()
    writer.wait()
    assert not complaint, complaint
    open_deed = ""
    for line in lines:
        word, _, what = line.strip().partition(" ")
        if word == "will":
            open_deed = what
        elif word == "done":
            if not open_deed.startswith("save"):
                ledger.apply(open_deed)
            assert ledger.number == int(what)
            open_deed = ""
    return open_deed


def check(folder: Path, ledger: Ledger, open_deed: str) -> list[str]:
    """What was lost or spoilt, as sentences; a deed that was not said to be done may have happened or not."""
    faults = []
    with Project.look(folder) as project:
        faults += verify(project).faults
        newest = project.steps(1)
        number = newest[0].id if newest else 0
        if number == ledger.number + 1 and open_deed:
            ledger.apply(open_deed)
        if number != ledger.number:
            faults.append(f"{ledger.number} acts were shown as done, the journal has {number}")
        for name in project.documents:
            opened = project.open_document(name)
            if opened.conflicts:
                faults.append(f"{name} has conflicts after {open_deed!r}")
            locks = locked(project, name)
            for index, sentence in enumerate(opened.treebank):
                if locks.get(index, "") != ledger.state[name + LOCKS, index]:
                    expected = ledger.state[name + LOCKS, index] or "nothing"
                    faults.append(f"{name} {index} has {locks.get(index)} locked and was shown with {expected}")
                found, expected = value(name, sentence), ledger.state[name, index]
                if found != expected:
                    faults.append(f"{name} {index} is {found} and was shown as {expected}")
        expected_step = f"Set {ledger.done[-1][3]}" if ledger.done else None
        if project.undo_step != expected_step:
            faults.append(f"undo would take {project.undo_step!r} back, not {expected_step!r}")
    return faults


if __name__ == "__main__":
    annotate(Path(sys.argv[1]), int(sys.argv[2]))
