"""Demonstration: trains and evaluates models on the sample project, with tables of results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core import evaluate
from spectral_core.cli.input_output import print_table, progress_bars
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.model import Model, Parser, Ranker, Scorer, Value
from spectral_core.morphology.analyser import add_candidates
from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser
from spectral_core.progress import Report, ignore_progress
from spectral_core.registry import get_method, make_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

_RANKERS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("analysis-ranker", {"model": "most-frequent"}),
    ("ngram", {"order": 2, "column": "xpos", "minimum": 1}),
    ("analysis-ranker", {"model": "context"}),
)
_TRAIN_SIZE = 1200  # sampled training sentences; the rest is the test part


class SampleProject:
    """Sample project that ships with the program."""

    def __init__(self) -> None:
        """Load the treebanks of the sample project."""
        english, arabic = locate_assets() / "sample" / "english", locate_assets() / "sample" / "arabic"
        self.sampled, self.trees = load(english / "sampled.conllu"), load(english / "written.mrg")
        self.written, self.arabic = load(english / "written.conllu"), load(arabic / "written.conllu")
        self.held_out, self.lexicon = load(arabic / "held_out.conllu"), arabic / "lexicon"


def print_demo() -> None:
    """Train each kind of method on the sample project and print the results."""
    sample = SampleProject()
    parts = (
        ("English, sampled from a grammar", sample.sampled),
        ("English, written, dependencies", sample.written),
        ("English, written, constituents", sample.trees),
        ("Arabic, written", sample.arabic),
        ("Arabic, held out", sample.held_out),
    )
    rows = [[title, f"{len(treebank):,}", f"{sum(map(len, treebank)):,}"] for title, treebank in parts]
    print_table("The sample project", ["part", "sentences", "words"], rows)
    with progress_bars() as report:
        perplexity_rows = _measure_sequence_models(sample, report)
        attachment_rows, tree_rows = _measure_parsers(sample, report)
        bracket_rows = _measure_branching_baselines(sample)
        ranking_rows, reading_rows = _measure_rankers(sample, report)
    test_count = len(sample.sampled) - _TRAIN_SIZE
    title = f"Train: tag sequences of {_TRAIN_SIZE:,} sampled sentences, evaluated on the other {test_count:,}"
    print_table(title, ["method", "settings", "perplexity", "CPU s"], perplexity_rows, 2)
    title = f"Attach: heads of the same {test_count:,} held-out sentences, in percent"
    print_table(title, ["method", "heads", "heads and relations", "CPU s"], attachment_rows)
    print_table(f"  {sample.sampled[_TRAIN_SIZE].text} Suggested tree:", ["", "word", "head", "relation"], tree_rows, 4)
    columns = ["method", "words <= 10", "words <= 20", "all"]
    print_table("Parse: unlabelled brackets of the written trees, F1 in percent", columns, bracket_rows)
    columns = ["ranker", "words", "gold reading not first, %", "not in the first two, %", "candidates per word"]
    print_table("Rank: readings of held-out Arabic words", columns, ranking_rows)
    print_table(f"  {sample.held_out[0].text}", ["word", "first", "second"], reading_rows, 3)


def _train_model(name: str, values: Mapping[str, Value], treebank: Treebank, report: Report) -> Model:
    method = get_method(name)
    return method.learn(treebank, make_settings(method, values), report)


def _measure_sequence_models(sample: SampleProject, report: Report) -> list[list[str]]:
    """Train n-gram models and HMMs; return rows of method, settings, perplexity and CPU seconds."""
    train = sample.sampled.select(range(_TRAIN_SIZE))
    dev = sample.sampled[_TRAIN_SIZE:]
    runs: list[tuple[str, dict[str, Value]]] = [("ngram", {"order": 2}), ("ngram", {"order": 3})]
    runs.extend(("hmm", {"estimator": name, "states": 12}) for name in ("spectral", "em", "spectral-em"))
    rows = []
    for name, values in runs:
        start = time.process_time()
        model = _train_model(name, {**values, "column": "xpos"}, train, report)
        seconds = time.process_time() - start
        assert isinstance(model, Scorer)
        perplexity = evaluate.compute_perplexity(model.scores(dev)).metrics["perplexity"]
        rows.append(
            [name, " ".join(f"{key}={value}" for key, value in values.items()), f"{perplexity:.2f}", f"{seconds:.2f}"]
        )
    return rows


def _measure_parsers(sample: SampleProject, report: Report) -> tuple[list[list[str]], list[list[str]]]:
    """Train and evaluate parsers on held-out sentences; return the rows of their scores, and those of an example
    tree."""
    train, dev = sample.sampled.select(range(_TRAIN_SIZE)), list(sample.sampled[_TRAIN_SIZE:])
    bare = [evaluate.strip_annotation(sentence) for sentence in dev]
    chain_baseline = [unparsed.with_heads([*range(2, len(unparsed) + 1), 0]) for unparsed in bare]
    rows = [["head is the next word", f"{evaluate.score_dependencies(dev, chain_baseline).metrics['uas']:.1f}", "", ""]]
    tree: list[list[str]] = []
    for name in ("head-automata", "arc-parser"):
        start = time.process_time()
        model = _train_model(name, {}, train, report)
        seconds = time.process_time() - start
        assert isinstance(model, Parser)
        metrics = evaluate.score_dependencies(dev, [model.parse(unparsed)[0].value for unparsed in bare]).metrics
        rows.append([name, f"{metrics['uas']:.1f}", f"{metrics['las']:.1f}", f"{seconds:.2f}"])
        example = model.parse(bare[0])[0].value
        forms = ("the root", *example.forms)
        arcs = zip(example.forms, example.heads, example.deprels, strict=True)
        tree = [[str(position), form, forms[head or 0], label] for position, (form, head, label) in enumerate(arcs, 1)]
    return rows, tree


def _measure_branching_baselines(sample: SampleProject) -> list[list[str]]:
    """Return rows of the unlabelled F1 of the branching baselines."""
    rows = []
    for kind in ("left", "random", "right", "heuristic-right"):
        model = _train_model("branching", {"kind": kind}, sample.trees, ignore_progress)
        assert isinstance(model, Parser)
        trees = [model.parse(evaluate.strip_annotation(sentence))[0].value for sentence in sample.trees]
        metrics = evaluate.score_unlabelled_brackets(list(sample.trees), trees).metrics
        names = ("unlabelled_f1_10", "unlabelled_f1_20", "unlabelled_f1")
        rows.append([f"branching kind={kind}", *(f"{metrics[name]:.1f}" for name in names)])
    return rows


def _measure_rankers(sample: SampleProject, report: Report) -> tuple[list[list[str]], list[list[str]]]:
    """Train rankers and evaluate them on held-out text; return the rows of their scores, and those of an example
    sentence."""
    analyser = BuckwalterAnalyser.open(sample.lexicon)
    train = Treebank.of(add_candidates(sentence.with_readings_from_columns(), analyser) for sentence in sample.arabic)
    held_out = [add_candidates(sentence.with_readings_from_columns(), analyser) for sentence in sample.held_out]
    rows, reading_rows, first_sentence = [], [], held_out[0]
    rankings: list[list[Ranked[Analysis]]] = []  # of the last ranker, the best
    for name, values in _RANKERS:
        model = _train_model(name, values, train, report)
        assert isinstance(model, Ranker)
        rows.append(_measure_ranker(" ".join((name, *map(str, values.values()))), held_out, model))
        rankings = model.rank(first_sentence)
    for form, candidates in zip(first_sentence.forms, rankings, strict=True):
        best = [_format_reading(candidate.value) for candidate in candidates[:2]] or [
            "no reading in the sample's lexicon"
        ]
        reading_rows.append([form, *best, *[""] * (2 - len(best))])
    return rows, reading_rows


def _format_reading(reading: Analysis) -> str:
    """Format a reading on one line: vocalised word, tag and gloss."""
    return f"{reading.vocalised} {reading.xpos}" + ("" if reading.gloss == EMPTY else f": {reading.gloss}")


def _measure_ranker(title: str, sentences: Sequence[Sentence], model: Ranker) -> list[str]:
    """Return the table row of a ranker: title, number of words, error rates, and candidates per word."""
    rankings = [model.rank(evaluate.strip_annotation(sentence, tags=False)) for sentence in sentences]
    metrics = evaluate.score_rankings(sentences, rankings).metrics
    candidate_counts = [
        len(readings)
        for annotated in sentences
        for form, readings in zip(annotated.forms, annotated.candidates, strict=True)
        if evaluate.is_arabic(form)
    ]
    error_rates = (f"{metrics[name]:.1f}" for name in ("e1_script", "e2_script"))
    return [title, str(len(candidate_counts)), *error_rates, f"{sum(candidate_counts) / len(candidate_counts):.1f}"]
