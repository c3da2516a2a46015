"""Item models over treebanks: what their rows say, in which order, and that Qt finds nothing wrong with them."""

from __future__ import annotations

from collections.abc import Generator
from datetime import datetime

from event_loop import turn
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_gui.widgets import TimeSlicer
from spectral_gui.widgets.lists import (
    Marks,
    SentenceDelegate,
    SentenceListModel,
    UniformRowView,
    format_local_time,
)

TREEBANK = Treebank.of(
    [
        Sentence.of(["Dogs", "bark"], heads=[2, 0]),
        Sentence.of(["كتاب", "جديد"], heads=[0, 1]),
        Sentence.of(["הכלב", "ישן"], heads=[2, 0]),
        Sentence.of(["two", "roots"], heads=[0, 0]),
    ]
)


def no_marks(_at: int) -> Marks:
    return (("", "wrong"), ("✓", "accepted"))


def shown(model: SentenceListModel) -> list[str]:
    return [str(model.data(model.index(row))) for row in range(model.rowCount())]


def test_rows_are_sentences_in_the_order_given(qtbot: QtBot) -> None:
    model = SentenceListModel(no_marks)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_treebank(TREEBANK, [2, 0])
    assert [model.sentence_at(row) for row in range(model.rowCount())] == [2, 0]
    assert [model.find_row(at) for at in range(4)] == [1, -1, 0, -1]
    assert model.find_row(-1) == -1
    model.show_treebank(TREEBANK)
    assert [model.find_row(at) for at in range(4)] == [0, 1, 2, 3]
    assert tester is not None


def test_a_row_says_its_number_marks_and_text(qtbot: QtBot) -> None:
    model = SentenceListModel(no_marks)
    model.show_treebank(TREEBANK)
    assert shown(model)[:3] == ["1  ✓ \u2068Dogs bark\u2069", "2  ✓ \u2068كتاب جديد\u2069", "3  ✓ \u2068הכלב ישן\u2069"]
    said = model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert said == "2, accepted: \u2068كتاب جديد\u2069"


def test_a_changed_sentence_changes_its_own_row_only(qtbot: QtBot) -> None:
    model = SentenceListModel(no_marks)
    model.show_treebank(TREEBANK, [3, 1])
    assert len(shown(model)) == 2
    changed: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    model.refresh_sentence(1, TREEBANK.with_sentence(1, Sentence.of(["قلم"])))
    assert changed == [(1, 1)]
    assert "قلم" in shown(model)[1]


def test_the_text_of_a_row_stands_on_the_side_where_it_begins(qtbot: QtBot) -> None:
    model = SentenceListModel(lambda _: ())
    model.show_treebank(TREEBANK)
    view = UniformRowView(model, SentenceDelegate(12, model), 24)
    qtbot.addWidget(view)
    delegate = view.itemDelegate()
    assert isinstance(delegate, SentenceDelegate)
    for row, right in ((0, False), (1, True), (2, True)):
        image = QImage(500, 30, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        option = QStyleOptionViewItem()
        option.initFrom(view)
        option.rect, option.widget = QRect(0, 0, 500, 30), view
        painter = QPainter(image)
        delegate.paint(painter, option, model.index(row))
        painter.end()
        inked = [x for x in range(60, 500) for y in range(30) if image.pixelColor(x, y).lightness() < 128]
        assert (max(inked) > 450) is right
        if right:
            assert min(inked) > 300


def test_letters_typed_in_a_list_read_no_rows(qtbot: QtBot) -> None:
    model = SentenceListModel(no_marks)
    model.show_treebank(TREEBANK)
    view = UniformRowView(model, SentenceDelegate(12, model), 24)
    qtbot.addWidget(view)
    view.setCurrentIndex(model.index(0))
    qtbot.keyClick(view, Qt.Key.Key_T)
    assert view.currentIndex().row() == 0
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.currentIndex().row() == 3


def test_long_reading_leaves_time_for_events_and_a_stopped_one_says_nothing(qtbot: QtBot) -> None:
    slices, taken = TimeSlicer(), []

    def count(to: int) -> Generator[None, None, int]:
        for _ in range(to):
            yield
        return to

    slices.start(count(10), taken.append)
    slices.start(count(200_000), taken.append)
    qtbot.waitUntil(lambda: bool(taken), timeout=30_000)
    assert taken == [200_000]
    slices.start(count(5), taken.append)
    slices.stop()
    assert not slices.is_busy
    turn()
    assert taken == [200_000]

    def fail() -> Generator[None, None, int]:
        yield
        raise ValueError("of the work itself")

    with qtbot.captureExceptions() as caught:
        slices.start(fail(), taken.append)
        qtbot.waitUntil(lambda: not slices.is_busy)
        turn()
    assert [one[0] for one in caught] == [ValueError]
    assert taken == [200_000]


def test_times_of_today_are_of_the_clock_alone() -> None:
    now = datetime.now().astimezone()
    assert format_local_time(now.isoformat()) == now.strftime("%H:%M")
    earlier = format_local_time("2001-02-03T12:00:30", "%H:%M:%S")
    assert earlier.endswith(" 12:00:30")
    assert format_local_time("2001-02-03T12:00:30", keeps_clock=False) == earlier.removesuffix(" 12:00:30")
    for written in ("yesterday", "0001-01-01T00:00:00+14:00"):
        assert format_local_time(written) == written
