"""Dialog of preferences; changes apply at once."""

from __future__ import annotations

import contextlib
import getpass

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPalette
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
from spectral_gui.plots import describe_head_flagging, describe_reading_flagging
from spectral_gui.preferences import LANGUAGES, Preferences
from spectral_gui.text_display import make_treebank_font

_LATIN_SAMPLE, _ARABIC_SAMPLE = "The dog ran home.", "قَرَأَ الوَلَدُ كِتابًا"
_WRAP_LETTERS = 60  # minimum width of the texts on flag quality, in letters
_MARGIN, _SECTION_GAP = 12, 14  # pixels
_Section = tuple[str, tuple[tuple[str, QWidget, str], ...]]  # its title, and its rows: name, widget, hint
_APPLY_DELAY = 400  # milliseconds after the last step of a number: applying a size redraws the window


class PreferencesDialog(QDialog):
    """Dialog of theme, language, sizes, the annotator's name, flagging, training and files."""

    applied = Signal(object)  # Preferences
    reset_layout_requested = Signal()

    def __init__(
        self,
        preferences: Preferences,
        parent: QWidget | None = None,
        calibration: CalibrationResult | None = None,
        flag_quality: tuple[float, float, float] | None = None,
    ):
        super().__init__(parent)
        self._preferences = preferences
        self._calibration = calibration  # of the active parser
        self._flag_quality = flag_quality  # the ranker's margin, with recall and precision measured there
        self.setWindowTitle(self.tr("Preferences"))
        themes = {"system": self.tr("System"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        self._theme_box = widgets.make_combo_box(themes, self.tr("Theme"))
        self._language_box = widgets.make_combo_box(LANGUAGES, self.tr("Language"))
        self._annotator_line = QLineEdit()
        self._annotator_line.setPlaceholderText(_get_account_name())
        self._auto_training_box = QCheckBox(self.tr("Train parsers and rankers on the open documents"))
        self._less_motion_box = QCheckBox(self.tr("Turn animations off"))
        motion_tip = self.tr("Panels open without sliding, and trees change without animation.")
        self._less_motion_box.setToolTip(motion_tip)
        self._head_margin_box, self._reading_margin_box = (
            _make_number_box(0, 1, 0.05, 2),
            _make_number_box(0, 1, 0.05, 2),
        )
        self._number_boxes = {  # by the names of their preferences
            "scale": _make_number_box(100, 200, 5, suffix=" %"),
            "word_points": _make_number_box(6, 48, 1, 1, " pt"),
            "arabic_points": _make_number_box(6, 48, 1, 1, " pt"),
            "retrain_after": _make_number_box(0, 10_000, 1),
            "max_unpacked_gigabytes": _make_number_box(0, 1_000, 1, suffix=" GB"),
            "head_margin": self._head_margin_box,
            "reading_margin": self._reading_margin_box,
        }
        self._number_boxes["retrain_after"].setSpecialValueText(self.tr("never"))
        self._number_boxes["max_unpacked_gigabytes"].setSpecialValueText(self.tr("automatic"))
        self._number_boxes["max_unpacked_gigabytes"].setToolTip(
            self.tr("Compressed files that unpack to more than this are not read")
        )
        head_label_name = self.tr("Quality of uncertain-word flags")
        reading_label_name = self.tr("Quality of uncertain-reading flags")
        self._head_quality_label = widgets.make_label(wraps=True, faint=True, name=head_label_name)
        self._reading_quality_label = widgets.make_label(wraps=True, faint=True, name=reading_label_name)
        for label in (self._head_quality_label, self._reading_quality_label):
            label.setMinimumWidth(_WRAP_LETTERS * label.fontMetrics().averageCharWidth())
        self._latin_sample, self._arabic_sample = widgets.make_label(_LATIN_SAMPLE), widgets.make_label(_ARABIC_SAMPLE)
        self._apply_timer = widgets.make_timer(self, self._apply_changes, _APPLY_DELAY)
        self._lay_out()
        self._show_values()
        self._theme_box.currentIndexChanged.connect(self._apply_changes)
        self._language_box.currentIndexChanged.connect(self._apply_changes)
        widgets.connect_signals(self._apply_changes, self._auto_training_box.toggled, self._less_motion_box.toggled)
        for box in self._number_boxes.values():
            box.valueChanged.connect(self._apply_timer.start)
            box.editingFinished.connect(self._apply_changes)
        self._annotator_line.editingFinished.connect(self._apply_changes)
        self._head_margin_box.valueChanged.connect(self._show_head_quality)
        self._reading_margin_box.valueChanged.connect(self._show_reading_quality)

    def _make_font_sample(self) -> QFrame:
        """Make the frame with sample words in the chosen sizes."""
        sample = QFrame()
        sample.setFrameShape(QFrame.Shape.StyledPanel)
        sample.setBackgroundRole(QPalette.ColorRole.Base)
        sample.setAutoFillBackground(True)
        sample.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._arabic_sample.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        widgets.make_row(self._latin_sample, self._arabic_sample, on=sample)
        return sample

    def _make_sections(self) -> tuple[_Section, ...]:
        """Return the sections of the dialog with their rows."""
        reset_tip = self.tr("Reset all panels to their default positions.")
        reset_button = widgets.make_button(self.tr("&Reset the layout"), self.reset_layout_requested, reset_tip)
        reset_button.setAccessibleName(reset_button.text().replace("&", ""))
        auto_training_tip = self.tr("Models train in the background while you read and annotate.")
        retrain_tip = self.tr(
            "Number of accepted sentences after which the active parser is retrained in the background."
        )
        head_margin_tip = self.tr("Underline a word if its two best heads differ by less than this in probability.")
        reading_margin_tip = self.tr(
            "Underline a word if its two best readings differ by less than this in probability."
        )
        return (
            (
                self.tr("Appearance"),
                (
                    (self.tr("&Theme"), self._theme_box, ""),
                    (self.tr("Lan&guage"), self._language_box, self.tr("Takes effect at the next start.")),
                    (self.tr("&Size of the interface"), self._number_boxes["scale"], ""),
                    (self.tr("&Words"), self._number_boxes["word_points"], ""),
                    (self.tr("&Arabic words"), self._number_boxes["arabic_points"], ""),
                    ("", self._make_font_sample(), ""),
                    (self.tr("Less &motion"), self._less_motion_box, ""),
                    (self.tr("Panels"), reset_button, reset_tip),
                ),
            ),
            (
                self.tr("Annotation"),
                (
                    (
                        self.tr("Your &name"),
                        self._annotator_line,
                        self.tr("Your edits are recorded in the journal under this name."),
                    ),
                    (self.tr("Uncertain w&ords"), self._head_margin_box, head_margin_tip),
                    (self.tr("&Uncertain readings"), self._reading_margin_box, reading_margin_tip),
                ),
            ),
            (
                self.tr("Training"),
                (
                    (self.tr("Train in the &background"), self._auto_training_box, auto_training_tip),
                    (self.tr("R&etrain after"), self._number_boxes["retrain_after"], retrain_tip),
                ),
            ),
            (self.tr("Files"), ((self.tr("Unpac&king limit"), self._number_boxes["max_unpacked_gigabytes"], ""),)),
        )

    def _lay_out(self) -> None:
        """Lay out sections, rows and buttons, with the hints below their fields."""
        labels_below: dict[QWidget, QLabel] = {
            self._head_margin_box: self._head_quality_label,
            self._reading_margin_box: self._reading_quality_label,
        }
        self._form = form_widget = QWidget()
        form = QFormLayout(form_widget)
        form.setContentsMargins(0, 0, _MARGIN, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for title, rows in self._make_sections():
            heading = widgets.make_label(title)
            heading.setProperty("kind", "title")
            heading.setContentsMargins(0, _SECTION_GAP if form.rowCount() else 0, 0, 0)
            form.addRow(heading)
            for text, widget, hint in rows:
                lines = [widgets.make_label(hint, faint=True)] if hint else []
                lines += [labels_below[widget]] if widget in labels_below else []
                field_row = widget if widget is self._annotator_line else widgets.make_row(widget, widgets.STRETCH)
                form.addRow(text, widgets.make_column(field_row, *lines, spacing=2) if lines else widget)
                item = form.itemAt(form.rowCount() - 1, QFormLayout.ItemRole.LabelRole)
                if item is not None and isinstance(row_label := item.widget(), QLabel):
                    row_label.setBuddy(widget)
                if not isinstance(widget, QPushButton):
                    widget.setAccessibleName(text.replace("&", ""))
                if hint:
                    widget.setAccessibleDescription(hint)
                    widget.setToolTip(hint)
        standard = QDialogButtonBox.StandardButton
        buttons = widgets.make_dialog_buttons(standard.RestoreDefaults, standard.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(standard.RestoreDefaults).clicked.connect(self.restore_defaults)
        widgets.make_column((widgets.make_scroll_area(form_widget, is_horizontal=False), 1), buttons, on=self)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter commits a field and does not close the dialog
        self._buttons = buttons
        self.resize(self.sizeHint())

    @property
    def preferences(self) -> Preferences:
        """The preferences passed in, with the values in the fields."""
        numbers = {name: round(box.value(), 2) for name, box in self._number_boxes.items()}
        theme, annotator = self._theme_box.currentData(), self._annotator_line.text().strip()
        return self._preferences.with_changes(
            theme=theme,
            language=self._language_box.currentData(),
            annotator=annotator,
            trains_in_background=self._auto_training_box.isChecked(),
            less_motion=self._less_motion_box.isChecked(),
            **numbers,
        )

    def show_preferences(self, preferences: Preferences) -> None:
        """Show preferences that were changed outside the dialog, such as the theme by a key."""
        self._preferences = preferences
        self._show_values()

    def restore_defaults(self) -> None:
        """Restore the theme and all numbers. The other fields of the dialog, the keys and the recent projects stay."""
        defaults = Preferences()
        numbers = {name: getattr(defaults, name) for name in self._number_boxes}
        self.show_preferences(self._preferences.with_changes(theme=defaults.theme, **numbers))
        self.applied.emit(self._preferences)

    def _show_values(self) -> None:
        """Show the preferences in the fields, without applying them."""
        fields = (
            self._theme_box,
            self._language_box,
            self._annotator_line,
            self._auto_training_box,
            self._less_motion_box,
        )
        with contextlib.ExitStack() as blockers:
            for field in fields:
                blockers.enter_context(QSignalBlocker(field))
            self._language_box.setCurrentIndex(self._language_box.findData(self._preferences.language))
            self._auto_training_box.setChecked(self._preferences.trains_in_background)
            self._less_motion_box.setChecked(self._preferences.less_motion)
            self._theme_box.setCurrentIndex(self._theme_box.findData(self._preferences.theme))
            self._annotator_line.setText(self._preferences.annotator)
        for name, box in self._number_boxes.items():
            with QSignalBlocker(box):
                box.setValue(getattr(self._preferences, name))
        self._show_samples()
        self._show_head_quality()
        self._show_reading_quality()

    def _show_head_quality(self) -> None:
        """Show how many wrong heads the margin in the field flags, as the calibration measured it."""
        margin = round(self._head_margin_box.value(), 2)
        text = self.tr("Run Model › Calibration to see how many wrong heads this flags.")
        if self._calibration is not None:
            text = describe_head_flagging(margin, *self._calibration.flag_recall_and_precision(margin))
        self._head_quality_label.setText(text)

    def _show_reading_quality(self) -> None:
        """Show the flag quality that was measured for the ranker, with a caution if that was at another margin."""
        text = self.tr("Train a ranker in the Train workspace to see how many wrong first readings this flags.")
        if self._flag_quality is not None:
            text = describe_reading_flagging(*self._flag_quality)
            margin = round(self._reading_margin_box.value(), 2)
            if margin != round(self._flag_quality[0], 2):
                caution = self.tr("Measured at that margin only; no figures for your margin of {0:.2f}.")
                text = f"{text} {caution.format(margin)}"
        self._reading_quality_label.setText(text)

    def _show_samples(self) -> None:
        """Show the sample words in the preferred sizes."""
        scale = self._preferences.scale / 100
        self._latin_sample.setFont(make_treebank_font(scale * self._preferences.word_points))
        self._arabic_sample.setFont(make_treebank_font(scale * self._preferences.arabic_points, arabic=True))

    def _apply_changes(self) -> None:
        """Emit `applied` with the preferences if a field has changed."""
        self._apply_timer.stop()
        new_preferences = self.preferences
        if new_preferences != self._preferences:
            self._preferences = new_preferences
            self.applied.emit(new_preferences)
            self._show_samples()
            self.resize(self.size().expandedTo(self.sizeHint()))

    def sizeHint(self) -> QSize:
        """Return the size of the whole form, at most nine tenths of the screen."""
        form_size, buttons_size = self._form.sizeHint(), self._buttons.sizeHint()
        width = max(form_size.width() + 2 * _MARGIN, buttons_size.width()) + 2 * _MARGIN
        full_size = QSize(width, form_size.height() + buttons_size.height() + 4 * _MARGIN)
        return full_size.boundedTo(self.screen().availableSize() * 0.9)

    def done(self, result: int) -> None:
        self._apply_changes()
        super().done(result)


def _make_number_box(
    minimum: float, maximum: float, step: float, decimals: int = 0, suffix: str = ""
) -> QSpinBox | QDoubleSpinBox:
    """Make a spin box; without `decimals`, for an integer."""
    if not decimals:
        integer_box = QSpinBox()
        integer_box.setRange(round(minimum), round(maximum))
        integer_box.setSingleStep(round(step))
        integer_box.setSuffix(suffix)
        widgets.indent_spin_box_text(integer_box)
        return integer_box
    float_box = QDoubleSpinBox()
    float_box.setRange(minimum, maximum)
    float_box.setDecimals(decimals)
    float_box.setSingleStep(step)
    float_box.setSuffix(suffix)
    widgets.indent_spin_box_text(float_box)
    return float_box


def _get_account_name() -> str:
    """Return the user's name on this computer; "" if the account has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
