"""Locks in a journal: written before they are shown, undone like any act, there again after reopening or a kill."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from spectral_core.data import UNCONSTRAINED, Constraints
from spectral_core.project import Change, Edit, LockChange, Project, ProjectError, journal_file
from spectral_core.project.verification import verify_project

NAME = "a.conllu"
TEXT = "".join(
    f"1\tOld{n}\told\tADJ\tJJ\t_\t_\t_\t_\t_\n2\tboats\tboat\tNOUN\tNNS\t_\t_\t_\t_\t_\n"
    "3\tleak\tleak\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
    for n in range(6)
)
LOCKED = Constraints(required_arcs=frozenset({(2, 1)}))
MORE = Constraints(required_arcs=frozenset({(2, 1)}), forbidden_arcs=frozenset({(1, 3), (0, 2)}))
LOCKER = """
import sys
from pathlib import Path
from spectral_core.data import UNCONSTRAINED, Constraints
from spectral_core.project import Edit, LockChange, Project
with Project.open(Path(sys.argv[1])) as project:
    name = project.documents[0]
    treebank = project.open_document(name).treebank
    now = {}
    number = 0
    while True:
        number += 1
        index = number % len(treebank)
        locks = Constraints(forbidden_arcs=frozenset({(number % 3, 1 + number % 2), (number, 0)}))
        change = LockChange(name, index, treebank[index].forms, now.get(index, UNCONSTRAINED), locks)
        project.record(Edit(f"Forbid {number}", (), locks=(change,)))
        now[index] = locks
        print(number, flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(TEXT)
    Project.create(tmp_path, [tmp_path / NAME]).close()
    return tmp_path


def lock(project: Project, index: int, before: Constraints, after: Constraints, step: str = "Lock") -> None:
    forms = project.open_document(NAME).treebank[index].forms
    project.record(Edit(step, (), locks=(LockChange(NAME, index, forms, before, after),)))


def locked(project: Project) -> dict[int, Constraints]:
    return {index: locks for index, (_, locks) in project.read_locks(NAME).items()}


def test_locks_are_there_when_the_project_is_opened_again(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 0, UNCONSTRAINED, LOCKED)
        lock(project, 4, UNCONSTRAINED, LOCKED)
        lock(project, 4, LOCKED, MORE)
        assert locked(project) == {0: LOCKED, 4: MORE}
        assert project.read_locks(NAME)[4][0] == ("Old4", "boats", "leak")
    with Project.open(folder) as project:
        assert locked(project) == {0: LOCKED, 4: MORE}
        assert project.open_document(NAME).recovered == 0  # the text is as it was
        assert project.read_provenance(NAME) == {}
        assert not verify_project(project).faults
    with Project.open_read_only(folder) as project:
        assert locked(project) == {0: LOCKED, 4: MORE}


def test_a_lock_is_undone_and_done_again_like_any_act(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 1, UNCONSTRAINED, LOCKED, "Lock 'Old1' under 'boats'")
        before = project.open_document(NAME).treebank[1]
        after = before.with_head(3, 0, "root")
        project.record(Edit("Attach", (Change(NAME, 1, before, after),)))
        project.undo()
        assert project.undo_text == "Lock 'Old1' under 'boats'"
        undone = project.undo()
        assert undone is not None
        assert not undone.changes
        assert [(one.index, one.before, one.after) for one in undone.locks] == [(1, UNCONSTRAINED, LOCKED)]
        assert locked(project) == {}
    with Project.open(folder) as project:
        assert locked(project) == {}
        redone = project.redo()
        assert redone is not None
        assert redone.locks == undone.locks
        assert locked(project) == {1: LOCKED}
        assert not verify_project(project).faults


def test_the_history_names_the_sentence_of_a_lock(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 2, UNCONSTRAINED, LOCKED, "Lock 'Old2' under 'boats'")
        for steps in (project.list_history(), project.list_history(10, NAME), project.list_history(10, NAME, 2)):
            (newest,) = steps
            assert (newest.step, newest.document, newest.index) == ("Lock 'Old2' under 'boats'", NAME, 2)
        assert project.list_history(10, NAME, 1) == ()


def test_locks_go_with_their_sentence_when_the_file_is_changed_outside(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 3, UNCONSTRAINED, LOCKED)
    blocks = TEXT.split("\n\n")
    (folder / NAME).write_text("\n\n".join([blocks[5], *blocks[:5], ""]))
    with Project.open(folder) as project:
        project.open_document(NAME)
        assert locked(project) == {4: LOCKED}


def test_a_lock_that_does_not_begin_with_what_is_locked_is_refused(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 0, UNCONSTRAINED, LOCKED)
        with pytest.raises(ProjectError, match="locks of sentence 1"):
            lock(project, 0, UNCONSTRAINED, MORE)
        assert locked(project) == {0: LOCKED}


def test_a_journal_without_locks_is_brought_up_to_date_and_stays_sound(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(TEXT)
    with Project.create(tmp_path, [tmp_path / NAME]) as project:
        before = project.open_document(NAME).treebank[0]
        project.record(Edit("Tag", (Change(NAME, 0, before, before.with_value("lemma", 1, "aged")),)))
    path = tmp_path / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE locks")
    connection.execute("DROP TABLE efforts")
    connection.execute("DROP TABLE saves")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    with Project.open_read_only(tmp_path) as project:  # nothing is written
        assert locked(project) == {}
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0] == 1
    with Project.open(tmp_path) as project:
        assert project.undo_text == "Tag"
        lock(project, 0, UNCONSTRAINED, LOCKED)
        assert locked(project) == {0: LOCKED}
        assert not verify_project(project).faults


def test_a_program_that_knows_no_locks_refuses_the_journal_and_changes_nothing(folder: Path) -> None:
    path = folder / "journal.sqlite"
    with Project.open(folder) as project:
        lock(project, 0, UNCONSTRAINED, LOCKED)
    content = path.read_bytes()
    with pytest.raises(ProjectError, match="newer version"):
        journal_file.connect_to_write(path, journal_file.MIGRATIONS[:1])
    assert path.read_bytes() == content


def test_a_lock_that_was_tampered_with_is_found(folder: Path) -> None:
    with Project.open(folder) as project:
        lock(project, 0, UNCONSTRAINED, LOCKED)
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("DROP TRIGGER locks_keeps_update")
    connection.execute("UPDATE locks SET after = replace(after, '[2,1]', '[3,1]')")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        assert any("is not what was recorded" in fault for fault in verify_project(project).faults)


@pytest.mark.parametrize("lines", [1, 7, 40])
def test_every_lock_that_was_said_to_be_kept_outlives_a_kill(folder: Path, lines: int) -> None:
    writer = subprocess.Popen([sys.executable, "-c", LOCKER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    with writer.stdout:
        said = [writer.stdout.readline() for _ in range(lines)]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.read().split("\n")
    writer.wait()
    last = max(int(line) for line in said if line.strip())
    with Project.open(folder) as project:
        number = project.list_history(1)[0].id
        assert number in (last, last + 1)
        expected = {}
        for made in range(1, number + 1):
            arcs = frozenset({(made % 3, 1 + made % 2), (made, 0)})
            expected[made % 6] = Constraints(forbidden_arcs=arcs)
        assert locked(project) == expected
        assert not verify_project(project).faults
