"""The reader and writer of CoNLL-U: what is kept, what is refused and how it is said."""

from __future__ import annotations

import random
from pathlib import Path

import conllu as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.data import EmptyNode, MultiwordToken, Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats import compose_file_pieces, conllu, load, loads, save

PLAIN = (
    "# sent_id = 1\n# text = Dogs bark.\n"
    "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_\n"
    "2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t0:root\tSpaceAfter=No\n"
    "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\t_\n"
)
RICH = (
    "# sent_id = 2\n"
    "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\tdo\tdo\tAUX\tVBP\t_\t3\taux\t3:aux\t_\n"
    "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t3:advmod\t_\n"
    "3\tgo\tgo\tVERB\tVB\t_\t0\troot\t0:root\t_\n"
    "3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t3:conj\tCopyOf=3\n"
)


def read(text: str | bytes) -> list[Sentence]:
    content = text.encode() if isinstance(text, str) else text
    return list(conllu.index_sentences(content)[0])


def whole(content: bytes) -> bytes:
    return b"".join(compose_file_pieces(loads(content, format="conllu"), "conllu"))


def test_columns_comments_ranges_and_empty_nodes_are_kept() -> None:
    plain, rich = read(PLAIN + "\n" + RICH + "\n")
    assert plain.forms == ("Dogs", "bark", ".")
    assert plain.heads == (2, 0, 2)
    assert plain.deps == ("2:nsubj", "0:root", "2:punct")
    assert plain.comment("text") == "Dogs bark."
    assert rich.ranges == (MultiwordToken(1, 2, "don't", ("_",) * 7 + ("SpaceAfter=No",)),)
    assert rich.empty_nodes == (EmptyNode(3, 1, ("go", "go", "VERB", "VB", "_", "_", "_", "3:conj", "CopyOf=3")),)
    assert rich.text == "don'tgo"
    assert rich.line == 7


def test_an_unedited_sentence_is_written_as_it_was() -> None:
    for text in (PLAIN, RICH):
        (sentence,) = read(text)
        assert conllu.format_sentence(sentence) + "\n" == text


@pytest.mark.parametrize(
    "content",
    [
        (PLAIN + "\n" + RICH + "\n").encode(),
        (PLAIN + "\n" + RICH).encode(),
        (PLAIN + "\n" + RICH).rstrip("\n").encode(),
        ("\n\n" + PLAIN + "\n\n \n" + RICH + "\n\n").encode(),
        (PLAIN + "\n" + RICH + "\n").replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        (PLAIN + "\n" + "# a remark at the end\n").encode(),
        PLAIN.replace("bark", "ba\u2028rk\u0085").encode(),
    ],
    ids=["usual", "no last blank", "no last line end", "blank lines", "CRLF", "BOM", "last remark", "odd breaks"],
)
def test_an_untouched_file_is_written_back_byte_for_byte(content: bytes) -> None:
    assert whole(content) == content
    assert all(sentence.is_readable for sentence in loads(content, format="conllu"))


def test_an_edit_changes_only_its_own_sentence() -> None:
    content = ("\n" + PLAIN + "\n\n" + RICH + "\n" + PLAIN).replace("\n", "\r\n").encode()
    treebank = loads(content, format="conllu")
    changed = treebank.with_sentence(1, treebank[1].with_head(1, 2))
    written = b"".join(compose_file_pieces(changed, "conllu"))
    assert written == content.replace(b"VBP\t_\t3\taux\t3:aux", b"VBP\t_\t2\taux\t2:aux")
    assert b"".join(compose_file_pieces(changed.with_sentence(1, treebank[1]), "conllu")) == content


