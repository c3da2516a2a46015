"""The first minute of somebody new, with keys, on a real window with real processes: how few acts it takes, and how
soon something is proposed. Limits of time are wide, for machines are shared; `tests/benchmarks/first_minute.py` says
what it takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from learning import wait_for
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from spectral_core import formats, library, store
from spectral_core.analyzers.reads import Reads
from spectral_core.data import EMPTY
from spectral_core.files import assets
from spectral_core.methods import METHODS
from spectral_gui.preferences import Preferences
from spectral_gui.session import Desk
from spectral_gui.window import Window

WRITTEN = assets() / "sample" / "english" / "written.conllu"
TEXT = "The old dog sleeps in the garden. She wrote a long letter to her sister.\n\nIt came on Monday.\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a parser and a ranker of English."""
    room = tmp_path_factory.mktemp("shelf")
    treebank = formats.load(WRITTEN)
    for method, column in (("arc-parser", "xpos"), ("analysis-ranker", "")):
        path = room / f"{method}.npz"
        store.save(METHODS[method].learn(treebank, METHODS[method].settings()), path)
        library.keep(path, room / "shelf", f"english {method}", Reads.of(treebank, column))
    return room / "shelf"


@pytest.fixture
def window(qapp: QApplication, shelf: Path, tmp_path: Path) -> Iterator[Window]:
    assert qapp is not None
    desk = Desk(tmp_path / "store", learns=True)
    desk.library.use(shelf)
    made = Window(desk, Preferences(theme="light"))
    made.show()
    made.activateWindow()
    yield made
    made.close()
    made.deleteLater()


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


def test_a_raw_text_is_proposed_whole_and_becomes_a_document_at_the_first_return(
    window: Window, tmp_path: Path
) -> None:
    desk, path = window.desk, tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    began = time.monotonic()
    window.documents.open(path)
    wait_for(lambda: desk.proposals.offer is not None)
    waited = time.monotonic() - began
    wait_for(lambda: desk.readings.known(0) is not None)
    window.views.dependency.canvas.setFocus()
    press(Qt.Key.Key_Return)
    assert desk.session.document.endswith("letter.conllu")
    assert desk.session.treebank.path == tmp_path / "letter.conllu"
    first = desk.session.treebank[0]
    for column in (first.lemmas, first.upos, first.xpos, first.feats, first.deprels):
        assert set(column) != {EMPTY}
    assert None not in first.heads
    assert desk.session.decided[0] == "confirmed"
    assert desk.session.selection.sentence == 1
    desk.session.undo()
    assert desk.session.treebank[0].heads == (None,) * len(first)
    assert desk.session.document.endswith("letter.conllu")
    window.documents.open(tmp_path / "letter.conllu")  # what it became, where it is open
    wait_for(lambda: desk.session.selection.sentence == 0 and desk.session.document.endswith("letter.conllu"))
    assert not desk.session.read_only
    assert waited < 60  # kernels may be compiled on the way


def test_from_the_first_page_to_an_accepted_proposed_tree_are_three_acts(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, path = window.desk, tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))  # the second act: choosing it
    window.menus.actions["window.open_file"].trigger()
    wait_for(lambda: desk.proposals.offer is not None)
    wait_for(lambda: QApplication.focusWidget() is not None and desk.readings.known(0) is not None)
    press(Qt.Key.Key_Return)  # the keys are where they are needed
    assert desk.session.decided.get(0) == "confirmed"
    assert desk.session.treebank[0].heads != (None,) * len(desk.session.treebank[0])
