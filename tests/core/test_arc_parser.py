"""The arc parser: its chart against all trees, its slopes against differences, its lists, locks and what it learns."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from fixtures import tiny_treebank
from numpy.typing import NDArray
from oracles import all_projective_trees

from spectral_core.data import Constraints, Sentence, Treebank
from spectral_core.errors import ConstraintError, DataError
from spectral_core.model import ArcScorer, HasTagger, LabelsArcs, OnePassParser, Parser
from spectral_core.models import arc_parser
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings, learn_with_clusters
from spectral_core.models.arc_parser.weights import make_hashed_weights
from spectral_core.models.arc_parser.words_and_fine_tags import FineTagset
from spectral_core.models.tagger import TaggerSettings
from spectral_core.registry import METHODS
from spectral_core.structured.arc_parser import MAX_HEADS, PrunedArcs, TreeParts
from spectral_core.structured.arc_parser.inference import (
    arc_posteriors,
    make_zero_parts,
    part_marginals,
    tree_log_scores,
)
from spectral_core.structured.arc_parser.pruner import index_arcs

FREE = np.zeros((2, 0, 0), dtype=np.bool_)


def random_parts(size: int, seed: int, share: float = 0.75) -> tuple[PrunedArcs, TreeParts]:
    """Some arcs of a sentence, always those of a chain from the root, and a log score for every part."""
    random = np.random.default_rng(seed)
    heads = np.full((size, MAX_HEADS), -1, dtype=np.int32)
    for word in range(1, size + 1):
        chosen = [head for head in range(size + 1) if head != word and (head == word - 1 or random.random() < share)]
        heads[word - 1, : len(chosen)] = chosen
    kept = index_arcs(heads, size)
    parts = make_zero_parts(kept, size)
    for numbers in parts:
        numbers[:] = random.normal(0, 2, numbers.shape)
    for arc in range(len(kept.heads)):
        head, word = int(kept.heads[arc]), int(kept.modifiers[arc])
        if head == 0:
            continue
        for other in range(kept.modifier_bounds[head], kept.modifier_bounds[head + 1]):
            above = int(kept.heads[other])
            if above and min(head, word) <= above <= max(head, word):
                parts.grandparents[kept.grandparent_bounds[arc] + other - kept.modifier_bounds[head]] = -np.inf
    return kept, parts


def arcs_of(kept: PrunedArcs) -> dict[tuple[int, int], int]:
    return {
        (int(head), int(word)): arc for arc, (head, word) in enumerate(zip(kept.heads, kept.modifiers, strict=True))
    }


def parts_of(kept: PrunedArcs, heads: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]] | None:
    """The parts of a tree by their places, reckoned from the tree; None where an arc of it was not kept."""
    arcs = arcs_of(kept)
    if any((head, word) not in arcs for word, head in enumerate(heads, 1)):
        return None
    found: list[tuple[str, tuple[int, ...]]] = []
    for word, head in enumerate(heads, 1):
        arc = arcs[head, word]
        found.append(("arcs", (arc,)))
        if head:
            above = arcs[heads[head - 1], head]
            found.append(
                ("grandparents", (int(kept.grandparent_bounds[arc]) + above - int(kept.modifier_bounds[head]),))
            )
    for head in range(1, len(heads) + 1):
        children = [word for word, above in enumerate(heads, 1) if above == head]
        for side, ordered in enumerate(
            ([word for word in children if word < head][::-1], [word for word in children if word > head])
        ):
            for before, word in zip([None, *ordered], ordered, strict=False):
                arc = arcs[head, word]
                others = [other for other in range(1, len(heads) + 1) if (head, other) in arcs]
                others = [other for other in others if min(head, word) < other < max(head, word)]
                others.sort(key=lambda other: abs(other - head))
                rank = 0 if before is None else 1 + others.index(before)
                found.append(("siblings", (int(kept.sibling_bounds[arc]) + rank,)))
            found.append(("outermost", (arcs[head, ordered[-1]],)) if ordered else ("childless", (side, head)))
    return found


def listed(kept: PrunedArcs, parts: TreeParts, size: int) -> tuple[dict[tuple[int, ...], float], TreeParts]:
    """The log score of every tree, and the marginals of all parts by adding up trees."""
    scores: dict[tuple[int, ...], float] = {}
    found = make_zero_parts(kept, size)
    for heads in all_projective_trees(size):
        places = parts_of(kept, heads)
        if places is not None:
            scores[heads] = sum(float(getattr(parts, kind)[place]) for kind, place in places)
    total = math.log(sum(map(math.exp, scores.values())))
    for heads, score in scores.items():
        for kind, place in parts_of(kept, heads) or ():
            getattr(found, kind)[place] += math.exp(score - total)
    return scores, found


def total_of(scores: dict[tuple[int, ...], float]) -> float:
    return math.log(sum(map(math.exp, scores.values())))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_the_chart_sums_over_all_projective_trees_with_second_order_parts(size: int, share: float) -> None:
    for seed in range(3):
        kept, parts = random_parts(size, seed, share)
        scores, wanted = listed(kept, parts, size)
        total, found = part_marginals(kept, size, parts, FREE)
        assert total == pytest.approx(total_of(scores), abs=1e-10)
        for name in TreeParts._fields:
            np.testing.assert_allclose(getattr(found, name), getattr(wanted, name), atol=1e-10, err_msg=name)


def test_the_score_of_a_tree_is_that_of_its_parts() -> None:
    kept, parts = random_parts(5, 7)
    scores, _ = listed(kept, parts, 5)
    trees = list(all_projective_trees(5))
    found = tree_log_scores(kept, 5, parts, np.array(trees))
    for heads, log in zip(trees, found.tolist(), strict=True):
        assert log == pytest.approx(scores.get(heads, -math.inf), abs=1e-10)


def moved(parts: TreeParts, kind: str, place: int, change: float) -> TreeParts:
    numbers: NDArray[np.float64] = getattr(parts, kind).copy()
    numbers.flat[place] += change
    return parts._replace(**{kind: numbers})


def test_marginals_are_the_slopes_of_the_log_of_the_sum() -> None:
    kept, parts = random_parts(7, 3)
    _, found = part_marginals(kept, 7, parts, FREE)
    random = np.random.default_rng(0)
    for kind in TreeParts._fields:
        numbers = getattr(found, kind)
        for place in random.permutation(numbers.size)[:12].tolist():
            high, low = (
                part_marginals(kept, 7, moved(parts, kind, place, change), FREE)[0] for change in (1e-5, -1e-5)
            )
            assert (high - low) / 2e-5 == pytest.approx(numbers.flat[place], abs=1e-7), (kind, place)


def test_scores_far_apart_neither_vanish_nor_run_over() -> None:
    kept, parts = random_parts(6, 5)
    _, usual = part_marginals(kept, 6, parts, FREE)
    for word in range(1, 7):  # each word is a modifier once: every tree gains the same
        parts.arcs[kept.modifiers == word] += 900.0 * (-1) ** word
    total, found = part_marginals(kept, 6, parts, FREE)
    assert math.isfinite(total)
    np.testing.assert_allclose(found.arcs, usual.arcs, atol=1e-10)
    long, steep = random_parts(60, 1, 0.05)
    for numbers in steep:
        numbers *= 4.0
    total, found = part_marginals(long, 60, steep, FREE)
    assert math.isfinite(total)
    assert [float(found.arcs[long.modifiers == word].sum()) for word in range(1, 61)] == pytest.approx([1.0] * 60)


def learnt(treebank: Treebank | None = None, **changes: str | int | float | bool) -> ArcParser:
    plain = ArcParserSettings(relations=False, tagger=False, calibration=False)
    return arc_parser.learn(treebank or tiny_treebank(), replace(plain, **changes))  # type: ignore[arg-type]


def test_case_and_verb_form_are_read_whatever_feature_comes_first() -> None:
    for feats in ("Abbr=Yes|Case=Nom", "abbr=Yes|Case=Nom", "Case=Nom"):
        tagset = FineTagset.learn([Sentence.of(["a"], xpos=["N"], feats=[feats])], "xpos")
        assert tagset.most_frequent["N"].features == "Case=Nom"
    assert not FineTagset.learn([Sentence.of(["a"], xpos=["N"])], "xpos").uses_features


def short_sentences() -> list[Sentence]:
    """Those whose trees can all be listed."""
    return [sentence for sentence in tiny_treebank() if len(sentence) <= 5]


def attachment(model: ArcParser, treebank: Treebank) -> float:
    found = model.all_heads(treebank)
    pairs = [pair for one, heads in zip(treebank, found, strict=True) for pair in zip(one.heads, heads, strict=True)]
    return sum(gold == head for gold, head in pairs) / len(pairs)


def made_up(sentences: int, seed: int) -> Treebank:
    """Verbs with objects that stand before or after them by what is two words away, as only a grandparent can tell."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(sentences):
        outer, inner = random.choice(["said", "gave"]), random.choice(["that", "thing"])
        # what hangs from the last word but one hangs from it after `said`, and from the verb after `gave`
        words = ["they", str(outer), str(inner), "near", "town"]
        heads = [2, 0, 2, 3, 4] if outer == "said" else [2, 0, 2, 2, 4]
        made.append(Sentence.of(words, xpos=["P", "V", "N", "I", "N"], heads=heads, deprels=["x"] * 5))
    return Treebank.of(made)


