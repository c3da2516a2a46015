"""Bars at the edges of a window: the top bar and the navigation rail of workspaces."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from spectral_gui import widgets
from spectral_gui.actions import format_keys, translate
from spectral_gui.app.dock_layouts import WORKSPACES
from spectral_gui.state import Session
from spectral_gui.text_display import isolate_text
from spectral_gui.theme import IconButton
from spectral_gui.widgets.lists import to_tooltip

_RAIL_ICON_SIZE = 20  # pixels


class NavigationRail(QToolBar):
    """Tool bar at the side of the pages with an icon for each of the five workspaces; names are hidden in a narrow
    window."""

    workspace_chosen = Signal(str)  # name of a workspace

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setWindowTitle(self.tr("Workspaces"))
        self.setAccessibleName(self.tr("Workspaces"))
        self.setMovable(False)
        self.setProperty("mirrored", self.side == Qt.ToolBarArea.RightToolBarArea)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        group = QButtonGroup(self)
        self.workspace_buttons: dict[str, IconButton] = {}
        for workspace in WORKSPACES:
            button = IconButton(workspace.icon, translate(workspace.title), _RAIL_ICON_SIZE)
            button.setProperty("kind", "rail")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=workspace.name: self.workspace_chosen.emit(name))
            group.addButton(button)
            self.addWidget(button)
            self.workspace_buttons[workspace.name] = button
        self.spacer = QWidget()
        self.spacer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.addWidget(self.spacer)
        self.help_button = IconButton("circle-question-mark", self.tr("Help"), _RAIL_ICON_SIZE)
        self.settings_button = IconButton("settings", self.tr("Preferences"), _RAIL_ICON_SIZE)
        for button in (self.help_button, self.settings_button):
            button.setProperty("kind", "rail")
            self.addWidget(button)
        self.is_narrow = False
        self.set_narrow(False)

    @property
    def side(self) -> Qt.ToolBarArea:
        """Side of the rail: the leading edge, which is the right one in right-to-left layouts."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return Qt.ToolBarArea.RightToolBarArea if mirrored else Qt.ToolBarArea.LeftToolBarArea

    def set_narrow(self, is_narrow: bool) -> None:
        """Hide the names of the workspaces, or show them."""
        self.is_narrow = is_narrow
        style = Qt.ToolButtonStyle
        names = {workspace.name: translate(workspace.title) for workspace in WORKSPACES}
        for name, button in self.workspace_buttons.items():
            button.setText("" if is_narrow else names[name])
            button.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextUnderIcon)
        widest = max(self.fontMetrics().horizontalAdvance(text) for text in names.values())
        for button in (*self.workspace_buttons.values(), self.help_button, self.settings_button):
            button.setMinimumWidth(_RAIL_ICON_SIZE + 20 if is_narrow else widest + 14)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "is_narrow"):
            self.set_narrow(self.is_narrow)

    def set_current_workspace(self, name: str) -> None:
        self.workspace_buttons[name].setChecked(True)

    def update_tool_tips(self, actions: Mapping[str, QAction]) -> None:
        """Show the keys of the workspaces in the tool tips, from the actions of the window."""
        for name, button in self.workspace_buttons.items():
            keys = format_keys([shortcut.toString() for shortcut in actions[f"window.show_{name}"].shortcuts()])
            title = button.accessibleName()
            button.setToolTip(f"{title} ({keys})" if keys else title)


