"""The language of Find: what each form means, against definitions; its errors; every example of its help page."""

from __future__ import annotations

import pickle
import re
import time

import pytest
from growth import LINEAR, measure_growth
from hypothesis import example, given
from hypothesis import strategies as st
from trees import trees

from spectral_core.data import Sentence, Tree, Treebank
from spectral_core.data.tree import TRACE_TAG, node_at, walk_paths
from spectral_core.errors import QueryError
from spectral_core.files import locate_assets
from spectral_core.formats import brackets, load, loads
from spectral_core.query import Match, parse_query
from spectral_core.query.node_tests import QueryValue
from spectral_core.query.patterns import TREE_RELATIONS

DOGS = Sentence.of(
    ["The", "big", "dogs", "the", "Vet", "saw", "barked", "at", "dawn", "."],
    lemmas=["the", "big", "dog", "the", "vet", "see", "bark", "at", "dawn", "."],
    upos=["DET", "ADJ", "NOUN", "DET", "NOUN", "VERB", "VERB", "ADP", "NOUN", "PUNCT"],
    xpos=["DT", "JJ", "NNS", "DT", "NN", "VBD", "VBD", "IN", "NN", "."],
    feats=["_", "_", "Gender=Fem,Masc|Number=Plur", "_", "Number=Sing", "Tense=Past", "Tense=Past", "_", "_", "_"],
    heads=[3, 3, 7, 5, 6, 3, 0, 9, 7, 7],
    deprels=["det", "amod", "nsubj", "det", "nsubj", "acl:relcl", "root", "case", "obl:tmod", "punct"],
    misc=["_"] * 8 + ["SpaceAfter=No", "_"],
    comments=["# sent_id = dogs-1", "# text = The big dogs the Vet saw barked at dawn."],
)
COOK = brackets.parse_bracketed_sentence(
    b"(S (NP-SBJ-1 (DT the) (JJ old) (NN cook)) (VP (VBD tried) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB sing)))))"
    b" (. .))"
)


