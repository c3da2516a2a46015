"""Split head automata: exact moments, samples, counts that add, expectation and maximisation, words, and parsing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from fixtures import tiny_treebank
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.data import EMPTY, Constraints, Sentence, Treebank
from spectral_core.errors import ConstraintError, DataError, SettingsError
from spectral_core.model import ExtractsAutomata, HasSpectrum, HasTagger, Parser, Tagger
from spectral_core.models import head_automata
from spectral_core.models.head_automata import (
    HeadAutomataSettings,
    ModifierSequences,
    modifier_probabilities,
    moments,
    training,
)
from spectral_core.models.head_automata.modifier_probabilities import Lexicon
from spectral_core.models.head_automata.training import EmAutomata
from spectral_core.models.parsing.labeller import label_and_deprojectivise_sentences
from spectral_core.models.tagger import TaggerSettings
from spectral_core.structured.eisner import Posteriors

Floats = NDArray[np.float64]


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return tiny_treebank()


def settings(**changes: str | int | float | bool) -> HeadAutomataSettings:
    return replace(HeadAutomataSettings(states=2, relations=False, tagger=False, calibration=False), **changes)  # type: ignore[arg-type]


def random_automaton(states: int, symbols: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """(operators (symbols, to, from), start, stop) whose columns sum to 1, so different that few samples show it."""
    random = np.random.default_rng(seed)
    stop = random.uniform(0.2, 0.6, states)
    emitted = random.dirichlet(np.full(symbols, 0.3), states)  # (from, symbols)
    moves = random.dirichlet(np.full(states, 0.4), (states, symbols))  # (from, symbols, to)
    operators = np.einsum("js,jsi->sij", emitted * (1 - stop)[:, None], moves)
    return operators, random.dirichlet(np.ones(states)), stop


def probability(operators: Floats, start: Floats, stop: Floats, string: tuple[int, ...]) -> float:
    vector = start
    for symbol in string:
        vector = operators[symbol] @ vector
    return float(stop @ vector)


def exact_windows(operators: Floats, start: Floats, stop: Floats) -> training.MeanNgramCounts:
    """The mean counts of two and three neighbours in all strings."""
    symbols, states = len(operators), len(start)
    before = np.linalg.solve(np.eye(states) - operators.sum(axis=0), start)  # the sum over all that goes before
    after = np.linalg.solve((np.eye(states) - operators.sum(axis=0)).T, stop)
    firsts = [*(operator @ before for operator in operators), start]
    lasts = [*(after @ operator for operator in operators), stop]
    bigrams = np.array([[last @ first for first in firsts] for last in lasts])
    triples = list(product(range(symbols), range(symbols + 1), range(symbols + 1)))
    means = np.array([lasts[c] @ operators[x] @ firsts[a] for x, a, c in triples])
    middle, previous, following = np.array(triples).T
    return training.MeanNgramCounts(bigrams, middle, previous, following, means, 1e6)


def sampled(operators: Floats, start: Floats, stop: Floats, count: int, seed: int) -> ModifierSequences:
    """Sequences of the right-hand automaton of head 0."""
    random = np.random.default_rng(seed)
    states, symbols = len(start), len(operators)
    outcomes = np.concatenate(
        (operators.reshape(symbols * states, states).T, stop[:, None]), axis=1
    )  # (from, outcomes)
    reach = np.cumsum(outcomes, axis=1)
    here = random.choice(states, count, p=start)
    strings: list[list[int]] = [[] for _ in range(count)]
    going = np.arange(count)
    while len(going):
        drawn = (random.random(len(going))[:, None] > reach[here[going]]).sum(axis=1).clip(max=symbols * states)
        moving = drawn < symbols * states
        going, drawn = going[moving], drawn[moving]
        here[going] = drawn % states
        for place, symbol in zip(going.tolist(), (drawn // states).tolist(), strict=True):
            strings[place].append(symbol)
    return sequences_of(strings)


def sequences_of(strings: list[list[int]]) -> ModifierSequences:
    flat = np.array([symbol for string in strings for symbol in string], dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum([len(string) for string in strings]))).astype(np.int64)
    return ModifierSequences.from_repeated(np.ones(len(strings), dtype=np.int64), flat, starts, np.ones(len(strings)))


STRINGS = [string for length in range(5) for string in product(range(6), repeat=length)]


@pytest.mark.parametrize("scaling", ["bigram", "cca"])
@pytest.mark.parametrize("seed", range(3))
def test_exact_moments_give_back_the_distribution(seed: int, scaling: str) -> None:
    automaton = random_automaton(3, 6, seed)
    found = training.estimate_spectral_automaton(exact_windows(*automaton), 3, scaling)
    for string in STRINGS:
        wanted = probability(*automaton, string)
        assert probability(found.operators, found.start, found.stop, string) == pytest.approx(
            wanted, rel=1e-9, abs=1e-14
        )
    if scaling == "bigram":
        assert found.spectrum[3] < 1e-12


def test_samples_come_near_the_distribution_as_they_grow() -> None:
    automaton = random_automaton(3, 6, seed=5)
    errors = {}
    for count in (1_000, 10_000, 100_000):
        sample = sampled(*automaton, count, seed=1)
        found = training.estimate_spectral_automata(sample, 6, 3)
        operators, start, stop = found.operators[1], found.start[1], found.stop[1]
        errors[count] = sum(
            abs(probability(operators, start, stop, string) - probability(*automaton, string)) for string in STRINGS
        )
    assert errors[10_000] <= 0.05
    assert errors[100_000] <= 0.02
    assert errors[1_000] / errors[100_000] > 5


def test_directions_below_the_threshold_are_dropped() -> None:
    sample = sampled(*random_automaton(3, 6, seed=5), 1_000, seed=1)
    everything, thresholded = (
        training.estimate_spectral_automata(sample, 6, 6, "cca", threshold) for threshold in (0.0, 3.0)
    )
    spectrum = everything.spectra[1]
    assert everything.ranks[1] == 6
    assert thresholded.ranks[1] == np.count_nonzero(spectrum > 3 * spectrum[0] / math.sqrt(1_000)) < 6
    assert np.array_equal(thresholded.spectra[1], spectrum)


@pytest.mark.parametrize("scaling", ["bigram", "cca"])
def test_shrunk_altogether_an_automaton_with_all_states_is_the_chain_of_its_bigrams(scaling: str) -> None:
    random = np.random.default_rng(7)
    strings = [random.integers(0, 4, random.integers(0, 6)).tolist() for _ in range(400)]
    found = training.estimate_spectral_automata(sequences_of(strings), 4, 5, scaling, shrinkage=1e12)
    steps = Counter(
        (last, following) for string in strings for last, following in zip([-1, *string], [*string, -1], strict=True)
    )
    assert found.ranks[1] == 5
    for string in ((), (2,), (0, 1), (3, 3, 1), (2, 0, 1, 3)):
        chain = [-1, *string, -1]
        wanted = math.prod(
            steps[here, there] / sum(steps[here, any_of] for any_of in range(-1, 4)) for here, there in pairwise(chain)
        )
        assert probability(found.operators[1], found.start[1], found.stop[1], string) == pytest.approx(wanted)


def test_shrinking_trigrams_moves_the_mass_of_strings_and_keeps_their_sum() -> None:
    sample = sampled(*random_automaton(3, 6, seed=5), 300, seed=1)
    sums = []
    for shrinkage in (0.0, 10.0):
        found = training.estimate_spectral_automata(sample, 6, 7, shrinkage=shrinkage)
        summed = found.operators[1, -1]
        everything = np.linalg.solve(np.eye(7) - summed.T, found.stop[1])  # stop + stop A + stop A A + ...
        sums.append(everything @ found.start[1])
    assert sums == pytest.approx([1.0, 1.0])


def test_expectation_and_maximisation_never_loses_likelihood() -> None:
    sample = sampled(*random_automaton(3, 4, seed=2), 500, seed=0)
    current = EmAutomata.make_random(sample, 4, 3, np.random.default_rng(0))
    likelihoods = []
    for _ in range(30):
        current, likelihood = current.run_em_iteration(sample)
        likelihoods.append(likelihood)
        sums = current.operators.sum(axis=(1, 3)) + current.stop
        np.testing.assert_allclose(sums[1], 1.0)
        assert current.start[1].sum() == pytest.approx(1.0)
    assert np.all(np.diff(likelihoods) >= -1e-9)
    assert likelihoods[-1] > likelihoods[0]


def test_different_sequences_with_weights_are_as_good_as_all_one_by_one() -> None:
    sample = sampled(*random_automaton(3, 4, seed=2), 300, seed=0)
    assert sample.weights.max() > 1
    repeats = np.repeat(np.arange(len(sample.weights)), sample.weights.astype(int))
    strings = [sample.symbols[sample.starts[at] : sample.starts[at + 1]] for at in repeats.tolist()]
    apart = ModifierSequences(
        np.ones(len(strings), dtype=np.int64),
        np.concatenate(strings),
        np.concatenate(([0], np.cumsum([len(string) for string in strings]))).astype(np.int64),
        np.ones(len(strings)),
    )
    first = second = EmAutomata.make_random(sample, 4, 5, np.random.default_rng(1))
    for _ in range(8):
        first, second = first.run_em_iteration(sample)[0], second.run_em_iteration(apart)[0]
    np.testing.assert_allclose(first.operators, second.operators, atol=1e-11)
    np.testing.assert_allclose(first.stop, second.stop, atol=1e-11)


def test_sequences_are_counted_from_the_head_outwards(treebank: Treebank) -> None:
    counted = head_automata.count(treebank, settings())
    place = counted.symbols.index("VBD")
    left = {
        tuple(counted.symbols[symbol] for symbol in symbols): weight
        for symbols, weight in counted.sequences.list_sequences(place * 2)
    }
    wanted: Counter[tuple[str, ...]] = Counter()
    for sentence in treebank:
        for word, tag in enumerate(sentence.xpos, 1):
            if tag == "VBD":
                below = [other for other, head in enumerate(sentence.heads, 1) if head == word and other < word]
                wanted[tuple(sentence.xpos[other - 1] for other in reversed(below))] += 1
    assert left == dict(wanted)
    assert counted.sentence_count == 12
    assert counted.roots[place] == sum(sentence.xpos[sentence.heads.index(0)] == "VBD" for sentence in treebank)


@pytest.mark.parametrize("lexical", ["none", "lex-first-coord"])
def test_the_counts_of_two_shards_are_those_of_the_corpus(treebank: Treebank, lexical: str) -> None:
    chosen = settings(lexical=lexical)
    shards = [head_automata.count(treebank.select(range(first, 12, 2)), chosen) for first in (0, 1)]
    whole = head_automata.count(treebank, chosen).arrays()
    for joined in (shards[0].merge(shards[1]), shards[1].merge(shards[0])):
        for name, array in joined.arrays().items():
            assert np.array_equal(array, whole[name]), name


def test_sentences_that_cannot_be_learnt_from_are_left_out_and_counted(treebank: Treebank) -> None:
    crossing = Sentence.of(["a", "b", "c", "d"], xpos=["NN"] * 4, heads=[3, 4, 0, 3])
    circle = Sentence.of(["a", "b", "c"], xpos=["NN"] * 3, heads=[2, 1, 0])
    untagged = Sentence.of(["a"], heads=[0])
    headless = Sentence.of(["a"], xpos=["NN"])
    mixed = Treebank.of([*treebank, crossing, circle, untagged, headless])
    left_out = head_automata.learn(mixed, settings(crossing="left-out"))
    assert left_out.skipped == {"non_projective": 1, "no_tree": 1, "empty_column": 1, "no_heads": 1}
    assert left_out.sentence_count == 12
    lifted = head_automata.learn(mixed, settings())
    assert "non_projective" not in lifted.skipped
    assert lifted.sentence_count == 13
    assert lifted.moments.lifted == 1
    with pytest.raises(DataError, match="1 of its sentences have crossing arcs, which can be lifted"):
        head_automata.learn(Treebank.of([crossing]), settings(crossing="left-out"))


@pytest.mark.parametrize(
    "build",
    [
        modifier_probabilities.make_one_state_transition_table,
        modifier_probabilities.make_first_modifier_transition_table,
        modifier_probabilities.make_sibling_transition_table,
    ],
)
def test_smoothed_tables_are_probabilities(build: object, treebank: Treebank) -> None:
    counted = head_automata.count(treebank, settings())
    counts = modifier_probabilities.count_transitions(counted.sequences, len(counted.symbols))
    assert counts.sum() == (counted.sequences.weights * (counted.sequences.lengths() + 1)).sum()
    assert callable(build)
    table = build(counts)
    known = table.modifiers[..., :-1].sum(axis=-1)
    np.testing.assert_allclose(known + table.stop, 1.0)
    np.testing.assert_allclose(known, table.modifiers[..., -1])
    assert table.stop.min() > 0


def test_a_table_remembers_what_it_should(treebank: Treebank) -> None:
    counted = head_automata.count(treebank, settings())
    counts = modifier_probabilities.count_transitions(counted.sequences, len(counted.symbols))
    head, left = counted.symbols.index("NN"), 0
    determiner, adjective = counted.symbols.index("DT"), counted.symbols.index("JJ")
    sibling = modifier_probabilities.make_sibling_transition_table(counts)
    # after a determiner, which is the last word on the left of every noun here, more stop than after an adjective
    assert sibling.stop[head, left, 1 + determiner] > sibling.stop[head, left, 1 + adjective]
    first = modifier_probabilities.make_first_modifier_transition_table(counts)
    assert first.modifiers[head, left, 0, adjective] > first.modifiers[head, left, 1, adjective]


@pytest.mark.parametrize("kind", ["lex", "lex-first", "lex-first-coord"])
def test_preferences_of_words_are_those_of_the_formula(kind: str, treebank: Treebank) -> None:
    counted = head_automata.count(treebank, settings(lexical=kind))
    assert counted.words is not None
    lexicon = Lexicon.from_events(counted.words, counted.symbols, kind)
    sentence = Sentence.of(
        ["the", "boat", ",", "and", "she", "opened", "oddly", "the", "can"],
        xpos=["DT", "NN", ",", "CC", "PRP", "VBD", "NN", "DT", "NN"],
    )
    tags = np.array([counted.symbols.index(tag) for tag in sentence.xpos])
    scale = np.ones(len(counted.symbols) + 1)
    weights, ends = lexicon.compute_lexical_factors(tags, sentence.forms, scale)
    slow = _Collins(treebank, kind)
    assert weights.shape[2] == ends.shape[2] == slow.states
    for head, modifier in product(range(9), repeat=2):
        for state in range(slow.states):
            side = int(modifier > head)
            wanted = slow.arc(sentence, head, modifier, side, state)
            assert weights[head, modifier, state] == pytest.approx(wanted) or head == modifier
            assert ends[head, side, state] == pytest.approx(slow.stop(sentence, head, side, state))
    assert lexicon.state_after[tags].tolist() == [slow.after(tag) for tag in sentence.xpos]
    discounted, short = lexicon.compute_lexical_factors(tags, sentence.forms, scale, discount=0.5)
    table = lexicon.table
    for head, modifier in ((1, 0), (5, 4), (5, 8)):
        coarse = table.modifiers[tags[head], int(modifier > head), 0, tags[modifier]]
        assert discounted[head, modifier, 0] == pytest.approx(weights[head, modifier, 0] / coarse**0.5)
        assert short[head, 0, 0] == pytest.approx(ends[head, 0, 0] / table.stop[tags[head], 0, 0] ** 0.5)


class _Collins:
    """The back-off of Collins 1999, with dictionaries."""

    def __init__(self, treebank: Treebank, kind: str) -> None:
        merged = {"lex": (0, 0, 0, 0), "lex-first": (0, 1, 1, 1), "lex-first-coord": (0, 1, 2, 3)}[kind]
        self.merged, self.states = merged, max(merged) + 1
        forms = Counter(form.lower() for sentence in treebank for form in sentence.forms)
        self.forms = {form for form, count in forms.items() if count >= 3}
        self.symbols = sorted({tag for sentence in treebank for tag in sentence.xpos})
        self.events: Counter[tuple[str, str, int, int, str, str]] = Counter()
        for sentence in treebank:
            for head in range(len(sentence)):
                tag, word = sentence.xpos[head], self.word(sentence.forms[head])
                for side in (0, 1):
                    state = 0
                    own = [at for at, above in enumerate(sentence.heads) if above == head + 1 and (at > head) == side]
                    for at in own if side else reversed(own):
                        modifier = sentence.xpos[at], self.word(sentence.forms[at])
                        self.events[tag, word, side, state, *modifier] += 1
                        state = self.after(sentence.xpos[at])
                    self.events[tag, word, side, state, "STOP", ""] += 1

    def word(self, form: str) -> str:
        return form.lower() if form.lower() in self.forms else "*rare*"

    def after(self, tag: str) -> int:
        return self.merged[1 if tag == "CC" else 2 if tag in (",", ".") else 3]

    def select(self, *pattern: object) -> dict[tuple[str, str], int]:
        """(tag, word) of the modifiers of events that match, None being anything."""
        found: Counter[tuple[str, str]] = Counter()
        for event, count in self.events.items():
            if all(want is None or want == value for want, value in zip(pattern, event, strict=True)):
                found[event[4], event[5]] += count
        return found

    def tag_share(self, tag: str, word: str, side: int, state: int, outcome: str) -> float:
        shared = Counter[str]()
        coarse = Counter[str]()
        fine = Counter[str]()
        for (kind, _), count in self.select(None, None, side, state, None, None).items():
            shared[kind] += count
        for (kind, _), count in self.select(tag, None, side, state, None, None).items():
            coarse[kind] += count
        for (kind, _), count in self.select(tag, word, side, state, None, None).items():
            fine[kind] += count
        prior = (shared[outcome] + 0.1) / (shared.total() + 0.1 * (len(self.symbols) + 1))
        backed = (coarse[outcome] + 2 * prior) / (coarse.total() + 2)
        return _interpolated(fine[outcome], fine.total(), len(fine), backed)

    def arc(self, sentence: Sentence, head: int, modifier: int, side: int, state: int) -> float:
        tag, word = sentence.xpos[head], self.word(sentence.forms[head])
        kind, own = sentence.xpos[modifier], self.word(sentence.forms[modifier])
        share = self.tag_share(tag, word, side, state, kind)
        every = Counter[str]()
        for event, count in self.events.items():
            if event[4] == kind:
                every[event[5]] += count
        if own not in every and "*rare*" in every:
            own = "*rare*"
        if own not in every:
            return share  # never seen with this tag: its probability is the same everywhere
        last = every[own] / every.total()
        coarse = self.select(tag, None, side, state, kind, None)
        fine = self.select(tag, word, side, state, kind, None)
        middle = _interpolated(coarse.get((kind, own), 0), sum(coarse.values()), len(coarse), last)
        return share * _interpolated(fine.get((kind, own), 0), sum(fine.values()), len(fine), middle) / last

    def stop(self, sentence: Sentence, head: int, side: int, state: int) -> float:
        return self.tag_share(sentence.xpos[head], self.word(sentence.forms[head]), side, state, "STOP")


def _interpolated(count: int, total: int, kinds: int, backed: float) -> float:
    if not total:
        return backed
    trust = total / (total + 5 * kinds)
    return trust * count / total + (1 - trust) * backed


@pytest.mark.parametrize("estimator", ["det", "det-first", "sibling", "spectral", "spectral-paper", "em"])
@pytest.mark.parametrize("lexical", ["none", "lex-first-coord"])
def test_every_model_parses_as_its_own_sums_over_all_trees_say(
    estimator: str, lexical: str, treebank: Treebank
) -> None:
    model = head_automata.learn(treebank, settings(estimator=estimator, lexical=lexical, clipping=False))
    sentence = Sentence.of(["the", "cook", "saw", "boats"], xpos=["DT", "NN", "VBD", "ODD"])
    assert isinstance(model, Parser)
    assert isinstance(model, HasSpectrum)
    assert isinstance(model, ExtractsAutomata)
    found = model.posteriors(sentence)
    lattice = model.make_lattice(sentence)
    held = model.parameters.automata
    operators = held.operators.swapaxes(-1, -2)
    sums = np.zeros((5, 4))
    total, scores = 0.0, []
    for heads in all_projective_trees(4):
        score = lattice.roots[heads.index(0)]
        for head in range(4):
            for side in (0, 1):
                own = [at for at in range(4) if heads[at] == head + 1 and (at > head) == side]
                state, vector = 0, held.start[lattice.groups[head], side]
                for at in own if side else reversed(own):
                    step = operators[lattice.groups[head], side, lattice.symbols[at]] @ vector
                    vector = lattice.weights[head, at, state] * step
                    state = int(lattice.next_states[at])
                score *= lattice.ends[head, side, state] * (held.stop[lattice.groups[head], side] @ vector)
        total += score
        scores.append(score)
        for at, head in enumerate(heads):
            sums[head, at] += score
    scored = model.tree_scores([sentence.with_heads(heads) for heads in all_projective_trees(4)])
    logs = [math.log(abs(score)) if score else -50.0 * 4 for score in scores]
    np.testing.assert_allclose([one.log for one in scored], logs, atol=1e-8)
    assert [one.clipped for one in scored] == [int(score <= 0) for score in scores]
    np.testing.assert_allclose(found.arcs, sums / total, atol=1e-8)
    ranked = model.parse(sentence, k=30)
    assert len(ranked) == 30
    assert len({one.value.heads for one in ranked}) == 30
    best = max(all_projective_trees(4), key=lambda heads: sum(found.arcs[head, at] for at, head in enumerate(heads)))
    assert ranked[0].value.heads == best
    assert model.all_heads([sentence, *treebank])[0] == best
    assert [each.arcs.shape for each in model.all_posteriors(list(treebank))] == [
        (len(one) + 1, len(one)) for one in treebank
    ]


def test_learning_sentences_by_heart_shows_when_they_are_parsed(treebank: Treebank) -> None:
    right = {}
    for estimator in ("det", "sibling", "spectral", "em"):
        model = head_automata.learn(treebank, settings(estimator=estimator, states=4))
        heads = model.all_heads(list(treebank))
        assert heads == [model.parse(sentence)[0].value.heads for sentence in treebank]
        pairs = [
            (g, p) for one, found in zip(treebank, heads, strict=True) for g, p in zip(one.heads, found, strict=True)
        ]
        right[estimator] = sum(want == got for want, got in pairs) / len(pairs)
    assert right["det"] > 0.75
    assert min(right["sibling"], right["spectral"], right["em"]) > 0.85


def test_locks_and_relations_are_honoured_in_every_tree(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, replace(settings(), relations=True))
    sentence = treebank[3]
    assert model.labeller is not None
    locked = Constraints(
        required_arcs=frozenset({(4, 2)}),
        forbidden_arcs=frozenset({(2, 1)}),
        required_labels=frozenset({(1, "vocative")}),
        required_spans=frozenset({(4, 7, "")}),
    )
    ranked = model.parse(sentence, 10, locked)
    assert len(ranked) == 10
    for one in ranked:
        assert one.value.heads[1] == 4
        assert one.value.heads[0] != 2
        assert one.value.deprels[0] == "vocative"
        assert [label for label, head in zip(one.value.deprels, one.value.heads, strict=True) if head == 0] in (
            ["root"],
            ["vocative"],
        )
        assert EMPTY not in one.value.deprels
        outside = [word for word in (5, 6, 7) if one.value.heads[word - 1] not in (5, 6, 7)]
        assert len(outside) == 1
        assert not any(one.value.heads[word - 1] in (5, 6, 7) for word in (1, 2, 3, 4, 8))
    with pytest.raises(ConstraintError, match="two heads"):
        model.parse(sentence, 1, Constraints(required_arcs=frozenset({(4, 2), (3, 2)})))


def test_without_a_labeller_relations_stay_where_heads_stay(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings())
    sentence = treebank[0]
    locked = Constraints(required_arcs=frozenset({(3, 1)}))
    (one,) = model.parse(sentence, 1, locked)
    for head, before, label, old in zip(
        one.value.heads, sentence.heads, one.value.deprels, sentence.deprels, strict=True
    ):
        assert label == (old if head == before else EMPTY)
    assert one.value.deprels[0] == EMPTY


def test_a_model_fills_in_the_tags_that_it_reads(treebank: Treebank) -> None:
    for column in ("xpos", "upos"):
        model = head_automata.learn(treebank, settings(tagger=True, column=column))
        again = type(model).from_arrays(model.settings, model.arrays())
        for one in (model, again, model.truncate(1), head_automata.add(model, treebank)):
            assert isinstance(one, HasTagger)
            assert not isinstance(one, Tagger)  # it is measured as a parser
            for sentence in treebank:
                tagged = one.add_tags(Sentence.of(sentence.forms))
                assert tagged.column(column) == sentence.column(column)
                assert set(tagged.upos if column == "xpos" else tagged.xpos) == {EMPTY}
        mine, restored = model.tagger, again.tagger
        assert mine is not None
        assert restored is not None
        assert mine.settings == restored.settings == TaggerSettings(column=column)
        assert mine.arrays().keys() == restored.arrays().keys()


def test_the_tagger_learns_from_sentences_that_the_automata_leave_out(treebank: Treebank) -> None:
    headless = Sentence.of(["zig", "zag"], xpos=["ZI", "ZA"])
    grown = Treebank.of([*treebank, headless, headless])
    model = head_automata.learn(grown, settings(tagger=True))
    assert "ZA" not in model.symbols
    assert model.add_tags(Sentence.of(["zig", "zag"])).xpos == ("ZI", "ZA")
    assert model.arrays()["operators"].shape == head_automata.learn(treebank, settings()).arrays()["operators"].shape


def test_a_model_without_a_tagger_says_how_to_get_one(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings())
    assert model.tagger is None
    with pytest.raises(SettingsError, match="set tagger to true"):
        model.add_tags(treebank[0])
    gaps = [replace(one, xpos=(EMPTY, *one.xpos[1:]), source=None) for one in treebank]
    assert head_automata.learn(Treebank.of(gaps), settings(tagger=True)).tagger is None  # no sentence is tagged whole


def test_viterbi_takes_the_best_derivation_and_refuses_spectral_estimates(treebank: Treebank) -> None:
    sentence = treebank[1]
    for estimator in ("det", "det-first", "sibling", "em"):
        model = head_automata.learn(treebank, settings(estimator=estimator, decoding="viterbi"))
        ranked = model.parse(sentence, 5)
        scores = [one.score for one in ranked]
        assert scores == sorted(scores, reverse=True)
        assert len({one.value.heads for one in ranked}) == 5
        assert model.all_heads([sentence]) == [ranked[0].value.heads]
    with pytest.raises(SettingsError, match="viterbi needs probabilities"):
        head_automata.learn(treebank, settings(decoding="viterbi"))
    model = head_automata.learn(treebank, settings())
    with pytest.raises(SettingsError, match="viterbi needs probabilities"):
        replace(model, settings=settings(decoding="viterbi")).parse(sentence)


def test_hidden_states_do_not_keep_a_short_sentence_from_its_last_tree(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings(estimator="em", decoding="viterbi", states=11, iterations=3))
    for size in (1, 2, 3, 4):
        sentence = Sentence.of(["a"] * size, xpos=["DT", "NN", "VBD", "NN"][:size])
        trees = list(all_projective_trees(size))
        ranked = model.parse(sentence, 200)
        assert {one.value.heads for one in ranked} == {tuple(tree) for tree in trees}
        assert [one.score for one in model.parse(sentence, 3)] == pytest.approx([one.score for one in ranked[:3]])


def test_words_that_never_have_modifiers_are_no_obstacle() -> None:
    treebank = Treebank.of([Sentence.of(["Hello"], xpos=["UH"], heads=[0], deprels=["root"])] * 30)
    model = head_automata.learn(treebank, settings(lexical="lex-first-coord", calibration=True))
    assert model.parse(treebank[0])[0].value.heads == (0,)
    assert len(model.parse(Sentence.of(["Hello", "there"], xpos=["UH", "UH"]), 9)) == 2


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        ("operators", lambda array: np.full_like(array, np.nan)),
        ("ranks", lambda array: array[:-1]),
        ("spectrum_owners", lambda array: array + 1000),
        ("counted_owners", lambda array: array + 1000),
        ("counted_starts", lambda array: array[:-1]),
        ("counted_weights", lambda array: array * 1e300),
        ("counted_modifiers", lambda array: array - 1000),
        ("counted_roots", lambda array: array[:-1]),
        ("word_events", lambda array: array[:0]),
        ("labeller_column", lambda array: array[:-1]),
    ],
)
def test_arrays_that_do_not_fit_together_are_no_model(
    treebank: Treebank, name: str, damaged: Callable[[Floats], Floats]
) -> None:
    chosen = settings(lexical="lex-first-coord", relations=True)
    arrays = head_automata.learn(treebank, chosen).arrays()
    head_automata.restore(chosen, arrays)
    with pytest.raises(ValueError, match=r"\w"):
        head_automata.restore(chosen, {**arrays, name: damaged(arrays[name])})


def test_lifted_words_go_back_to_where_their_arcs_cross() -> None:
    tags, labels = ["DT", "NN", "VBD", "RB", "IN", "NN"], ["det", "nsubj", "root", "advmod", "case", "nmod"]
    crossing = Sentence.of(
        ["a", "hearing", "starts", "today", "on", "it"], xpos=tags, heads=[2, 3, 0, 3, 6, 2], deprels=labels
    )
    assert crossing.find_crossing() is not None
    model = head_automata.learn(
        Treebank.of([crossing] * 20), replace(settings(estimator="sibling", crossing="lifted"), relations=True)
    )
    (parsed,) = model.parse(crossing.with_heads([None] * 6))
    assert parsed.value.heads == crossing.heads
    assert parsed.value.deprels == crossing.deprels
    assert model.labeller is not None
    assert label_and_deprojectivise_sentences([crossing], model.all_heads([crossing]), model.labeller) == [parsed.value]
    (kept,) = model.parse(crossing, 1, Constraints(required_arcs=frozenset({(3, 6)})))
    assert kept.value.heads[5] == 3
    assert not any("↑" in label or "↓" in label for label in kept.value.deprels)


def test_spectra_and_automata_are_asked_for_by_tag_and_direction(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings())
    assert model.spectrum_parts[0] in ("NN left", "NN right")
    values = model.spectrum("NN left")
    assert np.all(np.diff(values) <= 0)
    assert np.array_equal(model.spectrum(), model.spectrum(model.spectrum_parts[0]))
    with pytest.raises(SettingsError, match="there is no automaton 'nx left'; there are NN left"):
        model.spectrum("nx left")
    lower = head_automata.learn(
        Treebank.of(replace(one, xpos=tuple(map(str.lower, one.xpos)), source=None) for one in treebank), settings()
    )
    with pytest.raises(SettingsError, match="there are nn left"):
        lower.spectrum("NX left")
    leaf = replace(Sentence.of(["go"], xpos=["VB"]), heads=(0,))
    with pytest.raises(SettingsError, match="no word of the training text has a modifier"):
        head_automata.learn(Treebank.of([leaf]), settings()).spectrum("NN left")
    automaton = model.automaton("NN", "left", clusters=3, minimum=1)
    assert automaton.head == "NN"
    assert automaton == model.automaton("NN", "left", clusters=3, minimum=1)
    over = model.automaton("NN", "left", clusters=2, minimum=1, sentences=list(treebank))
    assert over.direction == "left"
    sibling = head_automata.learn(treebank, settings(estimator="sibling"))
    assert sibling.spectrum().size == 0
    with pytest.raises(SettingsError, match="no hidden states"):
        sibling.automaton("NN", "left")


def test_the_automaton_of_rare_tags_has_the_sequences_of_all_of_them(
    treebank: Treebank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_core.models.head_automata.moments.MAX_TAGS", 4)
    model = head_automata.learn(treebank, settings(lexical="none"))
    rare = {*model.moments.symbols} - {*model.symbols}
    words = sum(tag in rare for sentence in treebank for tag in sentence.xpos)
    clustering = model.cluster_prefixes("_", "left", 1)
    assert clustering.sequence_count == words
    assert {symbol for prefix in clustering.prefixes for symbol in prefix.symbols} <= {*model.symbols}
    over_text = model.cluster_prefixes("NN", "left", 1, list(treebank))
    assert [(prefix.symbols, prefix.count) for prefix in over_text.prefixes] == [
        (prefix.symbols, prefix.count) for prefix in model.cluster_prefixes("NN", "left", 1).prefixes
    ]


@pytest.mark.parametrize("estimator", ["spectral", "em", "det"])
def test_heads_come_with_the_modifiers_of_what_was_learnt_from(estimator: str, treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings(estimator=estimator))
    counts: dict[tuple[str, str], int] = {}
    for sentence in treebank:
        for word, head in enumerate(sentence.heads, 1):
            if head:
                key = (sentence.xpos[head - 1], "left" if word < head else "right")
                counts[key] = counts.get(key, 0) + 1
    assert model.skipped.get("non_projective", 0) == 0
    assert {(tag, side): count for tag, side, count in model.heads} == counts
    assert [count for *_, count in model.heads] == sorted(counts.values(), reverse=True)
    assert model.max_states == (2 if estimator == "spectral" else 0)


def test_the_operators_of_an_automaton_score_its_sequences(treebank: Treebank) -> None:
    model = head_automata.learn(treebank, settings(estimator="spectral-paper", states=9))
    operators, start, stop = model.operators("NN", "left")
    found = {}
    for string in ((), ("DT",), ("JJ", "DT")):
        vector = start
        for tag in string:
            vector = operators[tag] @ vector
        found[string] = float(stop @ vector)
    owner = model.moments.symbols.index("NN") * 2
    seen = {tuple(model.symbols[s] for s in symbols): w for symbols, w in model.moments.sequences.list_sequences(owner)}
    total = sum(seen.values())
    for string, value in found.items():  # nothing here needs more states than there are: exact
        assert value == pytest.approx(seen.get(string, 0) / total, abs=1e-9)


def test_rare_tags_share_their_automata(monkeypatch: pytest.MonkeyPatch, treebank: Treebank) -> None:
    monkeypatch.setattr("spectral_core.models.head_automata.moments.MAX_TAGS", 4)
    model = head_automata.learn(treebank, settings(lexical="lex"))
    assert len(model.symbols) == 5
    assert "_" in model.symbols
    again = type(model).from_arrays(model.settings, model.arrays())
    for sentence in treebank:
        assert again.parse(sentence, 3) == model.parse(sentence, 3)


def test_what_follows_a_coordinator_or_punctuation_is_known_by_the_tag() -> None:
    found = moments.classify_modifier_tags(("CC", "CCONJ", ",", "PUNCT", "NN"))
    assert found.tolist() == [moments.COORDINATED] * 2 + [moments.PUNCTUATED] * 2 + [moments.OTHER]


def test_arcs_get_probabilities_from_sentences_held_out(treebank: Treebank) -> None:
    chosen = replace(settings(), calibration=True)
    assert head_automata.learn(treebank, chosen).probabilities(treebank[0]) is None  # too few to hold some out
    model = head_automata.learn(Treebank.of([*treebank] * 4), chosen)
    given = head_automata.learn(treebank, chosen, dev=treebank)
    for one in (model, given):
        found = one.probabilities(treebank[3])
        assert found is not None
        np.testing.assert_allclose(found.sum(axis=0), 1.0)
        assert np.all(found.diagonal(-1) == 0)
        again = type(one).from_arrays(one.settings, one.arrays()).probabilities(treebank[3])
        assert again is not None
        assert np.array_equal(again, found)
        locked = one.probabilities(treebank[3], Constraints(required_arcs=frozenset({(4, 2)})))
        assert locked is not None
        assert locked[4, 1] == 1.0


def test_shares_are_posteriors_without_what_is_negative() -> None:
    arcs = np.array([[1.5, -0.2, 0.0], [0.0, 0.6, -1.0], [-0.5, 0.0, -2.0], [0.0, 0.6, 0.0]])
    found = Posteriors(arcs, 0.0, 1)
    third = 1 / 3
    np.testing.assert_allclose(found.head_distributions(), [[1, 0, third], [0, 0.5, third], [0, 0, third], [0, 0.5, 0]])


@pytest.mark.parametrize("estimator", ["spectral", "spectral-paper"])
def test_a_truncated_model_is_the_one_learnt_with_fewer_states(estimator: str, treebank: Treebank) -> None:
    large, small = (
        head_automata.learn(treebank, settings(estimator=estimator, states=states, lexical="lex")) for states in (5, 2)
    )
    cut = large.truncate(2)
    assert cut.settings == small.settings
    for name, array in cut.arrays().items():
        np.testing.assert_allclose(array, small.arrays()[name], atol=1e-12, err_msg=name)
    assert [cut.parse(sentence)[0].value.heads for sentence in treebank] == small.all_heads(list(treebank))
    with pytest.raises(SettingsError, match="1 to 5 states, not 6"):
        large.truncate(6)
    with pytest.raises(SettingsError, match="only spectral"):
        head_automata.learn(treebank, settings(estimator="em")).truncate(1)


def test_an_unknown_tag_is_as_probable_as_any_modifier() -> None:
    tags = ["VB", "RB"]
    leaf = [replace(Sentence.of(["go", "now"], xpos=tags), heads=(0, 1))] * 200  # never a modifier on the left
    model = head_automata.learn(Treebank.of(leaf), settings(estimator="det", lexical="lex"))
    lexicon = model.parameters.lexicon
    assert lexicon is not None
    numbers = np.array([2, model.index_of["VB"], 2])
    weights, stop = lexicon.compute_lexical_factors(numbers, ["?", "go", "?"], np.ones(3))
    assert stop[1, 0, 0] > 0.95
    assert weights[1, 0, 0] < 0.05
    assert stop[1, 1, 0] < 0.6
    assert weights[1, 2, 0] == pytest.approx(1 - stop[1, 1, 0], abs=0.02)
