"""The tagger: what it learns on a made language and on a real treebank, its probabilities, and what it keeps."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank, tree_of

from spectral_core import store
from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.errors import DataError, StoreError
from spectral_core.evaluate import expected_calibration_error, score_tags
from spectral_core.formats import load
from spectral_core.models import tagger
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.models.word_features import TagClasses, hash_text
from spectral_core.progress import Progress

VOWELS = "aeiou"


def made_sentence(random: np.random.Generator, noise: float = 0.0) -> Sentence:
    """A language with an ambiguous word: `bo` is a verb after a noun and a noun elsewhere; nouns end in -an, verbs in
    -et, and with `noise` any word may be tagged X."""
    forms: list[str] = []
    tags: list[str] = []
    for _ in range(random.integers(2, 9)):
        kind = random.integers(0, 3)
        if kind == 2:
            forms.append("bo")
            tags.append("V" if tags and tags[-1] == "N" else "N")
            continue
        stem = "".join(random.choice(list("bdgklmnprst")) + random.choice(list(VOWELS)) for _ in range(3))
        forms.append(stem + ("an", "et")[kind])
        tags.append("NV"[kind])
    tags = ["X" if random.random() < noise else tag for tag in tags]
    return Sentence.of(forms, upos=tags)


def made_treebank(seed: int, sentences: int, noise: float = 0.0) -> Treebank:
    random = np.random.default_rng(seed)
    return Treebank.of(made_sentence(random, noise) for _ in range(sentences))


@pytest.fixture(scope="module")
def learnt() -> ChainTagger:
    return tagger.learn(made_treebank(0, 300), TaggerSettings("upos"))


def test_unknown_words_are_tagged_by_their_endings_and_neighbours(learnt: ChainTagger) -> None:
    fresh = made_treebank(1, 100)
    tagged = [learnt.tag(Sentence.of(sentence.forms)) for sentence in fresh]
    assert score_tags(fresh, tagged, "upos").metrics["tag_accuracy"] > 99


def test_many_sentences_at_once_get_the_same_tags(learnt: ChainTagger) -> None:
    fresh = list(made_treebank(2, 30))
    assert learnt.tag_all(fresh) == [learnt.tag(sentence) for sentence in fresh]
    assert learnt.tag_all([]) == []


def test_the_same_seed_gives_the_same_weights_and_another_gives_others() -> None:
    treebank = made_treebank(3, 40, noise=0.1)
    one, two = (tagger.learn(treebank, TaggerSettings("upos")) for _ in range(2))
    other = tagger.learn(treebank, TaggerSettings("upos", seed=1))
    assert np.array_equal(one.chain.values, two.chain.values)
    assert not np.array_equal(one.chain.bigrams, other.chain.bigrams)


def test_probabilities_are_as_often_right_as_they_say() -> None:
    model = tagger.learn(made_treebank(4, 1500, noise=0.25), TaggerSettings("upos"))
    fresh = made_treebank(5, 400, noise=0.25)
    confidences, right = [], []
    for sentence in fresh:
        for tags, gold in zip(model.tags(sentence, 3), sentence.upos, strict=True):
            assert tags[0].probability is not None
            confidences.append(tags[0].probability)
            right.append(tags[0].value == gold)
            assert sum(tag.probability or 0.0 for tag in tags) <= 1 + 1e-9
    assert expected_calibration_error(confidences, right) < 0.05
    assert np.mean(right) == pytest.approx(0.75, abs=0.03)


def test_a_corpus_to_calibrate_on_is_used_in_place_of_a_held_out_tenth() -> None:
    treebank, dev = made_treebank(6, 60), made_treebank(7, 30, noise=0.5)
    stages: list[str] = []

    def report(progress: Progress) -> None:
        stages.append(progress.stage)

    alone = tagger.learn(treebank, TaggerSettings("upos"), report)
    assert "hold out" in stages
    stages.clear()
    given = tagger.learn(treebank, TaggerSettings("upos"), report, dev)
    assert "hold out" not in stages
    assert np.array_equal(alone.chain.values, given.chain.values)
    sure, unsure = (model.tags(treebank[0])[0][0].probability for model in (alone, given))
    assert sure is not None
    assert unsure is not None
    assert unsure < 0.7 < sure


def test_one_sentence_is_too_little_for_probabilities() -> None:
    model = tagger.learn(made_treebank(8, 1), TaggerSettings("upos"))
    assert model.calibration is None
    assert {one.probability for tags in model.tags(Sentence.of(["bo", "bo"]), 3) for one in tags} == {None}


def test_sentences_with_an_untagged_word_are_left_out_and_counted() -> None:
    whole = made_treebank(9, 20)
    part = whole[0].with_value("upos", 1, EMPTY)
    broken = Sentence.of(["a"], upos=["N"], problems=[Problem(1, "a line has 3 columns", "Use 10", unreadable=True)])
    model = tagger.learn(Treebank.of([*whole, part, Sentence.of([]), broken]), TaggerSettings("upos"))
    assert model.skipped == {"no_words": 1, "unreadable": 1, "untagged": 1}
    assert tagger.learn(whole, TaggerSettings("upos")).skipped == {}
    with pytest.raises(DataError, match="the column xpos is not completely filled in any sentence"):
        tagger.learn(whole, TaggerSettings("xpos"))


def test_tagging_changes_one_column_and_the_tree_over_it() -> None:
    treebank = tiny_treebank()
    model = tagger.learn(treebank, TaggerSettings())
    sentence = dataclasses.replace(
        Sentence.of(["the", "boat"], xpos=["XX", "XX"], upos=["DET", "NOUN"], heads=[2, 0], deprels=["det", "root"]),
        tree=tree_of("(NP (XX the) (XX boat))"),
        source=b"as it stood",
    )
    tagged = model.tag(sentence)
    assert tagged.xpos == ("DT", "NN")
    assert tagged.tree == tree_of("(NP (DT the) (NN boat))")
    assert (tagged.upos, tagged.heads, tagged.source) == (sentence.upos, sentence.heads, None)
    assert model.tag(tagged) is tagged
    universal = tagger.learn(treebank, TaggerSettings("upos"))
    assert universal.tag(tagged).upos == ("DET", "NOUN")
    assert universal.tag(tagged).tree == tagged.tree


def test_tags_are_whole_lists_as_long_as_there_are_tags(learnt: ChainTagger) -> None:
    ranked = learnt.tags(Sentence.of(["kolan", "bo"]), 9)
    assert [tags[0].value for tags in ranked] == ["N", "V"]
    for tags in ranked:
        assert {one.value for one in tags} <= {"N", "V"}
        assert sum(math.exp(one.score) for one in tags) == pytest.approx(1)
    with pytest.raises(ValueError, match="at least 1"):
        learnt.tags(Sentence.of(["bo"]), 0)


def test_a_tag_without_any_probability_has_a_finite_score(learnt: ChainTagger) -> None:
    """The first tag is certain by the weights of pairs, and those of features say nothing."""
    pairs = np.zeros_like(learnt.chain.bigrams)
    pairs[:, 0] = 2000.0
    chain = replace(learnt.chain, values=np.zeros_like(learnt.chain.values), bigrams=pairs)
    (ranked,) = replace(learnt, chain=chain).tags(Sentence.of(["bo"]), 2)
    assert [one.score for one in ranked] == pytest.approx([0.0, math.log(1e-12)])


def test_a_damaged_model_is_refused(learnt: ChainTagger, tmp_path: Path) -> None:
    path = tmp_path / "tagger.npz"
    store.save(learnt, path)
    arrays = dict(np.load(path))
    for name in ("chain_columns", "lexicon_words", "calibration_scores", "skipped_reasons"):
        np.savez(path, **{**arrays, name: arrays[name][:-1] if arrays[name].size else np.array([65])})
        with pytest.raises(StoreError, match="incomplete"):
            store.load(path)


def test_words_are_told_apart_by_what_the_keys_are_for() -> None:
    forms = ["Walks", "walks", "Talks", "1999", "2024", "W", "𐌰𐌱", "", "walks"]
    keys = TagClasses.empty().extract_feature_keys(forms)
    form, lower, third_ending, shape = 0, 1, 8, 12
    assert len(set(keys[:, form].tolist())) == 8
    assert keys[0, lower] == keys[1, lower] == keys[8, lower] != keys[2, lower]
    assert keys[3, lower] == keys[4, lower] == hash_text("0000")
    assert keys[0, third_ending] == keys[2, third_ending] != 0
    assert keys[5, third_ending] == 0
    assert keys[0, shape] == keys[2, shape] != keys[1, shape]


def test_the_class_of_a_word_is_the_tags_that_it_often_has() -> None:
    forms = ["a"] * 10 + ["b"] * 4 + ["c"] * 4 + ["d"] * 2
    tags = np.array([0] * 9 + [1] + [0] * 4 + [1] * 4 + [0] * 2, dtype=np.int32)
    lexicon = TagClasses.learn(forms, tags)
    classes = lexicon.extract_feature_keys(["a", "b", "c", "d", "e"])[:, 14].tolist()
    assert len(set(classes[:3])) == 3
    assert classes[3] == classes[4]  # seen too seldom: as unknown as what was never seen
    again = TagClasses.from_arrays(lexicon.arrays())
    assert np.array_equal(again.extract_feature_keys(forms), lexicon.extract_feature_keys(forms))


def test_turkish_is_tagged(shared_data: Path) -> None:
    folder = shared_data / "ud_turkish_imst"
    train, dev = (load(folder / f"ud_turkish_imst-{part}.conllu.xz") for part in ("train", "dev"))
    model = tagger.learn(train, TaggerSettings("upos", epochs=5), dev=dev)
    dev = Treebank.of(dev)
    assert score_tags(dev, model.tag_all(dev), "upos").metrics["tag_accuracy"] > 89


def test_every_column_of_keys_is_filled_and_looks_at_its_own_part() -> None:
    """A column that nothing fills, or two that hold the same, would be a feature less than was meant."""
    from spectral_core.models.tagger import _extract_tagging_features

    words = ("Astonishing", "lighthouses", "flickered", "20-24", "Marvellous", "undertakings", "overwhelmed")
    keys = _extract_tagging_features(TagClasses.empty(), None, [words, words[::-1]]).keys
    assert (keys != 0).any(axis=0).all()
    columns = {tuple(column) for column in keys.T.tolist()}
    assert len(columns) == keys.shape[1]
