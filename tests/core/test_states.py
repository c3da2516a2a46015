"""Hidden states at nodes: gathered over a document, told by words, rules and features, and found elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures import tiny_treebank, tree_of
from states_model import FILE, hold

from spectral_core import formats
from spectral_core.arrays import project_to_principal_plane
from spectral_core.data import Sentence, Treebank
from spectral_core.engine import (
    AskNodeStates,
    AskStateParts,
    AskStates,
    DocumentState,
    Engine,
    FindNodesInState,
)
from spectral_core.engine.hidden_states import find_typical_values
from spectral_core.engine.node_state_collection import SentenceNodes
from spectral_core.errors import DataError
from spectral_core.progress import Progress, ignore_progress
from spectral_core.registry import METHODS, make_settings

NUMBERS = ("dog", "dogs", "cat", "cats", "house")


def sentence(noun: str, adjective: str = "") -> Sentence:
    """A noun phrase and a verb: the NP over the words before the verb."""
    inner = f"(JJ {adjective}) " if adjective else ""
    tag = "NNS" if noun.endswith("s") else "NN"
    tree = tree_of(f"(S (NP-SBJ (DT the) {inner}({tag} {noun})) (VP (VBD ran)))")
    forms, tags = tuple(tree.words()), tuple(tree.tags())
    number = "Plur" if tag == "NNS" else "Sing"
    feats = [f"Number={number}|Gender=Masc" if tag_.startswith("NN") else "_" for tag_ in tags]
    return Sentence.of(forms, xpos=tags, feats=feats, tree=tree)


TREES = [sentence(noun, adjective) for noun in NUMBERS for adjective in ("", "old", "big", "")] * 2
TREEBANK = Treebank.of([*TREES, Sentence.of(["Stop"], xpos=["VB"])])


@pytest.fixture
def held() -> Engine:
    made = Engine()
    made.set_document("text", DocumentState(None, "", {}, treebank=TREEBANK))
    hold(made)
    return made


def test_parts_are_listed_in_the_order_of_the_model_with_their_nodes(held: Engine) -> None:
    found = AskStateParts(FILE, "text").run(held, ignore_progress)
    assert [(one.part, one.nodes, one.states) for one in found.parts] == [("NP", 40, 2), ("NN", 40, 2)]
    assert found.sentences == 40  # the model refuses the last


def test_each_state_has_the_words_and_rules_that_are_typical_of_it(held: Engine) -> None:
    found = AskStates(FILE, "text", "NP").run(held, ignore_progress)
    singular, plural = found.states
    assert (singular.number, plural.number) == (0, 1)
    assert singular.share == pytest.approx(0.8 * 24 / 40 + 0.1 * 16 / 40)
    assert [word for word, _ in singular.words] == ["cat", "dog", "house"]
    assert [word for word, _ in plural.words] == ["cats", "dogs"]
    assert dict(plural.words)["dogs"] == pytest.approx(8 * 0.9)
    assert {rule for rule, _ in plural.rules} == {"NP → DT NNS", "NP → DT JJ NNS"}
    assert found.spectrum == (3.0, 2.0, 0.5)


def test_words_without_a_phrase_have_words_alone(held: Engine) -> None:
    found = AskStates(FILE, "text", "NN").run(held, ignore_progress)
    assert [word for word, _ in found.states[1].words] == ["cats", "dogs"]
    assert found.states[0].rules == found.states[1].rules == ()
    assert found.spectrum == ()


def test_nodes_stand_in_the_plane_where_their_vectors_differ_most(held: Engine) -> None:
    found = AskStates(FILE, "text", "NP").run(held, ignore_progress)
    assert len(found.points) == 40
    sides = {
        point.state: {round(other.x, 1) for other in found.points if other.state == point.state}
        for point in found.points
    }
    assert not sides[0] & sides[1]
    assert found.explained_variance[0] > 0.99
    one = found.points[1]
    assert (one.word, one.sentence, one.words) == ("dog", 1, (1, 2, 3))


def test_features_of_head_words_are_told_by_the_states_that_stand_for_them(held: Engine) -> None:
    (number,) = AskStates(FILE, "text", "NP").run(held, ignore_progress).attributes  # all genders are alike
    assert (number.name, number.nodes, number.values) == ("Number", 40, (("Sing", 24), ("Plur", 16)))
    assert (number.accuracy, number.baseline_accuracy) == (1.0, 0.6)
    assert number.values_by_state == ("Sing", "Plur")
    joint = np.array([[0.8 * 24, 0.1 * 16], [0.2 * 24, 0.9 * 16]]) / 40
    apart = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    values = joint.sum(axis=0)
    assert number.explained_entropy == pytest.approx(
        (joint * np.log(joint / apart)).sum() / -(values * np.log(values)).sum()
    )


def test_labels_that_say_more_are_what_states_are_held_against(held: Engine, tmp_path: Path) -> None:
    def full(one: Sentence) -> Sentence:
        text = str(one.tree).replace("NP-SBJ", f"NP-SBJ[{'pl' if one.forms[-2].endswith('s') else '3sg'},full]")
        return Sentence.of(one.forms, xpos=one.xpos, tree=tree_of(text))

    formats.save(Treebank.of([full(one) for one in TREES]), tmp_path / "truth.mrg", drop=True)
    found = AskStates(FILE, "text", "NP", truth=tmp_path / "truth.mrg").run(held, ignore_progress)
    told = {one.name: one for one in found.attributes}
    assert set(told) == {"1", "Number"}  # the second field is the same everywhere
    assert (told["1"].accuracy, told["1"].values_by_state) == (1.0, ("3sg", "pl"))
    tags = AskStates(FILE, "text", "NN", truth=tmp_path / "truth.mrg").run(held, ignore_progress)
    assert [one.name for one in tags.attributes] == ["Number"]


def test_the_true_states_of_words_may_stand_beside_them() -> None:
    engine = Engine()
    misc = [["_", f"SpaceAfter=No|State=NN[{'pl' if one.forms[-2].endswith('s') else 'sg'}]", "_"] for one in TREES]
    sentences = [
        replace(one, misc=tuple(row if len(one) == 3 else ["_", *row])) for one, row in zip(TREES, misc, strict=True)
    ]
    engine.set_document("text", DocumentState(None, "", {}, treebank=Treebank.of(sentences)))
    found = AskStates(hold(engine), "text", "NN").run(engine, ignore_progress)
    assert {one.name: one.values_by_state for one in found.attributes}["1"] == ("sg", "pl")


def test_a_node_has_its_posterior_and_the_nodes_that_stand_nearest(held: Engine) -> None:
    (found,) = AskNodeStates(FILE, "text", 5, TREES[5], (0, 3)).run(held, ignore_progress)
    assert TREES[5].forms == ("the", "old", "dogs", "ran")
    assert (found.part.part, found.posteriors) == ("NP", (0.1, 0.9))
    assert 5 not in found.nearest.sentences
    assert [len(TREES[at]) for at in found.nearest.sentences] == [4] * 7 + [3] * 5
    assert all(TREES[at].forms[-2].endswith("s") for at in found.nearest.sentences)
    assert set(found.nearest.words[:7]) == {(1, 2, 3)}
    assert AskNodeStates(FILE, "text", 5, TREES[5], (0, 4)).run(held, ignore_progress) == ()


def test_the_same_state_is_found_elsewhere_the_surest_first(held: Engine) -> None:
    found = FindNodesInState(FILE, "text", "NP", "", 1).run(held, ignore_progress)
    assert len(found.sentences) == 16
    assert all(TREES[at].forms[-2].endswith("s") for at in found.sentences)
    with pytest.raises(DataError, match="NP has 2 states, counted from 0; there is no state 2"):
        FindNodesInState(FILE, "text", "NP", "", 2).run(held, ignore_progress)
    with pytest.raises(DataError, match="No node of VP in this document"):
        FindNodesInState(FILE, "text", "VP", "", 0).run(held, ignore_progress)


def test_a_part_with_several_kinds_names_them_and_one_alone_need_not_be_named() -> None:
    corpus = Treebank.of(replace(one, tree=None, candidates=(), analyses=()) for one in tiny_treebank())
    method = METHODS["latent-dependencies"]
    settings = {"states": 2, "tagger": False, "relations": False, "calibration": False, "iterations": 1}
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, treebank=corpus))
    engine.models[FILE] = (-1, method.learn(corpus, make_settings(method, settings)))
    found = AskStateParts(FILE, "text").run(engine, ignore_progress)
    name = found.parts[0].part
    kinds = [one.kind for one in found.parts if one.part == name]
    assert "node" in kinds
    assert len(kinds) > 1
    with pytest.raises(DataError, match=f"{name} has states of several kinds; choose one of: {', '.join(kinds)}"):
        AskStates(FILE, "text", name).run(engine, ignore_progress)
    with pytest.raises(DataError, match=f"{name} has no states of kind nodes; choose one of: "):
        AskStates(FILE, "text", name, "nodes").run(engine, ignore_progress)
    assert AskStates(FILE, "text", name, "node").run(engine, ignore_progress).part.kind == "node"
    with pytest.raises(DataError, match=f"No node of nonsense .* choose another label: {name}"):
        AskStates(FILE, "text", "nonsense").run(engine, ignore_progress)


def test_words_are_told_as_they_are_and_not_as_brackets_write_them() -> None:
    engine = Engine()
    tree = tree_of("(S (NP (NN 3\\/4)) (VP (VBD ran)))")
    corpus = Treebank.of([Sentence.of(["3\\/4", "ran"], xpos=["NN", "VBD"], tree=tree)] * 4)
    engine.set_document("text", DocumentState(None, "", {}, treebank=Treebank.of([*corpus, *TREES])))
    points = AskStates(hold(engine), "text", "NN").run(engine, ignore_progress).points
    assert [point.word for point in points[:4]] == ["3/4"] * 4


def test_what_was_gathered_is_held_until_the_document_is_edited(held: Engine) -> None:
    seen: list[Progress] = []
    AskStateParts(FILE, "text").run(held, seen.append)
    assert {progress.stage for progress in seen} == {"reading states"}
    seen.clear()
    AskStates(FILE, "text", "NP").run(held, seen.append)
    assert not seen
    held.apply_edits("text", {0: sentence("birds")})
    assert AskStates(FILE, "text", "NP").run(held, seen.append).states[1].share > 0.42
    assert seen


def test_attributes_are_those_that_the_richer_treebank_has_now(held: Engine, tmp_path: Path) -> None:
    truth, found = tmp_path / "richer.mrg", []
    for values in ("xy", "xyz"):
        rich = [f"(S (NP[{values[at % len(values)]}] (NN birds)) (VP (VBD ran)))\n" for at in range(200)]
        truth.write_text("".join(rich))
        bare = [
            Sentence.of(["birds", "ran"], xpos=["NN", "VBD"], tree=tree_of("(S (NP (NN birds)) (VP (VBD ran)))"))
            for _ in rich
        ]
        if not found:
            held.set_document("birds", DocumentState(None, "", {}, treebank=Treebank.of(bare)))
        states = AskStates(FILE, "birds", "NP", truth=truth).run(held, ignore_progress)
        found.append([len(attribute.values) for attribute in states.attributes if attribute.name == "1"])
    assert found == [[2], [3]]


def test_what_hangs_from_a_word_stands_for_its_rule_where_there_is_no_tree() -> None:
    engine = Engine()
    engine.set_document(
        "text", DocumentState(None, "", {}, treebank=Treebank.of(replace(one, tree=None) for one in tiny_treebank()))
    )
    found = AskStates(hold(engine), "text", "NN").run(engine, ignore_progress)
    rules = {rule for card in found.states for rule, _ in card.rules}
    assert "DET · ADP" not in rules
    assert "DET ·" in rules


def test_a_word_without_an_annotated_head_has_no_place_below_one() -> None:
    nodes = SentenceNodes(Sentence.of(["the", "old", "dog", "ran"], heads=[3, 3, None, 0]))
    assert {"from its head", "depth"}.isdisjoint(nodes.collect_position_attributes(3))
    assert nodes.collect_position_attributes(3)["modifiers"] == "2"
    assert nodes.collect_position_attributes(1)["from its head"] == "2"
    assert "depth" not in nodes.collect_position_attributes(1), "what is above its head is not known"
    assert nodes.collect_position_attributes(4)["from its head"] == "root"


def test_typical_is_what_a_state_has_more_of_than_all_nodes() -> None:
    shares = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    first, second = find_typical_values(["a", "a", "b", "c"], shares, 5)
    assert first == (("a", 2.0),)
    assert second == (("b", 1.0), ("c", 0.5))


def test_the_plane_keeps_the_distances_of_what_is_flat() -> None:
    random = np.random.default_rng(0)
    flat = random.normal(size=(30, 2)) @ random.normal(size=(2, 6))
    points, along = project_to_principal_plane(flat)
    assert np.linalg.norm(points[3] - points[8]) == pytest.approx(np.linalg.norm(flat[3] - flat[8]))
    assert sum(along) == pytest.approx(1.0)
    assert project_to_principal_plane(np.ones((3, 1)))[0].shape == (3, 2)


def test_the_states_of_the_three_documents_looked_at_last_are_held() -> None:
    engine = Engine()
    hold(engine)
    for name in "abcd":
        engine.set_document(name, DocumentState(None, "", {}, treebank=Treebank.of(TREES)))
    for name in "abcad":
        AskStateParts(FILE, name).run(engine, ignore_progress)
    assert [document for document, *_ in engine.node_states] == ["c", "a", "d"]
    engine.set_document("a", None)
    assert [document for document, *_ in engine.node_states] == ["c", "d"]