def test_an_arc_parser_is_all_that_a_window_asks_of_one() -> None:
    model = learnt()
    for protocol in (Parser, OnePassParser, ArcScorer, LabelsArcs, HasTagger):
        assert isinstance(model, protocol), protocol.__name__


@pytest.mark.parametrize("order", ["first", "siblings", "grandparents", "second"])
@pytest.mark.parametrize("estimator", ["crf", "perceptron"])
def test_sentences_are_learnt_by_heart(order: str, estimator: str) -> None:
    treebank = tiny_treebank()
    assert attachment(learnt(order=order, estimator=estimator), treebank) == 1.0


def test_other_sentences_of_the_same_grammar_are_parsed() -> None:
    assert attachment(learnt(made_up(40, 0)), made_up(40, 1)) == 1.0


@pytest.mark.parametrize("order", ["first", "second"])
def test_the_list_of_trees_has_the_best_of_all_with_their_shares(order: str) -> None:
    model = learnt(order=order, decoding="trees", threshold=1e-9, epochs=1)
    for sentence in short_sentences():
        size = len(sentence)
        given, kept, found = model.prune_and_compute_posteriors(sentence)
        arcs, parts = model.score_parts(given, kept)
        trees = list(all_projective_trees(size))
        shares = tree_log_scores(arcs, size, parts, np.array(trees)) - found.log_score
        assert np.exp(shares).sum() == pytest.approx(1.0)
        ranked = model.parse(sentence, 5)
        assert [one.score for one in ranked] == pytest.approx(sorted(shares.tolist(), reverse=True)[:5], abs=1e-9)
        for one in ranked:
            assert shares[trees.index(tuple(head or 0 for head in one.value.heads))] == pytest.approx(one.score)
        assert not model.parse(sentence, 0)


