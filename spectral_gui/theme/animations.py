"""Animations: popups slide in, and one tree turns into the next, for a fraction of a second; off if reduced motion is
preferred."""

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

DURATION_MILLISECONDS = 120
_SLIDE_PIXELS = 8  # above its final position
_FIRST_FRAME_SHARE = 0.25  # share of the transition shown in the first frame
_KEY_REPEAT_SECONDS = 3 * DURATION_MILLISECONDS / 1000  # shorter intervals come from a repeating key
# properties of the application
_REDUCED_BY_USER_PROPERTY, _REDUCED_BY_SYSTEM_PROPERTY = "less motion", "less motion in the system"
_DESKTOP_QUERIES = {  # by desktop: the command to query, and its answer for less motion
    "gnome": (("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    "cinnamon": (("gsettings", "get", "org.cinnamon.desktop.interface", "enable-animations"), "false"),
    "darwin": (("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"),
}

TransitionStep = Callable[[float], None]  # draws a share of the transition; 1 is its end


def set_motion_reduced(application: QApplication, is_reduced: bool) -> None:
    """Turn animations off or on."""
    application.setProperty(_REDUCED_BY_USER_PROPERTY, is_reduced)


def query_reduced_motion(application: QApplication) -> QProcess | None:
    """Ask the desktop whether motion is to be reduced, and store the answer as a property of the application; return
    the process that asks, if one was started."""
    desktop = sys.platform if sys.platform == "darwin" else os.environ.get("XDG_CURRENT_DESKTOP", "").lower()
    if "kde" in desktop:
        config_path = QStandardPaths.locate(QStandardPaths.StandardLocation.GenericConfigLocation, "kdeglobals")
        duration_factor = QSettings(config_path, QSettings.Format.IniFormat).value("KDE/AnimationDurationFactor", "1")
        application.setProperty(_REDUCED_BY_SYSTEM_PROPERTY, str(duration_factor) in ("0", "0.0"))
    query = next((desktop_query for name, desktop_query in _DESKTOP_QUERIES.items() if name in desktop), None)
    if query is None:
        return None
    (program, *arguments), reduced_answer = query
    process = QProcess(application)
    process.finished.connect(
        lambda: application.setProperty(
            _REDUCED_BY_SYSTEM_PROPERTY,
            reduced_answer in bytes(process.readAllStandardOutput().data()).decode().split(),
        )
    )
    process.start(program, arguments)
    return process


def is_motion_reduced() -> bool:
    """Test whether animations are off, by the user's preference or the system's."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if application.platformName() == "windows" and not application.isEffectEnabled(Qt.UIEffect.UI_General):
        return True  # elsewhere Qt reports this without the user's request
    return bool(application.property(_REDUCED_BY_USER_PROPERTY) or application.property(_REDUCED_BY_SYSTEM_PROPERTY))


def slide_in(widget: QWidget) -> None:
    """Slide in a widget that was placed and shown, from slightly above; it accepts keys at once."""
    if is_motion_reduced():
        return
    animation = QPropertyAnimation(widget, b"pos", widget)
    animation.setDuration(DURATION_MILLISECONDS)
    animation.setEasingCurve(QEasingCurve.Type.OutCubic)
    animation.setStartValue(widget.pos() - QPoint(0, _SLIDE_PIXELS))
    animation.setEndValue(widget.pos())
    animation.start(QAbstractAnimation.DeletionPolicy.DeleteWhenStopped)


class SceneTransition(QObject):
    """Transition of one drawing into the next: none if animations are off, or while a key repeats."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._started_at = 0.0
        self._make_step: Callable[[], TransitionStep | None] | None = None  # makes the step from the previous positions
        self._draw_step: TransitionStep | None = None  # draws a share of the transition
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(DURATION_MILLISECONDS)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.setStartValue(_FIRST_FRAME_SHARE)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._on_value_changed)
        self._animation.finished.connect(self.finish_transition)

    def finish_step(self) -> None:
        """Draw the end of the current transition at once, before a redraw."""
        step, self._draw_step = self._draw_step, None
        if step is not None:
            step(1.0)

    def finish_transition(self) -> None:
        """Finish the transition at once."""
        self.finish_step()
        self._make_step = None
        self._animation.stop()

    def animate_drawing(self, make_step: Callable[[], TransitionStep | None], is_new: bool = True) -> None:
        """Animate a new drawing from the previous one if it `is_new`; if nothing has moved, continue the last
        transition. `make_step` returns the function that draws a share of the transition, None if nothing has moved."""
        self.finish_step()
        step = make_step()
        if step is None:
            self._draw_step = None if self._make_step is None else self._make_step()
            return
        self.finish_transition()
        if is_motion_reduced() or not is_new:
            return
        previous_start, self._started_at = self._started_at, time.monotonic()
        if self._started_at - previous_start > _KEY_REPEAT_SECONDS:
            self._make_step, self._draw_step = make_step, step
            step(_FIRST_FRAME_SHARE)
            self._animation.start()

    def _on_value_changed(self, share: float) -> None:
        if self._draw_step is not None:
            self._draw_step(share)