BROKEN = [
    ("1\tone\n", 1, "2 columns instead of 10"),
    (PLAIN.replace("\t2\tnsubj", "\ttwo\tnsubj"), 3, "HEAD 'two' is not a number"),
    (PLAIN.replace("\t2\tnsubj", "\t-2\tnsubj"), 3, "HEAD '-2' is not a number"),
    (PLAIN.replace("\t2\tnsubj", "\t\u0662\tnsubj"), 3, "is not a number"),
    (PLAIN.replace("\t2\tnsubj", "\t99999999999\tnsubj"), 3, "is not a number"),
    (PLAIN.replace("2\tbark", "4\tbark"), 4, "found word 4 instead of word 2"),
    (PLAIN + PLAIN, 6, "there is a comment between the words"),
    (PLAIN.replace("\tbark\tbark", "\t\tbark"), 4, "the column FORM is empty"),
    (PLAIN.replace("2\tbark", "two\tbark"), 4, "the ID 'two' is not a number"),
    (PLAIN.replace("\t", " "), 3, "this line has 1 column instead of 10"),
    (PLAIN.replace("VERB\tVBP", "VERB\nVBP"), 4, "this line has 4 columns instead of 10"),
    (RICH.replace("1-2", "2-1"), 2, "the range 2-1 does not fit"),
    (RICH.replace("1-2", "1-9"), 6, "a range ends at word 9"),
    (RICH.replace("3.1", "2.1"), 6, "the empty node 2.1 does not fit"),
    (RICH.rstrip("\n") + "\t\n", 6, "this line has 11 columns instead of 10"),
    ("# only = this\n1-2\tx" + "\t_" * 8 + "\n", 2, "has no words"),
]


@pytest.mark.parametrize(("text", "line", "what"), BROKEN, ids=[row[2] for row in BROKEN])
def test_a_malformed_line_is_named_with_what_is_wrong(text: str, line: int, what: str) -> None:
    sentences = read(PLAIN + "\n" + text + "\n" + RICH)
    broken = [sentence for sentence in sentences if not sentence.is_readable]
    assert len(broken) == 1
    assert [problem for problem in broken[0].problems if what in problem.message and problem.line == line + 6]
    assert all(problem.remedy for problem in broken[0].problems)
    assert len(broken[0]) == len(broken[0].heads) == len(broken[0].misc)
    assert sentences[0].is_readable
    assert sentences[-1].forms == ("do", "n't", "go")


@pytest.mark.parametrize("content", [b"", b"\n", b" \t ", b"\xef\xbb\xbf \n  "])
def test_white_space_alone_is_no_sentence(content: bytes) -> None:
    chunks, problems = conllu.index_sentences(content)
    assert (len(chunks), problems) == (0, ())


@pytest.mark.parametrize("end", ["\t", "\t\n", "\t\t\r\n\n", "\t \n \n"])
def test_a_tab_behind_the_last_word_of_a_file_is_no_white_space(end: str) -> None:
    content = (PLAIN.rstrip("\n") + end).encode()
    (sentence,) = read(content)
    assert [(problem.line, problem.message.split(" ", 2)[2]) for problem in sentence.problems] == [
        (5, f"has {10 + end.count(chr(9))} columns instead of 10")
    ]
    assert not sentence.is_readable
    assert whole(content) == content


def test_cells_too_many_are_told_from_tabs_at_the_end() -> None:
    remedies = []
    for more in ("\t", "\textra", "\textra\t"):
        (sentence,) = read(PLAIN.replace("SpaceAfter=No", "SpaceAfter=No" + more))
        remedies += [problem.remedy for problem in sentence.problems]
    assert remedies == ["Remove the tabs at its end", *["Remove everything after MISC"] * 2]


@pytest.mark.parametrize("rows", [PLAIN, RICH], ids=["words only", "ranges and empty nodes"])
def test_a_comment_may_hold_tabs(rows: str) -> None:
    remark = "# seen\tby\ttwo"
    (sentence,) = read(remark + "\n" + rows)
    assert sentence.is_readable
    assert sentence.comments[0] == remark
    long = "".join(f"{n}\tw" + "\t_" * 4 + f"\t{n - 1}" + "\t_" * 3 + "\n" for n in range(1, 600))
    (sentence,) = read(remark + "\n" + long)
    assert (sentence.comments, sentence.is_readable, len(sentence)) == ((remark,), True, 599)


