"""Binding of the actions to widgets: QActions with their scopes, key filters of text fields, and the menu bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from spectral_gui.actions.action_table import ACTIONS, MENUS, WINDOW_SCOPES, Action, translate
from spectral_gui.actions.key_bindings import TYPING_MODIFIERS, KeyBindings, format_keys, is_function_key, parse_keys

_REPEATABLE_ACTIONS = {
    "window.undo", "window.redo", "window.zoom_in", "window.zoom_out", "window.larger", "window.smaller",
    "find.next_result", "find.previous_result",
}  # fmt: skip
_MENU_ROLES = {
    "window.close": QAction.MenuRole.QuitRole,
    "window.show_preferences": QAction.MenuRole.PreferencesRole,
    "window.show_about": QAction.MenuRole.AboutRole,
}


@dataclass(frozen=True, slots=True)
class Toggle:
    """What a checkable action calls, and what its check mark shows."""

    call: Callable[[], object]
    is_on: Callable[[], bool]


ActionHandler = Callable[[], object] | Toggle


class ScopeNavigator(Protocol):
    """Protocol for showing the widgets of a scope."""

    scope_availability_changed: SignalInstance

    def explain_unavailable(self, scope: str) -> str:
        """Return why the scope cannot be shown, with a remedy; "" if it can.

        A scope is the panel in which an action's keys work.
        """
        ...

    def show_scope(self, scope: str) -> None:
        """Bring a widget of the scope to the screen."""
        ...


def install_actions(
    widgets: QWidget | Sequence[QWidget],
    scope: str,
    handlers: Mapping[str, ActionHandler],
    keys: KeyBindings,
    navigator: ScopeNavigator | None = None,
) -> dict[str, QAction]:
    """Return the actions of a scope by name, active while one of `widgets` has the focus.

    Each calls its handler in `handlers`, which are by name of the action and may include other scopes. Those of
    WINDOW_SCOPES are active in the whole window. All but those of "window" are enabled while one of `widgets` is on
    screen, or can be shown by `navigator`, so that a menu can call them from anywhere; tips of disabled ones say why.
    """
    scope_widgets = [widgets] if isinstance(widgets, QWidget) else list(widgets)
    installed = _ScopeActions(scope_widgets, scope, handlers, keys, navigator)
    application = QApplication.instance()
    if application is not None and application.findChild(_TextFieldFilter) is None:
        _TextFieldFilter(application)
    return installed.actions


class VisibilityWatcher(QWidget):
    """Child without a size that tells when its parent is shown or hidden: cheaper than an event filter, which Python
    would run for every event of the parent."""

    def __init__(self, parent: QWidget, on_changed: Callable[[], object]):
        super().__init__(parent)
        self._on_changed = on_changed
        self.setFixedSize(0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._on_changed()


class _TableAction(QAction):
    """QAction of one row of the action table."""

    def __init__(self, row: Action, handler: ActionHandler, parent: QObject, show_scope: Callable[[], object]):
        super().__init__(translate(row.text), parent)
        self._handler, self._show_scope = handler, show_scope
        is_window_wide = row.scope in WINDOW_SCOPES
        context = Qt.ShortcutContext.WindowShortcut if is_window_wide else Qt.ShortcutContext.WidgetWithChildrenShortcut
        self.setShortcutContext(context)
        self.setObjectName(row.name)
        self.setStatusTip(translate(row.hint))
        self.setMenuRole(_MENU_ROLES.get(row.name, QAction.MenuRole.NoRole))
        self.setAutoRepeat(row.menu == "&Go" or row.name in _REPEATABLE_ACTIONS)
        self.setCheckable(isinstance(handler, Toggle))
        self.refresh_check_mark()
        self.triggered.connect(self._on_triggered)

    def refresh_check_mark(self) -> None:
        """Set the check mark of a checkable action from the state that it shows."""
        if isinstance(self._handler, Toggle):
            self.setChecked(self._handler.is_on())

    def _on_triggered(self) -> None:
        self._show_scope()
        self._handler.call() if isinstance(self._handler, Toggle) else self._handler()
        self.refresh_check_mark()


class _ScopeActions(QObject):
    """Actions of one scope, synchronised with the keys, and enabled while one of their widgets is on screen."""

    def __init__(
        self,
        widgets: list[QWidget],
        scope: str,
        handlers: Mapping[str, ActionHandler],
        keys: KeyBindings,
        navigator: ScopeNavigator | None,
    ):
        super().__init__(widgets[0])
        self._widgets, self._keys, self._scope, self._navigator = widgets, keys, scope, navigator
        self._disabled_reason = ""  # reason why none of the actions is available
        self._tips: dict[str, tuple[str, str]] = {}  # tool tip and status tip of each available action, by name
        self._rows = [row for row in ACTIONS if row.scope == scope]
        self.actions: dict[str, QAction] = {row.name: self._make_action(row, handlers[row.name]) for row in self._rows}
        keys.changed.connect(self._on_keys_changed)
        self._on_keys_changed()
        if scope != "window":
            for widget in widgets:
                VisibilityWatcher(widget, self._on_visibility_changed)
            if navigator is not None:
                navigator.scope_availability_changed.connect(self._update_enabled)
            self._update_enabled()

    def _make_action(self, row: Action, handler: ActionHandler) -> _TableAction:
        """Make the QAction of a row, and add it to all widgets of the scope."""
        action = _TableAction(row, handler, self._widgets[0], self._show_widgets)
        for widget in self._widgets:
            widget.addAction(action)
        return action

    def _on_keys_changed(self) -> None:
        for row in self._rows:
            keys = self._keys.get_keys(row)
            self.actions[row.name].setShortcuts(parse_keys(keys))
            text = row.plain_text
            self._tips[row.name] = f"{text} ({format_keys(keys)})" if keys else text, translate(row.hint)
        self._update_tips()

    def _update_tips(self) -> None:
        """Update the tool tips: text and keys, or the reason why the action is not available."""
        reason = f" — {self._disabled_reason}" if self._disabled_reason else ""
        for name, (tool_tip, status_tip) in self._tips.items():
            self.actions[name].setToolTip(f"{tool_tip}{reason}")
            self.actions[name].setStatusTip(f"{status_tip}{reason}")

    def _is_on_screen(self) -> bool:
        return any(widget.isVisible() for widget in self._widgets)

    def _show_widgets(self) -> None:
        """Bring one of the widgets to the screen, for an action chosen from a menu elsewhere."""
        if self._scope != "window" and self._navigator is not None and not self._is_on_screen():
            self._navigator.show_scope(self._scope)

    def _update_enabled(self) -> None:
        """Enable the actions while their widgets are on screen or can be shown."""
        is_on_screen = self._is_on_screen()
        reason = "" if is_on_screen or self._navigator is None else self._navigator.explain_unavailable(self._scope)
        for action in self.actions.values():
            action.setEnabled(is_on_screen or (self._navigator is not None and not reason))
        if reason != self._disabled_reason:
            self._disabled_reason = reason
            self._update_tips()

    def _on_visibility_changed(self) -> None:
        if isValid(self) and all(map(isValid, self._widgets)):  # not being deleted
            self._update_enabled()


class _TextFieldFilter(QObject):
    """Event filter that gives typed keys, including Enter and Delete, to input fields before shortcuts; in lists of a
    window, letters without a command do nothing instead of starting Qt's row search."""

    def __init__(self, application: QObject):
        super().__init__(application)
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self._on_focus_changed(None, application.focusWidget())

    def _on_focus_changed(self, before: QWidget | None, focused: QWidget | None) -> None:
        kinds = QLineEdit | QAbstractSpinBox | QComboBox | QTextEdit | QPlainTextEdit | QAbstractItemView
        if isinstance(before, kinds) and isValid(before):
            before.removeEventFilter(self)
        if isinstance(focused, kinds):
            focused.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QAbstractItemView):
            return (
                isinstance(event, QKeyEvent)
                and event.type() == QEvent.Type.KeyPress
                and _starts_type_ahead_search(watched, event)
            )
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if isinstance(watched, QTextEdit | QPlainTextEdit) and watched.isReadOnly():
            return False
        is_unmodified = not event.modifiers() & ~TYPING_MODIFIERS
        if is_unmodified and not is_function_key(event.key()) and event.key() != Qt.Key.Key_Escape:
            event.accept()
            return True
        return False


