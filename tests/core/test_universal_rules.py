"""Each thing that Universal Dependencies forbid is found, once, at its line; and nothing in what they allow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spectral_core.cli import app
from spectral_core.data import Problem, Sentence
from spectral_core.data.universal import RELATIONS, UPOS, relation_remedy, tag_remedy
from spectral_core.data.validation import FileChecker, find_problems, find_ud_problems
from spectral_core.formats import conllu
from spectral_core.formats.conllu import find_blank_line_problems

GOOD = (
    "# sent_id = a1\n# text = Owls don't sing, larks\u2019re.\n"
    "1\tOwls\towl\tNOUN\tNNS\tNumber=Plur\t4\tnsubj\t4:nsubj\t_\n"
    "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tdo\tdo\tAUX\tVBP\tMood=Ind|Tense=Pres\t4\taux\t4:aux\t_\n"
    "3\tn't\tnot\tPART\tRB\tPolarity=Neg\t4\tadvmod\t4:advmod\tGloss=not\n"
    "4\tsing\tsing\tVERB\tVB\tVerbForm=Inf\t0\troot\t0:root\tSpaceAfter=No\n"
    "5\t,\t,\tPUNCT\t,\t_\t6\tpunct\t6.1:punct\t_\n"
    "6\tlarks\tlark\tNOUN\tNNS\tNumber=Plur\t4\tconj\t6.1:nsubj\tSpaceAfter=No\n"
    "6.1\tsing\tsing\tVERB\tVB\tVerbForm=Inf\t_\t_\t4:conj:and\tCopyOf=4\n"
    "7\t\u2019re\tbe\tAUX\tVBP\tMood=Ind|Tense=Pres\t6\torphan\t6.1:aux\tSpaceAfter=No\n"
    "8\t.\t.\tPUNCT\t.\t_\t4\tpunct\t4:punct\t_"
)


def read(text: str) -> Sentence:
    return conllu.parse_conllu_sentence(text.encode(), 1)


def found(text: str) -> list[Problem]:
    sentence = read(text)
    assert sentence.is_readable
    return [*find_problems(sentence, universal_only=True), *find_ud_problems(sentence)]


FORBIDDEN = [
    # of GOOD, what becomes what; then line and word, what is said, and the remedy
    ("4:nsubj", "999:nsubj", 3, 1, "the head 999 does not exist", "Use 0, a word up to 8"),
    ("4:nsubj", "4.1:nsubj", 3, 1, "the head 4.1 does not exist", "empty node of the sentence"),
    ("4:nsubj", "1:nsubj", 3, 1, "it is its own head", "another head"),
    ("4:nsubj", "bar", 3, 1, "'bar' is not a head and a relation", "head:relation"),
    ("4:nsubj", "4:nsubj|", 3, 1, "'' is not a head and a relation", "with a bar between two"),
    ("4:nsubj", "4:", 3, 1, "'4:' is not a head", "head:relation"),
    ("4:nsubj", "04:nsubj", 3, 1, "'04:nsubj' is not a head", "head:relation"),
    ("4:nsubj", "2-3:nsubj", 3, 1, "'2-3:nsubj' is not a head", "head:relation"),
    ("4:nsubj", "6:obj|4:nsubj", 3, 1, "not in order", "Write 4:nsubj|6:obj"),
    ("4:nsubj", "6.1:obj|6:obj", 3, 1, "not in order", "Write 6:obj|6.1:obj"),
    ("4:nsubj", "4:obj|4:nsubj", 3, 1, "not in order", "Write 4:nsubj|4:obj"),
    ("4:nsubj", "4:nsubj|4:nsubj", 3, 1, "'4:nsubj' occurs twice", "once"),
    ("4:nsubj", "4:subject", 3, 1, "the relation 'subject'", "Version 2 has acl, advcl"),
    ("4:nsubj", "4:nsubjpass", 3, 1, "the relation 'nsubjpass'", "version 2 has nsubj:pass"),
    ("4:conj:and", "4:conj:AND", 10, 6, "the relation 'conj:AND'", "small letters"),
    ("4:nsubj", "0:nsubj", 3, 1, "'0:nsubj' mixes the root", "goes with the relation root"),
    ("4:punct", "4:root", 12, 8, "'4:root' mixes the root", "goes with the relation root"),
    ("4:nsubj", "_", 3, 1, "no path leads from the root to 1", "0:root"),
    ("4:conj:and", "6:conj:and", 8, 5, "no path leads from the root to 5, 6, 6.1, 7", "0:root"),
    ("6\tpunct", "6\tdobj", 8, 5, "word 5 ',' has the relation 'dobj'", "version 2 has obj"),
    ("6\tpunct", "6\tpunct:Odd", 8, 5, "has the relation 'punct:Odd'", "small letters"),
    ("6\tpunct", "6\tPunct", 8, 5, "has the relation 'Punct'", "small letters"),
    ("6\tpunct", "6\t_", 8, 5, "word 5 ',' has no DEPREL", "Fill in DEPREL"),
    ("PART", "CONJ", 6, 3, "has the UPOS 'CONJ'", "version 2 has CCONJ"),
    ("PART", "PRT", 6, 3, "has the UPOS 'PRT'", "Version 2 has ADJ, ADP"),
    ("PART", "_", 6, 3, 'word 3 "n\'t" has no UPOS', "Fill in UPOS"),
    ("4\tnsubj", "0\troot", 7, 4, "2 words are attached to the root", "Exactly one"),
    ("4\tnsubj", "8\tnsubj", 3, 1, "", ""),  # allowed: a tree all the same
    ("4\tpunct", "8\tpunct", 12, 8, "heads run in a circle: 8 '.' -> 8 '.'", "another head"),
    ("0\troot", "0\tparataxis", 7, 4, "is attached to the root as 'parataxis'", "Use the relation root"),
    ("don't\t_\t_", "don't\tdo\t_", 4, 2, 'range 2-3 "don\'t": LEMMA is filled', "only FORM and MISC"),
    ("don't\t_\t_\t_\t_\t_", "don't\t_\tAUX\t_\t_\t4", 4, 2, "UPOS and HEAD are filled", "only FORM and MISC"),
    ("don't\t_\t_\t_\t_", "don't\t_\t_\t_\tMood=Ind", 4, 2, "FEATS is filled", "FEATS with Typo=Yes"),
    ("don't\t_\t_\t_\t_", "don't\t_\t_\t_\tTypo=Yes", 4, 2, "", ""),
    ("don't\t_\t_\t_\t_\t_\t_\t_\t_", "don't" + "\t_" * 7 + "\tTranslit=dont", 4, 2, "", ""),
    ("Inf\t_\t_", "Inf\t4\t_", 10, 6, "empty node 6.1: HEAD is filled", "belong in DEPS"),
    ("Inf\t_\t_", "Inf\t_\tconj", 10, 6, "empty node 6.1: DEPREL is filled", "belong in DEPS"),
    ("6.1\tsing\tsing\tVERB", "6.1\tsing\tsing\tVRB", 10, 6, "empty node 6.1: it has the UPOS 'VRB'", "ADJ, ADP"),
    ("Inf\t_\t_", "inf\t_\t_", 10, 6, "empty node 6.1: 'VerbForm=inf' is not written", "capitals"),
    ("CopyOf=4", "SpaceAfter=No", 10, 6, "it has SpaceAfter=No, but an empty node", "Remove"),
    ("Gloss=not", "SpaceAfter=No", 6, 3, "says SpaceAfter=No inside the range 2-3", "range itself"),
    ("Gloss=not", "Gloss=not|", 6, 3, "MISC has an empty item", "none at the ends"),
    ("Gloss=not", "Gloss=not | a", 6, 3, "white space around an item of MISC", "Remove"),
    ("Gloss=not", "=not", 6, 3, "MISC has a value without a name", "Name=Value"),
    ("Gloss=not", "Gloss=not|Gloss=no", 6, 3, "MISC has Gloss 2 times", "once"),
    ("Gloss=not", "SpaceAfter=Yes", 6, 3, "MISC has 'SpaceAfter=Yes'", "SpaceAfter=No"),
    ("Gloss=not", "NoSpaceAfter=Yes", 6, 3, "MISC has 'NoSpaceAfter=Yes'", "SpaceAfter=No"),
    ("Gloss=not", "Bridge=1|Bridge=2|Other", 6, 3, "", ""),
    ("Polarity=Neg", "Polarity=Neg|Case=Nom", 6, 3, "not in alphabetical order", "Write Case=Nom|Polarity=Neg"),
    ("Polarity=Neg", "polarity=Neg", 6, 3, "not written as a feature", "capitals"),
    ("\tlark\t", "\ta lark\t", 9, 6, "", ""),
    ("\tlark\t", "\t lark\t", 9, 6, "odd white space in LEMMA", "single spaces"),
    ("\tlark\t", "\ta  lark\t", 9, 6, "odd white space in LEMMA", "single spaces"),
    ("\tlark\t", "\ta\u00a0lark\t", 9, 6, "", ""),
    ("\tRB\t", "\tR B\t", 6, 3, "white space in XPOS", "Remove"),
    ("\tlark\t", "\tla\u0308rk\t", 9, 6, "LEMMA 'la\u0308rk' is not in the normal form", "NFC"),
    ("# sent_id = a1\n", "", 1, 0, "this sentence has no sent_id", "# sent_id = ..."),
    ("# sent_id = a1\n", "# sent_id = a1\n# sent_id = a2\n", 2, 0, "sent_id occurs here 2 times", "one of them"),
    ("= a1", "= a 1", 1, 0, "'# sent_id = a 1' gives no sound name", "without white space"),
    ("= a1", "= en/1", 1, 0, "", ""),
    ("= a1", "= a/1/2", 1, 0, "'# sent_id = a/1/2' gives no sound name", "one /"),
    ("# sent_id", "# e\u0301\n# sent_id", 1, 0, "this comment is not in the normal form", "NFC"),
    ("# sent_id = a1", "# sent_id a1", 1, 0, "gives no sound name", "# sent_id = name"),
    ("# sent_id = a1", "# newpar\n# sent_id = a1\n# text_en = no text", 1, 0, "", ""),
    ("re.\n", "re.\n# text = Owls.\n", 3, 0, "text occurs here 2 times", "one of them"),
    ("re.\n", "re. \n", 2, 0, "the text ends with white space", "end of the line"),
    ("sing, l", "sing,l", 8, 5, "do not agree on whether a space follows", "SpaceAfter=No"),
    ("sing, l", "sing , l", 7, 4, "do not agree on whether a space follows", "SpaceAfter=No"),
    ("root\tSpaceAfter=No", "root\tXSpaceAfter=No", 7, 4, "do not agree on whether a space follows", "SpaceAfter=No"),
    ("text = Owls", "text = Eels", 3, 1, "word 1 'Owls' differs from the text", "Correct"),
]


DOUBTED = ("MISC has an empty item", "white space around an item of MISC", "MISC has a value without a name")


@pytest.mark.parametrize(("old", "new", "line", "word", "what", "remedy"), FORBIDDEN, ids=[row[1] for row in FORBIDDEN])
def test_what_is_forbidden_is_named_at_its_line(
    old: str, new: str, line: int, word: int, what: str, remedy: str
) -> None:
    assert GOOD.count(old) == 1 or old in ("4:nsubj", "4\tnsubj")
    problems = found(GOOD.replace(old, new, 1))
    if not what:
        assert problems == []
        return
    (problem,) = problems
    assert what in problem.message
    assert remedy in problem.remedy
    assert remedy
    assert (problem.line, problem.word) == (line, word)
    assert problem.warning == (what in DOUBTED)


def test_what_is_allowed_has_no_problem() -> None:
    assert found(GOOD) == []


def test_a_line_is_found_behind_nodes_before_the_first_word() -> None:
    node = "0.1\t_\t_\t_\t_\t_\t_\t_\t0:root\tSpaceAfter=No\n"
    (problem,) = found(GOOD.replace("1\tOwls", node + "1\tOwls"))
    assert (problem.line, problem.word, problem.message[:15]) == (3, 0, "empty node 0.1:")


def test_a_sentence_without_a_tree_or_text_says_so_once() -> None:
    bare = "1\tOwls\t_\tNOUN\t_\t_\t_\t_\t_\t_\n2\tsing\t_\tVERB\t_\t_\t_\t_\t_\t_"
    assert [problem.message for problem in found(bare)] == [
        "this sentence has no sent_id",
        "this sentence has no text",
        "this sentence has no tree",
    ]


@pytest.mark.parametrize(
    ("relation", "sound"),
    [
        ("obl", True),
        ("obl:arg", True),
        ("obl:in", True),
        ("obl:arg:in", True),
        ("obl:arg:in_lieu_of:gen", True),
        ("obl:в_течение:gen", True),
        ("conj:और", True),
        ("ref", True),
        ("obl:", False),
        ("obl:In", False),
        ("obl:В", False),
        ("obl:in__of", False),
        ("obl:a:b:c:d", False),
        ("obl:4", False),
        ("dep_x", False),
        ("ø", False),
    ],
)
def test_relations_of_the_enhanced_graph_may_name_words_and_cases(relation: str, sound: bool) -> None:
    assert (relation_remedy(relation, enhanced=True) is None) == sound


def test_the_inventories_are_those_of_version_2() -> None:
    assert (len(UPOS), len(RELATIONS)) == (17, 37)
    assert all(tag_remedy(tag) is None for tag in UPOS)
    assert all(relation_remedy(relation) is None for relation in RELATIONS)
    assert all(relation_remedy(f"{relation}:own") is None for relation in RELATIONS)
    assert relation_remedy("ref") is not None


def across(*texts: str) -> list[tuple[int, str]]:
    told = FileChecker()
    problems = []
    for number, text in enumerate(texts, 1):
        problems += told.check_sentence(number, conllu.parse_conllu_sentence(text.encode(), number))
    return [(problem.line, problem.message) for problem in (*problems, *told.check_file())]


def test_a_file_has_each_name_once_and_graphs_everywhere_or_nowhere() -> None:
    bare = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_"
    graph = bare.replace("root\t_", "root\t0:root")
    assert across(bare, bare) == across(graph, graph) == []
    assert across("# sent_id = x\n" + bare, "# sent_id = y\n" + bare, "# sent_id = x\n" + bare) == [
        (3, "sent_id 'x' is already that of sentence 1")
    ]
    assert across(graph, bare, graph, bare) == [
        (2, "DEPS is empty in 2 sentences (this is the first), and filled in 2")
    ]
    glued = bare.removesuffix("_") + "SpaceAfter=No"
    assert across(glued, bare) == []
    assert across(glued, "# newpar id = 2\n" + bare) == [
        (2, "a document or paragraph begins here, but the word before it says SpaceAfter=No")
    ]
    ranged = "1-1\ta" + "\t_" * 7 + "\tSpaceAfter=No\n" + bare
    assert len(across(ranged, "# newdoc\n" + bare)) == 1


def gaps(content: str) -> list[tuple[int, str]]:
    chunks, problems = conllu.index_sentences(content.encode())
    return sorted((one.line, one.message) for one in (*problems, *find_blank_line_problems(chunks)))


WORD = "1\ta" + "\t_" * 8 + "\n"
TOO_MANY, HOLDS_SPACE = "here is an empty line too many", "this line looks empty, but holds white space"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"{WORD}\n{WORD}\n", []),
        (f"{WORD}\n{WORD}", [(3, "there is no empty line after the last sentence")]),
        (f"{WORD}\n{WORD}".rstrip("\n"), [(3, "there is no empty line after the last sentence")]),
        (f"{WORD}\n\n{WORD}\n", [(3, TOO_MANY)]),
        (f"{WORD}\n\n\n\n{WORD}\n", [(3, TOO_MANY)]),
        (f"\n{WORD}\n", [(1, TOO_MANY)]),
        (f"{WORD}\n\n", [(3, TOO_MANY)]),
        (f"{WORD}  \n{WORD}\n", [(2, HOLDS_SPACE)]),
        (f"{WORD}" + "\t" * 9 + f"\n{WORD}\n", [(2, HOLDS_SPACE)]),
        (f"{WORD}\n{WORD} \n", [(4, HOLDS_SPACE)]),
        (f"\ufeff{WORD}\n", [(1, "the file begins with a byte order mark")]),
        (
            f"{WORD}\n{WORD}\n".replace("\n", "\r\n"),
            [(1, "lines end with a carriage return and a line feed")],
        ),
        (f"{WORD}\n# alone\n\n{WORD}\n", [(3, "these comments belong to no sentence")]),
    ],
)
def test_sentences_are_parted_by_one_empty_line(content: str, expected: list[tuple[int, str]]) -> None:
    assert gaps(content) == expected


@pytest.fixture
def check(tmp_path: Path) -> Callable[[str], tuple[int, str]]:
    def run(text: str) -> tuple[int, str]:
        path = tmp_path / "a.conllu"
        path.write_bytes(text.encode())
        result = CliRunner().invoke(app, ["check", "--ud", str(path)])
        return result.exit_code, result.output.replace(str(path), "a")

    return run


def test_the_command_fails_where_a_rule_is_broken(check: Callable[[str], tuple[int, str]]) -> None:
    code, out = check(GOOD + "\n\n")
    assert (code, out) == (0, "a: 1 sentence, 8 words, 0 not projective, 0 problems\n")
    code, out = check(GOOD.replace("4:nsubj", "999:foo|bar") + "\t\n\n" + GOOD + "\n")
    assert code == 1
    assert "a, line 12: this line has 11 columns instead of 10. Remove the tabs at its end" in out
    assert "a, line 14: sent_id 'a1' is already that of sentence 1. Give each sentence a name of its own" in out
    assert "a, line 25: there is no empty line after the last sentence. End the file with an empty line" in out
    code, out = check(GOOD.replace("4:nsubj", "999:foo|bar") + "\n\n")
    assert code == 1
    assert "a, line 3: word 1 'Owls': in DEPS, the head 999 does not exist." in out
    assert "a, line 3: word 1 'Owls': in DEPS, 'bar' is not a head and a relation." in out
    assert "a, line 3: word 1 'Owls': in DEPS, it has the relation 'foo'." in out
