"""The reader and writer of Penn Treebank brackets: layouts, edits, and what is said of files that are broken."""

from __future__ import annotations

import lzma
import pickle
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import PHRASES, TAGS, trees

from spectral_core.data import Sentence, Tree
from spectral_core.errors import FormatError
from spectral_core.formats import brackets, compose_file_pieces, loads
from spectral_core.formats.lazy_sentences import LazySentences

CATS = "(S (NP (NNS Cats)) (VP (VBP sleep)))"
DOGS = "(S (NP-SBJ-1 (NNS Dogs)) (VP (VBP want) (S (NP (-NONE- *-1)) (VP (TO to) (VP (VB play))))))"
BIRDS = "(NP (DT the) (NNS birds))"
SPREAD = """\
( (S
    (NP-SBJ (DT The) (JJ old)
      (NN cat) )
    (VP (VBZ sleeps))
    (. .) ))"""
FLUSH = "(S\n(NP\n(DT The)\n(NN cat))\n(VP (VBZ sleeps)))"


def read(text: str | bytes) -> list[Sentence]:
    return list(chunks(text))


def chunks(text: str | bytes) -> LazySentences:
    return brackets.index_sentences(text.encode() if isinstance(text, str) else text, None)[0]


def complaints(text: str | bytes) -> list[str]:
    """All problems of a file, those of the whole first."""
    found, problems = brackets.index_sentences(text.encode() if isinstance(text, str) else text, None)
    return [str(problem) for problem in (*problems, *(problem for sentence in found for problem in sentence.problems))]


def saved(text: str, *edits: tuple[int, Sentence]) -> str:
    treebank = loads(text.encode(), format="brackets")
    for at, sentence in edits:
        treebank = treebank.with_sentence(at, sentence)
    return b"".join(compose_file_pieces(treebank, "brackets")).decode()


def test_words_and_tags_are_read_without_traces_and_the_tree_with_them() -> None:
    (sentence,) = read(DOGS)
    assert sentence.forms == ("Dogs", "want", "to", "play")
    assert sentence.xpos == ("NNS", "VBP", "TO", "VB")
    assert sentence.heads == (None,) * 4
    assert sentence.tree is not None
    assert str(sentence.tree) == DOGS
    assert sentence.source == DOGS.encode()
    assert sentence.is_readable


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", " \n"])
@pytest.mark.parametrize(
    ("layout", "count"),
    [
        ([CATS, DOGS, BIRDS], 3),
        ([CATS + " " + DOGS, BIRDS + BIRDS], 4),
        ([SPREAD, SPREAD, CATS], 3),
        ([FLUSH, BIRDS, FLUSH], 3),
        ([FLUSH + " " + CATS, FLUSH], 3),
        (["(S\n(NP (A a)\n(NP (B b)))\n(VP (V v))\n)", BIRDS], 2),
        ([CATS + "  " + SPREAD + CATS, DOGS], 4),
        (["  " + CATS, "  " + DOGS], 2),
        (["\t(S (NP (NNS Cats))\n\t\t(VP (VBP sleep)))", "\t" + BIRDS], 2),
        (["*x* (a header) *x*", "", CATS, DOGS], 2),
        (["( " + CATS + " )", "(" + CATS + ")"], 2),
    ],
)
def test_trees_are_found_in_every_layout(layout: list[str], count: int, end: str) -> None:
    text = end.join(layout) + end
    found, problems = brackets.index_sentences(text.encode(), None)
    assert not problems
    assert [sentence.problems for sentence in found] == [()] * count
    without_space = "".join(line for line in layout if not line.startswith("*")).translate(
        {9: None, 10: None, 32: None}
    )
    assert "".join(str(sentence.tree).replace(" ", "") for sentence in found) == without_space
    for at, sentence in enumerate(found):
        assert sentence.line == text.encode()[: found.starts[at]].count(b"\n") + 1