def test_a_missing_blank_line_is_recognised() -> None:
    (sentence,) = read("".join(line + "\n" for line in PLAIN.split("\n")[2:5]) * 2)
    assert (sentence.problems[0].line, sentence.problems[0].remedy) == (
        4,
        "Put a blank line between two sentences",
    )


def test_a_byte_that_is_not_utf8_spoils_only_its_own_sentence() -> None:
    content = (PLAIN + "\n" + PLAIN + "\n" + RICH).encode().replace(b"bark\tbark", b"b\xe4rk\tbark", 1)
    first, second, third = read(content)
    assert (first.is_readable, second.is_readable, third.is_readable) == (False, True, True)
    assert first.problems[0].line == 4
    assert "0xe4 is not UTF-8" in first.problems[0].message
    assert whole(content) == content


def test_structure_that_cannot_be_is_told_and_can_be_mended() -> None:
    def structural(heads: str) -> list[str]:
        rows = (f"{n}\tw{n}" + "\t_" * 4 + f"\t{head}" + "\t_" * 3 for n, head in enumerate(heads.split(), 1))
        (sentence,) = read("\n".join(rows) + "\n")
        assert sentence.is_readable
        return [problem.message for problem in sentence.find_structural_problems()]

    assert structural("0 1 1") == []
    assert structural("_ _ _") == []
    assert structural("2 1 0") == ["heads run in a circle: 1 'w1' -> 2 'w2' -> 1 'w1'"]
    assert structural("0 0 1") == ["2 words are attached to the root (1 'w1', 2 'w2')"]
    assert structural("2 3 1")[0] == "no word is attached to the root"
    assert structural("0 7 1") == ["word 2 'w2' has head 7, but the sentence has 3 words"]
    assert structural("0 _ 1") == ["word 2 'w2' has no head"]


def test_comments_without_a_sentence_are_a_problem_of_the_file() -> None:
    chunks, problems = conllu.index_sentences(b"# lost = yes\n\n" + PLAIN.encode())
    assert len(chunks) == 1
    assert [(problem.line, problem.message) for problem in problems] == [(1, "these comments belong to no sentence")]


def test_a_line_of_two_hundred_megabytes_is_answered_without_being_taken_apart() -> None:
    content = b"1\t" + b"x\t" * 100_000_000 + b"\n\n" + PLAIN.encode()
    chunks, _ = conllu.index_sentences(content)
    assert len(chunks) == 2
    first = chunks[0]
    assert not first.is_readable
    assert "200,000,002 bytes long" in first.problems[0].message
    assert chunks[1].is_readable


def test_a_sentence_of_many_words_is_read() -> None:
    rows = [f"{n}\tw\t_\t_\t_\t_\t{n - 1}\t_\t_\t_" for n in range(1, 3001)]
    (sentence,) = read("\n".join(rows) + "\n")
    assert len(sentence) == 3000
    assert sentence.heads[-1] == 2999
    assert not sentence.find_structural_problems()


def test_the_conllu_package_reads_the_same() -> None:
    text = PLAIN + "\n" + RICH + "\n"
    for ours, theirs in zip(read(text), oracle.parse(text), strict=True):
        words = [token for token in theirs if isinstance(token["id"], int)]
        assert ours.forms == tuple(token["form"] for token in words)
        assert ours.heads == tuple(token["head"] for token in words)
        assert ours.deprels == tuple(token["deprel"] for token in words)


@given(st.binary(max_size=300))
def test_no_bytes_are_too_strange_to_open(content: bytes) -> None:
    chunks, problems = conllu.index_sentences(content)
    for sentence in chunks:
        assert sentence.is_readable or all(problem.remedy for problem in sentence.problems)
        sentence.find_structural_problems()
    gaps = [content[: chunks.starts[0]]] if len(chunks) else [content]
    for at in range(len(chunks)):
        after = chunks.starts[at + 1] if at + 1 < len(chunks) else len(content)
        gaps += [chunks.get_bytes(at), content[chunks.ends[at] : after]]
    assert b"".join(gaps) == content
    assert all(problem.line >= 1 for problem in problems)


