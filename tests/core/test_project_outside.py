"""A text file that was changed outside while the project had decisions on it: each follows its own sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from spectral_core.formats import load, save
from spectral_core.project import BOTH, EXTERNAL, LOCAL, Change, Edit, Project, ProjectError

NAME = "arcs.conllu"


def block(number: int, label: str = "nsubj", tag: str = "VBP", named: bool = True) -> str:
    head = f"# sent_id = s{number}\n" if named else ""
    rows = f"1\tDogs{number}\tdog\tNOUN\tNNS\t_\t2\t{label}\t_\t_\n2\tbark\tbark\tVERB\t{tag}\t_\t0\troot\t_\t_"
    return head + rows


def write(folder: Path, blocks: Sequence[str]) -> None:
    (folder / NAME).write_text("".join(one + "\n\n" for one in blocks))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, [block(number) for number in range(8)])
    Project.create(tmp_path, [tmp_path / NAME]).close()
    return tmp_path


def set_label(project: Project, index: int, label: str) -> None:
    before = project.open_document(NAME).treebank[index]
    after = before.with_value("deprel", 1, label)
    project.record(Edit(f"Set {label}", (Change(NAME, index, before, after),)))


def decide(folder: Path, *decisions: tuple[int, str]) -> None:
    with Project.open(folder) as project:
        for index, label in decisions:
            set_label(project, index, label)


def labels(project: Project) -> dict[str, str]:
    """The label of the first word of each sentence, by that word."""
    return {sentence.forms[0]: sentence.deprels[0] for sentence in project.open_document(NAME).treebank}


def test_a_decision_follows_its_sentence_to_another_place(folder: Path) -> None:
    decide(folder, (2, "obj"), (6, "dep"))
    write(folder, [block(90), block(6), *(block(number) for number in (0, 2, 3, 4, 5, 7))])
    with Project.open(folder) as project:
        assert project.is_changed_outside(NAME)
        opened = project.open_document(NAME)
        assert (opened.conflicts, opened.recovered) == ((), 2)
        assert labels(project) == {f"Dogs{n}": {2: "obj", 6: "dep"}.get(n, "nsubj") for n in (90, 6, 0, 2, 3, 4, 5, 7)}
        assert not project.is_changed_outside(NAME)
        act = project.undo()
        assert act is not None
        assert [change.index for change in act.changes] == [1]
        assert labels(project)["Dogs6"] == "nsubj"
        assert [step.index for step in project.list_history()] == [1, 1, 3]


def test_the_history_follows_through_several_changes_outside(folder: Path) -> None:
    decide(folder, (5, "obj"))
    for order in ((5, 4, 3, 2, 1, 0), (9, 5, 0, 1), (1, 0, 9, 5)):
        write(folder, [block(number) for number in order])
        with Project.open(folder) as project:
            assert project.open_document(NAME).conflicts == ()
            assert labels(project)["Dogs5"] == "obj"
    with Project.open(folder) as project:
        project.undo()
        assert set(labels(project).values()) == {"nsubj"}
        project.redo()
        assert labels(project)["Dogs5"] == "obj"


def test_an_undo_whose_sentence_is_gone_is_refused_and_the_one_before_it_is_next(folder: Path) -> None:
    decide(folder, (2, "obj"), (6, "dep"))
    with Project.open(folder) as project:
        treebank = project.open_document(NAME).treebank
        project.save(NAME, treebank)
    text = (folder / NAME).read_text().split("\n\n")
    del text[6]
    (folder / NAME).write_text("\n\n".join(text))
    with Project.open(folder) as project:
        with pytest.raises(
            ProjectError, match=r"'Set dep' cannot be undone: its sentence is no longer in arcs\.conllu"
        ):
            project.undo()
        assert project.undo_text == "Set obj"
    with Project.open(folder) as project:
        assert project.undo_text == "Set obj"
        project.undo()
        assert set(labels(project).values()) == {"nsubj"}
        assert project.undo() is None


def test_undo_takes_back_only_its_own_cells_of_a_sentence_changed_outside_since(folder: Path) -> None:
    decide(folder, (2, "obj"))
    with Project.open(folder) as project:
        treebank = project.open_document(NAME).treebank
        project.save(NAME, treebank)
    text = (folder / NAME).read_text()
    (folder / NAME).write_text(text.replace(block(2, "obj"), block(2, "obj", "VBZ")))
    with Project.open(folder) as project:
        project.undo()
        sentence = project.open_document(NAME).treebank[2]
        assert (sentence.deprels[0], sentence.xpos[1]) == ("nsubj", "VBZ")
        project.redo()
        assert project.open_document(NAME).treebank[2].deprels[0] == "obj"
    (folder / NAME).write_text(text.replace(block(2, "obj"), block(2, "iobj")))
    with Project.open(folder) as project:
        with pytest.raises(ProjectError, match=r"sentence 3 of arcs\.conllu was changed outside since"):
            project.undo()
        assert labels(project)["Dogs2"] == "iobj"


def test_a_redo_that_the_text_no_longer_allows_is_refused(folder: Path) -> None:
    decide(folder, (2, "obj"), (3, "obj"))
    with Project.open(folder) as project:
        project.undo()
        project.undo()
    write(folder, [block(n, "iobj" if n == 2 else "nsubj") for n in range(8)])
    with Project.open(folder) as project:
        with pytest.raises(ProjectError, match=r"'Set obj' cannot be done again: sentence 3 of arcs\.conllu"):
            project.redo()
        assert project.redo_text == "Set obj"
    with Project.open(folder) as project:
        project.redo()
        assert labels(project) == {f"Dogs{n}": {2: "iobj", 3: "obj"}.get(n, "nsubj") for n in range(8)}
        assert project.redo_text is None


def test_both_changes_stand_where_they_touch_different_cells(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(99), *(block(n, tag="VBZ" if n == 3 else "VBP") for n in range(8))])
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        (conflict,) = opened.conflicts
        assert (conflict.index, conflict.clashes, opened.recovered) == (4, (), 0)
        assert conflict.base == load_block(block(3))
        assert conflict.local == load_block(block(3, "obj"))
        assert conflict.external == load_block(block(3, tag="VBZ"))
        assert conflict.merged == load_block(block(3, "obj", "VBZ"))
        assert opened.treebank[4] == conflict.external
        assert project.count_unsaved(NAME) == 1
        treebank = project.resolve_conflicts(NAME, {})
        assert treebank[4] == conflict.merged
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert (opened.conflicts, opened.treebank[4]) == ((), conflict.merged)
        assert project.undo_text == "Merge 1 sentence changed outside"
        project.undo()
        assert project.open_document(NAME).treebank[4] == conflict.local
        project.redo()
        project.save(NAME, project.open_document(NAME).treebank)
        assert project.count_unsaved(NAME) == 0
        assert [step.kind for step in project.list_history()] == ["redo", "undo", "merge", "act"]
        assert project.list_history()[2].provenance == "outside"


def load_block(text: str) -> object:
    from spectral_core.formats import loads

    return loads(text.encode(), format="conllu")[0]


def test_in_the_same_cell_theirs_stands_and_undo_brings_mine_back(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n, "iobj" if n == 3 else "nsubj") for n in range(8)])
    with Project.open(folder) as project:
        (conflict,) = project.open_document(NAME).conflicts
        (clash,) = conflict.clashes
        assert (clash.column, clash.word, clash.before, clash.after) == ("deprel", 1, "obj", "iobj")
        assert project.resolve_conflicts(NAME, {})[3].deprels[0] == "iobj"
        assert project.count_unsaved(NAME) == 0
    with Project.open(folder) as project:
        assert labels(project)["Dogs3"] == "iobj"
        project.undo()
        assert labels(project)["Dogs3"] == "obj"
        assert project.count_unsaved(NAME) == 1


@pytest.mark.parametrize(
    ("choice", "label", "tag"), [(LOCAL, "obj", "VBP"), (EXTERNAL, "nsubj", "VBZ"), (BOTH, "obj", "VBZ")]
)
def test_the_user_chooses_for_each_conflict(folder: Path, choice: str, label: str, tag: str) -> None:
    decide(folder, (3, "obj"), (5, "dep"))
    write(folder, [block(n, tag="VBZ" if n in (3, 5) else "VBP") for n in range(8)])
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert [conflict.index for conflict in opened.conflicts] == [3, 5]
        treebank = project.resolve_conflicts(NAME, {0: choice})
        assert (treebank[3].deprels[0], treebank[3].xpos[1]) == (label, tag)
        assert (treebank[5].deprels[0], treebank[5].xpos[1]) == ("dep", "VBZ")
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert not opened.conflicts
        assert (opened.treebank[3].deprels[0], opened.treebank[3].xpos[1]) == (label, tag)


def test_a_choice_that_there_is_not_is_a_mistake_of_the_caller(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n, tag="VBZ") for n in range(8)])
    with Project.open(folder) as project:
        project.open_document(NAME)
        with pytest.raises(ValueError, match="both, mine or theirs"):
            project.resolve_conflicts(NAME, {0: "ours"})


def test_nothing_is_decided_before_conflicts_are_settled(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n, tag="VBZ" if n == 3 else "VBP") for n in range(8)])
    with Project.open(folder) as project:
        before = project.open_document(NAME).treebank[0]
        with pytest.raises(ProjectError, match="was changed outside, and 1 sentence"):
            project.record(Edit("Early", (Change(NAME, 0, before, before.with_value("deprel", 1, "dep")),)))
        with pytest.raises(ProjectError, match="was changed outside"):
            project.undo()
        assert project.undo_text == "Set obj"
    with Project.open(folder) as project:  # and they are still there when the window was closed on them
        assert len(project.open_document(NAME).conflicts) == 1


def test_where_words_were_added_theirs_stands(folder: Path) -> None:
    decide(folder, (3, "obj"))
    longer = block(3) + "\n3\tloudly\tloudly\tADV\tRB\t_\t2\tadvmod\t_\t_"
    write(folder, [longer if n == 3 else block(n) for n in range(8)])
    with Project.open(folder) as project:
        (conflict,) = project.open_document(NAME).conflicts
        assert conflict.merged is None
        assert len(project.resolve_conflicts(NAME, {})[3]) == 3
        project.undo()
        assert labels(project)["Dogs3"] == "obj"


def test_a_decided_sentence_that_was_taken_out_is_kept_at_the_end(folder: Path) -> None:
    decide(folder, (3, "obj"), (4, "dep"))
    write(folder, [block(n) for n in range(8) if n != 3])
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        (conflict,) = opened.conflicts
        assert (conflict.index, conflict.external, conflict.local) == (-1, None, load_block(block(3, "obj")))
        treebank = project.resolve_conflicts(NAME, {})
        assert len(treebank) == 8
        assert treebank[7] == conflict.local
        assert project.count_unsaved(NAME) == 2
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert (len(opened.treebank), opened.conflicts, project.count_unsaved(NAME)) == (8, (), 2)
        set_label(project, 7, "iobj")
    write(folder, [block(n) for n in (9, 0, 1, 2, 4, 5, 6, 7)])
    with Project.open(folder) as project:
        assert project.open_document(NAME).conflicts == ()
        assert labels(project) == {
            f"Dogs{n}": {3: "iobj", 4: "dep"}.get(n, "nsubj") for n in (9, 0, 1, 2, 4, 5, 6, 7, 3)
        }
        treebank = project.open_document(NAME).treebank
        assert project.save(NAME, treebank)[8].deprels[0] == "iobj"
        assert project.count_unsaved(NAME) == 0
    with Project.open(folder) as project:
        assert (project.open_document(NAME).recovered, project.count_unsaved(NAME)) == (0, 0)
        project.undo()
        assert labels(project)["Dogs3"] == "obj"
        assert len(load(folder / NAME)) == 9


def test_a_sentence_kept_at_the_end_and_saved_unnoticed_is_found_in_the_file(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n) for n in range(8) if n != 3])
    with Project.open(folder) as project:
        project.open_document(NAME)
        save(project.resolve_conflicts(NAME, {}), folder / NAME)  # and the program ends here
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert (opened.conflicts, len(opened.treebank), project.count_unsaved(NAME)) == ((), 8, 0)


def test_a_save_among_equal_sentences_that_the_journal_was_not_told_of_makes_no_conflict(folder: Path) -> None:
    write(folder, [block(1, named=False)] * 8)
    decide(folder, (2, "obj"), (3, "dep"), (6, "obj"))
    with Project.open(folder) as project:
        save(project.open_document(NAME).treebank, folder / NAME)
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert (opened.conflicts, opened.recovered, project.count_unsaved(NAME)) == ((), 0, 0)
        found = [sentence.deprels[0] for sentence in opened.treebank]
        assert found == ["nsubj", "nsubj", "obj", "dep", "nsubj", "nsubj", "obj", "nsubj"]
        act = project.undo()
        assert act is not None
        assert act.changes[0].index == 6


def test_a_sentence_that_was_taken_out_stays_out_where_the_user_says_so(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n) for n in range(8) if n != 3])
    with Project.open(folder) as project:
        project.open_document(NAME)
        assert len(project.resolve_conflicts(NAME, {0: EXTERNAL})) == 7
        assert project.count_unsaved(NAME) == 0
        with pytest.raises(ProjectError, match="its sentence is no longer in"):
            project.undo()
    with Project.open(folder) as project:
        assert project.open_document(NAME).conflicts == ()
        step = project.list_history()[1]
        assert (step.kind, step.index) == ("merge", -1)


def test_sentences_without_names_are_paired_by_their_words(folder: Path) -> None:
    write(folder, [block(n, named=False) for n in range(8)])
    decide(folder, (3, "obj"), (4, "dep"))
    write(folder, [block(n, named=False, tag="VBZ" if n in (3, 4) else "VBP") for n in (0, 1, 2, 4, 50, 3, 5, 6, 7)])
    with Project.open(folder) as project:
        opened = project.open_document(NAME)
        assert sorted(conflict.index for conflict in opened.conflicts) == [3, 5]
        for conflict in opened.conflicts:
            assert conflict.external is not None
            assert conflict.local.forms == conflict.external.forms
        project.resolve_conflicts(NAME, {})
        assert (labels(project)["Dogs3"], labels(project)["Dogs4"]) == ("obj", "dep")


def test_a_side_that_cannot_be_read_is_kept_as_it_stands(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n).replace("\t2\t", "\tx\t") if n == 3 else block(n) for n in range(8)])
    with Project.open(folder) as project:
        (conflict,) = project.open_document(NAME).conflicts
        assert conflict.external is not None
        assert not conflict.external.is_readable
        treebank = project.resolve_conflicts(NAME, {})
        assert not treebank[3].is_readable
        assert project.count_unsaved(NAME) == 0
        project.undo()
        assert labels(project)["Dogs3"] == "obj"
        project.redo()
        assert not project.open_document(NAME).treebank[3].is_readable


def test_trees_are_merged_as_one_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text("(S (NN rain) (VB falls))\n(S (NN snow)\n   (VB melts))\n")
    with Project.create(tmp_path, [path]) as project:
        before = project.open_document("a.mrg").treebank[1]
        project.record(Edit("Tag", (Change("a.mrg", 1, before, before.with_value("xpos", 1, "NNP")),)))
    path.write_text("# note = x\n(S (NN snow) (VB melts))\n(S (NN rain) (VB falls))\n")
    with Project.open(tmp_path) as project:
        (conflict,) = project.open_document("a.mrg").conflicts
        assert conflict.merged is not None
        treebank = project.resolve_conflicts("a.mrg", {})
        assert (treebank[0].comments, treebank[0].xpos) == (("# note = x",), ("NNP", "VB"))
        assert str(treebank[0].tree) == "(S (NNP snow) (VB melts))"


def test_a_reader_sees_conflicts_and_writes_nothing(folder: Path) -> None:
    decide(folder, (3, "obj"))
    write(folder, [block(n, tag="VBZ") for n in range(8)])
    held = Project.open(folder)
    before = (folder / "journal.sqlite").read_bytes()
    with Project.open(folder) as reader:
        assert len(reader.open_document(NAME).conflicts) == 1
        with pytest.raises(ProjectError, match="is held by"):
            reader.resolve_conflicts(NAME, {})
    held.close()
    assert (folder / "journal.sqlite").read_bytes() == before


def test_a_large_file_with_many_changes_is_aligned_quickly(tmp_path: Path) -> None:
    count = 20_000
    path = tmp_path / NAME
    write(tmp_path, [block(n % 7000, named=False) for n in range(count)])
    with Project.create(tmp_path, [path]) as project:
        treebank = project.open_document(NAME).treebank
        for index in range(0, count, 1000):
            before = treebank[index]
            after = before.with_value("deprel", 1, f"l{index}")
            project.record(Edit("Set", (Change(NAME, index, before, after),)))
    order = [n for n in range(count) if n % 97]
    write(tmp_path, [block(n % 7000, named=False, tag="VBZ" if n % 333 == 1 else "VBP") for n in order])
    with Project.open(tmp_path) as project:
        opened = project.open_document(NAME)
        assert len(opened.treebank) == len(order)
        assert opened.recovered + len(opened.conflicts) == count // 1000
        for index, sentence in opened.treebank.edits.items():
            assert sentence.forms[0] == f"Dogs{int(sentence.deprels[0][1:]) % 7000}", index


def test_a_save_the_journal_was_not_told_of_gives_way_to_what_was_decided_after_it(folder: Path) -> None:
    with Project.open(folder) as project:
        set_label(project, 3, "obj")
        save(project.open_document(NAME).treebank, folder / NAME)  # the program decides once more, and ends here
        set_label(project, 3, "iobj")
    with Project.open(folder) as project:
        found = project.open_document(NAME)
        assert not found.conflicts
        assert found.treebank[3].deprels[0] == "iobj"
        assert project.count_unsaved(NAME) == 1


@pytest.mark.skipif(os.name != "posix", reason="the second time of a file means something else there")
def test_a_change_outside_that_keeps_size_and_time_is_noticed(folder: Path) -> None:
    path = folder / NAME
    with Project.open(folder) as project:
        project.open_document(NAME)
        before = path.stat()
        path.write_text(path.read_text().replace("Dogs4", "Cats4"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        assert project.is_changed_outside(NAME)