def test_the_outer_bracket_without_a_label_is_kept() -> None:
    (sentence,) = read(f"( {CATS})")
    assert sentence.tree is not None
    assert sentence.tree.label == ""
    assert sentence.tree.without_root() == read(CATS)[0].tree


def test_bracket_words_stay_as_they_are_written() -> None:
    (sentence,) = read("(PRN (-LRB- -LRB-) (NN x) (-RRB- -RRB-))")
    assert sentence.forms == ("-LRB-", "x", "-RRB-")
    assert sentence.xpos == ("-LRB-", "NN", "-RRB-")


def test_only_ascii_space_ends_a_word() -> None:
    (sentence,) = read("(NP (NN a\u00a0b)\t(NN c\u2028d)\r\n (NN\te\u0085))")
    assert sentence.forms == ("a\u00a0b", "c\u2028d", "e\u0085")


def test_comments_belong_to_the_tree_that_follows() -> None:
    text = f"\ufeff# doc = one (1\n\n# note\n{CATS}\n{DOGS}\n# doc = two\r\n{BIRDS}\n# at the end\n"
    first, second, third = read(text)
    assert first.comments == ("# doc = one (1", "# note")
    assert first.comment("doc") == "one (1"
    assert (first.line, second.line, third.line) == (1, 5, 6)
    assert second.comments == ()
    assert third.comment("doc") == "two"
    assert complaints(text) == []


@pytest.mark.parametrize(
    ("before", "comments"),
    [
        (f"# a\n{BIRDS}", ()),
        (f"{BIRDS} # a\n", ()),
        (f"{BIRDS} # a ", ()),
        ("# a\n*x* # b\n", ()),
        ("# a\n \n# b\n\n  ", ("# a", "# b")),
        ("junk # a\n", ()),
        ("junk\n# a\n", ("# a",)),
    ],
)
def test_only_whole_lines_right_before_a_tree_are_its_comments(before: str, comments: tuple[str, ...]) -> None:
    assert read(before + CATS)[-1].comments == comments
    assert str(read(before + CATS)[-1].tree) == CATS


def test_an_untouched_file_is_the_same_bytes() -> None:
    for text in (SPREAD + "\n\n", f"# c\n{CATS} {DOGS}\r\n", f"*x*\n{FLUSH}", f"{CATS}) junk\n(S"):
        assert saved(text) == text


def test_an_edit_changes_only_its_own_sentence() -> None:
    text = f"*x* head\n{CATS}  {DOGS}\n# doc = 2\n\n{BIRDS}\n"
    second = read(text)[1]
    tree = Tree("X", tuple(Tree(tag, (word,)) for tag, word in zip("ABCD", second.forms, strict=True)))
    assert saved(text, (1, second.with_tree(tree))) == text.replace(DOGS, "(X (A Dogs) (B want) (C to) (D play))")
    third = read(text)[2]
    assert saved(text, (2, third.with_value("form", 2, "cats"))) == text.replace("\n\n", "\n").replace("birds", "cats")


def test_an_edited_tree_is_laid_out_as_it_was() -> None:
    text = f"{CATS}\n{SPREAD}\n"
    for line_end in ("\n", "\r\n"):
        given_text = text.replace("\n", line_end)
        one, two = read(given_text)
        assert two.tree is not None
        expected = """\
( (S
    (NP-SBJ (DT The) (JJ old) (NN cat))
    (VP (VBD sleeps))
    (. .)))"""
        changed = saved(given_text, (1, two.with_value("xpos", 4, "VBD")))
        assert changed == f"{CATS}\n{expected}\n".replace("\n", line_end)
        assert read(changed)[1].xpos == ("DT", "JJ", "NN", "VBD", ".")
        assert saved(given_text, (0, one.with_value("form", 1, "Lions"))) == given_text.replace("Cats", "Lions")


