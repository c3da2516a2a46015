"""What is learnt without asking: real processes, a treebank of which a part is decided, and nobody who says learn."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from event_loop import of_kind, turn
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from spectral_core import formats, library, store
from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.engine import Engine, ModelComparison
from spectral_core.files import locate_assets
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.progress import Progress, Report
from spectral_core.project import CONFIRMED, Change, Edit
from spectral_core.registry import METHODS
from spectral_gui.app.window import Window
from spectral_gui.jobs.job_queue import RESEND_SECONDS
from spectral_gui.jobs.jobs import QUERIES, TRAINING
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind

LONG = 120_000  # milliseconds: kernels may be compiled on the way


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    whole = formats.load(locate_assets() / "sample" / "english" / "written.conllu")
    bare = [one.with_heads([None] * len(one)) for one in list(whole)[-6:]]
    formats.save(Treebank.of([*list(whole)[:-6], *bare]), tmp_path / "half.conllu")
    made = Window(AppContext(tmp_path / "store", auto_trains=True), Preferences(theme="light"))
    made.show()
    with qtbot.waitSignal(made.context.survey.changed, timeout=LONG):
        made.document_actions.open(tmp_path / "half.conllu")
    yield made
    made.close()
    made.deleteLater()


def test_an_open_sentence_gets_a_tree_although_nobody_asked_for_a_model(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    decided = len(desk.session.treebank) - 6
    desk.session.select(decided)
    qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
    assert desk.runs.recorded_runs[0].method == "pipeline"
    assert not desk.runs.recorded_runs[0].measures  # nobody waited for what it is worth
    assert f"trained on {decided} sentences" in window.status_line.model_label.text()
    assert desk.auto_trainer.suggestion_accuracy is None
    gold = formats.load(locate_assets() / "sample" / "english" / "written.conllu")[decided]
    proposed = desk.suggestions.current.get_tree(0)
    hits = sum(one == other for one, other in zip(proposed.heads, gold.heads, strict=True))
    desk.acceptance.accept_sentence(force=True)
    turn()
    assert desk.auto_trainer.suggestion_accuracy == 1.0  # all that was proposed was taken
    assert f"last {len(gold)} suggestions: " in window.status_line.model_label.text()
    assert hits > len(gold) / 3


def test_corrections_lower_the_share_that_was_right(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    at = len(desk.session.treebank) - 6
    desk.session.select(at)
    qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
    tree = desk.suggestions.current.get_tree(0)
    heads = list(tree.heads)
    word = next(place for place, head in enumerate(heads, 1) if head not in (0, 1) and place not in heads)
    heads[word - 1] = 1 if word != 1 else 2
    desk.session.edit("Attach", lambda _: tree.with_heads(heads))
    desk.acceptance.accept_sentence(force=True)
    turn()
    assert desk.auto_trainer.suggestion_accuracy == pytest.approx(1 - 1 / len(tree))


def test_somebody_who_wants_none_is_left_alone(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    window.preferences_controller.set_preferences(
        window.preferences_controller.preferences.with_changes(learns_unasked=False)
    )
    desk.session.select(len(desk.session.treebank) - 1)
    qtbot.waitUntil(lambda: not (desk.runs.is_busy or desk.work.is_running(TRAINING)), timeout=LONG)
    count = len(desk.runs.recorded_runs)
    qtbot.wait(1_200)
    assert len(desk.runs.recorded_runs) == count <= 1


def test_what_the_user_learns_comes_first(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    qtbot.waitUntil(lambda: desk.runs.current_run is not None, timeout=LONG)
    assert not desk.runs.is_training_for_user  # nobody waits for it
    desk.runs.train("ngram", {"column": "upos"})
    assert desk.runs.is_training_for_user
    qtbot.waitUntil(lambda: any(run.method == "ngram" for run in desk.runs.recorded_runs), timeout=LONG)
    qtbot.waitUntil(lambda: all(run.status == "finished" for run in desk.runs.recorded_runs), timeout=LONG)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed otherwise here")
def test_what_is_learnt_is_learnt_again_when_its_process_is_killed(window: Window, qtbot: QtBot) -> None:
    desk = window.context
    desk.session.select(len(desk.session.treebank) - 6)
    qtbot.waitUntil(lambda: desk.runs.current_run is not None, timeout=LONG)
    assert "Training a parser" in desk.suggestions.diagnostics.why_no_model
    engine = desk.work.get_process_ids()[TRAINING]
    assert engine is not None
    os.kill(engine, signal.SIGSTOP)
    qtbot.wait(round(1000 * RESEND_SECONDS) + 100)  # it did not die of what it was when it was asked
    os.kill(engine, signal.SIGKILL)
    qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
    assert desk.runs.recorded_runs[0].method == "pipeline"


def test_no_act_of_the_annotator_reads_all_sentences(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(formats.load(locate_assets() / "sample" / "english" / "written.conllu"))
    formats.save(Treebank.of(whole), tmp_path / "whole.conllu")
    made = Window(AppContext(tmp_path / "store", auto_trains=True), Preferences(theme="light"))
    session = made.context.session
    with qtbot.waitSignal(made.context.survey.changed, timeout=LONG):
        made.document_actions.open(tmp_path / "whole.conllu")
    qtbot.waitUntil(lambda: not any("_run" in thread.name for thread in threading.enumerate()))  # what follows opening
    read: list[object] = []
    monkeypatch.setattr(Treebank, "__iter__", lambda self: (read.append(self), iter(list(self.sentences)))[1])
    for at in range(25):  # more than it takes until it is looked for what can be learnt
        session.select(at)
        sentence = session.treebank[at]
        session.edit("Relabel", lambda _, one=sentence: one.with_heads(one.heads, ["dep"] * len(one)))  # type: ignore[misc]
    turn()  # what follows an act comes after it
    made.context.auto_trainer.set_enabled(False)
    assert not read
    made.close()
    made.deleteLater()


def crooked(treebank: Treebank) -> Treebank:
    """The same sentences with trees in which every word hangs on the first."""
    return Treebank.of(
        [one.with_heads([0 if at == 0 else 1 for at in range(len(one))], one.deprels) for one in treebank]
    )


def test_what_takes_longest_is_learnt_last(qtbot: QtBot, tmp_path: Path) -> None:
    whole = sorted(formats.load(locate_assets() / "sample" / "english" / "sampled.conllu"), key=len)[:604]
    bare = [one.with_heads([None] * len(one)) for one in whole[-2:]]
    formats.save(Treebank.of([*whole[:-2], *bare]), tmp_path / "many.conllu")
    desk = AppContext(tmp_path / "store", auto_trains=True)
    window = Window(desk, Preferences(theme="light"))
    window.show()
    try:
        window.document_actions.open(tmp_path / "many.conllu")
        desk.session.select(602)
        qtbot.waitUntil(lambda: len(desk.runs.recorded_runs) == 2, timeout=LONG)
        # a parser of 400 of the 602 sentences, so that there is one soon; a ranker; then a parser of all of them
        assert [run.method for run in desk.runs.recorded_runs] == ["arc-parser", "analysis-ranker"]
        assert [desk.auto_trainer.training_sizes[run.name] for run in desk.runs.recorded_runs] == [400, 604]
    finally:
        window.close()


def test_words_alone_are_learnt_from_once_enough_of_them_are_decided(qtbot: QtBot, tmp_path: Path) -> None:
    whole = formats.load(locate_assets() / "sample" / "english" / "written.conllu")
    formats.save(Treebank.of([Sentence.of(one.forms) for one in list(whole)[:24]]), tmp_path / "bare.conllu")
    desk = AppContext(tmp_path / "store", auto_trains=True)
    window = Window(desk, Preferences(theme="light"))
    window.show()
    try:
        window.document_actions.open(tmp_path / "bare.conllu")
        qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=LONG)
        qtbot.wait(2_500)  # what there is to learn is asked about, and there is nothing
        for index in range(20):
            change = Change(desk.session.document, index, desk.session.treebank[index], whole[index])
            desk.session.apply_edit(Edit("Accept", (change,), CONFIRMED))
        desk.session.select(20)
        qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
        assert desk.runs.recorded_runs[-1].method == "pipeline"
    finally:
        window.close()


def test_a_model_of_the_project_takes_over_from_the_library_once_it_is_right_more_often(
    qtbot: QtBot, tmp_path: Path
) -> None:
    whole = formats.load(locate_assets() / "sample" / "english" / "written.conllu")
    bare = [one.with_heads([None] * len(one)) for one in list(whole)[-26:]]
    formats.save(Treebank.of([*list(whole)[:-26], *bare]), tmp_path / "half.conllu")
    wrong = crooked(whole)
    store.save(METHODS["arc-parser"].learn(wrong, METHODS["arc-parser"].settings()), tmp_path / "wrong.npz")
    library.add_model(tmp_path / "wrong.npz", tmp_path / "shelf", "wrong", TextProfile.from_sentences(wrong, "upos"))
    desk = AppContext(tmp_path / "store", auto_trains=True)
    desk.library.set_folder(tmp_path / "shelf")
    window = Window(desk, Preferences(theme="light"))
    try:
        window.document_actions.open(tmp_path / "half.conllu")
        qtbot.waitUntil(lambda: desk.survey.is_complete, timeout=LONG)
        at = len(whole) - 26
        desk.session.select(at)
        assert desk.suggestions.model.active_run.name == "wrong — library"
        qtbot.waitUntil(lambda: bool(desk.runs.recorded_runs), timeout=LONG)
        assert desk.suggestions.model.get_file(at) == desk.library.find_file(desk.library.runs[0])  # while it is read
        desk.session.select(at + 1)
        qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
        assert desk.suggestions.model.active_run in desk.runs.recorded_runs
        assert desk.suggestions.model.get_file(at + 1) == desk.runs.find_model_file(desk.runs.recorded_runs[0])
    finally:
        window.close()


def test_a_document_is_surveyed_beside_what_is_learnt_unasked(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    project = desk.session.project
    assert project is not None
    (tmp_path / "small.conllu").write_text("1\tHush\t_\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    large = list(formats.load(locate_assets() / "sample" / "english" / "written.conllu")) * 60
    formats.save(Treebank.of(large), tmp_path / "large.conllu")
    window.preferences_controller.set_preferences(
        window.preferences_controller.preferences.with_changes(learns_unasked=False)
    )
    names = [project.add_document(tmp_path / f"{name}.conllu") for name in ("small", "large")]
    qtbot.waitUntil(lambda: not desk.runs.is_busy, timeout=LONG)
    job = desk.runs.train_in_background("arc-parser", names[1:])
    qtbot.waitUntil(lambda: desk.work.is_running("learning"), timeout=LONG)
    assert desk.runs.is_busy
    assert not desk.runs.is_training_for_user
    with qtbot.waitSignal(desk.survey.changed, timeout=LONG):
        desk.session.open_document(names[0])
    assert not job.has_ended  # nobody waited for it
    with qtbot.waitSignal(desk.runs.changed, timeout=LONG):
        desk.runs.interrupt_background_training()  # as a model that grows has it do
    assert job.has_ended
    assert not desk.runs.is_busy


@dataclass(frozen=True)
class Busy:
    """A request that takes as long as a file is there; it reports on the way."""

    flag: Path
    least: int = 0  # reports

    def run(self, engine: Engine, report: Report) -> int:  # noqa: ARG002
        count = 0
        while self.flag.exists() or count < self.least:
            report(Progress("waiting", count))
            time.sleep(0.005)
            count += 1
        return count


def test_what_is_done_unasked_is_behind_and_waits_while_an_answer_is_on_its_way(qtbot: QtBot, tmp_path: Path) -> None:
    flag = tmp_path / "busy"
    flag.touch()
    desk = AppContext(tmp_path / "store")
    try:
        unasked = desk.work.send(TRAINING, Busy(tmp_path / "none", 60), report_errors=False)
        qtbot.waitUntil(lambda: desk.work.is_running(TRAINING), timeout=LONG)
        answer = desk.work.send(QUERIES, Busy(flag))
        with contextlib.suppress(qtbot.TimeoutError):
            qtbot.waitUntil(lambda: unasked.has_ended, timeout=3_000)
        assert not unasked.has_ended  # it would have taken a third of a second
        if hasattr(os, "getpriority"):
            nice = [
                os.getpriority(os.PRIO_PROCESS, desk.work.get_process_id(lane) or 0) for lane in (QUERIES, TRAINING)
            ]
            assert nice[0] < nice[1]
        flag.unlink()
        qtbot.waitUntil(lambda: unasked.has_ended and answer.has_ended, timeout=LONG)
        flag.touch()
        asked = desk.work.send(TRAINING, Busy(tmp_path / "none", 60))  # somebody waits for this one
        answer = desk.work.send(QUERIES, Busy(flag))
        qtbot.waitUntil(lambda: asked.has_ended, timeout=LONG)
        assert not answer.has_ended
        flag.unlink()
    finally:
        desk.close()


REGULAR = tuple(
    f"the {size} {who} {did} the {what} , and the {other} {did} a {size} {what} ."
    for size, other in (("old", "crow"), ("young", "goat"), ("wise", "mule"))
    for who in ("baker", "sailor", "farmer")
    for did in ("saw", "sold", "hid")
    for what in ("lamp", "boat")
)
CHAOS = tuple(
    " ".join(
        "," if (at * 7 + turn * turn) % 6 == 5 else f"{'abcdefgh'[(at * turn) % 8]}{at * turn % 23}"
        for at in range(1, 12)
    )
    + " ."
    for turn in range(3, 57)
)


@pytest.fixture
def bracketing(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    """A window on a text whose brackets are found in its words."""
    texts: tuple[str, ...] = request.param
    (tmp_path / "plain.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    window = Window(AppContext(tmp_path / "store", auto_trains=True), Preferences(theme="light"))
    window.show()
    with qtbot.waitSignal(window.context.survey.changed, timeout=LONG):
        window.document_actions.open(tmp_path / "plain.txt")
    window.panels.show_workspace("annotate")
    if window.panels.tree_kind != CONSTITUENTS.name:
        window.panels.toggle_tree_kind()
    window.panels.docks["candidates"].hide()
    yield window
    window.close()


def accepted_until_compared(window: Window, qtbot: QtBot, wanted: Callable[[Sentence], Sentence]) -> ModelComparison:
    """What is known once twenty trees were decided, from those that were proposed."""
    desk = window.context
    for at in range(20):
        desk.session.select(at)
        qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
        assert desk.suggestions.model.active_run is not None
        assert desk.suggestions.model.active_run.method == "bracket-inducer"
        shown = desk.suggestions.current_tree
        assert shown is not None
        tree = wanted(shown)
        if tree != shown:
            assert desk.session.edit("Correct", lambda _, tree=tree: tree)
        desk.acceptance.accept_sentence(force=True)
    count = len(desk.session.treebank)
    assert f"trained on the words of {count} sentences" in window.status_line.model_label.text()
    qtbot.waitUntil(lambda: desk.auto_trainer.parser_comparison is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not desk.runs.is_busy, timeout=LONG)
    desk.session.select(20)
    qtbot.waitUntil(lambda: desk.suggestions.current is not None, timeout=LONG)
    assert desk.auto_trainer.parser_comparison is not None
    assert desk.auto_trainer.parser_comparison.sentences == 20
    return desk.auto_trainer.parser_comparison


@pytest.mark.parametrize("bracketing", [REGULAR], indirect=True)
def test_twenty_accepted_trees_teach_a_parser_that_takes_over_from_words_alone_if_it_is_better(
    bracketing: Window, qtbot: QtBot
) -> None:
    def to_the_left(shown: Sentence) -> Sentence:
        assert shown.tree is not None
        words = [Tree(tag, (form,)) for tag, form in zip(shown.tree.tags(), shown.forms, strict=True)]
        made = words[0]
        for word in words[1:]:
            made = Tree("S", (made, word))
        return shown.with_tree(made)

    worth = accepted_until_compared(bracketing, qtbot, to_the_left)
    run = bracketing.context.suggestions.model.active_run
    assert run is not None
    assert run.method == "latent-pcfg"
    assert worth.confidence >= 0.9
    assert worth.candidate_score > worth.active_score
    told = f"(F1 {worth.candidate_score:.0f}, without supervision {worth.active_score:.0f})"
    assert told in bracketing.status_line.model_label.text()
    line = bracketing.views.comparison.findChild(QLabel, "decided")
    assert f"{worth.candidate_score:.1f} for the parser" in line.text()


@pytest.mark.parametrize("bracketing", [CHAOS], indirect=True)
def test_words_alone_go_on_proposing_where_they_are_better_on_what_was_decided(
    bracketing: Window, qtbot: QtBot
) -> None:
    worth = accepted_until_compared(bracketing, qtbot, lambda shown: shown)
    run = bracketing.context.suggestions.model.active_run
    assert run is not None
    assert run.method == "bracket-inducer"
    assert worth.active_score == pytest.approx(100.0)  # its trees were taken as they were
    assert 50.0 < worth.candidate_score < 100.0
    assert worth.confidence < 0.9
    told = f"(F1 100, a parser of your trees {worth.candidate_score:.0f})"
    assert told in bracketing.status_line.model_label.text()
    assert [row.method for row in bracketing.context.runs.recorded_runs] == [
        "bracket-inducer"
    ]  # the other one is given up
    project = bracketing.context.session.project
    assert project is not None
    assert not list((project.folder / "models").glob("latent-pcfg*"))


def test_nothing_is_learnt_and_nothing_complains_where_no_folder_can_be_made_for_models(
    qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = formats.load(locate_assets() / "sample" / "english" / "written.conllu")
    bare = [one.with_heads([None] * len(one)) for one in list(whole)[-6:]]
    formats.save(Treebank.of([*list(whole)[:-6], *bare]), tmp_path / "half.conllu")
    desk = AppContext(tmp_path / "store", auto_trains=True)
    complaints: list[str] = []
    desk.notices.failed.connect(complaints.append)
    with caplog.at_level(logging.INFO):
        with qtbot.waitSignal(desk.session.changed, timeout=LONG, check_params_cb=of_kind(ChangeKind.OPENED)):
            desk.session.open(tmp_path / "half.conllu")
        assert desk.session.project is not None
        (desk.session.project.folder / "models").write_text("in the way", encoding="utf-8")
        desk.auto_trainer.set_enabled(True)
        qtbot.waitUntil(lambda: "was not started: ProjectError" in caplog.text, timeout=LONG)
    assert not complaints
    assert not desk.runs.recorded_runs
    desk.close()