def words(query: str, sentence: Sentence = DOGS) -> list[tuple[int, ...]]:
    return [match.words for match in parse_query(query).find_matches(sentence)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("the", [(1,), (4,)]),
        ("The", [(1,)]),
        ("vet", [(5,)]),
        ("*o*", [(3,)]),
        ("form=*A*", []),
        ("/^b/", [(2,), (7,)]),
        ("/A|V/", [(5,)]),
        ("VERB", [(6,), (7,)]),
        ("NN", [(5,), (9,)]),
        ("xpos=NN*", [(3,), (5,), (9,)]),
        ("tag=NN", [(5,), (9,)]),
        ("lemma=see", [(6,)]),
        ("deprel=acl", [(6,)]),
        ("deprel=acl:relcl", [(6,)]),
        ("deprel=acl:*", [(6,)]),
        ("Number=Sing", [(5,)]),
        ("Gender=Masc", [(3,)]),
        ("feats=Number=Plur", [(3,)]),
        ("feats=Gender=Masc", [(3,)]),
        ("SpaceAfter=No", [(9,)]),
        ("misc=SpaceAfter=No", [(9,)]),
        ("[upos=NOUN & !xpos=NN]", [(3,)]),
        ("[upos=NOUN & xpos!=NN | lemma=at]", [(3,), (8,)]),
        ("[upos=NOUN & (dawn | vet)]", [(5,), (9,)]),
        ('"."', [(10,)]),
        ('form="The"', [(1,)]),
        ("the big", [(1, 2)]),
        ("the * dogs", [(1, 2, 3)]),
        ("the ... NN", [(1, 5), (4, 5)]),
        ("the ... VERB ... .", [(1, 6, 10), (4, 6, 10)]),
        ('"big dogs"', [(2, 3)]),
        ("* *", [(at, at + 1) for at in range(1, 10)]),
        ("NOUN > DET", [(3, 1), (5, 4)]),
        ("NOUN >right VERB", [(3, 6)]),
        ("NOUN >left VERB", []),
        ("VERB >nsubj NOUN", [(6, 5), (7, 3)]),
        ("VERB >obl|nsubj@right NOUN", [(7, 9)]),
        ("NOUN !> DET", [(9,)]),
        ("NOUN <nsubj VERB", [(3, 7), (5, 6)]),
        ("NOUN <@left VERB", [(9, 7)]),
        ("the << barked", [(1, 7), (4, 7)]),
        ("barked >>det the", [(7, 1)]),
        ("VERB > NOUN > VERB", [(7, 3, 6)]),
        ("VERB >nsubj NOUN & >obl *", [(7, 3, 9)]),
        ("VERB > (NOUN > ADJ & > DET)", [(7, 3, 2, 1)]),
        ("VERB !> (NOUN > ADJ)", [(6,)]),
        ("dogs ... (VERB > ADP)", []),
        ("dogs ... (NOUN > ADP)", [(3, 9, 8)]),
        ("big or vet", [(2,), (5,)]),
        ("big and vet", [(2,), (5,)]),
        ("big and cat", []),
        ("big and not cat", [(2,)]),
        ("not cat", [()]),
        ("not big", []),
        ("cat or big and vet", [(2,), (5,)]),
        ("(cat or big) and nothing", []),
        ("length=10", [()]),
        ("length>10 or length<=9", []),
        ("length=000000000010", [()]),
        ("length<10000000000", [()]),
        ("text:vet", [()]),
        ("text:Vet", [()]),
        ('text:"the vet"', [()]),
        ("text:VET or text:/v.t/", []),
        ("text:big*dogs and big", [(2,)]),
        ("id:dogs-*", [()]),
        ("comment:sent_id", [()]),
        ("is:problem", []),
        ("is:crossing", []),
    ],
)
def test_a_query_finds_the_words_that_the_help_page_says(query: str, found: list[tuple[int, ...]]) -> None:
    assert words(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("NP", [(0,), (1, 1, 0)]),
        ("NP-SBJ", [(0,), (1, 1, 0)]),
        ("NP-SBJ-1", [(0,)]),
        ("NP over NN", [(0,)]),
        ("S directly over VP", [(), (1, 1)]),
        ("VP over VP", [(1,), (1, 1, 1)]),
        ("VP directly over VP", [(1, 1, 1)]),
        ("VP not over VP", [(1, 1, 1, 1)]),
        ("VP under S & not under VP", [(1,)]),
        ("NP first child DT", [(0,)]),
        ("NP last child NN", [(0,)]),
        ("VP sister NP", [(1,), (1, 1, 1)]),
        ("DT next sister JJ", [(0, 0)]),
        ("NN previous sister JJ", [(0, 2)]),
        ("-NONE-", [(1, 1, 0, 0)]),
        ("NP over -NONE-", [(1, 1, 0)]),
        ("*-1", [(0,), (1, 1, 0, 0)]),
        ('"*-1"', [(1, 1, 0, 0)]),
        ('NP over "*-1"', [(1, 1, 0)]),
        ('-NONE- sister "*-1"', []),
        ("S over sing", [(), (1, 1)]),
        ("VP first child label=VB*", [(1,), (1, 1, 1, 1)]),
        ("VP over (NP over -NONE-)", [(1,)]),
        ("[NP & label!=NP-SBJ]", []),
        ("PP", []),
    ],
)
def test_a_query_finds_the_nodes_that_the_help_page_says(query: str, found: list[tuple[int, ...]]) -> None:
    assert [match.nodes[0] for match in parse_query(query).find_matches(COOK)] == found


def test_a_phrase_that_begins_with_a_bare_word_is_found_by_its_name() -> None:
    (match,) = parse_query("NP").find_matches(brackets.parse_bracketed_sentence(b"(S (NP the (NN dog)) (VBD ran))"))[1:]
    assert match.nodes == ((0,),)


def test_a_match_names_the_words_of_the_phrase_and_what_proves_it() -> None:
    (match,) = parse_query("NP over JJ").find_matches(COOK)
    assert match == Match((1, 2, 3), ((0,), (0, 1)))
    (match,) = parse_query("JJ under NP").find_matches(COOK)
    assert match == Match((2,), ((0, 1), (0,)))
    (match,) = parse_query("VP first child TO").find_matches(COOK)
    assert match.words == (5, 6)


def test_words_of_the_language_are_plain_words_between_plain_words() -> None:
    sentence = Sentence.of(["we", "did", "not", "look", "over", "the", "first", "child", "and", "next", "sister"])
    for query in ("did not look over", "the first child", "next sister", 'child "and" next', '"over"'):
        assert len(parse_query(query).find_matches(sentence)) == 1


def test_both_kinds_of_structure_are_asked_about_one_word() -> None:
    both = Sentence.of(COOK.forms, xpos=COOK.xpos, tree=COOK.tree, heads=[3, 3, 4, 0, 6, 4, 4])
    assert [match.words[0] for match in parse_query("NN > DT & under NP").find_matches(both)] == [3]
    assert parse_query("NN > DT & under VP").find_matches(both) == ()
    assert [match.nodes[0] for match in parse_query("NP over (NN > DT)").find_matches(both)] == [(0,)]


