"""Unsupervised brackets from a metric, beside controls and baselines; trained on the sentences that are scored."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

import numpy as np

from spectral_core.bench.rows import Row, is_selected
from spectral_core.data import FREE, Constraints, Sentence, Tree, Treebank
from spectral_core.evaluate import extract_unlabelled_brackets, score_unlabelled_brackets
from spectral_core.evaluate.spans import KLEIN_MANNING_TAGS
from spectral_core.formats import load
from spectral_core.model import Model, Parser, Value
from spectral_core.models.branching import find_top_split
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings
from spectral_core.structured.unlabelled_trees import shortest_tree

CORPORA = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
}
MAX_WORDS = 40  # maximum words of a scored sentence, without punctuation
_METRIC_SETTINGS: Mapping[str, dict[str, Value]] = {
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
_TRUE_TOP = "metric, true top"
_CCM_MAX_WORDS = 10  # maximum words of training sentences of the constituent-context model
_TIMED_WORDS = 40  # words of timed sentences


def measure_bracketers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each corpus and model, trained on the words of train and dev.

    F1 is that of Klein and Manning at up to 10, 20 and 40 words; strict F1 leaves out the bracket of the whole
    sentence, as does the mean F1 of sentences. Seconds are CPU seconds. `only` selects rows by corpus and model.
    """
    runs: list[tuple[str, str, dict[str, Value]]] = [(kind, "branching", {"kind": kind}) for kind in _BASELINES]
    runs += [(name, "bracketer", values) for name, values in _METRIC_SETTINGS.items()]
    runs.append((_TRUE_TOP, "bracketer", _METRIC_SETTINGS["metric"]))
    for tags in (False, True):
        name = "constituents and contexts" + ", coarse" * tags
        runs.append((name, "constituent-context", {"coarse": tags, "longest": _CCM_MAX_WORDS}))
    for corpus in CORPORA:
        selected = [run for run in runs if is_selected(f"{corpus} {run[0]}", only)]
        gold, bare = load_corpus(data, corpus) if selected else ([], [])
        for name, method, values in selected:
            report(Progress(f"{corpus}: {name}", 0, None))
            limit = _CCM_MAX_WORDS if method == "constituent-context" else MAX_WORDS
            indexes = [index for index, sentence in enumerate(bare) if count_bare_words(sentence) <= limit]
            gold_subset, bare_subset = [gold[index] for index in indexes], [bare[index] for index in indexes]
            locks = [lock_true_top(sentence) for sentence in gold_subset] if name == _TRUE_TOP else None
            yield {"corpus": corpus, "model": name, **measure_method(method, values, gold_subset, bare_subset, locks)}
    for name, top in (("given", 15), ("none", _TIMED_WORDS - 1)):
        corpus, name = f"{_TIMED_WORDS} words", f"top bracket {name}"
        if is_selected(f"{corpus} {name}", only):
            yield {"corpus": corpus, "model": name, "milliseconds": time_shortest_tree(top)}


def load_corpus(data: Path, corpus: str, max_words: int = MAX_WORDS) -> tuple[list[Sentence], list[Sentence]]:
    """Return the scored sentences of train and dev, and the same without their trees."""
    sentences = (sentence for part in ("train", "dev") for sentence in load(data / CORPORA[corpus].format(part)))
    gold = [
        sentence
        for sentence in sentences
        if sentence.readable and sentence.tree is not None and count_bare_words(sentence) <= max_words
    ]
    return gold, [Sentence.of(sentence.forms, upos=sentence.upos, xpos=sentence.xpos) for sentence in gold]


def measure_method(
    method_name: str, values: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence],
    locks: Iterable[Constraints] | None = None,
) -> Row:  # fmt: skip
    """Return the figures of a method on the sentences it is trained on, under locks if there are any."""
    method = METHODS[method_name]
    start = time.process_time()
    model = method.learn(Treebank.of(bare), make_settings(method, values))
    training_seconds = time.process_time() - start
    return {**measure_brackets(model, gold, bare, locks), "cpu_learning": round(training_seconds, 1)}


