"""The table of actions: keys that work where they should, can be changed, and are shown as they are."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QGraphicsView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItemIterator,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from seen import labels, named

from spectral_core.data import Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_gui.actions import (
    ACTIONS,
    ACTIONS_BY_NAME,
    FIXED_KEYS,
    MENUS,
    SCOPES,
    ActionHandler,
    KeyBindings,
    Toggle,
    can_conflict,
    explain_invalid_key,
    fill_menu_bar,
    format_key_help_page,
    format_key_sheet,
    format_keys,
    install_actions,
    parse_keys,
)
from spectral_gui.app import action_handlers
from spectral_gui.app.action_handlers import bind_actions
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext
from spectral_gui.views.shared.keys_dialogs import KeysDialog, KeySheet

STORED_NAMES = Path(__file__).parent.parent / "data" / "action_names.txt"


class Told:
    """Handlers of all actions, which write down the names of those that are called."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.traces_joined = True
        self.handlers: dict[str, ActionHandler] = {name: partial(self.calls.append, name) for name in ACTIONS_BY_NAME}
        name = "constituency.show_traces"
        self.handlers[name] = Toggle(partial(self.calls.append, name), lambda: self.traces_joined)


class Place(QMainWindow):
    """A window with a canvas, a list and a field, as a view has them."""

    def __init__(self) -> None:
        super().__init__()
        self.view, self.outside = QWidget(), QLineEdit()
        self.canvas, self.list, self.field, self.button = QGraphicsView(), QListWidget(), QLineEdit(), QPushButton("Go")
        self.choice, self.note = QComboBox(), QPlainTextEdit()
        self.choice.addItems(["one", "two"])
        self.list.addItems(["first", "second"])
        inside = QVBoxLayout(self.view)
        for widget in (self.canvas, self.list, self.field, self.button, self.choice, self.note):
            inside.addWidget(widget)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.addWidget(self.view)
        layout.addWidget(self.outside)
        self.setCentralWidget(whole)
        self.keys, self.told = KeyBindings(), Told()
        self.installed: dict[str, QAction] = {}

    def use(self, *scopes: str) -> None:
        for scope in scopes:
            place = self if scope == "window" else self.view
            self.installed |= install_actions(place, scope, self.told.handlers, self.keys)


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    made = Place()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


def focus(qtbot: QtBot, widget: QWidget) -> None:
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    context = AppContext()
    made = Window(context)
    qtbot.addWidget(made)
    yield made
    context.close()


def test_every_action_of_the_table_has_a_handler_and_every_handler_an_action(window: Window) -> None:
    handlers = bind_actions(window)
    assert handlers.keys() == ACTIONS_BY_NAME.keys()
    for name, handler in handlers.items():
        assert callable(handler.call if isinstance(handler, Toggle) else handler), name
        assert not isinstance(handler, Toggle) or isinstance(handler.is_on(), bool), name


