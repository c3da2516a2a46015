"""Workspaces: what stands in the centre of each, which docks are around it at first, and how the user left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QDockWidget, QMainWindow, QSizePolicy, QToolBar, QWidget

from spectral_gui import widgets
from spectral_gui.actions import shown_keys, translated
from spectral_gui.theme import IconButton

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_RAIL_ICON = 20  # pixels
_ALL, _SOME = 1160, 960  # pixels at 100 % from which there is room for panels at both sides, and at one
_LAYOUT = 3  # counted up when docks come or go: an older layout is not restored


@dataclass(frozen=True, slots=True)
class Workspace:
    """A saved layout over the one selection; docks of one area stand in tabs where they are in one group."""

    name: str
    title: str
    centre: str  # the name of a page
    icon: str
    docks: tuple[tuple[Qt.DockWidgetArea, tuple[str, ...]], ...]  # each a group of tabs, the first in front
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


WAYS = {  # by scopes of actions: the workspace and the panel in which they are done
    "annotate": ("annotate", ""),
    "queue": ("annotate", "queue"),
    "candidates": ("annotate", "candidates"),
    "dependency": ("annotate", ""),
    "constituency": ("annotate", ""),
    "question": ("", ""),  # where a question stands
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


def workspace_named(name: str) -> Workspace:
    """The row with this name, or the first."""
    return next((row for row in WORKSPACES if row.name == name), WORKSPACES[0])


@dataclass(frozen=True, slots=True)
class _Size:
    """How wide or high a dock is to be."""

    wanted: float  # pixels at 100 %
    scale: float  # of the interface when it was given
    pixels: int  # that it got then


class Layouts:
    """Where the docks of a window stand in each workspace: as the user left them, or as they stand at first."""

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], settings: QSettings | None):
        self.shown = ""  # the workspace whose docks are shown
        self._scale = 1.0  # of the interface
        self._window, self._docks, self._settings = window, docks, settings
        self._states: dict[str, QByteArray] = {}  # by workspace
        self._chosen: dict[str, dict[str, _Size]] = {}  # by workspace and dock: what was there before it was squeezed
        self._folded: dict[Qt.DockWidgetArea, tuple[str, ...]] = {}  # hidden, by side; the front first
        self._narrow: set[Qt.DockWidgetArea] = set()  # sides that the window has no room for
        self._squeezed: set[Qt.DockWidgetArea] = set()  # those of them that were folded for it
        self._settle = widgets.pause(window, self._resize_docks)

    @property
    def settling(self) -> bool:
        return self._settle.isActive()

    def show(self, row: Workspace) -> None:
        """Puts the docks where they belong in a workspace."""
        if self.shown == row.name:
            return
        room = self._window.size()
        self.hide()  # those of both workspaces together may need more room than there is
        state = self._states.get(row.name)
        if state is None and self._settings is not None:
            stored = self._settings.value(f"layout/{row.name}")
            state = stored if isinstance(stored, QByteArray) else None
        if state is None or not self._window.restoreState(state, _LAYOUT):
            self._lay_out(row)
        elif any(size.scale != self._scale for size in self._chosen.get(row.name, {}).values()):
            self._settle.start()
        self.shown = row.name
        self._narrow.clear()
        self._squeezed.clear()
        self.suit_room()
        if not self._window.isMaximized():
            QTimer.singleShot(0, self._window, lambda: self._window.resize(room))

    def suit_room(self) -> None:
        """Folds panels at the sides of a narrow window, those after the text first, and shows them when it is wide."""
        if not self.shown or self.shown == "train":  # where models are learnt, the panel is what one comes for
            return
        for area, least in ((RIGHT, _ALL), (LEFT, _SOME)):
            side, narrow = self._seen_from_the_text(area), self._window.width() < least * self._scale
            if narrow == (side in self._narrow):
                continue
            (self._narrow.add if narrow else self._narrow.discard)(side)
            if narrow and self._at_side(side):
                self.flip_side(side)
                self._squeezed.add(side)
            elif not narrow and side in self._squeezed:
                self._squeezed.discard(side)
                if not self._at_side(side):
                    self.flip_side(side)

    def _at_side(self, area: Qt.DockWidgetArea) -> list[QDockWidget]:
        """The docks that are seen there."""
        own = [dock for dock in self._docks.values() if self._window.dockWidgetArea(dock) == area]
        return [dock for dock in own if not dock.isHidden() and not dock.isFloating()]

    def hide(self) -> None:
        """Leaves the page in the centre alone."""
        self.remember()
        self.shown = ""
        for dock in self._docks.values():
            dock.hide()

    def remember(self) -> None:
        if self.shown and not self._squeezed:  # what a narrow window has no room for is not put away for good
            self._measure()
            self._states[self.shown] = self._window.saveState(_LAYOUT)

    def rescale(self, scale: float) -> None:
        """Makes the docks larger or smaller with the interface; what they lack for want of room comes back later."""
        if scale == self._scale:
            return
        if self.shown and not self._settle.isActive():
            self._measure()
        self._scale = scale
        if self.shown:
            self.suit_room()
            self._settle.start()

    def reset(self, row: Workspace) -> None:
        """Forgets what is kept of a workspace, and puts every dock back into its place."""
        self._states.pop(row.name, None)
        if self._settings is not None:
            self._settings.remove(f"layout/{row.name}")
        self._chosen.pop(row.name, None)
        if self.shown == row.name:
            self._lay_out(row)

    def flip_side(self, area: Qt.DockWidgetArea) -> None:
        """Hides the docks on a side, or shows those again that were hidden."""
        own = [dock for dock in self._docks.values() if self._window.dockWidgetArea(dock) == area]
        shown = self._at_side(area)
        front = [dock.objectName() for dock in shown if in_front(dock)]
        if shown:
            self._folded[area] = (*front, *(dock.objectName() for dock in shown if dock.objectName() not in front))
            for dock in shown:
                dock.hide()
            return
        names = self._folded.pop(area, ()) or tuple(dock.objectName() for dock in own[:1])
        for name in reversed(names):
            self.bring(name)

    def bring(self, name: str) -> None:
        dock = self._docks[name]
        dock.show()
        dock.raise_()

    def write(self) -> None:
        self.remember()
        if self._settings is not None:
            for name, state in self._states.items():
                self._settings.setValue(f"layout/{name}", state)

    def _lay_out(self, row: Workspace) -> None:
        shown: list[str] = []
        for area, names in row.docks:
            for name in names:
                dock = self._docks[name]
                dock.setFloating(False)
                self._window.addDockWidget(self._seen_from_the_text(area), dock)
                dock.show()
                if name != names[0]:
                    self._window.tabifyDockWidget(self._docks[names[0]], dock)
                shown.append(name)
            self._docks[names[0]].raise_()
        below = [self._docks[name] for area, names in row.docks if area == BOTTOM for name in names[:1]]
        for name, dock in self._docks.items():
            if name not in shown:
                self._window.addDockWidget(BOTTOM, dock)  # where it comes up when it is asked for
                if below:  # all in one place: beside one another they would need more room than there is
                    self._window.tabifyDockWidget(below[0], dock)
                below.append(dock)
                dock.hide()
        for sizes, direction in ((row.widths, Qt.Orientation.Horizontal), (row.heights, Qt.Orientation.Vertical)):
            if sizes:
                docks = [self._docks[name] for name, _ in sizes]
                self._window.resizeDocks(docks, [round(size * self._scale) for _, size in sizes], direction)

    def _seen_from_the_text(self, area: Qt.DockWidgetArea) -> Qt.DockWidgetArea:
        """The other side where the interface runs from the right."""
        mirrored = self._window.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return {LEFT: RIGHT, RIGHT: LEFT}.get(area, area) if mirrored else area

    def _measure(self) -> None:
        """Takes the docks that somebody has resized since as they are now."""
        chosen = self._chosen.setdefault(self.shown, {})
        for name, pixels in self._extents().items():
            known = chosen.get(name)
            if known is None or known.pixels != pixels:
                self._note(name, _Size(pixels / self._scale, self._scale, pixels))

    def _note(self, name: str, size: _Size) -> None:
        """Keeps a size for a dock and those behind it in tabs: whichever comes to the front has it."""
        dock = self._docks[name]
        for one in (dock, *self._window.tabifiedDockWidgets(dock)):
            self._chosen[self.shown][one.objectName()] = size

    def _extents(self) -> dict[str, int]:
        """The pixels that each dock in front has: of width at the sides, else of height."""
        found: dict[str, int] = {}
        for name, dock in self._docks.items():
            if not dock.isFloating() and in_front(dock):
                found[name] = dock.width() if self._runs(name) == Qt.Orientation.Horizontal else dock.height()
        return found

    def _runs(self, name: str) -> Qt.Orientation:
        """The direction in which a dock takes its room from the page in the centre."""
        at_side = self._window.dockWidgetArea(self._docks[name]) in (LEFT, RIGHT)
        return Qt.Orientation.Horizontal if at_side else Qt.Orientation.Vertical

    def _resize_docks(self) -> None:
        chosen = self._chosen.get(self.shown, {})
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # how much room all parts need now
        for direction in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
            names = [name for name in self._extents() if name in chosen and self._runs(name) == direction]
            docks, sizes = [self._docks[name] for name in names], [chosen[name].wanted for name in names]
            self._window.resizeDocks(docks, [round(size * self._scale) for size in sizes], direction)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        # what they have got now is no choice of the user's
        for name, pixels in self._extents().items():
            if name in chosen:
                self._note(name, _Size(chosen[name].wanted, self._scale, pixels))


def in_front(dock: QDockWidget) -> bool:
    """Whether a dock is on screen: Qt calls one behind another tab visible, and moves it out of the window."""
    window = dock.parentWidget()
    return dock.isVisible() and (dock.isFloating() or window is None or window.rect().intersects(dock.geometry()))


class DockTitle(QWidget):
    """The title of a dock in the size of the interface, which Qt's own does not follow, and its two buttons; nothing
    where a tab says the title already."""

    def __init__(self, dock: QDockWidget, window: QMainWindow):
        super().__init__(dock)
        self._dock, self._window = dock, window
        title = dock.windowTitle()
        flip = IconButton("panel-right", self.tr("Float or dock {0}").format(title))
        flip.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        shut = IconButton("x", self.tr("Close {0}").format(title))
        shut.clicked.connect(dock.close)
        for button in (flip, shut):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        name = widgets.label(title)
        name.setProperty("kind", "title")
        self._parts = (name, flip, shut)
        widgets.row((name, 1), flip, shut, on=self, margins=(12, 3, 4, 3), spacing=2)
        widgets.hear(lambda *_: self._fit(), dock.visibilityChanged, dock.topLevelChanged, dock.dockLocationChanged)

    @property
    def said_by_tab(self) -> bool:
        """Also before it is shown: for a moment the window would need the room of both."""
        dock = self._dock
        return not dock.isFloating() and (not dock.isVisible() or bool(self._window.tabifiedDockWidgets(dock)))

    def _fit(self) -> None:
        for part in self._parts:
            part.setVisible(not self.said_by_tab)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(0, 0) if self.said_by_tab else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self.said_by_tab else super().minimumSizeHint()


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
