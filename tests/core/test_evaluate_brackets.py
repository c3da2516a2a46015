"""Bracket scores against cases worked out by hand, and against published figures where the real data is."""

from __future__ import annotations

import lzma
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import Sentence, Tree
from spectral_core.errors import DataError
from spectral_core.evaluate import (
    extract_labelled_brackets,
    extract_unlabelled_brackets,
    score_brackets,
    score_unlabelled_brackets,
)
from spectral_core.evaluate.brackets import PUNCTUATION_AND_CURRENCY_TAGS


def tree_of(brackets: str) -> Tree:
    pieces = re.findall(r"[()]|[^\s()]+", brackets)
    at = 0

    def node() -> Tree:
        nonlocal at
        at += 1
        label = ""
        if pieces[at] not in "()":
            label = pieces[at]
            at += 1
        children: list[Tree | str] = []
        while pieces[at] != ")":
            if pieces[at] == "(":
                children.append(node())
            else:
                children.append(pieces[at])
                at += 1
        at += 1
        return Tree(label, tuple(children))

    return node()


def parsed(brackets: str | None, words: str = "x") -> Sentence:
    if brackets is None:
        return Sentence.of(words.split())
    tree = tree_of(brackets)
    return Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), tree=tree)


CAT = "(TOP (S (NP (DT the) (NN cat)) (VP (VBD slept))))"  # S 0-3, NP 0-2, VP 2-3


