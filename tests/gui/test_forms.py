"""Forms: numbers short to read and exact, bounds that are told, an order for keys."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from spectral_core.model import setting
from spectral_gui.widgets.settings_form import FloatSpinBox, SettingsForm


def box_from(low: float, high: float) -> FloatSpinBox:
    box = FloatSpinBox()
    box.setRange(low, high)
    return box


@given(value=st.floats(-1e12, 1e12).filter(lambda value: value == 0 or abs(value) > 1e-300))
@example(value=0.003)
@example(value=1.2345678901234567e-299)
def test_a_number_comes_back_to_its_last_digit(qapp: QApplication, value: float) -> None:
    box = box_from(-1e12, 1e12)
    box.setValue(value)
    assert box.value() == value
    assert box.valueFromText(box.text()) == value
    assert box.validate(box.text(), 0)[0] == QValidator.State.Acceptable


def test_useless_zeros_are_not_shown(qtbot: QtBot) -> None:
    box = box_from(0, 1e12)
    qtbot.addWidget(box)
    for value, text in ((100.0, "100"), (0.003, "0.003"), (0.0, "0"), (1e-08, "1e-08")):
        box.setValue(value)
        assert box.text() == text


def test_a_number_is_typed_with_an_exponent_and_letters_are_refused(qtbot: QtBot) -> None:
    box = box_from(0, 10)
    qtbot.addWidget(box)
    box.selectAll()
    qtbot.keyClicks(box, "2.5xe-4")
    assert box.value() == 0.00025
    for text, state in (
        ("", QValidator.State.Intermediate),
        ("1e-", QValidator.State.Intermediate),
        ("11", QValidator.State.Intermediate),
        ("nan", QValidator.State.Invalid),
        ("1,5", QValidator.State.Invalid),
    ):
        assert box.validate(text, 0)[0] == state


def test_steps_are_a_tenth_and_leave_no_dust(qtbot: QtBot) -> None:
    box = box_from(0, 1)
    qtbot.addWidget(box)
    box.stepBy(1)
    assert box.value() == 0.001
    box.setValue(0.003)
    box.stepBy(2)
    assert box.text() == "0.0032"
    box.setValue(1)
    box.stepBy(1)
    assert box.value() == 1


@dataclass(frozen=True, slots=True)
class SomeSettings:
    states: int = setting(4, "States", "How many.", low=1, high=100)
    share: float = setting(0.5, "Share", "Of what.", low=0.0)
    kind: str = setting("left", "Kind", "Which.", choices=("left", "right"))
    name: str = setting("", "Name", "Free text.")
    quick: bool = setting(False, "Quick", "Or not.")


@pytest.fixture
def form(qtbot: QtBot) -> SettingsForm:
    made = SettingsForm(SomeSettings)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def typed(form: SettingsForm, qtbot: QtBot, name: str, text: str) -> QAbstractSpinBox:
    box = form.findChild(QAbstractSpinBox, name)
    assert box is not None
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)
    return box


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("states", "500", "States must be between 1 and 100."),
        ("states", "0", "States must be between 1 and 100."),
        ("share", "-1", "Share must be at least 0."),
        ("share", "2e", "Share must be at least 0."),
    ],
)
def test_a_number_out_of_bounds_stays_as_typed_and_is_complained_about(
    form: SettingsForm, qtbot: QtBot, name: str, text: str, told: str
) -> None:
    box = typed(form, qtbot, name, text)
    assert form.error_message == told
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.keyClick(box, Qt.Key.Key_Tab)
    assert box.text() == text
    assert form.error_message == told
    assert not form.is_default
    typed(form, qtbot, name, "7")
    assert form.error_message == ""
    assert form.values()[name] == 7
    form.reset()
    assert form.is_default


def test_tab_goes_through_the_fields_in_their_order_and_each_is_explained(form: SettingsForm, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    form.explained.connect(lambda title, text: told.append((title, text)))
    form.editor_widgets[-1].setFocus()
    told.clear()
    form.editor_widgets[0].setFocus()
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert told == [
        ("States", "How many."),
        ("Share", "Of what."),
        ("Kind", "Which."),
        ("Name", "Free text."),
        ("Quick", "Or not."),
    ]


def test_values_are_shown_and_given_back_and_unknown_ones_left_out(form: SettingsForm) -> None:
    form.set_values({"states": 9, "share": 0.125, "kind": "right", "name": "x", "quick": True, "gone": 1})
    assert form.values() == {"states": 9, "share": 0.125, "kind": "right", "name": "x", "quick": True}


def test_a_wheel_over_a_field_without_the_focus_changes_nothing(form: SettingsForm) -> None:
    form.findChild(QLineEdit, "name").setFocus()
    box = form.findChild(QAbstractSpinBox, "states")
    assert box is not None
    middle = QPointF(box.rect().center())
    turned = QWheelEvent(
        middle,
        QPointF(box.mapToGlobal(middle)),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turned)
    assert form.values()["states"] == 4
    box.setFocus()
    QApplication.sendEvent(box, turned)
    assert form.values()["states"] == 5
