"""Each kind of problem is found at its word, and nothing is wrong with what is right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from trees import trees

from spectral_core.data import Analysis, MultiwordToken, Problem, Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.data.problem import quote
from spectral_core.data.universal import find_feature_fault
from spectral_core.data.validation import find_problems
from spectral_core.files import locate_assets
from spectral_core.formats import brackets, conllu, load

GOOD = (
    "# sent_id = a1\n# text = Dogs don't bark.\n"
    "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t4\tnsubj\t_\t_\n"
    "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tdo\tdo\tAUX\tVBP\tMood=Ind|Tense=Pres\t4\taux\t_\t_\n"
    "3\tn't\tnot\tPART\tRB\tPolarity=Neg\t4\tadvmod\t_\t_\n"
    "4\tbark\tbark\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\tSpaceAfter=No\n"
    "5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_"
)


def found(text: str, inventory: Inventory | None = None) -> list[Problem]:
    return list(find_problems(conllu.parse_conllu_sentence(text.encode(), 1), inventory))


@pytest.mark.parametrize(
    ("old", "new", "word", "line", "what", "warning"),
    [
        ("NOUN", "NUON", 1, 3, "word 1 'Dogs' has the UPOS 'NUON'", True),
        ("advmod", "advmud", 3, 6, "word 3 \"n't\" has the relation 'advmud'", True),
        ("0\troot", "0\tnsubj", 4, 7, "word 4 'bark' is attached to the root as 'nsubj'", False),
        ("4\taux", "4\troot", 2, 5, "word 2 'do' has the relation root, but its head is word 4", False),
        ("4\tnsubj", "_\tnsubj", 1, 3, "word 1 'Dogs' has no head", False),
        ("4\tnsubj", "0\troot", 4, 7, "2 words are attached to the root", False),
        ("4\tnsubj", "9\tnsubj", 1, 3, "word 1 'Dogs' has head 9", False),
        ("Number=Plur", "Plur", 1, 3, "word 1 'Dogs': 'Plur' is not written as a feature", False),
        ("Mood=Ind|Tense=Pres", "Tense=Pres|Mood=Ind", 2, 5, "not in alphabetical order", False),
        ("Mood=Ind|Tense=Pres", "Mood=Ind|Mood=Imp", 2, 5, "the feature Mood occurs twice", False),
        (
            "\tbark\tbark",
            "\tbarks\tbark",
            4,
            7,
            "word 4 'barks' differs from the text",
            False,
        ),
        ("bark.\n", "bark. Loudly\n", 0, 1, "the text continues after the last word: 'Loudly'", False),
        ("\tSpaceAfter=No", "\t_", 4, 7, "do not agree on whether a space follows", True),
    ],
)
def test_a_problem_names_its_word_and_its_line(
    old: str, new: str, word: int, line: int, what: str, warning: bool
) -> None:
    assert found(GOOD) == []
    assert GOOD.count(old) == 1
    (problem,) = found(GOOD.replace(old, new))
    assert what in problem.message
    assert (problem.word, problem.line, problem.warning) == (word, line, warning)
    assert ("warning: " in str(problem)) == warning


def test_a_feature_that_occurs_twice_is_shown_with_all_its_values() -> None:
    assert find_feature_fault("Case=Nom|Mood=Ind,Sub|Mood=Imp") == (
        "the feature Mood occurs twice",
        "Write Mood=Imp,Ind,Sub",
    )


def test_a_range_that_was_bent_by_an_edit_is_named() -> None:
    def ranged(*ends: tuple[int, int]) -> list[str]:
        return [
            one.message
            for one in find_problems(Sentence.of(["a", "b"], ranges=[MultiwordToken(*end, "ab") for end in ends]))
        ]

    assert ranged((1, 2)) == []
    assert ranged((1, 3)) == ["the range 1-3 'ab' does not fit here"]
    assert ranged((2, 1)) == ["the range 2-1 'ab' does not fit here"]
    assert ranged((1, 2), (2, 2)) == ["the range 2-2 'ab' does not fit here"]


@pytest.mark.parametrize(
    ("feats", "sound"),
    [
        ("_", True),
        ("Case=Nom", True),
        ("Gender=Fem,Masc|Gender[psor]=Masc|Number=Sing", True),
        ("abbr=Yes", False),
        ("1Person=Yes", False),
        ("Abbr=yes", False),
        ("Abbr", False),
        ("Case=Nom|", False),
        ("Gender=Masc,Fem", False),
        ("Gender=Fem,Fem", False),
        ("Number=Sing|Case=Nom", False),
        ("Person[psor]=3|Person=1", False),
    ],
)
def test_features_are_written_in_one_way(feats: str, sound: bool) -> None:
    assert (find_feature_fault(feats) is None) == sound


def test_columns_with_other_labels_are_compared_with_the_treebank_alone() -> None:
    penn = Sentence.of(
        ["a", "dog"], upos=["DT", "NN"], feats=["sem=X", "sem=Y"], heads=[2, 0], deprels=["NMOD", "ROOT"]
    )
    assert find_problems(penn) == ()
    inventory = Inventory.of([penn] * 6000)
    assert find_problems(penn, inventory) == ()
    odd = penn.with_value("upos", 1, "DTT").with_value("deprel", 1, "NMID")
    assert [(one.word, one.warning) for one in find_problems(odd, inventory)] == [(1, True), (1, True)]


def test_a_problem_says_whether_it_is_about_the_relation_of_its_word() -> None:
    sentence = Sentence.of(
        ["a", "b", "c", "d"], upos=["NOUN", "obj", "NOUN", "NOUN"], heads=[0, 1, 1, 1],
        deprels=["obj", "obj", "root", "nosuch"],
    )  # fmt: skip
    about = {(problem.word, problem.about) for problem in find_problems(sentence, universal_only=True)}
    assert about == {(1, "relation"), (2, ""), (3, "relation"), (4, "relation")}


def test_a_relation_that_the_treebank_uses_is_known() -> None:
    own = conllu.parse_conllu_sentence(GOOD.replace("advmod", "negation").encode(), 1)
    assert len(find_problems(own)) == 1
    assert find_problems(own, Inventory.of([own] * 2)) == ()


def test_a_tree_is_asked_for_odd_labels_and_empty_chains() -> None:
    plain = brackets.parse_bracketed_sentence(b"( (S (NP (DT the) (NN owl)) (VP (VBD slept))))")
    inventory = Inventory.of([plain] * 6000)
    assert find_problems(plain, inventory) == ()
    odd = brackets.parse_bracketed_sentence(b"( (S (NP-SBJ (DT the) (NN owl)) (PV (VP (VP (VBD slept))))))")
    problems = find_problems(odd, inventory)
    assert [(one.word, one.warning) for one in problems] == [(3, True), (3, True)]
    assert {one.message for one in problems} == {
        "the label 'PV' is used by no other phrase",
        "VP has only another VP as its child",
    }
    nameless = Tree("", (Tree("DT", ("the",)), Tree("NN", ("owl",))))
    unlabelled = plain.with_tree(Tree("S", (nameless, Tree("VBD", ("slept",)))))
    assert [(one.word, one.message) for one in find_problems(unlabelled)] == [
        (1, "a node inside the tree has no label")
    ]


@given(trees())
def test_no_tree_disturbs_the_check(tree: Tree) -> None:
    sentence = Sentence.of(list(tree.words()), xpos=list(tree.tags()), tree=tree)
    for problem in find_problems(sentence, Inventory.of([sentence])):
        assert 0 <= problem.word <= len(sentence)


def test_an_unreadable_sentence_has_the_problems_of_its_reading() -> None:
    broken = conllu.parse_conllu_sentence(b"1\tdog", 1)
    assert find_problems(broken) == broken.problems != ()


def test_words_written_right_to_left_are_kept_apart() -> None:
    assert quote("dog") == "'dog'"
    assert quote("كلب") == "'\u2068كلب\u2069'"
    assert quote("עמ'") == "'\u2068עמ'\u2069'"
    two_roots = Sentence.of(["كلب", "نبح"], heads=[0, 0])
    (problem,) = find_problems(two_roots)
    assert "2 words are attached to the root (1 '\u2068كلب\u2069', 2 '\u2068نبح\u2069')" in problem.message


@pytest.mark.parametrize("path", sorted((locate_assets() / "sample").glob("*/*.conllu")), ids=lambda path: path.name)
def test_nothing_is_wrong_with_the_sample(path: Path) -> None:
    treebank = load(path)
    inventory = Inventory.of(treebank)
    assert [problem for sentence in treebank for problem in find_problems(sentence, inventory)] == []


def test_a_tag_is_not_odd_while_few_words_have_any() -> None:
    word = Sentence.of(["dog"], upos=["NOUN"], xpos=["NN"])
    new = word.with_value("xpos", 1, "VB")
    assert find_problems(new, Inventory.of([word] * 199)) == ()
    (problem,) = find_problems(new, Inventory.of([word] * 200))
    assert problem.remedy == "No other word here has that"
    offered = replace(new, candidates=((Analysis("dog", xpos="VB"),),), source=None)
    assert find_problems(offered, Inventory.of([word] * 200)) == ()
