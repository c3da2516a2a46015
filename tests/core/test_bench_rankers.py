"""The figures of a table of rankers, from places that were made up; and a table of a small corpus."""

from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import pytest

from spectral_core.bench import analysis_ranker
from spectral_core.bench.analysis_ranker import (
    EvaluatedWords,
    RankingOutcome,
    compute_accepted_share,
    summarise_outcomes,
)
from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.evaluate import evaluate_ranker, expected_calibration_error
from spectral_core.models.analysis_ranker.context_trainer import train_on_text
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.morphology.label_schemes import choose_label_scheme


def outcome(places: list[int], confidences: list[float] | None = None) -> RankingOutcome:
    sure = None if confidences is None else np.array(confidences)
    return RankingOutcome.from_ranks(np.array(places), np.full(len(places), 4), sure, 2.0, 0.5)


def test_a_word_without_its_right_candidate_is_an_error_and_reads_them_all() -> None:
    tested = EvaluatedWords(np.array([True, True, False, True, True]), np.zeros(5, dtype=np.int64), 1000, 2)
    row = summarise_outcomes([outcome([1, 2, 1]), outcome([3, 0])], tested)
    assert (row["e1"], row["e2"], row["e1_script"], row["e2_script"]) == (60.0, 40.0, 75.0, 50.0)
    assert (row["oracle"], row["mean_candidates"], row["mean_rank"]) == (80.0, 4.0, 1.75)
    assert row["items"] == pytest.approx((1 + 2 + 3 + 4) / 4)
    assert (row["learn_cpu"], row["words_per_second"]) == (2.0, 1000)
    assert row["ece"] is None


@pytest.mark.filterwarnings("error")
def test_what_no_word_in_the_script_says_stays_open() -> None:
    row = summarise_outcomes([outcome([1, 2])], EvaluatedWords(np.zeros(2, dtype=np.bool_), np.zeros(2, int), 2, 1))
    assert (row["e1"], row["e1_script"], row["items"]) == (50.0, None, None)


def test_calibration_and_what_can_be_accepted_are_of_the_first_candidates() -> None:
    tested = EvaluatedWords(np.ones(4, dtype=np.bool_), np.zeros(4, dtype=np.int64), 4, 1)
    row = summarise_outcomes([outcome([1, 1, 2, 1], [1.0, 0.8, 0.8, 0.3])], tested)
    assert row["ece"] == pytest.approx((0.0 + 2 * 0.3 + 0.7) / 4)
    assert row["accepted_95"] == 25.0


def test_equally_sure_answers_are_accepted_together_or_not_at_all() -> None:
    right = np.array([True, True, True, False])
    assert compute_accepted_share(np.array([0.9, 0.8, 0.7, 0.6]), right) == 0.75
    assert compute_accepted_share(np.array([0.9, 0.7, 0.7, 0.7]), right) == 0.25
    assert compute_accepted_share(np.array([0.9, 0.9, 0.9, 0.9]), right) == 0.0
    assert compute_accepted_share(np.array([0.9, 0.9, 0.9, 0.9]), right, precision=0.75) == 1.0


def test_the_interval_of_a_difference_is_over_documents() -> None:
    documents = np.repeat(np.arange(20), 5)
    tested = EvaluatedWords(np.ones(100, dtype=np.bool_), documents, 100, 1)
    worse, better = outcome([2] * 50 + [1] * 50), outcome([1] * 100)
    row = summarise_outcomes([better], tested, [worse])
    low, less, high = row["less_low"], row["less_e1"], row["less_high"]
    assert less == 50.0
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert 20.0 < low < 35.0  # of 20 documents, not of 100 words: there it would be above 40
    assert 65.0 < high < 80.0
    same = summarise_outcomes([worse], tested, [worse])
    assert (same["less_e1"], same["less_low"], same["less_high"]) == (0.0, 0.0, 0.0)


def test_a_table_and_an_evaluation_find_the_right_reading_in_the_same_place() -> None:
    chance = np.random.default_rng(3)
    offered = tuple(
        Analysis(lemma, upos=upos, gloss=gloss) for lemma in "ab" for upos in "NV" for gloss in ("", "x", "y")
    )
    chosen = chance.integers(len(offered), size=400)
    sentences = [
        Sentence.of(["w", "v"], analyses=[offered[one], offered[other]], candidates=[offered, offered[:9]])
        for one, other in chosen.reshape(-1, 2)
    ]
    book = RankerVocabulary(choose_label_scheme(Treebank.of(sentences)), FileCandidates())
    ranker = train_on_text(RankerSettings(), book, (), book.encode_text(sentences[:150]))
    scored = ranker.score_text(book.encode_text(sentences[150:], times=0))
    made = analysis_ranker.make_outcome(scored.features.words, *scored.scores_and_probabilities(), 0.0, 0.0)
    metrics = evaluate_ranker(ranker, sentences[150:])
    assert 0.0 < metrics["e2"] < metrics["e1"] < 100.0
    assert metrics["e1"] == pytest.approx(100.0 * np.mean(~made.first))
    assert metrics["e2"] == pytest.approx(100.0 * np.mean(~made.second))
    assert metrics["mean_rank"] == pytest.approx(np.mean(made.gold_ranks[made.gold_ranks > 0]))
    assert metrics["ece"] == pytest.approx(expected_calibration_error(made.confidences, made.first))
    assert metrics["mean_candidates"] == pytest.approx(np.mean(made.sizes))


def test_a_corpus_is_measured_by_all_rankers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = []
    for document in range(12):
        rows.append(f"# newdoc id = {document}")
        for first, lemma in (("they", "see"), ("the", "saw")) * 3:
            rows += [f"1\t{first}\t{first}\tX\tX\t_\t_\t_\t_\t_", f"2\tsaw\t{lemma}\tV\tV\t_\t_\t_\t_\t_", ""]
    with lzma.open(tmp_path / "a.conllu.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join(rows) + "\n")
    corpus = analysis_ranker.RankingCorpus("made up", "a.conllu.xz", "treebank", "a.conllu.xz")
    monkeypatch.setattr(analysis_ranker, "CORPORA", (corpus,))
    table = {str(row["model"]): row for row in analysis_ranker.measure_rankers(tmp_path)}
    assert {
        "unranked",
        "most-frequent",
        "perceptron",
        "baseline",
        "ind",
        analysis_ranker.REFERENCE_RANKER,
    } <= table.keys()
    assert table[analysis_ranker.REFERENCE_RANKER]["e1"] == 0.0
    assert table["most-frequent"]["e1"] == 25.0  # the word before is needed
    assert all(row["oracle"] == 100.0 for row in table.values())
