"""Benchmark of constituency parsers, supervised and unsupervised: bracketing scores and CPU times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median

import numpy as np

from spectral_core.bench.measurement import Row, is_selected, time_cpu
from spectral_core.data import UNCONSTRAINED, Constraints, Sentence, Tree, Treebank
from spectral_core.evaluate import (
    extract_unlabelled_brackets,
    score_brackets,
    score_unlabelled_brackets,
    strip_annotation,
)
from spectral_core.evaluate.brackets import PUNCTUATION_AND_CURRENCY_TAGS
from spectral_core.formats import load
from spectral_core.model import Model, Parser, Tagger, Value
from spectral_core.models import bracket_inducer
from spectral_core.models.bracketing.word_classes import coarse_class
from spectral_core.models.branching import find_top_split
from spectral_core.models.latent_pcfg.training import MONITORED_F1
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings
from spectral_core.structured.unlabelled_trees import shortest_tree

CORPORA = ("wsj", "sinica", "squoia_de")
_FILES = {
    "wsj": "wsj_nltk/wsj.{}.clean.mrg.xz",
    "squoia_de": "squoia_de/squoia_de.{}.mrg.xz",
    "sinica": "sinica/sinica.{}.mrg.xz",
    "craft": "craft/craft.{}.mrg.xz",
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
_GOLD_TOP_SPLIT = "metric, true top"
_CCM_MAX_WORDS = 10  # maximum words of training sentences of the constituent-context model
_TIMED_WORDS = 40  # words per timed sentence
_WITHOUT_REGRESSION: dict[str, Value] = {"regression": False}
_INDUCER_RUNS: Mapping[str, Mapping[str, dict[str, Value]]] = {
    "wsj": {
        "fragments and chunks": {**_WITHOUT_REGRESSION, "seeds": "chunks"},
        "and verbs": {**_WITHOUT_REGRESSION, "seeds": "clauses"},
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
        "three grammars": {"grammars": 3},
        "no verbs": {"seeds": "chunks"},
        "control: vote of five and one round": {"seeds": "vote"},
    },
    "sinica": {
        "metric or cascade": _WITHOUT_REGRESSION,
        "and regression": {"rounds": 0},
        "and one round": {},
        "and two rounds": {"rounds": 2},
        "control: one state": {"states": 1},
    },
    "squoia_de": {
        "fragments and chunks, flat": {**_WITHOUT_REGRESSION, "seeds": "flat"},
        "vote of five": {**_WITHOUT_REGRESSION, "seeds": "vote", "agreement": 0.6},
        "and regression": {"seeds": "vote", "rounds": 0},
        "and one round, as it is set": {},
        "control: clauses and one round": {"seeds": "clauses"},
    },
}
_CLASS_SEED_COUNT = 3  # seeds of the word classes for raw words
_TAGGING_FOLDS = 2  # jackknife: each fold is tagged by a tagger trained on the others
_UNLIMITED = 1000  # words; more than any sentence has
_UNCALIBRATED: dict[str, Value] = {"calibration": False}
_PUBLISHED: dict[str, Value] = {"lexicon": "paper", "potentials": False, **_UNCALIBRATED}
_STATE_COUNTS = (8, 16, 24)
_TRAINING_SIZES = (50, 200, 1000)  # trees of a learning curve
_MAX_DEV = 400  # sentences, except for wsj
_SETTING_COLUMNS = (
    "estimator", "states", "vertical", "lexicon", "potentials", "members", "decoding", "objective", "seed",
    "calibration",
)  # fmt: skip
_CORE_SETTINGS: list[dict[str, Value]] = [  # settings run on every corpus
    {"estimator": "pcfg", **_PUBLISHED},
    {"estimator": "spectral", **_PUBLISHED},
    _UNCALIBRATED,
]


def measure_bracketers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each corpus and model, trained on the words of train and dev.

    F1 is that of Klein and Manning at up to 10, 20 and 40 words; strict F1 and the mean F1 of sentences leave out the
    bracket of the whole sentence. Seconds are CPU seconds. `only` selects rows by corpus and model.
    """
    runs: list[tuple[str, str, dict[str, Value]]] = [(kind, "branching", {"kind": kind}) for kind in _BASELINES]
    runs += [(name, "bracketer", values) for name, values in _METRIC_SETTINGS.items()]
    runs.append((_GOLD_TOP_SPLIT, "bracketer", _METRIC_SETTINGS["metric"]))
    for tags in (False, True):
        name = "constituents and contexts" + ", coarse" * tags
        runs.append((name, "constituent-context", {"coarse": tags, "longest": _CCM_MAX_WORDS}))
    for corpus in CORPORA:
        selected = [run for run in runs if is_selected(f"{corpus} {run[0]}", only)]
        gold, bare = load_scored_sentences(data, corpus) if selected else ([], [])
        for name, method, values in selected:
            report(Progress(f"{corpus}: {name}", 0, None))
            limit = _CCM_MAX_WORDS if method == "constituent-context" else MAX_WORDS
            indexes = [
                index for index, sentence in enumerate(bare) if _count_words_without_punctuation(sentence) <= limit
            ]
            gold_subset, bare_subset = [gold[index] for index in indexes], [bare[index] for index in indexes]
            locks = (
                [constrain_gold_top_split(sentence) for sentence in gold_subset] if name == _GOLD_TOP_SPLIT else None
            )
            yield {
                "corpus": corpus,
                "model": name,
                **measure_unsupervised_parser(method, values, gold_subset, bare_subset, locks),
            }
    for name, top in (("given", 15), ("none", _TIMED_WORDS - 1)):
        corpus, name = f"{_TIMED_WORDS} words", f"top bracket {name}"
        if is_selected(f"{corpus} {name}", only):
            yield {"corpus": corpus, "model": name, "milliseconds": time_shortest_tree(top)}


