"""The labeller on a made language whose relations depend on tags, sides and neighbours, and on a real treebank."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core.data import EMPTY, Problem, Sentence, Treebank
from spectral_core.data.dependencies import projectivise
from spectral_core.errors import DataError
from spectral_core.formats import load
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.progress import Cancelled, Progress


def made_sentence(random: np.random.Generator) -> Sentence:
    """A verb with nouns after it: one noun is its object, of two the first is the recipient; a noun before it is the
    subject, and adjectives modify the noun after them."""
    forms: list[str] = []
    tags: list[str] = []
    heads: list[int | None] = []
    labels: list[str] = []

    def noun(label: str) -> None:
        start = len(forms)
        size = int(random.integers(0, 3))
        for _ in range(size):
            forms.append(random.choice(["big", "red", "old"]))
            tags.append("JJ")
            heads.append(start + size + 1)
            labels.append("amod")
        forms.append(random.choice(["dog", "cat", "hat", "man"]))
        tags.append("NN")
        heads.append(None)
        labels.append(label)

    if random.random() < 0.7:
        noun("nsubj")
    forms.append(random.choice(["gave", "saw"]))
    tags.append("VB")
    heads.append(0)
    labels.append("root")
    verb = len(forms)
    objects = int(random.integers(0, 3))
    if objects == 2:
        noun("iobj")
    if objects:
        noun("obj")
    return Sentence.of(forms, xpos=tags, heads=[verb if head is None else head for head in heads], deprels=labels)


def made_treebank(seed: int, sentences: int) -> Treebank:
    random = np.random.default_rng(seed)
    return Treebank.of(made_sentence(random) for _ in range(sentences))


@pytest.fixture(scope="module")
def learnt() -> Labeller:
    return Labeller.learn(made_treebank(0, 300))


def test_relations_are_learnt_from_tags_sides_and_what_else_hangs_there(learnt: Labeller) -> None:
    for sentence in made_treebank(1, 100):
        assert learnt.label(sentence, sentence.heads) == sentence.deprels


def test_only_the_arcs_that_are_asked_about_count(learnt: Labeller) -> None:
    sentence = Sentence.of(["dog", "saw", "cat"], xpos=["NN", "VB", "NN"], heads=[2, 0, 2], deprels=["x", "y", "z"])
    assert learnt.label(sentence, (2, 0, 2)) == ("nsubj", "root", "obj")
    assert learnt.label(sentence, (0, 1, 2))[0] == "root"
    assert learnt.label(sentence, (2, 0, None)) == ("nsubj", "root", EMPTY)
    assert learnt.label(Sentence.of([]), ()) == ()
    for wrong in ((2, 0), (2, 0, 4), (-7, 0, 2)):
        with pytest.raises(ValueError, match="do not fit"):
            learnt.label(sentence, wrong)
    assert learnt.label(Sentence.of(["Untagged", "words"]), (2, 0))[1] == "root"


def test_the_root_relation_stands_at_the_root_and_nowhere_else(learnt: Labeller) -> None:
    assert learnt.root == "root"
    assert "root" not in learnt.labels
    random = np.random.default_rng(2)
    for sentence in made_treebank(3, 50):
        size = len(sentence)
        order = random.permutation(size)
        heads = [0] * size
        for place in range(1, size):
            heads[order[place]] = int(order[random.integers(0, place)]) + 1
        labels = learnt.label(sentence, heads)
        assert [label == "root" for label in labels] == [head == 0 for head in heads]


def test_locked_relations_are_kept_and_move_their_neighbours(learnt: Labeller) -> None:
    sentence = Sentence.of(["saw", "man", "hat"], xpos=["VB", "NN", "NN"])
    heads = (0, 1, 1)
    assert learnt.label(sentence, heads) == ("root", "iobj", "obj")
    assert learnt.label(sentence, heads, {2: "obj"})[1] == "obj"
    assert learnt.label(sentence, heads, {1: "top", 3: "never seen"}) == ("top", "iobj", "never seen")
    assert learnt.label(sentence, heads, {}) == learnt.label(sentence, heads)


def test_relations_are_ranked_by_their_posterior(learnt: Labeller) -> None:
    sentence = Sentence.of(["saw", "man", "hat"], xpos=["VB", "NN", "NN"])
    ranked = learnt.relations(sentence, (0, 1, None), 3)
    assert [one.value for one in ranked[0]] == ["root"]
    assert ranked[2] == []
    assert ranked[1][0].value == learnt.label(sentence, (0, 1, None))[1]
    assert [one.score for one in ranked[1]] == sorted((one.score for one in ranked[1]), reverse=True)
    assert 0 < sum(math.exp(one.score) for one in ranked[1]) <= 1 + 1e-9


def test_a_relation_without_any_probability_has_a_finite_score(learnt: Labeller) -> None:
    """The first relation is certain by the weights of pairs, and those of features say nothing."""
    pairs = np.zeros_like(learnt.chain.bigrams)
    pairs[:, 0] = 2000.0
    chain = replace(learnt.chain, values=np.zeros_like(learnt.chain.values), bigrams=pairs)
    sentence = Sentence.of(["saw", "man"], xpos=["VB", "NN"])
    ranked = replace(learnt, chain=chain).relations(sentence, (0, 1), 3)[1]
    assert [one.score for one in ranked] == pytest.approx([0.0, math.log(1e-12), math.log(1e-12)])


def test_many_sentences_at_once_get_the_same_relations(learnt: Labeller) -> None:
    fresh = list(made_treebank(4, 30))
    heads = [sentence.heads for sentence in fresh]
    assert learnt.label_all(fresh, heads) == [learnt.label(one, one.heads) for one in fresh]
    locked = [{1: "nsubj"} if number % 2 else {} for number in range(30)]
    assert learnt.label_all(fresh, heads, locked) == [
        learnt.label(*row) for row in zip(fresh, heads, locked, strict=True)
    ]
    assert learnt.label_all([], []) == []


def test_a_labeller_is_the_same_from_its_arrays(learnt: Labeller) -> None:
    again = Labeller.from_arrays(learnt.arrays())
    for sentence in made_treebank(5, 30):
        assert again.relations(sentence, sentence.heads, 5) == learnt.relations(sentence, sentence.heads, 5)
    with pytest.raises(ValueError, match="do not fit"):
        Labeller.from_arrays({**learnt.arrays(), "chain_pairs": learnt.chain.bigrams[1:]})


def test_both_columns_of_tags_are_read_and_the_usual_tag_where_one_is_empty() -> None:
    """Whether one comes before or after another word, only the universal tag tells what it is."""
    one = Sentence.of(["x", "y"], xpos=["N", "V"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])
    other = replace(one, upos=("PROPN", "VERB"), deprels=("vocative", "root"))
    labeller = Labeller.learn(Treebank.of([one] * 20 + [other] * 10))
    again = Labeller.from_arrays(labeller.arrays())
    for model in (labeller, again):
        assert model.label(one, one.heads) == one.deprels
        assert model.label(other, other.heads) == other.deprels
        assert model.label(replace(other, upos=(EMPTY, EMPTY)), other.heads) == one.deprels
    only = Labeller.learn(Treebank.of([replace(one, upos=one.xpos)] * 20))
    assert not only.usual_tags
    older = Labeller.from_arrays({name: array for name, array in only.arrays().items() if name != "usual"})
    assert older.label(one, one.heads) == one.deprels


def test_sentences_that_teach_nothing_are_passed_over() -> None:
    treebank = made_treebank(6, 40)
    whole = treebank[0]
    poor = [
        Sentence.of(whole.forms, xpos=whole.xpos),
        Sentence.of(whole.forms, heads=whole.heads, deprels=whole.deprels),
        Sentence.of(whole.forms, xpos=whole.xpos, heads=whole.heads),
        Sentence.of(["a", "b"], xpos=["NN", "NN"], heads=[2, 1], deprels=["x", "y"]),
        Sentence.of([]),
        Sentence.of(
            ["a"], xpos=["NN"], heads=[0], deprels=["x"], problems=[Problem(1, "bad", "Mend it", unreadable=True)]
        ),
    ]
    one, two = Labeller.learn(treebank), Labeller.learn(Treebank.of([*treebank, *poor]))
    assert all(np.array_equal(array, two.arrays()[name]) for name, array in one.arrays().items())
    with pytest.raises(DataError, match="no sentence here has heads, relations and tags in xpos"):
        Labeller.learn(Treebank.of(poor))
    with pytest.raises(DataError, match="upos"):
        Labeller.learn(treebank, column="upos")


def test_a_root_relation_inside_a_tree_is_not_learnt() -> None:
    odd = Sentence.of(["dog", "saw"], xpos=["NN", "VB"], heads=[2, 0], deprels=["root", "root"])
    treebank = Treebank.of([*made_treebank(7, 40), odd])
    assert "root" not in Labeller.learn(treebank).labels


def test_one_word_sentences_alone_are_enough() -> None:
    single = Sentence.of(["yes"], xpos=["UH"], heads=[0], deprels=["root"])
    model = Labeller.learn(Treebank.of([single, single]))
    assert model.label(single, (0,)) == ("root",)
    longer = Sentence.of(["oh", "yes"], xpos=["UH", "UH"])
    assert model.label(longer, (2, 0)) == ("dep", "root")
    assert model.label(longer, (2, None)) == ("dep", EMPTY)
    assert model.label_trees(longer, [(2, 0), (0, 1)], {}) == [("dep", "root"), ("root", "dep")]
    assert model.label(longer, (2, 0), {1: "discourse"}) == ("discourse", "root")
    assert [ranked[0].value for ranked in model.relations(longer, (2, 0))] == ["dep", "root"]
    assert Labeller.from_arrays(model.arrays()).label(longer, (2, 0)) == ("dep", "root")


def test_a_labeller_that_saw_the_root_relation_alone_does_not_give_it_to_other_words() -> None:
    odd = Sentence.of(["dog", "saw"], xpos=["NN", "VB"], heads=[2, 0], deprels=["root", "root"])
    assert Labeller.learn(Treebank.of([odd, odd])).label(odd, (2, 0)) == ("dep", "root")


def test_learning_reports_and_stops() -> None:
    treebank = tiny_treebank()
    reports: list[Progress] = []
    Labeller.learn(treebank, reports.append, column="upos")
    assert reports[-1].done == reports[-1].total
    assert "label_accuracy" in reports[-1].measures

    def stop(progress: Progress) -> None:
        if progress.stage == "label":
            raise Cancelled

    with pytest.raises(Cancelled):
        Labeller.learn(treebank, stop, column="upos")


def test_relations_of_turkish_are_learnt_from_lifted_trees_too(shared_data: Path) -> None:
    folder = shared_data / "ud_turkish_imst"
    parts = [list(load(folder / f"ud_turkish_imst-{part}.conllu.xz")) for part in ("train", "dev")]
    train, dev = ([one for one in part if one.has_heads and not one.find_structural_problems()] for part in parts)
    lifted = [one.with_heads(*projectivise(one.heads, one.deprels)) for one in train]
    for taught in (train, lifted):
        model = Labeller.learn(Treebank.of(taught), column="upos")
        found = model.label_all(dev, [one.heads for one in dev])
        right = sum(
            a == b for labels, one in zip(found, dev, strict=True) for a, b in zip(labels, one.deprels, strict=True)
        )
        assert right / sum(map(len, dev)) > 0.8
