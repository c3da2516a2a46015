"""The session without any window: what it opens, changes, takes back, saves, and what survives a killed engine."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.project import Project
from spectral_gui.jobs import ANSWERS, LEARNING
from spectral_gui.session import Session
from spectral_gui.views.dependency import DependencyView

BLOCK = (
    "# sent_id = {0}\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n"
    "3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t_\t_\n\n"
)
ENDLESS: dict[str, Value] = {"states": 2, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}
Opens = Callable[[Path], Session]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.conllu"
    path.write_text("".join(BLOCK.format(number) for number in range(12)), encoding="utf-8")
    return path


@pytest.fixture
def opens(qtbot: QtBot, tmp_path: Path) -> Iterator[Opens]:
    made: list[Session] = []

    def open_(path: Path) -> Session:
        session = Session(store=tmp_path / "store")
        made.append(session)
        with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
            session.open(path)
        return session

    yield open_
    for session in made:
        session.close()


def attach(session: Session, index: int, word: int, head: int) -> bool:
    return session.edit(f"Attach {word} to {head}", lambda sentence: sentence.with_head(word, head), index=index)


def saved(qtbot: QtBot, session: Session) -> None:
    with qtbot.waitSignal(session.saved, timeout=10_000):
        session.save()


def test_an_edit_is_journaled_shown_and_taken_back_across_sentences(opens: Opens, file: Path) -> None:
    session = opens(file)
    changed: list[int] = []
    session.sentence_changed.connect(changed.append)
    assert attach(session, 0, 3, 1)
    assert attach(session, 5, 1, 3)
    assert (session.treebank[0].heads, session.treebank[5].heads) == ((2, 0, 1), (3, 0, 2))
    assert session.undo_step == "Attach 1 to 3"
    assert session.unsaved == 2
    session.select(9)
    session.undo()
    assert session.selection.sentence == 5
    assert session.treebank[5].heads == (2, 0, 2)
    assert (session.undo_step, session.redo_step) == ("Attach 3 to 1", "Attach 1 to 3")
    session.redo()
    assert session.treebank[5].heads == (3, 0, 2)
    assert changed == [0, 5, 5, 5]


def test_a_refused_edit_is_a_sentence_and_changes_nothing(opens: Opens, file: Path) -> None:
    session = opens(file)
    said: list[str] = []
    session.refused.connect(said.append)
    assert not attach(session, 0, 2, 1)
    assert "circle" in said[0]
    assert session.unsaved == 0
    assert session.undo_step is None


def test_decisions_and_their_history_survive_reopening_and_saving(opens: Opens, file: Path, qtbot: QtBot) -> None:
    before = file.read_bytes()
    session = opens(file)
    for index in range(6):
        attach(session, index, 3, 1)
    session.undo()
    session.accept(2)
    session.close()
    assert file.read_bytes() == before  # the text file changes only when it is saved
    session = opens(file)
    assert [session.treebank[index].heads[2] for index in range(7)] == [1, 1, 1, 1, 1, 2, 2]
    assert session.unsaved == 5
    assert session.decided[2] == "confirmed"
    session.undo()  # the acceptance
    session.undo()
    assert session.treebank[4].heads == (2, 0, 2)
    saved(qtbot, session)
    assert session.unsaved == 0
    assert [sentence.heads[2] for sentence in load(file)][:6] == [1, 1, 1, 1, 2, 2]
    session.close()
    session = opens(file)
    assert session.unsaved == 0
    session.undo()
    assert session.treebank[3].heads == (2, 0, 2)
    assert session.unsaved == 1


def test_a_second_session_may_look_and_is_told_who_holds_the_project(opens: Opens, file: Path) -> None:
    first = opens(file)
    attach(first, 0, 3, 1)
    second = opens(file)
    assert str(os.getpid()) in second.read_only
    refused: list[str] = []
    second.refused.connect(refused.append)
    assert not attach(second, 1, 3, 1)
    assert refused == [second.read_only]
    assert second.treebank[0].heads == (2, 0, 1)
    first.close()
    assert not opens(file).read_only


def test_what_another_program_wrote_is_put_together_with_what_was_changed_here(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    session = opens(file)
    attach(session, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[7] = text[7].replace("advmod", "obl")
    file.write_text("\n\n".join(text), encoding="utf-8")
    with qtbot.waitSignal(session.treebank_changed, timeout=10_000):
        session.save()
    assert session.treebank[3].heads == (2, 0, 1)
    assert session.treebank[7].deprels[2] == "obl"
    saved(qtbot, session)
    written = load(file)
    assert (written[3].heads, written[7].deprels[2]) == ((2, 0, 1), "obl")


def test_a_sentence_changed_on_both_sides_is_asked_about(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    attach(session, 3, 3, 1)
    text = file.read_text(encoding="utf-8").split("\n\n")
    text[3] = text[3].replace("\tNOUN\t", "\tPROPN\t")
    file.write_text("\n\n".join(text), encoding="utf-8")
    with qtbot.waitSignal(session.conflicted, timeout=10_000) as asked:
        session.look_outside()
    (conflict,) = asked.args[0]
    assert conflict.index == 3
    session.settle({})
    assert session.treebank[3].heads == (2, 0, 1)
    assert session.treebank[3].upos[0] == "PROPN"


def test_the_survey_finds_labels_and_problems_and_is_kept_up(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    qtbot.waitUntil(lambda: session.surveyed, timeout=30_000)
    assert not session.flagged
    session.edit("Loosen", lambda sentence: sentence.with_head(3, None), index=4)
    assert session.flagged == {4}
    session.undo()
    assert not session.flagged


def test_a_query_is_answered_with_what_was_just_changed(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=6)
    with qtbot.waitSignal(session.found, timeout=30_000) as answered:
        session.find("lemma=hound")
    assert list(answered.args[0].sentences) == [6]
    session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=2)
    with qtbot.waitSignal(session.found, timeout=30_000) as answered:
        session.find("lemma=hound")
    assert list(answered.args[0].sentences) == [2, 6]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
def test_killed_engines_take_no_decision_with_them_and_are_replaced(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    qtbot.waitUntil(lambda: session.surveyed, timeout=30_000)
    with qtbot.waitSignal(session.learning_progressed, timeout=60_000):
        session.learn("hmm", ENDLESS)
    attach(session, 1, 3, 1)
    learning = session.engines()[LEARNING]
    assert learning is not None
    with qtbot.waitSignal(session.failed, timeout=30_000) as said:
        os.kill(learning, signal.SIGKILL)
    assert "started anew" in said.args[0]
    assert [run.status for run in session.runs] == ["failed"]
    attach(session, 2, 3, 1)
    session.learn("ngram", {"column": "xpos", "minimum": 1})
    qtbot.waitUntil(lambda: not session.learning, timeout=60_000)
    assert session.runs[-1].status == "finished", session.runs[-1].complaint
    with qtbot.waitSignal(session.found, timeout=30_000):
        session.find("Dogs")
    answers = session.engines()[ANSWERS]
    assert answers is not None
    os.kill(answers, signal.SIGKILL)
    session.edit("Rename", lambda sentence: sentence.with_value("lemma", 1, "hound"), index=2)
    with qtbot.waitSignal(session.found, timeout=30_000) as answered:
        session.find("lemma=hound")
    assert list(answered.args[0].sentences) == [2]
    assert session.treebank[1].heads == (2, 0, 1)


def test_a_run_belongs_to_the_project_and_survives_reopening(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    session.learn("hmm", {"estimator": "em", "states": 2, "column": "xpos", "iterations": 5})
    qtbot.waitUntil(lambda: not session.learning, timeout=60_000)
    (run,) = session.runs
    assert run.status == "finished"
    assert run.curve
    assert run.measures["perplexity"] > 0
    assert session.project is not None
    assert (session.project.model_path(run.name)).exists()
    session.close()
    assert [one.name for one in opens(file).runs] == [run.name]


def test_learning_is_stopped_and_the_run_says_so(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    with qtbot.waitSignal(session.learning_progressed, timeout=60_000):
        session.learn("hmm", ENDLESS)
    with qtbot.waitSignal(session.runs_changed, timeout=10_000):
        session.stop_learning()
    assert [run.status for run in session.runs] == ["cancelled"]
    assert not session.learning


def test_a_run_is_not_kept_in_a_project_that_was_opened_meanwhile(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x"), encoding="utf-8")
    session = opens(file)
    with qtbot.waitSignal(session.learning_progressed, timeout=60_000):
        session.learn("hmm", ENDLESS)
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.open(other)
    qtbot.waitUntil(lambda: not session.learning, timeout=10_000)
    assert session.runs == ()


def test_what_was_asked_about_another_document_is_dropped(qtbot: QtBot, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x").replace("Dogs", "Cats"), encoding="utf-8")
    folder = tmp_path / "project"
    folder.mkdir()
    Project.create(folder, [file, other]).close()
    session = Session()
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.open(folder)
    answers: list[object] = []
    session.found.connect(lambda found: answers.append(found) if found is not None else None)
    session.find("Dogs")
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.open_document(session.documents[1])
    with qtbot.waitSignal(session.found, timeout=30_000):
        session.find("Cats")
    assert [found.document for found in answers] == [session.documents[1]]  # type: ignore[attr-defined]
    session.close()


def test_undo_goes_to_the_document_where_the_step_was_done(qtbot: QtBot, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.conllu"
    other.write_text(BLOCK.format("x") * 3, encoding="utf-8")
    folder = tmp_path / "project"
    folder.mkdir()
    Project.create(folder, [file, other]).close()
    session = Session()
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.open(folder)
    attach(session, 7, 3, 1)
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.open_document(session.documents[1])
    with qtbot.waitSignal(session.treebank_changed, timeout=30_000):
        session.undo()
    assert session.document == session.documents[0]
    qtbot.waitUntil(lambda: session.selection.sentence == 7, timeout=10_000)
    assert session.treebank[7].heads == (2, 0, 2)
    session.close()


def test_sentences_in_memory_can_be_changed_and_taken_back(qtbot: QtBot) -> None:
    session = Session()
    session.show(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    assert session.edit("Swap", lambda sentence: sentence.with_heads((0, 1)), index=0)
    session.undo()
    assert session.treebank[0].heads == (2, 0)
    session.close()


def test_a_file_that_cannot_be_opened_leaves_what_is_open(
    opens: Opens, file: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    session = opens(file)
    with qtbot.waitSignal(session.failed, timeout=10_000) as said:
        session.open(tmp_path / "none.conllu")
    assert "there is no such file" in said.args[0]
    assert len(session.treebank) == 12
    assert attach(session, 0, 3, 1)


def test_what_is_open_already_is_opened_again_and_can_be_changed(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    attach(session, 0, 3, 1)
    with qtbot.waitSignal(session.project_changed, timeout=30_000):
        session.open(file)
    assert not session.read_only
    assert session.treebank[0].heads == (2, 0, 1)
    assert attach(session, 1, 3, 1)


def test_a_decision_made_while_the_file_was_written_is_still_shown(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    attach(session, 0, 3, 1)
    assert session.project is not None
    with qtbot.waitSignal(session.saved, timeout=10_000):
        session.save()
        while session.project.unsaved(session.document):
            pass  # the file is written in a thread; what it says is heard only after this loop
        attach(session, 4, 3, 1)
    assert session.treebank[4].heads == (2, 0, 1)
    assert session.edited == {4}
    assert attach(session, 4, 3, 2)


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
    session = opens(two)
    shown: list[str] = []
    session.treebank_changed.connect(lambda: shown.append(session.document))
    second, first = session.documents[1], session.documents[0]
    jobs = [session.open_document(name) for name in (second, first, second)]
    qtbot.waitUntil(lambda: all(job is not None and job.ended for job in jobs), timeout=10_000)
    assert shown == [second]


def test_a_step_in_a_document_that_was_not_read_yet_is_taken_back_there(opens: Opens, two: Path, qtbot: QtBot) -> None:
    session = opens(two)
    with qtbot.waitSignal(session.treebank_changed, timeout=10_000):
        session.open_document(session.documents[1])
    attach(session, 2, 3, 1)
    session.close()
    session = opens(two)
    assert session.document == session.documents[0]
    with qtbot.waitSignal(session.treebank_changed, timeout=10_000):
        session.undo()
    assert session.document == session.documents[1]
    assert session.treebank[2].heads == (2, 0, 2)
    assert session.selection.sentence == 2
    assert session.undo_step is None


def test_a_file_is_written_under_another_name_and_what_is_open_stays(opens: Opens, file: Path, qtbot: QtBot) -> None:
    session = opens(file)
    attach(session, 0, 3, 1)
    other = file.with_name("copy.conllu")
    with qtbot.waitSignal(session.noted, timeout=10_000):
        session.save_as(other)
    assert load(other)[0].heads == (2, 0, 1)
    assert session.path == file
    assert session.unsaved == 1


def test_a_project_is_not_let_go_before_its_file_is_written(opens: Opens, file: Path, qtbot: QtBot) -> None:
    file.write_text("".join(BLOCK.format(number) for number in range(6000)), encoding="utf-8")
    session = opens(file)
    complaints: list[str] = []
    session.failed.connect(complaints.append)
    attach(session, 0, 3, 1)
    job = session.save()
    session.show(Treebank.of([Sentence.of(("a", "b"), heads=(2, 0))]))
    qtbot.waitUntil(lambda: job is not None and job.ended, timeout=10_000)
    assert load(file)[0].heads == (2, 0, 1)
    assert complaints == []
    assert not opens(file).read_only


def test_saving_again_while_a_save_runs_saves_what_was_decided_meanwhile(
    opens: Opens, file: Path, qtbot: QtBot
) -> None:
    session = opens(file)
    attach(session, 0, 3, 1)
    session.save()
    attach(session, 1, 3, 1)
    session.save()
    qtbot.waitUntil(lambda: session.unsaved == 0, timeout=10_000)
    assert [sentence.heads[2] for sentence in load(file)][:3] == [1, 1, 2]


def test_a_sentence_that_is_a_whole_text_is_not_drawn_but_can_be_passed(qtbot: QtBot) -> None:
    session = Session()
    session.show(Treebank.of([Sentence.of(("a",) * 20_000, heads=(0,) * 20_000), Sentence.of(("b",), heads=(0,))]))
    view = DependencyView(session)
    qtbot.addWidget(view)
    view.show()
    begun = time.perf_counter()
    session.select(1)
    session.select(0)
    assert time.perf_counter() - begun < 2
    assert "20000 words" in view.canvas.accessibleDescription()
    session.close()


def test_nothing_is_asked_of_the_engine_before_something_is_open(qtbot: QtBot) -> None:
    session = Session()
    failed: list[str] = []
    session.failed.connect(failed.append)
    session.find("NN")
    with pytest.raises(DataError, match="Open a treebank"):
        session.learn("ngram", {})
    assert not failed
    assert session.engines() == {ANSWERS: None, LEARNING: None}
    session.close()