def test_long_phrases_are_indented_below_their_first_tags() -> None:
    (sentence,) = read(
        "(S\n(NP (NP (DT a) (NN b)) (PP (IN of) (NP (NN c)))) (VP (MD d) (ADVP (RB e)) (RB f) (VP (VB g))))"
    )
    rewritten = chunks("(S\n(X x))").format_sentence(sentence)
    assert (
        rewritten
        == """\
(S
  (NP
    (NP (DT a) (NN b))
    (PP (IN of)
      (NP (NN c))))
  (VP (MD d)
    (ADVP (RB e))
    (RB f)
    (VP (VB g))))"""
    )
    assert read(rewritten)[0].tree == sentence.tree


def test_new_trees_are_written_on_one_line() -> None:
    tree = Tree("", (Tree("S", (Tree("NN", ("a (b) c",)), Tree("V P(", ("x",)))),))
    sentence = Sentence.of(["a (b) c", "x"], xpos=["NN", "V P("], tree=tree, comments=["# sent_id = 7"])
    written = brackets.format_sentence(sentence)
    assert written == "# sent_id = 7\n( (S (NN a_-LRB-b-RRB-_c) (V_P-LRB- x)))"
    assert read(written)[0].comments == sentence.comments


def test_what_brackets_cannot_say_is_refused() -> None:
    with pytest.raises(FormatError, match="under 'NN' is empty"):
        brackets.format_sentence(Sentence.of([""], xpos=["NN"], tree=Tree("NN", ("",))))
    with pytest.raises(FormatError, match="under 'NP' is empty"):
        brackets.format_sentence(Sentence.of(["a"], xpos=["N"], tree=Tree("S", (Tree("N", ("a",)), Tree("NP", ())))))
    with pytest.raises(FormatError, match="over 1 words, but the sentence has 2"):
        brackets.format_sentence(Sentence.of(["a", "b"], tree=Tree("N", ("a",))))


def test_a_reader_can_be_sent_to_another_process() -> None:
    found = chunks(f"{CATS}\n{SPREAD}")
    again = pickle.loads(pickle.dumps(found))
    assert list(again) == list(found)
    assert again.format_sentence(again[1]).startswith("( (S\n")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(S (NP the (NN cat)))", "line 1: the word 'the' has no tag of its own. Write (TAG word)"),
        ("(NP the cat)", "line 1: the word 'the' has no tag of its own, and 1 more like it. Write (TAG word)"),
        ("( (S (X x))\n the)", "line 2: the word 'the' has no tag"),
        ("( cat)", "line 1: the word 'cat' has no tag"),
        ("(S\n(X x) the\n(Y y))", "line 2: the word 'the' has no tag"),
        ("(S\n ((X x)))", "line 2: a bracket inside the tree has no label"),
    ],
)
def test_what_can_be_read_is_read_and_named(text: str, problem: str) -> None:
    (sentence,) = read(text)
    assert sentence.is_readable
    assert sentence.tree is not None
    assert len(sentence.problems) == 1
    assert str(sentence.problems[0]).startswith(problem)
    assert read(brackets.format_sentence(sentence))[0].tree == sentence.tree
    assert saved(text) == text


def test_a_word_without_a_tag_has_the_label_above_it() -> None:
    assert read("(S (NP the old cat) (VP sleeps) now)")[0].xpos == ("NP", "NP", "NP", "VP", "S")
    assert read("( now)")[0].xpos == ("_",)


