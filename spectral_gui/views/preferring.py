"""The dialogue of preferences: what is chosen holds at once, and is given back as new preferences."""

from __future__ import annotations

import contextlib
import getpass
import textwrap

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from spectral_core.engine import CalibrationResult
from spectral_gui import widgets
from spectral_gui.plots import flags_text, reading_flags_text
from spectral_gui.preferences import LANGUAGES, Preferences
from spectral_gui.resources import text_font

_LATIN, _ARABIC = "The dog ran home.", "قَرَأَ الوَلَدُ كِتابًا"
_LETTERS = 84  # of a line of what underlining is worth
_MARGIN, _ABOVE = 12, 14  # pixels beside the form, and above the heading of a section
_TYPED = 400  # milliseconds after the last step of a size: each one draws the whole window again


class PreferencesDialog(QDialog):
    """Theme, sizes, the annotator's name, and the way back to the first layout."""

    applied = Signal(object)  # Preferences
    reset_layout_asked = Signal()

    def __init__(
        self,
        preferences: Preferences,
        parent: QWidget | None = None,
        measured: CalibrationResult | None = None,
        ranked: tuple[float, float, float] | None = None,
    ):
        super().__init__(parent)
        self._preferences = preferences
        self._measured = measured  # of the parser that proposes
        self._ranked = ranked  # a margin, and the recall and precision that the ranker has measured there
        self.setWindowTitle(self.tr("Preferences"))
        themes = {"system": self.tr("As the system"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        self._theme = widgets.chooser(themes, self.tr("Theme"))
        self._language = widgets.chooser(LANGUAGES, self.tr("Language"))
        self._annotator = QLineEdit()
        self._annotator.setPlaceholderText(_account())
        self._learns = QCheckBox(self.tr("Parsers and rankers, from what is open"))
        self._still = QCheckBox(self.tr("Everything stands in its place at once"))
        moved = self.tr("What opens over a page does not glide in, and trees do not turn into one another.")
        self._still.setToolTip(moved)
        self._doubt, self._unsure = _number(0, 1, 0.05, 2), _number(0, 1, 0.05, 2)
        self._numbers = {  # by the names that preferences have for them
            "scale": _number(100, 200, 5, suffix=" %"),
            "word_points": _number(6, 48, 1, 1, " pt"),
            "arabic_points": _number(6, 48, 1, 1, " pt"),
            "relearn_after": _number(0, 10_000, 1),
            "unpack": _number(0, 1_000, 1, suffix=" GB"),
            "doubt": self._doubt,
            "unsure": self._unsure,
        }
        self._numbers["relearn_after"].setSpecialValueText(self.tr("never"))
        self._numbers["unpack"].setSpecialValueText(self.tr("what treebanks need"))
        self._numbers["unpack"].setToolTip(self.tr("A packed file that holds more is refused, not read"))
        self._worth = widgets.label(faint=True, name=self.tr("What underlining is worth"))
        self._readings_worth = widgets.label(faint=True, name=self.tr("What underlining readings is worth"))
        self._latin_sample, self._arabic_sample = widgets.label(_LATIN), widgets.label(_ARABIC)
        self._waiting = widgets.pause(self, self._tell, _TYPED)
        self._lay_out()
        self._show()
        self._theme.currentIndexChanged.connect(self._tell)
        self._language.currentIndexChanged.connect(self._tell)
        widgets.hear(self._tell, self._learns.toggled, self._still.toggled)
        for box in self._numbers.values():
            box.valueChanged.connect(self._waiting.start)
            box.editingFinished.connect(self._tell)
        self._annotator.editingFinished.connect(self._tell)
        self._doubt.valueChanged.connect(self._say_worth)
        self._unsure.valueChanged.connect(self._say_readings_worth)

    def _lay_out(self) -> None:
        sample = QFrame()
        sample.setFrameShape(QFrame.Shape.StyledPanel)
        sample.setBackgroundRole(self.palette().ColorRole.Base)
        sample.setAutoFillBackground(True)
        sample.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._arabic_sample.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        widgets.row(self._latin_sample, self._arabic_sample, on=sample)
        reset = self.tr("Every panel goes back to where it was at first.")
        panels = widgets.button(self.tr("&Reset the layout"), self.reset_layout_asked, reset)
        unasked = self.tr("In the background, while you read and decide.")
        relearnt = self.tr("So many accepted sentences are added to the model that proposes trees, in the background.")
        doubted = self.tr("Words are underlined whose two likeliest heads are less than this apart.")
        unsure = self.tr("Words are underlined whose first two readings are less than this apart.")
        sections: tuple[tuple[str, tuple[tuple[str, QWidget, str], ...]], ...] = (
            (
                self.tr("Look"),
                (
                    (self.tr("&Theme"), self._theme, ""),
                    (self.tr("Lan&guage"), self._language, self.tr("The window speaks it from its next start on.")),
                    (self.tr("&Size of the interface"), self._numbers["scale"], ""),
                    (self.tr("&Words"), self._numbers["word_points"], ""),
                    (self.tr("&Arabic words"), self._numbers["arabic_points"], ""),
                    ("", sample, ""),
                    (self.tr("Less &motion"), self._still, ""),
                    (self.tr("Panels"), panels, reset),
                ),
            ),
            (
                self.tr("Deciding"),
                (
                    (self.tr("Your &name"), self._annotator, self.tr("Decisions are journaled under this name.")),
                    (self.tr("Words in &doubt"), self._doubt, doubted),
                    (self.tr("Readings in do&ubt"), self._unsure, unsure),
                ),
            ),
            (
                self.tr("Learning"),
                (
                    (self.tr("L&earn unasked"), self._learns, unasked),
                    (self.tr("&Learn again after"), self._numbers["relearn_after"], relearnt),
                ),
            ),
            (self.tr("Files"), ((self.tr("Unpac&k at most"), self._numbers["unpack"], ""),)),
        )
        below: dict[QWidget, QLabel] = {self._doubt: self._worth, self._unsure: self._readings_worth}
        self._form = inside = QWidget()
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, _MARGIN, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for title, rows in sections:
            heading = widgets.label(title)
            heading.setProperty("kind", "title")
            heading.setContentsMargins(0, _ABOVE if form.rowCount() else 0, 0, 0)
            form.addRow(heading)
            for text, widget, hint in rows:
                said = [widgets.label(hint, faint=True)] if hint else []
                said += [below[widget]] if widget in below else []
                first = widget if widget is self._annotator else widgets.row(widget, widgets.REST)
                form.addRow(text, widgets.column(first, *said, spacing=2) if said else widget)
                item = form.itemAt(form.rowCount() - 1, QFormLayout.ItemRole.LabelRole)
                if item is not None and isinstance(named := item.widget(), QLabel):
                    named.setBuddy(widget)
                widget.setAccessibleName(text.replace("&", ""))
                if hint:
                    widget.setAccessibleDescription(hint)
                    widget.setToolTip(hint)
        panels.setAccessibleName(panels.text().replace("&", ""))
        standard = QDialogButtonBox.StandardButton
        buttons = widgets.dialog_buttons(standard.RestoreDefaults, standard.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(standard.RestoreDefaults).clicked.connect(self.restore_defaults)
        widgets.column((widgets.scrolling(inside, sideways=False), 1), buttons, on=self)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter ends a field, not the dialogue
        self._buttons = buttons
        self.resize(self.sizeHint())

    @property
    def preferences(self) -> Preferences:
        """As they were given, with what was chosen here."""
        numbers = {name: round(box.value(), 2) for name, box in self._numbers.items()}
        theme, annotator = self._theme.currentData(), self._annotator.text().strip()
        learns, language = self._learns.isChecked(), self._language.currentData()
        chosen = {"theme": theme, "language": language, "annotator": annotator, "learns_unasked": learns}
        return self._preferences.changed(**chosen, **numbers, less_motion=self._still.isChecked())

    def show_preferences(self, preferences: Preferences) -> None:
        """Follows what was changed elsewhere: the theme by its key, keys in their own dialogue."""
        self._preferences = preferences
        self._show()

    def restore_defaults(self) -> None:
        """Theme and sizes as they come; the name, the keys and the recent projects stay."""
        fresh = Preferences()
        numbers = {name: getattr(fresh, name) for name in self._numbers}
        self.show_preferences(self._preferences.changed(theme=fresh.theme, **numbers))
        self.applied.emit(self._preferences)

    def _show(self) -> None:
        chosen = self._theme, self._language, self._annotator, self._learns, self._still
        with contextlib.ExitStack() as silent:
            for field in chosen:
                silent.enter_context(QSignalBlocker(field))
            self._language.setCurrentIndex(self._language.findData(self._preferences.language))
            self._learns.setChecked(self._preferences.learns_unasked)
            self._still.setChecked(self._preferences.less_motion)
            self._theme.setCurrentIndex(self._theme.findData(self._preferences.theme))
            self._annotator.setText(self._preferences.annotator)
        for name, box in self._numbers.items():
            with QSignalBlocker(box):
                box.setValue(getattr(self._preferences, name))
        self._show_samples()
        self._say_worth()
        self._say_readings_worth()

    def _say_worth(self) -> None:
        margin = round(self._doubt.value(), 2)
        said = self.tr("How many wrong heads that finds, Calibration in the menu Model measures.")
        if self._measured is not None:
            said = flags_text(margin, *self._measured.flag_quality(margin))
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

    def _tell(self) -> None:
        self._waiting.stop()
        chosen = self.preferences
        if chosen != self._preferences:
            self._preferences = chosen
            self.applied.emit(chosen)
            self._show_samples()
            self.resize(self.size().expandedTo(self.sizeHint()))

    def sizeHint(self) -> QSize:
        """All of it, as far as the screen has room."""
        wanted, buttons = self._form.sizeHint(), self._buttons.sizeHint()
        wide = max(wanted.width() + 2 * _MARGIN, buttons.width()) + 2 * _MARGIN
        whole = QSize(wide, wanted.height() + buttons.height() + 4 * _MARGIN)
        return whole.boundedTo(self.screen().availableSize() * 0.9)

    def done(self, result: int) -> None:
        self._tell()
        super().done(result)


def _number(least: float, most: float, step: float, decimals: int = 0, suffix: str = "") -> QSpinBox | QDoubleSpinBox:
    """A box for a number, for a whole one without `decimals`."""
    if not decimals:
        whole = QSpinBox()
        whole.setRange(round(least), round(most))
        whole.setSingleStep(round(step))
        whole.setSuffix(suffix)
        widgets.inset(whole)
        return whole
    box = QDoubleSpinBox()
    box.setRange(least, most)
    box.setDecimals(decimals)
    box.setSingleStep(step)
    box.setSuffix(suffix)
    widgets.inset(box)
    return box


def _account() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
