"""Forms made from a settings dataclass: each field's description chooses and bounds its widget."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from spectral_core.model import Setting, Settings, Value, settings_in

_LARGEST = 2_000_000_000


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
        real = QDoubleSpinBox()
        real.setDecimals(8)
        real.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
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