class TopBar(QToolBar):
    """Tool bar above every page; its buttons trigger the actions of the window."""

    menu_requested = Signal()
    tree_kind_requested = Signal(str)  # kind of tree

    def __init__(self, session: Session, tree_kinds: Mapping[str, str]):
        super().__init__()
        self.setObjectName("top_bar")
        self.setWindowTitle(self.tr("Bar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._session = session
        self.menu_button = IconButton("menu", self.tr("Menu"), 18)
        self.menu_button.clicked.connect(self.menu_requested)
        self.location_label = widgets.make_label(name=self.tr("Project and document"))
        self.sentence_label = widgets.make_label(name=self.tr("Sentence"), faint=True)
        self.previous_button = IconButton("chevron-left", self.tr("Previous sentence"))
        self.next_button = IconButton("chevron-right", self.tr("Next sentence"))
        self.search_button = QToolButton()
        self.search_button.setProperty("kind", "search")
        self.search_button.setText(self.tr("Search, or run a command"))
        self.undo_button = IconButton("undo-2", self.tr("Undo"))
        self.redo_button = IconButton("redo-2", self.tr("Redo"))
        self.left_button = IconButton("panel-left", self.tr("Panels at the left"))
        self.right_button = IconButton("panel-right", self.tr("Panels at the right"))
        self.tree_kind_control = TreeKindSwitch(tree_kinds)
        self.tree_kind_control.chosen.connect(self.tree_kind_requested)
        self._sentence_navigator = QWidget()
        widgets.make_row(
            self.previous_button,
            self.sentence_label,
            self.next_button,
            on=self._sentence_navigator,
            margins=0,
            spacing=2,
        )
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (
            self.menu_button,
            self.location_label,
            self._sentence_navigator,
            spacer,
            self.tree_kind_control,
            self.search_button,
            self.undo_button,
            self.redo_button,
        ):
            self.addWidget(part)
        for part in (self.left_button, self.right_button):
            self.addWidget(part)
        for button in self.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        widgets.connect_signals(lambda *_: self._update_location(), session.selection_changed, session.treebank_changed)
        widgets.connect_signals(lambda *_: self._update_location(), session.project_changed)
        self._update_location()

    def connect_actions(self, actions: Mapping[str, QAction]) -> None:
        """Connect each button to an action of the window; the button is enabled with the action."""
        for button, name in (
            (self.previous_button, "previous_sentence"), (self.next_button, "next_sentence"), (self.undo_button,
            "undo"), (self.redo_button, "redo"), (self.left_button, "flip_left"), (self.right_button, "flip_right"),
            (self.search_button, "show_palette"),
        ):  # fmt: skip
            action = actions[f"window.{name}"]
            button.clicked.connect(action.trigger)
            action.changed.connect(lambda button=button, action=action: _sync_button_with_action(button, action))
            _sync_button_with_action(button, action)

    def show_tree_kind(self, tree_kind: str, is_visible: bool) -> None:
        """Show which kind of tree is on screen, if the user can choose."""
        self.tree_kind_control.set_current(tree_kind)
        self.actions()[_find_action_index(self, self.tree_kind_control)].setVisible(is_visible)

    def hide_parts_to_fit(self, width: int) -> None:
        """Hide buttons that do not fit into a narrow window."""
        scale = self.fontMetrics().height() / 16
        self.search_button.setText(self.tr("Search, or run a command") if width > 1000 * scale else self.tr("Search"))
        for part, min_width in (
            (self.location_label, 700),
            (self.undo_button, 760),
            (self.redo_button, 760),
            (self.left_button, 640),
            (self.right_button, 640),
        ):
            self.actions()[_find_action_index(self, part)].setVisible(width > min_width * scale)

    def _update_location(self) -> None:
        """Show the names of the project and the document, and the number of the sentence."""
        session = self._session
        path, count = session.treebank.path, len(session.treebank)
        names = [session.project.name] if session.project is not None else []
        if path is not None and path.name not in names:
            names.append(path.name)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        displayed_names = [f"\u2068{name}\u2069" if mirrored else isolate_text(name) for name in names]
        self.location_label.setText(
            ("\u200f" if mirrored else "") + "  ›  ".join(displayed_names)
        )  # document names set no direction
        index = session.selection.sentence
        self.sentence_label.setText(self.tr("{0} of {1}").format(f"{index + 1:n}", f"{count:n}") if count else "")
        self.actions()[_find_action_index(self, self._sentence_navigator)].setVisible(bool(count))


class TreeKindSwitch(QFrame):
    """Segmented control that switches between the kinds of tree."""

    chosen = Signal(str)  # name of a kind

    def __init__(self, titles: Mapping[str, str]):
        super().__init__()
        self.setProperty("kind", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        group, layout = QButtonGroup(self), widgets.make_row(on=self, margins=2, spacing=2)
        self._buttons: dict[str, QToolButton] = {}
        for name, text in titles.items():
            button = self._buttons[name] = QToolButton()
            button.setText(text)
            button.setToolTip(self.tr("Show this kind of tree"))
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            group.addButton(button)
            layout.addWidget(button)

    def set_current(self, name: str) -> None:
        self._buttons[name].setChecked(True)


def _sync_button_with_action(button: QToolButton, action: QAction) -> None:
    button.setEnabled(action.isEnabled())
    keys = format_keys([shortcut.toString() for shortcut in action.shortcuts()[:1]])
    text = action.text().replace("&", "").removesuffix("…")
    button.setToolTip(to_tooltip(f"{text} ({keys})" if keys else text))
    if button.property("kind") != "search":
        button.setAccessibleName(text)


def _find_action_index(bar: QToolBar, widget: QWidget) -> int:
    return next(index for index, action in enumerate(bar.actions()) if bar.widgetForAction(action) is widget)
