"""Readings given the tree: heads, relations and function words around a word choose among its readings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from noun_or_verb import make_noun_or_verb_corpus

from spectral_core import store
from spectral_core.data import UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence, Treebank
from spectral_core.engine import Engine, Parse, RankReadings
from spectral_core.engine.annotation import Annotator
from spectral_core.evaluate import score_readings, strip_annotation
from spectral_core.models import pipeline
from spectral_core.models.pipeline import Pipeline, PipelineSettings
from spectral_core.models.pipeline.first_readings import FirstReadings, OpenWord, find_given_arcs, read_rankings
from spectral_core.models.pipeline.training import collect_choices
from spectral_core.models.pipeline.tree_evidence import GoldChoices, ReadTrees, TreeEvidence
from spectral_core.progress import Cancelled, Progress, ignore_progress


@pytest.fixture(scope="module")
def corpus() -> list[Sentence]:
    return make_noun_or_verb_corpus(660)


@pytest.fixture(scope="module")
def learnt(corpus: list[Sentence]) -> Pipeline:
    return pipeline.learn(Treebank.of(corpus[:600]), PipelineSettings(epochs=2))


def bare(sentence: Sentence) -> Sentence:
    return strip_annotation(sentence, tags=False)


def lock(*arcs: tuple[int, int]) -> Constraints:
    return Constraints(required_arcs=frozenset(arcs))


def list_first(rankings: Sequence[Sequence[Ranked[Analysis]]]) -> list[str]:
    return [ranking[0].value.upos for ranking in rankings]


def test_a_locked_head_flips_the_first_readings_of_both_ends(learnt: Pipeline, corpus: list[Sentence]) -> None:
    for sentence in corpus[600:620]:
        text = bare(sentence)
        noun, verb = (learnt.parse(text, 1, lock(arc))[0].value for arc in ((2, 3), (3, 2)))
        assert (noun.upos[1:3], noun.heads[2]) == (("VERB", "NOUN"), 2)
        assert (verb.upos[1:3], verb.heads[1]) == (("ADV", "VERB"), 3)
        assert noun.feats[2] == "Number=Sing"
        assert verb.feats[2] == "VerbForm=Fin"


def test_given_heads_choose_the_readings(learnt: Pipeline, corpus: list[Sentence]) -> None:
    gold = corpus[600:]
    blind = score_readings(gold, list(learnt.parse_all(list(map(bare, gold)))))["reading_accuracy"]
    with_heads = [replace(bare(sentence), heads=sentence.heads, source=None) for sentence in gold]
    readings = [list_first(ranking) for ranking in learnt.rank_all(with_heads)]
    assert readings == [list(sentence.upos) for sentence in gold]
    assert blind < 90
    for text, sentence in zip(with_heads, gold, strict=True):
        half = replace(text, heads=(None, None, sentence.heads[2], None))  # the others are found
        assert list_first(learnt.rank(half))[2] == sentence.upos[2]


def test_a_sentence_alone_has_the_readings_and_the_tree_that_it_has_among_others(
    learnt: Pipeline, corpus: list[Sentence]
) -> None:
    texts = [bare(sentence) for sentence in corpus[600:]]
    at_once = list(learnt.parse_all(texts))
    assert [learnt.parse(text)[0].value for text in texts] == at_once
    assert [list_first(ranking) for ranking in learnt.rank_all(texts)] == [list(tree.upos) for tree in at_once]
    assert [list_first(learnt.rank(text)) for text in texts[:9]] == [list(tree.upos) for tree in at_once[:9]]


def test_a_given_cell_stays_whatever_the_tree_says(learnt: Pipeline, corpus: list[Sentence]) -> None:
    text = bare(corpus[440]).with_value("upos", 3, "VERB")
    tree = learnt.parse(text, 1, lock((2, 3)))[0].value
    assert (tree.upos[2], tree.heads[2]) == ("VERB", 2)
    confirmed = Analysis(corpus[440].forms[2], upos="VERB", feats="VerbForm=Fin")
    first = learnt.rank(replace(bare(corpus[440]), heads=(2, 0, 2, 3), source=None), {3: confirmed})[2][0]
    assert (first.value, first.probability) == (confirmed, 1.0)


def test_probabilities_of_a_word_stay_a_distribution(learnt: Pipeline, corpus: list[Sentence]) -> None:
    text = bare(corpus[441])
    before = learnt.rank_without_trees([text])[0]
    for constraints in (UNCONSTRAINED, lock((2, 3)), lock((3, 2))):
        after = learnt.revise_rankings(text, before, constraints)
        for old, new in zip(before, after, strict=True):
            assert sum(entry.probability or 0.0 for entry in new) == pytest.approx(
                sum(entry.probability or 0.0 for entry in old)
            )
            assert sorted(entry.value for entry in new) == sorted(entry.value for entry in old)
            assert [entry.score for entry in new] == sorted((entry.score for entry in new), reverse=True)


def test_an_explanation_has_the_share_of_the_tree(learnt: Pipeline, corpus: list[Sentence]) -> None:
    text = replace(bare(corpus[443]), heads=(None, None, 0, None), source=None)
    ranking = learnt.rank(text)[2]
    first, second = ranking[:2]
    terms = learnt.explain(text, 3, first.value, second.value)
    assert sum(term.value for term in terms) == pytest.approx(first.score - second.score, abs=1e-6)
    (share,) = (term.value for term in terms if term.statistic == "tree")
    assert (first.value.upos, share > 1.0) == ("VERB", True)


def test_sentences_to_calibrate_on_fit_its_weights(corpus: list[Sentence]) -> None:
    held_out = Treebank.of(corpus[600:])
    model = pipeline.learn(Treebank.of(corpus[:160]), PipelineSettings(epochs=1), dev=held_out)
    assert model.tree_evidence is not None
    assert model.tree_evidence.fit(collect_choices(model, corpus[600:])).weights == model.tree_evidence.weights
    few = pipeline.learn(Treebank.of(corpus[:30]), PipelineSettings(epochs=1), dev=held_out)
    assert few.tree_evidence is None


def test_learning_can_be_stopped_at_every_report(corpus: list[Sentence]) -> None:
    stages: list[str] = []

    def report(progress: Progress) -> None:
        stages.append(progress.stage)
        if progress.stage == "readings in trees":
            raise Cancelled

    with pytest.raises(Cancelled):
        pipeline.learn(Treebank.of(corpus[:120]), PipelineSettings(epochs=1), report)
    assert stages[-1] == "readings in trees"


@pytest.fixture(scope="module")
def file(learnt: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "pipeline.npz"
    store.save(learnt, path)
    return path


def test_a_parse_and_a_ranking_under_the_same_locks_agree(file: Path, corpus: list[Sentence]) -> None:
    engine = Engine()
    text = bare(corpus[602])
    engine.treebanks["text"] = Treebank.of([text])
    for constraints, expected in ((lock((2, 3)), "NOUN"), (lock((3, 2)), "VERB")):
        request = RankReadings(file, "none", None, "text", (text,), (constraints,))
        ranked = request.run(engine, ignore_progress).readings[0]
        result = Parse(file, text, 2, constraints, request).run(engine, ignore_progress)
        assert result.rankings is not None
        assert result.rankings.readings[0] == ranked
        assert list_first(ranked)[2] == result.trees[0].value.upos[2] == expected
    given = replace(text, heads=(3, 3, 0, 3), source=None)
    engine.treebanks["text"] = Treebank.of([given])
    request = RankReadings(file, "none", None, "text", (given,))
    assert list_first(request.run(engine, ignore_progress).readings[0])[2] == "VERB"


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_text_annotated_with_its_heads_kept_gets_their_readings(
    learnt: Pipeline, corpus: list[Sentence], is_whole: bool
) -> None:
    gold = corpus[600:]
    texts = [replace(bare(sentence), heads=sentence.heads, source=None) for sentence in gold]
    if not is_whole:
        texts = [replace(text, heads=(None, *text.heads[1:]), source=None) for text in texts]
    annotated = [sentence for _, sentence in Annotator.from_model(learnt, "p", 200, True).annotate(texts)]
    assert [sentence.upos for sentence in annotated] == [sentence.upos for sentence in gold]
    assert [sentence.heads for sentence in annotated] == [sentence.heads for sentence in gold]


def test_saved_pipelines_keep_it_and_older_ones_work_without(
    file: Path, learnt: Pipeline, corpus: list[Sentence], tmp_path: Path
) -> None:
    texts = [bare(sentence) for sentence in corpus[600:]]
    restored = store.load(file)
    assert isinstance(restored, Pipeline)
    assert restored.tree_evidence is not None
    assert list(restored.parse_all(texts)) == list(learnt.parse_all(texts))
    older = Pipeline.from_arrays(
        learnt.settings, {name: array for name, array in learnt.arrays().items() if not name.startswith("tree_")}
    )
    store.save(older, tmp_path / "older.npz")
    loaded = store.load(tmp_path / "older.npz")
    assert isinstance(loaded, Pipeline)
    assert loaded.tree_evidence is None
    (first,) = loaded.rank_all(texts[:1])
    assert first == loaded.rank_without_trees(texts[:1])[0]
    parsed = [loaded.parse(text, 1, lock((2, 3)))[0].value for text in texts]
    assert all(tree.heads[2] == 2 for tree in parsed)


def test_arrays_of_another_size_are_refused(learnt: Pipeline) -> None:
    assert learnt.tree_evidence is not None
    arrays = {**learnt.tree_evidence.arrays(), "weights": np.ones(2)}
    with pytest.raises(ValueError, match="this version"):
        TreeEvidence.from_arrays(arrays)


def test_the_weights_make_held_out_readings_most_probable(learnt: Pipeline, corpus: list[Sentence]) -> None:
    evidence = learnt.tree_evidence
    assert evidence is not None
    held_out = collect_choices(learnt, corpus[600:])
    assert len(held_out) >= 100

    def loss(weights: tuple[float, ...], choices: GoldChoices) -> float:
        scored = TreeEvidence(evidence.tables, weights).score(choices.in_tree(0))
        flat = [scores for words in scored for scores in words]
        return sum(
            math.log(np.exp(scores - scores[position]).sum())
            for scores, position in zip(flat, choices.gold, strict=True)
        )

    own, *added = evidence.fit(held_out).weights
    assert added[2] > 0.2
    best = loss((own, *added), held_out)
    for change in (0.9, 1.1):
        assert loss((own, added[0] * change, *added[1:]), held_out) >= best - 0.05
        assert loss((own * change, *added), held_out) >= best - 0.05


def test_readings_are_sampled_by_their_probabilities_given_the_tree() -> None:
    readings = tuple(Analysis("a", upos=upos) for upos in ("X", "Y", "Z"))
    word = OpenWord(1, readings, (math.log(0.6), math.log(0.3), math.log(0.1)))
    read = FirstReadings(Sentence.of(["a", "b"]), [(readings[0],) * 4] * 2, [word])
    revised = read.revise([[math.log(share) for share in (0.3, 0.65, 0.05)]])
    assert [reading and reading.upos for reading in revised.best[1]] == ["Y", "Y", "Y", "X"]
    assert revised.best[0] == read.best[0]
    assert revised.has_other_first_readings(read)


def test_heads_and_relations_of_sentence_and_locks_are_given() -> None:
    sentence = Sentence.of(["a", "b", "c", "d"], heads=[2, None, None, None], deprels=["obj", "_", "_", "_"])
    locks = Constraints(required_arcs=frozenset({(0, 2)}), required_labels=frozenset({(3, "obj")}))
    assert find_given_arcs(sentence, locks) == (2, 1, 2, 0)


def test_words_without_open_readings_are_left_alone() -> None:
    sure = [Ranked(Analysis("a", upos="X"), 0.0, 0.99), Ranked(Analysis("a", upos="Y"), -4.0, 0.01)]
    unknown = [Ranked(Analysis("b", upos="X"), 0.0, None), Ranked(Analysis("b", upos="Y"), 0.0, None)]
    sentence = Sentence.of(["a", "b"])
    assert not read_rankings(sentence, [sure, unknown]).open_words
    assert [word.position for word in read_rankings(sentence, [sure, unknown], with_certain=True).open_words] == [0]
    evidence = TreeEvidence(np.zeros((3, 1 << 18), dtype=np.float32), (1.0, 1.0, 1.0, 1.0))
    assert evidence.score(ReadTrees([sentence], [(0, 0)], [[]])) == [[]]