def test_the_list_by_posteriors_is_exact() -> None:
    model = learnt(epochs=1)
    for sentence in short_sentences():
        arcs = model.posteriors(sentence).arcs
        words = np.arange(len(sentence))
        sums = {tree: float(arcs[np.array(tree), words].sum()) for tree in all_projective_trees(len(sentence))}
        ranked = model.parse(sentence, 4)
        best = sorted(sums.values(), reverse=True)[:4]
        assert [math.exp(one.score) * len(sentence) for one in ranked] == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("decoding", ["mbr", "trees"])
def test_locks_are_honoured_where_pruning_would_have_left_them_out(decoding: str) -> None:
    model = learnt(decoding=decoding, threshold=0.4, relations=True)
    sentence = tiny_treebank()[3]
    free = model.parse(sentence)[0].value
    for word in range(1, len(sentence) + 1):
        for head in range(len(sentence) + 1):
            if head in (word, free.heads[word - 1]):
                continue
            locks = Constraints(frozenset({(head, word)}), required_labels=frozenset({(word, "odd")}))
            try:
                ranked = model.parse(sentence, 3, locks)
            except ConstraintError:
                continue
            assert ranked
            assert all(one.value.heads[word - 1] == head for one in ranked)
            assert all(one.value.deprels[word - 1] == "odd" for one in ranked)
            shares = model.posteriors(sentence, locks).head_distributions()
            assert shares[head, word - 1] == pytest.approx(1.0)
        arc = (free.heads[word - 1] or 0, word)
        forbidden = Constraints(forbidden_arcs=frozenset({arc}))
        assert all(one.value.heads[word - 1] != arc[0] for one in model.parse(sentence, 3, forbidden))
    span = Constraints(required_spans=frozenset({(2, 5, "")}))
    for one in model.parse(sentence, 3, span):
        outside = [head for head in one.value.heads[2:5] if head not in (3, 4, 5)]
        assert len(outside) == 1
        assert not any(head in (3, 4, 5) for head in (*one.value.heads[:2], *one.value.heads[5:]))


