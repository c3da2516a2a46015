"""The branching baselines against all trees there are, with and without locked and forbidden spans."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies
from oracles import Span, all_binary_bracketings, all_bracketings

from spectral_core.data import UNCONSTRAINED, Constraints, Sentence, Tree
from spectral_core.errors import SpectralError
from spectral_core.evaluate import extract_unlabelled_brackets, score_unlabelled_brackets
from spectral_core.formats import load
from spectral_core.models.branching import BranchingModel, BranchingSettings, find_top_split

KINDS = ("left", "right", "random", "random-splits", "heuristic-right")


def sentence_of(tagged: str) -> Sentence:
    """`word/TAG word/TAG ...`"""
    pairs = [word.rpartition("/") for word in tagged.split()]
    return Sentence.of([form for form, _, _ in pairs], xpos=[tag for _, _, tag in pairs])


def letters(count: int) -> Sentence:
    return Sentence.of([f"w{number}" for number in range(count)], xpos=["N"] * count)


def parse(sentence: Sentence, kind: str, constraints: Constraints = UNCONSTRAINED, seed: int = 0) -> Tree:
    (ranked,) = BranchingModel(BranchingSettings(kind, seed)).parse(sentence, constraints=constraints)
    assert ranked.value.tree is not None
    assert tuple(ranked.value.tree.words()) == sentence.forms
    return ranked.value.tree


def spans_of(tree: Tree) -> frozenset[Span]:
    """The spans of two words or more, punctuation included."""
    return frozenset(extract_unlabelled_brackets(tree, frozenset()))


def spanned(required: set[Span] = frozenset(), forbidden: set[Span] = frozenset()) -> Constraints:
    return Constraints(
        required_spans=frozenset((*span, "") for span in required),
        forbidden_spans=frozenset((*span, "") for span in forbidden),
    )


def test_left_and_right_branch_as_their_names_say() -> None:
    four = sentence_of("a/A b/B c/C d/D")
    assert str(parse(four, "right")) == "(X (A a) (X (B b) (X (C c) (D d))))"
    assert str(parse(four, "left")) == "(X (X (X (A a) (B b)) (C c)) (D d))"


def test_marks_hang_from_the_lowest_phrase_around_them() -> None:
    marked = sentence_of("``/`` a/A b/B ,/, ''/'' c/C d/D ./.")
    assert str(parse(marked, "right")) == "(X (`` ``) (A a) (X (B b) (, ,) ('' '') (X (C c) (D d))) (. .))"
    assert str(parse(marked, "left")) == "(X (`` ``) (X (X (A a) (B b)) (, ,) ('' '') (C c)) (D d) (. .))"


@pytest.mark.parametrize("kind", ["left", "right"])
def test_marks_do_not_change_what_is_scored(kind: str) -> None:
    marked = parse(sentence_of("-LRB-/-LRB- a/A ,/, b/B c/C -RRB-/-RRB- d/D ;/: e/E ?/."), kind)
    assert extract_unlabelled_brackets(marked) == extract_unlabelled_brackets(
        parse(sentence_of("a/A b/B c/C d/D e/E"), kind)
    )


def test_marks_are_known_by_their_universal_tag_too() -> None:
    sentence = Sentence.of(["a", "-", "b", "c"], upos=["NOUN", "PUNCT", "NOUN", "VERB"])
    assert spans_of(parse(sentence, "left")) == {(0, 3), (0, 4)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_of_marks_alone_is_branched_as_words(kind: str) -> None:
    assert spans_of(parse(sentence_of(". . .".replace(".", "./.")), kind)) in all_binary_bracketings(3)


@pytest.mark.parametrize("kind", KINDS)
def test_short_sentences_have_their_only_tree(kind: str) -> None:
    assert str(parse(sentence_of("go/V"), kind)) == "(X (V go))"
    assert str(parse(sentence_of("go/V ./."), kind)) == "(X (V go) (. .))"
    assert str(parse(sentence_of("go/V on/P"), kind)) == "(X (V go) (P on))"
    empty = Sentence.of([])
    (ranked,) = BranchingModel(BranchingSettings(kind)).parse(empty, k=3)
    assert (ranked.value, ranked.score) == (empty, 0.0)


def test_tags_are_xpos_or_else_upos_and_a_trace_tag_is_never_given_to_a_word() -> None:
    sentence = Sentence.of(["a", "b", "c", "d"], xpos=["DT", "_", "_", "-NONE-"], upos=["DET", "NOUN", "_", "X"])
    assert list(parse(sentence, "right").tags()) == ["DT", "NOUN", "_", "_"]


@pytest.mark.parametrize("words", range(1, 8))
@pytest.mark.parametrize("kind", ["random", "random-splits"])
def test_every_binary_tree_is_drawn_once_where_enough_are_asked_for(kind: str, words: int) -> None:
    ranked = BranchingModel(BranchingSettings(kind)).parse(letters(words), k=1000)
    found = [spans_of(one.value.tree) for one in ranked]
    assert sorted(map(sorted, found)) == sorted(map(sorted, all_binary_bracketings(words)))
    assert {one.score for one in ranked} == {-math.log(len(ranked))}


def test_k_random_trees_are_different_and_begin_with_the_one_given_alone() -> None:
    model, sentence = BranchingModel(BranchingSettings("random", seed=3)), letters(30)
    ranked = model.parse(sentence, k=50)
    assert len({spans_of(one.value.tree) for one in ranked}) == 50
    assert model.parse(sentence)[0] == ranked[0]
    assert model.parse(sentence, k=50) == ranked


def test_a_random_tree_depends_on_the_words_and_the_seed() -> None:
    trees = {spans_of(parse(Sentence.of([f"{name}{at}" for at in range(12)]), "random")) for name in "abcde"}
    assert len(trees) == 5
    assert len({spans_of(parse(letters(12), "random", seed=seed)) for seed in range(5)}) == 5


def test_random_takes_all_trees_alike_and_random_splits_all_divisions() -> None:
    tries = 3000
    expected = {
        "random": dict.fromkeys(all_binary_bracketings(4), 1 / 5),
        "random-splits": {tree: 1 / 3 if {(0, 2), (2, 4)} <= tree else 1 / 6 for tree in all_binary_bracketings(4)},
    }
    for kind, shares in expected.items():
        found = Counter(spans_of(parse(letters(4), kind, seed=seed)) for seed in range(tries))
        for tree, share in shares.items():
            assert abs(found[tree] - tries * share) < 4 * math.sqrt(tries * share * (1 - share))


@strategies.composite
def locks(draw: strategies.DrawFn) -> tuple[int, set[Span], set[Span]]:
    """Words, spans of one tree over them, and other spans that are not among these."""
    words = draw(strategies.integers(2, 6))
    tree = sorted(draw(strategies.sampled_from(all_bracketings(words))))
    required = draw(strategies.sets(strategies.sampled_from(tree)))
    others = {(start, end) for start in range(words) for end in range(start + 2, words + 1)}
    others -= {*required, (0, words)}
    forbidden = draw(strategies.sets(strategies.sampled_from(sorted(others)))) if others else set()
    return words, required, forbidden


@settings(max_examples=150, deadline=None)
@given(locks(), strategies.sampled_from(["random", "random-splits"]))
def test_random_trees_are_all_those_that_honour_the_locks(locked: tuple[int, set[Span], set[Span]], kind: str) -> None:
    words, required, forbidden = locked
    model = BranchingModel(BranchingSettings(kind))
    ranked = model.parse(letters(words), k=100, constraints=spanned(required, forbidden))
    found = [spans_of(one.value.tree) for one in ranked]
    allowed = [tree for tree in all_binary_bracketings(words) if required <= tree and not forbidden & tree]
    if allowed:
        assert sorted(map(sorted, found)) == sorted(map(sorted, allowed))
    else:
        assert found
        assert all(required <= tree and not forbidden & tree and tree in all_bracketings(words) for tree in found)


@settings(max_examples=150, deadline=None)
@given(locks(), strategies.sampled_from(["left", "right", "heuristic-right"]))
def test_the_other_kinds_honour_every_lock(locked: tuple[int, set[Span], set[Span]], kind: str) -> None:
    words, required, forbidden = locked
    found = spans_of(parse(letters(words), kind, spanned(required, forbidden)))
    assert required <= found
    assert not forbidden & found
    assert found in all_bracketings(words)
    free = spans_of(parse(letters(words), kind))
    if required <= free:
        assert found == free - forbidden


def test_branching_goes_over_locked_phrases_and_inside_them() -> None:
    tree = parse(sentence_of("a/A b/B c/C d/D e/E"), "right", spanned({(1, 4)}))
    assert str(tree) == "(X (A a) (X (X (B b) (X (C c) (D d))) (E e)))"
    tree = parse(sentence_of("a/A b/B ,/, c/C d/D ./."), "left", spanned({(1, 3)}))
    assert str(tree) == "(X (X (X (A a) (X (B b) (, ,))) (C c)) (D d) (. .))"


def test_a_locked_phrase_of_marks_takes_no_part_in_the_branching() -> None:
    tree = parse(sentence_of("a/A (/-LRB- )/-RRB- b/B c/C"), "right", spanned({(1, 3)}))
    assert str(tree) == "(X (A a) (X (-LRB- () (-RRB- ))) (X (B b) (C c)))"


def test_locked_labels_are_on_their_phrases() -> None:
    constraints = Constraints(
        required_spans=frozenset({(0, 3, "S"), (0, 1, "NP"), (1, 3, "VP"), (1, 3, "PRED"), (1, 3, "")}),
        forbidden_spans=frozenset({(0, 3, "VP"), (0, 2, "NP")}),
    )
    tree = parse(sentence_of("she/PRP reads/VBZ books/NNS"), "left", constraints)
    assert str(tree) == "(S (NP (PRP she)) (PRED (VP (VBZ reads) (NNS books))))"


def test_the_label_of_unknown_phrases_can_be_forbidden_like_any_span() -> None:
    constraints = Constraints(forbidden_spans=frozenset({(1, 3, "X")}))
    assert str(parse(sentence_of("a/A b/B c/C"), "right", constraints)) == "(X (A a) (B b) (C c))"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("constraints", "sentence"),
    [
        (spanned({(0, 2), (1, 3)}), r"spans 1-2 'w0 w1' and 2-3 'w1 w2' cross"),
        (spanned({(0, 2)}, {(0, 2)}), r"span 1-2 'w0 w1' is locked and forbidden"),
        (spanned(forbidden={(0, 4)}), r"1-4 'w0 w1 w2 w3' is the whole sentence, which is always a phrase"),
        (spanned({(2, 5)}), r"from word 3 to word 5 does not lie in this sentence of 4 words"),
        (spanned({(2, 2)}), r"from word 3 to word 2 does not lie"),
        (
            Constraints(frozenset(), required_spans=frozenset({(1, 2, "NP")}), forbidden_spans=frozenset({(1, 2, "")})),
            r"span 2-2 'w1' is locked and forbidden",
        ),
    ],
)
def test_locks_that_no_tree_can_honour_are_named(kind: str, constraints: Constraints, sentence: str) -> None:
    with pytest.raises(SpectralError, match=sentence):
        parse(letters(4), kind, constraints)


@pytest.mark.parametrize("kind", KINDS)
def test_long_sentences_are_parsed_with_locks_and_without(kind: str) -> None:
    sentence = letters(400)
    assert len(spans_of(parse(sentence, kind))) == 399
    found = spans_of(parse(sentence, kind, spanned({(10, 390)}, {(5, 400), (0, 11), (20, 22)})))
    assert (10, 390) in found
    assert not found & {(5, 400), (0, 11), (20, 22)}


@pytest.mark.parametrize(
    ("tagged", "begins"),
    [
        ("the/DT dog/NN barked/VBD", "barked"),
        ("running/VBG dogs/NNS bark/VBP", "bark"),
        ("dogs/NNS can/MD bark/VB", "can"),
        ("he/PRP left/VBD ,/, and/CC she/PRP stayed/VBD", ","),
        ("he/PRP left/VBD ;/: she/PRP stayed/VBD :/: so/RB did/VBD we/PRP", ";"),
        ("he/PRP left/VBD ,/, she/PRP stayed/VBD ,/, we/PRP slept/VBD ./.", ","),
        ("yesterday/NN ,/, he/PRP left/VBD", "left"),
        ("go/VB home/NN now/RB", "home"),
        ("go/VB and/CC see/VB", "see"),
        ("a/DT small/JJ house/NN", "small"),
    ],
)
def test_the_top_bracket_is_at_a_stop_between_clauses_or_before_the_first_verb(tagged: str, begins: str) -> None:
    sentence = sentence_of(tagged)
    last = len(sentence) - 1 - sentence.forms[::-1].index(begins)
    assert find_top_split(sentence) == last


def test_participles_are_known_by_their_features_too() -> None:
    feats = ["VerbForm=Part", "_", "Mood=Ind|VerbForm=Fin"]
    sentence = Sentence.of(["barking", "dogs", "bite"], upos=["VERB", "NOUN", "VERB"], feats=feats)
    assert find_top_split(sentence) == 2


def test_the_heuristic_branches_right_on_both_sides_of_the_top_bracket() -> None:
    tree = parse(sentence_of("the/DT old/JJ dog/NN has/VBZ barked/VBN loudly/RB ./."), "heuristic-right")
    assert str(tree) == "(X (X (DT the) (X (JJ old) (NN dog))) (X (VBZ has) (X (VBN barked) (RB loudly))) (. .))"


def test_a_locked_phrase_around_the_top_bracket_moves_it_to_the_edge() -> None:
    tree = parse(sentence_of("the/DT dog/NN has/VBZ barked/VBN"), "heuristic-right", spanned({(1, 3)}))
    assert str(tree) == "(X (X (DT the) (X (NN dog) (VBZ has))) (VBN barked))"


def test_the_baselines_of_the_penn_sample_are_those_of_the_reference(shared_data: Path) -> None:
    """Reference figures of the whole sample, of which this is all but the part that is not published here."""
    files = [shared_data / "wsj_nltk" / f"wsj.{part}.clean.mrg.xz" for part in ("train", "dev")]
    gold = [sentence for file in files for sentence in load(file) if len(sentence) <= 16]
    expected = {"left": 29.3, "right": 63.3, "random-splits": 39.0, "heuristic-right": 74.1}
    for kind, figure in expected.items():
        model = BranchingModel(BranchingSettings(kind))
        predicted = [model.parse(sentence)[0].value for sentence in gold]
        assert score_unlabelled_brackets(gold, predicted).metrics["unlabelled_f1_10"] == pytest.approx(figure, abs=1)


@pytest.mark.parametrize(
    "constraints",
    [UNCONSTRAINED, spanned(required={(1, 4)}), spanned(forbidden={(0, 2), (2, 5)}), spanned({(0, 3)}, {(1, 3)})],
    ids=["free", "required", "forbidden", "both"],
)
def test_shares_of_brackets_are_those_in_all_trees(constraints: Constraints) -> None:
    sentence, model = letters(6), BranchingModel(BranchingSettings("random"))
    trees = [ranked.value.tree for ranked in model.parse(sentence, 10_000, constraints)]
    counted = Counter(span for tree in trees if tree is not None for span in spans_of(tree))
    numbers = {
        (part.start, part.end): number for part, number in model.marginals(sentence, constraints).marginals.items()
    }
    assert len(trees) > 3
    assert numbers == pytest.approx({span: count / len(trees) for span, count in counted.items()})


def test_shares_of_divided_phrases_follow_the_divisions() -> None:
    model = BranchingModel(BranchingSettings("random-splits"))
    numbers = {(part.start, part.end): number for part, number in model.marginals(letters(4)).marginals.items()}
    expected = {(0, 4): 1, (0, 3): 1 / 3, (1, 4): 1 / 3, (0, 2): 1 / 2, (1, 3): 1 / 3, (2, 4): 1 / 2}
    assert numbers == pytest.approx(expected)


def test_one_tree_leaves_no_doubt() -> None:
    for kind in ("left", "right", "heuristic-right"):
        found = BranchingModel(BranchingSettings(kind)).marginals(letters(5))
        assert set(found.marginals.values()) == {1.0}
        assert found.entropy == 0
        assert {(part.start, part.end) for part in found.marginals} == spans_of(parse(letters(5), kind))


def test_longer_sentences_leave_more_doubt_where_trees_are_drawn() -> None:
    model = BranchingModel(BranchingSettings("random"))
    entropies = [model.marginals(letters(size)).entropy for size in (2, 4, 8, 16)]
    assert entropies == sorted(entropies)
    assert entropies[0] == 0
