"""What the user is told: above the work and without taking keys, or for a bug as a text to copy."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QListWidget, QMainWindow, QPushButton, QTextBrowser, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from seen import labels, named

from spectral_gui.app import status_bar
from spectral_gui.app.help import BugReportDialog, HelpActions, HelpDialog, collect_diagnostics, show_bug_report
from spectral_gui.app.status_bar import MessageBar
from spectral_gui.state import Notices


class Place(QMainWindow):
    """A window with a bar above its work."""

    def __init__(self) -> None:
        super().__init__()
        whole = QWidget()
        layout = QVBoxLayout(whole)
        self.bar, self.work = MessageBar(), QTextBrowser()
        layout.addWidget(self.bar)
        layout.addWidget(self.work)
        self.setCentralWidget(whole)


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    made = Place()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.work.setFocus()
    qtbot.waitUntil(made.work.hasFocus)
    return made


def test_a_complaint_stands_in_the_bar_and_leaves_the_focus(place: Place) -> None:
    place.bar.show_error("The file is gone.")
    assert place.bar.isVisible()
    assert place.bar.text == "The file is gone."
    assert place.work.hasFocus()
    place.bar.dismiss()
    assert not place.bar.isVisible()


def test_messages_wait_behind_each_other_once_each(place: Place) -> None:
    for sentence in ("one", "two", "one"):
        place.bar.show_error(sentence)
    assert place.bar.text == "one"
    assert "+1" in labels(place.bar)
    place.bar.dismiss()
    assert place.bar.text == "two"
    place.bar.dismiss()
    assert not place.bar.isVisible()


def test_escape_in_the_bar_closes_the_message(place: Place, qtbot: QtBot) -> None:
    place.bar.show_error("Read me.")
    qtbot.keyClick(named(place.bar, QToolButton, "Close the message"), Qt.Key.Key_Escape)
    assert not place.bar.isVisible()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are read in no time, and looked at often."""
    for name, value in (
        ("_POLL_INTERVAL_MILLISECONDS", 10),
        ("_MIN_VISIBLE_MILLISECONDS", 40),
        ("_READING_MILLISECONDS_PER_LETTER", 0),
    ):
        monkeypatch.setattr(status_bar, name, value)


def test_a_message_goes_when_what_it_is_about_is_over_but_can_be_read_first(
    quick: None, place: Place, qtbot: QtBot
) -> None:
    place.bar.show_error("The disk is full.")
    place.bar.mark_obsolete("The disk is full.")
    assert place.bar.text == "The disk is full."  # nobody has read it yet
    qtbot.waitUntil(lambda: not place.bar.isVisible(), timeout=30_000)
    assert quick is None


def test_messages_about_other_things_stay(quick: None, place: Place, qtbot: QtBot) -> None:
    for sentence in ("The file is gone.", "The disk is full."):
        place.bar.show_error(sentence)
    place.bar.mark_obsolete("The disk is full.")
    qtbot.waitUntil(lambda: place.bar.text == "The file is gone.", timeout=30_000)
    place.bar.mark_obsolete()  # whatever it is about
    qtbot.waitUntil(lambda: not place.bar.isVisible(), timeout=30_000)
    assert quick is None


def test_an_act_that_is_done_takes_back_what_was_told_of_it(place: Place) -> None:
    notices = Notices()
    notices.resolved.connect(place.bar.mark_obsolete)
    over: list[str] = []
    notices.resolved.connect(over.append)
    notices.report_error("The disk is full.", "saving")
    notices.report_error("No such file.", "opening")
    notices.resolve_errors("saving")
    assert over == ["The disk is full."]
    notices.resolve_errors("saving")
    assert over == ["The disk is full."]  # that was told once


def test_a_long_message_is_shortened_and_shown_whole_by_its_button(place: Place, qtbot: QtBot) -> None:
    place.bar.show_error("\n".join(f"problem {number}" for number in range(30)))
    assert labels(place.bar).count("\n") < 10
    qtbot.mouseClick(named(place.bar, QPushButton, "Show all of it"), Qt.MouseButton.LeftButton)
    (dialog,) = [one for one in place.findChildren(QWidget) if one.isWindow() and one.isVisible()]
    assert "problem 29" in getattr(dialog, "text")  # noqa: B009 - found by what it is, not by its class
    dialog.close()


def test_a_bug_gives_a_text_to_copy_and_later_ones_join_it(place: Place, qtbot: QtBot) -> None:
    show_bug_report(place, "Traceback: first")
    show_bug_report(place, "Traceback: second")
    show_bug_report(place, "Traceback: second")
    (report,) = place.findChildren(BugReportDialog)
    assert report.text.count("Traceback: first") == 1
    assert report.text.count("Traceback: second") == 1
    assert "3 times" in report.windowTitle()
    qtbot.mouseClick(named(report, QPushButton, "Copy"), Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == report.text
    assert "PySide6-Essentials" in copied
    report.close()


def test_a_diagnosis_names_versions_and_engines() -> None:
    text = collect_diagnostics({"answers": 123, "learning": None})
    assert "Python 3." in text
    assert "numpy 2." in text
    assert "engine for answers: process 123" in text
    assert "engine for learning: not started" in text
    assert f"log {Path(os.environ['SPECTRAL_HOME']) / 'data' / 'logs' / 'window.log'}" in text


def test_help_has_a_page_for_every_file_and_opens_once(place: Place, qtbot: QtBot) -> None:
    shown = HelpActions(place, Notices(), dict)
    shown.show_help()
    shown.show_help()
    (dialog,) = place.findChildren(HelpDialog)
    assert "Keys" in dialog.page_titles
    assert all(dialog.page_titles)
    dialog.findChildren(QListWidget)[0].setCurrentRow(dialog.page_titles.index("Keys"))
    assert "Attach to a head" in dialog.findChildren(QTextBrowser)[0].toPlainText()
    dialog.close()


def test_a_link_in_a_help_page_opens_the_page_it_names(place: Place, qtbot: QtBot) -> None:
    dialog = HelpDialog(place)
    dialog.open_page("train")
    with qtbot.waitExposed(dialog):
        dialog.show()
    (page,) = dialog.findChildren(QTextBrowser)
    link = page.document().find("Measures", page.document().characterCount() - 1, QTextDocument.FindFlag.FindBackward)
    page.setTextCursor(link)
    page.ensureCursorVisible()
    link.setPosition(link.selectionStart() + 2)
    qtbot.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=page.cursorRect(link).center())
    assert page.toPlainText().startswith("Measures\n")
    dialog.close()
