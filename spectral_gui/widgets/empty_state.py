"""Empty state of a panel: what is missing, the reason, and one button that helps."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from spectral_gui import theme, widgets
from spectral_gui.actions import ACTIONS_BY_NAME, format_keys, translate

_ICON_SIZE = 24  # pixels
_MAX_WIDTH = 420
_MIN_MARGIN = 2  # pixels around the message if there is little space
_PRESS_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class EmptyStateButton(QPushButton):
    """Button that triggers an action of the window or a function of the panel, also by Return and Space if these do
    something else in the surrounding widget."""

    def __init__(self) -> None:
        super().__init__()
        self._action_name: str = ""
        self._callback: Callable[[], object] | None = None
        self.setAutoDefault(True)  # Return presses it in a window as it would in a dialog
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._on_clicked)
        self.use_action("window.show_help")

    def use_action(self, name: str) -> None:
        """Make the button trigger the action of this name, and show its title."""
        action = ACTIONS_BY_NAME[name]
        self._action_name, self._callback = name, None
        self._set_texts(translate(action.text).replace("&", ""), translate(action.hint))
        self._update_tip()

    def use_callback(self, title: str, tip: str, callback: Callable[[], object]) -> None:
        """Make the button call a function of the panel."""
        self._action_name, self._callback = "", callback
        self._set_texts(title, tip)

    @property
    def can_act(self) -> bool:
        """Whether pressing the button has an effect."""
        action = self._action
        return self._callback is not None or (action is not None and action.isEnabled())

    def _set_texts(self, title: str, tip: str) -> None:
        self.setText(title)
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)

    def _on_clicked(self) -> None:
        if self._callback is not None:
            self._callback()
        elif (action := self._action) is not None:
            action.trigger()

    @property
    def _action(self) -> QAction | None:
        """Action of the window that the button triggers; None if it calls a function, or the action is missing."""
        ancestor: QWidget = self
        while (parent := ancestor.parentWidget()) is not None:
            ancestor = parent  # the main window, also for a floating panel
        return ancestor.findChild(QAction, self._action_name) if self._action_name else None

    def _update_tip(self) -> None:
        """Add the key of the action to the tool tip."""
        action = self._action
        if action is not None and (keys := format_keys([shortcut.toString() for shortcut in action.shortcuts()[:1]])):
            self.setToolTip(f"{translate(ACTIONS_BY_NAME[self._action_name].hint)} ({keys})")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_tip()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _PRESS_KEYS:
            event.accept()
            return True
        return super().event(event)


class EmptyState(widgets.Panel):
    """Icon, sentence and a button that helps; without the icon if there is little space."""

    def __init__(self, icon: str = "circle-question-mark"):
        super().__init__()
        self._icon = icon
        self._icon_label, self._text_label = (
            widgets.make_label(centred=True),
            widgets.make_label(wraps=True, centred=True),
        )
        self._text_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.button = EmptyStateButton()
        self.button.hide()
        self.setFocusProxy(self.button)
        content = QWidget()
        content.setMaximumWidth(_MAX_WIDTH)
        button_row = widgets.make_row(widgets.STRETCH, self.button, widgets.STRETCH, margins=0)
        self._margin, self._spacing = (12, 8) if icon else (2, 4)
        parts = (self._icon_label, self._text_label, button_row)
        self._layout = widgets.make_column(*parts, on=content, margins=self._margin, spacing=self._spacing)
        self._icon_label.setVisible(bool(icon))
        centred_row = widgets.make_row((content, 1), margins=0)
        widgets.make_column(widgets.STRETCH, centred_row, widgets.STRETCH, on=self, margins=0, spacing=0)
        widgets.connect_signals(self._draw_icon, self.palette_changed, self.became_visible)

    @property
    def text(self) -> str:
        """The message shown."""
        return self._text_label.text()

    def set_message(self, text: str, name: str = "") -> None:
        """Show a message about missing content; with the `name` of an action, the button triggers it."""
        self._set_text(text)
        if name:
            self.button.use_action(name)
        self.button.setVisible(bool(name))
        self._fit_to_height()

    def set_message_with_button(self, text: str, title: str, tip: str, callback: Callable[[], object]) -> None:
        """Show a message about missing content; the button calls a function of the panel."""
        self._set_text(text)
        self.button.use_callback(title, tip, callback)
        self.button.show()
        self._fit_to_height()

    def _set_text(self, text: str) -> None:
        self._text_label.setText(text)
        self.setAccessibleName(text)

    def _draw_icon(self) -> None:
        if not self._icon:
            return
        self._icon_label.setPixmap(
            theme.make_pixmap(self._icon, theme.is_dark_palette(self.palette()), "trace", _ICON_SIZE)
        )

    def _fit_to_height(self) -> None:
        """Reduce the margins, and hide the icon, if there is not enough height for them."""
        spare = self.height() - self._min_height
        margin = max(min(self._margin, _MIN_MARGIN + spare // 2), _MIN_MARGIN)
        self._layout.setContentsMargins(self._margin, margin, self._margin, margin)
        self._layout.setSpacing(self._spacing if spare >= self._spacing else self._spacing // 2)
        self._icon_label.setVisible(
            bool(self._icon) and spare >= _ICON_SIZE + self._spacing + 2 * (self._margin - _MIN_MARGIN)
        )

    @property
    def _min_height(self) -> int:
        """Height of a line of text above the button."""
        heights = self.fontMetrics().height(), 0 if self.button.isHidden() else self.button.sizeHint().height()
        return sum(heights) + self._spacing * bool(heights[1]) + 2 * _MIN_MARGIN

    def minimumSizeHint(self) -> QSize:
        """Return a minimum height that keeps the button visible and leaves the remaining space to the neighbours."""
        height = self.fontMetrics().height() if self.button.isHidden() or not self._icon else self._min_height
        return QSize(super().minimumSizeHint().width(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_to_height()
