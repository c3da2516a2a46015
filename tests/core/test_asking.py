"""What is asked of an annotator: what an answer leaves in doubt against all trees counted, and other trees below."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures import tiny_treebank
from oracles import all_binary_bracketings

from spectral_core import store
from spectral_core.data import EMPTY, UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.data.dependencies import find_descendants
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, ArcMarginals, ArcPart, Marginals, SpanPart
from spectral_core.engine import Engine, Parse, ParseBelow, SelectQuestions
from spectral_core.errors import DataError
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, make_settings

LEARNT: dict[str, tuple[str, dict[str, str | bool | int]]] = {
    "parser": ("head-automata", {"states": 2, "tagger": False, "relations": False, "calibration": False}),
    "grammar": ("latent-pcfg", {"states": 2, "potentials": False}),
    "random": ("branching", {"kind": "random"}),
    "ranker": ("analysis-ranker", {"analyser": "treebank"}),
}
WORDS = Sentence.of(["we", "saw", "boats", "near", "piers"])


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asking")
    for name, (method, chosen) in LEARNT.items():
        row = METHODS[method]
        store.save(row.learn(Treebank.of([*tiny_treebank()] * 2), make_settings(row, chosen)), folder / f"{name}.npz")
    return folder


def bare(sentence: Sentence) -> Sentence:
    return replace(sentence.with_heads([None] * len(sentence), [EMPTY] * len(sentence)), tree=None)


def doubt(trees: list[frozenset[tuple[int, int]]]) -> float:
    """The entropies of all brackets together, where all these trees are alike."""
    shares = [sum(span in tree for tree in trees) / len(trees) for span in frozenset().union(*trees)]
    return -sum(part * math.log(part) for share in shares for part in (share, 1 - share) if part > 0)


def test_the_best_question_about_phrases_leaves_least_in_doubt_of_all_trees_counted(room: Path) -> None:
    trees = all_binary_bracketings(5)
    questions = SelectQuestions(room / "random.npz", WORDS).run(Engine(), ignore_progress)
    assert len(questions) > 1
    gains = []
    for question in questions:
        assert isinstance(question.part, SpanPart)
        place = question.part.position
        having, lacking = ([tree for tree in trees if (place in tree) is there] for there in (True, False))
        assert question.score == pytest.approx(len(having) / len(trees))
        left = (len(having) * doubt(having) + len(lacking) * doubt(lacking)) / len(trees)
        assert question.expected_entropy_reduction == pytest.approx(doubt(trees) - left)
        gains.append(question.expected_entropy_reduction)
        assert question.part in CONSTITUENTS.parts(question.yes)
        assert question.part not in CONSTITUENTS.parts(question.no)
        assert not question.calibrated
    assert gains == sorted(gains, reverse=True)


def test_what_answers_leave_in_doubt_of_arcs_follows_from_the_sums_over_trees(room: Path) -> None:
    """All trees are those with an arc and those without it: their numbers, weighed, are the numbers of now."""
    sentence, engine = bare(tiny_treebank()[6]), Engine()
    model = room / "parser.npz"
    now = numbers(Parse(model, sentence, 1, UNCONSTRAINED).run(engine, ignore_progress).marginals)
    questions = SelectQuestions(model, sentence).run(engine, ignore_progress)
    assert questions
    for question in questions:
        part, number = question.part, question.score
        assert isinstance(part, ArcPart)
        assert now[part] == number
        yes = numbers(
            Parse(model, sentence, 1, DEPENDENCIES.lock(UNCONSTRAINED, part)).run(engine, ignore_progress).marginals
        )
        no = {arc: max((now[arc] - number * yes[arc]) / (1 - number), 0.0) for arc in now}
        left = number * entropy(yes) + (1 - number) * entropy(no)
        assert question.expected_entropy_reduction == pytest.approx(entropy(now) - left, abs=1e-6)
        assert question.yes.heads[part.word - 1] == part.head != question.no.heads[part.word - 1]


def numbers(marginals: Marginals | None) -> dict[ArcPart, float]:
    assert isinstance(marginals, ArcMarginals)
    return {part: number for part, number in marginals.iterate_marginals() if isinstance(part, ArcPart)}


def entropy(arcs: dict[ArcPart, float]) -> float:
    return -sum(number * math.log(number) for number in arcs.values() if number > 0)


def test_nothing_is_asked_about_what_is_locked_or_was_skipped(room: Path) -> None:
    engine, model = Engine(), room / "random.npz"
    first = SelectQuestions(model, WORDS).run(engine, ignore_progress)[0].part
    assert first not in [
        one.part
        for one in SelectQuestions(model, WORDS, UNCONSTRAINED, frozenset({first})).run(engine, ignore_progress)
    ]
    for locks in (CONSTITUENTS.lock(UNCONSTRAINED, first), CONSTITUENTS.forbid(UNCONSTRAINED, first)):
        assert first not in [one.part for one in SelectQuestions(model, WORDS, locks).run(engine, ignore_progress)]
    spans = frozenset({(0, 2, "X"), (0, 3, "X"), (0, 4, "X")})
    assert SelectQuestions(model, WORDS, Constraints(required_spans=spans)).run(engine, ignore_progress) == ()


def test_a_model_that_does_not_say_how_certain_it_is_asks_nothing(room: Path) -> None:
    with pytest.raises(DataError, match="can parse"):
        SelectQuestions(room / "ranker.npz", WORDS).run(Engine(), ignore_progress)


def test_a_question_names_the_phrase_above_only_where_that_is_as_good_as_sure(room: Path) -> None:
    sentence = Sentence.of(["they", "saw", "the", "old", "boat", "near", "the", "pier", "."])
    questions = SelectQuestions(room / "grammar.npz", sentence).run(Engine(), ignore_progress)
    for question in questions:
        assert isinstance(question.part, SpanPart)
        if question.parent is not None:
            assert question.parent in CONSTITUENTS.parts(question.yes)
            assert question.parent.start <= question.part.start < question.part.end <= question.parent.end
    (whole,) = SelectQuestions(room / "random.npz", Sentence.of(["we", "saw", "boats"])).run(Engine(), ignore_progress)[
        :1
    ]
    assert whole.parent == SpanPart(0, 3, "X")  # of three words there is nothing else above two
    (inner, *_) = (
        one
        for one in SelectQuestions(room / "random.npz", WORDS).run(Engine(), ignore_progress)
        if len(one.part.words) == 2
    )
    assert inner.parent is None  # of five words a phrase of two may be in phrases of three or four


def test_other_trees_below_a_place_are_all_there_are_and_differ_nowhere_else(room: Path) -> None:
    engine, model = Engine(), room / "random.npz"
    shown = (
        Parse(model, WORDS, 1, CONSTITUENTS.lock(UNCONSTRAINED, SpanPart(1, 5, "X")))
        .run(engine, ignore_progress)
        .trees[0]
        .value
    )
    found = ParseBelow(model, WORDS, shown, (1, 5)).run(engine, ignore_progress)
    assert len(found) == len(all_binary_bracketings(4)) - 1
    assert len({one.value.tree for one in found} | {shown.tree}) == len(found) + 1
    for one in found:
        assert {(0, 5), (1, 5)} <= {part.position for part in CONSTITUENTS.parts(one.value)}


def test_below_a_word_its_own_arc_and_those_of_others_stay(room: Path) -> None:
    engine, model, sentence = Engine(), room / "parser.npz", bare(tiny_treebank()[0])
    shown = Parse(model, sentence, 1, UNCONSTRAINED).run(engine, ignore_progress).trees[0].value
    for word in range(1, len(sentence) + 1):
        below = find_descendants(shown.heads, word)
        found = ParseBelow(model, sentence, shown, word).run(engine, ignore_progress)
        assert bool(found) == (len(below) > 1) or len(below) == 1
        for one in found:
            kept = [at for at in range(1, len(sentence) + 1) if at not in below]
            assert [one.value.heads[at - 1] for at in kept] == [shown.heads[at - 1] for at in kept]
            assert one.value.heads != shown.heads


def test_below_a_phrase_of_a_grammar_its_label_may_change_and_nothing_around_it(room: Path) -> None:
    engine, model = Engine(), room / "grammar.npz"
    sentence = Sentence.of(["they", "saw", "the", "old", "boat", "near", "the", "pier", "."])
    shown = Parse(model, sentence, 1, UNCONSTRAINED).run(engine, ignore_progress).trees[0].value
    phrases = [part for part in CONSTITUENTS.parts(shown) if 2 < len(part.words) < len(sentence)]
    assert phrases
    for part in phrases:
        outside = {one for one in CONSTITUENTS.parts(shown) if not set(one.words) <= set(part.words)}
        for other in ParseBelow(model, sentence, shown, part.position).run(engine, ignore_progress):
            parts = CONSTITUENTS.parts(other.value)
            assert {one for one in parts if not set(one.words) <= set(part.words)} == outside
            assert part.position in {one.position for one in parts}
