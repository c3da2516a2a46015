"""Benchmark of dependency parsers: attachment scores and CPU times by estimator."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from spectral_core.bench.measurement import Row, is_selected, time_cpu
from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.evaluate import (
    Rate,
    bootstrap_difference,
    expected_calibration_error,
    score_dependencies,
    score_tags,
    strip_annotation,
)
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.models import arc_parser, head_automata, latent_dependencies
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings, Moments
from spectral_core.models.latent_dependencies import HeadedTrees, LatentDependencies, LatentDependenciesSettings
from spectral_core.models.parsing.auxiliary_models import train_tagger
from spectral_core.models.parsing.labeller import Labeller, label_and_deprojectivise_sentences
from spectral_core.progress import Progress, Report
from spectral_core.registry import METHODS, make_settings

_EWT = "ud_english_ewt/ud_english_ewt-{}.conllu.xz"
OTHER_TREEBANKS = {  # file, tag column
    "turkish": ("ud_turkish_imst/ud_turkish_imst-{}.conllu.xz", "xpos"),
    "hungarian": ("ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz", "upos"),
    "chinese": ("ud_chinese_gsd_v1/ud_chinese_gsd_v1-{}.conllu.xz", "xpos"),
    "basque": ("ud_basque_bdt_v1/ud_basque_bdt_v1-{}.conllu.xz", "upos"),
}
_GERMAN = "ud_german_gsd/ud_german_gsd-dev.conllu.xz"  # the only part in the data folder
_GERMAN_TRAIN = 600  # sentences; the rest is the test part
_LISTED_TREES, _LISTED_SENTENCES = 50, 300  # trees per sentence; sentences
_ARC_TRAINING_SIZES = (50, 200, 1000)
_ARC_VARIANTS: tuple[dict[str, Value], ...] = (
    {"order": "first"}, {"order": "first", "estimator": "perceptron", "epochs": 5}, {"order": "siblings"},
    {"order": "grandparents"}, {"decoding": "trees"},
)  # fmt: skip
_RunKey = tuple[str, str, float]  # estimator, words, discount
_CORPORA = {
    "wsj": ("wsj_nltk_dep/wsj_dep.{}.conll.xz", "upos"),
    "ewt": (_EWT, "xpos"),
}
_BEST_STATES = {  # number of states with the best UAS on dev, by estimator
    "wsj": {"spectral-paper": 5, "spectral": 11, "em": 15},
    "ewt": {"spectral-paper": 6, "spectral": 11, "em": 15},
}
_EM_FLOOR = 0.02
_LEXICAL_MODES = ("lex", "lex-first", "lex-first-coord")
_EM_STATE_COUNTS = (4, 6, 9, 12, 15)  # states of em
_EM_ITERATION_COUNTS = (5, 10, 15, 20, 25, 35, 50, 75, 100)  # iterations of em
_REFERENCE_RUNS = {  # reference rows: estimator, words, discount
    ("sibling", "none", 0.0): ("det-first", "none", 0.0),
    ("spectral", "none", 0.0): ("spectral-paper", "none", 0.0),
    ("em", "none", 0.0): ("spectral", "none", 0.0),
    ("sibling", "lex-first-coord", 0.0): ("spectral", "lex-first-coord", 0.0),
}
_STATE_SETTINGS = ("states", "half_states", "node_states")
_LATENT_RUNS: list[tuple[tuple[int, int, int], dict[str, Value]]] = [
    ((8, 1, 1), {"words": False}),  # states of modifier sequences only
    ((8, 8, 8), {"words": False}),
    ((12, 12, 12), {"words": False}),
    ((16, 16, 16), {"words": False}),
    ((8, 8, 8), {"words": False, "estimator": "spectral-em"}),
    ((8, 8, 8), {"words": False, "estimator": "em", "iterations": 100}),  # the same model without the closed form
    ((16, 12, 16), {}),
    ((12, 8, 12), {"estimator": "spectral-em"}),
    ((16, 12, 16), {"estimator": "spectral-em"}),
    ((16, 12, 16), {"members": 3}),
]
ATTACHMENT_ONLY: dict[str, Value] = {"relations": False, "tagger": False, "calibration": False}


def measure_arc_parsers(data: Path, report: Report) -> list[Row]:
    """Return a row for each parser, trained on train and measured on all words of dev.

    Attachment is with gold tags and features, and with the parser's own tagger on bare words; small parts of EWT are
    also trained with the words of the rest. Seconds are CPU seconds of one thread, those of training also by part.
    Sentences per second are for finding heads with given tags, lists per second for the 50 best trees of a sentence
    with relations. Only the default settings calibrate arcs.
    """
    train, dev = _load_train_and_dev(data, _EWT)
    arc_parser.learn(train.select(range(20)), ArcParserSettings())  # load compiled kernels
    rows = [_measure_arc_parser("ewt", train, dev, {}, report)]
    for size in _ARC_TRAINING_SIZES:
        rows.append(_measure_arc_parser("ewt", train.select(range(size)), dev, {"calibration": False}, report))
    for size in _ARC_TRAINING_SIZES:
        text = (Sentence.of(train[index].forms) for index in range(size, len(train)) if train[index].is_readable)
        with_text = Treebank.of([*(train[index] for index in range(size)), *text])
        rows.append(_measure_arc_parser("ewt+text", with_text, dev, {"calibration": False}, report))
    for values in _ARC_VARIANTS:
        rows.append(_measure_arc_parser("ewt", train, dev, {"calibration": False, **values}, report))
    for corpus, (name, column) in OTHER_TREEBANKS.items():
        rows.append(
            _measure_arc_parser(
                corpus, *_load_train_and_dev(data, name), {"calibration": False, "column": column}, report
            )
        )
    german = [sentence for sentence in load(data / _GERMAN) if sentence.is_readable]
    german_train, german_test = Treebank.of(german[:_GERMAN_TRAIN]), german[_GERMAN_TRAIN:]
    rows.append(_measure_arc_parser("german dev", german_train, german_test, {"calibration": False}, report))
    return rows


def _load_train_and_dev(data: Path, name: str) -> tuple[Treebank, list[Sentence]]:
    """Load the training part of a treebank, and the readable sentences of its development part."""
    train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
    return train, [sentence for sentence in dev if sentence.is_readable]


def _measure_arc_parser(
    corpus: str, train: Treebank, dev: Sequence[Sentence], values: dict[str, Value], report: Report
) -> Row:
    """Train an arc parser with these settings; return the row of its scores and CPU times on dev."""
    part_seconds: defaultdict[str, float] = defaultdict(float)
    title = " ".join((corpus, str(len(train)), *(f"{name}={value}" for name, value in values.items())))
    report(Progress(title, 0))
    clock = [time.process_time()]
    last_part = [""]

    def record_time(progress: Progress) -> None:
        now = time.process_time()
        part_seconds[last_part[0]] += now - clock[0]
        clock[0], last_part[0] = now, progress.part or progress.stage

    settings = ArcParserSettings(**values)  # type: ignore[arg-type]
    model, training_seconds = time_cpu(arc_parser.learn, train, settings, record_time)
    assert model.tagger is not None
    bare = [strip_annotation(sentence) for sentence in dev]
    model.all_heads(bare[:20])  # load compiled kernels
    heads, parsing_seconds = time_cpu(model.all_heads, bare)
    listed = bare[:_LISTED_SENTENCES]
    model.parse(listed[0], _LISTED_TREES)
    _, listing_seconds = time_cpu(lambda: [model.parse(sentence, _LISTED_TREES) for sentence in listed])
    gold_tag_scores = score_dependencies(dev, label_and_deprojectivise_sentences(bare, heads, _require_labeller(model)))
    start = time.process_time()
    tagged = model.tagger.tag_all([strip_annotation(sentence, tags=False) for sentence in dev])
    own_tag_scores = score_dependencies(
        dev, label_and_deprojectivise_sentences(tagged, model.all_heads(tagged), _require_labeller(model))
    )
    pipeline_seconds = time.process_time() - start
    column = model.settings.column
    return {
        "corpus": corpus, "sentences": model.sentence_count,
        "settings": title.split(" ", 2)[-1] if values else "as it is set",
        **{name: round(gold_tag_scores.metrics[name], 2) for name in ("uas", "las")},
        **{f"{name}_own_tags": round(own_tag_scores.metrics[name], 2) for name in ("uas", "las")},
        "tag_accuracy": round(score_tags(dev, tagged, column).metrics["tag_accuracy"], 2),
        "cpu_learning": round(training_seconds, 1),
        "cpu_parts": " ".join(f"{part}:{seconds:.1f}" for part, seconds in part_seconds.items() if seconds > 0.05),
        "sentences_per_second": round(len(dev) / parsing_seconds),
        "sentences_per_second_from_words": round(len(dev) / pipeline_seconds),
        "lists_a_second": round(len(listed) / listing_seconds),
    }  # fmt: skip


def _require_labeller(model: ArcParser) -> Labeller:
    assert model.labeller is not None
    return model.labeller


def measure_head_automata(data: Path, report: Report) -> list[Row]:
    """Return a row for each model, trained on train and measured on dev, with gold tags and those of the full model's
    tagger.

    Differences from another row have intervals by the paired bootstrap over sentences. The first row of a corpus is
    a full model: automata, words, relations, calibration and tagger trained together.
    """
    rows: list[Row] = []
    for corpus, (name, column) in _CORPORA.items():
        rows.extend(_AutomataBench.from_corpus(corpus, data / name, column, report).measure())
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class _AutomataBench:
    corpus: str
    settings: HeadAutomataSettings
    train: Treebank
    tag_moments: Moments
    lexical_moments: Moments
    dev: Sequence[Sentence]
    tagged_dev: Sequence[Sentence]  # tagged by the full model's tagger
    full_model_row: Row
    count_cpu: float
    report: Report

    @classmethod
    def from_corpus(cls, corpus: str, path: Path, column: str, report: Report) -> _AutomataBench:
        """Count the moments of a corpus, and train and measure the full model."""
        report(Progress(f"{corpus}: learning a whole model", 0, None))
        settings = HeadAutomataSettings(column=column, lexical="none", relations=False, tagger=False, calibration=False)
        train, dev = (Treebank.of(load(Path(str(path).format(part)))) for part in ("train", "dev"))
        tag_moments, count_seconds = time_cpu(head_automata.count, train, settings)
        lexical_moments = head_automata.count(train, replace(settings, lexical="lex"))
        full_model_row, tagged_dev = _measure_full_model(corpus, column, train, list(dev))
        return cls(
            corpus,
            settings,
            train,
            tag_moments,
            lexical_moments,
            dev,
            tagged_dev,
            full_model_row,
            count_seconds,
            report,
        )

    def measure(self) -> list[Row]:
        """Measure every estimator on the corpus; return the rows of the table."""
        best_states = _BEST_STATES[self.corpus]
        runs: list[tuple[_RunKey, HeadAutomataSettings]] = []
        for estimator in ("det", "det-first", "sibling", "spectral-paper", "spectral", "em"):
            settings = replace(self.settings, estimator=estimator, states=best_states.get(estimator, 1))
            runs.append(
                ((estimator, "none", 0.0), replace(settings, floor=_EM_FLOOR) if estimator == "em" else settings)
            )
        runs.insert(0, (("det viterbi", "none", 0.0), replace(self.settings, estimator="det", decoding="viterbi")))
        for lexical in _LEXICAL_MODES:
            runs.append((("alone", lexical, 0.0), replace(self.settings, lexical=lexical, alone=True)))
            for discount in (0.0, self.settings.discount):
                settings = replace(self.settings, lexical=lexical, discount=discount)
                for estimator in ("spectral-paper", "spectral", "sibling"):
                    key = (estimator, lexical, discount)
                    runs.append((key, replace(settings, estimator=estimator, states=best_states.get(estimator, 1))))
        rows: list[Row] = [self.full_model_row]
        rates: dict[_RunKey, Rate] = {}
        for done, (key, settings) in enumerate(runs):
            self.report(Progress(f"{self.corpus}: measuring", done, len(runs)))
            row, rates[key] = self._measure_settings(key, settings)
            estimator, lexical, discount = key
            reference = _REFERENCE_RUNS.get(key)
            if lexical != "none" and estimator == "spectral":  # gain by hidden states, or by the discount
                reference = ("spectral", lexical, 0.0) if discount else ("alone", lexical, 0.0)
            elif discount and estimator == "sibling":
                reference = ("spectral", lexical, discount)
            if reference is not None:
                difference = bootstrap_difference(rates[key], rates[reference])
                row["against"] = " ".join(str(part) for part in reference if part not in ("none", 0.0))
                row["difference"] = round(difference.value, 2)
                row["interval"] = f"{difference.low:+.2f} {difference.high:+.2f}"
            rows.append(row)
        rows.extend(self._measure_calibration(lexical) for lexical in ("none", "lex-first-coord"))
        rows.append(self._time_em_to_spectral_uas(next(row for row in rows if row["estimator"] == "spectral")))
        return rows

    def _measure_settings(self, key: _RunKey, settings: HeadAutomataSettings) -> tuple[Row, Rate]:
        """Train a model with these settings; return its row, named by `key`, and its rate of correct heads."""
        estimator, lexical, discount = key
        model, fit_seconds = self._estimate_model(settings)
        model.all_heads(self.dev[:20])  # load compiled kernels
        heads, parsing_seconds = time_cpu(model.all_heads, self.dev)
        scores = _compute_attachment_rates(self.dev, heads)
        tagged_scores = _compute_attachment_rates(self.dev, model.all_heads(self.tagged_dev))
        row: Row = {
            "corpus": self.corpus,
            "estimator": estimator,
            "lexical": lexical,
            "discount": discount,
            "states": settings.states if estimator in ("spectral", "spectral-paper", "em") else None,
            "uas": round(scores["uas"].value, 2),
            "uas_no_punct": round(scores["uas_no_punct"].value, 2),
            "uas_predicted_tags": round(tagged_scores["uas"].value, 2),
            "uas_no_punct_predicted_tags": round(tagged_scores["uas_no_punct"].value, 2),
            "clipped": model.clipped,
            "count_cpu": round(self.count_cpu, 3),
            "fit_cpu": round(fit_seconds, 4),
            "sentences_per_second": round(len(self.dev) / parsing_seconds),
        }
        return row, scores["uas"]

    def _estimate_model(self, settings: HeadAutomataSettings) -> tuple[HeadAutomata, float]:
        """Estimate a model from the counted moments; return it with its CPU seconds."""
        moments = self.tag_moments if settings.lexical == "none" else self.lexical_moments
        if settings.estimator == "em":
            head_automata.solve(moments, replace(settings, iterations=1))  # load compiled kernels
        return time_cpu(head_automata.solve, moments, settings)

    def _measure_calibration(self, lexical: str) -> Row:
        """Return the row of a calibrated model: the expected calibration error of predicted arcs and of all arcs."""
        states = _BEST_STATES[self.corpus]["spectral"]
        settings = replace(self.settings, lexical=lexical, states=states, calibration=True)
        model, training_seconds = time_cpu(head_automata.learn, self.train, settings)
        predicted_arcs: list[tuple[float, bool]] = []
        all_arcs: list[tuple[float, bool]] = []
        for sentence, heads in zip(self.dev, model.all_heads(self.dev), strict=True):
            probabilities = model.probabilities(sentence)
            if probabilities is None:
                continue
            gold, predicted = np.array([head or 0 for head in sentence.heads]), np.array(heads)
            words = np.arange(len(sentence))
            predicted_arcs.extend(
                zip(probabilities[predicted, words].tolist(), (predicted == gold).tolist(), strict=True)
            )
            is_gold = np.zeros(probabilities.shape, dtype=bool)
            is_gold[gold, words] = True
            all_arcs.extend(zip(probabilities.ravel().tolist(), is_gold.ravel().tolist(), strict=True))
        return {
            "corpus": self.corpus,
            "estimator": "spectral, calibrated",
            "lexical": lexical,
            "states": states,
            "learn_cpu": round(training_seconds, 3),
            "ece_of_chosen_arcs": _compute_calibration_error(predicted_arcs),
            "ece_of_all_arcs": _compute_calibration_error(all_arcs),
        }

    def _time_em_to_spectral_uas(self, spectral: Row) -> Row:
        """Return the row of the shortest time in which EM reaches the UAS of the spectral estimator, over numbers of
        states and iterations."""
        target_uas, spectral_seconds = spectral["uas"], spectral["fit_cpu"]
        assert isinstance(target_uas, float)
        assert isinstance(spectral_seconds, float)
        quickest: tuple[float, float, int, int] | None = None
        for states, iterations in product(_EM_STATE_COUNTS, _EM_ITERATION_COUNTS):
            settings = replace(self.settings, estimator="em", states=states, floor=_EM_FLOOR, iterations=iterations)
            model, fit_seconds = self._estimate_model(settings)
            if quickest is not None and fit_seconds >= quickest[0]:
                continue
            uas = _compute_attachment_rates(self.dev, model.all_heads(self.dev))["uas"].value
            if uas >= target_uas:
                quickest = fit_seconds, uas, states, iterations
        row: Row = {"corpus": self.corpus, "estimator": "em to the UAS of spectral", "lexical": "none"}
        if quickest is not None:
            fit_seconds, uas, states, iterations = quickest
            row |= {"states": states, "iterations": iterations, "uas": round(uas, 2), "fit_cpu": round(fit_seconds, 4)}
            row["times_spectral"] = round(fit_seconds / spectral_seconds, 1)
        return row


def _measure_full_model(corpus: str, column: str, train: Treebank, dev: list[Sentence]) -> tuple[Row, list[Sentence]]:
    """Train and evaluate a full model, with gold tags and with those of its tagger; return its row, and the sentences
    with the predicted tags."""
    settings = HeadAutomataSettings(column=column, states=_BEST_STATES[corpus]["spectral"], lexical="lex-first-coord")
    head_automata.learn(train.select(range(20)), settings)  # load compiled kernels
    model, training_seconds = time_cpu(head_automata.learn, train, settings)
    assert model.tagger is not None
    start = time.process_time()
    tagged = model.tagger.tag_all(dev)
    parsed = _parse_with_relations(model, tagged)
    pipeline_seconds = time.process_time() - start
    gold_tag_metrics, predicted_tag_metrics = (
        score_dependencies(dev, _parse_with_relations(model, dev)).metrics,
        score_dependencies(dev, parsed).metrics,
    )
    row: Row = {
        "corpus": corpus,
        "estimator": "spectral, whole",
        "lexical": settings.lexical,
        "discount": settings.discount,
        "states": settings.states,
        **{name: round(gold_tag_metrics[name], 2) for name in ("uas", "uas_no_punct")},
        **{f"{name}_predicted_tags": round(predicted_tag_metrics[name], 2) for name in ("uas", "uas_no_punct")},
        "clipped": model.clipped,
        "las": _round_optional(gold_tag_metrics.get("las")),
        "las_predicted_tags": _round_optional(predicted_tag_metrics.get("las")),
        "tag_accuracy": round(score_tags(dev, tagged, column).metrics["tag_accuracy"], 2),
        "learn_cpu": round(training_seconds, 3),
        "sentences_per_second": round(len(dev) / pipeline_seconds),
    }
    return row, tagged


def _parse_with_relations(model: HeadAutomata, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences with the heads and relations that a model predicts."""
    heads = model.all_heads(sentences)
    if model.labeller is None or not model.labeller.labels:  # the treebank has no relations but root
        return [
            sentence.with_heads(sentence_heads, (EMPTY,) * len(sentence))
            for sentence, sentence_heads in zip(sentences, heads, strict=True)
        ]
    return label_and_deprojectivise_sentences(sentences, heads, model.labeller)


