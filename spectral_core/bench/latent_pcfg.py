"""Grammars over constituents, by estimator and hidden states: labelled brackets and times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from spectral_core.bench.rows import Row, asked
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import bracket_scores, unannotated
from spectral_core.formats import load
from spectral_core.methods import METHODS, make_settings
from spectral_core.model import Parser, Value
from spectral_core.models.parsing.watching import MONITORED_F1
from spectral_core.progress import Progress, Report

_CORPORA = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "craft": "craft/craft.{}.mrg.xz",
}
_BARE: dict[str, Value] = {"calibration": False}
_PLAIN: dict[str, Value] = {"lexicon": "paper", "potentials": False, **_BARE}
_STATES = (8, 16, 24)
_SIZES = (50, 200, 1000)  # trees of a learning curve
_MOST_DEV = 400  # sentences of a corpus other than the first
_NAMED = (
    "estimator", "states", "vertical", "lexicon", "potentials", "members", "decoding", "objective", "seed",
    "calibration",
)  # fmt: skip
_SHORT: list[dict[str, Value]] = [  # rows of every corpus
    {"estimator": "pcfg", **_PLAIN},
    {"estimator": "spectral", **_PLAIN},
    _BARE,
]


def table(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """One row a grammar, learnt on train and measured on dev, whose words alone it is given; words are deleted by their
    gold tags. Seconds are CPU seconds, of learning also by stage. At the peak, F1 is the highest on at most 100
    sentences of dev. `only` is what is in the names of the rows that are measured: corpus and settings."""
    for corpus, name in _CORPORA.items():
        wanted = [
            (title, size, given)
            for size, given in _rows_of(corpus)
            if asked(title := f"{corpus} {size or ''} {_told(given)}", only)
        ]
        if not wanted:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = [sentence for sentence in dev if sentence.readable and sentence.tree is not None]
        if corpus != "wsj":
            gold = gold[:: max(1, -(-len(gold) // _MOST_DEV))]
        for title, size, given in wanted:
            report(Progress(title, 0, None))
            some = train
            if size is not None:
                some = train.select(np.sort(np.random.default_rng(0).permutation(len(train))[:size]).tolist())
            yield {"corpus": corpus, "trees": len(some), **_measured(some, gold, given)}


def _told(given: dict[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in given.items())


def _rows_of(corpus: str) -> Iterator[tuple[int | None, dict[str, Value]]]:
    """How many trees are learnt from, None for all, and settings."""
    for given in _settings_of(corpus):
        yield None, given
    for size in _SIZES if corpus == "wsj" else ():
        for given in _SHORT:
            yield size, given


def _settings_of(corpus: str) -> Iterator[dict[str, Value]]:
    if corpus != "wsj":
        yield from _SHORT
        return
    yield {"estimator": "pcfg", **_PLAIN}
    yield {"estimator": "pcfg", "vertical": 2, **_PLAIN}
    for estimator in ("em", "em-smoothed", "spectral", "pivot", "pivot-em"):
        for states in _STATES:
            yield {"estimator": estimator, "states": states, **_PLAIN}
    for estimator in ("pivot", "pivot-em"):
        yield {"estimator": estimator, "states": 8, "objective": "triples", **_PLAIN}
    for decoding in ("rule", "tree"):
        yield {"decoding": decoding, **_BARE}
    yield {"seed": 1, **_BARE}
    for states in _STATES:
        yield {"states": states, "potentials": False, **_BARE}
        yield {"states": states, **_BARE}
    yield {"members": 3, **_BARE}
    yield {}


def _measured(train: Treebank, gold: list[Sentence], given: dict[str, Value]) -> Row:
    method = METHODS["latent-pcfg"]
    settings = make_settings(method, given)
    stages: defaultdict[str, float] = defaultdict(float)
    watched: dict[int, float] = {0: -1.0}
    clock = [time.process_time()]

    def report(progress: Progress) -> None:
        now = time.process_time()
        stages[progress.stage] += now - clock[0]
        clock[0] = now
        if MONITORED_F1 in progress.measures:
            watched[progress.done] = progress.measures[MONITORED_F1]

    begun = time.process_time()
    model = method.learn(train, settings, report, None, Treebank.of(gold))
    learning = time.process_time() - begun - stages["measure"]
    assert isinstance(model, Parser)
    bare = [unannotated(sentence, tags=False) for sentence in gold]
    begun = time.process_time()
    parsed = [model.parse(sentence)[0].value for sentence in bare]
    parsing = time.process_time() - begun
    scores = bracket_scores(gold, parsed, by_gold_tags=True)
    return {
        **{name: str(getattr(settings, name)) for name in _NAMED},
        **{name: round(scores.metrics[name], 2) for name in ("f1", "f1_40", "exact")},
        "iterations_to_peak": max(watched, key=lambda at: (watched[at], -at)) or None,
        "cpu_learning": round(learning, 1),
        "sentences_a_second": round(len(gold) / parsing),
        "cpu_stages": " ".join(f"{stage}:{spent:.1f}" for stage, spent in stages.items()),
    }
