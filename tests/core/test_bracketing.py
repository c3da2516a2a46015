"""Bracketers that need no treebank: locks, punctuation, raw words and controls."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies
from oracles import Span

from spectral_core.data import Constraints, Sentence, Tree, Treebank
from spectral_core.data.structure import SpanPart
from spectral_core.evaluate import extract_unlabelled_brackets
from spectral_core.model import MarginalScorer, Parser
from spectral_core.models.bracketer import Bracketer
from spectral_core.models.bracketing.sentences import LockedSentence, UnpunctuatedSentence
from spectral_core.models.bracketing.word_classes import WordClassifier, WordVectors, coarse_class, is_finite_verb
from spectral_core.registry import METHODS, make_settings

TEXTS = (
    "the old ferry crosses the wide river at noon , and the crew sleeps .",
    "the crew loads the ferry ; the captain counts the crates .",
    "a small boat follows the ferry to the far bank .",
    "when the wind turns , the captain waits in the harbour .",
    "the river carries sand and the harbour fills .",
    "at noon the old captain sleeps , but the crew waits .",
)
_WORDS = ["the", "ferry", "waits", ",", ";", "old", "."]
NAMES = ("bracketer", "constituent-context", "bracket-inducer")


def corpus() -> Treebank:
    return Treebank.of(Sentence.of(text.split()) for text in TEXTS * 9)


@cache
def model_of(name: str, **chosen: str) -> Parser:
    method = METHODS[name]
    given = {"states": "3", "dimensions": "8", "classes": "4", "longest": "20", "iterations": "3"} | chosen
    known = {field.name for field in method.settings.__dataclass_fields__.values()}
    model = method.learn(corpus(), make_settings(method, {key: value for key, value in given.items() if key in known}))
    assert isinstance(model, Parser)
    return model


def tree_by(model: Parser, sentence: Sentence, constraints: Constraints = Constraints()) -> Tree:  # noqa: B008
    tree = model.parse(sentence, 1, constraints)[0].value.tree
    assert tree is not None
    assert tuple(tree.words()) == sentence.forms
    return tree


@strategies.composite
def locked(draw: strategies.DrawFn) -> tuple[Sentence, frozenset[Span], frozenset[Span]]:
    """A sentence with marks, spans that do not cross, and other spans."""
    words = draw(strategies.lists(strategies.sampled_from(_WORDS), min_size=2, max_size=9))
    size = len(words)
    spans = strategies.tuples(strategies.integers(0, size - 1), strategies.integers(1, size)).filter(
        lambda span: span[1] - span[0] > 1
    )
    required: set[Span] = set()
    for start, end in draw(strategies.lists(spans, max_size=4)):
        if not any(a < start < b < end or start < a < end < b for a, b in required):
            required.add((start, end))
    forbidden = {span for span in draw(strategies.lists(spans, max_size=4)) if span != (0, size)} - required
    return Sentence.of(words), frozenset(required), frozenset(forbidden)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given_=locked())
def test_locks_are_honoured_exactly(name: str, given_: tuple[Sentence, frozenset[Span], frozenset[Span]]) -> None:
    sentence, required, forbidden = given_
    locks = Constraints(
        required_spans=frozenset((*span, "X" if span[0] % 2 else "") for span in required),
        forbidden_spans=frozenset((*span, "") for span in forbidden),
    )
    model = model_of(name)
    spans = {(start, end) for start, end, _ in tree_by(model, sentence, locks).spans()}
    assert required <= spans
    assert not forbidden & spans
    assert isinstance(model, MarginalScorer)
    told = model.marginals(sentence, locks)
    assert all(told.marginal(SpanPart(start, end, "X")) == 1.0 for start, end in required)
    assert all(told.marginal(SpanPart(start, end, "X")) == 0.0 for start, end in forbidden)
    assert spans <= {part.position for part in told.marginals}
    trees = [ranked.value.tree for ranked in model.parse(sentence, 3, locks)]
    assert all(tree not in trees[:rank] for rank, tree in enumerate(trees))


@pytest.mark.parametrize("name", NAMES)
def test_forbidding_the_words_without_the_last_mark_takes_only_that_bracket(name: str) -> None:
    sentence, model = Sentence.of(["the", "old", "ferry", "waits", "."]), model_of(name)
    assert isinstance(model, MarginalScorer)
    told = model.marginals(sentence, Constraints(forbidden_spans=frozenset([(0, 4, "")])))
    free = model.marginals(sentence).marginals
    assert dict(told.marginals) == pytest.approx(
        {part: share for part, share in free.items() if part.end != 4 or part.start}
    )


@pytest.mark.parametrize("name", ["bracketer", "bracket-inducer"])
def test_trees_are_given_once_and_ranked_from_plain_zero(name: str) -> None:
    sentence = Sentence.of(["ferry", ".", "waits", "the", "old"])
    locks = Constraints(required_spans=frozenset([(1, 5, "NP")]))
    parses = model_of(name, seeds="vote", regression="false").parse(sentence, 3, locks)
    assert len({str(ranked.value.tree) for ranked in parses}) == len(parses)
    assert [str(ranked.score) for ranked in parses] == ["0.0", "-1.0", "-2.0"][: len(parses)]
    assert not model_of(name).parse(sentence, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_locked_label_stands_in_the_tree(name: str) -> None:
    sentence = Sentence.of(["the", "old", "ferry", "waits"])
    locks = Constraints(required_spans=frozenset([(0, 3, "NP"), (3, 4, "VP")]))
    spans = tree_by(model_of(name), sentence, locks).spans()
    assert (0, 3, "NP") in spans
    assert (3, 4, "VP") in spans


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_a_bracket_is_a_share(name: str) -> None:
    model = model_of(name)
    assert isinstance(model, MarginalScorer)
    for sentence in corpus()[:6]:
        told = model.marginals(sentence)
        assert told.marginals[SpanPart(0, len(sentence), "X")] == 1.0
        assert all(0.0 <= number <= 1.0 for number in told.marginals.values())
        places = {part.position for part in told.marginals}
        assert {(start, end) for start, end, _ in tree_by(model, sentence).spans()} <= places


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("words", ["", "one", ". . .", "one .", "unheard of", "数据 很 大 。", "كتب الولد الدرس ."])
def test_whatever_is_written_gets_a_tree(name: str, words: str) -> None:
    sentence = Sentence.of(words.split())
    for ranked in model_of(name).parse(sentence, 3):
        assert ranked.value.forms == sentence.forms
        assert (ranked.value.tree is None) == (not words)


def test_fragments_are_what_stands_between_marks() -> None:
    sentence = Sentence.of(["a", "b", ",", "c", "d", "e", ";", "f", "."])
    words = LockedSentence.from_sentence(UnpunctuatedSentence.from_sentence(sentence, False), sentence, Constraints())
    assert words.find_fragments() == [(0, 2), (2, 5), (5, 6)]
    assert words.branch_fragments_right(words.find_fragments()) == [(0, 2), (2, 5), (2, 6)]
    tree = tree_by(model_of("bracketer"), sentence)
    assert {(0, 2), (2, 5), (2, 6)} <= extract_unlabelled_brackets(tree, frozenset((",", ":", ".", "_"))) or (0, 2) in {
        (start, end) for start, end, _ in tree.spans()
    }


def test_marks_inside_a_lock_across_fragments_bound_nothing() -> None:
    sentence = Sentence.of(["a", "b", ",", "c", "d", "e", ";", "f", "."])
    locks = Constraints(required_spans=frozenset([(1, 5, "")]))
    words = LockedSentence.from_sentence(UnpunctuatedSentence.from_sentence(sentence, False), sentence, locks)
    assert words.find_fragments() == [(0, 5), (5, 6)]


def test_marks_are_known_by_tags_where_these_are_read_or_else_by_characters() -> None:
    tagged = Sentence.of(["5", "%", "#", "or", "'", "-LRB-"], xpos=["CD", "NN", "#", "CC", "''", "-LRB-"])
    assert UnpunctuatedSentence.from_sentence(tagged, True).positions == (0, 1, 3)
    assert UnpunctuatedSentence.from_sentence(tagged, False).positions == (0, 1, 3)
    assert UnpunctuatedSentence.from_sentence(tagged, True).follows_mark.tolist() == [False, False, False, True]
    assert UnpunctuatedSentence.from_sentence(Sentence.of(["%", "。", "«"]), False).positions == (0,)


def test_tags_of_several_sets_have_coarse_classes() -> None:
    assert [coarse_class(tag) for tag in ("NNS", "ART", "VH11", "Ncda", "DE", "PROPN", "ADJA", "Zz")] == [
        "NOUN", "DET", "VERB", "NOUN", "PRT", "PROPN", "ADJ", "Zz",
    ]  # fmt: skip
    assert is_finite_verb("VBD", "_", "_")
    assert not is_finite_verb("VBN", "VERB", "_")
    assert is_finite_verb("_", "AUX", "VerbForm=Fin")
    assert not is_finite_verb("_", "VERB", "VerbForm=Inf")


def test_words_with_the_same_neighbours_have_the_same_vectors() -> None:
    nouns, known = ("cat", "dog", "fox"), ["cat", "dog", "sees", "hears"]
    texts = [f"the {one} {verb} the {two}".split() for one in nouns for two in nouns for verb in ("sees", "hears")]
    vectors = WordVectors.learn(texts, 3)
    row = dict(zip(known, vectors.find_rows(known), strict=True))
    like = vectors.vectors @ vectors.vectors.T
    assert like[row["cat"], row["dog"]] > 0.99
    assert like[row["sees"], row["hears"]] > 0.99
    assert like[row["cat"], row["sees"]] < 0.9
    assert np.allclose(np.linalg.norm(vectors.vectors, axis=1), 1.0, atol=1e-6)
    classes = vectors.cluster(3, 0)
    assert classes[row["cat"]] == classes[row["dog"]] != classes[row["sees"]] == classes[row["hears"]]


def test_rare_words_are_known_by_shape_and_ending() -> None:
    vectors = WordVectors.learn([["the", "runner"], ["the", "walker"], ["The", "Swimmer"]], 2)
    rows = vectors.find_rows(["sleeper", "walker", "Walker", "qqq", "the"]).tolist()
    assert rows[0] == rows[1] == rows[2] >= 0
    assert rows[3] == -1
    assert vectors.counts[rows[4]] == 3  # small letters and capitals are one


def test_a_locked_top_bracket_goes_before_the_heuristic() -> None:
    sentence = Sentence.of(["the", "old", "ferry", "crosses", "the", "river"])
    locks = Constraints(required_spans=frozenset([(0, 3, ""), (3, 6, "")]))
    for top in ("heuristic", "none"):
        spans = {span[:2] for span in tree_by(model_of("bracketer", top=top), sentence, locks).spans()}
        assert {(0, 3), (3, 6)} <= spans


def test_the_control_is_another_tree_with_another_seed_and_the_metric_is_not() -> None:
    tags = [{"the": "DET", "a": "DET", "and": "CONJ"}.get(form, "NOUN") for form in corpus()[0].forms]
    tagged = Treebank.of([Sentence.of(corpus()[0].forms, upos=tags), *(corpus()[1:])])
    trees: dict[str, set[frozenset[Span]]] = {"constant": set(), "spectral": set()}
    for metric, seen in trees.items():
        for seed in range(5):
            given = {"metric": metric, "seed": str(seed), "tags": "upos", "dimensions": "8", "states": "3"}
            model = METHODS["bracketer"].learn(tagged, make_settings(METHODS["bracketer"], given))
            assert isinstance(model, Parser)
            seen.add(frozenset(span[:2] for span in tree_by(model, tagged[0]).spans()))
    assert len(trees["constant"]) > 2
    assert len(trees["spectral"]) == 1


def test_tags_or_words_are_read_as_the_corpus_has_them() -> None:

    assert WordClassifier.learn(list(corpus()), "auto", (4, 3, 3), 0).source == "words"
    named = [Sentence.of(one.forms, upos=["NOUN"] * len(one)) for one in corpus()]
    assert WordClassifier.learn(named, "auto", (4, 3, 3), 0).source == "upos"
    model = model_of("bracketer")
    assert isinstance(model, Bracketer)
    assert model.word_classifier.source == "words"


def test_every_word_that_was_learnt_from_has_its_class_and_no_other_word_has_one() -> None:
    classes = WordClassifier.learn(list(corpus()), "words", (4, 3, 5), 0)
    numbers = dict(zip(classes.vectors.words, classes.fine_of.tolist(), strict=True))
    for text in (*TEXTS, "a ferry unheard of"):
        bare = classes.strip_punctuation(sentence := Sentence.of(text.split()))
        fine, coarse = classes.class_names(sentence, bare)
        words = [sentence.forms[at] for at in bare.positions]
        assert fine == [str(numbers.get(word, "?")) for word in words]
        assert [name == "?" for name in coarse] == [word not in numbers for word in words]
    assert {str(number) for number in numbers.values()} == {*map(str, range(5))}


@pytest.mark.parametrize("shrinkage", ["0.3", "1.0", "2.0"])
def test_no_metric_counts_twice_in_the_marginals(shrinkage: str) -> None:
    model = model_of("bracketer", shrinkage=shrinkage)
    assert isinstance(model, Bracketer)
    assert len({table.tobytes() for table in model.tables}) == len(model.tables) == 3
