"""The English half of the sample project: generator, trees and dependencies agree, and the hidden states are needed."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from math import isclose
from random import Random
from types import ModuleType

import pytest

from spectral_core import formats
from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.data.dependencies import is_projective, is_tree
from spectral_core.data.tree import TRACE_TAG
from spectral_core.files import locate_assets

FOLDER = locate_assets() / "sample" / "english"
UPOS = re.compile(r"ADJ|ADP|ADV|AUX|CCONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|SYM|VERB|X")
RELATION = re.compile(
    r"acl|advcl|advmod|amod|appos|aux|case|cc|ccomp|clf|compound|conj|cop|csubj|dep|det|discourse|dislocated|expl|fixed"
    r"|flat|goeswith|iobj|list|mark|nmod|nsubj|nummod|obj|obl|orphan|parataxis|punct|reparandum|root|vocative|xcomp"
    r"|acl:relcl|aux:pass|cc:preconj|compound:prt|det:predet|nmod:poss|nmod:unmarked|nsubj:outer|nsubj:pass|obl:agent"
    r"|obl:unmarked"
)
NOMINATIVE, ACCUSATIVE = frozenset({"i", "he", "she", "we", "they"}), frozenset({"me", "him", "us", "them"})


@cache
def generator() -> ModuleType:
    specification = importlib.util.spec_from_file_location("generate_english", FOLDER / "generate.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # its dataclasses look their module up while they are made
    specification.loader.exec_module(module)
    return module


@cache
def grammar() -> object:
    return generator().read_grammar((FOLDER / "grammar.txt").read_text(encoding="utf-8"))


@cache
def load(name: str) -> Treebank:
    treebank = formats.load(FOLDER / name)
    assert not list(treebank.all_problems())
    return Treebank.of(list(treebank))


@cache
def trees(name: str) -> tuple[Tree, ...]:
    found = tuple(sentence.tree for sentence in load(name))
    assert None not in found
    return tuple(tree for tree in found if tree is not None)


def tag_of(sentence: Sentence, at: int) -> str:
    return sentence.misc[at].rpartition("State=")[2]


def test_the_generator_writes_the_files_that_are_here_byte_for_byte() -> None:
    made = generator().files(grammar())
    assert set(made) == {path.name for path in FOLDER.glob("sampled.*")}
    for name, content in made.items():
        assert content.encode() == (FOLDER / name).read_bytes(), name


def test_there_is_as_much_as_the_readme_says() -> None:
    sampled, written = load("sampled.conllu"), load("written.conllu")
    assert (len(sampled), sum(map(len, sampled))) == (1500, 15490)
    assert (len(written), sum(map(len, written))) == (71, 1015)
    assert [sentence.comment("newdoc id") for sentence in written if sentence.comment("newdoc id")] == [
        "letter",
        "soup",
        "walk",
        "desk",
    ]


def test_without_their_states_the_labels_are_those_of_the_visible_trees() -> None:
    for hidden, shown in zip(trees("sampled.states.mrg"), trees("sampled.mrg"), strict=True):
        labels = [node.label.partition("[")[0] for node in hidden.nodes()]
        assert labels == [node.label for node in shown.nodes()]
        assert list(hidden.words()) == list(shown.words())
        assert not any("[" in label for label in labels)


def test_the_states_in_the_dependency_file_are_those_of_the_trees() -> None:
    for sentence, tree in zip(load("sampled.conllu"), trees("sampled.states.mrg"), strict=True):
        assert [tag_of(sentence, at) for at in range(len(sentence))] == list(tree.tags())


@pytest.mark.parametrize("kind", ["sampled", "written"])
def test_brackets_and_dependencies_have_the_same_words_and_tags(kind: str) -> None:
    for sentence, tree in zip(load(f"{kind}.conllu"), trees(f"{kind}.mrg"), strict=True):
        assert sentence.forms == tuple(tree.words())
        assert sentence.xpos == tuple(tree.tags())


@pytest.mark.parametrize("kind", ["sampled", "written"])
def test_every_sentence_is_one_tree_in_labels_of_universal_dependencies(kind: str) -> None:
    for sentence in load(f"{kind}.conllu"):
        assert is_tree(sentence.heads)
        assert is_projective(sentence.heads)
        assert all(map(UPOS.fullmatch, sentence.upos))
        assert all(map(RELATION.fullmatch, sentence.deprels))
        for head, relation in zip(sentence.heads, sentence.deprels, strict=True):
            assert (relation == "root") == (head == 0)
        for feats in sentence.feats:
            names = [feature.partition("=")[0] for feature in feats.split("|")]
            assert feats == "_" or names == sorted(set(names), key=str.lower)


@pytest.mark.parametrize("kind", ["sampled", "written"])
def test_function_words_carry_no_content_words(kind: str) -> None:
    own = {"case", "cc", "mark", "aux", "cop", "det", "punct"}
    for sentence in load(f"{kind}.conllu"):
        for token in sentence.tokens:
            above = sentence.deprels[token.head - 1].partition(":")[0] if token.head else ""
            assert above not in own, (sentence.text, token.form)
            assert (token.upos == "PUNCT") == (token.deprel == "punct")
            assert (token.upos == "AUX") == (token.deprel.partition(":")[0] in {"aux", "cop"})
            assert (token.upos == "CCONJ") == (token.deprel.partition(":")[0] == "cc")


@pytest.mark.parametrize(("kind", "small_clauses"), [("sampled", 0), ("written", 3)])
def test_one_word_of_every_phrase_hangs_outside_it(kind: str, small_clauses: int) -> None:
    # but for small clauses (`let it simmer`), whose subject is the object of the verb above in Universal Dependencies
    exceptions = []
    for sentence, tree in zip(load(f"{kind}.conllu"), trees(f"{kind}.mrg"), strict=True):
        for label, start, end in spans(tree):
            inside = range(start + 1, end + 1)
            leaving = [at for at in inside if sentence.heads[at - 1] not in inside and sentence.upos[at - 1] != "PUNCT"]
            if start < end and label and len(leaving) != 1:
                exceptions.append(label)
    assert exceptions == ["S"] * small_clauses


def spans(tree: Tree) -> list[tuple[str, int, int]]:
    """The label, the first word and the end of every phrase; traces cover nothing."""
    found = []

    def walk(node: Tree, start: int) -> int:
        if node.is_tag:
            return start + (node.label != TRACE_TAG)
        end = start
        for child in node.children:
            assert isinstance(child, Tree)
            end = walk(child, end)
        found.append((node.label, start, end))
        return end

    walk(tree, 0)
    return found


@pytest.mark.parametrize("kind", ["sampled", "written"])
def test_the_text_of_a_sentence_is_its_tokens_with_their_spaces(kind: str) -> None:
    for sentence in load(f"{kind}.conllu"):
        comments = [line for line in sentence.comments if not line.startswith("# text")]
        bare = Sentence.of(sentence.forms, misc=sentence.misc, ranges=sentence.ranges, comments=comments)
        assert bare.text == sentence.comment("text")
        for range_ in sentence.ranges:
            assert range_.form == "".join(sentence.forms[range_.first - 1 : range_.last])


def test_the_running_text_is_the_sentences_by_paragraph() -> None:
    paragraphs: list[list[str]] = []
    for sentence in load("written.conllu"):
        if "# newpar" in sentence.comments:
            paragraphs.append([])
        paragraphs[-1].append(sentence.text)
    running = (FOLDER / "written.txt").read_text(encoding="utf-8")
    assert running == "\n\n".join(map(" ".join, paragraphs)) + "\n"


def test_the_running_text_is_cut_into_the_sentences_and_words_that_are_annotated() -> None:
    assert [sentence.forms for sentence in load("written.txt")] == [
        sentence.forms for sentence in load("written.conllu")
    ]


def kids(node: Tree) -> list[Tree]:
    return [child for child in node.children if isinstance(child, Tree)]


def word(node: Tree) -> str:
    return next(node.words()).lower()


def agreement(phrase: Tree) -> str:
    """What a verb shows for this subject: 1sg, sg, pl, or "" where it cannot be told."""
    below = kids(phrase)
    if any(child.label == "CC" for child in below):
        return "pl"
    if below and below[0].label == "NP" and below[-1].label != "NN" and below[-1].label != "NNS":
        return agreement(below[0])
    last = below[-1] if below else phrase
    if last.label == "PRP":
        return {"i": "1sg", "he": "sg", "she": "sg", "it": "sg"}.get(word(last), "pl")
    return {"NN": "sg", "NNP": "sg", "NNS": "pl"}.get(last.label, "")


def first_verbs(phrase: Tree) -> Iterator[Tree]:
    """The verbs that show the form of a verb phrase: one, or one for each that is coordinated."""
    below = kids(phrase)
    parts = [child for child in below if child.label == "VP"] if any(child.label == "CC" for child in below) else []
    if parts:
        for part in parts:
            yield from first_verbs(part)
    else:
        yield from [child for child in below if child.label.startswith("VB") or child.label == "MD"][:1]


def disagrees(verb: Tree, subject: str) -> bool:
    form = word(verb)
    if not subject or verb.label == "MD":
        return False
    if form in ("am", "was", "were"):
        return subject not in {"am": ("1sg",), "was": ("1sg", "sg"), "were": ("pl",)}[form]
    if verb.label == "VBP":
        return subject == "sg" or (form == "are" and subject != "pl")
    return verb.label in ("VB", "VBG", "VBN") or (verb.label == "VBZ" and subject != "sg")


def violations(tree: Tree) -> Iterator[str]:
    """What is wrong in the agreement, case and determiners of a visible tree."""
    for node in tree.nodes():
        below = kids(node)
        labels = [child.label for child in below]
        if node.label in ("S", "SQ") and "NP" in labels:
            subject = below[labels.index("NP")]
            verbs = [below[0]] if node.label == "SQ" else []
            if node.label == "S" and "VP" in labels:
                verbs = list(first_verbs(below[labels.index("VP")]))
            number = agreement(subject)
            if [child.label for child in kids(subject)] == ["EX"] and "VP" in labels:
                objects = [child for child in kids(below[labels.index("VP")]) if child.label == "NP"]
                number = agreement(objects[0]) if objects else ""
            if any(disagrees(verb, number) for verb in verbs):
                yield "a verb does not agree with its subject"
            if kids(subject)[0].label == "PRP" and word(subject) in ACCUSATIVE:
                yield "a subject is in the accusative"
        if node.label in ("VP", "PP") and any(
            child.label == "NP" and kids(child)[0].label == "PRP" and word(child) in NOMINATIVE for child in below
        ):
            yield "an object is in the nominative"
        if node.label == "NP" and labels[1:] == ["SBAR"]:
            clause = kids(below[1])
            shape = [child.label for child in clause]
            gap = kids(clause[1]) if shape == ["WHNP", "S"] else []
            if len(gap) == 1 and any(disagrees(verb, agreement(below[0])) for verb in first_verbs(gap[0])):
                yield "a verb does not agree across a relative pronoun"
        if node.label == "NP" and labels and labels[-1] in ("NN", "NNS") and labels[0] in ("DT", "CD"):
            if word(below[0]) in ({"these", "those"} if labels[-1] == "NN" else {"a", "an", "this", "that", "every"}):
                yield "a determiner does not agree with its noun"
            if labels[0] == "CD" and labels[-1] == "NN":
                yield "a numeral stands before a singular"
            following = word(below[1])
            vowel = following[0] in "aeiou" or following == "honest"
            if word(below[0]) in ("a", "an") and (word(below[0]) == "an") != vowel:
                yield "the wrong form of the article"


Counts = dict[str, Counter[tuple[str, ...]]]


def visible_grammar(corpus: tuple[Tree, ...]) -> tuple[Counts, Counts]:
    """The rules and the words that can be read off the labels, with their counts; words are in lower case."""
    rules: Counts = defaultdict(Counter)
    words: Counts = defaultdict(Counter)
    for tree in corpus:
        for node in tree.nodes():
            if node.is_tag:
                words[node.label][(word(node),)] += 1
            else:
                rules[node.label][tuple(child.label for child in kids(node))] += 1
    return rules, words


def sample_visible(rules: Counts, words: Counts, rng: Random, label: str) -> Tree:
    counts = words[label] if label in words else rules[label]
    (right,) = rng.choices(list(counts), weights=list(counts.values()))
    return Tree(label, right if label in words else tuple(sample_visible(rules, words, rng, part) for part in right))


def test_no_sampled_sentence_breaks_agreement() -> None:
    for tree in trees("sampled.mrg"):
        assert not list(violations(tree)), " ".join(tree.words())


def test_the_check_of_agreement_sees_each_kind_of_mistake() -> None:
    right = (
        "(S (NP (NP (DT these) (NNS hens)) (PP (IN near) (NP (DT a) (NN gate)))) (VP (VBP see) (NP (PRP me))) (. .))"
    )
    assert not list(violations(tree_of(right)))
    wrong = {
        "VBP see": "VBZ sees",
        "DT these": "DT this",
        "DT a": "DT an",
        "PRP me": "PRP I",
        "(NP (DT a) (NN gate))": "(NP (CD two) (NN gate))",
    }
    for before, after in wrong.items():
        assert len(list(violations(tree_of(right.replace(before, after))))) == 1, after
    others = [
        "(S (NP (PRP him)) (VP (VBD slept)) (. .))",
        "(S (NP (EX there)) (VP (VBZ is) (NP (CD two) (NNS hens)) (PP (IN in) (NP (DT the) (NN barn)))) (. .))",
        "(SQ (VBZ does) (NP (DT the) (NNS hens)) (VP (VB sleep)) (. ?))",
        "(NP (NP (DT the) (NN hen)) (SBAR (WHNP (WDT that)) (S (VP (VBP sleep)))))",
        "(S (NP (PRP I)) (VP (VP (VBP sit)) (CC and) (VP (VBZ sleeps))) (. .))",
    ]
    for text in others:
        assert len(list(violations(tree_of(text)))) == 1, text


def tree_of(text: str) -> Tree:
    (sentence,) = formats.loads(text.encode(), format="brackets")
    assert sentence.tree is not None
    return sentence.tree


def test_the_visible_labels_alone_let_agreement_break() -> None:
    corpus = trees("sampled.mrg")
    rules, words = visible_grammar(corpus)
    assert not set(rules) & set(words)
    rng = Random(0)
    drawn = [sample_visible(rules, words, rng, corpus[0].label) for _ in range(400)]
    broken = [tree for tree in drawn if any(violations(tree))]
    assert len(broken) > 0.4 * len(drawn)
    assert (
        len({kind for tree in broken for kind in violations(tree)}) == 6
    )  # a numeral before a singular needs a new rule


def test_one_word_and_tag_in_two_states_stands_before_different_words() -> None:
    following: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in load("sampled.conllu"):
        for at in range(len(sentence) - 1):
            if sentence.xpos[at] == "TO":
                assert sentence.forms[at].lower() == "to"
                following[tag_of(sentence, at)][sentence.xpos[at + 1]] += 1
    assert set(following) == {"TO[inf]", "TO[dir]", "TO[dat]"}
    assert set(following["TO[inf]"]) <= {"VB", "RB"}
    assert not {"VB", "RB"} & (set(following["TO[dir]"]) | set(following["TO[dat]"]))


def test_a_verb_class_takes_what_its_frame_says() -> None:
    objects: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for sentence in load("sampled.conllu"):
        for token in sentence.tokens:
            if token.upos == "VERB" and token.xpos != "VBN" and "gap" not in token.misc:
                taken = [other.deprel for other in sentence.tokens if other.head == token.index]
                objects[tag_of(sentence, token.index - 1).partition("[")[2]][
                    tuple(sorted({"obj", "iobj", "ccomp", "xcomp"} & set(taken)))
                ] += 1
    assert set(objects["rest]"]) == set(objects["go]"]) == {()}
    assert set(objects["give]"]) == {("obj",), ("iobj", "obj")}
    assert set(objects["say]"]) == {("ccomp",)}
    assert set(objects["tell]"]) == {("ccomp", "iobj")}
    assert set(objects["want]"]) == {("xcomp",)}


def test_the_probabilities_of_every_symbol_sum_to_one() -> None:
    for symbol, choice in grammar().choices.items():  # type: ignore[attr-defined]
        assert isclose(sum(choice.probabilities), 1.0, rel_tol=1e-9), symbol
        assert min(choice.probabilities) > 0, symbol


def test_the_sample_follows_the_weights_of_the_grammar() -> None:
    # short samples are a little favoured, because those of more than 25 words are drawn again
    found = Counter(kids(tree)[0].label for tree in trees("sampled.mrg"))
    assert found["S"] / 1500 == pytest.approx(0.86, abs=0.03)
    assert found["SQ"] / 1500 == pytest.approx(0.09, abs=0.03)
    assert found["SBARQ"] / 1500 == pytest.approx(0.05, abs=0.03)


SMALL = """
let n = sg : 3 | pl
1 ROOT -> NP[{n}]/nsubj *VP[{n}]
1 NP[{n}] -> *N[{n}]
1 VP[sg] -> *V[sg]
1 VP[pl] -> *V[pl] NP[{n}]/obj
tag N NOUN _
tag V VERB _
words N[sg] N[pl]
  2 hen hens ; 1 goose geese
