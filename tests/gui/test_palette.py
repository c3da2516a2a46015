"""The palette, the rail and the bar above the pages, by keys and by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from event_loop import of_kind, turn
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_gui.app.dock_layouts import RIGHT, is_dock_on_screen
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.shared.command_palette import Scrim, match_fuzzily


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    made = Window(AppContext(tmp_path / "store"), Preferences(theme="light"))
    made.resize(1400, 900)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=30_000)
    with qtbot.waitSignal(made.context.survey.changed, timeout=60_000):
        made.document_actions.open(locate_assets() / "sample" / "english" / "written.conllu")
    yield made
    made.close()
    made.deleteLater()


def asked(window: Window, typed: str) -> list[str]:
    palette = window.command_palette
    window.show_palette()
    if len(typed) > 100 or not typed.isascii():  # pasted
        palette.line.setText(typed)
    else:
        QTest.keyClicks(palette.line, typed)
    return [str(palette.model.index(row, 0).data()) for row in range(palette.model.rowCount())]


@pytest.mark.parametrize(
    ("typed", "text"), [("fit", "Fit"), ("nsen", "Next sentence"), ("ld", "Light or dark"), ("", "anything")]
)
def test_letters_fit_a_text_in_their_order(typed: str, text: str) -> None:
    assert match_fuzzily(text, typed) is not None


def test_letters_that_begin_words_fit_better_than_letters_within() -> None:
    here, there, whole = (match_fuzzily(text, "ns") for text in ("Next sentence", "Interlinear senses", "ns"))
    assert here is not None
    assert there is not None
    assert whole is not None
    assert whole[0] < here[0] < there[0]
    assert here[1] == (0, 5)
    assert match_fuzzily("Next sentence", "sx") is None


def test_a_command_is_found_by_letters_and_done_by_return(window: Window) -> None:
    found = asked(window, "train")
    assert found[0] == "Train"
    QTest.keyClick(window.command_palette.line, Qt.Key.Key_Return)
    turn()
    assert window.panels.workspace.name == "train"
    assert not window.command_palette.isVisible()


def test_a_sentence_is_gone_to_by_words_of_it(window: Window) -> None:
    wanted = window.context.session.treebank[5].text
    found = asked(window, wanted[:18])
    assert any(wanted in row for row in found)
    palette = window.command_palette
    while wanted not in str(palette.list.currentIndex().data()):
        QTest.keyClick(palette.line, Qt.Key.Key_Down)
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert window.context.session.selection.sentence == 5


def test_a_relation_is_looked_for(window: Window, qtbot: QtBot) -> None:
    assert asked(window, "deprel=nsubj")[0] == "deprel=nsubj"
    with qtbot.waitSignal(
        window.context.document_search.searched, timeout=60_000, check_params_cb=lambda found: found is not None
    ):
        QTest.keyClick(window.command_palette.line, Qt.Key.Key_Return)
    assert window.context.document_search.result is not None


def test_a_label_with_a_quotation_mark_is_looked_for(window: Window, qtbot: QtBot) -> None:
    label = 'odd"\\label'
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(["Dogs", "bark"], xpos=[label, "V"])]))
    qtbot.waitUntil(lambda: window.context.survey.is_complete, timeout=60_000)
    assert asked(window, "@odd")[0] == f"xpos={label}"
    with qtbot.waitSignal(
        window.context.document_search.searched, timeout=60_000, check_params_cb=lambda found: found is not None
    ):
        QTest.keyClick(window.command_palette.line, Qt.Key.Key_Return)
    result = window.context.document_search.result
    assert result is not None
    assert len(result.sentences) == 1


def test_words_are_found_without_their_vowel_signs(window: Window) -> None:
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(["قَرَأَ"])]))
    assert asked(window, "#قرأ") == ["1  \u2068قَرَأَ\u2069"]


def test_an_ampersand_in_a_command_is_shown(window: Window) -> None:
    window.context.session.edit("Write 'AT&T'", lambda sentence: sentence.with_value("upos", 1, "X"))
    assert asked(window, ">undo")[0] == "Undo Write 'AT&T'"
    assert window.top_bar.undo_button.accessibleName() == "Undo Write 'AT&T'"


def test_a_sign_typed_first_narrows_what_is_offered(window: Window) -> None:
    sentences = asked(window, "#")
    assert all(row.lstrip()[0].isdigit() for row in sentences)
    assert asked(window, "#12")[0].startswith("12 ")
    labels = asked(window, "@obl")
    assert labels
    assert all("=" in row for row in labels)
    assert not any("=" in row for row in asked(window, ">obl"))


def test_the_window_is_dimmed_behind_the_palette_and_a_click_there_leaves(window: Window) -> None:
    palette = window.command_palette
    window.show_palette()
    (scrim,) = (one for one in window.findChildren(Scrim) if one.isVisible())
    assert scrim.geometry() == window.rect()
    window.resize(1000, 700)
    turn()
    assert scrim.geometry() == window.rect()
    assert window.rect().contains(palette.geometry())
    QTest.mouseClick(scrim, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not palette.isVisible()
    assert not scrim.isVisible()


def test_the_first_row_of_each_group_is_higher_by_its_heading(window: Window) -> None:
    asked(window, "lo")
    palette = window.command_palette
    groups = [str(palette.model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)).partition(":")[0]
              for row in range(palette.model.rowCount())]  # fmt: skip
    high = [palette.list.sizeHintForRow(row) for row in range(len(groups))]
    first = [at == 0 or groups[at] != groups[at - 1] for at in range(len(groups))]
    assert len(set(groups)) > 1
    assert all((one > min(high)) == begins for one, begins in zip(high, first, strict=True))


def test_where_nothing_fits_it_says_so_and_escape_leaves(window: Window) -> None:
    assert asked(window, "qqqqxxq") == []
    assert window.command_palette.no_match_label.isVisible()
    QTest.keyClick(window.command_palette.line, Qt.Key.Key_Escape)
    assert not window.command_palette.isVisible()


def test_what_cannot_be_done_now_is_not_offered(window: Window) -> None:
    assert not any(row.startswith("Undo") for row in asked(window, "undo"))


def test_the_rail_leads_to_every_workspace_and_says_where_one_is(window: Window) -> None:
    for name, button in window.rail.workspace_buttons.items():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.panels.workspace.name == name
        assert button.isChecked()


def test_a_narrow_window_has_a_rail_without_names(window: Window) -> None:
    assert window.rail.workspace_buttons["read"].text() == "Read"
    window.resize(853, 533)
    turn()
    assert window.rail.workspace_buttons["read"].text() == ""
    assert window.rail.workspace_buttons["read"].accessibleName() == "Read"


def test_panels_at_a_side_are_folded_away_and_come_back(window: Window) -> None:
    docks = window.panels.docks
    window.panels.show_dock("outline")
    turn()
    window.panels.toggle_right_panels()
    turn()
    assert not docks["outline"].isVisible()
    assert not docks["word"].isVisible()
    assert docks["queue"].isVisible()
    window.panels.toggle_right_panels()
    turn()
    assert docks["outline"].isVisible()
    window.panels.toggle_left_panels()
    turn()
    assert not docks["queue"].isVisible()
    window.panels.toggle_left_panels()
    turn()
    assert docks["queue"].isVisible()


def strip_of(window: Window, name: str) -> list[str]:
    bar = next(bar for bar in window.folded_panel_strips.strips.values() if bar.objectName() == name)
    return [one.accessibleName() for one in bar.findChildren(QAbstractButton) if bar.isVisible() and one.isVisible()]


def test_a_folded_side_leaves_a_strip_whose_icons_open_its_panels(window: Window) -> None:
    docks = window.panels.docks
    turn()
    assert strip_of(window, "strip_left") == strip_of(window, "strip_right") == []
    window.panels.toggle_right_panels()
    turn()
    assert strip_of(window, "strip_right") == ["Word", "Readings", "Outline", "History", "Problems"]
    (outline,) = (
        one
        for one in window.folded_panel_strips.strips[RIGHT].findChildren(QAbstractButton)
        if one.accessibleName() == "Outline"
    )
    QTest.mouseClick(outline, Qt.MouseButton.LeftButton)
    turn()
    assert is_dock_on_screen(docks["outline"])
    assert docks["word"].isVisible()
    assert strip_of(window, "strip_right") == []
    docks["queue"].close()
    turn()
    assert strip_of(window, "strip_left") == ["Queue"]
    window.toggle_full_screen()
    turn()
    assert strip_of(window, "strip_left") == []
    window.toggle_full_screen()
    turn()
    assert strip_of(window, "strip_left") == ["Queue"]


def test_each_workspace_keeps_its_own_folded_sides(window: Window) -> None:
    window.panels.show_dock("history")
    turn()
    window.panels.toggle_right_panels()
    window.panels.show_workspace("read")
    turn()
    assert strip_of(window, "strip_left") == []
    window.panels.toggle_left_panels()
    window.panels.show_workspace("annotate")
    turn()
    assert strip_of(window, "strip_right")[0] == "Word"
    assert window.panels.docks["queue"].isVisible()
    window.panels.toggle_right_panels()
    turn()
    assert is_dock_on_screen(window.panels.docks["history"])


def test_full_screen_shows_the_tree_alone_and_then_all_is_as_it_was(window: Window) -> None:
    shown = {name for name, dock in window.panels.docks.items() if dock.isVisible()}
    window.toggle_full_screen()
    turn()
    assert not window.rail.isVisible()
    assert not any(dock.isVisible() for dock in window.panels.docks.values())
    assert window.views.dependency.isVisible()
    window.toggle_full_screen()
    turn()
    assert window.rail.isVisible()
    assert {name for name, dock in window.panels.docks.items() if dock.isVisible()} == shown


def test_the_bar_says_where_one_is_and_goes_on(window: Window) -> None:
    assert "written.conllu" in window.top_bar.location_label.text()
    assert window.top_bar.sentence_label.text() == f"1 of {len(window.context.session.treebank)}"
    QTest.mouseClick(window.top_bar.next_button, Qt.MouseButton.LeftButton)
    assert window.top_bar.sentence_label.text().startswith("2 of ")
    assert not window.top_bar.undo_button.isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # what offscreen says of a menu
def test_all_menus_are_behind_one_button(window: Window) -> None:
    QTest.mouseClick(window.top_bar.menu_button, Qt.MouseButton.LeftButton)
    turn()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert [action.text() for action in popup.actions()] == [one.text() for one in window.menuBar().actions()]
    popup.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # what offscreen says of a menu
def test_alt_alone_opens_the_menu_and_with_another_key_it_does_not(window: Window) -> None:
    window.views.queue.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Alt)
    turn()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    popup.close()
    QTest.keyPress(window, Qt.Key.Key_Alt)
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    QTest.keyRelease(window, Qt.Key.Key_Alt)
    turn()
    assert QApplication.activePopupWidget() is None


def test_words_keep_their_size_when_the_theme_changes(dressed: None, window: Window) -> None:
    window.context.session.select(word=2)
    window.panels.show_dock("word")
    window.preferences_controller.toggle_theme()
    turn()
    label = next(one for one in window.views.word.findChildren(QLabel) if "2" in one.text()[:2])
    before = label.font().pointSizeF()
    assert before > window.font().pointSizeF()
    window.preferences_controller.toggle_theme()
    turn()
    assert label.font().pointSizeF() == before


def test_every_button_of_the_bars_has_a_name_and_a_tip(window: Window) -> None:
    for bar in (window.top_bar, window.rail, *window.folded_panel_strips.strips.values()):
        for button in bar.findChildren(QAbstractButton):
            if button.objectName() != "qt_toolbar_ext_button":
                assert button.accessibleName() or button.text(), button
                assert button.toolTip() or button.text(), button


@pytest.fixture
def large(window: Window, qtbot: QtBot, tmp_path: Path) -> Window:
    """The window with 20,000 sentences, of which the last but one alone has the word wombat."""
    path = tmp_path / "large.conllu"
    words = ["wombat" if number == 19_998 else f"word{number}" for number in range(20_000)]
    rows = (f"1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\t{word}\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n" for word in words)
    path.write_text("".join(rows), encoding="utf-8")
    with qtbot.waitSignal(window.context.session.changed, timeout=60_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        window.document_actions.open(path)
    assert len(window.context.session.treebank) == 20_000
    return window


def listed(window: Window) -> str:
    rows = window.command_palette.model
    return "\n".join(str(rows.index(row, 0).data()) for row in range(rows.rowCount()))


def test_a_sentence_of_a_large_document_is_gone_to_by_its_number_at_once(large: Window) -> None:
    for before, number in product(("", "#", "go to sentence "), (1, 7, 777, 10_000, 20_000)):
        large.context.session.select(5)
        assert f"{number}  \u2068the " in asked(large, f"{before}{number}")[0]
        QTest.keyClick(large.command_palette.line, Qt.Key.Key_Return)
        assert large.context.session.selection.sentence == number - 1
    for typed in ("0", "20001", "9" * 5_000, "-1", "²"):
        assert not any("Go to sentence" in row or row.startswith(f"{typed}  ") for row in asked(large, typed))
        large.command_palette.cancel()


def test_words_of_a_late_sentence_are_found_while_the_window_goes_on(large: Window, qtbot: QtBot) -> None:
    palette = large.command_palette
    assert "wombat" not in "".join(asked(large, "wombat"))
    assert "Searching" in palette.no_match_label.text()
    qtbot.waitUntil(lambda: "wombat" in listed(large), timeout=30_000)
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert large.context.session.selection.sentence == 19_998
    asked(large, "qqzzqq")
    qtbot.waitUntil(lambda: "No matches" in palette.no_match_label.text(), timeout=30_000)
    asked(large, "wombat")
    palette.cancel()  # nobody waits for the rest
    turn(20)
    assert "wombat" not in listed(large)
    asked(large, "om")  # of which there are commands too
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    marked = palette.list.currentIndex().data()
    qtbot.waitUntil(lambda: "wombat" in listed(large), timeout=30_000)
    assert palette.list.currentIndex().data() == marked