def test_where_no_word_has_a_head_nothing_is_found_by_arcs() -> None:
    assert parse_query("NN !> DT").find_matches(COOK) == ()


def test_a_sentence_that_cannot_be_read_is_found_by_that_alone() -> None:
    broken = load_text("1\tdog\n\n")[0]
    assert parse_query("is:unreadable and is:problem").find_matches(broken) == (Match(),)
    assert parse_query("dog").find_matches(broken) == ()


def load_text(text: str) -> Treebank:
    return loads(text.encode(), format="conllu")


def test_problems_warnings_and_crossing_arcs_are_found() -> None:
    two_roots = Sentence.of(["a", "b"], heads=[0, 0], deprels=["root", "root"])
    assert parse_query("is:problem").find_matches(two_roots)
    odd = Sentence.of(["a", "b", "c"], heads=[0, 1, 1], deprels=["root", "obj", "thing"])
    assert parse_query("is:warning and not is:problem").find_matches(odd)
    assert parse_query("is:crossing").find_matches(Sentence.of(["a", "b", "c", "d"], heads=[3, 4, 0, 3]))


@pytest.mark.parametrize(
    ("query", "column", "what"),
    [
        ("", 1, "nothing to look for"),
        ("   ", 1, "nothing to look for"),
        ("NN >", 5, "should be a word"),
        ("NN>DT", 6, "a space before it: > DT"),
        ("> DT", 1, "A relation belongs between two words"),
        ("(NN", 1, r"the bracket \( is not closed"),
        ("[NN", 1, r"the bracket \[ is not closed"),
        ("NN)", 3, "is not allowed here"),
        ("[foo=bar]", 2, "no column 'foo'. There are form, lemma"),
        ("upos=", 6, "no value after upos="),
        ('form="dog', 6, "quotes are not closed"),
        ("lemma=/(/", 7, "not a regular expression"),
        ("form=/a{" + "9" * 5000 + "}/", 6, "not a regular expression: a number in it is too long"),
        ("form=/(?a)(?u)/", 6, "its flags contradict each other"),
        ("DET NOUN > ADJ", 5, "Put the relation in brackets"),
        ("NN !> DT > JJ", 10, "not clear to what"),
        ("NN > (DT JJ)", 6, "one word or node"),
        ("a & b", 3, "write and"),
        ("a | b", 3, "Write or between"),
        ("and b", 1, '"and"'),
        ("a or", 5, "breaks off"),
        ("not", 1, "nothing follows"),
        ("...", 1, "between words"),
        ("NN >nsubj@up DT", 4, "Write @left or @right"),
        ("is:nice", 1, "is:problem or is:warning"),
        ("(a or b) c", 1, "neither a word nor a node"),
        ("a ! b", 3, "is not allowed here"),
        ("[a > b]", 4, "is not allowed here"),
        ("(" * 60 + "a" + ")" * 60, 52, "levels of nesting"),
        ("A > " * 5000 + "A", 205, "levels of nesting"),
        ("not " * 5000 + "a", 205, "levels of nesting"),
        ("a\ud800b", 2, "no sign of Unicode"),
        ("lemma=x text:\udcff", 14, "no sign of Unicode"),
        ("/\udcff/", 2, "no sign of Unicode"),
    ],
)
def test_what_cannot_be_understood_is_answered_with_its_column_and_a_remedy(query: str, column: int, what: str) -> None:
    with pytest.raises(QueryError, match=what) as refused:
        parse_query(query)
    assert refused.value.column == column
    assert refused.value.remedy
    again = pickle.loads(pickle.dumps(refused.value))  # it comes out of the engine's process
    assert (str(again), again.column) == (str(refused.value), column)


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("[" + "b" * 20_000 + "=x]", id="column"),
        pytest.param("is:" + "b" * 20_000, id="property"),
        pytest.param("/(?P<" + "b" * 20_000 + "->a)/", id="regular expression"),
        pytest.param("text:x " + "b" * 20_000 + "=", id="value"),
    ],
)
def test_an_answer_does_not_repeat_a_long_query(query: str) -> None:
    with pytest.raises(QueryError) as refused:
        parse_query(query)
    assert len(str(refused.value)) < 1000
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@example("/[[/")
@example("/[[a]/")
@given(st.text('ab N>< !&|()[]"/*=.:@\\ notandover', max_size=25))
def test_any_text_is_a_query_or_answered(text: str) -> None:
    try:
        query = parse_query(text)
    except QueryError:
        return
    for sentence in (DOGS, COOK):
        for match in query.find_matches(sentence):
            assert all(1 <= word <= len(sentence) for word in match.words)


