"""Small things of reading: keys after a click on a tab, marks beside their words, vowels only where there are any."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from event_loop import turn
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QListWidget, QPlainTextEdit, QTabBar
from pytestqt.qtbot import QtBot
from seen import named

from spectral_gui.app.help import HelpDialog
from spectral_gui.app.window import Window
from spectral_gui.views.read.display_units import ANNOTATION_LINES, GLOSS, DisplayUnit
from spectral_gui.views.read.page import Page
from spectral_gui.views.read.paste_dialog import PasteDialog
from spectral_gui.views.read.reader import ReaderView

ENGLISH = "".join(
    f"# text = ({one}).\n1\t(\t(\tPUNCT\t-LRB-\t_\t2\tpunct\t_\tSpaceAfter=No\n"
    f"2\t{one}\t{one}\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No|Gloss=something with a long meaning\n"
    "3\t)\t)\tPUNCT\t-RRB-\t_\t2\tpunct\t_\tSpaceAfter=No\n4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
    for one in ("dog", "cat", "cow", "cup", "sun")
)
BARE = "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
ARABIC = BARE.replace("Dogs", "كتاب").replace("bark", "جديد")
Opened = Callable[..., Window]


def click_tab(window: Window, qtbot: QtBot, title: str) -> None:
    for tabs in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        for place in range(tabs.count()):
            if tabs.tabText(place) == title:
                qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(place).center())
                turn()
                return
    raise AssertionError(title)


@pytest.mark.parametrize(("title", "name"), [("Quiz", "quiz"), ("Words", "vocabulary")])
def test_the_keys_of_a_panel_work_after_a_click_on_its_tab(opened: Opened, title: str, name: str, qtbot: QtBot) -> None:
    window = opened(ENGLISH, read=True)
    window.panels.focus_page()
    turn()
    click_tab(window, qtbot, title)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert window.panels.docks[name].isAncestorOf(focus)
    click_tab(window, qtbot, title)  # it is in front already
    assert window.panels.docks[name].isAncestorOf(QApplication.focusWidget() or window)


def test_the_text_opens_at_the_selected_sentence(opened: Opened, qtbot: QtBot) -> None:
    words = "".join(f"{number}\tword\t_\t_\t_\t_\t{number - 1}\t_\t_\t_\n" for number in range(1, 25))
    window = opened(f"# newpar\n{words}\n" * 40)
    window.context.session.select(12)
    turn()
    window.panels.show_workspace("read")
    page = window.views.reading.findChild(Page)
    assert page is not None
    qtbot.wait(300)  # for the last layout, which may move the text
    assert page.visibleRegion().contains(page.find_area(12, 0).center().toPoint())


def test_each_display_option_of_the_reader_can_be_read_back(opened: Opened) -> None:
    reader = opened(ENGLISH, read=True).findChild(ReaderView)
    assert reader is not None
    reader.show_lines(GLOSS)
    assert [name for name in ANNOTATION_LINES if reader.is_line_selected(name)] == [GLOSS]
    assert not reader.words_marked
    assert reader.line_by_line


def test_f1_opens_the_page_of_the_workspace_or_the_panel_one_is_in(opened: Opened, qtbot: QtBot) -> None:
    window = opened(ENGLISH, read=True)
    pages = {
        "annotate": "Annotate",
        "compare": "Compare versions",
        "train": "Train models",
    }
    for workspace, title in pages.items():
        window.panels.show_workspace(workspace)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        dialog = window.findChild(HelpDialog)
        assert dialog is not None
        assert named(dialog, QListWidget, "Pages").currentItem().text() == title
        dialog.hide()
    window.panels.show_find()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = window.findChild(HelpDialog)
    assert dialog is not None
    assert "Find" in named(dialog, QListWidget, "Pages").currentItem().text()
    dialog.hide()


@pytest.mark.parametrize("right_to_left", [False, True])
def test_marks_stand_at_the_letters_of_their_word_however_long_its_meaning_is(
    qtbot: QtBot, right_to_left: bool
) -> None:
    page = Page()
    qtbot.addWidget(page)
    page.resize(600, 300)
    page.visible_lines = (GLOSS,)
    empty = ("",) * len(ANNOTATION_LINES)
    under = tuple("something with a long meaning" if line == GLOSS else "" for line in ANNOTATION_LINES)
    rows = (("(", empty, False), ("dog", under, False), (")", empty, False), (".", empty, True), ("cat", under, True))
    page.show_units(
        DisplayUnit(text, 0, word, word, below, space, False, right_to_left, lemmas=(text,) if text.isalpha() else ())
        for word, (text, below, space) in enumerate(rows, 1)
    )
    opens, dog, shuts, stop, cat = (box.area for box in page.placed_units)
    letters = page.fontMetrics().horizontalAdvance("dog") * 3  # at most, in the larger letters of a page
    middle = dog.center().x()
    for mark in (opens, shuts, stop):
        assert abs(mark.center().x() - middle) < letters
        assert mark.left() >= dog.left() - 1
        assert mark.right() <= dog.right() + 1
    order = [opens.center().x(), middle, shuts.center().x(), stop.center().x(), cat.center().x()]
    assert order == sorted(order, reverse=right_to_left)
    assert not cat.intersects(dog)


def test_vowels_are_offered_for_arabic_and_not_for_english(opened: Opened, qtbot: QtBot) -> None:
    window = opened(BARE * 3, read=True)
    box = named(window, QComboBox, "When to show vowels")
    qtbot.waitUntil(lambda: not window.context.readings.is_ranking, timeout=60_000)
    assert not box.isVisible()
    window.views.reading.cycle_vowel_mode()
    assert not box.isVisible()
    assert "vocalised" in window.statusBar().currentMessage()


def test_vowels_of_an_arabic_text_can_be_asked_for(opened: Opened) -> None:
    window = opened(ARABIC * 3, read=True)
    assert named(window, QComboBox, "When to show vowels").isVisible()


def test_the_title_of_the_window_keeps_an_arabic_name_to_itself(opened: Opened) -> None:
    window = opened(ARABIC, "كتاب.conllu", read=True)
    assert window.windowTitle() == "[*]\u2068كتاب.conllu\u2069 — Spectral Workbench"


def test_the_paste_box_writes_an_arabic_text_from_the_right(qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("ذهب الولد إلى المدرسة.")
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    field = named(dialog, QPlainTextEdit, "Text")
    cursor = field.textCursor()
    cursor.movePosition(cursor.MoveOperation.Start)
    field.setTextCursor(cursor)
    assert field.cursorRect().center().x() > field.viewport().width() / 2
    field.setPlainText("Dogs bark.")
    cursor = field.textCursor()
    cursor.movePosition(cursor.MoveOperation.Start)
    field.setTextCursor(cursor)
    assert field.cursorRect().center().x() < field.viewport().width() / 2
