"""Empty elements are put back where patterns of labels say what is missing, with their antecedents."""

from __future__ import annotations

from fixtures import tree_of

from spectral_core.data import Constraints, Sentence, Tree, Treebank
from spectral_core.models.latent_pcfg import LatentPcfg, LatentPcfgSettings, learn
from spectral_core.models.latent_pcfg.tree_restoration import EmptyElementPatterns

NAMES = [("dogs", "boats"), ("cats", "tools"), ("cooks", "nets"), ("girls", "cans")]
TREES = [
    tree_of(text.format(*names))
    for names in NAMES
    for text in (
        "(S (NP-SBJ-1 (DT the) (NNS {0})) (VP (VBD were) (VP (VBN seen) (NP (-NONE- *-1)) (ADVP (RB often)))) (. .))",
        "(S (NP-SBJ (DT the) (NNS {0})) (VP (VBD saw) (NP (DT the) (NNS {1}))) (. .))",
        "(S (NP-SBJ (PRP they)) (VP (VBD said) (SBAR (-NONE- 0) (S (NP-SBJ (NNS {0})) (VP (VBP swim))))) (. .))",
        "(S (NP-SBJ (NP (NNS {0})) (SBAR (WHNP-2 (WP who)) (S (NP-SBJ (-NONE- *T*-2)) (VP (VBP swim))))) "
        "(VP (VBD left)) (. .))",
        "(S (NP-SBJ-1 (NNS {0})) (VP (VBD wanted) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB swim))))) (. .))",
    )
]
PASSIVE = "(S (NP-SBJ (PRP she)) (VP (VBD was) (VP (VBN seen) (ADVP (RB often)))) (. .))"
RESTORED = "(S (NP-SBJ-1 (PRP she)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (ADVP (RB often)))) (. .))"


def patterns() -> EmptyElementPatterns:
    found = EmptyElementPatterns.learn(TREES)
    assert found is not None
    return found


def without(tree: Tree) -> Tree:
    bare = tree.without_traces()
    assert bare is not None
    return bare


def test_what_is_missing_is_put_back_with_its_antecedent() -> None:
    found = patterns()
    assert str(found.insert_empty_elements(tree_of(PASSIVE))) == RESTORED
    told = found.insert_empty_elements(
        tree_of("(S (NP (PRP we)) (VP (VBD said) (SBAR (S (NP (NNS dogs)) (VP (VBP swim))))) (. .))")
    )
    assert "(SBAR (-NONE- 0) (S" in str(told)
    for tree in TREES:
        renumbered = str(tree).replace("-2", "-1")
        bare = without(tree).without_functions()
        assert str(found.insert_empty_elements(bare).without_functions()) == str(
            tree_of(renumbered).without_functions()
        )


def test_where_nothing_is_missing_nothing_is_put() -> None:
    found = patterns()
    whole = tree_of("(S (NP (PRP we)) (VP (VBD saw) (NP (DT the) (NNS nets))) (. .))")
    assert found.insert_empty_elements(whole) == whole
    assert EmptyElementPatterns.learn(map(without, TREES)) is None


def test_patterns_are_the_same_again_from_their_arrays() -> None:
    found = patterns()
    again = EmptyElementPatterns.from_arrays(found.arrays())
    assert (again.insertions, again.transitive) == (found.insertions, found.transitive)


def test_a_pattern_that_is_wrong_as_often_as_right_is_left_out() -> None:
    alike = [tree_of("(S (NP (PRP it)) (VP (VBP swim)))"), tree_of("(S (NP (PRP it)) (VP (VBP swim) (NP (-NONE- *))))")]
    found = EmptyElementPatterns.learn(alike * 3)
    assert found is not None
    assert found.insertions == {}


def test_numbers_that_are_there_are_kept_and_locked_phrases_get_none() -> None:
    found = patterns()
    numbered = tree_of(PASSIVE.replace("NP-SBJ", "NP-SBJ-7"))
    assert "(NP-SBJ-7 (PRP she))" in str(found.insert_empty_elements(numbered))
    assert "(-NONE- *-7)" in str(found.insert_empty_elements(numbered))
    locked = str(found.insert_empty_elements(tree_of(PASSIVE), {(0, 1)}))
    assert "(NP-SBJ (PRP she))" in locked
    assert "(-NONE- *)" in locked


def test_a_grammar_that_is_asked_for_empty_elements_parses_with_them_under_locks() -> None:
    treebank = Treebank.of(Sentence.of(list(tree.words()), xpos=list(tree.tags()), tree=tree) for tree in TREES)
    chosen = LatentPcfgSettings(states=2, calibration=False, traces=True)
    learnt = learn(treebank, chosen)
    model = LatentPcfg.from_arrays(chosen, learnt.arrays())
    sentence = Sentence.of(["the", "cats", "were", "seen", "often", "."])
    tree = model.parse(sentence)[0].value.tree
    assert tree is not None
    assert "(-NONE- *-1)" in str(tree)
    assert tuple(tree.words()) == sentence.forms
    locks = Constraints(required_spans=frozenset({(0, 2, "NP-SBJ")}))
    kept = model.parse(sentence, 1, locks)[0].value.tree
    assert kept is not None
    assert (0, 2, "NP-SBJ") in kept.spans()
    assert "-NONE-" in str(kept)
    assert learn(treebank, LatentPcfgSettings(states=2, calibration=False)).traces is None