def test_what_is_proposed_is_what_is_parsed() -> None:
    model = learnt(Treebank.of([*tiny_treebank()] * 3), calibration=True)
    for sentence in tiny_treebank():
        trees, posteriors, chances = model.parse_with_posteriors(sentence, 3)
        assert trees == model.parse(sentence, 3)
        np.testing.assert_array_equal(posteriors.arcs, model.posteriors(sentence).arcs)
        assert chances is not None
        np.testing.assert_allclose(chances.sum(axis=0), 1.0)


def test_relations_in_a_list_are_those_of_each_tree_by_itself() -> None:
    model = learnt(relations=True)
    assert model.labeller is not None
    for sentence in tiny_treebank():
        trees = [tuple(one.value.heads) for one in model.parse(sentence, 20)]
        for locked in ({}, {1: "odd", 2: model.labeller.labels[0]}):
            alone = [model.labeller.label(sentence, heads, locked) for heads in trees]
            assert model.labeller.label_trees(sentence, trees, locked) == alone


def test_many_sentences_at_once_are_as_one_by_one() -> None:
    model, treebank = learnt(), Treebank.of([Sentence.of([]), *tiny_treebank()])
    assert model.all_heads(treebank) == [tuple(model.parse(one)[0].value.heads) for one in treebank]
    for one, found in zip(treebank, model.all_posteriors(treebank), strict=True):
        np.testing.assert_allclose(found.arcs, model.posteriors(one).arcs, atol=1e-12)


def test_a_model_reads_both_columns_of_tags_and_the_case_and_guesses_what_is_lacking() -> None:
    marked = []
    for one in tiny_treebank():
        pairs = zip(one.xpos, one.feats, strict=True)
        marked.append(replace(one, feats=tuple("Case=Nom" if tag == "PRP" else feats for tag, feats in pairs)))
    model = learnt(Treebank.of(marked), tagger=True, column="xpos")
    assert model.word_encoder.tagset.uses_other_column
    assert model.word_encoder.tagset.uses_features
    for sentence in marked:
        bare = Sentence.of(sentence.forms, xpos=sentence.xpos)
        assert model.parse(bare)[0].value.heads == model.parse(sentence)[0].value.heads == sentence.heads
    assert model.tagger is not None
    assert model.tagger.labels == tuple(sorted({tag for one in marked for tag in one.xpos}))
    tagged = model.add_tags(Sentence.of(marked[0].forms))
    assert (tagged.xpos, tagged.upos) == (marked[0].xpos, marked[0].upos)
    assert [row[0].value for row in model.tagger.tags(tagged, 2)] == list(tagged.xpos)
    assert model.tagger.tag(tagged) is tagged  # with its lines in the file


