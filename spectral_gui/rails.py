"""What stands at the edges of a window: the rail of workspaces, and the strips of icons that folded sides leave."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QDockWidget, QMainWindow, QSizePolicy, QToolBar, QWidget

from spectral_gui import widgets
from spectral_gui.actions import shown_keys, translated
from spectral_gui.theme import IconButton
from spectral_gui.workspaces import LEFT, RIGHT, WORKSPACES, Layouts

_ICONS = {  # by the names of panels
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
_ICON, _RAIL_ICON = 18, 20  # pixels


class Rail(QToolBar):
    """The five workspaces as icons with their names, beside the pages; without names where the window is narrow."""

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
        self.choices: dict[str, IconButton] = {}
        for row in WORKSPACES:
            button = IconButton(row.icon, translated(row.title), _RAIL_ICON)
            button.setProperty("kind", "rail")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=row.name: self.chosen.emit(name))
            group.addButton(button)
            self.addWidget(button)
            self.choices[row.name] = button
        self.below = QWidget()
        self.below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.addWidget(self.below)
        self.help = IconButton("circle-question-mark", self.tr("Help"), _RAIL_ICON)
        self.settings = IconButton("settings", self.tr("Preferences"), _RAIL_ICON)
        for button in (self.help, self.settings):
            button.setProperty("kind", "rail")
            self.addWidget(button)
        self.narrow = False
        self.fold(False)

    @property
    def side(self) -> Qt.ToolBarArea:
        """Where it stands: where lines begin."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return Qt.ToolBarArea.RightToolBarArea if mirrored else Qt.ToolBarArea.LeftToolBarArea

    def fold(self, narrow: bool) -> None:
        """Leaves the names out, or says them."""
        self.narrow = narrow
        style = Qt.ToolButtonStyle
        names = {row.name: translated(row.title) for row in WORKSPACES}
        for name, button in self.choices.items():
            button.setText("" if narrow else names[name])
            button.setToolButtonStyle(style.ToolButtonIconOnly if narrow else style.ToolButtonTextUnderIcon)
        widest = max(self.fontMetrics().horizontalAdvance(text) for text in names.values())
        for button in (*self.choices.values(), self.help, self.settings):
            button.setMinimumWidth(_RAIL_ICON + 20 if narrow else widest + 14)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "narrow"):
            self.fold(self.narrow)

    def show_chosen(self, name: str) -> None:
        self.choices[name].setChecked(True)

    def hint(self, actions: Mapping[str, QAction]) -> None:
        """Names in the tool tips the keys that choose a workspace, from the actions of the window."""
        for name, choice in self.choices.items():
            keys = shown_keys([one.toString() for one in actions[f"window.show_{name}"].shortcuts()])
            title = choice.accessibleName()
            choice.setToolTip(f"{title} ({keys})" if keys else title)


class Strips(QObject):
    """A strip at either side of a window, there while all panels of that side are folded away."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], layouts: Layouts):
        super().__init__(window)
        self._docks, self._layouts = docks, layouts
        self.bars = {side: _Strip(side, docks) for side in (LEFT, RIGHT)}
        for side, area in ((LEFT, Qt.ToolBarArea.LeftToolBarArea), (RIGHT, Qt.ToolBarArea.RightToolBarArea)):
            window.addToolBarBreak(area)  # beside the rail, where that stands
            window.addToolBar(area, self.bars[side])
            self.bars[side].chosen.connect(layouts.unfold)
            self.bars[side].hide()
        self._follow = widgets.pause(self, self.follow)  # docks come and go in bursts
        widgets.hear(self._follow.start, *(dock.visibilityChanged for dock in docks.values()))
        layouts.changed.connect(self.follow)
        layouts.filled.connect(self._leave)

    def follow(self) -> None:
        """Shows the strips of the sides that are folded now."""
        for side, bar in self.bars.items():
            names = self._layouts.folded_at(side)
            bar.offer(names)
            bar.setVisible(bool(names))

    def _leave(self, side: Qt.DockWidgetArea) -> None:
        """Gives its room to the panels that come: both together may need more than there is."""
        if side in self.bars:
            self.bars[side].hide()


class _Strip(QToolBar):
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
            button = IconButton(_ICONS[name], dock.windowTitle(), _ICON)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(side, name))
            self._actions[name] = self.addWidget(button)

    def offer(self, names: tuple[str, ...]) -> None:
        """Has a button for each of these panels."""
        for name, action in self._actions.items():
            action.setVisible(name in names)
