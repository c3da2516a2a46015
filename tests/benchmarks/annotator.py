"""What annotating costs by keys alone: a scripted annotator who knows the gold corrects what a real window proposes.

python tests/benchmarks/annotator.py                                  the sample, nothing learnt before
python tests/benchmarks/annotator.py --data TREEBANK.conllu           another treebank
python tests/benchmarks/annotator.py --model once --once 50           learnt once, from the first 50 decided

Heads and relations are decided; lemmas and tags are given. Every key counts, Shift as one more. A word that is wrong is
gone to with the arrows, attached by H and labelled by R; Return accepts, with Shift where words in doubt were not gone
to. What is learnt unasked is let finish between sentences, as beside somebody who thinks: that is not waiting.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from spectral_core.data import Sentence, Treebank
from spectral_core.files import assets
from spectral_core.formats import load, save
from spectral_gui import app
from spectral_gui.preferences import Preferences
from spectral_gui.session import Desk
from spectral_gui.window import Window

SAMPLE = assets() / "sample" / "english" / "written.conllu"
MODELS = ("none", "once", "unasked")
FEWEST = 5  # words
LOOK = 10  # sentences after which it is waited for what may begin to be learnt
Key = Qt.Key


@dataclass(slots=True)
class Cost:
    """Of one sentence."""

    words: int
    keys: int = 0
    waited: float = 0.0  # seconds for the engine
    right: int = 0  # words that were accepted as the gold has them


def bare(gold: Sentence) -> Sentence:
    """Its words with their lemmas and tags."""
    made = Sentence.of(gold.forms)
    return replace(made, lemmas=gold.lemmas, upos=gold.upos, xpos=gold.xpos, feats=gold.feats)


class Annotator:
    """Has a window over sentences without gold, and the gold."""

    def __init__(self, application: QApplication, room: Path, gold: list[Sentence], model: str, once: int):
        self.gold, self.model, self.once = gold, model, once
        self.application = application
        path = room / "open.conllu"
        save(Treebank.of([bare(one) for one in gold]), path)
        self.desk = desk = Desk(room / "store", learns=True)
        learns = model == "unasked"
        kept = Preferences(theme="light", learns_unasked=learns, relearn_after=20 if learns else 0)
        if not learns:
            desk.readings.model.relearn_after = 0
        self.window = Window(desk, kept)
        self.window.resize(1600, 900)
        self.window.show()
        self.window.documents.open(path)
        self.cost, self.beside = Cost(1), 0.0
        self.looked_at: set[int] = set()
        self.refused = ""
        desk.notices.refused.connect(self._note)
        desk.session.selection_changed.connect(lambda now, _: self.looked_at.update(now.words))
        self.wait(lambda: len(desk.session.treebank) == len(gold) and desk.surveying.surveyed)
        self.canvas = self.window.views.dependency.canvas
        self.prompt = self.window.views.dependency.prompt
        desk.session.select(0)
        self.canvas.setFocus()

    def _note(self, why: str) -> None:
        self.refused = why

    def wait(self, holds: Callable[[], bool], seconds: float = 300.0) -> float:
        begun = time.monotonic()
        self.application.processEvents()
        while not holds():
            if time.monotonic() - begun > seconds:
                raise SystemExit("the engine did not answer in time")
            time.sleep(0.001)
            self.application.processEvents()
        return time.monotonic() - begun

    def key(self, key: Qt.Key, shift: bool = False) -> None:
        modifier = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
        self.cost.keys += 1 + shift
        QTest.keyClick(self.application.focusWidget() or self.canvas, key, modifier)
        self.application.processEvents()

    def type(self, text: str) -> None:
        for letter in text:
            self.cost.keys += 1
            QTest.keyClicks(self.application.focusWidget() or self.canvas, letter)
        self.application.processEvents()

    def engine(self) -> None:
        """Waits until what is proposed is there."""
        proposals = self.desk.proposals
        self.cost.waited += self.wait(lambda: not proposals.waiting)

    @property
    def shown(self) -> Sentence:
        sentence = self.desk.proposals.offered or self.desk.session.sentence
        assert sentence is not None
        return sentence

    def go_to(self, word: int) -> None:
        """By the arrows, from the end that is nearest."""
        here, size = self.desk.session.selection.word, len(self.shown)
        ways = {here: abs(word - here) if here else size + 9, 1: word, size: size - word + 1}
        start = min(ways, key=lambda place: ways[place])
        if start != here:
            self.key(Key.Key_Home if start == 1 else Key.Key_End)
        while (here := self.desk.session.selection.word) != word:
            self.key(Key.Key_Right if word > here else Key.Key_Left)

    def choose(self, value: str, number: bool = False) -> None:
        """Takes a value in the prompt: by the digit of its row, or typed as far as it must be."""
        listed = self.prompt.findChild(QListWidget)
        values = [listed.item(row).data(Qt.ItemDataRole.UserRole) for row in range(listed.count())]
        capped = not number or bool(self.desk.proposals.offer and values != sorted(values, key=int))
        row = values.index(value) if value in values else len(values)
        if capped and row < 9:
            self.type(str(row + 1))
        else:
            for letter in f"#{value}" if number and capped else value:
                self.type(letter)
                marked = listed.currentItem()
                if not self.prompt.asking or (
                    not number and marked is not None and marked.data(Qt.ItemDataRole.UserRole) == value
                ):
                    break
            if self.prompt.asking:
                self.key(Key.Key_Return)
        if self.prompt.asking:  # a label nobody has used yet: once more, below those that are spelt like it
            for _ in range(listed.count() - 1):
                self.key(Key.Key_Down)
            self.key(Key.Key_Return)

    def correct_arc(self, word: int, gold: Sentence) -> None:
        head, relation = gold.heads[word - 1], gold.deprels[word - 1]
        if self.shown.heads[word - 1] != head:
            self.go_to(word)
            if head == 0:
                self.key(Key.Key_O)
            else:
                self.key(Key.Key_H)
                self.choose(str(head), number=True)
            self.engine()
        if self.shown.deprels[word - 1] != relation:
            self.go_to(word)
            self.key(Key.Key_R)
            self.choose(relation)
            self.engine()

    def annotate(self, at: int) -> Cost:
        gold, desk = self.gold[at], self.desk
        self.cost = Cost(len(gold))
        self.looked_at = set(desk.session.selection.words)
        self.engine()
        for word in range(1, len(gold) + 1):
            self.correct_arc(word, gold)
        for word in range(1, len(gold) + 1):  # what a later key has moved
            self.correct_arc(word, gold)
        in_doubt = set(desk.accepting.in_doubt()) - self.looked_at
        self.key(Key.Key_Return, shift=bool(in_doubt))
        if desk.session.decided.get(at) != "confirmed":
            self.key(Key.Key_Return, shift=True)
        if desk.session.decided.get(at) != "confirmed":
            raise SystemExit(f"sentence {at + 1} could not be accepted: {self.refused}")
        found = desk.session.treebank[at]
        arcs = zip(found.heads, gold.heads, found.deprels, gold.deprels, strict=True)
        self.cost.right = sum(head == wanted and label == named for head, wanted, label, named in arcs)
        if desk.session.selection.sentence != at + 1 and at + 1 < len(self.gold):
            desk.session.select(at + 1)
        return self.cost

    def let_learn(self, decided: int) -> None:
        """Lets what is learnt beside be ready, or has it learnt once."""
        desk, begun = self.desk, time.monotonic()
        if self.model == "once" and decided == self.once:
            self.window.preferred.prefer(self.window.preferred.preferences.changed(learns_unasked=True))
            self.wait(lambda: desk.proposals.model.run is not None)
            self.window.preferred.prefer(self.window.preferred.preferences.changed(learns_unasked=False))
        if self.model == "unasked":
            if decided % LOOK == 0:
                until = time.monotonic() + 1.2
                self.wait(lambda: time.monotonic() > until)
            self.wait(lambda: desk.runs.running is None and all(model.growing is None for model in desk.models))
        self.beside += time.monotonic() - begun

    def close(self) -> None:
        self.window.close()


def told(costs: list[Cost]) -> str:
    words = sum(one.words for one in costs)
    keys, right = sum(one.keys for one in costs) / words, sum(one.right for one in costs) / words
    waited = sum(one.waited for one in costs) / len(costs)
    return f"{keys:.2f} keys a word, {waited:.2f} s of waiting a sentence, {right:.1%} accepted as the gold has them"


def run(application: QApplication, gold: list[Sentence], model: str, asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as room:
        annotator, costs = Annotator(application, Path(room), gold, model, asked.once), list[Cost]()
        end = time.monotonic() + asked.seconds
        for at in range(len(gold)):
            costs.append(annotator.annotate(at))
            annotator.let_learn(at + 1)
            late = time.monotonic() > end
            if (at + 1) % asked.each == 0 or at + 1 == len(gold) or late:
                line = annotator.window.status.model.text()
                print(f"{model}, to sentence {at + 1}: {told(costs[-(at % asked.each) - 1 :])}; {line}", flush=True)
            if late:
                break
        words = sum(one.words for one in costs)
        print(f"{model}, all {len(costs)} ({words} words): {told(costs)}; {annotator.beside:.0f} s of learning beside")
        annotator.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=SAMPLE)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--words", type=int, default=20, help="of the longest sentence")
    parser.add_argument("--model", choices=MODELS, action="append")
    parser.add_argument("--once", type=int, default=50)
    parser.add_argument("--each", type=int, default=50, help="sentences of a point of the curve")
    parser.add_argument("--seconds", type=float, default=1200.0, help="the most that a condition may take")
    asked = parser.parse_args()
    fitting = (one for one in load(asked.data) if one.readable and FEWEST <= len(one) <= asked.words)
    gold = [one for one in fitting if None not in one.heads][: asked.sentences]
    application = app.make_application()
    for model in asked.model or MODELS:
        run(application, gold, model, asked)


if __name__ == "__main__":
    main()
