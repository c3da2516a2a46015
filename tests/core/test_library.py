"""Models kept for all projects: each file says what it was learnt from, and is the same model as before."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from fixtures import tree_of

import spectral_core
from spectral_core import library, store
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import StoreError
from spectral_core.formats import load, save
from spectral_core.model import Model
from spectral_core.model.provenance import TrainingSource
from spectral_core.morphology.text_profile import LANGUAGE, RELATIONS, SCRIPT, TAGS, WORDS, TextProfile
from spectral_core.registry import METHODS, make_settings
from spectral_core.training_text import (
    TrainingText,
    describe_training,
    find_language,
    find_sharing_limits,
    make_source,
    save_trained_model,
)
from spectral_core.treebanks.catalogue import load_catalogue

DOGS = Sentence.of(
    ["Big", "dogs", "bark", "at", "cats", "all", "day"], upos=["ADJ", "NOUN", "VERB", "ADP", "NOUN", "DET", "NOUN"],
    xpos=["JJ", "NNS", "VBP", "IN", "NNS", "DT", "NN"], heads=[2, 3, 0, 5, 3, 7, 3],
    deprels=["amod", "nsubj", "root", "case", "obl:at", "det", "obl"],
)  # fmt: skip
TREEBANK = Treebank.of([DOGS] * 4)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "n.npz"
    method = METHODS["ngram"]
    store.save(method.learn(TREEBANK, make_settings(method, {"column": "upos"})), path)
    return path


def test_a_kept_model_is_the_same_and_says_what_it_was_learnt_from(model: Path, tmp_path: Path) -> None:
    kept = library.add_model(model, tmp_path / "models", "dogs: ngram", TextProfile.from_sentences(TREEBANK, "upos"))
    assert kept.name == "dogs- ngram"
    assert [one.path for one in library.list_models(tmp_path / "models")] == [kept.path]
    before, after = store.load(model), store.load(kept.path)
    assert (after.method, after.settings) == (before.method, before.settings)
    assert all(np.array_equal(array, after.arrays()[name]) for name, array in before.arrays().items())
    reads = library.read_training_profile(kept.path)
    assert reads == TextProfile.from_sentences(TREEBANK, "upos")
    assert reads is not None
    assert reads.script == "LATIN"
    assert reads.tags["NOUN"] == 12
    assert reads.relations["obl"] == 8


def test_a_model_without_a_label_says_so_and_is_kept_under_a_free_name(model: Path, tmp_path: Path) -> None:
    first, second = (library.add_model(model, tmp_path) for _ in range(2))
    assert (first.name, second.name) == ("n", "n 2")
    assert library.read_training_profile(first.path) is None


@pytest.mark.parametrize("name", ["long" * 100, "طويل" * 50, "a\0b", "a\nb", "..", "a/b"])
def test_a_model_gets_a_name_that_a_file_can_have(model: Path, tmp_path: Path, name: str) -> None:
    kept = library.add_model(model, tmp_path / "shelf", name)
    assert [each.path for each in library.list_models(tmp_path / "shelf")] == [kept.path]
    assert kept.path.name.isprintable()


def test_a_label_stays_when_a_model_is_kept_again(model: Path, tmp_path: Path) -> None:
    reads = TextProfile.from_sentences(TREEBANK, "upos")
    kept = library.add_model(model, tmp_path / "a", "", reads)
    again = library.add_model(kept.path, tmp_path / "b", "", TextProfile.from_sentences(TREEBANK, "xpos"))
    assert library.read_training_profile(again.path) == reads


def test_what_is_no_model_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"PK\x03\x04 nothing")
    np.savez(tmp_path / "b.npz", words=np.zeros(3))
    for name in ("a.npz", "b.npz", "none.npz"):
        with pytest.raises(StoreError):
            library.add_model(tmp_path / name, tmp_path / "models")
    assert library.list_models(tmp_path) == ()


def test_a_text_is_compared_in_script_words_tags_and_relations() -> None:
    learnt = TextProfile.from_sentences(TREEBANK, "upos")
    two = [DOGS, DOGS]
    assert TextProfile.from_sentences(two, "upos").find_mismatch(learnt) == ""
    assert TextProfile.from_sentences(two, "xpos").find_mismatch(learnt) == TAGS
    assert TextProfile.from_sentences([Sentence.of(["ο", "σκύλος"] * 9)], "upos").find_mismatch(learnt) == SCRIPT
    assert (
        TextProfile.from_sentences([Sentence.of(["der", "Hund", "schläft"] * 9)], "upos").find_mismatch(learnt) == WORDS
    )
    other = Sentence.of(DOGS.forms, upos=DOGS.upos, heads=DOGS.heads, deprels=["mod"] * 7)
    assert TextProfile.from_sentences([other, other], "upos").find_mismatch(learnt) == RELATIONS
    assert (
        TextProfile.from_sentences([Sentence.of(DOGS.forms)] * 2, "upos").find_mismatch(learnt) == ""
    )  # nothing is annotated yet


def test_a_model_that_is_damaged_in_the_middle_is_not_kept(model: Path, tmp_path: Path) -> None:
    content = bytearray(model.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40] = bytes(byte ^ 0xFF for byte in content[middle : middle + 40])
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged\.npz"):
        library.add_model(damaged, tmp_path / "models")
    assert not (tmp_path / "models").exists()


def learn(settings: dict[str, str], method: str = "ngram", text: Treebank = TREEBANK) -> Model:
    entry = METHODS[method]
    return entry.learn(text, make_settings(entry, settings))


def test_a_saved_model_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "en_ewt-ud-train.conllu"
    save(TREEBANK, path, "conllu")
    text = TrainingText.from_treebanks([(str(path), load(path))], "spectral learn")
    said = save_trained_model(learn({"column": "xpos"}, "head-automata"), tmp_path / "m.npz", text)
    assert store.read_provenance(tmp_path / "m.npz") == said
    assert (said.language, said.script, said.structure, said.column) == ("en", "LATIN", "dependencies", "xpos")
    assert {*said.tags} == {*DOGS.xpos}
    assert said.labels[0] in DOGS.deprels
    assert {*said.labels} == {*DOGS.deprels}
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    assert said.sources == (TrainingSource("en_ewt-ud-train.conllu", checksum, 4),)
    assert (said.version, said.command) == (spectral_core.__version__, "spectral learn")
    assert datetime.fromisoformat(said.date).utcoffset() == timedelta(0)
    assert said.settings["column"] == "xpos"
    assert library.read_training_profile(tmp_path / "m.npz") == TextProfile.from_sentences(TREEBANK, "xpos")


def test_of_several_files_the_sentences_with_the_annotation_are_counted(tmp_path: Path) -> None:
    bare = Sentence.of(DOGS.forms, upos=DOGS.upos, xpos=DOGS.xpos)
    parts = [("a", Treebank.of([DOGS, bare])), ("b", Treebank.of([bare, DOGS, DOGS]))]
    text = TrainingText.from_treebanks(parts)
    said = describe_training(learn({"column": "xpos"}, "head-automata"), text)
    assert [(source.name, source.sha256, source.sentences) for source in said.sources] == [("a", "", 1), ("b", "", 2)]
    assert said.command == "window"


def test_phrase_labels_have_no_functions(tmp_path: Path) -> None:
    tree = tree_of("(S (NP-SBJ (NN Dog)) (VP (VB barks)))")
    text = Treebank.of([Sentence.of(["Dog", "barks"]).with_tree(tree)] * 3)
    model = learn({"states": "1", "calibration": "false", "potentials": "false"}, "latent-pcfg", text)
    said = describe_training(model, TrainingText.from_treebanks([("a.mrg", text)]))
    assert (said.structure, {*said.labels}, {*said.tags}) == ("constituents", {"S", "NP", "VP"}, {"NN", "VB"})


def test_edits_of_a_file_count_in_its_checksum(tmp_path: Path) -> None:
    save(TREEBANK, tmp_path / "a.conllu", "conllu")
    treebank = load(tmp_path / "a.conllu")
    edited = treebank.with_sentence(0, treebank[0].with_heads([3, 3, 0, 5, 3, 7, 3]))
    assert make_source("a.conllu", edited).sha256 != make_source("a.conllu", treebank).sha256
    save(edited, tmp_path / "b.conllu", "conllu")
    assert make_source("b.conllu", edited).sha256 == hashlib.sha256((tmp_path / "b.conllu").read_bytes()).hexdigest()


def test_a_treebank_of_the_catalogue_is_known_by_its_name_or_checksum() -> None:
    pinned = next(entry for entry in load_catalogue().entries if entry.pins and entry.pins[0])
    sources = [
        TrainingSource("mine.conllu", pinned.pins[0]), TrainingSource("ud_turkish_imst-train.conllu.xz"),
        TrainingSource("en_ewt-ud-train.conllu"), TrainingSource("mine.conllu"),
    ]  # fmt: skip
    assert find_sharing_limits(sources[1:]) == ("UD_Turkish-IMST (CC BY-NC-SA 4.0)",)
    texts = [TrainingText(TREEBANK, (source,), (4,)) for source in sources]
    said = [find_language(text.sources) for text in texts]
    assert said == [pinned.code, "tr", "en", ""]
    assert find_language(sources[1:3]) == ""


def test_an_import_keeps_what_the_file_says_and_adds_nothing(model: Path, tmp_path: Path) -> None:
    text = TrainingText.from_treebanks([("dogs.conllu", TREEBANK)], "spectral learn ngram")
    said = save_trained_model(learn({"column": "upos"}), tmp_path / "m.npz", text)
    kept = library.add_model(tmp_path / "m.npz", tmp_path / "shelf")
    assert kept.provenance == said
    assert library.list_models(tmp_path / "shelf")[0].provenance == said
    assert library.read_training_profile(kept.path) == TextProfile.from_sentences(TREEBANK, "upos")
    older = library.add_model(model, tmp_path / "shelf")
    assert not older.provenance.is_known


def test_the_library_leaves_the_training_text_out(tmp_path: Path) -> None:
    store.save(learn({"column": "upos", "states": "2"}, "tree-hmm"), tmp_path / "m.npz", keep_text=True)
    without = library.add_model(tmp_path / "m.npz", tmp_path / "shelf")
    assert store.read_text_state(without.path) is store.TextState.LEFT_OUT
    kept = library.add_model(tmp_path / "m.npz", tmp_path / "shelf", keep_text=True)
    assert store.read_text_state(kept.path) is store.TextState.INCLUDED


def test_the_language_that_a_file_says_decides_which_texts_fit(tmp_path: Path) -> None:
    cats = Sentence.of(["Kedi", "evde", "uyudu"] * 6)  # without a letter of Turkish alone
    said = {}
    for name in ("tr_imst-ud-train.conllu", "de_gsd-ud-train.conllu", "cats.conllu"):
        text = TrainingText.from_treebanks([(name, Treebank.of([cats]))])
        save_trained_model(learn({}, text=text.treebank), tmp_path / "m.npz", text)
        profile = library.read_training_profile(tmp_path / "m.npz")
        assert profile is not None
        said[name[:2]] = profile.language
    assert said == {"tr": "tr", "de": None, "ca": None}  # German cannot be told from a text
    polish = TextProfile.from_sentences([Sentence.of(["Kedi", "evde", "żółć", "gęś"] * 6)])
    assert polish.find_mismatch(TextProfile("LATIN", "tr", "", polish.words, polish.tags)) == LANGUAGE