def load_scored_sentences(data: Path, corpus: str, max_words: int = MAX_WORDS) -> tuple[list[Sentence], list[Sentence]]:
    """Return the sentences of train and dev that are scored: those with a tree and at most `max_words` words without
    punctuation; and the same sentences without their trees."""
    sentences = (sentence for part in ("train", "dev") for sentence in load(data / _FILES[corpus].format(part)))
    gold = [
        sentence
        for sentence in sentences
        if sentence.is_readable
        and sentence.tree is not None
        and _count_words_without_punctuation(sentence) <= max_words
    ]
    return gold, [Sentence.of(sentence.forms, upos=sentence.upos, xpos=sentence.xpos) for sentence in gold]


def measure_unsupervised_parser(
    method_name: str, values: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence],
    locks: Iterable[Constraints] | None = None,
) -> Row:  # fmt: skip
    """Train a method on unannotated sentences; return its scores on the same sentences, optionally under
    constraints."""
    method = METHODS[method_name]
    model, training_seconds = time_cpu(method.learn, Treebank.of(bare), make_settings(method, values))
    return {**measure_brackets(model, gold, bare, locks), "cpu_learning": round(training_seconds, 1)}


def measure_brackets(
    model: Model, gold: Sequence[Sentence], bare: Sequence[Sentence], locks: Iterable[Constraints] | None = None
) -> Row:
    """Return the bracket scores of a parser, optionally under constraints, and its CPU time."""
    assert isinstance(model, Parser)
    sentence_locks = [UNCONSTRAINED] * len(bare) if locks is None else locks
    parsed, seconds = time_cpu(
        lambda: [model.parse(sentence, 1, lock)[0].value for sentence, lock in zip(bare, sentence_locks, strict=True)]
    )
    metrics = score_unlabelled_brackets(gold, parsed).metrics
    row: Row = {"f1": _round_metric(metrics, "unlabelled_f1")}
    row |= {f"f1_{max_words}": _round_metric(metrics, f"unlabelled_f1_{max_words}") for max_words in (10, 20, 40)}
    row |= {
        f"strict_{max_words}": _round_metric(metrics, f"unlabelled_f1_{max_words}_strict") for max_words in (10, 20, 40)
    }
    return row | {"sentence_f1": round(compute_sentence_f1(gold, parsed), 1), "cpu_parsing": round(seconds, 1)}


def compute_sentence_f1(gold: Iterable[Sentence], parsed: Iterable[Sentence]) -> float:
    """Return the mean unlabelled F1 of sentences in percent, without punctuation, single words and the whole sentence.
    A sentence of which neither tree has such brackets counts as 100; sentences of one word are left out."""
    scores = []
    for gold_sentence, parsed_sentence in zip(gold, parsed, strict=True):
        assert gold_sentence.tree is not None
        assert parsed_sentence.tree is not None
        whole_span = (0, _count_words_without_punctuation(gold_sentence))
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


def constrain_gold_top_split(sentence: Sentence) -> Constraints:
    """Return constraints that fix the gold top-level split, or the heuristic one if the gold tree has none."""
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
        return UNCONSTRAINED
    return Constraints(
        required_spans=frozenset((*span, "") for span in ((0, split), (split, size)) if span[1] - span[0] > 1)
    )


def time_shortest_tree(top: int, words: int = _TIMED_WORDS, repetitions: int = 15) -> float:
    """Return the median CPU milliseconds of finding the minimum tree over random distances between words."""
    rng = np.random.default_rng(0)
    durations = []
    for _ in range(repetitions):
        upper = np.triu(rng.random((words, words)), 1)
        durations.append(1000 * time_cpu(shortest_tree, upper + upper.T, top, np.zeros((0, 0)))[1])
    return round(median(durations), 2)


