"""What belongs to a project: documents come in by dropping and by menu, go out by menu, and lose no decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from spectral_core import library, store
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.formats import load, loads
from spectral_core.model import Value
from spectral_core.project import Project
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.window import Window
from spectral_gui.app.window_actions import ModelRemovalDialog
from spectral_gui.state import AppContext, ChangeKind

ROWS = "".join(
    f"# sent_id = s{n}\n1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    for n in range(4)
)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    for name in ("one", "two"):
        (tmp_path / f"{name}.conllu").write_text(ROWS)
    Project.create(tmp_path / "mine", [tmp_path / "one.conllu"], "Mine").close()
    made = Window(AppContext(tmp_path / "store"))
    made.show()
    with qtbot.waitSignal(made.context.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        made.document_actions.open(tmp_path / "mine")
    yield made
    made.close()


def listed(window: Window) -> list[str]:
    box = window.views.queue.findChildren(QComboBox)[0]
    return [box.itemText(row) for row in range(box.count())]


def drop_on_list(window: Window, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.views.queue.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, none))


def test_files_dropped_on_the_list_become_documents_of_the_project(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    session = window.context.session
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENTS)):
        drop_on_list(window, tmp_path / "two.conllu")
    assert listed(window) == ["one.conllu", "two.conllu"]
    assert Path(session.document).name == "one.conllu"  # one stays where one is
    drop_on_list(window, tmp_path / "none.conllu")
    with qtbot.waitSignal(window.context.notices.failed, timeout=30_000):
        pass
    assert len(session.documents) == 2


def test_a_document_is_added_by_menu_and_taken_out_without_losing_a_decision(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, actions = window.context.session, window.menus.actions
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "two.conllu")], ""))
    session.edit("Change", lambda one: one.with_value("upos", 1, "PROPN"))
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENTS)):
        actions["window.add_documents"].trigger()
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENTS)):
        actions["window.take_out_document"].trigger()
    assert [Path(name).name for name in session.documents] == ["two.conllu"]
    assert listed(window) == ["two.conllu"]
    actions["window.take_out_document"].trigger()  # the last one stays
    assert len(session.documents) == 1
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "one.conllu")], ""))
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENTS)):
        actions["window.add_documents"].trigger()
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        session.open_document(session.documents[-1])
    assert session.treebank[0].upos[0] == "PROPN"


def test_a_copy_holds_what_is_decided_now(window: Window, qtbot: QtBot) -> None:
    session = window.context.session
    session.edit("Change", lambda one: one.with_value("upos", 1, "PROPN"))
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENTS)):
        window.menus.actions["window.copy_document"].trigger()
    assert session.project is not None
    assert session.documents[-1] == "one copy.conllu"
    assert load(session.project.path_of("one copy.conllu"))[0].upos[0] == "PROPN"
    assert load(session.project.path_of(session.documents[0]))[0].upos[0] == "NOUN"


def press(window: Window, wanted: str, row: int | None = None) -> list[str]:
    """Presses a button of the dialog that asks which model is removed; the models that it lists."""
    window.menus.actions["window.remove_model"].trigger()
    dialog = window.findChildren(ModelRemovalDialog)[-1]
    (rows,) = dialog.findChildren(QListWidget)
    names = [rows.item(at).text() for at in range(rows.count())]
    if row is not None:
        rows.setCurrentRow(row)
    buttons = {button.text().replace("&", ""): button for button in dialog.findChildren(QPushButton)}
    assert buttons["Cancel"].isDefault()  # what Return presses
    buttons[wanted].click()
    return names


def test_a_model_is_removed_only_when_that_is_confirmed(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    treebank = loads(ROWS.encode() * 4, None, "conllu")
    method = METHODS["head-automata"]
    path = tmp_path / "m.npz"
    store.save(method.learn(treebank, make_settings(method, {"column": "upos"})), path)
    library.add_model(path, tmp_path / "shelf", "dogs")
    desk.library.set_folder(tmp_path / "shelf")
    desk.suggestions.model.choose_run(desk.library.runs[0].name)
    for wanted in ("Cancel", "Remove"):
        assert press(window, wanted) == ["dogs — library, active"]
        assert len(desk.library.runs) == (wanted == "Cancel")
    assert desk.suggestions.model.active_run is None
    with qtbot.waitSignal(desk.notices.refused, timeout=5_000) as said:
        window.menus.actions["window.remove_model"].trigger()
    assert said.args[0] == "No models to remove."


def test_every_kind_of_model_is_removed_in_use_or_not(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    wanted: dict[str, dict[str, Value]] = {
        "analysis-ranker": {"model": "most-frequent"},
        "tagger": {"column": "upos"},
        "ngram": {"column": "upos", "minimum": 1},
    }
    for name, values in wanted.items():
        desk.runs.train(name, values)
        qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=120_000)
        assert desk.runs.recorded_runs[-1].status == "finished", desk.runs.recorded_runs[-1].complaint
    assert desk.readings.model.active_run is not None
    ranker = desk.readings.model.active_run.name
    assert press(window, "Cancel")[0] == f"{ranker}, active"
    files = {run.name: desk.runs.find_model_file(run) for run in desk.runs.recorded_runs}
    notes: list[str] = []
    desk.notices.notified.connect(notes.append)
    press(window, "Remove")  # the one in use is marked
    assert notes[-1] == f"{ranker} was removed"
    assert desk.readings.model.active_run is None
    press(window, "Remove", 0)
    press(window, "Remove", 0)
    assert [run.model for run in desk.runs.recorded_runs] == ["", "", ""]  # what was learnt stays in the list
    assert all(file is not None and not file.stat().st_size for file in files.values())


@pytest.fixture
def letter(window: Window, qtbot: QtBot, tmp_path: Path) -> Window:
    """A window on a text of two sentences of which one arc was drawn."""
    path = tmp_path / "letter.txt"
    path.write_text("Dogs bark .\nCats sleep .\n")
    with qtbot.waitSignal(window.context.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        window.document_actions.open(path)
    session = window.context.session
    session.select(1)
    session.edit("Attach", lambda one: one.with_head(1, 2, "nsubj"))
    assert Path(session.document).name == "letter.conllu"
    return window


def test_a_text_with_an_arc_can_have_brackets_in_a_document_beside_it(
    letter: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    session, views = letter.context.session, letter.views
    letter.panels.show_workspace("annotate")
    letter.menus.actions["window.flip_tree"].trigger()
    (offered,) = (one for one in views.constituency.canvas.findChildren(QPushButton) if one.isVisible())
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        offered.click()
    assert [Path(name).name for name in session.documents] == ["letter.conllu", "letter.mrg"]
    assert Path(session.document).name == "letter.mrg"
    assert (session.selection.sentence, session.sentence and session.sentence.forms) == (1, ("Cats", "sleep", "."))
    assert letter.context.suggestions.structure is CONSTITUENTS  # and proposed
    tree = loads(b"(S (X Cats) (X sleep) (X .))", None, "brackets")[0].tree
    assert tree is not None
    assert session.edit("Start", lambda one: one.with_tree(tree))
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        letter.menus.actions["window.flip_tree"].trigger()
    assert Path(session.document).name == "letter.conllu"
    assert session.treebank[1].heads[0] == 2
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        letter.menus.actions["window.begin_beside"].trigger()  # there is one already
    assert [Path(name).name for name in session.documents] == ["letter.conllu", "letter.mrg"]
    assert session.sentence is not None
    assert session.sentence.tree is not None


def test_brackets_can_have_dependencies_in_a_document_beside_them(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "boats.mrg"
    path.write_text("(S (NP (NNS Boats)) (VP (VBP float)))\n(S (NP (PRP They)) (VP (VBP sail)))\n")
    session = window.context.session
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        window.document_actions.open(path)
    window.panels.show_workspace("annotate")
    window.menus.actions["window.flip_tree"].trigger()
    assert "cannot store dependencies" in window.views.dependency.no_suggestion_label.text()
    with qtbot.waitSignal(session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.OPENED)):
        window.views.dependency.no_suggestion_label.help_button.click()
    assert session.project is not None
    made = load(session.project.path_of(session.document))
    assert [one.forms for one in made] == [("Boats", "float"), ("They", "sail")]
    assert made[0].xpos == ("NNS", "VBP")
    assert [one.comment("sent_id") for one in made] == ["boats-1", "boats-2"]
    assert not list(made.all_problems())
