"""Sentences changed here and by another program: both sides are shown, nothing is lost, keys are enough."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures import tree_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QPlainTextEdit, QTableWidget
from pytestqt.qtbot import QtBot
from seen import labels, named

from spectral_core import formats
from spectral_core.data import Sentence
from spectral_core.project import Change, Conflict, Edit, Project
from spectral_gui.views.shared.merge_dialog import BOTH, EXTERNAL, LOCAL, MergeDialog, SentenceComparison

BASE = Sentence.of(
    ("The", "dog", "ran", "home"),
    upos=("DET", "NOUN", "VERB", "ADV"),
    heads=(2, 3, 0, 3),
    deprels=("det", "nsubj", "root", "advmod"),
)
ARABIC = Sentence.of(("قرأ", "الولدُ", "كتابًا", "جديدًا"), heads=(0, 1, 1, 3), deprels=("root", "nsubj", "obj", "amod"))


def conflict(mine: Sentence, theirs: Sentence | None, index: int = 3, merged: Sentence | None = None) -> Conflict:
    return Conflict("a.conllu", index, None, mine, theirs, merged)


CONFLICTS = (
    conflict(BASE.with_head(4, 3, "obl"), BASE.with_value("upos", 4, "NOUN"), merged=BASE.with_head(4, 3, "obl")),
    conflict(ARABIC.with_head(4, 1, "dep"), Sentence.of(ARABIC.forms[:3], heads=(0, 1, 1)), 7),
    conflict(BASE.with_head(4, 3, "obl"), None, -1),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> MergeDialog:
    made = MergeDialog(CONFLICTS)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(sentences(made).hasFocus)
    return made


def sentences(dialog: MergeDialog) -> QListWidget:
    return named(dialog, QListWidget, "Sentences")


def words(dialog: MergeDialog) -> QTableWidget:
    return named(dialog, QTableWidget, "Words of both versions")


def cells(dialog: MergeDialog, row: int) -> list[str]:
    table = words(dialog)
    return [item.text() for column in range(table.columnCount()) if (item := table.item(row, column)) is not None]


def test_only_columns_that_differ_are_compared() -> None:
    mine = BASE.with_head(4, 2, "obl")
    assert SentenceComparison.from_versions(mine, BASE).columns == ("head", "deprel")
    assert SentenceComparison.from_versions(BASE, BASE).columns == ()


def test_words_of_one_side_alone_stand_across_from_nothing() -> None:
    shorter = Sentence.of(("The", "ran", "home"))
    pairs = SentenceComparison.from_versions(BASE, shorter).pairs
    assert [(one and one.form, two and two.form) for one, two in pairs] == [
        ("The", "The"),
        ("dog", None),
        ("ran", "ran"),
        ("home", "home"),
    ]


def test_cells_that_differ_are_marked_in_text(dialog: MergeDialog) -> None:
    titles = [words(dialog).horizontalHeaderItem(column) for column in range(words(dialog).columnCount())]
    assert [title.text() if title is not None else "" for title in titles] == [
        "",
        "WORD",
        "UPOS\nhere",
        "UPOS\nin the file",
        "DEPREL\nhere",
        "DEPREL\nin the file",
    ]
    assert cells(dialog, 1) == ["2", "dog", "NOUN", "NOUN", "nsubj", "nsubj"]
    assert cells(dialog, 3) == ["4", "home", "≠ ADV", "≠ NOUN", "≠ obl", "≠ advmod"]
    assert words(dialog).currentRow() == 3


def test_choices_are_made_by_keys_alone(dialog: MergeDialog, qtbot: QtBot) -> None:
    assert dialog.choices == {0: BOTH, 1: BOTH, 2: BOTH}
    qtbot.keyClick(sentences(dialog), "m")
    qtbot.keyClick(sentences(dialog), Qt.Key.Key_Down)
    qtbot.keyClick(sentences(dialog), "t")
    with qtbot.waitSignal(dialog.resolved) as said:
        qtbot.keyClick(sentences(dialog), Qt.Key.Key_Return)
    assert said.args == [{0: LOCAL, 1: EXTERNAL, 2: BOTH}]
    assert not dialog.isVisible()


def test_one_choice_for_all(dialog: MergeDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(sentences(dialog), "t")
    qtbot.keyClick(sentences(dialog), "a")
    assert set(dialog.choices.values()) == {EXTERNAL}
    assert all(sentences(dialog).item(row).text().startswith("▶") for row in range(3))
    qtbot.keyClick(sentences(dialog), "b")
    assert dialog.choices == {0: BOTH, 1: EXTERNAL, 2: EXTERNAL}


def test_leaving_keeps_both_of_all(dialog: MergeDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(sentences(dialog), "t")
    with qtbot.waitSignal(dialog.resolved) as said:
        qtbot.keyClick(sentences(dialog), Qt.Key.Key_Escape)
    assert said.args == [{0: BOTH, 1: BOTH, 2: BOTH}]


def test_closing_the_window_answers_once(dialog: MergeDialog) -> None:
    said: list[object] = []
    dialog.resolved.connect(said.append)
    dialog.close()
    assert said == [{0: BOTH, 1: BOTH, 2: BOTH}]


def test_each_choice_says_what_it_will_do(dialog: MergeDialog) -> None:
    assert "The changes are merged" in labels(dialog)
    dialog.choose(EXTERNAL)
    assert "undo restores yours" in labels(dialog)
    sentences(dialog).setCurrentRow(1)
    assert "cannot be merged" in labels(dialog)
    sentences(dialog).setCurrentRow(2)
    assert "is restored at the end" in labels(dialog)
    dialog.choose(EXTERNAL)
    assert "stays deleted" in labels(dialog)


def test_an_arabic_sentence_stands_to_the_right_and_says_what_is_missing(dialog: MergeDialog) -> None:
    sentences(dialog).setCurrentRow(1)
    word = words(dialog).item(3, 1)
    assert word is not None
    assert word.textAlignment() & Qt.AlignmentFlag.AlignRight
    assert cells(dialog, 3)[-1] == "≠ only here"
    assert "4 words here, 3 in the file" in labels(dialog)


def test_trees_are_shown_as_brackets_where_they_differ(qtbot: QtBot) -> None:
    forms, tags = ("the", "dog", "ran"), ("DT", "NN", "VBD")
    deep, flat = "(S (NP (DT the) (NN dog)) (VP (VBD ran)))", "(S (DT the) (NN dog) (VP (VBD ran)))"
    mine, theirs = (Sentence.of(forms, xpos=tags, tree=tree_of(text)) for text in (deep, flat))
    dialog = MergeDialog([conflict(mine, theirs)])
    qtbot.addWidget(dialog)
    dialog.show()
    assert named(dialog, QPlainTextEdit, "Your tree").isVisible()
    assert [box.toPlainText() for box in dialog.findChildren(QPlainTextEdit)] == [deep, flat]


def test_comments_of_one_side_are_named(qtbot: QtBot) -> None:
    mine = Sentence.of(("a",), comments=("# note = old",))
    dialog = MergeDialog([conflict(mine, Sentence.of(("a",), comments=("# note = new",)))])
    qtbot.addWidget(dialog)
    dialog.show()
    assert "≠ only here: # note = old" in labels(dialog)
    assert "≠ only in the file: # note = new" in labels(dialog)


def test_a_project_changed_outside_is_settled_as_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    text = "".join(
        f"{n}\t{w}\t_\t_\t_\t_\t{h}\t{r}\t_\t_\n" for n, w, h, r in ((1, "dogs", 2, "nsubj"), (2, "ran", 0, "root"))
    )
    path = tmp_path / "a.conllu"
    path.write_text(text + "\n", encoding="utf-8")
    project = Project.create(tmp_path / "project", [path])
    (name,) = project.documents
    before = project.open_document(name).treebank[0]
    project.record(Edit("Relation", (Change(name, 0, before, before.with_head(1, 2, "obj")),)))
    project.close()
    path.write_text(text.replace("nsubj", "csubj") + "\n", encoding="utf-8")
    project = Project.open(tmp_path / "project")
    opened = project.open_document(name)
    dialog = MergeDialog(opened.conflicts)
    qtbot.addWidget(dialog)
    assert cells(dialog, 0) == ["1", "dogs", "≠ obj", "≠ csubj"]
    dialog.choose(LOCAL)
    dialog.resolved.connect(lambda choices: project.resolve_conflicts(name, choices))
    buttons = dialog.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    shown = project.open_document(name).treebank
    assert shown[0].deprels[0] == "obj"
    formats.save(shown, path)
    assert "\tobj\t" in path.read_text(encoding="utf-8")
    project.close()
