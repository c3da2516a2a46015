"""The n-gram model against a dictionary-based Kneser-Ney, hand-computed values and enumeration of lattice paths."""

from __future__ import annotations

import lzma
import math
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies
from oracles import all_paths, all_strings

from spectral_core.data import Analysis, Problem, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.model import LogScore
from spectral_core.models import ngram
from spectral_core.models.ngram import END, FIRST_WORD, START, UNKNOWN, NgramModel, NgramSettings, sum_duplicates
from spectral_core.progress import Progress

SMOOTHINGS = ("interpolated", "modified")


def bank(*lines: str) -> Treebank:
    return Treebank.of(Sentence.of(line.split()) for line in lines)


def tagged(*lines: str) -> Treebank:
    return Treebank.of(Sentence.of(["word"] * len(line.split()), upos=line.split()) for line in lines)


def random_bank(seed: int, sentences: int = 60, words: str = "abcdefg") -> Treebank:
    """Sentences in which what comes next depends on the last two words, with rare words among them."""
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(len(words), 0.3), size=(len(words), len(words)))
    made = []
    for number in range(sentences):
        chosen = [0, 0]
        for _ in range(random.integers(1, 9)):
            chosen.append(int(random.choice(len(words), p=weights[chosen[-2], chosen[-1]])))
        rare = [f"rare{number}"] if number % 7 == 0 else []
        made.append(Sentence.of([words[at] for at in chosen[2:]] + rare))
    return Treebank.of(made)


def learnt(treebank: Treebank, order: int, smoothing: str, column: str = "form", minimum: int = 1) -> NgramModel:
    return ngram.learn(treebank, NgramSettings(order, smoothing, column, minimum))


class SlowKneserNey:
    """Interpolated Kneser-Ney with dictionaries over tuples of strings, straight from the definition."""

    def __init__(self, treebank: Treebank, order: int, smoothing: str, minimum: int):
        self.order = order
        frequencies = Counter(word for sentence in treebank for word in sentence.forms)
        self.known = {word for word, times in frequencies.items() if times >= minimum}
        raw: dict[int, Counter[tuple[str, ...]]] = {n: Counter() for n in range(1, order + 1)}
        for sentence in treebank:
            padded = ["<s>", *(self.name(word) for word in sentence.forms), "</s>"]
            for end in range(1, len(padded)):
                for n in range(1, min(order, end + 1) + 1):
                    raw[n][tuple(padded[end - n + 1 : end + 1])] += 1
        self.counts: dict[int, dict[tuple[str, ...], int]] = {order: dict(raw[order])}
        for n in range(order - 1, 0, -1):
            befores: dict[tuple[str, ...], set[str]] = defaultdict(set)
            for gram in raw[n + 1]:
                befores[gram[1:]].add(gram[0])
            self.counts[n] = {g: times if g[0] == "<s>" else len(befores[g]) for g, times in raw[n].items()}
        self.discounts = {n: self.discount(list(self.counts[n].values()), smoothing) for n in self.counts}
        self.targets = [*sorted(self.known), "<unk>", "</s>"]

    def name(self, word: str) -> str:
        return word if word in self.known else "<unk>"

    @staticmethod
    def discount(counts: list[int], smoothing: str) -> list[float]:
        n1, n2, n3, n4 = (counts.count(times) for times in (1, 2, 3, 4))
        if smoothing == "interpolated":
            return [n1 / (n1 + 2 * n2)] * 3 if n1 * n2 else [0.5] * 3
        if n1 * n2 * n3 * n4:
            y = n1 / (n1 + 2 * n2)
            three = [1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3]
            if 0 < three[0] < 1 and 0 < three[1] < 2 and 0 < three[2] < 3:
                return three
        return [0.5, 1.0, 1.5]

    def probability(self, word: str, context: tuple[str, ...]) -> float:
        context = context[-(self.order - 1) :] if self.order > 1 else ()
        if "<s>" in context:
            context = context[context.index("<s>") :]
        return self.at(word, context)

    def at(self, word: str, context: tuple[str, ...]) -> float:
        n = len(context) + 1
        lower = self.at(word, context[1:]) if context else 1 / len(self.targets)
        followers = {gram[-1]: times for gram, times in self.counts[n].items() if gram[:-1] == context}
        if not followers:
            return lower
        total = sum(followers.values())
        taken = {follower: self.discounts[n][min(times, 3) - 1] for follower, times in followers.items()}
        share = (followers[word] - taken[word]) / total if word in followers else 0.0
        return share + sum(taken.values()) / total * lower

    def log(self, sentence: Sentence, prefix: bool = False) -> float:
        padded = ("<s>", *(self.name(word) for word in sentence.forms), "</s>")
        counted = range(1, len(padded) - 1 if prefix else len(padded))
        return sum(math.log(self.probability(padded[at], padded[:at])) for at in counted if padded[at] != "<unk>")


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("minimum", [1, 2])
def test_scores_are_those_of_the_definition(order: int, smoothing: str, minimum: int) -> None:
    treebank = random_bank(seed=order)
    model, slow = (
        learnt(treebank, order, smoothing, minimum=minimum),
        SlowKneserNey(treebank, order, smoothing, minimum),
    )
    strings = [Sentence.of(words) for length in range(4) for words in all_strings("abxg", length)]
    strings += list(random_bank(seed=99, sentences=20))
    for prefix in (False, True):
        for sentence, scored in zip(strings, model.scores(strings, prefix), strict=True):
            assert scored.log == pytest.approx(slow.log(sentence, prefix), abs=1e-9)
            assert scored.unknown == sum(word not in slow.known for word in sentence.forms)
            assert scored.symbols == len(sentence) - scored.unknown + (not prefix)


