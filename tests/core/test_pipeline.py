"""The pipeline: readings that ranker and tagger choose together, trees over them, and what is given and kept."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spectral_core import formats, store
from spectral_core.cli import main
from spectral_core.data import EMPTY, UNCONSTRAINED, Analysis, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.readings import AnalysedSentence, fill_readings, prefer_given_cells, standard_columns
from spectral_core.engine import (
    CompareWithActive,
    DocumentState,
    Engine,
    MeasureCalibration,
    Parse,
    RankReadings,
    ScoreUncertainty,
)
from spectral_core.engine.parsing import compute_marginals
from spectral_core.engine.training import evaluate_model
from spectral_core.errors import DataError
from spectral_core.evaluate import score_readings, strip_annotation
from spectral_core.files import locate_assets
from spectral_core.maths import regression
from spectral_core.models import pipeline
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.models.arc_parser import ArcParser
from spectral_core.models.pipeline import Pipeline, PipelineSettings
from spectral_core.models.pipeline.readings import TaggerScorer, fit_reading_weights
from spectral_core.progress import ignore_progress
from spectral_core.registry import METHODS, choose_default_method
from spectral_core.training_text import TrainingText, save_trained_model

SAMPLED = locate_assets() / "sample" / "english" / "sampled.conllu"
ARABIC = locate_assets() / "sample" / "arabic"


def bare(sentence: Sentence) -> Sentence:
    return strip_annotation(sentence, tags=False)


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return list(formats.load(SAMPLED))


@pytest.fixture(scope="module")
def learnt(sentences: list[Sentence]) -> Pipeline:
    return pipeline.learn(Treebank.of(sentences[:200]), PipelineSettings())


@pytest.fixture(scope="module")
def held_out(sentences: list[Sentence]) -> list[Sentence]:
    return sentences[200:240]


@pytest.fixture(scope="module")
def arabic() -> Pipeline:
    return pipeline.learn(formats.load(ARABIC / "written.conllu"), PipelineSettings(analyser="given", epochs=2))


def ranker_of(model: Pipeline) -> ContextRanker:
    assert model.ranker is not None
    return model.ranker


def scorer_of(model: Pipeline) -> TaggerScorer:
    scorer = ranker_of(model).candidate_scorer
    assert isinstance(scorer, TaggerScorer)
    return scorer


def test_a_reading_is_scored_by_the_posterior_of_its_tags(learnt: Pipeline, held_out: list[Sentence]) -> None:
    ranker, scorer = ranker_of(learnt), scorer_of(learnt)
    texts = [bare(sentence) for sentence in held_out[:6]]
    words = ranker.score_sentences(texts, [{}] * len(texts)).features.words
    logs = scorer.compute_log_posteriors(ranker.vocabulary, words, texts, [{}] * len(texts))
    labels, posteriors = scorer.tagger.chain.posteriors(texts)
    names = scorer.tagger.chain.labels
    for word in range(len(words)):
        shares = {
            names[label]: share for label, share in zip(labels[word], posteriors[word], strict=True) if label >= 0
        }
        for row in range(words.first_row[word], words.first_row[word + 1]):
            (reading, *_) = ranker.vocabulary.find_readings_with_label(words.candidate_set[word], words.labels[row])
            fine = scorer.tagger.tagset.make_fine_tag(reading.upos, reading.xpos, reading.feats)
            assert logs[row] == pytest.approx(math.log(max(shares.get(fine.label, 0.0), 1e-3)))


def test_probabilities_are_the_mixture_of_both_models(learnt: Pipeline, held_out: list[Sentence]) -> None:
    ranker, (own, other) = replace(ranker_of(learnt), candidate_scorer=None), learnt.weights
    text = bare(held_out[0])
    words = ranker.score_sentences([text], [{}]).features.words
    logs = scorer_of(learnt).compute_log_posteriors(ranker.vocabulary, words, [text], [{}])
    scores = own * ranker.score_sentences([text], [{}]).scores + other * logs
    for word, ranking in enumerate(learnt.rank(text)):
        rows = slice(words.first_row[word], words.first_row[word + 1])
        expected = np.exp(scores[rows] - scores[rows].max())
        assert max(entry.probability or 0.0 for entry in ranking) == pytest.approx((expected / expected.sum()).max())
    assert own > 0.1
    assert other > 0


def test_the_tags_of_a_confirmed_word_are_certain(learnt: Pipeline, held_out: list[Sentence]) -> None:
    text = next(bare(sentence) for sentence in held_out if len(sentence) > 4)
    last = learnt.rank(text)[1][-1].value
    words = ranker_of(learnt).score_sentences([text], [{}]).features.words
    logs = scorer_of(learnt).compute_log_posteriors(ranker_of(learnt).vocabulary, words, [text], [{2: last}])
    own = logs[words.first_row[1] : words.first_row[2]]
    assert own.max() == pytest.approx(0.0)
    assert own.min() == pytest.approx(math.log(1e-3))
    confirmed = learnt.rank(text, {2: last})[1]
    assert (confirmed[0].value, confirmed[0].probability) == (last, 1.0)


def test_the_weights_make_held_out_readings_most_probable(learnt: Pipeline, held_out: list[Sentence]) -> None:
    ranker, tagger = replace(ranker_of(learnt), candidate_scorer=None), scorer_of(learnt).tagger
    weights = fit_reading_weights([(ranker, tagger, held_out[:10]), (ranker, tagger, held_out[10:])])

    def loss(own: float, other: float) -> float:
        scored = ranker.score_sentences(held_out, [{}] * len(held_out))
        words = scored.features.words
        logs = TaggerScorer(tagger, 1.0, 1.0).compute_log_posteriors(
            ranker.vocabulary, words, held_out, [{}] * len(held_out)
        )
        kept, bounds, gold = regression.select_decided_choices(words.first_row, words.gold)
        design = np.column_stack((scored.scores, logs))[kept]
        return regression.compute_logit_loss_and_gradient(np.array([own, other]), design, bounds, gold, 1e-4)[0]

    best = loss(*weights)
    for change in (0.05, -0.05):
        assert loss(weights[0] + change, weights[1]) >= best
        assert loss(weights[0], max(weights[1] + change, 0.0)) >= best - 1e-9


def test_readings_are_sampled_at_the_quantiles_of_the_ranking(learnt: Pipeline, held_out: list[Sentence]) -> None:
    texts = [bare(sentence) for sentence in held_out]
    ranker, quantiles = ranker_of(learnt), [0.0, 0.375, 0.625, 0.875]
    sampled = ranker.sample_readings(ranker.score_sentences(texts, [{}] * len(texts)))
    rankings = [ranking for words in learnt.rank_without_trees(texts) for ranking in words]
    unsure = 0
    for readings, ranking in zip(sampled, rankings, strict=True):
        ends = np.cumsum([entry.probability or 0.0 for entry in ranking])
        ranks = [int((ends <= quantile).sum()) for quantile in quantiles]
        if np.abs(ends[:, None] - quantiles[1:]).min(initial=1.0) > 1e-6:
            assert list(readings) == [ranking[rank].value if ranking else None for rank in ranks]
        unsure += readings[0] != readings[-1]
    assert unsure


def test_samples_have_each_reading_as_often_as_it_is_probable() -> None:
    shares = [(1.0,), (0.6, 0.4), (0.3, 0.3, 0.4), (0.95, 0.05), (0.8, 0.2)]
    rankings = [
        [Ranked(Analysis(f"{word}{rank}", upos="X"), math.log(share), share) for rank, share in enumerate(word_shares)]
        for word, word_shares in enumerate(shares)
    ]
    sentence = Sentence.of(["a", "b", "c", "d", "e"])
    best, samples = AnalysedSentence.choose(sentence, rankings)
    assert best.lemmas == ("00", "10", "20", "30", "40")
    assert samples[0] == best
    counts = [Counter(sample.lemmas[word] for sample in samples) for word in range(5)]
    assert counts == [{"00": 4}, {"10": 2, "11": 2}, {"20": 1, "21": 1, "22": 2}, {"30": 4}, {"40": 3, "41": 1}]
    assert len({sample.lemmas for sample in samples}) == 4
    assert AnalysedSentence.choose(sentence, [ranking[:1] for ranking in rankings]).samples == ()
    doubtful = [Ranked(Analysis(f"{rank}", upos="X"), math.log(0.1), 0.1) for rank in range(10)]
    assert AnalysedSentence.choose(Sentence.of(["a"]), [doubtful]).sentence.lemmas == ("0",)


def test_trees_have_the_first_readings_in_their_columns(learnt: Pipeline, held_out: list[Sentence]) -> None:
    texts = [bare(sentence) for sentence in held_out]
    for text, at_once in zip(texts, learnt.parse_all(texts), strict=True):
        alone = learnt.parse(text)[0].value
        assert alone == at_once
        readings = [ranking[0].value for ranking in learnt.rank(text)]
        columns = zip(alone.lemmas, alone.upos, alone.xpos, alone.feats, strict=True)
        assert list(columns) == [standard_columns(reading) for reading in readings]


def test_without_lemmas_a_sentence_alone_is_parsed_as_among_others(
    sentences: list[Sentence], held_out: list[Sentence]
) -> None:
    few = [replace(one, lemmas=(EMPTY,) * len(one), source=None) for one in sentences[:60]]
    model = pipeline.learn(Treebank.of(few), PipelineSettings(epochs=2))
    texts = [bare(sentence) for sentence in held_out]
    assert any(analysed.samples for analysed in model.analyse_all(texts))
    assert [model.parse(text)[0].value for text in texts] == list(model.parse_all(texts))
    (alone, at_once) = (
        [model.parse_analysed(model.analyse(text))[1].head_distributions() for text in texts],
        [posteriors.head_distributions() for posteriors in model.all_posteriors(texts)],
    )
    assert all(map(np.allclose, alone, at_once))


def test_a_word_without_candidates_gets_the_tags_of_the_tagger(arabic: Pipeline) -> None:
    (*texts,) = (bare(sentence) for sentence in formats.load(ARABIC / "held_out.conllu"))
    unknown = 0
    for text, at_once in zip(texts, arabic.parse_all(texts), strict=True):
        rankings = list(arabic.rank(text))
        assert all(upos != EMPTY or xpos != EMPTY for upos, xpos in zip(at_once.upos, at_once.xpos, strict=True))
        assert all(lemma == EMPTY for lemma, words in zip(at_once.lemmas, rankings, strict=True) if not words)
        assert arabic.parse(text)[0].value == at_once
        unknown += sum(not words for words in rankings)
    assert unknown


def test_uncertain_readings_count_for_the_tree(learnt: Pipeline, sentences: list[Sentence]) -> None:
    all_analysed = learnt.analyse_all([bare(sentence) for sentence in sentences[200:400]])
    uncertain = [analysed for analysed in all_analysed if analysed.samples]
    assert 0 < len(uncertain) < len(all_analysed)
    changed = 0
    for sentence, samples in uncertain:
        mixed, *alone = (
            learnt.parser.parse_with_posteriors(text, 1, UNCONSTRAINED, others)[1].head_distributions()
            for text, others in ((sentence, samples), *((sample, ()) for sample in samples))
        )
        assert np.allclose(mixed, np.mean(alone, axis=0), atol=1e-6)
        changed += not np.allclose(mixed, alone[0])
    assert changed


def test_relations_are_averaged_over_readings(learnt: Pipeline, sentences: list[Sentence]) -> None:
    labeller = learnt.parser.labeller
    assert labeller is not None
    changed = 0
    for analysed in learnt.analyse_all([bare(sentence) for sentence in sentences[200:400]]):
        sentence, samples = analysed
        if not samples:
            continue
        tree = learnt.parse_analysed(analysed)[0][0].value
        size = len(labeller.labels)
        ranked, *alone = (
            [{entry.value: math.exp(entry.score) for entry in row} for row in rows]
            for rows in (
                labeller.relations(sentence, tree.heads, size, samples),
                *(labeller.relations(sample, tree.heads, size) for sample in samples),
            )
        )
        for word, (mixed, *others) in enumerate(zip(ranked, *alone, strict=True)):
            best = max(mixed, key=lambda label: mixed[label])
            assert mixed[best] == pytest.approx(np.mean([own.get(best, 0.0) for own in others]), abs=1e-6)
            assert best == tree.deprels[word]
            changed += best != max(others[0], key=lambda label: others[0][label])
    assert changed


def test_given_columns_and_heads_are_kept(learnt: Pipeline, held_out: list[Sentence]) -> None:
    sentence = next(sentence for sentence in held_out if len(sentence) > 4 and sentence.upos[1] != "ADV")
    text = bare(sentence).with_value("upos", 2, "ADV").with_value("lemma", 3, "thing")
    tree = learnt.parse(text, 1, Constraints(required_arcs=frozenset({(4, 1)})))[0].value
    assert (tree.upos[1], tree.lemmas[2], tree.heads[0]) == ("ADV", "thing", 4)
    assert EMPTY not in tree.lemmas
    first = learnt.rank(text)[1][0]
    assert first.value.upos == "ADV"
    assert first.value.feats == EMPTY or learnt.rank(bare(sentence))[1][0].value.upos == "ADV"
    given = learnt.parse(strip_annotation(sentence))[0].value  # gold columns
    assert (given.lemmas, given.upos, given.feats) == (sentence.lemmas, sentence.upos, sentence.feats)


def test_it_is_better_than_its_parts_on_held_out_words(learnt: Pipeline, sentences: list[Sentence]) -> None:
    gold = sentences[200:400]
    texts = [bare(sentence) for sentence in gold]
    together = score_readings(gold, list(learnt.parse_all(texts)))
    alone = replace(learnt, ranker=replace(ranker_of(learnt), candidate_scorer=None))
    by_ranker = score_readings(gold, [entry.sentence for entry in alone.analyse_all(texts)])
    by_tagger = score_readings(gold, scorer_of(learnt).tagger.tag_all(texts))
    assert together["reading_accuracy"] > by_ranker["reading_accuracy"]
    assert together["upos"] > by_tagger["upos"]
    assert together["xpos"] > by_tagger["xpos"]


def test_without_readings_or_trees_to_calibrate_it_still_learns(sentences: list[Sentence]) -> None:
    few = Treebank.of(sentences[:12])
    model = pipeline.learn(few, PipelineSettings())
    assert model.parser.companions.calibration is None
    tagged = Treebank.of(
        replace(sentence, lemmas=(EMPTY,) * len(sentence), feats=(EMPTY,) * len(sentence)) for sentence in few
    )
    parsed = pipeline.learn(tagged, PipelineSettings(calibration=False)).parse(bare(sentences[20]))[0].value
    assert parsed.has_heads
    with pytest.raises(DataError, match="another --dev"):
        pipeline.learn(few, PipelineSettings(), dev=Treebank.of([bare(sentences[0])]))


def test_the_file_of_a_pipeline_says_what_its_parts_read_and_write(
    learnt: Pipeline, sentences: list[Sentence], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TrainingText.from_treebanks([("a.conllu", Treebank.of(sentences[:200]))])
    save_trained_model(learnt, tmp_path / "m.npz", text)
    said = store.read_provenance(tmp_path / "m.npz")
    assert (said.column, said.reads[:3]) == ("upos", ("form", "lemma", "upos"))
    assert said.writes == ("lemma", "upos", "xpos", "feats", "head", "deprel")
    assert said.tags[0] in {"NOUN", "PUNCT"}
    assert {"nsubj", "root"} <= set(said.labels)
    assert any(reading.startswith("NOUN NN Number=Sing") for reading in said.readings)
    assert said.clusters == learnt.parser.cluster_source
    with pytest.raises(SystemExit):
        main(["info", str(tmp_path / "m.npz")])
    printed = capsys.readouterr().out
    for fact in ("reads", "writes", "tags", "relations", "readings"):
        assert fact in printed


def test_a_pipeline_is_measured_on_its_own_readings(
    learnt: Pipeline, sentences: list[Sentence], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save(learnt, tmp_path / "pipeline.npz")
    monkeypatch.setattr("spectral_core.registry.Method.learn", lambda *_: learnt)
    engine, results = Engine(), []
    for is_wrong in (False, True):  # tags of the gold sentences, which the pipeline does not see
        gold = [
            replace(one, upos=("X",) * len(one), xpos=("X",) * len(one), source=None) if is_wrong else one
            for one in sentences[200:240]
        ]
        engine.set_document("text", DocumentState(None, "", {}, Treebank.of(gold)))
        compare = CompareWithActive(tmp_path / "pipeline.npz", "pipeline", ("text",), tuple(gold[:20]))
        measures = evaluate_model(learnt, Treebank.of(gold[:10]), ignore_progress)
        results.append((
            MeasureCalibration(tmp_path / "pipeline.npz", ("text",)).run(engine, ignore_progress),
            compare.run(engine, ignore_progress),
            {name: measures[name] for name in ("uas", "las")},
        ))  # fmt: skip
    assert results[0] == results[1]


def test_the_doubt_of_a_sentence_counts_its_readings(
    learnt: Pipeline, held_out: list[Sentence], tmp_path: Path
) -> None:
    store.save(learnt, tmp_path / "pipeline.npz")

    def sum_doubt(ranking: list[list[Ranked[Analysis]]]) -> float:
        return sum(-math.log(word[0].probability or 1.0) for word in ranking if word)  # at most the entropy

    rankings = learnt.rank_all([bare(sentence) for sentence in held_out])
    gold, ranking = max(zip(held_out, rankings, strict=True), key=lambda pair: sum_doubt(pair[1]) / len(pair[0]))
    documents = [bare(gold), replace(gold, heads=(None,) * len(gold), source=None)]
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of(documents)))
    open_score, decided_score = ScoreUncertainty(tmp_path / "pipeline.npz", "text").run(engine, ignore_progress)
    arcs, decided_arcs = (compute_marginals(learnt, one, UNCONSTRAINED) for one in documents)
    assert arcs is not None
    assert decided_arcs is not None
    assert sum_doubt(ranking) > 0.1
    assert open_score - arcs.entropy >= sum_doubt(ranking) / len(gold) - 1e-6
    assert decided_score == pytest.approx(decided_arcs.entropy)


def test_a_parser_with_a_tagger_competes_with_a_pipeline_on_its_own_tags(
    learnt: Pipeline, sentences: list[Sentence], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save(learnt.parser, tmp_path / "parser.npz")
    engine = Engine()
    engine.set_document("text", DocumentState(None, "", {}, Treebank.of(sentences[:40])))
    tagged: list[Sentence] = []
    add_tags = ArcParser.add_tags
    monkeypatch.setattr(ArcParser, "add_tags", lambda model, one: tagged.append(one) or add_tags(model, one))
    monkeypatch.setattr("spectral_core.registry.Method.learn", lambda *_: learnt)
    decided = tuple(sentences[:30])
    CompareWithActive(tmp_path / "parser.npz", "pipeline", ("text",), decided).run(engine, ignore_progress)
    assert len(tagged) == len(decided)
    CompareWithActive(tmp_path / "parser.npz", "arc-parser", ("text",), decided).run(engine, ignore_progress)
    assert len(tagged) == len(decided)  # parsers that read tags are compared on those that the annotators see


def analyses(*tags: str) -> list[Ranked[Analysis]]:
    return [
        Ranked(Analysis(lemma, upos=upos), -float(rank), probability)
        for rank, (lemma, upos, probability) in enumerate(
            (tag.split()[0], tag.split()[1], float(tag.split()[2])) for tag in tags
        )
    ]


def test_readings_that_agree_with_given_columns_come_first() -> None:
    word = Sentence.of(["saw"], upos=["NOUN"])
    (ranking,) = prefer_given_cells(word, [analyses("see VERB 0.7", "saw NOUN 0.2", "sawer NOUN 0.1")])
    assert [(entry.value.lemma, round(entry.probability or 0.0, 3)) for entry in ranking] == [
        ("saw", 0.667), ("sawer", 0.333), ("see", 0.0),
    ]  # fmt: skip
    assert [entry.score for entry in ranking] == sorted((entry.score for entry in ranking), reverse=True)
    (changed,) = prefer_given_cells(Sentence.of(["saw"], upos=["ADJ"]), [analyses("see VERB 0.7", "saw NOUN 0.3")])
    assert (changed[0].value.lemma, changed[0].value.upos, len(changed)) == ("see", "ADJ", 3)
    assert prefer_given_cells(word, [analyses("see VERB 1")], decided={1}) == [analyses("see VERB 1")]


def test_empty_columns_are_filled_and_others_stay() -> None:
    reading = Analysis("see", upos="VERB", feats="Tense=Past", gloss="saw it")
    words = (
        Sentence.of(["saw"]),
        Sentence.of(["saw"], upos=["NOUN"]),
        Sentence.of(["saw"], lemmas=["saw"], upos=["VERB"]),
    )
    bare_word, noun, known = (fill_readings(word, [reading]) for word in words)
    assert (bare_word.lemmas, bare_word.feats, bare_word.misc) == (("see",), ("Tense=Past",), ("Gloss=saw it",))
    assert (noun.lemmas, noun.upos, noun.feats) == (("see",), ("NOUN",), (EMPTY,))
    assert (known.lemmas, known.feats, known.misc) == (("saw",), ("Tense=Past",), (EMPTY,))
    complete = Sentence.of(["saw"], lemmas=["saw"], upos=["NOUN"], xpos=["NN"], feats=["Number=Sing"])
    assert fill_readings(complete, [reading]) is complete


@pytest.fixture(scope="module")
def files(learnt: Pipeline, sentences: list[Sentence], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    store.save(learnt, folder / "pipeline.npz")
    for name in ("arc-parser", "analysis-ranker"):
        model = METHODS[name].learn(Treebank.of(sentences[:150]), METHODS[name].settings())
        store.save(model, folder / f"{name}.npz")
    formats.save(Treebank.of(map(bare, sentences[200:220])), folder / "bare.conllu")
    return folder


Answer = tuple[Sentence, Sequence[Sequence[Ranked[Analysis]]], frozenset[int]]


def ask(folder: Path, parser: str, ranker: str, sentence: Sentence) -> Answer:
    engine = Engine()
    engine.treebanks["text"] = Treebank.of([sentence])
    readings = RankReadings(folder / ranker, "none", None, "text", (sentence,))
    result = Parse(folder / parser, sentence, 3, UNCONSTRAINED, readings).run(engine, ignore_progress)
    assert result.rankings is not None
    return result.trees[0].value, result.rankings.readings[0], result.doubtful_words


@pytest.mark.parametrize(
    ("parser", "ranker"), [("pipeline.npz", "pipeline.npz"), ("arc-parser.npz", "analysis-ranker.npz")]
)
def test_a_suggestion_is_one_analysis(parser: str, ranker: str, files: Path, held_out: list[Sentence]) -> None:
    doubts = 0
    tagger = store.load(files / parser).tagger  # type: ignore[attr-defined]
    for sentence in held_out[:12]:
        tree, readings, doubtful = ask(files, parser, ranker, bare(sentence))
        for word, ranking in enumerate(readings):
            cells = (tree.lemmas[word], tree.upos[word], tree.xpos[word], tree.feats[word])
            assert cells == standard_columns(ranking[0].value)
        own = tagger.tag(bare(sentence))
        differing = {
            word
            for word, cells in enumerate(zip(own.upos, tree.upos, own.xpos, tree.xpos, strict=True), 1)
            if (cells[0] != EMPTY and cells[0] != cells[1]) or (cells[2] != EMPTY and cells[2] != cells[3])
        }
        assert doubtful == differing
        doubts += len(differing)
    assert doubts


def run(*arguments: str | Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert not ended.value.code


def test_a_text_becomes_a_treebank_by_one_command(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], sentences: list[Sentence]
) -> None:
    model, output = str(files / "pipeline.npz"), tmp_path / "out.conllu"
    run("annotate", model, str(files / "bare.conllu"), "-o", str(output))
    written = list(formats.load(output))
    expected = list(store.load(files / "pipeline.npz").parse_all([bare(one) for one in sentences[200:220]]))  # type: ignore[attr-defined]
    for first, second in zip(written, expected, strict=True):
        assert (first.heads, first.deprels, first.lemmas, first.feats) == (
            second.heads, second.deprels, second.lemmas, second.feats,
        )  # fmt: skip
    (tmp_path / "note.txt").write_text("The dog sleeps. A cat runs!\n", encoding="utf-8")
    capsys.readouterr()
    run("annotate", model, str(tmp_path / "note.txt"))
    text = formats.loads(capsys.readouterr().out.encode(), None, "conllu")
    assert [sentence.text for sentence in text] == ["The dog sleeps.", "A cat runs!"]
    assert all(sentence.has_heads and EMPTY not in sentence.lemmas for sentence in text)
    half = written[0].with_heads([None, *written[0].heads[1:]])
    formats.save(Treebank.of([half.with_value("upos", 1, "X")]), tmp_path / "half.conllu")
    run("annotate", model, str(tmp_path / "half.conllu"), "--keep", "-o", str(tmp_path / "kept.conllu"))
    (kept,) = formats.load(tmp_path / "kept.conllu")
    assert kept.upos[0] == "X"
    assert kept.heads[1:] == half.heads[1:]
    run("rank", str(files / "analysis-ranker.npz"), str(files / "bare.conllu"), "-o", str(tmp_path / "ranked.conllu"))
    ranked = list(formats.load(tmp_path / "ranked.conllu"))
    assert all(EMPTY not in sentence.lemmas and not sentence.has_heads for sentence in ranked)


def test_train_learns_what_a_treebank_is_annotated_for_and_keeps_it_for_the_window(
    tmp_path: Path, sentences: list[Sentence], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    few = sentences[:15]
    tags = [replace(strip_annotation(sentence), lemmas=(EMPTY,) * len(sentence)) for sentence in few]
    assert getattr(choose_default_method(Treebank.of(few)), "name", "") == "pipeline"
    assert getattr(choose_default_method(Treebank.of(tags)), "name", "") == "analysis-ranker"
    assert choose_default_method(Treebank.of(map(bare, few))) is None
    formats.save(Treebank.of(few), tmp_path / "few.conllu")
    run("train", str(tmp_path / "few.conllu"), "-o", str(tmp_path / "few.npz"), "--library")
    assert isinstance(store.load(tmp_path / "few.npz"), Pipeline)
    assert isinstance(store.load(tmp_path / "home" / "data" / "models" / "few.npz"), Pipeline)