def measure_brackets(
    model: Model, gold: Sequence[Sentence], bare: Sequence[Sentence], locks: Iterable[Constraints] | None = None
) -> Row:
    """Return the figures of a trained model."""
    assert isinstance(model, Parser)
    start = time.process_time()
    sentence_locks = [FREE] * len(bare) if locks is None else locks
    parsed = [model.parse(sentence, 1, lock)[0].value for sentence, lock in zip(bare, sentence_locks, strict=True)]
    seconds = time.process_time() - start
    metrics = score_unlabelled_brackets(gold, parsed).metrics
    row: Row = {"f1": _round_metric(metrics, "unlabelled_f1")}
    row |= {f"f1_{max_words}": _round_metric(metrics, f"unlabelled_f1_{max_words}") for max_words in (10, 20, 40)}
    row |= {
        f"strict_{max_words}": _round_metric(metrics, f"unlabelled_f1_{max_words}_strict") for max_words in (10, 20, 40)
    }
    return row | {"sentence_f1": round(sentence_f1(gold, parsed), 1), "cpu_parsing": round(seconds, 1)}


def sentence_f1(gold: Iterable[Sentence], parsed: Iterable[Sentence]) -> float:
    """Return the mean F1 of sentences, without punctuation, single words and the whole sentence. A sentence without
    brackets in both counts as 100; sentences of one word are left out."""
    scores = []
    for gold_sentence, parsed_sentence in zip(gold, parsed, strict=True):
        assert gold_sentence.tree is not None
        assert parsed_sentence.tree is not None
        whole_span = (0, count_bare_words(gold_sentence))
        if whole_span[1] < 2:
            continue
        trees = (
            gold_sentence.tree,
            parsed_sentence.tree.with_leaves(list(parsed_sentence.tree.words()), list(gold_sentence.tree.tags())),
        )
        gold_brackets, parsed_brackets = (extract_unlabelled_brackets(tree) - {whole_span} for tree in trees)
        scores.append(
            2 * len(gold_brackets & parsed_brackets) / (len(gold_brackets) + len(parsed_brackets))
            if gold_brackets or parsed_brackets
            else 1.0
        )
    return 100 * float(np.mean(scores))


def lock_true_top(sentence: Sentence) -> Constraints:
    """Return the top bracket of the tree as locks: its largest division, else that of the heuristic."""
    size = len(sentence)
    assert sentence.tree is not None
    node = sentence.tree
    while len(node.children) == 1 and isinstance(node.children[0], Tree) and not node.children[0].is_tag:
        node = node.children[0]
    spans = {(start, end) for start, end, _ in node.spans() if end - start > 1}
    split = find_top_split(sentence)
    if (0, split) not in spans and (split, size) not in spans:
        ends = [end for start, end in spans if start == 0 and end < size]
        starts = [start for start, end in spans if end == size and start > 0]
        split = min(starts, default=max(ends, default=split))
    if not 0 < split < size:
        return FREE
    return Constraints(
        required_spans=frozenset((*span, "") for span in ((0, split), (split, size)) if span[1] - span[0] > 1)
    )


def time_shortest_tree(top: int, words: int = _TIMED_WORDS, repetitions: int = 15) -> float:
    """Return the median CPU milliseconds of finding the least tree over random distances."""
    rng = np.random.default_rng(0)
    durations = []
    for _ in range(repetitions):
        upper = np.triu(rng.random((words, words)), 1)
        start = time.process_time()
        shortest_tree(upper + upper.T, top, np.zeros((0, 0)))
        durations.append(1000 * (time.process_time() - start))
    return round(median(durations), 2)


def count_bare_words(sentence: Sentence) -> int:
    """Count the words that are not punctuation by their tags."""
    assert sentence.tree is not None or sentence.forms
    return sum(tag not in KLEIN_MANNING_TAGS for tag in sentence.xpos)


def _round_metric(metrics: Mapping[str, float], name: str) -> float | None:
    return round(metrics[name], 1) if name in metrics else None
