"""Forms made from a settings dataclass: each field's description chooses and bounds its widget, and explains it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QEvent, QLocale, QMetaProperty, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from spectral_core.model import Setting, Settings, Value, list_settings

_LARGEST = 2_000_000_000
_DECIMALS = 323  # as many as the smallest number has: with fewer, Qt rounds what it is given
_FIRST_STEP = 0.001  # from zero; otherwise a step is a tenth of the number
_BEGUN = re.compile(r"[+-]?\d*(?:\.\d*)?(?:(?<=[\d.])[eE][+-]?\d*)?")
_WHOLE = re.compile(r"[+-]?\d{0,12}")


class SettingsForm(QWidget):
    """One row a setting, showing the defaults at first."""

    changed = Signal()  # what is set, or whether it can be
    explained = Signal(str, str)  # the title and the explanation of the field that has the focus

    def __init__(self, settings: type[Settings], parent: QWidget | None = None, first: int = 0):
        super().__init__(parent)
        self._first = first or len(list_settings(settings))  # rows that are seen while the others are folded away
        self._settings = {row.name: row for row in list_settings(settings)}
        self._rows: dict[str, QWidget] = {}
        layout = self._layout = QFormLayout(self)
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more.setToolTip(self.tr("The settings that one seldom changes"))
        self.more.toggled.connect(self._fold)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        before: QWidget | None = None
        for row in self._settings.values():
            widget = _widget(row)
            widget.setObjectName(row.name)
            widget.setToolTip(row.explanation)
            widget.setAccessibleName(row.title)
            widget.setAccessibleDescription(row.explanation)
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # a wheel that scrolls the form changes nothing
            widget.installEventFilter(self)
            self._watch(widget)
            if layout.rowCount() == self._first:
                layout.addRow(self.more)
                if before is not None:
                    QWidget.setTabOrder(before, self.more)
                before = self.more
            layout.addRow(row.title, widget)
            if before is not None:
                QWidget.setTabOrder(before, widget)
            before = widget
            self._rows[row.name] = widget
        self.more.setVisible(self.foldable)
        self.changed.connect(self._count)
        self._fold(False)

    @property
    def foldable(self) -> bool:
        return len(self._rows) > self._first

    def _advanced(self) -> list[QWidget]:
        return list(self._rows.values())[self._first :]

    def _fold(self, unfolded: bool) -> None:
        for widget in self._advanced():
            self._layout.setRowVisible(widget, unfolded)
        self.more.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        self._count()

    def _count(self) -> None:
        """Says on the fold how many settings are in it, and how many of them are not as they come."""
        if not self.foldable:
            return
        values = {name: _given(widget).read(widget) for name, widget in list(self._rows.items())[self._first :]}
        other = sum(value != self._settings[name].default for name, value in values.items())
        said = self.tr("all as given") if not other else self.tr("{0} changed").format(other)
        self.more.setText(self.tr("Advanced: {0} settings, {1}").format(len(values), said))

    def values(self) -> dict[str, Value]:
        return {name: _given(widget).read(widget) for name, widget in self._rows.items()}

    @property
    def fields(self) -> list[QWidget]:
        """The widgets in the order in which Tab goes through them."""
        return list(self._rows.values())

    def set_values(self, values: Mapping[str, Value]) -> None:
        """Shows these values; those of settings that there are not are left out."""
        for name, value in values.items():
            if name in self._rows:
                with QSignalBlocker(widget := self._rows[name]):
                    _given(widget).write(widget, value)
        self.changed.emit()
        if any(
            self._settings[widget.objectName()].default != _given(widget).read(widget) for widget in self._advanced()
        ):
            self.more.setChecked(True)

    def reset(self) -> None:
        self.set_values({name: row.default for name, row in self._settings.items()})

    @property
    def is_default(self) -> bool:
        return not self.complaint and all(
            value == self._settings[name].default for name, value in self.values().items()
        )

    @property
    def complaint(self) -> str:
        """What is wrong with what is typed, in a sentence; "" where all of it can be taken."""
        for name, widget in self._rows.items():
            if isinstance(widget, QAbstractSpinBox) and not widget.hasAcceptableInput():
                return self._bounds(self._settings[name])
        return ""

    def complete(self, name: str, texts: Iterable[str]) -> None:
        """Offers these texts while a setting of text is typed."""
        widget = self._rows[name]
        assert isinstance(widget, QLineEdit)
        completer = QCompleter(sorted(set(texts)), widget)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        widget.setCompleter(completer)

    def _bounds(self, row: Setting) -> str:
        low, high = row.low, row.high
        if low is not None and high is not None:
            high = min(high, _LARGEST) if isinstance(row.default, int) else high
            return self.tr("{0} goes from {1} to {2}.").format(row.title, f"{low:g}", f"{high:.10g}")
        if low is not None:
            return self.tr("{0} is at least {1}.").format(row.title, f"{low:g}")
        if high is not None:
            return self.tr("{0} is at most {1}.").format(row.title, f"{high:g}")
        return self.tr("{0} is a number.").format(row.title)

    def _watch(self, widget: QWidget) -> None:
        match widget:
            case QComboBox():
                widget.currentTextChanged.connect(self._say_changed)
            case QCheckBox():
                widget.toggled.connect(self._say_changed)
            case QAbstractSpinBox():
                widget.lineEdit().textChanged.connect(self._say_changed)
            case QLineEdit():
                widget.textChanged.connect(self._say_changed)

    def _say_changed(self, _: object = None) -> None:
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            row = self._settings[watched.objectName()]
            self.explained.emit(row.title, row.explanation)
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and isinstance(watched, QAbstractSpinBox)
            and not watched.hasAcceptableInput()
        ):
            return True  # what is typed stays, as when the focus leaves
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            QApplication.sendEvent(self, event)
            return True
        return super().eventFilter(watched, event)


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

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if not _keeps_text(self, event):
            super().focusOutEvent(event)


class WholeBox(QSpinBox):
    """A whole number; one outside its bounds can be typed, so that the form can say what the bounds are."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setLocale(QLocale.c())
        self.setGroupSeparatorShown(False)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        if not _WHOLE.fullmatch(text):
            return QValidator.State.Invalid, text, position
        inside = text.strip("+-").isdecimal() and self.minimum() <= int(text) <= self.maximum()
        return QValidator.State.Acceptable if inside else QValidator.State.Intermediate, text, position

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if not _keeps_text(self, event):
            super().focusOutEvent(event)


def _keeps_text(box: QAbstractSpinBox, event: QFocusEvent) -> bool:
    """Whether what is typed cannot be taken, and so stays; Qt would put back a value from before, unseen."""
    if box.hasAcceptableInput():
        return False
    box.lineEdit().event(event)
    QWidget.focusOutEvent(box, event)
    return True


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
        whole = WholeBox()
        whole.setRange(-_LARGEST if low is None else int(low), _LARGEST if high is None else int(min(high, _LARGEST)))
        whole.setValue(default)
        return whole
    if isinstance(default, float):
        real = NumberBox()
        real.setRange(-1e12 if low is None else low, 1e12 if high is None else high)
        real.setValue(default)
        return real
    return QLineEdit(str(default))


def _given(widget: QWidget) -> QMetaProperty:
    """What its user gives to a widget: a text, a number, whether it is checked."""
    return widget.metaObject().userProperty()
