"""The window on a small screen with large letters: what it needs at least, and what of it would be cut off."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from event_loop import turn
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QLabel, QScrollArea, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from spectral_core.files import locate_assets
from spectral_gui import theme
from spectral_gui.app.dock_layouts import WORKSPACES, is_dock_on_screen
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext

WIDE, HIGH = 1200, 720  # what 1280 x 800 leaves beside the panels of a desktop
SCALE = 150
SMALL = (853, 533)  # points of 1280 x 800 pixels where the system makes everything larger by a half
Opened = Callable[..., Window]


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path, dressed: None) -> Iterator[Opened]:
    windows: list[Window] = []

    def made(language: str, scale: int = SCALE, size: tuple[int, int] = (WIDE, HIGH)) -> Window:
        window = Window(AppContext(tmp_path / "store"), Preferences(theme="light", scale=scale))
        windows.append(window)
        window.resize(*size)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
        if language:
            shutil.copytree(locate_assets() / "sample" / language, tmp_path / language)
            with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
                window.document_actions.open(tmp_path / language / "written.conllu")
        return window

    yield made
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    for window in windows:
        window.close()
        window.deleteLater()
    theme.set_interface_scale(application, 100)
    QApplication.processEvents()


def settle(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.panels.layouts.is_resize_pending, timeout=30_000)
    for _ in range(3):
        turn()


def needed(window: Window) -> tuple[int, int]:
    least = window.minimumSizeHint()
    return max(least.width(), window.width()), max(least.height(), window.height())


def cut_off(window: Window) -> list[str]:
    """What of the controls and labels on screen cannot be seen or scrolled to, or is too narrow for its text."""
    found = []
    behind = [dock for dock in window.panels.docks.values() if not is_dock_on_screen(dock)]  # another tab
    for one in window.findChildren(QWidget):
        if (
            any(dock.isAncestorOf(one) for dock in behind)
            or not one.isVisible()
            or one.window() is not window
            or not isinstance(one, QAbstractButton | QLabel)
        ):
            continue
        area, above = QRect(QPoint(), one.size()), one
        while above is not window:
            parent = above.parentWidget()
            assert parent is not None
            area.translate(above.pos())
            above = parent
            if isinstance(parent.parentWidget(), QScrollArea):
                across = QRect(area.left(), 0, area.width(), 1)
                if not QRect(0, 0, parent.width(), 1).contains(across):
                    found.append(f"{described(one)} is {area} across in {parent.size()}")
                break
            if isinstance(parent.parentWidget(), QAbstractScrollArea):
                break  # a cell of a table
            if not parent.rect().contains(area):
                found.append(f"{described(one)} is {area} in {described(parent)} of {parent.size()}")
                break
        text = one.text().replace("&", "")
        wraps = isinstance(one, QLabel) and (one.wordWrap() or one.textFormat() == Qt.TextFormat.RichText)
        if text and not wraps and one.fontMetrics().horizontalAdvance(text) > one.width() + 1:
            found.append(f"{described(one)} has {one.width()} of {one.fontMetrics().horizontalAdvance(text)} points")
    return found


def described(one: QWidget) -> str:
    named = one.accessibleName() or (one.text() if isinstance(one, QAbstractButton | QLabel) else one.objectName())
    return f"{type(one).__name__} {named[:60]!r}"


@pytest.mark.parametrize("language", ["", "english", "arabic"])
def test_every_workspace_fits_a_small_screen_with_large_letters(opened: Opened, language: str, qtbot: QtBot) -> None:
    window = opened(language)
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        settle(window, qtbot)
        assert needed(window) == (WIDE, HIGH), row.name
        assert not cut_off(window), row.name


@pytest.mark.parametrize("language", ["english", "arabic"])
def test_every_workspace_fits_a_small_screen_that_the_system_makes_larger(
    opened: Opened, language: str, qtbot: QtBot
) -> None:
    window = opened(language, 100, SMALL)
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        settle(window, qtbot)
        assert needed(window) == SMALL, row.name


def test_every_panel_can_be_brought_into_every_workspace(opened: Opened, qtbot: QtBot) -> None:
    window = opened("arabic")
    window.message_bar.show_error("\n".join(f"line {number}: a head is missing" for number in range(21)))
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        for name, dock in window.panels.docks.items():
            window.panels.show_dock(name)
            settle(window, qtbot)
            assert dock.isVisible()
            assert needed(window) == (WIDE, HIGH), (row.name, name)
            assert not cut_off(window), (row.name, name)


def test_a_small_window_stays_as_it_is_when_panels_of_one_workspace_meet_the_page_of_another(
    opened: Opened, qtbot: QtBot
) -> None:
    window = opened("arabic")
    for _ in range(2):
        for row in WORKSPACES:
            for name in window.panels.docks:
                window.panels.show_dock(name)
                turn()
            window.panels.show_workspace(row.name)
            assert (window.width(), window.height()) == (WIDE, HIGH), row.name
            settle(window, qtbot)
            assert needed(window) == (WIDE, HIGH), row.name


def test_no_tab_stands_in_a_panel_after_another_workspace_is_shown(opened: Opened, qtbot: QtBot) -> None:
    window = opened("arabic", SCALE, (1280, 800))
    for name in ("read", "annotate", "train", "read", "annotate", "read"):
        window.panels.show_workspace(name)
        window.panels.show_dock("queue")
        settle(window, qtbot)
        bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.isVisible()]
        docks = [dock for dock in window.panels.docks.values() if not dock.visibleRegion().isEmpty()]
        for bar in bars:
            over = [dock.windowTitle() for dock in docks if dock.geometry().intersects(bar.geometry())]
            inside = window.rect().intersects(bar.geometry())
            assert not (inside and over), (name, bar.geometry(), over, [bar.tabText(at) for at in range(bar.count())])
            assert not inside or bar.geometry().bottom() < window.statusBar().geometry().top() + 1, name
