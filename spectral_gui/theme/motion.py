"""Motion: what comes to stand over a page glides in, in less than a blink; nothing does where less is wanted."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QPoint, QPropertyAnimation, Qt
from PySide6.QtWidgets import QApplication, QWidget

MILLISECONDS = 120
_FROM = 8  # pixels above its place
_LESS = "less motion"  # a property of the application


def lessen(application: QApplication, wanted: bool) -> None:
    """Has everything stand where it belongs at once, or glide there."""
    application.setProperty(_LESS, wanted)


def is_still() -> bool:
    """Whether nothing moves: the user wants it so, or the system."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if application.platformName() == "windows" and not application.isEffectEnabled(Qt.UIEffect.UI_General):
        return True  # elsewhere Qt says that also where nobody has asked for it
    return bool(application.property(_LESS))


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
