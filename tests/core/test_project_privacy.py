"""What a project keeps of a text that only its owner may read, only its owner may read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from privacy import OTHERS, files_with, holds

from spectral_core import library, store
from spectral_core.cli import main
from spectral_core.data import Analysis
from spectral_core.engine import Engine
from spectral_core.files import DEFAULT_MODE, PRIVATE_MODE, compute_shared_permissions, restrict_permissions
from spectral_core.formats import load, save
from spectral_core.morphology.user_lexicon import UserLexicon
from spectral_core.project import TEXT, Change, Edit, Project, convert_text
from spectral_core.project.known_words import mark_known_words
from spectral_core.project.project_folder import compute_new_file_permissions
from spectral_core.project.text_conversion import CONLLU
from spectral_core.registry import METHODS, make_settings
from spectral_core.training_text import TrainingText

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")

SECRET, NAME = "geheimwort", "a.conllu"
BLOCK = "1\t{0}\t{0}\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tfalls\tfall\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody may read, as new files in it are."""
    before = os.umask(0o022)
    tmp_path.chmod(0o755)
    yield tmp_path
    os.umask(before)


def write(path: Path, word: str, mode: int, content: str = BLOCK * 6) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content.format(word))
    path.chmod(mode)
    return path


def decide(project: Project, document: str, lemma: str) -> None:
    before = project.open_document(document).treebank[0]
    change = Change(document, 0, before, before.with_value("lemma", 1, lemma))
    project.record(Edit(f"Lemma {lemma}", (change,)))


def learn(project: Project, document: str) -> Path:
    """A model of the words of a document, where the models of the project are."""
    treebank, path = project.open_document(document).treebank, project.prepare_model_path("one")
    method = METHODS["ngram"]
    text = TrainingText.from_treebanks([(document, treebank)])
    Engine().save_model(method.learn(treebank, make_settings(method, {})), path, text)
    return path


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("beside", [True, False], ids=["beside its text", "around a single file"])
def test_nothing_that_holds_a_private_text_can_be_read_by_others(folder: Path, beside: bool) -> None:
    text = write(folder / "texts" / NAME, SECRET, 0o600)
    plain = write(folder / "texts" / "b.txt", SECRET, 0o600, "Das {0} fällt. Es fällt oft.\n")
    home = folder / "home"
    make = Project.create(text.parent, [text, plain]) if beside else Project.open_for_file(text, home / "treebanks")
    with make as project:
        document = project.documents[0]
        decide(project, document, SECRET + "en")
        during = files_with(folder, SECRET)  # while the log of the journal is there
        project.save(document, project.current_treebank(document))
        decide(project, document, SECRET + "es")
        model = learn(project, document)
        kept = library.add_model(model, home / "models", "kept").path
        mark_known_words(project.folder, [SECRET], True)
        UserLexicon.read(project.folder / "lexicon.tsv").add(
            SECRET, Analysis(SECRET), compute_new_file_permissions(project.folder)
        )
        save(project.current_treebank(document), folder / "elsewhere.tsv", "table", drop=True)
        if beside:
            begun = project.add_converted_document("b.txt", convert_text(load(plain, TEXT)), CONLLU)
            assert holds(text.parent / begun, SECRET)
    folder_of_project = project.folder
    (folder_of_project / "journal.sqlite").write_bytes(b"damaged " + SECRET.encode())
    Project.open(folder_of_project).close()
    after = files_with(folder, SECRET)
    assert {Path(name).name for name in during} >= {NAME, "journal.sqlite-wal"}
    assert {name.partition("-damaged")[0] for name in map(os.path.basename, after)} >= {
        *(NAME, "journal", "known.txt", "lexicon.tsv", model.name, kept.name, "elsewhere.tsv"),
    }
    assert {name: mode for name, mode in {**during, **after}.items() if mode} == {}
    (journal,) = folder.rglob("journal.sqlite")
    assert journal.stat().st_mode & OTHERS == 0
    if not beside:
        assert {(home / name).stat().st_mode & OTHERS for name in ("treebanks", "models")} == {0}


