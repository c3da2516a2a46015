"""The sample project, learnt, parsed and ranked on the spot and shown in tables."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spectral_core import evaluate
from spectral_core.analyzers.buckwalter import BuckwalterAnalyser, add_candidates
from spectral_core.cli.output import bars, print_table
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_core.files import locate_assets
from spectral_core.formats import load
from spectral_core.methods import get_method, make_settings
from spectral_core.model import Model, Parser, Ranker, Scorer, Value
from spectral_core.progress import Report, ignore_progress

if TYPE_CHECKING:
    from collections.abc import Mapping

_RANKERS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("analysis-ranker", {"model": "most-frequent"}),
    ("ngram", {"order": 2, "column": "xpos", "minimum": 1}),
    ("analysis-ranker", {"model": "context"}),
)
_LEARNT_ON = 1200  # of the sampled sentences; the others are measured on


class Sample:
    """The files of the sample project that comes with the program, opened."""

    def __init__(self) -> None:
        english, arabic = locate_assets() / "sample" / "english", locate_assets() / "sample" / "arabic"
        self.sampled, self.trees = load(english / "sampled.conllu"), load(english / "written.mrg")
        self.written, self.arabic = load(english / "written.conllu"), load(arabic / "written.conllu")
        self.held_out, self.lexicon = load(arabic / "held_out.conllu"), arabic / "lexicon"


def show() -> None:
    """Prints what each kind of method finds in the sample project."""
    sample = Sample()
    named = (
        ("English, sampled from a grammar", sample.sampled),
        ("English, written, dependencies", sample.written),
        ("English, written, constituents", sample.trees),
        ("Arabic, written", sample.arabic),
        ("Arabic, held out", sample.held_out),
    )
    rows = [[title, f"{len(one):,}", f"{sum(map(len, one)):,}"] for title, one in named]
    print_table("The sample project", ["part", "sentences", "words"], rows)
    with bars() as report:
        learnt = _learnt(sample, report)
        attached, tree = _attached(sample, report)
        parsed = _parsed(sample)
        ranked, shown = _ranked(sample, report)
    rest = len(sample.sampled) - _LEARNT_ON
    title = f"Learn: tag strings of {_LEARNT_ON:,} sampled sentences, measured on the other {rest:,}"
    print_table(title, ["method", "settings", "perplexity", "CPU s"], learnt, 2)
    title = f"Attach: heads of the same {rest:,} sentences that were held out, in percent"
    print_table(title, ["method", "heads", "heads and relations", "CPU s"], attached)
    print_table(f"  {sample.sampled[_LEARNT_ON].text} As it is proposed:", ["", "word", "hangs from", "as"], tree, 4)
    columns = ["method", "words <= 10", "words <= 20", "all"]
    print_table("Parse: unlabelled brackets of the written trees, F1 in percent", columns, parsed)
    columns = ["ranker", "words", "right reading not first, %", "not in the first two, %", "candidates a word"]
    print_table("Rank: readings of Arabic words that were held out", columns, ranked)
    print_table(f"  {sample.held_out[0].text}", ["word", "first", "second"], shown, 3)


def _learn(name: str, given: Mapping[str, Value], treebank: Treebank, report: Report) -> Model:
    method = get_method(name)
    return method.learn(treebank, make_settings(method, given), report)


def _learnt(sample: Sample, report: Report) -> list[list[str]]:
    train = sample.sampled.select(range(_LEARNT_ON))
    dev = sample.sampled[_LEARNT_ON:]
    runs: list[tuple[str, dict[str, Value]]] = [("ngram", {"order": 2}), ("ngram", {"order": 3})]
    runs.extend(("hmm", {"estimator": name, "states": 12}) for name in ("spectral", "em", "spectral-em"))
    rows = []
    for name, given in runs:
        begun = time.process_time()
        model = _learn(name, {**given, "column": "xpos"}, train, report)
        spent = time.process_time() - begun
        assert isinstance(model, Scorer)
        found = evaluate.perplexity(model.scores(dev)).metrics["perplexity"]
        rows.append([name, " ".join(f"{key}={value}" for key, value in given.items()), f"{found:.2f}", f"{spent:.2f}"])
    return rows


def _attached(sample: Sample, report: Report) -> tuple[list[list[str]], list[list[str]]]:
    """Figures of parsers on sentences they have not seen, and one of their trees."""
    train, dev = sample.sampled.select(range(_LEARNT_ON)), list(sample.sampled[_LEARNT_ON:])
    bare = [evaluate.unannotated(sentence) for sentence in dev]
    chain = [one.with_heads([*range(2, len(one) + 1), 0]) for one in bare]
    rows = [["each word from the next", f"{evaluate.dependency_scores(dev, chain).metrics['uas']:.1f}", "", ""]]
    tree: list[list[str]] = []
    for name in ("head-automata", "arc-parser"):
        begun = time.process_time()
        model = _learn(name, {}, train, report)
        spent = time.process_time() - begun
        assert isinstance(model, Parser)
        metrics = evaluate.dependency_scores(dev, [model.parse(one)[0].value for one in bare]).metrics
        rows.append([name, f"{metrics['uas']:.1f}", f"{metrics['las']:.1f}", f"{spent:.2f}"])
        shown = model.parse(bare[0])[0].value
        forms = ("the root", *shown.forms)
        arcs = zip(shown.forms, shown.heads, shown.deprels, strict=True)
        tree = [[str(at), form, forms[head or 0], label] for at, (form, head, label) in enumerate(arcs, 1)]
    return rows, tree


def _parsed(sample: Sample) -> list[list[str]]:
    rows = []
    for kind in ("left", "random", "right", "heuristic-right"):
        model = _learn("branching", {"kind": kind}, sample.trees, ignore_progress)
        assert isinstance(model, Parser)
        trees = [model.parse(evaluate.unannotated(sentence))[0].value for sentence in sample.trees]
        metrics = evaluate.unlabelled_scores(list(sample.trees), trees).metrics
        names = ("unlabelled_f1_10", "unlabelled_f1_20", "unlabelled_f1")
        rows.append([f"branching kind={kind}", *(f"{metrics[name]:.1f}" for name in names)])
    return rows


def _ranked(sample: Sample, report: Report) -> tuple[list[list[str]], list[list[str]]]:
    analyser = BuckwalterAnalyser.open(sample.lexicon)
    train = Treebank.of(add_candidates(sentence.with_readings(), analyser) for sentence in sample.arabic)
    held_out = [add_candidates(sentence.with_readings(), analyser) for sentence in sample.held_out]
    rows, shown, first = [], [], held_out[0]
    rankings: list[list[Ranked[Analysis]]] = []  # of the last, which is the best
    for name, given in _RANKERS:
        model = _learn(name, given, train, report)
        assert isinstance(model, Ranker)
        rows.append(_rank_row(" ".join((name, *map(str, given.values()))), held_out, model))
        rankings = model.rank(first)
    for form, ranked in zip(first.forms, rankings, strict=True):
        best = [_said(one.value) for one in ranked[:2]] or ["no reading in the sample's lexicon"]
        shown.append([form, *best, *[""] * (2 - len(best))])
    return rows, shown


def _said(one: Analysis) -> str:
    """A reading in a line: the word with its vowels, its tag and what it means."""
    return f"{one.vocalised} {one.xpos}" + ("" if one.gloss == EMPTY else f": {one.gloss}")


def _rank_row(title: str, sentences: Sequence[Sentence], model: Ranker) -> list[str]:
    rankings = [model.rank(evaluate.unannotated(sentence, tags=False)) for sentence in sentences]
    metrics = evaluate.ranking_scores(sentences, rankings).metrics
    offered = [
        len(readings)
        for one in sentences
        for form, readings in zip(one.forms, one.candidates, strict=True)
        if evaluate.is_arabic(form)
    ]
    wrong = (f"{metrics[name]:.1f}" for name in ("e1_script", "e2_script"))
    return [title, str(len(offered)), *wrong, f"{sum(offered) / len(offered):.1f}"]
