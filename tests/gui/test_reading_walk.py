"""With keys alone: a pasted text is read, its words are marked, a quiz is answered and the words are exported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot
from seen import named

from spectral_core.formats import load
from spectral_core.project import Project
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.read.page import Page
from spectral_gui.views.read.paste_dialog import PasteDialog

TEXT = "ذهب الولد إلى المدرسة في الصباح. كتب الدرس ثم عاد إلى البيت.\n\nقرأت البنت الكتاب في المدرسة."
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    made = Window(AppContext(tmp_path / "store"), Preferences(theme="light"))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=30_000)
    yield made
    made.close()
    made.deleteLater()
    QApplication.processEvents()


def press(qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget() or QApplication.activeWindow()
    assert widget is not None
    qtbot.keyClick(widget, key, modifier)


def paste(qtbot: QtBot, window: Window, text: str) -> None:
    """Reads what the clipboard holds: a key to ask, Enter to read."""
    QGuiApplication.clipboard().setText(text)
    press(qtbot, Qt.Key.Key_V, CONTROL | SHIFT)
    dialog = window.findChild(PasteDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow, timeout=30_000)
    with qtbot.waitSignal(window.context.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        press(qtbot, Qt.Key.Key_Return)
    come_back(qtbot, window)


def come_back(qtbot: QtBot, window: Window) -> None:
    """Activates the window again after a dialogue, as a window manager does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)


