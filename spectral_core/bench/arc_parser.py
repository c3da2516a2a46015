"""Arc parsers: attachment with gold and predicted tags by order, learning curve, other treebanks, CPU times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from spectral_core.bench.rows import Row
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import score_dependencies, score_tags, strip_annotation
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.models import arc_parser
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.parsing.labeller import Labeller, complete_all
from spectral_core.progress import Progress, Report

_EWT = "ud_english_ewt/ud_english_ewt-{}.conllu.xz"
OTHER_TREEBANKS = {  # file, tag column
    "turkish": ("ud_turkish_imst/ud_turkish_imst-{}.conllu.xz", "xpos"),
    "hungarian": ("ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz", "upos"),
    "chinese": ("ud_chinese_gsd_v1/ud_chinese_gsd_v1-{}.conllu.xz", "xpos"),
    "basque": ("ud_basque_bdt_v1/ud_basque_bdt_v1-{}.conllu.xz", "upos"),
}
_GERMAN = "ud_german_gsd/ud_german_gsd-dev.conllu.xz"  # the only part in the data folder
_GERMAN_TRAIN = 600  # sentences; the rest is the test part
_BEST_TREES, _LISTED_SENTENCES = 50, 300  # trees per sentence; sentences
_ARC_TRAINING_SIZES = (50, 200, 1000)
_ARC_VARIANTS: tuple[dict[str, Value], ...] = (
    {"order": "first"}, {"order": "first", "estimator": "perceptron", "epochs": 5}, {"order": "siblings"},
    {"order": "grandparents"}, {"decoding": "trees"},
)  # fmt: skip


def measure_arc_parsers(data: Path, report: Report) -> list[Row]:
    """Return a row for each parser, trained on train and measured on all words of dev.

    Attachment is with gold tags and features, and with the parser's own tagger on bare words; small parts of EWT
    are also trained with the words of the rest. Seconds are CPU seconds of one thread, those of training also by
    part. Sentences a second are of finding heads with given tags, lists a second of the 50 best trees of a sentence
    with relations. Only the default settings calibrate arcs.
    """
    train, dev = _read_parts(data, _EWT)
    arc_parser.learn(train.select(range(20)), ArcParserSettings())  # load compiled kernels
    rows = [_measure_arc_parser("ewt", train, dev, {}, report)]
    for size in _ARC_TRAINING_SIZES:
        rows.append(_measure_arc_parser("ewt", train.select(range(size)), dev, {"calibration": False}, report))
    for size in _ARC_TRAINING_SIZES:
        text = (Sentence.of(train[index].forms) for index in range(size, len(train)) if train[index].readable)
        with_text = Treebank.of([*(train[index] for index in range(size)), *text])
        rows.append(_measure_arc_parser("ewt+text", with_text, dev, {"calibration": False}, report))
    for values in _ARC_VARIANTS:
        rows.append(_measure_arc_parser("ewt", train, dev, {"calibration": False, **values}, report))
    for corpus, (name, column) in OTHER_TREEBANKS.items():
        rows.append(
            _measure_arc_parser(corpus, *_read_parts(data, name), {"calibration": False, "column": column}, report)
        )
    german = [sentence for sentence in load(data / _GERMAN) if sentence.readable]
    german_train, german_test = Treebank.of(german[:_GERMAN_TRAIN]), german[_GERMAN_TRAIN:]
    rows.append(_measure_arc_parser("german dev", german_train, german_test, {"calibration": False}, report))
    return rows


def _read_parts(data: Path, name: str) -> tuple[Treebank, list[Sentence]]:
    train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
    return train, [sentence for sentence in dev if sentence.readable]


def _measure_arc_parser(
    corpus: str, train: Treebank, dev: Sequence[Sentence], values: dict[str, Value], report: Report
) -> Row:
    part_seconds: defaultdict[str, float] = defaultdict(float)
    title = " ".join((corpus, str(len(train)), *(f"{name}={value}" for name, value in values.items())))
    report(Progress(title, 0))
    clock = [time.process_time()]
    last_part = [""]

    def record_time(progress: Progress) -> None:
        now = time.process_time()
        part_seconds[last_part[0]] += now - clock[0]
        clock[0], last_part[0] = now, progress.part or progress.stage

    start = time.process_time()
    model = arc_parser.learn(train, ArcParserSettings(**values), record_time)  # type: ignore[arg-type]
    training_seconds = time.process_time() - start
    assert model.tagger is not None
    bare = [strip_annotation(sentence) for sentence in dev]
    model.all_heads(bare[:20])  # load compiled kernels
    start = time.process_time()
    heads = model.all_heads(bare)
    parsing_seconds = time.process_time() - start
    listed = bare[:_LISTED_SENTENCES]
    model.parse(listed[0], _BEST_TREES)
    start = time.process_time()
    for sentence in listed:
        model.parse(sentence, _BEST_TREES)
    listing_seconds = time.process_time() - start
    gold_tag_scores = score_dependencies(dev, complete_all(bare, heads, _require_labeller(model)))
    start = time.process_time()
    tagged = model.tagger.tag_all([strip_annotation(sentence, tags=False) for sentence in dev])
    own_tag_scores = score_dependencies(dev, complete_all(tagged, model.all_heads(tagged), _require_labeller(model)))
    pipeline_seconds = time.process_time() - start
    column = model.settings.column
    return {
        "corpus": corpus, "sentences": model.sentences,
        "settings": title.split(" ", 2)[-1] if values else "as it is set",
        **{name: round(gold_tag_scores.metrics[name], 2) for name in ("uas", "las")},
        **{f"{name}_own_tags": round(own_tag_scores.metrics[name], 2) for name in ("uas", "las")},
        "tag_accuracy": round(score_tags(dev, tagged, column).metrics["tag_accuracy"], 2),
        "cpu_learning": round(training_seconds, 1),
        "cpu_parts": " ".join(f"{part}:{seconds:.1f}" for part, seconds in part_seconds.items() if seconds > 0.05),
        "sentences_a_second": round(len(dev) / parsing_seconds),
        "sentences_a_second_from_words": round(len(dev) / pipeline_seconds),
        "lists_a_second": round(len(listed) / listing_seconds),
    }  # fmt: skip


def _require_labeller(model: ArcParser) -> Labeller:
    assert model.labeller is not None
    return model.labeller
