"""Whatever is done in whatever order, a project is what a plain list of its sentences says."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from spectral_core.data import Sentence
from spectral_core.formats import load, save
from spectral_core.project import Change, Edit, History, Project
from spectral_core.project.verification import verify_project

NAMES = ("arcs.conllu", "trees.mrg")
SIZE = 4
PLACES = st.tuples(st.sampled_from(NAMES), st.integers(0, SIZE - 1))


class ProjectAgainstLists(RuleBasedStateMachine):
    """The project beside plain lists: what stands, what the files hold, what was done and undone."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        treebank = tiny_treebank().select(range(SIZE))
        for name in NAMES:
            save(treebank, self.folder / name, drop=True)
        self.project = Project.create(self.folder, [self.folder / name for name in NAMES])
        self.now = {name: list(load(self.folder / name)) for name in NAMES}
        self.in_files = {name: list(self.now[name]) for name in NAMES}
        self.history: History[Edit] = History()
        self.rows = 0
        self.shown = {name: self.project.open_document(name).treebank for name in NAMES}

    def teardown(self) -> None:
        assert verify_project(self.project).faults == ()
        self.project.close()
        shutil.rmtree(self.folder)

    def show(self, change: Change, sentence: Sentence) -> None:
        self.now[change.document][change.index] = sentence
        self.shown[change.document] = self.shown[change.document].with_sentence(change.index, sentence)

    @rule(
        places=st.lists(
            st.tuples(st.sampled_from(NAMES), st.integers(0, SIZE - 1)), min_size=1, max_size=3, unique=True
        ),
        value=st.sampled_from(("NN", "VB", "JJ")),
    )
    def record(self, places: list[tuple[str, int]], value: str) -> None:
        changes = []
        for name, index in places:
            before = self.shown[name][index]
            changes.append(Change(name, index, before, before.with_value("xpos", 1, value)))
        act = Edit(f"Tag {value}", tuple(changes))
        self.project.record(act)
        self.history.record(act)
        self.rows += 1
        for change in changes:
            self.show(change, change.after)

    @rule()
    def undo(self) -> None:
        expected, found = self.history.undo(), self.project.undo()
        assert (expected is None) == (found is None)
        if expected is not None and found is not None:
            assert found.step == expected.step
            assert {(one.document, one.index) for one in found.changes} == {
                (one.document, one.index) for one in expected.changes
            }
            self.rows += 1
            for change in found.changes:
                self.show(change, change.before)

    @rule()
    def redo(self) -> None:
        expected, found = self.history.redo(), self.project.redo()
        assert (expected is None) == (found is None)
        if expected is not None and found is not None:
            assert found.changes == expected.changes
            self.rows += 1
            for change in found.changes:
                self.show(change, change.after)

    @rule(name=st.sampled_from(NAMES), told=st.booleans(), goes_on=st.booleans())
    def save(self, name: str, told: bool, goes_on: bool) -> None:
        self.in_files[name] = list(self.now[name])
        if told:
            treebank = self.project.save(name, self.shown[name])
            self.shown[name] = treebank if goes_on else self.shown[name]
        else:  # as if an older program had ended here
            save(self.shown[name], self.folder / name)
            self.reopen()

    @rule()
    def reopen(self) -> None:
        self.project.close()
        self.project = Project.open(self.folder)
        for name in NAMES:
            opened = self.project.open_document(name)
            assert opened.conflicts == ()
            self.shown[name] = opened.treebank

    @precondition(lambda self: self.rows)
    @rule(name=st.sampled_from(NAMES))
    def look(self, name: str) -> None:
        with Project.open_read_only(self.folder) as reader:
            assert list(reader.open_document(name).treebank) == self.now[name]
            assert reader.undo_text == self.history.undo_text

    @invariant()
    def agrees(self) -> None:
        assert (self.project.undo_text, self.project.redo_text) == (self.history.undo_text, self.history.redo_text)
        assert len(self.project.list_history(None)) == self.rows
        for name in NAMES:
            assert list(self.shown[name]) == self.now[name]
            differing = sum(one != two for one, two in zip(self.now[name], self.in_files[name], strict=True))
            assert self.project.count_unsaved(name) == differing


TestProjectAgainstLists = ProjectAgainstLists.TestCase
TestProjectAgainstLists.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


def test_a_history_of_plain_acts_undoes_and_does_again() -> None:
    one, two = Edit("One", ()), Edit("Two", ())
    history: History[Edit] = History()
    history.record(one)
    history.record(two)
    assert (history.undo_text, history.redo_text, history.done_edits) == ("Two", None, (one, two))
    assert history.undo() is two
    assert (history.next_undo, history.next_redo) == (one, two)
    assert history.redo() is two
    history.undo()
    history.record(one)
    assert history.redo() is None
    history.discard_undo()
    assert history.done_edits == (one,)


@pytest.mark.parametrize("count", [0, 1])
def test_giving_up_in_an_empty_history_changes_nothing(count: int) -> None:
    history: History[Edit] = History([Edit("One", ())] * count)
    history.discard_redo()
    assert len(history.done_edits) == count
    history.undo()
    history.discard_redo()
    assert history.redo() is None
    history.discard_undo()
    assert history.undo() is None
