"""Words in the Explore workspace: a plane, the nearest of a word, what it stands beside; by typing, clicks and keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import keep, wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QTabWidget
from pytestqt.qtbot import QtBot

from spectral_core import formats, store
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import AskHeads, AskWord, AskWords, Engine
from spectral_core.errors import DataError
from spectral_core.methods import METHODS
from spectral_core.progress import silent
from spectral_core.project import Project, Run
from spectral_gui.session import Desk
from spectral_gui.views.exploring import ExploringView
from spectral_gui.views.exploring.words import AlikeView

ARABIC = ("قرأ", "الولد", "كتابا")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with embeddings of a text of nouns and verbs in their places, one of them Arabic."""
    folder = tmp_path_factory.mktemp("made")
    nouns, verbs = ("cat", "dog", "fox", "hen"), ("eats", "sees")
    drawn = [
        Sentence.of(["the", one, verb, article, other])
        for one in nouns
        for verb in verbs
        for article in ("the", "a")
        for other in nouns
    ]
    text = Treebank.of([*drawn, *[Sentence.of(ARABIC)] * 3])
    formats.save(text, folder / "text.conllu")
    project = Project.create(folder / "project", [folder / "text.conllu"])
    row = METHODS["embeddings"]
    path = project.model_path("embeddings 1")
    store.save(row.learn(text, row.settings(dimensions=4)), path)
    project.add_run(Run(name="embeddings 1", method="embeddings", document="text.conllu", model=path.name))
    project.close()
    return folder


@pytest.fixture
def view(made: Path, qtbot: QtBot) -> Iterator[AlikeView]:
    desk = Desk()
    desk.session.open(made / "project")
    wait_for(lambda: desk.session.project is not None)
    whole = ExploringView(desk.session, desk.notices, desk.runs, desk.exploring)
    keep(qtbot, whole)
    whole.resize(1100, 700)
    whole.show()
    pages = whole.findChild(QTabWidget)
    assert pages is not None
    wait_for(lambda: pages.currentWidget() is whole.words)  # the only page that has something to show
    wait_for(lambda: whole.words.canvas.named != ())
    yield whole.words
    desk.close()


def rows(box: QListWidget) -> list[str]:
    return [box.item(row).text() for row in range(box.count())]


def test_a_typed_word_shows_what_is_used_like_it_and_stands_beside_it(view: AlikeView) -> None:
    view.line.setText("Cat")
    QTest.keyClick(view.line, Qt.Key.Key_Return)
    wait_for(lambda: view.word == "cat")
    assert {text.split()[0] for text in rows(view.alike)[:3]} == {"dog", "fox", "hen"}
    assert {text.split()[0] for text in rows(view.before)} == {"the", "a"}
    assert rows(view.behind)[0].startswith("end of a sentence")
    assert "used like" in view.canvas.accessibleDescription()
    assert view.canvas.word == "cat"


def test_a_word_of_a_list_is_followed_by_its_key(view: AlikeView) -> None:
    view.ask("cat")
    wait_for(lambda: view.word == "cat")
    before = rows(view.before)[0].split()[0]
    view.before.setCurrentRow(0)
    QTest.keyClick(view.before, Qt.Key.Key_Return)
    wait_for(lambda: view.word == before)


def test_the_plane_is_walked_with_arrow_keys_and_clicked(view: AlikeView) -> None:
    assert set(view.canvas.named) <= {"the", "a", "cat", "dog", "fox", "hen", "eats", "sees", *ARABIC}
    QTest.keyClick(view.canvas, Qt.Key.Key_Right)
    wait_for(lambda: view.word == "the")  # from nothing to the most frequent
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(view.canvas, key)
    wait_for(lambda: view.word != "the")
    other = next(word for word in view.canvas.named if word != view.word)
    (item,) = [one for one in view.canvas.scene().items() if getattr(one, "text", lambda: "")() == other]
    place = view.canvas.mapFromScene(item.sceneBoundingRect().center())
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    wait_for(lambda: view.word == other)


def test_an_unknown_word_is_told_and_changes_nothing(view: AlikeView) -> None:
    view.ask("cat")
    wait_for(lambda: view.word == "cat")
    view.ask("axolotl")
    wait_for(lambda: "axolotl" in view.told.text())
    assert "not among the" in view.told.text()
    assert view.word == "cat"


def test_arabic_words_stand_in_their_own_font(view: AlikeView) -> None:
    view.ask(ARABIC[1])
    wait_for(lambda: view.word == ARABIC[1])
    assert view.before.item(0).text().startswith(f"\u2068{ARABIC[0]}\u2069")
    assert view.before.item(0).font().families()[0] == "Noto Naskh Arabic"


def test_models_are_asked_only_for_what_they_know(made: Path) -> None:
    path = next((made / "project" / "models").glob("*.npz"))
    engine = Engine()
    assert len(AskWords(path, 3).run(engine, silent).points) == 3
    assert AskWord(path, "DOG").run(engine, silent).word == "dog"
    with pytest.raises(DataError, match="has no automata"):
        AskHeads(path, "text.conllu").run(engine, silent)
