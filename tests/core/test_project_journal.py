"""The journal as a file: append-only, versions, damage, full disks, who holds it, kill -9, and two at once."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from annotating import begin, check, run_and_kill

from spectral_core.data import UNCONSTRAINED, Constraints
from spectral_core.project import Change, Edit, LockChange, Project, ProjectError, Run, WordEffort, journal_file
from spectral_core.project.document_files import export_document, make_export_name
from spectral_core.project.errors import DamagedJournalError
from spectral_core.project.verification import verify_project

TEXT = "".join(
    f"1\tRain{n}\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tfalls\tfall\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n" for n in range(9)
)
NAME = "a.conllu"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(TEXT)
    with Project.create(tmp_path, [tmp_path / NAME]) as project:
        for index in range(3):
            decide(project, index, f"first{index}")
    return tmp_path


def decide(project: Project, index: int, lemma: str) -> None:
    before = project.open_document(NAME).treebank[index]
    after = before.with_value("lemma", 1, lemma)
    project.record(Edit(f"Lemma {lemma}", (Change(NAME, index, before, after),)))


def decide_often(project: Project) -> None:
    for number in range(400):
        decide(project, 1 + number % 8, f"n{number}")


def lemmas(project: Project) -> list[str]:
    return [sentence.lemmas[0] for sentence in project.open_document(NAME).treebank]


EXPECTED = ["first0", "first1", "first2", *["rain"] * 6]


def test_nothing_in_the_journal_can_be_changed_or_taken_out(folder: Path) -> None:
    with Project.open(folder) as project:
        project.add_run(Run("one", "hmm"))
        words = project.open_document(NAME).treebank[0].forms
        locked = Constraints(required_arcs=frozenset({(2, 1)}))
        lock = (LockChange(NAME, 0, words, UNCONSTRAINED, locked),)
        taken = (((NAME, 0, 1), WordEffort(1, 1, 900)),)
        project.record(Edit("Lock 'Rain0' under 'falls'", (), locks=lock, efforts=taken))
        project.save(NAME, project.current_treebank(NAME))
    connection = sqlite3.connect(folder / "journal.sqlite")
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert sorted(tables) == ["acts", "bases", "changes", "efforts", "locks", "runs", "saves", "texts"]
    for table in tables:
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"UPDATE {table} SET id = id + 100")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(f"DELETE FROM {table}")
    connection.close()


class LockWithPause:
    """A lock that lets another thread record as soon as it is released for the first time."""

    def __init__(self, action: Callable[[], object]) -> None:
        self.lock, self.action = threading.RLock(), action
        self.is_first = True

    def __enter__(self) -> bool:
        return self.lock.__enter__()

    def __exit__(self, *_: object) -> None:
        self.lock.release()
        if self.is_first:
            self.is_first = False
            thread = threading.Thread(target=self.action)
            thread.start()
            thread.join()


def test_edits_of_two_threads_follow_one_another(folder: Path) -> None:
    with Project.open(folder) as project:
        journal = project.journal
        assert journal is not None
        last_id = journal.last_edit_id
        ids: list[int] = []
        journal._lock = LockWithPause(lambda: ids.append(journal.record("second", ())))  # type: ignore[assignment]
        assert journal.record("first", ()) == last_id + 1
        assert ids == [last_id + 2]
        assert journal.last_edit_id == last_id + 2
        assert verify_project(project).faults == ()


def test_an_edit_that_is_not_there_is_a_damage_of_the_journal(folder: Path) -> None:
    with Project.open(folder) as project:
        journal = project.journal
        assert journal is not None
        with pytest.raises(DamagedJournalError, match="the edit 99 is not in it"):
            journal.read_edit(99)
        with pytest.raises(DamagedJournalError, match="a sentence that an edit names"):
            journal.read_texts([99])


def test_texts_that_cannot_be_read_are_an_error_of_the_project(folder: Path) -> None:
    with Project.open(folder) as project:
        journal = project.journal
        assert journal is not None
        journal.close()
        with pytest.raises(ProjectError, match="The sentences were not read"):
            journal.read_texts([1])


def test_the_journal_is_written_ahead_and_synchronised(folder: Path) -> None:
    connection = journal_file.connect_to_write(folder / "journal.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(journal_file.MIGRATIONS)
    connection.close()


def test_verifying_finds_a_row_that_was_tampered_with(folder: Path) -> None:
    with Project.open_read_only(folder) as project:
        assert verify_project(project).faults == ()
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("DROP TRIGGER acts_keeps_update")
    connection.execute("UPDATE acts SET annotator = 'nobody' WHERE id = 2")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        (fault,) = verify_project(project).faults
    assert "the edit 2 ('Lemma first1') is not what was recorded" in fault


def test_verifying_finds_a_text_that_was_tampered_with(folder: Path) -> None:
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("DROP TRIGGER texts_keeps_update")
    connection.execute("UPDATE texts SET content = CAST(replace(content, 'first1', 'other1') AS BLOB)")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        faults = verify_project(project).faults
    assert any("is not what was recorded" in fault for fault in faults)
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("UPDATE texts SET content = 7 WHERE id = 1")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        assert any("7 is not a text" in fault for fault in verify_project(project).faults)


def test_an_older_journal_is_brought_up_to_date_step_by_step(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal_file.connect_to_write(path).close()
    first = sqlite3.connect(path)
    first.execute("INSERT INTO runs (name, time, body) VALUES ('old', '2026-01-01', x'00')")
    first.commit()
    first.close()

    def add_colour(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE runs ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")

    def add_weight(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE runs ADD COLUMN weight REAL")

    newer = journal_file.connect_to_write(path, (*journal_file.MIGRATIONS, add_colour, add_weight))
    version = len(journal_file.MIGRATIONS) + 2
    assert newer.execute("PRAGMA user_version").fetchone()[0] == version
    assert newer.execute("SELECT name, colour, weight FROM runs").fetchall() == [("old", "red", None)]
    newer.close()
    with pytest.raises(ProjectError, match=f"newer version .journal {version}"):
        journal_file.connect_to_write(path)


def test_a_reader_of_an_older_journal_brings_only_a_copy_up_to_date(folder: Path) -> None:
    path = folder / "journal.sqlite"
    before = path.read_bytes()

    def add_colour(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE acts ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")

    reading = journal_file.connect_to_read(path, (*journal_file.MIGRATIONS, add_colour))
    assert reading is not None
    assert reading.execute("SELECT count(*), min(colour) FROM acts").fetchone() == (3, "red")
    reading.close()
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_older_journal_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal_file.connect_to_write(path).close()

    def half_done(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE more (id INTEGER)")
        connection.execute("SELECT * FROM what_is_not_there")

    with pytest.raises(ProjectError, match="can be read, but not changed"):
        journal_file.connect_to_write(path, (*journal_file.MIGRATIONS, half_done))
    again = journal_file.connect_to_write(path)
    assert not again.execute("SELECT 1 FROM sqlite_master WHERE name = 'more'").fetchall()
    again.close()


def test_the_tables_stay_as_they_are(tmp_path: Path) -> None:
    """Whoever changes a column writes a step of `MIGRATIONS` for the journals that there are."""
    (tmp_path / NAME).write_text(TEXT)
    Project.create(tmp_path, [tmp_path / NAME]).close()
    path = tmp_path / "journal.sqlite"
    columns = {}
    connection = sqlite3.connect(path)
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        columns[table] = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    connection.close()
    assert columns == {
        "texts": ["id", "digest", "format", "content", "raw"],
        "acts": [
            *("id", "time", "annotator", "step", "kind", "undoes", "provenance", "milliseconds", "rank", "seal"),
        ],
        "changes": ["id", "act", "document", "sentence", "position", "cells", "before", "after", "theirs"],
        "bases": [
            *("id", "document", "act", "time", "reason", "digest", "sentences", "follows", "marks", "numbers"),
            *("next", "pending", "appended"),
        ],
        "runs": ["id", "name", "time", "body"],
        "locks": ["id", "act", "document", "sentence", "position", "forms", "before", "after"],
        "efforts": ["id", "act", "document", "sentence", "word", "rank", "keys", "milliseconds"],
        "saves": ["id", "base", "seal"],
    }


def test_a_newer_journal_is_refused_and_the_texts_open_all_the_same(folder: Path) -> None:
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (folder / "journal.sqlite").read_bytes()
    with Project.open(folder) as project:
        assert "newer version (journal 99" in project.read_only
        assert "Update the program" in project.notice
        assert lemmas(project) == ["rain"] * 9
        with pytest.raises(ProjectError, match="newer version"):
            decide(project, 0, "x")
    assert (folder / "journal.sqlite").read_bytes() == before


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def with_garbage(content: bytes) -> bytes:
    return b"this is no journal at all, but somebody's letter " * 300


def half_written(content: bytes) -> bytes:
    return content[:4096] + bytes(len(content) - 4096)


def foreign(content: bytes) -> bytes:
    return content[:68] + b"\0\0\0\1" + content[72:]  # the number of another program


@pytest.mark.parametrize("spoil", [truncated, with_garbage, half_written, foreign])
def test_a_damaged_journal_is_set_aside_and_the_texts_open(folder: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = folder / "journal.sqlite"
    damaged = spoil(path.read_bytes())
    path.write_bytes(damaged)
    with Project.open(folder) as project:
        assert project.notice.startswith(
            "The journal of this project was damaged. It was set aside as journal-damaged-"
        )
        assert project.read_only == ""
        assert lemmas(project) == ["rain"] * 9
        decide(project, 1, "new")
    (aside,) = folder.glob("journal-damaged-*.sqlite")
    assert aside.name in project.notice
    assert aside.read_bytes() == damaged
    with Project.open(folder) as project:
        assert project.notice == ""
        assert lemmas(project)[1] == "new"


def test_a_reader_of_a_damaged_journal_leaves_it_where_it_is(folder: Path) -> None:
    (folder / "journal.sqlite").write_bytes(b"x" * 5000)
    with Project.open_read_only(folder) as project:
        assert "damaged" in project.notice
        assert lemmas(project) == ["rain"] * 9
    assert (folder / "journal.sqlite").read_bytes() == b"x" * 5000


def test_a_damaged_project_file_is_refused_with_a_remedy(folder: Path) -> None:
    (folder / "project.json").write_text('{"kind": "spectral-work')
    with pytest.raises(ProjectError, match=r"the project file is damaged .* Restore it from a backup"):
        Project.open(folder)
    (folder / "project.json").write_text('{"kind": "recipe", "version": 1, "name": "soup"}')
    with pytest.raises(ProjectError, match="not the file of a project, but of 'recipe'"):
        Project.open(folder)
    (folder / "project.json").write_text('{"kind": "spectral-workbench project", "version": 7}')
    with pytest.raises(ProjectError, match="newer version"):
        Project.open(folder)


def test_a_second_one_reads_and_is_told_who_holds_the_project(folder: Path) -> None:
    code = "import sys\nfrom pathlib import Path\nfrom spectral_core.project import Project\n"
    code += "project = Project.open(Path(sys.argv[1]), 'ada')\nprint(project.read_only, flush=True)\nsys.stdin.read()\n"
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "\n"
        with Project.open(folder) as second:
            assert f"(process {holder.pid}, since " in second.read_only
            assert second.lock_holder is not None
            assert second.lock_holder.process == holder.pid
            assert lemmas(second) == EXPECTED
            assert second.undo_text == "Lemma first2"
            for refused in (second.undo, lambda: decide(second, 0, "x"), lambda: second.add_run(Run("a", "hmm"))):
                with pytest.raises(ProjectError, match="is held by"):
                    refused()
        with Project.open_read_only(folder) as third:
            assert third.lock_holder is not None
        holder.send_signal(signal.SIGKILL)
    with Project.open(folder) as project:
        assert project.read_only == ""
        assert project.lock_holder is None


def test_a_folder_that_may_not_be_written_opens_to_be_read(folder: Path) -> None:
    if os.name != "posix":
        pytest.skip("the rights of folders are another matter here")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555)
    reached = [folder.parent, *list(folder.parents)[1:-2]]
    modes = {path: path.stat().st_mode for path in reached}
    found, write = os.pipe()
    child = os.fork()
    if child == 0:  # root may write everywhere: another user looks
        said = "the child broke"
        try:
            for path in reached:
                path.chmod(0o755)
            if os.getuid() == 0:
                os.setuid(65534)
            with Project.open(folder) as project:
                refused = ""
                try:
                    decide(project, 0, "x")
                except ProjectError as error:
                    refused = str(error)
                said = f"{project.read_only}\n{refused}\n{' '.join(lemmas(project))}\n{project.undo_text}"
        except BaseException as error:
            said = repr(error)
        finally:
            os.write(write, said.encode())
            os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(found) as answer:
        said = answer.read()
    for path in (folder, *folder.iterdir()):
        path.chmod(path.stat().st_mode | 0o700)
    for path, mode in modes.items():
        path.chmod(mode)
    assert said.count("\n") == 3, said
    read_only, refused, found_lemmas, step = said.split("\n")
    assert read_only.startswith(f"{folder} can be read, but not changed: you may not write there. ")
    assert refused == read_only
    assert found_lemmas.split() == EXPECTED
    assert step == "Lemma first2"


FULL = """
import resource, sys
from pathlib import Path
from spectral_core.project import Edit, Change, Project, ProjectError
folder = Path(sys.argv[1])
with Project.open(folder) as project:
    treebank = project.open_document("a.conllu").treebank
    done = 0
    limit = (folder / "journal.sqlite-wal").stat().st_size + 400_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    while True:
        before = treebank[done % 9]
        after = before.with_value("lemma", 1, f"w{done}" * 100)
        try:
            project.record(Edit("Set", (Change("a.conllu", done % 9, before, after),)))
        except ProjectError as error:
            print(done, project.undo_step, error, sep="|", flush=True)
            assert project.open_document("a.conllu").treebank[done % 9] == before
            break
        treebank = treebank.with_sentence(done % 9, after)
        done += 1
