"""Annotations over different words, measured as the CoNLL 2018 shared task does, on cases worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spectral_core.cli import main
from spectral_core.data import MultiwordToken, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate import compare_annotation, have_same_words, score_raw_text
from spectral_core.evaluate.raw_text import AnnotatedText, align_words
from spectral_core.formats.text import retokenise
from spectral_core.formats.text.tokeniser import join_running_text


def words(text: str, *ranges: tuple[int, int, str], **columns: Sequence[str]) -> Sentence:
    return Sentence.of(text.split(), ranges=[MultiwordToken(*one) for one in ranges], **columns)  # type: ignore[arg-type]


def headed(text: str, heads: Sequence[int | None], labels: str, *ranges: tuple[int, int, str]) -> Sentence:
    return Sentence.of(
        text.split(), heads=heads, deprels=labels.split(), ranges=[MultiwordToken(*one) for one in ranges]
    )


def pairs(gold: Sequence[Sentence], predicted: Sequence[Sentence]) -> list[tuple[str, str]]:
    mine, theirs = AnnotatedText.from_sentences(gold), AnnotatedText.from_sentences(predicted)
    forms, others = mine.column("form"), theirs.column("form")
    return [(forms[left], others[right]) for left, right in align_words(mine, theirs)]


def f1(right: int, gold: int, predicted: int) -> float:
    return pytest.approx(200 * right / (gold + predicted))  # type: ignore[no-any-return]


def test_words_over_the_same_characters_are_the_same() -> None:
    gold, predicted = words("can not stop well-known owls"), words("cannot stop well - known owls")
    assert pairs([gold], [predicted]) == [("stop", "stop"), ("owls", "owls")]
    metrics = score_raw_text([gold], [predicted]).metrics
    assert metrics == {"tokens_f1": f1(2, 5, 6), "sentences_f1": 100.0, "words_f1": f1(2, 5, 6)}


def test_words_of_a_range_are_aligned_by_their_forms() -> None:
    gold = words("we do n't go", (2, 3, "don't"))
    assert pairs([gold], [words("we don't go")]) == [("we", "we"), ("go", "go")]
    # as in a tokeniser without ranges: the same words, though the tokens are others
    assert pairs([gold], [words("we do n't go")]) == [("we", "we"), ("do", "do"), ("n't", "n't"), ("go", "go")]
    metrics = score_raw_text([gold], [words("we do n't go")]).metrics
    assert (metrics["words_f1"], metrics["tokens_f1"]) == (100.0, f1(2, 3, 4))
    other = words("we DO not go", (2, 3, "don't"))
    assert pairs([gold], [other]) == [("we", "we"), ("do", "DO"), ("go", "go")]
    assert score_raw_text([gold], [other]).metrics["tokens_f1"] == 100.0


def test_of_a_range_the_longest_common_subsequence_is_taken() -> None:
    gold = words("a b c d x", (1, 4, "zzzz"))
    assert pairs([gold], [words("b c a d x", (1, 4, "zzzz"))]) == [("b", "b"), ("c", "c"), ("d", "d"), ("x", "x")]
    assert pairs([gold], [words("d c b a x", (1, 4, "zzzz"))]) == [("d", "d"), ("x", "x")]


def test_ranges_that_overlap_are_one_stretch() -> None:
    # over abcdef: the gold has the ranges abcd and ef, the prediction ab and cdef
    gold = words("p q r s t", (1, 2, "abcd"), (3, 4, "ef"))
    predicted = words("p r q s t", (1, 1, "ab"), (2, 4, "cdef"))
    assert pairs([gold], [predicted]) == [("p", "p"), ("r", "r"), ("s", "s"), ("t", "t")]
    # a plain word that begins before a range is none of its words
    assert pairs([words("ab c")], [words("a c", (2, 2, "bc"))]) == [("c", "c")]


def test_heads_are_those_of_the_aligned_words() -> None:
    gold = headed("the wellknown owl sleeps", [3, 3, 4, 0], "det amod nsubj root")
    predicted = headed("the well known owl sleeps", [4, 3, 4, 5, 0], "det advmod amod nsubj:own root")
    metrics = score_raw_text([gold], [predicted]).metrics
    assert metrics["words_f1"] == f1(3, 4, 5)
    assert metrics["uas_f1"] == f1(3, 4, 5)
    assert metrics["las_f1"] == f1(3, 4, 5)  # without subtypes, as in the shared task
    assert metrics["las_subtypes_f1"] == f1(2, 4, 5)
    hung = headed("the well known owl sleeps", [2, 3, 4, 5, 0], "det advmod amod nsubj root")
    assert score_raw_text([gold], [hung]).metrics["uas_f1"] == f1(2, 4, 5)  # the head of "the" is no gold word


def test_sentences_are_right_where_both_ends_are_and_heads_go_beyond_them() -> None:
    one, two = headed("owls sing .", [2, 0, 2], "nsubj root punct"), headed("larks too", [0, 1], "root advmod")
    three = headed("no", [0], "root")
    whole = headed("owls sing . larks too", [2, 0, 2, 2, 4], "nsubj root punct conj advmod")
    scores = score_raw_text([one, two, three], [whole, three])
    assert scores.metrics["sentences_f1"] == f1(1, 3, 2)
    assert scores.metrics["words_f1"] == 100.0
    assert scores.metrics["uas_f1"] == f1(5, 6, 6)  # larks hangs from sing, not from the root
    assert scores.metrics["las_f1"] == f1(5, 6, 6)
    assert scores.different == (0, 1)
    assert scores.sentences == 3
    cut = score_raw_text([whole], [one, two])
    assert cut.metrics["sentences_f1"] == 0.0
    assert cut.metrics["uas_f1"] == f1(4, 5, 5)


def test_columns_are_scored_over_the_aligned_words() -> None:
    gold = words("a b cd", upos=["N", "V", "X"], feats=["_", "Case=Nom|Own=1", "_"], lemmas=["a", "_", "cd"])
    predicted = words(
        "a b c d", upos=["N", "N", "X", "X"], feats=["_", "Case=Nom|Own=2", "_", "_"], lemmas=["A", "b", "c", "d"]
    )
    metrics = score_raw_text([gold], [predicted]).metrics
    assert metrics["upos_f1"] == f1(1, 3, 4)
    assert metrics["feats_f1"] == f1(1, 3, 4)  # no features on both sides are the same features
    assert metrics["ufeats_f1"] == f1(2, 3, 4)
    assert metrics["lemma_f1"] == f1(1, 3, 4)  # a word without a lemma in the gold is right with any
    assert "xpos_f1" not in metrics
    assert "uas_f1" not in metrics


def test_words_without_a_head_in_the_gold_do_not_count() -> None:
    gold = headed("a bc d", [None, 0, 2], "_ root x")
    predicted = headed("a b c d", [0, 1, 1, 2], "root x x x")
    metrics = score_raw_text([gold], [predicted]).metrics
    assert metrics["uas_f1"] == f1(0, 2, 3)
    assert "uas_f1" not in score_raw_text([gold], [words("a b c d")]).metrics


@pytest.mark.parametrize(
    ("predicted", "what"),
    [
        (["owls sang"], "sentence 1 \\(g1\\): the gold continues with 'inglarks', the prediction with 'ang'"),
        (["owls sing"], "the prediction ends before 'larks' of sentence 2"),
        (["owls sing", "larks too"], "the gold ends before 'too' of sentence 2"),
        ([], "the prediction ends before 'owlssinglarks' of sentence 1 \\(g1\\)"),
    ],
)
def test_another_text_is_refused_with_the_place(predicted: list[str], what: str) -> None:
    gold = [Sentence.of(["owls", "sing"], comments=["# sent_id = g1"]), Sentence.of(["larks"])]
    with pytest.raises(DataError, match=f"{what}; compare annotations of one text"):
        score_raw_text(gold, [words(text) for text in predicted])


def test_spaces_in_words_do_not_count() -> None:
    gold = Sentence.of(["10 000", "owls"])
    assert pairs([gold], [Sentence.of(["10\u00a0000", "owls"])]) == [("10 000", "10\u00a0000"), ("owls", "owls")]


@st.composite
def two_annotations(draw: st.DrawFn) -> tuple[list[Sentence], list[Sentence]]:
    """Two ways to cut one text into sentences and words, ranges of up to three words among them."""
    text = draw(st.text("abA", min_size=1, max_size=20))

    def cut() -> list[Sentence]:
        ends = sorted({*draw(st.sets(st.integers(1, len(text)))), len(text)})
        found: list[Sentence] = []
        forms: list[str] = []
        ranges: list[MultiwordToken] = []
        for start, end in zip([0, *ends], ends, strict=False):
            inside = draw(st.lists(st.sampled_from(["a", "b", text[start:end]]), max_size=3))
            if inside:
                ranges.append(MultiwordToken(len(forms) + 1, len(forms) + len(inside), text[start:end]))
            forms += inside or [text[start:end]]
            if end == len(text) or draw(st.booleans()):
                found.append(Sentence.of(forms, ranges=ranges))
                forms, ranges = [], []
        return found

    return cut(), cut()


@given(two_annotations())
@example(
    (
        [Sentence.of(["b", "A"], ranges=[MultiwordToken(1, 1, "AAA")])],
        [Sentence.of(["A", "a"], ranges=[MultiwordToken(2, 2, "AAA")])],
    )
)
def test_the_alignment_is_in_order_and_of_one_to_one(both: tuple[list[Sentence], list[Sentence]]) -> None:
    gold, predicted = map(AnnotatedText.from_sentences, both)
    assert gold.text == predicted.text
    found = align_words(gold, predicted)
    for (left, right), (next_left, next_right) in pairwise(found):
        assert left < next_left
        assert right < next_right
    plain, others = ({word[:2] for word in side.words if not word.in_range} for side in (gold, predicted))
    covered = [word for side in (gold, predicted) for word in side.words if word.in_range]
    for left, right in found:
        want, got = gold.words[left], predicted.words[right]
        if want[:2] != got[:2] or want.in_range or got.in_range:  # in a stretch that ranges cover, forms decide
            assert gold.column("form")[left].lower() == predicted.column("form")[right].lower()
            begin, end = min(want.start, got.start), max(want.end, got.end)
            assert any(word.start < end and begin < word.end for word in covered)
    certain = {
        place for place in plain & others if not any(word.start < place[1] and place[0] < word.end for word in covered)
    }
    assert certain <= {gold.words[left][:2] for left, _ in found}
    scores = score_raw_text(both[0], both[0])
    assert set(scores.metrics.values()) == {100.0}
    assert scores.different == ()


@given(two_annotations())
def test_every_figure_is_the_sum_over_its_sentences(both: tuple[list[Sentence], list[Sentence]]) -> None:
    scores = score_raw_text(*both)
    for name, rate in scores.rates.items():
        assert len(rate.numerators) == len(both[0])
        assert rate.value == pytest.approx(scores.metrics[name])
        assert (rate.numerators <= rate.denominators).all() or name != "sentences_f1"


def test_the_same_words_are_compared_as_ever() -> None:
    sentence = headed("a b", [2, 0], "x root")
    assert have_same_words([sentence], [headed("a b", [0, 1], "root x")])
    assert not have_same_words([sentence], [sentence, sentence])
    assert not have_same_words([sentence, sentence], [sentence])
    assert not have_same_words([sentence], [words("a c")])
    assert "uas" in compare_annotation([sentence], [sentence]).metrics


def test_compare_aligns_where_words_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, other = tmp_path / "gold.conllu", tmp_path / "other.conllu"
    gold.write_text("1\tab\t_\tX\t_\t_\t2\tx\t_\t_\n2\tc\t_\tY\t_\t_\t0\troot\t_\t_\n\n")
    other.write_text("1\ta\t_\tX\t_\t_\t3\tx\t_\t_\n2\tb\t_\tX\t_\t_\t3\tx\t_\t_\n3\tc\t_\tY\t_\t_\t0\troot\t_\t_\n\n")

    def run(*arguments: str | Path) -> str:
        with pytest.raises(SystemExit) as ended:
            main([*map(str, arguments)])
        assert not ended.value.code
        return capsys.readouterr().out

    found = json.loads(run("compare", gold, other, "--json"))
    assert found["different"] == [1]
    assert {name: round(value, 6) for name, value in found["metrics"].items()} == {
        "tokens_f1": 40.0,
        "sentences_f1": 100.0,
        "words_f1": 40.0,
        "upos_f1": 40.0,
        "uas_f1": 40.0,
        "las_f1": 40.0,
        "las_subtypes_f1": 40.0,
    }
    assert "words, F1 (%)" in run("compare", gold, other)
    assert set(json.loads(run("compare", gold, gold, "--json"))["metrics"]) >= {"uas", "complete", "upos"}


def test_the_running_text_has_the_spaces_and_paragraphs_of_the_sentences() -> None:
    first = Sentence.of(
        ["do", "n't", "go", "."], ranges=[MultiwordToken(1, 2, "Don't")], misc=["_", "_", "SpaceAfter=No", "_"]
    )
    said = Sentence.of(["a", "-", "b"], comments=["# newpar id = 2", "# text = a-b"])
    wrong = Sentence.of(["c", "d"], comments=["# text = c e"], misc=["_", "SpaceAfter=No"])
    assert join_running_text([first, said, wrong, first]) == "Don't go.\na-b c dDon't go."
    assert [sentence.forms for sentence in retokenise([first, said])] == [("Do", "n't", "go", "."), ("a-b",)]


def test_what_never_ends_is_cut() -> None:
    sizes = [len(sentence) for sentence in retokenise([Sentence.of(["owl"] * 700)])]
    assert sizes == [300, 300, 100]


@given(st.lists(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=6), min_size=1, max_size=4))
def test_our_own_words_are_of_the_same_characters(texts: list[list[str]]) -> None:
    gold = [Sentence.of([form.strip() or "x" for form in forms]) for forms in texts]
    assert AnnotatedText.from_sentences(retokenise(gold)).text == "".join(
        "".join(form.split()) for one in gold for form in one.forms
    )
