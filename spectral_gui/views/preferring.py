"""The dialogue of preferences: what is chosen holds at once, and is given back as new preferences."""

from __future__ import annotations

import getpass
import textwrap

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from spectral_core.engine import Calibrated
from spectral_gui import widgets
from spectral_gui.plots import flags_text, reading_flags_text
from spectral_gui.preferences import Preferences
from spectral_gui.resources import text_font

_LATIN, _ARABIC = "The dog ran home.", "قَرَأَ الوَلَدُ كِتابًا"
_LETTERS = 84  # of a line of what underlining is worth
_TYPED = 400  # milliseconds after the last step of a size: each one draws the whole window again


class PreferencesDialog(QDialog):
    """Theme, sizes, the annotator's name, and the way back to the first layout."""

    applied = Signal(object)  # Preferences
    reset_layout_asked = Signal()

    def __init__(
        self,
        preferences: Preferences,
        parent: QWidget | None = None,
        measured: Calibrated | None = None,
        ranked: tuple[float, float, float] | None = None,
    ):
        super().__init__(parent)
        self._preferences = preferences
        self._measured = measured  # of the parser that proposes
        self.setWindowTitle(self.tr("Preferences"))
        self._theme = QComboBox()
        for value, text in (
            ("system", self.tr("As the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        ):
            self._theme.addItem(text, value)
        self._scale = QSpinBox()
        self._scale.setRange(100, 200)
        self._scale.setSingleStep(5)
        self._scale.setSuffix(" %")
        self._words, self._arabic = _points(), _points()
        self._relearn = QSpinBox()
        self._relearn.setRange(0, 10_000)
        self._relearn.setSpecialValueText(self.tr("never"))
        self._doubt = QDoubleSpinBox()
        self._doubt.setRange(0, 1)
        self._doubt.setSingleStep(0.05)
        self._worth = widgets.label(faint=True, name=self.tr("What underlining is worth"))
        self._unsure = QDoubleSpinBox()
        self._unsure.setRange(0, 1)
        self._unsure.setSingleStep(0.05)
        self._ranked = ranked  # a margin, and the recall and precision that the ranker has measured there
        self._readings_worth = widgets.label(faint=True, name=self.tr("What underlining readings is worth"))
        self._annotator = QLineEdit()
        self._annotator.setPlaceholderText(_account())
        self._sample = QFrame()
        self._sample.setFrameShape(QFrame.Shape.StyledPanel)
        self._sample.setBackgroundRole(self.palette().ColorRole.Base)
        self._sample.setAutoFillBackground(True)
        self._sample.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._latin_sample, self._arabic_sample = QLabel(_LATIN), QLabel(_ARABIC)
        self._arabic_sample.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        samples = QGridLayout(self._sample)
        samples.addWidget(self._latin_sample, 0, 0)
        samples.addWidget(self._arabic_sample, 0, 1)
        panels = widgets.button(self.tr("&Reset the layout"), self.reset_layout_asked)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for text, widget, hint in (
            (self.tr("&Theme"), self._theme, ""),
            (self.tr("&Size of the interface"), self._scale, ""),
            (self.tr("&Words"), self._words, ""),
            (self.tr("&Arabic words"), self._arabic, ""),
            ("", self._sample, ""),
            (self.tr("Your &name"), self._annotator, self.tr("Decisions are journaled under this name.")),
            (
                self.tr("&Learn again after"),
                self._relearn,
                self.tr("So many accepted sentences are added to the model that proposes trees, in the background."),
            ),
            (
                self.tr("Words in &doubt"),
                self._doubt,
                self.tr("Words are underlined whose two likeliest heads are less than this apart."),
            ),
            (
                self.tr("Readings in do&ubt"),
                self._unsure,
                self.tr("Words are underlined whose first two readings are less than this apart."),
            ),
            (self.tr("Panels"), panels, self.tr("Every panel goes back to where it was at first.")),
        ):
            form.addRow(text, widget)
            widget.setAccessibleName(text.replace("&", ""))
            if hint:
                note = QLabel(hint)
                note.setForegroundRole(self.palette().ColorRole.PlaceholderText)
                widget.setAccessibleDescription(hint)
                form.addRow("", note)
            if widget is self._doubt:
                form.addRow("", self._worth)
            if widget is self._unsure:
                form.addRow("", self._readings_worth)
        panels.setAccessibleName(panels.text().replace("&", ""))
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.RestoreDefaults | QDialogButtonBox.StandardButton.Close
        )
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults).clicked.connect(self.restore_defaults)
        widgets.column(form, widgets.REST, self._buttons, on=self)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter ends a field, not the dialogue
        self._waiting = widgets.pause(self, self._tell, _TYPED)
        self._fields: tuple[QWidget, ...] = (
            self._theme,
            self._scale,
            self._words,
            self._arabic,
            self._annotator,
            self._relearn,
            self._doubt,
            self._unsure,
        )
        self._show()
        self._theme.currentIndexChanged.connect(self._tell)
        for box in (self._scale, self._words, self._arabic, self._relearn, self._doubt, self._unsure):
            box.valueChanged.connect(self._soon)
            box.editingFinished.connect(self._tell)
        self._annotator.editingFinished.connect(self._tell)
        self._doubt.valueChanged.connect(self._say_worth)
        self._unsure.valueChanged.connect(self._say_readings_worth)

    @property
    def preferences(self) -> Preferences:
        """As they were given, with what was chosen here."""
        return self._preferences.changed(
            theme=self._theme.currentData(),
            scale=self._scale.value(),
            word_points=self._words.value(),
            arabic_points=self._arabic.value(),
            annotator=self._annotator.text().strip(),
            relearn_after=self._relearn.value(),
            doubt=round(self._doubt.value(), 2),
            unsure=round(self._unsure.value(), 2),
        )

    def show_preferences(self, preferences: Preferences) -> None:
        """Follows what was changed elsewhere: the theme by its key, keys in their own dialogue."""
        self._preferences = preferences
        self._show()

    def restore_defaults(self) -> None:
        """Theme and sizes as they come; the name, the keys and the recent projects stay."""
        fresh = Preferences()
        self.show_preferences(
            self._preferences.changed(
                theme=fresh.theme,
                scale=fresh.scale,
                word_points=fresh.word_points,
                arabic_points=fresh.arabic_points,
                relearn_after=fresh.relearn_after,
                doubt=fresh.doubt,
                unsure=fresh.unsure,
            )
        )
        self.applied.emit(self._preferences)

    def _show(self) -> None:
        for widget in self._fields:
            widget.blockSignals(True)
        self._theme.setCurrentIndex(self._theme.findData(self._preferences.theme))
        self._scale.setValue(self._preferences.scale)
        self._words.setValue(self._preferences.word_points)
        self._arabic.setValue(self._preferences.arabic_points)
        self._annotator.setText(self._preferences.annotator)
        self._relearn.setValue(self._preferences.relearn_after)
        self._doubt.setValue(self._preferences.doubt)
        self._unsure.setValue(self._preferences.unsure)
        for widget in self._fields:
            widget.blockSignals(False)
        self._show_samples()
        self._say_worth()
        self._say_readings_worth()

    def _say_worth(self) -> None:
        """What the margin is worth by what was measured."""
        margin = round(self._doubt.value(), 2)
        said = self.tr("How many wrong heads that finds, Calibration in the menu Model measures.")
        if self._measured is not None:
            said = flags_text(margin, *self._measured.flagged(margin))
        self._worth.setText(textwrap.fill(said, _LETTERS))

    def _say_readings_worth(self) -> None:
        """What the ranker has measured, and whether that was at the margin that is set."""
        said = self.tr("How many wrong first readings that finds, a ranker tells that was learnt in Train.")
        if self._ranked is not None:
            said = reading_flags_text(*self._ranked)
            margin = round(self._unsure.value(), 2)
            if margin != round(self._ranked[0], 2):
                more = self.tr("It was measured at that margin alone: for {0:.2f}, which is set, no share is known.")
                said = f"{said} {more.format(margin)}"
        self._readings_worth.setText(textwrap.fill(said, _LETTERS))

    def _show_samples(self) -> None:
        scale = self._preferences.scale / 100
        self._latin_sample.setFont(text_font(scale * self._preferences.word_points))
        self._arabic_sample.setFont(text_font(scale * self._preferences.arabic_points, arabic=True))

    def _soon(self) -> None:
        self._waiting.start()

    def _tell(self) -> None:
        self._waiting.stop()
        chosen = self.preferences
        if chosen != self._preferences:
            self._preferences = chosen
            self.applied.emit(chosen)
            self._show_samples()
            self.adjustSize()

    def done(self, result: int) -> None:
        self._tell()
        super().done(result)


def _points() -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(6, 48)
    box.setDecimals(1)
    box.setSingleStep(1)
    box.setSuffix(" pt")
    return box


def _account() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
