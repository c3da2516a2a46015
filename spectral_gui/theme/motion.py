"""Motion: what comes to stand over a page glides in, and one tree turns into the next, in less than a blink; nothing
moves where less is wanted."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractAnimation,
    QEasingCurve,
    QObject,
    QPoint,
    QProcess,
    QPropertyAnimation,
    QSettings,
    QStandardPaths,
    Qt,
    QVariantAnimation,
)
from PySide6.QtWidgets import QApplication, QWidget

MILLISECONDS = 120
_FROM = 8  # pixels above its place
_BEGUN = 0.25  # of the way, where the first picture shows it
_REPEATED = 3 * MILLISECONDS / 1000  # seconds: what comes sooner after another comes from a key that repeats
_LESS, _SYSTEM = "less motion", "less motion in the system"  # properties of the application
_ASKED = {  # of a desktop: the program that knows, and what it answers where less is wanted
    "gnome": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    "cinnamon": (("gsettings", "get", "org.cinnamon.desktop.interface", "enable-animations"), "false"),
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
}

Step = Callable[[float], None]  # draws a share of the way; with 1 everything stands where it belongs


def lessen(application: QApplication, wanted: bool) -> None:
    """Has everything stand where it belongs at once, or glide there."""
    application.setProperty(_LESS, wanted)


def heed_system(application: QApplication) -> QProcess | None:
    """Finds out whether the user has asked the desktop for less motion; the program that is asked about it, if one
    is."""
    desktop = sys.platform if sys.platform == "darwin" else os.environ.get("XDG_CURRENT_DESKTOP", "").lower()
    if "kde" in desktop:
        place = QStandardPaths.locate(QStandardPaths.StandardLocation.GenericConfigLocation, "kdeglobals")
        told = QSettings(place, QSettings.Format.IniFormat).value("KDE/AnimationDurationFactor", "1")
        application.setProperty(_SYSTEM, str(told) in ("0", "0.0"))
    asked = next((row for name, row in _ASKED.items() if name in desktop), None)
    if asked is None:
        return None
    (program, *words), less = asked
    process = QProcess(application)
    process.finished.connect(
        lambda: application.setProperty(_SYSTEM, less in bytes(process.readAllStandardOutput().data()).decode().split())
    )
    process.start(program, words)
    return process


def is_still() -> bool:
    """Whether nothing moves: the user wants it so, or the system."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if application.platformName() == "windows" and not application.isEffectEnabled(Qt.UIEffect.UI_General):
        return True  # elsewhere Qt says that also where nobody has asked for it
    return bool(application.property(_LESS) or application.property(_SYSTEM))


def arrive(widget: QWidget) -> None:
    """Lets a widget that was placed and shown come from somewhat above; it hears keys at once."""
    if is_still():
        return
    glide = QPropertyAnimation(widget, b"pos", widget)
    glide.setDuration(MILLISECONDS)
    glide.setEasingCurve(QEasingCurve.Type.OutCubic)
    glide.setStartValue(widget.pos() - QPoint(0, _FROM))
    glide.setEndValue(widget.pos())
    glide.start(QAbstractAnimation.DeletionPolicy.DeleteWhenStopped)


class Motion(QObject):
    """The way of one drawing into the next: none where nothing moves, nor while a key repeats."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._begun = 0.0
        self._way: Callable[[], Step | None] | None = None  # of what the drawing moves, by where it came from
        self._step: Step | None = None  # draws a share of it
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(MILLISECONDS)
        self._clock.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._clock.setStartValue(_BEGUN)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._go)
        self._clock.finished.connect(self.end)

    def leave(self) -> None:
        """Has everything stand where it belongs: what is drawn is about to be drawn anew."""
        step, self._step = self._step, None
        if step is not None:
            step(1.0)

    def end(self) -> None:
        """Ends the way at once."""
        self.leave()
        self._way = None
        self._clock.stop()

    def begin(self, way: Callable[[], Step | None], other: bool = True) -> None:
        """Takes what was drawn anew its `way` from what stood there before, where it is an `other` one; where nothing
        has moved, goes on with the last."""
        self.leave()
        step = way()
        if step is None:
            self._step = None if self._way is None else self._way()
            return
        self.end()
        if is_still() or not other:
            return
        before, self._begun = self._begun, time.monotonic()
        if self._begun - before > _REPEATED:
            self._way, self._step = way, step
            step(_BEGUN)
            self._clock.start()

    def _go(self, share: float) -> None:
        if self._step is not None:
            self._step(share)
