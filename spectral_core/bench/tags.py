"""Tags and relations of real treebanks: accuracy and calibration of the tagger, accuracy of the labeller, and times."""

from __future__ import annotations

import math
import time
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.rows import Row
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.lifting import deprojectivise, projectivise
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


def table(data: Path, report: Report) -> list[Row]:
    """One row a treebank and column, learnt on train with the default settings and measured on dev. `unknown` is the
    accuracy on words that train does not have; `ece` is of the best tags, as posteriors and calibrated. `relations` is
    the accuracy on gold heads; `put_back` the share of lifted words that return to their heads by gold relations, and
    `put_back_learnt` by those of the labeller, in percent."""
    _warm()
    rows: list[Row] = []
    runs = [(folder, file, column) for folder, file, columns in _TREEBANKS for column in columns]
    for done, (folder, file, column) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        train, dev = (list(load(data / folder / file.format(part))) for part in ("train", "dev"))
        row: Row = {"treebank": folder, "column": column}
        rows.append(row | _tagged(train, dev, column) | _labelled(train, dev, column))
    return rows


def _warm() -> None:
    """Compiles the kernels, which is not to be measured."""
    words = Sentence.of(["a", "b"], xpos=["A", "B"], heads=[2, 0], deprels=["x", "root"])
    treebank = Treebank.of([words, words])
    tagger.learn(treebank, TaggerSettings(epochs=1)).tags(words)
    Labeller.learn(treebank).label(words, words.heads)


def _tagged(train: list[Sentence], dev: list[Sentence], column: str) -> Row:
    begun = time.process_time()
    model = tagger.learn(Treebank.of(train), TaggerSettings(column))
    learnt = time.process_time()
    tagged = [model.tag(sentence) for sentence in dev]
    spent = time.process_time() - learnt
    known = {form for sentence in train for form in sentence.forms}
    gold = [tag for sentence in dev for tag in sentence.column(column)]
    fresh = [form not in known for sentence in dev for form in sentence.forms]
    best = [tags[0] for sentence in dev for tags in model.tags(sentence)]
    right = [one.value == tag for one, tag in zip(best, gold, strict=True)]
    unknown = [good for good, new in zip(right, fresh, strict=True) if new]
    return {
        "accuracy": round(evaluate.tag_scores(dev, tagged, column).metrics["tag_accuracy"], 2),
        "unknown": round(100 * sum(unknown) / len(unknown), 2),
        "ece_raw": round(
            evaluate.expected_calibration_error([min(math.exp(one.score), 1.0) for one in best], right), 4
        ),
        "ece": round(evaluate.expected_calibration_error([one.probability or 0.0 for one in best], right), 4),
        "learn_cpu": round(learnt - begun, 1),
        "words_per_second": round(len(gold) / spent),
    }


def _labelled(train: list[Sentence], dev: list[Sentence], column: str) -> Row:
    sound, measured = (
        [sentence for sentence in part if sentence.has_heads and not sentence.structural_problems()]
        for part in (train, dev)
    )
    begun = time.process_time()
    model = Labeller.learn(Treebank.of(sound), column=column)
    learnt = time.process_time()
    if not model.labels:  # this treebank names the root alone
        return {}
    found = [model.label(sentence, sentence.heads) for sentence in measured]
    spent = time.process_time() - learnt
    pairs = [
        (label, gold)
        for sentence, labels in zip(measured, found, strict=True)
        for label, gold in zip(labels, sentence.deprels, strict=True)
        if gold != EMPTY
    ]
    lifted = [projectivise(sentence.heads, sentence.deprels) for sentence in measured]
    lifting = Labeller.learn(
        Treebank.of(one.with_heads(*projectivise(one.heads, one.deprels)) for one in sound), column=column
    )
    named = [lifting.label(one, heads) for one, (heads, _) in zip(measured, lifted, strict=True)]
    return {
        "relations": round(100 * sum(label == gold for label, gold in pairs) / len(pairs), 2),
        "relations_cpu": round(learnt - begun, 1),
        "relations_per_second": round(len(pairs) / spent),
        "put_back": _put_back(measured, [heads for heads, _ in lifted], [labels for _, labels in lifted]),
        "put_back_learnt": _put_back(measured, [heads for heads, _ in lifted], named),
    }


def _put_back(gold: list[Sentence], heads: list[tuple[int, ...]], labels: list[tuple[str, ...]]) -> float | None:
    """How many lifted words get their own heads again, in percent; None where no word was lifted."""
    lifted = right = 0
    for sentence, now, named in zip(gold, heads, labels, strict=True):
        back, _ = deprojectivise(now, named)
        for own, here, there in zip(sentence.heads, now, back, strict=True):
            lifted += own != here
            right += own == there != here
    return round(100 * right / lifted, 2) if lifted else None