class TestLabelledBrackets:
    def test_punctuation_at_the_edges_of_brackets_does_not_move_them(self) -> None:
        gold = "(TOP (S (`` ``) (NP (DT the) (NN cat)) (VP (VBD slept)) (. .) ('' '')))"
        predicted = "(TOP (S (`` ``) (S (NP (DT the) (NN cat)) (VP (VBD slept) (. .))) ('' '')))"
        scores = score_brackets([parsed(gold)], [parsed(predicted)])
        # gold S 0-3, NP 0-2, VP 2-3; predicted the same and a second S 0-3
        assert scores.metrics["precision"] == 75.0
        assert scores.metrics["recall"] == 100.0
        assert scores.metrics["f1"] == pytest.approx(600 / 7)  # 2 x 3 of 3 + 4
        assert scores.metrics["exact"] == 0.0
        assert scores.different == (0,)

    def test_only_the_five_tags_of_the_convention_are_taken_out(self) -> None:
        tree = tree_of(
            "(S (-LRB- -LRB-) (NP (NN tax)) (-RRB- -RRB-) (: --) (, ,) (`` ``) ('' '') (. !) ($ $) (HYPH -))"
        )
        assert extract_labelled_brackets(tree) == {("S", 0, 5): 1, ("NP", 1, 2): 1}

    def test_advp_and_prt_are_one_label(self) -> None:
        gold = "(S (NP (PRP we)) (VP (VBD gave) (PRT (RP up)) (ADVP-TMP (RB today))))"
        predicted = "(S (NP (PRP we)) (VP (VBD gave) (ADVP (RP up)) (PRT (RB today))))"
        assert score_brackets([parsed(gold)], [parsed(predicted)]).metrics["exact"] == 100.0

    @pytest.mark.parametrize(("gold", "predicted", "precision", "recall"), [(2, 1, 100, 75), (1, 2, 75, 100)])
    def test_brackets_are_a_multiset(self, gold: int, predicted: int, precision: float, recall: float) -> None:
        def noun_phrases(count: int) -> str:
            return f"(S {'(NP ' * count}(DT the) (NN man){')' * count} (VP (VBD ran)))"

        # S, VP and the NP, which stands twice on one side: 3 shared, 4 on that side
        metrics = score_brackets([parsed(noun_phrases(gold))], [parsed(noun_phrases(predicted))]).metrics
        assert (metrics["precision"], metrics["recall"]) == (precision, recall)

    def test_every_link_of_a_unary_chain_counts(self) -> None:
        assert extract_labelled_brackets(tree_of("(S (VP (VB go)))")) == {("S", 0, 1): 1, ("VP", 0, 1): 1}

    def test_the_outer_bracket_does_not_count_empty_or_top(self) -> None:
        inner = "(S (NP (NN rain)) (VP (VBZ falls)))"
        assert extract_labelled_brackets(tree_of(inner)) == extract_labelled_brackets(tree_of(f"( {inner})"))
        assert extract_labelled_brackets(tree_of(inner)) == extract_labelled_brackets(tree_of(f"(TOP {inner})"))
        assert extract_labelled_brackets(tree_of(f"(ROOT {inner})"))["ROOT", 0, 2] == 1  # as EVALB with this table

    def test_traces_go_with_the_phrases_they_leave_empty(self) -> None:
        empty = "(NP (-NONE- *-1)) (SBAR (-NONE- 0) (S (-NONE- *T*)))"
        gold = f"(S (NP-SBJ-1 (PRP it)) (VP (VBD was) (VP (VBN sold) {empty})))"
        predicted = "(S (NP (PRP it)) (VP (VBD was) (VP (VBN sold))))"
        scores = score_brackets([parsed(gold)], [parsed(predicted)])
        assert scores.metrics["exact"] == 100.0
        assert scores.rates["f1"].denominators[0] == 8  # S, NP, VP, VP on each side

    def test_a_phrase_of_punctuation_only_goes_with_it(self) -> None:
        assert extract_labelled_brackets(tree_of("(S (NN rain) (PRN (: --) (: --)))")) == {("S", 0, 1): 1}

    def test_functions_are_cut_from_labels(self) -> None:
        assert extract_labelled_brackets(tree_of("(S (NP=2 (NN a)) (NP-SBJ-1=3 (NN b)) (PP-LOC (IN c)))")) == {
            ("S", 0, 3): 1,
            ("NP", 0, 1): 1,
            ("NP", 1, 2): 1,
            ("PP", 2, 3): 1,
        }

    def test_the_cut_off_counts_punctuation_and_not_traces(self) -> None:
        def of_length(words: int) -> str:  # and a full stop and a trace
            return f"(S (NP {'(NN a)' * words}) (NP (-NONE- *)) (. .))"

        wrong = f"(S (X {'(NN a)' * 40}) (. .))"  # 40 words and a full stop: 41
        golds = [parsed(of_length(39)), parsed(of_length(40))]
        scores = score_brackets(golds, [parsed(of_length(39)), parsed(wrong)])
        assert scores.metrics["f1"] == 75.0  # S and NP, then only S
        assert scores.metrics["f1_40"] == 100.0  # 39 words and a full stop are 40, the other sentence is out

    def test_failed_parses_are_left_out_and_beside_it_counted_as_missed(self) -> None:
        golds = [parsed(CAT), parsed("(S (NP (NN rain)))"), parsed("(S (NP (NN snow)))")]
        scores = score_brackets(golds, [parsed(CAT), parsed(None, "rain"), parsed("(S (NP (NN sleet)))")])
        assert scores.metrics["f1"] == scores.metrics["exact"] == scores.metrics["recall"] == 100.0
        assert scores.metrics["f1_counting_failed"] == 60.0  # 2 x 3 of (3 + 3) + 2 + 2
        assert (scores.sentences, scores.failure_count, scores.different) == (3, 2, (1, 2))
        assert [failure.reason for failure in scores.failures] == [
            "it has no tree",
            "without punctuation: word 1 is 'sleet', in the gold 'snow'",
        ]

    def test_a_wrong_tag_on_a_comma_fails_unless_the_gold_tags_decide(self) -> None:
        gold = [parsed("(S (NP (NN rain)) (, ,) (NP (NN snow)))")]
        predicted = [parsed("(S (NP (NN rain)) (NN ,) (NP (NN snow)))")]
        scores = score_brackets(gold, predicted)
        assert (scores.failure_count, "f1" in scores.metrics) == (1, False)
        assert score_brackets(gold, predicted, by_gold_tags=True).metrics["exact"] == 100.0

    def test_no_brackets_give_no_division_by_zero(self) -> None:
        nothing = score_brackets([parsed("(NN rain)")], [parsed("(NN rain)")])
        assert nothing.metrics == {"exact": 100.0}
        one_sided = score_brackets([parsed("(NP (NN rain))")], [parsed("(NN rain)")]).metrics
        assert (one_sided["f1"], one_sided["precision"], one_sided["recall"], one_sided["exact"]) == (0, 0, 0, 0)
        other_side = score_brackets([parsed("(NN rain)")], [parsed("(NP (NN rain))")]).metrics
        assert (other_side["f1"], other_side["precision"], other_side["recall"]) == (0, 0, 0)

    def test_a_sentence_of_punctuation_only_is_passed_over(self) -> None:
        dots = "(S (: ...) (. .))"
        scores = score_brackets([parsed(dots), parsed(CAT)], [parsed(dots), parsed(CAT)])
        assert scores.metrics["exact"] == 100.0
        assert scores.rates["exact"].denominators.sum() == 1
        assert (scores.failure_count, scores.different) == (0, ())

    def test_a_gold_without_a_tree_is_not_scored(self) -> None:
        scores = score_brackets([parsed(None, "rain"), parsed(CAT)], [parsed("(NP (NN rain))"), parsed(CAT)])
        assert (scores.sentences, scores.left_out, scores.failure_count) == (1, 1, 0)
        with pytest.raises(DataError, match="no sentence of the gold has a constituency tree"):
            score_brackets([parsed(None)], [parsed(CAT)])

    def test_depth_is_no_limit(self) -> None:
        tree = Tree("NN", ("rain",))
        for _ in range(20_000):
            tree = Tree("NP", (tree,))
        assert extract_labelled_brackets(tree) == {("NP", 0, 1): 20_000}
        assert extract_unlabelled_brackets(tree) == set()