def _count_words_without_punctuation(sentence: Sentence) -> int:
    """Count the words whose tag is not punctuation."""
    return sum(tag not in PUNCTUATION_AND_CURRENCY_TAGS for tag in sentence.xpos)


def _round_metric(metrics: Mapping[str, float], name: str) -> float | None:
    """Return a metric with one decimal; None if it was not measured."""
    return round(metrics[name], 1) if name in metrics else None


def measure_bracket_inducers(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield rows with the columns of the bracketers' table; each row of a corpus adds a stage.

    Predicted tags are jackknifed over two halves. Vectors of the raw words of wsj are also trained on the Brown corpus,
    and there is a row for each seed of the word classes. `only` selects rows by corpus and model.
    """
    for corpus in CORPORA:
        selected = [run for run in _list_inducer_runs(corpus) if is_selected(f"{corpus} {run.name}", only)]
        texts = _CorpusTexts(data, corpus)
        for run in selected:
            report(Progress(f"{corpus}: {run.name}", 0, None))
            gold, bare = texts.get_gold_and_input(run.tag_kind)
            row_name: Row = {"corpus": corpus, "model": run.name}
            yield {
                **row_name,
                **_measure_inducer(run.values, gold, bare, texts.vector_text if run.tag_kind == "words" else ()),
            }
        if is_selected(f"{corpus} all lengths", only):
            report(Progress(f"{corpus}: all lengths", 0, None))
            yield from _measure_inducer_on_all_lengths(data, corpus)


@dataclass(frozen=True, slots=True)
class _InducerRun:
    name: str
    tag_kind: str  # kind of tags: tags, predicted, universal or words
    values: dict[str, Value]


def _list_inducer_runs(corpus: str) -> Iterator[_InducerRun]:
    """Yield the runs of the bracket inducer on a corpus."""
    for name, values in _INDUCER_RUNS[corpus].items():
        yield _InducerRun(name, "tags", values)
    yield _InducerRun("predicted tags", "predicted", {})
    yield _InducerRun("universal tags", "universal", {})
    for seed in range(_CLASS_SEED_COUNT):
        for name, extra_values in (("first trees", _WITHOUT_REGRESSION), ("one round", {})):
            yield _InducerRun(f"raw words, {name}, seed {seed}", "words", {"seed": seed, **extra_values})


@dataclass
class _CorpusTexts:
    """Sentences of a corpus with several kinds of tags, read on first use."""

    data: Path
    corpus: str

    @cached_property
    def gold_and_bare(self) -> tuple[list[Sentence], list[Sentence]]:
        """Scored sentences with their gold trees, and the same sentences without trees."""
        return load_scored_sentences(self.data, self.corpus)

    @cached_property
    def vector_text(self) -> list[Sentence]:
        """Additional text for training word vectors."""
        return _load_brown(self.data) if self.corpus == "wsj" else []

    def get_gold_and_input(self, tag_kind: str) -> tuple[list[Sentence], list[Sentence]]:
        """Return sentences with gold trees, and the same sentences as the model's input, with this kind of tags."""
        gold, bare = self.gold_and_bare
        if tag_kind == "predicted":
            return gold, jackknife_tags(bare)
        if tag_kind == "universal":
            return gold, convert_to_universal_tags(bare)
        return gold, [Sentence.of(sentence.forms) for sentence in bare] if tag_kind == "words" else bare


def _measure_inducer_on_all_lengths(data: Path, corpus: str) -> Iterator[Row]:
    """Train a bracket inducer on all sentences; yield its row on all of them, and on those of more than 40 words."""
    gold, bare = load_scored_sentences(data, corpus, _UNLIMITED)
    method = METHODS["bracket-inducer"]
    model, seconds = time_cpu(method.learn, Treebank.of(bare), make_settings(method, {}))
    measured = {**measure_brackets(model, gold, bare), "cpu_learning": round(seconds, 1)}
    yield {"corpus": corpus, "model": "all lengths", **measured}
    long_indexes = [
        index for index, sentence in enumerate(gold) if _count_words_without_punctuation(sentence) > MAX_WORDS
    ]
    if long_indexes:
        row = measure_brackets(model, [gold[index] for index in long_indexes], [bare[index] for index in long_indexes])
        yield {"corpus": corpus, "model": f"all lengths, {len(long_indexes)} of over {MAX_WORDS} words", **row}


def jackknife_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Tag each half of the sentences by a tagger trained on the other half."""
    method = METHODS["tagger"]
    tagged = list(sentences)
    for part in range(_TAGGING_FOLDS):
        train = [sentence for index, sentence in enumerate(sentences) if index % _TAGGING_FOLDS != part]
        tagger = method.learn(Treebank.of(train), make_settings(method, {}))
        assert isinstance(tagger, Tagger)
        for index in range(part, len(tagged), _TAGGING_FOLDS):
            tagged[index] = tagger.tag(Sentence.of(sentences[index].forms))
    return tagged


def convert_to_universal_tags(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences with universal tags alone; punctuation stays punctuation."""
    return [
        Sentence.of(
            sentence.forms,
            upos=["PUNCT" if tag in PUNCTUATION_AND_CURRENCY_TAGS else coarse_class(tag) for tag in sentence.xpos],
        )
        for sentence in sentences
    ]


def _measure_inducer(
    values: Mapping[str, Value], gold: Sequence[Sentence], bare: Sequence[Sentence], vector_text: Sequence[Sentence]
) -> Row:
    """Train a bracket inducer on sentences without trees, its word vectors also on `vector_text`, and return its
    scores."""
    settings = make_settings(METHODS["bracket-inducer"], values)
    assert isinstance(settings, bracket_inducer.InducerSettings)
    model, training_seconds = time_cpu(bracket_inducer.learn, Treebank.of(bare), settings, extra_sentences=vector_text)
    return {**measure_brackets(model, gold, bare), "cpu_learning": round(training_seconds, 1)}


def _load_brown(data: Path) -> list[Sentence]:
    """Load the sentences of the Brown corpus, as words alone."""
    parts = (data / "brown" / f"brown.{part}.txt.xz" for part in ("train", "dev", "test"))
    return [Sentence.of(sentence.forms) for part in parts for sentence in load(part) if sentence.forms]


def measure_latent_pcfgs(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each grammar, trained on train and measured on the bare words of dev; words are deleted by gold
    tags.

    Seconds are CPU seconds, those of training also by stage. The iterations to the peak are those to the highest F1
    on at most 100 sentences of dev. `only` selects rows by corpus and settings.
    """
    for corpus, name in _FILES.items():
        selected = [
            (title, size, values)
            for size, values in _list_latent_pcfg_runs(corpus)
            if is_selected(title := f"{corpus} {size or ''} {_format_settings(values)}", only)
        ]
        if not selected:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = [sentence for sentence in dev if sentence.is_readable and sentence.tree is not None]
        if corpus != "wsj":
            gold = gold[:: max(1, -(-len(gold) // _MAX_DEV))]
        for title, size, values in selected:
            report(Progress(title, 0, None))
            subset = train
            if size is not None:
                subset = train.select(np.sort(np.random.default_rng(0).permutation(len(train))[:size]).tolist())
            yield {"corpus": corpus, "trees": len(subset), **_measure_latent_pcfg(subset, gold, values)}


def _format_settings(values: dict[str, Value]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _list_latent_pcfg_runs(corpus: str) -> Iterator[tuple[int | None, dict[str, Value]]]:
    """Yield the runs on a corpus: the number of training trees, None for all, and the settings."""
    for values in _list_latent_pcfg_settings(corpus):
        yield None, values
    for size in _TRAINING_SIZES if corpus == "wsj" else ():
        for values in _CORE_SETTINGS:
            yield size, values


def _list_latent_pcfg_settings(corpus: str) -> Iterator[dict[str, Value]]:
    """Yield the settings that are run on the complete training part of a corpus."""
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


def _measure_latent_pcfg(train: Treebank, gold: list[Sentence], values: dict[str, Value]) -> Row:
    """Train a latent-variable PCFG and score it on gold sentences, with CPU times by stage."""
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

    model, training_seconds = time_cpu(method.learn, train, settings, report, None, Treebank.of(gold))
    assert isinstance(model, Parser)
    bare = [strip_annotation(sentence, tags=False) for sentence in gold]
    parsed, parsing_seconds = time_cpu(lambda: [model.parse(sentence)[0].value for sentence in bare])
    scores = score_brackets(gold, parsed, by_gold_tags=True)
    return {
        **{name: str(getattr(settings, name)) for name in _SETTING_COLUMNS},
        **{name: round(scores.metrics[name], 2) for name in ("f1", "f1_40", "exact")},
        "iterations_to_peak": max(monitored_f1, key=lambda iteration: (monitored_f1[iteration], -iteration)) or None,
        "cpu_learning": round(training_seconds - stage_seconds["measure"], 1),
        "sentences_per_second": round(len(gold) / parsing_seconds),
        "cpu_stages": " ".join(f"{stage}:{seconds:.1f}" for stage, seconds in stage_seconds.items()),
    }
