"""Models in files: written whole, read back the same, and refused in a sentence where they are not models."""

from __future__ import annotations

import dataclasses
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core import store
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError, SpectralError, StoreError
from spectral_core.model import (
    HasStates,
    KeepsText,
    Model,
    Parser,
    Ranker,
    Scorer,
    TreeScorer,
    pack_strings,
    unpack_strings,
)
from spectral_core.model.provenance import Provenance, TrainingSource, format_command, strip_folders
from spectral_core.registry import METHODS, make_settings

TREEBANK = Treebank.of(Sentence.of(text.split()) for text in ("a b a", "b a", "a b b a"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    method = METHODS["ngram"]
    model = method.learn(TREEBANK, make_settings(method, {}))
    store.save(model, tmp_path / "m.npz")
    return tmp_path / "m.npz"


UNSET = {"kind": "spectral-workbench model", "version": 1, "method": "ngram", "settings": 3}


def header_of(path: Path) -> dict[str, object]:
    with np.load(path, allow_pickle=False) as arrays:
        header = json.loads(arrays["header"].tobytes())
    assert isinstance(header, dict)
    return header


def rewrite(path: Path, header: dict[str, object] | None, **changed: np.ndarray) -> None:
    with np.load(path, allow_pickle=False) as arrays:
        kept = {name: arrays[name] for name in arrays.files if name != "header"}
    kept.update(changed)
    if header is not None:
        kept["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    np.savez(path, **kept)


def test_a_model_comes_back_the_same(path: Path) -> None:
    model = store.load(path)
    again = path.with_name("again.npz")
    store.save(model, again)
    assert again.read_bytes() == path.read_bytes()
    assert isinstance(model, Scorer)
    assert model.method == "ngram"
    assert header_of(path)["version"] == 1  # which older programs read


def test_a_setting_that_names_a_path_that_is_no_text_comes_back(path: Path) -> None:
    model = store.load(path)
    object.__setattr__(model.settings, "column", chr(0xDCFF))  # as the path of a lexicon may be
    store.save(model, path)
    settings = header_of(path)["settings"]
    assert isinstance(settings, dict)
    assert settings["column"] == chr(0xDCFF)


def test_a_file_cut_anywhere_is_refused_in_a_sentence(path: Path) -> None:
    content = path.read_bytes()
    for kept in {0, 1, 10, len(content) // 3, len(content) // 2, len(content) - 30, len(content) - 1}:
        path.write_bytes(content[:kept])
        with pytest.raises(StoreError, match="this is not a model, or it was damaged or cut short"):
            store.load(path)


def test_a_damaged_file_is_refused_in_a_sentence(path: Path) -> None:
    content = path.read_bytes()
    complaints = []
    for at in range(0, len(content), max(1, len(content) // 150)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        try:
            store.load(path)
        except SpectralError as error:
            complaints.append(str(error))
    assert len(complaints) > 50
    assert all(str(path) in complaint for complaint in complaints)


def test_foreign_files_are_refused_in_a_sentence(path: Path, tmp_path: Path) -> None:
    text = tmp_path / "t.npz"
    text.write_text("just text")
    array = tmp_path / "a.npz"
    with array.open("wb") as file:
        np.save(file, np.zeros(3))
    archive = tmp_path / "z.npz"
    np.savez(archive, x=np.zeros(3))
    zipped = tmp_path / "y.npz"
    with zipfile.ZipFile(zipped, "w") as file:
        file.writestr("header.npy", b"no array")
    objects = tmp_path / "o.npz"
    np.savez(objects, header=np.array([{"kind": 1}], dtype=object))
    numbers = tmp_path / "n.npz"
    np.savez(numbers, header=np.array(["300"]))
    for foreign in (text, array, archive, zipped, objects, numbers, tmp_path, tmp_path / "none.npz"):
        with pytest.raises(StoreError):
            store.load(foreign)


def test_a_newer_model_asks_for_an_update(path: Path) -> None:
    rewrite(path, {**header_of(path), "version": store.VERSION + 1})
    with pytest.raises(StoreError, match=r"written by a newer version .* Update the program"):
        store.load(path)


@pytest.mark.parametrize(
    "change",
    [{"method": "telepathy"}, {"settings": {"flavour": "sweet"}}, {"settings": {"order": "many"}}],
)
def test_a_model_of_an_unknown_kind_is_refused(path: Path, change: dict[str, object]) -> None:
    rewrite(path, {**header_of(path), **change})
    with pytest.raises(StoreError, match="of a kind that this version does not know"):
        store.load(path)


@pytest.mark.parametrize(
    "header", [None, {}, {"kind": "recipe"}, {"kind": "spectral-workbench model", "version": "x"}, UNSET]
)
def test_an_archive_without_our_header_is_foreign(path: Path, header: dict[str, object] | None) -> None:
    rewrite(path, header)
    with pytest.raises(StoreError):
        store.load(path)


def test_a_model_that_lacks_an_array_is_refused(path: Path) -> None:
    np.savez(path, header=np.frombuffer(json.dumps(header_of(path)).encode(), dtype=np.uint8))
    with pytest.raises(StoreError, match="is incomplete"):
        store.load(path)


def test_a_failed_save_leaves_the_old_model(path: Path) -> None:
    model, content = store.load(path), path.read_bytes()
    with pytest.raises(SpectralError, match="could not be written"):
        store.save(model, path.parent / "none" / "m.npz")
    assert path.read_bytes() == content


@pytest.mark.parametrize("strings", [(), ("a",), ("a", "", "\u0628\u0650", "\U0001f98a", "x y")])
def test_strings_are_packed_and_unpacked(strings: tuple[str, ...]) -> None:
    assert unpack_strings(pack_strings(strings)) == strings
    assert pack_strings(strings).dtype == np.uint8


def test_a_line_break_cannot_be_packed() -> None:
    with pytest.raises(ValueError, match="line break"):
        pack_strings(["a\nb"])


def test_a_model_that_is_not_compressed_is_read_back_the_same(tmp_path: Path) -> None:
    method = METHODS["hmm"]
    model = method.learn(TREEBANK, make_settings(method, {"states": 2}))
    for name, compress in (("small", True), ("quick", False)):
        store.save(model, tmp_path / f"{name}.npz", compress)
    assert (tmp_path / "small.npz").stat().st_size < (tmp_path / "quick.npz").stat().st_size
    one, other = (store.load(tmp_path / f"{name}.npz").arrays() for name in ("small", "quick"))
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_what_the_decoders_of_archives_and_headers_trip_over_is_told_in_a_sentence(path: Path) -> None:
    def rewritten(kind: int, change: Callable[[str, bytes], bytes]) -> None:
        with zipfile.ZipFile(path) as old:
            parts = {name: old.read(name) for name in old.namelist()}
        with zipfile.ZipFile(path, "w", kind) as new:
            for name, content in parts.items():
                new.writestr(name, change(name, content))

    kept = path.read_bytes()
    rewritten(zipfile.ZIP_STORED, lambda _, content: content.replace(b"}", b" ", 1))  # of a header of numpy's
    refused(path)
    for kind in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        path.write_bytes(kept)
        rewritten(kind, lambda _, content: content)
        store.load(path)
        packed = bytearray(path.read_bytes())
        for at in range(60, 200):
            packed[at] ^= 0xFF
        path.write_bytes(packed)
        refused(path)
    path.write_bytes(kept)
    nested = np.frombuffer(b"[" * 100_000, dtype=np.uint8)
    np.savez(path, header=nested)
    refused(path)


def refused(path: Path) -> None:
    with pytest.raises(StoreError) as told:
        store.load(path)
    assert "disk" not in str(told.value)


@pytest.mark.parametrize(
    ("method", "name", "change"),
    [
        ("hmm", "start", lambda start: np.stack((start, start))),
        ("hmm", "operators", lambda operators: operators.astype(np.complex128)),
        ("head-automata", "symbols", lambda symbols: np.concatenate((symbols, pack_strings(["", "x"])))),
        ("head-automata", "spectrum_values", lambda values: values.reshape(-1, 1)),
        ("head-automata", "counted_owners", lambda owners: owners.reshape(-1, 1)),
        ("head-automata", "word_events", lambda events: events + np.array([1 << 20, 0, 0, 0, 0, 0])),
        ("tagger", "tagger_columns", lambda columns: columns.reshape(-1, 1)),
        ("latent-pcfg", "spectra", lambda values: np.zeros((2, 2, 2)) + values.size),
        ("latent-pcfg", "spectra_sizes", lambda sizes: sizes + 1),
    ],
)
def test_an_array_that_does_not_fit_is_told_when_the_model_is_opened(
    tmp_path: Path, method: str, name: str, change: Callable[[np.ndarray], np.ndarray]
) -> None:
    row, path = METHODS[method], tmp_path / "m.npz"
    states = {"states": 2} if method != "tagger" else {}
    store.save(row.learn(tiny_treebank(), make_settings(row, states)), path)
    with np.load(path) as arrays:
        held = {key: arrays[key] for key in arrays.files}
    found = next(key for key in held if key.endswith(name.removeprefix("tagger_")))
    rewrite(path, header_of(path), **{found: change(held[found])})
    with pytest.raises(StoreError):
        store.load(path)


def test_words_with_more_states_than_their_grammar_are_told_when_the_model_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    store.save(
        METHODS["latent-pcfg"].learn(tiny_treebank(), make_settings(METHODS["latent-pcfg"], {"states": 2})), path
    )
    with np.load(path) as arrays:
        held = {key: arrays[key] for key in arrays.files if key.endswith(("words_states", "words_means"))}
    assert len(held) == 2
    rewrite(path, header_of(path), **{key: values[:, :1] for key, values in held.items()})
    with pytest.raises(StoreError):
        store.load(path)


def test_a_ranker_whose_numbers_run_out_of_range_says_so(tmp_path: Path) -> None:
    row, path = METHODS["analysis-ranker"], tmp_path / "m.npz"
    treebank = tiny_treebank()
    store.save(row.learn(treebank, make_settings(row, {"model": "cheat"})), path)
    with np.load(path) as arrays:
        lengths = arrays["topics.lengths"]
    rewrite(path, header_of(path), **{"topics.lengths": np.full_like(lengths, 5e-324)})
    model = store.load(path)
    assert isinstance(model, Ranker)
    with np.errstate(all="ignore"), pytest.raises(DataError, match="this model was damaged"):
        list(map(model.rank, treebank))


TEXT_METHODS = {
    "tree-hmm": {"states": 2, "column": "upos", "minimum": 1},
    "latent-dependencies": {"states": 2, "column": "upos", "calibration": False, "members": 2},
    "latent-pcfg": {"states": 2, "calibration": False, "potentials": False},
    "latent-pcfg rich": {"states": 2, "calibration": False, "lexicon": "rich"},
}


@pytest.fixture(scope="module", params=TEXT_METHODS)
def text_model(request: pytest.FixtureRequest) -> Model:
    """A model whose method needs its training sentences to add more."""
    method = METHODS[request.param.partition(" ")[0]]
    settings = make_settings(method, TEXT_METHODS[request.param])
    return method.learn(Treebank.of([*tiny_treebank()] * 6), settings)


def answers(model: Model) -> list[object]:
    sentences = [*tiny_treebank()]
    found: list[object] = [model.method, getattr(model, "skipped", None)]
    if isinstance(model, Parser):
        found += [[(one.value, one.score) for one in model.parse(sentence, 3)] for sentence in sentences]
    if isinstance(model, TreeScorer):
        found += model.tree_scores(sentences)
    if isinstance(model, HasStates):
        found += [model.state_parts, [state.posterior.tolist() for state in model.states(sentences[0])]]
    return found


def test_the_training_text_is_not_in_the_file(text_model: Model, tmp_path: Path) -> None:
    store.save(text_model, tmp_path / "m.npz")
    assert store.read_text_state(tmp_path / "m.npz") is store.TextState.LEFT_OUT
    restored = store.load(tmp_path / "m.npz")
    assert isinstance(restored, KeepsText)
    assert not restored.has_text
    with np.load(tmp_path / "m.npz", allow_pickle=False) as arrays:
        assert not {name for name in arrays.files if name.endswith(("trees_words", "tree_symbols", "counts_nodes"))}
    assert answers(restored) == answers(text_model)


def test_a_model_without_its_text_says_how_sentences_can_be_added(text_model: Model, tmp_path: Path) -> None:
    store.save(text_model, tmp_path / "m.npz")
    assert not store.can_add(tmp_path / "m.npz")
    restored = store.load(tmp_path / "m.npz")
    with pytest.raises(DataError, match=r"without its training text.*--keep-text"):
        METHODS[restored.method].add(restored, tiny_treebank())


def test_a_model_takes_its_text_along_when_asked(text_model: Model, tmp_path: Path) -> None:
    store.save(text_model, tmp_path / "m.npz", keep_text=True)
    assert store.read_text_state(tmp_path / "m.npz") is store.TextState.INCLUDED
    assert store.can_add(tmp_path / "m.npz")
    restored, more = store.load(tmp_path / "m.npz"), tiny_treebank()
    method = METHODS[restored.method]
    assert answers(method.add(restored, more)) == answers(method.add(text_model, more))


def test_a_copy_leaves_the_text_behind(text_model: Model, tmp_path: Path) -> None:
    profile = {"words": np.arange(3)}
    store.save(text_model, tmp_path / "m.npz", extra_arrays=profile, provenance=PROVENANCE, keep_text=True)
    store.copy(tmp_path / "m.npz", tmp_path / "bare.npz", {})
    store.copy(tmp_path / "m.npz", tmp_path / "whole.npz", {}, keep_text=True)
    assert store.read_text_state(tmp_path / "bare.npz") is store.TextState.LEFT_OUT
    assert store.read_text_state(tmp_path / "whole.npz") is store.TextState.INCLUDED
    for name in ("bare.npz", "whole.npz"):
        assert store.read_provenance(tmp_path / name) == PROVENANCE
        assert store.read_arrays(tmp_path / name, (store.EXTRA_PREFIX + "words",))["beside_words"].tolist() == [0, 1, 2]
        assert answers(store.load(tmp_path / name)) == answers(text_model)


def write_as_before(model: Model, path: Path) -> None:
    """Write a model as the versions did that always stored the text, and nothing that can be computed from it."""
    assert isinstance(model, KeepsText)
    summaries = ("pruner_", "grammar_", "words_", "symbol_counts", "left_out")
    arrays = {name: array for name, array in model.arrays().items() if not name.startswith(summaries)}
    header = {
        "kind": UNSET["kind"],
        "version": 1,
        "method": model.method,
        "settings": dataclasses.asdict(model.settings),
    }
    np.savez(path, **arrays, header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))


def test_an_older_file_with_its_text_is_read_and_copied_without_it(text_model: Model, tmp_path: Path) -> None:
    write_as_before(text_model, tmp_path / "old.npz")
    assert store.read_text_state(tmp_path / "old.npz") is store.TextState.INCLUDED
    assert answers(store.load(tmp_path / "old.npz")) == answers(text_model)
    assert not store.read_provenance(tmp_path / "old.npz").is_known
    store.copy(tmp_path / "old.npz", tmp_path / "bare.npz", {})
    assert store.read_text_state(tmp_path / "bare.npz") is store.TextState.LEFT_OUT
    assert answers(store.load(tmp_path / "bare.npz")) == answers(text_model)


def test_a_re_ranker_leaves_the_text_of_the_models_inside_behind(tmp_path: Path) -> None:
    method = METHODS["reranker"]
    settings = {"base": "latent-dependencies", "scorers": "tree-hmm latent-pcfg", "column": "upos"}
    model = method.learn(Treebank.of([*tiny_treebank()] * 8), make_settings(method, settings))
    assert isinstance(model, KeepsText)
    assert model.has_text
    store.save(model, tmp_path / "m.npz", keep_text=True)  # in vain: sentences cannot be added to it
    assert store.read_text_state(tmp_path / "m.npz") is store.TextState.LEFT_OUT
    assert answers(store.load(tmp_path / "m.npz")) == answers(model)


def test_a_model_of_counts_takes_in_sentences_from_its_file(path: Path) -> None:
    assert store.read_text_state(path) is store.TextState.NOT_NEEDED
    assert store.can_add(path)


PROVENANCE = Provenance(
    "tr", "LATIN", "dependencies", "xpos", ("Noun", "Verb"), ("root", "obj"), (TrainingSource("a.conllu", "ff", 3),),
    1, "0.1.0", "spectral learn ngram a.conllu", "2026-01-02T03:04:05+00:00", {"order": 3},
)  # fmt: skip


def test_a_file_says_what_its_model_was_trained_on(path: Path) -> None:
    assert store.read_provenance(path) == Provenance()
    store.save(store.load(path), path, provenance=PROVENANCE)
    assert store.read_provenance(path) == PROVENANCE
    assert store.load(path).method == "ngram"


WRONG_FIELDS = {"sources": [3, {"name": 4}], "tags": [1], "date": 5, "settings": 3, "added_sentences": True}


@pytest.mark.parametrize("value", [3, "x", [], WRONG_FIELDS])
def test_what_a_file_says_in_another_form_is_unknown(path: Path, value: object) -> None:
    rewrite(path, {**header_of(path), "provenance": value})
    said = store.read_provenance(path)
    assert (said.tags, said.date, said.added_sentences, dict(said.settings)) == ((), "", 0, {})
    assert store.load(path).method == "ngram"


def test_a_command_is_told_without_absolute_folders() -> None:
    words = ("learn", "ngram", "/home/me/a b.conllu", "texts/b.conllu", "-o", "C:\\me\\m.npz", "-s", "model=/x/y.txt")
    told = format_command(words)
    assert told == "spectral learn ngram 'a b.conllu' texts/b.conllu -o m.npz -s model=y.txt"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("//data/x", "x"),
        ("dev=//data/x", "dev=x"),
        ("\\\\server\\share", "share"),
        ("\\\\server\\share\\x", "x"),
        ("-o/home/me/m.npz", "-om.npz"),
        ("-oC:\\me\\a=b.npz", "-oa=b.npz"),
        ("/home/me/a\\b", "a\\b"),
        ("--set=x", "--set=x"),
        ("-", "-"),
    ],
)
def test_folders_are_left_out_of_paths_of_every_kind(word: str, told: str) -> None:
    assert strip_folders(word) == told