def test_no_handler_is_written_twice() -> None:
    names = re.findall(r'^ +f?"(\w+\.\w+)": ', inspect.getsource(action_handlers), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def test_numbered_actions_pass_their_number(window: Window) -> None:
    handlers = bind_actions(window)
    for prefix, first, count in (
        ("candidates.take_", 1, 9),
        ("dependency.choose_", 1, 9),
        ("annotate.show_tree_", 0, 4),
    ):
        given = [handlers[f"{prefix}{number}"] for number in range(1, count + 1)]
        assert [handler.args for handler in given if isinstance(handler, partial)] == [
            (number,) for number in range(first, first + count)
        ]


def test_every_check_mark_follows_what_its_action_does(window: Window) -> None:
    window.context.session.show_unsaved_treebank(Treebank.of([Sentence.of(["Dogs", "bark"], heads=[2, 0])]))
    toggles = {name: handler for name, handler in bind_actions(window).items() if isinstance(handler, Toggle)}
    for name, toggle in toggles.items():
        before = toggle.is_on()
        toggle.call()
        assert toggle.is_on() is not before, name
        toggle.call()
        assert toggle.is_on() is before, name
    assert {name for name, action in window.menus.actions.items() if action.isCheckable()} == toggles.keys()


def test_names_that_preferences_have_stored_keys_under_stay() -> None:
    """A new action is added to the file; a name that is in it is never changed: the keys of users would be lost."""
    assert set(STORED_NAMES.read_text(encoding="utf-8").split()) == ACTIONS_BY_NAME.keys()


def test_names_are_unique_and_rows_are_whole() -> None:
    assert len(ACTIONS_BY_NAME) == len(ACTIONS)
    for action in ACTIONS:
        assert action.scope in SCOPES
        assert not action.menu or action.menu.partition("/")[0] in MENUS
        assert action.hint.endswith(".")
        assert all(not key.isEmpty() for key in parse_keys(action.keys))
    assert {row.scope for row in FIXED_KEYS} <= set(SCOPES)


def test_no_two_actions_hear_the_same_key() -> None:
    for one, other in combinations(ACTIONS, 2):
        if can_conflict(one, other):
            assert not set(map(QKeySequence.toString, parse_keys(one.keys))) & set(
                map(QKeySequence.toString, parse_keys(other.keys))
            ), (one.name, other.name)


def test_no_key_as_it_comes_is_one_that_would_be_refused() -> None:
    assert [(row.name, key) for row in ACTIONS for key in row.keys if explain_invalid_key(row, key)] == []


def test_what_is_typed_into_fields_is_never_a_key_of_the_whole_window() -> None:
    for key in ("S", "Shift+S", "7", "Return", "Shift+Return", "Del", "Space", "/", "?"):
        assert explain_invalid_key(ACTIONS_BY_NAME["window.save"], key), key
        assert not explain_invalid_key(ACTIONS_BY_NAME["dependency.attach"], key), key
    for key in ("Ctrl+S", "Alt+S", "F9", "Shift+F9"):
        assert not explain_invalid_key(ACTIONS_BY_NAME["window.save"], key), key
    for key in ("Esc", "Tab", "Left", "Shift+Right", "Home"):
        assert explain_invalid_key(ACTIONS_BY_NAME["dependency.attach"], key), key


def test_a_key_that_a_panel_handles_itself_is_no_key_of_its_actions() -> None:
    for name, key in (
        ("exploring.next_merge", "Space"),
        ("exploring.next_merge", "Shift+Space"),
        ("exploring.next_merge", "Return"),
        ("quiz.explain", "3"),
        ("quiz.explain", "Num+3"),
        ("vocabulary.turn_filter", "Enter"),
    ):
        assert explain_invalid_key(ACTIONS_BY_NAME[name], key), (name, key)
    for name, key in (("quiz.explain", "5"), ("quiz.explain", "Ctrl+3"), ("dependency.attach", "3")):
        assert not explain_invalid_key(ACTIONS_BY_NAME[name], key), (name, key)


def test_letters_are_commands_on_a_canvas_and_letters_in_a_field(place: Place, qtbot: QtBot) -> None:
    place.use("window", "annotate", "dependency")
    focus(qtbot, place.canvas)
    for key in ("h", "r", "o", "?", "/"):
        qtbot.keyClick(place.canvas, key)
    qtbot.keyClick(place.canvas, Qt.Key.Key_Delete)
    assert place.told.calls == [
        "dependency.attach",
        "dependency.relabel",
        "dependency.make_root",
        "annotate.show_keys",
        "annotate.search",
        "dependency.detach",
    ]
    place.told.calls.clear()
    for field in (place.field, place.outside):
        focus(qtbot, field)
        qtbot.keyClicks(field, "hr0?/")
        assert field.text() == "hr0?/"
        qtbot.keyClick(field, Qt.Key.Key_Home)
        qtbot.keyClick(field, Qt.Key.Key_Delete)
        assert field.text() == "r0?/"
    focus(qtbot, place.note)
    qtbot.keyClicks(place.note, "hr")
    qtbot.keyClick(place.note, Qt.Key.Key_Return)
    assert place.note.toPlainText() == "hr\n"
    assert place.told.calls == []


def test_enter_accepts_in_views_but_stays_with_fields_and_what_is_outside(place: Place, qtbot: QtBot) -> None:
    place.use("window", "annotate")
    entered: list[str] = []
    place.field.returnPressed.connect(lambda: entered.append("field"))
    place.outside.returnPressed.connect(lambda: entered.append("outside"))
    for field in (place.field, place.outside, place.choice):
        focus(qtbot, field)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert entered == ["field", "outside"]
    assert place.told.calls == []
    for widget in (place.canvas, place.list):
        focus(qtbot, widget)
        qtbot.keyClick(widget, Qt.Key.Key_Return)
        qtbot.keyClick(widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert place.told.calls == ["annotate.accept", "annotate.insist"] * 2


def test_one_set_of_actions_may_be_heard_in_several_views(place: Place, qtbot: QtBot) -> None:
    install_actions([place.canvas, place.list], "annotate", place.told.handlers, place.keys)
    for widget in (place.canvas, place.list, place.button):
        focus(qtbot, widget)
        qtbot.keyClick(widget, Qt.Key.Key_Return)
    assert place.told.calls == ["annotate.accept"] * 2


def test_keys_with_ctrl_work_from_a_field_too(place: Place, qtbot: QtBot) -> None:
    place.use("window")
    focus(qtbot, place.field)
    qtbot.keyClick(place.field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(place.field, Qt.Key.Key_F8)
    assert place.told.calls == ["window.save", "window.next_problem"]


def test_two_views_may_have_the_same_letter(place: Place, qtbot: QtBot) -> None:
    other = Told()
    install_actions(place.canvas, "dependency", place.told.handlers, place.keys)
    install_actions(place.list, "constituency", other.handlers, place.keys)
    for widget in (place.canvas, place.list):
        focus(qtbot, widget)
        qtbot.keyClick(widget, "r")
    assert (place.told.calls, other.calls) == (["dependency.relabel"], ["constituency.relabel"])


def test_another_key_holds_at_once_in_shortcuts_and_tips(place: Place, qtbot: QtBot) -> None:
    place.use("window", "dependency")
    attach = place.installed["dependency.attach"]
    assert attach.toolTip() == "Attach to a head (H)"
    place.keys.rebind("dependency.attach", "Z", "Alt+Z")
    assert attach.toolTip() == f"Attach to a head ({format_keys(['Z', 'Alt+Z'])})"
    focus(qtbot, place.canvas)
    qtbot.keyClick(place.canvas, "h")
    assert place.told.calls == []
    qtbot.keyClick(place.canvas, "z")
    qtbot.keyClick(place.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.AltModifier)
    assert place.told.calls == ["dependency.attach"] * 2
    place.keys.rebind("dependency.attach")
    assert attach.toolTip() == "Attach to a head"
    assert attach.shortcuts() == []
    place.keys.reset_keys("dependency.attach")
    assert attach.shortcuts() == [QKeySequence("H")]
    assert place.keys.overrides == {}


def test_only_what_differs_is_remembered_and_a_key_has_one_owner() -> None:
    keys = KeyBindings()
    keys.rebind("dependency.attach", "R")
    assert keys.overrides == {"dependency.attach": "R", "dependency.relabel": ""}
    again = KeyBindings(keys.overrides)
    assert again.get_keys(ACTIONS_BY_NAME["dependency.attach"]) == ("R",)
    assert again.get_keys(ACTIONS_BY_NAME["dependency.relabel"]) == ()
    assert again.get_keys(ACTIONS_BY_NAME["constituency.relabel"]) == ("R",)
    again.reset_keys("dependency.relabel")
    assert again.overrides == {"dependency.attach": ""}
    again.reset_keys()
    assert again.overrides == {}


def test_a_key_lost_from_several_leaves_the_others() -> None:
    keys = KeyBindings()
    keys.rebind("window.save", "Ctrl+Y")
    assert keys.get_keys(ACTIONS_BY_NAME["window.redo"]) == ("Ctrl+Shift+Z",)
    assert [row.name for row in keys.find_conflicts(ACTIONS_BY_NAME["window.open_file"], "Ctrl+Y")] == ["window.save"]


def test_keys_of_actions_that_are_no_more_do_no_harm() -> None:
    keys = KeyBindings({"window.gone": "Ctrl+G", "window.save": "nonsense"})
    assert keys.get_keys(ACTIONS_BY_NAME["window.save"]) == ()
    assert keys.overrides["window.gone"] == "Ctrl+G"


def test_menus_stand_in_the_order_of_the_table(place: Place) -> None:
    place.use("window", "annotate", "dependency")
    menus = fill_menu_bar(place, place.installed)
    assert [action.text() for action in place.menuBar().actions()] == [name for name in MENUS if name != "&Tools"]
    assert [action.objectName() for action in menus["&Annotate"].actions()[:2]] == [
        "annotate.accept",
        "annotate.insist",
    ]
    listed = {action.objectName() for menu in menus.values() for action in menu.actions()} - {""}
    assert listed >= {row.name for row in ACTIONS if row.menu and row.scope in ("window", "annotate", "dependency")}


def test_no_two_entries_of_a_menu_have_the_same_letter() -> None:
    for menu in {row.menu for row in ACTIONS if row.menu} | set(MENUS):
        below = {row.menu.partition("/")[2] for row in ACTIONS if row.menu.startswith(f"{menu}/")}
        texts = [*(row.text for row in ACTIONS if row.menu == menu), *below]
        letters = [text[text.index("&") + 1].casefold() for text in texts if "&" in text]
        assert sorted(letters) == sorted(set(letters)), menu


def test_a_menu_entry_of_a_view_is_live_while_the_view_is_on_screen(place: Place, qtbot: QtBot) -> None:
    place.use("window", "dependency")
    attach, save = place.installed["dependency.attach"], place.installed["window.save"]
    assert attach.isEnabled()
    focus(qtbot, place.outside)
    attach.trigger()  # as a menu does, whatever has the focus
    assert place.told.calls == ["dependency.attach"]
    place.view.hide()
    assert not attach.isEnabled()
    assert save.isEnabled()
    place.view.show()
    assert attach.isEnabled()


def test_an_action_that_is_on_or_off_shows_it(place: Place) -> None:
    place.use("constituency")
    action = place.installed["constituency.show_traces"]
    assert action.isCheckable()
    assert action.isChecked()
    action.trigger()
    assert action.isChecked()  # its target is asked, not the click believed
    place.told.traces_joined = False
    menus = fill_menu_bar(place, place.installed)
    menus["&Annotate/&Constituents"].aboutToShow.emit()
    assert not action.isChecked()


def search(dialogue: KeySheet | KeysDialog) -> QLineEdit:
    return named(dialogue, QLineEdit, "Search for an action or a key")


def rows_of(dialogue: KeySheet | KeysDialog) -> list[tuple[str, str]]:
    walk = QTreeWidgetItemIterator(
        dialogue.findChildren(QTreeWidget)[0], QTreeWidgetItemIterator.IteratorFlag.NotHidden
    )
    rows = []
    while walk.value() is not None:
        if walk.value().parent() is not None:
            rows.append((walk.value().text(0), walk.value().text(1)))
        walk += 1
    return rows


def test_the_sheet_lists_every_action_and_follows_the_keys(qtbot: QtBot) -> None:
    keys = KeyBindings()
    sheet = KeySheet(keys)
    qtbot.addWidget(sheet)
    sheet.show()
    assert len(rows_of(sheet)) == len(ACTIONS) + len(FIXED_KEYS)
    keys.rebind("dependency.attach", "J")
    assert ("Attach to a head", "J") in rows_of(sheet)
    qtbot.keyClicks(search(sheet), "unary")
    assert rows_of(sheet) == [("Add a unary node", "Y"), ("Remove the unary node", format_keys(["Shift+Y"]))]
    qtbot.keyClicks(search(sheet), "zzz")
    assert "No matches." in labels(sheet)


def test_the_sheet_is_plain_text_to_print(qtbot: QtBot) -> None:
    sheet = KeySheet(KeyBindings())
    qtbot.addWidget(sheet)
    sheet.copy_text()
    text = QGuiApplication.clipboard().text()
    assert text == format_key_sheet(KeyBindings())
    assert "Dependency tree\n" in text
    assert any(line.split() == ["H", "Attach", "to", "a", "head"] for line in text.split("\n"))


def test_the_page_of_help_on_keys_is_the_table() -> None:
    """The help page is written by `format_key_help_page` from the default keys."""
    assert (locate_assets() / "help" / "keys.md").read_text(encoding="utf-8") == format_key_help_page(KeyBindings())


def test_a_conflict_is_shown_with_both_names_before_the_key_is_taken(qtbot: QtBot) -> None:
    keys = KeyBindings()
    editor = KeysDialog(keys)
    qtbot.addWidget(editor)
    with qtbot.waitExposed(editor):
        editor.show()
    editor.activateWindow()
    editor.select_action("dependency.attach")
    focus(qtbot, named(editor, QKeySequenceEdit, "New key"))
    qtbot.keyClick(named(editor, QKeySequenceEdit, "New key"), Qt.Key.Key_R)
    said = editor.findChildren(QLabel)[-1].text()
    assert "“Relation”" in said
    assert "“Attach to a head”" in said
    assert keys.overrides == {}
    qtbot.keyClick(named(editor, QPushButton, "Use and remove there"), Qt.Key.Key_Space)
    assert ("Attach to a head", "R") in rows_of(editor)
    assert keys.overrides == {}  # not before OK
    editor.accept()
    assert keys.overrides == {"dependency.attach": "R", "dependency.relabel": ""}


def test_a_letter_for_the_whole_window_is_refused_with_a_sentence(qtbot: QtBot) -> None:
    editor = KeysDialog(KeyBindings())
    qtbot.addWidget(editor)
    editor.show()
    editor.select_action("window.save")
    named(editor, QKeySequenceEdit, "New key").setKeySequence(QKeySequence("H"))
    assert "type text in fields" in labels(editor)
    assert not named(editor, QPushButton, "Use and remove there").isEnabled()
    named(editor, QKeySequenceEdit, "New key").setKeySequence(QKeySequence("Ctrl+Alt+H"))
    assert "is free for “Save”" in labels(editor)
    assert named(editor, QPushButton, "Use").isEnabled()


def test_the_own_key_of_an_action_is_named_as_such(qtbot: QtBot) -> None:
    editor = KeysDialog(KeyBindings())
    qtbot.addWidget(editor)
    editor.show()
    editor.select_action("window.save")
    named(editor, QKeySequenceEdit, "New key").setKeySequence(QKeySequence("Ctrl+S"))
    assert f"{format_keys(['Ctrl+S'])} is already a key of “Save”." in labels(editor)


def test_a_reset_says_which_actions_lose_their_keys(qtbot: QtBot) -> None:
    editor = KeysDialog(KeyBindings({"window.open_file": "", "window.open_project": "Ctrl+O"}))
    qtbot.addWidget(editor)
    editor.show()
    editor.select_action("window.open_file")
    named(editor, QPushButton, "Reset").click()
    assert ("Open a project", "") in rows_of(editor)
    assert "Default keys restored and removed from “Open a project”" in labels(editor)


def test_a_search_for_no_action_says_so_in_the_editor(qtbot: QtBot) -> None:
    editor = KeysDialog(KeyBindings())
    qtbot.addWidget(editor)
    editor.show()
    assert "No matches." not in labels(editor)
    qtbot.keyClicks(search(editor), "zzz")
    assert "No matches." in labels(editor)


def test_the_editor_is_worked_by_keys_alone_and_cancel_leaves_everything(qtbot: QtBot) -> None:
    keys = KeyBindings({"dependency.attach": "J"})
    editor = KeysDialog(keys)
    qtbot.addWidget(editor)
    with qtbot.waitExposed(editor):
        editor.show()
    editor.activateWindow()
    qtbot.waitUntil(search(editor).hasFocus)
    qtbot.keyClicks(search(editor), "attach to")
    assert rows_of(editor) == [("Attach to a head", "J")]
    editor.select_action("dependency.attach")
    focus(qtbot, named(editor, QKeySequenceEdit, "New key"))
    qtbot.keyClick(named(editor, QKeySequenceEdit, "New key"), Qt.Key.Key_Tab)
    assert not named(editor, QKeySequenceEdit, "New key").hasFocus()
    qtbot.keyClick(named(editor, QPushButton, "Reset"), Qt.Key.Key_Space)
    assert rows_of(editor) == [("Attach to a head", "H")]
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.isVisible()
    assert keys.overrides == {"dependency.attach": "J"}
    again = KeysDialog(keys)
    qtbot.addWidget(again)
    named(again, QPushButton, "Reset all").click()
    buttons = again.findChild(QDialogButtonBox)
    assert buttons is not None
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert keys.overrides == {}
