"""Latent-variable PCFGs by estimator and number of states: labelled brackets and CPU times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from spectral_core.bench.rows import Row, is_selected
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import score_brackets, strip_annotation
from spectral_core.formats import load
from spectral_core.model import Parser, Value
from spectral_core.models.parsing.learning_curve import MONITORED_F1
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings

_TREEBANKS = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "craft": "craft/craft.{}.mrg.xz",
}
_UNCALIBRATED: dict[str, Value] = {"calibration": False}
_PUBLISHED: dict[str, Value] = {"lexicon": "paper", "potentials": False, **_UNCALIBRATED}
_STATE_COUNTS = (8, 16, 24)
_TRAINING_SIZES = (50, 200, 1000)  # trees of a learning curve
_MAX_DEV = 400  # sentences, except for wsj
_SETTING_COLUMNS = (
    "estimator", "states", "vertical", "lexicon", "potentials", "members", "decoding", "objective", "seed",
    "calibration",
)  # fmt: skip
_CORE_SETTINGS: list[dict[str, Value]] = [  # settings measured on every corpus
    {"estimator": "pcfg", **_PUBLISHED},
    {"estimator": "spectral", **_PUBLISHED},
    _UNCALIBRATED,
]


def measure_latent_pcfgs(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each grammar, trained on train and measured on the bare words of dev; words are deleted by gold
    tags.

    Seconds are CPU seconds, those of training also by stage. The iterations to the peak are those to the highest F1
    on at most 100 sentences of dev. `only` selects rows by corpus and settings.
    """
    for corpus, name in _TREEBANKS.items():
        selected = [
            (title, size, values)
            for size, values in _list_grammar_runs(corpus)
            if is_selected(title := f"{corpus} {size or ''} {_format_settings(values)}", only)
        ]
        if not selected:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = [sentence for sentence in dev if sentence.readable and sentence.tree is not None]
        if corpus != "wsj":
            gold = gold[:: max(1, -(-len(gold) // _MAX_DEV))]
        for title, size, values in selected:
            report(Progress(title, 0, None))
            subset = train
            if size is not None:
                subset = train.select(np.sort(np.random.default_rng(0).permutation(len(train))[:size]).tolist())
            yield {"corpus": corpus, "trees": len(subset), **_measure_grammar(subset, gold, values)}


def _format_settings(values: dict[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _list_grammar_runs(corpus: str) -> Iterator[tuple[int | None, dict[str, Value]]]:
    """Yield sizes of the training part, None for all of it, and settings."""
    for values in _list_grammar_settings(corpus):
        yield None, values
    for size in _TRAINING_SIZES if corpus == "wsj" else ():
        for values in _CORE_SETTINGS:
            yield size, values


def _list_grammar_settings(corpus: str) -> Iterator[dict[str, Value]]:
    if corpus != "wsj":
        yield from _CORE_SETTINGS
        return
    yield {"estimator": "pcfg", **_PUBLISHED}
    yield {"estimator": "pcfg", "vertical": 2, **_PUBLISHED}
    for estimator in ("em", "em-smoothed", "spectral", "pivot", "pivot-em"):
        for states in _STATE_COUNTS:
            yield {"estimator": estimator, "states": states, **_PUBLISHED}
    for estimator in ("pivot", "pivot-em"):
        yield {"estimator": estimator, "states": 8, "objective": "triples", **_PUBLISHED}
    for decoding in ("rule", "tree"):
        yield {"decoding": decoding, **_UNCALIBRATED}
    yield {"seed": 1, **_UNCALIBRATED}
    for states in _STATE_COUNTS:
        yield {"states": states, "potentials": False, **_UNCALIBRATED}
        yield {"states": states, **_UNCALIBRATED}
    yield {"members": 3, **_UNCALIBRATED}
    yield {}


def _measure_grammar(train: Treebank, gold: list[Sentence], values: dict[str, Value]) -> Row:
    method = METHODS["latent-pcfg"]
    settings = make_settings(method, values)
    stage_seconds: defaultdict[str, float] = defaultdict(float)
    monitored_f1: dict[int, float] = {0: -1.0}
    clock = [time.process_time()]

    def report(progress: Progress) -> None:
        now = time.process_time()
        stage_seconds[progress.stage] += now - clock[0]
        clock[0] = now
        if MONITORED_F1 in progress.measures:
            monitored_f1[progress.done] = progress.measures[MONITORED_F1]

    start = time.process_time()
    model = method.learn(train, settings, report, None, Treebank.of(gold))
    training_seconds = time.process_time() - start - stage_seconds["measure"]
    assert isinstance(model, Parser)
    bare = [strip_annotation(sentence, tags=False) for sentence in gold]
    start = time.process_time()
    parsed = [model.parse(sentence)[0].value for sentence in bare]
    parsing_seconds = time.process_time() - start
    scores = score_brackets(gold, parsed, by_gold_tags=True)
    return {
        **{name: str(getattr(settings, name)) for name in _SETTING_COLUMNS},
        **{name: round(scores.metrics[name], 2) for name in ("f1", "f1_40", "exact")},
        "iterations_to_peak": max(monitored_f1, key=lambda iteration: (monitored_f1[iteration], -iteration)) or None,
        "cpu_learning": round(training_seconds, 1),
        "sentences_a_second": round(len(gold) / parsing_seconds),
        "cpu_stages": " ".join(f"{stage}:{seconds:.1f}" for stage, seconds in stage_seconds.items()),
    }
