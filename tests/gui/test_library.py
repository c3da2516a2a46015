"""The library: a model kept in one project serves the texts that it fits in any other, and no others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from learning import learn
from PySide6.QtWidgets import QComboBox, QFileDialog
from pytestqt.qtbot import QtBot

from spectral_core import library, store
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load, save
from spectral_core.project import Project, Run
from spectral_core.registry import METHODS, make_settings
from spectral_core.training_text import TrainingText, save_trained_model
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.state.active_model import can_retrain_model

ENGLISH = ["the", "big", "dog", "saw", "a", "small", "cat", "in", "the", "old", "garden", "today", "again", "there"]
TAGS = ["DET", "ADJ", "NOUN", "VERB", "DET", "ADJ", "NOUN", "ADP", "DET", "ADJ", "NOUN", "ADV", "ADV", "ADV"]
HEADS = [3, 3, 4, 0, 7, 7, 4, 11, 11, 11, 4, 4, 4, 4]
RELATIONS = ["det", "amod", "nsubj", "root", "det", "amod", "obj", "case", "det", "amod", "obl", "advmod", "advmod"]
LEARNT = Sentence.of(ENGLISH, upos=TAGS, xpos=TAGS, heads=HEADS, deprels=[*RELATIONS, "advmod"])
TEXTS = {
    "english.conllu": Sentence.of(ENGLISH[3:] + ENGLISH[:3], upos=TAGS[3:] + TAGS[:3]),
    "greek.conllu": Sentence.of(["ο", "σκύλος"] * 9, upos=["DET", "NOUN"] * 9),
    "german.conllu": Sentence.of(["der", "Hund", "schläft"] * 6, upos=["DET", "NOUN", "VERB"] * 6),
    "tagged.conllu": Sentence.of(ENGLISH, upos=["N1"] * 14, xpos=["N1"] * 14),
}


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a parser, and the texts of other people beside it."""
    room = tmp_path_factory.mktemp("library")
    for name, sentence in TEXTS.items():
        save(Treebank.of([sentence]), room / name, "conllu")
    learnt = room / "learnt" / "dogs.conllu"
    learnt.parent.mkdir()
    save(Treebank.of([LEARNT] * 6), learnt, "conllu")
    with Project.create(learnt.parent, [learnt]) as project:
        method = METHODS["head-automata"]
        path = project.prepare_model_path("parser 1")
        path.parent.mkdir(exist_ok=True)
        settings = {"column": "upos"}
        store.save(method.learn(Treebank.of([LEARNT] * 6), make_settings(method, settings)), path)
        project.add_run(
            Run(name="parser 1", method=method.name, settings=settings, documents=("dogs.conllu",), model=path.name)
        )
    return room


@pytest.fixture
def desk(qtbot: QtBot, models: Path, tmp_path: Path) -> Iterator[AppContext]:
    made = AppContext(tmp_path / "store")
    made.library.set_folder(models / "shelf")
    yield made
    made.close()


def show(desk: AppContext, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(path)


def shelved(desk: AppContext, qtbot: QtBot, models: Path) -> None:
    """Keeps the parser of the project, where it is not kept yet, by the menu's action."""
    if desk.library.runs:
        return
    window = Window(desk)
    qtbot.addWidget(window)
    show(desk, qtbot, models / "learnt")
    with qtbot.waitSignal(desk.library.changed, timeout=30_000):
        window.menus.actions["window.keep_models"].trigger()


def test_a_kept_model_proposes_for_a_text_of_its_language_at_once(desk: AppContext, qtbot: QtBot, models: Path) -> None:
    shelved(desk, qtbot, models)
    show(desk, qtbot, models / "english.conllu")
    run = desk.suggestions.model.active_run
    assert run is not None
    assert run.name == "dogs head-automata — library"
    qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=60_000)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("greek.conllu", "was trained on Latin script; this text is in Greek script"),
        ("german.conllu", "knows only 0% of the words"),
        ("tagged.conllu", "other tags"),
    ],
)
def test_a_kept_model_does_not_propose_for_what_it_does_not_fit(
    name: str, why: str, desk: AppContext, qtbot: QtBot, models: Path
) -> None:
    shelved(desk, qtbot, models)
    show(desk, qtbot, models / name)
    assert desk.suggestions.model.active_run is None
    assert why in desk.suggestions.diagnostics.why_no_model
    desk.suggestions.model.choose_run("dogs head-automata — library")  # who wants it nevertheless can have it
    assert desk.suggestions.model.active_run is not None


