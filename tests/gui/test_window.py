"""The window on a small treebank: opened, walked through and learnt from, with the real engine in its process."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QListView,
    QListWidget,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QStyleOptionViewItem,
    QToolButton,
    QTreeWidget,
)
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_core.methods import METHODS
from spectral_core.model import Value, settings_in
from spectral_gui import resources, theme
from spectral_gui.forms import SettingsForm
from spectral_gui.lists import SentenceList, WordTable
from spectral_gui.session import Session
from spectral_gui.window import Window

TEXT = (
    "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "1\tكتابٌ\tكتاب\tNOUN\tN\t_\t0\troot\t_\t_\n2\tجديد\tجديد\tADJ\tA\t_\t1\tamod\t_\t_\n\n"
)


ENDLESS: dict[str, Value] = {"states": 2, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    path = tmp_path / "small.conllu"
    path.write_text(TEXT * 20, encoding="utf-8")
    session = Session()
    made = Window(session)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(session.methods_changed, timeout=60_000):
        session.open(path)
    return made


def session_of(window: Window) -> Session:
    return window._session


def test_a_treebank_is_opened_and_walked_through_with_keys(window: Window, qtbot: QtBot) -> None:
    queue = window.findChild(QListView)
    assert queue is not None
    assert queue.model().rowCount() == 40
    outline = window.findChild(QTreeWidget)
    assert outline is not None
    assert outline.topLevelItem(0).text(0) == "bark"
    qtbot.keyClick(window, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert session_of(window).selected == 1
    assert outline.topLevelItem(0).text(0) == "كتابٌ"
    assert outline.topLevelItem(0).child(0).text(1) == "amod"
    qtbot.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert queue.currentIndex().row() == 0


def test_a_model_is_learnt_in_the_engine_and_measured(window: Window, qtbot: QtBot) -> None:
    session = session_of(window)
    with qtbot.waitSignal(session.models_changed, timeout=60_000):
        session.learn("ngram", {"column": "xpos", "minimum": 1})
    log = window.findChild(QPlainTextEdit)
    assert log is not None
    assert "ngram 1: perplexity" in log.toPlainText()
    assert "unknown 0 %\n  measured on the text it was learnt from" in log.toPlainText()
    assert not session.learning


def test_a_wrong_setting_is_told_in_a_sentence(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session_of(window).failed, timeout=60_000) as said:
        session_of(window).learn("ngram", {"column": "telepathy"})
    assert "column is one of form" in said.args[0]
    box = QApplication.activeModalWidget() or window.findChild(QObject, "qt_msgbox_label")
    assert box is not None


def test_an_engine_that_dies_is_replaced_and_the_window_goes_on(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    session = session_of(window)
    with qtbot.waitSignal(session.learning_progressed, timeout=60_000):
        session.learn("hmm", ENDLESS)
    with qtbot.waitSignal(session.failed, timeout=60_000) as said:
        assert session._jobs._process is not None
        session._jobs._process.kill()
    assert "started anew" in said.args[0]
    with qtbot.waitSignal(session.methods_changed, timeout=60_000):
        session.open(tmp_path / "small.conllu")
    assert len(session.treebank) == 40


def test_learning_is_stopped_by_its_button(window: Window, qtbot: QtBot) -> None:
    session = session_of(window)
    ended: list[str] = []
    job = session.learn("hmm", ENDLESS)
    job.cancelled.connect(lambda: ended.append("cancelled"))
    with qtbot.waitSignal(session.learning_progressed, timeout=60_000):
        pass
    stop = next(button for button in window.findChildren(QPushButton) if button.text() == "Stop")
    assert stop.isEnabled()
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ended == ["cancelled"], timeout=10_000)
    assert not session.learning
    assert not session.models


def open_text(window: Window, qtbot: QtBot, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    with qtbot.waitSignal(session_of(window).methods_changed, timeout=60_000):
        session_of(window).open(path)


def test_sentences_with_problems_are_marked_in_the_list(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    sound, circle, short = "1\ta", "1\tb", "1\tc\n2\td\t_\t_\t_\t_\t5"
    rest = "\t_\t_\t_\t_\t{0}\t_\t_\t_\n\n"
    text = sound + rest.format(0) + circle + rest.format(1) + short + "\n\n"
    open_text(window, qtbot, tmp_path / "three.conllu", text)
    queue = window.findChild(QListView)
    assert queue is not None
    rows = [queue.model().index(row, 0) for row in range(3)]
    assert ["⚠" in row.data() for row in rows] == [False, True, True]
    tips = [row.data(Qt.ItemDataRole.ToolTipRole) for row in rows]
    assert tips[0] == "a"
    assert "circle" in tips[1]
    assert "columns" in tips[2]
    assert "head" not in tips[2]


def test_problems_of_the_whole_file_are_counted_in_the_status_bar(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    button = window.statusBar().findChild(QToolButton)
    assert button is not None
    assert not button.isVisible()
    open_text(window, qtbot, tmp_path / "stray.mrg", "(S (UH Yes))\n) stray\n")
    assert button.isVisible()
    problems = session_of(window).treebank.problems
    assert button.text() == f"⚠ {len(problems)} problem{'s' * (len(problems) != 1)} with the file"
    assert all(problem.what in button.toolTip() for problem in problems)
    assert "1 sentence" in [label.text().partition(": ")[2] for label in window.statusBar().findChildren(QLabel)]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    box = window.findChild(QMessageBox)
    assert box is not None
    assert problems[0].what in box.text()
    box.close()


def test_a_greyed_method_is_readable_in_either_theme(window: Window, qtbot: QtBot) -> None:
    methods = window.findChild(QListWidget)
    assert methods is not None
    session_of(window).methods_changed.emit({"ngram": "There is nothing to count."})
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    for _ in range(3):
        window.flip_theme()
        seen = {}
        for row in (1, 2):
            option = QStyleOptionViewItem()
            option.palette = methods.palette()
            methods.itemDelegate().initStyleOption(option, methods.model().index(row, 0))
            seen[row] = option.palette.text().color()
        base = methods.palette().base().color().lightness()
        assert seen[1] == methods.palette().placeholderText().color()
        assert seen[2] == methods.palette().text().color()
        assert all(abs(colour.lightness() - base) > 80 for colour in seen.values())
    theme.apply(application, dark=False)


def test_a_closed_dock_comes_back_from_the_view_menu(window: Window, qtbot: QtBot) -> None:
    view = next(menu for menu in window.findChildren(QMenu) if menu.title() == "&View")
    toggles = {action.text(): action for action in view.actions()}
    for dock in window.findChildren(QDockWidget):
        dock.close()
        assert not dock.isVisible()
        toggles[dock.windowTitle()].trigger()
        assert dock.isVisible()


def test_a_file_that_cannot_be_opened_leaves_what_is_open(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    session = session_of(window)
    with qtbot.waitSignal(session.failed, timeout=60_000) as said:
        session.open(tmp_path / "none.conllu")
    assert "there is no such file" in said.args[0]
    assert len(session.treebank) == 40


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)
def test_a_form_shows_the_defaults_and_gives_them_back(method: object, qtbot: QtBot) -> None:
    settings = METHODS[getattr(method, "name")].settings  # noqa: B009 - parametrised by the row itself
    form = SettingsForm(settings)
    qtbot.addWidget(form)
    assert form.values() == {row.name: row.default for row in settings_in(settings)}


def test_item_models_keep_qts_rules(qtbot: QtBot) -> None:
    sentences = SentenceList()
    words = WordTable()
    testers = [QAbstractItemModelTester(model) for model in (sentences, words)]
    sentences.show_treebank(Treebank.of([Sentence.of(("a", "b"), heads=(2, 1))] * 3))
    words.show_sentence(Sentence.of(("a", "b"), heads=(2, None)))
    assert sentences.rowCount() == 3
    assert "circle" in str(sentences.data(sentences.index(0), Qt.ItemDataRole.ToolTipRole))
    assert [words.data(words.index(0, column)) for column in range(3)] == ["1", "a", ""]
    assert words.headerData(1, Qt.Orientation.Horizontal) == "FORM"
    words.show_sentence(None)
    assert words.rowCount() == 0
    assert len(testers) == 2


def test_many_void_calls_into_qt_keep_none_alive(qtbot: QtBot) -> None:
    """Some versions lost a reference to None on every void call and ended the process after a few thousand."""
    thing = QObject()
    for number in range(20_000):
        thing.setObjectName(str(number))
    assert thing.objectName() == "19999"


def test_both_palettes_and_the_arabic_font_are_there(qtbot: QtBot) -> None:
    light, dark = theme.palette(False), theme.palette(True)
    assert light.window().color().lightness() > 200 > 60 > dark.window().color().lightness()
    resources.load_fonts()
    assert resources.text_font(12, arabic=True).families()[0] == "Noto Naskh Arabic"
    assert QFontInfo(resources.text_font(12, arabic=True)).family() == "Noto Naskh Arabic"
    assert QFontInfo(resources.text_font(12)).family() != "Noto Naskh Arabic"
