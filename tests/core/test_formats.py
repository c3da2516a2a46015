"""Opening and saving by name: which format it is, what is refused, and what goes from one format to another."""

from __future__ import annotations

import gzip
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError, SettingsError
from spectral_core.formats import load, loads, save

DEPENDENCIES = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
TREE = "(S (NP (NNS Dogs)) (VP (VBP bark)))\n"


@pytest.mark.parametrize(
    ("name", "text", "format"),
    [
        ("a.conllu", DEPENDENCIES, "conllu"),
        ("a.CONLL", DEPENDENCIES, "conllu"),
        ("a.mrg", TREE, "brackets"),
        ("a.txt", "Dogs bark.\n", "text"),
        ("a.tsv", "form\tlemma\nDogs\tdog\n", "table"),
        ("treebank", DEPENDENCIES, "conllu"),
        ("treebank.1.5", "# a comment\n" + DEPENDENCIES, "conllu"),
        ("trees", "\n " + TREE, "brackets"),
    ],
)
@pytest.mark.parametrize("packed", ["", ".gz", ".xz"])
def test_the_format_is_told_by_the_name_or_else_by_the_content(
    tmp_path: Path, name: str, text: str, format: str, packed: str
) -> None:
    pack = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}[packed]
    path = tmp_path / (name + packed)
    path.write_bytes(pack(text.encode()))
    treebank = load(path)
    assert treebank.format == format
    assert treebank.path == path
    assert treebank[0].forms[0] == "Dogs"


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.conllu", f"# a = b\n{DEPENDENCIES}", [2, 3]),
        ("a.txt", "Dogs bark\n", [1, 1]),  # words on one line have no lines of their own
        ("a.mrg", "( (UNPARSED (N a) (V b)))\n", [1, 1]),
        ("a.tsv", "form\nDogs\nbark\n", [2, 3]),
    ],
)
def test_words_have_the_lines_that_they_have_in_the_file(name: str, text: str, lines: list[int]) -> None:
    (sentence,) = loads(text.encode(), name)
    assert [sentence.line_of(word) for word in (1, 2)] == lines


def test_text_without_a_file_asks_for_the_format_without_naming_one() -> None:
    with pytest.raises(
        FormatError, match=r"^the text: it does not show which format this is\. Name the format"
    ) as failed:
        loads(b"Dogs\tbark")
    assert failed.value.path is None


def test_an_unknown_name_asks_for_the_format(tmp_path: Path) -> None:
    path = tmp_path / "notes.doc"
    path.write_text("Dogs bark.")
    with pytest.raises(FormatError, match=r"Give it one of the endings \.conllu"):
        load(path)
    assert load(path, "text").format == "text"
    with pytest.raises(SettingsError, match="there is no format 'word'; there are conllu"):
        load(path, "word")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("1\tword".encode("utf-16"), "this file is in UTF-16. Save it as UTF-8"),
        ("1\tword".encode("utf-32"), "this file is in UTF-32"),
        (b"1\tword\r2\tword\r", "lone carriage return"),
        (bytes(1000), "this is not a text file"),
        (b"", "this file is empty"),
        (b"\n \n\t\n", "this file is empty"),
    ],
)
@pytest.mark.parametrize("name", ["a.conllu", "a.mrg", "a.txt", "a.tsv"])
def test_what_is_no_text_in_utf8_is_told(tmp_path: Path, name: str, content: bytes, what: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError, match=what) as failure:
        load(path)
    assert str(path) in str(failure.value)


def test_a_profile_belongs_to_a_table() -> None:
    with pytest.raises(FormatError, match="has no profiles"):
        loads(b"(S (X y))", None, "brackets", "table")


@pytest.mark.parametrize("ending", [".conllu", ".conllu.gz", ".conllu.xz"])
def test_an_untouched_treebank_is_saved_as_the_very_same_file(tmp_path: Path, ending: str) -> None:
    source = tmp_path / f"a{ending}"
    content = DEPENDENCIES.encode() * 3
    packed = {
        ".conllu": content,
        ".conllu.gz": gzip.compress(content, 1),
        ".conllu.xz": lzma.compress(content, preset=0),
    }
    source.write_bytes(packed[ending])
    target = tmp_path / f"b{ending}"
    save(load(source), target)
    assert target.read_bytes() == source.read_bytes()


def test_an_edited_treebank_is_saved_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress(DEPENDENCIES.encode() * 3))
    treebank = load(path)
    changed = treebank.with_sentence(1, treebank[1].with_value("lemma", 1, "hound"))
    save(changed, path)
    assert list(load(path)) == list(changed)
    assert (
        lzma.decompress(path.read_bytes())
        == (DEPENDENCIES + DEPENDENCIES.replace("\tdog", "\thound") + DEPENDENCIES).encode()
    )