@pytest.mark.parametrize(
    ("text", "problem", "forms"),
    [
        ("(S (NP (NNS Cats)) (VP (VBP sleep))", "line 1: the tree that begins here lacks 1 closing bracket.", 2),
        ("(S (NP (NNS Cats", "line 1: the tree that begins here lacks 3 closing brackets", 0),
        ("# c\n\n(S (X x)", "line 3: the tree that begins here lacks 1", 1),
        ("(S (NP ) (VP (VB go)))", "line 1: the bracket '(NP)' holds no word", 2),
        ("(S\n(X x)\n())", "line 3: the bracket '()' holds no word", 1),
        ("(NP (NN f(x)) (NN y))", "line 1: the bracket '(x)' holds no word", 2),
        ("(cat)", "line 1: the bracket '(cat)' holds no word", 1),
        ("(S (-NONE- *))", "line 1: this tree holds no word", 0),
        ("(S (X x)\n (Y \0))", "line 2: there is a NUL byte in this tree", 2),
        (b"(S (X x)\n (Y \xe4))", "line 2: the byte 0xe4 is not UTF-8", 2),
        (b"# \xe4\n(X x)", "line 1: the byte 0xe4 is not UTF-8", 1),
        ("(" * 1001 + "X x" + ")" * 1001, "line 1: the tree that begins here is 1,001 brackets deep", 1),
        ("(S" + " (NN word)" * 100_000 + ")", "line 1: the tree that begins here is 1,000,003 bytes long", 999),
    ],
)
def test_what_cannot_be_read_is_kept_and_named(text: str | bytes, problem: str, forms: int) -> None:
    content = text if isinstance(text, bytes) else text.encode()
    (sentence,) = read(content)
    assert not sentence.is_readable
    assert sentence.tree is None
    assert str(sentence.problems[0]).startswith(problem)
    assert len(sentence.forms) == len(sentence.xpos)
    assert len(sentence.forms) == forms
    assert b"".join(compose_file_pieces(loads(content, format="brackets"), "brackets")) == content


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(S (X x)))", "line 4: there is a closing bracket too many"),
        ("(S (X x))\n(S (Y y))", "line 4: this is not one tree"),
        ("cat", "line 4: this is not one tree"),
        ("", "line 4: this is not one tree"),
        ("# cat", "line 4: this is not one tree"),
    ],
)
def test_bytes_that_are_not_one_tree_are_no_sentence(text: str, problem: str) -> None:
    sentence = brackets.parse_bracketed_sentence(text.encode(), 4)
    assert not sentence.is_readable
    assert str(sentence.problems[0]).startswith(problem)


def test_a_word_with_bare_brackets_is_made_out_as_one() -> None:
    (sentence,) = read("(NP (DT the) (NN f(x (y))z) (NN end))")
    assert sentence.forms == ("the", "f(x(y))z", "end")
    assert sentence.xpos == ("DT", "NN", "NN")


def test_a_thousand_brackets_deep_is_read() -> None:
    (sentence,) = read("(A " * 999 + "(B b)" + ")" * 999)
    assert sentence.is_readable
    assert sentence.tree is not None
    assert sentence.tree.depth == brackets.MAX_DEPTH
    assert pickle.loads(pickle.dumps(sentence)) == sentence
    assert read(chunks("(S\n(X x))").format_sentence(sentence))[0].tree == sentence.tree


