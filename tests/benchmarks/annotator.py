"""What annotating costs by keys alone: a scripted annotator who knows the gold corrects what a real window proposes.

python tests/benchmarks/annotator.py                                  the sample, nothing learnt before
python tests/benchmarks/annotator.py --data TREEBANK.conllu           another treebank
python tests/benchmarks/annotator.py --given words                    lemmas, tags and features are decided as well
python tests/benchmarks/annotator.py --model once --once 50           learnt once, from the first 50 decided
python tests/benchmarks/annotator.py --model once --once 200 --decided 200    from 200 that come decided

Sentences in order, and after them some of about twenty words. Every key counts, Shift and Alt as one more. The
annotator takes the cheapest way that the window shows: another whole tree, a digit for what else may stand at a word or
for a reading, H and a number, R and a row; words are gone to by the fewest of the arrows, Home, End and U; Return
accepts, with Shift where words in doubt were not gone to. What is learnt unasked is let finish between sentences, as
beside somebody who thinks: that is not waiting.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from spectral_core.data import EMPTY, Analysis, Sentence, Treebank
from spectral_core.data.dependencies import dependents_by_head
from spectral_core.files import locate_assets
from spectral_core.formats import load, save
from spectral_gui.app import start
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.annotate.trees.tree_view import find_adjacent_position

SAMPLE = locate_assets() / "sample" / "english" / "sampled.conllu"
MODELS = ("none", "once", "unasked")
TAGS = ("lemma", "upos", "xpos", "feats")
FEWEST, ABOUT_TWENTY = 5, range(18, 23)  # words
LOOK = 10  # sentences after which it is waited for what may begin to be learnt
CARDS = 4  # trees that are on screen
Key = Qt.Key
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier


@dataclass(slots=True)
class Cost:
    """Of one sentence."""

    words: int
    keys: Counter[str] = field(default_factory=Counter)  # by what they were for
    waited: float = 0.0  # seconds for the engine
    right: int = 0  # words that were accepted as the gold has them


def bare(gold: Sentence, words: bool) -> Sentence:
    """Its words, with their lemmas and tags or alone."""
    made = Sentence.of(gold.forms)
    return made if words else replace(made, lemmas=gold.lemmas, upos=gold.upos, xpos=gold.xpos, feats=gold.feats)


def tags(of: Sentence | Analysis, word: int = 0) -> tuple[str, ...]:
    if isinstance(of, Analysis):
        return tuple(getattr(of, name) for name in TAGS)
    return tuple(of.column(name)[word - 1] for name in TAGS)  # type: ignore[arg-type] # columns all


class Annotator:
    """Has a window over sentences without gold, and the gold."""

    def __init__(
        self, application: QApplication, room: Path, gold: list[Sentence], model: str, asked: argparse.Namespace
    ):
        self.gold, self.model, self.once, self.words = gold, model, asked.once, asked.given == "words"
        self.application = application
        path = room / "open.conllu"
        given = gold[: asked.decided]
        save(Treebank.of([*given, *(bare(one, self.words) for one in gold[asked.decided :])]), path)
        self.desk = desk = AppContext(room / "store", auto_trains=True)
        learns = model == "unasked"
        kept = Preferences(theme="light", trains_in_background=learns, retrain_after=20 if learns else 0)
        if not learns:
            desk.readings.model.retrain_after = 0
        self.window = Window(desk, kept)
        self.window.resize(1600, 900)
        self.window.show()
        self.window.document_actions.open(path)
        self.cost, self.kind, self.beside = Cost(1), "", 0.0
        self.refused = ""
        desk.notices.refused.connect(self._note)
        self.wait(lambda: len(desk.session.treebank) == len(gold) and desk.survey.is_complete)
        if self.words:
            self.window.panels.show_dock("candidates")
        self.canvas = self.window.views.dependency.canvas
        self.prompt = self.window.views.dependency.prompt
        desk.session.select(asked.decided)
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

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        self.cost.keys[self.kind] += 1 + (modifier != NONE)
        QTest.keyClick(self.application.focusWidget() or self.canvas, key, modifier)
        self.application.processEvents()

    def type(self, text: str) -> None:
        for letter in text:
            self.cost.keys[self.kind] += 1
            QTest.keyClicks(self.application.focusWidget() or self.canvas, letter)
        self.application.processEvents()

    def engine(self) -> None:
        """Waits until what is proposed and ranked is there."""
        proposals, readings, at = self.desk.suggestions, self.desk.readings, self.desk.session.selection.sentence
        ready = lambda: not proposals.is_waiting and not (readings.are_visible and readings.is_ranking_due(at))  # noqa: E731
        self.cost.waited += self.wait(ready)

    @property
    def shown(self) -> Sentence:
        sentence = self.desk.suggestions.current_tree or self.desk.session.sentence
        assert sentence is not None
        return sentence

    def wrong(self, gold: Sentence, shown: Sentence | None = None) -> list[int]:
        """The words whose arcs are not those of the gold."""
        tree = shown or self.shown
        pairs = zip(tree.heads, gold.heads, tree.deprels, gold.deprels, strict=True)
        return [word for word, (head, want, named, name) in enumerate(pairs, 1) if (head, named) != (want, name)]

    def ways(self) -> dict[int, list[tuple[Qt.Key, Qt.KeyboardModifier]]]:
        """The fewest keys to each word from where the cursor is."""
        shown, doubt = self.shown, self.desk.acceptance.find_uncertain_words()
        size, below = len(shown), dependents_by_head(shown.heads)
        drawing = self.window.views.dependency.current_drawing
        ahead, back = (Key.Key_Left, Key.Key_Right) if drawing.right_to_left else (Key.Key_Right, Key.Key_Left)

        def steps(word: int) -> list[tuple[int, int, Qt.Key, Qt.KeyboardModifier]]:
            found = [(1, 1, Key.Key_Home, NONE), (size, 1, Key.Key_End, NONE)]
            if doubt:
                found.append((find_adjacent_position(doubt, word, 1), 1, Key.Key_U, NONE))
                found.append((find_adjacent_position(doubt, word, -1), 2, Key.Key_U, SHIFT))
            if not word:
                return [*found, (1, 1, ahead, NONE)]
            found += [(min(word + 1, size), 1, ahead, NONE), (max(word - 1, 1), 1, back, NONE)]
            found += [(shown.heads[word - 1] or word, 1, Key.Key_Up, NONE)]
            return [*found, *((child, 1, Key.Key_Down, NONE) for child in below[word][:1])]

        here = self.desk.session.selection.word
        found: dict[int, list[tuple[Qt.Key, Qt.KeyboardModifier]]] = {here: []}
        waiting = [(0, here)]
        costs = {here: 0}
        while waiting:
            waiting.sort()
            cost, word = waiting.pop(0)
            for other, more, key, modifier in steps(word):
                if cost + more < costs.get(other, 1_000):
                    costs[other] = cost + more
                    found[other] = [*found[word], (key, modifier)]
                    waiting.append((cost + more, other))
        return dict(sorted(found.items(), key=lambda item: costs[item[0]]))

    def go_to(self, word: int) -> None:
        self.kind = "moving"
        while way := self.ways()[word]:  # looked for anew: what is in doubt may come to be others
            self.key(*way[0])

    def rows(self) -> list[str]:
        """The values that the prompt lists now."""
        listed = self.prompt.findChild(QListWidget)
        return [listed.item(row).data(Qt.ItemDataRole.UserRole) for row in range(listed.count())]

    def choose_head(self, value: str) -> None:
        """What is marked, or a number."""
        marked = self.prompt.findChild(QListWidget).currentItem()
        if marked is not None and marked.data(Qt.ItemDataRole.UserRole) == value:
            self.key(Key.Key_Return)
            return
        for letter in value:
            self.type(letter)
        if self.prompt.is_open:
            self.key(Key.Key_Return)

    def choose_relation(self, value: str) -> None:
        """The digit of its row, after as many letters as it takes to be among nine; or the whole of a new one."""
        for letter in value:
            if value in (rows := self.rows()[:9]):
                self.type(str(rows.index(value) + 1))
                return
            self.type(letter)
        self.key(Key.Key_Return)
        if self.prompt.is_open:  # a label nobody has used yet: once more, below those that are spelt like it
            for _ in range(len(self.rows()) - 1):
                self.key(Key.Key_Down)
            self.key(Key.Key_Return)

    def take_choice(self, gold: Sentence) -> bool:
        """Whether a key for what else may stand at any word mended one: both head and relation, or else the head."""
        choices = self.window.views.dependency.alternatives_bar
        best: list[tuple[int, int]] = []
        for row, one in enumerate(choices.visible_choices, 1):
            whole = (one.head, one.relation) == (gold.heads[one.word - 1], gold.deprels[one.word - 1])
            head = one.changes_head and one.head == gold.heads[one.word - 1]
            if (whole or head) and choices.get_key(row):
                best.append((2 - whole - head, row))
        if not best:
            return False
        row = min(best)[1]
        self.kind = "head" if choices.visible_choices[row - 1].changes_head else "relation"
        self.type(choices.get_key(row).lower())
        self.engine()
        return True

    def correct_arc(self, word: int, gold: Sentence) -> None:
        """At the word that is selected, by what is asked there."""
        head, relation = gold.heads[word - 1], gold.deprels[word - 1]
        other = self.shown.heads[word - 1] != head
        self.kind = "head" if other else "relation"
        if other and head == 0:
            self.key(Key.Key_O)
        elif other:
            self.key(Key.Key_H)
            self.choose_head(str(head))
        else:
            self.key(Key.Key_R)
            self.choose_relation(relation)
        self.engine()

    def unread(self, at: int, gold: Sentence) -> list[int]:
        """The words whose readings are not those of the gold, as they stand or would be accepted."""
        desk = self.desk
        ranking = desk.readings.request_ranking(at) if desk.readings.are_visible else None
        found = []
        for word in range(1, len(gold) + 1):
            now = tags(desk.session.treebank[at], word)
            if word in desk.readings.find_undecided_words(at):
                first = ranking[word - 1][:1] if ranking else []
                now = tags(first[0].value) if first else now
            if now != tags(gold, word):
                found.append(word)
        return found

    def correct_reading(self, word: int, gold: Sentence) -> None:
        candidates, wanted = self.window.views.candidates, tags(gold, word)
        listed = [tags(one.analysis) for one in candidates.reading_list.reading_model.visible_readings[:9]]
        self.kind = "lemma" if listed and listed[0][1:] == wanted[1:] else "tag"
        if wanted in listed:
            self.type(str(listed.index(wanted) + 1))
        else:
            self.type("0")
            fields = candidates.form.fields
            for _ in range(3 * len(fields)):
                left = [one for one in TAGS if fields[one].text() != gold.column(one)[word - 1].replace(EMPTY, "")]
                if not [one for one in left if fields[one].isVisible()]:
                    break
                line = self.application.focusWidget()
                name = next((name for name in left if fields[name] is line), "")
                if name:
                    value = gold.column(name)[word - 1].replace(EMPTY, "")
                    self.type(value) if value else self.key(Key.Key_Delete)
                else:
                    self.key(Key.Key_Tab)
            self.key(Key.Key_Return)
        self.engine()

    def take_tree(self, gold: Sentence) -> None:
        """Shows the whole tree that is right, where one on the cards is."""
        offer = self.desk.suggestions.current
        for rank, tree in enumerate([] if offer is None else offer.trees[:CARDS]):
            if not self.wrong(gold, tree.value):
                self.kind = "tree"
                if rank == 1:
                    self.key(Key.Key_N)
                elif rank:
                    self.key(Key(Key.Key_1.value + rank), ALT)
                return

    def annotate(self, at: int) -> Cost:
        gold, desk = self.gold[at], self.desk
        self.cost = Cost(len(gold))
        self.engine()
        self.take_tree(gold)
        for _ in range(4 * len(gold)):
            unread = self.unread(at, gold) if self.words else []
            wrong = self.wrong(gold)
            if not wrong and not unread:
                break
            if not unread and self.take_choice(gold):
                continue
            ways = self.ways()
            word = min(unread or wrong, key=lambda one: len(ways[one]))
            self.go_to(word)
            if word in unread:
                self.correct_reading(word, gold)
            elif not self.take_choice(gold):
                self.correct_arc(word, gold)
        self.kind = "accepting"
        self.key(Key.Key_Return, SHIFT if desk.acceptance.unvisited_positions else NONE)
        if desk.session.provenances.get(at) != "confirmed":
            self.key(Key.Key_Return, SHIFT)
        if desk.session.provenances.get(at) != "confirmed":
            raise SystemExit(f"sentence {at + 1} could not be accepted: {self.refused}")
        found = desk.session.treebank[at]
        left = {*self.wrong(gold, found), *(self.unread(at, gold) if self.words else ())}
        self.cost.right = len(gold) - len(left)
        if desk.session.selection.sentence != at + 1 and at + 1 < len(self.gold):
            desk.session.select(at + 1)
        return self.cost

    def let_learn(self, decided: int) -> None:
        """Lets what is learnt beside be ready, or has it learnt once."""
        desk, begun = self.desk, time.monotonic()
        if self.model == "once" and decided == self.once:
            self.window.preferences_controller.set_preferences(
                self.window.preferences_controller.preferences.with_changes(learns_unasked=True)
            )
            self.wait(lambda: desk.suggestions.model.active_run is not None)
            self.wait(lambda: not self.words or desk.readings.model.active_run is not None)
            self.window.preferences_controller.set_preferences(
                self.window.preferences_controller.preferences.with_changes(learns_unasked=False)
            )
        if self.model == "unasked":
            if decided % LOOK == 0:
                until = time.monotonic() + 1.2
                self.wait(lambda: time.monotonic() > until)
            self.wait(
                lambda: desk.runs.current_run is None and all(model.retraining_job is None for model in desk.models)
            )
        self.beside += time.monotonic() - begun

    def close(self) -> None:
        self.window.close()


def told(costs: list[Cost]) -> str:
    words = sum(one.words for one in costs)
    keys = sum((one.keys for one in costs), Counter[str]())
    kinds = ", ".join(f"{kind} {number / words:.2f}" for kind, number in keys.most_common())
    right, waited = sum(one.right for one in costs) / words, sum(one.waited for one in costs) / len(costs)
    return (
        f"{keys.total() / words:.2f} keys a word ({kinds}), {waited:.2f} s of waiting a sentence of "
        f"{words / len(costs):.1f} words, {right:.1%} accepted as the gold has them"
    )


def run(application: QApplication, gold: list[Sentence], model: str, asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as room:
        annotator, costs = Annotator(application, Path(room), gold, model, asked), list[Cost]()
        end = time.monotonic() + asked.seconds
        since = 0
        annotator.let_learn(asked.decided)
        for at in range(asked.decided, len(gold)):
            costs.append(annotator.annotate(at))
            annotator.let_learn(at + 1)
            late = time.monotonic() > end
            if (at + 1) % asked.each == 0 or at + 1 in (asked.sentences, len(gold)) or late:
                line = annotator.window.status_line.model_label.text()
                print(f"{model}, to sentence {at + 1}: {told(costs[since:])}; {line}", flush=True)
                since = len(costs)
            if late:
                break
        words = sum(one.words for one in costs)
        print(f"{model}, all {len(costs)} ({words} words): {told(costs)}; {annotator.beside:.0f} s of learning beside")
        annotator.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=SAMPLE)
    parser.add_argument("--given", choices=("tags", "words"), default="tags")
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--twenty", type=int, default=30, help="sentences of about twenty words that come after them")
    parser.add_argument("--words", type=int, default=25, help="of the longest sentence")
    parser.add_argument("--model", choices=MODELS, action="append")
    parser.add_argument("--once", type=int, default=50)
    parser.add_argument("--decided", type=int, default=0, help="of the first sentences, that come as the gold has them")
    parser.add_argument("--each", type=int, default=50, help="sentences of a point of the curve")
    parser.add_argument("--seconds", type=float, default=1200.0, help="the most that a condition may take")
    asked = parser.parse_args()
    whole = [one for one in load(asked.data) if one.is_readable and len(one) >= FEWEST and None not in one.heads]
    gold = [one for one in whole if len(one) <= asked.words][: asked.sentences]
    rest = [one for one in whole if len(one) in ABOUT_TWENTY and one not in gold]
    application = start.make_application()
    for model in asked.model or MODELS:
        run(application, [*gold, *rest[: asked.twenty]], model, asked)


if __name__ == "__main__":
    main()
