"""Word clusters for learners: which are taken for a text, files of other programs, and what a model keeps of them."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spectral_core import cluster_library, formats, store
from spectral_core.cluster_files import read_word_paths
from spectral_core.cluster_library import decode_paths, find_language_by_name, find_word_paths
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import locate_assets
from spectral_core.model.provenance import Provenance
from spectral_core.model.word_paths import WordPaths
from spectral_core.models import arc_parser, clusters, tagger
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.clusters import ClustersSettings
from spectral_core.models.distributional_clusters import DistributionalClusters
from spectral_core.models.path_clusters import PathClusters, choose_clusters
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.models.word_features import TagClasses
from spectral_core.registry import METHODS, make_settings
from spectral_core.structured.feature_templates import LOWER
from spectral_core.training_text import TrainingText, save_trained_model

SAMPLE = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
FIFTY = SAMPLE.select(range(50))
PATHS = "0\tthe\t9\n10\tLondon\t5\n110\tlondon\t3\n111\t00\t1\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty library, without packages."""
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(cluster_library, "_PACKAGE", "no_such_package_of_clusters")
    cluster_library.read_package_clusters.cache_clear()
    folder = tmp_path / "home" / "data" / "models"
    folder.mkdir(parents=True)
    yield folder
    cluster_library.read_package_clusters.cache_clear()


def keep(folder: Path, name: str, language: str, treebank: Treebank = SAMPLE) -> None:
    model = clusters.learn(treebank, ClustersSettings(clusters=20))
    store.save(model, folder / f"{name}.npz", provenance=replace(Provenance(), language=language))


def keys_of(*words: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    return TagClasses.empty().extract_feature_keys(words)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("en_ewt-ud-train.conllu", "en"), ("ud_english_ewt-train.conllu.xz", "en"), ("UD_Basque-BDT.conllu", "eu"),
        ("eu_bible.txt", "eu"), ("news.txt", ""), ("it.txt", ""), ("xx_news.txt", ""),
    ],
)  # fmt: skip
def test_a_file_name_tells_its_language(name: str, language: str) -> None:
    assert find_language_by_name(Path("folder") / name) == language
    assert find_language_by_name(None) == ""


def test_the_newest_clusters_of_the_language_are_taken(home: Path) -> None:
    keep(home, "older", "en")
    keep(home, "newer", "en")
    keep(home, "basque", "eu")
    named = replace(FIFTY, path=Path("en_x.conllu"))
    found = find_word_paths("", named)
    assert found is not None
    assert found.source == "newer (library)"
    assert find_word_paths("", replace(FIFTY, path=Path("de_x.conllu"))) is None
    (home / "newer.npz").write_bytes((home / "newer.npz").read_bytes()[:-30])
    assert find_word_paths("", named) is not None


def test_where_no_name_tells_the_language_the_words_do(home: Path) -> None:
    keep(home, "any", "en")
    assert find_word_paths("", FIFTY) is not None
    foreign = Treebank.of(Sentence.of([form[::-1] for form in sentence.forms]) for sentence in FIFTY)
    assert find_word_paths("", foreign) is None
    assert find_word_paths("", Treebank.of([Sentence.of(["the"])])) is None


def test_the_package_is_read_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    package = tmp_path / "fake_clusters"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").touch()
    numbers = {"the": 1, "a": 1, "London": 0b110, "london": 0b010, "rare": 0}
    (package / "data" / "en_lexeme_cluster.json.gz").write_bytes(gzip.compress(json.dumps(numbers).encode()))
    (package / "data" / "de_lexeme_cluster.json.gz").write_bytes(b"damaged")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(cluster_library, "_PACKAGE", "fake_clusters")
    found = find_word_paths("", replace(FIFTY, path=Path("en_x.conllu")))
    assert found is not None
    assert dict(zip(found.words, found.paths, strict=True)) == {"the": "1", "a": "1", "London": "011", "london": "010"}
    assert find_word_paths("", replace(FIFTY, path=Path("de_x.conllu"))) is None
    keep(home, "own", "en")
    preferred = find_word_paths("", replace(FIFTY, path=Path("en_x.conllu")))
    assert preferred is not None
    assert preferred.source == "own (library)"


