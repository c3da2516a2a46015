"""What a grammar knows of words and of the ends of spans: signatures, contexts, and what spans are learnt from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fixtures import tiny_treebank, tree_of

from spectral_core.data import Constraints, Sentence, Tree, Treebank
from spectral_core.data.structure import SpanPart
from spectral_core.models.latent_pcfg import LatentPcfgSettings, count, learn
from spectral_core.models.latent_pcfg.charts import HashedSentences, SpanPotentials, find_likely_spans
from spectral_core.models.latent_pcfg.estimators import EmTrainer
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank, Grammar
from spectral_core.models.latent_pcfg.lexicon import ContextLexicon, SignatureLexicon, Signatures
from spectral_core.progress import ignore_progress
from spectral_core.structured.locks import make_unlocked_cells


def forest_of(treebank: Treebank) -> BinarisedTreebank:
    return BinarisedTreebank.from_counts(count(treebank, LatentPcfgSettings()), LatentPcfgSettings())


def trees(*brackets: str) -> Treebank:
    made = [tree_of(text) for text in brackets]
    return Treebank.of(Sentence.of(tuple(tree.words()), tree=tree) for tree in made)


def test_signatures_are_learnt_from_endings_and_shapes() -> None:
    signatures = Signatures.from_rare_words(["walking", "talking", "singing", "Ringing", "x-2"])
    assert "ing" in signatures.endings
    assert signatures.compute_signature("bowling", False) == signatures.compute_signature("dancing", False)
    different = ["bowling", "Bowling", "BOWLING", "12", "1990s", "a-b", "?"]
    assert len({signatures.compute_signature(form, False) for form in different}) == len(different)
    assert signatures.compute_signature("Bowling", True) != signatures.compute_signature("Bowling", False)


def test_fine_signatures_tell_rarer_endings_apart() -> None:
    rare = [*("sleeping",) * 90, *("running",) * 90, *("quickly",) * 4]
    assert {"ing", "ly"} - Signatures.from_rare_words(rare).endings == {"ly"}
    assert {"ing", "ly"} <= Signatures.from_rare_words(rare, fine=True).endings


def test_words_that_were_seen_often_have_the_labels_that_they_had() -> None:
    lexicon = SignatureLexicon.from_forest(forest_of(Treebank.of([*tiny_treebank()] * 3)))
    forest = forest_of(Treebank.of([*tiny_treebank()] * 3))
    names = {forest.labels[label] for label in lexicon.find_entry("saw", False).labels.tolist()}
    assert names == {"VBD", "NN"}
    counts = lexicon.find_entry("the", False)
    assert [forest.labels[label] for label in counts.labels.tolist()] == ["DT"]
    share = (
        forest.node_labels[forest.node_words == forest.forms.index("the")].size
        / (forest.node_labels == counts.labels[0]).sum()
    )
    assert counts.weights[0] == pytest.approx(share)


def test_a_rare_word_keeps_the_labels_that_it_had_before_others() -> None:
    forest = forest_of(trees("(S (NP (NN dog)) (VP (VB runs)))", "(S (NP (NN cat)) (VP (VB naps)))"))
    lexicon = SignatureLexicon.from_forest(forest)
    for form, label in (("dog", "NP+NN"), ("runs", "VP+VB")):
        entry = lexicon.find_entry(form, form == "dog")
        assert forest.labels[int(entry.labels[entry.weights.argmax()])] == label
    unknown = lexicon.find_entry("bird", False)
    assert len(unknown.labels) == 2
    held = lexicon.without_hapaxes().find_entry("runs", False)
    np.testing.assert_array_equal(held.weights, lexicon.find_entry("walk", False).weights)


def test_context_says_what_a_word_is() -> None:
    corpus = trees(
        *["(S (NP (DT the) (NN can)) (VP (VB fell)))", "(S (NP (PRP they)) (VP (MD can) (VP (VB swim))))"] * 8
    )
    forest = forest_of(corpus)
    lexicon = ContextLexicon.learn(forest, SignatureLexicon.from_forest(forest), 0, ignore_progress)
    read = lexicon.label_words([["the", "can", "fell"], ["they", "can", "swim"]])
    best = [forest.labels[label] for label in read.find_best_labels(forest.label_counts).tolist()]
    assert best == ["DT", "NN", "VP+VB", "NP+PRP", "MD", "VP+VB"]
    assert read.can_start_phrase[[0, 3, 4]].all()  # phrases of several words begin there
    assert read.can_end_phrase[[1, 2, 5]].all()
    wide = lexicon.label_words([["the", "can", "fell"]], pruned=False)
    assert wide.can_start_phrase.all()
    found = {forest.labels[label] for label in wide.words.labels[wide.words_of_entries == 1].tolist()}
    assert {"NN", "MD"} <= found


def test_potentials_learn_what_speaks_for_a_span_beside_the_rules() -> None:
    high = "(S (NP (PRP she)) (VP (VP (VB {}) (NP (NN men))) (PP (IN of) (NP (NN day)))))"
    low = "(S (NP (PRP she)) (VP (VB {}) (NP (NP (NN men)) (PP (IN of) (NP (NN day))))))"
    corpus = trees(*[high.format("saw"), low.format("met")] * 15)
    forest = forest_of(corpus)
    grammar, words = Grammar.from_treebank(forest, False), SignatureLexicon.from_forest(forest)
    sentences = [["she", "saw", "men", "of", "day"], ["she", "met", "men", "of", "day"]] * 15
    read = words.label_words(sentences)
    items = find_likely_spans(grammar, read, sentences, make_unlocked_cells(150, len(grammar.labels))).items
    seen = HashedSentences.from_sentences(
        grammar, words, sentences, read.find_best_labels(grammar.label_counts).tolist()
    )
    noun = grammar.labels.index("NP")
    attached = (items.starts == 2) & (items.ends == 5) & (items.labels == noun)
    assert attached.sum() == 30
    odd = np.repeat(np.arange(30), np.diff(items.bounds)) % 2 == 1  # with "met"
    gold = attached & odd
    potentials = SpanPotentials.learn(grammar, seen, items, gold | ~attached, 0, lambda *_: None)
    scores = potentials.scores(grammar, seen, items)
    assert scores[gold].min() > 0.5
    assert scores[attached & ~odd].max() < -0.5


def with_functions() -> Treebank:
    """The trees of the tiny treebank, in which the phrase before a verb phrase is its subject, and the one in it the
    object."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        made = []
        for child in children:
            function = {"S": "-SBJ", "VP": "-OBJ"}.get(node.label, "")
            noun = isinstance(child, Tree) and child.label == "NP"
            made.append(child.rebuild(f"NP{function}", child.children) if noun and isinstance(child, Tree) else child)
        return node.rebuild(node.label, made)

    trees = [sentence.tree.fold(make) for sentence in tiny_treebank() if sentence.tree is not None]
    return Treebank.of(Sentence.of(list(tree.words()), xpos=list(tree.tags()), tree=tree) for tree in trees * 4)


