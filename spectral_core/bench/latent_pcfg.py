"""Grammars over constituents, by estimator and hidden states: labelled brackets and times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import bracket_scores, unannotated
from spectral_core.formats import load
from spectral_core.methods import METHODS, settings_of
from spectral_core.model import Parser, Value
from spectral_core.progress import Progress, Report

Row = dict[str, str | int | float | None]

_CORPORA = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "craft": "craft/craft.{}.mrg.xz",
}
_PLAIN: dict[str, Value] = {"lexicon": "paper", "potentials": False}
_STATES = (8, 16, 24)
_SHORT: list[dict[str, Value]] = [  # rows of every corpus
    {"estimator": "pcfg", **_PLAIN},
    {"estimator": "spectral", **_PLAIN},
    {},
]


def table(data: Path, report: Report) -> list[Row]:
    """One row a grammar, learnt on train and measured on dev, whose words alone it is given; words are deleted by their
    gold tags. Seconds are CPU seconds, of learning also by stage."""
    rows: list[Row] = []
    for corpus, name in _CORPORA.items():
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = [sentence for sentence in dev if sentence.readable and sentence.tree is not None]
        for given in _rows_of(corpus):
            report(Progress(f"{corpus}: {' '.join(map(str, given.values())) or 'as it is set'}", 0, None))
            rows.append({"corpus": corpus, **_measured(train, gold, given)})
    return rows


def _rows_of(corpus: str) -> Iterator[dict[str, Value]]:
    if corpus != "wsj":
        yield from _SHORT
        return
    yield {"estimator": "pcfg", **_PLAIN}
    yield {"estimator": "pcfg", "vertical": 2, **_PLAIN}
    for estimator in ("em", "em-smoothed", "spectral", "pivot", "pivot-em"):
        for states in _STATES:
            yield {"estimator": estimator, "states": states, **_PLAIN}
    for states in _STATES:
        yield {"states": states, "potentials": False}
        yield {"states": states}
    yield {"members": 3}


def _measured(train: Treebank, gold: list[Sentence], given: dict[str, Value]) -> Row:
    method = METHODS["latent-pcfg"]
    settings = settings_of(method, given)
    stages: defaultdict[str, float] = defaultdict(float)
    clock = [time.process_time()]

    def report(progress: Progress) -> None:
        now = time.process_time()
        stages[progress.stage] += now - clock[0]
        clock[0] = now

    begun = time.process_time()
    model = method.learn(train, settings, report)
    learning = time.process_time() - begun
    assert isinstance(model, Parser)
    bare = [unannotated(sentence, tags=False) for sentence in gold]
    begun = time.process_time()
    parsed = [model.parse(sentence)[0].value for sentence in bare]
    parsing = time.process_time() - begun
    scores = bracket_scores(gold, parsed, by_gold_tags=True)
    return {
        **{name: str(getattr(settings, name)) for name in ("estimator", "states", "lexicon", "potentials", "members")},
        **{name: round(scores.metrics[name], 2) for name in ("f1", "f1_40", "exact")},
        "cpu_learning": round(learning, 1),
        "sentences_a_second": round(len(gold) / parsing),
        "cpu_stages": " ".join(f"{stage}:{spent:.1f}" for stage, spent in stages.items()),
    }