SENTENCES = st.integers(1, 7).flatmap(
    lambda size: st.builds(
        lambda forms, tags, heads, labels: Sentence.of(forms, upos=tags, heads=heads, deprels=labels),
        st.lists(st.sampled_from("abc"), min_size=size, max_size=size),
        st.lists(st.sampled_from("XYZ"), min_size=size, max_size=size),
        st.lists(st.none() | st.integers(0, size + 1), min_size=size, max_size=size),
        st.lists(st.sampled_from(["r", "s", "r:t"]), min_size=size, max_size=size),
    )
)


def above(sentence: Sentence, word: int) -> set[int]:
    """All words that stand above one, by walking up as often as there are words."""
    found, here = set(), sentence.heads[word - 1]
    for _ in sentence.forms:
        if here is None or not 1 <= here <= len(sentence):
            break
        found.add(here)
        here = sentence.heads[here - 1]
    return found


@given(
    SENTENCES,
    st.sampled_from("XYZ"),
    st.sampled_from([">", "<", ">>", "<<"]),
    st.sampled_from(["", "r", "r:t", "s"]),
    st.sampled_from(["", "left", "right"]),
    st.booleans(),
    st.sampled_from(["X", "a"]),
)
def test_arcs_are_found_as_they_are_defined(
    sentence: Sentence, one: str, way: str, label: str, side: str, negated: bool, other: str
) -> None:
    size = len(sentence)

    def related(word: int, second: int) -> bool:
        low, high = (second, word) if way[0] == ">" else (word, second)
        near = sentence.heads[low - 1] == high
        fits = high in above(sentence, low) if len(way) == 2 else near
        relation = sentence.deprels[low - 1]
        if label and relation != label and not relation.startswith(label + ":"):
            return False
        return fits and (not side or (second < word) == (side == "left")) and (not side or second != word)

    def is_other(word: int) -> bool:
        return sentence.upos[word - 1] == "X" if other == "X" else sentence.forms[word - 1] == "a"

    expected = []
    for word in range(1, size + 1):
        if sentence.upos[word - 1] == one:
            proven = any(is_other(second) and related(word, second) for second in range(1, size + 1))
            if proven != negated:
                expected.append(word)
    if sentence.heads.count(None) == size:
        expected = []
    query = f"{one} {'!' if negated else ''}{way}{label}{'@' + side if side else ''} {other}"
    assert [match.words[0] for match in parse_query(query).find_matches(sentence)] == expected


@given(SENTENCES, st.lists(st.sampled_from(["a", "b", "X", "*", "..."]), min_size=2, max_size=5))
def test_words_in_a_row_are_found_as_they_are_defined(sentence: Sentence, items: list[str]) -> None:
    while items and items[0] == "...":
        items = items[1:]
    if not items:
        return
    pieces = {"...": "(?:[^;]*;)*?", "*": "[^;]*;", "X": "./X;", "a": "a/.;", "b": "b/.;"}
    pattern = "".join(map(pieces.__getitem__, items))
    line = "".join(f"{form}/{tag};" for form, tag in zip(sentence.forms, sentence.upos, strict=True))
    starts = [at + 1 for at in range(len(sentence)) if re.match(pattern, line[4 * at :])]
    assert [match.words[0] for match in parse_query(" ".join(items)).find_matches(sentence)] == starts