@pytest.mark.parametrize(
    ("text", "found", "problems"),
    [
        (f"{CATS[:-1]}\n{DOGS}\n{BIRDS}", [DOGS, BIRDS], ["line 1: the tree that begins here lacks 1"]),
        (f"{CATS})\n{DOGS}\n", [CATS, DOGS], ["line 1: there is a closing bracket that nothing was opened for"]),
        (f"{CATS}\n)) )\n{DOGS}", [CATS, DOGS], ["line 2: there is a closing bracket"]),
        (f"junk {CATS} more\nof it\n{DOGS}", [CATS, DOGS], ["line 1: there is text outside"] * 2),
        (f"{CATS}\n1\tcat\t_\n2\tsleeps\t_\n{DOGS}", [CATS, DOGS], ["line 2: there is text outside"]),
        (f"( {CATS}\n( {DOGS})\n( {BIRDS}))\n", [f"( {DOGS})", f"( {BIRDS})"], ["line 3: there is a cl", "line 1: "]),
        (f"{CATS[:-1]}\n{CATS}\n{CATS})\n{CATS}", [CATS] * 3, ["line 3: there is a closing", "line 1: the tree"]),
        (f"{CATS[:-1]}\n\n{DOGS}\n\n{BIRDS})", [DOGS, BIRDS], ["line 5: there is a closing", "line 1: the tree"]),
        (f"{CATS[:-1]}\n# doc = 2\n{DOGS}\n{BIRDS})", [DOGS, BIRDS], ["line 4: there is a closing", "line 1: "]),
        (f"{SPREAD[:-1]}\n{SPREAD}\n{SPREAD})\n{CATS}", ["( (S", "( (S", CATS], ["line 15: ", "line 1: "]),
        ("(S (NP\n" + FLUSH + "\n" + FLUSH, ["(S (NP (DT The", "(S (NP (DT The"], ["line 1: the tree that begins"]),
        ("  " + CATS[:-1] + "\n  " + DOGS, [DOGS], ["line 1: the tree that begins here lacks 1"]),
        (f"(S (X x)\n# smile :-)\n{CATS}", [CATS], ["line 1: the tree that begins here lacks 1"]),
    ],
)
def test_a_broken_tree_leaves_its_neighbours_whole(text: str, found: list[str], problems: list[str]) -> None:
    trees_read = [str(sentence.tree) for sentence in read(text) if sentence.is_readable]
    assert [tree[: len(start)] for tree, start in zip(trees_read, found, strict=True)] == found
    told = complaints(text)
    assert [line[: len(start)] for line, start in zip(told, problems, strict=True)] == problems
    assert saved(text) == text


def test_one_tree_run_together_is_undone_by_the_layout_of_the_others() -> None:
    many = [CATS, DOGS, BIRDS] * 20
    text = "\n".join([CATS[:-1], *many, BIRDS + ")"])
    assert [str(sentence.tree) for sentence in read(text) if sentence.is_readable] == [*many, BIRDS]
    assert len(complaints(text)) == 2


LINES = trees(st.sampled_from(TAGS), st.sampled_from([label for label in PHRASES if label]), leaves=6).map(
    lambda tree: str(tree.with_root())
)


@given(st.lists(LINES, min_size=1, max_size=8), st.data())
def test_one_lost_or_added_bracket_costs_one_tree(lines: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    places = [place for place, letter in enumerate(lines[at]) if letter in "()"]
    place = data.draw(st.sampled_from(places))
    added = data.draw(st.sampled_from(["", "((", "))"]))
    broken = lines[at][:place] + added.replace("((", "( (", 1) + lines[at][place + (not added) :]
    text = "\n".join([*lines[:at], broken, *lines[at + 1 :]])
    found = brackets.index_sentences(text.encode(), None)[0]
    others = {line: str(sentence.tree) for line, sentence in zip(found.lines, found, strict=True)}
    for number, line in enumerate(lines, 1):
        if number != at + 1:
            assert others[number] == line
    assert complaints(text)


@given(st.lists(trees(loose=True), min_size=1, max_size=5), st.booleans(), st.sampled_from(["", " ", "\n", "\n\n"]))
def test_what_is_written_is_read_again(random: list[Tree], several: bool, between: str) -> None:
    written = []
    for tree in random:
        sentence = Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), tree=tree.with_root())
        written.append(brackets.format_sentence(sentence, [1] if several else []))
    found = read(between.join(written))
    assert len(found) == len(random)
    for sentence, tree in zip(found, random, strict=True):
        assert sentence.tree == (tree.with_root() if sentence.forms else None)
        assert sentence.is_readable == bool(sentence.forms)


@given(st.lists(trees(leaves=8), min_size=1, max_size=5), st.sampled_from(["\n", "\n\n", "\n# doc = a\n"]))
def test_a_tree_may_go_on_in_the_first_column(random: list[Tree], between: str) -> None:
    text = between.join(str(tree).replace(" (", "\n(") for tree in random)
    found, problems = brackets.index_sentences(text.encode(), None)
    assert not problems
    assert [sentence.tree for sentence in found] == [tree if any(tree.words()) else None for tree in random]


