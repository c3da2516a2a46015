"""Rankings and the calibration of their probabilities against cases worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

import numpy as np
import pytest

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate import bin_by_confidence, expected_calibration_error, is_arabic, score_rankings
from spectral_core.evaluate.rankings import label_by_columns

A, B, C, D = (Analysis(lemma=name, xpos="N") for name in "ABCD")


def ranked(*rows: tuple[Analysis, float], probability: float | None = None) -> list[Ranked[Analysis]]:
    return [Ranked(value, score, probability if at == 0 else None) for at, (value, score) in enumerate(rows)]


def rank_of(
    gold: Analysis, ranking: Sequence[Ranked[Analysis]], label: Callable[[str, Analysis], Hashable] = label_by_columns
) -> int:
    scores = score_rankings([Sentence.of(["x"], analyses=[gold])], [[ranking]], label=label)
    return int(scores.ranks[0])


class TestRankings:
    def test_figures_by_hand(self) -> None:
        gold = Sentence.of(["كتب", "7", "x", "y"], analyses=[A, A, A, None])
        rankings = [
            ranked((A, -1), (B, -2)),  # first
            ranked((B, 0), (A, -1), (C, -2)),  # second
            ranked((B, 0), (C, -1)),  # not in the list
            ranked((B, 0)),  # no gold
        ]
        scores = score_rankings([gold], [rankings])
        assert scores.metrics == {
            "e1": pytest.approx(200 / 3),
            "e2": pytest.approx(100 / 3),
            "e1_script": 0.0,
            "e2_script": 0.0,
            "oracle": pytest.approx(200 / 3),
            "mean_rank": 1.5,  # (1 + 2) / 2: the word whose reading is missing is not in it
            "mean_candidates": pytest.approx(7 / 3),
        }
        assert (scores.words, scores.words_without_gold, scores.sentences) == (3, 1, 1)
        assert sorted(scores.ranks.tolist()) == [0, 1, 2]
        assert set(scores.ranks[scores.script].tolist()) == {1}
        assert scores.different == (0,)

    @pytest.mark.parametrize(
        ("rows", "rank"),
        [
            ([(A, 1.0), (B, 1.0)], 2),  # a tie goes against the ranker
            ([(B, 1.0), (A, 1.0), (C, 1.0), (D, 0.0)], 3),
            ([(A, math.nan), (B, 1.0), (C, -1.0)], 3),  # no score: last
            ([(A, 5.0), (B, math.nan), (C, -1.0)], 2),  # a wrong one without a score: before
            ([(A, math.nan), (B, math.nan)], 2),
            ([(B, -1.0), (A, 0.0)], 1),  # by score, not by place
            ([(B, 2.0), (A, 0.0), (A, 3.0)], 1),  # the best of several right ones
            ([(A, 3.0), (B, 2.0), (A, 0.0)], 1),
            ([(A, math.nan), (B, 2.0), (A, 3.0)], 1),
            ([(A, 3.0), (B, 2.0), (A, math.nan)], 1),
            ([(A, -math.inf), (B, -math.inf)], 2),
            ([(B, 1.0)], 0),
            ([], 0),
        ],
    )
    def test_ties_and_missing_scores_never_help(self, rows: list[tuple[Analysis, float]], rank: int) -> None:
        assert rank_of(A, ranked(*rows)) == rank

    def test_a_word_without_candidates_is_an_error(self) -> None:
        metrics = score_rankings([Sentence.of(["a"], analyses=[A])], [[[]]]).metrics
        assert metrics == {"e1": 100.0, "e2": 100.0, "oracle": 0.0, "mean_candidates": 0.0}

    def test_readings_are_the_same_by_lemma_tags_and_features(self) -> None:
        glossed = Analysis(lemma="A", xpos="N", gloss="ox", vocalised="alif")
        assert rank_of(A, ranked((glossed, 0.0))) == 1
        assert rank_of(A, ranked((Analysis(lemma="A", xpos="V"), 0.0))) == 0
        assert rank_of(A, ranked((glossed, 0.0)), label=lambda *word: word) == 0

    def test_readings_that_are_one_share_a_place_and_count_once(self) -> None:
        glossed, spelt = B._replace(gloss="house"), B._replace(vocalised="bayt")
        rows = ranked((B, 3.0), (glossed, 3.0), (spelt, 3.0), (A, 1.0))
        scores = score_rankings([Sentence.of(["x"], analyses=[A])], [[rows]])
        assert scores.ranks.tolist() == [2]
        assert (scores.metrics["e2"], scores.metrics["mean_candidates"]) == (0.0, 2.0)
        assert rank_of(A, rows, label=lambda *word: word) == 4

    def test_the_error_of_calibration_is_over_words_with_a_probability(self) -> None:
        gold = Sentence.of(list("abcd"), analyses=[A] * 4)
        rankings = [
            ranked((A, 0), (B, -1), probability=0.9),
            ranked((B, 0), (A, -1), probability=0.85),
            ranked((B, 0), probability=0.35),  # not in the list: wrong all the same
            ranked((A, 0)),
        ]
        scores = score_rankings([gold], [rankings])
        # bin .8 to .9: confidence .875, accuracy .5; bin .3 to .4: .35 and 0; (2 x .375 + .35) / 3
        assert scores.metrics["ece"] == pytest.approx(1.1 / 3)
        asked = ~np.isnan(scores.confidences)
        bins = bin_by_confidence(scores.confidences[asked], scores.ranks[asked] == 1)
        assert [row.count for row in bins] == [1, 2]
        assert not (asked & scores.script).any()

    def test_another_script_can_be_asked_for(self) -> None:
        gold = Sentence.of(["дом", "house"], analyses=[A, A])
        rankings = [ranked((B, 0), (A, -1)), ranked((A, 0))]
        metrics = score_rankings([gold], [rankings], in_script=lambda word: "а" <= word[0] <= "я").metrics
        assert (metrics["e1"], metrics["e1_script"]) == (50.0, 100.0)

    @pytest.mark.parametrize(
        ("word", "expected"),
        [
            ("كِتَاب", True),
            ("ﻻ", True),
            ("٣", False),
            ("،", False),
            ("3", False),
            ("house", False),
            ("ال-CNN", True),
            ("", False),
        ],
    )
    def test_arabic_words_have_an_arabic_letter(self, word: str, expected: bool) -> None:
        assert is_arabic(word) is expected

    def test_rankings_of_other_words_are_refused(self) -> None:
        with pytest.raises(DataError, match="sentence 1: 1 words were ranked, in the gold there are 2"):
            score_rankings([Sentence.of(["a", "b"], analyses=[A, A])], [[[]]])
        with pytest.raises(DataError, match="no word of the gold has a chosen reading"):
            score_rankings([Sentence.of(["a"])], [[[]]])


class TestCalibration:
    CONFIDENCES = (0.95, 0.85, 0.85, 0.15)
    RIGHT = (True, True, False, False)

    def test_bins_of_equal_width_by_hand(self) -> None:
        table = bin_by_confidence(self.CONFIDENCES, self.RIGHT, bins=2)
        assert [(row.low, row.high, row.count) for row in table] == [(0.0, 0.5, 1), (0.5, 1.0, 3)]
        assert [row.confidence for row in table] == [pytest.approx(0.15), pytest.approx(2.65 / 3)]
        assert [row.accuracy for row in table] == [0.0, pytest.approx(2 / 3)]
        # (1 x .15 + 3 x (2.65 / 3 - 2 / 3)) / 4 = (.15 + .65) / 4
        assert expected_calibration_error(self.CONFIDENCES, self.RIGHT, bins=2) == pytest.approx(0.2)

    def test_bins_of_equal_mass_by_hand(self) -> None:
        # .15 .85 | .85 .95; each .85 counts with the accuracy .5 of both: |.5 - .25| and |.9 - .75|, halves
        table = bin_by_confidence(self.CONFIDENCES, self.RIGHT, bins=2, equal_mass=True)
        assert [(row.low, row.high, row.count) for row in table] == [(0.15, 0.85, 2), (0.85, 0.95, 2)]
        assert [row.accuracy for row in table] == [0.25, 0.75]
        assert expected_calibration_error(self.CONFIDENCES, self.RIGHT, 2, equal_mass=True) == pytest.approx(0.2)

    def test_the_order_of_equal_confidences_does_not_matter(self) -> None:
        confidences = [0.5] * 6
        first = expected_calibration_error(confidences, [True] * 3 + [False] * 3, bins=2, equal_mass=True)
        assert first == expected_calibration_error(confidences, [True, False] * 3, bins=2, equal_mass=True) == 0.0

    def test_the_edges_of_bins_belong_to_the_bin_below(self) -> None:
        for confidence, bins in ((0.07, 100), (0.14, 100), (0.28, 100), (0.3, 10), (1.0, 3), (0.5, 1)):
            (found,) = bin_by_confidence([confidence], [True], bins=bins)
            assert found.low < confidence <= found.high
        table = bin_by_confidence([0.0, 0.5, 1.0], [False, True, True], bins=2)
        assert [(row.low, row.count) for row in table] == [(0.0, 2), (0.5, 1)]

    def test_right_confidences_have_no_error(self) -> None:
        assert expected_calibration_error([1.0, 1.0, 0.0], [True, True, False]) == 0.0

    def test_no_answers_have_no_error_at_all(self) -> None:
        assert math.isnan(expected_calibration_error([], []))
        assert bin_by_confidence([], [], equal_mass=True) == ()

    @pytest.mark.parametrize("wrong", [1.2, -0.1, math.nan])
    def test_what_is_no_probability_is_refused(self, wrong: float) -> None:
        with pytest.raises(ValueError, match="from 0 to 1"):
            bin_by_confidence([wrong], [True])