def _starts_type_ahead_search(view: QAbstractItemView, event: QKeyEvent) -> bool:
    """Test whether a key would start a type-ahead search in a list of a window."""
    return (
        isinstance(view.window(), QMainWindow) and not event.modifiers() & ~TYPING_MODIFIERS and event.text().isalnum()
    )


class _MnemonicFilter(QObject):
    """Event filter that gives a menu, while it is open, its letters before a shortcut of the view below."""

    def __init__(self, menu: QMenu):
        super().__init__(menu)
        menu.aboutToShow.connect(lambda: menu.installEventFilter(self))
        menu.aboutToHide.connect(lambda: menu.removeEventFilter(self))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False


def prioritise_mnemonics(menu: QMenu) -> None:
    """Make the mnemonics of a menu take precedence over shortcuts of the view below."""
    _MnemonicFilter(menu)


def fill_menu_bar(window: QMainWindow, installed: Mapping[str, QAction]) -> dict[str, QMenu]:
    """Fill the menu bar of `window` in the order of the table; return the menus by the names of MENUS and their
    submenus."""
    menus: dict[str, QMenu] = {}
    used_menus = {row.menu.partition("/")[0] for row in ACTIONS if row.name in installed}
    for name in MENUS:
        if name in used_menus:
            menus[name] = window.menuBar().addMenu(translate(name))
    for row in ACTIONS:
        action = installed.get(row.name)
        if action is None or not row.menu:
            continue
        menu_name, _, submenu_name = row.menu.partition("/")
        if row.menu not in menus:
            if row.starts_section:
                menus[menu_name].addSeparator()
            menus[row.menu] = menus[menu_name].addMenu(translate(submenu_name))
        elif row.starts_section:
            menus[row.menu].addSeparator()
        menus[row.menu].addAction(action)
    for menu in menus.values():
        menu.setToolTipsVisible(True)
        prioritise_mnemonics(menu)
        menu.aboutToShow.connect(lambda menu=menu: _refresh_check_marks(menu))
    return menus


def _refresh_check_marks(menu: QMenu) -> None:
    """Set the check marks of a menu's actions before it is shown."""
    for action in menu.actions():
        if isinstance(action, _TableAction):
            action.refresh_check_mark()
