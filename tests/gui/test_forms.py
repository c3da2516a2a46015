"""Numbers in forms: short to read, and exact."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from spectral_gui.forms import NumberBox


def box_from(low: float, high: float) -> NumberBox:
    box = NumberBox()
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
