"""Brackets without a treebank by a metric, beside its controls and baselines; learnt from what is scored."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

import numpy as np

from spectral_core.bench.rows import Row, asked
from spectral_core.data import FREE, Constraints, Sentence, Tree, Treebank
from spectral_core.evaluate import unlabelled_brackets, unlabelled_scores
from spectral_core.evaluate.spans import KLEIN_MANNING
from spectral_core.formats import load
from spectral_core.inference.metric_tree import shortest_tree
from spectral_core.methods import METHODS, make_settings
from spectral_core.model import Model, Parser, Value
from spectral_core.models.branching import find_top_split
from spectral_core.progress import Progress, Report

CORPORA = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
}
LONGEST = 40  # words without punctuation of a sentence that is scored
_METRICS: Mapping[str, dict[str, Value]] = {
    "metric": {"fragments": False},
    "metric, 7 states": {"fragments": False, "states": 7},
    "metric, no top bracket": {"fragments": False, "top": "none"},
    "control: constant": {"fragments": False, "metric": "constant"},
    "control: log of distance": {"fragments": False, "metric": "distance"},
    "metric in fragments": {},
    "metric in fragments + 1 sd log of distance": {"shrinkage": 1.0},
    "control: constant in fragments": {"metric": "constant"},
    "control: log of distance in fragments": {"metric": "distance"},
    "metric in fragments, raw words": {"tags": "words"},
}
_BASELINES = ("left", "right", "random", "heuristic-right")
_TRUE = "metric, true top"
_SHORT = 10  # words of the sentences that constituents and contexts are learnt from
_SPEED = 40  # words of the sentences whose time is taken


def table(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """F1 as Klein and Manning score it at up to 10, 20 and 40 words, strict without the whole sentence, and the mean F1
    of sentences without it; train and dev, whose words alone are learnt from. Seconds are CPU seconds. `only` is what
    is in the names of the rows that are measured: corpus and model."""
    runs: list[tuple[str, str, dict[str, Value]]] = [(kind, "branching", {"kind": kind}) for kind in _BASELINES]
    runs += [(name, "bracketer", given) for name, given in _METRICS.items()]
    runs.append((_TRUE, "bracketer", _METRICS["metric"]))
    for tags in (False, True):
        name = "constituents and contexts" + ", coarse" * tags
        runs.append((name, "constituent-context", {"coarse": tags, "longest": _SHORT}))
    for corpus in CORPORA:
        wanted = [run for run in runs if asked(f"{corpus} {run[0]}", only)]
        gold, bare = corpus_of(data, corpus) if wanted else ([], [])
        for name, method, given in wanted:
            report(Progress(f"{corpus}: {name}", 0, None))
            most = _SHORT if method == "constituent-context" else LONGEST
            kept = [at for at, one in enumerate(bare) if bare_words(one) <= most]
            some, own = [gold[at] for at in kept], [bare[at] for at in kept]
            locks = [true_top(one) for one in some] if name == _TRUE else None
            yield {"corpus": corpus, "model": name, **measured(method, given, some, own, locks)}
    for name, top in (("given", 15), ("none", _SPEED - 1)):
        corpus, name = f"{_SPEED} words", f"top bracket {name}"
        if asked(f"{corpus} {name}", only):
            yield {"corpus": corpus, "model": name, "milliseconds": milliseconds(top)}


def corpus_of(data: Path, corpus: str, longest: int = LONGEST) -> tuple[list[Sentence], list[Sentence]]:
    """The sentences of train and dev that are scored, and the same without their trees."""
    read = (one for part in ("train", "dev") for one in load(data / CORPORA[corpus].format(part)))
    gold = [one for one in read if one.readable and one.tree is not None and bare_words(one) <= longest]
    return gold, [Sentence.of(one.forms, upos=one.upos, xpos=one.xpos) for one in gold]


def measured(
    method: str, given: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence],
    locks: Iterable[Constraints] | None = None,
) -> Row:  # fmt: skip
    """What a method makes of sentences from which it has learnt, under locks where there are any."""
    row = METHODS[method]
    begun = time.process_time()
    model = row.learn(Treebank.of(bare), make_settings(row, given))
    learning = time.process_time() - begun
    return {**scored(model, gold, bare, locks), "cpu_learning": round(learning, 1)}


def scored(
    model: Model, gold: Sequence[Sentence], bare: Sequence[Sentence], locks: Iterable[Constraints] | None = None
) -> Row:
    """The figures of a learnt model."""
    assert isinstance(model, Parser)
    begun = time.process_time()
    every = [FREE] * len(bare) if locks is None else locks
    parsed = [model.parse(one, 1, lock)[0].value for one, lock in zip(bare, every, strict=True)]
    spent = time.process_time() - begun
    metrics = unlabelled_scores(gold, parsed).metrics
    row: Row = {"f1": _figure(metrics, "unlabelled_f1")}
    row |= {f"f1_{most}": _figure(metrics, f"unlabelled_f1_{most}") for most in (10, 20, 40)}
    row |= {f"strict_{most}": _figure(metrics, f"unlabelled_f1_{most}_strict") for most in (10, 20, 40)}
    return row | {"sentence_f1": round(sentence_f1(gold, parsed), 1), "cpu_parsing": round(spent, 1)}


def sentence_f1(gold: Iterable[Sentence], parsed: Iterable[Sentence]) -> float:
    """The mean over sentences of F1 without punctuation, brackets of one word and the whole sentence; 100 where neither
    has a bracket left, and sentences of one word left out."""
    found = []
    for want, got in zip(gold, parsed, strict=True):
        assert want.tree is not None
        assert got.tree is not None
        whole = (0, bare_words(want))
        if whole[1] < 2:
            continue
        kept = want.tree, got.tree.with_leaves(list(got.tree.words()), list(want.tree.tags()))
        one, two = (unlabelled_brackets(tree) - {whole} for tree in kept)
        found.append(2 * len(one & two) / (len(one) + len(two)) if one or two else 1.0)
    return 100 * float(np.mean(found))


def true_top(sentence: Sentence) -> Constraints:
    """The top bracket of the tree of a sentence as locks: its largest division, else that of the heuristic."""
    size = len(sentence)
    assert sentence.tree is not None
    node = sentence.tree
    while len(node.children) == 1 and isinstance(node.children[0], Tree) and not node.children[0].is_tag:
        node = node.children[0]
    spans = {(start, end) for start, end, _ in node.spans() if end - start > 1}
    at = find_top_split(sentence)
    if (0, at) not in spans and (at, size) not in spans:
        ends = [end for start, end in spans if start == 0 and end < size]
        starts = [start for start, end in spans if end == size and start > 0]
        at = min(starts, default=max(ends, default=at))
    if not 0 < at < size:
        return FREE
    return Constraints(required_spans=frozenset((*span, "") for span in ((0, at), (at, size)) if span[1] - span[0] > 1))


def milliseconds(top: int, words: int = _SPEED, times: int = 15) -> float:
    """The median CPU time of the least tree over random distances."""
    random = np.random.default_rng(0)
    spent = []
    for _ in range(times):
        upper = np.triu(random.random((words, words)), 1)
        begun = time.process_time()
        shortest_tree(upper + upper.T, top, np.zeros((0, 0)))
        spent.append(1000 * (time.process_time() - begun))
    return round(median(spent), 2)


def bare_words(sentence: Sentence) -> int:
    """How many words are left without punctuation, by the tags."""
    assert sentence.tree is not None or sentence.forms
    return sum(tag not in KLEIN_MANNING for tag in sentence.xpos)


def _figure(metrics: Mapping[str, float], name: str) -> float | None:
    return round(metrics[name], 1) if name in metrics else None
