"""The way of one edit, from the key to whoever hears of it: short enough to be read, and nothing asked twice on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from ways import Way, watched

from spectral_gui.preferences import Preferences
from spectral_gui.session import Desk
from spectral_gui.window import Window

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
    made = Window(Desk.made(tmp_path / "store"), Preferences(theme="light"))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5_000)
    with qtbot.waitSignal(made.desk.surveying.changed, timeout=60_000):
        made.open_path(path)
    yield made
    made.desk.close()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def attached(qtbot: QtBot, window: Window) -> Way:
    """The way of Enter in the prompt that asks for a head."""
    window.dependency.canvas.setFocus()
    window.desk.session.select(word=4)
    window.dependency.attach()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    with watched() as way:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    sentence = window.desk.session.sentence
    assert sentence is not None
    assert sentence.heads == (2, 0, 2, 2)
    return way


def test_an_attach_crosses_at_most_twenty_files_before_anybody_hears_of_it(qtbot: QtBot, window: Window) -> None:
    way = attached(qtbot, window)
    edit, heard = way.called("Session.edit"), way.emitted("acted")
    files = way.files(edit, heard)
    assert "spectral_core/project/journal.py" in files  # what is heard of is on the disk
    assert len(files) <= 20, "\n".join(files)