def test_a_long_flat_tree_may_go_on_in_the_first_column() -> None:
    (sentence,) = read("(S\n" + "(NN word)\n" * 500 + ")")
    assert len(sentence) == 500


PIECES = (
    "(",
    ")",
    "(",
    ")",
    " ",
    "\n",
    "\r\n",
    "# ",
    "*",
    "(NP",
    "(NN cat)",
    " dog",
    "( (S",
    "\0",
    "\ufeff",
    "\u2028",
    "é",
)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.binary(max_size=6))
def test_any_bytes_are_read_in_order_and_given_back(parts: list[str], rest: bytes) -> None:
    content = "".join(parts).encode() + rest
    try:
        found, problems = brackets.index_sentences(content, Path("x.mrg"))
    except FormatError as failure:
        assert failure.line == 1  # noqa: PT017 - only some inputs fail
        return
    done = 0
    for at, sentence in enumerate(found):
        assert done <= found.starts[at] < found.ends[at]
        assert sentence.line == content.count(b"\n", 0, found.starts[at]) + 1
        assert sentence.source == found.get_bytes(at)
        assert (sentence.tree is not None) == sentence.is_readable
        gap = content[done : found.starts[at]]
        assert b"(" not in gap or b"#" in gap or b"*" in gap
        done = found.ends[at]
        if sentence.is_readable:
            assert read(found.format_sentence(sentence))[0].tree == sentence.tree
    assert all(problem.path == Path("x.mrg") for problem in problems)
    if not problems and all(sentence.is_readable for sentence in found):
        outside = b"\n".join(
            line for line in content.split(b"\n") if line.removeprefix(b"\xef\xbb\xbf")[:1] not in (b"#", b"*")
        )
        assert outside.count(b"(") == outside.count(b")")


def test_utf16_is_refused() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        with pytest.raises(FormatError, match=r"x\.mrg, line 1: this is not UTF-8 text"):
            brackets.index_sentences(CATS.encode(encoding), Path("x.mrg"))


def test_a_file_without_trees_says_so() -> None:
    assert complaints("\n# only a comment\n") == []
    assert len(chunks("")) == 0
    assert complaints("\n1\tcat\n2\tsleeps\n") == [
        "line 2: no tree begins in this file. Is it in another format? A tree is (S (NN words))"
    ]


def test_of_very_many_problems_the_first_are_named() -> None:
    problems = brackets.index_sentences(f"{CATS} x\n".encode() * 3000, None)[1]
    assert len(problems) == brackets.MAX_PROBLEMS + 1
    assert problems[-2].line == 1000
    assert "2,000 more places" in problems[-1].message