LONG = "(S (NP (DT the) (JJ old) (NN cat)) (, ,) (VP (VBD slept) (ADVP (RB well))) (. .))"
RIGHT = "(X (DT the) (X (JJ old) (X (NN cat) (, ,) (X (VBD slept) (RB well) (. .)))))"


@pytest.fixture(scope="module")
def penn(shared_data: Path) -> list[Sentence]:
    golds = []
    for part in ("train", "dev"):
        with lzma.open(shared_data / "wsj_nltk" / f"wsj.{part}.raw.mrg.xz", "rt", encoding="utf-8") as lines:
            golds += map(parsed, lines)
    return golds


class TestUnlabelledBrackets:
    def test_one_sentence_by_hand(self) -> None:
        # gold 0-5, 0-3, 3-5 (the ADVP is one word); right-branching 0-5, 1-5, 2-5, 3-5: 0-5 and 3-5 are shared
        scores = score_unlabelled_brackets([parsed(LONG)], [parsed(RIGHT)])
        assert scores.metrics["unlabelled_precision"] == 50.0
        assert scores.metrics["unlabelled_recall"] == pytest.approx(200 / 3)
        assert scores.metrics["unlabelled_f1"] == pytest.approx(400 / 7)  # 2 x 2 of 3 + 4
        assert scores.metrics["unlabelled_f1_strict"] == 40.0  # 2 x 1 of 2 + 3
        assert scores.metrics["unlabelled_f1_10_strict"] == 40.0
        assert scores.different == (0,)

    def test_unary_chains_and_duplicates_are_one_bracket(self) -> None:
        assert extract_unlabelled_brackets(tree_of("( (S (VP (VP (VB go) (RB on)))))")) == {(0, 2)}

    def test_traces_and_punctuation_are_out_currency_signs_too(self) -> None:
        tree = tree_of(
            "(S (-LRB- -LRB-) (NP (QP ($ $) (CD 5) (CD million)) (-NONE- *U*)) (-RRB- -RRB-) (VP (VBD fell)))"
        )
        assert extract_unlabelled_brackets(tree) == {(0, 3), (0, 2)}

    def test_lengths_are_counted_without_punctuation(self) -> None:
        ten = f"(S (X {'(NN a)' * 5}) {'(NN a)' * 5} (. .))"  # 10 words and a full stop
        eleven = f"(S (X {'(NN a)' * 5}) {'(NN a)' * 6})"
        flat = f"(S {'(NN a)' * 11})"
        scores = score_unlabelled_brackets([parsed(ten), parsed(eleven)], [parsed(ten), parsed(flat)])
        assert scores.metrics["unlabelled_f1_10"] == 100.0
        assert scores.metrics["unlabelled_f1_20"] == pytest.approx(600 / 7)  # 2 x (2 + 1) of (2 + 2) + (2 + 1)
        assert scores.metrics["unlabelled_f1_20_strict"] == pytest.approx(200 / 3)  # 2 x 1 of (1 + 1) + (1 + 0)

    def test_a_sentence_without_a_tree_misses_all_its_brackets(self) -> None:
        scores = score_unlabelled_brackets([parsed(LONG)] * 2, [parsed(RIGHT), parsed(None)])
        assert scores.metrics["unlabelled_f1"] == 40.0  # 2 x (2 + 0) of (3 + 4) + (3 + 0)
        assert scores.metrics["unlabelled_f1_strict"] == pytest.approx(200 / 7)  # 2 x (1 + 0) of (2 + 3) + (2 + 0)

    def test_a_sentence_of_one_word_has_no_brackets(self) -> None:
        scores = score_unlabelled_brackets([parsed("(S (NP (NN rain)) (. .))")], [parsed("(S (NN rain) (. .))")])
        assert scores.metrics == {}
        assert (scores.sentences, scores.different) == (1, ())

    def test_a_sentence_of_two_words_is_nothing_in_the_strict_figure(self) -> None:
        scores = score_unlabelled_brackets([parsed("(S (NN rain) (VBZ falls))")], [parsed("(X (NN rain) (VBZ falls))")])
        assert scores.metrics["unlabelled_f1"] == 100.0
        assert "unlabelled_f1_strict" not in scores.metrics

    def test_a_sentence_of_punctuation_only_is_nothing(self) -> None:
        dots = "(S (: ...) (. .))"
        assert score_unlabelled_brackets([parsed(dots)], [parsed(dots)]).metrics == {}

    def test_a_failed_parse_misses_the_brackets_of_the_gold(self) -> None:
        scores = score_unlabelled_brackets([parsed(LONG), parsed(LONG)], [parsed(LONG), parsed(None)])
        assert scores.metrics["unlabelled_f1"] == pytest.approx(200 / 3)  # 2 x 3 of 3 + 3 + 3
        assert (scores.metrics["unlabelled_precision"], scores.metrics["unlabelled_recall"]) == (100.0, 50.0)
        assert (scores.failure_count, scores.different) == (1, (1,))

    def test_the_gold_tags_say_what_is_punctuation(self) -> None:
        gold, predicted = "(S (NN rain) (VP (VBZ falls) (. .)))", "(S (NN rain) (VP (VBZ falls) (NN .)))"
        assert score_unlabelled_brackets([parsed(gold)], [parsed(predicted)]).metrics["unlabelled_f1"] == 100.0

    @pytest.mark.parametrize(("direction", "expected"), [("left", (29.3, 17.3, 12.2)), ("right", (63.3, 47.9, 40.6))])
    def test_branching_baselines_give_the_known_figures_on_the_penn_sample(
        self, penn: list[Sentence], direction: str, expected: tuple[float, ...]
    ) -> None:
        # Known for the whole sample, of which this is 94 %; Klein and Manning print 28.7 and 61.7 for the treebank.
        metrics = score_unlabelled_brackets(penn, [_branching(gold, direction) for gold in penn]).metrics
        found = [metrics[f"unlabelled_f1_{length}"] for length in (10, 20, 40)]
        assert found == [pytest.approx(figure, abs=0.3) for figure in expected]


