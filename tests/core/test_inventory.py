"""Counts of labels against counting by hand, and the order of what is offered."""

from __future__ import annotations

import pickle
from collections import Counter

from hypothesis import given
from trees import trees

from spectral_core.data import Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.files import locate_assets
from spectral_core.formats import brackets, load

ENGLISH = load(locate_assets() / "sample" / "english" / "sampled.conllu")
TREES = load(locate_assets() / "sample" / "english" / "sampled.mrg")


def test_every_label_is_counted_as_often_as_it_occurs() -> None:
    inventory = Inventory.of(ENGLISH)
    tokens = [token for sentence in ENGLISH for token in sentence]
    assert inventory.words == len(tokens)
    assert inventory.counts["upos"] == Counter(token.upos for token in tokens)
    assert inventory.counts["xpos"] == Counter(token.xpos for token in tokens)
    assert inventory.counts["deprel"] == Counter(token.deprel for token in tokens)
    expected = Counter(token.feats for token in tokens if token.feats != "_")
    assert inventory.counts["feats"] == expected
    assert inventory.labels_by_frequency("feats")[0] == expected.most_common(1)[0][0]
    nouns = Counter(token.feats for token in tokens if token.upos == "NOUN")
    assert inventory.rank_feature_bundles("NOUN") == [feats for feats, _ in nouns.most_common()]


@given(trees())
def test_every_phrase_is_counted_once(tree: Tree) -> None:
    counted = Inventory.of([Sentence.of(list(tree.words()), xpos=list(tree.tags()), tree=tree)])
    phrases = Counter(node.label for node in tree.nodes() if not node.is_tag)
    assert counted.counts["phrase"] == phrases
    assert counted.phrases == sum(phrases.values())


def test_what_fits_an_arc_best_comes_first() -> None:
    inventory = Inventory.of(ENGLISH)
    for sentence in ENGLISH[:40]:
        for token in sentence:
            assert token.head is not None
            offered = inventory.rank_relations(sentence, token.index, token.head)
            assert token.deprel in offered[:8]
            assert len(set(offered)) == len(offered)
            assert {"vocative", "obj", "root"} <= set(offered)  # those that never occurred too
    sentence = ENGLISH[0]
    top = sentence.heads.index(0) + 1
    assert inventory.rank_relations(sentence, top, 0)[0] == "root"
    determiner = sentence.upos.index("DET") + 1
    head = sentence.heads[determiner - 1]
    assert head is not None
    assert inventory.rank_relations(sentence, determiner, head)[0] == "det"


def test_the_side_of_the_head_decides_where_the_tags_do_not() -> None:
    left = Sentence.of(["a", "b"], upos=["X", "Y"], heads=[2, 0], deprels=["before", "root"])
    right = Sentence.of(["b", "a"], upos=["Y", "X"], heads=[0, 1], deprels=["root", "behind"])
    inventory = Inventory.of([left] * 3 + [right] * 2)
    assert inventory.rank_relations(left, 1, 2)[0] == "before"
    assert inventory.rank_relations(right, 2, 1)[0] == "behind"


def test_a_word_is_offered_the_tags_it_had_before_all_others() -> None:
    one = Sentence.of(["saw", "it"], lemmas=["see", "it"], upos=["VERB", "PRON"], feats=["Tense=Past", "_"])
    two = Sentence.of(["saw"], lemmas=["saw"], upos=["NOUN"], feats=["Number=Sing"])
    three = Sentence.of(["fast"], lemmas=["fast"], upos=["ADV"])
    inventory = Inventory.of([one, one, two, three])
    assert inventory.rank_column_values(one, 1, "upos")[:2] == ["VERB", "NOUN"]
    assert "PROPN" in inventory.rank_column_values(one, 1, "upos")
    assert inventory.rank_column_values(two, 1, "feats")[:2] == ["Number=Sing", "Tense=Past"]
    assert inventory.rank_column_values(two, 1, "lemma") == ["saw", "see"]
    capital = Sentence.of(["Saw"])
    assert inventory.rank_column_values(capital, 1, "lemma") == ["see", "saw"]


def test_what_fits_a_phrase_best_comes_first() -> None:
    inventory = Inventory.of(TREES)
    assert inventory.rank_phrase_labels(["DT", "NN"], "S")[0] == "NP"
    assert inventory.rank_phrase_labels(["IN", "NP"], "VP")[0] == "PP"
    assert inventory.rank_phrase_labels(["IN", "NP", "ODD"], "VP")  # never seen: by what is above
    read = brackets.parse_bracketed_sentence(b"(S (X (DT the) (NN owl)) (VP (VBD slept)))").tree
    assert read is not None
    assert inventory.rank_labels_of_phrase(read, (0,))[0] == "NP"


def test_a_label_that_occurs_once_is_known_in_a_small_treebank_only() -> None:
    odd = Sentence.of(["x"], xpos=["ODD"])
    small = Inventory.of([odd])
    large = Inventory.of([odd, Sentence.of(["y"] * 20_000, xpos=["NN"] * 20_000)])
    assert small.has_label("xpos", "ODD")
    assert not large.has_label("xpos", "ODD")
    assert large.has_label("xpos", "NN")
    assert not Inventory().has_label("xpos", "NN")


def test_heads_that_lead_nowhere_and_unreadable_sentences_do_not_disturb() -> None:
    partly = Sentence.of(["a", "b", "c"], upos=["X", "Y", "Z"], heads=[None, 9, 1], deprels=["_", "dep", "obj"])
    assert Inventory.of([partly]).counts["deprel"] == {"dep": 1, "obj": 1}
    broken = brackets.parse_bracketed_sentence(b"(S (NP")
    assert Inventory.of([broken]).words == 0


def test_a_word_without_a_head_does_not_move_the_others_to_one_side() -> None:
    tagged = {"upos": ["X", "Y", "Z"], "deprels": ["x", "root", "z"]}
    whole = Inventory.of([Sentence.of("abc", heads=[2, 0, 2], **tagged)])
    partly = Inventory.of([Sentence.of("abc", heads=[2, 0, None], **tagged)])
    for context in (("X", "Y", "left"), ("Y", "ROOT", "right")):
        assert partly.relations_by_context[context] == whole.relations_by_context[context]
    assert ("Z", "Y", "right") not in partly.relations_by_context


def test_it_travels_between_processes_and_says_how_far_it_is() -> None:
    passed: list[int] = []
    inventory = Inventory.of(ENGLISH, passed.append)
    assert pickle.loads(pickle.dumps(inventory)) == inventory
    assert passed == [0, 500, 1000]


def test_universal_labels_are_told_from_others() -> None:
    assert Inventory.of(ENGLISH).has_universal_tags
    assert Inventory.of(ENGLISH).has_universal_relations
    penn = Sentence.of(["a", "b"], upos=["DT", "NN"], heads=[2, 0], deprels=["NMOD", "ROOT"])
    assert not Inventory.of([penn]).has_universal_tags
    assert not Inventory.of([penn]).has_universal_relations
    assert "det" not in Inventory.of([penn]).rank_relations(penn, 1, 2)
