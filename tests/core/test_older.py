"""Models, libraries and projects that older code wrote open with all that is in them, and can be gone on with.

`tests/data/older/write.py` wrote the files, and says when to write others. What is in them is in the JSON files beside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import older
import pytest
from fixtures import tiny_treebank

from spectral_core import store
from spectral_core.data import Treebank
from spectral_core.formats import load
from spectral_core.project import Change, Edit, Project
from spectral_core.project.verification import verify_project
from spectral_core.registry import METHODS

MODELS: dict[str, Any] = older.read_expected("models.json")
PROJECTS: dict[str, Any] = older.read_expected("projects.json")
every_project = pytest.mark.parametrize("name", sorted(PROJECTS))
NEWER = {"clusters", "pipeline", "tokeniser"}  # methods that older code did not have


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    older.unpack(older.FOLDER / "models.tar.xz", folder)
    return folder


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return tiny_treebank()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    older.unpack(older.FOLDER / "projects.tar.xz", tmp_path)
    return tmp_path


@pytest.fixture
def project(folder: Path, name: str) -> Iterator[Project]:
    with Project.open(folder / name, "later") as opened:
        yield opened


def contents(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays in the file of a model, read without the program."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    return json.loads(arrays.pop("header").tobytes()), arrays


def with_clusters_by_name(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings in which word clusters have the name that replaced the boolean of older code."""
    classes = settings.get("classes")
    return {**settings, "classes": "own" if classes else "none"} if isinstance(classes, bool) else settings


def test_every_method_and_estimator_has_a_model_of_older_code() -> None:
    assert {row["method"] for row in MODELS.values()} == METHODS.keys() - NEWER


@pytest.mark.parametrize("file", sorted(MODELS))
def test_an_older_model_answers_as_it_did(file: str, models: Path, treebank: Treebank) -> None:
    expected = MODELS[file]
    assert store.read_description(models / file) == (expected["method"], expected["settings"])
    model = store.load(models / file)
    assert model.method == expected["method"]
    older.assert_alike(older.describe_model(model, treebank), expected["answers"], file)


@pytest.mark.parametrize("file", sorted(MODELS))
def test_an_older_model_is_stored_again_as_it_was(file: str, models: Path, tmp_path: Path) -> None:
    store.save(store.load(models / file), tmp_path / file, keep_text=True)
    (header, arrays), (header_now, arrays_now) = contents(models / file), contents(tmp_path / file)
    header["settings"] = with_clusters_by_name(header["settings"])
    assert {name: header_now[name] for name in header} == {**header, "version": header_now["version"]}
    assert header_now.keys() - header.keys() <= {"text", "text_arrays"}
    lost = arrays.keys() - arrays_now.keys()
    assert not lost or (header["method"], header_now["text"]) == ("reranker", "left out")  # it takes in no sentences
    assert arrays_now.keys() == arrays.keys() or "text" in header_now
    for name in arrays.keys() - lost:
        if name.endswith("_header"):  # of a model inside this one
            inside, inside_now = (json.loads(each[name].tobytes()) for each in (arrays, arrays_now))
            assert inside_now == {**inside, "settings": with_clusters_by_name(inside["settings"])}
            continue
        assert arrays[name].dtype == arrays_now[name].dtype, name
        assert np.array_equal(arrays[name], arrays_now[name]), name


@pytest.mark.parametrize("file", sorted(MODELS))
def test_an_older_model_answers_as_it_did_without_its_training_text(
    file: str, models: Path, treebank: Treebank, tmp_path: Path
) -> None:
    had_text = store.read_text_state(models / file) is store.TextState.INCLUDED
    store.copy(models / file, tmp_path / file, {})
    assert (store.read_text_state(tmp_path / file) is store.TextState.LEFT_OUT) == had_text
    if had_text:
        answers = older.describe_model(store.load(tmp_path / file), treebank)
        older.assert_alike(answers, MODELS[file]["answers"], file)
    else:
        assert (tmp_path / file).read_bytes() == (models / file).read_bytes()


def test_an_older_library_says_what_its_models_learnt_from(tmp_path: Path) -> None:
    older.unpack(older.FOLDER / "library.tar.xz", tmp_path)
    assert older.describe_library(tmp_path) == older.read_expected("library.json")


@every_project
def test_an_older_project_shows_all_that_was_decided(project: Project, name: str) -> None:
    assert (project.read_only, project.notice) == ("", "")
    expected = {key: value for key, value in PROJECTS[name].items() if key != "undone"}
    older.assert_alike(older.describe_project(project), expected, name)
    assert verify_project(project).faults == ()


@every_project
def test_every_step_of_an_older_project_is_undone_and_done_again(project: Project, name: str) -> None:
    undo, done = project.undo_text, project.list_done_edit_ids()
    older.assert_alike(older.undo_all(project), PROJECTS[name]["undone"], name)
    assert project.undo_text is None
    for _ in done:
        project.redo()
    assert (project.undo_text, project.list_done_edit_ids()) == (undo, done)
    assert verify_project(project).faults == ()


@every_project
def test_an_older_project_is_edited_saved_and_opened_again(project: Project, name: str, folder: Path) -> None:
    edited = [document for document in project.documents if not project.open_document(document).conflicts]
    for document in edited:
        before = project.open_document(document).treebank[0]
        column = "xpos" if document.endswith(".mrg") else "lemma"
        after = before.with_value(column, 1, "later")
        project.record(Edit("Change a word", (Change(document, 0, before, after),)))
        if project.open_document(document).treebank.format != "text":
            project.save(document, project.current_treebank(document))
            assert load(folder / name / document)[0].column(column)[0] == "later"
            assert project.count_unsaved(document) == 0
    assert len(edited) == 5
    shown = {document: older.describe_document(project, document)["sentences"] for document in edited}
    project.close()
    with Project.open(folder / name) as again:
        assert {one: older.describe_document(again, one)["sentences"] for one in edited} == shown
        assert verify_project(again).faults == ()
    assert "colour of a later version" in (folder / "orchard" / "project.json").read_text(encoding="utf-8")


def test_the_model_of_an_older_run_is_found(folder: Path) -> None:
    with Project.open(folder / "orchard") as project:
        run = project.list_runs()[0]
        assert store.load(project.prepare_model_path(run.name)).method == run.method == "hmm"


def test_an_older_project_can_be_read_where_nothing_may_be_written(folder: Path) -> None:
    with Project.open_read_only(folder / "pier") as project:
        expected = PROJECTS["pier"]["documents"]
        shown = {name: older.describe_document(project, name)["sentences"] for name in project.documents}
        assert shown == {name: row["sentences"] for name, row in expected.items()}
