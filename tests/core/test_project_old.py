"""A project of earlier code opens with all that was decided in it.

`killed.tar.xz` was made by the code of the revision accc158, which was killed then: a log that is not in the journal
yet, four documents of which one was saved without a word to the journal, decisions of people and models in one and in
several sentences, some taken back and some done again, locks, what a reading cost, a run with its model and one that
failed. `said.json` in it is what that code itself said of the project when it opened it again.
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest

from spectral_core.data import Sentence
from spectral_core.project import Project
from spectral_core.project.verification import verify_project
from spectral_core.store import load

ARCHIVE = Path(__file__).resolve().parents[1] / "data" / "projects" / "killed.tar.xz"
COLUMNS = ("forms", "lemmas", "upos", "xpos", "feats", "heads", "deprels", "deps", "misc", "comments")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with tarfile.open(ARCHIVE) as archive:
        for member in archive:
            content = archive.extractfile(member)
            assert content is not None
            place = tmp_path / member.name
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(content.read())
    return tmp_path


@pytest.fixture
def expected(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "said.json").read_bytes())
    return found


@pytest.fixture
def project(folder: Path) -> Iterator[Project]:
    with Project.open(folder) as opened:
        yield opened


def plain(value: object) -> object:
    """A value as JSON has it."""
    return json.loads(msgspec.json.encode(value))


def written(one: Sentence) -> dict[str, object]:
    tree = None if one.tree is None else str(one.tree)
    analyses = [None if each is None else tuple(each) for each in one.analyses]
    columns = {name: getattr(one, name) for name in COLUMNS}
    return {**columns, "tree": tree, "analyses": analyses, "candidates": one.candidates}


def document(project: Project, name: str) -> dict[str, object]:
    """All that can be asked of a document."""
    opened = project.open_document(name)
    return {
        "sentences": [written(one) for one in opened.treebank],
        "edited": sorted(opened.treebank.edits),
        "conflicts": len(opened.conflicts),
        "recovered": opened.recovered,
        "unsaved": project.count_unsaved(name),
        "decided": sorted(project.read_provenance(name).items()),
        "locks": [
            [at, forms, sorted(locks.required_arcs), sorted(locks.forbidden_arcs)]
            for at, (forms, locks) in sorted(project.read_locks(name).items())
        ],
    }


def test_all_decisions_are_there(project: Project, expected: dict[str, object]) -> None:
    assert (project.read_only, project.notice, project.name) == ("", "", "harbour")
    assert plain({name: document(project, name) for name in project.documents}) == expected["documents"]
    assert plain([asdict(step) for step in project.list_history(None)]) == expected["steps"]
    assert plain(project.collect_efforts()) == expected["taken"]
    assert verify_project(project).faults == ()


def test_what_only_the_log_held_is_there_for_who_may_only_read(folder: Path, expected: dict[str, object]) -> None:
    with Project.open_read_only(folder) as project:
        assert plain({name: document(project, name) for name in project.documents}) == expected["documents"]


def plain_runs(project: Project) -> list[dict[str, object]]:
    """Runs by their fields, of which later versions may have more; documents were kept in one string then."""
    fields = [asdict(run) for run in project.list_runs()]
    for row in fields:
        row["document"], row["measured_on"] = ", ".join(row["documents"]), ", ".join(row["measured_documents"])
    found = plain(fields)
    assert isinstance(found, list)
    return found


def test_runs_are_there_with_their_models(project: Project, expected: dict[str, object]) -> None:
    kept = expected["runs"]
    assert isinstance(kept, list)
    assert [{name: run[name] for name in row} for run, row in zip(plain_runs(project), kept, strict=True)] == kept
    (run, _) = project.list_runs()
    assert load(project.prepare_model_path(run.name)).method == run.method


def test_every_step_is_taken_back_as_it_was(project: Project, expected: dict[str, object]) -> None:
    assert (plain(project.list_done_edit_ids()), project.undo_text, project.redo_text) == (
        expected["done"],
        expected["undo"],
        expected["redo"],
    )
    undone = []
    while project.undo_text is not None:
        act = project.undo()
        assert act is not None
        undone.append(
            [act.step, [[one.document, one.index, written(one.before)] for one in act.changes], len(act.locks)]
        )
    assert len(undone) == 11
    assert plain(undone) == expected["undone"]
    assert verify_project(project).faults == ()
    while project.redo_text is not None:
        project.redo()
    assert project.undo_text == expected["redo"]
