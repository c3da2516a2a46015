"""Models kept for all projects: each file says what it was learnt from, and is the same model as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectral_core import library, store
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import StoreError
from spectral_core.morphology.text_profile import RELATIONS, SCRIPT, TAGS, WORDS, TextProfile
from spectral_core.registry import METHODS, make_settings

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
