"""What the user prefers, at work: theme, sizes, keys, and how the session decides; hides where it is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from spectral_core.errors import SpectralError
from spectral_core.files import path_from_text, set_unpack_allowance
from spectral_gui import preferences, theme
from spectral_gui.actions import Keys
from spectral_gui.panels import Panels, Views
from spectral_gui.preferences import Preferences
from spectral_gui.session import AppContext
from spectral_gui.views.keys import KeysDialog, KeySheet
from spectral_gui.views.preferring import PreferencesDialog

_WRITING = "writing preferences"  # an act, which may fail
_STEP = 10  # per cent of the interface's scale


class Preferred(QObject):
    """Makes a window and its desk as the user prefers them, and where it `keeps` that writes down what else is
    preferred from now on."""

    def __init__(
        self,
        window: QWidget,
        desk: AppContext,
        views: Views,
        panels: Panels,
        keys: Keys,
        given: Preferences,
        keeps: bool,
    ):
        super().__init__(window)
        self._window, self._desk, self._views, self._panels = window, desk, views, panels
        self.keys, self.preferences, self._keeps = keys, given, keeps
        self._sheet: KeySheet | None = None
        self._times = 1.0  # as large as is preferred
        self._unpack = 0  # gigabytes, as they were allowed last
        keys.changed.connect(self._keep_keys)
        desk.downloader.mirror_chosen.connect(lambda mirror: self._keep(self.preferences.changed(mirror=mirror)))

    def prefer(self, wanted: Preferences) -> None:
        """Lives by other preferences from now on, and keeps them."""
        self.preferences = wanted
        self.live()
        self._write()

    def live(self) -> None:
        """Lives by the preferences as they are."""
        wanted, desk, scale = self.preferences, self._desk, self.preferences.scale / 100
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._panels.layouts.rescale(scale)
        if theme.scale(application, wanted.scale):
            for widget in self._window.findChildren(QWidget):  # Qt measures what is hidden anew in part only
                widget.updateGeometry()
        theme.apply(application, None if wanted.theme == "system" else wanted.theme == "dark")
        theme.lessen(application, wanted.less_motion)
        desk.session.set_annotator(wanted.annotator)
        desk.auto_trainer.set_enabled(desk.auto_trains and wanted.learns_unasked)
        desk.downloader.mirror = wanted.mirror
        desk.suggestions.set_retrain_after(wanted.relearn_after)
        desk.suggestions.set_uncertain_below(wanted.doubt)
        desk.readings.set_uncertain_below(wanted.unsure)
        if wanted.unpack != self._unpack:  # otherwise what the user's system says holds
            self._unpack = wanted.unpack
            set_unpack_allowance(wanted.unpack)
        if wanted.keys != self.keys.chosen:
            self.keys.replace(wanted.keys)
        self._size_trees()

    def enlarge_trees(self, times: float) -> None:
        """Draws trees so many times as large as is preferred, until another number is given."""
        self._times = times
        self._size_trees()

    def _size_trees(self) -> None:
        times = self._times * self.preferences.scale / 100
        for view in (self._views.dependency, self._views.constituency):
            view.set_points(self.preferences.word_points * times, self.preferences.arabic_points * times)

    def show_preferences(self) -> None:
        desk = self._desk
        active = desk.suggestions.model.run
        measured = None if active is None else desk.calibrations.get(active.name)
        ranked = None if desk.readings.model.run is None else desk.readings.flag_quality
        dialog = PreferencesDialog(self.preferences, self._window, measured, ranked)
        dialog.applied.connect(self.prefer)
        dialog.reset_layout_asked.connect(self._panels.reset_layout)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_keys(self) -> None:
        if self._sheet is None:
            self._sheet = KeySheet(self.keys, self._window)
            self._sheet.change_asked.connect(self.change_keys)
        self._sheet.show()
        self._sheet.activateWindow()

    def change_keys(self) -> None:
        dialog = KeysDialog(self.keys, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def larger(self) -> None:
        self.prefer(self.preferences.changed(scale=min(200, self.preferences.scale + _STEP)))

    def smaller(self) -> None:
        self.prefer(self.preferences.changed(scale=max(100, self.preferences.scale - _STEP)))

    def flip_theme(self) -> None:
        dark = theme.is_dark_palette(QApplication.palette())
        self.prefer(self.preferences.changed(theme="light" if dark else "dark"))

    def note_opened(self, title: str, path: Path) -> None:
        self._keep(self.preferences.with_recent(title, path))

    def forget_opened(self, path: Path) -> None:
        """Takes a project off that list: it is no longer there."""
        self._keep(self.preferences.without_recent(path))

    def show_recent(self, progress_of: Callable[[Path], tuple[int, int] | None]) -> None:
        """Lists what was open, with how far that was decided."""
        rows = ((row, path_from_text(row.path)) for row in self.preferences.recent)
        self._views.welcome.set_recent([(row.title, path, row.when, progress_of(path)) for row, path in rows])

    def _keep_keys(self) -> None:
        if self.keys.chosen != self.preferences.keys:
            self._keep(self.preferences.changed(keys=self.keys.chosen))

    def _keep(self, wanted: Preferences) -> None:
        self.preferences = wanted
        self._write()

    def _write(self) -> None:
        if self._keeps:
            try:
                preferences.write(self.preferences)
            except SpectralError as error:
                self._desk.notices.fail(str(error), _WRITING)
            else:
                self._desk.notices.resolve(_WRITING)
