"""Dictionaries of readers: written here by code, read back, and refused with file, place and remedy when damaged."""

from __future__ import annotations

import gzip
import json
import os
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spectral_core.dictionaries import Dictionary, extract_gloss, list_dictionary_files, open_dictionary
from spectral_core.dictionaries.dictionary import MAX_ENTRIES, MAX_ENTRY_CHARACTERS, strip_markup
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
    found = open_dictionary(stardict(tmp_path, packed, kinds))
    assert found.title == "Boats"
    assert found.find_gloss("Boat") == "a small ship"
    assert found.find_gloss("كِتَاب_1") == "book, letter"  # with signs and a number, as lemmas have them
    assert list(found.find_meanings("to leak")) == ["to leak\n1. to let water in & out"]
    assert found.find_gloss("ship") == "a small ship"  # by its synonym
    assert found.find_gloss("none", "boat") == "a small ship"
    assert found.find_gloss("none") == ""
    assert {one.suffix for one in list_dictionary_files(found.path)} >= {".ifo", ".idx", ".syn"}


def test_a_description_in_several_lines_and_a_name_in_capitals_are_no_obstacle(tmp_path: Path) -> None:
    described = stardict(tmp_path, description="one\u2028two\vthree\r")
    assert open_dictionary(described).find_gloss("boat") == "a small ship"
    capitals = described.rename(tmp_path / "boats.IFO")
    assert list_dictionary_files(capitals)[0] == capitals


@pytest.mark.parametrize(
    ("meaning", "shown"),
    [
        (["eat", ["past"]], "→ eat (past)"),
        (["eat", []], "→ eat"),
        ("the letter <a> in words, a < b &amp; c", "the letter <a> in words, a < b &amp; c"),
        (
            {"type": "structured-content", "content": [{"tag": "li", "content": text} for text in ("one", "two")]},
            "one\ntwo",
        ),
    ],
)
def test_meanings_of_yomitan_are_plain_text_a_sense_a_line_and_forms_name_their_word(
    tmp_path: Path, meaning: object, shown: str
) -> None:
    path = yomitan(tmp_path / "meanings.zip", [["ate", "", "", "", 0, [meaning], 0, ""]])
    assert list(open_dictionary(path).find_meanings("ate")) == [shown]


def test_cells_of_a_table_are_apart_and_readings_above_a_text_are_left_out(tmp_path: Path) -> None:
    ruby = {"tag": "ruby", "content": ["漢字", *({"tag": tag, "content": "(かんじ)"} for tag in ("rp", "rt", "rp"))]}
    row = {"tag": "tr", "content": [{"tag": "th", "content": "one"}, {"tag": "td", "content": "two"}]}
    content = ["a", {"tag": "div", "content": ["b", ruby]}, {"tag": "table", "content": row}]
    path = yomitan(
        tmp_path / "table.zip", [["boat", "", "", "", 0, [{"type": "structured-content", "content": content}]]]
    )
    assert list(open_dictionary(path).find_meanings("boat")) == ["a\nb漢字\none two"]


