"""What every test of the window has: the application as users have it, with its fonts and its style."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from multiprocessing import forkserver
from typing import Any

import pytest
from PySide6.QtCore import QEvent, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from spectral_gui import theme
from spectral_gui.app.window import Window
from spectral_gui.text_display import load_bundled_fonts

PATIENCE = 30_000  # milliseconds


class PatientBot(QtBot):
    """A robot that waits as long as a window may take on a machine with much else to do; only a failure takes it."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: SignalInstance, *, timeout: int = PATIENCE, **more: Any) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitSignals(self, signals: list[SignalInstance], *, timeout: int = PATIENCE, **more: Any) -> MultiSignalBlocker:
        return super().waitSignals(signals, timeout=timeout, **more)

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE) -> AbstractContextManager[object]:
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE) -> AbstractContextManager[object]:
        return super().waitActive(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Has engines forked from a process in which more is loaded than in a user's: a second for each of theirs."""
    if sys.platform == "linux":
        multiprocessing.get_context("forkserver").set_forkserver_preload(["spectral_gui.jobs.worker", "warm_engine"])
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # for the process that is forked
            forkserver.ensure_running()


@pytest.fixture(scope="session", autouse=True)
def lettered(qapp: QApplication) -> None:
    """The fonts of the program, without its style sheet, under which windows take long to be made."""
    load_bundled_fonts()
    qapp.setFont(theme.make_interface_font(qapp))
    qapp.setProperty(theme.WITHOUT_STYLE_SHEET_PROPERTY, True)
    theme.apply_theme(qapp, dark=False)


@pytest.fixture(scope="module", autouse=True)
def tidied(qapp: QApplication) -> Iterator[None]:
    """Deletes the windows that a module closed: each that stays makes every style sheet dearer, and takes memory."""
    yield
    for window in qapp.topLevelWidgets():
        if isinstance(window, Window) and not window.isVisible():
            window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[None]:
    """The style sheet as well, for a test of what things look like or of how much room they take."""
    qapp.setProperty(theme.WITHOUT_STYLE_SHEET_PROPERTY, False)
    theme.apply_theme(qapp, dark=False)
    yield
    qapp.setProperty(theme.WITHOUT_STYLE_SHEET_PROPERTY, True)
    theme.apply_theme(qapp, dark=False)
