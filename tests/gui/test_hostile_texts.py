"""Texts from treebanks, runs and projects are shown as they stand: none is read as HTML, and nothing is opened."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from event_loop import of_kind, turn
from PySide6.QtCore import QAbstractListModel, QSettings, Qt
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from spectral_core.project import Change, Edit, Project, Run
from spectral_gui.app.dock_layouts import WORKSPACES
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind

_IN_OPEN = 0x20  # of inotify
_ROWS, _COLUMNS = 12, 12  # of a model that are looked at


class Trap:
    """A picture that texts name; it notices when a program opens it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "trap.png"
        self.path.write_bytes(b"\x89PNG\r\n\x1a\n")
        self._handle = -1
        if sys.platform == "linux":
            library = ctypes.CDLL(None, use_errno=True)
            self._handle = library.inotify_init1(os.O_NONBLOCK)
            assert library.inotify_add_watch(self._handle, os.fsencode(self.path), _IN_OPEN) > 0

    @property
    def text(self) -> str:
        return f"<img src='{self.path}'> & <a href='{self.path}'>b</a>"

    def was_opened(self) -> bool:
        try:
            return self._handle >= 0 and bool(os.read(self._handle, 4096))
        except BlockingIOError:
            return False


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


@pytest.fixture
def project(tmp_path: Path, trap: Trap) -> Path:
    """A project in which every text is one that would be a picture and a link, read as HTML."""
    text = trap.text
    row = f"1\t{text}\t{text}\t{text}\t{text}\tA={text}|<b>={text}\t2\t{text}\t2:{text}\tGloss={text}|Vform={text}\n"
    other = row.replace("1\t", "2\t", 1).replace("\t2\t", "\t0\t", 1).replace("2:", "0:")
    comments = f"# sent_id = {text}\n# text = {text} {text}\n# text_en = {text}\n"
    content = f"{comments}1-2\t{text}\t_\t_\t_\t_\t_\t_\t_\t_\n{row}{other}\n"
    folder = tmp_path / "<b>project</b>"
    name = f"{text}.conllu"
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text(content * 3, encoding="utf-8")
    tree = text.replace(" ", "\u2003")
    (folder / "trees.mrg").write_text(f"( ({tree} ({tree} {tree}) ({tree} {tree})) )\n" * 3, encoding="utf-8")
    (folder / "lexicon.tsv").write_text(f"{text}\t{text}\t{text}\tNOUN\t{text}\t_\t{text}\t_\n", encoding="utf-8")
    with Project.create(folder, [folder / name, folder / "trees.mrg"], text, text) as made:
        document = made.documents[0]
        sentence = made.open_document(document).treebank[0]
        made.record(Edit(f"Call '{text}'", (Change(document, 0, sentence, sentence.with_value("lemma", 1, "x")),)))
        curve = ((text, 1, 0.5, {"uas": 50.0}), (text, 2, 1.0, {"uas": 60.0}))
        for method in ("hmm", "head-automata", "analysis-ranker", text):
            run = Run(
                f"{text} {method}", method, {"column": text}, (text,), (text,), "2026-01-01T00:00:00", curve=curve
            )
            made.add_run(replace(run, measures={text: 0.5}, model=text, spectrum=(2.0, 1.0)))
            made.add_run(replace(run, name=f"{run.name} 2", status="failed", complaint=text))
    return folder


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, project: Path) -> Iterator[Window]:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = Window(AppContext(tmp_path / "store"), Preferences(theme="light"), settings)
    window.show()
    with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
        window.document_actions.open(project)
    yield window
    window.close()
    window.deleteLater()
    QApplication.processEvents()


def is_plain(text: str, trap: Trap) -> bool:
    """Whether a text that Qt may take for HTML shows no picture and leads nowhere."""
    if not GuiQt.mightBeRichText(text):
        return True
    document = QTextDocument()
    document.setHtml(text.replace(str(trap.path), "nothing"))  # so that looking does not open it
    read = document.toHtml()
    return "<img" not in read and "<a " not in read


def tips_of_models(view: QAbstractItemView | QComboBox) -> Iterator[str]:
    if (model := view.model()) is None or isinstance(view, QHeaderView):
        return
    top = view.rootModelIndex() if isinstance(view, QComboBox) else view.rootIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else min(_COLUMNS, model.columnCount(top))
    for row in range(min(_ROWS, model.rowCount(top))):
        for column in range(columns):
            yield str(model.index(row, column, top).data(Qt.ItemDataRole.ToolTipRole) or "")
    for section in range(columns):
        yield str(model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) or "")


def texts_read_as_html(window: Window) -> Iterator[tuple[str, str]]:
    """(where, text) of all that Qt may read as HTML in a window, seen or hidden."""
    for top in (window, *QApplication.topLevelWidgets()):
        for widget in (top, *top.findChildren(QWidget)):
            above = type(widget.parent()).__name__
            where = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()} in {above}"
            yield f"the tip of {where}", widget.toolTip()
            yield f"what's this of {where}", widget.whatsThis()
            if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
                yield f"the text of {where}", widget.text()
            if isinstance(widget, QTextEdit):
                yield f"the text of {where}", widget.toHtml()
            if isinstance(widget, QAbstractItemView | QComboBox):
                yield from ((f"a tip in {where}", tip) for tip in tips_of_models(widget))
            if isinstance(widget, QGraphicsView) and widget.scene() is not None:
                yield from ((f"a tip on {where}", item.toolTip()) for item in widget.scene().items())
        for action in top.findChildren(QAction):
            yield f"the tip of the action {action.objectName()}", action.toolTip()


@pytest.mark.qt_log_ignore(r"raise\(\)", extend=True)  # what the offscreen platform says of every tool tip
def test_no_text_from_outside_is_read_as_html_anywhere(window: Window, trap: Trap, qtbot: QtBot) -> None:
    session = window.context.session
    found: dict[str, str] = {}
    plain = cache(lambda text: is_plain(text, trap))  # most stand there in every workspace
    seen = 0
    for document in session.documents:
        if document != session.document:
            with qtbot.waitSignal(session.changed, timeout=20_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
                session.open_document(document)
        for row in WORKSPACES:
            window.panels.show_workspace(row.name)
            for sentence, word in ((0, 0), (0, 1), (1, 2)):
                session.select(sentence, word)
                turn(20)
                for where, text in texts_read_as_html(window):
                    seen += "trap.png" in text
                    if not plain(text):
                        found[f"{row.name}: {where}"] = text[:200]
    for menu in window.menuBar().findChildren(QWidget):
        menu.setVisible(False)
    assert not found, "\n".join(f"{where}: {text}" for where, text in found.items())
    assert seen > 20  # the texts were there
    QToolTip.showText(window.mapToGlobal(window.rect().center()), session.document, window)
    assert not trap.was_opened()


def test_a_trap_notices_that_it_is_opened(trap: Trap) -> None:
    assert not trap.was_opened()
    document = QTextDocument()
    document.setHtml(trap.text)
    document.adjustSize()
    document.size()
    if sys.platform == "linux":
        assert trap.was_opened()