def test_a_dictionary_of_yomitan_says_what_words_mean(tmp_path: Path) -> None:
    found = open_dictionary(yomitan(tmp_path / "ships.zip"))
    assert found.title == "Ships"
    assert found.find_gloss("舟") == found.find_gloss("ふね") == "boat"
    assert list(found.find_meanings("舟")) == ["boat\nship"]
    assert found.find_gloss("漏れる") == "to leak"
    assert found.compute_coverage(["舟", "x"]) == 0.5
    old = [["dog", "", "n", "", 1, "an animal", "to follow"]]
    assert (
        open_dictionary(yomitan(tmp_path / "old.zip", old, {"title": "Old", "version": 1})).find_gloss("Dog")
        == "an animal"
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda room: (room / "boats.dict").unlink(), r"boats\.ifo.*boats\.dict is not in the same folder.*one folder"),
        (lambda room: (room / "boats.idx").write_bytes(b"boat\0\0\0"), r"boats\.idx.*damaged at entry 1.*again"),
        (lambda room: (room / "boats.dict").write_bytes(b"x"), r"entry 1 is beyond the end of boats\.dict"),
        (lambda room: (room / "boats.syn").write_bytes(b"x\0\0\0\0\x09"), r"boats\.syn.*damaged at entry 1"),
        (lambda room: (room / "boats.ifo").write_text("no"), r"boats\.ifo, line 1: this is no file of StarDict"),
        (lambda room: stardict(room, wordcount="9"), r"it has 3 words, but boats\.ifo says 9"),
        (lambda room: stardict(room, wordcount="many"), "which is no number"),
        (
            lambda room: stardict(room, wordcount="9" * 5_000),
            r"boats\.ifo: wordcount .* of 5,000 digits.*again",
        ),
        (lambda room: stardict(room, idxoffsetbits="6" * 5_000), r"idxoffsetbits is a number of 5,000 digits"),
        (lambda room: (room / "boats.ifo").write_bytes(b"StarDict's dict ifo file\n" + b"a=\n" * 400_000), "bytes"),
        (lambda room: stardict(room, kinds="q"), "unknown kind"),
        (lambda room: stardict(room, kinds="m" * 1_000_000), "no file of StarDict|unknown kind"),
        (lambda room: (room / "boats.dict").rename(room / "boats.dict.dz"), r"archive|StarDict|damaged|boats"),
    ],
)
def test_a_damaged_dictionary_of_stardict_is_refused(change, why: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = stardict(tmp_path)
    change(tmp_path)
    if why.startswith("archive"):
        (tmp_path / "boats.dict.dz").write_bytes(gzip.compress(b"x" * 99)[:-9])
    with pytest.raises(FormatError, match=why):
        open_dictionary(path)


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
        open_dictionary(yomitan(tmp_path / "ships.zip", rows, index))


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spectral_core.dictionaries import yomitan as reader

    monkeypatch.setattr(reader, "compute_unpack_limit", lambda _: 2 << 20)
    bomb = yomitan(tmp_path / "bomb.zip", b'["' + b"x" * (4 << 20) + b'"]')
    with pytest.raises(FormatError, match="larger than"):
        open_dictionary(bomb)


@pytest.mark.parametrize("inside", [b"[],", b"{},", b"12345678901,", b"0.5,", b'"a",'])
def test_an_entry_of_millions_of_values_is_refused_before_they_are_made(inside: bytes, tmp_path: Path) -> None:
    """In a process of its own, whose memory is measured: as a whole they would take half a gigabyte and more."""
    resource = pytest.importorskip("resource")
    bank = b'[["a", "", "", "", 0, [' + inside * 10_000_000 + b"0]]]"
    path = yomitan(tmp_path / "values.zip", bank)
    code = (
        "import resource, sys\n"
        "from spectral_core.dictionaries import open_dictionary\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n    open_dictionary(sys.argv[1])\nexcept Exception as error:\n    print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    said, grown = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=120, check=True
    ).stdout.splitlines()
    assert "row 1 of term_bank_1.json does not end within 1,048,576 characters" in said
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10  # of ru_maxrss, in megabytes
    assert int(grown) / unit < 150
    assert resource is not None


def test_a_bank_is_read_row_by_row_wherever_its_pieces_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spectral_core.dictionaries import yomitan as reader

    rows = [[f"wörd{at}", "", "", "", at, ["é" * at, {"type": "text", "text": ' "[,]" '}], 0, ""] for at in range(40)]
    path = yomitan(tmp_path / "rows.zip", json.dumps(rows, indent=1, ensure_ascii=False).encode("utf-8-sig"))
    whole = dict(open_dictionary(path).entries)
    assert len(whole) == 40
    for size in (1, 2, 3, 7, 64):
        monkeypatch.setattr(reader, "_PIECE_SIZE", size)
        assert dict(open_dictionary(path).entries) == whole


@pytest.mark.parametrize(
    ("bank", "why"),
    [
        (b'[["a", "", "", "", ' + b"9" * 5_000 + b', ["x"]]]', r"row 1 of term_bank_1\.json .*too many digits.*again"),
        (b'[["a", "", "", "", 0, ' + b"[" * 5_000 + b"]" * 5_000 + b"]]", "row 1 of .*nested too deeply"),
        (b'[["a", "", "", "", 0, ["x"]],\n["b" 1]]', r"line 2: term_bank_1\.json is no JSON"),
        (b'[["a", "", "", "", 0, ["x"]]\n\n["b"]]', r"line 3: term_bank_1\.json is no JSON \(Expecting ',' delimiter"),
        (b'[["a", "", "", "", 0, ["x"]]] 1', r"is no JSON \(Extra data"),
        (b'[["a", "", "", "", 0, ["\xff"]]]', "not written in UTF-8"),
        (b'[["a", "", "", "", 0, ["x"]]', r"is no JSON"),
        (b"[NaN, 1e999]", "row 1 of term_bank_1.json is no term"),
        (b"", "is no list"),
    ],
)
def test_a_bank_that_cannot_be_read_is_refused_with_its_row_or_line(bank: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=why):
        open_dictionary(yomitan(tmp_path / "ships.zip", bank))


def test_numbers_that_need_not_be_read_do_no_harm(tmp_path: Path) -> None:
    bank = b'[["a", "", "", "", NaN, ["x"], 1e999, ""], ["b", "", "", "", -Infinity, [1, null, {"a": 1, "a": 2}, "y"]]]'
    found = open_dictionary(yomitan(tmp_path / "odd.zip", bank))
    assert (found.find_gloss("a"), found.find_gloss("b")) == ("x", "y")


@pytest.mark.parametrize(
    "index",
    [
        {"format": [[]]},
        {"format": {}},
        {"format": "3" * 9_000},
        {"format": 1e308},
        {"format": None},
        {"format": "\ud800"},
    ],
)
def test_a_format_of_any_kind_is_refused_with_a_sentence(index: object, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"its format is .* 1 to 3 can be read"):
        open_dictionary(yomitan(tmp_path / "odd.zip", ROWS, index))


@pytest.mark.parametrize(
    "said", [b'{"format": %s}' % (b"9" * 5_000), b'{"format": %s1%s}' % (b"[" * 5_000, b"]" * 5_000)]
)
def test_an_index_that_cannot_be_read_is_refused_with_its_name(said: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("index.json", said)
        archive.writestr("term_bank_1.json", json.dumps(ROWS))
    with pytest.raises(FormatError, match=r"odd\.zip: index\.json cannot be read: .*again"):
        open_dictionary(path)


def test_a_bank_with_an_endless_number_is_refused(tmp_path: Path) -> None:
    path = yomitan(tmp_path / "ships.zip", **{f"term_bank_{'9' * 5_000}.json": b"[]"})
    with pytest.raises(FormatError, match=r"ships\.zip: the number of the bank 'term_bank_9+' has 5,000 digits.*again"):
        open_dictionary(path)


def test_halves_of_characters_are_replaced_so_that_all_can_be_written(tmp_path: Path) -> None:
    rows = b'[["w\\ud800", "", "", "", 0, ["half \\udc00 of", "\\ud83d\\ude00"]]]'
    found = open_dictionary(yomitan(tmp_path / "half.zip", rows, {"title": "a\ud800\nb", "format": 3}))
    assert found.title == "a\ufffd b"
    for text in (found.title, *found.entries, *found.find_meanings("w\ufffd")):
        assert text.encode()
    assert list(found.find_meanings("w\ufffd")) == ["half \ufffd of\n\U0001f600"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
@pytest.mark.parametrize("name", ["pipe.zip", "pipe.ifo"])
def test_a_pipe_in_place_of_a_dictionary_is_not_waited_for(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    code = "import sys; from spectral_core.dictionaries import open_dictionary; open_dictionary(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / name)], capture_output=True, text=True, timeout=60, check=False
    )
    assert "this is a device or a pipe, not a file" in done.stderr.splitlines()[-1]
    assert "FormatError" in done.stderr.splitlines()[-1]


def test_other_files_are_refused_with_what_can_be_opened(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK")
    (tmp_path / "a.pdf").write_bytes(b"x")
    for name, why in (
        ("a.zip", "no zip archive"),
        ("a.pdf", r"Open the \.ifo file"),
        ("none.zip", "could not be read"),
    ):
        with pytest.raises(FormatError, match=why):
            open_dictionary(tmp_path / name)


def test_what_stands_under_a_word_is_short() -> None:
    assert extract_gloss("[bəʊt]\n1. n. a vessel; a ship") == "a vessel"
    assert len(extract_gloss("word " * 60)) <= 60
    assert extract_gloss("\n") == ""
    assert extract_gloss("。\n；boat；ship") == "boat"


@pytest.mark.parametrize(
    "unit",
    [
        "<k>",
        "<k >",
        "<k>a</K>",
        "<script",
        "<",
        "<a ",
        "</",
        "</k>",
        "&",
        "&#",
        "&#9",
        "&amp",
        "<style><k><script>",
        "/a",
        "[b",
    ],
)
def test_an_entry_of_any_length_is_cleaned_at_once(unit: str) -> None:
    begun = time.process_time()
    found = strip_markup(unit * 1_000_000)
    extract_gloss(found)
    assert time.process_time() - begun < 0.2  # an entry as it was written took minutes
    assert len(found) <= MAX_ENTRY_CHARACTERS


def test_cleaning_takes_time_in_proportion_to_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the limit on the length of an entry, too."""
    from spectral_core.dictionaries import dictionary

    monkeypatch.setattr(dictionary, "MAX_ENTRY_CHARACTERS", 1 << 30)
    for unit in ("<k>", "<script><k>", "<k>a</k>", "<", "<a ", "x<b>"):
        begun = time.process_time()
        strip_markup(unit * 200_000)
        assert time.process_time() - begun < 4, unit


def test_markup_is_left_out_and_what_it_hides() -> None:
    assert strip_markup("<k>word</k>a<br/>b<p>c</p>d <x y='1'>e</x>&lt;f&gt;") == "a\nbc\nd e<f>"
    assert strip_markup("<STYLE a='b'>no</style >yes<script>no<b>no</script> yes") == "yes yes"
    assert strip_markup("<k>a<k>b</k>c</k>d") == "cd"
    assert strip_markup("<k>kept, as it is not closed") == "kept, as it is not closed"
    assert strip_markup("a < b > c <<i>d</i>") == "a c <d"
    assert strip_markup("1 < 2 and so on") == "1 < 2 and so on"
    assert strip_markup("<kbd>shown</kbd>") == "shown"


def many(folder: Path, count: int, meaning: bytes, word: bytes = b"boat") -> Path:
    """A dictionary of StarDict with so many entries of one word."""
    (folder / "many.ifo").write_text("StarDict's dict ifo file\nsametypesequence=h\n")
    (folder / "many.idx").write_bytes((word + b"\0" + struct.pack(">II", 0, len(meaning))) * count)
    (folder / "many.dict").write_bytes(meaning)
    return folder / "many.ifo"


def test_thousands_of_long_entries_of_one_word_are_no_wait(tmp_path: Path) -> None:
    found = open_dictionary(many(tmp_path, 20_000, b"<k>" * 20_000))
    begun = time.process_time()
    assert found.find_gloss("boat") == ""
    assert len(list(found.find_meanings("boat"))) <= MAX_ENTRIES
    assert time.process_time() - begun < 2


def test_of_a_word_with_very_many_entries_the_first_are_shown(tmp_path: Path) -> None:
    found = open_dictionary(many(tmp_path, 2_000, b"a ship"))
    assert list(found.find_meanings("boat")) == ["a ship"] * MAX_ENTRIES
    rows = [["boat", "", "", "", 0, [f"ship {at}"], 0, ""] for at in range(2_000)]
    assert (
        list(open_dictionary(yomitan(tmp_path / "many.zip", rows)).find_meanings("boat"))[-1]
        == f"ship {MAX_ENTRIES - 1}"
    )


def test_a_long_entry_is_cut_without_half_characters(tmp_path: Path) -> None:
    (meaning,) = open_dictionary(many(tmp_path, 1, ("x" + "é" * 10_000).encode())).find_meanings("boat")
    assert meaning.rstrip("é") == "x"
    assert 1_000 < len(meaning) <= MAX_ENTRY_CHARACTERS


def test_an_entry_of_fields_without_end_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = many(tmp_path, 1, b"m\0" * 5_000_000)
    path.write_text("StarDict's dict ifo file\n")
    found = open_dictionary(path)
    begun = time.process_time()
    assert found.find_gloss("boat") == ""
    assert time.process_time() - begun < 0.2


def test_a_picture_before_a_long_text_does_not_hide_it(tmp_path: Path) -> None:
    path = many(tmp_path, 1, struct.pack(">I", 9_000) + b"\0" * 9_000 + b"a ship")
    path.write_text("StarDict's dict ifo file\nsametypesequence=Pm\n")
    assert open_dictionary(path).find_gloss("boat") == "a ship"


def test_a_word_of_a_million_signs_is_in_no_dictionary(tmp_path: Path) -> None:
    found = open_dictionary(stardict(tmp_path))
    begun = time.process_time()
    assert found.find_gloss("a" + "\u0301\u0323" * 500_000) == ""
    assert found.compute_coverage(["b" + "\u0301\u0323" * 500_000]) == 0
    assert time.process_time() - begun < 0.5  # putting the signs in order took an hour


@pytest.mark.parametrize("marks", ["\u0301\u0323", "\u0f73\u0323"])  # the first of Tibetan is two marks in one
def test_thousands_of_headwords_with_very_many_marks_are_no_wait(marks: str, tmp_path: Path) -> None:
    rows = [[f"a{at}" + marks * 495, "", "", "", 0, ["a ship"], 0, ""] for at in range(4_000)]
    path = yomitan(tmp_path / "marks.zip", [*rows, ["boat", "", "", "", 0, ["a ship"], 0, ""]])
    begun = time.process_time()
    found = open_dictionary(path)
    assert time.process_time() - begun < 1  # putting the marks in order took 2 to 11 s
    assert found.find_gloss("boat") == "a ship"
    assert found.find_gloss("a0" + marks * 495) == ""


def test_a_headword_with_many_marks_here_and_there_is_known(tmp_path: Path) -> None:
    word = "e\u0323\u0301" * 40
    path = yomitan(tmp_path / "marks.zip", [[word, "", "", "", 0, ["a ship"], 0, ""]])
    assert open_dictionary(path).find_gloss("e\u0301\u0323" * 40) == "a ship"


def looked_up(path: Path) -> None:
    """Opens what may be damaged and asks for all of it: a dictionary or a FormatError, nothing else."""
    try:
        found: Dictionary = open_dictionary(path)
    except FormatError:
        return
    found.title.encode()
    for word in list(found.entries)[:50]:
        found.find_gloss(word).encode()
        for meaning in found.find_meanings(word):
            assert len(meaning.encode("utf-16")) <= 4 * MAX_ENTRY_CHARACTERS


_LETTERS = st.characters() | st.characters(categories=["Cs"])  # halves of characters as well


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
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(_LETTERS, max_size=5),
        lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.sampled_from(["type", "content", "tag"]), inner),
        max_leaves=30,
    ),
    index=st.none() | st.fixed_dictionaries({"format": st.just(3), "title": st.text(_LETTERS, max_size=5)}),
)
def test_any_json_in_a_bank_is_read_or_refused(rows: object, index: object, tmp_path: Path) -> None:
    rows = rows if isinstance(rows, list) else [["a", "b", "", "", 0, rows]]
    looked_up(yomitan(tmp_path / "any.zip", rows, index))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pieces=st.lists(
        st.sampled_from(
            [
                '[["a","","","",0,["x"],0,""]',
                "[",
                "]",
                "{",
                "}",
                ",",
                '"',
                ":",
                "\\ud800",
                "1e999",
                "NaN",
                "-",
                "9" * 4_400,
            ]
        ),
        max_size=9,
    ),
    info=st.lists(st.sampled_from(["wordcount=", "sametypesequence=m", "9" * 4_400, "\n", "idxoffsetbits=64", "="])),
)
def test_any_pieces_of_json_or_of_an_info_file_are_read_or_refused(
    pieces: list[str], info: list[str], tmp_path: Path
) -> None:
    looked_up(yomitan(tmp_path / "any.zip", "".join(pieces).encode()))
    path = stardict(tmp_path)
    path.write_text("StarDict's dict ifo file\n" + "".join(info), encoding="utf-8")
    looked_up(path)
