"""The window whole: workspaces, docks, menus, wiring, and what it does about files and complaints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from event_loop import of_kind, turn
from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, QPropertyAnimation, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QFileDialog, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.project import Project
from spectral_gui import theme
from spectral_gui.actions import ACTIONS_BY_NAME
from spectral_gui.app import status_bar
from spectral_gui.app.dock_layouts import WORKSPACES, is_dock_on_screen
from spectral_gui.app.status_bar import MessageStatusBar
from spectral_gui.app.window import Window
from spectral_gui.plots import Plot
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.views.train.training_widgets import MethodList

TEXT = (
    "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "1\tكتابٌ\tكتاب\tNOUN\tN\t_\t0\troot\t_\t_\n2\tجديد\tجديد\tADJ\tA\t_\t1\tamod\t_\t_\n\n"
)
Made = Callable[..., Window]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.conllu"
    path.write_text(TEXT * 20, encoding="utf-8")
    return path


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Iterator[Made]:
    windows: list[Window] = []

    def made(path: Path | None = None) -> Window:
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        window = Window(AppContext(tmp_path / "store"), Preferences(theme="light"), settings)
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
        if path is not None:
            with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
                window.document_actions.open(path)
        return window

    yield made
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()


def visible_docks(window: Window) -> set[str]:
    return {dock.objectName() for dock in window.findChildren(QDockWidget) if not dock.isHidden()}


def test_before_anything_is_open_the_welcome_page_stands_alone(make: Made) -> None:
    window = make()
    assert window.views.welcome.isVisible()
    assert not visible_docks(window)


def test_each_workspace_has_its_page_and_its_docks(make: Made, file: Path) -> None:
    window = make(file)
    for row in WORKSPACES:
        window.panels.show_workspace(row.name)
        assert window.panels.pages[row.page].isVisible()
        assert visible_docks(window) == {name for _, names in row.docks for name in names}


def test_a_layout_is_remembered_until_it_is_reset(make: Made, file: Path) -> None:
    window = make(file)
    window.panels.docks["queue"].hide()
    window.panels.show_workspace("read")
    window.panels.show_workspace("annotate")
    assert "queue" not in visible_docks(window)
    window.close()
    again = make(file)
    assert "queue" not in visible_docks(again)
    again.panels.reset_layout()
    assert "queue" in visible_docks(again)


def test_a_folded_side_comes_back_whole_after_the_next_start(make: Made, file: Path) -> None:
    window = make(file)
    window.panels.show_dock("outline")
    QApplication.processEvents()
    window.panels.toggle_right_panels()
    window.close()
    again = make(file)
    assert not {"word", "outline"} & visible_docks(again)
    again.panels.toggle_right_panels()
    QApplication.processEvents()
    assert {"word", "candidates", "outline"} <= visible_docks(again)
    assert is_dock_on_screen(again.panels.docks["outline"])


def test_the_queue_is_walked_with_keys_and_the_views_follow(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    desk = window.context
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, Qt.Key.Key_Down, control)
    assert desk.session.selection.sentence == 1
    assert window.views.dependency.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Up, control)
    qtbot.keyClick(window, Qt.Key.Key_Up, control)
    assert desk.session.selection.sentence == 0


def test_undo_is_named_in_the_menu_and_in_the_status_line(make: Made, file: Path) -> None:
    window = make(file)
    assert not window.menus.actions["window.undo"].isEnabled()
    window.context.session.edit("Attach 'a' & 'b'", lambda sentence: sentence.with_head(1, 0), index=0)
    assert window.menus.actions["window.undo"].text() == "&Undo Attach 'a' && 'b'"
    assert "Attach 'a' & 'b'" in window.status_line.undo_label.text()
    assert "unsaved sentence" in window.status_line.saved_label.text()
    assert window.isWindowModified()
    window.context.session.undo()
    assert window.menus.actions["window.redo"].text() == "&Redo Attach 'a' && 'b'"
    assert window.status_line.saved_label.text() == "nothing to save"


def test_accepting_goes_on_to_the_next_sentence(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    window.views.dependency.canvas.setFocus()
    qtbot.keyClick(window.views.dependency.canvas, Qt.Key.Key_Return)
    assert window.context.session.selection.sentence == 1
    assert window.context.session.provenances == {0: "confirmed"}


def test_saving_writes_what_was_changed(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    window.context.session.edit("Loosen", lambda sentence: sentence.with_head(1, None), index=2)
    with qtbot.waitSignal(window.context.document_saver.saved, timeout=30_000):
        window.document_actions.save()
    assert load(file)[2].heads == (None, 0)
    assert window.status_line.saved_label.text().startswith("saved ")
    assert not window.isWindowModified()


def test_a_dropped_file_is_opened(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(window.context.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        window.dropEvent(drop)
    assert len(window.context.session.treebank) == 40


def test_all_dropped_files_are_opened_or_added(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make()
    files = [file, file.with_name("second.conllu"), file.with_name("third.conllu"), file.with_name("none.npz")]
    for path in files[1:3]:
        path.write_text(TEXT, encoding="utf-8")
    imported: list[Path] = []
    window.context.library.import_model = imported.append  # type: ignore[method-assign, assignment]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    copy, left, nothing = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, nothing))
    session = window.context.session
    qtbot.waitUntil(lambda: len(session.documents) == 3, timeout=30_000)
    assert session.treebank.path == file
    assert [Path(name).name for name in session.documents] == [path.name for path in files[:3]]
    assert imported == files[3:]


def test_a_document_whose_folder_is_gone_is_saved_elsewhere(make: Made, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "stick" / "small.conllu"
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    window = make(path)
    window.context.session.edit("Loosen", lambda sentence: sentence.with_head(1, None), index=1)
    path.unlink()
    path.parent.rmdir()
    window.document_actions.save()
    assert "no longer exists" in window.message_bar.text
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    with qtbot.waitSignal(window.context.notices.notified, timeout=30_000):
        dialog.fileSelected.emit(str(tmp_path / "copy.conllu"))
    assert load(tmp_path / "copy.conllu")[1].heads[0] is None


def test_a_file_saved_under_a_name_without_an_ending_gets_that_of_its_format(make: Made, file: Path) -> None:
    window = make(file)
    window.document_actions.save_as()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.defaultSuffix() == "conllu"
    dialog.filterSelected.emit(next(one for one in dialog.nameFilters() if ".mrg" in one))
    assert dialog.defaultSuffix() == "mrg"


def test_a_window_leaves_full_screen_as_it_was_and_does_not_begin_in_it(make: Made, file: Path) -> None:
    window = make(file)
    window.showMaximized()
    turn()
    size = window.views.reading.text.page.font_size
    for _ in range(2):
        window.toggle_full_screen()
        turn()
    assert window.isMaximized()
    assert not window.isFullScreen()
    window.toggle_full_screen()
    window.close()
    again = make(file)
    assert not again.isFullScreen()
    assert again.top_bar.isVisible()
    assert again.views.reading.text.page.font_size == pytest.approx(size)


def test_zoom_leaves_a_tree_that_is_not_on_screen_alone(make: Made, file: Path) -> None:
    window = make(file)
    canvas = window.views.dependency.canvas
    before = canvas.transform()
    window.panels.show_workspace("compare")
    window.panels.zoom_in()
    window.panels.zoom_fit()
    assert canvas.transform() == before
    window.panels.show_workspace("annotate")
    window.panels.zoom_in()
    assert canvas.transform() != before


def test_a_complaint_is_a_bar_and_not_a_dialogue(make: Made, tmp_path: Path, qtbot: QtBot) -> None:
    window = make()
    with qtbot.waitSignal(window.context.notices.failed, timeout=30_000):
        window.document_actions.open(tmp_path / "none.conllu")
    assert window.message_bar.isVisible()
    assert QApplication.activeModalWidget() is None


def test_escape_closes_a_complaint_wherever_the_keys_are(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    for name in ("annotate", "read", "train"):
        window.panels.set_workspace(name)
        window.message_bar.show_error(f"Something went wrong in {name}.")
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        assert not window.message_bar.isVisible(), name


def test_a_complaint_about_a_file_goes_when_another_one_is_opened(
    make: Made, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("_POLL_INTERVAL_MILLISECONDS", 10),
        ("_MIN_VISIBLE_MILLISECONDS", 40),
        ("_READING_MILLISECONDS_PER_LETTER", 0),
    ):
        monkeypatch.setattr(status_bar, name, value)
    window = make()
    window.activateWindow()
    with qtbot.waitSignal(window.context.notices.failed, timeout=30_000):
        window.document_actions.open(file.with_name("none.conllu"))
    qtbot.wait(200)
    assert window.message_bar.isVisible()  # nothing was opened yet
    window.document_actions.open(file)
    qtbot.waitUntil(lambda: not window.message_bar.isVisible(), timeout=30_000)


def test_problems_of_the_whole_file_are_told(make: Made, tmp_path: Path, qtbot: QtBot) -> None:
    stray = tmp_path / "stray.mrg"
    stray.write_text("(S (UH Yes))\n) stray\n", encoding="utf-8")
    window = make(stray)
    assert window.message_bar.isVisible()


def test_f6_shows_the_other_kind_of_tree_of_a_sentence_that_has_both(make: Made, qtbot: QtBot) -> None:
    from fixtures import tiny_treebank

    window = make()
    window.context.session.show_unsaved_treebank(tiny_treebank())
    assert window.views.dependency.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.views.constituency.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.views.dependency.isVisible()


def test_f6_says_which_kind_of_tree_a_sentence_does_not_have(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    notes: list[str] = []
    window.context.notices.notified.connect(notes.append)
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert notes[-1] == "This sentence has no constituents yet"
    assert window.views.constituency.isVisible()  # where a button offers a document for them
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.views.dependency.isVisible()
    assert len(notes) == 1


def test_f6_goes_to_the_document_with_the_other_kind_of_tree(make: Made, tmp_path: Path, qtbot: QtBot) -> None:
    from spectral_gui.app.window_actions import ensure_sample_project

    window = make(ensure_sample_project(tmp_path))
    window.context.session.select(5)
    window.context.session.select(word=2)
    with qtbot.waitSignal(window.context.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        window.panels.toggle_tree_kind()
    assert window.context.session.document == "english.mrg"
    assert window.context.session.selection.sentence == 5
    assert window.views.constituency.isVisible()


def test_the_theme_is_flipped_and_the_interface_scaled(make: Made, file: Path) -> None:
    window = make(file)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    points = application.font().pointSizeF()
    window.preferences_controller.toggle_theme()
    assert theme.is_dark_palette(application.palette())
    assert window.preferences_controller.preferences.theme == "dark"
    window.preferences_controller.enlarge_interface()
    assert application.font().pointSizeF() > points
    window.preferences_controller.shrink_interface()
    window.preferences_controller.toggle_theme()
    assert application.font().pointSizeF() == pytest.approx(points)
    assert not theme.is_dark_palette(application.palette())


def rescaled(window: Window, qtbot: QtBot, scale: int) -> None:
    window.preferences_controller.set_preferences(window.preferences_controller.preferences.with_changes(scale=scale))
    QApplication.processEvents()
    qtbot.waitUntil(lambda: not window.panels.layouts.is_resize_pending, timeout=30_000)
    QApplication.processEvents()


@pytest.mark.parametrize("size", [(1100, 700), (1440, 900)], ids=["narrow", "wide"])
def test_an_interface_made_larger_and_smaller_again_has_its_docks_as_they_were(
    make: Made, file: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = make(file)
    window.resize(*size)
    QApplication.processEvents()

    def widths() -> dict[str, int]:
        docks = {name: window.panels.docks[name] for name in ("queue", "word")}
        return {name: 0 if dock.isHidden() else dock.width() for name, dock in docks.items()}

    before = widths()
    for larger in (125, 150):
        rescaled(window, qtbot, larger)
        assert widths() != before
        rescaled(window, qtbot, 100)
        assert widths() == before


def test_keys_go_to_the_tree_when_the_panel_that_had_them_is_closed(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    window.panels.show_find()
    QApplication.processEvents()
    find, canvas = window.panels.docks["find"], window.views.dependency.canvas
    assert find.isAncestorOf(QApplication.focusWidget() or window)
    find.close()
    qtbot.waitUntil(canvas.hasFocus)


def test_a_narrow_window_folds_its_panels_and_a_wide_one_shows_them_again(make: Made, file: Path) -> None:
    window = make(file)
    docks = window.panels.docks

    def seen(width: int) -> tuple[bool, bool]:
        window.resize(width, 700)
        QApplication.processEvents()
        return not docks["queue"].isHidden(), not docks["word"].isHidden()

    assert [seen(width) for width in (1300, 1100, 900)] == [(True, True), (True, False), (False, False)]
    window.panels.toggle_left_panels()
    assert [seen(width) for width in (880, 1100, 1300)] == [(True, False), (True, False), (True, True)]
    seen(900)
    window.panels.show_workspace("compare")
    QApplication.processEvents()
    assert docks["queue"].isHidden()
    seen(1300)
    assert not docks["queue"].isHidden()
    window.panels.show_workspace("annotate")
    assert seen(1301) == (True, True)


def test_a_panel_that_came_to_the_front_in_a_larger_interface_is_not_narrow_in_a_smaller_one(
    make: Made, file: Path, qtbot: QtBot
) -> None:
    window = make(file)
    window.resize(1200, 700)
    QApplication.processEvents()
    before = window.panels.docks["word"].width()
    rescaled(window, qtbot, 150)
    assert window.panels.docks["word"].isHidden()  # there is no room
    window.panels.show_dock("problems")
    QApplication.processEvents()
    rescaled(window, qtbot, 100)
    assert window.panels.docks["problems"].width() == before


def test_a_dock_resized_in_a_larger_interface_keeps_its_share_in_a_smaller_one(
    make: Made, file: Path, qtbot: QtBot
) -> None:
    window = make(file)
    window.resize(1600, 900)
    QApplication.processEvents()
    rescaled(window, qtbot, 125)
    window.resizeDocks([window.panels.docks["queue"]], [450], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    assert window.panels.docks["queue"].width() == 450
    rescaled(window, qtbot, 100)
    assert window.panels.docks["queue"].width() == 360


def test_docks_of_a_workspace_that_was_left_follow_the_scale_when_it_is_shown_again(
    make: Made, file: Path, qtbot: QtBot
) -> None:
    window = make(file)
    window.resize(1600, 900)
    window.panels.show_workspace("train")
    QApplication.processEvents()
    before = window.panels.docks["training"].width()
    window.panels.show_workspace("annotate")
    rescaled(window, qtbot, 150)
    window.panels.show_workspace("train")
    qtbot.waitUntil(lambda: window.panels.docks["training"].width() == round(1.5 * before), timeout=30_000)
    rescaled(window, qtbot, 100)
    assert window.panels.docks["training"].width() == before


def test_letters_typed_into_a_field_are_no_commands(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    before = window.context.session.treebank[0]
    line = window.views.queue.findChild(QLineEdit)
    assert line is not None
    line.setFocus()
    qtbot.keyClicks(line, "hr0x")
    qtbot.keyClick(line, Qt.Key.Key_Delete)
    assert line.text() == "hr0x"
    assert window.context.session.treebank[0] == before


def test_a_sentence_is_copied_in_each_form(make: Made, qtbot: QtBot) -> None:
    from fixtures import tiny_treebank

    window = make()
    window.context.session.show_unsaved_treebank(tiny_treebank())
    said = {}
    for form in ("text", "conllu", "brackets", "latex"):
        window.menus.actions[f"window.copy_{form}"].trigger()
        said[form] = QGuiApplication.clipboard().text()
    assert said["text"] == "the cook opened a can ."
    assert said["conllu"].startswith("1\tthe\t")
    assert said["brackets"].startswith("(S (NP (DT the)")
    assert "depedge" in said["latex"]


def test_every_panel_can_be_closed_and_comes_back_from_the_menu(make: Made, file: Path) -> None:
    window = make(file)
    panels = next(menu for menu in window.findChildren(QMenu) if menu.title() == "&Panels")
    toggles = {action.text(): action for action in panels.actions()}
    for dock in window.findChildren(QDockWidget):
        if not dock.isHidden():
            dock.close()
            assert dock.isHidden()
            toggles[dock.windowTitle()].trigger()
            assert not dock.isHidden()


def test_many_void_calls_into_qt_keep_none_alive(qtbot: QtBot) -> None:
    """Some versions lost a reference to None on every void call and ended the process after a few thousand."""
    thing = QObject()
    for number in range(20_000):
        thing.setObjectName(str(number))
    assert thing.objectName() == "19999"


def test_sentences_without_a_file_are_saved_under_a_name_alone(make: Made) -> None:
    window = make()
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    assert window.status_line.saved_label.text() == "in memory only"
    assert window.context.document_saver.save() is None
    assert window.message_bar.isVisible()


def test_resetting_the_layout_leaves_the_welcome_page_alone(make: Made) -> None:
    window = make()
    window.panels.reset_layout()
    assert not visible_docks(window)


def test_what_was_looked_for_is_offered_after_the_next_start(make: Made, file: Path) -> None:
    window = make(file)
    window.views.find.restore_history(("upos=NOUN", "Dogs"))
    window.close()
    assert make().views.find.history == ("upos=NOUN", "Dogs")


def test_the_keys_of_actions_are_named_on_the_buttons(make: Made) -> None:
    window = make()
    assert "Ctrl+O" in window.views.welcome.buttons[1].toolTip()
    window.preferences_controller.keys.replace_overrides({"window.open_file": "Ctrl+J"})
    assert "Ctrl+J" in window.views.welcome.buttons[1].toolTip()


def test_a_letter_of_an_open_menu_is_not_a_command_of_the_tree(make: Made, qtbot: QtBot) -> None:
    from fixtures import tiny_treebank

    window = make()
    window.context.session.show_unsaved_treebank(tiny_treebank())
    window.panels.toggle_tree_kind()
    window.context.session.select(node=(0,))
    before = window.context.session.sentence
    menu = next(one for one in window.findChildren(QMenu) if one.title() == "&Annotate")
    press = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_D, Qt.KeyboardModifier.NoModifier, "d")
    menu.aboutToShow.emit()  # as Qt does before it shows a menu
    press.ignore()
    QApplication.sendEvent(menu, press)
    assert press.isAccepted()
    assert window.context.session.sentence == before
    menu.aboutToHide.emit()


def test_a_panel_behind_another_comes_to_the_front_when_keys_go_into_it(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    window.panels.show_dock("problems")
    qtbot.waitUntil(lambda: not is_dock_on_screen(window.panels.docks["word"]), timeout=30_000)
    window.context.session.select(word=1)
    window.panels.edit_word()
    qtbot.waitUntil(lambda: is_dock_on_screen(window.panels.docks["word"]), timeout=30_000)


def test_the_window_keeps_its_size_from_workspace_to_workspace(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    size = window.size()
    for name in ("train", "read", "train", "annotate", "compare", "explore"):
        window.panels.show_workspace(name)
        turn()
        assert window.size() == size, name


def test_the_outline_in_read_is_of_the_sentence_that_is_read(make: Made, file: Path, qtbot: QtBot) -> None:
    window = make(file)
    window.panels.show_workspace("read")
    window.panels.show_dock("outline")
    window.context.session.select(1)
    rows = window.views.dependency.outline.model()
    assert "كتاب" in str(rows.index(0, 1).data())


def test_all_files_of_a_project_are_saved_at_once(make: Made, tmp_path: Path, file: Path, qtbot: QtBot) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(TEXT, encoding="utf-8")
    folder = tmp_path / "both"
    Project.create(folder, [file, other]).close()
    window = make(folder)
    desk = window.context
    desk.session.edit("Loosen", lambda sentence: sentence.with_head(1, None), index=2)
    with qtbot.waitSignal(desk.survey.changed, timeout=30_000):
        desk.session.open_document(desk.session.documents[1])
    desk.session.edit("Loosen", lambda sentence: sentence.with_head(1, None), index=0)
    assert "1 unsaved sentence in other files" in window.status_line.saved_label.text()
    window.context.document_saver.save_all()
    qtbot.waitUntil(
        lambda: (
            window.status_line.saved_label.text().startswith("saved ")
            and not sum(desk.document_saver.unsaved_elsewhere.values())
        ),
        timeout=30_000,
    )
    assert load(file)[2].heads == (None, 0)
    assert load(other)[0].heads == (None, 0)


def test_a_long_message_ends_before_the_labels_and_is_whole_in_the_tool_tip(make: Made, file: Path) -> None:
    window = make(file)
    window.resize(900, 600)
    bar = window.statusBar()
    assert isinstance(bar, MessageStatusBar)
    said = "A sentence about why something cannot be done, which goes on for much longer than " * 3
    window.context.notices.report_refusal(said)
    QApplication.processEvents()
    assert bar.currentMessage() == bar.toolTip() == said
    assert bar.elided_message.endswith("…")
    window.status_line.keys_label.show_text("keys of the tree")
    QApplication.processEvents()
    assert not window.status_line.saved_label.isVisible()  # until the message is gone
    assert bar.fontMetrics().horizontalAdvance(bar.elided_message) < window.status_line.keys_label.geometry().left()
    window.context.notices.notify("Short")
    assert bar.elided_message == "Short"
    bar.clearMessage()
    assert window.status_line.saved_label.isVisible()


def test_no_text_of_the_status_line_holds_the_window_wide(make: Made, file: Path) -> None:
    window = make(file)
    least = window.minimumSizeHint().width()
    for part in (
        window.status_line.saved_label,
        window.status_line.undo_label,
        window.status_line.model_label,
        window.status_line.engine_label,
    ):
        part.setText("a long text of the status line " * 12)
    window.resize(900, 600)
    QApplication.processEvents()
    assert window.minimumSizeHint().width() <= least
    assert window.width() == 900


def test_a_note_about_an_act_goes_away_with_the_next(make: Made, file: Path) -> None:
    window = make(file)
    desk = window.context
    desk.session.edit("Change", lambda one: one.with_value("lemma", 1, "first"))
    window.context.notices.notify("About this")
    desk.session.changes.dispatch(Changes(ChangeKind.HISTORY))  # as when a file was written
    assert window.statusBar().currentMessage() == "About this"
    desk.session.edit("Change", lambda one: one.with_value("lemma", 1, "second"))
    assert window.statusBar().currentMessage() == ""
    window.context.notices.notify("About that")
    desk.session.undo()
    assert window.statusBar().currentMessage() != "About that"


def test_every_action_of_the_whole_window_has_somebody_who_does_it(make: Made) -> None:
    menus = make().menus
    assert menus.actions.keys() == ACTIONS_BY_NAME.keys()


def counted_objects(window: Window) -> tuple[Counter[str], int]:
    """Of each kind, what the window holds, with what is to be deleted later; and how many windows there are."""
    return Counter(type(one).__name__ for one in window.findChildren(QObject)), len(QApplication.topLevelWidgets())


def switch_methods(window: Window) -> None:
    """Choose several methods on the Train page, the same one last."""
    methods = window.views.training.findChild(MethodList)
    assert methods is not None
    for method in ("hmm", "arc-parser", "ngram"):
        methods.select(method)


def train_by_hand(window: Window, qtbot: QtBot) -> None:
    """Train with the settings shown, when the page with them is."""
    view = window.views.training
    if not view.isVisible():
        return
    switch_methods(window)
    view.start()
    assert window.context.runs.is_training_for_user
    qtbot.waitUntil(lambda: not window.context.runs.is_training_for_user, timeout=60_000)


@pytest.mark.parametrize("workspace", [row.name for row in WORKSPACES])
def test_no_page_gains_widgets_by_what_is_done_again_and_again(
    make: Made, file: Path, qtbot: QtBot, workspace: str
) -> None:
    window = make(file)
    desk, other = window.context, WORKSPACES[0] if workspace != WORKSPACES[0].name else WORKSPACES[1]
    before: tuple[Counter[str], int] | None = None
    for number in range(5):  # from the fourth on nothing may be added
        window.panels.show_workspace(other.name)
        window.panels.show_workspace(workspace)
        desk.runs.train("ngram", {"column": "upos", "minimum": 1})
        qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
        with qtbot.waitSignal(
            desk.document_search.searched, timeout=60_000, check_params_cb=lambda found: found is not None
        ):
            desk.document_search.find("Dogs")
        with qtbot.waitSignal(desk.document_search.compared, timeout=60_000):
            desk.document_search.compare(file)
        desk.session.select(1, 2)
        desk.session.select(0, 1)
        assert desk.session.edit("Change", lambda sentence: sentence.with_value("feats", 1, "Number=Plur"))
        desk.session.undo()
        desk.notices.report_error("Something went wrong.")
        window.message_bar.dismiss()
        window.show_palette()
        window.command_palette.cancel()
        train_by_hand(window, qtbot)
        turn()
        qtbot.waitUntil(lambda: not any(plot.is_pending for plot in window.findChildren(Plot)))
        qtbot.waitUntil(lambda: not window.findChildren(QPropertyAnimation))  # of what fades in and out
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if number == 2:  # what is made when it is first needed is there
            before = counted_objects(window)
        now = counted_objects(window)
        switch_methods(window)
        assert counted_objects(window) == now  # no form waits for its end
    assert counted_objects(window) == before
