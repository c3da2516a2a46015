"""Hidden Markov models against known ones: exact moments, samples, EM, and what a model must never do."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from known_hmm import KnownHmm, names, random_hmm

from spectral_core import store
from spectral_core.data import Problem, Sentence, Treebank
from spectral_core.errors import DataError, RankError, SettingsError
from spectral_core.formats import load
from spectral_core.maths.observable_operators import count_windows
from spectral_core.model import HasSpectrum, LogScore, Model, Scorer
from spectral_core.models import hmm
from spectral_core.models.hmm import Hmm, HmmMoments, HmmSettings
from spectral_core.models.hmm.em import Backoff, InterpolatedHmm, make_random_start
from spectral_core.models.hmm.model import FLOOR_SCORE, MIN_SCORE, HmmParameters
from spectral_core.progress import Cancelled, Progress
from spectral_core.registry import METHODS
from spectral_core.structured import forward_backward
from spectral_core.structured.forward_backward import Sequences

SCALINGS = ("bigram", "cca")
ESTIMATORS = ("spectral", "em", "spectral-em")
by_emission = pytest.mark.parametrize("emission", ["state", "arc"])
by_em = pytest.mark.parametrize("estimator", ["em", "spectral-em"])
by_any = pytest.mark.parametrize("estimator", ESTIMATORS)


def strings(words: int, longest: int) -> list[tuple[int, ...]]:
    return [string for length in range(longest + 1) for string in product(range(words), repeat=length)]


def sampled(known: KnownHmm, count: int, seed: int) -> HmmMoments:
    """Counts of a sample, with its sequences."""
    drawn = known.sample(count, seed)
    words = len(known.operators)
    return HmmMoments(names(words), count_windows(drawn.symbols, drawn.starts, drawn.weights, words), drawn)


def bank(*lines: str) -> Treebank:
    return Treebank.of(Sentence.of(line.split()) for line in lines)


@pytest.fixture(scope="module")
def corpus() -> Treebank:
    """Sentences of a known model, with words of every frequency."""
    return random_hmm(states=4, words=30, seed=3, concentration=0.3).treebank(400, seed=5)


def perplexity(scored: list[LogScore]) -> float:
    return math.exp(-sum(one.log for one in scored) / sum(one.symbols for one in scored))


# the closed form


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("seed", range(5))
def test_exact_moments_give_back_the_distribution(seed: int, scaling: str) -> None:
    known = random_hmm(states=2, words=4, seed=seed)
    learned = hmm.solve(known.moments(1e5), HmmSettings(states=2, scaling=scaling))
    listed = strings(4, 5)
    whole, prefixes = (learned.score_sequences(Sequences.from_lists(listed), prefix) for prefix in (False, True))
    assert whole.logs == pytest.approx([math.log(known.probability(string)) for string in listed], abs=1e-6)
    assert prefixes.logs == pytest.approx([math.log(known.prefix_probability(string)) for string in listed], abs=1e-6)
    assert learned.clipped == whole.clipped.sum() == prefixes.clipped.sum() == 0


def test_exact_moments_may_be_those_of_a_single_sequence() -> None:
    known = random_hmm(states=3, words=6, seed=11)
    learned = hmm.solve(known.moments(), HmmSettings(states=3, minimum=1))
    for sentence in strings(6, 3):
        assert learned.score(sentence) == pytest.approx(math.log(known.probability(sentence)), abs=1e-6)


@pytest.mark.parametrize("scaling", SCALINGS)
def test_the_sampling_error_falls_as_one_over_the_root_of_the_sample(scaling: str) -> None:
    known = random_hmm(states=3, words=4, seed=2, concentration=0.4)
    listed = strings(4, 4)
    exact = np.array([known.probability(string) for string in listed])
    sizes, errors = (1_000, 10_000, 100_000), []
    for size in sizes:
        apart = []
        for seed in range(3):
            learned = hmm.solve(sampled(known, size, seed), HmmSettings(states=3, scaling=scaling))
            apart.append(np.abs(np.exp(learned.score_sequences(Sequences.from_lists(listed)).logs) - exact).sum())
        errors.append(np.mean(apart))
    slope = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    assert -0.65 < slope < -0.35, errors
    assert errors[-1] < 0.02


def test_more_states_than_the_counts_can_tell_apart_are_refused() -> None:
    with pytest.raises(RankError) as caught:
        hmm.solve(random_hmm(states=2, words=5, seed=0).moments(1e4), HmmSettings(states=3))
    assert (caught.value.requested, caught.value.supported) == (3, 2)
    few = bank("the cat sat", "the cat ran", "the cat sat")
    with pytest.raises(RankError, match="10 hidden states were requested, but these counts support only 4"):
        hmm.learn(few, HmmSettings(states=10, minimum=1))


def test_conditional_scores_telescope_to_the_closed_form_wherever_nothing_is_clipped(corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=12, minimum=1, scaling="bigram"))
    mine, clipped_somewhere = model.parameters, 0
    for sentence, scored in zip(corpus, model.scores(corpus), strict=True):
        state, meaningful = mine.start, True
        for number in model.vocabulary.encode(sentence.forms):
            state = mine.operators[number] @ state
            meaningful &= bool(mine.prefix @ state > 0)
        score = float(mine.stop @ state)
        if scored.clipped:
            clipped_somewhere += 1
        else:
            assert meaningful
            assert scored.log == pytest.approx(math.log(score), rel=1e-9)
        if score <= 0:
            assert scored.clipped, "the log of a score that is not positive was taken"
        assert math.isfinite(scored.log)
    assert clipped_somewhere > 0, "this corpus was chosen so that some estimates are negative"
    assert model.clipped > 0


def test_a_clipped_score_is_a_thousandth_of_the_frequency_of_its_word() -> None:
    # after b comes c, always; the closed form of two states gives b b a score of 0 or less
    treebank = bank(*["a b c"] * 6, *["b c"] * 3, *["c a"] * 2)
    model = hmm.learn(treebank, HmmSettings(states=3, minimum=1, scaling="bigram"))
    (found,) = model.scores([Sentence.of(["b", "b"])], prefix=True)
    assert found.clipped == 1
    (first,) = model.scores([Sentence.of(["b"])], prefix=True)
    place = model.symbols.index("b")
    frequency = 9 / (6 * 4 + 3 * 3 + 2 * 3)
    assert model.parameters.frequencies[place] == pytest.approx(frequency)
    assert found.log == pytest.approx(first.log + math.log(FLOOR_SCORE * frequency))


def test_a_word_that_leaves_no_state_is_followed_by_the_mean_one() -> None:
    operators = np.array([[[0.5, 0.1], [0.2, 0.4]], [[0.1, -0.3], [-0.1, 0.3]]])  # the second scores nothing
    mean, prefix = np.array([0.5, 0.5]), np.ones(2)
    parameters = HmmParameters(operators, mean, prefix, prefix, mean, np.array([0.5, 0.25, 0.25]))
    repair = parameters.make_fallback_states(share=0.25)
    np.testing.assert_allclose(repair.states, [[0.5, 0.5], [0.5, 0.5]])
    np.testing.assert_allclose(repair.min_scores, MIN_SCORE * np.array([0.5, 0.25]))
    assert repair.mixing_weight == 0.25
    uneven = replace(parameters, unknown_context_state=np.array([0.75, 0.25]))
    np.testing.assert_allclose(uneven.make_fallback_states().states, [[0.4 / 0.65, 0.25 / 0.65], [0.75, 0.25]])


def test_after_a_word_whose_score_means_nothing_the_state_is_the_mean_one(corpus: Treebank) -> None:
    learnt = hmm.learn(corpus, HmmSettings(states=3, minimum=1))
    mine, word = learnt.parameters, learnt.symbols[0]
    assert not np.allclose(mine.start, mine.unknown_context_state)
    silenced = np.where(np.arange(len(mine.operators))[:, None, None] == 0, 0.0, mine.operators)
    model = Hmm.from_parameters(learnt.settings, learnt.vocabulary, dataclasses.replace(mine, operators=silenced))
    assert model.scores([Sentence.of([word])], prefix=True)[0].clipped == 1
    np.testing.assert_allclose(
        model.states([word, word])[1:], [mine.unknown_context_state, mine.unknown_context_state], rtol=1e-12
    )
    np.testing.assert_allclose(
        model.score_next_symbols([word])[-1, -1], mine.stop @ mine.unknown_context_state, rtol=1e-12
    )


def test_singular_values_are_shown_also_past_the_states(corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3))
    assert isinstance(model, HasSpectrum)
    assert len(model.spectrum()) > 3
    assert (np.diff(model.spectrum()) <= 0).all()
    assert len(hmm.learn(corpus, HmmSettings(states=3, estimator="em", iterations=1)).spectrum()) == 0


# counting


def assert_same_moments(first: HmmMoments, second: HmmMoments) -> None:
    assert first.symbols == second.symbols
    assert first.skipped == second.skipped
    for part in ("size", "sequences", "bigrams", "bigram_counts", "trigrams", "trigram_counts"):
        assert np.array_equal(getattr(first.windows, part), getattr(second.windows, part)), part
    assert (first.sequences is None) == (second.sequences is None)
    if first.sequences is not None and second.sequences is not None:
        for part in ("symbols", "starts", "weights"):
            assert np.array_equal(getattr(first.sequences, part), getattr(second.sequences, part)), part


@by_any
def test_the_counts_of_shards_add_up_to_those_of_the_corpus(estimator: str, corpus: Treebank) -> None:
    settings = HmmSettings(estimator=estimator)
    broken = Sentence.of(["x"], problems=[Problem(1, "a line has 3 columns", "Use 10", unreadable=True)])
    whole = [Sentence.of(["only", "here"]), broken, *corpus, Sentence.of([]), Sentence.of(["only", "there"]), broken]
    parts = [hmm.count(Treebank.of(whole[start : start + 150]), settings) for start in range(0, len(whole), 150)]
    assert parts[0].symbols != parts[-1].symbols
    joined = parts[0]
    for part in parts[1:]:
        joined = joined.merge(part)
    assert_same_moments(joined, hmm.count(Treebank.of(whole), settings))
    assert joined.skipped == {"unreadable": 2, "no_words": 1}


def test_equal_sequences_are_kept_once_with_their_number() -> None:
    moments = hmm.count(bank("b a", "a", "b a", "a", "b a"), HmmSettings(estimator="em"))
    assert moments.sequences is not None
    assert moments.sequences.weights.tolist() == [2.0, 3.0]
    assert moments.sequences.symbols.tolist() == [0, 1, 0]


def test_what_is_left_out_is_counted_and_shown() -> None:
    empty = Sentence.of(["some", "words"])
    treebank = Treebank.of([Sentence.of(["some", "words"], upos=["DET", "NOUN"])] * 9 + [empty, Sentence.of([]), empty])
    model = hmm.learn(treebank, HmmSettings(states=2, column="upos"))
    assert model.skipped == {"empty_column": 2, "no_words": 1}
    assert model.sentence_count == 9


def test_an_empty_column_is_answered_with_a_remedy() -> None:
    with pytest.raises(DataError, match="the column xpos is empty in this treebank; set column"):
        hmm.learn(bank("a b", "b a"), HmmSettings(column="xpos"))
    with pytest.raises(DataError, match="nothing to learn from"):
        hmm.learn(Treebank.of([Sentence.of([])]), HmmSettings())


def test_sequences_are_asked_for_where_em_needs_them() -> None:
    with pytest.raises(DataError, match="needs the sequences"):
        hmm.solve(random_hmm(2, 3, 0).moments(), HmmSettings(states=2, estimator="em"))
    settings, counts_alone = HmmSettings(states=2, estimator="em"), random_hmm(2, 3, 0).moments()
    with pytest.raises(DataError, match="needs the sequences"):
        hmm.solve(hmm.count(bank("a b", "b a"), settings), settings, dev=counts_alone)


def test_only_the_closed_form_takes_in_more_sentences(corpus: Treebank) -> None:
    parts = corpus.select(range(300)), corpus.select(range(300, len(corpus)))
    grown = hmm.add(hmm.learn(parts[0], HmmSettings()), parts[1])
    whole = hmm.learn(corpus, HmmSettings())
    assert all(np.array_equal(array, whole.arrays()[name]) for name, array in grown.arrays().items())
    climbed = hmm.learn(parts[0], HmmSettings(estimator="em", iterations=1))
    with pytest.raises(DataError, match="only the spectral estimator can take in more"):
        hmm.add(climbed, parts[1])


# EM


@by_em
@pytest.mark.parametrize("smoothing", [0.0, 100.0])
@pytest.mark.parametrize("tolerance", [0.0, 1e-9])
@by_emission
def test_em_never_lowers_the_likelihood(
    estimator: str, emission: str, smoothing: float, tolerance: float, corpus: Treebank
) -> None:
    settings = HmmSettings(
        states=5,
        estimator=estimator,
        emission=emission,
        smoothing=smoothing,
        iterations=40,
        tolerance=tolerance,
        minimum=3,
    )
    seen = hmm.learn(corpus, settings).training_record.iterations[:, 0].tolist()
    assert len(seen) >= 3
    assert all(after >= before - 1e-9 * abs(before) for before, after in pairwise(seen))
    assert seen[-1] > seen[0] + 1


@by_em
@by_emission
def test_the_parameters_of_em_are_probabilities(estimator: str, emission: str, corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=4, estimator=estimator, emission=emission, iterations=5))
    mine = model.parameters
    assert (mine.operators >= 0).all()
    assert mine.frequencies[-2] > 0, "this corpus has rare words, so that the last operator is one of them"
    assert mine.operators.sum(axis=(0, 1)) + mine.stop == pytest.approx(np.ones(4))
    assert mine.start.sum() == pytest.approx(1.0)
    following = model.score_next_symbols(corpus[0].forms)
    assert following.shape == (len(corpus[0]) + 1, len(model.symbols) + 2)
    assert (following > 0).all()
    assert following.sum(axis=1) == pytest.approx(np.ones(len(corpus[0]) + 1))


@by_em
def test_where_a_state_of_the_textbook_goes_does_not_depend_on_its_word(estimator: str, corpus: Treebank) -> None:
    def ways(emission: str) -> np.ndarray:
        model = hmm.learn(corpus, HmmSettings(states=4, estimator=estimator, emission=emission, iterations=3))
        operators = model.parameters.operators[:-1]
        emitted = operators.sum(axis=1, keepdims=True)
        return np.ptp(operators / emitted, axis=0)

    assert ways("state") == pytest.approx(np.zeros((4, 4)), abs=1e-9)
    assert ways("arc").max() > 0.01


def test_what_may_follow_is_what_was_seen() -> None:
    model = hmm.learn(bank("a b", "a b", "b"), HmmSettings(states=2, estimator="em", minimum=1, iterations=3))
    following = model.score_next_symbols(["a"])
    assert following.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert following[:, 2].tolist() == [0.0, 0.0]
    (scored,) = model.scores([Sentence.of(["a"])])
    assert scored.log == pytest.approx(math.log(following[0, 0] * following[1, 3]))


@by_em
@by_emission
def test_em_recovers_a_known_distribution(estimator: str, emission: str) -> None:
    known = random_hmm(states=2, words=4, seed=7, concentration=0.4)
    settings = HmmSettings(
        states=2, estimator=estimator, emission=emission, smoothing=1.0, iterations=200, tolerance=1e-6
    )
    learned = hmm.solve(sampled(known, 20_000, 0), settings)
    listed = strings(4, 4)
    found = np.exp(learned.score_sequences(Sequences.from_lists(listed)).logs)
    assert np.abs(found - [known.probability(string) for string in listed]).sum() < 0.05


@pytest.mark.parametrize("tied", [False, True], ids=["arc", "state"])
def test_a_maximisation_is_where_the_expected_log_likelihood_is_highest(tied: bool) -> None:
    backoff = Backoff.from_counts(np.array([5.0, 3.0, 2.0, 4.0]), states=2, smoothing=2.0, tied=tied)
    arcs = make_random_start(2, backoff, tied, np.random.default_rng(0))
    expected = forward_backward.expected_counts(
        list(forward_backward.make_batches(Sequences.from_lists([(0, 1), (2,), (0, 0, 1), ()]))),
        arcs.operators(),
        arcs.start,
        arcs.stop(),
    )

    def likelihood(of: InterpolatedHmm) -> float:
        """Of the expected counts, under the mixture with both of its parts known (the bound that EM raises)."""
        return float(
            (expected.transitions * np.log(of.operators())).sum()
            + expected.stops @ np.log(of.stop())
            + expected.starts @ np.log(of.start)
        )

    best = arcs
    for _ in range(300):  # with the hidden paths fixed, only the choice between own and shared parts is left
        best = best.maximise(expected, best.operators())
    random = np.random.default_rng(1)
    for _ in range(50):
        near = dataclasses.replace(
            best,
            state_emissions=_jittered(best.state_emissions, 0, random),
            state_transitions=_jittered(best.state_transitions, 1, random),
            shared_transitions=_jittered(best.shared_transitions, 1, random),
            start=_jittered(best.start, 0, random),
        )
        assert likelihood(near) <= likelihood(best) + 1e-9


def _jittered(shares: np.ndarray, axis: int, random: np.random.Generator) -> np.ndarray:
    moved: np.ndarray = shares * np.exp(0.05 * random.standard_normal(shares.shape))
    return np.asarray(moved / moved.sum(axis=axis, keepdims=True))


def test_a_spectral_start_is_ahead_of_a_random_one(corpus: Treebank) -> None:
    perplexities = {
        estimator: perplexity(
            hmm.learn(corpus, HmmSettings(states=4, estimator=estimator, iterations=3, tolerance=0.0)).scores(corpus)
        )
        for estimator in ("em", "spectral-em")
    }
    assert perplexities["spectral-em"] < 0.95 * perplexities["em"]


def test_em_stops_by_the_sentences_given_for_that(corpus: Treebank) -> None:
    fitted, held_out = corpus.select(range(300)), corpus.select(range(300, len(corpus)))
    settings = HmmSettings(states=4, estimator="spectral-em", smoothing=0.0, iterations=60, tolerance=1e-4)
    model = hmm.learn(fitted, settings, dev=held_out)
    seen = np.exp(-model.training_record.iterations[:, 1]).tolist()
    assert perplexity(model.scores(held_out)) == pytest.approx(min(seen))
    assert len(seen) < 60
    assert model.sentence_count == 300


def test_the_likeliest_of_several_starts_goes_on(corpus: Treebank) -> None:
    def ends(restarts: int) -> list[float]:
        settings = HmmSettings(states=4, estimator="em", iterations=15, tolerance=0.0, restarts=restarts)
        models = (hmm.learn(corpus, dataclasses.replace(settings, seed=seed)) for seed in range(4))
        return [float(model.training_record.iterations[-1, 0]) for model in models]

    assert np.mean(ends(4)) > np.mean(ends(1))


@by_em
def test_no_iterations_keep_the_start(estimator: str, corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3, estimator=estimator, iterations=0))
    assert len(model.training_record.iterations) == 0
    assert math.isfinite(perplexity(model.scores(corpus)))


@by_em
def test_more_states_than_different_contexts_do_no_harm(estimator: str) -> None:
    model = hmm.learn(bank("a b", "a b", "a"), HmmSettings(states=9, estimator=estimator, minimum=1))
    scores = model.scores(bank("a b", "b b b"))
    assert all(math.isfinite(one.log) for one in scores)
    assert model.parameters.start.shape == (9,)


# scoring


@by_any
@pytest.mark.parametrize("length", [0, 1, 1000])
def test_sequences_of_any_length_have_a_finite_score(estimator: str, length: int, corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3, estimator=estimator, iterations=3))
    words = [corpus[at % 50].forms[0] for at in range(length)]
    for prefix in (False, True):
        (found,) = model.scores([Sentence.of(words)], prefix)
        assert math.isfinite(found.log)
        assert found.symbols + found.unknown == length + (not prefix)


def test_a_thousand_words_score_as_the_sum_of_their_conditionals() -> None:
    known = random_hmm(states=3, words=5, seed=4)
    model = hmm.solve(known.moments(1e6), HmmSettings(states=3))
    string = np.random.default_rng(0).integers(0, 5, 1000).tolist()
    state, expected = known.start, 0.0
    for symbol in string:
        state = known.operators[symbol] @ state
        expected += math.log(state.sum())
        state = state / state.sum()
    assert model.score(string, prefix=True) == pytest.approx(expected, rel=1e-6)
    assert model.score(string) == pytest.approx(expected + math.log(known.stop @ state), rel=1e-6)


@by_any
def test_unknown_words_move_the_state_on_and_count_for_nothing_else(estimator: str, corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3, estimator=estimator, minimum=4, iterations=3))
    assert model.parameters.frequencies[-2] > 0, "this corpus has rare words"
    word = corpus[0].forms[0]
    (known,) = model.scores([Sentence.of([word])], prefix=True)
    (found,) = model.scores([Sentence.of([word, "never", "seen"])], prefix=True)
    assert (found.symbols, found.unknown) == (1, 2)
    assert found.log == known.log
    (after,) = model.scores([Sentence.of(["never", word])])
    assert (after.symbols, after.unknown) == (2, 1)
    assert after.log != pytest.approx(model.scores([Sentence.of([word])])[0].log)


def test_where_no_word_was_rare_an_unknown_one_may_be_any() -> None:
    known = random_hmm(states=2, words=4, seed=1)
    model = hmm.solve(known.moments(1e5), HmmSettings(states=2))
    total = known.operators.sum(axis=0)
    expected = known.stop @ total @ known.start / (total @ known.start).sum()
    assert model.score(model.vocabulary.encode(["never"])) == pytest.approx(math.log(expected), abs=1e-6)


def test_tags_are_known_however_rare() -> None:
    tags = [["DET", "NOUN"]] * 9 + [["INTJ"]]
    treebank = Treebank.of(Sentence.of(["w"] * len(row), upos=row) for row in tags)
    model = hmm.learn(treebank, HmmSettings(states=2, column="upos", minimum=5))
    assert model.symbols == ("DET", "INTJ", "NOUN")


@by_any
def test_scores_are_the_same_one_by_one_and_together(estimator: str, corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=6, estimator=estimator, iterations=3))
    assert isinstance(model, Model)
    assert isinstance(model, Scorer)
    together = model.scores(corpus)
    assert [model.scores([sentence])[0] for sentence in corpus[:20]] == together[:20]
    numbers = model.vocabulary.encode(corpus[3].forms)
    assert model.score(numbers) == pytest.approx(together[3].log) or together[3].unknown
    assert model.score(numbers) == together[3].log


def test_hidden_states_are_shown_along_a_sentence(corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3, estimator="spectral-em", iterations=5))
    words, mine = corpus[2].forms, model.parameters
    ahead, posteriors = model.states(words), model.posteriors(words)
    assert posteriors is not None
    assert ahead.shape == posteriors.shape == (len(words) + 1, 3)
    assert ahead.sum(axis=1) == pytest.approx(np.ones(len(words) + 1))
    assert posteriors.sum(axis=1) == pytest.approx(np.ones(len(words) + 1))
    assert posteriors[-1] == pytest.approx(ahead[-1] * mine.stop / (ahead[-1] @ mine.stop))
    closed = hmm.learn(corpus, HmmSettings(states=3))
    assert closed.posteriors(words) is None
    assert closed.states(words)[1:] @ closed.parameters.prefix == pytest.approx(np.ones(len(words)))


@pytest.mark.parametrize("column", ["form", "upos"])
def test_of_a_sentence_the_column_that_was_learnt_is_read(column: str) -> None:
    treebank = Treebank.of([Sentence.of(["the", "dog"], upos=["DET", "NOUN"]), Sentence.of(["the"], upos=["DET"])] * 15)
    model = hmm.learn(treebank, HmmSettings(states=2, estimator="em", iterations=3, column=column))
    sentence = treebank[0]
    for ask in (model.states, model.posteriors, model.score_next_symbols):
        assert np.array_equal(ask(sentence), ask(sentence.column(column)))
        with pytest.raises(DataError, match=f"is one string; give a sentence.* column {column}"):
            ask("the")
    assert len(model.states(Sentence.of([]))) == 1
    if column == "upos":
        with pytest.raises(DataError, match="reads the column upos, and that is empty in this sentence"):
            model.states(Sentence.of(["the", "dog"]))


# the contract


@by_any
def test_a_saved_model_is_the_same_again(estimator: str, corpus: Treebank, tmp_path: Path) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3, estimator=estimator, iterations=4, tolerance=0.0))
    store.save(model, tmp_path / "model.npz")
    loaded = store.load(tmp_path / "model.npz")
    assert isinstance(loaded, Hmm)
    assert loaded.scores(corpus) == model.scores(corpus)
    assert loaded.scores(corpus, prefix=True) == model.scores(corpus, prefix=True)
    assert (loaded.clipped, loaded.skipped) == (model.clipped, model.skipped)
    assert np.array_equal(loaded.training_record.iterations, model.training_record.iterations)
    assert (loaded.settings, loaded.symbols, loaded.sentence_count) == (
        model.settings,
        model.symbols,
        model.sentence_count,
    )
    assert np.array_equal(loaded.spectrum(), model.spectrum())
    assert len(model.training_record.iterations) == (0 if estimator == "spectral" else 4)
    if estimator == "spectral":
        assert loaded.moments is not None
        assert_same_moments(loaded.moments, hmm.count(corpus, model.settings))


def test_arrays_that_do_not_fit_together_are_refused(corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=3))
    arrays = model.arrays()
    with pytest.raises(ValueError, match="operators has shape"):
        hmm.restore(model.settings, arrays | {"operators": arrays["operators"][:-1]})
    with pytest.raises(KeyError):
        hmm.restore(model.settings, {name: array for name, array in arrays.items() if name != "stop"})
    with pytest.raises(TypeError):
        hmm.restore(METHODS["ngram"].settings(), arrays)


def stopping_after(reports: int) -> Callable[[Progress], None]:
    def report(_: Progress) -> None:
        nonlocal reports
        if reports == 0:
            raise Cancelled
        reports -= 1

    return report


@by_any
def test_learning_stops_at_any_report_and_reports_alike(estimator: str, corpus: Treebank) -> None:
    settings = HmmSettings(states=3, estimator=estimator, iterations=3)
    seen: list[list[Progress]] = [[], []]
    for reports in seen:
        hmm.learn(corpus, settings, reports.append)
    assert seen[0] == seen[1]
    assert {progress.stage for progress in seen[0]} == {"count", "solve"}
    for number in range(len(seen[0])):
        with pytest.raises(Cancelled):
            hmm.learn(corpus, settings, stopping_after(number))


@by_any
def test_learning_is_deterministic_and_the_seed_matters_where_it_should(estimator: str, corpus: Treebank) -> None:
    first, second, other = (
        hmm.learn(corpus, HmmSettings(states=4, estimator=estimator, iterations=3, seed=seed)) for seed in (0, 0, 1)
    )
    assert all(np.array_equal(array, second.arrays()[name]) for name, array in first.arrays().items())
    assert np.array_equal(first.parameters.operators, other.parameters.operators) == (estimator == "spectral")


@pytest.mark.parametrize(("emission", "most"), [("state", 9.85), ("arc", 9.0)])
def test_tag_strings_of_the_wall_street_journal_are_learnt_well(emission: str, most: float, shared_data: Path) -> None:
    folder = shared_data / "wsj_nltk_dep"
    train, dev = (load(folder / f"wsj_dep.{part}.conll.xz") for part in ("train", "dev"))
    model = hmm.learn(train, HmmSettings(states=20, estimator="spectral-em", emission=emission, column="xpos"))
    scores = model.scores(list(dev))
    assert sum(one.symbols for one in scores) == sum(len(sentence) + 1 for sentence in dev)
    assert sum(one.clipped for one in scores) == 0
    assert perplexity(scores) <= most


def test_the_strongest_smoothing_leaves_the_frequencies(corpus: Treebank) -> None:
    model = hmm.learn(corpus, HmmSettings(states=2, estimator="em", smoothing=1e308, iterations=2))
    assert sum(score.clipped for score in model.scores(list(corpus))) == 0


@pytest.mark.parametrize("minimum", [0, 2**63, 10**400])
def test_a_minimum_beyond_all_counts_is_refused(minimum: int) -> None:
    with pytest.raises(SettingsError, match="minimum goes from 1 to 9223372036854775807"):
        HmmSettings(minimum=minimum)


def test_development_data_without_the_column_is_named(corpus: Treebank) -> None:
    with pytest.raises(DataError, match="the column lemma is empty in the development data"):
        hmm.learn(
            Treebank.of([replace(one, lemmas=one.forms, source=None) for one in corpus]),
            HmmSettings(states=2, estimator="em", column="lemma"),
            dev=Treebank.of([Sentence.of(["go"])]),
        )
