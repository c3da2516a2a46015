"""The stages of a bracket inducer, each against enumeration, and that no stage sees what it is judged by."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from oracles import Span, all_bracketings

from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.errors import DataError
from spectral_core.models.bracket_inducer import BracketInducer, InducerSettings, chunking, learn
from spectral_core.models.bracket_inducer.chunking import Chunker, ChunkerCascade
from spectral_core.models.bracket_inducer.classed_text import ClassedSentence, ClassedText, inner_span_mask
from spectral_core.models.bracket_inducer.grammar import BracketNodes, LatentStateGrammar
from spectral_core.models.bracket_inducer.seeds import METRIC_SETTINGS, SeedTrees
from spectral_core.models.bracket_inducer.span_scores import SpanRegression
from spectral_core.models.bracket_inducer.training import MIN_SENTENCES, compute_crossing_ratio, flag_fragment_crossings
from spectral_core.models.bracketer.training import train_on_classified_sentences
from spectral_core.models.bracketing.word_classes import WordClassifier
from spectral_core.progress import ignore_progress
from spectral_core.structured import cky
from spectral_core.structured.cky.span_features import PunctuatedWords, span_log_odds
from spectral_core.structured.forward_backward_kernels import (
    BEGIN,
    INSIDE,
    OUTSIDE,
    STOP,
    best_chunk_states,
    chunk_expected_counts,
)

_FOLLOW = {(BEGIN, INSIDE), *((INSIDE, one) for one in range(4)), (OUTSIDE, BEGIN), (OUTSIDE, OUTSIDE), (OUTSIDE, STOP)}


@pytest.mark.parametrize("size", range(2, 8))
def test_phrases_are_the_best_of_all_trees(size: int) -> None:
    random = np.random.default_rng(size)
    for _ in range(5):
        gains = random.standard_normal((size, size + 1))
        trees = {tree: sum(max(gains[span], 0.0) for span in tree) for tree in all_bracketings(size)}
        found = cky.best_bracketing(gains)
        assert sum(gains[span] for span in found) == pytest.approx(max(trees.values()))
        assert all(gains[span] > 0 for span in found)
        assert any(set(found) <= tree for tree in trees)


def random_chunker(random: np.random.Generator, names: int) -> Chunker:
    allowed = np.array([[(state, other) in _FOLLOW for other in range(4)] for state in range(3)])
    after = random.random((3, names, 4)) * allowed[:, None]
    first = random.random(3) * [1, 0, 1]
    shown = random.random((3, names))
    return Chunker(
        {}, first / first.sum(), shown / shown.sum(axis=1, keepdims=True), after / after.sum(axis=2, keepdims=True)
    )


@pytest.mark.parametrize("size", range(1, 7))
def test_sums_over_chunks_are_those_over_all_paths(size: int) -> None:
    random = np.random.default_rng(size)
    model, words, starts = random_chunker(random, 3), random.integers(0, 3, size), np.array([0, size])
    weights: Counter[tuple[int, ...]] = Counter()
    for path in product(range(3), repeat=size):
        weight = model.initial[path[0]]
        for at, state in enumerate(path):
            follower = path[at + 1] if at + 1 < size else STOP
            weight *= model.emissions[state, words[at]] * model.transitions[state, words[at], follower]
        weights[path] = weight
    firsts, counts, follows, total = chunk_expected_counts(
        words, starts, model.initial, model.emissions, model.transitions
    )
    assert total == pytest.approx(math.log(weights.total()), abs=1e-12)
    for state in range(3):
        share = sum(weight for path, weight in weights.items() if path[0] == state) / weights.total()
        assert firsts[state] == pytest.approx(share, abs=1e-12)
        seen = sum(weight * path.count(state) for path, weight in weights.items()) / weights.total()
        assert counts[state].sum() == pytest.approx(seen, abs=1e-12)
    assert follows.sum() == pytest.approx(size)
    with np.errstate(divide="ignore"):
        best = best_chunk_states(
            words, starts, np.log(model.initial), np.log(model.emissions), np.log(model.transitions)
        )
    assert tuple(best) == max(weights, key=weights.__getitem__)


def test_each_iteration_makes_the_chunks_of_a_text_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(0)
    runs = [random.choice(["D", "N", "V", "P"], size).tolist() for size in random.integers(1, 9, 200)]
    monkeypatch.setattr(chunking, "_SMOOTHING", 1e-9)
    monkeypatch.setattr(chunking, "_MIN_GAIN", 0.0)
    totals = []
    for iterations in range(5):
        monkeypatch.setattr(chunking, "_MAX_ITERATIONS", iterations)
        learnt = Chunker.learn(runs)
        words = np.array([learnt.names[name] for run in runs for name in run])
        starts = np.append(0, np.cumsum([len(run) for run in runs]))
        totals.append(chunk_expected_counts(words, starts, learnt.initial, learnt.emissions, learnt.transitions)[3])
    assert all(later > earlier for earlier, later in pairwise(totals))


def test_runs_without_words_change_nothing() -> None:
    runs = [["a", "b"], ["b", "a", "c"]]
    chunker, with_empty = Chunker.learn(runs), Chunker.learn([[], runs[0], [], runs[1], []])
    assert np.array_equal(with_empty.emissions, chunker.emissions)
    assert np.array_equal(with_empty.transitions, chunker.transitions)
    assert chunker.find_chunks([[], runs[0], []]) == [[], *chunker.find_chunks(runs[:1]), []]


def test_words_that_stand_together_are_chunks_and_chunks_of_these_follow() -> None:
    runs = [run.split() for run in ["D N V D N", "P D N V", "D N V", "D A N V P D N", "V D N"] * 20]
    chunker = Chunker.learn(runs)
    assert (3, 5) in chunker.find_chunks([["D", "N", "V", "D", "N"]])[0]
    cascade = ChunkerCascade.learn(runs, 8)
    left, chunks = cascade.chunk_runs([["P", "D", "N", "V", "D", "N"]])[0]
    assert (4, 6) in chunks
    assert left[0][0] == 0
    assert left[-1][1] == 6


TAGS = ("D N V D N", "P D N V", "D N V", "D A N V P D N", "V D N", "D N V P A N")


def corpus(times: int = 12) -> Treebank:
    """Tagged sentences, no two of them with the same words."""
    made = []
    for number in range(times):
        for tags in TAGS:
            words = [f"{tag}{at}x{number}" for at, tag in enumerate(tags.split())]
            made.append(Sentence.of(words, xpos=tags.split()))
    return Treebank.of(made)


def classes_of(treebank: Treebank) -> WordClassifier:
    return WordClassifier.learn(list(treebank), "xpos", (4, 3, 3), 0)


def read(treebank: Treebank) -> list[ClassedSentence]:
    classes = classes_of(treebank)
    return [ClassedSentence.from_sentence(one, classes) for one in treebank]


def grammar_of(trees: list[tuple[list[str], set[Span]]]) -> LatentStateGrammar:
    made = read(Treebank.of([Sentence.of([f"w{at}" for at in range(len(tags))], xpos=tags) for tags, _ in trees]))
    text = ClassedText.from_sentences(made)
    nodes = BracketNodes.from_trees(text, [spans for _, spans in trees])
    states = np.arange(len(nodes.firsts)) % 2
    words = [tag for tags, _ in trees for tag in tags]
    return LatentStateGrammar.learn(nodes, states, words, np.ones(len(trees), dtype=bool))


TREES: list[tuple[list[str], set[Span]]] = [
    (["D", "N", "V", "N"], {(0, 2), (2, 4)}),
    (["D", "N", "V"], {(0, 2)}),
    (["N", "V", "D", "N"], {(1, 4), (2, 4)}),
    (["N", "N", "N", "V"], {(0, 3)}),
    (["V", "N"], set()),
]


def chances_by_enumeration(grammar: LatentStateGrammar, tags: list[str]) -> dict[Span, float]:
    """The share of each span of being a bracket, from all derivations, built from the rules one by one."""
    rules = grammar.rules
    lefts, rights = rules.lefts[rules.pairs].tolist(), rules.rights[rules.pairs].tolist()
    every = list(zip(rules.parents.tolist(), lefts, rights, rules.weights.tolist(), strict=True))

    def derivations(symbol: int, start: int, end: int) -> list[tuple[float, frozenset[Span]]]:
        own = frozenset([(start, end)]) if symbol < grammar.state_count else frozenset()
        if end - start == 1:
            return [(1.0, frozenset())] if symbol == grammar.state_count + grammar.class_ids[tags[start]] else []
        return [
            (weight * one * two, own | some | others)
            for parent, left, right, weight in every
            if parent == symbol
            for middle in range(start + 1, end)
            for one, some in derivations(left, start, middle)
            for two, others in derivations(right, middle, end)
        ]

    size = len(tags)
    found = [
        (grammar.roots[state] * weight, spans)
        for state in range(grammar.state_count)
        for weight, spans in derivations(state, 0, size)
    ]
    total = sum(weight for weight, _ in found)
    shares: Counter[Span] = Counter()
    for weight, spans in found:
        for span in spans:
            shares[span] += weight / total
    return dict(shares)


@pytest.mark.parametrize("tags", ["D N V N", "N V D N", "N N N V", "D N V", "N V"])
def test_chances_of_spans_are_those_of_all_derivations(tags: str) -> None:
    grammar, words = grammar_of(TREES), tags.split()
    size = len(words)
    if size == 2:
        words = ["V", "N"]
    shares = grammar.posteriors(words, np.ones((size, size + 1), dtype=bool))
    assert shares is not None
    want = chances_by_enumeration(grammar, words)
    for start in range(size):
        for end in range(start + 2, size + 1):
            assert shares[start, end] == pytest.approx(want.get((start, end), 0.0), abs=2e-4)  # small ones go


def test_locks_hold_in_the_trees_of_the_grammar() -> None:
    grammar, size = grammar_of(TREES), 4
    needed, crossing = (np.zeros((size, size + 1), dtype=bool) for _ in range(2))
    needed[2, 4] = True
    crossing[1, 3] = crossing[0, 3] = True
    shares = grammar.posteriors(["D", "N", "V", "N"], np.ones((size, size + 1), dtype=bool), crossing, needed)
    assert shares is not None
    assert shares[2, 4] == pytest.approx(1.0)
    assert shares[1, 3] == shares[0, 3] == 0.0


def test_states_of_brackets_are_those_of_all_derivations_of_their_tree() -> None:
    grammar, brackets = grammar_of(TREES), [(0, 4), (0, 2), (2, 4)]
    shares = grammar.state_posteriors(["D", "N", "V", "N"], brackets)
    assert shares is not None
    rules = grammar.rules
    lefts, rights = rules.lefts[rules.pairs].tolist(), rules.rights[rules.pairs].tolist()
    weights = dict(zip(zip(rules.parents.tolist(), lefts, rights, strict=True), rules.weights.tolist(), strict=True))
    tags = [grammar.state_count + grammar.class_ids[tag] for tag in ("D", "N", "V", "N")]
    want = np.zeros((3, grammar.state_count))
    for top, left, right in product(range(grammar.state_count), repeat=3):
        weight = grammar.roots[top] * weights.get((top, left, right), 0.0)
        weight *= weights.get((left, *tags[:2]), 0.0) * weights.get((right, *tags[2:]), 0.0)
        want[0, top] += weight
        want[1, left] += weight
        want[2, right] += weight
    assert shares == pytest.approx(want / want.sum(axis=1, keepdims=True), abs=2e-4)
    assert grammar.state_posteriors(["V", "V", "V", "D"], brackets) is None


def test_every_bracket_of_a_tree_has_a_state() -> None:
    model = learn(corpus(), InducerSettings(states=3))
    for one in corpus()[:6]:
        tree = model.parse(one)[0].value.tree
        assert tree is not None
        found = model.states(one)
        assert {state.position for state in found} == {(start, end) for start, end, _ in tree.spans()}
        assert all(state.posterior.sum() == pytest.approx(1.0) and len(state.posterior) <= 3 for state in found)


def test_states_that_no_grammar_gives_are_refused_with_the_reason() -> None:
    model, one = learn(corpus(), InducerSettings(states=3)), corpus()[0]
    long = Sentence.of(one.forms * 40, xpos=one.xpos * 40)
    with pytest.raises(DataError, match="no trees of more than 80 words"):
        model.states(long)
    with pytest.raises(DataError, match="no tree of the induced grammars has these brackets"):
        model.states(Sentence.of(["a", "b", "c"], xpos=["new", "newer", "newest"]))


def test_a_text_of_longer_sentences_than_the_regression_reads_is_refused() -> None:
    with pytest.raises(DataError, match="set longest to at least"):
        learn(corpus(), InducerSettings(longest=2))
    assert learn(corpus(), InducerSettings(longest=2, regression=False)).regression is None


def test_nodes_have_their_children_in_order() -> None:
    text = ClassedText.from_sentences(
        read(Treebank.of([Sentence.of(["a", "b", "c", "d", "e"], xpos=["N", "N", "N", "N", "N"])]))
    )
    nodes = BracketNodes.from_trees(text, [[(1, 4), (2, 4)]])
    assert nodes.children == [[-1, 1, -5], [-2, 2], [-3, -4]]
    assert nodes.parents.tolist() == [-1, 0, 1]
    assert nodes.sibling_indexes.tolist() == [0, 1, 1]
    assert list(zip(nodes.firsts.tolist(), nodes.lasts.tolist(), strict=True)) == [(0, 4), (1, 3), (2, 3)]


def test_what_a_sentence_was_given_does_not_change_what_is_said_of_it() -> None:
    text = ClassedText.from_sentences(read(corpus()))
    random = np.random.default_rng(0)
    targets = random.random(int(text.bounds[-1])).astype(np.float32)
    before = SpanRegression.learn(text, targets, 40, 3, 0, ignore_progress, "regression").score_spans(text)
    own = slice(text.bounds[4], text.bounds[5])
    changed = targets.copy()
    changed[own] = 1.0 - changed[own]
    after = SpanRegression.learn(text, changed, 40, 3, 0, ignore_progress, "regression").score_spans(text)
    assert np.array_equal(before[own], after[own])
    assert not np.array_equal(before, after)


def test_trees_of_the_text_change_nothing() -> None:
    plain = corpus()
    hidden = Treebank.of(
        one.with_tree(Tree("S", tuple(Tree(tag, (form,)) for tag, form in zip(one.xpos, one.forms, strict=True))))
        for one in plain
    )
    settings = InducerSettings(states=3, rounds=1)
    first, second = (learn(treebank, settings).arrays() for treebank in (plain, hidden))
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_short_text_has_first_trees_alone_and_a_longer_one_all_stages() -> None:
    short, longer = (
        learn(corpus(MIN_SENTENCES // len(TAGS)), InducerSettings()),
        learn(corpus(), InducerSettings(states=3)),
    )
    assert short.regression is None
    assert short.grammars == ()
    assert longer.regression is not None
    assert len(longer.grammars) == 1


@pytest.mark.parametrize("seeds", ["clauses", "chunks", "metric", "vote", "flat"])
def test_first_trees_cross_nothing_and_end_where_fragments_do(seeds: str) -> None:
    marked = Treebank.of(
        Sentence.of([*one.forms, ",", *one.forms, "."], xpos=[*one.xpos, ",", *one.xpos, "."]) for one in corpus()
    )
    model = learn(marked, InducerSettings(seeds=seeds, regression=False))
    for one in marked[:6]:
        tree = model.parse(one)[0].value.tree
        assert tree is not None
        half = len(one) // 2 - 1
        assert (0, half) in {(start, end) for start, end, _ in tree.spans()}


def marked_text(beyond: bool) -> Treebank:
    """Sentences whose marks stand between whole clauses, or `beyond` them between phrases that belong to one verb."""
    random = np.random.default_rng(0)
    phrases = (["PRP"], ["DT", "NN"], ["DT", "JJ", "NN"])

    def phrase() -> list[str]:
        return phrases[random.integers(3)]

    made = []
    for _ in range(150):
        tags = [*phrase(), "VBD", *phrase(), ","]
        if beyond:
            tags += ["IN", *phrase(), ",", "CC", "IN", *phrase(), "."]
        else:
            tags += [*phrase(), "VBD", *phrase(), "."]
        made.append(Sentence.of([f"{tag}{random.integers(4)}" if len(tag) > 1 else tag for tag in tags], xpos=tags))
    return Treebank.of(made)


@pytest.mark.parametrize(("beyond", "kind"), [(False, "vote"), (True, "clauses")])
def test_first_trees_are_those_that_cross_fewer_fragments_where_marks_are_hidden(beyond: bool, kind: str) -> None:
    treebank = marked_text(beyond)
    model = learn(treebank, InducerSettings(regression=False))
    assert model.seeds.kind == kind
    words = [ClassedSentence.from_sentence(one, model.word_classifier) for one in treebank]
    metric = train_on_classified_sentences(list(treebank), METRIC_SETTINGS, model.word_classifier, ignore_progress)
    other = ({"vote", "clauses"} - {kind}).pop()
    assert compute_crossing_ratio(words, kind, metric) < compute_crossing_ratio(words, other, metric)
    assert learn(treebank, InducerSettings(tags="words", regression=False)).seeds.kind == "clauses"
    without = Treebank.of(Sentence.of(one.forms[:3], xpos=one.xpos[:3]) for one in treebank)
    assert learn(without, InducerSettings(regression=False)).seeds.kind == "metric"


def test_a_span_crosses_a_fragment_that_it_has_a_part_of_and_more() -> None:
    forms = [*"abc", ",", *"defg", "."]
    (one,) = read(Treebank.of([Sentence.of(forms, xpos=[form if form in ",." else "N" for form in forms])]))
    across = flag_fragment_crossings(one)
    parts = [set(range(*part)) for part in one.fragments]
    for start, end in product(range(one.size), range(one.size + 1)):
        words = set(range(start, end))
        assert across[start, end] == any(words & part and words - part and part - words for part in parts)


def test_three_grammars_and_words_alone_are_learnt_and_kept() -> None:
    model = learn(corpus(), InducerSettings(tags="words", grammars=3, states=3, rounds=1, classes=3, fine=4))
    again = BracketInducer.from_arrays(model.settings, model.arrays())
    for one in corpus()[:8]:
        assert again.parse(one) == model.parse(one)
        assert again.marginals(one) == model.marginals(one)


def test_shares_of_first_trees_are_means() -> None:
    words = read(corpus())
    seeds = SeedTrees.learn(
        words,
        "metric",
        train_on_classified_sentences(
            [one.sentence for one in words], METRIC_SETTINGS, classes_of(corpus()), ignore_progress
        ),
    )
    for one, table in zip(words, seeds.span_frequencies(words), strict=True):
        assert table[0, one.size] == 1.0
        assert np.isin(2 * table[inner_span_mask(one.size)], [0, 1, 2]).all()


def test_three_marks_inside_a_span_are_as_good_as_more() -> None:
    size = 8
    marks = np.zeros((4, size + 1), dtype=np.int64)
    for count in range(4):
        marks[count, 3 : 4 + count] = 1
    words = np.tile(np.arange(1, size + 1, dtype=np.uint64), 4)
    text = PunctuatedWords(np.arange(5) * size, words, words, marks.ravel())
    spans = size * (size - 1) // 2 - 1
    weights = np.random.default_rng(0).standard_normal((1, 1 << 12)).astype(np.float32)
    log_odds = span_log_odds(text, np.arange(5) * spans, np.zeros(4, dtype=np.int64), weights).reshape(4, spans)
    ordered = [(start, end) for start in range(size) for end in range(start + 2, size + 1) if end - start < size]
    one, two, three, four = log_odds[:, ordered.index((1, 7))]  # the marks are before words 3 to 6
    assert len({one, two, three}) == 3
    assert three == four
