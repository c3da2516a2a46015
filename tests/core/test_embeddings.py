"""Embeddings: counts that were reckoned by hand, points by dense algebra, and words that are used alike."""

from __future__ import annotations

import numpy as np
import pytest

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models import embeddings
from spectral_core.models.embeddings import Embeddings, EmbeddingsSettings, NeighbourCounts, count, learn, solve

NOUNS, VERBS = ("cat", "dog", "fox", "hen"), ("eats", "sees", "wants")


def text(sentences: int = 300, seed: int = 0) -> Treebank:
    """Nouns and verbs in their places."""
    random = np.random.default_rng(seed)
    drawn = [
        [random.choice(part) for part in (("the", "a"), NOUNS, VERBS, ("the", "a"), NOUNS)] for _ in range(sentences)
    ]
    return Treebank.of(Sentence.of([str(word) for word in words]) for words in drawn)


def test_neighbours_are_counted_inside_sentences() -> None:
    found = count(Treebank.of([Sentence.of(["a", "b", "a"]), Sentence.of(["b"])]), EmbeddingsSettings(window=2))
    assert found.words == ("a", "b")
    assert found.word_counts.tolist() == [2, 2, 2]
    table = {(int(one), int(two)): int(times) for (one, two), times in zip(found.pairs, found.counts, strict=True)}
    assert table == {(0, 1): 2, (0, 2): 3, (1, 2): 1, (2, 1): 1, (1, 1): 1, (1, 0): 2, (2, 0): 3}


def test_a_part_of_a_corpus_without_words_adds_nothing_and_alone_is_refused() -> None:
    settings, nothing = EmbeddingsSettings(column="upos"), Treebank.of([Sentence.of(["untagged"])])
    whole = count(Treebank.of([Sentence.of(["a", "b"], upos=["X", "Y"])]), settings)
    for merged in (whole.merge(count(nothing, settings)), count(nothing, settings).merge(whole)):
        assert (merged.words, merged.word_counts.tolist()) == (whole.words, whole.word_counts.tolist())
        np.testing.assert_array_equal(merged.pairs, whole.pairs)
        assert merged.skipped == {"empty_column": 1}
    with pytest.raises(DataError, match="the column upos is empty in this treebank; set column"):
        learn(nothing, settings)
    with pytest.raises(DataError, match="nothing to learn from"):
        learn(Treebank.of([]), settings)


@pytest.mark.parametrize("window", [1, 3])
def test_blocks_make_no_difference(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = EmbeddingsSettings(window=window)
    whole = count(text(), settings)
    monkeypatch.setattr(embeddings, "BLOCK_SIZE", 17)
    parted = count(text(), settings)
    assert parted.words == whole.words
    for name, array in whole.arrays().items():
        np.testing.assert_array_equal(array, parted.arrays()[name], name)


def test_canonical_points_are_those_of_dense_algebra() -> None:
    """With X words and Y neighbours, whitened by their sums, points are the leading directions by their values."""
    settings = EmbeddingsSettings(dimensions=3, power=1.0, smoothing=2.0, unit=False, minimum=1)
    found = count(text(50), settings)
    model = solve(found, settings)
    size = len(found.words)
    behind = np.zeros((size + 1, size + 1))
    behind[tuple(found.pairs.T)] = found.counts
    table = np.hstack((behind[1:], behind.T[1:]))
    rows, columns = table.sum(axis=1) + 2, table.sum(axis=0) + 2
    left, values, _ = np.linalg.svd(table / np.sqrt(rows)[:, None] / np.sqrt(columns))
    np.testing.assert_allclose(model.spectrum()[:3], values[:3], atol=1e-9)
    places = [found.words.index(word) for word in model.words]
    wanted = (left[:, :3] * values[:3] / np.sqrt(rows)[:, None])[places]
    for own, other in zip(model.points.T, wanted.T, strict=True):
        assert min(np.abs(own - other).max(), np.abs(own + other).max()) < 1e-6


@pytest.mark.parametrize("estimator", ["cca", "svd"])
def test_words_that_are_used_alike_lie_together(estimator: str) -> None:
    model = learn(text(), EmbeddingsSettings(estimator=estimator, dimensions=4))
    for words in (NOUNS, VERBS):
        for word in words:
            nearest = [other for other, _ in model.neighbours(word, len(words) - 1)]
            assert set(nearest) == set(words) - {word}
    classes = model.cluster(3)
    assert len({classes[word] for word in NOUNS}) == len({classes[word] for word in VERBS}) == 1
    assert len({classes[word] for word in ("cat", "eats", "the")}) == 3


def test_what_stands_beside_a_word_is_told_with_how_often() -> None:
    model = learn(text(), EmbeddingsSettings(dimensions=4))
    before, behind = model.contexts("eats")
    assert {word for word, _ in before} == set(NOUNS)
    assert {word for word, _ in behind} == {"the", "a"}
    times = int(model.counts.word_counts[model.counts.words.index("eats") + 1])
    assert sum(seen for _, seen in before) == sum(seen for _, seen in behind) == times
    assert ("", 0) not in behind
    assert model.contexts("cat")[1][0][0] == ""  # the end of a sentence


def test_in_a_wide_window_a_rare_companion_is_more_typical_than_a_frequent_word() -> None:
    random = np.random.default_rng(1)
    words = [str(word) for word in random.choice(["the", *"abcdefgh"], 40_000, p=[0.5, *[0.0625] * 8])]
    for at in random.integers(0, len(words) - 2, 60).tolist():
        words[at : at + 2] = ["ping", "a"] if at % 3 else ["ping", "pong"]
    model = learn(
        Treebank.of(Sentence.of(words[at : at + 200]) for at in range(0, len(words), 200)), EmbeddingsSettings(window=5)
    )
    assert model.contexts("ping", 1)[1][0][0] == "pong"


def test_the_plane_has_the_most_frequent_words_around_its_middle() -> None:
    model = learn(text(), EmbeddingsSettings(dimensions=4))
    words, points = model.project_to_plane(5)
    assert words == model.words[:5]
    np.testing.assert_allclose(points.mean(axis=0), 0, atol=1e-9)
    assert points.shape == (5, 2)


def test_small_letters_stand_for_a_word_that_is_unknown_as_it_is_written() -> None:
    model = learn(text(), EmbeddingsSettings(dimensions=4))
    assert model.find_known_form("CAT") == "cat"
    assert model.find_known_form("bird") is None
    np.testing.assert_array_equal(model.vector("Cat"), model.vector("cat"))
    with pytest.raises(DataError, match="'bird' is not among the 9 words"):
        model.neighbours("bird")


def test_rare_words_are_one_unknown_word() -> None:
    sentences = [*text(), Sentence.of(["the", "axolotl", "eats", "the", "quetzal"])]
    model = learn(Treebank.of(sentences), EmbeddingsSettings(minimum=2))
    assert model.find_known_form("axolotl") is None
    assert "axolotl" in model.counts.words
    with pytest.raises(DataError, match="set minimum to 1"):
        learn(Treebank.of([Sentence.of(["once"])]), EmbeddingsSettings(minimum=2))


def test_pairs_of_a_damaged_file_are_refused() -> None:
    model = learn(text(20), EmbeddingsSettings())
    arrays = model.arrays()
    for name, broken in (
        ("pairs", arrays["pairs"] + 99),
        ("times", arrays["times"][1:]),
        ("counts", -arrays["counts"]),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            NeighbourCounts.from_arrays({**arrays, name: broken})
    with pytest.raises(ValueError, match="do not fit"):
        Embeddings.from_arrays(model.settings, {**arrays, "points": arrays["points"][1:]})
