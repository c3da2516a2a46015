"""Dictionaries of readers: written here by code, read back, and refused with file, place and remedy when damaged."""

from __future__ import annotations

import gzip
import json
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spectral_core.dictionaries import Dictionary, files_of, gloss_of, opened
from spectral_core.errors import FormatError

WORDS = {
    "boat": "n. a small ship; something to sail in",
    "كتاب": "book, letter",
    "to leak": "<b>to leak</b><br/>1. to let <i>water</i> in &amp; out",
}


def stardict(folder: Path, packed: bool = False, kinds: str = "m", **said: str) -> Path:
    """The .ifo file of a dictionary of WORDS."""
    index, content = b"", b""
    for word, meaning in sorted(WORDS.items()):
        text = meaning.encode() if kinds else b"m" + meaning.encode() + b"\0"
        index += word.encode() + b"\0" + struct.pack(">II", len(content), len(text))
        content += text
    facts = {"version": "2.4.2", "bookname": "Boats", "wordcount": str(len(WORDS)), "sametypesequence": kinds, **said}
    lines = ["StarDict's dict ifo file", *(f"{name}={value}" for name, value in facts.items() if value)]
    path = folder / "boats.ifo"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "boats.idx").write_bytes(index)
    (folder / ("boats.dict.dz" if packed else "boats.dict")).write_bytes(gzip.compress(content) if packed else content)
    (folder / "boats.syn").write_bytes(b"ship\0" + struct.pack(">I", 0))
    return path


ROWS = [
    [
        "舟",
        "ふね",
        "n",
        "",
        5,
        ["boat", {"type": "structured-content", "content": [{"tag": "li", "content": "ship"}]}],
        1,
        "",
    ],
    ["漏れる", "もれる", "v", "", 1, [{"type": "text", "text": "to leak"}, {"type": "image", "path": "a.png"}], 2, ""],
]