def test_a_sentence_of_one_line_keeps_the_line_ends_of_its_file_under_a_comment(tmp_path: Path) -> None:
    content = DEPENDENCIES.split("\n")[0].replace("\n", "\r\n").replace("\t2\t", "\t0\t") + "\r\n\r\n"
    treebank = loads(content.encode(), tmp_path / "a.conllu")
    edited = replace(treebank[0], comments=("# a = b",), source=None)
    save(treebank.with_sentence(0, edited), tmp_path / "b.conllu")
    assert (tmp_path / "b.conllu").read_bytes().decode() == f"# a = b\r\n{content}"


def test_a_sentence_that_is_not_utf8_is_put_in_as_it_is(tmp_path: Path) -> None:
    treebank, other = (loads(text, tmp_path / "a.conllu") for text in (DEPENDENCIES.encode(), b"1\t\xff\n\n"))
    save(treebank.with_sentence(0, other[0]), tmp_path / "b.conllu")
    assert (tmp_path / "b.conllu").read_bytes() == b"1\t\xff\n\n"


def test_a_file_that_changed_on_disk_does_not_change_what_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(DEPENDENCIES)
    treebank = load(path)
    path.write_text("something else")
    save(treebank, tmp_path / "b.conllu")
    assert (tmp_path / "b.conllu").read_text() == DEPENDENCIES


def test_sentences_go_from_one_format_to_another(tmp_path: Path) -> None:
    source = tmp_path / "a.mrg"
    source.write_text(TREE * 2)
    with pytest.raises(FormatError, match="sentence 1 has a constituency tree, and CoNLL-U has no place"):
        save(load(source), tmp_path / "a.conllu")
    save(load(source), tmp_path / "a.conllu", drop=True)
    assert [sentence.xpos for sentence in load(tmp_path / "a.conllu")] == [("NNS", "VBP")] * 2
    save(load(source), tmp_path / "a.tsv", drop=True)
    assert [sentence.xpos for sentence in load(tmp_path / "a.tsv")] == [("NNS", "VBP")] * 2
    save(load(source), tmp_path / "a.txt", drop=True)
    assert (tmp_path / "a.txt").read_text() == "Dogs bark\nDogs bark\n"


def test_what_a_format_has_no_place_for_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    dependencies = loads(DEPENDENCIES.encode(), format="conllu")
    with pytest.raises(FormatError, match="sentence 1 cannot be written as the bracket format: it has no constituency"):
        save(dependencies, tmp_path / "a.mrg")
    path = tmp_path / "a.txt"
    path.write_text("Dogs bark.")
    text = load(path)
    with pytest.raises(FormatError, match="plain text has no place for annotations"):
        save(text.with_sentence(0, text[0].with_value("lemma", 1, "dog")), path)
    trees = loads(TREE.encode(), tmp_path / "c.mrg", "brackets")
    with pytest.raises(FormatError, match="sentence 1 has heads, and the bracket format has no place"):
        save(trees.with_sentence(0, trees[0].with_head(1, 2)), tmp_path / "c.mrg")
    with pytest.raises(FormatError, match="sentence 1 has a constituency tree, and CoNLL-U has no place"):
        save(dependencies.with_sentence(0, dependencies[0].with_tree(trees[0].tree)), tmp_path / "d.conllu")  # type: ignore[arg-type]
    broken = loads(DEPENDENCIES.encode().replace(b"\t2\tnsubj", b"\tno\tnsubj"), format="conllu")
    with pytest.raises(FormatError, match="it could not be read"):
        save(broken, tmp_path / "b.tsv")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt"]


def test_what_a_foreign_table_has_no_place_for_is_saved_in_a_table_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("form\tlemma\nDogs\tdog\nbark\tbark\n")
    treebank = load(path)
    changed = treebank.with_sentence(0, treebank[0].with_value("xpos", 1, "NNS"))
    with pytest.raises(FormatError):
        save(changed, path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError):  # the same file under another name
        save(changed, path.name)
    assert path.read_text() == "form\tlemma\nDogs\tdog\nbark\tbark\n"
    save(changed, tmp_path / "b.tsv")
    assert load(tmp_path / "b.tsv")[0].xpos == ("NNS", "_")


def test_a_treebank_made_in_memory_is_saved(tmp_path: Path) -> None:
    treebank = Treebank.of([Sentence.of(("a", "b"), xpos=("X", "Y"))])
    for name in ("a.conllu", "a.tsv", "a.txt"):
        save(treebank, tmp_path / name)
        assert load(tmp_path / name)[0].forms == ("a", "b")


def test_every_file_of_the_real_data_opens_and_goes_back_byte_for_byte(shared_data: Path, tmp_path: Path) -> None:
    from spectral_core.files import read_file
    from spectral_core.formats import compose_file_pieces

    paths = sorted(path for path in shared_data.glob("*/*.xz"))
    assert len(paths) > 40
    for path in paths:
        treebank = load(path)
        assert b"".join(compose_file_pieces(treebank, treebank.format)) == read_file(path), path
        assert not treebank.problems, path
        assert treebank[0].is_readable
        assert treebank[len(treebank) - 1].is_readable
