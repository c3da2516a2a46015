"""Brown clusters against a search through all merges and exchanges by mutual information, and clusters from streams."""

from __future__ import annotations

import gzip
import lzma
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, pairwise
from math import log
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from spectral_core import formats, store
from spectral_core.arrays import Integers
from spectral_core.cli import main
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError, FormatError, SettingsError
from spectral_core.formats.text import TextStream
from spectral_core.models import clusters
from spectral_core.models.clusters import ClustersSettings, WordClusters
from spectral_core.models.clusters import training as cluster_training
from spectral_core.models.clusters.model import normalise_word
from spectral_core.registry import METHODS
from spectral_core.structured import brown_clusters
from spectral_core.structured.brown_clusters import FIXED, NO_SLOT, AdjacentWords

VOCABULARY = 10  # words of the small texts, the two contexts included


def draw_text(seed: int) -> Integers:
    """Return words of short sentences; 0 is the boundary between them, 1 a rare word."""
    random = np.random.default_rng(seed)
    sentences = [random.integers(1, VOCABULARY, random.integers(1, 6)).tolist() for _ in range(40)]
    return np.array([0, *chain.from_iterable((*sentence, 0) for sentence in sentences)])


def list_pairs(text: Integers) -> list[tuple[int, int]]:
    return [(first, second) for first, second in pairwise(text.tolist()) if first or second]


def make_words(text: Integers) -> AdjacentWords:
    counted = Counter(list_pairs(text))
    frequencies = np.bincount(text, minlength=VOCABULARY)
    frequencies[0] -= 1
    pairs = np.array(sorted(counted))
    return cluster_training._make_word_pairs(frequencies, pairs, np.array([counted[pair] for pair in sorted(counted)]))


def information(slots: Sequence[int], text: Integers, inserted: set[int] | None = None) -> float:
    """The average mutual information of adjacent clusters, times the length of the text, written out; only of pairs of
    inserted words, if these are given."""
    pairs = list_pairs(text)
    frequencies = Counter(slots[first] for first, _ in pairs)
    seen = Counter(
        (slots[first], slots[second]) for first, second in pairs if inserted is None or {first, second} <= inserted
    )
    return sum(
        times * log(times * len(pairs) / (frequencies[first] * frequencies[second]))
        for (first, second), times in seen.items()
    )


def merge(slots: Sequence[int], kept: int, gone: int) -> list[int]:
    return [kept if slot == gone else slot for slot in slots]


def test_the_tree_merges_each_time_the_clusters_that_lose_the_least_information() -> None:
    for seed in range(10):
        text = draw_text(seed)
        words, size = make_words(text), VOCABULARY - FIXED
        table = brown_clusters.make_cluster_pairs(size)
        brown_clusters.insert_first_words(table, words, np.full(VOCABULARY, NO_SLOT), VOCABULARY)
        merges = np.zeros((size, 2), dtype=np.int64)
        count = brown_clusters.build_tree(table, merges)
        assert count == size - 1
        slots = list(range(VOCABULARY))
        for kept, gone in merges[:count].tolist():
            left = {pair: information(merge(slots, *pair), text) for pair in combinations(sorted({*slots} - {0, 1}), 2)}
            assert left[min(kept, gone), max(kept, gone)] == pytest.approx(max(left.values()), abs=1e-9)
            slots = merge(slots, kept, gone)


def test_each_word_that_enters_the_window_is_followed_by_the_best_merge() -> None:
    for seed in range(10):
        text, size = draw_text(seed), 4
        words, free = make_words(text), FIXED + size
        table = brown_clusters.make_cluster_pairs(size)
        slot_of, members = np.full(VOCABULARY, NO_SLOT), np.arange(VOCABULARY)
        brown_clusters.insert_first_words(table, words, slot_of, free)
        for word in range(FIXED + size, VOCABULARY):
            before = slot_of.tolist()
            before[word] = free
            free = brown_clusters.insert_words(table, words, slot_of, members, word, word + 1, free)
            inserted = set(range(word + 1))
            left = {
                pair: information(merge(before, *pair), text, inserted)
                for pair in combinations(sorted({*before[: word + 1]} - {0, 1}), 2)
            }
            after = information(slot_of.tolist(), text, inserted)
            assert after == pytest.approx(max(left.values()), abs=1e-9)
            assert free not in slot_of[: word + 1]