def test_paths_are_decoded_from_numbers_without_their_last_zeros() -> None:
    paths = ["00", "010", "0110", "0111", "10", "110", "111"]
    numbers = [int(path[::-1], 2) for path in paths]
    assert decode_paths([*numbers, numbers[2]]) == [*paths, paths[2]]
    assert decode_paths([5]) == [format(5, "b")[:1]]


def write_vectors(
    path: Path, words: list[str], vectors: np.ndarray[tuple[int, ...], np.dtype[np.float32]], kind: str
) -> None:
    with path.open("wb") as file:
        if kind != "bare":
            file.write(f"{len(words)} {vectors.shape[1]}\n".encode())
        for word, vector in zip(words, vectors, strict=True):
            if kind == "binary":
                file.write(word.encode() + b" " + struct.pack(f"<{len(vector)}f", *vector) + b"\n")
            else:
                file.write(f"{word} {' '.join(f'{value:.6f}' for value in vector)}\n".encode())


@pytest.mark.parametrize("kind", ["text", "binary", "bare"])
def test_vectors_of_word2vec_are_clustered(kind: str, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    centres = np.eye(8, dtype=np.float32)[[0, 1, 2]]
    words = [f"w{number}" for number in range(60)]
    vectors = (np.repeat(centres, 20, axis=0) + 0.01 * random.standard_normal((60, 8))).astype(np.float32)
    write_vectors(tmp_path / "v.bin", words, vectors, kind)
    found = read_word_paths(tmp_path / "v.bin")
    assert list(found.words) == words
    groups = [found.paths[start : start + 20] for start in (0, 20, 40)]
    for group in groups:  # what is near shares the beginning of its path with nothing that is far
        common = next(length for length in range(9, -1, -1) if len({path[:length] for path in group}) == 1)
        beginning = group[0][:common]
        assert not any(path.startswith(beginning) for other in groups if other is not group for path in other)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "neither"), (b"what is this\n", "neither"), (b"01\ta\t3\n0x\tb\t1\n", "line 2: .*bit path"),
        (b"2 3\na 1 2 3\nb 1 2\n", "line 3: .*3 numbers"), (b"1 2\na 1 nan\n", "finite"), (b"1 9999999\n", "dimension"),
        (b"2 2\nw " + struct.pack("<2f", 0.3, 1.7), "ends after 1 of 2"), (b"0 3\n", "no word"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_said(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(FormatError, match=message):
        read_word_paths(tmp_path / "f")


def test_words_are_looked_up_as_written_then_without_case_and_digits(tmp_path: Path) -> None:
    (tmp_path / "en.paths").write_text(PATHS, encoding="utf-8")
    found = choose_clusters(str(tmp_path / "en.paths"), FIFTY)
    assert isinstance(found, PathClusters)
    ids = found.find_paths(keys_of("the", "The", "London", "london", "LONDON", "17", "unseen")).tolist()
    paths = [*found.paths, "?"]
    assert [paths[index] for index in ids] == ["0", "0", "10", "110", "110", "111", "?"]
    again = PathClusters.from_arrays(found.arrays())
    assert (again.source, again.paths) == ("en.paths", found.paths)
    assert np.array_equal(again.words, found.words)
    assert np.array_equal(again.tagging_keys(keys_of("the", "x")), found.tagging_keys(keys_of("the", "x")))
    assert not found.tagging_keys(keys_of("unseen")).any()


@pytest.mark.parametrize("change", [{"words": [0, 0]}, {"path_ids": [9, 9]}, {"paths": "2"}], ids=str)
def test_damaged_paths_are_refused(change: dict[str, list[int] | str]) -> None:
    arrays = PathClusters.from_word_paths(WordPaths(["a", "b"], ["0", "1"], "test")).arrays()
    for name, values in change.items():
        arrays[name] = np.frombuffer(values.encode(), dtype=np.uint8) if isinstance(values, str) else np.array(values)
    with pytest.raises(ValueError, match="class"):
        PathClusters.from_arrays(arrays)


@pytest.mark.parametrize("settings", [TaggerSettings, ArcParserSettings])
def test_the_setting_was_a_boolean_once(settings: type[TaggerSettings] | type[ArcParserSettings]) -> None:
    assert settings().classes == "auto"
    assert [settings(classes=value).classes for value in (True, False, "true", "False")] == ["own", "none"] * 2  # type: ignore[arg-type]
    assert settings(classes="some/file.paths").classes == "some/file.paths"


def test_a_file_that_is_not_there_or_of_another_kind_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.paths: there is no such file"):
        tagger.learn(FIFTY, TaggerSettings(classes=str(tmp_path / "none.paths")))
    store.save(tagger.learn(FIFTY, TaggerSettings(epochs=1)), tmp_path / "tagger.npz")
    with pytest.raises(SettingsError, match="model of tagger, not of clusters"):
        tagger.learn(FIFTY, TaggerSettings(classes=str(tmp_path / "tagger.npz")))


def test_fifty_sentences_are_parsed_and_tagged_better_with_the_clusters_of_the_library(home: Path) -> None:
    held_out = [sentence for sentence in SAMPLE.select(range(100, len(SAMPLE))) if sentence.has_heads][:150]

    def measure(model: ArcParser) -> tuple[int, int]:
        assert model.tagger is not None
        tagged = model.tagger.tag_all([Sentence.of(sentence.forms) for sentence in held_out])
        column = model.settings.column
        right = sum(
            one == other
            for gold, found in zip(held_out, tagged, strict=True)
            for one, other in zip(gold.column(column), found.column(column), strict=True)
        )
        heads = model.all_heads(tagged)
        return right, sum(
            one == other
            for gold, found in zip(held_out, heads, strict=True)
            for one, other in zip(gold.heads, found, strict=True)
        )

    few = ArcParserSettings(calibration=False, relations=False)
    own = arc_parser.learn(FIFTY, few)
    assert not isinstance(own.word_encoder.clusters, PathClusters)
    keep(home, "sample", "")
    model = arc_parser.learn(FIFTY, few)
    assert isinstance(model.word_encoder.clusters, PathClusters)
    assert measure(model) > measure(own)


@pytest.mark.parametrize("method", ["tagger", "arc-parser"])
def test_a_model_file_names_the_clusters_that_it_reads(method: str, home: Path, tmp_path: Path) -> None:
    keep(home, "sample", "")
    few = {"calibration": False, "relations": False} if method == "arc-parser" else {"epochs": 1}
    for classes, source in (("auto", "sample (library)"), ("own", "")):
        model = METHODS[method].learn(FIFTY, make_settings(METHODS[method], {**few, "classes": classes}))
        text = TrainingText.from_treebanks([("sampled.conllu", FIFTY)])
        save_trained_model(model, tmp_path / "m.npz", text)
        assert store.read_provenance(tmp_path / "m.npz").clusters == source


def test_a_parser_carries_its_clusters_once_and_parses_without_the_library(home: Path, tmp_path: Path) -> None:
    keep(home, "sample", "")
    model = arc_parser.learn(FIFTY, ArcParserSettings(calibration=False, relations=False))
    store.save(model, tmp_path / "parser.npz")
    (home / "sample.npz").unlink()
    again = store.load(tmp_path / "parser.npz")
    assert isinstance(again, ArcParser)
    assert [name for name in model.arrays() if name.endswith("path_ids")] == ["classes_path_ids"]
    assert again.companions.tagger is not None
    assert again.companions.tagger.classes is again.word_encoder.clusters
    fresh = [Sentence.of(sentence.forms) for sentence in SAMPLE.select(range(60, 80))]
    assert again.all_heads(fresh) == model.all_heads(fresh)
    plain = ChainTagger.from_arrays(TaggerSettings(), tagger.learn(FIFTY, TaggerSettings()).arrays())
    assert plain.classes is None or isinstance(plain.classes, DistributionalClusters)
    assert (keys_of("a")[:, LOWER] > 0).all()
