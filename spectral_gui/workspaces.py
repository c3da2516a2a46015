"""Workspaces: what stands in the centre of each, which docks are around it at first, and how the user left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from spectral_gui import widgets
from spectral_gui.theme import IconButton

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_SIDES = {LEFT: "left", RIGHT: "right"}  # as they are written down
_ALL, _SOME = 1160, 960  # pixels at 100 % from which there is room for panels at both sides, and at one
_LAYOUT = 4  # counted up when docks come or go: an older layout is not restored


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


class Layouts(QObject):
    """Where the docks of a window stand in each workspace: as the user left them, or as they stand at first."""

    changed = Signal()  # docks were put elsewhere, folded or shown again
    filled = Signal(object)  # the side where one is going to be shown

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], settings: QSettings | None):
        super().__init__(window)
        self.shown = ""  # the workspace whose docks are shown
        self._scale = 1.0  # of the interface
        self._window, self._docks, self._settings = window, docks, settings
        self._states: dict[str, QByteArray] = {}  # by workspace
        self._chosen: dict[str, dict[str, _Size]] = {}  # by workspace and dock: what was there before it was squeezed
        self._folded: dict[str, dict[Qt.DockWidgetArea, tuple[str, ...]]] = {}  # by workspace and side; the front first
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
        size = self._window.size() if self._window.isVisible() else None  # before that its place is still looked for
        self._window.setMinimumSize(1, 1)  # or docks on their way to their tabs would widen it, beyond its screen too
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
        if row.name not in self._folded:
            self._folded[row.name] = self._read_folded(row.name)
        self._narrow.clear()
        self._squeezed.clear()
        self.suit_room()
        self.changed.emit()
        QTimer.singleShot(0, self._window, lambda: self._keep_size(size))

    def _keep_size(self, size: QSize | None) -> None:
        """Give the window back the size that it had, as far as what it shows now has room in it."""
        self._window.setMinimumSize(0, 0)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if size is not None and not self._window.isMaximized() and not self._window.isFullScreen():
            self._window.resize(size)

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
        self.changed.emit()

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
        self._folded.pop(row.name, None)
        if self.shown == row.name:
            self._lay_out(row)

    def flip_side(self, area: Qt.DockWidgetArea) -> None:
        """Hides the docks on a side, or shows those again that were hidden."""
        shown = self._at_side(area)
        front = [dock.objectName() for dock in shown if in_front(dock)]
        if shown:
            names = (*front, *(dock.objectName() for dock in shown if dock.objectName() not in front))
            self._folded.setdefault(self.shown, {})[area] = names
            for dock in shown:
                dock.hide()
            self.changed.emit()
        elif names := self.folded_at(area):
            self.unfold(area, names[0])

    def folded_at(self, area: Qt.DockWidgetArea) -> tuple[str, ...]:
        """The docks that a side without any has put away; the one that was in front first."""
        if not self.shown or self._at_side(area):
            return ()
        own = [name for name, dock in self._docks.items() if self._window.dockWidgetArea(dock) == area]
        kept = tuple(name for name in self._folded.get(self.shown, {}).get(area, ()) if name in own)
        first = {name for side, names in workspace_named(self.shown).docks for name in names if side != BOTTOM}
        return kept or tuple(name for name in own if name in first)

    def unfold(self, area: Qt.DockWidgetArea, front: str) -> None:
        """Shows the docks of a folded side again, one of them in front."""
        names = self.folded_at(area)
        self._folded.get(self.shown, {}).pop(area, None)
        for name in (*(name for name in names if name != front), front):
            self._show_dock(name)
        self._squeezed.discard(area)
        self.changed.emit()

    def bring(self, name: str) -> None:
        """Shows a dock in front of those behind it; with the others of its side, where these are folded."""
        area = self._window.dockWidgetArea(self._docks[name])
        if name in self._folded.get(self.shown, {}).get(area, ()) and name in self.folded_at(area):
            self.unfold(area, name)
        else:
            self._show_dock(name)

    def _show_dock(self, name: str) -> None:
        dock = self._docks[name]
        self.filled.emit(self._window.dockWidgetArea(dock))
        dock.show()
        dock.raise_()

    def write(self) -> None:
        self.remember()
        if self._settings is not None:
            for name, state in self._states.items():
                self._settings.setValue(f"layout/{name}", state)
            for name, sides in self._folded.items():
                told = [f"{_SIDES[side]}={','.join(names)}" for side, names in sides.items()]
                self._settings.setValue(f"folded/{name}", ";".join(told))

    def _read_folded(self, name: str) -> dict[Qt.DockWidgetArea, tuple[str, ...]]:
        told = "" if self._settings is None else str(self._settings.value(f"folded/{name}") or "")
        sides = dict(part.partition("=")[::2] for part in told.split(";") if part)
        return {side: tuple(sides[own].split(",")) for side, own in _SIDES.items() if own in sides}

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