def test_a_model_of_the_project_goes_before_those_of_the_library(desk: AppContext, qtbot: QtBot, models: Path) -> None:
    shelved(desk, qtbot, models)
    show(desk, qtbot, models / "learnt")
    run = desk.suggestions.model.active_run
    assert run is not None
    assert run.name == "parser 1"
    assert [one.name for one in desk.suggestions.model.candidate_runs] == ["dogs head-automata — library", "parser 1"]


def test_in_a_project_of_two_languages_a_model_proposes_for_its_own_alone(
    desk: AppContext, qtbot: QtBot, tmp_path: Path
) -> None:
    english, greek = tmp_path / "two" / "english.conllu", tmp_path / "two" / "greek.conllu"
    english.parent.mkdir()
    save(Treebank.of([LEARNT] * 6 + [LEARNT.with_heads([None] * 14)]), english, "conllu")
    save(Treebank.of([TEXTS["greek.conllu"]]), greek, "conllu")
    desk.library.set_folder(tmp_path / "shelf")
    Project.create(english.parent, [english, greek]).close()
    show(desk, qtbot, english.parent)
    run = learn(desk, "head-automata", {"column": "upos"})
    assert run.status == "finished", run.complaint
    assert desk.suggestions.model.active_run == run
    file = desk.runs.find_model_file(run)
    assert file is not None
    label = library.read_training_profile(file)
    assert label is not None
    assert (label.script, label.words["dog"]) == ("LATIN", 7)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document("greek.conllu")
    assert desk.session.document == "greek.conllu"
    assert desk.suggestions.model.active_run is None
    desk.session.select(0)
    assert "was trained on Latin script; this text is in Greek script" in desk.suggestions.diagnostics.why_no_suggestion
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document("english.conllu")
    assert desk.suggestions.model.active_run == run
    with qtbot.waitSignal(desk.library.changed, timeout=60_000):
        desk.library.add_model_of_run(run, file, (greek,))  # it says itself what it was learnt from
    kept = library.read_training_profile(next((tmp_path / "shelf").glob("*.npz")))
    assert kept == label


def test_a_model_without_a_label_is_never_taken_because_it_is_there(
    desk: AppContext, qtbot: QtBot, models: Path, tmp_path: Path
) -> None:
    desk.library.set_folder(tmp_path / "shelf")
    with qtbot.waitSignal(desk.library.changed, timeout=60_000):
        desk.library.import_model(next((models / "learnt" / "models").glob("*.npz")))
    assert len(desk.library.runs) == 1
    show(desk, qtbot, models / "english.conllu")
    assert desk.suggestions.model.active_run is None


def test_a_model_that_is_dropped_is_taken_and_what_is_none_is_told(
    desk: AppContext, qtbot: QtBot, models: Path, tmp_path: Path
) -> None:
    desk.library.set_folder(tmp_path / "shelf")
    window = Window(desk)
    qtbot.addWidget(window)
    with qtbot.waitSignal(desk.library.changed, timeout=60_000):
        window.document_actions.open(next((models / "learnt" / "models").glob("*.npz")))
    (tmp_path / "no.npz").write_bytes(b"nothing")
    with qtbot.waitSignal(desk.notices.failed, timeout=60_000) as told:
        window.document_actions.open(tmp_path / "no.npz")
    assert "not a model" in told.args[0]
    assert len(desk.library.runs) == 1


def test_an_exported_model_takes_its_label_along(desk: AppContext, qtbot: QtBot, models: Path, tmp_path: Path) -> None:
    show(desk, qtbot, models / "learnt")
    model = desk.suggestions.model
    assert model.active_run is not None
    assert model.model_file is not None
    with qtbot.waitSignal(desk.notices.notified, timeout=60_000):
        desk.library.export_model(model.model_file, tmp_path / "dogs.npz", (models / "learnt" / "dogs.conllu",))
    desk.library.set_folder(tmp_path / "shelf")
    with qtbot.waitSignal(desk.library.changed, timeout=60_000):
        desk.library.import_model(tmp_path / "dogs.npz")
    show(desk, qtbot, models / "english.conllu")
    assert desk.suggestions.model.active_run is not None


@pytest.fixture
def text_model(models: Path, tmp_path: Path) -> Path:
    """A model of the project that holds its training text."""
    treebank = load(models / "learnt" / "dogs.conllu")
    method = METHODS["latent-dependencies"]
    settings = {"column": "upos", "states": 2, "relations": False, "tagger": False, "calibration": False}
    text = TrainingText.from_treebanks([("tr_imst-ud-train.conllu", treebank)])
    model = method.learn(treebank, make_settings(method, settings))
    save_trained_model(model, tmp_path / "held.npz", text, keep_text=True)
    return tmp_path / "held.npz"


