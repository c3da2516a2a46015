"""How fast trees are asked about, locked and turned, offscreen: in the engine, and from the key to what is drawn.

python tests/benchmarks/asking.py ../shared/data                      phrases by a grammar of WSJ, 1,000 trees
python tests/benchmarks/asking.py ../shared/data --trees 3400         by one of all its trees
python tests/benchmarks/asking.py ../shared/data --kind dependencies  heads by automata of EWT
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from window import row

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.structure import DEPENDENCIES, STRUCTURES
from spectral_core.engine import Engine, Parse, ParseBelow, SelectQuestions
from spectral_core.formats import load, save
from spectral_core.progress import ignore_progress
from spectral_core.project import Project
from spectral_gui.app import start
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext

LENGTHS = ((25, 1), (40, 3))  # words, and how many more or fewer
SENTENCES = 20  # of each length
GOALS = {25: 100.0, 40: 300.0}  # milliseconds of a re-parse


def bare(sentence: Sentence) -> Sentence:
    if sentence.tree is None:
        return sentence.with_heads([None] * len(sentence), [EMPTY] * len(sentence))
    return Sentence.of(sentence.forms)


class Bench:
    """A window over sentences without trees, with a model learnt beside them."""

    def __init__(self, room: Path, train: list[Sentence], dev: list[Sentence], kind: str):
        self.application = start.make_application()
        near = [(size, [one for one in dev if abs(len(one) - size) <= reach][:SENTENCES]) for size, reach in LENGTHS]
        self.sizes = [size for size, rows in near for _ in rows]
        suffix = "conllu" if kind == DEPENDENCIES.name else "mrg"
        names = [room / f"{name}.{suffix}" for name in ("open", "trees")]
        for name, kept in zip(names, ([bare(one) for _, rows in near for one in rows], train), strict=True):
            save(Treebank.of(kept), name)
        Project.create(room, names).close()
        self.desk, self.structure = AppContext(), STRUCTURES[kind]
        self.window = Window(self.desk)
        self.window.resize(1600, 900)
        self.window.show()
        self.desk.session.open(room)
        self.wait(lambda: self.desk.survey.is_complete)
        method, settings = ("head-automata", {"states": 9}) if suffix == "conllu" else ("latent-pcfg", {})
        self.desk.runs.train(method, settings, (names[1].name,))
        self.wait(lambda: bool(self.desk.runs.recorded_runs))
        print(self.desk.runs.recorded_runs[0].seconds, "s of learning", self.desk.runs.recorded_runs[0].complaint)
        if self.window.panels.tree_kind != kind:
            self.window.panels.toggle_tree_kind()
        views = self.window.views
        self.canvas = (views.dependency if suffix == "conllu" else views.constituency).canvas
        self.canvas.setFocus()

    def wait(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 600
        while not holds():
            if time.monotonic() > end:
                raise SystemExit("the engine did not answer in time")
            self.application.processEvents()
            time.sleep(0.001)

    def key(self, letter: str) -> float:
        """Seconds from a key until nothing is on its way any more and all is drawn."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        desk, acts = self.desk, self.desk.session.edit_count
        begun = time.perf_counter()
        QTest.keyClick(self.application.focusWidget() or self.canvas, Qt.Key[f"Key_{letter}"])
        if letter in "BX":
            self.wait(lambda: desk.session.edit_count > acts or desk.subtree_replacement.is_idle)
        self.wait(lambda: not desk.questions.is_waiting and not desk.suggestions.is_waiting)
        self.application.processEvents()
        return time.perf_counter() - begun

    def largest(self) -> None:
        """Selects the largest phrase that is not the whole sentence, or the root."""
        shown = self.desk.suggestions.current_tree
        assert shown is not None
        if self.structure is DEPENDENCIES:
            self.desk.session.select(word=shown.heads.index(0) + 1)
            return
        from spectral_gui.views.annotate.trees.view_models import collect_phrases

        assert shown.tree is not None
        parts = {path: part for path, part in collect_phrases(shown.tree).items() if len(part.words) < len(shown) - 1}
        self.desk.session.select(node=max(parts, key=lambda path: len(parts[path].words)))

    def measure(self) -> list[dict[str, object]]:
        desk, times = self.desk, dict[tuple[int, str], list[float]]()
        engine, file = Engine(), desk.suggestions.model.model_file
        assert file is not None

        def note(size: int, act: str, seconds: float) -> None:
            times.setdefault((size, act), []).append(seconds)

        def run(size: int, act: str, request: SelectQuestions | Parse | ParseBelow) -> None:
            begun = time.process_time()
            request.run(engine, ignore_progress)
            note(size, f"{act}: in the engine, CPU", time.process_time() - begun)

        for at, size in enumerate(self.sizes):
            desk.session.select(at)
            self.wait(lambda: desk.suggestions.current_tree is not None)
            offer, shown = desk.suggestions.current, desk.suggestions.current_tree
            assert offer is not None
            assert shown is not None
            run(size, "10 best trees", Parse(file, offer.question.sentence, 10, offer.question.constraints))
            run(size, "a question", SelectQuestions(file, offer.question.sentence))
            note(size, "next of the 10 best trees", self.key("N"))
            self.largest()
            note(size, "forbid a part: from the key to the ghosts", self.key("X"))
            run(size, "forbid a part", Parse(file, offer.question.sentence, 10, desk.session.get_locks(at)))
            desk.session.undo()
            self.wait(lambda: not desk.suggestions.is_waiting)
            self.largest()
            place = next(
                iter(
                    self.structure.positions_in_selection(
                        shown, desk.session.selection.words, desk.session.selection.node
                    )
                )
            )
            run(size, "below a part", ParseBelow(file, offer.question.sentence, shown, place))
            note(size, "below a part: from the key to the next best, locked and parsed anew", self.key("B"))
            note(size, "a question: from the key to the card", self.key("Q"))
            if desk.questions.question is not None:
                note(size, "an answer: from the key to the next question", self.key("Y"))
                note(size, "an answer taken back", self._undone())
            desk.questions.stop()
            self.canvas.setFocus()
        self.desk.close()
        self.window.close()
        return [row(f"{act}, {size} words", found[1:], GOALS[size]) for (size, act), found in sorted(times.items())]

    def _undone(self) -> float:
        begun = time.perf_counter()
        self.desk.session.undo()
        self.wait(lambda: not self.desk.questions.is_waiting and not self.desk.suggestions.is_waiting)
        return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--kind", choices=sorted(STRUCTURES), default="constituents")
    parser.add_argument("--trees", type=int, default=1000)
    given = parser.parse_args()
    names = "wsj_nltk/wsj.{}.clean.mrg.xz" if given.kind == "constituents" else "ud_english_ewt/*{}.conllu*"
    train, dev = (load(next(iter(sorted(given.data.glob(names.format(part)))))) for part in ("train", "dev"))
    with tempfile.TemporaryDirectory() as room:
        rows = [one for one in train if one.is_readable]
        bench = Bench(Path(room), list(islice(rows, given.trees)), [one for one in dev if one.is_readable], given.kind)
        for one in bench.measure():
            print(json.dumps(one))


if __name__ == "__main__":
    main()
