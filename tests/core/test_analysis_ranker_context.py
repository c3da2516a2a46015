"""The context ranker: its counts, what it sees of a document that is left out, what it learns from toy languages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core import store
from spectral_core.arrays import Indexes, Singles
from spectral_core.data import EMPTY, Analysis, Ranked, Segment, Sentence, Treebank
from spectral_core.engine import DocumentState, Engine, RankReadings
from spectral_core.errors import DataError
from spectral_core.evaluate import evaluate_ranker
from spectral_core.maths.regression import minimise_lbfgs
from spectral_core.model import pack_strings, unpack_strings
from spectral_core.models import analysis_ranker
from spectral_core.models.analysis_ranker import RankerSettings, context_trainer
from spectral_core.models.analysis_ranker.context_counts import ContextKeys, CountedCorpus, add_context_counts
from spectral_core.models.analysis_ranker.context_features import (
    STATISTIC_NAMES,
    ContextFeatureMatrix,
    FeatureTemplates,
    LeaveOneOutFeatures,
)
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker, UncertaintyThreshold
from spectral_core.models.analysis_ranker.context_trainer import fit_weights, train_context_ranker
from spectral_core.models.analysis_ranker.feature_hashes import FeatureHasher
from spectral_core.models.analysis_ranker.labels_and_candidates import TrainingLabels
from spectral_core.models.analysis_ranker.storage import pack_training_labels, unpack_training_labels
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.morphology.analyser import FileCandidates
from spectral_core.morphology.label_schemes import UniversalScheme
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings
from spectral_core.structured.analysis_ranker.context_associations import BASE_CONTEXT
from spectral_core.structured.analysis_ranker.context_keys import (
    LABEL_COLUMNS,
    LABEL_CONTEXTS,
    WORD_COLUMNS,
    WORD_CONTEXTS,
    label_context_keys,
    word_context_keys,
)
from spectral_core.structured.analysis_ranker.log_linear import (
    best_two_candidate_rows,
    candidate_rows_at_quantiles,
    log_softmax,
)
from spectral_core.structured.hash_tables import CountTable, combine_key_arrays

SMALL = RankerSettings(words=100)
NOUN, VERB = Analysis("can", upos="NOUN"), Analysis("can", upos="VERB")
Ranking = Sequence[Ranked[Analysis]]


def simple(forms: str, *chosen: Analysis, offered: Sequence[Analysis] = (NOUN, VERB), document: str = "d") -> Sentence:
    words = forms.split()
    return Sentence.of(
        words, analyses=chosen, candidates=[tuple(offered)] * len(words), comments=[f"# newdoc id = {document}"]
    )


def documents(treebank: Treebank, size: int = 2) -> list[Sentence]:
    """The sentences in documents of so many."""
    return [
        replace(sentence, comments=(f"# newdoc id = {at // size}",), source=None)
        for at, sentence in enumerate(treebank)
    ]


@pytest.fixture(scope="module")
def model() -> ContextRanker:
    return train_context_ranker(tiny_treebank(), SMALL)


def wrong(ranker: ContextRanker, sentences: Sequence[Sentence], at: int) -> float:
    """The percentage of sentences whose word `at` has another first candidate than the chosen one."""
    rankings = ranker.rank_all(sentences)
    misses = [
        ranking[at][0].value != sentence.analyses[at] for ranking, sentence in zip(rankings, sentences, strict=True)
    ]
    return 100 * sum(misses) / len(misses)


def test_counts_of_five_words_are_those_of_a_hand() -> None:
    book = RankerVocabulary(UniversalScheme(()), FileCandidates())
    text = book.encode_text([simple("can can see", NOUN, VERB, VERB), simple("can see", NOUN, VERB)])
    keyring = FeatureHasher(book)
    counted = ContextKeys.from_text(keyring, text)
    pairs = FeatureTemplates.make_all(keyring.elements)
    table = CountTable()
    add_context_counts(table, counted, pairs)
    upos = keyring.elements.names.index("upos")
    noun, verb = counted.gold_keys[0, upos], counted.gold_keys[1, upos]

    def seen(statistic: str, word: int, value: np.uint64 | None = None) -> int:
        context = counted.contexts_of_statistic(STATISTIC_NAMES.index(statistic))[word : word + 1]
        keys = context if value is None else combine_key_arrays(context, np.array([value]))
        return int(table.counts(keys)[0])

    assert [seen("w", 0), seen("w", 0, noun), seen("w", 0, verb)] == [3, 2, 1]
    assert [seen("w", 2), seen("w", 2, noun), seen("w", 2, verb)] == [2, 0, 2]
    assert [seen("p", 0), seen("p", 0, noun)] == [2, 2]  # at the beginning of a sentence
    assert [seen("p", 1), seen("p", 1, verb), seen("p", 1, noun)] == [3, 3, 0]  # behind "can"
    assert [seen("w p", 1), seen("w p", 1, verb)] == [1, 1]
    assert [seen("SYNTAX(p)", 1), seen("SYNTAX(p)", 1, verb), seen("SYNTAX(p)", 2, verb)] == [2, 2, 1]
    base = np.array([BASE_CONTEXT])
    assert table.counts(np.concatenate((base, combine_key_arrays(base, np.array([noun, verb]))))).tolist() == [5, 2, 3]


def test_a_statistic_is_the_shrunk_log_ratio_of_its_counts() -> None:
    sentences = [simple("can can see", NOUN, VERB, VERB), simple("can see", NOUN, VERB)]
    book = RankerVocabulary(UniversalScheme(()), FileCandidates())
    text = book.encode_text(sentences)
    keyring = FeatureHasher(book)
    pairs = FeatureTemplates.make_all(keyring.elements)
    table = CountTable()
    add_context_counts(table, ContextKeys.from_text(keyring, text), pairs)
    space = ContextFeatureMatrix(keyring, TrainingLabels.from_text(text).find_candidates(book, text), pairs)
    space.fill_word_contexts(table, keyring.word_keys(text.form, text.candidate_set))
    upos, statistic = keyring.elements.names.index("upos"), STATISTIC_NAMES.index("w")
    cell = int(space.cells.word_bounds[0]) + int(space.cells.row_cell[0, upos]) - 1  # of NOUN for the first "can"
    rare = 6 / 2.1  # 1 / p, p = (n(v) + .1) / (N + 1)
    found = space.cells.values[space.cells.offsets[cell] : space.cells.offsets[cell + 1]]
    assert found[pairs.columns[0, upos]] == pytest.approx(-math.log(rare))
    assert found[pairs.columns[statistic, upos]] == pytest.approx(math.log((2 * rare + 1) / (3 + 1)))


def test_a_document_that_is_left_out_looks_as_if_it_had_not_been_counted() -> None:
    sentences = documents(tiny_treebank())
    book = RankerVocabulary(UniversalScheme(("Number",)), FileCandidates())
    text = book.encode_text(sentences)
    keyring, seen = FeatureHasher(book), TrainingLabels.from_text(text)
    pairs = FeatureTemplates.make_all(keyring.elements)
    space = ContextFeatureMatrix(keyring, seen.find_candidates(book, text, leave_out=True), pairs)
    left_out = LeaveOneOutFeatures(space, text, keyring, CountedCorpus.from_text(keyring, text))
    left_out.fill_word_contexts()
    left_out.fill_label_contexts(text.gold)
    for document in range(6):
        others = text.select([at for at in range(12) if at // 2 != document])
        own = text.select([2 * document, 2 * document + 1])
        table = CountTable()
        add_context_counts(table, ContextKeys.from_text(keyring, others), pairs)
        alone = ContextFeatureMatrix(keyring, TrainingLabels.from_text(others).find_candidates(book, own), pairs)
        keys = keyring.word_keys(own.form, own.candidate_set)
        alone.fill_word_contexts(table, keys)
        alone.fill_label_contexts(table, keys, own.gold)
        words = np.flatnonzero(text.document == document)
        first, last = space.cells.word_bounds[words[0]], space.cells.word_bounds[words[-1] + 1]
        assert np.array_equal(
            space.cells.values[space.cells.offsets[first] : space.cells.offsets[last]], alone.cells.values
        )


def test_the_gold_of_a_document_does_not_change_what_is_seen_of_it() -> None:
    sentences = documents(tiny_treebank())
    changed = [
        replace(sentence, analyses=tuple(offered[-1] for offered in sentence.candidates)) if at < 2 else sentence
        for at, sentence in enumerate(sentences)
    ]
    assert [one.analyses for one in changed[:2]] != [one.analyses for one in sentences[:2]]
    found = []
    for version in (sentences, changed):
        book = RankerVocabulary(UniversalScheme(("Number",)), FileCandidates())
        text = book.encode_text(version)
        keyring = FeatureHasher(book)
        words = TrainingLabels.from_text(text).find_candidates(book, text, leave_out=True)
        space = ContextFeatureMatrix(keyring, words, FeatureTemplates.make_all(keyring.elements))
        LeaveOneOutFeatures(space, text, keyring, CountedCorpus.from_text(keyring, text)).fill_word_contexts()
        end = space.cells.word_bounds[text.starts[2]]
        found.append((words.first_row[: text.starts[2] + 1], space.cells.values[: space.cells.offsets[end]]))
    assert np.array_equal(found[0][0], found[1][0])
    assert np.array_equal(found[0][1], found[1][1])


def test_what_was_chosen_in_a_sentence_does_not_change_how_it_is_ranked(model: ContextRanker) -> None:
    for sentence in tiny_treebank():
        other = replace(sentence, analyses=tuple(offered[-1] for offered in sentence.candidates))
        blank = Sentence.of(sentence.forms, candidates=sentence.candidates)
        assert model.rank(sentence) == model.rank(other) == model.rank(blank)


def test_the_order_of_candidates_does_not_change_their_ranks(model: ContextRanker) -> None:
    strange = Sentence.of(["xyzzy"], candidates=[(NOUN, VERB, Analysis("x", upos="X"), Analysis("y", upos="X"))])
    for sentence in (*tiny_treebank(), strange):
        turned = replace(sentence, candidates=tuple(offered[::-1] for offered in sentence.candidates), source=None)
        for ranking, other in zip(model.rank(turned), model.rank(sentence), strict=True):
            assert [one.value for one in ranking] == [one.value for one in other]
            assert [one.score for one in ranking] == pytest.approx([one.score for one in other])


def test_equal_scores_are_ordered_by_the_seed_and_not_by_the_list() -> None:
    names = [Analysis(f"lemma{at}", upos="X") for at in range(8)]
    treebank = tiny_treebank()
    orders = set()
    for seed in range(4):
        ranker = train_context_ranker(treebank, replace(SMALL, seed=seed, weights=False, passes=1))
        for offered in (names, names[::-1]):
            (ranking,) = ranker.rank(Sentence.of(["xyzzy"], candidates=[tuple(offered)]))
            assert ranking[0].score == pytest.approx(ranking[-1].score, abs=1e-8)
            assert len({one.probability for one in ranking}) == 1
            orders.add(tuple(one.value.lemma for one in ranking))
    assert len(orders) == 4


def test_scores_are_finite_and_probabilities_sum_to_one(model: ContextRanker) -> None:
    strange = [
        Sentence.of([]),
        Sentence.of(["", "\u2028", "\U00010330", "."], candidates=[(NOUN, VERB)] * 4),
        Sentence.of(["can"] * 300, candidates=[(NOUN, VERB)] * 300),
        Sentence.of(["never", "seen"]),
    ]
    for sentence in (*tiny_treebank(), *strange):
        for ranking in model.rank(sentence):
            assert all(math.isfinite(one.score) for one in ranking)
            assert not ranking or sum(one.probability or 0 for one in ranking) == pytest.approx(1)
            assert all(one.score == pytest.approx(math.log(one.probability or 1), abs=1e-8) for one in ranking)
    assert [len(ranking) for ranking in model.rank(strange[-1])] == [0, 0]


def fitted() -> ContextFeatureMatrix:
    book = RankerVocabulary(UniversalScheme(("Number",)), FileCandidates())
    text = book.encode_text(documents(tiny_treebank()))
    keyring = FeatureHasher(book)
    space = ContextFeatureMatrix(
        keyring,
        TrainingLabels.from_text(text).find_candidates(book, text, leave_out=True),
        FeatureTemplates.make_all(keyring.elements),
    )
    LeaveOneOutFeatures(space, text, keyring, CountedCorpus.from_text(keyring, text)).fill_word_contexts()
    return space


def test_the_weights_are_where_the_gradient_vanishes() -> None:
    found = fit_weights(fitted(), penalty=0.01, steps=2000, min_gain=0.0)
    assert found.max_gradient < 1e-4


@pytest.mark.parametrize("curved", [0, 10_000])  # weights up to which the search takes the curvature into account
def test_from_other_weights_too_the_gradient_vanishes_where_the_search_ends(
    curved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_trainer, "_MAX_PRECONDITIONED", curved)
    space = fitted()
    begun = fit_weights(space, penalty=0.01, steps=2).weights
    steps = [fit_weights(space, penalty=0.01, steps=count, start=begun, min_gain=0.0) for count in (1, 4, 2000)]
    assert steps[0].loss > steps[1].loss > steps[2].loss
    assert steps[2].max_gradient < 1e-3


@pytest.mark.parametrize("seed", range(3))
def test_the_best_two_rows_of_a_word_are_the_first_two_in_order(seed: int) -> None:
    random = np.random.default_rng(seed)
    sizes = np.array([0, 1, 5, 2, 0, 7, 1])
    first_row = np.append(0, np.cumsum(sizes))
    values = random.integers(0, 3, sizes.sum()).astype(np.float64)  # some are equal
    jitter = random.permutation(int(sizes.sum())).astype(np.uint64)
    best, following = best_two_candidate_rows(first_row, values, jitter)
    for word, (low, high) in enumerate(pairwise(first_row.tolist())):
        order = [*sorted(range(low, high), key=lambda row: (-values[row], jitter[row])), -1, -1]
        assert (best[word], following[word]) == (order[0], order[1])


@pytest.mark.parametrize("seed", range(3))
def test_the_rows_at_quantiles_are_those_where_the_sum_passes_them(seed: int) -> None:
    random = np.random.default_rng(seed)
    sizes = np.array([0, 1, 5, 2, 0, 7, 1])
    first_row = np.append(0, np.cumsum(sizes))
    values = log_softmax(first_row, random.integers(0, 3, sizes.sum()).astype(np.float64))  # some are equal
    jitter = random.permutation(int(sizes.sum())).astype(np.uint64)
    quantiles = np.array([0.1, 0.35, 0.8])
    rows = candidate_rows_at_quantiles(first_row, values, jitter, quantiles)
    for word, (low, high) in enumerate(pairwise(first_row.tolist())):
        order = sorted(range(low, high), key=lambda row: (-values[row], jitter[row]))
        sums = np.cumsum(np.exp(values[order]))
        assert rows[word].tolist() == [order[int((sums <= quantile).sum())] if order else -1 for quantile in quantiles]


def test_the_gradient_is_that_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    slopes = []

    def watched(function, start, steps, tolerance, gain):  # type: ignore[no-untyped-def]
        rng = np.random.default_rng(1)
        place = rng.normal(size=len(start))
        _, gradient = function(place)
        for _ in range(5):
            way = rng.normal(size=len(start))
            rise = (function(place + 1e-2 * way)[0] - function(place - 1e-2 * way)[0]) / 2e-2
            slopes.append((rise, float(gradient @ way)))
        return minimise_lbfgs(function, start, steps, tolerance, gain)

    monkeypatch.setattr(context_trainer, "minimise_lbfgs", watched)
    fit_weights(fitted(), penalty=0.01, steps=5)
    assert len(slopes) == 5
    for rise, slope in slopes:
        assert rise == pytest.approx(slope, rel=1e-2, abs=1e-3)


def test_contributions_add_up_to_the_difference_of_scores(model: ContextRanker) -> None:
    compared = 0
    for sentence in tiny_treebank():
        for word, ranking in enumerate(model.rank(sentence), 1):
            if len(ranking) < 2:
                continue
            compared += 1
            first, last = ranking[0], ranking[-1]
            parts = model.explain(sentence, word, first.value, last.value)
            assert sum(part.value for part in parts) == pytest.approx(first.score - last.score, abs=1e-4)
            sizes = [abs(part.value) for part in parts]
            assert sizes == sorted(sizes, reverse=True)
            mean = sum(one.score for one in ranking) / len(ranking)
            alone = model.explain(sentence, word, first.value)
            assert sum(part.value for part in alone) == pytest.approx(first.score - mean, abs=1e-4)
            assert model.explain(sentence, word, first.value, first.value) == ()
    assert compared > 12
    with pytest.raises(DataError, match="not among the candidates"):
        model.explain(tiny_treebank()[0], 1, Analysis("other", upos="X"))


def test_contributions_beside_confirmed_words_add_up_too(model: ContextRanker) -> None:
    sentence = tiny_treebank()[4]
    confirmed = {1: sentence.analyses[0]}
    for word, ranking in enumerate(model.rank(sentence, confirmed), 1):
        if word > 1 and len(ranking) > 1:
            parts = model.explain(sentence, word, ranking[0].value, ranking[1].value, confirmed)
            assert sum(part.value for part in parts) == pytest.approx(ranking[0].score - ranking[1].score, abs=1e-4)


def test_a_noted_sentence_is_counted_and_forgotten_exactly() -> None:
    ranker = train_context_ranker(tiny_treebank(), SMALL)
    before = ranker.arrays()
    new = simple("the can can", NOUN, VERB, NOUN)
    unknown = Sentence.of(["zorch"], analyses=[Analysis("zorch", upos="NOUN")])
    assert ranker.rank(unknown) == [[]]
    for sentence in (new, unknown):
        ranker.count_sentence(sentence)
    assert [one.value for one in ranker.rank(unknown)[0]] == [unknown.analyses[0]]
    assert len(ranker.arrays()["keys"]) > len(before["keys"])
    for sentence in (unknown, new):
        ranker.uncount_sentence(sentence)
    after = ranker.arrays()
    for name, array in before.items():
        assert np.array_equal(array, after[name]), name


def test_a_model_with_sentences_added_leaves_the_first_as_it_was(model: ContextRanker) -> None:
    before = model.arrays()
    grown = analysis_ranker.add(model, Treebank.of([simple("the can", NOUN, VERB)]))
    assert isinstance(grown, ContextRanker)
    assert len(grown.arrays()["keys"]) > len(before["keys"])
    assert all(np.array_equal(array, model.arrays()[name]) for name, array in before.items())


def _follower(rng: np.random.Generator, document: int) -> Sentence:
    """A word whose lemma is decided by the word before it."""
    before = ["red", "blue"][int(rng.integers(2))]
    one, two = Analysis("one", upos="X"), Analysis("two", upos="X")
    plain = [Analysis(form, upos="Y") for form in ("end", before)]
    forms = [f"f{rng.integers(30)}", before, "bank"]
    first = Analysis(forms[0], upos="Y")
    chosen = [first, plain[1], one if before == "red" else two]
    offered = [(first,), (plain[1],), (one, two)]
    return Sentence.of(forms, analyses=chosen, candidates=offered, comments=[f"# newdoc id = {document}"])


def test_the_word_before_decides() -> None:
    rng = np.random.default_rng(0)
    sentences = [_follower(rng, at // 10) for at in range(300)]
    ranker = train_context_ranker(Treebank.of(sentences[:200]), replace(SMALL, words=300))
    assert wrong(ranker, sentences[200:], 2) <= 2


def _halves(rng: np.random.Generator, document: int, unseen: bool) -> Sentence:
    """Case is decided by the word before, the lemma by the first letter of the next; some pairs come in tests only."""
    while True:
        case, lemma = int(rng.integers(3)), int(rng.integers(3))
        if (case == lemma) == unseen:
            break
    forms = [f"before{case}", "word", f"{'abc'[lemma]}{rng.integers(40)}"]
    readings = [
        Analysis(f"lemma{name}", upos="N", feats=f"Case={'XYZ'[each]}") for name in range(3) for each in range(3)
    ]
    right = readings[3 * lemma + case]
    around = [Analysis(form, upos="Y") for form in forms]
    return Sentence.of(
        forms,
        analyses=[around[0], right, around[2]],
        candidates=[(around[0],), tuple(readings), (around[2],)],
        comments=[f"# newdoc id = {document}"],
    )


def test_a_label_that_was_never_seen_whole_is_put_together() -> None:
    rng = np.random.default_rng(0)
    train = [_halves(rng, at // 10, False) for at in range(400)]
    # As in a real text, a label that one document has is often new to all others.
    train += [_halves(rng, 1000 + at, True) for at in range(3)]
    test = [_halves(rng, 2000, True) for _ in range(80)]
    ranker = train_context_ranker(Treebank.of(train), replace(SMALL, words=1500))
    assert wrong(ranker, test, 1) <= 2


def _agreeing(rng: np.random.Generator, document: int) -> Sentence:
    """Both words are nouns or both are verbs, and nothing else tells which."""
    noun = bool(rng.integers(2))
    forms = [f"w{rng.integers(20)}", f"v{rng.integers(20)}"]
    offered = [(Analysis(form, upos="NOUN"), Analysis(form, upos="VERB")) for form in forms]
    chosen = [pair[0 if noun else 1] for pair in offered]
    return Sentence.of(forms, analyses=chosen, candidates=offered, comments=[f"# newdoc id = {document}"])


def test_a_confirmed_word_decides_the_next() -> None:
    rng = np.random.default_rng(0)
    sentences = [_agreeing(rng, at // 10) for at in range(500)]
    ranker = train_context_ranker(Treebank.of(sentences[:400]), replace(SMALL, words=800))
    test = sentences[400:]
    assert wrong(ranker, test, 1) > 25
    rankings = ranker.rank_all(test, [{1: sentence.analyses[0]} for sentence in test])
    pairs = list(zip(rankings, test, strict=True))
    assert sum(ranking[1][0].value != sentence.analyses[1] for ranking, sentence in pairs) <= 2
    assert all(ranking[0][0] == Ranked(sentence.analyses[0], 0.0, 1.0) for ranking, sentence in pairs)
    assert rankings[0] == ranker.rank(test[0], {1: test[0].analyses[0]})


def test_words_in_doubt_are_flagged_and_certain_ones_are_not() -> None:
    rng = np.random.default_rng(0)
    sentences = [_agreeing(rng, at // 10) for at in range(300)]
    ranker = train_context_ranker(Treebank.of(sentences), replace(SMALL, words=600))
    assert ranker.uncertainty_threshold.recall >= 0.95
    assert ranker.uncertainty_threshold.precision == pytest.approx(0.5, abs=0.2)  # measured where weights were fitted
    ranking = ranker.rank(sentences[0])
    assert ranker.is_uncertain(sentences[0].forms[0], ranking[0])
    confirmed = ranker.rank(sentences[0], {1: sentences[0].analyses[0]})
    assert not ranker.is_uncertain(sentences[0].forms[0], confirmed[0])
    assert ranker.is_uncertain("x", [])
    test = [_agreeing(rng, at // 10) for at in range(40)]
    pairs = [
        (ranking[0].value != chosen, ranker.is_uncertain(form, ranking))
        for sentence, rankings in zip(test, ranker.rank_all(test), strict=True)
        for form, chosen, ranking in zip(sentence.forms, sentence.analyses, rankings, strict=True)
    ]
    wrong_words, flagged, both = (sum(each) for each in (*zip(*pairs, strict=True), map(all, pairs)))
    metrics = evaluate_ranker(ranker, test)
    assert 0 < both < min(wrong_words, flagged)
    assert metrics["unsure"] == pytest.approx(100 * flagged / len(pairs))
    assert metrics["unsure_recall"] == pytest.approx(100 * both / wrong_words)
    assert metrics["unsure_precision"] == pytest.approx(100 * both / flagged)


def test_a_treebank_without_readings_is_refused_with_a_sentence() -> None:
    with pytest.raises(DataError, match="lemma or a tag"):
        train_context_ranker(Treebank.of([Sentence.of(["a", "b"])]), SMALL)


def test_guesses_by_endings_rank_words_without_candidates() -> None:
    treebank = Treebank.of(replace(sentence, candidates=(), analyses=()) for sentence in tiny_treebank())
    ranker = train_context_ranker(treebank, replace(SMALL, analyser="treebank"))
    ranking = ranker.rank(Sentence.of(["the", "boat", "broke"]))
    assert [one[0].value.upos for one in ranking] == ["DET", "NOUN", "VERB"]
    again = ContextRanker.from_arrays(ranker.settings, ranker.arrays())
    assert again.rank(Sentence.of(["the", "pears", "broke"])) == ranker.rank(Sentence.of(["the", "pears", "broke"]))


def test_labels_that_change_are_looked_up_again_and_those_that_do_not_stay() -> None:
    book = RankerVocabulary(UniversalScheme(("Number",)), FileCandidates())
    text = book.encode_text(documents(tiny_treebank()))
    keyring = FeatureHasher(book)
    everyone, pairs = CountedCorpus.from_text(keyring, text), FeatureTemplates.make_all(keyring.elements)

    def filled(*labels: Indexes) -> Singles:
        space = ContextFeatureMatrix(
            keyring, TrainingLabels.from_text(text).find_candidates(book, text, leave_out=True), pairs
        )
        left_out = LeaveOneOutFeatures(space, text, keyring, everyone)
        left_out.fill_word_contexts()
        for one in labels:
            left_out.fill_label_contexts(one, left_labels=text.gold)
        return space.cells.values

    other = text.gold.copy()
    other[::3] = text.gold[0]
    once, again = filled(other), filled(text.gold, other)
    assert np.array_equal(once, again)
    assert not np.array_equal(once, filled(text.gold))


def test_a_model_with_damaged_arrays_is_refused(model: ContextRanker) -> None:
    arrays = model.arrays()
    for name in ("kept", "weights", "row_weights", "doubt", "keys", "counts", "seen_times"):
        array = arrays[name]
        for damaged in (array[:-1], np.full(array.shape, np.nan), array[None], np.full(array.shape, np.inf)):
            with pytest.raises((ValueError, TypeError)):
                ContextRanker.from_arrays(model.settings, arrays | {name: damaged})
    for name in ("counts", "seen_times"):
        with pytest.raises(ValueError, match="at least"):
            ContextRanker.from_arrays(model.settings, arrays | {name: -arrays[name]})
    labels = pack_strings(["a" for _ in unpack_strings(arrays["seen_labels"])])
    with pytest.raises(ValueError, match="elements"):
        ContextRanker.from_arrays(model.settings, arrays | {"seen_labels": labels})


def test_a_reading_that_is_written_otherwise_goes_with_its_sentence() -> None:
    """Features in another order are one label: which of them stands for it must not depend on what was forgotten."""

    def run(feats: str) -> Sentence:
        return Sentence.of(["run", "dogs"], lemmas=["run", "dog"], upos=["VERB", "NOUN"], feats=[feats, EMPTY])

    ranker = train_context_ranker(Treebank.of([run("B=2|A=1")] * 3), replace(SMALL, analyser="treebank"))
    before = ranker.arrays()
    ranker.count_sentence(run("A=1|B=2"))
    assert ranker.rank(run(EMPTY))[0][0].value.feats == "A=1|B=2"
    ranker.rank(run("A=1|B=2"))
    ranker.uncount_sentence(run("A=1|B=2"))
    assert ranker.rank(run(EMPTY))[0][0].value.feats == "B=2|A=1"
    after = ranker.arrays()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_signs_that_part_texts_in_a_file_come_back_from_it() -> None:
    odd = "\x1c\x1cp\x1d\x1e\x1f\n\u2028é"
    book, again = (
        RankerVocabulary(UniversalScheme(()), FileCandidates()),
        RankerVocabulary(UniversalScheme(()), FileCandidates()),
    )
    chosen = Analysis(odd, odd, f"N{odd}", odd, EMPTY, odd, (Segment(odd, odd), Segment("b", "c")))
    seen = TrainingLabels.from_text(book.encode_text([Sentence.of([f"w{odd}", "b"], analyses=[chosen, Analysis("b")])]))
    back = unpack_training_labels(again, pack_training_labels(book, seen))
    rows = {
        (again.forms.strings[form], again.labels[label]): again.find_training_reading(form, label)
        for form, label, _ in back.list_counts()
    }
    assert rows[f"w{odd}", (odd, f"N{odd}", odd, EMPTY)] == chosen
    assert len(rows) == 2


def test_words_whose_right_reading_no_margin_can_bring_up_do_not_widen_the_flag() -> None:
    rng = np.random.default_rng(0)
    certain = Analysis("go", upos="PART")
    sentences = []
    for at in range(300):
        others = [Analysis(f"else{at}-{word}", upos="X") for word in range(4)]
        forms = " ".join(f"g{at}-{word}" for word in range(4))
        lonely = simple(forms, *others, offered=[certain], document=f"{at // 10}")
        sentences += [_agreeing(rng, at // 10), lonely]
    ranker = train_context_ranker(Treebank.of(sentences), replace(SMALL, words=1200))
    assert ranker.uncertainty_threshold.margin < 1.0
    assert ranker.uncertainty_threshold.flagged_share < 0.9
    assert ranker.uncertainty_threshold.recall < 0.5  # it says what it misses


def test_keys_of_contexts_are_those_of_the_models_on_disk() -> None:
    words = np.arange(1, 1 + 2 * WORD_COLUMNS, dtype=np.uint64).reshape(2, WORD_COLUMNS)
    labels = np.arange(100, 100 + 2 * LABEL_COLUMNS, dtype=np.uint64).reshape(2, LABEL_COLUMNS)
    starts = np.array([0, 2])
    of_words = word_context_keys(words, starts)
    of_labels = label_context_keys(words, labels, np.zeros(2, dtype=np.uint8), labels, starts)
    assert int(of_words[0, WORD_CONTEXTS.index("p")]) == 0x9D73699A9885EA0B
    assert int(of_words[0, WORD_CONTEXTS.index("short word before")]) == 0xB11EB9A5EC243D3B
    assert int(of_labels[1, LABEL_CONTEXTS.index("LEMMA(verb before) PART(p)")]) == 0x7A2C8437BB0C192


def test_a_ranker_from_counts_alone_says_that_its_flag_was_not_measured(tmp_path: Path) -> None:
    method = METHODS["analysis-ranker"]
    ranker = method.learn(tiny_treebank(), make_settings(method, {"weights": False, "analyser": "treebank"}))
    assert isinstance(ranker, ContextRanker)
    assert ranker.uncertainty_threshold == UncertaintyThreshold(0.95)
    restored = ContextRanker.from_arrays(ranker.settings, ranker.arrays())
    assert restored.uncertainty_threshold == ranker.uncertainty_threshold
    store.save(ranker, tmp_path / "m.npz")
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, tiny_treebank()))
    rankings = RankReadings(tmp_path / "m.npz", "", None, "text", (tiny_treebank()[0],)).run(engine, ignore_progress)
    assert rankings.uncertainty_flag is None
    as_before = {**ranker.arrays(), "doubt": np.array([0.95, 1.0, 0.0, 1.0])}
    assert ContextRanker.from_arrays(ranker.settings, as_before).uncertainty_threshold.precision is None
    measured = UncertaintyThreshold(0.3, 0.9, 0.5, 0.1)
    assert UncertaintyThreshold.from_array(measured.to_array()) == measured
