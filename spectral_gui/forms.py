"""Forms made from a settings dataclass: each field's description chooses and bounds its widget."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QLocale
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from spectral_core.model import Setting, Settings, Value, settings_in

_LARGEST = 2_000_000_000
_DECIMALS = 323  # as many as the smallest number has: with fewer, Qt rounds what it is given
_FIRST_STEP = 0.001  # from zero; otherwise a step is a tenth of the number
_BEGUN = re.compile(r"[+-]?\d*\.?\d*(?:(?<=[\d.])[eE][+-]?\d*)?")


class SettingsForm(QWidget):
    """One row a setting, showing the defaults at first."""

    def __init__(self, settings: type[Settings], parent: QWidget | None = None):
        super().__init__(parent)
        self._rows: dict[str, QWidget] = {}
        layout = QFormLayout(self)
        for row in settings_in(settings):
            widget = _widget(row)
            widget.setObjectName(row.name)
            widget.setToolTip(row.explanation)
            widget.setAccessibleName(row.title)
            layout.addRow(row.title, widget)
            self._rows[row.name] = widget

    def values(self) -> dict[str, Value]:
        """What is set now, by name."""
        return {name: _value(widget) for name, widget in self._rows.items()}


class NumberBox(QDoubleSpinBox):
    """A number as short as it can be written, and kept to its last digit."""

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
        except ValueError:  # begun, but not yet a number
            return self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State.Invalid
        if _BEGUN.fullmatch(text):
            try:
                number = float(text)
            except ValueError:
                number = math.nan
            inside = self.minimum() <= number <= self.maximum()
            state = QValidator.State.Acceptable if inside else QValidator.State.Intermediate
        return state, text, position

    def stepBy(self, steps: int) -> None:
        if self.value() == 0:
            self.setValue(steps * _FIRST_STEP)
        else:
            super().stepBy(steps)
            self.setValue(float(f"{self.value():.12g}"))  # sums of decimals end in dust


def _widget(row: Setting) -> QWidget:
    default, low, high = row.default, row.low, row.high
    if row.choices:
        box = QComboBox()
        box.addItems(list(row.choices))
        box.setCurrentText(str(default))
        return box
    if isinstance(default, bool):
        check = QCheckBox()
        check.setChecked(default)
        return check
    if isinstance(default, int):
        whole = QSpinBox()
        whole.setRange(-_LARGEST if low is None else int(low), _LARGEST if high is None else int(min(high, _LARGEST)))
        whole.setValue(default)
        return whole
    if isinstance(default, float):
        real = NumberBox()
        real.setRange(-1e12 if low is None else low, 1e12 if high is None else high)
        real.setValue(default)
        return real
    return QLineEdit(str(default))


def _value(widget: QWidget) -> Value:
    match widget:
        case QComboBox():
            return widget.currentText()
        case QCheckBox():
            return widget.isChecked()
        case QSpinBox() | QDoubleSpinBox():
            return widget.value()
        case QLineEdit():
            return widget.text()
    raise TypeError(type(widget).__name__)
