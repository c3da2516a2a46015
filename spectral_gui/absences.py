"""What a panel says where it has nothing to show: what is absent, why, and one button that helps."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from spectral_gui import theme, widgets
from spectral_gui.actions import BY_NAME, shown_keys, translated

_SIGN = 24  # pixels
_WIDEST = 420
_NARROW = 2  # pixels around what is said where there is little room
_PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HelpingAction(QPushButton):
    """A button that does an action of the window, or something of the panel's own, also by Return and Space where
    these do something else in what it stands on."""

    def __init__(self) -> None:
        super().__init__()
        self._name: str = ""
        self._act: Callable[[], object] | None = None
        self.setAutoDefault(True)  # Return presses it in a window as it would in a dialog
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._help)
        self.does("window.show_help")

    def does(self, name: str) -> None:
        """Does the action of this name, and is called so."""
        row = BY_NAME[name]
        self._name, self._act = name, None
        self._call(translated(row.text).replace("&", ""), translated(row.hint))
        self._name_keys()

    def offers(self, title: str, tip: str, act: Callable[[], object]) -> None:
        """Does what the panel itself can."""
        self._name, self._act = "", act
        self._call(title, tip)

    @property
    def can_help(self) -> bool:
        """Whether something is done when it is pressed."""
        action = self._action
        return self._act is not None or (action is not None and action.isEnabled())

    def _call(self, title: str, tip: str) -> None:
        self.setText(title)
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)

    def _help(self) -> None:
        if self._act is not None:
            self._act()
        elif (action := self._action) is not None:
            action.trigger()

    @property
    def _action(self) -> QAction | None:
        above: QWidget = self
        while (parent := above.parentWidget()) is not None:
            above = parent  # the main window, also of a panel that floats
        return above.findChild(QAction, self._name) if self._name else None

    def _name_keys(self) -> None:
        action = self._action
        if action is not None and (keys := shown_keys([one.toString() for one in action.shortcuts()[:1]])):
            self.setToolTip(f"{translated(BY_NAME[self._name].hint)} ({keys})")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._name_keys()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _PRESSING:
            event.accept()
            return True
        return super().event(event)


class Absence(widgets.Panel):
    """An icon, a sentence, and a button that helps; without an icon where there is little room."""

    def __init__(self, icon: str = "circle-question-mark"):
        super().__init__()
        self._icon = icon
        self._sign, self._text = widgets.label(centred=True), widgets.label(wraps=True, centred=True)
        self._text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.button = HelpingAction()
        self.button.hide()
        self.setFocusProxy(self.button)
        inside = QWidget()
        inside.setMaximumWidth(_WIDEST)
        row = widgets.row(widgets.REST, self.button, widgets.REST, margins=0)
        self._margin, self._spacing = (12, 8) if icon else (2, 4)
        parts = (self._sign, self._text, row)
        self._column = widgets.column(*parts, on=inside, margins=self._margin, spacing=self._spacing)
        self._sign.setVisible(bool(icon))
        across = widgets.row((inside, 1), margins=0)
        widgets.column(widgets.REST, across, widgets.REST, on=self, margins=0, spacing=0)
        widgets.hear(self._draw, self.palette_changed, self.seen)

    @property
    def text(self) -> str:
        return self._text.text()

    def say(self, text: str, name: str = "") -> None:
        """Says what is absent; with the `name` of an action, the button does that."""
        self._tell(text)
        if name:
            self.button.does(name)
        self.button.setVisible(bool(name))
        self._fit()

    def offer(self, text: str, title: str, tip: str, act: Callable[[], object]) -> None:
        """Says what is absent; the button does what the panel itself can."""
        self._tell(text)
        self.button.offers(title, tip, act)
        self.button.show()
        self._fit()

    def _tell(self, text: str) -> None:
        self._text.setText(text)
        self.setAccessibleName(text)

    def _draw(self) -> None:
        if not self._icon:
            return
        self._sign.setPixmap(theme.pixmap(self._icon, theme.is_dark_palette(self.palette()), "trace", _SIGN))

    def _fit(self) -> None:
        """Leave out what there is no room for: the space around what is said, and the icon."""
        spare = self.height() - self._lowest
        margin = max(min(self._margin, _NARROW + spare // 2), _NARROW)
        self._column.setContentsMargins(self._margin, margin, self._margin, margin)
        self._column.setSpacing(self._spacing if spare >= self._spacing else self._spacing // 2)
        self._sign.setVisible(bool(self._icon) and spare >= _SIGN + self._spacing + 2 * (self._margin - _NARROW))

    @property
    def _lowest(self) -> int:
        """The height of a line of text above the button."""
        lines = self.fontMetrics().height(), 0 if self.button.isHidden() else self.button.sizeHint().height()
        return sum(lines) + self._spacing * bool(lines[1]) + 2 * _NARROW

    def minimumSizeHint(self) -> QSize:
        """It makes way for what stands beside it, but for its button."""
        low = self.fontMetrics().height() if self.button.isHidden() or not self._icon else self._lowest
        return QSize(super().minimumSizeHint().width(), low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
