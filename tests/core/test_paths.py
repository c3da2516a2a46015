"""Files and folders are named by a string as well as by a Path, wherever a user of the library names one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from spectral_core import METHODS, files, load_model, load_treebank, save_model, save_treebank
from spectral_core.data import Treebank
from spectral_core.errors import FormatError, StoreError
from spectral_core.files import locate_assets, read_file
from spectral_core.formats import automata, detect_format, loads
from spectral_core.formats.token_table.profiles import read_table_profile
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.morphology.catalogue import get_install_advice, suggest_analyser
from spectral_core.morphology.user_lexicon import UserLexicon
from spectral_core.project import Project
from spectral_core.project.known_words import mark_known_words, read_known_words

SAMPLE = locate_assets() / "sample"


class Place:
    """A place that says its path, as the protocol of os.PathLike has it."""

    def __init__(self, path: Path):
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


every_way = pytest.mark.parametrize("way", [str, Path, Place], ids=["string", "Path", "PathLike"])
Way = Callable[[Path], str | os.PathLike[str]]


@every_way
def test_treebanks_and_models_are_read_and_written_by_name(way: Way, tmp_path: Path) -> None:
    treebank = load_treebank(way(SAMPLE / "english" / "written.conllu"))
    assert save_treebank(treebank, way(tmp_path / "copy.conllu.gz")) == read_file(way(tmp_path / "copy.conllu.gz"))
    assert save_treebank(Treebank.of(treebank[:2]), way(tmp_path / "two.conllu"))
    assert list(load_treebank(way(tmp_path / "copy.conllu.gz"))) == list(treebank)
    assert detect_format(way(tmp_path / "a.mrg")).name == "brackets"
    assert loads(b"(S (A b))", way(tmp_path / "a.mrg")).path == tmp_path / "a.mrg"
    model = METHODS["hmm"].learn(treebank, METHODS["hmm"].settings(states=1))
    save_model(model, way(tmp_path / "m.npz"))
    assert load_model(way(tmp_path / "m.npz")).settings == model.settings
    with pytest.raises(FormatError, match="no such file"):
        load_treebank(way(tmp_path / "none.conllu"))
    with pytest.raises(StoreError, match="no such file"):
        load_model(way(tmp_path / "none.npz"))
    with pytest.raises(FormatError):
        automata.load_automaton(way(tmp_path / "none.json"))


@every_way
def test_projects_and_what_belongs_to_them_are_opened_by_name(way: Way, tmp_path: Path) -> None:
    text = tmp_path / "text.conllu"
    shutil.copy(SAMPLE / "english" / "written.conllu", text)
    Project.create(way(tmp_path / "project"), [way(text)]).close()
    project = Project.open(way(tmp_path / "project"))
    shutil.copy(text, tmp_path / "more.conllu")
    project.add_document(way(tmp_path / "more.conllu"))
    assert len(project.documents) == 2
    project.close()
    Project.open_read_only(way(tmp_path / "project")).close()
    Project.open_for_file(way(text), way(tmp_path / "store")).close()
    assert (
        mark_known_words(way(tmp_path / "project"), ["go"], True)
        == read_known_words(way(tmp_path / "project"))
        == {"go"}
    )


@every_way
def test_analysers_are_opened_by_name(way: Way, tmp_path: Path) -> None:
    lexicon = SAMPLE / "arabic" / "lexicon"
    treebank = load_treebank(way(SAMPLE / "arabic" / "written.conllu"))
    assert BuckwalterAnalyser.open(way(lexicon)).folder == lexicon
    assert suggest_analyser(treebank, way(lexicon)) == suggest_analyser(treebank, lexicon)
    assert get_install_advice(treebank, way(lexicon)) == get_install_advice(treebank, lexicon)
    assert UserLexicon.read(way(tmp_path / "own.tsv")).path == tmp_path / "own.tsv"
    (tmp_path / "profile.toml").write_text("name = 'mine'\n[columns]\nform = 'word'\n", encoding="utf-8")
    assert read_table_profile(way(tmp_path / "profile.toml")) == read_table_profile(tmp_path / "profile.toml")


@pytest.mark.parametrize(
    "text", ["a.conllu", "rain, snow.conllu", "bytes:a.conllu", "bytes:%41", "100 %.conllu", "كتاب.conllu"]
)
def test_a_path_that_is_text_stands_for_itself(text: str) -> None:
    assert files.path_to_text(text) == files.path_to_display_text(text) == text
    assert files.path_from_text(text) == Path(text)


@pytest.mark.skipif(os.name != "posix", reason="names of files are text here")
@pytest.mark.parametrize("name", [b"\xff", b"/caf\xe9/100% a,b.conllu", b"bytes:\xff", "é".encode() + b"\xff"])
def test_a_path_that_is_no_text_comes_back_from_text(name: bytes) -> None:
    text = files.path_to_text(os.fsdecode(name))
    text.encode()
    assert os.fsencode(files.path_from_text(text)) == name
    assert "\ufffd" in files.path_to_display_text(os.fsdecode(name))