MARKS = st.sampled_from(["\t", "\n", "\n\n", "\r\n", "1", "2", "0", "-", ".", "#", "_", " ", "\u2028", "é", "x"])


@given(st.integers(0, len(PLAIN + RICH)), MARKS, st.integers(0, 3))
def test_a_damaged_file_opens_and_goes_back_byte_for_byte(at: int, mark: str, removed: int) -> None:
    text = PLAIN + "\n" + RICH
    content = (text[:at] + mark + text[at + removed :]).encode()
    chunks, _ = conllu.index_sentences(content)
    sentences = list(chunks)
    for sentence in sentences:
        if sentence.is_readable and "\r" not in content.decode():
            assert conllu.format_sentence(sentence).encode() == sentence.source
    treebank = loads(content, format="conllu")
    assert b"".join(compose_file_pieces(treebank, "conllu")) == content


CELL = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=6).filter(
    lambda cell: cell.strip()
)


@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=6), st.integers(0, 1000))
def test_what_is_written_is_read_again(rows: list[tuple[str, str, str]], seed: int) -> None:
    chance = random.Random(seed)
    forms, tags, labels = zip(*rows, strict=True)
    heads = [chance.choice([None, *range(len(rows) + 1)]) for _ in rows]
    sentence = Sentence.of(forms, xpos=tags, deprels=labels, heads=heads, comments=["# x = y"])
    assert read(conllu.format_sentence(sentence)) == [sentence]


TABLE = {  # sentences and words of the portions, as the data's own page gives them
    "ud_english_ewt/ud_english_ewt-train.conllu.xz": (12544, 204577),
    "ud_english_ewt/ud_english_ewt-dev.conllu.xz": (2001, None),
    "craft_dep/craft_dep-train.conllu.xz": (24675, 639237),
    "craft_dep/craft_dep-dev.conllu.xz": (3531, None),
    "wsj_nltk_dep/wsj_dep.train.conll.xz": (3396, 81793),
    "wsj_nltk_dep/wsj_dep.dev.conll.xz": (273, None),
    "ud_turkish_imst/ud_turkish_imst-train.conllu.xz": (3435, 37522),
    "ud_turkish_imst/ud_turkish_imst-dev.conllu.xz": (1100, None),
    "ud_turkish_imst/ud_turkish_imst-test.conllu.xz": (1100, None),
    "ud_chinese_gsd_v1/ud_chinese_gsd_v1-train.conllu.xz": (3997, 98608),
    "ud_chinese_gsd_v1/ud_chinese_gsd_v1-dev.conllu.xz": (500, None),
    "ud_hungarian_szeged/ud_hungarian_szeged-train.conllu.xz": (910, 20166),
    "ud_hungarian_szeged/ud_hungarian_szeged-dev.conllu.xz": (441, None),
    "ud_basque_bdt_v1/ud_basque_bdt_v1-train.conllu.xz": (5396, 72974),
    "ud_basque_bdt_v1/ud_basque_bdt_v1-dev.conllu.xz": (1798, None),
    "ud_basque_bdt_v1/ud_basque_bdt_v1-test.conllu.xz": (1799, None),
    "ud_german_gsd/ud_german_gsd-dev.conllu.xz": (799, None),
    "ud_german_gsd/ud_german_gsd-test.conllu.xz": (977, None),
    "ud_finnish_tdt/ud_finnish_tdt-dev.conllu.xz": (1364, None),
    "ud_finnish_tdt/ud_finnish_tdt-test.conllu.xz": (1555, None),
    "ud_hebrew_htb/ud_hebrew_htb-dev.conllu.xz": (484, None),
    "ud_hebrew_htb/ud_hebrew_htb-test.conllu.xz": (491, None),
    "ud_russian_gsd/ud_russian_gsd-dev.conllu.xz": (579, None),
    "ud_russian_gsd/ud_russian_gsd-test.conllu.xz": (601, None),
    "ud_russian_taiga/ud_russian_taiga-dev.conllu.xz": (1260, None),
    "ud_polish_pdb/ud_polish_pdb-dev.conllu.xz": (2215, None),
    "ud_arabic_padt_v1/ud_arabic_padt_v1-dev.conllu.xz": (786, 28263),
    "ud_arabic_pud/ud_arabic_pud-test.conllu.xz": (1000, None),
    "ud_spanish_ancora/ud_spanish_ancora-dev.conllu.xz": (1654, 53439),
}