words V[sg] V[pl]
  1 sits=sit sit
"""


def test_variables_share_the_weight_of_their_rule() -> None:
    small = generator().read_grammar(SMALL)
    assert small.choices["ROOT"].probabilities == pytest.approx([0.75, 0.25])
    assert small.choices["VP[pl]"].probabilities == pytest.approx([0.75, 0.25])
    assert small.choices["N[pl]"].probabilities == pytest.approx([2 / 3, 1 / 3])
    assert [option.lemma for option in small.choices["N[pl]"].options] == ["hen", "goose"]


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        (3, "1 ROOT -> NP[{m}]/nsubj *VP[{n}]", "no variable is called 'm'"),
        (4, "1 NP[{n}] -> N[{n}]/nsubj", "needs one head child"),
        (4, "1 NP[{n}] -> *N[{n}] N[{n}]", "needs either a star or a relation"),
        (5, "1 VP[sg] -> *V[sing]", "every expansion has a child that nothing rewrites"),
        (6, "1 VP[pl] -> *V[pl] NP[{n}]/obj@4", "hangs a child from itself or from one that is not there"),
        (10, "  2 hen", "1 forms for 2 symbols"),
        (11, "word V[sg] V[pl]", "neither a rule nor let, words, tag"),
    ],
)
def test_a_mistake_in_the_grammar_is_named_with_its_line(line: int, wrong: str, message: str) -> None:
    lines = SMALL.split("\n")
    lines[line - 1] = wrong
    with pytest.raises(ValueError, match=rf"line {line}: .*{re.escape(message)}"):
        generator().read_grammar("\n".join(lines))