def test_words_whose_fine_tags_were_not_seen_are_hung_by_their_coarse_ones() -> None:
    """NEW stands in no sentence that is learnt from; that it is a noun says that it hangs from the verb."""
    seen = [
        Sentence.of(["a", word, "runs"], xpos=["DT", tag, "VBZ"], upos=["DET", "NOUN", "VERB"], heads=[2, 3, 0])
        for word, tag in (("dog", "NN"), ("dogs", "NNS"), ("Rex", "NNP"))
    ] + [Sentence.of(["runs", "odd"], xpos=["VBZ", "JJ"], upos=["VERB", "ADJ"], heads=[2, 0])] * 3
    model = learnt(Treebank.of(seen * 5))
    new = Sentence.of(["a", "Kim", "runs"], xpos=["DT", "NEW", "VBZ"], upos=["DET", "NOUN", "VERB"])
    shares = [model.posteriors(replace(new, upos=upos)).arcs[3, 1] for upos in (new.upos, ("DET", "ADJ", "VERB"))]
    assert model.word_encoder.tagset.select_universal_tag(model.word_encoder.tagset.read_fine_tags(new)[1]) == "NOUN"
    assert shares[0] > shares[1]


def test_a_sum_is_found_until_the_potentials_of_all_trees_vanish() -> None:
    """Each word prefers the other, so that every tree has an arc from the root, as improbable as its score says."""
    heads = np.full((2, MAX_HEADS), -1, dtype=np.int32)
    heads[:, :2] = [[0, 2], [0, 1]]
    kept = index_arcs(heads, 2)
    for score, is_found in ((-100.0, True), (-600.0, True), (-662.0, True), (-666.0, False), (-800.0, False)):
        parts = make_zero_parts(kept, 2)
        for numbers in parts:
            numbers[:] = 0.0
        parts.arcs[kept.heads == 0] = score
        total, found = part_marginals(kept, 2, parts, FREE)
        assert total == (pytest.approx(score + math.log(2)) if is_found else -math.inf), score
        if is_found:
            assert found.arcs[kept.heads == 0] == pytest.approx([0.5, 0.5])


def test_a_text_of_one_word_is_learnt() -> None:
    sentence = Sentence.of(["a", "a"], xpos=["X", "Y"], heads=[0, 1])
    model = learnt(Treebank.of([sentence] * 4), epochs=1, classes=False)
    for words in (["a", "a"], ["b", "a"], ["zz", "aa"]):
        (best,) = model.parse(Sentence.of(words, xpos=["X", "Y"]))
        assert best.value.heads == (0, 1)


def test_weights_of_other_features_are_refused() -> None:
    model = learnt()
    arrays = model.arrays()
    templates = arrays["templates"].copy()
    templates[0, 3] += 1
    with pytest.raises(ValueError, match="other feature templates"):
        ArcParser.from_arrays(model.settings, {**arrays, "templates": templates})


@pytest.mark.parametrize("weight", [np.nan, np.inf])
@pytest.mark.parametrize("table", ["pruner", "weights"])
def test_weights_that_are_not_finite_are_refused(table: str, weight: float) -> None:
    model = learnt()
    arrays = model.arrays()
    values = arrays[f"{table}_values"].copy()
    values[0] = weight
    with pytest.raises(ValueError, match="not finite"):
        ArcParser.from_arrays(model.settings, {**arrays, f"{table}_values": values})


