"""Models in files: written whole, read back the same, and refused in a sentence where they are not models."""

from __future__ import annotations

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
from spectral_core.model import Ranker, Scorer, pack_strings, unpack_strings
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
    assert header_of(path)["version"] == store.VERSION


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
    for foreign in (text, array, archive, zipped, objects, tmp_path, tmp_path / "none.npz"):
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
