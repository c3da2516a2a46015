"""Benchmark of tags and relations: accuracy and calibration of the tagger, accuracy of the labeller, CPU times."""

from __future__ import annotations

import math
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.measurement import Row, time_cpu
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.dependencies import deprojectivise, projectivise
from spectral_core.formats import load
from spectral_core.models import tagger
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.tagger import TaggerSettings
from spectral_core.progress import Progress, Report

_TREEBANKS = (
    ("ud_english_ewt", "ud_english_ewt-{}.conllu.xz", ("xpos", "upos")),
    ("wsj_nltk_dep", "wsj_dep.{}.conll.xz", ("xpos",)),
    ("ud_turkish_imst", "ud_turkish_imst-{}.conllu.xz", ("xpos", "upos")),
    ("ud_chinese_gsd_v1", "ud_chinese_gsd_v1-{}.conllu.xz", ("xpos", "upos")),
    ("ud_basque_bdt_v1", "ud_basque_bdt_v1-{}.conllu.xz", ("upos",)),
)


def measure_taggers(data: Path, report: Report) -> list[Row]:
    """Return a row for each treebank and column, trained on train with the default settings and measured on dev.

    `unknown` is the accuracy on words that are not in train; `ece_raw` and `ece` are of the best tags, before and
    after calibration. `relations` is the accuracy on gold heads; `put_back` the percentage of lifted words that
    deprojectivisation attaches to their heads by gold relations, `put_back_learnt` by those of the labeller.
    """
    _compile_kernels()
    rows: list[Row] = []
    runs = [(folder, file, column) for folder, file, columns in _TREEBANKS for column in columns]
    for done, (folder, file, column) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        train, dev = (list(load(data / folder / file.format(part))) for part in ("train", "dev"))
        row: Row = {"treebank": folder, "column": column}
        rows.append(row | _measure_tagger(train, dev, column) | _measure_labeller(train, dev, column))
    return rows


def _compile_kernels() -> None:
    """Compile the kernels before timing."""
    words = Sentence.of(["a", "b"], xpos=["A", "B"], heads=[2, 0], deprels=["x", "root"])
    treebank = Treebank.of([words, words])
    tagger.learn(treebank, TaggerSettings(epochs=1)).tags(words)
    Labeller.learn(treebank).label(words, words.heads)


def _measure_tagger(train: list[Sentence], dev: list[Sentence], column: str) -> Row:
    """Train a tagger; return its accuracy and calibration error on dev, and its speed."""
    model, training_seconds = time_cpu(tagger.learn, Treebank.of(train), TaggerSettings(column))
    tagged, seconds = time_cpu(lambda: [model.tag(sentence) for sentence in dev])
    training_words = {form for sentence in train for form in sentence.forms}
    gold = [tag for sentence in dev for tag in sentence.column(column)]
    is_unknown = [form not in training_words for sentence in dev for form in sentence.forms]
    best = [tags[0] for sentence in dev for tags in model.tags(sentence)]
    is_correct = [candidate.value == tag for candidate, tag in zip(best, gold, strict=True)]
    unknown_correct = [correct for correct, unknown_word in zip(is_correct, is_unknown, strict=True) if unknown_word]
    return {
        "accuracy": round(evaluate.score_tags(dev, tagged, column).metrics["tag_accuracy"], 2),
        "unknown": round(100 * sum(unknown_correct) / len(unknown_correct), 2),
        "ece_raw": round(
            evaluate.expected_calibration_error(
                [min(math.exp(candidate.score), 1.0) for candidate in best], is_correct
            ),
            4,
        ),
        "ece": round(
            evaluate.expected_calibration_error([candidate.probability or 0.0 for candidate in best], is_correct), 4
        ),
        "learn_cpu": round(training_seconds, 1),
        "words_per_second": round(len(gold) / seconds),
    }


def _measure_labeller(train: list[Sentence], dev: list[Sentence], column: str) -> Row:
    """Train labellers on gold trees; return the accuracy of relations, and how many projectivised heads they restore.
    Empty for a treebank whose only relation is root."""
    train_trees, dev_trees = (
        [sentence for sentence in part if sentence.has_heads and not sentence.find_structural_problems()]
        for part in (train, dev)
    )
    model, training_seconds = time_cpu(Labeller.learn, Treebank.of(train_trees), column=column)
    if not model.labels:  # the treebank has no relations but root
        return {}
    predicted, seconds = time_cpu(lambda: [model.label(sentence, sentence.heads) for sentence in dev_trees])
    pairs = [
        (label, gold)
        for sentence, labels in zip(dev_trees, predicted, strict=True)
        for label, gold in zip(labels, sentence.deprels, strict=True)
        if gold != EMPTY
    ]
    projective = [projectivise(sentence.heads, sentence.deprels) for sentence in dev_trees]
    projective_labeller = Labeller.learn(
        Treebank.of(tree.with_heads(*projectivise(tree.heads, tree.deprels)) for tree in train_trees), column=column
    )
    projective_labels = [
        projective_labeller.label(tree, heads) for tree, (heads, _) in zip(dev_trees, projective, strict=True)
    ]
    return {
        "relations": round(100 * sum(label == gold for label, gold in pairs) / len(pairs), 2),
        "relations_cpu": round(training_seconds, 1),
        "relations_per_second": round(len(pairs) / seconds),
        "put_back": _compute_restored_percentage(
            dev_trees, [heads for heads, _ in projective], [labels for _, labels in projective]
        ),
        "put_back_learnt": _compute_restored_percentage(
            dev_trees, [heads for heads, _ in projective], projective_labels
        ),
    }


def _compute_restored_percentage(
    gold: list[Sentence], heads: list[tuple[int, ...]], labels: list[tuple[str, ...]]
) -> float | None:
    """Return the percentage of words lifted by projectivisation whose heads deprojectivisation restores; None if no
    word was lifted."""
    lifted_count = restored_count = 0
    for sentence, lifted_heads, sentence_labels in zip(gold, heads, labels, strict=True):
        restored_heads, _ = deprojectivise(lifted_heads, sentence_labels)
        for gold_head, lifted_head, restored_head in zip(sentence.heads, lifted_heads, restored_heads, strict=True):
            lifted_count += gold_head != lifted_head
            restored_count += gold_head == restored_head != lifted_head
    return round(100 * restored_count / lifted_count, 2) if lifted_count else None