def test_uncertain_own_tags_are_read_in_several_ways() -> None:
    """`cut` is a verb or a noun, as often: its tagger doubts it, and posteriors are means over samples of its tags."""
    verb = Sentence.of(["cut", "wood"], xpos=["V", "N"], heads=[0, 1], deprels=["x", "x"])
    trees = [verb, replace(verb, xpos=("N", "N"), heads=(2, 0))] * 20
    model = learnt(Treebank.of(trees), tagger=True)
    own = model.add_tags(Sentence.of(["cut", "wood"]))
    assert model.tagger is not None
    (samples,) = model.tagger.sample_fine_tags([own])
    assert {tags[0].tag for tags in samples} == {"N", "V"}
    encoded = [model.word_encoder.encode_with_tags([own], [tags]) for tags in samples]
    weights = model.weights
    means = [
        arc_posteriors(
            coded,
            weights.select_candidate_heads(coded, model.pruning_threshold),
            weights.templates,
            make_hashed_weights(weights.rows),
            FREE,
        )[0]
        for coded in encoded
    ]
    np.testing.assert_allclose(model.posteriors(own).arcs.ravel(), np.mean(means, axis=0), atol=1e-12)
    assert not np.allclose(means[0], means[-1])
    given = replace(own, xpos=tuple(tag.tag for tag in next(tags for tags in samples if tags != samples[0])))
    other = next(mean for mean, tags in zip(means, samples, strict=True) if tags != samples[0])
    np.testing.assert_allclose(model.posteriors(given).arcs.ravel(), other, atol=1e-12)


def test_with_morphology_lemmas_and_features_choose_heads() -> None:
    """Forms and tags are all alike: only agreement, or the lemma, tells which of two nouns the adjective belongs to."""

    def make(head: int, numbers: str, lemma: str = "a") -> Sentence:
        feats = [f"Number={'Sing' if number == 'S' else 'Plur'}" for number in numbers]
        return Sentence.of(
            ["n", "a", "n"], upos=["NOUN", "ADJ", "NOUN"], lemmas=["n", lemma, "n"], feats=feats,
            heads=[0, head, 1], deprels=["root", "amod", "dep"],
        )  # fmt: skip

    agreeing = [make(1, "SSP"), make(3, "PSS"), make(1, "PPS"), make(3, "SPP")]
    by_lemma = [make(1, "SSS", "left"), make(3, "SSS", "right")]
    for sentences in (agreeing, by_lemma):
        treebank = Treebank.of(sentences * 10)
        settings = ArcParserSettings(epochs=5, column="upos", classes="none", tagger=False, calibration=False)
        blind, model = (
            learn_with_clusters(None, treebank, settings, morphology=morphology) for morphology in (False, True)
        )
        assert model.all_heads(sentences) == [sentence.heads for sentence in sentences]
        assert blind.all_heads(sentences) != [sentence.heads for sentence in sentences]
        restored = ArcParser.from_arrays(model.settings, model.arrays())
        assert restored.all_heads(sentences) == model.all_heads(sentences)


@pytest.mark.parametrize(
    ("upos", "xpos", "parser_column", "tagger_column"),
    [(True, True, "upos", "xpos"), (True, False, "upos", "upos"), (False, True, "xpos", "xpos")],
)
def test_the_tag_column_that_is_filled_is_read_without_asking(
    upos: bool, xpos: bool, parser_column: str, tagger_column: str
) -> None:
    tags = {"upos": ["DET", "NOUN", "VERB"]} if upos else {}
    tags |= {"xpos": ["DT", "NN", "VBZ"]} if xpos else {}
    treebank = Treebank.of([Sentence.of(["a", f"dog{n}", "runs"], heads=[2, 3, 0], **tags) for n in range(20)])
    assert learnt(treebank).settings.column == parser_column
    assert METHODS["tagger"].learn(treebank, TaggerSettings()).settings.column == tagger_column


def test_a_treebank_without_tags_is_refused_by_the_first_choice() -> None:
    bare = Treebank.of([Sentence.of(["a", "dog"], heads=[2, 0])] * 5)
    with pytest.raises(DataError, match="the column upos is empty"):
        learnt(bare)


def test_sentences_too_long_to_learn_from_are_counted() -> None:
    words = ["dogs"] * 121
    long = Sentence.of(words, upos=["NOUN"] * 121, xpos=["NN"] * 121, heads=list(range(121)), deprels=["dep"] * 121)
    model = arc_parser.learn(Treebank.of([*tiny_treebank(), long]), ArcParserSettings(epochs=1, calibration=False))
    assert model.skipped == {"too_long": 1}
    assert model.sentence_count == 12
