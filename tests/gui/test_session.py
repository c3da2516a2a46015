"""The session without any window: what it opens, changes, takes back, saves, and what survives a killed engine."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from event_loop import of_kind
from pytestqt.qtbot import QtBot

from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.data.readings import is_decided, reading_of
from spectral_core.engine import FindMatches, SearchResult
from spectral_core.errors import DataError
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.project import Project
from spectral_gui.jobs import job_queue
from spectral_gui.jobs.job_queue import JobQueue
from spectral_gui.jobs.jobs import QUERIES, TRAINING, Job
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.annotate.trees.dependency_view import DependencyView

BLOCK = (
    "# sent_id = {0}\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n"
    "3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t_\t_\n\n"
)
ENDLESS: dict[str, Value] = {"states": 2, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}
Opens = Callable[[Path], AppContext]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.conllu"
    path.write_text("".join(BLOCK.format(number) for number in range(12)), encoding="utf-8")
    return path


@pytest.fixture
def opens(qtbot: QtBot, tmp_path: Path) -> Iterator[Opens]:
    made: list[AppContext] = []

    def open_(path: Path) -> AppContext:
        desk = AppContext(tmp_path / "store")
        made.append(desk)
        with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
            desk.session.open(path)
        return desk

    yield open_
    for desk in made:
        desk.close()


def attach(desk: AppContext, index: int, word: int, head: int) -> bool:
    return desk.session.edit(f"Attach {word} to {head}", lambda sentence: sentence.with_head(word, head), index=index)


def saved(qtbot: QtBot, desk: AppContext) -> None:
    with qtbot.waitSignal(desk.document_saver.saved, timeout=30_000):
        desk.document_saver.save()


def test_an_edit_is_journaled_shown_and_taken_back_across_sentences(opens: Opens, file: Path) -> None:
    desk = opens(file)
    changed: list[int] = []
    desk.session.changed.connect(lambda changes: changed.extend(changes.sentences))
    assert attach(desk, 0, 3, 1)
    assert attach(desk, 5, 1, 3)
    assert (desk.session.treebank[0].heads, desk.session.treebank[5].heads) == ((2, 0, 1), (3, 0, 2))
    assert desk.session.undo_text == "Attach 1 to 3"
    assert len(desk.session.unsaved_sentences) == 2
    desk.session.select(9)
    desk.session.undo()
    assert desk.session.selection.sentence == 5
    assert desk.session.treebank[5].heads == (2, 0, 2)
    assert (desk.session.undo_text, desk.session.redo_text) == ("Attach 3 to 1", "Attach 1 to 3")
    desk.session.redo()
    assert desk.session.treebank[5].heads == (3, 0, 2)
    assert changed == [0, 5, 5, 5]


def test_a_refused_edit_is_a_sentence_and_changes_nothing(opens: Opens, file: Path) -> None:
    desk = opens(file)
    said: list[str] = []
    desk.notices.refused.connect(said.append)
    assert not attach(desk, 0, 2, 1)
    assert "circle" in said[0]
    assert len(desk.session.unsaved_sentences) == 0
    assert desk.session.undo_text is None


def test_decisions_and_their_history_survive_reopening_and_saving(opens: Opens, file: Path, qtbot: QtBot) -> None:
    before = file.read_bytes()
    desk = opens(file)
    for index in range(6):
        attach(desk, index, 3, 1)
    desk.session.undo()
    desk.acceptance.accept_sentence(2)
    desk.close()
    assert file.read_bytes() == before  # the text file changes only when it is saved
    desk = opens(file)
    assert [desk.session.treebank[index].heads[2] for index in range(7)] == [1, 1, 1, 1, 1, 2, 2]
    assert len(desk.session.unsaved_sentences) == 5
    assert desk.session.provenances[2] == "confirmed"
    desk.session.undo()  # the acceptance
    desk.session.undo()
    assert desk.session.treebank[4].heads == (2, 0, 2)
    saved(qtbot, desk)
    assert len(desk.session.unsaved_sentences) == 0
    assert [sentence.heads[2] for sentence in load(file)][:6] == [1, 1, 1, 1, 2, 2]
    desk.close()
    desk = opens(file)
    assert len(desk.session.unsaved_sentences) == 0
    desk.session.undo()
    assert desk.session.treebank[3].heads == (2, 0, 2)
    assert len(desk.session.unsaved_sentences) == 1


def test_a_second_session_may_look_and_is_told_who_holds_the_project(opens: Opens, file: Path) -> None:
    first = opens(file)
    attach(first, 0, 3, 1)
    second = opens(file)
    assert str(os.getpid()) in second.session.read_only_reason
    refused: list[str] = []
    second.notices.refused.connect(refused.append)
    assert not attach(second, 1, 3, 1)
    assert refused == [second.session.read_only_reason]
    assert second.session.treebank[0].heads == (2, 0, 1)
    first.close()
    assert not opens(file).session.read_only_reason


def test_a_journal_that_was_deleted_is_told_once_when_its_project_is_opened(
    opens: Opens, file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    first = opens(file)
    attach(first, 0, 3, 1)
    assert first.session.project is not None
    journal = first.session.project.folder / "journal.sqlite"
    first.close()
    journal.unlink()
    desk = AppContext(tmp_path / "store")
    try:
        with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
            desk.session.open(file)
        assert told.args is not None
        assert f"{journal}, is gone, and a new one was started" in told.args[0]
        assert attach(desk, 1, 3, 1)
        complaints: list[str] = []
        desk.notices.failed.connect(complaints.append)
        with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
            desk.session.open(file)
        assert complaints == []
    finally:
        desk.close()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
def test_a_document_whose_name_is_no_text_is_opened_learnt_from_and_saved(
    opens: Opens, file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9") / os.fsdecode(b"\xff.conllu")
    path.parent.mkdir()
    file.rename(path)
    desk = opens(path)
    assert attach(desk, 0, 3, 1)
    saved(qtbot, desk)
    assert load(path)[0].heads == (2, 0, 1)
    desk.runs.train("ngram", {"column": "xpos", "minimum": 1})
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
    assert (desk.runs.recorded_runs[-1].status, desk.runs.recorded_runs[-1].documents) == (
        "finished",
        desk.session.documents,
    )
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("Dogs")
    assert desk.session.project is not None
    folder = desk.session.project.folder
    desk.close()
    again = opens(folder)
    assert again.session.treebank.path == path
    assert [run.documents for run in again.runs.recorded_runs] == [again.session.documents]


def test_what_another_program_wrote_is_put_together_with_what_was_changed_here(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    desk = opens(file)
    attach(desk, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[7] = text[7].replace("advmod", "obl")
    file.write_text("\n\n".join(text), encoding="utf-8")
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.document_saver.save()
    assert desk.session.treebank[3].heads == (2, 0, 1)
    assert desk.session.treebank[7].deprels[2] == "obl"
    saved(qtbot, desk)
    written = load(file)
    assert (written[3].heads, written[7].deprels[2]) == ((2, 0, 1), "obl")


@pytest.mark.parametrize("edited", [True, False])
def test_a_file_that_another_program_deleted_is_written_again(
    opens: Opens, file: Path, qtbot: QtBot, edited: bool
) -> None:
    file.chmod(0o600)
    content = file.read_bytes()
    desk = opens(file)
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=60_000)  # the engine has read the file
    told: list[str] = []
    for said in (desk.notices.notified, desk.notices.failed, desk.notices.resolved):
        said.connect(told.append)
    if edited:
        attach(desk, 3, 3, 1)
    file.unlink()
    for _ in range(2):  # at every activation of the window
        desk.document_saver.merge_external_changes()
        qtbot.waitUntil(lambda: len(told) == 1 or desk.document_saver.saved_at is not None)
    missing = f"{file} was deleted or moved by another program. Save to write it again."
    assert told == [missing]
    saved(qtbot, desk)
    assert told[1:] == [missing, f"{file} had been deleted or moved by another program. It was written again."]
    assert load(file)[3].heads == ((2, 0, 1) if edited else (2, 0, 2))
    assert edited or file.read_bytes() == content
    assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600  # as before: it may be private
    attach(desk, 4, 3, 1)
    saved(qtbot, desk)
    assert load(file)[4].heads == (2, 0, 1)


def test_saving_all_names_the_documents_that_it_leaves_for_their_conflicts(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    other, folder = tmp_path / "other.conllu", tmp_path / "both"
    other.write_bytes(file.read_bytes())
    Project.create(folder, [other, file]).close()
    desk = opens(folder)
    attach(desk, 3, 3, 1)
    shown: list[str] = []
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document(desk.session.documents[1])
    desk.session.changed.connect(
        lambda changes: shown.append(desk.session.document) if changes.has(ChangeKind.HISTORY) else None
    )
    text = other.read_text(encoding="utf-8").split("\n\n")
    text[3] = text[3].replace("\tNOUN\t", "\tPROPN\t")
    other.write_text("\n\n".join(text), encoding="utf-8")
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
        desk.document_saver.save_all()
    assert told.args[0].startswith("Not saved, as another program changed the file too: ")
    assert "other.conllu. Open it to merge both changes." in told.args[0]
    assert shown  # the status line says how much is unsaved
    assert "\n3\tloudly\tloudly\tADV\tRB\t_\t1" not in other.read_text(encoding="utf-8")


def test_a_project_stays_open_until_all_its_files_are_saved(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    other, folder = tmp_path / "other.conllu", tmp_path / "both"
    other.write_bytes(file.read_bytes())
    Project.create(folder, [other, file]).close()
    desk = opens(folder)
    attach(desk, 3, 3, 1)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document(desk.session.documents[1])
    failures: list[str] = []
    desk.notices.failed.connect(failures.append)
    desk.document_saver.save_all()
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    qtbot.waitUntil(lambda: load(other)[3].heads == (2, 0, 1))
    qtbot.wait(100)
    assert (failures, desk.document_saver.unsaved_elsewhere) == ([], {})


@pytest.mark.parametrize(
    ("edited", "act", "said"),
    [
        (True, "save", "Changes by another program were merged. Save again to write both to the file."),
        (True, "merge_external_changes", "Changes by another program were merged. Save to write both to the file."),
        (False, "merge_external_changes", "Changes by another program were loaded."),
    ],
)
def test_what_became_of_changes_by_another_program_is_said_in_the_end(
    opens: Opens, file: Path, qtbot: QtBot, edited: bool, act: str, said: str
) -> None:
    desk = opens(file)
    if edited:
        attach(desk, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[7] = text[7].replace("advmod", "obl")
    file.write_text("\n\n".join(text), encoding="utf-8")
    notes: list[str] = []
    desk.notices.notified.connect(notes.append)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        getattr(desk.document_saver, act)()
    assert notes[-1] == said


def test_what_another_program_writes_during_a_save_is_put_together_with_what_was_changed_here(
    opens: Opens, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opens(file)
    attach(desk, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[7] = text[7].replace("advmod", "obl")
    sync, edits = os.fsync, ["\n\n".join(text)]

    def edit_meanwhile(handle: int) -> None:
        sync(handle)
        while edits:
            file.write_text(edits.pop(), encoding="utf-8")

    monkeypatch.setattr(os, "fsync", edit_meanwhile)
    with qtbot.waitSignal(desk.session.changed, timeout=10_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.document_saver.save()
    assert desk.session.treebank[3].heads == (2, 0, 1)
    assert desk.session.treebank[7].deprels[2] == "obl"
    saved(qtbot, desk)
    written = load(file)
    assert (written[3].heads, written[7].deprels[2]) == ((2, 0, 1), "obl")


def test_a_sentence_changed_on_both_sides_is_asked_about(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    attach(desk, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[3] = text[3].replace("\tNOUN\t", "\tPROPN\t")
    file.write_text("\n\n".join(text), encoding="utf-8")
    with qtbot.waitSignal(desk.document_saver.conflicts_detected, timeout=30_000) as asked:
        desk.document_saver.merge_external_changes()
    (conflict,) = asked.args[0]
    assert conflict.index == 3
    desk.document_saver.resolve_conflicts({})
    assert desk.session.treebank[3].heads == (2, 0, 1)
    assert desk.session.treebank[3].upos[0] == "PROPN"


def test_the_survey_finds_labels_and_problems_and_is_kept_up(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=30_000)
    assert not desk.survey.problem_sentences
    desk.session.edit("Loosen", lambda sentence: sentence.with_head(3, None), index=4)
    assert desk.survey.problem_sentences == {4}
    desk.session.undo()
    assert not desk.survey.problem_sentences


def test_a_query_is_answered_with_what_was_just_changed(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    desk.session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=6)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("lemma=hound")
    assert list(answered.args[0].sentences) == [6]
    desk.session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=2)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("lemma=hound")
    assert list(answered.args[0].sentences) == [2, 6]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
def test_killed_engines_take_no_decision_with_them_and_are_replaced(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=30_000)
    with qtbot.waitSignal(desk.runs.progressed, timeout=60_000):
        desk.runs.train("hmm", ENDLESS)
    attach(desk, 1, 3, 1)
    learning = desk.work.get_process_ids()[TRAINING]
    assert learning is not None
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as said:
        os.kill(learning, signal.SIGKILL)
    assert "was restarted" in said.args[0]
    assert [run.status for run in desk.runs.recorded_runs] == ["failed"]
    attach(desk, 2, 3, 1)
    desk.runs.train("ngram", {"column": "xpos", "minimum": 1})
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
    assert desk.runs.recorded_runs[-1].status == "finished", desk.runs.recorded_runs[-1].complaint
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("Dogs")
    answers = desk.work.get_process_ids()[QUERIES]
    assert answers is not None
    os.kill(answers, signal.SIGKILL)
    desk.session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=2)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("lemma=hound")
    assert list(answered.args[0].sentences) == [2]
    assert desk.session.treebank[1].heads == (2, 0, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="engines are not forked from another process here")
def test_a_question_is_answered_where_nobody_knows_yet_that_the_engine_is_dead(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("bark")
    engine = desk.work.get_process_ids()[QUERIES]
    assert engine is not None

    def told() -> list[str]:  # its state and the process that would tell of its death
        return Path(f"/proc/{engine}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]

    server = int(told()[1])
    os.kill(server, signal.SIGSTOP)
    goes_on = threading.Timer(1.0, os.kill, (server, signal.SIGCONT))
    goes_on.start()
    os.kill(engine, signal.SIGKILL)
    while told()[0] != "Z":
        os.sched_yield()
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("Dogs")
    goes_on.join()
    assert len(answered.args[0].sentences) == len(desk.session.treebank)


def test_a_run_belongs_to_the_project_and_survives_reopening(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    desk.runs.train("hmm", {"estimator": "em", "states": 2, "column": "xpos", "iterations": 5})
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=60_000)
    (run,) = desk.runs.recorded_runs
    assert run.status == "finished"
    assert run.curve
    assert run.measures["perplexity"] > 0
    assert desk.session.project is not None
    assert (desk.session.project.prepare_model_path(run.name)).exists()
    desk.close()
    assert [one.name for one in opens(file).runs.recorded_runs] == [run.name]


def test_learning_is_stopped_and_the_run_says_so(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.runs.progressed, timeout=60_000):
        desk.runs.train("hmm", ENDLESS)
    with qtbot.waitSignal(desk.runs.changed, timeout=30_000):
        desk.runs.stop_training()
    assert [run.status for run in desk.runs.recorded_runs] == ["cancelled"]
    assert not desk.runs.is_training_for_user


def test_a_run_is_not_kept_in_a_project_that_was_opened_meanwhile(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x"), encoding="utf-8")
    desk = opens(file)
    with qtbot.waitSignal(desk.runs.progressed, timeout=60_000):
        desk.runs.train("hmm", ENDLESS)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(other)
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=30_000)
    assert desk.runs.recorded_runs == ()


def test_what_was_asked_about_another_document_is_dropped(qtbot: QtBot, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x").replace("Dogs", "Cats"), encoding="utf-8")
    folder = tmp_path / "project"
    folder.mkdir()
    Project.create(folder, [file, other]).close()
    desk = AppContext()
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(folder)
    answers: list[object] = []
    desk.document_search.searched.connect(lambda found: answers.append(found) if found is not None else None)
    desk.document_search.find("Dogs")
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document(desk.session.documents[1])
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("Cats")
    assert [found.document for found in answers] == [desk.session.documents[1]]  # type: ignore[attr-defined]
    desk.close()


def test_undo_goes_to_the_document_where_the_step_was_done(qtbot: QtBot, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x") * 3, encoding="utf-8")
    folder = tmp_path / "project"
    folder.mkdir()
    Project.create(folder, [file, other]).close()
    desk = AppContext()
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(folder)
    attach(desk, 7, 3, 1)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document(desk.session.documents[1])
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.undo()
    assert desk.session.document == desk.session.documents[0]
    qtbot.waitUntil(lambda: desk.session.selection.sentence == 7, timeout=30_000)
    assert desk.session.treebank[7].heads == (2, 0, 2)
    desk.close()


def test_sentences_in_memory_can_be_changed_and_taken_back(qtbot: QtBot) -> None:
    desk = AppContext()
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    assert desk.session.edit("Swap", lambda sentence: sentence.with_heads((0, 1)), index=0)
    desk.session.undo()
    assert desk.session.treebank[0].heads == (2, 0)
    desk.close()


def test_a_file_that_cannot_be_opened_leaves_what_is_open(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as said:
        desk.session.open(tmp_path / "none.conllu")
    assert "there is no such file" in said.args[0]
    assert len(desk.session.treebank) == 12
    assert attach(desk, 0, 3, 1)


def test_what_is_open_already_is_opened_again_and_can_be_changed(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    attach(desk, 0, 3, 1)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.PROJECT)):
        desk.session.open(file)
    assert not desk.session.read_only_reason
    assert desk.session.treebank[0].heads == (2, 0, 1)
    assert attach(desk, 1, 3, 1)


def test_a_decision_made_while_the_file_was_written_is_still_shown(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    attach(desk, 0, 3, 1)
    assert desk.session.project is not None
    with qtbot.waitSignal(desk.document_saver.saved, timeout=30_000):
        desk.document_saver.save()
        while desk.session.project.count_unsaved(desk.session.document):
            pass  # the file is written in a thread; what it says is heard only after this loop
        attach(desk, 4, 3, 1)
    assert desk.session.treebank[4].heads == (2, 0, 1)
    assert desk.session.unsaved_sentences == {4}
    assert attach(desk, 4, 3, 2)


@pytest.fixture
def two(tmp_path: Path, file: Path) -> Path:
    """A project of two documents."""
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x") * 3, encoding="utf-8")
    folder = tmp_path / "two"
    folder.mkdir()
    Project.create(folder, [file, other]).close()
    return folder


def test_of_documents_asked_for_in_a_row_the_last_is_shown(opens: Opens, two: Path, qtbot: QtBot) -> None:
    desk = opens(two)
    shown: list[str] = []
    desk.session.changed.connect(
        lambda changes: shown.append(desk.session.document) if changes.has(ChangeKind.DOCUMENT) else None
    )
    second, first = desk.session.documents[1], desk.session.documents[0]
    jobs = [desk.session.open_document(name) for name in (second, first, second)]
    qtbot.waitUntil(lambda: all(job is not None and job.has_ended for job in jobs), timeout=30_000)
    assert shown == [second]


def test_a_step_in_a_document_that_was_not_read_yet_is_taken_back_there(opens: Opens, two: Path, qtbot: QtBot) -> None:
    desk = opens(two)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open_document(desk.session.documents[1])
    attach(desk, 2, 3, 1)
    desk.close()
    desk = opens(two)
    assert desk.session.document == desk.session.documents[0]
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.undo()
    assert desk.session.document == desk.session.documents[1]
    assert desk.session.treebank[2].heads == (2, 0, 2)
    assert desk.session.selection.sentence == 2
    assert desk.session.undo_text is None


def test_a_file_is_written_under_another_name_and_what_is_open_stays(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    attach(desk, 0, 3, 1)
    other = file.with_name("copy.conllu")
    with qtbot.waitSignal(desk.notices.notified, timeout=30_000):
        desk.document_saver.save_as(other)
    assert load(other)[0].heads == (2, 0, 1)
    assert desk.session.treebank.path == file
    assert len(desk.session.unsaved_sentences) == 1


def test_what_another_file_has_no_place_for_stays_in_the_project_and_is_told(
    opens: Opens, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("( (S (NP (NN rain)) (VP (VBD fell))) )\n", encoding="utf-8")
    desk = opens(path)
    with qtbot.waitSignal(desk.notices.notified, timeout=30_000) as told:
        desk.document_saver.save_as(tmp_path / "words.conllu")
    assert "not in the file, kept in this project: a constituency tree (1 sentence)" in told.args[0]
    assert load(tmp_path / "words.conllu")[0].forms == ("rain", "fell")
    assert desk.session.treebank[0].tree is not None


def test_a_project_is_not_let_go_before_its_file_is_written(opens: Opens, file: Path, qtbot: QtBot) -> None:
    file.write_text("".join(BLOCK.format(number) for number in range(6000)), encoding="utf-8")
    desk = opens(file)
    complaints: list[str] = []
    desk.notices.failed.connect(complaints.append)
    attach(desk, 0, 3, 1)
    job = desk.document_saver.save()
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    qtbot.waitUntil(lambda: job is not None and job.has_ended, timeout=30_000)
    assert load(file)[0].heads == (2, 0, 1)
    assert complaints == []
    assert not opens(file).session.read_only_reason


def test_saving_again_while_a_save_runs_saves_what_was_decided_meanwhile(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    desk = opens(file)
    attach(desk, 0, 3, 1)
    desk.document_saver.save()
    attach(desk, 1, 3, 1)
    desk.document_saver.save()
    qtbot.waitUntil(lambda: len(desk.session.unsaved_sentences) == 0, timeout=30_000)
    assert [sentence.heads[2] for sentence in load(file)][:3] == [1, 1, 2]


def test_a_sentence_that_is_a_whole_text_is_not_drawn_but_can_be_passed(qtbot: QtBot) -> None:
    desk = AppContext()
    desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(("a",) * 20_000, heads=(0,) * 20_000), Sentence.of(("b",), heads=(0,))])
    )
    view = DependencyView(
        *(desk.session, desk.notices, desk.survey, desk.suggestions, desk.acceptance, desk.readings),
        desk.questions,
        desk.subtree_replacement,
    )
    qtbot.addWidget(view)
    view.show()
    begun = time.process_time()
    desk.session.select(1)
    desk.session.select(0)
    assert time.process_time() - begun < 2
    assert "20000 words" in view.canvas.accessibleDescription()
    desk.close()


def test_nothing_is_asked_of_the_engine_before_something_is_open(qtbot: QtBot) -> None:
    desk = AppContext()
    failed: list[str] = []
    desk.notices.failed.connect(failed.append)
    desk.document_search.find("NN")
    with pytest.raises(DataError, match="Open a treebank"):
        desk.runs.train("ngram", {})
    assert not failed
    assert desk.work.get_process_ids() == {QUERIES: None, TRAINING: None}
    desk.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
@pytest.mark.parametrize("wanted", [True, False])
def test_what_nobody_wants_any_more_is_not_asked_of_the_next_engine(wanted: bool, qtbot: QtBot) -> None:
    asked, job = JobQueue("test", lambda: None), Job[SearchResult](1)
    asked.add_job(job, FindMatches("none", "Dogs", 1))

    def polled() -> bool:
        asked.poll()
        return True

    qtbot.waitUntil(lambda: polled() and asked.process is not None)
    process = asked.process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    qtbot.waitUntil(lambda: polled() and not asked.needs_polling)  # it is sent
    if not wanted:
        asked.cancel_job(job)
    os.kill(process.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: polled() and asked.process is not process)
    assert asked.is_busy == wanted
    asked.cancel_all_jobs()
    asked.join_processes()


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "no more processes"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "memory is full"),
        (EOFError("unexpected EOF"), "no more processes"),
    ],
)
def test_an_engine_that_cannot_be_started_is_told_and_tried_again(
    opens: Opens, file: Path, qtbot: QtBot, refusal: Exception, reason: str
) -> None:
    def refuse(_: BaseProcess) -> None:
        raise refusal

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseProcess, "start", refuse)
        desk = opens(file)
        failed: list[str] = []
        ended: list[str] = []
        desk.notices.failed.connect(failed.append)
        job = desk.work.send(QUERIES, FindMatches(desk.session.document, "Dogs", 10), "Searching")
        job.failed.connect(ended.append)
        job.when_ended(lambda: ended.append("ended"))
        qtbot.waitUntil(lambda: job.has_ended and not desk.work.is_running(TRAINING), timeout=10_000)
        assert all("could not be started" in why and reason in why and "try again" in why for why in failed)
        assert ended == [failed[-1], "ended"]
        assert attach(desk, 1, 3, 1)
        assert desk.work.get_process_ids() == {QUERIES: None, TRAINING: None}
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("deprel=advmod")
    assert len(answered.args[0].sentences) == 12
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=30_000)  # it was not asked for again by anybody


def test_what_cannot_be_started_can_be_closed(opens: Opens, file: Path, qtbot: QtBot) -> None:
    def refuse(_: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseProcess, "start", refuse)
        desk = opens(file)
        job = desk.work.send(QUERIES, FindMatches(desk.session.document, "Dogs", 10))
        qtbot.waitUntil(lambda: job.has_ended, timeout=10_000)
        desk.close()


@pytest.mark.skipif(sys.platform == "win32", reason="the number of open files is not limited so here")
def test_an_engine_for_which_no_file_may_be_opened_is_told_and_tried_again(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    import resource

    desk = opens(file)
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=30_000)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    failed: list[str] = []
    desk.notices.failed.connect(failed.append)
    with Path(os.devnull).open("rb") as last:
        resource.setrlimit(resource.RLIMIT_NOFILE, (last.fileno(), hard))
        try:
            desk.document_search.find("Dogs")
            qtbot.waitUntil(lambda: len(failed) == 1, timeout=10_000)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert "too many files are open" in failed[0]
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("Dogs")
    assert len(answered.args[0].sentences) == 12


def test_a_thread_that_cannot_be_started_is_told(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        job = desk.work.run_in_thread(lambda _: 1, "Reading")
    with qtbot.waitSignal(desk.notices.failed, timeout=10_000) as said:
        pass
    assert "no more threads" in said.args[0]
    assert job.has_ended


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are not stopped here")
def test_a_search_sent_to_a_stopped_engine_is_given_up_and_the_next_one_answered(
    opens: Opens, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("bark")
    engine = desk.work.get_process_ids()[QUERIES]
    assert engine is not None
    monkeypatch.setattr(job_queue, "SILENCE_LIMIT", 2.5)
    monkeypatch.setattr(job_queue, "STARTUP_LIMIT", 2.5)
    os.kill(engine, signal.SIGSTOP)
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as said:
        desk.document_search.find("Dogs")
    assert "did not respond" in said.args[0]
    assert "Try again" in said.args[0]
    monkeypatch.undo()
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000) as answered:
        desk.document_search.find("Dogs")
    assert len(answered.args[0].sentences) == 12
    assert desk.work.get_process_ids()[QUERIES] != engine


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are not stopped here")
def test_learning_in_a_stopped_process_is_told_and_can_be_stopped(
    opens: Opens, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.runs.progressed, timeout=60_000):
        desk.runs.train("hmm", ENDLESS)
    engine = desk.work.get_process_ids()[TRAINING]
    assert engine is not None
    monkeypatch.setattr(job_queue, "SILENCE_LIMIT", 2.5)
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as said:
        os.kill(engine, signal.SIGSTOP)
    assert "does not respond" in said.args[0]
    assert desk.runs.is_training_for_user  # what took hours is not ended unasked
    with qtbot.waitSignal(desk.notices.resolved, timeout=30_000):
        os.kill(engine, signal.SIGCONT)
    with qtbot.waitSignal(desk.runs.progressed, timeout=60_000):
        pass
    os.kill(engine, signal.SIGSTOP)
    desk.runs.stop_training()
    qtbot.waitUntil(lambda: not desk.runs.is_training_for_user, timeout=30_000)
    assert desk.runs.recorded_runs[-1].status == "cancelled"


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are not stopped here")
def test_a_stopped_engine_is_restarted_on_demand_and_goes_on_with_what_waits(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    desk = opens(file)
    qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=30_000)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("bark")
    engine = desk.work.get_process_ids()[QUERIES]
    assert engine is not None
    os.kill(engine, signal.SIGSTOP)
    first, second = (desk.work.send(QUERIES, FindMatches(desk.session.document, "Dogs", 10)) for _ in range(2))
    qtbot.waitUntil(lambda: desk.work.is_running(QUERIES), timeout=10_000)
    failed: list[str] = []
    first.failed.connect(failed.append)
    with qtbot.waitSignal(desk.work.engine_recovered, timeout=10_000):
        desk.work.restart_engine()
    assert len(failed) == 1
    assert "restarted" in failed[0]
    qtbot.waitUntil(lambda: second.has_ended, timeout=30_000)
    assert desk.work.get_process_ids()[QUERIES] != engine


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are not stopped here")
def test_a_stopped_engine_does_not_keep_the_program_from_closing(opens: Opens, file: Path, qtbot: QtBot) -> None:
    desk = opens(file)
    with qtbot.waitSignal(desk.document_search.searched, timeout=30_000):
        desk.document_search.find("bark")
    engine = desk.work.get_process_ids()[QUERIES]
    assert engine is not None
    os.kill(engine, signal.SIGSTOP)
    desk.document_search.find("Dogs")
    qtbot.waitUntil(lambda: desk.work.is_running(QUERIES), timeout=10_000)
    since = time.monotonic()
    desk.close()
    assert time.monotonic() - since < 10
    with pytest.raises(ProcessLookupError):
        os.kill(engine, 0)


TABLE = (
    "form\tlemma\tupos\txpos\tfeats\tgloss\tvocalised\n"
    "dogs\tdog\tNOUN\tNNS\tNumber=Plur\thounds\tdógs\nbark\t_\t_\t_\t_\t_\t_\n\ncats\t_\t_\t_\t_\t_\t_\n"
)


def readings(sentence: Sentence) -> list[object]:
    words = range(1, len(sentence) + 1)
    return [sentence.analyses, *((reading_of(sentence, word), is_decided(sentence, word)) for word in words)]


@pytest.mark.parametrize("word", [1, 2])
@pytest.mark.parametrize(("column", "value"), [("lemma", "x"), ("upos", "X"), ("xpos", "XX"), ("feats", "Case=Nom")])
@pytest.mark.parametrize("empty", [False, True])
def test_an_edited_cell_of_a_table_changes_the_reading_of_its_word_at_once(
    opens: Opens, tmp_path: Path, qtbot: QtBot, word: int, column: str, value: str, empty: bool
) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(TABLE, encoding="utf-8")
    desk = opens(path)
    session, before = desk.session, readings(desk.session.treebank[0])
    value = "_" if empty else value
    done = session.edit("Change", lambda sentence: sentence.with_value(column, word, value), index=0)
    assert bool(done) == (not empty or word == 1)
    edited = readings(session.treebank[0])
    assert (edited != before) == bool(done)
    if done:
        session.undo()
        assert readings(session.treebank[0]) == before
        session.redo()
    assert readings(session.treebank[0]) == edited
    desk.close()
    replayed = opens(path)  # by the journal
    assert readings(replayed.session.treebank[0]) == edited
    if done:
        saved(qtbot, replayed)
    replayed.close()
    assert readings(load(path)[0]) == edited
    assert readings(opens(path).session.treebank[0]) == edited


def test_a_reading_without_a_lemma_takes_that_of_its_word_in_a_table(opens: Opens, tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(TABLE, encoding="utf-8")
    desk = opens(path)
    assert desk.reading_selection.assign_reading(0, 1, Analysis(upos="VERB", xpos="VBZ"))
    taken = reading_of(desk.session.treebank[0], 1)
    assert taken == Analysis("dog", upos="VERB", xpos="VBZ")
    assert desk.reading_selection.assign_reading(0, 1, Analysis(upos="VERB", xpos="VBZ"))
    assert reading_of(desk.session.treebank[0], 1) == taken
    desk.session.undo()
    desk.session.undo()
    assert desk.session.treebank[0] == load(path)[0]