LEARNT = ("head-automata", "-s", "states=2", "-s", "column=xpos")
SWEPT = ("sweep", "ngram", "{text}", "--dev", "{text}", "--over", "order=2,3", "-s", "minimum=1")
COMMANDS = {
    "model.npz": ("learn", *LEARNT, "{text}", "-o"),
    "trees.mrg": ("convert", "{text}", "--phrases", "--drop", "-o"),
    "figure.tex": ("figure", "{text}", "-o"),
    "parsed.conllu": ("parse", "{out}/model.npz", "{text}", "-o"),
    **{
        f"automaton{ending}": ("automaton", "{out}/model.npz", "--head", "VBZ", "--direction", "left", "-o")
        for ending in (".dot", ".graphml", ".tex", ".json", ".svg")
    },
    **{f"sweep{ending}": (*SWEPT, "-o") for ending in (".csv", ".tex", ".svg")},
    "evaluated.csv": ("evaluate", "{out}/model.npz", "{text}", "-o"),
    "compared.csv": ("compare", "{text}", "{out}/parsed.conllu", "-o"),
    "several.csv": ("compare", "{text}", "{out}/parsed.conllu", "{text}", "-o"),
}


@pytest.mark.parametrize(("mode", "written"), [(0o600, 0o600), (0o644, 0o644)], ids=["private", "public"])
def test_whoever_may_not_read_a_text_reads_nothing_that_commands_write_of_it(
    folder: Path, mode: int, written: int
) -> None:
    text, out = write(folder / NAME, SECRET, mode, BLOCK * 12), folder / "out"
    out.mkdir()
    for name, command in COMMANDS.items():
        with pytest.raises(SystemExit) as ended:
            main([*(part.format(text=text, out=out) for part in command), str(out / name)])
        assert not ended.value.code, name
    assert modes(out) == dict.fromkeys(COMMANDS, written)
    assert {"model.npz", "trees.mrg", "figure.tex", "parsed.conllu"} <= files_with(out, SECRET).keys()


@pytest.mark.parametrize("step", ["decide", "undo", "save"])
def test_a_text_that_becomes_private_while_it_is_open_makes_its_project_private(folder: Path, step: str) -> None:
    text = write(folder / NAME, SECRET, 0o644)
    with Project.create(folder, [text]) as project:
        decide(project, NAME, SECRET + "en")
        assert modes(folder)["journal.sqlite-wal"] == 0o644
        text.chmod(0o600)
        if step == "decide":
            decide_without_opening(project, SECRET + "es")
        elif step == "undo":
            project.undo()
        else:
            project.save(NAME, project.current_treebank(NAME))
        during = files_with(folder, SECRET)
        assert {name: mode for name, mode in during.items() if mode} == {}
        assert "journal.sqlite-wal" in map(os.path.basename, during)


def decide_without_opening(project: Project, lemma: str) -> None:
    before = project.current_treebank(NAME)[0]
    project.record(Edit(f"Lemma {lemma}", (Change(NAME, 0, before, before.with_value("lemma", 1, lemma)),)))


def test_a_project_of_public_texts_is_as_public(folder: Path) -> None:
    with Project.create(folder, [write(folder / NAME, SECRET, 0o644)]) as project:
        decide(project, NAME, "x")
        mark_known_words(folder, [SECRET], True)
        learn(project, NAME)
        assert set(modes(folder).values()) == {0o644}
        assert {path.stat().st_mode & 0o777 for path in (folder, folder / "models")} == {0o755}