def stands(way: str, tree: Tree, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the node at `one` stands in a relation to that at `other`, by their paths."""
    last = len(node_at(tree, one).children) - 1
    step = other[-1] - one[-1] if one and other and one[:-1] == other[:-1] else 0
    return {
        "over": other[: len(one)] == one and one != other,
        "directly over": other != () and other[:-1] == one,
        "under": one[: len(other)] == other and one != other,
        "directly under": one != () and one[:-1] == other,
        "first child": other == (*one, 0),
        "last child": other == (*one, last),
        "sister": step != 0,
        "next sister": step == 1,
        "previous sister": step == -1,
    }[way]


@given(
    trees(st.sampled_from(["NN", TRACE_TAG, "XX"]), st.sampled_from(["NP", "VP", "NP-SBJ", "S"]), leaves=9),
    st.sampled_from(["NP", "VP", "NN"]),
    st.sampled_from(list(TREE_RELATIONS)),
    st.booleans(),
    st.sampled_from(["NP", "NP-SBJ", "NN", TRACE_TAG]),
)
def test_links_in_trees_are_found_as_they_are_defined(
    tree: Tree, one: str, way: str, negated: bool, other: str
) -> None:
    sentence = Sentence.of(list(tree.words()), xpos=list(tree.tags()), tree=tree)
    nodes = list(walk_paths(tree))

    def has(node: Tree, label: str) -> bool:
        return node.label == label or (not node.is_tag and node.label.startswith(label + "-"))

    expected = [
        path
        for path, node in nodes
        if has(node, one) and any(has(second, other) and stands(way, tree, path, to) for to, second in nodes) != negated
    ]
    if negated and not any(has(second, other) for _, second in nodes):
        expected = [path for path, node in nodes if has(node, one)]
    query = f"{one} {'not ' if negated else ''}{way} {other}"
    assert [match.nodes[0] for match in parse_query(query).find_matches(sentence)] == expected


EXAMPLES = [
    example.replace("\\|", "|")
    for line in (locate_assets() / "help" / "find.md").read_text(encoding="utf-8").split("\n")
    if line.startswith("| `")
    for example in re.findall(r"`([^`]+)`", re.split(r"(?<!\\)\|", line)[1])
]


@pytest.fixture(scope="module")
def sample() -> list[Treebank]:
    return [load(path) for path in sorted((locate_assets() / "sample").glob("*/written.*")) if path.suffix != ".txt"]


@pytest.mark.parametrize("query", EXAMPLES)
def test_each_example_of_the_help_page_finds_something_in_the_sample(query: str, sample: list[Treebank]) -> None:
    found = sum(1 for treebank in sample for _ in parse_query(query).find(treebank))
    if query.startswith("is:"):  # nothing is wrong with the sample
        assert found == 0
    else:
        assert found > 0


@pytest.mark.parametrize("query", [*EXAMPLES, "keep", "form=KEEP*", "İt", "it or ist", "NOUN >>obl *ing", "form=_"])
def test_what_is_skipped_by_its_bytes_holds_nothing(query: str, sample: list[Treebank]) -> None:
    asked = parse_query(query)
    for treebank in sample:
        slowly = [(at, matches) for at, sentence in enumerate(treebank) if (matches := asked.find_matches(sentence))]
        assert list(asked.find(treebank)) == slowly


def test_edited_sentences_are_searched_as_they_are_now() -> None:
    treebank = load_text("1\tdog\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\tKeep\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    changed = treebank.with_sentence(0, treebank[0].with_value("form", 1, "wolf"))
    assert [at for at, _ in parse_query("wolf").find(changed)] == [0]
    assert [at for at, _ in parse_query("dog").find(changed)] == []
    kelvin = load_text("1\t\u212aeep\t_\t_\t_\t_\t0\troot\t_\t_\n\n")  # its small letter is an ordinary k
    assert [at for at, _ in parse_query("keep").find(kelvin)] == [0]
    dotted = load_text("1\tD\u0130YE\t_\t_\t_\t_\t0\troot\t_\t_\n\n")  # small: i and a combining dot
    assert [at for at, _ in parse_query("di*").find(dotted)] == [0]


def test_a_search_stops_at_its_limit_and_says_where_it_is() -> None:
    passed: list[int] = []
    assert len(list(parse_query("*").find(Treebank.of([DOGS] * 1200), passed.append, limit=1100))) == 1100
    assert passed == [0, 500, 1000]
    assert not list(parse_query("*").find([DOGS], limit=0))


@given(st.text("ab*", max_size=8).filter(lambda text: "*" in text), st.text("ab\n", max_size=9))
def test_a_star_stands_for_anything(pattern: str, value: str) -> None:
    wanted = re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), value, re.DOTALL) is not None
    assert QueryValue(pattern).exact_predicate()(value) == wanted


def test_a_value_of_many_stars_takes_no_longer_than_one_of_few() -> None:
    few = QueryValue("*a*a*b").exact_predicate()  # first, for many would never end where these are slow
    assert measure_growth(lambda size: "a" * size, few, 500) < LINEAR
    matches = QueryValue("*a" * 30 + "*b").exact_predicate()
    begun = time.process_time()
    assert not matches("a" * 100_000)
    assert matches("a" * 100_000 + "b")
    assert time.process_time() - begun < 1


def test_five_thousand_words_are_searched_without_delay() -> None:
    long = Sentence.of(["a", "b"] * 2500, heads=[0, *range(1, 5000)], deprels=["r"] * 5000)
    assert len(parse_query("a ... b ... a").find_matches(long)) == 2499
    assert len(parse_query("b << a").find_matches(long)) == 2500
