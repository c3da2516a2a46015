"""`spectral project`: what is printed, what is written, and the exit codes; the project itself stays as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spectral_core.cli import main
from spectral_core.formats import load
from spectral_core.project import CONFIRMED, EXTERNAL, MODEL, Change, Edit, Project, Run

Ran = Callable[..., tuple[int, str, str]]
ARCS = "".join(
    f"1\tRain{n}\train\tNOUN\tNN\t_\t2\tnsubj\t_\tSpaceAfter=No\n2\tfalls\tfall\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
    for n in range(4)
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Ran:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["project", *(str(argument) for argument in arguments)])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    place.mkdir()
    (place / "arcs.conllu").write_text(ARCS)
    (place / "plain.txt").write_text("It rains. It pours.\n")
    with Project.create(place, [place / "arcs.conllu", place / "plain.txt"], "Weather", "ada") as project:
        decide(project, "arcs.conllu", 1, "deprel", "obj", MODEL)
        decide(project, "arcs.conllu", 3, "lemma", "rains", CONFIRMED)
        decide(project, "arcs.conllu", 3, "upos", "X")
        project.undo()
        decide(project, "plain.txt", 0, "upos", "PRON")
        project.add_run(Run("one", "hmm", seconds=1.5, measures={"perplexity": 9.5}))
    return place


def decide(project: Project, name: str, index: int, column: str, value: str, provenance: str = "human") -> None:
    before = project.open_document(name).treebank[index]
    after = before.with_value(column, 1, value)
    project.record(Edit(f"Set {value}", (Change(name, index, before, after),), provenance))


def test_status_names_documents_unsaved_sentences_and_runs(run: Ran, folder: Path) -> None:
    code, out, err = run("status", folder)
    assert (code, err) == (0, "")
    assert out.startswith("Weather: not open; 5 edits")
    assert "arcs.conllu" in out
    assert "hmm" in out
    found = json.loads(run("status", folder, "--json")[1])
    assert [(row["name"], row["sentences"], row["unsaved"], row["changed_outside"]) for row in found["documents"]] == [
        ("arcs.conllu", 4, 2, False),
        ("plain.txt", 2, 1, False),
    ]
    assert (found["acts"], found["holder"], found["runs"][0]["measures"]) == (5, None, {"perplexity": 9.5})


def test_status_says_who_holds_the_project_and_what_was_changed_outside(run: Ran, folder: Path) -> None:
    (folder / "arcs.conllu").write_text(ARCS + ARCS)
    (folder / "plain.txt").unlink()
    with Project.open(folder):
        found = json.loads(run("status", folder, "--json")[1])
        assert found["holder"]["process"] > 0
        assert "open by" in run("status", folder)[1]
    arcs, plain = found["documents"]
    assert (arcs["changed_outside"], arcs["sentences"]) == (True, 8)
    assert "there is no such file" in plain["error"]


def test_history_lists_what_was_decided(run: Ran, folder: Path) -> None:
    code, out, _ = run("history", folder)
    lines = [line.split("\t") for line in out.strip().split("\n")]
    assert code == 0
    assert [line[0] for line in lines] == ["5", "4", "3", "2", "1"]
    assert lines[1][2:] == ["ada", "arcs.conllu 4", "human", "undo: Set X"]
    assert lines[4][2:] == ["ada", "arcs.conllu 2", "model", "Set obj"]
    found = json.loads(run("history", folder, "--document", "arcs.conllu", "--sentence", "4", "--json")[1])["steps"]
    assert [step["id"] for step in found] == [4, 3, 2]
    assert found[0]["undoes"] == 3
    assert found[2]["cells"] == [{"column": "lemma", "word": 1, "before": "rain", "after": "rains"}]
    code, _, err = run("history", folder, "--sentence", "4")
    assert (code, "does not have exactly one document" in err) == (2, True)
    for option in ("--limit", "--most"):
        assert run("history", folder, option, "1") == (0, out.split("\n")[0] + "\n", "")
    code, _, err = run("history", folder, "--document", "other")
    assert (code, "there is no document 'other'" in err) == (1, True)


def test_history_of_a_sentence_without_edits_says_so(run: Ran, folder: Path) -> None:
    command = ("history", folder, "--document", "arcs.conllu", "--sentence", "99999")
    assert run(*command) == (0, "", "no edits\n")
    assert run(*command, "--json")[2] == ""


def test_history_tells_edits_of_deleted_sentences_from_those_without_a_document(run: Ran, folder: Path) -> None:
    with Project.open(folder) as project:
        project.record(Edit("Note", ()))
    sentences = ARCS.split("\n\n")
    (folder / "arcs.conllu").write_text("\n\n".join([sentences[0], *sentences[2:]]))
    with Project.open(folder) as project:
        project.open_document("arcs.conllu")
        project.resolve_conflicts("arcs.conllu", {0: EXTERNAL})
    lines = [line.split("\t") for line in run("history", folder)[1].strip().split("\n")]
    assert {"-", "arcs.conllu (deleted)", "plain.txt 1"} <= {line[3] for line in lines}
    assert [line[3] for line in lines if line[5] == "Note"] == ["-"]
    assert [line[3] for line in lines if line[5] == "Set obj"] == ["arcs.conllu (deleted)"]


def test_export_writes_all_decisions_and_leaves_the_project_as_it_is(run: Ran, folder: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}
    code, out, err = run("export", folder, "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    assert out.split("\n")[0] == f"{tmp_path / 'out' / 'arcs.conllu'}: 4 sentences"
    assert load(tmp_path / "out" / "arcs.conllu")[1].deprels[0] == "obj"
    assert load(tmp_path / "out" / "plain.conllu")[0].upos[0] == "PRON"
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_export_says_where_each_decision_came_from(run: Ran, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.conllu"
    assert run("export", folder, "-o", target, "--document", "arcs.conllu", "--provenance")[0] == 0
    assert [sentence.misc for sentence in load(target)] == [
        ("SpaceAfter=No", "_"),
        ("SpaceAfter=No|Provenance=model", "_"),
        ("SpaceAfter=No", "_"),
        ("SpaceAfter=No|Provenance=confirmed", "_"),
    ]


def test_export_refuses_what_would_lose_something(run: Ran, folder: Path, tmp_path: Path) -> None:
    for arguments, complaint in (
        (("-o", tmp_path / "one.conllu"), "the project has several documents"),
        (("-o", folder / "arcs.conllu", "--document", "arcs.conllu"), "is a document of the project"),
        (("-o", tmp_path / "a.txt", "--document", "arcs.conllu", "--provenance"), "no place for provenance"),
        (("-o", tmp_path / "a.txt", "--document", "plain.txt"), "no place for"),
        (("-o", tmp_path / "a", "--document", "none"), "there is no document 'none'"),
    ):
        code, _, err = run("export", folder, *arguments)
        assert (code, complaint in err) == (1, True), err
    assert (folder / "arcs.conllu").read_text() == ARCS


def test_a_sound_project_is_verified_and_a_damaged_one_is_not(run: Ran, folder: Path) -> None:
    assert run("verify", folder) == (0, f"{folder}: sound, 5 edits\n", "")
    (folder / "arcs.conllu").write_text(ARCS.replace("VBZ", "VBP"))
    code, out, _ = run("verify", folder)
    assert code == 0
    assert "2 sentences changed there and here" in out
    content = bytearray((folder / "journal.sqlite").read_bytes())
    (folder / "journal.sqlite").write_bytes(content[: len(content) // 2])
    code, out, _ = run("verify", folder, "--json")
    found = json.loads(out)
    assert (code, found["sound"]) == (1, False)
    assert "damaged" in found["faults"][0]
    for command in (("history", folder), ("export", folder, "-o", folder.parent / "out")):
        code, _, err = run(*command)
        assert (code, "damaged" in err) == (1, True)


def test_a_journal_that_was_deleted_is_missed_by_every_command(run: Ran, folder: Path) -> None:
    (folder / "journal.sqlite").unlink()
    code, out, err = run("status", folder)
    assert (code, "journal.sqlite, is gone" in err) == (0, True)
    assert "no edits yet" in out
    code, out, _ = run("verify", folder, "--json")
    assert (code, "journal.sqlite, is gone" in json.loads(out)["faults"][0]) == (1, True)
    for command in (("history", folder), ("export", folder, "-o", folder.parent / "out")):
        code, _, err = run(*command)
        assert (code, "journal.sqlite, is gone" in err) == (1, True)
    assert not (folder / "journal.sqlite").exists()


def test_what_is_no_project_is_a_sentence_on_stderr(run: Ran, tmp_path: Path) -> None:
    for command in ("status", "history", "verify"):
        code, out, err = run(command, tmp_path)
        assert (code, out) == (1, "")
        assert "this folder is not a project" in err
