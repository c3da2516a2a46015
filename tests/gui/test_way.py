"""The way of one edit, from the key to whoever hears of it: short enough to be read, and nothing asked twice on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import turn
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot
from ways import Way, watched

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


def attached(qtbot: QtBot, window: Window) -> Way:
    """The way of Enter in the prompt that asks for a head."""
    window.views.dependency.canvas.setFocus()
    window.context.session.select(word=4)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_H)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    with watched() as way:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        turn()
    sentence = window.context.session.sentence
    assert sentence is not None
    assert sentence.heads == (2, 0, 2, 2)
    return way


def test_an_attach_crosses_at_most_twenty_files_before_it_is_said(qtbot: QtBot, window: Window) -> None:
    way = attached(qtbot, window)
    edit, acted, said = way.called("Session.edit"), way.emitted("edit_applied"), way.emitted("sentence_changed")
    files = way.files(edit, said)
    assert edit < acted < said
    assert "spectral_core/project/journal.py" in way.files(edit, acted)  # what is heard of is on the disk
    assert len(files) <= 20, "\n".join(files)


def test_an_attach_is_looked_through_for_problems_once_whoever_wants_to_know(qtbot: QtBot, window: Window) -> None:
    docks = window.findChildren(QDockWidget)
    for dock in docks:
        dock.show()
    turn()
    assert len(docks) == 11
    assert all(dock.isVisible() for dock in docks)
    way = attached(qtbot, window)
    asked = [name for _, name in way.calls].count("DocumentSurvey.find_problems")
    assert asked > 2  # by the survey and several views
    assert [name for _, name in way.calls].count("find_problems") == 1


def test_a_save_makes_the_bytes_of_a_sentence_once(tmp_path: Path) -> None:
    path = tmp_path / "arcs.conllu"
    path.write_text(ARCS * 6)
    with Project.create(tmp_path / "project", [path]) as project:
        (name,) = project.documents
        before = project.open_document(name).treebank[3]
        project.record(Edit("Attach", (Change(name, 3, before, before.with_head(4, 2)),)))
        treebank = project.current_treebank(name)
        with watched() as way:
            assert save_document(project, name, treebank, lambda _: None)
        assert way.calls.count(("spectral_core/formats/conllu.py", "format_sentence")) == 1
        assert (project.count_unsaved(name), project.is_changed_outside(name)) == (0, False)
    assert path.read_text() == ARCS * 3 + ARCS.replace("_\t3\tadvmod", "_\t2\tadvmod") + ARCS * 2
