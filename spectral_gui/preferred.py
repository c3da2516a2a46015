"""A window that lives by preferences: theme, sizes, keys, and how the session decides; hides where they are kept."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QWidget

from spectral_core.errors import SpectralError
from spectral_gui import preferences, theme
from spectral_gui.menus import MenuWindow
from spectral_gui.preferences import Preferences
from spectral_gui.session import Desk
from spectral_gui.views.keys import KeysDialog, KeySheet
from spectral_gui.views.preferring import PreferencesDialog

_STEP = 10  # per cent of the interface's scale


class PreferredWindow(MenuWindow):
    """A window that is as the user prefers it, and writes down what else is preferred from now on."""

    def __init__(self, desk: Desk, preferred: Preferences, settings: QSettings | None):
        super().__init__(desk, settings, preferred.keys)
        self.preferences = preferred
        self._settings = settings  # where layouts are remembered; None for nowhere
        self._sheet: KeySheet | None = None
        self.keys.changed.connect(self._keep_keys)

    def prefer(self, preferred: Preferences) -> None:
        """Lives by other preferences from now on, and keeps them."""
        self.preferences = preferred
        self._live_by(preferred)
        self._write_preferences()

    def show_preferences(self) -> None:
        active = self.desk.proposals.model.run
        measured = None if active is None else self.desk.calibrations.of(active.name)
        ranked = None if self.desk.readings.model.run is None else self.desk.readings.flag
        dialog = PreferencesDialog(self.preferences, self, measured, ranked)
        dialog.applied.connect(self.prefer)
        dialog.reset_layout_asked.connect(self.reset_layout)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_keys(self) -> None:
        if self._sheet is None:
            self._sheet = KeySheet(self.keys, self)
            self._sheet.change_asked.connect(self.change_keys)
        self._sheet.show()
        self._sheet.activateWindow()

    def change_keys(self) -> None:
        dialog = KeysDialog(self.keys, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def larger(self) -> None:
        self.prefer(self.preferences.changed(scale=min(200, self.preferences.scale + _STEP)))

    def smaller(self) -> None:
        self.prefer(self.preferences.changed(scale=max(100, self.preferences.scale - _STEP)))

    def flip_theme(self) -> None:
        dark = theme.is_dark_palette(QApplication.palette())
        self.prefer(self.preferences.changed(theme="light" if dark else "dark"))

    def reset_layout(self) -> None:
        """Puts every panel of this workspace back into its place."""
        self._layouts.reset(self.workspace, self._scaled)

    def _keep_keys(self) -> None:
        self._show_hints()
        if self.keys.chosen != self.preferences.keys:
            self.preferences = self.preferences.changed(keys=self.keys.chosen)
            self._write_preferences()

    @property
    def _scaled(self) -> float:
        return self.preferences.scale / 100

    def _live_by(self, preferred: Preferences) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self._layouts.rescale(self._scaled)
        theme.scale(application, preferred.scale)
        # the style comes after the font: boxes to choose from measure their least width anew for it alone
        theme.apply(application, None if preferred.theme == "system" else preferred.theme == "dark")
        for widget in self.findChildren(QWidget):  # Qt measures what is hidden anew in part only
            widget.updateGeometry()
        self._session.decide_as(preferred.annotator)
        self.desk.proposals.relearn_after(preferred.relearn_after)
        self.desk.proposals.doubt_below(preferred.doubt)
        self.desk.readings.unsure_under(preferred.unsure)
        if preferred.keys != self.keys.chosen:
            self.keys.replace(preferred.keys)
        for view in (self.dependency, self.constituency):
            view.set_points(preferred.word_points * self._scaled, preferred.arabic_points * self._scaled)

    def _write_preferences(self) -> None:
        if self._settings is None:
            return
        try:
            preferences.write(self.preferences)
        except SpectralError as error:
            self.complain(str(error))