@pytest.mark.parametrize(
    "content",
    [
        b"(" * 2_000_000,
        b"(\n" * 1_000_000,
        b"(()\n" * 200_000,
        b"(a b))\n" * 200_000,
        b")\n" * 1_000_000,
        b"x\n#(\n" * 200_000,
        (b"(a " * 100 + b"(b c)" + b")" * 100) * 4_000,
        b"(a\n" * 200_000 + b"(b c)" + b")" * 200_000,
        b"( " + b" " * 2_000_000 + b"a",
        b"# a\n" * 200_000 + b"(a b)",
        b"(a " * 500_000 + b"b" + b")" * 500_000,
    ],
    ids=lambda content: content[:12].decode(),
)
def test_hostile_files_take_linear_time(content: bytes) -> None:
    started = time.process_time()
    found = brackets.index_sentences(content, None)[0]
    for at in {0, len(found) // 2, len(found) - 1} if len(found) else set():
        assert found[at].line >= 1
    assert time.process_time() - started < 10  # a second or less; hours if it were quadratic


def test_a_line_of_40_megabytes_is_answered() -> None:
    phrase = b"(NP (DT the) (NN cat)) "
    content = b"(S " + phrase * (40_000_000 // len(phrase)) + b")"
    found, problems = brackets.index_sentences(content, None)
    assert len(found) == 1
    assert not problems
    assert "bytes long; at most 1,000,000 are read" in found[0].problems[0].message


COUNTS = {  # of the table that comes with the data: sentences, and words where it has them
    "wsj_nltk/wsj.train.clean": (3396, 81_793),
    "wsj_nltk/wsj.train.raw": (3396, 81_793),
    "wsj_nltk/wsj.dev.clean": (273, None),
    "wsj_nltk/wsj.dev.raw": (273, None),
    "craft/craft.train": (24_675, 639_237),
    "craft/craft.dev": (3531, None),
    "squoia_de/squoia_de.train": (3320, None),
    "squoia_de/squoia_de.dev": (425, None),
    "sinica/sinica.train": (8000, None),
    "sinica/sinica.dev": (1000, None),
    "icepahc/icepahc.train": (58_526, None),
    "icepahc/icepahc.dev": (8090, None),
}
DAMAGED = {"craft/craft.train": 4}  # words with bare brackets, in the source itself


def test_real_treebanks_are_read_and_written_as_they_stand(shared_data: Path) -> None:
    files = {
        path.relative_to(shared_data).as_posix()[: -len(".mrg.xz")]: path for path in shared_data.rglob("*.mrg.xz")
    }
    assert set(files) == set(COUNTS)
    for name, path in files.items():
        content = lzma.decompress(path.read_bytes())
        found, problems = brackets.index_sentences(content, path)
        count, words = COUNTS[name]
        assert problems == ()
        assert len(found) == count
        assert b"".join(found.get_bytes(at) + b"\n" for at in range(count)) == content
        read_words, damaged = 0, 0
        for at in range(0, count, 10 if words is None else 1):  # all where their words are to be counted
            sentence = found[at]
            read_words += len(sentence)
            damaged += not sentence.is_readable
            assert not sentence.is_readable or str(sentence.tree).encode() == found.get_bytes(at)
            assert (
                at % 20
                or not sentence.is_readable
                or brackets.format_sentence(sentence).encode() == found.get_bytes(at)
            )
        assert read_words == (words or read_words)
        assert damaged == DAMAGED.get(name, 0)


def test_a_sentence_that_has_no_tree_yet_is_kept_as_its_words_under_one_label() -> None:
    untagged, tagged = Sentence.of(["a", "(b)"]), Sentence.of(["c", "d"], xpos=["N", "V"], comments=["# x"])
    written = [brackets.format_sentence(one) for one in (untagged, tagged)]
    assert written == ["( (UNPARSED (_ a) (_ -LRB-b-RRB-)))", "# x\n( (UNPARSED (N c) (V d)))"]
    (found,) = read(written[1])
    assert found == tagged
    assert found.is_readable
    assert found.tree is None
    mixed = "\n".join((*written, "( (S (N e)))")) + "\n"
    treebank = loads(mixed.encode(), format="brackets")
    assert [one.tree is None for one in treebank] == [True, True, False]
    assert b"".join(compose_file_pieces(treebank, "brackets")) == mixed.encode()
    edited = treebank.with_sentence(1, treebank[1].with_tree(Tree("S", (Tree("N", ("c",)), Tree("V", ("d",))))))
    assert b"".join(compose_file_pieces(edited, "brackets")).decode() == mixed.replace(
        "( (UNPARSED (N c) (V d)))", "(S (N c) (V d))"
    )


def test_a_word_with_the_tag_of_traces_is_not_lost_in_a_sentence_without_a_tree() -> None:
    (found,) = read(brackets.format_sentence(Sentence.of(["a", "b"], xpos=["-NONE-", "N"])))
    assert (found.forms, found.xpos) == (("a", "b"), ("_", "N"))


def test_a_phrase_of_that_name_inside_a_tree_is_a_phrase() -> None:
    for text in ("(UNPARSED (N a))", "( (UNPARSED (NP (N a)) (V b)))", "( (S (UNPARSED (N a))))"):
        assert str(read(text)[0].tree) == text