def _branching(gold: Sentence, direction: str) -> Sentence:
    """Every punctuation mark stays with the word before it."""
    groups: list[list[Tree]] = [[]]
    spoken = False
    for form, tag in zip(gold.forms, gold.xpos, strict=True):
        if spoken and tag not in PUNCTUATION_AND_CURRENCY_TAGS:
            groups.append([])
        groups[-1].append(Tree(tag, (form,)))
        spoken = spoken or tag not in PUNCTUATION_AND_CURRENCY_TAGS
    parts = [Tree("X", tuple(group)) for group in groups]
    if direction == "right":
        parts.reverse()
    tree = parts[0]
    for part in parts[1:]:
        tree = Tree("X", (tree, part) if direction == "left" else (part, tree))
    return Sentence.of(gold.forms, xpos=gold.xpos, tree=tree)


LABELS = st.sampled_from(["NP", "VP-TMP", "ADVP", "PRT", "TOP", "", "S=1"])
LEAVES = st.builds(
    lambda tag, word: Tree(tag, (word,)), st.sampled_from(["NN", ",", ".", "-NONE-", "``"]), st.just("a")
)
TREES = st.recursive(
    LEAVES,
    lambda below: st.builds(lambda label, children: Tree(label, tuple(children)), LABELS, st.lists(below, max_size=4)),
    max_leaves=20,
)


@given(TREES)
def test_a_tree_against_itself_is_never_wrong(tree: Tree) -> None:
    sentence = Sentence.of(tuple(tree.words()), tree=tree)
    for scores in (score_brackets([sentence], [sentence]), score_unlabelled_brackets([sentence], [sentence])):
        assert set(scores.metrics.values()) <= {100.0}
        assert scores.failure_count == 0
        assert scores.different == ()


@given(TREES, TREES)
def test_gold_and_prediction_change_places_with_precision_and_recall(tree: Tree, other: Tree) -> None:
    one, two = (Sentence.of(tuple(each.words()), tree=each) for each in (tree, other))
    there, back = score_brackets([one], [two]).metrics, score_brackets([two], [one]).metrics
    assert there.get("f1") == back.get("f1")
    assert there.get("precision") == back.get("recall")
    assert there.get("exact") == back.get("exact")
