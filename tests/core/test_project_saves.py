"""A save is announced in the journal before the file is replaced: whatever the moment of a crash, it is known what the
file holds, and nothing that was decided or undone meanwhile is taken for a change from outside."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import replacement
from spectral_core.files.replacement import Expectation
from spectral_core.formats import load, save
from spectral_core.project import Change, ChangedOutsideError, Edit, Project, ProjectError, document_files, journal_file
from spectral_core.project.verification import verify_project

NAME = "a.conllu"
TEXT = "".join(
    f"# sent_id = s{n}\n1\tRain{n}\train\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tfalls\tfall\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"
    for n in range(6)
)


class PowerCut(BaseException):
    """The process ends here."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(TEXT)
    Project.create(tmp_path, [tmp_path / NAME]).close()
    return tmp_path


def decide(project: Project, index: int, lemma: str) -> None:
    before = project.open_document(NAME).treebank[index]
    after = before.with_value("lemma", 1, lemma)
    project.record(Edit(f"Lemma {lemma}", (Change(NAME, index, before, after),)))


def lemmas(treebank: Treebank) -> list[str]:
    return [sentence.lemmas[0] for sentence in treebank]


def shown(folder: Path) -> list[str]:
    """What is shown after opening again; that nothing is in conflict or damaged is looked at too."""
    for opening in (Project.open_read_only, Project.open, Project.open):
        with opening(folder) as project:
            opened = project.open_document(NAME)
            assert (opened.conflicts, verify_project(project).faults) == ((), ())
            found = lemmas(opened.treebank)
            in_file = lemmas(load(folder / NAME))
            assert project.count_unsaved(NAME) == sum(one != two for one, two in zip(found, in_file, strict=True))
    return found


def cut_before(*_: object) -> None:
    raise PowerCut


def during(project: Project, deeds: Callable[[], None], replaced: bool) -> Treebank:
    """Saves the document, doing something before or after its file is replaced."""
    replace = document_files.replace_atomically

    def slowly(path: Path, pieces: list[bytes], *more: Expectation) -> object:
        if not replaced:
            deeds()
        answer = replace(path, pieces, *more)
        if replaced:
            deeds()
        return answer

    with mock.patch.object(document_files, "replace_atomically", slowly):
        return project.save(NAME, project.current_treebank(NAME))


def ended_in_save(folder: Path, deeds: Callable[[Project], None], replaced: bool) -> None:
    """Two decisions are saved, and the process ends in that, after some deeds before or after the file is replaced."""

    def end() -> None:
        deeds(project)
        raise PowerCut

    with Project.open(folder) as project:
        decide(project, 2, "drizzle")
        decide(project, 3, "shower")
        with pytest.raises(PowerCut):
            during(project, end, replaced)


