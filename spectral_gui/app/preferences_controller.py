"""Preferences controller: applies and stores theme, sizes, keys and annotation settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from spectral_core.errors import SpectralError
from spectral_core.files import path_from_text, set_unpack_allowance
from spectral_gui import preferences, theme
from spectral_gui.actions import KeyBindings
from spectral_gui.app.panels import Panels, Views
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.shared.keys_dialogs import KeysDialog, KeySheet
from spectral_gui.views.shared.preferences_dialog import PreferencesDialog

_WRITE_ACTION_NAME = "writing preferences"  # name of an action that may fail
_SCALE_STEP = 10  # per cent of the interface's scale


class PreferencesController(QObject):
    """Applies the preferences to a window and its application context and, if it is persistent, stores changes."""

    def __init__(
        self,
        window: QWidget,
        context: AppContext,
        views: Views,
        panels: Panels,
        keys: KeyBindings,
        initial: Preferences,
        is_persistent: bool,
    ):
        super().__init__(window)
        self._window, self._context, self._views, self._panels = window, context, views, panels
        self.keys, self.preferences, self._is_persistent = keys, initial, is_persistent
        self._key_sheet: KeySheet | None = None
        self._tree_zoom = 1.0  # relative to the preferred size
        self._applied_unpack_limit = 0  # gigabytes
        keys.changed.connect(self._on_keys_changed)
        context.downloader.mirror_chosen.connect(
            lambda mirror: self._replace_and_write_preferences(self.preferences.with_changes(mirror=mirror))
        )

    def set_preferences(self, new_preferences: Preferences) -> None:
        """Apply other preferences from now on, and store them."""
        self.preferences = new_preferences
        self.apply_preferences()
        self._write_if_persistent()

    def apply_preferences(self) -> None:
        """Apply the current preferences."""
        current, context, scale = self.preferences, self._context, self.preferences.scale / 100
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._panels.layouts.rescale(scale)
        if theme.set_interface_scale(application, current.scale):
            for widget in self._window.findChildren(QWidget):  # Qt updates hidden widgets only in part
                widget.updateGeometry()
        theme.apply_theme(application, None if current.theme == "system" else current.theme == "dark")
        theme.set_motion_reduced(application, current.less_motion)
        context.session.set_annotator(current.annotator)
        context.auto_trainer.set_enabled(context.auto_trains and current.trains_in_background)
        context.downloader.mirror = current.mirror
        context.suggestions.set_retrain_after(current.retrain_after)
        context.suggestions.set_uncertain_below(current.head_margin)
        context.readings.set_uncertain_below(current.reading_margin)
        if (
            current.max_unpacked_gigabytes != self._applied_unpack_limit
        ):  # otherwise the system's environment setting applies
            self._applied_unpack_limit = current.max_unpacked_gigabytes
            set_unpack_allowance(current.max_unpacked_gigabytes)
        if current.keys != self.keys.overrides:
            self.keys.replace_overrides(current.keys)
        self._apply_tree_size()

    def set_tree_zoom(self, zoom: float) -> None:
        """Draw trees at a multiple of the preferred size, until the next call."""
        self._tree_zoom = zoom
        self._apply_tree_size()

    def _apply_tree_size(self) -> None:
        """Set the font sizes of trees by the preferences, the interface scale and the tree zoom."""
        zoom = self._tree_zoom * self.preferences.scale / 100
        for view in (self._views.dependency, self._views.constituency):
            view.set_font_sizes(self.preferences.word_points * zoom, self.preferences.arabic_points * zoom)

    def show_preferences(self) -> None:
        """Show the preferences in a dialog, and apply those that the user changes."""
        context = self._context
        active = context.suggestions.model.active_run
        calibration = None if active is None else context.calibrations.get_calibration(active.name)
        flag_quality = None if context.readings.model.active_run is None else context.readings.uncertainty_quality
        dialog = PreferencesDialog(self.preferences, self._window, calibration, flag_quality)
        dialog.applied.connect(self.set_preferences)
        dialog.reset_layout_requested.connect(self._panels.reset_layout)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_keys(self) -> None:
        """Show the list of keys in a window of its own."""
        if self._key_sheet is None:
            self._key_sheet = KeySheet(self.keys, self._window)
            self._key_sheet.change_requested.connect(self.change_keys)
        self._key_sheet.show()
        self._key_sheet.activateWindow()

    def change_keys(self) -> None:
        """Show the dialog in which keys are changed."""
        dialog = KeysDialog(self.keys, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def enlarge_interface(self) -> None:
        """Enlarge the interface by 10 per cent."""
        self.set_preferences(self.preferences.with_changes(scale=min(200, self.preferences.scale + _SCALE_STEP)))

    def shrink_interface(self) -> None:
        """Reduce the interface by 10 per cent."""
        self.set_preferences(self.preferences.with_changes(scale=max(100, self.preferences.scale - _SCALE_STEP)))

    def toggle_theme(self) -> None:
        """Switch between the light and the dark theme."""
        dark = theme.is_dark_palette(QApplication.palette())
        self.set_preferences(self.preferences.with_changes(theme="light" if dark else "dark"))

    def add_recent_project(self, title: str, path: Path) -> None:
        """Put a project at the head of the recent ones in the preferences."""
        self._replace_and_write_preferences(self.preferences.with_recent_project(title, path))

    def remove_recent_project(self, path: Path) -> None:
        """Remove a project that no longer exists from the list of recent ones."""
        self._replace_and_write_preferences(self.preferences.without_recent_project(path))

    def show_recent_projects(self, find_progress: Callable[[Path], tuple[int, int] | None]) -> None:
        """List the recent projects with their progress."""
        entries = ((entry, path_from_text(entry.path)) for entry in self.preferences.recent)
        self._views.welcome.set_recent(
            [(entry.title, path, entry.when, find_progress(path)) for entry, path in entries]
        )

    def _on_keys_changed(self) -> None:
        if self.keys.overrides != self.preferences.keys:
            self._replace_and_write_preferences(self.preferences.with_changes(keys=self.keys.overrides))

    def _replace_and_write_preferences(self, new_preferences: Preferences) -> None:
        self.preferences = new_preferences
        self._write_if_persistent()

    def _write_if_persistent(self) -> None:
        if self._is_persistent:
            try:
                preferences.write_preferences(self.preferences)
            except SpectralError as error:
                self._context.notices.report_error(str(error), _WRITE_ACTION_NAME)
            else:
                self._context.notices.resolve_errors(_WRITE_ACTION_NAME)
