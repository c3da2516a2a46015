"""A project or file from somebody else is data: it is not waited for, takes no more than it may, and runs nothing."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import shutil
import sqlite3
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from spectral_core import files, formats, store
from spectral_core.data import UNCONSTRAINED, Analysis, Constraints
from spectral_core.errors import FormatError, SpectralError, StoreError
from spectral_core.project import Project
from spectral_core.project.document_files import export_document
from spectral_core.project.errors import ProjectError
from spectral_core.project.history import Change, Edit, LockChange, WordEffort
from spectral_core.project.known_words import read_known_words
from spectral_core.project.runs import Run
from spectral_core.project.verification import verify_project
from spectral_core.structured.compilation import prepare_kernel_cache_folder

TEXT = "1\tdogs\t_\t_\t_\t_\t2\tdep\t_\t_\n2\trun\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
posix = pytest.mark.skipif(os.name != "posix", reason="this system has no such files")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of a project with a decision, a base that follows another, and a run."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.conllu").write_text(TEXT * 40)
    with Project.create(folder, [folder / "a.conllu"]) as made:
        for at, label in enumerate(("nsubj", "obj")):
            before = made.open_document("a.conllu").treebank
            after = before[at].with_value("deprel", 1, label)
            made.record(Edit("Relabel", (Change("a.conllu", at, before[at], after),)))
            made.save("a.conllu", made.current_treebank("a.conllu"))
        made.add_run(Run("one", "hmm", model="../../somewhere/hmm 1.npz"))
    return folder


def changed_by_hand(folder: Path, *statements: str) -> None:
    """The journal after what somebody did to it with another program."""
    with sqlite3.connect(folder / "journal.sqlite") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            statement = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            connection.execute(f"DROP TRIGGER {name}")
            statements = (*statements, statement)
        for statement in statements:
            connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "pack", [partial(lzma.compress, preset=0), partial(gzip.compress, compresslevel=1)], ids=["xz", "gz"]
)
def test_an_archive_that_unpacks_to_much_more_than_a_treebank_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "bomb.conllu.xz"
    path.write_bytes(pack(bytes(260 << 20)))
    with pytest.raises(FormatError, match=r"larger than the 256 MB .* allow more gigabytes: .* SPECTRAL_UNPACK"):
        files.read_file(path)
    monkeypatch.setenv(files.UNPACK_VARIABLE, "")
    files.set_unpack_allowance(1)
    assert len(files.read_file(path)) == 260 << 20


def test_an_endless_number_in_the_variable_for_archives_is_as_if_none_were_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(files.UNPACK_VARIABLE, "9" * 5_000)
    assert files.get_unpack_allowance() == 0


def test_unpacking_can_be_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(bytes(5 << 20)))

    def stop(done: int) -> None:
        raise InterruptedError(f"after {done}")

    with pytest.raises(InterruptedError, match=f"after {1 << 20}"):
        files.read_file(path, stop)


def test_a_model_that_unpacks_to_much_more_than_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.npz"
    array = io.BytesIO()
    np.save(array, np.zeros(40 << 20))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.npy", array.getvalue())
    with pytest.raises(StoreError, match="larger than the 256 MB"):
        store.load(path)


@posix
@pytest.mark.parametrize("name", ["project.json", "a.conllu", "journal.sqlite", "known.txt", "project.lock"])
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "zeros"])
def test_a_pipe_or_a_device_in_a_project_is_neither_waited_for_nor_read(
    project: Path, name: str, make: Callable[[Path], None]
) -> None:
    (project / name).unlink(missing_ok=True)
    make(project / name)
    try:
        with Project.open(project) as opened:
            told = f"{opened.notice} {opened.read_only}"
            opened.open_document("a.conllu")
            read_known_words(project)
    except SpectralError as error:
        told = str(error)
    assert "not a file" in told or "gone or empty" in told or "symbolic links" in told


@posix
@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_pipe_beside_a_journal_is_not_waited_for(project: Path, ending: str) -> None:
    os.mkfifo(project / f"journal.sqlite{ending}")
    with Project.open(project) as opened:
        assert f"journal.sqlite{ending}: this is not a file" in opened.notice


@posix
def test_the_lock_of_a_project_is_not_written_through_a_link(project: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    (project / "project.lock").unlink()
    (project / "project.lock").symlink_to(tmp_path / "mine")
    with Project.open(project) as opened:
        assert opened.read_only
    assert (tmp_path / "mine").read_text() == "precious"


def test_states_of_a_file_that_follow_one_another_in_a_circle_are_told(project: Path) -> None:
    changed_by_hand(project, "UPDATE bases SET follows = id")
    with Project.open(project) as opened, pytest.raises(ProjectError, match="in a circle"):
        opened.open_document("a.conllu")


def test_a_state_of_a_file_that_unpacks_to_much_is_told(project: Path) -> None:
    with sqlite3.connect(project / "journal.sqlite") as connection:
        connection.execute("DROP TRIGGER bases_keeps_update")
        bomb = zlib.compress(bytes((1 << 28) + 1))
        connection.execute("UPDATE bases SET marks = ?, follows = NULL", (bomb,))
    connection.close()
    with Project.open(project) as opened, pytest.raises(ProjectError, match="incomplete or too large"):
        opened.open_document("a.conllu")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE changes SET sentence = 'x'",
        "UPDATE changes SET document = x'00'",
        "UPDATE acts SET step = x'ff', time = 1.5",
        "UPDATE acts SET seal = 'x'",
        "UPDATE bases SET act = 'x'",
        "UPDATE runs SET body = 'x'",
    ],
)
def test_a_journal_with_wrong_types_is_read_no_further_and_stays_where_it_is(project: Path, statement: str) -> None:
    changed_by_hand(project, statement)
    before = (project / "journal.sqlite").read_bytes()
    with Project.open(project) as opened:
        assert "holds what does not belong there. Restore it from a backup" in opened.notice
        assert opened.read_only
        assert len(opened.open_document("a.conllu").treebank) == 40
    assert (project / "journal.sqlite").read_bytes() == before


def use(folder: Path, out: Path) -> int:
    """How many complaints come out where a project is opened, read, changed back and forth, exported and verified."""
    complaints = 0
    for opens in (Project.open_read_only, Project.open):
        try:
            opened = opens(folder)
        except SpectralError:
            complaints += 1
            continue
        with opened:
            for deed in deeds(opened, out):
                try:
                    deed()
                except SpectralError:
                    complaints += 1
    return complaints


def deeds(opened: Project, out: Path) -> list[Callable[[], object]]:
    changing = [] if opened.read_only else [opened.undo, opened.undo, opened.redo, opened.redo]
    return [
        lambda: [sentence.tokens for sentence in opened.open_document("a.conllu").treebank],
        lambda: (
            opened.read_locks("a.conllu"),
            opened.read_provenance("a.conllu"),
            opened.collect_efforts(),
            opened.list_runs(),
        ),
        lambda: opened.list_history(None),
        lambda: export_document(opened, "a.conllu", out, provenance=True),
        lambda: verify_project(opened),
        *changing,
    ]


_LENGTHS: dict[str, Callable[[bytes], object]] = {
    "cut": lambda content: content[:-4],
    "cut in a number": lambda content: content[:-1],
    "longer": lambda content: content + bytes(8),
    "empty": lambda content: content[:0],
}


@pytest.mark.parametrize("length", _LENGTHS)
@pytest.mark.parametrize("column", ["marks", "numbers", "pending", "appended"])
def test_columns_of_a_state_of_a_file_that_differ_in_length_are_told(
    project: Path, tmp_path: Path, column: str, length: str
) -> None:
    with Project.open(project) as opened:  # after a change outside, a state has numbers
        (project / "a.conllu").write_text(TEXT + (project / "a.conllu").read_text())
        opened.open_document("a.conllu")
    with sqlite3.connect(project / "journal.sqlite") as connection:
        query = f"SELECT id, {column} FROM bases WHERE {column} IS NOT NULL ORDER BY id DESC LIMIT 1"
        number, content = connection.execute(query).fetchone()
        changed = zlib.compress(_LENGTHS[length](zlib.decompress(content)))
        connection.execute("DROP TRIGGER bases_keeps_update")
        connection.execute(f"UPDATE bases SET {column} = ? WHERE id = ?", (changed, number))
    connection.close()
    count = use(project, tmp_path / "out.conllu")
    if column in ("marks", "numbers"):
        assert count


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("texts", ("digest", "format", "content", "raw")),
        ("changes", ("cells", "before", "after")),
        ("bases", ("digest", "sentences", "follows", "marks", "numbers", "next", "pending", "appended")),
        ("locks", ("forms", "before", "after")),
        ("efforts", ("word", "rank", "keys")),
        ("runs", ("body",)),
    ],
)
@pytest.mark.parametrize("value", ["NULL", "5", "1.5", "x''", "''", "'[]'", "x'ff'", "CAST(x'ff' AS TEXT)"])
def test_whatever_stands_in_a_row_of_a_journal_nothing_but_sentences_comes_out(
    project: Path, tmp_path: Path, table: str, columns: tuple[str, ...], value: str
) -> None:
    with Project.open(project) as opened:
        before = opened.open_document("a.conllu").treebank[5]
        reading = Analysis("dog", gloss="hound")  # for which ten columns have no place
        after = before.with_analysis(1, reading)
        taken = ((("a.conllu", 5, 1), WordEffort(1, 2, 3)),)
        locked = LockChange("a.conllu", 5, before.forms, UNCONSTRAINED, Constraints(frozenset({(2, 1)})))
        opened.record(Edit("Read", (Change("a.conllu", 5, before, after),), locks=(locked,), efforts=taken))
    for column in columns:
        copy = tmp_path / column
        shutil.copytree(project, copy)
        try:
            changed_by_hand(copy, f"UPDATE {table} SET {column} = {value}")
        except sqlite3.IntegrityError:  # the table itself refuses it
            continue
        use(copy, tmp_path / "out.conllu")


def test_cells_that_cannot_be_read_are_told(project: Path) -> None:
    changed_by_hand(project, "UPDATE changes SET cells = '" + "[" * 100_000 + "'")
    with Project.open(project) as opened:
        with pytest.raises(ProjectError, match="the cells of a change cannot be read"):
            opened.undo()
        assert verify_project(opened).faults


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER more BEFORE INSERT ON acts BEGIN DELETE FROM texts; END",
        "DROP TABLE runs; CREATE VIEW runs AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT 1 FROM n) "
        "SELECT * FROM n",
    ],
)
def test_a_journal_in_which_others_have_laid_down_deeds_is_set_aside(project: Path, statement: str) -> None:
    with sqlite3.connect(project / "journal.sqlite") as connection:
        connection.executescript(statement)
    connection.close()
    with Project.open(project) as opened:
        assert "was set aside" in opened.notice
        assert opened.list_runs() == ()


def test_a_deep_project_file_is_told(project: Path) -> None:
    (project / "project.json").write_text('{"a":' + "[" * 200_000)
    with pytest.raises(ProjectError, match="the project file is damaged"):
        Project.open(project)


def test_a_model_of_a_run_is_looked_for_in_the_project_alone(project: Path) -> None:
    with Project.open(project) as opened:
        (run,) = opened.list_runs()
        for name in (run.model, "..", "/etc/passwd", "a\\b", ""):
            assert opened.model_file(name).parent == opened.folder / "models"
        assert opened.model_file("hmm 1.npz").name == "hmm 1.npz"


@posix
def test_machine_code_is_taken_only_from_a_folder_in_which_the_user_alone_may_write(tmp_path: Path) -> None:
    prepare_kernel_cache_folder.cache_clear()
    own = prepare_kernel_cache_folder(str(tmp_path))
    assert own is not None
    assert Path(own).parent == tmp_path
    assert Path(own).stat().st_mode & 0o077 == 0
    Path(own).chmod(0o777)
    prepare_kernel_cache_folder.cache_clear()
    assert prepare_kernel_cache_folder(str(tmp_path)) != own
    prepare_kernel_cache_folder.cache_clear()


def test_an_unpacked_treebank_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress(TEXT.encode()) + lzma.compress(TEXT.encode()))
    assert len(formats.load(path)) == 2
