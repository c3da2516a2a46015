"""The paper's rankers: what they count, what they learn from corpora with one secret, and what must not change them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from ranker_corpora import (
    LemmaAndCase,
    by_both_neighbours,
    by_the_case_before,
    by_the_topic,
    by_the_word_before,
)

from spectral_core import store
from spectral_core.data import Analysis, Ranked, Sentence, Treebank
from spectral_core.errors import DataError, SettingsError
from spectral_core.evaluate import compute_gold_ranks
from spectral_core.model import Ranker
from spectral_core.models.analysis_ranker import learn, regression_ranker
from spectral_core.models.analysis_ranker.design_matrix import (
    LEMMA_COLUMN,
    HashedText,
    LabelCounts,
    gold_label_keys,
    make_context_keys,
    make_regression_specs,
)
from spectral_core.models.analysis_ranker.labels_and_candidates import TrainingLabels
from spectral_core.models.analysis_ranker.ranking import break_ties, find_best_rows
from spectral_core.models.analysis_ranker.regression_model import count_regression_features, fit_regressions
from spectral_core.models.analysis_ranker.settings import MODELS, RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, make_label_scheme
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.progress import Cancelled, Progress
from spectral_core.registry import METHODS
from spectral_core.structured.analysis_ranker.perceptron import perceptron_scores, train_perceptron_epoch

learners = pytest.mark.parametrize("learner", ["ridge", "svr", "softmax"])


def error(
    settings: RankerSettings, first: Iterable[Sentence], second: Iterable[Sentence], test: Iterable[Sentence]
) -> float:
    """The percentage of decided words of `test` whose right candidate is not first."""
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    counting, weighing, text = book.encode_text(first), book.encode_text(second), book.encode_text(test)
    seen = TrainingLabels.from_text(counting)
    evidence = count_regression_features(settings, book, counting)
    model = fit_regressions(
        settings, book, evidence, HashedText.from_text(book, weighing, seen.find_candidates(book, weighing))
    )
    words = seen.find_candidates(book, text)
    scores, _ = model.scores(book, HashedText.from_text(book, text, words))
    found = compute_gold_ranks(scores, words.first_row, words.gold)[words.gold_label >= 0]
    return 100.0 * float(np.mean(found != 1))


def chosen(model: str, learner: str, statistic: str = "log", documents: bool = False) -> RankerSettings:
    return RankerSettings(model=model, learner=learner, statistic=statistic, documents=documents)


@learners
@pytest.mark.parametrize("statistic", ["fraction", "log", "ratio"])
def test_a_word_before_that_decides_is_found(learner: str, statistic: str) -> None:
    corpora = [by_the_word_before(seed, documents) for seed, documents in ((1, 40), (2, 10), (3, 30))]
    assert error(chosen("full", learner, statistic), *corpora) <= 2.0


@pytest.mark.parametrize(("model", "low", "high"), [("uni", 44.0, 56.0), ("baseline", 0.0, 2.0)])
def test_without_the_contexts_the_word_before_cannot_decide(model: str, low: float, high: float) -> None:
    corpora = [by_the_word_before(seed, documents) for seed, documents in ((1, 40), (2, 10), (3, 60))]
    assert low <= error(chosen(model, "ridge"), *corpora) <= high


@learners
def test_labels_never_counted_are_found_by_their_elements(learner: str) -> None:
    corpora = [by_both_neighbours(1, False), by_both_neighbours(2, True), by_both_neighbours(3, True, True)]
    assert error(chosen("full", learner), *corpora) <= 2.0


def test_labels_never_counted_are_out_of_reach_of_whole_labels_and_of_words_alone() -> None:
    for model in ("uni", "baseline"):
        corpora = [by_both_neighbours(1, False), by_both_neighbours(2, True), by_both_neighbours(3, True, True)]
        assert error(chosen(model, "ridge"), *corpora) >= 70.0


def test_weights_learn_to_trust_elements_only_from_words_whose_labels_were_not_counted() -> None:
    corpora = [by_both_neighbours(1, False), by_both_neighbours(2, False), by_both_neighbours(3, True, True)]
    assert error(chosen("full", "ridge"), *corpora) >= 90.0


@learners
def test_the_topic_of_the_document_decides_where_nothing_else_does(learner: str) -> None:
    for documents, low, high in ((True, 0.0, 2.0), (False, 44.0, 56.0)):
        corpora = [by_the_topic(1), by_the_topic(2, 20), by_the_topic(3, 60)]
        assert low <= error(chosen("full", learner, documents=documents), *corpora) <= high


def ranker(sentences: Iterable[Sentence], **settings: str | bool | int) -> regression_ranker.RegressionRanker:
    chosen = RankerSettings(**{"analyser": "given", "elements": "universal", **settings})  # type: ignore[arg-type]
    model = learn(Treebank.of(sentences), chosen)
    assert isinstance(model, regression_ranker.RegressionRanker)
    return model


def first_lemmas(model: Ranker, sentences: Iterable[Sentence]) -> list[list[str]]:
    return [[one[0].value.lemma if one else "" for one in model.rank(sentence)] for sentence in sentences]


def test_counts_are_those_made_by_hand() -> None:
    one, two = Analysis("one"), Analysis("two")
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    text = book.encode_text(
        [
            Sentence.of(["ab", "cd", "ab"], analyses=[one, two, two]),
            Sentence.of(["ab", "ce"], analyses=[one, None]),
            Sentence.of(["fd", "ab"], analyses=[two, one]),
        ]
    )
    counts = LabelCounts.empty()
    known, keys = gold_label_keys(book, text)
    contexts = make_context_keys(book, text)
    counts.add(contexts[known], keys)
    asked, labels = contexts[:1].repeat(1, axis=0), keys[[0, 1]]  # the first word, as "one" and as "two"
    found = counts.compute_statistics(asked, np.array([0, 2]), labels, [LEMMA_COLUMN], "raw")
    # all; ab; ab after the edge, before cd, the same by their first letters and by their last; then without ab
    as_one = [3, 3, 2, 1, 2, 2, 2, 1, 2, 1, 2, 2, 2, 1]
    as_two = [3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0]
    assert found[:, :14].astype(int).tolist() == [as_one, as_two]
    shares = counts.compute_statistics(asked, np.array([0, 2]), labels, [LEMMA_COLUMN], "fraction")
    assert shares[:, :3].tolist() == pytest.approx(np.array([[3 / 6, 3 / 4, 1.0], [3 / 6, 1 / 4, 0.0]]))
    base, own = (3 + 0.1) / 7, 3
    ratio = counts.compute_statistics(asked, np.array([0, 2]), labels, [LEMMA_COLUMN], "ratio")
    assert ratio[0, :2].tolist() == pytest.approx([np.log(base), np.log((own / base + 1) / (4 + 1))], rel=1e-5)


def with_other_gold(sentences: Iterable[Sentence], seed: int) -> list[Sentence]:
    """The same candidates, and any of them chosen."""
    draw = np.random.default_rng(seed)
    return [
        dataclasses.replace(
            sentence,
            analyses=tuple(
                offered[draw.integers(len(offered))] if offered else None for offered in sentence.candidates
            ),
        )
        for sentence in sentences
    ]


def test_what_is_right_in_documents_that_are_weighed_or_ranked_changes_nothing_that_is_said_of_them() -> None:
    settings = chosen("two-pass", "ridge", documents=True)
    book = RankerVocabulary(LemmaAndCase(), FileCandidates())
    first, second = book.encode_text(by_both_neighbours(1, True)), list(by_both_neighbours(2, True))
    seen, evidence = TrainingLabels.from_text(first), count_regression_features(settings, book, first)
    texts = [book.encode_text(second), book.encode_text(with_other_gold(second, 0))]
    assert not np.array_equal(texts[0].gold, texts[1].gold)
    cases = [HashedText.from_text(book, text, seen.find_candidates(book, text)) for text in texts]
    for part in make_regression_specs(settings, book.scheme.element_names)[:1]:
        designs = [evidence.make_design(book, case, part).make_matrix() for case in cases]
        assert np.array_equal(designs[0], designs[1])
    model = fit_regressions(settings, book, evidence, cases[0])
    scores = [model.scores(book, case)[0] for case in cases]
    assert np.array_equal(scores[0], scores[1])


def turned(sentence: Sentence) -> Sentence:
    return dataclasses.replace(sentence, candidates=tuple(offered[::-1] for offered in sentence.candidates))


@pytest.mark.parametrize("model", [name for name in MODELS if name != "context"])
def test_the_order_of_candidates_in_the_file_changes_no_rank(model: str) -> None:
    sentences = list(by_both_neighbours(1, True, documents=12, sentences=6))
    fresh = list(by_both_neighbours(9, True, documents=6, sentences=6))
    learnt = ranker(sentences, model=model, learner="ridge")
    backwards = ranker(map(turned, sentences), model=model, learner="ridge")
    for sentence in fresh:
        ranked = learnt.rank(sentence)
        for other in (learnt.rank(turned(sentence)), backwards.rank(sentence)):
            assert [[one.value for one in word] for word in other] == [[one.value for one in word] for word in ranked]


def test_equal_scores_are_parted_by_chance_and_a_missing_one_is_refused() -> None:
    keys = np.arange(1, 2001, dtype=np.uint64)
    firsts = np.arange(0, 2001, 2)
    best = find_best_rows(break_ties(np.zeros(2000), keys, seed=3), firsts)
    assert 0.4 < float(np.mean(best % 2)) < 0.6  # neither the first of a list nor the last
    assert not np.array_equal(best, find_best_rows(break_ties(np.zeros(2000), keys, seed=4), firsts))
    with pytest.raises(DataError, match="no number"):
        break_ties(np.array([0.0, np.nan]), keys[:2], seed=0)


def test_a_place_counts_all_that_are_not_below_and_missing_candidates_have_none() -> None:
    scores = np.array([1.0, 3.0, 2.0, 5.0, 5.0, np.nan, 1.0])
    assert compute_gold_ranks(scores, np.array([0, 3, 5, 7, 7]), np.array([2, 3, 6, -1])).tolist() == [2, 2, 2, 0]
    assert compute_gold_ranks(np.array([1.0, 2.0]), np.array([0, 2]), np.array([-1])).tolist() == [0]


@learners
def test_text_that_says_nothing_gives_finite_scores(learner: str) -> None:
    same = Analysis("same")
    sentence = Sentence.of(["a"], analyses=[same], candidates=[(same, Analysis("other"))])
    for statistic in ("raw", "fraction", "log", "ratio"):
        (ranking,) = ranker([sentence] * 8, model="full", learner=learner, statistic=statistic).rank(sentence)
        assert all(np.isfinite(one.score) for one in ranking)
        assert all(0.0 <= (one.probability or 0.0) <= 1.0 for one in ranking)


@pytest.mark.parametrize("model", ["full", "two-pass", "element", "ind", "most-frequent", "perceptron"])
def test_a_ranker_with_damaged_arrays_is_refused(model: str) -> None:
    learnt = ranker(list(by_both_neighbours(1, True, documents=12, sentences=6)), model=model)
    arrays = learnt.arrays()
    for name, array in arrays.items():
        if array.dtype == np.uint8:
            continue
        for damaged in (array[:-1], np.full(array.shape, np.nan), np.full(array.shape, -1.0), array[None]):
            endings = (".weights", ".scores", "topics.idf", "topics.parts", "weight.values", "sigmoid")
            if name.endswith(endings) and damaged.shape == array.shape and np.isfinite(damaged).all():
                continue  # these may be any finite numbers
            with pytest.raises((ValueError, LookupError)):
                regression_ranker.RegressionRanker.from_arrays(learnt.settings, arrays | {name: damaged})


@pytest.mark.parametrize("model", [name for name in MODELS if name != "context"])
def test_a_stored_ranker_says_the_same_again(model: str, tmp_path: Path) -> None:
    sentences = list(by_both_neighbours(1, True, documents=12, sentences=6))
    learnt = ranker(sentences, model=model)
    store.save(learnt, tmp_path / "model.npz")
    loaded = store.load(tmp_path / "model.npz")
    assert isinstance(loaded, Ranker)
    for sentence in by_both_neighbours(5, True, documents=3, sentences=4):
        assert loaded.rank(sentence) == learnt.rank(sentence)


@pytest.mark.parametrize("model", ["full", "ind", "element", "two-pass"])
def test_probabilities_are_of_candidates_and_of_the_chance_that_none_is_right(model: str) -> None:
    learnt = ranker(by_the_word_before(1, 30), model=model, learner="softmax")
    for sentence in by_the_word_before(2, 3):
        for ranking in learnt.rank(sentence):
            assert sum(one.probability or 0.0 for one in ranking) <= 1.0 + 1e-9
            chances = [one.probability or 0.0 for one in ranking]
            assert chances == sorted(chances, reverse=True)


def test_a_neighbour_that_a_person_confirmed_decides() -> None:
    model = ranker(by_the_case_before(1), model="cheat", learner="softmax", documents=False)
    right = guessed = words = 0
    for sentence in by_the_case_before(2, 10):
        bare = dataclasses.replace(sentence, analyses=())
        confirmed, gold = sentence.analyses
        assert confirmed is not None
        ranking = model.rank(bare, {1: confirmed})
        assert ranking[0][0].value == confirmed
        assert ranking[0][0].probability == 1.0
        words += 1
        right += ranking[1][0].value == gold
        guessed += model.rank(bare)[1][0].value == gold
    assert right == words
    assert guessed < 0.7 * words


def test_neighbours_as_a_person_chose_them_are_the_upper_bound() -> None:
    corpora = [list(by_the_case_before(seed)) for seed in (1, 2, 3)]
    plain = error(chosen("full", "ridge"), *corpora)
    cheating = error(chosen("cheat", "ridge"), *corpora)
    assert 40.0 < plain < 60.0
    assert cheating == pytest.approx(25.0, abs=4.0)  # every second word still has nothing to go by


def test_ind_puts_together_what_lemma_and_the_rest_say_by_themselves() -> None:
    sentences = list(by_both_neighbours(1, True))
    model = ranker(sentences, model="ind", learner="softmax", documents=False)
    tested = list(by_both_neighbours(4, True, documents=10))
    found = first_lemmas(model, tested)
    right = [word == (gold.lemma if gold else "") for words, one in zip(found, tested, strict=True)
             for word, gold in zip(words, one.analyses, strict=True)]  # fmt: skip
    assert np.mean(right) > 0.98


def test_an_element_that_there_is_not_is_answered_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"element is one of lemma, .*not 'mood'"):
        ranker(by_the_word_before(1, 6), model="element", element="mood")


def test_documents_of_their_own_can_be_given_for_the_weights() -> None:
    settings = RankerSettings(model="full", analyser="given", elements="universal", documents=False)
    own, dev = (Treebank.of(by_the_word_before(seed, 20)) for seed in (1, 2))
    model = METHODS["analysis-ranker"].learn(own, settings, dev=dev)
    assert isinstance(model, Ranker)
    found: Sequence[list[str]] = first_lemmas(model, by_the_word_before(3, 4))
    gold = [[one.lemma if one else "" for one in sentence.analyses] for sentence in by_the_word_before(3, 4)]
    assert found == gold


@pytest.mark.parametrize("model", ["full", "uni", "ind", "element", "two-pass"])
def test_what_is_explained_adds_up_to_the_difference_of_scores(model: str) -> None:
    learnt = ranker(by_the_word_before(1, 12), model=model, affixes=True)
    sentence = next(iter(by_the_word_before(2, 1)))
    for confirmed in (None, {1: Analysis("this")}):
        first, second = learnt.rank(sentence, confirmed)[1][:2]
        parts = learnt.explain(sentence, 2, first.value, second.value, confirmed)
        assert sum(one.value for one in parts) == pytest.approx(first.score - second.score, abs=1e-4)
        assert [abs(one.value) for one in parts] == sorted((abs(one.value) for one in parts), reverse=True)
        over_all = learnt.explain(sentence, 2, first.value, None, confirmed)
        assert sum(one.value for one in over_all) == pytest.approx((first.score - second.score) / 2, abs=1e-4)
        assert learnt.explain(sentence, 2, first.value, first.value) == ()


def test_the_word_before_is_named_as_the_reason_where_it_is() -> None:
    learnt = ranker(by_the_word_before(1, 30), model="full", learner="softmax", documents=False)
    sentence = next(iter(by_the_word_before(2, 1)))
    first, second = learnt.rank(sentence)[1][:2]
    best = learnt.explain(sentence, 2, first.value, second.value)[0]
    assert "before" in best.statistic
    assert best.element in ("lemma", "whole analysis")
    assert best.value > 0


def test_a_baseline_explains_nothing_and_a_foreign_analysis_is_refused() -> None:
    sentences = list(by_the_word_before(1, 6))
    gold = sentences[0].analyses[1]
    assert gold is not None
    assert ranker(sentences, model="perceptron").explain(sentences[0], 2, gold) == ()
    with pytest.raises(DataError, match="not among the candidates of 'w"):
        ranker(sentences, model="full").explain(sentences[0], 2, Analysis("nobody"))


@pytest.mark.parametrize("model", ["unranked", "most-frequent", "perceptron", "full", "two-pass"])
def test_learning_is_the_same_again_and_stops_at_any_report(model: str) -> None:
    sentences = Treebank.of(by_both_neighbours(1, True, documents=8, sentences=4))
    settings = RankerSettings(model=model, analyser="given", elements="universal")
    reports: list[Progress] = []
    first, second = learn(sentences, settings, reports.append).arrays(), learn(sentences, settings).arrays()
    assert first.keys() == second.keys()
    assert all(np.array_equal(array, second[name]) for name, array in first.items())
    for wanted in range(len(reports)):
        left = iter(range(wanted))

        def stop(progress: Progress, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Cancelled

        with pytest.raises(Cancelled):
            learn(sentences, settings, stop)


def test_a_perceptron_moves_weights_by_one_towards_the_gold_row_and_away_from_the_best() -> None:
    contexts = np.array([[3, 0], [3, 5]], dtype=np.uint64)  # 0 is no context
    values = np.array([[11, 12], [11, 13], [14, 15], [16, 17]], dtype=np.uint64)
    firsts, gold, jitter = np.array([0, 2, 4]), np.array([0, 3]), np.array([0.1, 0.9, 0.2, 0.1])
    weights, totals = np.zeros(1 << 12, dtype=np.float32), np.zeros(1 << 12)
    asked = np.array([0, 1]), contexts, firsts, values, gold, jitter
    assert train_perceptron_epoch(weights, totals, 10, *asked) == 2
    scores = np.empty(4)
    perceptron_scores(weights, contexts, firsts, values, scores)
    assert scores.tolist() == [1.0, -1.0, -4.0, 4.0]  # the first value is the same in both rows of the first word
    assert sorted(weights[weights != 0].tolist()) == [-1.0] * 5 + [1.0] * 5
    assert sorted(totals[totals != 0].tolist()) == [-11.0] * 4 + [-10.0, 10.0] + [11.0] * 4
    assert train_perceptron_epoch(weights, totals, 12, *asked) == 0


def test_a_confirmed_reading_of_a_word_without_candidates_has_the_score_0() -> None:
    model = ranker(by_the_word_before(1, 6), model="full", documents=False)
    sentence, chosen = Sentence.of(["never", "seen"]), Analysis("confirmed")
    assert model.rank(sentence, {2: chosen}) == [[], [Ranked(chosen, 0.0, 1.0)]]


def test_arabic_words_have_universal_elements_where_the_settings_say_so() -> None:
    arabic = Treebank.of([Sentence.of(["كتب", "الولد"], analyses=[Analysis("kataba"), Analysis("walad")])])
    schemes = {
        elements: make_label_scheme(RankerSettings(elements=elements), arabic).to_text().partition("\n")[0]
        for elements in ("auto", "arabic", "universal")
    }
    assert schemes == {"auto": "arabic", "arabic": "arabic", "universal": "universal"}
