"""Walks through the program: short enough to be read, nothing computed twice, no growth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from event_loop import turn
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot
from walks import Figures, Walk, record_walk

from spectral_core.project import Change, Edit, Project
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.state.project_documents import save_document

ARCS = (
    "1\tdogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n"
    "3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t_\t_\n"
    "4\ttoday\ttoday\tADV\tRB\t_\t3\tadvmod\t_\t_\n\n"
)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    path = tmp_path / "arcs.conllu"
    path.write_text(ARCS * 6)
    made = Window(AppContext(tmp_path / "store"), Preferences(theme="light"))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=30_000)
    with qtbot.waitSignal(made.context.survey.changed, timeout=60_000):
        made.document_actions.open(path)
    yield made
    made.context.close()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


# Files, packages, switches, package switches, depth and slots of an attach, which may grow by a tenth.
ATTACH = Figures(62, 17, 390, 275, 25, 12)


def attach(qtbot: QtBot, window: Window) -> Walk:
    """Record the walk from Enter in the prompt that asks for a head until all have heard of it; how much is painted
    after it depends on the machine."""
    window.views.dependency.canvas.setFocus()
    window.context.session.select(word=4)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_H)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    with record_walk() as walk:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    turn()
    sentence = window.context.session.sentence
    assert sentence is not None
    assert sentence.heads == (2, 0, 2, 2)
    return walk


def test_an_attach_crosses_at_most_twenty_files_before_it_is_dispatched(qtbot: QtBot, window: Window) -> None:
    walk = attach(qtbot, window)
    edit, dispatched = walk.index_of_call("Session.edit"), walk.index_of_call("ChangeDispatcher._give_to_parts")
    files = walk.files(edit, dispatched)
    assert edit < dispatched
    assert "spectral_core/project/journal.py" in files  # it is on the disk before anything else learns of it
    assert len(files) <= 20, "\n".join(files)


def test_the_walk_of_an_attach_does_not_grow(qtbot: QtBot, window: Window) -> None:
    figures = attach(qtbot, window).figures
    for name, size in asdict(figures).items():
        assert size <= 1.1 * asdict(ATTACH)[name], f"{name}: {size}, was {asdict(ATTACH)[name]}"


def test_only_parts_concerned_and_views_on_screen_learn_of_an_attach(qtbot: QtBot, window: Window) -> None:
    walk = attach(qtbot, window)
    slots = walk.slots
    hidden = ("views/read", "views/explore", "views/compare", "views/train", "constituency_view", "find.py")
    assert not [slot for slot in slots if any(part in slot for part in hidden)]
    assert any("dependency_view" in slot for slot in slots)


def test_the_problems_of_a_sentence_are_found_once_for_all_views(qtbot: QtBot, window: Window) -> None:
    docks = window.findChildren(QDockWidget)
    for dock in docks:
        dock.show()
    turn()
    assert len(docks) == 11
    assert all(dock.isVisible() for dock in docks)
    walk = attach(qtbot, window)
    assert walk.count("DocumentSurvey.find_problems") >= 2  # by the survey and the tree
    assert walk.count("find_problems") == 1


def test_a_save_makes_the_bytes_of_a_sentence_once(tmp_path: Path) -> None:
    path = tmp_path / "arcs.conllu"
    path.write_text(ARCS * 6)
    with Project.create(tmp_path / "project", [path]) as project:
        (name,) = project.documents
        before = project.open_document(name).treebank[3]
        project.record(Edit("Attach", (Change(name, 3, before, before.with_head(4, 2)),)))
        treebank = project.current_treebank(name)
        with record_walk() as walk:
            assert save_document(project, name, treebank, lambda _: None)
        written = [call for call in walk.calls if call.function == "format_sentence" and "conllu" in call.file]
        assert len(written) == 1
        assert (project.count_unsaved(name), project.is_changed_outside(name)) == (0, False)
    assert path.read_text() == ARCS * 3 + ARCS.replace("_\t3\tadvmod", "_\t2\tadvmod") + ARCS * 2