def test_an_exchange_puts_a_word_where_the_information_is_largest() -> None:
    moved = 0
    for seed in range(10):
        text, size = draw_text(seed), 3
        words, free = make_words(text), FIXED + size
        table = brown_clusters.make_cluster_pairs(size)
        slot_of, ring = np.full(VOCABULARY, NO_SLOT), np.arange(VOCABULARY)
        brown_clusters.insert_first_words(table, words, slot_of, free)
        brown_clusters.insert_words(table, words, slot_of, ring, free, VOCABULARY, free)
        members = np.bincount(slot_of, minlength=len(table.is_active))
        for word in range(FIXED, VOCABULARY):
            before, is_alone = slot_of.tolist(), members[slot_of[word]] == 1
            moved += brown_clusters.exchange_words(table, words, slot_of, members, word, word + 1)
            if is_alone:
                assert slot_of.tolist() == before
                continue
            choices = [[*before[:word], slot, *before[word + 1 :]] for slot in {*before[FIXED:]}]
            best = max(information(choice, text) for choice in choices)
            assert information(slot_of.tolist(), text) == pytest.approx(best, abs=1e-9)
        counted: NDArray[np.int64] = np.zeros_like(table.after)
        for first, second in list_pairs(text):
            counted[slot_of[first], slot_of[second]] += 1
        assert np.array_equal(table.after, counted)
        assert np.array_equal(table.before, counted.T)
    assert moved


def make_text(sentences: int) -> Treebank:
    """Sentences of a determiner, a noun and a verb, of which there are six each."""
    random = np.random.default_rng(0)
    forms = [[f"{kind}{number}x" for number in random.integers(0, 6, 1)] for _ in range(sentences) for kind in "dnv"]
    return Treebank.of(Sentence.of([*one, *two, *three]) for one, two, three in zip(*[iter(forms)] * 3, strict=True))


def kinds(model: WordClusters) -> list[set[str]]:
    """The first letters of the words of each cluster."""
    return [{word[0] for word, _ in model.typical_words(number, 99)} for number in range(len(model.paths))]


@pytest.mark.parametrize("estimator", ["brown", "cca"])
def test_words_with_the_same_neighbours_share_a_cluster(estimator: str) -> None:
    settings = ClustersSettings(estimator=estimator, clusters=3, lower=False)
    model = clusters.learn(make_text(400), settings)
    assert sorted(map(sorted, kinds(model))) == [["d"], ["n"], ["v"]]
    assert {word for word, _ in model.neighbours("n1x", 5)} == {f"n{number}x" for number in (0, 2, 3, 4, 5)}


def test_no_path_is_the_beginning_of_another_and_all_begin_the_tree() -> None:
    model = clusters.learn(make_text(400), ClustersSettings(clusters=7, lower=False))
    assert len(model.paths) == 7
    assert not any(one != two and two.startswith(one) for one in model.paths for two in model.paths)
    assert sum(0.5 ** len(path) for path in model.paths) == 1.0


def test_case_and_digits_are_merged_unless_they_are_to_count() -> None:
    treebank = Treebank.of([Sentence.of(["The", "7", "Cats"]), Sentence.of(["the", "9", "cats"])] * 3)
    assert sorted(clusters.learn(treebank, ClustersSettings()).words) == ["0", "cats", "the"]
    assert len(clusters.learn(treebank, ClustersSettings(lower=False)).words) == 6
    assert clusters.learn(treebank, ClustersSettings()).find_path("CATS") is not None
    assert [normalise_word(word) for word in ("Ab3", "ß", "İx", "ab")] == ["ab0", "ß", "İx", "ab"]


def test_sentences_cannot_be_added_and_what_is_missing_is_said() -> None:
    method = METHODS["clusters"]
    model = clusters.learn(make_text(20), ClustersSettings())
    assert not method.can_add(model.settings)
    with pytest.raises(SettingsError, match="learn it again"):
        method.add(model, make_text(20))
    with pytest.raises(SettingsError, match="from all text"):
        cluster_training.add(model, make_text(20))
    with pytest.raises(DataError, match="no sentence here has a word"):
        clusters.learn(Treebank.of([]), ClustersSettings())
    with pytest.raises(DataError, match="set minimum to 1"):
        clusters.learn(make_text(2), ClustersSettings(minimum=50))