def test_a_private_text_that_is_added_later_makes_the_whole_project_private(folder: Path) -> None:
    with Project.create(folder / "project", [write(folder / NAME, "public", 0o644)]) as project:
        first = project.documents[0]
        decide(project, first, "x")
        mark_known_words(project.folder, ["public"], True)
        learn(project, first)
        assert {*modes(project.folder).values()} == {0o644}
        second = project.add_document(write(folder / "private.conllu", SECRET, 0o600))
        found = modes(project.folder)
        assert {"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "known.txt", "one.npz"} <= found.keys()
        assert {name: mode for name, mode in found.items() if mode & OTHERS} == {"project.lock": 0o644}
        decide(project, second, SECRET + "en")
    assert not any(files_with(folder, SECRET).values())


def test_what_was_decided_of_a_private_text_stays_private_once_it_is_taken_out(folder: Path) -> None:
    texts = [write(folder / name, word, mode) for name, word, mode in ((NAME, "x", 0o644), ("b.conllu", SECRET, 0o600))]
    with Project.create(folder, texts) as project:
        decide(project, "b.conllu", SECRET + "en")
        project.remove_document("b.conllu")
        for ending in ("", "-wal", "-shm"):
            (folder / f"journal.sqlite{ending}").unlink()
    assert files_with(folder, SECRET) == {"b.conllu": 0, "journal.sqlite": 0}


def test_a_project_that_an_older_program_left_readable_is_private_once_it_is_opened(folder: Path) -> None:
    with Project.create(folder, [write(folder / NAME, SECRET, 0o600)]) as project:
        decide(project, NAME, SECRET + "en")
        learn(project, NAME)
    for path in (folder / "journal.sqlite", folder / "project.json", folder / "models" / "one.npz"):
        path.chmod(0o644)
    (folder / "models").chmod(0o755)
    Project.open_read_only(folder).close()
    assert files_with(folder, SECRET)["journal.sqlite"]
    with Project.open(folder):
        assert not any(files_with(folder, SECRET).values())
        assert (folder / "models").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("mode", "rights"),
    [(0o600, PRIVATE_MODE), (0o640, 0o660), (0o644, DEFAULT_MODE), (0o444, DEFAULT_MODE), (0o604, 0o606)],
)
def test_who_may_read_a_text_may_read_what_is_made_of_it(folder: Path, mode: int, rights: int) -> None:
    text = write(folder / NAME, SECRET, mode)
    assert compute_shared_permissions([text], folder) == rights
    assert compute_shared_permissions([text, write(folder / "public", "x", 0o644)], folder) == rights
    assert compute_shared_permissions([text, folder / "none"], folder) == rights


def test_a_text_in_a_folder_that_others_may_not_enter_is_private_elsewhere(folder: Path) -> None:
    text = write(folder / "closed" / NAME, SECRET, 0o644)
    text.parent.chmod(0o700)
    assert compute_shared_permissions([text], folder) == PRIVATE_MODE
    assert compute_shared_permissions([text], folder, reachable=False) == DEFAULT_MODE
    assert compute_shared_permissions([text], text.parent) == DEFAULT_MODE


def test_a_text_of_another_group_is_not_readable_for_ours(folder: Path) -> None:
    text = write(folder / NAME, SECRET, 0o640)
    try:
        os.chown(text, -1, 65534)
    except PermissionError:
        pytest.skip("this user has no other group")
    assert compute_shared_permissions([text], folder) == PRIVATE_MODE


def test_a_file_of_another_group_is_restricted_for_that(folder: Path) -> None:
    path = write(folder / NAME, SECRET, 0o664)
    restrict_permissions(path, 0o660)
    assert path.stat().st_mode & 0o777 == 0o660
    try:
        os.chown(path, -1, 65534)
    except PermissionError:
        pytest.skip("this user has no other group")
    restrict_permissions(path, DEFAULT_MODE)
    assert path.stat().st_mode & 0o777 == 0o660
    restrict_permissions(path, 0o660)
    assert path.stat().st_mode & 0o777 == PRIVATE_MODE


def test_a_model_that_is_copied_is_as_private_as_it_was(folder: Path) -> None:
    with Project.create(folder / "project", [write(folder / NAME, SECRET, 0o600)]) as project:
        source = learn(project, project.documents[0])
    target = write(folder / "copy.npz", "", 0o644)
    store.copy(source, target, {})
    assert target.stat().st_mode & 0o777 == PRIVATE_MODE
