"""Figures in LaTeX and plain text: golden files from the sample project, and what holds for any text."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fixtures import tiny_treebank, tree_of
from growth import LINEAR, measure_growth
from hypothesis import given
from hypothesis import strategies as st
from trees import trees
from typer.testing import CliRunner

from spectral_core.cli import app
from spectral_core.data import EmptyNode, MultiwordToken, Sentence, Tree
from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import locate_assets
from spectral_core.formats import load, loads
from spectral_core.formats.export import (
    dependencies_to_latex,
    is_right_to_left,
    sentence_to_text,
    structure_kinds,
    structure_to_text,
    tree_to_latex,
)
from spectral_core.formats.export.markup import escape_tex

GOLDEN = Path(__file__).resolve().parent.parent / "data" / "figures"
SAMPLE = locate_assets() / "sample"

# "The girl read the new book in the house."
HEBREW = Sentence.of(
    ["הילדה", "קראה", "את", "ה", "ספר", "החדש", "ב", "בית", "."],
    upos=["NOUN", "VERB", "ADP", "DET", "NOUN", "ADJ", "ADP", "NOUN", "PUNCT"],
    heads=[2, 0, 5, 5, 2, 5, 8, 2, 2],
    deprels=["nsubj", "root", "case:acc", "det", "obj", "amod", "case", "obl", "punct"],
    ranges=[MultiwordToken(4, 5, "הספר"), MultiwordToken(7, 8, "בבית")],
)
GAPPED = Sentence.of(
    ["she", "likes", "tea", "and", "he", "coffee"],
    upos=["PRON", "VERB", "NOUN", "CCONJ", "PRON", "NOUN"],
    heads=[2, 0, 2, 5, 2, 5],
    deprels=["nsubj", "root", "obj", "cc", "conj", "orphan"],
    empty_nodes=[EmptyNode(5, 1, ("likes", "like", "VERB", *("_",) * 6))],
)
HEBREW_TREE = tree_of("(S (NP-SBJ (NN הילדה)) (VP (VB קראה) (NP (AT את) (NN הספר))) (. .))")


def english(number: int) -> Sentence:
    return load(SAMPLE / "english" / "written.conllu")[number - 1]


def english_tree(number: int) -> Sentence:
    return load(SAMPLE / "english" / "written.mrg")[number - 1]


def arabic(number: int) -> Sentence:
    return load(SAMPLE / "arabic" / "written.conllu")[number - 1]


def the_tree(sentence: Sentence) -> Tree:
    assert sentence.tree is not None
    return sentence.tree


FIGURES = {
    "english.dependencies.tex": lambda: dependencies_to_latex(english(3), standalone=True),
    "english.part.tex": lambda: dependencies_to_latex(english(2)),
    "arabic.dependencies.tex": lambda: dependencies_to_latex(arabic(4), standalone=True),
    "arabic.part.tex": lambda: dependencies_to_latex(arabic(1)),
    "hebrew.dependencies.tex": lambda: dependencies_to_latex(HEBREW, standalone=True),
    "gapped.dependencies.tex": lambda: dependencies_to_latex(GAPPED),
    "english.constituents.tex": lambda: tree_to_latex(
        the_tree(english_tree(2)), standalone=True, words_on_one_line=True
    ),
    "hebrew.constituents.tex": lambda: tree_to_latex(HEBREW_TREE),
    "english.dependencies.txt": lambda: structure_to_text(english(3)),
    "english.constituents.txt": lambda: structure_to_text(english_tree(2)),
    "arabic.dependencies.txt": lambda: structure_to_text(arabic(1)),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_the_one_that_was_kept(name: str) -> None:
    assert FIGURES[name]() == (GOLDEN / name).read_text(encoding="utf-8")


def printed(tex: str) -> str:
    """What TeX prints for text that `escaped` made: a small reader of its own."""
    commands = {
        "textbackslash": "\\",
        "textasciitilde": "~",
        "textasciicircum": "^",
        "textasciigrave": "`",
        "textquotedbl": '"',
        "textless": "<",
        "textgreater": ">",
        "textbar": "|",
        "kern": "",
    }
    found = []
    at = 0
    while at < len(tex):
        if tex.startswith(r"\symbol{38}", at):
            found.append("&")
            at += len(r"\symbol{38}")
        elif command := re.compile(r"\\(kern)0pt\{\}|\\([a-z]+)\{\}").match(tex, at):
            found.append(commands[command[1] or command[2]])
            at = command.end()
        elif tex[at] == "\\":
            assert tex[at + 1] in "{}$#%_", tex
            found.append(tex[at + 1])
            at += 2
        elif tex.startswith(("{[}", "{]}"), at):
            found.append(tex[at + 1])
            at += 3
        else:
            assert tex[at] not in '{}$#%_&~^`"<>|[]', tex
            found.append(tex[at])
            at += 1
    return "".join(found)


@given(st.text(st.sampled_from("\\{}$#%_&~^`'\"<>|[],-=@*!?ab é\u0633") | st.characters(codec="utf-8"), max_size=12))
def test_any_text_is_printed_as_it_is(text: str) -> None:
    tex = escape_tex(text)
    assert printed(tex) == re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text)
    assert not re.search(r"--|''|,,|``", tex)


def assert_balanced(tex: str) -> None:
    """Braces close what they opened, line comments and escaped braces left aside; so do environments."""
    depth = 0
    lines = [line for line in tex.split("\n") if not line.startswith("%")]
    body = re.sub(r"\\[\\{}%]", "", "\n".join(lines))
    for sign in body:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert "%" not in body
    environments: list[str] = []
    for step, name in re.findall(r"\\(begin|end)\{([a-z]+)\}", body):
        if step == "begin":
            environments.append(name)
        else:
            assert environments.pop() == name
    assert not environments


LABELS = st.text(min_size=1, max_size=6) | st.text("\\{}$#%_&~^[],=", min_size=1, max_size=4)


@given(trees(tags=LABELS, phrases=LABELS, words=LABELS, loose=True), st.booleans(), st.booleans())
def test_any_tree_is_a_forest_with_as_many_brackets_as_nodes_and_words(tree: Tree, alone: bool, mirrored: bool) -> None:
    tex = tree_to_latex(tree, standalone=alone, right_to_left=mirrored)
    assert_balanced(tex)
    body = tex.partition("l=0pt},\n")[2].partition(r"\end{forest}")[0]
    bare = re.sub(r"\{\[\}|\{\]\}", "", body)
    nodes = sum(1 for _ in tree.without_root().nodes()) + sum(1 for _ in tree.leaves())
    assert bare.count("[") == bare.count("]") == nodes


@given(st.data())
def test_any_sentence_has_an_edge_for_each_head_that_exists(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    words = st.lists(LABELS.filter(lambda form: not re.search(r"[\t\n\r]", form)), min_size=size, max_size=size)
    heads = data.draw(st.lists(st.none() | st.integers(0, size + 1), min_size=size, max_size=size))
    sentence = Sentence.of(data.draw(words), heads=heads, deprels=data.draw(words))
    tex = dependencies_to_latex(sentence, right_to_left=data.draw(st.booleans()))
    assert_balanced(tex)
    sound = [(word, head) for word, head in enumerate(heads, 1) if head is not None and head <= size and head != word]
    assert tex.count(r"\depedge[") == sum(head > 0 for _, head in sound)
    assert tex.count(r"\deproot[") == sum(head == 0 for _, head in sound)
    words_line = tex.partition("row sep=0.3ex]\n")[2].split("\n")[0]
    assert words_line.count(r"\&") == size - 1


def test_words_of_a_right_to_left_sentence_stand_in_the_order_in_which_they_are_seen() -> None:
    tex = dependencies_to_latex(HEBREW)
    lines = tex.split("\n")
    words = next(line for line in lines if "הילדה \\\\" in line)
    assert [word.strip() for word in words.removesuffix("\\\\").split("\\&")] == list(reversed(HEBREW.forms))
    edges = re.findall(r"\\depedge\[[^]]*\]\{(\d+)\}\{(\d+)\}\{(\S+)\}", tex)
    expected = [
        (str(10 - head), str(10 - word), label)
        for word, (head, label) in enumerate(zip(HEBREW.heads, HEBREW.deprels, strict=True), 1)
        if head
    ]
    assert edges == expected
    assert re.search(r"\\deproot\[[^]]*\]\{8\}\{root\}", tex)
    assert r"\wordgroup{2}{5}{6}{range1}" in tex


def test_longer_arcs_are_higher_than_those_inside_them() -> None:
    tex = dependencies_to_latex(Sentence.of("abcd", heads=[0, 1, 1, 1], deprels=["root", "x", "x", "x"]))
    heights = [float(height) for height in re.findall(r"depedge\[edge height=([\d.]+)ex\]", tex)]
    assert heights == sorted(set(heights))
    assert float(re.findall(r"deproot\[edge height=([\d.]+)ex\]", tex)[0]) > max(heights)


def test_traces_and_function_tags_are_in_the_figure_of_a_tree() -> None:
    tex = tree_to_latex(tree_of("(S (NP-SBJ-1 (-NONE- *T*-2)) (VP (VB go)))"))
    assert "[{NP-SBJ-1}" in tex
    assert "[{-NONE-} [{*T*-2}, text=gray]]" in tex


def test_a_very_deep_tree_is_written_without_recursion() -> None:
    tree = Tree("N", ("x",))
    for _ in range(5000):
        tree = Tree("X", (tree,))
    assert tree_to_latex(tree).count("{X}") == 5000


# heads of n words
WIDE_HEADS: dict[str, Callable[[int], list[int]]] = {
    "one head": lambda size: [0, *[1] * (size - 1)],
    "chain": lambda size: list(range(size)),
    "nested": lambda size: [size + 1 - word if 2 * word > size + 1 else 0 for word in range(1, size + 1)],
}


def sentence_with(heads: list[int]) -> Sentence:
    forms = [f"w{number}" for number in range(len(heads))]
    return Sentence.of(forms, upos=["X"] * len(forms), heads=heads, deprels=["dep"] * len(forms))


@pytest.mark.parametrize("shape", WIDE_HEADS)
@pytest.mark.parametrize(
    "write", [dependencies_to_latex, structure_to_text, lambda sentence: sentence_to_text(sentence, "conllu")]
)
def test_time_to_write_dependencies_grows_with_the_words(write: Callable[[Sentence], str], shape: str) -> None:
    assert measure_growth(lambda size: sentence_with(WIDE_HEADS[shape](size)), write, 5_000) < LINEAR


@pytest.mark.parametrize("shape", ["wide", "deep"])
@pytest.mark.parametrize(
    "write", [tree_to_latex, lambda tree: structure_to_text(Sentence.of(list(tree.words()), tree=tree))]
)
def test_time_to_write_a_tree_grows_with_its_nodes(write: Callable[[Tree], str], shape: str) -> None:
    def make(size: int) -> Tree:
        if shape == "wide":
            return Tree("S", tuple(Tree("N", (f"w{number}",)) for number in range(size)))
        tree = Tree("N", ("x",))
        for _ in range(size):
            tree = Tree("X", (Tree("D", ("a",)), tree))
        return tree

    assert measure_growth(make, write, 2_500) < LINEAR


@pytest.mark.parametrize(
    ("forms", "expected"), [(["12", "abc"], False), (["(", "ليلى"], True), (["ספר", "a"], True), (["1", "."], False)]
)
def test_the_first_letter_tells_the_direction(forms: list[str], expected: bool) -> None:
    assert is_right_to_left(forms) is expected


def test_an_outline_shows_words_below_their_heads_and_names_what_hangs_nowhere() -> None:
    sentence = Sentence.of(
        ["a", "b", "c", "d", "e", "f"],
        upos=["X"] * 6,
        heads=[2, 0, None, 5, 4, 9],
        deprels=["x", "root", "_", "y", "z", "w"],
    )
    assert structure_to_text(sentence).split("\n")[2:-1] == [
        "2 b X root",
        "  1 a X x",
        "3 c X (no head)",
        "6 f X w (head 9 does not exist)",
        "4 d X y",
        "  5 e X z",
    ]


def test_a_sentence_without_a_tree_cannot_be_shown_as_one() -> None:
    with pytest.raises(FormatError, match="no constituency tree"):
        structure_to_text(HEBREW, "constituents")


def test_one_sentence_is_read_back_from_the_lines_it_gives() -> None:
    sentence = english(3)
    assert loads(sentence_to_text(sentence, "conllu").encode(), format="conllu")[0] == sentence
    tree = english_tree(2)
    assert loads(sentence_to_text(tree, "brackets").encode(), format="brackets")[0] == tree


def test_one_sentence_is_refused_by_a_format_that_cannot_hold_it() -> None:
    with pytest.raises(FormatError, match="it has no constituency tree"):
        sentence_to_text(HEBREW, "brackets")
    with pytest.raises(SettingsError, match="no format"):
        sentence_to_text(HEBREW, "word")


def test_a_sentence_says_which_structures_it_has() -> None:
    assert structure_kinds(tiny_treebank()[0]) == ("dependencies", "constituents")
    assert structure_kinds(Sentence.of(["a"])) == ()


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["figure", *map(str, arguments)])
    return result.exit_code, str(result.exception)


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are another matter there")
@pytest.mark.parametrize("ending", [".tex", ".txt", ".svg"])
def test_a_figure_of_a_private_text_is_private(tmp_path: Path, ending: str) -> None:
    corpus, figure = tmp_path / "a.conllu", tmp_path / f"a{ending}"
    corpus.write_bytes((SAMPLE / "english" / "written.conllu").read_bytes())
    corpus.chmod(0o600)
    run(corpus, "--sentence", 3, "-o", figure)
    assert figure.stat().st_mode & 0o777 == 0o600


def test_the_command_writes_latex_and_text(tmp_path: Path) -> None:
    corpus = SAMPLE / "english" / "written.conllu"
    assert run(corpus, "--sentence", 3, "--standalone", "-o", tmp_path / "a.tex")[0] == 0
    assert (tmp_path / "a.tex").read_text() == (GOLDEN / "english.dependencies.tex").read_text()
    assert run(corpus, "--sentence", 3, "-o", tmp_path / "a.txt")[0] == 0
    assert (tmp_path / "a.txt").read_text() == (GOLDEN / "english.dependencies.txt").read_text()
    assert run(SAMPLE / "english" / "written.mrg", "--kind", "constituents", "-o", tmp_path / "b.tex")[0] == 0
    assert r"\begin{forest}" in (tmp_path / "b.tex").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-o", "a.doc"), "is not a figure format"),
        (("-o", "a.tex", "--sentence", 1000), "there is no sentence 1000; the file has 71"),
        (("-o", "a.tex", "--kind", "constituents"), "it has no constituents; it has dependencies"),
        (("-o", "a.tex", "--kind", "arcs"), "--kind is dependencies or constituents"),
        (("-o", "a.txt", "--standalone"), "--standalone is for .tex"),
    ],
)
def test_the_command_refuses_what_it_cannot_draw(
    arguments: tuple[object, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run(SAMPLE / "english" / "written.conllu", *arguments)
    assert code == 1
    assert complaint in said
    assert not list(tmp_path.iterdir())


def test_a_sentence_without_a_structure_is_not_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("No heads here.\n")
    code, said = run(tmp_path / "a.txt", "-o", tmp_path / "b.tex")
    assert (code, "it has no structure to draw" in said) == (1, True)
