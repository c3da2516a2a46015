"""How far a walk through the program is: files and packages crossed, switches between them, depth, slots that ran.

python tests/benchmarks/walks.py [WALK ...]           figures of the walks
python tests/benchmarks/walks.py edit --files         and the files in the order in which they are entered
python tests/benchmarks/walks.py edit --slots         and the functions that signals and dispatchers called
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, fields
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from walks import Figures, Walk, record_walk

WORDS = (
    ("dogs", "NOUN", "NNS", 2, "nsubj"),
    ("bark", "VERB", "VBP", 0, "root"),
    ("loudly", "ADV", "RB", 2, "advmod"),
    ("today", "ADV", "RB", 3, "advmod"),
)
SENTENCES = 40  # enough to train on


def compose_treebank(sentences: int, unparsed: int = 0) -> str:
    """Return CoNLL-U of sentences with trees, then of some without."""
    blocks = []
    for index in range(sentences + unparsed):
        rows = []
        for number, (form, upos, xpos, head, relation) in enumerate(WORDS, 1):
            arc = f"{head}\t{relation}" if index < sentences else "_\t_"
            rows.append(f"{number}\t{form}\t{form}\t{upos}\t{xpos}\t_\t{arc}\t_\t_\n")
        blocks.append("".join(rows) + "\n")
    return "".join(blocks)


class Desk:
    """A window over an application context in a temporary folder."""

    def __init__(self, folder: Path, text: str, auto_trains: bool = False):
        from PySide6.QtWidgets import QApplication

        from spectral_gui.app import start
        from spectral_gui.app.window import Window
        from spectral_gui.state import AppContext

        self.application = QApplication.instance() or start.make_application()
        self.path = folder / "treebank.conllu"
        self.path.write_text(text, encoding="utf-8")
        self.context = AppContext(folder / "store", auto_trains=auto_trains)
        self.window = Window(self.context)
        self.window.resize(1280, 800)
        self.window.show()
        self.application.processEvents()

    def wait_for(self, condition: Callable[[], bool], seconds: float = 120.0) -> None:
        """Run the event loop until a condition holds."""
        import time

        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, "the walk does not get on"
            self.application.processEvents()
            time.sleep(0.002)

    def open(self) -> None:
        """Open the treebank and wait until it is read, shown and surveyed."""
        self.window.document_actions.open(self.path)
        self.wait_for(lambda: bool(len(self.context.session.treebank)) and self.context.survey.is_complete)
        for _ in range(20):
            self.application.processEvents()

    def press(self, key: object, *modifiers: object) -> None:
        """Press a key in the widget that has the focus."""
        from PySide6.QtTest import QTest

        QTest.keyClick(self.application.focusWidget(), key, *modifiers)
        self.application.processEvents()

    def close(self) -> None:
        self.context.close()
        self.window.close()


@contextmanager
def _make_desk(text: str, auto_trains: bool = False) -> Iterator[Desk]:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder), text, auto_trains)
        try:
            yield desk
        finally:
            desk.close()


def walk_open() -> Walk:
    """From the path of a treebank to its first painted tree."""
    with _make_desk(compose_treebank(SENTENCES)) as desk, record_walk() as walk:
        desk.window.document_actions.open(desk.path)
        desk.wait_for(lambda: bool(len(desk.context.session.treebank)))
        desk.application.processEvents()
        desk.window.grab()
        return walk


def walk_edit() -> Walk:
    """From the key that makes a word the root to the painted tree."""
    from PySide6.QtCore import Qt

    with _make_desk(compose_treebank(SENTENCES)) as desk:
        desk.open()
        desk.window.views.dependency.canvas.setFocus()
        desk.context.session.select(word=4)
        desk.application.processEvents()
        with record_walk() as walk:
            desk.press(Qt.Key.Key_O)
        sentence = desk.context.session.sentence
        assert sentence is not None
        assert sentence.heads[3] == 0
        return walk


def walk_accept() -> Walk:
    """From Return on a finished sentence to the next one, painted."""
    from PySide6.QtCore import Qt

    with _make_desk(compose_treebank(SENTENCES)) as desk:
        desk.open()
        desk.window.views.dependency.canvas.setFocus()
        desk.application.processEvents()
        with record_walk() as walk:
            desk.press(Qt.Key.Key_Return)
        assert desk.context.session.provenances.get(0) == "confirmed"
        return walk


def walk_training() -> Walk:
    """From a treebank with trees and a sentence without one to the first suggested tree, trained in the background."""
    with _make_desk(compose_treebank(SENTENCES, 3), auto_trains=True) as desk:
        desk.open()
        desk.context.session.select(SENTENCES)
        with record_walk() as walk:
            desk.context.auto_trainer.set_enabled(True)
            desk.wait_for(lambda: desk.context.suggestions.current is not None, 300.0)
        return walk


def _run_command(*arguments: str) -> None:
    from spectral_core.cli import main

    previous, sys.argv = sys.argv, ["spectral", *arguments]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.argv = previous


def walk_learn() -> Walk:
    """`spectral learn` with a small treebank."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "treebank.conllu"
        path.write_text(compose_treebank(SENTENCES), encoding="utf-8")
        with record_walk() as walk:
            _run_command("learn", "head-automata", str(path), "-o", str(Path(folder) / "model.npz"))
        return walk


def walk_parse() -> Walk:
    """`spectral parse` with the model of a small treebank."""
    with tempfile.TemporaryDirectory() as folder:
        path, model = Path(folder) / "treebank.conllu", Path(folder) / "model.npz"
        path.write_text(compose_treebank(SENTENCES), encoding="utf-8")
        _run_command("learn", "head-automata", str(path), "-o", str(model))
        with record_walk() as walk:
            _run_command("parse", str(model), str(path), "-o", str(Path(folder) / "parsed.conllu"))
        return walk


WALKS = {
    "open": walk_open,
    "edit": walk_edit,
    "accept": walk_accept,
    "training": walk_training,
    "learn": walk_learn,
    "parse": walk_parse,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("walks", nargs="*", choices=[*WALKS, []], metavar="WALK", help=", ".join(WALKS))
    parser.add_argument("--files", action="store_true", help="list the files in order")
    parser.add_argument("--slots", action="store_true", help="list the functions that signals and dispatchers called")
    arguments = parser.parse_args()
    titles = [field.name.replace("_", " ") for field in fields(Figures)]
    print("| walk | " + " | ".join(titles) + " |")
    print("|---" * (len(titles) + 1) + "|")
    for name in arguments.walks or WALKS:
        walk = WALKS[name]()
        print(f"| {name} | " + " | ".join(f"{number:,}" for number in astuple(walk.figures)) + " |", flush=True)
        for line in (*(walk.files() if arguments.files else ()), *(walk.slots if arguments.slots else ())):
            print(f"    {line}")


if __name__ == "__main__":
    main()