def test_phrases_get_the_functions_that_they_have_in_the_treebank() -> None:
    model = learn(with_functions(), LatentPcfgSettings(states=2, calibration=False))
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    tree = model.parse(sentence)[0].value.tree
    assert tree is not None
    functions = {span[2] for span in tree.spans() if span[2].startswith("NP")}
    assert (0, 1, "NP-SBJ") in tree.spans()
    assert "NP-OBJ" in functions
    marginals = model.marginals(sentence)
    assert marginals.marginal(SpanPart(0, 1, "NP-SBJ")) == marginals.marginal(SpanPart(0, 1, "NP")) > 0
    plain = learn(with_functions(), LatentPcfgSettings(states=2, calibration=False, functions=False))
    bare = plain.parse(sentence)[0].value.tree
    assert bare is not None
    assert tree.without_functions() == bare
    assert learn(tiny_treebank(), LatentPcfgSettings(states=2, calibration=False)).functions is None


def test_locks_on_functions_are_kept() -> None:
    model = learn(with_functions(), LatentPcfgSettings(states=2, calibration=False))
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    locks = Constraints(
        required_spans=frozenset({(2, 7, "NP-TMP")}), forbidden_spans=frozenset({(0, 1, "NP-SBJ"), (2, 4, "NP-OBJ")})
    )
    for one in model.parse(sentence, 3, locks):
        assert one.value.tree is not None
        spans = {*one.value.tree.spans()}
        assert (2, 7, "NP-TMP") in spans
        assert not locks.forbidden_spans & spans
    assert model.parse(sentence, 1, locks)[0].score > -5  # it is a tree of the grammar
    assert model.marginals(sentence, locks).marginal(SpanPart(2, 7, "NP-TMP")) == 1.0


def test_a_phrase_that_is_locked_without_a_function_has_none() -> None:
    model = learn(with_functions(), LatentPcfgSettings(states=2, calibration=False))
    sentence = Sentence.of(["they", "saw", "the", "boat", "near", "the", "pier", "."])
    for labels in (["NP"], ["NP", "NP-SBJ"], ["NP-SBJ", "NP-TMP", "NP"]):
        locks = Constraints(required_spans=frozenset((0, 1, label) for label in labels))
        tree = model.parse(sentence, 1, locks)[0].value.tree
        assert tree is not None
        assert sorted(label for start, end, label in tree.spans() if (start, end) == (0, 1)) == sorted(labels)


def test_rare_words_of_smoothed_states_are_drawn_towards_saying_nothing() -> None:
    treebank = Treebank.of([*tiny_treebank()] * 30)
    chosen = LatentPcfgSettings(estimator="em-smoothed", states=3, iterations=6, lexicon="paper", potentials=False)
    model = learn(treebank, replace(chosen, calibration=False, functions=False))
    assert model.counts is not None
    words, forest = model.lexicon.word_lexicon, BinarisedTreebank.from_counts(model.counts, chosen)
    own = len(words.is_signature)
    labels, counts = (part[:own] for part in words.pairs)
    pairs = np.full(len(forest.node_labels), -1)
    pairs[forest.leaves] = words.leaf_pairs
    climber = EmTrainer.from_forest(forest, pairs, labels, counts, 3, True)
    found = climber.run_em(climber.make_random_start(0), 6, lambda *_: None)
    held, kept = climber.state_mask[labels], np.sqrt(counts) / (1 + np.sqrt(counts))
    given = np.zeros((own, 3))
    given[words.leaf_pairs] = found.outside[forest.leaves]
    assert np.abs(given - held).max() > 0.1
    np.testing.assert_allclose(words.states[:own] - held, kept[:, None] * (given - held), atol=1e-12)
