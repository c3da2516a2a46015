"""Arc parsers: attachment with given and own tags by order, learning curve, other treebanks, and times."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from spectral_core.bench.rows import Row
from spectral_core.data import Sentence, Treebank
from spectral_core.evaluate import dependency_scores, tag_scores, unannotated
from spectral_core.formats import load
from spectral_core.model import Value
from spectral_core.models import arc_parser
from spectral_core.models.arc_parser import ArcParser, ArcParserSettings
from spectral_core.models.parsing.labeller import Labeller
from spectral_core.models.parsing.relations import complete_all
from spectral_core.progress import Progress, Report

_EWT = "ud_english_ewt/ud_english_ewt-{}.conllu.xz"
OTHERS = {  # with the column of their tags
    "turkish": ("ud_turkish_imst/ud_turkish_imst-{}.conllu.xz", "xpos"),
    "hungarian": ("ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz", "upos"),
    "chinese": ("ud_chinese_gsd_v1/ud_chinese_gsd_v1-{}.conllu.xz", "xpos"),
    "basque": ("ud_basque_bdt_v1/ud_basque_bdt_v1-{}.conllu.xz", "upos"),
}
_GERMAN = "ud_german_gsd/ud_german_gsd-dev.conllu.xz"  # of which only a part is here
_GERMAN_LEARNT = 600  # sentences; the others are measured on
_TREES, _LISTED = 50, 300  # of a sentence; sentences
_SIZES = (50, 200, 1000)
_VARIANTS: tuple[dict[str, Value], ...] = (
    {"order": "first"}, {"order": "first", "estimator": "perceptron", "epochs": 5}, {"order": "siblings"},
    {"order": "grandparents"}, {"decoding": "trees"},
)  # fmt: skip


def table(data: Path, report: Report) -> list[Row]:
    """One row a parser, learnt on train and measured on dev, all words: with the tags and features of the treebank, and
    from bare words by its own tagger; of small parts of EWT also with the words of the rest. Seconds are CPU seconds of
    one thread, of learning also by part; sentences a second are of finding heads with tags given, lists a second of the
    50 best trees of a sentence with relations. As it is set, arcs are calibrated as well."""
    train, dev = _read(data, _EWT)
    arc_parser.learn(train.select(range(20)), ArcParserSettings())  # what is compiled is loaded
    rows = [_row("ewt", train, dev, {}, report)]
    for size in _SIZES:
        rows.append(_row("ewt", train.select(range(size)), dev, {"calibration": False}, report))
    for size in _SIZES:
        text = (Sentence.of(train[at].forms) for at in range(size, len(train)) if train[at].readable)
        with_text = Treebank.of([*(train[at] for at in range(size)), *text])
        rows.append(_row("ewt+text", with_text, dev, {"calibration": False}, report))
    for chosen in _VARIANTS:
        rows.append(_row("ewt", train, dev, {"calibration": False, **chosen}, report))
    for corpus, (name, column) in OTHERS.items():
        rows.append(_row(corpus, *_read(data, name), {"calibration": False, "column": column}, report))
    german = [sentence for sentence in load(data / _GERMAN) if sentence.readable]
    learnt, rest = Treebank.of(german[:_GERMAN_LEARNT]), german[_GERMAN_LEARNT:]
    rows.append(_row("german dev", learnt, rest, {"calibration": False}, report))
    return rows


def _read(data: Path, name: str) -> tuple[Treebank, list[Sentence]]:
    train, dev = (Treebank.of(load(data / name.format(part))) for part in ("train", "dev"))
    return train, [sentence for sentence in dev if sentence.readable]


def _row(corpus: str, train: Treebank, dev: Sequence[Sentence], chosen: dict[str, Value], report: Report) -> Row:
    parts: defaultdict[str, float] = defaultdict(float)
    title = " ".join((corpus, str(len(train)), *(f"{name}={value}" for name, value in chosen.items())))
    report(Progress(title, 0))
    clock = [time.process_time()]
    last = [""]

    def told(progress: Progress) -> None:
        now = time.process_time()
        parts[last[0]] += now - clock[0]
        clock[0], last[0] = now, progress.part or progress.stage

    begun = time.process_time()
    model = arc_parser.learn(train, ArcParserSettings(**chosen), told)  # type: ignore[arg-type]
    learning = time.process_time() - begun
    assert model.tagger is not None
    bare = [unannotated(sentence) for sentence in dev]
    model.all_heads(bare[:20])  # what is compiled is loaded
    begun = time.process_time()
    heads = model.all_heads(bare)
    parsing = time.process_time() - begun
    few = bare[:_LISTED]
    model.parse(few[0], _TREES)
    begun = time.process_time()
    for sentence in few:
        model.parse(sentence, _TREES)
    listing = time.process_time() - begun
    given = dependency_scores(dev, complete_all(bare, heads, _labeller(model)))
    begun = time.process_time()
    tagged = model.tagger.tag_all([unannotated(sentence, tags=False) for sentence in dev])
    own = dependency_scores(dev, complete_all(tagged, model.all_heads(tagged), _labeller(model)))
    whole = time.process_time() - begun
    column = model.settings.column
    return {
        "corpus": corpus, "sentences": model.sentences,
        "settings": title.split(" ", 2)[-1] if chosen else "as it is set",
        **{name: round(given.metrics[name], 2) for name in ("uas", "las")},
        **{f"{name}_own_tags": round(own.metrics[name], 2) for name in ("uas", "las")},
        "tag_accuracy": round(tag_scores(dev, tagged, column).metrics["tag_accuracy"], 2),
        "cpu_learning": round(learning, 1),
        "cpu_parts": " ".join(f"{part}:{spent:.1f}" for part, spent in parts.items() if spent > 0.05),
        "sentences_a_second": round(len(dev) / parsing),
        "sentences_a_second_from_words": round(len(dev) / whole),
        "lists_a_second": round(len(few) / listing),
    }  # fmt: skip


def _labeller(model: ArcParser) -> Labeller:
    assert model.labeller is not None
    return model.labeller