def focus_page(qtbot: QtBot, window: Window) -> Page:
    found = window.findChild(Page)
    assert found is not None
    qtbot.waitUntil(found.isVisible, timeout=30_000)
    for _ in range(40):
        if QApplication.focusWidget() is found:
            break
        press(qtbot, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is found
    return found


def test_a_pasted_text_is_read_asked_about_and_exported_with_keys_alone(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = window.context
    paste(qtbot, window, TEXT)
    assert window.panels.workspace.name == "read"
    assert [len(sentence) for sentence in desk.session.treebank] == [7, 7, 6]
    page = window.findChild(Page)
    assert page is not None
    assert QApplication.focusWidget() is page  # ready to be read
    assert [unit.starts_paragraph for unit in page.units if unit.first == 1] == [True, False, True]

    press(qtbot, Qt.Key.Key_G)  # meanings, all of them guessed
    qtbot.waitUntil(lambda: "the boy" in page.units[1].line_texts[2], timeout=60_000)
    assert page.visible_lines == ("gloss",)
    assert "gloss" in page.units[1].suggested_lines
    press(qtbot, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: desk.session.selection.word == 1, timeout=30_000)
    press(qtbot, Qt.Key.Key_Left)
    press(qtbot, Qt.Key.Key_K)
    assert desk.reader.known_lemmas == {desk.reader.find_vocabulary_lemma(0, 2)}
    press(qtbot, Qt.Key.Key_R)

    for index in range(3):  # where no model is calibrated, only what somebody decided is asked about
        for word, row in enumerate(desk.reader.get_ranked_candidates(index) or (), 1):
            if row:
                assert desk.reading_selection.assign_to_occurrences(row[0].value, [(index, word)], word)
    press(qtbot, Qt.Key.Key_Q)
    qtbot.waitUntil(lambda: window.views.quiz.question is not None, timeout=60_000)
    for number in range(1, 4):
        asked = window.views.quiz.question
        assert asked is not None
        press(qtbot, Qt.Key(Qt.Key.Key_1 + asked.correct_index))
        assert (desk.reader.quiz_score.correct, desk.reader.quiz_score.answered) == (number, number)
        press(qtbot, Qt.Key.Key_Return)

    focus_page(qtbot, window)
    press(qtbot, Qt.Key.Key_W)
    qtbot.waitUntil(
        lambda: not window.views.vocabulary.is_counting and bool(window.views.vocabulary.listed_entries), timeout=30_000
    )
    assert next(entry.count for entry in window.views.vocabulary.listed_entries if "فِي" in entry.lemma) == 2
    for key, ending in ((Qt.Key.Key_T, ".csv"), (Qt.Key.Key_A, ".txt")):
        press(qtbot, key)
        dialog = next(one for one in window.views.vocabulary.findChildren(QFileDialog) if one.isVisible())
        dialog.setDirectory(str(tmp_path))
        qtbot.waitUntil(dialog.isActiveWindow, timeout=30_000)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_A, CONTROL)
        qtbot.keyClicks(QApplication.focusWidget(), "words")
        with qtbot.waitSignal(desk.notices.notified, timeout=30_000):
            press(qtbot, Qt.Key.Key_Return)
        assert (tmp_path / f"words{ending}").stat().st_size > 400
        come_back(qtbot, window)


def test_pasted_texts_are_kept_as_documents_and_come_back(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    for text in ("The first text. It is short.", "The first text. Another one."):
        paste(qtbot, window, text)
    assert desk.session.documents == ("The first text It is.conllu", "The first text Another one.conllu")
    assert desk.session.project is not None
    folder = desk.session.project.folder
    assert folder == (tmp_path / "store" / "reading").resolve()
    assert [sentence.text for sentence in load(folder / desk.session.documents[1])] == [
        "The first text.",
        "Another one.",
    ]
    paste(qtbot, window, "The first text. It is short.")
    assert desk.session.document == "The first text It is (2).conllu"
    again = AppContext(tmp_path / "store")
    try:
        with qtbot.waitSignal(again.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
            again.session.open(folder)
        assert len(again.session.documents) == 3
    finally:
        again.close()


def test_a_text_pasted_into_a_project_is_a_document_of_it(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    (tmp_path / "old.txt").write_text("Some words here.", encoding="utf-8")
    Project.create(tmp_path / "mine", [tmp_path / "old.txt"], "Mine").close()
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(tmp_path / "mine")
    paste(qtbot, window, "A new text.")
    assert desk.session.project is not None
    assert desk.session.project.folder == (tmp_path / "mine").resolve()
    assert desk.session.document == "A new text.conllu"
    assert desk.session.treebank.format == "conllu"


def test_a_text_that_cannot_be_kept_leaves_no_file(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    paste(qtbot, window, "The first text.")
    assert desk.session.project is not None
    folder = desk.session.project.folder
    other = AppContext(tmp_path / "store")
    try:
        assert other.reader.save_text("Another text, while the project is held.") is not None
        with qtbot.waitSignal(other.notices.failed, timeout=30_000):
            pass
        assert [path.name for path in folder.glob("*.conllu")] == ["The first text.conllu"]
    finally:
        other.close()


def test_a_text_kept_in_a_project_whose_journal_is_gone_is_kept_and_that_is_told(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "store" / "reading"
    Project.create(folder, (), "Reading").close()
    (folder / "journal.sqlite").unlink()
    with qtbot.waitSignal(window.context.notices.failed, timeout=30_000) as told:
        paste(qtbot, window, "The first text.")
    assert told.args is not None
    assert "journal.sqlite, is gone, and a new one was started" in told.args[0]
    assert window.context.session.documents == ("The first text.conllu",)


def test_a_text_without_words_is_refused_with_a_sentence(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    assert desk.reader.save_text("\u200b \n") is not None
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
        desk.reader.save_text(" \n ")
    assert told.args is not None
    assert "no words" in told.args[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x" * 20_000, "all 20,000 characters will be read"),
        ("e\u0301" * 10_000 + " end", "all 20,004 characters will be read"),
        ("word " * 20_000, "all 100,000 characters will be read"),
        ("Cat sat. " * 600_000, "only the first 5,000,000 of 5,400,000 characters are read"),
    ],
)
@pytest.mark.parametrize("by_hand", [False, True])
def test_of_a_text_that_is_long_only_what_can_be_laid_out_at_once_is_shown(
    text: str, told: str, by_hand: bool, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("" if by_hand else text)
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    field = dialog.findChild(QPlainTextEdit)
    assert field is not None
    if by_hand:
        QGuiApplication.clipboard().setText(text)
        field.paste()
    shown = field.toPlainText()
    assert len(shown) <= 30_000
    assert max(map(len, shown.split())) <= 301
    assert any(told in label.text() for label in dialog.findChildren(QLabel))
    given: list[str] = []
    dialog.text_entered.connect(given.append)
    named(dialog, QPushButton, "Read").click()
    assert given == [text[:5_000_000]]


def test_a_text_pasted_into_another_is_read_where_it_was_put(qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("😀 before after")
    dialog = PasteDialog()
    qtbot.addWidget(dialog)
    field = dialog.findChild(QPlainTextEdit)
    assert field is not None
    cursor = field.textCursor()
    cursor.setPosition(len("😀 before ") + 1)  # in UTF-16
    field.setTextCursor(cursor)
    QGuiApplication.clipboard().setText("x" * 400)
    field.paste()
    with qtbot.waitSignal(dialog.text_entered) as told:
        named(dialog, QPushButton, "Read").click()
    assert told.args == ["😀 before " + "x" * 400 + "after"]