def test_a_bigram_model_has_the_values_computed_by_hand() -> None:
    model = learnt(bank("a b", "a b", "a c"), 2, "interpolated")
    # bigrams 3 2 1 2 1: discount 2/(2+2*2) = 1/3; histories of a b c END 1 1 1 2: discount 3/(3+2) = 3/5
    # p(b) = 0.4/5 + (0.6*4/5)/5 = 0.176 over a, b, c, END and the unknown word; p(a) is the same
    start = (3 - 1 / 3) / 3 + (1 / 3) / 3 * 0.176
    after_a = (2 - 1 / 3) / 3 + (2 / 3) / 3 * 0.176
    after_b = (2 - 1 / 3) / 2 + (1 / 3) / 2 * ((2 - 0.6) / 5 + 0.48 / 5)
    assert model.scores([Sentence.of(["a", "b"])])[0].log == pytest.approx(
        math.log(start * after_a * after_b), abs=1e-12
    )
    assert model.scores([Sentence.of(["a", "b"])], prefix=True)[0].log == pytest.approx(math.log(start * after_a))


def test_an_ngram_at_the_start_of_a_sentence_keeps_its_count_at_lower_orders() -> None:
    model = learnt(bank("a b", "a b", "a b", "b a"), 3, "interpolated")
    # START a was seen 3 times, START b once; of counts 3 1 | a b: 1, b a: 1, b END: 1, a END: 1 the bigram discount
    # falls back to 1/2; left neighbours of a, b, END: START b, START a, b a, two each: 1/2 again
    unigram = (2 - 0.5) / 6 + 1.5 / 6 / 4
    assert model.scores([Sentence.of(["a"])], prefix=True)[0].log == pytest.approx(
        math.log((3 - 0.5) / 4 + (0.5 + 0.5) / 4 * unigram), abs=1e-12
    )


def test_an_order_longer_than_every_sentence_adds_nothing() -> None:
    treebank, strings = bank("a", "b", "a"), [Sentence.of(line.split()) for line in ("a", "b", "a b", "c", "a b a b")]
    longer, enough = (learnt(treebank, order, "modified").scores(strings) for order in (5, 3))
    assert [one.log for one in longer] == pytest.approx([one.log for one in enough])