def open_and_write_back(path: Path) -> tuple[int, int]:
    """Return the numbers of sentences and words of a treebank, each of whose sentences is written as it was read."""
    from spectral_core.formats import load

    treebank = load(path)
    words = 0
    for index, sentence in enumerate(treebank):
        assert sentence.is_readable
        assert conllu.format_sentence(sentence).encode() == sentence.source, index
        words += len(sentence)
    assert not treebank.problems
    return len(treebank), words


@pytest.mark.parametrize("name", TABLE)
def test_real_treebanks_open_with_the_counts_they_should_have(name: str, shared_data: Path) -> None:
    sentences, words = TABLE[name]
    counts = open_and_write_back(shared_data / name)
    assert counts == (sentences, words or counts[1])


def test_treebanks_that_the_table_does_not_list_open_as_well(shared_data: Path) -> None:
    for path in sorted(shared_data.glob("*/*.conll*.xz")):
        if path.relative_to(shared_data).as_posix() not in TABLE:
            assert open_and_write_back(path)[0] > 0


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        (Sentence.of(["a"], comments=["no comment"]), "the comment 'no comment' is not one line"),
        (Sentence.of(["a"], comments=["# one\n2\ttwo"]), "is not one line that begins with #"),
        (Sentence.of(["a\tb"]), "is not allowed in a column"),
        (Sentence.of(["a"], misc=["x\n\n1\ty"]), "is not allowed in a column"),
        (Sentence.of(["a"], lemmas=[""]), "'' is not allowed in a column"),
        (Sentence.of(["a"], ranges=[MultiwordToken(1, 1, "a\tb")]), "is not allowed in a column"),
        (Sentence.of(["a"], empty_nodes=[EmptyNode(1, 1, ("x", *["_"] * 7, "a\nb"))]), "is not allowed in a column"),
    ],
)
def test_what_would_be_read_as_other_words_is_not_written(tmp_path: Path, sentence: Sentence, what: str) -> None:
    path = tmp_path / "a.conllu"
    with pytest.raises(FormatError, match=what):
        save(Treebank.of([sentence]), path)
    assert not path.exists()
    path.write_text("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(FormatError, match=what):
        save(load(path).with_sentence(0, sentence), path)
    assert load(path)[0].forms == ("a",)


@pytest.mark.parametrize("more", ["", "1-1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", "0.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"])
@pytest.mark.parametrize("size", [1, 511, 512, 600])
def test_a_tab_in_a_comment_is_read_and_written_alike_on_every_path(tmp_path: Path, more: str, size: int) -> None:
    rows = "".join(f"{number}\ta\t_\t_\t_\t_\t_\t_\t_\t_\n" for number in range(1, size + 1))
    for comment in ("# a\tb", "#\t", "# 1\ta\t_\t_\t_\t_\t_\t_\t_\t_"):
        text = f"{comment}\n{more}{rows}\n"
        path = tmp_path / "a.conllu"
        path.write_text(text)
        sentence = load(path)[0]
        assert (sentence.comments, len(sentence), sentence.is_readable) == ((comment,), size, True)
        again = tmp_path / "b.conllu"
        save(Treebank.of([sentence]), again)
        assert again.read_text() == text


@pytest.mark.parametrize("name", ["1" * 5000, f"1-{'9' * 5000}", f"1.{'9' * 5000}"])
def test_a_number_of_thousands_of_digits_is_told(name: str) -> None:
    sentence = conllu.parse_conllu_sentence(f"{name}\ta{chr(9)}{chr(9).join('_' * 8)}".encode())
    assert "is not a number" in str(sentence.problems[0])
    assert len(str(sentence.problems[0])) < 200
