"""The bar above the pages: where one is, which kind of tree is shown, the palette, undo, panels at the sides."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolBar, QToolButton, QWidget

from spectral_gui import widgets
from spectral_gui.actions import shown_keys
from spectral_gui.lists import as_tip
from spectral_gui.resources import isolated
from spectral_gui.session import Session
from spectral_gui.theme import IconButton


class TopBar(QToolBar):
    """What stands above every page; it calls the actions of the window by their names."""

    menu_asked = Signal()
    kind_asked = Signal(str)  # of tree

    def __init__(self, session: Session, kinds: Mapping[str, str]):
        super().__init__()
        self.setObjectName("top_bar")
        self.setWindowTitle(self.tr("Bar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._session = session
        self.menu = IconButton("menu", self.tr("Menu"), 18)
        self.menu.clicked.connect(self.menu_asked)
        self.place = widgets.label(name=self.tr("Project and document"))
        self.number = widgets.label(name=self.tr("Sentence"), faint=True)
        self.previous = IconButton("chevron-left", self.tr("Previous sentence"))
        self.next = IconButton("chevron-right", self.tr("Next sentence"))
        self.search = QToolButton()
        self.search.setProperty("kind", "search")
        self.search.setText(self.tr("Search, or run a command"))
        self.undo = IconButton("undo-2", self.tr("Undo"))
        self.redo = IconButton("redo-2", self.tr("Redo"))
        self.left = IconButton("panel-left", self.tr("Panels at the left"))
        self.right = IconButton("panel-right", self.tr("Panels at the right"))
        self.kinds = _Segments(kinds)
        self.kinds.chosen.connect(self.kind_asked)
        self._stepper = QWidget()
        widgets.row(self.previous, self.number, self.next, on=self._stepper, margins=0, spacing=2)
        rest = QWidget()
        rest.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (self.menu, self.place, self._stepper, rest, self.kinds, self.search, self.undo, self.redo):
            self.addWidget(part)
        for part in (self.left, self.right):
            self.addWidget(part)
        for button in self.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        widgets.hear(lambda *_: self._show(), session.selection_changed, session.treebank_changed)
        widgets.hear(lambda *_: self._show(), session.project_changed)
        self._show()

    def use(self, actions: Mapping[str, QAction]) -> None:
        """Has each button do what an action of the window does, while that can be done."""
        for button, name in (
            (self.previous, "previous_sentence"), (self.next, "next_sentence"), (self.undo, "undo"),
            (self.redo, "redo"), (self.left, "flip_left"), (self.right, "flip_right"), (self.search, "show_palette"),
        ):  # fmt: skip
            action = actions[f"window.{name}"]
            button.clicked.connect(action.trigger)
            action.changed.connect(lambda button=button, action=action: _follow(button, action))
            _follow(button, action)

    def show_kind(self, kind: str, offered: bool) -> None:
        """Says which kind of tree is on screen, where there is a choice."""
        self.kinds.show_chosen(kind)
        self.actions()[_place_of(self, self.kinds)].setVisible(offered)

    def squeeze(self, width: int) -> None:
        """Leaves out what a narrow window has no room for."""
        scale = self.fontMetrics().height() / 16
        self.search.setText(self.tr("Search, or run a command") if width > 1000 * scale else self.tr("Search"))
        for part, least in ((self.place, 700), (self.undo, 760), (self.redo, 760), (self.left, 640), (self.right, 640)):
            self.actions()[_place_of(self, part)].setVisible(width > least * scale)

    def _show(self) -> None:
        session = self._session
        path, count = session.treebank.path, len(session.treebank)
        names = [session.project.name] if session.project is not None else []
        if path is not None and path.name not in names:
            names.append(path.name)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        shown = [f"\u2068{name}\u2069" if mirrored else isolated(name) for name in names]
        self.place.setText(("\u200f" if mirrored else "") + "  ›  ".join(shown))  # names do not say which way it runs
        at = session.selection.sentence
        self.number.setText(self.tr("{0} of {1}").format(f"{at + 1:n}", f"{count:n}") if count else "")
        self.actions()[_place_of(self, self._stepper)].setVisible(bool(count))


class _Segments(QFrame):
    """A choice of a few, side by side."""

    chosen = Signal(str)

    def __init__(self, choices: Mapping[str, str]):
        super().__init__()
        self.setProperty("kind", "segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        group, row = QButtonGroup(self), widgets.row(on=self, margins=2, spacing=2)
        self._buttons: dict[str, QToolButton] = {}
        for name, text in choices.items():
            button = self._buttons[name] = QToolButton()
            button.setText(text)
            button.setToolTip(self.tr("Show this kind of tree"))
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            group.addButton(button)
            row.addWidget(button)

    def show_chosen(self, name: str) -> None:
        self._buttons[name].setChecked(True)


def _follow(button: QToolButton, action: QAction) -> None:
    button.setEnabled(action.isEnabled())
    keys = shown_keys([one.toString() for one in action.shortcuts()[:1]])
    text = action.text().replace("&", "").removesuffix("…")
    button.setToolTip(as_tip(f"{text} ({keys})" if keys else text))
    if button.property("kind") != "search":
        button.setAccessibleName(text)


def _place_of(bar: QToolBar, widget: QWidget) -> int:
    return next(at for at, action in enumerate(bar.actions()) if bar.widgetForAction(action) is widget)
