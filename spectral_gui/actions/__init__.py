"""Actions: one table of what the user can do, and how it becomes menus and shortcuts; hides Qt's shortcut rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QAction, QKeyEvent
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

from spectral_gui.actions.action import EVERYWHERE, MENUS, SCOPES, Action, collide, translated  # noqa: F401
from spectral_gui.actions.fixed import FIXED  # noqa: F401
from spectral_gui.actions.keys import LIGHT, Keys, is_function_key, refusal, sequences, shown_keys  # noqa: F401
from spectral_gui.actions.table import ACTIONS, BY_NAME  # noqa: F401


class Routes(Protocol):
    """How to come to where the actions of a scope can be done."""

    ways_changed: SignalInstance

    def why_not(self, scope: str) -> str:
        """Why one cannot come there, and what to do about it; "" where one can."""
        ...

    def go(self, scope: str) -> None:
        """Brings one of its widgets to the screen."""
        ...


def install(
    widgets: QWidget | Sequence[QWidget],
    scope: str,
    target: QObject | Sequence[QObject],
    keys: Keys,
    ways: Routes | None = None,
) -> dict[str, QAction]:
    """The actions of a scope by name, heard while one of `widgets` has the focus; each calls its method of `target`, of
    several the first that has it. Those of EVERYWHERE are heard in the whole window. All but those of "window" are
    enabled while one of `widgets` is on screen, or can be brought there by one of the `ways`, so that a menu can call
    them from anywhere; those that cannot be done say why."""
    places = [widgets] if isinstance(widgets, QWidget) else list(widgets)
    installed = _Installed(places, scope, [target] if isinstance(target, QObject) else target, keys, ways)
    application = QApplication.instance()
    if application is not None and application.findChild(_TextFields) is None:
        _TextFields(application)
    return installed.actions


class _Act(QAction):
    """One row of the table for Qt."""

    def __init__(self, row: Action, target: QObject, parent: QObject, come: Callable[[], object]):
        super().__init__(translated(row.text), parent)
        self._row, self._target, self._come = row, target, come
        everywhere = row.scope in EVERYWHERE
        context = Qt.ShortcutContext.WindowShortcut if everywhere else Qt.ShortcutContext.WidgetWithChildrenShortcut
        self.setShortcutContext(context)
        self.setObjectName(row.name)
        self.setStatusTip(translated(row.hint))
        self.setMenuRole(_ROLES.get(row.name, QAction.MenuRole.NoRole))
        self.setAutoRepeat(row.menu == "&Go" or row.calls in _REPEATED)
        self.setCheckable(bool(row.checked))
        self.refresh()
        self.triggered.connect(self._call)

    def refresh(self) -> None:
        """Shows whether it is on now."""
        if self._row.checked:
            self.setChecked(bool(getattr(self._target, self._row.checked)))

    def _call(self) -> None:
        self._come()
        getattr(self._target, self._row.calls)()
        self.refresh()


class _Installed(QObject):
    """Keeps the actions of one scope in step with the keys, and enabled while one of their widgets is on screen."""

    def __init__(self, places: list[QWidget], scope: str, targets: Sequence[QObject], keys: Keys, ways: Routes | None):
        super().__init__(places[0])
        self._places, self._targets, self._keys, self._scope, self._ways = places, targets, keys, scope, ways
        self._why = ""  # nothing of this can be done now
        self._rows = [row for row in ACTIONS if row.scope == scope]
        self.actions: dict[str, QAction] = {row.name: self._make(row) for row in self._rows}
        keys.changed.connect(self._follow)
        self._follow()
        if scope != "window":
            for place in places:
                place.installEventFilter(self)
            if ways is not None:
                ways.ways_changed.connect(self._enable)
            self._enable()

    def _make(self, row: Action) -> _Act:
        target = next(target for target in self._targets if hasattr(target, row.calls))
        action = _Act(row, target, self._places[0], self._come)
        for place in self._places:
            place.addAction(action)
        return action

    def _follow(self) -> None:
        for row in self._rows:
            self.actions[row.name].setShortcuts(sequences(self._keys.of(row)))
        self._tell()

    def _tell(self) -> None:
        """Says in the tips what is done by which keys, or why not now."""
        for row in self._rows:
            own, why = self._keys.of(row), f" — {self._why}" if self._why else ""
            named = f"{row.plain_text} ({shown_keys(own)})" if own else row.plain_text
            self.actions[row.name].setToolTip(f"{named}{why}")
            self.actions[row.name].setStatusTip(f"{translated(row.hint)}{why}")

    def _is_on_screen(self) -> bool:
        return any(place.isVisible() for place in self._places)

    def _come(self) -> None:
        """Brings one of the widgets to the screen, for what was chosen in a menu elsewhere."""
        if self._scope != "window" and self._ways is not None and not self._is_on_screen():
            self._ways.go(self._scope)

    def _enable(self) -> None:
        places = getattr(self, "_places", None)
        if places is None:  # Python has cleared it away with its window, of which Qt still says that it hides
            return
        on_screen = self._is_on_screen()
        why = "" if on_screen or self._ways is None else self._ways.why_not(self._scope)
        for action in self.actions.values():
            action.setEnabled(on_screen or (self._ways is not None and not why))
        if why != self._why:
            self._why = why
            self._tell()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._enable()
        return False


_REPEATED = {"undo", "redo", "zoom_in", "zoom_out", "larger", "smaller", "next_result", "previous_result"}
_ROLES = {
    "window.close": QAction.MenuRole.QuitRole,
    "window.show_preferences": QAction.MenuRole.PreferencesRole,
    "window.show_about": QAction.MenuRole.AboutRole,
}


class _TextFields(QObject):
    """Lets fields that are typed into keep what is typed, Enter and Delete too, before a shortcut takes it; in lists
    of a window letters that are no command do nothing, where Qt would look for a row."""

    def __init__(self, application: QObject):
        super().__init__(application)
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        self._follow(None, application.focusWidget())

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        kinds = QLineEdit | QAbstractSpinBox | QComboBox | QTextEdit | QPlainTextEdit | QAbstractItemView
        if isinstance(now, kinds):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QAbstractItemView):
            return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _searches(watched, event)
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if isinstance(watched, QTextEdit | QPlainTextEdit) and watched.isReadOnly():
            return False
        plain = not event.modifiers() & ~LIGHT
        if plain and not is_function_key(event.key()) and event.key() != Qt.Key.Key_Escape:
            event.accept()
            return True
        return False


def _searches(view: QAbstractItemView, event: QKeyEvent) -> bool:
    """Whether a key would look for a row that begins with it, in a list that stands in a window."""
    return isinstance(view.window(), QMainWindow) and not event.modifiers() & ~LIGHT and event.text().isalnum()


class _MenuLetters(QObject):
    """Lets an open menu have its letters before a shortcut of what is below it takes them."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return False