def assert_sums_to_one(model: NgramModel, tries: int = 200) -> None:
    random = np.random.default_rng(0)
    back, symbols = model.settings.order - 1, FIRST_WORD + len(model.words)
    seen = {tuple(row[:-1]) for row in sum_duplicates(model.counts.rows, model.counts.counts)[0].tolist()}
    histories = [[START] * back, [UNKNOWN] * back, [-1] * back]
    histories += [[0 if code == 0 else random.integers(UNKNOWN, symbols) for code in row] for row in sorted(seen)]
    histories += random.integers(START, symbols, (tries, back)).tolist()
    targets = np.array([END, *range(UNKNOWN, symbols)])
    history = np.repeat(np.array(histories, dtype=np.int64), len(targets), axis=0)
    logs = model.log_probabilities(history, np.tile(targets, len(histories)))
    assert np.isfinite(logs).all()
    sums = np.exp(logs).reshape(len(histories), len(targets)).sum(axis=1)
    assert np.abs(sums - 1).max() < 1e-9


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("minimum", [1, 2, 1000])
def test_probabilities_sum_to_one_in_every_context(order: int, smoothing: str, minimum: int) -> None:
    assert_sums_to_one(learnt(random_bank(seed=7), order, smoothing, minimum=minimum))


@settings(max_examples=60, deadline=None)
@given(
    strategies.lists(strategies.lists(strategies.sampled_from("abc_"), max_size=6), min_size=1, max_size=8),
    strategies.integers(2, 5),
    strategies.sampled_from(SMOOTHINGS),
)
@example([["a"]], 5, "modified")
def test_probabilities_sum_to_one_for_any_small_corpus(corpus: list[list[str]], order: int, smoothing: str) -> None:
    if any(corpus):
        assert_sums_to_one(learnt(Treebank.of(map(Sentence.of, corpus)), order, smoothing), tries=20)


@settings(max_examples=40, deadline=None)
@given(
    strategies.lists(strategies.lists(strategies.sampled_from("abcde"), max_size=5), max_size=10),
    strategies.integers(0, 10),
    strategies.integers(2, 5),
)
def test_the_counts_of_two_shards_add_up_to_those_of_the_corpus(corpus: list[list[str]], cut: int, order: int) -> None:
    sentences, chosen = [Sentence.of(words) for words in corpus], NgramSettings(order)
    whole = ngram.count(Treebank.of(sentences), chosen)
    first, second = (ngram.count(Treebank.of(part), chosen) for part in (sentences[:cut], sentences[cut:]))
    sum_ = first.merge(second)
    assert sum_.words == whole.words
    assert np.array_equal(sum_.rows, whole.rows)
    assert np.array_equal(sum_.counts, whole.counts)
    assert np.array_equal(sum_.left_out, whole.left_out)


def test_added_sentences_give_the_model_of_all() -> None:
    sentences, chosen = list(random_bank(seed=3)), NgramSettings(4, "modified", "form", 2)
    whole = ngram.learn(Treebank.of(sentences), chosen)
    grown = ngram.add(ngram.learn(Treebank.of(sentences[::2]), chosen), Treebank.of(sentences[1::2]))
    assert grown.words == whole.words
    assert grown.scores(sentences) == whole.scores(sentences)


def test_counts_that_do_not_fit_one_integer_are_still_told_apart() -> None:
    words = [f"w{number}" for number in range(20_000)]  # 5 symbols of 15 bits each
    sentences = [Sentence.of(words), Sentence.of(words[::-1]), Sentence.of(words)]
    counts = ngram.count(Treebank.of(sentences), NgramSettings(5))
    names = ["<s>", "</s>", *counts.words]
    found = {
        tuple(names[code] for code in row): times
        for row, times in zip(counts.rows.tolist(), counts.counts, strict=True)
    }
    padded = [["<s>"] * 4 + list(sentence.forms) + ["</s>"] for sentence in sentences]
    assert found == Counter(tuple(line[at - 4 : at + 1]) for line in padded for at in range(4, len(line)))
    assert (np.diff(counts.rows[:, 0]) >= 0).all()


def test_an_unknown_word_is_context_but_not_scored() -> None:
    model = learnt(random_bank(seed=5), 3, "modified", minimum=2)
    known, gap = Sentence.of(["a", "b", "c"]), Sentence.of(["a", "never seen", "c"])
    slow = SlowKneserNey(random_bank(seed=5), 3, "modified", 2)
    scored = model.scores([known, gap])
    assert (scored[0].symbols, scored[0].unknown, scored[1].symbols, scored[1].unknown) == (4, 0, 3, 1)
    expected = [("a", ("<s>",)), ("c", ("a", "<unk>")), ("</s>", ("<unk>", "c"))]
    assert scored[1].log == pytest.approx(sum(math.log(slow.probability(*pair)) for pair in expected))


