"""Benchmark of the pipeline: attachment, relations and whole readings on raw words, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.measurement import Row, is_selected, time_cpu
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.readings import AnalysedSentence
from spectral_core.formats import load
from spectral_core.models import pipeline
from spectral_core.models.parsing.labeller import label_and_deprojectivise_sentences
from spectral_core.models.pipeline import Pipeline, PipelineSettings
from spectral_core.progress import Progress, Report

_PARTS = "{0}/{0}-{1}.conllu.xz"
_TREEBANKS: tuple[tuple[str, tuple[int, ...]], ...] = (  # with numbers of training sentences; 0 for all
    ("ud_english_ewt", (50, 200, 1000, 0)),
    ("ud_turkish_imst", (0,)),
    ("ud_hungarian_szeged", (0,)),
    ("ud_basque_bdt_v1", (0,)),
    ("ud_chinese_gsd_v1", (0,)),
)
_Annotate = Callable[[Sequence[Sentence]], list[Sentence]]


def measure_pipelines(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each treebank, size and step, learnt with the default settings and measured on dev from words
    alone. `relations` is the percentage of right relations on right arcs, `readings` that of words whose lemma, tags
    and features are all right; the last step has gold readings.

    Args:
        only: Parts of the names of treebanks and numbers of sentences, such as `turkish` or `english 200`.
    """
    runs = [
        (name, size) for name, sizes in _TREEBANKS for size in sizes if is_selected(f"{name} {size or 'all'}", only)
    ]
    for done, (name, size) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        train, dev = (list(load(data / _PARTS.format(name, part))) for part in ("train", "dev"))
        train = train[: size or len(train)]
        model, seconds = time_cpu(pipeline.learn, Treebank.of(train), PipelineSettings())
        inputs = _list_inputs(dev)
        for step, (annotate, given) in _list_steps(model).items():
            parsed, parsing_seconds = time_cpu(annotate, inputs[given])
            yield {
                "treebank": name, "sentences": len(train), "step": step, **_measure(dev, parsed),
                "learn_cpu": round(seconds, 1), "sentences_per_second": round(len(dev) / parsing_seconds),
            }  # fmt: skip


def _list_inputs(gold: Sequence[Sentence]) -> dict[str, list[Sentence]]:
    """Return the sentences by what is given of them: words alone, readings, heads, or trees."""
    words = [evaluate.strip_annotation(sentence, tags=False) for sentence in gold]
    pairs = list(zip(words, gold, strict=True))
    return {
        "words": words,
        "readings": [evaluate.strip_annotation(sentence) for sentence in gold],
        "heads": [replace(text, heads=sentence.heads, source=None) for text, sentence in pairs],
        "trees": [text.with_heads(sentence.heads, sentence.deprels) for text, sentence in pairs],
    }


def _list_steps(model: Pipeline) -> dict[str, tuple[_Annotate, str]]:
    """Return how sentences are annotated in each step, by name, and what is given of them."""
    ranker = model.ranker
    ranker_alone = model if ranker is None else replace(model, ranker=replace(ranker, candidate_scorer=None))
    without_trees = replace(model, tree_evidence=None)
    steps: dict[str, tuple[_Annotate, str]] = {"tagger": (partial(_parse_by_tagger, model), "words")}
    if ranker is not None:
        steps["ranker"] = (partial(_parse_first, ranker_alone), "words")
        steps["ranker, tagger"] = (partial(_parse_first, model), "words")
    steps["ranker, tagger, samples"] = (lambda sentences: list(without_trees.parse_all(sentences)), "words")
    if model.tree_evidence is not None:
        steps["ranker, tagger, samples, tree speaks"] = (
            lambda sentences: list(model.parse_all(sentences)),
            "words",
        )
        steps["gold heads"] = (partial(_read_given_trees, model), "heads")
        steps["gold trees"] = (partial(_read_given_trees, model), "trees")
    steps["gold readings"] = (lambda sentences: list(model.parse_all(sentences)), "readings")
    return steps


def _read_given_trees(model: Pipeline, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return sentences that have all heads with readings and the relations that are missing."""
    read = [
        AnalysedSentence.choose(sentence, ranking)
        for sentence, ranking in zip(sentences, model.rank_all(sentences), strict=True)
    ]
    heads = [[head or 0 for head in sentence.heads] for sentence in sentences]
    assert model.parser.labeller is not None
    labels = model.parser.labeller.label_all(
        [analysed.sentence for analysed in read],
        heads,
        [{word: label for word, label in enumerate(sentence.deprels, 1) if label != EMPTY} for sentence in sentences],
        [analysed.samples for analysed in read],
    )
    trees = zip(read, heads, labels, strict=True)
    return [analysed.sentence.with_heads(tree_heads, relations) for analysed, tree_heads, relations in trees]


def _parse_by_tagger(model: Pipeline, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Parse sentences with the tags of the parser's tagger alone."""
    tagger = model.parser.tagger
    return _parse(model, sentences if tagger is None else tagger.tag_all(sentences))


def _parse_first(model: Pipeline, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Parse sentences with their first readings alone."""
    return _parse(model, [analysed.sentence for analysed in model.analyse_all(sentences)])


def _parse(model: Pipeline, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Parse sentences as they are tagged."""
    heads = model.parser.all_heads(sentences, [()] * len(sentences))
    assert model.parser.labeller is not None
    return label_and_deprojectivise_sentences(sentences, heads, model.parser.labeller)


def _measure(gold: Sequence[Sentence], parsed: Sequence[Sentence]) -> Row:
    """Return the accuracy of heads, relations and readings in percent."""
    scores = evaluate.compare_annotation(gold, parsed, columns=False).metrics
    readings = evaluate.score_readings(gold, parsed)
    return {
        "uas": round(scores["uas"], 2), "las": round(scores["las"], 2),
        "relations": round(100 * scores["las"] / scores["uas"], 1),
        "readings": round(readings.get("reading_accuracy", 0.0), 2),
    }  # fmt: skip
