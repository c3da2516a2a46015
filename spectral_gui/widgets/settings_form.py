"""Forms generated from a settings dataclass: each field's description selects, bounds and explains its widget."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QLocale, QMetaProperty, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from spectral_core.model import Setting, Settings, Value, list_settings
from spectral_gui import theme, widgets
from spectral_gui.text_display import make_translator, resolve_plural

_MAX_INTEGER = 2_000_000_000
_DECIMALS = 323  # of the smallest float: with fewer, Qt rounds values
_FIRST_STEP = 0.001  # from zero; otherwise a step is a tenth of the number
_PARTIAL_FLOAT = re.compile(r"[+-]?\d*(?:\.\d*)?(?:(?<=[\d.])[eE][+-]?\d*)?")
_PARTIAL_INTEGER = re.compile(r"[+-]?\d{0,12}")
_tr = make_translator("settings")


class SettingsForm(QWidget):
    """Form with a row for each setting, showing the defaults at first."""

    changed = Signal()  # the values or their validity changed
    explained = Signal(str, str)  # the title and the explanation of the field that has the focus

    def __init__(self, settings: type[Settings], parent: QWidget | None = None, visible_count: int = 0):
        super().__init__(parent)
        self._basic_count = visible_count or len(list_settings(settings))  # rows above the advanced settings
        self._settings = {setting.name: _translate_setting(setting) for setting in list_settings(settings)}
        self._rows: dict[str, QWidget] = {}
        layout = self._layout = QFormLayout(self)
        self.advanced_button = QToolButton()
        self.advanced_button.setCheckable(True)
        self.advanced_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.advanced_button.setToolTip(self.tr("Rarely changed settings"))
        self.advanced_button.toggled.connect(self._on_advanced_toggled)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        previous: QWidget | None = None
        for setting in self._settings.values():
            widget = _make_setting_editor(setting)
            widget.setObjectName(setting.name)
            widget.setToolTip(setting.explanation)
            widget.setAccessibleName(setting.title)
            widget.setAccessibleDescription(setting.explanation)
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # a wheel that scrolls the form changes nothing
            widget.installEventFilter(self)
            self._connect_changes(widget)
            if isinstance(widget, QAbstractSpinBox):
                widgets.indent_spin_box_text(widget)
            if layout.rowCount() == self._basic_count:
                layout.addRow(self.advanced_button)
                if previous is not None:
                    QWidget.setTabOrder(previous, self.advanced_button)
                previous = self.advanced_button
            layout.addRow(setting.title, widget)
            if previous is not None:
                QWidget.setTabOrder(previous, widget)
            previous = widget
            self._rows[setting.name] = widget
        self.advanced_button.setVisible(self.has_advanced_settings)
        self.changed.connect(self._update_summary)
        self._on_advanced_toggled(False)

    @property
    def has_advanced_settings(self) -> bool:
        """Whether some settings are hidden below the Advanced button."""
        return len(self._rows) > self._basic_count

    def _get_advanced_widgets(self) -> list[QWidget]:
        return list(self._rows.values())[self._basic_count :]

    def _on_advanced_toggled(self, unfolded: bool) -> None:
        for widget in self._get_advanced_widgets():
            self._layout.setRowVisible(widget, unfolded)
        self._update_arrow()
        self._update_summary()

    def _update_arrow(self) -> None:
        """Show whether the advanced settings are unfolded; Qt's own arrow stays on the left in mirrored windows."""
        name = "chevron-down" if self.advanced_button.isChecked() else "chevron-right"
        dark = theme.is_dark_palette(self.palette())
        self.advanced_button.setIcon(theme.make_icon(name, dark, when_on="faint"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._update_arrow()

    def _update_summary(self) -> None:
        """Show on the Advanced button how many settings it hides, and how many of them differ from the default."""
        if not self.has_advanced_settings:
            return
        values = {
            name: _get_user_property(widget).read(widget)
            for name, widget in list(self._rows.items())[self._basic_count :]
        }
        changed_count = sum(value != self._settings[name].default for name, value in values.items())
        summary = self.tr("all default") if not changed_count else self.tr("{0} changed").format(changed_count)
        title = resolve_plural(self.tr("Advanced: %Ln setting(s), {0}", "", len(values)), len(values))
        self.advanced_button.setText(title.format(summary))

    def values(self) -> dict[str, Value]:
        """Return the value of each setting, by name."""
        return {name: _get_user_property(widget).read(widget) for name, widget in self._rows.items()}

    @property
    def editor_widgets(self) -> list[QWidget]:
        """Widgets in which the settings are edited, from top to bottom."""
        return list(self._rows.values())

    def set_values(self, values: Mapping[str, Value]) -> None:
        """Show these values; those of unknown settings are ignored."""
        for name, value in values.items():
            if name in self._rows:
                with QSignalBlocker(widget := self._rows[name]):
                    _get_user_property(widget).write(widget, value)
        self.changed.emit()
        if any(
            self._settings[widget.objectName()].default != _get_user_property(widget).read(widget)
            for widget in self._get_advanced_widgets()
        ):
            self.advanced_button.setChecked(True)

    def reset(self) -> None:
        """Show the default values."""
        self.set_values({name: setting.default for name, setting in self._settings.items()})

    @property
    def is_default(self) -> bool:
        """Whether all settings have their default values."""
        return not self.error_message and all(
            value == self._settings[name].default for name, value in self.values().items()
        )

    @property
    def error_message(self) -> str:
        """Error message about the typed values; "" if all are valid."""
        for name, widget in self._rows.items():
            if isinstance(widget, QAbstractSpinBox) and not widget.hasAcceptableInput():
                return self._describe_bounds(self._settings[name])
        return ""

    def _describe_bounds(self, setting: Setting) -> str:
        """Return an error message about a value out of bounds, which names the bounds of the setting."""
        low, high = setting.low, setting.high
        if low is not None and high is not None:
            high = min(high, _MAX_INTEGER) if isinstance(setting.default, int) else high
            return self.tr("{0} must be between {1} and {2}.").format(setting.title, f"{low:g}", f"{high:.10g}")
        if low is not None:
            return self.tr("{0} must be at least {1}.").format(setting.title, f"{low:g}")
        if high is not None:
            return self.tr("{0} must be at most {1}.").format(setting.title, f"{high:g}")
        return self.tr("{0} must be a number.").format(setting.title)

    def _connect_changes(self, widget: QWidget) -> None:
        """Connect the signal of a widget that its value was edited."""
        match widget:
            case QComboBox():
                widget.currentTextChanged.connect(self._on_edited)
            case QCheckBox():
                widget.toggled.connect(self._on_edited)
            case QAbstractSpinBox():
                widget.lineEdit().textChanged.connect(self._on_edited)
            case QLineEdit():
                widget.textChanged.connect(self._on_edited)

    def _on_edited(self, _: object = None) -> None:
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            setting = self._settings[watched.objectName()]
            self.explained.emit(setting.title, setting.explanation)
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and isinstance(watched, QAbstractSpinBox)
            and not watched.hasAcceptableInput()
        ):
            return True  # keep the typed text when the focus leaves
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            QApplication.sendEvent(self, event)
            return True
        return super().eventFilter(watched, event)


class FloatSpinBox(QDoubleSpinBox):
    """Spin box for a float, shown as short as possible and kept to its last digit."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setLocale(QLocale.c())  # numbers are written as on the command line
        self.setDecimals(_DECIMALS)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:
        return repr(value).removesuffix(".0")

    def valueFromText(self, text: str) -> float:
        try:
            return float(text)
        except ValueError:  # incomplete number
            return self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State.Invalid
        if _PARTIAL_FLOAT.fullmatch(text):
            try:
                number = float(text)
            except ValueError:
                number = math.nan
            in_range = self.minimum() <= number <= self.maximum()
            state = QValidator.State.Acceptable if in_range else QValidator.State.Intermediate
        return state, text, position

    def stepBy(self, steps: int) -> None:
        if self.value() == 0:
            self.setValue(steps * _FIRST_STEP)
        else:
            super().stepBy(steps)
            self.setValue(float(f"{self.value():.12g}"))  # remove rounding errors of sums

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if not _keep_invalid_text(self, event):
            super().focusOutEvent(event)


class IntegerSpinBox(QSpinBox):
    """Spin box for an integer; values out of bounds can be typed, so that the form can report the bounds."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setLocale(QLocale.c())
        self.setGroupSeparatorShown(False)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        if not _PARTIAL_INTEGER.fullmatch(text):
            return QValidator.State.Invalid, text, position
        in_range = text.strip("+-").isdecimal() and self.minimum() <= int(text) <= self.maximum()
        return QValidator.State.Acceptable if in_range else QValidator.State.Intermediate, text, position

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if not _keep_invalid_text(self, event):
            super().focusOutEvent(event)


def _keep_invalid_text(box: QAbstractSpinBox, event: QFocusEvent) -> bool:
    """Keep invalid text when the focus leaves, and return whether it was kept; Qt would silently restore an earlier
    value."""
    if box.hasAcceptableInput():
        return False
    box.lineEdit().event(event)
    QWidget.focusOutEvent(box, event)
    return True


def _translate_setting(setting: Setting) -> Setting:
    return replace(setting, title=_tr(setting.title), explanation=_tr(setting.explanation))


def _make_setting_editor(setting: Setting) -> QWidget:
    """Make the widget in which a setting is edited, according to its type, with its default value."""
    default, low, high = setting.default, setting.low, setting.high
    if setting.choices:
        combo_box = QComboBox()
        combo_box.addItems(list(setting.choices))
        combo_box.setCurrentText(str(default))
        return combo_box
    if isinstance(default, bool):
        check_box = QCheckBox()
        check_box.setChecked(default)
        return check_box
    if isinstance(default, int):
        integer_box = IntegerSpinBox()
        integer_box.setRange(
            -_MAX_INTEGER if low is None else int(low), _MAX_INTEGER if high is None else int(min(high, _MAX_INTEGER))
        )
        integer_box.setValue(default)
        return integer_box
    if isinstance(default, float):
        float_box = FloatSpinBox()
        float_box.setRange(-1e12 if low is None else low, 1e12 if high is None else high)
        float_box.setValue(default)
        return float_box
    return QLineEdit(str(default))


def _get_user_property(widget: QWidget) -> QMetaProperty:
    """Return the USER property of a widget: the text, number or check state that its user edits."""
    return widget.metaObject().userProperty()
