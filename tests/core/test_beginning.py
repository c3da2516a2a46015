"""A raw text that becomes a document: what its file says, where it lies, and that no decision is lost on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectral_core import formats
from spectral_core.data import Constraints, Tree, Treebank
from spectral_core.data.validation import find_problems
from spectral_core.errors import FormatError
from spectral_core.project import (
    CONFIRMED,
    TEXT,
    Change,
    Edit,
    LockChange,
    Project,
    ProjectError,
    convert_text,
    rebase_edit,
    rebase_locks,
    target_format,
)
from spectral_core.project.verification import verify_project

TEXTS = "The boats leak.They leak slowly (near old piers).\n\nNobody mends them. Why?\n"


def text_of(folder: Path, text: str = TEXTS, name: str = "boats.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def decided(project: Project, act: Edit, text: str) -> str:
    """The document that the text has become, with this act recorded on it."""
    treebank = project.open_document(text).treebank
    name = project.add_converted_document(text, convert_text(treebank), target_format(act))
    project.record(rebase_edit(act, text, name, project.open_document(name).treebank))
    return name


def a_tag(project: Project, text: str, index: int = 0) -> Edit:
    before = project.open_document(text).treebank[index]
    return Edit("Tag", (Change(text, index, before, before.with_value("upos", 2, "NOUN")),))


@pytest.mark.parametrize("format", ["conllu", "brackets"])
def test_nothing_is_wrong_with_a_document_that_is_begun(format: str, tmp_path: Path) -> None:
    made = convert_text(formats.load(text_of(tmp_path))).content[format]
    assert [problem for one in formats.loads(made, None, format) for problem in find_problems(one)] == []


def test_the_document_says_where_sentences_paragraphs_and_words_are(tmp_path: Path) -> None:
    made = convert_text(formats.load(text_of(tmp_path))).content["conllu"]
    found = formats.loads(made, None, "conllu")
    assert [one.comment("sent_id") for one in found] == [f"boats-{n}" for n in range(1, len(found) + 1)]
    assert found[0].comments[:2] == ("# newdoc id = boats", "# newpar")
    assert ["# newpar" in one.comments for one in found].count(True) == 2
    running = "".join(one.text + ("" if one.misc[-1] == "SpaceAfter=No" else " ") for one in found)
    assert running.split() == TEXTS.split()
    assert not [problem for _, problem in found.all_problems()]


def test_what_the_text_says_of_itself_is_kept(tmp_path: Path) -> None:
    path = text_of(tmp_path, "# newdoc id = letter\n# author = Ann\nIt came on Monday.\n")
    first = formats.loads(convert_text(formats.load(path)).content["conllu"], None, "conllu")[0]
    assert first.comments[:3] == ("# newpar", "# newdoc id = letter", "# author = Ann")


@given(st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=120))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_back_as_the_same_sentences(text: str) -> None:
    try:
        read = formats.loads(text.encode(), Path("any.txt"), TEXT)
    except FormatError:
        return  # it has no words, or the line ends of very old systems
    try:
        content = convert_text(replace(read, path=Path("any.txt"))).content
    except FormatError:
        assert any(one.problems for one in read)
        return
    again = formats.loads(content["conllu"], None, "conllu")
    assert [one.forms for one in again] == [one.forms for one in read]
    assert len(formats.loads(content["brackets"], None, "brackets")) == len(read)


def test_the_first_decision_makes_a_document_beside_the_text(tmp_path: Path) -> None:
    path = text_of(tmp_path)
    with Project.open_for_file(path, tmp_path / "store") as project:
        (text,) = project.documents
        name = decided(project, a_tag(project, text), text)
        assert project.documents == (name,)
        assert project.path_of(name) == tmp_path / "boats.conllu"
        assert project.undo_text == "Tag"
        project.save(name, project.current_treebank(name))
        assert formats.load(tmp_path / "boats.conllu")[0].upos[1] == "NOUN"
        assert project.undo() is not None
        assert project.current_treebank(name)[0].upos[1] == "_"
        assert not verify_project(project).faults
    assert path.read_text() == TEXTS
    with Project.open_for_file(path, tmp_path / "store") as again:  # the text leads to what was decided of it
        assert again.documents == (name,)


def test_the_new_file_opened_by_itself_has_the_decisions(tmp_path: Path) -> None:
    path = text_of(tmp_path)
    with Project.open_for_file(path, tmp_path / "store") as project:
        name = decided(project, a_tag(project, project.documents[0]), project.documents[0])
    with Project.open_for_file(tmp_path / "boats.conllu", tmp_path / "store") as again:
        assert again.open_document(name).treebank[0].upos[1] == "NOUN"


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "boats.conllu").write_text("mine")
    path = text_of(tmp_path)
    with Project.open_for_file(path, tmp_path / "store") as project:
        name = decided(project, a_tag(project, project.documents[0]), project.documents[0])
        assert project.path_of(name).name == "boats (2).conllu"
    assert (tmp_path / "boats.conllu").read_text() == "mine"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may write everywhere is not refused")
def test_where_nothing_may_be_written_the_document_lies_in_the_project(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    path = text_of(room)
    room.chmod(0o500)
    try:
        with Project.open_for_file(path, tmp_path / "store") as project:
            name = decided(project, a_tag(project, project.documents[0]), project.documents[0])
            assert project.path_of(name).parent == project.folder
    finally:
        room.chmod(0o700)


def test_a_tree_makes_brackets_and_locks_are_taken_over(tmp_path: Path) -> None:
    path = text_of(tmp_path)
    with Project.open_for_file(path, tmp_path / "store") as project:
        (text,) = project.documents
        read = project.open_document(text).treebank
        locks = Constraints(required_spans=frozenset({(0, 2, "NP")}))
        project.record(Edit("Lock", (), locks=(LockChange(text, 1, read[1].forms, Constraints(), locks),)))
        tree = Tree("S", tuple(Tree("X", (form,)) for form in read[1].forms))
        act = Edit("Accept", (Change(text, 1, read[1], read[1].with_tree(tree)),), CONFIRMED)
        name = project.add_converted_document(text, convert_text(read), target_format(act))
        begun = project.open_document(name).treebank
        held = rebase_locks(project.read_locks(text), name, begun, "Locks")
        assert held is not None
        project.record(held)
        project.record(rebase_edit(act, text, name, begun))
        assert name.endswith("boats.mrg")
        assert project.documents == (name, text)  # its locks can be undone
        assert project.read_locks(name)[1][1] == locks
        assert project.read_provenance(name) == {1: CONFIRMED}
        second = project.current_treebank(name)[1]
        assert "(" not in second.forms  # brackets write them otherwise
        assert second.tree is not None
        assert tuple(second.tree.words()) == second.forms
        assert not verify_project(project).faults


def test_a_text_that_was_decided_on_before_stays_a_document(tmp_path: Path) -> None:
    path = text_of(tmp_path)
    with Project.open_for_file(path, tmp_path / "store") as project:
        (text,) = project.documents
        project.record(a_tag(project, text, 1))
        name = decided(project, a_tag(project, text), text)
        assert project.documents == (name, text)
        assert project.open_document(name).treebank[1].upos[1] == "NOUN"


def test_a_text_that_is_not_unicode_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(b"It came.\nOn M\xf6nday it left.\n")
    with pytest.raises(FormatError, match=r"line 2.*0xf6.*UTF-8"):
        convert_text(formats.load(path))


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_beginning import a_tag, decided
from spectral_core.project import Project
path = Path(sys.argv[1])
project = Project.open_for_file(path, path.parent / "store")
print(decided(project, a_tag(project, project.documents[0]), project.documents[0]), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_first_decision_outlives_a_killed_process(tmp_path: Path) -> None:
    path = text_of(tmp_path)
    command = [sys.executable, "-c", KILLED, str(path), str(Path(__file__).parent)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    name = said.stdout.strip()
    with Project.open_for_file(path, tmp_path / "store") as project:
        assert project.documents == (name,), said.stderr
        assert project.open_document(name).treebank[0].upos[1] == "NOUN"
        assert not verify_project(project).faults


def test_what_was_taken_out_of_a_project_comes_back_with_its_decisions(tmp_path: Path) -> None:
    one, two = (text_of(tmp_path, name=f"{name}.txt") for name in ("one", "two"))
    formats.save(Treebank.of(formats.load(one)), tmp_path / "one.conllu")
    with Project.create(tmp_path / "mine", [tmp_path / "one.conllu", two]) as project:
        first, second = project.documents
        project.record(a_tag(project, first))
        project.remove_document(first)
        assert project.documents == (second,)
        assert (tmp_path / "one.conllu").exists()
        with pytest.raises(ProjectError, match="taken out of the project"):
            project.undo()
        assert project.add_document(tmp_path / "one.conllu") == first
        assert project.open_document(first).treebank[0].upos[1] == "NOUN"
        assert not verify_project(project).faults