@pytest.mark.parametrize("asked", [False, True])
def test_a_model_is_exported_without_its_training_text_unless_asked(
    asked: bool, desk: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, text_model: Path, tmp_path: Path
) -> None:
    window = Window(desk)
    qtbot.addWidget(window)
    show(desk, qtbot, write_project(tmp_path / "project", text_model))
    target = tmp_path / "out.npz"

    def choose(*arguments: object) -> tuple[str, str]:
        filters = str(arguments[3]).split(";;")
        assert len(filters) == 2
        return str(target), filters[asked]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    with qtbot.waitSignal(desk.notices.notified, timeout=60_000) as told:
        window.menus.actions["window.export_model"].trigger()
    assert store.read_text_state(target) is (store.TextState.INCLUDED if asked else store.TextState.LEFT_OUT)
    assert told.args is not None
    assert ("The licence of UD_Turkish-IMST (CC BY-NC-SA 4.0) restricts sharing" in told.args[0]) == asked
    assert store.read_provenance(target) == store.read_provenance(text_model)


def write_project(folder: Path, model: Path) -> Path:
    """A project whose newest run has this model."""
    folder.mkdir()
    save(Treebank.of([LEARNT] * 6), folder / "dogs.conllu", "conllu")
    with Project.create(folder, [folder / "dogs.conllu"]) as project:
        path = project.prepare_model_path("parser 1")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(model.read_bytes())
        method, settings = store.read_description(model)
        run = Run(name="parser 1", method=method, settings=settings, documents=("dogs.conllu",), model=path.name)
        project.add_run(run)
    return folder


def test_only_a_model_that_holds_what_it_needs_can_be_retrained(text_model: Path, tmp_path: Path) -> None:
    method, settings = store.read_description(text_model)
    run = Run(name="parser 1", method=method, settings=settings, model="x.npz")
    store.copy(text_model, tmp_path / "bare.npz", {})
    assert can_retrain_model(run)
    assert can_retrain_model(run, text_model)
    assert not can_retrain_model(run, tmp_path / "bare.npz")
    assert not can_retrain_model(run, tmp_path / "none.npz")


def test_a_kept_model_is_explored_compared_and_stepped_like_one_of_the_project(
    qtbot: QtBot, models: Path, tmp_path: Path
) -> None:
    save(Treebank.of([LEARNT] * 12), tmp_path / "chains.conllu")
    settings = make_settings(METHODS["head-automata"], {"estimator": "spectral", "states": 2, "tagger": False})
    model = METHODS["head-automata"].learn(Treebank.of([LEARNT] * 12), settings)
    store.save(model, tmp_path / "spectral.npz")
    context = AppContext(tmp_path / "store")
    context.library.set_folder(models / "other")
    window = Window(context)
    qtbot.addWidget(window)
    show(context, qtbot, tmp_path / "chains.conllu")
    with qtbot.waitSignal(context.library.changed, timeout=30_000):
        context.library.import_model(tmp_path / "spectral.npz")
    name = "spectral — library"
    explorer = context.model_explorer
    assert [run.name for run in explorer.list_runs_with_automata()] == [name]
    assert [run.name for run in explorer.list_runs_with_traces()] == [name]
    window.show()
    window.panels.show_workspace("explore")
    page = window.views.explore.models
    window.views.explore._pages.setCurrentWidget(page)
    with qtbot.waitSignal(
        explorer.singular_values_received, timeout=30_000, check_params_cb=lambda _run, part, _: not part
    ):
        page._show_model()
    run = page._get_selected_run()
    assert run is not None
    assert run.spectrum == pytest.approx(model.spectrum(""))
    assert run.cut == 2
    window.panels.show_workspace("compare")
    boxes = window.views.comparison.findChildren(QComboBox)
    titles = {box.itemText(row) for box in boxes for row in range(box.count())}
    assert f"model {name}" in titles
    window.close()


def test_a_second_kept_model_may_come_while_one_is_in_use(
    desk: AppContext, qtbot: QtBot, models: Path, tmp_path: Path
) -> None:
    shelved(desk, qtbot, models)
    show(desk, qtbot, models / "english.conllu")
    active = desk.suggestions.model.active_run
    assert active is not None
    file = desk.library.find_file(active)
    assert file is not None
    shutil.copy(file, tmp_path / "second.npz")
    with qtbot.waitSignal(desk.library.changed, timeout=30_000):
        desk.library.import_model(tmp_path / "second.npz")
    assert len(desk.library.runs) > 1
    assert desk.suggestions.model.active_run == active
    file.with_name("second.npz").unlink()