def _round_optional(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _compute_calibration_error(arcs: Sequence[tuple[float, bool]]) -> float:
    """Return the expected calibration error of arcs, each with its probability and whether it is correct."""
    return round(
        expected_calibration_error([probability for probability, _ in arcs], [is_correct for _, is_correct in arcs]), 4
    )


def _compute_attachment_rates(gold: Sequence[Sentence], heads: Sequence[tuple[int, ...]]) -> Mapping[str, Rate]:
    """Return the attachment rates of predicted heads, by measure."""
    parsed = [sentence.with_heads(sentence_heads) for sentence, sentence_heads in zip(gold, heads, strict=True)]
    return score_dependencies(gold, parsed).rates


def measure_latent_dependencies(data: Path, report: Report, only: str = "") -> Iterator[Row]:
    """Yield a row for each grammar, trained on train and measured on dev with gold tags; grammars with words on EWT
    also with predicted tags.

    Differences are from sibling head automata, by the paired bootstrap over sentences. Seconds are CPU seconds
    without reading files. `only` selects rows by name.
    """
    for corpus, (name, column) in _CORPORA.items():
        selected = [
            (title, sizes, values)
            for sizes, values in _LATENT_RUNS
            if is_selected(title := " ".join(map(str, (corpus, *sizes, *values.values()))), only)
        ]
        if not selected:
            continue
        report(Progress(f"{corpus}: reading", 0, None))
        train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
        gold = list(dev)
        tagged: list[Sentence] | None = None
        tagger = train_tagger(train, column, 0) if corpus == "ewt" else None
        if tagger is not None:
            tagged = list(tagger.tag_all(gold))
        sibling_settings = make_settings(
            METHODS["head-automata"], {"estimator": "sibling", "lexical": "none", "column": column, **ATTACHMENT_ONLY}
        )
        assert isinstance(sibling_settings, HeadAutomataSettings)
        sibling = head_automata.learn(train, sibling_settings)
        sibling_rate, row = _measure_attachment(sibling, gold, tagged)
        yield {"corpus": corpus, "estimator": "sibling automata", **row}
        counted_trees: dict[bool, tuple[HeadedTrees, float]] = {}
        for done, (title, sizes, values) in enumerate(selected):
            report(Progress(title, done, len(selected)))
            all_values = {
                "column": column,
                **ATTACHMENT_ONLY,
                **dict(zip(_STATE_SETTINGS, sizes, strict=True)),
                **values,
            }
            settings = make_settings(METHODS["latent-dependencies"], all_values)
            assert isinstance(settings, LatentDependenciesSettings)
            if settings.words not in counted_trees:
                small_counts = latent_dependencies.count(train.select(range(20)), settings)
                latent_dependencies.solve(small_counts, settings)  # load compiled kernels
                counted_trees[settings.words] = time_cpu(latent_dependencies.count, train, settings)
            yield {
                "corpus": corpus,
                **_measure_latent_grammar(counted_trees[settings.words], settings, gold, tagged, sibling_rate),
            }


def _measure_latent_grammar(
    counted: tuple[HeadedTrees, float], settings: LatentDependenciesSettings, gold: Sequence[Sentence],
    tagged: Sequence[Sentence] | None, sibling_rate: Rate,
) -> Row:  # fmt: skip
    """Estimate a grammar from its counts; return its row, with the difference from sibling automata."""
    model, training_seconds = time_cpu(latent_dependencies.solve, counted[0], settings)
    rate, row = _measure_attachment(model, gold, tagged if settings.words else None)
    difference = bootstrap_difference(rate, sibling_rate)
    return {
        "estimator": settings.estimator,
        "words": settings.words,
        "states": " ".join(str(getattr(settings, name)) for name in _STATE_SETTINGS),
        "members": settings.members,
        **row,
        "over_sibling": round(difference.value, 2),
        "interval": f"{difference.low:+.2f} {difference.high:+.2f}",
        "count_cpu": round(counted[1], 2),
        "learn_cpu": round(training_seconds, 2),
    }


def _measure_attachment(
    model: HeadAutomata | LatentDependencies, gold: Sequence[Sentence], tagged: Sequence[Sentence] | None
) -> tuple[Rate, Row]:
    """Return the rate of correct heads of a model on dev, and its row; `tagged` are the sentences with predicted
    tags."""
    model.all_heads(gold[:20])  # load compiled kernels
    heads, seconds = time_cpu(model.all_heads, gold)
    rates = _compute_attachment_rates(gold, heads)
    row: Row = {name: round(rates[name].value, 2) for name in ("uas", "uas_no_punct")}
    if tagged is not None:
        row["uas_predicted_tags"] = round(_compute_attachment_rates(gold, model.all_heads(tagged))["uas"].value, 2)
    row["sentences_per_second"] = round(len(gold) / seconds)
    return rates["uas"], row
