"""Labels as they are chosen: the likeliest first from the first sentence on, new ones asked about, traces told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.data.validation import find_problems
from spectral_core.formats import loads
from spectral_gui.app.window import Window
from spectral_gui.views.annotate.prompt_choices import rank_relations

DOGS = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
MOVED = "(S (NP-SBJ-1 (NNS Dogs)) (VP (VBP seem) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB bark))))))\n"
Opened = Callable[..., Window]


def press(qtbot: QtBot, *keys: str | Qt.Key) -> None:
    for key in keys:
        widget = QApplication.focusWidget()
        assert isinstance(widget, QWidget)
        qtbot.keyClick(widget, key)


def offered(window: Window) -> list[str]:
    rows = window.views.dependency.prompt.findChild(QListWidget)
    assert rows is not None
    return [str(rows.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(rows.count())]


def test_a_relation_that_nobody_used_is_asked_about_before_it_is_made(opened: Opened, qtbot: QtBot) -> None:
    window = opened(DOGS * 3, "text.conllu")
    session, prompt = window.context.session, window.views.dependency.prompt
    session.select(word=1)
    press(qtbot, "r", *"nsubjj", Qt.Key.Key_Return)
    assert prompt.is_open
    assert session.treebank[0].deprels[0] == "nsubj"
    assert offered(window)[0] in ("nsubj", "csubj")
    assert offered(window)[-1] == "nsubjj"
    press(qtbot, Qt.Key.Key_Escape)
    assert session.treebank[0].deprels[0] == "nsubj"
    press(qtbot, "r", *"nsubjj", Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Return)  # the last of them
    assert session.treebank[0].deprels[0] == "nsubjj"


def test_a_relation_that_is_used_is_taken_at_once(opened: Opened, qtbot: QtBot) -> None:
    window = opened(DOGS * 3, "text.conllu")
    window.context.session.select(word=1)
    press(qtbot, "r", *"obj", Qt.Key.Key_Return)
    assert window.context.session.treebank[0].deprels[0] == "obj"
    assert not window.views.dependency.prompt.is_open


def test_a_phrase_label_that_nobody_used_is_asked_about(opened: Opened, qtbot: QtBot) -> None:
    window = opened(MOVED, "text.mrg")
    session = window.context.session
    session.select(node=(1,))
    press(qtbot, "r", *"VPP", Qt.Key.Key_Return)
    assert window.views.constituency.editor.prompt.is_open
    assert session.undo_text is None


def test_a_trace_that_is_left_alone_is_told(opened: Opened, qtbot: QtBot) -> None:
    window = opened(MOVED, "text.mrg")
    session = window.context.session
    session.select(node=(0,))
    press(qtbot, "r", *"NP-SBJ", Qt.Key.Key_Return)
    tree = session.treebank[0].tree
    assert tree is not None
    assert tree.children[0].label == "NP-SBJ"
    assert "\u2068*-1\u2069" in window.statusBar().currentMessage()
    session.undo()
    session.select(node=(0,))
    press(qtbot, "r", *"NP-1", Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert "*-1" not in window.statusBar().currentMessage()


def test_a_trace_that_stands_for_nothing_is_a_problem() -> None:
    (sound,) = loads(MOVED.encode(), format="brackets")
    (lost,) = loads(MOVED.replace("NP-SBJ-1", "NP-SBJ").encode(), format="brackets")
    assert not [problem for problem in find_problems(sound) if "trace" in problem.message]
    (problem,) = [problem for problem in find_problems(lost) if "trace" in problem.message]
    assert "'*-1' has no antecedent" in problem.message
    assert problem.warning


@pytest.mark.parametrize(("word", "first"), [(1, "det"), (2, "nsubj"), (4, "case"), (6, "punct")])
def test_in_a_text_without_relations_the_likeliest_for_the_tag_stand_first(word: int, first: str) -> None:
    sentence = Sentence.of(
        ["The", "dog", "barks", "at", "night", "."],
        upos=["DET", "NOUN", "VERB", "ADP", "NOUN", "PUNCT"],
        heads=[2, 3, 0, 5, 3, 3],
    )
    values = [choice.value for choice in rank_relations(sentence, word, Inventory.of([sentence]))]
    assert first in values[:3]
    assert len(values) == len(set(values)) == 37


def test_the_relations_of_the_model_stand_before_those_of_the_treebank() -> None:
    sentence = Sentence.of(["Dogs", "bark"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["SBJ", EMPTY])
    inventory = Inventory.of([Sentence.of(["Cats"], upos=["NOUN"], heads=[0], deprels=["ROOT"])])
    values = [choice.value for choice in rank_relations(sentence, 1, inventory, model_relations=("OBJ", "SBJ"))]
    assert values[:2] == ["OBJ", "SBJ"]
    assert "ROOT" in values[2:]
