"""Updates of a view: the changes of the session while it is on screen, and those that it missed when it is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDockWidget, QWidget
from shiboken6 import isValid

from spectral_gui.actions import VisibilityWatcher
from spectral_gui.state import ChangeKind, Changes, Session
from spectral_gui.widgets import is_dock_on_screen


class ViewUpdates(QObject):
    """Registers a view with the dispatcher of a session under its name. A view is on screen if it, or one of the other
    widgets that show the same, is visible and not behind the tab of another panel."""

    def __init__(
        self,
        name: str,
        view: QWidget,
        session: Session,
        update: Callable[[Changes], object],
        kinds: ChangeKind,
        other_widgets: tuple[QWidget, ...] = (),
        is_always_updated: bool = False,
    ):
        """Register a view.

        Args:
            other_widgets: widgets that show the same as the view.
            is_always_updated: whether it receives changes while it is off screen as well.
        """
        super().__init__(view)
        self._name, self._widgets, self._changes = name, (view, *other_widgets), session.changes
        self._update = update
        self._changes.add_view(name, self._receive, kinds, is_always_updated or self._is_on_screen())
        if not is_always_updated:
            for widget in self._widgets:
                _PanelWatcher(widget, self._on_visibility_changed)

    def _receive(self, changes: Changes) -> None:
        """Update the view, or forget it if it was deleted."""
        if isValid(self._widgets[0]):
            self._update(changes)
        else:
            self._changes.remove_view(self._name, self._receive)

    def _on_visibility_changed(self, _: bool = False) -> None:
        if not all(map(isValid, self._widgets)):  # being deleted
            return
        self._changes.set_on_screen(self._name, self._receive, self._is_on_screen())

    def _is_on_screen(self) -> bool:
        for widget in self._widgets:
            if widget.isVisible():
                dock = _find_dock(widget)
                if dock is None or is_dock_on_screen(dock):
                    return True
        return False


class _PanelWatcher(VisibilityWatcher):
    """Watcher that tells as well when the panel around its parent comes to the front, or goes behind another one."""

    def __init__(self, parent: QWidget, on_changed: Callable[[], object]):
        self._watched_docks: set[QDockWidget] = set()
        super().__init__(parent, on_changed)

    def showEvent(self, event: QShowEvent) -> None:
        dock = _find_dock(self)
        if dock is not None and dock not in self._watched_docks:
            self._watched_docks.add(dock)
            dock.visibilityChanged.connect(self._on_changed)
        super().showEvent(event)


def _find_dock(widget: QWidget) -> QDockWidget | None:
    """Return the dock that a widget is in, if any."""
    parent: QWidget | None = widget
    while parent is not None and not isinstance(parent, QDockWidget):
        parent = parent.parentWidget()
    return parent