@pytest.fixture(params=[False, True], ids=["before", "after"])
def replaced(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_an_undo_between_a_save_and_its_mark_holds(folder: Path, replaced: bool) -> None:
    ended_in_save(folder, lambda project: project.undo() and None, replaced)
    assert lemmas(load(folder / NAME))[3] == ("shower" if replaced else "rain")
    assert shown(folder) == ["rain", "rain", "drizzle", "rain", "rain", "rain"]
    with Project.open(folder) as project:
        project.redo()
    assert shown(folder)[3] == "shower"


def test_the_old_value_typed_again_between_a_save_and_its_mark_holds(folder: Path, replaced: bool) -> None:
    ended_in_save(folder, lambda project: decide(project, 3, "rain"), replaced)
    assert shown(folder) == ["rain", "rain", "drizzle", "rain", "rain", "rain"]


def test_what_is_decided_anew_between_a_save_and_its_mark_holds(folder: Path, replaced: bool) -> None:
    ended_in_save(folder, lambda project: decide(project, 3, "hail"), replaced)
    assert shown(folder) == ["rain", "rain", "drizzle", "hail", "rain", "rain"]


def test_several_saves_that_ended_in_the_middle_are_all_known(folder: Path, replaced: bool) -> None:
    for lemma in ("one", "two", "three"):
        with Project.open(folder) as project:
            decide(project, 0, lemma)
            with pytest.raises(PowerCut):
                during(project, lambda: project.undo() and cut_before(), replaced)
        assert shown(folder)[0] == "rain"


def test_an_outside_change_after_a_save_that_was_not_marked_is_merged_on_what_was_saved(folder: Path) -> None:
    ended_in_save(folder, lambda project: project.undo() and None, True)
    path = folder / NAME
    path.write_text(path.read_text().replace("Rain5", "Snow5"))
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert opened.conflicts == ()
        assert lemmas(opened.treebank) == ["rain", "rain", "drizzle", "rain", "rain", "rain"]
        assert opened.treebank[5].forms[0] == "Snow5"


def test_a_save_by_an_older_program_that_was_undone_before_its_mark_is_no_change_from_outside(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 3, "shower")
        save(project.current_treebank(NAME), folder / NAME)  # as programs did that announced nothing
        project.undo()
    assert shown(folder) == ["rain"] * 6


def test_a_document_that_is_not_open_is_known_after_a_save_that_was_not_marked(folder: Path, replaced: bool) -> None:
    ended_in_save(folder, lambda project: project.undo() and None, replaced)
    with Project.open_read_only(folder) as project:
        assert not project.is_changed_outside(NAME)
        assert project.count_unsaved(NAME) == 1


def test_decisions_made_while_a_file_is_replaced_are_kept(folder: Path, replaced: bool) -> None:
    with Project.open(folder) as project:
        decide(project, 1, "one")
        decide(project, 2, "two")

        def meanwhile() -> None:
            project.undo()
            decide(project, 4, "four")

        treebank = during(project, meanwhile, replaced)
        assert lemmas(treebank) == ["rain", "one", "rain", "rain", "four", "rain"]
        assert lemmas(load(folder / NAME)) == ["rain", "one", "two", "rain", "rain", "rain"]
        assert project.count_unsaved(NAME) == 2
        assert not project.is_changed_outside(NAME)
    assert shown(folder) == ["rain", "one", "rain", "rain", "four", "rain"]


def test_a_save_that_the_disk_refused_can_be_done_again(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 1, "one")
        full = mock.Mock(side_effect=FormatError(folder / NAME, None, "the disk is full", "Free some space"))
        with (
            mock.patch.object(document_files, "replace_atomically", full),
            pytest.raises(FormatError, match="disk is full"),
        ):
            project.save(NAME, project.current_treebank(NAME))
        assert (project.count_unsaved(NAME), project.is_changed_outside(NAME)) == (1, False)
    assert shown(folder)[1] == "one"
    with Project.open(folder) as project:
        project.save(NAME, project.open_document(NAME).treebank)
        assert project.count_unsaved(NAME) == 0
    assert shown(folder)[1] == "one"


def test_a_file_that_another_program_wrote_meanwhile_is_not_written_over(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 1, "one")
        theirs = TEXT.replace("Rain5", "Snow5")
        (folder / NAME).write_text(theirs)
        with pytest.raises(ChangedOutsideError, match=r"a\.conllu was changed by another program"):
            project.save(NAME, project.current_treebank(NAME))
        assert (folder / NAME).read_text() == theirs
        assert project.open_document(NAME).treebank[5].forms[0] == "Snow5"
        project.save(NAME, project.current_treebank(NAME))
        assert project.count_unsaved(NAME) == 0


def test_what_would_be_read_as_other_sentences_is_refused_before_the_file_is_touched(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 1, "one")
        broken = project.current_treebank(NAME).with_sentence(1, Sentence.of(["a"], misc=["_\n\n1\tb"]))
        with pytest.raises(FormatError, match="is not allowed in a column"):
            project.save(NAME, broken)
        assert (folder / NAME).read_text() == TEXT
    assert shown(folder)[1] == "one"


def test_an_announced_save_that_was_tampered_with_is_found(folder: Path) -> None:
    ended_in_save(folder, lambda _: None, False)
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.execute("DROP TRIGGER bases_keeps_update")
    connection.execute("UPDATE bases SET digest = x'00' WHERE id IN (SELECT base FROM saves)")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:
        assert any("save" in fault and "not what was recorded" in fault for fault in verify_project(project).faults)


def test_a_journal_that_knew_no_announced_saves_is_brought_up_to_date(folder: Path) -> None:
    with Project.open(folder) as project:
        decide(project, 1, "one")
    path = folder / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE saves")
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()
    with Project.open_read_only(folder) as project:  # nothing is written
        assert lemmas(project.open_document(NAME).treebank)[1] == "one"
    journal_file.connect_to_write(path, journal_file.MIGRATIONS[:3]).close()  # as a program that knows none opens it
    with Project.open(folder) as project:
        project.save(NAME, project.open_document(NAME).treebank)
    assert shown(folder)[1] == "one"
    with pytest.raises(ProjectError, match=r"newer version .*Update the program"):
        journal_file.connect_to_write(path, journal_file.MIGRATIONS[:3])


def test_what_killed_saves_left_is_gone_after_the_next_opening(folder: Path) -> None:
    (folder / "models").mkdir()
    files = [folder / NAME, folder / "project.json", folder / "models" / "one.npz"]
    left = [path.with_name(f".{path.name}.abcd1234.unfinished") for path in files]
    for path in (*left, *files[2:]):
        path.write_bytes(b"half")
    for path in left:
        os.utime(path, (1, 1))
    with Project.open_read_only(folder) as project:
        project.open_document(NAME)
        assert all(path.exists() for path in left)
    with Project.open(folder) as project:
        project.open_document(NAME)
    assert not any(path.exists() for path in left)


def test_a_document_with_a_name_as_long_as_there_is_room_for_is_saved(tmp_path: Path) -> None:
    name = "r" * 246 + ".conllu"
    (tmp_path / name).write_text(TEXT)
    with Project.create(tmp_path, [tmp_path / name]) as project:
        before = project.open_document(name).treebank[0]
        project.record(Edit("Set", (Change(name, 0, before, before.with_value("lemma", 1, "one")),)))
        project.save(name, project.current_treebank(name))
    assert load(tmp_path / name)[0].lemmas[0] == "one"


@contextmanager
def edit_during_fsync(path: Path, content: str, replaces: bool) -> Iterator[None]:
    """Another program writes a file while what replaces it is brought to the disk."""
    sync, edits = os.fsync, [content]

    def slowly(handle: int) -> None:
        sync(handle)
        while edits:
            written = path.with_name("theirs") if replaces else path
            written.write_text(edits.pop())
            written.replace(path)

    with mock.patch.object(os, "fsync", slowly):
        yield


@pytest.mark.parametrize("replaces", [False, True], ids=["in place", "by another file"])
def test_an_edit_that_lands_while_a_save_is_written_is_merged_and_not_overwritten(folder: Path, replaces: bool) -> None:
    path, theirs = folder / NAME, TEXT.replace("Rain5", "Snow5")
    with Project.open(folder) as project:
        decide(project, 1, "one")
        with (
            edit_during_fsync(path, theirs, replaces),
            pytest.raises(ChangedOutsideError, match=r"a\.conllu was changed by another program since it was read"),
        ):
            project.save(NAME, project.current_treebank(NAME))
        assert path.read_text() == theirs
        assert project.is_changed_outside(NAME)
        opened = project.open_document(NAME)
        assert (opened.conflicts, opened.treebank[5].forms[0]) == ((), "Snow5")
        project.save(NAME, project.current_treebank(NAME))
        assert (project.count_unsaved(NAME), path.read_text()) == (0, theirs.replace("Rain1\train", "Rain1\tone"))
    assert shown(folder)[1] == "one"


def test_an_edit_of_the_same_sentence_while_a_save_is_written_is_a_conflict(folder: Path) -> None:
    theirs = TEXT.replace("Rain1\train", "Rain1\tsnow")
    with Project.open(folder) as project:
        decide(project, 1, "one")
        with edit_during_fsync(folder / NAME, theirs, True), pytest.raises(ChangedOutsideError):
            project.save(NAME, project.current_treebank(NAME))
        (conflict,) = project.open_document(NAME).conflicts
        assert conflict.external is not None
        assert (conflict.local.lemmas[0], conflict.external.lemmas[0]) == ("one", "snow")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed otherwise there")
@pytest.mark.parametrize("exchanges", [1, 2], ids=["taken out", "given back"])
def test_an_edit_that_was_exchanged_when_a_save_was_killed_is_merged(folder: Path, exchanges: int) -> None:
    path, theirs = folder / NAME, TEXT.replace("Rain5", "Snow5")
    child = os.fork()
    if child == 0:
        exchange, done = replacement.exchange_files, []

        def then_end(first: Path, second: Path) -> None:
            if not done:
                path.write_text(theirs)
            exchange(first, second)
            done.append(first)
            if len(done) == exchanges:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            replacement.exchange_files = then_end
            with Project.open(folder) as project:
                decide(project, 1, "one")
                project.save(NAME, project.current_treebank(NAME))
        finally:
            os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert opened.conflicts == ()
        assert (opened.treebank[5].forms[0], opened.treebank[1].lemmas[0]) == ("Snow5", "one")
        assert verify_project(project).faults == ()
        assert not [each for each in folder.iterdir() if each.name.startswith(".")]
        project.save(NAME, project.current_treebank(NAME))
    assert path.read_text() == theirs.replace("Rain1\train", "Rain1\tone")
