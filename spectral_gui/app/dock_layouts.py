"""Docks: the workspaces with their default docks, the layouts customised by the user, and strips for folded panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from spectral_gui import widgets
from spectral_gui.theme import IconButton
from spectral_gui.widgets import is_dock_on_screen

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_SIDE_NAMES = {LEFT: "left", RIGHT: "right"}  # names in the settings
_TWO_SIDES_WIDTH, _ONE_SIDE_WIDTH = 1160, 960  # pixels at 100 % needed for panels on both sides, and on one
_FOLDED_ICON_SIZE = 18  # pixels
_LAYOUT_VERSION = 4  # incremented when docks are added or removed; older layouts are not restored
SCOPE_PANELS = {  # by scope of actions: its workspace and panel
    "annotate": ("annotate", ""),
    "queue": ("annotate", "queue"),
    "candidates": ("annotate", "candidates"),
    "dependency": ("annotate", ""),
    "constituency": ("annotate", ""),
    "question": ("", ""),  # in either kind of tree
    "find": ("annotate", "find"),
    "reading": ("read", ""),
    "vocabulary": ("read", "vocabulary"),
    "quiz": ("read", "quiz"),
    "comparing": ("compare", ""),
    "exploring": ("explore", ""),
    "training": ("train", "training"),
    "curves": ("train", ""),
    "runs": ("train", "runs"),
}

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


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace, with its page and default docks; grouped docks of one area are tabs."""

    name: str
    title: str
    page: str  # name of a page
    icon: str
    docks: tuple[tuple[Qt.DockWidgetArea, tuple[str, ...]], ...]  # groups of tabs, the first in front
    widths: tuple[tuple[str, int], ...] = ()  # of docks at the sides, in pixels at 100 %
    heights: tuple[tuple[str, int], ...] = ()


WORKSPACES = (
    Workspace(
        "annotate",
        "Annotate",
        "annotate",
        "pencil-line",
        ((LEFT, ("queue",)), (RIGHT, ("word", "candidates", "outline", "problems", "history"))),
        (("queue", 284), ("word", 336)),
    ),
    Workspace("read", "Read", "reading", "book-open", ((LEFT, ("queue", "vocabulary", "quiz")),), (("queue", 300),)),
    Workspace("explore", "Explore", "exploring", "microscope", ((LEFT, ("queue",)),), (("queue", 260),)),
    Workspace("compare", "Compare", "comparing", "git-compare", ((LEFT, ("queue",)),), (("queue", 280),)),
    Workspace(
        "train",
        "Train",
        "curves",
        "activity",
        ((LEFT, ("training",)), (BOTTOM, ("runs",))),
        (("training", 340),),
        (("runs", 240),),
    ),
)


def find_workspace(name: str) -> Workspace:
    """Return the workspace with this name, or the first."""
    return next((workspace for workspace in WORKSPACES if workspace.name == name), WORKSPACES[0])


@dataclass(frozen=True, slots=True)
class _DockSize:
    """Width or height of a dock."""

    unscaled_pixels: float  # pixels at 100 %
    scale: float  # interface scale when it was measured
    pixels: int  # at that scale


