"""What decisions cost, in the journal: kept, taken back with their act, placed where sentences stand, and sealed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from spectral_core.project import Change, Edit, Project, WordEffort
from spectral_core.project.verification import verify_project

NAME = "rain.conllu"
ROWS = [f"1\train{at}\t_\t_\t_\t_\t0\troot\t_\t_\n2\tfell\t_\t_\t_\t_\t1\tdep\t_\t_" for at in range(4)]


def text(rows: list[str]) -> str:
    return "".join(f"{row}\n\n" for row in rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(text(ROWS))
    Project.create(tmp_path, [tmp_path / NAME]).close()
    return tmp_path


def decide(project: Project, index: int, word: int, taken: WordEffort) -> None:
    before = project.open_document(NAME).treebank[index]
    after = before.with_value("lemma", word, f"lemma{word}")
    project.record(Edit(f"Read {word}", (Change(NAME, index, before, after),), efforts=(((NAME, index, word), taken),)))


def test_what_decisions_cost_is_there_after_reopening_without_what_was_undone(folder: Path) -> None:
    first, second, none = WordEffort(1, 2, 900), WordEffort(3, 1, 400), WordEffort(None, 9, 70_000)
    with Project.open(folder) as project:
        decide(project, 0, 1, first)
        decide(project, 0, 2, none)
        decide(project, 2, 1, second)
        undone = project.undo()
        assert undone is not None
        assert undone.efforts == (((NAME, 2, 1), second),)
        assert project.collect_efforts() == (((NAME, 0, 1), first), ((NAME, 0, 2), none))
    with Project.open(folder) as project:
        assert project.collect_efforts() == (((NAME, 0, 1), first), ((NAME, 0, 2), none))
        done = project.redo()
        assert done is not None
        assert done.efforts == undone.efforts
        assert project.collect_efforts()[2:] == undone.efforts
        assert not verify_project(project).faults
    with Project.open_read_only(folder) as project:
        assert len(project.collect_efforts()) == 3


def test_what_decisions_cost_stays_with_sentences_that_move(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 1, 1, WordEffort(1, 1, 1))
        decide(project, 3, 2, WordEffort(2, 1, 1))
    moved = [ROWS[3], *ROWS[:1], *ROWS[2:3]]  # without the second, which was decided here
    (folder / NAME).write_text(text(moved))
    with Project.open(folder) as project:
        project.open_document(NAME)
        places = [place for place, _ in project.collect_efforts()]
        assert (NAME, 0, 2) in places
        assert len(set(places)) == 2


def test_a_cost_that_was_tampered_with_is_found(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 0, 1, WordEffort(2, 1, 500))
        assert not verify_project(project).faults
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("DROP TRIGGER efforts_keeps_update")
    connection.execute("UPDATE efforts SET rank = 1")
    connection.commit()
    connection.close()
    with Project.open(folder) as project:
        assert any("is not what was recorded" in fault for fault in verify_project(project).faults)


def test_a_journal_that_knew_no_costs_is_brought_up_to_date(folder: Path) -> None:
    path = folder / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE efforts")
    connection.execute("DROP TABLE saves")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        assert project.collect_efforts() == ()
    with Project.open(folder) as project:
        decide(project, 0, 1, WordEffort(1, 1, 5))
        assert [taken for _, taken in project.collect_efforts()] == [WordEffort(1, 1, 5)]
        assert not verify_project(project).faults


@pytest.mark.parametrize(
    "values", ["'rain.conllu', 1, 1, 1, 'many', 3", "CAST(X'ff' AS TEXT), 1, 1, 1, 1, 3", "3, 1, 1, 'first', 1, 3"]
)
def test_rows_that_hold_something_else_are_told_and_keep_nobody_from_working(folder: Path, values: str) -> None:
    cost = WordEffort(1, 1, 400)
    with Project.open(folder) as project:
        decide(project, 0, 1, cost)
        decide(project, 1, 1, cost)
    with sqlite3.connect(folder / "journal.sqlite") as connection:
        names = "act, document, sentence, word, rank, keys, milliseconds"
        connection.execute(f"INSERT INTO efforts ({names}) VALUES (2, {values})")
    with Project.open(folder) as project:
        assert verify_project(project).faults
        kept = [taken for (document, *_), taken in project.collect_efforts() if document == NAME]
        assert kept == [cost, cost]
        for index in (1, 0):
            undone = project.undo()
            assert undone is not None
            assert undone.changes[0].index == index
        assert project.collect_efforts() == ()


def test_efforts_of_no_act_are_told(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 0, 1, WordEffort(1, 1, 400))
    with sqlite3.connect(folder / "journal.sqlite") as connection:
        connection.execute("INSERT INTO efforts SELECT NULL, 99, document, sentence, word, 1, 1, 1 FROM efforts")
    with Project.open(folder) as project:
        assert any("no edit" in fault for fault in verify_project(project).faults)