def test_a_sentence_without_words_scores_its_end_and_no_sentences_give_no_scores() -> None:
    model = learnt(bank("a b", "b"), 3, "interpolated")
    (scored,) = model.scores([Sentence.of([])])
    assert scored.symbols == 1
    assert scored.log < 0
    assert model.scores([Sentence.of([])], prefix=True)[0] == LogScore(0.0, 0, 0)
    assert model.scores([]) == []


def test_more_sentences_than_one_block_score_as_each_alone() -> None:
    treebank = random_bank(seed=2, sentences=1100)
    model = learnt(treebank, 3, "modified")
    together = model.scores(treebank)
    assert together[998:1003] == [model.scores([treebank[at]])[0] for at in range(998, 1003)]
    assert len(together) == 1100


def test_a_tag_that_is_not_given_is_an_unknown_word_and_a_sentence_without_tags_is_left_out() -> None:
    model = learnt(tagged("N V", "N _ N", "_ _ _"), 2, "interpolated", "upos")
    assert model.words == ("N", "V")
    assert sum(model.counts.counts) == 3 + 4
    assert model.skipped == {"empty_column": 1}
    assert model.scores(tagged("N _ V"))[0].unknown == 1


def test_the_word_underscore_is_a_word_among_forms() -> None:
    assert learnt(bank("_ a _"), 2, "interpolated").scores(bank("_ a"))[0].unknown == 0


def test_sentences_that_could_not_be_read_are_left_out() -> None:
    broken = Sentence.of(["a"], problems=[Problem(1, "a line has 3 columns", "Use 10", unreadable=True)])
    model = ngram.learn(Treebank.of([broken, *bank("b c")]), NgramSettings(minimum=1), dev=Treebank.of([broken]))
    assert model.words == ("b", "c")
    assert model.skipped == {"unreadable": 1}


def test_rare_forms_become_the_unknown_word_and_rare_tags_do_not() -> None:
    treebank = Treebank.of([Sentence.of(["a", "b", "a"], lemmas=["x", "y", "x"], upos=["N", "V", "N"])])
    words = {column: learnt(treebank, 2, "modified", column, minimum=2).words for column in ("form", "lemma", "upos")}
    assert words == {"form": ("a",), "lemma": ("x",), "upos": ("N", "V")}


def test_an_empty_column_is_refused_with_its_name() -> None:
    with pytest.raises(DataError, match="the column upos is empty"):
        learnt(bank("a b"), 2, "modified", "upos")


def test_the_last_report_has_the_perplexity_of_the_dev_part() -> None:
    treebank, reports = random_bank(seed=1), []
    dev = random_bank(seed=1, sentences=12)
    model = ngram.learn(treebank, NgramSettings(2), reports.append, dev)
    slow = SlowKneserNey(treebank, 2, "modified", 2)
    symbols = sum(1 + sum(word in slow.known for word in sentence.forms) for sentence in dev)
    expected = math.exp(-sum(map(slow.log, dev)) / symbols)
    assert reports[-1].measures["perplexity"] == pytest.approx(expected)
    assert len(model.words) == len(slow.known)


# Ranking.

TAGS = ("N", "V", "D", "J", "P")


def test_a_model_with_other_reasons_of_left_out_sentences_is_refused() -> None:
    model = learnt(bank("a b", "b"), 2, "modified")
    with pytest.raises(ValueError, match="do not fit"):
        NgramModel.from_arrays(model.settings, model.arrays() | {"left_out": np.zeros(2, dtype=np.int64)})


def test_a_dev_sentence_without_tags_does_not_count_for_the_perplexity() -> None:
    found = []
    for dev in (tagged("A B", "B"), Treebank.of([*tagged("A B", "B"), *bank("no tags here", "none")])):
        reports: list[Progress] = []
        ngram.learn(tagged("A B", "A B A", "B"), NgramSettings(column="upos", order=2), reports.append, dev)
        found.append(reports[-1].measures["perplexity"])
    assert found[0] == found[1]


def tag_bank(seed: int) -> Treebank:
    return Treebank.of(
        Sentence.of(sentence.forms, upos=["NVDJP"[ord(word[0]) % 5] for word in sentence.forms])
        for sentence in random_bank(seed)
    )