@pytest.mark.parametrize(
    "change", [{"paths": b"0\n2"}, {"clusters": [9, 9]}, {"counts": [1]}], ids=["path", "cluster", "count"]
)
def test_damaged_clusters_are_refused(change: dict[str, bytes | list[int]]) -> None:
    arrays = clusters.learn(make_text(20), ClustersSettings(clusters=2)).arrays()
    for name, values in change.items():
        arrays[name] = np.frombuffer(values, dtype=np.uint8) if isinstance(values, bytes) else np.array(values)
    with pytest.raises(ValueError, match=r"cluster|path"):
        WordClusters.from_arrays(ClustersSettings(clusters=2), arrays)


RUNNING = "The old dog sleeps here. A cat, too, sleeps!\nNo one knows why it does.\n\n"
TOKENISED = "the dog , it seems , sleeps .\na cat sleeps , too .\n"


@pytest.mark.parametrize("text", [RUNNING * 40, TOKENISED * 60, "\ufeff# newdoc\n" + RUNNING * 20], ids=str.split)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress], ids=["plain", "gz", "xz"])
def test_a_stream_has_the_sentences_of_the_file(
    text: str, pack: type[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_core.formats.text.text_stream._PIECE_BYTES", 100)
    path = tmp_path / "text.txt"
    path.write_bytes(pack(text.encode()))
    treebank, stream = formats.load(path), TextStream(path)
    words = [tuple(forms) for forms in stream]
    assert words == [sentence.forms for sentence in treebank]
    assert stream.sentence_count == len(treebank)
    assert [sentence.forms for sentence in stream.sample] == words[:3000]
    settings = ClustersSettings(clusters=3, minimum=1)
    streamed, whole = METHODS["clusters"].learn_stream(stream, settings), METHODS["clusters"].learn(treebank, settings)
    assert all(np.array_equal(array, whole.arrays()[name]) for name, array in streamed.arrays().items())


def test_a_line_longer_than_a_piece_is_cut_between_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spectral_core.formats.text.text_stream._PIECE_BYTES", 7)
    monkeypatch.setattr("spectral_core.formats.text.text_stream._MAX_LINE_BYTES", 50)
    (tmp_path / "line.txt").write_text("ä" * 200, encoding="utf-8")
    assert "".join(chain.from_iterable(TextStream(tmp_path / "line.txt"))) == "ä" * 200


def test_files_that_cannot_be_streamed_are_named(tmp_path: Path) -> None:
    (tmp_path / "cut.txt").write_bytes(lzma.compress(RUNNING.encode() * 99)[:-20])
    for name, words in (("cut.txt", "cut short"), ("none.txt", "no such file"), (".", "a folder")):
        with pytest.raises(FormatError, match=words):
            list(TextStream(tmp_path / name))
    (tmp_path / "wide.txt").write_text(RUNNING, encoding="utf-16")
    with pytest.raises(FormatError, match="UTF-16"):
        list(TextStream(tmp_path / "wide.txt"))


@pytest.mark.parametrize("method", ["clusters", "embeddings"])
def test_the_command_learns_from_texts_and_says_so_in_the_file(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    for number in (1, 2):
        (tmp_path / f"en_{number}.txt").write_text(RUNNING * 20, encoding="utf-8")
    texts = [str(tmp_path / f"en_{number}.txt") for number in (1, 2)]
    with pytest.raises(SystemExit) as ended:
        main(["learn", method, *texts, "-o", str(tmp_path / "words.npz"), "--library"])
    assert not ended.value.code
    assert "trained on 120 sentences" in capsys.readouterr().out
    provenance = store.read_provenance(tmp_path / "words.npz")
    assert [(source.name, source.sentences) for source in provenance.sources] == [("en_1.txt", 60), ("en_2.txt", 60)]
    assert all(len(source.sha256) == 64 for source in provenance.sources)
    assert provenance.language == ("en" if method == "clusters" else "")
    assert (tmp_path / "home" / "data" / "models" / "words.npz").is_file()
