"""Sentences as the journal keeps them: in their own format where that says all, which is known without reading back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from trees import ODD, trees

from spectral_core.data import Analysis, EmptyNode, MultiwordToken, Sentence, Tree
from spectral_core.errors import FormatError
from spectral_core.formats import brackets, conllu
from spectral_core.project import Change, Edit, Project, ProjectError
from spectral_core.project.stored_texts import JSON_FIELDS, StoredText, to_sentence, to_stored_text

ROWS = (
    "# sent_id = 2\n# text = don't go\twell\n"
    "0.1\tplease\t_\tINTJ\tUH\t_\t_\t_\t_\t_\n"
    "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\tdo\tdo\tAUX\tVBP\t_\t3\taux\t3:aux\t_\n"
    "2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t3:advmod\t_\n"
    "3\tgo\tgo\tVERB\tVB\t_\t0\troot\t0:root\t_\n"
    "3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t3:conj\tCopyOf=3\n"
    "3.2\twell\twell\tADV\tRB\t_\t_\t_\t_\t_"
)
TREE = "# a\n( (S (NP-SBJ-1 (DT the) (NN cook)) (VP (VBD saw) it (NP (-NONE- *T*-1)))))"
SIGNS = (
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "#",
    "_",
    " ",
    "(",
    ")",
    "\x0b",
    "\x1c",
    "\x85",
    "\u2028",
    "\ufeff",
    "é",
    "1",
    "0.1",
)
CELLS = st.lists(st.sampled_from((*SIGNS, "a", "dog", "")), max_size=3).map("".join)
HEADS = st.sampled_from([None, 0, 1, 2, 3, 600, -1, 10**9 - 1, 10**9])


def agree(kind: str, sentence: Sentence) -> bool:
    """Whether the format says all of a sentence, which is what reading back what it writes finds as well."""
    own = {"conllu": conllu, "brackets": brackets}[kind]
    parse = {"conllu": conllu.parse_conllu_sentence, "brackets": brackets.parse_bracketed_sentence}[kind]
    known = own.format_if_lossless(sentence)
    try:
        written = own.format_sentence(sentence)
        again = parse(written.encode(), sentence.line)
        same = again == sentence and again.is_readable
    except FormatError:
        written, same = None, False
    assert (known is not None) == same, (known, sentence)
    assert known in (None, written)
    return same


COLUMNS = ("forms", "lemmas", "upos", "xpos", "feats", "heads", "deprels", "deps", "misc")


@st.composite
def rows(draw: st.DrawFn) -> Sentence:
    """Sentences with ranges and empty nodes, in which one or two things are what perhaps no file can hold."""
    size = draw(st.integers(1, 3))
    ranges = [
        MultiwordToken(at, at + draw(st.integers(0, 1)), "ab") for at in draw(st.sampled_from([(), (1,), (2,), (1, 2)]))
    ]
    nodes = [EmptyNode(after, 1) for after in draw(st.sampled_from([(), (0,), (1,), (0, 3)]))]
    comments = ["# x = y", "# a\tb"][: draw(st.integers(0, 2))]
    columns: dict[str, list[str | int | None]] = {name: ["a"] * size for name in COLUMNS}
    columns["heads"] = [0] * size
    for _ in range(draw(st.integers(0, 2))):
        where = draw(st.sampled_from((*COLUMNS, "ranges", "rest", "nodes", "columns", "comments")))
        cells = ["_" if draw(st.booleans()) else draw(CELLS) for _ in range(draw(st.integers(7, 9)))]
        if where == "ranges":
            ranges.append(MultiwordToken(draw(st.integers(0, 4)), draw(st.integers(0, 4)), draw(CELLS)))
        elif where == "rest" and ranges:
            ranges[-1] = replace(ranges[-1], rest=tuple(cells))
        elif where == "nodes":
            nodes.append(EmptyNode(draw(st.integers(-1, 4)), draw(st.integers(0, 2))))
        elif where == "columns" and nodes:
            nodes[-1] = replace(nodes[-1], columns=tuple(cells))
        elif where == "comments":
            comments.append(draw(CELLS))
        elif where in COLUMNS:
            columns[where][draw(st.integers(0, size - 1))] = draw(HEADS if where == "heads" else CELLS)
    return Sentence.of(**columns, comments=comments, ranges=ranges, empty_nodes=nodes)  # type: ignore[arg-type]


@given(rows())
@example(Sentence.of(()))
@example(Sentence.of((), empty_nodes=(EmptyNode(0, 1),)))
@example(Sentence.of(("a",), comments=("x",)))
@example(Sentence.of(("a",), comments=("# a\nb",)))
@example(Sentence.of(("a",), comments=("# a\n# b",)))
@example(Sentence.of(("a",), lemmas=("a\tb",)))
@example(Sentence.of(("a", "b"), misc=("", "b")))
@example(Sentence.of(("a",), misc=("",)))
@example(Sentence.of(("a",), lemmas=("",)))
@example(Sentence.of(("a", "b", "c"), ranges=(MultiwordToken(1, 2, "ab"), MultiwordToken(2, 3, "bc"))))
@example(Sentence.of(("a",), lemmas=("a\tb",), empty_nodes=(EmptyNode(1, 1, ("_",) * 8),)))
@example(Sentence.of(("a", "b"), ranges=(MultiwordToken(1, 2, "ab"), MultiwordToken(1, 2, "ab"))))
@example(Sentence.of(("a", "b"), ranges=(MultiwordToken(1, 3, "ab"),)))
@example(Sentence.of(("a",), ranges=(MultiwordToken(1, 1, "a", ("_",) * 7),), lemmas=("a\tb",)))
@example(Sentence.of(("a",), empty_nodes=(EmptyNode(1, 2),)))
@example(Sentence.of(("a",), empty_nodes=(EmptyNode(1, 1), EmptyNode(0, 1))))
@example(Sentence.of(("a",), misc=("x\r",), comments=("# a\r",)))
@example(Sentence.of(("a", "b"), misc=("x\r", "y\r")))
@example(Sentence.of(("a",), heads=(10**9,)))
@example(Sentence.of(("a",), analyses=(None,)))
@example(Sentence.of(("a",), candidates=((Analysis("a"),),)))
@example(Sentence.of(("a",), tree=Tree("NN", ("a",))))
@example(Sentence.of(("a" * (1 << 20),)))
@example(Sentence.of(("ä" * (1 << 19),), lemmas=("b" * 1000,)))
@example(Sentence.of(["a" * 3000] * 600))
@example(Sentence.of(["a"] * 600))
def test_ten_columns_say_all_of_what_is_read_from_them_again(sentence: Sentence) -> None:
    agree("conllu", sentence)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> bytes:
    """A text with one to three places in which something else stands."""
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(SIGNS)) + text[at + draw(st.integers(0, 2)) :]
    return text.encode()


@given(damaged(ROWS))
def test_ten_columns_say_all_of_what_their_reader_gives(content: bytes) -> None:
    sentence = conllu.parse_conllu_sentence(content)
    said = agree("conllu", sentence) if sentence.is_readable else True
    assert said or b"\r" in content  # a line that ends in several carriage returns


@given(damaged(TREE))
def test_brackets_say_all_of_what_their_reader_gives(content: bytes) -> None:
    sentence = brackets.parse_bracketed_sentence(content)
    assert not sentence.is_readable or agree("brackets", sentence)


@given(
    trees(tags=ODD | st.sampled_from(("NN", "-NONE-", "", *SIGNS)), phrases=ODD, words=CELLS, loose=True, leaves=5)
    | trees(loose=True, leaves=5),
    st.sampled_from(((), ("# a",), ("# a\r",), ("a",), ("#", "# b\tc"), ("# \0",), ("# a\nb",))),
    st.sampled_from(("", "forms", "xpos", "tree", "lemmas", "heads", "analyses")),
)
@example(Tree("", ("a", "b")), (), "")
@example(Tree("", (Tree("UNPARSED", (Tree("NN", ("a",)),)),)), (), "")
@example(Tree("", (Tree("UNPARSED", (Tree("", ("a",)),)),)), (), "")
@example(Tree("", (Tree("NN", ("a",)), "b")), (), "")
@example(Tree("S", (Tree("-NONE-", ("*",)),)), (), "")
@example(Tree("S", (Tree("-NONE-", ("*",)), Tree("NN", ("a",)))), (), "tree")
@example(Tree("S", (Tree("NN", ("a\0",)),)), (), "")
@example(Tree("S", ()), (), "")
@example(Tree("S", (Tree("NN", ("a b",)),)), (), "")
@example(Tree("S P", (Tree("NN", ("a",)),)), (), "")
@example(Tree("S", (Tree("NN", ("a",)),)), ("# a\r",), "")
@example(Tree("S", (Tree("NN", ("a",)),)), ("# a\n# b",), "")
@example(Tree("S", (Tree("NN", ("a",)), Tree("X", ()))), (), "")
def test_brackets_say_all_of_what_is_read_from_them_again(tree: Tree, comments: tuple[str, ...], other: str) -> None:
    sentence = Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), comments=comments, tree=tree)
    size = len(sentence)
    values = {
        "forms": ("x",) * size,
        "xpos": ("_",) * size,
        "tree": None,
        "lemmas": ("x",) * size,
        "heads": (0,) * size,
        "analyses": (None,) * size,
    }
    agree("brackets", replace(sentence, **{other: values[other]}) if other else sentence)


@pytest.mark.parametrize("deep", [995, 1005])
def test_brackets_are_only_so_deep(deep: int) -> None:
    tree = Tree("NN", ("a",))
    for _ in range(deep):
        tree = Tree("X", (tree, Tree("Y", ("b",))) if deep % 2 else (tree,))
    agree("brackets", Sentence.of(tuple(tree.words()), xpos=tuple(tree.tags()), tree=tree))


def test_brackets_are_only_so_long() -> None:
    for size in (400_000, 600_000):
        tree = Tree("S", (Tree("NN", ("ä" * size,)),))
        assert agree("brackets", Sentence.of(tuple(tree.words()), xpos=("NN",), tree=tree)) == (size < 500_000)


@given(
    rows().filter(lambda one: all(len(node.columns) == 9 for node in one.empty_nodes))
    | damaged(ROWS).map(conllu.parse_conllu_sentence)
    | damaged(TREE).map(brackets.parse_bracketed_sentence),
    st.sampled_from(["conllu", "brackets"]),
)
def test_every_sentence_comes_back_from_the_journal_as_it_was(sentence: Sentence, kind: str) -> None:
    text = to_stored_text(sentence, kind)
    again = to_sentence(text, sentence.line)
    assert (again, again.is_readable) == (sentence, sentence.is_readable)
    assert text.format in (kind, JSON_FIELDS)


@pytest.mark.parametrize("tree", [[], ["S", 2, "a", -1], ["S", 1, "a", -1, "b", -1], ["a", -1], ["S", "x"], ["S"]])
def test_a_tree_that_is_not_whole_is_told(tree: list[str | int]) -> None:
    row = {name: ["a"] for name in ("forms", "lemmas", "upos", "xpos", "feats", "deprels", "deps", "misc")}
    content = json.dumps({**row, "heads": [None], "tree": tree}).encode()
    with pytest.raises(ProjectError, match="the journal is damaged: a sentence in it cannot be read"):
        to_sentence(StoredText(JSON_FIELDS, content))


PACKED = {
    **{name: ["a", "b"] for name in ("forms", "lemmas", "upos", "xpos", "feats", "deprels", "deps", "misc")},
    "heads": [0, 1],
    "analyses": [None, None],
    "candidates": [[], []],
    "unanalysed": [2],
    "tree": ["S", 2, "N", 1, "a", -1, "V", 1, "b", -1],
    "empty_nodes": [{"after": 1, "number": 1, "columns": ["_"] * 9}],
    "comments": ["# x"],
}


def test_a_sentence_whose_columns_have_one_entry_a_word_is_read() -> None:
    sentence = to_sentence(StoredText(JSON_FIELDS, json.dumps(PACKED).encode()))
    assert (sentence.forms, sentence.heads, sentence.unanalysed) == (("a", "b"), (0, 1), (2,))


@pytest.mark.parametrize("name", [name for name in PACKED if name not in ("unanalysed", "empty_nodes", "comments")])
def test_a_column_of_another_length_than_the_others_is_told(name: str) -> None:
    column = PACKED[name]
    assert isinstance(column, list)
    others = [column[:-1], [*column, column[0]], [*column, *column], None, "ab", 5, {}, [*column[:-1], {}]]
    others += [] if name in ("analyses", "candidates") else [[]]  # none of these is as good as all
    for other in others:
        if name == "tree" and other is None:
            continue
        content = json.dumps({**PACKED, name: other}).encode()
        with pytest.raises(ProjectError, match="the journal is damaged: a sentence in it cannot be read"):
            to_sentence(StoredText(JSON_FIELDS, content))


@pytest.mark.parametrize(
    "fields",
    [
        {"unanalysed": [3]},
        {"unanalysed": [0]},
        {"tree": ["S", 1, "a", -1]},
        {"tree": ["S", 0]},
        {"empty_nodes": [{"after": 1, "number": 1, "columns": []}]},
        {"forms": []},
    ],
)
def test_what_does_not_fit_the_words_of_its_sentence_is_told(fields: dict[str, object]) -> None:
    with pytest.raises(ProjectError, match="the journal is damaged: a sentence in it cannot be read"):
        to_sentence(StoredText(JSON_FIELDS, json.dumps({**PACKED, **fields}).encode()))


def test_a_sign_that_is_no_unicode_text_is_refused_in_every_format() -> None:
    for sentence in (Sentence.of(("a\ud800",)), Sentence.of(("a\ud800", ""), lemmas=("\t", "b"))):
        for kind in ("conllu", "brackets", "table"):
            with pytest.raises(ProjectError, match="no sign of Unicode text"):
                to_stored_text(sentence, kind)


@pytest.mark.parametrize(("name", "content"), [("a.conllu", f"{ROWS}\n\n"), ("a.mrg", f"{TREE}\n")])
def test_a_decision_is_kept_without_reading_anything_back(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    parsed: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in (
            conllu.parse_conllu_sentence.__code__,
            brackets.parse_bracketed_sentence.__code__,
        ):
            parsed.append(frame.f_code.co_filename)

    change: Callable[[Sentence], Sentence] = lambda one: one.with_value("xpos", 1, "XX")  # noqa: E731
    with Project.create(tmp_path / "project", [tmp_path / name]) as project:
        (document,) = project.documents
        before = project.open_document(document).treebank[0]
        after = change(before)
        sys.setprofile(note)
        try:
            project.record(Edit("Tag", (Change(document, 0, before, after),)))
        finally:
            sys.setprofile(None)
        assert project.current_treebank(document)[0] == after
    assert not parsed