"""


def test_where_a_file_may_not_grow_the_act_is_refused_and_all_others_are_kept(folder: Path) -> None:
    if os.name != "posix":
        pytest.skip("there are no such limits here")
    ran = subprocess.run([sys.executable, "-c", FULL, str(folder)], capture_output=True, text=True, check=True)
    done, step, complaint = ran.stdout.split("|")
    assert int(done) > 3
    assert step == "Set"
    assert complaint.startswith("'Set' was not recorded: ")
    with Project.open(folder) as project:
        assert (project.notice, verify_project(project).faults) == ("", ())
        assert len(project.list_history(None)) == 3 + int(done)
        newest = {place % 9: f"w{place}" * 100 for place in range(int(done))}
        assert lemmas(project) == [newest.get(place, EXPECTED[place]) for place in range(9)]
        decide(project, 0, "goes on")


def test_on_a_full_disk_the_act_is_refused_and_goes_through_once_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if os.name != "posix" or os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("a small disk can be made by root only; a limit of file size is tested instead")
    try:
        (disk / NAME).write_text(TEXT)
        (tmp_path / "other.conllu").write_text(TEXT)
        with Project.create(disk, [disk / NAME]) as project:
            decide(project, 0, "kept")
            subprocess.run(["dd", "if=/dev/zero", f"of={disk / 'filler'}", "bs=4096"], capture_output=True)
            with pytest.raises(ProjectError, match=r"the disk is full\. Free some space"):
                decide_often(project)
            state = lemmas(project)
            assert state[0] == "kept"
            with pytest.raises(ProjectError):
                project.add_document(tmp_path / "other.conllu")
            (disk / "filler").unlink()
            decide(project, 2, "room again")
            state[2] = "room again"
        with Project.open(disk) as project:
            assert lemmas(project) == state
            assert verify_project(project).faults == ()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_two_that_open_at_the_same_instant_agree_on_one_holder(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from spectral_core.project import Edit, Change, Project
sys.stdin.readline()
project = Project.open_for_file(Path(sys.argv[1]), Path(sys.argv[2]))
name = project.documents[0]
treebank = project.open_document(name).treebank
if not project.read_only:
    after = treebank[0].with_value("lemma", 1, "mine")
    project.record(Edit("Set", (Change(name, 0, treebank[0], after),)))
print(project.read_only, flush=True)
sys.stdin.readline()
"""
    (tmp_path / NAME).write_text(TEXT)
    command = [sys.executable, "-c", code, str(tmp_path / NAME)]
    for attempt in range(2):
        store = tmp_path / f"store{attempt}"
        both = [
            subprocess.Popen([*command, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        for one in both:
            assert one.stdin is not None
            one.stdin.write("go\n")
            one.stdin.flush()
        said = [one.stdout.readline() for one in both if one.stdout is not None]
        for one in both:
            one.communicate("end\n")
        assert sorted(line == "\n" for line in said) == [False, True], said
        with Project.open_for_file(tmp_path / NAME, store) as project:
            assert (project.read_only, project.notice, verify_project(project).faults) == ("", "", ())
            assert len(project.list_history()) == 1


def test_nothing_shown_as_done_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    ledger = begin(folder)
    for seed in range(7, 17):
        done = run_and_kill(folder, seed, ledger)
        assert check(folder, ledger, done[-1]) == []
    assert ledger.number > 50
    assert not list(folder.glob("*damaged*"))


def test_pages_that_are_damaged_are_found_after_a_crash(folder: Path) -> None:
    path = folder / "journal.sqlite"
    content = bytearray(path.read_bytes())
    content[5 * 4096 : 6 * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    connection = sqlite3.connect(path)
    with pytest.raises(DamagedJournalError):
        journal_file.check_journal_pages(connection, path)
    connection.close()


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be taken away there")
def test_a_journal_that_was_taken_away_takes_no_more_decisions(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 0, "one")
        for part in folder.glob("journal.sqlite*"):
            part.unlink()
        with pytest.raises(ProjectError, match="taken away"):
            decide(project, 1, "two")
        assert lemmas(project)[1] != "two"
    with Project.open(folder) as project:  # which was put back when the project was closed
        assert (project.notice, verify_project(project).faults) == ("", ())
        assert lemmas(project) == ["one", *EXPECTED[1:]]


def test_a_document_whose_name_no_file_can_have_is_refused(folder: Path) -> None:
    facts = folder / "project.json"
    facts.write_text(facts.read_text().replace('.conllu"', '\\u0000.conllu"'))
    with pytest.raises(ProjectError, match="NUL"):
        Project.open(folder)


LEFT = """
import os, signal, sys
from pathlib import Path
from spectral_core.project import Edit, Change, Project
project = Project.create(Path(sys.argv[1]), [Path(sys.argv[1]) / "a.conllu"])
treebank = project.open_document("a.conllu").treebank
for number in range(40):
    before = treebank[number % 9]
    after = before.with_value("lemma", 1, f"w{number}")
    project.record(Edit("Set", (Change("a.conllu", number % 9, before, after),)))
    treebank = treebank.with_sentence(number % 9, after)
os.kill(os.getpid(), signal.SIGKILL)
"""
KEPT = [f"w{number}" for number in (36, 37, 38, 39, 31, 32, 33, 34, 35)]


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A project with 40 decisions, all of them in the log."""
    (tmp_path / NAME).write_text(TEXT)
    subprocess.run([sys.executable, "-c", LEFT, str(tmp_path)], check=False)
    assert (tmp_path / "journal.sqlite-wal").stat().st_size > 0
    return tmp_path


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("lose", [emptied, Path.unlink])
def test_a_journal_that_is_gone_or_empty_is_read_from_its_log(killed: Path, lose: Callable[[Path], None]) -> None:
    path = killed / "journal.sqlite"
    lose(path)
    with Project.open_read_only(killed) as project:
        assert lemmas(project) == KEPT
        assert "is gone or empty. All 40 edits were read from its log" in project.notice
        assert any("gone or empty" in fault for fault in verify_project(project).faults)
    with Project.open(killed) as project:
        assert (project.read_only, lemmas(project)) == ("", KEPT)
        assert "gone or empty" in project.notice
        assert "all 40 edits were read from its log: nothing is lost" in project.notice
        decide(project, 0, "goes on")
    assert list(killed.glob("journal-damaged-*.sqlite-wal"))
    with Project.open(killed) as project:
        assert (project.notice, verify_project(project).faults, len(project.list_history(None))) == ("", (), 41)
        project.undo()
        assert lemmas(project) == KEPT


def test_a_damaged_journal_whose_log_holds_all_of_it_is_whole(killed: Path) -> None:
    (killed / "journal.sqlite").write_bytes(b"x" * 5000)
    for _ in range(2):
        with Project.open(killed) as project:
            assert (project.notice, verify_project(project).faults, lemmas(project)) == ("", (), KEPT)


def test_a_log_with_nothing_in_it_is_no_journal(folder: Path) -> None:
    (folder / "journal.sqlite").unlink()
    (folder / "journal.sqlite-wal").write_bytes(b"")
    with Project.open(folder) as project:
        assert "gone or empty. It was set aside as" in project.notice
        assert "nothing is lost" not in project.notice
        assert lemmas(project) == ["rain"] * 9


@pytest.mark.parametrize("lose", [emptied, Path.unlink])
def test_a_journal_that_is_lost_with_a_part_of_its_log_is_set_aside(folder: Path, lose: Callable[[Path], None]) -> None:
    code = LEFT.replace("Project.create", "Project.open").replace(', [Path(sys.argv[1]) / "a.conllu"]', "")
    subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    log = (folder / "journal.sqlite-wal").read_bytes()
    lose(folder / "journal.sqlite")
    with Project.open_read_only(folder) as project:
        assert "gone or empty. You see the content of the text files" in project.notice
        assert "without the decisions" in project.notice
    with Project.open(folder) as project:
        assert "gone or empty. It was set aside as journal-damaged-" in project.notice
        assert lemmas(project) == ["rain"] * 9
        decide(project, 1, "new")
    (aside,) = folder.glob("journal-damaged-*.sqlite-wal")
    assert aside.read_bytes() == log


def test_an_empty_journal_without_a_log_is_told(folder: Path) -> None:
    (folder / "journal.sqlite").write_bytes(b"")
    with Project.open_read_only(folder) as project:
        assert "without the decisions" in project.notice
    with Project.open(folder) as project:
        assert "gone or empty. It was set aside as" in project.notice
        assert lemmas(project) == ["rain"] * 9
        decide(project, 0, "new")
    with Project.open(folder) as project:
        assert project.notice == ""


def test_a_journal_replaced_by_a_database_without_tables_is_missed_once(folder: Path) -> None:
    path = folder / "journal.sqlite"
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
    content = path.read_bytes()
    assert content.startswith(b"SQLite format 3")
    with Project.open_read_only(folder) as project:
        assert "gone or empty. You see the content of the text files" in project.notice
    assert path.read_bytes() == content
    with Project.open(folder) as project:
        assert "gone or empty. It was set aside as" in project.notice
        assert lemmas(project) == ["rain"] * 9
        decide(project, 1, "new")
    with Project.open(folder) as project:
        assert (project.notice, lemmas(project)[1]) == ("", "new")


def test_a_journal_deleted_while_the_project_was_closed_is_missed_once(folder: Path) -> None:
    backup = (folder / "journal.sqlite").read_bytes()
    (folder / "journal.sqlite").unlink()
    for _ in range(2):  # who only looks begins none
        with Project.open_read_only(folder) as project:
            assert "journal.sqlite, is gone. You see the content of the text files" in project.notice
            assert "Restore journal.sqlite from a backup" in project.notice
            assert verify_project(project).faults == (project.notice,)
            assert (lemmas(project), project.list_history()) == (["rain"] * 9, ())
    with Project.open(folder) as project:
        assert "journal.sqlite, is gone, and a new one was started" in project.notice
        assert (project.read_only, lemmas(project)) == ("", ["rain"] * 9)
        decide(project, 1, "new")
    with Project.open(folder) as project:
        assert (project.notice, verify_project(project).faults, lemmas(project)[1]) == ("", (), "new")
    (folder / "journal.sqlite").write_bytes(backup)
    with Project.open(folder) as project:
        assert (project.notice, lemmas(project)) == ("", EXPECTED)


def test_a_project_that_never_had_a_journal_misses_none(folder: Path) -> None:
    (folder / "journal.sqlite").unlink()
    (folder / "project.json").write_text(
        f'{{"kind": "spectral-workbench project", "version": 1, "name": "Rain", "documents": ["{NAME}"]}}'
    )
    with Project.open_read_only(folder) as project:
        assert (project.notice, verify_project(project).faults) == ("", ())
    with Project.open(folder) as project:
        assert project.notice == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"kind":"spectral-workbench project","version":1,"name":"R \\u00e9","documents":["a.conllu"]}',
            '{"kind":"spectral-workbench project","version":1,"name":"R \\u00e9","documents":["a.conllu"], '
            '"journal": "journal.sqlite"}',
        ),
        (
            '{\r\n\t"documents": [ "a.conllu" ],\r\n\t"version": 1,  "kind": "spectral-workbench project",\r\n'
            '\t"name": "R",\r\n\t"ours": {"a": [1,\r\n2]}\r\n}\r\n\r\n',
            '{\r\n\t"documents": [ "a.conllu" ],\r\n\t"version": 1,  "kind": "spectral-workbench project",\r\n'
            '\t"name": "R",\r\n\t"ours": {"a": [1,\r\n2]},\r\n\t"journal": "journal.sqlite"\r\n}\r\n\r\n',
        ),
    ],
)
def test_the_project_file_of_an_older_version_is_marked_and_otherwise_stays_as_it_is(
    folder: Path, before: str, after: str
) -> None:
    path = folder / "project.json"
    path.write_bytes(before.encode())
    with Project.open_read_only(folder) as project:
        assert (project.notice, lemmas(project)) == ("", EXPECTED)
    assert path.read_bytes() == before.encode()
    for _ in range(2):
        with Project.open(folder) as project:
            assert (project.notice, lemmas(project)) == ("", EXPECTED)
        assert path.read_bytes() == after.encode()
    (folder / "journal.sqlite").unlink()
    (folder / "b.conllu").write_text(TEXT)
    with Project.open(folder) as project:
        assert "is gone" in project.notice
        project.add_document(folder / "b.conllu")
    assert '"journal": "journal.sqlite"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("sign", [chr(0xD800), chr(0xDCFF)])
def test_a_text_that_no_file_can_hold_is_refused_wherever_it_would_go_into_the_journal(folder: Path, sign: str) -> None:
    with Project.open(folder, annotator="ada") as project:
        before = project.open_document(NAME).treebank[4]
        change = Change(NAME, 4, before, before.with_value("lemma", 1, "x"))
        locked = Constraints(required_labels=frozenset({(1, sign)}))
        deeds: list[Callable[[], object]] = [
            lambda: project.record(Edit(sign, (change,))),
            lambda: project.record(Edit("x", (change,), provenance=sign)),
            lambda: project.record(Edit("x", (), locks=(LockChange(NAME, 4, before.forms, UNCONSTRAINED, locked),))),
            lambda: project.add_run(Run(sign, "hmm")),
            lambda: project.add_run(Run("one", "hmm", settings={"text": sign})),
            lambda: project.list_history(document=sign),
            lambda: project.read_provenance(sign),
            lambda: project.read_locks(sign),
        ]
        for deed in deeds:
            with pytest.raises(ProjectError, match="is no sign of Unicode text"):
                deed()
        project.set_annotator(sign)
        with pytest.raises(ProjectError, match="is no sign of Unicode text"):
            project.record(Edit("x", (change,)))
        project.set_annotator("ada")
        project.record(Edit("x", (change,)))
        assert (len(project.list_history()), project.list_runs(), verify_project(project).faults) == (4, (), ())


@pytest.mark.parametrize(
    ("joined", "names"),
    [
        ("", ()),
        ("a.conllu", ("a.conllu",)),
        ("a.conllu, c.conllu", ("a.conllu", "c.conllu")),
        ("a, b.conllu", ("a, b.conllu",)),
        ("a.conllu, a, b.conllu, gone.conllu", ("a.conllu", "a, b.conllu", "gone.conllu")),
        ("x, y.conllu", ("x", "y.conllu")),  # of no document that is known
    ],
)
def test_runs_of_older_versions_name_their_documents_in_one_string(
    folder: Path, joined: str, names: tuple[str, ...]
) -> None:
    (folder / "a, b.conllu").write_text(TEXT)
    older = {"name": "one", "method": "hmm", "document": joined, "measured_on": joined, "measures": {"x": 1.5}}
    with Project.open(folder) as project:
        project.add_document(folder / "a, b.conllu")
        assert project.journal is not None
        project.journal.add_run("one", msgspec.msgpack.encode(older))
        run = Run("one", "hmm", documents=names, measured_documents=names, measures={"x": 1.5})
        assert project.list_runs() == (run,)
        project.add_run(replace(run, name="two"))
        assert project.list_runs() == (run, replace(run, name="two"))


def test_a_run_whose_documents_are_no_names_is_told(folder: Path) -> None:
    with Project.open(folder) as project:
        assert project.journal is not None
        for number, field in enumerate(("document", "documents", "measured_on")):
            body = msgspec.msgpack.encode({"name": "one", "method": "hmm", field: 5})
            project.journal.add_run(f"one {number}", body)
            with pytest.raises(DamagedJournalError, match="a run in the journal cannot be read"):
                project.list_runs()


needs_bytes = pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
NO_TEXT = os.fsdecode(b"r\xe9gle \xff, b.conllu")


@needs_bytes
@pytest.mark.parametrize("alone", [False, True])
def test_a_document_whose_name_is_no_text_is_opened_decided_on_and_saved(tmp_path: Path, alone: bool) -> None:
    place = tmp_path / os.fsdecode(b"caf\xe9")
    place.mkdir()
    path = place / NO_TEXT
    path.write_text(TEXT)
    for number in range(2):
        if alone:
            opened = Project.open_for_file(path, tmp_path / "store")
        else:
            opened = Project.open(place) if number else Project.create(place, [path])
        with opened as project:
            (name,) = project.documents
            name.encode()
            project.name.encode()
            assert project.path_of(name) == path
            before = project.open_document(name).treebank[number]
            after = before.with_value("lemma", 1, f"mine{number}")
            project.record(Edit("Lemma", (Change(name, number, before, after),)))
            project.save(name, project.current_treebank(name))
            project.add_run(Run(f"hmm {number}", "hmm", documents=(name,)))
            assert (project.notice, verify_project(project).faults, len(project.list_history())) == ("", (), number + 1)
            assert f"mine{number}" in path.read_text()
            assert [run.documents for run in project.list_runs()] == [(name,)] * (number + 1)
            folder = project.folder
    with Project.open_read_only(folder) as project:
        export_document(project, project.documents[0], tmp_path / "out.conllu")
        assert os.fsencode(make_export_name(project.documents[0], True)) == os.fsencode(NO_TEXT)
    assert (tmp_path / "out.conllu").read_text().count("mine") == 2


def test_an_annotated_text_is_exported_to_a_file_that_can_hold_its_annotation() -> None:
    for name in ("a.b.txt", "texts/a.b.txt.gz", "a.b.txt.xz", "a.b.TXT"):
        assert make_export_name(name, True).lower() == "a.b.conllu"
        assert make_export_name(name, False) == Path(name).name
    assert make_export_name("a.mrg.gz", True) == "a.mrg.gz"


@pytest.mark.skipif(os.name != "posix", reason="variables are text here")
def test_the_name_of_a_user_that_is_no_text_keeps_nobody_from_deciding(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", os.fsdecode(b"Ren\xe9"))
    with Project.open(folder) as project:
        decide(project, 5, "new")
        assert project.list_history()[0].annotator.startswith("Ren")
        with Project.open_read_only(folder) as other:
            assert str(other.lock_holder).startswith("Ren")


NO_ROOM = """
import resource, sys
from pathlib import Path
from spectral_core.project import Project
resource.setrlimit(resource.RLIMIT_FSIZE, (16_000, 16_000))
with Project.open(Path(sys.argv[1])) as project:
    print(project.read_only)
    print(project.notice)
    print(*[sentence.lemmas[0] for sentence in project.open_document("a.conllu").treebank])
"""


@pytest.mark.skipif(os.name != "posix", reason="there are no such limits there")
@pytest.mark.parametrize(("left", "expected"), [("folder", EXPECTED), ("killed", KEPT)])
def test_where_there_is_no_room_for_a_log_the_decisions_are_shown(
    request: pytest.FixtureRequest, left: str, expected: list[str]
) -> None:
    place = request.getfixturevalue(left)
    ran = subprocess.run([sys.executable, "-c", NO_ROOM, str(place)], capture_output=True, text=True, check=True)
    read_only, notice, shown = ran.stdout.strip().split("\n")
    assert shown.split() == expected
    assert read_only.startswith(f"{place} can be read, but not changed")
    assert notice == read_only