def yomitan(path: Path, rows: object = ROWS, index: object = None, **more: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", json.dumps({"title": "Ships", "format": 3} if index is None else index))
        archive.writestr("term_bank_1.json", rows if isinstance(rows, bytes) else json.dumps(rows))
        for name, content in more.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kinds", ["m", "h", ""])
def test_a_dictionary_of_stardict_says_what_words_mean(packed: bool, kinds: str, tmp_path: Path) -> None:
    found = opened(stardict(tmp_path, packed, kinds))
    assert found.title == "Boats"
    assert found.gloss("Boat") == "a small ship"
    assert found.gloss("كِتَاب_1") == "book, letter"  # with signs and a number, as lemmas have them
    assert list(found.meanings("to leak")) == ["to leak\n1. to let water in & out"]
    assert found.gloss("ship") == "a small ship"  # by its synonym
    assert found.gloss("none", "boat") == "a small ship"
    assert found.gloss("none") == ""
    assert {one.suffix for one in files_of(found.path)} >= {".ifo", ".idx", ".syn"}


def test_a_dictionary_of_yomitan_says_what_words_mean(tmp_path: Path) -> None:
    found = opened(yomitan(tmp_path / "ships.zip"))
    assert found.title == "Ships"
    assert found.gloss("舟") == found.gloss("ふね") == "boat"
    assert list(found.meanings("舟")) == ["boat\nship"]
    assert found.gloss("漏れる") == "to leak"
    assert found.share_known(["舟", "x"]) == 0.5
    old = [["dog", "", "n", "", 1, "an animal", "to follow"]]
    assert opened(yomitan(tmp_path / "old.zip", old, {"title": "Old", "version": 1})).gloss("Dog") == "an animal"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda room: (room / "boats.dict").unlink(), r"boats\.ifo.*boats\.dict is not beside it.*one folder"),
        (lambda room: (room / "boats.idx").write_bytes(b"boat\0\0\0"), r"boats\.idx.*damaged at entry 1.*again"),
        (lambda room: (room / "boats.dict").write_bytes(b"x"), r"entry 1 stands behind the end of boats\.dict"),
        (lambda room: (room / "boats.syn").write_bytes(b"x\0\0\0\0\x09"), r"boats\.syn.*damaged at entry 1"),
        (lambda room: (room / "boats.ifo").write_text("no"), r"boats\.ifo, line 1: this is no file of StarDict"),
        (lambda room: stardict(room, wordcount="9"), r"it has 3 words, but boats\.ifo says 9"),
        (lambda room: stardict(room, wordcount="many"), "which is no number"),
        (lambda room: stardict(room, kinds="q"), "unknown kind"),
        (lambda room: (room / "boats.dict").rename(room / "boats.dict.dz"), r"archive|StarDict|damaged|boats"),
    ],
)
def test_a_damaged_dictionary_of_stardict_is_refused(change, why: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = stardict(tmp_path)
    change(tmp_path)
    if why.startswith("archive"):
        (tmp_path / "boats.dict.dz").write_bytes(gzip.compress(b"x" * 99)[:-9])
    with pytest.raises(FormatError, match=why):
        opened(path)


@pytest.mark.parametrize(
    ("rows", "index", "why"),
    [
        (b"[[\n1,", None, r"ships\.zip, line 2: term_bank_1\.json is no JSON"),
        ([["x"]], None, "row 1 of term_bank_1.json is no term"),
        ({"a": 1}, None, "is no list of terms"),
        ([], {"title": "x"}, "its format is 'None'"),
        ([], [], "index.json is no object"),
        (b"[" * 100_000, None, "cannot be read|is no JSON"),
    ],
)
def test_a_damaged_dictionary_of_yomitan_is_refused(rows: object, index: object, why: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=why):
        opened(yomitan(tmp_path / "ships.zip", rows, index))


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spectral_core.dictionaries import yomitan as reader

    monkeypatch.setattr(reader, "most_unpacked", lambda _: 2 << 20)
    bomb = yomitan(tmp_path / "bomb.zip", b'["' + b"x" * (4 << 20) + b'"]')
    with pytest.raises(FormatError, match="larger than"):
        opened(bomb)


def test_an_archive_of_millions_of_empty_lists_is_refused_before_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spectral_core.dictionaries import yomitan as reader

    monkeypatch.setattr(reader, "_MOST_LISTS", 1_000)
    with pytest.raises(FormatError, match="more than 1,000 lists"):
        opened(yomitan(tmp_path / "lists.zip", b"[" + b"[]," * 2_000 + b"[]]"))


def test_other_files_are_refused_with_what_can_be_opened(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK")
    (tmp_path / "a.pdf").write_bytes(b"x")
    for name, why in (
        ("a.zip", "no zip archive"),
        ("a.pdf", r"Open the \.ifo file"),
        ("none.zip", "could not be read"),
    ):
        with pytest.raises(FormatError, match=why):
            opened(tmp_path / name)


def test_what_stands_under_a_word_is_short() -> None:
    assert gloss_of("[bəʊt]\n1. n. a vessel; a ship") == "a vessel"
    assert len(gloss_of("word " * 60)) <= 60
    assert gloss_of("\n") == ""


def looked_up(path: Path) -> None:
    """Opens what may be damaged and asks for all of it: a dictionary or a FormatError, nothing else."""
    try:
        found: Dictionary = opened(path)
    except FormatError:
        return
    for word in list(found.entries)[:50]:
        found.gloss(word)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_does_more_than_be_refused(data: st.DataObject, tmp_path: Path) -> None:
    stem = data.draw(st.sampled_from(["boats.ifo", "boats.idx", "boats.dict", "boats.syn", "ships.zip"]))
    path = stardict(tmp_path)
    archive = yomitan(tmp_path / "ships.zip")
    content = bytearray((tmp_path / stem).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / stem).write_bytes(bytes(content[: data.draw(st.integers(1, len(content)))]))
    looked_up(archive if stem == "ships.zip" else path)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.sampled_from(["type", "content", "tag"]), inner),
        max_leaves=30,
    )
)
def test_any_json_in_a_bank_is_read_or_refused(rows: object, tmp_path: Path) -> None:
    looked_up(yomitan(tmp_path / "any.zip", [["a", "b", "", "", 0, rows]] if not isinstance(rows, list) else rows))
