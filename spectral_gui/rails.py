"""Rails at the edges of a window: the rail of workspaces, and the strips of icons for folded sides."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QDockWidget, QMainWindow, QSizePolicy, QToolBar, QWidget

from spectral_gui import widgets
from spectral_gui.actions import format_keys, translate
from spectral_gui.theme import IconButton
from spectral_gui.workspaces import LEFT, RIGHT, WORKSPACES, DockLayouts

_PANEL_ICONS = {  # by panel
    "queue": "list",
    "word": "tag",
    "candidates": "list-checks",
    "outline": "list-tree",
    "history": "history",
    "problems": "triangle-alert",
    "find": "search",
    "training": "graduation-cap",
    "runs": "layers",
    "vocabulary": "book-open",
    "quiz": "circle-question-mark",
}
_ICON_SIZE, _RAIL_ICON_SIZE = 18, 20  # pixels


class Rail(QToolBar):
    """Tool bar of the five workspaces as icons with their names, beside the pages; without names where the window is
    narrow."""

    chosen = Signal(str)  # the name of a workspace

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
            button.clicked.connect(lambda _=False, name=workspace.name: self.chosen.emit(name))
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
        """Side of the rail: where lines begin."""
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

    def set_current(self, name: str) -> None:
        self.workspace_buttons[name].setChecked(True)

    def update_tips(self, actions: Mapping[str, QAction]) -> None:
        """Show the keys of the workspaces in the tool tips, from the actions of the window."""
        for name, button in self.workspace_buttons.items():
            keys = format_keys([shortcut.toString() for shortcut in actions[f"window.show_{name}"].shortcuts()])
            title = button.accessibleName()
            button.setToolTip(f"{title} ({keys})" if keys else title)


class FoldedPanelStrips(QObject):
    """Strips at both sides of a window, each shown while all panels of its side are folded away."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], layouts: DockLayouts):
        super().__init__(window)
        self._docks, self._layouts = docks, layouts
        self.bars = {side: _FoldedPanelStrip(side, docks) for side in (LEFT, RIGHT)}
        for side, area in ((LEFT, Qt.ToolBarArea.LeftToolBarArea), (RIGHT, Qt.ToolBarArea.RightToolBarArea)):
            window.addToolBarBreak(area)  # beside the rail, where that is
            window.addToolBar(area, self.bars[side])
            self.bars[side].chosen.connect(layouts.unfold)
            self.bars[side].hide()
        self._update_timer = widgets.make_timer(self, self.update_strips)  # docks come and go in bursts
        widgets.connect_signals(self._update_timer.start, *(dock.visibilityChanged for dock in docks.values()))
        layouts.changed.connect(self.update_strips)
        layouts.filled.connect(self._on_side_filled)

    def update_strips(self) -> None:
        """Show the strips of the sides that are folded now."""
        for side, bar in self.bars.items():
            names = self._layouts.list_folded(side)
            bar.show_buttons(names)
            bar.setVisible(bool(names))

    def _on_side_filled(self, side: Qt.DockWidgetArea) -> None:
        """Give the space of a strip to the panels that come: both together may need more than there is."""
        if side in self.bars:
            self.bars[side].hide()


class _FoldedPanelStrip(QToolBar):
    chosen = Signal(object, str)  # the side, and the name of a panel

    def __init__(self, side: Qt.DockWidgetArea, docks: Mapping[str, QDockWidget]):
        super().__init__()
        title = self.tr("Folded panels at the left") if side == LEFT else self.tr("Folded panels at the right")
        self.setObjectName("strip_left" if side == LEFT else "strip_right")
        self.setProperty("kind", "strip")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._actions = {}
        for name, dock in docks.items():
            button = IconButton(_PANEL_ICONS[name], dock.windowTitle(), _ICON_SIZE)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(side, name))
            self._actions[name] = self.addWidget(button)

    def show_buttons(self, names: tuple[str, ...]) -> None:
        """Show a button for each of these panels."""
        for name, action in self._actions.items():
            action.setVisible(name in names)