def keep_letters(menu: QMenu) -> None:
    """Makes the letters underlined in a menu choose from it, whatever they do in the view below."""
    menu.installEventFilter(_MenuLetters(menu))


def make_menus(window: QMainWindow, installed: Mapping[str, QAction]) -> dict[str, QMenu]:
    """The menu bar of `window` in the order of the table, by the names of MENUS and their submenus."""
    menus: dict[str, QMenu] = {}
    used = {row.menu.partition("/")[0] for row in ACTIONS if row.name in installed}
    for name in MENUS:
        if name in used:
            menus[name] = window.menuBar().addMenu(translated(name))
    for row in ACTIONS:
        action = installed.get(row.name)
        if action is None or not row.menu:
            continue
        above, _, below = row.menu.partition("/")
        if row.menu not in menus:
            if row.apart:
                menus[above].addSeparator()
            menus[row.menu] = menus[above].addMenu(translated(below))
        elif row.apart:
            menus[row.menu].addSeparator()
        menus[row.menu].addAction(action)
    for menu in menus.values():
        menu.setToolTipsVisible(True)
        keep_letters(menu)
        menu.aboutToShow.connect(lambda menu=menu: _refresh(menu))
    return menus


def _refresh(menu: QMenu) -> None:
    for action in menu.actions():
        if isinstance(action, _Act):
            action.refresh()