class DockLayouts(QObject):
    """Dock layouts of a window in each workspace: as the user left them, or the defaults."""

    changed = Signal()
    dock_about_to_show = Signal(object)  # side of a dock about to be shown

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], settings: QSettings | None):
        super().__init__(window)
        self.workspace_name = ""  # of the docks shown; "" for none
        self._scale = 1.0  # interface scale
        self._window, self._docks, self._settings = window, docks, settings
        self._window_states: dict[str, QByteArray] = {}  # by workspace
        self._dock_sizes: dict[str, dict[str, _DockSize]] = {}  # by workspace and dock: the size chosen by the user
        self._folded_docks: dict[
            str, dict[Qt.DockWidgetArea, tuple[str, ...]]
        ] = {}  # by workspace and side; front first
        self._narrow_sides: set[Qt.DockWidgetArea] = set()  # sides that do not fit into the window
        self._auto_folded: set[Qt.DockWidgetArea] = set()  # sides folded because the window is too narrow
        self._resize_timer = widgets.make_timer(window, self._resize_docks)

    @property
    def is_resize_pending(self) -> bool:
        return self._resize_timer.isActive()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the docks of a workspace as the user left them, or in the default layout."""
        if self.workspace_name == workspace.name:
            return
        size = self._window.size() if self._window.isVisible() else None  # not visible: it is still being placed
        self._window.setMinimumSize(1, 1)  # otherwise docks that become tabs would widen it for a moment
        self.hide_all_docks()  # the docks of both workspaces together may not fit
        state = self._window_states.get(workspace.name)
        if state is None and self._settings is not None:
            stored = self._settings.value(f"layout/{workspace.name}")
            state = stored if isinstance(stored, QByteArray) else None
        if state is None or not self._window.restoreState(state, _LAYOUT_VERSION):
            self._apply_default_layout(workspace)
        elif any(size.scale != self._scale for size in self._dock_sizes.get(workspace.name, {}).values()):
            self._resize_timer.start()
        self.workspace_name = workspace.name
        if workspace.name not in self._folded_docks:
            self._folded_docks[workspace.name] = self._read_folded_docks(workspace.name)
        self._narrow_sides.clear()
        self._auto_folded.clear()
        self.fold_sides_to_fit()
        self.changed.emit()
        QTimer.singleShot(0, self._window, lambda: self._restore_window_size(size))

    def _restore_window_size(self, size: QSize | None) -> None:
        """Restore the size of the window, as far as its contents allow."""
        self._window.setMinimumSize(0, 0)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if size is not None and not self._window.isMaximized() and not self._window.isFullScreen():
            self._window.resize(size)

    def fold_sides_to_fit(self) -> None:
        """Fold the side panels of a narrow window, first those at its trailing side, and unfold them when it is wide
        again."""
        if not self.workspace_name or self.workspace_name == "train":  # the Train workspace needs its panel
            return
        for area, min_width in ((RIGHT, _TWO_SIDES_WIDTH), (LEFT, _ONE_SIDE_WIDTH)):
            side, is_narrow = self._mirror_side(area), self._window.width() < min_width * self._scale
            if is_narrow == (side in self._narrow_sides):
                continue
            (self._narrow_sides.add if is_narrow else self._narrow_sides.discard)(side)
            if is_narrow and self._list_visible_docks(side):
                self.toggle_side_docks(side)
                self._auto_folded.add(side)
            elif not is_narrow and side in self._auto_folded:
                self._auto_folded.discard(side)
                if not self._list_visible_docks(side):
                    self.toggle_side_docks(side)

    def _list_visible_docks(self, area: Qt.DockWidgetArea) -> list[QDockWidget]:
        """Return the docks that are visible at a side."""
        docks = [dock for dock in self._docks.values() if self._window.dockWidgetArea(dock) == area]
        return [dock for dock in docks if not dock.isHidden() and not dock.isFloating()]

    def hide_all_docks(self) -> None:
        """Hide all docks, which leaves the page in the centre."""
        self.record_window_state()
        self.workspace_name = ""
        for dock in self._docks.values():
            dock.hide()
        self.changed.emit()

    def record_window_state(self) -> None:
        """Keep the layout of the current workspace in memory, unless panels are folded for a narrow window."""
        if self.workspace_name and not self._auto_folded:  # folding for a narrow window is temporary
            self._record_sizes()
            self._window_states[self.workspace_name] = self._window.saveState(_LAYOUT_VERSION)

    def rescale(self, scale: float) -> None:
        """Scale the docks with the interface; sizes that do not fit are restored later."""
        if scale == self._scale:
            return
        if self.workspace_name and not self._resize_timer.isActive():
            self._record_sizes()
        self._scale = scale
        if self.workspace_name:
            self.fold_sides_to_fit()
            self._resize_timer.start()

    def reset_layout(self, workspace: Workspace) -> None:
        """Forget the layout of a workspace, and restore the default."""
        self._window_states.pop(workspace.name, None)
        if self._settings is not None:
            self._settings.remove(f"layout/{workspace.name}")
            self._settings.remove(f"folded/{workspace.name}")
        self._dock_sizes.pop(workspace.name, None)
        self._folded_docks.pop(workspace.name, None)
        if self.workspace_name == workspace.name:
            self._apply_default_layout(workspace)
            self._auto_folded.clear()  # the user wants to see the panels, also in a narrow window

    def toggle_side_docks(self, area: Qt.DockWidgetArea) -> None:
        """Hide the docks of a side, or show the hidden ones again."""
        visible_docks = self._list_visible_docks(area)
        front_names = [dock.objectName() for dock in visible_docks if is_dock_on_screen(dock)]
        if visible_docks:
            names = (
                *front_names,
                *(dock.objectName() for dock in visible_docks if dock.objectName() not in front_names),
            )
            self._folded_docks.setdefault(self.workspace_name, {})[area] = names
            for dock in visible_docks:
                dock.hide()
            self.changed.emit()
        elif names := self.list_folded_docks(area):
            self.unfold_side(area, names[0])

    def list_folded_docks(self, area: Qt.DockWidgetArea) -> tuple[str, ...]:
        """Return the names of the docks of a side that is folded, the front one first; () if the side is not folded."""
        if not self.workspace_name or self._list_visible_docks(area):
            return ()
        side_names = [name for name, dock in self._docks.items() if self._window.dockWidgetArea(dock) == area]
        folded = tuple(
            name for name in self._folded_docks.get(self.workspace_name, {}).get(area, ()) if name in side_names
        )
        default_names = {
            name for side, names in find_workspace(self.workspace_name).docks for name in names if side != BOTTOM
        }
        return folded or tuple(name for name in side_names if name in default_names)

    def unfold_side(self, area: Qt.DockWidgetArea, front: str) -> None:
        """Show the docks of a folded side again, one of them in front."""
        names = self.list_folded_docks(area)
        self._folded_docks.get(self.workspace_name, {}).pop(area, None)
        for name in (*(name for name in names if name != front), front):
            self._raise_dock(name)
        self._auto_folded.discard(area)
        self.changed.emit()

    def show_dock(self, name: str) -> None:
        """Raise a dock above those of its tab group; if its side is folded, show the whole side."""
        area = self._window.dockWidgetArea(self._docks[name])
        if name in self._folded_docks.get(self.workspace_name, {}).get(area, ()) and name in self.list_folded_docks(
            area
        ):
            self.unfold_side(area, name)
        else:
            self._raise_dock(name)

    def _raise_dock(self, name: str) -> None:
        dock = self._docks[name]
        self.dock_about_to_show.emit(self._window.dockWidgetArea(dock))
        dock.show()
        dock.raise_()

    def write_layouts(self) -> None:
        """Store the layouts and folded docks of all workspaces in the settings."""
        self.record_window_state()
        if self._settings is not None:
            for name, state in self._window_states.items():
                self._settings.setValue(f"layout/{name}", state)
            for name, sides in self._folded_docks.items():
                entries = [f"{_SIDE_NAMES[side]}={','.join(names)}" for side, names in sides.items()]
                self._settings.setValue(f"folded/{name}", ";".join(entries))

    def _read_folded_docks(self, name: str) -> dict[Qt.DockWidgetArea, tuple[str, ...]]:
        """Return the names of the folded docks of a workspace from the settings, by side."""
        stored = "" if self._settings is None else str(self._settings.value(f"folded/{name}") or "")
        sides = dict(part.partition("=")[::2] for part in stored.split(";") if part)
        return {
            side: tuple(sides[side_name].split(",")) for side, side_name in _SIDE_NAMES.items() if side_name in sides
        }

    def _apply_default_layout(self, workspace: Workspace) -> None:
        """Arrange the docks of a workspace in their default layout."""
        shown_names: list[str] = []
        for area, names in workspace.docks:
            for name in names:
                dock = self._docks[name]
                dock.setFloating(False)
                self._window.addDockWidget(self._mirror_side(area), dock)
                dock.show()
                if name != names[0]:
                    self._window.tabifyDockWidget(self._docks[names[0]], dock)
                shown_names.append(name)
            self._docks[names[0]].raise_()
        bottom_docks = [self._docks[name] for area, names in workspace.docks if area == BOTTOM for name in names[:1]]
        for name, dock in self._docks.items():
            if name not in shown_names:
                self._window.addDockWidget(BOTTOM, dock)  # where it appears when requested
                if bottom_docks:  # as tabs: side by side they would not fit
                    self._window.tabifyDockWidget(bottom_docks[0], dock)
                bottom_docks.append(dock)
                dock.hide()
        for sizes, direction in (
            (workspace.widths, Qt.Orientation.Horizontal),
            (workspace.heights, Qt.Orientation.Vertical),
        ):
            if sizes:
                docks = [self._docks[name] for name, _ in sizes]
                self._window.resizeDocks(docks, [round(size * self._scale) for _, size in sizes], direction)

    def _mirror_side(self, area: Qt.DockWidgetArea) -> Qt.DockWidgetArea:
        """Return the opposite side if the interface runs from right to left."""
        mirrored = self._window.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return {LEFT: RIGHT, RIGHT: LEFT}.get(area, area) if mirrored else area

    def _record_sizes(self) -> None:
        """Record the sizes of docks that the user has resized."""
        sizes = self._dock_sizes.setdefault(self.workspace_name, {})
        for name, pixels in self._measure_docks().items():
            size = sizes.get(name)
            if size is None or size.pixels != pixels:
                self._store_size(name, _DockSize(pixels / self._scale, self._scale, pixels))

    def _store_size(self, name: str, size: _DockSize) -> None:
        """Store a size for a dock and the tabs behind it, as all of them share it."""
        dock = self._docks[name]
        for tab in (dock, *self._window.tabifiedDockWidgets(dock)):
            self._dock_sizes[self.workspace_name][tab.objectName()] = size

    def _measure_docks(self) -> dict[str, int]:
        """Return the size of each dock in front in pixels: the width at the sides, else the height."""
        extents: dict[str, int] = {}
        for name, dock in self._docks.items():
            if not dock.isFloating() and is_dock_on_screen(dock):
                extents[name] = (
                    dock.width() if self._get_orientation(name) == Qt.Orientation.Horizontal else dock.height()
                )
        return extents

    def _get_orientation(self, name: str) -> Qt.Orientation:
        """Return the direction in which a dock takes space from the central page."""
        at_side = self._window.dockWidgetArea(self._docks[name]) in (LEFT, RIGHT)
        return Qt.Orientation.Horizontal if at_side else Qt.Orientation.Vertical

    def _resize_docks(self) -> None:
        """Restore the recorded sizes of the docks at the current scale."""
        sizes = self._dock_sizes.get(self.workspace_name, {})
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # updates the size hints
        for direction in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            names = [
                name for name in self._measure_docks() if name in sizes and self._get_orientation(name) == direction
            ]
            docks, unscaled_sizes = (
                [self._docks[name] for name in names],
                [sizes[name].unscaled_pixels for name in names],
            )
            self._window.resizeDocks(docks, [round(size * self._scale) for size in unscaled_sizes], direction)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        # the resulting sizes are not the user's choice
        for name, pixels in self._measure_docks().items():
            if name in sizes:
                self._store_size(name, _DockSize(sizes[name].unscaled_pixels, self._scale, pixels))


class DockTitleBar(QWidget):
    """Title bar of a dock at the interface scale, which Qt's own does not follow, with two buttons; empty if a tab
    shows the title."""

    def __init__(self, dock: QDockWidget, window: QMainWindow):
        super().__init__(dock)
        self._dock, self._window = dock, window
        title = dock.windowTitle()
        float_button = IconButton("panel-right", self.tr("Float or dock {0}").format(title))
        float_button.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        close_button = IconButton("x", self.tr("Close {0}").format(title))
        close_button.clicked.connect(dock.close)
        for button in (float_button, close_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        title_label = widgets.make_label(title)
        title_label.setProperty("kind", "title")
        self._parts = (title_label, float_button, close_button)
        widgets.make_row((title_label, 1), float_button, close_button, on=self, margins=(12, 3, 4, 3), spacing=2)
        widgets.connect_signals(
            lambda *_: self._hide_parts_if_tabbed(),
            dock.visibilityChanged,
            dock.topLevelChanged,
            dock.dockLocationChanged,
        )

    @property
    def is_shown_by_tab(self) -> bool:
        """Whether a tab shows the title; also before the dock is shown, when the window would briefly need space for
        both."""
        dock = self._dock
        return not dock.isFloating() and (not dock.isVisible() or bool(self._window.tabifiedDockWidgets(dock)))

    def _hide_parts_if_tabbed(self) -> None:
        """Hide the title and the buttons if a tab shows the title, or else show them."""
        for part in self._parts:
            part.setVisible(not self.is_shown_by_tab)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(0, 0) if self.is_shown_by_tab else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self.is_shown_by_tab else super().minimumSizeHint()


class FoldedPanelStrips(QObject):
    """Strips at both sides of a window, each shown while all panels of its side are folded."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], layouts: DockLayouts):
        super().__init__(window)
        self._docks, self._layouts = docks, layouts
        self.strips = {side: _FoldedPanelStrip(side, docks) for side in (LEFT, RIGHT)}
        for side, area in ((LEFT, Qt.ToolBarArea.LeftToolBarArea), (RIGHT, Qt.ToolBarArea.RightToolBarArea)):
            window.addToolBarBreak(area)  # next to the rail, on its side
            window.addToolBar(area, self.strips[side])
            self.strips[side].panel_chosen.connect(layouts.unfold_side)
            self.strips[side].hide()
        self._update_timer = widgets.make_timer(self, self.update_strips)  # visibility of docks changes in bursts
        widgets.connect_signals(self._update_timer.start, *(dock.visibilityChanged for dock in docks.values()))
        layouts.changed.connect(self.update_strips)
        layouts.dock_about_to_show.connect(self._on_dock_about_to_show)

    def update_strips(self) -> None:
        """Show the strips of the sides that are folded."""
        for side, bar in self.strips.items():
            names = self._layouts.list_folded_docks(side)
            bar.show_panel_buttons(names)
            bar.setVisible(bool(names))

    def _on_dock_about_to_show(self, side: Qt.DockWidgetArea) -> None:
        """Hide the strip of a side before its panels are shown, as both together may not fit."""
        if side in self.strips:
            self.strips[side].hide()


class _FoldedPanelStrip(QToolBar):
    """Strip with an icon button for each folded panel of a side."""

    panel_chosen = Signal(object, str)  # side, and name of a panel

    def __init__(self, side: Qt.DockWidgetArea, docks: Mapping[str, QDockWidget]):
        super().__init__()
        title = self.tr("Folded panels at the left") if side == LEFT else self.tr("Folded panels at the right")
        self.setObjectName("strip_left" if side == LEFT else "strip_right")
        self.setProperty("kind", "strip")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._actions_by_panel = {}
        for name, dock in docks.items():
            button = IconButton(_PANEL_ICONS[name], dock.windowTitle(), _FOLDED_ICON_SIZE)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, name=name: self.panel_chosen.emit(side, name))
            self._actions_by_panel[name] = self.addWidget(button)

    def show_panel_buttons(self, names: tuple[str, ...]) -> None:
        """Show a button for each of these panels."""
        for name, action in self._actions_by_panel.items():
            action.setVisible(name in names)