def random_candidates(random: np.random.Generator, words: int) -> Sentence:
    """A sentence with up to four candidates a word, some of one tag, some of a tag never seen; some words without."""
    tags = (*TAGS, "UNSEEN", "ALSO UNSEEN", "_")
    offered = [
        tuple(Analysis(lemma=str(at), upos=tags[random.integers(len(tags))]) for at in range(random.integers(0, 5)))
        for _ in range(words)
    ]
    given = [TAGS[random.integers(5)] if random.random() < 0.5 else "_" for _ in range(words)]
    return Sentence.of(["word"] * words, upos=given, candidates=offered)


def ranking_by_enumeration(
    model: NgramModel, sentence: Sentence, confirmed: dict[int, Analysis]
) -> list[dict[int, float]]:
    """For each word, by the place of the candidate: its share of the probability of all strings of tags."""

    def symbol(tag: str) -> str:
        return tag if tag in model.words else "never seen"

    choices = []
    for at, (offered, tag) in enumerate(zip(sentence.candidates, sentence.upos, strict=True), 1):
        if at in confirmed:
            choices.append([symbol(confirmed[at].upos)])
        elif offered:
            choices.append(sorted({symbol(one.upos) for one in offered}))
        else:
            choices.append(list(model.words) if tag == "_" else [symbol(tag)])
    numbers = {word: number for number, word in enumerate(model.words, FIRST_WORD)}
    mass: list[Counter[str]] = [Counter() for _ in choices]
    for path in all_paths(choices):
        codes = [START] * (model.settings.order - 1) + [numbers.get(tag, UNKNOWN) for tag in path] + [END]
        back = model.settings.order - 1
        history = np.array([codes[at - back : at] for at in range(back, len(codes))], dtype=np.int64)
        weight = math.exp(model.log_probabilities(history, np.array(codes[back:])).sum())
        for at, tag in enumerate(path):
            mass[at][tag] += weight
    shares = []
    for at, offered in enumerate(sentence.candidates):
        same = Counter(symbol(one.upos) for one in offered)
        total = sum(mass[at].values())
        shares.append(
            {place: mass[at][symbol(one.upos)] / total / same[symbol(one.upos)] for place, one in enumerate(offered)}
        )
    return shares


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_ranking_is_that_of_all_paths_through_the_candidates(order: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    model = learnt(tag_bank(seed), order, SMOOTHINGS[seed % 2], "upos")
    sentence = random_candidates(random, words=5)
    offered = [at for at, candidates in enumerate(sentence.candidates, 1) if candidates]
    confirmed = {at: sentence.candidates[at - 1][-1] for at in offered[: seed % 3]}
    expected = ranking_by_enumeration(model, sentence, confirmed)
    for at, ranked in enumerate(model.rank(sentence, confirmed), 1):
        candidates = sentence.candidates[at - 1]
        assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
        assert sorted(one.value.lemma for one in ranked) == sorted(one.lemma for one in candidates)
        if at in confirmed:
            assert ranked[0].value == confirmed[at]
            assert [one.score for one in ranked] == [0.0] + [-math.inf] * (len(candidates) - 1)
            continue
        for one in ranked:
            assert one.score == pytest.approx(math.log(expected[at - 1][candidates.index(one.value)]), abs=1e-9)


def test_candidates_with_one_tag_share_its_mass_and_keep_their_order() -> None:
    model = learnt(tagged("D N V", "D N V D N", "N V"), 3, "modified", "upos")
    offered = tuple(Analysis(lemma=lemma, upos=tag) for lemma, tag in (("b", "N"), ("a", "V"), ("c", "N")))
    sentence = Sentence.of(["the", "saw"], upos=["D", "_"], candidates=[(), offered])
    nothing, ranked = model.rank(sentence)
    assert nothing == []
    assert [one.value.lemma for one in ranked] == ["b", "c", "a"]
    assert ranked[0].score == ranked[1].score
    assert sum(math.exp(one.score) for one in ranked) == pytest.approx(1)


def test_a_confirmed_analysis_changes_its_neighbours() -> None:
    model = learnt(tagged("D N V", "D N V", "P V N", "P V N"), 2, "interpolated", "upos")
    unclear = (Analysis(upos="N"), Analysis(upos="V"))
    sentence = Sentence.of(["her", "duck"], candidates=[(Analysis(upos="D"), Analysis(upos="P")), unclear])
    for tag, follower in (("D", "N"), ("P", "V")):
        ranked = model.rank(sentence, {1: Analysis(upos=tag)})
        assert ranked[0][0].value.upos == tag
        assert ranked[1][0].value.upos == follower


def test_a_confirmed_analysis_that_was_not_offered_comes_first() -> None:
    model = learnt(tagged("D N V"), 2, "interpolated", "upos")
    chosen = Analysis(lemma="own", upos="V")
    sentence = Sentence.of(["a", "b"], candidates=[(Analysis(upos="N"),), ()])
    assert [[one.value for one in ranked] for ranked in model.rank(sentence, {1: chosen, 2: chosen})] == [
        [chosen, Analysis(upos="N")],
        [chosen],
    ]
    with pytest.raises(DataError, match="outside this sentence of 2 words"):
        model.rank(sentence, {3: chosen})


def test_a_long_sentence_of_open_words_is_ranked_in_bounded_steps() -> None:
    model = learnt(tag_bank(4), 5, "modified", "upos")
    candidates = [()] * 300 + [tuple(Analysis(upos=tag) for tag in TAGS)] + [()] * 300
    ranked = model.rank(Sentence.of(["word"] * 601, candidates=candidates))
    scores = [one.score for one in ranked[300]]
    assert sum(map(math.exp, scores)) == pytest.approx(1)
    assert all(earlier >= later for earlier, later in pairwise(scores))


def test_too_many_ways_make_an_open_word_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    model = learnt(tag_bank(4), 3, "modified", "upos")
    offered = tuple(Analysis(upos=tag) for tag in TAGS)
    open_, unseen = (Sentence.of(["a", "b"], upos=[tag, "_"], candidates=[(), offered]) for tag in ("_", "UNSEEN"))
    assert model.rank(open_) != model.rank(unseen)
    monkeypatch.setattr("spectral_core.models.ngram._MAX_UNTAGGED_EDGES", len(model.words) - 1)
    assert model.rank(open_) == model.rank(unseen)


@pytest.mark.parametrize(("tags", "offered", "is_open"), [(2500, 20, True), (2381, 21, False)])
def test_an_open_word_may_add_50_000_edges_and_no_more(tags: int, offered: int, is_open: bool) -> None:
    names = [f"T{number:04}" for number in range(tags)]
    model = learnt(tagged(" ".join(names), "T0000 T0002", "T0000 T0002 T0001"), 2, "interpolated", "upos")
    first, last = (tuple(Analysis(upos=name) for name in names[:size]) for size in (offered, 3))
    candidates = [first, (), last]
    open_, unseen = (
        Sentence.of(["a", "b", "c"], upos=["_", tag, "_"], candidates=candidates) for tag in ("_", "UNSEEN")
    )
    assert (model.rank(open_) != model.rank(unseen)) == is_open


def test_a_model_of_forms_says_which_column_ranks() -> None:
    with pytest.raises(DataError, match="column set to upos, xpos or lemma"):
        learnt(bank("a b"), 2, "modified").rank(Sentence.of(["a"], candidates=[(Analysis(upos="N"),)]))


# Real text.


def brown(folder: Path, part: str) -> Treebank:
    """All words of a part of the Brown corpus as one sentence, as the reference figures take it."""
    text = lzma.decompress((folder / "brown" / f"brown.{part}.txt.xz").read_bytes()).decode()
    lines = [line for line in text.split("\n") if not line.startswith("# doc = ")]
    return Treebank.of([Sentence.of(" ".join(lines).split())])


def test_the_brown_corpus_has_the_perplexities_of_the_reference(shared_data: Path) -> None:
    train = brown(shared_data, "train")
    dev = Sentence.of(brown(shared_data, "dev")[0].forms[100_000:])
    for order, expected in ((2, 337.1), (3, 323.7)):
        (scored,) = learnt(train, order, "interpolated", minimum=2).scores([dev], prefix=True)
        assert math.exp(-scored.log / scored.symbols) == pytest.approx(expected, abs=0.05)
