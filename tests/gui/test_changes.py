"""Changes as values, and their dispatcher: one order, views on screen only, nothing lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from spectral_core.data import Sentence, Treebank
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import ANNOTATION, AppContext, ChangeDispatcher, ChangeKind, Changes
from spectral_gui.state.changes import PARTS, VIEWS, find_changed_kinds
from spectral_gui.view_updates import ViewUpdates

HEADS = Changes(ChangeKind.HEADS, frozenset({3}))
ALL = ~ChangeKind(0)


def note(calls: list[str], name: str) -> Callable[[Changes], object]:
    return lambda _: calls.append(name)


@pytest.mark.parametrize("seed", range(3))
def test_changes_arrive_in_the_declared_order_whatever_the_order_of_registration(seed: int) -> None:
    calls: list[str] = []
    dispatcher = ChangeDispatcher()
    registrations = [(dispatcher.add_part, name) for name in PARTS] + [(dispatcher.add_view, name) for name in VIEWS]
    random.Random(seed).shuffle(registrations)
    for add, name in registrations:
        add(name, note(calls, name), ALL)
    dispatcher.dispatch(HEADS)
    assert calls == [*PARTS, *VIEWS]


def test_only_those_hear_of_a_change_whom_its_kind_concerns() -> None:
    calls: list[str] = []
    dispatcher = ChangeDispatcher()
    dispatcher.add_part("survey", note(calls, "survey"), ANNOTATION)
    dispatcher.add_part("effort", note(calls, "effort"), ChangeKind.EFFORT)
    dispatcher.add_view("queue", note(calls, "queue"), ChangeKind.SELECTION)
    dispatcher.dispatch(HEADS)
    assert calls == ["survey"]


def test_a_name_that_is_not_declared_is_refused() -> None:
    with pytest.raises(AssertionError, match="not in PARTS"):
        ChangeDispatcher().add_part("another", lambda _: None, ALL)
    with pytest.raises(AssertionError, match="not in VIEWS"):
        ChangeDispatcher().add_view("another", lambda _: None, ALL)


def test_what_follows_from_a_change_reaches_all_parts_after_it_and_the_views_once() -> None:
    calls: list[str] = []
    seen: list[Changes] = []
    dispatcher = ChangeDispatcher()

    def suggest(changes: Changes) -> None:
        calls.append(f"suggestions {changes.kinds.name}")
        if changes.has(ChangeKind.HEADS):
            dispatcher.dispatch(Changes(ChangeKind.SUGGESTIONS, suggested=frozenset({3})))

    dispatcher.add_part("suggestions", suggest, ALL)
    dispatcher.add_part("questions", lambda changes: calls.append(f"questions {changes.kinds.name}"), ALL)
    dispatcher.add_view("queue", seen.append, ALL)
    dispatcher.dispatch(HEADS)
    assert calls == ["suggestions HEADS", "questions HEADS", "suggestions SUGGESTIONS", "questions SUGGESTIONS"]
    assert seen == [Changes(ChangeKind.HEADS | ChangeKind.SUGGESTIONS, frozenset({3}), frozenset({3}))]


def test_an_action_of_several_changes_is_shown_once_it_is_complete() -> None:
    calls: list[str] = []
    dispatcher = ChangeDispatcher()
    dispatcher.add_part("survey", note(calls, "survey"), ALL)
    dispatcher.add_view("queue", note(calls, "queue"), ALL)
    with dispatcher.collect():
        dispatcher.dispatch(HEADS)
        with dispatcher.collect():
            dispatcher.dispatch(HEADS)
        assert calls == ["survey", "survey"]
    assert calls == ["survey", "survey", "queue"]


def test_a_view_off_screen_receives_all_that_it_missed_at_once_when_it_is_shown() -> None:
    seen: list[Changes] = []
    dispatcher = ChangeDispatcher()
    dispatcher.add_view("queue", seen.append, ALL, is_on_screen=False)
    for index in range(200):
        dispatcher.dispatch(Changes(ChangeKind.TAGS, frozenset({index})))
    dispatcher.dispatch(Changes(ChangeKind.LOCKS))
    assert not seen
    dispatcher.set_on_screen("queue", seen.append, True)
    assert [(changes.kinds, len(changes.sentences)) for changes in seen] == [(ChangeKind.TAGS | ChangeKind.LOCKS, 200)]
    dispatcher.set_on_screen("queue", seen.append, False)
    dispatcher.set_on_screen("queue", seen.append, True)
    assert len(seen) == 1


def test_an_error_in_one_part_keeps_no_other_from_hearing_of_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    errors: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _type, error, _trace: errors.append(error))
    dispatcher = ChangeDispatcher()
    dispatcher.add_part("survey", lambda _: 1 // 0, ALL)
    dispatcher.add_part("readings", note(calls, "readings"), ALL)
    dispatcher.dispatch(HEADS)
    dispatcher.dispatch(HEADS)
    assert calls == ["readings", "readings"]
    assert [type(error) for error in errors] == [ZeroDivisionError, ZeroDivisionError]


def test_the_kinds_of_an_edit_are_those_of_the_columns_that_differ() -> None:
    before = Sentence.of(["dogs", "bark"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])
    assert find_changed_kinds(before, before) == ChangeKind(0)
    assert find_changed_kinds(before, before.with_head(1, None)) & ChangeKind.HEADS
    assert find_changed_kinds(before, before.with_value("upos", 1, "PROPN")) == ChangeKind.TAGS
    assert find_changed_kinds(before, before.with_value("deprel", 1, "obj")) == ChangeKind.LABELS
    assert find_changed_kinds(before, before.with_value("misc", 1, "Gloss=x")) == ChangeKind.NOTES
    assert find_changed_kinds(before, replace(before, forms=("cats", "bark"))) == ChangeKind.WORDS


def test_a_view_behind_a_tab_or_in_a_closed_panel_is_updated_when_it_is_shown(qtbot: QtBot) -> None:
    context = AppContext()
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QWidget())
    seen: dict[str, list[Changes]] = {"queue": [], "find": []}
    docks = {}
    for name, updates in seen.items():
        view = QWidget()
        docks[name] = QDockWidget(name, window)
        docks[name].setWidget(view)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks[name])
        ViewUpdates(name, view, context.session, updates.append, ANNOTATION)
    window.tabifyDockWidget(docks["queue"], docks["find"])
    docks["find"].raise_()
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: docks["find"].visibleRegion().isEmpty() is False, timeout=30_000)
    context.session.changes.dispatch(HEADS)
    assert (len(seen["queue"]), len(seen["find"])) == (0, 1)
    docks["queue"].raise_()
    qtbot.waitUntil(lambda: len(seen["queue"]) == 1, timeout=30_000)
    docks["queue"].close()
    context.session.changes.dispatch(HEADS)
    assert len(seen["queue"]) == 1
    docks["queue"].show()
    qtbot.waitUntil(lambda: len(seen["queue"]) == 2, timeout=30_000)
    context.close()


def test_a_deleted_view_is_forgotten(qtbot: QtBot) -> None:
    context, seen = AppContext(), []
    view = QWidget()
    view.show()
    ViewUpdates("queue", view, context.session, seen.append, ANNOTATION)
    context.session.changes.dispatch(HEADS)
    view.deleteLater()
    qtbot.waitUntil(lambda: not isValid(view), timeout=30_000)
    context.session.changes.dispatch(HEADS)
    assert len(seen) == 1
    assert "queue" not in context.session.changes._views
    context.close()


def test_all_parts_and_views_of_a_window_are_declared_and_registered(qtbot: QtBot) -> None:
    window = Window(AppContext(), Preferences(trains_in_background=False))
    qtbot.addWidget(window)
    dispatcher = window.context.session.changes
    second_panels = {"second-automaton", "second-ranks"}  # made at their first use
    assert set(dispatcher._parts) == set(PARTS)
    assert set(dispatcher._views) == set(VIEWS) - second_panels
    window.context.close()


def test_hidden_views_show_the_present_document_when_they_are_opened(qtbot: QtBot) -> None:
    window = Window(AppContext(), Preferences(trains_in_background=False))
    qtbot.addWidget(window)
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    session = window.context.session
    for forms in (["one", "two"], ["three", "four", "five"]):
        session.show_unsaved_treebank(Treebank.of([Sentence.of(forms, heads=[0, *[1] * (len(forms) - 1)])] * 3))
    session.select(1)
    session.edit("Attach", lambda sentence: sentence.with_head(3, 2))
    window.panels.show_workspace("read")
    qtbot.waitUntil(
        lambda: [unit.text for unit in window.views.reading.text.page.units][:3] == ["three", "four", "five"]
    )
    window.panels.focus_dock("problems")
    window.panels.show_workspace("annotate")
    drawing = window.views.dependency.current_drawing
    assert drawing.sentence.heads == (0, 1, 2)
    window.context.close()
