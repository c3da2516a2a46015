"""Attachment, perplexity, resampling and comparison against cases worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from fixtures import tree_of

from spectral_core.data import Analysis, Sentence, Tree
from spectral_core.errors import DataError
from spectral_core.evaluate import (
    Rate,
    bootstrap_difference,
    bootstrap_differences,
    bootstrap_interval,
    compare_annotation,
    compute_perplexity,
    is_punctuation,
    restrict_to_common_sentences,
    score_dependencies,
    strip_annotation,
)
from spectral_core.evaluate.measures import MEASURES, Scores
from spectral_core.model import LogScore

A, B, C = (Analysis(lemma=name, xpos="N") for name in "ABC")


def headed(
    heads: Sequence[int | None], tags: str = "", labels: str = "", words: str = "", upos: str = "", comment: str = ""
) -> Sentence:
    return Sentence.of(
        words.split() or [f"w{at}" for at in range(len(heads))],
        heads=heads,
        xpos=tags.split() or None,
        upos=upos.split() or None,
        deprels=labels.split() or None,
        comments=[comment] if comment else (),
    )


def over_three_words(label: str) -> Tree:
    first, second, third = (Tree("NN", (word,)) for word in "abc")
    return Tree("S", (Tree(label, (first, second)), third))


class TestDependencies:
    def test_words_with_the_right_head_are_counted_with_and_without_punctuation(self) -> None:
        gold = headed([2, 0, 2, 2], tags="PRP VBZ RB .", labels="nsubj root advmod punct")
        predicted = headed([2, 0, 1, 2], tags="PRP VBZ RB .", labels="obj root advmod punct")
        scores = score_dependencies([gold], [predicted])
        assert scores.metrics == {
            "uas": 75.0,  # 3 of 4: word 3 is wrong
            "uas_no_punct": pytest.approx(200 / 3),  # 2 of 3: the full stop is out
            "las": 50.0,  # word 1 has the right head and the wrong label
            "las_no_punct": pytest.approx(100 / 3),
            "complete": 0.0,
            "complete_no_punct": 0.0,
        }
        assert (scores.sentences, scores.failure_count, scores.different) == (1, 0, (0,))

    def test_rates_are_of_words_and_not_means_of_sentences(self) -> None:
        gold = [headed([0]), headed([0, 1, 1, 1])]
        predicted = [headed([0]), headed([2, 0, 2, 2])]
        scores = score_dependencies(gold, predicted)
        assert scores.metrics["uas"] == 20.0  # 1 of 5; the mean of sentences would be 50
        assert scores.metrics["complete"] == 50.0
        uas = scores.rates["uas"]
        assert (uas.numerators.tolist(), uas.denominators.tolist()) == ([1, 0], [1, 4])
        assert scores.different == (1,)

    @pytest.mark.parametrize(
        ("upos", "xpos", "expected"),
        [
            ("PUNCT", "$,", True),
            ("_", ",", True),
            (":", "_", True),  # Penn tags in the column of universal ones
            ("-LRB-", "_", True),
            ("''", "_", True),
            ("X", "``", True),
            ("SYM", "$", False),
            ("NOUN", "NN", False),
            ("_", "_", False),
        ],
    )
    def test_punctuation_is_told_by_either_column(self, upos: str, xpos: str, expected: bool) -> None:
        assert is_punctuation(upos, xpos) is expected
        scores = score_dependencies([headed([0, 1], upos=f"X {upos}", tags=f"X {xpos}")], [headed([0, 2])])
        assert scores.metrics["uas_no_punct"] == (100.0 if expected else 50.0)

    def test_a_sentence_of_punctuation_only_has_no_figure_without_it(self) -> None:
        scores = score_dependencies([headed([0, 1], tags=". .")], [headed([0, 1])])
        assert scores.metrics == {"uas": 100.0, "complete": 100.0}
        mixed = score_dependencies([headed([0, 1], tags=". ."), headed([0, 1])], [headed([0, 1]), headed([0, 1])])
        assert mixed.metrics["complete_no_punct"] == 100.0

    def test_labels_are_not_scored_where_one_side_has_none(self) -> None:
        labelled, bare = headed([0, 1], labels="root obj"), headed([0, 1])
        for gold, predicted in ((bare, labelled), (labelled, bare)):
            scores = score_dependencies([gold], [predicted])
            assert "las" not in scores.metrics
            assert scores.different == ()

    def test_subtypes_of_labels_matter(self) -> None:
        gold, predicted = headed([0, 1, 1], labels="root obl:tmod obj"), headed([0, 1, 1], labels="root obl obj")
        scores = score_dependencies([gold], [predicted])
        assert (scores.metrics["uas"], scores.different) == (100.0, (0,))
        assert scores.metrics["las"] == pytest.approx(200 / 3)

    @pytest.mark.parametrize("labels", ["root _ _", "root dep dep", "root dep _"])
    def test_a_gold_that_names_one_relation_at_most_is_not_labelled(self, labels: str) -> None:
        gold, predicted = headed([0, 1, 1], labels=labels), headed([0, 1, 1], labels="root nsubj dep")
        scores = score_dependencies([gold], [predicted])
        assert scores.metrics["uas"] == 100.0
        assert not any(name.startswith("las") for name in (*scores.metrics, *scores.rates))
        assert scores.different == ((0,) if "dep" in labels else ())  # where both name a relation, they still differ
        told_apart = score_dependencies([gold, headed([0, 1, 2], labels="root obj det")], [predicted] * 2)
        assert "las" in told_apart.metrics

    def test_a_sentence_predicted_without_heads_failed_and_is_all_wrong(self) -> None:
        gold = [headed([0, 1]), headed([0, 1])]
        scores = score_dependencies(gold, [headed([0, 1]), headed([None, None])])
        assert scores.metrics["uas"] == 50.0
        assert [(failure.index, failure.reason) for failure in scores.failures] == [(1, "it has no heads")]
        assert scores.different == (1,)

    def test_open_words_of_the_gold_are_not_scored(self) -> None:
        scores = score_dependencies(
            [headed([0, None, 1]), headed([None, None])], [headed([0, None, 2]), headed([0, 1])]
        )
        assert scores.metrics["uas"] == 50.0  # word 1 right, word 3 wrong, word 2 open; the second sentence is open
        assert (scores.sentences, scores.left_out) == (1, 1)

    def test_an_open_word_of_the_prediction_is_wrong(self) -> None:
        assert score_dependencies([headed([0, 1])], [headed([0, None])]).metrics["uas"] == 50.0

    def test_other_words_are_refused_with_the_name_of_the_sentence(self) -> None:
        gold = [headed([0]), headed([0, 1], words="a dog", comment="# sent_id = news-7")]
        with pytest.raises(DataError, match=r"sentence 2 \(news-7\): word 2 is 'cat', in the gold 'dog'"):
            score_dependencies(gold, [headed([0]), headed([0, 1], words="a cat")])
        with pytest.raises(DataError, match=r"sentence 2 \(news-7\): 1 words, in the gold 2"):
            score_dependencies(gold, [headed([0]), headed([0], words="a")])

    def test_corpora_of_unequal_length_are_refused(self) -> None:
        with pytest.raises(DataError, match="the prediction ends before sentence 2"):
            score_dependencies([headed([0]), headed([0])], [headed([0])])
        with pytest.raises(DataError, match="the gold ends before sentence 2"):
            score_dependencies([headed([0])], [headed([0]), headed([0])])

    def test_a_gold_without_heads_is_refused(self) -> None:
        with pytest.raises(DataError, match="no sentence of the gold has dependency heads"):
            score_dependencies([headed([None])], [headed([0])])
        with pytest.raises(DataError, match="no sentence"):
            score_dependencies([], [])


class TestPerplexity:
    def test_unknown_words_are_outside_and_beside(self) -> None:
        scored = [
            LogScore(log=-math.log(8), symbols=3, unknown=1),  # two known words and the end
            LogScore(log=-math.log(2), symbols=1, unknown=2, clipped=1),  # the end alone
        ]
        scores = compute_perplexity(scored)
        assert scores.metrics["perplexity"] == pytest.approx(2.0)  # (8 x 2) to the power of 1/4
        assert scores.metrics["unknown"] == 60.0  # 3 of 5 words; ends of sentences are none
        assert (scores.sentences, scores.clipped) == (2, 1)
        assert scores.rates["log_loss"].value == pytest.approx(math.log(2))

    def test_prefixes_have_no_end_symbol(self) -> None:
        scores = compute_perplexity([LogScore(log=-math.log(9), symbols=2, unknown=2)], prefix=True)
        assert scores.metrics == {"perplexity": pytest.approx(3.0), "unknown": 50.0}

    def test_nothing_known_has_no_perplexity(self) -> None:
        assert compute_perplexity([LogScore(log=0.0, symbols=0, unknown=4)], prefix=True).metrics == {"unknown": 100.0}

    @pytest.mark.parametrize("log", [-math.inf, math.nan])
    def test_a_score_that_is_no_number_is_refused(self, log: float) -> None:
        with pytest.raises(DataError, match="sentence 2 has the log score"):
            compute_perplexity([LogScore(log=-1.0, symbols=2), LogScore(log=log, symbols=2)])

    def test_no_sentences_are_refused(self) -> None:
        with pytest.raises(DataError, match="no sentence was scored"):
            compute_perplexity([])


class TestBootstrap:
    def test_two_sentences_give_the_three_values_they_can(self) -> None:
        # a is right in sentence 1 only, b never: a resample holds sentence 1 none, one or two times of two
        found = bootstrap_difference(Rate.from_pairs([(1, 1), (0, 1)]), Rate.from_pairs([(0, 1), (0, 1)]), samples=2000)
        assert (found.value, found.low, found.high) == (50.0, 0.0, 100.0)
        assert found.above == pytest.approx(0.75, abs=0.04)  # 1 - 1/4; four standard errors

    def test_the_same_sentences_are_drawn_for_both(self) -> None:
        random = np.random.default_rng(3)
        right = random.integers(0, 10, 50)
        better, worse = Rate.from_pairs([(n + 1, 10) for n in right]), Rate.from_pairs([(n, 10) for n in right])
        found = bootstrap_difference(better, worse)
        assert [found.value, found.low, found.high] == [pytest.approx(10)] * 3
        assert found.above == 1.0
        assert bootstrap_interval(worse).high - bootstrap_interval(worse).low > 5

    def test_the_interval_of_a_proportion_is_as_wide_as_theory_says(self) -> None:
        found = bootstrap_interval(Rate.from_pairs([(at < 200, 1) for at in range(400)]), samples=2000)
        # 50 +- 1.96 x 100 x sqrt(.25 / 400) = 50 +- 4.9
        assert found.value == 50.0
        assert found.low == pytest.approx(45.1, abs=0.6)
        assert found.high == pytest.approx(54.9, abs=0.6)

    def test_a_seed_gives_the_same_interval_again(self) -> None:
        a, b = Rate.from_pairs([(n % 3, 3) for n in range(30)]), Rate.from_pairs([(n % 2, 3) for n in range(30)])
        assert bootstrap_difference(a, b, seed=5) == bootstrap_difference(a, b, seed=5)
        assert bootstrap_difference(a, b, seed=5) != bootstrap_difference(a, b, seed=6)

    def test_sentences_with_nothing_to_score_are_no_division_by_zero(self) -> None:
        rate = Rate.from_pairs([(1, 2), (0, 0)])
        assert bootstrap_interval(rate).value == bootstrap_interval(rate).low == 50.0
        with pytest.raises(DataError, match="nothing to resample"):
            bootstrap_interval(Rate.from_pairs([(0, 0)]))

    def test_results_over_other_sentences_are_refused(self) -> None:
        with pytest.raises(DataError, match="over 1 sentences and the other over 2"):
            bootstrap_difference(Rate.from_pairs([(1, 1)]), Rate.from_pairs([(1, 1), (1, 1)]))

    def test_two_systems_are_apart_in_every_figure_that_both_have_as_each_is_by_itself(self) -> None:
        random = np.random.default_rng(4)
        gold = [headed([0, 1, 1, 2], labels="root obj punct nmod") for _ in range(60)]
        good, bad = (
            [
                replace(one, heads=tuple(head if random.random() < share else 4 - head for head in one.heads))
                for one in gold
            ]
            for share in (0.9, 0.6)
        )
        a, b = compare_annotation(gold, good), compare_annotation(gold, bad)
        found = bootstrap_differences(a, b, samples=500, seed=2)
        assert set(found) == set(a.metrics) & set(b.metrics)
        for name, apart in found.items():
            assert apart == bootstrap_difference(a.rates[name], b.rates[name], samples=500, seed=2)
        assert found["uas"].value == pytest.approx(a.metrics["uas"] - b.metrics["uas"])
        assert 0 < found["uas"].low < found["uas"].value < found["uas"].high

    def test_a_sentence_that_one_failed_in_is_in_no_figure_of_the_other_but_where_it_counts(self) -> None:
        def tree(label: str, words: str) -> Sentence:
            forms = words.split()
            return Sentence.of(forms, xpos=["X"] * len(forms), tree=tree_of(f"(S ({label} (X {') (X '.join(forms)})))"))

        gold = [tree("A", "a b"), tree("A", "c d"), tree("A", "e f")]
        careful = [gold[0], gold[1], replace(gold[2], tree=None)]  # right wherever it says anything
        bold = [gold[0], gold[1], tree("B", "e f")]
        a, b = compare_annotation(gold, careful), compare_annotation(gold, bold)
        assert (a.failure_count, b.failure_count) == (1, 0)
        assert a.metrics["f1"] == 100.0 > b.metrics["f1"]
        first, second = restrict_to_common_sentences((a, b))
        assert first.metrics["f1"] == second.metrics["f1"] == 100.0
        assert (first.failure_count, second.failure_count) == (1, 0)
        apart = bootstrap_differences(a, b, samples=100)
        assert apart["f1"].value == apart["exact"].value == 0.0
        assert apart["f1_counting_failed"].value < 0  # one bracket of two is better than none

    def test_what_each_side_has_is_said_where_that_is_not_the_same(self) -> None:
        tree = Sentence.of(["a", "b"], tree=tree_of("(S (X a) (X b))"))
        with pytest.raises(DataError, match="in common to compare: the first has trees, the second heads"):
            compare_annotation([tree], [headed([0, 1])])

    def test_two_systems_without_a_common_figure_or_over_other_sentences_are_refused(self) -> None:
        heads = compare_annotation([headed([0, 1])], [headed([0, 1])])
        words = compute_perplexity([LogScore(-1.0, 2)])
        with pytest.raises(DataError, match="no figure in common"):
            bootstrap_differences(heads, words)
        with pytest.raises(DataError, match="over 1 sentences and the other over 2"):
            bootstrap_differences(heads, compare_annotation([headed([0, 1])] * 2, [headed([0, 1])] * 2))
        gold = [headed([0, 1]), headed([None] * 2)]  # the second has nothing to score
        with pytest.raises(DataError, match="over 2 sentences and the other over 1"):
            bootstrap_differences(score_dependencies(gold, gold), score_dependencies(gold[:1], gold[:1]))


class TestCompare:
    def test_a_sentence_of_other_words_keeps_its_place_among_the_rates(self) -> None:
        gold = [headed([None] * 2, tags="A B"), headed([None] * 2, tags="A B"), headed([None], tags="A")]
        other = [gold[0], headed([None], tags="A"), headed([None], tags="B")]
        scores = compare_annotation(gold, other)
        assert scores.rates["xpos"].numerators.tolist() == [2, 0, 0]
        assert scores.rates["xpos"].denominators.tolist() == [2, 0, 1]
        assert scores.metrics["xpos"] == pytest.approx(200 / 3)

    def test_heads_are_compared_where_both_have_heads(self) -> None:
        scores = compare_annotation([headed([0, 1]), headed([0, 1])], [headed([0, 1]), headed([2, 0])])
        assert scores.metrics == {"uas": 50.0, "complete": 50.0, "uas_no_punct": 50.0, "complete_no_punct": 50.0}
        assert (scores.sentences, scores.failure_count, scores.different) == (2, 0, (1,))

    def test_trees_are_compared_with_and_without_labels(self) -> None:
        gold, other = (Sentence.of(list("abc"), tree=over_three_words(label)) for label in ("NP", "VP"))
        scores = compare_annotation([gold, gold], [other, Sentence.of(list("abc"))])
        assert scores.metrics["f1"] == 50.0
        assert scores.metrics["unlabelled_precision"] == 100.0
        assert "uas" not in scores.metrics
        assert [failure.index for failure in scores.failures] == [1]
        assert scores.different == (0, 1)

    def test_trees_that_only_the_gold_has_do_not_count_against_heads(self) -> None:
        gold = Sentence.of(list("abc"), heads=[0, 1, 1], tree=over_three_words("NP"))
        scores = compare_annotation([gold], [headed([0, 1, 1], words="a b c")])
        assert scores.metrics["uas"] == 100.0
        assert "f1" not in scores.metrics
        assert scores.failure_count == 0

    def test_chosen_readings_come_before_the_candidates(self) -> None:
        gold = Sentence.of(list("abc"), analyses=[A, A, A])
        predicted = Sentence.of(list("abc"), analyses=[A, B, None], candidates=[(B, A), (A, B, C), (A,)])
        scores = compare_annotation([gold], [predicted])
        assert scores.metrics["e1"] == pytest.approx(200 / 3)  # the second is B, the third not chosen
        assert scores.metrics["e2"] == pytest.approx(100 / 3)  # B, A, C: second
        assert scores.metrics["mean_rank"] == 1.5
        assert scores.metrics["mean_candidates"] == pytest.approx(5 / 3)  # A B, B A C, none: a chosen one stands once

    def test_candidates_alone_are_no_readings(self) -> None:
        gold = Sentence.of(["a"], analyses=[A], heads=[0])
        assert "e1" not in compare_annotation([gold], [Sentence.of(["a"], candidates=[(A,)], heads=[0])]).metrics

    def test_other_words_under_readings_are_refused(self) -> None:
        with pytest.raises(DataError, match="sentence 1: word 1 is 'b', in the gold 'a'"):
            compare_annotation([Sentence.of(["a"], analyses=[A])], [Sentence.of(["b"], analyses=[A])])

    def test_brackets_of_one_label_are_scored_unlabelled_only(self) -> None:
        gold = Sentence.of(list("abc"), tree=over_three_words("NP"))
        first, second, third = (Tree("NN", (word,)) for word in "abc")
        bracketed = Sentence.of(list("abc"), tree=Tree("X", (Tree("X", (first, second)), third)))
        scores = compare_annotation([gold], [bracketed])
        assert "f1" not in scores.metrics
        assert scores.metrics["unlabelled_f1"] == 100.0
        assert scores.different == ()

    def test_what_is_left_without_annotation_gives_nothing_to_score(self) -> None:
        gold = Sentence.of(
            list("abc"),
            lemmas=list("abc"),
            xpos=["NN"] * 3,
            heads=[0, 1, 1],
            deprels=["root", "dep", "dep"],
            deps=["0:root", "1:dep", "1:dep"],
            tree=over_three_words("NP"),
            analyses=[A, A, A],
            candidates=[(A, B)] * 3,
            source=b"as it stood",
        )
        assert strip_annotation(gold) == Sentence.of(
            list("abc"), lemmas=list("abc"), xpos=["NN"] * 3, candidates=[(A, B)] * 3
        )
        assert strip_annotation(gold).source is None
        assert strip_annotation(gold, tags=False) == Sentence.of(list("abc"), candidates=[(A, B)] * 3)
        with pytest.raises(DataError, match="nothing in common"):
            compare_annotation([gold], [strip_annotation(gold)], columns=False)

    def test_nothing_in_common_is_refused(self) -> None:
        with pytest.raises(DataError, match="nothing in common to compare"):
            compare_annotation([headed([0])], [headed([None])])
        with pytest.raises(DataError, match="nothing in common to compare"):
            compare_annotation([], [])

    def test_every_figure_can_be_resampled_by_sentence(self) -> None:
        sentence = Sentence.of(list("abc"), heads=[0, 1, 1], tree=over_three_words("NP"), analyses=[A, A, A])
        scores = compare_annotation([sentence] * 3, [sentence] * 3)
        assert set(scores.metrics) <= set(scores.rates)
        assert {len(rate.numerators) for rate in scores.rates.values()} == {3}
        assert all(
            rate.value == pytest.approx(scores.metrics[name])
            for name, rate in scores.rates.items()
            if name in scores.metrics
        )


def test_every_figure_of_a_comparison_has_a_title_of_its_own() -> None:
    sentence = headed([2, 0, 2], "DT NN .", "det root punct", words="a b c", upos="DET NOUN PUNCT")
    sentence = replace(sentence, tree=over_three_words("NP"), lemmas=("a", "b", "c"), feats=("X=Y", "_", "_"))
    metrics = compare_annotation(
        [sentence.with_readings_from_columns()], [sentence.with_readings_from_columns()]
    ).metrics
    assert {"complete_no_punct", "las_no_punct", "f1", "unlabelled_f1_strict", "e1", "feats"} <= metrics.keys()
    assert metrics.keys() <= MEASURES.keys()
    assert len(set(MEASURES.values())) == len(MEASURES)


def test_columns_are_compared_where_both_sides_have_them() -> None:
    gold = Sentence.of(list("abcd"), upos=("N", "V", "N", "_"), xpos=("x", "y", "z", "z"), lemmas=list("abcd"))
    other = Sentence.of(list("abcd"), upos=("N", "N", "N", "V"), lemmas=list("abcd"))
    scores = compare_annotation([gold, gold], [other, gold])
    assert scores.metrics["upos"] == pytest.approx(100 * 5 / 6)  # the word without a tag in the gold is not scored
    assert scores.metrics["lemma"] == 100.0
    assert scores.metrics["xpos"] == 50.0  # 4 of 8: the first prediction has none
    assert "feats" not in scores.metrics
    assert scores.different == (0,)


@pytest.mark.parametrize(("length", "shown"), [(299, 299), (300, 300), (301, 300), (900, 300)])
def test_scores_are_shown_in_at_most_300_characters(length: int, shown: int) -> None:
    empty = len(repr(Scores(metrics={"": 1.0}, sentences=2)))
    text = repr(Scores(metrics={"x" * (length - empty): 1.0}, sentences=2))
    assert len(text) == shown
    assert text.startswith("<Scores over 2 sentences: x")
    assert text.endswith(" 1.00>" if length <= 300 else "…")
