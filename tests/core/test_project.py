"""Projects on disk: made, opened, decided in, undone, saved, opened again; nothing that was recorded is ever gone."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from fixtures import tiny_treebank, tree_of

from spectral_core.data import Analysis, Sentence
from spectral_core.errors import SpectralError
from spectral_core.files import read_file
from spectral_core.files.replacement import Expectation
from spectral_core.formats import load, save
from spectral_core.project import Change, Edit, Project, ProjectError, Run, document_files

ARCS = "".join(
    f"# sent_id = s{number}\n"
    f"1\tDogs{number}\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    for number in range(6)
)
TREES = "(S (NP (NNS Dogs))\n   (VP (VBP bark)))\n(S (NP (NN Rain)) (VP (VBZ falls)))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    place.mkdir()
    (place / "arcs.conllu").write_text(ARCS)
    (place / "trees.mrg").write_text(TREES)
    return place


@pytest.fixture
def project(folder: Path) -> Iterator[Project]:
    with Project.create(folder, [folder / "arcs.conllu", folder / "trees.mrg"], annotator="ada") as made:
        yield made


def edit(project: Project, document: str, index: int, change: Callable[[Sentence], Sentence], step: str) -> Sentence:
    before = project.open_document(document).treebank[index]
    after = change(before)
    project.record(Edit(step, (Change(document, index, before, after),), milliseconds=1200, rank=2))
    return after


def set_label(project: Project, index: int, label: str, document: str = "arcs.conllu") -> Sentence:
    return edit(project, document, index, lambda sentence: sentence.with_value("deprel", 1, label), f"Set {label}")


def labels(project: Project, document: str = "arcs.conllu") -> list[str]:
    return [sentence.deprels[0] for sentence in project.open_document(document).treebank]


def test_a_new_project_has_its_documents_and_nothing_unsaved(project: Project, folder: Path) -> None:
    assert project.documents == ("arcs.conllu", "trees.mrg")
    assert project.path_of("arcs.conllu") == folder / "arcs.conllu"
    assert (project.name, project.annotator, project.read_only, project.notice) == ("project", "ada", "", "")
    opened = project.open_document("arcs.conllu")
    assert (len(opened.treebank), opened.conflicts, opened.recovered) == (6, (), 0)
    assert project.count_unsaved("arcs.conllu") == 0
    assert project.undo() is None
    assert project.redo() is None
    assert (project.undo_text, project.redo_text) == (None, None)


def test_a_folder_that_is_a_project_is_not_made_one_again(project: Project, folder: Path) -> None:
    project.close()
    with pytest.raises(ProjectError, match="is a project already"):
        Project.create(folder, [])


def test_a_project_is_not_made_around_what_is_no_treebank(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"there is no such file"):
        Project.create(tmp_path / "new", [tmp_path / "absent.conllu"])
    (tmp_path / "empty.conllu").write_text("")
    with pytest.raises(SpectralError, match="empty"):
        Project.create(tmp_path / "new", [tmp_path / "empty.conllu"])
    assert not (tmp_path / "new" / "project.json").exists()


def test_what_is_no_project_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="there is no such folder"):
        Project.open(tmp_path / "absent")
    with pytest.raises(ProjectError, match=r"was not opened|there is no such folder"):
        Project.open(tmp_path / ("long" * 100))
    with pytest.raises(ProjectError, match=r"not a project, it has no project\.json"):
        Project.open(tmp_path)


def test_a_project_opens_by_its_folder_and_by_its_file(project: Project, folder: Path) -> None:
    project.close()
    with Project.open(folder / "project.json") as again:
        assert again.documents == ("arcs.conllu", "trees.mrg")


def test_documents_elsewhere_keep_their_whole_path_and_are_added_once(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("It rains. It pours.\n")
    assert project.add_document(other) == str(other)
    project.add_document(other)
    assert project.documents == ("arcs.conllu", "trees.mrg", str(other))
    with pytest.raises(ProjectError, match="there is no document 'b'"):
        project.path_of("b")


def test_decisions_are_there_after_reopening_and_the_text_file_is_untouched(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    set_label(project, 4, "iobj")
    project.close()
    assert (folder / "arcs.conllu").read_text() == ARCS
    with Project.open(folder) as again:
        assert again.count_unsaved("arcs.conllu") == 2
        opened = again.open_document("arcs.conllu")
        assert opened.recovered == 2
        assert labels(again) == ["nsubj", "obj", "nsubj", "nsubj", "iobj", "nsubj"]


def test_undo_and_redo_go_on_across_documents_and_reopening(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    edit(project, "trees.mrg", 1, lambda sentence: sentence.with_value("xpos", 1, "NNP"), "Tag NNP")
    set_label(project, 1, "iobj")
    assert project.undo_text == "Set iobj"
    project.undo()
    project.close()
    with Project.open(folder) as again:
        assert (again.undo_text, again.redo_text) == ("Tag NNP", "Set iobj")
        act = again.undo()
        assert act is not None
        (change,) = act.changes
        assert (act.step, change.document, change.index) == ("Tag NNP", "trees.mrg", 1)
        assert change.before == load(folder / "trees.mrg")[1]
        assert change.before.source == load(folder / "trees.mrg")[1].source
        assert change.after.xpos == ("NNP", "VBZ")
        assert again.count_unsaved("trees.mrg") == 0
        again.undo()
        assert again.count_unsaved("arcs.conllu") == 0
        assert again.undo() is None
        for expected in ("Set obj", "Tag NNP", "Set iobj"):
            redone = again.redo()
            assert redone is not None
            assert redone.step == expected
        assert again.redo() is None
        assert labels(again)[1] == "iobj"


def test_a_new_act_ends_what_could_be_done_again(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    project.undo()
    set_label(project, 2, "dep")
    assert project.redo_text is None
    project.close()
    with Project.open(folder) as again:
        assert again.redo_text is None


def test_after_saving_the_file_holds_all_and_undo_still_works(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    treebank = project.open_document("arcs.conllu").treebank
    treebank = project.save("arcs.conllu", treebank)
    assert not treebank.is_edited
    assert project.count_unsaved("arcs.conllu") == 0
    assert not project.is_changed_outside("arcs.conllu")
    assert (folder / "arcs.conllu").read_text() == ARCS.replace("nsubj", "obj", 2).replace("obj", "nsubj", 1)
    project.close()
    with Project.open(folder) as again:
        assert again.open_document("arcs.conllu").recovered == 0
        again.undo()
        assert again.count_unsaved("arcs.conllu") == 1
        assert labels(again)[1] == "nsubj"


def test_a_decision_made_while_saving_stays_unsaved(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    saving = project.open_document("arcs.conllu").treebank
    set_label(project, 2, "dep")
    set_label(project, 1, "iobj")
    project.save("arcs.conllu", saving)
    assert project.count_unsaved("arcs.conllu") == 2
    project.close()
    with Project.open(folder) as again:
        assert labels(again) == ["nsubj", "iobj", "dep", "nsubj", "nsubj", "nsubj"]
        assert load(folder / "arcs.conllu")[1].deprels[0] == "obj"


def test_a_decision_undone_while_saving_stays_undone(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    saving = project.open_document("arcs.conllu").treebank
    project.undo()
    treebank = project.save("arcs.conllu", saving)
    assert treebank[1].deprels[0] == "nsubj"
    assert project.count_unsaved("arcs.conllu") == 1
    project.close()
    with Project.open(folder) as again:
        assert labels(again)[1] == "nsubj"
        again.redo()
        assert again.count_unsaved("arcs.conllu") == 0


def test_what_is_saved_over_at_once_by_another_counts_as_changed(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    treebank = project.open_document("arcs.conllu").treebank
    replace = document_files.replace_atomically

    def then_theirs(path: Path, pieces: list[bytes], *more: Expectation) -> object:
        answer = replace(path, pieces, *more)
        path.write_text(ARCS)
        return answer

    with mock.patch.object(document_files, "replace_atomically", then_theirs):
        project.save("arcs.conllu", treebank)
    assert project.is_changed_outside("arcs.conllu")


def test_a_save_that_the_journal_was_not_told_of_makes_no_conflict(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    edit(project, "trees.mrg", 0, lambda sentence: sentence.with_value("xpos", 1, "NNP"), "Tag NNP")
    for name in project.documents:
        save(project.open_document(name).treebank, folder / name)
    project.close()
    with Project.open(folder) as again:
        for name in again.documents:
            opened = again.open_document(name)
            assert (opened.conflicts, opened.recovered, again.count_unsaved(name)) == ((), 0, 0)
        again.undo()
        assert again.count_unsaved("trees.mrg") == 1


def test_one_act_changes_several_sentences_and_is_undone_as_one(project: Project) -> None:
    treebank = project.open_document("arcs.conllu").treebank
    changes = tuple(
        Change("arcs.conllu", index, treebank[index], treebank[index].with_value("deprel", 1, "dep"))
        for index in (0, 3)
    )
    project.record(Edit("Replace nsubj by dep", changes))
    assert labels(project) == ["dep", "nsubj", "nsubj", "dep", "nsubj", "nsubj"]
    act = project.undo()
    assert act is not None
    assert sorted(change.index for change in act.changes) == [0, 3]
    assert set(labels(project)) == {"nsubj"}


def test_one_act_may_change_a_sentence_twice(project: Project) -> None:
    first = project.open_document("arcs.conllu").treebank[0]
    second = first.with_value("deprel", 1, "dep")
    third = second.with_value("lemma", 1, "hound")
    project.record(Edit("Both", (Change("arcs.conllu", 0, first, second), Change("arcs.conllu", 0, second, third))))
    assert project.open_document("arcs.conllu").treebank[0] == third
    project.undo()
    assert project.open_document("arcs.conllu").treebank[0] == first


def test_a_change_that_does_not_begin_with_what_stands_is_refused(project: Project) -> None:
    old = project.open_document("arcs.conllu").treebank[1]
    set_label(project, 1, "obj")
    with pytest.raises(ProjectError, match=r"sentence 2 of arcs\.conllu has changed since you started this edit"):
        project.record(Edit("Late", (Change("arcs.conllu", 1, old, old.with_value("deprel", 1, "dep")),)))
    assert len(project.list_history()) == 1
    assert labels(project)[1] == "obj"


def test_readings_that_an_analyser_offers_are_no_change(project: Project) -> None:
    plain = project.open_document("arcs.conllu").treebank[1]
    offered = Sentence.of(
        plain.forms,
        lemmas=plain.lemmas,
        upos=plain.upos,
        xpos=plain.xpos,
        heads=plain.heads,
        deprels=plain.deprels,
        comments=plain.comments,
        candidates=((Analysis("dog", "dogs"),), ()),
    )
    after = offered.with_analysis(1, Analysis("hound", "hounds", gloss="a dog"))
    project.record(Edit("Take hound", (Change("arcs.conllu", 1, offered, after),)))
    assert project.open_document("arcs.conllu").treebank[1] == after
    project.close()
    with Project.open(project.folder) as again:
        found = again.open_document("arcs.conllu").treebank[1]
        assert found == after
        assert found.analyses[0] == Analysis("hound", "hounds", gloss="a dog")


def test_what_the_format_of_the_file_cannot_say_is_kept_all_the_same(project: Project, folder: Path) -> None:
    tree = tree_of("(S (NP (NNS Dogs2)) (VP (VBP bark)))")
    deep = tree_of("(X " * 900 + "(NNS Dogs3)" + ")" * 900)
    edit(project, "arcs.conllu", 2, lambda sentence: sentence.with_tree(tree), "Build a tree")
    edit(project, "trees.mrg", 0, lambda sentence: sentence.with_heads((2, 0), ("nsubj", "root")), "Attach")
    project.close()
    with Project.open(folder) as again:
        assert again.open_document("arcs.conllu").treebank[2].tree == tree
        assert again.open_document("trees.mrg").treebank[0].heads == (2, 0)
        assert again.open_document("trees.mrg").treebank[0].tree is not None
        one = Sentence.of(("Dogs3",), xpos=("NNS",), tree=deep)
        from spectral_core.project.stored_texts import to_sentence, to_stored_text

        assert to_sentence(to_stored_text(one, "conllu")) == one


def test_plain_text_and_tables_are_annotated_in_the_journal(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It rains. It pours, they say.\n")
    save(tiny_treebank().select(range(3)), tmp_path / "b.tsv", drop=True)
    with Project.create(tmp_path / "p", [tmp_path / "a.txt", tmp_path / "b.tsv"]) as project:
        text, table = project.documents
        edit(project, text, 1, lambda sentence: sentence.with_value("upos", 1, "PRON"), "Tag")
        edit(project, table, 2, lambda sentence: sentence.with_value("lemma", 2, "elder"), "Lemma")
    with Project.open(tmp_path / "p") as again:
        assert again.open_document(text).treebank[1].upos[0] == "PRON"
        assert again.open_document(table).treebank[2].lemmas[1] == "elder"
        save(again.open_document(table).treebank, tmp_path / "b.tsv")
    with Project.open(tmp_path / "p") as again:  # which the journal was not told of
        treebank = again.open_document(table).treebank
        assert (again.open_document(table).conflicts, again.count_unsaved(table)) == ((), 0)
        again.save(table, treebank)
        assert (again.count_unsaved(text), again.count_unsaved(table)) == (1, 0)
        again.undo()
        assert again.open_document(table).treebank[2].lemmas[1] == "old"
        again.undo()
        assert again.count_unsaved(text) == 0


def test_saving_gives_what_is_read_again(tmp_path: Path) -> None:
    path, packed, foreign = tmp_path / "a.conllu", tmp_path / "b.conllu.gz", tmp_path / "c.tsv"
    path.write_text(ARCS)
    treebank = load(path)
    changed = treebank.with_sentence(2, treebank[2].with_head(1, 0))
    assert save(treebank, packed) == ARCS.encode() == read_file(packed)
    unread = packed.stat().st_ino
    assert save(load(packed), packed) == ARCS.encode() == read_file(packed)
    assert packed.stat().st_ino != unread
    assert save(changed, path) == read_file(path) != ARCS.encode()
    assert save(changed, foreign, drop=True) == read_file(foreign)


def test_windows_line_ends_and_packed_files_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(ARCS.replace("\n", "\r\n").encode())
    packed = tmp_path / "b.conllu.xz"
    save(load(path), packed)
    with Project.create(tmp_path / "p", [path, packed]) as project:
        for name in project.documents:
            set_label(project, 3, "obj", name)
            treebank = project.open_document(name).treebank
            project.save(name, treebank)
            assert project.count_unsaved(name) == 0
    with Project.open(tmp_path / "p") as again:
        for name in again.documents:
            assert again.open_document(name).recovered == 0
            assert labels(again, name)[3] == "obj"
    assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n")


def test_a_lone_file_gets_a_project_of_its_own_elsewhere(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    with Project.open_for_file(folder / "arcs.conllu", store) as project:
        (name,) = project.documents
        assert Path(name) == folder / "arcs.conllu"
        set_label(project, 0, "obj", name)
        place = project.folder
    assert place.parent == store
    with Project.open_for_file(folder / ".." / folder.name / "arcs.conllu", store) as again:
        assert again.folder == place
        assert again.count_unsaved(name) == 1
    with Project.open_for_file(folder / "trees.mrg", store) as other:
        assert other.folder != place


def test_the_history_says_who_decided_what_and_where_it_stands(project: Project) -> None:
    set_label(project, 1, "obj")
    project.set_annotator("bo")
    edit(project, "trees.mrg", 1, lambda sentence: sentence.with_value("xpos", 1, "NNP"), "Tag NNP")
    project.undo()
    undo, tag, label = project.list_history()
    assert (undo.kind, undo.undoes, undo.step, undo.annotator) == ("undo", tag.id, "Tag NNP", "bo")
    assert (label.annotator, label.document, label.index, label.kind) == ("ada", "arcs.conllu", 1, "act")
    assert (label.milliseconds, label.rank, label.provenance) == (1200, 2, "human")
    (cell,) = label.cells
    assert (cell.column, cell.word, cell.before, cell.after) == ("deprel", 1, "nsubj", "obj")
    assert {cell.column for cell in tag.cells} == {"xpos", "tree"}
    assert [step.id for step in project.list_history(1)] == [undo.id]
    assert [step.step for step in project.list_history(document="arcs.conllu", index=1)] == ["Set obj"]
    assert project.list_history(document="arcs.conllu", index=0) == ()
    with pytest.raises(ProjectError, match="sentence 2 is in every document; name the document"):
        project.list_history(index=1)


def test_it_is_known_where_the_decision_that_holds_came_from(project: Project) -> None:
    treebank = project.open_document("arcs.conllu").treebank
    for index, provenance in ((1, "model"), (3, "confirmed")):
        after = treebank[index].with_value("deprel", 1, "obj")
        project.record(Edit("Set", (Change("arcs.conllu", index, treebank[index], after),), provenance))
    set_label(project, 1, "dep")
    assert project.read_provenance("arcs.conllu") == {1: "human", 3: "confirmed"}
    project.undo()
    assert project.read_provenance("arcs.conllu", 1) == {1: "model"}
    project.undo()
    assert project.read_provenance("arcs.conllu") == {1: "model"}
    project.redo()
    assert project.read_provenance("arcs.conllu", 3) == {3: "confirmed"}
    assert project.read_provenance("arcs.conllu", 0) == {}


def test_what_others_wrote_into_the_project_file_is_kept(project: Project, folder: Path) -> None:
    path = folder / "project.json"
    others = {"colour": {"deep": [1, 2.5]}, "labels": {"deprel": ["obl:tmod"]}, "annotator": "bo"}
    path.write_text(json.dumps({**json.loads(path.read_text()), **others}))
    project.close()
    (folder / "more.conllu").write_text(ARCS)
    with Project.open(folder) as again:
        assert again.annotator == "bo"
        again.add_document(folder / "more.conllu")
    found = json.loads(path.read_text())
    assert found["documents"] == ["arcs.conllu", "trees.mrg", "more.conllu"]
    assert {name: found[name] for name in others} == others


def test_runs_belong_to_the_project(project: Project, folder: Path) -> None:
    run = Run(
        "hmm 1",
        "hmm",
        {"states": 20, "estimator": "em", "smoothing": 0.5, "seed": None},
        ("arcs.conllu",),
        ("arcs.conllu",),
        "2026-01-02T03:04:05",
        1.5,
        "finished",
        "",
        {"perplexity": float("inf")},
        (("em", 1, 0.25, {"log_likelihood": -12.5}), ("em", 2, 0.5, {})),
        (3.0, 1.0, 0.25),
        2,
        "hmm_1.npz",
    )
    project.add_run(run)
    with pytest.raises(ProjectError, match="there is a run called 'hmm 1' already"):
        project.add_run(run)
    path = project.prepare_model_path("hmm 1")
    assert path.parent == folder / "models"
    assert path.parent.is_dir()
    project.close()
    with Project.open(folder) as again:
        assert again.list_runs() == (run,)


def test_every_run_has_a_file_of_its_own_for_its_model(project: Project) -> None:
    names = ("a b", "a_b", "a/b", "a:b", "..a", "a", "_", "", "کتاب", "x" * 300, "x" * 301)
    places = [project.prepare_model_path(name) for name in names]
    assert len(set(places)) == len(names)
    assert project.prepare_model_path("hmm 1").name == "hmm_1.npz"
    for place in places:
        assert place.parent == project.folder / "models"
        place.write_bytes(b"")


def test_a_document_that_is_gone_is_said_to_be(project: Project, folder: Path) -> None:
    set_label(project, 1, "obj")
    project.close()
    (folder / "arcs.conllu").unlink()
    with Project.open(folder) as again:
        assert again.is_changed_outside("arcs.conllu")
        with pytest.raises(SpectralError, match="there is no such file"):
            again.open_document("arcs.conllu")
        assert len(again.open_document("trees.mrg").treebank) == 2
        with pytest.raises(SpectralError, match="there is no such file"):
            again.undo()
        assert again.undo_text == "Set obj"


def test_decisions_are_recorded_while_another_document_is_opened_in_a_thread(project: Project, folder: Path) -> None:
    treebank = project.open_document("arcs.conllu").treebank
    found: list[int] = []

    def open_often() -> None:
        for _ in range(40):
            found.append(len(project.open_document("trees.mrg").treebank))
            found.append(project.open_document("arcs.conllu").recovered)

    thread = threading.Thread(target=open_often)
    thread.start()
    for number in range(60):
        before = treebank[number % 6]
        after = before.with_value("lemma", 1, f"w{number}")
        project.record(Edit("Set", (Change("arcs.conllu", number % 6, before, after),)))
        treebank = treebank.with_sentence(number % 6, after)
    thread.join()
    assert len(found) == 80
    assert list(project.open_document("arcs.conllu").treebank) == list(treebank)
    assert len(project.list_history(None)) == 60


def test_a_closed_project_records_nothing(project: Project) -> None:
    before = project.open_document("arcs.conllu").treebank[0]
    project.close()
    with pytest.raises(ProjectError, match="closed"):
        project.record(Edit("Late", (Change("arcs.conllu", 0, before, before),)))


def test_the_project_loads_nothing_heavy() -> None:
    code = "import sys, spectral_core.project\nprint(' '.join(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "scipy", "typer", "rich"} & {name.split(".")[0] for name in ran.stdout.split()}
